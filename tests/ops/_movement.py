"""Valid calls of the operators that move data or make it, and the chips that have them."""

from _case import DTYPES, NEW_SOCS, call, ints, s, t

F32, S64, S32 = DTYPES["f32"], DTYPES["s64"], DTYPES["s32"]
X, Y = t(F32, (2, 3)), t(F32, (2, 3))
FIRST, SECOND = t(F32, (2, 3)), t(F32, (2, 3))
AIVECTOR = ("Ascend910B", "Ascend910_93")

PERMUTE = call("aclnnPermute", self=X, dims=ints(1, 0), out=t(F32, (3, 2)))
EXPAND = call("aclnnExpand", self=t(F32, (3,)), size=ints(2, 3), out=Y)
FLATTEN = call("aclnnFlatten", self=t(F32, (2, 3, 4)), axis=1, out=t(F32, (2, 12)))
SHUFFLE = call("aclnnChannelShuffle", self=t(F32, (1, 6, 2)), groups=2, out=t(F32, (1, 6, 2)))
CONFUSION = call(
    "aclnnConfusionTranspose", x=X, perm=ints(1, 0), shape=ints(6), transpose_first=True, out=t(F32, (6,))
)
SHAPES = (PERMUTE, EXPAND, FLATTEN, SHUFFLE, CONFUSION)

STACK = call("aclnnStack", tensors=[FIRST, SECOND], dim=0, out=t(F32, (2, 2, 3)))
SPLIT = call(
    "aclnnSplitTensor", self=t(F32, (5, 3)), splitSections=3, dim=0, out=[t(F32, (3, 3)), t(F32, (2, 3))]
)
SPLIT_SIZES = call(
    "aclnnSplitWithSize",
    self=t(F32, (5, 3)),
    splitSize=ints(1, 4),
    dim=0,
    out=[t(F32, (1, 3)), t(F32, (4, 3))],
)
CHUNK_CAT = call(
    "aclnnChunkCat", tensors=[t(F32, (3, 2)), t(F32, (2, 2))], dim=0, numChunks=2, out=t(F32, (2, 6))
)
SPLITTING = (STACK, SPLIT, SPLIT_SIZES, CHUNK_CAT)

SLICE = call("aclnnSlice", self=t(F32, (4, 3)), dim=0, start=1, end=4, step=2, out=t(F32, (2, 3)))
SLICE_V2 = call(
    "aclnnSliceV2", self=t(F32, (4, 3)), starts=ints(1, 0), ends=ints(4, 2), axes=ints(0, 1), steps=ints(2, 1),
    out=t(F32, (2, 2)),
)  # fmt: skip
STRIDED = call(
    "aclnnStridedSlice", self=t(F32, (4, 3)), begin=ints(1, 0), end=ints(4, 2), strides=ints(2, 1), beginMask=0,
    endMask=0, ellipsisMask=0, newAxisMask=0, shrinkAxisMask=0, out=t(F32, (2, 2)),
)  # fmt: skip
ASSIGN = call(
    "aclnnStridedSliceAssignV2", varRef=t(F32, (4, 3)), inputValue=t(F32, (2, 2)), begin=ints(1, 0), end=ints(4, 2),
    strides=ints(2, 1), axesOptional=None,
)  # fmt: skip
SLICES = (SLICE, SLICE_V2, STRIDED, ASSIGN)

FLIP = call("aclnnFlip", self=X, dims=ints(0), out=Y)
ROLL = call("aclnnRoll", x=X, shifts=ints(1), dims=ints(1), out=Y)
REORDERING = (FLIP, ROLL)

REPEAT = call("aclnnRepeat", self=X, repeats=ints(2, 1), out=t(F32, (4, 3)))
COUNTS, ONE = t(S64, (6,)), t(S64, (1,))
INTERLEAVE = call("aclnnRepeatInterleave", self=X, repeats=COUNTS, outputSize=9, out=t(F32, (9,)))
INTERLEAVE_DIM = call(
    "aclnnRepeatInterleaveWithDim", self=X, repeats=t(S64, (3,)), dim=1, outputSize=5, out=t(F32, (2, 5))
)
INTERLEAVE_INT = call("aclnnRepeatInterleaveInt", self=X, repeats=2, outputSize=12, out=t(F32, (12,)))
INTERLEAVE_INT_DIM = call(
    "aclnnRepeatInterleaveIntWithDim", self=X, repeats=2, dim=1, outputSize=6, out=t(F32, (2, 6))
)
INTERLEAVE_TENSOR = call("aclnnRepeatInterleaveTensor", repeats=t(S64, (3,)), outputSize=5, out=t(S64, (5,)))
INTERLEAVE_GRAD = call(
    "aclnnRepeatInterleaveGrad", yGrad=t(F32, (2, 5)), repeats=t(S64, (3,)), axis=1, out=t(F32, (2, 3))
)
INTERLEAVES = (
    INTERLEAVE,
    INTERLEAVE_DIM,
    INTERLEAVE_INT,
    INTERLEAVE_INT_DIM,
    INTERLEAVE_TENSOR,
    INTERLEAVE_GRAD,
)
REPEATING = (REPEAT, *INTERLEAVES)

TRIL = call("aclnnTril", self=X, diagonal=0, out=Y)
TRIU = call("aclnnTriu", self=X, diagonal=0, out=Y)
INPLACE_TRIL = call("aclnnInplaceTril", selfRef=X, diagonal=0)
INPLACE_TRIU = call("aclnnInplaceTriu", selfRef=X, diagonal=0)
DIAG = call("aclnnDiag", self=X, diagonal=0, out=t(F32, (2,)))
DIAG_FLAT = call("aclnnDiagFlat", self=t(F32, (2,)), diagonal=1, out=t(F32, (3, 3)))
EYE = call("aclnnEye", n=2, m=3, out=Y)
FILL_DIAGONAL = call("aclnnInplaceFillDiagonal", selfRef=X, fillValue=s(F32, 2.0), wrap=False)
TRIANGLES = (TRIL, TRIU, INPLACE_TRIL, INPLACE_TRIU)
TRIANGULAR = (*TRIANGLES, DIAG, DIAG_FLAT, EYE, FILL_DIAGONAL)

FILL_SCALAR = call("aclnnInplaceFillScalar", selfRef=X, value=s(F32, 2.0))
FILL_TENSOR = call("aclnnInplaceFillTensor", selfRef=X, value=t(F32, (1,)))
FILL_ONE = call("aclnnInplaceOne", selfRef=X)
BOUNDS = {"start": s(F32, 0.0), "end": s(F32, 5.0), "step": s(F32, 1.0)}
ARANGE = call("aclnnArange", **BOUNDS, out=t(F32, (5,)))
RANGE = call("aclnnRange", **BOUNDS, out=t(F32, (6,)))
LINSPACE = call("aclnnLinspace", start=s(F32, 0.0), end=s(F32, 1.0), steps=5, out=t(F32, (5,)))
LOGSPACE = call("aclnnLogSpace", start=s(F32, 0.0), end=s(F32, 2.0), steps=3, base=10.0, result=t(F32, (3,)))
SEQUENCES = (ARANGE, RANGE, LINSPACE, LOGSPACE)
FILLING = (FILL_SCALAR, FILL_TENSOR, FILL_ONE, *SEQUENCES)


def _pad(kind, dims):
    shape, padded = (2, 3, 4, 5, 6)[: dims + 2], [2, 3, 4, 5, 6][: dims + 2]
    for axis in range(2, dims + 2):
        padded[axis] += 3
    padding = ints(*(1, 2) * dims)
    forward = call(f"aclnn{kind}Pad{dims}d", self=t(F32, shape), padding=padding, out=t(F32, padded))
    backward = call(
        f"aclnn{kind}Pad{dims}dBackward", gradOutput=t(F32, padded), self=t(F32, shape), padding=padding,
        gradInput=t(F32, shape),
    )  # fmt: skip
    return forward, backward


KINDS = [
    (kind, dims)
    for kind in ("Reflection", "Replication", "Circular")
    for dims in (1, 2, 3)
    if (kind, dims) != ("Circular", 1)
]
PADS = {key: _pad(*key) for key in KINDS}
CONSTANT_PAD = call("aclnnConstantPadNd", self=X, pad=ints(1, 0), value=s(F32, 7.0), out=t(F32, (2, 4)))
PADDING = (*(made for pair in PADS.values() for made in pair), CONSTANT_PAD)

IM2COL = call(
    "aclnnIm2col", self=t(F32, (1, 2, 4, 5)), kernelSize=ints(2, 3), dilation=ints(1, 1), padding=ints(0, 1),
    stride=ints(2, 1), out=t(F32, (1, 12, 10)),
)  # fmt: skip
UNFOLD_GRAD = call(
    "aclnnUnfoldGrad",
    gradOut=t(F32, (2, 3, 3)),
    inputSizes=ints(2, 7),
    dim=1,
    size=3,
    step=2,
    gradIn=t(F32, (2, 7)),
)
WINDOWS = (IM2COL, UNFOLD_GRAD)

FAMILY = (
    *SHAPES, *SPLITTING, *SLICES, *REORDERING, *REPEATING, *TRIANGULAR, *FILLING, *PADDING, *WINDOWS,
)  # fmt: skip
ONLY_ON = {
    "aclnnConfusionTranspose": ("Ascend950",),
    "aclnnChunkCat": NEW_SOCS,
    "aclnnStridedSlice": ("Ascend950",),
    "aclnnStridedSliceAssignV2": NEW_SOCS,
    "aclnnRepeatInterleaveGrad": NEW_SOCS,
    "aclnnIm2col": NEW_SOCS,
    "aclnnUnfoldGrad": NEW_SOCS,
    "aclnnLinspace": tuple(soc for soc in (*NEW_SOCS, "Ascend910", "Ascend310P")),
    "aclnnCircularPad2d": AIVECTOR,
    "aclnnCircularPad3d": AIVECTOR,
    "aclnnCircularPad2dBackward": NEW_SOCS,
    "aclnnCircularPad3dBackward": NEW_SOCS,
}
NULL_IS_INNER = {
    "aclnnStack", "aclnnDiagFlat", "aclnnRange", "aclnnLinspace", "aclnnLogSpace", "aclnnUnfoldGrad",
    "aclnnCircularPad3dBackward",
}  # fmt: skip
