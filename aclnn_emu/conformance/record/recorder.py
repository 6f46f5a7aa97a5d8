"""The listener that records, and the file that it writes."""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from aclnn_emu.abi.prototypes import operator
from aclnn_emu.conformance.cases import Case, case_to_json, dump_cases
from aclnn_emu.conformance.record.objects import LeftOut
from aclnn_emu.conformance.record.operators import OperatorCall, Run
from aclnn_emu.conformance.record.sequence import Begun, CallSequence
from aclnn_emu.plan.executor import Executor
from aclnn_emu.runtime.machine import Machine, machine
from aclnn_emu.runtime.task import Task

__all__ = ["DEFAULT_BYTES", "Recorder", "recording"]

DEFAULT_BYTES = 1 << 16
_PHASE_ONE = "GetWorkspaceSize"
_NOT_EMULATED = frozenset(["ACLNN-CALL-003", "ACL-FACE-003"])


class _Open:
    """A call that has not ended."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.begun: Begun | None = None
        self.operator: OperatorCall | None = None
        self.run: Run | None = None


class _Segment:
    """The calls on one machine: after a reset nothing of before is known."""

    def __init__(self, owner: Machine) -> None:
        self.owner = owner
        self.soc = owner.profile.name
        self.thread = threading.get_ident()
        self.sequence = CallSequence()


class Recorder:
    """Records the calls of a run (a listener of the machine).

    Args:
        program: its name, for ids and sources.
        limit: bytes of inputs and outputs of one operator call; where there are more, they are left out.
    """

    def __init__(self, program: str, limit: int = DEFAULT_BYTES) -> None:
        self.program = program
        self.limit = limit
        self.calls = 0
        self._process = os.getpid()
        self._lock = threading.RLock()
        self._local = threading.local()
        self._segments: list[_Segment] = []
        self._operators: list[OperatorCall] = []
        self._executors: dict[int, tuple[Executor, OperatorCall]] = {}
        self._tasks: dict[int, Run] = {}
        self._left_out: Counter[tuple[str, str]] = Counter()

    def stop(self) -> None:
        """Listen no more."""
        machine().leave(self)

    def notify(self, event: str, fields: Mapping[str, Any]) -> None:
        """One event of the machine."""
        handler = self._HANDLERS.get(event)
        if handler is None:
            return
        with self._lock:
            try:
                handler(self, fields)
            except Exception as error:  # noqa: BLE001 - a fault of ours must not change what the program sees
                name = str(fields.get("name", event))
                self._left_out[f"a fault of the recorder: {type(error).__name__}: {error}", name] += 1

    # Calls

    def _call_start(self, fields: Mapping[str, Any]) -> None:
        open_call = _Open(fields["name"])
        stack = self._stack()
        stack.append(open_call)
        self.calls += 1
        segment = self._segment()
        try:
            self._require_replayable(segment, stack)
            open_call.begun = segment.sequence.begin(open_call.name, fields["args"], fields["nulls"])
        except LeftOut as reason:
            self._left_out[str(reason), open_call.name] += 1
            segment.sequence.gaps = True
        if open_call.name.endswith(_PHASE_ONE) and not fields["nulls"]:
            self._phase_one_start(open_call, fields["args"])
        elif operator(open_call.name) is not None:
            self._phase_two_start(open_call, fields["args"])

    def _require_replayable(self, segment: _Segment, stack: list[_Open]) -> None:
        if len(stack) > 1:
            raise LeftOut("made by a host function, while another call ran")
        if threading.get_ident() != segment.thread:
            raise LeftOut(
                "made in another thread than the first call; operator calls have their cases all the same"
            )

    def _call_end(self, fields: Mapping[str, Any]) -> None:
        stack = self._stack()
        if not stack:  # it began before the recording did
            return
        open_call = stack.pop()
        result = fields["result"]
        status = result[0] if isinstance(result, tuple) else result
        failed = isinstance(status, int) and status != 0
        failure = (fields.get("error") or machine().thread().last_failure) if failed else None
        message = failure.message_id if failure is not None else ""
        if message in _NOT_EMULATED:  # CANN has it; what it answers nobody here can say
            self._left_out["not emulated", open_call.name] += 1
            self._segment().sequence.gaps = True
            return
        if open_call.operator is not None:
            self._phase_one_end(open_call.operator, result, message)
        if open_call.run is not None:
            self._phase_two_end(open_call, failed=failed)
        if open_call.begun is not None:
            self._segment().sequence.end(open_call.begun, result, message)

    def _phase_one_start(self, open_call: _Open, args: tuple[Any, ...]) -> None:
        name = open_call.name.removesuffix(_PHASE_ONE)
        if operator(name) is None:
            return
        try:
            open_call.operator = OperatorCall(name, len(self._operators) + 1, args)
        except LeftOut as reason:
            self._left_out[f"no case of its own: {reason}", open_call.name] += 1

    def _phase_one_end(self, found: OperatorCall, result: Any, message: str) -> None:
        self._operators.append(found)
        if isinstance(result, tuple) and result[0] == 0:
            _, workspace, executor = result
            found.answered(0, "", workspace)
            self._executors[id(executor)] = (executor, found)
        else:
            found.answered(int(result[0] if isinstance(result, tuple) else result), message, None)

    def _phase_two_start(self, open_call: _Open, args: tuple[Any, ...]) -> None:
        workspace, size, executor, _ = args
        known = self._executors.get(id(executor))
        if known is not None and executor.alive:
            open_call.run = known[1].launch(executor, workspace, int(size))

    def _phase_two_end(self, open_call: _Open, *, failed: bool) -> None:
        """A failed phase 2 is one of the sequence only: what it did wrong is in what came before it."""
        run = open_call.run
        if run is None or failed:
            return
        if run.queued is None:
            run.done = True  # there was nothing to compute
        run.owner.runs.append(run)

    # Tasks

    def _task_queued(self, fields: Mapping[str, Any]) -> None:
        stack = self._stack()
        run = stack[-1].run if stack else None
        if run is not None and run.queued is None:
            run.queued = fields["task"]
            self._tasks[id(run.queued)] = run

    def _task_start(self, fields: Mapping[str, Any]) -> None:
        task: Task = fields["task"]
        run = self._tasks.get(id(task))
        if run is not None:
            run.started(task, self.limit)

    def _task_end(self, fields: Mapping[str, Any]) -> None:
        task: Task = fields["task"]
        run = self._tasks.pop(id(task), None)
        if run is not None:
            run.ended(task)

    _HANDLERS: ClassVar = {
        "call start": _call_start,
        "call end": _call_end,
        "task queued": _task_queued,
        "task start": _task_start,
        "task end": _task_end,
    }

    def _stack(self) -> list[_Open]:
        try:
            stack: list[_Open] = self._local.stack
        except AttributeError:
            stack = self._local.stack = []
        return stack

    def _segment(self) -> _Segment:
        now = machine()
        if not self._segments or self._segments[-1].owner is not now:
            self._segments.append(_Segment(now))
        return self._segments[-1]

    # The file

    def cases(self) -> list[Case]:
        """Operator calls first, each once, then the sequences."""
        found: dict[str, Case] = {}
        for call in self._operators:
            for case in call.cases(self.program):
                row = case_to_json(case)
                key = repr([row[name] for name in ("soc", "calls")] + [row.get("objects")])
                if key in found:
                    self._left_out[
                        "the same as an earlier call of the operator, data and all", call.name
                    ] += 1
                found.setdefault(key, case)
        for place, segment in enumerate(self._segments):
            label = f"-{place + 1}" if place else ""
            for case in segment.sequence.cases(self.program, segment.soc, label):
                found[case.id] = case
        return list(found.values())

    def save(self, path: Path) -> list[str]:
        """Write the file: what to tell the user, a line each. Nothing is written in a child of the process.

        Raises:
            OSError: it cannot be written.
        """
        if os.getpid() != self._process:
            return []
        with self._lock:
            cases = self.cases()
            left_out = self._reasons()
        about = {"program": self.program, "calls": self.calls, "left out": left_out}
        part = path.with_name(f"{path.name}.{self._process}")
        try:
            dump_cases(cases, part, about)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        return [
            f"{len(cases)} cases from {self.calls} calls in {path}",
            *(f"left out: {line}" for line in left_out),
        ]

    def _reasons(self) -> list[str]:
        table: dict[str, Counter[str]] = {}
        for (reason, name), count in self._left_out.items():
            table.setdefault(reason, Counter())[name] += count
        return [
            f"{sum(names.values())} calls ({', '.join(f'{name} x{count}' for name, count in sorted(names.items()))}): {reason}"
            for reason, names in sorted(table.items())
        ]


def recording(program: str, limit: int) -> Recorder:
    """A recorder that listens from now on, also after a reset of the machine.

    Raises:
        EmuError: the environment makes no machine possible.
    """
    made = Recorder(program, limit)
    machine().listen(made)
    return made
