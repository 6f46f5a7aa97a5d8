"""What one would take instead: torch's CPU operators, plain NumPy, and the memory's own speed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from aclnn_emu.plan.spec import snake_case

__all__ = [
    "TRIAD_BYTES", "plain_gradient", "torch_call", "torch_gradient", "torch_module", "torch_operators", "triad",
]  # fmt: skip

Array = npt.NDArray[Any]
Call = Callable[[], Any]

TRIAD_BYTES = 12
"""Bytes that a triad moves for each element."""

# Operators whose tensors are, in the same order, those of torch.ops.aten.<name>.out.
_SAME_ORDER = (
    "Abs", "Acos", "Acosh", "Asin", "Asinh", "Atan", "Atan2", "Atanh", "Ceil", "Cos", "Cosh", "Digamma", "Div", "Erf",
    "Erfc", "Exp", "Exp2", "Expm1", "Floor", "Frac", "Hardsigmoid", "Hardswish", "Lgamma", "Log", "Log10", "Log1p",
    "Log2", "Maximum", "Minimum", "Mish", "Mul", "Neg", "Reciprocal", "Relu", "Round", "Rsqrt", "Sigmoid", "Sign",
    "Silu", "Sin", "Sinc", "Sinh", "Sqrt", "Tan", "Tanh", "Trunc",
)  # fmt: skip


def torch_module() -> Any:
    """Torch, None where it is not installed."""
    if find_spec("torch") is None:
        return None
    import torch

    return torch


def _aten(name: str) -> Callable[[Any, Mapping[str, Any]], Call]:
    def make(torch: Any, args: Mapping[str, Any]) -> Call:
        *inputs, out = args.values()
        function = getattr(torch.ops.aten, name).out
        return lambda: function(*inputs, out=out)

    return make


def _add(torch: Any, args: Mapping[str, Any]) -> Call:
    self, other, alpha, out = args.values()
    return lambda: torch.add(self, other, alpha=alpha, out=out)


def _softmax(torch: Any, args: Mapping[str, Any]) -> Call:
    self, dim, out = args.values()
    return lambda: torch.softmax(self, dim, out=out)


def _log_softmax(torch: Any, args: Mapping[str, Any]) -> Call:
    self, dim, out = args.values()
    return lambda: torch.log_softmax(self, dim, out=out)


def _gradient(torch: Any, args: Mapping[str, Any]) -> Call:
    grad, self, target, weight, reduction, out = args.values()
    function = torch.ops.aten.binary_cross_entropy_backward.grad_input
    return lambda: function(grad, self, target, weight, reduction, grad_input=out)


_PEERS: Mapping[str, Callable[[Any, Mapping[str, Any]], Call]] = {
    **{f"aclnn{name}": _aten(snake_case(name)) for name in _SAME_ORDER},
    "aclnnAdd": _add,
    "aclnnAdds": _add,
    "aclnnSoftmax": _softmax,
    "aclnnLogSoftmax": _log_softmax,
    "aclnnBinaryCrossEntropyBackward": _gradient,
}


def torch_operators() -> list[str]:
    """C names of the operators for which torch's function is known."""
    return sorted(_PEERS)


def torch_call(name: str, args: Mapping[str, Any]) -> Call | None:
    """A call of torch's function for an operator, which writes to out; None where none is known.

    Args:
        name: C name.
        args: by parameter name in C order: arrays, which become tensors, numbers, None.
    """
    make = _PEERS.get(name)
    torch = torch_module()
    if make is None or torch is None:
        return None
    return make(torch, {key: _tensor(torch, value) for key, value in args.items()})


def _tensor(torch: Any, value: Any) -> Any:
    """A torch tensor for an array, which may be of a dtype that NumPy does not have; other values as they are."""
    if not isinstance(value, np.ndarray):
        return value
    if value.dtype.name == "bfloat16":
        return torch.from_numpy(value.astype(np.float32)).to(torch.bfloat16)
    return torch.from_numpy(value)


def torch_gradient(arrays: list[Array], reduction: int) -> Call:
    """The out-variant of torch's BCE gradient with weight: gradient, input, target, weight."""
    grad, x, target, weight = arrays
    names = ("gradOutput", "self", "target", "weightOptional", "reduction", "out")
    values = (grad[0] if reduction else grad, x, target, weight, reduction, np.empty_like(x))
    call = torch_call("aclnnBinaryCrossEntropyBackward", dict(zip(names, map(_kept, values), strict=True)))
    if call is None:
        raise ModuleNotFoundError("torch is not installed")
    return call


def _kept(value: Any) -> Any:
    """NumPy's scalars as arrays without dimensions."""
    return np.asarray(value) if isinstance(value, np.generic) else value


def plain_gradient(arrays: list[Array], reduction: int) -> Call:
    """What one would write in NumPy for the BCE gradient with weight."""
    grad, x, target, weight = arrays
    scale = np.float32(1 / x.size)

    def call() -> Array:
        result: Array = grad * (x - target) / np.maximum((1 - x) * x, np.float32(1e-12)) * weight
        return result * scale if reduction else result

    return call


def triad(size: int) -> Call:
    """a = b + 3 * c in float32 on two threads, compiled where Numba is installed, else by NumPy."""
    a, b, c = (np.ones(size, np.float32) for _ in range(3))
    part = _compiled_part() if find_spec("numba") is not None else _numpy_part
    pool = ThreadPoolExecutor(1)
    half = size // 2

    def call() -> None:
        other = pool.submit(part, a[:half], b[:half], c[:half])
        part(a[half:], b[half:], c[half:])
        other.result()

    return call


def _numpy_part(a: Array, b: Array, c: Array) -> None:
    np.multiply(c, np.float32(3), out=a)
    np.add(a, b, out=a)


def _compiled_part() -> Callable[[Array, Array, Array], None]:
    import numba

    @numba.njit("void(float32[::1], float32[::1], float32[::1])", nogil=True)  # type: ignore[untyped-decorator]
    def part(a: Array, b: Array, c: Array) -> None:
        for i in range(a.size):
            a[i] = b[i] + np.float32(3) * c[i]

    return part  # type: ignore[no-any-return]
