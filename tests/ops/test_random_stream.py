"""Random operators draw what the documented stream says, whatever chip, dtype, layout, seed and offset.

Statistics of the stream are in test_random_numbers.py.
"""

import numpy as np
import pytest
from _case import NEW_SOCS, SOCS
from _random_runs import (
    BF16,
    BOOL,
    DSA,
    F16,
    F32,
    F64,
    HALVES,
    NEW,
    NEWEST,
    S8,
    S64,
    SLACK,
    U8,
    U64,
    WHOLE,
    check_drawn,
    draw_shape,
    draw_start,
    filled,
)
from _random_stream import exponentials, longs, normals, units, words
from _randoms import (
    EXPONENTIAL,
    NORMAL,
    NORMAL_TENSOR,
    RANDOM,
    RANDOM_ALL,
    RANDOM_ALL_TENSOR,
    RANDOM_TENSOR,
    UNIFORM,
    UNIFORM_TENSOR,
)
from _run import np_dtype
from hypothesis import example, given, settings
from hypothesis import strategies as st

from aclnn_emu.core.dtypes import DataType
from aclnn_emu.kernels import random

FEW = settings(max_examples=12)
BITS_64 = st.integers(-(2**63), 2**64 - 1)
NUMBERS = (F32, F16, F64, *WHOLE)
FLOAT_SLACK = 2.0**-20


@example(0, 0, 4)
@example(-1, -1, 22)
@given(BITS_64, BITS_64, st.integers(0, 40))
def test_words_are_those_of_the_definition(seed, offset, count):
    assert random.philox(seed, offset, count).tolist() == words(seed, offset, count)


@pytest.mark.parametrize("base", [NORMAL, NORMAL_TENSOR], ids=lambda base: base.op)
@FEW
@given(st.data())
def test_normal(base, data):
    soc = data.draw(st.sampled_from(SOCS))
    dtype = data.draw(st.sampled_from((*NUMBERS, BOOL, *(BF16,) * (soc in NEW))))
    shape, count = draw_shape(data)
    moments = [(60.0, 10.0), (60.0, 0.0), (100.0, 1.0)]
    mean, std = data.draw(
        st.sampled_from(moments if dtype == U8 else [*moments, (0.0, 1.0), (-3.0, 10.0), (0.0, 0.0)])
    )
    start = draw_start(data, base)
    found = filled(data, base, start, soc, dtype, shape, mean=mean, std=std)
    wide = dtype == F64 and soc not in DSA
    exact = [mean + std * z for z in normals(*start.place, count, 53 if wide else 24)]
    slack = 2.0**-45 if wide else SLACK.get(dtype, FLOAT_SLACK)
    check_drawn(found, exact, slack * (abs(mean) + 6 * std))


RANGES = {
    U8: ((0, 200), (5, 6), (3, 3)),
    S8: ((-100, 100), (-9, -5), (0, 7)),
    BOOL: ((0, 2), (0, 1), (-3, 3)),
}
OTHER_RANGES = ((0, 1), (-1, 1), (-100, 28), (3, 3), (-9, -5), (1000, 1001))


@pytest.mark.parametrize("base", [UNIFORM, UNIFORM_TENSOR], ids=lambda base: base.op)
@FEW
@given(st.data())
def test_uniform(base, data):
    soc = data.draw(st.sampled_from(SOCS))
    dtype = data.draw(st.sampled_from((*NUMBERS, *(BF16,) * 3 * (soc in NEW))))
    shape, count = draw_shape(data)
    low, high = data.draw(st.sampled_from(RANGES.get(dtype, OTHER_RANGES)))
    start = draw_start(data, base, kinds=(S64, U64))
    found = filled(data, base, start, soc, dtype, shape, **{"from": float(low), "to": float(high)})
    u = units(*start.place, count, {F16: 11, BF16: 8}.get(dtype, 24))
    exact = np.array([low + x * (high - low) for x in u])
    below = soc in NEW and low < high and dtype != F64
    if dtype in HALVES:  # few bits: all is exact but the last rounding, which does not reach the end
        rounded = exact.astype(np_dtype(dtype)).astype(float)
        last = float(np.nextafter(np.asarray(high, np_dtype(dtype)), np.asarray(low, np_dtype(dtype))))
        np.testing.assert_array_equal(
            found.astype(float), np.minimum(rounded, last if below else high).reshape(shape)
        )
        return
    check_drawn(found, exact, FLOAT_SLACK * (abs(low) + abs(high)))
    if dtype not in WHOLE:
        assert (found >= low).all()
        assert ((found < high) if below else (found <= high)).all()


@pytest.mark.parametrize("base", [RANDOM, RANDOM_TENSOR], ids=lambda base: base.op)
@FEW
@given(st.data())
def test_integers_of_a_range(base, data):
    soc = data.draw(st.sampled_from(SOCS))
    complexes = () if soc == NEWEST else (DataType.ACL_COMPLEX64, DataType.ACL_COMPLEX128)
    dtype = data.draw(st.sampled_from((*NUMBERS, BF16, BOOL, *complexes)))
    shape, count = draw_shape(data)
    ranges = [ends for ends in RANGES.get(dtype, OTHER_RANGES) if ends[0] < ends[1]]
    low, high = data.draw(st.sampled_from([ends for ends in ranges if dtype != BF16 or ends[1] < 256]))
    start = draw_start(data, base)
    found = filled(data, base, start, soc, dtype, shape, **{"from": low, "to": high})
    halves = dtype == F16 and soc not in NEW
    exact = [low + x * (high - low) for x in units(*start.place, count, 11 if halves else 24)]
    slack = (2.0**-8 if halves else FLOAT_SLACK) * (abs(low) + abs(high))
    if dtype == BOOL:
        exact = [round(x) for x in exact]
        slack = 0
    check_drawn(found, exact, slack, whole=True)


@pytest.mark.parametrize("base", [RANDOM_ALL, RANDOM_ALL_TENSOR], ids=lambda base: base.op)
@FEW
@given(st.data())
def test_integers_of_a_type(base, data):
    dtype = data.draw(st.sampled_from((*NUMBERS, BF16, BOOL)))
    shape, count = draw_shape(data)
    start = draw_start(data, base)
    found = filled(data, base, start, NEWEST, dtype, shape)
    counted = {F32: 2**24 + 1, F16: 2**11 + 1, BF16: 2**8 + 1, F64: 2**31, BOOL: 2}
    span = counted[dtype] if dtype in counted else int(np.iinfo(np_dtype(dtype)).max) + 1
    exact = [number % span for number in longs(*start.place, count)]
    np.testing.assert_array_equal(found, np.asarray(exact, np.uint64).astype(np_dtype(dtype)).reshape(shape))


@FEW
@given(st.data())
def test_exponential(data):
    soc, dtype = data.draw(st.sampled_from(NEW_SOCS)), data.draw(st.sampled_from((F32, *HALVES)))
    shape, count = draw_shape(data)
    rate = data.draw(st.sampled_from((0.5, 1.0, 2.0, 1e-3, 1e6)))
    start = draw_start(data, EXPONENTIAL)
    found = filled(data, EXPONENTIAL, start, soc, dtype, shape, **{"count": count, "lambda": rate})
    exact = np.asarray(exponentials(*start.place, count)).reshape(shape) / rate
    np.testing.assert_allclose(found.astype(float), exact, rtol=SLACK.get(dtype, FLOAT_SLACK), atol=2.0**-24)
