"""Building programs against the toolkit and running them; where the vendor's documents are."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from aclnn_emu.capi.interpreter import c_compiler, cpp_compiler
from aclnn_emu.capi.toolkit import environment, include_flags, link_flags

SHARED = Path(__file__).parents[2].parent / "shared"
SETTINGS = ("ACLNN_EMU_SOC", "ACLNN_EMU_SCHEDULE", "ACLNN_EMU_DEVICES", "ASCEND_GLOBAL_LOG_LEVEL")


class Programs:
    """Builds programs in a folder of their own and runs them."""

    def __init__(self, toolkit: Path, folder: Path) -> None:
        self.toolkit = toolkit
        self.folder = folder
        clean = {name: value for name, value in os.environ.items() if name not in SETTINGS}
        self.env = environment(toolkit, clean)

    def build(self, source: str | Path, *flags: str, language: str = "cpp") -> Path:
        """Compile and link a source text or file."""
        if isinstance(source, Path):
            path = source
        else:
            path = self.folder / f"program.{language}"
            path.write_text(source, encoding="utf-8")
        c = path.suffix == ".c"
        compiler, standard = (c_compiler(), "-std=c11") if c else (cpp_compiler(), "-std=c++17")
        program = self.folder / f"program_{path.suffix[1:]}"
        command = [compiler, standard, *flags, str(path), "-o", str(program), *include_flags(self.toolkit)]
        done = subprocess.run(  # noqa: S603
            [*command, *link_flags(self.toolkit), "-ldl"], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return program

    def run(self, *command: str | Path, **env: str) -> subprocess.CompletedProcess[str]:
        """Run a program with the toolkit's environment."""
        return subprocess.run(  # noqa: S603
            list(map(str, command)),
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
            cwd=self.folder,
            env=self.env | env,
        )

    def output(self, source: str | Path, *flags: str, language: str = "cpp", **env: str) -> list[str]:
        """The lines that a program prints; it must end with status 0."""
        done = self.run(self.build(source, *flags, language=language), **env)
        assert done.returncode == 0, f"status {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done.stdout.splitlines()
