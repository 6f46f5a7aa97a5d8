"""Nearness, equality as a whole, membership, extremes of several tensors, a scale under a mask: the numbers."""

import math

import attrs
import numpy as np
import pytest
from _case import DTYPES, NEW_SOCS, but, s, t
from _draw import SEEDS, any_numbers, any_shapes, broadcastable, layouts, shapes, with_ends
from _pair_runs import CALLS, drawn, vector
from _run import check_close, np_dtype, run
from hypothesis import given, settings
from hypothesis import strategies as st

NAN, INF = math.nan, math.inf
few = settings(max_examples=30)
FLOATS = ["f32", "f16", "bf16", "f64"]
WHOLE = ["s8", "u8", "s16", "s32", "s64"]
ANY = st.sampled_from([*FLOATS, *WHOLE])
NEW = st.sampled_from(NEW_SOCS)


def of_few(seed, shape, short, numbers):
    """Every dtype holds these numbers exactly; floats have NaN and infinities besides."""
    rng = np.random.default_rng(seed)
    if short in FLOATS:
        numbers = [*numbers, NAN, INF, -INF]
    elif short == "u8":
        numbers = [abs(number) for number in numbers]
    return rng.choice(np.asarray(numbers, float), shape)


@few
@given(
    st.data(), ANY | st.just("bool"), st.sampled_from([0.0, 0.25, 1.0]), st.sampled_from([0.0, 0.5, 2.0]),
    st.booleans(), NEW, SEEDS,
)  # fmt: skip
def test_is_close(data, short, rtol, atol, equal_nan, soc, seed):
    """Numbers a quarter apart, which every float holds: it is exact which of them lie on the bound."""
    base = CALLS["IsClose"]
    typed = {name: attrs.evolve(base.args[name], dtype=DTYPES[short]) for name in ("self", "other")}
    made_for = drawn(data, but(base, **typed, rtol=rtol, atol=atol, equalNan=equal_nan), broadcasts=True)
    numbers = [0, 1] if short == "bool" else np.arange(-32, 33) / (4 if short in FLOATS else 1)
    values = {
        name: of_few(seed + place, made_for.args[name].shape, short, numbers)
        for place, name in enumerate(("self", "other"))
    }
    found = run(made_for, values, soc=soc)
    x, y = (found.inputs[name].astype(float) for name in ("self", "other"))
    np.testing.assert_array_equal(found.out, np.isclose(x, y, rtol=rtol, atol=atol, equal_nan=equal_nan))


@few
@given(st.data(), ANY | st.just("bool"), ANY | st.just("bool"), any_shapes(), NEW, SEEDS)
def test_equal(data, short, other, shape, soc, seed):
    """Shapes first, then all elements in the promoted type; nothing equals nothing."""
    shapes_agree = data.draw(st.integers(0, 4)) > 0
    second = shape if shapes_agree else (*shape, 1)
    made_for = but(
        CALLS["Equal"], self=data.draw(layouts(DTYPES[short], shape)),
        other=data.draw(layouts(DTYPES[other], second[-8:])), out=vector("bool", 1),
    )  # fmt: skip
    values = np.random.default_rng(seed).integers(0, 2, shape).astype(float)
    changed = values.copy()
    if values.size and data.draw(st.booleans()):
        place = data.draw(st.integers(0, values.size - 1))
        changed.flat[place] = NAN if other in FLOATS and data.draw(st.booleans()) else 1 - changed.flat[place]
    found = run(
        made_for, {"self": values, "other": changed.reshape(second)[(0,) * (len(second) - 8)]}, soc=soc
    )
    x, y = found.inputs["self"], found.inputs["other"]
    assert found.out.tolist() == [x.shape == y.shape and bool((x.astype(float) == y.astype(float)).all())]
    if x.shape != y.shape:
        assert found.steps == ("Fill",)


def sought(element, scalar, tensor, size):
    """The element as it is compared: an integer becomes one of the tensor's type, up to 9 elements, and wraps.

    In a float type nothing is lost here; from 10 elements on both dtypes count.
    """
    if size >= 10 or tensor in FLOATS or scalar in FLOATS:
        return element
    return float(np.int64(element).astype(np_dtype(DTYPES[tensor])))


ELEMENTS = [-1, 0, 1, 2, 3, 100]


@pytest.mark.parametrize(
    ("name", "tensor"), [("IsInScalarTensor", "testElements"), ("IsInTensorScalar", "element")]
)
@few
@given(st.data(), ANY, ANY, shapes(max_rank=3), st.booleans(), NEW, SEEDS)
def test_is_in(name, tensor, data, short, other, shape, invert, soc, seed):
    number = data.draw(st.sampled_from([abs(e) if other == "u8" else e for e in ELEMENTS]))
    if other in FLOATS:
        number = data.draw(st.sampled_from([number, number + 0.5, NAN, INF]))
    scalar = "element" if tensor == "testElements" else "testElement"
    out = () if tensor == "testElements" else shape
    made_for = but(
        CALLS[name],
        **{tensor: data.draw(layouts(DTYPES[short], shape)), scalar: s(DTYPES[other], number)},
        invert=invert,
        assumeUnique=data.draw(st.booleans()),
        out=data.draw(layouts(DTYPES["bool"], out, writable=True)),
    )
    found = run(made_for, {tensor: of_few(seed, shape, short, [*ELEMENTS, 127])}, soc=soc)
    x = found.inputs[tensor].astype(float)
    compared = sought(number, other, short, x.size if tensor == "testElements" else 0)
    expected = x == compared
    np.testing.assert_array_equal(
        found.out, (expected.any() if tensor == "testElements" else expected) != invert
    )


def test_nothing_is_among_no_elements():
    for invert in (False, True):
        found = run(but(CALLS["IsInScalarTensor"], testElements=t(DTYPES["f32"], (0,)), invert=invert), {})
        assert (bool(found.out), found.steps) == (invert, ("Fill",))


@pytest.mark.parametrize("name", ["MaxN", "MinN"])
@few
@given(
    st.data(),
    st.sampled_from(["f32", "f16", "bf16", "s8", "u8", "s32", "s64"]),
    shapes(),
    st.integers(1, 4),
    SEEDS,
)
def test_extremes_of_many(name, data, short, shape, count, seed):
    """Of tensors that broadcast; NaN wins."""
    dtype = DTYPES[short]
    sizes = [shape, *(data.draw(broadcastable(shape)) for _ in range(count - 1))]
    tensors = [data.draw(layouts(dtype, size)) for size in data.draw(st.permutations(sizes))]
    made_for = but(CALLS[name], tensors=tensors, out=data.draw(layouts(dtype, shape, writable=True)))
    values = {f"tensors[{i}]": any_numbers(seed + i, spec.shape, dtype) for i, spec in enumerate(tensors)}
    found = run(made_for, values, soc="Ascend950" if short == "u8" else data.draw(NEW))
    every = np.stack([np.broadcast_to(found.inputs[key], shape) for key in values])
    expected = every.max(axis=0) if name == "MaxN" else every.min(axis=0)
    if every.dtype.kind == "f":
        expected = np.where(np.isnan(every).any(axis=0), NAN, expected)
    np.testing.assert_array_equal(found.out.astype(every.dtype), expected)
    if count == 1 and tensors[0].strides is None and made_for.args["out"].strides is None:
        assert found.steps == ("TensorMove",)


@few
@given(
    st.data(), st.sampled_from(["f32", "f16", "bf16"]), st.sampled_from(["f32", "f16", "u8", "s8"]), any_shapes(),
    st.sampled_from([0.5, -1.25, 0.0, 2.0]), SEEDS,
)  # fmt: skip
def test_masked_scale(data, short, mask, shape, scale, seed):
    """Every number of the mask counts, not only whether it is 0."""
    made_for = but(
        CALLS["MaskedScale"], self=data.draw(layouts(DTYPES[short], shape)), mask=data.draw(layouts(DTYPES[mask], shape)),
        scale=scale, out=data.draw(layouts(DTYPES[short], shape, writable=True)),
    )  # fmt: skip
    low = 0 if mask == "u8" else -3
    values = {
        "self": with_ends(seed, shape, -2, 2), "mask": np.random.default_rng(seed).integers(low, 4, shape),
    }  # fmt: skip
    found = run(made_for, values, soc="Ascend950")
    with np.errstate(invalid="ignore"):
        expected = found.inputs["self"] * found.inputs["mask"] * scale
    check_close(found.out, expected, DTYPES[short])
