"""What the elementwise operators with one operand compute, against float64 under the vendor's thresholds."""

import math

import numpy as np
import pytest
from _case import DTYPES, but, call, t
from _draw import BF16, F16, F32, FLOATS, SEEDS, any_numbers, any_shapes, layouts, shapes, uniform
from _run import check_close, np_dtype, run
from _unaries import FUNCTIONS, LOGICAL_NOT, ROWS, is_integer
from hypothesis import given, settings
from hypothesis import strategies as st

F64, S8, S32, S64, BOOL = (DTYPES[name] for name in ("f64", "s8", "s32", "s64", "bool"))
COARSENESS = [F32, F16, BF16].index
FEW = settings(max_examples=15)
each = pytest.mark.parametrize("row", FUNCTIONS, ids=lambda row: row.name)


def converted(row, dtype, shape=(5,), out=None):
    first, second = row.operands
    return but(row.call, **{first: t(dtype, shape), second: t(dtype if out is None else out, shape)})


def spaced(row, count=5):
    return np.linspace(*row.domain, count)


@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
@each
@FEW
@given(st.data(), FLOATS, FLOATS, shapes(), SEEDS)
def test_floats(row, soc, data, dtype, out_dtype, shape, seed):
    if BF16 in (dtype, out_dtype) and "bf16" not in row.takes(soc):
        dtype = out_dtype = F32
    if row.same_only or "result" in row.order:
        out_dtype = dtype
    first, second = row.operands
    x, out = data.draw(layouts(dtype, shape)), data.draw(layouts(out_dtype, shape, writable=True))
    soc = soc if row.soc == "Ascend910B" else row.soc
    found = run(
        call(row.call.op, **{first: x, second: out}), {first: uniform(seed, shape, *row.domain)}, soc=soc
    )
    check_close(found.out, row.reference(found.inputs[first]), max(dtype, out_dtype, key=COARSENESS))


@pytest.mark.parametrize("row", [row for row in FUNCTIONS if row.inplace], ids=lambda row: row.name)
@FEW
@given(st.data(), FLOATS, shapes(), SEEDS)
def test_floats_in_place(row, data, dtype, shape, seed):
    made_for = call(row.in_place.op, **{row.ref: data.draw(layouts(dtype, shape, writable=True))})
    found = run(made_for, {row.ref: uniform(seed, shape, *row.domain)}, out=row.ref)
    check_close(found.out, row.reference(found.inputs[row.ref]), dtype)


@pytest.mark.parametrize("short", ["f64", "c64", "c128"])
@each
def test_wide_types(row, short):
    if short not in row.takes(row.soc):
        return
    made_for = converted(row, DTYPES[short])
    values = spaced(row).astype(np_dtype(DTYPES[short]))
    if short != "f64":
        values = values + np.array([0.3j, -0.4j, 0, 1j, -1j], values.dtype)
    found = run(made_for, {row.operands[0]: values}, soc=row.soc).out
    np.testing.assert_allclose(
        found, row.reference(values), rtol=1e-12 if short != "c64" else 1e-5, atol=1e-14
    )


@each
def test_integers(row):
    for short in row.takes(row.soc):
        if short != "bool" and not is_integer(short):
            continue
        dtype = DTYPES[short]
        values = np.ceil(spaced(row, 3)).clip(0 if short[0] in "ub" else None).astype(np_dtype(dtype))
        out = dtype if row.same_only else F32
        found = run(
            converted(row, dtype, (3,), dtype if row.name in {"Neg", "Selu"} else out),
            {row.operands[0]: values},
            soc=row.soc,
        )
        with np.errstate(all="ignore"):
            expected = row.reference(values.astype(np.float64))
        if row.same_only or row.name in {"Neg", "Selu"}:
            np.testing.assert_array_equal(found.out, expected.astype(found.out.dtype))
        else:
            np.testing.assert_allclose(found.out, expected, rtol=1e-5)


# What happens at the ends: infinities, NaN, signed zeros, poles.

INF, NAN = math.inf, math.nan


@pytest.mark.parametrize("dtype", [F32, F16, F64], ids=["f32", "f16", "f64"])
@each
def test_at_the_ends(row, dtype):
    if {F32: "f32", F16: "f16", F64: "f64"}[dtype] not in row.takes(row.soc):
        return
    values, expected = zip(*row.ends, strict=True)
    found = run(converted(row, dtype, (len(values),)), {row.operands[0]: values}, soc=row.soc).out.astype(
        np.float64
    )
    np.testing.assert_allclose(found, expected, rtol=1e-3)
    signs = np.signbit(found) == np.signbit(expected)
    assert signs[np.array(expected) == 0].all()


NOT_OF = st.sampled_from([DTYPES[short] for short in sorted(LOGICAL_NOT.takes("Ascend910B"))])


@pytest.mark.parametrize("in_place", [False, True])
@settings(max_examples=40)
@given(st.data(), NOT_OF, NOT_OF, any_shapes(), SEEDS)
def test_logical_not(in_place, data, dtype, out, shape, seed):
    """Whether a number is 0, of either sign; NaN is not. The answer is in any dtype."""
    if in_place:
        name = written = LOGICAL_NOT.ref
        made_for = but(LOGICAL_NOT.in_place, **{name: data.draw(layouts(dtype, shape, writable=True))})
    else:
        name, written = LOGICAL_NOT.operands
        tensors = {
            name: data.draw(layouts(dtype, shape)),
            written: data.draw(layouts(out, shape, writable=True)),
        }
        made_for = but(LOGICAL_NOT.call, **tensors)
    found = run(made_for, {name: any_numbers(seed, shape, dtype)}, out=written)
    np.testing.assert_array_equal(found.out.astype(np.float64), np.where(found.inputs[name] == 0, 1, 0))


def test_integers_wrap():
    by_name = {row.name: row for row in ROWS}
    lowest = np.iinfo(np.int32).min
    assert run(converted(by_name["Neg"], S32, (2,)), {"self": [lowest, 5]}).out.tolist() == [lowest, -5]
    square = run(converted(by_name["Square"], S32, (2,)), {"self": [65536, 3]}, soc="Ascend950")
    assert square.out.tolist() == [0, 9]
