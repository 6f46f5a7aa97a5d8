"""The aclScalar: one host value with a dtype, copied at creation."""

from __future__ import annotations

from typing import Any, ClassVar

import attrs

from aclnn_emu.core.cvalue import CNumber, c_value, convert
from aclnn_emu.core.dtypes import dtype_info, dtype_name, numpy_dtype
from aclnn_emu.core.lifetime import end_of_life
from aclnn_emu.errors import ParamInvalid

__all__ = ["Scalar", "create_scalar"]

_FLOAT_EPSILON = 2.0**-23


@attrs.define(eq=False)
class Scalar:
    """A value as a C variable of its dtype holds it: rounded or wrapped already.

    Attributes:
        value: bool, int, float or complex.
        dtype: aclDataType value.
        alive: false once destroyed.
        token: `metadata`, once somebody asked for it and while the scalar lives.
    """

    kind: ClassVar[str] = "aclScalar"

    value: CNumber
    dtype: int
    alive: bool = True
    token: tuple[str, int, str] | None = attrs.field(default=None, init=False, repr=False)

    @property
    def metadata(self) -> tuple[str, int, str]:
        """What two scalars have in common that stand for the same: -0.0 is not 0.0, and NaN is itself."""
        found = self.token
        if found is None:
            found = ("scalar", int(self.dtype), repr(self.value))
            if self.alive:
                self.token = found
        return found

    def as_(self, dtype: int) -> CNumber:
        """The value as another dtype, by C's conversions (aclScalar's ToFloat, ToInt64 ...); see `cvalue.convert`."""
        return self.value if dtype == self.dtype else convert(self.value, self.dtype, dtype)

    def survives(self, dtype: int) -> bool:
        """Whether a half type holds the value to within FLOAT's epsilon.

        Ascend950 computes aclnnAdds and aclnnMuls in FLOAT when it does not.
        Source: ops-math math/add/op_api/aclnn_add.cpp.
        """
        wide, half = self.as_(0), self.as_(dtype)
        return (
            not isinstance(wide, complex)
            and not isinstance(half, complex)
            and abs(half - wide) <= _FLOAT_EPSILON
        )

    def destroy(self) -> None:
        """End the scalar's life.

        Raises:
            ParamInvalid: destroyed before.
        """
        end_of_life(self)
        self.token = None

    def describe(self) -> str:
        """Value and dtype, for messages and tables."""
        return f"{self.value} {dtype_name(self.dtype)}"


def create_scalar(value: Any, dtype: int) -> Scalar | None:
    """Create a scalar (aclCreateScalar): copy a value.

    Args:
        value: a Python or NumPy number, an array of one element, or None for a null pointer.
        dtype: aclDataType value.

    Returns:
        The scalar; None for a null value and for a type that has no scalars (STRING, INT4, UINT1, COMPLEX32, undefined,
        unknown numbers).

    Raises:
        ParamInvalid: the value is no number of that kind, or the dtype is one whose scalars are not emulated
            (HIFLOAT8, FLOAT6, FLOAT4).
    Source: opbase src/nnopbase/common/api/acl_op_api.cpp.
    """
    info = dtype_info(dtype)
    if value is None or info.kind == "other" or info.short == "c32":
        return None
    if numpy_dtype(dtype) is None:
        raise ParamInvalid("ACLNN-TENSOR-008", dtype=info.name)
    return Scalar(c_value(value, dtype, function="aclCreateScalar", parameter="value"), int(dtype))
