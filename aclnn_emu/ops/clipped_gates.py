"""Swiglu with bounds and groups of rows, and its gradients. Of most the vendor's build generates the first phase."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from aclnn_emu.core.dtypes import dtype_name
from aclnn_emu.errors import AclnnError, ParamInvalid, TilingError
from aclnn_emu.kernels import gate
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BF16, F16, F32, S64
from aclnn_emu.ops.generated import GENERATED, kernel_on
from aclnn_emu.plan.checks import (
    Check,
    custom,
    dtype_in,
    max_rank,
    not_null,
    only_on,
    same_dtype,
    same_shape,
    unless_empty,
    when_given,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

_FLOATS = dtypes(F16, F32, BF16)
_GROUPS = "groupIndexOptional"
_MOST_GROUPS = 8192

_STRIDED = (
    "Strided inputs are made contiguous on every chip; the kernel's definition asks for that on Ascend950 only, and the"
    " document is silent or refuses them."
)
_NEGATIVE = "A negative sum of groupIndexOptional counts as 0; the document rules it out and the kernel does not look."
_REST = (
    "The rows beyond the sum of groupIndexOptional keep what out held, a strided one too; on the device such an out would"
    " get them from memory that nobody has written."
)
_NOT_ON_910B = (
    "Ascend910B and Ascend910_93 answer 561003, since the document excludes them; their kernel is there, but takes no"
    " clampMode."
)
_NOTHING = (
    "Tensors without elements make nothing, and an empty groupIndexOptional counts as none, as in the tiling; the"
    " document takes neither."
)
_FORWARD = (
    GENERATED,
    _STRIDED,
    _NEGATIVE,
    _REST,
    "An x without elements makes nothing on every chip, as the document says; the tiling of Ascend950 refuses it.",
    "A limit of 0 or below is refused (161002) on Ascend950 only, as in the tiling; the document rules it out on all chips.",
)


def _halved(half: str, error: type[AclnnError]) -> Check:
    """x has the dimension, an even size there, and `half` half of it."""

    def run(call: Call) -> None:
        op, dim, shape = call.operator.name, call.args["dim"], call.args["x"].view_shape
        rank = len(shape)
        if not rank:
            raise error("ACLNN-PARAM-045", op=op, param="x", allowed=1)
        if not -rank <= dim < rank:
            raise error("ACLNN-PARAM-024", op=op, param="dim", got=dim, rank=rank, low=-rank, high=rank - 1)
        if shape[dim] % 2:
            raise error("ACLNN-PARAM-044", op=op, param="x", got=list(shape), dim=dim)
        wanted = [size // 2 if axis == dim % rank else size for axis, size in enumerate(shape)]
        got = list(call.args[half].view_shape)
        if got != wanted:
            raise error("ACLNN-PARAM-009", op=op, param=half, got=got, allowed=wanted)

    text = f"dim: a dimension of x, even there; {half} has half of it"
    return Check("halves", ("x", "dim", half), run, text)


def _one_dimension(error: type[AclnnError]) -> Check:
    def run(call: Call) -> None:
        groups = call.args[_GROUPS]
        if groups is not None and groups.rank != 1:
            raise error(
                "ACLNN-PARAM-062", op=call.operator.name, param=_GROUPS, got=groups.rank,
                shape=list(groups.view_shape), allowed=1,
            )  # fmt: skip

    return Check("one_dimension", (_GROUPS,), run, f"{_GROUPS}: null, or one dimension")


@custom("groups", (_GROUPS,), f"{_GROUPS}: at most {_MOST_GROUPS} elements; on architecture 3510 at least 1")
def _number_of_groups(call: Call) -> None:
    groups = call.args[_GROUPS]
    least = 1 if call.profile.npu_arch == REGBASE else 0
    if groups is not None and not least <= groups.numel <= _MOST_GROUPS:
        raise ParamInvalid(
            "ACLNN-PARAM-010", op=call.operator.name, param=f"the size of {_GROUPS}", got=groups.numel,
            allowed=f"{least} to {_MOST_GROUPS}",
        )  # fmt: skip


def _limit_above_0(error: type[AclnnError]) -> Check:
    def run(call: Call) -> None:
        limit = call.args["limit"]
        if limit <= 0:
            raise error("ACLNN-PARAM-010", op=call.operator.name, param="limit", got=limit, allowed="above 0")

    return Check("limit", ("limit",), run, "limit: above 0")


def _checks(*archs: int) -> tuple[Check, ...]:
    return (
        not_null("x", "out"),
        kernel_on("x", *archs),
        dtype_in(_FLOATS, "x"),
        dtype_in(dtypes(S64), _GROUPS),
        same_dtype("x", "out"),
        max_rank(8, "x"),
        _halved("out", ParamInvalid),
        _one_dimension(ParamInvalid),
        _number_of_groups,
        only_on(REGBASE, _limit_above_0(ParamInvalid)),
    )


@operator(
    "aclnnClippedSwiglu(const aclTensor *x, const aclTensor *groupIndexOptional, int64_t dim, double alpha, double limit,"
    " double bias, bool interleaved, const aclTensor *out)",
    checks=_checks(2201, REGBASE),
    source="ops-nn/activation/clipped_swiglu/op_host/clipped_swiglu_def.cpp",
    deviations=_FORWARD,
)
def clipped_swiglu(
    b: Builder,
    x: Tensor,
    group_index_optional: Tensor | None,
    dim: int,
    alpha: float,
    limit: float,
    bias: float,
    interleaved: bool,
    out: Tensor,
) -> None:
    """out = a * sigmoid(alpha * a) * (b + bias), a at most limit, b between -limit and limit, halves of x from dim on.

    They alternate if interleaved, else a lies before b. Only the first rows are computed, as many as groupIndexOptional
    adds up to, a row being all from dim on.
    """
    bounds = {"alpha": alpha, "limit": limit, "bias": bias, "interleaved": interleaved, "late": False}
    _open(b, x, group_index_optional, dim, bounds, out)


@custom("clamp_mode", ("clampMode",), "clampMode: 0 or 1")
def _clamp_mode(call: Call) -> None:
    mode = call.args["clampMode"]
    if mode not in (0, 1):
        raise ParamInvalid(
            "ACLNN-PARAM-010", op=call.operator.name, param="clampMode", got=mode, allowed="0, 1"
        )


@operator(
    "aclnnClippedSwigluV2(const aclTensor *x, const aclTensor *groupIndexOptional, int64_t dim, double alpha,"
    " double limit, double bias, bool interleaved, int64_t clampMode, const aclTensor *out)",
    checks=(*_checks(REGBASE), _clamp_mode),
    source="ops-nn/activation/clipped_swiglu/op_host/clipped_swiglu_tiling_arch35.cpp",
    deviations=(*_FORWARD, _NOT_ON_910B),
)
def clipped_swiglu_v2(
    b: Builder,
    x: Tensor,
    group_index_optional: Tensor | None,
    dim: int,
    alpha: float,
    limit: float,
    bias: float,
    interleaved: bool,
    clamp_mode: int,
    out: Tensor,
) -> None:
    """out as aclnnClippedSwiglu makes it; with clampMode 1 a * sigmoid(a), at most limit, times b, and no alpha and bias."""
    bounds = {
        "alpha": alpha,
        "limit": limit,
        "bias": bias,
        "interleaved": interleaved,
        "late": clamp_mode == 1,
    }
    _open(b, x, group_index_optional, dim, bounds, out)


def _open(
    b: Builder, x: Tensor, groups: Tensor | None, dim: int, bounds: dict[str, Any], out: Tensor
) -> None:
    if out.is_empty:
        return
    source = b.contiguous(x)
    grouped = () if groups is None else (b.contiguous(groups), b.contiguous(out))
    result = b.kernel(
        gate.clipped_swi_glu, source, *grouped, shape=out.view_shape, axis=dim % x.rank, **bounds
    )
    b.view_copy(result, out)


@operator(
    "aclnnClippedSwigluGrad(const aclTensor *gradY, const aclTensor *x, const aclTensor *groupIndexOptional,"
    " int64_t dim, double alpha, double limit, double bias, bool interleaved, const aclTensor *gradXOut)",
    checks=(
        not_null("gradY", "x", "gradXOut"),
        kernel_on("gradY", 2201, REGBASE),
        dtype_in(_FLOATS, "gradY"),
        dtype_in(dtypes(S64), _GROUPS),
        same_dtype("gradY", "x", "gradXOut"),
        max_rank(8, "x"),
        _limit_above_0(TilingError),
        _halved("gradY", TilingError),
        _one_dimension(TilingError),
        same_shape("x", "gradXOut", error=TilingError),
    ),
    source="ops-nn/activation/clipped_swiglu_grad/op_host/clipped_swiglu_grad_tiling.cpp",
    deviations=(
        GENERATED,
        _STRIDED,
        _NEGATIVE,
        _NOTHING,
        "A gradXOut of another shape than x answers 561002; the tiling looks at its rank only.",
    ),
)
def clipped_swiglu_grad(
    b: Builder,
    grad_y: Tensor,
    x: Tensor,
    group_index_optional: Tensor | None,
    dim: int,
    alpha: float,
    limit: float,
    bias: float,
    interleaved: bool,
    grad_x_out: Tensor,
) -> None:
    """gradXOut = gradY * the derivative of aclnnClippedSwiglu by x; 0 beyond the limit, and in the rows that it leaves."""
    if x.is_empty:
        return
    groups = group_index_optional
    grouped = () if groups is None or groups.is_empty else (b.contiguous(groups),)
    result = b.kernel(
        gate.clipped_swi_glu_grad, b.contiguous(grad_y), b.contiguous(x), *grouped, shape=x.view_shape,
        axis=dim % x.rank, alpha=alpha, limit=limit, bias=bias, interleaved=interleaved,
    )  # fmt: skip
    b.view_copy(result, grad_x_out)


# aclnnSwigluGroup, aclnnSwigluGroupGrad: halves of the last dimension, no alpha and bias, a weight for each row.


@custom("rows_to_halve", ("x",), "x: dimensions, elements, an even last dimension (561002)")
def _rows_to_halve(call: Call) -> None:
    op, shape = call.operator.name, call.args["x"].view_shape
    if not shape:
        raise TilingError("ACLNN-PARAM-045", op=op, param="x", allowed=1)
    if 0 in shape:
        raise TilingError("ACLNN-PARAM-190", op=op, param="x", got=list(shape), axis=shape.index(0))
    if shape[-1] % 2:
        raise TilingError("ACLNN-PARAM-044", op=op, param="x", got=list(shape), dim=len(shape) - 1)


def _one_a_row(param: str, rows_of: str, error: type[AclnnError]) -> Check:
    """As many elements as there are rows."""

    def run(call: Call) -> None:
        tensor, rows = call.args[param], call.args[rows_of].view_shape[:-1]
        if tensor is not None and tensor.numel != math.prod(rows):
            raise error(
                "ACLNN-PARAM-010", op=call.operator.name, param=f"the size of {param}", got=tensor.numel,
                allowed=math.prod(rows),
            )  # fmt: skip

    return Check(
        "one_a_row", (param, rows_of), run, f"{param}: null, or an element for each row of {rows_of}"
    )


def _some_groups(error: type[AclnnError]) -> Check:
    def run(call: Call) -> None:
        groups = call.args[_GROUPS]
        if groups is not None and not groups.numel:
            raise error(
                "ACLNN-PARAM-010", op=call.operator.name, param=f"the size of {_GROUPS}", got=0, allowed="1 or more"
            )  # fmt: skip

    return Check("some_groups", (_GROUPS,), run, f"{_GROUPS}: null, or at least 1 element")


def _tiled_dtype(dtype: int, param: str) -> Check:
    """Where given, the tensor has this dtype; the tiling asks (561002)."""

    def run(call: Call) -> None:
        tensor = call.args[param]
        if tensor is not None and tensor.dtype != dtype:
            raise TilingError(
                "ACLNN-PARAM-003", op=call.operator.name, param=param, got=dtype_name(tensor.dtype),
                soc=call.profile.name, allowed=dtype_name(dtype),
            )  # fmt: skip

    return Check("tiled_dtype", (param,), run, f"{param}: null, or {dtype_name(dtype)} (561002)")


@custom("half_of_x", ("x", "out"), "out: the shape of x with half the last dimension (561002)")
def _half_of_x(call: Call) -> None:
    *rows, width = call.args["x"].view_shape
    got = list(call.args["out"].view_shape)
    if got != [*rows, width // 2]:
        raise TilingError(
            "ACLNN-PARAM-009", op=call.operator.name, param="out", got=got, allowed=[*rows, width // 2]
        )


@custom("clamp_limit", ("clampLimit",), "clampLimit: -1, or above 0 (561002)")
def _clamp_limit(call: Call) -> None:
    limit = call.args["clampLimit"]
    if limit != -1 and not limit > 0:
        raise TilingError(
            "ACLNN-PARAM-010", op=call.operator.name, param="clampLimit", got=limit, allowed="-1, above 0"
        )


@operator(
    "aclnnSwigluGroup(const aclTensor *x, const aclTensor *weightOptional, const aclTensor *groupIndexOptional,"
    " double clampLimit, const aclTensor *out)",
    checks=(
        not_null("x", "out"),
        kernel_on("x", REGBASE),
        dtype_in(_FLOATS, "x"),
        same_dtype("x", "out"),
        max_rank(8, "x", error=TilingError),
        _rows_to_halve,
        _tiled_dtype(F32, "weightOptional"),
        _one_a_row("weightOptional", "x", TilingError),
        _tiled_dtype(S64, _GROUPS),
        _one_dimension(TilingError),
        _some_groups(TilingError),
        _clamp_limit,
        _half_of_x,
    ),
    source="ops-nn/activation/swiglu_group/op_host/arch35/swiglu_group_tiling.cpp",
    deviations=(GENERATED, _STRIDED, _NEGATIVE, _REST),
)
def swiglu_group(
    b: Builder,
    x: Tensor,
    weight_optional: Tensor | None,
    group_index_optional: Tensor | None,
    clamp_limit: float,
    out: Tensor,
) -> None:
    """out = a * sigmoid(a) * b * weightOptional, a and b the halves of a row of x, a at most clampLimit, b within it; -1: none.

    Only the first rows are computed, as many as groupIndexOptional adds up to.
    """
    limit = None if clamp_limit == -1 else clamp_limit
    source = b.contiguous(x)
    weight = () if weight_optional is None else (b.contiguous(weight_optional),)
    if group_index_optional is None:
        result = b.kernel(gate.swiglu_group, source, *weight, shape=out.view_shape, limit=limit)
    else:
        others = (b.contiguous(group_index_optional), *weight, b.contiguous(out))
        result = b.kernel(gate.swiglu_group_rows, source, *others, shape=out.view_shape, limit=limit)
    b.view_copy(result, out)


@custom(
    "weights_and_values",
    ("weightOptional", "yOriginOptional"),
    "weightOptional, yOriginOptional: both or none",
)
def _weights_and_values(call: Call) -> None:
    given = [call.args[name] is not None for name in ("weightOptional", "yOriginOptional")]
    if given[0] != given[1]:
        raise ParamInvalid(
            "ACLNN-PARAM-010", op=call.operator.name, param="yOriginOptional", got="given" if given[1] else "null",
            allowed="null exactly where weightOptional is",
        )  # fmt: skip


@custom("limit_from_0", ("clampLimit",), "clampLimit: 0, for none, or above")
def _limit_from_0(call: Call) -> None:
    limit = call.args["clampLimit"]
    if not limit >= 0:
        raise ParamInvalid(
            "ACLNN-PARAM-010", op=call.operator.name, param="clampLimit", got=limit, allowed="0 or above"
        )


@custom(
    "rows_of_both",
    ("gradY", "x"),
    "gradY: 2 or 3 dimensions; x: its shape with twice the last dimension, not 0",
)
def _rows_of_both(call: Call) -> None:
    op, half, whole = call.operator.name, call.args["gradY"].view_shape, call.args["x"].view_shape
    if len(half) not in (2, 3):
        raise ParamInvalid(
            "ACLNN-PARAM-062", op=op, param="gradY", got=len(half), shape=list(half), allowed="2 or 3"
        )
    wanted = (*half[:-1], 2 * half[-1])
    if whole != wanted:
        raise ParamInvalid("ACLNN-PARAM-009", op=op, param="x", got=list(whole), allowed=list(wanted))
    if not half[-1]:
        raise ParamInvalid("ACLNN-PARAM-190", op=op, param="gradY", got=list(half), axis=len(half) - 1)


@operator(
    "aclnnSwigluGroupGrad(const aclTensor *gradY, const aclTensor *x, const aclTensor *weightOptional,"
    " const aclTensor *yOriginOptional, const aclTensor *groupIndexOptional, float clampLimit, aclTensor *gradXOut,"
    " aclTensor *gradWeightOutOptional)",
    checks=(
        not_null("gradY", "x", "gradXOut"),
        when_given("weightOptional", not_null("gradWeightOutOptional")),
        _weights_and_values,
        _limit_from_0,
        dtype_in(_FLOATS, "gradY", "x"),
        same_dtype("gradY", "x", "gradXOut"),
        dtype_in(dtypes(F32), "weightOptional"),
        when_given("yOriginOptional", same_dtype("gradY", "yOriginOptional")),
        dtype_in(dtypes(S64), _GROUPS),
        dtype_in(dtypes(F32), "gradWeightOutOptional"),
        _rows_of_both,
        same_shape("x", "gradXOut"),
        _one_a_row("weightOptional", "gradY", ParamInvalid),
        when_given("weightOptional", same_shape("weightOptional", "gradWeightOutOptional")),
        when_given("yOriginOptional", same_shape("gradY", "yOriginOptional")),
        _one_dimension(ParamInvalid),
        _some_groups(ParamInvalid),
        unless_empty("gradY", kernel_on("gradY", REGBASE)),
    ),
    source="ops-nn/quant/swiglu_group_grad/op_api/aclnn_swiglu_group_grad.cpp",
)
def swiglu_group_grad(
    b: Builder,
    grad_y: Tensor,
    x: Tensor,
    weight_optional: Tensor | None,
    y_origin_optional: Tensor | None,
    group_index_optional: Tensor | None,
    clamp_limit: float,
    grad_x_out: Tensor,
    grad_weight_out_optional: Tensor | None,
) -> None:
    """gradXOut = gradY * the derivative of aclnnSwigluGroup by x, 0 from the limit on; of a weight: sum(gradY * yOrigin)."""
    if grad_y.is_empty:
        return
    inputs = (grad_y, x, weight_optional, y_origin_optional, group_index_optional)
    weighted = weight_optional is not None
    of_weight = (1,) if weight_optional is None else weight_optional.view_shape
    result, weights = b.kernel_outputs(
        gate.swiglu_group_grad, *(b.contiguous(tensor) for tensor in inputs if tensor is not None),
        outputs=((x.view_shape, x.dtype), (of_weight, F32)), limit=clamp_limit, weighted=weighted,
    )  # fmt: skip
    b.view_copy(result, grad_x_out)
    if grad_weight_out_optional is not None and weighted:
        b.view_copy(weights, grad_weight_out_optional)
