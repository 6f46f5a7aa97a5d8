"""Tensors filled with random integers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from aclnn_emu.core.dtypes import is_integral, numpy_dtype
from aclnn_emu.errors import FindKernel
from aclnn_emu.kernels import arithmetic, elementwise, random, unary
from aclnn_emu.kernels.scalars import scalar_form
from aclnn_emu.ops._pairs import store
from aclnn_emu.ops._random import (
    DSA,
    NULL_KEYS,
    NUMBERS,
    SINGLE_KEYS,
    key_of,
    not_reversed,
    single_keys,
)
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BF16, BOOL, C64, C128, F16, F32, F64, S8, S16, S32, S64, U8
from aclnn_emu.plan.checks import dtype_in, max_rank, not_null, unless_empty
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer

__all__: list[str] = []

_RANDOM_SOURCE = "ops-math/random/dsa_random_uniform/op_host/op_api/aclnn_random.cpp"
_RANDOM = (F32, S32, S64, F16, S16, S8, U8, BOOL, F64, BF16)
_RANDOM_CHECKS = (
    not_null("selfRef"),
    dtype_in(dtypes(*_RANDOM, C64, C128, DAV_3510=_RANDOM), "selfRef"),
    max_rank(8, "selfRef"),
)
_KEYS = unless_empty(
    "selfRef", not_null("seedTensor", "offsetTensor"), dtype_in(dtypes(S64), "seedTensor", "offsetTensor"), single_keys
)  # fmt: skip
_KEY_DTYPE = "A seedTensor or offsetTensor that is not INT64 answers 161002 on every chip, as Ascend950's other forms do."
_INTEGERS = frozenset({S8, S16, S32, S64, U8, BOOL})
# Digits of the significand: integers beyond it are not all numbers of the type.
_DIGITS: dict[int, int] = {F16: 11, BF16: 8, F32: 24, F64: 53}


def _nudged(low: int, high: int, dtype: int) -> tuple[int, int]:
    """The range, moved inwards where the type cannot hold the integer next to an end."""
    kind, digits = numpy_dtype(dtype), _DIGITS.get(dtype)
    if kind is None or digits is None:
        return low, high

    def held(value: int) -> int:
        stored = float(np.float64(value).astype(kind))
        return int(stored) if np.isfinite(stored) else value

    def step(value: int) -> int:
        return int(1 << max(abs(value).bit_length() - digits, 0))

    if held(low + 1) < low:
        low = held(low + 1) + step(low + 1)
    if held(high - 1) >= high:
        high = held(high - 1) - step(high - 1)
    return low, high


def _fill_integers(b: Builder, self_ref: Tensor, low: int, high: int, *key: Buffer, **start: Any) -> None:
    x = b.contiguous(self_ref)
    low, high = _nudged(low, high, x.dtype)
    arch, dtype = b.profile.npu_arch, F16 if x.dtype == F16 else F32
    if arch == DSA or (arch == REGBASE and x.dtype != F64):
        name = "DSARandomUniform" if arch == DSA else "StatelessRandomUniformV3"
        result = b.kernel(
            random.uniform, *key, name=name, shape=x.shape, dtype=F32, size=x.shape, kind=F32,
            low=float(np.float32(low)), high=float(np.float32(high)), **start,
        )  # fmt: skip
    else:
        u = b.kernel(
            random.uniform, *key, name="StatelessRandomUniformV2", shape=x.shape, dtype=dtype, size=x.shape,
            kind=dtype, **start,
        )  # fmt: skip
        lowest = b.kernel(scalar_form(elementwise.mul), u, name="Muls", other=low)
        rest = b.kernel(scalar_form(arithmetic.sub), lowest, other=low)
        result = b.kernel(
            arithmetic.sub, b.kernel(scalar_form(elementwise.mul), u, name="Muls", other=high), rest
        )
    _store_integers(b, result, self_ref)


def _store_integers(b: Builder, result: Buffer, out: Tensor) -> None:
    """BOOL is rounded; what is not an integer type is cut to whole numbers by a Cast to INT64."""
    if out.dtype == BOOL:
        result = b.kernel(unary.round_to, result, name="RoundDecimals")
    store(b, result if out.dtype in _INTEGERS else b.cast(result, S64), out)


@operator(
    "aclnnInplaceRandom(const aclTensor *selfRef, int64_t from, int64_t to, int64_t seed, int64_t offset)",
    checks=(*_RANDOM_CHECKS, not_reversed("from", "to", equal=False)),
    source=_RANDOM_SOURCE,
    deviations=(NUMBERS,),
    written=("selfRef",),
)
def inplace_random(b: Builder, self_ref: Tensor, from_: int, to: int, seed: int, offset: int) -> None:
    """selfRef = integers of from .. to - 1, drawn as FLOAT numbers and cut."""
    if not self_ref.is_empty:
        _fill_integers(b, self_ref, from_, to, seed=seed, offset=offset)


@operator(
    "aclnnInplaceRandomTensor(const aclTensor *selfRef, int64_t from, int64_t to, const aclTensor *seedTensor, "
    "const aclTensor *offsetTensor, int64_t offset)",
    checks=(*_RANDOM_CHECKS, not_reversed("from", "to", equal=False), _KEYS),
    source=_RANDOM_SOURCE,
    deviations=(NUMBERS, NULL_KEYS, SINGLE_KEYS, _KEY_DTYPE),
    written=("selfRef",),
)
def inplace_random_tensor(
    b: Builder, self_ref: Tensor, from_: int, to: int, seed_tensor: Tensor, offset_tensor: Tensor, offset: int
) -> None:
    """The same; seed and the sum of both offsets are read when the kernel runs."""
    if not self_ref.is_empty:
        _fill_integers(b, self_ref, from_, to, *key_of(b, seed_tensor, offset_tensor, offset))


def _fill_all(b: Builder, self_ref: Tensor, *key: Buffer, **start: Any) -> None:
    """Integers from 0 to the largest up to which the type holds all of them."""
    if b.profile.npu_arch != REGBASE:
        raise FindKernel("ACLNN-PARAM-208", op=b.call.operator.name, param="selfRef", soc=b.profile.name)
    x = b.contiguous(self_ref)
    dtype = S32 if x.dtype == F64 else x.dtype
    kind = numpy_dtype(dtype)
    if dtype == BOOL or kind is None:
        last = 1
    else:
        last = int(np.iinfo(kind).max) if is_integral(dtype) else 1 << _DIGITS[dtype]
    result = b.kernel(
        random.integers, *key, name="StatelessRandom", shape=x.shape, dtype=dtype, size=x.shape, low=0,
        high=last + 1, **start,
    )  # fmt: skip
    if x.dtype == BOOL:
        result = b.cast(result, S32)
    if self_ref.dtype in (F32, F16, BF16):
        b.view_copy(result, self_ref)
    else:
        _store_integers(b, result, self_ref)


@operator(
    "aclnnInplaceRandomWithoutFromTo(const aclTensor *selfRef, int64_t seed, int64_t offset)",
    checks=_RANDOM_CHECKS,
    source=_RANDOM_SOURCE,
    deviations=(NUMBERS,),
    written=("selfRef",),
)
def inplace_random_without_from_to(b: Builder, self_ref: Tensor, seed: int, offset: int) -> None:
    """selfRef = integers from 0 to the type's largest, of a floating type to the last that it counts to by ones."""
    if not self_ref.is_empty:
        _fill_all(b, self_ref, seed=seed, offset=offset)


@operator(
    "aclnnInplaceRandomWithoutFromToTensor(const aclTensor *selfRef, const aclTensor *seedTensor, "
    "const aclTensor *offsetTensor, int64_t offset)",
    checks=(*_RANDOM_CHECKS, _KEYS),
    source=_RANDOM_SOURCE,
    deviations=(NUMBERS, NULL_KEYS, SINGLE_KEYS),
    written=("selfRef",),
)
def inplace_random_without_from_to_tensor(
    b: Builder, self_ref: Tensor, seed_tensor: Tensor, offset_tensor: Tensor, offset: int
) -> None:
    """The same; seed and the sum of both offsets are read when the kernel runs."""
    if self_ref.is_empty:
        return
    _fill_all(b, self_ref, b.view(seed_tensor), b.kernel(random.add_offset, offset_tensor, by=offset))
