"""Operators over three tensor lists: a product or a quotient added, and interpolation."""

from __future__ import annotations

from typing import Any

from aclnn_emu.errors import ParamInvalid
from aclnn_emu.kernels import foreach
from aclnn_emu.ops._foreach import (
    FLOATS,
    LERP_WEIGHT,
    OF_LISTS,
    OF_LISTS_WIDE,
    ForeachRow,
    alone,
    as_tensor,
    by_arch,
    declare,
    same_as_list,
)
from aclnn_emu.ops._types import BF16, F16, F32, S32

__all__ = ["ROWS"]

_HOST = "ops-nn/foreach/foreach_{0}/op_host/foreach_{0}_def.cpp"
_API = "ops-nn/foreach/foreach_{0}/op_host/op_api/aclnn_foreach_{1}.cpp"

_THREE = ("x1", "x2", "x3")
_NUMBERS = (*FLOATS, S32)
_WIDE = ((F16, F16), (F16, F32), *as_tensor(F32, S32, BF16))
_TENSOR, _TENSORS, _SCALAR = "const aclTensor *scalar", "const aclTensor *scalars", "const aclScalar *scalar"
_OUT = "aclTensorList *out"

_ORDER = ("The product with the scalar is rounded before the sum, also where the hardware fuses both.",)


def _row(name: str, folder: str, **facts: Any) -> ForeachRow:
    divides = name.startswith("Addcdiv")
    each = "scalars[i]" if "List" in name else "scalar"
    return ForeachRow(
        name=name,
        formula=f"x1[i] + {each} * (x2[i] {'/' if divides else '*'} x3[i])",
        kernel=foreach.addcdiv if divides else foreach.addcmul,
        source=(_API if "listed" in facts else _HOST).format(folder, name and _snake(name)),
        lists=_THREE,
        deviations=_ORDER,
        **facts,
    )


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


ROWS = (
    _row(
        "AddcmulList", "addcmul_list", scalar=_TENSORS, many=True, prototype=by_arch(same_as_list(*_NUMBERS))
    ),
    _row("AddcmulScalar", "addcmul_scalar", scalar=_TENSOR, prototype=by_arch(as_tensor(*_NUMBERS), _WIDE)),
    _row(
        "AddcmulScalarV2", "addcmul_scalar", scalar=_SCALAR, out=_OUT, late=ParamInvalid, rule=OF_LISTS_WIDE,
        prototype=by_arch(as_tensor(*_NUMBERS), _WIDE), listed=by_arch(alone(*_NUMBERS)),
    ),
    _row(
        "AddcmulScalarList", "addcmul_scalar_list", scalar=_TENSORS, many=True,
        prototype=by_arch(same_as_list(*_NUMBERS)),
    ),
    _row(
        "AddcdivList", "addcdiv_list", scalar=_TENSORS, many=True, prototype=by_arch(same_as_list(*FLOATS))
    ),
    _row(
        "AddcdivScalar", "addcdiv_scalar", scalar=_TENSOR, out=_OUT, strided=True, rule=OF_LISTS,
        prototype=by_arch(as_tensor(*FLOATS)), listed=by_arch(alone(*FLOATS)),
    ),
    _row(
        "AddcdivScalarV2", "addcdiv_scalar", scalar=_SCALAR, out=_OUT, rule=OF_LISTS,
        prototype=by_arch(as_tensor(*FLOATS)), listed=by_arch(alone(*FLOATS)),
    ),
    _row(
        "AddcdivScalarList", "addcdiv_scalar_list", scalar=_TENSORS, many=True, out=_OUT, strided=True,
        prototype=by_arch(same_as_list(*FLOATS)), listed=by_arch(alone(*FLOATS)),
    ),
    ForeachRow(
        name="LerpList",
        formula="x1[i] + weight[i] * (x2[i] - x1[i])",
        kernel=foreach.lerp,
        prototype=by_arch(alone(*FLOATS)),
        listed=by_arch(alone(*FLOATS)),
        lists=("x1", "x2", "weight"),
        out=_OUT,
        strided=True,
        source=_API.format("lerp_list", "lerp_list"),
    ),
    ForeachRow(
        name="LerpScalar",
        formula="x1[i] + weight * (x2[i] - x1[i])",
        kernel=foreach.lerp,
        prototype=by_arch(tuple((dtype, F32) for dtype in FLOATS)),
        listed=by_arch(alone(*FLOATS)),
        rule=LERP_WEIGHT,
        lists=("x1", "x2"),
        scalar="const aclScalar *weight",
        out=_OUT,
        strided=True,
        source=_API.format("lerp_scalar", "lerp_scalar"),
    ),
)  # fmt: skip

for _declared in ROWS:
    declare(_declared, __name__)
