"""The process that runs programs: it has the emulator loaded and forks a child for each.

A program comes as a shared object. The child loads it and calls its main function, as the C library's start-up code
would; then it leaves through ``exit``. Started as ``python -m aclnn_emu.capi.suite.runner TOOLKIT``; it reads one
JSON object a line (program, folder, timeout, env) and answers each with one (exit_code, signal, timed_out).
"""

from __future__ import annotations

import ctypes
import gc
import json
import logging
import os
import signal
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from aclnn_emu.abi import prototypes
from aclnn_emu.abi.messages import all_messages
from aclnn_emu.boundary import api_functions
from aclnn_emu.capi.toolkit import LIBRARIES
from aclnn_emu.ops import operators
from aclnn_emu.runtime import machine

__all__ = ["ERRORS", "OUTPUT", "main"]

OUTPUT = "output.txt"  # what the program prints, in its folder
ERRORS = "errors.jsonl"  # one JSON string for each failed call

# What a program's first calls would import.
_PRELOAD = (
    "capi.bridge",
    "aclnn._operators",
    "plan.engine",
    "runtime.machine",
    "abi.status.aclnn",
    "abi.status.acl",
)


class _ErrorFile(logging.Handler):
    """Writes the text of each failed call, as one JSON string a line, into the current folder."""

    def emit(self, record: logging.LogRecord) -> None:
        with Path(ERRORS).open("a", encoding="utf-8") as file:
            file.write(json.dumps(record.getMessage()) + "\n")


def _load(toolkit: Path) -> None:
    for name in _PRELOAD:
        import_module(f"aclnn_emu.{name}")
    # And what they would read or make; done once, here, and inherited by every child.
    api_functions()
    operators()
    all_messages()
    prototypes.runtime_functions()
    prototypes.operators()
    for name in LIBRARIES:
        ctypes.CDLL(str(toolkit / f"lib64/lib{name}.so"), mode=ctypes.RTLD_GLOBAL)
    logging.getLogger("aclnn_emu").addHandler(_ErrorFile())
    gc.collect()
    gc.freeze()  # a collection in a child would copy the pages of all that is shared


def _run(job: dict[str, Any]) -> NoReturn:
    """In the child: become the program."""
    os.chdir(job["folder"])
    output = os.open(OUTPUT, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    for descriptor in (1, 2):
        os.dup2(output, descriptor)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.environ.update(job["env"])
    for number in (signal.SIGINT, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
    libc = ctypes.CDLL(None)
    program = ctypes.CDLL(job["program"])
    arguments = (ctypes.c_char_p * 2)(os.fsencode(Path(job["program"]).name), None)
    status = program.main(1, arguments, None)
    _end_check()
    libc.exit(status)
    os._exit(1)  # exit does not come back


def _end_check() -> None:
    """Let the checker have its last word, where ACLNN_EMU_CHECK asked for it."""
    if machine.exists() and machine.machine().config.check:
        from aclnn_emu.checker import current

        checker = current()
        if checker is not None:
            checker.end_of_process()


def _wait(child: int, timeout: float) -> dict[str, Any]:
    """The child's end; it is killed after `timeout` seconds."""
    in_time = signal.sigtimedwait({signal.SIGCHLD}, timeout) is not None
    if not in_time:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    ended = os.WIFSIGNALED(status)
    return {
        "exit_code": None if ended else os.WEXITSTATUS(status),
        "signal": signal.Signals(os.WTERMSIG(status)).name if ended and in_time else "",
        "timed_out": not in_time,
    }


def main() -> None:
    """Serve until the input ends."""
    _load(Path(sys.argv[1]))
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
    for line in sys.stdin:
        job = json.loads(line)
        signal.sigtimedwait({signal.SIGCHLD}, 0)  # left over from a child that was killed
        child = os.fork()
        if child == 0:
            _run(job)
        sys.stdout.write(json.dumps(_wait(child, job["timeout"])) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
