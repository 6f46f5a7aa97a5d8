"""Make aclnn_emu/abi/data/pyacl.json, the compact table behind the pyACL-shaped face.

    python tools/make_pyacl_data.py PYACL_MAP.json [OUTPUT.json]

The input is the fact table of pyACL's wrappers: argument and result lists as its C sources parse and build
them. Kept are what the face needs: the C function, arguments with their kinds, results with their kinds.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from aclnn_emu.abi.prototypes import FunctionPrototype, runtime_function
from aclnn_emu.boundary.coerce import HANDLES, pointee

OUTPUT = Path(__file__).resolve().parents[1] / "aclnn_emu" / "abi" / "data" / "pyacl.json"

# Results of C functions that the headers at hand do not declare, where they are no numbers.
_UNDECLARED = {
    "name": "str",
    "range": "object",
    "desc": "ptr",
    "dst_desc": "ptr",
    "attr": "ptr",
    "handle": "ptr",
}
_UNDECLARED["addr"] = "ptr"
# Results that pyACL makes of several C parameters.
_COMPOSED = {"infos": "object", "values": "object", "attrs": "object"}


def kind_of(ctype: str) -> str:
    """What a C value is in Python: int, float, str, ptr (an int) or object (a dict or list)."""
    base, stars = pointee(ctype)
    if base in HANDLES or (stars and base in ("void", "aclDataBuffer", "aclrtGroupInfo")):
        return "ptr"
    if stars == 1 and base == "char":
        return "str"
    if stars:
        return "object"
    if base == "float":
        return "float"
    return "object" if base in ("aclrtPtrAttributes", "aclrtUtilizationInfo") else _plain(base)


def _plain(base: str) -> str:
    structures = ("aclCANNPackageVersion", "aclrtUuid", "aclrtStreamAttrValue")
    return "object" if base in structures else "int"


def _results(entry: dict[str, Any], prototype: FunctionPrototype | None) -> list[list[str]]:
    names = [name for name in entry["returns"] if name != "ret"]
    kinds: dict[str, str] = {}
    if prototype is None:
        kinds = {name: _UNDECLARED.get(name, "int") for name in names}
    elif not prototype.outputs and not prototype.returns_status:
        kinds = dict.fromkeys(names, kind_of(prototype.ret))
    else:
        outputs = [output.ctype for output in prototype.outputs]
        for i, name in enumerate(names):
            ctype = (
                outputs[i].replace("const", "").rstrip().removesuffix("*") if i < len(outputs) else "void*"
            )
            kinds[name] = kind_of(ctype)
    kinds.update({name: kind for name, kind in _COMPOSED.items() if name in names})
    return [[name, kinds[name]] for name in names] + [["ret", "status"]] * entry["ret_is_last"]


def compact(facts: dict[str, Any]) -> dict[str, Any]:
    """The table that the package carries."""
    functions = {}
    for entry in facts["functions"]:
        if not entry["c"]:
            continue  # acl.util: written by hand
        functions[entry["python"]] = {
            "c": entry["c"],
            "args": [[a["name"], a["type"] + "?" * bool(a.get("optional"))] for a in entry["args"]],
            "returns": _results(entry, runtime_function(entry["c"])),
        }
    meta = facts["meta"]
    return {
        "functions": functions,
        "not_offered": meta["not_offered"],
        "not_emulated": meta["not_covered_here"],
    }


def render(table: dict[str, Any]) -> str:
    """The table as text, one function a line."""
    rows = ",\n".join(
        f"{json.dumps(name)}: {json.dumps(row, separators=(',', ':'))}"
        for name, row in table["functions"].items()
    )
    rest = ",\n".join(
        f"{json.dumps(key)}: {json.dumps(table[key])}" for key in ("not_offered", "not_emulated")
    )
    return f'{{\n"functions": {{\n{rows}\n}},\n{rest}\n}}\n'


def main() -> None:
    """Read the facts, write the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("facts", type=Path, help="pyacl_map.json")
    parser.add_argument("output", nargs="?", type=Path, default=OUTPUT, help="the package's own table")
    given = parser.parse_args()
    facts = json.loads(given.facts.read_text(encoding="utf-8"))
    given.output.write_text(render(compact(facts)), encoding="utf-8")


if __name__ == "__main__":
    main()
