"""Operators that move, convert or join data, and sigmoid."""

from __future__ import annotations

from aclnn_emu.conformance.oracle import Rule, State
from aclnn_emu.conformance.readings.rules import (
    F32,
    Reading,
    broadcasts_to,
    case_of,
    cast_kernel,
    casts_to,
    chips,
    done_if_empty,
    dtype_in,
    dtype_value_in,
    max_rank,
    not_null,
    noted,
    reach_inside,
    result_dtype,
    result_shape,
    same_shape,
    shape_of,
    tensor,
)

__all__ = ["READINGS"]

_CAST = "f16 f32 f64 s8 u8 s16 s32 s64 u16 u32 u64 bool c64 c128"
_CAST_950 = "+ bf16 hif8 f8e5m2 f8e4m3fn c32 f4e1m2 f4e2m1"
_CAT = chips(
    "f32 s32 s64 f16 s16 s8 u8 f64 c64 bool",
    dav_2201="+ bf16",
    dav_3002="+ bf16",
    dav_3510="f32 s32 s64 f16 s16 s8 u8 u16 u32 u64 f64 c64 bf16 bool f8e4m3fn f8e5m2 hif8 f8e8m0 f4e1m2 f4e2m1",
)
_COPY = chips("s8 s16 s32 s64 u8 u16 u32 u64 f16 f32 bool f64 c64 c128 bf16 f8e5m2 f8e4m3fn hif8 f8e8m0")
_ZERO = "s8 s32 s64 u8 f16 f32 bool f64 s16 u16 c128 c64 bf16"
_FILLED = "s8 s32 s64 u8 f16 f32 bool"
_ZERO_AICORE = chips(_FILLED, dav_2201="+ bf16", dav_3510="+ bf16 f8e5m2 f8e4m3fn hif8 f4e1m2 f4e2m1")
_SIGMOID = "f32 f16 f64 c64 c128"


def _cat_late(state: State) -> tuple[Rule, ...]:
    """Empty members are skipped; one that is left goes to out as it is, more are joined first."""
    kept = tuple(item for item in state.args["tensors"] if not item.empty)
    formats = Rule("nd_result", ("tensors", "out"), {}, "")
    if not kept:
        return ()
    emulated = Rule("emulated", ("tensors", "out"), {}, "")
    whole = state.args["tensors"]
    dim = state.args["dim"] % whole[0].rank
    joined = tuple(
        sum(item.shape[axis] for item in kept) if axis == dim else size
        for axis, size in enumerate(kept[0].shape)
    )
    casts = cast_kernel("promoted", "out")
    if len(kept) == 1:
        return (
            emulated,
            formats,
            reach_inside("tensors"),
            casts,
            result_shape(lambda _s: joined, 561103, "ACLNN-VIEW-001"),
        )
    members = Rule("members_cast", ("tensors",), {}, "Cast has a kernel for each member (561103)")
    return (emulated, formats, reach_inside("tensors"), members, result_shape(lambda _s: joined), casts)


def _joined(state: State) -> tuple[int, ...]:
    first = state.args["tensors"][0]
    dim = state.args["dim"] % max(first.rank, 1)
    return tuple(
        sum(item.shape[axis] for item in state.args["tensors"]) if axis == dim else size
        for axis, size in enumerate(first.shape)
    )


READINGS = {
    "aclnnCast": Reading(
        (
            not_null("self", "out"),
            dtype_in(chips(_CAST, dav_2201="+ bf16", dav_3510=_CAST_950), "self"),
            dtype_value_in(chips(_CAST, dav_2201="+ bf16", dav_3510=f"{_CAST_950} s4")),
            max_rank("self"),
            same_shape("self", "out"),
            Rule("contiguous_for_int4", ("self", "out"), {}, "self contiguous where out is INT4"),
            done_if_empty("self"),
            Rule("emulated", ("self", "out"), {}, ""),
            Rule("nd_result", ("self", "out"), {}, ""),
            reach_inside("self"),
            cast_kernel("self", "dtype"),
            result_dtype("dtype"),
        ),
        {"self": tensor(), "dtype": F32, "out": tensor()},
        "ops-math/math/cast/op_api/aclnn_cast.cpp",
        shape_of("self"),
        "out",
    ),
    "aclnnCat": Reading(
        (
            not_null("tensors"),
            noted(
                Rule("members_not_null", ("tensors",), {}, "no member is null"),
                "emulator choice",
                emulator_only="the library reads through the null pointer",
            ),
            Rule(
                "on_kept",
                ("tensors", "out", "dim"),
                {
                    "checks": (
                        not_null("out"),
                        dtype_in(_CAT, "tensors", "out"),
                        Rule("joint_dtype", ("tensors",), {}, "members promote, not to COMPLEX128"),
                        casts_to("out"),
                        Rule("one_format", ("tensors", "out"), {}, "one format, not private"),
                        Rule("joinable", ("tensors", "dim"), {}, "equal sizes but for dim"),
                        case_of(_cat_late),
                    )
                },
                "the members that are not of shape [0]",
            ),
        ),
        {"tensors": (tensor(), tensor()), "dim": 0, "out": tensor((4, 3))},
        "ops-math/conversion/concat_d/op_api/aclnn_cat.cpp",
        _joined,
        "out",
        {"dim": (0, 1, -1, -2, 2, -3, 2**62, -(2**62))},
    ),
    "aclnnInplaceCopy": Reading(
        (
            not_null("selfRef", "src"),
            dtype_in(_COPY, "selfRef", "src"),
            max_rank("selfRef", "src"),
            broadcasts_to("selfRef", "src"),
            done_if_empty("selfRef", "src"),
            Rule("emulated", ("selfRef", "src"), {}, ""),
            Rule("nd_result", ("selfRef", "src"), {}, ""),
            reach_inside("src"),
            cast_kernel("src", "selfRef"),
        ),
        {"selfRef": tensor(), "src": tensor()},
        "ops-math/conversion/view_copy/op_api/aclnn_copy.cpp",
    ),
    "aclnnInplaceZero": Reading(
        (
            not_null("selfRef"),
            dtype_in(chips(_ZERO, dav_3510="+ f8e5m2 f8e4m3fn hif8 f4e1m2 f4e2m1"), "selfRef"),
            done_if_empty("selfRef"),
            Rule("emulated", ("selfRef",), {}, ""),
            Rule("nd_result", ("selfRef",), {}, ""),
            reach_inside("selfRef"),
            case_of(
                lambda state: (
                    ()
                    if state.args["selfRef"].dtype in _ZERO_AICORE.on(state.profile)
                    else (max_rank("selfRef", status=561103),)
                )
            ),
        ),
        {"selfRef": tensor()},
        "ops-math/math/zero_op/op_api/aclnn_zero.cpp",
    ),
    "aclnnSigmoid": Reading(
        (
            not_null("self", "out"),
            dtype_in(
                chips(f"{_SIGMOID} s8 s16 s32 s64 bool u8", dav_2201="+ bf16", dav_3510="+ bf16"),
                "self",
            ),
            dtype_in(chips(f"{_SIGMOID} bf16"), "out"),
            same_shape("self", "out"),
            max_rank("self"),
            done_if_empty("self"),
            reach_inside("self"),
        ),
        {"self": tensor(), "out": tensor()},
        "ops-nn/activation/sigmoid/op_api/aclnn_sigmoid.cpp",
        shape_of("self"),
        "out",
    ),
    "aclnnInplaceSigmoid": Reading(
        (
            not_null("selfRef"),
            dtype_in(chips(_SIGMOID, dav_2201="+ bf16", dav_3510="+ bf16"), "selfRef"),
            max_rank("selfRef"),
            done_if_empty("selfRef"),
            reach_inside("selfRef"),
        ),
        {"selfRef": tensor()},
        "ops-nn/activation/sigmoid/op_api/aclnn_sigmoid.cpp",
    ),
}
