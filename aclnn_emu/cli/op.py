"""``aclnn-emu op``: everything the emulator knows about one operator or runtime function."""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from aclnn_emu.cli._text import close_names, columns, complain, wrapped

if TYPE_CHECKING:
    from aclnn_emu.abi.prototypes import FunctionPrototype, OperatorPrototype
    from aclnn_emu.plan.checks import Check
    from aclnn_emu.plan.spec import Operator

HELP = "show an operator: prototype, parameters, dtypes on each chip, checks in order, source"
EXAMPLES = """\
  aclnn-emu op aclnnBinaryCrossEntropyBackward
  aclnn-emu op inplace_add     the Python name
  aclnn-emu op aclrtMalloc     a runtime function

The exit status is 1 when it is not emulated or does not exist.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The name."""
    parser.add_argument(
        "name", metavar="NAME", help="aclnnAdd, add, aclnnAddGetWorkspaceSize, aclrtMalloc, ..."
    )


def run(args: argparse.Namespace) -> int:
    """Print what is known; 1 for what is not emulated or does not exist."""
    from aclnn_emu.abi.prototypes import operator, operators, runtime_function, runtime_functions
    from aclnn_emu.ops import operator_by_name

    name = args.name
    function = runtime_function(name)
    if function is not None:
        return _show_function(function)
    found = _names_by_key(operators()).get(_key(name))
    if found is None:
        close = close_names(name, (*operators(), *runtime_functions()))
        hint = f"; names like it: {', '.join(close)}" if close else "; docs/coverage.md lists all names"
        complain(f"the headers declare no operator or function {name}{hint}")
        return 1
    prototype, declared = operator(found), operator_by_name(found)
    assert prototype is not None  # noqa: S101 - the name comes from the table
    if declared is None:
        print(f"{found}: not emulated. Both phases answer 561003 and change nothing.\n")
        print("\n".join(_prototype(prototype)))
        return 1
    print("\n".join(_document(declared, prototype)))
    return 0


def emulated_name(name: str) -> str:
    """The C name of the emulated operator that a name, in C or Python, means; "" for none."""
    from aclnn_emu.ops import operators

    return _names_by_key(operators()).get(_key(name), "")


def _key(name: str) -> str:
    """What is the same in aclnnInplaceAdd, inplace_add and aclnnInplaceAddGetWorkspaceSize."""
    return name.lower().removesuffix("getworkspacesize").replace("_", "").removeprefix("aclnn")


def _names_by_key(names: Iterable[str]) -> dict[str, str]:
    return {_key(name): name for name in names}


def _document(declared: Operator, prototype: OperatorPrototype) -> Iterator[str]:
    yield f"{declared.name}  (in Python: aclnn_emu.ops.{declared.face_name})"
    yield wrapped(declared.summary)
    yield ""
    yield from _prototype(prototype)
    yield ""
    yield "Parameters"
    yield columns(
        [(p.name, p.role + (", may be null" if p.optional else ""), p.ctype) for p in declared.params]
    )
    yield ""
    yield from _dtype_tables(declared)
    yield "Checks, in this order: the first that fails decides (161001 for a null pointer, else 161002, where"
    yield "no other code is named)"
    yield columns(list(_check_rows(declared.checks)))
    yield ""
    yield f"Source    {declared.source}"
    yield f"Plan      {_plan_place(declared)}"
    if declared.deviations:
        yield "Deviations"
        for deviation in declared.deviations:
            yield wrapped(deviation, indent="  - ", hanging="    ")
    else:
        yield "Deviations: none known"


def _prototype(prototype: OperatorPrototype) -> Iterator[str]:
    head, _, parameters = prototype.declaration().partition("(")
    yield f"Prototype  ({prototype.header})"
    yield f"  {head}("
    yield ",\n".join(f"      {part.strip()}" for part in parameters.split(","))
    yield f"  aclnnStatus {prototype.name}("
    yield "      void* workspace, uint64_t workspaceSize, aclOpExecutor* executor, aclrtStream stream)"
    yield f"Products   {', '.join(prototype.products) or 'the page names none'}"


def _flat(checks: Iterable[Check]) -> Iterator[Check]:
    """The checks with those inside others."""
    for check in checks:
        yield check
        yield from _flat(check.facts.get("checks", ()))


def _check_rows(checks: Iterable[Check]) -> Iterator[tuple[str, str]]:
    """Number and demand of each check; those inside another are lettered under it."""
    for number, check in enumerate(checks, 1):
        inner = check.facts.get("checks", ())
        yield f"{number}.", check.text.removesuffix("; ".join(part.text for part in inner)).rstrip()
        for letter, part in zip("abcdefghijklmnopqrstuvwxyz", inner, strict=False):
            yield f" {letter}.", part.text


def _dtype_tables(declared: Operator) -> Iterator[str]:
    """For each list of dtypes: whose it is, then a row for each set of chips that share it."""
    from aclnn_emu.core.dtypes import dtype_name
    from aclnn_emu.runtime.profile import PROFILES

    for check in _flat(declared.checks):
        listed = check.facts.get("dtypes")
        if listed is None:
            continue
        chips: dict[tuple[int, ...], list[str]] = {}
        for name, profile in PROFILES.items():
            chips.setdefault(listed.on(profile), []).append(name)
        yield f"Dtypes of {', '.join(check.params)}"
        yield columns(
            [
                (", ".join(names), ", ".join(map(dtype_name, dtypes)) or "none")
                for dtypes, names in chips.items()
            ]
        )
        yield ""


def _plan_place(declared: Operator) -> str:
    code = inspect.unwrap(declared.plan).__code__
    _, _, place = code.co_filename.replace("\\", "/").rpartition("/aclnn_emu/")
    return f"aclnn_emu/{place}:{code.co_firstlineno}"


def _show_function(prototype: FunctionPrototype) -> int:
    from aclnn_emu.abi.status import status_name
    from aclnn_emu.boundary import api_functions

    emulated = prototype.name in api_functions()
    answer = prototype.not_supported_status
    print(f"{prototype.name}: a function of the runtime, " + (
        "emulated" if emulated else f"not emulated: answers {answer} ({status_name(answer)}) and changes nothing"
    ))  # fmt: skip
    print(f"\nPrototype  ({prototype.header})\n  {prototype.declaration()}")
    if prototype.deprecated:
        print("  deprecated by its header")
    if prototype.statuses:
        print("\nDocumented statuses")
        print(columns([(str(status), status_name(status)) for status in prototype.statuses]))
    return 0 if emulated else 1
