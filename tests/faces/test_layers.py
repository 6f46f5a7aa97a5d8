"""The faces import downwards only."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "aclnn_emu"

# What each part may import of the package, besides itself.
ALLOWED = {
    "boundary": {"plan", "runtime", "core", "errors", "abi"},
    "aclnn": {"ops", "boundary", "plan", "runtime", "core", "errors", "abi"},
    "acl": {"aclnn", "boundary", "runtime", "core", "errors", "abi"},
}


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            if node.module == "aclnn_emu":
                yield from (f"aclnn_emu.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("part", ALLOWED)
def test_imports_go_down(part: str) -> None:
    for file in (PACKAGE / part).rglob("*.py*"):
        if file.suffix not in (".py", ".pyi"):
            continue
        for name in imported(ast.parse(file.read_text(encoding="utf-8"))):
            layers = name.split(".")
            if layers[0] == "aclnn_emu" and len(layers) > 1:
                assert layers[1] in ALLOWED[part] | {part}, f"{file.name} imports {name}"
