"""Embeddings: Embedding, EmbeddingDenseBackward, EmbeddingBag, EmbeddingRenorm."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import dtype_info
from aclnn_emu.core.formats import format_name
from aclnn_emu.errors import FindKernel, ParamInvalid
from aclnn_emu.kernels import data, elementwise
from aclnn_emu.kernels import embedding as kernels
from aclnn_emu.kernels import gather as gather_kernels
from aclnn_emu.kernels import scatter as scatter_kernels
from aclnn_emu.ops._indices import (
    IN_PLACE,
    INDEX,
    OUT_OF_RANGE,
    REGBASE,
    exact_rank,
    require_exact,
    require_rank,
)
from aclnn_emu.ops._types import BF16, BOOL, C64, C128, F16, F32, F64, S8, S16, S32, S64, U8
from aclnn_emu.ops._unary import with_bf16
from aclnn_emu.plan.checks import (
    custom,
    dtype_in,
    max_rank,
    not_null,
    public_format,
    same_dtype,
    when_given,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

_DAV_2201 = 2201
_WEIGHT = with_bf16(F64, F32, F16, S64, S32, S16, S8, U8, BOOL, C128, C64)
_KERNEL_950 = (F32, S32, S64, F16, BF16, S16, S8, U8, BOOL, F64, C64)


@custom("rows_of_indices", ("indices", "out"), "out: shape of indices and one dimension behind it")
def _rows_of_indices(call: Call) -> None:
    indices, out = call.args["indices"], call.args["out"]
    require_rank(call, "out", indices.rank + 1)
    if out.view_shape[:-1] != indices.view_shape:
        raise ParamInvalid(
            "ACLNN-PARAM-163", op=call.operator.name, param="out", got=list(out.view_shape),
            count=indices.rank, reference="indices", allowed=list(indices.view_shape),
        )  # fmt: skip


def _has_kernel_of_its_own(b: Builder, weight: Tensor, indices: Tensor) -> bool:
    if b.profile.npu_arch != REGBASE or weight.dtype not in _KERNEL_950 or weight.rank != 2:
        return False
    inner = weight.view_shape[1]
    wide = inner * dtype_info(weight.dtype).bits // 8 >= 2048 and indices.numel >= 32
    return not wide and max(weight.numel, indices.numel * inner) < 2**31


@operator(
    "aclnnEmbedding(const aclTensor *weight, const aclTensor *indices, const aclTensor *out)",
    checks=(
        not_null("weight", "indices", "out"),
        dtype_in(_WEIGHT, "weight"),
        same_dtype("weight", "out"),
        dtype_in(INDEX, "indices"),
        max_rank(8, "weight", "indices", "out"),
        _rows_of_indices,
    ),
    source="ops-nn/index/embedding/op_api/aclnn_embedding.cpp",
    deviations=(
        OUT_OF_RANGE,
        "Ascend950 reads some strided tensors in place; here a Contiguous comes first.",
    ),
)
def embedding(b: Builder, weight: Tensor, indices: Tensor, out: Tensor) -> None:
    """out = the rows of weight that indices name."""
    if weight.is_empty or indices.is_empty:
        return
    result = b.kernel(
        gather_kernels.gather, b.contiguous(weight), b.contiguous(indices),
        shape=(*indices.view_shape, *weight.view_shape[1:]), dtype=weight.dtype,
        name="Embedding" if _has_kernel_of_its_own(b, weight, indices) else "GatherV2", axis=0, negative=False,
        op="aclnnEmbedding", param="indices",
    )  # fmt: skip
    b.view_copy(result, out)


_FLOATS = with_bf16(F32, F16)
_GRAD_INDEX = dtypes(F16, F32, F64, S8, U8, S16, S32, S64, BOOL)


@custom("one_row_each", ("grad", "indices"), "grad: a row for each index")
def _one_row_each(call: Call) -> None:
    grad, indices = call.args["grad"], call.args["indices"]
    if not grad.rank:
        raise ParamInvalid("ACLNN-PARAM-045", op=call.operator.name, param="grad", allowed=1)
    rows = math.prod(grad.view_shape[:-1])
    if grad.view_shape[-1] and rows != indices.numel:
        raise ParamInvalid(
            "ACLNN-PARAM-123", op=call.operator.name, param="indices", got=indices.numel,
            shape=list(indices.view_shape), allowed=rows,
        )  # fmt: skip


@custom("weights_shape", ("out", "numWeights", "grad"), "out: numWeights rows of the size of those of grad")
def _weights_shape(call: Call) -> None:
    require_rank(call, "out", 2)
    require_exact(call, (call.args["numWeights"], call.args["grad"].view_shape[-1]), "out")


@operator(
    "aclnnEmbeddingDenseBackward(const aclTensor *grad, const aclTensor *indices, uint64_t numWeights,"
    " uint64_t paddingIdx, bool scaleGradByFreq, const aclTensor *out)",
    checks=(
        not_null("grad", "indices", "out"),
        dtype_in(_FLOATS, "grad"),
        dtype_in(_GRAD_INDEX, "indices"),
        dtype_in(_FLOATS, "out"),
        max_rank(8, "grad", "indices", "out"),
        _one_row_each,
        _weights_shape,
        public_format("grad", "indices", "out"),
    ),
    source="ops-nn/index/embedding_dense_grad_v2/op_api/aclnn_embedding_dense_backward.cpp",
    deviations=(
        OUT_OF_RANGE,
        (
            "One EmbeddingDenseGrad step: the library sorts the indices or clears the result before it, depending on chip"
            " and sizes. Gradients are added in FLOAT."
        ),
    ),
)
def embedding_dense_backward(
    b: Builder,
    grad: Tensor,
    indices: Tensor,
    num_weights: int,
    padding_idx: int,
    scale_grad_by_freq: bool,
    out: Tensor,
) -> None:
    """out = for each row of the weights the sum of the gradients at the indices that name it."""
    if grad.is_empty or indices.is_empty:
        b.view_copy(b.kernel(data.zeros_like, b.contiguous(out)), out)
        return
    arch = b.profile.npu_arch
    values = b.contiguous(grad) if arch == REGBASE else b.contiguous_cast(grad, F32)
    picks = b.contiguous(indices)
    if arch == REGBASE and indices.dtype == F64:
        picks = b.cast(picks, S64)
    elif arch == _DAV_2201 or indices.dtype not in (S32, S64):
        picks = b.cast(picks, S32)
    result = b.kernel(
        kernels.dense_grad, values, picks, shape=out.view_shape, dtype=values.dtype,
        name="EmbeddingDenseGradV2" if arch in (_DAV_2201, REGBASE) else "EmbeddingDenseGrad", rows=num_weights,
        padding=padding_idx, by_count=bool(scale_grad_by_freq), op="aclnnEmbeddingDenseBackward",
    )  # fmt: skip
    b.view_copy(b.cast(result, out.dtype), out)


_BAG_WEIGHT = dtypes(F32, F16, BF16, DAV_1001=(F32, F16), DAV_2002=(F32, F16))
_ANY_INT = dtypes(S64, S32, S16, S8, U8)
_MODES = {0: "sum", 1: "mean"}


@custom("wide_index", ("indices", "offsets"), "indices or offsets: INT32 or INT64")
def _wide_index(call: Call) -> None:
    wide = INDEX.on(call.profile)
    if call.args["indices"].dtype not in wide and call.args["offsets"].dtype not in wide:
        dtype_in(INDEX, "indices").run(call)


@custom("bag_ranks", ("indices", "offsets", "perSampleWeights", "maxIndices"), "ranks of the chip")
def _bag_ranks(call: Call) -> None:
    regbase = call.profile.npu_arch == REGBASE
    exact_rank(2, "weight").run(call)
    max_rank(2 if regbase else 1, "indices").run(call)
    max_rank(1, "offsets").run(call)
    scale = call.args["perSampleWeights"]
    if scale is not None:
        max_rank(2 if regbase else 1, "perSampleWeights").run(call)
        if not scale.rank:
            raise ParamInvalid("ACLNN-PARAM-045", op=call.operator.name, param="perSampleWeights", allowed=1)
    exact_rank(2, "output").run(call)
    max_rank(1, "offset2bag", "bagSize").run(call)
    if call.args["mode"] not in _MODES and not regbase:
        exact_rank(2, "maxIndices").run(call)
    else:
        max_rank(2 if regbase else 1, "maxIndices").run(call)


def _require_numel(call: Call, param: str, allowed: int) -> None:
    tensor = call.args[param]
    if tensor.numel != allowed:
        raise ParamInvalid(
            "ACLNN-PARAM-123", op=call.operator.name, param=param, got=tensor.numel,
            shape=list(tensor.view_shape), allowed=allowed,
        )  # fmt: skip


def _bags(call: Call) -> int:
    return int(call.args["offsets"].numel) - bool(call.args["includeLastOffset"])


@custom(
    "bag_shapes",
    ("output", "offset2bag", "bagSize", "maxIndices"),
    "outputs: one place for each bag or index",
)
def _bag_shapes(call: Call) -> None:
    args, bags, regbase = call.args, _bags(call), call.profile.npu_arch == REGBASE
    mode = _MODES.get(args["mode"], "max")
    if args["perSampleWeights"] is not None:
        if not regbase and mode != "sum":
            raise ParamInvalid(
                "ACLNN-PARAM-010", op=call.operator.name, param="mode", got=args["mode"],
                allowed="0 (sum), where perSampleWeights is given",
            )  # fmt: skip
        _require_numel(call, "perSampleWeights", args["indices"].numel)
    require_exact(call, (bags, args["weight"].view_shape[1]), "output")
    if not args["offset2bag"].is_empty:
        _require_numel(call, "offset2bag", args["indices"].numel)
    _require_numel(call, "bagSize", args["offsets"].numel if regbase else bags)
    if mode == "max":
        require_exact(call, (bags, args["weight"].view_shape[1]), "maxIndices")
    elif not regbase:
        _require_numel(call, "maxIndices", bags)


@operator(
    "aclnnEmbeddingBag(const aclTensor *weight, const aclTensor *indices, const aclTensor *offsets,"
    " bool scaleGradByFreq, int64_t mode, bool sparse, const aclTensor *perSampleWeights, bool includeLastOffset,"
    " int64_t paddingIdx, aclTensor *output, aclTensor *offset2bag, aclTensor *bagSize, aclTensor *maxIndices)",
    checks=(
        not_null("weight", "indices", "offsets", "output", "offset2bag", "bagSize", "maxIndices"),
        dtype_in(_BAG_WEIGHT, "weight"),
        dtype_in(_ANY_INT, "indices", "offsets"),
        _wide_index,
        when_given("perSampleWeights", same_dtype("weight", "perSampleWeights")),
        same_dtype("weight", "output"),
        dtype_in(INDEX, "offset2bag", "bagSize", "maxIndices"),
        _bag_ranks,
        _bag_shapes,
    ),
    source="ops-nn/index/embedding_bag/op_api/aclnn_embedding_bag.cpp",
    deviations=(
        OUT_OF_RANGE,
        "indices of two dimensions, which Ascend950 takes, are refused (561003): not emulated.",
        "Without mode max, maxIndices holds the sizes of the bags, and the bag behind the last offset has size 0.",
    ),
)
def embedding_bag(
    b: Builder,
    weight: Tensor,
    indices: Tensor,
    offsets: Tensor,
    scale_grad_by_freq: bool,  # noqa: ARG001 - for the gradient
    mode: int,
    sparse: bool,  # noqa: ARG001 - for the gradient
    per_sample_weights: Tensor | None,
    include_last_offset: bool,  # noqa: ARG001 - the shapes know it
    padding_idx: int,
    output: Tensor,
    offset2bag: Tensor,
    bag_size: Tensor,
    max_indices: Tensor,
) -> None:
    """output = the sum (mode 0), mean (1) or maximum of the rows of weight in every bag of indices."""
    if weight.is_empty or indices.is_empty or offsets.is_empty:
        return
    if indices.rank == 2:
        raise FindKernel("ACLNN-PARAM-047", op="aclnnEmbeddingBag", param="indices", got="of two dimensions")
    regbase = b.profile.npu_arch == REGBASE
    picks, starts = b.contiguous(indices), b.contiguous(offsets)
    picks = picks if regbase and indices.dtype in (S32, S64) else b.cast(picks, S32)
    starts = starts if regbase and offsets.dtype in (S32, S64) else b.cast(starts, S32)
    index = S32 if picks.dtype == starts.dtype == S32 else S64
    bags, maxima = output.view_shape[0], mode not in _MODES
    shapes = (
        output.view_shape,
        (indices.numel,),
        (bag_size.numel,),
        output.view_shape if maxima else (bags,),
    )
    rest = () if per_sample_weights is None else (b.contiguous(per_sample_weights),)
    results = b.kernel_outputs(
        kernels.bag, b.contiguous(weight), picks, starts, *rest,
        outputs=tuple(zip(shapes, (weight.dtype, index, index, index), strict=True)),
        mode=_MODES.get(mode, "max"), bags=bags, sizes=bag_size.numel, padding=padding_idx, op="aclnnEmbeddingBag",
    )  # fmt: skip
    b.view_copy(results[0], output)
    if not offset2bag.is_empty:
        b.view_copy(b.cast(results[1], offset2bag.dtype), offset2bag)
    b.view_copy(b.cast(results[2], bag_size.dtype), bag_size)
    if maxima or not regbase:
        b.view_copy(b.cast(results[3], max_indices.dtype), max_indices)


@custom("no_nz", ("selfRef", "indices"), "selfRef, indices: not FRACTAL_NZ")
def _no_nz(call: Call) -> None:
    for param in ("selfRef", "indices"):
        if format_name(call.args[param].format) == "FRACTAL_NZ":
            raise ParamInvalid("ACLNN-PARAM-023", op=call.operator.name, param=param, got="FRACTAL_NZ")


@operator(
    "aclnnEmbeddingRenorm(aclTensor *selfRef, const aclTensor *indices, double maxNorm, double normType)",
    checks=(
        not_null("selfRef", "indices"),
        dtype_in(_FLOATS, "selfRef"),
        dtype_in(INDEX, "indices"),
        exact_rank(2, "selfRef"),
        max_rank(8, "indices"),
        _no_nz,
    ),
    source="ops-nn/norm/renorm/op_api/aclnn_embedding_renorm.cpp",
    deviations=(
        OUT_OF_RANGE,
        IN_PLACE,
        "The Arange and the second GatherV2, which change nothing, are left out; the workspace may be smaller.",
    ),
)
def embedding_renorm(
    b: Builder, self_ref: Tensor, indices: Tensor, max_norm: float, norm_type: float
) -> None:
    """The rows of selfRef that indices name, shortened to maxNorm where their norm is larger."""
    if self_ref.is_empty or indices.is_empty:
        return
    op, count = "aclnnEmbeddingRenorm", indices.numel
    x, picks = b.contiguous(self_ref), b.contiguous(indices)
    rows = b.kernel(
        gather_kernels.gather_rows,
        x,
        picks,
        shape=(count, self_ref.view_shape[1]),
        dtype=self_ref.dtype,
        op=op,
    )
    if b.profile.npu_arch == REGBASE:
        rows = b.cast(rows, F32)
    limit = math.inf if math.isnan(max_norm) else max_norm
    factor = b.kernel(kernels.renorm, rows, shape=(count, 1), power=norm_type, limit=limit)
    update = b.cast(b.kernel(elementwise.mul, rows, factor), self_ref.dtype)
    result = b.kernel(scatter_kernels.scatter_flat_rows, x, picks, update, shape=self_ref.view_shape, op=op)
    b.view_copy(result, self_ref)
