"""FT78NE and MT7004: the DSP operator functions with raw addresses and core masks.

    from aclnn_emu import dsp

    device = dsp.open_device("FT78NE")
    device.memory.write(0xA0000000, x)      # and so on for the other inputs
    dsp.fp_binary_cross_entropy_grad_s(
        0xA0000000, 0xB0000000, 0xC0000000, 0xD0000000, 0xE0000000, [1024, 1, 1], 0xFF
    )
    dx = device.memory.read(0xE0000000, np.float32, 1024)

The functions return None, as C's void functions do; `Device` says what its policy does with misuse. `Host` is the side
of a host program that launches kernels by name. This part knows nothing of the aclnn side.
"""

from __future__ import annotations

from aclnn_emu.dsp.bce_grad import (
    fp_binary_cross_entropy_grad_p,
    fp_binary_cross_entropy_grad_s,
    hp_binary_cross_entropy_grad_p,
    hp_binary_cross_entropy_grad_s,
)
from aclnn_emu.dsp.cores import core, current_core, set_core
from aclnn_emu.dsp.device import CoreSlice, Device, current_device, open_device
from aclnn_emu.dsp.diagnostics import Code, DspError, Entry, Policy, Severity
from aclnn_emu.dsp.launch import DEVICE_TO_HOST, HOST_TO_DEVICE, Host, float_bits
from aclnn_emu.dsp.platform import FT78NE, MT7004, PLATFORMS, MemoryKind, Platform, Region

__all__ = [
    "DEVICE_TO_HOST",
    "FT78NE",
    "HOST_TO_DEVICE",
    "MT7004",
    "PLATFORMS",
    "Code",
    "CoreSlice",
    "Device",
    "DspError",
    "Entry",
    "Host",
    "MemoryKind",
    "Platform",
    "Policy",
    "Region",
    "Severity",
    "core",
    "current_core",
    "current_device",
    "float_bits",
    "fp_binary_cross_entropy_grad_p",
    "fp_binary_cross_entropy_grad_s",
    "hp_binary_cross_entropy_grad_p",
    "hp_binary_cross_entropy_grad_s",
    "open_device",
    "set_core",
]
