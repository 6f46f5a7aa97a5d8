"""Judges of what operators check."""

from __future__ import annotations

from collections.abc import Sequence

from aclnn_emu.conformance.cases import ScalarSpec
from aclnn_emu.conformance.oracle.base import (
    NULLPTR,
    OK,
    UNDEFINED,
    UNSURE,
    Rule,
    State,
    Verdict,
    ask_all,
    judges,
    refuse,
)
from aclnn_emu.core.dtypes import DataType, is_integral
from aclnn_emu.core.formats import is_private_format
from aclnn_emu.core.promotion import (
    can_cast,
    promote,
    promote_scalar,
    promote_scalar_classic,
    promote_scalar_muls,
)
from aclnn_emu.core.scalar import create_scalar


def broadcast_shapes(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...] | None:
    """The shape that both broadcast to, None where they do not."""
    rank = max(len(a), len(b))
    a, b = (1,) * (rank - len(a)) + a, (1,) * (rank - len(b)) + b
    if any(x not in (1, y) and y != 1 for x, y in zip(a, b, strict=True)):
        return None
    return tuple(y if x == 1 else x for x, y in zip(a, b, strict=True))


# Null, lists, ranks


@judges("not_null")
def _not_null(rule: Rule, state: State) -> Verdict | None:
    if any(state.args[name] is None for name in rule.params):
        return refuse(rule, "ACLNN-PARAM-001", NULLPTR)
    return None


@judges("members_not_null")
def _members_not_null(rule: Rule, state: State) -> Verdict | None:
    return refuse(rule, "ACLNN-PARAM-001", NULLPTR) if None in state.args[rule.params[0]] else None


@judges("has_members")
def _has_members(rule: Rule, state: State) -> Verdict | None:
    return None if state.args[rule.params[0]] else refuse(rule, "ACLNN-PARAM-018")


@judges("max_rank")
def _max_rank(rule: Rule, state: State) -> Verdict | None:
    if any(tensor.rank > rule.facts["limit"] for tensor in state.tensors(rule.params)):
        return refuse(rule, "ACLNN-PARAM-002")
    return None


@judges("chip_has_operator")
def _chip_has_operator(rule: Rule, state: State) -> Verdict | None:
    return None if state.profile.npu_arch in rule.facts["archs"] else refuse(rule, "ACLNN-PARAM-040")


# Dtypes


@judges("dtype_in")
def _dtype_in(rule: Rule, state: State) -> Verdict | None:
    allowed = rule.facts["dtypes"].on(state.profile)
    if any(tensor.dtype not in allowed for tensor in state.tensors(rule.params)):
        return refuse(rule, "ACLNN-PARAM-003")
    return None


@judges("dtype_value_in")
def _dtype_value_in(rule: Rule, state: State) -> Verdict | None:
    allowed = rule.facts["dtypes"].on(state.profile)
    return None if state.args[rule.params[0]] in allowed else refuse(rule, "ACLNN-PARAM-022")


@judges("dtype_is_value")
def _dtype_is_value(rule: Rule, state: State) -> Verdict | None:
    tensor, value = rule.params
    if any(found.dtype != state.args[value] for found in state.tensors((tensor,))):
        return refuse(rule, "ACLNN-PARAM-017")
    return None


@judges("same_dtype")
def _same_dtype(rule: Rule, state: State) -> Verdict | None:
    found = {tensor.dtype for tensor in state.tensors(rule.params)}
    return refuse(rule, "ACLNN-PARAM-004") if len(found) > 1 else None


@judges("promotes")
def _promotes(rule: Rule, state: State) -> Verdict | None:
    first, *rest = state.tensors(rule.params)
    promoted: int = first.dtype
    for tensor in rest:
        promoted = promote(promoted, tensor.dtype)
        if promoted == UNDEFINED:
            return refuse(rule, "ACLNN-PARAM-011")
    state.promoted = promoted
    return None


@judges("casts_to")
def _casts_to(rule: Rule, state: State) -> Verdict | None:
    target = state.args[rule.params[0]].dtype
    return None if can_cast(state.promoted, target) else refuse(rule, "ACLNN-PARAM-012")


@judges("casts_to_promoted")
def _casts_to_promoted(rule: Rule, state: State) -> Verdict | None:
    if all(can_cast(state.args[name].dtype, state.promoted) for name in rule.params):
        return None
    return refuse(rule, "ACLNN-PARAM-012")


@judges("promoted_in")
def _promoted_in(rule: Rule, state: State) -> Verdict | None:
    if state.promoted in rule.facts["dtypes"].on(state.profile):
        return None
    return refuse(rule, "ACLNN-PARAM-021")


@judges("alpha_casts")
def _alpha_casts(rule: Rule, state: State) -> Verdict | None:
    dtype = state.args[rule.params[0]].dtype
    if state.promoted == DataType.ACL_BOOL:
        ok = is_integral(dtype) or dtype == DataType.ACL_BOOL
        return None if ok else refuse(rule, "ACLNN-PARAM-020")
    return None if can_cast(dtype, state.promoted) else refuse(rule, "ACLNN-PARAM-012")


@judges("promotes_with_scalar")
def _promotes_with_scalar(rule: Rule, state: State) -> Verdict | None:
    """params: tensor, scalar, (alpha,) out."""
    tensor, scalar, *alphas, out = (state.args[name] for name in rule.params)
    if state.regbase:
        state.promoted = _by_category(tensor.dtype, (scalar, *alphas))
    else:
        classic = promote_scalar_classic if alphas else promote_scalar_muls
        state.promoted = classic(tensor.dtype, scalar.dtype, out.dtype)
    if state.promoted == UNDEFINED and (state.regbase or alphas):
        return refuse(rule, "ACLNN-PARAM-011")
    return None


def _by_category(tensor_dtype: int, scalars: Sequence[ScalarSpec]) -> int:
    promoted = promote_scalar(tensor_dtype, scalars[0].dtype)
    if promoted in (DataType.ACL_FLOAT16, DataType.ACL_BF16):
        made = [create_scalar(scalar.value, scalar.dtype) for scalar in scalars]
        if not all(scalar is not None and scalar.survives(promoted) for scalar in made):
            return DataType.ACL_FLOAT
    return DataType.ACL_COMPLEX64 if promoted == DataType.ACL_COMPLEX32 else promoted


@judges("casts_through")
def _casts_through(rule: Rule, state: State) -> Verdict | None:
    source, through, out = (state.args[name] for name in rule.params)
    if can_cast(source.dtype, through) and can_cast(through, out.dtype):
        return None
    return refuse(rule, "ACLNN-PARAM-012")


@judges("cast_of_result")
def _cast_of_result(rule: Rule, state: State) -> Verdict | None:
    """The result is FLOAT for some dtypes of the operand, for the others theirs."""
    operand, out = (state.args[name].dtype for name in rule.params)
    state.promoted = DataType.ACL_FLOAT if operand in rule.facts["floats"] else operand
    return None if can_cast(state.promoted, out) else refuse(rule, "ACLNN-PARAM-012")


@judges("dtype_of_result")
def _dtype_of_result(rule: Rule, state: State) -> Verdict | None:
    operand, out = (state.args[name].dtype for name in rule.params)
    return None if out == rule.facts["results"].get(operand, operand) else refuse(rule, "ACLNN-PARAM-041")


@judges("computed_dtype")
def _computed_dtype(rule: Rule, state: State) -> Verdict | None:
    """What is cast to out at the end: a fixed dtype; or what the operands promote to, FLOAT for integers."""
    if rule.facts["fixed"]:
        state.promoted = rule.facts["dtype"]
        return None
    first, second = (state.args[name].dtype for name in rule.params)
    promoted = promote(first, second)
    whole = is_integral(promoted) or promoted in (DataType.ACL_BOOL, UNDEFINED)
    state.promoted = DataType.ACL_FLOAT if whole else promoted
    return None


@judges("not_both")
def _not_both(rule: Rule, state: State) -> Verdict | None:
    both = all(state.args[name].dtype == rule.facts["dtype"] for name in rule.params)
    return refuse(rule, "ACLNN-PARAM-064") if both else None


@judges("own_promotion")
def _own_promotion(rule: Rule, state: State) -> Verdict | None:
    """The chip promotes in a way that was not read; operands of one dtype are what they are."""
    operands = list(state.tensors(rule.params))
    alike = len({tensor.dtype for tensor in operands}) == 1 and all(tensor.rank for tensor in operands)
    return None if alike else UNSURE


# Formats and shapes


@judges("same_format")
def _same_format(rule: Rule, state: State) -> Verdict | None:
    found = {tensor.format for tensor in state.tensors(rule.params)}
    return refuse(rule, "ACLNN-PARAM-005") if len(found) > 1 else None


@judges("public_format")
def _public_format(rule: Rule, state: State) -> Verdict | None:
    if any(is_private_format(tensor.format) for tensor in state.tensors(rule.params)):
        return refuse(rule, "ACLNN-PARAM-023")
    return None


@judges("same_shape")
def _same_shape(rule: Rule, state: State) -> Verdict | None:
    found = {tensor.shape for tensor in state.tensors(rule.params)}
    return refuse(rule, "ACLNN-PARAM-006") if len(found) > 1 else None


@judges("broadcasts_to")
def _broadcasts_to(rule: Rule, state: State) -> Verdict | None:
    target, *names = rule.params
    shape = state.args[target].shape
    if any(broadcast_shapes(shape, tensor.shape) != shape for tensor in state.tensors(names)):
        return refuse(rule, "ACLNN-PARAM-007")
    return None


@judges("shape_is_broadcast")
def _shape_is_broadcast(rule: Rule, state: State) -> Verdict | None:
    first, *rest = state.tensors(rule.facts["inputs"])
    shape = first.shape
    for tensor in rest:
        merged = broadcast_shapes(shape, tensor.shape)
        if merged is None:
            return refuse(rule, "ACLNN-PARAM-008")
        shape = merged
    return None if state.args[rule.facts["out"]].shape == shape else refuse(rule, "ACLNN-PARAM-009")


# Attributes


@judges("one_of")
def _one_of(rule: Rule, state: State) -> Verdict | None:
    return None if state.args[rule.params[0]] in rule.facts["values"] else refuse(rule, "ACLNN-PARAM-010")


@judges("axes_in_range")
def _axes_in_range(rule: Rule, state: State) -> Verdict | None:
    axes, tensor = (state.args[name] for name in rule.params)
    rank = max(tensor.rank, 1)
    outside = not all(-rank <= axis < rank for axis in axes.values)
    repeated = len({axis % rank for axis in axes.values}) < len(axes.values)
    places = {axis % rank for axis in axes.values}
    without_elements = any(size == 0 for place, size in enumerate(tensor.shape) if place in places)
    faults = {
        "ACLNN-PARAM-015": outside,
        "ACLNN-PARAM-016": repeated and not rule.facts.get("may_repeat"),
        "ACLNN-PARAM-100": without_elements and rule.facts.get("with_elements"),
    }
    found = [message for message, fault in faults.items() if fault]
    if len(found) > 1:
        return UNSURE  # operators differ in which they tell first
    return refuse(rule, found[0]) if found else None


# Rules within rules


@judges("unless_empty")
def _unless_empty(rule: Rule, state: State) -> Verdict | None:
    return None if state.args[rule.params[0]].empty else ask_all(rule.facts["checks"], state)


@judges("when_given")
def _when_given(rule: Rule, state: State) -> Verdict | None:
    return None if state.args[rule.params[0]] is None else ask_all(rule.facts["checks"], state)


@judges("done_if_empty")
def _done_if_empty(rule: Rule, state: State) -> Verdict | None:
    return OK if any(tensor.empty for tensor in state.tensors(rule.params)) else None


# aclnnCat's own


@judges("on_kept")
def _on_kept(rule: Rule, state: State) -> Verdict | None:
    """Members of shape [0] are dropped; with none left nothing is asked and nothing is done."""
    kept = tuple(item for item in state.args["tensors"] if item is not None and item.shape != (0,))
    if not kept:
        return OK
    state.args["tensors"] = kept
    return ask_all(rule.facts["checks"], state)


@judges("joint_dtype")
def _joint_dtype(rule: Rule, state: State) -> Verdict | None:
    first, *rest = state.tensors(rule.params)
    joint: int = first.dtype
    for tensor in rest:
        joint = promote(tensor.dtype, joint)
        if joint == UNDEFINED:
            return refuse(rule, "ACLNN-PARAM-011")
        if joint == DataType.ACL_COMPLEX128:
            return refuse(rule, "ACLNN-PARAM-026")
    state.promoted = joint
    return None


@judges("one_format")
def _one_format(rule: Rule, state: State) -> Verdict | None:
    first, *rest = state.tensors(rule.params)
    if is_private_format(first.format):
        return refuse(rule, "ACLNN-PARAM-023")
    return refuse(rule, "ACLNN-PARAM-005") if any(t.format != first.format for t in rest) else None


@judges("joinable")
def _joinable(rule: Rule, state: State) -> Verdict | None:
    first, *rest = state.tensors(rule.params[:1])
    dim = state.args[rule.params[1]]
    if first.rank > 8:
        return refuse(rule, "ACLNN-PARAM-002")
    dim += first.rank if dim < 0 else 0
    if not 0 <= dim < first.rank:
        return refuse(rule, "ACLNN-PARAM-024")
    for other in rest:
        same = other.rank == first.rank and all(
            a == b for axis, (a, b) in enumerate(zip(first.shape, other.shape, strict=True)) if axis != dim
        )
        if not same:
            return refuse(rule, "ACLNN-PARAM-025")
    return None


@judges("contiguous_for_int4")
def _contiguous_for_int4(rule: Rule, state: State) -> Verdict | None:
    self, out = (state.args[name] for name in rule.params)
    if out.dtype == DataType.ACL_INT4 and not self.contiguous:
        return refuse(rule, "ACLNN-PARAM-027")
    return None
