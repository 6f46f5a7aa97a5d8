"""The host's side: open the device, import the library, allocate, copy, launch kernels by name, wait, destroy.

The names are those of the host library that MindSpore Lite uses (DeviceOpen, ImportLib, HostTlsfMalloc, HostMemCopy,
LaunchGroup, WaitGroup, DestroyGroup). As there, a function returns 0 or an error (-1), and a kernel's own outcome is
never part of it. A failed function of this layer raises nothing under any policy; why it failed is in
``device.diagnostics``.

A launch only queues. The kernel runs in `Host.wait_group`, so that a missing wait shows: the host then copies what was
there before. Groups run in the order of their launches.
"""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any

import attrs
import numpy as np

from aclnn_emu.dsp.device import Device, current_device
from aclnn_emu.dsp.diagnostics import DspError, make_entry
from aclnn_emu.dsp.heap import Heap
from aclnn_emu.dsp.kernels import LibraryKernel, find_kernel, float_bits, kernel_names
from aclnn_emu.dsp.memory import Array
from aclnn_emu.dsp.platform import MemoryKind

__all__ = ["DEVICE_TO_HOST", "FAILED", "HOST_TO_DEVICE", "OK", "Host", "float_bits", "kernel_names"]

OK, FAILED = 0, -1
HOST_TO_DEVICE, DEVICE_TO_HOST = 0, 1
_LIBRARY = "dsp_lib.dat"
_SLOT_END = 1 << 64


@attrs.define(eq=False)
class _Group:
    """A launch: kernel, mask, slots, and whether it has run."""

    kernel: LibraryKernel
    mask: int
    slots: tuple[int, ...]
    done: bool = False


class Host:
    """A host program's view of a device.

    Args:
        device: which device; the current one by default.
    """

    def __init__(self, device: Device | None = None) -> None:
        self.device = device or current_device()
        self._closed()

    def _closed(self) -> None:
        self._open = False
        self._imported = False
        self._heaps = {region.base: Heap(region) for region in self.device.platform.regions}
        self._groups: dict[int, _Group] = {}
        self._launched = 0

    def device_open(self) -> int:
        """Open the device. Memory and groups are there from now until `device_close`."""
        if self._open:
            return self._fail("DSP-LAUNCH-015", "device_open")
        self._open = True
        return OK

    def device_close(self) -> int:
        """Close the device; its groups and allocations are gone."""
        if not self._ready("device_close"):
            return FAILED
        if self._groups:
            groups = ", ".join(f"{number} ({group.kernel.name})" for number, group in self._groups.items())
            self._fail("DSP-LAUNCH-013", "device_close", count=len(self._groups), groups=groups)
        self._closed()
        return OK

    def import_library(self, path: str = f"/usr/lib/{_LIBRARY}") -> int:
        """Make the kernels known. The emulator has them itself and looks at the file's name only."""
        if not self._ready("import_library"):
            return FAILED
        if PurePosixPath(path).name != _LIBRARY:
            return self._fail("DSP-LAUNCH-005", "import_library", path=path, allowed=_LIBRARY)
        self._imported = True
        return OK

    def malloc(self, kind: int, nbytes: int, core: int = 0) -> tuple[int, int]:
        """Allocate.

        Args:
            kind: a `MemoryKind`.
            nbytes: how many bytes; the address is a multiple of 64.
            core: whose L2; other kinds belong to all cores.

        Returns:
            0 and the address, or -1 and 0.
        """
        if not self._ready("malloc"):
            return FAILED, 0
        owners = {core} if kind == MemoryKind.L2 else {None}
        heap = next(
            (h for h in self._heaps.values() if h.region.kind == kind and h.region.core in owners), None
        )
        if heap is None:
            names = {int(known): known.name for known in MemoryKind}
            platform = self.device.platform
            failed = self._fail(
                "DSP-LAUNCH-008", "malloc", platform=platform.name, kind=names.get(kind, kind), owner=core,
                last=platform.cores - 1,
            )  # fmt: skip
            return failed, 0
        address = heap.allocate(nbytes) if nbytes >= 0 else 0
        if not address:
            region = heap.region.describe()
            return self._fail(
                "DSP-LAUNCH-009", "malloc", size=nbytes, region=region, free=heap.largest()
            ), 0  # fmt: skip
        return OK, address

    def free(self, address: int) -> int:
        """Give an allocation back."""
        if not self._ready("free"):
            return FAILED
        if not any(heap.free(address) for heap in self._heaps.values()):
            return self._fail("DSP-LAUNCH-010", "free", argument="address", address=address)
        return OK

    def mem_copy(self, host: Array, address: int, nbytes: int, kind: int) -> int:
        """Copy between a host array and the device.

        Args:
            host: a contiguous array; written to when the kind is DEVICE_TO_HOST.
            address: the device's side.
            nbytes: how many bytes.
            kind: HOST_TO_DEVICE (0) or DEVICE_TO_HOST (1).
        """
        if not self._ready("mem_copy"):
            return FAILED
        if kind not in {HOST_TO_DEVICE, DEVICE_TO_HOST}:
            return self._fail("DSP-LAUNCH-012", "mem_copy", kind=kind)
        buffer = host.reshape(-1).view(np.uint8) if host.flags.c_contiguous else host[:0]
        if not 0 <= nbytes <= buffer.size:
            return self._fail("DSP-LAUNCH-011", "mem_copy", size=nbytes, have=buffer.size)
        try:
            if kind == HOST_TO_DEVICE:
                self.device.memory.write(address, buffer[:nbytes])
            else:
                buffer[:nbytes] = self.device.memory.read(address, np.uint8, nbytes)
        except DspError as error:
            self.device.diagnostics.extend(error.entries)
            return FAILED
        return OK

    def launch_group(
        self, core_mask: int, kernel_name: str, args: list[int] | tuple[int, ...]
    ) -> tuple[int, int]:
        """Queue a kernel for the cores of a mask.

        Args:
            core_mask: bit n: core n works.
            kernel_name: for instance ``fp_binary_cross_entropy_grad_s``.
            args: 64-bit slots: addresses, sizes, the bits of a float (`float_bits`). The launcher adds the mask.

        Returns:
            0 and the group, or -1 and -1.
        """
        kernel = self._kernel(kernel_name, args) if self._ready("launch_group") else None
        if kernel is None or not self._good_mask(core_mask):
            return FAILED, FAILED
        self._launched += 1
        self._groups[self._launched] = _Group(kernel, core_mask, tuple(args))
        return OK, self._launched

    def wait_group(self, group: int) -> int:
        """Wait for a group: it runs now, after those that were launched before it.

        Raises:
            DspError: the kernel found errors in its arguments, and the device's policy is not ``record``.
        """
        if self._group("wait_group", group) is None:
            return FAILED
        for number, launched in self._groups.items():
            if number <= group and not launched.done:
                launched.done = True
                self._run(launched)
        return OK

    def destroy_group(self, group: int) -> int:
        """Give a group back that has been waited for."""
        found = self._group("destroy_group", group)
        if found is None:
            return FAILED
        if not found.done:
            return self._fail("DSP-LAUNCH-007", "destroy_group", group=group, kernel=found.kernel.name)
        del self._groups[group]
        return OK

    def _run(self, group: _Group) -> None:
        cores = [core for core in range(self.device.platform.cores) if group.mask >> core & 1]
        kernel = group.kernel
        if kernel.shared:
            kernel.run(self.device, kernel.prefix, group.slots, group.mask, cores[0])
            return
        for core in cores:
            kernel.run(self.device, kernel.prefix, group.slots, None, core)

    def _kernel(self, name: str, args: list[int] | tuple[int, ...]) -> LibraryKernel | None:
        from difflib import get_close_matches

        platform = self.device.platform
        if not self._imported:
            self._fail("DSP-LAUNCH-014", "launch_group")
            return None
        kernel = find_kernel(platform, name)
        if kernel is None:
            names = kernel_names(platform)
            close = ", ".join(get_close_matches(name, names, n=3) or names[:3])
            self._fail("DSP-LAUNCH-001", "launch_group", platform=platform.name, kernel=name, close=close)
            return None
        if len(args) != len(kernel.slots):
            self._fail(
                "DSP-LAUNCH-003", "launch_group", kernel=name, allowed=len(kernel.slots), count=len(args),
                names=", ".join(kernel.slots),
            )  # fmt: skip
            return None
        for slot, value in zip(kernel.slots, args, strict=True):
            if not 0 <= value < _SLOT_END:
                self._fail("DSP-LAUNCH-004", "launch_group", argument=slot, value=value)
                return None
        return kernel

    def _good_mask(self, mask: int) -> bool:
        platform = self.device.platform
        if 0 < mask <= platform.all_cores:
            return True
        self._fail(
            "DSP-MASK-001" if mask else "DSP-MASK-002", "launch_group", argument="the result", mask=mask,
            platform=platform.name, last=platform.cores - 1, all_cores=platform.all_cores,
        )  # fmt: skip
        return False

    def _ready(self, function: str) -> bool:
        if not self._open:
            self._fail("DSP-LAUNCH-002", function)
        return self._open

    def _group(self, function: str, group: int) -> _Group | None:
        if not self._ready(function):
            return None
        if group not in self._groups:
            self._fail("DSP-LAUNCH-006", function, group=group)
        return self._groups.get(group)

    def _fail(self, message_id: str, function: str, **values: Any) -> int:
        self.device.diagnostics.append(make_entry(message_id, function=function, core=None, **values))
        return FAILED
