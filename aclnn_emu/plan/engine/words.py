"""What a compiled loop is written in: one function for each operation, with NumPy's result to the bit.

Every word is an LLVM instruction or a few. Nothing here may be contracted or reordered, so that loops compute what
NumPy's ufuncs do. Needs Numba; only the loops and `compiled` import this module.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from aclnn_emu.plan.engine.source import SQUARE

__all__ = ["WORDS"]

Value = Any
Code = Callable[..., Value]

_F32, _F64, _HALF = ir.FloatType(), ir.DoubleType(), ir.HalfType()
_I16, _I32 = ir.IntType(16), ir.IntType(32)


def _is_float(kind: Any) -> bool:
    return isinstance(kind, types.Float)


def _is_bool(kind: Any) -> bool:
    return kind is types.boolean


def _same(kinds: tuple[Any, ...]) -> Any:
    return kinds[0]


def _truth(_: tuple[Any, ...]) -> Any:
    return types.boolean


def _word(name: str, code: Code, result: Callable[[tuple[Any, ...]], Any], arity: int) -> Any:
    """An intrinsic whose code gets the builder, the type of the first argument, and the values."""

    def typing(_: Any, *kinds: Any) -> Any:
        def generate(__: Any, builder: Any, ___: Any, values: Any) -> Any:
            return code(builder, kinds[0], *values)

        return result(kinds)(*kinds), generate

    # Numba reads the number of arguments from the signature.
    if arity == 1:

        def one(context: Any, a: Any) -> Any:
            return typing(context, a)

        chosen: Any = one
    elif arity == 2:

        def two(context: Any, a: Any, b: Any) -> Any:
            return typing(context, a, b)

        chosen = two
    else:

        def three(context: Any, a: Any, b: Any, c: Any) -> Any:
            return typing(context, a, b, c)

        chosen = three
    chosen.__name__ = name
    return intrinsic(chosen)


def _choose(of_floats: str, of_integers: str) -> Code:
    def code(builder: Any, kind: Any, *values: Value) -> Value:
        return getattr(builder, of_floats if _is_float(kind) else of_integers)(*values)

    return code


def _llvm(name: str) -> Code:
    """An intrinsic function of LLVM for floats."""

    def code(builder: Any, _: Any, *values: Value) -> Value:
        function = builder.module.declare_intrinsic(f"llvm.{name}", [values[0].type])
        return builder.call(function, values)

    return code


def _negative(builder: Any, kind: Any, a: Value) -> Value:
    return builder.fneg(a) if _is_float(kind) else builder.neg(a)


def _absolute(builder: Any, kind: Any, a: Value) -> Value:
    if _is_float(kind):
        return _llvm("fabs")(builder, kind, a)
    if not kind.signed:
        return a
    return builder.select(builder.icmp_signed("<", a, ir.Constant(a.type, 0)), builder.neg(a), a)


def _compare(sign: str) -> Code:
    def code(builder: Any, kind: Any, a: Value, b: Value) -> Value:
        if _is_float(kind):
            # NaN is unequal to everything and in no order with anything.
            return (builder.fcmp_unordered if sign == "!=" else builder.fcmp_ordered)(sign, a, b)
        signed = not _is_bool(kind) and kind.signed
        return (builder.icmp_signed if signed else builder.icmp_unsigned)(sign, a, b)

    return code


def _extreme(sign: str) -> Code:
    """The first where it wins or is NaN, else the second: also of two zeros."""

    def code(builder: Any, kind: Any, a: Value, b: Value) -> Value:
        first = _compare(sign)(builder, kind, a, b)
        if _is_float(kind):
            first = builder.or_(first, builder.fcmp_unordered("uno", a, a))
        return builder.select(first, a, b)

    return code


def _true(builder: Any, kind: Any, a: Value) -> Value:
    return a if _is_bool(kind) else _compare("!=")(builder, kind, a, ir.Constant(a.type, 0))


def _logical(name: str) -> Code:
    def code(builder: Any, kind: Any, *values: Value) -> Value:
        return getattr(builder, name)(*(_true(builder, kind, value) for value in values))

    return code


def _is_nan(builder: Any, kind: Any, a: Value) -> Value:
    return builder.fcmp_unordered("uno", a, a) if _is_float(kind) else ir.Constant(ir.IntType(1), 0)


def _with_infinity(sign: str) -> Code:
    def code(builder: Any, kind: Any, a: Value) -> Value:
        if not _is_float(kind):
            return ir.Constant(ir.IntType(1), sign == "!=")
        infinity = ir.Constant(a.type, float("inf"))
        return builder.fcmp_ordered("==" if sign == "==" else "<", _absolute(builder, kind, a), infinity)

    return code


def _signbit(builder: Any, _: Any, a: Value) -> Value:
    bits = builder.bitcast(a, ir.IntType(64 if a.type == _F64 else 32))
    return builder.icmp_signed("<", bits, ir.Constant(bits.type, 0))


def _square(builder: Any, kind: Any, a: Value) -> Value:
    return _choose("fmul", "mul")(builder, kind, a, a)


def _reciprocal(builder: Any, _: Any, a: Value) -> Value:
    return builder.fdiv(ir.Constant(a.type, 1), a)


def _where(builder: Any, kind: Any, condition: Value, a: Value, b: Value) -> Value:
    return builder.select(_true(builder, kind, condition), a, b)


def _second(kinds: tuple[Any, ...]) -> Any:
    return kinds[1]


# Halves in memory are 16-bit numbers, in registers float32.

_HARDWARE_HALVES = bool(llvm.get_host_cpu_features().get("f16c")) or llvm.get_process_triple().startswith(
    ("aarch64", "arm64")
)


def _constant32(value: int) -> Value:
    return ir.Constant(_I32, value)


def _from_f16(builder: Any, _: Any, a: Value) -> Value:
    if _HARDWARE_HALVES:
        return builder.fpext(builder.bitcast(a, _HALF), _F32)
    wide = builder.zext(a, _I32)
    size = builder.shl(builder.and_(wide, _constant32(0x7FFF)), _constant32(13))
    scaled = builder.fmul(builder.bitcast(size, _F32), ir.Constant(_F32, 2.0**112))
    special = builder.or_(size, _constant32(0x7F800000))
    found = builder.icmp_unsigned(">=", size, _constant32(0x7C00 << 13))
    bits = builder.select(found, special, builder.bitcast(scaled, _I32))
    sign = builder.shl(builder.and_(wide, _constant32(0x8000)), _constant32(16))
    return builder.bitcast(builder.or_(bits, sign), _F32)


def _to_f16(builder: Any, _: Any, a: Value) -> Value:
    if _HARDWARE_HALVES:
        return builder.bitcast(builder.fptrunc(a, _HALF), _I16)
    whole = builder.bitcast(a, _I32)
    size = builder.and_(whole, _constant32(0x7FFFFFFF))
    # Normal: half a step less one is added, one more where the lowest bit that stays is set.
    odd = builder.and_(builder.lshr(size, _constant32(13)), _constant32(1))
    moved = builder.add(builder.add(size, odd), _constant32(0xFFF - (112 << 23)))
    normal = builder.lshr(moved, _constant32(13))
    # Denormal: from 0.5 on, float32 has the steps of denormal halves.
    half = ir.Constant(_F32, 0.5)
    raised = builder.bitcast(builder.fadd(builder.bitcast(size, _F32), half), _I32)
    denormal = builder.sub(raised, _constant32(0x3F000000))
    bits = builder.select(builder.icmp_unsigned("<", size, _constant32(113 << 23)), denormal, normal)
    infinite = builder.icmp_unsigned(">=", size, _constant32(143 << 23))
    bits = builder.select(infinite, _constant32(0x7C00), bits)
    nan = builder.icmp_unsigned(">", size, _constant32(0x7F800000))
    bits = builder.select(nan, _constant32(0x7E00), bits)
    sign = builder.and_(builder.lshr(whole, _constant32(16)), _constant32(0x8000))
    return builder.trunc(builder.or_(bits, sign), _I16)


def _from_bf16(builder: Any, _: Any, a: Value) -> Value:
    return builder.bitcast(builder.shl(builder.zext(a, _I32), _constant32(16)), _F32)


def _to_bf16(builder: Any, _: Any, a: Value) -> Value:
    bits = builder.bitcast(a, _I32)
    odd = builder.and_(builder.lshr(bits, _constant32(16)), _constant32(1))
    rounded = builder.add(builder.add(bits, odd), _constant32(0x7FFF))
    nan = builder.or_(bits, _constant32(0x400000))
    chosen = builder.select(builder.fcmp_unordered("uno", a, a), nan, rounded)
    return builder.trunc(builder.lshr(chosen, _constant32(16)), _I16)


def _float32(_: tuple[Any, ...]) -> Any:
    return types.float32


def _bits16(_: tuple[Any, ...]) -> Any:
    return types.uint16


def _always(kind: Any) -> Callable[[tuple[Any, ...]], Any]:
    return lambda _: kind


_NUMBERS = {
    "float32": types.float32, "float64": types.float64, "bool": types.boolean,
    "int8": types.int8, "int16": types.int16, "int32": types.int32, "int64": types.int64,
    "uint8": types.uint8, "uint16": types.uint16, "uint32": types.uint32, "uint64": types.uint64,
}  # fmt: skip


def _conversion(target: Any) -> Code:
    """C's conversion; of a float to an integer its value must fit."""

    def code(builder: Any, kind: Any, a: Value) -> Value:
        if _is_bool(target):
            return _true(builder, kind, a)
        signed = not _is_bool(kind) and getattr(kind, "signed", False)
        if _is_float(target):
            to = _F64 if target.bitwidth == 64 else _F32
            if not _is_float(kind):
                return (builder.sitofp if signed else builder.uitofp)(a, to)
            if a.type == to:
                return a
            return builder.fpext(a, to) if to == _F64 else builder.fptrunc(a, to)
        to = ir.IntType(target.bitwidth)
        if _is_float(kind):
            # What does not fit goes by way of 32 bits, as in C.
            wide = to if to.width >= 32 else _I32
            number = (builder.fptoui if to.width >= 32 and not target.signed else builder.fptosi)(a, wide)
            return builder.trunc(number, to) if to != wide else number
        if a.type.width >= to.width:
            return builder.trunc(a, to) if a.type.width > to.width else a
        return (builder.sext if signed else builder.zext)(a, to)

    return code


# Memory. What the loop reads and what it writes is apart, which the vectoriser learns from the scopes; the memory of an
# in-place operator is a scope of its own.

_SCOPES = ("read", "written", "both")


def _scopes(module: Any, own: str) -> tuple[Any, Any]:
    domain = module.add_metadata(["aclnn_emu"])
    scope = {name: module.add_metadata([f"aclnn_emu {name}", domain]) for name in _SCOPES}
    others = module.add_metadata([scope[name] for name in _SCOPES if name != own])
    return module.add_metadata([scope[own]]), others


def _mark(access: Any, scopes: tuple[Any, Any]) -> None:
    """Say in which scope a load or a store is, and that it is in no other."""
    access.set_metadata("alias.scope", scopes[0])
    access.set_metadata("noalias", scopes[1])


def _element(builder: Any, kind: Any, address: Value, distance: Value) -> Value:
    """Pointer to an element so many bytes behind an address; a BOOL is a byte."""
    stored = ir.IntType(8) if _is_bool(kind) else _llvm_type(kind)
    start = builder.inttoptr(address, ir.IntType(8).as_pointer())
    return builder.bitcast(builder.gep(start, [distance], inbounds=True), stored.as_pointer())


def _llvm_type(kind: Any) -> Any:
    if _is_float(kind):
        return _F64 if kind.bitwidth == 64 else _F32
    return ir.IntType(kind.bitwidth)


def _load(name: str, kind: Any, scope: str) -> Any:
    def typing(_: Any, address: Any, distance: Any) -> Any:
        def generate(__: Any, builder: Any, ___: Any, values: Any) -> Any:
            element = builder.load(_element(builder, kind, *values), align=1)
            _mark(element, _scopes(builder.module, scope))
            if _is_bool(kind):
                return builder.icmp_unsigned("!=", element, ir.Constant(element.type, 0))
            return element

        return kind(address, distance), generate

    typing.__name__ = name
    return intrinsic(typing)


def _store(name: str, kind: Any, scope: str) -> Any:
    def typing(_: Any, address: Any, distance: Any, value: Any) -> Any:
        def generate(__: Any, builder: Any, ___: Any, values: Any) -> Any:
            element = builder.zext(values[2], ir.IntType(8)) if _is_bool(kind) else values[2]
            stored = builder.store(element, _element(builder, kind, *values[:2]), align=1)
            _mark(stored, _scopes(builder.module, scope))

        return types.void(address, distance, value), generate

    typing.__name__ = name
    return intrinsic(typing)


def _take() -> Any:
    """Takes the next number of a counter, which threads share."""

    def take(_: Any, address: Any) -> Any:
        def generate(__: Any, builder: Any, ___: Any, values: Any) -> Any:
            counter = builder.inttoptr(values[0], ir.IntType(64).as_pointer())
            return builder.atomic_rmw("add", counter, ir.Constant(ir.IntType(64), 1), "monotonic")

        return types.int64(address), generate

    return intrinsic(take)


def _fetch() -> Any:
    """Asks for a cache line that will be read soon; whatever the address is, nothing fails."""

    def fetch(_: Any, address: Any) -> Any:
        def generate(__: Any, builder: Any, ___: Any, values: Any) -> Any:
            byte = ir.IntType(8).as_pointer()
            kinds = [byte, _I32, _I32, _I32]
            name, kind = "llvm.prefetch.p0i8", ir.FunctionType(ir.VoidType(), kinds)
            function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
            # To read, into the second-level cache, data.
            builder.call(function, [builder.inttoptr(values[0], byte), *map(_constant32, (0, 2, 1))])

        return types.void(address), generate

    return intrinsic(fetch)


def _turn(name: str, kind: Any, scopes: tuple[str, str]) -> Any:
    """Turn a square around: eight vectors, so many bytes apart, become eight that are columns of the first."""

    def typing(_: Any, source: Any, apart: Any, target: Any, beside: Any) -> Any:
        def generate(__: Any, builder: Any, ___: Any, values: Any) -> Any:
            vector = ir.VectorType(_llvm_type(kind), SQUARE)
            marks = [_scopes(builder.module, scope) for scope in scopes]

            def at(address: Value, step: Value, place: int) -> Value:
                distance = builder.mul(step, ir.Constant(step.type, place))
                return builder.inttoptr(builder.add(address, distance), vector.as_pointer())

            rows = []
            for place in range(SQUARE):
                rows.append(builder.load(at(values[0], values[1], place), align=1))
                _mark(rows[-1], marks[0])
            columns = _columns_of_32 if kind.bitwidth == 32 else _columns
            for place, column in enumerate(columns(builder, rows)):
                _mark(builder.store(column, at(values[2], values[3], place), align=1), marks[1])

        return types.void(source, apart, target, beside), generate

    typing.__name__ = name
    return intrinsic(typing)


def _mask(places: Sequence[int]) -> Value:
    return ir.Constant(ir.VectorType(_I32, SQUARE), list(places))


# Steps of turning eight vectors of 32 bits as AVX2 has instructions for them: each within both halves, the last across.
# Of each pair of rows, so many apart, both masks make a vector.
_STEPS_OF_32 = (
    (1, (0, 8, 1, 9, 4, 12, 5, 13), (2, 10, 3, 11, 6, 14, 7, 15)),
    (2, (0, 1, 8, 9, 4, 5, 12, 13), (2, 3, 10, 11, 6, 7, 14, 15)),
    (4, (0, 1, 2, 3, 8, 9, 10, 11), (4, 5, 6, 7, 12, 13, 14, 15)),
)


def _columns_of_32(builder: Any, rows: list[Value]) -> list[Value]:
    for apart, *masks in _STEPS_OF_32:
        made: list[Value] = list(rows)
        for place in range(SQUARE):
            if not place & apart:
                pair = rows[place], rows[place + apart]
                made[place], made[place + apart] = (
                    builder.shuffle_vector(*pair, _mask(mask)) for mask in masks
                )
        rows = made
    return [rows[place] for place in (0, 2, 1, 3, 4, 6, 5, 7)]


def _columns(builder: Any, rows: list[Value]) -> list[Value]:
    """Three times, each vector is interleaved with the one half of all behind it."""
    half = SQUARE // 2
    pairs = [[i // 2 + SQUARE * (i % 2) + start for i in range(SQUARE)] for start in (0, half)]
    masks = [ir.Constant(ir.VectorType(_I32, SQUARE), mask) for mask in pairs]
    for _ in range(SQUARE.bit_length() - 1):
        rows = [builder.shuffle_vector(rows[i], rows[i + half], mask) for i in range(half) for mask in masks]
    return rows


_ONE: dict[str, tuple[Code, Any]] = {
    "negative": (_negative, _same), "absolute": (_absolute, _same), "fabs": (_absolute, _same),
    "positive": (lambda _, __, a: a, _same), "square": (_square, _same), "reciprocal": (_reciprocal, _same),
    "sqrt": (_llvm("sqrt"), _same), "floor": (_llvm("floor"), _same), "ceil": (_llvm("ceil"), _same),
    "trunc": (_llvm("trunc"), _same), "rint": (_llvm("rint"), _same),
    "invert": (lambda builder, _, a: builder.not_(a), _same),
    "logical_not": (_logical("not_"), _truth),
    "isnan": (_is_nan, _truth), "isinf": (_with_infinity("=="), _truth), "isfinite": (_with_infinity("!="), _truth),
    "signbit": (_signbit, _truth),
    "from_float16": (_from_f16, _float32), "to_float16": (_to_f16, _bits16),
    "from_bfloat16": (_from_bf16, _float32), "to_bfloat16": (_to_bf16, _bits16),
}  # fmt: skip

_TWO: dict[str, tuple[Code, Any]] = {
    "add": (_choose("fadd", "add"), _same), "subtract": (_choose("fsub", "sub"), _same),
    "multiply": (_choose("fmul", "mul"), _same), "divide": (lambda builder, _, a, b: builder.fdiv(a, b), _same),
    "maximum": (_extreme(">"), _same), "minimum": (_extreme("<"), _same),
    "equal": (_compare("=="), _truth), "not_equal": (_compare("!="), _truth),
    "less": (_compare("<"), _truth), "less_equal": (_compare("<="), _truth),
    "greater": (_compare(">"), _truth), "greater_equal": (_compare(">="), _truth),
    "bitwise_and": (lambda builder, _, a, b: builder.and_(a, b), _same),
    "bitwise_or": (lambda builder, _, a, b: builder.or_(a, b), _same),
    "bitwise_xor": (lambda builder, _, a, b: builder.xor(a, b), _same),
    "logical_and": (_logical("and_"), _truth), "logical_or": (_logical("or_"), _truth),
    "logical_xor": (_logical("xor"), _truth),
    "copysign": (_llvm("copysign"), _same),
}  # fmt: skip

WORDS: dict[str, Any] = {
    **{name: _word(name, code, result, 1) for name, (code, result) in _ONE.items()},
    **{name: _word(name, code, result, 2) for name, (code, result) in _TWO.items()},
    "where": _word("where", _where, _second, 3),
    "take": _take(),
    "fetch": _fetch(),
    **{
        f"to_{name}": _word(f"to_{name}", _conversion(kind), _always(kind), 1)
        for name, kind in _NUMBERS.items()
    },
    **{
        f"load_{name}_{scope}": _load(f"load_{name}_{scope}", kind, scope)
        for name, kind in _NUMBERS.items()
        for scope in _SCOPES
    },
    **{
        f"store_{name}_{scope}": _store(f"store_{name}_{scope}", kind, scope)
        for name, kind in _NUMBERS.items()
        for scope in _SCOPES
    },
    **{
        f"turn_{name}_{way}": _turn(f"turn_{name}_{way}", _NUMBERS[name], scopes)
        for name in ("uint8", "uint16", "uint32", "uint64")
        for way, scopes in (("in", ("read", "both")), ("out", ("both", "written")))
    },
}
"""By name; loads and stores as ``load_float32_read`` (address, distance in bytes), ``store_float32_written`` (address,
distance, value); ``turn_uint32_in`` (address, bytes between rows, address, bytes between columns);
``take`` (address of a counter); ``fetch`` (address)."""
globals().update(WORDS)
