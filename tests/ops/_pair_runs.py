"""Calls of two and three operands with random shapes and layouts, and what they compute."""

from __future__ import annotations

import attrs
import numpy as np
from _case import DTYPES, S, T, but, t
from _draw import F32, broadcastable, layouts, shapes, uniform
from _pair_arithmetic import ROWS as ARITHMETIC
from _pairs import ROWS as LOGIC
from _run import np_dtype, run

from aclnn_emu.core.layout import broadcast

BOOL = DTYPES["bool"]
CALLS = {row.name: row.call for row in (*LOGIC, *ARITHMETIC)}


def written(base):
    """The parameter that the operator writes."""
    if "out" in base.args:
        return "out"
    if base.op == "aclnnInplaceAddV3":
        return "other"
    return next(name for name in base.args if name in ("selfRef", "self", "z"))


def operands(base):
    """Names of the tensors that are read."""
    target = written(base)
    return [
        name for name, value in base.args.items() if isinstance(value, T) and (name != target or target not in ("out", "z"))
    ]  # fmt: skip


def typed(base, dtype, **scalars):
    """All FLOAT tensors and scalars of another dtype; masks stay."""
    changed = {
        name: attrs.evolve(value, dtype=dtype)
        for name, value in base.args.items()
        if isinstance(value, (T, S)) and value.dtype == F32
    }
    return attrs.evolve(base, args={**base.args, **changed, **scalars})


def drawn(data, base, *, broadcasts):
    """The call with random shapes and layouts; the shapes broadcast to that of the result."""
    target = written(base)
    names = operands(base)
    whole = data.draw(shapes())
    in_place = target in names
    made = {}
    for place, name in enumerate(names):
        size = whole
        if base.args[name].shape == ():
            size = ()
        elif broadcasts and not (place == 0 and in_place):
            size = data.draw(broadcastable(whole))
        made[name] = data.draw(layouts(base.args[name].dtype, size, writable=name == target))
    if not in_place:
        size = ()
        for name in names:
            size = broadcast(size, made[name].shape)
        made[target] = data.draw(layouts(base.args[target].dtype, size, writable=True))
    return attrs.evolve(base, args={**base.args, **made})


def values_of(made_for, names, seed, domain):
    found = {}
    for place, name in enumerate(names):
        spec = made_for.args[name]
        rng = np.random.default_rng(seed + place)
        if spec.dtype == BOOL:
            found[name] = rng.integers(0, 2, spec.shape) > 0
        elif domain == "grid":
            found[name] = (
                rng.integers(-40, 40, spec.shape) / 4
                if place == 0
                else rng.choice([0.5, 1, 2, -2, 4], spec.shape)
            )
        elif domain == "few":
            found[name] = rng.integers(-2, 3, spec.shape)
        else:
            found[name] = uniform(seed + place, spec.shape, *domain)
    return found


def whole_numbers(seed, shape, dtype):
    limits = np.iinfo(np_dtype(dtype))
    rng = np.random.default_rng(seed)
    return rng.integers(max(limits.min, -300), min(limits.max, 300), shape, np_dtype(dtype), endpoint=True)


def vector(short, n=3):
    return t(DTYPES[short], (n,))


def computed(name, short, soc="Ascend910B", /, *, out=None, **args):
    """The output of a call on vectors; lists are tensors of the dtype, numbers stay scalars."""
    base = CALLS[name]
    made, values = {}, {}
    size = max((len(value) for value in args.values() if isinstance(value, list)), default=1)
    for key, value in args.items():
        if isinstance(value, list):
            made[key], values[key] = vector(short, len(value)), value
        else:
            made[key] = value
    if "out" in base.args:
        made["out"] = vector(out or short, size)
    return run(but(base, **made), values, soc=soc, out=written(base)).out
