"""Dtype lists that depend on the chip."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from aclnn_emu.runtime.profile import Profile

__all__ = ["DtypeList", "dtypes"]


@attrs.frozen
class DtypeList:
    """The dtypes that a parameter takes.

    Attributes:
        default: aclDataType values in the source's order.
        by_arch: lists of chips that differ, by NPU architecture (2201).
    """

    default: tuple[int, ...]
    by_arch: Mapping[int, tuple[int, ...]] = attrs.field(factory=dict)

    def on(self, profile: Profile) -> tuple[int, ...]:
        """The list on this chip."""
        return self.by_arch.get(profile.npu_arch, self.default)

    def __or__(self, other: DtypeList) -> DtypeList:
        """Both lists, chip by chip, without repetition."""
        archs = self.by_arch.keys() | other.by_arch.keys()
        merged = {
            arch: tuple(
                dict.fromkeys(self.by_arch.get(arch, self.default) + other.by_arch.get(arch, other.default))
            )
            for arch in sorted(archs)
        }
        return DtypeList(tuple(dict.fromkeys(self.default + other.default)), merged)


def dtypes(*default: int, **by_arch: tuple[int, ...]) -> DtypeList:
    """A list with exceptions: ``dtypes(F32, DAV_2201=(F32, BF16))``."""
    return DtypeList(default, {int(name.removeprefix("DAV_")): types for name, types in by_arch.items()})
