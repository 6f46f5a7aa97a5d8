"""The operators' tables of cases through the C interface: the same status, and the same message first."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from _programs import Programs

from aclnn_emu.abi import prototypes
from aclnn_emu.core.dtypes import numpy_dtype

OPS = Path(__file__).parents[1] / "ops"
CLIENT = Path(__file__).with_name("_abi_client.py")


@pytest.fixture
def cases(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every row of every table."""
    monkeypatch.syspath_prepend(str(OPS))
    modules = [
        import_module(f"test_{name}") for name in ("binary", "conversion", "loss", "reduction", "unary")
    ]
    kind = import_module("_case").Case
    found: dict[str, Any] = {}
    for module in modules:
        for value in vars(module).values():
            rows = value if isinstance(value, (tuple, list)) else ()
            found |= {row.id + row.soc: row for row in rows if isinstance(row, kind)}
    return list(found.values())


def scalar_bytes(dtype: int, value: Any) -> list[int]:
    found = numpy_dtype(dtype)
    with np.errstate(all="ignore"):
        return list(b"\0" * 16 if found is None else np.array(value).astype(found).tobytes())


def spec(value: Any) -> Any:
    """An argument of the table in words of the client."""
    case = import_module("_case")
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, case.T):
        return {
            "key": id(value), "kind": "tensor", "shape": value.shape, "storage": value.storage_shape,
            "strides": value.strides, "offset": value.offset, "format": value.format, "dtype": value.dtype,
        }  # fmt: skip
    if isinstance(value, case.S):
        raw = scalar_bytes(value.dtype, value.value)
        return {"key": id(value), "kind": "scalar", "dtype": value.dtype, "bytes": raw}
    if isinstance(value, tuple):
        return {"key": id(value), "kind": "ints", "values": value}
    assert isinstance(value, list), value
    return {"key": id(value), "kind": "list", "items": [spec(item) for item in value]}


def job(case: Any) -> str:
    prototype = prototypes.operator(case.call.op)
    assert prototype is not None
    args = [(p.ctype.removeprefix("const "), spec(case.call.args[p.name])) for p in prototype.params]
    return json.dumps({"op": case.call.op, "soc": case.soc, "args": args})


def test_every_case_gives_the_same_status_through_c(programs: Programs, cases: list[Any]) -> None:
    assert len(cases) > 300
    text = "".join(f"{job(case)}\n" for case in cases)
    command = [sys.executable, str(CLIENT)]
    done = subprocess.run(  # noqa: S603
        command, input=text, capture_output=True, text=True, check=False, timeout=300, env=programs.env
    )
    assert done.returncode == 0, done.stderr
    wrong = []
    for case, line in zip(cases, done.stdout.splitlines(), strict=True):
        status, said = json.loads(line)
        if status != case.status or (case.message and f"[{case.message}]" not in said.split("TraceBack")[0]):
            wrong.append((case.id, case.soc, case.status, case.message, status, said[:300]))
    assert wrong == []
