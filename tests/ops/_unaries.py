"""The operators with one operand once more, by literal lists; and what phase 1 must answer by them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import attrs
import mpmath
import numpy as np
from _case import DTYPES, INVALID, NULLPTR, OK, SOCS, Call, call, t

ARCHS = dict(zip(SOCS, (1001, 2002, 2201, 2201, 3002, 3510), strict=True))
BF16_CHIPS = {
    "new": (2201, 3510),
    "but 910": (2201, 3510, 2002, 3002),
    "all": tuple(ARCHS.values()),
    "none": (),
}
SHAPE = (2, 3)
INF, NAN = math.inf, math.nan

REALS = "f32 f16 f64"
FLOATS = f"{REALS} c64 c128"
INTS = "s8 s16 s32 s64 bool u8"
WHOLE = "s8 s16 s32 s64 u8 u16 u32 u64"


def listed(text: str, bf16: str, soc: str) -> set[str]:
    return {*text.split(), *(["bf16"] if ARCHS[soc] in BF16_CHIPS[bf16] else [])}


def is_integer(short: str) -> bool:
    """8 to 64 bits: the smaller ones are no integers to CanCast."""
    return short in WHOLE.split()


def casts(source: str, target: str) -> bool:
    """CanCast by the kinds that the names show."""
    if source == target:
        return True
    kinds = [
        "complex"
        if name in {"c32", "c64", "c128"}
        else "int"
        if is_integer(name)
        else "bool"
        if name == "bool"
        else "float"
        for name in (source, target)
    ]
    return not (
        (kinds[0] == "complex" and kinds[1] != "complex")
        or (kinds[0] == "float" and kinds[1] == "int")
        or (kinds[0] != "bool" and kinds[1] == "bool")
    )


@attrs.frozen(kw_only=True)
class Row:
    """What must hold for a member of the tables.

    Attributes:
        name: without ``aclnn``.
        dtypes: of self, without BF16.
        bf16: where self takes BF16.
        on_950: of self there, where the list is another one.
        new: of self on 910B, 910_93 and 950, where the list is another one.
        chips: architectures that have the operator.
        out, out_bf16: of out, where it has a list.
        inplace, inplace_bf16: of selfRef; None where there is no in-place operator.
        ints: what an integer is cast to before the kernel: a dtype, ``out``, or ``as is``.
        result: dtype of the result for an integer, where it is not the computed one.
        order: the checks behind the one for null pointers.
        operands, ref: parameter names.
        kernel: name of the step.
        passes: dtypes that are copied without a kernel.
        reference: over float64 (complex128 for complex numbers).
        domain: lowest and highest argument for random tests.
        ends: (argument, result) pairs: infinities, NaN, signed zeros, poles.
    """

    name: str
    dtypes: str
    bf16: str = "new"
    on_950: str | None = None
    new: str | None = None
    chips: tuple[int, ...] = tuple(ARCHS.values())
    out: str | None = None
    out_bf16: str = "new"
    inplace: str | None = None
    inplace_bf16: str = "new"
    ints: str = "f32"
    result: str | None = None
    order: str = "dtype out shape rank"
    operands: tuple[str, str] = ("self", "out")
    ref: str = "selfRef"
    kernel: str | None = None
    passes: str = ""
    reference: Callable[[Any], Any]
    domain: tuple[float, float] = (-8, 8)
    ends: tuple[tuple[float, float], ...] = ()

    @property
    def call(self) -> Call:
        x, out = self.operands
        return call(f"aclnn{self.name}", **{x: t(0, SHAPE), out: t(0, SHAPE)})

    @property
    def in_place(self) -> Call:
        return call(f"aclnnInplace{self.name}", **{self.ref: t(0, SHAPE)})

    @property
    def step(self) -> str:
        return self.kernel or self.name

    @property
    def same_only(self) -> bool:
        """Whether out has the dtype of self."""
        return "same" in self.order.split()

    @property
    def soc(self) -> str:
        """A chip that has it."""
        return "Ascend910B" if 2201 in self.chips else "Ascend950"

    def takes(self, soc: str) -> set[str]:
        if self.new is not None and ARCHS[soc] in BF16_CHIPS["new"]:
            return set(self.new.split())
        if soc == "Ascend950" and self.on_950 is not None:
            return set(self.on_950.split())
        return listed(self.dtypes, self.bf16, soc)

    def gives(self, soc: str) -> set[str]:
        return self.takes(soc) if self.out is None else listed(self.out, self.out_bf16, soc)

    def takes_in_place(self, soc: str) -> set[str]:
        if soc == "Ascend950" and self.on_950 is not None:
            return set(self.on_950.split())
        return listed(self.inplace or "", self.inplace_bf16, soc)

    def result_for(self, short: str) -> str:
        if is_integer(short) or short == "bool":
            if self.result is not None:
                return self.result
            return short if self.ints in {"as is", "out"} else self.ints
        return short


def refusal(row: Row, soc: str, x: Any, out: Any) -> tuple[int, str | None, str | None]:
    """Status, message and parameter that phase 1 must give for two tensors (None: a null pointer).

    Args:
        row: the operator.
        soc: the chip.
        x: self.
        out: out.
    """
    first, second = row.operands
    for name, tensor in ((first, x), (second, out)):
        if tensor is None:
            return NULLPTR, "ACLNN-PARAM-001", name
    a, b = SHORT[x.dtype], SHORT[out.dtype]
    tests = {
        "chip": (ARCHS[soc] in row.chips, "040", first),
        "dtype": (a in row.takes(soc), "003", first),
        "out": (b in row.gives(soc), "003", second),
        "same": (a == b, "004", second),
        "result": (b == row.result_for(a), "041", second),
        "cast": (casts(row.result_for(a), b), "012", second),
        "shape": (x.shape == out.shape, "006", second),
        "rank": (len(x.shape) <= 8, "002", first),
        "rank-out": (len(out.shape) <= 8, "002", second),
        "format": (x.format == out.format, "005", second),
        "public": (
            x.format not in PRIVATE and out.format not in PRIVATE,
            "023",
            first if x.format in PRIVATE else second,
        ),
    }
    tests["public-950"] = tests["public"] if ARCHS[soc] == 3510 else (True, "", "")
    for step in row.order.split():
        passed, number, name = tests[step]
        if not passed:
            return INVALID, f"ACLNN-PARAM-{number}", name
    return OK, None, None


SHORT = {value: short for short, value in DTYPES.items()}
PRIVATE = {3, 4, 29}


def of_math(function: Callable[[float], float]) -> Callable[[Any], Any]:
    """A function of Python's floats over arrays."""
    return np.vectorize(lambda value: float(function(value)), otypes=[np.float64])


SIGMOID = Row(
    name="Sigmoid", dtypes=f"{FLOATS} {INTS}", out=FLOATS, out_bf16="all", inplace=FLOATS, ints="out",
    reference=lambda x: 1 / (1 + np.exp(-x)), ends=((-INF, 0), (INF, 1), (0, 0.5), (NAN, NAN), (-1e4, 0)),
)  # fmt: skip
EXPONENTS = (
    SIGMOID,
    Row(
        name="Exp", dtypes=f"{FLOATS} bool s64", inplace=FLOATS, order="dtype cast shape rank",
        reference=np.exp, ends=((-INF, 0), (INF, INF), (NAN, NAN), (0, 1)),
    ),
    Row(
        name="Expm1", dtypes="f32 f16 s64 bool", inplace="f32 f16", order="shape rank dtype cast",
        reference=np.expm1, ends=((-INF, -1), (INF, INF), (-0.0, -0.0)),
    ),
    Row(
        name="Exp2", dtypes=f"{REALS} {INTS}", inplace=REALS, order="dtype cast shape rank", kernel="Pow",
        reference=np.exp2, ends=((-INF, 0), (INF, INF), (3, 8)),
    ),
    Row(
        name="Log", dtypes=f"{FLOATS} {INTS}", out=FLOATS, inplace=FLOATS, order="dtype out cast shape rank",
        ints="as is", result="f32", reference=np.log, domain=(0.1, 20), ends=((0, -INF), (-1, NAN), (INF, INF), (1, 0)),
    ),
    Row(
        name="Log2", dtypes=f"{FLOATS} {INTS}", out=FLOATS, inplace=FLOATS, order="dtype out cast shape rank",
        ints="as is", result="f32", kernel="Log", reference=np.log2, domain=(0.1, 20), ends=((0, -INF), (-1, NAN), (INF, INF), (8, 3)),
    ),
    Row(
        name="Log10", dtypes=f"{FLOATS} {INTS}", bf16="all", inplace=FLOATS, order="dtype result shape rank",
        ints="as is", result="f32", kernel="Log", reference=np.log10, domain=(0.1, 20), ends=((0, -INF), (-1, NAN), (INF, INF), (100, 2)),
    ),
    Row(
        name="Log1p", dtypes=f"{REALS} {INTS}", out=REALS, inplace=REALS, ints="out", reference=np.log1p,
        domain=(-0.9, 20), ends=((-1, -INF), (-2, NAN), (INF, INF), (-0.0, -0.0)),
    ),
)  # fmt: skip
POWERS = (
    Row(
        name="Rsqrt", dtypes=f"{FLOATS} {INTS}", out=FLOATS, out_bf16="all", inplace=FLOATS, ints="out",
        reference=lambda x: 1 / np.sqrt(x), domain=(0.1, 8),
        ends=((0, INF), (-0.0, -INF), (-1, NAN), (INF, 0), (4, 0.5)),
    ),
    Row(
        name="Sqrt", dtypes=f"{FLOATS} {INTS}", bf16="but 910", inplace=FLOATS, order="dtype cast shape rank",
        ref="self", reference=np.sqrt, domain=(0, 100), ends=((-0.0, -0.0), (-1, NAN), (INF, INF)),
    ),
    Row(
        name="Square", dtypes="", bf16="none", on_950="s64 f32 f16 s32 bf16", chips=(3510,), ints="as is",
        order="chip same dtype format public shape rank", reference=np.square, domain=(-100, 100), ends=((-INF, INF), (-3, 9), (NAN, NAN)),
    ),
    Row(
        name="Reciprocal", dtypes=f"{FLOATS} {INTS}", out=FLOATS, inplace=FLOATS,
        order="dtype out format rank rank-out shape", reference=lambda x: 1 / x, domain=(0.1, 8), ends=((0, INF), (-0.0, -INF), (INF, 0), (-4, -0.25)),
    ),
)  # fmt: skip
ROUNDINGS = (
    Row(
        name="Neg", dtypes="s8 s32 s64 f16 f32 f64 c64 c128", inplace="s8 s32 s64 f16 f32 f64 c64 c128",
        ints="as is", order="dtype cast rank shape", reference=np.negative, ends=((0, -0.0), (INF, -INF), (NAN, NAN)),
    ),
    Row(
        name="Ceil", dtypes=REALS, inplace=REALS, order="same dtype shape rank", reference=np.ceil, ends=((-0.5, -0.0), (1.5, 2), (INF, INF)),
    ),
    Row(
        name="Floor", dtypes=f"{WHOLE} {REALS}", inplace=f"{WHOLE} {REALS}", ints="as is", passes=WHOLE,
        order="same dtype shape rank public", reference=np.floor, ends=((-0.5, -1), (1.5, 1), (-INF, -INF)),
    ),
    Row(
        name="Round", dtypes=f"{REALS} s32 s64", bf16="but 910", inplace=f"{REALS} s32 s64", inplace_bf16="but 910",
        ints="as is", order="dtype out same shape rank public", reference=np.rint, ends=((0.5, 0), (1.5, 2), (2.5, 2), (-0.5, -0.0), (-1.5, -2), (INF, INF), (NAN, NAN)),
    ),
    Row(
        name="Trunc", dtypes="f32 f16", on_950="f32 f16 bf16 s8 u8 s32", inplace="f32 f16", ints="as is",
        order="dtype out same shape rank", reference=np.trunc, ends=((-0.5, -0.0), (1.5, 1), (-1.5, -1), (INF, INF)),
    ),
)  # fmt: skip
SPECIALS = (
    Row(
        name="Erf", dtypes=f"{REALS} bool s64", inplace=REALS, order="dtype cast shape rank",
        reference=of_math(math.erf), domain=(-4, 4), ends=((-INF, -1), (INF, 1), (-0.0, -0.0), (NAN, NAN)),
    ),
    Row(
        name="Erfc", dtypes=f"{REALS} bool s64", inplace=REALS, order="dtype cast shape rank",
        reference=of_math(math.erfc), domain=(-4, 4), ends=((-INF, 2), (INF, 0), (0, 1), (NAN, NAN)),
    ),
    Row(
        name="Erfinv", dtypes=f"f32 f16 {INTS}", inplace="f32 f16", order="dtype cast shape rank",
        reference=of_math(mpmath.erfinv), domain=(-0.9, 0.9), ends=((1, INF), (-1, -INF), (2, NAN), (-0.0, -0.0), (NAN, NAN)),
    ),
    Row(
        name="Lgamma", dtypes=REALS, bf16="none", order="same dtype format rank shape",
        reference=of_math(math.lgamma), domain=(0.1, 20), ends=((0, INF), (-2, INF), (INF, INF), (-INF, INF), (1, 0), (2, 0), (NAN, NAN)),
    ),
    Row(
        name="Digamma", dtypes=REALS, bf16="none", order="same dtype format rank shape",
        reference=of_math(mpmath.digamma), domain=(0.1, 20), ends=((0, -INF), (-0.0, INF), (-2, NAN), (INF, INF), (NAN, NAN)),
    ),
)  # fmt: skip
_INPUT = {"operands": ("input", "out"), "ref": "inputRef"}
ANGLES = (
    Row(name="Sin", dtypes=f"{FLOATS} {INTS}", out=FLOATS, out_bf16="all", inplace=FLOATS, reference=np.sin, ends=((INF, NAN), (-0.0, -0.0))),
    Row(name="Cos", dtypes=f"{FLOATS} {INTS}", out=FLOATS, inplace=FLOATS, reference=np.cos, **_INPUT, ends=((INF, NAN), (0, 1))),
    Row(
        name="Tan", dtypes=f"{FLOATS} {INTS}", inplace=FLOATS, order="dtype rank rank-out shape cast",
        reference=np.tan, domain=(-1.2, 1.2), ends=((INF, NAN), (-0.0, -0.0)),
    ),
    Row(name="Asin", dtypes=f"{REALS} {INTS}", out=REALS, inplace=REALS, reference=np.arcsin, domain=(-1, 1), ends=((2, NAN), (-0.0, -0.0))),
    Row(
        name="Acos", dtypes=f"{REALS} {INTS}", out=REALS, out_bf16="all", inplace=REALS, reference=np.arccos,
        domain=(-1, 1), **_INPUT, ends=((2, NAN), (1, 0)),
    ),
    Row(
        name="Atan", dtypes=f"{REALS} {INTS}", out=REALS, out_bf16="all", inplace=REALS, reference=np.arctan, **_INPUT, ends=((INF, math.pi / 2), (-INF, -math.pi / 2)),
    ),
    Row(
        name="Sinh", dtypes=f"{FLOATS} {INTS}", out=FLOATS, inplace=FLOATS, ints="out", reference=np.sinh,
        domain=(-4, 4), ends=((INF, INF), (-INF, -INF), (-0.0, -0.0)),
    ),
    Row(
        name="Cosh", dtypes=f"{FLOATS} {INTS}", out=FLOATS, out_bf16="all", inplace=FLOATS,
        order="dtype out shape rank public-950", reference=np.cosh, domain=(-4, 4), ends=((-INF, INF), (0, 1)),
    ),
    Row(
        name="Tanh", dtypes=f"f32 f16 {INTS}", out=f"f32 f16 {INTS}", inplace="f32 f16",
        order="dtype out cast format public rank shape", reference=np.tanh, ends=((INF, 1), (-INF, -1), (-0.0, -0.0)),
    ),
    Row(
        name="Asinh", dtypes=f"{FLOATS} {INTS}", out=FLOATS, out_bf16="all", inplace=FLOATS,
        order="dtype out shape rank public-950", reference=np.arcsinh, **_INPUT, ends=((INF, INF), (-INF, -INF), (-0.0, -0.0)),
    ),
    Row(
        name="Acosh", dtypes=f"{FLOATS} {INTS}", out=FLOATS, out_bf16="all", inplace=FLOATS,
        order="dtype out shape rank cast public-950", reference=np.arccosh, domain=(1.1, 20), ends=((1, 0), (0.5, NAN), (INF, INF)),
    ),
    Row(
        name="Atanh", dtypes=f"{FLOATS} {INTS}", out=FLOATS, out_bf16="all", inplace=FLOATS,
        reference=np.arctanh, domain=(-0.9, 0.9), **_INPUT, ends=((1, INF), (-1, -INF), (2, NAN)),
    ),
)  # fmt: skip
LOGICAL_NOT = Row(
    name="LogicalNot", dtypes=f"{REALS} {INTS}", bf16="all", out=f"{REALS} {INTS}", out_bf16="all",
    inplace=f"{REALS} {INTS}", inplace_bf16="all", ints="bool", order="dtype out shape",
    reference=np.logical_not,
)  # fmt: skip


def _selu(x: Any) -> Any:
    return 1.0507009873554805 * np.where(x > 0, x, 1.6732632423543772 * np.expm1(np.minimum(x, 0)))


_ERF_TANH = math.sqrt(2 / math.pi)
_RELU = "f32 f16 s8 u8 s32 s64"
ACTIVATIONS = (
    Row(
        name="Relu", dtypes=_RELU, inplace=_RELU, ints="as is", passes="u8", order="dtype same rank rank-out shape",
        reference=lambda x: np.maximum(x, 0), ends=((-INF, 0), (INF, INF), (NAN, NAN), (-0.5, 0)),
    ),
    Row(
        name="Selu", dtypes="f32 f16 s32 s8", inplace="f32 f16 s32 s8", ints="as is", order="dtype out shape",
        reference=_selu, ends=((-INF, -1.7580993), (INF, INF), (NAN, NAN), (0, 0)),
    ),
    Row(
        name="Gelu", dtypes="f32 f16", order="dtype same public rank shape",
        reference=lambda x: x * (1 + np.tanh(_ERF_TANH * (x + 0.044715 * x**3))) / 2, ends=((INF, INF), (0, 0), (NAN, NAN)),
    ),
    Row(
        name="FastGelu", dtypes="", bf16="none", new="f32 f16 bf16", order="same dtype shape rank format",
        reference=lambda x: x / (1 + np.exp(-1.702 * x)), ends=((INF, INF), (0, 0), (NAN, NAN)),
    ),
    Row(
        name="Mish", dtypes="f32 f16", inplace="f32 f16", order="dtype out same rank rank-out shape",
        reference=lambda x: x * np.tanh(np.log1p(np.exp(x))), ends=((INF, INF), (0, 0), (NAN, NAN)),
    ),
    Row(
        name="Silu", dtypes="f32 f16", order="dtype out same shape", kernel="Swish",
        reference=lambda x: x / (1 + np.exp(-x)), ends=((INF, INF), (0, 0), (NAN, NAN)),
    ),
    Row(
        name="LogSigmoid", dtypes="f32 f16", order="dtype out same shape",
        reference=lambda x: -np.log1p(np.exp(-x)), ends=((-INF, -INF), (INF, 0), (NAN, NAN), (-1e4, -1e4)),
    ),
    Row(
        name="Hardsigmoid", dtypes="f32 f16 s32", inplace="f32 f16 s32", ints="as is", kernel="HardSigmoid",
        order="dtype rank shape same format", ref="self", reference=lambda x: np.clip(x / 6 + 0.5, 0, 1), ends=((-INF, 0), (INF, 1), (0, 0.5)),
    ),
    Row(
        name="Hardswish", dtypes="f32 f16", inplace="f32 f16", order="dtype out shape", ref="self",
        kernel="HardSwish", reference=lambda x: x * np.clip(x + 3, 0, 6) / 6, ends=((-INF, -0.0), (INF, INF), (3, 3), (-3, -0.0)),
    ),
)  # fmt: skip
FUNCTIONS = (*EXPONENTS, *POWERS, *ROUNDINGS, *SPECIALS, *ANGLES, *ACTIVATIONS)
ROWS = (*FUNCTIONS, LOGICAL_NOT)
IN_PLACE = tuple(row for row in ROWS if row.inplace is not None)
