"""Numbers of the operators over matrices, against float64, in every layout."""

import math
from functools import partial

import attrs
import numpy as np
import pytest
from _case import DTYPES, SOCS, but, s, t, with_dtypes
from _draw import BF16, F16, F32, FLOATS, SEEDS, layouts, uniform
from _matrices import (
    ADDBMM,
    ADDMM,
    ADDMV,
    ADDR,
    BADDBMM,
    BMM,
    CROSS,
    DOT,
    EINSUM,
    GEMM,
    GER,
    INPLACE_ADDBMM,
    INPLACE_ADDMM,
    INPLACE_ADDR,
    INPLACE_BADDBMM,
    MATMUL,
    MM,
    MV,
)
from _run import check_close, run
from hypothesis import given, settings
from hypothesis import strategies as st

S8, S32, U8, BOOL, F64, C64 = (DTYPES[name] for name in ("s8", "s32", "u8", "bool", "f64", "c64"))
FEW = settings(max_examples=12)
SIZES = st.integers(1, 5)
close = partial(check_close, floor=2.0**-4)


def drawn(data, made_for, dtype, *, shapes, out):
    """The call with tensors of these shapes in random layouts, of one dtype."""
    made = {
        name: data.draw(layouts(dtype, shape, writable=name == out)) for name, shape in shapes.items()
    }  # fmt: skip
    return but(made_for, **made)


def values_of(seed, shapes, *skipped):
    return {
        name: uniform(seed + place, shape, -2, 2)
        for place, (name, shape) in enumerate(shapes.items())
        if name not in skipped
    }


@FEW
@given(st.data(), FLOATS, SIZES, SIZES, SIZES, SEEDS)
def test_mm(data, dtype, m, k, n, seed):
    shapes = {"self": (m, k), "mat2": (k, n), "out": (m, n)}
    found = run(drawn(data, MM, dtype, shapes=shapes, out="out"), values_of(seed, shapes, "out"))
    close(found.out, found.inputs["self"] @ found.inputs["mat2"], dtype)


@settings(max_examples=30)
@given(st.data(), FLOATS, st.integers(1, 4), st.integers(1, 4), SEEDS)
def test_matmul_of_all_ranks(data, dtype, rank, other, seed):
    m, k, n = (data.draw(SIZES) for _ in range(3))
    batch = tuple(data.draw(SIZES) for _ in range(max(rank, other) - 2))
    x = (*(data.draw(st.sampled_from([1, size])) for size in batch[len(batch) - max(rank - 2, 0) :]), m, k)[
        -rank:
    ]
    y = (*(data.draw(st.sampled_from([1, size])) for size in batch[len(batch) - max(other - 2, 0) :]), k, n)
    y = y[-other:] if other > 1 else (k,)
    shape = np.matmul(np.zeros(x), np.zeros(y)).shape
    shapes = {"self": x, "mat2": y, "out": shape}
    found = run(drawn(data, MATMUL, dtype, shapes=shapes, out="out"), values_of(seed, shapes, "out"))
    close(found.out, np.matmul(found.inputs["self"], found.inputs["mat2"]), dtype)


@FEW
@given(st.data(), FLOATS, st.sampled_from([(3, 3), (1, 3), (3, 1)]), SIZES, SIZES, SEEDS)
def test_batch_matmul(data, dtype, batches, m, n, seed):
    shapes = {"self": (batches[0], m, 4), "mat2": (batches[1], 4, n), "out": (3, m, n)}
    found = run(drawn(data, BMM, dtype, shapes=shapes, out="out"), values_of(seed, shapes, "out"))
    close(found.out, found.inputs["self"] @ found.inputs["mat2"], dtype)


@FEW
@given(st.data(), FLOATS, SIZES, SIZES, SEEDS)
def test_matrix_times_vector(data, dtype, m, k, seed):
    shapes = {"self": (m, k), "vec": (k,), "out": (m,)}
    found = run(drawn(data, MV, dtype, shapes=shapes, out="out"), values_of(seed, shapes, "out"))
    close(found.out, found.inputs["self"] @ found.inputs["vec"], dtype)


FACTORS = st.sampled_from([0.0, 1.0, -0.5, 2.0])
SUMS = {  # operator, and its in-place form: names of the factors, their shapes, the shape of the result, the product
    "addmm": (ADDMM, INPLACE_ADDMM, {"mat1": (3, 2), "mat2": (2, 4)}, (3, 4), lambda x, y: x @ y),
    "baddbmm": (BADDBMM, INPLACE_BADDBMM, {"batch1": (5, 3, 2), "batch2": (5, 2, 4)}, (5, 3, 4), lambda x, y: x @ y),
    "addbmm": (
        ADDBMM, INPLACE_ADDBMM, {"batch1": (5, 3, 2), "batch2": (5, 2, 4)}, (3, 4), lambda x, y: (x @ y).sum(axis=0)
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SUMS)
@pytest.mark.parametrize("in_place", [False, True])
@FEW
@given(st.data(), FLOATS, FACTORS, FACTORS, SEEDS)
def test_sums(name, in_place, data, dtype, beta, alpha, seed):
    plain, other, operands, shape, product = SUMS[name]
    made_for, base, out = (other, "selfRef", "selfRef") if in_place else (plain, "self", "out")
    base_shape = shape if in_place else data.draw(st.sampled_from([shape, (4,), (1, 4), (3, 1)]))
    shapes = {**operands, base: base_shape, out: shape}
    drawn_call = but(
        drawn(data, made_for, dtype, shapes=shapes, out=out), beta=s(F32, beta), alpha=s(F32, alpha)
    )  # fmt: skip
    shapes[base] = base_shape
    found = run(drawn_call, values_of(seed, {**operands, base: base_shape}), out=out)
    x, y = (found.inputs[operand] for operand in operands)
    expected = np.broadcast_to(beta * found.inputs[base] + alpha * product(x, y), shape)
    check_close(found.outs[out], expected, dtype, floor=1)


@FEW
@given(st.data(), FLOATS, FACTORS, FACTORS, st.booleans(), st.booleans(), SEEDS)
def test_gemm(data, dtype, alpha, beta, trans_a, trans_b, seed):
    shapes = {
        "A": (2, 3) if trans_a else (3, 2), "B": (4, 2) if trans_b else (2, 4),
        "C": data.draw(st.sampled_from([(3, 4), (4,), (3, 1)])), "out": (3, 4),
    }  # fmt: skip
    made_for = but(
        drawn(data, GEMM, dtype, shapes=shapes, out="out"),
        alpha=alpha, beta=beta, transA=int(trans_a), transB=int(trans_b),
    )  # fmt: skip
    found = run(made_for, values_of(seed, shapes, "out"))
    x = found.inputs["A"].T if trans_a else found.inputs["A"]
    y = found.inputs["B"].T if trans_b else found.inputs["B"]
    check_close(
        found.out, np.broadcast_to(alpha * (x @ y) + beta * found.inputs["C"], (3, 4)), dtype, floor=1
    )


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize("made_for", [MM, MATMUL, BMM, ADDMM, BADDBMM, ADDBMM, GEMM, ADDMV])
def test_every_chip(made_for, soc):
    """FLOAT16 operands and a FLOAT result, or FLOAT operands lowered to FLOAT16: nowhere coarser than FLOAT16."""
    out = made_for.args["out"]
    names = [name for name, value in made_for.args.items() if hasattr(value, "shape") and name != "out"]
    values = {name: uniform(len(name), made_for.args[name].shape, -2, 2) for name in names}
    exact = run(made_for, values, soc="Ascend910B").out
    halved = but(made_for, **{name: attrs.evolve(made_for.args[name], dtype=F16) for name in names})
    for variant in (
        made_for,
        halved,
        but(halved, out=attrs.evolve(out, dtype=F16)),
        but(made_for, cubeMathType=2),
    ):
        check_close(run(variant, values, soc=soc).out, exact, F16, floor=4)


def test_half_types_accumulate_in_float():
    """4096 + 4096 times 1: in FLOAT16 the sum of the first terms would swallow the rest."""
    for dtype in (F16, BF16):
        base = but(
            with_dtypes(MM, dtype),
            self=t(dtype, (1, 4097)), mat2=t(dtype, (4097, 1)), out=t(dtype, (1, 1)), cubeMathType=0,
        )  # fmt: skip
        ones = np.ones((1, 4097))
        ones[0, 0] = 4096
        assert run(base, {"self": ones, "mat2": np.ones((4097, 1))}).out == 8192


def test_lowered_float_overflows():
    """cubeMathType 2, and 1 on chips whose cube is FLOAT16: 1e5 becomes an infinity."""
    values = {"self": np.full((2, 3), 1e5), "mat2": np.ones((3, 4))}
    assert np.isinf(run(but(MM, cubeMathType=2), values).out).all()
    assert np.isinf(run(MM, values, soc="Ascend910").out).all()
    assert (run(but(MM, cubeMathType=0), values).out == 3e5).all()


def test_no_terms():
    """An empty k: zeros, or what beta makes of self."""
    for made_for, x, y in ((MM, "self", "mat2"), (MATMUL, "self", "mat2")):
        assert not run(but(made_for, **{x: t(F32, (2, 0)), y: t(F32, (0, 4))}), {}).out.any()
    empty = {"batch1": t(F32, (5, 2, 0)), "batch2": t(F32, (5, 0, 4))}
    values = {"self": np.ones((5, 2, 4))}
    assert (run(but(BADDBMM, **empty), values).out == 0.5).all()
    none = but(ADDMM, mat1=t(F32, (2, 0)), mat2=t(F32, (0, 4)))
    assert (run(none, {"self": np.ones((2, 4))}).out == 0.5).all()
    assert not run(but(MV, self=t(F32, (2, 0)), vec=t(F32, (0,))), {}).out.any()
    no_batch = but(ADDBMM, batch1=t(F32, (0, 2, 3)), batch2=t(F32, (0, 3, 4)))
    assert (run(no_batch, {"self": np.ones((2, 4))}).out == 0.5).all()
    assert run(but(DOT, self=t(F32, (0,)), tensor=t(F32, (0,))), {}).out == 0


def test_nan_of_self_where_beta_is_zero():
    """It does not come through, unless alpha is 0 too: then self is multiplied."""
    values = {"self": np.full((2, 4), math.nan), "mat1": np.ones((2, 3)), "mat2": np.ones((3, 4))}
    zero = but(ADDMM, beta=s(F32, 0.0))
    assert (run(zero, values).out == 6).all()
    assert np.isnan(run(but(zero, alpha=s(F32, 0.0)), values).out).all()
    batches = {"self": np.full((2, 4), math.nan), "batch1": np.ones((5, 2, 3)), "batch2": np.ones((5, 3, 4))}
    zero = but(ADDBMM, beta=s(F32, 0.0))
    assert (run(zero, batches).out == 30).all()
    assert not run(but(zero, alpha=s(F32, 0.0)), batches).out.any()


def test_infinities_and_nan():
    values = {"self": [[math.inf, 0, 0], [1, 0, math.nan]], "mat2": np.eye(3, 4)}
    np.testing.assert_array_equal(
        run(MM, values).out, [[math.inf, math.nan, math.nan, math.nan], [math.nan] * 4]
    )


# Vectors.


@FEW
@given(st.data(), FLOATS, SIZES, SEEDS)
def test_dot(data, dtype, size, seed):
    shapes = {"self": (size,), "tensor": (size,), "out": ()}
    found = run(drawn(data, DOT, dtype, shapes=shapes, out="out"), values_of(seed, shapes, "out"))
    close(found.out, np.dot(found.inputs["self"], found.inputs["tensor"]), dtype)


def test_dot_of_integers_wraps():
    values = {"self": [100, 100, 1], "tensor": [2, 1, 3]}
    assert run(with_dtypes(DOT, S32), values).out == 303
    assert run(with_dtypes(DOT, S8), values).out == 303 - 256


@FEW
@given(st.data(), FLOATS, SIZES, SIZES, SEEDS)
def test_outer_products(data, dtype, m, n, seed):
    shapes = {"self": (m,), "vec2": (n,), "out": (m, n)}
    found = run(
        drawn(data, GER, dtype if dtype != BF16 else F32, shapes=shapes, out="out"),
        values_of(seed, shapes, "out"),
    )
    close(found.out, np.outer(found.inputs["self"], found.inputs["vec2"]), dtype)


def test_outer_products_of_other_dtypes():
    values = {"self": [1, 0], "vec2": [1, 0, 1]}
    assert run(with_dtypes(GER, BOOL), values).out.tolist() == [[True, False, True], [False] * 3]
    values = {"self": [1 + 2j, 3], "vec2": [1j, 2, 0]}
    assert run(with_dtypes(GER, C64), values).out.tolist() == [[-2 + 1j, 2 + 4j, 0], [3j, 6, 0]]
    mixed = but(GER, self=t(S32, (2,)), vec2=t(F16, (3,)))
    assert run(mixed, {"self": [2, 3], "vec2": [0.5, 1, 2]}).out.tolist() == [[1, 2, 4], [1.5, 3, 6]]


@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
@pytest.mark.parametrize("in_place", [False, True])
@FEW
@given(st.data(), FLOATS, FACTORS, FACTORS, SEEDS)
def test_addr(soc, in_place, data, dtype, beta, alpha, seed):
    base, out = ("selfRef", "selfRef") if in_place else ("self", "out")
    base_shape = (3, 4) if in_place else data.draw(st.sampled_from([(3, 4), (4,), (3, 1), ()]))
    shapes = {"vec1": (3,), "vec2": (4,), base: base_shape}
    made_for = drawn(data, INPLACE_ADDR if in_place else ADDR, dtype, shapes={**shapes, out: (3, 4)}, out=out)
    if not in_place:
        made_for = but(made_for, **{base: data.draw(layouts(dtype, base_shape))})
    made_for = but(made_for, betaOptional=s(F32, beta), alphaOptional=s(F32, alpha))
    found = run(made_for, values_of(seed, shapes), out=out, soc=soc)
    expected = beta * found.inputs[base] + alpha * np.outer(found.inputs["vec1"], found.inputs["vec2"])
    check_close(found.outs[out], np.broadcast_to(expected, (3, 4)), dtype, floor=1)


def test_addr_of_integers_and_bool():
    plain = but(with_dtypes(ADDR, S32), betaOptional=None, alphaOptional=s(S32, 2))
    values = {"self": [[1, 2, 3]] * 2, "vec1": [1, -1], "vec2": [1, 2, 3]}
    assert run(plain, values).out.tolist() == [[3, 6, 9], [-1, -2, -3]]
    truth = but(with_dtypes(ADDR, BOOL), betaOptional=s(BOOL, True), alphaOptional=None)
    values = {"self": [[0, 0, 1], [0, 0, 0]], "vec1": [1, 0], "vec2": [1, 0, 0]}
    for soc in ("Ascend910B", "Ascend950"):
        assert run(truth, values, soc=soc).out.tolist() == [[True, False, True], [False] * 3]


@FEW
@given(st.data(), FLOATS, FACTORS, FACTORS, SEEDS)
def test_addmv(data, dtype, alpha, beta, seed):
    base = data.draw(st.sampled_from([(3,), (1,), ()])) if alpha else (3,)
    shapes = {"self": base, "mat": (3, 4), "vec": (4,), "out": (3,)}
    made_for = but(
        drawn(data, ADDMV, dtype, shapes=shapes, out="out"), alpha=s(dtype, alpha), beta=s(dtype, beta)
    )
    found = run(made_for, values_of(seed, shapes, "out"))
    expected = beta * found.inputs["self"] + alpha * (found.inputs["mat"] @ found.inputs["vec"])
    check_close(found.out, np.broadcast_to(expected, (3,)), dtype, floor=4)


def test_addmv_of_integers_and_bool():
    made_for = but(with_dtypes(ADDMV, S32), alpha=s(S32, 2), beta=s(S32, 3))
    values = {"self": [1, 2], "mat": [[1, 2, 3], [4, 5, 6]], "vec": [1, 0, -1]}
    assert run(made_for, values).out.tolist() == [-1, 2]
    made_for = but(with_dtypes(ADDMV, BOOL), alpha=s(BOOL, True), beta=s(BOOL, True))
    values = {"self": [0, 0], "mat": [[1, 0, 0], [0, 1, 0]], "vec": [1, 0, 1]}
    assert run(made_for, values).out.tolist() == [True, False]


@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950", "Ascend910"])
@FEW
@given(st.data(), FLOATS, st.sampled_from([((2, 3), 1), ((3, 2), 0), ((2, 3, 2), -2)]), SEEDS)
def test_cross(soc, data, dtype, shape_and_axis, seed):
    shape, axis = shape_and_axis
    dtype = F32 if soc == "Ascend910" else dtype
    shapes = {"self": shape, "other": tuple(1 if size == 2 else size for size in shape), "out": shape}
    made_for = but(drawn(data, CROSS, dtype, shapes=shapes, out="out"), dim=axis)
    found = run(made_for, values_of(seed, shapes, "out"), soc=soc)
    expected = np.cross(found.inputs["self"], np.broadcast_to(found.inputs["other"], shape), axis=axis)
    check_close(found.out, expected, dtype, floor=4)


def test_cross_counts_axes_of_self_from_the_front():
    made_for = but(CROSS, self=t(F32, (3,)), dim=0)
    values = {"self": [1, 0, 0], "other": [[0, 1, 0], [0, 0, 1]]}
    assert run(made_for, values).out.tolist() == [[0, 0, 1], [0, -1, 0]]


# Einsum.


@pytest.mark.parametrize("matrix", [True, False])
@settings(max_examples=25)
@given(st.data(), st.sampled_from([F32, F16]), st.permutations("wxYzv"), st.tuples(*[SIZES] * 5), SEEDS)
def test_einsum(matrix, data, dtype, letters, sizes, seed):
    """Both equations, in any letters."""
    size = dict(zip(letters, sizes, strict=True))
    a, b, c, d, e = letters
    x, y, out = ((a, b, c, d), (a, b, c, e, d), (a, b, c, e)) if matrix else ((a,), (b,), (a, b))
    tensors = [data.draw(layouts(dtype, tuple(size[letter] for letter in names))) for names in (x, y)]
    written = data.draw(layouts(dtype, tuple(size[letter] for letter in out), writable=True))
    equation = f"{''.join(x)},{''.join(y)}->{''.join(out)}"
    made_for = but(EINSUM, tensors=tensors, equation=equation, output=written)
    values = {f"tensors[{i}]": uniform(seed + i, spec.shape, -2, 2) for i, spec in enumerate(tensors)}
    found = run(made_for, values, out="output")
    check_close(found.out, np.einsum(equation, *found.inputs.values()), dtype, floor=1)


def test_einsum_of_integers_goes_through_half():
    made_for = but(
        EINSUM, tensors=[t(S32, (1, 1, 1, 2)), t(S32, (1, 1, 1, 1, 2))], equation="abcd,abced->abce",
        output=t(S32, (1, 1, 1, 1)),
    )  # fmt: skip
    found = run(made_for, {"tensors[0]": [[[[2049, 1]]]], "tensors[1]": [[[[[1, 0]]]]]}, out="output")
    assert found.out.item() == 2048
