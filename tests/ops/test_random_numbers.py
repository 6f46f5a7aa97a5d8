"""Random numbers: the documented stream against a scalar one, distributions, and what depends on seed and offset only.

Everything is seeded, so a statistic that passes once passes always; limits are those of a test at some five sigma.
"""

import math

import numpy as np
import pytest
from _case import NEW_SOCS, SOCS, but, s, t
from _draw import BF16
from _randoms import (
    BACKWARD,
    BERNOULLI,
    BERNOULLI_TENSOR,
    DO_MASK,
    DROPOUT,
    EXPONENTIAL,
    F16,
    F32,
    GEN_MASK,
    GEN_MASK_V2,
    GEN_MASK_V2_TENSOR,
    MULTINOMIAL,
    MULTINOMIAL_TENSOR,
    NORMAL,
    NORMAL_FF,
    NORMAL_FT,
    NORMAL_TENSOR,
    NORMAL_TF,
    NORMAL_TT,
    RANDOM,
    RANDOM_ALL,
    RANDOM_ALL_TENSOR,
    RANDOM_TENSOR,
    RANDPERM,
    S64,
    U8,
    UNIFORM,
    UNIFORM_TENSOR,
    V3_GRAD,
)
from _run import run

from aclnn_emu.core.dtypes import DataType
from aclnn_emu.kernels import random

F64, S32, BOOL, S8 = DataType.ACL_DOUBLE, DataType.ACL_INT32, DataType.ACL_BOOL, DataType.ACL_INT8
COUNT = 20000
KEYS = {"seedTensor": [7], "offsetTensor": [40]}
LOW32 = (1 << 32) - 1


def block(seed, counter):
    """One Philox block in plain integers, as the paper writes it."""
    key = [seed & LOW32, seed >> 32]
    words = [(counter >> (32 * place)) & LOW32 for place in range(4)]
    for _ in range(10):
        high0, low0 = divmod(0xD2511F53 * words[0], 1 << 32)
        high1, low1 = divmod(0xCD9E8D57 * words[2], 1 << 32)
        words = [high1 ^ words[1] ^ key[0], low1, high0 ^ words[3] ^ key[1], low0]
        key = [(key[0] + 0x9E3779B9) & LOW32, (key[1] + 0xBB67AE85) & LOW32]
    return words


def test_the_published_vector():
    assert random.philox(0, 0, 4).tolist() == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]
    assert block(0, 0) == random.philox(0, 0, 4).tolist()


@pytest.mark.parametrize(("seed", "offset"), [(0, 0), (1, 0), (0, 1), (-1, -1), (1 << 40, 3), (7, 1 << 50)])
def test_words_are_those_of_the_definition(seed, offset):
    found = random.philox(seed, offset, 22).tolist()
    mask = (1 << 64) - 1
    expected = [word for place in range(6) for word in block(seed & mask, (offset & mask) << 64 | place)]
    assert found == expected[:22]


def filled(base, soc="Ascend910B", values=None, **changes):
    out = next(name for name in ("selfRef", "out", "gradX") if name in base.args)
    return run(but(base, **changes), values or {}, soc=soc, out=out).out


def of(dtype, count=COUNT):
    return t(dtype, (count,))


def check_moments(values, mean, std):
    x = np.asarray(values, np.float64)
    assert abs(x.mean() - mean) < 5 * std / math.sqrt(x.size)
    assert abs(x.std() - std) < 5 * std / math.sqrt(x.size)


def check_distribution(values, cdf):
    """Kolmogorov and Smirnov's distance, at a level of 1e-6."""
    x = np.sort(np.asarray(values, np.float64))
    place = np.arange(x.size + 1) / x.size
    theory = cdf(x)
    assert max(np.abs(theory - place[1:]).max(), np.abs(theory - place[:-1]).max()) < 2.7 / math.sqrt(x.size)


def normal_cdf(x):
    return np.array([0.5 * math.erfc(-value / math.sqrt(2)) for value in x])


@pytest.mark.parametrize("soc", SOCS)
def test_normal(soc):
    found = filled(NORMAL, soc, selfRef=of(F32), mean=-3.0, std=2.0)
    check_distribution((found + 3) / 2, normal_cdf)
    assert abs(np.corrcoef(found[:-1], found[1:])[0, 1]) < 5 / math.sqrt(COUNT)


@pytest.mark.parametrize("dtype", [F16, BF16, F64, S32, S8])
def test_normal_of_other_dtypes(dtype):
    found = filled(NORMAL, selfRef=of(dtype), mean=2.0, std=30.0)
    whole = dtype in (S32, S8)
    assert abs(found.astype(np.float64).mean() - 2.0) < (1 if whole else 1.1)
    assert abs(found.astype(np.float64).std() - 30.0) < 1.5


def test_std_0_gives_the_mean():
    assert (filled(NORMAL, mean=1.5, std=0.0) == 1.5).all()


def test_an_odd_number_of_elements_has_the_front_of_an_even_one():
    assert (filled(NORMAL, selfRef=of(F32, 7)) == filled(NORMAL, selfRef=of(F32, 8))[:7]).all()


@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B", "Ascend950"])
@pytest.mark.parametrize("shapes", [((3,), (3,)), ((2, 1), (3,)), ((1,), (4, 1))])
def test_moments_by_tensor(soc, shapes):
    mean, std = (np.arange(1, 1 + math.prod(shape)).reshape(shape) for shape in shapes)
    shape = np.broadcast_shapes(*shapes)
    tensors = {"mean": t(F32, shapes[0]), "std": t(F32, shapes[1]), "out": t(F32, shape)}
    found = filled(NORMAL_TT, soc, {"mean": mean, "std": std}, **tensors)
    z = (found - mean) / std
    # One number for each element of mean; Ascend950 draws one for each of the output.
    drawn = shape if soc == "Ascend950" else shapes[0]
    expected = filled(NORMAL_FF, soc, mean=0.0, std=1.0, out=t(F32, drawn))
    np.testing.assert_allclose(z, np.broadcast_to(expected, shape), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B", "Ascend950"])
@pytest.mark.parametrize("dtype", [F32, F16, F64])
def test_one_moment_by_tensor(soc, dtype):
    expected = filled(NORMAL_FF, soc, mean=2.0, std=3.0, out=t(dtype, (2, 3)))
    filled_with = {"mean": np.full((2, 3), 2.0)}, {"std": np.full((2, 3), 3.0)}
    by_mean = filled(NORMAL_TF, soc, filled_with[0], mean=t(dtype, (2, 3)), std=3.0, out=t(dtype, (2, 3)))
    by_std = filled(NORMAL_FT, soc, filled_with[1], mean=2.0, std=t(dtype, (2, 3)), out=t(dtype, (2, 3)))
    tolerance = 1e-2 if dtype == F16 else 1e-5
    np.testing.assert_allclose(by_mean.astype(float), expected.astype(float), rtol=tolerance)
    np.testing.assert_allclose(by_std.astype(float), expected.astype(float), rtol=tolerance)


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize("dtype", [F32, F16, F64])
def test_uniform(soc, dtype):
    found = filled(UNIFORM, soc, selfRef=of(dtype), **{"from": 0.0, "to": 1.0}).astype(np.float64)
    assert found.min() >= 0
    assert found.max() <= 1
    check_distribution(found + (2.0**-12 if dtype == F16 else 0), lambda x: np.clip(x, 0, 1))


@pytest.mark.parametrize("dtype", [F32, F16, BF16])
@pytest.mark.parametrize("low", [0.0, 1.0, -1.0, 1000.0])
def test_uniform_stays_below_to(dtype, low):
    found = filled(UNIFORM, selfRef=of(dtype), **{"from": low, "to": low + 1}).astype(np.float64)
    assert found.min() >= low
    assert found.max() < low + 1


def test_uniform_of_integers_is_cut():
    found = filled(UNIFORM, selfRef=of(S32), **{"from": 0.0, "to": 4.0})
    assert sorted(set(found.tolist())) == [0, 1, 2, 3]
    check_moments(found, 1.5, math.sqrt(1.25))


def test_from_equal_to():
    assert (filled(UNIFORM, **{"from": 2.5, "to": 2.5}) == 2.5).all()


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize("dtype", [F32, F16, S32, S8, F64, S64])
def test_integers(soc, dtype):
    found = filled(RANDOM, soc, selfRef=of(dtype), **{"from": 0, "to": 6}).astype(np.float64)
    assert sorted(set(found.tolist())) in ([0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5, 6])
    counts = np.bincount(found.astype(int), minlength=6)
    assert np.abs(counts[:6] - COUNT / 6).max() < 5 * math.sqrt(COUNT / 6) + (10 if dtype == F16 else 0)


def test_bool_is_rounded():
    found = filled(RANDOM, selfRef=of(BOOL), **{"from": 0, "to": 2})
    assert 0.7 < found.mean() < 0.8, "0.5 and below becomes 0"


def test_ends_move_to_numbers_of_the_type():
    assert filled(RANDOM, selfRef=of(F16, 500), **{"from": 4093, "to": 4099}).astype(int).max() < 4100
    assert (
        filled(RANDOM, selfRef=of(F32, 500), **{"from": (1 << 24) - 1, "to": (1 << 24) + 1}).max() <= 1 << 24
    )


LARGEST = {
    F32: 1 << 24,
    F16: 1 << 11,
    BF16: 1 << 8,
    S8: 127,
    U8: 255,
    S32: 2**31 - 1,
    S64: 2**63 - 1,
    BOOL: 1,
}


@pytest.mark.parametrize("dtype", LARGEST)
def test_all_integers_of_a_type(dtype):
    found = filled(RANDOM_ALL, "Ascend950", selfRef=of(dtype)).astype(np.float64)
    assert found.min() >= 0
    assert found.max() <= LARGEST[dtype]
    check_moments(found / LARGEST[dtype], 0.5, (0.5 if dtype == BOOL else math.sqrt(1 / 12)))


@pytest.mark.parametrize(
    ("base", "by_tensor"),
    [
        (NORMAL, NORMAL_TENSOR),
        (UNIFORM, UNIFORM_TENSOR),
        (RANDOM, RANDOM_TENSOR),
        (RANDOM_ALL, RANDOM_ALL_TENSOR),
    ],
)
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B", "Ascend950"])
def test_seed_and_offset_by_tensor(base, by_tensor, soc):
    if base is RANDOM_ALL and soc != "Ascend950":
        return
    expected = filled(base, soc, seed=7, offset=43)
    assert (filled(by_tensor, soc, KEYS, offset=3) == expected).all()


@pytest.mark.parametrize("base", [NORMAL, UNIFORM, RANDOM])
@pytest.mark.parametrize("change", ["seed", "offset"])
def test_another_start_gives_other_numbers(base, change):
    first = filled(base, selfRef=of(F32, 64))
    assert (first == filled(base, selfRef=of(F32, 64))).all()
    assert not (first == filled(base, selfRef=of(F32, 64), **{change: 8})).all()


@pytest.mark.parametrize("soc", ["Ascend910", *NEW_SOCS])
@pytest.mark.parametrize("prob", [0, 0.25, 1])
def test_bernoulli(soc, prob):
    found = filled(BERNOULLI, soc, self=of(F32), prob=s(F32, prob), out=of(F32))
    assert set(found.tolist()) <= {0.0, 1.0}
    assert abs(found.mean() - prob) < 5 * math.sqrt(prob * (1 - prob) / COUNT) + 1e-12


@pytest.mark.parametrize("soc", ["Ascend910", *NEW_SOCS])
def test_bernoulli_by_tensor(soc):
    prob = np.linspace(0, 1, COUNT)
    found = filled(BERNOULLI_TENSOR, soc, {"prob": prob}, self=of(S32), prob=of(F32), out=of(S32))
    assert found[0] == 0
    thirds = found.reshape(4, -1).mean(axis=1)
    np.testing.assert_allclose(thirds, [0.125, 0.375, 0.625, 0.875], atol=0.04)


@pytest.mark.parametrize("n", [1, 2, 257, 5000])
@pytest.mark.parametrize("dtype", [S64, S32])
def test_randperm(n, dtype):
    found = filled(RANDPERM, n=n, out=t(dtype, (n,)))
    assert sorted(found.tolist()) == list(range(n))
    if n > 100:
        assert abs(np.corrcoef(found, np.arange(n))[0, 1]) < 5 / math.sqrt(n)


def test_randperm_of_halves():
    assert sorted(filled(RANDPERM, n=100, out=t(F16, (100,))).astype(int).tolist()) == list(range(100))


WEIGHTS = np.array([1.0, 0, 2, 5, 2])


@pytest.mark.parametrize("dtype", [F32, F64, F16])
def test_multinomial_with_replacement(dtype):
    changes = {"self": t(dtype, (5,)), "numsamples": COUNT, "replacement": True, "out": t(S64, (COUNT,))}
    found = filled(MULTINOMIAL, "Ascend910B", {"self": WEIGHTS}, **changes)
    share = np.bincount(found, minlength=5) / COUNT
    np.testing.assert_allclose(share, WEIGHTS / 10, atol=0.02)
    assert share[1] == 0


def test_multinomial_without_replacement():
    rows = np.tile(WEIGHTS, (4000, 1))
    changes = {"self": t(F32, rows.shape), "numsamples": 4, "out": t(S64, (4000, 4))}
    found = filled(MULTINOMIAL, "Ascend910B", {"self": rows}, **changes)
    assert all(len(set(row)) == 4 for row in found.tolist())
    assert 1 not in found
    np.testing.assert_allclose(np.bincount(found[:, 0], minlength=5) / 4000, WEIGHTS / 10, atol=0.04)


def test_multinomial_by_tensor():
    expected = filled(MULTINOMIAL, values={"self": np.ones((2, 5))}, seed=7, offset=43)
    assert (filled(MULTINOMIAL_TENSOR, values={"self": np.ones((2, 5)), **KEYS}, offset=3) == expected).all()


@pytest.mark.parametrize("dtype", [F32, F16, BF16])
def test_exponential(dtype):
    found = filled(EXPONENTIAL, selfRef=of(dtype), count=COUNT, **{"lambda": 2.0}).astype(np.float64)
    assert found.min() >= 0
    check_moments(found, 0.5, 0.5)


# Dropout.


def bits(mask, count):
    return np.unpackbits(mask, bitorder="little")[:count]


@pytest.mark.parametrize("soc", SOCS)
def test_generated_masks(soc):
    size = -(-COUNT // 128) * 16
    masks = []
    for base in (GEN_MASK, GEN_MASK_V2, GEN_MASK_V2_TENSOR):
        values = KEYS if base is GEN_MASK_V2_TENSOR else {}
        start = {} if base is GEN_MASK_V2_TENSOR else {"offset": 43}
        masks.append(filled(base, soc, values, shape=(COUNT,), prob=0.25, out=t(U8, (size,)), **start))
        kept = bits(masks[-1], COUNT)
        assert abs(kept.mean() - 0.75) < 5 * math.sqrt(0.1875 / COUNT)
    assert (masks[0] == masks[1]).all()
    assert (masks[0] == masks[2]).all()


@pytest.mark.parametrize(("prob", "byte"), [(0.0, 255), (1.0, 0)])
def test_whole_masks(prob, byte):
    assert (filled(GEN_MASK, prob=prob) == byte).all()


@pytest.mark.parametrize("dtype", [F32, F16, BF16])
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend910_93"])
def test_dropout(dtype, soc):
    x = np.arange(1, 13)
    call = but(DROPOUT, input=t(dtype, (12,)), p=0.5, out=t(dtype, (12,)))
    mask = filled(GEN_MASK, soc, shape=(12,), prob=0.5)
    # The mask is an output too: it is compared through a second run that writes only it.
    found = run_both(call, {"input": x}, soc)
    assert (found["maskOut"] == mask).all()
    assert (found["out"].astype(float) == x * 2 * bits(mask, 12)).all()


def run_both(call, values, soc):
    """Both outputs of a call with two, by the plan's own arrays."""
    from _case import phase_1
    from _run import Memory, in_prototype_order

    from aclnn_emu.plan.engine import execute

    memory, plan, slots = Memory(), phase_1(call, soc).plan, in_prototype_order(call)
    for name, value in values.items():
        memory.view(call.args[name])[...] = value
    workspace = np.zeros(plan.workspace_size, np.uint8)
    arrays = {id(b): memory.view(slots[b.slot]) for b in plan.user_buffers}
    for b in plan.intermediates:
        arrays[id(b)] = np.ndarray(b.shape, b.np_dtype, workspace, b.workspace_offset, b.byte_strides)
    execute(plan, arrays, "reference")
    return {name: memory.view(call.args[name]).copy() for name in ("out", "maskOut")}


def test_dropout_v3():
    call = but(_v3(), p=0.5)
    x = np.arange(1, 7).reshape(2, 3)
    found = run_both(call, {"input": x}, "Ascend950")
    assert (found["out"] == x * 2 * bits(found["maskOut"], 6).reshape(2, 3)).all()
    for p, byte in ((0.0, 255), (1.0, 0)):
        found = run_both(but(call, p=p), {"input": x}, "Ascend910")
        assert (found["maskOut"] == byte).all()
        assert (found["out"] == (0 if p else x)).all()


def _v3():
    from _randoms import DROPOUT_V3

    return DROPOUT_V3


MASK = np.array([0b101010] + [0] * 15, np.uint8)
KEPT = np.array([[0, 1, 0], [1, 0, 1]])
X = np.arange(1, 7).reshape(2, 3)


@pytest.mark.parametrize(
    ("base", "name", "factor", "soc"),
    [
        (but(DO_MASK, prob=0.75), "self", 4.0, "Ascend910B"),
        (but(BACKWARD, scale=4.0), "gradOutput", 4.0, "Ascend910B"),
        (but(V3_GRAD, scale=3.0), "gradY", 3.0, "Ascend950"),
    ],
)
def test_masks_are_applied(base, name, factor, soc):
    assert (filled(base, soc, {name: X, "mask": MASK}) == X * KEPT * factor).all()


@pytest.mark.parametrize(("prob", "factor"), [(0.0, 1), (1.0, 0)])
def test_probabilities_that_need_no_mask(prob, factor):
    assert (filled(DO_MASK, values={"self": X, "mask": MASK}, prob=prob) == X * factor).all()


def test_scale_0_drops_everything():
    assert (filled(BACKWARD, values={"gradOutput": X, "mask": MASK}, scale=0.0) == 0).all()
