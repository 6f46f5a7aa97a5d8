"""The older way to the cube, of Addmv and Gemm: the product is rounded to the dtype of the left operand.

Source: ops-nn matmul/common/op_host/op_api/matmul_util.cpp (ExecMmOp, ExecMmOpWithTrans).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.errors import InnerNullptr, ParamInvalid
from aclnn_emu.ops._cube import FP16, FP32_ADD, HF32, KEEP, has_fp32_cube, is_mul, mat_mul, splits_k
from aclnn_emu.ops._types import BF16, F16, F32
from aclnn_emu.plan.checks import Check, custom

if TYPE_CHECKING:
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call
    from aclnn_emu.runtime.profile import Profile

__all__ = ["lowered_math_type", "plain_product"]

_INNER = -1


def _is_refused(profile: Profile, x: int, y: int, math_type: int) -> bool:
    """A chip without a FLOAT cube may lower FLOAT where cubeMathType allows it, and BF16 never."""
    if has_fp32_cube(profile):
        return False
    dtype = F32 if F32 in (x, y) else x
    return dtype == BF16 or (dtype == F32 and math_type in (KEEP, HF32, FP32_ADD, _INNER))


def lowered_math_type(x: str, y: str) -> Check:
    """cubeMathType is known, and the chip multiplies these dtypes under it."""

    @custom("math_type", (x, y, "cubeMathType"), "cubeMathType: one that the chip has for these dtypes")
    def check(call: Call) -> None:
        value = call.args["cubeMathType"]
        if not _INNER <= value <= FP32_ADD:
            raise ParamInvalid(
                "ACLNN-PARAM-010",
                op=call.operator.name,
                param="cubeMathType",
                got=value,
                allowed="0, 1, 2, 3, 4",
            )
        if _is_refused(call.profile, call.args[x].dtype, call.args[y].dtype, value):
            raise ParamInvalid(
                "ACLNN-PARAM-182",
                op=call.operator.name,
                param="cubeMathType",
                got=value,
                soc=call.profile.name,
            )

    return check


def plain_product(
    b: Builder,
    x: Buffer,
    y: Buffer,
    sizes: tuple[int, ...],
    math_type: int,
    *,
    shape: tuple[int, ...] | None = None,
    swapped: tuple[bool, bool] = (False, False),
) -> Buffer:
    """x @ y in the dtype of x (FLOAT for the inner cubeMathType -1).

    Args:
        b: the builder.
        x: the left operand.
        y: the right operand.
        sizes: m, k, n.
        math_type: cubeMathType.
        shape: of the result; (m, n) by default.
        swapped: which of the two comes with its axes swapped.

    Raises:
        InnerNullptr (561103): the chip does not multiply what the operands were promoted to.
    """
    m, k, n = sizes
    if _is_refused(b.profile, x.dtype, y.dtype, math_type):
        raise InnerNullptr(
            "ACLNN-PARAM-182",
            op=b.call.operator.name,
            param="cubeMathType",
            got=math_type,
            soc=b.profile.name,
        )
    operand, result = _dtypes(b, x.dtype, y.dtype, math_type, sizes)
    left, right = b.cast(x, operand), b.cast(y, operand)
    x_shape = (k, m) if swapped[0] else (m, k)
    y_shape = (n, k) if swapped[1] else (k, n)
    with_mul = is_mul(b, sizes, operand)
    made = mat_mul(
        b,
        [left, right],
        x_shape,
        y_shape,
        (m, n) if shape is None else shape,
        result,
        with_mul=with_mul,
        swapped=swapped,
    )
    return made if math_type == _INNER else b.cast(made, x.dtype)


def _dtypes(b: Builder, x: int, y: int, math_type: int, sizes: tuple[int, ...]) -> tuple[int, int]:
    """dtypes of the operands and of what the kernel writes."""
    if not has_fp32_cube(b.profile):
        long = b.profile.npu_arch in (1001, 2002) and splits_k(sizes, x, y)
        return F16, F32 if x == F32 or long or math_type == _INNER else F16
    if math_type == FP16 and BF16 not in (x, y):
        return F16, F16
    if x != y:
        return F32, F32
    return x, F32 if math_type in (FP32_ADD, _INNER) else x
