"""Sums and means."""

from __future__ import annotations

from collections.abc import Callable

from aclnn_emu.conformance.cases import ArraySpec, TensorSpec
from aclnn_emu.conformance.oracle import Rule, State
from aclnn_emu.conformance.readings.rules import (
    F32,
    Reading,
    case_of,
    chips,
    dtype_in,
    dtype_value_in,
    max_rank,
    not_null,
    noted,
    reach_inside,
    result_dtype,
    result_shape,
    same_dtype,
    shape_is_broadcast,
    shape_of,
    tensor,
)
from aclnn_emu.core.dtypes import DataType

__all__ = ["READINGS"]

_REAL = "f16 f32 s8 s16 s32 s64 u8 {} f64 c64 c128"
_SUM = chips(_REAL.format("bool"), dav_2201="+ bf16", dav_3510="+ bf16")
_MEAN = chips(_REAL.format(""), dav_2201="+ bf16", dav_3510="+ bf16")
_FILLABLE = chips("f16 f32 s8 s16 s32 s64 u8 bool f64 bf16")


def _reduced(axes_name: str, keep_name: str) -> Callable[[State], tuple[int, ...]]:
    def shape(state: State) -> tuple[int, ...]:
        self, keep = state.args["self"], state.args[keep_name]
        if not self.rank:
            return ()
        axes = {axis % self.rank for axis in state.args[axes_name].values} or set(range(self.rank))
        kept = ((1 if place in axes else size, place not in axes) for place, size in enumerate(self.shape))
        return tuple(size for size, stays in kept if keep or stays)

    return shape


def _axes(axes: str) -> Rule:
    return Rule("axes_in_range", (axes, "self"), {}, f"{axes}: in range, each once")


def _sum_late(state: State) -> tuple[Rule, ...]:
    if state.args["self"].empty:
        return (dtype_in(_FILLABLE, "out"),)
    if not state.args["self"].rank:
        return (result_shape(lambda _state: (), 561103, "ACLNN-VIEW-001"),)
    return (reach_inside("self"), result_shape(_reduced("dims", "keepDims")))


def _mean_late(*, noop: bool) -> Callable[[State], tuple[Rule, ...]]:
    def late(state: State) -> tuple[Rule, ...]:
        if state.args["self"].empty:
            return (dtype_in(_FILLABLE, "out"),)
        if noop and state.args["noopWithEmptyAxes"] and not state.args["dim"].values:
            return (result_shape(shape_of("self")),)
        return (reach_inside("self"), result_shape(_reduced("dim", "keepDim")))

    return late


def _mean_v2_shape(state: State) -> tuple[int, ...]:
    if state.args["noopWithEmptyAxes"] and not state.args["dim"].values:
        self: TensorSpec = state.args["self"]
        return self.shape
    return _reduced("dim", "keepDim")(state)


def _add_n_late(state: State) -> tuple[Rule, ...]:
    first = state.args["tensors"][0]
    if first.empty:
        return ()
    checked: tuple[Rule, ...] = (reach_inside("tensors"),)
    if first.dtype != DataType.ACL_FLOAT16:
        checked = (*checked, same_dtype("tensors", status=561103))
    if first.dtype != state.args["out"].dtype:
        checked = (*checked, result_dtype("tensors[0]"))
    return checked


_AXES_VALUES = tuple(
    ArraySpec("int_array", values)
    for values in ((), (0,), (1,), (-1,), (-2,), (0, 1), (-1, 0), (2,), (-3,), (0, 0), (1, -1), (2**40,))
)

READINGS = {
    "aclnnReduceSum": Reading(
        (
            not_null("self", "dims", "out"),
            dtype_in(_SUM, "self", "out"),
            dtype_value_in(_SUM),
            Rule("dtype_is_value", ("out", "dtype"), {}, "out has the dtype that is asked for"),
            max_rank("self"),
            _axes("dims"),
            case_of(_sum_late),
        ),
        {
            "self": tensor(),
            "dims": ArraySpec("int_array", (0,)),
            "keepDims": True,
            "dtype": F32,
            "out": tensor((1, 3)),
        },
        "ops-math/math/reduce_sum/op_api/aclnn_reduce_sum.cpp",
        _reduced("dims", "keepDims"),
        "out",
        {"dims": _AXES_VALUES, "keepDims": (False, True)},
    ),
    "aclnnMean": Reading(
        (
            not_null("self", "dim", "out"),
            dtype_in(_MEAN, "self"),
            dtype_value_in(_MEAN),
            dtype_in(_MEAN, "out"),
            Rule("casts_through", ("self", "dtype", "out"), {}, "self casts to dtype, dtype to out's"),
            _axes("dim"),
            max_rank("self", "out"),
            case_of(_mean_late(noop=False)),
        ),
        {
            "self": tensor(),
            "dim": ArraySpec("int_array", (0,)),
            "keepDim": True,
            "dtype": F32,
            "out": tensor((1, 3)),
        },
        "ops-math/math/reduce_mean/op_api/aclnn_mean.cpp",
        _reduced("dim", "keepDim"),
        "out",
        {"dim": _AXES_VALUES, "keepDim": (False, True)},
    ),
    "aclnnMeanV2": Reading(
        (
            not_null("self", "dim", "out"),
            dtype_in(_MEAN, "self", "out"),
            same_dtype("self", "out"),
            _axes("dim"),
            max_rank("self", "out"),
            case_of(_mean_late(noop=True)),
        ),
        {
            "self": tensor(),
            "dim": ArraySpec("int_array", (0,)),
            "keepDim": True,
            "noopWithEmptyAxes": False,
            "out": tensor((1, 3)),
        },
        "ops-math/math/reduce_mean/op_api/aclnn_mean.cpp",
        _mean_v2_shape,
        "out",
        {"dim": _AXES_VALUES, "keepDim": (False, True), "noopWithEmptyAxes": (False, True)},
    ),
    "aclnnSum": Reading(
        (
            not_null("tensors"),
            Rule("members_not_null", ("tensors",), {}, "no member is null"),
            not_null("out"),
            dtype_in(chips("f16 f32 s8 s32 u8"), "tensors", "out"),
            max_rank("tensors", "out"),
            noted(
                Rule("has_members", ("tensors",), {}, "a member"),
                "emulator choice",
                emulator_only="the library reads past the end of the list",
            ),
            shape_is_broadcast("out", "tensors"),
            case_of(_add_n_late),
        ),
        {"tensors": (tensor(), tensor()), "out": tensor()},
        "ops-math/math/accumulate_nv2/op_api/aclnn_sum.cpp",
        None,
        "out",
    ),
}
