from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

HEADER_FOLDERS = ("acl", "acl/error_codes", "aclnn", "opdev", "aclnn/opdev")
FACTS = Path(__file__).parents[2].parent / "shared" / "facts"


@pytest.fixture(scope="session")
def runtime_facts() -> dict[str, Any]:
    """The collected facts about the C headers."""
    file = FACTS / "acl_runtime_api.json"
    if not file.is_file():
        pytest.skip("the fact files are not beside the repository")
    return json.loads(file.read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def operator_facts() -> list[dict[str, Any]]:
    """The collected facts about the operators."""
    file = FACTS / "aclnn_api.jsonl"
    if not file.is_file():
        pytest.skip("the fact files are not beside the repository")
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="session")
def headers() -> dict[str, str]:
    """The real headers of an installed toolkit, comments removed, by their path below include/."""
    home = os.environ.get("ASCEND_HOME_PATH")
    if home is None:
        pytest.skip("ASCEND_HOME_PATH is not set: no CANN headers to compare with")
    include = Path(home) / "include"
    if not (include / "acl" / "acl_rt.h").is_file():
        pytest.skip("ASCEND_HOME_PATH has no include/acl/acl_rt.h")
    comments = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
    return {
        f"{folder}/{file.name}": comments.sub("", file.read_text(encoding="utf-8", errors="replace"))
        for folder in HEADER_FOLDERS
        for file in sorted((include / folder).glob("*.h"))
    }
