"""Dropout: masks of random bits, and tensors with the masked elements zeroed and the rest scaled."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from aclnn_emu.core.dtypes import numpy_dtype
from aclnn_emu.errors import FindKernel, InnerNullptr, ParamInvalid
from aclnn_emu.kernels import data, random
from aclnn_emu.ops._pairs import store
from aclnn_emu.ops._random import (
    DSA,
    NULL_KEYS,
    NUMBERS,
    SINGLE_KEYS,
    between,
    key_of,
    mask_bytes,
    single_keys,
)
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BF16, F16, F32, U8
from aclnn_emu.plan.checks import (
    Check,
    chip_has_operator,
    custom,
    dtype_in,
    max_rank,
    not_null,
    require_cast,
    same_shape,
    unless_empty,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.arrays import IntArray
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

__all__: list[str] = []

_EPSILON = 2.0**-52
_ALL_BITS = 0xFF
_WITH_BF16 = (F32, F16, BF16)
_DATA = dtypes(F32, F16, DAV_2201=_WITH_BF16, DAV_3510=_WITH_BF16)
_MASK = dtypes(U8)


def _is(value: float, number: float) -> bool:
    return abs(value - number) <= _EPSILON


def _casts(source: str, out: str) -> Check:
    def run(call: Call) -> None:
        require_cast(call, call.args[source].dtype, out, call.args[out].dtype)

    return Check("casts", (source, out), run, f"{source}: castable to the dtype of {out}")


def _mask_fits(mask: str, source: str, *, larger: bool = False) -> Check:
    """The mask has a bit for each element of `source` (a tensor, or an array of sizes), or more where `larger`."""

    def run(call: Call) -> None:
        model = call.args[source]
        count = math.prod(model.values) if hasattr(model, "values") else model.numel
        need, got = mask_bytes(count), call.args[mask].numel
        if got < need or (got > need and not larger):
            raise ParamInvalid(
                "ACLNN-PARAM-204", op=call.operator.name, param=mask, got=got, count=count, allowed=need
            )

    return Check(
        "mask_fits", (mask, source), run, f"{mask}: a bit for each element of {source}, in blocks of 128"
    )


def _mask(b: Builder, shape: tuple[int, ...], p: float, *key: Buffer, dsa: bool, **start: Any) -> Buffer:
    """Bits that are 1 with probability 1 - p."""
    return b.kernel(
        random.drop_mask, *key, name="DSAGenBitMask" if dsa else "StatelessDropOutGenMask", shape=shape, dtype=U8,
        size=shape, keep=float(np.float32(1 - p)), **start,
    )  # fmt: skip


def _do_mask(b: Builder, x: Buffer, mask: Buffer, p: float) -> Buffer:
    """x where nothing is dropped, zeros where all is, else the DropOutDoMask kernel; 1 - p is rounded to x's dtype."""
    if _is(p, 0):
        return x
    if _is(p, 1):
        return b.kernel(data.zeros_like, x)
    kind = numpy_dtype(x.dtype)
    keep = float(np.float32(1 - p)) if kind is None else float(np.float32(1 - p).astype(kind))
    return b.kernel(random.drop_out, x, mask, shape=x.shape, keep=keep)


# Everything in one call.


@operator(
    "aclnnDropout(const aclTensor *input, double p, bool train, int64_t seed, int64_t offset, aclTensor *out, "
    "aclTensor *maskOut)",
    checks=(
        not_null("input", "out", "maskOut"),
        _casts("input", "out"),
        dtype_in(dtypes(F32, F16, DAV_2201=_WITH_BF16), "input"),
        dtype_in(_MASK, "maskOut"),
        between("p", 0, 1),
        max_rank(8, "input"),
        same_shape("input", "out"),
        _mask_fits("maskOut", "input"),
    ),
    source="ops-math/random/dsa_gen_bit_mask/op_host/op_api/aclnn_dropout.cpp",
    deviations=(NUMBERS,),
)
def dropout(
    b: Builder,
    input: Tensor,  # noqa: A002 - the interface's word
    p: float,
    train: bool,
    seed: int,
    offset: int,
    out: Tensor,
    mask_out: Tensor,
) -> None:
    """out = input with each element zeroed with probability p and the rest divided by 1 - p; maskOut = the kept ones.

    Without train, or with p = 0, out = input; then, and with p = 1, maskOut stays as it is.
    """
    if input.is_empty:
        return
    drawn = None
    if train and p not in (0, 1):
        dsa = b.profile.name == "Ascend910B"
        shape = mask_out.view_shape if dsa else (mask_bytes(input.numel),)
        drawn = _mask(b, shape, p, dsa=dsa, seed=seed, offset=offset)
    x = b.contiguous(input)
    mask = b.view(mask_out) if drawn is None else drawn
    store(b, _do_mask(b, x, mask, p) if train else x, out)
    if drawn is not None:
        b.view_copy(drawn, mask_out)


@custom("is_null", ("optionalNoiseShape",), "optionalNoiseShape: null")
def _no_noise_shape(call: Call) -> None:
    if call.args["optionalNoiseShape"] is not None:
        raise ParamInvalid("ACLNN-PARAM-205", op=call.operator.name, param="optionalNoiseShape")


@operator(
    "aclnnDropoutV3(const aclTensor *input, const aclTensor *optionalNoiseShape, double p, int64_t seed, "
    "int64_t offset, aclTensor *out, aclTensor *maskOut)",
    checks=(
        not_null("input", "out", "maskOut"),
        _casts("input", "out"),
        dtype_in(_DATA, "input"),
        dtype_in(_MASK, "maskOut"),
        _no_noise_shape,
        between("p", 0, 1),
        max_rank(8, "input"),
        same_shape("input", "out"),
        _mask_fits("maskOut", "input"),
    ),
    source="ops-math/random/drop_out_v3/op_api/aclnn_dropout_v3.cpp",
    deviations=(NUMBERS,),
)
def dropout_v3(
    b: Builder,
    input: Tensor,  # noqa: A002 - the interface's word
    optional_noise_shape: Tensor | None,  # noqa: ARG001 - reserved, always null
    p: float,
    seed: int,
    offset: int,
    out: Tensor,
    mask_out: Tensor,
) -> None:
    """out = input with each element zeroed with probability p and the rest divided by 1 - p; maskOut = the kept ones."""
    if input.is_empty:
        return
    x = b.contiguous(input)
    if p in (0, 1):
        result = b.kernel(data.zeros_like, x) if p else x
        mask = b.fill(mask_out.view_shape, 0 if p else _ALL_BITS, U8)
    elif b.profile.npu_arch != REGBASE:
        raise FindKernel("ACLNN-PARAM-208", op=b.call.operator.name, param="input", soc=b.profile.name)
    else:
        size = mask_out.view_shape
        result, mask = b.kernel_outputs(
            random.drop_out_with_mask, x, outputs=((x.shape, x.dtype), (size, U8)), size=size,
            keep=float(np.float32(1 - p)), seed=seed, offset=offset,
        )  # fmt: skip
    store(b, result, out)
    b.view_copy(mask, mask_out)


# A mask by itself.

_GEN_SOURCE = "ops-math/random/dsa_gen_bit_mask/op_host/op_api/aclnn_dropout_gen_mask.cpp"
_GEN_CHECKS = (
    not_null("shape", "out"),
    dtype_in(_MASK, "out"),
    between("prob", 0, 1),
    _mask_fits("out", "shape"),
)
_HAS_PROB_DTYPE = (F16, BF16, F32)


def _whole_mask(b: Builder, prob: float, out: Tensor) -> Buffer | None:
    """The mask of a probability that needs no draw."""
    if _is(prob, 0) or _is(prob, 1):
        return b.fill(out.view_shape, _ALL_BITS if _is(prob, 0) else 0, U8)
    return None


@operator(
    "aclnnDropoutGenMask(const aclIntArray *shape, double prob, int64_t seed, int64_t offset, aclTensor *out)",
    checks=_GEN_CHECKS,
    source=_GEN_SOURCE,
    deviations=(NUMBERS,),
)
def dropout_gen_mask(b: Builder, shape: IntArray, prob: float, seed: int, offset: int, out: Tensor) -> None:
    """out = a bit for each element of shape, 1 with probability 1 - prob."""
    if out.is_empty:
        return
    count, dsa = math.prod(shape.values), b.profile.npu_arch == DSA
    mask = _whole_mask(b, prob, out)
    if mask is None:
        size = out.view_shape if dsa else (mask_bytes(count),)
        mask = _mask(b, size, prob, dsa=dsa, seed=seed, offset=offset)
    b.view_copy(mask, out)


def _require_prob_dtype(b: Builder, dtype: int) -> None:
    """910B makes a scalar of the probability, in one of three dtypes."""
    if b.profile.npu_arch == DSA and dtype not in _HAS_PROB_DTYPE:
        raise InnerNullptr(
            "ACLNN-PARAM-022", op=b.call.operator.name, param="probDataType", got=dtype, soc=b.profile.name,
            allowed="FLOAT16, BF16, FLOAT",
        )  # fmt: skip


@operator(
    "aclnnDropoutGenMaskV2(const aclIntArray *shape, double prob, int64_t seed, int64_t offset, "
    "aclDataType probDataType, aclTensor *out)",
    checks=_GEN_CHECKS,
    source=_GEN_SOURCE,
    deviations=(NUMBERS,),
)
def dropout_gen_mask_v2(
    b: Builder, shape: IntArray, prob: float, seed: int, offset: int, prob_data_type: int, out: Tensor
) -> None:
    """The same with the dtype in which the probability is held."""
    if out.is_empty:
        return
    mask = _whole_mask(b, prob, out)
    if mask is None:
        _require_prob_dtype(b, prob_data_type)
        count = math.prod(shape.values)
        mask = _mask(b, (mask_bytes(count),), prob, dsa=b.profile.npu_arch == DSA, seed=seed, offset=offset)
    b.view_copy(mask, out)


@operator(
    "aclnnDropoutGenMaskV2Tensor(const aclIntArray *shape, double prob, const aclTensor *seedTensor, "
    "const aclTensor *offsetTensor, int64_t offset, aclDataType probDataType, aclTensor *out)",
    checks=(*_GEN_CHECKS, unless_empty("out", not_null("seedTensor", "offsetTensor"), single_keys)),
    source=_GEN_SOURCE,
    deviations=(NUMBERS, NULL_KEYS, SINGLE_KEYS),
)
def dropout_gen_mask_v2_tensor(
    b: Builder,
    shape: IntArray,
    prob: float,
    seed_tensor: Tensor,
    offset_tensor: Tensor,
    offset: int,
    prob_data_type: int,
    out: Tensor,
) -> None:
    """The same; seed and the sum of both offsets are read when the kernel runs."""
    if out.is_empty:
        return
    mask = _whole_mask(b, prob, out)
    if mask is None:
        _require_prob_dtype(b, prob_data_type)
        count = math.prod(shape.values)
        key = key_of(b, seed_tensor, offset_tensor, offset)
        mask = _mask(b, (mask_bytes(count),), prob, *key, dsa=b.profile.npu_arch == DSA)
    b.view_copy(mask, out)


# A mask applied.


@operator(
    "aclnnDropoutDoMask(const aclTensor *self, const aclTensor *mask, double prob, aclTensor *out)",
    checks=(
        not_null("self", "mask", "out"),
        unless_empty(
            "self",
            unless_empty(
                "mask",
                _casts("self", "out"),
                dtype_in(_DATA, "self"),
                dtype_in(_MASK, "mask"),
                between("prob", 0, 1),
                max_rank(8, "self"),
                same_shape("self", "out"),
                _mask_fits("mask", "self", larger=True),
            ),
        ),
    ),
    source="ops-math/random/drop_out_do_mask/op_api/aclnn_dropout_do_mask.cpp",
)
def dropout_do_mask(b: Builder, self: Tensor, mask: Tensor, prob: float, out: Tensor) -> None:
    """out = self / (1 - prob) where the mask has a 1, and 0 elsewhere."""
    if not self.is_empty and not mask.is_empty:
        store(b, _do_mask(b, b.contiguous(self), b.contiguous(mask), prob), out)


def _dropped(scale: float) -> float:
    """The probability that belongs to the scale 1 / (1 - p)."""
    return 1.0 if _is(scale, 0) else 1 - 1 / scale


@custom("scale_of_probability", ("scale",), "scale: 0, or 1 and more")
def _scale_fits(call: Call) -> None:
    scale = call.args["scale"]
    if _dropped(scale) > 1 or _dropped(scale) < 0:
        raise ParamInvalid(
            "ACLNN-PARAM-200",
            op=call.operator.name,
            param="scale",
            got=scale,
            low="1 (or 0)",
            high="infinity",
        )


@operator(
    "aclnnDropoutBackward(const aclTensor *gradOutput, const aclTensor *mask, double scale, aclTensor *out)",
    checks=(
        not_null("gradOutput", "mask", "out"),
        _casts("gradOutput", "out"),
        dtype_in(_DATA, "gradOutput"),
        dtype_in(_MASK, "mask"),
        _scale_fits,
        max_rank(8, "gradOutput"),
        same_shape("gradOutput", "out"),
        _mask_fits("mask", "gradOutput"),
    ),
    source="ops-math/random/drop_out_do_mask/op_api/aclnn_dropout_backward.cpp",
)
def dropout_backward(b: Builder, grad_output: Tensor, mask: Tensor, scale: float, out: Tensor) -> None:
    """out = gradOutput * scale where the mask has a 1, and 0 elsewhere; scale 0 makes all of it 0."""
    if not grad_output.is_empty:
        p = _dropped(scale)
        store(b, _do_mask(b, b.contiguous(grad_output), b.contiguous(mask), p), out)


@operator(
    "aclnnDropoutV3Grad(const aclTensor *gradY, const aclTensor *mask, double scale, aclTensor *gradX)",
    checks=(
        chip_has_operator("gradY", REGBASE),
        not_null("gradY", "mask", "gradX"),
        _casts("gradY", "gradX"),
        dtype_in(dtypes(*_WITH_BF16), "gradY"),
        dtype_in(_MASK, "mask"),
        max_rank(8, "gradY"),
        same_shape("gradY", "gradX"),
        _mask_fits("mask", "gradY"),
    ),
    source="ops-math/random/drop_out_v3_grad/op_api/aclnn_dropout_v3_grad.cpp",
)
def dropout_v3_grad(b: Builder, grad_y: Tensor, mask: Tensor, scale: float, grad_x: Tensor) -> None:
    """gradX = gradY * scale where the mask has a 1, and 0 elsewhere."""
    if not grad_y.is_empty:
        x, bits = b.contiguous(grad_y), b.contiguous(mask)
        result = b.kernel(random.drop_out_grad, x, bits, shape=x.shape, scale=float(np.float32(scale)))
        store(b, result, grad_x)
