"""Building and running all programs of a suite, several at a time."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import attrs

from aclnn_emu.capi.suite import runner
from aclnn_emu.capi.suite.building import Builder
from aclnn_emu.capi.suite.programs import Outcome, Program
from aclnn_emu.capi.toolkit import environment

__all__ = ["Settings", "run_suite"]

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


class _Worker:
    """One runner process."""

    def __init__(self, settings: Settings) -> None:
        # ASCEND_GLOBAL_LOG_LEVEL makes the machine log its errors, which the runner writes down; a library that
        # starts threads of its own would make the fork unsafe.
        env = environment(settings.toolkit, dict(os.environ))
        env |= {"ASCEND_GLOBAL_LOG_LEVEL": "3", "OPENBLAS_NUM_THREADS": "1"}
        command = [sys.executable, "-m", runner.__name__, str(settings.toolkit)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env
        )
        self._timeout = settings.timeout

    def run(self, program: Path, soc: str, outcome: Outcome) -> None:
        """Run one program in a scratch folder of its own."""
        with tempfile.TemporaryDirectory(prefix="aclnn_emu_") as folder:
            answer = self._ask(
                {"program": str(program), "folder": folder, "soc": soc, "timeout": self._timeout}
            )
            outcome.exit_code, outcome.signal = answer["exit_code"], answer["signal"]
            outcome.timed_out = answer["timed_out"]
            outcome.output = _read(Path(folder, runner.OUTPUT))[:_MOST_OUTPUT]
            outcome.errors = [json.loads(line) for line in _read(Path(folder, runner.ERRORS)).splitlines()]

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


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""


def run_suite(programs: Sequence[Program], settings: Settings) -> list[Outcome]:
    """Build and run programs; the outcomes in their order."""
    builder = Builder(settings.toolkit, settings.cache_folder)
    outcomes = [Outcome(program) for program in programs]
    workers: queue.SimpleQueue[_Worker] = queue.SimpleQueue()
    made = [_Worker(settings) for _ in range(min(settings.jobs, max(len(programs), 1)))]
    for worker in made:
        workers.put(worker)
    lock, done = threading.Lock(), 0

    def one(outcome: Outcome) -> None:
        nonlocal done
        program = builder.build(outcome)
        if program is not None:
            worker = workers.get()
            try:
                worker.run(program, outcome.program.soc, outcome)
            finally:
                workers.put(worker)
        with lock:
            done += 1
            settings.progress(done, len(outcomes), outcome.program.name)

    try:
        with ThreadPoolExecutor(settings.jobs) as pool:
            list(pool.map(one, outcomes))
    finally:
        for worker in made:
            worker.close()
    return outcomes
