"""Trials, permutations, samples, and normal numbers with moments of their own: drawn calls against the stream."""

import math

import numpy as np
import pytest
from _case import SOCS, but, s, t
from _draw import broadcastable, layouts
from _lists import held
from _random_runs import (
    BF16,
    BOOL,
    DSA,
    F16,
    F32,
    F64,
    NEW,
    NEWEST,
    S64,
    SLACK,
    WHOLE,
    check_drawn,
    draw_probability,
    draw_shape,
    draw_start,
)
from _random_stream import normals, permutation, samples, units
from _randoms import (
    BERNOULLI,
    BERNOULLI_IN_PLACE,
    BERNOULLI_TENSOR,
    BERNOULLI_TENSOR_IN_PLACE,
    MULTINOMIAL,
    MULTINOMIAL_TENSOR,
    NORMAL_FF,
    NORMAL_FT,
    NORMAL_TF,
    NORMAL_TT,
    RANDPERM,
)
from _run import np_dtype, run
from hypothesis import assume, given, settings
from hypothesis import strategies as st

FEW = settings(max_examples=12)
FLOATS = (F32, F16, BF16, F64)
TRIAL_SOCS = ("Ascend910", *NEW)


@pytest.mark.parametrize("base", [NORMAL_TT, NORMAL_TF, NORMAL_FT, NORMAL_FF], ids=lambda base: base.op)
@FEW
@given(st.data())
def test_moments_of_their_own(base, data):
    soc = data.draw(st.sampled_from(SOCS))
    shape, count = draw_shape(data)
    start = draw_start(data, base)
    out = data.draw(layouts(data.draw(st.sampled_from(FLOATS)), shape, writable=True))
    moments, specs = {}, {}
    narrower = data.draw(st.sampled_from(("mean", "std", "")))
    for name in ("mean", "std"):
        moments[name] = data.draw(st.sampled_from((0.0, 1.5, 20.0)))
        if isinstance(base.args[name], float):
            specs[name] = moments[name]
            continue
        size = data.draw(broadcastable(shape)) if base is NORMAL_TF else shape
        if base is NORMAL_TT and name == narrower:
            size = data.draw(broadcastable(shape))
        specs[name] = data.draw(layouts(data.draw(st.sampled_from(FLOATS)), size))
        moments[name] = held(specs[name], np.linspace(0, moments[name], math.prod(size)).reshape(size))
    values = {name: moments[name] for name in specs if not isinstance(specs[name], float)}
    call = but(base, **start.args, **specs, out=out)
    if count == 0 and base is NORMAL_FT:
        call = but(call, std=t(F32, (1,)))
        values["std"] = np.ones(1)
    found = run(call, values, soc=soc).out
    check_normal(
        base,
        soc,
        call,
        {name: np.asarray(value).astype(float) for name, value in moments.items()},
        found,
        start,
    )


def check_normal(base, soc, call, moments, found, start):
    kinds = [
        call.args[name].dtype
        for name in ("mean", "std")
        if name in call.args and not isinstance(call.args[name], float)
    ]
    out = call.args["out"]
    # The dtype of the standard normal numbers, and their shape.
    drawn, shape = out.dtype, out.shape
    if base is NORMAL_TT:
        drawn, shape = (F64 if F64 in kinds else F32), moments["mean"].shape
    if base is NORMAL_FT:
        drawn = call.args["std"].dtype
    wide = drawn == F64
    if soc == NEWEST and not wide:
        shape = out.shape
    z = np.reshape(normals(*start.place, math.prod(shape), 53 if wide else 24), shape)
    if out.shape and not found.size:
        return
    exact = np.broadcast_to(moments["mean"] + moments["std"] * z, out.shape)
    slack = max(SLACK.get(kind, 2.0**-20) for kind in (*kinds, out.dtype))
    check_drawn(found, exact, slack * (moments["mean"].max() + 6 * moments["std"].max()))


def drawn_trials(data, base, soc):
    """Tensors for trials, and the call's name of what is written."""
    kinds = (F32, F16, F64, BOOL, *WHOLE, *(BF16,) * (soc in NEW))
    kind = data.draw(st.sampled_from(kinds))
    shape, count = draw_shape(data)
    if "out" in base.args:
        made = {
            "self": data.draw(layouts(kind, shape)),
            "out": data.draw(layouts(kind, shape, writable=True)),
        }
    else:
        made = {"selfRef": data.draw(layouts(kind, shape, writable=True))}
    return made, tuple(made), shape, count


@pytest.mark.parametrize("base", [BERNOULLI, BERNOULLI_IN_PLACE], ids=lambda base: base.op)
@FEW
@given(st.data())
def test_trials(base, data):
    soc = data.draw(st.sampled_from(TRIAL_SOCS))
    made, names, shape, count = drawn_trials(data, base, soc)
    kind = data.draw(st.sampled_from((F32, F16, F64, *(BF16,) * (soc in NEW))))
    start = draw_start(data, base)
    p = float(np.asarray(draw_probability(data, start)).astype(np_dtype(kind)))
    call = but(base, **made, **start.args, prob=s(kind, p))
    found = run(call, {names[0]: np.full(shape, 3)}, soc=soc, out=names[-1]).out
    wide = kind == F64 and soc == "Ascend910"
    chance = p if wide else float(np.float32(p))
    if soc in DSA and abs(p) <= 2.0**-52:
        chance = 0
    exact = [u < chance for u in units(*start.place, count, 53 if wide else 24)]
    np.testing.assert_array_equal(found.astype(float), np.reshape(exact, shape))


@pytest.mark.parametrize("base", [BERNOULLI_TENSOR, BERNOULLI_TENSOR_IN_PLACE], ids=lambda base: base.op)
@FEW
@given(st.data())
def test_trials_by_tensor(base, data):
    soc = data.draw(st.sampled_from(TRIAL_SOCS))
    made, names, shape, count = drawn_trials(data, base, soc)
    kind = data.draw(st.sampled_from((F32, F16, F64, *(BF16,) * (soc in NEW))))
    size = data.draw(st.sampled_from((shape, (1,), (count,))))
    made["prob"] = data.draw(layouts(kind, size))
    start = draw_start(data, base)
    chances = [draw_probability(data, start, -1.0, 2.0, np.nan) for _ in range(min(math.prod(size), 5))]
    prob = held(made["prob"], np.resize(chances, size))
    found = run(
        but(base, **made, **start.args), {names[0]: np.full(shape, 3), "prob": prob}, soc=soc, out=names[-1]
    ).out
    wide = kind == F64 and soc != NEWEST
    p = prob.astype(float if wide else np.float32).astype(float)
    u = np.reshape(units(*start.place, count, 53 if wide else 24), shape)
    np.testing.assert_array_equal(found.astype(float), u < (p.item() if p.size == 1 else p.reshape(shape)))


@FEW
@given(st.data())
def test_permutations(data):
    soc = data.draw(st.sampled_from(SOCS))
    kind = data.draw(st.sampled_from((F32, F16, F64, *WHOLE, *(BF16,) * (soc in NEW))))
    n = data.draw(st.sampled_from((0, 1, 2, 17, 127)))
    start = draw_start(data, RANDPERM)
    out = data.draw(layouts(kind, (n,), writable=True))
    found = run(but(RANDPERM, **start.args, n=n, out=out), {}, soc=soc).out
    assert found.astype(int).tolist() == permutation(*start.place, n)


@pytest.mark.parametrize("base", [MULTINOMIAL, MULTINOMIAL_TENSOR], ids=lambda base: base.op)
@FEW
@given(st.data())
def test_samples(base, data):
    soc = data.draw(st.sampled_from(SOCS))
    kind = data.draw(st.sampled_from((F32, F16, F64, *(BF16,) * (soc in NEW))))
    categories = data.draw(st.integers(1, 9))
    rows = data.draw(st.sampled_from(((), (1,), (4,))))
    replacement = data.draw(st.booleans())
    count = data.draw(st.integers(1, 20 if replacement else categories))
    x = data.draw(layouts(kind, (*rows, categories)))
    weights = [data.draw(st.sampled_from((0.0, 1.0, 0.25, 3.0, 100.0, 1e-3))) for _ in range(categories)]
    weights[data.draw(st.integers(0, categories - 1))] = 2.0
    weights = held(x, np.broadcast_to(weights, x.shape))
    assume(weights.any(axis=-1).all())
    start = draw_start(data, base)
    out = data.draw(layouts(S64, (*rows, count), writable=True))
    call = but(base, self=x, numsamples=count, replacement=replacement, **start.args, out=out)
    found = run(call, {"self": weights, **start.values}, soc=soc).out
    listed = weights.astype(float).reshape(-1, categories).tolist()
    expected = samples(*start.place, listed, count, replacement=replacement)
    assert found.reshape(-1, count).tolist() == expected
