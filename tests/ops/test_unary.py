"""The tables of elementwise operators with one operand: refusals and their order, plans, workspace."""

import itertools

import pytest
from _case import (
    DTYPES,
    INNER_NULLPTR,
    NO_KERNEL,
    SOCS,
    accepted_dtypes,
    but,
    declared_in,
    outcome,
    padded,
    phase_1,
    t,
)
from _unaries import ARCHS, IN_PLACE, ROWS, SHAPE, is_integer, refusal

from aclnn_emu.errors import EmuError

each = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
each_in_place = pytest.mark.parametrize("row", IN_PLACE, ids=lambda row: row.name)
F32, F16, BF16, S32, F8, C64 = (DTYPES[name] for name in ("f32", "f16", "bf16", "s32", "f8e5m2", "c64"))
CASTABLE = {
    "bool",
    "f32",
    "f16",
    "s8",
    "s16",
    "u16",
    "u8",
    "s32",
    "s64",
    "u32",
    "u64",
    "f64",
    "c64",
    "c128",
    "bf16",
}


def answer(made_for, soc):
    """Status, message and parameter."""
    try:
        phase_1(made_for, soc)
    except EmuError as error:
        return error.status, error.message_id, error.values.get("param", error.values.get("parameter"))
    return 0, None, None


def made(row, x, out):
    first, second = row.operands
    return but(row.call, **{first: x, second: out})


@pytest.mark.parametrize("soc", SOCS)
@each
def test_every_pair_of_dtypes(row, soc):
    """Refused as the lists say; what passes is computed, or has no Cast."""
    few = [DTYPES[short] for short in ("f32", "f16", "bf16", "f64", "s32", "bool", "c64", "c128")]
    pairs = {(a, b) for a in DTYPES.values() for b in {a, *few}} | {(F32, b) for b in DTYPES.values()}
    for a, b in pairs:
        x, out = t(a, SHAPE), t(b, SHAPE)
        expected, found = refusal(row, soc, x, out), answer(made(row, x, out), soc)
        if expected[0] or b in {DTYPES[short] for short in CASTABLE}:
            assert found == expected, (a, b)
        else:
            assert found[0] in (INNER_NULLPTR, NO_KERNEL), (a, b)


TENSORS = [
    *(
        t(dtype, shape, storage=shape, format=layout)
        for dtype in (F32, F16, F8, C64)
        for shape in (SHAPE, (3,), (1,) * 9)
        for layout in (2, 29)
    ),
    t(S32, SHAPE),
    t(F32, SHAPE, format=0),
]


@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
@each
def test_the_first_of_several_faults_is_named(row, soc):
    """All faults in all combinations: dtypes, shapes, ranks, formats, null pointers."""
    for x, out in itertools.product([*TENSORS, None], repeat=2):
        expected, found = refusal(row, soc, x, out), answer(made(row, x, out), soc)
        assert found == expected or (expected[0] == 0 and found[0] in (INNER_NULLPTR, NO_KERNEL)), (x, out)


@pytest.mark.parametrize("soc", SOCS)
@each_in_place
def test_in_place_takes_the_listed_dtypes_only(row, soc):
    accepted = accepted_dtypes(row.in_place, row.ref, soc)
    assert accepted == row.takes_in_place(soc)
    for short in accepted:
        assert outcome(but(row.in_place, **{row.ref: t(DTYPES[short], SHAPE)}), soc) == (0, None), short


RANK_9, RANK_8 = t(F32, (1,) * 9), t(F32, (1,) * 8)
EMPTY = t(F32, (2, 0))
BEYOND = t(F32, SHAPE, strides=(4, 2), storage=SHAPE)


@each_in_place
def test_in_place(row):
    def ref(tensor):
        return but(row.in_place, **{row.ref: tensor})

    assert answer(ref(None), "Ascend910B") == (161001, "ACLNN-PARAM-001", row.ref)
    limited = "rank" in row.order.split()
    assert answer(ref(RANK_9), "Ascend910B")[:2] == ((161002, "ACLNN-PARAM-002") if limited else (0, None))
    assert answer(ref(t(F8, (1,) * 9)), "Ascend910B") == (161002, "ACLNN-PARAM-003", row.ref)
    assert outcome(ref(BEYOND)) == (INNER_NULLPTR, "ACLNN-TENSOR-006")
    private = answer(ref(t(F32, SHAPE, format=29)), "Ascend950")
    assert private[1] == ("ACLNN-PARAM-023" if "public" in row.order else None)
    assert outcome(ref(RANK_8)) == (0, None)
    assert phase_1(ref(EMPTY)).plan.steps == ()


STRIDED_9 = t(F32, (1,) * 8 + (2,), strides=(1,) * 8 + (2,), storage=(4,))
PLAIN_9 = t(F32, STRIDED_9.shape)


@pytest.mark.parametrize(
    ("x", "out", "named"),
    [(STRIDED_9, PLAIN_9, "self"), (PLAIN_9, STRIDED_9, "self"), (PLAIN_9, PLAIN_9, None)],
)
def test_logical_not_limits_the_dimensions_of_strided_views(x, out, named):
    row = next(row for row in ROWS if row.name == "LogicalNot")
    expected = (0, None, None) if named is None else (161002, "ACLNN-PARAM-002", named)
    assert answer(made(row, x, out), "Ascend910B") == expected


@each
def test_layouts(row):
    def outcome_of(x, out):
        return outcome(made(row, x, out), row.soc)

    plain = t(F32, SHAPE)
    assert outcome_of(BEYOND, plain) == (INNER_NULLPTR, "ACLNN-TENSOR-006")
    assert outcome_of(t(F32, SHAPE, strides=(1, 2), storage=(6,)), plain) == (0, None)
    assert outcome_of(plain, BEYOND) == (0, None), "an output is not compared with its storage"
    assert outcome_of(t(F32, ()), t(F32, ())) == (0, None)
    assert outcome_of(RANK_8, RANK_8) == (0, None)
    assert phase_1(made(row, EMPTY, EMPTY), row.soc).plan.steps == ()


N = 1000


def steps(row, a, b, soc):
    plan = phase_1(made(row, t(DTYPES[a], (N,)), t(DTYPES[b], (N,))), soc).plan
    return [step.name for step in plan.steps], plan.workspace_size


WIDTH = {"bool": 1, "bf16": 2, "f16": 2, "f32": 4, "f64": 8, "c64": 8, "c128": 16}


@pytest.mark.parametrize("soc", SOCS)
@each
def test_plan(row, soc):
    """One kernel; casts where the row says so."""
    for short in row.takes(soc) if ARCHS[soc] in row.chips else ():
        out = out_dtype(row, short, soc)
        found, size = steps(row, short, out, soc)
        if short in row.passes:
            assert found == ["TensorMove"]
            continue
        computed = computed_dtype(row, short, out, soc)
        result = row.result if is_whole(short) and row.result else computed
        expected = ["Cast"] * (computed != short) + [row.step] + ["Cast"] * (result != out)
        assert found == expected, (short, out)
        if expected[1:] == ["Cast"]:
            assert size == padded(N * WIDTH[result])


def is_whole(short):
    return short == "bool" or is_integer(short)


def out_dtype(row, short, soc):
    """One that passes, and another than self's where that is possible."""
    if row.same_only or "result" in row.order:
        return short if row.same_only else row.result_for(short)
    if short == "f32":
        return "f16"
    result = row.result_for(short)
    return result if result in row.gives(soc) or row.out is None else "f32"


def computed_dtype(row, short, out, soc):
    if row.ints == "bool":
        return "bool"
    if short == "bf16" and (row.name == "Exp2" or (row.name == "Asin" and soc != "Ascend950")):
        return "f32"
    if row.name == "Sqrt" and short == "s64":
        return "f64"
    if is_whole(short):
        return {"as is": short, "out": out}.get(row.ints, row.ints)
    return short


@each_in_place
def test_plan_in_place(row):
    middle = ["Cast", row.step, "Cast"] if row.name == "LogicalNot" else [row.step]
    assert [step.name for step in phase_1(row.in_place).plan.steps] == middle
    strided = phase_1(but(row.in_place, **{row.ref: t(F32, (N,), strides=(2,))})).plan
    assert [step.name for step in strided.steps] == ["Contiguous", *middle, "ViewCopy"]


def test_the_tables_are_complete():
    modules = [f"aclnn_emu.ops.{name}" for name in ("unary", "trigonometric", "predicates", "activation")]
    declared = set().union(*map(declared_in, modules))
    expected = {row.call.op for row in ROWS} | {row.in_place.op for row in IN_PLACE}
    assert expected <= declared
    assert declared_in(modules[0]) | declared_in(modules[1]) <= expected
