"""Tensors filled with normal and uniform random numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from aclnn_emu.core.layout import numel
from aclnn_emu.core.promotion import promote
from aclnn_emu.errors import ParamInvalid
from aclnn_emu.kernels import elementwise, random
from aclnn_emu.kernels.scalars import scalar_form
from aclnn_emu.ops._pairs import broadcast_to, store
from aclnn_emu.ops._random import (
    DSA,
    NULL_KEYS,
    NUMBERS,
    SINGLE_KEYS,
    at_least,
    has_shape,
    key_of,
    not_reversed,
    single_keys,
)
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BF16, BOOL, F16, F32, F64, S8, S16, S32, S64, U8, U64
from aclnn_emu.plan.checks import (
    casts_to,
    custom,
    dtype_in,
    max_rank,
    not_null,
    promotes,
    shape_is_broadcast,
    unless_empty,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.kernels.kernel import Kernel
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

__all__: list[str] = []

_FLOATS = (F16, F32, F64, BF16)


# Normal numbers.

_NORMAL_SOURCE = "ops-math/random/dsa_random_normal/op_host/op_api/aclnn_normal.cpp"
_NORMAL = (F16, F32, F64, S16, S32, S64, S8, U8, BOOL)
_NORMAL_CHECKS = (
    not_null("selfRef"),
    at_least("std", 0),
    dtype_in(dtypes(*_NORMAL, DAV_2201=(*_NORMAL, BF16), DAV_3510=(*_NORMAL, BF16)), "selfRef"),
    max_rank(8, "selfRef"),
)


def _fill_normal(b: Builder, self_ref: Tensor, mean: float, std: float, *key: Buffer, **start: Any) -> None:
    x = b.contiguous(self_ref)
    if x.dtype not in _FLOATS:
        x = b.cast(x, F32)
    scaled: dict[str, Any] = {"mean": float(np.float32(mean)), "std": float(np.float32(std)), **start}
    arch = b.profile.npu_arch
    if arch == DSA:
        result = _normal(b, "DSARandomNormal", x.shape, F32, key, **scaled)
    elif arch == REGBASE and x.dtype != F64:
        result = _normal(b, "StatelessRandomNormalV3", x.shape, x.dtype, key, **scaled)
    else:
        result = _normal(b, "StatelessRandomNormalV2", x.shape, x.dtype, key, **start)
        result = b.kernel(scalar_form(elementwise.mul), result, other=scaled["std"])
        result = b.kernel(scalar_form(elementwise.add), result, other=scaled["mean"])
    store(b, result, self_ref)


def _normal(
    b: Builder, name: str, shape: tuple[int, ...], dtype: int, key: tuple[Buffer, ...] = (), **rest: Any
) -> Buffer:
    return b.kernel(
        random.normal, *key, name=name, shape=shape, dtype=dtype, size=shape, wide=dtype == F64, **rest
    )


@operator(
    "aclnnInplaceNormal(const aclTensor *selfRef, float mean, float std, int64_t seed, int64_t offset)",
    checks=_NORMAL_CHECKS,
    source=_NORMAL_SOURCE,
    deviations=(NUMBERS,),
    written=("selfRef",),
)
def inplace_normal(b: Builder, self_ref: Tensor, mean: float, std: float, seed: int, offset: int) -> None:
    """selfRef = mean + std * z, z standard normal."""
    if not self_ref.is_empty:
        _fill_normal(b, self_ref, mean, std, seed=seed, offset=offset)


@operator(
    "aclnnInplaceNormalTensor(const aclTensor *selfRef, float mean, float std, const aclTensor *seedTensor, "
    "const aclTensor *offsetTensor, int64_t offset)",
    checks=(
        not_null("seedTensor", "offsetTensor"),
        dtype_in(dtypes(S64), "seedTensor", "offsetTensor"),
        has_shape((1,), "seedTensor", "offsetTensor"),
        *_NORMAL_CHECKS,
    ),
    source=_NORMAL_SOURCE,
    deviations=(NUMBERS,),
    written=("selfRef",),
)
def inplace_normal_tensor(
    b: Builder,
    self_ref: Tensor,
    mean: float,
    std: float,
    seed_tensor: Tensor,
    offset_tensor: Tensor,
    offset: int,
) -> None:
    """selfRef = mean + std * z, z standard normal; seed and the sum of both offsets are read when the kernel runs."""
    if not self_ref.is_empty:
        _fill_normal(b, self_ref, mean, std, *key_of(b, seed_tensor, offset_tensor, offset))


_OUT_SOURCE = "ops-math/random/stateless_random_normal_v2/op_api/aclnn_normal_out.cpp"
_OUT = dtypes(BF16, F16, F32, F64)


def _general_normal(
    b: Builder,
    mean: Buffer | float,
    std: Buffer | float,
    like: tuple[tuple[int, ...], int],
    out: Tensor,
    **start: Any,
) -> None:
    """Normal numbers of shape and dtype `like`, times std, plus mean; cast to out. Ascend950 has one kernel for it."""
    shape, dtype = like
    if b.profile.npu_arch == REGBASE and dtype != F64:
        store(b, _normal_of(b, mean, std, dtype, out, **start), out)
        return
    z = _normal(b, "StatelessRandomNormalV2", shape, dtype, **start)
    store(b, _combined(b, elementwise.add, _combined(b, elementwise.mul, z, std), mean), out)


def _normal_of(
    b: Builder, mean: Buffer | float, std: Buffer | float, dtype: int, out: Tensor, **start: Any
) -> Buffer:
    """What is not a number is cast to FLOAT and, unless it has one element, broadcast to out."""
    numbers: dict[str, Any] = {}
    moments: list[Buffer] = []
    for name, moment in (("mean", mean), ("std", std)):
        if isinstance(moment, float):
            numbers[name] = moment
        else:
            cast = b.cast(moment, F32)
            moments.append(cast if numel(cast.shape) <= 1 else broadcast_to(b, cast, out.view_shape))
    shape = out.view_shape
    return b.kernel(random.normal_of, *moments, shape=shape, dtype=dtype, size=shape, **numbers, **start)


def _combined(b: Builder, pair: Kernel, x: Buffer, y: Buffer | float) -> Buffer:
    """The pair in the promoted dtype; a half type is not cast before it meets FLOAT, the kernels take that mix."""

    def operand(z: Buffer, dtype: int) -> Buffer:
        return z if z.is_half and dtype == F32 else b.cast(z, dtype)

    if isinstance(y, float):
        dtype = promote(x.dtype, F32)
        return b.kernel(scalar_form(pair), operand(x, dtype), dtype=dtype, other=y)
    dtype = promote(x.dtype, y.dtype)
    return b.kernel(pair, operand(x, dtype), operand(y, dtype), dtype=dtype)


@custom(
    "std_fits", ("std", "out"), "std: not empty; its shape is that of out, or it has one element and out none"
)
def _std_fits(call: Call) -> None:
    std, out = call.args["std"], call.args["out"]
    lonely = out.is_empty and std.numel == 1
    if std.is_empty or not (lonely or std.view_shape == out.view_shape):
        raise ParamInvalid(
            "ACLNN-PARAM-202", op=call.operator.name, param="std", got=list(std.view_shape),
            allowed=list(out.view_shape) if not out.is_empty else [1],
        )  # fmt: skip


@operator(
    "aclnnNormalTensorTensor(const aclTensor *mean, const aclTensor *std, int64_t seed, int64_t offset, aclTensor *out)",
    checks=(
        not_null("mean", "std", "out"),
        max_rank(8, "mean", "std"),
        shape_is_broadcast("out", "mean", "std"),
        dtype_in(_OUT, "mean", "std", "out"),
        unless_empty("out", promotes("mean", "std"), casts_to("out")),
    ),
    source=_OUT_SOURCE,
    deviations=(NUMBERS,),
)
def normal_tensor_tensor(b: Builder, mean: Tensor, std: Tensor, seed: int, offset: int, out: Tensor) -> None:
    """out = mean + std * z, z standard normal, one for each element of mean."""
    if out.is_empty:
        return
    centre, width = (b.contiguous_cast(x, b.promoted) for x in (mean, std))
    _general_normal(b, centre, width, (centre.shape, b.promoted), out, seed=seed, offset=offset)


@operator(
    "aclnnNormalTensorFloat(const aclTensor *mean, float std, int64_t seed, int64_t offset, aclTensor *out)",
    checks=(
        not_null("mean", "out"),
        max_rank(8, "mean", "out"),
        shape_is_broadcast("out", "mean", "out"),
        dtype_in(_OUT, "mean", "out"),
    ),
    source=_OUT_SOURCE,
    deviations=(NUMBERS,),
)
def normal_tensor_float(b: Builder, mean: Tensor, std: float, seed: int, offset: int, out: Tensor) -> None:
    """out = mean + std * z, z standard normal."""
    if out.is_empty:
        return
    _general_normal(
        b,
        b.contiguous(mean),
        float(np.float32(std)),
        (out.view_shape, out.dtype),
        out,
        seed=seed,
        offset=offset,
    )


@operator(
    "aclnnNormalFloatTensor(float mean, const aclTensor *std, int64_t seed, int64_t offset, aclTensor *out)",
    checks=(not_null("std", "out"), _std_fits, max_rank(8, "std"), dtype_in(_OUT, "std", "out")),
    source=_OUT_SOURCE,
    deviations=(NUMBERS,),
)
def normal_float_tensor(b: Builder, mean: float, std: Tensor, seed: int, offset: int, out: Tensor) -> None:
    """out = mean + std * z, z standard normal."""
    if out.is_empty:
        return
    width = b.contiguous(std)
    _general_normal(
        b, float(np.float32(mean)), width, (width.shape, width.dtype), out, seed=seed, offset=offset
    )


@operator(
    "aclnnNormalFloatFloat(float mean, float std, int64_t seed, int64_t offset, aclTensor *out)",
    checks=(not_null("out"), dtype_in(_OUT, "out"), max_rank(8, "out")),
    source=_OUT_SOURCE,
    deviations=(NUMBERS,),
)
def normal_float_float(b: Builder, mean: float, std: float, seed: int, offset: int, out: Tensor) -> None:
    """out = mean + std * z, z standard normal."""
    if out.is_empty:
        return
    centre, width = float(np.float32(mean)), float(np.float32(std))
    _general_normal(b, centre, width, (out.view_shape, out.dtype), out, seed=seed, offset=offset)


# Uniform numbers.

_UNIFORM_SOURCE = "ops-math/random/dsa_random_uniform/op_host/op_api/aclnn_uniform.cpp"
_UNIFORM = (F32, S32, S64, F16, S16, S8, U8, F64)
_UNIFORM_CHECKS = (
    not_null("selfRef"),
    dtype_in(dtypes(*_UNIFORM, DAV_2201=(*_UNIFORM, BF16), DAV_3510=(*_UNIFORM, BF16)), "selfRef"),
    max_rank(8, "selfRef"),
    not_reversed("from", "to", equal=True),
)


def _uniform(b: Builder, name: str, x: Buffer, dtype: int, key: tuple[Buffer, ...], **rest: Any) -> Buffer:
    return b.kernel(
        random.uniform, *key, name=name, shape=x.shape, dtype=dtype, size=x.shape, kind=dtype, **rest
    )


def _fill_uniform(b: Builder, self_ref: Tensor, low: float, high: float, *key: Buffer, **start: Any) -> None:
    x = b.contiguous(self_ref)
    arch = b.profile.npu_arch
    if arch == DSA:
        dtype = x.dtype if x.is_half else F32
        result = _uniform(b, "DSARandomUniform", x, dtype, key, low=low, high=high, **start)
    elif arch == REGBASE and x.dtype != F64:
        dtype = x.dtype if x.is_half else F32
        result = _uniform(b, "StatelessRandomUniformV3", x, dtype, key, low=low, high=high, **start)
    else:
        dtype = F16 if x.dtype == F16 else F32
        result = _uniform(b, "StatelessRandomUniformV2", x, dtype, key, **start)
        result = b.kernel(scalar_form(elementwise.mul), result, name="Muls", other=high - low)
        result = b.kernel(scalar_form(elementwise.add), result, other=low)
    store(b, result, self_ref)


@operator(
    "aclnnInplaceUniform(const aclTensor *selfRef, double from, double to, uint64_t seed, uint64_t offset)",
    checks=_UNIFORM_CHECKS,
    source=_UNIFORM_SOURCE,
    deviations=(NUMBERS,),
    written=("selfRef",),
)
def inplace_uniform(b: Builder, self_ref: Tensor, from_: float, to: float, seed: int, offset: int) -> None:
    """selfRef = uniform numbers in [from, to)."""
    if not self_ref.is_empty:
        _fill_uniform(b, self_ref, from_, to, seed=seed, offset=offset)


@operator(
    "aclnnInplaceUniformTensor(const aclTensor *selfRef, double from, double to, const aclTensor *seedTensor, "
    "const aclTensor *offsetTensor, uint64_t offset)",
    checks=(
        *_UNIFORM_CHECKS,
        unless_empty(
            "selfRef",
            not_null("seedTensor", "offsetTensor"),
            dtype_in(dtypes(U64, S64), "seedTensor", "offsetTensor"),
            single_keys,
        ),
    ),
    source=_UNIFORM_SOURCE,
    deviations=(NUMBERS, NULL_KEYS, SINGLE_KEYS),
    written=("selfRef",),
)
def inplace_uniform_tensor(
    b: Builder,
    self_ref: Tensor,
    from_: float,
    to: float,
    seed_tensor: Tensor,
    offset_tensor: Tensor,
    offset: int,
) -> None:
    """selfRef = uniform numbers in [from, to); seed and the sum of both offsets are read when the kernel runs."""
    if not self_ref.is_empty:
        _fill_uniform(b, self_ref, from_, to, *key_of(b, seed_tensor, offset_tensor, offset))
