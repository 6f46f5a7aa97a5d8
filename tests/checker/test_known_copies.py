"""Copies of the same bytes again and again: what is kept of the first changes nothing of what is found."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_order import EVENTS, HOST, STREAMS, Oracle, Program, compare_until_a_race

from aclnn_emu import aclnn
from aclnn_emu.checker import current
from aclnn_emu.runtime.machine import configure, reset
from aclnn_emu.runtime.task import MemoryRange, TaskKind, Work

NBYTES, MEMORIES = 64, 2
H2D, D2H = aclnn.ACL_MEMCPY_HOST_TO_DEVICE, aclnn.ACL_MEMCPY_DEVICE_TO_HOST

stream = st.integers(0, STREAMS - 2)
event = st.integers(0, EVENTS - 1)
# Whole memories, so that most copies are like one before.
memory = st.integers(0, MEMORIES - 1).map(lambda number: (NBYTES * number, NBYTES, None))
steps = st.one_of(
    st.tuples(st.just("host"), st.just(HOST), st.booleans(), memory),
    st.tuples(st.just("copy"), stream, st.booleans(), memory),
    st.tuples(st.just("copy"), stream, st.booleans(), memory),
    st.tuples(st.just("task"), stream, st.booleans(), memory),
    st.tuples(st.just("record"), stream, event),
    st.tuples(st.just("wait"), stream, event),
    st.tuples(st.just("sync"), stream),
    st.tuples(st.just("sync"), stream),
)


class CopyOracle(Oracle):
    """Queued copies are tasks."""

    def step(self, step) -> bool:
        return super().step(("task", *step[1:]) if step[0] == "copy" else step)


class CopyProgram(Program):
    """Real copies, between arrays or page-locked memory and the device."""

    def __init__(self, rt) -> None:
        super().__init__(rt)
        self.host = np.ones(NBYTES, np.uint8)
        self.memories = [aclnn.aclrtMalloc(NBYTES, 0)[1] for _ in range(MEMORIES)]
        self.pinned = [aclnn.aclrtMallocHost(NBYTES)[1] for _ in range(MEMORIES)]
        for each in self.memories:
            aclnn.aclrtMemcpy(each, NBYTES, self.host, NBYTES, H2D)

    def _take(self, step) -> None:
        if step[0] not in ("host", "copy", "task"):
            super()._take(step)
            return
        kind, actor, write, (first, _, _) = step
        number = first // NBYTES
        device = self.memories[number]
        if kind == "task":
            place = (MemoryRange(device, NBYTES),)
            reads, writes = ((), place) if write else (place, ())
            self.streams[actor].enqueue(Work(kind=TaskKind.KERNEL, name="task", reads=reads, writes=writes))
            return
        host = self.host if kind == "host" else self.pinned[number]
        dst, src, way = (device, host, H2D) if write else (host, device, D2H)
        if kind == "host":
            status = aclnn.aclrtMemcpy(dst, NBYTES, src, NBYTES, way)
        else:
            status = aclnn.aclrtMemcpyAsync(dst, NBYTES, src, NBYTES, way, self.streams[actor])
        assert status == 0


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(program=st.lists(steps, min_size=10, max_size=60), skipped=st.integers(0, 12))
def test_races_of_copies_are_found_where_they_are(program, skipped, request) -> None:
    compare_until_a_race(program, skipped, CopyOracle(), CopyProgram(request.getfixturevalue("rt")))


class Board:
    """A device with the checker on, and a queued copy that was made three times."""

    def __init__(self) -> None:
        reset()
        configure(check=True, check_options="--quiet --ignore ACL-LEAK")
        current().forget()
        aclnn.aclrtSetDevice(0)
        self.stream = aclnn.aclrtCreateStream()[1]
        self.device = aclnn.aclrtMalloc(NBYTES, 0)[1]
        self.host = aclnn.aclrtMallocHost(NBYTES)[1]
        for _ in range(3):
            self.copy()
            self.wait()
        assert not current().reports

    def copy(self, most=NBYTES, kind=H2D, host=None) -> None:
        source = self.host if host is None else host
        assert aclnn.aclrtMemcpyAsync(self.device, most, source, NBYTES, kind, self.stream) == 0

    def wait(self) -> None:
        assert aclnn.aclrtSynchronizeStream(self.stream) == 0

    def found(self) -> list[str]:
        return [report.rule.id for report in current().reports]


@pytest.fixture
def board() -> Board:
    return Board()


def test_the_same_copy_with_another_size_is_looked_at(board: Board) -> None:
    board.copy(most=NBYTES + 1)
    assert board.found() == ["ACL-MEM-106"]


def test_the_same_copy_with_another_kind_is_looked_at(board: Board) -> None:
    board.copy(kind=D2H)
    assert board.found() == ["ACL-MEM-107"]


def test_a_host_buffer_that_changes_under_the_same_copy_is_found(board: Board) -> None:
    board.copy()
    board.host.array()[0] ^= 1
    board.wait()
    assert board.found() == ["ACL-SYNC-105"]


def test_a_host_buffer_that_is_freed_under_the_same_copy_is_found(board: Board) -> None:
    board.copy()
    aclnn.aclrtFreeHost(board.host)
    assert board.found() == ["ACL-SYNC-106"]


def test_the_same_copy_from_another_buffer_is_another(board: Board) -> None:
    other = aclnn.aclrtMallocHost(NBYTES)[1]
    board.copy(host=other)
    aclnn.aclrtFreeHost(board.host)
    assert board.found() == []
    aclnn.aclrtFreeHost(other)
    assert board.found() == ["ACL-SYNC-106"]


def test_memory_that_is_freed_under_the_same_copy_is_found(board: Board) -> None:
    board.copy()
    aclnn.aclrtFree(board.device)
    assert board.found() == ["ACL-SYNC-103"]


def test_a_second_use_of_the_host_buffer_does_not_hide_the_first(board: Board) -> None:
    other = aclnn.aclrtMalloc(NBYTES, 0)[1]
    board.copy()
    assert aclnn.aclrtMemcpyAsync(other, NBYTES, board.host, NBYTES, H2D, board.stream) == 0
    board.copy()
    aclnn.aclrtFreeHost(board.host)
    assert board.found()[0] == "ACL-SYNC-106"
