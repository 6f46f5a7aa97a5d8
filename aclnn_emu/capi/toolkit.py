"""The toolkit folder: headers, libraries, environment and build files, laid out as CANN's."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from aclnn_emu._version import VERSION
from aclnn_emu.capi.headers import headers, own_headers
from aclnn_emu.capi.interpreter import Interpreter, ToolkitError, c_compiler, interpreter, user_site
from aclnn_emu.capi.stubs import stub_sources
from aclnn_emu.core.cache import cache_folder
from aclnn_emu.runtime.memory import device_address_range

__all__ = [
    "LIBRARIES",
    "Progress",
    "build_toolkit",
    "cached_toolkit",
    "environment",
    "include_flags",
    "is_toolkit",
    "link_flags",
]

Progress = Callable[[str], None]

# Library -> the objects in it. libopapi has every operator, as older programs expect that link nothing else.
LIBRARIES: dict[str, tuple[str, ...]] = {
    "ascendcl": ("ascendcl", "core", "embedding"),
    "nnopbase": ("nnopbase",),
    "opapi_math": ("opapi_math",),
    "opapi_nn": ("opapi_nn",),
    "opapi": ("opapi_math", "opapi_nn"),
    "dspops": ("dspops",),
}
_DSP = "dspops"  # of another world than the others: a target and a package of its own
_STAMP = "aclnn_emu_toolkit.json"

_EMBEDDING_API = """
int32_t aclnn_emu_enter(void);
"""

_SET_ENV = """\
# Environment of the aclnn_emu toolkit: source this file (bash, zsh, dash).
if [ -n "${BASH_SOURCE:-}" ]; then
    aclnn_emu_here=${BASH_SOURCE}
elif [ -n "${ZSH_VERSION:-}" ]; then
    aclnn_emu_here=${(%):-%x}
else
    aclnn_emu_here=@TOOLKIT@/set_env.sh
fi
ASCEND_HOME_PATH=$(cd "$(dirname "$aclnn_emu_here")" && pwd)
unset aclnn_emu_here
export ASCEND_HOME_PATH
export ASCEND_TOOLKIT_HOME="$ASCEND_HOME_PATH"
export ASCEND_OPP_PATH="$ASCEND_HOME_PATH/opp"
export LD_LIBRARY_PATH="$ASCEND_HOME_PATH/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export PYTHONPATH="$ASCEND_HOME_PATH/python/site-packages${PYTHONPATH:+:$PYTHONPATH}"
"""

_PKG_CONFIG = """\
prefix=${pcfiledir}/../..
Name: aclnn_emu
Description: Ascend's acl and aclnn interfaces, emulated on the CPU
Version: @VERSION@
Cflags: -I${prefix}/include -I${prefix}/include/aclnn
Libs: -L${prefix}/lib64 -lopapi -lopapi_math -lopapi_nn -lnnopbase -lascendcl
"""

_PKG_CONFIG_DSP = """\
prefix=${pcfiledir}/../..
Name: aclnn_emu_dsp
Description: Operator functions of the DSPs FT78NE and MT7004, emulated on the CPU
Version: @VERSION@
Cflags: -I${prefix}/include
Libs: -L${prefix}/lib64 -ldspops -lascendcl
"""

_CMAKE = """\
# find_package(aclnn_emu CONFIG) gives the target aclnn_emu::aclnn and one target a library;
# aclnn_emu::dspops is the DSP's.
get_filename_component(_aclnn_emu_root "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
foreach(_library @LIBRARIES@)
  if(NOT TARGET aclnn_emu::${_library})
    add_library(aclnn_emu::${_library} SHARED IMPORTED)
    set_target_properties(aclnn_emu::${_library} PROPERTIES
      IMPORTED_LOCATION "${_aclnn_emu_root}/lib64/lib${_library}.so"
      INTERFACE_INCLUDE_DIRECTORIES "${_aclnn_emu_root}/include;${_aclnn_emu_root}/include/aclnn")
  endif()
endforeach()
if(NOT TARGET aclnn_emu::aclnn)
  add_library(aclnn_emu::aclnn INTERFACE IMPORTED)
  set_target_properties(aclnn_emu::aclnn PROPERTIES
    INTERFACE_LINK_LIBRARIES "@TARGETS@")
endif()
unset(_library)
unset(_aclnn_emu_root)
"""

_CMAKE_VERSION = """\
set(PACKAGE_VERSION "@VERSION@")
if(PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
else()
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
"""

_PYACL = '''\
"""The emulator's pyACL-shaped module: ``import acl`` finds this through PYTHONPATH."""

import sys

del sys.modules["acl"]
for _folder in @PATHS@:
    if _folder not in sys.path:
        sys.path.append(_folder)

from aclnn_emu.acl.install import install_pyacl  # noqa: E402

install_pyacl()
'''


def is_toolkit(folder: Path) -> bool:
    """Whether a finished toolkit lies there."""
    return (folder / _STAMP).is_file()


def build_toolkit(folder: Path, progress: Progress) -> None:
    """Write a toolkit, replacing the files of an older one.

    Args:
        folder: where to; made when it is not there.
        progress: told of each step.

    Raises:
        ToolkitError: something is missing, or the folder holds something else.
    """
    python, compiler = interpreter(), c_compiler()
    if folder.exists() and any(folder.iterdir()) and not is_toolkit(folder):
        raise ToolkitError(f"{folder} is neither empty nor a toolkit; name another folder")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _STAMP).unlink(missing_ok=True)
    progress("writing headers")
    shutil.rmtree(folder / "include", ignore_errors=True)
    made = headers()
    for path, text in made.items():
        _write(folder / "include" / path, text)
    with tempfile.TemporaryDirectory(prefix="aclnn_emu_") as scratch:
        _build_libraries(folder, Path(scratch), python, compiler, progress)
    progress("writing environment and build files")
    _write_environment(folder)
    stamp = {"version": VERSION, "python": str(python.program), "headers": len(made)}
    _write(folder / _STAMP, json.dumps(stamp, indent=2) + "\n")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _packages() -> list[str]:
    """The folders from which the interpreter imports us and what we need."""
    found = (find_spec(name) for name in ("aclnn_emu", "numpy", "attrs", "ml_dtypes", "cffi"))
    origins = [Path(spec.origin).parent.parent for spec in found if spec is not None and spec.origin]
    return list(dict.fromkeys(map(str, origins)))


def _settings(python: Interpreter) -> str:
    first, size = device_address_range()
    values = {
        "EMU_PROGRAM": json.dumps(str(python.program)),
        "EMU_LIBPYTHON": json.dumps(str(python.library)),
        "EMU_VERSION": json.dumps(python.version),
        "EMU_USER_SITE": str(int(user_site())),
        "EMU_FIRST": f"{first:#x}ULL",
        "EMU_BYTES": f"{size:#x}ULL",
    }
    return "".join(f"#define {name} {value}\n" for name, value in values.items())


def _embedding_source() -> str:
    """cffi's C source of the function that enters Python."""
    import cffi  # an extra: only building needs it, and the embedded interpreter

    ffi = cffi.FFI()
    ffi.embedding_api(_EMBEDDING_API)
    ffi.cdef("void *malloc(size_t size);")
    ffi.set_source("_aclnn_emu_capi", "#include <stdlib.h>")
    ffi.embedding_init_code(
        "import sys\n"
        f"sys.path += [folder for folder in {_packages()!r} if folder not in sys.path]\n"
        "from _aclnn_emu_capi import ffi, lib\n"
        "from aclnn_emu.embedded import start\n"
        "start(ffi, lib)\n"
    )
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch, "embedding.c")
        with contextlib.redirect_stdout(io.StringIO()):  # it says where it writes
            ffi.emit_c_code(str(path))
        return path.read_text(encoding="utf-8")


def _build_libraries(
    folder: Path, scratch: Path, python: Interpreter, compiler: str, progress: Progress
) -> None:
    data = files("aclnn_emu.capi").joinpath("data")
    sources = {f"{name}.c": text for name, text in stub_sources().items()}
    sources |= {name: data.joinpath(name).read_text(encoding="utf-8") for name in ("core.c", "core.h")}
    sources |= {"settings.h": _settings(python), "embedding.c": _embedding_source()}
    for name, text in sources.items():
        _write(scratch / name, text)
    units = sorted((name for name in sources if name.endswith(".c")), key=lambda name: -len(sources[name]))
    flags = ["-O1", "-fPIC", "-fvisibility=hidden", "-pthread", "-I", str(folder / "include")]
    flags += ["-I", str(scratch), "-I", str(python.include)]

    def compile_unit(name: str) -> None:
        progress(f"compiling {name}")
        target = str(scratch / name.removesuffix(".c")) + ".o"
        _run([compiler, "-c", *flags, str(scratch / name), "-o", target])

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        list(pool.map(compile_unit, units))
    lib = folder / "lib64"
    lib.mkdir(exist_ok=True)
    for name, objects in LIBRARIES.items():
        progress(f"linking lib{name}.so")
        _link(compiler, lib, name, [str(scratch / f"{unit}.o") for unit in objects], python)


def _link(compiler: str, lib: Path, name: str, objects: list[str], python: Interpreter) -> None:
    # Loaded for good: the interpreter inside cannot be unloaded. The path of the old kind (not RUNPATH) is
    # there so that LD_LIBRARY_PATH cannot bring in another Python.
    command = [compiler, "-shared", "-o", str(lib / f"lib{name}.so"), *objects, "-pthread", "-ldl"]
    command += [f"-Wl,-soname,lib{name}.so,-z,nodelete,--disable-new-dtags,-rpath,$ORIGIN"]
    if name == "ascendcl":
        command += [f"-Wl,-rpath,{python.library.parent}", str(python.library)]
    else:
        command += ["-L", str(lib), "-lascendcl"]
    _run(command)


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ToolkitError(f"{' '.join(command)}\n{done.stderr.strip() or done.stdout.strip()}")


def _write_environment(folder: Path) -> None:
    filled = {
        "VERSION": VERSION,
        "TOOLKIT": str(folder.resolve()),
        "LIBRARIES": " ".join(LIBRARIES),
        "TARGETS": ";".join(f"aclnn_emu::{name}" for name in reversed(LIBRARIES) if name != _DSP),
        "PATHS": repr(_packages()),
    }
    texts = {
        "set_env.sh": _SET_ENV,
        "lib64/pkgconfig/aclnn_emu.pc": _PKG_CONFIG,
        "lib64/pkgconfig/aclnn_emu_dsp.pc": _PKG_CONFIG_DSP,
        "lib64/cmake/aclnn_emu/aclnn_emu-config.cmake": _CMAKE,
        "lib64/cmake/aclnn_emu/aclnn_emu-config-version.cmake": _CMAKE_VERSION,
        "python/site-packages/acl/__init__.py": _PYACL,
    }
    for path, text in texts.items():
        for key, value in filled.items():
            text = text.replace(f"@{key}@", value)  # noqa: PLW2901 - filled in step by step
        _write(folder / path, text)
    (folder / "opp").mkdir(exist_ok=True)


# What headers and libraries are made from, or look at.
_FINGERPRINTED = (
    "capi", "capi/data", "abi/data", "abi/enums", "abi/status", "dsp", "ops", "plan", "runtime/api",
)  # fmt: skip


def _fingerprint() -> str:
    """A text that differs when a toolkit must be built anew: version, interpreter, declarations, our own code."""
    package = files("aclnn_emu")
    parts: list[bytes] = [
        VERSION.encode(),
        sys.executable.encode(),
        sys.version.encode(),
        *map(str.encode, _packages()),
        *map(str.encode, own_headers().values()),
    ]
    for name in _FINGERPRINTED:
        for entry in sorted(package.joinpath(name).iterdir(), key=lambda found: found.name):
            if entry.is_file() and not entry.name.endswith(".pyc"):
                parts += [entry.name.encode(), entry.read_bytes()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


def cached_toolkit(progress: Progress) -> Path:
    """The toolkit of this version and interpreter in the user's cache, built when it is not there yet.

    Raises:
        ToolkitError: it cannot be built.
    """
    folder = cache_folder() / f"toolkit-{VERSION}-{_fingerprint()}"
    if is_toolkit(folder):
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    # Built beside its place and moved there, so that two processes at once do no harm.
    scratch = Path(tempfile.mkdtemp(prefix="toolkit-", dir=folder.parent))
    try:
        build_toolkit(scratch, progress)
        _write_environment_for(scratch, folder)
        try:
            scratch.rename(folder)
        except OSError:  # another process was faster
            if not is_toolkit(folder):
                raise
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return folder


def _write_environment_for(scratch: Path, folder: Path) -> None:
    """Let the files that name the toolkit's own place name its final one."""
    path = scratch / "set_env.sh"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(str(scratch.resolve()), str(folder.resolve())), encoding="utf-8")


def environment(toolkit: Path, base: dict[str, str]) -> dict[str, str]:
    """The variables that ``set_env.sh`` sets, for a child process."""
    home = str(toolkit)

    def front(folder: str, variable: str) -> str:
        old = base.get(variable)
        return f"{folder}:{old}" if old else folder

    return base | {
        "ASCEND_HOME_PATH": home,
        "ASCEND_TOOLKIT_HOME": home,
        "ASCEND_OPP_PATH": f"{home}/opp",
        "LD_LIBRARY_PATH": front(f"{home}/lib64", "LD_LIBRARY_PATH"),
        "PYTHONPATH": front(f"{home}/python/site-packages", "PYTHONPATH"),
    }


def include_flags(toolkit: Path) -> list[str]:
    """Compiler flags for the headers; the last folder serves programs that include bare header names."""
    folders: Iterable[Path] = (toolkit / "include", toolkit / "include/aclnn", toolkit / "include/aclnnop")
    return [flag for folder in folders for flag in ("-I", str(folder))]


def link_flags(toolkit: Path) -> list[str]:
    """Linker flags for all libraries, with their place built in."""
    lib = toolkit / "lib64"
    return ["-L", str(lib), f"-Wl,-rpath,{lib}", *(f"-l{name}" for name in reversed(LIBRARIES)), "-lpthread"]
