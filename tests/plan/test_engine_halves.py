"""FLOAT16 and BF16 in the engines: all values exactly to float32, and back to nearest even."""

import numpy as np
import pytest
from _calls import BF16, F16, F32, compiled, tensor

from aclnn_emu.core.dtypes import numpy_dtype
from aclnn_emu.plan import engine
from aclnn_emu.plan.engine.compiled import installed
from aclnn_emu.plan.engine.halves import convert

ENGINES = ("tiled", *(("numba",) if installed() else ()))
HALVES = {"FLOAT16": F16, "BF16": BF16}


def floats(dtype):
    """Float32 of every class: all halves, their neighbours, the middles between them, and a random rest."""
    halves = np.arange(1 << 16, dtype=np.uint16).view(numpy_dtype(dtype)).astype(np.float32)
    bits = halves.view(np.uint32).astype(np.int64)
    middle = 0x1000 if dtype == F16 else 0x8000
    moves = (0, 1, -1, middle, middle - 1, middle + 1, -middle, 1 - middle, -1 - middle)
    near = np.concatenate([bits + move for move in moves]) & 0xFFFFFFFF
    # Between denormal FLOAT16s the middles are elsewhere.
    steps = (np.arange(2050) + 0.5)[:, None] * 2.0**-24 * np.array([1, 1 + 1e-7, 1 - 1e-7, -1])
    random = np.random.default_rng(3).integers(0, 1 << 32, 1 << 17, dtype=np.uint64)
    return np.concatenate(
        [near.astype(np.uint32).view(np.float32), steps.astype(np.float32).ravel(),
         random.astype(np.uint32).view(np.float32)]
    )  # fmt: skip


def cast(values, came_from, to, name):
    size = values.size
    out = np.zeros(size, numpy_dtype(to))
    executor = compiled("aclnnCast", tensor((size,), came_from), to, tensor((size,), to))
    source, target = executor.plan.steps[0].inputs[0], executor.plan.steps[0].output
    engine.execute(executor.plan, {id(source): values, id(target): out}, name)
    return out


def equal(found, expected):
    with np.errstate(all="ignore"):
        nan = np.isnan(expected.astype(np.float32))
        np.testing.assert_array_equal(np.isnan(found.astype(np.float32)), nan)
    width = f"u{found.itemsize}"
    np.testing.assert_array_equal(found.view(width)[~nan], expected.view(width)[~nan])


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("dtype", HALVES.values(), ids=HALVES)
def test_every_half_to_float(dtype, name):
    halves = np.arange(1 << 16, dtype=np.uint16).view(numpy_dtype(dtype))
    equal(cast(halves, dtype, F32, name), halves.astype(np.float32))


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("dtype", HALVES.values(), ids=HALVES)
def test_floats_of_every_class_to_halves(dtype, name):
    values = floats(dtype)
    with np.errstate(all="ignore"):
        expected = values.astype(numpy_dtype(dtype))
    equal(cast(values, F32, dtype, name), expected)


@pytest.mark.parametrize("largest", [65519.0, 1.0, 1e-6])
def test_the_fast_conversion_itself(largest):
    """Without infinities, NaN and what becomes infinite, which go by NumPy's own way."""
    values = floats(F16)
    values = values[np.abs(values) <= largest]
    assert values.size > 1000
    halves, back = np.empty(values.size, np.float16), np.empty(values.size, np.float32)
    spare = np.empty(8 * values.size, np.uint8)
    convert(values, halves, spare)
    np.testing.assert_array_equal(halves.view(np.uint16), values.astype(np.float16).view(np.uint16))
    convert(halves, back, spare)
    np.testing.assert_array_equal(back.view(np.uint32), halves.astype(np.float32).view(np.uint32))


@pytest.mark.skipif(not installed(), reason="Numba, the extra fast, is not installed")
def test_the_arithmetic_for_processors_without_conversions(monkeypatch, tmp_path):
    """The loops of this processor may have an instruction for FLOAT16; the other way must be as exact."""
    from aclnn_emu.plan.engine import compiled as loops
    from aclnn_emu.plan.engine import words

    monkeypatch.setattr(words, "_HARDWARE_HALVES", False)
    monkeypatch.setattr(loops, "_loops", {})
    monkeypatch.setenv("ACLNN_EMU_CACHE", str(tmp_path))
    halves = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    equal(cast(halves, F16, F32, "numba"), halves.astype(np.float32))
    values = floats(F16)
    with np.errstate(all="ignore"):
        expected = values.astype(np.float16)
    equal(cast(values, F32, F16, "numba"), expected)
