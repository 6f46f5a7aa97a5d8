"""Complex numbers by their parts, by radius and angle, and the sum of a list: refusals, plans, numbers."""

import math

import numpy as np
import pytest
from _case import (
    DTYPES,
    INNER_NULLPTR,
    INVALID,
    NC1HWC0,
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
from _draw import BF16, F16, F32, FLOATS, SEEDS, broadcastable, layouts, shapes, uniform
from _other_calls import ADD_N, COMPLEX, POLAR
from _run import check_close, run
from hypothesis import given, settings
from hypothesis import strategies as st

F64, S32, S64, C32, C64, C128 = (DTYPES[name] for name in ("f64", "s32", "s64", "c32", "c64", "c128"))
NULL, RANK, DTYPE, SAME, FORMAT, SHAPES, _, MERGE, RESULT = (f"ACLNN-PARAM-{n:03}" for n in range(1, 10))
EMPTY_LIST, PRIVATE, CHIP, PAIRED = (f"ACLNN-PARAM-{n:03}" for n in (18, 23, 40, 41))
FEW = settings(max_examples=15)
SHAPE, ROW, COLUMNS, RANK_9 = (2, 3), t(F32, (3,)), t(F32, (2, 2)), t(F32, (1,) * 9)
DOUBLE = but(COMPLEX, real=t(F64, SHAPE), imag=t(F64, (3,)), out=t(C128, SHAPE))
HALF = but(COMPLEX, real=t(F16, SHAPE), imag=t(F16, (3,)), out=t(C32, SHAPE))
X = t(F32, SHAPE)


@pytest.mark.parametrize("soc", SOCS)
def test_dtypes(soc):
    for name in ("real", "imag"):
        assert accepted_dtypes(COMPLEX, name, soc) == {"f16", "f32", "f64"}
    assert accepted_dtypes(COMPLEX, "out", soc) == {"c32", "c64", "c128"}
    for name, expected in (("input", {"f32"}), ("angle", {"f32"}), ("out", {"c64"})):
        assert accepted_dtypes(POLAR, name, soc) == expected
    passed = {short for short, dtype in DTYPES.items() if outcome(with_dtypes(ADD_N, dtype), soc)[0] == 0}
    assert passed == ({"s32", "s64", "f16", "bf16", "f32"} if soc in NEW_SOCS else set())


CASES = (
    *(Case(f"null-{name}", but(base, **{name: None}), NULLPTR, NULL) for base in (COMPLEX, POLAR, ADD_N)
      for name in base.args),
    # nothing, lists, one dtype, pairs, ranks, broadcast, on 950 formats
    Case("nothing-asks-nothing", but(COMPLEX, real=t(S32, (0, 3)), out=t(F32, ()))),
    Case("dtype<same", but(COMPLEX, imag=t(F16, (3,)), out=t(F32, SHAPE)), INVALID, DTYPE),
    Case("same<pair", but(COMPLEX, imag=t(F16, (3,)), out=t(C128, SHAPE)), INVALID, SAME),
    Case("pair<rank", but(COMPLEX, real=RANK_9, out=t(C128, SHAPE)), INVALID, PAIRED),
    Case("rank<broadcast", but(COMPLEX, real=RANK_9, out=t(C64, (7,))), INVALID, RANK),
    Case("broadcast", but(COMPLEX, imag=COLUMNS), INVALID, MERGE),
    Case("result", but(COMPLEX, out=t(C64, (3,))), INVALID, RESULT),
    Case("double", DOUBLE),
    Case("half", HALF, NO_KERNEL, "ACLNN-EXEC-009"),
    Case("half-without-kernel", HALF, INNER_NULLPTR, "ACLNN-PARAM-061", "Ascend310P"),
    Case("formats", but(COMPLEX, imag=t(F32, (3,), format=NCHW))),
    Case("formats-950", but(COMPLEX, imag=t(F32, (3,), format=NCHW)), INVALID, FORMAT, "Ascend950"),
    Case("private-950", but(COMPLEX, real=t(F32, SHAPE, format=NC1HWC0), imag=t(F32, (3,), format=NC1HWC0),
                            out=t(C64, SHAPE, format=NC1HWC0)), INVALID, PRIVATE, "Ascend950"),
    # lists, ranks, broadcast, on 950 formats
    Case("dtype<rank", but(POLAR, angle=t(F16, (3,)), input=RANK_9), INVALID, DTYPE),
    Case("rank<broadcast", but(POLAR, out=t(C64, (1,) * 9), angle=COLUMNS), INVALID, RANK),
    Case("broadcast", but(POLAR, angle=COLUMNS), INVALID, MERGE),
    Case("result", but(POLAR, out=t(C64, (3,))), INVALID, RESULT),
    Case("formats-950", but(POLAR, angle=t(F32, (3,), format=NCHW)), INVALID, FORMAT, "Ascend950"),
    # chip, lists, ranks, shapes, format; a first member with another dtype than out ends the checks
    Case("null-member", but(ADD_N, tensors=[X, None]), NULLPTR, NULL),
    Case("no-members", but(ADD_N, tensors=[]), INVALID, EMPTY_LIST),
    Case("chip<dtype", with_dtypes(ADD_N, F64), INVALID, CHIP, "Ascend910"),
    Case("dtype<rank", but(ADD_N, tensors=[X, t(F64, (1,) * 9)]), INVALID, DTYPE),
    Case("rank<shape", but(ADD_N, tensors=[X, RANK_9]), INVALID, RANK),
    Case("shape", but(ADD_N, tensors=[X, ROW]), INVALID, SHAPES),
    Case("shape-of-out", but(ADD_N, out=ROW), INVALID, SHAPES),
    Case("private", but(ADD_N, tensors=[t(F32, SHAPE, format=NC1HWC0), X]), INVALID, PRIVATE),
    Case("private-second", but(ADD_N, tensors=[X, t(F32, SHAPE, format=NC1HWC0)])),
    Case("first-differs", but(ADD_N, tensors=[t(F16, (7,)), X]), INNER_NULLPTR, SAME, "Ascend910"),
    Case("second-differs", but(ADD_N, tensors=[X, t(F16, SHAPE)]), INNER_NULLPTR, SAME),
    Case("first-differs-of-nothing", but(ADD_N, tensors=[t(F16, (0,)), X])),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


STRIDED = t(F32, SHAPE, strides=(1, 2))
PLANS = (
    (COMPLEX, "Ascend910B", "Complex", 0),
    (but(COMPLEX, real=STRIDED), "Ascend910", "Contiguous Complex", padded(24)),
    (POLAR, "Ascend950", "Polar", 0),
    (POLAR, "Ascend910B", "Sin Cos Mul Mul Complex", None),
    (ADD_N, "Ascend910B", "AddN", 0),
    (but(ADD_N, tensors=[X]), "Ascend910B", "TensorMove", 0),
    (but(ADD_N, tensors=[STRIDED]), "Ascend910B", "ViewCopy", 0),
    (but(ADD_N, tensors=[STRIDED, X]), "Ascend910B", "Contiguous AddN", padded(24)),
    (but(ADD_N, tensors=[t(F32, (0, 3))], out=t(F32, (0, 3))), "Ascend910B", "", 0),
    (but(POLAR, input=t(F32, (0, 3)), out=t(C64, (0, 3))), "Ascend910B", "", 0),
)


@pytest.mark.parametrize(("made_for", "soc", "steps", "workspace"), PLANS)
def test_plan(made_for, soc, steps, workspace):
    plan = phase_1(made_for, soc).plan
    assert sorted(step.name for step in plan.steps) == sorted(steps.split())
    if workspace is not None:
        assert plan.workspace_size == workspace


@FEW
@given(st.data(), st.sampled_from([(F32, C64), (F64, C128)]), shapes(), SEEDS)
def test_complex(data, dtypes, shape, seed):
    other = data.draw(broadcastable(shape))
    made_for = but(
        COMPLEX, real=data.draw(layouts(dtypes[0], shape)), imag=data.draw(layouts(dtypes[0], other)),
        out=data.draw(layouts(dtypes[1], shape, writable=True)),
    )  # fmt: skip
    found = run(made_for, {"real": uniform(seed, shape, -3, 3), "imag": uniform(seed + 1, other, -3, 3)})
    np.testing.assert_array_equal(found.out, found.inputs["real"] + 1j * found.inputs["imag"])


def test_parts_keep_infinities_and_signs():
    made_for = but(COMPLEX, real=t(F32, (3,)), imag=t(F32, (3,)), out=t(C64, (3,)))
    found = run(made_for, {"real": [math.inf, -0.0, math.nan], "imag": [-math.inf, -0.0, 1]})
    np.testing.assert_array_equal(found.out.real, [math.inf, 0, math.nan])
    np.testing.assert_array_equal(np.signbit(found.out[1:2].view(np.float32)), [True, True])
    np.testing.assert_array_equal(found.out.imag, [-math.inf, 0, 1])


@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
@FEW
@given(st.data(), shapes(), SEEDS)
def test_polar(soc, data, shape, seed):
    other = data.draw(broadcastable(shape))
    made_for = but(
        POLAR, input=data.draw(layouts(F32, other)), angle=data.draw(layouts(F32, shape)),
        out=data.draw(layouts(C64, shape, writable=True)),
    )  # fmt: skip
    found = run(
        made_for, {"input": uniform(seed, other, 0.5, 3), "angle": uniform(seed + 1, shape, -3, 3)}, soc=soc
    )
    expected = found.inputs["input"] * np.exp(1j * found.inputs["angle"])
    check_close(found.out.real, expected.real, F32, floor=2.0**-4)
    check_close(found.out.imag, expected.imag, F32, floor=2.0**-4)


@FEW
@given(st.data(), FLOATS, shapes(), st.integers(1, 5), SEEDS)
def test_sum(data, dtype, shape, count, seed):
    tensors = [data.draw(layouts(dtype, shape)) for _ in range(count)]
    made_for = but(ADD_N, tensors=tensors, out=data.draw(layouts(dtype, shape, writable=True)))
    values = {f"tensors[{i}]": uniform(seed + i, shape, 0.5, 2) for i in range(count)}
    found = run(made_for, values)
    check_close(found.out, sum(found.inputs.values()), dtype)


@pytest.mark.parametrize(("dtype", "high"), [(S32, 2**31), (S64, 2**63)])
def test_sum_of_integers_wraps(dtype, high):
    made_for = but(ADD_N, tensors=[t(dtype, (2,)), t(dtype, (2,))], out=t(dtype, (2,)))
    found = run(made_for, {"tensors[0]": np.array([high - 1, 7]), "tensors[1]": np.array([1, -9])})
    assert found.out.tolist() == [-high, -2]


def test_halves_are_rounded_once():
    made_for = but(ADD_N, tensors=[t(BF16, (1,)) for _ in range(3)], out=t(BF16, (1,)))
    found = run(made_for, {"tensors[0]": 256, "tensors[1]": 1, "tensors[2]": 1})
    assert float(found.out[0]) == 258


def test_the_tables_are_complete():
    assert declared_in("aclnn_emu.ops.complex_numbers") == {COMPLEX.op, POLAR.op}
    assert declared_in("aclnn_emu.ops.add_n") == {ADD_N.op}
