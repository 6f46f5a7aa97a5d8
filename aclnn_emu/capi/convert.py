"""How each argument and result passes between a slot and the C-named face."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from aclnn_emu.boundary.coerce import OBJECTS, is_callback, pointee
from aclnn_emu.capi.declare import CFunctionType, value
from aclnn_emu.capi.memory import CMemory, bits_of, double_of
from aclnn_emu.capi.objects import ObjectTable

__all__ = ["Converter", "Marshal"]

_Words = Sequence[int]
# Of the slot and of all input slots of the call, some of them converted already.
_Input = Callable[[int, list[Any]], Any]
# Of the Python result and the address that the caller gave.
_Output = Callable[[Any, int], int]

_TABLED = frozenset(OBJECTS) | {"aclDataBuffer", "aclOpExecutor"}

_TENSOR_DIMS = {
    "viewDims": ("int64_t", "viewDimsNum"),
    "storageDims": ("int64_t", "storageDimsNum"),
}
# Arrays that a function reads: parameter -> element type and the parameter that counts them.
_ARRAYS = {
    "aclCreateTensor": _TENSOR_DIMS | {"stride": ("int64_t", "viewDimsNum")},
    "aclInitTensor": _TENSOR_DIMS,
    "aclCreateIntArray": {"value": ("int64_t", "size")},
    "aclCreateFloatArray": {"value": ("float", "size")},
    "aclCreateBoolArray": {"value": ("uint8_t", "size")},
}
_LISTS = frozenset({"aclCreateTensorList", "aclCreateScalarList"})


def is_tabled(ctype: str) -> bool:
    """Whether a C type is a pointer to an object of the table."""
    base, stars = pointee(ctype)
    return stars == 1 and base in _TABLED


class Converter:
    """The conversions by kind of argument.

    Args:
        memory: access to the program's memory.
        objects: what the pointers of opaque types stand for.
    """

    def __init__(self, memory: CMemory, objects: ObjectTable) -> None:
        self.memory = memory
        self.objects = objects

    def input(self, ctype: str) -> _Input | None:
        """For an argument of this C type; None where the slot's number is what the face takes."""
        base, stars = pointee(ctype)
        if stars == 1 and base == "char":
            return self._string
        if stars == 0 and is_callback(base):
            return self._callback
        if stars == 1 and base == "aclrtMallocConfig":
            return self._malloc_config
        return _double if value(ctype).kind in ("float", "double") else None

    def output(self, ctype: str) -> _Output | None:
        """For a result that goes through a pointer of this C type; None where the face gives a plain number."""
        base, stars = pointee(ctype)
        if stars == 2 and base == "int64_t":
            return self._array_out
        if base == "aclOpExecutor":
            return self._executor_out
        if base == "aclrtPtrAttributes":
            return self._attributes_out
        if stars == 1 and base not in ("void", "char") and value(base).kind == "integer":
            return None
        return _double_out if base in ("float", "double") else _number_out

    def _string(self, word: int, _words: list[Any]) -> str | None:
        return self.memory.read_string(word)

    def _callback(self, word: int, _words: list[Any]) -> Any:
        return self.memory.function(word) if word else None

    def _malloc_config(self, word: int, _words: list[Any]) -> dict[str, Any] | None:
        """aclrtMallocConfig: a pointer to attributes of 4 + 4 + 8 bytes (aligned 4: 12 bytes each), and their number."""
        if not word:
            return None
        address, count = self.memory.read_array(word, "uint64_t", 2)
        if not address:
            return {"attrs": None, "numAttrs": count}
        fields = self.memory.read_array(address, "uint32_t", 3 * count)
        attributes = [
            {"attr": fields[i], "value": dict.fromkeys(("moduleId", "deviceId", "vaFlag"), fields[i + 1])}
            for i in range(0, 3 * count, 3)
        ]
        return {"attrs": attributes, "numAttrs": count}

    def _executor_out(self, executor: Any, _address: int) -> int:
        return self.objects.add(executor)

    def _array_out(self, values: list[int], _address: int) -> int:
        return self.memory.copy_out(values)

    def _attributes_out(self, attributes: Any, address: int) -> int:
        location = attributes.location
        self.memory.write_words(address, [location.id, int(location.type), attributes.pageSize, 0, 0, 0, 0])
        return 0


def _double(word: int, _words: list[Any]) -> float:
    return double_of(word)


def _double_out(number: float, _address: int) -> int:
    return bits_of(number)


def _number_out(result: Any, _address: int) -> int:
    """A number, a null pointer, or a runtime object that has a handle."""
    if result is None:
        return 0
    return result if isinstance(result, int) else int(result.handle)


class Marshal:
    """The conversions of one function.

    Args:
        ctype: the function.
        convert: the conversions by kind.
    """

    def __init__(self, ctype: CFunctionType, convert: Converter) -> None:
        self._ctype = ctype
        self._convert = convert
        self._position = {name: i for i, (_, name) in enumerate(ctype.inputs)}

    def inputs(self) -> tuple[tuple[int, _Input], ...]:
        """Position and conversion of each argument that is converted, without the `tabled` ones."""
        found = (
            (i, self._special(name) or self._convert.input(ctype))
            for i, (ctype, name) in enumerate(self._ctype.inputs)
        )
        return tuple((i, convert) for i, convert in found if convert is not None)

    def tabled(self) -> tuple[int, ...]:
        """Positions of the arguments that stand for an object of the table."""
        return tuple(i for i, (ctype, _) in enumerate(self._ctype.inputs) if is_tabled(ctype))

    def results(self) -> tuple[tuple[int, _Output], ...]:
        """Position in the face's result, where the status is first, and conversion of each output that is converted."""
        found = ((1 + i, self._convert.output(ctype)) for i, (ctype, _) in enumerate(self._ctype.outputs))
        return tuple((i, convert) for i, convert in found if convert is not None)

    def _special(self, parameter: str) -> _Input | None:
        name = self._ctype.name
        if name in _LISTS and parameter == "value":
            return self._list(self._position["size"])
        if name == "aclCreateScalar" and parameter == "value":
            return self._scalar(self._position["dataType"])
        if name == "aclInitTensor" and parameter == "stride":
            return self._init_strides()
        entry = _ARRAYS.get(name, {}).get(parameter)
        return None if entry is None else self._array(entry[0], self._position[entry[1]])

    def _array(self, ctype: str, count: int) -> _Input:
        read = self._convert.memory.read_array
        return lambda word, words: read(word, ctype, words[count]) if word else None

    def _init_strides(self) -> _Input:
        """As many strides as the tensor will have sizes; without new sizes that is as many as it has."""
        read = self._convert.memory.read_array
        tensor, dims, count = (self._position[name] for name in ("tensor", "viewDims", "viewDimsNum"))

        def strides(word: int, words: list[Any]) -> list[int] | None:
            if not word:
                return None
            known = words[count] if words[dims] else getattr(words[tensor], "rank", 0)
            return read(word, "int64_t", known)

        return strides

    def _scalar(self, dtype: int) -> _Input:
        read = self._convert.memory.read_value

        def scalar(word: int, words: list[Any]) -> Any:
            number = words[dtype] & 0xFFFF_FFFF
            return read(word, number - (1 << 32) if number >> 31 else number) if word else None

        return scalar

    def _list(self, count: int) -> _Input:
        read, find = self._convert.memory.read_array, self._convert.objects.find
        return lambda word, words: (
            [find(member) for member in read(word, "uint64_t", words[count])] if word else None
        )

    def return_value(self) -> Callable[[Any, _Words], int] | None:
        """The conversion of the returned value; None where the face gives a plain number, as every status is."""
        ctype = self._ctype
        base, stars = pointee(ctype.ret)
        if base == "char":
            return self._returned_string()
        if stars and base in _TABLED:
            return self._returned_object()
        if not stars and base == "float":
            return lambda result, _words: bits_of(result or 0.0)
        if not stars and (base == "void" or value(base).kind == "integer"):
            return None
        return lambda result, _words: _number_out(result, 0)

    def _returned_string(self) -> Callable[[Any, _Words], int]:
        memory = self._convert.memory
        keep = memory.latest_string if self._ctype.name == "aclGetRecentErrMsg" else memory.keep_string
        return lambda result, _words: 0 if result is None else keep(result)

    def _returned_object(self) -> Callable[[Any, _Words], int]:
        add, read = self._convert.objects.add, self._convert.memory.read_array
        if self._ctype.name not in _LISTS:
            return lambda result, _words: 0 if result is None else add(result)
        address, size = (self._position[name] for name in ("value", "size"))

        def returned(result: Any, words: _Words) -> int:
            if result is None:
                return 0
            members = read(words[address], "uint64_t", words[size]) if words[address] else ()
            return add(result, tuple(members))

        return returned

    def finish(self) -> Callable[[int, _Words, list[Any]], None] | None:
        """What happens after the call, of its status, its words and its arguments: a dead object leaves the table."""
        objects = self._convert.objects
        if self._ctype.name.startswith("aclDestroy"):
            return lambda status, words, _values: None if status else objects.retire(words[0])
        executor = self._position.get("executor")
        if executor is None:
            return None

        def retire_used(_status: int, words: _Words, values: list[Any]) -> None:
            if not getattr(values[executor], "alive", True):
                objects.retire(words[executor])

        return retire_used
