"""The rules of each operator, read from its source and page, independently of its declaration.

Each reading lists the checks in the vendor's order with the vendor's lists, then what the L0 steps behind them refuse,
and a call that passes. They were written from the files that are named, not from `aclnn_emu.ops`; a declaration with a
wrong order, a wrong list or a plan that fails differs from its reading in some generated case.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from aclnn_emu.conformance.cases import ArraySpec, ScalarSpec, TensorSpec
from aclnn_emu.conformance.oracle import REGBASE, Rule, State
from aclnn_emu.core.dtypes import DataType, dtype_info
from aclnn_emu.plan.dtypes import DtypeList

__all__ = ["READINGS", "Reading"]

_BY_SHORT = {dtype_info(member).short: int(member) for member in DataType}
F32 = int(DataType.ACL_FLOAT)
_2201, _3002 = 2201, 3002


@attrs.frozen
class Reading:
    """What is known of an operator from its source.

    Attributes:
        rules: checks in order, then late refusals.
        base: arguments that pass on every chip.
        source: the vendor file.
        result: the shape of the result for arguments that pass, to fit out to changed inputs.
        out: the parameter that `result` is about; "" for operators in place.
        values: what else attributes may be, by parameter.
    """

    rules: tuple[Rule, ...]
    base: Mapping[str, Any]
    source: str
    result: Callable[[State], tuple[int, ...]] | None = None
    out: str = ""
    values: Mapping[str, tuple[Any, ...]] = attrs.field(factory=dict)


def _chips(default: str, **by_arch: str) -> DtypeList:
    """Lists by short names; ``dav_2201="+ bf16"`` adds to the default."""
    base = tuple(_BY_SHORT[name] for name in default.split())
    lists = {}
    for arch, names in by_arch.items():
        added = names.startswith("+")
        lists[int(arch.removeprefix("dav_"))] = (base if added else ()) + tuple(
            _BY_SHORT[name] for name in names.removeprefix("+").split()
        )
    return DtypeList(base, lists)


def _null(*params: str, status: int = 161001) -> Rule:
    return Rule("not_null", params, {"status": status}, f"{', '.join(params)} not null")


def _dtype(dtypes: DtypeList, *params: str, status: int = 161002) -> Rule:
    return Rule("dtype_in", params, {"dtypes": dtypes, "status": status}, f"dtype of {', '.join(params)} on the list")


def _value(dtypes: DtypeList, param: str = "dtype") -> Rule:
    return Rule("dtype_value_in", (param,), {"dtypes": dtypes}, f"{param} on the list")


def _rank(*params: str, status: int = 161002) -> Rule:
    return Rule("max_rank", params, {"limit": 8, "status": status}, f"{', '.join(params)}: at most 8 dimensions")


def _same_shape(*params: str, status: int = 161002) -> Rule:
    return Rule("same_shape", params, {"status": status}, f"{', '.join(params)}: one shape")


def _same_dtype(*params: str, status: int = 161002) -> Rule:
    return Rule("same_dtype", params, {"status": status}, f"{', '.join(params)}: one dtype")


def _onto(target: str, *params: str) -> Rule:
    return Rule("broadcasts_to", (target, *params), {}, f"{', '.join(params)} broadcast to {target}")


def _broadcast(out: str, *inputs: str) -> Rule:
    return Rule(
        "shape_is_broadcast", (*inputs, out), {"out": out, "inputs": inputs}, f"{out} has the broadcast shape"
    )


def _promotes(*params: str) -> Rule:
    return Rule("promotes", params, {}, f"{', '.join(params)} promote")


def _casts(out: str, **where: int) -> Rule:
    return Rule("casts_to", (out,), {}, f"promoted dtype casts to {out}", **where)


def _reduction() -> Rule:
    return Rule("one_of", ("reduction",), {"values": (0, 1, 2)}, "reduction is 0, 1 or 2")


def _unless_empty(param: str, *rules: Rule) -> Rule:
    names = tuple(dict.fromkeys(name for rule in rules for name in rule.params))
    return Rule("unless_empty", (param, *names), {"checks": rules}, "; ".join(rule.text for rule in rules))


def _done_if_empty(*params: str) -> Rule:
    return Rule("done_if_empty", params, {}, "an empty tensor ends the call")


def _inside(*params: str) -> Rule:
    return Rule("reach_inside", params, {}, "Contiguous: a strided view lies inside its storage (561103)")


def _offset(*params: str, **where: int) -> Rule:
    return Rule("offset_inside", params, {}, "CreateView: the offset lies inside the storage (561103)", **where)


def _cast_kernel(source: str, target: str) -> Rule:
    return Rule("cast_kernel", (), {"source": source, "target": target}, "Cast has a kernel for the pair (561103)")


def _result_dtype(source: str, out: str = "out") -> Rule:
    return Rule("result_dtype", (out,), {"source": source}, f"ViewCopy: the dtype of {out} (561103)")


def _result(shape: Callable[[State], tuple[int, ...]], status: int = 161002, message: str = "ACLNN-PARAM-009") -> Rule:
    facts = {"shape": shape, "status": status, "message": message}
    return Rule("result_shape", ("out",), facts, f"out has the result's shape ({status})")


def _chosen(rules: Callable[[State], tuple[Rule, ...]]) -> Rule:
    return Rule("case_of", (), {"rules": rules}, "what the kernel asks in this case")


def _t(shape: tuple[int, ...] = (2, 3), dtype: int = F32) -> TensorSpec:
    return TensorSpec(dtype, shape)


_ONE = ScalarSpec(F32, 1.0)


def _shape_of(param: str) -> Callable[[State], tuple[int, ...]]:
    return lambda state: state.args[param].shape


# Additions and multiplications

_NUMERIC = _chips("f32 s32 s64 f16 s16 s8 u8 f64 bool c64 c128", dav_2201="+ bf16", dav_3510="+ bf16")
_ADD, _MUL = "ops-math/math/add/op_api/aclnn_add.cpp", "ops-math/math/mul/op_api/aclnn_mul.cpp"
_ALPHA = Rule("alpha_casts", ("alpha",), {}, "alpha casts to the promoted dtype")


def _promoted_in(param: str) -> Rule:
    return Rule("promoted_in", (param,), {"dtypes": _NUMERIC}, "promoted dtype on the list", only_on=REGBASE)


def _casts_to_promoted(*params: str) -> Rule:
    return Rule("casts_to_promoted", params, {}, f"{', '.join(params)} cast to the promoted dtype", only_on=REGBASE)


def _with_scalar(*params: str) -> Rule:
    return Rule("promotes_with_scalar", params, {}, f"{params[0]} and {params[1]} promote")


def _merged(state: State) -> tuple[int, ...]:
    a, b = state.args["self"].shape, state.args["other"].shape
    rank = max(len(a), len(b))
    pairs = zip((1,) * (rank - len(a)) + a, (1,) * (rank - len(b)) + b, strict=True)
    return tuple(y if x == 1 else x for x, y in pairs)


def _sum_promotion(self: str) -> tuple[Rule, ...]:
    return (_ALPHA, _casts_to_promoted(self, "other"), _promoted_in("other"))


_ADD_LATE = (_done_if_empty("self", "other"), _offset("self", "other"), _inside("self", "other"))
_BINARY = {"self": _t(), "other": _t(), "alpha": _ONE, "out": _t()}
_INPLACE = {"selfRef": _t(), "other": _t()}

_ARITHMETIC = {
    "aclnnAdd": Reading(
        (
            _null("self", "other", "alpha", "out"),
            _dtype(_NUMERIC, "self", "other"),
            _promotes("self", "other"),
            *_sum_promotion("self"),
            _casts("out"),
            _rank("self", "other"),
            _broadcast("out", "self", "other"),
            *_ADD_LATE,
            _cast_kernel("promoted", "out"),
        ),
        _BINARY,
        _ADD,
        _merged,
        "out",
    ),
    "aclnnInplaceAdd": Reading(
        (
            _null("selfRef", "other"),
            _onto("selfRef", "other"),
            _null("alpha"),
            _dtype(_NUMERIC, "selfRef", "other"),
            _promotes("selfRef", "other"),
            *_sum_promotion("selfRef"),
            _casts("selfRef"),
            _rank("selfRef", "other"),
            _done_if_empty("selfRef", "other"),
            _offset("selfRef", "other"),
            _inside("selfRef", "other"),
        ),
        {**_INPLACE, "alpha": _ONE},
        _ADD,
    ),
    "aclnnAdds": Reading(
        (
            _null("self", "other", "alpha", "out"),
            _dtype(_NUMERIC, "self"),
            _with_scalar("self", "other", "alpha", "out"),
            *_sum_promotion("self"),
            _casts("out"),
            _rank("self"),
            _same_shape("self", "out"),
            _done_if_empty("self"),
            _inside("self"),
            _cast_kernel("promoted", "out"),
        ),
        {**_BINARY, "other": _ONE},
        _ADD,
        _shape_of("self"),
        "out",
    ),
    "aclnnInplaceAdds": Reading(
        (
            _null("selfRef", "other", "alpha"),
            _dtype(_NUMERIC, "selfRef"),
            _with_scalar("selfRef", "other", "alpha", "selfRef"),
            *_sum_promotion("selfRef"),
            _casts("selfRef"),
            _rank("selfRef"),
            _done_if_empty("selfRef"),
            _inside("selfRef"),
        ),
        {"selfRef": _t(), "other": _ONE, "alpha": _ONE},
        _ADD,
    ),
    "aclnnMul": Reading(
        (
            _null("self", "other", "out"),
            _dtype(_NUMERIC, "self", "other", "out"),
            _promotes("self", "other"),
            _casts("out", not_on=REGBASE),
            _rank("self", "other"),
            _broadcast("out", "self", "other"),
            *_ADD_LATE,
        ),
        {"self": _t(), "other": _t(), "out": _t()},
        _MUL,
        _merged,
        "out",
    ),
    "aclnnInplaceMul": Reading(
        (
            _null("selfRef", "other"),
            _dtype(_NUMERIC, "selfRef", "other"),
            _promotes("selfRef", "other"),
            _casts("selfRef", not_on=REGBASE),
            _onto("selfRef", "other"),
            _done_if_empty("selfRef", "other"),
            _inside("selfRef", "other"),
        ),
        _INPLACE,
        _MUL,
    ),
    "aclnnMuls": Reading(
        (
            _null("self", "other", "out"),
            _dtype(_NUMERIC, "self", "out"),
            _with_scalar("self", "other", "out"),
            _promoted_in("other"),
            _casts_to_promoted("self", "other"),
            _casts("out", only_on=REGBASE),
            _same_shape("self", "out"),
            _done_if_empty("self"),
            _offset("self"),
            _inside("self"),
            Rule("promoted_exists", ("self", "other"), {}, "Cast needs a promoted dtype (561103)"),
        ),
        {"self": _t(), "other": _ONE, "out": _t()},
        _MUL,
        _shape_of("self"),
        "out",
    ),
    "aclnnInplaceMuls": Reading(
        (
            _null("selfRef", "other"),
            _dtype(_NUMERIC, "selfRef"),
            _with_scalar("selfRef", "other", "selfRef"),
            _promoted_in("other"),
            _casts_to_promoted("selfRef", "other"),
            _casts("selfRef", only_on=REGBASE),
            _done_if_empty("selfRef"),
            _inside("selfRef"),
            Rule("promoted_exists", ("selfRef", "other"), {}, "Cast needs a promoted dtype (561103)"),
        ),
        {"selfRef": _t(), "other": _ONE},
        _MUL,
    ),
}

# Losses

_FLOATS = _chips("f16 f32", dav_2201="+ bf16", dav_3510="+ bf16")
_NN = "ops-nn/loss/{}"


def _loss_shape(state: State) -> tuple[int, ...]:
    self: TensorSpec = state.args["self"]
    return self.shape if state.args["reduction"] == 0 else ()


def _bce_late(state: State) -> tuple[Rule, ...]:
    """Of no elements out is filled; otherwise what the kernel asks, then out's shape, then its dtype."""
    if state.args["self"].empty:
        return (_result_dtype("self"),)
    return (
        _inside("self", "target", "weight"),
        _same_dtype("self", "target", status=561103),
        _same_shape("self", "weight", status=561103),
        _result(_loss_shape),
        _result_dtype("self"),
    )


def _logits_late(state: State) -> tuple[Rule, ...]:
    if state.args["self"].empty:
        return ()
    shape = (
        _same_shape("self", "out")
        if state.args["reduction"] == 0
        else _result(_loss_shape, 561103, "ACLNN-VIEW-001")
    )
    optional = [name for name in ("weightOptional", "posWeightOptional") if state.args[name] is not None]
    views = tuple(
        rule
        for name in optional
        for rule in (
            _inside(name),
            Rule("emulated", (name,), {}, ""),
            _cast_kernel(name, "promoted"),
        )
    )
    return (_inside("self", "target"), *views, shape)


_LOSSES = {
    "aclnnBinaryCrossEntropy": Reading(
        (
            _null("self", "target", "out", status=561103),
            _dtype(_FLOATS, "self", "target", "out", "weight"),
            Rule(
                "when_given",
                ("weight", "self", "target", "out"),
                {"checks": (_same_dtype("self", "target", "weight", "out"),)},
                "with a weight: one dtype",
            ),
            _same_shape("self", "target"),
            _reduction(),
            _chosen(_bce_late),
        ),
        {"self": _t(), "target": _t(), "weight": _t(), "reduction": 0, "out": _t()},
        _NN.format("binary_cross_entropy/op_api/aclnn_binary_cross_entropy.cpp"),
        _loss_shape,
        "out",
    ),
    "aclnnBinaryCrossEntropyBackward": Reading(
        (
            _null("gradOutput", "self", "target", "out"),
            _rank("gradOutput", "self", "target", "weightOptional", "out"),
            _dtype(_FLOATS, "self", "gradOutput", "target", "out", "weightOptional"),
            Rule("same_format", ("self", "target", "weightOptional"), {}, "formats of self, target, weight"),
            _unless_empty(
                "self", _same_shape("self", "out"), _onto("self", "target", "weightOptional", "gradOutput")
            ),
            _reduction(),
            _promotes("self", "target", "gradOutput", "weightOptional"),
            _casts("out"),
            _done_if_empty("self"),
            _inside("gradOutput", "self", "target", "weightOptional"),
            Rule("format_rank", ("out",), {}, "ReFormat: the rank of out's format (561103)"),
        ),
        {
            "gradOutput": _t(),
            "self": _t(),
            "target": _t(),
            "weightOptional": _t(),
            "reduction": 1,
            "out": _t(),
        },
        _NN.format("binary_cross_entropy_grad/op_api/aclnn_binary_cross_entropy_backward.cpp"),
        _shape_of("self"),
        "out",
    ),
    "aclnnBinaryCrossEntropyWithLogits": Reading(
        (
            _null("self", "target", "out"),
            _dtype(_FLOATS, "self", "target", "out"),
            _same_dtype("target", "out"),
            _reduction(),
            _rank("self", "target", "weightOptional", "posWeightOptional"),
            _same_shape("self", "target"),
            _unless_empty("target", _onto("target", "weightOptional", "posWeightOptional")),
            _promotes("self", "target"),
            _chosen(_logits_late),
        ),
        {
            "self": _t(),
            "target": _t(),
            "weightOptional": _t(),
            "posWeightOptional": _t(),
            "reduction": 0,
            "out": _t(),
        },
        _NN.format(
            "sigmoid_cross_entropy_with_logits_v2/op_api/aclnn_binary_cross_entropy_with_logits.cpp"
        ),
        _loss_shape,
        "out",
    ),
    "aclnnBinaryCrossEntropyWithLogitsBackward": Reading(
        (
            _null("gradOutput", "self", "target", "out"),
            _rank("gradOutput", "self", "target", "weightOptional", "posWeightOptional", "out"),
            _dtype(_FLOATS, "gradOutput", "self", "target", "weightOptional", "posWeightOptional", "out"),
            _same_dtype("target", "out"),
            Rule("same_format", ("self", "target", "out"), {}, "formats of self, target, out"),
            _unless_empty(
                "self",
                _same_shape("self", "target", "out"),
                _onto("self", "gradOutput", "weightOptional", "posWeightOptional"),
            ),
            _reduction(),
            _promotes("self", "target", "gradOutput", "weightOptional", "posWeightOptional"),
            _casts("out"),
            _done_if_empty("self"),
            _inside("gradOutput", "self", "target", "weightOptional", "posWeightOptional"),
            Rule("format_rank", ("out",), {}, "ReFormat: the rank of out's format (561103)"),
        ),
        {
            "gradOutput": _t(),
            "self": _t(),
            "target": _t(),
            "weightOptional": _t(),
            "posWeightOptional": _t(),
            "reduction": 1,
            "out": _t(),
        },
        _NN.format(
            "sigmoid_cross_entropy_with_logits_grad_v2/op_api/"
            "aclnn_binary_cross_entropy_with_logits_backward.cpp"
        ),
        _shape_of("self"),
        "out",
    ),
}

# Sums and means

_REAL = "f16 f32 s8 s16 s32 s64 u8 {} f64 c64 c128"
_SUM = _chips(_REAL.format("bool"), dav_2201="+ bf16", dav_3510="+ bf16")
_MEAN = _chips(_REAL.format(""), dav_2201="+ bf16", dav_3510="+ bf16")
_FILLABLE = _chips("f16 f32 s8 s16 s32 s64 u8 bool f64 bf16")


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
        return (_dtype(_FILLABLE, "out"),)
    if not state.args["self"].rank:
        return (_result(lambda _state: (), 561103, "ACLNN-VIEW-001"),)
    return (_inside("self"), _result(_reduced("dims", "keepDims")))


def _mean_late(*, noop: bool) -> Callable[[State], tuple[Rule, ...]]:
    def late(state: State) -> tuple[Rule, ...]:
        if state.args["self"].empty:
            return (_dtype(_FILLABLE, "out"),)
        if noop and state.args["noopWithEmptyAxes"] and not state.args["dim"].values:
            return (_result(_shape_of("self")),)
        return (_inside("self"), _result(_reduced("dim", "keepDim")))

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
    checked: tuple[Rule, ...] = (_inside("tensors"),)
    if first.dtype != DataType.ACL_FLOAT16:
        checked = (*checked, _same_dtype("tensors", status=561103))
    if first.dtype != state.args["out"].dtype:
        checked = (*checked, _result_dtype("tensors[0]"))
    return checked


_AXES_VALUES = tuple(
    ArraySpec("int_array", values)
    for values in ((), (0,), (1,), (-1,), (-2,), (0, 1), (-1, 0), (2,), (-3,), (0, 0), (1, -1), (2**40,))
)

_REDUCTIONS = {
    "aclnnReduceSum": Reading(
        (
            _null("self", "dims", "out"),
            _dtype(_SUM, "self", "out"),
            _value(_SUM),
            Rule("dtype_is_value", ("out", "dtype"), {}, "out has the dtype that is asked for"),
            _rank("self"),
            _axes("dims"),
            _chosen(_sum_late),
        ),
        {"self": _t(), "dims": ArraySpec("int_array", (0,)), "keepDims": True, "dtype": F32, "out": _t((1, 3))},
        "ops-math/math/reduce_sum/op_api/aclnn_reduce_sum.cpp",
        _reduced("dims", "keepDims"),
        "out",
        {"dims": _AXES_VALUES, "keepDims": (False, True)},
    ),
    "aclnnMean": Reading(
        (
            _null("self", "dim", "out"),
            _dtype(_MEAN, "self"),
            _value(_MEAN),
            _dtype(_MEAN, "out"),
            Rule("casts_through", ("self", "dtype", "out"), {}, "self casts to dtype, dtype to out's"),
            _axes("dim"),
            _rank("self", "out"),
            _chosen(_mean_late(noop=False)),
        ),
        {"self": _t(), "dim": ArraySpec("int_array", (0,)), "keepDim": True, "dtype": F32, "out": _t((1, 3))},
        "ops-math/math/reduce_mean/op_api/aclnn_mean.cpp",
        _reduced("dim", "keepDim"),
        "out",
        {"dim": _AXES_VALUES, "keepDim": (False, True)},
    ),
    "aclnnMeanV2": Reading(
        (
            _null("self", "dim", "out"),
            _dtype(_MEAN, "self", "out"),
            _same_dtype("self", "out"),
            _axes("dim"),
            _rank("self", "out"),
            _chosen(_mean_late(noop=True)),
        ),
        {
            "self": _t(),
            "dim": ArraySpec("int_array", (0,)),
            "keepDim": True,
            "noopWithEmptyAxes": False,
            "out": _t((1, 3)),
        },
        "ops-math/math/reduce_mean/op_api/aclnn_mean.cpp",
        _mean_v2_shape,
        "out",
        {"dim": _AXES_VALUES, "keepDim": (False, True), "noopWithEmptyAxes": (False, True)},
    ),
    "aclnnSum": Reading(
        (
            _null("tensors"),
            Rule("members_not_null", ("tensors",), {}, "no member is null"),
            _null("out"),
            _dtype(_chips("f16 f32 s8 s32 u8"), "tensors", "out"),
            _rank("tensors", "out"),
            Rule("has_members", ("tensors",), {}, "a member (emulator choice: the library reads past the list)"),
            _broadcast("out", "tensors"),
            _chosen(_add_n_late),
        ),
        {"tensors": (_t(), _t()), "out": _t()},
        "ops-math/math/accumulate_nv2/op_api/aclnn_sum.cpp",
        None,
        "out",
    ),
}

# Data

_CAST = "f16 f32 f64 s8 u8 s16 s32 s64 u16 u32 u64 bool c64 c128"
_CAST_950 = "+ bf16 hif8 f8e5m2 f8e4m3fn c32 f4e1m2 f4e2m1"
_CAT = _chips(
    "f32 s32 s64 f16 s16 s8 u8 f64 c64 bool",
    dav_2201="+ bf16",
    dav_3002="+ bf16",
    dav_3510="f32 s32 s64 f16 s16 s8 u8 u16 u32 u64 f64 c64 bf16 bool f8e4m3fn f8e5m2 hif8 f8e8m0 f4e1m2 f4e2m1",
)
_COPY = _chips(
    "s8 s16 s32 s64 u8 u16 u32 u64 f16 f32 bool f64 c64 c128 bf16 f8e5m2 f8e4m3fn hif8 f8e8m0"
)
_ZERO = "s8 s32 s64 u8 f16 f32 bool f64 s16 u16 c128 c64 bf16"
_FILLED = "s8 s32 s64 u8 f16 f32 bool"
_ZERO_AICORE = _chips(
    _FILLED, dav_2201="+ bf16", dav_3510="+ bf16 f8e5m2 f8e4m3fn hif8 f4e1m2 f4e2m1"
)
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
    casts = _cast_kernel("promoted", "out")
    if len(kept) == 1:
        return (emulated, formats, _inside("tensors"), casts, _result(lambda _s: joined, 561103, "ACLNN-VIEW-001"))
    return (emulated, formats, _inside("tensors"), _result(lambda _s: joined), casts)


def _joined(state: State) -> tuple[int, ...]:
    first = state.args["tensors"][0]
    dim = state.args["dim"] % max(first.rank, 1)
    return tuple(
        sum(item.shape[axis] for item in state.args["tensors"]) if axis == dim else size
        for axis, size in enumerate(first.shape)
    )


_CONVERSIONS = {
    "aclnnCast": Reading(
        (
            _null("self", "out"),
            _dtype(_chips(_CAST, dav_2201="+ bf16", dav_3510=_CAST_950), "self"),
            _value(_chips(_CAST, dav_2201="+ bf16", dav_3510=f"{_CAST_950} s4")),
            _rank("self"),
            _same_shape("self", "out"),
            Rule("contiguous_for_int4", ("self", "out"), {}, "self contiguous where out is INT4"),
            _done_if_empty("self"),
            Rule("emulated", ("self", "out"), {}, ""),
            Rule("nd_result", ("self", "out"), {}, ""),
            _inside("self"),
            _cast_kernel("self", "dtype"),
            _result_dtype("dtype"),
        ),
        {"self": _t(), "dtype": F32, "out": _t()},
        "ops-math/math/cast/op_api/aclnn_cast.cpp",
        _shape_of("self"),
        "out",
    ),
    "aclnnCat": Reading(
        (
            _null("tensors"),
            Rule("members_not_null", ("tensors",), {}, "no member is null"),
            Rule(
                "on_kept",
                ("tensors", "out", "dim"),
                {
                    "checks": (
                        _null("out"),
                        _dtype(_CAT, "tensors", "out"),
                        Rule("joint_dtype", ("tensors",), {}, "members promote, not to COMPLEX128"),
                        _casts("out"),
                        Rule("one_format", ("tensors", "out"), {}, "one format, not private"),
                        Rule("joinable", ("tensors", "dim"), {}, "equal sizes but for dim"),
                        _chosen(_cat_late),
                    )
                },
                "the members that are not of shape [0]",
            ),
        ),
        {"tensors": (_t(), _t()), "dim": 0, "out": _t((4, 3))},
        "ops-math/conversion/concat_d/op_api/aclnn_cat.cpp",
        _joined,
        "out",
        {"dim": (0, 1, -1, -2, 2, -3, 2**62, -(2**62))},
    ),
    "aclnnInplaceCopy": Reading(
        (
            _null("selfRef", "src"),
            _dtype(_COPY, "selfRef", "src"),
            _rank("selfRef", "src"),
            _onto("selfRef", "src"),
            _done_if_empty("selfRef", "src"),
            Rule("emulated", ("selfRef", "src"), {}, ""),
            Rule("nd_result", ("selfRef", "src"), {}, ""),
            _inside("src"),
            _cast_kernel("src", "selfRef"),
        ),
        {"selfRef": _t(), "src": _t()},
        "ops-math/conversion/view_copy/op_api/aclnn_copy.cpp",
    ),
    "aclnnInplaceZero": Reading(
        (
            _null("selfRef"),
            _dtype(_chips(_ZERO, dav_3510="+ f8e5m2 f8e4m3fn hif8 f4e1m2 f4e2m1"), "selfRef"),
            _done_if_empty("selfRef"),
            Rule("emulated", ("selfRef",), {}, ""),
            Rule("nd_result", ("selfRef",), {}, ""),
            _inside("selfRef"),
            _chosen(
                lambda state: ()
                if state.args["selfRef"].dtype in _ZERO_AICORE.on(state.profile)
                else (_rank("selfRef", status=561103),)
            ),
        ),
        {"selfRef": _t()},
        "ops-math/math/zero_op/op_api/aclnn_zero.cpp",
    ),
    "aclnnSigmoid": Reading(
        (
            _null("self", "out"),
            _dtype(
                _chips(
                    f"{_SIGMOID} s8 s16 s32 s64 bool u8", dav_2201="+ bf16", dav_3510="+ bf16"
                ),
                "self",
            ),
            _dtype(_chips(f"{_SIGMOID} bf16"), "out"),
            _same_shape("self", "out"),
            _rank("self"),
            _done_if_empty("self"),
            _inside("self"),
        ),
        {"self": _t(), "out": _t()},
        "ops-nn/activation/sigmoid/op_api/aclnn_sigmoid.cpp",
        _shape_of("self"),
        "out",
    ),
    "aclnnInplaceSigmoid": Reading(
        (
            _null("selfRef"),
            _dtype(_chips(_SIGMOID, dav_2201="+ bf16", dav_3510="+ bf16"), "selfRef"),
            _rank("selfRef"),
            _done_if_empty("selfRef"),
            _inside("selfRef"),
        ),
        {"selfRef": _t()},
        "ops-nn/activation/sigmoid/op_api/aclnn_sigmoid.cpp",
    ),
}

READINGS: Mapping[str, Reading] = {**_ARITHMETIC, **_LOSSES, **_REDUCTIONS, **_CONVERSIONS}
