"""Operators whose output is as large as the data says: the front of the memory is filled, phase 2 waits, the tensor
gets the shape that came out."""

import numpy as np
import pytest
from _calls import F32, PROFILE, arrays_of, tensor

from aclnn_emu.core.dtypes import DataType
from aclnn_emu.errors import EmuError, RtDeviceFault
from aclnn_emu.kernels.kernel import kernel
from aclnn_emu.ops import operator_by_name
from aclnn_emu.plan import engine
from aclnn_emu.plan.builder import Builder
from aclnn_emu.plan.executor import Executor
from aclnn_emu.plan.spec import Call

NAN = float("nan")


@kernel(name="Positive")
def positive(x):
    """The elements above 0."""
    return x[x > 0]


@kernel(name="PositiveAndPlace", outputs=2)
def positive_and_place(x):
    """The elements above 0, and where each is."""
    return x[x > 0], np.argwhere(x > 0)


def planned(x, *outs, which=positive):
    args = {"self": x, "other": outs[0], "out": outs[-1]}
    b = Builder(Call(operator_by_name("aclnnMul"), args, PROFILE))
    b.kernel_sized(which, x, outs=outs)
    return Executor(b.finish(), tuple(args.values()))


@pytest.mark.parametrize("name", ["reference", "tiled"])
def test_the_front_is_filled(name):
    plan = planned(tensor((4,)), tensor((4,), offset=4, storage=(8,))).plan
    block = np.full(8, NAN, np.float32)
    block[:4] = [1, -2, 3, -4]
    arrays = arrays_of(plan, block.view(np.uint8))
    engine.execute(plan, arrays, name)
    np.testing.assert_array_equal(block, [1, -2, 3, -4, 1, 3, NAN, NAN])
    assert [arrays[id(buffer)].shape for buffer in plan.sized] == [(2,)]


def test_too_little_room():
    plan = planned(tensor((4,)), tensor((1,), offset=4, storage=(8,))).plan
    with pytest.raises(RtDeviceFault, match="makes 2 elements, and its output has room for 1"):
        engine.execute(
            plan, arrays_of(plan, np.array([1, 2, -1, -1, 9, 9, 9, 9], np.float32).view(np.uint8)), "auto"
        )


def test_outputs_are_as_many_as_the_kernel_s():
    with pytest.raises(ValueError, match="the kernel has 1 outputs, the plan 2"):
        planned(tensor((4,)), tensor((4,)), tensor((4,)))


class Board:
    """Device 0 with a stream; x and room for results behind it."""

    def __init__(self, rt):
        self.rt, self.stream = rt, rt.aclrtCreateStream()
        self.address = rt.aclrtMalloc(1024, 0)

    def put(self, values):
        array = np.asarray(values, np.float32)
        self.rt.aclrtMemcpy(self.address, array.nbytes, array, array.nbytes, 1)
        return tensor(array.shape, address=self.address)

    def out(self, shape, at, dtype=F32):
        return tensor(shape, dtype, address=self.address + at)

    def run(self, executor):
        executor.run(0, 0, self.stream)


@pytest.fixture
def board(device):
    return Board(device)


def test_phase_two_waits_and_shapes_the_tensors(board):
    x = board.put([[1, -2], [3, 4]])
    values, places = board.out((4,), 64), board.out((4, 2), 128, DataType.ACL_INT64)
    board.run(planned(x, values, places, which=positive_and_place))
    assert (values.view_shape, values.view_strides, values.storage_shape) == ((3,), (1,), (3,))
    assert (places.view_shape, places.view_strides) == ((3, 2), (2, 1))
    found = np.empty(3, np.float32)
    board.rt.aclrtMemcpy(found, 12, values.address, 12, 2)
    np.testing.assert_array_equal(found, [1, 3, 4])


def test_nothing_comes_out(board):
    out = board.out((2,), 64)
    board.run(planned(board.put([-1, -1]), out))
    assert out.view_shape == (0,)
    assert out.is_empty


@pytest.mark.unchecked
def test_a_fault_shows_in_phase_two(board):
    out = tensor((2,), address=board.address + (1 << 30))
    with pytest.raises(EmuError) as failure:
        board.run(planned(board.put([-1, 1]), out))
    assert failure.value.status == 507035
    assert out.view_shape == (2,)
