"""Distances of points: Cdist, Pdist, PdistForward."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from aclnn_emu.core.layout import broadcast
from aclnn_emu.errors import InnerNullptr, ParamInvalid
from aclnn_emu.kernels import data, distance
from aclnn_emu.ops._cube import as_float
from aclnn_emu.ops._losses import require_view_shape
from aclnn_emu.ops._types import BF16, F16, F32
from aclnn_emu.plan.checks import Check, custom, dtype_in, max_rank, min_rank, not_null, rank_is, same_dtype
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

_910B = 2201
_EUCLIDEAN = 2


def _p_of(call: Call, param: str) -> float:
    value = call.args[param]
    return float(value) if isinstance(value, (int, float)) else as_float(value)


def _norm_exists(param: str, *, nan: bool) -> Check:
    """p is not negative, and no NaN unless `nan`."""

    @custom("norm_exists", (param,), f"{param}: not negative" + ("" if nan else ", not NaN"))
    def check(call: Call) -> None:
        p = _p_of(call, param)
        if p < 0 or (math.isnan(p) and not nan):
            raise ParamInvalid("ACLNN-PARAM-195", op=call.operator.name, param=param, got=p)

    return check


# aclnnCdist.


@custom("points_of_one_space", ("x1", "x2"), "x1, x2: as many coordinates")
def _one_space(call: Call) -> None:
    x, y = call.args["x1"].view_shape, call.args["x2"].view_shape
    if x[-1] != y[-1]:
        raise ParamInvalid(
            "ACLNN-PARAM-084", op=call.operator.name, param="x2", got=list(y), reference="x1", shape=list(x),
            allowed=[*y[:-1], x[-1]],
        )  # fmt: skip


@custom("exact_euclid", ("p", "compute_mode"), "compute_mode: 2 where p is 2")
def _exact_euclid(call: Call) -> None:
    if abs(call.args["p"] - 2) < 1e-6 and call.args["compute_mode"] != _EUCLIDEAN:
        raise ParamInvalid(
            "ACLNN-PARAM-010", op=call.operator.name, param="compute_mode", got=call.args["compute_mode"],
            allowed="2, where p is 2",
        )  # fmt: skip


@operator(
    "aclnnCdist(const aclTensor *x1, const aclTensor *x2, float p, int64_t compute_mode, aclTensor *out)",
    checks=(
        not_null("x1", "x2", "out"),
        dtype_in(dtypes(DAV_2201=(F32, F16, BF16), DAV_3510=(F32, F16, BF16)), "x1", "x2", "out"),
        same_dtype("out", "x1", "x2"),
        max_rank(8, "x1", "x2", "out"),
        min_rank(2, "x1", "x2", "out"),
        _one_space,
        _norm_exists("p", nan=False),
        _exact_euclid,
    ),
    source="ops-math/math/cdist/op_api/aclnn_cdist.cpp",
)
def cdist(b: Builder, x1: Tensor, x2: Tensor, p: float, compute_mode: int, out: Tensor) -> None:  # noqa: ARG001 - checked
    """out[i, j] = the p-norm of x1[i] - x2[j], of points in rows; batches broadcast."""
    x, y = x1.view_shape, x2.view_shape
    if 0 in x[:-1] or 0 in y[:-1]:
        return
    left, right = b.contiguous(x1), b.contiguous(x2)
    batch = broadcast(x[:-2], y[:-2])
    if batch is None:
        raise ParamInvalid(
            "ACLNN-PARAM-008", op=b.call.operator.name, param="x2", got=list(y), other=list(x), reference="x1"
        )
    shape = (*batch, x[-2], y[-2])
    if not x[-1]:
        b.view_copy(b.fill(shape, 0, out.dtype), out)
        return
    left = _repeat(b, left, (*batch, *x[-2:]))
    right = _repeat(b, right, (*batch, *y[-2:]))
    if b.profile.npu_arch == _910B:
        dtype = F32 if x1.dtype == BF16 else x1.dtype
        left, right = b.cast(left, dtype), b.cast(right, dtype)
        pairs = (*shape, x[-1])
        left = b.kernel(distance.beside, left, shape=pairs, dtype=dtype, axis=-2, pairs=pairs)
        right = b.kernel(distance.beside, right, shape=pairs, dtype=dtype, axis=-3, pairs=pairs)
        result = b.kernel(distance.row_norms, left, right, shape=shape, dtype=dtype, p=p)
    else:
        result = b.kernel(distance.cdist, left, right, shape=shape, p=p)
    b.view_copy(b.cast(result, out.dtype), out)


def _repeat(b: Builder, source: Buffer, shape: tuple[int, ...]) -> Buffer:
    """BroadcastTo, also where it moves nothing."""
    return b.kernel(data.copy, source, name="BroadcastTo", shape=shape)


# aclnnPdist, aclnnPdistForward.


@custom("one_distance_a_pair", ("self", "out"), "out: as many elements as self has pairs of rows")
def _pairs(call: Call) -> None:
    count = call.args["self"].view_shape[0]
    require_view_shape(call, "out", (count * (count - 1) // 2,))


def _pdist(b: Builder, x: Tensor, p: float, out: Tensor) -> None:
    if x.is_empty:
        result = b.fill(out.view_shape, 0, out.dtype)
    else:
        result = b.kernel(distance.pdist, b.contiguous(x), shape=out.view_shape, p=p)
    b.view_copy(result, out)


_SHAPES = (rank_is(2, "self"), rank_is(1, "out"), _pairs)


@operator(
    "aclnnPdist(const aclTensor *self, float p, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        dtype_in(dtypes(F16, F32), "self", "out"),
        same_dtype("self", "out"),
        *_SHAPES,
        _norm_exists("p", nan=False),
    ),
    source="ops-math/math/pdist/op_api/aclnn_pdist.cpp",
)
def pdist(b: Builder, self: Tensor, p: float, out: Tensor) -> None:
    """out = the p-norms of the differences of all pairs of rows."""
    if self.view_shape[0] > 1:
        _pdist(b, self, p, out)


@operator(
    "aclnnPdistForward(const aclTensor *self, const aclScalar *pScalar, aclTensor *out)",
    checks=(
        not_null("self", "pScalar", "out", error=InnerNullptr),
        dtype_in(dtypes(F32, F16), "self", "out"),
        same_dtype("self", "out"),
        *_SHAPES,
        _norm_exists("pScalar", nan=True),
    ),
    source="ops-math/math/pdist/op_api/aclnn_pdist_forward.cpp",
)
def pdist_forward(b: Builder, self: Tensor, p_scalar: Scalar, out: Tensor) -> None:
    """out = the p-norms of the differences of all pairs of rows."""
    if self.view_shape[0] > 1:
        _pdist(b, self, as_float(p_scalar), out)
