"""Optimisers: which calls phase 1 takes."""

import attrs
import pytest
from _case import (
    DTYPES,
    INNER_NULLPTR,
    INVALID,
    NULLPTR,
    SOCS,
    TILING,
    but,
    declared_in,
    outcome,
    phase_1,
    refused_param,
    t,
)
from _optim import (
    ADAM,
    ADAM_W,
    ADAM_W_SCALARS,
    ADAM_W_V2,
    AMP,
    CHIPS,
    EMA_ADAM,
    FAMILY,
    FUSED_ADAMW,
    FUSED_SGD,
    UNSCALE,
)

F32, F16, BF16, F64 = (DTYPES[name] for name in ("f32", "f16", "bf16", "f64"))
S32, S64 = DTYPES["s32"], DTYPES["s64"]


def retyped(base, dtype, *names):
    """The call with some tensors, or members of lists, of another dtype."""
    args = {}
    for name in names:
        value = base.args[name]
        args[name] = (
            [attrs.evolve(item, dtype=dtype) for item in value]
            if isinstance(value, list)
            else attrs.evolve(value, dtype=dtype)
        )
    return but(base, **args)


def test_tables_are_complete():
    assert {base.op for base in FAMILY} == declared_in("aclnn_emu.ops.optim") | declared_in(
        "aclnn_emu.ops.optim_lists"
    )


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize("base", FAMILY, ids=lambda base: base.op)
def test_chips(base, soc):
    generated = base in (ADAM, EMA_ADAM, AMP, UNSCALE)
    refusal = (NULLPTR if generated else INNER_NULLPTR, "ACLNN-PARAM-040")
    assert outcome(base, soc) == ((0, None) if soc in CHIPS[base.op] else refusal)


@pytest.mark.parametrize(
    ("base", "tensors", "expected"),
    [
        (ADAM, ("varRef", "m", "v", "grad"), "f16 f32 bf16"),
        (ADAM_W, ("varRef", "mRef", "vRef", "grad", "maxGradNormOptional", *ADAM_W_SCALARS), "f16 f32 bf16"),
        (ADAM_W_V2, ("varRef", "mRef", "vRef", "grad", "maxGradNormOptionalRef"), "f16 f32 bf16"),
        (ADAM_W_V2, ("step",), "f32 s64"),
        (EMA_ADAM, ("grad", "varRef", "mRef", "vRef", "sRef"), "f16 f32 bf16"),
        (EMA_ADAM, ("step",), "s64"),
        (AMP, ("currentScale", "foundInf", "updatedScale"), "f16 f32 bf16"),
        (AMP, ("growthTracker", "updatedGrowthTracker"), "s32"),
        (
            FUSED_ADAMW,
            ("paramsRef", "grads", "expAvgsRef", "expAvgSqsRef", "maxExpAvgSqsRef"),
            "f16 f32 bf16",
        ),
        (FUSED_ADAMW, ("stateSteps",), "f32 s64"),
        (FUSED_SGD, ("paramsRef", "gradsRef"), "f16 f32 bf16"),
        (UNSCALE, ("scaledGrads",), "f16 f32 bf16"),
    ],
    ids=lambda value: value.op if hasattr(value, "op") else None,
)
def test_dtypes(base, tensors, expected):
    soc = CHIPS[base.op][-1] if base is not UNSCALE else "Ascend950"
    passed = set()
    for short, dtype in DTYPES.items():
        status, _ = outcome(retyped(base, dtype, *tensors), soc)
        assert status in (0, INVALID)
        if not status:
            passed.add(short)
    assert passed == set(expected.split())


def test_310p_unscales_no_bf16():
    assert outcome(retyped(UNSCALE, BF16, "scaledGrads"), "Ascend310P") == (INVALID, "ACLNN-PARAM-003")
    assert outcome(retyped(UNSCALE, F16, "scaledGrads"), "Ascend310P") == (0, None)


@pytest.mark.parametrize(
    ("base", "changes", "status", "message"),
    [
        (ADAM, {"m": t(F16, (2, 3))}, INVALID, "ACLNN-PARAM-121"),
        (ADAM, {"lr": t(F16, (1,))}, INVALID, "ACLNN-PARAM-121"),
        (ADAM, {"beta1": t(F32, (2,))}, TILING, "ACLNN-PARAM-123"),
        (ADAM, {"grad": t(F32, (3, 2))}, TILING, "ACLNN-PARAM-006"),
        (ADAM, {"m": t(F32, (2, 3), strides=(1, 2))}, INVALID, "ACLNN-PARAM-125"),
        (ADAM_W, {"amsgrad": True, "maxGradNormOptional": None}, NULLPTR, "ACLNN-PARAM-001"),
        (ADAM_W, {"maxGradNormOptional": None}, 0, None),
        (ADAM_W, {"lr": t(F16, (1,))}, INVALID, "ACLNN-PARAM-004"),
        (ADAM_W, {"mRef": t(F32, (3, 2))}, INVALID, "ACLNN-PARAM-006"),
        (ADAM_W, {"maxGradNormOptional": t(F32, (3, 2))}, INVALID, "ACLNN-PARAM-006"),
        (ADAM_W, {"eps": t(F32, (2,))}, INVALID, "ACLNN-PARAM-123"),
        (ADAM_W, {"eps": t(F32, ())}, 0, None),
        (ADAM_W_V2, {"amsgrad": True, "maxGradNormOptionalRef": None}, NULLPTR, "ACLNN-PARAM-001"),
        (ADAM_W_V2, {"maxGradNormOptionalRef": None}, 0, None),
        (ADAM_W_V2, {"grad": t(F32, (6,))}, INVALID, "ACLNN-PARAM-006"),
        (ADAM_W_V2, {"step": t(F32, (2,))}, INVALID, "ACLNN-PARAM-123"),
        (EMA_ADAM, {"sRef": t(F16, (2, 3))}, INVALID, "ACLNN-PARAM-121"),
        (EMA_ADAM, {"sRef": t(F32, (3, 2))}, TILING, "ACLNN-PARAM-006"),
        (EMA_ADAM, {"step": t(S64, (0,))}, TILING, "ACLNN-PARAM-127"),
        (EMA_ADAM, {"step": t(S64, (2, 2))}, 0, None),
        (AMP, {"growthInterval": 0}, TILING, "ACLNN-PARAM-200"),
        (AMP, {"growthInterval": 2**31}, TILING, "ACLNN-PARAM-200"),
        (AMP, {"growthInterval": 2**31 - 1}, 0, None),
        (AMP, {"foundInf": t(F32, (1, 1))}, TILING, "ACLNN-PARAM-123"),
        (AMP, {"foundInf": t(F32, ())}, 0, None),
        (AMP, {"updatedScale": t(F32, (2,))}, TILING, "ACLNN-PARAM-123"),
        (AMP, {"foundInf": t(F16, (1,))}, INVALID, "ACLNN-PARAM-121"),
        (FUSED_ADAMW, {"lr": -0.1}, INVALID, "ACLNN-PARAM-042"),
        (FUSED_ADAMW, {"lr": float("nan")}, 0, None),
        (FUSED_ADAMW, {"amsgrad": True, "maxExpAvgSqsRef": None}, INVALID, "ACLNN-PARAM-001"),
        (FUSED_ADAMW, {"maxExpAvgSqsRef": None}, 0, None),
        (FUSED_ADAMW, {"paramsRef": [t(F32, (2, 3)), None]}, NULLPTR, "ACLNN-PARAM-001"),
        (FUSED_ADAMW, {"grads": [t(F32, (2, 3))]}, INVALID, "ACLNN-PARAM-122"),
        (FUSED_ADAMW, {"paramsRef": []}, INVALID, "ACLNN-PARAM-018"),
        (FUSED_ADAMW, {"grads": [t(F32, (2, 3)), t(F16, (4,))]}, INVALID, "ACLNN-PARAM-004"),
        (FUSED_ADAMW, {"stateSteps": [t(F32, (1,)), t(S64, (1,))]}, INVALID, "ACLNN-PARAM-004"),
        (FUSED_ADAMW, {"grads": [t(F32, (2, 3)), t(F32, (5,))]}, INVALID, "ACLNN-PARAM-006"),
        (FUSED_ADAMW, {"maxExpAvgSqsRef": [t(F32, (2, 3)), t(F32, (5,))]}, 0, None),
        (FUSED_ADAMW, {"maxExpAvgSqsRef": [t(F32, (2, 3)), t(F32, (5,))], "amsgrad": True}, INNER_NULLPTR, "ACLNN-PARAM-006"),
        (FUSED_ADAMW, {"foundInfOptional": t(F16, (1,))}, INNER_NULLPTR, "ACLNN-PARAM-003"),
        (FUSED_ADAMW, {"foundInfOptional": t(F16, (0,))}, 0, None),
        (FUSED_SGD, {"weightDecay": -1.0}, INVALID, "ACLNN-PARAM-042"),
        (FUSED_SGD, {"momentum": 0.9}, INVALID, "ACLNN-PARAM-129"),
        (FUSED_SGD, {"momentumBufferListOptionalRef": [t(F32, (2, 3)), t(F32, (4,))]}, INVALID, "ACLNN-PARAM-129"),
        (FUSED_SGD, {"momentumBufferListOptionalRef": []}, 0, None),
        (FUSED_SGD, {"nesterov": True}, INVALID, "ACLNN-PARAM-128"),
        (FUSED_SGD, {"momentumBufferListOptionalRef": [t(F32, (2, 3)), t(F32, (4,))], "momentum": 0.9}, 0, None),
        (FUSED_SGD, {"momentumBufferListOptionalRef": [t(F32, (2, 3)), t(F32, (5,))], "momentum": 0.9}, INVALID, "ACLNN-PARAM-006"),
        (FUSED_SGD, {"momentumBufferListOptionalRef": [t(F32, (2, 3))], "momentum": 0.9}, INVALID, "ACLNN-PARAM-122"),
        (FUSED_SGD, {"paramsRef": [t(F32, (1,) * 9)], "gradsRef": [t(F32, (1,) * 9)]}, INVALID, "ACLNN-PARAM-002"),
        (FUSED_SGD, {"paramsRef": [t(F32, (0,))], "gradsRef": [t(F32, (0,))]}, INNER_NULLPTR, "ACLNN-PARAM-127"),
        (FUSED_SGD, {"paramsRef": [t(F32, (1,)) for _ in range(257)], "gradsRef": [t(F32, (1,)) for _ in range(257)]}, INVALID, "ACLNN-PARAM-120"),
        (FUSED_SGD, {"gradsRef": [t(F32, (2, 3)), None]}, NULLPTR, "ACLNN-PARAM-001"),
        (UNSCALE, {"scaledGrads": []}, INVALID, "ACLNN-PARAM-018"),
        (UNSCALE, {"foundInf": t(F16, (1,))}, INVALID, "ACLNN-PARAM-121"),
        (UNSCALE, {"scaledGrads": [t(F32, (2,)), t(F16, (2,))]}, TILING, "ACLNN-PARAM-004"),
        (UNSCALE, {"scaledGrads": [t(F32, (2,)), t(F32, (0,))]}, TILING, "ACLNN-PARAM-127"),
        (UNSCALE, {"invScale": t(F32, (2,))}, TILING, "ACLNN-PARAM-123"),
        (UNSCALE, {"scaledGrads": [t(F32, (2, 2), strides=(1, 2))]}, INVALID, "ACLNN-PARAM-125"),
    ],
)  # fmt: skip
def test_faults(base, changes, status, message):
    soc = CHIPS[base.op][-1] if base is not UNSCALE else "Ascend910B"
    assert outcome(but(base, **changes), soc) == (status, message)


def test_attributes_come_before_null_pointers():
    assert refused_param(but(FUSED_SGD, lr=-1.0, paramsRef=None)) == "lr"
    assert refused_param(but(FUSED_ADAMW, beta2=-1.0, grads=None)) == "beta2"


def test_empty_parameters_need_nothing():
    for base, names in (
        (ADAM_W, ("varRef", "mRef", "vRef", "grad", "maxGradNormOptional")),
        (ADAM_W_V2, ("varRef", "mRef", "vRef", "grad", "maxGradNormOptionalRef")),
        (EMA_ADAM, ("grad", "varRef", "mRef", "vRef", "sRef")),
        (ADAM, ("varRef", "m", "v", "grad")),
    ):
        empty = but(base, **{name: t(F32, (0, 3)) for name in names})
        assert phase_1(empty, "Ascend950").plan.steps == ()


@pytest.mark.parametrize(
    ("dtypes", "steps"),
    [
        ("f32 f32 f32 f32 f32", ["ApplyAdamWV2"]),
        ("f32 f32 f32 f16 f16", ["ApplyAdamWV2"]),
        ("f16 f32 f32 f16 f32", ["Cast"] * 2 + ["ApplyAdamWV2", "Cast"]),
    ],
)
def test_dtypes_that_need_casts(dtypes, steps):
    names = ("varRef", "mRef", "vRef", "grad", "maxGradNormOptionalRef")
    made = ADAM_W_V2
    for name, short in zip(names, dtypes.split(), strict=True):
        made = retyped(made, DTYPES[short], name)
    assert [step.name for step in phase_1(made).plan.steps] == steps
