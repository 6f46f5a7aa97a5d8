"""Compiling and linking one program, with a cache that knows the source, its headers, the compiler and the flags."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import attrs

from aclnn_emu._version import VERSION
from aclnn_emu.capi.interpreter import c_compiler, cpp_compiler
from aclnn_emu.capi.toolkit import include_flags, link_flags

__all__ = ["COMMENT", "Build", "Builder", "Recipe", "compiler_version", "program_recipe", "refusal"]

_INCLUDE = re.compile(rb'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)
_STANDARD = {".c": "-std=gnu11"}


@attrs.frozen
class Recipe:
    """How a source becomes a program.

    Attributes:
        compiler: the command.
        flags: of the compiler, without folders of headers.
        includes: flags that name the folders of headers.
        libraries: flags of the linker.
    """

    compiler: str
    flags: tuple[str, ...]
    includes: tuple[str, ...]
    libraries: tuple[str, ...]


@attrs.frozen
class Build:
    """What came of a source.

    Attributes:
        program: a shared object with the functions of the source; None when it could not be built.
        compiled: whether it got so far.
        diagnosis: what the compiler or linker said, when there is no program.
    """

    program: Path | None
    compiled: bool
    diagnosis: str


def program_recipe(toolkit: Path, suffix: str) -> Recipe:
    """For a C or C++ program on the public interface, as ``aclnn-emu cc`` would build it, without optimisation."""
    compiler = c_compiler() if suffix == ".c" else cpp_compiler()
    flags = (_STANDARD.get(suffix, "-std=gnu++17"), "-O0", "-w", "-fPIC")
    return Recipe(compiler, flags, tuple(include_flags(toolkit)), tuple(link_flags(toolkit)))


@cache
def compiler_version(compiler: str) -> str:
    """What the compiler says of itself; a cache must know it."""
    return subprocess.run([compiler, "--version"], capture_output=True, text=True, check=False).stdout


class Builder:
    """Builds programs as shared objects whose main function the runner calls.

    Args:
        toolkit: what they are built against.
        cache_folder: where built programs and the compiler's refusals are kept.
    """

    def __init__(self, toolkit: Path, cache_folder: Path) -> None:
        self._cache = cache_folder
        self._includes = [Path(flag) for flag in include_flags(toolkit) if not flag.startswith("-")]

    def build(self, source: Path, recipe: Recipe, text: str | None = None) -> Build:
        """Compile and link a source file, or `text` in its place."""
        content = source.read_bytes() if text is None else text.encode()
        folder = self._cache / self._key(source, content, recipe)
        verdict, program = folder / "verdict.json", folder / "program.so"
        if not verdict.is_file():
            folder.mkdir(parents=True, exist_ok=True)
            if text is not None:
                # The headers beside the file are found as if it lay there.
                recipe = attrs.evolve(recipe, includes=("-iquote", str(source.parent), *recipe.includes))
                source = folder / source.name
                source.write_bytes(content)
            _write_at_once(verdict, json.dumps(_compile(source, program, recipe)))
        found = json.loads(verdict.read_text(encoding="utf-8"))
        return Build(program if found["linked"] else None, found["compiled"], found["diagnosis"])

    def _key(self, source: Path, content: bytes, recipe: Recipe) -> str:
        """A name for what is built of the source: its place, its content and that of every header it can see.

        Headers are followed by name, without regard to conditions; those of the system are not looked at.
        """
        words = [str(source.resolve()), VERSION, compiler_version(recipe.compiler), *recipe.flags]
        digest = hashlib.sha256("\0".join(words).encode() + content)
        waiting, seen = self._headers(source.parent, content), {source}
        while waiting:
            path = waiting.pop()
            if path in seen:
                continue
            seen.add(path)
            content = path.read_bytes()
            # The toolkit's comments tell what is emulated; that changes more often than what is built.
            ours = any(folder in path.parents for folder in self._includes)
            digest.update(COMMENT.sub(b"", content) if ours else content)
            waiting += self._headers(path.parent, content)
        return digest.hexdigest()[:32]

    def _headers(self, near: Path, content: bytes) -> list[Path]:
        names = (name.decode("utf-8", "replace") for name in _INCLUDE.findall(content))
        found = (self._find(near, name) for name in names)
        return [path for path in found if path is not None]

    def _find(self, near: Path, name: str) -> Path | None:
        candidates = (folder / name for folder in (near, *self._includes))
        return next((path for path in candidates if path.is_file()), None)


def _compile(source: Path, program: Path, recipe: Recipe) -> dict[str, object]:
    with tempfile.TemporaryDirectory(prefix="aclnn_emu_") as scratch:
        unit = str(Path(scratch, "unit.o"))
        command = [recipe.compiler, "-c", *recipe.flags, str(source), "-o", unit, *recipe.includes]
        refused = refusal(command)
        if refused:
            return {"compiled": False, "linked": False, "diagnosis": refused}
        # An executable prefers its own functions over those of its libraries, so does this.
        command = [recipe.compiler, "-shared", "-Wl,-z,defs,-Bsymbolic", unit, "-o", str(program)]
        refused = refusal([*command, *recipe.libraries])
    return {"compiled": True, "linked": not refused, "diagnosis": refused}


def refusal(command: Sequence[str]) -> str:
    """What the compiler said when it failed; empty when it did not."""
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    return "" if done.returncode == 0 else done.stderr.strip() or f"exit status {done.returncode}"


def _write_at_once(path: Path, text: str) -> None:
    scratch = path.with_suffix(".new")
    scratch.write_text(text, encoding="utf-8")
    scratch.replace(path)
