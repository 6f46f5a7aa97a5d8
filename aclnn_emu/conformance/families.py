"""Families of changed calls, each in one respect: a label and the arguments."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import attrs

from aclnn_emu.conformance.cases import ScalarSpec, TensorSpec
from aclnn_emu.conformance.oracle import Args, Rule
from aclnn_emu.conformance.subject import Subject
from aclnn_emu.core.dtypes import DataType, dtype_name
from aclnn_emu.core.formats import format_name
from aclnn_emu.core.scalar import create_scalar

if TYPE_CHECKING:
    from aclnn_emu.runtime.profile import Profile

__all__ = [
    "Variants",
    "all_dtypes",
    "dtype_values",
    "formats",
    "nulls",
    "one_dtype",
    "plain",
    "promotions",
    "ranks",
    "scalar_dtypes",
    "shapes",
    "views",
    "with_all",
]

Variants = Iterator[tuple[str, Args]]

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


def plain(found: Subject, _profile: Profile) -> Variants:
    """The base call."""
    yield "", found.base


def nulls(found: Subject, _profile: Profile) -> Variants:
    """Each pointer null, and each member of a list."""
    for name in found.of(
        "tensor", "tensor_list", "scalar", "scalar_list", "int_array", "float_array", "bool_array"
    ):
        yield name, {**found.base, name: None}
    for name in found.of("tensor_list"):
        members = found.base[name]
        for place in range(len(members)):
            changed = tuple(None if at == place else member for at, member in enumerate(members))
            yield f"{name}[{place}]", {**found.base, name: changed}


def _places(found: Subject) -> Iterator[tuple[str, TensorSpec, Callable[[TensorSpec], Args]]]:
    """Every tensor of the base call: its label, itself, and the call with another in its place."""
    for name in found.of("tensor", "tensor_list"):
        value = found.base[name]
        if isinstance(value, TensorSpec):
            yield name, value, partial(_put, found.base, name)
            continue
        for place, member in enumerate(value):
            label = f"{name}[{place}]"
            yield label, member, partial(_put, found.base, label)


def _put(args: Args, label: str, new: TensorSpec) -> Args:
    """The call with another tensor in the place that the label names: ``self`` or ``tensors[1]``."""
    name, _, place = label.partition("[")
    if not place:
        return {**args, name: new}
    at = int(place.rstrip("]"))
    return {**args, name: (*args[name][:at], new, *args[name][at + 1 :])}


def _at(args: Args, label: str) -> TensorSpec:
    """The tensor in the place that the label names."""
    name, _, place = label.partition("[")
    found: TensorSpec = args[name][int(place.rstrip("]"))] if place else args[name]
    return found


def with_all(args: Args, change: Callable[[TensorSpec], TensorSpec]) -> Args:
    """Every tensor changed in the same way."""

    def one(value: Any) -> Any:
        if isinstance(value, TensorSpec):
            return change(value)
        return tuple(map(one, value)) if isinstance(value, tuple) else value

    return {name: one(value) for name, value in args.items()}


def _dtype_attributes(found: Subject) -> list[str]:
    return [p.name for p in found.operator.params if "aclDataType" in p.ctype and p.kind == "attr"]


def one_dtype(found: Subject, _profile: Profile) -> Variants:
    """Each dtype in each place."""
    for label, tensor, put in _places(found):
        for dtype in _DTYPES:
            yield f"{label}-{dtype_name(dtype)}", put(attrs.evolve(tensor, dtype=dtype))


def all_dtypes(found: Subject, _profile: Profile) -> Variants:
    """Each dtype in all places at once."""
    attributes = _dtype_attributes(found)
    for dtype in _DTYPES:
        args = with_all(found.base, partial(attrs.evolve, dtype=dtype))
        yield dtype_name(dtype), {**args, **dict.fromkeys(attributes, dtype)}
        if attributes:
            yield f"tensors-{dtype_name(dtype)}", args


def dtype_values(found: Subject, _profile: Profile) -> Variants:
    """Each dtype as an attribute, alone and with out following it."""
    out = found.reading.out if found.reading else ""
    for name in _dtype_attributes(found):
        for dtype in _DTYPES:
            yield f"{name}-{dtype_name(dtype)}", {**found.base, name: dtype}
            if out:
                followed = attrs.evolve(found.base[out], dtype=dtype)
                yield f"{name}-{out}-{dtype_name(dtype)}", {**found.base, name: dtype, out: followed}


def scalar_dtypes(found: Subject, _profile: Profile) -> Variants:
    """Each dtype of a scalar, with a value that every dtype holds and one that integers do not."""
    for name in found.of("scalar"):
        for dtype in _SCALARS:
            for value in (1.0, 2.5):
                made = create_scalar(value if dtype != DataType.ACL_BOOL else value > 1, dtype)
                spec = ScalarSpec(dtype, made.value) if made is not None else ScalarSpec(dtype, value)
                yield f"{name}-{dtype_name(dtype)}-{value}", {**found.base, name: spec}


def promotions(found: Subject, profile: Profile) -> Variants:
    """Every pair of listed dtypes in the first two tensors, with out in FLOAT and in the first's dtype."""
    places = list(_places(found))
    inputs = [place for place in places if place[0] != (found.reading.out if found.reading else "out")]
    if len(inputs) < 2:
        for name in found.of("scalar")[:1] if inputs else ():
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


def _scalar_promotions(found: Subject, tensor: str, scalar: str) -> Variants:
    out = found.reading.out if found.reading else ""
    for a, b in itertools.product(_SCALARS, repeat=2):
        args = {**_put_dtype(found.base, tensor, a), scalar: ScalarSpec(b, b == DataType.ACL_BOOL or 1)}
        yield f"{dtype_name(a)}-{scalar}-{dtype_name(b)}", args
        if out:
            yield f"{dtype_name(a)}-{scalar}-{dtype_name(b)}-same", _put_dtype(args, out, a)


def _listed(found: Subject, profile: Profile) -> tuple[int, ...]:
    for rule in flat(found.rules):
        if rule.kind == "dtype_in":
            listed: tuple[int, ...] = rule.facts["dtypes"].on(profile)
            return listed
    return ()


def flat(rules: Sequence[Rule]) -> Iterator[Rule]:
    for rule in rules:
        yield rule
        yield from flat(rule.facts.get("checks", ()))


def _put_dtype(args: Args, label: str, dtype: int) -> Args:
    return _put(args, label, attrs.evolve(_at(args, label), dtype=dtype))


def ranks(found: Subject, _profile: Profile) -> Variants:
    """Ranks 0 to 9, in all tensors and in each."""
    for rank in range(10):
        shape = (*(1,) * (rank - 1), 3) if rank else ()
        changed = with_all(found.base, partial(attrs.evolve, shape=shape))
        yield f"all-{rank}", found.fitted(changed)
        for label, tensor, put in _places(found):
            yield f"{label}-{rank}", put(attrs.evolve(tensor, shape=shape))


def shapes(found: Subject, _profile: Profile) -> Variants:
    """Shapes that broadcast and their neighbours that do not, with out as it was and fitted."""
    for label, tensor, put in _places(found):
        for shape in _SHAPES:
            args = put(attrs.evolve(tensor, shape=shape))
            name = f"{label}-{'x'.join(map(str, shape)) or 'scalar'}"
            yield name, args
            yield f"{name}-fitted", found.fitted(args)


def formats(found: Subject, _profile: Profile) -> Variants:
    """Storage formats, at a rank that most of them allow; operators without a rule ignore them."""
    if not any(rule.kind in ("same_format", "one_format") for rule in flat(found.rules)):
        return
    four = found.fitted(with_all(found.base, lambda tensor: attrs.evolve(tensor, shape=(2, 3, 1, 1))))
    for form in _FORMATS:
        yield f"all-{format_name(form)}", with_all(four, partial(attrs.evolve, format=form))
        for label, _, _ in _places(found):
            yield (
                f"{label}-{format_name(form)}",
                _put(four, label, attrs.evolve(_at(four, label), format=form)),
            )


def views(found: Subject, _profile: Profile) -> Variants:
    """Strided and offset views, inside their storage, at its edge, and past it."""
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
