"""All calls of a program's first thread in their order, with their codes: one case, or two with the initialisation apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aclnn_emu.boundary.coerce import HANDLES, pointee
from aclnn_emu.conformance.backends.functions import Prototype, prototype, returns_status
from aclnn_emu.conformance.cases import Call, Case
from aclnn_emu.conformance.record.objects import LeftOut, Values, number_of

__all__ = ["Begun", "CallSequence"]

# Made as objects when a call first uses them.
_MAKES_OBJECT = frozenset(
    f"aclCreate{kind}"
    for kind in ("Tensor", "Scalar", "IntArray", "FloatArray", "BoolArray", "TensorList", "ScalarList")
)
_INITIALISE = frozenset(["aclInit", "aclFinalize", "aclFinalizeReference", "aclnnInit", "aclnnFinalize"])

# Functions whose outputs follow from the program alone, whatever the machine and however fast.
_SURE_OUTPUTS = frozenset(
    [
        "aclrtGetDevice", "aclrtGetRunMode", "aclrtStreamGetPriority", "aclrtStreamGetFlags", "aclrtGetSysParamOpt",
        "aclrtCtxGetSysParamOpt", "aclGetViewOffset", "aclGetFormat", "aclGetDataType", "aclGetIntArraySize",
        "aclGetFloatArraySize", "aclGetBoolArraySize", "aclGetTensorListSize", "aclGetScalarListSize",
    ]
)  # fmt: skip

# A replay begins with device 0 set, however often; a program begins without, and the next case finds it set again.
_BEFORE, _AFTER = Call("aclrtResetDeviceForce", (0,)), Call("aclrtSetDevice", (0,))


class Begun:
    """A call that has begun.

    Attributes:
        declared: how the function looks in C.
        args: the arguments as data.
        given: the arguments as they came, by name.
        nulls: outputs passed as null pointers.
    """

    def __init__(
        self, declared: Prototype, args: tuple[Any, ...], given: dict[str, Any], nulls: Sequence[str]
    ) -> None:
        self.declared = declared
        self.args = args
        self.given = given
        self.nulls = tuple(name for name in (p.name for p in declared.params) if name in nulls)


class CallSequence:
    """Collects the calls.

    Attributes:
        gaps: calls were left out; what the last error is does not follow from the others then.
    """

    def __init__(self) -> None:
        self.gaps = False
        self._values = Values()
        self._calls: list[Call] = []

    def begin(self, function: str, args: Sequence[Any], nulls: Sequence[str]) -> Begun | None:
        """A call begins; its arguments are looked at before it changes them. None for one that only makes an object.

        Raises:
            LeftOut: the format cannot express it.
        """
        if function in _MAKES_OBJECT:
            return None
        try:
            declared = prototype(function)
        except LookupError:
            raise LeftOut("the headers declare no such function") from None
        inputs = [p for p in declared.params if not p.is_output and p.name != "..."]
        given = {p.name: value for p, value in zip(inputs, args, strict=False)}
        for p in inputs:  # sizes as C has them: -1 is the largest
            if isinstance(given.get(p.name), int) and "*" not in p.ctype:
                given[p.name] = number_of(p.ctype, given[p.name])
        values = tuple(self._values.argument(function, p, given.get(p.name), given) for p in inputs)
        return Begun(declared, values, given, nulls)

    def end(self, begun: Begun, result: Any, message: str) -> None:
        """The call has ended."""
        declared = begun.declared
        if not returns_status(declared.name):
            self._calls.append(self._of_value(begun, result))
            return
        status, outputs = (result[0], result[1:]) if isinstance(result, tuple) else (int(result), ())
        keep = self._keep(begun, outputs) if status == 0 else ()
        sure = status == 0 and declared.name in _SURE_OUTPUTS
        last_error = declared.name.endswith("LastError")  # its status is no failure of its own
        phase_one = declared.name.endswith("GetWorkspaceSize") and status == 0
        call = Call(
            declared.name,
            begun.args,
            None if last_error and self.gaps else int(status),
            "" if last_error else message,
            begun.nulls,
            keep,
            tuple(int(value) for value in outputs) if sure else (),
            outputs[0] if phase_one else None,
        )
        self._calls.append(call)

    def _of_value(self, begun: Begun, result: Any) -> Call:
        declared = begun.declared
        status = int(result) if type(result) is int and declared.ret != "void*" else None
        keep = (
            (self._values.keep("buffer", result),)
            if declared.name == "aclCreateDataBuffer" and result
            else ()
        )
        return Call(declared.name, begun.args, status, "", (), keep)

    def _keep(self, begun: Begun, outputs: Sequence[Any]) -> tuple[str, ...]:
        """Names for the outputs that later calls may use; the others have names that nobody uses."""
        named: list[str] = []
        slots = [p for p in begun.declared.params if p.is_output]
        useful = False
        for slot, value in zip(slots, outputs, strict=False):
            base, stars = pointee(slot.ctype)
            if base == "void" and stars == 2 and value is not None and "size" in begun.given:
                named.append(self._values.keep("memory", value, int(begun.given["size"])))
            elif base == "aclOpExecutor" and value is not None:
                named.append(self._values.keep("executor", value))
            elif base in HANDLES and value is not None:
                named.append(self._values.keep(base.removeprefix("aclrt").lower(), value))
            else:
                named.append(slot.name)
                continue
            useful = True
        return tuple(named) if useful else ()

    def cases(self, program: str, soc: str, label: str) -> list[Case]:
        """The sequence as cases.

        Args:
            program: for the ids.
            soc: the chip.
            label: tells sequences of one program apart.
        """
        apart = _apart(self._calls)
        rest = [call for call in self._calls if not (apart and call.function in _INITIALISE)]
        source = f"recorded from {program}"

        def case(name: str, calls: Sequence[Call], *, fresh: bool) -> Case:
            objects = self._values.objects if name.startswith("calls") else {}
            return Case(
                f"{program}/{name}", "runtime", soc, "recorded", tuple(calls), objects, source, fresh=fresh
            )

        made = []
        if apart:
            made.append(
                case(f"initialise{label}", [c for c in self._calls if c.function in _INITIALISE], fresh=True)
            )
        if rest:
            whole = any(call.function in _INITIALISE for call in rest)
            made.append(case(f"calls{label}", (_BEFORE, *rest, _AFTER), fresh=whole))
        return made


def _apart(calls: Sequence[Call]) -> bool:
    """Whether the initialisation can be a case of its own, so that the rest runs in a process that is initialised.

    It can when nothing else depends on it: no configuration file, no failure, and nothing behind the end.
    """
    places = [i for i, call in enumerate(calls) if call.function in _INITIALISE]
    if not places or any(calls[i].status or any(arg is not None for arg in calls[i].args) for i in places):
        return False
    first = next((i for i, call in enumerate(calls) if call.function not in _INITIALISE), len(calls))
    last = len(calls) - sum(1 for i in places if i >= first)
    return all(i < first or i >= last for i in places)
