"""Every function of the facts is exported, with that very signature."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from _programs import SHARED, Programs

from aclnn_emu.abi import prototypes
from aclnn_emu.capi.controls import CONTROLS
from aclnn_emu.capi.dspops import DSP_FUNCTIONS
from aclnn_emu.capi.helpers import HELPERS
from aclnn_emu.capi.toolkit import LIBRARIES

FACTS = SHARED / "facts"
PHASE_TWO = ("void*", "uint64_t", "aclOpExecutor*", "aclrtStream")
PHASE_ONE_TAIL = ("uint64_t*", "aclOpExecutor**")


def pointer(ret: str, name: str, types: list[str]) -> str:
    return f"{ret} (*const volatile p_{name})({', '.join(types) or 'void'}) = &{name};\n"


def probe(headers: set[str], pointers: list[str]) -> str:
    includes = "".join(f'#include "{header}"\n' for header in sorted(headers))
    return f"{includes}{''.join(pointers)}int main() {{ return 0; }}\n"


def operator_pointers(name: str, types: list[str]) -> list[str]:
    first = pointer("aclnnStatus", f"{name}GetWorkspaceSize", [*types, *PHASE_ONE_TAIL])
    return [first, pointer("aclnnStatus", name, list(PHASE_TWO))]


def test_signatures_are_those_of_the_facts(programs: Programs) -> None:
    functions_file, operators_file = FACTS / "acl_runtime_api.json", FACTS / "aclnn_api.jsonl"
    if not operators_file.is_file():
        pytest.skip("the facts are not beside this repository")
    headers, pointers = set(), []
    for row in json.loads(functions_file.read_text())["functions"]:
        headers.add(row["header"])
        pointers.append(pointer(row["ret"], row["name"], [p["ctype"] for p in row["params"]]))
    for line in operators_file.read_text().splitlines():
        row = json.loads(line)
        headers.add(row["header"])
        pointers += operator_pointers(row["api"], [p["ctype"] for p in row["params"]])
    assert len(pointers) == 449 + 2 * 839
    # Linked without undefined symbols, and the loader finds every one of them.
    done = programs.run(programs.build(probe(headers, pointers), "-Wl,-z,defs,-z,now"))
    assert done.returncode == 0, done.stderr


def exported(library: Path) -> set[str]:
    command = ["nm", "-D", "--defined-only", str(library)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    return {line.split()[-1] for line in done.stdout.splitlines()}


def test_each_library_exports_its_functions(toolkit: Path) -> None:
    found = {name: exported(toolkit / f"lib64/lib{name}.so") for name in LIBRARIES}
    functions = prototypes.runtime_functions().values()
    runtime = {f.name for f in functions if not f.header.startswith("aclnn/")}
    base = {f.name for f in functions if f.header.startswith("aclnn/")}
    phases = {name + suffix for name in prototypes.operators() for suffix in ("", "GetWorkspaceSize")}
    assert runtime | set(CONTROLS) <= found["ascendcl"]
    assert base <= found["nnopbase"]
    assert found["dspops"] - {"_init", "_fini"} == set(DSP_FUNCTIONS)
    phases |= set(HELPERS)
    assert found["opapi_math"] | found["opapi_nn"] == found["opapi"] >= phases
    assert found["opapi_math"] & found["opapi_nn"] <= {"_init", "_fini"}
    assert {"aclnnAdd", "aclnnCat"} <= found["opapi_math"]
    assert {"aclnnRelu", "aclnnForeachAbs"} <= found["opapi_nn"]
