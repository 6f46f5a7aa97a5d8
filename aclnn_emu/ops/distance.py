"""Distances of points: Cdist, Pdist, PdistForward, and the gradient of the chamfer distance."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from aclnn_emu.core.layout import broadcast
from aclnn_emu.errors import FindKernel, InnerNullptr, ParamInvalid
from aclnn_emu.kernels import data, distance
from aclnn_emu.ops._cube import as_float
from aclnn_emu.ops._losses import require_view_shape
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BF16, F16, F32, S32
from aclnn_emu.ops.generated import kernel_on
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


# aclnnChamferDistanceBackward.

_CHAMFER = ("xyz1", "xyz2", "idx1", "idx2", "gradDist1", "gradDist2")
_CHAMFER_OUT = ("gradXyz1", "gradXyz2")


_PLANE_ONLY = (
    "Sets of points that are not [B, N, 2] both, or other tensors that are not [B, N], are refused (561003): nothing in"
    " the source looks at shapes, and its kernel takes all sizes from xyz1."
)


def _where_all_have_elements(check: Check) -> Check:
    """The check applies only where no input is empty."""

    def run(call: Call) -> None:
        if not any(call.args[name].is_empty for name in _CHAMFER):
            check.run(call)

    return Check("unless_one_is_empty", check.params, run, f"unless an input is empty: {check.text}")


@custom(
    "points_of_a_plane", _CHAMFER, "xyz1, xyz2: [B, N, 2]; idx1, idx2, gradDist1, gradDist2: [B, N] (561003)"
)
def _points_of_a_plane(call: Call) -> None:
    batch, count = (*call.args["xyz1"].view_shape, 0, 0)[:2]
    for name in _CHAMFER:
        wanted = (batch, count, 2) if name.startswith("xyz") else (batch, count)
        if call.args[name].view_shape != wanted:
            raise FindKernel(
                "ACLNN-PARAM-047", op=call.operator.name, param=name,
                got=f"of view shape {list(call.args[name].view_shape)}",
            )  # fmt: skip


@operator(
    "aclnnChamferDistanceBackward(const aclTensor *xyz1, const aclTensor *xyz2, const aclTensor *idx1,"
    " const aclTensor *idx2, const aclTensor *gradDist1, const aclTensor *gradDist2, aclTensor *gradXyz1,"
    " aclTensor *gradXyz2)",
    checks=(
        not_null(*_CHAMFER, *_CHAMFER_OUT),
        dtype_in(dtypes(F32, F16), "xyz1", "xyz2"),
        dtype_in(dtypes(S32), "idx1", "idx2"),
        dtype_in(dtypes(F32, F16), "gradDist1", "gradDist2", *_CHAMFER_OUT),
        _where_all_have_elements(kernel_on("xyz1", 2201, REGBASE)),
        _where_all_have_elements(_points_of_a_plane),
    ),
    source="ops-nn/loss/chamfer_distance_grad/op_host/op_api/aclnn_chamfer_distance_backward.cpp",
    deviations=(_PLANE_ONLY,),
)
def chamfer_distance_backward(
    b: Builder,
    xyz1: Tensor,
    xyz2: Tensor,
    idx1: Tensor,
    idx2: Tensor,
    grad_dist1: Tensor,
    grad_dist2: Tensor,
    grad_xyz1: Tensor,
    grad_xyz2: Tensor,
) -> None:
    """gradXyz1 = 2 * gradDist1 * (xyz1 - xyz2[idx1]), less what the points of xyz2 whose nearest it is add; gradXyz2 alike."""
    inputs = (xyz1, xyz2, idx1, idx2, grad_dist1, grad_dist2)
    if any(tensor.is_empty for tensor in inputs):
        return
    x, y, near_x, near_y, grad_x, grad_y = (b.contiguous(tensor) for tensor in inputs)
    x, y, grad_x, grad_y = (b.cast(tensor, F32) for tensor in (x, y, grad_x, grad_y))
    results = b.kernel_outputs(
        distance.nearest_grad, x, y, near_x, near_y, grad_x, grad_y,
        outputs=((xyz1.view_shape, F32), (xyz2.view_shape, F32)),
    )  # fmt: skip
    first, second = (b.cast(result, xyz1.dtype) for result in results)
    b.view_copy(first, grad_xyz1)
    b.view_copy(second, grad_xyz2)
