"""The race detector against a brute-force oracle: small random programs, every pair of accesses looked at."""

from __future__ import annotations

import copy
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aclnn_emu.checker import current
from aclnn_emu.checker.spans import touched
from aclnn_emu.runtime.machine import configure, machine, reset
from aclnn_emu.runtime.task import Layout, MemoryRange, TaskKind, Work

BYTES = 12
STREAMS, EVENTS = 3, 2
HOST = -1

dense = st.tuples(st.integers(0, BYTES - 1), st.integers(1, 6)).map(
    lambda x: (x[0], min(x[1], BYTES - x[0]), None)
)
# Every second or third byte, from some first one on.
strided = st.tuples(st.integers(0, 3), st.integers(2, 3), st.integers(2, 3)).map(
    lambda x: (x[0], x[1] * (x[2] - 1) + 1, (x[2], x[1]))
)
spans = st.one_of(dense, strided)
stream = st.integers(0, STREAMS - 1)
event = st.integers(0, EVENTS - 1)
steps = st.one_of(
    st.tuples(st.just("task"), stream, st.booleans(), spans),
    st.tuples(st.just("task"), stream, st.booleans(), spans),
    st.tuples(st.just("host"), st.just(HOST), st.booleans(), spans),
    st.tuples(st.just("record"), stream, event),
    st.tuples(st.just("wait"), stream, event),
    st.tuples(st.just("sync"), stream),
    st.tuples(st.just("sync event"), event),
)
programs = st.lists(steps, min_size=8, max_size=40)


def span_at(base, span) -> MemoryRange:
    first, nbytes, layout = span
    if layout is None:
        return MemoryRange(base + first, nbytes)
    count, step = layout
    return MemoryRange(base + first, nbytes, Layout((count,), (step,), 0, 1))


def bytes_of(span) -> set[int]:
    place = span_at(0, span)
    mask = touched(place, place.address, place.address + place.nbytes)
    return {place.address + i for i, hit in enumerate(mask) if hit}


class Oracle:
    """A graph of all steps: nodes of the host in a chain, a node for each task, an edge for each order."""

    def __init__(self) -> None:
        self.before: list[set[int]] = []  # for each node all nodes that come before it
        self.accesses: dict[int, tuple[int, bool, set[int]]] = {}
        self.host = self._node(set())
        self.last: dict[int, int] = {}
        self.records: dict[int, int] = {}

    def _node(self, after: set[int]) -> int:
        self.before.append(set(after).union(*(self.before[node] for node in after)))
        return len(self.before) - 1

    def _task(self, where: int, *more: int) -> int:
        self.host = self._node({self.host})
        after = {self.host, *more, *([self.last[where]] if where in self.last else [])}
        self.last[where] = self._node(after)
        return self.last[where]

    def step(self, step) -> bool:
        """Take a step; whether it races with an earlier one."""
        kind = step[0]
        if kind == "record":
            self.records[step[2]] = self._task(step[1])
        elif kind == "wait" and step[2] in self.records:
            self._task(step[1], self.records[step[2]])
        elif kind == "sync" and step[1] in self.last:
            self.host = self._node({self.host, self.last[step[1]]})
        elif kind == "sync event" and step[1] in self.records:
            self.host = self._node({self.host, self.records[step[1]]})
        elif kind in ("task", "host"):
            node = self._task(step[1]) if kind == "task" else self._node({self.host})
            if kind == "host":
                self.host = node
            return self._access(node, step[1], step[2], bytes_of(step[3]))
        return False

    def _access(self, node: int, actor: int, write: bool, touches: set[int]) -> bool:
        races = any(
            actor != other and (write or wrote) and touches & touched_then and then not in self.before[node]
            for then, (other, wrote, touched_then) in self.accesses.items()
        )
        self.accesses[node] = (actor, write, touches)
        return races


class Program:
    """The same steps on the machine, under the checker."""

    def __init__(self, rt) -> None:
        self.rt = rt
        reset()
        configure(check=True, check_options="--quiet --only ACL-RACE,ACL-SYNC-101,ACL-SYNC-102")
        current().forget()
        rt.aclrtSetDevice(0)
        self.base = rt.aclrtMalloc(64, 0)
        self.streams = [rt.aclrtCreateStream() for _ in range(STREAMS)]
        self.events = [rt.aclrtCreateEventExWithFlag(1) for _ in range(EVENTS)]

    def step(self, step) -> bool:
        """Take a step; whether it was reported."""
        before = len(current().reports), [found.times for found in current().reports]
        self._take(step)
        return before != (len(current().reports), [found.times for found in current().reports])

    def _take(self, step) -> None:
        kind = step[0]
        if kind == "record":
            self.rt.aclrtRecordEvent(self.events[step[2]], self.streams[step[1]])
        elif kind == "wait":
            self.rt.aclrtStreamWaitEvent(self.streams[step[1]], self.events[step[2]])
        elif kind == "sync":
            self.rt.aclrtSynchronizeStream(self.streams[step[1]])
        elif kind == "sync event":
            self.rt.aclrtSynchronizeEvent(self.events[step[1]])
        else:
            place = (span_at(self.base, step[3]),)
            reads, writes = ((), place) if step[2] else (place, ())
            if kind == "task":
                self.streams[step[1]].enqueue(
                    Work(kind=TaskKind.KERNEL, name="task", reads=reads, writes=writes)
                )
            else:
                machine().hooks.access("host", reads, writes, None, None)


def compare_until_a_race(program, skipped, oracle, checked) -> None:
    """Oracle and checker say the same of each step; what comes after the first race need not be told.

    The first racing steps are left out, so that programs get long and full of order before one races.
    """
    for step in program:
        races = copy.deepcopy(oracle).step(step)
        if races and skipped:
            skipped -= 1
            continue
        oracle.step(step)
        assert checked.step(step) == races
        if races:
            break


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(program=programs, skipped=st.integers(0, 8))
def test_a_race_is_found_where_it_is_and_none_elsewhere(program, skipped, request) -> None:
    compare_until_a_race(program, skipped, Oracle(), Program(request.getfixturevalue("rt")))


@pytest.mark.parametrize("early", [False, True], ids=["record-first", "wait-first"])
@pytest.mark.parametrize("ordered", [True, False])
def test_a_wait_may_come_before_its_record(rt, early, ordered) -> None:
    checked = Program(rt)
    event = rt.aclrtCreateEventWithFlag(1)
    one, two, _ = checked.streams
    write, read = (0, 4, None), (0, 4, None)
    waiting = [lambda: rt.aclrtStreamWaitEvent(two, event), lambda: checked.step(("task", 1, False, read))]
    producing = [lambda: checked.step(("task", 0, True, write)), lambda: rt.aclrtRecordEvent(event, one)]
    if not ordered:  # the record comes too early
        producing.reverse()
    for take in (*waiting, *producing) if early else (*producing, *waiting):
        take()
    assert bool(current().reports) is not ordered


@pytest.mark.parametrize(("first", "second"), list(product((0, 1), repeat=2)))
def test_columns_are_disjoint(rt, first, second) -> None:
    checked = Program(rt)
    checked.step(("task", 0, True, (first, 9, (5, 2))))
    assert checked.step(("task", 1, True, (second, 9, (5, 2)))) is (first == second)


def test_a_write_with_holes_does_not_hide_an_earlier_one(rt) -> None:
    checked = Program(rt)
    assert not checked.step(("task", 0, True, (0, 9, (5, 2))))
    assert not checked.step(("task", 1, True, (1, 9, (5, 2))))
    assert checked.step(("task", 2, False, (2, 1, None)))
