"""The same rules in C: one program with a function for each, built once and run twice."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from aclnn_emu.abi.rules import all_rules
from aclnn_emu.capi.interpreter import c_compiler
from aclnn_emu.capi.toolkit import include_flags, link_flags

SOURCE = Path(__file__).with_name("rules.c")
NAMES = re.findall(r"PAIR\((acl\w+)\)", SOURCE.read_text(encoding="utf-8"))
_IN_FUNCTION = re.compile(r"(?:wrong|right)_(acl[n]*_\w+_\d{3})")


@pytest.fixture(scope="module")
def found(toolkit, tmp_path_factory) -> dict[str, dict[str, list[str]]]:
    """For the wrong and for the right functions: the ids that were found in each."""
    folder = tmp_path_factory.mktemp("rules")
    program = folder / "rules"
    build = [
        c_compiler(),
        "-std=gnu11",
        "-g",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-pthread",
        str(SOURCE),
        "-o",
        str(program),
    ]
    subprocess.run(  # noqa: S603 - our own program
        [*build, *include_flags(toolkit), *link_flags(toolkit)], check=True
    )
    return {kind: run(program, toolkit, kind) for kind in ("wrong", "right")}


def run(program: Path, toolkit: Path, kind: str) -> dict[str, list[str]]:
    target = program.with_name(f"{kind}.json")
    command = [
        sys.executable,
        "-m",
        "aclnn_emu",
        "check",
        "--quiet",
        "--ignore",
        "ACL-EXEC-103",
        "--json",
        str(target),
    ]
    env = {name: value for name, value in os.environ.items() if not name.startswith("ACLNN_EMU_CHECK")}
    done = subprocess.run(  # noqa: S603 - as above
        [*command, "--toolkit", str(toolkit), str(program), kind],
        capture_output=True,
        text=True,
        check=False,
        env=env,
    )
    assert done.returncode == (1 if kind == "wrong" else 0), done.stderr
    ids = defaultdict(list)
    for one in json.loads(target.read_text(encoding="utf-8"))["reports"]:
        frames = " ".join(one["call"]["frames"] if one["call"] else [])
        inside = _IN_FUNCTION.search(frames)
        ids[inside[1] if inside else frames] += [
            one["id"],
            *(follower["id"] for follower in one["followers"]),
        ]
    return dict(ids)


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_function_trips_the_rule(found, name) -> None:
    assert name.upper().replace("_", "-") in found["wrong"].get(name, [])


@pytest.mark.parametrize("name", NAMES)
def test_its_twin_just_passes(found, name) -> None:
    assert found["right"].get(name, []) == []


def test_nothing_is_found_elsewhere(found) -> None:
    assert set(found["right"]) == set()
    assert set(found["wrong"]) == set(NAMES)


def test_calls_have_file_and_line() -> None:
    text = SOURCE.read_text(encoding="utf-8")
    assert all(f"wrong_{name}(void)" in text and f"right_{name}(void)" in text for name in NAMES)
    assert {name.upper().replace("_", "-") for name in NAMES} <= set(all_rules())
