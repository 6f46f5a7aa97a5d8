"""``aclnn-emu doctor``: is everything there, and does a call go through?"""

from __future__ import annotations

import argparse
import os
import platform
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from aclnn_emu._version import VERSION
from aclnn_emu.cli._text import columns

HELP = "report versions and settings and run a self-test"
EXAMPLES = """\
  aclnn-emu doctor

The exit status is 1 when a required package is missing, a setting is refused or the self-test fails.
"""

_REQUIRED = ("numpy", "attrs", "ml_dtypes")
_EXTRAS = {"numba": "fast", "cffi": "capi", "matplotlib": "bench"}
_MAPS = Path("/proc/self/maps")
_EXPECTED = -0.095238  # 0.1 * (0.3 - 0.5) / ((1 - 0.3) * 0.3), the answer of CANN's sample


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """None."""
    del parser


def run(args: argparse.Namespace) -> int:
    """Print the report."""
    del args
    missing = _report_packages()
    if missing:
        _report("BROKEN", f"{', '.join(missing)} missing; `pip install aclnn-emu` installs what is required")
        return 1
    return 0 if _report_machine() and _report_self_test() else 1


def _report(label: str, text: str) -> None:
    print(columns([(f"{label:<11}", text)], indent=""))


def _report_packages() -> list[str]:
    """Print the versions; returns the names of required packages that are not there."""
    python = f"{platform.python_version()} ({platform.python_implementation()}, {platform.platform()})"
    _report("aclnn_emu", VERSION)
    _report("Python", python)
    found = {name: _version(name) for name in _REQUIRED}
    for name, text in found.items():
        _report(name, text or "MISSING")
    for name, extra in _EXTRAS.items():
        _report(name, _version(name) or f'not installed (optional: pip install "aclnn-emu[{extra}]")')
    _report("C programs", _c_programs())
    return [name for name, text in found.items() if not text]


def _c_programs() -> str:
    """Whether a toolkit for them can be built here, and why not."""
    from aclnn_emu.capi.interpreter import ToolkitError, cpp_compiler, interpreter

    try:
        python, compiler = interpreter(), cpp_compiler()
    except ToolkitError as error:
        return f"cannot be built: {error}"
    return f"can be built, with {compiler} and {python.library}"


def _version(name: str) -> str | None:
    """The version of an installed package, None where it is not there or cannot be imported."""
    if find_spec(name) is None:
        return None
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _report_machine() -> bool:
    from aclnn_emu.errors import EmuError
    from aclnn_emu.runtime.machine import machine

    variables = (name for name in sorted(os.environ) if name.startswith(("ACLNN_EMU_", "ASCEND_")))
    settings = [f"{name}={os.environ[name]}" for name in variables]
    _report("environment", "  ".join(settings) or "no ACLNN_EMU_* or ASCEND_* variable is set")
    try:
        current = machine()
    except EmuError as error:
        _report("BROKEN", f"the settings are refused: {error}")
        return False
    config, profile = current.config, current.profile
    memory = config.memory_limit if config.memory_limit is not None else profile.memory_bytes
    _report("chip", f"{profile.name} (aclrtGetSocName: {profile.soc_name})")
    _report("devices", f"{len(current.devices)}, {memory:,} bytes of memory each")
    _report("schedule", config.schedule + (", launches block" if config.launch_blocking else ""))
    _report("engine", config.engine)
    _report("host memory", _host_pointers())
    return True


def _host_pointers() -> str:
    if _MAPS.is_file():
        return f"a pointer to an unknown buffer is looked up in {_MAPS}"
    return f"only pointers to known buffers can be used, for this system has no {_MAPS}"


def _report_self_test() -> bool:
    try:
        result = _gradient()
    except Exception as error:  # noqa: BLE001 - whatever happens is the finding
        _report("self-test", f"FAILED: {type(error).__name__}: {error}")
        return False
    ok = all(abs(value - _EXPECTED) < 1e-6 for value in result)
    answer = "ok" if ok else f"WRONG, expected {_EXPECTED}"
    _report("self-test", f"gradient of the binary cross-entropy: {result[0]:.6f} {answer}")
    return ok


def _gradient() -> list[float]:
    """The numbers of CANN's sample through both phases and a stream."""
    import numpy as np

    from aclnn_emu import ops, pythonic

    with pythonic.Device(0), pythonic.Stream() as stream:
        values = (0.1, 0.3, 0.5, 1.0)
        grad, x, target, weight = (
            pythonic.Tensor.from_numpy(np.full((2, 2), value, np.float32)) for value in values
        )
        out = pythonic.Tensor.empty((2, 2), np.float32)
        status, executor = ops.binary_cross_entropy_backward.get_workspace_size(
            grad, x, target, weight, 0, out
        )
        pythonic.raise_on_error(status)
        size = executor.workspace_size if executor is not None else 0
        workspace = pythonic.DeviceMemory(size) if size else None
        pythonic.raise_on_error(pythonic.run(workspace, executor, stream))
        stream.synchronize()
        result: list[float] = out.numpy().ravel().tolist()
        for tensor in (grad, x, target, weight, out):
            tensor.free()
        if workspace is not None:
            workspace.close()
    return result
