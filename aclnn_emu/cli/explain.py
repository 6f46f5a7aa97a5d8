"""``aclnn-emu explain``: what a status code or the id of a text means."""

from __future__ import annotations

import argparse

from aclnn_emu.cli._text import complain, wrapped

HELP = "explain a status code: meaning, usual causes, what to do"
EXAMPLES = """\
  aclnn-emu explain 161002
  aclnn-emu explain ACL_ERROR_RT_CONTEXT_NULL
  aclnn-emu explain ACLNN-PARAM-007     the id in front of a text of the emulator
  aclnn-emu explain 507035 107002

The exit status is 1 when one of them is not known; of an unknown number the range is explained.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Codes, names or ids."""
    parser.add_argument("codes", metavar="CODE-or-NAME", nargs="+", help="a number, a C name or a message id")


def run(args: argparse.Namespace) -> int:
    """Print each explanation; 1 when one of them is not known."""
    answers = [_explained(code) for code in args.codes]
    texts = [text for text, _ in answers if text]
    if texts:
        print("\n\n".join(texts))
    return 0 if all(known for _, known in answers) else 1


def _explained(code: str) -> tuple[str, bool]:
    """The text (empty where there is none to print) and whether the code is known."""
    from aclnn_emu.abi.explain import explain
    from aclnn_emu.abi.messages import all_messages

    row = all_messages().get(code.strip("[]").upper())
    if row is not None:
        return (
            f"{row.id}  ({row.code})\n\n{wrapped(row.text, indent='')}\n\n{wrapped(row.solution, indent='')}",
            True,
        )
    try:
        explanation = explain(code)
    except LookupError as error:
        complain(str(error.args[0]))
        return "", False
    return explanation.text(), explanation.name != "unknown"
