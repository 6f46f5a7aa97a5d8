"""GoogleTest: where it is, and what is built of it once: a library with our main function, a precompiled header."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from importlib.resources import files
from pathlib import Path

import attrs

from aclnn_emu._version import VERSION
from aclnn_emu.capi.interpreter import ToolkitError, cpp_compiler
from aclnn_emu.capi.suite.building import COMMENT, Recipe, compiler_version, refusal
from aclnn_emu.capi.toolkit import Progress, include_flags, link_flags

__all__ = ["GoogleTest", "find_googletest", "unit_test_recipe"]

VARIABLE = "ACLNN_EMU_GTEST"
_PLACES = ("/usr/src/googletest", "/usr/src/gtest", "/usr/local/src/googletest")
_INSTALL = (
    "Install it (Debian and Ubuntu: apt install libgtest-dev libgmock-dev; Fedora: dnf install gmock-devel), or name "
    f"a folder with its sources or an installation: --gtest DIR, or {VARIABLE}"
)
_FLAGS = ("-std=gnu++17", "-O0", "-w", "-fPIC")
_LIBRARY = "aclnn_emu_gtest"
_PRELUDE = "aclnn_emu_ut.h"
# What nearly every test file includes, compiled once.
_PRELUDE_TEXT = """\
#include <array>
#include <vector>
#include "gtest/gtest.h"
#include "op_api_ut_common/op_api_ut.h"
#include "op_api_ut_common/inner/types.h"
#include "opdev/platform.h"
"""


@attrs.frozen
class GoogleTest:
    """A GoogleTest to build against.

    Attributes:
        includes: compiler flags for its headers.
        sources: files to compile into our library.
        libraries: linker flags, when it is installed as libraries.
        stamp: a text that differs for another one.
    """

    includes: tuple[str, ...]
    sources: tuple[Path, ...]
    libraries: tuple[str, ...]
    stamp: str


def find_googletest(given: Path | None) -> GoogleTest:
    """GoogleTest at the given place, where the environment says, or where the system has it.

    Args:
        given: a folder with the sources (it has googletest/ and googlemock/), or the prefix of an installation.

    Raises:
        ToolkitError: there is none; the text says what to install.
    """
    variable = os.environ.get(VARIABLE)
    named = given or (Path(variable) if variable else None)
    if named is not None:
        found = _in_sources(named) or _installed_below(named)
        if found is None:
            raise ToolkitError(f"there is no GoogleTest in {named}. {_INSTALL}")
        return found
    places = (_in_sources(Path(place)) for place in _PLACES)
    found = _of_pkg_config() or next((place for place in places if place is not None), None)
    if found is None:
        raise ToolkitError(
            f"there is no GoogleTest: nothing from pkg-config, no sources in {', '.join(_PLACES)}. {_INSTALL}"
        )
    return found


def _in_sources(folder: Path) -> GoogleTest | None:
    parts = [folder / "googletest", folder / "googlemock"]
    units = tuple(part / f"src/{name}-all.cc" for part, name in zip(parts, ("gtest", "gmock"), strict=True))
    if not all(unit.is_file() for unit in units):
        return None
    headers = [part / "include" for part in parts]
    if not all(header.is_dir() for header in headers):
        return None
    flags = tuple(flag for path in [*headers, *parts] for flag in ("-isystem", str(path)))
    stamp = "".join(f"{path}{path.stat().st_mtime_ns}" for path in units)
    return GoogleTest(flags, units, (), stamp)


def _installed_below(prefix: Path) -> GoogleTest | None:
    libraries = [path for path in prefix.glob("lib*/**/libgmock.*") if path.suffix in (".a", ".so")]
    if not libraries or not (prefix / "include/gmock/gmock.h").is_file():
        return None
    lib = libraries[0].parent
    linked = (f"-L{lib}", f"-Wl,-rpath,{lib}", "-lgmock", "-lgtest")
    return GoogleTest(("-isystem", str(prefix / "include")), (), linked, str(libraries[0].stat().st_mtime_ns))


def _of_pkg_config() -> GoogleTest | None:
    program = shutil.which("pkg-config")
    if program is None:
        return None

    def ask(what: str) -> tuple[str, ...] | None:
        done = subprocess.run([program, what, "gmock", "gtest"], capture_output=True, text=True, check=False)
        return tuple(done.stdout.split()) if done.returncode == 0 else None

    includes, libraries = ask("--cflags"), ask("--libs")
    if includes is None or libraries is None:
        return None
    return GoogleTest(includes, (), libraries, "")


def unit_test_recipe(toolkit: Path, google: GoogleTest, cache_folder: Path, progress: Progress) -> Recipe:
    """How a test file is built; the library and the precompiled header are made when they are not there yet.

    Args:
        toolkit: what it is built against.
        google: the GoogleTest.
        cache_folder: where the library and the header are kept.
        progress: told of each step.

    Raises:
        ToolkitError: the compiler refuses.
    """
    compiler = cpp_compiler()
    main = files("aclnn_emu.capi").joinpath("data/ut_main.cpp").read_text(encoding="utf-8")
    words = [VERSION, compiler_version(compiler), google.stamp, main, _PRELUDE_TEXT, *_FLAGS]
    words += [*google.includes, *google.libraries, _declarations(toolkit)]
    folder = cache_folder / hashlib.sha256("\0".join(words).encode()).hexdigest()[:16]
    includes = (*include_flags(toolkit), *google.includes)
    linked = ("-L", str(folder), f"-Wl,-rpath,{folder}", f"-l{_LIBRARY}", *google.libraries)
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        # Built beside its place and moved there, so that two processes at once do no harm.
        scratch = Path(tempfile.mkdtemp(prefix="googletest-", dir=folder.parent))
        try:
            _build(scratch, compiler, google, includes, main, progress)
            if not folder.is_dir():
                scratch.rename(folder)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
    flags = (*_FLAGS, "-include", str(folder / _PRELUDE))
    return Recipe(compiler, flags, includes, (*linked, *link_flags(toolkit)))


def _declarations(toolkit: Path) -> str:
    """All that the precompiled header may have taken from the toolkit, without the comments."""
    include = toolkit / "include"
    paths = (path for path in sorted(include.rglob("*.h")) if path.parent.name != "aclnnop")
    return "".join(COMMENT.sub(b"", path.read_bytes()).decode() for path in paths)


def _build(
    folder: Path, compiler: str, google: GoogleTest, includes: tuple[str, ...], main: str, progress: Progress
) -> None:
    unit, prelude = folder / "main.cpp", folder / _PRELUDE
    unit.write_text(main, encoding="utf-8")
    prelude.write_text(_PRELUDE_TEXT, encoding="utf-8")
    # All of a static library, so that every test finds all of GoogleTest in ours.
    libraries = ("-Wl,--whole-archive", *google.libraries, "-Wl,--no-whole-archive", "-lpthread")
    steps = {
        "building GoogleTest": [
            *(compiler, "-shared", *_FLAGS, *map(str, (unit, *google.sources))),
            *("-o", str(folder / f"lib{_LIBRARY}.so"), *includes, *libraries),
        ],
        "precompiling the headers of unit tests": [
            *(compiler, *_FLAGS, "-x", "c++-header", str(prelude), "-o", f"{prelude}.gch", *includes),
        ],
    }
    for step, command in steps.items():
        progress(step)
        refused = refusal(command)
        if refused:
            raise ToolkitError(f"{step}: {' '.join(command)}\n{refused}")
