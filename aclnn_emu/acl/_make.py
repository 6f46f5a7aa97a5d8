"""The functions of the pyACL-shaped face, made from the table of its wrappers."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import aclnn_emu.abi
from aclnn_emu.abi.prototypes import FunctionPrototype, runtime_function
from aclnn_emu.acl._parse import Parser, parser
from aclnn_emu.acl._quirks import AFTER, BEFORE, PARSERS
from aclnn_emu.boundary import api_functions, c_function, guarded, refuse
from aclnn_emu.boundary.coerce import pointee
from aclnn_emu.runtime.api.base import DataBuffer
from aclnn_emu.runtime.machine import machine

__all__ = ["Row", "function", "names", "resolve", "row", "table"]

_API_NOT_SUPPORT = 200001  # ACL_ERROR_API_NOT_SUPPORT, for C functions that no header at hand declares


class Row(NamedTuple):
    """One function of pyACL.

    Attributes:
        name: full Python name, ``acl.rt.malloc``.
        c: the C function behind it.
        args: names and kinds of the arguments, in order; ``?`` marks optional ones.
        returns: names and kinds of the results, in order; the status is called ``ret``.
    """

    name: str
    c: str
    args: tuple[tuple[str, str], ...]
    returns: tuple[tuple[str, str], ...]


@cache
def table() -> dict[str, Any]:
    """The package's table: ``functions``, ``not_offered``, ``not_emulated``."""
    file = Path(aclnn_emu.abi.__file__).with_name("data") / "pyacl.json"
    content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return content


@cache
def names(module: str) -> tuple[str, ...]:
    """Short names of the functions of ``acl``, ``acl.rt`` or ``acl.op``."""
    rows = (name.rpartition(".") for name in table()["functions"])
    return tuple(short for parent, _, short in rows if parent == module)


def row(name: str) -> Row | None:
    """The row of a function by its full name; None if pyACL has none."""
    found = table()["functions"].get(name)
    if found is None:
        return None
    return Row(name, found["c"], tuple(map(tuple, found["args"])), tuple(map(tuple, found["returns"])))


def resolve(module: str, name: str) -> Callable[..., Any]:
    """The function with this short name.

    Raises:
        AttributeError: pyACL has no such function.
    """
    full = f"{module}.{name}"
    found = row(full)
    if found is None:
        offered = "pyACL does not offer it" if full in table()["not_offered"] else "pyACL has no such name"
        raise AttributeError(f"module {module!r} has no attribute {name!r}: {offered}")
    return function(found)


def function(found: Row) -> Callable[..., Any]:
    """Make the function of a row.

    It takes positional arguments only, parses them (TypeError, ValueError, OverflowError before the C call), and
    returns outputs first and the status last; a single result is returned bare. Pointers and handles are ints.
    """
    prototype = runtime_function(found.c)
    ctypes = _input_types(found, prototype)
    parsers = tuple(
        PARSERS.get((found.name, i)) or parser(kind, ctypes[i]) for i, (_, kind) in enumerate(found.args)
    )
    required = sum(not kind.endswith("?") for _, kind in found.args)
    call = _caller(found, prototype)
    before, after = BEFORE.get(found.name), AFTER.get(found.name)

    def wrapper(*args: Any) -> Any:
        if not required <= len(args) <= len(parsers):
            raise TypeError(_arity(found, len(args)))
        values = [_parse(found, i, parse, args[i]) for i, parse in enumerate(parsers[: len(args)])]
        if before is not None:
            before(*values)
        values += [None] * (len(parsers) - len(values))
        result = call(values)
        return result if after is None else after(result)

    wrapper.__name__ = found.name.rpartition(".")[2]
    wrapper.__qualname__ = found.name
    wrapper.__doc__ = _document(found, prototype)
    return wrapper


def _parse(found: Row, position: int, parse: Parser, value: Any) -> Any:
    try:
        return parse(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise type(error)(
            f"{found.name}: argument {position + 1} ({found.args[position][0]}) {error}"
        ) from None


def _arity(found: Row, count: int) -> str:
    wanted = ", ".join(f"[{name}]" if kind.endswith("?") else name for name, kind in found.args) or "none"
    return f"{found.name} takes these arguments, positional only: {wanted}; got {count}"


def _document(found: Row, prototype: FunctionPrototype | None) -> str:
    given = ", ".join(name for name, _ in found.args)
    results = ", ".join(name for name, _ in found.returns) or "None"
    about = (
        f"C: {prototype.declaration()}"
        if prototype
        else f"C: {found.c}; not emulated, answers {_API_NOT_SUPPORT}"
    )
    state = "" if prototype is None or found.c in api_functions() else "\n\nNot emulated."
    return f"{found.name}({given}) -> {results}\n\n{about}{state}"


def _input_types(found: Row, prototype: FunctionPrototype | None) -> tuple[str, ...]:
    inputs = prototype.inputs if prototype else ()
    if len(inputs) == len(found.args):
        return tuple(p.ctype for p in inputs)
    return ("int64_t",) * len(found.args)


def _caller(found: Row, prototype: FunctionPrototype | None) -> Callable[[list[Any]], Any]:
    """What turns parsed arguments into pyACL's result."""
    if prototype is None or found.c not in api_functions():
        return _refusing(found, prototype)
    if len(prototype.inputs) != len(found.args):
        raise ValueError(f"{found.name}: its arguments do not match {prototype.declaration()}")
    c_call = c_function(found.c)
    buffers = tuple(i for i, p in enumerate(prototype.inputs) if pointee(p.ctype)[0] == "aclDataBuffer")
    kinds = tuple(kind for _, kind in found.returns)
    order = _order(found, prototype)

    def call(values: list[Any]) -> Any:
        for i in buffers:
            values[i] = machine().handles.lookup(values[i], DataBuffer) or values[i]
        # A C function's results: status first, outputs after; pyACL's: the other way round.
        outcome = c_call(*values)
        if not isinstance(outcome, tuple):
            return _number(outcome, kinds[0])
        outputs = [_number(outcome[1 + place], kinds[i]) for i, place in enumerate(order)]
        return (*outputs, outcome[0])

    return call


def _order(found: Row, prototype: FunctionPrototype) -> tuple[int, ...]:
    """Place of each result among the C outputs: by name where all names agree, else in order."""
    given = [name.replace("_", "").lower() for name, kind in found.returns if kind != "status"]
    outputs = [output.name.lower() for output in prototype.outputs]
    if sorted(given) == sorted(outputs):
        return tuple(outputs.index(name) for name in given)
    return tuple(range(len(given)))


def _number(value: Any, kind: str) -> Any:
    """A result as pyACL has it: pointers, handles, enums as plain ints, null as 0, structures as dicts."""
    if kind == "ptr":
        return _handle(value)
    if isinstance(value, int):
        return int(value)
    if hasattr(value, "_asdict"):
        return {_snake_case(name): _number(field, "object") for name, field in value._asdict().items()}
    return value


def _snake_case(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


def _handle(value: Any) -> int:
    if value is None:
        return 0
    if isinstance(value, int):
        return int(value)
    handle: int | None = getattr(value, "handle", None)
    return machine().handles.register(value) if handle is None else handle


def _refusing(found: Row, prototype: FunctionPrototype | None) -> Callable[[list[Any]], Any]:
    status = prototype.not_supported_status if prototype else _API_NOT_SUPPORT
    nothing = {"int": 0, "ptr": 0, "float": 0.0}
    outputs = tuple(nothing.get(kind) for _, kind in found.returns if kind != "status")
    has_status = any(kind == "status" for _, kind in found.returns)

    def call(values: list[Any]) -> Any:
        answered, _ = guarded(
            found.c, lambda: refuse(found.c, status), args=tuple(values), fallback=None, aclnn=False
        )
        results = (*outputs, answered) if has_status else outputs
        return results[0] if len(results) == 1 else results or None

    return call
