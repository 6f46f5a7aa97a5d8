"""Rows of conformance tables: a call of phase 1, and the status and message that it must give.

    BASE = call("aclnnAdd", self=t(F32, (2, 3)), other=t(F32, (3,)), alpha=s(F32, 1.0), out=t(F32, (2, 3)))
    Case("null-self", but(BASE, self=None), NULLPTR, "ACLNN-PARAM-001")

No tensor has an address: phase 1 looks at metadata only.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from aclnn_emu.core.arrays import IntArray
from aclnn_emu.core.dtypes import DataType, dtype_info
from aclnn_emu.core.layout import view_reach
from aclnn_emu.core.lists import ScalarList, TensorList
from aclnn_emu.core.scalar import Scalar, create_scalar
from aclnn_emu.core.tensor import Tensor, create_tensor
from aclnn_emu.errors import EmuError
from aclnn_emu.ops import operator_by_name, operators
from aclnn_emu.runtime.profile import PROFILES

OK, NULLPTR, INVALID, INNER_NULLPTR, NO_KERNEL, TILING = 0, 161001, 161002, 561103, 561003, 561002

SOCS = ("Ascend910", "Ascend310P", "Ascend910B", "Ascend910_93", "Ascend310B", "Ascend950")
OLD_SOCS = ("Ascend910", "Ascend310P", "Ascend310B")
NEW_SOCS = ("Ascend910B", "Ascend910_93", "Ascend950")

ND, NCHW, NC1HWC0, FRACTAL_Z = 2, 0, 3, 4

# Every dtype of the header by its short name, and a number that is none.
DTYPES = {dtype_info(member).short: int(member) for member in DataType} | {"unknown": 4321}


@attrs.frozen
class T:
    """How to make a tensor; each use in a call makes one, the same object in two places makes one for both."""

    dtype: int
    shape: tuple[int, ...]
    strides: tuple[int, ...] | None = None
    offset: int = 0
    storage: tuple[int, ...] | None = None
    format: int = ND

    def make(self, address: int | None = None) -> Tensor:
        made = create_tensor(
            self.shape, self.dtype, self.strides, self.offset, self.format, self.storage_shape, address
        )
        assert made is not None
        return made

    @property
    def storage_shape(self) -> tuple[int, ...]:
        """As given; else the view shape, or for a view with strides or offset what it reaches."""
        if self.storage is not None:
            return self.storage
        if self.strides is None and not self.offset:
            return self.shape
        if self.strides is None:
            return (self.offset + math.prod(self.shape),)
        return (view_reach(self.shape, self.strides, self.offset)[1],)


@attrs.frozen
class S:
    """How to make a scalar."""

    dtype: int
    value: complex


def t(
    dtype: int,
    shape: Iterable[int],
    *,
    strides: tuple[int, ...] | None = None,
    offset: int = 0,
    storage: tuple[int, ...] | None = None,
    format: int = ND,  # noqa: A002 - the interface's word
) -> T:
    """A tensor; strides and offset in elements."""
    return T(dtype, tuple(shape), strides, offset, storage, format)


def s(dtype: int, value: complex) -> S:
    """A scalar."""
    return S(dtype, value)


def ints(*values: int) -> tuple[int, ...]:
    """An integer array. (A list makes a tensor list.)"""
    return values


@attrs.frozen
class Call:
    """An operator with its arguments by parameter name, C's names."""

    op: str
    args: Mapping[str, Any]


def call(op: str, /, **args: Any) -> Call:
    """A call; parameters may come in any order."""
    return Call(op, args)


def but(base: Call, /, **changes: Any) -> Call:
    """The same call with some arguments changed."""
    unknown = changes.keys() - base.args.keys()
    assert not unknown, unknown
    return Call(base.op, {**base.args, **changes})


def with_dtypes(base: Call, dtype: int) -> Call:
    """The same call with all tensors of one dtype."""
    return Call(base.op, {name: _retyped(value, dtype) for name, value in base.args.items()})


def _retyped(value: Any, dtype: int) -> Any:
    if isinstance(value, T):
        return attrs.evolve(value, dtype=dtype)
    return [_retyped(item, dtype) for item in value] if isinstance(value, list) else value


@attrs.frozen
class Case:
    """One row."""

    name: str
    call: Call
    status: int = OK
    message: str | None = None
    soc: str = "Ascend910B"

    @property
    def id(self) -> str:
        return f"{self.call.op.removeprefix('aclnn')}-{self.name}"


def objects(made_for: Call, addresses: Mapping[int, int] | None = None) -> tuple[Any, ...]:
    """The arguments as core objects, in the order of the prototype.

    Args:
        made_for: the call.
        addresses: device addresses by ``id`` of the `T`; null by default.
    """
    declared = operator_by_name(made_for.op)
    assert declared is not None, made_for.op
    names = [param.name for param in declared.params]
    assert set(names) == made_for.args.keys(), (names, list(made_for.args))
    made: dict[int, Tensor] = {}

    def one(value: Any) -> Any:
        if isinstance(value, T):
            address = None if addresses is None else addresses[id(value)]
            return made.setdefault(id(value), value.make(address))
        if isinstance(value, S):
            return create_scalar(value.value, value.dtype)
        if isinstance(value, list):
            scalars = bool(value) and isinstance(value[0], S)
            return (ScalarList if scalars else TensorList)(tuple(one(item) for item in value))
        if isinstance(value, tuple):
            return IntArray(value)
        assert value is None or isinstance(value, (bool, int, float, str, Scalar)), value
        return value

    return tuple(one(made_for.args[name]) for name in names)


def phase_1(made_for: Call, soc: str = "Ascend910B") -> Any:
    """Run phase 1; the executor. Raises what the operator refuses."""
    declared = operator_by_name(made_for.op)
    assert declared is not None, made_for.op
    return declared.compile(objects(made_for), PROFILES[soc])


def outcome(made_for: Call, soc: str = "Ascend910B") -> tuple[int, str | None]:
    """Status and message id of phase 1."""
    try:
        phase_1(made_for, soc)
    except EmuError as error:
        return error.status, error.message_id
    return OK, None


def refused_param(made_for: Call, soc: str = "Ascend910B") -> str | None:
    """The parameter that the refusal names; None when phase 1 accepts the call."""
    try:
        phase_1(made_for, soc)
    except EmuError as error:
        return str(error.values.get("param", error.values.get("parameter")))
    return None


def padded(nbytes: int) -> int:
    """Workspace bytes that one intermediate costs: 32 more, rounded up to 512."""
    return -(-(nbytes + 32) // 512) * 512


def accepted_dtypes(base: Call, param: str, soc: str) -> set[str]:
    """Short names of the dtypes that the list check of a tensor parameter lets pass on a chip.

    Other checks may refuse the call for another reason; the list check is told by its message.
    """
    position = None
    if isinstance(base.args[param], list):
        position = len(base.args[param]) - 1
    passed = set()
    for short, dtype in DTYPES.items():
        if position is None:
            changed: Any = attrs.evolve(base.args[param], dtype=dtype)
        else:
            changed = list(base.args[param])
            changed[position] = attrs.evolve(changed[position], dtype=dtype)
        status, message = outcome(but(base, **{param: changed}), soc)
        if message == "ACLNN-PARAM-003":
            assert status == INVALID
        else:
            passed.add(short)
    return passed


def accepted_values(base: Call, param: str, soc: str) -> set[str]:
    """The same for an attribute that is a dtype."""
    results = {short: outcome(but(base, **{param: dtype}), soc) for short, dtype in DTYPES.items()}
    return {short for short, result in results.items() if result != (INVALID, "ACLNN-PARAM-022")}


def declared_in(module: str) -> set[str]:
    """Names of the operators that a module of `ops` declares; a table of cases compares itself with them."""
    return {name for name, declared in operators().items() if declared.plan.__module__ == module}
