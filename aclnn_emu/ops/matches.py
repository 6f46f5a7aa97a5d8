"""Nearness and equality as a whole: IsClose, Equal, IsIn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import is_floating
from aclnn_emu.core.promotion import promote
from aclnn_emu.errors import ParamInvalid
from aclnn_emu.kernels import logic, predicate, truth
from aclnn_emu.ops._pairs import apply, by_category, by_pair, result_is
from aclnn_emu.ops._reduction import reduce
from aclnn_emu.ops._scalars import casts_to_promoted, promoted_in
from aclnn_emu.ops._types import BF16, BOOL, F16, F32, F64, S8, S16, S32, S64, U8, U16, U32, U64  # fmt: skip
from aclnn_emu.plan.checks import (
    Check,
    dtype_in,
    max_rank,
    not_null,
    same_dtype,
    same_shape,
    shape_is_broadcast,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

__all__: list[str] = []

_SIGNED = (F32, S32, S64, F16, S16, S8, U8, F64)
_CLOSE = dtypes(*_SIGNED, BOOL, DAV_2201=(*_SIGNED, BOOL, BF16), DAV_3510=(*_SIGNED, BOOL, BF16))
_BOOL_OUT = dtypes(BOOL)


@operator(
    "aclnnIsClose(const aclTensor *self, const aclTensor *other, double rtol, double atol, bool equalNan, aclTensor *out)",
    checks=(
        not_null("self", "other", "out"),
        dtype_in(_CLOSE, "self", "other"),
        same_dtype("self", "other"),
        max_rank(8, "self", "other"),
        shape_is_broadcast("out", "self", "other"),
    ),
    source="ops-math/math/is_close/op_api/aclnn_isclose.cpp",
    deviations=("Integers are compared in DOUBLE; the kernel of Ascend950 casts INT32 to FLOAT.",),
)
def is_close(
    b: Builder,
    self: Tensor,
    other: Tensor,
    rtol: float,
    atol: float,
    equal_nan: bool,
    out: Tensor,
) -> None:
    """out = abs(self - other) <= atol + rtol * abs(other), or self == other, or both NaN where equalNan.

    rtol and atol are taken as FLOAT. An out of another dtype than BOOL answers 561103.
    """
    if self.is_empty or other.is_empty:
        return
    x, y = b.contiguous(self), b.contiguous(other)
    result = b.kernel(logic.is_close, x, y, dtype=BOOL, rtol=rtol, atol=atol, equal_nan=bool(equal_nan))
    b.view_copy(result, out)


_WHOLE = (*_SIGNED, BOOL, U16, U32, U64)
_EQUAL = dtypes(*_WHOLE, DAV_2201=(*_WHOLE, BF16), DAV_3510=(*_WHOLE, BF16))


def _one_element(call: Call) -> None:
    out = call.args["out"]
    if out.view_shape != (1,):
        raise ParamInvalid(
            "ACLNN-PARAM-009", op=call.operator.name, param="out", got=list(out.view_shape), allowed=[1]
        )


@operator(
    "aclnnEqual(const aclTensor *self, const aclTensor *other, aclTensor *out)",
    checks=(
        not_null("self", "other", "out"),
        result_is(by_pair("self", "other"), "self", "other"),
        promoted_in(_EQUAL, "other"),
        dtype_in(_BOOL_OUT, "out"),
        max_rank(8, "self", "other", "out"),
        Check("one_element", ("out",), _one_element, "out: shape [1]"),
    ),
    source="ops-math/math/tensor_equal/op_api/aclnn_equal.cpp",
)
def equal(b: Builder, self: Tensor, other: Tensor, out: Tensor) -> None:
    """out = whether self and other have the same shape and the same elements."""
    same_shapes = self.view_shape == other.view_shape
    if not same_shapes or self.is_empty:
        b.view_copy(b.fill((1,), same_shapes, BOOL), out)
        return
    dtype = F32 if b.promoted == BF16 else b.promoted
    x, y = b.contiguous_cast(self, dtype), b.contiguous_cast(other, dtype)
    b.view_copy(b.kernel(logic.tensor_equal, x, y, shape=(1,), dtype=BOOL), out)


_IN = dtypes(*_SIGNED, DAV_2201=(*_SIGNED, BF16), DAV_3510=(*_SIGNED, BF16))
_MANY = 10  # elements from which both dtypes count


def _element_rule(call: Call) -> int:
    tensor, scalar = call.args["testElements"], call.args["element"].dtype
    if tensor.numel >= _MANY:
        return promote(tensor.dtype, scalar)
    if is_floating(tensor.dtype):
        return int(tensor.dtype)
    return promote(tensor.dtype, scalar) if is_floating(scalar) else int(tensor.dtype)


def _no_dimensions(call: Call) -> None:
    out = call.args["out"]
    if out.rank:
        raise ParamInvalid(
            "ACLNN-PARAM-062", op=call.operator.name, param="out", got=out.rank, shape=list(out.view_shape),
            allowed=0,
        )  # fmt: skip


@operator(
    "aclnnIsInScalarTensor(const aclScalar *element, const aclTensor *testElements, bool assumeUnique, bool invert,"
    " aclTensor *out)",
    checks=(
        not_null("element", "testElements", "out"),
        dtype_in(_IN, "element", "testElements"),
        dtype_in(_BOOL_OUT, "out"),
        result_is(_element_rule, "element", "testElements"),
        casts_to_promoted("element", "testElements"),
        max_rank(8, "testElements"),
        Check("no_dimensions", ("out",), _no_dimensions, "out: no dimensions"),
    ),
    source="ops-math/math/equal/op_api/aclnn_isin.cpp",
)
def is_in_scalar_tensor(
    b: Builder,
    element: Scalar,
    test_elements: Tensor,
    assume_unique: bool,  # noqa: ARG001 - it only hints at a faster search
    invert: bool,
    out: Tensor,
) -> None:
    """out = whether element is among testElements, or is not where invert is set."""
    value = element.as_(F32)
    is_nan = is_floating(element.dtype) and value != value  # noqa: PLR0124 - NaN is nothing's element
    if test_elements.is_empty or is_nan:
        b.view_copy(b.fill((1,), bool(invert), BOOL), out)
        return
    x = b.contiguous_cast(test_elements, b.promoted)
    found = apply(b, logic.equal, x, element.as_(b.promoted), dtype=BOOL)
    if test_elements.rank:
        found = reduce(b, truth.reduce_any, found, tuple(range(test_elements.rank)), keep=False)
    b.view_copy(b.kernel(predicate.logical_not, found, dtype=BOOL) if invert else found, out)


def _keeps_float(tensor: int, scalar: int) -> int:
    if is_floating(tensor):
        return tensor
    return promote(scalar, tensor) if is_floating(scalar) else tensor


@operator(
    "aclnnIsInTensorScalar(const aclTensor *element, const aclScalar *testElement, bool assumeUnique, bool invert,"
    " aclTensor *out)",
    checks=(
        not_null("element", "testElement", "out"),
        dtype_in(_IN, "element", "testElement"),
        dtype_in(_BOOL_OUT, "out"),
        result_is(by_category("element", "testElement", _keeps_float), "element", "testElement"),
        promoted_in(_IN, "testElement"),
        max_rank(8, "element", "out"),
        same_shape("element", "out"),
    ),
    source="ops-math/math/equal/op_api/aclnn_isin_tensor_scalar.cpp",
)
def is_in_tensor_scalar(
    b: Builder,
    element: Tensor,
    test_element: Scalar,
    assume_unique: bool,  # noqa: ARG001 - it only hints at a faster search
    invert: bool,
    out: Tensor,
) -> None:
    """out = element == testElement, or != where invert is set."""
    if element.is_empty:
        return
    kernel = logic.not_equal if invert else logic.equal
    x = b.contiguous_cast(element, b.promoted)
    b.view_copy(apply(b, kernel, x, test_element.as_(b.promoted), dtype=BOOL), out)
