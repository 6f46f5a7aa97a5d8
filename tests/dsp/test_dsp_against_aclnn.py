"""The same data through the DSP function and through aclnnBinaryCrossEntropyBackward.

The aclnn kernel holds the denominator at 1e-12 from below, the page adds 1e-12 to it; and the two multiply in another
order. Where x * (1 - x) is at least 2**-15 the addition is below FLOAT's rounding, and only the order is left.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from _dsp_world import MEAN, NONE, SUM, draw, world

import aclnn_emu as emu

REDUCTIONS = [NONE, MEAN, SUM]


def aclnn(data: dict[str, Any], reduction: int, *, weighted: bool) -> Any:
    """The aclnn operator's gradient; a scalar gradOutput for mean and sum."""
    grad = data["dloss"] if reduction == NONE else data["dloss"][:1]
    arrays = [grad, data["input_x"], data["input_y"]]
    with emu.Device(0) as device, device.stream() as stream:
        tensors = [emu.Tensor.from_numpy(array) for array in arrays]
        weight = emu.Tensor.from_numpy(data["weight"]) if weighted else None
        out = emu.Tensor.empty(arrays[1].shape, arrays[1].dtype)
        operator = emu.ops.binary_cross_entropy_backward
        status, executor = operator.get_workspace_size(*tensors, weight, reduction, out)
        emu.raise_on_error(status)
        workspace = device.malloc(executor.workspace_size) if executor.workspace_size else None
        emu.raise_on_error(emu.run(workspace, executor, stream))
        stream.synchronize()
        return out.numpy()


@pytest.mark.parametrize("denominator", ["page", "max"])
@pytest.mark.parametrize("weighted", [True, False])
@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_fp32_differs_in_the_last_bits_only(reduction, weighted, denominator):
    data = draw(np.random.default_rng(3), "fp", 5000)
    made = world(data=data, denominator=denominator)
    made.call(reduction, int(weighted))
    np.testing.assert_array_max_ulp(made.dx(), aclnn(data, reduction, weighted=weighted), maxulp=4)


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_fp16_differs_by_one_rounding(reduction):
    data = draw(np.random.default_rng(4), "hp", 5000)
    made = world("MT7004", "hp", data=data)
    made.call(reduction)
    np.testing.assert_array_max_ulp(made.dx(), aclnn(data, reduction, weighted=True), maxulp=1)


# x, y -> aclnn, which is also denominator="max"; the page
DIFFERENT = [
    (1e-10, 1.0, -1e10, -9.90099e9),
    (1e-12, 1.0, -1e12, -5e11),
    (1e-13, 1.0, -1e12, -1e12 / 1.1),
    (1.5, 1.0, 5e11, -2 / 3),
    (-0.5, 1.0, -1.5e12, 2.0),
]
SAME = [
    (0.0, 0.0, 0.0),
    (0.0, 1.0, -1e12),
    (1.0, 0.0, 1e12),
    (1.0, 1.0, 0.0),
    (0.25, 1.0, -4.0),
    (0.5, 0.0, 2.0),
]


def one(x: float, y: float) -> dict[str, Any]:
    return {
        name: np.array([value], np.float32)
        for name, value in {"input_x": x, "input_y": y, "weight": 1, "dloss": 1}.items()
    }


@pytest.mark.parametrize(("x", "y", "maximum", "page"), [*DIFFERENT, *((x, y, v, v) for x, y, v in SAME)])
def test_the_documented_difference(x, y, maximum, page):
    data = one(x, y)
    np.testing.assert_allclose(aclnn(data, NONE, weighted=True), np.float32(maximum), rtol=1e-6)
    for denominator, expected in (("max", maximum), ("page", page)):
        made = world(data=data, denominator=denominator)
        made.call()
        np.testing.assert_allclose(made.dx(), np.float32(expected), rtol=1e-6)
