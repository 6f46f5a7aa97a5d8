"""beta * self + alpha * (a product of matrices): Addmm, Baddbmm, Addbmm, in place too.

Each plan is a choice among few graphs, as alpha, beta, shapes and dtypes allow. Scalars are read as FLOAT.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from aclnn_emu.core.layout import broadcast, numel
from aclnn_emu.core.promotion import promote
from aclnn_emu.errors import ParamInvalid
from aclnn_emu.kernels import data, elementwise, matmul, reduction
from aclnn_emu.ops._cube import (
    CUBE_DEVIATIONS,
    FP32_ADD,
    HF32,
    KEEP,
    as_float,
    cube_checks,
    has_fp32_cube,
    is_near,
    k_axes_meet,
    operand,
    product,
    product_of_batches,
    refuse_private_formats,
    routed,
    splits_k,
    spread,
    widens_to_fp32,
)
from aclnn_emu.ops._losses import require_view_shape
from aclnn_emu.ops._types import BF16, F16, F32
from aclnn_emu.ops.matmul import nz_refused
from aclnn_emu.plan.checks import Check, custom, max_rank, min_rank, not_null, rank_is, same_format
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

_910B = 2201
_HALF = (F16, BF16)
_SOURCE = "ops-nn/matmul/{}/op_host/op_api/aclnn_{}.cpp"
_DEVIATIONS = (
    *CUBE_DEVIATIONS,
    "The sum is a step Add or Axpy with a result of its own; the library may write it over the product (AddInplace).",
    "Axpy rounds the product with alpha before the sum.",
)


class _Sum(NamedTuple):
    """The operands of one call, whatever the operator calls them."""

    base: Tensor
    x: Tensor
    y: Tensor
    beta: Scalar
    alpha: Scalar
    out: Tensor
    math_type: int


def _numbers(base: str, x: str, y: str, out: str) -> tuple[Check, ...]:
    """Null pointers, dtypes, cubeMathType."""
    names = dict.fromkeys((base, x, y, "beta", "alpha", out))
    return (not_null(*names), *cube_checks(x, y, base, out))


# Addmm.


def _fits_matrix(base: str, x: str, y: str, out: str) -> Check:
    """The base broadcasts with the product, which `out` has the shape of."""

    @custom(
        "fits_matrix",
        (base, x, y, out),
        f"{base}: 1 or 2 dimensions, broadcasts with {x} @ {y}; {out}: its shape",
    )
    def check(call: Call) -> None:
        tensor, target = call.args[base], call.args[out]
        shape = (call.args[x].view_shape[0], call.args[y].view_shape[1])
        max_rank(2, base).run(call)
        if not tensor.storage_shape:
            min_rank(1, base).run(call)
        if broadcast(tensor.view_shape, shape) is None:
            raise ParamInvalid(
                "ACLNN-PARAM-008", op=call.operator.name, param=base, got=list(tensor.view_shape), other=list(shape),
                reference=f"{x} @ {y}",
            )  # fmt: skip
        if not (target.is_empty if 0 in shape else target.view_shape[:2] == shape):
            require_view_shape(call, out, shape)

    return check


def _addmm_checks(base: str, out: str) -> tuple[Check, ...]:
    return (
        *_numbers(base, "mat1", "mat2", out),
        rank_is(2, "mat1", "mat2"),
        k_axes_meet("mat1", "mat2"),
        nz_refused(base),
        _fits_matrix(base, "mat1", "mat2", out),
    )


def _store(b: Builder, result: Buffer, out: Tensor) -> None:
    b.view_copy(b.cast(result, out.dtype), out)


def _scaled(b: Builder, source: Buffer, factor: Scalar | float) -> Buffer:
    """Muls, unless the factor is 1."""
    return source if is_near(factor, 1) else _muls(b, source, factor)


def _muls(b: Builder, source: Buffer, factor: Scalar | float) -> Buffer:
    return b.kernel(elementwise.muls, source, value=as_float(factor), format=source.format)


def _add(b: Builder, x: Buffer, y: Buffer, alpha: Scalar | float) -> Buffer:
    """x + alpha * y in the dtype that both promote to: Add, or Axpy where alpha is not 1."""
    dtype = promote(x.dtype, y.dtype)
    x, y = b.cast(x, dtype), b.cast(y, dtype)
    if is_near(alpha, 1):
        return b.kernel(elementwise.add, x, y)
    return b.kernel(elementwise.add, x, y, name="Axpy", alpha=as_float(alpha))


def _is_bias(b: Builder, call: _Sum) -> bool:
    """beta and alpha are 1 and the base is one row: the cube adds it before it rounds."""
    base, x, y = call.base, call.x, call.y
    row = base.view_shape if base.rank == 1 else base.view_shape[1:] if base.view_shape[:1] == (1,) else None
    if not (is_near(call.beta, 1) and is_near(call.alpha, 1)) or row != y.view_shape[-1:]:
        return False
    if x.rank > 2 and x.view_shape[0] != 1:
        return False
    new = has_fp32_cube(b.profile)
    if x.dtype == BF16 and base.dtype not in (BF16, F32):
        return False
    if not new and F32 in (x.dtype, y.dtype, base.dtype):
        return False
    sizes = (*x.view_shape[-2:], y.view_shape[-1])
    return new or not (x.dtype == y.dtype == F16 and splits_k(sizes, F16, F16))


def _takes_gemm(b: Builder, call: _Sum, shape: tuple[int, ...]) -> bool:
    """910B scales and adds in the cube: half types into FLOAT, and every sum of one half type with cubeMathType 4."""
    if b.profile.npu_arch != _910B:
        return False
    into_fp32 = widens_to_fp32(b, call.x.dtype, call.y.dtype, call.out.dtype, call.math_type)
    as_base = call.base.dtype in (call.x.dtype, F32)
    if into_fp32 and as_base and (call.base.view_shape == shape or call.math_type == FP32_ADD):
        return True
    return _is_half_sum(b, call)


def _is_half_sum(b: Builder, call: _Sum) -> bool:
    one = call.base.dtype == call.x.dtype == call.y.dtype
    return b.profile.npu_arch == _910B and call.math_type == FP32_ADD and one and call.base.dtype in _HALF


def _gemm(b: Builder, call: _Sum, *, into_fp32: bool) -> Buffer:
    operands = (operand(b, call.x, call.x.dtype), operand(b, call.y, call.y.dtype), b.contiguous(call.base))
    x, y = call.x.view_shape, call.y.view_shape
    product_shape = (*(broadcast(x[:-2], y[:-2]) or ()), x[-2], y[-1])
    shape = broadcast(
        product_shape, call.base.view_shape
    )  # a base that grows the result is refused by ViewCopy
    return b.kernel(
        matmul.gemm, *operands, shape=shape, dtype=F32 if into_fp32 else call.base.dtype,
        alpha=as_float(call.alpha), beta=as_float(call.beta),
    )  # fmt: skip


def _addmm(b: Builder, call: _Sum) -> None:
    base, x, y, out = call.base, call.x, call.y, call.out
    shape = (x.view_shape[0], y.view_shape[1])
    if base.is_empty or 0 in shape:
        return None
    refuse_private_formats(b, "mat1", "mat2")
    if x.is_empty or is_near(call.alpha, 0):
        scaled = _scaled(b, b.contiguous(base), call.beta)
        return _store(b, spread(b, scaled, out.view_shape), out)
    return _store(b, _sum_of_matrices(b, call, shape), out)


def _sum_of_matrices(b: Builder, call: _Sum, shape: tuple[int, int]) -> Buffer:
    base, x, y, math_type = call.base, call.x, call.y, call.math_type
    sizes = (shape[0], x.view_shape[1], shape[1])
    if is_near(call.beta, 0):
        if _is_half_sum(b, call):
            return _gemm(b, call, into_fp32=False)
        return _scaled(b, product(b, x, y, sizes, call.out.dtype, math_type, fused=True), call.alpha)
    into_fp32 = widens_to_fp32(b, x.dtype, y.dtype, call.out.dtype, math_type)
    if _is_bias(b, call) and not (into_fp32 and b.profile.npu_arch == _910B):
        return product(b, x, y, sizes, call.out.dtype, math_type, bias=base, fused=True)
    if _takes_gemm(b, call, shape):
        return _gemm(b, call, into_fp32=into_fp32)
    start = b.contiguous(base)
    if widens_to_fp32(b, x.dtype, y.dtype, call.out.dtype, math_type, fused=True):
        start = b.cast(start, F32)
    start = _scaled(b, start, call.beta)
    if b.profile.npu_arch == _910B and x.dtype == y.dtype in _HALF and math_type in (KEEP, HF32):
        math_type = FP32_ADD  # the product of half types stays FLOAT until after the sum
    return _add(b, start, product(b, x, y, sizes, call.out.dtype, math_type, fused=True), call.alpha)


@operator(
    "aclnnAddmm(const aclTensor *self, const aclTensor *mat1, const aclTensor *mat2, const aclScalar *beta,"
    " const aclScalar *alpha, aclTensor *out, int8_t cubeMathType)",
    checks=_addmm_checks("self", "out"),
    source=_SOURCE.format("mat_mul_v3", "addmm"),
    deviations=_DEVIATIONS,
)
def addmm(
    b: Builder,
    self: Tensor,
    mat1: Tensor,
    mat2: Tensor,
    beta: Scalar,
    alpha: Scalar,
    out: Tensor,
    cube_math_type: int,
) -> None:
    """out = beta * self + alpha * (mat1 @ mat2); self broadcasts, and its values do not matter where beta is 0.

    Where alpha is 0, or the product has no terms, self is multiplied with any beta, 0 included.
    """
    _addmm(b, _Sum(self, mat1, mat2, beta, alpha, out, cube_math_type))


@operator(
    "aclnnInplaceAddmm(const aclTensor *selfRef, const aclTensor *mat1, const aclTensor *mat2, const aclScalar *beta,"
    " const aclScalar *alpha, int8_t cubeMathType)",
    checks=_addmm_checks("selfRef", "selfRef"),
    source=_SOURCE.format("mat_mul_v3", "addmm"),
    deviations=_DEVIATIONS,
)
def inplace_addmm(
    b: Builder, self_ref: Tensor, mat1: Tensor, mat2: Tensor, beta: Scalar, alpha: Scalar, cube_math_type: int
) -> None:
    """selfRef = beta * selfRef + alpha * (mat1 @ mat2)."""
    _addmm(b, _Sum(self_ref, mat1, mat2, beta, alpha, self_ref, cube_math_type))


# Baddbmm and Addbmm.


def _batches_meet(base: str, *, summed: bool) -> Check:
    """The batches broadcast, and the base has elements if the product has some."""

    @custom(
        "batches_meet",
        (base, "batch1", "batch2"),
        f"batch1, batch2: broadcast; {base}: empty as their product is",
    )
    def check(call: Call) -> None:
        x, y = call.args["batch1"].view_shape, call.args["batch2"].view_shape
        if x[0] != y[0] and 1 not in (x[0], y[0]):
            raise ParamInvalid(
                "ACLNN-PARAM-008",
                op=call.operator.name,
                param="batch2",
                got=list(y),
                other=list(x),
                reference="batch1",
            )
        empty = 0 in (x[1], y[2]) or (not summed and x[0] == 0)
        if call.args[base].is_empty != empty:
            words = ("not empty", "empty")
            raise ParamInvalid(
                "ACLNN-PARAM-183", op=call.operator.name, param=base, state=words[not empty], other=words[empty],
                reference="batch1", shape=list(x),
            )  # fmt: skip

    return check


def _fits_batches(base: str, out: str) -> Check:
    """The base broadcasts to the product of the batches, whose shape `out` has."""

    @custom(
        "fits_batches",
        (base, "batch1", "batch2", out),
        f"{base}: broadcasts to batch1 @ batch2; {out}: its shape",
    )
    def check(call: Call) -> None:
        x, y, start = (call.args[name].view_shape for name in ("batch1", "batch2", base))
        shape = (x[0], x[1], y[2])
        merged = broadcast(start, shape)
        if merged is None:
            raise ParamInvalid(
                "ACLNN-PARAM-008", op=call.operator.name, param=base, got=list(start), other=list(shape),
                reference="batch1 @ batch2",
            )  # fmt: skip
        require_view_shape(call, out, merged)
        if any(size != 1 and of_product == 1 for size, of_product in zip(merged[:3], shape, strict=False)):
            require_view_shape(call, out, shape)

    return check


def _fits_summed_batches(base: str, out: str) -> Check:
    @custom(
        "fits_sum",
        (base, "batch1", "batch2", out),
        f"{base}: broadcasts to the sum of products; {out}: its shape",
    )
    def check(call: Call) -> None:
        start = call.args[base].view_shape
        shape = (call.args["batch1"].view_shape[1], call.args["batch2"].view_shape[2])
        merged = broadcast(start, shape)
        if merged is None:
            raise ParamInvalid(
                "ACLNN-PARAM-008", op=call.operator.name, param=base, got=list(start), other=list(shape),
                reference="the sum of batch1 @ batch2",
            )  # fmt: skip
        require_view_shape(call, out, merged)
        require_view_shape(call, out, shape)

    return check


def _baddbmm_checks(base: str, out: str) -> tuple[Check, ...]:
    return (
        *_numbers(base, "batch1", "batch2", out),
        rank_is(3, "batch1", "batch2"),
        k_axes_meet("batch1", "batch2"),
        _batches_meet(base, summed=False),
        _fits_batches(base, out),
        same_format("batch1", "batch2", out),
    )


def _addbmm_checks(base: str, out: str) -> tuple[Check, ...]:
    return (
        *_numbers(base, "batch1", "batch2", out),
        rank_is(3, "batch1", "batch2"),
        k_axes_meet("batch1", "batch2"),
        _batches_meet(base, summed=True),
        max_rank(2, base),
        min_rank(1, base),
        _fits_summed_batches(base, out),
        same_format("batch1", "batch2"),
    )


def _baddbmm(b: Builder, call: _Sum) -> None:
    x, y, out = call.x.view_shape, call.y.view_shape, call.out
    shape = (x[0], x[1], y[2])
    if 0 in shape:
        return None
    refuse_private_formats(b, "batch1", "batch2")
    if is_near(call.beta, 0):
        if _is_half_sum(b, call):
            return _store(b, _gemm(b, call, into_fp32=False), out)
        result = product_of_batches(b, call.x, call.y, (x, y), out, call.math_type, summed=True)
        return _store(b, _muls(b, result, call.alpha), out)
    into_fp32 = widens_to_fp32(b, call.x.dtype, call.y.dtype, out.dtype, call.math_type)
    if _takes_gemm(b, call, shape):
        return _store(b, _gemm(b, call, into_fp32=into_fp32), out)
    start = b.contiguous(call.base)
    if into_fp32:
        start = b.cast(start, out.dtype)
    start = _muls(b, start, call.beta)
    result = product_of_batches(b, call.x, call.y, (x, y), out, call.math_type, summed=True)
    return _store(b, _add(b, start, result, call.alpha), out)


def _addbmm(b: Builder, call: _Sum) -> None:
    x, y, out = call.x.view_shape, call.y.view_shape, call.out
    shape = (x[1], y[2])
    if 0 in shape:
        return
    refuse_private_formats(b, "batch1", "batch2")
    call = call._replace(math_type=routed(b, call.math_type))
    alpha, beta = as_float(call.alpha), as_float(call.beta)
    if alpha == beta == 0:
        b.view_copy(b.fill(shape, 0, out.dtype), out)
        return
    if alpha == 0:
        _store(b, b.kernel(data.copy, _scaled_base(b, call), name="BroadcastTo", shape=shape), out)
    elif beta == 0:
        _store(b, _muls(b, _summed_product(b, call), alpha), out)
    elif _is_bias(b, call):
        _store(b, _summed_product(b, call, bias=call.base), out)
    else:
        start = _scaled_base(b, call)
        _store(b, _add(b, start, _summed_product(b, call), alpha), out)


def _scaled_base(b: Builder, call: _Sum) -> Buffer:
    start = b.contiguous(call.base)
    return _muls(b, b.cast(start, F32) if start.dtype == BF16 else start, call.beta)


def _summed_product(b: Builder, call: _Sum, *, bias: Tensor | None = None) -> Buffer:
    x, y = call.x.view_shape, call.y.view_shape
    result = product_of_batches(b, call.x, call.y, (x, y), call.out, call.math_type, bias=bias)
    if not numel(result.shape):
        return b.fill(result.shape[1:], 0, result.dtype)
    return b.kernel(reduction.reduce_sum, result, shape=result.shape[1:], axes=(0,), keep_dims=False)


_BATCHES = "const aclTensor *batch1, const aclTensor *batch2, const aclScalar *beta, const aclScalar *alpha"


@operator(
    f"aclnnBaddbmm(const aclTensor *self, {_BATCHES}, aclTensor *out, int8_t cubeMathType)",
    checks=_baddbmm_checks("self", "out"),
    source=_SOURCE.format("batch_mat_mul_v3", "baddbmm"),
    deviations=_DEVIATIONS,
)
def baddbmm(
    b: Builder, self: Tensor, batch1: Tensor, batch2: Tensor, beta: Scalar, alpha: Scalar, out: Tensor,
    cube_math_type: int,
) -> None:  # fmt: skip
    """out = beta * self + alpha * (batch1 @ batch2), batch by batch; with beta 0 the values of self do not matter."""
    _baddbmm(b, _Sum(self, batch1, batch2, beta, alpha, out, cube_math_type))


@operator(
    f"aclnnInplaceBaddbmm(const aclTensor *selfRef, {_BATCHES}, int8_t cubeMathType)",
    checks=_baddbmm_checks("selfRef", "selfRef"),
    source=_SOURCE.format("batch_mat_mul_v3", "baddbmm"),
    deviations=_DEVIATIONS,
)
def inplace_baddbmm(
    b: Builder,
    self_ref: Tensor,
    batch1: Tensor,
    batch2: Tensor,
    beta: Scalar,
    alpha: Scalar,
    cube_math_type: int,
) -> None:
    """selfRef = beta * selfRef + alpha * (batch1 @ batch2), batch by batch."""
    _baddbmm(b, _Sum(self_ref, batch1, batch2, beta, alpha, self_ref, cube_math_type))


@operator(
    f"aclnnAddbmm(const aclTensor *self, {_BATCHES}, aclTensor *out, int8_t cubeMathType)",
    checks=_addbmm_checks("self", "out"),
    source=_SOURCE.format("batch_mat_mul_v3", "addbmm"),
    deviations=_DEVIATIONS,
)
def addbmm(
    b: Builder, self: Tensor, batch1: Tensor, batch2: Tensor, beta: Scalar, alpha: Scalar, out: Tensor,
    cube_math_type: int,
) -> None:  # fmt: skip
    """out = beta * self + alpha * (the sum of the products batch1 @ batch2)."""
    _addbmm(b, _Sum(self, batch1, batch2, beta, alpha, out, cube_math_type))


@operator(
    f"aclnnInplaceAddbmm(aclTensor *selfRef, {_BATCHES}, int8_t cubeMathType)",
    checks=_addbmm_checks("selfRef", "selfRef"),
    source=_SOURCE.format("batch_mat_mul_v3", "addbmm"),
    deviations=_DEVIATIONS,
)
def inplace_addbmm(
    b: Builder,
    self_ref: Tensor,
    batch1: Tensor,
    batch2: Tensor,
    beta: Scalar,
    alpha: Scalar,
    cube_math_type: int,
) -> None:
    """selfRef = beta * selfRef + alpha * (the sum of the products batch1 @ batch2)."""
    _addbmm(b, _Sum(self_ref, batch1, batch2, beta, alpha, self_ref, cube_math_type))
