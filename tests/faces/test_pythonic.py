"""The Pythonic face: objects that copy, queue and end as the C calls under them do."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import aclnn_emu as emu
from aclnn_emu.errors import EmuError
from aclnn_emu.runtime.machine import machine

DTYPES = [
    np.float32, np.float16, ml_dtypes.bfloat16, np.float64, np.int8, np.int16, np.int32, np.int64,
    np.uint8, np.uint16, np.uint32, np.uint64, np.bool_, np.complex64, np.complex128,
]  # fmt: skip


def gradient(device: emu.Device, **changes: object) -> tuple[int, object, emu.Tensor]:
    values = {"grad_output": 0.1, "self": 0.3, "target": 0.5, "weight_optional": 1.0}
    tensors = {k: emu.Tensor.from_numpy(np.full((2, 2), v, np.float32)) for k, v in values.items()}
    out = emu.Tensor.empty((2, 2), np.float32)
    arguments = {**tensors, "reduction": 0, "out": out, **changes}
    status, executor = emu.ops.binary_cross_entropy_backward.get_workspace_size(**arguments)
    return status, executor, out


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda d: np.dtype(d).name)
def test_from_numpy_and_back(dtype: type) -> None:
    array = np.arange(6).reshape(2, 3).astype(dtype)
    with emu.Device(0):
        back = emu.Tensor.from_numpy(array).numpy()
    assert back.dtype == array.dtype
    assert back.shape == array.shape
    assert back.tobytes() == array.tobytes()


@given(hnp.arrays(np.int32, hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4)), st.data())
def test_any_layout_arrives_as_it_looks(array: np.ndarray, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(array.ndim)))
    view = array.transpose(order)[tuple(slice(None, None, -1) for _ in order)]
    with emu.Device(0):
        assert np.array_equal(emu.Tensor.from_numpy(view).numpy(), view)


def test_copies_are_copies() -> None:
    array = np.zeros(4, np.float32)
    with emu.Device(0):
        tensor = emu.Tensor.from_numpy(array)
        array[:] = 7
        first = tensor.numpy()
        first[:] = 8
        assert tensor.numpy().tolist() == [0, 0, 0, 0]


def test_views_share_the_memory() -> None:
    with emu.Device(0):
        tensor = emu.Tensor.from_numpy(np.arange(6, dtype=np.int32).reshape(2, 3))
        assert tensor.transpose().numpy().tolist() == [[0, 3], [1, 4], [2, 5]]
        assert tensor.view((3,), (-2,), 5).numpy().tolist() == [5, 3, 1]
        assert tensor.transpose().address == tensor.address


def test_a_dtype_that_cann_lacks_is_refused() -> None:
    with emu.Device(0), pytest.raises(TypeError, match="datetime64"):
        emu.Tensor.from_numpy(np.array(["2026-01-01"], "datetime64[D]"))


@pytest.mark.trips("ACL-SYNC-101")
def test_phase_1_and_2_by_keyword_and_by_name() -> None:
    with emu.Device(0) as device, device.stream() as stream:
        status, executor, out = gradient(device)
        assert (status, executor.workspace_size) == (0, 0)
        assert emu.run(None, executor, stream) == 0
        assert np.isnan(out.numpy()).all()  # nothing has run yet
        stream.synchronize()
        assert np.allclose(out.numpy(), -0.095238, atol=1e-6)
        x = emu.Tensor.from_numpy(np.ones(3, np.float32))
        status, executor = emu.get_workspace_size("aclnnInplaceAdds", x, 2, 3)
        assert status == 0
        assert emu.run(None, executor) == 0  # the default stream
        device.synchronize()
        assert x.numpy().tolist() == [7, 7, 7]


def test_python_values_stand_for_arrays_and_lists() -> None:
    with emu.Device(0) as device:
        x = emu.Tensor.from_numpy(np.ones((2, 3), np.float32))
        y = emu.Tensor.empty((2, 1), np.float32)
        z = emu.Tensor.empty((4, 3), np.float32)
        for op, arguments in (("reduce_sum", (x, [1], True, 0, y)), ("cat", ([x, x], 0, z))):
            status, executor = getattr(emu.ops, op).get_workspace_size(*arguments)
            emu.raise_on_error(status)
            workspace = device.malloc(executor.workspace_size) if executor.workspace_size else None
            emu.raise_on_error(emu.run(workspace, executor))
        device.synchronize()
        assert y.numpy().tolist() == [[3], [3]]
        assert z.numpy().sum() == 12


def test_raise_on_error_says_why() -> None:
    with emu.Device(0) as device:
        status, executor, _ = gradient(device, reduction=7)
        assert executor is None
        with pytest.raises(emu.StatusError, match="reduction is 7") as caught:
            emu.raise_on_error(status)
    assert caught.value.status == 161002
    emu.raise_on_error(0)


@pytest.mark.trips("ACL-EXEC-101")
def test_statuses_of_phase_2() -> None:
    with emu.Device(0) as device, device.stream() as stream:
        assert emu.run(None, None, stream) == 161001
        _, executor, _ = gradient(device)
        assert emu.run(None, executor, stream) == 0
        assert emu.run(None, executor, stream) == 561000
        _, executor, _ = gradient(device)
        assert emu.run(None, executor, 0xDEAD) == 361001


CALLER_MISTAKES = [
    pytest.param(lambda: emu.ops.nothing_like_this, AttributeError, "aclnn-emu ops", id="no such operator"),
    pytest.param(lambda: emu.get_workspace_size("aclnnNo"), LookupError, "aclnnAdd", id="no such name"),
    pytest.param(emu.ops.add.get_workspace_size, TypeError, "missing self", id="missing argument"),
    pytest.param(
        lambda: emu.ops.inplace_zero.get_workspace_size(None, bad=1), TypeError, "bad", id="unknown keyword"
    ),
    pytest.param(
        lambda: emu.ops.inplace_zero.get_workspace_size(np.zeros(3)), TypeError, "from_numpy", id="host array"
    ),
]


@pytest.mark.parametrize(("call", "error", "text"), CALLER_MISTAKES)
def test_mistakes_of_the_caller_are_explained(call, error, text) -> None:
    with pytest.raises(error, match=text):
        call()


def test_events_order_streams_and_measure() -> None:
    with emu.Device(0) as device, device.stream() as first, device.stream() as second:
        start, end = emu.Event(), emu.Event()
        x = emu.Tensor.from_numpy(np.ones(4, np.float32))
        _, add = emu.ops.inplace_adds.get_workspace_size(x, 1, 1)
        _, mul = emu.ops.inplace_muls.get_workspace_size(x, 10)
        start.record(first)
        emu.run(None, add, first)
        end.record(first)
        second.wait(end)
        emu.run(None, mul, second)
        second.synchronize()
        assert x.numpy().tolist() == [20, 20, 20, 20]
        first.synchronize()
        assert start.elapsed_ms(end) >= 0
        start.close()
        end.close()


def test_devices_have_memory_of_their_own() -> None:
    with emu.Device(0) as zero, emu.Device(1) as one:
        a, b = zero.malloc(64), one.malloc(64)
        assert machine().space_of(a.address) is not machine().space_of(b.address)
        a.free()
        a.free()  # once is enough, twice is nothing
        b.close()
        assert not machine().devices[0].memory.allocations
        assert not machine().devices[1].memory.allocations


def test_with_blocks_leave_nothing_behind() -> None:
    with emu.Device(0) as device, device.stream(), device.malloc(16) as memory:
        assert "16 bytes" in repr(memory)
        assert "Ascend910B" in repr(device)
    assert machine().in_use() == ""


@pytest.mark.trips("ACL-LIFE-104", "ACL-MEM-103", "ACL-SYNC-109")
def test_a_failing_task_raises_at_the_synchronise() -> None:
    with emu.Device(0) as device, device.stream() as stream:
        _, executor, out = gradient(device)
        out.free()
        assert emu.run(None, executor, stream) == 561000  # the tensor object is gone
        _, executor, out = gradient(device)
        out.memory.free()  # only its memory is
        assert emu.run(None, executor, stream) == 0
        with pytest.raises(EmuError, match="aclnnBinaryCrossEntropyBackward") as caught:
            stream.synchronize()
        assert caught.value.status == 507035
