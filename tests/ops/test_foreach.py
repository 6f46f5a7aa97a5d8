"""Operators over tensor lists: which calls phase 1 takes, and what it answers to the others."""

import attrs
import pytest
from _case import (
    DTYPES,
    FRACTAL_Z,
    INNER_NULLPTR,
    INVALID,
    NC1HWC0,
    NULLPTR,
    OLD_SOCS,
    TILING,
    but,
    call,
    declared_in,
    outcome,
    phase_1,
    refused_param,
    s,
    t,
)
from _foreach import ROWS

from aclnn_emu.errors import EmuError

F32, F16, BF16, S32, S64, F64 = (DTYPES[name] for name in ("f32", "f16", "bf16", "s32", "s64", "f64"))
BY_NAME = {row.name: row for row in ROWS}
# The same numbers of elements for each operator, so that a table row is the only difference.
SCALAR_DTYPES = ("f32", "f16", "bf16", "f64", "s8", "s32", "s64", "c64")

each = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
generated = pytest.mark.parametrize("row", [row for row in ROWS if not row.own], ids=lambda row: row.name)
own = pytest.mark.parametrize("row", [row for row in ROWS if row.own], ids=lambda row: row.name)


def chip(row):
    return row.chips[0]


def test_tables_are_complete():
    declared = set().union(
        *(declared_in(f"aclnn_emu.ops.{name}") for name in ("foreach", "foreach_binary", "foreach_ternary"))
    )
    assert {row.op for row in ROWS} == declared


@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
@each
def test_dtypes_that_go_together(row, soc):
    if soc not in row.chips:
        return
    passed, late = set(), set()
    for short, dtype in DTYPES.items():
        for scalar in SCALAR_DTYPES if row.scalar else ("",):
            status, _ = outcome(row.call(dtype, DTYPES.get(scalar)), soc)
            name = f"{short}/{scalar}" if scalar else short
            if not status:
                passed.add(name)
            elif status != INVALID:
                assert status == row.late_status
                late.add(name)
    assert passed == row.pairs(soc)
    expected = row.late_pairs(soc)
    if row.name == "AddcdivScalarList":  # its API does not look at the scalars at all
        expected = {f"{a}/{b}" for a in ("f16", "f32", "bf16") for b in SCALAR_DTYPES if a != b}
    assert late == expected


@each
def test_chips_without_the_operator(row):
    missing = {*OLD_SOCS, "Ascend910B", "Ascend950"} - set(row.chips)
    for soc in missing:
        assert outcome(row.call(), soc) == (INVALID if row.own else NULLPTR, "ACLNN-PARAM-040")


def _faults(row):
    """Calls with one thing wrong, in the order in which the generated API and the tiling function meet them."""
    base, first = row.call(), row.lists[0]
    members = base.args[first]
    wrong = t(DTYPES["c64"], (2, 3))
    yield but(base, **{first: None}), NULLPTR, "ACLNN-PARAM-001", first
    yield but(base, **{first: []}), INVALID, "ACLNN-PARAM-018", first
    yield but(base, **{first: [*members, None]}), INVALID, "ACLNN-PARAM-001", f"{first}[2]"
    yield but(base, **{first: [t(F32, (1,)) for _ in range(257)]}), INVALID, "ACLNN-PARAM-120", first
    yield but(base, **{first: [wrong, members[1]]}), INVALID, "ACLNN-PARAM-003", f"{first}[0]"
    for name in row.lists[1:]:
        yield but(base, **{name: [wrong, members[1]]}), INVALID, "ACLNN-PARAM-004", f"{name}[0]"
    for name in row.lists[1:]:
        yield but(base, **{name: base.args[name][:1]}), TILING, "ACLNN-PARAM-122", name
        other = [t(F32, (3, 2)), members[1]]
        yield but(base, **{name: other}), TILING, "ACLNN-PARAM-006", f"{name}[0]"
    if row.kind == "tensor":
        yield (
            but(base, **{row.scalar: attrs.evolve(base.args[row.scalar], shape=(2,))}),
            TILING,
            "ACLNN-PARAM-123",
            row.scalar,
        )
    if row.kind == "tensors":
        yield (
            but(base, **{row.scalar: attrs.evolve(base.args[row.scalar], shape=(3,))}),
            TILING,
            "ACLNN-PARAM-123",
            row.scalar,
        )
    if row.kind == "list":
        yield but(base, **{row.scalar: []}), INVALID, "ACLNN-PARAM-018", row.scalar
        yield but(base, **{row.scalar: base.args[row.scalar][:1]}), TILING, "ACLNN-PARAM-122", row.scalar
    if row.out:
        out = base.args["out"]
        yield but(base, out=out[:1]), TILING, "ACLNN-PARAM-122", "out"
        yield but(base, out=[out[0], attrs.evolve(out[1], dtype=F16)]), TILING, "ACLNN-PARAM-004", "out[1]"
        yield but(base, out=[attrs.evolve(out[0], dtype=F16), out[1]]), INVALID, "ACLNN-PARAM-004", "out[0]"
    private = [attrs.evolve(members[0], format=FRACTAL_Z), members[1]]
    yield but(base, **{first: private}), INVALID, "ACLNN-PARAM-023", f"{first}[0]"
    for name in row.lists:
        mixed = [base.args[name][0], attrs.evolve(base.args[name][1], dtype=F16)]
        yield but(base, **{name: mixed}), TILING, "ACLNN-PARAM-004", None


@generated
def test_faults_of_generated_operators(row):
    for wrong, status, message, param in _faults(row):
        assert outcome(wrong, chip(row)) == (status, message), param
        assert param is None or refused_param(wrong, chip(row)) == param


@generated
def test_the_prototype_is_asked_before_the_shapes(row):
    base, first = row.call(), row.lists[0]
    wrong = but(base, **{first: [t(DTYPES["c64"], (2, 3)), t(F16, (1,) * 9)]})
    assert outcome(wrong, chip(row)) == (INVALID, "ACLNN-PARAM-003")
    nine = but(base, **{first: [base.args[first][0], t(F32, (1,) * 9)]})
    assert outcome(nine, chip(row)) == (TILING, "ACLNN-PARAM-002")


@each
def test_eight_dimensions_pass(row):
    shape = (1, 2, 1, 1, 2, 1, 1, 1)
    assert outcome(row.call(shapes=(shape, ())), chip(row)) == (0, None)


@generated
def test_an_output_may_be_larger_and_have_another_shape(row):
    if not row.out or row.name == "Norm":
        return
    base = row.call()
    larger = [t(F32, (7,)), t(F32, (2, 2))]
    assert outcome(but(base, out=larger)) == (0, None)
    assert outcome(but(base, out=[t(F32, (5,)), larger[1]])) == (TILING, "ACLNN-PARAM-048")


def test_norm_writes_one_element():
    base = BY_NAME["Norm"].call()
    assert outcome(but(base, out=[t(F32, ()), t(F32, (1, 1))])) == (0, None)
    assert outcome(but(base, out=[t(F32, (2,)), t(F32, (1,))])) == (TILING, "ACLNN-PARAM-123")


@each
def test_strided_outputs(row):
    if row.name == "Norm":  # one element is always contiguous
        return
    base = row.call()
    strided = [t(F32, (2, 3), strides=(1, 2)), base.args[row.written][1]]
    expected = (0, None) if row.strided else (INVALID, "ACLNN-PARAM-125")
    assert outcome(but(base, **{row.written: strided}), chip(row)) == expected


@own
def test_faults_of_operators_with_an_api_of_their_own(row):
    base, first = row.call(), row.lists[0]
    members = base.args[first]
    shorter = NULLPTR if row.name == "AddScalarV2" else INVALID
    faults = [
        (but(base, **{first: [t(DTYPES["c64"], (2, 3)), members[1]]}), INVALID, "ACLNN-PARAM-003"),
        (but(base, **{first: [members[0], None]}), INVALID, "ACLNN-PARAM-001"),
        (but(base, **{first: [members[0], attrs.evolve(members[1], dtype=F16)]}), INVALID, "ACLNN-PARAM-004"),
        (but(base, out=base.args["out"][:1]), shorter, "ACLNN-PARAM-122"),
        (
            but(base, out=[base.args["out"][0], attrs.evolve(base.args["out"][1], format=NC1HWC0)]),
            INVALID,
            "ACLNN-PARAM-023",
        ),
        (
            but(base, **{name: [t(F32, (1,) * 9), members[1]] for name in (*row.lists, "out")}),
            INVALID,
            "ACLNN-PARAM-002",
        ),
    ]
    if row.name != "Copy":
        other = [t(F32, (3, 2)), members[1]]
        faults.append((but(base, out=other), INVALID, "ACLNN-PARAM-006"))
        faults += [(but(base, **{name: other}), INVALID, "ACLNN-PARAM-006") for name in row.lists[1:]]
        mixed = [members[0], attrs.evolve(members[1], dtype=F16)]
        faults.append((but(base, out=mixed), INVALID, "ACLNN-PARAM-004"))
    if row.kind in ("tensor", "tensors"):
        faults.append(
            (
                but(base, **{row.scalar: attrs.evolve(base.args[row.scalar], shape=(5,))}),
                INNER_NULLPTR,
                "ACLNN-PARAM-123",
            )
        )
    for wrong, status, message in faults:
        assert outcome(wrong, chip(row)) == (status, message)


@own
def test_an_empty_list_needs_nothing(row):
    base = row.call()
    empty = but(base, **{name: [] for name in (*row.lists, "out")})
    if row.kind == "tensors":
        empty = but(empty, **{row.scalar: t(F32, (0,))})
    executor = phase_1(empty)
    assert executor.workspace_size == 0
    assert executor.plan.steps == ()


@pytest.mark.parametrize(
    ("source", "target", "passes"),
    [("f32", "f16", True), ("f32", "bf16", True), ("f16", "f32", True), ("bf16", "f32", True),
     ("f16", "bf16", False), ("s32", "f32", False), ("f32", "s32", False), ("s64", "s64", True)],
)  # fmt: skip
def test_copy_converts_only_between_float_and_half_types(source, target, passes):
    made = call("aclnnForeachCopy", x=[t(DTYPES[source], (2, 2))] * 1, out=[t(DTYPES[target], (2, 2))])
    assert outcome(made) == ((0, None) if passes else (INVALID, "ACLNN-PARAM-121"))


def test_copy_needs_room_and_one_output_dtype():
    base = BY_NAME["Copy"].call()
    assert outcome(but(base, out=[t(F32, (6,)), t(F32, (9,))])) == (0, None)
    assert outcome(but(base, out=[t(F32, (5,)), t(F32, (4,))])) == (INNER_NULLPTR, "ACLNN-PARAM-048")
    assert outcome(but(base, out=[t(F32, (2, 3)), t(F16, (4,))])) == (INVALID, "ACLNN-PARAM-004")
    assert outcome(but(base, out=[t(F32, (2, 3)), t(F32, (4, *(1,) * 8))])) == (INVALID, "ACLNN-PARAM-002")


@pytest.mark.parametrize("name", ["MaximumScalarV2", "MinimumScalarV2"])
@pytest.mark.parametrize(
    ("dtype", "scalar", "good", "bad"),
    [(S32, S64, 2**31 - 1, 2**31), (S32, S64, -(2**31), -(2**31) - 1), (F16, F64, 65504.0, 65505.0),
     (F32, F64, 3.4e38, 3.5e38), (BF16, F32, 3.38e38, 3.4e38), (F32, F64, -3.4e38, -3.5e38),
     (F16, F64, float("nan"), float("inf"))],
)  # fmt: skip
def test_extremes_ask_for_the_range_of_the_scalar(name, dtype, scalar, good, bad):
    base = BY_NAME[name].call(dtype, scalar)
    assert outcome(but(base, scalar=s(scalar, good))) == (0, None)
    assert outcome(but(base, scalar=s(scalar, bad))) == (INVALID, "ACLNN-PARAM-124")


def test_a_scalar_of_the_lists_dtype_may_be_infinite():
    base = BY_NAME["MaximumScalarV2"].call(F32, F32)
    assert outcome(but(base, scalar=s(F32, float("inf")))) == (0, None)


def test_scalars_of_a_list_share_the_dtype_of_the_first_unless_there_is_a_double():
    base = BY_NAME["AddScalarList"].call()
    assert outcome(but(base, scalars=[s(F32, 1.0), s(S64, 2)])) == (0, None)
    assert outcome(but(base, scalars=[s(F64, 1.0), s(F32, 2.0)])) == (0, None)
    assert outcome(but(base, scalars=[s(S64, 1), s(F32, 2.0)])) == (INVALID, "ACLNN-PARAM-121")
    ints = BY_NAME["AddScalarList"].call(S32)
    assert outcome(but(ints, scalars=[s(S64, 1), s(F64, 2.0)])) == (INVALID, "ACLNN-PARAM-121")
    assert outcome(but(ints, scalars=[s(S64, 1), None])) == (NULLPTR, "ACLNN-PARAM-001")


@each
def test_workspace_is_the_gathered_members(row):
    """One launch reads all members, so that no two of their copies share a place."""
    base, first = row.call(shapes=((2, 3), (4, 5))), row.lists[0]
    if not row.out:
        return
    assert phase_1(base).workspace_size == 0
    strided = [t(F32, (2, 3), strides=(1, 2)), t(F32, (4, 5), strides=(1, 4))]
    executor = phase_1(but(base, **{first: strided}))
    assert executor.workspace_size == 512 + 512
    names = [step.name for step in executor.plan.steps]
    assert names == ["Contiguous", "Contiguous", f"Foreach{row.name.removesuffix('V2')}"]


@each
def test_lists_of_empty_members_launch_nothing(row):
    base = row.call(shapes=((0,), (3, 0)))
    if row.name == "Norm":
        return
    assert phase_1(base, chip(row)).plan.steps == ()


def test_refusals_say_what_to_do():
    for row in ROWS[:4]:
        for wrong, *_ in _faults(row):
            with pytest.raises(EmuError) as refused:
                phase_1(wrong, chip(row))
            assert refused.value.text.startswith(row.op)
            assert refused.value.solution.endswith(".")
