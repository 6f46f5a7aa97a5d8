"""acl.util: pointers and threads."""

from __future__ import annotations

import errno
import gc
import sys
import threading
import warnings
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from aclnn_emu.acl import util
from aclnn_emu.acl.install import install_pyacl


def test_bytes_to_ptr_shows_the_bytes_themselves() -> None:
    data = b"hello world"
    pointer = util.bytes_to_ptr(data)
    assert util.ptr_to_bytes(pointer, len(data)) == data
    assert util.ptr_to_bytes(pointer + 6, 5) == b"world"
    assert util.bytes_to_ptr(data) == pointer
    assert util.ptr_to_bytes(util.bytes_to_ptr(b""), 0) == b""


def test_dropped_bytes_stay_readable() -> None:
    pointer = util.bytes_to_ptr(bytes([5]) * 10_000)
    gc.collect()
    assert util.ptr_to_bytes(pointer, 10_000) == bytes([5]) * 10_000


def test_kept_bytes_are_bounded() -> None:
    for size in range(5):
        util.bytes_to_ptr(bytes((40 << 20) + size))
    assert sum(len(data) for data, _ in util._kept._entries.values()) <= 64 << 20


@pytest.mark.parametrize("value", [bytearray(3), "abc", None, np.zeros(2)], ids=lambda v: type(v).__name__)
def test_only_bytes_have_a_pointer(value: Any) -> None:
    with pytest.raises(ValueError, match="bytes"):
        util.bytes_to_ptr(value)


def test_numpy_pointers_share_memory_and_warn() -> None:
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    with pytest.warns(Warning, match="numpy_to_ptr"):
        pointer = util.numpy_to_ptr(array)
    assert pointer == array.ctypes.data
    with pytest.warns(Warning, match="ptr_to_numpy"):
        view = util.ptr_to_numpy(pointer, (3, 2), array.dtype.num)
    view[2, 1] = 50
    assert array[1, 2] == 50
    with pytest.warns(Warning, match="numpy_to_ptr|contiguous") as caught:
        assert util.numpy_to_ptr(array.T) == pointer
    assert ["contiguous" in str(warning.message) for warning in caught] == [False, True]
    with pytest.warns(Warning, match="numpy_contiguous_to_ptr"):
        copy_pointer, copy = util.numpy_contiguous_to_ptr(array.T)
    assert copy_pointer == copy.ctypes.data
    assert copy.flags.c_contiguous
    with pytest.warns(Warning, match="numpy_contiguous_to_ptr"):
        assert util.numpy_contiguous_to_ptr(array)[1] is array


@pytest.mark.filterwarnings("ignore::Warning")
@pytest.mark.parametrize("name", ["numpy_to_ptr", "numpy_contiguous_to_ptr"])
def test_only_arrays_have_an_array_pointer(name: str) -> None:
    with pytest.raises(ValueError, match="ndarray"):
        getattr(util, name)([1, 2])


@pytest.mark.filterwarnings("ignore::Warning")
@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("a", (1,), 11), TypeError),
        ((16, [1], 11), TypeError),
        ((16, ("a",), 11), TypeError),
        ((16, (1,), "f"), TypeError),
        ((16, (1,), 9999), ValueError),
        ((16, (-1,), 11), ValueError),
        ((16, (1,), 11), ValueError),
        ((0x1240_0000_0000, (1,), 11), ValueError),
    ],
)
def test_ptr_to_numpy_refuses(arguments: tuple[Any, ...], error: type[Exception]) -> None:
    with pytest.raises(error):
        util.ptr_to_numpy(*arguments)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("a", 1), TypeError),
        ((16, 1.5), TypeError),
        ((16, 8), ValueError),
        ((16, -8), ValueError),
        ((0x1240_0000_0000, 8), ValueError),
        ((0xAC1E_0000_0000, 8), ValueError),
    ],
)
def test_ptr_to_bytes_refuses_what_would_crash(arguments: tuple[Any, ...], error: type[Exception]) -> None:
    with pytest.raises(error):
        util.ptr_to_bytes(*arguments)


def test_threads_take_one_argument_or_none() -> None:
    seen: list[Any] = []
    for argument in ([1, 2], None):
        thread, ret = util.start_thread(lambda *args: seen.append(args), argument)
        assert ret == 0
        assert util.stop_thread(thread) == 0
        assert util.stop_thread(thread) == errno.ESRCH
    assert seen == [([1, 2],), ()]
    assert util.stop_thread(threading.get_ident()) == errno.EDEADLK


def test_a_raising_thread_is_told_at_the_stop(capsys: pytest.CaptureFixture[str]) -> None:
    thread, _ = util.start_thread(lambda _: 1 // 0, 5)
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        util.stop_thread(thread)
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_thread_arguments_are_checked() -> None:
    with pytest.raises(TypeError, match="callable"):
        util.start_thread(5, None)
    with pytest.raises(TypeError, match="thread_id"):
        util.stop_thread("5")


@pytest.fixture
def no_acl(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("acl", "acl.rt", "acl.util", "acl.op"):
        monkeypatch.setitem(sys.modules, name, None)  # so that the test's own entries are taken away again
        monkeypatch.delitem(sys.modules, name)


@pytest.mark.usefixtures("no_acl")
def test_install_makes_import_acl_work() -> None:
    install_pyacl()
    install_pyacl()
    import acl
    import acl.util
    from acl import rt

    import aclnn_emu.acl

    assert acl is aclnn_emu.acl
    assert rt is aclnn_emu.acl.rt
    assert acl.util is util
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert acl.util.numpy_to_ptr(np.zeros(1))


@pytest.mark.usefixtures("no_acl")
def test_install_refuses_beside_the_real_one() -> None:
    real = ModuleType("acl")
    real.__file__ = "/usr/local/acl.so"
    sys.modules["acl"] = real
    with pytest.raises(RuntimeError, match=r"acl\.so"):
        install_pyacl()
    assert sys.modules["acl"] is real
