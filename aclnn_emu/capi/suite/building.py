"""Compiling and linking one program, with a cache that knows the source, its headers, the compiler and the flags."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from aclnn_emu._version import VERSION
from aclnn_emu.capi.interpreter import c_compiler, cpp_compiler
from aclnn_emu.capi.suite.programs import Outcome
from aclnn_emu.capi.toolkit import include_flags, link_flags

__all__ = ["Builder"]

_INCLUDE = re.compile(rb'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
_COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)
_STANDARD = {".c": "-std=gnu11"}


@cache
def _compiler_version(compiler: str) -> str:
    return subprocess.run([compiler, "--version"], capture_output=True, text=True, check=False).stdout


class Builder:
    """Builds programs as shared objects whose main function the runner calls.

    Args:
        toolkit: what they are built against.
        cache_folder: where built programs and the compiler's refusals are kept.
    """

    def __init__(self, toolkit: Path, cache_folder: Path) -> None:
        self._toolkit = toolkit
        self._cache = cache_folder
        self._includes = [Path(flag) for flag in include_flags(toolkit) if not flag.startswith("-")]

    def build(self, outcome: Outcome) -> Path | None:
        """Compile and link; the program, or None with the reason in `outcome`."""
        source = outcome.program.path
        compiler = c_compiler() if source.suffix == ".c" else cpp_compiler()
        flags = [_STANDARD.get(source.suffix, "-std=gnu++17"), "-O0", "-w", "-fPIC"]
        folder = self._cache / self._key(source, [VERSION, _compiler_version(compiler), *flags])
        verdict = folder / "verdict.json"
        if not verdict.is_file():
            folder.mkdir(parents=True, exist_ok=True)
            _write_at_once(verdict, json.dumps(self._compile(source, folder / "program.so", compiler, flags)))
        found = json.loads(verdict.read_text(encoding="utf-8"))
        outcome.compiled, outcome.linked = found["compiled"], found["linked"]
        outcome.diagnosis = found["diagnosis"]
        return folder / "program.so" if outcome.linked else None

    def _compile(self, source: Path, program: Path, compiler: str, flags: list[str]) -> dict[str, object]:
        with tempfile.TemporaryDirectory(prefix="aclnn_emu_") as scratch:
            unit = str(Path(scratch, "unit.o"))
            includes = include_flags(self._toolkit)
            refused = _refusal([compiler, "-c", *flags, str(source), "-o", unit, *includes])
            if refused:
                return {"compiled": False, "linked": False, "diagnosis": refused}
            # An executable prefers its own functions over those of its libraries, so does this.
            command = [compiler, "-shared", "-Wl,-z,defs,-Bsymbolic", unit, "-o", str(program)]
            refused = _refusal([*command, *link_flags(self._toolkit)])
        return {"compiled": True, "linked": not refused, "diagnosis": refused}

    def _key(self, source: Path, words: list[str]) -> str:
        """A name for what is built of the source: its place, its content and that of every header it can see.

        Headers are followed by name, without regard to conditions; those of the system are not looked at.
        """
        digest = hashlib.sha256("\0".join([str(source.resolve()), *words]).encode())
        waiting, seen = [source], {source}
        while waiting:
            path = waiting.pop()
            content = path.read_bytes()
            # The toolkit's comments tell what is emulated; that changes more often than what is built.
            ours = any(folder in path.parents for folder in self._includes)
            digest.update(_COMMENT.sub(b"", content) if ours else content)
            for name in _INCLUDE.findall(content):
                found = self._find(path.parent, name.decode("utf-8", "replace"))
                if found is not None and found not in seen:
                    seen.add(found)
                    waiting.append(found)
        return digest.hexdigest()[:32]

    def _find(self, near: Path, name: str) -> Path | None:
        candidates = (folder / name for folder in (near, *self._includes))
        return next((path for path in candidates if path.is_file()), None)


def _refusal(command: list[str]) -> str:
    """What the compiler said when it failed; empty when it did not."""
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    return "" if done.returncode == 0 else done.stderr.strip() or f"exit status {done.returncode}"


def _write_at_once(path: Path, text: str) -> None:
    scratch = path.with_suffix(".new")
    scratch.write_text(text, encoding="utf-8")
    scratch.replace(path)
