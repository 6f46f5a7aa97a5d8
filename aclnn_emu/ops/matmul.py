"""Products of matrices: Mm, Matmul, BatchMatMul, Mv; and the two equations of Einsum."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.core.formats import format_name
from aclnn_emu.core.layout import broadcast, numel
from aclnn_emu.core.promotion import promote
from aclnn_emu.errors import InnerNullptr, ParamInvalid
from aclnn_emu.kernels import matmul
from aclnn_emu.ops._cube import (
    CUBE_DEVIATIONS,
    cube_checks,
    k_axes_meet,
    product,
    product_of_batches,
    refuse_private_formats,
    routed,
)
from aclnn_emu.ops._losses import require_view_shape
from aclnn_emu.plan.checks import Check, custom, max_rank, not_null, rank_is, same_dtype, unless_empty
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

_FRACTAL_NZ = 29
_BATCHED = 3


def nz_refused(*params: str) -> Check:
    """None of them is laid out as FRACTAL_NZ."""

    @custom("nz_refused", params, f"{', '.join(params)}: not FRACTAL_NZ")
    def check(call: Call) -> None:
        for name in params:
            tensor = call.args[name]
            if tensor.format == _FRACTAL_NZ:
                raise ParamInvalid(
                    "ACLNN-PARAM-023", op=call.operator.name, param=name, got=format_name(tensor.format)
                )

    return check


# aclnnMm.


@custom("out_is_product", ("out", "self", "mat2"), "out: rows of self, columns of mat2")
def _out_is_product(call: Call) -> None:
    require_view_shape(call, "out", (call.args["self"].view_shape[0], call.args["mat2"].view_shape[1]))


@operator(
    "aclnnMm(const aclTensor *self, const aclTensor *mat2, aclTensor *out, int8_t cubeMathType)",
    checks=(
        not_null("out", "self", "mat2"),
        *cube_checks("self", "mat2", "out"),
        rank_is(2, "mat2", "self"),
        k_axes_meet("self", "mat2"),
        rank_is(2, "out"),
        _out_is_product,
    ),
    source="ops-nn/matmul/mat_mul_v3/op_host/op_api/aclnn_mm.cpp",
    deviations=CUBE_DEVIATIONS,
)
def mm(b: Builder, self: Tensor, mat2: Tensor, out: Tensor, cube_math_type: int) -> None:
    """out = self @ mat2, of matrices; FLOAT16 and BF16 accumulate in FLOAT and round once."""
    if out.is_empty:
        return
    refuse_private_formats(b, "self", "mat2")
    sizes = (*self.view_shape, mat2.view_shape[1])
    b.view_copy(b.cast(product(b, self, mat2, sizes, out.dtype, cube_math_type), out.dtype), out)


# aclnnMatmul.


@custom(
    "can_multiply",
    ("self", "mat2"),
    "self, mat2: 1 to 6 dimensions, k axes of one size, batches that broadcast",
)
def _can_multiply(call: Call) -> None:
    x, y = call.args["self"], call.args["mat2"]
    for name, tensor in (("self", x), ("mat2", y)):
        if not tensor.rank:
            raise ParamInvalid(
                "ACLNN-PARAM-103", op=call.operator.name, param=name, got=0, shape=[], allowed=1
            )
    k_axes_meet("self", "mat2").run(call)
    if broadcast(x.view_shape[:-2], y.view_shape[:-2]) is None:
        raise ParamInvalid(
            "ACLNN-PARAM-008", op=call.operator.name, param="mat2", got=list(y.view_shape), other=list(x.view_shape),
            reference="self",
        )  # fmt: skip


def _require_room(b: Builder, shape: tuple[int, ...], out: Tensor) -> None:
    """Reshape of the result to the shape of out, which nobody asked for before."""
    if numel(shape) != out.numel:
        raise InnerNullptr(
            "ACLNN-VIEW-001",
            op=b.call.operator.name,
            param="out",
            got=list(shape),
            allowed=list(out.view_shape),
        )


def matmul_shape(x: tuple[int, ...], y: tuple[int, ...]) -> tuple[int, ...]:
    """The shape of x @ y, with vectors as a row on the left and a column on the right, whose axes go away."""
    batches = broadcast(x[:-2], y[:-2]) or ()
    return (*batches, *x[-2:-1], *(y[-1:] if len(y) > 1 else ()))


@operator(
    "aclnnMatmul(const aclTensor *self, const aclTensor *mat2, aclTensor *out, int8_t cubeMathType)",
    checks=(
        not_null("self", "mat2", "out"),
        *cube_checks("self", "mat2", "out"),
        max_rank(6, "self", "mat2"),
        _can_multiply,
        nz_refused("self", "out"),
    ),
    source="ops-nn/matmul/mat_mul_v3/op_host/op_api/aclnn_matmul.cpp",
    deviations=CUBE_DEVIATIONS,
)
def matmul_(b: Builder, self: Tensor, mat2: Tensor, out: Tensor, cube_math_type: int) -> None:
    """out = self @ mat2, as torch.matmul: vectors, matrices, and batches that broadcast; out may have any shape of that size."""
    if self.is_empty or mat2.is_empty:
        if not out.is_empty:
            b.view_copy(b.fill(out.view_shape, 0, out.dtype), out)
        return
    refuse_private_formats(b, "self", "mat2")
    x, y = self.view_shape, mat2.view_shape
    _require_room(b, matmul_shape(x, y), out)
    if self.rank == mat2.rank == 1:
        result = _dot(b, self, mat2, out.view_shape)
    elif mat2.rank >= _BATCHED:
        rows: tuple[int, ...] = (1, *x) if self.rank == 1 else (1, 1, *x) if self.rank == 2 else x
        left: Tensor | Buffer = b.contiguous(self) if self.rank < _BATCHED else self
        result = product_of_batches(b, left, mat2, (rows, y), out, cube_math_type, shape=out.view_shape)
    else:
        left = b.contiguous(self) if self.rank != 2 else self
        right = b.contiguous(mat2) if mat2.rank == 1 else mat2
        sizes = (numel(x[:-1]), x[-1], y[1] if mat2.rank > 1 else 1)
        result = product(b, left, right, sizes, out.dtype, cube_math_type, shape=out.view_shape)
    b.view_copy(b.cast(result, out.dtype), out)


def _dot(b: Builder, x: Tensor, y: Tensor, shape: tuple[int, ...]) -> Buffer:
    common = promote(x.dtype, y.dtype)
    return b.kernel(
        matmul.dot, b.contiguous_cast(x, common), b.contiguous_cast(y, common), shape=shape, dtype=common
    )


# aclnnBatchMatMul.


@custom(
    "can_multiply_batches",
    ("self", "mat2", "out"),
    "mat2: not one row or column in FRACTAL_NZ; k, batches; out",
)
def _can_multiply_batches(call: Call) -> None:
    x, y = (call.args[name] for name in ("self", "mat2"))
    if y.format == _FRACTAL_NZ and 1 in y.view_shape[1:]:
        nz_refused("mat2").run(call)
    k_axes_meet("self", "mat2").run(call)
    if x.view_shape[0] != y.view_shape[0] and 1 not in (x.view_shape[0], y.view_shape[0]):
        raise ParamInvalid(
            "ACLNN-PARAM-008", op=call.operator.name, param="mat2", got=list(y.view_shape), other=list(x.view_shape),
            reference="self",
        )  # fmt: skip
    # A batch of 0 and one of 1 make 1, not 0.
    require_view_shape(call, "out", (max(x.view_shape[0], y.view_shape[0]), x.view_shape[1], y.view_shape[2]))


@operator(
    "aclnnBatchMatMul(const aclTensor *self, const aclTensor *mat2, aclTensor *out, int8_t cubeMathType)",
    checks=(
        not_null("self", "mat2", "out"),
        *cube_checks("self", "mat2", "out"),
        rank_is(3, "self", "mat2", "out"),
        _can_multiply_batches,
        nz_refused("self", "out"),
    ),
    source="ops-nn/matmul/batch_mat_mul_v3/op_host/op_api/aclnn_batch_matmul.cpp",
    deviations=CUBE_DEVIATIONS,
)
def batch_mat_mul(b: Builder, self: Tensor, mat2: Tensor, out: Tensor, cube_math_type: int) -> None:
    """out = self @ mat2, of batches of matrices; a batch of one goes with any other."""
    x, y = self.view_shape, mat2.view_shape
    if 0 in (x[0], x[1], y[2]):
        return
    refuse_private_formats(b, "self", "mat2")
    result = product_of_batches(b, self, mat2, (x, y), out, routed(b, cube_math_type))
    b.view_copy(b.cast(result, out.dtype), out)


# aclnnMv.


@custom("shapes_of_mv", ("self", "vec", "out"), "vec: as long as the rows of self; out: as the columns")
def _shapes_of_mv(call: Call) -> None:
    rows, columns = call.args["self"].view_shape
    for name, size in (("vec", columns), ("out", rows)):
        require_view_shape(call, name, (size,))


@operator(
    "aclnnMv(const aclTensor *self, const aclTensor *vec, aclTensor *out, int8_t cubeMathType)",
    checks=(
        not_null("self", "vec", "out"),
        same_dtype("vec", "out"),
        unless_empty("self", same_dtype("vec", "self")),
        *cube_checks("self", "vec", "out"),
        rank_is(2, "self"),
        rank_is(1, "vec", "out"),
        _shapes_of_mv,
    ),
    source="ops-nn/matmul/mv/op_host/op_api/aclnn_mv.cpp",
    deviations=CUBE_DEVIATIONS,
)
def mv(b: Builder, self: Tensor, vec: Tensor, out: Tensor, cube_math_type: int) -> None:
    """out = self @ vec, of a matrix and a vector."""
    if out.is_empty:
        return
    if self.is_empty:
        b.view_copy(b.fill(out.view_shape, 0, out.dtype, name="ZerosLike"), out)
        return
    refuse_private_formats(b, "self", "vec")
    left, right = b.contiguous(self), b.contiguous(vec)
    sizes = (*self.view_shape, 1)
    math_type = routed(b, cube_math_type)
    result = product(b, left, right, sizes, out.dtype, math_type, shape=out.view_shape)
    b.view_copy(b.cast(result, out.dtype), out)
