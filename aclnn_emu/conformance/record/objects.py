"""Arguments of recorded calls as data: objects by what they are, handles and addresses by who made them."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from aclnn_emu.boundary.coerce import HANDLES, OBJECTS, Refused, coercer, is_callback, pointee
from aclnn_emu.conformance.backends.functions import Parameter
from aclnn_emu.conformance.cases import ArraySpec, HostSpec, ListSpec, Ref, ScalarSpec, Spec, TensorSpec
from aclnn_emu.core.arrays import BoolArray, FloatArray, IntArray
from aclnn_emu.core.layout import contiguous_strides
from aclnn_emu.core.lists import ScalarList, TensorList
from aclnn_emu.core.scalar import Scalar
from aclnn_emu.core.tensor import Tensor
from aclnn_emu.runtime.memory import is_device_address

__all__ = ["LeftOut", "Values", "number_of", "spec_of"]

_ARRAYS = {IntArray: "int_array", FloatArray: "float_array", BoolArray: "bool_array"}
_LISTS = {TensorList: "tensor_list", ScalarList: "scalar_list"}
_MOST_HOST_BYTES = 1 << 28
_TABLED = frozenset(OBJECTS) | {"aclOpExecutor", "aclDataBuffer"}

# Bytes of host memory behind a pointer, from the other arguments.
_HOST_BYTES: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("aclrtMemcpy", "dst"): ("destMax",),
    ("aclrtMemcpy", "src"): ("count", "destMax"),
    ("aclrtMemcpyAsync", "dst"): ("destMax",),
    ("aclrtMemcpyAsync", "src"): ("count", "destMax"),
    ("aclrtMemset", "devPtr"): ("maxCount",),
    ("aclrtMemsetAsync", "devPtr"): ("maxCount",),
    ("aclrtMemsetD32", "ptr"): ("memSize",),
    ("aclrtMemsetD32Async", "ptr"): ("memSize",),
}
_HOST_ROWS = {"dst": "dpitch", "src": "spitch"}  # of the copies by rows


class LeftOut(Exception):
    """The call cannot be a part of the case; the text says why."""


def number_of(ctype: str, value: Any) -> Any:
    """A number, text or null as the C function gets it.

    Raises:
        LeftOut: it is nothing of the kind.
    """
    convert = coercer(ctype)
    try:
        found = value if convert is None else convert(value)
    except Refused as refused:
        raise LeftOut(f"an argument is {refused.got}, which no C program can pass") from None
    if found is None or isinstance(found, (bool, int, float, str)):
        return found
    raise LeftOut("an argument is a structure or a function")


def spec_of(thing: Any, **memory: Any) -> Spec:
    """The spec of a tensor, a scalar or an array.

    Raises:
        LeftOut: it is nothing of the kind.
    """
    if isinstance(thing, Tensor):
        spec = TensorSpec(
            thing.dtype,
            thing.view_shape,
            None if thing.view_strides == contiguous_strides(thing.view_shape) else thing.view_strides,
            thing.view_offset,
            thing.storage_shape,
            thing.format,
            **memory,
        )
        plain = TensorSpec(spec.dtype, spec.shape, spec.strides, spec.offset, None, spec.format, **memory)
        return plain if plain.storage_shape == spec.storage else spec
    if isinstance(thing, Scalar):
        return ScalarSpec(thing.dtype, thing.value)
    kind = _ARRAYS.get(type(thing))
    if kind is None:
        raise LeftOut(f"an argument is an object of type {type(thing).__name__}")
    return ArraySpec(kind, thing.values)


class Values:
    """The names of what the calls of a sequence made and use.

    Attributes:
        objects: the specs of tensors, scalars, arrays, lists and host memory that the calls refer to.
    """

    def __init__(self) -> None:
        self.objects: dict[str, Spec] = {}
        self._counts: Counter[str] = Counter()
        self._names: dict[
            int, tuple[Any, str]
        ] = {}  # by identity; holds the object so that no other gets its id
        self._handles: dict[int, str] = {}
        self._starts: list[int] = []
        self._blocks: dict[int, tuple[int, str]] = {}

    def _new(self, kind: str) -> str:
        self._counts[kind] += 1
        return f"{kind} {self._counts[kind]}"

    # What calls make

    def keep(self, kind: str, value: Any, nbytes: int | None = None) -> str:
        """A name for an output; memory of `nbytes` is found by its addresses, other things by identity and handle."""
        name = self._new(kind)
        if nbytes is not None:
            start = int(value)
            if start not in self._blocks:
                insort(self._starts, start)
            self._blocks[start] = (nbytes, name)
        elif isinstance(value, int):
            self._handles[int(value)] = name
        else:
            self._names[id(value)] = (value, name)
            handle = getattr(value, "handle", None) if kind != "executor" else None
            if isinstance(handle, int):
                self._handles[handle] = name
        return name

    # What calls get

    def argument(self, function: str, slot: Parameter, value: Any, given: Mapping[str, Any]) -> Any:
        """An argument as data; `given` are all arguments of the call by name.

        Raises:
            LeftOut: the format cannot express it.
        """
        base, stars = pointee(slot.ctype)
        if value is None:
            return None
        if stars == 0 and is_callback(base):
            raise LeftOut("functions of the program cannot be recorded")
        if stars == 0 and base in HANDLES:
            return self._handle(value)
        if stars == 1 and base in _TABLED:
            return self._object(value)
        if stars == 1 and base == "void":
            return self._pointer(function, slot.name, value, given)
        if isinstance(value, (list, tuple)):
            return self._numbers(value)
        return number_of(slot.ctype, value)

    def _numbers(self, values: list[Any] | tuple[Any, ...]) -> tuple[Any, ...]:
        found = tuple(number_of("int64_t", value) for value in values)
        if not all(type(value) is int for value in found):
            raise LeftOut("an argument is no list of whole numbers")
        return found

    def _handle(self, value: Any) -> Ref | None:
        if isinstance(value, int):
            if not value:
                return None
            name = self._handles.get(int(value))
        else:
            name = self._names.get(id(value), (None, None))[1]
        if name is None:
            raise LeftOut("a handle is none that a recorded call made")
        return Ref(name)

    def _object(self, value: Any) -> Ref | None:
        if isinstance(value, int) and not value:
            return None
        return Ref(self._name(value))

    def _name(self, thing: Any) -> str:
        known = self._names.get(id(thing))
        if known is not None:
            return known[1]
        kind = _LISTS.get(type(thing))
        spec: Spec
        if kind is not None:
            items = tuple(None if item is None else self._name(item) for item in thing.items)
            spec = ListSpec(kind, items)
        elif isinstance(thing, Tensor) and thing.address:
            block = self._block(thing.address)
            if block is None:
                raise LeftOut("a tensor lies in memory that no recorded call made")
            spec = spec_of(thing, memory=block.name, place=block.plus)
        else:
            spec = spec_of(thing)
        name = self._new(str(getattr(thing, "kind", "object")).removeprefix("acl").lower())
        self._names[id(thing)] = (thing, name)
        self.objects[name] = spec
        return name

    def _block(self, address: int) -> Ref | None:
        index = bisect_right(self._starts, address) - 1
        if index < 0:
            return None
        start = self._starts[index]
        nbytes, name = self._blocks[start]
        return Ref(name, address - start) if address - start < max(nbytes, 1) else None

    def _pointer(self, function: str, parameter: str, value: Any, given: Mapping[str, Any]) -> Any:
        if isinstance(value, (int, np.integer)):
            address = int(value)
            if not address:
                return None
            block = self._block(address)
            if block is not None:
                return block
            if is_device_address(address):
                raise LeftOut("an address lies in no memory that a recorded call made")
        return Ref(self._host(function, parameter, value, given))

    def _host(self, function: str, parameter: str, value: Any, given: Mapping[str, Any]) -> str:
        """Ordinary host memory: only its size counts."""
        wanted = _host_bytes(function, parameter, given)
        if not isinstance(value, int):
            _check_host_object(value, wanted, writes=parameter == "dst")
        name = f"host {wanted} bytes" + (" (source)" if parameter == "src" else "")
        self.objects[name] = HostSpec(wanted)
        return name


def _host_bytes(function: str, parameter: str, given: Mapping[str, Any]) -> int:
    if function.startswith("aclrtMemcpy2d"):
        wanted = int(given[_HOST_ROWS[parameter]]) * int(given["height"])
    elif (function, parameter) in _HOST_BYTES:
        wanted = min(int(given[name]) for name in _HOST_BYTES[function, parameter])
    else:
        raise LeftOut("host memory of an unknown size")
    if wanted > _MOST_HOST_BYTES:
        raise LeftOut(f"host memory of more than {_MOST_HOST_BYTES} bytes")
    return wanted


def _check_host_object(value: Any, wanted: int, *, writes: bool) -> None:
    """Refuse what only Python can pass: C has no read-only, strided or too small arrays to be told of."""
    if isinstance(value, np.ndarray):
        usable, nbytes, writable = value.flags.c_contiguous, value.nbytes, value.flags.writeable
    else:
        try:
            view = memoryview(value)
        except TypeError:
            raise LeftOut("an argument is no memory") from None
        usable, nbytes, writable = view.c_contiguous, view.nbytes, not view.readonly
    if not usable or (writes and not writable) or nbytes < wanted:
        raise LeftOut("a host object that no C program can pass")
