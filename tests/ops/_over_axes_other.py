"""The rest of the operators over axes: products, logarithms, running sums, softmax, medians, counts."""

from typing import Any

from _case import INNER_NULLPTR, NC1HWC0, NEW_SOCS, SOCS, call, ints, s, t
from _over_axes import (
    AXES,
    AXIS,
    BEYOND,
    BOOL,
    C64,
    CAST,
    COPY,
    DTYPE,
    F8,
    F16,
    F32,
    F64,
    FORMAT,
    IS_VALUE,
    KEPT,
    LEAST,
    LIST_VALUE,
    LISTED,
    LOW,
    OUT,
    OUTSIDE,
    RANK,
    RANK_IS,
    REST,
    RESULT,
    S8,
    S32,
    S64,
    SAME,
    SECRET,
    SELF,
    SHAPE,
    SHAPES,
    TWICE,
    U32,
    WIDE,
    Fault,
    Row,
    fault,
    lists,
    null,
)

# Products, sums without NaN, logarithms of sums, the trace.

_PROD = "f32 f16 f64 s8 u8 s16 s32 s64 bool c64 c128"


def _prod(op: str, shape: tuple[int, ...], *faults: Fault, **rest: Any) -> Row:
    return Row(
        call(op, self=SELF, **rest, dtype=F32, out=t(F32, shape)),
        (lists("self", _PROD),),
        (
            null("self"), null("out"), fault(DTYPE, self=LISTED), fault(IS_VALUE, dtype=F16), fault(RANK, self=WIDE),
            fault(RANK, out=WIDE), *faults, fault(BEYOND, INNER_NULLPTR, self=OUTSIDE),
            fault(RESULT, out={"shape": (7,)}),
        ),
    )  # fmt: skip


_NANSUM = "f16 f32 s8 s16 s32 s64 u8 bool bf16"
_NANSUM_950 = "f32 f16 bf16"

SUMS = (
    _prod("aclnnProd", ()),
    _prod("aclnnProdDim", REST, fault(AXIS, dim=99), dim=1, keepDim=False),
    Row(
        call("aclnnReduceNansum", self=SELF, dim=ints(1), keepDim=False, dtype=F32, out=OUT),
        (
            lists("self", _NANSUM, {}, Ascend950=_NANSUM_950),
            lists("dtype out", _NANSUM, {}, Ascend950=_NANSUM_950),
        ),
        (
            null("self"), null("dim"), null("out"), fault(DTYPE, self=LISTED), fault(LIST_VALUE, dtype=U32),
            fault(DTYPE, out=LISTED), fault(IS_VALUE, dtype=F16), fault(CAST, dtype=S32, out={"dtype": S32}),
            fault(AXES, dim=ints(99)), fault(TWICE, dim=ints(1, 1)), fault(RANK, self=WIDE), fault(RANK, out=WIDE),
            fault(BEYOND, INNER_NULLPTR, self=OUTSIDE), fault(RESULT, out={"shape": (7,)}),
        ),
        NEW_SOCS,
    ),
    Row(
        call("aclnnReduceLogSum", data=SELF, axes=ints(1), keepDims=False, noopWithEmptyAxes=False, reduce=OUT),
        (lists("data", "f16 f32", {"Ascend950": "bf16"}), lists("reduce", "f16 f32", {"Ascend950": "bf16"})),
        (
            null("data"), null("axes"), null("reduce"), fault(DTYPE, data=LISTED), fault(DTYPE, reduce=LISTED),
            fault(RANK, data=WIDE), fault(AXES, axes=ints(99)), fault(TWICE, axes=ints(1, 1)),
            fault(BEYOND, INNER_NULLPTR, data=OUTSIDE), fault(RESULT, reduce={"shape": (7,)}),
            fault(COPY, INNER_NULLPTR, reduce={"dtype": F16}),
        ),
    ),
    Row(
        call("aclnnLogSumExp", self=SELF, dim=ints(1), keepDim=False, out=OUT),
        (lists("self", "f32 s32 s64 f16 s16 s8 u8 bool"), lists("out", "f32 f16")),
        (
            null("self"), null("dim"), null("out"), fault(DTYPE, self=LISTED), fault(DTYPE, out=LISTED),
            fault(AXES, dim=ints(99)), fault(TWICE, dim=ints(1, 1)), fault(RANK, self=WIDE), fault(RANK, out=WIDE),
            fault(RESULT, out={"shape": (7,)}), fault(SECRET, self={"format": NC1HWC0}),
        ),
        soc="Ascend950",
    ),
    Row(
        call("aclnnTrace", self=t(F32, (3, 4)), out=t(F32, ())),
        (lists("self", "f32 f16 f64 c64 c128 s32 s64 s16 s8 u8 bool"),),
        (
            null("self"), null("out"), fault(RANK_IS, self={"shape": (12,)}), fault(RANK_IS, out={"shape": (1,)}),
            fault(DTYPE, self=LISTED), fault("ACLNN-PARAM-041", out={"dtype": F16}),
            fault(BEYOND, INNER_NULLPTR, self={"strides": (8, 2), "storage": (12,)}),
        ),
    ),
)  # fmt: skip

# Running sums, products, extremes.

_SUMMED = "f32 f16 s32 f64 u8 s8 s16 s64 c64 c128"
_FACTORS = "f32 f16 bf16 f64 s8 s16 s32 s64 u8 u16 u32 u64"
_ORDERED = "f32 f16 f64 s8 s16 s32 s64 u8 bool"
_WHOLE = t(F32, SHAPE)

CUMULATIVE = (
    Row(
        call("aclnnCumsum", self=SELF, dim=1, dtype=F32, out=_WHOLE),
        (lists("out dtype", _SUMMED),),
        (
            null("self"), null("out"), fault(DTYPE, out=LISTED), fault(IS_VALUE, dtype=F16),
            fault(SHAPES, out={"shape": (7,)}), fault(RANK, self=WIDE, out=WIDE), fault(AXIS, dim=99),
            fault(BEYOND, INNER_NULLPTR, self=OUTSIDE), fault("ACLNN-VIEW-004", INNER_NULLPTR, self={"dtype": F8}),
        ),
    ),
    Row(
        call("aclnnCumsumV2", self=SELF, dim=1, exclusive=False, reverse=False, out=_WHOLE),
        (lists("self", _SUMMED), lists("out", _SUMMED)),
        (
            null("self"), null("out"), fault(DTYPE, self=LISTED), fault(DTYPE, out=LISTED),
            fault(SAME, out={"dtype": F16}), fault(SHAPES, out={"shape": (7,)}), fault(RANK, self=WIDE, out=WIDE),
            fault(AXIS, dim=99), fault(BEYOND, INNER_NULLPTR, self=OUTSIDE),
        ),
    ),
    Row(
        call("aclnnCumprod", input=SELF, dim=s(S32, 1), dtype=F32, out=_WHOLE),
        (lists("input", _FACTORS, {}), lists("out dtype", _FACTORS, {})),
        (
            null("input"), null("dim"), null("out"), fault(DTYPE, input={"dtype": C64}),
            fault(DTYPE, out={"dtype": C64}), fault("ACLNN-PARAM-104", dim=s(F32, 1)), fault(AXIS, dim=s(S64, 99)),
            fault(SHAPES, out={"shape": (7,)}), fault(IS_VALUE, dtype=F16),
            fault(BEYOND, INNER_NULLPTR, input=OUTSIDE),
        ),
    ),
    Row(
        call("aclnnInplaceCumprod", input=SELF, dim=s(S32, 1)),
        (lists("input", _FACTORS, {}),),
        (
            null("input"), null("dim"), fault(DTYPE, input={"dtype": C64}), fault("ACLNN-PARAM-104", dim=s(F32, 1)),
            fault(AXIS, dim=s(S64, 99)), fault(BEYOND, INNER_NULLPTR, input=OUTSIDE),
        ),
    ),
    *(
        Row(
            call(op, self=SELF, dim=1, valuesOut=_WHOLE, indicesOut=t(S64, SHAPE)),
            (
                lists("self", _ORDERED, extra), lists("valuesOut", _ORDERED, extra), lists("indicesOut", "s32 s64", {}),
            ),
            (
                null("self"), null("valuesOut"), null("indicesOut"), *scalar, fault(AXIS, dim=99),
                fault(DTYPE, self=LISTED), fault(DTYPE, valuesOut=LISTED), fault(DTYPE, indicesOut={"dtype": F32}),
                fault(RANK, self=WIDE), fault(SHAPES, valuesOut={"shape": (7,)}),
                fault(SHAPES, indicesOut={"shape": (7,)}), fault(BEYOND, INNER_NULLPTR, self=OUTSIDE),
            ),
        )
        for op, extra, scalar in (
            ("aclnnCummax", dict.fromkeys(NEW_SOCS, "bf16"), (fault(LEAST, self={"shape": ()}),)),
            ("aclnnCummin", dict.fromkeys(SOCS, "bf16"), ()),
        )
    ),
)  # fmt: skip

# Softmax.

_GRAD = "f32 f16"
_GRAD_ANY = "f32 f16 bf16"
_FOUR = (2, 3, 4, 5)

SOFTMAX = (
    Row(
        call("aclnnSoftmax", self=SELF, dim=1, out=_WHOLE),
        (lists("self", "f32 f16 f64"), lists("out", "f32 f16 f64")),
        (
            null("self"), null("out"), fault(DTYPE, self=LISTED), fault(DTYPE, out=LISTED), fault(AXIS, dim=99),
            fault(RANK, self=WIDE), fault(SHAPES, out={"shape": (7,)}), fault(BEYOND, INNER_NULLPTR, self=OUTSIDE),
        ),
    ),
    Row(
        call("aclnnLogSoftmax", self=SELF, dim=1, out=_WHOLE),
        (lists("self", "f32 f16 f64 bf16", {}), lists("out", "f32 f16 f64 bf16", {})),
        (
            null("self"), null("out"), fault(AXIS, dim=99), fault(DTYPE, self=LISTED), fault(DTYPE, out=LISTED),
            fault(RANK, self=WIDE), fault(RANK, out=WIDE), fault(SHAPES, out={"shape": (7,)}),
            fault(BEYOND, INNER_NULLPTR, self=OUTSIDE),
        ),
    ),
    Row(
        call("aclnnSoftmaxBackward", gradOutput=SELF, output=t(F32, SHAPE), dim=1, out=_WHOLE),
        (lists("gradOutput output", _GRAD_ANY, {}), lists("output", _GRAD_ANY, {})),
        (
            null("gradOutput"), null("output"), null("out"), fault(DTYPE, gradOutput=LISTED),
            fault(DTYPE, output=LISTED), fault(SAME, output={"dtype": F16}), fault(AXIS, dim=99),
            fault(RANK, gradOutput=WIDE), fault(SHAPES, output={"shape": (7,)}), fault(SHAPES, out={"shape": (7,)}),
            fault(BEYOND, INNER_NULLPTR, gradOutput=OUTSIDE), fault(BEYOND, INNER_NULLPTR, output=OUTSIDE),
        ),
    ),
    Row(
        call("aclnnLogSoftmaxBackward", gradOutput=SELF, output=t(F32, SHAPE), dim=1, out=_WHOLE),
        (lists("gradOutput output", _GRAD_ANY, {}), lists("output", _GRAD_ANY, {})),
        (
            null("output"), null("gradOutput"), null("out"), fault(DTYPE, output=LISTED),
            fault(DTYPE, gradOutput=LISTED), fault(SAME, output={"dtype": F16}), fault(RANK, gradOutput=WIDE),
            fault(RANK, output=WIDE), fault(SHAPES, output={"shape": (7,)}), fault(SHAPES, out={"shape": (7,)}),
            fault(AXIS, dim=99), fault(BEYOND, INNER_NULLPTR, gradOutput=OUTSIDE),
        ),
    ),
    Row(
        call(
            "aclnnScaledMaskedSoftmax", x=t(F32, _FOUR), mask=t(BOOL, (1, 3, 4, 5)), scale=2.0, fixedTriuMask=False,
            y=t(F32, _FOUR),
        ),
        (lists("x y", _GRAD_ANY, {}), lists("mask", "bool", {})),
        (
            null("x", INNER_NULLPTR), null("mask", INNER_NULLPTR), null("y", INNER_NULLPTR), fault(DTYPE, x=LISTED),
            fault(DTYPE, mask={"dtype": S8}), fault(DTYPE, y=LISTED), fault(SAME, y={"dtype": F16}),
            fault(RANK_IS, x={"shape": (4, 5)}), fault(RANK_IS, mask={"shape": (4, 5)}),
            fault(RANK_IS, y={"shape": (4, 5)}), fault("ACLNN-PARAM-007", mask={"shape": (3, 3, 4, 5)}),
            fault("ACLNN-PARAM-110", x={"shape": (2, 3, 4, 4097)}, mask={"shape": (2, 3, 4, 4097)}),
            fault("ACLNN-PARAM-010", fixedTriuMask=True), fault(COPY, INNER_NULLPTR, y={"shape": (2, 3, 4, 6)}),
        ),
    ),
    Row(
        call(
            "aclnnScaledMaskedSoftmaxBackward", gradOutput=t(F32, _FOUR), y=t(F32, _FOUR), mask=t(BOOL, _FOUR),
            scale=2.0, fixTriuMask=False, out=t(F32, _FOUR),
        ),
        (lists("gradOutput y out", _GRAD_ANY, {}), lists("mask", "bool", {})),
        (
            null("gradOutput"), null("y"), null("mask"), null("out"), fault(DTYPE, gradOutput=LISTED),
            fault(DTYPE, y=LISTED), fault(DTYPE, mask={"dtype": S8}), fault(DTYPE, out=LISTED),
            fault(SECRET, gradOutput={"format": 29}), fault(RANK_IS, gradOutput={"shape": (4, 5)}),
            fault("ACLNN-PARAM-110", gradOutput={"shape": (2, 3, 4, 4097)}), fault(SHAPES, y={"shape": (4, 5)}),
            fault(SHAPES, out={"shape": (4, 5)}), fault(RANK_IS, mask={"shape": (4, 5)}),
            fault("ACLNN-PARAM-007", mask={"shape": (3, 3, 4, 5)}), fault("ACLNN-PARAM-010", fixTriuMask=True),
            fault(COPY, INNER_NULLPTR, out={"dtype": F16}),
        ),
    ),
)  # fmt: skip

# Order and frequency.

_MEDIAN = "f32 f16 u8 s8 s16 s32 s64"
_KTH = {soc: "bf16 u16 u32 u64" if soc == "Ascend950" else "bf16" for soc in NEW_SOCS}


def _median(op: str, out: str) -> Row:
    return Row(
        call(op, self=SELF, **{out: t(F32, (1,))}),
        (lists(f"self {out}", _MEDIAN),),
        (
            null("self"), null(out), fault(DTYPE, self=LISTED), fault(DTYPE, **{out: LISTED}),
            fault(SAME, **{out: {"dtype": F16}}), fault(RANK, self=WIDE), fault(RANK, **{out: WIDE}),
            fault(BEYOND, INNER_NULLPTR, self=OUTSIDE), fault(RESULT, **{out: {"shape": (7,)}}),
        ),
    )  # fmt: skip


def _median_dim(op: str, *faults: Fault) -> Row:
    return Row(
        call(op, self=SELF, dim=1, keepDim=False, valuesOut=OUT, indicesOut=t(S64, REST)),
        (lists("self valuesOut", _MEDIAN), lists("indicesOut", "s64", {})),
        (
            null("self"), null("valuesOut"), null("indicesOut"), fault(DTYPE, self=LISTED),
            fault(DTYPE, valuesOut=LISTED), fault(SAME, valuesOut={"dtype": F16}), fault(DTYPE, indicesOut=LISTED),
            fault(AXIS, dim=99), fault(RANK, self=WIDE), fault(RANK, valuesOut=WIDE), fault(RANK, indicesOut=WIDE),
            fault(RANK_IS, valuesOut={"shape": KEPT}), fault(RANK_IS, indicesOut={"shape": KEPT}), *faults,
            fault(BEYOND, INNER_NULLPTR, self=OUTSIDE), fault(RESULT, valuesOut={"shape": (4, 2)}),
            fault(RESULT, indicesOut={"shape": (4, 2)}),
        ),
    )  # fmt: skip


_COUNTED = "f32 f16 s64 s32 s16 s8 u8"

ORDER = (
    _median("aclnnMedian", "valuesOut"),
    _median("aclnnNanMedian", "out"),
    _median_dim("aclnnMedianDim"),
    _median_dim("aclnnNanMedianDim", fault("ACLNN-PARAM-100", self={"shape": (2, 0, 4)})),
    Row(
        call("aclnnKthvalue", self=SELF, k=2, dim=1, keepdim=False, valuesOut=OUT, indicesOut=t(S64, REST)),
        (lists("self valuesOut", "f32 s32 s64 f16 s16 s8 u8", _KTH), lists("indicesOut", "s64", {})),
        (
            null("self"), null("valuesOut"), null("indicesOut"), fault(AXIS, dim=99), fault("ACLNN-PARAM-105", k=0),
            fault(DTYPE, self={"dtype": F64}), fault(SAME, valuesOut={"dtype": F16}), fault(DTYPE, indicesOut=LISTED),
            fault(BEYOND, INNER_NULLPTR, self=OUTSIDE), fault(RESULT, valuesOut={"shape": (7,)}),
            fault(RESULT, indicesOut={"shape": (7,)}),
        ),
    ),
    Row(
        call("aclnnHistc", self=SELF, bins=4, min=s(F32, 0.0), max=s(F32, 1.0), out=t(F32, (4,))),
        (lists("self out", _COUNTED, {}), lists("self", _COUNTED, {}), lists("out", _COUNTED, {})),
        (
            null("self"), null("out"), null("max"), null("min"), fault(DTYPE, self=LISTED), fault(DTYPE, out=LISTED),
            fault("ACLNN-PARAM-107", max=s(F32, float("inf"))), fault(LOW, bins=0),
            fault("ACLNN-PARAM-107", min=s(F32, 2.0)), fault(CAST, self={"dtype": S32}),
            fault(RANK_IS, out={"shape": (2, 2)}), fault(RANK, self=WIDE), fault("ACLNN-PARAM-108", bins=5),
            fault(BEYOND, INNER_NULLPTR, self=OUTSIDE),
        ),
    ),
    Row(
        call("aclnnBincount", self=t(S32, (6,)), weights=t(F32, (6,)), minlength=3, out=t(F32, (5,))),
        (
            lists("self", "s8 s16 s32 s64 u8", {}), lists("out", "f32 f64 s32 s64", {}),
            lists("weights", "f32 f16 f64 s8 s16 s32 s64 u8 bool", {}),
        ),
        (
            null("self"), null("out"), fault(DTYPE, self=LISTED), fault(DTYPE, out=LISTED),
            fault(DTYPE, weights=LISTED), fault(SECRET, self={"format": NC1HWC0}),
            fault(SECRET, out={"format": NC1HWC0}), fault(RANK_IS, self={"shape": (2, 3)}),
            fault(FORMAT, weights={"format": NC1HWC0}), fault(SHAPES, weights={"shape": (7,)}),
            fault(BEYOND, INNER_NULLPTR, self={"strides": (2,), "storage": (6,)}),
            fault("ACLNN-PARAM-109", minlength=2**31), fault(COPY, INNER_NULLPTR, out={"shape": (2, 5)}),
        ),
    ),
)  # fmt: skip

ROWS = (*SUMS, *CUMULATIVE, *SOFTMAX, *ORDER)
# Asked of an old chip, where the list check of these operators comes after a text of its own.
OLD_CHIP_BF16 = {
    "aclnnLogSoftmax": ("self", "out"), "aclnnSoftmaxBackward": ("gradOutput",),
    "aclnnLogSoftmaxBackward": ("gradOutput", "output"),
}  # fmt: skip
