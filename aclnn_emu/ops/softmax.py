"""Softmax and its logarithm along an axis, with gradients; and softmax of what is scaled and masked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.core.formats import format_name
from aclnn_emu.errors import InnerNullptr, ParamInvalid
from aclnn_emu.kernels import softmax as kernels
from aclnn_emu.ops._reduction import axis_in_range, normal
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BF16, BOOL, F16, F32, F64
from aclnn_emu.ops._unary import with_bf16
from aclnn_emu.plan.checks import (
    Check,
    custom,
    dtype_in,
    except_on,
    max_rank,
    not_null,
    only_on,
    rank_is,
    same_dtype,
    same_shape,
    unless_empty,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

_DTYPES = with_bf16(F32, F16, F64)
_ALL_DTYPES = dtypes(F32, F16, F64, BF16)
_GRAD_DTYPES = dtypes(F32, F16, BF16)
_NEW_ARCHS = (2201, REGBASE)
_FRACTAL_NZ = 29


def _chip_has_bf16(*params: str) -> Check:
    @custom("chip_has_bf16", params, f"{', '.join(params)}: BF16 on 910B, 910_93 and 950 only")
    def check(call: Call) -> None:
        for param in params:
            if call.args[param].dtype == BF16 and call.profile.npu_arch not in _NEW_ARCHS:
                raise ParamInvalid(
                    "ACLNN-PARAM-060", op=call.operator.name, param=param, soc=call.profile.name
                )

    return check


# Forward.


@operator(
    "aclnnSoftmax(const aclTensor *self, int64_t dim, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        unless_empty(
            "self",
            dtype_in(_DTYPES, "self", "out"),
            axis_in_range("dim", "self"),
            max_rank(8, "self"),
            same_shape("self", "out"),
        ),
    ),
    source="ops-nn/activation/softmax_v2/op_api/aclnn_softmax.cpp",
)
def softmax(b: Builder, self: Tensor, dim: int, out: Tensor) -> None:
    """out = exp(self - max) / sum of that, over dim."""
    if not self.is_empty:
        result = b.kernel(kernels.softmax, b.contiguous(self), axis=normal(dim, self.rank))
        b.view_copy(b.cast(result, out.dtype), out)


@operator(
    "aclnnLogSoftmax(const aclTensor *self, int64_t dim, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        axis_in_range("dim", "self"),
        _chip_has_bf16("self", "out"),
        dtype_in(_ALL_DTYPES, "self", "out"),
        max_rank(8, "self", "out"),
        same_shape("self", "out"),
    ),
    source="ops-nn/activation/log_softmax_v2/op_api/aclnn_log_softmax.cpp",
)
def log_softmax(b: Builder, self: Tensor, dim: int, out: Tensor) -> None:
    """out = (self - max) - log(sum of exp(self - max)) over dim, in the dtype of out."""
    if not self.is_empty:
        source = b.contiguous_cast(self, out.dtype)
        b.view_copy(b.kernel(kernels.log_softmax, source, axis=normal(dim, self.rank)), out)


# Gradients. An empty operand is not looked at, but on Ascend950.


def _unless_either_is_empty(*checks: Check) -> tuple[Check, ...]:
    guarded = unless_empty("gradOutput", unless_empty("output", *checks))
    return (except_on(REGBASE, guarded), *(only_on(REGBASE, check) for check in checks))


@operator(
    "aclnnSoftmaxBackward(const aclTensor *gradOutput, const aclTensor *output, int64_t dim, aclTensor *out)",
    checks=(
        not_null("gradOutput", "output", "out"),
        *_unless_either_is_empty(
            _chip_has_bf16("gradOutput"),
            dtype_in(_GRAD_DTYPES, "gradOutput", "output"),
            same_dtype("gradOutput", "output"),
            axis_in_range("dim", "gradOutput"),
            max_rank(8, "gradOutput"),
            same_shape("gradOutput", "output", "out"),
        ),
    ),
    source="ops-nn/activation/softmax_grad/op_api/aclnn_softmax_backward.cpp",
)
def softmax_backward(b: Builder, grad_output: Tensor, output: Tensor, dim: int, out: Tensor) -> None:
    """out = (gradOutput - sum of gradOutput * output) * output, over dim."""
    if grad_output.is_empty or output.is_empty:
        return
    gradient, result = b.contiguous(grad_output), b.contiguous(output)
    made = b.kernel(kernels.softmax_grad, result, gradient, axis=normal(dim, output.rank))
    b.view_copy(b.cast(made, out.dtype), out)


@operator(
    "aclnnLogSoftmaxBackward(const aclTensor *gradOutput, const aclTensor *output, int64_t dim, aclTensor *out)",
    checks=(
        not_null("output", "gradOutput", "out"),
        *_unless_either_is_empty(
            _chip_has_bf16("gradOutput", "output"),
            dtype_in(_GRAD_DTYPES, "output", "gradOutput"),
            same_dtype("gradOutput", "output"),
            max_rank(8, "gradOutput", "output"),
            same_shape("gradOutput", "output", "out"),
            axis_in_range("dim", "gradOutput"),
        ),
    ),
    source="ops-nn/activation/log_softmax_grad/op_api/aclnn_logsoftmax_backward.cpp",
)
def log_softmax_backward(b: Builder, grad_output: Tensor, output: Tensor, dim: int, out: Tensor) -> None:
    """out = gradOutput - exp(output) * sum of gradOutput, over dim."""
    if grad_output.is_empty or output.is_empty:
        return
    gradient, result = b.contiguous(grad_output), b.contiguous(output)
    made = b.kernel(kernels.log_softmax_grad, gradient, result, axis=normal(dim, output.rank))
    b.view_copy(b.cast(made, out.dtype), out)


# Scaled and masked.

_MASK = dtypes(BOOL)
_INNER = (
    "The operator hands on to one that the library generates and does not publish: strided tensors are made contiguous,"
    " and results copied into strided ones."
)


def _mask_fits(x: str) -> Check:
    @custom("mask_fits", (x, "mask"), f"mask: the last two sizes of {x}; the first two those, or 1")
    def check(call: Call) -> None:
        shape, mask = call.args[x].view_shape, call.args["mask"].view_shape
        batches = all(size in (1, whole) for size, whole in zip(mask[:2], shape[:2], strict=True))
        if not batches or mask[2:] != shape[2:]:
            raise ParamInvalid(
                "ACLNN-PARAM-007", op=call.operator.name, param="mask", got=list(mask), target=x,
                allowed=list(shape),
            )  # fmt: skip

    return check


def _row_fits(x: str, least: int) -> Check:
    @custom("row_fits", (x,), f"{x}: last size {least} to 4096, on Ascend950 8192")
    def check(call: Call) -> None:
        shape = call.args[x].view_shape
        most = 8192 if call.profile.npu_arch == REGBASE else 4096
        if not least <= shape[-1] <= most:
            raise ParamInvalid(
                "ACLNN-PARAM-110", op=call.operator.name, param=x, got=shape[-1], shape=list(shape),
                soc=call.profile.name, allowed=most,
            )  # fmt: skip

    return check


def _no_fixed_mask(param: str) -> Check:
    @custom("not_set", (param,), f"{param}: false")
    def check(call: Call) -> None:
        if call.args[param]:
            raise ParamInvalid(
                "ACLNN-PARAM-010", op=call.operator.name, param=param, got="true", allowed="false"
            )

    return check


@operator(
    "aclnnScaledMaskedSoftmax(const aclTensor *x, const aclTensor *mask, double scale, bool fixedTriuMask,"
    " aclTensor *y)",
    checks=(
        not_null("x", "mask", "y", error=InnerNullptr),
        dtype_in(_GRAD_DTYPES, "x"),
        dtype_in(_MASK, "mask"),
        dtype_in(_GRAD_DTYPES, "y"),
        same_dtype("x", "y"),
        rank_is(4, "x", "mask", "y"),
        _mask_fits("x"),
        _row_fits("x", 1),
        _no_fixed_mask("fixedTriuMask"),
    ),
    source="ops-nn/vfusion/scaled_masked_softmax_v2/op_host/op_api/aclnn_scaled_masked_softmax.cpp",
    deviations=(_INNER,),
)
def scaled_masked_softmax(
    b: Builder,
    x: Tensor,
    mask: Tensor,
    scale: float,
    fixed_triu_mask: bool,  # noqa: ARG001 - only false passes
    y: Tensor,
) -> None:
    """y = softmax over the last axis of x * scale, with -10000 where mask is set."""
    if not x.is_empty:
        b.view_copy(
            b.kernel(kernels.scaled_masked_softmax, b.contiguous(x), b.contiguous(mask), scale=scale), y
        )


@custom("nz", ("gradOutput", "y", "out", "mask"), "gradOutput, y, out, mask: not FRACTAL_NZ")
def _not_nz(call: Call) -> None:
    for param in ("gradOutput", "y", "out", "mask"):
        if call.args[param].format == _FRACTAL_NZ:
            raise ParamInvalid(
                "ACLNN-PARAM-023", op=call.operator.name, param=param, got=format_name(_FRACTAL_NZ)
            )


@operator(
    "aclnnScaledMaskedSoftmaxBackward(const aclTensor *gradOutput, const aclTensor *y, const aclTensor *mask,"
    " double scale, bool fixTriuMask, aclTensor *out)",
    checks=(
        not_null("gradOutput", "y", "mask", "out"),
        dtype_in(_GRAD_DTYPES, "gradOutput", "y"),
        dtype_in(_MASK, "mask"),
        dtype_in(_GRAD_DTYPES, "out"),
        except_on(REGBASE, _not_nz),
        rank_is(4, "gradOutput"),
        _row_fits("gradOutput", 0),
        same_shape("gradOutput", "y", "out"),
        rank_is(4, "mask"),
        _mask_fits("gradOutput"),
        _no_fixed_mask("fixTriuMask"),
    ),
    source="ops-nn/vfusion/scaled_masked_softmax_grad_v2/op_host/op_api/aclnn_scaled_masked_softmax_backward.cpp",
    deviations=(
        _INNER,
        "out of another dtype than gradOutput answers 561103; the library gives it the dtype of gradOutput, in place.",
    ),
)
def scaled_masked_softmax_backward(
    b: Builder,
    grad_output: Tensor,
    y: Tensor,
    mask: Tensor,
    scale: float,
    fix_triu_mask: bool,  # noqa: ARG001 - only false passes
    out: Tensor,
) -> None:
    """out = (gradOutput - sum of gradOutput * y) * y * scale over the last axis, with 0 where mask is set."""
    if grad_output.is_empty:
        return
    gradient, result, masked = (b.contiguous(tensor) for tensor in (grad_output, y, mask))
    b.view_copy(b.kernel(kernels.scaled_masked_softmax_grad, gradient, result, masked, scale=scale), out)
