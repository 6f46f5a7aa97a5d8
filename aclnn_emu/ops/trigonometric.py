"""Sines, tangents, their inverses and the hyperbolic ones: a row each, in-place variant included."""

from __future__ import annotations

from aclnn_emu.kernels import unary
from aclnn_emu.ops._types import BF16, BOOL, C64, C128, F16, F32, F64, S8, S16, S32, S64, U8
from aclnn_emu.ops._unary import UnaryRow, declare, integers_in_float, with_bf16
from aclnn_emu.plan.dtypes import dtypes

__all__ = ["ROWS"]

_REALS = (F32, F16, F64)
_FLOATS = (*_REALS, C64, C128)
_INTS = (S8, S16, S32, S64, BOOL, U8)

_PUBLIC_ON_950 = ("dtype", "out", "shape", "rank", "public on 950")

ROWS = (
    UnaryRow(
        name="Sin",
        formula="sin(self)",
        dtypes=with_bf16(*_FLOATS, *_INTS),
        out_dtypes=dtypes(*_FLOATS, BF16),
        inplace_dtypes=with_bf16(*_FLOATS),
        computes=integers_in_float,
        kernel=unary.sin,
        source="ops-math/math/sin/op_api/aclnn_sin.cpp",
    ),
    UnaryRow(
        name="Cos",
        formula="cos(self)",
        dtypes=with_bf16(*_FLOATS, *_INTS),
        out_dtypes=with_bf16(*_FLOATS),
        inplace_dtypes=with_bf16(*_FLOATS),
        computes=integers_in_float,
        operands=("input", "out"),
        ref="inputRef",
        kernel=unary.cos,
        source="ops-math/math/cos/op_api/aclnn_cos.cpp",
    ),
    UnaryRow(
        name="Tan",
        formula="tan(self)",
        dtypes=with_bf16(*_FLOATS, *_INTS),
        inplace_dtypes=with_bf16(*_FLOATS),
        computes=integers_in_float,
        order=("dtype", "rank", "out rank", "shape", "cast"),
        const=("ref",),
        kernel=unary.tan,
        source="ops-math/math/tan/op_api/aclnn_tan.cpp",
    ),
    UnaryRow(
        name="Asin",
        formula="asin(self)",
        dtypes=with_bf16(*_REALS, *_INTS),
        out_dtypes=with_bf16(*_REALS),
        inplace_dtypes=with_bf16(*_REALS),
        computes=lambda dtype, arch: (
            F32 if dtype == BF16 and arch != 3510 else integers_in_float(dtype, arch)
        ),
        kernel=unary.asin,
        source="ops-math/math/asin/op_api/aclnn_asin.cpp",
    ),
    UnaryRow(
        name="Acos",
        formula="acos(self)",
        dtypes=with_bf16(*_REALS, *_INTS),
        out_dtypes=dtypes(*_REALS, BF16),
        inplace_dtypes=with_bf16(*_REALS),
        computes=integers_in_float,
        operands=("input", "out"),
        ref="inputRef",
        kernel=unary.acos,
        source="ops-math/math/acos/op_api/aclnn_acos.cpp",
    ),
    UnaryRow(
        name="Atan",
        formula="atan(self)",
        dtypes=with_bf16(*_REALS, *_INTS),
        out_dtypes=dtypes(*_REALS, BF16),
        inplace_dtypes=with_bf16(*_REALS),
        computes=integers_in_float,
        operands=("input", "out"),
        ref="inputRef",
        kernel=unary.atan,
        source="ops-math/math/atan/op_api/aclnn_atan.cpp",
    ),
    UnaryRow(
        name="Sinh",
        formula="sinh(self)",
        dtypes=with_bf16(*_FLOATS, *_INTS),
        out_dtypes=with_bf16(*_FLOATS),
        inplace_dtypes=with_bf16(*_FLOATS),
        kernel=unary.sinh,
        source="ops-math/math/sinh/op_api/aclnn_sinh.cpp",
    ),
    UnaryRow(
        name="Cosh",
        formula="cosh(self)",
        dtypes=with_bf16(*_FLOATS, *_INTS),
        out_dtypes=dtypes(*_FLOATS, BF16),
        inplace_dtypes=with_bf16(*_FLOATS),
        computes=integers_in_float,
        order=_PUBLIC_ON_950,
        kernel=unary.cosh,
        source="ops-math/math/cosh/op_api/aclnn_cosh.cpp",
    ),
    UnaryRow(
        name="Tanh",
        formula="tanh(self)",
        dtypes=with_bf16(F32, F16, *_INTS),
        out_dtypes=with_bf16(F32, F16, *_INTS),
        inplace_dtypes=with_bf16(F32, F16),
        computes=integers_in_float,
        order=("dtype", "out", "cast", "format", "public", "rank", "shape"),
        kernel=unary.tanh,
        source="ops-math/math/tanh/op_api/aclnn_tanh.cpp",
    ),
    UnaryRow(
        name="Asinh",
        formula="asinh(self)",
        dtypes=with_bf16(*_FLOATS, *_INTS),
        out_dtypes=dtypes(*_FLOATS, BF16),
        inplace_dtypes=with_bf16(*_FLOATS),
        computes=integers_in_float,
        order=_PUBLIC_ON_950,
        operands=("input", "out"),
        ref="inputRef",
        kernel=unary.asinh,
        source="ops-math/math/asinh/op_api/aclnn_asinh.cpp",
    ),
    UnaryRow(
        name="Acosh",
        formula="acosh(self)",
        dtypes=with_bf16(*_FLOATS, *_INTS),
        out_dtypes=dtypes(*_FLOATS, BF16),
        inplace_dtypes=with_bf16(*_FLOATS),
        computes=integers_in_float,
        order=("dtype", "out", "shape", "rank", "cast", "public on 950"),
        kernel=unary.acosh,
        source="ops-math/math/acosh/op_api/aclnn_acosh.cpp",
    ),
    UnaryRow(
        name="Atanh",
        formula="atanh(self)",
        dtypes=with_bf16(*_FLOATS, *_INTS),
        out_dtypes=dtypes(*_FLOATS, BF16),
        inplace_dtypes=with_bf16(*_FLOATS),
        computes=integers_in_float,
        operands=("input", "out"),
        ref="inputRef",
        kernel=unary.atanh,
        source="ops-math/math/atanh/op_api/aclnn_atanh.cpp",
    ),
)

for _row in ROWS:
    declare(_row, __name__)
