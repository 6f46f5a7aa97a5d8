"""acl.util: host pointers from and to Python objects, and threads for callbacks."""

from __future__ import annotations

import ctypes
import errno
import threading
import traceback
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aclnn_emu.errors import EmuError
from aclnn_emu.runtime.machine import machine

__all__ = [
    "bytes_to_ptr",
    "numpy_contiguous_to_ptr",
    "numpy_to_ptr",
    "ptr_to_bytes",
    "ptr_to_numpy",
    "start_thread",
    "stop_thread",
]

_KEPT_BYTES = 64 << 20


def _warn(name: str, instead: str) -> None:
    # pyACL warns at each call, in the plain category that Python shows by default.
    warnings.warn(
        f"acl.util.{name} is to be deprecated, acl.util.{instead} is there instead", Warning, stacklevel=3
    )


def numpy_to_ptr(array: NDArray[Any], /) -> int:
    """The address of an array's first byte; nothing is copied, the caller keeps the array alive.

    Raises:
        ValueError: not an ndarray.
    """
    _warn("numpy_to_ptr", "bytes_to_ptr")
    _require_array(array)
    if not array.flags.c_contiguous:
        warnings.warn(
            "the array is not contiguous, the pointer shows its memory as it lies", Warning, stacklevel=2
        )
    return machine().host.register_range(array)


def numpy_contiguous_to_ptr(array: NDArray[Any], /) -> tuple[int, NDArray[Any]]:
    """The address of a contiguous array with the same values, and that array (a copy where it had to be one).

    Raises:
        ValueError: not an ndarray.
    """
    _warn("numpy_contiguous_to_ptr", "bytes_to_ptr")
    _require_array(array)
    contiguous = np.ascontiguousarray(array)
    return machine().host.register_range(contiguous), contiguous


def _require_array(array: Any) -> None:
    if not isinstance(array, np.ndarray):
        raise ValueError(f"an ndarray is needed, not {type(array).__name__}")  # noqa: TRY004 - as pyACL


def ptr_to_numpy(ptr: int, shape: tuple[int, ...], numpy_type_num: int, /) -> NDArray[Any]:
    """An array over the memory at a host address; shares it.

    Args:
        ptr: host address.
        shape: sizes, a tuple of int.
        numpy_type_num: NumPy's own type number (``numpy.dtype.num``), not an aclDataType.

    Raises:
        TypeError: arguments of the wrong type.
        ValueError: no such type number, or the memory is not the host's (pyACL would crash later).
    """
    _warn("ptr_to_numpy", "ptr_to_bytes")
    if not isinstance(shape, tuple) or not all(isinstance(size, int) for size in shape):
        raise TypeError(f"acl.util.ptr_to_numpy: shape must be a tuple of int, not {shape!r}")
    dtype = _dtype(numpy_type_num)
    if min(shape, default=0) < 0:
        raise ValueError(f"acl.util.ptr_to_numpy: shape {shape} has a negative size")
    nbytes = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
    return _host_bytes(ptr, nbytes, "ptr_to_numpy", write=True).view(dtype).reshape(shape)


def _dtype(number: Any) -> np.dtype[Any]:
    if not isinstance(number, int):
        raise TypeError(f"acl.util.ptr_to_numpy: numpy_type_num must be int, not {type(number).__name__}")
    for code in np.typecodes["All"]:
        dtype = np.dtype(code)
        if dtype.num == number and dtype.itemsize:
            return dtype
    raise ValueError(f"acl.util.ptr_to_numpy: NumPy has no plain type with number {number}")


def bytes_to_ptr(data: bytes, /) -> int:
    """The address of a bytes object's first byte; nothing is copied, and a copy to this address changes `data`.

    Raises:
        ValueError: not bytes; a bytearray is refused too.
    """
    if not isinstance(data, bytes):
        raise ValueError(f"bytes are needed, not {type(data).__name__}")  # noqa: TRY004 - as pyACL
    return _kept.address_of(data)


def ptr_to_bytes(ptr: int, size: int, /) -> bytes:
    """A copy of `size` bytes at a host address.

    Raises:
        TypeError: arguments that are no ints.
        ValueError: the memory is not the host's (pyACL would crash).
    """
    if not isinstance(size, int):
        raise TypeError(f"acl.util.ptr_to_bytes: size must be int, not {type(size).__name__}")
    return _host_bytes(ptr, size, "ptr_to_bytes", write=False).tobytes()


def _host_bytes(ptr: Any, nbytes: int, name: str, *, write: bool) -> NDArray[np.uint8]:
    function = f"acl.util.{name}"
    if not isinstance(ptr, int):
        raise TypeError(f"{function}: ptr must be int, not {type(ptr).__name__}")
    if nbytes < 0:
        raise ValueError(f"{function}: the size is {nbytes} bytes")
    if nbytes == 0:
        return np.empty(0, np.uint8)
    try:
        return machine().host.view(ptr, nbytes, write=write, function=function, parameter="ptr")
    except EmuError as error:
        raise ValueError(str(error)) from None


class _Kept:
    """Bytes objects whose address was handed out last.

    They cannot be watched by weak references, so the newest are held here: a program that drops its bytes too early
    writes into memory that is nobody's, not into somebody else's. In C it would be the latter.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._entries: dict[int, tuple[bytes, NDArray[np.uint8]]] = {}

    def address_of(self, data: bytes) -> int:
        address = ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p).value or 0
        if not data:
            return address
        with self._lock:
            known = self._entries.pop(address, None)
            memory = _writable(address, len(data)) if known is None else known[1]
            self._entries[address] = (data, memory)
            self._forget_oldest()
        return machine().host.register_range(memory)

    def _forget_oldest(self) -> None:
        total = sum(len(data) for data, _ in self._entries.values())
        for address in list(self._entries)[:-1]:
            if total <= _KEPT_BYTES:
                return
            total -= len(self._entries.pop(address)[0])


def _writable(address: int, nbytes: int) -> NDArray[np.uint8]:
    memory: NDArray[np.uint8] = np.ctypeslib.as_array((ctypes.c_uint8 * nbytes).from_address(address))
    return memory


_kept = _Kept()


class _Thread(threading.Thread):
    """A thread that remembers what its function raised."""

    def __init__(self, function: Callable[..., Any], args: Any) -> None:
        super().__init__(name="acl.util.start_thread", daemon=True)
        self.function = function
        self.args = args
        self.error: Exception | None = None

    def run(self) -> None:
        try:
            self.function() if self.args is None else self.function(self.args)
        except Exception as error:  # noqa: BLE001 - shown here, raised again by stop_thread
            traceback.print_exc()
            self.error = error


_threads: dict[int, _Thread] = {}


def start_thread(function: Callable[..., Any], args: Any, /) -> tuple[int, int]:
    """Run a function on a new thread.

    Args:
        function: called with `args` as its one argument, with none when `args` is None.
        args: any object.

    Returns:
        The thread's id, as aclrtSubscribeReport wants it, and 0.

    Raises:
        TypeError: the function is not callable.
    """
    if not callable(function):
        raise TypeError(f"acl.util.start_thread: function must be callable, not {type(function).__name__}")
    thread = _Thread(function, args)
    thread.start()
    ident = thread.ident or 0
    _threads[ident] = thread
    return ident, 0


def stop_thread(thread_id: int, /) -> int:
    """Wait for a thread of start_thread to end; its function must return by itself.

    Returns:
        0; the C library's ESRCH for a thread that is not there, EDEADLK for the calling thread.

    Raises:
        RuntimeError: the thread's function raised.
        TypeError: the id is no int.
    """
    if not isinstance(thread_id, int):
        raise TypeError(f"acl.util.stop_thread: thread_id must be int, not {type(thread_id).__name__}")
    if thread_id == threading.get_ident():
        return errno.EDEADLK
    thread = _threads.pop(thread_id, None)
    if thread is None:
        return errno.ESRCH
    thread.join()
    if thread.error is not None:
        kind = type(thread.error).__name__
        raise RuntimeError(f"the thread's function raised {kind}: {thread.error}") from thread.error
    return 0
