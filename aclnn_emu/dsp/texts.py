"""The texts of all findings: one table, a stable id for each, in our own words.

A text follows the name of the function and the core. It says what came and what is allowed; the solution says what to
do; ``hardware`` says how the policy of that name goes on where it does.
"""

from __future__ import annotations

import attrs

from aclnn_emu.dsp.diagnostics import Code, Severity

__all__ = ["TEXTS", "Text"]


@attrs.frozen
class Text:
    """A text with an id; the templates are for ``str.format``."""

    id: str
    code: Code
    text: str
    solution: str
    hardware: str = ""
    severity: Severity = Severity.ERROR


_ARGUMENTS = (
    Text(
        "DSP-DTYPE-001", Code.UNSUPPORTED_DTYPE,
        "the library of {platform} has no {prefix}_ version of this function, only {allowed}.",
        "Call that, or open a device of another platform ({others}).",
    ),
    Text(
        "DSP-NULL-001", Code.NULL_POINTER,
        "{argument} is a null pointer.",
        "Pass an address in {allowed}.",
    ),
    Text(
        "DSP-NULL-002", Code.NULL_POINTER,
        "weight is a null pointer, but weight_defined (param[2]) is {flag}.",
        "Pass the weights, or set param[2] to 0; then weight is not looked at.",
    ),
    Text(
        "DSP-SIZE-001", Code.BAD_SIZE,
        "{name} is {count}; a number of elements is 0 or more.",
        "Pass the number of elements, not of bytes. Memory that nobody wrote reads as -1.",
        hardware="Went on: nothing is done.",
    ),
    Text(
        "DSP-SIZE-002", Code.BAD_SIZE,
        "{name} is {count}; as {itemsize}-byte elements that is more than 32-bit addresses can name.",
        "Pass the number of elements, not of bytes.",
    ),
    Text(
        "DSP-SIZE-003", Code.BAD_SIZE,
        "{name} is 0: nothing is read and nothing is written.",
        "Nothing is wrong if that is meant.",
        severity=Severity.NOTE,
    ),
    Text(
        "DSP-REDUCTION-001", Code.BAD_REDUCTION,
        "reduction (param[1]) is {reduction}; allowed are 0 (none), 1 (mean) and 2 (sum).",
        "Pass the reduction of the forward pass.",
        hardware="Went on: taken as 2 (sum), as MindSpore's kernels do with any other number.",
    ),
    Text(
        "DSP-MASK-001", Code.BAD_CORE_MASK,
        "core_mask is {mask:#x}, but {platform} has cores 0 to {last}: masks go from 0x1 to {all_cores:#x}.",
        "Set bit n for core n, and no other bit.",
        hardware="Went on: bits without a core are ignored.",
    ),
    Text(
        "DSP-MASK-002", Code.BAD_CORE_MASK,
        "core_mask is 0, so no core works and {argument} would stay as it is.",
        "Set bit n for core n; {all_cores:#x} is all cores of {platform}.",
        hardware="Went on: no core works.",
    ),
)  # fmt: skip

_ADDRESSES = (
    Text(
        "DSP-ADDRESS-001", Code.UNMAPPED,
        "{argument} is {address}, where {platform} has no memory; the nearest is {region}.",
        "Pass an address in {allowed}; device.memory.map() lists them.",
    ),
    Text(
        "DSP-ADDRESS-002", Code.OUT_OF_RANGE,
        "{argument} takes {size} bytes from {address}, the last {beyond} of them behind the end of {region}.",
        "Begin at a lower address, or pass fewer elements.",
    ),
    Text(
        "DSP-SPACE-001", Code.WRONG_SPACE,
        "{argument} is {address} in {region}, but a shared function (_s) works on DDR and SMC.",
        "Pass an address in {allowed}, or call the private function (_p) on the core that owns this memory.",
        hardware="Went on: every core reaches this memory by this address.",
    ),
    Text(
        "DSP-SPACE-002", Code.WRONG_SPACE,
        "{argument} is {address} in {region}, but a private function (_p) works on the core's own L2.",
        "Pass an address in {allowed}, or call the shared function (_s).",
        hardware="Went on: the core reaches this memory by this address.",
    ),
    Text(
        "DSP-SPACE-003", Code.REMOTE_L2,
        "{argument} is {address} in {region}, which is not the calling core's.",
        "Pass an address in {allowed}, or call from the core that owns it: with dsp.core({owner}).",
        hardware="Went on: other cores reach this memory by this address.",
    ),
    Text(
        "DSP-SPACE-004", Code.ALIAS_IN_SHARED,
        "{argument} is {address}, by which each core means its own L2; the cores of a shared function (_s) "
        "would work on different data.",
        "Pass an address in {allowed}.",
    ),
    Text(
        "DSP-ALIGN-001", Code.MISALIGNED,
        "{argument} is {address}, which is no multiple of {itemsize}, the bytes of an element.",
        "Begin at a multiple of {itemsize}.",
    ),
    Text(
        "DSP-OVERLAP-001", Code.OVERLAP,
        "{argument} ({size} bytes from {address} in {region}) covers part of {other}, {shared} bytes in all. "
        "What the cores would read there depends on which of them is faster.",
        "Let {argument} be exactly {other}, or put it elsewhere.",
        hardware="Went on: computed core by core, from the lowest element up.",
    ),
    Text(
        "DSP-OVERLAP-002", Code.OVERLAP,
        "{argument} ({size} bytes from {address} in {region}) covers {other}, which every core reads.",
        "Put {argument} elsewhere.",
        hardware="Went on: {other} was read before anything was written.",
    ),
)  # fmt: skip

_VALUES = (
    Text(
        "DSP-VALUE-001", Code.DOMAIN,
        "{count} of {total} elements of {argument} lie outside [0, 1], the first at index {index} ({value}). "
        "They were computed all the same.",
        "A prediction is a probability: was the sigmoid left out?",
        severity=Severity.WARNING,
    ),
    Text(
        "DSP-VALUE-002", Code.NONFINITE,
        "{count} of {total} elements of {argument} are infinite or NaN, the first at index {index} ({value}).",
        "Look at the inputs there. Memory that nobody wrote reads as NaN.",
        severity=Severity.WARNING,
    ),
)  # fmt: skip

_LAUNCH = (
    Text(
        "DSP-LAUNCH-001", Code.BAD_LAUNCH,
        "the library of {platform} has no kernel {kernel!r}.",
        "It has, for instance, {close}.",
    ),
    Text(
        "DSP-LAUNCH-002", Code.BAD_LAUNCH,
        "the device is not open.",
        "Call device_open first, and nothing after device_close.",
    ),
    Text(
        "DSP-LAUNCH-003", Code.BAD_LAUNCH,
        "{kernel} takes {allowed} 64-bit arguments ({names}), not {count}; the mask is not one of them.",
        "Pass these, and let the launcher hand the mask to the kernel.",
    ),
    Text(
        "DSP-LAUNCH-004", Code.BAD_LAUNCH,
        "{argument} is {value}, which is no 64-bit number.",
        "Pass addresses, sizes, or the bits of a float (float_bits).",
    ),
    Text(
        "DSP-LAUNCH-005", Code.BAD_LAUNCH,
        "there is no library {path!r}.",
        "Its name is {allowed}; the emulator brings its own kernels and looks at the name only.",
    ),
    Text(
        "DSP-LAUNCH-006", Code.BAD_LAUNCH,
        "there is no group {group}; it was destroyed, or never launched here.",
        "Use the number that launch_group gave, until destroy_group.",
    ),
    Text(
        "DSP-LAUNCH-007", Code.BAD_LAUNCH,
        "group {group} ({kernel}) has not been waited for.",
        "Call wait_group first; until then the kernel may be running.",
    ),
    Text(
        "DSP-LAUNCH-008", Code.BAD_LAUNCH,
        "{platform} has no memory of kind {kind} for core {owner} to allocate.",
        "Ask for DDR or SMC, or for L2 of a core from 0 to {last}.",
    ),
    Text(
        "DSP-LAUNCH-009", Code.BAD_LAUNCH,
        "{size} bytes do not fit any free stretch of {region}; the largest has {free} bytes.",
        "Free what is no longer used, or ask for another kind of memory.",
    ),
    Text(
        "DSP-LAUNCH-010", Code.BAD_LAUNCH,
        "{address} is not the address of an allocation that is in use.",
        "Free each address that malloc gave, once.",
    ),
    Text(
        "DSP-LAUNCH-011", Code.BAD_LAUNCH,
        "the host buffer has {have} bytes, the copy takes {size}.",
        "Copy no more than the buffer holds.",
    ),
    Text(
        "DSP-LAUNCH-012", Code.BAD_LAUNCH,
        "kind is {kind}; allowed are 0 (host to device) and 1 (device to host).",
        "Use HOST_TO_DEVICE or DEVICE_TO_HOST.",
    ),
    Text(
        "DSP-LAUNCH-013", Code.BAD_LAUNCH,
        "{count} groups were never destroyed: {groups}.",
        "Call wait_group and destroy_group for each group; what was not waited for did not run.",
        severity=Severity.WARNING,
    ),
    Text(
        "DSP-LAUNCH-014", Code.BAD_LAUNCH,
        "no library was imported, so there are no kernels.",
        "Call import_library after device_open.",
    ),
    Text(
        "DSP-LAUNCH-015", Code.BAD_LAUNCH,
        "the device is open already.",
        "Open it once; device_close ends that.",
    ),
)  # fmt: skip

TEXTS: dict[str, Text] = {row.id: row for row in _ARGUMENTS + _ADDRESSES + _VALUES + _LAUNCH}
