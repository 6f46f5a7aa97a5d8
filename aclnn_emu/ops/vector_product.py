"""Products with vectors: Dot, Ger, Addr, Addmv, and the vector product LinalgCross."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import dtype_name, is_integral
from aclnn_emu.core.layout import broadcast
from aclnn_emu.core.promotion import promote
from aclnn_emu.errors import ParamInvalid
from aclnn_emu.kernels import data, elementwise, logic, matmul, reduction, truth
from aclnn_emu.ops._cube import CUBE_DEVIATIONS, is_near, routed
from aclnn_emu.ops._cube_plain import lowered_math_type, plain_product
from aclnn_emu.ops._losses import require_view_shape
from aclnn_emu.ops._types import BF16, BOOL, C64, C128, F16, F32, F64, S8, S16, S32, S64, U8, UNDEFINED
from aclnn_emu.ops.matmul import nz_refused
from aclnn_emu.plan.checks import (
    Check,
    casts_to,
    custom,
    dtype_in,
    max_rank,
    not_null,
    promotes,
    rank_is,
    require_cast,
    same_dtype,
    shape_is_broadcast,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

_REGBASE = 3510

# aclnnDot.

_DOT = (F32, F16, S8, S32, U8)


@operator(
    "aclnnDot(const aclTensor *self, const aclTensor *tensor, aclTensor *out)",
    checks=(
        not_null("self", "tensor", "out"),
        same_dtype("self", "tensor", "out"),
        dtype_in(dtypes(*_DOT, DAV_2201=(*_DOT, BF16), DAV_3510=(*_DOT, BF16)), "self"),
        rank_is(1, "self", "tensor"),
        custom("as_long", ("tensor", "self"), "tensor: as long as self")(
            lambda call: require_view_shape(call, "tensor", call.args["self"].view_shape)
        ),
        rank_is(0, "out"),
    ),
    source="ops-math/math/dot/op_api/aclnn_dot.cpp",
    deviations=("Sums of INT8 and UINT8 wrap; what the vector kernel makes of large ones is not public.",),
)
def dot(b: Builder, self: Tensor, tensor: Tensor, out: Tensor) -> None:
    """out = the sum of self * tensor, of two vectors; 0 where they are empty."""
    if self.is_empty:
        b.view_copy(b.fill((), 0, out.dtype), out)
        return
    b.view_copy(b.kernel(matmul.dot, b.contiguous(self), b.contiguous(tensor), shape=()), out)


# aclnnGer.

_GER = (F32, F16, S32, F64, S8, U8, S16, BOOL, S64, C64, C128)


@custom("outer_shape", ("self", "vec2", "out"), "out: as many rows as self has elements, columns as vec2")
def _outer_shape(call: Call) -> None:
    require_view_shape(call, "out", (*call.args["self"].view_shape, *call.args["vec2"].view_shape))


@operator(
    "aclnnGer(const aclTensor *self, const aclTensor *vec2, aclTensor *out)",
    checks=(
        not_null("self", "vec2", "out"),
        dtype_in(dtypes(*_GER, DAV_3510=(*_GER, BF16)), "self", "vec2"),
        promotes("self", "vec2"),
        casts_to("out"),
        rank_is(1, "self", "vec2"),
        rank_is(2, "out"),
        _outer_shape,
    ),
    source="ops-math/math/ger/op_api/aclnn_ger.cpp",
)
def ger(b: Builder, self: Tensor, vec2: Tensor, out: Tensor) -> None:
    """out[i, j] = self[i] * vec2[j]; of BOOL the logical and."""
    if self.is_empty or vec2.is_empty:
        return
    x, y = b.contiguous_cast(self, b.promoted), b.contiguous_cast(vec2, b.promoted)
    own = (F32, F16, BF16) if b.profile.npu_arch == _REGBASE else (F32, F16)
    name = "Ger" if b.promoted in own else "LogicalAnd" if b.promoted == BOOL else "Mul"
    result = b.kernel(matmul.ger, x, y, name=name, shape=out.view_shape, dtype=b.promoted)
    b.view_copy(b.cast(result, out.dtype), out)


# aclnnAddr.

_ADDR = (F64, F32, F16, S64, S32, S16, S8, U8, BOOL)
_ADDR_DTYPES = dtypes(*_ADDR, DAV_2201=(*_ADDR, BF16), DAV_3510=(*_ADDR, BF16))
_ADDR_ON_950 = (F32, F16, BF16, S8, U8, BOOL)
_SCALARS = ("betaOptional", "alphaOptional")


def _addr_dtype(x: Tensor, vec1: Tensor, vec2: Tensor) -> int:
    return promote(x.dtype, promote(vec2.dtype, vec1.dtype))


def _addr_scalars(x: str) -> Check:
    @custom(
        "scalars_fit",
        (x, "vec1", "vec2", *_SCALARS),
        "beta, alpha: BOOL for BOOL only, no floats for integers",
    )
    def check(call: Call) -> None:
        tensors = [call.args[name] for name in (x, "vec1", "vec2")]
        dtype = _addr_dtype(*tensors)
        integers = all(is_integral(tensor.dtype, include_bool=True) for tensor in tensors)
        for wrong in (
            lambda scalar: dtype != BOOL and scalar.dtype == BOOL,
            lambda scalar: integers and not is_integral(scalar.dtype, include_bool=True),
        ):
            for name in _SCALARS:
                scalar = call.args[name]
                if scalar is not None and wrong(scalar):
                    raise ParamInvalid(
                        "ACLNN-PARAM-185", op=call.operator.name, param=name, got=dtype_name(scalar.dtype),
                        dtype=dtype_name(dtype),
                    )  # fmt: skip

    return check


def _addr_shapes(x: str, out: str) -> Check:
    @custom(
        "fits_outer",
        (x, "vec1", "vec2", out),
        f"{x}: broadcasts to the outer product; has its shape, where it is {out}",
    )
    def check(call: Call) -> None:
        tensor = call.args[x]
        shape = (*call.args["vec1"].view_shape, *call.args["vec2"].view_shape)
        if tensor is call.args[out]:
            rank_is(2, x).run(call)
            require_view_shape(call, x, shape)
        elif broadcast(tensor.view_shape, shape) != shape:
            raise ParamInvalid(
                "ACLNN-PARAM-007", op=call.operator.name, param=x, got=list(tensor.view_shape), target="vec1, vec2",
                allowed=list(shape),
            )  # fmt: skip

    return check


def _addr_checks(x: str, out: str) -> tuple[Check, ...]:
    return (
        not_null(*dict.fromkeys((x, "vec1", "vec2", out))),
        dtype_in(_ADDR_DTYPES, *dict.fromkeys((x, "vec1", "vec2", out, *_SCALARS))),
        _addr_scalars(x),
        rank_is(1, "vec1", "vec2"),
        max_rank(2, x),
        _addr_shapes(x, out),
    )


def _addr(
    b: Builder,
    tensors: tuple[Tensor, Tensor, Tensor],
    beta: Scalar | None,
    alpha: Scalar | None,
    out: Tensor,
    name: str,
) -> None:
    if tensors[1].is_empty or tensors[2].is_empty:
        return
    dtype = _addr_dtype(*tensors)
    x, vec1, vec2 = (b.contiguous_cast(tensor, dtype) for tensor in tensors)
    shape = (*vec1.shape, *vec2.shape)
    if b.profile.npu_arch == _REGBASE and dtype in _ADDR_ON_950:
        factor_of_self, factor = (1 if scalar is None else scalar.as_(dtype) for scalar in (beta, alpha))
        result = b.kernel(matmul.addr, x, vec1, vec2, shape=shape, beta=factor_of_self, alpha=factor)
        if dtype == BOOL:
            result = b.cast(b.cast(result, S8), BOOL)
    else:
        result = _addr_in_steps(b, (x, vec1, vec2), beta, alpha, shape)
    require_view_shape(b.call, name, result.shape)
    b.view_copy(b.cast(result, out.dtype), out)


def _scale(b: Builder, x: Buffer, factor: Scalar) -> Buffer:
    """x times a scalar of its dtype: Mul, of BOOL LogicalAnd."""
    name = "LogicalAnd" if x.dtype == BOOL else "Mul"
    return b.kernel(elementwise.muls, x, name=name, value=factor.as_(x.dtype))


def _sum(b: Builder, x: Buffer, y: Buffer) -> Buffer:
    return b.kernel(logic.logical_or if x.dtype == BOOL else elementwise.add, x, y)


def _addr_in_steps(
    b: Builder,
    buffers: tuple[Buffer, Buffer, Buffer],
    beta: Scalar | None,
    alpha: Scalar | None,
    shape: tuple[int, ...],
) -> Buffer:
    x, vec1, vec2 = buffers
    if alpha is not None and alpha.as_(F32) != 1:
        vec1 = _scale(b, vec1, alpha)
    name = "LogicalAnd" if vec1.dtype == BOOL else "Mul"
    outer = b.kernel(matmul.ger, vec1, vec2, name=name, shape=shape)
    if beta is not None and beta.as_(F32) == 0:
        return outer
    if beta is not None and beta.as_(F32) != 1:
        x = _scale(b, x, beta)
    return _sum(b, x, outer)


_ADDR_TEXT = "const aclTensor *vec1, const aclTensor *vec2, const aclScalar *betaOptional, const aclScalar *alphaOptional"
_ADDR_SOURCE = "ops-math/math/addr/op_api/aclnn_addr.cpp"


@operator(
    f"aclnnAddr(const aclTensor *self, {_ADDR_TEXT}, aclTensor *out)",
    checks=_addr_checks("self", "out"),
    source=_ADDR_SOURCE,
)
def addr(
    b: Builder, self: Tensor, vec1: Tensor, vec2: Tensor, beta_optional: Scalar | None, alpha_optional: Scalar | None,
    out: Tensor,
) -> None:  # fmt: skip
    """out = beta * self + alpha * (vec1 times vec2, each with each); with beta 0 the values of self do not matter."""
    _addr(b, (self, vec1, vec2), beta_optional, alpha_optional, out, "out")


@operator(
    f"aclnnInplaceAddr(aclTensor *selfRef, {_ADDR_TEXT})",
    checks=_addr_checks("selfRef", "selfRef"),
    source=_ADDR_SOURCE,
)
def inplace_addr(
    b: Builder, self_ref: Tensor, vec1: Tensor, vec2: Tensor, beta_optional: Scalar | None,
    alpha_optional: Scalar | None,
) -> None:  # fmt: skip
    """selfRef = beta * selfRef + alpha * (vec1 times vec2, each with each)."""
    _addr(b, (self_ref, vec1, vec2), beta_optional, alpha_optional, self_ref, "selfRef")


# aclnnAddmv.

_ADDMV = dtypes(F32, S32, S64, F16, BF16, S16, S8, U8, F64, BOOL)


@custom(
    "all_promote", ("mat", "vec", "alpha", "beta", "self", "out"), "dtypes promote, and cast to that of out"
)
def _addmv_promotes(call: Call) -> None:
    def join(name: str, first: int, second: int) -> int:
        result = promote(first, second)
        if result == UNDEFINED:
            raise ParamInvalid(
                "ACLNN-PARAM-011",
                op=call.operator.name,
                param=name,
                got=dtype_name(first),
                other=dtype_name(second),
            )
        return result

    args = call.args
    term = join("mat", args["mat"].dtype, args["vec"].dtype)
    if not is_near(args["alpha"], 1):
        term = join("alpha", args["alpha"].dtype, term)
    base = args["self"].dtype
    if not is_near(args["beta"], 1):
        base = join("beta", args["beta"].dtype, base)
    require_cast(call, join("self", base, term), "out", args["out"].dtype)


@custom(
    "shapes_of_addmv",
    ("self", "mat", "vec", "out"),
    "self, mat, vec, out: 0 or 1, 2, 1 and 1 dimensions that fit",
)
def _addmv_shapes(call: Call) -> None:
    max_rank(1, "self").run(call)
    rank_is(2, "mat").run(call)
    rank_is(1, "vec", "out").run(call)
    rows, columns = call.args["mat"].view_shape
    require_view_shape(call, "vec", (columns,))
    require_view_shape(call, "out", (rows,))
    base = call.args["self"].view_shape
    if base and base[0] != rows and (base[0] != 1 or is_near(call.args["alpha"], 0)):
        require_view_shape(call, "self", (rows,))


@operator(
    "aclnnAddmv(const aclTensor *self, const aclTensor *mat, const aclTensor *vec, const aclScalar *alpha,"
    " const aclScalar *beta, aclTensor *out, int8_t cubeMathType)",
    checks=(
        not_null("self", "mat", "vec", "alpha", "beta", "out"),
        dtype_in(_ADDMV, "self", "mat", "vec", "alpha", "beta", "out"),
        _addmv_promotes,
        _addmv_shapes,
        lowered_math_type("mat", "vec"),
        nz_refused("self", "mat", "vec", "out"),
    ),
    source="ops-nn/matmul/addmv/op_host/op_api/aclnn_addmv.cpp",
    deviations=CUBE_DEVIATIONS,
)
def addmv(
    b: Builder,
    self: Tensor,
    mat: Tensor,
    vec: Tensor,
    alpha: Scalar,
    beta: Scalar,
    out: Tensor,
    cube_math_type: int,
) -> None:
    """out = beta * self + alpha * (mat @ vec), of many dtypes; floating ones on the cube, the others by Mul and ReduceSum."""
    if self.is_empty:
        return
    term = None
    if not is_near(alpha, 0) and not mat.is_empty and not vec.is_empty:
        term = _mat_vec(b, mat, vec, routed(b, cube_math_type))
        term = term if is_near(alpha, 1) else _scaled(b, term, alpha)
    base = None
    if term is None or not is_near(beta, 0):
        base = b.contiguous(self)
        base = base if is_near(beta, 1) else _scaled(b, base, beta)
    if term is not None and base is not None:
        dtype = promote(base.dtype, term.dtype)
        base = _sum(b, b.cast(term, dtype), b.cast(base, dtype))
    result = base if base is not None else term
    if result is not None:
        b.view_copy(b.cast(result, out.dtype), out)


def _scaled(b: Builder, x: Buffer, factor: Scalar) -> Buffer:
    return _scale(b, b.cast(x, promote(factor.dtype, x.dtype)), factor)


def _mat_vec(b: Builder, mat: Tensor, vec: Tensor, math_type: int) -> Buffer:
    dtype = promote(mat.dtype, vec.dtype)
    y, x = b.contiguous(vec), b.contiguous(mat)
    x, y = b.cast(x, dtype), b.cast(y, dtype)
    rows, columns = mat.view_shape
    if dtype in (F32, F16, BF16):
        return plain_product(b, x, y, (rows, columns, 1), math_type, shape=(rows,))
    terms = b.kernel(logic.logical_and if dtype == BOOL else elementwise.mul, x, y)
    reduce = truth.reduce_any if dtype == BOOL else reduction.reduce_sum
    return b.kernel(reduce, terms, shape=(rows,), axes=(1,), keep_dims=False)


# aclnnLinalgCross.

_CROSS = (F32, F16, F64, S8, S16, S32, S64, C64, C128, U8)


@custom("axis_of_self", ("dim", "self"), "dim: an axis of self")
def _axis_of_self(call: Call) -> None:
    rank, axis = call.args["self"].rank, call.args["dim"]
    if not -rank <= axis < rank:
        raise ParamInvalid(
            "ACLNN-PARAM-015", op=call.operator.name, param="dim", got=axis, axis=axis, low=-rank, high=rank - 1,
            tensor="self", shape=list(call.args["self"].view_shape),
        )  # fmt: skip


@operator(
    "aclnnLinalgCross(const aclTensor *self, const aclTensor *other, int64_t dim, aclTensor *out)",
    checks=(
        not_null("self", "other", "out"),
        dtype_in(dtypes(*_CROSS, DAV_2201=(*_CROSS, BF16), DAV_3510=(*_CROSS, BF16)), "self"),
        same_dtype("self", "other", "out"),
        max_rank(8, "self", "other", "out"),
        shape_is_broadcast("out", "self", "other"),
        _axis_of_self,
    ),
    source="ops-math/math/cross/op_api/aclnn_linalg_cross.cpp",
)
def linalg_cross(b: Builder, self: Tensor, other: Tensor, dim: int, out: Tensor) -> None:
    """out = the vector product of self and other along an axis of size 3.

    An axis counted from the front is one of self, from the back one of the result.
    """
    if out.is_empty:
        return
    x, y = b.contiguous(self), b.contiguous(other)
    axis = dim
    if x.shape != y.shape and b.profile.npu_arch != _REGBASE:
        if dim >= 0:
            axis += max(other.rank - self.rank, 0)
        x, y = (b.kernel(data.copy, source, name="BroadcastTo", shape=out.view_shape) for source in (x, y))
    axis = axis % len(x.shape)
    if x.shape[axis] != 3:
        raise ParamInvalid(
            "ACLNN-PARAM-187", op=b.call.operator.name, param="self", axis=dim, got=x.shape[axis]
        )
    # The kernel of Ascend950 broadcasts by itself and takes the axis as one of the result.
    name = "CrossV2" if b.profile.npu_arch == 2201 and self.dtype in (F32, F16, S16, S32, BF16) else "Cross"
    b.view_copy(b.kernel(matmul.cross, x, y, name=name, shape=out.view_shape, axis=axis), out)
