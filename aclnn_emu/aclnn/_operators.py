"""Both phases of every operator in the headers, under their C names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from aclnn_emu import ops
from aclnn_emu.abi import prototypes
from aclnn_emu.abi.prototypes import OperatorPrototype
from aclnn_emu.boundary import Call, CFunction, Slot, make_call
from aclnn_emu.boundary.outcome import record
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

    What passed the checks once passes them again, so nothing is left to do where nobody listens.
    """
    arity = len(declared.params)
    recall = declared.recall

    def phase_one(*args: Any, **kwargs: Any) -> Any:
        current = machines.current
        if kwargs or len(args) != arity or current is None or current.hooks is not None:
            return whole(*args, **kwargs)
        executor = recall(args, current.profile)
        return whole(*args) if executor is None else (0, executor.plan.workspace_size, executor)

    return _named_as(whole, phase_one)


def _named_as(whole: CFunction, quick: CFunction) -> CFunction:
    quick.__name__, quick.__qualname__, quick.__doc__ = whole.__name__, whole.__qualname__, whole.__doc__
    return quick


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
    return _quick_phase_two(name, make_call(call, _run(name)))


def _quick_phase_two(name: str, whole: CFunction) -> CFunction:
    """Phase 2 of arguments that pass as they are; everything else is for the `whole` one."""

    def phase_two(*args: Any, **kwargs: Any) -> Any:
        current = machines.current
        if not kwargs and len(args) == 4 and current is not None and current.hooks is None:
            workspace, size, executor, stream = args
            if (
                type(executor) is Executor
                and type(size) is int
                and 0 <= size <= _MOST
                and (workspace is None or (type(workspace) is int and 0 <= workspace <= _MOST))
                and (
                    stream is None or type(stream) is Stream or (type(stream) is int and 0 <= stream <= _MOST)
                )
            ):
                try:
                    executor.run(workspace or 0, size, stream, function=name)
                except Exception as error:  # noqa: BLE001 - this is where exceptions end
                    return record(error, name, aclnn=True)
                return 0
        return whole(*args, **kwargs)

    return _named_as(whole, phase_two)


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
