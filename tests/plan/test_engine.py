"""The engines make the same bits: whatever overlaps, repeats, is empty, unaligned or larger than a piece."""

from unittest import mock

import numpy as np
import pytest
from _calls import BF16, F16, F32, S32, arrays_of, compiled, scalar, tensor
from hypothesis import given
from hypothesis import strategies as st

from aclnn_emu.core.layout import view_reach
from aclnn_emu.kernels import data, elementwise
from aclnn_emu.plan import engine
from aclnn_emu.plan.engine import chained
from aclnn_emu.plan.engine.chains import Chain
from aclnn_emu.plan.engine.compiled import installed
from aclnn_emu.plan.executor import Executor
from aclnn_emu.plan.graph import Buffer, Plan, Step

ONE = scalar(1.0)
ENGINES = ("reference", "tiled", *(("numba",) if installed() else ()))
WALKING = len(ENGINES) - 1


def block_of(elements, dtype=np.float32):
    return np.arange(elements, dtype=np.float32).astype(dtype).view(np.uint8)


def both(executor, block, *, shift=0):
    """What the engines leave in two copies of the block; the same bytes."""
    plan, left = executor.plan, []
    for name in ENGINES:
        copy = block.copy()
        engine.execute(plan, arrays_of(plan, copy, shift=shift), name)
        left.append(copy)
    for name, found in zip(ENGINES, left, strict=True):
        assert found.tobytes() == left[0].tobytes(), f"{name} differs"
    return left[0]


@pytest.fixture
def tile(monkeypatch):
    """Pieces so small that every test meets their borders."""
    for name in ("TILE", "BOX", "CHUNK"):
        monkeypatch.setattr(chained, name, 4)


def walked(monkeypatch):
    """Counts the chains that are really walked tile by tile."""
    counted = []
    lay_out = Chain.space

    def count(chain, arrays):
        counted.append(tuple(step.name for step in chain.steps))
        return lay_out(chain, arrays)

    monkeypatch.setattr(Chain, "space", count)
    return counted


def in_block(shape, offset, strides=None, dtype=F32):
    return tensor(shape, dtype, offset=offset, strides=strides, storage=(10_000,))


# Overlap: all is read before anything is written.

N = 20
OVERLAPS = {
    "in-place": (0, N, 0),
    "out-is-other": (0, N, N),
    "out-one-behind-self": (0, 2 * N, 1),
    "out-one-before-self": (1, 2 * N, 0),
    "out-between-both": (0, 10, 5),
    "apart": (0, N, 2 * N),
}


@pytest.mark.parametrize(("self", "other", "out"), OVERLAPS.values(), ids=OVERLAPS)
@pytest.mark.usefixtures("tile")
def test_overlapping_views(self, other, out):
    executor = compiled(
        "aclnnAdd", *(in_block((N,), offset) for offset in (self, other)), ONE, in_block((N,), out)
    )
    found = both(executor, block_of(100)).view(np.float32)
    expected = np.arange(100, dtype=np.float32)
    expected[out : out + N] = np.arange(N, dtype=np.float32) * 2 + self + other
    np.testing.assert_array_equal(found, expected)


def test_in_place_is_walked_and_a_shifted_view_is_not(monkeypatch):
    counted = walked(monkeypatch)
    for out, chains in ((0, 1), (1, 1), (2 * N, 2)):
        executor = compiled("aclnnAdd", in_block((N,), 0), in_block((N,), N), ONE, in_block((N,), out))
        both(executor, block_of(100))
        assert len(counted) == chains * WALKING, out


@pytest.mark.usefixtures("tile")
def test_halves_over_the_floats_they_are_made_from():
    """The result is half as wide: a tile of it would land on floats that are still to be read."""
    self = tensor((N,), F32, storage=(N,))
    executor = compiled("aclnnCast", self, F16, tensor((N,), F16, storage=(2 * N,)))
    found = both(executor, block_of(N))
    np.testing.assert_array_equal(found[: 2 * N].view(np.float16), np.arange(N))


@pytest.mark.usefixtures("tile")
def test_floats_over_the_halves_they_are_made_from():
    executor = compiled("aclnnCast", tensor((N,), F16, storage=(2 * N,)), F32, tensor((N,), F32))
    block = np.zeros(4 * N, np.uint8)
    block[: 2 * N] = np.arange(N).astype(np.float16).view(np.uint8)
    np.testing.assert_array_equal(both(executor, block).view(np.float32), np.arange(N))


@pytest.mark.usefixtures("tile")
def test_a_repeated_view_written_in_place(monkeypatch):
    """Each element of the row is written ten times; what the first write leaves must not be read by the second."""
    counted = walked(monkeypatch)
    repeated = in_block((10, 3), 0, (0, 1))
    found = both(compiled("aclnnInplaceAdd", repeated, in_block((3,), 5), ONE), block_of(20)).view(np.float32)
    np.testing.assert_array_equal(found[:3], [5, 7, 9])
    assert ("Contiguous", "Add", "ViewCopy") not in counted


@pytest.mark.usefixtures("tile")
def test_the_transpose_of_self_written_to_self():
    self, turned = in_block((4, 4), 0), in_block((4, 4), 0, (1, 4))
    found = both(compiled("aclnnInplaceCopy", self, turned), block_of(16)).view(np.float32)
    np.testing.assert_array_equal(found.reshape(4, 4), np.arange(16).reshape(4, 4).T)


@pytest.mark.usefixtures("tile")
def test_reversed_in_place():
    self, turned = in_block((9,), 0), in_block((9,), 8, (-1,))
    found = both(compiled("aclnnInplaceCopy", self, turned), block_of(9)).view(np.float32)
    np.testing.assert_array_equal(found, np.arange(9)[::-1])


@st.composite
def views(draw, shape):
    """Any view of a block of 200 elements, overlapping itself or not."""
    strides = tuple(draw(st.integers(-4, 4)) for _ in shape)
    low, end = view_reach(shape, strides, 0)
    offset = draw(st.integers(-low, 200 - end))
    return tensor(shape, F32, strides=strides, offset=offset, storage=(200,))


@given(st.data(), st.lists(st.integers(1, 4), max_size=3).map(tuple), st.sampled_from([1.0, 2.0]))
def test_any_views_of_one_block(data, shape, alpha):
    self, other, out = (data.draw(views(shape)) for _ in range(3))
    with mock.patch.multiple(chained, TILE=3, BOX=3, CHUNK=3):
        both(compiled("aclnnAdd", self, other, scalar(alpha), out), block_of(200))
        both(compiled("aclnnInplaceMul", out, self), block_of(200))
        both(compiled("aclnnSigmoid", out, out), block_of(200))


def test_a_result_that_a_later_step_reads_under_another_name(monkeypatch):
    """No operator plans so today: the engine must not walk it, as a tile may hold either value."""
    counted = walked(monkeypatch)
    x, a, b, c = (Buffer(label, (N,), F32, (1,), view_offset=offset, slot=slot)
                  for slot, (label, offset) in enumerate((("x", 0), ("a", N), ("b", N), ("c", 2 * N))))  # fmt: skip
    steps = (
        Step("Sigmoid", elementwise.sigmoid, (x,), (b,), {}),
        Step("Add", elementwise.add, (a, x), (c,), {}),
    )
    users = (x, a, b, c)
    found = both(Executor(Plan("aclnnTest", steps, users, 0, 0, users), ()), block_of(3 * N)).view(np.float32)
    np.testing.assert_array_equal(found[2 * N :], found[N : 2 * N] + found[:N])
    assert counted == []


# Shapes.


@pytest.mark.usefixtures("tile")
def test_a_small_cast_inside_a_large_chain(monkeypatch):
    counted = walked(monkeypatch)
    grad, self, target = tensor((), F16), in_block((3, 5), 10), tensor((5,), F16, offset=4, storage=(100,))
    executor = compiled("aclnnBinaryCrossEntropyBackward", grad, self, target, None, 0, in_block((3, 5), 40))
    both(executor, block_of(60))
    assert [step.output.shape for step in executor.plan.steps] == [(3, 5), (), (5,), (3, 5)]
    assert counted == [("OnesLike", "Cast", "Cast", "BinaryCrossEntropyGrad")] * WALKING


@pytest.mark.parametrize("shape", [(), (1,), (1, 1, 1)])
def test_one_element(shape):
    executor = compiled("aclnnAdd", in_block(shape, 1), in_block((), 2), scalar(3.0), in_block(shape, 5))
    assert both(executor, block_of(9)).view(np.float32)[5] == 1 + 3 * 2


def test_an_empty_plan():
    empty = tensor((0, 3))
    both(compiled("aclnnAdd", empty, empty, ONE, empty), block_of(1))


@pytest.mark.parametrize("name", ENGINES)
def test_steps_without_elements_are_taken(name):
    """Operators leave such steps out; the engine does not depend on it."""
    a, b, out = (Buffer(label, (0, 3), F32, (3, 1), slot=slot) for slot, label in enumerate("ab="))
    plan = Plan(
        "aclnnAdd", (Step("Add", elementwise.add, (a, b), (out,), {}),), (a, b, out), 0, 0, (a, b, out)
    )
    engine.execute(plan, arrays_of(plan, block_of(1)), name)


@pytest.mark.parametrize("name", ENGINES)
def test_results_that_nobody_reads(name):
    x, cast, out = (Buffer(label, (N,), dtype, (1,), slot=slot, storage_shape=(N,))
                    for label, dtype, slot in (("x", S32, 0), ("Cast", F32, None), ("out", F32, 1)))  # fmt: skip
    steps = (
        Step("Cast", elementwise.cast, (x,), (cast,), {"dtype": F32}),
        Step("Fill", data.fill, (), (out,), {"shape": (N,), "value": 7.0, "dtype": F32}),
    )
    values = {
        id(x): np.ones(N, np.int32),
        id(cast): np.zeros(N, np.float32),
        id(out): np.zeros(N, np.float32),
    }
    engine.execute(Plan("aclnnTest", steps, (x, out, cast), 0, 0, (x, out)), values, name)
    assert (values[id(out)] == 7).all()


@pytest.mark.usefixtures("tile")
def test_results_that_do_not_broadcast_with_each_other_are_walked_apart(monkeypatch):
    counted = walked(monkeypatch)
    executor = compiled(
        "aclnnCat", [tensor((3,), F16), tensor((9,), F16)], 0, tensor((12,), F32, storage=(99,))
    )
    both(executor, block_of(12))
    assert [step.name for step in executor.plan.steps] == ["ConcatD", "Cast"]
    assert counted == [("Cast",)] * WALKING


@pytest.mark.parametrize("count", [31, 33, 100])
def test_many_operands(count, monkeypatch):
    counted = walked(monkeypatch)
    members = [in_block((6,), place) for place in range(count)]
    executor = compiled("aclnnSum", members, in_block((6,), 200))
    found = both(executor, block_of(300)).view(np.float32)
    np.testing.assert_array_equal(found[200:206], sum(np.arange(6) + place for place in range(count)))
    assert counted


@pytest.mark.parametrize("shift", [1, 2, 3])
@pytest.mark.parametrize("dtype", [F32, F16, BF16, S32])
def test_unaligned_tensors(dtype, shift):
    places = (in_block((N,), place, dtype=dtype) for place in (0, N, 2 * N))
    executor = compiled("aclnnMul", *places)
    np_dtype = executor.plan.buffers[0].np_dtype
    block = np.zeros(shift + 3 * N * np_dtype.itemsize, np.uint8)
    np.ndarray((3 * N,), np_dtype, block, shift)[...] = np.arange(3 * N) % 8
    found = np.ndarray((3, N), np_dtype, both(executor, block, shift=shift), shift)
    np.testing.assert_array_equal(found[2], found[0] * found[1])
    assert found[2].any()


@pytest.mark.parametrize("dtype", [F32, F16, BF16])
def test_many_tiles(dtype):
    n = 3 * chained.TILE + 17
    operands = [tensor((n,), dtype, offset=place * n, storage=(4 * n,)) for place in range(4)]
    executor = compiled("aclnnBinaryCrossEntropyBackward", *operands[:3], None, 1, operands[3])
    values = np.random.default_rng(1).uniform(0.05, 0.95, 4 * n).astype(np.float32)
    both(executor, values.astype(executor.plan.buffers[0].np_dtype).view(np.uint8))


# Which engine.


def test_auto_walks_large_chains_only(monkeypatch):
    counted = walked(monkeypatch)
    monkeypatch.setattr(engine, "TILED_FROM", 10)
    for size, chains in ((9, 0), (10, 1)):
        executor = compiled(
            "aclnnAdd", *(in_block((size,), 20 * place) for place in range(2)), ONE, in_block((size,), 60)
        )
        engine.execute(executor.plan, arrays_of(executor.plan, block_of(99)), "auto")
        assert len(counted) == chains


def test_auto_takes_the_small_chains_of_a_large_plan_singly(monkeypatch):
    counted = walked(monkeypatch)
    monkeypatch.setattr(engine, "TILED_FROM", 10)
    executor = compiled(
        "aclnnCat", [in_block((4,), 0, dtype=F16), in_block((8,), 10)], 0, in_block((12,), 40)
    )
    engine.execute(executor.plan, arrays_of(executor.plan, block_of(99)), "auto")
    assert counted == []
    assert executor.plan.largest == 12


def test_infinities_are_no_reason_to_warn():
    executor = compiled("aclnnMul", *(tensor((1,), F16, offset=place, storage=(3,)) for place in range(3)))
    found = both(executor, np.array([6e4, 6e4, 0], np.float16).view(np.uint8))
    assert found.view(np.float16)[2] == np.inf
    zero = compiled(
        "aclnnBinaryCrossEntropy", tensor((1,)), tensor((1,), offset=1), None, 0, tensor((1,), offset=2)
    )
    assert both(zero, np.array([0, 1, 5], np.float32).view(np.uint8)).view(np.float32)[2] == 100
