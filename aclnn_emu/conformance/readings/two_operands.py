"""Operators of two tensors that broadcast: what they ask, as a line of steps, in the order of their sources."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import attrs

from aclnn_emu.conformance.oracle import REGBASE, Rule
from aclnn_emu.conformance.readings.rules import (
    Reading,
    by_name,
    cast_kernel,
    casts_to,
    done_if_empty,
    listed,
    max_rank,
    merged,
    not_null,
    promotes,
    reach_inside,
    shape_is_broadcast,
    tensor,
)

__all__ = ["READINGS"]


@attrs.frozen
class _Row:
    """An operator.

    Attributes:
        source: the vendor file.
        dtypes: of the operands, as in `one_operand`.
        steps: the checks behind the null check.
        out: dtypes of the result, where it has a list.
        result: the dtype of what is cast to out at the end: a name, "promoted", or "float" where integers become FLOAT.
        other: name of the second operand.
        base: the dtype of a call that passes.
    """

    source: str
    dtypes: str
    steps: str
    out: str = ""
    result: str = "promoted"
    other: str = "other"
    base: str = "f32"


def _math(name: str, file: str = "") -> str:
    return f"ops-math/math/{name}/op_api/aclnn_{file or name}.cpp"


def _rules(row: _Row) -> Iterator[Rule]:
    pair, out = ("self", row.other), "out"
    steps: Mapping[str, Callable[[], Rule]] = {
        "dtype": lambda: attrs.evolve(listed(row.dtypes), params=pair),
        "out": lambda: attrs.evolve(listed(row.out or row.dtypes), params=(out,)),
        "promote": lambda: promotes(*pair),
        "cast": lambda: casts_to(out),
        "public": lambda: Rule("public_format", (*pair, out), {}, "no private format"),
        "rank": lambda: max_rank(*pair),
        "ranks": lambda: max_rank(*pair, out),
        "shape": lambda: shape_is_broadcast(out, *pair),
        "empty": lambda: done_if_empty(*pair),
        "950?": lambda: Rule("own_promotion", pair, {}, "Ascend950 promotes in its own way", only_on=REGBASE),
        "not-bools": lambda: Rule("not_both", pair, {"dtype": by_name("bool")}, "not BOOL and BOOL"),
    }
    yield not_null(*pair, out)
    yield from (steps[step]() for step in row.steps.split())
    yield done_if_empty(*pair)
    yield reach_inside(*pair)
    if row.result != "promoted":
        fixed = 0 if row.result == "float" else by_name(row.result)
        yield Rule("computed_dtype", pair, {"dtype": fixed, "fixed": row.result != "float"}, "")
    yield cast_kernel("promoted", out)


_NUMERIC = "f32 s32 s64 f16 s16 s8 u8 f64 bool + bf16"
_COMPLEX_TOO = "f32 s32 s64 f16 s16 s8 u8 f64 bool c64 c128 + bf16"
_ANY = "s64 u64 s32 u32 s16 u16 s8 u8 f64 f32 f16 bf16 bool c128 c64"

_ROWS: Mapping[str, _Row] = {
    "Atan2": _Row(_math("atan2"), _NUMERIC, "dtype rank shape", result="float"),
    "BitwiseAndTensor": _Row(
        _math("bitwise_and", "bitwise_and_tensor"), "s16 s32 s64 s8 u8 bool u16", "dtype promote cast public rank shape",
        base="s32",
    ),
    "BitwiseOrTensor": _Row(
        _math("bitwise_or", "bitwise_or_tensor"), "s8 s16 s32 s64 u8 u16 u32 u64 bool", "dtype promote cast ranks shape",
        base="s32",
    ),
    "BitwiseXorTensor": _Row(
        _math("bitwise_xor", "bitwise_xor_tensor"), "s8 s16 s32 s64 u8 bool |950 s8 s16 s32 s64 u8 bool u16 u32 u64",
        "dtype promote cast ranks shape", base="s32",
    ),
    "LogicalAnd": _Row(
        _math("logical_and"), "f32 f16 s32 f64 bf16 s8 u8 s16 s64 bool c64 c128", "dtype rank shape", result="bool"
    ),
    "LogicalOr": _Row(
        _math("logical_or"), _COMPLEX_TOO, "dtype out rank shape", result="bool",
        out=f"{_COMPLEX_TOO} |950 {_ANY}",
    ),
    "LogicalXor": _Row(_math("not_equal", "logical_xor"), _COMPLEX_TOO, "dtype out rank shape", result="bool"),
    "LtTensor": _Row(
        _math("less", "lt_tensor"), "f32 s32 s64 f16 s16 s8 u8 f64 u32 u64 bool u16 + bf16", "dtype out 950? promote rank shape",
        result="bool", out=f"f32 s32 s64 f16 s16 s8 u8 f64 u32 u64 bool u16 + bf16 |950 {_ANY}",
    ),
    "Maximum": _Row(_math("maximum"), _NUMERIC, "dtype out 950? promote cast rank shape"),
    "Minimum": _Row(_math("minimum"), _NUMERIC, "dtype out 950? promote cast rank shape"),
    "NeTensor": _Row(
        _math("not_equal", "ne_tensor"), f"{_COMPLEX_TOO} |950 f32 s32 s64 f16 s16 s8 u8 bool f64 c64 c128 bf16 u64",
        "empty dtype out 950? promote rank shape", result="bool", out=f"{_COMPLEX_TOO} |950 {_ANY}",
    ),
    "PowTensorTensor": _Row(
        _math("pow", "pow_tensor_tensor"), "f32 s32 s64 f16 s8 u8 f64 bool c64 c128 s16 + bf16",
        "not-bools dtype promote cast rank shape", other="exponent",
    ),
    "XLogYTensor": _Row(
        _math("xlogy", "x_log_y_tensor"), "f32 s32 s64 f16 s8 u8 bool s16 + bf16", "dtype promote rank shape", result="float"
    ),
}  # fmt: skip


def _reading(row: _Row) -> Reading:
    dtype = by_name(row.base)
    base = {"self": tensor(dtype=dtype), row.other: tensor(dtype=dtype), "out": tensor(dtype=dtype)}
    return Reading(tuple(_rules(row)), base, row.source, merged("self", row.other), "out")


READINGS: Mapping[str, Reading] = {f"aclnn{name}": _reading(row) for name, row in _ROWS.items()}
