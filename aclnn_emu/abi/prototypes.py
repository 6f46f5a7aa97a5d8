"""The C prototypes of all functions and operators, read from the package data when first asked for.

    runtime_function("aclrtMalloc").declaration()
    # 'aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy policy)'

The tables list every function of the headers and every documented operator, emulated or not: what is
not emulated still has its name, its parameters and its documented refusal.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = [
    "PRODUCTS",
    "FunctionPrototype",
    "OperatorParameter",
    "OperatorPrototype",
    "Overload",
    "Parameter",
    "Structure",
    "Typedef",
    "operator",
    "operators",
    "overloads",
    "runtime_function",
    "runtime_functions",
    "structures",
    "typedefs",
]

_DATA = Path(__file__).with_name("data")

# SoC profile -> product family as the vendor's pages call it.
PRODUCTS = {
    "Ascend950": "Ascend 950PR/Ascend 950DT",
    "Ascend910_93": "Atlas A3 training and inference series",
    "Ascend910B": "Atlas A2 training and inference series",
    "Ascend310B": "Atlas 200I/500 A2 inference products",
    "Ascend310P": "Atlas inference series",
    "Ascend910": "Atlas training series",
}


class Parameter(NamedTuple):
    """One parameter of a function.

    Attributes:
        name: as in the header; ``...`` for variable arguments.
        ctype: C type, for instance ``void**``.
        is_output: the callee makes the whole value, so that a Python caller does not pass it but gets it back.
        is_changed: the caller brings an object or a buffer that the callee fills or changes; an input for Python.
    """

    name: str
    ctype: str
    is_output: bool
    is_changed: bool = False


class FunctionPrototype(NamedTuple):
    """One function of the C interface.

    Attributes:
        name: C name.
        header: header that declares it.
        ret: C type that it returns.
        params: in C order.
        group: topic: base, device, context, stream, event, notify, memory, callback, meta, executor, other.
        statuses: the codes that its pages, header and source name, ascending; empty when it returns no status.
        deprecated: the header marks it so.
    """

    name: str
    header: str
    ret: str
    params: tuple[Parameter, ...]
    group: str
    statuses: tuple[int, ...]
    deprecated: bool = False

    @property
    def inputs(self) -> tuple[Parameter, ...]:
        """What a Python caller passes, in C order."""
        return tuple(p for p in self.params if not p.is_output)

    @property
    def outputs(self) -> tuple[Parameter, ...]:
        """What a Python caller gets back, in C order."""
        return tuple(p for p in self.params if p.is_output)

    @property
    def returns_status(self) -> bool:
        """Whether the C function returns a status; the others return a value, a pointer or nothing."""
        return self.ret in {"aclError", "aclnnStatus"}

    @property
    def not_supported_status(self) -> int:
        """The code by which the function refuses a feature that is missing.

        The runtime's 207000 (ACL_ERROR_RT_FEATURE_NOT_SUPPORT) where it is documented for the function.
        Elsewhere the acl layer's 200001 (ACL_ERROR_API_NOT_SUPPORT): no page lists it for a function,
        but it is the code that the acl layer has for a call that this product does not offer. A function
        that returns an aclnnStatus answers 561000 (ACLNN_ERR_INNER): that family has no such code.
        """
        if 207000 in self.statuses:
            return 207000
        return 561000 if self.ret == "aclnnStatus" else 200001

    def declaration(self) -> str:
        """The C declaration on one line, without the semicolon."""
        return f"{self.ret} {self.name}({_parameter_list(self.params)})"


class OperatorParameter(NamedTuple):
    """One parameter of an operator's phase 1.

    Attributes:
        name: as in the header.
        ctype: C type, for instance ``const aclTensor*``.
        role: ``input``, ``output``, ``inout`` or ``attr``.
        optional: a null pointer is allowed.
    """

    name: str
    ctype: str
    role: str
    optional: bool


class OperatorPrototype(NamedTuple):
    """One operator of the aclnn API.

    Attributes:
        name: C name of phase 2, for instance ``aclnnAdd``.
        header: header that declares both phases.
        params: parameters of phase 1 before workspaceSize and executor.
        products: SoC profiles whose products the page lists as supported (names as in `PRODUCTS`).
        category: the vendor's topic, for instance ``loss``.
    """

    name: str
    header: str
    params: tuple[OperatorParameter, ...]
    products: tuple[str, ...]
    category: str

    def declaration(self) -> str:
        """The C declaration of phase 1 on one line, without the semicolon."""
        own = "".join(f"{p.ctype} {p.name}, " for p in self.params)
        return (
            f"aclnnStatus {self.name}GetWorkspaceSize({own}uint64_t* workspaceSize, aclOpExecutor** executor)"
        )


class Typedef(NamedTuple):
    """A name for a C type.

    Attributes:
        name: C name.
        header: header that defines it.
        kind: ``alias``, ``opaque_struct`` or ``function_pointer``.
        ctype: the type that it stands for.
    """

    name: str
    header: str
    kind: str
    ctype: str


class Structure(NamedTuple):
    """A C struct or union.

    Attributes:
        name: C name.
        header: header that defines it.
        kind: ``struct`` or ``union``.
        fields: (name, C type) in order; a type ``union {...}`` stands for a union without a name.
    """

    name: str
    header: str
    kind: str
    fields: tuple[tuple[str, str], ...]


class Overload(NamedTuple):
    """A function that C++ programs have under the name of a C function.

    Attributes:
        name: C++ name.
        ret: return type.
        params: (name, type) in order; ``T`` and ``U`` are template parameters.
        target: the C function that does the work; empty where the call must be built up first.
    """

    name: str
    ret: str
    params: tuple[tuple[str, str], ...]
    target: str


def _parameter_list(params: tuple[Parameter, ...]) -> str:
    return ", ".join("..." if p.name == "..." else f"{p.ctype} {p.name}" for p in params)


def _read(file: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((_DATA / file).read_text(encoding="utf-8"))
    return content


@cache
def _runtime_data() -> dict[str, Any]:
    return _read("runtime_functions.json")


class _Rows:
    """The rows of a table by name. The files have a line for each, so that a program which needs few reads only those.

    Args:
        file: its name.
        read_all: reads the whole table.
    """

    def __init__(self, file: str, read_all: Callable[[], dict[str, dict[str, Any]]]) -> None:
        self._file = file
        self._read_all = cache(read_all)
        self._text = ""
        self._asked = 0

    def get(self, name: str) -> dict[str, Any] | None:
        """One row; None where there is none."""
        self._asked += 1
        return self.all().get(name) if self._asked > _FEW else self._line(name)

    def all(self) -> dict[str, dict[str, Any]]:
        """Every row."""
        self._asked, self._text = _FEW, ""
        return self._read_all()

    def _line(self, name: str) -> dict[str, Any] | None:
        text = self._text = self._text or (_DATA / self._file).read_text(encoding="utf-8")
        start = text.find(f'\n"{name}": {{') + 1
        if not start:
            return None
        line = text[start : text.index("\n", start)].rstrip(",")
        row: dict[str, Any] = json.loads(f"{{{line}}}")[name]
        return row


_FEW = 24  # lines that take less time to find than the whole table takes to read
_functions = _Rows("runtime_functions.json", lambda: _runtime_data()["functions"])
_operators = _Rows("operators.json", lambda: _read("operators.json"))


@cache
def runtime_function(name: str) -> FunctionPrototype | None:
    """The prototype of a function that is no operator, for instance ``aclrtMalloc``; None if there is none."""
    row = _functions.get(name)
    if row is None:
        return None
    return FunctionPrototype(
        name=name,
        header=row["header"],
        ret=row["ret"],
        params=tuple(Parameter(n, ctype, way == "out", way == "inout") for n, ctype, way in row["params"]),
        group=row["group"],
        statuses=tuple(row["statuses"]),
        deprecated=row.get("deprecated", False),
    )


@cache
def operator(name: str) -> OperatorPrototype | None:
    """The prototype of an operator by its phase-2 name, for instance ``aclnnAdd``; None if there is none."""
    row = _operators.get(name)
    if row is None:
        return None
    return OperatorPrototype(
        name=name,
        header=row["header"],
        params=tuple(OperatorParameter(*p) for p in row["params"]),
        products=tuple(row["products"]),
        category=row["category"],
    )


@cache
def runtime_functions() -> Mapping[str, FunctionPrototype]:
    """All functions by name, in the order of the headers."""
    found = {name: runtime_function(name) for name in _functions.all()}
    return MappingProxyType({name: prototype for name, prototype in found.items() if prototype is not None})


@cache
def operators() -> Mapping[str, OperatorPrototype]:
    """All operators by name, sorted."""
    found = {name: operator(name) for name in _operators.all()}
    return MappingProxyType({name: prototype for name, prototype in found.items() if prototype is not None})


@cache
def typedefs() -> Mapping[str, Typedef]:
    """All type names by name, in the order of the headers."""
    rows = _runtime_data()["typedefs"]
    return MappingProxyType(
        {row["name"]: Typedef(row["name"], row["header"], row["kind"], row["ctype"]) for row in rows}
    )


@cache
def structures() -> Mapping[str, Structure]:
    """All structs and unions by name, in the order of the headers."""
    rows = _runtime_data()["structs"]
    return MappingProxyType(
        {
            row["name"]: Structure(
                row["name"], row["header"], row["kind"], tuple((n, t) for n, t in row["fields"])
            )
            for row in rows
        }
    )


@cache
def overloads() -> tuple[Overload, ...]:
    """All C++ overloads, in the order of the headers."""
    rows = _runtime_data()["cpp_overloads"]
    return tuple(
        Overload(row["name"], row["ret"], tuple((n, t) for n, t in row["params"]), row["forwards_to"] or "")
        for row in rows
    )
