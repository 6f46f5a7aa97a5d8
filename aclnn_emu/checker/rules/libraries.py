"""ACL-THREAD-105: two copies of a library of the toolkit in one process."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aclnn_emu.checker.rules.base import RuleGroup

if TYPE_CHECKING:
    from aclnn_emu.checker.calls import Call

__all__ = ["LibraryRules"]

_MAPS = Path("/proc/self/maps")
_RULE = "ACL-THREAD-105"
_INNER = range(561000, 562000)  # what an operator answers when the fault is not the caller's

# Device and inode, which two names of one file share; path; name. Of the libraries that programs link: real ones as well.
_LIBRARY = re.compile(
    r"^\S+ \S+ \S+ (\S+ \d+) +(/.*/(lib(?:ascendcl|nnopbase|opapi(?:_\w+)?)\.so)[.\d]*)(?: \(deleted\))?$",
    re.MULTILINE,
)


def _loaded_twice() -> dict[str, list[str]]:
    """Libraries of which the process has several, by name: where each is from. Empty where the system does not tell."""
    try:
        text = _MAPS.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return {}
    found: dict[str, dict[str, str]] = {}
    for file, path, name in _LIBRARY.findall(text):
        found.setdefault(name, {})[file] = path
    return {name: list(paths.values()) for name, paths in found.items() if len(paths) > 1}


class LibraryRules(RuleGroup):
    """Looks at what is loaded at aclInit, when an operator fails inside, and at the end."""

    EVENTS = {"initialize": "initialize", "error": "error"}  # noqa: RUF012 - never changed

    def initialize(self, _fields: Mapping[str, Any]) -> None:
        """aclInit."""
        self._look(self.world.calls.current("aclInit"))

    def error(self, fields: Mapping[str, Any]) -> None:
        """A call has failed."""
        if fields["error"].status in _INNER:
            self._look(self.world.calls.current("the call"))

    def finish(self, end: str) -> None:
        """The end of the program: what was loaded later than its last aclInit."""
        del end
        self._look(None)

    def _look(self, call: Call | None) -> None:
        if not self.reporter.wants(_RULE):
            return
        for name, paths in _loaded_twice().items():
            if not self.reporter.has_found(_RULE, name):  # it stays loaded, whatever machine comes next
                values = {"library": name, "paths": " and ".join(paths)}
                self.reporter.report(_RULE, values, call=call, what=name)
