"""Kernels over tensor lists: one launch that does the same arithmetic to every member."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from aclnn_emu.kernels import arithmetic
from aclnn_emu.kernels.kernel import Array, Kernel, kernel

__all__ = [
    "addcdiv", "addcmul", "axpy", "axpy_minus", "lerp", "magnitude", "norm", "over_lists", "power", "power_of",
    "round_off", "zero",
]  # fmt: skip

_INTEGERS_IN_FLOAT = frozenset({"int8", "uint8", "int16"})


def over_lists(
    member: Kernel,
    name: str,
    *,
    lists: int,
    outputs: int,
    saturates: bool = False,
    wide_integers: bool = False,
    scalar_first: bool = False,
) -> Kernel:
    """The kernel that applies `member` to the first members of all lists, then to the second ones, and so on.

    Its inputs are the lists one after the other, and behind them a tensor of scalars where there is one; its keyword
    arguments are ``values``, the scalars where they come from the host, and what `member` takes besides. One scalar
    serves all members, several serve one each.

    Args:
        member: takes an array of each list, then the scalar.
        name: the L0 name.
        lists: how many lists.
        outputs: how many members.
        saturates: integers of 8 and 16 bits are computed in float, rounded to the nearest even and saturated, as the
            kernels of 910B do for sums; otherwise they wrap.
        wide_integers: integers are computed in INT64, that of the scalar, and cut, as the kernels of Ascend950 do.
        scalar_first: `member` takes the scalar before the arrays.
    """

    def run(*arrays: Array, values: Sequence[Any] = (), **attributes: Any) -> Any:
        groups = [arrays[start * outputs : (start + 1) * outputs] for start in range(lists)]
        shared = [array.reshape(-1) for array in arrays[lists * outputs :]]
        if len(values):
            shared.append(np.asarray(values))
        results = tuple(_members(groups, shared, attributes))
        return results if outputs > 1 else results[0]

    def _members(
        groups: Sequence[tuple[Array, ...]], shared: Sequence[Array], attributes: dict[str, Any]
    ) -> Iterator[Array]:
        for place, operands in enumerate(zip(*groups, strict=True)):
            dtype = operands[0].dtype
            wide = _computes_in(dtype, saturates=saturates, wide_integers=wide_integers)
            scalars = [array[place if array.size > 1 else 0].astype(wide) for array in shared]
            wider = [operand.astype(wide, copy=False) for operand in operands]
            inputs = [*scalars, *wider] if scalar_first else [*wider, *scalars]
            yield _narrowed(member.compute(*map(np.asarray, inputs), **attributes), dtype)

    return Kernel(name, run, elementwise=False, widens=False, formula=member.formula, outputs=outputs)


def _computes_in(dtype: np.dtype[Any], *, saturates: bool, wide_integers: bool) -> np.dtype[Any]:
    if wide_integers and dtype.kind == "i":
        return np.dtype(np.int64)
    half = dtype.itemsize == 2 and dtype.kind not in "iu"
    return np.dtype(np.float32) if half or (saturates and dtype.name in _INTEGERS_IN_FLOAT) else dtype


def _narrowed(result: Array, dtype: np.dtype[Any]) -> Array:
    if dtype.kind in "iu" and result.dtype.kind == "f":
        limits = np.iinfo(dtype)
        result = np.nan_to_num(np.rint(np.clip(result, limits.min, limits.max)))
    return result.astype(dtype, copy=False)


@kernel(name="Axpy", elementwise=True)
def axpy(x: Array, y: Array, alpha: Array) -> Array:
    """x + alpha * y; integers wrap.

    The product is rounded before the sum, also where the hardware fuses both.
    """
    result: Array = np.add(x, np.multiply(y, alpha))
    return result


@kernel(name="Axpy", elementwise=True)
def axpy_minus(x: Array, y: Array, alpha: Array) -> Array:
    """x - alpha * y; integers wrap."""
    result: Array = np.subtract(x, np.multiply(y, alpha))
    return result


@kernel(name="Addcmul", elementwise=True)
def addcmul(x: Array, a: Array, b: Array, value: Array) -> Array:
    """x + value * (a * b); integers wrap."""
    result: Array = np.add(x, np.multiply(np.multiply(a, b), value))
    return result


@kernel(name="Addcdiv", elementwise=True)
def addcdiv(x: Array, a: Array, b: Array, value: Array) -> Array:
    """x + value * (a / b)."""
    result: Array = np.add(x, np.multiply(np.true_divide(a, b), value))
    return result


@kernel(name="Lerp", elementwise=True)
def lerp(start: Array, end: Array, weight: Array) -> Array:
    """start + weight * (end - start) for a weight nearer to 0 than 0.5, else end + (weight - 1) * (end - start).

    Source: ops-nn foreach/foreach_lerp_list/op_kernel/foreach_lerp_list.h.
    """
    distance = np.subtract(end, start)
    result: Array = np.where(np.abs(weight) < 0.5, start + weight * distance, end + (weight - 1) * distance)
    return result


@kernel(name="Abs", elementwise=True)
def magnitude(x: Array, *, compares: bool) -> Array:
    """x without its sign; where it is found by comparing with 0, as Ascend950 does, -0 stays.

    Source: ops-nn foreach/foreach_abs/op_kernel/arch35/foreach_abs_simt.h.
    """
    result: Array = np.where(x >= 0, x, 0 - x) if compares else np.abs(x)
    return result


@kernel(name="Pow", elementwise=True)
def power(x: Array, y: Array, *, nan_stays: bool) -> Array:
    """x to the power of y; NaN where one is, if `nan_stays`, as on Ascend950: also for x = 1 and for y = 0.

    Source: ops-nn foreach/foreach_pow_list/op_kernel/arch35/foreach_pow_list_simt.h.
    """
    result: Array = arithmetic.power.function(x, y)
    if nan_stays and x.dtype.kind == "f":
        result[np.isnan(x) | np.isnan(y)] = np.nan
    return result


@kernel(name="Pow", elementwise=True)
def power_of(base: Array, x: Array, *, zero_below: bool) -> Array:
    """base to the power of x; integers with a negative x are 0, if `zero_below`, as on Ascend950: also for 1 and -1.

    Source: ops-nn foreach/foreach_pow_scalar_and_tensor/op_kernel/arch35/foreach_pow_scalar_and_tensor_simt.h.
    """
    result: Array = arithmetic.power.function(base, x)
    if zero_below and x.dtype.kind == "i":
        result[x < 0] = 0
    return result


@kernel(name="ForeachNorm")
def norm(x: Array, p: Array, *, has_maximum: bool) -> Array:
    """The sum of absolute values for a p of 1, the largest one for infinity, else the root of the sum of squares.

    Source: ops-nn foreach/foreach_norm/op_kernel; the fraction of p is cut, and only Ascend950 knows the maximum.
    """
    size = np.abs(x).reshape(-1)
    if has_maximum and np.isposinf(p):
        return np.asarray(np.max(size, initial=0), x.dtype)
    if 1 <= p < 2:
        return np.asarray(np.sum(size, dtype=x.dtype))
    return np.asarray(np.sqrt(np.sum(np.square(size), dtype=x.dtype)))


@kernel(name="RoundOffNumber", elementwise=True)
def round_off(x: Array, mode: Array, *, has_modes: bool) -> Array:
    """x as a whole number; the mode says which, unless the kernel has only mode 1, as that of Ascend950.

    1: nearest, ties to even; 2: down; 3: up; 4: nearest, ties away from 0; 5: towards 0; 6: odd where x is not whole;
    7: the fraction of x. Others leave x as it is.
    Source: ops-nn foreach/foreach_round_off_number/op_kernel/foreach_round_off_number.h and arch35.
    """
    code = int(mode.item()) if has_modes else _EVEN
    if x.dtype.kind in "iu":
        return np.zeros_like(x) if code == _FRACTION else np.array(x)
    return np.asarray(_ROUNDINGS.get(code, np.array)(x))


_EVEN, _FRACTION = 1, 7


def _away_from_zero(x: Array) -> Array:
    whole = np.trunc(x)
    return np.where(np.abs(x - whole) >= 0.5, whole + np.copysign(x.dtype.type(1), x), whole)


def _to_odd(x: Array) -> Array:
    low = np.floor(x)
    odd = np.where(np.mod(low, 2) == 1, low, low + 1)
    return np.where(low == x, x, odd)


def _fraction(x: Array) -> Array:
    result: Array = x - np.trunc(x)
    return result


_ROUNDINGS: dict[int, Callable[[Array], Any]] = {
    _EVEN: np.rint,
    2: np.floor,
    3: np.ceil,
    4: _away_from_zero,
    5: np.trunc,
    6: _to_odd,
    _FRACTION: _fraction,
}


@kernel(name="ZerosLike", elementwise=True)
def zero(x: Array) -> Array:
    """0, whatever x holds."""
    return np.zeros_like(x)
