"""p-norms of vectors, and tensors whose sub-tensors are brought under a p-norm."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from aclnn_emu.core.dtypes import dtype_name, is_complex
from aclnn_emu.errors import ParamInvalid
from aclnn_emu.kernels import data, elementwise, norm
from aclnn_emu.ops._reduction import (
    all_or,
    axis_in_range,
    fill_out,
    normal,
    real,
    reduce,
    reduced_shape,
    shape_is_reduced,
)
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BF16, F16, F32
from aclnn_emu.plan.checks import (
    axes_in_range,
    casts_to,
    custom,
    dtype_in,
    dtype_is_value,
    dtype_value_in,
    max_rank,
    min_rank,
    not_null,
    only_on,
    promotes,
    same_dtype,
    same_format,
    same_shape,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.arrays import IntArray
    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.checks import Check
    from aclnn_emu.plan.spec import Call

_FLOATS = (F32, F16, BF16)
_FLOAT_LIST = dtypes(*_FLOATS)
_ASCEND910B = 2201

# What one LpNormV2 kernel of 910B reads and writes; other pairs go through FLOAT.
_DIRECT: dict[int, tuple[int, ...]] = {F32: (F32,), F16: (F32, F16), BF16: (F32, BF16)}

_SWALLOWED = (
    "On Ascend910B the library returns success when a step of the plan fails; here the failure is returned."
)
_ORDERS = (
    "The kernels of the chips before Ascend950 are not public. Their orders other than 0, 1, 2, 3 and infinity, which"
    " the documents allow, are computed as on Ascend950."
)


def _order(p: Scalar, b: Builder) -> float:
    """P as a FLOAT; the chips before Ascend950 are told of an infinite one by the ends of INT32."""
    value = float(np.float32(real(p)))
    if b.profile.npu_arch != REGBASE and math.isinf(value):
        return math.copysign(2.0**31, value)
    return value


def _plan_norm(b: Builder, self: Tensor, p: float, axes: tuple[int, ...], out: Tensor, *, keep: bool) -> None:
    x = b.contiguous(self)
    arch = b.profile.npu_arch
    if arch == REGBASE or (arch == _ASCEND910B and out.dtype in _DIRECT.get(self.dtype, ())):
        result = reduce(b, norm.lp_norm, x, axes, keep=keep, dtype=out.dtype, p=p)
    elif arch == _ASCEND910B:
        result = reduce(b, norm.lp_norm, b.cast(x, F32), axes, keep=keep, p=p)
    else:
        total = reduce(b, norm.lp_norm_reduce, b.cast(x, F32), axes, keep=keep, p=p)
        result = b.kernel(norm.lp_norm_update, total, p=p)
    b.view_copy(b.cast(result, out.dtype), out)


@operator(
    "aclnnNorm(const aclTensor *self, const aclScalar *pScalar, const aclIntArray *dim, bool keepdim, aclTensor *out)",
    checks=(
        not_null("self", "pScalar", "dim", "out"),
        only_on(REGBASE, dtype_in(_FLOAT_LIST, "self", "out")),
        promotes("self", "out"),
        only_on(REGBASE, casts_to("out")),
        axes_in_range("dim", "self", ranges_first=True),
        max_rank(8, "self", "out"),
        shape_is_reduced("self", "dim", "keepdim", "out"),
    ),
    source="ops-nn/norm/lp_norm_v2/op_api/aclnn_norm.cpp",
    deviations=(_SWALLOWED, _ORDERS),
)
def vector_norm(
    b: Builder, self: Tensor, p_scalar: Scalar, dim: IntArray, keepdim: bool, out: Tensor
) -> None:
    """out = (sum of |self|^p over dim)^(1/p); no dim is all of them.

    Order infinity is the largest |self|, -infinity the smallest, 0 the number of elements that are not 0.
    """
    if self.is_empty:
        fill_out(b, 0, out)
    else:
        _plan_norm(b, self, _order(p_scalar, b), all_or(dim, self.rank), out, keep=keepdim)


@custom("no_complex", ("self", "out"), "self, out: no complex dtype")
def _no_complex(call: Call) -> None:
    for param in ("self", "out"):
        if is_complex(call.args[param].dtype):
            raise ParamInvalid("ACLNN-PARAM-102", op=call.operator.name, param=param)


@custom("norm_dtypes", ("self", "dtype"), "dtype: FLOAT, or the dtype of self")
def _dtype_of_self_or_float(call: Call) -> None:
    self, dtype = call.args["self"], call.args["dtype"]
    if dtype not in _DIRECT[self.dtype]:
        raise ParamInvalid(
            "ACLNN-PARAM-022", op=call.operator.name, param="dtype", got=dtype_name(dtype), soc=call.profile.name,
            allowed=", ".join(map(dtype_name, _DIRECT[self.dtype])),
        )  # fmt: skip


@operator(
    "aclnnLinalgVectorNorm(const aclTensor *self, const aclScalar *ord, const aclIntArray *dims, bool keepDims,"
    " const aclDataType dtype, aclTensor *out)",
    checks=(
        not_null("self", "ord", "dims", "out"),
        dtype_is_value("out", "dtype"),
        _no_complex,
        only_on(REGBASE, dtype_in(_FLOAT_LIST, "self", "out")),
        only_on(REGBASE, dtype_value_in(_FLOAT_LIST, "dtype")),
        only_on(REGBASE, _dtype_of_self_or_float),
        promotes("self", "out"),
        only_on(REGBASE, casts_to("out")),
        axes_in_range("dims", "self", ranges_first=True),
        max_rank(8, "self", "out"),
        shape_is_reduced("self", "dims", "keepDims", "out"),
    ),
    source="ops-nn/norm/lp_norm_v2/op_api/aclnn_linalg_vector_norm.cpp",
    deviations=(_SWALLOWED, _ORDERS),
)
def linalg_vector_norm(
    b: Builder,
    self: Tensor,
    ord: Scalar,  # noqa: A002 - the prototype's word
    dims: IntArray,
    keep_dims: bool,
    dtype: int,
    out: Tensor,
) -> None:
    """out = (sum of |self|^ord over dims)^(1/ord); no dims are all of them.

    Order infinity is the largest |self|, -infinity the smallest, 0 the number of elements that are not 0.
    """
    if self.is_empty or out.is_empty:
        if not out.is_empty:
            zeros = b.fill(out.view_shape, 0, dtype if dtype in _FLOATS else F32, name="ZerosLike")
            b.view_copy(b.cast(zeros, dtype), out)
        return
    _plan_norm(b, self, _order(ord, b), all_or(dims, self.rank), out, keep=keep_dims)


# Renorm.

_RENORM_DTYPES = dtypes(F32, F16, BF16, DAV_1001=(F32, F16))
_EPSILON_HALF, _EPSILON = 1e-7, 1e-12
_RENORM_CLOSED = (
    "The norm that is divided by is at least 1e-12, for FLOAT16 and BF16 1e-7, as in the kernel of Ascend950, which"
    " is given FLOAT alone; the other chips' kernels are not public."
)


def _not_negative(param: str) -> Check:
    @custom("not_negative", (param,), f"{param}: 0 or more")
    def check(call: Call) -> None:
        value = real(call.args[param])
        if value < 0:
            raise ParamInvalid("ACLNN-PARAM-042", op=call.operator.name, param=param, got=value, low=0)

    return check


def _renorm_values(self: str) -> tuple[Check, ...]:
    return (_not_negative("p"), axis_in_range("dim", self), _not_negative("maxNorm"))


def _plan_renorm(b: Builder, self: Tensor, p: Scalar, dim: int, max_norm: Scalar, out: Tensor) -> None:
    if self.is_empty:
        return
    regbase = b.profile.npu_arch == REGBASE
    x = b.contiguous_cast(self, F32 if regbase else self.dtype)
    axis = normal(dim, self.rank)
    others = tuple(other for other in range(self.rank) if other != axis)
    factors = b.kernel(
        norm.renorm, x, shape=reduced_shape(x.shape, others, keep=True), p=real(p), axis=axis,
        limit=real(max_norm), epsilon=_EPSILON if x.dtype == F32 else _EPSILON_HALF,
    )  # fmt: skip
    spread = b.kernel(data.copy, factors, name="BroadcastTo", shape=x.shape)
    b.view_copy(b.cast(b.kernel(elementwise.mul, x, spread), out.dtype), out)


@operator(
    "aclnnRenorm(const aclTensor *self, const aclScalar *p, int64_t dim, const aclScalar *maxNorm, aclTensor *out)",
    checks=(
        not_null("self", "p", "maxNorm", "out"),
        dtype_in(_RENORM_DTYPES, "self", "out"),
        same_dtype("self", "out"),
        same_format("self", "out"),
        min_rank(2, "self", "out"),
        max_rank(8, "self", "out"),
        same_shape("self", "out"),
        *_renorm_values("self"),
    ),
    source="ops-nn/norm/renorm/op_api/aclnn_renorm.cpp",
    deviations=(_RENORM_CLOSED,),
)
def renorm(b: Builder, self: Tensor, p: Scalar, dim: int, max_norm: Scalar, out: Tensor) -> None:
    """out = self, with every sub-tensor at a place of dim scaled to p-norm maxNorm where its norm is larger."""
    _plan_renorm(b, self, p, dim, max_norm, out)


@operator(
    "aclnnInplaceRenorm(aclTensor *selfRef, const aclScalar *p, int64_t dim, const aclScalar *maxNorm)",
    checks=(
        not_null("selfRef", "p", "maxNorm"),
        dtype_in(_RENORM_DTYPES, "selfRef"),
        min_rank(2, "selfRef"),
        max_rank(8, "selfRef"),
        *_renorm_values("selfRef"),
    ),
    source="ops-nn/norm/renorm/op_api/aclnn_renorm.cpp",
    deviations=(_RENORM_CLOSED,),
)
def inplace_renorm(b: Builder, self_ref: Tensor, p: Scalar, dim: int, max_norm: Scalar) -> None:
    """Scale every sub-tensor of selfRef at a place of dim to p-norm maxNorm where its norm is larger."""
    _plan_renorm(b, self_ref, p, dim, max_norm, self_ref)
