"""The checker's options, as words of a command line. Importing this loads nothing of the emulator."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from aclnn_emu.abi.rules import Rule

__all__ = ["FAILING", "Options", "add_options", "parse"]

FAILING = {"error": ("error",), "warning": ("error", "warning"), "never": ()}
"""Choice of --fail-on -> the levels that fail."""


class Options(argparse.Namespace):
    """What is looked for, and where it is told.

    Attributes:
        only, ignore: rules and groups of rules.
        notes: notes are shown, too.
        fail_on: the mildest level that makes a program fail.
        json: where the reports are written; ``%p`` in it is the process's id.
        quiet: nothing is printed.
    """

    only: list[str]
    ignore: list[str]
    notes: bool
    fail_on: str
    json: Path | None
    quiet: bool

    def wants(self, rule: Rule) -> bool:
        """Whether reports of this rule are shown."""
        if rule.level == "note" and not self.notes:
            return False
        if self.only and rule.id not in self.only and rule.group not in self.only:
            return False
        return rule.id not in self.ignore and rule.group not in self.ignore

    def fails(self, rule: Rule) -> bool:
        """Whether a report of this rule makes the program fail."""
        return rule.level in FAILING[self.fail_on]


def _names(text: str) -> list[str]:
    from aclnn_emu.abi.rules import GROUPS, all_rules

    names = [name.upper() for name in text.replace(",", " ").split()]
    for name in names:
        if name not in GROUPS and name not in all_rules():
            raise argparse.ArgumentTypeError(
                f"{name} is neither a rule nor a group; groups are {', '.join(GROUPS)}"
            )
    return names


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options, for this module and for ``aclnn-emu check``."""
    for flag, about in (
        ("--only", "look for these rules and groups alone"),
        ("--ignore", "do not look for these"),
    ):
        parser.add_argument(
            flag,
            metavar="IDS",
            type=_names,
            action="extend",
            default=[],
            help=f"{about}: ACL-LEAK,ACL-RACE-101",
        )
    parser.add_argument("--notes", action="store_true", help="show notes as well")
    parser.add_argument(
        "--fail-on", choices=tuple(FAILING), default="error", help="the mildest level that fails (error)"
    )
    parser.add_argument(
        "--json", metavar="FILE", type=Path, default=None, help="write the reports there, too"
    )
    parser.add_argument("--quiet", action="store_true", help="print no reports")


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        from aclnn_emu.errors import AclInvalidParam

        raise AclInvalidParam(
            "ACL-INIT-008", setting="check_options", got=message, allowed="the options of aclnn-emu check"
        )


def parse(text: str) -> Options:
    """Options from one line.

    Raises:
        AclInvalidParam: (100000) an unknown option, rule or level.
    """
    parser = _Parser(prog="check_options", add_help=False)
    add_options(parser)
    return parser.parse_args(
        shlex.split(text),
        Options(),
    )
