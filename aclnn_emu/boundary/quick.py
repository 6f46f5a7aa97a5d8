"""C-named callables for arguments that arrive as they are, written out for each pattern of parameters.

Looking at the arguments of a call in a loop, and passing them on as a tuple, costs more than most runtime functions do.
So a function whose arguments are numbers, pointers and objects gets a callable whose Python source is made of its
interface, as the methods of attrs classes and named tuples are. It takes the calls in which nothing has to be converted
and nobody listens; all others go the whole way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from aclnn_emu.runtime import machine as machines

__all__ = ["Pass", "quick_call"]

_CALL = """\
def make(machines, whole, function, failed, classes):
    {classes} = classes
    def c_call(*args, **kwargs):
        current = machines.current
        if len(args) == {arity} and not kwargs and current is not None and current.hooks is None:
            {arguments} = args
            if {checks}:
                try:
                    {work}
                except Exception as error:
                    return failed(error)
        return whole(*args, **kwargs)
    return c_call
"""
# By the number of outputs; two and more are one tuple already.
_WORK = {None: "return {}", 0: "{}; return 0", 1: "return 0, {}", 2: "return 0, *{}"}


class Pass(NamedTuple):
    """What arrives as it is.

    Attributes:
        low, high: range of the plain ints; empty where none do.
        objects: class of the objects, None where none do.
    """

    low: int
    high: int
    objects: type | None

    def condition(self, place: int) -> str:
        """Whether the argument at a place does, in Python's words; empty where none does."""
        found = []
        if self.low <= self.high:
            found.append(f"type(a{place}) is int and {self.low} <= a{place} <= {self.high}")
        if self.objects is not None:
            found.append(f"isinstance(a{place}, c{place})")
        return f"({' or '.join(found)})" if found else ""


def quick_call(
    passes: Sequence[Pass | None],
    outputs: int | None,
    function: Callable[..., Any],
    whole: Callable[..., Any],
    failed: Callable[[Exception], Any],
) -> Callable[..., Any]:
    """The callable, or `whole` where an argument has to be converted whatever it is.

    Args:
        passes: of each argument, None where all do.
        outputs: how many the function has, which come after a status; None where its result is the value.
        function: does the work.
        whole: takes all other calls.
        failed: gives the result for what `function` raises.
    """
    conditions = tuple("" if each is None else each.condition(place) for place, each in enumerate(passes))
    if any(each is not None and not condition for each, condition in zip(passes, conditions, strict=True)):
        return whole
    made = _maker(conditions, outputs)
    return made(machines, whole, function, failed, tuple(each and each.objects for each in passes))


@cache
def _maker(conditions: tuple[str, ...], outputs: int | None) -> Callable[..., Callable[..., Any]]:
    names = [f"a{place}" for place in range(len(conditions))]
    source = _CALL.format(
        arity=len(names),
        classes="".join(f"c{place}, " for place in range(len(names))) or "()",
        arguments="".join(f"{name}, " for name in names) or "()",
        checks=" and ".join(filter(None, conditions)) or "True",
        work=_WORK.get(outputs, _WORK[2]).format(f"function({', '.join(names)})"),
    )
    namespace: dict[str, Any] = {}
    exec(compile(source, __file__, "exec"), namespace)  # noqa: S102 - of our own words and numbers
    made: Callable[..., Callable[..., Any]] = namespace["make"]
    return made
