"""Neighbours of the page's operator in the same library: add and exp.

Their names and the order of their arguments are those with which MindSpore Lite launches them; their C prototypes are
not public, so they are kernels for the launch layer and no functions of this package.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from aclnn_emu.dsp import checks
from aclnn_emu.dsp.call import Call, Operand
from aclnn_emu.dsp.device import Device
from aclnn_emu.dsp.spmd import Job, compute
from aclnn_emu.kernels.dsp import scaled_exp
from aclnn_emu.kernels.elementwise import add as add_kernel
from aclnn_emu.kernels.kernel import Kernel

__all__ = ["Elementwise", "add", "elementwise", "exp"]


class Elementwise(NamedTuple):
    """What an elementwise function was passed.

    Attributes:
        name: the function's name without dtype and space.
        kernel: its arithmetic.
        inputs: addresses by argument, in the kernel's order.
        out: the address of the result.
        elements: how many each of them has.
        attributes: the kernel's keywords.
    """

    name: str
    kernel: Kernel
    inputs: Mapping[str, int]
    out: int
    elements: int
    attributes: Mapping[str, Any]


def add(x: int, y: int, out: int, n: int) -> Elementwise:
    """The sum of x and y; integers wrap."""
    return Elementwise("add", add_kernel, {"x": x, "y": y}, out, n, {})


def exp(x: int, out: int, n: int, in_scale: float, out_scale: float) -> Elementwise:
    """The exponential of in_scale * x, times out_scale."""
    factors = {"in_scale": in_scale, "out_scale": out_scale}
    return Elementwise("exp", scaled_exp, {"x": x}, out, n, factors)


def elementwise(on: Device, prefix: str, passed: Elementwise, mask: int | None, core: int) -> None:
    """Check and compute.

    Args:
        on: the device.
        prefix: the dtype.
        passed: the function and its arguments.
        mask: the core mask of the shared version; None for the private one.
        core: the calling core.
    """
    shared = mask is not None
    call = Call(on, f"{prefix}_{passed.name}_{'s' if shared else 'p'}", prefix, shared, core)
    checks.check_null(call, {**passed.inputs, "out": passed.out})
    count = checks.check_count(call, "n", passed.elements)
    cores = checks.check_cores(call, mask, "out")
    itemsize = call.dtype.itemsize
    inputs = [Operand(name, address, count, itemsize) for name, address in passed.inputs.items()]
    output = Operand("out", passed.out, count, itemsize)
    places = checks.check_operands(call, inputs, output) if count else {}
    if call.checked() and count and cores:
        arguments = [places[name] for name in passed.inputs]
        compute(call, Job(passed.kernel, arguments, passed.attributes, places["out"], count, "out"), cores)
