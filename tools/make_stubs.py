"""Make the committed stubs of the faces, so that editors and checkers see every signature.

    python tools/make_stubs.py [DIRECTORY]

Without a directory the stubs beside the packages `aclnn_emu.aclnn` and `aclnn_emu.acl` are rewritten. They
come from the prototypes, the enums and the pyACL table; a test makes them again and compares.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from enum import IntEnum
from pathlib import Path

from aclnn_emu.abi import constants, enums, prototypes, status
from aclnn_emu.abi.prototypes import FunctionPrototype, OperatorPrototype
from aclnn_emu.acl import _make
from aclnn_emu.boundary import ANY_VALUE, Slot, api_functions
from aclnn_emu.boundary.call import pointee_type
from aclnn_emu.boundary.coerce import HANDLES, OBJECTS, is_callback, pointee

PACKAGE = Path(__file__).resolve().parents[1] / "aclnn_emu"
_WIDTH = 110
_NOTE = "# Made by tools/make_stubs.py from the prototypes; do not edit."

_NUMBERS = {"float": "float", "double": "float", "bool": "bool"}
_CLASSES = {"aclrtStream", "aclrtEvent", "aclrtContext"}
_ARRAYS = {"float": "FloatSequence", "double": "FloatSequence", "bool": "BoolSequence"}


def input_type(ctype: str, *, any_value: bool = False) -> str:
    """The annotation of a parameter."""
    base, stars = pointee(ctype)
    if any_value:
        return "object"
    if stars == 0:
        return _value_type(base)
    if base == "char":
        return "str | bytes | None"
    if base == "void" and stars == 1:
        return "Pointer"
    if base in OBJECTS:
        return f"{base} | None" if stars == 1 else f"Sequence[{base} | None] | None"
    if base == "aclOpExecutor":
        return "aclOpExecutor | int | None"
    return _ARRAYS.get(base, "IntSequence" if base.endswith("_t") else "Any") if stars == 1 else "Any"


def _value_type(base: str) -> str:
    if base in _CLASSES:
        return f"{base} | int | None"
    if base in HANDLES:
        return "Handle"
    if is_callback(base):
        return "Callable[..., object] | None"
    if base in enums.__all__:
        return f"{base} | int"
    return _number_type(base)


def _number_type(base: str) -> str:
    if base.endswith("_t") or base in enums.__all__ or base in ("int", "aclFloat16"):
        return "int"
    return _NUMBERS.get(base, "Any")


def output_type(ctype: str) -> str:
    """The annotation of a result of this C type."""
    base, stars = pointee(ctype)
    if stars == 0:
        if base in _CLASSES:
            return f"{base} | None"
        if base in HANDLES:
            return "Any"
        if base == "void":
            return "None"
        return _number_type(base)
    if base in OBJECTS or base == "aclOpExecutor":
        return f"{base} | None"
    plain = {("void", 1): "int | None", ("char", 1): "str | None", ("int64_t", 1): "list[int] | None"}
    return plain.get((base, stars), "Any")


def returns(ret: str, outputs: Iterable[str], *, value: bool) -> str:
    """The annotation of the whole result."""
    if value:
        return "int" if ret in ("aclError", "aclnnStatus") else output_type(ret)
    results = [output_type(pointee_type(ctype)) for ctype in outputs]
    return f"tuple[{', '.join(['int', *results])}]" if results else "int"


def _keyword(name: str) -> str:
    return Slot(name, "").keyword


def define(name: str, parameters: list[str], result: str) -> str:
    """One function, on one line where it fits."""
    line = f"def {name}({', '.join(parameters)}) -> {result}: ..."
    if len(line) <= _WIDTH:
        return line
    rows = [""]
    for parameter in parameters:
        if len(rows[-1]) + len(parameter) > _WIDTH - 6:
            rows.append("")
        rows[-1] += f" {parameter},"
    body = "\n".join(f"   {row}" for row in rows)
    return f"def {name}(\n{body}\n) -> {result}: ..."


def function_stub(prototype: FunctionPrototype) -> str:
    """A function that is no operator."""
    found = api_functions().get(prototype.name)
    parameters = [
        "*args: object"
        if p.name == "..."
        else f"{_keyword(p.name)}: {input_type(p.ctype, any_value=p.ctype == 'void*' and p.name in ANY_VALUE)}"
        for p in prototype.inputs
    ]
    value = not prototype.returns_status or bool(found and found.returns_value)
    if prototype.outputs:
        parameters += ["*", "null_outputs: Iterable[str] = ()"]
    result = returns(prototype.ret, (p.ctype for p in prototype.outputs), value=value)
    return define(prototype.name, parameters, result)


def operator_stub(prototype: OperatorPrototype) -> str:
    """Both phases of an operator."""
    parameters = [f"{_keyword(p.name)}: {input_type(p.ctype)}" for p in prototype.params]
    parameters += ["*", "null_outputs: Iterable[str] = ()"]
    phase_two = ["workspace: Pointer", "workspaceSize: int", "executor: aclOpExecutor | int | None"]
    phase_two.append("stream: aclrtStream | int | None")
    return "\n".join(
        (
            define(f"{prototype.name}GetWorkspaceSize", parameters, "tuple[int, int, aclOpExecutor | None]"),
            define(prototype.name, phase_two, "int"),
        )
    )


_HEAD = """from collections.abc import Callable, Iterable, Sequence
from typing import Any

from aclnn_emu.aclnn._stubs.constants import *
from aclnn_emu.aclnn._stubs.types import *
"""
_ALIASES = """from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy.typing as npt

from aclnn_emu.core.arrays import BoolArray, FloatArray, IntArray
from aclnn_emu.core.lists import ScalarList, TensorList
from aclnn_emu.core.scalar import Scalar
from aclnn_emu.core.tensor import Tensor
from aclnn_emu.plan.executor import Executor
from aclnn_emu.runtime.context import Context
from aclnn_emu.runtime.event import Event
from aclnn_emu.runtime.stream import Stream

aclBoolArray: TypeAlias = BoolArray
aclFloatArray: TypeAlias = FloatArray
aclIntArray: TypeAlias = IntArray
aclTensorList: TypeAlias = TensorList
aclScalarList: TypeAlias = ScalarList
aclScalar: TypeAlias = Scalar
aclTensor: TypeAlias = Tensor
aclOpExecutor: TypeAlias = Executor
aclrtContext: TypeAlias = Context
aclrtEvent: TypeAlias = Event
aclrtStream: TypeAlias = Stream

# An address (int), or a host buffer where the function takes host memory.
Pointer: TypeAlias = int | npt.NDArray[Any] | bytes | bytearray | memoryview | None
Handle: TypeAlias = Any
IntSequence: TypeAlias = Sequence[int] | npt.NDArray[Any] | None
FloatSequence: TypeAlias = Sequence[float] | npt.NDArray[Any] | None
BoolSequence: TypeAlias = Sequence[bool] | npt.NDArray[Any] | None
"""


def _functions() -> Iterator[str]:
    yield _HEAD
    for prototype in prototypes.runtime_functions().values():
        yield function_stub(prototype)


def _operators(category: str) -> Iterator[str]:
    yield _HEAD
    for prototype in prototypes.operators().values():
        if prototype.category == category:
            yield operator_stub(prototype)


def _members(module: str, names: Iterable[str], classes: Iterable[type[IntEnum]]) -> Iterator[str]:
    for name in sorted(names, key=str.lower):
        yield f"from {module} import {name} as {name}"
    yield ""
    for enum in classes:
        for name in enum.__members__:
            yield f"{name}: Final = {enum.__name__}.{name}"


def _constants() -> Iterator[str]:
    yield "from typing import Final\n"
    found = enums.all_enums()
    yield from _members("aclnn_emu.abi.enums", found, found.values())
    families = [getattr(status, family.enum) for family in status.FAMILIES.values()]
    yield ""
    yield from _members("aclnn_emu.abi.status", (enum.__name__ for enum in families), families)
    yield ""
    for name, value in vars(constants).items():
        if name.isupper():
            yield f"{name}: Final = {value!r}"


def _pyacl(module: str) -> Iterator[str]:
    for name in _make.names(module):
        found = _make.row(f"{module}.{name}")
        assert found is not None  # noqa: S101 - the name comes from the table
        given = [f"{arg}: {_pyacl_type(kind)}" + " = ..." * kind.endswith("?") for arg, kind in found.args]
        results = [_pyacl_type(kind, output=True) for _, kind in found.returns]
        result = f"tuple[{', '.join(results)}]" if len(results) > 1 else (results or ["None"])[0]
        yield define(name, [*given, "/"] if given else [], result)


def _pyacl_type(kind: str, *, output: bool = False) -> str:
    if kind.endswith("?"):
        return f"{_pyacl_type(kind[:-1])} | None"
    if kind.startswith("list["):
        return f"list[{_pyacl_type(kind[5:-1])}]"
    plain: dict[str, str] = {"ptr": "int", "status": "int", "callable": "Callable[..., object]"}
    plain |= {"dict": "dict[str, Any]", "object": "Any" if output else "object"}
    return plain.get(kind, "str | None" if output and kind == "str" else kind)


def stubs() -> dict[str, str]:
    """All stubs by their path below the package."""
    categories = sorted({prototype.category for prototype in prototypes.operators().values()})
    modules = ["constants", "functions", "types", *(f"ops_{category}" for category in categories)]
    parts: dict[str, list[str]] = {
        "aclnn/__init__.pyi": ["from aclnn_emu.aclnn._stubs import *"],
        "aclnn/_stubs/__init__.pyi": [f"from aclnn_emu.aclnn._stubs.{module} import *" for module in modules],
        "aclnn/_stubs/types.pyi": [_ALIASES.rstrip()],
        "aclnn/_stubs/constants.pyi": [*_constants()],
        "aclnn/_stubs/functions.pyi": [*_functions()],
    }
    for category in categories:
        parts[f"aclnn/_stubs/ops_{category}.pyi"] = [*_operators(category)]
    head = ["from collections.abc import Callable", "from typing import Any", ""]
    submodules = "from aclnn_emu.acl import op as op, rt as rt, util as util\n"
    parts["acl/__init__.pyi"] = [*head, submodules, *_pyacl("acl")]
    for module in ("rt", "op"):
        parts[f"acl/{module}.pyi"] = [*head, *_pyacl(f"acl.{module}")]
    return {path: "\n".join([_NOTE, "", *lines]) + "\n" for path, lines in parts.items()}


def main() -> None:
    """Write the stubs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=PACKAGE, help="where to; the package itself")
    root = parser.parse_args().folder
    for path, text in stubs().items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
