"""Both phases of emulated operators through their C names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from aclnn_emu import aclnn
from aclnn_emu.runtime.machine import machine

FLOAT, ND = 0, 2


class Board:
    """A device with a stream and a few tensors on it."""

    def __init__(self) -> None:
        assert aclnn.aclInit(None) == 0
        assert aclnn.aclrtSetDevice(0) == 0
        self.stream = aclnn.aclrtCreateStream()[1]

    def tensor(self, values: Any) -> Any:
        array = np.asarray(values, np.float32)
        pointer = aclnn.aclrtMalloc(array.nbytes, 0)[1]
        kind = aclnn.ACL_MEMCPY_HOST_TO_DEVICE
        assert aclnn.aclrtMemcpy(pointer, array.nbytes, array, array.nbytes, kind) == 0
        dims = array.shape
        return aclnn.aclCreateTensor(dims, len(dims), FLOAT, None, 0, ND, dims, len(dims), pointer)

    def read(self, tensor: Any) -> Any:
        array = np.empty(tensor.view_shape, np.float32)
        kind = aclnn.ACL_MEMCPY_DEVICE_TO_HOST
        assert aclnn.aclrtMemcpy(array, array.nbytes, tensor.address, array.nbytes, kind) == 0
        return array


@pytest.fixture
def board() -> Board:
    return Board()


@pytest.mark.trips("ACL-EXEC-101")
def test_two_phases(board: Board) -> None:
    x, out = board.tensor([0.0, 1.0]), board.tensor([9.0, 9.0])
    status, size, executor = aclnn.aclnnSigmoidGetWorkspaceSize(x, out)
    assert status == 0
    assert size == executor.workspace_size
    workspace = aclnn.aclrtMalloc(size, 0)[1] if size else None
    assert aclnn.aclnnSigmoid(workspace, size, executor, board.stream) == 0
    assert aclnn.aclrtSynchronizeStream(board.stream) == 0
    np.testing.assert_allclose(board.read(out), [0.5, 0.7310586], rtol=1e-6)
    assert aclnn.aclnnSigmoid(workspace, size, executor, board.stream) == 561000


def test_keywords_and_handles(board: Board) -> None:
    x, out = board.tensor([0.0]), board.tensor([9.0])
    status, size, executor = aclnn.aclnnSigmoidGetWorkspaceSize(self=x, out=out)
    assert status == 0
    run: Callable[..., int] = aclnn.aclnnSigmoid
    assert run(workspace=0, workspaceSize=size, executor=executor.handle, stream=board.stream.handle) == 0
    assert aclnn.aclrtSynchronizeStream(board.stream) == 0
    assert board.read(out)[0] == 0.5


@pytest.mark.unchecked
def test_after_a_good_call_bad_ones_are_refused_as_before_it(board: Board) -> None:
    x, y, out = board.tensor([1.0, 2.0]), board.tensor([3.0, 4.0]), board.tensor([9.0, 9.0])
    gone = board.tensor([1.0, 2.0])
    phase_one, phase_two = aclnn.aclnnMulGetWorkspaceSize, aclnn.aclnnMul
    for each in (x, gone, x, gone):
        status, size, executor = phase_one(each, y, out)
        assert (status, size) == (0, 0)
        assert phase_two(None, size, executor, board.stream) == 0
        assert phase_two(None, size, executor, board.stream) == 561000  # used up
    aclnn.aclDestroyTensor(gone)
    for wrong, code in ((gone, 161002), (None, 161001), (3, 161002), (board.tensor([1.0]), 0), (out, 0)):
        assert phase_one(wrong, y, out)[0] == code
        assert phase_one(x, y, out)[0] == 0
    assert phase_one(x, y, out, null_outputs=("executor",)) == (161001, 0, None)
    with pytest.raises(TypeError):
        phase_one(x, y)
    for workspace, size, stream, code in (
        (None, 1, board.stream, 161001),
        (-1, 0, board.stream, 0),
        (None, 1 << 64, board.stream, 0),
        (None, 0, 12345, 361001),
        (b"x", 0, board.stream, 161002),
    ):
        assert phase_two(workspace, size, phase_one(x, y, out)[2], stream) == code
    with pytest.raises(TypeError):
        phase_two(None, 0, phase_one(x, y, out)[2])
    assert aclnn.aclrtSynchronizeStream(board.stream) == 0
    assert board.read(out).tolist() == [3.0, 8.0]


@pytest.mark.unchecked
def test_listeners_hear_of_calls_like_earlier_ones(board: Board) -> None:
    x, y, out = board.tensor([1.0]), board.tensor([3.0]), board.tensor([9.0])
    heard = []

    class Listener:
        def notify(self, event: str, fields: dict[str, Any]) -> None:
            if event in ("call start", "call end"):
                heard.append((event, fields["name"]))

    def call() -> None:
        _, size, executor = aclnn.aclnnMulGetWorkspaceSize(x, y, out)
        assert aclnn.aclnnMul(None, size, executor, board.stream) == 0

    call()
    listener = Listener()
    machine().listen(listener)
    call()
    machine().leave(listener)
    names = ("aclnnMulGetWorkspaceSize", "aclnnMul")
    assert heard == [(event, name) for name in names for event in ("call start", "call end")]


def test_null_outputs_come_before_the_operators_checks(board: Board) -> None:
    phase_one = aclnn.aclnnSigmoidGetWorkspaceSize
    for output in ("workspaceSize", "executor"):
        assert phase_one(None, None, null_outputs=(output,)) == (161001, 0, None)
        assert output in aclnn.aclGetRecentErrMsg()
    assert phase_one(None, board.tensor([1.0])) == (161001, 0, None)


@pytest.mark.trips("ACL-LIFE-101", "ACL-LIFE-103")
def test_dead_and_foreign_objects_are_refused(board: Board) -> None:
    x, out = board.tensor([0.0]), board.tensor([9.0])
    assert aclnn.aclnnSigmoidGetWorkspaceSize(3, out) == (161002, 0, None)
    aclnn.aclDestroyTensor(x)
    assert aclnn.aclnnSigmoidGetWorkspaceSize(x, out) == (161002, 0, None)
    assert "destroyed" in aclnn.aclGetRecentErrMsg()
    y = board.tensor([1.0])
    tensors = aclnn.aclCreateTensorList([y], 1)
    aclnn.aclDestroyTensor(y)
    assert aclnn.aclnnCatGetWorkspaceSize(tensors, 0, out) == (161002, 0, None)
    assert "tensors[0]" in aclnn.aclGetRecentErrMsg()


def test_phase_two_refuses_what_is_no_executor(board: Board) -> None:
    assert aclnn.aclnnSigmoid(None, 0, None, board.stream) == 161001
    assert aclnn.aclnnSigmoid(None, 0, 0, board.stream) == 161001
    for foreign in (object(), 12345, board.tensor([1.0]), np.zeros(3)):
        assert aclnn.aclnnSigmoid(None, 0, foreign, board.stream) == 561000
    with pytest.raises(TypeError):
        aclnn.aclnnSigmoid(None, 0)


def test_phase_two_refuses_what_is_no_workspace(board: Board) -> None:
    _, size, executor = aclnn.aclnnSigmoidGetWorkspaceSize(board.tensor([0.0]), board.tensor([9.0]))
    for foreign in (np.zeros(64), b"abc", object(), "here"):
        assert aclnn.aclnnSigmoid(foreign, size, executor, board.stream) == 161002
        assert "workspace" in aclnn.aclGetRecentErrMsg()
    assert aclnn.aclnnSigmoid(None, size, executor, board.stream) == 0


@pytest.mark.trips("ACL-EXEC-102", "ACL-EXEC-104")
def test_a_null_workspace_with_a_size_ends_the_executor(board: Board) -> None:
    _, _, executor = aclnn.aclnnSigmoidGetWorkspaceSize(board.tensor([0.0]), board.tensor([9.0]))
    assert aclnn.aclnnSigmoid(0, 512, executor, board.stream) == 161001
    assert aclnn.aclDestroyAclOpExecutor(executor) == 561000


@pytest.mark.trips("ACL-LIFE-112")
def test_a_stream_of_no_use_is_361001(board: Board) -> None:
    x, out = board.tensor([0.0]), board.tensor([9.0])
    assert aclnn.aclrtDestroyStream(board.stream) == 0
    _, size, executor = aclnn.aclnnSigmoidGetWorkspaceSize(x, out)
    assert aclnn.aclnnSigmoid(None, size, executor, board.stream) == 361001
    assert aclnn.aclrtGetLastError(0) == 107017
