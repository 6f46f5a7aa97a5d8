"""Storage formats: names, and which of them are private.

A private format describes a blocked layout that only the hardware's own kernels read. CANN treats a tensor in
such a format as contiguous whatever its strides say.
"""

from __future__ import annotations

from aclnn_emu.abi.enums import aclFormat

__all__ = ["PRIVATE_FORMATS", "Format", "format_name", "is_private_format", "listed_format"]

Format = aclFormat

# Source: opbase src/nnopbase/common/utils/format_utils.cpp.
PRIVATE_FORMATS = frozenset(
    {
        Format.ACL_FORMAT_NC1HWC0,
        Format.ACL_FORMAT_FRACTAL_Z,
        Format.ACL_FORMAT_NC1HWC0_C04,
        Format.ACL_FORMAT_FRACTAL_NZ,
        Format.ACL_FORMAT_NDC1HWC0,
        Format.ACL_FRACTAL_Z_3D,
        Format.ACL_FORMAT_FRACTAL_NZ_C0_16,
        Format.ACL_FORMAT_FRACTAL_NZ_C0_32,
        Format.ACL_FORMAT_FRACTAL_NZ_C0_2,
        Format.ACL_FORMAT_FRACTAL_NZ_C0_4,
        Format.ACL_FORMAT_FRACTAL_NZ_C0_8,
    }
)
_VALUES = frozenset(int(member) for member in Format)


def listed_format(value: int) -> Format:
    """What aclGetFormat answers: the format itself, or ACL_FORMAT_UNDEFINED for a number outside the list."""
    return Format(value) if value in _VALUES else Format.ACL_FORMAT_UNDEFINED


def format_name(value: int) -> str:
    """The name that the documents use ("ND"), or the number when it is no format."""
    if value not in _VALUES:
        return str(int(value))
    return Format(value).name.removeprefix("ACL_").removeprefix("FORMAT_")


def is_private_format(value: int) -> bool:
    """Whether the layout is a hardware-private one."""
    return value in PRIVATE_FORMATS
