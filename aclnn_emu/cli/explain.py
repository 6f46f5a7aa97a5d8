"""``aclnn-emu explain``: what a status code, a rule, or the id of a text means; or whatever was pasted."""

from __future__ import annotations

import argparse
import sys

from aclnn_emu.cli._text import complain

HELP = (
    "explain a status code, a rule of the checker or a pasted error text: meaning, usual causes, what to do"
)
EXAMPLES = """\
  aclnn-emu explain 161002
  aclnn-emu explain ACL_ERROR_RT_CONTEXT_NULL
  aclnn-emu explain ACLNN-PARAM-007     the id in front of a text of the emulator
  aclnn-emu explain ACL-RACE-101        a rule of aclnn-emu check
  aclnn-emu explain 507035 107002
  aclnn-emu explain "aclnnAdd failed, error code is 561103"
  ./program 2>&1 | aclnn-emu explain -  everything in its output that can be explained

The exit status is 1 when one of them is not known; of an unknown number the range is explained.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Codes, names, ids or a text."""
    parser.add_argument(
        "codes",
        metavar="CODE-or-TEXT",
        nargs="+",
        help="a number, a C name, an id, a text, or - for standard input",
    )


def run(args: argparse.Namespace) -> int:
    """Print each explanation; 1 when one of them is not known."""
    given = [sys.stdin.read() if code == "-" else code for code in args.codes]
    answers = [_explained(code) for code in given]
    if len(given) > 1 and not any(_is_name(code) for code in given):  # a text without quotes
        answers = [_explained(" ".join(given))]
    texts = [text for text, known in answers if known or text.startswith("unknown = ")]
    if texts:
        print("\n\n".join(dict.fromkeys(texts)))
    for text, known in answers:
        if not known and text not in texts:
            complain(text)
    return 0 if all(known for _, known in answers) else 1


def _is_name(word: str) -> bool:
    """Whether this is meant as a code, a C name or an id, not as a word of a text."""
    return "_" in word or any(map(str.isdigit, word))


def _explained(code: str) -> tuple[str, bool]:
    """The explanation or the complaint, and whether the code is known."""
    from aclnn_emu.abi.explain import diagnose, explain

    word = code.strip().strip("[]")
    found = diagnose(word if any(map(str.isspace, word)) else word.upper())
    if found:
        return "\n\n".join(found), True
    try:
        explanation = explain(word)
    except LookupError as error:
        return str(error.args[0]), False
    return explanation.text(), explanation.name != "unknown"
