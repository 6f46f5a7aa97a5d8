"""What a reading is made of: rules by the names of their kinds, dtype lists, plain arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from aclnn_emu.conformance.cases import ScalarSpec, TensorSpec
from aclnn_emu.conformance.oracle import REGBASE, Rule, State
from aclnn_emu.core.dtypes import DataType, dtype_info
from aclnn_emu.plan.dtypes import DtypeList

__all__ = [
    "F32",
    "ONE",
    "Reading",
    "broadcasts_to",
    "by_name",
    "case_of",
    "cast_kernel",
    "casts_to",
    "chips",
    "done_if_empty",
    "dtype_in",
    "dtype_value_in",
    "listed",
    "max_rank",
    "merged",
    "not_null",
    "noted",
    "offset_inside",
    "offset_on_regbase",
    "promotes",
    "reach_inside",
    "reduction",
    "result_dtype",
    "result_shape",
    "same_dtype",
    "same_shape",
    "shape_is_broadcast",
    "shape_of",
    "tensor",
    "unless_empty",
]

_BY_SHORT = {dtype_info(member).short: int(member) for member in DataType}
F32 = int(DataType.ACL_FLOAT)


@attrs.frozen
class Reading:
    """What is known of an operator from its source.

    Attributes:
        rules: checks in order, then late refusals.
        base: arguments that pass on every chip.
        source: the vendor file.
        result: the shape of the result for arguments that pass, to fit out to changed inputs.
        out: the parameter that `result` is about; "" for operators in place.
        values: what else attributes may be, by parameter.
    """

    rules: tuple[Rule, ...]
    base: Mapping[str, Any]
    source: str
    result: Callable[[State], tuple[int, ...]] | None = None
    out: str = ""
    values: Mapping[str, tuple[Any, ...]] = attrs.field(factory=dict)


def by_name(short: str) -> int:
    """The dtype with this short name (f32)."""
    return _BY_SHORT[short]


def chips(default: str, **by_arch: str) -> DtypeList:
    """Lists by short names; ``dav_2201="+ bf16"`` adds to the default."""
    base = tuple(_BY_SHORT[name] for name in default.split())
    lists = {}
    for arch, names in by_arch.items():
        added = names.startswith("+")
        lists[int(arch.removeprefix("dav_"))] = (base if added else ()) + tuple(
            _BY_SHORT[name] for name in names.removeprefix("+").split()
        )
    return DtypeList(base, lists)


def not_null(*params: str, status: int = 161001) -> Rule:
    """None of them is a null pointer."""
    return Rule("not_null", params, {"status": status}, f"{', '.join(params)} not null")


def dtype_in(dtypes: DtypeList, *params: str, status: int = 161002) -> Rule:
    """The dtypes are on the chip's list."""
    return Rule(
        "dtype_in", params, {"dtypes": dtypes, "status": status}, f"dtype of {', '.join(params)} on the list"
    )


def listed(text: str) -> Rule:
    """The rule of a list of dtypes, for parameters that are put in later.

    Args:
        text: short names; a ``+`` begins what the chips from Ascend910B on have besides, ``|950`` the list of Ascend950
            where it is another.
    """
    plain, _, regbase = text.partition("|950")
    base, _, added = plain.partition("+")
    arches = (
        {"dav_2201": f"{base} {added}", "dav_3510": regbase or f"{base} {added}"} if added or regbase else {}
    )
    return dtype_in(chips(base, **arches))


def dtype_value_in(dtypes: DtypeList, param: str = "dtype") -> Rule:
    """The attribute, an aclDataType, is on the chip's list."""
    return Rule("dtype_value_in", (param,), {"dtypes": dtypes}, f"{param} on the list")


def max_rank(*params: str, status: int = 161002) -> Rule:
    """At most 8 dimensions."""
    return Rule(
        "max_rank", params, {"limit": 8, "status": status}, f"{', '.join(params)}: at most 8 dimensions"
    )


def same_shape(*params: str, status: int = 161002) -> Rule:
    """One view shape."""
    return Rule("same_shape", params, {"status": status}, f"{', '.join(params)}: one shape")


def same_dtype(*params: str, status: int = 161002) -> Rule:
    """One dtype."""
    return Rule("same_dtype", params, {"status": status}, f"{', '.join(params)}: one dtype")


def broadcasts_to(target: str, *params: str) -> Rule:
    """Broadcasting them does not enlarge `target`."""
    return Rule("broadcasts_to", (target, *params), {}, f"{', '.join(params)} broadcast to {target}")


def shape_is_broadcast(out: str, *inputs: str) -> Rule:
    """The inputs broadcast, and `out` has the resulting shape."""
    return Rule(
        "shape_is_broadcast", (*inputs, out), {"out": out, "inputs": inputs}, f"{out} has the broadcast shape"
    )


def promotes(*params: str) -> Rule:
    """The dtypes promote, folded in this order."""
    return Rule("promotes", params, {}, f"{', '.join(params)} promote")


def casts_to(out: str, **where: int) -> Rule:
    """The promoted dtype casts to that of `out`."""
    return Rule("casts_to", (out,), {}, f"promoted dtype casts to {out}", **where)


def reduction() -> Rule:
    """The attribute reduction is 0, 1 or 2."""
    return Rule("one_of", ("reduction",), {"values": (0, 1, 2)}, "reduction is 0, 1 or 2")


def unless_empty(param: str, *rules: Rule) -> Rule:
    """The rules apply only where `param` has elements."""
    names = tuple(dict.fromkeys(name for rule in rules for name in rule.params))
    return Rule("unless_empty", (param, *names), {"checks": rules}, "; ".join(rule.text for rule in rules))


def done_if_empty(*params: str) -> Rule:
    """The call succeeds without a kernel where one of them is empty."""
    return Rule("done_if_empty", params, {}, "an empty tensor ends the call")


def reach_inside(*params: str) -> Rule:
    """L0 Contiguous reads strided views, and these lie inside their storage."""
    return Rule("reach_inside", params, {}, "Contiguous: a strided view lies inside its storage (561103)")


def offset_inside(*params: str, **where: int) -> Rule:
    """CreateView: the offset lies inside the storage."""
    return Rule(
        "offset_inside", params, {}, "CreateView: the offset lies inside the storage (561103)", **where
    )


def offset_on_regbase(param: str) -> Rule:
    """Ascend950 makes a view only where the kernel takes strides."""
    return Rule("offset_inside", (param,), {"unsure": True}, "CreateView, in some cases", only_on=REGBASE)


def cast_kernel(source: str, target: str) -> Rule:
    """L0 Cast has a kernel for the pair; each is a parameter, or "promoted"."""
    return Rule(
        "cast_kernel", (), {"source": source, "target": target}, "Cast has a kernel for the pair (561103)"
    )


def result_dtype(source: str, out: str = "out") -> Rule:
    """L0 ViewCopy: `out` has the dtype of the result, that of `source`."""
    return Rule("result_dtype", (out,), {"source": source}, f"ViewCopy: the dtype of {out} (561103)")


def result_shape(
    shape: Callable[[State], tuple[int, ...]], status: int = 161002, message: str = "ACLNN-PARAM-009"
) -> Rule:
    """`out` has the shape of the result, or both have one element."""
    facts = {"shape": shape, "status": status, "message": message}
    return Rule("result_shape", ("out",), facts, f"out has the result's shape ({status})")


def case_of(rules: Callable[[State], tuple[Rule, ...]]) -> Rule:
    """The rules that the arguments choose."""
    return Rule("case_of", (), {"rules": rules}, "what the kernel asks in this case")


def noted(rule: Rule, text: str, *, emulator_only: str = "") -> Rule:
    """The rule with a remark for its source; `emulator_only` says why a card must not be asked."""
    facts = {**rule.facts, "emulator_only": emulator_only} if emulator_only else rule.facts
    return attrs.evolve(rule, text=f"{rule.text} ({text})", facts=facts)


def tensor(shape: tuple[int, ...] = (2, 3), dtype: int = F32) -> TensorSpec:
    """A plain tensor."""
    return TensorSpec(dtype, shape)


ONE = ScalarSpec(F32, 1.0)


def shape_of(param: str) -> Callable[[State], tuple[int, ...]]:
    """The shape of a parameter."""
    return lambda state: state.args[param].shape


def merged(first: str, second: str) -> Callable[[State], tuple[int, ...]]:
    """What two parameters broadcast to; of shapes that do not, some shape."""

    def shape(state: State) -> tuple[int, ...]:
        a, b = state.args[first].shape, state.args[second].shape
        rank = max(len(a), len(b))
        pairs = zip((1,) * (rank - len(a)) + a, (1,) * (rank - len(b)) + b, strict=True)
        return tuple(y if x == 1 else x for x, y in pairs)

    return shape
