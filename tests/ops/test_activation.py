"""Activations with scalars and gradients of activations: dtypes, order of refusals, plans."""

import attrs
import pytest
from _activations import (
    CELU,
    ELU,
    ELU_GRAD,
    FAMILY,
    FAST_GELU_GRAD,
    FORWARD,
    GELU_GRAD,
    GELU_GRAD_V2,
    GELU_V2,
    GRADS,
    HARDSHRINK,
    HARDSHRINK_GRAD,
    HARDSIGMOID_GRAD,
    HARDSWISH_GRAD,
    HARDTANH_GRAD,
    INPLACE_CELU,
    INPLACE_ELU,
    INPLACE_LEAKY_RELU,
    INPLACE_THRESHOLD,
    LEAKY_RELU,
    LEAKY_RELU_GRAD,
    LOG_SIGMOID,
    LOG_SIGMOID_GRAD,
    MISH_GRAD,
    SELU_GRAD,
    SHAPE,
    SHRINK,
    SIGMOID_GRAD,
    SILU_GRAD,
    SOFTPLUS,
    SOFTPLUS_GRAD,
    SOFTSHRINK,
    SOFTSHRINK_GRAD,
    SWISH,
    SWISH_GRAD,
    TANH_GRAD,
    THRESHOLD,
    THRESHOLD_GRAD,
)
from _case import (
    DTYPES,
    INNER_NULLPTR,
    INVALID,
    NCHW,
    NEW_SOCS,
    SOCS,
    Case,
    T,
    but,
    declared_in,
    outcome,
    padded,
    phase_1,
    s,
    t,
    with_dtypes,
)

F32, F16, BF16, F64, S16, S32, S64 = (
    DTYPES[name] for name in ("f32", "f16", "bf16", "f64", "s16", "s32", "s64")
)
U8, C64, F8 = (DTYPES[name] for name in ("u8", "c64", "f8e5m2"))
NULL, RANK, DTYPE, SAME, FORMAT, SHAPES = (f"ACLNN-PARAM-{n:03}" for n in range(1, 7))
MERGE, RESULT, VALUE, CAST = (f"ACLNN-PARAM-{n:03}" for n in (8, 9, 10, 12))
PROMOTED, DEDUCED, NEGATIVE, ZERO = (f"ACLNN-PARAM-{n:03}" for n in (21, 41, 42, 43))


def plus(text, socs=NEW_SOCS):
    """The list, and BF16 on some chips."""
    return {soc: {*text.split(), *(["bf16"] if soc in socs else [])} for soc in SOCS}


HALF = plus("f32 f16")
WITH_DOUBLE = plus("f32 f16 f64")
LATE = plus("f32 f16", (*NEW_SOCS, "Ascend310B"))
ONLY_NEW = {soc: {"f32", "f16", "bf16"} if soc in NEW_SOCS else set() for soc in SOCS}

# Which dtypes pass when all tensors have one dtype.
LISTS = [
    (LEAKY_RELU, WITH_DOUBLE), (INPLACE_LEAKY_RELU, WITH_DOUBLE), (CELU, LATE), (INPLACE_CELU, LATE),
    (HARDSHRINK, LATE), (SOFTSHRINK, HALF), (SHRINK, plus("f32 f16", ())), (SOFTPLUS, HALF), (SWISH, HALF),
    (LOG_SIGMOID, HALF), (GELU_V2, HALF), (ELU, plus("f32 f16 f64", SOCS)), (INPLACE_ELU, plus("f32 f16 f64", SOCS)),
    (THRESHOLD, plus("f32 f16 s8 u8 s16 s32 s64")), (INPLACE_THRESHOLD, plus("f32 f16 s8 u8 s16 s32 s64")),
    (SIGMOID_GRAD, plus("f32 f16 f64 c64 c128")), (TANH_GRAD, WITH_DOUBLE), (LEAKY_RELU_GRAD, WITH_DOUBLE),
    (ELU_GRAD, HALF), (SELU_GRAD, plus("f32 f16 s32 s8")), (FAST_GELU_GRAD, ONLY_NEW), (MISH_GRAD, HALF),
    (SILU_GRAD, HALF), (SWISH_GRAD, HALF), (HARDSHRINK_GRAD, HALF), (SOFTSHRINK_GRAD, LATE),
    (HARDSIGMOID_GRAD, HALF), (HARDSWISH_GRAD, HALF), (LOG_SIGMOID_GRAD, HALF), (HARDTANH_GRAD, HALF),
    (SOFTPLUS_GRAD, WITH_DOUBLE), (THRESHOLD_GRAD, plus("f32 f16 s8 u8 s32")), (GELU_GRAD, HALF), (GELU_GRAD_V2, HALF),
]  # fmt: skip


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize(("base", "lists"), LISTS, ids=lambda value: getattr(value, "op", ""))
def test_dtypes(base, lists, soc):
    passed = {short for short, dtype in DTYPES.items() if not outcome(with_dtypes(base, dtype), soc)[0]}
    assert passed == lists[soc]
    for dtype in set(DTYPES) - passed:
        assert outcome(with_dtypes(base, DTYPES[dtype]), soc)[0] == INVALID


# (call, parameter) -> what else the parameter takes next to FLOAT tensors on the 910B.
MIXED = [
    (LEAKY_RELU, "out", "f16 bf16 f64 c64"), (CELU, "out", "f16 bf16 f64"), (HARDSHRINK, "out", "f16 bf16"),
    (SHRINK, "out", "f16"), (ELU, "out", "f16 bf16 f64"), (THRESHOLD, "out", "f16 bf16 f64"), (SWISH, "out", ""),
    (SIGMOID_GRAD, "output", "f16 bf16"), (SIGMOID_GRAD, "gradInput", "f16 f64 c64"), (TANH_GRAD, "output", ""),
    (LEAKY_RELU_GRAD, "self", "f16 bf16"), (LEAKY_RELU_GRAD, "out", "f64 f16"), (ELU_GRAD, "gradInput", "f16 f64"),
    (MISH_GRAD, "self", "f16 bf16"), (HARDSHRINK_GRAD, "self", "f16"), (HARDSIGMOID_GRAD, "out", "f16 f64"),
    (SOFTPLUS_GRAD, "self", "s8 bool f64 s32"), (SOFTPLUS_GRAD, "gradInput", "f16 f64"), (GELU_GRAD, "self", "bf16 s32"),
    (GELU_GRAD, "gradInput", "f16 s32"), (GELU_GRAD_V2, "self", "f16 s32"), (SOFTSHRINK_GRAD, "self", "f16 bf16"),
]  # fmt: skip


@pytest.mark.parametrize(("base", "param", "passing"), MIXED)
def test_mixed_dtypes(base, param, passing):
    for short in ("f16", "bf16", "f64", "s32"):
        status = outcome(but(base, **{param: t(DTYPES[short], SHAPE)}))[0]
        if short in passing.split():
            assert status == 0, short
        elif short == "s32":
            assert status == INVALID, short


RANK_9, OTHER = t(F32, (1,) * 9), t(F32, (3,))
ODD = t(F8, (3,))
WIDE = t(F32, (4, 2, 3))
NEGATIVE_ONE = s(F32, -1.0)
COMPLEX = s(C64, 1j)

CASES = [
    # dtype, cast, rank, shape
    Case("dtype<cast", but(LEAKY_RELU, self=t(S32, SHAPE)), INVALID, DTYPE),
    Case("cast<rank", but(LEAKY_RELU, self=RANK_9, out=t(S32, SHAPE)), INVALID, CAST),
    Case("rank<shape", but(LEAKY_RELU, self=RANK_9), INVALID, RANK),
    Case("shape", but(LEAKY_RELU, out=OTHER), INVALID, SHAPES),
    Case("rank", but(INPLACE_LEAKY_RELU, selfRef=RANK_9), INVALID, RANK),
    # dtype, alpha's dtype, cast, rank, shape, alpha's value
    Case("dtype<alpha", but(CELU, self=ODD, alpha=COMPLEX), INVALID, DTYPE),
    Case("alpha<cast", but(CELU, alpha=COMPLEX, out=t(S32, SHAPE)), INVALID, CAST),
    Case("cast<rank", but(CELU, self=RANK_9, out=t(S32, SHAPE)), INVALID, CAST),
    Case("rank<shape", but(CELU, self=RANK_9), INVALID, RANK),
    Case("shape<value", but(CELU, out=OTHER, alpha=s(F32, 0.0)), INVALID, SHAPES),
    Case("value", but(CELU, alpha=s(F32, 0.0)), INVALID, ZERO),
    Case("value-nan", but(INPLACE_CELU, alpha=s(F32, float("nan"))), INVALID, ZERO),
    Case("negative", but(CELU, alpha=NEGATIVE_ONE)),
    # dtypes, shape, rank
    Case("dtype<shape", but(HARDSHRINK, self=ODD), INVALID, DTYPE),
    Case("shape<rank", but(HARDSHRINK, self=RANK_9), INVALID, SHAPES),
    Case("rank", but(HARDSHRINK, self=RANK_9, out=RANK_9), INVALID, RANK),
    Case("negative", but(HARDSHRINK, lambd=NEGATIVE_ONE)),
    # dtypes, shape, rank, value
    Case("shape<rank", but(SOFTSHRINK, self=RANK_9), INVALID, SHAPES),
    Case("rank<value", but(SOFTSHRINK, self=RANK_9, out=RANK_9, lambd=NEGATIVE_ONE), INVALID, RANK),
    Case("value", but(SOFTSHRINK, lambd=NEGATIVE_ONE), INVALID, NEGATIVE),
    # dtypes, shape, value, format; no rank
    Case("shape<value", but(SHRINK, out=OTHER, lambd=NEGATIVE_ONE), INVALID, SHAPES),
    Case("value<format", but(SHRINK, out=t(F32, SHAPE, format=NCHW), lambd=NEGATIVE_ONE), INVALID, NEGATIVE),
    Case("format", but(SHRINK, out=t(F32, SHAPE, format=NCHW)), INVALID, FORMAT),
    Case("rank-9", but(SHRINK, self=RANK_9, out=RANK_9)),
    # dtype, scalars' dtypes, cast, rank, shape
    Case("dtype<beta", but(SOFTPLUS, self=ODD, beta=COMPLEX), INVALID, DTYPE),
    Case("beta<cast", but(SOFTPLUS, threshold=COMPLEX, out=t(S32, SHAPE)), INVALID, CAST),
    Case("cast<rank", but(SOFTPLUS, self=RANK_9, out=t(S32, SHAPE)), INVALID, CAST),
    Case("rank<shape", but(SOFTPLUS, self=RANK_9), INVALID, RANK),
    # dtypes, one dtype, beta, ranks, shape
    Case("dtype<same", but(SWISH, out=ODD), INVALID, DTYPE),
    Case("same<beta", but(SWISH, out=t(F16, SHAPE), betaOptional=COMPLEX), INVALID, SAME),
    Case("beta<rank", but(SWISH, self=RANK_9, betaOptional=COMPLEX), INVALID, CAST),
    Case("rank<shape", but(SWISH, self=RANK_9), INVALID, RANK),
    Case("rank-of-out", but(SWISH, out=RANK_9), INVALID, RANK),
    Case("shape", but(SWISH, out=OTHER), INVALID, SHAPES),
    # dtypes, one dtype, shape; the buffer may be anything
    Case("same<shape", but(LOG_SIGMOID, out=t(F16, (3,))), INVALID, SAME),
    Case("shape", but(LOG_SIGMOID, out=OTHER), INVALID, SHAPES),
    Case("buffer", but(LOG_SIGMOID, buffer=ODD)),
    Case("no-buffer", but(LOG_SIGMOID, buffer=None)),
    # one dtype, dtype, shape; any number is a mode
    Case("same<dtype", but(GELU_V2, x=ODD), INVALID, SAME),
    Case("dtype<shape", but(GELU_V2, x=ODD, y=t(F8, SHAPE)), INVALID, DTYPE),
    Case("shape", but(GELU_V2, y=OTHER), INVALID, SHAPES),
    Case("mode", but(GELU_V2, approximate=7)),
    # dtype, scalars' dtypes, cast, shape, rank
    Case("dtype<scale", but(ELU, self=ODD, scale=COMPLEX), INVALID, DTYPE),
    Case("scale<cast", but(ELU, inputScale=COMPLEX, out=t(S32, SHAPE)), INVALID, CAST),
    Case("cast<shape", but(ELU, out=t(S32, (3,))), INVALID, CAST),
    Case("shape<rank", but(ELU, self=RANK_9), INVALID, SHAPES),
    Case("rank", but(INPLACE_ELU, selfRef=RANK_9), INVALID, RANK),
    # dtype, cast (not on the 950), rank, shape
    Case("dtype<cast", but(THRESHOLD, self=t(F64, SHAPE), out=t(S32, SHAPE)), INVALID, DTYPE),
    Case("cast<rank", but(THRESHOLD, self=RANK_9, out=t(S32, SHAPE)), INVALID, CAST),
    Case("cast-950", but(THRESHOLD, out=t(S32, SHAPE)), soc="Ascend950"),
    Case("rank<shape", but(THRESHOLD, self=RANK_9), INVALID, RANK),
    Case("rank", but(INPLACE_THRESHOLD, selfRef=RANK_9), INVALID, RANK),
    # gradients: dtypes, ranks, promotion, shapes, each in its own order
    Case("dtype<rank", but(SIGMOID_GRAD, gradOutput=t(S32, (1,) * 9)), INVALID, DTYPE),
    Case("rank<cast", but(SIGMOID_GRAD, gradOutput=t(C64, (1,) * 9)), INVALID, RANK),
    Case("cast<shape", but(SIGMOID_GRAD, output=t(C64, (5,))), INVALID, CAST),
    Case("shape", but(SIGMOID_GRAD, output=t(F32, (5,))), INVALID, MERGE),
    Case("broadcast", but(SIGMOID_GRAD, output=OTHER)),
    Case("wider", but(SIGMOID_GRAD, output=WIDE), INVALID, RESULT),
    Case("dtype<same", but(TANH_GRAD, gradInput=ODD), INVALID, DTYPE),
    Case("same<rank", but(TANH_GRAD, output=t(F16, (1,) * 9)), INVALID, SAME),
    Case("rank<shape", but(TANH_GRAD, output=RANK_9), INVALID, RANK),
    Case("wider", but(TANH_GRAD, output=WIDE), INVALID, RESULT),
    Case("dtype<slope", but(LEAKY_RELU_GRAD, self=ODD, negativeSlope=COMPLEX), INVALID, DTYPE),
    Case("slope<rank", but(LEAKY_RELU_GRAD, self=RANK_9, negativeSlope=COMPLEX), INVALID, DTYPE),
    Case("rank<shape", but(LEAKY_RELU_GRAD, self=RANK_9), INVALID, RANK),
    Case("shape<value", but(LEAKY_RELU_GRAD, self=WIDE, selfIsResult=True, negativeSlope=NEGATIVE_ONE), INVALID, RESULT),
    Case(
        "value<cast", but(LEAKY_RELU_GRAD, selfIsResult=True, negativeSlope=NEGATIVE_ONE, out=t(S32, SHAPE)),
        INVALID, NEGATIVE,
    ),
    Case("cast", but(LEAKY_RELU_GRAD, out=t(S32, SHAPE)), INVALID, CAST),
    Case("negative", but(LEAKY_RELU_GRAD, negativeSlope=NEGATIVE_ONE)),
    Case("same<dtype", but(ELU_GRAD, gradOutput=t(F64, SHAPE)), INVALID, SAME),
    Case("dtype<alpha", but(with_dtypes(ELU_GRAD, F64), alpha=COMPLEX), INVALID, DTYPE),
    Case("alpha<cast", but(ELU_GRAD, alpha=COMPLEX, gradInput=t(S32, SHAPE)), INVALID, CAST),
    Case("cast<shape", but(ELU_GRAD, gradInput=t(S32, (3,))), INVALID, CAST),
    Case("shape<rank", but(ELU_GRAD, gradOutput=RANK_9), INVALID, SHAPES),
    Case("shape<value", but(ELU_GRAD, gradInput=OTHER, isResult=True, alpha=NEGATIVE_ONE), INVALID, SHAPES),
    Case("value", but(ELU_GRAD, isResult=True, alpha=NEGATIVE_ONE), INVALID, NEGATIVE),
    Case("negative", but(ELU_GRAD, alpha=NEGATIVE_ONE)),
    Case("same<dtype", but(SELU_GRAD, result=t(F64, SHAPE)), INVALID, SAME),
    Case("dtype<shape", but(with_dtypes(SELU_GRAD, F64), gradInput=t(F64, (3,))), INVALID, DTYPE),
    Case("shape", but(SELU_GRAD, gradInput=OTHER), INVALID, SHAPES),
    Case("rank-9", but(SELU_GRAD, gradOutput=RANK_9, result=RANK_9, gradInput=RANK_9)),
    Case("same<dtype", but(FAST_GELU_GRAD, self=t(F64, SHAPE)), INVALID, SAME),
    Case("dtype<shape", but(with_dtypes(FAST_GELU_GRAD, F64), self=t(F64, (3,))), INVALID, DTYPE),
    Case("shape<rank", but(FAST_GELU_GRAD, self=RANK_9), INVALID, SHAPES),
    Case("rank<format", but(FAST_GELU_GRAD, gradOutput=RANK_9, self=RANK_9, gradInput=t(F32, (1,) * 9, format=NCHW)), INVALID, RANK),
    Case("format", but(FAST_GELU_GRAD, gradOutput=t(F32, SHAPE, format=NCHW)), INVALID, FORMAT),
    Case("dtype<rank", but(MISH_GRAD, self=t(F64, (1,) * 9)), INVALID, DTYPE),
    Case("rank<shape", but(MISH_GRAD, self=RANK_9), INVALID, RANK),
    Case("wider", but(MISH_GRAD, self=WIDE), INVALID, RESULT),
    Case("dtype<same", but(SILU_GRAD, gradOutput=t(F64, SHAPE)), INVALID, DTYPE),
    Case("same<rank", but(SILU_GRAD, gradOutput=t(F16, (1,) * 9)), INVALID, SAME),
    Case("rank<shape", but(SILU_GRAD, self=RANK_9), INVALID, RANK),
    Case("shape", but(SILU_GRAD, self=OTHER), INVALID, SHAPES),
    Case("broadcast-950", but(SILU_GRAD, self=OTHER), soc="Ascend950"),
    Case("wider-950", but(SILU_GRAD, self=WIDE), INVALID, RESULT, soc="Ascend950"),
    Case("mixed-950", but(SILU_GRAD, self=t(F16, SHAPE)), soc="Ascend950"),
    Case("mixed-half-950", but(SILU_GRAD, self=t(F16, SHAPE), gradInput=t(F16, SHAPE)), INVALID, DEDUCED, soc="Ascend950"),
    Case("half-950", but(SILU_GRAD, gradInput=t(F16, SHAPE)), INVALID, SAME, soc="Ascend950"),
    Case("dtype<beta", but(SWISH_GRAD, self=t(F64, SHAPE), betaOptional=COMPLEX), INVALID, DTYPE),
    Case("beta<same", but(SWISH_GRAD, self=t(F16, SHAPE), betaOptional=COMPLEX), INVALID, CAST),
    Case("same<rank", but(SWISH_GRAD, self=t(F16, (1,) * 9)), INVALID, SAME),
    Case("rank<shape", but(SWISH_GRAD, self=RANK_9), INVALID, RANK),
    Case("shape", but(SWISH_GRAD, self=OTHER), INVALID, SHAPES),
    Case("dtype<rank", but(HARDSHRINK_GRAD, self=t(F64, (1,) * 9)), INVALID, DTYPE),
    Case("rank<shape", but(HARDSHRINK_GRAD, gradInput=RANK_9), INVALID, RANK),
    Case("wider", but(HARDSHRINK_GRAD, self=WIDE), INVALID, RESULT),
    Case("wider-empty", but(HARDSHRINK_GRAD, self=t(F32, (4, 0, 3)))),
    Case("negative", but(HARDSHRINK_GRAD, lambd=NEGATIVE_ONE)),
    Case("rank<shape", but(SOFTSHRINK_GRAD, self=RANK_9), INVALID, RANK),
    Case("shape<value", but(SOFTSHRINK_GRAD, self=WIDE, **{"lambda": NEGATIVE_ONE}), INVALID, RESULT),
    Case("value", but(SOFTSHRINK_GRAD, **{"lambda": NEGATIVE_ONE}), INVALID, NEGATIVE),
    Case("no-cast", but(SOFTSHRINK_GRAD, gradInput=t(F16, SHAPE)), INNER_NULLPTR, "ACLNN-VIEW-001"),
    Case("dtype<cast", but(HARDSIGMOID_GRAD, self=t(F64, SHAPE), out=t(S32, SHAPE)), INVALID, DTYPE),
    Case("cast<rank", but(HARDSIGMOID_GRAD, self=RANK_9, out=t(S32, SHAPE)), INVALID, CAST),
    Case("rank<shape", but(HARDSIGMOID_GRAD, out=RANK_9), INVALID, RANK),
    Case("shape", but(HARDSIGMOID_GRAD, out=OTHER), INVALID, SHAPES),
    Case("dtype<same", but(HARDSWISH_GRAD, gradOutput=t(F64, SHAPE)), INVALID, DTYPE),
    Case("same<rank", but(HARDSWISH_GRAD, gradOutput=t(F16, (1,) * 9)), INVALID, SAME),
    Case("rank<shape", but(HARDSWISH_GRAD, self=RANK_9), INVALID, RANK),
    Case("shape", but(HARDSWISH_GRAD, out=OTHER), INVALID, SHAPES),
    Case("dtype<same", but(LOG_SIGMOID_GRAD, self=t(F64, SHAPE)), INVALID, DTYPE),
    Case("same<shape", but(LOG_SIGMOID_GRAD, self=t(F16, (3,))), INVALID, SAME),
    Case("shape", but(LOG_SIGMOID_GRAD, gradInput=OTHER), INVALID, SHAPES),
    Case("buffer", but(LOG_SIGMOID_GRAD, buffer=ODD)),
    Case("dtype<same", but(HARDTANH_GRAD, out=ODD), INVALID, DTYPE),
    Case("same<rank", but(HARDTANH_GRAD, self=t(F16, (1,) * 9)), INVALID, SAME),
    Case("rank<shape", but(HARDTANH_GRAD, self=RANK_9), INVALID, RANK),
    Case("shape", but(HARDTANH_GRAD, self=OTHER), INVALID, SHAPES),
    Case("shape-of-out", but(HARDTANH_GRAD, out=OTHER), INNER_NULLPTR, "ACLNN-VIEW-001"),
    Case("dtype<rank", but(SOFTPLUS_GRAD, gradOutput=t(S32, (1,) * 9)), INVALID, DTYPE),
    Case("rank<shape", but(SOFTPLUS_GRAD, gradOutput=RANK_9), INVALID, RANK),
    Case("shape<null", but(SOFTPLUS_GRAD, gradOutput=OTHER, beta=None), INVALID, SHAPES),
    Case("dtype<same", but(THRESHOLD_GRAD, self=t(F64, SHAPE)), INVALID, DTYPE),
    Case("same<rank", but(THRESHOLD_GRAD, self=t(F16, (1,) * 9)), INVALID, SAME),
    Case("rank<shape", but(THRESHOLD_GRAD, self=RANK_9), INVALID, RANK),
    Case("wider", but(THRESHOLD_GRAD, self=WIDE), INVALID, RESULT),
    Case("int64-950", but(with_dtypes(THRESHOLD_GRAD, S64), threshold=s(F32, 0.0)), soc="Ascend950"),
    Case("int64", but(with_dtypes(THRESHOLD_GRAD, S64), threshold=s(F32, 0.0)), INVALID, DTYPE),
    Case("promoted<rank", but(GELU_GRAD, self=t(F64, (1,) * 9)), INVALID, PROMOTED),
    Case("rank<shape", but(GELU_GRAD, self=RANK_9), INVALID, RANK),
    Case("wider", but(GELU_GRAD, self=WIDE), INVALID, RESULT),
    Case("promoted<dtype", but(GELU_GRAD_V2, self=t(F64, SHAPE)), INVALID, PROMOTED),
    Case("dtype<shape", but(GELU_GRAD_V2, self=t(F32, (5,)), gradInput=t(F16, SHAPE)), INVALID, DEDUCED),
    Case("shape<mode", but(GELU_GRAD_V2, self=WIDE, approximate="erf"), INVALID, RESULT),
    Case("mode", but(GELU_GRAD_V2, approximate="erf"), INVALID, VALUE),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


@pytest.mark.parametrize("base", FAMILY, ids=lambda base: base.op)
def test_empty_and_layouts(base):
    def with_shape(shape):
        return but(base, **{name: t(F32, shape) for name, value in base.args.items() if isinstance(value, T)})

    assert phase_1(with_shape((2, 0))).plan.steps == ()
    assert outcome(with_shape((1,) * 8)) == outcome(with_shape(())) == (0, None)
    first = next(name for name, value in base.args.items() if isinstance(value, T))
    beyond = t(F32, SHAPE, strides=(4, 2), storage=SHAPE)
    assert outcome(but(base, **{first: beyond})) == (INNER_NULLPTR, "ACLNN-TENSOR-006")
    strided = t(F32, SHAPE, strides=(1, 2), storage=(6,))
    assert next(step.name for step in phase_1(but(base, **{first: strided})).plan.steps) == "Contiguous"


N = 1000


def long(base, **dtypes):
    changes = {name: attrs.evolve(v, shape=(N,)) for name, v in base.args.items() if isinstance(v, T)}
    changes |= {name: t(dtype, (N,)) for name, dtype in dtypes.items()}
    return but(base, **changes)


PLANS = [
    (long(LEAKY_RELU), "LeakyRelu", 0),
    (long(LEAKY_RELU, out=F16), "LeakyRelu Cast", 4),
    (long(ELU, self=F64, out=F64), "Elu", 0),
    (but(long(ELU), alpha=s(F32, float("inf"))), "ThresholdV2 Muls", 4),
    (but(long(ELU, self=F16, out=F16), inputScale=s(F32, float("inf"))), "Cast ThresholdV2 Muls Cast", None),
    (long(THRESHOLD, self=S16, out=S16), "Cast ThresholdV2 Cast", None),
    (long(GELU_V2), "GeluV2", 0),
    (long(SIGMOID_GRAD, gradOutput=F16), "Cast SigmoidGrad", 4),
    (but(SIGMOID_GRAD, output=OTHER), "BroadcastTo BroadcastTo SigmoidGrad", None),
    (but(TANH_GRAD, output=OTHER), "TanhGrad", None),
    (but(MISH_GRAD, self=t(F16, (3,))), "Cast BroadcastTo MishGrad", None),
    (long(SILU_GRAD), "SiluGrad", 0),
    (long(SOFTSHRINK_GRAD, self=F16), "Cast SoftShrinkGrad", 4),
    (but(HARDSHRINK_GRAD, self=OTHER), "BroadcastTo BroadcastTo HardShrinkGrad", None),
    (long(SOFTPLUS_GRAD, self=F16, gradOutput=F16, gradInput=F16), "SoftplusV2Grad", 0),
    (long(SOFTPLUS_GRAD, self=F64, gradOutput=F64, gradInput=F64), "Cast Cast SoftplusV2Grad Cast", None),
    (long(THRESHOLD_GRAD), "ThresholdGradV2D", 0),
    (but(long(THRESHOLD_GRAD), threshold=s(F32, 0.0)), "ReluGrad", 0),
    (but(GELU_GRAD, self=OTHER), "BroadcastTo GeluGrad", None),
    (long(GELU_GRAD, self=F16), "Cast GeluGrad", 4),
    (long(GELU_GRAD_V2), "GeluGradV2", 0),
    (
        but(HARDTANH_GRAD, out=t(F32, SHAPE, strides=(1, 2), storage=(6,))),
        "Contiguous HardtanhGrad ViewCopy",
        None,
    ),
]


@pytest.mark.parametrize(("made_for", "steps", "width"), PLANS)
def test_plan(made_for, steps, width):
    plan = phase_1(made_for).plan
    assert [step.name for step in plan.steps] == steps.split()
    if width is not None:
        assert plan.workspace_size == (padded(N * width) if width else 0)


def test_the_950_broadcasts_in_the_kernel():
    assert [step.name for step in phase_1(but(GELU_GRAD, self=OTHER), "Ascend950").plan.steps] == ["GeluGrad"]
    assert [step.name for step in phase_1(but(SILU_GRAD, self=OTHER), "Ascend950").plan.steps] == ["SiluGrad"]


def test_the_tables_are_complete():
    grads = declared_in("aclnn_emu.ops.activation_grad") | declared_in("aclnn_emu.ops.activation_grad_other")
    assert grads == {base.op for base in GRADS}
    assert {base.op for base in FORWARD} < declared_in("aclnn_emu.ops.activation")
