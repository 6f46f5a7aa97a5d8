"""Optimisers: which calls phase 1 takes, and what they compute against double."""

import attrs
import numpy as np
import pytest
from _case import (
    DTYPES,
    INNER_NULLPTR,
    INVALID,
    NULLPTR,
    SOCS,
    TILING,
    T,
    but,
    declared_in,
    outcome,
    phase_1,
    refused_param,
    t,
)
from _lists import run_lists
from _optim import (
    ADAM,
    ADAM_SCALARS,
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
from _run import check_close, np_dtype

F32, F16, BF16, F64 = (DTYPES[name] for name in ("f32", "f16", "bf16", "f64"))
S32, S64 = DTYPES["s32"], DTYPES["s64"]
HALVES = pytest.mark.parametrize("dtype", [F32, F16, BF16], ids=["f32", "f16", "bf16"])
NUMBERS = {
    "beta1Power": 0.729,
    "beta2Power": 0.97,
    "lr": 0.02,
    "weightDecay": 0.1,
    "beta1": 0.9,
    "beta2": 0.99,
}


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


def moments(shape, seed):
    generator = np.random.default_rng(seed)
    return [generator.uniform(low, 1, shape) for low in (-1, -1, -1, 0.1, 0.5)]


def rounded(values, dtype):
    return np.asarray(values).astype(np_dtype(dtype))


def doubles(values):
    return {name: np.asarray(value).astype(np.float64) for name, value in values.items()}


@HALVES
@pytest.mark.parametrize("nesterov", [False, True])
def test_adam(dtype, nesterov):
    made = but(retyped(ADAM, dtype, "varRef", "m", "v", "grad"), useNesterov=nesterov)
    var, m, grad, v, _ = moments((2, 3), 1)
    values = {"varRef": var, "m": m, "v": v, "grad": grad} | {
        name: [NUMBERS.get(name, 1e-3)] for name in ADAM_SCALARS
    }
    values = {name: rounded(value, made.args[name].dtype) for name, value in values.items()}
    found = run_lists(made, values, written=["varRef", "m", "v"], soc="Ascend950")
    x = doubles(values)
    first = x["beta1"] * x["m"] + (1 - x["beta1"]) * x["grad"]
    second = x["beta2"] * x["v"] + (1 - x["beta2"]) * x["grad"] ** 2
    rate = x["lr"] * np.sqrt(1 - x["beta2Power"]) / (1 - x["beta1Power"])
    ahead = x["beta1"] * first + (1 - x["beta1"]) * x["grad"] if nesterov else first
    check_close(found["m"], first, dtype)
    check_close(found["v"], second, dtype)
    check_close(found["varRef"], x["varRef"] - rate * ahead / (np.sqrt(second) + x["epsilon"]), dtype)


@HALVES
@pytest.mark.parametrize(
    ("amsgrad", "maximize"), [(False, False), (True, False), (False, True), (True, True)]
)
def test_adam_w(dtype, amsgrad, maximize):
    tensors = [name for name, value in ADAM_W.args.items() if isinstance(value, T)]
    made = but(retyped(ADAM_W, dtype, *tensors), amsgrad=amsgrad, maximize=maximize)
    var, m, grad, v, largest = moments((2, 3), 2)
    values = {"varRef": var, "mRef": m, "vRef": v, "grad": grad, "maxGradNormOptional": largest}
    values |= {name: [NUMBERS.get(name, 1e-3)] for name in ADAM_W_SCALARS}
    values = {name: rounded(value, dtype) for name, value in values.items()}
    found = run_lists(made, values, written=["varRef", "mRef", "vRef"], soc="Ascend950")
    x = doubles(values)
    grad = -x["grad"] if maximize else x["grad"]
    first = x["beta1"] * x["mRef"] + (1 - x["beta1"]) * grad
    second = x["beta2"] * x["vRef"] + (1 - x["beta2"]) * grad**2
    below = np.maximum(second, x["maxGradNormOptional"]) if amsgrad else second
    hat = below / (1 - x["beta2Power"] * x["beta2"])
    step = x["lr"] / (1 - x["beta1Power"] * x["beta1"])
    wanted = x["varRef"] * (1 - x["lr"] * x["weightDecay"]) - step * first / (np.sqrt(hat) + x["eps"])
    check_close(found["mRef"], first, dtype)
    check_close(found["vRef"], second, dtype)
    check_close(found["varRef"], wanted, dtype)


def adam_w_of(var, m, v, grad, step, largest, lr, beta1, beta2, decay, eps):
    """The document's formulas in double; t is one past the step."""
    first = beta1 * m + (1 - beta1) * grad
    second = beta2 * v + (1 - beta2) * grad**2
    below = second if largest is None else np.maximum(largest, second)
    time = step + 1
    hat, mean = below / (1 - beta2**time), first / (1 - beta1**time)
    return var - lr / (np.sqrt(hat) + eps) * mean - lr * decay * var, first, second, below


@pytest.mark.parametrize(
    ("dtypes", "steps"),
    [
        ("f32 f32 f32 f32 f32", []),
        ("bf16 bf16 bf16 bf16 bf16", []),
        ("f32 f32 f32 f16 f16", []),
        ("f16 f32 f32 f16 f32", ["Cast"] * 2 + ["ApplyAdamWV2", "Cast"]),
    ],
)
@pytest.mark.parametrize(("amsgrad", "maximize"), [(False, False), (True, True)])
def test_adam_w_v2(dtypes, steps, amsgrad, maximize):
    names = ("varRef", "mRef", "vRef", "grad", "maxGradNormOptionalRef")
    made = but(ADAM_W_V2, amsgrad=amsgrad, maximize=maximize, step=t(S64, (1,)))
    for name, short in zip(names, dtypes.split(), strict=True):
        made = retyped(made, DTYPES[short], name)
    var, m, grad, v, largest = moments((2, 3), 3)
    values = dict(zip(names, (var, m, v, grad, largest), strict=True))
    values = {name: rounded(value, made.args[name].dtype) for name, value in values.items()} | {"step": [2]}
    found = run_lists(made, values, written=names[:3] + names[4:])
    x = doubles(values)
    wanted = adam_w_of(
        x["varRef"], x["mRef"], x["vRef"], -x["grad"] if maximize else x["grad"], 2,
        x["maxGradNormOptionalRef"] if amsgrad else None, 0.01, 0.9, 0.99, 0.1, 1e-6,
    )  # fmt: skip
    for name, value in zip(names[:3], wanted, strict=False):
        check_close(found[name], value, made.args[name].dtype)
    kept = wanted[3] if amsgrad else x["maxGradNormOptionalRef"]
    check_close(found["maxGradNormOptionalRef"], kept, made.args["maxGradNormOptionalRef"].dtype)
    if steps:
        assert [step.name for step in phase_1(made).plan.steps] == steps


def test_adam_w_v2_takes_strided_tensors_and_no_largest():
    strided = t(F32, (2, 3), strides=(1, 2))
    made = but(ADAM_W_V2, varRef=strided, maxGradNormOptionalRef=None)
    var, m, grad, v, _ = moments((2, 3), 4)
    found = run_lists(
        made,
        {"varRef": var, "mRef": m, "vRef": v, "grad": grad, "step": [0]},
        written=["varRef", "mRef", "vRef"],
    )
    wanted = adam_w_of(var, m, v, grad, 0, None, 0.01, 0.9, 0.99, 0.1, 1e-6)
    check_close(found["varRef"], wanted[0], F32)


@HALVES
@pytest.mark.parametrize(("mode", "corrects"), [(0, True), (1, True), (1, False), (2, True)])
def test_ema_adam(dtype, mode, corrects):
    names = ("grad", "varRef", "mRef", "vRef", "sRef")
    made = but(retyped(EMA_ADAM, dtype, *names), mode=mode, biasCorrection=corrects)
    grad, var, m, v, s = moments((2, 3), 5)
    values = {name: rounded(value, dtype) for name, value in zip(names, (grad, var, m, v, s), strict=True)}
    found = run_lists(made, values | {"step": [3]}, written=names[1:])
    x = doubles(values)
    grad = x["grad"] + (0.1 * x["varRef"] if mode == 0 else 0)
    first, second = 0.9 * x["mRef"] + 0.1 * grad, 0.99 * x["vRef"] + 0.01 * grad**2
    mean, square = (first / (1 - 0.9**3), second / (1 - 0.99**3)) if corrects else (first, second)
    update = mean / (np.sqrt(square) + 1e-6) + (0.1 * x["varRef"] if mode == 1 else 0)
    moved = x["varRef"] - 0.01 * update
    for name, value in zip(names[1:], (moved, first, second, 0.9 * x["sRef"] + 0.1 * moved), strict=True):
        check_close(found[name], value, dtype)


@pytest.mark.parametrize(
    ("scale", "tracker", "found", "result"),
    [
        (8.0, 0, 0.0, (8, 1)), (8.0, 2, 0.0, (16, 0)), (8.0, 2, 1.0, (4, 0)), (8.0, 0, float("nan"), (4, 0)),
        (3e38, 2, 0.0, (3e38, 0)), (8.0, 5, 0.0, (8, 6)), (8.0, 0, 0.5, (4, 0)),
    ],
)  # fmt: skip
def test_amp(scale, tracker, found, result):
    made = run_lists(
        AMP, {"currentScale": [scale], "growthTracker": [tracker], "foundInf": [found]},
        written=["updatedScale", "updatedGrowthTracker"],
    )  # fmt: skip
    assert made["updatedScale"].tolist() == [np.float32(result[0])]
    assert made["updatedGrowthTracker"].tolist() == [result[1]]


def test_amp_may_update_in_place():
    scale, tracker = AMP.args["currentScale"], AMP.args["growthTracker"]
    made = but(AMP, updatedScale=scale, updatedGrowthTracker=tracker)
    found = run_lists(
        made, {"currentScale": [8.0], "growthTracker": [2], "foundInf": [0.0]},
        written=["currentScale", "growthTracker", "updatedScale", "updatedGrowthTracker"],
    )  # fmt: skip
    assert (found["updatedScale"].tolist(), found["updatedGrowthTracker"].tolist()) == ([16], [0])


ADAMW_LISTS = ("paramsRef", "grads", "expAvgsRef", "expAvgSqsRef", "maxExpAvgSqsRef")


def of_lists(base, names, seed):
    """Values of the members of some lists, in the dtypes of the call."""
    values = {}
    for place in range(2):
        arrays = moments(base.args[names[0]][place].shape, seed + place)
        order = (0, 2, 1, 3, 4)
        for name, index in zip(names, order, strict=False):
            values[f"{name}[{place}]"] = rounded(arrays[index], base.args[name][place].dtype)
    return values


@HALVES
@pytest.mark.parametrize(
    ("amsgrad", "maximize", "steps"), [(False, False, F32), (True, False, S64), (False, True, S64)]
)
def test_fused_adamw(dtype, amsgrad, maximize, steps):
    made = retyped(retyped(FUSED_ADAMW, dtype, *ADAMW_LISTS), steps, "stateSteps")
    made = but(made, amsgrad=amsgrad, maximize=maximize)
    values = of_lists(made, ADAMW_LISTS, 6)
    extra = {
        "stateSteps[0]": [1],
        "stateSteps[1]": [4],
        "gradScaleOptional": [2.0],
        "foundInfOptional": [0.0],
    }
    written = [name for name in ADAMW_LISTS if name != "grads"]
    found = run_lists(made, values | extra, written=written)
    x = doubles(values)
    for place, step in enumerate((1, 4)):
        var, grad, m, v, largest = (x[f"{name}[{place}]"] for name in ADAMW_LISTS)
        grad = (-grad if maximize else grad) / 2
        wanted = adam_w_of(var, m, v, grad, step, largest if amsgrad else None, 0.01, 0.9, 0.99, 0.1, 1e-6)
        for name, value in zip(("paramsRef", "expAvgsRef", "expAvgSqsRef"), wanted, strict=False):
            check_close(found[f"{name}[{place}]"], value, dtype)
        check_close(found[f"maxExpAvgSqsRef[{place}]"], wanted[3] if amsgrad else largest, dtype)


def test_fused_adamw_stands_still_where_an_infinity_was_found():
    values = of_lists(FUSED_ADAMW, ADAMW_LISTS, 7)
    extra = {
        "stateSteps[0]": [1],
        "stateSteps[1]": [4],
        "gradScaleOptional": [2.0],
        "foundInfOptional": [1.0],
    }
    found = run_lists(FUSED_ADAMW, values | extra, written=ADAMW_LISTS)
    assert all((found[label] == value).all() for label, value in values.items())


def test_fused_adamw_leaves_empty_members_out_but_not_their_steps():
    made = but(
        FUSED_ADAMW, **{name: [t(F32, (0,)), t(F32, (4,))] for name in ADAMW_LISTS}, gradScaleOptional=None,
        foundInfOptional=None,
    )  # fmt: skip
    values = of_lists(made, ADAMW_LISTS, 8)
    found = run_lists(made, values | {"stateSteps[0]": [1], "stateSteps[1]": [4]}, written=ADAMW_LISTS)
    var, grad, m, v, _ = (values[f"{name}[1]"].astype(float) for name in ADAMW_LISTS)
    wanted = adam_w_of(var, m, v, grad, 1, None, 0.01, 0.9, 0.99, 0.1, 1e-6)
    check_close(found["paramsRef[1]"], wanted[0], F32)


@HALVES
@pytest.mark.parametrize(
    ("momentum", "dampening", "nesterov", "first", "maximize", "scale"),
    [
        (0.0, 0.0, False, False, False, None), (0.9, 0.1, False, False, False, 4.0), (0.9, 0.0, True, False, True, 4.0),
        (0.9, 0.1, False, True, False, None),
    ],
)  # fmt: skip
def test_fused_sgd(dtype, momentum, dampening, nesterov, first, maximize, scale):
    names = ("paramsRef", "gradsRef", "momentumBufferListOptionalRef")
    changes = {
        "momentum": momentum, "dampening": dampening, "nesterov": nesterov, "isFirstStep": first, "maximize": maximize
    }  # fmt: skip
    made = but(FUSED_SGD, **changes, momentumBufferListOptionalRef=FUSED_SGD.args["paramsRef"])
    made = retyped(made, dtype, *names)
    if not momentum:
        made, names = but(made, momentumBufferListOptionalRef=None), names[:2]
    if scale is None:
        made = but(made, gradScaleOptional=None)
    values = of_lists(made, names, 9)
    found = run_lists(made, values | ({} if scale is None else {"gradScaleOptional": [scale]}), written=names)
    x = doubles(values)
    for place in range(2):
        grad = x[f"gradsRef[{place}]"] / (scale or 1)
        var = x[f"paramsRef[{place}]"]
        update = (-grad if maximize else grad) + 0.1 * var
        check_close(found[f"gradsRef[{place}]"], grad, dtype)
        if momentum:
            moved = update if first else momentum * x[f"{names[2]}[{place}]"] + (1 - dampening) * update
            check_close(found[f"{names[2]}[{place}]"], moved, dtype)
            update = update + momentum * moved if nesterov else moved
        check_close(found[f"paramsRef[{place}]"], var - 0.01 * update, dtype)


@HALVES
@pytest.mark.parametrize("wrong", [None, np.inf, -np.inf, np.nan])
def test_unscale(dtype, wrong):
    made = retyped(UNSCALE, dtype, "scaledGrads")
    values = of_lists(made, ("scaledGrads",), 10)
    if wrong is not None:
        values["scaledGrads[1]"][2] = wrong
    found = run_lists(
        made, values | {"foundInf": [0.25], "invScale": [0.5]}, written=["scaledGrads", "foundInf"]
    )
    assert found["foundInf"].tolist() == [0.25 if wrong is None else 1]
    for place in range(2):
        wanted = values[f"scaledGrads[{place}]"].astype(np.float64) * 0.5
        assert np.array_equal(np.isfinite(found[f"scaledGrads[{place}]"].astype(float)), np.isfinite(wanted))
        check_close(
            np.nan_to_num(found[f"scaledGrads[{place}]"].astype(float), posinf=0, neginf=0),
            np.nan_to_num(wanted, posinf=0, neginf=0),
            dtype,
        )
