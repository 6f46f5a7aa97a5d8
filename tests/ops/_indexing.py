"""Valid calls of the operators with indices, to be changed by the tests; and layouts in memory."""

import numpy as np
from _case import call, s, t

from aclnn_emu.core.dtypes import DataType
from aclnn_emu.core.layout import contiguous_strides

F32, S32, S64 = DataType.ACL_FLOAT, DataType.ACL_INT32, DataType.ACL_INT64
SHAPE = (3, 4)

GATHER = call("aclnnGather", self=t(F32, SHAPE), dim=1, index=t(S64, (3, 2)), out=t(F32, (3, 2)))
GATHER_V2 = call("aclnnGatherV2", self=t(F32, SHAPE), dim=1, index=t(S64, (2, 3)), out=t(F32, (3, 2, 3)))
GATHER_V3 = call(
    "aclnnGatherV3", self=t(F32, SHAPE), dim=0, index=t(S64, (5,)), batchDims=0, mode=1, out=t(F32, (5, 4))
)
GATHER_ND = call(
    "aclnnGatherNd",
    self=t(F32, (3, 4, 2)),
    indices=t(S64, (5, 2)),
    negativeIndexSupport=True,
    out=t(F32, (5, 2)),
)
SELECT = call("aclnnIndexSelect", self=t(F32, SHAPE), dim=1, index=t(S64, (3,)), out=t(F32, (3, 3)))
TAKE = call("aclnnTake", self=t(F32, SHAPE), index=t(S64, (2, 3)), out=t(F32, (2, 3)))
GATHERS = (GATHER, GATHER_V2, GATHER_V3, GATHER_ND, SELECT, TAKE)

_SCATTERED = {"dim": 1, "index": t(S64, (2, 3)), "src": t(F32, (2, 3))}
_VALUE = {"dim": 1, "index": t(S64, (2, 3)), "value": s(F32, 2.5), "reduce": 0}
X, OUT = t(F32, SHAPE), t(F32, SHAPE)
SCATTER = call("aclnnScatter", self=X, **_SCATTERED, reduce=0, out=OUT)
INPLACE_SCATTER = call("aclnnInplaceScatter", selfRef=X, **_SCATTERED, reduce=0)
SCATTER_VALUE = call("aclnnScatterValue", self=X, **_VALUE, out=OUT)
INPLACE_SCATTER_VALUE = call("aclnnInplaceScatterValue", selfRef=X, **_VALUE)
SCATTER_ADD = call("aclnnScatterAdd", self=X, **_SCATTERED, out=OUT)
SCATTER_REDUCE = call("aclnnScatterReduce", self=X, **_SCATTERED, reduce=1, includeSelf=True, out=OUT)
INPLACE_SCATTER_REDUCE = call(
    "aclnnInplaceScatterReduce", selfRef=X, **_SCATTERED, reduce=1, includeSelf=True
)
SCATTERS = (
    SCATTER,
    INPLACE_SCATTER,
    SCATTER_VALUE,
    INPLACE_SCATTER_VALUE,
    SCATTER_ADD,
    SCATTER_REDUCE,
    INPLACE_SCATTER_REDUCE,
)

ROWS = {"indices": t(S64, (5,)), "updates": t(F32, (5, 4))}
SCATTER_MAX, SCATTER_MIN, SCATTER_MUL, SCATTER_DIV = SLICES = tuple(
    call(f"aclnnScatter{name}", varRef=X, **ROWS, useLocking=False) for name in ("Max", "Min", "Mul", "Div")
)
TF_SCATTER_ADD = call("aclnnTfScatterAdd", varRef=X, **ROWS)
BY_ROWS = {"indices": t(S64, (5, 1)), "updates": t(F32, (5, 4))}
SCATTER_ND = call("aclnnScatterNd", data=X, **BY_ROWS, out=OUT)
SCATTER_ND_UPDATE = call("aclnnScatterNdUpdate", varRef=X, **BY_ROWS)
PUT = call("aclnnInplacePut", selfRef=X, index=t(S64, (2, 3)), source=t(F32, (6,)), accumulate=False)
SCATTER_ROWS = (*SLICES, TF_SCATTER_ADD, SCATTER_ND, SCATTER_ND_UPDATE, PUT)
SCATTER_UPDATE = call(
    "aclnnInplaceScatterUpdate",
    data=t(F32, (2, 5, 3)),
    indices=t(S64, (2,)),
    updates=t(F32, (2, 2, 3)),
    axis=-2,
)
SCATTER_LIST = call(
    "aclnnScatterList",
    varRef=[t(F32, (5, 3)), t(F32, (5, 3))],
    indice=t(S64, (2,)),
    updates=t(F32, (2, 2, 3)),
    maskOptional=t(DataType.ACL_UINT8, (2,)),
    reduceOptional="update",
    axis=-2,
)
SCATTER_BLOCKS = (SCATTER_UPDATE, SCATTER_LIST)

INDEX = call("aclnnIndex", self=X, indices=[t(S64, (5,)), t(S64, (5,))], out=t(F32, (5,)))
INDEX_PUT = call(
    "aclnnIndexPutImpl",
    selfRef=X,
    indices=[t(S64, (5,)), t(S64, (5,))],
    values=t(F32, (5,)),
    accumulate=False,
    unsafe=False,
)
_SLICES = {"dim": 1, "index": t(S64, (2,)), "source": t(F32, (3, 2))}
INDEX_ADD = call("aclnnIndexAdd", self=X, **_SLICES, alpha=s(F32, 2.0), out=OUT)
INDEX_ADD_V2 = call("aclnnIndexAddV2", self=X, **_SLICES, alpha=s(F32, 2.0), mode=1, out=OUT)
INDEX_COPY = call("aclnnIndexCopy", selfRef=X, **_SLICES, outRef=OUT)
INPLACE_INDEX_COPY = call("aclnnInplaceIndexCopy", selfRef=X, **_SLICES)
_FILLED = {"dim": 1, "index": t(S64, (2,)), "value": s(F32, 2.0)}
_LISTED = {**_FILLED, "index": (0, -1)}
INDEX_FILL = call("aclnnIndexFill", self=X, **_FILLED, out=OUT)
INPLACE_INDEX_FILL = call("aclnnInplaceIndexFill", selfRef=X, **_FILLED)
INDEX_FILL_TENSOR = call("aclnnIndexFillTensor", self=X, **_LISTED, out=OUT)
INPLACE_INDEX_FILL_TENSOR = call("aclnnInplaceIndexFillTensor", selfRef=X, **_LISTED)
FILLS = (INDEX_FILL, INPLACE_INDEX_FILL, INDEX_FILL_TENSOR, INPLACE_INDEX_FILL_TENSOR)
INDEXED = (INDEX, INDEX_PUT)
INDEX_SLICES = (INDEX_ADD, INDEX_ADD_V2, INDEX_COPY, INPLACE_INDEX_COPY, *FILLS)

PLACES = t(S64, SHAPE)
SORT = call(
    "aclnnSort", self=X, stable=False, dim=-1, descending=False, valuesOut=OUT, indicesOut=t(S64, SHAPE)
)
ARGSORT = call("aclnnArgsort", self=X, dim=-1, descending=False, out=PLACES)
TOPK = call(
    "aclnnTopk",
    self=X,
    k=2,
    dim=-1,
    largest=True,
    sorted=True,
    valuesOut=t(F32, (3, 2)),
    indicesOut=t(S64, (3, 2)),
)
SORTS = (SORT, ARGSORT, TOPK)
SEARCH = call(
    "aclnnSearchSorted", sortedSequence=t(F32, (5,)), self=X, outInt32=False, right=False,
    sorter=t(S64, (5,)), out=PLACES,
)  # fmt: skip
SEARCH_SCALAR = call(
    "aclnnSearchSorteds", sortedSequence=t(F32, (5,)), self=s(F32, 2.0), outInt32=False, right=False,
    sorter=t(S64, (5,)), out=t(S64, (1,)),
)  # fmt: skip
BUCKETIZE = call("aclnnBucketize", self=X, boundaries=t(F32, (5,)), outInt32=False, right=False, out=PLACES)
SEARCHES = (SEARCH, SEARCH_SCALAR, BUCKETIZE)
MASK = t(DataType.ACL_BOOL, SHAPE)
NONZERO = call("aclnnNonzero", self=X, out=t(S64, (12, 2)))
NONZERO_V2 = call("aclnnNonzeroV2", self=X, out=t(S64, (2, 12)))
MASKED_SELECT = call("aclnnMaskedSelect", self=X, mask=MASK, out=t(F32, (12,)))
MASKED_SCATTER = call("aclnnInplaceMaskedScatter", selfRef=X, mask=MASK, source=t(F32, (12,)))
ONE_HOT = call(
    "aclnnOneHot",
    self=t(S32, (3,)),
    numClasses=4,
    onValue=t(F32, (1,)),
    offValue=t(F32, (1,)),
    axis=-1,
    out=OUT,
)
MASKED = (NONZERO, NONZERO_V2, MASKED_SELECT, MASKED_SCATTER, ONE_HOT)
_FOUND = {"valueOut": t(F32, (12,)), "inverseOut": t(S64, SHAPE)}
UNIQUE = call("aclnnUnique", self=X, sorted=True, returnInverse=True, **_FOUND)
UNIQUE2 = call(
    "aclnnUnique2",
    self=X,
    sorted=True,
    returnInverse=True,
    returnCounts=True,
    **_FOUND,
    countsOut=t(S64, (12,)),
)
UNIQUE_CONSECUTIVE = call(
    "aclnnUniqueConsecutive", self=X, returnInverse=True, returnCounts=True, dim=1000, **_FOUND,
    countsOut=t(S64, (12,)),
)  # fmt: skip
UNIQUE_DIM = call(
    "aclnnUniqueDim", self=X, sorted=True, returnInverse=True, dim=0, valueOut=OUT, inverseOut=t(S64, (3,)),
    countsOut=t(S64, (3,)),
)  # fmt: skip
UNIQUES = (UNIQUE, UNIQUE2, UNIQUE_CONSECUTIVE, UNIQUE_DIM)
EMBEDDING = call("aclnnEmbedding", weight=X, indices=t(S64, (2, 5)), out=t(F32, (2, 5, 4)))
DENSE_BACKWARD = call(
    "aclnnEmbeddingDenseBackward", grad=t(F32, (2, 5, 4)), indices=t(S64, (2, 5)), numWeights=3, paddingIdx=99,
    scaleGradByFreq=False, out=OUT,
)  # fmt: skip
BAG = call(
    "aclnnEmbeddingBag", weight=X, indices=t(S64, (6,)), offsets=t(S64, (2,)), scaleGradByFreq=False, mode=0,
    sparse=False, perSampleWeights=t(F32, (6,)), includeLastOffset=False, paddingIdx=-1, output=t(F32, (2, 4)),
    offset2bag=t(S64, (6,)), bagSize=t(S64, (2,)), maxIndices=t(S64, (2,)),
)  # fmt: skip
RENORM = call("aclnnEmbeddingRenorm", selfRef=X, indices=t(S64, (5,)), maxNorm=1.0, normType=2.0)
EMBEDDINGS = (EMBEDDING, DENSE_BACKWARD, BAG, RENORM)

FAMILY = (
    *GATHERS,
    *SCATTERS,
    *SCATTER_ROWS,
    *SCATTER_BLOCKS,
    *INDEXED,
    *INDEX_SLICES,
    *SORTS,
    *SEARCHES,
    *MASKED,
    *UNIQUES,
    *EMBEDDINGS,
)
ONLY_ON = {
    "aclnnGatherNd": ("Ascend910", "Ascend310P", "Ascend910B", "Ascend910_93", "Ascend950"),
    **dict.fromkeys((base.op for base in SLICES), ("Ascend950",)),
    "aclnnTfScatterAdd": ("Ascend910", "Ascend910B", "Ascend910_93", "Ascend950"),
    "aclnnIndexFill": ("Ascend910B", "Ascend910_93", "Ascend950"),
    "aclnnInplaceIndexFill": ("Ascend910B", "Ascend910_93", "Ascend950"),
    "aclnnBucketize": ("Ascend950",),
    "aclnnScatterList": ("Ascend910B", "Ascend910_93", "Ascend950"),
}


def strided(dtype, shape):
    """A view with a gap behind every element and an offset."""
    if not shape:
        return t(dtype, shape)
    strides = tuple(2 * stride for stride in contiguous_strides(shape))
    return t(dtype, shape, strides=strides, offset=1, storage=(2 * int(np.prod(shape)) + 2,))


def values(dtype, shape, seed=0):
    """Small whole numbers, exact in every dtype."""
    numbers = np.random.default_rng(seed).integers(-8, 9, shape)
    return abs(numbers) if DataType(dtype).name.startswith("ACL_UINT") else numbers
