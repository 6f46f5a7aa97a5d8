"""Python values as C values: what a C compiler and the calling convention do to an argument.

A number wraps like the C type it goes into, a float takes the type's precision, a string stands for a
``const char *``. What no C program could pass there is refused, never guessed.
"""

from __future__ import annotations

import math
import operator
import os
import re
import struct
from collections.abc import Callable, Mapping
from enum import IntEnum
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from aclnn_emu.abi import enums
from aclnn_emu.runtime.host import HostPointer

__all__ = [
    "HANDLES",
    "OBJECTS",
    "Coercer",
    "Refused",
    "coercer",
    "enum_class",
    "is_callback",
    "object_class",
    "passes_null",
    "plain_range",
    "pointee",
    "show",
]

Coercer = Callable[[Any], Any]

# Bits and signedness of the integer types; enums are C ints.
_INTEGERS: Mapping[str, tuple[int, bool]] = {
    "int8_t": (8, True),
    "uint8_t": (8, False),
    "int16_t": (16, True),
    "uint16_t": (16, False),
    "int32_t": (32, True),
    "uint32_t": (32, False),
    "int64_t": (64, True),
    "uint64_t": (64, False),
    "size_t": (64, False),
    "int": (32, True),
    "aclFloat16": (16, False),
    "aclError": (32, True),
    "aclnnStatus": (32, True),
}

# void* under another name.
HANDLES = frozenset(
    [
        "aclrtStream",
        "aclrtEvent",
        "aclrtContext",
        "aclrtNotify",
        "aclrtCntNotify",
        "aclrtLabel",
        "aclrtLabelList",
        "aclrtMbuf",
        "aclrtAllocatorDesc",
        "aclrtAllocator",
        "aclrtAllocatorBlock",
        "aclrtAllocatorAddr",
        "aclrtTaskGrp",
        "aclrtDrvMemHandle",
        "aclrtBinary",
        "aclrtBinHandle",
        "aclrtFuncHandle",
        "aclrtArgsHandle",
        "aclrtParamHandle",
        "aclmdlRI",
        "aclmdlRITask",
        "aclmdlRICondHandle",
        "aclrtMemPool",
    ]
)
_CALLBACKS = re.compile(r"(Callback|CallBack|Func)$")

# Opaque objects of the operator API: where the class behind the C name is. Whether an object is still alive is
# for the function to say.
OBJECTS: Mapping[str, tuple[str, str]] = {
    "aclTensor": ("aclnn_emu.core.tensor", "Tensor"),
    "aclScalar": ("aclnn_emu.core.scalar", "Scalar"),
    "aclIntArray": ("aclnn_emu.core.arrays", "IntArray"),
    "aclFloatArray": ("aclnn_emu.core.arrays", "FloatArray"),
    "aclBoolArray": ("aclnn_emu.core.arrays", "BoolArray"),
    "aclTensorList": ("aclnn_emu.core.lists", "TensorList"),
    "aclScalarList": ("aclnn_emu.core.lists", "ScalarList"),
}


def is_callback(base: str) -> bool:
    """Whether a C type name is a pointer to a function."""
    return bool(_CALLBACKS.search(base))


class Refused(Exception):
    """No value of the C type can be made of the argument.

    Args:
        got: what came.
        expected: what the C type takes.
    """

    def __init__(self, got: str, expected: str) -> None:
        super().__init__(got, expected)
        self.got = got
        self.expected = expected


def show(value: Any) -> str:
    """An argument in a text: short, by value where it is a plain one, by type otherwise."""
    if value is None:
        return "null"
    if isinstance(value, int) and value.bit_length() > 128:
        return f"an integer of {value.bit_length()} bits"
    if isinstance(value, (int, float, complex, str, bytes)):
        text = repr(value)
        return text if len(text) <= 40 else f"{text[:37]}..."
    return f"an object of type {type(value).__name__}"


def pointee(ctype: str) -> tuple[str, int]:
    """Base type and number of stars of a C type: ``const aclTensor* const*`` -> ``("aclTensor", 2)``."""
    words = ctype.replace("*", " * ").split()
    base = " ".join(word for word in words if word not in ("*", "const", "struct"))
    return base, words.count("*")


def _index(value: Any, expected: str) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise Refused(show(value), expected) from None


def _limits(bits: int, *, signed: bool) -> tuple[int, int]:
    return (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)


def _integer(bits: int, *, signed: bool) -> Coercer:
    low, high = _limits(bits, signed=signed)
    mask = (1 << bits) - 1

    def convert(value: Any) -> int:
        if isinstance(value, int) and low <= value <= high:
            return value if type(value) is int else int(value)
        number = _index(value, "an integer") & mask
        return number - mask - 1 if number > high else number

    return convert


def _double(value: Any) -> float:
    # Strings have no __float__; of the arrays only those without dimensions are numbers.
    number = hasattr(value, "__float__") and not isinstance(value, np.complexfloating)
    if not number or (isinstance(value, np.ndarray) and value.ndim):
        raise Refused(show(value), "a number")
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _float(value: Any) -> float:
    number = _double(value)
    try:
        rounded: float = struct.unpack("<f", struct.pack("<f", number))[0]
    except OverflowError:
        return math.copysign(math.inf, number)
    return rounded


def _bool(value: Any) -> bool:
    if value is True or value is False:
        return value
    if isinstance(value, (int, float, np.bool_, np.integer)):
        return bool(value)
    raise Refused(show(value), "a truth value")


def _string(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, (bytes, os.PathLike)):
        return os.fsdecode(value)
    raise Refused(show(value), "a string or None")


def _callback(value: Any) -> Any:
    if value is None or callable(value):
        return value
    raise Refused(show(value), "a function or None")


_ADDRESS_MASK = (1 << 64) - 1


def _pointer(value: Any) -> Any:
    """Numbers as addresses, 0 as null; objects (arrays, buffers) pass, the function itself judges them."""
    if value is None:
        return None
    if type(value) is int:
        return value & _ADDRESS_MASK or None
    if isinstance(value, np.ndarray):
        return value
    if isinstance(value, (float, complex, str)):
        raise Refused(show(value), "an address, an object or None")
    if isinstance(value, (np.integer, bool)):
        return int(value) & _ADDRESS_MASK or None
    return value


def _handle(value: Any) -> Any:
    if value is None or (type(value) is int and 0 < value <= _ADDRESS_MASK) or hasattr(value, "handle"):
        return value
    return _index(value, "a handle or None") & _ADDRESS_MASK or None


# Of the runtime and the plan; as numbers they may arrive, too, and the function itself tells which are alive.
_WITH_HANDLES: Mapping[str, tuple[str, str]] = {
    "aclrtStream": ("aclnn_emu.runtime.stream", "Stream"),
    "aclrtEvent": ("aclnn_emu.runtime.event", "Event"),
    "aclrtContext": ("aclnn_emu.runtime.context", "Context"),
    "aclOpExecutor": ("aclnn_emu.plan.executor", "Executor"),
}


def object_class(ctype: str) -> type | tuple[type, ...] | None:
    """The class, or classes, whose objects arrive as they are; None where looking for one would save nothing."""
    base, stars = pointee(ctype)
    if base == "void" and stars == 1:
        return (np.ndarray, HostPointer)
    known = stars == (0 if base in HANDLES else 1) and (base in OBJECTS or base in _WITH_HANDLES)
    return _class_of(base) if known else None


def enum_class(ctype: str) -> type[IntEnum] | None:
    """The enum whose members are numbers of this type; None where the type is no enum."""
    found: type[IntEnum] | None = getattr(enums, ctype, None) if ctype in enums.__all__ else None
    return found


def passes_null(ctype: str) -> bool:
    """Whether None arrives as it is: it is a null pointer or handle."""
    base, stars = pointee(ctype)
    return stars == (0 if base in HANDLES else 1) and (
        base in HANDLES or base in OBJECTS or base in ("void", "aclOpExecutor")
    )


def _class_of(base: str) -> type:
    module, name = OBJECTS.get(base) or _WITH_HANDLES[base]
    found: type = getattr(import_module(module), name)
    return found


def _object(base: str) -> Coercer:
    cls = _class_of(base)
    expected = f"an {base} or None"

    def convert(value: Any) -> Any:
        if value is None or isinstance(value, cls):
            return value
        raise Refused(show(value), expected)

    return convert


_STARLESS: Mapping[str, Coercer] = {"float": _float, "double": _double, "bool": _bool}


def _by_value(base: str) -> Coercer | None:
    if base in _INTEGERS:
        bits, signed = _INTEGERS[base]
        return _integer(bits, signed=signed)
    if base in _STARLESS:
        return _STARLESS[base]
    if base in HANDLES:
        return _handle
    if is_callback(base):
        return _callback
    return _integer(32, signed=True) if base in enums.__all__ else None


@cache
def coercer(ctype: str) -> Coercer | None:
    """The function that makes a value of this C type, None where any object passes.

    Args:
        ctype: as the header writes it, for instance ``const int64_t*``.

    Returns:
        A function of the value that raises `Refused`. Arrays and structures pass as they are: the function that
        takes them knows their length and fields.
    """
    base, stars = pointee(ctype)
    if stars == 0:
        return _by_value(base)
    if stars == 1 and base == "char":
        return _string
    if stars == 1 and base in ("void", "aclOpExecutor"):
        return _pointer
    return _object(base) if stars == 1 and base in OBJECTS else None


def plain_range(ctype: str) -> tuple[int, int]:
    """Lowest and highest plain int that arrives as it is; an empty range where there is none.

    Most arguments are such numbers, and looking at the range saves a call.
    """
    base, stars = pointee(ctype)
    if (base in HANDLES and stars == 0) or (base == "void" and stars == 1):
        return 1, _ADDRESS_MASK
    if stars == 0 and base in _INTEGERS:
        bits, signed = _INTEGERS[base]
        return _limits(bits, signed=signed)
    return _limits(32, signed=True) if stars == 0 and base in enums.__all__ else (1, 0)
