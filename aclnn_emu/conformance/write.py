"""To write one's own cases: `expect`, and the objects that it takes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from aclnn_emu.abi.prototypes import operator as operator_prototype
from aclnn_emu.abi.prototypes import operators as operator_prototypes
from aclnn_emu.conformance.active import active
from aclnn_emu.conformance.backends.base import Answer, Session
from aclnn_emu.conformance.cases import ArraySpec, Call, ListSpec, Ref, ScalarSpec, Spec, TensorSpec
from aclnn_emu.core.dtypes import DataType, from_numpy

__all__ = ["expect", "floats", "ints", "scalar", "tensor"]

_ID = re.compile(r"ACL[A-Z]*-[A-Z]+-\d{3}")


def dtype_of(dtype: Any) -> int:
    """A dtype by the header's name (FLOAT, ACL_FLOAT), its number, or a NumPy type.

    Raises:
        ValueError: there is none.
    """
    if isinstance(dtype, int):
        return int(dtype)
    named = DataType.__members__.get(f"ACL_{dtype.removeprefix('ACL_')}") if isinstance(dtype, str) else None
    if named is not None:
        return int(named)
    try:
        found = from_numpy(np.dtype(dtype))
    except TypeError:
        found = DataType.ACL_DT_UNDEFINED
    if found == DataType.ACL_DT_UNDEFINED:
        raise ValueError(f"{dtype!r} is no dtype; write FLOAT, ACL_FLOAT, 0 or numpy.float32")
    return int(found)


def tensor(
    dtype: Any,
    shape: Sequence[int],
    *,
    strides: Sequence[int] | None = None,
    offset: int = 0,
    storage: Sequence[int] | None = None,
    format: int = 2,  # noqa: A002 - the interface's word
) -> TensorSpec:
    """A tensor argument; strides and offset in elements."""
    return TensorSpec(
        dtype_of(dtype),
        tuple(shape),
        None if strides is None else tuple(strides),
        offset,
        None if storage is None else tuple(storage),
        format,
    )


def scalar(dtype: Any, value: complex) -> ScalarSpec:
    """A scalar argument."""
    return ScalarSpec(dtype_of(dtype), value)


def ints(*values: int) -> ArraySpec:
    """An aclIntArray argument."""
    return ArraySpec("int_array", values)


def floats(*values: float) -> ArraySpec:
    """An aclFloatArray argument."""
    return ArraySpec("float_array", values)


def expect(op: str, args: Mapping[str, Any] | Sequence[Any], *, status: int = 0, message: str = "") -> Answer:
    """Phase 1 of an operator on the active backend must answer so.

    Args:
        op: C name (``aclnnAdd``).
        args: by parameter name, or in C order: `tensor`, `scalar`, `ints`, `floats`, lists of tensors, numbers, None.
        status: the status.
        message: an id (``ACLNN-PARAM-001``), or words that the recorded text must have. Texts and ids are the
            emulator's, so a card is asked for the status only.

    Returns:
        The answer, with the text that was recorded.

    Raises:
        AssertionError: another status or message.
        LookupError: the headers declare no such operator.
        TypeError: parameters are missing or unknown.
    """
    __tracebackhide__ = True
    backend = active.backend()
    objects, call = _call(op, args)
    session = Session(backend, objects)
    try:
        answer = session.call(call)
    finally:
        session.close()
    said = f"\n{answer.text.strip()}" if answer.text else ""
    if answer.status != status:
        raise AssertionError(f"{call.function} answers {answer.status}, expected {status}{said}")
    if message and backend.emulated:
        found = answer.message == message if _ID.fullmatch(message) else message in answer.text
        if not found:
            raise AssertionError(
                f"{call.function} answers {status} with {answer.message}, expected {message!r}{said}"
            )
    return answer


def _call(op: str, args: Mapping[str, Any] | Sequence[Any]) -> tuple[dict[str, Spec], Call]:
    prototype = operator_prototype(op)
    if prototype is None:
        from difflib import get_close_matches

        close = get_close_matches(op, operator_prototypes(), n=3)
        raise LookupError(
            f"the headers declare no operator {op}"
            + (f"; names like it: {', '.join(close)}" if close else "")
        )
    names = [param.name for param in prototype.params]
    given = dict(args) if isinstance(args, Mapping) else dict(zip(names, args, strict=False))
    if set(given) != set(names) or (not isinstance(args, Mapping) and len(args) != len(names)):
        raise TypeError(f"{op} takes {', '.join(names)}; got {', '.join(given) or 'nothing'}")
    objects: dict[str, Spec] = {}
    values = tuple(_value(name, given[name], objects) for name in names)
    return objects, Call(f"{op}GetWorkspaceSize", values, keep=("workspaceSize", "executor"))


def _value(name: str, value: Any, objects: dict[str, Spec]) -> Any:
    if isinstance(value, (TensorSpec, ScalarSpec, ArraySpec)):
        objects[name] = value
    elif isinstance(value, (list, tuple)):
        members: list[str | None] = []
        for place, item in enumerate(value):
            members.append(None if item is None else f"{name}[{place}]")
            if item is not None:
                objects[f"{name}[{place}]"] = item
        kind = "scalar_list" if any(isinstance(item, ScalarSpec) for item in value) else "tensor_list"
        objects[name] = ListSpec(kind, tuple(members))
    else:
        return value
    return Ref(name)
