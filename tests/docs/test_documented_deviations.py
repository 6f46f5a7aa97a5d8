"""What docs/deviations.md says about codes is what happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import numpy as np
import pytest

import aclnn_emu as emu
from aclnn_emu import aclnn as c

H2D, D2H = 1, 2


@attrs.frozen
class World:
    """A device with a stream and one tensor of four FLOAT ones, and what makes more of them."""

    stream: Any

    @staticmethod
    def memory(nbytes: int = 64) -> int:
        """Device memory."""
        ret, address = c.aclrtMalloc(nbytes, 0)
        assert ret == 0
        return address

    def tensor(self, address: int | None = None, shape: tuple[int, ...] = (4,)) -> Any:
        """A FLOAT tensor over memory of its own, or over `address`."""
        data = np.ones(16, np.float32)
        if address is None:
            address = self.memory(data.nbytes)
            assert c.aclrtMemcpy(address, data.nbytes, data, data.nbytes, H2D) == 0
        return c.aclCreateTensor(shape, len(shape), 0, None, 0, 2, shape, len(shape), address)

    def planned(self, x: Any = None, out: Any = None) -> Any:
        """An executor of aclnnSigmoid without workspace."""
        ret, size, executor = c.aclnnSigmoidGetWorkspaceSize(x or self.tensor(), out or self.tensor())
        assert (ret, size) == (0, 0)
        return executor

    def run(self, executor: Any, workspace: int | None = None, size: int = 0) -> int:
        """Phase 2."""
        return c.aclnnSigmoid(workspace, size, executor, self.stream)

    def wait(self) -> int:
        """Synchronise."""
        return c.aclrtSynchronizeStream(self.stream)


@pytest.fixture
def world():
    assert c.aclrtSetDevice(0) == 0
    ret, stream = c.aclrtCreateStream()
    assert ret == 0
    return World(stream)


@attrs.frozen
class Case:
    """One claim: the code of a call, or of the last of several."""

    name: str
    status: int
    call: Callable[[World], int]


def freed_twice(w: World) -> int:
    address = w.memory()
    assert c.aclrtFree(address) == 0
    return c.aclrtFree(address)


def freed_while_queued(w: World) -> int:
    address = w.memory()
    assert w.run(w.planned(out=w.tensor(address))) == 0
    assert c.aclrtFree(address) == 0
    return w.wait()


def null_address(w: World) -> int:
    null = c.aclCreateTensor((4,), 1, 0, None, 0, 2, (4,), 1, None)
    assert w.run(w.planned(out=null)) == 0
    return w.wait()


def tensor_larger_than_memory(w: World) -> int:
    assert w.run(w.planned(w.tensor(shape=(1024,)), w.tensor(shape=(1024,)))) == 0
    return w.wait()


def copied_from_freed_memory(w: World) -> int:
    address = w.memory()
    assert c.aclrtFree(address) == 0
    return c.aclrtMemcpy(np.zeros(64, np.uint8), 64, address, 64, D2H)


def destroyed_tensor(w: World) -> int:
    tensor = w.tensor()
    assert c.aclDestroyTensor(tensor) == 0
    return c.aclnnSigmoidGetWorkspaceSize(tensor, w.tensor())[0]


def destroyed_twice(w: World) -> int:
    tensor = w.tensor()
    assert c.aclDestroyTensor(tensor) == 0
    return c.aclDestroyTensor(tensor)


def destroyed_with_its_list(w: World) -> int:
    tensor = w.tensor()
    assert c.aclDestroyTensorList(c.aclCreateTensorList([tensor], 1)) == 0
    return c.aclDestroyTensor(tensor)


def consumed(w: World) -> Any:
    executor = w.planned()
    assert w.run(executor) == 0
    return executor


def tensor_destroyed_between_the_phases(w: World) -> int:
    tensor = w.tensor()
    executor = w.planned(tensor)
    assert c.aclDestroyTensor(tensor) == 0
    return w.run(executor)


def other_operators_executor(w: World) -> int:
    return c.aclnnInplaceSigmoid(None, 0, w.planned(), w.stream)


def used_up_by_a_bad_stream(w: World) -> int:
    executor = w.planned()
    ret, other = c.aclrtCreateStream()
    assert ret == 0
    assert c.aclrtDestroyStream(other) == 0
    assert c.aclnnSigmoid(None, 0, executor, other) == 361001
    return w.run(executor)


def negative_size(w: World) -> int:
    return c.aclnnSigmoidGetWorkspaceSize(w.tensor(shape=(-4,)), w.tensor(shape=(-4,)))[0]


def workspace_too_small(w: World) -> int:
    x = c.aclCreateTensor((2, 2), 2, 0, (1, 2), 0, 2, (2, 2), 2, w.memory())
    ret, size, executor = c.aclnnSigmoidGetWorkspaceSize(x, w.tensor(shape=(2, 2)))
    assert ret == 0
    assert size > 64
    assert w.run(executor, w.memory(64), 64) == 0
    return w.wait()


def waits_for_nobody(w: World) -> int:
    ret, event = c.aclrtCreateEventWithFlag(1)
    assert ret == 0
    assert c.aclrtStreamWaitEvent(w.stream, event) == 0
    return w.wait()


def host_function_raises(w: World) -> int:
    assert c.aclrtLaunchHostFunc(w.stream, lambda _: 1 / 0, None) == 0
    return w.wait()


def works_again(w: World) -> int:
    assert host_function_raises(w) == 507000
    return w.wait()


def default_stream(_: World) -> int:
    ret, stream = c.aclrtCtxGetCurrentDefaultStream()
    assert ret == 0
    return c.aclrtDestroyStream(stream)


def host_buffer_too_small(w: World) -> int:
    return c.aclrtMemcpy(w.memory(), 64, np.zeros(4, np.uint8), 64, H2D)


def finalized_without_init(_: World) -> int:
    assert c.aclFinalize() == 0
    return c.aclFinalize()


CASES = (
    Case("free-twice", 107000, freed_twice),
    Case("free-inside", 107000, lambda w: c.aclrtFree(w.memory() + 32)),
    Case("free-foreign", 107000, lambda _: c.aclrtFree(12345)),
    Case("free-while-queued", 507035, freed_while_queued),
    Case("null-address-at-run-time", 507035, null_address),
    Case("tensor-larger-than-memory", 507035, tensor_larger_than_memory),
    Case("copy-from-freed", 107000, copied_from_freed_memory),
    Case("memset-above-max", 107000, lambda w: c.aclrtMemset(w.memory(), 8, 0, 16)),
    Case("memset-host", 107000, lambda _: c.aclrtMemset(np.zeros(8, np.uint8), 8, 0, 8)),
    Case("unmapped-host-pointer", 107000, lambda w: c.aclrtMemcpy(w.memory(), 64, 4096, 64, H2D)),
    Case("host-buffer-too-small", 100000, host_buffer_too_small),
    Case("tensor-destroyed", 161002, destroyed_tensor),
    Case("destroyed-twice", 161002, destroyed_twice),
    Case("destroyed-with-its-list", 161002, destroyed_with_its_list),
    Case("executor-consumed", 561000, lambda w: w.run(consumed(w))),
    Case("destroy-consumed", 561000, lambda w: c.aclDestroyAclOpExecutor(consumed(w))),
    Case("repeatable-consumed", 561000, lambda w: c.aclSetAclOpExecutorRepeatable(consumed(w))),
    Case("other-operators-executor", 561000, other_operators_executor),
    Case("tensor-destroyed-between-phases", 561000, tensor_destroyed_between_the_phases),
    Case("used-up-by-a-bad-stream", 561000, used_up_by_a_bad_stream),
    Case("negative-size", 161002, negative_size),
    Case("workspace-too-small", 507035, workspace_too_small),
    Case("wait-for-nobody", 507046, waits_for_nobody),
    Case("host-function-raises", 507000, host_function_raises),
    Case("stream-works-again", 0, works_again),
    Case("destroy-default-stream", 107000, default_stream),
    Case("finalize-without-init", 100037, finalized_without_init),
)


@pytest.mark.unchecked
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_code_is_the_documented_one(world, case):
    status = case.call(world)
    assert status == case.status, c.aclGetRecentErrMsg()
    if status:
        assert c.aclGetRecentErrMsg()


@pytest.mark.trips("ACL-INIT-102")
def test_fresh_memory_is_nan_in_every_float_type(world):
    data = np.zeros(64, np.uint8)
    assert c.aclrtMemcpy(data, 64, world.memory(), 64, D2H) == 0
    assert (data == 0xFF).all()
    assert np.isnan(data.view(np.float32)).all()


def test_addresses_are_not_reused(world):
    first = world.memory()
    assert c.aclrtFree(first) == 0
    assert world.memory() != first


def test_event_times_depend_on_the_program_alone(world):
    def elapsed() -> float:
        (_, start), (_, end) = c.aclrtCreateEvent(), c.aclrtCreateEvent()
        assert c.aclrtRecordEvent(start, world.stream) == 0
        assert world.run(world.planned()) == 0
        assert c.aclrtRecordEvent(end, world.stream) == 0
        assert world.wait() == 0
        ret, milliseconds = c.aclrtEventElapsedTime(start, end)
        assert ret == 0
        return milliseconds

    assert elapsed() == elapsed() > 0


def test_not_emulated_settings_of_the_configuration_are_refused(tmp_path):
    file = tmp_path / "acl.json"
    file.write_text('{"dump": {"dump_path": "x"}}', encoding="utf-8")
    assert emu.aclnn.aclInit(str(file)) == 200001
