"""Building and running all programs of a suite, several at a time."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import attrs

from aclnn_emu.capi.suite import runner
from aclnn_emu.capi.suite.building import Builder, program_recipe
from aclnn_emu.capi.suite.programs import Outcome, Program
from aclnn_emu.capi.toolkit import environment

__all__ = ["End", "Settings", "Worker", "Workers", "in_parallel", "read_text", "run_suite"]

Item = TypeVar("Item")

_MOST_OUTPUT = 1 << 20  # characters of a program's output that are kept


@attrs.frozen
class Settings:
    """How a suite is run.

    Attributes:
        toolkit: what the programs are built against.
        cache_folder: where built programs are kept.
        jobs: how many at a time.
        timeout: seconds that a program may run.
        progress: told of (number done, number of all, name).
    """

    toolkit: Path
    cache_folder: Path
    jobs: int
    timeout: float
    progress: Callable[[int, int, str], None]


@attrs.frozen
class End:
    """How a program ended.

    Attributes:
        exit_code: of main or exit; None when it did not end by itself.
        signal: the name of the signal that ended it.
        timed_out: it was stopped after the time limit.
    """

    exit_code: int | None
    signal: str
    timed_out: bool


class Worker:
    """One runner process.

    Args:
        toolkit: whose libraries it loads.
    """

    def __init__(self, toolkit: Path) -> None:
        # ASCEND_GLOBAL_LOG_LEVEL makes the machine log its errors, which the runner writes down; a library that
        # starts threads of its own would make the fork unsafe.
        env = environment(toolkit, dict(os.environ))
        env |= {"ASCEND_GLOBAL_LOG_LEVEL": "3", "OPENBLAS_NUM_THREADS": "1"}
        command = [sys.executable, "-m", runner.__name__, str(toolkit)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env
        )

    def run(self, program: Path, folder: Path, *, timeout: float, env: Mapping[str, str]) -> End:
        """Run one program.

        Args:
            program: a shared object with a main function.
            folder: where it runs; what it prints and the texts of its failed calls will lie there.
            timeout: seconds until it is stopped.
            env: variables besides those of this process.
        """
        job = {"program": str(program), "folder": str(folder), "timeout": timeout, "env": dict(env)}
        return End(**self._ask(job))

    def _ask(self, job: dict[str, Any]) -> dict[str, Any]:
        process = self._process
        if process.stdin is None or process.stdout is None:
            raise RuntimeError("the runner has no pipes")
        process.stdin.write(json.dumps(job) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        if not line:
            raise RuntimeError(f"the runner ended with status {process.wait()}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


class Workers:
    """Runner processes that threads share.

    Args:
        toolkit: whose libraries they load.
        count: how many.
    """

    def __init__(self, toolkit: Path, count: int) -> None:
        self._made = [Worker(toolkit) for _ in range(count)]
        self._free: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        for worker in self._made:
            self._free.put(worker)

    def close(self) -> None:
        """End the processes."""
        for worker in self._made:
            worker.close()

    @contextmanager
    def one(self) -> Iterator[Worker]:
        """A worker that no other thread has."""
        worker = self._free.get()
        try:
            yield worker
        finally:
            self._free.put(worker)


def in_parallel(items: Sequence[Item], work: Callable[[Item], str], settings: Settings) -> None:
    """Do the work on every item, several at a time; `work` answers the name for the progress."""
    lock, done = threading.Lock(), 0

    def one(item: Item) -> None:
        nonlocal done
        name = work(item)
        with lock:
            done += 1
            settings.progress(done, len(items), name)

    with ThreadPoolExecutor(settings.jobs) as pool:
        list(pool.map(one, items))


def read_text(path: Path) -> str:
    """What a program left there; empty when it left nothing."""
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""


def run_suite(programs: Sequence[Program], settings: Settings) -> list[Outcome]:
    """Build and run programs; the outcomes in their order."""
    builder = Builder(settings.toolkit, settings.cache_folder)
    outcomes = [Outcome(program) for program in programs]

    def one(outcome: Outcome) -> str:
        source = outcome.program.path
        build = builder.build(source, program_recipe(settings.toolkit, source.suffix))
        outcome.compiled, outcome.linked = build.compiled, build.program is not None
        outcome.diagnosis = build.diagnosis
        if build.program is not None:
            with workers.one() as worker:
                _run(worker, build.program, outcome, settings.timeout)
        return outcome.program.name

    with closing(Workers(settings.toolkit, min(settings.jobs, max(len(programs), 1)))) as workers:
        in_parallel(outcomes, one, settings)
    return outcomes


def _run(worker: Worker, program: Path, outcome: Outcome, timeout: float) -> None:
    """Run one program in a scratch folder of its own."""
    env = {"ACLNN_EMU_SOC": outcome.program.soc} if outcome.program.soc else {}
    with tempfile.TemporaryDirectory(prefix="aclnn_emu_") as name:
        folder = Path(name)
        end = worker.run(program, folder, timeout=timeout, env=env)
        outcome.exit_code, outcome.signal, outcome.timed_out = end.exit_code, end.signal, end.timed_out
        outcome.output = read_text(folder / runner.OUTPUT)[:_MOST_OUTPUT]
        outcome.errors = [json.loads(line) for line in read_text(folder / runner.ERRORS).splitlines()]
