"""C programs: where their calls come from, by the C stack and the debug information."""

from __future__ import annotations

import ctypes
import functools
import shutil
import subprocess
import sys

from aclnn_emu.checker.calls import set_c_sites

__all__ = ["take_c_sites"]

_DEPTH = 64  # frames that are looked at: those of the interpreter come first
_KEPT = 4  # frames of the program that are kept
_TOOLKIT = ("libascendcl", "libnnopbase", "libopapi", "libdspops")
_OUTSIDE = ("python", "libpython", "libffi", "_ctypes", "_cffi", "libc.so", "libc-", "ld-linux")


class _DlInfo(ctypes.Structure):
    _fields_ = [
        ("file", ctypes.c_char_p),
        ("base", ctypes.c_void_p),
        ("symbol", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
    ]


def take_c_sites() -> None:
    """Calls that come through the toolkit's libraries have their sites on the C stack."""
    libc = ctypes.CDLL(None)
    if "aclnn_emu.capi.bridge" not in sys.modules or not hasattr(libc, "backtrace"):
        return
    frames = (ctypes.c_void_p * _DEPTH)()
    backtrace = libc.backtrace

    def take() -> tuple[int, ...]:
        count = backtrace(frames, _DEPTH)
        return tuple(frames[index] or 0 for index in range(count))

    set_c_sites(take, _names)


def _names(addresses: tuple[int, ...]) -> list[str]:
    """The frames of the program among these, innermost first: those that called the toolkit's libraries."""
    known = [found for found in map(_locate, addresses) if found is not None]
    files = [found[0].rpartition("/")[2] for found in known]
    index = next((i for i, file in enumerate(files) if file.startswith(_TOOLKIT)), len(files))
    while index < len(files) and files[index].startswith(_TOOLKIT):
        index += 1
    described = []
    while index < len(files) and not files[index].startswith(_OUTSIDE):
        described.append(_describe(*known[index]))
        index += 1
    return [name for name in described if not name.startswith("_start")][:_KEPT]


@functools.cache
def _locate(address: int) -> tuple[str, int, str, int] | None:
    """File, offset in it, nearest symbol and the distance from it."""
    info = _DlInfo()
    if not ctypes.CDLL(None).dladdr(ctypes.c_void_p(address - 1), ctypes.byref(info)) or not info.file:
        return None
    symbol = info.symbol.decode() if info.symbol else ""
    return info.file.decode(), address - 1 - (info.base or 0), symbol, address - (info.address or address)


@functools.cache
def _describe(file: str, offset: int, symbol: str, distance: int) -> str:
    """``file:line in function`` where debug information says so; else the function and the distance from it."""
    tool = shutil.which("addr2line")
    if tool is not None:
        done = subprocess.run(  # noqa: S603 - the program's own file
            [tool, "-f", "-C", "-e", file, hex(offset)], capture_output=True, text=True, check=False
        )
        lines = done.stdout.splitlines()
        if len(lines) == 2 and not lines[1].startswith("??"):
            place = lines[1].partition(" (")[0]
            return f"{place} in {lines[0]}"
        if len(lines) == 2 and lines[0] != "??":
            symbol = symbol or lines[0]
    name = file.rpartition("/")[2]
    return f"{symbol}+{distance:#x} in {name}" if symbol else f"{name}+{offset:#x}"
