"""Swiglu of the rows of groups, with weights, and its gradient: refusals, plans, numbers."""

import math

import attrs
import numpy as np
import pytest
from _case import (
    DTYPES,
    INVALID,
    NO_KERNEL,
    NULLPTR,
    OLD_SOCS,
    SOCS,
    TILING,
    Case,
    accepted_dtypes,
    but,
    outcome,
    padded,
    phase_1,
    t,
    with_dtypes,
)
from _draw import F32, FLOATS, SEEDS, layouts, shapes, uniform
from _other_calls import GROUP, GROUP_GATES, GROUP_GRAD
from _run import check_close, run
from hypothesis import given, settings
from hypothesis import strategies as st

F16, F64, S32, S64 = (DTYPES[name] for name in ("f16", "f64", "s32", "s64"))
NULL, RANK, DTYPE, SAME, SHAPES, RESULT, VALUE = (f"ACLNN-PARAM-{n:03}" for n in (1, 2, 3, 4, 6, 9, 10))
ODD, NO_DIMS, RANKS, NOTHING, CHIP = (f"ACLNN-PARAM-{n:03}" for n in (44, 45, 62, 190, 208))
A5 = "Ascend950"
NAN, INF = math.nan, math.inf
TWO = t(F32, (2,))
GROUPED = but(GROUP, weightOptional=TWO, groupIndexOptional=t(S64, (3,)))
WEIGHTED = but(
    GROUP_GRAD, weightOptional=t(F32, (2, 1)), yOriginOptional=t(F32, (2, 3)), groupIndexOptional=t(S64, (3,)),
    gradWeightOutOptional=t(F32, (2, 1)),
)  # fmt: skip


@pytest.mark.parametrize("soc", SOCS)
def test_dtypes(soc):
    floats = {"f16", "f32", "bf16"}
    for base in GROUP_GATES:
        expected = floats if soc == A5 else set()
        assert {
            k for k, dtype in DTYPES.items() if outcome(with_dtypes(base, dtype), soc)[0] == 0
        } == expected
    for name in ("gradY", "x"):
        assert accepted_dtypes(GROUP_GRAD, name, soc) == floats
    for name, expected in (
        ("weightOptional", {"f32"}), ("groupIndexOptional", {"s64"}), ("gradWeightOutOptional", {"f32"})
    ):  # fmt: skip
        assert accepted_dtypes(WEIGHTED, name, soc) == expected


def a5(name, made_for, status=0, message=None):
    return Case(name, made_for, status, message, A5)


CASES = (
    *(a5(f"null-{name}", but(GROUP, **{name: None}), NULLPTR, NULL) for name in ("x", "out")),
    *(a5(f"null-{name}", but(GROUP_GRAD, **{name: None}), NULLPTR, NULL) for name in ("gradY", "x", "gradXOut")),
    a5("given", GROUPED),
    a5("given", WEIGHTED),
    Case("null<chip", but(GROUP, x=None), NULLPTR, NULL),
    Case("chip<dtype", with_dtypes(GROUP, F64), NO_KERNEL, CHIP),
    # dtypes; the tiling: rank, elements, an even dimension, the weight, the groups, the limit, out
    a5("list<same", but(GROUP, x=t(F64, (2, 6))), INVALID, DTYPE),
    a5("same<no-dimension", but(GROUP, x=t(F32, ()), out=t(F16, ())), INVALID, SAME),
    a5("rank<elements", but(GROUP, x=t(F32, (0,) * 9)), TILING, RANK),
    a5("rank-8", but(GROUP, x=t(F32, (2,) * 8), out=t(F32, (*(2,) * 7, 1)))),
    a5("no-dimension", but(GROUP, x=t(F32, ())), TILING, NO_DIMS),
    a5("elements<even", but(GROUP, x=t(F32, (0, 5))), TILING, NOTHING),
    a5("no-width", but(GROUP, x=t(F32, (2, 0)), out=t(F32, (2, 0))), TILING, NOTHING),
    a5("even<weight", but(GROUPED, x=t(F32, (2, 5)), weightOptional=t(F16, (2,))), TILING, ODD),
    a5("weight-dtype<size", but(GROUPED, weightOptional=t(F16, (3,))), TILING, DTYPE),
    a5("weight<groups", but(GROUPED, weightOptional=t(F32, (3,)), groupIndexOptional=t(S32, (3,))), TILING, VALUE),
    a5("weight-of-another-shape", but(GROUPED, weightOptional=t(F32, (1, 2, 1)))),
    a5("groups-dtype<rank", but(GROUPED, groupIndexOptional=t(S32, (3, 1))), TILING, DTYPE),
    a5("groups-rank<size", but(GROUPED, groupIndexOptional=t(S64, (0, 1))), TILING, RANKS),
    a5("no-groups<limit", but(GROUPED, groupIndexOptional=t(S64, (0,)), clampLimit=0.0), TILING, VALUE),
    *(a5(f"limit{limit}", but(GROUP, clampLimit=limit), TILING, VALUE) for limit in (0.0, -2.0, NAN)),
    *(a5(f"limit{limit}", but(GROUP, clampLimit=limit)) for limit in (0.5, -1.0)),
    a5("limit<out", but(GROUP, clampLimit=0.0, out=TWO), TILING, VALUE),
    a5("out", but(GROUP, out=TWO), TILING, RESULT),
    # null of the weight's gradient, both or none, limit, dtypes, shapes, chip
    a5("null-of-weight<both", but(GROUP_GRAD, weightOptional=TWO), NULLPTR, NULL),
    a5("both<limit", but(WEIGHTED, yOriginOptional=None, clampLimit=-1.0), INVALID, VALUE),
    a5("origin-alone", but(GROUP_GRAD, yOriginOptional=t(F32, (2, 3))), INVALID, VALUE),
    a5("limit<list", but(GROUP_GRAD, clampLimit=-1.0, gradY=t(F64, (2, 3))), INVALID, VALUE),
    a5("limit-nan", but(GROUP_GRAD, clampLimit=NAN), INVALID, VALUE),
    a5("limit", but(GROUP_GRAD, clampLimit=3.0)),
    a5("list<same", but(GROUP_GRAD, x=t(F64, (2, 6)), gradXOut=t(F16, (2, 6))), INVALID, DTYPE),
    a5("same-x", but(GROUP_GRAD, x=t(F16, (2, 6))), INVALID, SAME),
    a5("same-out<weight", but(WEIGHTED, gradXOut=t(F16, (2, 6)), weightOptional=t(F16, (2, 1))), INVALID, SAME),
    a5("weight<origin", but(WEIGHTED, weightOptional=t(F16, (2, 1)), yOriginOptional=t(F16, (2, 3))), INVALID, DTYPE),
    a5("origin<groups", but(WEIGHTED, yOriginOptional=t(F16, (2, 3)), groupIndexOptional=t(S32, (3,))), INVALID, SAME),
    a5("groups<rank", but(WEIGHTED, gradY=TWO, groupIndexOptional=t(S32, (3,))), INVALID, DTYPE),
    a5("rank", but(GROUP_GRAD, gradY=TWO, x=t(F32, (4,)), gradXOut=t(F32, (4,))), INVALID, RANKS),
    a5("x<out", but(GROUP_GRAD, x=t(F32, (2, 5)), gradXOut=TWO), INVALID, RESULT),
    a5("no-width", but(GROUP_GRAD, gradY=t(F32, (2, 0)), x=t(F32, (2, 0)), gradXOut=TWO), INVALID, NOTHING),
    a5("out<weight", but(WEIGHTED, gradXOut=t(F32, (2, 3)), weightOptional=t(F32, (3,))), INVALID, SHAPES),
    a5("weight<of-weight", but(WEIGHTED, weightOptional=t(F32, (3,))), INVALID, VALUE),
    a5("of-weight<origin", but(WEIGHTED, weightOptional=TWO, yOriginOptional=TWO), INVALID, SHAPES),
    a5("origin<groups-rank", but(WEIGHTED, yOriginOptional=TWO, groupIndexOptional=t(S64, (3, 1))), INVALID, SHAPES),
    a5("groups-rank<size", but(WEIGHTED, groupIndexOptional=t(S64, (0, 1))), INVALID, RANKS),
    a5("no-groups", but(WEIGHTED, groupIndexOptional=t(S64, (0,))), INVALID, VALUE),
    *(Case("chip", GROUP_GRAD, NO_KERNEL, CHIP, soc) for soc in ("Ascend910B", *OLD_SOCS)),
    Case("shape<chip", but(GROUP_GRAD, gradXOut=TWO), INVALID, SHAPES),
)  # fmt: skip
NO_ROWS = but(GROUP_GRAD, gradY=t(F32, (0, 3)), x=t(F32, (0, 6)), gradXOut=t(F32, (0, 6)))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.id}-{case.soc}")
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


@pytest.mark.parametrize(
    ("made_for", "steps", "workspace"),
    [
        (GROUP, "SwigluGroup", 0),
        (GROUPED, "SwigluGroup", 0),
        (but(GROUP, x=t(F32, (2, 6), strides=(1, 2)), out=t(F32, (2, 3), strides=(1, 2))),
         "Contiguous SwigluGroup ViewCopy", padded(48) + padded(24)),
        (GROUP_GRAD, "SwigluGroupGrad", padded(4)),  # the gradient of a weight that is not there
        (WEIGHTED, "SwigluGroupGrad", 0),
        (NO_ROWS, "", 0),
    ],
)  # fmt: skip
def test_plan(made_for, steps, workspace):
    plan = phase_1(made_for, A5).plan
    assert " ".join(step.name for step in plan.steps) == steps
    assert plan.workspace_size == workspace


@pytest.mark.parametrize("soc", SOCS)
def test_no_rows_have_no_gradient_on_any_chip(soc):
    assert phase_1(NO_ROWS, soc).plan.steps == ()


# Numbers.


def forward(a, b, limit):
    if limit > 0:
        a, b = np.minimum(a, limit), np.clip(b, -limit, limit)
    return a / (1 + np.exp(-a)) * b


@st.composite
def group_calls(draw, base, dtype):
    """A call with the values of its groups, and a seed."""
    grad = base is GROUP_GRAD
    rows = draw(shapes(min_rank=1 if grad else 0, max_rank=2 if grad else 4))
    half = draw(st.integers(1, 5))
    groups = draw(st.none() | st.lists(st.integers(0, 4), min_size=1, max_size=3))
    weight = draw(st.sampled_from([(*rows, 1), (math.prod(rows),)])) if rows and draw(st.booleans()) else None
    changes = {
        "x": draw(layouts(dtype, (*rows, 2 * half))),
        "groupIndexOptional": None if groups is None else t(S64, (len(groups),)),
        "clampLimit": draw(st.sampled_from([0.0 if grad else -1.0, 0.5, 2.0])),
        "weightOptional": None if weight is None else draw(layouts(F32, weight)),
    }
    if grad:
        changes["gradY"] = draw(layouts(dtype, (*rows, half)))
        changes["gradXOut"] = draw(layouts(dtype, (*rows, 2 * half), writable=True))
        changes["yOriginOptional"] = None if weight is None else draw(layouts(dtype, (*rows, half)))
        changes["gradWeightOutOptional"] = (
            None if weight is None else draw(layouts(F32, weight, writable=True))
        )
    else:
        changes["out"] = draw(layouts(dtype, (*rows, half), writable=True))
    return but(base, **changes), groups, draw(SEEDS)


def filled(made_for, groups, seed, **ranges):
    """Values of the tensors that are given."""
    values = {
        name: uniform(seed + len(name), made_for.args[name].shape, *ends)
        for name, ends in ranges.items()
        if made_for.args[name] is not None
    }
    return values | ({} if groups is None else {"groupIndexOptional": groups})


def counted(shape, groups):
    """Which rows a group has, as a column."""
    rows = math.prod(shape[:-1])
    return (np.arange(rows) < (rows if groups is None else sum(groups)))[:, None]


@settings(max_examples=50)
@given(st.data(), FLOATS)
def test_rows_of_groups_are_computed_and_the_rest_stays(data, dtype):
    made_for, groups, seed = data.draw(group_calls(GROUP, dtype))
    values = filled(made_for, groups, seed, x=(-3, 3), weightOptional=(0.5, 2), out=(20, 30))
    found = run(made_for, values, soc=A5)
    x = found.inputs["x"].reshape(-1, found.inputs["x"].shape[-1])
    expected = forward(*np.split(x, 2, axis=1), made_for.args["clampLimit"])
    if "weightOptional" in values:
        expected = expected * found.inputs["weightOptional"].reshape(-1, 1)
    kept = found.inputs["out"].reshape(expected.shape)
    expected = np.where(counted(made_for.args["x"].shape, groups), expected, kept)
    check_close(found.out, expected.reshape(found.out.shape), dtype, floor=2.0**-4)


@settings(max_examples=60)
@given(st.data(), FLOATS)
def test_gradient(data, dtype):
    """Compared with quotients of differences of the forward formula; no value lies within a step of a limit."""
    made_for, groups, seed = data.draw(group_calls(GROUP_GRAD, dtype))
    values = filled(
        made_for, groups, seed, x=(-3, 3), gradY=(0.5, 2), weightOptional=(0.5, 2), yOriginOptional=(0.5, 2)
    )
    limit, step = made_for.args["clampLimit"], 1e-5
    near = np.abs(np.abs(values["x"]) - limit) < 2.0**-4
    values["x"] = np.where(near & (limit > 0), 0.25, values["x"])
    outs = ("gradXOut", "gradWeightOutOptional") if "weightOptional" in values else ("gradXOut",)
    found = run(made_for, values, soc=A5, out=outs)
    shape = made_for.args["x"].shape
    a, b = np.split(found.inputs["x"].reshape(-1, shape[-1]), 2, axis=1)
    grad = found.inputs["gradY"].reshape(a.shape)
    if len(outs) == 2:
        of_weight = (grad * found.inputs["yOriginOptional"].reshape(a.shape)).sum(axis=1)
        weights = found.outs["gradWeightOutOptional"]
        check_close(weights, of_weight.reshape(weights.shape), F32)
        grad = grad * found.inputs["weightOptional"].reshape(-1, 1)
    grad = np.where(counted(shape, groups), grad, 0)
    of_a = (forward(a + step, b, limit) - forward(a - step, b, limit)) / (2 * step)
    of_b = (forward(a, b + step, limit) - forward(a, b - step, limit)) / (2 * step)
    expected = np.concatenate((grad * of_a, grad * of_b), axis=1)
    check_close(found.outs["gradXOut"], expected.reshape(shape), dtype, floor=2.0**-2)


def test_the_gradient_at_the_ends():
    """At a limit it is 0 already, other than that of aclnnClippedSwiglu; infinities of a have the limits of the formula."""
    made_for = but(GROUP_GRAD, gradY=t(F32, (1, 5)), x=t(F32, (1, 10)), gradXOut=t(F32, (1, 10)))
    values = {"gradY": 1, "x": [[2, 1, -INF, INF, NAN, 1, 2, 1, 1, 1]]}
    one = 1 / (1 + math.exp(-1))
    slope = one * (1 + (1 - one))
    two = 1 / (1 + math.exp(-2))
    plain = [two * (1 + 2 * (1 - two)), 2 * slope, 0, 1, NAN, 2 * two, one, 0, INF, NAN]
    np.testing.assert_allclose(
        run(made_for, values, soc=A5, out="gradXOut").out[0], np.float32(plain), rtol=3e-7
    )
    bounded = [0, 2 * slope, 0, 0, NAN, 2 * two, 0, 0, 2 * two, NAN]
    found = run(but(made_for, clampLimit=2.0), values, soc=A5, out="gradXOut")
    np.testing.assert_allclose(found.out[0], np.float32(bounded), rtol=3e-7)


@pytest.mark.parametrize("groups", [[-5, 2], [0]])
def test_groups_without_rows(groups):
    index = t(S64, (len(groups),))
    values = {"x": 1, "groupIndexOptional": groups}
    found = run(but(GROUP, groupIndexOptional=index), {**values, "out": 9}, soc=A5).out
    np.testing.assert_array_equal(found, np.full((2, 3), 9))
    grad = run(but(GROUP_GRAD, groupIndexOptional=index), {**values, "gradY": 1}, soc=A5, out="gradXOut")
    assert not grad.out.any()


def test_what_out_held_is_not_read_where_all_is_written():
    """No group: out is no input of the kernel, and a weight is read."""
    plan = phase_1(but(GROUP, weightOptional=TWO), A5).plan
    assert [len(step.inputs) for step in plan.steps] == [2]
    assert not plan.steps[0].kernel.keeps
    strided = attrs.evolve(GROUP.args["x"], strides=(1, 2))
    assert phase_1(but(GROUPED, x=strided), A5).plan.steps[-1].kernel.keeps
