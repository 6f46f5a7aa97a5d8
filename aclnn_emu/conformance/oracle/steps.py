"""Judges of what L0 steps refuse after the checks."""

from __future__ import annotations

from aclnn_emu.conformance.oracle.base import (
    INNER_NULLPTR,
    UNDEFINED,
    UNSURE,
    Rule,
    State,
    Verdict,
    ask_all,
    judges,
    refuse,
)
from aclnn_emu.core.dtypes import DataType, is_floating, numpy_dtype
from aclnn_emu.core.formats import is_private_format


@judges("offset_inside")
def _offset_inside(rule: Rule, state: State) -> Verdict | None:
    """CreateView: 0 <= offset <= storage elements."""
    for tensor in state.tensors(rule.params):
        elements = 1
        for size in tensor.storage_shape:
            elements *= size
        if not 0 <= tensor.offset <= elements:
            if "unsure" in rule.facts:
                return UNSURE
            return refuse(rule, "ACLNN-TENSOR-007", INNER_NULLPTR)
    return None


@judges("reach_inside")
def _reach_inside(rule: Rule, state: State) -> Verdict | None:
    """Contiguous: a strided view lies inside its storage; a contiguous one is not looked at."""
    for tensor in state.tensors(rule.params):
        if tensor.contiguous or is_private_format(tensor.format):
            continue
        low, end = tensor.reach
        elements = 1
        for size in tensor.storage_shape:
            elements *= size
        if low < 0 or end > elements:
            # Ascend950 hands some strided views to the kernel as they are.
            return UNSURE if state.regbase else refuse(rule, "ACLNN-TENSOR-006", INNER_NULLPTR)
    return None


# What some Cast kernel reads and writes: the AICPU list of ops-math math/cast/op_api/cast.cpp.
CASTABLE = frozenset(
    {
        DataType.ACL_BOOL, DataType.ACL_FLOAT, DataType.ACL_FLOAT16, DataType.ACL_INT8, DataType.ACL_INT16,
        DataType.ACL_UINT16, DataType.ACL_UINT8, DataType.ACL_INT32, DataType.ACL_INT64, DataType.ACL_UINT32,
        DataType.ACL_UINT64, DataType.ACL_DOUBLE, DataType.ACL_COMPLEX64, DataType.ACL_COMPLEX128, DataType.ACL_BF16,
    }
)  # fmt: skip


def cast_verdict(rule: Rule, source: int, target: int, state: State) -> Verdict | None:
    """Whether L0 Cast has a kernel for the pair."""
    if source == target or (source in CASTABLE and target in CASTABLE):
        return None
    if state.regbase or numpy_dtype(source) is None or numpy_dtype(target) is None:
        return UNSURE  # kernels of other dtypes exist there, and the emulator does not compute them
    return refuse(rule, "ACLNN-VIEW-004", INNER_NULLPTR)


@judges("emulated")
def _emulated(rule: Rule, state: State) -> Verdict | None:
    """Dtypes that the emulator does not compute answer 561003, which no real library does."""
    if any(numpy_dtype(tensor.dtype) is None for tensor in state.tensors(rule.params)):
        return UNSURE
    return None


@judges("cast_kernel")
def _cast_kernel(rule: Rule, state: State) -> Verdict | None:
    """params: tensors that are cast; facts: `source` and `target` are parameters, dtype values or "promoted"."""
    return cast_verdict(
        rule, _dtype_of(rule.facts["source"], state), _dtype_of(rule.facts["target"], state), state
    )


@judges("members_cast")
def _members_cast(rule: Rule, state: State) -> Verdict | None:
    """Each member of a list is cast to the promoted dtype."""
    verdicts = (
        cast_verdict(rule, t.dtype, state.promoted, state) for t in state.tensors(rule.params) if not t.empty
    )
    return next((verdict for verdict in verdicts if verdict is not None), None)


def _dtype_of(name: str, state: State) -> int:
    if name == "promoted":
        return state.promoted
    if name.endswith("[0]"):
        first: int = state.args[name.removesuffix("[0]")][0].dtype
        return first
    value = state.args[name]
    return value if isinstance(value, int) else value.dtype if value is not None else DataType.ACL_FLOAT


@judges("promoted_exists")
def _promoted_exists(rule: Rule, state: State) -> Verdict | None:
    """aclnnMuls before Ascend950 meets a pair that does not promote in its Cast."""
    tensor, scalar = (state.args[name] for name in rule.params)
    if tensor.dtype == DataType.ACL_BF16 and scalar.dtype == DataType.ACL_DOUBLE:
        return None
    if (
        state.regbase
        and tensor.dtype in (DataType.ACL_FLOAT16, DataType.ACL_BF16)
        and is_floating(scalar.dtype)
    ):
        return None
    return refuse(rule, "ACLNN-VIEW-005", INNER_NULLPTR) if state.promoted == UNDEFINED else None


@judges("result_shape")
def _result_shape(rule: Rule, state: State) -> Verdict | None:
    """The result has the shape of out, or both have one element."""
    shape = rule.facts["shape"](state)
    out = state.args[rule.params[0]]
    one = out.numel == 1 and not out.empty and all(size == 1 for size in shape)
    if shape == out.shape or one:
        return None
    return refuse(rule, rule.facts.get("message", "ACLNN-PARAM-009"))


@judges("result_dtype")
def _result_dtype(rule: Rule, state: State) -> Verdict | None:
    """ViewCopy: the result has the dtype of out."""
    if _dtype_of(rule.facts["source"], state) == state.args[rule.params[0]].dtype:
        return None
    return refuse(rule, "ACLNN-VIEW-001", INNER_NULLPTR)


@judges("case_of")
def _case_of(rule: Rule, state: State) -> Verdict | None:
    """The rules that a condition on the call chooses."""
    return ask_all(rule.facts["rules"](state), state)


@judges("nd_result")
def _nd_result(rule: Rule, state: State) -> Verdict | None:
    """Where a result may keep its input's format, only ND throughout is settled."""
    return UNSURE if any(tensor.format != 2 for tensor in state.tensors(rule.params)) else None


@judges("format_rank")
def _format_rank(rule: Rule, state: State) -> Verdict | None:
    """ReFormat: a format with a fixed rank refuses a result of another."""
    out = state.args[rule.params[0]]
    rank = {0: 4, 1: 4, 16: 4, 4: 4, 3: 5, 27: 5, 30: 5, 32: 6, 33: 4, 47: 3}.get(out.format)
    if rank is None or rank == out.rank:
        return None
    return refuse(rule, "ACLNN-VIEW-003", INNER_NULLPTR)
