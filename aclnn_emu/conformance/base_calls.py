"""A call of each operator without a reading that phase 1 accepts, on the chips that have the operator.

The file beside this module is made from the tables of `tests/ops` by `tools/make_base_calls.py`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from aclnn_emu.conformance.cases import spec_from_json, spec_to_json

__all__ = ["PATH", "base_call", "line_of"]

PATH = Path(__file__).parent / "data" / "base_calls.json"


@cache
def _lines() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
    return found


def base_call(name: str) -> dict[str, Any] | None:
    """The arguments by parameter name: specs, tuples of specs for lists, plain values, None; None where there is no call."""
    line = _lines().get(name)
    return (
        None if line is None else {param: _read(value, f"{name}: {param}") for param, value in line.items()}
    )


def _read(value: Any, where: str) -> Any:
    if isinstance(value, list):
        return tuple(_read(item, where) for item in value)
    return spec_from_json(value, f"{PATH.name}: {where}") if isinstance(value, dict) else value


def line_of(args: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments as what `json.dumps` takes."""
    return {param: _written(value) for param, value in args.items()}


def _written(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_written(item) for item in value]
    return value if value is None or isinstance(value, (bool, int, float, str)) else spec_to_json(value)
