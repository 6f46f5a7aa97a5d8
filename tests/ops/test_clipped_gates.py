"""Swiglu with bounds and groups of rows: refusals, plans, numbers."""

import math

import attrs
import numpy as np
import pytest
from _case import (
    DTYPES,
    INVALID,
    NEW_SOCS,
    NO_KERNEL,
    NULLPTR,
    SOCS,
    TILING,
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
from _draw import F32, FLOATS, SEEDS, layouts, shapes, uniform
from _other_calls import CLIPPED, CLIPPED_GATES, CLIPPED_GRAD, CLIPPED_V2, GROUP_GATES, ONLY_ON
from _run import check_close, run
from hypothesis import given, settings
from hypothesis import strategies as st

F16, F64, S32, S64 = (DTYPES[name] for name in ("f16", "f64", "s32", "s64"))
NULL, RANK, DTYPE, SAME, SHAPES, RESULT, VALUE = (f"ACLNN-PARAM-{n:03}" for n in (1, 2, 3, 4, 6, 9, 10))
DIM, ODD, NO_DIMS, RANKS, CHIP = (f"ACLNN-PARAM-{n:03}" for n in (24, 44, 45, 62, 208))
RANK_9, PAIR = t(F32, (2,) * 9), t(F32, (2,))
NAN, INF = math.nan, math.inf


def grouped(base, *shape, dtype=S64):
    return but(base, groupIndexOptional=t(dtype, shape))


def output(base):
    return "gradXOut" if base is CLIPPED_GRAD else "out"


@pytest.mark.parametrize("base", CLIPPED_GATES, ids=lambda base: base.op)
@pytest.mark.parametrize("soc", SOCS)
def test_dtypes(base, soc):
    chip = soc in ONLY_ON[base.op]
    expected = {"f16", "f32", "bf16"} if chip else set()
    assert {k for k, dtype in DTYPES.items() if outcome(with_dtypes(base, dtype), soc)[0] == 0} == expected
    if chip:
        assert accepted_dtypes(grouped(base, 3), "groupIndexOptional", soc) == {"s64"}


CASES = (
    *(Case(f"null-{name}", but(base, **{name: None}), NULLPTR, NULL)
      for base in CLIPPED_GATES for name, value in base.args.items() if hasattr(value, "shape")),
    *(Case("null<chip", but(base, x=None), NULLPTR, NULL, "Ascend310P") for base in CLIPPED_GATES),
    *(Case("chip<dtype", with_dtypes(base, F64), NO_KERNEL, CHIP, "Ascend910") for base in CLIPPED_GATES),
    Case("chip-of-V2", CLIPPED_V2, NO_KERNEL, CHIP, "Ascend910B"),
    # lists, one dtype, rank, dimension, even, half, groups, limit
    *(case for base, soc in ((CLIPPED, "Ascend910B"), (CLIPPED, "Ascend950"), (CLIPPED_V2, "Ascend950")) for case in (
        Case("list<groups", but(base, x=t(F64, (2, 6)), groupIndexOptional=t(S32, (1,))), INVALID, DTYPE, soc),
        Case("groups<same", but(base, groupIndexOptional=t(S32, (1,)), out=t(F16, (2, 3))), INVALID, DTYPE, soc),
        Case("same<rank", but(base, x=RANK_9, out=t(F16, (2, 3))), INVALID, SAME, soc),
        Case("rank<dim", but(base, x=RANK_9, dim=9), INVALID, RANK, soc),
        Case("no-dimension", but(base, x=t(F32, ()), dim=0), INVALID, NO_DIMS, soc),
        Case("dim<even", but(base, x=t(F32, (2, 5)), dim=2), INVALID, DIM, soc),
        Case("dim-below", but(base, dim=-3), INVALID, DIM, soc),
        Case("even<half", but(base, x=t(F32, (2, 5))), INVALID, ODD, soc),
        Case("half<groups", but(grouped(base, 1, 1), out=PAIR), INVALID, RESULT, soc),
        Case("groups-rank<limit", but(grouped(base, 1, 1), limit=0.0), INVALID, RANKS, soc),
        Case("many-groups", grouped(base, 8193), INVALID, VALUE, soc),
        Case("most-groups", grouped(base, 8192), soc=soc),
    )),
    Case("no-groups", grouped(CLIPPED, 0)),
    Case("no-groups", grouped(CLIPPED, 0), INVALID, VALUE, "Ascend950"),
    Case("limit", but(CLIPPED, limit=0.0), INVALID, VALUE, "Ascend950"),
    Case("limit", but(CLIPPED, limit=-1.0)),
    Case("limit<mode", but(CLIPPED_V2, limit=0.0, clampMode=2), INVALID, VALUE, "Ascend950"),
    *(Case(f"mode{mode}", but(CLIPPED_V2, clampMode=mode), *((INVALID, VALUE) if mode not in (0, 1) else ()),
           soc="Ascend950") for mode in (-1, 0, 1, 2)),
    # lists, one dtype, rank, limit, half, groups, shape
    Case("list<groups", but(CLIPPED_GRAD, gradY=t(F64, (2, 3)), groupIndexOptional=t(S32, (1,))), INVALID, DTYPE),
    Case("groups<same", but(CLIPPED_GRAD, groupIndexOptional=t(S32, (1,)), x=t(F16, (2, 6))), INVALID, DTYPE),
    Case("same<rank", but(CLIPPED_GRAD, x=t(F16, (2,) * 9)), INVALID, SAME),
    Case("rank<limit", but(CLIPPED_GRAD, x=RANK_9, limit=0.0), INVALID, RANK),
    Case("limit<dim", but(CLIPPED_GRAD, limit=0.0, dim=2), TILING, VALUE),
    Case("no-dimension", but(CLIPPED_GRAD, x=t(F32, ()), dim=0), TILING, NO_DIMS),
    Case("dim<even", but(CLIPPED_GRAD, x=t(F32, (2, 5)), dim=2), TILING, DIM),
    Case("even<half", but(CLIPPED_GRAD, x=t(F32, (2, 5))), TILING, ODD),
    Case("half<groups", but(grouped(CLIPPED_GRAD, 1, 1), gradY=PAIR), TILING, RESULT),
    Case("groups<shape", but(grouped(CLIPPED_GRAD, 1, 1), gradXOut=PAIR), TILING, RANKS),
    Case("shape", but(CLIPPED_GRAD, gradXOut=PAIR), TILING, SHAPES),
    Case("many-groups", grouped(CLIPPED_GRAD, 8193)),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.id}-{case.soc}")
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


@pytest.mark.parametrize("base", CLIPPED_GATES, ids=lambda base: base.op)
def test_plan(base):
    name = "ClippedSwigluGrad" if base is CLIPPED_GRAD else "ClippedSwiglu"
    plan = phase_1(grouped(base, 3), "Ascend950").plan
    assert [step.name for step in plan.steps] == [name]
    assert plan.workspace_size == 0
    out = output(base)
    strided = {key: attrs.evolve(base.args[key], strides=(1, 2)) for key in ("x", out)}
    plan = phase_1(but(base, **strided), "Ascend950").plan
    assert [step.name for step in plan.steps] == ["Contiguous", name, "ViewCopy"]
    assert plan.workspace_size == 2 * padded(48)
    empty = {
        key: attrs.evolve(v, shape=(0, v.shape[1])) for key, v in base.args.items() if hasattr(v, "shape")
    }
    assert phase_1(but(base, **empty), "Ascend950").plan.steps == ()


# Numbers.


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def forward(a, b, args):
    """The document's formula, for arrays of halves."""
    alpha, limit, bias = args["alpha"], args["limit"], args["bias"]
    if args.get("clampMode"):
        return np.minimum(a * sigmoid(a), limit) * np.clip(b, -limit, limit)
    low = np.minimum(a, limit)
    return low * sigmoid(alpha * low) * (np.clip(b, -limit, limit) + bias)


def places(whole, axis, interleaved):
    """Where the halves of each pair lie among the elements of x, in the order of the result; and the row of each."""
    columns = math.prod(whole[axis:])
    pairs = [divmod(place, columns // 2) for place in range(math.prod(whole) // 2)]
    if interleaved:
        first = [row * columns + 2 * pair for row, pair in pairs]
        return first, [place + 1 for place in first], np.array([row for row, _ in pairs])
    first = [row * columns + pair for row, pair in pairs]
    return first, [place + columns // 2 for place in first], np.array([row for row, _ in pairs])


@st.composite
def clipped_calls(draw, base, dtype):
    """A call with its seed. The attributes are exact in float32: both sides compute with the same."""
    half = draw(shapes(min_rank=1, max_rank=8).filter(lambda shape: math.prod(shape) <= 400))
    axis = draw(st.integers(0, len(half) - 1))
    whole = tuple(2 * size if place == axis else size for place, size in enumerate(half))
    groups = draw(st.none() | st.lists(st.integers(0, 4), min_size=1, max_size=3))
    changes = {
        "x": draw(layouts(dtype, whole)),
        "dim": draw(st.sampled_from([axis, axis - len(half)])),
        "alpha": draw(st.sampled_from([1.0, float(np.float32(1.702)), -0.5])),
        "limit": draw(st.sampled_from([0.5, 2.0, 7.0])),
        "bias": draw(st.sampled_from([0.0, 1.0, -0.25])),
        "interleaved": draw(st.booleans()),
        "groupIndexOptional": None if groups is None else draw(layouts(S64, (len(groups),))),
        output(base): draw(layouts(dtype, whole if base is CLIPPED_GRAD else half, writable=True)),
    }
    if base is CLIPPED_GRAD:
        changes["gradY"] = draw(layouts(dtype, half))
    if base is CLIPPED_V2:
        changes["clampMode"] = draw(st.sampled_from([0, 1]))
    return but(base, **changes), axis, groups, draw(SEEDS)


def kept_rows(whole, axis, groups):
    rows = math.prod(whole[:axis])
    return rows if groups is None else min(sum(groups), rows)


@pytest.mark.parametrize("base", [CLIPPED, CLIPPED_V2], ids=lambda base: base.op)
@settings(max_examples=25)
@given(st.data(), FLOATS)
def test_rows_of_groups_go_through_the_gate_and_the_rest_stays(base, data, dtype):
    made_for, axis, groups, seed = data.draw(clipped_calls(base, dtype))
    x, out = made_for.args["x"], made_for.args["out"]
    values = {"x": uniform(seed, x.shape, -3, 3), "out": uniform(seed + 1, out.shape, 20, 30)}
    if groups is not None and made_for.args["groupIndexOptional"].strides != (0,):
        values["groupIndexOptional"] = groups
    elif groups is not None:  # one element in memory stands for all
        values["groupIndexOptional"] = groups = [groups[0]] * len(groups)
    soc = "Ascend950" if base is CLIPPED_V2 else data.draw(st.sampled_from(NEW_SOCS))
    found = run(made_for, values, soc=soc)
    flat = found.inputs["x"].ravel()
    first, second, row = places(x.shape, axis, made_for.args["interleaved"])
    count = kept_rows(x.shape, axis, groups)
    expected = np.where(
        row < count, forward(flat[first], flat[second], made_for.args), found.inputs["out"].ravel()
    )
    check_close(found.out, expected.reshape(out.shape), dtype, floor=2.0**-4)


@settings(max_examples=40)
@given(st.data(), FLOATS)
def test_gradient(data, dtype):
    """Compared with quotients of differences of the forward formula; no value lies within a step of a bound."""
    made_for, axis, groups, seed = data.draw(clipped_calls(CLIPPED_GRAD, dtype))
    x, limit, step = made_for.args["x"], made_for.args["limit"], 1e-5
    numbers = uniform(seed, x.shape, -3, 3)
    near = np.abs(np.abs(numbers) - limit) < 2.0**-4
    values = {
        "x": np.where(near, 0.25, numbers),
        "gradY": uniform(seed + 1, made_for.args["gradY"].shape, 0.5, 2),
    }
    if groups is not None:
        if made_for.args["groupIndexOptional"].strides == (0,):
            groups = [groups[0]] * len(groups)
        values["groupIndexOptional"] = groups
    found = run(made_for, values, soc=data.draw(st.sampled_from(NEW_SOCS)), out="gradXOut")
    flat, grad = found.inputs["x"].ravel(), found.inputs["gradY"].ravel()
    first, second, row = places(x.shape, axis, made_for.args["interleaved"])
    grad = np.where(row < kept_rows(x.shape, axis, groups), grad, 0)
    a, b, args = flat[first], flat[second], made_for.args
    expected = np.empty(flat.shape)
    expected[first] = grad * (forward(a + step, b, args) - forward(a - step, b, args)) / (2 * step)
    expected[second] = grad * (forward(a, b + step, args) - forward(a, b - step, args)) / (2 * step)
    check_close(found.out, expected.reshape(x.shape), dtype, floor=2.0**-2)


ENDS = (
    # pairs of a and b, with limit 2, alpha 1, bias 1; in the kernel's order -inf makes NaN of the gate
    (CLIPPED, {}, [[5, 9], [5, -9], [-INF, 1], [NAN, 1], [1, NAN], [0, INF]],
     [2 / (1 + math.exp(-2)) * 3, -2 / (1 + math.exp(-2)), NAN, NAN, NAN, 0]),
    (CLIPPED_V2, {"clampMode": 1}, [[5, 9], [5, -9], [-INF, 1], [NAN, 1], [1, NAN], [0, INF]], [4, -4, NAN, NAN, NAN, 0]),
    (CLIPPED, {"limit": -1.0}, [[5, 9], [-5, -9]], [-1 / (1 + math.e) * 2, -5 / (1 + math.exp(5)) * 2]),
)  # fmt: skip


@pytest.mark.parametrize(("base", "changes", "pairs", "expected"), ENDS)
def test_ends(base, changes, pairs, expected):
    settled = {
        "alpha": 1.0,
        "limit": 2.0,
        "bias": 1.0,
        "x": t(F32, (len(pairs), 2)),
        "out": t(F32, (len(pairs), 1)),
    }
    made_for = but(base, **{**settled, **changes})
    soc = "Ascend950" if base is CLIPPED_V2 else "Ascend910B"
    found = run(made_for, {"x": pairs}, soc=soc).out
    np.testing.assert_allclose(found[:, 0], np.float32(expected), rtol=3e-7)


def test_the_gradient_at_a_bound_is_that_inside_and_beyond_it_0():
    made_for = but(CLIPPED_GRAD, alpha=1.0, limit=2.0, bias=0.0)
    found = run(
        made_for, {"gradY": 1, "x": [[2, 2, 2.5, -2.5, 1, -2], [NAN, 1, 0, NAN, INF, INF]]}, out="gradXOut"
    )
    opened = 1 / (1 + math.exp(-2))
    slope, one = opened * (1 + 2 * (1 - opened)), 1 / (1 + math.exp(-1))
    gate = one * (1 + (1 - one))
    expected = [[2 * slope, 2 * opened, 0, 0, -2 * gate, one], [0, NAN, NAN, 0, 0, 0]]
    np.testing.assert_allclose(found.out, np.float32(expected), rtol=3e-7)


@pytest.mark.parametrize("groups", [[], [-5, 2], [0]])
def test_groups_without_rows(groups):
    """No row is computed. To the gradient an empty list is none."""
    values = {"x": 1, "groupIndexOptional": groups}
    found = run(grouped(CLIPPED, len(groups)), {**values, "out": 9}).out
    np.testing.assert_array_equal(found, np.full((2, 3), 9))
    found = run(grouped(CLIPPED_GRAD, len(groups)), {**values, "gradY": 1}, out="gradXOut").out
    assert (found != 0).all() == (not groups)
    assert (found == 0).all() == bool(groups)


def test_the_table_is_complete():
    assert declared_in("aclnn_emu.ops.clipped_gates") == {base.op for base in (*CLIPPED_GATES, *GROUP_GATES)}
