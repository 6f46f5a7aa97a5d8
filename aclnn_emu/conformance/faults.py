"""Faults: one for each check, two at once, and on empty tensors."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import attrs

from aclnn_emu.conformance.attributes import attributes
from aclnn_emu.conformance.cases import TensorSpec
from aclnn_emu.conformance.families import (
    Variants,
    dtype_values,
    formats,
    nulls,
    one_dtype,
    ranks,
    scalar_dtypes,
    shapes,
    views,
    with_all,
)
from aclnn_emu.conformance.oracle import Args, judge
from aclnn_emu.conformance.subject import Subject, subject
from aclnn_emu.runtime.profile import PROFILES

if TYPE_CHECKING:
    from aclnn_emu.runtime.profile import Profile

__all__ = ["empties", "pairs"]

# The families that can change a single argument, by the names that they have in ids.
_SINGLE: Mapping[str, Callable[[Subject, Profile], Variants]] = {
    "null": nulls,
    "dtype": one_dtype,
    "value": dtype_values,
    "scalar": scalar_dtypes,
    "rank": ranks,
    "shape": shapes,
    "format": formats,
    "attribute": attributes,
    "view": views,
}
_EMPTY = ((0, 3), (2, 0), (0,), (0, 1), (3, 0, 2))


def empties(found: Subject, profile: Profile) -> Variants:
    """Empty tensors, alone and with a fault."""
    for shape in _EMPTY:
        label = "x".join(map(str, shape))
        empty = found.fitted(with_all(found.base, partial(attrs.evolve, shape=shape)))
        yield label, empty
        for name, fault in _faults(found, profile, empty):
            yield f"{label}-{name}", fault


def _faults(found: Subject, profile: Profile, args: Args) -> Variants:
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


def _faults_by_place(found: Subject, profile: Profile) -> dict[int, dict[str, tuple[str, Args]]]:
    """For each check the faults that it refuses: one for each parameter, with its label."""
    table: dict[int, dict[str, tuple[str, Args]]] = defaultdict(dict)
    for name, change in _changes(found):
        place = judge(found.rules, {**found.base, **change}, profile).place
        if place >= 0:
            table[place].setdefault(next(iter(change)), (name, change))
    return table


@cache
def _changes_of(name: str) -> tuple[tuple[str, dict[str, Any]], ...]:
    found = subject(name)
    profile = PROFILES["Ascend910B"]
    variants = (
        (f"{name}-{label}", args)
        for name, family in _SINGLE.items()
        for label, args in family(found, profile)
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


def _merge(base: Args, args: Args, change: Mapping[str, Any]) -> dict[str, Any] | None:
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


def pairs(found: Subject, profile: Profile) -> Variants:
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


def _tells_order(found: Subject, profile: Profile, a: tuple[int, Args], b: tuple[int, Args]) -> bool:
    """Whether the second check would refuse, were the first not there."""
    (first, change_a), (second, change_b) = a, b
    if found.rules[first].kind in ("not_null", "members_not_null"):
        return not change_a.keys() & change_b.keys()
    both = _merge(found.base, {**found.base, **change_a}, change_b)
    others = (*found.rules[:first], *found.rules[first + 1 :])
    return both is not None and judge(others, both, profile).place == second - 1
