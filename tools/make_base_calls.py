"""Make aclnn_emu/conformance/data/base_calls.json: for each operator without a reading a call that phase 1 accepts.

    python tools/make_base_calls.py [--check]

The calls are those that `tests/ops` starts its tables from, which a test runs on every chip. With ``--check`` nothing is
written; the exit status is 1 when the file is not what would be written.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from aclnn_emu.conformance.base_calls import PATH, line_of
from aclnn_emu.conformance.cases import ArraySpec, ScalarSpec, TensorSpec
from aclnn_emu.conformance.readings import READINGS
from aclnn_emu.ops import operators

ROOT = Path(__file__).resolve().parents[1]


def base_calls() -> str:
    """The text of the file: one line for each operator."""
    sys.path.insert(0, str(ROOT / "tests" / "ops"))
    from _case import S, T
    from test_all_operators import CALLS

    def spec(value: Any, kind: str) -> Any:
        if isinstance(value, T):
            return TensorSpec(
                value.dtype, value.shape, value.strides, value.offset, value.storage, value.format
            )
        if isinstance(value, S):
            return ScalarSpec(value.dtype, value.value)
        if isinstance(value, list):
            return tuple(spec(item, kind) for item in value)
        return ArraySpec(kind, value) if isinstance(value, tuple) else value

    lines = []
    for call in sorted(CALLS, key=lambda call: call.op):
        if call.op not in READINGS:
            params = operators()[call.op].params
            args = {param.name: spec(call.args[param.name], param.kind) for param in params}
            lines.append(f"{json.dumps(call.op)}: {json.dumps(line_of(args))}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> int:
    """Write the file, or compare it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    check = parser.parse_args().check
    text = base_calls()
    if check:
        same = PATH.is_file() and PATH.read_text(encoding="utf-8") == text
        if not same:
            print(f"{PATH.name} is behind tests/ops: python tools/make_base_calls.py")
        return 0 if same else 1
    PATH.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
