"""Optimisers of single tensors, and the scale of mixed-precision training."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aclnn_emu.core.dtypes import dtype_name
from aclnn_emu.core.formats import format_name, is_private_format
from aclnn_emu.errors import InnerNullptr, ParamInvalid, ParamNullptr, TilingError
from aclnn_emu.kernels import optim
from aclnn_emu.ops._foreach import A2, A5, FLOATS
from aclnn_emu.ops._foreach_checks import dense, has_elements
from aclnn_emu.ops._types import BF16, F16, F32, S32, S64
from aclnn_emu.plan.checks import (
    Check,
    chip_has_operator,
    custom,
    dtype_in,
    not_null,
    same_dtype,
    same_shape,
    when_given,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

__all__: list[str] = []

_HALF_AND_FLOAT = dtypes(F32, F16, DAV_2201=(F32, F16, BF16), DAV_3510=(F32, F16, BF16))

_IN_PLACE = (
    "A copy of a strided or cast tensor and its result are two workspace tensors; the library's kernel writes into the"
    " copy."
)


def _prototype(reference: str, alike: tuple[str, ...], others: dict[str, int]) -> Check:
    """The tensors have dtypes of a generated operator's prototype and no private format (161002)."""

    def run(call: Call) -> None:
        op, model = call.operator.name, call.args[reference].dtype
        facts: dict[str, Any] = {"op": op, "soc": call.profile.name}
        if model not in FLOATS:
            raise ParamInvalid(
                "ACLNN-PARAM-003", param=reference, got=dtype_name(model),
                allowed=", ".join(map(dtype_name, FLOATS)), **facts,
            )  # fmt: skip
        for name, expected in {**dict.fromkeys(alike, model), **others}.items():
            found = call.args[name].dtype
            if found != expected:
                raise ParamInvalid(
                    "ACLNN-PARAM-121", param=name, got=dtype_name(found), reference=reference,
                    dtype=dtype_name(model), allowed=dtype_name(expected), **facts,
                )  # fmt: skip
        for name in (reference, *alike, *others):
            if is_private_format(call.args[name].format):
                raise ParamInvalid(
                    "ACLNN-PARAM-023", op=op, param=name, got=format_name(call.args[name].format)
                )

    names = (reference, *alike, *others)
    return Check("prototype", names, run, f"{', '.join(names)}: dtypes of the prototype, no private format")


def _kernel_on(param: str, *archs: int) -> Check:
    """The chip has the kernel; the library meets that behind its own checks (561103)."""
    return chip_has_operator(param, *archs, error=InnerNullptr)


def _one_element(*params: str) -> tuple[Check, ...]:
    return tuple(has_elements(name, error=ParamInvalid) for name in params)


def _required_with_amsgrad(param: str) -> Check:
    def run(call: Call) -> None:
        if call.args["amsgrad"] and call.args[param] is None:
            raise ParamNullptr("ACLNN-PARAM-001", op=call.operator.name, param=param)

    return Check("required_with_amsgrad", (param,), run, f"{param}: not null, where amsgrad is set")


_ADAM = ("beta1Power", "beta2Power", "lr", "beta1", "beta2", "epsilon")


@operator(
    "aclnnApplyAdam(aclTensor *varRef, const aclTensor *m, const aclTensor *v, const aclTensor *beta1Power, const"
    " aclTensor *beta2Power, const aclTensor *lr, const aclTensor *beta1, const aclTensor *beta2, const aclTensor"
    " *epsilon, const aclTensor *grad, bool useLocking, bool useNesterov)",
    checks=(
        not_null("varRef", "m", "v", *_ADAM, "grad"),
        chip_has_operator("varRef", A5, error=ParamNullptr),
        _prototype("varRef", ("m", "v", "grad"), dict.fromkeys(_ADAM, F32)),
        *(has_elements(name) for name in _ADAM),
        same_shape("varRef", "m", "v", "grad", error=TilingError),
        dense("m", "v"),
    ),
    source="ops-nn/optim/apply_adam/op_host/apply_adam_def.cpp",
    written=("m", "v"),
    deviations=(
        "Different shapes of varRef, m, v and grad answer 561002, strided m or v 161002; the library does not look.",
        "useLocking changes nothing.",
    ),
)
def apply_adam(
    b: Builder, var_ref: Tensor, m: Tensor, v: Tensor, beta1_power: Tensor, beta2_power: Tensor, lr: Tensor,
    beta1: Tensor, beta2: Tensor, epsilon: Tensor, grad: Tensor, use_locking: bool, use_nesterov: bool,  # noqa: ARG001 - changes nothing
) -> None:  # fmt: skip
    """One step of Adam: varRef, m and v are moved on with the gradient."""
    if var_ref.is_empty:
        return
    tensors = (var_ref, m, v, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad)
    sources = [b.contiguous(tensor) for tensor in tensors]
    outputs = [(tensor.view_shape, tensor.dtype) for tensor in (var_ref, m, v)]
    made = b.kernel_outputs(optim.adam, *sources, outputs=outputs, nesterov=use_nesterov)
    for result, target in zip(made, (var_ref, m, v), strict=True):
        b.view_copy(result, target)


_ADAM_W = ("beta1Power", "beta2Power", "lr", "weightDecay", "beta1", "beta2", "eps")


@operator(
    "aclnnApplyAdamW(aclTensor *varRef, aclTensor *mRef, aclTensor *vRef, const aclTensor *beta1Power, const aclTensor"
    " *beta2Power, const aclTensor *lr, const aclTensor *weightDecay, const aclTensor *beta1, const aclTensor *beta2,"
    " const aclTensor *eps, const aclTensor *grad, const aclTensor *maxGradNormOptional, bool amsgrad, bool maximize)",
    checks=(
        not_null("varRef", "mRef", "vRef", *_ADAM_W, "grad"),
        _required_with_amsgrad("maxGradNormOptional"),
        dtype_in(dtypes(F32, F16, BF16, DAV_1001=(F32, F16)), "varRef", "mRef", "vRef", *_ADAM_W, "grad"),
        same_dtype("varRef", "mRef", "vRef", *_ADAM_W, "grad"),
        when_given("maxGradNormOptional", same_dtype("varRef", "maxGradNormOptional")),
        same_shape("varRef", "mRef", "vRef"),
        when_given("maxGradNormOptional", same_shape("varRef", "maxGradNormOptional")),
        same_shape("varRef", "grad"),
        *_one_element(*_ADAM_W),
        _kernel_on("varRef", A5),
    ),
    source="ops-nn/optim/apply_adam_w/op_api/aclnn_apply_adam_w.cpp",
    deviations=(_IN_PLACE, "An empty varRef on a chip without the kernel answers 561103 too."),
)
def apply_adam_w(
    b: Builder, var_ref: Tensor, m_ref: Tensor, v_ref: Tensor, beta1_power: Tensor, beta2_power: Tensor, lr: Tensor,
    weight_decay: Tensor, beta1: Tensor, beta2: Tensor, eps: Tensor, grad: Tensor, max_grad_norm_optional: Tensor | None,
    amsgrad: bool, maximize: bool,
) -> None:  # fmt: skip
    """One step of AdamW: varRef, mRef and vRef are moved on with the gradient."""
    if var_ref.is_empty:
        return
    tensors = [var_ref, m_ref, v_ref, beta1_power, beta2_power, lr, weight_decay, beta1, beta2, eps, grad]
    if max_grad_norm_optional is not None and amsgrad:
        tensors.append(max_grad_norm_optional)
    sources = [b.contiguous(tensor) for tensor in tensors]
    targets = (var_ref, m_ref, v_ref)
    outputs = [(tensor.view_shape, tensor.dtype) for tensor in targets]
    kernel = optim.adam_w_amsgrad if amsgrad else optim.adam_w
    for result, target in zip(
        b.kernel_outputs(kernel, *sources, outputs=outputs, maximize=maximize), targets, strict=True
    ):
        b.view_copy(result, target)


@operator(
    "aclnnApplyAdamWV2(aclTensor *varRef, aclTensor *mRef, aclTensor *vRef, aclTensor *maxGradNormOptionalRef, const"
    " aclTensor *grad, const aclTensor *step, float lr, float beta1, float beta2, float weightDecay, float eps, bool"
    " amsgrad, bool maximize)",
    checks=(
        not_null("varRef", "mRef", "vRef"),
        _required_with_amsgrad("maxGradNormOptionalRef"),
        not_null("grad", "step"),
        dtype_in(_HALF_AND_FLOAT, "varRef", "mRef", "vRef"),
        when_given("maxGradNormOptionalRef", dtype_in(_HALF_AND_FLOAT, "maxGradNormOptionalRef")),
        dtype_in(_HALF_AND_FLOAT, "grad"),
        dtype_in(dtypes(F32, S64), "step"),
        same_shape("varRef", "mRef", "vRef"),
        when_given("maxGradNormOptionalRef", same_shape("varRef", "maxGradNormOptionalRef")),
        same_shape("varRef", "grad"),
        *_one_element("step"),
        _kernel_on("varRef", A2, A5),
    ),
    source="ops-nn/optim/apply_adam_w_v2/op_host/op_api/aclnn_apply_adam_w_v2.cpp",
    deviations=(
        _IN_PLACE,
        "A chip without the kernel answers 561103; the library does not look at what the launch says.",
    ),
)
def apply_adam_w_v2(
    b: Builder, var_ref: Tensor, m_ref: Tensor, v_ref: Tensor, max_grad_norm_optional_ref: Tensor | None,
    grad: Tensor, step: Tensor, lr: float, beta1: float, beta2: float, weight_decay: float, eps: float, amsgrad: bool,
    maximize: bool,
) -> None:  # fmt: skip
    """One step of AdamW: varRef, mRef, vRef and with amsgrad maxGradNormOptionalRef are moved on with the gradient."""
    if var_ref.is_empty:
        return
    targets = [var_ref, m_ref, v_ref]
    largest = max_grad_norm_optional_ref
    if largest is not None:
        targets.append(largest)
    cast = _needs_cast(var_ref, m_ref, v_ref, largest, grad)

    def source(tensor: Tensor) -> Any:
        return b.contiguous_cast(tensor, F32) if cast else b.contiguous(tensor)

    sources = [source(tensor) for tensor in (var_ref, m_ref, v_ref, grad)]
    sources.append(b.contiguous(step))
    numbers: dict[str, Any] = {
        "lr": lr, "beta1": beta1, "beta2": beta2, "weight_decay": weight_decay, "eps": eps, "maximize": maximize,
        "lerps": b.profile.npu_arch != A5,
    }  # fmt: skip
    kernel = optim.adam_w_v2
    if largest is not None:
        sources.append(source(largest))
        numbers["amsgrad"] = amsgrad
        kernel = optim.adam_w_v2_amsgrad
    outputs = [(tensor.view_shape, F32 if cast else tensor.dtype) for tensor in targets]
    for result, target in zip(
        b.kernel_outputs(kernel, *sources, outputs=outputs, **numbers), targets, strict=True
    ):
        b.view_copy(b.cast(result, target.dtype), target)


def _needs_cast(var: Tensor, m: Tensor, v: Tensor, largest: Tensor | None, grad: Tensor) -> bool:
    """Whether the dtypes are none that the kernel takes together."""
    others = (m, v, grad) if largest is None else (m, v, grad, largest)
    if all(tensor.dtype == var.dtype for tensor in others):
        return False
    floats = all(tensor.dtype == F32 for tensor in (var, m, v))
    return not (floats and grad.dtype in (F16, BF16) and (largest is None or largest.dtype == grad.dtype))


_EMA = ("varRef", "mRef", "vRef", "sRef")


@custom("step_given", ("step",), "step: at least one element; the first counts (561002)")
def _step_given(call: Call) -> None:
    if call.args["step"].is_empty:
        raise TilingError("ACLNN-PARAM-127", op=call.operator.name, param="step")


@operator(
    "aclnnApplyFusedEmaAdam(const aclTensor *grad, aclTensor *varRef, aclTensor *mRef, aclTensor *vRef, aclTensor *sRef,"
    " const aclTensor *step, double lr, double emaDecay, double beta1, double beta2, double eps, int64_t mode, bool"
    " biasCorrection, double weightDecay)",
    checks=(
        not_null("grad", *_EMA, "step"),
        chip_has_operator("grad", A2, A5, error=ParamNullptr),
        _prototype("grad", _EMA, {"step": S64}),
        same_shape("grad", *_EMA, error=TilingError),
        _step_given,
    ),
    source="ops-nn/optim/apply_fused_ema_adam/op_host/apply_fused_ema_adam_def.cpp",
    deviations=(
        _IN_PLACE,
        "A step without elements answers 561002; the library reads what is there.",
    ),
)
def apply_fused_ema_adam(
    b: Builder, grad: Tensor, var_ref: Tensor, m_ref: Tensor, v_ref: Tensor, s_ref: Tensor, step: Tensor, lr: float,
    ema_decay: float, beta1: float, beta2: float, eps: float, mode: int, bias_correction: bool, weight_decay: float,
) -> None:  # fmt: skip
    """One step of Adam for varRef with its moments, and sRef, the moving average of varRef."""
    targets = (var_ref, m_ref, v_ref, s_ref)
    if var_ref.is_empty:
        return
    sources = [b.contiguous(tensor) for tensor in (grad, *targets, step)]
    made = b.kernel_outputs(
        optim.ema_adam, *sources, outputs=[(tensor.view_shape, tensor.dtype) for tensor in targets], lr=lr,
        ema_decay=ema_decay, beta1=beta1, beta2=beta2, eps=eps, mode=mode, bias_correction=bias_correction,
        weight_decay=weight_decay,
    )  # fmt: skip
    for result, target in zip(made, targets, strict=True):
        b.view_copy(result, target)


_AMP = ("currentScale", "growthTracker", "foundInf")
_AMP_OUT = ("updatedScale", "updatedGrowthTracker")


@custom("growth_interval", ("growthInterval",), "growthInterval: 1 to 2147483647 (561002)")
def _growth_interval(call: Call) -> None:
    if not 1 <= call.args["growthInterval"] <= 2**31 - 1:
        raise TilingError(
            "ACLNN-PARAM-200", op=call.operator.name, param="growthInterval", got=call.args["growthInterval"],
            low=1, high=2**31 - 1,
        )  # fmt: skip


@custom("scalars", _AMP, "currentScale, growthTracker, foundInf: shape [1] or [] (561002)")
def _scalars(call: Call) -> None:
    for name in _AMP:
        tensor = call.args[name]
        if tensor.rank > 1 or tensor.numel != 1:
            raise TilingError(
                "ACLNN-PARAM-123", op=call.operator.name, param=name, got=tensor.numel,
                shape=list(tensor.view_shape), allowed="1 in at most one dimension",
            )  # fmt: skip


@operator(
    "aclnnAmpUpdateScale(const aclTensor *currentScale, const aclTensor *growthTracker, const aclTensor *foundInf,"
    " double growthFactor, double backoffFactor, int64_t growthInterval, const aclTensor *updatedScale, const aclTensor"
    " *updatedGrowthTracker)",
    checks=(
        not_null(*_AMP, *_AMP_OUT),
        chip_has_operator("currentScale", A2, A5, error=ParamNullptr),
        _prototype(
            "currentScale", ("foundInf", "updatedScale"), {"growthTracker": S32, "updatedGrowthTracker": S32}
        ),
        _growth_interval,
        _scalars,
        *(has_elements(name) for name in _AMP_OUT),
    ),
    source="ops-math/math/amp_update_scale/op_host/amp_update_scale_def.cpp",
    deviations=("An output without exactly one element answers 561002; the library does not look.",),
)
def amp_update_scale(
    b: Builder, current_scale: Tensor, growth_tracker: Tensor, found_inf: Tensor, growth_factor: float,
    backoff_factor: float, growth_interval: int, updated_scale: Tensor, updated_growth_tracker: Tensor,
) -> None:  # fmt: skip
    """updatedScale = the scale of the next step, by whether foundInf is set; updatedGrowthTracker counts good steps."""
    sources = [b.contiguous(tensor) for tensor in (current_scale, growth_tracker, found_inf)]
    scale, tracker = b.kernel_outputs(
        optim.amp_update_scale, *sources,
        outputs=[((), updated_scale.dtype), ((), updated_growth_tracker.dtype)],
        growth_factor=growth_factor, backoff_factor=backoff_factor, growth_interval=growth_interval,
    )  # fmt: skip
    b.store(scale, updated_scale)
    b.store(tracker, updated_growth_tracker)
