"""Optimisers: one step of a parameter with its moments; the scale of gradients.

All compute in float, in the order of the library's kernels. A scalar that comes as a tensor has one element.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from aclnn_emu.kernels.kernel import Array, Kernel, kernel

__all__ = [
    "adam", "adam_w", "adam_w_amsgrad", "adam_w_v2", "adam_w_v2_amsgrad", "amp_update_scale", "ema_adam",
    "fused_adamw", "fused_sgd", "unscale",
]  # fmt: skip

F = np.float32
Arrays = tuple[Array, ...]


def _first(array: Array) -> Any:
    return F(array.reshape(-1)[0])


@kernel(name="ApplyAdam", outputs=3)
def adam(
    var: Array, m: Array, v: Array, beta1_power: Array, beta2_power: Array, lr: Array, beta1: Array, beta2: Array,
    epsilon: Array, grad: Array, *, nesterov: bool,
) -> Arrays:  # fmt: skip
    """var - lr * sqrt(1 - beta2^t) / (1 - beta1^t) * m / (sqrt(v) + epsilon), with the moments moved on.

    Source: ops-nn optim/apply_adam/op_kernel/arch35/apply_adam_dag.h.
    """
    one, two, rate = _first(beta1), _first(beta2), _first(lr)
    m = m + (one - F(1)) * (m - grad)
    v = v + (two - F(1)) * (v - grad * grad)
    rate = np.sqrt(F(1) - _first(beta2_power)) * rate / (F(1) - _first(beta1_power))
    ahead = m * one + (F(1) - one) * grad if nesterov else m
    return var - rate * ahead / (np.sqrt(v) + _first(epsilon)), m, v


def _adam_w(
    tensors: Arrays, scalars: Arrays, grad: Array, largest: Array | None, *, maximize: bool
) -> Arrays:
    var, m, v = tensors
    beta1_power, beta2_power, lr, decay, beta1, beta2, eps = map(_first, scalars)
    grad = grad * F(-1 if maximize else 1)
    m = m * beta1 - (beta1 - F(1)) * grad
    v = beta2 * v - (beta2 - F(1)) * grad * grad
    second = v if largest is None else np.maximum(v, largest)
    denominator = np.sqrt(-second / (beta2_power * beta2 - F(1))) + eps
    step = lr / (beta1_power * beta1 - F(1))
    return var * (F(1) - decay * lr) + step * m / denominator, m, v


@kernel(name="ApplyAdamW", outputs=3)
def adam_w(*arrays: Array, maximize: bool) -> Arrays:
    """var * (1 - lr * weightDecay) - lr / (1 - beta1^t) * m / (sqrt(v / (1 - beta2^t)) + eps), with the moments moved on.

    Source: ops-nn optim/apply_adam_w/op_kernel/arch35/apply_adam_w_dag.h.
    """
    return _adam_w(arrays[:3], arrays[3:10], arrays[10], None, maximize=maximize)


@kernel(name="ApplyAdamW", outputs=3)
def adam_w_amsgrad(*arrays: Array, maximize: bool) -> Arrays:
    """The same with the larger one of v and maxGradNorm below the root; maxGradNorm stays."""
    return _adam_w(arrays[:3], arrays[3:10], arrays[10], arrays[11], maximize=maximize)


@kernel(name="ApplyAdamWV2", outputs=3)
def adam_w_v2(
    var: Array, m: Array, v: Array, grad: Array, step: Array, *, lr: float, beta1: float, beta2: float,
    weight_decay: float, eps: float, maximize: bool, lerps: bool,
) -> Arrays:  # fmt: skip
    """var * (1 - lr * weightDecay) - lr / (1 - beta1^t) * m / (sqrt(v) / sqrt(1 - beta2^t) + eps), t one past the step.

    With `lerps` m starts from itself and goes a part of the way to the gradient, which makes NaN of an infinite m; else
    it is the sum of both with their weights, as on Ascend950.
    Source: ops-nn optim/apply_adam_w_v2/op_kernel/apply_adam_w_v2_fp.h and arch35.
    """
    arrays = (var, m, v, grad, step)
    return _adam_w_v2(arrays, None, lr, beta1, beta2, weight_decay, eps, maximize=maximize, lerps=lerps)[:3]


@kernel(name="ApplyAdamWV2", outputs=4)
def adam_w_v2_amsgrad(
    var: Array, m: Array, v: Array, grad: Array, step: Array, largest: Array, *, lr: float, beta1: float,
    beta2: float, weight_decay: float, eps: float, maximize: bool, lerps: bool, amsgrad: bool,
) -> Arrays:  # fmt: skip
    """The same with maxGradNorm, which amsgrad makes the largest v so far and puts below the root."""
    below = largest if amsgrad else None
    arrays = (var, m, v, grad, step)
    moved = _adam_w_v2(arrays, below, lr, beta1, beta2, weight_decay, eps, maximize=maximize, lerps=lerps)
    return moved if amsgrad else (*moved[:3], largest)


def _adam_w_v2(arrays: Arrays, largest: Array | None, *numbers: float, maximize: bool, lerps: bool) -> Arrays:
    var, m, v, grad, step = arrays
    lr, beta1, beta2, decay, eps = map(F, numbers)
    time = _first(step) + F(1)
    if maximize:
        grad = -grad
    var = var * (F(1) - lr * decay)
    m = (grad - m) * (F(1) - beta1) + m if lerps else m * beta1 + grad * (F(1) - beta1)
    v = v * beta2 + grad * grad * (F(1) - beta2)
    second = v if largest is None else np.maximum(largest, v)
    denominator = np.sqrt(second) * (F(1) / np.sqrt(F(1) - beta2**time)) + eps
    return var - m / denominator * (lr / (F(1) - beta1**time)), m, v, second


@kernel(name="ApplyFusedEmaAdam", outputs=4)
def ema_adam(
    grad: Array, var: Array, m: Array, v: Array, s: Array, step: Array, *, lr: float, ema_decay: float,
    beta1: float, beta2: float, eps: float, mode: int, bias_correction: bool, weight_decay: float,
) -> Arrays:  # fmt: skip
    """One step of Adam for var, and s, the moving average of var.

    Mode 0 adds the decay to the gradient, mode 1 to the update. Others leave it out and move the gradient: the kernel
    has both at one place, reads the parameter in these two modes only, and takes from there what it moves.
    Source: ops-nn optim/apply_fused_ema_adam/op_kernel/apply_fused_ema_adam_f32.h.
    """
    one, two, rate, decay, average = map(F, (beta1, beta2, lr, weight_decay, ema_decay))
    time = _first(step)
    if mode == 0:
        grad = decay * var + grad
    m = (F(1) - one) * grad + one * m
    v = (F(1) - two) * (grad * grad) + two * v
    first, second = (F(1) - one**time, F(1) - two**time) if bias_correction else (F(1), F(1))
    update = m * (F(1) / first) / (np.sqrt(v * (F(1) / second)) + F(eps))
    if mode == 1:
        update = update + decay * var
    var = (var if mode in (0, 1) else grad) - rate * update
    return var, m, v, average * s + (F(1) - average) * var


@kernel(name="AmpUpdateScale", outputs=2)
def amp_update_scale(
    scale: Array,
    tracker: Array,
    found: Array,
    *,
    growth_factor: float,
    backoff_factor: float,
    growth_interval: int,
) -> Arrays:
    """The scale shrinks where an infinity was found, grows after growthInterval steps without one, and stays otherwise.

    Source: ops-math math/amp_update_scale/op_kernel/amp_update_scale.h.
    """
    value, count = _first(scale), tracker.reshape(-1)[0]
    if _first(found):
        return np.asarray(value * F(backoff_factor)), np.zeros((), tracker.dtype)
    count = tracker.dtype.type(count + 1)
    if count != growth_interval:
        return np.asarray(value), np.asarray(count)
    grown = value * F(growth_factor)
    return np.asarray(grown if np.isfinite(grown) else value), np.zeros((), tracker.dtype)


def _listed(
    name: str, members: int, lists: int, outputs: int, formula: str, step: Callable[..., Arrays]
) -> Kernel:
    """A kernel over `lists` lists and tensors behind them.

    Args:
        name: the L0 name.
        members: of each list.
        lists: how many are read.
        outputs: how many are written.
        formula: for the plan's table.
        step: makes the outputs of one member from its arrays and the tensors behind the lists.
    """

    def run(*arrays: Array, **attributes: Any) -> Any:
        shared = arrays[lists * members :]
        groups = zip(
            *(arrays[start * members : (start + 1) * members] for start in range(lists)), strict=True
        )
        made = [step(group, shared, **attributes) for group in groups]
        results = tuple(member[place] for place in range(outputs) for member in made)
        return results if len(results) > 1 else results[0]

    return Kernel(name, run, elementwise=False, widens=True, formula=formula, outputs=outputs * members)


def fused_adamw(members: int, *, amsgrad: bool, scaled: bool, stoppable: bool) -> Kernel:
    """One step of AdamW for every member.

    Its inputs are the lists params, grads, expAvgs, expAvgSqs, stateSteps and with amsgrad maxExpAvgSqs, then gradScale
    and foundInf where they are given; its outputs all lists but grads and stateSteps.
    Source: ops-nn optim/fused_adamw/op_kernel/fused_adamw_kernel.h.
    """

    def step(
        group: Arrays, shared: Arrays, *, lr: float, beta1: float, beta2: float, weight_decay: float, eps: float,
        maximize: bool,
    ) -> Arrays:  # fmt: skip
        var, grad, m, v, steps, *rest = group
        if stoppable and _first(shared[-1]) == 1:
            return (var, m, v, *rest)
        rate, one, two, decay = map(F, (lr, beta1, beta2, weight_decay))
        time = _first(steps) + F(1)
        if scaled:
            grad = grad * (F(1) / _first(shared[0]))
        if maximize:
            grad = -grad
        var = var * (F(1) - rate * decay)
        m = m * one + grad * (F(1) - one)
        v = v * two + grad * grad * (F(1) - two)
        largest = [np.maximum(rest[0], v)] if amsgrad else []
        root = np.sqrt(F(1) - two**time)
        denominator = np.sqrt(largest[0] if amsgrad else v) * (F(1) / root) + F(eps)
        return (var - m * (rate / (F(1) - one**time)) / denominator, m, v, *largest)

    formula = "param * (1 - lr * weightDecay) - lr / (1 - beta1^t) * m / (sqrt(v) / sqrt(1 - beta2^t) + eps)."
    return _listed("FusedAdamw", members, 5 + amsgrad, 3 + amsgrad, formula, step)


def fused_sgd(members: int, *, with_momentum: bool, scaled: bool) -> Kernel:
    """One step of stochastic gradient descent for every member.

    Its inputs are the lists params, grads and momentumBufferList, then gradScale, the last two where they are given; its
    outputs the same lists, grads only with gradScale, which divides them.
    Source: ops-nn optim/fused_sgd/op_kernel/fused_sgd_f32.h.
    """

    def step(
        group: Arrays, shared: Arrays, *, weight_decay: float, momentum: float, lr: float, dampening: float,
        nesterov: bool, maximize: bool, first: bool,
    ) -> Arrays:  # fmt: skip
        var, grad, *rest = group
        if scaled:
            grad = grad * (F(1) / _first(shared[0]))
        update = -grad if maximize else grad
        if weight_decay:
            update = update + var * F(weight_decay)
        kept: list[Array] = []
        if with_momentum:
            moved = update if first else rest[0] * F(momentum) + update * (F(1) - F(dampening))
            kept = [moved]
            update = update + moved * F(momentum) if nesterov else moved
        return (var - update * F(lr), *([grad] if scaled else []), *kept)

    outputs = 1 + scaled + with_momentum
    return _listed("FusedSgd", members, 2 + with_momentum, outputs, "param - lr * update.", step)


def unscale(members: int) -> Kernel:
    """Every gradient times invScale; and foundInf, which becomes 1 where one is infinite or NaN.

    Its inputs are the list, foundInf and invScale, its outputs the list and foundInf.
    Source: ops-nn foreach/foreach_non_finite_check_and_unscale/op_kernel.
    """

    def run(*arrays: Array) -> Any:
        *grads, found, inverse = arrays
        wrong = any(not np.isfinite(grad).all() for grad in grads)
        factor = _first(inverse)
        return (*(grad * factor for grad in grads), np.full_like(found, 1) if wrong else found)

    return Kernel(
        "ForeachNonFiniteCheckAndUnscale", run, elementwise=False, widens=True,
        formula="scaledGrads * invScale; foundInf = 1 where one of them is not finite.", outputs=members + 1,
    )  # fmt: skip
