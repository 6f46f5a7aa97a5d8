"""Products of matrices: dtypes and cubeMathType by chip, refusals in order, plans and workspace."""

import pytest
from _case import (
    DTYPES,
    INNER_NULLPTR,
    INVALID,
    NEW_SOCS,
    NO_KERNEL,
    NULLPTR,
    OLD_SOCS,
    SOCS,
    Case,
    accepted_dtypes,
    but,
    declared_in,
    outcome,
    padded,
    phase_1,
    refused_param,
    s,
    t,
    with_dtypes,
)
from _draw import BF16, F16, F32
from _matrices import (
    A3,
    ADDBMM,
    ADDMM,
    ADDMV,
    ADDR,
    B3,
    BADDBMM,
    BMM,
    CROSS,
    DOT,
    EINSUM,
    GEMM,
    GER,
    INPLACE_ADDMM,
    INPLACE_ADDR,
    MATMUL,
    MM,
    MV,
    OTHER_PRODUCTS,
    PRODUCTS,
    SUMS,
    VECTORS,
)

F64, S8, S32, C64, BOOL = (DTYPES[name] for name in ("f64", "s8", "s32", "c64", "bool"))
NZ = 29
NULL, RANK, DTYPE, SAME, SPREAD, JOIN, RESULT, VALUE = (
    f"ACLNN-PARAM-{n:03}" for n in (1, 2, 3, 4, 8, 11, 9, 10)
)
CAST, AXIS, PRIVATE, RANK_IS, LOW, FORMAT, TARGET = (
    f"ACLNN-PARAM-{n:03}" for n in (12, 15, 23, 62, 103, 5, 7)
)
NO_NZ, K, LOWERED, EMPTY, SCALAR, THREE, EQUATION, GONE, TWO_OF, ND_ONLY = (
    f"ACLNN-PARAM-{n}" for n in (180, 181, 182, 183, 185, 187, 188, 190, 191, 192)
)
FIT, REACH = "ACLNN-VIEW-001", "ACLNN-TENSOR-006"
HALF = t(F16, (2, 3))


@pytest.mark.parametrize("soc", SOCS)
def test_dtypes(soc):
    cube = {"f32", "f16"} | ({"bf16"} if soc in NEW_SOCS else set())
    for base in (MM, MATMUL, BMM, ADDMM, BADDBMM, ADDBMM, GEMM):
        for name, value in base.args.items():
            if hasattr(value, "shape"):
                assert accepted_dtypes(base, name, soc) == cube, name
    every = {"f32", "f16", "bf16", "s32", "s64", "s16", "s8", "u8", "f64", "bool"}
    for name in ("self", "mat", "vec", "out"):
        assert accepted_dtypes(ADDMV, name, soc) == every
    for name in ("self", "vec1", "vec2", "out"):
        assert accepted_dtypes(ADDR, name, soc) == every - (set() if soc in NEW_SOCS else {"bf16"})
    outer = every - {"bf16"} | {"c64", "c128"} | ({"bf16"} if soc == "Ascend950" else set())
    assert accepted_dtypes(GER, "self", soc) == accepted_dtypes(GER, "vec2", soc) == outer
    dot = {"f32", "f16", "s8", "s32", "u8"} | ({"bf16"} if soc in NEW_SOCS else set())
    assert {k for k, dtype in DTYPES.items() if outcome(with_dtypes(DOT, dtype), soc)[0] == 0} == dot
    cross = {"f32", "f16", "f64", "s8", "s16", "s32", "s64", "c64", "c128", "u8"}
    cross |= {"bf16"} if soc in NEW_SOCS else set()
    assert accepted_dtypes(CROSS, "self", soc) == cross
    einsum = {"f16", "s16", "s32", "s64", "u16", "u32", "u64"} | ({"f32"} if soc in NEW_SOCS else set())
    assert accepted_dtypes(EINSUM, "tensors", soc) == accepted_dtypes(EINSUM, "output", soc) == einsum


@pytest.mark.parametrize("soc", SOCS)
def test_cube_math_type(soc):
    """Which values pass with FLOAT, and with FLOAT16 operands."""

    def taken(base):
        return {value for value in range(-2, 7) if outcome(but(base, cubeMathType=value), soc)[0] == 0}

    inner = {-1} if soc in ("Ascend910B", "Ascend910_93") else set()
    for base in (MM, MATMUL, BMM, ADDMM, BADDBMM, ADDBMM, MV):
        assert taken(base) == ({0, 1, 2, 3, 4} | inner if soc in NEW_SOCS else {1, 2})
        halves = {0, 1, 2, 3, 4} | inner if soc in NEW_SOCS else {-1, 0, 1, 2, 3}
        assert taken(with_dtypes(base, F16)) == halves
    for base in (GEMM, ADDMV):
        assert taken(base) == ({-1, 0, 1, 2, 3, 4} if soc in NEW_SOCS else {1, 2})
        assert taken(with_dtypes(base, F16)) == {-1, 0, 1, 2, 3, 4}


@pytest.mark.parametrize("soc", OLD_SOCS)
def test_addmv_on_chips_that_multiply_half_types_only(soc):
    """BF16 is on the list, and never multiplied; nor is what two half types promote to."""
    assert outcome(with_dtypes(ADDMV, BF16), soc) == (INVALID, LOWERED)
    mixed = but(ADDMV, mat=HALF, vec=t(BF16, (3,)), cubeMathType=0)
    assert outcome(mixed, soc) == (INNER_NULLPTR, LOWERED)
    assert outcome(but(mixed, cubeMathType=1), soc) == (0, None)


RANK_7, FLAT, ONE_LONG = t(F32, (1,) * 7), t(F32, (3,)), t(F32, (2, 2))
CASES = (
    # Mm: dtypes, cubeMathType, ranks (mat2 first), k, out
    Case("dtype<type", but(MM, out=t(S32, (2, 4)), cubeMathType=9), INVALID, DTYPE),
    Case("type<rank", but(MM, self=FLAT, cubeMathType=9), INVALID, VALUE),
    Case("inner-type<dtype", but(MM, self=t(S32, (2, 3)), cubeMathType=-1), INVALID, VALUE, "Ascend950"),
    Case("dtype<inner-type", but(MM, self=t(S32, (2, 3)), cubeMathType=-2), INVALID, DTYPE, "Ascend950"),
    Case("float-needs-lowering", but(MM, cubeMathType=0), INVALID, LOWERED, "Ascend910"),
    Case("one-float-needs-lowering", but(MM, self=HALF, cubeMathType=3), INVALID, LOWERED, "Ascend310P"),
    Case("rank<k", but(MM, mat2=t(F32, (4,))), INVALID, RANK_IS),
    Case("k<out", but(MM, mat2=t(F32, (2, 4)), out=FLAT), INVALID, K),
    Case("out-rank", but(MM, out=t(F32, (8,))), INVALID, RANK_IS),
    Case("out-shape", but(MM, out=t(F32, (4, 2))), INVALID, RESULT),
    Case("nz", but(MM, mat2=t(F32, (3, 4), format=NZ)), NO_KERNEL, NO_NZ),
    Case("mixed", but(MM, self=HALF, mat2=t(BF16, (3, 4)))),
    Case("beyond", but(MM, self=t(F32, (2, 3), strides=(6, 2), storage=(9,))), INNER_NULLPTR, REACH),
    # Matmul: ranks, k, batches, formats; the shape of out only by its size
    Case("rank-7", but(MATMUL, self=RANK_7), INVALID, RANK),
    Case("rank-0", but(MATMUL, self=t(F32, ())), INVALID, LOW),
    Case("k<format", but(MATMUL, mat2=FLAT, self=t(F32, (2,), format=NZ)), INVALID, K),
    Case("batches", but(MATMUL, self=A3, mat2=t(F32, (4, 3, 4))), INVALID, SPREAD),
    Case("format", but(MATMUL, self=t(F32, (2, 3), format=NZ)), INVALID, PRIVATE),
    Case("mat2-nz", but(MATMUL, mat2=t(F32, (3, 4), format=NZ)), NO_KERNEL, NO_NZ),
    Case("out-of-another-shape", but(MATMUL, out=t(F32, (4, 2, 1)))),
    Case("out-of-another-size", but(MATMUL, out=t(F32, (4, 3))), INNER_NULLPTR, FIT),
    # BatchMatMul: ranks, k, batches, out, formats
    Case("rank", but(BMM, mat2=t(F32, (3, 4))), INVALID, RANK_IS),
    Case("k<batch", but(BMM, mat2=t(F32, (4, 2, 4))), INVALID, K),
    Case("batch<out", but(BMM, mat2=t(F32, (4, 3, 4)), out=t(F32, (1, 1, 1))), INVALID, SPREAD),
    Case("out", but(BMM, out=t(F32, (5, 4, 2))), INVALID, RESULT),
    Case("format", but(BMM, out=t(F32, (5, 2, 4), format=NZ)), INVALID, PRIVATE),
    Case("out-in-another-format", but(BMM, out=t(F32, (5, 2, 4), format=0))),
    Case("fp32-add", but(BMM, cubeMathType=4)),
    Case("one-row-in-nz", but(BMM, mat2=t(F32, (5, 3, 1), format=NZ)), INVALID, PRIVATE),
    Case("no-batch-times-one", but(BMM, self=t(F32, (1, 2, 3)), mat2=t(F32, (0, 3, 4)), out=t(F32, (1, 2, 4)))),
    # Mv: one dtype first, unless self is empty
    Case("same<list", but(MV, vec=t(S32, (3,))), INVALID, SAME),
    Case("list", with_dtypes(MV, S32), INVALID, DTYPE),
    Case("empty-self-of-another-dtype", but(MV, self=t(F16, (2, 0)), vec=t(F32, (0,)))),
    Case("vec-rank", but(MV, vec=t(F32, (3, 1))), INVALID, RANK_IS),
    Case("vec", but(MV, vec=t(F32, (2,))), INVALID, RESULT),
    Case("out", but(MV, out=t(F32, (3,))), INVALID, RESULT),
    # Addmm: numbers, ranks, k, format of self, base, out
    Case("type<rank", but(ADDMM, mat1=FLAT, cubeMathType=5), INVALID, VALUE),
    Case("rank<k", but(ADDMM, mat1=FLAT), INVALID, RANK_IS),
    Case("k<base", but(ADDMM, mat2=t(F32, (2, 4)), self=t(F32, (1, 1, 1))), INVALID, K),
    Case("nz<base", but(ADDMM, self=t(F32, (1, 1, 1), format=NZ)), INVALID, PRIVATE),
    Case("base-rank", but(ADDMM, self=t(F32, (1, 2, 4))), INVALID, RANK),
    Case("base-without-axes", but(ADDMM, self=t(F32, ())), INVALID, LOW),
    Case("base-shape", but(ADDMM, self=t(F32, (3, 4))), INVALID, SPREAD),
    Case("out", but(ADDMM, out=t(F32, (4, 2))), INVALID, RESULT),
    Case("base-grows-the-result", but(ADDMM, mat1=t(F32, (1, 3)), out=t(F32, (1, 4))), INNER_NULLPTR, FIT),
    Case("mat2-nz", but(ADDMM, mat2=t(F32, (3, 4), format=NZ)), NO_KERNEL, NO_NZ),
    Case("empty-base-is-nothing", but(ADDMM, self=t(F32, (0, 4)), mat1=t(F32, (1, 3)), out=t(F32, (1, 4)))),
    Case("in-place", but(INPLACE_ADDMM, selfRef=t(F32, (4,))), INVALID, RESULT),
    # Baddbmm, Addbmm: ranks, k, batches, emptiness, shapes, formats
    Case("rank", but(BADDBMM, batch1=HALF), INVALID, RANK_IS),
    Case("batches<empty", but(BADDBMM, batch1=t(F32, (4, 0, 3))), INVALID, SPREAD),
    Case("empty", but(BADDBMM, self=t(F32, (5, 0, 4))), INVALID, EMPTY),
    Case("no-batch", but(BADDBMM, batch1=t(F32, (0, 2, 3)), batch2=t(F32, (0, 3, 4))), INVALID, EMPTY),
    Case("no-batch-summed", but(ADDBMM, batch1=t(F32, (0, 2, 3)), batch2=t(F32, (0, 3, 4)))),
    Case("base", but(BADDBMM, self=t(F32, (3, 4))), INVALID, SPREAD),
    Case("grown", but(BADDBMM, batch1=t(F32, (1, 2, 3)), batch2=t(F32, (1, 3, 4))), INVALID, RESULT),
    Case("out", but(BADDBMM, out=t(F32, (5, 4, 2))), INVALID, RESULT),
    Case("formats", but(BADDBMM, batch2=t(F32, (5, 3, 4), format=0)), INVALID, FORMAT),
    Case("base-rank", but(ADDBMM, self=t(F32, (1, 2, 4))), INVALID, RANK),
    Case("base-without-axes", but(ADDBMM, self=t(F32, ())), INVALID, LOW),
    Case("grown", but(ADDBMM, batch1=t(F32, (5, 1, 3))), INVALID, RESULT),
    # Gemm: null of C first, list, ranks, k, C, out, cubeMathType, formats
    Case("rank<k", but(GEMM, A=FLAT), INVALID, RANK_IS),
    Case("k-of-transposed", but(GEMM, transA=1), INVALID, K),
    Case("base<out", but(GEMM, C=t(F32, (3, 4)), out=FLAT), INVALID, SPREAD),
    Case("out<type", but(GEMM, out=t(F32, (4, 2)), cubeMathType=7), INVALID, RESULT),
    Case("type<format", but(GEMM, C=t(F32, (2, 4), format=0), cubeMathType=7), INVALID, VALUE),
    Case("format", but(GEMM, C=t(F32, (2, 4), format=0)), INVALID, ND_ONLY),
    # Einsum: list, formats, two of one dtype, equation, ranks, sizes
    Case("dtype<two", but(EINSUM, tensors=[t(C64, (2,))]), INVALID, DTYPE),
    Case("format<two", but(EINSUM, tensors=[t(F16, (2,), format=0)]), INVALID, ND_ONLY),
    Case("two", but(EINSUM, tensors=[t(F16, (2,))]), INVALID, TWO_OF),
    Case("same", but(EINSUM, output=t(S32, (2, 3))), INVALID, SAME),
    Case("equation", but(EINSUM, equation="ij,jk->ik"), INVALID, EQUATION),
    Case("spaces", but(EINSUM, equation="i, j->ij"), INVALID, EQUATION),
    Case("no-equation", but(EINSUM, equation=None), NULLPTR, NULL),
    Case("rank", but(EINSUM, equation="abcd,abced->abce"), INVALID, RANK_IS),
    Case("outer-shape", but(EINSUM, output=t(F16, (3, 2))), INNER_NULLPTR, FIT),
    # vectors
    Case("same<list", but(DOT, tensor=t(C64, (3,))), INVALID, SAME),
    Case("list<rank", but(with_dtypes(DOT, C64), self=t(C64, ())), INVALID, DTYPE),
    Case("long", but(DOT, tensor=t(F32, (4,))), INVALID, RESULT),
    Case("out", but(DOT, out=t(F32, (1,))), INVALID, RANK_IS),
    Case("list<cast", but(GER, self=t(BF16, (2,)), out=t(S32, (2, 3))), INVALID, DTYPE),
    Case("cast<rank", but(GER, self=t(F32, ()), out=t(S32, (2, 3))), INVALID, CAST),
    Case("out", but(GER, out=t(F32, (3, 2))), INVALID, RESULT),
    Case("list<scalar", but(ADDR, vec2=t(C64, (3,)), alphaOptional=s(BOOL, 1)), INVALID, DTYPE),
    Case("scalar-list", but(ADDR, betaOptional=s(C64, 1)), INVALID, DTYPE),
    Case("bool-scalar<rank", but(ADDR, vec1=t(F32, ()), alphaOptional=s(BOOL, 1)), INVALID, SCALAR),
    Case("float-scalar", with_dtypes(ADDR, S32), INVALID, SCALAR),
    Case("no-scalars", but(with_dtypes(ADDR, S32), alphaOptional=None, betaOptional=None)),
    Case("base", but(ADDR, self=t(F32, (2,))), INVALID, TARGET),
    Case("base-rank", but(ADDR, self=t(F32, (1, 2, 3))), INVALID, RANK),
    Case("out-late", but(ADDR, out=t(F32, (3, 2))), INVALID, RESULT),
    Case("in-place-rank", but(INPLACE_ADDR, selfRef=FLAT), INVALID, RANK_IS),
    Case("in-place-shape", but(INPLACE_ADDR, selfRef=t(F32, (1, 3))), INVALID, RESULT),
    Case("scalar-list", but(ADDMV, alpha=s(C64, 1)), INVALID, DTYPE),
    Case("cast<shape", but(ADDMV, out=t(S32, (9,))), INVALID, CAST),
    Case("shape<type", but(ADDMV, vec=t(F32, (2,)), cubeMathType=9), INVALID, RESULT),
    Case("base-rank", but(ADDMV, self=t(F32, (2, 1))), INVALID, RANK),
    Case("one-element-base", but(ADDMV, self=t(F32, (1,)))),
    Case("one-element-base-alone", but(ADDMV, self=t(F32, (1,)), alpha=s(F32, 0)), INVALID, RESULT),
    Case("flat-base-alone", but(ADDMV, self=t(F32, ()), alpha=s(F32, 0)), INNER_NULLPTR, FIT),
    Case("type<format", but(ADDMV, vec=t(F32, (3,), format=NZ), cubeMathType=9), INVALID, VALUE),
    Case("format", but(ADDMV, vec=t(F32, (3,), format=NZ)), INVALID, PRIVATE),
    Case("list<same", but(CROSS, self=t(BOOL, (2, 3))), INVALID, DTYPE),
    Case("same<rank", but(CROSS, self=RANK_7, other=t(F16, (2, 3))), INVALID, SAME),
    Case("shapes<axis", but(CROSS, other=t(F32, (3, 2)), dim=9), INVALID, SPREAD),
    Case("axis", but(CROSS, dim=2), INVALID, AXIS),
    Case("size-3", but(CROSS, dim=0), INVALID, THREE),
    Case("empty", but(CROSS, self=t(F32, (0, 2)), other=t(F32, (0, 2)), out=t(F32, (0, 2)))),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


MATRIX_EQUATION = but(
    EINSUM, tensors=[t(F16, (2, 3, 4, 5)), t(F16, (2, 3, 4, 6, 5))], equation="abcd,abced->abce",
    output=t(F16, (2, 3, 4, 6)),
)  # fmt: skip
EINSUM_SIZES = (
    ([t(F16, (2, 3, 4, 5)), t(F16, (2, 3, 9, 6, 5))], t(F16, (2, 3, 4, 6)), (INVALID, "ACLNN-PARAM-006")),
    ([t(F16, (2, 3, 4, 5)), t(F16, (2, 3, 4, 6, 5))], t(F16, (3, 2, 4, 6)), (INVALID, RESULT)),
    ([t(F16, (2, 3, 4, 5)), t(F16, (2, 3, 4, 6, 5))], t(F16, (2, 3, 6, 4)), (INNER_NULLPTR, FIT)),
    ([t(F16, (2, 3, 4, 5)), t(F16, (2, 3, 4, 0, 5))], t(F16, (2, 3, 4, 0)), (INVALID, GONE)),
    ([t(F16, (2, 0, 4, 5)), t(F16, (2, 0, 4, 6, 5))], t(F16, (2, 0, 4, 6)), (INVALID, GONE)),
)


@pytest.mark.parametrize(("tensors", "output", "expected"), EINSUM_SIZES)
def test_sizes_of_einsum(tensors, output, expected):
    assert outcome(but(MATRIX_EQUATION, tensors=tensors, output=output)) == expected


def test_the_first_null_pointer_is_named():
    assert refused_param(but(MM, self=None, out=None)) == "out"
    assert refused_param(but(GEMM, A=None, C=None)) == "C"
    assert refused_param(but(ADDMM, self=None, mat1=None)) == "self"


# Plans.


def halves(base, out=None, dtype=F16):
    made = with_dtypes(base, dtype)
    return made if out is None else but(made, out=out)


def swapped(dtype, rows, columns):
    """A matrix that lies in memory with its axes swapped."""
    return t(dtype, (rows, columns), strides=(1, rows))


STRIDED = t(F32, (2, 3), strides=(6, 2), storage=(12,))
X, Y, Z = 24, 48, 32  # bytes of self, mat2 and out in FLOAT
PLANS = (
    (MM, "Ascend910B", "MatMulV3", 0),
    (halves(MM), "Ascend910B", "MatMulV3", 0),
    (but(MM, self=swapped(F32, 2, 3), mat2=swapped(F32, 3, 4)), "Ascend910B", "MatMulV3", 0),
    (but(MM, self=STRIDED), "Ascend910B", "Contiguous MatMulV3", padded(X)),
    (but(MM, cubeMathType=2), "Ascend910B", "Cast Cast MatMulV3 Cast", padded(X // 2) + padded(Y // 2) + padded(Z // 2)),
    (MM, "Ascend910", "Cast Cast MatMulV2", padded(X // 2) + padded(Y // 2)),
    (but(MM, out=t(F16, (2, 4))), "Ascend310P", "Cast Cast MatMulV2", padded(X // 2) + padded(Y // 2)),
    (but(MM, self=HALF), "Ascend910B", "Cast MatMulV3", padded(X)),
    (but(MM, self=HALF, mat2=t(BF16, (3, 4)), cubeMathType=0), "Ascend910B", "Cast Cast MatMulV3", padded(X) + padded(Y)),
    (halves(MM, t(F32, (2, 4))), "Ascend910B", "MatMulV3", 0),
    (halves(MM, t(BF16, (2, 4))), "Ascend910B", "MatMulV3 Cast", padded(Z // 2)),
    (but(halves(MM), cubeMathType=-1), "Ascend910B", "MatMulV3 Cast", padded(Z)),
    (but(MM, self=t(F32, (2, 1)), mat2=t(F32, (1, 4))), "Ascend910B", "Mul", 0),
    (but(MM, self=t(F32, (2, 0)), mat2=t(F32, (0, 4))), "Ascend910B", "Fill", 0),
    (but(MM, self=t(F32, (0, 3)), out=t(F32, (0, 4))), "Ascend910B", "", 0),
    # products of many terms are FLOAT before the Cast on the oldest chips
    (halves(but(MM, self=t(F16, (2, 64)), mat2=t(F16, (64, 4)))), "Ascend910", "MatMulV2 Cast", padded(Z)),
    (halves(but(MM, self=t(F16, (2, 64)), mat2=t(F16, (64, 4)))), "Ascend310B", "MatMulV2", 0),
    (but(MATMUL, self=FLAT, mat2=FLAT, out=t(F32, ())), "Ascend910B", "Dot", 0),
    (but(MATMUL, self=A3, out=t(F32, (5, 2, 4))), "Ascend910B", "MatMulV3", 0),
    (but(MATMUL, self=A3, mat2=B3, out=t(F32, (5, 2, 4))), "Ascend910B", "BatchMatMulV3", 0),
    (but(MATMUL, self=t(F32, (2, 0)), mat2=t(F32, (0, 4))), "Ascend910B", "Fill", 0),
    (BMM, "Ascend910B", "BatchMatMulV3", 0),
    (BMM, "Ascend910", "Cast Cast BatchMatMul", padded(5 * X // 2) + padded(5 * Y // 2)),
    (MV, "Ascend910B", "MatMulV3", 0),
    (but(MV, self=swapped(F32, 2, 3)), "Ascend910B", "Contiguous MatMulV3", padded(X)),
    # sums
    (ADDMM, "Ascend910B", "Muls MatMulV3 Axpy", padded(Z) * 2),
    (but(ADDMM, beta=s(F32, 1.0), alpha=s(F32, 1.0)), "Ascend910B", "MatMulV3 Add", padded(Z)),
    (but(ADDMM, self=t(F32, (4,)), beta=s(F32, 1.0), alpha=s(F32, 1.0)), "Ascend910B", "MatMulV3", 0),
    (but(ADDMM, beta=s(F32, 0.0)), "Ascend910B", "MatMulV3 Muls", padded(Z)),
    (but(ADDMM, alpha=s(F32, 0.0)), "Ascend910B", "Muls", 0),
    (but(ADDMM, self=t(F32, (4,)), alpha=s(F32, 0.0)), "Ascend910B", "Muls BroadcastTo", padded(16)),
    (halves(ADDMM), "Ascend910B", "Muls MatMulV3 Axpy", padded(Z // 2) * 2),
    (but(halves(ADDMM), cubeMathType=0), "Ascend910B", "Cast Muls MatMulV3 Axpy Cast", None),
    (but(halves(ADDMM), cubeMathType=0), "Ascend950", "Muls MatMulV3 Axpy", padded(Z // 2) * 2),
    (but(halves(ADDMM), cubeMathType=4), "Ascend910B", "GemmV3", 0),
    (halves(ADDMM, t(F32, (2, 4))), "Ascend910B", "GemmV3", 0),
    (halves(ADDMM, t(F32, (2, 4))), "Ascend950", "Cast Muls MatMulV3 Axpy", None),
    (INPLACE_ADDMM, "Ascend910B", "Muls MatMulV3 Axpy", padded(Z) * 2),
    (but(INPLACE_ADDMM, alpha=s(F32, 0.0), beta=s(F32, 1.0)), "Ascend910B", "", 0),
    (BADDBMM, "Ascend910B", "Muls BatchMatMulV3 Axpy", padded(5 * Z) * 2),
    (but(BADDBMM, beta=s(F32, 1.0)), "Ascend910B", "Muls BatchMatMulV3 Axpy", padded(5 * Z) * 2),
    (but(BADDBMM, beta=s(F32, 0.0)), "Ascend910B", "BatchMatMulV3 Muls", padded(5 * Z)),
    (halves(BADDBMM), "Ascend910B", "Muls Cast BatchMatMulV3 Axpy Cast", None),
    (halves(BADDBMM), "Ascend950", "Muls BatchMatMulV3 Axpy", padded(5 * Z // 2) * 2),
    (ADDBMM, "Ascend910B", "Muls BatchMatMulV3 ReduceSum Axpy", None),
    (but(ADDBMM, alpha=s(F32, 0.0), beta=s(F32, 0.0)), "Ascend910B", "Fill", 0),
    (but(ADDBMM, alpha=s(F32, 0.0)), "Ascend910B", "Muls BroadcastTo", padded(Z)),
    (but(ADDBMM, beta=s(F32, 0.0)), "Ascend910B", "BatchMatMulV3 ReduceSum Muls", None),
    (halves(ADDBMM, dtype=BF16), "Ascend910B", "Cast Muls BatchMatMulV3 ReduceSum Cast Axpy Cast", None),
    # others
    (GEMM, "Ascend910B", "Muls MatMulV3 Axpy", padded(Z) * 2),
    (but(GEMM, beta=0.0, alpha=1.0), "Ascend910B", "MatMulV3", 0),
    (GEMM, "Ascend910", "Muls Cast Cast MatMulV2 Axpy", None),
    (but(GEMM, A=HALF), "Ascend910B", "Muls Cast MatMulV3 Cast Cast Axpy", None),
    (EINSUM, "Ascend910B", "Mul", 0),
    (MATRIX_EQUATION, "Ascend910B", "BatchMatMulV3", 0),
    (DOT, "Ascend910B", "Dot", 0),
    (but(DOT, self=t(F32, (0,)), tensor=t(F32, (0,))), "Ascend910B", "Fill", 0),
    (GER, "Ascend910B", "Ger", 0),
    (with_dtypes(GER, S32), "Ascend910B", "Mul", 0),
    (ADDR, "Ascend910B", "Mul Mul Mul Add", None),
    (ADDR, "Ascend950", "Addr", 0),
    (but(ADDR, betaOptional=s(F32, 0.0), alphaOptional=None), "Ascend910B", "Mul", 0),
    (ADDMV, "Ascend910B", "MatMulV3 Mul Mul Add", None),
    (but(ADDMV, beta=s(F32, 0.0), alpha=s(F32, 1.0)), "Ascend910B", "MatMulV3", 0),
    (but(with_dtypes(ADDMV, S32), alpha=s(S32, 1), beta=s(S32, 1)), "Ascend910B", "Mul ReduceSum Add", None),
    (CROSS, "Ascend910B", "CrossV2", 0),
    (but(CROSS, other=t(F32, (1, 3))), "Ascend910B", "BroadcastTo BroadcastTo CrossV2", padded(X) * 2),
    (but(CROSS, other=t(F32, (1, 3))), "Ascend950", "Cross", 0),
)  # fmt: skip


@pytest.mark.parametrize(("made_for", "soc", "steps", "workspace"), PLANS)
def test_plan(made_for, soc, steps, workspace):
    plan = phase_1(made_for, soc).plan
    assert sorted(step.name for step in plan.steps) == sorted(steps.split())
    assert workspace is None or plan.workspace_size == workspace


def test_the_tables_are_complete():
    assert declared_in("aclnn_emu.ops.matmul") == {base.op for base in PRODUCTS}
    assert declared_in("aclnn_emu.ops.add_matmul") == {base.op for base in SUMS}
    assert declared_in("aclnn_emu.ops.gemm") == {base.op for base in OTHER_PRODUCTS}
    assert declared_in("aclnn_emu.ops.vector_product") == {base.op for base in VECTORS}
