"""All cases that follow from an operator's rules, chip by chip.

A family of cases changes a call that passes in one respect (a dtype, a rank, a view, ...) or in two (pairs of faults).
What the changed call must answer is the oracle's to say.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import attrs

from aclnn_emu.conformance import derive, phase_two
from aclnn_emu.conformance.assemble import phase_one_case
from aclnn_emu.conformance.cases import ArraySpec, Case, ScalarSpec, TensorSpec
from aclnn_emu.conformance.oracle import UNSURE, Rule, State, Verdict, judge
from aclnn_emu.conformance.readings import READINGS, Reading
from aclnn_emu.core.dtypes import DataType, dtype_name
from aclnn_emu.core.formats import format_name
from aclnn_emu.core.scalar import create_scalar
from aclnn_emu.ops import operators
from aclnn_emu.runtime.profile import PROFILES

if TYPE_CHECKING:
    from aclnn_emu.plan.spec import Operator
    from aclnn_emu.runtime.profile import Profile

__all__ = ["SOCS", "Subject", "cases_of", "generate", "subject"]

SOCS = tuple(PROFILES)

_Args = Mapping[str, Any]
_Variants = Iterator[tuple[str, _Args]]

_DTYPES = (*(int(member) for member in DataType), 4321)
_SCALARS = (
    DataType.ACL_FLOAT, DataType.ACL_FLOAT16, DataType.ACL_BF16, DataType.ACL_DOUBLE, DataType.ACL_INT8,
    DataType.ACL_INT16, DataType.ACL_INT32, DataType.ACL_INT64, DataType.ACL_UINT8, DataType.ACL_UINT16,
    DataType.ACL_UINT32, DataType.ACL_UINT64, DataType.ACL_BOOL, DataType.ACL_COMPLEX64, DataType.ACL_COMPLEX128,
)  # fmt: skip
_FORMATS = (0, 1, 2, 3, 4, 29, 30, 47)
_SHAPES = (
    (2, 3), (1, 3), (2, 1), (1, 1), (3,), (1,), (2,), (), (1, 2, 3), (2, 2, 3), (2, 2), (3, 3), (3, 2), (4, 3), (2, 4),
    (0, 3), (2, 0), (0,), (1, 1, 2, 3), (6,),
)  # fmt: skip
_EMPTY = ((0, 3), (2, 0), (0,), (0, 1), (3, 0, 2))


@attrs.frozen
class Subject:
    """An operator with what the generator knows of it.

    Attributes:
        operator: the declaration, of which only the prototype is used.
        rules: to judge by.
        base: arguments that pass, or are plain.
        read: the rules come from the source and tell what passes; else only refusals become cases.
        source: of the expectations.
        reading: the reading, None where there is none.
    """

    operator: Operator
    rules: tuple[Rule, ...]
    base: _Args
    read: bool
    source: str
    reading: Reading | None

    def of(self, *kinds: str) -> list[str]:
        """Names of the parameters of these kinds that are given in the base call."""
        return [p.name for p in self.operator.params if p.kind in kinds and self.base[p.name] is not None]

    @property
    def tensors(self) -> list[str]:
        """The tensor parameters."""
        return self.of("tensor")

    def fitted(self, args: _Args) -> _Args:
        """The arguments with out in the shape of the result, where one is known."""
        reading = self.reading
        if reading is None or reading.result is None or args.get(reading.out) is None:
            return args
        state = State(dict(args), PROFILES["Ascend910B"])
        try:
            shape = reading.result(state)
        except (AttributeError, ValueError, IndexError, TypeError):  # the inputs have no result
            return args
        return {**args, reading.out: attrs.evolve(args[reading.out], shape=shape, strides=None)}


@cache
def subject(name: str) -> Subject:
    """The operator with this C name."""
    operator = operators()[name]
    reading = READINGS.get(name)
    if reading is None:
        rules, base = derive.rules_of(operator), derive.base_of(operator)
        return Subject(operator, rules, base, read=False, source="declaration", reading=None)
    return Subject(operator, reading.rules, reading.base, read=True, source=reading.source, reading=reading)


def generate(names: Sequence[str], socs: Sequence[str]) -> Iterator[Case]:
    """The cases of operators, by chip first, so that a backend changes its chip seldom."""
    for soc in socs:
        for name in names:
            yield from cases_of(name, soc)


def cases_of(name: str, soc: str) -> Iterator[Case]:
    """The cases of one operator on one chip; calls that are the same appear once."""
    found, profile = subject(name), PROFILES[soc]
    seen: set[Any] = set()
    for family, variants in _FAMILIES.items():
        for detail, args in variants(found, profile):
            key = tuple(_key(args[p.name]) for p in found.operator.params)
            if key in seen:
                continue
            seen.add(key)
            case = _case(found, soc, f"{family}-{detail}" if detail else family, args)
            if case is not None:
                yield case
    yield from phase_two.null_outputs(found.operator, found.base, soc)
    if found.read:
        yield from phase_two.cases(found.operator, found.base, soc)


def _key(value: Any) -> Any:
    if isinstance(value, (bool, int, float)):
        return type(value).__name__, value
    return (value, type(value.value).__name__, repr(value.value)) if isinstance(value, ScalarSpec) else value


def _case(found: Subject, soc: str, detail: str, args: _Args) -> Case | None:
    verdict = judge(found.rules, args, PROFILES[soc])
    if verdict.status == UNSURE.status or (not found.read and verdict.place < 0):
        return None
    rule = found.rules[verdict.place] if verdict.place >= 0 else None
    source = f"{found.source}: {rule.text}" if rule is not None else f"{found.source}: no check refuses it"
    return phase_one_case(
        found.operator,
        args,
        id=f"{found.operator.name}/{soc}/{detail}",
        soc=soc,
        rule=detail.split("-", maxsplit=1)[0],
        verdict=verdict,
        source=source,
    )


# Families: what is changed. Each yields a label and the arguments.


def _plain(found: Subject, _profile: Profile) -> _Variants:
    yield "", found.base


def _nulls(found: Subject, _profile: Profile) -> _Variants:
    for name in found.of(
        "tensor", "tensor_list", "scalar", "scalar_list", "int_array", "float_array", "bool_array"
    ):
        yield name, {**found.base, name: None}
    for name in found.of("tensor_list"):
        members = found.base[name]
        for place in range(len(members)):
            changed = tuple(None if at == place else member for at, member in enumerate(members))
            yield f"{name}[{place}]", {**found.base, name: changed}


def _places(found: Subject) -> Iterator[tuple[str, TensorSpec, Callable[[TensorSpec], _Args]]]:
    """Every tensor of the base call: its label, itself, and the call with another in its place."""
    for name in found.of("tensor", "tensor_list"):
        value = found.base[name]
        if isinstance(value, TensorSpec):
            yield name, value, partial(_put, found.base, name)
            continue
        for place, member in enumerate(value):
            label = f"{name}[{place}]"
            yield label, member, partial(_put, found.base, label)


def _put(args: _Args, label: str, new: TensorSpec) -> _Args:
    """The call with another tensor in the place that the label names: ``self`` or ``tensors[1]``."""
    name, _, place = label.partition("[")
    if not place:
        return {**args, name: new}
    at = int(place.rstrip("]"))
    return {**args, name: (*args[name][:at], new, *args[name][at + 1 :])}


def _at(args: _Args, label: str) -> TensorSpec:
    """The tensor in the place that the label names."""
    name, _, place = label.partition("[")
    found: TensorSpec = args[name][int(place.rstrip("]"))] if place else args[name]
    return found


def _with_all(args: _Args, change: Callable[[TensorSpec], TensorSpec]) -> _Args:
    """Every tensor changed in the same way."""

    def one(value: Any) -> Any:
        if isinstance(value, TensorSpec):
            return change(value)
        return tuple(map(one, value)) if isinstance(value, tuple) else value

    return {name: one(value) for name, value in args.items()}


def _dtype_attributes(found: Subject) -> list[str]:
    return [p.name for p in found.operator.params if "aclDataType" in p.ctype and p.kind == "attr"]


def _one_dtype(found: Subject, _profile: Profile) -> _Variants:
    for label, tensor, put in _places(found):
        for dtype in _DTYPES:
            yield f"{label}-{dtype_name(dtype)}", put(attrs.evolve(tensor, dtype=dtype))


def _all_dtypes(found: Subject, _profile: Profile) -> _Variants:
    attributes = _dtype_attributes(found)
    for dtype in _DTYPES:
        args = _with_all(found.base, partial(attrs.evolve, dtype=dtype))
        yield dtype_name(dtype), {**args, **dict.fromkeys(attributes, dtype)}
        if attributes:
            yield f"tensors-{dtype_name(dtype)}", args


def _dtype_values(found: Subject, _profile: Profile) -> _Variants:
    out = found.reading.out if found.reading else ""
    for name in _dtype_attributes(found):
        for dtype in _DTYPES:
            yield f"{name}-{dtype_name(dtype)}", {**found.base, name: dtype}
            if out:
                followed = attrs.evolve(found.base[out], dtype=dtype)
                yield f"{name}-{out}-{dtype_name(dtype)}", {**found.base, name: dtype, out: followed}


def _scalar_dtypes(found: Subject, _profile: Profile) -> _Variants:
    for name in found.of("scalar"):
        for dtype in _SCALARS:
            for value in (1.0, 2.5):
                made = create_scalar(value if dtype != DataType.ACL_BOOL else value > 1, dtype)
                spec = ScalarSpec(dtype, made.value) if made is not None else ScalarSpec(dtype, value)
                yield f"{name}-{dtype_name(dtype)}-{value}", {**found.base, name: spec}


def _promotions(found: Subject, profile: Profile) -> _Variants:
    """Every pair of listed dtypes in the first two tensors, with out in FLOAT and in the first's dtype."""
    places = list(_places(found))
    inputs = [place for place in places if place[0] != (found.reading.out if found.reading else "out")]
    if len(inputs) < 2:
        for name in found.of("scalar")[:1]:
            yield from _scalar_promotions(found, inputs[0][0], name)
        return
    first, second = (label for label, _, _ in inputs[:2])
    listed = _listed(found, profile)
    for a, b in itertools.product(listed, repeat=2):
        args = _put_dtype(_put_dtype(found.base, first, a), second, b)
        yield f"{dtype_name(a)}-{dtype_name(b)}", args
        out = found.reading.out if found.reading else ""
        if out:
            wide = int(DataType.ACL_COMPLEX128)
            yield f"{dtype_name(a)}-{dtype_name(b)}-wide", _put_dtype(args, out, wide)
            yield f"{dtype_name(a)}-{dtype_name(b)}-first", _put_dtype(args, out, a)


def _scalar_promotions(found: Subject, tensor: str, scalar: str) -> _Variants:
    out = found.reading.out if found.reading else ""
    for a, b in itertools.product(_SCALARS, repeat=2):
        args = {**_put_dtype(found.base, tensor, a), scalar: ScalarSpec(b, b == DataType.ACL_BOOL or 1)}
        yield f"{dtype_name(a)}-{scalar}-{dtype_name(b)}", args
        if out:
            yield f"{dtype_name(a)}-{scalar}-{dtype_name(b)}-same", _put_dtype(args, out, a)


def _listed(found: Subject, profile: Profile) -> tuple[int, ...]:
    for rule in _flat(found.rules):
        if rule.kind == "dtype_in":
            listed: tuple[int, ...] = rule.facts["dtypes"].on(profile)
            return listed
    return ()


def _flat(rules: Sequence[Rule]) -> Iterator[Rule]:
    for rule in rules:
        yield rule
        yield from _flat(rule.facts.get("checks", ()))


def _put_dtype(args: _Args, label: str, dtype: int) -> _Args:
    return _put(args, label, attrs.evolve(_at(args, label), dtype=dtype))


def _ranks(found: Subject, _profile: Profile) -> _Variants:
    for rank in range(10):
        shape = (*(1,) * (rank - 1), 3) if rank else ()
        changed = _with_all(found.base, partial(attrs.evolve, shape=shape))
        yield f"all-{rank}", found.fitted(changed)
        for label, tensor, put in _places(found):
            yield f"{label}-{rank}", put(attrs.evolve(tensor, shape=shape))


def _shapes(found: Subject, _profile: Profile) -> _Variants:
    for label, tensor, put in _places(found):
        for shape in _SHAPES:
            args = put(attrs.evolve(tensor, shape=shape))
            name = f"{label}-{'x'.join(map(str, shape)) or 'scalar'}"
            yield name, args
            yield f"{name}-fitted", found.fitted(args)


def _formats(found: Subject, _profile: Profile) -> _Variants:
    """Storage formats, at a rank that most of them allow; operators without a rule ignore them."""
    if not any(rule.kind in ("same_format", "one_format") for rule in _flat(found.rules)):
        return
    four = found.fitted(_with_all(found.base, lambda tensor: attrs.evolve(tensor, shape=(2, 3, 1, 1))))
    for form in _FORMATS:
        yield f"all-{format_name(form)}", _with_all(four, partial(attrs.evolve, format=form))
        for label, _, _ in _places(found):
            yield (
                f"{label}-{format_name(form)}",
                _put(four, label, attrs.evolve(_at(four, label), format=form)),
            )


def _attributes(found: Subject, _profile: Profile) -> _Variants:
    values: dict[str, tuple[Any, ...]] = {
        rule.params[0]: _around(rule.facts["values"]) for rule in _flat(found.rules) if rule.kind == "one_of"
    }
    values |= dict(found.reading.values) if found.reading else {}
    for name, candidates in values.items():
        for value in candidates:
            args = {**found.base, name: value}
            label = "_".join(map(str, value.values)) or "none" if isinstance(value, ArraySpec) else value
            yield f"{name}-{label}", args
            yield f"{name}-{label}-fitted", found.fitted(args)
    if len(values) > 1:
        for number, several in enumerate(itertools.product(*values.values())):
            args = {**found.base, **dict(zip(values, several, strict=True))}
            yield f"combined-{number}", found.fitted(args)


def _around(values: tuple[int, ...]) -> tuple[int, ...]:
    far = (-(2**63), -(2**31), -1, 2**31 - 1, 2**63 - 1)
    return tuple(dict.fromkeys((*values, min(values) - 1, max(values) + 1, *far)))


def _empties(found: Subject, profile: Profile) -> _Variants:
    for shape in _EMPTY:
        label = "x".join(map(str, shape))
        empty = found.fitted(_with_all(found.base, partial(attrs.evolve, shape=shape)))
        yield label, empty
        for name, fault in _faults(found, profile, empty):
            yield f"{label}-{name}", fault


def _views(found: Subject, _profile: Profile) -> _Variants:
    for label, tensor, put in _places(found):
        if tensor.rank != 2:
            continue
        for name, view in _views_of(tensor):
            yield f"{label}-{name}", put(view)


def _views_of(tensor: TensorSpec) -> Iterator[tuple[str, TensorSpec]]:
    """Views of a rank-2 tensor: inside their storage, at its edge, and past it."""
    rows, columns = tensor.shape
    last = 2 * columns * (rows - 1) + 2 * (columns - 1)
    table: tuple[tuple[str, tuple[int, int] | None, int, tuple[int, ...]], ...] = (
        ("transposed", (1, rows), 0, (columns, rows)),
        ("gaps", (2 * columns, 2), 0, (rows, 2 * columns)),
        ("gaps_to_the_edge", (2 * columns, 2), 0, (last + 1,)),
        ("gaps_past_the_edge", (2 * columns, 2), 0, (last,)),
        ("offset", None, 1, (rows * columns + 1,)),
        ("offset_with_gaps", (2 * columns, 2), 3, (last + 4,)),
        ("offset_with_gaps_past_the_edge", (2 * columns, 2), 4, (last + 4,)),
        ("rows_repeated", (0, 1), 0, (columns,)),
        ("backwards", (-columns, 1), columns * (rows - 1), (rows * columns,)),
        ("backwards_before_the_start", (-columns, 1), columns * (rows - 1) - 1, (rows * columns,)),
        ("contiguous_past_the_edge", None, 0, (rows * columns - 1,)),
        ("offset_at_the_end", None, rows * columns, (rows * columns,)),
        ("offset_past_the_end", None, rows * columns + 1, (rows * columns,)),
        ("offset_negative", None, -1, (rows * columns,)),
    )
    for name, strides, offset, storage in table:
        if name.startswith(("gaps", "offset_with", "back", "rows", "transposed")) and 1 in tensor.shape:
            continue
        yield name, attrs.evolve(tensor, strides=strides, offset=offset, storage=storage)


def _faults(found: Subject, profile: Profile, args: _Args) -> _Variants:
    """One fault for each check, the first that it refuses."""
    done: set[int] = set()
    for name, change in _changes(found):
        fault = _merge(found.base, args, change)
        if fault is None:
            continue
        place = judge(found.rules, fault, profile).place
        if place >= 0 and place not in done:
            done.add(place)
            yield name, fault


def _faults_by_place(found: Subject, profile: Profile) -> dict[int, dict[str, tuple[str, _Args]]]:
    """For each check the faults that it refuses: one for each parameter, with its label."""
    table: dict[int, dict[str, tuple[str, _Args]]] = defaultdict(dict)
    for name, change in _changes(found):
        place = judge(found.rules, {**found.base, **change}, profile).place
        if place >= 0:
            table[place].setdefault(next(iter(change)), (name, change))
    return table


@cache
def _changes_of(name: str) -> tuple[tuple[str, dict[str, Any]], ...]:
    found = subject(name)
    profile = PROFILES["Ascend910B"]
    variants = itertools.chain(
        *(
            family(found, profile)
            for family in (
                _nulls,
                _one_dtype,
                _dtype_values,
                _scalar_dtypes,
                _ranks,
                _shapes,
                _formats,
                _attributes,
                _views,
            )
        )
    )
    changes = []
    for label, args in variants:
        changed = {key: value for key, value in args.items() if value != found.base[key]}
        if len(changed) == 1:
            changes.append((label, changed))
    return tuple(changes)


def _changes(found: Subject) -> tuple[tuple[str, dict[str, Any]], ...]:
    """Changes of a single argument, as what they set."""
    return _changes_of(found.operator.name)


def _merge(base: _Args, args: _Args, change: Mapping[str, Any]) -> dict[str, Any] | None:
    """`args` with the change laid over it; None where both change the same thing."""
    merged = dict(args)
    for name, value in change.items():
        old, now = base[name], args[name]
        if now == old:
            merged[name] = value
        elif isinstance(value, TensorSpec) and isinstance(now, TensorSpec) and isinstance(old, TensorSpec):
            fields = {
                field.name: getattr(value, field.name)
                for field in attrs.fields(TensorSpec)
                if getattr(value, field.name) != getattr(old, field.name)
            }
            if any(getattr(now, field) != getattr(old, field) for field in fields):
                return None
            both = attrs.evolve(now, **fields)
            if both.strides is not None and len(both.strides) != both.rank:
                return None
            merged[name] = both
        elif value is None:
            merged[name] = None
        else:
            return None
    return merged


def _pairs(found: Subject, profile: Profile) -> _Variants:
    """Two faults at once, for every two checks; the first in order must win."""
    table = _faults_by_place(found, profile)
    for first, second in itertools.combinations(sorted(table), 2):
        for (name_a, change_a), (name_b, change_b) in itertools.product(
            table[first].values(), table[second].values()
        ):
            both = _merge(found.base, {**found.base, **change_a}, change_b)
            if both is not None and _tells_order(found, profile, (first, change_a), (second, change_b)):
                yield f"{name_a}+{name_b}", both
                break


def _tells_order(found: Subject, profile: Profile, a: tuple[int, _Args], b: tuple[int, _Args]) -> bool:
    """Whether the second check would refuse, were the first not there."""
    (first, change_a), (second, change_b) = a, b
    if found.rules[first].kind in ("not_null", "members_not_null"):
        return not change_a.keys() & change_b.keys()
    both = _merge(found.base, {**found.base, **change_a}, change_b)
    others = (*found.rules[:first], *found.rules[first + 1 :])
    return both is not None and judge(others, both, profile).place == second - 1


_FAMILIES: Mapping[str, Callable[[Subject, Profile], _Variants]] = {
    "plain": _plain,
    "null": _nulls,
    "dtype": _one_dtype,
    "dtypes": _all_dtypes,
    "value": _dtype_values,
    "scalar": _scalar_dtypes,
    "promotion": _promotions,
    "rank": _ranks,
    "shape": _shapes,
    "format": _formats,
    "attribute": _attributes,
    "empty": _empties,
    "view": _views,
    "pair": _pairs,
}


def verdict_of(name: str, args: _Args, soc: str) -> Verdict:
    """What the oracle says of a call, for tests and curious readers."""
    return judge(subject(name).rules, args, PROFILES[soc])
