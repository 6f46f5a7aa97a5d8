"""What the operators over the cube share: cubeMathType, the dtype of the operands and of the product, the step itself.

Source: ops-nn matmul/common/op_host/op_api/{matmul_util,batch_matmul_util,cube_util}.cpp.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from aclnn_emu.core.formats import format_name, is_private_format
from aclnn_emu.core.layout import numel
from aclnn_emu.core.tensor import Tensor
from aclnn_emu.errors import FindKernel, ParamInvalid
from aclnn_emu.kernels import data, matmul
from aclnn_emu.ops._types import BF16, F16, F32
from aclnn_emu.plan.checks import Check, custom, dtype_in
from aclnn_emu.plan.dtypes import dtypes

if TYPE_CHECKING:
    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call
    from aclnn_emu.runtime.profile import Profile

__all__ = [
    "CUBE",
    "CUBE_DEVIATIONS",
    "FP16",
    "FP32_ADD",
    "HF32",
    "KEEP",
    "as_float",
    "cube_checks",
    "has_fp32_cube",
    "is_mul",
    "is_near",
    "is_transposed",
    "k_axes_meet",
    "mat_mul",
    "math_type_check",
    "operand",
    "product",
    "product_of_batches",
    "refuse_private_formats",
    "routed",
    "splits_k",
    "spread",
    "widens_to_fp32",
]  # fmt: skip

KEEP, DOWN, FP16, HF32, FP32_ADD = range(5)
"""Values of cubeMathType: keep the dtypes, FLOAT may lose precision, compute in FLOAT16, in HF32, in FLOAT with grouped sums."""

_KEEP_FP32_OUT = -1
"""An inner value that 910B takes: as KEEP, and the product is FLOAT."""

_910B, _950 = 2201, 3510
_HALF = (F16, BF16)
_EPSILON = float(np.finfo(np.float32).eps)
_SPLIT_K = (1001, 2002)  # chips that sum long products in FLOAT

CUBE = dtypes(F32, F16, DAV_2201=(F32, F16, BF16), DAV_3510=(F32, F16, BF16))
"""What the cube's operators take."""

CUBE_DEVIATIONS = (
    "HF32 (cubeMathType 1 and 3 on chips that have it) is computed in FLOAT, which is more precise.",
    "Operands stay in ND: TransData steps to FRACTAL_NZ and their workspace are left out.",
    "On Ascend950 a sliced or permuted operand is made contiguous, where some kernels take it as it is.",
    "The step is called MatMulV3 or BatchMatMulV3 on all chips that have them; some shapes go to the V2 kernel there.",
    "The library relabels the caller's operands and output as ND; here they keep their formats.",
    "Before 910B a cubeMathType that is none of 0 to 3 is refused with 161002; the library reads past its table.",
)


def has_fp32_cube(profile: Profile) -> bool:
    """The chip multiplies FLOAT and BF16, not only FLOAT16."""
    return profile.npu_arch in (_910B, _950)


def is_near(value: Scalar | float, target: float) -> bool:
    """Whether a scalar equals 0 or 1 as these operators ask it: within FLOAT's epsilon."""
    return abs(as_float(value) - target) <= _EPSILON


def as_float(value: Scalar | float) -> float:
    """The scalar as these operators read it, in FLOAT."""
    number: Any = value if isinstance(value, float) else value.as_(F32)
    return float(np.float32(number))


def routed(b: Builder, math_type: int) -> int:
    """cubeMathType of operators that take 4 as 0 on 910B."""
    return KEEP if math_type == FP32_ADD and b.profile.npu_arch == _910B else math_type


# Checks.


@custom("math_type_of_950", ("cubeMathType",), "cubeMathType: not -1 on Ascend950, asked before the dtypes")
def _no_inner_value(call: Call) -> None:
    if call.profile.npu_arch == _950 and call.args["cubeMathType"] == _KEEP_FP32_OUT:
        _refuse_value(call)


def _refuse_value(call: Call) -> None:
    raise ParamInvalid(
        "ACLNN-PARAM-010", op=call.operator.name, param="cubeMathType", got=call.args["cubeMathType"],
        allowed="0, 1, 2, 3, 4" if has_fp32_cube(call.profile) else "0, 1, 2, 3",
    )  # fmt: skip


def math_type_check(x: str, y: str) -> Check:
    """cubeMathType is known; a chip whose cube multiplies FLOAT16 only may lower FLOAT operands."""

    @custom("math_type", (x, y, "cubeMathType"), "cubeMathType: one that the chip has for these dtypes")
    def check(call: Call) -> None:
        value = call.args["cubeMathType"]
        new = has_fp32_cube(call.profile)
        if (
            not new
            and F32 in (call.args[x].dtype, call.args[y].dtype)
            and value in (KEEP, HF32, _KEEP_FP32_OUT)
        ):
            raise ParamInvalid(
                "ACLNN-PARAM-182",
                op=call.operator.name,
                param="cubeMathType",
                got=value,
                soc=call.profile.name,
            )
        least, most = _KEEP_FP32_OUT, FP32_ADD if new else HF32
        if not least <= value <= most or (value == least and call.profile.npu_arch == _950):
            _refuse_value(call)

    return check


def cube_checks(x: str, y: str, *others: str) -> tuple[Check, ...]:
    """dtypes of the operands and of the other tensors (bias, output), then cubeMathType."""
    return (_no_inner_value, dtype_in(CUBE, *dict.fromkeys((x, y, *others))), math_type_check(x, y))


def k_axes_meet(x: str, y: str) -> Check:
    """The last axis of x is as long as the last but one of y."""

    @custom("k_axes_meet", (x, y), f"{y}: as many rows as {x} has columns")
    def check(call: Call) -> None:
        left, right = call.args[x].view_shape, call.args[y].view_shape
        if left[-1] != right[-2 if len(right) > 1 else 0]:
            raise ParamInvalid(
                "ACLNN-PARAM-181", op=call.operator.name, param=y, got=list(right), allowed=left[-1], reference=x,
                shape=list(left),
            )  # fmt: skip

    return check


def refuse_private_formats(b: Builder, *names: str) -> None:
    """FindKernel for operands in a layout of the cube's own.

    Raises:
        FindKernel (561003): FRACTAL_NZ and its like are not emulated.
    """
    for name in names:
        tensor = b.call.args[name]
        if is_private_format(tensor.format):
            raise FindKernel(
                "ACLNN-PARAM-180", op=b.call.operator.name, param=name, got=format_name(tensor.format)
            )


# Plans.


def is_transposed(tensor: Tensor) -> bool:
    """The last two axes are swapped in memory and nothing else is strange: the cube reads that as it is."""
    shape, strides = tensor.view_shape, tensor.view_strides
    if not 2 <= tensor.rank <= 6 or strides[-2] != 1 or strides[-1] != shape[-2] or shape[-2:] == (1, 1):
        return False
    expected = shape[-1] * shape[-2]
    for size, stride in zip(reversed(shape[:-2]), reversed(strides[:-2]), strict=True):
        if stride != expected:
            return False
        expected *= size
    return True


def operand(b: Builder, x: Tensor | Buffer, dtype: int) -> Buffer:
    """Contiguous unless the cube reads the view, then Cast."""
    if not isinstance(x, Tensor):
        return b.cast(x, dtype)
    return b.cast(b.strided(x) if is_transposed(x) else b.contiguous(x), dtype)


def spread(b: Builder, source: Buffer, shape: tuple[int, ...]) -> Buffer:
    """L0 BroadcastTo, where the shapes differ."""
    return source if source.shape == shape else b.kernel(data.copy, source, name="BroadcastTo", shape=shape)


def widens_to_fp32(
    b: Builder, x: int, y: int, out: int | None, math_type: int, *, fused: bool = False
) -> bool:
    """Operands of one half type and a FLOAT product; `fused` products are FLOAT also for cubeMathType 4."""
    wanted = out == F32 or (fused and math_type == FP32_ADD)
    return has_fp32_cube(b.profile) and x == y and x in _HALF and wanted


def _operand_dtype(b: Builder, x: int, y: int, math_type: int) -> int:
    if not has_fp32_cube(b.profile):
        return F16
    if math_type == FP16:
        return BF16 if x == y == BF16 else F16
    return x if x == y else F32


def splits_k(sizes: tuple[int, ...], x: int, y: int) -> bool:
    """A long product of few elements, which the chips before 910B sum in FLOAT.

    Args:
        sizes: m, k, n.
        x: dtype that decides whether the operands are aligned FLOAT16.
        y: the other's.
    """
    m, k, n = sizes
    if k < 8 * max(m, n):
        return False
    aligned = all(size % 16 == 0 for size in sizes) and x == y == F16
    few = m < 50 * n if m > n else n < 50 * m
    return aligned or (m * n * k < 8_000_000_000 and few)


def product(
    b: Builder,
    x: Tensor | Buffer,
    y: Tensor | Buffer,
    sizes: tuple[int, ...],
    out_dtype: int,
    math_type: int,
    *,
    shape: tuple[int, ...] | None = None,
    bias: Tensor | None = None,
    fused: bool = False,
) -> Buffer:
    """x @ y, of matrices of m x k and k x n elements, as MatmulCommonProcess plans it.

    Args:
        b: the builder.
        x: the left operand, a tensor as the user gave it or what was made of it.
        y: the right operand.
        sizes: m, k, n.
        out_dtype: of the operator's output, which the caller casts to.
        math_type: cubeMathType.
        shape: of the result; (m, n) by default.
        bias: is added to each row before the rounding.
        fused: a sum follows, as in Addmm.
    """
    m, k, n = sizes
    shape = (m, n) if shape is None else shape
    if 0 in sizes:
        return b.fill(shape, 0, x.dtype)
    dtype = _operand_dtype(b, x.dtype, y.dtype, math_type)
    widened = widens_to_fp32(b, x.dtype, y.dtype, out_dtype, math_type, fused=fused and bias is None)
    result = dtype
    if bias is not None:
        result = F32 if widened and b.profile.npu_arch == _950 else dtype
    elif (
        widened
        or math_type == _KEEP_FP32_OUT
        or (not has_fp32_cube(b.profile) and out_dtype == F32)
        or (b.profile.npu_arch in _SPLIT_K and splits_k(sizes, x.dtype, x.dtype))
    ):
        result = F32
    operands = [operand(b, x, dtype), operand(b, y, dtype)]
    if bias is not None:
        operands.append(b.contiguous_cast(bias, _bias_dtype(b, dtype, bias.dtype, out_dtype, math_type)))
    return mat_mul(b, operands, (m, k), (k, n), shape, result, with_mul=is_mul(b, sizes, dtype))


def is_mul(b: Builder, sizes: tuple[int, ...], dtype: int) -> bool:
    """Products of one term that the library leaves to Mul."""
    m, k, n = sizes
    if k != 1 or not has_fp32_cube(b.profile):
        return False
    return dtype != BF16 or (b.profile.npu_arch == _910B and n <= 4000 and m * n >= 10000)


def _bias_dtype(b: Builder, dtype: int, bias: int, out: int, math_type: int) -> int:
    if math_type == _KEEP_FP32_OUT:
        return F32
    if not has_fp32_cube(b.profile):
        return F32 if F32 in (bias, out) else F16
    return F32 if bias != dtype or (b.profile.npu_arch == _910B and dtype == BF16) else dtype


def mat_mul(
    b: Builder,
    operands: list[Buffer],
    x_shape: tuple[int, ...],
    y_shape: tuple[int, ...],
    shape: tuple[int, ...],
    dtype: int,
    *,
    with_mul: bool,
    swapped: tuple[bool, bool] = (False, False),
) -> Buffer:
    """The step: Mul for products of one term in the operands' dtype, otherwise a matrix product."""
    batched = "Batch" if len(x_shape) > 2 or len(y_shape) > 2 else ""
    name = "BatchMatMul" if batched else "MatMulV2"
    if has_fp32_cube(b.profile):
        name = f"{batched}MatMulV3"
    if with_mul and len(operands) == 2 and dtype == operands[0].dtype:
        name = "Mul"
    return b.kernel(
        matmul.mat_mul, *operands, name=name, shape=shape, dtype=dtype, x_shape=x_shape, y_shape=y_shape,
        result_shape=shape, swapped=swapped,
    )  # fmt: skip


def product_of_batches(
    b: Builder,
    x: Tensor | Buffer,
    y: Tensor | Buffer,
    shapes: tuple[tuple[int, ...], tuple[int, ...]],
    out: Tensor,
    math_type: int,
    *,
    shape: tuple[int, ...] | None = None,
    bias: Tensor | None = None,
    summed: bool = False,
) -> Buffer:
    """x @ y, of batches of matrices, as ExecBmmOpWithBiasV2 plans it.

    Args:
        b: the builder.
        x: the left operand.
        y: the right operand.
        shapes: the shapes in which they are taken.
        out: the operator's output.
        math_type: cubeMathType.
        shape: of the result; what the batches broadcast to by default.
        bias: is added to each row before the rounding.
        summed: a sum follows, as in Baddbmm; 910B keeps the product of half types in FLOAT for it.
    """
    x_shape, y_shape = shapes
    m, k, n = (*x_shape[-2:], y_shape[-1])
    if not numel(x_shape) or not numel(y_shape):
        return b.fill((x_shape[0], m, n), 0, x.dtype)
    if shape is None:
        shape = (*np.broadcast_shapes(x_shape[:-2], y_shape[:-2]), m, n)
    dtype = _operand_dtype(b, x.dtype, y.dtype, math_type)
    wide_out = out.dtype == F32 if not has_fp32_cube(b.profile) else False
    wide_bias = bias is not None and bias.dtype == F32 and not has_fp32_cube(b.profile)
    widened = widens_to_fp32(b, x.dtype, y.dtype, out.dtype, math_type)
    result = F32 if widened or wide_out or wide_bias or math_type == _KEEP_FP32_OUT else dtype
    with_mul = k == 1 and b.profile.npu_arch == _910B and (dtype != BF16 or n <= 4000)
    with_mul = with_mul and bias is None and result == dtype
    if summed and b.profile.npu_arch == _910B and dtype in _HALF and not with_mul:
        result = F32
    operands = [operand(b, x, dtype), operand(b, y, dtype)]
    if bias is not None:
        operands.append(b.contiguous_cast(bias, _bias_dtype(b, dtype, bias.dtype, out.dtype, math_type)))
    return mat_mul(b, operands, x_shape, y_shape, shape, result, with_mul=with_mul)
