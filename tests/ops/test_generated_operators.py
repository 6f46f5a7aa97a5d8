"""Operators whose first phase the vendor generates: refusals, plans, numbers."""

import math

import attrs
import numpy as np
import pytest
from _case import (
    DTYPES,
    INVALID,
    NEW_SOCS,
    NO_KERNEL,
    NULLPTR,
    SOCS,
    TILING,
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
from _draw import BF16, F16, F32, FLOATS, SEEDS, any_numbers, any_shapes, layouts, shapes, uniform, with_ends
from _other_calls import (
    ANGLE,
    FATRELU_MUL,
    GELU_MUL,
    GENERATED,
    IS_INF,
    LOGIT,
    LOGIT_GRAD,
    ONLY_ON,
    SITU_GLU,
    SITU_GLU_GRAD,
    SQUARED_RELU,
    SWI_GLU,
    SWI_GLU_GRAD,
)
from _run import check_close, run
from hypothesis import given, settings
from hypothesis import strategies as st

F64, S8, U8, S64, BOOL, C64 = (DTYPES[name] for name in ("f64", "s8", "u8", "s64", "bool", "c64"))
NULL, RANK, DTYPE, SAME, SHAPES, RESULT, VALUE = (f"ACLNN-PARAM-{n:03}" for n in (1, 2, 3, 4, 6, 9, 10))
DIM, PAIRED, ODD, RANKS, ONE, LARGE, CHIP = (f"ACLNN-PARAM-{n:03}" for n in (24, 41, 44, 62, 83, 87, 208))

FEW = settings(max_examples=15)
INF, NAN = math.inf, math.nan
RANK_9, PAIR = t(F32, (2,) * 9), t(F32, (2,))


def first(base):
    return next(iter(base.args))


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize(
    "base", [base for base in GENERATED if base not in (IS_INF, ANGLE)], ids=lambda base: base.op
)
def test_dtypes(base, soc):
    expected = set()
    if soc in ONLY_ON[base.op]:
        expected = {"f16", "f32"} | ({"bf16"} if soc in NEW_SOCS else set())
    assert {k for k, dtype in DTYPES.items() if outcome(with_dtypes(base, dtype), soc)[0] == 0} == expected


@pytest.mark.parametrize("soc", SOCS)
def test_dtypes_of_infinities_and_angles(soc):
    if soc in ONLY_ON[IS_INF.op]:
        expected = {"f16", "f32"} | ({"bf16"} if soc in NEW_SOCS else set())
        assert accepted_dtypes(IS_INF, "x", soc) == expected
        assert accepted_dtypes(IS_INF, "out", soc) == {"bool"}
    if soc in ONLY_ON[ANGLE.op]:
        listed = {"f16", "f32", "c64", "bool", "u8", "s8", "s16", "s32", "s64"}
        assert accepted_dtypes(ANGLE, "x", soc) == listed | ({"bf16"} if soc in NEW_SOCS else set())
        halves = {"f16", "bf16"} if soc in NEW_SOCS else {"f16"}
        for short in listed | halves:
            for out in ("f32", "f16", "bf16", "f64"):
                made_for = but(ANGLE, x=t(DTYPES[short], (2, 3)), out=t(DTYPES[out], (2, 3)))
                right = out == (short if short in halves else "f32")
                assert outcome(made_for, soc) == ((0, None) if right else (INVALID, PAIRED))


CASES = (
    *(Case(f"null-{name}", but(base, **{name: None}), NULLPTR, NULL)
      for base in GENERATED for name, value in base.args.items() if hasattr(value, "shape")),
    *(Case("null<chip", but(base, out=None), NULLPTR, NULL, "Ascend310B") for base in GENERATED),
    *(Case("chip<dtype", with_dtypes(base, F64), NO_KERNEL, CHIP, "Ascend310B") for base in GENERATED),
    # list, one dtype, rank, shape
    *(case for base in (SQUARED_RELU, LOGIT, LOGIT_GRAD) for case in (
        Case("dtype<same", but(base, **{first(base): t(F64, (2, 3))}), INVALID, DTYPE),
        Case("same<rank", but(base, **{first(base): RANK_9}, out=t(F16, (2, 3))), INVALID, SAME),
        Case("rank<shape", but(base, **{first(base): RANK_9}), INVALID, RANK),
        Case("shape", but(base, out=PAIR), INVALID, SHAPES),
    )),
    Case("shape-of-grad", but(LOGIT_GRAD, dy=t(F32, (1, 3))), INVALID, SHAPES),
    # list, one dtype, rank, dimension, even, half
    *(case for base in (SWI_GLU, SWI_GLU_GRAD, SITU_GLU, SITU_GLU_GRAD) for case in (
        Case("same<rank", but(base, x=RANK_9, out=t(F16, (2, 3))), INVALID, SAME),
        Case("rank<dim", but(base, x=RANK_9, dim=9), INVALID, RANK),
        Case("dim<even", but(base, x=t(F32, (2, 5)), dim=2), INVALID, DIM),
        Case("even<half", but(base, x=t(F32, (2, 5))), INVALID, ODD),
    )),
    Case("half", but(SWI_GLU, out=t(F32, (2, 6))), INVALID, RESULT),
    Case("first", but(SWI_GLU, dim=0, out=t(F32, (1, 6)))),
    Case("half", but(SITU_GLU, out=t(F32, (2, 6))), INVALID, RESULT),
    Case("half<shape", but(SITU_GLU_GRAD, gradY=PAIR, out=PAIR), INVALID, RESULT),
    Case("shape", but(SITU_GLU_GRAD, out=PAIR), INVALID, SHAPES),
    Case("half<shape", but(SWI_GLU_GRAD, yGrad=PAIR, out=PAIR), INVALID, RESULT),
    Case("shape", but(SWI_GLU_GRAD, out=PAIR), INVALID, SHAPES),
    # list, one dtype, rank, even, size, half, attribute
    *(case for base in (GELU_MUL, FATRELU_MUL) for case in (
        Case("dtype<same", but(base, input=t(F64, (2, 6))), INVALID, DTYPE),
        Case("same<rank", but(base, input=PAIR, out=t(F16, (2, 3))), INVALID, SAME),
        Case("rank-1", but(base, input=t(F32, (6,)), out=t(F32, (3,))), INVALID, RANKS),
        Case("rank-9", but(base, input=RANK_9), INVALID, RANKS),
        Case("odd", but(base, input=t(F32, (2, 5))), INVALID, ODD),
        Case("wide", but(base, input=t(F32, (2, 1026)), out=t(F32, (2, 513))), INVALID, LARGE),
        Case("widest", but(base, input=t(F32, (2, 1024)), out=t(F32, (2, 512)))),
        Case("no-columns", but(base, input=t(F32, (2, 0)), out=t(F32, (2, 0))), INVALID, LARGE),
        Case("long", but(base, input=t(F32, (200_001, 2)), out=t(F32, (200_001, 1))), INVALID, LARGE),
        Case("longest", but(base, input=t(F32, (200_000, 2)), out=t(F32, (200_000, 1)))),
        Case("half", but(base, out=t(F32, (2, 6))), INVALID, RESULT),
    )),
    Case("half<approximate", but(GELU_MUL, out=PAIR, approximateOptional="fast"), INVALID, RESULT),
    Case("approximate", but(GELU_MUL, approximateOptional="fast"), INVALID, VALUE),
    *(Case(f"approximate-{a}", but(GELU_MUL, approximateOptional=a)) for a in (None, "none", "tanh")),
    Case("threshold-dtype", but(FATRELU_MUL, threshold=t(F16, (1,))), INVALID, SAME),
    Case("threshold<rank", but(FATRELU_MUL, threshold=PAIR, input=PAIR), INVALID, ONE),
    Case("threshold-of-any-rank", but(FATRELU_MUL, threshold=t(F32, ()))),
    # lists, shape, rank; rank, shape
    Case("dtype<shape", but(IS_INF, x=t(S8, (2, 3)), out=t(BOOL, (3,))), INVALID, DTYPE),
    Case("shape<rank", but(IS_INF, x=RANK_9), INVALID, SHAPES),
    Case("rank", but(IS_INF, x=RANK_9, out=t(BOOL, (2,) * 9)), TILING, RANK),
    Case("pair<rank", but(ANGLE, x=RANK_9, out=t(F16, (2, 3))), INVALID, PAIRED),
    Case("rank<shape", but(ANGLE, x=RANK_9), INVALID, RANK),
    Case("shape", but(ANGLE, out=PAIR), INVALID, SHAPES),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


NAMES = {
    "aclnnSquaredRelu": "SquaredRelu", "aclnnLogit": "Logit", "aclnnLogitGrad": "LogitGrad", "aclnnSwiGlu": "SwiGlu",
    "aclnnSwiGluGrad": "SwiGluGrad", "aclnnGeluMul": "GeluMul", "aclnnFatreluMul": "FatreluMul", "aclnnIsInf": "IsInf",
    "aclnnAngleV2": "AngleV2", "aclnnSituGlu": "SituGlu", "aclnnSituGluGrad": "SituGluGrad",
}  # fmt: skip


@pytest.mark.parametrize("base", GENERATED, ids=lambda base: base.op)
def test_plan(base):
    plan = phase_1(base).plan
    assert [step.name for step in plan.steps] == [NAMES[base.op]]
    assert plan.workspace_size == 0
    out = base.args["out"]
    strided = attrs.evolve(base.args[first(base)], strides=(1, 2))
    plan = phase_1(but(base, **{first(base): strided}, out=attrs.evolve(out, strides=(1, 2)))).plan
    assert [step.name for step in plan.steps] == ["Contiguous", NAMES[base.op], "ViewCopy"]
    assert plan.workspace_size == 2 * padded(48)  # 512 bytes each, whatever the dtype
    empty = {
        name: attrs.evolve(value, shape=(0, value.shape[-1]))
        for name, value in base.args.items()
        if hasattr(value, "shape") and name != "threshold"
    }
    assert phase_1(but(base, **empty)).plan.steps == ()


# Numbers.


@pytest.mark.parametrize("eps", [-1.0, 0.0, 0.25, 0.75])
@FEW
@given(st.data(), FLOATS, shapes(), SEEDS)
def test_logit(eps, data, dtype, shape, seed):
    made_for = but(
        LOGIT,
        input=data.draw(layouts(dtype, shape)),
        eps=eps,
        out=data.draw(layouts(dtype, shape, writable=True)),
    )
    found = run(made_for, {"input": uniform(seed, shape, 0.02, 0.9)})
    x = found.inputs["input"]
    z = np.where(x < eps, eps, np.minimum(x, 1 - eps)) if eps >= 0 else x
    check_close(found.out, np.log(z / (1 - z)), dtype, floor=2.0**-2)


@pytest.mark.parametrize("eps", [-1.0, 0.0, 0.25])
@FEW
@given(st.data(), FLOATS, shapes(), SEEDS)
def test_logit_gradient(eps, data, dtype, shape, seed):
    made_for = but(
        LOGIT_GRAD, x=data.draw(layouts(dtype, shape)), dy=data.draw(layouts(dtype, shape)), eps=eps,
        out=data.draw(layouts(dtype, shape, writable=True)),
    )  # fmt: skip
    found = run(made_for, {"x": uniform(seed, shape, 0.02, 0.9), "dy": uniform(seed + 1, shape, 0.5, 2)})
    x = found.inputs["x"]
    inside = (x >= max(eps, 0)) & (x <= 1 - max(eps, 0))
    check_close(found.out, np.where(inside, found.inputs["dy"] / (x * (1 - x)), 0), dtype)


ENDS = (
    (LOGIT, {"input": [0, 1, 2, NAN]}, [-INF, INF, NAN, NAN]),
    (but(LOGIT, eps=0.25), {"input": [-1, 0.75, 5, NAN]}, [np.log(np.float32(1 / 3)), np.log(np.float32(3)), np.log(np.float32(3)), NAN]),
    (LOGIT_GRAD, {"x": [-1, 2, NAN, 0.5], "dy": 1}, [NAN, NAN, NAN, 4]),
    (but(LOGIT_GRAD, eps=0.25), {"x": [-1, 2, NAN, 0.5], "dy": 1}, [0, 0, 0, 4]),
    (SQUARED_RELU, {"input": [-3, 0, 3, INF]}, [0, 0, 9, INF]),
)  # fmt: skip


@pytest.mark.parametrize(("base", "values", "expected"), ENDS)
def test_ends(base, values, expected):
    flat = {name: attrs.evolve(v, shape=(4,)) for name, v in base.args.items() if hasattr(v, "shape")}
    np.testing.assert_allclose(run(but(base, **flat), values).out, np.float32(expected), rtol=3e-7)


ANGLES_OF = st.sampled_from([F32, F16, BF16, C64, S8, U8, S64, BOOL, DTYPES["s16"], DTYPES["s32"]])


@settings(max_examples=40)
@given(st.data(), ANGLES_OF, any_shapes(), SEEDS)
def test_angles(data, dtype, shape, seed):
    """Of a real number pi or 0, and -0.0 is not negative; of a complex one from -pi to pi."""
    out = dtype if dtype in (F16, BF16) else F32
    made_for = but(
        ANGLE, x=data.draw(layouts(dtype, shape)), out=data.draw(layouts(out, shape, writable=True))
    )
    found = run(made_for, {"x": any_numbers(seed, shape, dtype)}, soc=data.draw(st.sampled_from(NEW_SOCS)))
    x = found.inputs["x"]
    if dtype == C64:
        expected = np.angle(x.astype(np.complex128))
    else:
        expected = np.where(np.isnan(x), NAN, np.where(x < 0, math.pi, 0))
    check_close(found.out, expected, out)


@FEW
@given(st.data(), FLOATS, any_shapes(), SEEDS)
def test_infinities_are_found(data, dtype, shape, seed):
    made_for = but(
        IS_INF, x=data.draw(layouts(dtype, shape)), out=data.draw(layouts(BOOL, shape, writable=True))
    )
    found = run(made_for, {"x": with_ends(seed, shape, -9, 9)})
    np.testing.assert_array_equal(found.out, np.abs(found.inputs["x"]) == INF)


@FEW
@given(st.data(), FLOATS, shapes(), SEEDS)
def test_squared_relu(data, dtype, shape, seed):
    made_for = but(
        SQUARED_RELU,
        input=data.draw(layouts(dtype, shape)),
        out=data.draw(layouts(dtype, shape, writable=True)),
    )
    found = run(made_for, {"input": uniform(seed, shape, -3, 3)})
    check_close(found.out, np.maximum(found.inputs["input"], 0) ** 2, dtype)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


@st.composite
def halves(draw):
    shape = draw(shapes(min_rank=1))
    axis = draw(st.integers(0, len(shape) - 1))
    whole = tuple(2 * size if place == axis else size for place, size in enumerate(shape))
    return shape, whole, axis, draw(st.sampled_from([axis, axis - len(shape)]))


@FEW
@given(st.data(), FLOATS, halves(), SEEDS)
def test_swi_glu(data, dtype, shape, seed):
    half, whole, axis, dim = shape
    made_for = but(
        SWI_GLU,
        x=data.draw(layouts(dtype, whole)),
        dim=dim,
        out=data.draw(layouts(dtype, half, writable=True)),
    )
    found = run(made_for, {"x": uniform(seed, whole, -3, 3)})
    a, b = np.split(found.inputs["x"], 2, axis=axis)
    check_close(found.out, a * sigmoid(a) * b, dtype, floor=2.0**-4)


@FEW
@given(st.data(), FLOATS, halves(), SEEDS)
def test_swi_glu_gradient(data, dtype, shape, seed):
    half, whole, axis, dim = shape
    made_for = but(
        SWI_GLU_GRAD, yGrad=data.draw(layouts(dtype, half)), x=data.draw(layouts(dtype, whole)), dim=dim,
        out=data.draw(layouts(dtype, whole, writable=True)),
    )  # fmt: skip
    found = run(made_for, {"yGrad": uniform(seed, half, 0.5, 2), "x": uniform(seed + 1, whole, -3, 3)})
    a, b = np.split(found.inputs["x"], 2, axis=axis)
    opened, grad = sigmoid(a), found.inputs["yGrad"]
    parts = grad * (opened + opened * (1 - opened) * a) * b, grad * opened * a
    check_close(found.out, np.concatenate(parts, axis=axis), dtype, floor=2.0**-3)


def situ(gate, up, beta, linear):
    return beta * np.tanh(gate / beta) * sigmoid(gate) * (linear * np.tanh(up / linear) if linear > 0 else up)


def test_situ_glu_at_its_edges():
    """A beta of 0 leaves nothing of a gate but NaN of 0; a large gate is beta."""
    made_for = but(SITU_GLU, x=t(F32, (1, 6)), linearBeta=0.0, beta=0.0, out=t(F32, (1, 3)))
    found = run(made_for, {"x": [[-1, 0, 1, 2, 2, 2]]}).out
    np.testing.assert_array_equal(found, [[0, NAN, 0]])
    found = run(but(made_for, beta=3.0), {"x": [[-INF, INF, 1e9, 2, 2, 2]]}).out
    np.testing.assert_array_equal(found, [[0, 6, 6]])


@FEW
@given(st.data(), FLOATS, halves(), st.booleans(), st.sampled_from([-1.0, 0.0, 1.5]), SEEDS)
def test_situ_glu(data, dtype, shape, left, linear, seed):
    """The gradient is compared with quotients of differences of the forward formula."""
    half, whole, axis, dim = shape
    settled = {"dim": dim, "beta": 2.0, "linearBeta": linear, "activateLeft": left}
    x = data.draw(layouts(dtype, whole))
    forward = but(SITU_GLU, x=x, **settled, out=data.draw(layouts(dtype, half, writable=True)))
    found = run(forward, {"x": uniform(seed, whole, -3, 3)})
    parts = np.split(found.inputs["x"], 2, axis=axis)
    gate, up = parts if left else parts[::-1]
    check_close(found.out, situ(gate, up, 2.0, linear), dtype, floor=2.0**-4)
    backward = but(
        SITU_GLU_GRAD, gradY=data.draw(layouts(dtype, half)), x=x, **settled,
        out=data.draw(layouts(dtype, whole, writable=True)),
    )  # fmt: skip
    made = run(backward, {"gradY": uniform(seed + 1, half, 0.5, 2), "x": uniform(seed, whole, -3, 3)})
    step, grad = 1e-4, made.inputs["gradY"]
    by_gate = grad * (situ(gate + step, up, 2.0, linear) - situ(gate - step, up, 2.0, linear)) / (2 * step)
    by_up = grad * (situ(gate, up + step, 2.0, linear) - situ(gate, up - step, 2.0, linear)) / (2 * step)
    expected = np.concatenate((by_gate, by_up) if left else (by_up, by_gate), axis=axis)
    check_close(made.out, expected, dtype, floor=2.0**-3)


@FEW
@given(st.data(), FLOATS, shapes(min_rank=2), st.sampled_from([None, "none", "tanh"]), SEEDS)
def test_gelu_mul(data, dtype, shape, approximate, seed):
    whole = (*shape[:-1], 2 * shape[-1])
    made_for = but(
        GELU_MUL, input=data.draw(layouts(dtype, whole)), approximateOptional=approximate,
        out=data.draw(layouts(dtype, shape, writable=True)),
    )  # fmt: skip
    found = run(made_for, {"input": uniform(seed, whole, -3, 3)})
    a, b = np.split(found.inputs["input"], 2, axis=-1)
    if approximate == "tanh":
        opened = 0.5 * a * (1 + np.tanh(math.sqrt(2 / math.pi) * (a + 0.044715 * a**3)))
    else:
        opened = 0.5 * a * (1 + np.vectorize(math.erf, otypes=[float])(a / math.sqrt(2)))
    check_close(found.out, opened * b, dtype, floor=2.0**-4)


@FEW
@given(st.data(), FLOATS, shapes(min_rank=2), SEEDS)
def test_fatrelu_mul(data, dtype, shape, seed):
    whole = (*shape[:-1], 2 * shape[-1])
    made_for = but(
        FATRELU_MUL, input=data.draw(layouts(dtype, whole)), threshold=t(dtype, (1,)),
        out=data.draw(layouts(dtype, shape, writable=True)),
    )  # fmt: skip
    found = run(made_for, {"input": uniform(seed, whole, -3, 3), "threshold": 0.5})
    a, b = np.split(found.inputs["input"], 2, axis=-1)
    check_close(found.out, np.where(a > 0.5, a, 0) * b, dtype)


def test_the_table_is_complete():
    assert declared_in("aclnn_emu.ops.generated") == {base.op for base in GENERATED}
