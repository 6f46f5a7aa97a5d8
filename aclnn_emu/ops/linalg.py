"""Linear algebra: Qr, LinalgQr, LinalgCholesky, Inverse, Svd, Slogdet, Logdet, TriangularSolve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import dtype_name
from aclnn_emu.core.layout import broadcast
from aclnn_emu.errors import InnerNullptr, ParamInvalid
from aclnn_emu.kernels import arithmetic, elementwise, linalg, unary
from aclnn_emu.ops._cube import spread
from aclnn_emu.ops._losses import require_view_shape
from aclnn_emu.ops._types import BF16, C64, C128, F16, F32, F64
from aclnn_emu.plan.checks import (
    Check,
    custom,
    dtype_in,
    max_rank,
    min_rank,
    not_null,
    public_format,
    require_cast,
    same_dtype,
    same_format,
    same_shape,
    unless_empty,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

_WIDE = (F32, F64, C64, C128)
_IN_DOUBLE = (
    "Computed in double precision and rounded; the AICPU kernel computes in the dtype of the operand."
)


def _square(param: str) -> Check:
    @custom("square", (param,), f"{param}: square matrices")
    def check(call: Call) -> None:
        shape = call.args[param].view_shape
        if shape[-1] != shape[-2]:
            raise ParamInvalid("ACLNN-PARAM-184", op=call.operator.name, param=param, got=list(shape))

    return check


# Qr.

_REDUCED, _COMPLETE, _R_ONLY = range(3)


def _qr_shapes(shape: tuple[int, ...], mode: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Shapes of Q and R; another number than 0 to 2 is taken as 0."""
    *batch, m, n = shape
    k = m if mode == _COMPLETE else min(m, n)
    return (*batch, m, k), (*batch, k, n)


def _qr_checks(flag: str) -> tuple[Check, ...]:
    @custom("shapes_of_qr", ("self", flag, "Q", "R"), "Q, R: the shapes of the factors")
    def shapes(call: Call) -> None:
        mode = _mode(flag, call.args[flag])
        q, r = _qr_shapes(call.args["self"].view_shape, mode)
        require_view_shape(call, "Q", (0,) if mode == _R_ONLY else q)
        require_view_shape(call, "R", r)

    return (
        not_null("self", "Q", "R", error=InnerNullptr),
        dtype_in(dtypes(F32, F16, F64, C64, C128), "self", "Q", "R"),
        min_rank(2, "self"),
        max_rank(8, "self"),
        shapes,
    )


def _mode(flag: str, value: int) -> int:
    return (_REDUCED if value else _COMPLETE) if flag == "some" else value


def _qr(b: Builder, x: Tensor, mode: int, q: Tensor, r: Tensor) -> None:
    if x.is_empty and q.is_empty:
        return
    source = b.contiguous(x)
    source = b.cast(source, F32) if source.dtype == F16 else source
    shapes = _qr_shapes(x.view_shape, mode)
    outputs = tuple((shape, source.dtype) for shape in shapes)
    first, second = b.kernel_outputs(
        linalg.qr, source, outputs=outputs, format=source.format, complete=mode == _COMPLETE
    )
    cast_q, cast_r = b.cast(first, q.dtype), b.cast(second, r.dtype)
    if mode != _R_ONLY:
        b.view_copy(cast_q, q)
    b.view_copy(cast_r, r)


@operator(
    "aclnnLinalgQr(const aclTensor *self, int64_t mode, aclTensor *Q, aclTensor *R)",
    checks=_qr_checks("mode"),
    source="ops-math/math/qr/op_api/aclnn_linalg_qr.cpp",
    deviations=(_IN_DOUBLE,),
    written=("Q", "R"),
)
def linalg_qr(b: Builder, self: Tensor, mode: int, q: Tensor, r: Tensor) -> None:
    """self = Q R; mode 0 with as many columns as are needed, 1 with a square Q, 2 without Q."""
    _qr(b, self, mode, q, r)


@operator(
    "aclnnQr(const aclTensor *self, bool some, aclTensor *Q, aclTensor *R)",
    checks=_qr_checks("some"),
    source="ops-math/math/qr/op_api/aclnn_qr.cpp",
    deviations=(_IN_DOUBLE,),
    written=("Q", "R"),
)
def qr(b: Builder, self: Tensor, some: bool, q: Tensor, r: Tensor) -> None:
    """self = Q R, with a square Q unless `some`."""
    _qr(b, self, _mode("some", some), q, r)


# LinalgCholesky.

_LONGEST = 8192


@operator(
    "aclnnLinalgCholesky(const aclTensor *self, bool upper, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        same_dtype("self", "out"),
        dtype_in(dtypes(DAV_2201=(F32, BF16, F16), DAV_3510=(F32, BF16, F16)), "self"),
        same_format("self", "out"),
        public_format("self"),
        max_rank(8, "self"),
        min_rank(2, "self"),
        same_shape("self", "out"),
        unless_empty("self", _square("self")),
    ),
    source="ops-math/math/cholesky/op_api/aclnn_linalg_cholesky.cpp",
    deviations=(
        "A matrix that is not positive definite gives NaN; what the kernel makes of it is not documented.",
    ),
)
def linalg_cholesky(b: Builder, self: Tensor, upper: bool, out: Tensor) -> None:
    """out = the triangle L with self = L L^T, or its transposed; of symmetric positive definite matrices."""
    if self.is_empty:
        return
    if self.view_shape[-1] > _LONGEST:
        raise ParamInvalid(
            "ACLNN-PARAM-189",
            op=b.call.operator.name,
            param="self",
            got=self.view_shape[-1],
            allowed=_LONGEST,
        )
    result = b.kernel(linalg.cholesky, b.contiguous_cast(self, F32), upper=bool(upper))
    b.view_copy(b.cast(result, out.dtype), out)


# Inverse.


@custom("cast_to_out", ("self", "out"), "dtype of self: castable to that of out")
def _casts(call: Call) -> None:
    require_cast(call, call.args["self"].dtype, "out", call.args["out"].dtype)


@operator(
    "aclnnInverse(const aclTensor *self, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        dtype_in(dtypes(F32, F64, C64, C128, F16), "self"),
        _casts,
        same_shape("self", "out"),
        max_rank(8, "self"),
        unless_empty("self", min_rank(2, "self"), _square("self")),
    ),
    source="ops-nn/index/matrix_inverse/op_host/op_api/aclnn_inverse.cpp",
    deviations=(_IN_DOUBLE, "A matrix without an inverse is an error on the stream."),
)
def inverse(b: Builder, self: Tensor, out: Tensor) -> None:
    """out = the inverse of each matrix."""
    if self.is_empty:
        return
    source = b.contiguous(self)
    source = b.cast(source, F32) if source.dtype == F16 else source
    b.view_copy(b.cast(b.kernel(linalg.inverse, source), out.dtype), out)


# Svd.


def _svd_shapes(shape: tuple[int, ...], *, full: bool) -> tuple[tuple[int, ...], ...]:
    *batch, m, n = shape
    k = min(m, n)
    return (*batch, k), (*batch, m, m if full else k), (*batch, n, n if full else k)


@custom(
    "shapes_of_svd",
    ("input", "fullMatrices", "computeUV", "sigma", "u", "v"),
    "sigma, and u and v where computed",
)
def _shapes_of_svd(call: Call) -> None:
    shapes = _svd_shapes(call.args["input"].view_shape, full=bool(call.args["fullMatrices"]))
    names = ("sigma", "u", "v") if call.args["computeUV"] else ("sigma",)
    for name, shape in zip(names, shapes, strict=False):
        require_view_shape(call, name, shape)


@operator(
    "aclnnSvd(const aclTensor *input, const bool fullMatrices, const bool computeUV, aclTensor *sigma, aclTensor *u,"
    " aclTensor *v)",
    checks=(
        not_null("input", "sigma", "u", "v"),
        dtype_in(dtypes(F64, F32, C64, C128), "input", "sigma", "u", "v"),
        same_dtype("input", "sigma", "u", "v"),
        min_rank(2, "input"),
        max_rank(8, "input"),
        _shapes_of_svd,
    ),
    source="ops-math/math/svd/op_host/op_api/aclnn_svd.cpp",
    deviations=(
        _IN_DOUBLE,
        "Signs (of complex numbers: phases) of the singular vectors are LAPACK's; the decomposition leaves them open.",
        "An infinity or NaN is an error on the stream.",
    ),
)
def svd(
    b: Builder,
    input: Tensor,  # noqa: A002 - the prototype's
    full_matrices: bool,
    compute_uv: bool,
    sigma: Tensor,
    u: Tensor,
    v: Tensor,
) -> None:
    """input = u diag(sigma) v^H, sigma from the largest; without computeUV only sigma is written."""
    if input.is_empty:
        return
    shapes = _svd_shapes(input.view_shape, full=bool(full_matrices))
    if not compute_uv:
        shapes = (shapes[0], (), ())
    values, left, right = b.kernel_outputs(
        linalg.svd, b.contiguous(input), outputs=tuple((shape, input.dtype) for shape in shapes),
        full=bool(full_matrices), vectors=bool(compute_uv),
    )  # fmt: skip
    b.view_copy(values, sigma)
    if compute_uv:
        b.view_copy(left, u)
        b.view_copy(right, v)


# Determinants.


def _determinant_checks(*outs: str) -> tuple[Check, ...]:
    @custom("complex_stays", ("self", *outs), f"{', '.join(outs)}: complex where self is")
    def stays(call: Call) -> None:
        if call.args["self"].dtype in (C64, C128):
            for name in outs:
                require_cast(call, call.args["self"].dtype, name, call.args[name].dtype)

    @custom("shape_of_batch", ("self", *outs), f"{', '.join(outs)}: self without its last two axes")
    def shapes(call: Call) -> None:
        for name in outs:
            require_view_shape(call, name, call.args["self"].view_shape[:-2])

    return (
        not_null("self", *outs),
        dtype_in(dtypes(*_WIDE), "self", *outs),
        stays,
        min_rank(2, "self"),
        _square("self"),
        shapes,
    )


def _determinant(b: Builder, x: Tensor) -> tuple[Buffer, Buffer]:
    outputs = ((x.view_shape[:-2], x.dtype),) * 2
    sign, log = b.kernel_outputs(linalg.determinant, b.contiguous(x), outputs=outputs)
    return sign, log


@operator(
    "aclnnSlogdet(const aclTensor *self, aclTensor *signOut, aclTensor *logOut)",
    checks=_determinant_checks("signOut", "logOut"),
    source="ops-math/math/slogdet/op_host/op_api/aclnn_slogdet.cpp",
    deviations=(_IN_DOUBLE,),
)
def slogdet(b: Builder, self: Tensor, sign_out: Tensor, log_out: Tensor) -> None:
    """signOut = the sign of the determinant, logOut = the logarithm of its size; 0 and -inf of singular matrices."""
    if self.is_empty:
        return
    sign, log = _determinant(b, self)
    b.view_copy(b.cast(sign, sign_out.dtype), sign_out)
    b.view_copy(b.cast(log, log_out.dtype), log_out)


@operator(
    "aclnnLogdet(const aclTensor *self, aclTensor *out)",
    checks=_determinant_checks("out"),
    source="ops-math/math/logdet/op_host/op_api/aclnn_logdet.cpp",
    deviations=(_IN_DOUBLE,),
)
def logdet(b: Builder, self: Tensor, out: Tensor) -> None:
    """out = the logarithm of the determinant; NaN where it is negative."""
    if self.is_empty:
        return
    sign, log = _determinant(b, self)
    result = b.kernel(elementwise.add, log, b.kernel(unary.log, sign))
    b.view_copy(b.cast(result, out.dtype), out)


# TriangularSolve.


@custom(
    "shapes_of_solve",
    ("self", "A", "xOut", "mOut"),
    "A: square, rows of self; batches broadcast; xOut, mOut: results",
)
def _shapes_of_solve(call: Call) -> None:
    c, a = call.args["self"].view_shape, call.args["A"].view_shape
    _square("A").run(call)
    op = call.operator.name
    if c[-2] != a[-2]:
        raise ParamInvalid(
            "ACLNN-PARAM-181", op=op, param="self", got=list(c), allowed=a[-2], reference="A", shape=list(a)
        )
    merged = broadcast(a, (*c[:-1], c[-2]))
    if merged is None:
        raise ParamInvalid("ACLNN-PARAM-008", op=op, param="self", got=list(c), other=list(a), reference="A")
    require_view_shape(call, "xOut", (*merged[:-1], c[-1]))
    if call.args["mOut"] is not None:
        min_rank(2, "mOut").run(call)
        max_rank(8, "mOut").run(call)
        require_view_shape(call, "mOut", merged)


@operator(
    "aclnnTriangularSolve(const aclTensor *self, const aclTensor *A, bool upper, bool transpose, bool unitriangular,"
    " aclTensor *xOut, aclTensor *mOut)",
    checks=(
        not_null("self", "A", "xOut", error=InnerNullptr),
        dtype_in(dtypes(*_WIDE), "self", "A", "xOut"),
        same_dtype("self", "A", "xOut"),
        dtype_in(dtypes(*_WIDE), "mOut"),
        same_dtype("self", "mOut"),
        min_rank(2, "self", "A", "xOut"),
        max_rank(8, "self", "A", "xOut"),
        _shapes_of_solve,
    ),
    source="ops-math/math/triangular_solve/op_host/op_api/aclnn_triangular_solve.cpp",
    written=("xOut", "mOut"),
    deviations=(
        "Without mOut the library hands A to the kernel with its own batches; here the batches of the result are made of it.",
        "transpose takes the conjugate of complex matrices, as the attribute of the kernel is called adjoint.",
    ),
)
def triangular_solve(
    b: Builder, self: Tensor, a: Tensor, upper: bool, transpose: bool, unitriangular: bool,
    x_out: Tensor, m_out: Tensor | None,
) -> None:  # fmt: skip
    """xOut = X of A X = self, of triangles A, or of A^H X = self; mOut = A, repeated as the result's batches are."""
    if a.is_empty or self.is_empty:
        return
    c, matrix = spread(b, b.contiguous(self), x_out.view_shape), b.contiguous(a)
    if m_out is not None:
        matrix = spread(b, matrix, m_out.view_shape)
        b.view_copy(matrix, m_out)
    if unitriangular:
        matrix = _with_unit_diagonal(b, matrix)
    solved = b.kernel(
        linalg.triangular_solve, matrix, c, shape=x_out.view_shape, dtype=self.dtype, format=c.format,
        upper=bool(upper), adjoint=bool(transpose),
    )  # fmt: skip
    b.view_copy(solved, x_out)


def _with_unit_diagonal(b: Builder, matrix: Buffer) -> Buffer:
    """A * (1 - eye) + eye: an infinity or NaN on the diagonal stays."""
    if matrix.dtype != F32:
        raise ParamInvalid(
            "ACLNN-PARAM-186",
            op=b.call.operator.name,
            flag="unitriangular",
            param="A",
            got=dtype_name(matrix.dtype),
        )
    size = matrix.shape[-1]
    eye = b.kernel(linalg.eye, shape=(size, size), dtype=F32, size=size)
    rest = b.kernel(arithmetic.sub, b.ones_like(eye), eye)
    return b.kernel(elementwise.add, b.kernel(elementwise.mul, matrix, rest), eye)
