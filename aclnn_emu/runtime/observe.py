"""Listeners: who is told what the machine does; and the program's log, which is one of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from logging import Logger

__all__ = ["Hooks", "Listener", "LogListener", "configure_logging", "make_checker"]

_CHECKER = "aclnn_emu.checker"
"""The module whose ``make_listener(options)`` makes the checker. It stands above this layer and knows it, not the
other way round; so it is named, and loaded when a configuration asks for it."""


class Listener(Protocol):
    """Told of each call, allocation, task and object; the most frequent events come quicker, see `Hooks`.

    Events and their fields:

    * ``call start``: `name` in C, `args` as the caller passed them, `nulls` (outputs passed as null pointers).
    * ``call end``: `name`, `result` as the C-named face returns it; `error` where the face raises it.
    * ``alloc``, ``free``: `allocation`, `device`, `function`.
    * ``host alloc``, ``host free``: `block` of page-locked memory, `function`.
    * ``access``: `function`, `reads`, `writes`; a call touched device memory before it returned. `source` and
      `target` are the places of a copy (a fill has no source).
    * ``launch``: `executor`, `workspace_size`, `function`, `task`; phase 2 is about to queue the task, which is None for
      a plan with nothing to do.
    * ``task queued``, ``task start``, ``task end``: `task`.
    * ``create``, ``destroy``: `object` (a context, stream or event), `function`.
    * ``synchronize``: `object` whose work the host knows to be over, because it waited or asked, `function`.
    * ``error``: `error`, recorded for aclGetRecentErrMsg.
    * ``initialize``, ``finalize``: `count` of aclInit calls.
    * ``machine``: `machine` is new, and takes the place of one before, whose objects are dead.
    """

    def notify(self, event: str, fields: Mapping[str, Any]) -> None:
        """`event` happened; `fields` depend on it."""


_OFTEN: Mapping[str, tuple[str, ...]] = {
    "call start": ("name", "args", "nulls"),
    "call end": ("name", "result", "error"),
    "access": ("function", "reads", "writes", "source", "target"),
    "launch": ("executor", "workspace_size", "function", "task"),
    "task queued": ("task",),
    "task start": ("task",),
    "task end": ("task",),
    "synchronize": ("object", "function"),
}
"""What happens at every call and every task: the fields in order. Those at the end may be left out."""


class Hooks:
    """What is told at every call and every task, each as a function of its own that takes the fields in order.

    A listener that has a method with the name of such a function and ``on_`` before it (``on_task_end(task)``) is told
    that way, without a dictionary; all others through `notify`.

    Attributes:
        call_start, call_end, access, launch, task_queued, task_start, task_end, synchronize: tell all listeners; see
            `Listener` for when, and for the fields.
    """

    __slots__ = tuple(event.replace(" ", "_") for event in _OFTEN)

    call_start: Callable[..., None]
    call_end: Callable[..., None]
    access: Callable[..., None]
    launch: Callable[..., None]
    task_queued: Callable[..., None]
    task_start: Callable[..., None]
    task_end: Callable[..., None]
    synchronize: Callable[..., None]

    def __init__(self, listeners: Sequence[Listener]) -> None:
        for event, name in zip(_OFTEN, self.__slots__, strict=True):
            told = [_hook(listener, event, name) for listener in listeners]
            setattr(self, name, told[0] if len(told) == 1 else partial(_tell_all, told))


def _hook(listener: Listener, event: str, name: str) -> Callable[..., None]:
    """How one listener is told of an event."""
    own: Callable[..., None] | None = getattr(listener, f"on_{name}", None)
    return partial(_notify, listener, event, _OFTEN[event]) if own is None else own


def _notify(listener: Listener, event: str, names: tuple[str, ...], *values: Any) -> None:
    listener.notify(event, dict(zip(names, values, strict=False)))


def _tell_all(told: Sequence[Callable[..., None]], *values: Any) -> None:
    for tell in told:
        tell(*values)


class LogListener:
    """Writes errors at level error and everything else at level debug."""

    def __init__(self, logger: Logger) -> None:
        self._logger = logger

    def notify(self, event: str, fields: Mapping[str, Any]) -> None:
        """Log one event."""
        if event == "error":
            self._logger.error("%s", fields["error"])
        elif self._logger.isEnabledFor(10):
            self._logger.debug("%s %s", event, fields)


def make_checker(options: str) -> Listener:
    """The checker, with its options as on a command line.

    Raises:
        AclInvalidParam: (100000) an option that it does not have.
    """
    made: Listener = import_module(_CHECKER).make_listener(options)
    return made


_HANDLER = "aclnn_emu from ASCEND variables"

# ASCEND_GLOBAL_LOG_LEVEL: 0 debug, 1 info, 2 warning, 3 error, 4 off, as levels of Python's logging.
_LEVELS = {"0": 10, "1": 20, "2": 30, "3": 40, "4": 60}


def configure_logging(env: Mapping[str, str]) -> LogListener | None:
    """Set up the logger ``aclnn_emu`` as the two ASCEND variables say; None when neither is set.

    CANN would write files where we write nothing; the root logger is never touched.
    Source: runtime docs/zh/env_vars/ASCEND_GLOBAL_LOG_LEVEL.md, ASCEND_SLOG_PRINT_TO_STDOUT_deprecated.md.
    """
    level = env.get("ASCEND_GLOBAL_LOG_LEVEL")
    printed = env.get("ASCEND_LOG_PRINT_TO_STDOUT", env.get("ASCEND_SLOG_PRINT_TO_STDOUT"))
    if level is None and printed is None:
        return None
    import logging  # a program that sets neither variable need not load it

    logger = logging.getLogger("aclnn_emu")
    logger.setLevel(_LEVELS.get(level or "3", 40))
    for old in [handler for handler in logger.handlers if handler.name == _HANDLER]:
        logger.removeHandler(old)
    handler = logging.StreamHandler(sys.stdout) if printed == "1" else logging.NullHandler()
    handler.name = _HANDLER  # so that the next machine replaces it
    handler.setFormatter(logging.Formatter("[%(levelname)s] ACL(%(process)d):%(asctime)s %(message)s"))
    logger.addHandler(handler)
    return LogListener(logger)
