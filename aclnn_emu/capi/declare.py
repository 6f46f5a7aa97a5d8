"""C types as text: what a declaration says, how a value travels in a 64-bit slot, what a pointer points at."""

from __future__ import annotations

from typing import NamedTuple

from aclnn_emu.abi import enums
from aclnn_emu.abi.prototypes import FunctionPrototype, OperatorPrototype, Typedef, structures, typedefs
from aclnn_emu.boundary.coerce import pointee

__all__ = [
    "EXECUTOR",
    "PHASE_TWO",
    "WORKSPACE",
    "CFunctionType",
    "Value",
    "declarator",
    "function_type",
    "phases",
    "value",
]

_INTEGERS = frozenset(f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64))
_INTEGERS |= {"size_t", "int", "bool"}


class Value(NamedTuple):
    """How a C value fits a 64-bit slot.

    Attributes:
        kind: ``integer``, ``pointer``, ``float``, ``double`` or ``structure`` (does not fit).
        ctype: the C type without a const of its own.
    """

    kind: str
    ctype: str


class CFunctionType(NamedTuple):
    """A C function as the libraries see it.

    Attributes:
        name: C name.
        ret: C return type.
        inputs: (type, name) of what the function reads, in C order.
        outputs: (type, name) of pointers through which it gives results, in C order.
        params: (type, name) of all parameters in C order; ``...`` last in a variadic function.
        failure: what it returns when the emulator cannot answer: a status, or 0.
    """

    name: str
    ret: str
    inputs: tuple[tuple[str, str], ...]
    outputs: tuple[tuple[str, str], ...]
    params: tuple[tuple[str, str], ...]
    failure: int

    @property
    def signature(self) -> str:
        """Types only, to recognise libraries that were built from other declarations."""
        return f"{self.ret}({','.join(ctype for ctype, _ in self.params)})"

    @property
    def declaration(self) -> str:
        """The prototype without a semicolon."""
        given = ", ".join(declarator(ctype, name) for ctype, name in self.params)
        return f"{self.ret} {self.name}({given or 'void'})"


EXECUTOR = ("aclOpExecutor**", "executor")
WORKSPACE = ("uint64_t*", "workspaceSize")
PHASE_TWO = (
    ("void*", "workspace"),
    ("uint64_t", "workspaceSize"),
    ("aclOpExecutor*", "executor"),
    ("aclrtStream", "stream"),
)
_INTERNAL = {"aclError": 500000, "aclnnStatus": 561000}


def declarator(ctype: str, name: str) -> str:
    """A parameter or field: ``uint8_t[8]`` and ``rsv`` make ``uint8_t rsv[8]``."""
    if name == "...":
        return name
    base, bracket, count = ctype.partition("[")
    return f"{base} {name}{bracket}{count}"


def _alias(base: str) -> Typedef | None:
    return typedefs().get(base)


def value(ctype: str) -> Value:
    """How a value of this type travels."""
    base, stars = pointee(ctype)
    plain = ctype.removeprefix("const ") if not stars else ctype.removesuffix(" const")
    if stars:
        return Value("pointer", plain)
    if base in ("float", "double"):
        return Value(base, plain)
    alias = _alias(base)
    if alias is not None and alias.kind != "opaque_struct":
        pointer = alias.kind == "function_pointer" or alias.ctype.endswith("*")
        return Value("pointer" if pointer else "integer", plain)
    if base in _INTEGERS or base in enums.__all__:
        return Value("integer", plain)
    if base in structures():
        return Value("structure", plain)
    raise ValueError(f"the C type {ctype} is not known")


def function_type(prototype: FunctionPrototype) -> CFunctionType:
    """The C function of a prototype."""
    given = [p for p in prototype.params if p.name != "..."]
    return CFunctionType(
        prototype.name,
        prototype.ret,
        tuple((p.ctype, p.name) for p in given if not p.is_output),
        tuple((p.ctype, p.name) for p in given if p.is_output),
        tuple((p.ctype, p.name) for p in prototype.params),
        _INTERNAL.get(prototype.ret, 0),
    )


def phases(prototype: OperatorPrototype) -> tuple[CFunctionType, CFunctionType]:
    """Phase 1 and phase 2 of an operator."""
    inputs = tuple((p.ctype, p.name) for p in prototype.params)
    outputs = (WORKSPACE, EXECUTOR)
    failure = _INTERNAL["aclnnStatus"]
    status = "aclnnStatus"
    return (
        CFunctionType(
            f"{prototype.name}GetWorkspaceSize", status, inputs, outputs, inputs + outputs, failure
        ),
        CFunctionType(prototype.name, status, PHASE_TWO, (), PHASE_TWO, failure),
    )
