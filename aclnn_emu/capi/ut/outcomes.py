"""What became of a test file and of its cases."""

from __future__ import annotations

import attrs

from aclnn_emu.capi.suite.report import is_refusal
from aclnn_emu.capi.ut.sources import Case, Source

__all__ = ["KINDS", "CaseOutcome", "FileOutcome"]

KINDS = ("passed", "failed", "crashed", "timed out", "not emulated", "skipped", "not built")


@attrs.define(eq=False)
class CaseOutcome:
    """What became of a case.

    Attributes:
        name: ``Suite.Case``, as GoogleTest says it.
        case: where it is in the file; None when it was not found there (a macro made it).
        kind: one of `KINDS`.
        reason: why, when it did not pass.
        calls: each phase 1 of the case: operator and status.
        errors: texts of the failed calls, from the emulator.
        milliseconds: how long it took.
    """

    name: str
    case: Case | None
    kind: str = ""
    reason: str = ""
    calls: list[tuple[str, int]] = attrs.field(factory=list)
    errors: list[str] = attrs.field(factory=list)
    milliseconds: int = 0

    @property
    def operator(self) -> str:
        """What the case counts for: the first operator that it calls, or names."""
        named = (*(name for name, _ in self.calls), *(self.case.operators if self.case else ()))
        return named[0] if named else "none"

    @property
    def expected(self) -> tuple[int, ...]:
        """The statuses that the case names; those that the calls answered when it names none."""
        return (
            self.case.expected if self.case and self.case.expected else tuple(code for _, code in self.calls)
        )

    def settle(self, *, passed: bool) -> None:
        """Choose the kind at the end of the case, when nothing else has."""
        self.kind = self.kind or ("passed" if passed else "failed")
        self.settle_refused()

    def settle_refused(self) -> None:
        """A call that was refused because it is not emulated decides, whatever became of the case."""
        refused = next((text for text in self.errors if is_refusal(text)), "")
        if refused:
            self.kind, self.reason = "not emulated", refused


@attrs.define(eq=False)
class FileOutcome:
    """What became of a test file.

    Attributes:
        source: which.
        built: whether there is a program with at least the cases that can be built.
        diagnosis: what the compiler or linker said, when something of it could not be built.
        cases: one for each case that the file has or GoogleTest made.
    """

    source: Source
    built: bool = False
    diagnosis: str = ""
    cases: list[CaseOutcome] = attrs.field(factory=list)
