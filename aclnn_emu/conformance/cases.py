"""A case as data: objects, calls on them, and what each call must answer; to JSON and back."""

from __future__ import annotations

import base64
import binascii
import json
import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import attrs

from aclnn_emu.core.dtypes import DataType, dtype_name
from aclnn_emu.core.layout import contiguous_strides, is_contiguous, view_reach

__all__ = [
    "ArraySpec",
    "Call",
    "Case",
    "CaseFileError",
    "HostSpec",
    "ListSpec",
    "MemorySpec",
    "Ref",
    "ScalarSpec",
    "Spec",
    "TensorSpec",
    "dump_cases",
    "load_cases",
    "spec_from_json",
    "spec_to_json",
]

ND = 2
_BY_NAME = {dtype_name(member): int(member) for member in DataType}


class CaseFileError(Exception):
    """A file of cases that cannot be read: the text names file, case and field."""


@attrs.frozen
class TensorSpec:
    """How to make an aclTensor.

    Attributes:
        dtype: aclDataType value, or any other number.
        shape: view sizes.
        strides: elements; None for contiguous.
        offset: elements.
        storage: storage sizes; None for what the view needs.
        format: aclFormat value.
        memory: device memory of the storage's size stands behind it, or the memory of this name; without, the address is
            null.
        place: bytes from the start of that memory.
    """

    dtype: int
    shape: tuple[int, ...]
    strides: tuple[int, ...] | None = None
    offset: int = 0
    storage: tuple[int, ...] | None = None
    format: int = ND
    memory: bool | str = False
    place: int = 0

    @property
    def rank(self) -> int:
        """Number of dimensions."""
        return len(self.shape)

    @property
    def numel(self) -> int:
        """Number of elements."""
        return math.prod(self.shape)

    @property
    def empty(self) -> bool:
        """A size is 0."""
        return 0 in self.shape

    @property
    def storage_shape(self) -> tuple[int, ...]:
        """As given; else the view shape, or what the view reaches."""
        if self.storage is not None:
            return self.storage
        if self.strides is None and not self.offset:
            return self.shape
        return (max(self.reach[1], 0),)

    @property
    def reach(self) -> tuple[int, int]:
        """Lowest element that the view touches, and one past the highest."""
        strides = contiguous_strides(self.shape) if self.strides is None else self.strides
        return view_reach(self.shape, strides, self.offset)

    @property
    def contiguous(self) -> bool:
        """Laid out without gaps; formats are the reader's to judge."""
        return self.strides is None or is_contiguous(self.shape, self.strides)


@attrs.frozen
class ScalarSpec:
    """How to make an aclScalar."""

    dtype: int
    value: complex


@attrs.frozen
class ArraySpec:
    """How to make an aclIntArray, aclFloatArray or aclBoolArray; `kind` as in a prototype (int_array)."""

    kind: str
    values: tuple[Any, ...]


@attrs.frozen
class ListSpec:
    """How to make an aclTensorList or aclScalarList: the names of its members, None for a null one."""

    kind: str
    items: tuple[str | None, ...]


@attrs.frozen
class MemorySpec:
    """Device memory.

    Attributes:
        nbytes: a number or the name of a kept output.
        data: what is written there first, zeros behind it; None leaves what is there.
    """

    nbytes: int | str
    data: bytes | None = None


@attrs.frozen
class HostSpec:
    """Host memory of some bytes; what is in it does not matter."""

    nbytes: int


Spec: TypeAlias = "TensorSpec | ScalarSpec | ArraySpec | ListSpec | MemorySpec | HostSpec"


@attrs.frozen
class Ref:
    """An argument: the object or the kept output of this name, or an address `plus` bytes behind it."""

    name: str
    plus: int = 0


@attrs.frozen
class Call:
    """One call of a C function.

    Attributes:
        function: C name.
        args: the inputs in C order: numbers, texts, None or a `Ref`.
        status: what it must return; None where the value is not looked at.
        message: id of the message, as the emulator prints it in square brackets; "" where there is none or any will do.
        nulls: output parameters for which a null pointer is passed.
        keep: names under which later calls find the outputs, in C order; of a function that returns a value, the value.
        outputs: what the outputs must be, in C order; None for anything.
        workspace: what workspaceSize must be on an emulator; None for anything.
        contents: names of memory, and the bytes that must be there after the call.
    """

    function: str
    args: tuple[Any, ...] = ()
    status: int | None = 0
    message: str = ""
    nulls: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    outputs: tuple[Any, ...] = ()
    workspace: int | None = None
    contents: tuple[tuple[str, bytes], ...] = ()


@attrs.frozen
class Case:
    """One test.

    Attributes:
        id: unique and readable.
        subject: the operator, or the runtime function that it is about.
        soc: the chip; "" for any.
        rule: which family of cases it belongs to.
        calls: in order.
        objects: what the calls refer to.
        source: where the expectation comes from.
        emulator_only: why no real NPU can run it; "" where one can.
        fresh: it needs a process, or machine, that nothing was done with.
    """

    id: str
    subject: str
    soc: str
    rule: str
    calls: tuple[Call, ...]
    objects: Mapping[str, Spec] = attrs.field(factory=dict)
    source: str = ""
    emulator_only: str = ""
    fresh: bool = False

    @property
    def expected(self) -> int:
        """The status that the case is about: the first failure that it expects, else 0.

        Statuses have six digits; smaller numbers are values of functions that return no status.
        """
        return next((call.status for call in self.calls if call.status and call.status >= 100_000), 0)


# JSON. Empty and default fields are left out.


def _dtype_out(dtype: int) -> str | int:
    name = dtype_name(dtype)
    return name if _BY_NAME.get(name) == dtype else int(dtype)


def _number_out(value: Any) -> Any:
    if isinstance(value, complex):
        return {"complex": [_number_out(value.real), _number_out(value.imag)]}
    if isinstance(value, float) and not math.isfinite(value):
        return {"float": repr(value)}
    return value


def _bytes_out(data: bytes) -> str:
    return base64.b64encode(data.rstrip(b"\0")).decode()


def spec_to_json(spec: Spec) -> dict[str, Any]:
    """One object as what `json.dumps` takes."""
    if isinstance(spec, TensorSpec):
        fields: dict[str, Any] = {"dtype": _dtype_out(spec.dtype), "shape": list(spec.shape)}
        fields |= {"strides": list(spec.strides)} if spec.strides is not None else {}
        fields |= {"offset": spec.offset} if spec.offset else {}
        fields |= {"storage": list(spec.storage)} if spec.storage is not None else {}
        fields |= {"format": spec.format} if spec.format != ND else {}
        fields |= {"memory": spec.memory} if spec.memory else {}
        return {"tensor": fields | ({"place": spec.place} if spec.place else {})}
    if isinstance(spec, ScalarSpec):
        return {"scalar": {"dtype": _dtype_out(spec.dtype), "value": _number_out(spec.value)}}
    if isinstance(spec, ArraySpec):
        return {spec.kind: list(spec.values)}
    if isinstance(spec, ListSpec):
        return {spec.kind: list(spec.items)}
    if isinstance(spec, HostSpec):
        return {"host": spec.nbytes}
    return {
        "memory": spec.nbytes if spec.data is None else {"bytes": spec.nbytes, "data": _bytes_out(spec.data)}
    }


def _arg_out(arg: Any) -> Any:
    if isinstance(arg, Ref):
        return {"ref": arg.name} | ({"plus": arg.plus} if arg.plus else {})
    return _number_out(arg)


def _call_out(call: Call) -> dict[str, Any]:
    args = [_arg_out(arg) for arg in call.args]
    fields: dict[str, Any] = {"call": call.function, "args": args, "status": call.status}
    for name in ("message", "nulls", "keep", "outputs"):
        value = getattr(call, name)
        if value:
            fields[name] = list(value) if isinstance(value, tuple) else value
    if call.workspace is not None:
        fields["workspace"] = call.workspace
    if call.contents:
        fields["contents"] = {
            name: {"bytes": len(data), "data": _bytes_out(data)} for name, data in call.contents
        }
    return fields


def case_to_json(case: Case) -> dict[str, Any]:
    """The case as what `json.dumps` takes."""
    fields: dict[str, Any] = {"id": case.id, "subject": case.subject, "soc": case.soc, "rule": case.rule}
    if case.objects:
        fields["objects"] = {name: spec_to_json(spec) for name, spec in case.objects.items()}
    fields["calls"] = [_call_out(call) for call in case.calls]
    for name in ("source", "emulator_only", "fresh"):
        if getattr(case, name):
            fields[name] = getattr(case, name)
    return fields


def dump_cases(cases: Iterable[Case], path: Path, about: Mapping[str, Any] | None = None) -> None:
    """Write a file of cases, one a line; `about` is for the reader and stands before them."""
    lines = ",\n".join(json.dumps(case_to_json(case)) for case in cases)
    head = f'"recorded": {json.dumps(about, indent=1)},\n' if about else ""
    path.write_text(f'{{{head}"cases": [\n{lines}\n]}}\n', encoding="utf-8")


def load_cases(path: Path) -> list[Case]:
    """Read a file of cases.

    Raises:
        CaseFileError: it cannot be read, or a field is missing or wrong.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CaseFileError(f"{path}: {error}") from error
    rows = content.get("cases") if isinstance(content, dict) else None
    if not isinstance(rows, list):
        raise CaseFileError(f'{path}: an object {{"cases": [...]}} is expected')
    return [_read_case(row, f"{path}: case {place}") for place, row in enumerate(rows)]


def _read_case(row: Any, where: str) -> Case:
    if not isinstance(row, dict):
        raise CaseFileError(f"{where}: an object is expected, not {row!r}")
    if isinstance(row.get("id"), str):
        where = f"{where} ({row['id']})"
    reader = _Reader(where)
    objects = reader.get(row, "objects", dict, {})
    return Case(
        id=reader.get(row, "id", str),
        subject=reader.get(row, "subject", str),
        soc=reader.get(row, "soc", str, ""),
        rule=reader.get(row, "rule", str, "recorded"),
        calls=tuple(
            reader.call(call, f"calls[{place}]") for place, call in enumerate(reader.get(row, "calls", list))
        ),
        objects={name: reader.spec(spec, f"objects.{name}") for name, spec in objects.items()},
        source=reader.get(row, "source", str, ""),
        emulator_only=reader.get(row, "emulator_only", str, ""),
        fresh=reader.get(row, "fresh", bool, False),
    )


def spec_from_json(row: Any, where: str) -> Spec:
    """One object, as a case's `objects` has it.

    Raises:
        CaseFileError: a field is missing or wrong; `where` is named in front.
    """
    return _Reader(where).spec(row, "object")


_REQUIRED: Any = object()


class _Reader:
    """Reads fields and says where it found a wrong one."""

    def __init__(self, where: str) -> None:
        self.where = where

    def fail(self, field: str, expected: str, got: Any) -> CaseFileError:
        return CaseFileError(f"{self.where}: field {field} must be {expected}, not {got!r}")

    def get(
        self, row: Mapping[str, Any], name: str, kind: type, default: Any = _REQUIRED, at: str = ""
    ) -> Any:
        value = row.get(name, default)
        if value is _REQUIRED:
            raise CaseFileError(f"{self.where}: field {at}{name} is missing")
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.fail(f"{at}{name}", f"of type {kind.__name__}", value)
        return value

    def sizes(
        self, row: Mapping[str, Any], name: str, at: str, default: Any = _REQUIRED
    ) -> tuple[int, ...] | None:
        value = row.get(name, default)
        if value is None:
            return None
        if not isinstance(value, list) or not all(type(size) is int for size in value):
            raise self.fail(f"{at}.{name}", "a list of whole numbers", None if value is _REQUIRED else value)
        return tuple(value)

    def dtype(self, row: Mapping[str, Any], at: str) -> int:
        value = row.get("dtype")
        if isinstance(value, str) and value in _BY_NAME:
            return _BY_NAME[value]
        if type(value) is int:
            return value
        raise self.fail(f"{at}.dtype", "the name of a dtype (FLOAT) or a number", value)

    def number(self, value: Any, at: str) -> Any:
        if isinstance(value, dict) and "ref" in value:
            plus = self.get(value, "plus", int, 0, f"{at}.")
            return Ref(self.get(value, "ref", str, at=f"{at}."), plus)
        if isinstance(value, dict) and isinstance(value.get("complex"), list) and len(value["complex"]) == 2:
            return complex(*(self.number(part, at) for part in value["complex"]))
        if isinstance(value, dict) and isinstance(value.get("float"), str):
            return float(value["float"])
        if isinstance(value, list) and all(isinstance(item, (int, float)) for item in value):
            return tuple(value)  # an array of numbers
        if isinstance(value, (dict, list)):
            raise self.fail(at, "a number, a text, null, a list of numbers or a reference", value)
        return value

    def data(self, row: Any, at: str) -> bytes:
        """Bytes in base64, with zeros behind them up to their number."""
        if not isinstance(row, dict):
            raise self.fail(at, 'an object {"bytes": N, "data": "base64"}', row)
        size, text = self.get(row, "bytes", int, at=f"{at}."), self.get(row, "data", str, at=f"{at}.")
        try:
            found = base64.b64decode(text, validate=True)
        except binascii.Error:
            raise self.fail(f"{at}.data", "in base64", text) from None
        if not len(found) <= size:
            raise self.fail(f"{at}.bytes", f"at least the {len(found)} of the data", size)
        return found + bytes(size - len(found))

    def memory(self, value: Any, at: str) -> MemorySpec:
        if not isinstance(value, dict):
            return MemorySpec(value)
        data = self.data(value, at)
        return MemorySpec(len(data), data.rstrip(b"\0"))

    def spec(self, row: Any, at: str) -> Spec:
        if not isinstance(row, dict) or len(row) != 1:
            raise self.fail(at, "an object with one entry: tensor, scalar, int_array, ...", row)
        ((kind, value),) = row.items()
        if kind == "tensor":
            return TensorSpec(
                dtype=self.dtype(value, at),
                shape=self.sizes(value, "shape", at) or (),
                strides=self.sizes(value, "strides", at, None),
                offset=self.get(value, "offset", int, 0, f"{at}."),
                storage=self.sizes(value, "storage", at, None),
                format=self.get(value, "format", int, ND, f"{at}."),
                memory=value["memory"]
                if isinstance(value.get("memory"), str)
                else self.get(value, "memory", bool, False, f"{at}."),
                place=self.get(value, "place", int, 0, f"{at}."),
            )
        if kind == "scalar":
            return ScalarSpec(self.dtype(value, at), self.number(value.get("value"), f"{at}.value"))
        if kind == "memory" and isinstance(value, (int, str, dict)):
            return self.memory(value, at)
        if kind == "host" and isinstance(value, int):
            return HostSpec(value)
        if kind in ("int_array", "float_array", "bool_array") and isinstance(value, list):
            return ArraySpec(kind, tuple(value))
        if kind in ("tensor_list", "scalar_list") and isinstance(value, list):
            return ListSpec(kind, tuple(value))
        raise self.fail(at, "a known kind of object with its fields", row)

    def call(self, row: Any, at: str) -> Call:
        if not isinstance(row, dict):
            raise self.fail(at, "an object", row)
        args = self.get(row, "args", list, [], f"{at}.")
        contents = self.get(row, "contents", dict, {}, f"{at}.")
        status = row.get("status", 0)
        return Call(
            function=self.get(row, "call", str, at=f"{at}."),
            args=tuple(self.number(arg, f"{at}.args[{place}]") for place, arg in enumerate(args)),
            status=None if status is None else self.get(row, "status", int, 0, f"{at}."),
            message=self.get(row, "message", str, "", f"{at}."),
            nulls=tuple(self.get(row, "nulls", list, [], f"{at}.")),
            keep=tuple(self.get(row, "keep", list, [], f"{at}.")),
            outputs=tuple(self.get(row, "outputs", list, [], f"{at}.")),
            workspace=self.get(row, "workspace", int, None, f"{at}.") if "workspace" in row else None,
            contents=tuple(
                (name, self.data(data, f"{at}.contents.{name}")) for name, data in contents.items()
            ),
        )
