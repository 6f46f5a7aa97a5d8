"""What a call must answer, worked out from an operator's rules and the metadata of its arguments.

The oracle shares no code with the operators' own checks. A rule is data; its kind says which function below judges it.
Rules are asked in order and the first that refuses decides. `UNSURE` ends the search where the sources do not settle
what happens; the generator drops such a call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import attrs

from aclnn_emu.conformance.cases import ScalarSpec, TensorSpec
from aclnn_emu.core.dtypes import DataType, is_floating, is_integral, numpy_dtype
from aclnn_emu.core.formats import is_private_format
from aclnn_emu.core.promotion import (
    can_cast,
    promote,
    promote_scalar,
    promote_scalar_classic,
    promote_scalar_muls,
)
from aclnn_emu.core.scalar import create_scalar
from aclnn_emu.runtime.profile import Profile

__all__ = ["OK", "REGBASE", "UNSURE", "Args", "Rule", "State", "Verdict", "judge", "known_kinds"]

REGBASE = 3510
NULLPTR, INVALID, INNER_NULLPTR, NO_KERNEL = 161001, 161002, 561103, 561003
_UNDEFINED = DataType.ACL_DT_UNDEFINED

Args = Mapping[str, Any]


class Verdict(NamedTuple):
    """What a call answers, and the place of the rule that says so (-1: no rule refused)."""

    status: int
    message: str = ""
    place: int = -1


OK = Verdict(0)
UNSURE = Verdict(-1)


@attrs.frozen
class Rule:
    """One thing that an operator demands.

    Attributes:
        kind: who judges it.
        params: the parameters, in the order in which they are asked.
        facts: limits, lists, inner rules.
        text: for the source of a case.
        only_on, not_on: architectures; 0 for no restriction.
    """

    kind: str
    params: tuple[str, ...]
    facts: Mapping[str, Any] = attrs.field(factory=dict)
    text: str = ""
    only_on: int = 0
    not_on: int = 0


@attrs.define
class State:
    """A call that is being judged."""

    args: dict[str, Any]
    profile: Profile
    promoted: int = -1

    @property
    def regbase(self) -> bool:
        """Whether the chip is an Ascend950."""
        return self.profile.npu_arch == REGBASE

    def tensors(self, names: Sequence[str]) -> Iterator[TensorSpec]:
        """The tensors behind parameters, members of lists in their order; null ones are left out."""
        for name in names:
            value = self.args[name]
            for item in value if isinstance(value, tuple) else (value,):
                if item is not None:
                    yield item


_Judge = Callable[[Rule, State], "Verdict | None"]
_JUDGES: dict[str, _Judge] = {}


def known_kinds() -> frozenset[str]:
    """The kinds of rules that can be judged."""
    return frozenset(_JUDGES)


def judge(rules: Sequence[Rule], args: Args, profile: Profile) -> Verdict:
    """Ask the rules in order."""
    state = State(dict(args), profile)
    for place, rule in enumerate(rules):
        verdict = _ask(rule, state)
        if verdict is not None:
            return verdict._replace(place=place if verdict.status > 0 else -1)
    return OK


def _ask(rule: Rule, state: State) -> Verdict | None:
    arch = state.profile.npu_arch
    if (rule.only_on and arch != rule.only_on) or (rule.not_on and arch == rule.not_on):
        return None
    return _JUDGES[rule.kind](rule, state)


def _judges(kind: str) -> Callable[[_Judge], _Judge]:
    def register(function: _Judge) -> _Judge:
        _JUDGES[kind] = function
        return function

    return register


def _refuse(rule: Rule, message: str, status: int = INVALID) -> Verdict:
    return Verdict(rule.facts.get("status", status), message)


def _broadcast(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...] | None:
    rank = max(len(a), len(b))
    a, b = (1,) * (rank - len(a)) + a, (1,) * (rank - len(b)) + b
    if any(x not in (1, y) and y != 1 for x, y in zip(a, b, strict=True)):
        return None
    return tuple(y if x == 1 else x for x, y in zip(a, b, strict=True))


# Null, lists, ranks


@_judges("not_null")
def _not_null(rule: Rule, state: State) -> Verdict | None:
    if any(state.args[name] is None for name in rule.params):
        return _refuse(rule, "ACLNN-PARAM-001", NULLPTR)
    return None


@_judges("members_not_null")
def _members_not_null(rule: Rule, state: State) -> Verdict | None:
    return _refuse(rule, "ACLNN-PARAM-001", NULLPTR) if None in state.args[rule.params[0]] else None


@_judges("has_members")
def _has_members(rule: Rule, state: State) -> Verdict | None:
    return None if state.args[rule.params[0]] else _refuse(rule, "ACLNN-PARAM-018")


@_judges("max_rank")
def _max_rank(rule: Rule, state: State) -> Verdict | None:
    if any(tensor.rank > rule.facts["limit"] for tensor in state.tensors(rule.params)):
        return _refuse(rule, "ACLNN-PARAM-002")
    return None


# Dtypes


@_judges("dtype_in")
def _dtype_in(rule: Rule, state: State) -> Verdict | None:
    allowed = rule.facts["dtypes"].on(state.profile)
    if any(tensor.dtype not in allowed for tensor in state.tensors(rule.params)):
        return _refuse(rule, "ACLNN-PARAM-003")
    return None


@_judges("dtype_value_in")
def _dtype_value_in(rule: Rule, state: State) -> Verdict | None:
    allowed = rule.facts["dtypes"].on(state.profile)
    return None if state.args[rule.params[0]] in allowed else _refuse(rule, "ACLNN-PARAM-022")


@_judges("dtype_is_value")
def _dtype_is_value(rule: Rule, state: State) -> Verdict | None:
    tensor, value = rule.params
    if any(found.dtype != state.args[value] for found in state.tensors((tensor,))):
        return _refuse(rule, "ACLNN-PARAM-017")
    return None


@_judges("same_dtype")
def _same_dtype(rule: Rule, state: State) -> Verdict | None:
    found = {tensor.dtype for tensor in state.tensors(rule.params)}
    return _refuse(rule, "ACLNN-PARAM-004") if len(found) > 1 else None


@_judges("promotes")
def _promotes(rule: Rule, state: State) -> Verdict | None:
    first, *rest = state.tensors(rule.params)
    promoted: int = first.dtype
    for tensor in rest:
        promoted = promote(promoted, tensor.dtype)
        if promoted == _UNDEFINED:
            return _refuse(rule, "ACLNN-PARAM-011")
    state.promoted = promoted
    return None


@_judges("casts_to")
def _casts_to(rule: Rule, state: State) -> Verdict | None:
    target = state.args[rule.params[0]].dtype
    return None if can_cast(state.promoted, target) else _refuse(rule, "ACLNN-PARAM-012")


@_judges("casts_to_promoted")
def _casts_to_promoted(rule: Rule, state: State) -> Verdict | None:
    if all(can_cast(state.args[name].dtype, state.promoted) for name in rule.params):
        return None
    return _refuse(rule, "ACLNN-PARAM-012")


@_judges("promoted_in")
def _promoted_in(rule: Rule, state: State) -> Verdict | None:
    if state.promoted in rule.facts["dtypes"].on(state.profile):
        return None
    return _refuse(rule, "ACLNN-PARAM-021")


@_judges("alpha_casts")
def _alpha_casts(rule: Rule, state: State) -> Verdict | None:
    dtype = state.args[rule.params[0]].dtype
    if state.promoted == DataType.ACL_BOOL:
        ok = is_integral(dtype) or dtype == DataType.ACL_BOOL
        return None if ok else _refuse(rule, "ACLNN-PARAM-020")
    return None if can_cast(dtype, state.promoted) else _refuse(rule, "ACLNN-PARAM-012")


@_judges("promotes_with_scalar")
def _promotes_with_scalar(rule: Rule, state: State) -> Verdict | None:
    """params: tensor, scalar, (alpha,) out."""
    tensor, scalar, *alphas, out = (state.args[name] for name in rule.params)
    if state.regbase:
        state.promoted = _by_category(tensor.dtype, (scalar, *alphas))
    else:
        classic = promote_scalar_classic if alphas else promote_scalar_muls
        state.promoted = classic(tensor.dtype, scalar.dtype, out.dtype)
    if state.promoted == _UNDEFINED and (state.regbase or alphas):
        return _refuse(rule, "ACLNN-PARAM-011")
    return None


def _by_category(tensor_dtype: int, scalars: Sequence[ScalarSpec]) -> int:
    promoted = promote_scalar(tensor_dtype, scalars[0].dtype)
    if promoted in (DataType.ACL_FLOAT16, DataType.ACL_BF16):
        made = [create_scalar(scalar.value, scalar.dtype) for scalar in scalars]
        if not all(scalar is not None and scalar.survives(promoted) for scalar in made):
            return DataType.ACL_FLOAT
    return DataType.ACL_COMPLEX64 if promoted == DataType.ACL_COMPLEX32 else promoted


@_judges("casts_through")
def _casts_through(rule: Rule, state: State) -> Verdict | None:
    source, through, out = (state.args[name] for name in rule.params)
    if can_cast(source.dtype, through) and can_cast(through, out.dtype):
        return None
    return _refuse(rule, "ACLNN-PARAM-012")


# Formats and shapes


@_judges("same_format")
def _same_format(rule: Rule, state: State) -> Verdict | None:
    found = {tensor.format for tensor in state.tensors(rule.params)}
    return _refuse(rule, "ACLNN-PARAM-005") if len(found) > 1 else None


@_judges("same_shape")
def _same_shape(rule: Rule, state: State) -> Verdict | None:
    found = {tensor.shape for tensor in state.tensors(rule.params)}
    return _refuse(rule, "ACLNN-PARAM-006") if len(found) > 1 else None


@_judges("broadcasts_to")
def _broadcasts_to(rule: Rule, state: State) -> Verdict | None:
    target, *names = rule.params
    shape = state.args[target].shape
    if any(_broadcast(shape, tensor.shape) != shape for tensor in state.tensors(names)):
        return _refuse(rule, "ACLNN-PARAM-007")
    return None


@_judges("shape_is_broadcast")
def _shape_is_broadcast(rule: Rule, state: State) -> Verdict | None:
    first, *rest = state.tensors(rule.facts["inputs"])
    shape = first.shape
    for tensor in rest:
        merged = _broadcast(shape, tensor.shape)
        if merged is None:
            return _refuse(rule, "ACLNN-PARAM-008")
        shape = merged
    return None if state.args[rule.facts["out"]].shape == shape else _refuse(rule, "ACLNN-PARAM-009")


# Attributes


@_judges("one_of")
def _one_of(rule: Rule, state: State) -> Verdict | None:
    return None if state.args[rule.params[0]] in rule.facts["values"] else _refuse(rule, "ACLNN-PARAM-010")


@_judges("axes_in_range")
def _axes_in_range(rule: Rule, state: State) -> Verdict | None:
    axes, tensor = (state.args[name] for name in rule.params)
    rank = max(tensor.rank, 1)
    inside = [-rank <= axis < rank for axis in axes.values]
    repeated = len({axis % rank for axis in axes.values}) < len(axes.values)
    if repeated and not all(inside):
        return UNSURE  # operators differ in which they tell first
    if not all(inside):
        return _refuse(rule, "ACLNN-PARAM-015")
    return _refuse(rule, "ACLNN-PARAM-016") if repeated else None


# Rules within rules


def _inner(rules: Sequence[Rule], state: State) -> Verdict | None:
    return next((verdict for verdict in (_ask(rule, state) for rule in rules) if verdict is not None), None)


@_judges("unless_empty")
def _unless_empty(rule: Rule, state: State) -> Verdict | None:
    return None if state.args[rule.params[0]].empty else _inner(rule.facts["checks"], state)


@_judges("when_given")
def _when_given(rule: Rule, state: State) -> Verdict | None:
    return None if state.args[rule.params[0]] is None else _inner(rule.facts["checks"], state)


@_judges("done_if_empty")
def _done_if_empty(rule: Rule, state: State) -> Verdict | None:
    return OK if any(tensor.empty for tensor in state.tensors(rule.params)) else None


# aclnnCat's own


@_judges("on_kept")
def _on_kept(rule: Rule, state: State) -> Verdict | None:
    """Members of shape [0] are dropped; with none left nothing is asked and nothing is done."""
    kept = tuple(item for item in state.args["tensors"] if item is not None and item.shape != (0,))
    if not kept:
        return OK
    state.args["tensors"] = kept
    return _inner(rule.facts["checks"], state)


@_judges("joint_dtype")
def _joint_dtype(rule: Rule, state: State) -> Verdict | None:
    first, *rest = state.tensors(rule.params)
    joint: int = first.dtype
    for tensor in rest:
        joint = promote(tensor.dtype, joint)
        if joint == _UNDEFINED:
            return _refuse(rule, "ACLNN-PARAM-011")
        if joint == DataType.ACL_COMPLEX128:
            return _refuse(rule, "ACLNN-PARAM-026")
    state.promoted = joint
    return None


@_judges("one_format")
def _one_format(rule: Rule, state: State) -> Verdict | None:
    first, *rest = state.tensors(rule.params)
    if is_private_format(first.format):
        return _refuse(rule, "ACLNN-PARAM-023")
    return _refuse(rule, "ACLNN-PARAM-005") if any(t.format != first.format for t in rest) else None


@_judges("joinable")
def _joinable(rule: Rule, state: State) -> Verdict | None:
    first, *rest = state.tensors(rule.params[:1])
    dim = state.args[rule.params[1]]
    if first.rank > 8:
        return _refuse(rule, "ACLNN-PARAM-002")
    dim += first.rank if dim < 0 else 0
    if not 0 <= dim < first.rank:
        return _refuse(rule, "ACLNN-PARAM-024")
    for other in rest:
        same = other.rank == first.rank and all(
            a == b for axis, (a, b) in enumerate(zip(first.shape, other.shape, strict=True)) if axis != dim
        )
        if not same:
            return _refuse(rule, "ACLNN-PARAM-025")
    return None


@_judges("contiguous_for_int4")
def _contiguous_for_int4(rule: Rule, state: State) -> Verdict | None:
    self, out = (state.args[name] for name in rule.params)
    if out.dtype == DataType.ACL_INT4 and not self.contiguous:
        return _refuse(rule, "ACLNN-PARAM-027")
    return None


# What the L0 steps refuse after the checks


@_judges("offset_inside")
def _offset_inside(rule: Rule, state: State) -> Verdict | None:
    """CreateView: 0 <= offset <= storage elements."""
    for tensor in state.tensors(rule.params):
        elements = 1
        for size in tensor.storage_shape:
            elements *= size
        if not 0 <= tensor.offset <= elements:
            if "unsure" in rule.facts:
                return UNSURE
            return _refuse(rule, "ACLNN-TENSOR-007", INNER_NULLPTR)
    return None


@_judges("reach_inside")
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
            return UNSURE if state.regbase else _refuse(rule, "ACLNN-TENSOR-006", INNER_NULLPTR)
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
    return _refuse(rule, "ACLNN-VIEW-004", INNER_NULLPTR)


@_judges("emulated")
def _emulated(rule: Rule, state: State) -> Verdict | None:
    """Dtypes that the emulator does not compute answer 561003, which no real library does."""
    if any(numpy_dtype(tensor.dtype) is None for tensor in state.tensors(rule.params)):
        return UNSURE
    return None


@_judges("cast_kernel")
def _cast_kernel(rule: Rule, state: State) -> Verdict | None:
    """params: tensors that are cast; facts: `source` and `target` are parameters, dtype values or "promoted"."""
    return cast_verdict(
        rule, _dtype_of(rule.facts["source"], state), _dtype_of(rule.facts["target"], state), state
    )


@_judges("members_cast")
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


@_judges("promoted_exists")
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
    return _refuse(rule, "ACLNN-VIEW-005", INNER_NULLPTR) if state.promoted == _UNDEFINED else None


@_judges("result_shape")
def _result_shape(rule: Rule, state: State) -> Verdict | None:
    """The result has the shape of out, or both have one element."""
    shape = rule.facts["shape"](state)
    out = state.args[rule.params[0]]
    one = out.numel == 1 and not out.empty and all(size == 1 for size in shape)
    if shape == out.shape or one:
        return None
    return _refuse(rule, rule.facts.get("message", "ACLNN-PARAM-009"))


@_judges("result_dtype")
def _result_dtype(rule: Rule, state: State) -> Verdict | None:
    """ViewCopy: the result has the dtype of out."""
    if _dtype_of(rule.facts["source"], state) == state.args[rule.params[0]].dtype:
        return None
    return _refuse(rule, "ACLNN-VIEW-001", INNER_NULLPTR)


@_judges("case_of")
def _case_of(rule: Rule, state: State) -> Verdict | None:
    """The rules that a condition on the call chooses."""
    return _inner(rule.facts["rules"](state), state)


@_judges("nd_result")
def _nd_result(rule: Rule, state: State) -> Verdict | None:
    """Where a result may keep its input's format, only ND throughout is settled."""
    return UNSURE if any(tensor.format != 2 for tensor in state.tensors(rule.params)) else None


@_judges("format_rank")
def _format_rank(rule: Rule, state: State) -> Verdict | None:
    """ReFormat: a format with a fixed rank refuses a result of another."""
    out = state.args[rule.params[0]]
    rank = {0: 4, 1: 4, 16: 4, 4: 4, 3: 5, 27: 5, 30: 5, 32: 6, 33: 4, 47: 3}.get(out.format)
    if rank is None or rank == out.rank:
        return None
    return _refuse(rule, "ACLNN-VIEW-003", INNER_NULLPTR)
