"""Operators with one operand that are no rows, and predicates: refusals and their order, plans, numbers."""

import math

import pytest
from _case import (
    DTYPES,
    INNER_NULLPTR,
    INVALID,
    NCHW,
    NEW_SOCS,
    NO_KERNEL,
    NULLPTR,
    SOCS,
    Case,
    accepted_dtypes,
    but,
    declared_in,
    outcome,
    padded,
    phase_1,
    t,
    with_dtypes,
)
from _draw import BF16, F16, F32
from _unary_others import (
    ABS,
    BITWISE_NOT,
    FAMILY,
    FRAC,
    INPLACE_FRAC,
    INPLACE_NAN_TO_NUM,
    INPLACE_ROUND,
    INPLACE_SINC,
    IS_FINITE,
    IS_NEG_INF,
    IS_POS_INF,
    NAN_TO_NUM,
    OTHERS,
    PREDICATES,
    REAL,
    ROUND,
    SHAPE,
    SIGN,
    SIGNBIT,
    SINC,
)
from hypothesis import settings

F64, S8, S16, S32, S64, U8 = (DTYPES[name] for name in ("f64", "s8", "s16", "s32", "s64", "u8"))
U16, U32, U64, BOOL = (DTYPES[name] for name in ("u16", "u32", "u64", "bool"))
C32, C64, C128, F8 = (DTYPES[name] for name in ("c32", "c64", "c128", "f8e5m2"))
INF, NAN = math.inf, math.nan
FEW = settings(max_examples=15)
PRIVATE = 29

INTS = {"s8", "s16", "s32", "s64", "u8", "bool"}
REALS = {"f32", "f16", "f64"}
OLD_310 = ("Ascend310P", "Ascend310B")


def plus(base, extra, socs=NEW_SOCS):
    """A list by chip: base everywhere, extra on some."""
    return {soc: base | extra if soc in socs else base for soc in SOCS}


LISTS = [
    (ABS, "self", plus(REALS | INTS, {"bf16", "c64"}) | {"Ascend950": REALS | INTS | {"bf16", "c64", "c32"}}),
    (
        REAL,
        "self",
        plus({"c64", "c128"}, {"f32", "f16", "c32"}) | {"Ascend950": {"f32", "f16", "c32", "c64"}},
    ),
    (ROUND, "self", plus(REALS | {"s32", "s64"}, {"bf16"}, (*NEW_SOCS, *OLD_310))),
    (ROUND, "out", plus(REALS | {"s32", "s64"}, {"bf16"}, (*NEW_SOCS, *OLD_310))),
    (INPLACE_ROUND, "selfRef", plus(REALS | {"s32", "s64"}, {"bf16"}, (*NEW_SOCS, *OLD_310))),
    (INPLACE_FRAC, "inputRef", plus({"f32", "f16"} | INTS - {"bool"}, {"bf16"})),
    (SINC, "self", plus(REALS | INTS, {"bf16"})),
    (SINC, "out", plus(REALS | {"bf16"}, set())),
    (INPLACE_SINC, "selfRef", plus(REALS, {"bf16"})),
    (IS_FINITE, "self", plus(REALS | INTS, {"bf16"})),
    (IS_FINITE, "out", plus({"bool"}, set())),
    (SIGNBIT, "self", plus(REALS | INTS | {"u16", "u32", "u64"}, {"bf16"})),
    (SIGNBIT, "out", plus(REALS | INTS | {"u16", "u32", "u64"}, {"bf16"})),
    (BITWISE_NOT, "self", plus(INTS, {"u16", "u32", "u64"}, ("Ascend950",))),
]


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize(("base", "param", "lists"), LISTS, ids=lambda value: getattr(value, "op", None))
def test_dtype_lists(base, param, lists, soc):
    assert accepted_dtypes(base, param, soc) == lists[soc]


# Lists of operators that some chips lack, or whose out must have the dtype of self before any list is asked.
CHIPS = [
    (IS_POS_INF, {"f32", "f16"} | INTS, (*NEW_SOCS, "Ascend310P")),
    (IS_NEG_INF, {"f32", "f16"} | INTS, (*NEW_SOCS, "Ascend310P")),
    (NAN_TO_NUM, {"f32", "f16", "bf16"} | INTS, NEW_SOCS),
    (INPLACE_NAN_TO_NUM, {"f32", "f16", "bf16"} | INTS, NEW_SOCS),
    (FRAC, {"f32", "f16"} | INTS - {"bool"}, SOCS),
]


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize(("base", "listed", "chips"), CHIPS, ids=lambda value: getattr(value, "op", ""))
def test_chips_and_dtypes(base, listed, chips, soc):
    dtypes = listed | {"bf16"} if soc in NEW_SOCS else listed
    for short, dtype in DTYPES.items():
        made = (
            with_dtypes(base, dtype)
            if "NanToNum" in base.op or base is FRAC
            else but(base, self=t(dtype, SHAPE))
        )
        expected = (0, None) if short in dtypes else (INVALID, "ACLNN-PARAM-003")
        assert outcome(made, soc) == (expected if soc in chips else (INVALID, "ACLNN-PARAM-040")), short


@pytest.mark.parametrize("soc", SOCS)
def test_dtypes_of_sign(soc):
    """One chip asks for the list, two for the list and BF16, two for nothing: their kernel then refuses."""
    listed = REALS | {"s32", "s64", "c64", "c128", "bool"}
    for short, dtype in DTYPES.items():
        status, message = outcome(with_dtypes(SIGN, dtype), soc)
        if short in listed or (short == "bf16" and soc != "Ascend910"):
            assert status == 0, short
        elif soc in OLD_310:
            assert status == NO_KERNEL, short
        else:
            assert (status, message) == (INVALID, "ACLNN-PARAM-003"), short


RANK_9 = t(F32, (1,) * 9)
EMPTY = t(F32, (2, 0))
BEYOND = t(F32, SHAPE, strides=(4, 2), storage=SHAPE)
PLAIN = t(F32, SHAPE)
NULL, DTYPE, SAME, RANK, SHAPES = (f"ACLNN-PARAM-{n}" for n in ("001", "003", "004", "002", "006"))
RESULT, FORMAT, SECRET = "ACLNN-PARAM-041", "ACLNN-PARAM-005", "ACLNN-PARAM-023"
BIG = t(F8, (3,))

CASES = [
    # aclnnAbs: null, dtype, dtype of out, format, rank, shape.
    Case("null<dtype", but(ABS, self=BIG, out=None), NULLPTR, NULL),
    Case("dtype<result", but(ABS, self=t(U32, SHAPE)), INVALID, DTYPE),
    Case("result", but(ABS, out=t(F16, SHAPE)), INVALID, RESULT),
    Case("complex-result", but(ABS, self=t(C64, SHAPE), out=t(C64, SHAPE)), INVALID, RESULT),
    Case("complex", but(ABS, self=t(C64, SHAPE))),
    Case("complex-950", but(ABS, self=t(C64, SHAPE)), soc="Ascend950"),
    Case(
        "complex32",
        but(ABS, self=t(C32, SHAPE), out=t(F16, SHAPE)),
        NO_KERNEL,
        "ACLNN-EXEC-009",
        soc="Ascend950",
    ),
    Case("result<format", but(ABS, out=t(F16, SHAPE, format=NCHW)), INVALID, RESULT),
    Case("format", but(ABS, out=t(F32, SHAPE, format=NCHW)), INVALID, FORMAT),
    Case("format<rank", but(ABS, self=RANK_9, out=t(F32, SHAPE, format=NCHW)), INVALID, FORMAT),
    Case(
        "private",
        but(ABS, self=t(F32, SHAPE, format=PRIVATE), out=t(F32, SHAPE, format=PRIVATE)),
        INVALID,
        SECRET,
    ),
    Case("rank<shape", but(ABS, self=RANK_9), INVALID, RANK),
    Case("shape", but(ABS, out=t(F32, (3,))), INVALID, SHAPES),
    # aclnnReal: null, dtype, dtype of out, rank, shape, format.
    Case("null<dtype", but(REAL, self=None, out=BIG), NULLPTR, NULL),
    Case("dtype<result", but(REAL, self=t(S32, SHAPE)), INVALID, DTYPE),
    Case("result<rank", but(REAL, self=t(C64, (1,) * 9), out=t(F64, SHAPE)), INVALID, RESULT),
    Case("rank<shape", but(REAL, self=t(C64, (1,) * 9)), INVALID, RANK),
    Case("shape", but(REAL, out=t(F32, (3,))), INVALID, SHAPES),
    Case("shape<format", but(REAL, out=t(F32, (3,), format=PRIVATE)), INVALID, SHAPES, soc="Ascend950"),
    Case("format", but(REAL, out=t(F32, SHAPE, format=PRIVATE)), INVALID, SECRET, soc="Ascend950"),
    Case("format-910B", but(REAL, self=t(C64, SHAPE, format=PRIVATE))),
    Case("float", but(REAL, self=t(F32, SHAPE))),
    Case("complex128", but(REAL, self=t(C128, SHAPE), out=t(F64, SHAPE))),
    # aclnnSign: null, dtypes, shape; no rank.
    Case("null<dtype", but(SIGN, self=BIG, result=None), NULLPTR, NULL),
    Case("dtype<shape", but(SIGN, self=BIG), INVALID, DTYPE),
    Case("same<shape", but(SIGN, result=t(F16, (3,))), INVALID, SAME),
    Case("shape", but(SIGN, result=t(F32, (3,))), INVALID, SHAPES),
    Case("rank-9", with_dtypes(but(SIGN, self=RANK_9, result=RANK_9), F32)),
    Case("bf16-to-float", but(SIGN, self=t(BF16, SHAPE)), INNER_NULLPTR, "ACLNN-VIEW-001"),
    # aclnnRoundDecimals: null, dtypes, same dtype, shape, rank, format.
    Case("null<dtype", but(ROUND, self=BIG, out=None), NULLPTR, NULL),
    Case("dtype<same", but(ROUND, out=t(F8, SHAPE)), INVALID, DTYPE),
    Case("same<shape", but(ROUND, out=t(F16, (3,))), INVALID, SAME),
    Case("shape<rank", but(ROUND, self=RANK_9), INVALID, SHAPES),
    Case("rank<format", but(ROUND, self=RANK_9, out=t(F32, (1,) * 9, format=PRIVATE)), INVALID, RANK),
    Case("format", but(ROUND, out=t(F32, SHAPE, format=PRIVATE)), INVALID, SECRET),
    Case("rank", but(INPLACE_ROUND, selfRef=RANK_9), INVALID, RANK),
    Case("format", but(INPLACE_ROUND, selfRef=t(F32, SHAPE, format=PRIVATE)), INVALID, SECRET),
    # aclnnFrac: null, same dtype, dtype, shape, rank.
    Case("null<same", but(FRAC, input=BIG, out=None), NULLPTR, NULL),
    Case("same<dtype", but(FRAC, input=t(F64, SHAPE)), INVALID, SAME),
    Case("dtype<shape", but(FRAC, input=t(F64, SHAPE), out=t(F64, (3,))), INVALID, DTYPE),
    Case("shape<rank", but(FRAC, input=RANK_9), INVALID, SHAPES),
    Case("rank", but(FRAC, input=RANK_9, out=RANK_9), INVALID, RANK),
    Case("rank", but(INPLACE_FRAC, inputRef=RANK_9), INVALID, RANK),
    # aclnnNanToNum: null, chip, same dtype, dtype, shape, rank.
    Case("null<chip", but(NAN_TO_NUM, self=None), NULLPTR, NULL, soc="Ascend910"),
    Case("chip<same", but(NAN_TO_NUM, self=BIG), INVALID, "ACLNN-PARAM-040", soc="Ascend910"),
    Case("same<dtype", but(NAN_TO_NUM, self=t(F64, SHAPE)), INVALID, SAME),
    Case("dtype<shape", but(NAN_TO_NUM, self=t(F64, SHAPE), out=t(F64, (3,))), INVALID, DTYPE),
    Case("shape<rank", but(NAN_TO_NUM, self=RANK_9), INVALID, SHAPES),
    Case("rank", but(NAN_TO_NUM, self=RANK_9, out=RANK_9), INVALID, RANK),
    Case("rank", but(INPLACE_NAN_TO_NUM, selfRef=RANK_9), INVALID, RANK),
    # aclnnSinc: null (561103), dtypes, shape, rank.
    Case("null<dtype", but(SINC, self=BIG, out=None), INNER_NULLPTR, NULL),
    Case("null", but(INPLACE_SINC, selfRef=None), INNER_NULLPTR, NULL),
    Case("dtype<out", but(SINC, self=BIG, out=BIG), INVALID, DTYPE),
    Case("out<shape", but(SINC, out=BIG), INVALID, DTYPE),
    Case("shape<rank", but(SINC, self=RANK_9), INVALID, SHAPES),
    Case("rank", but(SINC, self=RANK_9, out=RANK_9), INVALID, RANK),
    Case("rank", but(INPLACE_SINC, selfRef=RANK_9), INVALID, RANK),
    # aclnnIsFinite: null, dtype, dtype of out, rank, shape.
    Case("null<dtype", but(IS_FINITE, self=BIG, out=None), NULLPTR, NULL),
    Case("dtype<out", but(IS_FINITE, self=BIG, out=BIG), INVALID, DTYPE),
    Case("out<rank", but(IS_FINITE, self=RANK_9, out=PLAIN), INVALID, DTYPE),
    Case("rank<shape", but(IS_FINITE, self=RANK_9), INVALID, RANK),
    Case("shape", but(IS_FINITE, out=t(BOOL, (3,))), INVALID, SHAPES),
    # aclnnIsPosInf, aclnnIsNegInf: null, shape, rank, chip, dtype, dtype of out.
    *(
        case
        for base in (IS_POS_INF, IS_NEG_INF)
        for case in (
            Case("null<shape", but(base, self=t(F32, (3,)), out=None), NULLPTR, NULL),
            Case("shape<rank", but(base, self=RANK_9), INVALID, SHAPES),
            Case("rank<chip", but(base, self=RANK_9, out=t(BOOL, (1,) * 9)), INVALID, RANK, soc="Ascend910"),
            Case("rank<dtype", but(base, self=t(F8, (1,) * 9), out=t(BOOL, (1,) * 9)), INVALID, RANK),
            Case("dtype", but(base, self=t(F64, SHAPE), out=PLAIN), INVALID, DTYPE),
            Case("out", but(base, out=PLAIN), INVALID, DTYPE),
        )
    ),
    # aclnnSignbit: null, dtypes, ranks, shape.
    Case("null<dtype", but(SIGNBIT, self=BIG, out=None), NULLPTR, NULL),
    Case("dtype<rank", but(SIGNBIT, self=t(C64, (1,) * 9)), INVALID, DTYPE),
    Case("rank<shape", but(SIGNBIT, self=RANK_9), INVALID, RANK),
    Case("rank-of-out", but(SIGNBIT, out=t(BOOL, (1,) * 9)), INVALID, RANK),
    Case("shape", but(SIGNBIT, out=t(BOOL, (3,))), INVALID, SHAPES),
    # aclnnBitwiseNot: null (561103), dtype, same dtype, format, ranks, shape.
    Case("null<dtype", but(BITWISE_NOT, self=BIG, out=None), INNER_NULLPTR, NULL),
    Case("dtype<same", but(BITWISE_NOT, self=PLAIN), INVALID, DTYPE),
    Case("same<format", but(BITWISE_NOT, out=t(S64, SHAPE, format=PRIVATE)), INVALID, SAME),
    Case(
        "format<rank",
        but(BITWISE_NOT, self=t(S32, (1,) * 9), out=t(S32, SHAPE, format=PRIVATE)),
        INVALID,
        SECRET,
    ),
    Case("rank<shape", but(BITWISE_NOT, self=t(S32, (1,) * 9)), INVALID, RANK),
    Case("rank-of-out", but(BITWISE_NOT, out=t(S32, (1,) * 9)), INVALID, RANK),
    Case("shape", but(BITWISE_NOT, out=t(S32, (3,))), INVALID, SHAPES),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


@pytest.mark.parametrize("base", FAMILY, ids=lambda base: base.op)
def test_empty_and_beyond(base):
    first = next(iter(base.args))
    empty = {name: t(value.dtype, (2, 0)) for name, value in base.args.items() if hasattr(value, "dtype")}
    assert phase_1(but(base, **empty)).plan.steps == ()
    spec = t(base.args[first].dtype, SHAPE, strides=(4, 2), storage=SHAPE)
    assert outcome(but(base, **{first: spec})) == (INNER_NULLPTR, "ACLNN-TENSOR-006")


N = 1000
SINC_STEPS = "ZerosLike Equal OnesLike SelectV2 Mul Sin RealDiv SelectV2"
PLANS = [
    (ABS, F32, F32, "Ascend910B", "Abs"),
    (ABS, C64, F32, "Ascend910B", "ComplexAbs"),
    (ABS, C64, F32, "Ascend950", "Abs"),
    (ABS, U8, U8, "Ascend910B", "TensorMove"),
    (REAL, C64, F32, "Ascend910B", "Real"),
    (REAL, F16, F16, "Ascend910B", "TensorMove"),
    (SIGN, F32, F32, "Ascend910B", "Sign"),
    (SIGN, BOOL, BOOL, "Ascend910B", "Cast Sign Cast"),
    (ROUND, BF16, BF16, "Ascend910B", "Round"),
    (FRAC, F32, F32, "Ascend910B", "Trunc Sub"),
    (FRAC, S16, S16, "Ascend910B", "ZerosLike"),
    (NAN_TO_NUM, F16, F16, "Ascend910B", "NanToNum"),
    (NAN_TO_NUM, S32, S32, "Ascend910B", "TensorMove"),
    (SINC, F32, F32, "Ascend950", "Sinc"),
    (SINC, F32, F16, "Ascend950", "Sinc Cast"),
    (SINC, F64, F64, "Ascend950", SINC_STEPS),
    (SINC, S32, F16, "Ascend950", f"Cast OnesLike ZerosLike Equal {SINC_STEPS[25:]} Cast"),
    (SINC, BF16, BF16, "Ascend910B", SINC_STEPS),
    (IS_FINITE, F32, BOOL, "Ascend910B", "IsFinite"),
    (IS_FINITE, S32, BOOL, "Ascend910B", "Fill"),
    (IS_POS_INF, F32, BOOL, "Ascend910B", "IsPosInf"),
    (IS_NEG_INF, S32, BOOL, "Ascend910B", "Fill"),
    (SIGNBIT, BOOL, F32, "Ascend910B", "Fill"),
    (SIGNBIT, F32, BOOL, "Ascend910B", "Less"),
    (SIGNBIT, F32, F32, "Ascend910B", "Less Cast"),
    (SIGNBIT, F32, BOOL, "Ascend950", "Signbit"),
    (SIGNBIT, S16, U8, "Ascend950", "Less Cast"),
    (BITWISE_NOT, S32, S32, "Ascend910B", "Invert"),
    (BITWISE_NOT, BOOL, BOOL, "Ascend910B", "LogicalNot"),
]


@pytest.mark.parametrize(("base", "dtype", "out", "soc", "steps"), PLANS)
def test_plan(base, dtype, out, soc, steps):
    first, *_, last = base.args
    plan = phase_1(but(base, **{first: t(dtype, (N,)), last: t(out, (N,))}), soc).plan
    assert [step.name for step in plan.steps] == steps.split()
    if steps.endswith("Cast") and len(steps.split()) == 2 and base is SIGNBIT:
        assert plan.workspace_size == padded(N)


def test_a_strided_integer_is_read_by_one_of_the_two():
    """aclnnIsPosInf makes self contiguous before it finds that it needs no numbers; aclnnIsFinite does not."""
    strided = t(S32, SHAPE, strides=(1, 2), storage=(6,))
    for base, steps in ((IS_POS_INF, ["Contiguous", "Fill"]), (IS_FINITE, ["Fill"])):
        assert [step.name for step in phase_1(but(base, self=strided)).plan.steps] == steps


def test_the_tables_are_complete():
    assert declared_in("aclnn_emu.ops.unary_other") == {base.op for base in OTHERS}
    assert {base.op for base in PREDICATES} < declared_in("aclnn_emu.ops.predicates")
