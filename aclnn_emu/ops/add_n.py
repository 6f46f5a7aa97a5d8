"""The sum of a list of tensors of one shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.core.formats import format_name, is_private_format
from aclnn_emu.errors import InnerNullptr, ParamInvalid
from aclnn_emu.kernels import elementwise
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BF16, F16, F32, S32, S64
from aclnn_emu.plan.checks import (
    Check,
    chip_has_operator,
    custom,
    dtype_in,
    has_members,
    max_rank,
    members_not_null,
    not_null,
    same_dtype,
    tensors_of,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.lists import TensorList
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

_SUMMED = dtypes(S32, S64, F16, BF16, F32)
_ONE_DTYPE = same_dtype("tensors", "out", error=InnerNullptr)


@custom("one_shape", ("tensors", "out"), "tensors, out: one view shape")
def _one_shape(call: Call) -> None:
    (first, model), *rest = [*tensors_of(call, "tensors"), ("out", call.args["out"])]
    for name, tensor in rest:
        if tensor.view_shape != model.view_shape:
            raise ParamInvalid(
                "ACLNN-PARAM-006", op=call.operator.name, param=name, got=list(tensor.view_shape),
                allowed=list(model.view_shape), reference=first,
            )  # fmt: skip


@custom("first_public", ("tensors",), "tensors: the first has no private format")
def _first_public(call: Call) -> None:
    name, tensor = tensors_of(call, "tensors")[0]
    if is_private_format(tensor.format):
        raise ParamInvalid(
            "ACLNN-PARAM-023", op=call.operator.name, param=name, got=format_name(tensor.format)
        )


def _first_has_dtype_of_out(*checks: Check) -> Check:
    """Where the first tensor has another dtype than out the library stops to check, and fails later."""

    def run(call: Call) -> None:
        if call.args["tensors"].items[0].dtype == call.args["out"].dtype:
            for check in checks:
                check.run(call)

    params = tuple(dict.fromkeys(name for check in checks for name in check.params))
    text = "where the first tensor has the dtype of out: " + "; ".join(check.text for check in checks)
    return Check("first_has_dtype_of_out", params, run, text)


@operator(
    "aclnnAddN(const aclTensorList *tensors, aclTensor *out)",
    checks=(
        not_null("tensors"),
        members_not_null("tensors"),
        not_null("out"),
        has_members("tensors"),
        _first_has_dtype_of_out(
            chip_has_operator("tensors", 2201, REGBASE),
            dtype_in(_SUMMED, "tensors", "out"),
            max_rank(8, "tensors", "out"),
            _one_shape,
            _first_public,
        ),
    ),
    source="ops-math/math/add_n/op_api/aclnn_add_n.cpp",
    deviations=(
        "An empty list is refused with 161002; the library reads the first member all the same.",
        "Members of different dtypes answer 561103; no check of the library asks for it.",
    ),
)
def add_n(b: Builder, tensors: TensorList, out: Tensor) -> None:
    """out = the elementwise sum of all tensors."""
    members = [tensor for tensor in tensors.items if tensor is not None]
    if any(tensor.is_empty for tensor in members):
        return
    _ONE_DTYPE.run(b.call)
    if len(members) == 1:
        b.view_copy(members[0], out)
        return
    parts = [b.contiguous(tensor) for tensor in members]
    b.view_copy(b.kernel(elementwise.accumulate, *parts, name="AddN"), out)
