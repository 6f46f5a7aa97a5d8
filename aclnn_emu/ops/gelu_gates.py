"""The gate of gelu: one half of a dimension is multiplied with the gelu of the other; and its gradient."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.errors import ParamInvalid
from aclnn_emu.kernels import gate
from aclnn_emu.ops._losses import FLOATS, require_view_shape
from aclnn_emu.plan.checks import Check, custom, dtype_in, max_rank, not_null, one_of, same_dtype, same_shape
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call


def halved(call: Call, whole: str) -> tuple[int, ...]:
    """The shape of `whole` with half of dimension `dim`; a scalar counts as no elements.

    Raises:
        ParamInvalid (161002): there is no such dimension, or its size is odd.
    """
    op, dim = call.operator.name, call.args["dim"]
    shape: tuple[int, ...] = call.args[whole].view_shape or (0,)
    rank = len(shape)
    if not -rank <= dim < rank:
        raise ParamInvalid(
            "ACLNN-PARAM-024", op=op, param="dim", got=dim, rank=rank, low=-rank, high=rank - 1
        )
    if shape[dim] % 2:
        raise ParamInvalid("ACLNN-PARAM-044", op=op, param=whole, got=list(shape), dim=dim)
    return tuple(size // 2 if axis == dim % rank else size for axis, size in enumerate(shape))


@custom(
    "dtype_of_self",
    ("self", "out", "outGelu"),
    "out, outGelu: dtype of self, unless it has no elements or dimensions",
)
def _dtype_of_self(call: Call) -> None:
    self = call.args["self"]
    if self.rank and not self.is_empty:
        same_dtype("self", "out", "outGelu").run(call)


@custom(
    "halves",
    ("self", "dim", "out", "outGelu"),
    "dim: a dimension of self, even there; out, outGelu have half of it",
)
def _two_halves(call: Call) -> None:
    shape = halved(call, "self")
    require_view_shape(call, "out", shape)
    require_view_shape(call, "outGelu", shape)


_FORWARD: tuple[Check, ...] = (
    not_null("self", "out", "outGelu"),
    dtype_in(FLOATS, "self", "out", "outGelu"),
    _dtype_of_self,
    max_rank(8, "self", "out", "outGelu"),
    _two_halves,
    one_of("approximate", 0, 1),
)
_SOURCE = "ops-nn/activation/ge_glu_v2/op_host/op_api/aclnn_geglu.cpp"


@operator(
    "aclnnGeGlu(const aclTensor *self, int64_t dim, int64_t approximate, aclTensor *out, aclTensor *outGelu)",
    checks=_FORWARD,
    source=_SOURCE,
)
def ge_glu(b: Builder, self: Tensor, dim: int, approximate: int, out: Tensor, out_gelu: Tensor) -> None:
    """outGelu = gelu of the right half of self along dim, exact (0) or by tanh (1); out = left half * outGelu."""
    _open(b, self, dim, approximate, (out, out_gelu), left=False)


@operator(
    "aclnnGeGluV3(const aclTensor *self, int64_t dim, int64_t approximate, bool activateLeft, aclTensor *out,"
    " aclTensor *outGelu)",
    checks=_FORWARD,
    source=_SOURCE,
)
def ge_glu_v3(
    b: Builder,
    self: Tensor,
    dim: int,
    approximate: int,
    activate_left: bool,
    out: Tensor,
    out_gelu: Tensor,
) -> None:
    """outGelu = gelu of the left or the right half of self along dim; out = outGelu * the other half."""
    _open(b, self, dim, approximate, (out, out_gelu), left=activate_left)


def _open(
    b: Builder, self: Tensor, dim: int, approximate: int, outputs: tuple[Tensor, Tensor], *, left: bool
) -> None:
    if self.is_empty or not self.rank:
        return
    shape = outputs[0].view_shape
    results = b.kernel_outputs(
        gate.ge_glu, b.contiguous(self), outputs=((shape, self.dtype),) * 2, axis=dim % self.rank, left=left,
        tanh=approximate == 1,
    )  # fmt: skip
    for result, out in zip(results, outputs, strict=True):
        b.view_copy(result, out)


@custom("grad_is_half", ("self", "dim", "gradOutput"), "dim: a dimension of self; gradOutput has half of it")
def _grad_is_half(call: Call) -> None:
    require_view_shape(call, "gradOutput", halved(call, "self"))


_BACKWARD: tuple[Check, ...] = (
    not_null("gradOutput", "self", "gelu", "gradInput"),
    dtype_in(FLOATS, "gradOutput"),
    same_dtype("gradOutput", "self", "gelu", "gradInput"),
    same_shape("gradOutput", "gelu"),
    same_shape("self", "gradInput"),
    _grad_is_half,
    one_of("approximate", 0, 1),
)
_GRAD_SOURCE = "ops-nn/activation/ge_glu_grad_v2/op_host/op_api/aclnn_geglu_backward.cpp"


@operator(
    "aclnnGeGluBackward(const aclTensor *gradOutput, const aclTensor *self, const aclTensor *gelu, int64_t dim,"
    " int64_t approximate, aclTensor *gradInput)",
    checks=_BACKWARD,
    source=_GRAD_SOURCE,
)
def ge_glu_backward(
    b: Builder,
    grad_output: Tensor,
    self: Tensor,
    gelu: Tensor,
    dim: int,
    approximate: int,
    grad_input: Tensor,
) -> None:
    """gradInput = gradOutput * gelu and gradOutput * a * gelu'(b), joined along dim; a, b are the halves of self."""
    _open_backward(b, (grad_output, self, gelu), dim, approximate, grad_input, left=False)


@operator(
    "aclnnGeGluV3Backward(const aclTensor *gradOutput, const aclTensor *self, const aclTensor *gelu, int64_t dim,"
    " int64_t approximate, bool activateLeft, aclTensor *gradInput)",
    checks=_BACKWARD,
    source=_GRAD_SOURCE,
)
def ge_glu_v3_backward(
    b: Builder,
    grad_output: Tensor,
    self: Tensor,
    gelu: Tensor,
    dim: int,
    approximate: int,
    activate_left: bool,
    grad_input: Tensor,
) -> None:
    """The gradient of aclnnGeGluV3: that of aclnnGeGlu, with the halves changed where activateLeft is true."""
    _open_backward(b, (grad_output, self, gelu), dim, approximate, grad_input, left=activate_left)


def _open_backward(
    b: Builder, tensors: tuple[Tensor, Tensor, Tensor], dim: int, approximate: int, out: Tensor, *, left: bool
) -> None:
    if tensors[0].is_empty:
        return
    inputs = [b.contiguous(tensor) for tensor in tensors]
    result = b.kernel(
        gate.ge_glu_grad, *inputs, shape=out.view_shape, axis=dim % out.rank, left=left, tanh=approximate == 1
    )
    b.view_copy(result, out)
