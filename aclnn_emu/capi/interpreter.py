"""What building against this Python needs: its headers, its shared library, a C compiler, cffi."""

from __future__ import annotations

import os
import shutil
import site
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

__all__ = ["Interpreter", "ToolkitError", "c_compiler", "cpp_compiler", "interpreter"]

_VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"


class ToolkitError(Exception):
    """The toolkit cannot be built or used here; the text says what to install or do."""


class Interpreter(NamedTuple):
    """The Python that a toolkit is built for.

    Attributes:
        program: its executable, that of the virtual environment where there is one.
        include: folder of Python.h.
        library: the shared library.
        version: major.minor.
    """

    program: Path
    include: Path
    library: Path
    version: str


def c_compiler() -> str:
    """The system's C compiler: ``CC``, or the first of cc, gcc, clang on the path."""
    return _compiler("CC", ("cc", "gcc", "clang"), "gcc")


def cpp_compiler() -> str:
    """The system's C++ compiler: ``CXX``, or the first of c++, g++, clang++ on the path."""
    return _compiler("CXX", ("c++", "g++", "clang++"), "g++")


def _compiler(variable: str, names: tuple[str, ...], package: str) -> str:
    given = os.environ.get(variable)
    for name in (given,) if given else names:
        if shutil.which(name):
            return name
    wanted = (
        f"{variable}={given}, which is not there" if given else f"none of {', '.join(names)} is on the PATH"
    )
    raise ToolkitError(f"no C or C++ compiler: {wanted}. On Debian and Ubuntu: apt install {package}")


def _build_settings(*names: str) -> list[str]:
    return [str(found) for found in map(sysconfig.get_config_var, names) if found]


def _shared_library() -> Path:
    """The interpreter's shared library, also where its executable does not use it (Debian)."""
    names = [
        *_build_settings("INSTSONAME", "LDLIBRARY"),
        f"libpython{_VERSION}.so.1.0",
        f"libpython{_VERSION}.so",
    ]
    folders = [*_build_settings("LIBDIR", "LIBPL"), f"{sys.base_prefix}/lib"]
    folders += [f"{folder}/{part}" for folder in folders for part in _build_settings("MULTIARCH")]
    for name in names:
        for folder in folders:
            if ".so" in name and Path(folder, name).is_file():
                return Path(folder, name)
    raise ToolkitError(
        f"no shared library of Python {_VERSION} (libpython{_VERSION}.so) belongs to {sys.executable}. "
        f"On Debian and Ubuntu: apt install libpython{_VERSION}-dev. With pyenv: "
        f"PYTHON_CONFIGURE_OPTS=--enable-shared pyenv install {_VERSION}"
    )


def interpreter() -> Interpreter:
    """The running Python, with everything that building needs.

    Raises:
        ToolkitError: something is missing; the text names the package.
    """
    if not sys.platform.startswith("linux"):
        raise ToolkitError(f"the C interface needs Linux; this is {sys.platform}")
    include = Path(sysconfig.get_path("include"))
    if not (include / "Python.h").is_file():
        raise ToolkitError(
            f"no Python.h in {include}. On Debian and Ubuntu: apt install python{_VERSION}-dev"
        )
    if find_spec("cffi") is None:
        raise ToolkitError('the package cffi is missing: pip install "aclnn-emu[capi]"')
    return Interpreter(Path(sys.executable), include, _shared_library(), _VERSION)


def user_site() -> bool:
    """Whether packages of the user's own folder count."""
    return bool(site.ENABLE_USER_SITE)
