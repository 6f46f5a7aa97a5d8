"""What the functions compute: tables against a reference in the same order, properties against float64."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from _dsp_world import MEAN, NONE, PLATFORM_DTYPES, SUM, World, draw, reference, world
from hypothesis import given
from hypothesis import strategies as st

from aclnn_emu import dsp

REDUCTIONS = {"none": NONE, "mean": MEAN, "sum": SUM}
SMALL = (1, 7, 1024)
LARGE = 100003  # fits DDR and SMC


def cases():
    for platform, prefix in PLATFORM_DTYPES:
        for space in ("DDR", "SMC", "L2", "alias"):
            sizes = (*SMALL, LARGE) if space in {"DDR", "SMC"} else SMALL
            for size, reduction, weighted, denominator in product(sizes, REDUCTIONS, (0, 1), ("page", "max")):
                name = (
                    f"{platform}-{prefix}-{space}-{size}-{reduction}-{'w' if weighted else '-'}-{denominator}"
                )
                yield pytest.param(
                    platform, prefix, space, size, REDUCTIONS[reduction], weighted, denominator, id=name
                )


@pytest.mark.parametrize(
    ("platform", "prefix", "space", "size", "reduction", "weighted", "denominator"), list(cases())
)
def test_table(platform, prefix, space, size, reduction, weighted, denominator):
    made = world(platform, prefix, space, size, denominator=denominator)
    made.call(reduction, weighted)
    expected = reference(made.data, reduction, weighted, denominator=denominator)
    assert made.dx().tobytes() == expected.tobytes()
    assert made.codes() == []


@pytest.mark.parametrize(("reduction", "weighted"), list(product(REDUCTIONS.values(), (0, 1))))
@pytest.mark.parametrize("size", [1, 1024, 3000])
def test_native_halves_round_after_every_step(size, reduction, weighted):
    made = world("MT7004", "hp", "DDR", size, half_mode="native")
    made.call(reduction, weighted)
    assert made.dx().tobytes() == reference(made.data, reduction, weighted, steps=np.float16).tobytes()


@pytest.mark.parametrize("function", ["fp_binary_cross_entropy_grad_s", "fp_binary_cross_entropy_grad_p"])
def test_the_functions_return_none(function):
    made = world(space="DDR" if function.endswith("_s") else "L2")
    mask = [0xFF] if made.shared else []
    assert getattr(dsp, function)(*made.at.values(), [made.size, NONE, 1], *mask) is None


GRADIENTS_OF_20 = """
-4.80516590e-02 2.32625079e+00 6.38972521e-02 3.13642323e-01 -1.65661633e-01 -1.71821892e+00 -1.13685496e-01
1.26669514e+00 1.47891801e-03 5.83921909e-01 -2.17992840e+01 4.21899414e+00 2.85430793e-02 -3.21346498e+00
-2.22674108e+00 -2.80453944e+00 -1.19787852e-04 2.48514321e-02 -1.66696273e-02 -2.71965731e-02
"""


@pytest.mark.parametrize("space", ["DDR", "L2"])
@pytest.mark.parametrize("denominator", ["page", "max"])
@pytest.mark.parametrize("platform", ["FT78NE", "MT7004"])
def test_the_published_vector(platform, denominator, space):
    """The values of MindSpore's unit test (tests/st/ops/cpu/test_binary_cross_entropy_op.py)."""
    state = np.random.RandomState(42)
    x, y, dloss, weight = (state.rand(20).astype(np.float32) for _ in range(4))
    data = {"input_x": x, "input_y": y, "weight": weight, "dloss": dloss}
    made = world(platform, "fp", space, data=data, denominator=denominator)
    made.call()
    np.testing.assert_allclose(made.dx(), np.array(GRADIENTS_OF_20.split(), np.float64), rtol=3e-7)


@pytest.mark.parametrize("reduction", [MEAN, SUM])
def test_mean_and_sum_read_one_gradient(reduction):
    """The only dloss element is the last of DDR."""
    made = world(size=1024)
    last = 0xFFFFFFFC
    made.device.memory.write(last, made.data["dloss"][:1])
    made.call(reduction, dloss=last)
    assert made.dx().tobytes() == reference(made.data, reduction).tobytes()


@pytest.mark.parametrize("weight", [0, 4, 0x10810000, 0xFFFFFFFF, 1 << 40], ids=hex)
def test_weight_is_not_looked_at_when_it_is_not_defined(weight):
    made = world()
    made.call(NONE, 0, weight=weight)
    assert made.dx().tobytes() == reference(made.data, NONE, 0).tobytes()
    assert made.codes() == []


@pytest.mark.parametrize("flag", [1, 2, -1, 1 << 62])
def test_any_flag_but_0_means_weights(flag):
    made = world()
    made.call(NONE, flag)
    assert made.dx().tobytes() == reference(made.data).tobytes()


@pytest.mark.parametrize("space", ["DDR", "L2"])
def test_param_in_device_memory(space):
    made = world(space=space)
    place = made.at["dx"] + 0x8000
    made.device.memory.write(place, np.array([made.size, MEAN, 1], np.int64))
    made.call(param=place)
    assert made.dx().tobytes() == reference(made.data, MEAN).tobytes()


def test_param_of_a_private_function_may_lie_in_ddr():
    made = world(space="L2")
    made.device.memory.write(0xA0000000, np.array([made.size, MEAN, 1], np.int64))
    made.call(param=0xA0000000)
    assert made.dx().tobytes() == reference(made.data, MEAN).tobytes()


@pytest.mark.parametrize("param", [np.array([5, 0, 1]), (5, 0, 1), [np.int32(5), False, True]], ids=repr)
def test_param_as_any_three_integers(param):
    made = world(size=5)
    made.call(param=param)
    assert made.dx().tobytes() == reference(made.data).tobytes()


@pytest.mark.parametrize("param", [[5, 0], [5, 0, 1, 1], []], ids=repr)
def test_param_has_three_numbers(param):
    with pytest.raises(ValueError, match=f"param has {len(param)} numbers"):
        world(size=5).call(param=param)


@pytest.mark.parametrize("wrong", [{"input_x": 1.0}, {"dx": "0"}, {"param": [5.0, 0, 1]}], ids=repr)
def test_what_no_c_program_could_pass_is_a_type_error(wrong):
    with pytest.raises(TypeError):
        world(size=5).call(**wrong)


@pytest.mark.parametrize("target", ["input_x", "input_y", "weight", "dloss"])
def test_the_result_may_replace_an_input(target):
    made = world(size=LARGE)
    made.call(dx=made.at[target])
    got = made.device.memory.read(made.at[target], np.float32, made.size)
    assert got.tobytes() == reference(made.data).tobytes()


@given(st.integers(0, 2**32 - 1), st.integers(1, 300), st.sampled_from(PLATFORM_DTYPES), st.booleans(),
       st.sampled_from([NONE, MEAN, SUM]), st.sampled_from(["page", "max"]))  # fmt: skip
def test_close_to_float64(seed, size, platform_dtype, weighted, reduction, denominator):
    platform, prefix = platform_dtype
    data = draw(np.random.default_rng(seed), prefix, size)
    made = world(platform, prefix, data=data, denominator=denominator)
    made.call(reduction, int(weighted))
    exact = reference(
        {name: array.astype(np.float64) for name, array in data.items()}, reduction, weighted,
        denominator=denominator, steps=np.float64,
    )  # fmt: skip
    # A half below 2^-14 has an absolute spacing.
    scale = np.maximum(np.abs(exact), 2.0**-14 if prefix == "hp" else 0)
    limit = 2.0**-11 * 1.001 if prefix == "hp" else 1e-6
    assert (np.abs(made.dx().astype(np.float64) - exact) <= limit * scale).all()


@given(st.integers(0, 2**32 - 1), st.integers(1, 300))
def test_native_halves_stay_within_their_threshold(seed, size):
    data = draw(np.random.default_rng(seed), "hp", size)
    made = world("MT7004", "hp", data=data, half_mode="native")
    made.call()
    exact = reference({name: a.astype(np.float64) for name, a in data.items()}, steps=np.float64)
    # x - y may cancel, but is exact where it does: what is left are five roundings of the other steps.
    np.testing.assert_allclose(made.dx().astype(np.float64), exact, rtol=5 * 2.0**-11, atol=2.0**-13)


# x, y -> dx for weight 1 and dloss 1, with the page's denominator and with the other
EDGES = [
    ("zero-zero", 0.0, 0.0, 0.0, 0.0),
    ("one-one", 1.0, 1.0, 0.0, 0.0),
    ("zero-one", 0.0, 1.0, -1e12, -1e12),
    ("one-zero", 1.0, 0.0, 1e12, 1e12),
    ("tiny", 1e-10, 1.0, -9.90099e9, -1e10),
    ("as-epsilon", 1e-12, 1.0, -5e11, -1e12),
    ("subnormal", 1e-42, 1.0, -1e12, -1e12),
    ("below-one", float(np.nextafter(np.float32(1), np.float32(0))), 0.0, 16776935.0, 16777216.0),
    ("above-one", 1.5, 1.0, -2 / 3, 5e11),
    ("below-zero", -0.5, 1.0, 2.0, -1.5e12),
    ("infinite", np.inf, 0.0, np.nan, np.inf),
    ("nan", np.nan, 0.5, np.nan, np.nan),
    ("target-infinite", 0.5, np.inf, -np.inf, -np.inf),
]


def single(x: float, y: float, prefix: str = "fp", platform: str = "FT78NE", **options: str) -> World:
    stored = {"fp": np.float32, "hp": np.float16}[prefix]
    values = {"input_x": x, "input_y": y, "weight": 1, "dloss": 1}
    return world(platform, prefix, data={k: np.array([v], stored) for k, v in values.items()}, **options)


@pytest.mark.parametrize("denominator", ["page", "max"])
@pytest.mark.parametrize("edge", EDGES, ids=lambda edge: edge[0])
def test_edges(edge, denominator):
    _, x, y, page, largest = edge
    made = single(x, y, denominator=denominator)
    made.call()
    np.testing.assert_allclose(made.dx(), np.float32(page if denominator == "page" else largest), rtol=2e-6)


@pytest.mark.parametrize("x", [2.0**-15 * (1 + 2.0**-14), 0.25, 0.5, 1 - 2.0**-14])
def test_both_denominators_are_the_same_where_epsilon_is_below_the_rounding(x):
    results = set()
    for denominator in ("page", "max"):
        made = single(x, 1.0, denominator=denominator)
        made.call()
        results.add(made.dx().tobytes())
    assert len(results) == 1


# half_mode, x, y, reduction, size -> dx[0] for dloss 1
HALF_EDGES = [
    ("fp32", 0.0, 0.0, NONE, 1, 0.0),
    ("native", 0.0, 0.0, NONE, 1, np.nan),
    ("fp32", 1.0, 1.0, NONE, 1, 0.0),
    ("native", 1.0, 1.0, NONE, 1, np.nan),
    ("fp32", 0.0, 1.0, NONE, 1, -np.inf),
    ("native", 0.0, 1.0, NONE, 1, -np.inf),
    ("fp32", 1e-5, 1.0, MEAN, 1024, -97.5),
    ("native", 1e-5, 1.0, MEAN, 1024, -np.inf),
    ("fp32", 0.5, 1.0, MEAN, 70000, -2.855e-5),
    ("native", 0.5, 1.0, MEAN, 70000, 0.0),
    ("fp32", 0.5, 1.0, MEAN, 1 << 20, -1.907e-6),
]


@pytest.mark.parametrize(("mode", "x", "y", "reduction", "size", "expected"), HALF_EDGES)
def test_edges_of_halves(mode, x, y, reduction, size, expected):
    data = {
        "input_x": np.full(size, x, np.float16),
        "input_y": np.full(size, y, np.float16),
        "dloss": np.ones(1, np.float16),
    }
    made = world("MT7004", "hp", data=data, half_mode=mode)
    made.call(reduction, 0)
    np.testing.assert_allclose(made.dx()[[0, -1]].astype(float), expected, rtol=2.0**-9)


def test_a_half_overflow_is_told_once():
    data = {name: np.zeros(5, np.float16) for name in ("input_x", "dloss")} | {
        "input_y": np.ones(5, np.float16)
    }
    data["dloss"][:] = 1
    made = world("MT7004", "hp", data=data)
    made.call(NONE, 0)
    assert made.codes() == ["NONFINITE"]
    assert "5 of 5 elements of dx" in made.device.diagnostics[0].text
