"""Operators over tensor lists: their dtypes written out again, a plain call of each, and what they compute in double."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import attrs
import numpy as np
from _case import DTYPES, Call, call, s, t

F32 = DTYPES["f32"]
SHAPES = ((2, 3), (4,))

FLOATS = "f16 f32 bf16"
NUMBERS = f"{FLOATS} s32"
ALL = f"{NUMBERS} s16 s8 u8"
TENSOR = "f16/f16 f32/f32 bf16/f32 s32/s32"
TENSOR_FLOATS = "f16/f16 f32/f32 bf16/f32"
TENSOR_ALL = f"{TENSOR} s16/s32 s8/s32 u8/s32"
WIDE = f"{TENSOR} f16/f32"
HOST = "f16/f32 f16/f64 f32/f32 f32/f64 bf16/f32 bf16/f64"
HOST_NUMBERS = f"{HOST} s32/s64"
SAME = "f16/f16 f32/f32 bf16/bf16"
OWN = "f16/f16 f16/f64 f32/f32 f32/f64 bf16/f32 bf16/f64"
OWN_NUMBERS = f"{OWN} s32/s32 s32/s64"


@attrs.frozen(kw_only=True)
class Row:
    """One operator.

    Attributes:
        name: without ``aclnnForeach``.
        lists: what is read.
        scalar: name of the scalar parameter.
        kind: of the scalar: tensor, tensors (one element for each member), scalar, list.
        out: whether there is an output.
        a2, a5: dtypes that pass on 910B and 950, ``list/scalar``; a5 is a2 where it is not given, "-" for no operator.
        late: pairs that the operator's own checks let pass and its kernel does not have, by the same spelling; on 950
            those of late_a5.
        late_status: what those answer.
        own: the operator has an API of its own.
        strided: strided outputs are taken.
        reference: of double arrays and the scalar.
        whole: the same for integers, given as Python's; by default `reference`.
        on_950: either, where Ascend950 differs.
        value: the scalar, or the scalars.
        scalars: others to try; of integers those of WHOLE_SCALARS.
        domain: of the elements.
    """

    name: str
    reference: Callable[..., Any]
    lists: tuple[str, ...] = ("x",)
    scalar: str = ""
    kind: str = ""
    out: bool = True
    a2: str = FLOATS
    a5: str = ""
    late: str = ""
    late_a5: str | None = None
    late_status: int = 561103
    own: bool = False
    strided: bool = False
    whole: Callable[..., Any] | None = None
    on_950: Callable[..., Any] | None = None
    value: Any = 0.75
    scalars: tuple[float, ...] = (0.75, -1.5, 2.0, 0.0, 1.0, float("nan"))
    domain: tuple[float, float] = (0.25, 4)

    @property
    def op(self) -> str:
        return f"aclnnForeach{self.name}"

    @property
    def chips(self) -> tuple[str, ...]:
        old = () if self.a2 == "-" else ("Ascend910B", "Ascend910_93")
        return old if self.a5 == "-" else (*old, "Ascend950")

    @property
    def written(self) -> str:
        return "out" if self.out else self.lists[0]

    def pairs(self, soc: str) -> set[str]:
        return set((self.a5 or self.a2 if soc == "Ascend950" else self.a2).split())

    def late_pairs(self, soc: str) -> set[str]:
        late = self.late if soc != "Ascend950" or self.late_a5 is None else self.late_a5
        return set(late.split())

    def computes(self, soc: str, *, whole: bool) -> Callable[..., Any]:
        """What it computes on a chip, of double arrays or of arrays of Python's integers."""
        if soc == "Ascend950" and self.on_950 is not None:
            return self.on_950
        return self.whole if whole and self.whole is not None else self.reference

    def values(self) -> list[Any]:
        """The scalar of each member."""
        return list(self.value) if isinstance(self.value, tuple) else [self.value] * len(SHAPES)

    def call(
        self, dtype: int = F32, scalar_dtype: int | None = None, shapes: tuple[tuple[int, ...], ...] = SHAPES
    ) -> Call:
        """A plain call with lists of these shapes."""
        args: dict[str, Any] = {name: [t(dtype, shape) for shape in shapes] for name in self.lists}
        if self.scalar:
            of = scalar_dtype if scalar_dtype is not None else self._scalar_dtype(dtype)
            args[self.scalar] = self._scalar(of, len(shapes))
        if self.out:
            sizes = [(1,) for _ in shapes] if self.name == "Norm" else shapes
            args["out"] = [t(dtype, shape) for shape in sizes]
        return call(self.op, **args)

    def _scalar_dtype(self, dtype: int) -> int:
        short = next(name for name, number in DTYPES.items() if number == dtype)
        found = [pair.split("/") for pair in (self.a2 if self.a2 != "-" else self.a5).split()]
        return next((DTYPES[scalar] for of, scalar in found if of == short), F32)

    def _scalar(self, dtype: int, members: int) -> Any:
        value = self.value[0] if isinstance(self.value, tuple) else self.value
        if self.kind == "tensor":
            return t(dtype, (1,))
        if self.kind == "tensors":
            return t(dtype, (members,))
        whole = dtype not in (DTYPES["f32"], DTYPES["f64"], DTYPES["f16"], DTYPES["bf16"])
        convert = (lambda v: int(max(1, v))) if whole else float
        if self.kind == "scalar":
            return s(dtype, convert(value))
        several = self.value if isinstance(self.value, tuple) else (value,) * members
        return [s(dtype, convert(several[place % len(several)])) for place in range(members)]


def unary(name: str, reference: Callable[..., Any], **facts: Any) -> Row:
    return Row(name=name, reference=reference, **facts)


def in_place(name: str, reference: Callable[..., Any], **facts: Any) -> Row:
    return Row(name=name, reference=reference, out=False, a2="-", **facts)


def two(name: str, reference: Callable[..., Any], **facts: Any) -> Row:
    return Row(name=name, reference=reference, lists=("x1", "x2"), **facts)


def three(name: str, reference: Callable[..., Any], **facts: Any) -> Row:
    return Row(name=name, reference=reference, lists=("x1", "x2", "x3"), **facts)


def scalar_list(name: str, reference: Callable[..., Any], a2: str = HOST_NUMBERS, **facts: Any) -> Row:
    return Row(
        name=name, reference=reference, scalar="scalars", kind="list", a2=a2, value=(0.75, 2.5), **facts
    )


_erf = np.vectorize(math.erf, otypes=[float])
_erfc = np.vectorize(math.erfc, otypes=[float])
_ALPHA_T = {"scalar": "alpha", "kind": "tensor"}
_ALPHA_S = {"scalar": "alpha", "kind": "scalar"}
_T = {"scalar": "scalar", "kind": "tensor"}
_S = {"scalar": "scalar", "kind": "scalar"}
_TS = {"scalar": "scalars", "kind": "tensors", "value": (0.75, -1.5)}
_UNIT = {"domain": (-0.9, 0.9)}
_LATE_T = "f16/f64 f32/f64 bf16/f64"


def plus(x: Any, y: Any, alpha: Any) -> Any:
    return x + alpha * y


def minus(x: Any, y: Any, alpha: Any) -> Any:
    return x - alpha * y


def of_doubles(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda x: function(x.astype(float))


def add(x: Any, y: Any) -> Any:
    return x + y


def sub(x: Any, y: Any) -> Any:
    return x - y


def mul(x: Any, y: Any) -> Any:
    return x * y


def div(x: Any, y: Any) -> Any:
    return x / y


def power(x: Any, y: Any) -> Any:
    found = np.power(np.asarray(x, np.float64), y)
    # As C has it; for one exponent of 0.5 NumPy takes the root, which -inf has not.
    return np.where((np.asarray(y) == 0.5) & np.isneginf(x), np.inf, found)


def _whole_power(x: int, y: int) -> int:
    if y >= 0:
        return pow(x, y, 2**64)
    return {1: 1, -1: (-1) ** (y % 2)}.get(x, 0)


whole_power = np.frompyfunc(_whole_power, 2, 1)


def power_or_nan(x: Any, y: Any) -> Any:
    if x.dtype == object:
        return whole_power(x, y)
    return np.where(np.isnan(x) | np.isnan(y), np.nan, power(x, y))


def power_from_0_on(x: Any, base: Any) -> Any:
    return np.where(x < 0, 0, whole_power(base, x)) if x.dtype == object else power(base, x)


def addcmul(x: Any, a: Any, b: Any, value: Any) -> Any:
    return x + value * (a * b)


def addcdiv(x: Any, a: Any, b: Any, value: Any) -> Any:
    return x + value * (a / b)


def lerp(x: Any, y: Any, weight: Any) -> Any:
    return np.where(np.abs(weight) < 0.5, x + weight * (y - x), y + (weight - 1) * (y - x))


def norm(x: Any, order: Any) -> Any:
    return np.sum(np.abs(x)) if 1 <= order < 2 else np.sqrt(np.sum(x * x))


def norm_or_maximum(x: Any, order: Any) -> Any:
    return np.max(np.abs(x), initial=0) if order == np.inf else norm(x, order)


def away_from_0(x: Any) -> Any:
    return np.where(np.isfinite(x), np.sign(x) * np.floor(np.abs(x) + 0.5), x)


def to_odd(x: Any) -> Any:
    return np.where(x == np.floor(x), x, 2 * np.floor(x / 2) + 1)


def round_off(x: Any, mode: Any) -> Any:
    roundings = {1: np.rint, 2: np.floor, 3: np.ceil, 4: away_from_0, 5: np.trunc, 6: to_odd}
    return x - np.trunc(x) if mode == 7 else roundings.get(int(mode), np.array)(x)


def whole_round_off(x: Any, mode: Any) -> Any:
    return x * (mode != 7)


def to_even(x: Any, _mode: Any) -> Any:
    return np.rint(x)


_POWER = {"reference": power, "whole": whole_power, "scalars": (-2.0, -1.0, 0.0, 0.5, 1.0, 3.0, float("nan"))}
_MODES = {
    "reference": round_off,
    "whole": whole_round_off,
    "on_950": to_even,
    "scalars": range(10),
    "domain": (-4, 4),
}

ROWS = (
    unary("Abs", np.abs, domain=(-4, 4)),
    unary("Acos", np.arccos, **_UNIT),
    in_place("ACosInplace", np.arccos, a5=FLOATS, strided=True, **_UNIT),
    unary("Asin", np.arcsin, **_UNIT),
    unary("Atan", np.arctan),
    unary("Cos", np.cos),
    unary("Cosh", np.cosh),
    unary("Erf", _erf),
    unary("Erfc", _erfc, domain=(-2, 1)),
    unary("Exp", np.exp, a2=f"{FLOATS} s16 s8 u8", a5=FLOATS, strided=True, whole=of_doubles(np.exp)),
    unary("Expm1", np.expm1, a2=f"{FLOATS} s16 s8 u8", a5=FLOATS, strided=True, whole=of_doubles(np.expm1)),
    unary("Log", np.log),
    in_place("LogInplace", np.log, a5=FLOATS),
    unary("Log10", np.log10),
    unary("Log1p", np.log1p),
    unary("Log2", np.log2),
    unary("Neg", np.negative, a2=ALL, a5=NUMBERS),
    unary("Reciprocal", lambda x: 1 / x),
    unary("Sigmoid", lambda x: 1 / (1 + np.exp(-x))),
    unary("Sign", lambda x: 1 * (x > 0) - 1 * (x < 0), a2=f"{FLOATS} s8 s32 s64", domain=(-4, 4)),
    unary("Sin", np.sin),
    unary("Sinh", np.sinh),
    unary("Sqrt", np.sqrt, own=True, strided=True),
    unary("Tan", np.tan, domain=(0.1, 1)),
    unary("Tanh", np.tanh),
    Row(name="ZeroInplace", reference=np.zeros_like, out=False, a2=f"{NUMBERS} s16"),
    unary("Copy", lambda x: x, own=True, strided=True, a2=f"{ALL} u16 u32 s64 f64 bool"),
    Row(
        name="Norm", reference=norm, on_950=norm_or_maximum, scalar="scalar", kind="scalar",
        a2="f16/f32 f16/f64 f16/s64 f32/f32 f32/f64 f32/s64 bf16/f32 bf16/f64 bf16/s64", value=2.0,
        scalars=(0.0, 1.0, 1.9, 2.0, 3.0, np.inf, -np.inf), domain=(-4, 4),
    ),
    Row(
        name="RoundOffNumber", scalar="roundMode", kind="tensor", value=2, **_MODES,
        a2="f16/s8 f32/s8 bf16/s8 s16/s8", a5="f16/s8 f32/s8 bf16/s8",
    ),
    Row(
        name="RoundOffNumberV2", scalar="roundMode", kind="scalar", value=2, own=True, **_MODES,
        a2="f16/s8 f16/s64 f32/s8 f32/s64 bf16/s8 bf16/s64 s16/s8 s16/s64",
        a5="f16/s8 f16/s64 f32/s8 f32/s64 bf16/s8 bf16/s64", late="s32/s8 s32/s64",
    ),
    two("AddList", plus, own=True, strided=True, a2=TENSOR, late=f"{_LATE_T} s32/s64", **_ALPHA_T),
    two(
        "AddListV2", plus, own=True, strided=True, **_ALPHA_S,
        a2=f"{OWN_NUMBERS} s16/s32 s16/s64 s8/s32 s8/s64 u8/s32 u8/s64", a5=OWN_NUMBERS, late="",
        late_a5="s16/s32 s16/s64 s8/s32 s8/s64 u8/s32 u8/s64",
    ),
    Row(
        name="AddListInplace", reference=plus, lists=("x1", "x2"), out=False, a2="-", a5=TENSOR, strided=True,
        **_ALPHA_T,
    ),
    two("SubList", minus, a2=TENSOR_ALL, a5=TENSOR, **_ALPHA_T),
    two(
        "SubListV2", minus, own=True, **_ALPHA_S,
        a2=f"{OWN_NUMBERS} s16/s32 s16/s64 s8/s32 s8/s64 u8/s32 u8/s64", a5=OWN_NUMBERS, late="",
        late_a5="s16/s32 s16/s64 s8/s32 s8/s64 u8/s32 u8/s64",
    ),
    Row(
        name="SubListInplace", reference=minus, lists=("x1", "x2"), out=False, a2="-", a5=TENSOR, strided=True,
        **_ALPHA_T,
    ),
    two("MulList", mul, own=True, strided=True, a2=ALL),
    Row(
        name="MulListInplace", reference=mul, lists=("x1", "x2"), out=False, a2="-", a5=NUMBERS, strided=True
    ),
    two("DivList", div, own=True, strided=True),
    Row(name="DivListInplace", reference=div, lists=("x1", "x2"), out=False, a2="-", a5=FLOATS),
    two("MaximumList", np.maximum, a2=NUMBERS),
    two("MinimumList", np.minimum, a2=NUMBERS),
    two("PowList", power, a2=NUMBERS, whole=whole_power, on_950=power_or_nan),
    Row(name="AddScalar", reference=add, a2=TENSOR_ALL, a5=WIDE, **_T),
    Row(
        name="AddScalarV2", reference=add, own=True, **_S,
        a2=f"{OWN_NUMBERS} s16/s32 s16/s64 s8/s32 s8/s64 u8/s32 u8/s64", a5=f"{OWN_NUMBERS} f16/f32",
    ),
    Row(name="SubScalar", reference=sub, a2=TENSOR, **_T),
    Row(name="SubScalarV2", reference=sub, own=True, a2=OWN_NUMBERS, **_S),
    Row(name="SubScalarInplace", reference=sub, out=False, a2="-", a5=WIDE, strided=True, **_T),
    Row(name="MulScalar", reference=mul, a2=TENSOR, a5=WIDE, **_T),
    Row(name="MulScalarV2", reference=mul, own=True, a2=OWN_NUMBERS, a5=f"{OWN_NUMBERS} f16/f32", **_S),
    Row(name="MulScalarInplace", reference=mul, out=False, a2="-", a5=WIDE, strided=True, **_T),
    Row(name="DivScalar", reference=div, own=True, strided=True, a2=TENSOR_FLOATS, late=_LATE_T, **_T),
    Row(name="DivScalarV2", reference=div, own=True, strided=True, a2=OWN, **_S),
    Row(name="MaximumScalar", reference=np.maximum, a2=TENSOR, **_T),
    Row(name="MaximumScalarV2", reference=np.maximum, own=True, a2=OWN_NUMBERS, **_S),
    Row(name="MinimumScalar", reference=np.minimum, a2=TENSOR, **_T),
    Row(name="MinimumScalarV2", reference=np.minimum, own=True, a2=OWN_NUMBERS, **_S),
    Row(name="PowScalar", a2=TENSOR, **_T, **_POWER),
    Row(name="PowScalarV2", own=True, a2=OWN_NUMBERS, **_S, **_POWER),
    Row(
        name="PowScalarAndTensor", reference=lambda x, base: power(base, x), a2=HOST_NUMBERS, **_S,
        whole=lambda x, base: whole_power(base, x), on_950=power_from_0_on, scalars=(0.5, 1.0, 0.0, 2.0, -2.0),
    ),
    scalar_list("AddScalarList", add),
    scalar_list("SubScalarList", sub),
    scalar_list("MulScalarList", mul),
    scalar_list("DivScalarList", div, HOST),
    scalar_list("MaximumScalarList", np.maximum),
    scalar_list("MinimumScalarList", np.minimum),
    scalar_list("PowScalarList", power, whole=whole_power, scalars=_POWER["scalars"]),
    three("AddcmulList", addcmul, a2=f"{SAME} s32/s32", **_TS),
    three("AddcmulScalar", addcmul, a2=TENSOR, a5=WIDE, **_T),
    three("AddcmulScalarV2", addcmul, own=True, a2=OWN_NUMBERS, a5=f"{OWN_NUMBERS} f16/f32", **_S),
    three("AddcmulScalarList", addcmul, a2=f"{SAME} s32/s32", **_TS),
    three("AddcdivList", addcdiv, a2=SAME, **_TS),
    three("AddcdivScalar", addcdiv, own=True, strided=True, a2=TENSOR_FLOATS, late=_LATE_T, **_T),
    three("AddcdivScalarV2", addcdiv, own=True, a2=OWN, **_S),
    three("AddcdivScalarList", addcdiv, own=True, strided=True, a2=SAME, **_TS),
    Row(name="LerpList", reference=lerp, lists=("x1", "x2", "weight"), own=True, strided=True, domain=(-4, 4)),
    Row(
        name="LerpScalar", reference=lerp, lists=("x1", "x2"), scalar="weight", kind="scalar", own=True,
        strided=True, a2=HOST, scalars=(-1.5, -0.5, -0.25, 0.0, 0.5, 1.0, 2.0), domain=(-4, 4),
    ),
)  # fmt: skip

FAMILY = tuple(row.call() for row in ROWS)
