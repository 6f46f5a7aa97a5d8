"""Activations of several tensors or of halves: refusals and their order, plans, numbers."""

import numpy as np
import pytest
from _case import (
    DTYPES,
    INVALID,
    NEW_SOCS,
    NULLPTR,
    SOCS,
    Case,
    but,
    call,
    declared_in,
    outcome,
    phase_1,
    s,
    t,
    with_dtypes,
)
from _draw import BF16, F16, F32, FLOATS, SEEDS, broadcastable, layouts, shapes, uniform
from _gates import ADD_RELU, FAMILY, GLU, GLU_GRAD, INPLACE_ADD_RELU, INPLACE_RRELU, PRELU, RRELU
from _run import check_close, run
from hypothesis import given, settings
from hypothesis import strategies as st

F64, S8, S16, S32, U8, F8, C64 = (DTYPES[n] for n in ("f64", "s8", "s16", "s32", "u8", "f8e5m2", "c64"))
NULL, RANK, DTYPE, SAME, _, SHAPES, SPREAD, MERGE, RESULT = (f"ACLNN-PARAM-{n:03}" for n in range(1, 10))
CAST, DIM, ODD, FLAT, WEIGHT = (f"ACLNN-PARAM-{n:03}" for n in (12, 24, 44, 45, 46))
FEW = settings(max_examples=50)

LISTS = [
    (GLU, "f32 f16 f64"),
    (GLU_GRAD, "f32 f16 f64"),
    (PRELU, "f32 f16"),
    (ADD_RELU, "f32 f16 s8 u8 s16 s32 s64"),
    (INPLACE_ADD_RELU, "f32 f16 s8 u8 s16 s32 s64"),
    (RRELU, "f32 f16"),
    (INPLACE_RRELU, "f32 f16"),
]


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize(("base", "listed"), LISTS, ids=lambda value: getattr(value, "op", ""))
def test_dtypes(base, listed, soc):
    expected = {*listed.split(), *(["bf16"] if soc in NEW_SOCS else [])}
    base = but(base, alpha=s(S32, 1)) if "alpha" in base.args else base
    for short, dtype in DTYPES.items():
        assert outcome(with_dtypes(base, dtype), soc) == (
            (0, None) if short in expected else (INVALID, DTYPE)
        ), short


RANK_9 = t(F32, (2,) * 9)
CASES = [
    # dtypes, ranks, a dimension, its range, an even size, the shape of out
    Case("dtype<rank", but(GLU, self=t(F8, (2,) * 9)), INVALID, DTYPE),
    Case("rank<dim", but(GLU, self=RANK_9, dim=9), INVALID, RANK),
    Case("rank-of-out", but(GLU, out=RANK_9), INVALID, RANK),
    Case("flat<dim", but(GLU, self=t(F32, ()), dim=9), INVALID, FLAT),
    Case("dim<even", but(GLU, self=t(F32, (2, 3)), dim=2), INVALID, DIM),
    Case("dim-below", but(GLU, dim=-3), INVALID, DIM),
    Case("even<shape", but(GLU, self=t(F32, (2, 3))), INVALID, ODD),
    Case("shape", but(GLU, out=t(F32, (2, 4))), INVALID, RESULT),
    Case("first", but(GLU, dim=0, out=t(F32, (1, 4)))),
    Case("to-half", but(GLU, out=t(F16, (2, 2)))),
    # dtype, one dtype, ranks, halves, shape
    Case("dtype<same", but(GLU_GRAD, self=t(F8, (2, 4))), INVALID, DTYPE),
    Case("same<rank", but(GLU_GRAD, out=t(F16, (2,) * 9)), INVALID, SAME),
    Case("rank<dim", but(GLU_GRAD, gradOut=RANK_9, dim=9), INVALID, RANK),
    Case("flat", but(GLU_GRAD, self=t(F32, ())), INVALID, FLAT),
    Case("dim<even", but(GLU_GRAD, self=t(F32, (2, 3)), dim=2), INVALID, DIM),
    Case("even<half", but(GLU_GRAD, self=t(F32, (2, 3))), INVALID, ODD),
    Case("half<shape", but(GLU_GRAD, gradOut=t(F32, (2, 4)), out=t(F32, (2, 2))), INVALID, RESULT),
    Case("shape", but(GLU_GRAD, out=t(F32, (2, 2))), INVALID, SHAPES),
    # dtypes, cast, ranks, shape, weights
    Case("dtype<rank", but(PRELU, weight=t(F64, (1,) * 9)), INVALID, DTYPE),
    Case("rank<shape", but(PRELU, weight=t(F32, (1,) * 9), out=t(F32, (3,))), INVALID, RANK),
    Case("shape<weights", but(PRELU, weight=t(F32, (2,)), out=t(F32, (3,))), INVALID, SHAPES),
    Case("weights", but(PRELU, weight=t(F32, (2,))), INVALID, WEIGHT),
    Case("one-weight", but(PRELU, weight=t(F32, ()))),
    Case("one-dimension", but(PRELU, self=t(F32, (3,)), weight=t(F32, (1,)), out=t(F32, (3,)))),
    Case("channels-of-one-dimension", but(PRELU, self=t(F32, (3,)), out=t(F32, (3,))), INVALID, WEIGHT),
    Case("mixed", but(PRELU, weight=t(F16, (3,)), out=t(BF16, (2, 3, 2)))),
    # dtypes, alpha, cast, ranks, shape
    Case("dtype<alpha", but(ADD_RELU, other=t(F64, (3,)), alpha=s(C64, 1j)), INVALID, DTYPE),
    Case("alpha<cast", but(with_dtypes(ADD_RELU, S32), alpha=s(F32, 1.5), out=t(U8, (2, 3))), INVALID, CAST),
    Case("cast<rank", but(ADD_RELU, self=t(F32, (1,) * 9), out=t(S32, (2, 3))), INVALID, CAST),
    Case("rank<shape", but(ADD_RELU, self=t(F32, (1,) * 9)), INVALID, RANK),
    Case("shape", but(ADD_RELU, other=t(F32, (2,))), INVALID, MERGE),
    Case("result", but(ADD_RELU, out=t(F32, (3,))), INVALID, RESULT),
    Case("null<shape", but(INPLACE_ADD_RELU, other=None), NULLPTR, NULL),
    Case("shape<alpha", but(INPLACE_ADD_RELU, other=t(F32, (4, 2, 3)), alpha=None), INVALID, SPREAD),
    Case("alpha<dtype", but(INPLACE_ADD_RELU, other=t(F64, (3,)), alpha=None), NULLPTR, NULL),
    Case("dtype<cast", but(INPLACE_ADD_RELU, other=t(F64, (3,)), alpha=s(C64, 1j)), INVALID, DTYPE),
    Case("cast", but(INPLACE_ADD_RELU, selfRef=t(S32, (2, 3))), INVALID, CAST),
    # dtypes, one dtype, shape, size of the noise in training, ranks, format; then: not in training
    Case("dtype<scalar", but(RRELU, noise=t(F64, (2, 3)), lower=s(S32, 1)), INVALID, DTYPE),
    Case("scalar<out", but(RRELU, lower=s(S32, 1), out=t(F64, (2, 3))), INVALID, DTYPE),
    Case("out<same", but(RRELU, noise=t(F16, (2, 3)), out=t(F64, (2, 3))), INVALID, DTYPE),
    Case("same<shape", but(RRELU, noise=t(F16, (2, 3)), out=t(F32, (3,))), INVALID, SAME),
    Case("shape<noise", but(RRELU, out=t(F32, (3,)), noise=t(F32, (3,)), training=True), INVALID, SHAPES),
    Case("noise<rank", but(RRELU, noise=t(F32, (1,) * 33), training=True), INVALID, "ACLNN-PARAM-048"),
    Case("rank<format", but(RRELU, noise=t(F32, (1,) * 33, format=0)), INVALID, RANK),
    Case("format", but(RRELU, noise=t(F32, (2, 3), format=0)), INVALID, "ACLNN-PARAM-005"),
    *(Case("training", but(base, training=True)) for base in (RRELU, INPLACE_RRELU)),
    *(Case(f"noise{n}", but(RRELU, training=True, noise=t(F32, n))) for n in ((3, 3), (6,), (2, 2, 2))),
    Case("small-noise", but(RRELU, noise=t(F32, (3,)))),
    Case("rank-9", but(RRELU, self=t(F32, (1,) * 9), out=t(F32, (1,) * 9))),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


SPLIT = "SplitV SplitV Sigmoid"
PLANS = [
    (GLU, "Ascend910B", "GLU"),
    (but(GLU, out=t(F16, (2, 2))), "Ascend910B", "GLU Cast"),
    (GLU, "Ascend910", f"{SPLIT} Mul"),
    (with_dtypes(GLU, F64), "Ascend910B", f"{SPLIT} Mul"),
    (GLU_GRAD, "Ascend950", "GLUGrad"),
    (GLU_GRAD, "Ascend910B", f"{SPLIT} Mul Mul Sub Mul ConcatD"),
    (PRELU, "Ascend910B", "PRelu"),
    (but(PRELU, weight=t(F16, (3,))), "Ascend910B", "Cast PRelu"),
    (ADD_RELU, "Ascend910B", "Add Relu"),
    (but(ADD_RELU, other=t(F16, (3,))), "Ascend910B", "Add Relu"),
    (but(ADD_RELU, alpha=s(F32, 2.0)), "Ascend910B", "Axpy Relu"),
    (with_dtypes(ADD_RELU, F16), "Ascend910B", "Cast Cast Add Relu Cast"),
    (but(with_dtypes(ADD_RELU, S16), alpha=s(S32, 1)), "Ascend910B", "Add Cast Relu Cast"),
    (but(with_dtypes(ADD_RELU, U8), alpha=s(S32, 2)), "Ascend910B", "Mul Add"),
]


@pytest.mark.parametrize(("made_for", "soc", "steps"), PLANS)
def test_plan(made_for, soc, steps):
    assert sorted(step.name for step in phase_1(made_for, soc).plan.steps) == sorted(steps.split())


@pytest.mark.parametrize("base", FAMILY, ids=lambda base: base.op)
def test_empty(base):
    empty = {
        name: t(F32, (0, *v.shape[1:]))
        for name, v in base.args.items()
        if hasattr(v, "shape") and name != "weight"
    }
    if "other" in empty:
        empty["other"] = t(F32, (0, 3))
    assert phase_1(but(base, **empty)).plan.steps == ()


# Numbers.


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


@pytest.mark.parametrize("soc", SOCS)
@FEW
@given(st.data(), st.sampled_from([F32, F16]), shapes(min_rank=1), SEEDS)
def test_glu(soc, data, dtype, shape, seed):
    axis = data.draw(st.integers(0, len(shape) - 1))
    double = tuple(2 * size if place == axis else size for place, size in enumerate(shape))
    x, out = data.draw(layouts(dtype, double)), data.draw(layouts(dtype, shape, writable=True))
    dim = data.draw(st.sampled_from([axis, axis - len(shape)]))
    found = run(call("aclnnGlu", self=x, dim=dim, out=out), {"self": uniform(seed, double, -4, 4)}, soc=soc)
    a, b = np.split(found.inputs["self"], 2, axis=axis)
    check_close(found.out, a * sigmoid(b), dtype, floor=2.0**-4)


@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
@FEW
@given(st.data(), FLOATS, shapes(min_rank=1), SEEDS)
def test_glu_backward(soc, data, dtype, shape, seed):
    axis = data.draw(st.integers(0, len(shape) - 1))
    double = tuple(2 * size if place == axis else size for place, size in enumerate(shape))
    made_for = call(
        "aclnnGluBackward", gradOut=data.draw(layouts(dtype, shape)), self=data.draw(layouts(dtype, double)), dim=axis,
        out=data.draw(layouts(dtype, double, writable=True)),
    )  # fmt: skip
    values = {"gradOut": uniform(seed, shape, 0.5, 2), "self": uniform(seed + 1, double, -3, 3)}
    found = run(made_for, values, soc=soc)
    a, b = np.split(found.inputs["self"], 2, axis=axis)
    grad, opening = found.inputs["gradOut"], sigmoid(b)
    expected = np.concatenate([grad * opening, grad * a * opening * (1 - opening)], axis=axis)
    # BF16 is rounded after each step on the chips without a kernel for it.
    coarse = dtype == BF16 and soc == "Ascend910B"
    check_close(found.out, expected, dtype, floor=1.0 if coarse else 2.0**-4)


@FEW
@given(st.data(), FLOATS, shapes(), st.booleans(), SEEDS)
def test_prelu(data, dtype, shape, one, seed):
    channels = shape[1] if len(shape) > 1 and not one else 1
    made_for = call(
        "aclnnPrelu", self=data.draw(layouts(dtype, shape)), weight=data.draw(layouts(dtype, (channels,))),
        out=data.draw(layouts(dtype, shape, writable=True)),
    )  # fmt: skip
    values = {"self": uniform(seed, shape, -4, 4), "weight": uniform(seed + 1, (channels,), 0.1, 0.9)}
    found = run(made_for, values)
    x, weight = found.inputs["self"], found.inputs["weight"]
    weight = weight.reshape(1, channels, *(1,) * (len(shape) - 2)) if channels > 1 else weight[0]
    check_close(found.out, np.where(x > 0, x, x * weight), dtype)


@pytest.mark.parametrize("in_place", [False, True])
@settings(max_examples=30)
@given(st.data(), FLOATS, FLOATS, FLOATS, st.sampled_from([1.0, -0.5, 2.0]), shapes(), SEEDS)
def test_add_relu(in_place, data, dtype, other, out, alpha, shape, seed):
    name, written = ("selfRef", "selfRef") if in_place else ("self", "out")
    sizes = {name: shape, "other": data.draw(broadcastable(shape)), written: shape}
    dtypes = {name: dtype, "other": other, written: dtype if in_place else out}
    made_for = call(
        "aclnnInplaceAddRelu" if in_place else "aclnnAddRelu", alpha=s(F32, alpha),
        **{key: data.draw(layouts(dtypes[key], size, writable=key == written)) for key, size in sizes.items()},
    )  # fmt: skip
    values = {key: uniform(seed + len(key), sizes[key], -4, 4) for key in (name, "other")}
    found = run(made_for, values, out=written, soc=data.draw(st.sampled_from(NEW_SOCS)))
    expected = np.maximum(found.inputs[name] + alpha * found.inputs["other"], 0)
    check_close(found.out, expected, max(dtypes.values(), key=[F32, F16, BF16].index), floor=1.0)


@pytest.mark.parametrize(
    ("dtype", "expected"), [(S8, [0, 0, 7]), (S16, [0, 0, 7]), (S32, [0, 0, 7]), (U8, [251, 1, 7])]
)
def test_add_relu_of_integers(dtype, expected):
    made_for = call(
        "aclnnAddRelu", self=t(dtype, (3,)), other=t(dtype, ()), alpha=s(S32, 2), out=t(dtype, (3,))
    )
    values = np.array([249, 255, 5] if dtype == U8 else [-9, -3, 5])
    assert run(made_for, {"self": values, "other": 1}).out.tolist() == expected


@pytest.mark.parametrize("base", [RRELU, INPLACE_RRELU], ids=lambda base: base.op)
def test_rrelu_outside_training(base):
    assert [step.name for step in phase_1(base).plan.steps] == ["LeakyRelu"]
    values = [[1.0, -2.0, 4.0], [-8.0, 0.0, np.nan]]
    found = run(base, {"self": values}, out="out" if base is RRELU else "self")
    np.testing.assert_array_equal(found.out, [[1, -0.5, 4], [-2, 0, np.nan]])


DRAWN = "OnesLike ZerosLike Less DSARandomUniform SelectV2 Mul"
TRAINED = {
    ("Ascend910B", F32): DRAWN,
    ("Ascend910B", F16): DRAWN.replace("SelectV2", "Cast SelectV2"),
    ("Ascend950", F32): DRAWN.replace("DSARandomUniform", "StatelessRandomUniformV2 Muls Sub Muls Sub"),
}


@pytest.mark.parametrize(("soc", "dtype"), TRAINED)
def test_steps_in_training(soc, dtype):
    plan = phase_1(but(with_dtypes(RRELU, dtype), training=True), soc).plan
    assert sorted(step.name for step in plan.steps) == sorted(TRAINED[soc, dtype].split())


@pytest.mark.parametrize("base", [RRELU, INPLACE_RRELU], ids=lambda base: base.op)
@settings(max_examples=25)
@given(st.data(), st.sampled_from(SOCS), shapes(), SEEDS)
def test_rrelu_in_training(base, data, soc, shape, seed):
    dtype = data.draw(FLOATS) if soc in NEW_SOCS else data.draw(st.sampled_from([F32, F16]))
    tensors = {name: data.draw(layouts(dtype, shape, writable=True)) for name in ("self", "noise")}
    if base is RRELU:
        tensors["out"] = data.draw(layouts(dtype, shape, writable=True))
    made_for = but(base, **tensors, training=True, seed=seed, offset=8)
    values = uniform(seed, shape, -4, 4)
    out = "out" if base is RRELU else "self"
    found = run(made_for, {"self": values}, soc=soc, out=(out, "noise"))
    x, noise = found.inputs["self"], found.outs["noise"].astype(np.float64)
    assert ((noise == 1) == (x >= 0)).all()
    assert ((noise[x < 0] >= 0.125) & (noise[x < 0] <= 0.375)).all()
    check_close(found.out, x * noise, dtype)
    again = run(made_for, {"self": values}, soc=soc, out=(out, "noise"))
    np.testing.assert_array_equal(again.outs["noise"], found.outs["noise"])


@pytest.mark.parametrize("shape", [(6,), (2, 4), (3, 3)])
def test_a_larger_noise_keeps_the_rest(shape):
    made_for = but(RRELU, training=True, noise=t(F32, shape))
    values = {"self": [[1, -2, 3], [-4, 5, -6]], "noise": np.full(shape, 7.0)}
    found = run(made_for, values, out=("out", "noise"))
    noise = found.outs["noise"].reshape(-1)
    np.testing.assert_array_equal(noise[[0, 2, 4]], 1)
    assert ((noise[[1, 3, 5]] >= 0.125) & (noise[[1, 3, 5]] < 0.375)).all()
    np.testing.assert_array_equal(noise[6:], 7)
    np.testing.assert_array_equal(found.out, noise[:6].reshape(2, 3) * values["self"])


@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
def test_slopes_are_uniform_and_follow_the_seed(soc):
    shape = (10_000,)
    made_for = but(RRELU, **{name: t(F32, shape) for name in ("self", "noise", "out")}, training=True)
    first, second = (
        run(but(made_for, seed=seed), {"self": -1}, soc=soc, out=("out", "noise")).outs["noise"]
        for seed in (1, 2)
    )
    assert abs(first.mean() - 0.25) < 0.005
    assert abs(first.std() - 0.25 / 12**0.5) < 0.005
    assert (first != second).mean() > 0.9


def test_the_table_is_complete():
    assert declared_in("aclnn_emu.ops.gated") == {base.op for base in FAMILY}
