"""Phase 1's second half: turn a checked call into L0 steps.

The methods carry the names of CANN's L0 building blocks and leave out what would do nothing, as those do:
``contiguous`` of a contiguous tensor is the tensor, ``cast`` to the same dtype too, and ``view_copy`` of an
intermediate into a contiguous output lets the last kernel write there directly.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs

from aclnn_emu.core.dtypes import DataType, dtype_name, numpy_dtype
from aclnn_emu.core.formats import format_name
from aclnn_emu.core.layout import broadcast, contiguous_strides, numel
from aclnn_emu.core.tensor import check_reach, check_view_offset
from aclnn_emu.errors import FindKernel, InnerNullptr, ParamInvalid
from aclnn_emu.kernels import data, elementwise
from aclnn_emu.plan.graph import Buffer, Plan, Step
from aclnn_emu.plan.workspace import depth_first_order, lay_out

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.kernels.kernel import Kernel
    from aclnn_emu.plan.spec import Call
    from aclnn_emu.runtime.profile import Profile

__all__ = ["Builder"]

# Chips whose copies cannot end at any byte: there a contiguous output with more storage behind the view is
# filled by a copy of its own. Source: ops-math conversion/contiguous/op_host/op_api/contiguous.cpp.
_NO_MOVE_ALIGN = frozenset({1001, 2002})

_ND = 2
_REGBASE = 3510  # Ascend950: the chip with eight-bit floats

# Ranks that ReFormat demands. Source: opbase src/nnopbase/common/utils/format_utils.cpp.
_RANK_OF_FORMAT = {
    "NCHW": 4, "NHWC": 4, "HWCN": 4, "FRACTAL_Z": 4, "FRACTAL_Z_3D": 4, "NC1HWC0": 5, "NC1HWC0_C04": 5,
    "NCDHW": 5, "NDHWC": 5, "NDC1HWC0": 6, "NCL": 3,
}  # fmt: skip

# What some Cast kernel reads and writes. Source: ops-math math/cast/op_api/cast.cpp (the AICPU list).
_CAST_DTYPES = frozenset(
    {
        DataType.ACL_BOOL, DataType.ACL_FLOAT, DataType.ACL_FLOAT16, DataType.ACL_INT8, DataType.ACL_INT16,
        DataType.ACL_UINT16, DataType.ACL_UINT8, DataType.ACL_INT32, DataType.ACL_INT64,
        DataType.ACL_UINT32, DataType.ACL_UINT64, DataType.ACL_DOUBLE, DataType.ACL_COMPLEX64,
        DataType.ACL_COMPLEX128, DataType.ACL_BF16,
    }
)  # fmt: skip

# What Ascend950's Cast kernel takes besides, and we do not compute. Source: as above (the list for its architecture).
_WIDE = (DataType.ACL_FLOAT, DataType.ACL_FLOAT16, DataType.ACL_BF16)
_EIGHT_BITS = (DataType.ACL_HIFLOAT8, DataType.ACL_FLOAT8_E5M2, DataType.ACL_FLOAT8_E4M3FN)
_FOUR_BITS = (DataType.ACL_FLOAT4_E2M1, DataType.ACL_FLOAT4_E1M2)
_PAIRS_950 = (
    *itertools.product(_WIDE, _EIGHT_BITS),
    *itertools.product((*_WIDE, *_EIGHT_BITS), _FOUR_BITS),
    (DataType.ACL_COMPLEX32, DataType.ACL_FLOAT16),
    (DataType.ACL_COMPLEX32, DataType.ACL_COMPLEX64),
)
_NOT_EMULATED_950 = frozenset(
    {*_PAIRS_950, *((b, a) for a, b in _PAIRS_950), (DataType.ACL_INT32, DataType.ACL_INT4)}
)

Source = Any  # Tensor | Buffer; spelt so because mypy would want casts at every call


class Builder:
    """Collects the steps of one call.

    Attributes:
        call: the checked call.
        promoted: the dtype that the promotion check found.
        profile: the chip.
    """

    def __init__(self, call: Call) -> None:
        self.call = call
        self.promoted = call.promoted
        self.profile: Profile = call.profile
        self._steps: list[Step] = []
        self._users: dict[tuple[int, bool], Buffer] = {}
        self._redirected: dict[Buffer, Buffer] = {}
        self._places: dict[int, tuple[int, str]] = {}
        for slot, (tensor, name) in enumerate(self._named_tensors()):
            if tensor is not None:
                self._places.setdefault(id(tensor), (slot, name))

    def _named_tensors(self) -> list[tuple[Tensor | None, str]]:
        pairs: list[tuple[Tensor | None, str]] = []
        for param in self.call.operator.params:
            value = self.call.args[param.name]
            if param.kind == "tensor":
                pairs.append((value, param.name))
            elif param.kind == "tensor_list" and value is not None:
                pairs.extend((item, f"{param.name}[{i}]") for i, item in enumerate(value.items))
        return pairs

    def view(self, tensor: Tensor) -> Buffer:
        """The user tensor as it is, strides included, for kernels that read views."""
        return self._user(tensor, dense=tensor.is_contiguous)

    def _user(self, tensor: Tensor, *, dense: bool) -> Buffer:
        key = (id(tensor), dense)
        if key not in self._users:
            slot, name = self._places[id(tensor)]
            shape = tensor.view_shape
            strides = contiguous_strides(shape) if dense else tensor.view_strides
            self._users[key] = self._buffer(
                name,
                shape,
                tensor.dtype,
                strides,
                format=tensor.format,
                view_offset=tensor.view_offset,
                storage_shape=tensor.storage_shape,
                slot=slot,
            )
        return self._users[key]

    def _buffer(
        self, name: str, shape: tuple[int, ...], dtype: int, strides: tuple[int, ...], **rest: Any
    ) -> Buffer:
        op = self.call.operator.name
        if min(shape, default=0) < 0:
            raise ParamInvalid("ACLNN-PARAM-013", op=op, param=name, got=list(shape))
        if numpy_dtype(dtype) is None:
            raise FindKernel("ACLNN-EXEC-009", op=op, param=name, got=dtype_name(dtype))
        return Buffer(name, shape, dtype, strides, **rest)

    def _source(self, source: Source) -> Buffer:
        return source if isinstance(source, Buffer) else self.view(source)

    def contiguous(self, tensor: Tensor) -> Buffer:
        """L0 Contiguous: the tensor itself, or a gathered copy of a strided view.

        Raises:
            InnerNullptr (561103): the strided view touches memory outside its storage. A contiguous view is
                not looked at; that, too, is how the library behaves.
        """
        if tensor.is_contiguous:
            return self._user(tensor, dense=True)
        check_reach(tensor, op=self.call.operator.name, parameter=self._places[id(tensor)][1])
        source = self._user(tensor, dense=False)
        return self.kernel(data.copy, source, name="Contiguous", format=tensor.format)

    def contiguous_as(self, tensor: Tensor, shape: Sequence[int]) -> Buffer:
        """L0 Contiguous, then Reshape: the elements in another shape, which moves nothing of its own.

        Raises:
            InnerNullptr (561103): as `contiguous`.
        """
        shape = tuple(shape)
        if tensor.is_contiguous:
            dense = self._user(tensor, dense=True)
            return attrs.evolve(dense, shape=shape, strides=contiguous_strides(shape))
        check_reach(tensor, op=self.call.operator.name, parameter=self._places[id(tensor)][1])
        source = self._user(tensor, dense=False)
        return self.kernel(
            data.reshape, source, name="Contiguous", shape=shape, format=tensor.format, size=shape
        )

    def cast(self, source: Source, dtype: int) -> Buffer:
        """L0 Cast: the source itself where the dtype is the same."""
        buffer = self._source(source)
        if buffer.dtype == dtype:
            return buffer
        self._require_castable(buffer, dtype)
        return self._launch(
            elementwise.cast, (buffer,), "Cast", buffer.shape, dtype, {"dtype": dtype}, buffer.format
        )

    def _require_castable(self, buffer: Buffer, dtype: int) -> None:
        if buffer.dtype in _CAST_DTYPES and dtype in _CAST_DTYPES:
            return
        if self.profile.npu_arch == _REGBASE and (buffer.dtype, dtype) in _NOT_EMULATED_950:
            raise FindKernel(
                "ACLNN-EXEC-009", op=self.call.operator.name, param="Cast", got=dtype_name(dtype)
            )
        raise InnerNullptr(
            "ACLNN-VIEW-004",
            op=self.call.operator.name,
            param=buffer.name,
            got=dtype_name(buffer.dtype),
            target=dtype_name(dtype),
        )

    def require_promoted(self, param: str) -> int:
        """The promoted dtype.

        Raises:
            InnerNullptr (561103): the dtypes do not promote, and no check of the operator refused that.
        """
        if self.promoted == DataType.ACL_DT_UNDEFINED:
            raise InnerNullptr("ACLNN-VIEW-005", op=self.call.operator.name, param=param)
        return self.promoted

    def contiguous_cast(self, tensor: Tensor, dtype: int) -> Buffer:
        """Contiguous, then Cast: how almost every operator takes an input."""
        return self.cast(self.contiguous(tensor), dtype)

    def ones_like(self, source: Source) -> Buffer:
        """L0 OnesLike: ones with shape and dtype of the source."""
        return self.kernel(data.ones_like, source)

    def kernel(
        self,
        kernel: Kernel,
        *inputs: Source,
        name: str | None = None,
        shape: Sequence[int] | None = None,
        dtype: int | None = None,
        format: int = _ND,  # noqa: A002 - the interface's word
        **attributes: Any,
    ) -> Buffer:
        """Launch an L0 kernel and return its output.

        Args:
            kernel: the arithmetic.
            *inputs: tensors or earlier results.
            name: the L0 name; the kernel's own by default.
            shape: of the output; by default the inputs broadcast.
            dtype: of the output; by default that of the first input.
            format: of the output; ND unless the L0 operator passes its input's on.
            **attributes: the kernel's keyword arguments.
        """
        sources = tuple(self._source(source) for source in inputs)
        return self._launch(
            kernel,
            sources,
            name or kernel.name,
            self._broadcast(sources) if shape is None else tuple(shape),
            sources[0].dtype if dtype is None else dtype,
            attributes,
            format,
        )

    def _launch(
        self,
        kernel: Kernel,
        sources: tuple[Buffer, ...],
        name: str,
        shape: tuple[int, ...],
        dtype: int,
        attributes: dict[str, Any],
        format: int = _ND,  # noqa: A002 - the interface's word
    ) -> Buffer:
        output = self._buffer(
            name, shape, dtype, contiguous_strides(shape), format=format, storage_shape=shape
        )
        self._steps.append(Step(name, kernel, sources, (output,), attributes))
        return output

    def kernel_outputs(
        self,
        kernel: Kernel,
        *inputs: Source,
        outputs: Sequence[tuple[Sequence[int], int]],
        name: str | None = None,
        format: int = _ND,  # noqa: A002 - the interface's word
        **attributes: Any,
    ) -> tuple[Buffer, ...]:
        """Launch an L0 kernel that has several outputs (values and indices, the gradients of two operands).

        Args:
            kernel: the arithmetic, declared with as many outputs.
            *inputs: tensors or earlier results.
            outputs: shape and dtype of each output.
            name: the L0 name; the kernel's own by default.
            format: of the outputs; ND unless the L0 operator passes its input's on.
            **attributes: the kernel's keyword arguments.
        """
        name = name or kernel.name
        if kernel.outputs != len(outputs):
            raise ValueError(f"{name}: the kernel has {kernel.outputs} outputs, the plan {len(outputs)}")
        made = tuple(
            self._buffer(name, shape, dtype, contiguous_strides(shape), format=format, storage_shape=shape)
            for shape, dtype in ((tuple(shape), dtype) for shape, dtype in outputs)
        )
        sources = tuple(self._source(source) for source in inputs)
        self._steps.append(Step(name, kernel, sources, made, attributes))
        return made

    def kernel_sized(
        self,
        kernel: Kernel,
        *inputs: Source,
        outs: Sequence[Tensor],
        name: str | None = None,
        **attributes: Any,
    ) -> None:
        """Launch an L0 kernel whose outputs are as large as the data says (NonZero, MaskedSelect, Unique).

        It fills the user's tensors from their first element on, taken as row-major whatever their strides. Phase 2
        waits for it and gives the tensors the shapes that came out.
        Source: opbase composite_op/aclnn_engine/outshape.cpp.

        Args:
            kernel: the arithmetic, declared with as many outputs; each result has its true shape.
            *inputs: tensors or earlier results.
            outs: the user's tensors; each has room for the largest result.
            name: the L0 name; the kernel's own by default.
            **attributes: the kernel's keyword arguments.
        """
        name = name or kernel.name
        if kernel.outputs != len(outs):
            raise ValueError(f"{name}: the kernel has {kernel.outputs} outputs, the plan {len(outs)}")
        sources = tuple(self._source(source) for source in inputs)
        targets = tuple(self._user(out, dense=True) for out in outs)
        self._steps.append(Step(name, kernel, sources, targets, attributes, sized=True))

    def fill(self, shape: Sequence[int], value: complex, dtype: int, *, name: str = "Fill") -> Buffer:
        """L0 Fill: one value in a shape; no input. A shape without elements needs no kernel."""
        if 0 in shape:
            return self._buffer(
                name, tuple(shape), dtype, contiguous_strides(tuple(shape)), storage_shape=tuple(shape)
            )
        attributes = {"shape": tuple(shape), "value": value, "dtype": dtype}
        return self._launch(data.fill, (), name, tuple(shape), dtype, attributes)

    def strided(self, tensor: Tensor) -> Buffer:
        """CreateView: the tensor with its strides, for kernels that take them.

        Raises:
            InnerNullptr (561103): the offset lies outside the storage.
        """
        self.check_offset(tensor)
        return self.view(tensor)

    def check_offset(self, tensor: Tensor) -> None:
        """The part of CreateView that can fail; some operators make the view and then do not use it.

        Raises:
            InnerNullptr (561103): the offset lies outside the storage.
        """
        check_view_offset(tensor, op=self.call.operator.name, parameter=self._places[id(tensor)][1])

    def reformat(self, buffer: Buffer, out: Tensor) -> Buffer:
        """L0 ReFormat: relabel a result with the output's format; no data moves.

        Raises:
            InnerNullptr (561103): the format has a fixed rank (NCHW: 4) and the result has another.
        """
        rank = _RANK_OF_FORMAT.get(format_name(out.format))
        if rank is not None and rank != len(buffer.shape):
            raise InnerNullptr(
                "ACLNN-VIEW-003",
                op=self.call.operator.name,
                param=self._places[id(out)][1],
                got=format_name(out.format),
                rank=rank,
                shape=list(buffer.shape),
            )
        if not buffer.is_user:
            buffer.format = out.format
        return buffer

    def _broadcast(self, sources: tuple[Buffer, ...]) -> tuple[int, ...]:
        shape = sources[0].shape
        for source in sources[1:]:
            merged = broadcast(shape, source.shape)
            if merged is None:
                raise ValueError(
                    f"{self.call.operator.name}: the plan broadcasts {shape} with {source.shape}"
                )
            shape = merged
        return shape

    def view_copy(self, source: Source, out: Tensor) -> None:
        """L0 ViewCopy: bring a result into the user's output.

        An intermediate whose output is contiguous costs nothing: the kernel that makes it writes there.

        Raises:
            InnerNullptr (561103): dtype or shape of the result is not that of `out`.
        """
        buffer = self._source(source)
        self._check_fit(buffer, out)
        target = self._user(out, dense=out.is_contiguous)
        if target.shape != buffer.shape:  # one element each: [] and [1] hold the same bytes
            target = attrs.evolve(target, shape=buffer.shape, strides=contiguous_strides(buffer.shape))
        if not out.is_contiguous:
            self._steps.append(Step("ViewCopy", data.copy, (buffer,), (target,), {}))
        elif buffer.is_user:
            if buffer is not target:
                name = "TensorMove" if buffer.dense else "ViewCopy"
                self._steps.append(Step(name, data.copy, (buffer,), (target,), {}))
        elif self._can_write_through(out):
            self._redirected[buffer] = target
        else:
            self._steps.append(Step("TensorMove", data.copy, (buffer,), (target,), {}))

    def store(self, buffer: Buffer, out: Tensor) -> None:
        """Let the kernel that makes a result write it over the first elements of `out`, whatever its shape and strides.

        So do the kernels that take the addresses of their outputs and nothing else.
        """
        target = self._user(out, dense=True)
        if target.shape != buffer.shape:
            target = attrs.evolve(target, shape=buffer.shape, strides=contiguous_strides(buffer.shape))
        self._redirected[buffer] = target

    def _check_fit(self, buffer: Buffer, out: Tensor) -> None:
        one_each = numel(buffer.shape) == 1 and out.numel == 1
        if buffer.dtype != out.dtype or (buffer.shape != out.view_shape and not one_each):
            raise InnerNullptr(
                "ACLNN-VIEW-001", op=self.call.operator.name, param=self._places[id(out)][1],
                got=f"{dtype_name(buffer.dtype)} {list(buffer.shape)}",
                allowed=f"{dtype_name(out.dtype)} {list(out.view_shape)}",
            )  # fmt: skip
        if buffer.format not in (out.format, _ND):
            raise InnerNullptr(
                "ACLNN-VIEW-002", op=self.call.operator.name, param=self._places[id(out)][1],
                got=format_name(buffer.format), allowed=format_name(out.format),
            )  # fmt: skip

    def _can_write_through(self, out: Tensor) -> bool:
        if self.profile.npu_arch not in _NO_MOVE_ALIGN or out.is_empty:
            return True
        return numel(out.storage_shape) == out.numel + out.view_offset

    def finish(self) -> Plan:
        """Order the steps, lay out the workspace and freeze the plan."""
        order = [self._with_redirected(step) for step in depth_first_order(self._steps)]
        total, linear = lay_out(order)
        buffers = dict.fromkeys(b for step in order for b in (*step.inputs, *step.outputs))
        users = tuple(b for b in buffers if b.is_user)
        intermediates = tuple(b for step in order for b in step.outputs if not b.is_user)
        return Plan(self.call.operator.name, tuple(order), users + intermediates, total, linear, users)

    def _with_redirected(self, step: Step) -> Step:
        if not self._redirected:
            return step
        return attrs.evolve(
            step,
            inputs=tuple(self._redirected.get(b, b) for b in step.inputs),
            outputs=tuple(self._redirected.get(b, b) for b in step.outputs),
        )
