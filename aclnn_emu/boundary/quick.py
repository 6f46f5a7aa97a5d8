"""C-named callables for arguments that arrive as they are, written out for each pattern of parameters.

Looking at the arguments of a call in a loop, and passing them on as a tuple, costs more than most runtime functions do.
So a function whose arguments are numbers, pointers and objects gets a callable whose Python source is made of its
interface, as the methods of attrs classes and named tuples are. It takes the calls in which nothing has to be
converted; all others go the whole way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from functools import cache
from typing import Any, NamedTuple

from aclnn_emu.runtime import machine as machines

__all__ = ["Pass", "quick_call"]

_CALL = """\
def make(machines, name, whole, function, failed, classes, missing):
    {classes} = classes
    def c_call({parameters}*rest, **kwargs):
        current = machines.current
        if {last} is not missing and not rest and not kwargs and current is not None and {checks}:
            hooks = current.hooks
            if hooks is None:
                try:
                    {call}
                    return {result}
                except Exception as error:
                    return failed(error)
            try:
                hooks.call_start(name, {arguments}, ())
                {call}
                result = {result}
            except Exception as error:
                result = failed(error)
            hooks.call_end(name, result)
            return result
        return whole(*(value for value in {arguments} if value is not missing), *rest, **kwargs)
    return c_call
"""
# By the number of outputs; two and more are one tuple already.
_RESULT = {None: "value", 0: "0", 1: "0, value", 2: "0, *value"}

_MISSING = object()


class Pass(NamedTuple):
    """What arrives as it is.

    Attributes:
        low, high: range of the plain ints; empty where none do.
        objects: class or classes of the objects, None where none do; members of an enum become ints.
        null: None does.
    """

    low: int
    high: int
    objects: type | tuple[type, ...] | None
    null: bool = False

    @property
    def is_enum(self) -> bool:
        """Objects are numbers under names."""
        return isinstance(self.objects, type) and issubclass(self.objects, IntEnum)

    def condition(self, place: int) -> str:
        """Whether the argument at a place does, in Python's words; empty where none does."""
        found = []
        if self.low <= self.high:
            found.append(f"type(a{place}) is int and {self.low} <= a{place} <= {self.high}")
        if self.objects is not None:
            found.append(f"isinstance(a{place}, c{place})")
        if self.null:
            found.append(f"a{place} is None")
        return f"({' or '.join(found)})" if found else ""


def quick_call(
    name: str,
    passes: Sequence[Pass | None],
    outputs: int | None,
    function: Callable[..., Any],
    whole: Callable[..., Any],
    failed: Callable[[Exception], Any],
) -> Callable[..., Any]:
    """The callable, or `whole` where an argument has to be converted whatever it is.

    Args:
        name: C name, as listeners hear it.
        passes: of each argument, None where all do.
        outputs: how many the function has, which come after a status; None where its result is the value.
        function: does the work.
        whole: takes all other calls, and lends its name and docstring.
        failed: gives the result for what `function` raises.
    """
    conditions = tuple("" if each is None else each.condition(place) for place, each in enumerate(passes))
    if any(each is not None and not condition for each, condition in zip(passes, conditions, strict=True)):
        return whole
    enums = tuple(each is not None and each.is_enum for each in passes)
    classes = tuple(each and each.objects for each in passes)
    made = _maker(conditions, enums, outputs)(machines, name, whole, function, failed, classes, _MISSING)
    made.__name__, made.__qualname__, made.__doc__ = whole.__name__, whole.__qualname__, whole.__doc__
    return made


@cache
def _maker(
    conditions: tuple[str, ...], enums: tuple[bool, ...], outputs: int | None
) -> Callable[..., Callable[..., Any]]:
    names = [f"a{place}" for place in range(len(conditions))]
    values = [f"int({name})" if enum else name for name, enum in zip(names, enums, strict=True)]
    call = f"function({', '.join(values)})"
    source = _CALL.format(
        classes="".join(f"c{place}, " for place in range(len(names))) or "()",
        parameters="".join(f"{name}=missing, " for name in names) + ("/, " if names else ""),
        last=names[-1] if names else "None",
        arguments=f"({''.join(f'{name}, ' for name in names)})",
        checks=" and ".join(filter(None, conditions)) or "True",
        call=call if outputs == 0 else f"value = {call}",
        result=_RESULT.get(outputs, _RESULT[2]),
    )
    namespace: dict[str, Any] = {}
    exec(compile(source, __file__, "exec"), namespace)  # noqa: S102 - of our own words and numbers
    made: Callable[..., Callable[..., Any]] = namespace["make"]
    return made
