"""A device with operands in it, the four functions by name, and a reference in NumPy."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np

from aclnn_emu import dsp

NONE, MEAN, SUM = 0, 1, 2
STORED = {"fp": np.dtype("<f4"), "hp": np.dtype("<f2")}
PLATFORM_DTYPES = (("FT78NE", "fp"), ("MT7004", "fp"), ("MT7004", "hp"))
INPUTS = ("input_x", "input_y", "weight", "dloss")
OPERANDS = (*INPUTS, "dx")

# Where the operands of a space lie: the first address and the distance between two.
SPACES = {
    "DDR": (0xA0000000, 0x10000000),
    "SMC": (0x0C000000, 0x000C0000),
    "L2": (0x10810000, 0x00010000),
    "alias": (0x00810000, 0x00010000),
}


def addresses(space: str, core: int = 0) -> dict[str, int]:
    """Addresses of the five operands, by argument."""
    first, step = SPACES[space]
    if space == "L2":
        first += core << 24
    return {name: first + i * step for i, name in enumerate(OPERANDS)}


def draw(rng: np.random.Generator, prefix: str, size: int) -> dict[str, Any]:
    """Host data: predictions inside (0, 1), targets in [0, 1], weights and gradients."""
    values = {
        "input_x": rng.uniform(0.01, 0.99, size),
        "input_y": rng.uniform(0, 1, size),
        "weight": rng.uniform(0.5, 2, size),
        "dloss": rng.uniform(0.1, 2, max(size, 1)),
    }
    return {name: array.astype(np.float32).astype(STORED[prefix]) for name, array in values.items()}


@attrs.frozen
class World:
    """A device whose memory holds the operands of one call."""

    device: dsp.Device
    prefix: str
    space: str
    data: dict[str, Any]
    at: dict[str, int]

    @property
    def size(self) -> int:
        return int(self.data["input_x"].size)

    @property
    def shared(self) -> bool:
        return self.space in {"DDR", "SMC"}

    @property
    def function(self) -> str:
        return f"{self.prefix}_binary_cross_entropy_grad_{'s' if self.shared else 'p'}"

    def call(self, reduction: int = NONE, weighted: int = 1, mask: int | None = None, **changes: Any) -> None:
        """Call the function that fits the space; `changes` replace arguments by name."""
        arguments = {**self.at, "param": [self.size, reduction, weighted], **changes}
        function = getattr(dsp, changes.pop("function", self.function))
        arguments.pop("function", None)
        if self.shared:
            arguments["core_mask"] = self.device.platform.all_cores if mask is None else mask
        function(**arguments)

    def dx(self, size: int | None = None) -> Any:
        """The result."""
        return self.device.memory.read(
            self.at["dx"], STORED[self.prefix], self.size if size is None else size
        )

    def codes(self) -> list[str]:
        """Names of the findings so far."""
        return [entry.code.name for entry in self.device.diagnostics]


def world(
    platform: str = "FT78NE",
    prefix: str = "fp",
    space: str = "DDR",
    size: int = 100,
    *,
    core: int = 0,
    data: dict[str, Any] | None = None,
    **options: Any,
) -> World:
    """Open a device, make it current, and write the operands of one call into it."""
    device = dsp.open_device(platform, **options)
    made = draw(np.random.default_rng(size), prefix, size) if data is None else data
    at = addresses(space, core)
    with dsp.core(core):
        for name in INPUTS:
            if name in made:
                device.memory.write(at[name], made[name].astype(STORED[prefix]))
    return World(device, prefix, space, made, at)


def reference(
    data: dict[str, Any],
    reduction: int = NONE,
    weighted: int = 1,
    *,
    denominator: str = "page",
    steps: Any = np.float32,
) -> Any:
    """The page's formula, step by step in a dtype, rounded to the operands' dtype at the end."""
    stored = data["input_x"].dtype
    x, y, weight, dloss = (data[name].astype(steps) for name in INPUTS)
    one, epsilon = steps(1), steps(1e-12)
    with np.errstate(all="ignore"):
        gradient = dloss[: x.size]
        if reduction != NONE:
            gradient = dloss[0] / steps(x.size) if reduction == MEAN else dloss[0]
        spread = x * (one - x)
        below = np.maximum(spread, epsilon) if denominator == "max" else spread + epsilon
        above = weight * (x - y) if weighted else x - y
        return (above / below * gradient).astype(stored)
