"""Committed files that are made from tables are what the tools make of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FACTS = ROOT.parent / "shared" / "facts" / "pyacl_map.json"


@pytest.fixture(autouse=True)
def tools_on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))


def test_stubs_are_fresh() -> None:
    import make_stubs

    for path, text in make_stubs.stubs().items():
        committed = (ROOT / "aclnn_emu" / path).read_text(encoding="utf-8")
        assert committed == text, f"{path} is stale: run python tools/make_stubs.py"


@pytest.mark.skipif(not FACTS.is_file(), reason="the fact tables are not beside the repository")
def test_the_pyacl_table_is_fresh() -> None:
    import make_pyacl_data

    made = make_pyacl_data.render(make_pyacl_data.compact(json.loads(FACTS.read_text(encoding="utf-8"))))
    assert make_pyacl_data.OUTPUT.read_text(encoding="utf-8") == made


def test_stubs_name_everything_and_nothing_else() -> None:
    from aclnn_emu.aclnn import _namespace

    stubs = [p.read_text(encoding="utf-8") for p in (ROOT / "aclnn_emu" / "aclnn" / "_stubs").glob("*.pyi")]
    words = {line.split("(")[0].removeprefix("def ") for text in stubs for line in text.splitlines()}
    assert set(_namespace.function_names()) <= words
