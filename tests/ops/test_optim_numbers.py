"""Optimisers: what they compute, against double."""

import numpy as np
import pytest
from _case import DTYPES, but
from _draw import SEEDS, layouts
from _lists import held, run_lists
from _optim import ADAM_W_V2, AMP, CHIPS, EMA_ADAM, UNSCALE
from _optim_runs import FLOATS, ROWS, check_step, draw_step, expected_step
from _run import np_dtype
from hypothesis import given, settings
from hypothesis import strategies as st

SCALES = (8.0, 1.0, 60000.0, 3e38, 1e-30, 0.0, -2.0, np.inf, np.nan)
FOUND = (0.0, 0.0, -0.0, 1.0, 0.5, np.inf, np.nan)
TRACKERS = (-1, 0, 2, 5, 2**31 - 1, -(2**31))
INTERVALS = (1, 3, 2**31 - 1)
FACTORS = (2.0, 0.5, 1.0, 1.7, 1e30, 0.0)
LAST_INT32 = 2**31 - 1
S32 = DTYPES["s32"]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.base.op)
@settings(max_examples=20)
@given(st.data(), SEEDS)
def test_steps(row, data, seed):
    drawn = draw_step(data, row, seed)
    expected = expected_step(drawn)
    if row.base is UNSCALE:
        grads = [value for label, value in drawn.values.items() if label.startswith("scaledGrads")]
        finite = all(np.isfinite(grad.astype(np.float64)).all() for grad in grads)
        expected["foundInf"] = drawn.values["foundInf"] if finite else np.ones(1)
    written = {label.partition("[")[0] for label in expected}
    check_step(drawn, expected, run_lists(drawn.call, drawn.values, written=written, soc=drawn.soc))


def scale_after(scale, tracker, found, growth, backoff, interval):
    """The scale and the count of good steps one step on; a product of two FLOAT numbers is exact in double."""
    if found != 0:
        return float(np.float32(scale * float(np.float32(backoff)))), 0
    if tracker + 1 != interval:
        return scale, tracker + 1 if tracker < LAST_INT32 else -LAST_INT32 - 1
    grown = float(np.float32(scale * float(np.float32(growth))))
    return grown if np.isfinite(grown) else scale, 0


@settings(max_examples=60)
@given(st.data())
def test_scales(data):
    dtype = data.draw(st.sampled_from(FLOATS))

    def one(kind, *, writable=False):
        return data.draw(layouts(kind, data.draw(st.sampled_from(((1,), ()))), writable=writable))

    read = {"currentScale": one(dtype), "growthTracker": one(S32), "foundInf": one(dtype)}
    made = {"updatedScale": one(dtype, writable=True), "updatedGrowthTracker": one(S32, writable=True)}
    if data.draw(st.booleans()):
        made = {"updatedScale": read["currentScale"], "updatedGrowthTracker": read["growthTracker"]}
    growth, backoff = (data.draw(st.sampled_from(FACTORS)) for _ in range(2))
    interval = data.draw(st.sampled_from(INTERVALS))
    call = but(AMP, **read, **made, growthFactor=growth, backoffFactor=backoff, growthInterval=interval)
    choices = {"currentScale": SCALES, "growthTracker": TRACKERS, "foundInf": FOUND}
    values = {name: held(spec, data.draw(st.sampled_from(choices[name]))) for name, spec in read.items()}
    in_place = [name for name, spec in read.items() if spec in made.values()]
    found = run_lists(call, values, written=[*made, *in_place], soc=data.draw(st.sampled_from(CHIPS[AMP.op])))
    with np.errstate(over="ignore"):
        wanted = scale_after(
            *(value.reshape(()).tolist() for value in values.values()), growth, backoff, interval
        )
        scale = np.asarray(wanted[0]).astype(np.float32).astype(np_dtype(dtype))
    np.testing.assert_array_equal(found["updatedScale"].reshape(()).astype(float), scale.astype(float))
    assert found["updatedGrowthTracker"].reshape(()) == wanted[1]


@pytest.mark.parametrize(
    ("scale", "tracker", "found", "result"),
    [
        (8.0, 0, 0.0, (8, 1)), (8.0, 2, 0.0, (16, 0)), (8.0, 2, 1.0, (4, 0)), (8.0, 0, float("nan"), (4, 0)),
        (3e38, 2, 0.0, (3e38, 0)), (8.0, 5, 0.0, (8, 6)), (8.0, 0, 0.5, (4, 0)),
    ],
)  # fmt: skip
def test_amp(scale, tracker, found, result):
    made = run_lists(
        AMP, {"currentScale": [scale], "growthTracker": [tracker], "foundInf": [found]},
        written=["updatedScale", "updatedGrowthTracker"],
    )  # fmt: skip
    assert made["updatedScale"].tolist() == [np.float32(result[0])]
    assert made["updatedGrowthTracker"].tolist() == [result[1]]


@pytest.mark.parametrize(("soc", "moment"), [("Ascend910B", np.nan), ("Ascend950", np.inf)])
def test_an_infinite_moment(soc, moment):
    held_by = {name: np.ones((2, 3)) for name in ("varRef", "vRef", "maxGradNormOptionalRef", "grad")}
    values = {**held_by, "mRef": np.full((2, 3), np.inf), "step": [1]}
    found = run_lists(ADAM_W_V2, values, written=["varRef", "mRef", "vRef"], soc=soc)
    np.testing.assert_array_equal(found["mRef"], np.full((2, 3), moment))


def test_modes_that_ema_adam_does_not_have_move_the_gradient():
    held_by = {name: np.zeros((2, 3)) for name in ("varRef", "mRef", "vRef", "sRef")}
    values = {**held_by, "grad": np.full((2, 3), 4.0), "step": [1]}
    for mode, moved in ((1, -0.5), (2, 3.5)):
        found = run_lists(but(EMA_ADAM, mode=mode, lr=0.5), values, written=list(held_by))
        np.testing.assert_allclose(found["varRef"], np.full((2, 3), moved), rtol=1e-5)
