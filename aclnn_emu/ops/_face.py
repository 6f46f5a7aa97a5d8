"""The Pythonic face of an operator: phase 1 with Python values, status and executor in return."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from aclnn_emu.boundary import guarded
from aclnn_emu.boundary.coerce import Refused, coercer, show
from aclnn_emu.core.arrays import (
    BoolArray,
    FloatArray,
    IntArray,
    create_bool_array,
    create_float_array,
    create_int_array,
)
from aclnn_emu.core.dtypes import DataType, from_numpy
from aclnn_emu.core.lifetime import Destroyable
from aclnn_emu.core.lists import ScalarList, TensorList, create_scalar_list, create_tensor_list
from aclnn_emu.core.scalar import Scalar, create_scalar
from aclnn_emu.core.tensor import Tensor
from aclnn_emu.plan.spec import Operator, Param, snake_case
from aclnn_emu.runtime.machine import machine

if TYPE_CHECKING:
    from aclnn_emu.plan.executor import Executor

__all__ = ["OpFace"]


class OpFace:
    """One operator.

    Attributes:
        operator: the declaration.
    """

    def __init__(self, operator: Operator) -> None:
        self.operator = operator
        self.__doc__ = f"{operator.name}: {operator.summary}"

    @property
    def name(self) -> str:
        """The C name of phase 2."""
        return self.operator.name

    def __repr__(self) -> str:
        return f"<operator {self.operator.prototype}>"

    def get_workspace_size(self, /, *args: Any, **kwargs: Any) -> tuple[int, Executor | None]:
        """Phase 1.

        Args:
            *args: the parameters of the prototype in order. Python numbers stand for aclScalars (int:
                INT64, float: FLOAT, bool: BOOL, complex: COMPLEX64; NumPy's numbers keep their dtype),
                sequences of numbers for arrays, sequences of tensors for tensor lists, None for a null
                pointer.
            **kwargs: the same by name, as in C or in snake_case.

        Returns:
            The status (0 for success) and the executor, None on failure. `aclnn.aclGetRecentErrMsg` or
            `raise_on_error` tell the reason.
        """
        values = self._positional(args, kwargs)
        arguments = tuple(
            _argument(param, value) for param, value in zip(self.operator.params, values, strict=True)
        )
        return guarded(
            self.operator.name + "GetWorkspaceSize",
            lambda: self.operator.compile(arguments, machine().profile),
            args=arguments,
            fallback=None,
            outputs=_outputs,
        )

    def _positional(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
        values = list(args)
        left = dict(kwargs)
        for param in self.operator.params[len(args) :]:
            for name in (param.name, snake_case(param.name)):
                if name in left:
                    values.append(left.pop(name))
                    break
            else:
                if not param.optional:
                    raise TypeError(f"{self.operator.prototype}: missing {param.name}")
                values.append(None)
        if left or len(values) > len(self.operator.params):
            raise TypeError(f"{self.operator.prototype}: unexpected {', '.join(left) or 'arguments'}")
        return values


def _outputs(executor: Executor) -> tuple[int, Executor]:
    return executor.workspace_size, executor


_CLASSES: dict[str, type[Destroyable]] = {
    "tensor": Tensor,
    "tensor_list": TensorList,
    "scalar": Scalar,
    "scalar_list": ScalarList,
    "int_array": IntArray,
    "float_array": FloatArray,
    "bool_array": BoolArray,
}
_OF_SEQUENCES: dict[str, Callable[[list[Any]], Any]] = {
    "tensor_list": create_tensor_list,
    "scalar_list": lambda items: create_scalar_list([_scalar(item) or item for item in items]),
    "int_array": create_int_array,
    "float_array": create_float_array,
    "bool_array": create_bool_array,
}


def _argument(param: Param, value: Any) -> Any:
    """A Python value as the object, or the number, that the C prototype wants.

    Raises:
        TypeError: no C value can be made of it.
        ParamInvalid (161002): a sequence has a member of the wrong kind.
    """
    if param.kind not in _CLASSES:
        return _plain(param, value)
    cls, made = _CLASSES[param.kind], None
    if value is None or isinstance(value, cls):
        return value
    if param.kind == "scalar":
        made = _scalar(value)
    elif param.kind in _OF_SEQUENCES and isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
        made = _OF_SEQUENCES[param.kind](list(value))
    if made is None:
        hint = ": copy the data to device memory with aclnn_emu.Tensor.from_numpy" if cls is Tensor else ""
        raise TypeError(f"{param.name} is {show(value)}; the operator takes an {cls.kind}{hint}")
    return made


def _plain(param: Param, value: Any) -> Any:
    convert = coercer(param.ctype)
    try:
        return value if convert is None else convert(value)
    except Refused as error:
        raise TypeError(f"{param.name} is {error.got}; the operator takes {error.expected}") from None


def _scalar(value: Any) -> Scalar | None:
    """A number as a scalar; NumPy's numbers keep their dtype. None for what is no number."""
    if isinstance(value, Scalar):
        return value
    if isinstance(value, np.generic):
        return create_scalar(value, from_numpy(value.dtype))
    if isinstance(value, (bool, int, float, complex)):
        return create_scalar(value, _scalar_dtype(value))
    return None


def _scalar_dtype(value: complex) -> DataType:
    if isinstance(value, bool):
        return DataType.ACL_BOOL
    if isinstance(value, int):
        return DataType.ACL_INT64
    return DataType.ACL_FLOAT if isinstance(value, float) else DataType.ACL_COMPLEX64
