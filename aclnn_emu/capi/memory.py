"""The program's memory as the interpreter reads and writes it: numbers, arrays, strings, structures."""

from __future__ import annotations

import os
import struct
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from aclnn_emu.abi.enums import aclDataType
from aclnn_emu.core.dtypes import itemsize_bytes, numpy_dtype

__all__ = ["CMemory", "bits_of", "double_of"]

_MASK = (1 << 64) - 1
_DOUBLE = struct.Struct("<d")
_WORD = struct.Struct("<Q")

# Data types whose value C reads as one of its own.
_PLAIN = {
    aclDataType.ACL_FLOAT: "float",
    aclDataType.ACL_DOUBLE: "double",
    aclDataType.ACL_INT32: "int32_t",
    aclDataType.ACL_INT64: "int64_t",
}


def double_of(word: int) -> float:
    """The double whose bits are in a slot."""
    number: float = _DOUBLE.unpack(_WORD.pack(word))[0]
    return number


def bits_of(number: float) -> int:
    """The bits of a double, for a slot."""
    word: int = _WORD.unpack(_DOUBLE.pack(number))[0]
    return word


class CMemory:
    """Access to the memory of this process.

    Args:
        ffi: cffi's, of the embedding library.
        allocate: C's malloc, for memory that the caller will give back with free.
    """

    def __init__(self, ffi: Any, allocate: Callable[[int], Any]) -> None:
        self._ffi = ffi
        self._allocate = allocate
        names = ("int64_t", "uint64_t", "uint32_t", "uint8_t", "float", "double", "int32_t", "char")
        self._pointers = {name: ffi.typeof(f"{name}*") for name in names}
        self._strings: dict[str, Any] = {}
        self._latest = threading.local()

    def read_string(self, address: int) -> str | None:
        """A C string; None for null."""
        if not address:
            return None
        return os.fsdecode(self._ffi.string(self._ffi.cast(self._pointers["char"], address)))

    def read_array(self, address: int, ctype: str, count: int) -> list[Any]:
        """`count` elements of a C type."""
        found: list[Any] = self._ffi.unpack(self._ffi.cast(self._pointers[ctype], address), count)
        return found

    def read_value(self, address: int, dtype: int) -> Any:
        """One element of an aclDataType: a number or a NumPy scalar; 0 where no number has this type."""
        plain = _PLAIN.get(dtype)  # type: ignore[call-overload]  # IntEnum keys are ints
        if plain is not None:
            return self._ffi.cast(self._pointers[plain], address)[0]
        found = numpy_dtype(dtype)
        if found is None:
            return 0  # aclCreateScalar refuses the type and does not look at the value
        raw = bytes(
            self._ffi.buffer(self._ffi.cast(self._pointers["char"], address), itemsize_bytes(dtype, 1))
        )
        return np.frombuffer(raw, found)[0]

    def keep_string(self, text: str) -> int:
        """The address of a string that stays for ever; the same text has the same address."""
        kept = self._strings.get(text)
        if kept is None:  # setdefault: of two threads at once, both get the one that stays
            kept = self._strings.setdefault(text, self._ffi.new("char[]", os.fsencode(text)))
        return self._address(kept)

    def latest_string(self, text: str) -> int:
        """The address of a string that stays until the calling thread asks for the next one."""
        self._latest.text = kept = self._ffi.new("char[]", text.encode("utf-8", "replace"))
        return self._address(kept)

    def copy_out(self, values: list[int]) -> int:
        """The address of a fresh int64_t array that the caller frees; 0 when there is no memory left."""
        found = self._allocate(max(len(values), 1) * 8)
        if not found:
            return 0
        self._ffi.cast(self._pointers["int64_t"], found)[0 : len(values)] = values
        return self._address(found)

    def write_words(self, address: int, values: list[int]) -> None:
        """Store uint32_t values one after the other."""
        self._ffi.cast(self._pointers["uint32_t"], address)[0 : len(values)] = values

    def function(self, address: int) -> Callable[[Any], None]:
        """A ``void (*)(void *)`` as a Python function of an address."""
        call, cast = self._ffi.cast("void (*)(void *)", address), self._ffi.cast

        def run(argument: Any) -> None:
            call(cast("void *", argument or 0))

        return run

    def _address(self, pointer: Any) -> int:
        return int(self._ffi.cast("uintptr_t", pointer)) & _MASK
