# Made by tools/make_stubs.py from the prototypes; do not edit.

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy.typing as npt

from aclnn_emu.core.arrays import BoolArray, FloatArray, IntArray
from aclnn_emu.core.lists import ScalarList, TensorList
from aclnn_emu.core.scalar import Scalar
from aclnn_emu.core.tensor import Tensor
from aclnn_emu.plan.executor import Executor
from aclnn_emu.runtime.context import Context
from aclnn_emu.runtime.event import Event
from aclnn_emu.runtime.stream import Stream

aclBoolArray: TypeAlias = BoolArray
aclFloatArray: TypeAlias = FloatArray
aclIntArray: TypeAlias = IntArray
aclTensorList: TypeAlias = TensorList
aclScalarList: TypeAlias = ScalarList
aclScalar: TypeAlias = Scalar
aclTensor: TypeAlias = Tensor
aclOpExecutor: TypeAlias = Executor
aclrtContext: TypeAlias = Context
aclrtEvent: TypeAlias = Event
aclrtStream: TypeAlias = Stream

# An address (int), or a host buffer where the function takes host memory.
Pointer: TypeAlias = int | npt.NDArray[Any] | bytes | bytearray | memoryview | None
Handle: TypeAlias = Any
IntSequence: TypeAlias = Sequence[int] | npt.NDArray[Any] | None
FloatSequence: TypeAlias = Sequence[float] | npt.NDArray[Any] | None
BoolSequence: TypeAlias = Sequence[bool] | npt.NDArray[Any] | None
