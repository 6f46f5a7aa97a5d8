"""Sliding windows: Im2col, UnfoldGrad."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.core.formats import format_name
from aclnn_emu.errors import InnerNullptr, ParamInvalid, TilingError
from aclnn_emu.kernels import padding as kernels
from aclnn_emu.ops._movement import has_values, min_rank, require_exact_shape, require_values
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import (
    BF16,
    BOOL,
    C32,
    C64,
    F16,
    F32,
    F64,
    S8,
    S16,
    S32,
    S64,
    U8,
    U16,
    U32,
    U64,
)
from aclnn_emu.ops.generated import kernel_on
from aclnn_emu.plan.checks import custom, dtype_in, max_rank, not_null
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.arrays import IntArray
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

__all__: list[str] = []

_FLOATS = (F32, F16, BF16)
_COLUMNS_950 = (S8, U8, S16, U16, S32, U32, S64, U64, BF16, F16, F32, F64, BOOL, C32, C64)
_FRACTAL_NZ = 29


@custom("image", ("self",), "self: three or four dimensions, of which only a batch may be empty")
def _image(call: Call) -> None:
    self = call.args["self"]
    if self.rank not in (3, 4):
        raise ParamInvalid(
            "ACLNN-PARAM-062", op=call.operator.name, param="self", got=self.rank, shape=list(self.view_shape),
            allowed="3 or 4",
        )  # fmt: skip
    if any(size <= 0 for size in self.view_shape[self.rank - 3 :]):
        raise ParamInvalid(
            "ACLNN-PARAM-148", op=call.operator.name, param="self", got=list(self.view_shape), allowed=4
        )


@custom("window_numbers", ("kernelSize", "stride", "dilation", "padding"),
        "kernelSize, stride, dilation: above 0; padding: 0 or more")  # fmt: skip
def _window_numbers(call: Call) -> None:
    for name, low in (("kernelSize", 1), ("stride", 1), ("dilation", 1), ("padding", 0)):
        for value in call.args[name].values:
            if value < low:
                raise ParamInvalid("ACLNN-PARAM-042", op=call.operator.name, param=name, got=value, low=low)


@custom("columns", ("self", "kernelSize", "dilation", "padding", "stride", "out"),
        "out: a column for each place of the window, of which there is at least one")  # fmt: skip
def _columns(call: Call) -> None:
    args = call.args
    lists = zip(
        args["self"].view_shape[-2:],
        *(args[name].values for name in ("kernelSize", "dilation", "padding", "stride")),
        strict=True,
    )
    places = [
        (size + 2 * pad - (dilation * (window - 1) + 1)) // stride + 1
        for size, window, dilation, pad, stride in lists
    ]
    if min(places) < 1:
        raise ParamInvalid(
            "ACLNN-PARAM-147", op=call.operator.name, param="kernelSize", got=list(args["kernelSize"].values),
            dim=args["self"].rank - 2 + places.index(min(places)), tensor="self",
            size=args["self"].view_shape[places.index(min(places)) - 2],
        )  # fmt: skip
    *batch, channels, _, _ = args["self"].view_shape
    height, width = args["kernelSize"].values
    require_exact_shape(call, (*batch, channels * height * width, places[0] * places[1]))


@operator(
    "aclnnIm2col(const aclTensor *self, const aclIntArray *kernelSize, const aclIntArray *dilation,"
    " const aclIntArray *padding, const aclIntArray *stride, const aclTensor *out)",
    checks=(
        not_null("self", "kernelSize", "dilation", "padding", "stride", "out"),
        dtype_in(dtypes(*_FLOATS, DAV_3510=_COLUMNS_950), "self"),
        _image,
        has_values(2, "kernelSize", "dilation", "padding", "stride"),
        _window_numbers,
        _columns,
        kernel_on("self", 2201, REGBASE),
    ),
    source="ops-math/conversion/im2col/op_api/aclnn_im2col.cpp",
    deviations=("COMPLEX32 passes the checks of Ascend950 and answers 561003: not emulated.",),
)
def im2col(
    b: Builder,
    self: Tensor,
    kernel_size: IntArray,
    dilation: IntArray,
    padding: IntArray,
    stride: IntArray,
    out: Tensor,
) -> None:
    """out = the windows of self, one a column, cast to the dtype of out; padding is 0 on both sides."""
    if self.is_empty:
        return
    *batch, channels, height, width = self.view_shape
    images = b.contiguous(self)
    lists = (kernel_size.values, dilation.values, padding.values, stride.values)
    window, steps, pads, strides = lists
    made = b.kernel(
        kernels.im2col, images, shape=out.view_shape, image=(*(batch or (1,)), channels, height, width), window=window,
        dilation=steps, padding=pads, stride=strides,
    )  # fmt: skip
    b.view_copy(b.cast(b.reformat(made, out), out.dtype), out)


@custom("input_sizes", ("gradOut", "inputSizes", "gradIn"), "inputSizes: one less than gradOut has dimensions, the shape of gradIn")  # fmt: skip
def _input_sizes(call: Call) -> None:
    require_values(call, "inputSizes", call.args["gradOut"].rank - 1)
    require_exact_shape(call, tuple(call.args["inputSizes"].values), "gradIn")


@custom("unfold_numbers", ("gradOut", "dim", "size", "step"), "dim: a dimension of gradIn from 0 on; size, step: above 0")  # fmt: skip
def _unfold_numbers(call: Call) -> None:
    rank, dim = call.args["gradOut"].rank - 1, call.args["dim"]
    if not 0 <= dim < rank:
        raise ParamInvalid(
            "ACLNN-PARAM-024", op=call.operator.name, param="dim", got=dim, rank=rank, low=0, high=rank - 1
        )
    for name in ("size", "step"):
        if call.args[name] <= 0:
            raise ParamInvalid(
                "ACLNN-PARAM-042", op=call.operator.name, param=name, got=call.args[name], low=1
            )
    if call.args["gradOut"].format == _FRACTAL_NZ:
        raise ParamInvalid(
            "ACLNN-PARAM-023", op=call.operator.name, param="gradOut", got=format_name(_FRACTAL_NZ)
        )


_UNFOLDED = dtypes(*_FLOATS)


@operator(
    "aclnnUnfoldGrad(const aclTensor *gradOut, const aclIntArray *inputSizes, int64_t dim, int64_t size, int64_t step,"
    " const aclTensor *gradIn)",
    checks=(
        not_null("gradOut", "inputSizes", "gradIn", error=InnerNullptr),
        dtype_in(_UNFOLDED, "gradOut", "gradIn"),
        max_rank(8, "gradOut", "gradIn"),
        min_rank(1, "gradOut", "gradIn"),
        _input_sizes,
        _unfold_numbers,
        kernel_on("gradOut", 2201, REGBASE),
    ),
    source="ops-math/conversion/unfold_grad/op_api/aclnn_unfold_grad.cpp",
    deviations=(
        "A gradOut that does not hold the windows of gradIn is refused with 561002; the library does not compare them.",
        "Sums of half types run in FLOAT and are rounded once.",
    ),
    written=("gradIn",),
)
def unfold_grad(
    b: Builder, grad_out: Tensor, input_sizes: IntArray, dim: int, size: int, step: int, grad_in: Tensor
) -> None:
    """gradIn = for each element the sum of gradOut over all windows along dim that it is in."""
    if grad_out.is_empty or grad_in.is_empty:
        return
    sizes = tuple(input_sizes.values)
    windows = (sizes[dim] - size) // step + 1
    expected = (*sizes[:dim], windows, *sizes[dim + 1 :], size)
    if grad_out.view_shape != expected:
        raise TilingError(
            "ACLNN-PARAM-009", op=b.call.operator.name, param="gradOut", got=list(grad_out.view_shape),
            allowed=list(expected),
        )  # fmt: skip
    summed = b.kernel(
        kernels.unfold_grad,
        b.contiguous(grad_out),
        shape=sizes,
        axis=dim,
        length=sizes[dim],
        window=size,
        step=step,
    )
    b.view_copy(b.reformat(summed, grad_in), grad_in)
