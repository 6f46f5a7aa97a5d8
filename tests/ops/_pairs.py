"""The operators of two and three operands once more: a valid call, literal dtype lists, the checks in their order.

A fault changes arguments of the valid call so that one check answers; `faults` of a row lists them in the vendor's order,
so that each alone gives its message, and of two neighbours the earlier one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
from _case import DTYPES, INNER_NULLPTR, INVALID, NC1HWC0, NCHW, NULLPTR, SOCS, S, T, call, s, t

F32 = DTYPES["f32"]
SHAPE = (2, 3)
NEW = ("Ascend910B", "Ascend910_93", "Ascend950")
ALL = frozenset(DTYPES)

# Dtypes by chip.


@attrs.frozen
class Listed:
    """Short names: on all chips, on those with BF16 besides, on the 910 or 950 instead or besides."""

    base: str
    new: str = ""
    on_950: str = ""
    instead: Mapping[str, str] = attrs.field(factory=dict)

    def on(self, soc: str) -> set[str]:
        if soc in self.instead:
            return {*self.instead[soc].split()}
        more = self.new if soc in NEW else ""
        return {*self.base.split(), *more.split(), *(self.on_950.split() if soc == "Ascend950" else [])}


def listed(base: str, new: str = "bf16", on_950: str = "", **instead: str) -> Listed:
    return Listed(base, new, on_950, {f"Ascend{name}": text for name, text in instead.items()})


# Faults.


@attrs.frozen
class Fault:
    """What is changed (attributes of a tensor or scalar by parameter; None is a null pointer), and what answers."""

    name: str
    changes: Mapping[str, Any]
    message: str
    status: int = INVALID


def null(*params: str, status: int = NULLPTR) -> Fault:
    return Fault(f"null-{params[0]}", dict.fromkeys(params), "ACLNN-PARAM-001", status)


def dtype(short: str, *params: str, message: str = "003") -> Fault:
    changes = {key: {"dtype": DTYPES[short]} for key in params}
    return Fault(f"{short}-{'-'.join(params)}", changes, f"ACLNN-PARAM-{message}")


def typed(message: str, **shorts: str) -> Fault:
    changes = {name: {"dtype": DTYPES[short]} for name, short in shorts.items()}
    return Fault("-".join(shorts.values()), changes, f"ACLNN-PARAM-{message}")


def rank_9(*params: str) -> Fault:
    return Fault(f"rank-{'-'.join(params)}", {key: {"shape": (1,) * 9} for key in params}, "ACLNN-PARAM-002")


def shape(message: str, **shapes: tuple[int, ...]) -> Fault:
    changes = {name: {"shape": value} for name, value in shapes.items()}
    return Fault(f"shape-{'-'.join(shapes)}", changes, f"ACLNN-PARAM-{message}")


def private(*params: str) -> Fault:
    return Fault("private", {key: {"format": NC1HWC0} for key in params}, "ACLNN-PARAM-023")


def other_format(param: str) -> Fault:
    return Fault("format", {param: {"format": NCHW}}, "ACLNN-PARAM-005")


def value(message: str, status: int = INVALID, **values: Any) -> Fault:
    return Fault("value", values, f"ACLNN-PARAM-{message}", status)


LATE = INNER_NULLPTR


def with_fault(base: Any, *faults: Fault) -> Any:
    """The call with one fault, or two at once."""
    args = dict(base.args)
    nulls = []
    for fault in faults:
        for name, change in fault.changes.items():
            if change is None:
                nulls.append(name)
            elif isinstance(change, dict):
                args[name] = (
                    [attrs.evolve(item, **change) for item in args[name]]
                    if isinstance(args[name], list)
                    else attrs.evolve(args[name], **change)
                )
            else:
                args[name] = change
    return attrs.evolve(base, args={**args, **dict.fromkeys(nulls)})


@attrs.frozen(kw_only=True)
class Row:
    """One operator.

    Attributes:
        call: a valid call.
        lists: by parameter; parameters that are not here are on no list.
        faults: in the order of the checks.
        soc: where the faults are tried.
        chips: those that have the operator.
        null_status: by parameter, where it is not 161001.
        optional: parameters that may be null.
        together: parameters whose dtypes are compared before the list is asked; they change together.
    """

    call: Any
    lists: Mapping[str, Listed]
    faults: tuple[Fault, ...]
    soc: str = "Ascend910B"
    chips: tuple[str, ...] = SOCS
    null_status: Mapping[str, int] = attrs.field(factory=dict)
    optional: tuple[str, ...] = ()
    together: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return str(self.call.op.removeprefix("aclnn"))


def x(short: str = "f32", size: tuple[int, ...] = SHAPE) -> T:
    return t(DTYPES[short], size)


def sc(short: str = "f32", number: complex = 2) -> S:
    return s(DTYPES[short], number)


def pair_calls(name: str, **more: Any) -> tuple[Any, Any]:
    """aclnnName and aclnnInplaceName of two tensors."""
    return (
        call(f"aclnn{name}", self=x(), other=x(), **more, out=x()),
        call(f"aclnnInplace{name}", selfRef=x(), other=x(), **more),
    )


def scalar_calls(name: str, **more: Any) -> tuple[Any, Any]:
    """The same with a scalar."""
    return (
        call(f"aclnn{name}", self=x(), other=sc(), **more, out=x()),
        call(f"aclnnInplace{name}", selfRef=x(), other=sc(), **more),
    )


def retyped(base: Any, short: str) -> Any:
    """All tensors and scalars of one dtype."""
    made = {
        name: attrs.evolve(item, dtype=DTYPES[short]) if isinstance(item, (T, S)) else item
        for name, item in base.args.items()
    }
    return attrs.evolve(base, args=made)


SIGNED = "f32 s32 s64 f16 s16 s8 u8 f64"
REAL = f"{SIGNED} bool"
CPLX = "c64 c128"
UNSIGNED = "u16 u32 u64"
EVERY = f"{REAL} {UNSIGNED} {CPLX}"

SPREAD = (4, 2, 3)
BROADCAST = shape("008", other=(2,))
RESULT = shape("009", out=(3, 2))
SAME = shape("006", out=(3, 2))

# Comparisons of two tensors.

_EQ_910 = f"{REAL} u64 u32 {CPLX}"
_EQ_910B = f"{REAL} bf16 {CPLX}"
_EQ = listed(_EQ_910, "", **{"910B": _EQ_910B, "910_93": _EQ_910B, "950": f"{_EQ_910B} u64"})
_EQ_OUT = listed(_EQ_910, "", **{"910B": _EQ_910B, "910_93": _EQ_910B, "950": f"{EVERY} bf16"})
_NE = listed(f"{REAL} {CPLX}", on_950="u64")
_NE_OUT = listed(f"{REAL} {CPLX}", on_950=UNSIGNED)
_GT = listed(f"{REAL} {UNSIGNED}")
_GT_OUT = listed(EVERY)
_GE_OUT = listed(f"{EVERY} bf16")
_LT_OUT = listed(f"{REAL} {UNSIGNED}", on_950=CPLX)
_LE = listed(f"{SIGNED} bool u16", on_950="u64")
_LE_OUT = listed(f"{SIGNED} bool u16", on_950=f"u64 u32 {CPLX}")


def compared(name, inputs, outs, *, faults):
    """The comparison of two tensors and its in-place form, whose faults are the same but those of out's shape."""
    tensor, in_place = pair_calls(f"{name}Tensor")
    lists = {"out": outs} | ({"self": inputs, "other": inputs} if inputs else {})
    renamed = tuple(
        attrs.evolve(f, changes={("selfRef" if k in ("self", "out") else k): v for k, v in f.changes.items()})
        for f in faults
        if f is not RESULT
    )
    return (
        Row(call=tensor, lists=lists, faults=(null("other"), *faults)),
        Row(
            call=in_place,
            lists={"selfRef": inputs or outs} | ({"other": inputs} if inputs else {}),
            faults=(null("other"), *renamed, shape("009", other=SPREAD)),
        ),
    )


COMPARISONS = (
    Row(
        call=pair_calls("EqTensor")[0], lists={"out": _EQ_OUT},
        faults=(null("other"), dtype("u32", "out"), dtype("u16", "other", message="011"), rank_9("self"), BROADCAST,
                RESULT),
    ),
    Row(
        call=pair_calls("EqTensor")[1], lists={"selfRef": _EQ},
        faults=(null("other"), shape("007", other=(2,)), dtype("u32", "selfRef"), dtype("u16", "other", message="011"),
                rank_9("selfRef", "other")),
    ),
    *compared(
        "Ne", _NE, _NE_OUT,
        faults=(dtype("u32", "other"), dtype("u32", "out"), rank_9("self"), BROADCAST, RESULT),
    ),
    *compared(
        "Gt", None, _GT_OUT,
        faults=(dtype("c32", "out"), dtype("u16", "other", message="011"), rank_9("self"), BROADCAST, RESULT),
    ),
    *compared(
        "Ge", None, _GE_OUT,
        faults=(dtype("c32", "out"), dtype("u16", "other", message="011"), rank_9("other"), BROADCAST, RESULT),
    ),
    *compared(
        "Lt", _GT, _LT_OUT,
        faults=(dtype("c64", "other"), dtype("c64", "out"), rank_9("self"), BROADCAST, RESULT),
    ),
    *compared(
        "Le", _LE, _LE_OUT,
        faults=(dtype("u64", "other"), dtype("c64", "out"), rank_9("self"), BROADCAST, RESULT),
    ),
)  # fmt: skip

# Comparisons with a scalar.

_EQ_S = listed(_EQ_910B, "", **{"910": _EQ_910, "950": f"{_EQ_910B} u64"})
_EQ_S_OUT = listed(_EQ_910B, "", **{"910": _EQ_910, "950": f"{EVERY} bf16"})


def with_scalar(name, tensors, scalars, outs, *, faults, ref=None, nulls=None):
    plain, in_place = scalar_calls(f"{name}Scalar")
    lists = {"self": tensors, "other": scalars, "out": outs}
    status = nulls or {}
    first = null("other", status=status.get("other", NULLPTR))
    renamed = tuple(
        attrs.evolve(f, changes={("selfRef" if k in ("self", "out") else k): v for k, v in f.changes.items()})
        for f in faults
        if f is not SAME
    )
    in_place_lists = {"selfRef": ref or tensors or outs, "other": scalars}
    return (
        Row(
            call=plain, lists={k: v for k, v in lists.items() if v}, faults=(first, *faults), null_status=status,
        ),
        Row(
            call=in_place, lists={k: v for k, v in in_place_lists.items() if v}, faults=(first, *renamed),
            null_status={("selfRef" if k == "self" else k): v for k, v in status.items()},
        ),
    )  # fmt: skip


_LATE_NULLS = {"self": INNER_NULLPTR, "other": INNER_NULLPTR}
SCALAR_COMPARISONS = (
    *with_scalar(
        "Eq", _EQ_S, _EQ_S, _EQ_S_OUT, faults=(dtype("u16", "other"), dtype("u32", "out"), rank_9("self"), SAME)
    ),
    *with_scalar(
        "Ne", _NE, _NE, _NE_OUT, faults=(dtype("u16", "other"), dtype("u32", "out"), rank_9("self"), SAME)
    ),
    *with_scalar(
        "Gt", _GT, _GT, _GT_OUT,
        faults=(dtype("c64", "other"), dtype("c32", "out"), typed("011", other="u16"), rank_9("self"), SAME),
    ),
    *with_scalar(
        "Ge", None, None, _GE_OUT, ref=listed(f"{EVERY} bf16", "", **{"950": f"{REAL} {UNSIGNED} bf16"}), faults=(dtype("c32", "out"), typed("011", other="u16"), rank_9("self"), SAME)
    ),
    *with_scalar(
        "Lt", _GT, None, _LT_OUT, faults=(dtype("c64", "self"), rank_9("self"), SAME), nulls=_LATE_NULLS
    ),
    *with_scalar("Le", _LE, _LE, _LE_OUT, faults=(dtype("c64", "other"), dtype("u64", "out"), rank_9("self"), SAME)),
)  # fmt: skip


# Everything else is written out: name of the operator, lists, faults.


def rows(
    plain, in_place, lists, faults, *, out="out", ref="selfRef", shape_faults=(RESULT,), grown="009", **more
):
    """A row and that of the in-place form, whose faults are the same without those of the output's shape."""
    renamed = tuple(
        attrs.evolve(f, changes={(ref if k in ("self", out) else k): v for k, v in f.changes.items()})
        for f in faults
        if f not in shape_faults and not ({"self", out} <= f.changes.keys() and ref == "selfRef")
    )
    narrowed = {}
    for name, found in lists.items():
        narrowed.setdefault(ref if name in ("self", out) else name, found)
    tail = (shape(grown, other=SPREAD),) if isinstance(in_place.args.get("other"), T) else ()
    return (
        Row(call=plain, lists=lists, faults=faults, **more),
        Row(call=in_place, lists=narrowed, faults=(*renamed, *tail), **more),
    )


_LOGIC = listed(f"{REAL} {CPLX} bf16", "")
_LOGIC_NEW = listed(f"{REAL} {CPLX}")
_and_calls, _or_calls = pair_calls("LogicalAnd"), pair_calls("LogicalOr")
LOGICAL = (
    *rows(
        *_and_calls, {"self": _LOGIC, "other": _LOGIC},
        (null("other"), dtype("u32", "self"), rank_9("other"), BROADCAST, RESULT),
    ),
    *rows(
        *_or_calls, {"self": _LOGIC_NEW, "other": _LOGIC_NEW, "out": listed(f"{REAL} {CPLX}", on_950=UNSIGNED)},
        (null("other"), dtype("u32", "other"), rank_9("self"), BROADCAST, RESULT),
    ),
    Row(
        call=call("aclnnLogicalXor", self=x(), other=x(), out=x()),
        lists={"self": _LOGIC_NEW, "other": _LOGIC_NEW, "out": _LOGIC_NEW},
        faults=(null("out"), dtype("u32", "other"), dtype("u32", "out"), rank_9("self"), BROADCAST, RESULT),
    ),
)  # fmt: skip


def as_ints(calls):
    return tuple(retyped(base, "s32") for base in calls)


_BITS = listed("s16 s32 s64 s8 u8 bool u16", "")
_OR_BITS = listed("s16 s32 s64 s8 u8 bool u16 u32 u64", "")
_OR_SCALAR = listed("s16 s32 s64 s8 u8 bool u16", "", "u32 u64")
_XOR_BITS = listed("s16 s32 s64 s8 u8 bool", "", UNSIGNED)
_no_cast = dtype("bool", "out", message="012")
_and_out = call("aclnnBitwiseAndTensorOut", self=x("s32"), other=x("s32"), out=x("s32"))
_and_out_ref = call("aclnnInplaceBitwiseAndTensorOut", self=x("s32"), other=x("s32"))
BITWISE = (
    *rows(
        *as_ints(pair_calls("BitwiseAndTensor")), {"self": _BITS, "other": _BITS},
        (null("other"), dtype("f32", "self"), dtype("u16", "other", message="011"), _no_cast, private("other"),
         rank_9("self"), BROADCAST, RESULT), shape_faults=(RESULT, _no_cast),
    ),
    Row(
        call=_and_out, lists={"self": _BITS, "other": _BITS},
        faults=(null("other"), dtype("f32", "self"), dtype("u16", "other", message="011"), _no_cast,
                other_format("other"), rank_9("self"), BROADCAST, RESULT),
    ),
    Row(
        call=_and_out_ref, lists={"self": _BITS, "other": _BITS},
        faults=(null("self"), dtype("f32", "self"), dtype("u16", "other", message="011"), other_format("other"),
                rank_9("self"), shape("008", other=(2,))),
    ),
    *rows(
        *as_ints(scalar_calls("BitwiseAndScalar")), {"self": _BITS, "other": _BITS},
        (null("other"), dtype("f32", "other"), dtype("u16", "other", message="011"), _no_cast, private("self"),
         rank_9("self"), SAME), shape_faults=(SAME, _no_cast),
    ),
    *rows(
        *as_ints(pair_calls("BitwiseOrTensor")), {"self": _OR_BITS, "other": _OR_BITS},
        (null("other"), dtype("f32", "self"), dtype("u16", "other", message="011"), _no_cast, rank_9("self"),
         BROADCAST, RESULT), shape_faults=(RESULT, _no_cast),
    ),
    *rows(
        *as_ints(scalar_calls("BitwiseOrScalar")), {"self": _OR_SCALAR, "other": _OR_SCALAR},
        (null("other"), dtype("f32", "other"), dtype("u16", "other", message="011"), _no_cast, SAME,
         rank_9("self", "out")), shape_faults=(SAME, _no_cast, rank_9("self", "out")),
    ),
    *rows(
        *as_ints(pair_calls("BitwiseXorTensor")), {"self": _XOR_BITS, "other": _XOR_BITS},
        (null("other"), dtype("f32", "self"), _no_cast, rank_9("self"), BROADCAST, RESULT),
        shape_faults=(RESULT, _no_cast),
    ),
    *rows(
        *as_ints(scalar_calls("BitwiseXorScalar")), {"self": _XOR_BITS, "other": _XOR_BITS},
        (null("other"), dtype("f32", "other"), _no_cast, SAME, rank_9("self", "out")),
        shape_faults=(SAME, _no_cast, rank_9("self", "out")),
    ),
)  # fmt: skip

_SHIFTS = listed("s8 s16 s32 s64 u8 u16 u32 u64", "")
SHIFTS = (
    Row(
        call=call("aclnnLeftShift", self=x("s32"), shiftBits=x("s32"), out=x("s32")),
        lists=dict.fromkeys(("self", "shiftBits", "out"), _SHIFTS),
        faults=(null("shiftBits"), dtype("f32", "shiftBits"), rank_9("self"), shape("008", shiftBits=(2,)), RESULT,
                private("out"), dtype("u16", "shiftBits", message="011")),
    ),
    Row(
        call=call("aclnnLeftShifts", self=x("s32"), shiftBits=sc("s32"), out=x("s32")),
        lists=dict.fromkeys(("self", "shiftBits", "out"), _SHIFTS),
        faults=(null("shiftBits"), dtype("f32", "shiftBits"), rank_9("self"), SAME, private("out"),
                dtype("u16", "shiftBits", message="011")),
    ),
    Row(
        call=call("aclnnRightShift", input=x("s32"), shiftBits=x("s32"), out=x("s32")),
        lists=dict.fromkeys(("input", "shiftBits", "out"), _SHIFTS),
        faults=(null("shiftBits"), dtype("f32", "input"), rank_9("input"), shape("008", shiftBits=(2,)), RESULT,
                dtype("u16", "shiftBits", message="011")),
    ),
)  # fmt: skip

ROWS = (*COMPARISONS, *SCALAR_COMPARISONS, *LOGICAL, *BITWISE, *SHIFTS)
