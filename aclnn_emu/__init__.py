"""A CPU emulator of Ascend CANN's two-phase operator API (aclnn) and of the AscendCL runtime under it.

    import aclnn_emu as emu

    status, executor = emu.ops.add.get_workspace_size(x, y, 1, out)   # phase 1: checks, plan, workspace size
    status = emu.run(workspace, executor, stream)                     # phase 2: queues
    stream.synchronize()                                              # now the result is there

``emu.aclnn`` has every C function under its C name, ``emu.acl`` is shaped like pyACL.
"""

# General layout: imports only go down this list, and import-linter holds it.
#
#   cli                the command aclnn-emu
#   bench              measurements of speed and memory (aclnn-emu bench)
#   conformance        status-code tests for every backend, pytest plugin
#   acl, pythonic      faces: pyACL-shaped; objects (re-exported here)
#   aclnn              face: every C function under its C name
#   ops                operators: one declaration each, a module a family
#   boundary           exception -> status and text; the only place where that happens
#   plan               declaration format, checks, builder, executor, workspace layout
#   dsp                the DSP platforms FT78NE and MT7004: beside plan, on kernels, without the runtime
#   runtime, kernels   the simulated machine; numerics (NumPy in, NumPy out)
#   core               tensor, scalar, arrays; dtypes, promotion, layout
#   errors, abi        exception tree; enums, codes, prototypes, texts
#
# This module has no logic. Names load when they are first used, so that the command line and a program that
# needs one face do not pay for the others.

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from aclnn_emu import _version

if TYPE_CHECKING:
    from aclnn_emu import acl, aclnn, dsp, errors, ops
    from aclnn_emu.abi.explain import explain
    from aclnn_emu.acl.install import install_pyacl
    from aclnn_emu.errors import EmuError
    from aclnn_emu.pythonic import (
        Device,
        DeviceMemory,
        Event,
        StatusError,
        Stream,
        Tensor,
        get_workspace_size,
        raise_on_error,
        run,
    )
    from aclnn_emu.runtime.machine import configure, machine, reset

__all__ = [
    "Device",
    "DeviceMemory",
    "EmuError",
    "Event",
    "StatusError",
    "Stream",
    "Tensor",
    "__version__",
    "acl",
    "aclnn",
    "configure",
    "dsp",
    "errors",
    "explain",
    "get_workspace_size",
    "install_pyacl",
    "machine",
    "ops",
    "raise_on_error",
    "reset",
    "run",
]

__version__ = _version.VERSION

_MODULES = ("acl", "aclnn", "dsp", "errors", "ops")
_HOMES = {
    "aclnn_emu.abi.explain": ("explain",),
    "aclnn_emu.acl.install": ("install_pyacl",),
    "aclnn_emu.errors": ("EmuError",),
    "aclnn_emu.pythonic": (
        "Device", "DeviceMemory", "Event", "StatusError", "Stream", "Tensor", "get_workspace_size",
        "raise_on_error", "run",
    ),
    "aclnn_emu.runtime.machine": ("configure", "machine", "reset"),
}  # fmt: skip
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"{__name__}.{name}")
    if name in _HOME_OF:
        found = globals()[name] = getattr(import_module(_HOME_OF[name]), name)
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
