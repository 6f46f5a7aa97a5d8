"""The C libraries through ctypes: our toolkit's, or a CANN installation's; one implementation for both."""

from __future__ import annotations

import ctypes
import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from aclnn_emu.abi import enums
from aclnn_emu.conformance.backends.base import Answer, Backend, BackendError
from aclnn_emu.conformance.backends.functions import Prototype, prototype
from aclnn_emu.conformance.backends.leaks import machine_leaks
from aclnn_emu.core.dtypes import dtype_name, numpy_dtype
from aclnn_emu.runtime.profile import PROFILES

__all__ = ["LIBRARIES", "LibraryBackend", "open_installation", "open_toolkit"]

# Loaded in this order; older installations have every operator in libopapi and lack the two behind it.
LIBRARIES = ("libascendcl.so", "libnnopbase.so", "libopapi.so", "libopapi_math.so", "libopapi_nn.so")
_NEEDED = frozenset(LIBRARIES[:3])
_FOLDERS = ("lib64", "lib")

_MESSAGE_ID = re.compile(r"\[(ACL[A-Z]*-[A-Z]+-\d{3})\]")
_INTEGERS: dict[str, Any] = {
    "int8_t": ctypes.c_int8,
    "uint8_t": ctypes.c_uint8,
    "int16_t": ctypes.c_int16,
    "uint16_t": ctypes.c_uint16,
    "int32_t": ctypes.c_int32,
    "uint32_t": ctypes.c_uint32,
    "int64_t": ctypes.c_int64,
    "uint64_t": ctypes.c_uint64,
    "size_t": ctypes.c_size_t,
    "int": ctypes.c_int,
    "aclFloat16": ctypes.c_uint16,
    "aclError": ctypes.c_int32,
    "aclnnStatus": ctypes.c_int32,
    "bool": ctypes.c_bool,
    "float": ctypes.c_float,
    "double": ctypes.c_double,
}
_CALLBACK = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_TEXT_BYTES = 4096


def _split(ctype: str) -> tuple[str, int]:
    words = ctype.replace("*", " * ").split()
    return " ".join(word for word in words if word not in ("*", "const", "struct")), words.count("*")


def _by_value(ctype: str) -> Any:
    """The ctypes type of a parameter, a return value or what an output pointer points at."""
    base, stars = _split(ctype)
    if base == "char" and stars == 1:
        return ctypes.c_char_p
    if stars or base == "void":
        return ctypes.c_void_p
    if base in _INTEGERS:
        return _INTEGERS[base]
    if base in enums.__all__:
        return ctypes.c_int
    return ctypes.c_void_p  # handles and functions


class _Function:
    """A C function with its marshalling."""

    def __init__(self, found: Any, declared: Prototype) -> None:
        self._call = found
        self._inputs = [p for p in declared.params if not p.is_output]
        self._params = [p for p in declared.params if p.name != "..."]
        self.gives_status = declared.ret in ("aclError", "aclnnStatus")
        found.restype = None if declared.ret == "void" else _by_value(declared.ret)

    def __call__(self, args: Sequence[Any], nulls: Sequence[str]) -> tuple[Any, tuple[Any, ...]]:
        """The value that the function returns, and its outputs."""
        if len(args) != len(self._inputs):
            raise TypeError(f"{self._call.__name__} takes {len(self._inputs)} inputs, got {len(args)}")
        given = iter(args)
        keep: list[Any] = []
        places: list[Any] = []
        words: list[Any] = []
        for param in self._params:
            if param.is_output:
                place = None if param.name in nulls else _place(param.ctype)
                places.append(place)
                words.append(None if place is None else ctypes.byref(place))
            else:
                words.append(_argument(param.ctype, next(given), keep))
        result = self._call(*words)
        return result, tuple(None if place is None else _read(place) for place in places)


def _place(ctype: str) -> Any:
    base, stars = _split(ctype)
    if base == "char" and stars == 1:
        return ctypes.create_string_buffer(_TEXT_BYTES)
    return (ctypes.c_void_p if stars > 1 else _by_value(base))()


def _read(place: Any) -> Any:
    value = place.value
    return value.decode(errors="replace") if isinstance(value, bytes) else value


def _argument(ctype: str, value: Any, keep: list[Any]) -> Any:
    base, stars = _split(ctype)
    if value is None:
        return ctypes.c_void_p(None) if stars or base not in _INTEGERS else _by_value(ctype)(0)
    if isinstance(value, str):
        return ctypes.c_char_p(value.encode())
    if callable(value):
        keep.append(_CALLBACK(value))
        return keep[-1]
    if isinstance(value, (tuple, list)):
        element = ctypes.c_void_p if stars > 1 or base not in _INTEGERS else _INTEGERS[base]
        keep.append((element * max(len(value), 1))(*value))
        return keep[-1]
    if isinstance(value, np.ndarray):
        keep.append(value)
        return ctypes.c_void_p(value.ctypes.data)
    kind = _by_value(ctype)
    return kind(value if kind in (ctypes.c_float, ctypes.c_double) else int(value))


class LibraryBackend(Backend):
    """Calls the libraries of one folder.

    Args:
        name: cabi or cann.
        home: the toolkit or installation.

    Raises:
        BackendError: a library is not there or cannot be loaded; the text says which and where it was looked for.
    """

    emulated = False

    def __init__(self, name: str, home: Path) -> None:
        self.name = name
        self.home = home
        self._libraries = [library for file in LIBRARIES if (library := _load(home, file)) is not None]
        self._functions: dict[str, _Function] = {}
        self._soc = ""

    @property
    def soc(self) -> str:
        """The profile whose name the library's own chip name begins with."""
        if not self._soc:
            answer = self.call("aclrtGetSocName", (), ()).status
            text = answer.decode() if isinstance(answer, bytes) else ""
            self._soc = soc_of(text)
        return self._soc

    def choose(self, soc: str) -> bool:
        """A card is what it is."""
        return soc == self.soc

    def reset(self) -> bool:
        """Only a new process is a fresh one."""
        return False

    def find(self, name: str) -> Any:
        """The function of this name in any of the libraries, None where there is none."""
        return next((getattr(library, name) for library in self._libraries if hasattr(library, name)), None)

    def call(self, function: str, args: tuple[Any, ...], nulls: tuple[str, ...]) -> Answer:
        """Call the C function."""
        found = self._functions.get(function)
        if found is None:
            declared = prototype(function)
            entry = self.find(function)
            if entry is None:
                raise BackendError(f"no library below {self.home} has {function}")
            found = self._functions[function] = _Function(entry, declared)
        value, outputs = found(args, nulls)
        if not found.gives_status:
            return Answer(value, "", "", outputs)
        if not value:
            return Answer(0, "", "", outputs)
        text = self._recent_text()
        return Answer(value, self._message_id(text), text, outputs)

    def _recent_text(self) -> str:
        text = self.call("aclGetRecentErrMsg", (), ()).status
        return text.decode(errors="replace") if isinstance(text, bytes) else ""

    def _message_id(self, _text: str) -> str | None:
        return None  # a real library has no ids

    def scalar(self, value: Any, dtype: int) -> Any:
        """aclCreateScalar of a host variable of the dtype."""
        kind = numpy_dtype(dtype)
        if kind is None:
            raise BackendError(f"no host variable of type {dtype_name(dtype)} can be made")
        with np.errstate(all="ignore"):
            return self.call("aclCreateScalar", (np.array(value).astype(kind), dtype), ()).status

    def begin(self) -> None:
        """aclInit and device 0.

        Raises:
            BackendError: no device answers.
        """
        for function, args in (("aclInit", (None,)), ("aclrtSetDevice", (0,))):
            answer = self.call(function, args, ())
            if answer.status not in (0, 100002):  # 100002: somebody initialised before us
                raise BackendError(
                    f"no device answers: {function} gives {answer.status} with the libraries of {self.home}. "
                    f"{answer.text.strip()}".strip()
                )

    def close(self) -> None:
        """Give the device back."""
        self.call("aclrtResetDevice", (0,), ())
        self.call("aclFinalize", (), ())


class ToolkitBackend(LibraryBackend):
    """The emulator's own libraries: they can change the chip, start afresh, and name the message."""

    emulated = True

    @property
    def soc(self) -> str:
        """As the library says; it may have been changed by someone else."""
        self._soc = ""
        return super().soc

    def choose(self, soc: str) -> bool:
        """The toolkit's control."""
        self._control("aclnnEmuReset")
        self._control("aclnnEmuSetSoc", ctypes.c_char_p(soc.encode()))
        self._soc = ""
        return self._begin()

    def reset(self) -> bool:
        """The toolkit's control."""
        self._control("aclnnEmuReset")
        return self._begin()

    def _begin(self) -> bool:
        return bool(self.call("aclrtSetDevice", (0,), ()).status == 0)

    def _control(self, name: str, *args: Any) -> None:
        status = self.find(name)(*args)
        if status:
            raise BackendError(f"{name} answers {status}: {self._recent_text()}")

    def _message_id(self, text: str) -> str | None:
        found = _MESSAGE_ID.search(text)
        return found[1] if found else ""

    def leaks(self) -> list[str]:
        """The libraries work on this process's machine, which knows."""
        return machine_leaks()

    def close(self) -> None:
        """Leave nothing behind."""
        self._control("aclnnEmuReset")


def soc_of(name: str) -> str:
    """The profile of a chip name such as Ascend910B3; "" for none."""
    exact = next((row.name for row in PROFILES.values() if name in (row.name, row.soc_name)), "")
    if exact:
        return exact
    fitting = [key for key in PROFILES if name.startswith(key)]
    # Ascend910A and Ascend910ProB are the first 910; a longer name wins over a shorter one.
    return max(fitting, key=len, default="")


def _load(home: Path, file: str) -> ctypes.CDLL | None:
    places = [home / folder / file for folder in _FOLDERS]
    found = next((place for place in places if place.is_file()), None)
    if found is None:
        if file in _NEEDED:
            raise BackendError(f"{file} is neither {' nor '.join(map(str, places))}")
        return None
    try:
        return ctypes.CDLL(str(found), mode=ctypes.RTLD_GLOBAL)
    except OSError as error:
        raise BackendError(f"{found} cannot be loaded: {error}") from error


def _home_of(home: Path | None, hint: str) -> Path:
    if home is not None:
        return home
    given = os.environ.get("ASCEND_HOME_PATH")
    if not given:
        raise BackendError(f"ASCEND_HOME_PATH is not set; {hint}")
    return Path(given)


def open_installation(home: Path | None) -> LibraryBackend:
    """A CANN installation.

    Raises:
        BackendError: it is not there, or no device answers.
    """
    hint = "source the set_env.sh of a CANN installation"
    backend = LibraryBackend("cann", _home_of(home, hint))
    backend.begin()
    return backend


def open_toolkit(home: Path | None, build: Callable[[], Path] | None = None) -> ToolkitBackend:
    """Our toolkit folder.

    Args:
        home: the folder; None for the cached one, which is built when needed.
        build: instead of the cache, for tests.

    Raises:
        BackendError: it cannot be built or loaded.
    """
    from aclnn_emu.capi.interpreter import ToolkitError
    from aclnn_emu.capi.toolkit import cached_toolkit

    try:
        folder = home if home is not None else build() if build else cached_toolkit(lambda _step: None)
    except ToolkitError as error:
        raise BackendError(f"the toolkit cannot be built: {error}") from error
    backend = ToolkitBackend("cabi", folder)
    if backend.find("aclnnEmuReset") is None:
        raise BackendError(f"{folder} is no toolkit of aclnn_emu: its libraries lack aclnnEmuReset")
    backend.reset()
    return backend
