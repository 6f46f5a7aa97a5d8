"""The C-named callable around a Python function: arguments in, status first, outputs after."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from keyword import iskeyword
from typing import Any, NamedTuple

import attrs

from aclnn_emu.boundary.coerce import (
    HANDLES,
    Coercer,
    Refused,
    coercer,
    enum_class,
    is_callback,
    object_class,
    passes_null,
    plain_range,
    pointee,
)
from aclnn_emu.boundary.outcome import record
from aclnn_emu.boundary.quick import Pass, quick_call
from aclnn_emu.errors import AclInvalidParam, ParamInvalid, ParamNullptr
from aclnn_emu.runtime import machine as machines

__all__ = ["CFunction", "Call", "Slot", "default_value", "make_call", "pointee_type"]

CFunction = Callable[..., Any]


class Slot(NamedTuple):
    """A parameter of a C function.

    Attributes:
        name: C name.
        ctype: C type as the header writes it.
    """

    name: str
    ctype: str

    @property
    def keyword(self) -> str:
        """The name as a keyword argument: a word that Python has for itself gets an underscore (``from_``)."""
        return f"{self.name}_" if iskeyword(self.name) else self.name


_NO_NULLS: frozenset[str] = frozenset()
_QUICK = (1 << 30) - 1
"""Python compares ints up to this without a call; larger numbers go the whole way, which they seldom have to."""

# Position, class or classes of the objects and range of the plain ints that arrive as they are, converter of everything else.
_Step = tuple[int, type | tuple[type, ...] | None, int, int, Coercer]


@attrs.frozen
class Call:
    """How a C function is called.

    Attributes:
        name: C name.
        inputs: what a Python caller passes, in C order.
        outputs: what comes back after the status, in C order.
        ret: C return type; a status type unless the function returns a value.
        aclnn: the function belongs to the operator API.
        returns_value: the result of the Python function is the return value, no status goes before it.
        nullable: outputs that may be a null pointer.
        any_value: inputs that take any Python object.
        variadic: more arguments may follow.
        doc: docstring of the callable.
    """

    name: str
    inputs: tuple[Slot, ...]
    outputs: tuple[Slot, ...] = ()
    ret: str = "aclnnStatus"
    aclnn: bool = True
    returns_value: bool = False
    nullable: frozenset[str] = frozenset()
    any_value: frozenset[str] = frozenset()
    variadic: bool = False
    doc: str = ""

    @property
    def signature(self) -> str:
        """The call as Python writes it, for docstrings and errors."""
        given = ", ".join(slot.name for slot in self.inputs)
        return f"{self.name}({given}{', ...' if self.variadic else ''})"

    @property
    def usage(self) -> str:
        """The call with its results."""
        if self.returns_value:
            return f"{self.signature} -> {self.ret}"
        results = ", ".join(("status", *(slot.name for slot in self.outputs)))
        return f"{self.signature} -> {f'({results})' if self.outputs else results}"

    def steps(self) -> tuple[_Step, ...]:
        """What happens to each argument that is not taken as it comes."""
        found = []
        for i, slot in enumerate(self.inputs):
            convert = None if slot.name in self.any_value else coercer(slot.ctype)
            if convert is not None:
                found.append((i, object_class(slot.ctype), *plain_range(slot.ctype), convert))
        return tuple(found)

    def bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], frozenset[str]]:
        """Arguments in C order and the names of null outputs.

        Raises:
            TypeError: wrong number of arguments or an unknown name, as a C compiler would refuse it.
        """
        nulls = kwargs.pop("null_outputs", ())
        nulls = frozenset((nulls,) if isinstance(nulls, str) else nulls)
        unknown = nulls - {slot.name for slot in self.outputs}
        if unknown:
            raise TypeError(f"{self.name} has no output {', '.join(sorted(unknown))}")
        rest = [slot.keyword for slot in self.inputs[len(args) :]]
        values = [*args, *(kwargs.pop(name) for name in rest if name in kwargs)]
        wrong = len(values) < len(self.inputs) or (len(values) > len(self.inputs) and not self.variadic)
        if kwargs or wrong:
            strange = f"; {', '.join(kwargs)} cannot be passed" if kwargs else ""
            raise TypeError(
                f"{self.signature} takes {len(self.inputs)} arguments, got {len(values)}{strange}"
            )
        return tuple(values), nulls

    def quick(self, function: Callable[..., Any], whole: CFunction) -> CFunction:
        """The same callable, quicker for arguments that arrive as they are.

        Args:
            function: does the work.
            whole: the callable that `make_call` made of it.
        """
        passes: list[Pass | None] = [None] * len(self.inputs)
        for index, objects, *limits, _ in self.steps():
            ctype = self.inputs[index].ctype
            low, high = limits
            if low <= 0:  # a number and no pointer
                low, high = max(low, -_QUICK), min(high, _QUICK)
            passes[index] = Pass(low, high, objects or enum_class(ctype), passes_null(ctype))
        return self.quick_where(passes, function, whole)

    def quick_where(
        self, passes: Sequence[Pass | None], function: Callable[..., Any], whole: CFunction
    ) -> CFunction:
        """The same for a function that takes other arguments as they are, which `passes` tells of each."""
        failure = self.failure()

        def failed(error: Exception) -> Any:
            return failure(record(error, self.name, aclnn=self.aclnn))

        outputs = None if self.returns_value else len(self.outputs)
        return quick_call(self.name, passes, outputs, function, whole, failed)

    def refuse_null(self, nulls: frozenset[str]) -> None:
        """Raise for the first output that is null and must not be."""
        for slot in self.outputs:
            if slot.name in nulls and slot.name not in self.nullable:
                if self.aclnn:
                    raise ParamNullptr("ACLNN-CALL-002", function=self.name, parameter=slot.name)
                raise AclInvalidParam("ACL-FACE-002", function=self.name, parameter=slot.name)

    def explain(self, error: Exception, index: int) -> Exception:
        """The error that a refused argument is; any other error as it is."""
        if not isinstance(error, Refused):
            return error
        slot = self.inputs[index]
        values = {
            "function": self.name,
            "parameter": slot.name,
            "got": error.got,
            "ctype": slot.ctype,
            "expected": error.expected,
        }
        if self.aclnn:
            return ParamInvalid("ACLNN-CALL-001", **values)
        return AclInvalidParam("ACL-FACE-001", **values)

    def failure(self) -> Callable[[int], Any]:
        """What the call returns for a failed status."""
        if self.returns_value:
            if self.ret in ("aclError", "aclnnStatus"):
                return lambda status: status
            value = default_value(self.ret)
            return lambda _status: value
        defaults = tuple(default_value(pointee_type(slot.ctype)) for slot in self.outputs)
        if not defaults:
            return lambda status: status
        return lambda status: (status, *defaults)


def pointee_type(ctype: str) -> str:
    """The type that an output pointer points at: ``void**`` -> ``void*``; a ``char*`` is a string to fill."""
    base, stars = pointee(ctype)
    return "char*" if base == "char" else base + "*" * (stars - 1)


def default_value(ctype: str) -> int | float | None:
    """What stands for "nothing" in a value of this C type: 0 for numbers and enums, None for everything else."""
    base, stars = pointee(ctype)
    if stars or base in HANDLES or base == "void" or is_callback(base):
        return None
    convert = coercer(ctype)
    if convert is None:
        return None
    value: int | float = convert(0)
    return value


def make_call(call: Call, function: Callable[..., Any]) -> CFunction:  # noqa: C901 - a step out of line costs every call
    """The C-named callable; it never raises but for a wrong number of arguments.

    Args:
        call: its interface.
        function: does the work; takes the inputs, returns the outputs (None, one value or a tuple).
    """
    arity = len(call.inputs)
    returns_value = call.returns_value
    outputs = len(call.outputs)
    failure = call.failure()
    # Made at the first call: most functions are never called.
    steps: tuple[_Step, ...] | None = None

    def c_call(*args: Any, **kwargs: Any) -> Any:  # noqa: C901 - as above
        nonlocal steps
        nulls = _NO_NULLS
        if kwargs or len(args) != arity:
            args, nulls = call.bind(args, kwargs)
        index = 0
        hooks = None
        try:
            hooks = (machines.current or machines.machine()).hooks
            if hooks is not None:
                hooks.call_start(call.name, args, nulls)
            if steps is None:
                steps = call.steps()
            if nulls:
                call.refuse_null(nulls)
            for index, passes, low, high, convert in steps:
                value = args[index]
                if type(value) is int:
                    if low <= value <= high:
                        continue
                elif passes is not None and isinstance(value, passes):
                    continue
                converted = convert(value)
                if converted is not value:
                    args = (*args[:index], converted, *args[index + 1 :])
            result = function(*args)
            if not returns_value:
                result = (0, result) if outputs == 1 else (0, *result) if outputs else 0
        except Exception as error:  # noqa: BLE001 - this is where exceptions end
            result = failure(record(call.explain(error, index), call.name, aclnn=call.aclnn))
        if hooks is not None:
            hooks.call_end(call.name, result)
        return result

    c_call.__name__ = c_call.__qualname__ = call.name
    c_call.__doc__ = f"{call.usage}\n\n{call.doc}"
    return c_call
