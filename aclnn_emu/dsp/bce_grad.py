"""BinaryCrossEntropyGrad: the four functions of the page.

dx = dloss * weight * (x - y) / (x * (1 - x) + epsilon), with epsilon = 1e-12.

Arguments of all four, in the page's order:

    input_x, input_y    addresses of predictions and targets, input_size elements each
    weight              address of input_size weights; never looked at when weight_defined is 0
    dloss               address of the upstream gradient: input_size elements for reduction 0, else one
    dx                  address of the result, input_size elements; exactly an input's address is allowed
    param               {input_size, reduction, weight_defined} as a sequence of three integers, or the address of three
                        64-bit integers in device memory
    core_mask           (_s) bit n: core n works

reduction is 0 (none), 1 (mean: dloss[0] / input_size) or 2 (sum: dloss[0]).

The functions return nothing. Findings go to the current device's ``diagnostics``; under its policy errors raise
`DspError`, and then nothing was written.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from aclnn_emu.dsp import checks
from aclnn_emu.dsp.call import Call, Operand
from aclnn_emu.dsp.cores import current_core
from aclnn_emu.dsp.device import Device, current_device
from aclnn_emu.dsp.memory import Array
from aclnn_emu.dsp.platform import Place
from aclnn_emu.dsp.spmd import Job, compute, compute_dtype
from aclnn_emu.kernels.dsp import bce_grad as kernel

__all__ = [
    "DTYPES", "NAME", "Arguments",
    "bce_grad",
    "fp_binary_cross_entropy_grad_p", "fp_binary_cross_entropy_grad_s",
    "hp_binary_cross_entropy_grad_p", "hp_binary_cross_entropy_grad_s",
]  # fmt: skip

NAME = "binary_cross_entropy_grad"
DTYPES = ("fp", "hp")
_NONE, _MEAN, _SUM = 0, 1, 2
_PARAM_ITEMS, _PARAM_ITEMSIZE = 3, 8

Param = int | Sequence[int]


class Arguments(NamedTuple):
    """The page's arguments, in its order, without the mask; param as an address or as the three numbers."""

    input_x: int
    input_y: int
    weight: int
    dloss: int
    dx: int
    param: int | tuple[int, ...]


class _Settings(NamedTuple):
    elements: int
    reduction: int
    weight_defined: int


def fp_binary_cross_entropy_grad_s(
    input_x: int, input_y: int, weight: int, dloss: int, dx: int, param: Param, core_mask: int
) -> None:
    """The gradient in fp32, shared version: operands in DDR or SMC, the work split over the cores of the mask."""
    _on_current("fp", (input_x, input_y, weight, dloss, dx), param, core_mask)


def hp_binary_cross_entropy_grad_s(
    input_x: int, input_y: int, weight: int, dloss: int, dx: int, param: Param, core_mask: int
) -> None:
    """The gradient in fp16 (MT7004), shared version."""
    _on_current("hp", (input_x, input_y, weight, dloss, dx), param, core_mask)


def fp_binary_cross_entropy_grad_p(
    input_x: int, input_y: int, weight: int, dloss: int, dx: int, param: Param
) -> None:
    """The gradient in fp32, private version: operands in the calling core's own L2, which alone works."""
    _on_current("fp", (input_x, input_y, weight, dloss, dx), param, None)


def hp_binary_cross_entropy_grad_p(
    input_x: int, input_y: int, weight: int, dloss: int, dx: int, param: Param
) -> None:
    """The gradient in fp16 (MT7004), private version."""
    _on_current("hp", (input_x, input_y, weight, dloss, dx), param, None)


def _on_current(prefix: str, pointers: Sequence[int], param: Param, mask: int | None) -> None:
    on = current_device()
    x, y, weight, dloss, dx = map(operator.index, pointers)
    arguments = Arguments(x, y, weight, dloss, dx, _param_argument(param))
    bce_grad(on, prefix, arguments, None if mask is None else operator.index(mask), current_core(on.platform))


def _param_argument(param: Param) -> int | tuple[int, ...]:
    if isinstance(param, (int, np.integer)):
        return int(param)
    numbers = tuple(map(operator.index, param))
    if len(numbers) != _PARAM_ITEMS:
        raise ValueError(f"param has {len(numbers)} numbers; pass input_size, reduction and weight_defined")
    return numbers


def bce_grad(on: Device, prefix: str, arguments: Arguments, mask: int | None, core: int) -> None:
    """The four functions in one.

    Args:
        on: the device.
        prefix: "fp" or "hp".
        arguments: what was passed.
        mask: the core mask of the shared version; None for the private one.
        core: the calling core.
    """
    shared = mask is not None
    call = Call(on, f"{prefix}_{NAME}_{'s' if shared else 'p'}", prefix, shared, core)
    checks.check_dtype(call, DTYPES)
    if not call.checked():
        return
    checks.check_null(call, _pointers(arguments))
    settings = _read_param(call, arguments.param)
    cores = checks.check_cores(call, mask, "dx")
    places = {} if settings is None else _check_operands(call, arguments, settings)
    if call.checked() and settings is not None and settings.elements and cores:
        compute(call, _job(call, places, settings), cores)


def _pointers(arguments: Arguments) -> dict[str, int]:
    """What must never be null."""
    names = ["input_x", "input_y", "dloss", "dx"]
    if isinstance(arguments.param, int):
        names.append("param")
    return {name: getattr(arguments, name) for name in names}


def _read_param(call: Call, param: int | tuple[int, ...]) -> _Settings | None:
    """The three numbers, checked; None where they cannot be read."""
    if isinstance(param, int):
        place = checks.check_place(call, _param_operand(param)) if param else None
        if place is None:
            return None
        stored = call.device.memory.load(place, 0, _PARAM_ITEMS * _PARAM_ITEMSIZE)
        param = tuple(stored.view("<i8").tolist())
    size, reduction, weight_defined = param
    count = checks.check_count(call, "input_size (param[0])", size)
    if reduction not in {_NONE, _MEAN, _SUM}:
        call.note("DSP-REDUCTION-001", reduction=reduction)
        reduction = _SUM
    return _Settings(count, reduction, weight_defined)


def _param_operand(address: int) -> Operand:
    return Operand("param", address, _PARAM_ITEMS, _PARAM_ITEMSIZE, each=False, tensor=False)


def _check_operands(call: Call, arguments: Arguments, settings: _Settings) -> dict[str, Place]:
    """The places of what is read and written, by argument."""
    if settings.weight_defined and arguments.weight == 0:
        call.note("DSP-NULL-002", argument="weight", address=0, flag=settings.weight_defined)
    count, itemsize = settings.elements, call.dtype.itemsize
    if not count:
        return {}
    each = settings.reduction == _NONE
    inputs = [
        Operand("input_x", arguments.input_x, count, itemsize),
        Operand("input_y", arguments.input_y, count, itemsize),
        Operand("dloss", arguments.dloss, count if each else 1, itemsize, each=each),
    ]
    if settings.weight_defined:
        inputs.insert(2, Operand("weight", arguments.weight, count, itemsize))
    if isinstance(arguments.param, int):
        inputs.append(_param_operand(arguments.param))
    return checks.check_operands(call, inputs, Operand("dx", arguments.dx, count, itemsize))


def _job(call: Call, places: dict[str, Place], settings: _Settings) -> Job:
    dloss: Place | Array = places["dloss"]
    if settings.reduction != _NONE:
        dloss = _scalar_gradient(call, places["dloss"], settings)
    return Job(
        kernel=kernel,
        arguments=(places["input_x"], places["input_y"], places.get("weight"), dloss),
        attributes={"denominator": call.device.denominator},
        target=places["dx"],
        elements=settings.elements,
        output="dx",
        domain="input_x",
    )


def _scalar_gradient(call: Call, place: Place, settings: _Settings) -> Array:
    """dloss[0], for the mean divided once by the number of elements; one element, in the dtype of the steps."""
    dtype = compute_dtype(call)
    stored = call.device.memory.load(place, 0, call.dtype.itemsize).view(call.dtype)
    gradient = stored.astype(dtype)
    if settings.reduction == _MEAN:
        with np.errstate(all="ignore"):  # as a half the number of elements may be infinite
            gradient /= np.float64(settings.elements).astype(dtype)
    return gradient
