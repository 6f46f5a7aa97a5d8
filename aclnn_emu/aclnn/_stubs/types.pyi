# Made by tools/make_stubs.py from the prototypes; do not edit.

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy.typing as npt

from aclnn_emu.core.arrays import BoolArray as aclBoolArray
from aclnn_emu.core.arrays import FloatArray as aclFloatArray
from aclnn_emu.core.arrays import IntArray as aclIntArray
from aclnn_emu.core.lists import ScalarList as aclScalarList
from aclnn_emu.core.lists import TensorList as aclTensorList
from aclnn_emu.core.scalar import Scalar as aclScalar
from aclnn_emu.core.tensor import Tensor as aclTensor
from aclnn_emu.plan.executor import Executor as aclOpExecutor
from aclnn_emu.runtime.context import Context as aclrtContext
from aclnn_emu.runtime.event import Event as aclrtEvent
from aclnn_emu.runtime.stream import Stream as aclrtStream

# An address (int), or a host buffer where the function takes host memory.
Pointer: TypeAlias = int | npt.NDArray[Any] | bytes | bytearray | memoryview | None
Handle: TypeAlias = Any
IntSequence: TypeAlias = Sequence[int] | npt.NDArray[Any] | None
FloatSequence: TypeAlias = Sequence[float] | npt.NDArray[Any] | None
BoolSequence: TypeAlias = Sequence[bool] | npt.NDArray[Any] | None
