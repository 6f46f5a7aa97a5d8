"""Losses and their gradients."""

from __future__ import annotations

from aclnn_emu.conformance.cases import TensorSpec
from aclnn_emu.conformance.oracle import Rule, State
from aclnn_emu.conformance.readings.rules import (
    Reading,
    broadcasts_to,
    case_of,
    cast_kernel,
    casts_to,
    chips,
    done_if_empty,
    dtype_in,
    max_rank,
    not_null,
    noted,
    promotes,
    reach_inside,
    reduction,
    result_dtype,
    result_shape,
    same_dtype,
    same_shape,
    shape_of,
    tensor,
    unless_empty,
)

__all__ = ["READINGS"]

_FLOATS = chips("f16 f32", dav_2201="+ bf16", dav_3510="+ bf16")
_NN = "ops-nn/loss/{}"
_RANKS = "the document; the library asks it of out alone"


def _loss_shape(state: State) -> tuple[int, ...]:
    self: TensorSpec = state.args["self"]
    return self.shape if state.args["reduction"] == 0 else ()


def _bce_late(state: State) -> tuple[Rule, ...]:
    """Of no elements out is filled; otherwise what the kernel asks, then out's shape, then its dtype."""
    if state.args["self"].empty:
        return (result_dtype("self"),)
    return (
        reach_inside("self", "target", "weight"),
        same_dtype("self", "target", status=561103),
        same_shape("self", "weight", status=561103),
        result_shape(_loss_shape),
        result_dtype("self"),
    )


def _logits_late(state: State) -> tuple[Rule, ...]:
    if state.args["self"].empty:
        return ()
    shape = (
        same_shape("self", "out")
        if state.args["reduction"] == 0
        else result_shape(_loss_shape, 561103, "ACLNN-VIEW-001")
    )
    optional = [name for name in ("weightOptional", "posWeightOptional") if state.args[name] is not None]
    views = tuple(
        rule
        for name in optional
        for rule in (
            reach_inside(name),
            Rule("emulated", (name,), {}, ""),
            cast_kernel(name, "promoted"),
        )
    )
    return (reach_inside("self", "target"), *views, shape)


READINGS = {
    "aclnnBinaryCrossEntropy": Reading(
        (
            not_null("self", "target", "out", status=561103),
            dtype_in(_FLOATS, "self", "target", "out", "weight"),
            Rule(
                "when_given",
                ("weight", "self", "target", "out"),
                {"checks": (same_dtype("self", "target", "weight", "out"),)},
                "with a weight: one dtype",
            ),
            same_shape("self", "target"),
            reduction(),
            case_of(_bce_late),
        ),
        {"self": tensor(), "target": tensor(), "weight": tensor(), "reduction": 0, "out": tensor()},
        _NN.format("binary_cross_entropy/op_api/aclnn_binary_cross_entropy.cpp"),
        _loss_shape,
        "out",
    ),
    "aclnnBinaryCrossEntropyBackward": Reading(
        (
            not_null("gradOutput", "self", "target", "out"),
            noted(max_rank("gradOutput", "self", "target", "weightOptional", "out"), _RANKS),
            dtype_in(_FLOATS, "self", "gradOutput", "target", "out", "weightOptional"),
            Rule("same_format", ("self", "target", "weightOptional"), {}, "formats of self, target, weight"),
            unless_empty(
                "self",
                same_shape("self", "out"),
                broadcasts_to("self", "target", "weightOptional", "gradOutput"),
            ),
            reduction(),
            promotes("self", "target", "gradOutput", "weightOptional"),
            casts_to("out"),
            done_if_empty("self"),
            reach_inside("gradOutput", "self", "target", "weightOptional"),
            Rule("format_rank", ("out",), {}, "ReFormat: the rank of out's format (561103)"),
        ),
        {
            "gradOutput": tensor(),
            "self": tensor(),
            "target": tensor(),
            "weightOptional": tensor(),
            "reduction": 1,
            "out": tensor(),
        },
        _NN.format("binary_cross_entropy_grad/op_api/aclnn_binary_cross_entropy_backward.cpp"),
        shape_of("self"),
        "out",
    ),
    "aclnnBinaryCrossEntropyWithLogits": Reading(
        (
            not_null("self", "target", "out"),
            dtype_in(_FLOATS, "self", "target", "out"),
            same_dtype("target", "out"),
            reduction(),
            max_rank("self", "target", "weightOptional", "posWeightOptional"),
            same_shape("self", "target"),
            noted(
                unless_empty("target", broadcasts_to("target", "weightOptional", "posWeightOptional")),
                "the document; the library lets weights pass that enlarge target",
            ),
            promotes("self", "target"),
            case_of(_logits_late),
        ),
        {
            "self": tensor(),
            "target": tensor(),
            "weightOptional": tensor(),
            "posWeightOptional": tensor(),
            "reduction": 0,
            "out": tensor(),
        },
        _NN.format("sigmoid_cross_entropy_with_logits_v2/op_api/aclnn_binary_cross_entropy_with_logits.cpp"),
        _loss_shape,
        "out",
    ),
    "aclnnBinaryCrossEntropyWithLogitsBackward": Reading(
        (
            not_null("gradOutput", "self", "target", "out"),
            noted(
                max_rank("gradOutput", "self", "target", "weightOptional", "posWeightOptional", "out"), _RANKS
            ),
            dtype_in(_FLOATS, "gradOutput", "self", "target", "weightOptional", "posWeightOptional", "out"),
            same_dtype("target", "out"),
            Rule("same_format", ("self", "target", "out"), {}, "formats of self, target, out"),
            unless_empty(
                "self",
                same_shape("self", "target", "out"),
                broadcasts_to("self", "gradOutput", "weightOptional", "posWeightOptional"),
            ),
            reduction(),
            promotes("self", "target", "gradOutput", "weightOptional", "posWeightOptional"),
            casts_to("out"),
            done_if_empty("self"),
            reach_inside("gradOutput", "self", "target", "weightOptional", "posWeightOptional"),
            Rule("format_rank", ("out",), {}, "ReFormat: the rank of out's format (561103)"),
        ),
        {
            "gradOutput": tensor(),
            "self": tensor(),
            "target": tensor(),
            "weightOptional": tensor(),
            "posWeightOptional": tensor(),
            "reduction": 1,
            "out": tensor(),
        },
        _NN.format(
            "sigmoid_cross_entropy_with_logits_grad_v2/op_api/"
            "aclnn_binary_cross_entropy_with_logits_backward.cpp"
        ),
        shape_of("self"),
        "out",
    ),
}
