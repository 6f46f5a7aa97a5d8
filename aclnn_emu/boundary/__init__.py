"""Where exceptions end: C-named callables made of the registered Python functions.

A callable takes the C function's inputs in C order, by position or by C name, and returns the status first
and the outputs after it; a function that returns a value in C returns that value. A failure is a status
(outputs are then 0 for numbers and None for pointers), its text is kept for aclGetRecentErrMsg of the calling
thread. ``null_outputs=("devPtr",)`` passes a null pointer for these outputs. Only a wrong number of arguments
or an unknown name is a Python TypeError: a C compiler would not have let it pass.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from aclnn_emu.abi.prototypes import FunctionPrototype, runtime_function
from aclnn_emu.abi.status import status_name
from aclnn_emu.boundary.call import Call, CFunction, Slot, make_call
from aclnn_emu.boundary.outcome import record
from aclnn_emu.errors import AclNotSupported, EmuError, InnerError, RtNotSupported
from aclnn_emu.runtime.api import load
from aclnn_emu.runtime.machine import machine
from aclnn_emu.runtime.registry import API_FUNCTIONS, ApiFunction

if TYPE_CHECKING:
    from collections.abc import Mapping

    from aclnn_emu.runtime.observe import Hooks

__all__ = [
    "ANY_VALUE",
    "CFunction",
    "Call",
    "Slot",
    "api_functions",
    "c_function",
    "guarded",
    "make_call",
    "raising",
    "refuse",
]

_T = TypeVar("_T")
_F = TypeVar("_F")

# Pointers that the function hands back untouched or reads as a value: any Python object may travel in them.
ANY_VALUE = frozenset({"userData", "args", "value"})

_REFUSALS: Mapping[int, type[EmuError]] = {
    error.status: error for error in (AclNotSupported, RtNotSupported, InnerError)
}


@cache
def api_functions() -> Mapping[str, ApiFunction]:
    """All registered functions by C name; imports the modules that register them."""
    load()
    import_module("aclnn_emu.plan.meta")
    return API_FUNCTIONS


def refuse(function: str, status: int) -> NoReturn:
    """Raise the refusal of a function that is not emulated, with its documented status."""
    raise _REFUSALS[status]("ACL-FACE-003", function=function, status=status, status_name=status_name(status))


def guarded(
    name: str,
    function: Callable[[], _T],
    *,
    args: tuple[Any, ...],
    fallback: _F,
    aclnn: bool | None = None,
    outputs: Callable[[_T], tuple[Any, ...]] | None = None,
) -> tuple[int, _T | _F]:
    """Call `function` and give the status with its result; never raises. Listeners see it as a call.

    Args:
        name: C name of the call, for the recorded text.
        function: raises `EmuError` for a failure.
        args: the inputs in C order.
        fallback: what stands for the result of a failed call.
        aclnn: the family of its statuses; left out, that of the function with this name, of the operator API where
            there is none.
        outputs: the outputs in C order from the result; left out, the function has none.
    """
    hooks: Hooks | None = None
    result: _T | _F
    try:
        hooks = machine().hooks
        if hooks is not None:
            hooks.call_start(name, args, ())
        status, result = 0, function()
        found = outputs(result) if hooks is not None and outputs is not None else ()
    except Exception as error:  # noqa: BLE001 - this is where exceptions end
        prototype = runtime_function(name)
        of_operators = prototype is None or prototype.header.startswith("aclnn/")
        status, result, found = (
            record(error, name, aclnn=of_operators if aclnn is None else aclnn),
            fallback,
            (),
        )
    if hooks is not None:
        hooks.call_end(name, (status, *found) if found else status)
    return status, result


def raising(name: str, *args: Any) -> Any:
    """Call an emulated function that is no operator, by its C name; a failure is raised. Listeners see it as a call.

    Raises:
        EmuError: what the function raises.
    """
    found = api_functions()[name]
    hooks = machine().hooks
    if hooks is None:
        return found.function(*args)
    hooks.call_start(name, args, ())
    try:
        result = found.function(*args)
    except EmuError as error:
        hooks.call_end(name, error.status, error)
        raise
    outputs = result if isinstance(result, tuple) else () if result is None else (result,)
    hooks.call_end(name, result if found.returns_value else (0, *outputs) if outputs else 0)
    return result


@cache
def c_function(name: str) -> CFunction:
    """The C-named callable of a function that is no operator, emulated or not.

    Args:
        name: C name, for instance ``aclrtMalloc``.

    Raises:
        LookupError: the headers declare no such function.
    """
    prototype = runtime_function(name)
    if prototype is None:
        raise LookupError(f"the C interface has no function {name}")
    found = api_functions().get(name)
    call = _interface(prototype, found)
    if found is None:
        return make_call(call, _refusal(prototype))
    return call.quick(found.function, make_call(call, found.function))


def _refusal(prototype: FunctionPrototype) -> Callable[..., NoReturn]:
    def not_emulated(*_args: Any) -> NoReturn:
        refuse(prototype.name, prototype.not_supported_status)

    return not_emulated


def _interface(prototype: FunctionPrototype, found: ApiFunction | None) -> Call:
    variadic = any(p.name == "..." for p in prototype.params)
    inputs = tuple(Slot(p.name, p.ctype) for p in prototype.inputs if p.name != "...")
    return Call(
        name=prototype.name,
        inputs=inputs,
        outputs=tuple(Slot(p.name, p.ctype) for p in prototype.outputs),
        ret=prototype.ret,
        aclnn=prototype.header.startswith("aclnn/"),
        returns_value=not prototype.returns_status or (found is not None and found.returns_value),
        nullable=frozenset(found.nullable_outputs) if found else frozenset(),
        any_value=frozenset(slot.name for slot in inputs if slot.ctype == "void*") & ANY_VALUE,
        variadic=variadic,
        doc=_document(prototype, found),
    )


def _document(prototype: FunctionPrototype, found: ApiFunction | None) -> str:
    about = (found.function.__doc__ if found else None) or (
        f"Not emulated: answers {prototype.not_supported_status} and changes nothing."
    )
    return f"{prototype.declaration()};  ({prototype.header})\n\n{cleandoc(about)}"
