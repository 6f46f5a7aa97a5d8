"""Writing whole slices to places given by indices: ScatterMax and its kin, the ScatterNd family, InplacePut."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from aclnn_emu.core.layout import contiguous_strides
from aclnn_emu.errors import InnerNullptr, ParamInvalid, TilingError
from aclnn_emu.kernels import scatter as kernels
from aclnn_emu.ops._indices import IN_PLACE, INDEX, OUT_OF_RANGE, REGBASE, elements_for
from aclnn_emu.ops._pairs import declare
from aclnn_emu.ops._types import (
    BF16,
    BOOL,
    C64,
    C128,
    F8E4M3,
    F8E5M2,
    F16,
    F32,
    F64,
    HIF8,
    S8,
    S16,
    S32,
    S64,
    U8,
)
from aclnn_emu.ops._unary import with_bf16
from aclnn_emu.plan.checks import (
    Check,
    chip_has_operator,
    custom,
    dtype_in,
    max_rank,
    not_null,
    public_format,
    same_dtype,
    same_shape,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

_DAV_2201 = 2201


def _ranks(low: int, high: int, *params: str) -> Check:
    """Between so many dimensions; first the lower bound of all, then the upper."""

    def run(call: Call) -> None:
        for name in params:
            if call.args[name].rank < low:
                raise ParamInvalid("ACLNN-PARAM-045", op=call.operator.name, param=name, allowed=low)
        max_rank(high, *params).run(call)

    return Check("ranks", params, run, f"{', '.join(params)}: {low} to {high} dimensions")


def _slices_shape(x: Tensor, indices: Tensor) -> tuple[int, ...]:
    """What updates must be where every index names a slice of x."""
    return (*indices.view_shape, *x.view_shape[1:])


def _nd_shape(x: Tensor, indices: Tensor) -> tuple[int, ...] | None:
    """The same where the rows of indices are coordinates; None where they have more of them than x."""
    if not indices.rank:
        return None
    depth = indices.view_shape[-1]
    return None if depth > x.rank else (*indices.view_shape[:-1], *x.view_shape[depth:])


# Generated interfaces: ScatterMax, ScatterMin, ScatterMul, ScatterDiv.

_GENERATED = dtypes(DAV_3510=(F16, F32, S32, S8, U8))


@attrs.frozen(kw_only=True)
class SliceRow:
    """An operator that combines slices of varRef with updates.

    Attributes:
        name: without the prefix.
        reduction: what the kernel does.
        formula: the same for documents.
    """

    name: str
    reduction: str
    formula: str


ROWS = (
    SliceRow(name="ScatterMax", reduction="max", formula="varRef[indices] = max(varRef[indices], updates)"),
    SliceRow(name="ScatterMin", reduction="min", formula="varRef[indices] = min(varRef[indices], updates)"),
    SliceRow(name="ScatterMul", reduction="mul", formula="varRef[indices] = varRef[indices] * updates"),
    SliceRow(name="ScatterDiv", reduction="div", formula="varRef[indices] = varRef[indices] / updates"),
)


@custom(
    "slices",
    ("varRef", "indices", "updates"),
    "updates: shape of indices, then varRef's but the first (561002)",
)
def _slices(call: Call) -> None:
    x, indices, updates = (call.args[name] for name in ("varRef", "indices", "updates"))
    expected = _slices_shape(x, indices)
    if not x.rank:
        raise TilingError("ACLNN-PARAM-045", op=call.operator.name, param="varRef", allowed=1)
    if updates.view_shape != expected:
        raise TilingError(
            "ACLNN-PARAM-009", op=call.operator.name, param="updates", got=list(updates.view_shape),
            allowed=list(expected),
        )  # fmt: skip


def _slice_plan(row: SliceRow) -> Callable[..., None]:
    def plan(b: Builder, *args: Any) -> None:
        var_ref, indices, updates, _ = args
        if var_ref.is_empty or indices.is_empty:
            return
        result = b.kernel(
            kernels.scatter_rows, b.contiguous(var_ref), b.contiguous(indices), b.contiguous(updates),
            shape=var_ref.view_shape, name=row.name, reduction=row.reduction, negative=False,
            op=b.call.operator.name,
        )  # fmt: skip
        b.view_copy(result, var_ref)

    return plan


for _row in ROWS:
    declare(
        f"aclnn{_row.name}(aclTensor *varRef, const aclTensor *indices, const aclTensor *updates, bool useLocking)",
        _slice_plan(_row),
        f"{_row.formula}, update by update.",
        checks=(
            not_null("varRef", "indices", "updates"),
            chip_has_operator("varRef", REGBASE),
            dtype_in(_GENERATED, "varRef"),
            dtype_in(INDEX, "indices"),
            same_dtype("varRef", "updates"),
            public_format("varRef", "indices", "updates"),
            _slices,
        ),
        source=f"ops-nn/index/scatter_{_row.reduction}/op_host/scatter_{_row.reduction}_def.cpp",
        deviations=(
            "The vendor generates this interface; its checks follow the operator's definition and document.",
            OUT_OF_RANGE,
            IN_PLACE,
            "FLOAT16 is rounded after every update. Dividing integers drops the fraction; dividing by 0 gives 0.",
        ),
    )


# Rows of indices as coordinates.

_ND_DATA = with_bf16(F16, F32, BOOL)


@custom("nd_shape", ("data", "indices", "updates"), "updates: rows of indices, then the rest of data")
def _nd_updates(call: Call) -> None:
    expected = _nd_shape(call.args["data"], call.args["indices"])
    if expected is None:
        raise ParamInvalid(
            "ACLNN-PARAM-164", op=call.operator.name, param="indices",
            got=list(call.args["indices"].view_shape), high=call.args["data"].rank, reference="data",
        )  # fmt: skip
    if call.args["updates"].view_shape != expected:
        raise ParamInvalid(
            "ACLNN-PARAM-009", op=call.operator.name, param="updates",
            got=list(call.args["updates"].view_shape), allowed=list(expected),
        )  # fmt: skip


@operator(
    "aclnnScatterNd(const aclTensor *data, const aclTensor *indices, const aclTensor *updates, aclTensor *out)",
    checks=(
        not_null("data", "indices", "updates", "out"),
        dtype_in(_ND_DATA, "data"),
        dtype_in(INDEX, "indices"),
        same_dtype("data", "updates", "out"),
        _ranks(1, 8, "data", "indices", "updates"),
        same_shape("data", "out"),
        _nd_updates,
    ),
    source="ops-nn/index/scatter_nd/op_api/aclnn_scatter_nd.cpp",
    deviations=(
        OUT_OF_RANGE,
        "data keeps its values; the library's kernel writes into a contiguous data before it copies to out.",
    ),
)
def scatter_nd(b: Builder, data: Tensor, indices: Tensor, updates: Tensor, out: Tensor) -> None:
    """out = data with the slices at the rows of indices replaced by updates."""
    if data.is_empty or indices.is_empty or updates.is_empty:
        return
    result = b.kernel(
        kernels.scatter_nd, b.contiguous(data), b.contiguous(indices), b.contiguous(updates),
        shape=data.view_shape, op="aclnnScatterNd",
    )  # fmt: skip
    b.view_copy(result, out)


_UPDATE = (F32, F16, BOOL)
_ND_UPDATE = dtypes(
    *_UPDATE,
    DAV_2201=(*_UPDATE, S16, BF16, S64, S8, S32),
    DAV_3510=(*_UPDATE, BF16, S64, S8, F8E5M2, F8E4M3, HIF8, U8),
)


def _require_kernel_shapes(b: Builder, x: Tensor, indices: Tensor, updates: Tensor) -> None:
    """What the kernel's own shape inference asks: the library's interface does not."""
    expected = _nd_shape(x, indices)
    if expected is None or updates.view_shape != expected:
        raise InnerNullptr(
            "ACLNN-PARAM-009", op=b.call.operator.name, param="updates", got=list(updates.view_shape),
            allowed="[]" if expected is None else list(expected),
        )  # fmt: skip


def _spaced_rows(x: Tensor, depth: int, arch: int) -> bool:
    """Only the dimensions that are indexed are strided, in a way that the kernel of the chip reads."""
    if depth > 4 or arch not in (_DAV_2201, REGBASE):
        return False
    shape, strides = x.view_shape, x.view_strides
    start = 1 if arch == _DAV_2201 else depth
    dense = contiguous_strides(shape[start:])
    inner = all(size == 1 or a == b for size, a, b in zip(shape[start:], strides[start:], dense, strict=True))
    if arch == _DAV_2201:
        row = dense[0] * shape[1] if len(shape) > 1 else 1
        return depth >= 1 and inner and strides[0] > row
    return inner and not x.is_contiguous


@operator(
    "aclnnScatterNdUpdate(aclTensor *varRef, const aclTensor *indices, const aclTensor *updates)",
    checks=(
        not_null("varRef", "indices", "updates"),
        dtype_in(_ND_UPDATE, "varRef"),
        dtype_in(INDEX, "indices"),
        same_dtype("varRef", "updates"),
    ),
    source="ops-nn/index/scatter_nd_update/op_api/aclnn_scatter_nd_update.cpp",
    deviations=(
        OUT_OF_RANGE,
        IN_PLACE,
        "The result of a view that the kernel reads and writes in place is brought back by a ViewCopy.",
        "updates of another shape are refused in phase 1 (561103); the library leaves that to its kernel.",
    ),
)
def scatter_nd_update(b: Builder, var_ref: Tensor, indices: Tensor, updates: Tensor) -> None:
    """varRef = varRef with the slices at the rows of indices replaced by updates."""
    if var_ref.is_empty or indices.is_empty or updates.is_empty:
        return
    _require_kernel_shapes(b, var_ref, indices, updates)
    places, values = b.contiguous(indices), b.contiguous(updates)
    spaced = _spaced_rows(var_ref, indices.view_shape[-1], b.profile.npu_arch)
    x = b.strided(var_ref) if spaced else b.contiguous(var_ref)
    result = b.kernel(
        kernels.scatter_nd, x, places, values, shape=var_ref.view_shape, op="aclnnScatterNdUpdate"
    )
    b.view_copy(result, var_ref)


_TF_LIST = (F32, F16, BF16, S32, S8, U8)
_TF = dtypes(DAV_1001=_TF_LIST, DAV_2201=_TF_LIST, DAV_3510=_TF_LIST)


def _adds_slices(x: Tensor, indices: Tensor, updates: Tensor) -> bool:
    ranked = all(1 <= tensor.rank <= 8 for tensor in (x, indices, updates))
    if not ranked or (x.view_shape[0] == 0 and not indices.is_empty):
        return False
    return updates.view_shape == _slices_shape(x, indices)


@custom("updates_fit", ("varRef", "indices", "updates"), "updates: slices for indices, or for their rows")
def _updates_fit(call: Call) -> None:
    names = ("varRef", "indices", "updates")
    x, indices, updates = (call.args[name] for name in names)
    if _adds_slices(x, indices, updates) or updates.view_shape == _nd_shape(x, indices):
        return
    _ranks(1, 8, *names).run(call)
    if not x.view_shape[0] and not indices.is_empty:
        raise ParamInvalid(
            "ACLNN-PARAM-162",
            op=call.operator.name,
            param="varRef",
            got=list(x.view_shape),
            dim=0,
            reference="indices",
        )
    raise ParamInvalid(
        "ACLNN-PARAM-009", op=call.operator.name, param="updates", got=list(updates.view_shape),
        allowed=list(_slices_shape(x, indices)),
    )  # fmt: skip


@operator(
    "aclnnTfScatterAdd(aclTensor *varRef, const aclTensor *indices, const aclTensor *updates)",
    checks=(
        not_null("varRef", "indices", "updates"),
        dtype_in(_TF, "varRef"),
        dtype_in(INDEX, "indices"),
        same_dtype("varRef", "updates"),
        _updates_fit,
    ),
    source="ops-nn/index/tf_scatter_add/op_host/op_api/aclnn_tf_scatter_add.cpp",
    deviations=(OUT_OF_RANGE, IN_PLACE, "FLOAT16 is rounded after every update."),
)
def tf_scatter_add(b: Builder, var_ref: Tensor, indices: Tensor, updates: Tensor) -> None:
    """varRef[indices] += updates; where updates fit coordinates, the rows of indices are coordinates."""
    if var_ref.is_empty or indices.is_empty or updates.is_empty:
        return
    by_rows = updates.view_shape == _nd_shape(var_ref, indices)
    computed = F32 if var_ref.dtype == BF16 else var_ref.dtype
    x, places = b.contiguous_cast(var_ref, computed), b.contiguous(indices)
    values = b.contiguous_cast(updates, computed)
    shape = var_ref.view_shape
    if by_rows:
        result = b.kernel(
            kernels.scatter_nd, x, places, values, shape=shape, name="ScatterNdAdd", reduction="add",
            op="aclnnTfScatterAdd",
        )  # fmt: skip
    else:
        result = b.kernel(
            kernels.scatter_rows, x, places, values, shape=shape, name="ScatterAdd", reduction="add",
            negative=False, op="aclnnTfScatterAdd",
        )  # fmt: skip
    b.view_copy(b.cast(result, var_ref.dtype), var_ref)


_PUT_LIST = (F32, S32, S64, F16, S16, S8, U8, F64, C64, C128, BOOL)
_PUT = with_bf16(*_PUT_LIST)
_PUT_ADD = dtypes(*_PUT_LIST)


@custom(
    "put_dtype", ("selfRef", "accumulate"), "selfRef: dtype on the list, without BF16 where accumulate is set"
)
def _put_dtype(call: Call) -> None:
    dtype_in(_PUT_ADD if call.args["accumulate"] else _PUT, "selfRef").run(call)


@custom("as_many", ("index", "source"), "source: as many elements as index")
def _as_many(call: Call) -> None:
    index, source = call.args["index"], call.args["source"]
    if index.numel != source.numel:
        raise ParamInvalid(
            "ACLNN-PARAM-123", op=call.operator.name, param="source", got=source.numel,
            shape=list(source.view_shape), allowed=index.numel,
        )  # fmt: skip


@operator(
    "aclnnInplacePut(aclTensor *selfRef, const aclTensor *index, const aclTensor *source, bool accumulate)",
    checks=(
        not_null("selfRef", "index", "source"),
        _put_dtype,
        dtype_in(INDEX, "index"),
        same_dtype("selfRef", "source"),
        max_rank(8, "selfRef", "index"),
        _as_many,
        elements_for("selfRef", "index"),
    ),
    source="ops-nn/index/scatter_nd_update/op_api/aclnn_put.cpp",
    deviations=(OUT_OF_RANGE, IN_PLACE, "FLOAT16 is rounded after every update."),
)
def inplace_put(b: Builder, self_ref: Tensor, index: Tensor, source: Tensor, accumulate: bool) -> None:
    """selfRef, taken as one row, with source written to, or added at, the indices."""
    if index.is_empty:
        return
    result = b.kernel(
        kernels.scatter_nd, b.contiguous(self_ref), b.contiguous(index), b.contiguous(source),
        shape=self_ref.view_shape, name="ScatterNdAdd" if accumulate else "ScatterNdUpdate",
        reduction="add" if accumulate else "update", flat=True, op="aclnnInplacePut", param="index",
    )  # fmt: skip
    b.view_copy(result, self_ref)
