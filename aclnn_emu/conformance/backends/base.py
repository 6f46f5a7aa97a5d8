"""What every backend does: make objects, make calls, clean up."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from aclnn_emu.conformance.backends.functions import returns_status
from aclnn_emu.conformance.cases import (
    ArraySpec,
    Call,
    Case,
    HostSpec,
    ListSpec,
    MemorySpec,
    Ref,
    ScalarSpec,
    Spec,
    TensorSpec,
)
from aclnn_emu.core.dtypes import itemsize_bytes

__all__ = ["Answer", "Backend", "BackendError"]


class BackendError(Exception):
    """The backend cannot be used: which library, where it was looked for, or which call failed."""


class Answer(NamedTuple):
    """What a call gave.

    Attributes:
        status: the status, or the value of a function that returns one.
        message: id of the recorded message, "" where there is none; None where the backend does not know ids.
        text: the recorded text, "" for none.
        outputs: the outputs in C order.
        contents: what is in the memory that the call was asked about, by its name.
    """

    status: Any
    message: str | None
    text: str
    outputs: tuple[Any, ...]
    contents: Mapping[str, bytes] = {}


_DESTROY = {
    TensorSpec: "aclDestroyTensor",
    ScalarSpec: "aclDestroyScalar",
}
_ARRAYS = {"int_array": "IntArray", "float_array": "FloatArray", "bool_array": "BoolArray"}
_TO_DEVICE, _TO_HOST = 1, 2
_LISTS = {"tensor_list": "TensorList", "scalar_list": "ScalarList"}


class Backend(ABC):
    """Runs cases.

    Attributes:
        name: emulator, cabi or cann.
        emulated: it runs cases that only an emulator can answer.
    """

    name: str
    emulated: bool = True

    @property
    @abstractmethod
    def soc(self) -> str:
        """The chip that answers now; "" where it is none that has a profile."""

    @abstractmethod
    def choose(self, soc: str) -> bool:
        """Change to another chip; False where that is not possible."""

    @abstractmethod
    def reset(self) -> bool:
        """Start afresh, with device 0 set; False where only a new process could."""

    @abstractmethod
    def call(self, function: str, args: tuple[Any, ...], nulls: tuple[str, ...]) -> Answer:
        """Make one call."""

    @abstractmethod
    def scalar(self, value: Any, dtype: int) -> Any:
        """aclCreateScalar."""

    def why_not(self, case: Case) -> str:
        """Why a case cannot run here; "" where it can. Changes the chip where it can."""
        if case.emulator_only and not self.emulated:
            return f"for an emulator only: {case.emulator_only}"
        if case.soc and case.soc != self.soc and not self.choose(case.soc):
            return f"the device is {self.soc or 'of an unknown chip'}, the case is for {case.soc}"
        if case.fresh and not self.reset():
            return "needs a process in which nothing was done before"
        return ""

    def run(self, case: Case) -> list[Answer]:
        """Make the objects, the calls up to the first wrong answer of a kind that later calls depend on, and clean up."""
        session = Session(self, case.objects)
        try:
            return [session.call(call) for call in case.calls]
        finally:
            session.close()
            if case.fresh:
                self.reset()

    def leaks(self) -> list[str]:
        """What was made since the last reset and is still there, a line each; empty where the backend cannot know."""
        return []

    def close(self) -> None:  # noqa: B027 - most have nothing to do
        """Leave the device as it was."""


class Session:
    """The objects and kept outputs of one case."""

    def __init__(self, backend: Backend, specs: Mapping[str, Spec]) -> None:
        self.backend = backend
        self.specs = specs
        self.known: dict[str, Any] = {}
        self._memory: list[Any] = []
        self._idle: Any = None  # an executor that nobody has used
        self._gone: set[str] = set()  # what the case itself has destroyed

    def call(self, call: Call) -> Answer:
        """One call; its outputs are kept under their names."""
        args = tuple(self._argument(arg) if isinstance(arg, Ref) else arg for arg in call.args)
        if self._idle is not None and any(arg is self._idle for arg in args):
            self._idle = None
        answer = self.backend.call(call.function, args, call.nulls)
        if answer.status == 0 and call.function.startswith(("aclDestroy", "aclrtFree")):
            self._forget(call.args, args)
        if call.keep:
            found = answer.outputs if returns_status(call.function) else (answer.status,)
            for name, value in zip(call.keep, found, strict=False):
                self.known[name] = value
                if name == "executor" and answer.status == 0:
                    self._idle = value
        if call.contents:
            read = {name: self._read(name, len(data)) for name, data in call.contents}
            return answer._replace(contents=read)
        return answer

    def _forget(self, named: tuple[Any, ...], args: tuple[Any, ...]) -> None:
        """A second end of the same object would be the case's fault on a card."""
        self._gone.update(arg.name for arg in named if isinstance(arg, Ref) and not arg.plus)
        self._memory = [address for address in self._memory if not any(address is arg for arg in args)]

    def _argument(self, ref: Ref) -> Any:
        value = self.value(ref.name)
        return value + ref.plus if ref.plus else value

    def value(self, name: str) -> Any:
        """The kept output or object of this name; made when first asked for."""
        if name not in self.known:
            if name not in self.specs:
                raise BackendError(
                    f"nothing is called {name!r}: neither an object of the case nor a kept output"
                )
            self.known[name] = self._make(self.specs[name])
        return self.known[name]

    def _make(self, spec: Spec) -> Any:
        backend = self.backend
        if isinstance(spec, TensorSpec):
            address = self._behind(spec)
            return self._create(
                "aclCreateTensor",
                (
                    spec.shape,
                    len(spec.shape),
                    spec.dtype,
                    spec.strides,
                    spec.offset,
                    spec.format,
                    spec.storage_shape,
                    len(spec.storage_shape),
                    address,
                ),
            )
        if isinstance(spec, ScalarSpec):
            return backend.scalar(spec.value, spec.dtype)
        if isinstance(spec, MemorySpec):
            size = self.known[spec.nbytes] if isinstance(spec.nbytes, str) else spec.nbytes
            address = self._allocate(size)
            if address is not None and spec.data is not None:
                self._copy(address, np.frombuffer(spec.data.ljust(size, b"\0"), np.uint8).copy(), _TO_DEVICE)
            return address
        if isinstance(spec, HostSpec):
            return np.zeros(spec.nbytes, np.uint8)
        if isinstance(spec, ListSpec):
            items = [None if item is None else self.value(item) for item in spec.items]
            return self._create(f"aclCreate{_LISTS[spec.kind]}", (items, len(items)))
        return self._create(f"aclCreate{_ARRAYS[spec.kind]}", (spec.values, len(spec.values)))

    def _create(self, function: str, args: tuple[Any, ...]) -> Any:
        return self.backend.call(function, args, ()).status

    def _behind(self, spec: TensorSpec) -> Any:
        """The address of a tensor."""
        if isinstance(spec.memory, str):
            start = self.value(spec.memory)
            return start + spec.place if spec.place else start
        return self._allocate(itemsize_bytes(spec.dtype, math.prod(spec.storage_shape)) if spec.memory else 0)

    def _read(self, name: str, nbytes: int) -> bytes:
        host = np.empty(nbytes, np.uint8)
        self._copy(self.value(name), host, _TO_HOST)
        return host.tobytes()

    def _copy(self, address: Any, host: Any, kind: int) -> None:
        ends = (address, host.nbytes, host) if kind == _TO_DEVICE else (host, host.nbytes, address)
        answer = self.backend.call("aclrtMemcpy", (*ends, host.nbytes, kind), ())
        if answer.status:
            raise BackendError(f"aclrtMemcpy of {host.nbytes} bytes answers {answer.status}: {answer.text}")

    def _allocate(self, nbytes: int) -> Any:
        if not nbytes:
            return None
        answer = self.backend.call("aclrtMalloc", (nbytes, 0), ())
        if answer.status:
            raise BackendError(f"aclrtMalloc({nbytes}) answers {answer.status}: {answer.text}")
        self._memory.append(answer.outputs[0])
        return answer.outputs[0]

    def close(self) -> None:
        """Destroy what was made and is not in a list, and free its memory."""
        backend = self.backend
        if self._idle is not None:
            backend.call("aclDestroyAclOpExecutor", (self._idle,), ())
        owned = {
            item
            for name, spec in self.specs.items()
            if isinstance(spec, ListSpec) and name in self.known
            for item in spec.items
        }
        for name, spec in self.specs.items():
            made = self.known.get(name)
            if made is None or name in owned | self._gone or isinstance(spec, (MemorySpec, HostSpec)):
                continue
            if isinstance(spec, ListSpec):
                function = f"aclDestroy{_LISTS[spec.kind]}"
            elif isinstance(spec, ArraySpec):
                function = f"aclDestroy{_ARRAYS[spec.kind]}"
            else:
                function = _DESTROY[type(spec)]
            backend.call(function, (made,), ())
        for address in self._memory:
            backend.call("aclrtFree", (address,), ())
