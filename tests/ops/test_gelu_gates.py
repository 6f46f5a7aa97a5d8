"""The gate of gelu and its gradient: refusals and their order, plans, numbers."""

import math

import numpy as np
import pytest
from _case import (
    DTYPES,
    INVALID,
    NEW_SOCS,
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
from _draw import F16, F32, FLOATS, SEEDS, layouts, shapes, uniform
from _other_calls import GE_GLU, GE_GLU_GRAD, GE_GLU_V3, GE_GLU_V3_GRAD, GELU_GATES
from _run import check_close, run
from hypothesis import given, settings
from hypothesis import strategies as st

F64 = DTYPES["f64"]
NULL, RANK, DTYPE, SAME, SHAPES, RESULT, VALUE = (f"ACLNN-PARAM-{n:03}" for n in (1, 2, 3, 4, 6, 9, 10))
DIM, ODD = "ACLNN-PARAM-024", "ACLNN-PARAM-044"
FEW = settings(max_examples=15)
RANK_9, PAIR, SCALAR = t(F32, (2,) * 9), t(F32, (2,)), t(F32, ())


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize("base", GELU_GATES, ids=lambda base: base.op)
def test_dtypes(base, soc):
    expected = {"f16", "f32"} | ({"bf16"} if soc in NEW_SOCS else set())
    assert {k for k, dtype in DTYPES.items() if outcome(with_dtypes(base, dtype), soc)[0] == 0} == expected
    listed = ("self", "out", "outGelu") if "out" in base.args else ("gradOutput",)
    assert {name: accepted_dtypes(base, name, soc) for name in listed} == dict.fromkeys(listed, expected)


CASES = (
    *(Case(f"null-{name}", but(base, **{name: None}), NULLPTR, NULL)
      for base in GELU_GATES for name, value in base.args.items() if hasattr(value, "shape")),
    # lists, one dtype, ranks, dimension, even, halves, approximate
    *(case for base in (GE_GLU, GE_GLU_V3) for case in (
        Case("dtype<same", but(base, out=t(F16, (2, 3)), outGelu=t(F64, (2, 3))), INVALID, DTYPE),
        Case("same<rank", but(base, outGelu=t(F16, (2, 3)), out=RANK_9), INVALID, SAME),
        Case("rank<dim", but(base, outGelu=RANK_9, dim=9), INVALID, RANK),
        Case("dim<even", but(base, dim=2, self=t(F32, (2, 5))), INVALID, DIM),
        Case("dim-below", but(base, dim=-3), INVALID, DIM),
        Case("even<half", but(base, self=t(F32, (2, 5)), out=PAIR), INVALID, ODD),
        Case("half<approximate", but(base, out=PAIR, approximate=2), INVALID, RESULT),
        Case("half-of-gelu", but(base, outGelu=t(F32, (2, 6))), INVALID, RESULT),
        *(Case(f"approximate{a}", but(base, approximate=a), INVALID, VALUE) for a in (-1, 2)),
        Case("first", but(base, dim=0, out=t(F32, (1, 6)), outGelu=t(F32, (1, 6)))),
        Case("empty-other-dtype", but(base, self=t(F32, (0, 6)), out=t(F16, (0, 3)), outGelu=t(F16, (0, 3)))),
        Case("scalar", but(base, dim=0, self=SCALAR, out=t(F32, (0,)), outGelu=t(F32, (0,)))),
        Case("scalar-of-scalars", but(base, dim=0, self=SCALAR, out=SCALAR, outGelu=SCALAR), INVALID, RESULT),
    )),
    # list, one dtype, shapes, dimension, half, approximate
    *(case for base in (GE_GLU_GRAD, GE_GLU_V3_GRAD) for case in (
        Case("dtype<same", but(base, gradOutput=t(F64, (2, 3))), INVALID, DTYPE),
        Case("same<shape", but(base, self=t(F16, (2, 6)), gelu=PAIR), INVALID, SAME),
        Case("gelu<dim", but(base, gelu=PAIR, dim=5), INVALID, SHAPES),
        Case("out<dim", but(base, gradInput=PAIR, dim=5), INVALID, SHAPES),
        Case("dim<half", but(base, dim=2, gradOutput=PAIR, gelu=PAIR), INVALID, DIM),
        Case("half<approximate", but(base, gradOutput=PAIR, gelu=PAIR, approximate=2), INVALID, RESULT),
        Case("approximate", but(base, approximate=2), INVALID, VALUE),
        Case("rank-9", but(base, gradOutput=t(F32, (*(2,) * 8, 1)), gelu=t(F32, (*(2,) * 8, 1)), self=RANK_9,
                           gradInput=RANK_9)),
    )),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


EMPTY_WHOLE, EMPTY_HALF = t(F32, (0, 6)), t(F32, (0, 3))
PLANS = (
    (GE_GLU, "GeGluV2", 0),
    (but(GE_GLU, outGelu=t(F32, (2, 3), strides=(1, 2))), "GeGluV2 ViewCopy", padded(24)),
    (but(GE_GLU_V3, self=t(F32, (2, 6), strides=(1, 2))), "Contiguous GeGluV2", padded(48)),
    (GE_GLU_GRAD, "GeGluGradV2", 0),
    (but(GE_GLU, self=EMPTY_WHOLE, out=EMPTY_HALF, outGelu=EMPTY_HALF), "", 0),
    (
        but(GE_GLU_GRAD, self=EMPTY_WHOLE, gradOutput=EMPTY_HALF, gelu=EMPTY_HALF, gradInput=EMPTY_WHOLE),
        "",
        0,
    ),
)


@pytest.mark.parametrize(("made_for", "steps", "workspace"), PLANS)
def test_plan(made_for, steps, workspace):
    plan = phase_1(made_for).plan
    assert " ".join(step.name for step in plan.steps) == steps
    assert plan.workspace_size == workspace


# Numbers.

erf = np.vectorize(math.erf, otypes=[float])


def gelu(x, approximate):
    if approximate:
        return 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
    return 0.5 * x * (1 + erf(x / math.sqrt(2)))


def slope(x, approximate):
    """The derivative, by a difference that float64 makes exact enough."""
    step = 2.0**-18
    return (gelu(x + step, approximate) - gelu(x - step, approximate)) / (2 * step)


@st.composite
def halves(draw):
    shape = draw(shapes(min_rank=1))
    axis = draw(st.integers(0, len(shape) - 1))
    whole = tuple(2 * size if place == axis else size for place, size in enumerate(shape))
    return shape, whole, axis, draw(st.sampled_from([axis, axis - len(shape)]))


@pytest.mark.parametrize("base", [GE_GLU, GE_GLU_V3], ids=lambda base: base.op)
@FEW
@given(st.data(), FLOATS, halves(), st.sampled_from([0, 1]), st.booleans(), SEEDS)
def test_gate(base, data, dtype, shape, approximate, left, seed):
    half, whole, axis, dim = shape
    made_for = but(
        base, self=data.draw(layouts(dtype, whole)), dim=dim, approximate=approximate,
        out=data.draw(layouts(dtype, half, writable=True)), outGelu=data.draw(layouts(dtype, half, writable=True)),
        **({"activateLeft": left} if base is GE_GLU_V3 else {}),
    )  # fmt: skip
    found = run(made_for, {"self": uniform(seed, whole, -3, 3)}, out=("out", "outGelu"))
    a, b = np.split(found.inputs["self"], 2, axis=axis)
    activated, other = (a, b) if base is GE_GLU_V3 and left else (b, a)
    opened = gelu(activated, approximate)
    check_close(found.out, other * opened, dtype, floor=2.0**-4)
    check_close(found.outs["outGelu"], opened, dtype, floor=2.0**-4)


@pytest.mark.parametrize("base", [GE_GLU_GRAD, GE_GLU_V3_GRAD], ids=lambda base: base.op)
@FEW
@given(st.data(), FLOATS, halves(), st.sampled_from([0, 1]), st.booleans(), SEEDS)
def test_gate_gradient(base, data, dtype, shape, approximate, left, seed):
    half, whole, axis, dim = shape
    made_for = but(
        base, gradOutput=data.draw(layouts(dtype, half)), self=data.draw(layouts(dtype, whole)),
        gelu=data.draw(layouts(dtype, half)), dim=dim, approximate=approximate,
        gradInput=data.draw(layouts(dtype, whole, writable=True)),
        **({"activateLeft": left} if base is GE_GLU_V3_GRAD else {}),
    )  # fmt: skip
    values = {
        "gradOutput": uniform(seed, half, 0.5, 2), "self": uniform(seed + 1, whole, -3, 3), "gelu": uniform(seed + 2, half, -2, 2)
    }  # fmt: skip
    found = run(made_for, values, out="gradInput")
    left = base is GE_GLU_V3_GRAD and left
    a, b = np.split(found.inputs["self"], 2, axis=axis)
    activated, other = (a, b) if left else (b, a)
    grad = found.inputs["gradOutput"]
    parts = grad * other * slope(activated, approximate), grad * found.inputs["gelu"]
    check_close(found.out, np.concatenate(parts if left else parts[::-1], axis=axis), dtype, floor=2.0**-3)


def test_the_table_is_complete():
    assert declared_in("aclnn_emu.ops.gelu_gates") == {base.op for base in GELU_GATES}
