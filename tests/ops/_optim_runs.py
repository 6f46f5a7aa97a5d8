"""Random steps of the optimisers, and what they must become: the formulas of the kernels in double.

The order of sums is that of the kernels, because it decides where infinities meet.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import attrs
import numpy as np
from _case import DTYPES, Call, but
from _draw import layouts
from _foreach_runs import SHAPES, SPECIAL
from _lists import held
from _optim import ADAM, ADAM_W, ADAM_W_V2, CHIPS, EMA_ADAM, FUSED_ADAMW, FUSED_SGD, UNSCALE
from _run import Array, check_numbers, np_dtype, tensors
from hypothesis import strategies as st

F32, F16, BF16, S64 = (DTYPES[name] for name in ("f32", "f16", "bf16", "s64"))
FLOATS = (F32, F16, BF16)
Numbers = Mapping[str, Any]

RATES, BETAS, DECAYS = (0.0, 1e-3, 0.01, 0.5), (0.0, 0.5, 0.9, 0.99), (0.0, 0.1, 1.0)
EPSILONS = (0.0, 1e-8, 1e-4, 0.5)
BOTH = (False, True)
STEPS = (0, 1, 3, 100, 2**24)
SIGNED, POSITIVE = (-1.0, 1.0), (0.0, 2.0)


@attrs.frozen
class Row:
    """An optimiser.

    Attributes:
        base: a plain call.
        tensors: those of one shape, or lists of them, and the range of their elements.
        moves: from tensors, numbers and attributes of a member, in double, to what it becomes.
        numbers: tensors of one element: their dtypes, none for that of the others, and what they may hold.
        attributes: and what they may be.
        optional: parameters that may be null, unless amsgrad needs them.
        dense: parameters that may not be strided.
        mixed: each tensor may have a dtype of its own.
        empty: empty tensors are taken: "always", "beside others" or "never".
        settle: makes attributes agree.
    """

    base: Call
    tensors: Mapping[str, tuple[float, float]]
    moves: Callable[[Numbers, Numbers, bool], Mapping[str, Any]]
    numbers: Mapping[str, tuple[tuple[int, ...], tuple[float, ...]]]
    attributes: Mapping[str, tuple[Any, ...]]
    optional: tuple[str, ...] = ()
    dense: tuple[str, ...] = ()
    mixed: bool = False
    empty: str = "always"
    settle: Callable[[dict[str, Any]], dict[str, Any]] = dict


@attrs.frozen
class Drawn:
    """A call, its chip, and what its tensors hold by label."""

    row: Row
    soc: str
    call: Call
    values: Mapping[str, Array]

    def members(self) -> list[Numbers]:
        """For each member with elements its tensors and numbers by parameter, in double."""
        lists = [name for name, value in self.call.args.items() if isinstance(value, list) and value]
        if not lists:
            return [_doubles(self.values)]
        sizes = [math.prod(spec.shape) for spec in self.call.args[lists[0]]]
        kept = [place for place, size in enumerate(sizes) if size]
        shared = {label: value for label, value in self.values.items() if "[" not in label}
        # The numbers of the first members go with those that are kept, whichever they are.
        places = {name: range(len(kept)) if name in self.row.numbers else kept for name in lists}
        return [
            _doubles(
                shared | {name: self.values[f"{name}[{taken[index]}]"] for name, taken in places.items()}
            )
            for index in range(len(kept))
        ]

    def label(self, name: str, index: int) -> str:
        """Of a parameter's member among those with elements."""
        specs = self.call.args[name]
        if not isinstance(specs, list):
            return name
        kept = [place for place, spec in enumerate(specs) if math.prod(spec.shape)]
        return f"{name}[{kept[index]}]"


def _doubles(values: Numbers) -> Numbers:
    return {name: np.asarray(value).astype(np.float64) for name, value in values.items()}


def draw_step(data: Any, row: Row, seed: int) -> Drawn:
    """A chip that has the operator, attributes, members, dtypes, layouts, values with special ones."""
    soc = data.draw(st.sampled_from(CHIPS[row.base.op]))
    chosen = {name: data.draw(st.sampled_from(choice)) for name, choice in row.attributes.items()}
    args = row.settle(chosen)
    for name in row.optional:
        if not args.get("amsgrad") and data.draw(st.booleans()):
            args[name] = None
    floats = FLOATS if soc != "Ascend310P" else (F32, F16)
    dtype = data.draw(st.sampled_from(floats))
    several = isinstance(row.base.args[next(iter(row.tensors))], list)
    sizes = _sizes(data, row, several=several)

    def spec(name: str, kind: int, shape: tuple[int, ...]) -> Any:
        if name in row.dense:
            return layouts(kind, shape, writable=True).filter(lambda made: made.strides is None)
        return layouts(kind, shape, writable=True)

    for name in row.tensors:
        if name not in args:
            kind = data.draw(st.sampled_from(floats)) if row.mixed else dtype
            made = [data.draw(spec(name, kind, shape)) for shape in sizes]
            args[name] = made if several else made[0]
    for name, (kinds, _) in row.numbers.items():
        if name not in args:
            kind = data.draw(st.sampled_from(kinds or (dtype,)))
            listed = isinstance(row.base.args[name], list)
            made = [data.draw(layouts(kind, data.draw(st.sampled_from(((1,), ()))))) for _ in sizes]
            args[name] = made if listed else made[0]
    call = but(row.base, **args)
    return Drawn(row, soc, call, _values(data, row, call, seed))


def _sizes(data: Any, row: Row, *, several: bool) -> list[tuple[int, ...]]:
    shapes = SHAPES if row.empty != "never" else SHAPES.filter(all)
    if not several:
        return [data.draw(shapes)]
    sizes: list[tuple[int, ...]] = data.draw(st.lists(shapes, min_size=1, max_size=3))
    return sizes if any(map(math.prod, sizes)) else [*sizes, (2,)]


def _values(data: Any, row: Row, call: Call, seed: int) -> dict[str, Array]:
    rng = np.random.default_rng(seed)
    special = data.draw(st.booleans())
    values = {}
    for label, spec in tensors(call):
        name = label.partition("[")[0]
        if name in row.numbers:
            value = np.asarray(data.draw(st.sampled_from(row.numbers[name][1])))
        else:
            value = rng.uniform(*row.tensors[name], spec.shape)
            if special:
                value = np.where(rng.integers(0, 2, spec.shape) > 0, rng.choice(SPECIAL, spec.shape), value)
        values[label] = held(spec, value)
    return values


def expected_step(drawn: Drawn) -> dict[str, Array]:
    """What is written, by label; everything else stays."""
    attributes = {
        name: np.float64(np.float32(value)) if isinstance(value, float) else value
        for name, value in drawn.call.args.items()
        if isinstance(value, (bool, int, float))
    }
    found = {}
    with np.errstate(all="ignore"):
        for index, member in enumerate(drawn.members()):
            moved = drawn.row.moves(member, attributes, drawn.soc == "Ascend950")
            found |= {drawn.label(name, index): np.asarray(value) for name, value in moved.items()}
    return found


def check_step(drawn: Drawn, expected: Mapping[str, Array], found: Mapping[str, Array]) -> None:
    """Every tensor that is written."""
    specs = dict(tensors(drawn.call))
    for label, value in expected.items():
        check_numbers(found[label], value.reshape(specs[label].shape), specs[label].dtype)
    for label in found.keys() - expected.keys():
        np.testing.assert_array_equal(found[label], drawn.values[label].astype(np_dtype(specs[label].dtype)))


def adam(x: Numbers, a: Numbers, _newest: bool) -> Numbers:
    m = x["m"] + (x["beta1"] - 1) * (x["m"] - x["grad"])
    v = x["v"] + (x["beta2"] - 1) * (x["v"] - x["grad"] ** 2)
    rate = np.sqrt(1 - x["beta2Power"]) * x["lr"] / (1 - x["beta1Power"])
    ahead = m * x["beta1"] + (1 - x["beta1"]) * x["grad"] if a["useNesterov"] else m
    return {"varRef": x["varRef"] - rate * ahead / (np.sqrt(v) + x["epsilon"]), "m": m, "v": v}


def adam_w(x: Numbers, a: Numbers, _newest: bool) -> Numbers:
    grad = -x["grad"] if a["maximize"] else x["grad"]
    m = x["mRef"] * x["beta1"] - (x["beta1"] - 1) * grad
    v = x["vRef"] * x["beta2"] - (x["beta2"] - 1) * grad**2
    below = np.maximum(v, x["maxGradNormOptional"]) if a["amsgrad"] else v
    denominator = np.sqrt(below / (1 - x["beta2Power"] * x["beta2"])) + x["eps"]
    rate = x["lr"] / (1 - x["beta1Power"] * x["beta1"])
    moved = x["varRef"] * (1 - x["lr"] * x["weightDecay"]) - rate * m / denominator
    return {"varRef": moved, "mRef": m, "vRef": v}


def adam_w_v2(x: Numbers, a: Numbers, newest: bool) -> Numbers:
    grad = -x["grad"] if a["maximize"] else x["grad"]
    beta = a["beta1"]
    m = x["mRef"] * beta - grad * (beta - 1) if newest else (grad - x["mRef"]) * (1 - beta) + x["mRef"]
    v = x["vRef"] * a["beta2"] + grad**2 * (1 - a["beta2"])
    largest = x.get("maxGradNormOptionalRef")
    below = np.maximum(largest, v) if a["amsgrad"] else v
    moved = _decoupled(x["varRef"], m, below, x["step"], a)
    kept = {} if largest is None else {"maxGradNormOptionalRef": below if a["amsgrad"] else largest}
    return {"varRef": moved, "mRef": m, "vRef": v, **kept}


def _decoupled(var: Any, m: Any, below: Any, step: Any, a: Numbers) -> Any:
    """The parameter of AdamW one step on."""
    root, rate = np.sqrt(1 - a["beta2"] ** (step + 1)), a["lr"] / (1 - a["beta1"] ** (step + 1))
    return var * (1 - a["lr"] * a["weightDecay"]) - rate * (m / (np.sqrt(below) / root + a["eps"]))


def ema_adam(x: Numbers, a: Numbers, _newest: bool) -> Numbers:
    var, mode, decay = x["varRef"], a["mode"], a["weightDecay"]
    grad = x["grad"] + decay * var if mode == 0 else x["grad"]
    m = a["beta1"] * x["mRef"] + (1 - a["beta1"]) * grad
    v = a["beta2"] * x["vRef"] + (1 - a["beta2"]) * grad**2
    first, second = (
        (1 - a["beta1"] ** x["step"], 1 - a["beta2"] ** x["step"]) if a["biasCorrection"] else (1, 1)
    )
    update = m * (1 / first) / (np.sqrt(v * (1 / second)) + a["eps"])
    update = update + decay * var if mode == 1 else update
    moved = (var if mode in (0, 1) else grad) - a["lr"] * update
    average = a["emaDecay"] * x["sRef"] + (1 - a["emaDecay"]) * moved
    return {"varRef": moved, "mRef": m, "vRef": v, "sRef": average}


def fused_adamw(x: Numbers, a: Numbers, _newest: bool) -> Numbers:
    if x.get("foundInfOptional") == 1:
        return {}
    grad = x["grads"] * (1 / x.get("gradScaleOptional", np.float64(1)))
    grad = -grad if a["maximize"] else grad
    m = x["expAvgsRef"] * a["beta1"] + grad * (1 - a["beta1"])
    v = x["expAvgSqsRef"] * a["beta2"] + grad**2 * (1 - a["beta2"])
    below = np.maximum(x["maxExpAvgSqsRef"], v) if a["amsgrad"] else v
    moved = _decoupled(x["paramsRef"], m, below, x["stateSteps"], a)
    kept = {"maxExpAvgSqsRef": below} if a["amsgrad"] else {}
    return {"paramsRef": moved, "expAvgsRef": m, "expAvgSqsRef": v, **kept}


def fused_sgd(x: Numbers, a: Numbers, _newest: bool) -> Numbers:
    kept, grad = {}, x["gradsRef"]
    if "gradScaleOptional" in x:
        kept["gradsRef"] = grad = grad * (1 / x["gradScaleOptional"])
    update = -grad if a["maximize"] else grad
    update = update + x["paramsRef"] * a["weightDecay"] if a["weightDecay"] else update
    if a["momentum"]:
        old = x["momentumBufferListOptionalRef"]
        moved = update if a["isFirstStep"] else old * a["momentum"] + update * (1 - a["dampening"])
        kept["momentumBufferListOptionalRef"] = moved
        update = update + moved * a["momentum"] if a["nesterov"] else moved
    return {"paramsRef": x["paramsRef"] - update * a["lr"], **kept}


def _agreeing(chosen: dict[str, Any]) -> dict[str, Any]:
    """Momentum comes with its buffers, and nesterov with momentum and no dampening."""
    if not chosen["momentum"]:
        return {**chosen, "nesterov": False, "momentumBufferListOptionalRef": None}
    return {**chosen, "dampening": 0.0 if chosen["nesterov"] else chosen["dampening"]}


_POWERS = (0.0, 0.5, 0.729, 0.97)
_SCALARS = {"beta1Power": _POWERS, "beta2Power": _POWERS, "lr": RATES, "beta1": BETAS, "beta2": BETAS}
_ATTRIBUTES = {"lr": RATES, "beta1": BETAS, "beta2": BETAS, "weightDecay": DECAYS, "eps": EPSILONS}
_SCALE = {"gradScaleOptional": ((F32,), (1.0, 4.0, 0.25, -2.0, np.inf))}

ROWS = (
    Row(
        ADAM, {"varRef": SIGNED, "m": SIGNED, "v": POSITIVE, "grad": SIGNED}, adam,
        {name: ((F32,), choice) for name, choice in (_SCALARS | {"epsilon": EPSILONS}).items()},
        {"useNesterov": BOTH, "useLocking": BOTH}, dense=("m", "v"),
    ),
    Row(
        ADAM_W,
        {"varRef": SIGNED, "mRef": SIGNED, "vRef": POSITIVE, "grad": SIGNED, "maxGradNormOptional": POSITIVE}, adam_w,
        {name: ((), choice) for name, choice in (_SCALARS | {"weightDecay": DECAYS, "eps": EPSILONS}).items()},
        {"amsgrad": BOTH, "maximize": BOTH}, optional=("maxGradNormOptional",),
    ),
    Row(
        ADAM_W_V2,
        {"varRef": SIGNED, "mRef": SIGNED, "vRef": POSITIVE, "maxGradNormOptionalRef": POSITIVE, "grad": SIGNED},
        adam_w_v2, {"step": ((F32, S64), STEPS)}, {**_ATTRIBUTES, "amsgrad": BOTH, "maximize": BOTH},
        optional=("maxGradNormOptionalRef",), mixed=True,
    ),
    Row(
        EMA_ADAM, {"grad": SIGNED, "varRef": SIGNED, "mRef": SIGNED, "vRef": POSITIVE, "sRef": SIGNED}, ema_adam,
        {"step": ((S64,), STEPS)},
        {**_ATTRIBUTES, "emaDecay": BETAS, "mode": (0, 1, 2, -1), "biasCorrection": BOTH},
    ),
    Row(
        FUSED_ADAMW,
        {
            "paramsRef": SIGNED, "grads": SIGNED, "expAvgsRef": SIGNED, "expAvgSqsRef": POSITIVE,
            "maxExpAvgSqsRef": POSITIVE,
        },
        fused_adamw,
        {"stateSteps": ((F32, S64), STEPS), "foundInfOptional": ((F32,), (0.0, 1.0, 0.5, np.inf)), **_SCALE},
        {**_ATTRIBUTES, "amsgrad": BOTH, "maximize": BOTH},
        optional=("gradScaleOptional", "foundInfOptional", "maxExpAvgSqsRef"), empty="beside others",
    ),
    Row(
        FUSED_SGD, {"paramsRef": SIGNED, "gradsRef": SIGNED, "momentumBufferListOptionalRef": SIGNED}, fused_sgd,
        _SCALE,
        {
            "weightDecay": DECAYS, "momentum": (0.0, 0.5, 0.9), "lr": RATES, "dampening": (0.0, 0.1, 1.0),
            "nesterov": BOTH, "maximize": BOTH, "isFirstStep": BOTH,
        },
        optional=("gradScaleOptional",), empty="beside others", settle=_agreeing,
    ),
    Row(
        UNSCALE, {"scaledGrads": SIGNED}, lambda x, _a, _newest: {"scaledGrads": x["scaledGrads"] * x["invScale"]},
        {"foundInf": ((F32,), (0.0, 1.0, 0.25)), "invScale": ((F32,), (1.0, 0.5, -3.0, 0.0, np.inf))}, {},
        dense=("scaledGrads",), empty="never",
    ),
)  # fmt: skip
