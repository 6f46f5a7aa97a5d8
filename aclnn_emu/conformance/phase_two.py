"""Cases of phase 2 and of executors, the same for every operator."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from aclnn_emu.conformance.assemble import objects_of, phase_one
from aclnn_emu.conformance.cases import Call, Case, MemorySpec, Ref, Spec

if TYPE_CHECKING:
    from aclnn_emu.plan.spec import Operator

__all__ = ["cases", "null_outputs"]

_ENGINE = "opbase/src/nnopbase/composite_op/aclnn_engine/op_executor.cpp"
_META = "opbase/src/nnopbase/common/api/acl_op_api.cpp"
_DFX = "opbase/include/nnopbase/opdev/op_dfx.h"
_FREED = "on a real library the call uses freed memory"
_EXECUTOR, _SIZE, _WORKSPACE = Ref("executor"), Ref("workspaceSize"), Ref("workspace")
_SYNC = Call("aclrtSynchronizeStream", (None,))

# Zeros are places, classes and counts that a kernel takes; but repeats must add up to the size of the result, and a matrix
# of zeros has no inverse.
_CONTENTS: Mapping[str, Mapping[str, bytes]] = {
    "aclnnInverse": {"self": struct.pack("<18f", *(1, 0, 0, 0, 1, 0, 0, 0, 1) * 2)},
    "aclnnRepeatInterleave": {"repeats": struct.pack("<6q", 4, 1, 1, 1, 1, 1)},
    "aclnnRepeatInterleaveGrad": {"repeats": struct.pack("<3q", 3, 1, 1)},
    "aclnnRepeatInterleaveTensor": {"repeats": struct.pack("<3q", 3, 1, 1)},
    "aclnnRepeatInterleaveWithDim": {"repeats": struct.pack("<3q", 3, 1, 1)},
}


def null_outputs(operator: Operator, base: Mapping[str, Any], soc: str) -> Iterator[Case]:
    """workspaceSize or executor is a null pointer."""
    objects, values = objects_of(operator, base)
    for nulls in (("workspaceSize",), ("executor",), ("workspaceSize", "executor")):
        call = Call(f"{operator.name}GetWorkspaceSize", values, 161001, "ACLNN-CALL-002", nulls)
        name = f"{operator.name}/{soc}/output-null-{'-'.join(nulls)}"
        yield Case(
            name,
            operator.name,
            soc,
            "output",
            (call,),
            objects,
            f"{_DFX}: both are asked for null before the checks",
        )


def cases(operator: Operator, base: Mapping[str, Any], soc: str) -> Iterator[Case]:
    """What an executor of a call that passes goes through."""
    objects, values = objects_of(operator, base, contents=_CONTENTS.get(operator.name, {}))
    first = phase_one(operator, values)
    with_memory: dict[str, Spec] = {**objects, "workspace": MemorySpec("workspaceSize")}

    def run(status: int = 0, message: str = "") -> Call:
        return Call(operator.name, (_WORKSPACE, _SIZE, _EXECUTOR, None), status, message)

    def case(name: str, source: str, *calls: Call, emulator_only: str = "") -> Case:
        label = f"{operator.name}/{soc}/phase2-{name}"
        return Case(label, operator.name, soc, "phase2", calls, with_memory, source, emulator_only)

    repeatable = Call("aclSetAclOpExecutorRepeatable", (_EXECUTOR,))
    destroy = Call("aclDestroyAclOpExecutor", (_EXECUTOR,))
    tensor = next((name for name, spec in objects.items() if name in base and hasattr(spec, "memory")), None)

    yield case("run", f"{_ENGINE}: phase 2 of a call that passed", first, run(), _SYNC)
    yield case(
        "null-executor",
        f"{_ENGINE}: executor null",
        Call(operator.name, (None, 0, None, None), 161001, "ACLNN-EXEC-001"),
    )
    yield case(
        "null-workspace",
        f"{_ENGINE}: workspaceSize above 0 with a null workspace",
        first,
        Call(operator.name, (None, 512, _EXECUTOR, None), 161001, "ACLNN-EXEC-002"),
    )
    yield case(
        "null-workspace-of-a-repeatable",
        f"{_ENGINE}: a null workspace deletes the executor, repeatable or not",
        first,
        repeatable,
        Call(operator.name, (None, 512, _EXECUTOR, None), 161001, "ACLNN-EXEC-002"),
    )
    yield case(
        "second-run",
        "emulator choice: the document forbids a second run",
        first,
        run(),
        run(561000, "ACLNN-EXEC-003"),
        _SYNC,
        emulator_only=_FREED,
    )
    yield case(
        "run-after-null-workspace",
        "emulator choice: the executor is gone",
        first,
        Call(operator.name, (None, 512, _EXECUTOR, None), 161001, "ACLNN-EXEC-002"),
        run(561000, "ACLNN-EXEC-004"),
        emulator_only=_FREED,
    )
    yield case("repeatable-twice", f"{_META}: repeatable", first, repeatable, run(), run(), _SYNC, destroy)
    yield case("destroy-unused", f"{_META}: any live executor can be destroyed", first, destroy)
    yield case(
        "destroy-twice",
        f"{_META}: unknown object",
        first,
        destroy,
        Call("aclDestroyAclOpExecutor", (_EXECUTOR,), 561000, "ACLNN-EXEC-004"),
    )
    if tensor is not None:
        spec = Ref(tensor)
        yield case(
            "rebind",
            f"{_META}: tensor addresses of a repeatable executor",
            first,
            repeatable,
            run(),
            _SYNC,
            Call("aclGetRawTensorAddr", (spec,), keep=("address",)),
            Call("aclSetTensorAddr", (_EXECUTOR, 0, spec, Ref("address"))),
            run(),
            _SYNC,
            destroy,
        )
        yield case(
            "rebind-null-executor",
            f"{_META}: executor null",
            Call("aclSetTensorAddr", (None, 0, spec, None), 561103, "ACLNN-CALL-006"),
        )
    yield case(
        "rebind-null-tensor",
        f"{_META}: tensor null",
        first,
        Call("aclSetTensorAddr", (_EXECUTOR, 0, None, None), 561103, "ACLNN-CALL-006"),
        destroy,
    )
    yield case(
        "repeatable-null",
        f"{_META}: executor null",
        Call("aclSetAclOpExecutorRepeatable", (None,), 561103, "ACLNN-CALL-006"),
    )
    yield case(
        "destroy-null",
        f"{_META}: executor null",
        Call("aclDestroyAclOpExecutor", (None,), 561103, "ACLNN-CALL-006"),
    )
