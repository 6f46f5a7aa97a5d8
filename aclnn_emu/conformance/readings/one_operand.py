"""Operators of one operand: what they ask, as a line of steps behind the null check, in the order of their sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from aclnn_emu.conformance.oracle import REGBASE, Rule
from aclnn_emu.conformance.readings.rules import (
    Reading,
    by_name,
    cast_kernel,
    done_if_empty,
    listed,
    max_rank,
    not_null,
    reach_inside,
    same_dtype,
    same_shape,
    shape_of,
    tensor,
)

__all__ = ["READINGS"]

# The lists of several sources. A ``+`` begins what the chips from Ascend910B on have besides.
_REALS = "f32 f16 f64 + bf16"
_HALVES = "f32 f16 + bf16"
_COMPLEX = "f32 f16 f64 c64 c128 + bf16"
_INTS = "s8 s16 s32 s64 bool u8"
_ALL_BF16 = "f32 f16 f64 c64 c128 bf16"  # BF16 on every chip


@attrs.frozen
class _Row:
    """An operator and the one in place.

    Attributes:
        source: the vendor file.
        dtypes: of the operand; ``|950`` begins the list of Ascend950 where it is another.
        steps: the checks behind the null check, see `_STEPS`.
        out: dtypes of the result, where it has a list.
        in_place: what the operator in place asks before: "" nothing, a list of dtypes, or None where there is none.
        floats: the dtypes whose result is FLOAT, for ``cast`` and ``result``.
        results: other dtypes of results, for ``result``.
        names: operand, result, operand in place.
        null: what a null pointer answers.
        empty: the tensors of which an empty one ends the call.
        base: the dtype of a call that passes.
    """

    source: str
    dtypes: str
    steps: str
    out: str = ""
    in_place: str | None = None
    floats: str = ""
    results: Mapping[str, str] = attrs.field(factory=dict)
    names: tuple[str, str, str] = ("self", "out", "selfRef")
    null: int = 161001
    empty: str = "x"
    base: str = "f32"


def _rules(row: _Row, x: str, out: str) -> Iterator[Rule]:
    """The steps of a row as rules about these parameters; `x` and `out` are the same in place."""
    floats = tuple(by_name(name) for name in row.floats.split())
    both = tuple(dict.fromkeys((x, out)))
    results = {by_name(name): by_name(to) for name, to in row.results.items()}
    results |= dict.fromkeys(floats, by_name("f32"))
    steps = {
        "dtype": lambda: attrs.evolve(listed(row.dtypes), params=(x,)),
        "out": lambda: attrs.evolve(listed(row.out or row.dtypes), params=(out,)),
        "same": lambda: same_dtype(*both),
        "cast": lambda: Rule("cast_of_result", (x, out), {"floats": floats}, f"the result casts to {out}"),
        "result": lambda: Rule(
            "dtype_of_result", (x, out), {"results": results}, f"{out} has the result's dtype"
        ),
        "shape": lambda: same_shape(*both),
        "rank": lambda: max_rank(x),
        "ranks": lambda: max_rank(*both),
        "format": lambda: Rule("same_format", both, {}, f"{', '.join(both)}: one format"),
        "public": lambda: Rule("public_format", both, {}, "no private format"),
        "public-x": lambda: Rule("public_format", (x,), {}, f"{x}: no private format"),
        "public-950": lambda: Rule("public_format", both, {}, "no private format", only_on=REGBASE),
    }
    yield from (steps[step]() for step in row.steps.split())
    yield done_if_empty(*(both if row.empty == "both" else (x,)))
    yield reach_inside(x)
    yield Rule("emulated", both, {}, "")
    if "cast" in row.steps.split() and x != out:
        yield cast_kernel("promoted", out)


def _readings(name: str, row: _Row) -> Iterator[tuple[str, Reading]]:
    x, out, ref = row.names
    rules = (not_null(x, out, status=row.null), *_rules(row, x, out))
    base = {
        x: tensor(dtype=by_name(row.base)),
        out: tensor(dtype=by_name(row.out if row.out == "bool" else row.base)),
    }
    yield f"aclnn{name}", Reading(rules, base, row.source, shape_of(x), out)
    if row.in_place is not None:
        own = (attrs.evolve(listed(row.in_place), params=(ref,)),) if row.in_place else ()
        rules = (not_null(ref, status=row.null), *own, *_rules(row, ref, ref))
        yield f"aclnnInplace{name}", Reading(rules, {ref: tensor()}, row.source)


def _math(name: str, file: str = "") -> str:
    return f"ops-math/math/{name}/op_api/aclnn_{file or name}.cpp"


def _nn(name: str, file: str = "") -> str:
    return f"ops-nn/activation/{name}/op_api/aclnn_{file or name}.cpp"


_INPUT = ("input", "out", "inputRef")
_REF_SELF = ("self", "out", "self")
_USUAL = "dtype out shape rank"

# aclnnInplaceErfinv and aclnnInplaceTan have no list of their own: integers fail where the FLOAT result is cast back.
# The status is the same; the emulator tells it as the dtype.
_ROWS: Mapping[str, _Row] = {
    "Abs": _Row(
        _math("abs"), "f64 f32 f16 s64 s32 s16 s8 u8 bool + bf16 c64 |950 f64 f32 f16 s64 s32 s16 s8 u8 bool bf16 c32 c64",
        "dtype result format public-x rank shape", results={"c64": "f32", "c32": "f16"},
    ),
    "Acos": _Row(_math("acos"), f"f32 f16 f64 {_INTS} + bf16", _USUAL, "f32 f16 f64 bf16", "", names=_INPUT),
    "Acosh": _Row(_math("acosh"), f"f32 f16 f64 c64 c128 {_INTS} + bf16", f"{_USUAL} cast public-950", _ALL_BF16, ""),
    "Asin": _Row(_math("asin"), f"f32 f16 f64 {_INTS} + bf16", _USUAL, _REALS, _REALS),
    "Asinh": _Row(
        _math("asinh"), f"f32 f16 f64 c64 c128 {_INTS} + bf16", f"{_USUAL} public-950", _ALL_BF16, _COMPLEX, names=_INPUT
    ),
    "Atan": _Row(_math("atan"), f"f32 f16 f64 {_INTS} + bf16", _USUAL, "f32 f16 f64 bf16", _REALS, names=_INPUT),
    "Atanh": _Row(_math("atanh"), f"f32 f16 f64 c64 c128 {_INTS} + bf16", _USUAL, _ALL_BF16, _COMPLEX, names=_INPUT),
    "BitwiseNot": _Row(
        _math("bitwise_not"), "s16 s32 s64 s8 u8 bool |950 s8 s16 s32 s64 u8 u16 u32 u64 bool",
        "dtype same public ranks shape", null=561103, base="s32",
    ),
    "Ceil": _Row(_math("ceil"), "f64 f32 f16 + bf16", "same dtype shape rank", in_place=""),
    "Cos": _Row(_math("cos"), f"f32 f16 f64 c64 c128 {_INTS} + bf16", _USUAL, _COMPLEX, _COMPLEX, names=_INPUT),
    "Cosh": _Row(_math("cosh"), f"f32 f16 f64 c64 c128 {_INTS} + bf16", f"{_USUAL} public-950", _ALL_BF16, _COMPLEX),
    "Digamma": _Row(
        "ops-math/math/digamma/op_host/op_api/aclnn_digamma.cpp", "f64 f32 f16", "same dtype format rank shape"
    ),
    "Erf": _Row(_math("erf"), "f64 f32 f16 bool s64 + bf16", "dtype cast shape rank", "", _REALS, "bool s64"),
    "Erfc": _Row(_math("erfc"), "f64 f32 f16 bool s64 + bf16", "dtype cast shape rank", "", _REALS, "bool s64"),
    "Erfinv": _Row(
        _nn("erfinv"), f"f32 f16 {_INTS} + bf16", "dtype cast shape rank", "", _HALVES, _INTS, empty="both"
    ),
    "Exp": _Row(_math("exp"), "f32 f16 f64 c64 c128 bool s64 + bf16", "dtype cast shape rank", "", _COMPLEX, "bool s64"),
    "Exp2": _Row(_math("pow", "exp2"), f"f32 f16 f64 {_INTS} + bf16", "dtype cast shape rank", "", _REALS, _INTS),
    "Expm1": _Row(_math("expm1"), "f32 f16 s64 bool + bf16", "shape rank dtype cast", "", _HALVES, "s64 bool"),
    "Floor": _Row(
        _math("floor"), "s64 s32 s16 s8 u64 u32 u16 u8 f64 f32 f16 + bf16", "same dtype shape rank public", in_place=""
    ),
    "Frac": _Row(_math("sub", "frac"), "f32 f16 s8 s16 s32 s64 u8 + bf16", "same dtype shape rank", in_place="", names=_INPUT),
    "IsFinite": _Row(
        _math("is_finite"), f"f32 f16 f64 {_INTS} + bf16", "dtype out rank shape", "bool"
    ),
    "Lgamma": _Row(
        "ops-math/math/lgamma/op_host/op_api/aclnn_lgamma.cpp", "f64 f32 f16", "same dtype format rank shape"
    ),
    "Log": _Row(_math("log"), f"f32 f16 f64 c64 c128 {_INTS} + bf16", "dtype out cast shape rank", _COMPLEX, _COMPLEX),
    "Log10": _Row(
        _math("log", "log10"), f"f32 f16 f64 c64 c128 bf16 {_INTS}", "dtype result shape rank", "", _COMPLEX, _INTS
    ),
    "Log1p": _Row(_math("log1p"), f"f32 f16 f64 {_INTS} + bf16", _USUAL, _REALS, _REALS),
    "Log2": _Row(
        _math("log", "log2"), f"f32 f16 f64 c64 c128 {_INTS} + bf16", "dtype out cast shape rank", _COMPLEX, _COMPLEX
    ),
    "Neg": _Row(_math("neg"), "s8 s32 s64 f16 f32 f64 c64 c128 + bf16", "dtype cast rank shape", in_place=""),
    "Reciprocal": _Row(
        _math("reciprocal"), f"f32 f16 f64 c64 c128 {_INTS} + bf16", "dtype out format ranks shape", _COMPLEX, _COMPLEX
    ),
    "Rsqrt": _Row(_math("rsqrt"), f"f32 f16 f64 c64 c128 {_INTS} + bf16", _USUAL, _ALL_BF16, _COMPLEX),
    "Sin": _Row(_math("sin"), f"f32 f16 f64 c64 c128 {_INTS} + bf16", _USUAL, _ALL_BF16, _COMPLEX),
    "Sinh": _Row(_math("sinh"), f"f32 f16 f64 c64 c128 {_INTS} + bf16", _USUAL, _COMPLEX, _COMPLEX),
    "Tan": _Row(
        _math("tan"), f"f32 f16 f64 c64 c128 {_INTS} + bf16", "dtype ranks shape cast", "", _COMPLEX, _INTS, empty="both"
    ),
    "Tanh": _Row(
        _math("tanh"), f"f32 f16 {_INTS} + bf16", "dtype out cast format public rank shape", "", _HALVES, _INTS, empty="both"
    ),
    "Trunc": _Row(
        _math("trunc"), f"{_HALVES} |950 f32 f16 bf16 s8 u8 s32", "dtype out same shape rank", in_place=""
    ),
    "Relu": _Row(_nn("relu"), "f32 f16 s8 u8 s32 s64 + bf16", "dtype same ranks shape", in_place=""),
    "Silu": _Row(_nn("swish", "silu"), _HALVES, "dtype out same shape"),
    "Gelu": _Row(_nn("gelu"), _HALVES, "dtype same public rank shape"),
    "Mish": _Row(_nn("mish"), _HALVES, "dtype out same ranks shape", in_place=""),
    "Hardsigmoid": _Row(
        _nn("hard_sigmoid", "hardsigmoid"), "f32 f16 s32 + bf16", "dtype rank shape same format", in_place="", names=_REF_SELF
    ),
    "Hardswish": _Row(
        "ops-nn/activation/hard_swish/op_host/op_api/aclnn_hardswish.cpp", _HALVES, "dtype out cast shape", in_place="",
        names=_REF_SELF,
    ),
    "LogSigmoid": _Row(_nn("log_sigmoid", "logsigmoid"), _HALVES, "dtype out same shape"),
    "Selu": _Row(_nn("selu"), "f32 f16 s32 s8 + bf16", "dtype out shape", in_place="", empty="both"),
}  # fmt: skip

# Every chip but Ascend910 has BF16 here: GetDtypeSupportListV3 takes unknown chips for new ones.
_EXCEPT_910 = {
    "Round": _Row(_math("round"), "f32 f16 f64 s32 s64", "dtype out same shape rank public", in_place=""),
    "Sqrt": _Row(
        _math("sqrt"),
        f"f32 f16 f64 c64 c128 {_INTS}",
        "dtype cast shape rank",
        "",
        _COMPLEX,
        _INTS,
        names=_REF_SELF,
    ),
}


def _with_bf16(reading: Reading) -> Reading:
    rules = tuple(
        attrs.evolve(rule, facts={**rule.facts, "dtypes": _but_910(rule)})
        if rule.kind == "dtype_in" and not rule.facts["dtypes"].by_arch
        else rule
        for rule in reading.rules
    )
    return attrs.evolve(reading, rules=rules)


def _but_910(rule: Rule) -> object:
    plain = tuple(rule.facts["dtypes"].default)
    return attrs.evolve(rule.facts["dtypes"], default=(*plain, by_name("bf16")), by_arch={1001: plain})


READINGS: Mapping[str, Reading] = {
    **{name: reading for key, row in _ROWS.items() for name, reading in _readings(key, row)},
    **{
        name: _with_bf16(reading) for key, row in _EXCEPT_910.items() for name, reading in _readings(key, row)
    },
}
