"""Optimisers over tensor lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aclnn_emu.core.dtypes import dtype_name
from aclnn_emu.core.lists import TensorList
from aclnn_emu.errors import InnerNullptr, ParamInvalid, ParamNullptr, TilingError
from aclnn_emu.kernels import optim
from aclnn_emu.ops._foreach import A2, A5, FLOATS
from aclnn_emu.ops._foreach_checks import (
    MOST_MEMBERS,
    dense,
    fits_prototype,
    has_elements,
    members_agree,
    members_given,
    same_lengths,
    same_shapes,
)
from aclnn_emu.ops._types import BF16, F16, F32, S64
from aclnn_emu.plan.checks import (
    Check,
    chip_has_operator,
    custom,
    has_members,
    members_not_null,
    not_null,
    when_given,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

__all__: list[str] = []

_EPSILON = 1e-6
_NOTES = (
    (
        "Results and the copies of strided members are separate workspace tensors; the library's kernel writes into the"
        " copies."
    ),
    "More than 256 members answer 161002.",
)


def _not_negative(*attributes: str) -> Check:
    def run(call: Call) -> None:
        for name in attributes:
            if call.args[name] < 0:
                raise ParamInvalid(
                    "ACLNN-PARAM-042", op=call.operator.name, param=name, got=call.args[name], low=0
                )

    return Check("not_negative", attributes, run, f"{', '.join(attributes)}: not negative")


def _not_null_with_members(*lists: str) -> tuple[Check, ...]:
    return tuple(check for name in lists for check in (not_null(name), members_not_null(name)))


def _first_dtype(listed: Any, name: str) -> Check:
    """The first member's dtype is on the list (the others are compared with it)."""

    def run(call: Call) -> None:
        found, allowed = call.args[name].items[0].dtype, listed.on(call.profile)
        if found not in allowed:
            raise ParamInvalid(
                "ACLNN-PARAM-003", op=call.operator.name, param=f"{name}[0]", got=dtype_name(found),
                allowed=", ".join(map(dtype_name, allowed)), soc=call.profile.name,
            )  # fmt: skip

    return Check("first_dtype", (name,), run, f"{name}[0]: dtype on the list", {"dtypes": listed})


def _not_too_many(name: str) -> Check:
    def run(call: Call) -> None:
        if len(call.args[name]) > MOST_MEMBERS:
            raise ParamInvalid(
                "ACLNN-PARAM-120", op=call.operator.name, param=name, got=len(call.args[name]),
                allowed=MOST_MEMBERS,
            )  # fmt: skip

    return Check("not_too_many", (name,), run, f"{name}: at most {MOST_MEMBERS} members")


def _some_elements(name: str) -> Check:
    """The kernel needs a member with elements; empty ones are left out before (561103)."""

    def run(call: Call) -> None:
        if all(item.is_empty for item in call.args[name].items):
            raise InnerNullptr("ACLNN-PARAM-127", op=call.operator.name, param=name)

    return Check("some_elements", (name,), run, f"{name}: a member with elements (561103)")


def _is_float(name: str) -> Check:
    """An optional FLOAT tensor that the kernel takes as it is (561103)."""

    def run(call: Call) -> None:
        tensor = call.args[name]
        if tensor is not None and not tensor.is_empty and tensor.dtype != F32:
            raise InnerNullptr(
                "ACLNN-PARAM-003", op=call.operator.name, param=name, got=dtype_name(tensor.dtype),
                allowed="FLOAT", soc=call.profile.name,
            )  # fmt: skip

    return Check("is_float", (name,), run, f"{name}: FLOAT, where it is given (561103)")


def _members(tensors: TensorList) -> list[Tensor]:
    """The members; the checks refused null ones."""
    return [tensor for tensor in tensors.items if tensor is not None]


def _kept(tensors: TensorList) -> list[Tensor]:
    """The members with elements; the library leaves the others out."""
    return [tensor for tensor in _members(tensors) if not tensor.is_empty]


def _scalar(b: Builder, tensor: Tensor | None) -> list[Buffer]:
    """An optional tensor in FLOAT; an empty one counts as none."""
    return [] if tensor is None or tensor.is_empty else [b.contiguous_cast(tensor, F32)]


_ADAMW_LISTS = ("grads", "expAvgsRef", "expAvgSqsRef")


@custom("largest_given", ("maxExpAvgSqsRef",), "maxExpAvgSqsRef: not null, where amsgrad is set")
def _largest_given(call: Call) -> None:
    if call.args["amsgrad"] and call.args["maxExpAvgSqsRef"] is None:
        raise ParamInvalid("ACLNN-PARAM-001", op=call.operator.name, param="maxExpAvgSqsRef")


@custom("largest_fits", ("paramsRef", "maxExpAvgSqsRef"), "maxExpAvgSqsRef: shapes of paramsRef (561103)")
def _largest_fits(call: Call) -> None:
    if call.args["maxExpAvgSqsRef"] is not None and call.args["amsgrad"]:
        same_shapes("paramsRef", "maxExpAvgSqsRef", error=InnerNullptr).run(call)


@operator(
    "aclnnFusedAdamw(const aclTensorList *paramsRef, const aclTensorList *grads, const aclTensorList *expAvgsRef, const"
    " aclTensorList *expAvgSqsRef, const aclTensorList *maxExpAvgSqsRef, const aclTensorList *stateSteps, const"
    " aclTensor *gradScaleOptional, const aclTensor *foundInfOptional, double lr, double beta1, double beta2, double"
    " weightDecay, double eps, bool amsgrad, bool maximize)",
    checks=(
        _not_negative("lr", "beta1", "beta2", "weightDecay"),
        _largest_given,
        *_not_null_with_members("paramsRef", *_ADAMW_LISTS, "stateSteps"),
        when_given("maxExpAvgSqsRef", members_not_null("maxExpAvgSqsRef")),
        has_members("paramsRef"),
        same_lengths("paramsRef", *_ADAMW_LISTS, "stateSteps", error=ParamInvalid),
        when_given("maxExpAvgSqsRef", same_lengths("paramsRef", "maxExpAvgSqsRef", error=ParamInvalid)),
        _not_too_many("paramsRef"),
        _first_dtype(dtypes(F32, F16, BF16), "paramsRef"),
        _first_dtype(dtypes(F32, S64), "stateSteps"),
        members_agree("stateSteps", error=ParamInvalid),
        members_agree("paramsRef", *_ADAMW_LISTS, error=ParamInvalid),
        when_given("maxExpAvgSqsRef", members_agree("paramsRef", "maxExpAvgSqsRef", error=ParamInvalid)),
        same_shapes("paramsRef", *_ADAMW_LISTS, error=ParamInvalid),
        _is_float("foundInfOptional"),
        _some_elements("paramsRef"),
        _largest_fits,
        chip_has_operator("paramsRef", A2, A5, error=InnerNullptr),
    ),
    source="ops-nn/optim/fused_adamw/op_api/aclnn_fused_adamw.cpp",
    deviations=(
        *_NOTES,
        "More than 8 dimensions answer 161002; the library flattens them.",
        (
            "As in the library the steps of empty members are not left out, so that the members behind them take the steps"
            " of those before."
        ),
    ),
)
def fused_adamw(
    b: Builder, params_ref: TensorList, grads: TensorList, exp_avgs_ref: TensorList, exp_avg_sqs_ref: TensorList,
    max_exp_avg_sqs_ref: TensorList | None, state_steps: TensorList, grad_scale_optional: Tensor | None,
    found_inf_optional: Tensor | None, lr: float, beta1: float, beta2: float, weight_decay: float, eps: float,
    amsgrad: bool, maximize: bool,
) -> None:  # fmt: skip
    """One step of AdamW for every member of paramsRef; nothing moves where foundInf is 1."""
    largest = _kept(max_exp_avg_sqs_ref) if max_exp_avg_sqs_ref is not None and amsgrad else []
    params, first, second = (_kept(refs) for refs in (params_ref, exp_avgs_ref, exp_avg_sqs_ref))
    scale, found = _scalar(b, grad_scale_optional), _scalar(b, found_inf_optional)
    members = len(params)
    lists = [params, _kept(grads), first, second]
    sources = [b.contiguous(tensor) for tensors in lists for tensor in tensors]
    sources += [b.contiguous_cast(tensor, F32) for tensor in _members(state_steps)[:members]]
    sources += [b.contiguous(tensor) for tensor in largest]
    kernel = optim.fused_adamw(members, amsgrad=amsgrad, scaled=bool(scale), stoppable=bool(found))
    targets = [*params, *first, *second, *largest]
    made = b.kernel_outputs(
        kernel, *sources, *scale, *found,
        outputs=[(tensor.view_shape, tensor.dtype) for tensor in targets], lr=lr, beta1=beta1, beta2=beta2,
        weight_decay=weight_decay, eps=eps, maximize=maximize,
    )  # fmt: skip
    for result, target in zip(made, targets, strict=True):
        b.view_copy(result, target)


def _momentum_list(call: Call) -> TensorList | None:
    """The list of momentum buffers; an empty one counts as none."""
    given = call.args["momentumBufferListOptionalRef"]
    return given if given is not None and len(given) else None


@custom("momentum", ("momentum",), "momentum: positive with momentum buffers, else 0; nesterov needs it")
def _momentum(call: Call) -> None:
    momentum, dampening = call.args["momentum"], call.args["dampening"]
    given = _momentum_list(call) is not None
    small = abs(momentum) < _EPSILON
    facts: dict[str, Any] = {"op": call.operator.name, "param": "momentum", "got": momentum}
    if call.args["nesterov"] and (momentum <= 0 or abs(dampening) >= _EPSILON):
        raise ParamInvalid("ACLNN-PARAM-128", dampening=dampening, **facts)
    if given == small:
        raise ParamInvalid("ACLNN-PARAM-129", list="given" if given else "missing", **facts)


def _with_momentum(*checks: Check) -> Check:
    """The checks apply where there are momentum buffers."""

    def run(call: Call) -> None:
        if _momentum_list(call) is not None:
            for check in checks:
                check.run(call)

    text = "where momentumBufferListOptionalRef has members: " + "; ".join(check.text for check in checks)
    return Check("with_momentum", ("momentumBufferListOptionalRef",), run, text, {"checks": checks})


_SGD_DTYPES = dtypes(F32, F16, DAV_2201=(F32, F16, BF16), DAV_3510=(F32, F16, BF16))
_BUFFERS = "momentumBufferListOptionalRef"


@operator(
    "aclnnFusedSgd(const aclTensorList *paramsRef, const aclTensorList *gradsRef, const aclTensorList"
    " *momentumBufferListOptionalRef, const aclTensor *gradScaleOptional, float weightDecay, float momentum, float lr,"
    " float dampening, bool nesterov, bool maximize, bool isFirstStep)",
    checks=(
        _not_negative("weightDecay", "momentum", "lr"),
        _momentum,
        *_not_null_with_members("paramsRef", "gradsRef"),
        _with_momentum(members_not_null(_BUFFERS)),
        has_members("paramsRef"),
        same_lengths("paramsRef", "gradsRef", error=ParamInvalid),
        _with_momentum(same_lengths("paramsRef", _BUFFERS, error=ParamInvalid)),
        _not_too_many("paramsRef"),
        _first_dtype(_SGD_DTYPES, "paramsRef"),
        members_agree("paramsRef", "gradsRef", error=ParamInvalid),
        _with_momentum(members_agree("paramsRef", _BUFFERS, error=ParamInvalid)),
        same_shapes("paramsRef", "gradsRef", error=ParamInvalid),
        _with_momentum(same_shapes("paramsRef", _BUFFERS, error=ParamInvalid)),
        _some_elements("paramsRef"),
        chip_has_operator("paramsRef", A2, A5, error=InnerNullptr),
    ),
    source="ops-nn/optim/fused_sgd/op_api/aclnn_fused_sgd.cpp",
    deviations=_NOTES,
)
def fused_sgd(
    b: Builder, params_ref: TensorList, grads_ref: TensorList, momentum_buffer_list_optional_ref: TensorList | None,
    grad_scale_optional: Tensor | None, weight_decay: float, momentum: float, lr: float, dampening: float,
    nesterov: bool, maximize: bool, is_first_step: bool,
) -> None:  # fmt: skip
    """One step of gradient descent for every member of paramsRef; with gradScale gradsRef is divided by it."""
    buffers = momentum_buffer_list_optional_ref
    moving = _kept(buffers) if buffers is not None else []
    params, grads = _kept(params_ref), _kept(grads_ref)
    scale = _scalar(b, grad_scale_optional)
    sources = [b.contiguous(tensor) for tensor in (*params, *grads, *moving)]
    kernel = optim.fused_sgd(len(params), with_momentum=bool(moving), scaled=bool(scale))
    targets = [*params, *(grads if scale else []), *moving]
    made = b.kernel_outputs(
        kernel, *sources, *scale, outputs=[(tensor.view_shape, tensor.dtype) for tensor in targets],
        weight_decay=weight_decay, momentum=momentum, lr=lr, dampening=dampening, nesterov=nesterov,
        maximize=maximize, first=is_first_step,
    )  # fmt: skip
    for result, target in zip(made, targets, strict=True):
        b.view_copy(result, target)


@custom("grads_have_elements", ("scaledGrads",), "scaledGrads: no empty member (561002)")
def _grads_have_elements(call: Call) -> None:
    for place, tensor in enumerate(call.args["scaledGrads"].items):
        if tensor.is_empty:
            raise TilingError("ACLNN-PARAM-127", op=call.operator.name, param=f"scaledGrads[{place}]")


_GRADS = tuple((dtype, F32) for dtype in FLOATS)


@operator(
    "aclnnForeachNonFiniteCheckAndUnscale(const aclTensorList *scaledGrads, const aclTensor *foundInf, const aclTensor"
    " *invScale)",
    checks=(
        not_null("scaledGrads", "foundInf", "invScale"),
        chip_has_operator("scaledGrads", A2, 2002, A5, error=ParamNullptr),
        members_given("scaledGrads", at_least_one=True),
        *(
            fits_prototype({A2: _GRADS, A5: _GRADS, 2002: ((F16, F32), (F32, F32))}, ("scaledGrads",), name)
            for name in ("foundInf", "invScale")
        ),
        members_agree("scaledGrads"),
        _grads_have_elements,
        has_elements("foundInf"),
        has_elements("invScale"),
        dense("scaledGrads"),
    ),
    source=(
        "ops-nn/foreach/foreach_non_finite_check_and_unscale/op_host/foreach_non_finite_check_and_unscale_def.cpp"
    ),
    written=("scaledGrads", "foundInf"),
    deviations=(
        "A null member answers 161002, a strided member 161002; the library leaves the copy's result unused.",
        "foundInf or invScale without exactly one element answers 561002, as the document says; the code reads one.",
    ),
)
def foreach_non_finite_check_and_unscale(
    b: Builder, scaled_grads: TensorList, found_inf: Tensor, inv_scale: Tensor
) -> None:
    """scaledGrads = scaledGrads * invScale; foundInf = 1 where one of them is infinite or NaN."""
    members = _members(scaled_grads)
    sources = [b.contiguous(tensor) for tensor in (*members, found_inf, inv_scale)]
    targets = (*members, found_inf)
    made = b.kernel_outputs(
        optim.unscale(len(members)), *sources,
        outputs=[(tensor.view_shape, tensor.dtype) for tensor in targets],
    )  # fmt: skip
    for result, target in zip(made, targets, strict=True):
        b.view_copy(result, target)
