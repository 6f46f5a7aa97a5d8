"""Where the sample programs are: ``samples/`` of the repository, installed as ``aclnn_emu.samples``."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

__all__ = ["sample_files"]


def sample_files() -> dict[str, Path]:
    """The sample programs by name, for instance ``two_phase_tour``; none where the package is not installed."""
    spec = find_spec("aclnn_emu.samples")
    if spec is None or spec.origin is None:
        return {}
    files = sorted(Path(spec.origin).parent.glob("*.py"))
    return {file.stem: file for file in files if not file.stem.startswith("_")}
