"""Both phases of every operator in the headers, under their C names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from aclnn_emu import ops
from aclnn_emu.abi import prototypes
from aclnn_emu.abi.prototypes import OperatorPrototype
from aclnn_emu.boundary import Call, CFunction, Slot, make_call
from aclnn_emu.boundary.quick import Pass
from aclnn_emu.errors import FindKernel, ParamNullptr
from aclnn_emu.plan.executor import Executor, run_phase_2
from aclnn_emu.plan.meta import device_address
from aclnn_emu.runtime import machine as machines
from aclnn_emu.runtime.machine import machine
from aclnn_emu.runtime.stream import Stream

if TYPE_CHECKING:
    from collections.abc import Callable

    from aclnn_emu.plan.spec import Operator

__all__ = ["PHASE_ONE", "PHASE_TWO", "phase"]

PHASE_ONE = "GetWorkspaceSize"
_MOST = (1 << 64) - 1

# What both phases of every operator have after and instead of its own parameters.
RESULTS = (Slot("workspaceSize", "uint64_t*"), Slot("executor", "aclOpExecutor**"))
PHASE_TWO = (
    Slot("workspace", "void*"),
    Slot("workspaceSize", "uint64_t"),
    Slot("executor", "aclOpExecutor*"),
    Slot("stream", "aclrtStream"),
)
# What phase 2 takes as it is: any address, size and stream, and null for an address and a stream.
_PASSES_TWO = (
    Pass(0, _MOST, None, null=True),
    Pass(0, _MOST, None),
    Pass(1, 0, Executor),
    Pass(0, _MOST, Stream, null=True),
)


def phase(name: str) -> CFunction | None:
    """The callable of a phase by its C name (``aclnnAdd``, ``aclnnAddGetWorkspaceSize``); None if there is none."""
    operator = prototypes.operator(name)
    if operator is not None:
        return _phase_two(operator)
    operator = prototypes.operator(name.removesuffix(PHASE_ONE)) if name.endswith(PHASE_ONE) else None
    return None if operator is None else _phase_one(operator)


def _phase_one(prototype: OperatorPrototype) -> CFunction:
    declared = ops.operator_by_name(prototype.name)
    call = Call(
        name=prototype.name + PHASE_ONE,
        inputs=tuple(Slot(p.name, p.ctype) for p in prototype.params),
        outputs=RESULTS,
        doc=f"{prototype.declaration()};  ({prototype.header})\n\n{_about(declared)}",
    )
    if declared is None:
        return make_call(call, _no_kernel(call.name, prototype.name))
    return _quick_phase_one(declared, make_call(call, _compile(declared)))


def _compile(declared: Operator) -> Callable[..., tuple[int, Executor]]:
    def compile_plan(*args: Any) -> tuple[int, Executor]:
        executor = declared.compile(args, machine().profile)
        return executor.plan.workspace_size, executor

    return compile_plan


def _quick_phase_one(declared: Operator, whole: CFunction) -> CFunction:
    """Phase 1 that recognises a call like one before; everything else is for the `whole` one.

    What passed the checks once passes them again, so nothing is left to do.
    """
    arity = len(declared.params)
    recall = declared.recall
    name = whole.__name__

    def phase_one(*args: Any, **kwargs: Any) -> Any:
        current = machines.current
        if kwargs or len(args) != arity or current is None:
            return whole(*args, **kwargs)
        executor = recall(args, current.profile)
        if executor is None:
            return whole(*args)
        result = (0, executor.plan.workspace_size, executor)
        hooks = current.hooks
        if hooks is not None:
            hooks.call_start(name, args, ())
            hooks.call_end(name, result)
        return result

    phase_one.__name__, phase_one.__qualname__, phase_one.__doc__ = name, whole.__qualname__, whole.__doc__
    return phase_one


def _phase_two(prototype: OperatorPrototype) -> CFunction:
    name = prototype.name
    declared = ops.operator_by_name(name)
    signature = ", ".join(f"{slot.ctype} {slot.name}" for slot in PHASE_TWO)
    call = Call(
        name=name,
        inputs=PHASE_TWO,
        doc=f"aclnnStatus {name}({signature});  ({prototype.header})\n\n{_about(declared)}",
    )
    if declared is None:
        return make_call(call, _no_kernel(name, name))

    def run(workspace: int | None, size: int, executor: Executor, stream: Any) -> None:
        executor.run(workspace or 0, size, stream, function=name)

    return call.quick_where(_PASSES_TWO, run, make_call(call, _run(name)))


def _run(name: str) -> Callable[..., None]:
    def run(workspace: Any, workspace_size: int, executor: Any, stream: Any) -> None:
        if type(workspace) is not int:
            workspace = device_address(workspace, name, "workspace") or 0
        run_phase_2(name, workspace, workspace_size, executor, stream)

    return run


def _no_kernel(function: str, operator: str) -> Callable[..., NoReturn]:
    phase_two = function == operator

    def no_kernel(*args: Any) -> NoReturn:
        if phase_two and args[2] is None:
            raise ParamNullptr("ACLNN-EXEC-001", op=function)
        raise FindKernel("ACLNN-CALL-003", function=function, operator=operator)

    return no_kernel


def _about(declared: Operator | None) -> str:
    return declared.summary if declared else "Not emulated: answers 561003 and changes nothing."
