"""Dropout: drawn calls against the stream; masks, and what they leave of a tensor."""

import numpy as np
import pytest
from _case import SOCS, but, t
from _draw import layouts
from _lists import held
from _random_runs import BF16, DSA, F16, F32, NEW, NEWEST, SLACK, U8, draw_probability, draw_shape, draw_start
from _random_stream import units
from _randoms import BACKWARD, DO_MASK, DROPOUT, DROPOUT_V3, GEN_MASK, GENERATORS, V3_GRAD
from _run import FILL, check_numbers, np_dtype, run
from hypothesis import given, settings
from hypothesis import strategies as st

FEW = settings(max_examples=12)


def bytes_for(count):
    """Of a mask with whole blocks of 128 bits."""
    return -(-count // 128) * 16


def packed(bits):
    """Eight bits to a byte, the first one the lowest."""
    return np.packbits(bits, bitorder="little")


def kept_bits(start, count, keep):
    """Which elements stay, each with probability keep."""
    return np.array([u < keep for u in units(*start.place, count)], bool)


@pytest.mark.parametrize("base", GENERATORS, ids=lambda base: base.op)
@FEW
@given(st.data())
def test_masks(base, data):
    soc = data.draw(st.sampled_from(SOCS))
    shape, count = draw_shape(data)
    start = draw_start(data, base)
    p = 1 - draw_probability(data, start)
    size = bytes_for(count)
    flat = base is not GEN_MASK or soc not in DSA
    out = data.draw(layouts(U8, (size,) if flat else (size // 8, 8), writable=True))
    changes = (
        {"probDataType": data.draw(st.sampled_from((F32, F16, BF16)))} if "probDataType" in base.args else {}
    )
    call = but(base, shape=shape, prob=p, out=out, **start.args, **changes)
    found = run(call, start.values, soc=soc).out
    if min(abs(p), abs(p - 1)) <= 2.0**-52:
        assert (found == (0 if p > 0.5 else 255)).all()
    else:
        expected = packed(kept_bits(start, 8 * size, float(np.float32(1 - p))))
        np.testing.assert_array_equal(found.reshape(-1), expected)


SPECIAL = np.array([np.inf, -np.inf, np.nan, -0.0, -1.0])


def drawn_numbers(data, spec, seed):
    """Elements of a tensor, some of them special."""
    rng = np.random.default_rng(seed)
    numbers = rng.uniform(-4, 4, spec.shape)
    return held(spec, np.where(rng.random(spec.shape) < 0.3, rng.choice(SPECIAL, spec.shape), numbers))


def check_dropped(found, x, kept, factor, dtype, *, multiplies):
    """x * factor where it is kept; elsewhere 0, or x * 0 where the kernel multiplies with the bits."""
    x = x.astype(float)
    with np.errstate(invalid="ignore"):
        expected = np.where(kept, x * factor, x * 0.0 if multiplies else 0.0)
    check_numbers(found, expected, dtype)
    zero = found == 0
    np.testing.assert_array_equal(np.signbit(found[zero]), np.signbit(expected[zero]))


def drawn_dropout(data, base, soc, with_bf16=NEW):
    """Input and output of two dtypes, their elements and the mask's tensor."""
    kinds = (F32, F16, *(BF16,) * (soc in with_bf16))
    kind, other = (data.draw(st.sampled_from(kinds)) for _ in range(2))
    shape, count = draw_shape(data)
    names = [name for name in ("input", "self", "gradOutput", "gradY", "out", "gradX") if name in base.args]
    made = {
        names[0]: data.draw(layouts(kind, shape)),
        names[1]: data.draw(layouts(other, shape, writable=True)),
    }
    x = drawn_numbers(data, made[names[0]], data.draw(st.integers(0, 99)))
    return made, x, count


def half_of(value, dtype):
    """A number rounded to the dtype, in double."""
    return float(np.asarray(value).astype(np.float32).astype(np_dtype(dtype)))


@FEW
@given(st.data())
def test_dropout(data):
    soc = data.draw(st.sampled_from(SOCS))
    made, x, count = drawn_dropout(data, DROPOUT, soc, DSA)
    size = bytes_for(count)
    mask = data.draw(layouts(U8, (size,) if soc != "Ascend910B" else (size // 8, 8), writable=True))
    p, train = data.draw(st.sampled_from((0.0, 0.1, 0.5, 0.75, 1.0))), data.draw(st.booleans())
    start = draw_start(data, DROPOUT)
    call = but(DROPOUT, **made, maskOut=mask, p=p, train=train, **start.args)
    found = run(call, {"input": x}, soc=soc, out=("out", "maskOut")).outs
    coarser = max((made["input"].dtype, made["out"].dtype), key=lambda kind: SLACK.get(kind, 0))
    if train and 0 < p < 1 and count:
        bits = kept_bits(start, 8 * size, float(np.float32(1 - p)))
        np.testing.assert_array_equal(found["maskOut"].reshape(-1), packed(bits))
        factor = 1 / half_of(1 - p, made["input"].dtype)
        check_dropped(found["out"], x, bits[:count].reshape(x.shape), factor, coarser, multiplies=False)
        return
    assert (found["maskOut"] == FILL).all()
    kept = np.full(x.shape, not train or p == 0)
    check_dropped(found["out"], x, kept, 1, coarser, multiplies=False)


@FEW
@given(st.data())
def test_dropout_v3(data):
    soc = data.draw(st.sampled_from((*SOCS, *(NEWEST,) * 6)))
    made, x, count = drawn_dropout(data, DROPOUT_V3, soc)
    size = bytes_for(count)
    mask = data.draw(layouts(U8, data.draw(st.sampled_from(((size,), (size // 8, 8)))), writable=True))
    inner = (0.1, 0.5, 1 - 2.0**-26, 1 - 2.0**-53) if soc == NEWEST or not count else ()
    p = data.draw(st.sampled_from((0.0, 1.0, *inner)))
    start = draw_start(data, DROPOUT_V3)
    call = but(DROPOUT_V3, **made, maskOut=mask, p=p, **start.args)
    found = run(call, {"input": x}, soc=soc, out=("out", "maskOut")).outs
    if not count:
        return
    coarser = max((made["input"].dtype, made["out"].dtype), key=lambda kind: SLACK.get(kind, 0))
    if p in (0, 1):
        assert (found["maskOut"] == (0 if p else 255)).all()
        check_dropped(found["out"], x, np.full(x.shape, p == 0), 1, coarser, multiplies=False)
        return
    keep = float(np.float32(1 - p)) if 1 - p > 2.0**-52 else 0
    bits = np.append(kept_bits(start, count, keep), np.zeros(8 * size - count, bool))
    np.testing.assert_array_equal(found["maskOut"].reshape(-1), packed(bits))
    kept = bits[:count].reshape(x.shape)
    check_dropped(found["out"], x, kept, 1 / keep if keep else 1, coarser, multiplies=bool(keep))


@pytest.mark.parametrize(("p", "left"), [(1 - 2.0**-53, [0.0, 0.0]), (1 - 2.0**-51, [np.nan, 0.0])])
def test_dropout_v3_of_next_to_everything(p, left):
    made = {"input": t(F32, (2,)), "out": t(F32, (2,))}
    found = run(
        but(DROPOUT_V3, **made, p=p), {"input": [np.inf, -1.0]}, soc=NEWEST, out=("out", "maskOut")
    ).outs
    np.testing.assert_array_equal(found["out"], left)
    assert not found["maskOut"].any()


@pytest.mark.parametrize("base", [DO_MASK, BACKWARD, V3_GRAD], ids=lambda base: base.op)
@FEW
@given(st.data())
def test_masks_are_applied(base, data):
    soc = NEWEST if base is V3_GRAD else data.draw(st.sampled_from(SOCS))
    made, x, count = drawn_dropout(data, base, soc)
    source, target = made
    size = bytes_for(count) + (data.draw(st.integers(0, 3)) if base is DO_MASK else 0)
    mask = data.draw(layouts(U8, (size,)))
    rng = np.random.default_rng(data.draw(st.integers(0, 99)))
    packed = held(mask, rng.integers(0, 256, size))
    kept = np.unpackbits(packed, bitorder="little")[:count].reshape(x.shape) > 0
    name = "prob" if base is DO_MASK else "scale"
    value = data.draw(st.sampled_from((0.0, 0.25, 0.5, 1.0) if base is DO_MASK else (0.0, 1.0, 1.25, 4.0)))
    call = but(base, **made, mask=mask, **{name: value})
    found = run(call, {source: x, "mask": packed}, soc=soc, out=target).out
    coarser = max((spec.dtype for spec in made.values()), key=lambda kind: SLACK.get(kind, 0))
    if base is V3_GRAD:
        check_dropped(found, x, kept, value, coarser, multiplies=True)
        return
    p = value if base is DO_MASK else (1 - 1 / value if value else 1.0)
    factor = 1 if p in (0, 1) else 1 / half_of(1 - p, made[source].dtype)
    kept = kept if 0 < p < 1 else np.full(x.shape, p == 0)
    check_dropped(found, x, kept, factor, coarser, multiplies=False)
