"""Phase 2: the life of an executor, what is read when, and faults that show at the synchronise."""

import gc
import weakref

import numpy as np
import pytest
from _calls import F16, F32, compiled, scalar, tensor

from aclnn_emu.errors import (
    EmuError,
    InnerError,
    ParamNullptr,
    RtDeviceFault,
    RtInvalidHandle,
    RtNoContext,
    RuntimeFailure,
)
from aclnn_emu.plan.executor import ExecutorState, run_phase_2
from aclnn_emu.runtime.clock import device_ns
from aclnn_emu.runtime.machine import configure, machine

TO_DEVICE, TO_HOST = 1, 2


class Board:
    """Device 0 with a stream, and tensors on it."""

    def __init__(self, rt):
        self.rt = rt
        self.stream = rt.aclrtCreateStream()

    def put(self, values, shape=None, dtype=np.float32, **layout):
        array = np.asarray(values, dtype)
        address = self.rt.aclrtMalloc(max(array.nbytes, 1), 0)
        self.rt.aclrtMemcpy(address, array.nbytes, array, array.nbytes, TO_DEVICE)
        storage = layout.pop("storage", array.shape)
        kind = F16 if dtype is np.float16 else F32
        return tensor(
            array.shape if shape is None else shape, kind, address=address, storage=storage, **layout
        )

    def get(self, x, count=None, dtype=np.float32):
        array = np.empty(int(np.prod(x.storage_shape)) if count is None else count, dtype)
        self.rt.aclrtMemcpy(array, array.nbytes, x.address, array.nbytes, TO_HOST)
        return array

    def run(self, executor, workspace=None, **kwargs):
        size = executor.workspace_size
        if workspace is None and size:
            workspace = self.rt.aclrtMalloc(size, 0)
        executor.run(workspace or 0, size if workspace else 0, self.stream, **kwargs)

    def wait(self):
        self.rt.aclrtSynchronizeStream(self.stream)


@pytest.fixture
def board(device):
    return Board(device)


def mul(board, x=(1.0, 2.0), y=(3.0, 4.0), out=(0.0, 0.0)):
    tensors = [board.put(values) for values in (x, y, out)]
    return compiled("aclnnMul", *tensors), tensors


def refusal(function):
    with pytest.raises(EmuError) as refused:
        function()
    return type(refused.value), refused.value.message_id


# The life.


@pytest.mark.unchecked
def test_one_run_and_no_second(board):
    executor, (_, _, out) = mul(board)
    assert (executor.state, executor.alive, executor.runs) == (ExecutorState.NEW, True, 0)
    board.run(executor)
    assert (executor.state, executor.alive, executor.runs) == (ExecutorState.CONSUMED, False, 1)
    np.testing.assert_array_equal(board.get(out), [0, 0])
    board.wait()
    np.testing.assert_array_equal(board.get(out), [3, 8])
    for again in (lambda: board.run(executor), executor.destroy, executor.set_repeatable):
        assert refusal(again) == (InnerError, "ACLNN-EXEC-003")


def test_a_repeatable_executor_runs_until_it_is_destroyed(board):
    executor, (x, _, out) = mul(board)
    executor.set_repeatable()
    executor.set_repeatable()
    for _ in range(3):
        board.run(executor)
    board.wait()
    assert (executor.state, executor.runs) == (ExecutorState.REPEATABLE, 3)
    x.address = board.put([5.0, 6.0]).address
    board.run(executor)
    board.wait()
    np.testing.assert_array_equal(board.get(out), [15, 24])
    executor.destroy()
    for again in (lambda: board.run(executor), executor.destroy, executor.set_repeatable):
        assert refusal(again) == (InnerError, "ACLNN-EXEC-004")


def test_an_executor_may_be_destroyed_unused(board):
    executor, _ = mul(board)
    executor.destroy()
    assert refusal(lambda: board.run(executor)) == (InnerError, "ACLNN-EXEC-004")


def test_a_null_workspace_with_a_size_destroys_the_executor(board):
    for repeatable in (False, True):
        executor, _ = mul(board)
        if repeatable:
            executor.set_repeatable()
        assert refusal(lambda e=executor: e.run(0, 512, board.stream)) == (ParamNullptr, "ACLNN-EXEC-002")
        assert executor.state is ExecutorState.DESTROYED
        assert "null workspace" in executor.ended_by
        assert refusal(lambda e=executor: board.run(e)) == (InnerError, "ACLNN-EXEC-004")


def test_an_executor_belongs_to_its_operator(board):
    executor, _ = mul(board)
    assert refusal(lambda: board.run(executor, function="aclnnAdd")) == (InnerError, "ACLNN-EXEC-006")
    assert executor.alive
    board.run(executor, function="aclnnMul")


BAD_STREAMS = {
    "destroyed": (RtInvalidHandle, lambda b: b.rt.aclrtDestroyStream(b.stream) or b.stream),
    "no-handle": (RtInvalidHandle, lambda b: 12345),
    "no-context": (RtNoContext, lambda b: b.rt.aclrtResetDevice(0)),
}


@pytest.mark.parametrize(("cause", "stream"), BAD_STREAMS.values(), ids=BAD_STREAMS)
def test_a_stream_of_no_use_uses_the_executor_up(board, cause, stream):
    executor, _ = mul(board)
    unusable = stream(board)
    with pytest.raises(RuntimeFailure) as refused:
        executor.run(0, 0, unusable)
    assert isinstance(refused.value.__cause__, cause)
    assert executor.state is ExecutorState.CONSUMED
    assert executor.runs == 0


def test_the_default_stream_and_handles(board):
    executor, (_, _, out) = mul(board)
    executor.run(0, 0, None)
    board.rt.aclrtSynchronizeDevice()
    np.testing.assert_array_equal(board.get(out), [3, 8])
    executor, _ = mul(board)
    assert executor.handle == executor.handle
    run_phase_2("aclnnMul", 0, 0, executor.handle, board.stream.handle)
    assert executor.state is ExecutorState.CONSUMED


def test_what_is_no_executor(board):
    assert refusal(lambda: run_phase_2("aclnnMul", 0, 0, None, board.stream)) == (
        ParamNullptr,
        "ACLNN-EXEC-001",
    )
    for thing in (1, board.stream.handle, "executor", object()):
        found = refusal(lambda t=thing: run_phase_2("aclnnMul", 0, 0, t, board.stream))
        assert found == (InnerError, "ACLNN-EXEC-010")


# What is read when.


@pytest.mark.unchecked
def test_data_is_read_when_the_device_runs_and_addresses_when_phase_2_is_called(board):
    executor, (x, _, out) = mul(board)
    old = x.address
    x.address = board.put([10.0, 20.0]).address
    board.run(executor)
    x.address = old
    late = np.array([100.0, 200.0], np.float32)
    board.rt.aclrtMemcpy(executor.tensors[1].address, 8, late, 8, TO_DEVICE)
    board.wait()
    np.testing.assert_array_equal(board.get(out), [1000, 4000])


def test_a_tensor_that_is_gone_before_phase_2(board):
    for place, name in enumerate(("self", "other", "out")):
        executor, tensors = mul(board)
        tensors[place].destroy()
        with pytest.raises(InnerError) as refused:
            board.run(executor)
        assert (refused.value.message_id, refused.value.values["param"]) == ("ACLNN-EXEC-005", name)
        assert executor.state is ExecutorState.CONSUMED


def test_a_tensor_that_is_gone_after_phase_2_does_no_harm(board):
    executor, tensors = mul(board)
    out = tensors[2].address
    board.run(executor)
    for x in tensors:
        x.destroy()
    board.wait()
    found = np.empty(2, np.float32)
    board.rt.aclrtMemcpy(found, 8, out, 8, TO_HOST)
    np.testing.assert_array_equal(found, [3, 8])


def test_a_tensor_that_the_plan_does_not_use_may_be_gone(board):
    empty, weight = tensor((0,)), tensor((0,))
    executor = compiled("aclnnBinaryCrossEntropyBackward", empty, empty, empty, weight, 0, empty)
    weight.destroy()
    board.run(executor)
    board.wait()


def test_two_runs_of_one_remembered_plan_do_not_meet(board):
    first, (_, _, out) = mul(board)
    second, (_, _, other) = mul(board, (7.0, 7.0), (2.0, 3.0))
    assert first.plan is second.plan
    board.run(second)
    board.run(first)
    board.wait()
    np.testing.assert_array_equal(board.get(out), [3, 8])
    np.testing.assert_array_equal(board.get(other), [14, 21])


@pytest.mark.unchecked
def test_an_executor_keeps_nothing_but_its_tensors_alive(board):
    executor, _ = mul(board)
    gone = weakref.ref(executor)
    board.run(executor)
    board.wait()
    del executor
    gc.collect()
    assert gone() is None


# Workspace.


def halves(board):
    x, y, out = (board.put([1.5, 2.5], dtype=kind) for kind in (np.float16, np.float32, np.float16))
    return compiled("aclnnAdd", x, y, scalar(2.0), out), out


def test_intermediates_lie_in_the_workspace(board):
    executor, out = halves(board)
    workspace = board.rt.aclrtMalloc(executor.workspace_size, 0)
    board.run(executor, workspace)
    board.wait()
    np.testing.assert_array_equal(board.get(out, dtype=np.float16), [4.5, 7.5])
    cast, result = executor.plan.intermediates
    left = np.empty(2, np.float32)
    board.rt.aclrtMemcpy(left, 8, workspace + cast.workspace_offset, 8, TO_HOST)
    np.testing.assert_array_equal(left, [1.5, 2.5])
    board.rt.aclrtMemcpy(left, 8, workspace + result.workspace_offset, 8, TO_HOST)
    np.testing.assert_array_equal(left, [4.5, 7.5])


@pytest.mark.unchecked
@pytest.mark.parametrize("size", [0, 1, 480])
def test_a_workspace_that_is_too_small_faults_at_the_synchronise(board, size):
    executor, _ = halves(board)
    assert executor.workspace_size == 1024
    executor.run(board.rt.aclrtMalloc(size, 0) if size else 0, size, board.stream)
    with pytest.raises(RtDeviceFault):
        board.wait()
    board.wait()


@pytest.mark.unchecked
def test_a_workspace_that_is_freed_early_faults_at_the_synchronise(board):
    executor, _ = halves(board)
    workspace = board.rt.aclrtMalloc(executor.workspace_size, 0)
    board.run(executor, workspace)
    board.rt.aclrtFree(workspace)
    with pytest.raises(RtDeviceFault):
        board.wait()


def test_a_workspace_that_nobody_needs_is_not_looked_at(board):
    executor, (_, _, out) = mul(board)
    executor.run(12345, 512, board.stream)
    board.wait()
    np.testing.assert_array_equal(board.get(out), [3, 8])


# Tensors in memory.


def test_strides_offsets_and_negative_strides(board):
    x = board.put(np.arange(12), (2, 3), strides=(-6, 2), offset=6)
    y = board.put(np.arange(12), (2, 3), strides=(0, 1), offset=9)
    out = board.put(np.zeros(12), (2, 3), strides=(1, -2), offset=10)
    board.run(compiled("aclnnMul", x, y, out))
    board.wait()
    expected = np.zeros(12)
    expected[[[10, 8, 6], [11, 9, 7]]] = np.array([[6, 8, 10], [0, 2, 4]]) * [9, 10, 11]
    np.testing.assert_array_equal(board.get(out), expected)


@pytest.mark.unchecked
def test_a_tensor_may_begin_at_any_byte(board):
    memory = board.rt.aclrtMalloc(64, 0)
    board.rt.aclrtMemcpy(memory + 3, 8, np.array([1.0, 2.0], np.float32), 8, TO_DEVICE)
    x = tensor((2,), address=memory + 3)
    out = tensor((2,), address=memory + 21)
    board.run(compiled("aclnnMul", x, x, out))
    board.wait()
    np.testing.assert_array_equal(board.get(out), [1, 4])


FAULTS = {
    "no-address": lambda b: tensor((2,)),
    "host-address": lambda b: tensor((2,), address=4096),
    "larger-than-its-memory": lambda b: tensor((1000,), address=b.rt.aclrtMalloc(64, 0)),
    "view-behind-its-memory": lambda b: tensor(
        (2,), offset=100, storage=(1000,), address=b.rt.aclrtMalloc(64, 0)
    ),
    "view-before-its-memory": lambda b: tensor((2,), offset=-1, address=b.rt.aclrtMalloc(64, 0)),
}


@pytest.mark.unchecked
@pytest.mark.parametrize("make", FAULTS.values(), ids=FAULTS)
def test_memory_that_is_not_there_faults_at_the_synchronise(board, make):
    bad = make(board)
    board.run(compiled("aclnnInplaceZero", bad))
    with pytest.raises(RtDeviceFault):
        board.wait()
    executor, (_, _, out) = mul(board)
    board.run(executor)
    board.wait()
    np.testing.assert_array_equal(board.get(out), [3, 8])


@pytest.mark.unchecked
def test_memory_freed_between_the_phases(board):
    executor, (x, _, _) = mul(board)
    board.run(executor)
    board.rt.aclrtFree(x.address)
    with pytest.raises(RtDeviceFault):
        board.wait()


def test_an_empty_call_queues_nothing(board):
    executor = compiled("aclnnMul", tensor((0,)), tensor((0,)), tensor((0,)))
    board.run(executor)
    assert not board.stream.queue
    assert executor.state is ExecutorState.CONSUMED
    board.wait()


# What observers see.


class Tasks:
    def __init__(self):
        self.queued = []

    def notify(self, event, fields):
        if event == "task queued":
            self.queued.append(fields["task"])


def test_observers_see_what_is_read_and_written(board):
    machine().listen(tasks := Tasks())
    executor, out = halves(board)
    workspace = board.rt.aclrtMalloc(executor.workspace_size, 0)
    board.run(executor, workspace)
    (task,) = tasks.queued
    x, y, _ = executor.tensors
    assert task.name == "aclnnAdd"
    assert {(r.address, r.nbytes) for r in task.reads} == {(x.address, 4), (y.address, 8)}
    assert {(r.address, r.nbytes) for r in task.writes} == {(out.address, 4), (workspace, 1024)}
    assert task.device_ns == device_ns(sum(r.nbytes for r in (*task.reads, *task.writes)))


def test_the_virtual_time_of_a_run_does_not_depend_on_observers(board):
    times = []
    for _ in range(2):
        before = board.stream.time_ns, machine().scheduler.host_ns
        executor, _ = mul(board, np.ones(5000), np.ones(5000), np.ones(5000))
        board.run(executor)
        queued = board.stream.queue[0].queued_ns
        board.wait()
        times.append(board.stream.time_ns - max(queued, before[0]))
        machine().listen(Tasks())
    assert times[0] == times[1] == 2000 + 3 * 20000 // 1000


@pytest.mark.parametrize("engine", ["reference", "tiled", "auto"])
def test_each_engine_runs_on_device_memory(device, engine):
    device.aclrtResetDevice(0)
    configure(engine=engine)
    device.aclrtSetDevice(0)
    board = Board(device)
    executor, out = halves(board)
    board.run(executor)
    board.wait()
    np.testing.assert_array_equal(board.get(out, dtype=np.float16), [4.5, 7.5])
    assert machine().config.engine == engine


@pytest.mark.unchecked
def test_arrays_of_the_last_launch_go_with_the_memory(board):
    """A second launch takes the arrays of the first; freed bytes are let go and reach no later launch."""
    space = board.stream.device.memory
    x, out = board.put([1, 2]), board.put([0, 0])
    executor = compiled("aclnnAbs", x, out)
    executor.set_repeatable()
    board.run(executor)
    board.wait()
    (arrays,) = space.prepared.values()
    board.run(executor)
    board.wait()
    assert list(space.prepared.values()) == [arrays]
    del arrays
    data = weakref.ref(space.contents[x.address].data)
    board.rt.aclrtFree(x.address)
    assert data() is None
    assert not space.prepared
    board.run(executor)
    with pytest.raises(RtDeviceFault):
        board.wait()
    x.address = board.put([-7, 8]).address
    board.run(executor)
    board.wait()
    assert board.get(out).tolist() == [7, 8]


def test_tensors_at_the_same_place_with_other_strides_have_arrays_of_their_own(board):
    x, out = board.put([[1, 2], [3, 4]]), board.put([[0, 0], [0, 0]])
    turned = tensor((2, 2), F32, address=x.address, strides=(1, 2))
    for source, expected in ((x, [1, 2, 3, 4]), (turned, [1, 3, 2, 4]), (x, [1, 2, 3, 4])):
        board.run(compiled("aclnnAbs", source, out))
        board.wait()
        assert board.get(out).reshape(-1).tolist() == expected
