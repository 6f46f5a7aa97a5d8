"""Additions and multiplications."""

from __future__ import annotations

from aclnn_emu.conformance.oracle import REGBASE, Rule
from aclnn_emu.conformance.readings.rules import (
    ONE,
    Reading,
    broadcasts_to,
    cast_kernel,
    casts_to,
    chips,
    done_if_empty,
    dtype_in,
    max_rank,
    merged,
    not_null,
    offset_inside,
    offset_on_regbase,
    promotes,
    reach_inside,
    same_shape,
    shape_is_broadcast,
    shape_of,
    tensor,
)

__all__ = ["READINGS"]

_NUMERIC = chips("f32 s32 s64 f16 s16 s8 u8 f64 bool c64 c128", dav_2201="+ bf16", dav_3510="+ bf16")
_ADD, _MUL = "ops-math/math/add/op_api/aclnn_add.cpp", "ops-math/math/mul/op_api/aclnn_mul.cpp"
_ALPHA = Rule("alpha_casts", ("alpha",), {}, "alpha casts to the promoted dtype")


def _promoted_in(param: str) -> Rule:
    return Rule("promoted_in", (param,), {"dtypes": _NUMERIC}, "promoted dtype on the list", only_on=REGBASE)


def _casts_to_promoted(*params: str) -> Rule:
    return Rule(
        "casts_to_promoted", params, {}, f"{', '.join(params)} cast to the promoted dtype", only_on=REGBASE
    )


def _with_scalar(*params: str) -> Rule:
    return Rule("promotes_with_scalar", params, {}, f"{params[0]} and {params[1]} promote")


def _sum_promotion(self: str) -> tuple[Rule, ...]:
    return (_ALPHA, _casts_to_promoted(self, "other"), _promoted_in("other"))


_ADD_LATE = (done_if_empty("self", "other"), offset_inside("self", "other"), reach_inside("self", "other"))
_BINARY = {"self": tensor(), "other": tensor(), "alpha": ONE, "out": tensor()}
_INPLACE = {"selfRef": tensor(), "other": tensor()}

READINGS = {
    "aclnnAdd": Reading(
        (
            not_null("self", "other", "alpha", "out"),
            dtype_in(_NUMERIC, "self", "other"),
            promotes("self", "other"),
            *_sum_promotion("self"),
            casts_to("out"),
            max_rank("self", "other"),
            shape_is_broadcast("out", "self", "other"),
            *_ADD_LATE,
            cast_kernel("promoted", "out"),
        ),
        _BINARY,
        _ADD,
        merged("self", "other"),
        "out",
    ),
    "aclnnInplaceAdd": Reading(
        (
            not_null("selfRef", "other"),
            broadcasts_to("selfRef", "other"),
            not_null("alpha"),
            dtype_in(_NUMERIC, "selfRef", "other"),
            promotes("selfRef", "other"),
            *_sum_promotion("selfRef"),
            casts_to("selfRef"),
            max_rank("selfRef", "other"),
            done_if_empty("selfRef", "other"),
            offset_inside("selfRef", "other"),
            reach_inside("selfRef", "other"),
        ),
        {**_INPLACE, "alpha": ONE},
        _ADD,
    ),
    "aclnnAdds": Reading(
        (
            not_null("self", "other", "alpha", "out"),
            dtype_in(_NUMERIC, "self"),
            _with_scalar("self", "other", "alpha", "out"),
            *_sum_promotion("self"),
            casts_to("out"),
            max_rank("self"),
            same_shape("self", "out"),
            done_if_empty("self"),
            offset_on_regbase("self"),
            reach_inside("self"),
            cast_kernel("promoted", "out"),
        ),
        {**_BINARY, "other": ONE},
        _ADD,
        shape_of("self"),
        "out",
    ),
    "aclnnInplaceAdds": Reading(
        (
            not_null("selfRef", "other", "alpha"),
            dtype_in(_NUMERIC, "selfRef"),
            _with_scalar("selfRef", "other", "alpha", "selfRef"),
            *_sum_promotion("selfRef"),
            casts_to("selfRef"),
            max_rank("selfRef"),
            done_if_empty("selfRef"),
            offset_on_regbase("selfRef"),
            reach_inside("selfRef"),
        ),
        {"selfRef": tensor(), "other": ONE, "alpha": ONE},
        _ADD,
    ),
    "aclnnMul": Reading(
        (
            not_null("self", "other", "out"),
            dtype_in(_NUMERIC, "self", "other", "out"),
            promotes("self", "other"),
            casts_to("out", not_on=REGBASE),
            max_rank("self", "other"),
            shape_is_broadcast("out", "self", "other"),
            *_ADD_LATE,
        ),
        {"self": tensor(), "other": tensor(), "out": tensor()},
        _MUL,
        merged("self", "other"),
        "out",
    ),
    "aclnnInplaceMul": Reading(
        (
            not_null("selfRef", "other"),
            dtype_in(_NUMERIC, "selfRef", "other"),
            promotes("selfRef", "other"),
            casts_to("selfRef", not_on=REGBASE),
            broadcasts_to("selfRef", "other"),
            done_if_empty("selfRef", "other"),
            reach_inside("selfRef", "other"),
        ),
        _INPLACE,
        _MUL,
    ),
    "aclnnMuls": Reading(
        (
            not_null("self", "other", "out"),
            dtype_in(_NUMERIC, "self", "out"),
            _with_scalar("self", "other", "out"),
            _promoted_in("other"),
            _casts_to_promoted("self", "other"),
            casts_to("out", only_on=REGBASE),
            same_shape("self", "out"),
            done_if_empty("self"),
            offset_inside("self"),
            reach_inside("self"),
            Rule("promoted_exists", ("self", "other"), {}, "Cast needs a promoted dtype (561103)"),
        ),
        {"self": tensor(), "other": ONE, "out": tensor()},
        _MUL,
        shape_of("self"),
        "out",
    ),
    "aclnnInplaceMuls": Reading(
        (
            not_null("selfRef", "other"),
            dtype_in(_NUMERIC, "selfRef"),
            _with_scalar("selfRef", "other", "selfRef"),
            _promoted_in("other"),
            _casts_to_promoted("selfRef", "other"),
            casts_to("selfRef", only_on=REGBASE),
            done_if_empty("selfRef"),
            reach_inside("selfRef"),
            Rule("promoted_exists", ("selfRef", "other"), {}, "Cast needs a promoted dtype (561103)"),
        ),
        {"selfRef": tensor(), "other": ONE},
        _MUL,
    ),
}
