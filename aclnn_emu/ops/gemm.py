"""Gemm and Einsum: products of matrices behind an interface of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aclnn_emu.core.formats import format_name
from aclnn_emu.core.layout import broadcast
from aclnn_emu.core.promotion import promote
from aclnn_emu.errors import ParamInvalid
from aclnn_emu.kernels import elementwise, matmul
from aclnn_emu.ops._cube import CUBE, CUBE_DEVIATIONS, is_near, mat_mul, routed, spread
from aclnn_emu.ops._cube_plain import lowered_math_type, plain_product
from aclnn_emu.ops._losses import require_view_shape
from aclnn_emu.ops._types import F16, F32, S16, S32, S64, U16, U32, U64
from aclnn_emu.plan.checks import (
    Check,
    custom,
    dtype_in,
    members_not_null,
    not_null,
    rank_is,
    same_dtype,
    tensors_of,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.lists import TensorList
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

_ND = 2


def _nd_only(*params: str) -> Check:
    """Their storage format is ND."""

    @custom("nd_only", params, f"{', '.join(params)}: ND")
    def check(call: Call) -> None:
        for name in params:
            for label, tensor in tensors_of(call, name):
                if tensor.format != _ND:
                    raise ParamInvalid(
                        "ACLNN-PARAM-192", op=call.operator.name, param=label, got=format_name(tensor.format)
                    )

    return check


def _sizes(args: Any) -> tuple[int, int, int, int]:
    """m, the k axes of A and of B, n."""
    rows, columns = args["A"].view_shape
    others, last = args["B"].view_shape
    m, k = (columns, rows) if args["transA"] else (rows, columns)
    k_too, n = (last, others) if args["transB"] else (others, last)
    return m, k, k_too, n


@custom("fits_gemm", ("A", "B", "C", "out"), "k axes meet; C broadcasts with the product; out: its shape")
def _fits_gemm(call: Call) -> None:
    m, k, k_too, n = _sizes(call.args)
    if k != k_too:
        raise ParamInvalid(
            "ACLNN-PARAM-181", op=call.operator.name, param="B", got=list(call.args["B"].view_shape), allowed=k,
            reference="A", shape=list(call.args["A"].view_shape),
        )  # fmt: skip
    c, out = call.args["C"], call.args["out"]
    if broadcast(c.view_shape, (m, n)) is None:
        raise ParamInvalid(
            "ACLNN-PARAM-008",
            op=call.operator.name,
            param="C",
            got=list(c.view_shape),
            other=[m, n],
            reference="A @ B",
        )
    if not (out.is_empty if 0 in (m, n) else out.view_shape[:2] == (m, n)):
        require_view_shape(call, "out", (m, n))


@operator(
    "aclnnGemm(const aclTensor *A, const aclTensor *B, const aclTensor *C, float alpha, float beta, int64_t transA,"
    " int64_t transB, aclTensor *out, int8_t cubeMathType)",
    checks=(
        not_null("C", "A", "B", "out"),
        dtype_in(CUBE, "A", "B", "C", "out"),
        rank_is(2, "A", "B"),
        _fits_gemm,
        lowered_math_type("A", "B"),
        _nd_only("A", "B", "C", "out"),
    ),
    source="ops-nn/matmul/gemm/op_host/op_api/aclnn_gemm.cpp",
    deviations=(
        *CUBE_DEVIATIONS,
        "On Ascend950 the library goes on as aclnnAddmm, with its steps; here the steps of the other chips are taken.",
        "Axpy rounds the product with alpha before the sum.",
    ),
)
def gemm(b: Builder, *args: Any) -> None:
    """out = alpha * (A @ B) + beta * C, of A and B transposed where asked; with beta 0 the values of C do not matter."""
    x, y, c, alpha, beta, trans_x, trans_y, out, math_type = args
    m, k, _, n = _sizes(b.call.args)
    if c.is_empty or 0 in (m, n):
        return
    if not k:
        scaled = b.kernel(elementwise.muls, b.contiguous(c), value=beta)
        b.view_copy(spread(b, scaled, out.view_shape), out)
        return
    base = None if is_near(beta, 0) else b.contiguous(c)
    if base is not None and not is_near(beta, 1):
        base = b.kernel(elementwise.muls, base, value=beta)
    result = plain_product(
        b,
        b.contiguous(x),
        b.contiguous(y),
        (m, k, n),
        routed(b, math_type),
        swapped=(bool(trans_x), bool(trans_y)),
    )
    if base is None:
        if not is_near(alpha, 1):
            result = b.kernel(elementwise.muls, result, value=alpha)
    else:
        dtype = promote(base.dtype, result.dtype)
        base, result = b.cast(base, dtype), b.cast(result, dtype)
        more = {} if is_near(alpha, 1) else {"name": "Axpy", "alpha": alpha}
        result = b.kernel(elementwise.add, base, result, **more)
    b.view_copy(b.cast(result, out.dtype), out)


# aclnnEinsum.

_INTEGERS = (S16, S32, S64, U16, U32, U64)
_WITH_FLOAT = (F16, F32, *_INTEGERS)
_MATRIX, _OUTER = "abcd,abced->abce", "a,b->ab"


@custom("two_of_one_dtype", ("tensors", "output"), "tensors: two, with the dtype of output")
def _two(call: Call) -> None:
    items = call.args["tensors"].items
    if len(items) != 2:
        raise ParamInvalid(
            "ACLNN-PARAM-191", op=call.operator.name, param="tensors", got=len(items), allowed=2
        )
    same_dtype("tensors", "output").run(call)


def _unified(equation: str) -> str:
    """The equation in the letters a, b, c ... in the order in which they come."""
    letters = dict.fromkeys(char for char in equation if char.isascii() and char.isalpha())
    names = {letter: chr(ord("a") + place) for place, letter in enumerate(letters)}
    return "".join(names.get(char, char) for char in equation)


@custom(
    "known_equation",
    ("equation", "tensors", "output"),
    f"equation: {_MATRIX} or {_OUTER}, with tensors that fit",
)
def _known(call: Call) -> None:
    equation = _unified(call.args["equation"])
    if equation not in (_MATRIX, _OUTER):
        raise ParamInvalid(
            "ACLNN-PARAM-188", op=call.operator.name, param="equation", got=call.args["equation"],
            allowed=f"{_MATRIX} and {_OUTER}",
        )  # fmt: skip
    (x, y), out = call.args["tensors"].items, call.args["output"]
    ranks = (4, 5, 4) if equation == _MATRIX else (1, 1, 2)
    for name, tensor, rank in zip(("tensors[0]", "tensors[1]", "output"), (x, y, out), ranks, strict=True):
        if tensor.rank != rank:
            raise ParamInvalid(
                "ACLNN-PARAM-062", op=call.operator.name, param=name, got=tensor.rank, shape=list(tensor.view_shape),
                allowed=rank,
            )  # fmt: skip
    if equation == _MATRIX:
        _require_sizes(call, x.view_shape, y.view_shape, out.view_shape)


def _require_sizes(call: Call, x: tuple[int, ...], y: tuple[int, ...], out: tuple[int, ...]) -> None:
    if (*y[:3], y[4]) != x:
        raise ParamInvalid(
            "ACLNN-PARAM-006", op=call.operator.name, param="tensors[1]", got=list(y), reference="tensors[0]",
            allowed=[*x[:3], "any", x[3]],
        )  # fmt: skip
    if out[:2] != x[:2]:
        raise ParamInvalid(
            "ACLNN-PARAM-009", op=call.operator.name, param="output", got=list(out), allowed=[*x[:3], y[3]]
        )
    for name, shape in (("tensors[0]", x), ("tensors[1]", y)):
        if 0 in shape:
            raise ParamInvalid(
                "ACLNN-PARAM-190", op=call.operator.name, param=name, got=list(shape), axis=shape.index(0)
            )


@operator(
    "aclnnEinsum(const aclTensorList *tensors, const char *equation, aclTensor *output)",
    checks=(
        not_null("tensors"),
        members_not_null("tensors"),
        not_null("output", "equation"),
        dtype_in(dtypes(F16, *_INTEGERS, DAV_2201=_WITH_FLOAT, DAV_3510=_WITH_FLOAT), "tensors"),
        _nd_only("tensors"),
        dtype_in(dtypes(F16, *_INTEGERS, DAV_2201=_WITH_FLOAT, DAV_3510=_WITH_FLOAT), "output"),
        _two,
        _known,
    ),
    source="ops-nn/matmul/batch_mat_mul_v3/op_host/op_api/aclnn_einsum.cpp",
    written=("output",),
    deviations=(
        *CUBE_DEVIATIONS[1:],
        "The Cast of output to FLOAT16, whose values the library never reads, is left out with its workspace.",
        "A tensor of another format than ND is refused after the dtypes of all members, not member by member.",
    ),
)
def einsum(b: Builder, tensors: TensorList, equation: str, output: Tensor) -> None:
    """output = the sum that the equation writes: abcd,abced->abce or a,b->ab; integers go through FLOAT16 in the first."""
    x, y = (item for item in tensors.items if item is not None)
    if _unified(equation) == _OUTER:
        left, right = b.contiguous(x), b.contiguous(y)
        b.view_copy(b.kernel(matmul.ger, left, right, name="Mul", shape=(*left.shape, *right.shape)), output)
        return
    dtype = x.dtype if x.dtype in (F16, F32) else F16
    left, right = b.contiguous(x), b.contiguous(y)
    operands = [b.cast(right, dtype), b.cast(left, dtype)]
    x_shape, y_shape = (y.view_shape, (*x.view_shape, 1))
    shape = y.view_shape[:4]
    result = mat_mul(b, operands, x_shape, y_shape, shape, dtype, with_mul=False)
    b.view_copy(b.cast(result, x.dtype), output)
