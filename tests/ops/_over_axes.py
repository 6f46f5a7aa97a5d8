"""Operators over axes: a valid call, the literal dtype lists by chip, and the faults in the order of their checks."""

from collections.abc import Mapping
from typing import Any

import attrs
from _case import (
    INNER_NULLPTR,
    INVALID,
    NC1HWC0,
    NEW_SOCS,
    NULLPTR,
    SOCS,
    Call,
    T,
    call,
    ints,
    s,
    t,
)

from aclnn_emu.core.dtypes import DataType

F32, F16, BF16, F64 = DataType.ACL_FLOAT, DataType.ACL_FLOAT16, DataType.ACL_BF16, DataType.ACL_DOUBLE
BOOL, S8, S16, S32 = DataType.ACL_BOOL, DataType.ACL_INT8, DataType.ACL_INT16, DataType.ACL_INT32
S64, U8, U32 = DataType.ACL_INT64, DataType.ACL_UINT8, DataType.ACL_UINT32
C64, C128 = DataType.ACL_COMPLEX64, DataType.ACL_COMPLEX128
F8 = DataType.ACL_FLOAT8_E5M2

SHAPE, REST, KEPT = (2, 3, 4), (2, 4), (2, 1, 4)
NULL, DTYPE, SAME, VALUE, RANK = (f"ACLNN-PARAM-00{place}" for place in (1, 3, 4, 6, 2))
SHAPES = "ACLNN-PARAM-006"
LIST_VALUE, IS_VALUE = "ACLNN-PARAM-022", "ACLNN-PARAM-017"
RESULT, AXES, TWICE, AXIS, NO_ELEMENTS = (
    "ACLNN-PARAM-009", "ACLNN-PARAM-015", "ACLNN-PARAM-016", "ACLNN-PARAM-024", "ACLNN-PARAM-100",
)  # fmt: skip
CAST, CHIP, BF16_CHIP, COPY = "ACLNN-PARAM-012", "ACLNN-PARAM-040", "ACLNN-PARAM-060", "ACLNN-VIEW-001"
PROMOTE, SECRET, RANK_IS, LEAST, LOW = (
    "ACLNN-PARAM-011", "ACLNN-PARAM-023", "ACLNN-PARAM-062", "ACLNN-PARAM-103", "ACLNN-PARAM-042",
)  # fmt: skip
BEYOND, FORMAT = "ACLNN-TENSOR-006", "ACLNN-PARAM-005"

WIDE = {"shape": (1,) * 9}
LISTED = {"dtype": U32}
OUTSIDE = {"strides": (24, 8, 2), "storage": SHAPE}  # a strided view past its storage


@attrs.frozen
class Fault:
    """One thing wrong with the valid call: by parameter, the attributes of a tensor that change, or a new value."""

    changes: Mapping[str, Any]
    status: int
    message: str


def fault(message: str, /, status: int = INVALID, **changes: Any) -> Fault:
    return Fault(changes, status, message)


def null(param: str, status: int = NULLPTR) -> Fault:
    return Fault({param: None}, status, NULL)


def broken(base: Call, *faults: Fault) -> Call:
    """The call with all these faults; a null pointer covers every other one of its parameter."""
    args = dict(base.args)
    for one in faults:
        for name, change in one.changes.items():
            if args[name] is None or change is None:
                args[name] = None
            elif isinstance(change, dict):
                args[name] = attrs.evolve(args[name], **change)
            else:
                args[name] = change
    return Call(base.op, args)


@attrs.frozen
class Listed:
    """Parameters whose dtypes change together, and the list that they are held against.

    Attributes:
        params: tensors, or attributes that are dtypes.
        dtypes: on every chip.
        extra: besides, by chip.
        instead: the whole list, on chips that have another.
    """

    params: tuple[str, ...]
    dtypes: str
    extra: Mapping[str, str] = attrs.field(factory=dict)
    instead: Mapping[str, str] = attrs.field(factory=dict)

    def on(self, soc: str) -> set[str]:
        return set(f"{self.instead.get(soc, self.dtypes)} {self.extra.get(soc, '')}".split())


NEW_BF16 = dict.fromkeys(NEW_SOCS, "bf16")


def lists(params: str, dtypes: str, extra: Mapping[str, str] = NEW_BF16, **instead: str) -> Listed:
    return Listed(tuple(params.split()), dtypes, extra, instead)


@attrs.frozen
class Row:
    """One operator.

    Attributes:
        call: a valid call.
        lists: of dtypes.
        faults: in the order of the checks.
        chips: that have the operator.
        soc: where the faults are looked at.
    """

    call: Call
    lists: tuple[Listed, ...]
    faults: tuple[Fault, ...]
    chips: tuple[str, ...] = SOCS
    soc: str = "Ascend910B"


def typed(base: Call, names: tuple[str, ...], dtype: int) -> Call:
    """The call with one dtype for these parameters."""
    changes = {
        name: attrs.evolve(base.args[name], dtype=dtype) if isinstance(base.args[name], T) else dtype
        for name in names
    }
    return Call(base.op, {**base.args, **changes})


SELF = t(F32, SHAPE)
OUT = t(F32, REST)

# Extremes.

_EXTREMES = "f32 f16 u8 s32 s64 s16 s8 f64 bool"


def _along(op: str, axes: str, **rest: Any) -> Row:
    keep = "keepDims" if axes == "dims" else "keepDim"
    return Row(
        call(op, self=SELF, **{axes: ints(1), keep: False}, out=OUT, **rest),
        (lists("self out", _EXTREMES),),
        (
            null("self"), null(axes), null("out"), fault(SAME, self={"dtype": F16}),
            fault(DTYPE, self=LISTED, out=LISTED), fault(AXES, **{axes: ints(99)}),
            fault(NO_ELEMENTS, self={"shape": (2, 0, 4)}), fault(TWICE, **{axes: ints(1, 1)}),
            fault(RANK, self=WIDE), fault(RANK, out=WIDE), fault(RESULT, out={"shape": (4, 2)}),
            fault(BEYOND, INNER_NULLPTR, self=OUTSIDE),
        ),
    )  # fmt: skip


def _whole(op: str) -> Row:
    return Row(
        call(op, self=SELF, out=t(F32, ())),
        (lists("self", _EXTREMES), lists("out", _EXTREMES)),
        (
            null("self"), null("out"), fault(DTYPE, self=LISTED), fault(DTYPE, out=LISTED),
            fault(RANK, self=WIDE), fault(RANK, out=WIDE), fault(BEYOND, INNER_NULLPTR, self=OUTSIDE),
            fault(RESULT, out={"shape": (2,)}),
        ),
    )  # fmt: skip


def _both(op: str, shape: tuple[int, ...], *faults: Fault, **axes: Any) -> Row:
    nulls = ("dim",) if isinstance(axes.get("dim"), tuple) else ()
    return Row(
        call(op, self=SELF, **axes, minOut=t(F32, shape), maxOut=t(F32, shape)),
        (lists("self minOut maxOut", _EXTREMES),),
        (
            null("self"), *map(null, nulls), null("minOut"), null("maxOut"), fault(DTYPE, self=LISTED),
            fault(SAME, minOut={"dtype": F16}), fault(SAME, maxOut={"dtype": F16}), fault(RANK, self=WIDE),
            fault(RANK, minOut=WIDE), fault(RANK, maxOut=WIDE), *faults,
            fault(BEYOND, INNER_NULLPTR, self=OUTSIDE), fault(RESULT, minOut={"shape": (7,)}),
            fault(RESULT, maxOut={"shape": (7,)}),
        ),
    )  # fmt: skip


_VALUES_950 = {soc: "bf16 s32" if soc == "Ascend950" else "bf16" for soc in NEW_SOCS}


def _with_value(op: str) -> Row:
    return Row(
        call(op, self=SELF, dim=1, keepdim=False, out=OUT, indices=t(S32, REST)),
        (lists("self out", "f32 f16 s64 bool", _VALUES_950),),
        (
            null("self"), null("out"), null("indices"), fault(DTYPE, self=LISTED), fault(SAME, out={"dtype": F16}),
            fault(RANK, self=WIDE), fault(RANK, out=WIDE), fault(RANK, indices=WIDE), fault(AXIS, dim=99),
            fault(BEYOND, NULLPTR, self=OUTSIDE), fault(RESULT, indices={"shape": (7,)}),
            fault(RESULT, out={"shape": (7,)}),
        ),
    )  # fmt: skip


_ARG = "f32 f16 f64 s8 s16 s32 s64 u8"
_ARG_BF16 = dict.fromkeys((*NEW_SOCS, "Ascend310B"), "bf16")

EXTREMES = (
    _along("aclnnAmax", "dim"),
    _along("aclnnAmin", "dim"),
    _along("aclnnMaxV2", "dims", noopWithEmptyDims=False),
    _whole("aclnnMax"),
    _whole("aclnnMin"),
    _both("aclnnAminmaxAll", ()),
    _both("aclnnAminmax", REST, fault(AXES, dim=ints(-99)), dim=ints(1), keepDim=False),
    _both("aclnnAminmaxDim", REST, fault(AXIS, dim=-99), dim=1, keepDim=False),
    _with_value("aclnnMaxDim"),
    _with_value("aclnnMinDim"),
    Row(
        call("aclnnArgMax", self=SELF, dim=1, keepdim=False, out=t(S64, REST)),
        (lists("self", _ARG, _ARG_BF16 | {"Ascend950": "bf16 u16"}),),
        (
            null("self"), null("out"), fault(DTYPE, self={"dtype": BOOL}), fault(RANK, self=WIDE),
            fault(RANK, out=WIDE), fault(AXIS, dim=99), fault(BEYOND, INNER_NULLPTR, self=OUTSIDE),
            fault(RESULT, out={"shape": (7,)}),
        ),
    ),
    Row(
        call("aclnnArgMin", self=SELF, dim=1, keepdim=False, out=t(S64, REST)),
        (lists("self", _ARG, _ARG_BF16), lists("out", "s32 s64", {})),
        (
            null("self"), null("out"), fault(AXIS, dim=99), fault(DTYPE, self={"dtype": BOOL}),
            fault(DTYPE, out={"dtype": F32}), fault(SECRET, self={"format": NC1HWC0}),
            fault(SECRET, out={"format": NC1HWC0}), fault(RANK, self=WIDE), fault(RANK, out=WIDE),
            fault(NO_ELEMENTS, self={"shape": (2, 0, 4)}), fault(BEYOND, INNER_NULLPTR, self=OUTSIDE),
            fault(RESULT, out={"shape": (7,)}),
        ),
    ),
)  # fmt: skip

# Truth.


def _truth(op: str, *faults: Fault) -> Row:
    return Row(
        call(op, self=SELF, dim=ints(1), keepdim=False, out=t(BOOL, REST)),
        (lists("self", _EXTREMES), lists("out", "u8 bool", {})),
        (
            null("self"), null("dim"), null("out"), fault(DTYPE, self=LISTED), fault(DTYPE, out={"dtype": F32}),
            *faults,
        ),
    )  # fmt: skip


TRUTH = (
    _truth(
        "aclnnAll", fault(SECRET, self={"format": NC1HWC0}), fault(AXES, dim=ints(99)), fault(TWICE, dim=ints(1, 1)),
        fault(RANK, self=WIDE), fault(RANK, out=WIDE), fault(RESULT, out={"shape": (7,)}),
        fault(BEYOND, INNER_NULLPTR, self=OUTSIDE),
    ),
    _truth(
        "aclnnAny", fault(AXES, dim=ints(99)), fault(RANK, self=WIDE), fault(RANK, out=WIDE),
        fault(BEYOND, INNER_NULLPTR, self=OUTSIDE), fault(RESULT, out={"shape": (7,)}),
    ),
)  # fmt: skip

# Moments.


def _moments(op: str, outs: tuple[str, ...], *faults: Fault, dtypes: Listed, **rest: Any) -> Row:
    return Row(
        call(
            op, self=SELF, dim=ints(0, 1, 2), **rest, keepdim=False, **{out: t(F32, ()) for out in outs}
        ),
        tuple(attrs.evolve(dtypes, params=(param,)) for param in ("self", *outs)),
        (null("self"), *faults),
    )  # fmt: skip


_TWO = lists("self", "f32 f16")
_WRONG_DIM = (fault(AXES, dim=ints(-99)), fault(TWICE, dim=ints(1, 1)))

MOMENTS = (
    *(
        _moments(
            op, ("out",), null("out"), fault(DTYPE, self=LISTED), fault(DTYPE, out=LISTED), *_WRONG_DIM,
            fault(RANK, self=WIDE), fault(RESULT, out={"shape": (7,)}), fault(BEYOND, INNER_NULLPTR, self=OUTSIDE),
            dtypes=_TWO, **rest,
        )
        for op, rest in (("aclnnVar", {"unbiased": True}), ("aclnnVarCorrection", {"correction": 1}))
    ),
    _moments(
        "aclnnVarMean", ("meanOut", "varOut"), null("meanOut"), null("varOut"), fault(DTYPE, self=LISTED),
        fault(DTYPE, meanOut=LISTED), fault(DTYPE, varOut=LISTED), *_WRONG_DIM, fault(RANK, self=WIDE),
        fault(RESULT, meanOut={"shape": (7,)}), fault(RESULT, varOut={"shape": (7,)}),
        fault(BEYOND, INNER_NULLPTR, self=OUTSIDE), dtypes=lists("self", "f32 f16", {"Ascend950": "bf16"}),
        correction=1,
    ),
    _moments(
        "aclnnStd", ("out",), null("out"), fault(DTYPE, self=LISTED), fault(DTYPE, out=LISTED), *_WRONG_DIM,
        fault(RANK, self=WIDE), fault(RANK, out=WIDE), fault(RESULT, out={"shape": (7,)}),
        fault(BEYOND, INNER_NULLPTR, self=OUTSIDE), dtypes=_TWO, correction=1,
    ),
    _moments(
        "aclnnStdMeanCorrection", ("stdOut", "meanOut"), null("stdOut"), null("meanOut"),
        fault(DTYPE, self=LISTED), fault(DTYPE, stdOut=LISTED), fault(DTYPE, meanOut=LISTED),
        fault(SAME, stdOut={"dtype": F16}), fault(SAME, meanOut={"dtype": F16}), *_WRONG_DIM,
        fault(RANK, self=WIDE), fault(RANK, stdOut=WIDE), fault(RANK, meanOut=WIDE),
        fault(RESULT, stdOut={"shape": (7,)}), fault(RESULT, meanOut={"shape": (7,)}),
        fault(BEYOND, INNER_NULLPTR, self=OUTSIDE), dtypes=_TWO, correction=1,
    ),
)  # fmt: skip

# Norms.

_NO_LIST = (U32, F8)
_STRIDED_RANK = fault(RANK, self=WIDE)


def _norm(op: str, p: str, axes: str, keep: str, *faults: Fault, **rest: Any) -> Row:
    return Row(
        call(op, self=SELF, **{p: s(F32, 2.0), axes: ints(1), keep: False}, **rest, out=OUT),
        (),
        (
            null("self"), null(p), null(axes), null("out"), *faults, fault(PROMOTE, self={"dtype": U32}),
            fault(AXES, **{axes: ints(99)}), fault(TWICE, **{axes: ints(1, 1)}), fault(RANK, self=WIDE),
            fault(RANK, out=WIDE), fault(RESULT, out={"shape": (7,)}), fault(BEYOND, INNER_NULLPTR, self=OUTSIDE),
        ),
    )  # fmt: skip


NORMS = (
    _norm("aclnnNorm", "pScalar", "dim", "keepdim"),
    _norm(
        "aclnnLinalgVectorNorm", "ord", "dims", "keepDims", fault(IS_VALUE, dtype=F16),
        fault("ACLNN-PARAM-102", self={"dtype": C64}), dtype=F32,
    ),
    Row(
        call("aclnnRenorm", self=SELF, p=s(F32, 2.0), dim=1, maxNorm=s(F32, 1.0), out=t(F32, SHAPE)),
        (
            lists("self", "f32 f16", {soc: "bf16" for soc in SOCS if soc != "Ascend910"}),
            lists("out", "f32 f16", {soc: "bf16" for soc in SOCS if soc != "Ascend910"}),
        ),
        (
            null("self"), null("p"), null("maxNorm"), null("out"), fault(DTYPE, self=LISTED), fault(DTYPE, out=LISTED),
            fault(SAME, out={"dtype": F16}), fault(FORMAT, out={"format": NC1HWC0}), fault(LEAST, self={"shape": (4,)}),
            fault(LEAST, out={"shape": (4,)}), fault(RANK, self=WIDE), fault(RANK, out=WIDE),
            fault(SHAPES, out={"shape": (2, 3)}), fault(LOW, p=s(F32, -1.0)), fault(AXIS, dim=99),
            fault(LOW, maxNorm=s(F32, -1.0)), fault(BEYOND, INNER_NULLPTR, self=OUTSIDE),
        ),
    ),
    Row(
        call("aclnnInplaceRenorm", selfRef=SELF, p=s(F32, 2.0), dim=1, maxNorm=s(F32, 1.0)),
        (lists("selfRef", "f32 f16", {soc: "bf16" for soc in SOCS if soc != "Ascend910"}),),
        (
            null("selfRef"), null("p"), null("maxNorm"), fault(DTYPE, selfRef=LISTED),
            fault(LEAST, selfRef={"shape": (4,)}), fault(RANK, selfRef=WIDE), fault(LOW, p=s(F32, -1.0)),
            fault(AXIS, dim=99), fault(LOW, maxNorm=s(F32, -1.0)), fault(BEYOND, INNER_NULLPTR, selfRef=OUTSIDE),
        ),
    ),
)  # fmt: skip

ROWS = (*EXTREMES, *TRUTH, *MOMENTS, *NORMS)
