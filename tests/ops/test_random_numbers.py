"""Random numbers: the published vector, and distributions.

What each operator draws is compared with the stream in test_random_stream.py and test_random_draws.py. Everything here is
seeded, so a statistic that passes once passes always; limits are those of a test at some five sigma.
"""

import math

import numpy as np
import pytest
from _case import but, t
from _draw import BF16
from _random_stream import block
from _randoms import EXPONENTIAL, F16, F32, MULTINOMIAL, NORMAL, RANDOM, RANDPERM, S64, UNIFORM
from _run import run

from aclnn_emu.core.dtypes import DataType
from aclnn_emu.kernels import random

BOOL = DataType.ACL_BOOL
COUNT = 20000


def test_the_published_vector():
    assert random.philox(0, 0, 4).tolist() == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]
    assert block(0, 0) == random.philox(0, 0, 4).tolist()


def filled(base, values=None, **changes):
    out = "selfRef" if "selfRef" in base.args else "out"
    return run(but(base, **changes), values or {}, out=out).out


def of(dtype, count=COUNT):
    return t(dtype, (count,))


def check_distribution(values, cdf):
    """Kolmogorov and Smirnov's distance, at a level of 1e-6."""
    x = np.sort(np.asarray(values, np.float64))
    place = np.arange(x.size + 1) / x.size
    theory = cdf(x)
    assert max(np.abs(theory - place[1:]).max(), np.abs(theory - place[:-1]).max()) < 2.7 / math.sqrt(x.size)


def check_independence(values):
    assert abs(np.corrcoef(values[:-1], values[1:])[0, 1]) < 5 / math.sqrt(values.size)


def test_normal():
    found = filled(NORMAL, selfRef=of(F32), mean=-3.0, std=2.0)
    check_distribution((found + 3) / 2, lambda x: np.array([0.5 * math.erfc(-z / math.sqrt(2)) for z in x]))
    check_independence(found)


@pytest.mark.parametrize("dtype", [F32, F16])
def test_uniform(dtype):
    found = filled(UNIFORM, selfRef=of(dtype), **{"from": 0.0, "to": 1.0}).astype(np.float64)
    check_distribution(found + (2.0**-12 if dtype == F16 else 0), lambda x: np.clip(x, 0, 1))
    check_independence(found)


@pytest.mark.parametrize("dtype", [F32, F16, BF16])
@pytest.mark.parametrize("low", [0.0, 1.0, -1.0, 1000.0])
def test_uniform_stays_below_to(dtype, low):
    found = filled(UNIFORM, selfRef=of(dtype), **{"from": low, "to": low + 1}).astype(np.float64)
    assert found.min() >= low
    assert found.max() < low + 1


def test_exponential():
    found = filled(EXPONENTIAL, selfRef=of(F32), count=COUNT, **{"lambda": 2.0})
    check_distribution(found, lambda x: 1 - np.exp(-2 * x))


def test_bool_is_rounded():
    found = filled(RANDOM, selfRef=of(BOOL), **{"from": 0, "to": 2})
    assert 0.7 < found.mean() < 0.8, "0.5 and below becomes 0"


def test_ends_move_to_numbers_of_the_type():
    assert filled(RANDOM, selfRef=of(F16, 500), **{"from": 4093, "to": 4099}).astype(int).max() < 4100
    found = filled(RANDOM, selfRef=of(F32, 500), **{"from": (1 << 24) - 1, "to": (1 << 24) + 1})
    assert found.max() <= 1 << 24


def test_randperm():
    found = filled(RANDPERM, n=5000, out=t(S64, (5000,)))
    assert sorted(found.tolist()) == list(range(5000))
    assert abs(np.corrcoef(found, np.arange(5000))[0, 1]) < 5 / math.sqrt(5000)


WEIGHTS = np.array([1.0, 0, 2, 5, 2])


def test_multinomial_with_replacement():
    changes = {"self": of(F32, 5), "numsamples": COUNT, "replacement": True, "out": of(S64)}
    share = np.bincount(filled(MULTINOMIAL, {"self": WEIGHTS}, **changes), minlength=5) / COUNT
    np.testing.assert_allclose(share, WEIGHTS / 10, atol=0.02)
    assert share[1] == 0


def test_multinomial_without_replacement():
    rows = np.tile(WEIGHTS, (4000, 1))
    changes = {"self": t(F32, rows.shape), "numsamples": 4, "out": t(S64, (4000, 4))}
    found = filled(MULTINOMIAL, {"self": rows}, **changes)
    assert all(len(set(row)) == 4 for row in found.tolist())
    assert 1 not in found
    np.testing.assert_allclose(np.bincount(found[:, 0], minlength=5) / 4000, WEIGHTS / 10, atol=0.04)
