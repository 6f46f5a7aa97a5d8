"""Linear algebra: refusals and their order, plans, and numbers by what defines each result."""

import math

import numpy as np
import pytest
from _case import (
    DTYPES,
    INNER_NULLPTR,
    INVALID,
    NEW_SOCS,
    NULLPTR,
    SOCS,
    Case,
    accepted_dtypes,
    but,
    declared_in,
    outcome,
    padded,
    phase_1,
    t,
    with_dtypes,
)
from _draw import BF16, F16, F32, SEEDS, layouts, uniform
from _matrices import CHOLESKY, INVERSE, LINALG, LINALG_QR, LOGDET, QR, SLOGDET, SOLVE, SVD
from _run import run
from hypothesis import given, settings
from hypothesis import strategies as st

from aclnn_emu.errors import RtDeviceFault

F64, C64, C128, S32 = (DTYPES[name] for name in ("f64", "c64", "c128", "s32"))
NULL, RANK, DTYPE, SAME, FORMAT, SHAPES, RESULT = (f"ACLNN-PARAM-{n:03}" for n in (1, 2, 3, 4, 5, 6, 9))
CAST, PRIVATE, LOW, ROWS, SQUARE, FLOAT_ONLY, LONG, SPREAD = (
    f"ACLNN-PARAM-{n:03}" for n in (12, 23, 103, 181, 184, 186, 189, 8)
)  # fmt: skip
FEW = settings(max_examples=10)
WIDE = {"f32", "f64", "c64", "c128"}


@pytest.mark.parametrize("soc", SOCS)
def test_dtypes(soc):
    for base in (LINALG_QR, QR):
        for name in ("self", "Q", "R"):
            assert accepted_dtypes(base, name, soc) == WIDE | {"f16"}
    assert accepted_dtypes(INVERSE, "self", soc) == WIDE | {"f16"}
    for base, names in (
        (SLOGDET, ("self", "signOut", "logOut")),
        (LOGDET, ("self", "out")),
        (SVD, ("input", "sigma", "u")),
    ):
        for name in names:
            assert accepted_dtypes(base, name, soc) == WIDE
    for name in ("self", "A", "xOut", "mOut"):
        assert accepted_dtypes(SOLVE, name, soc) == WIDE
    taken = {short for short, dtype in DTYPES.items() if outcome(with_dtypes(CHOLESKY, dtype), soc)[0] == 0}
    assert taken == ({"f32", "f16", "bf16"} if soc in NEW_SOCS else set())


TALL, FLAT = t(F32, (4, 3)), t(F32, (3,))
RANK_9 = t(F32, (1,) * 9)
CASES = (
    # Qr: list, ranks, shapes
    Case("dtype<rank", but(QR, self=t(S32, (3,))), INVALID, DTYPE),
    Case("low", but(QR, self=FLAT), INVALID, LOW),
    Case("high", but(QR, self=RANK_9), INVALID, RANK),
    Case("q<r", but(QR, Q=FLAT, R=FLAT), INVALID, RESULT),
    Case("square-q", but(QR, some=False, Q=t(F32, (4, 4)), R=TALL)),
    Case("square-q-wanted", but(QR, some=False), INVALID, RESULT),
    Case("complete", but(LINALG_QR, mode=1, Q=t(F32, (4, 4)), R=TALL)),
    Case("r-only", but(LINALG_QR, mode=2, Q=t(F32, (0,)))),
    Case("r-only-with-q", but(LINALG_QR, mode=2), INVALID, RESULT),
    Case("other-mode-is-reduced", but(LINALG_QR, mode=7)),
    Case("mixed", but(LINALG_QR, self=t(F16, (4, 3)), Q=t(F64, (4, 3)))),
    # Cholesky: one dtype, list, formats, ranks, shape, square, length
    Case("same<list", but(CHOLESKY, self=t(S32, (3, 3))), INVALID, SAME),
    Case("list", with_dtypes(CHOLESKY, F64), INVALID, DTYPE),
    Case("format", but(CHOLESKY, out=t(F32, (3, 3), format=0)), INVALID, FORMAT),
    Case("private", but(CHOLESKY, self=t(F32, (3, 3), format=3), out=t(F32, (3, 3), format=3)), INVALID, PRIVATE),
    Case("high", but(CHOLESKY, self=RANK_9), INVALID, RANK),
    Case("low", but(CHOLESKY, self=FLAT), INVALID, LOW),
    Case("shape<square", but(CHOLESKY, self=TALL), INVALID, SHAPES),
    Case("square", but(CHOLESKY, self=TALL, out=TALL), INVALID, SQUARE),
    Case("empty", but(CHOLESKY, self=t(F32, (0, 3, 2)), out=t(F32, (0, 3, 2)))),
    Case("long", but(CHOLESKY, self=t(F32, (8193, 8193)), out=t(F32, (8193, 8193))), INVALID, LONG),
    # Inverse: list, cast, shape, ranks, square
    Case("list<cast", but(INVERSE, self=t(S32, (2, 3, 3))), INVALID, DTYPE),
    Case("cast<shape", but(INVERSE, out=t(S32, (3,))), INVALID, CAST),
    Case("shape<rank", but(INVERSE, self=RANK_9), INVALID, SHAPES),
    Case("low", but(INVERSE, self=FLAT, out=FLAT), INVALID, LOW),
    Case("empty-needs-no-rank", but(INVERSE, self=t(F32, (0,)), out=t(F32, (0,)))),
    Case("square", but(INVERSE, self=TALL, out=TALL), INVALID, SQUARE),
    Case("other-out", but(INVERSE, out=t(F16, (2, 3, 3)))),
    # Svd: list, one dtype, ranks, shapes
    Case("list<same", but(SVD, u=t(S32, (4, 3))), INVALID, DTYPE),
    Case("same", but(SVD, v=t(F64, (3, 3))), INVALID, SAME),
    Case("low", but(SVD, input=FLAT), INVALID, LOW),
    Case("sigma", but(SVD, sigma=t(F32, (4,))), INVALID, RESULT),
    Case("v", but(SVD, v=TALL), INVALID, RESULT),
    Case("v-without-vectors", but(SVD, v=TALL, computeUV=False)),
    Case("full", but(SVD, fullMatrices=True, u=t(F32, (4, 4)))),
    # determinants: list, complex, rank, square, shapes
    Case("list<complex", but(SLOGDET, self=t(C64, (3,)), logOut=t(S32, (2,))), INVALID, DTYPE),
    Case("complex<rank", but(SLOGDET, self=t(C64, (3,))), INVALID, CAST),
    Case("real-into-complex", but(SLOGDET, signOut=t(C64, (2,)), logOut=t(F64, (2,)))),
    Case("low", but(LOGDET, self=FLAT), INVALID, LOW),
    Case("square<shape", but(LOGDET, self=TALL, out=TALL), INVALID, SQUARE),
    Case("shape", but(LOGDET, out=t(F32, ())), INVALID, RESULT),
    Case("more-than-8", but(LOGDET, self=t(F32, (1,) * 7 + (3, 3)), out=t(F32, (1,) * 7))),
    # TriangularSolve: lists, one dtype, ranks, square, rows, batches, results
    Case("list<same", but(SOLVE, xOut=t(S32, (3, 2))), INVALID, DTYPE),
    Case("same<mOut", but(SOLVE, A=t(F64, (3, 3)), mOut=t(S32, (3, 3))), INVALID, SAME),
    Case("mOut-list", but(SOLVE, mOut=t(S32, (3, 3))), INVALID, DTYPE),
    Case("low", but(SOLVE, self=FLAT), INVALID, LOW),
    Case("square<rows", but(SOLVE, A=TALL), INVALID, SQUARE),
    Case("rows", but(SOLVE, self=t(F32, (4, 2))), INVALID, ROWS),
    Case("batches", but(SOLVE, self=t(F32, (2, 3, 2)), A=t(F32, (3, 3, 3))), INVALID, SPREAD),
    Case("x", but(SOLVE, xOut=TALL), INVALID, RESULT),
    Case("m", but(SOLVE, mOut=TALL), INVALID, RESULT),
    Case("no-m", but(SOLVE, mOut=None)),
    Case("unit-of-double", but(with_dtypes(SOLVE, F64), unitriangular=True), INVALID, FLOAT_ONLY),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


def test_null_pointers():
    for base, status in ((QR, INNER_NULLPTR), (SOLVE, INNER_NULLPTR), (SVD, NULLPTR), (INVERSE, NULLPTR)):
        name = next(iter(base.args))
        assert outcome(but(base, **{name: None})) == (status, NULL)


SLANTED = t(F32, (2, 3, 3), strides=(9, 1, 3))
PLANS = (
    (QR, "Qr", 0),
    (but(QR, self=t(F16, (4, 3))), "Cast Qr", padded(48)),
    (but(QR, self=t(F32, (0, 3)), Q=t(F32, (0, 0)), R=t(F32, (0, 3))), "", 0),
    (CHOLESKY, "Cholesky", 0),
    (with_dtypes(CHOLESKY, BF16), "Cast Cholesky Cast", 2 * padded(36)),
    (but(INVERSE, self=SLANTED), "Contiguous MatrixInverse", padded(72)),
    (with_dtypes(INVERSE, F16), "Cast MatrixInverse Cast", 2 * padded(72)),
    (SVD, "Svd", 0),
    (but(SVD, computeUV=False), "Svd", 2 * padded(4)),
    (SLOGDET, "LogMatrixDeterminant", 0),
    (LOGDET, "LogMatrixDeterminant Log Add", 3 * padded(8)),
    (but(SOLVE, mOut=None), "TriangularSolve", 0),
    (SOLVE, "TensorMove TriangularSolve", 0),
    (but(SOLVE, unitriangular=True, mOut=None), "Eye OnesLike Sub Mul Add TriangularSolve", None),
)


@pytest.mark.parametrize(("made_for", "steps", "workspace"), PLANS)
def test_plan(made_for, steps, workspace):
    plan = phase_1(made_for).plan
    assert sorted(step.name for step in plan.steps) == sorted(steps.split())
    assert workspace is None or plan.workspace_size == workspace


# Numbers.


def matrices(seed, shape, dtype):
    """Random matrices far from singular, where each element has memory of its own; complex where the dtype is."""
    values = uniform(seed, shape, -1, 1)
    if dtype in (C64, C128):
        values = values + 1j * uniform(seed + 1, shape, -1, 1)
    return values + 3 * np.eye(*shape[-2:])


TOLERANCE = {F32: 1e-4, F16: 2e-2, F64: 1e-10, C64: 1e-4, C128: 1e-10, BF16: 1e-1}
ANY_WIDE = st.sampled_from([F32, F64, C64, C128])
BATCHES = st.sampled_from([(), (2,), (2, 3)])


def same(actual, expected, dtype):
    np.testing.assert_allclose(actual, expected, rtol=TOLERANCE[dtype], atol=TOLERANCE[dtype])


@FEW
@given(
    st.data(),
    st.sampled_from([F32, F64, C64, C128, F16]),
    BATCHES,
    st.sampled_from([(4, 3), (3, 3), (2, 5)]),
    st.booleans(),
    SEEDS,
)
@pytest.mark.parametrize("base", [QR, LINALG_QR], ids=lambda base: base.op)
def test_qr(base, data, dtype, batch, size, some, seed):
    m, n = size
    k = min(size) if some else m
    made_for = but(
        base, self=data.draw(layouts(dtype, (*batch, m, n), writable=True)),
        **({"some": some} if base is QR else {"mode": int(not some)}),
        Q=data.draw(layouts(dtype, (*batch, m, k), writable=True)),
        R=data.draw(layouts(dtype, (*batch, k, n), writable=True)),
    )  # fmt: skip
    found = run(made_for, {"self": matrices(seed, (*batch, m, n), dtype)}, out=("Q", "R"))
    q, r = (found.outs[name].astype(np.complex128) for name in ("Q", "R"))
    same(q @ r, found.inputs["self"], dtype)
    same(np.conj(np.swapaxes(q, -1, -2)) @ q, np.broadcast_to(np.eye(k), (*batch, k, k)), dtype)
    same(np.tril(r, -1), np.zeros_like(r), dtype)


def test_qr_of_nothing_has_a_unit_q():
    made_for = but(QR, self=t(F32, (3, 0)), some=False, Q=t(F32, (3, 3)), R=t(F32, (3, 0)))
    np.testing.assert_array_equal(run(made_for, {}, out=("Q", "R")).outs["Q"], np.eye(3))


@FEW
@given(st.data(), ANY_WIDE, BATCHES, st.sampled_from([(4, 3), (3, 3), (2, 5)]), SEEDS)
def test_r_without_q(data, dtype, batch, size, seed):
    """The same products of columns as in self, and nothing below the diagonal."""
    made_for = but(
        LINALG_QR, mode=2, self=data.draw(layouts(dtype, (*batch, *size), writable=True)), Q=t(dtype, (0,)),
        R=data.draw(layouts(dtype, (*batch, min(size), size[1]), writable=True)),
    )  # fmt: skip
    found = run(made_for, {"self": matrices(seed, (*batch, *size), dtype)}, out="R")
    x, r = found.inputs["self"], found.out
    products = [np.conj(np.swapaxes(one, -1, -2)) @ one for one in (r, x)]
    same(*products, dtype)
    same(np.tril(r, -1), np.zeros_like(r), dtype)


@FEW
@given(st.data(), st.sampled_from([F32, F16, BF16]), BATCHES, st.booleans(), SEEDS)
def test_cholesky(data, dtype, batch, upper, seed):
    shape = (*batch, 3, 3)
    made_for = but(
        CHOLESKY, self=data.draw(layouts(dtype, shape, writable=True)), out=data.draw(layouts(dtype, shape, writable=True)), upper=upper
    )  # fmt: skip
    x = matrices(seed, shape, dtype)
    found = run(made_for, {"self": x @ np.swapaxes(x, -1, -2)})
    factor = found.out.astype(np.float64)
    swapped = np.swapaxes(factor, -1, -2)
    given_, bound = found.inputs["self"], 30 * TOLERANCE[dtype]
    np.testing.assert_allclose(
        swapped @ factor if upper else factor @ swapped, given_, atol=bound, rtol=bound
    )
    assert not (np.tril(factor, -1) if upper else np.triu(factor, 1)).any()


def test_cholesky_of_an_indefinite_matrix():
    made_for = but(CHOLESKY, self=t(F32, (2, 2, 2)), out=t(F32, (2, 2, 2)))
    found = run(made_for, {"self": [[[1, 2], [2, 1]], [[4, 0], [0, 9]]]}).out
    assert np.isnan(found[0]).all()
    assert found[1].tolist() == [[2, 0], [0, 3]]


@FEW
@given(st.data(), st.sampled_from([F32, F64, C64, C128, F16]), BATCHES, SEEDS)
def test_inverse(data, dtype, batch, seed):
    shape = (*batch, 3, 3)
    made_for = but(
        INVERSE,
        self=data.draw(layouts(dtype, shape, writable=True)),
        out=data.draw(layouts(dtype, shape, writable=True)),
    )
    found = run(made_for, {"self": matrices(seed, shape, dtype)})
    same(found.out.astype(np.complex128) @ found.inputs["self"], np.broadcast_to(np.eye(3), shape), dtype)


def test_no_inverse():
    with pytest.raises(RtDeviceFault) as refused:
        run(INVERSE, {"self": np.ones((2, 3, 3))})
    assert refused.value.message_id == "ACLNN-PARAM-193"


@FEW
@given(st.data(), ANY_WIDE, BATCHES, st.sampled_from([(4, 3), (3, 3), (2, 4)]), st.booleans(), SEEDS)
def test_svd(data, dtype, batch, size, full, seed):
    m, n = size
    k = min(size)
    made_for = but(
        SVD, input=data.draw(layouts(dtype, (*batch, m, n))), fullMatrices=full,
        sigma=data.draw(layouts(dtype, (*batch, k), writable=True)),
        u=data.draw(layouts(dtype, (*batch, m, m if full else k), writable=True)),
        v=data.draw(layouts(dtype, (*batch, n, n if full else k), writable=True)),
    )  # fmt: skip
    x = matrices(seed, (*batch, m, n), dtype)
    found = run(made_for, {"input": x}, out=("sigma", "u", "v"))
    sigma, u, v = (found.outs[name] for name in ("sigma", "u", "v"))
    same(
        (u[..., :k] * sigma[..., None, :]) @ np.conj(np.swapaxes(v[..., :k], -1, -2)),
        found.inputs["input"],
        dtype,
    )
    for vectors in (u, v):
        columns = vectors.shape[-1]
        unit = np.broadcast_to(np.eye(columns), (*batch, columns, columns))
        same(np.conj(np.swapaxes(vectors, -1, -2)) @ vectors, unit, dtype)
    assert (np.diff(sigma.real) <= 0).all()
    alone = run(but(made_for, computeUV=False), {"input": x}, out="sigma").out
    same(alone, sigma, dtype)


def test_svd_of_nan():
    with pytest.raises(RtDeviceFault) as refused:
        run(SVD, {"input": np.full((4, 3), math.nan)}, out=("sigma", "u", "v"))
    assert refused.value.message_id == "ACLNN-PARAM-194"


@FEW
@given(st.data(), ANY_WIDE, BATCHES, SEEDS)
def test_determinants(data, dtype, batch, seed):
    source = data.draw(layouts(dtype, (*batch, 2, 2), writable=True))
    outs = {name: data.draw(layouts(dtype, batch, writable=True)) for name in ("signOut", "logOut")}
    found = run(
        but(SLOGDET, self=source, **outs), {"self": matrices(seed, (*batch, 2, 2), dtype)}, out=tuple(outs)
    )
    (a, b), (c, d) = np.moveaxis(found.inputs["self"], (-2, -1), (0, 1))
    determinant = a * d - b * c
    sign, log = (found.outs[name] for name in outs)
    same(sign * np.exp(log), determinant, dtype)
    same(np.abs(sign), np.ones(batch), dtype)
    plain = but(LOGDET, self=source, out=data.draw(layouts(dtype, batch, writable=True)))
    values = {"self": matrices(seed, (*batch, 2, 2), dtype)}
    same(np.exp(run(plain, values).out), determinant, dtype)


def test_singular_and_negative_determinants():
    values = {"self": [np.ones((3, 3)), -np.eye(3)]}
    found = run(SLOGDET, values, out=("signOut", "logOut"))
    assert found.outs["signOut"].tolist() == [0, -1]
    assert found.outs["logOut"].tolist() == [-math.inf, 0]
    logs = run(LOGDET, values).out
    assert logs[0] == -math.inf
    assert math.isnan(logs[1])


@FEW
@given(
    st.data(),
    ANY_WIDE,
    st.booleans(),
    st.booleans(),
    st.sampled_from([((), ()), ((2,), ()), ((), (2,))]),
    SEEDS,
)
def test_triangular_solve(data, dtype, upper, transpose, batches, seed):
    of_c, of_a = batches
    batch = of_c or of_a
    made_for = but(
        SOLVE, self=data.draw(layouts(dtype, (*of_c, 3, 2), writable=True)), A=data.draw(layouts(dtype, (*of_a, 3, 3), writable=True)), upper=upper,
        transpose=transpose, xOut=data.draw(layouts(dtype, (*batch, 3, 2), writable=True)),
        mOut=data.draw(layouts(dtype, (*batch, 3, 3), writable=True)),
    )  # fmt: skip
    values = {"self": matrices(seed, (*of_c, 3, 2), dtype), "A": matrices(seed + 5, (*of_a, 3, 3), dtype)}
    found = run(made_for, values, out=("xOut", "mOut"))
    a = np.triu(found.inputs["A"]) if upper else np.tril(found.inputs["A"])
    a = np.conj(np.swapaxes(a, -1, -2)) if transpose else a
    same(a @ found.outs["xOut"], np.broadcast_to(found.inputs["self"], (*batch, 3, 2)), dtype)
    np.testing.assert_array_equal(found.outs["mOut"], np.broadcast_to(found.inputs["A"], (*batch, 3, 3)))
    alone = run(but(made_for, mOut=None), values, out="xOut").out
    np.testing.assert_array_equal(alone, found.outs["xOut"])


def test_unit_diagonal():
    made_for = but(SOLVE, unitriangular=True, mOut=None)
    a = [[5, 2, 3], [9, 7, 4], [9, 9, 11]]
    found = run(made_for, {"self": [[1, 0], [2, 0], [3, 1]], "A": a}, out="xOut").out
    same(np.array([[1, 2, 3], [0, 1, 4], [0, 0, 1]]) @ found, [[1, 0], [2, 0], [3, 1]], F32)


def test_the_table_is_complete():
    assert declared_in("aclnn_emu.ops.linalg") == {base.op for base in LINALG}
