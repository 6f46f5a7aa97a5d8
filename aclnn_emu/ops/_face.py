"""The Pythonic face of an operator: phase 1 with Python values, status and executor in return."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from aclnn_emu.boundary import guarded
from aclnn_emu.core.arrays import BoolArray, FloatArray, IntArray
from aclnn_emu.core.lists import ScalarList, TensorList
from aclnn_emu.core.scalar import create_scalar
from aclnn_emu.core.tensor import Tensor
from aclnn_emu.plan.spec import Operator, Param, snake_case
from aclnn_emu.runtime.machine import machine

if TYPE_CHECKING:
    from aclnn_emu.plan.executor import Executor

__all__ = ["OpFace"]

_ACL_FLOAT, _ACL_INT64, _ACL_BOOL, _ACL_COMPLEX64 = 0, 9, 12, 16
_LISTS = {
    "int_array": (IntArray, int),
    "float_array": (FloatArray, float),
    "bool_array": (BoolArray, bool),
}


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
                INT64, float: FLOAT, bool: BOOL, complex: COMPLEX64), sequences of numbers for arrays,
                sequences of tensors for tensor lists, None for a null pointer.
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
            fallback=None,
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


def _argument(param: Param, value: Any) -> Any:
    """A Python value as the object that the C prototype wants."""
    if value is None:
        return None
    if param.kind == "scalar" and isinstance(value, (bool, int, float, complex)):
        return create_scalar(value, _scalar_dtype(value))
    if param.kind in _LISTS and isinstance(value, Iterable):
        cls, convert = _LISTS[param.kind]
        return cls(tuple(convert(item) for item in value))
    if isinstance(value, (list, tuple)):
        if param.kind == "tensor_list":
            return TensorList(tuple(value))
        if param.kind == "scalar_list":
            return ScalarList(tuple(create_scalar(item, _scalar_dtype(item)) for item in value))
    if param.kind == "tensor" and not isinstance(value, Tensor):
        raise TypeError(
            f"{param.name} is a {type(value).__name__}; operators take tensors in device memory: "
            "copy the data there with aclnn_emu.Tensor.from_numpy"
        )
    return value


def _scalar_dtype(value: complex) -> int:
    if isinstance(value, bool):
        return _ACL_BOOL
    if isinstance(value, int):
        return _ACL_INT64
    return _ACL_FLOAT if isinstance(value, float) else _ACL_COMPLEX64
