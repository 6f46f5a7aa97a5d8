"""Variance and standard deviation over axes, and the trace, against float64 and exact integers."""

import math

import numpy as np
import pytest
from _case import NEW_SOCS, call, t
from _draw import BF16, F16, F32, FLOATS, SEEDS, any_numbers, layouts, reductions, uniform
from _over_axes import BOOL, C64, C128, F64, S8, S16, S32, S64, U8
from _run import check_close, run
from hypothesis import given, settings
from hypothesis import strategies as st

NAN, INF = math.nan, math.inf
COARSENESS = (F32, F16, BF16).index
NEW = st.sampled_from(NEW_SOCS)

# outputs by what they hold; whether the root is taken
MOMENTS = {
    "Var": ({"spread": "out"}, False),
    "VarCorrection": ({"spread": "out"}, False),
    "VarMean": ({"spread": "varOut", "mean": "meanOut"}, False),
    "Std": ({"spread": "out"}, True),
    "StdMeanCorrection": ({"spread": "stdOut", "mean": "meanOut"}, True),
}


def without_freedom(op, soc, count, correction):
    """What is written without computing; None where there is a quotient."""
    if op == "Var" or (soc == "Ascend950" and "Mean" in op):
        return None
    if count == 1 and correction >= 1:
        return NAN
    return INF if 1 < correction >= count else None


@pytest.mark.parametrize("op", MOMENTS)
@settings(max_examples=25)
@given(st.data(), reductions(), FLOATS, FLOATS, SEEDS, NEW, st.integers(-1, 2))
def test_moments(op, data, drawn, dtype, out_dtype, seed, soc, correction):
    shape, written, axes, keep, rest = drawn
    count = math.prod(shape[axis] for axis in axes)
    if op == "VarMean" and soc != "Ascend950":
        dtype, out_dtype = (F32 if kind == BF16 else kind for kind in (dtype, out_dtype))
    if op == "StdMeanCorrection":
        out_dtype = dtype
    names, root = MOMENTS[op]
    if op == "Var":
        correction = abs(correction) % 2
    made_for = call(
        f"aclnn{op}", self=data.draw(layouts(dtype, shape)),
        dim=None if not written and data.draw(st.booleans()) else written, keepdim=keep,
        **{"unbiased": correction == 1} if op == "Var" else {"correction": correction},
        **{name: data.draw(layouts(out_dtype, rest, writable=True)) for name in names.values()},
    )  # fmt: skip
    found = run(made_for, {"self": uniform(seed, shape, -2, 2)}, soc=soc, out=tuple(names.values()))
    x, coarsest = found.inputs["self"], max(dtype, out_dtype, key=COARSENESS)
    if "mean" in names:
        mean = np.reshape(x.mean(axis=axes, keepdims=keep), rest)
        check_close(found.outs[names["mean"]], mean, coarsest, floor=0.25)
    squares = ((x - x.mean(axis=axes, keepdims=True)) ** 2).sum(axis=axes, keepdims=keep)
    fixed = without_freedom(op, soc, count, correction)
    with np.errstate(all="ignore"):
        variance = squares / max(count - correction, 0) if fixed is None else np.full(rest, fixed)
    spread = np.reshape(np.sqrt(variance) if root else variance, rest)
    # The older chips round the mean to the half type before it is subtracted.
    check_close(found.outs[names["spread"]], spread, coarsest, floor=0.25)


@pytest.mark.parametrize("op", ["VarCorrection", "Std"])
@pytest.mark.parametrize(
    ("shape", "correction", "expected"),
    [((0,), 1, NAN), ((1,), 1, NAN), ((), 1, NAN), ((3,), 3, INF), ((1,), 0, 0)],
)
def test_too_few_elements(op, shape, correction, expected):
    made = call(
        f"aclnn{op}", self=t(F32, shape), dim=None, correction=correction, keepdim=False, out=t(F32, ())
    )
    np.testing.assert_array_equal(run(made, {"self": 2.0} if shape != (0,) else {}).out, expected)


def test_the_variance_of_one_element_is_nan_when_unbiased():
    for shape in ((1,), ()):
        for soc in ("Ascend910B", "Ascend950"):
            made = call(
                "aclnnVar", self=t(F32, shape), dim=None, unbiased=True, keepdim=False, out=t(F32, ())
            )
            assert np.isnan(run(made, {"self": 3.0}, soc=soc).out)


TRACED = st.sampled_from([F32, F16, F64, C64, C128, S8, S16, S32, S64, U8, BOOL])


@settings(max_examples=40)
@given(st.data(), st.integers(0, 5), st.integers(0, 5), TRACED, SEEDS)
def test_trace(data, rows, columns, dtype, seed):
    """Integers are added as INT64, which wraps; FLOAT16 is added as FLOAT."""
    self = data.draw(layouts(dtype, (rows, columns)))
    whole = dtype in (S8, S16, S32, S64, U8, BOOL)
    made_for = call("aclnnTrace", self=self, out=t(S64 if whole else dtype, ()))
    values = any_numbers(seed, self.shape, dtype) if whole else uniform(seed, self.shape, 0.5, 2)
    if dtype in (C64, C128):
        values = values * (1 - 2j)
    found = run(made_for, {"self": values})
    diagonal = [found.inputs["self"][place, place] for place in range(min(rows, columns))]
    if whole:
        assert int(found.out) == (sum(map(int, diagonal)) + 2**63) % 2**64 - 2**63
    elif dtype in (C64, C128):
        np.testing.assert_allclose(found.out, sum(map(complex, diagonal)), rtol=1e-6)
    else:
        check_close(found.out, sum(map(float, diagonal)), F32 if dtype == F64 else dtype)
