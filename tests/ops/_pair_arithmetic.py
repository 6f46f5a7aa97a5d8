"""The rows of the arithmetic: differences, quotients, remainders, powers, extremes, clamps, three operands, choices."""

from __future__ import annotations

from _case import NULLPTR, call
from _pairs import (
    BROADCAST,
    CPLX,
    LATE,
    REAL,
    RESULT,
    SAME,
    SIGNED,
    SPREAD,
    UNSIGNED,
    Fault,
    Row,
    dtype,
    listed,
    null,
    other_format,
    pair_calls,
    private,
    rank_9,
    rows,
    sc,
    scalar_calls,
    shape,
    typed,
    value,
    x,
)  # fmt: skip

_SUB = listed(f"{REAL} {CPLX}")
_RSUB = listed(f"{SIGNED} {CPLX}")
_TO_S32 = dtype("s32", "out", message="012")
_ONE = sc("f32", 1)
_COMPLEX_ALPHA = dtype("c64", "alpha", message="012")


def _of(op, **args):
    return call(f"aclnn{op}", **args)


_sub, _subs = pair_calls("Sub", alpha=_ONE), scalar_calls("Subs", alpha=_ONE)
DIFFERENCES = (
    *rows(
        *_sub, {"self": _SUB, "other": _SUB},
        (null("alpha"), dtype("u32", "self"), _COMPLEX_ALPHA, _TO_S32, rank_9("self"), BROADCAST, RESULT),
        shape_faults=(RESULT, _TO_S32),
    ),
    *rows(
        *_subs, {"self": _SUB},
        (null("alpha"), dtype("u32", "self"), _COMPLEX_ALPHA, _TO_S32, rank_9("self"), SAME),
        shape_faults=(SAME, _TO_S32),
    ),
    Row(
        call=_of("Rsub", self=x(), other=x(), alpha=_ONE, out=x()), lists={"self": _RSUB, "other": _RSUB},
        faults=(null("alpha"), dtype("bool", "self"), _COMPLEX_ALPHA, _TO_S32, rank_9("self"), BROADCAST, RESULT),
    ),
    Row(
        call=_of("Rsubs", self=x(), other=sc(), alpha=_ONE, out=x()), lists={"self": _RSUB, "other": _RSUB},
        faults=(null("alpha"), dtype("bool", "other"), _COMPLEX_ALPHA, _TO_S32, rank_9("self"), SAME),
    ),
    Row(
        call=_of("AddV3", self=sc(), other=x(), alpha=_ONE, out=x()),
        lists={"other": listed("f32 s32 f16 bf16 s8", "")},
        faults=(null("alpha"), dtype("f64", "other"), _COMPLEX_ALPHA, _TO_S32, rank_9("other"), SAME),
    ),
    Row(
        call=_of("InplaceAddV3", selfRef=sc(), other=x(), alpha=_ONE),
        lists={"other": listed("f32 s32 f16 bf16 s8", "")},
        faults=(null("alpha"), dtype("f64", "other"), _COMPLEX_ALPHA, rank_9("other")),
    ),
)  # fmt: skip

_DIV = listed(f"{REAL} {CPLX}")
_FLOOR = listed(REAL)
_FIRST = (rank_9("self"), BROADCAST, RESULT)
_PAIR_TAIL = (dtype("u32", "self"), _TO_S32, private("other"))
_SCALAR = (private("out"), dtype("u32", "other"), rank_9("self"), SAME, _TO_S32)
_BAD_MODE = value("010", mode=3)


def _in_place_div(name, *, mode):
    more = {"mode": 2} if mode else {}
    tail = (_BAD_MODE,) if mode else ()
    pairs, scalars = pair_calls(name, **more), scalar_calls(f"{name}s", **more)
    return (
        Row(
            call=pairs[0], lists={"self": _DIV, "other": _DIV}, faults=(null("out"), *_FIRST, *_PAIR_TAIL, *tail)
        ),
        Row(
            call=pairs[1], lists={"selfRef": _DIV, "other": _DIV},
            faults=(null("other"), shape("007", other=SPREAD), rank_9("selfRef", "other"), dtype("u32", "selfRef"),
                    dtype("c64", "other", message="012"), private("other"), *tail),
        ),
        Row(call=scalars[0], lists={"self": _DIV, "other": _DIV}, faults=(null("other"), *_SCALAR, *tail)),
        Row(
            call=scalars[1], lists={"selfRef": _DIV, "other": _DIV},
            faults=(null("other"), private("selfRef"), dtype("u32", "other"), rank_9("selfRef"), *tail),
        ),
    )  # fmt: skip


_floor, _floors = pair_calls("FloorDivide"), scalar_calls("FloorDivides")
QUOTIENTS = (
    *_in_place_div("Div", mode=False),
    *_in_place_div("DivMod", mode=True),
    Row(
        call=_floor[0], lists={"self": _FLOOR, "other": _FLOOR},
        faults=(null("out"), dtype("c64", "self"), rank_9("other"), BROADCAST, RESULT),
    ),
    Row(
        call=_floor[1], lists={"selfRef": _FLOOR, "other": _FLOOR},
        faults=(null("other"), shape("007", other=(2,)), dtype("c64", "selfRef"), rank_9("selfRef", "other")),
    ),
    *rows(
        *_floors, {"self": _FLOOR, "other": _FLOOR}, (null("out"), dtype("c64", "other"), rank_9("self"), SAME),
        shape_faults=(SAME,),
    ),
)  # fmt: skip

_MOD = listed("f32 s32 s8 f16 u8 f64 s64")
_REMAINDER_CHIPS = ("Ascend910", "Ascend310P", "Ascend910B", "Ascend910_93", "Ascend950")
_NOT_310B = {"chips": _REMAINDER_CHIPS}
_remainder, _remainders = pair_calls("RemainderTensorTensor"), scalar_calls("RemainderTensorScalar")
_WIDE_RANK = (1,) * 9
REMAINDERS = (
    *rows(
        *pair_calls("FmodTensor"), {"self": _MOD, "other": _MOD, "out": _MOD},
        (null("out"), dtype("s16", "other"), typed("021", self="s8", other="u8"), rank_9("self"), BROADCAST, RESULT),
        shape_faults=(RESULT,),
    ),
    *rows(
        *scalar_calls("FmodScalar"), {"self": _MOD, "other": _MOD, "out": _MOD},
        (null("out"), dtype("s16", "other"), rank_9("self"), SAME), shape_faults=(SAME,),
    ),
    Row(
        call=_remainder[0], lists={},
        faults=(null("out"), dtype("u16", "other", message="011"), _TO_S32, BROADCAST, RESULT,
                shape("002", self=_WIDE_RANK, other=_WIDE_RANK, out=_WIDE_RANK)), **_NOT_310B,
    ),
    Row(
        call=_remainder[1], lists={},
        faults=(null("other"), dtype("u16", "other", message="011"), shape("009", other=SPREAD),
                shape("002", selfRef=_WIDE_RANK, other=_WIDE_RANK)), **_NOT_310B,
    ),
    Row(
        call=_remainders[0], lists={},
        faults=(null("out"), SAME, dtype("c64", "other", message="063"), typed("021", self="s8", other="s8"), _TO_S32,
                shape("002", self=_WIDE_RANK, out=_WIDE_RANK)), **_NOT_310B,
    ),
    Row(
        call=_remainders[1], lists={},
        faults=(null("other"), dtype("c64", "other", message="063"), typed("021", selfRef="s8", other="s8"),
                shape("002", selfRef=_WIDE_RANK)), **_NOT_310B,
    ),
    Row(
        call=_of("RemainderScalarTensor", self=sc("f32", 7), other=x(), out=x()),
        lists={"out": listed("s32 s64 f16 f32 f64", **{"310B": ""})},
        faults=(null("out", status=LATE), SAME, dtype("c64", "self", message="063"), _TO_S32, typed("003", other="s8", out="s8"),
                shape("002", other=_WIDE_RANK, out=_WIDE_RANK)), together=("self", "other", "out"),
        null_status=dict.fromkeys(("self", "other", "out"), LATE), **_NOT_310B,
    ),
)  # fmt: skip

_POW = listed(f"{REAL} {CPLX}")
_BOTH_BOOL = typed("064", self="bool", exponent="bool")
POWERS = (
    Row(
        call=_of("PowTensorTensor", self=x(), exponent=x(), out=x()), lists={"self": _POW, "exponent": _POW},
        faults=(null("exponent"), _BOTH_BOOL, dtype("u32", "exponent"), _TO_S32, rank_9("self"),
                shape("008", exponent=(2,)), RESULT),
    ),
    Row(
        call=_of("InplacePowTensorTensor", self=x(), exponent=x()), lists={"self": _POW, "exponent": _POW},
        faults=(null("exponent"), _BOTH_BOOL, dtype("u32", "exponent"), rank_9("self"), shape("009", exponent=SPREAD)),
    ),
    Row(
        call=_of("PowTensorScalar", self=x(), exponent=sc("f32", 3), out=x()), lists={"self": _POW, "exponent": _POW},
        faults=(null("exponent"), dtype("u32", "self"), _TO_S32, rank_9("self"), SAME),
    ),
    Row(
        call=_of("InplacePowTensorScalar", self=x(), exponent=sc("f32", 3)), lists={"self": _POW, "exponent": _POW},
        faults=(null("exponent"), dtype("u32", "self"), dtype("c64", "exponent", message="012"), rank_9("self")),
    ),
    Row(
        call=_of("PowScalarTensor", self=sc(), exponent=x(), out=x()), lists={"self": _POW, "exponent": _POW},
        faults=(null("exponent"), dtype("u32", "self"), _TO_S32, rank_9("exponent"), SAME),
    ),
)  # fmt: skip

_EXTREME = listed(REAL)
_MANY = listed("f16 f32 s8 s32 s64", on_950="u8")
_GCD_TO = dtype("bool", "out", message="068")
_LOG_IN = listed(f"{REAL} {UNSIGNED}")
_LOG_OUT = listed("f16 f32")
_XLOGY = listed("f32 s32 s64 f16 s8 u8 bool s16")
_XLOGY_SCALAR = listed("f32 s32 s64 f16 s8 u8 bool s16 f64")
_HALVES = listed("f32 f16 bf16", "")
_xlogy, _xlogy_other = pair_calls("XLogYTensor"), scalar_calls("XLogYScalarOther")


def _extreme(name):
    return Row(
        call=_of(name, self=x(), other=x(), out=x()), lists=dict.fromkeys(("self", "other", "out"), _EXTREME),
        faults=(null("out"), dtype("c64", "other"), _TO_S32, rank_9("self"), BROADCAST, RESULT),
    )  # fmt: skip


def _many(name):
    return Row(
        call=_of(name, tensors=[x(), x()], out=x()), lists={"tensors": _MANY, "out": _MANY},
        faults=(null("out"), dtype("f64", "tensors", "out"), dtype("f16", "out", message="004"), rank_9("tensors"),
                RESULT),
    )  # fmt: skip


def _log_add_exp(name):
    return Row(
        call=_of(name, self=x(), other=x(), out=x()), lists={"self": _LOG_IN, "other": _LOG_IN, "out": _LOG_OUT},
        faults=(null("out"), dtype("c64", "self"), dtype("f64", "out"), rank_9("self"), BROADCAST, RESULT,
                other_format("other")), soc="Ascend950",
    )  # fmt: skip


PAIRWISE = (
    _extreme("Maximum"), _extreme("Minimum"), _many("MaxN"), _many("MinN"),
    *rows(
        *pair_calls("Atan2"), {"self": _EXTREME, "other": _EXTREME},
        (null("out"), dtype("c64", "other"), rank_9("self"), BROADCAST, RESULT),
    ),
    *rows(
        *_xlogy, {"self": _XLOGY, "other": _XLOGY},
        (null("out"), dtype("f64", "other"), rank_9("self"), BROADCAST, RESULT),
    ),
    *rows(
        *_xlogy_other, {"self": _XLOGY, "other": _XLOGY_SCALAR},
        (null("out"), dtype("f64", "self"), dtype("c64", "other"), _TO_S32, rank_9("self"), SAME),
        shape_faults=(SAME, _TO_S32),
    ),
    Row(
        call=_of("XLogYScalarSelf", self=sc(), other=x(), out=x()), lists={"self": _XLOGY_SCALAR, "other": _XLOGY},
        faults=(null("out"), dtype("c64", "self"), dtype("f64", "other"), _TO_S32, rank_9("other"), SAME),
    ),
    Row(
        call=_of("Xlog1py", x=x(), y=x(), z=x()), lists={"x": _HALVES}, together=("x", "y", "z"),
        faults=(null("z"), dtype("f16", "z", message="004"), typed("003", x="f64", y="f64", z="f64"), private("y"),
                rank_9("x")),
    ),
    _log_add_exp("LogAddExp"), _log_add_exp("LogAddExp2"),
    Row(
        call=_of("Gcd", self=x("s32"), other=x("s32"), out=x("s32")), lists={},
        faults=(null("out"), typed("064", self="bool", other="bool"), _GCD_TO, dtype("u16", "other", message="011"),
                typed("021", self="s8", other="s8"), rank_9("self"), BROADCAST, RESULT),
    ),
    Row(
        call=_of("Heaviside", input=x(), values=x(), out=x()),
        lists=dict.fromkeys(("input", "values", "out"), _HALVES),
        faults=(null("out"), dtype("f64", "values"), rank_9("input"), shape("008", values=(2,)),
                shape("069", out=(2, 2))),
    ),
)  # fmt: skip

_CLAMP = listed(SIGNED)
_CLAMP_FAULTS = (dtype("bool", "self"), SAME, rank_9("self", "out"), dtype("s32", "out", message="012"))


def _clamp(op, bounds, *, tensor, first):
    self, out = ("self", "out") if "Inplace" not in op else ("selfRef", "selfRef")
    args = {self: x(), **{name: x() if tensor else sc() for name in bounds}}
    if out == "out":
        args["out"] = x()
    plain = out == "out"
    if tensor:
        bad = {bounds[-1]: (2,)}
        cast, result = ((dtype("s32", "out", message="012"),), (RESULT,)) if plain else ((), ())
        tail = (*cast, shape("008", **bad), *result)
        faults = (first, dtype("bool", self), rank_9(bounds[-1]), *tail)
    elif plain:
        faults = (first, *_CLAMP_FAULTS)
    else:
        faults = (first, dtype("bool", self), rank_9(self))
    lists = {self: _CLAMP} | ({"out": _CLAMP} if plain else {})
    return Row(call=_of(op, **args), lists=lists, faults=faults, optional=bounds if len(bounds) == 2 else ())


_BOUNDS = ("clipValueMin", "clipValueMax")
_NEITHER = value("065", NULLPTR, clipValueMin=None, clipValueMax=None)
CLAMPS = (
    _clamp("Clamp", _BOUNDS, tensor=False, first=_NEITHER),
    _clamp("ClampMin", _BOUNDS[:1], tensor=False, first=null("clipValueMin")),
    _clamp("ClampMax", _BOUNDS[1:], tensor=False, first=null("clipValueMax")),
    _clamp("InplaceClampMax", _BOUNDS[1:], tensor=False, first=null("clipValueMax")),
    _clamp("ClampTensor", _BOUNDS, tensor=True, first=_NEITHER),
    _clamp("ClampMinTensor", _BOUNDS[:1], tensor=True, first=null("clipValueMin")),
    _clamp("InplaceClampMinTensor", _BOUNDS[:1], tensor=True, first=null("clipValueMin")),
    _clamp("ClampMaxTensor", ("max",), tensor=True, first=null("max")),
    _clamp("InplaceClampMaxTensor", ("max",), tensor=True, first=null("max")),
)


def strided_9(*params):
    """Nine dimensions are refused only where a tensor is not contiguous."""
    changes = {"shape": (2, *(1,) * 8), "strides": (3, *(1,) * 8)}
    return Fault("rank", dict.fromkeys(params, changes), "ACLNN-PARAM-002")


_LERP = listed("f16 f32")
_LERPS_OUT = listed("f16 f32 f64")
_ADDCMUL = listed("f32 s32 s64 f16 s8 u8 f64")
_ADDCDIV = listed("f32 s64 f16 f64")
_THREE = {"tensor1": x(), "tensor2": x(), "value": sc()}
_BAD_FACTOR = shape("008", tensor2=(2,))
TERNARY = (
    Row(
        call=_of("Lerp", self=x(), end=x(), weight=x(), out=x()), lists={"self": _LERP},
        faults=(null("out"), typed("003", self="f64", end="f64", weight="f64", out="f64"),
                dtype("f16", "weight", message="004"), shape("008", weight=(2,)), RESULT,
                strided_9("self", "end", "weight", "out")),
    ),
    Row(
        call=_of("InplaceLerp", selfRef=x(), end=x(), weight=x()), lists={"selfRef": _LERP},
        faults=(null("weight"), dtype("f16", "weight", message="004"), shape("008", weight=(2,)),
                strided_9("selfRef", "end", "weight")),
    ),
    Row(
        call=_of("Lerps", self=x(), end=x(), weight=sc(), out=x()),
        lists={"self": _LERP, "end": _LERP, "out": _LERPS_OUT},
        faults=(null("out"), dtype("f64", "end"), dtype("f16", "end", message="004"), dtype("s32", "out"),
                shape("008", end=(2,)), RESULT, strided_9("self", "end", "out")),
    ),
    Row(
        call=_of("InplaceLerps", selfRef=x(), end=x(), weight=sc()), lists={"selfRef": _LERP, "end": _LERP},
        faults=(null("weight"), dtype("f16", "end", message="004"), shape("008", end=(2,)), strided_9("selfRef", "end")),
    ),
    Row(
        call=_of("Addcmul", self=x(), **_THREE, out=x()), lists=dict.fromkeys(("self", "tensor1", "tensor2"), _ADDCMUL),
        faults=(null("value"), dtype("s16", "tensor1"), typed("070", self="s8", tensor1="u8", tensor2="u8"), _TO_S32,
                private("tensor2"), rank_9("self"), _BAD_FACTOR, RESULT),
    ),
    Row(
        call=_of("InplaceAddcmul", selfRef=x(), **_THREE),
        lists=dict.fromkeys(("selfRef", "tensor1", "tensor2"), _ADDCMUL),
        faults=(null("value"), dtype("s16", "tensor1"), private("tensor2"), rank_9("selfRef"), _BAD_FACTOR),
    ),
    Row(
        call=_of("Addcdiv", self=x(), **_THREE, out=x()), lists=dict.fromkeys(("self", "tensor1", "tensor2"), _ADDCDIV),
        faults=(null("value"), dtype("s32", "tensor1"), _TO_S32, rank_9("out"), _BAD_FACTOR, RESULT),
    ),
    Row(
        call=_of("InplaceAddcdiv", selfRef=x(), **_THREE),
        lists=dict.fromkeys(("selfRef", "tensor1", "tensor2"), _ADDCDIV),
        faults=(null("value"), dtype("s32", "tensor1"), rank_9("selfRef"), _BAD_FACTOR),
    ),
)  # fmt: skip

_WHERE = listed(f"{REAL} {UNSIGNED} {CPLX} bf16", "", **{"910": f"{REAL} {UNSIGNED} {CPLX}"})
_FILL = listed("f32 s32 s64 f16 s8 bool")
_FILL_VALUE = listed("f32 s32 s64 f16 s8 bool bf16", "")
_BOOL = listed("bool", "")
_NEAR = {"rtol": 1e-5, "atol": 1e-8, "equalNan": False}
_IN = listed(SIGNED)
_FLAGS = {"assumeUnique": False, "invert": False}
CHOICES = (
    Row(
        call=_of("SWhere", condition=x("bool"), self=x(), other=x(), out=x()),
        lists={"self": _WHERE, "other": _WHERE, "out": _WHERE, "condition": listed("bool u8", "")},
        faults=(null("condition"), dtype("c32", "other"), dtype("s8", "condition"), rank_9("self"), BROADCAST,
                shape("008", condition=(2,)), RESULT),
    ),
    Row(
        call=_of("InplaceMaskedFillScalar", selfRef=x(), mask=x("bool"), value=sc()),
        lists={"selfRef": _FILL, "mask": _BOOL},
        faults=(null("value"), dtype("f64", "selfRef"), dtype("u8", "mask"), rank_9("selfRef"),
                shape("007", mask=SPREAD)),
    ),
    Row(
        call=_of("InplaceMaskedFillTensor", selfRef=x(), mask=x("bool"), value=x(size=())),
        lists={"selfRef": _FILL, "mask": _BOOL, "value": _FILL_VALUE},
        faults=(null("value"), dtype("f64", "selfRef"), dtype("f64", "value"), dtype("u8", "mask"), rank_9("selfRef"),
                shape("062", value=(1,)), shape("007", mask=SPREAD)),
    ),
    Row(
        call=_of("MaskedScale", self=x(), mask=x(), scale=0.5, out=x()),
        lists={"self": listed("", "", "f32 f16 bf16"), "mask": listed("", "", "f32 f16 u8 s8")},
        faults=(null("out"), dtype("f16", "out", message="004"), typed("003", self="f64", out="f64"),
                dtype("bf16", "mask"), SAME, shape("006", mask=(1,)), rank_9("self", "mask", "out"),
                other_format("out")), soc="Ascend950", chips=("Ascend950",), together=("self", "out"),
    ),
    Row(
        call=_of("IsClose", self=x(), other=x(), **_NEAR, out=x("bool")), lists={"self": _EXTREME, "other": _EXTREME},
        faults=(null("out"), dtype("c64", "other"), dtype("f16", "other", message="004"), rank_9("self"), BROADCAST,
                RESULT),
    ),
    Row(
        call=_of("Equal", self=x(), other=x(), out=x("bool", (1,))), lists={"out": _BOOL},
        faults=(null("out"), dtype("u16", "other", message="011"), typed("021", self="c64", other="c64"),
                dtype("f32", "out"), rank_9("self"), shape("009", out=(2,))),
    ),
    Row(
        call=_of("IsInScalarTensor", element=sc(), testElements=x(), **_FLAGS, out=x("bool", ())),
        lists={"element": _IN, "testElements": _IN, "out": _BOOL},
        faults=(null("out"), dtype("c64", "testElements"), dtype("f32", "out"), rank_9("testElements"),
                shape("062", out=(1,))),
    ),
    Row(
        call=_of("IsInTensorScalar", element=x(), testElement=sc(), **_FLAGS, out=x("bool")),
        lists={"element": _IN, "testElement": _IN, "out": _BOOL},
        faults=(null("out"), dtype("c64", "element"), dtype("f32", "out"), rank_9("element"),
                shape("006", out=(3, 2))),
    ),
)  # fmt: skip

ROWS = (
    *DIFFERENCES, *QUOTIENTS, *REMAINDERS, *POWERS, *PAIRWISE, *CLAMPS, *TERNARY, *CHOICES
)  # fmt: skip
