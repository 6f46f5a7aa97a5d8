"""Hardtanh and the gradient of prelu: refusals and their order, plans, numbers."""

import math

import attrs
import numpy as np
import pytest
from _case import (
    DTYPES,
    INNER_NULLPTR,
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
    s,
    t,
    with_dtypes,
)
from _draw import F16, F32, FLOATS, SEEDS, any_numbers, any_shapes, broadcastable, layouts, shapes, uniform
from _other_calls import BOUNDED, HARDTANH, INPLACE_HARDTANH, PRELU_GRAD
from _run import check_close, run
from hypothesis import given, settings
from hypothesis import strategies as st

F64, S8, S32, S64, U8, C64, BOOL = (DTYPES[name] for name in ("f64", "s8", "s32", "s64", "u8", "c64", "bool"))
NULL, RANK, DTYPE, SAME, SHAPES, SPREAD, RESULT = (f"ACLNN-PARAM-{n:03}" for n in (1, 2, 3, 4, 6, 7, 9))
FLAT, WEIGHT, ORDER = (f"ACLNN-PARAM-{n:03}" for n in (45, 46, 86))
FEW = settings(max_examples=15)
RANK_9, SCALAR, PAIR = t(F32, (1,) * 9), t(F32, ()), t(F32, (2,))
LISTED = {"f16", "f32", "s32", "s64", "s16", "s8", "u8", "f64"}


@pytest.mark.parametrize("soc", SOCS)
def test_dtypes(soc):
    new = {"bf16"} if soc in NEW_SOCS else set()
    assert accepted_dtypes(HARDTANH, "self", soc) == LISTED | new
    assert accepted_dtypes(INPLACE_HARDTANH, "selfRef", soc) == LISTED | new
    for name in ("clipValueMin", "clipValueMax"):
        bounds = {
            short for short in (*LISTED, "bf16", "bool", "u16", "c64")
            if outcome(but(HARDTANH, **{name: s(DTYPES[short], 0)}), soc)[0] == 0
        }  # fmt: skip
        assert bounds == LISTED | new
    assert {k for k, dtype in DTYPES.items() if outcome(with_dtypes(PRELU_GRAD, dtype), soc)[0] == 0} == {
        "f16",
        "f32",
    } | new


TALL = t(F32, (2, 2, 2))
CASES = (
    *(Case(f"null-{name}", but(base, **{name: None}), NULLPTR, NULL) for base in BOUNDED for name in base.args),
    # list of self and the bounds, one dtype, rank, shape, order of the bounds
    Case("bound<same", but(HARDTANH, clipValueMax=s(BOOL, 1), out=t(F16, (2, 3))), INVALID, DTYPE),
    Case("same<rank", but(HARDTANH, self=RANK_9, out=t(F16, (2, 3))), INVALID, SAME),
    Case("rank<shape", but(HARDTANH, self=RANK_9), INVALID, RANK),
    Case("shape<order", but(HARDTANH, out=t(F32, (3,)), clipValueMin=s(F32, 2.0)), INVALID, SHAPES),
    Case("order", but(HARDTANH, clipValueMin=s(F32, 2.0)), INVALID, ORDER),
    Case("order-in-place", but(INPLACE_HARDTANH, clipValueMin=s(F32, 2.0)), INVALID, ORDER),
    Case("order-as-integers", but(HARDTANH, clipValueMin=s(S32, 1), clipValueMax=s(F32, 0.5)), INVALID, ORDER),
    Case("order-as-doubles", but(HARDTANH, clipValueMin=s(F32, 0.5), clipValueMax=s(S32, 1))),
    Case("equal", but(HARDTANH, clipValueMin=s(F32, 1.0))),
    Case("nan", but(HARDTANH, clipValueMin=s(F32, math.nan))),
    Case("other-bounds", but(with_dtypes(HARDTANH, S8), clipValueMin=s(F64, -1.5), clipValueMax=s(S64, 3))),
    # list, one dtype, ranks, shape, weights, broadcast
    Case("dtype<same", but(PRELU_GRAD, self=t(F64, (2, 3, 2))), INVALID, DTYPE),
    Case("same<rank", but(PRELU_GRAD, weight=t(F16, (3,)), gradOutput=RANK_9), INVALID, SAME),
    *(Case(f"rank-{name}", but(PRELU_GRAD, **{name: RANK_9}), INVALID, RANK) for name in PRELU_GRAD.args),
    Case("shape<weight", but(PRELU_GRAD, gradInput=TALL, weight=PAIR), INVALID, SHAPES),
    Case("weight<gradWeight", but(PRELU_GRAD, weight=PAIR, gradWeight=SCALAR), INVALID, WEIGHT),
    Case("gradWeight<broadcast", but(PRELU_GRAD, gradWeight=t(F32, (3, 1)), gradOutput=TALL), INVALID, RESULT),
    Case("broadcast", but(PRELU_GRAD, gradOutput=TALL), INVALID, SPREAD),
    Case("grad-broadcasts", but(PRELU_GRAD, gradOutput=t(F32, (3, 1)))),
    Case("weight-in-columns", but(PRELU_GRAD, weight=t(F32, (3, 1)))),
    Case("one-weight", but(PRELU_GRAD, weight=SCALAR, gradWeight=SCALAR)),
    Case("one-weight-of-another-shape", but(PRELU_GRAD, weight=SCALAR, gradWeight=t(F32, (1,))), INVALID, RESULT),
    Case("flat", but(PRELU_GRAD, gradOutput=SCALAR, self=SCALAR, gradInput=SCALAR), INVALID, FLAT),
    Case("beyond", but(PRELU_GRAD, weight=t(F32, (3,), strides=(2,), storage=(3,))), INNER_NULLPTR, "ACLNN-TENSOR-006"),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


PLANS = (
    (HARDTANH, "ClipByValueV2", 0),
    (with_dtypes(HARDTANH, U8), "ClipByValueV2", 0),
    (but(HARDTANH, self=t(F32, (2, 3), strides=(1, 2))), "Contiguous ClipByValueV2", padded(24)),
    (but(HARDTANH, self=t(F32, (0, 3)), out=t(F32, (0, 3))), "", 0),
    (PRELU_GRAD, "PReluGradUpdate PReluGradReduce", padded(48)),
    (
        but(PRELU_GRAD, gradOutput=t(F32, (0, 3, 2)), self=t(F32, (0, 3, 2)), gradInput=t(F32, (0, 3, 2))),
        "",
        0,
    ),
)


@pytest.mark.parametrize(("made_for", "steps", "workspace"), PLANS)
def test_plan(made_for, steps, workspace):
    plan = phase_1(made_for).plan
    assert " ".join(step.name for step in plan.steps) == steps
    assert plan.workspace_size == workspace


BOUNDS = st.lists(st.integers(-12, 12), min_size=2, max_size=2).map(sorted)


@pytest.mark.parametrize("base", [HARDTANH, INPLACE_HARDTANH], ids=lambda base: base.op)
@settings(max_examples=40)
@given(st.data(), st.sampled_from(sorted(LISTED | {"bf16"})), any_shapes(), BOUNDS, SEEDS)
def test_hardtanh(base, data, short, shape, bounds, seed):
    """The bounds, which may have another dtype, become of that of self: integers lose what is behind the point."""
    dtype = DTYPES[short]
    low, high = (bound / 4 for bound in bounds)
    if short == "u8":
        low, high = sorted((abs(low), abs(high)))
    out = list(base.args)[0 if base is INPLACE_HARDTANH else -1]
    name = next(iter(base.args))
    tensors = {key: data.draw(layouts(dtype, shape, writable=key == out)) for key in (name, out)}
    clips = {"clipValueMin": s(data.draw(FLOATS), low), "clipValueMax": s(data.draw(FLOATS), high)}
    rng, values = np.random.default_rng(seed), any_numbers(seed, shape, dtype)
    values = np.where(rng.random(shape) < 1 / 2, values, rng.integers(0, 4, shape).astype(values.dtype))
    found = run(
        but(base, **tensors, **clips), {name: values}, out=out, soc=data.draw(st.sampled_from(NEW_SOCS))
    )
    if short[0] in "su":
        low, high = int(low), int(high)
    expected = np.clip(found.inputs[name].astype(np.float64), low, high)
    np.testing.assert_array_equal(found.out.astype(np.float64), expected)


@FEW
@given(st.data(), FLOATS, shapes(), st.booleans(), SEEDS)
def test_prelu_gradient(data, dtype, shape, one, seed):
    channels = 1 if one or len(shape) < 2 else shape[1]
    grad_shape = data.draw(broadcastable(shape))
    made_for = but(
        PRELU_GRAD, gradOutput=data.draw(layouts(dtype, grad_shape)), self=data.draw(layouts(dtype, shape)),
        weight=data.draw(layouts(dtype, (channels,))), gradInput=data.draw(layouts(dtype, shape, writable=True)),
        gradWeight=data.draw(layouts(dtype, (channels,), writable=True)),
    )  # fmt: skip
    values = {
        "gradOutput": uniform(seed, grad_shape, 0.5, 2), "self": uniform(seed + 1, shape, -3, 3),
        "weight": uniform(seed + 2, (channels,), 0.1, 0.9),
    }  # fmt: skip
    found = run(made_for, values, out=("gradInput", "gradWeight"))
    grad = np.broadcast_to(found.inputs["gradOutput"], shape)
    x, weight = found.inputs["self"], found.inputs["weight"]
    wide = weight.reshape(1, channels, *(1,) * (len(shape) - 2)) if channels > 1 else weight[0]
    check_close(found.out, np.where(x > 0, grad, grad * wide), dtype)
    updates = np.where(x > 0, 0, grad * x)
    if channels > 1:
        updates = np.moveaxis(updates, 1, 0)
    check_close(found.outs["gradWeight"], updates.reshape(channels, -1).sum(axis=1), dtype, floor=2.0**-4)


def test_one_weight_of_another_rank():
    shaped = {
        name: attrs.evolve(PRELU_GRAD.args[name], shape=(2,)) for name in ("gradOutput", "self", "gradInput")
    }
    made_for = but(PRELU_GRAD, **shaped, weight=t(F32, (1, 1)), gradWeight=t(F32, (1, 1)))
    found = run(
        made_for,
        {"gradOutput": [3, 4], "self": [2, -5], "weight": 0.5},
        out=("gradInput", "gradWeight"),
    )
    np.testing.assert_array_equal(found.out, [3, 2])
    np.testing.assert_array_equal(found.outs["gradWeight"], [[-20]])


def test_the_table_is_complete():
    assert declared_in("aclnn_emu.ops.hardtanh") == {base.op for base in BOUNDED}
