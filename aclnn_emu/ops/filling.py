"""Tensors filled with values: InplaceFillScalar, InplaceFillTensor, InplaceOne; Arange, Range, Linspace, LogSpace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import dtype_name, is_complex
from aclnn_emu.errors import InnerNullptr, ParamInvalid
from aclnn_emu.kernels import filling
from aclnn_emu.ops._movement import bf16_on_new
from aclnn_emu.ops._types import BF16, BOOL, C64, C128, F16, F32, F64, S8, S16, S32, S64, U8, U16, U32, U64
from aclnn_emu.plan.checks import Check, custom, dtype_in, max_rank, not_null, promotes
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

__all__: list[str] = []

_FILL_LIST = (F32, S32, S64, F16, S16, S8, U8, F64, BOOL, C64, C128)
_FILL_NEW = (*_FILL_LIST, BF16, U16, U32, U64)


def _filled_shape(tensor: Tensor) -> tuple[int, ...]:
    """A scalar is filled as [1]."""
    return tensor.view_shape or (1,)


@operator(
    "aclnnInplaceFillScalar(aclTensor *selfRef, const aclScalar *value)",
    checks=(
        not_null("selfRef", "value"),
        dtype_in(dtypes(*_FILL_LIST, DAV_2201=_FILL_NEW, DAV_3510=_FILL_NEW), "selfRef"),
        promotes("selfRef", "value"),
        max_rank(8, "selfRef"),
    ),
    source="ops-math/conversion/fill/op_api/aclnn_fill_scalar.cpp",
)
def inplace_fill_scalar(b: Builder, self_ref: Tensor, value: Scalar) -> None:
    """selfRef = value, as the dtype of selfRef."""
    if not self_ref.is_empty:
        filled = b.fill(_filled_shape(self_ref), value.as_(self_ref.dtype), self_ref.dtype)
        b.view_copy(filled, self_ref)


@custom("value_is_one", ("value",), "value: no dimension, or one of size 1")
def _value_is_one(call: Call) -> None:
    value = call.args["value"]
    if value.view_shape not in ((), (1,)):
        raise ParamInvalid(
            "ACLNN-PARAM-083", op=call.operator.name, param="value", got=list(value.view_shape)
        )


@operator(
    "aclnnInplaceFillTensor(aclTensor *selfRef, const aclTensor *value)",
    checks=(
        not_null("selfRef", "value"),
        dtype_in(bf16_on_new(*_FILL_LIST), "selfRef"),
        max_rank(8, "selfRef"),
        _value_is_one,
    ),
    source="ops-math/conversion/fill/op_api/aclnn_fill_tensor.cpp",
)
def inplace_fill_tensor(b: Builder, self_ref: Tensor, value: Tensor) -> None:
    """selfRef = the element of value, cast to the dtype of selfRef."""
    if self_ref.is_empty:
        return
    shape = _filled_shape(self_ref)
    one = b.contiguous_cast(value, self_ref.dtype)
    b.view_copy(b.kernel(filling.fill_like, one, shape=shape, size=shape), self_ref)


@operator(
    "aclnnInplaceOne(const aclTensor *selfRef)",
    checks=(
        not_null("selfRef"),
        dtype_in(bf16_on_new(F32, F16, S8, S16, S32, S64, U8, BOOL, F64), "selfRef"),
        max_rank(8, "selfRef"),
    ),
    source="ops-math/math/ones_like/op_api/aclnn_ones.cpp",
)
def inplace_one(b: Builder, self_ref: Tensor) -> None:
    """selfRef = 1."""
    if not self_ref.is_empty:
        b.view_copy(b.ones_like(b.contiguous(self_ref)), self_ref)


# Sequences

_BOUNDS = bf16_on_new(F32, S32, S64, F16, S16, S8, U8, F64, BOOL)
_SEQUENCE = bf16_on_new(F16, F32, F64, S64, S32)
_AS_MANY = (
    "out gets as many numbers as it has elements; on Ascend950 the library leaves those behind end as they are. FLOAT is"
    " multiplied and added with one rounding, as Ascend950 does; older kernels are not public."
)


@custom("step_leads", ("start", "end", "step", "out"), "step: not 0, and towards end")
def _step_leads(call: Call) -> None:
    dtype = call.args["out"].dtype
    read = F64 if dtype == F64 else S64 if dtype in (S32, S64) else F32
    start, end, step = (call.args[name].as_(read) for name in ("start", "end", "step"))
    if not (step > 0 or step < 0) or (step > 0 and start > end) or (step < 0 and start < end):
        raise ParamInvalid(
            "ACLNN-PARAM-145", op=call.operator.name, param="step", got=step, start=start, end=end
        )


def _sequence_checks() -> tuple[Check, ...]:
    return (dtype_in(_BOUNDS, "start", "end", "step"), dtype_in(_SEQUENCE, "out"))


def _sequence(b: Builder, start: Scalar, step: Scalar, out: Tensor) -> None:
    read = S64 if out.dtype in (S32, S64) else F64
    shape = out.view_shape
    made = b.kernel(
        filling.sequence, shape=shape, dtype=out.dtype, size=shape, start=start.as_(read), step=step.as_(read),
        kind=out.dtype,
    )  # fmt: skip
    b.view_copy(made, out)


@operator(
    "aclnnArange(const aclScalar *start, const aclScalar *end, const aclScalar *step, aclTensor *out)",
    checks=(not_null("start", "end", "step", "out"), *_sequence_checks(), _step_leads),
    source="ops-math/math/range/op_api/aclnn_arange.cpp",
    deviations=(_AS_MANY,),
)
def arange(b: Builder, start: Scalar, end: Scalar, step: Scalar, out: Tensor) -> None:
    """out = start, start + step and so on, below end."""
    del end
    _sequence(b, start, step, out)


@custom("has_dimensions", ("out",), "out: at least one dimension")
def _out_has_dimensions(call: Call) -> None:
    if not call.args["out"].rank:
        raise ParamInvalid("ACLNN-PARAM-045", op=call.operator.name, param="out", allowed=1)


@operator(
    "aclnnRange(const aclScalar *start, const aclScalar *end, const aclScalar *step, aclTensor *out)",
    checks=(
        not_null("start", "end", "step", "out", error=InnerNullptr),
        *_sequence_checks(),
        _out_has_dimensions,
        _step_leads,
    ),
    source="ops-math/math/range/op_api/aclnn_range.cpp",
    deviations=(_AS_MANY,),
)
def range_(b: Builder, start: Scalar, end: Scalar, step: Scalar, out: Tensor) -> None:
    """out = start, start + step and so on, up to end."""
    del end
    _sequence(b, start, step, out)


_LINSPACE = (F32, F16, S32, S8, U8, F64)
_LINSPACE_NEW = (F32, F16, BF16, S32, S16, S8, U8, S64, F64)
_TWO_HALVES = (
    "The first half is counted from start and the second back from end, each in FLOAT (DOUBLE in DOUBLE); where the"
    " hardware changes over depends on its cores."
)


@custom("real_bounds", ("start", "end"), "start, end: not complex")
def _real_bounds(call: Call) -> None:
    for name in ("start", "end"):
        dtype = call.args[name].dtype
        if is_complex(dtype):
            raise ParamInvalid("ACLNN-PARAM-063", op=call.operator.name, param=name, got=dtype_name(dtype))


def _require_steps(call: Call) -> None:
    if call.args["steps"] < 0:
        raise ParamInvalid(
            "ACLNN-PARAM-042", op=call.operator.name, param="steps", got=call.args["steps"], low=0
        )


@custom("steps_elements", ("steps", "out"), "steps: 0 or more; out: as many elements")
def _steps_elements(call: Call) -> None:
    _require_steps(call)
    out, steps = call.args["out"], call.args["steps"]
    if out.numel != steps:
        raise ParamInvalid(
            "ACLNN-PARAM-069", op=call.operator.name, param="out", got=out.numel, shape=list(out.view_shape),
            allowed=steps,
        )  # fmt: skip


@operator(
    "aclnnLinspace(const aclScalar *start, const aclScalar *end, int64_t steps, aclTensor *out)",
    checks=(
        not_null("start", "end", "out", error=InnerNullptr),
        _real_bounds,
        dtype_in(dtypes(*_LINSPACE, DAV_2201=_LINSPACE_NEW, DAV_3002=(), DAV_3510=_LINSPACE_NEW), "out"),
        _steps_elements,
    ),
    source="ops-math/math/lin_space/op_api/aclnn_linspace.cpp",
    deviations=(_TWO_HALVES,),
)
def linspace(b: Builder, start: Scalar, end: Scalar, steps: int, out: Tensor) -> None:
    """out = steps numbers at equal distances from start to end, both included; INT64 is computed in FLOAT."""
    if steps == 0:
        return
    if steps == 1:
        b.view_copy(b.fill((1,), start.as_(out.dtype), out.dtype), out)
        return
    dtype = F32 if out.dtype == S64 else out.dtype
    made = b.kernel(
        filling.linspace, shape=(steps,), dtype=dtype, start=start.as_(dtype), end=end.as_(dtype), count=steps,
        kind=dtype,
    )  # fmt: skip
    b.view_copy(b.cast(made, out.dtype), out)


@custom("steps_not_negative", ("steps",), "steps: 0 or more")
def _steps_not_negative(call: Call) -> None:
    _require_steps(call)


@operator(
    "aclnnLogSpace(const aclScalar *start, const aclScalar *end, int64_t steps, double base, const aclTensor *result)",
    checks=(
        not_null("start", "end", "result", error=InnerNullptr),
        dtype_in(dtypes(F32, F16, BF16), "result"),
        _steps_not_negative,
    ),
    source="ops-math/math/logspace/op_api/aclnn_logspace.cpp",
    deviations=(_TWO_HALVES,),
    written=("result",),
)
def log_space(b: Builder, start: Scalar, end: Scalar, steps: int, base: float, result: Tensor) -> None:
    """result = base to the power of steps numbers at equal distances from start to end, both included."""
    if steps == 0:
        return
    halves = {start.dtype, end.dtype} == {F16, BF16}
    dtype = F32 if halves else result.dtype
    exponents = b.kernel(
        filling.linspace, shape=(steps,), dtype=dtype, start=start.as_(dtype), end=end.as_(dtype), count=steps,
        kind=dtype,
    )  # fmt: skip
    powers = b.kernel(filling.power, exponents, base=base)
    b.view_copy(b.cast(powers, result.dtype), result)
