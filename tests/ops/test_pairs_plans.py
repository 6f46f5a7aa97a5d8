"""Operators of two and three operands: chip by chip what promotes to what, the steps of the plans, the workspace."""

import pytest
from _case import DTYPES, INNER_NULLPTR, INVALID, SOCS, Case, T, but, outcome, padded, phase_1, s, t
from _pair_arithmetic import ROWS as ARITHMETIC
from _pairs import ROWS as LOGIC

CALLS = {row.name: row.call for row in (*LOGIC, *ARITHMETIC)}
F32, F16, BF16, F64 = (DTYPES[name] for name in ("f32", "f16", "bf16", "f64"))
BOOL, S64 = DTYPES["bool"], DTYPES["s64"]
SHAPE = (2, 3)
A, P, B, R = "Ascend910", "Ascend310P", "Ascend910B", "Ascend950"
OLD = tuple(soc for soc in SOCS if soc != R)


def x(short, size=SHAPE):
    return t(DTYPES[short], size)


def sc(short, number=2):
    return s(DTYPES[short], number)


def case(name, op, status=0, message=None, socs=(B,), /, **changes):
    message = f"ACLNN-PARAM-{message}" if message and message.isdigit() else message
    return [Case(f"{name}-{soc}", but(CALLS[op], **changes), status, message, soc) for soc in socs]


def pair(self, other, out):
    return {"self": x(self), "other": x(other), "out": x(out)}


CASES = [
    # Comparisons: a tensor of rank 0 counts less on Ascend950.
    *case("u16-with-s32", "GtTensor", INVALID, "011", SOCS, self=x("s32"), other=x("u16"), out=x("bool")),
    *case("rank-0-u16-counts-less", "GtTensor", 0, None, (R,), self=x("s32"), other=x("u16", ()), out=x("bool")),
    *case("rank-0-u16", "GtTensor", INVALID, "011", OLD, self=x("s32"), other=x("u16", ()), out=x("bool")),
    *case("bf16-on-the-910", "EqTensor", INVALID, "060", (A,), self=x("bf16")),
    *case("bf16-on-the-310P", "EqTensor", INVALID, "021", (P,), self=x("bf16"), other=x("bf16")),
    *case("complex-order", "GeTensor", INVALID, "021", SOCS, self=x("c64"), other=x("c64"), out=x("bool")),
    *case("bool-order", "GeTensor", 0, None, SOCS, self=x("bool"), other=x("bool"), out=x("bool")),
    *case("unasked-when-empty", "NeTensor", 0, None, SOCS, self=x("u32", (0,)), other=x("c32"), out=x("f32", (7,))),
    *case("asked-when-empty", "EqTensor", INVALID, "009", SOCS, self=x("f32", (0,)), other=x("f32", (0,)), out=x("bool")),
    *case("out-rank-is-asked", "GtTensor", INVALID, "002", SOCS, out=x("bool", (1,) * 9)),
    *case("out-rank-is-not-asked", "LtTensor", INVALID, "009", SOCS, out=x("bool", (1,) * 9)),
    # With a scalar.
    *case("no-pair", "EqScalar", INVALID, "011", (A,), self=x("c64"), other=sc("u64"), out=x("bool")),
    *case("no-pair-but-a-category", "NeScalar", 0, None, (R,), self=x("c64"), other=sc("u64"), out=x("bool")),
    *case("complex-scalar", "GeScalar", INVALID, "021", OLD, other=sc("c64"), out=x("bool")),
    *case("any-scalar-beside-a-float", "LtScalar", 0, None, OLD, other=sc("c64"), out=x("bool")),
    *case("listed-scalar", "LtScalar", INVALID, "003", (R,), other=sc("c64"), out=x("bool")),
    *case("scalar-beside-an-integer", "LtScalar", INVALID, "003", OLD, self=x("s32"), other=sc("c64"), out=x("bool")),
    *case("null-is-161001-on-950", "LtScalar", 161001, "001", (R,), other=None),
    *case("null-is-561103", "LtScalar", INNER_NULLPTR, "001", OLD, other=None),
    # Bits.
    *case("u16-with-s32", "BitwiseAndTensor", INVALID, "011", SOCS, self=x("u16"), other=x("s32")),
    *case("small-int64-counts-as-int32", "BitwiseOrScalar", 0, None, SOCS, self=x("s32"), other=sc("s64", 5), out=x("s8")),
    *case("bool-with-bool", "BitwiseXorScalar", 0, None, SOCS, self=x("bool"), other=sc("bool", True), out=x("bool")),
    *case("bool-with-int-to-bool", "BitwiseXorScalar", INVALID, "012", SOCS, self=x("bool"), other=sc("s32"), out=x("bool")),
    *case("complex-of-rank-8", "LogicalXor", INVALID, "002", SOCS,
          self=x("c64", (1,) * 8), other=x("f32", (1,) * 8), out=x("bool", (1,) * 8)),
    *case("u16-with-u32-to-out", "LogicalOr", 0, None, (R,), out=x("u16")),
    *case("promotion-is-not-asked-when-empty", "LeftShift", 0, None, SOCS,
          self=x("s32", (0,)), shiftBits=x("u16", (0,)), out=x("s32", (0,))),
    # Differences: the in-place pre-check answers success, so the operator's own check speaks.
    *case("in-place-null", "InplaceSub", 161001, "001", SOCS, selfRef=None, other=x("f32", (5,))),
    *case("in-place-dtype-first", "InplaceSub", INVALID, "003", SOCS, other=x("u32", (5,))),
    *case("in-place-broadcast", "InplaceSub", INVALID, "008", SOCS, other=x("f32", (5,))),
    *case("alpha-of-bool", "Sub", INVALID, "020", SOCS, **pair("bool", "bool", "bool"), alpha=sc("f32", 1)),
    *case("half-scalar-to-out", "Rsubs", 0, None, SOCS, self=x("f16"), other=sc("f32", 0.1), out=x("f16")),
    *case("int-with-float", "Rsubs", INVALID, "012", SOCS, self=x("s32"), other=sc("f32", 0.5), out=x("s32")),
    *case("bf16-everywhere", "AddV3", 0, None, SOCS, other=x("bf16"), out=x("bf16")),
    # Quotients.
    *case("ints-to-int", "Div", 0, None, OLD, **pair("s32", "s32", "s32")),
    *case("ints-to-int", "Div", INVALID, "012", (R,), **pair("s32", "s32", "s32")),
    *case("ints-to-float", "Div", 0, None, SOCS, **pair("s32", "s32", "f32")),
    *case("complex-is-not-rounded", "DivMod", INVALID, "063", SOCS, **pair("c64", "c64", "c64"), mode=1),
    *case("complex-is-not-floored", "DivMods", INVALID, "063", SOCS, self=x("c64"), other=sc("f32"), out=x("c64"), mode=2),
    *case("mode-before-complex", "DivMod", INVALID, "010", SOCS, **pair("c64", "c64", "c64"), mode=7),
    *case("scalar-lifts", "Divs", INVALID, "012", SOCS, self=x("f32"), out=x("s32")),
    *case("int-by-float-scalar", "Divs", 0, None, OLD, self=x("s32"), other=sc("f32"), out=x("s32")),
    *case("int-by-float-scalar", "Divs", INVALID, "012", (R,), self=x("s32"), other=sc("f32"), out=x("s32")),
    *case("floats-to-ints", "FloorDivide", 0, None, OLD, out=x("s32")),
    *case("floats-to-ints", "FloorDivide", INVALID, "012", (R,), out=x("s32")),
    *case("shapes-before-dtypes", "Div", INVALID, "008", SOCS, self=x("u32"), other=x("u32", (5,))),
    *case("format-first", "Divs", INVALID, "023", SOCS, out=t(F32, (5,), format=3), self=x("u32")),
    *case("cut-into-anything", "DivMod", 0, None, (R,), out=x("s32"), mode=1),
    *case("cut-into-anything", "DivMod", INVALID, "012", OLD, out=x("s32"), mode=1),
    *case("cut-into-anything", "DivMods", 0, None, (R,), out=x("s32"), mode=1),
    *case("promoted-not-self", "Divs", 0, None, (R,), self=x("bool"), other=sc("bool", True), out=x("f32")),
    # Remainders.
    *case("floats-to-ints", "FmodTensor", 0, None, SOCS, out=x("s32")),
    *case("s8-with-u8", "FmodTensor", INVALID, "021", SOCS, **pair("s8", "u8", "s8")),
    *case("no-310B", "RemainderTensorTensor", INVALID, "021", ("Ascend310B",)),
    *case("no-310B", "RemainderTensorScalar", INVALID, "021", ("Ascend310B",)),
    *case("one-element", "RemainderTensorTensor", 0, None, (A, P, B), self=x("f32", ()), other=x("f32", ()), out=x("f32", (1,))),
    *case("one-element", "RemainderTensorTensor", INVALID, "009", (R,),
          self=x("f32", ()), other=x("f32", ()), out=x("f32", (1,))),
    *case("computed-in-out", "RemainderScalarTensor", 0, None, (A, P, B), other=x("s8"), out=x("f32")),
    *case("no-kernel-for-s8", "RemainderScalarTensor", INNER_NULLPTR, "061", (R,), self=sc("s32"), other=x("s8"), out=x("f32")),
    # Powers.
    *case("negative-exponent", "PowTensorScalar", INVALID, "066", (R,), self=x("s32"), exponent=sc("s32", -1), out=x("s32")),
    *case("negative-exponent", "PowTensorScalar", 0, None, OLD, self=x("s32"), exponent=sc("s32", -1), out=x("s32")),
    *case("exponent-too-large", "PowTensorScalar", INVALID, "067", (R,), self=x("s8"), exponent=sc("s32", 300), out=x("s8")),
    *case("exponent-too-large", "PowTensorScalar", INVALID, "067", (R,), exponent=sc("f64", 1e300)),
    *case("pair-casts-to-out", "PowTensorScalar", INVALID, "012", SOCS, self=x("s32"), exponent=sc("f32"), out=x("s32")),
    *case("both-bool", "PowTensorScalar", INVALID, "064", SOCS, self=x("bool"), exponent=sc("bool", 1), out=x("bool")),
    # Extremes and the rest.
    *case("float-to-int", "Maximum", INVALID, "012", SOCS, out=x("s32")),
    *case("atan2-to-int", "Atan2", 0, None, SOCS, out=x("s32")),
    *case("empty-list", "MaxN", INVALID, "018", SOCS, tensors=[]),
    *case("late-shape", "Xlog1py", INNER_NULLPTR, "008", SOCS, y=x("f32", (5,))),
    *case("late-result", "Xlog1py", INNER_NULLPTR, "ACLNN-VIEW-001", SOCS, z=x("f32", (3, 2))),
    *case("formats", "LogAddExp", 0, None, OLD, other=t(F32, SHAPE, format=0)),
    *case("formats", "LogAddExp", INVALID, "005", (R,), other=t(F32, SHAPE, format=0)),
    *case("float-to-half", "LogAddExp", 0, None, SOCS, out=x("f16")),
    *case("gcd-of-int64", "Gcd", 0, None, tuple(soc for soc in SOCS if soc != A), **pair("s64", "s64", "s64")),
    *case("gcd-of-int64", "Gcd", INVALID, "021", (A,), **pair("s64", "s64", "s64")),
    *case("gcd-of-int8", "Gcd", 0, None, (R,), **pair("s8", "s8", "s8")),
    *case("as-many-elements", "Heaviside", INNER_NULLPTR, "ACLNN-VIEW-001", SOCS, out=x("f32", (3, 2))),
    *case("one-value-of-more-dims", "Heaviside", INNER_NULLPTR, "ACLNN-VIEW-001", SOCS,
          input=x("f32", (2,)), values=x("f32", (1, 1, 1)), out=x("f32", (1, 1, 2))),
    *case("one-value-of-fewer-dims", "Heaviside", 0, None, SOCS,
          input=x("f32", (1, 1, 2)), values=x("f32", (1,)), out=x("f32", (1, 1, 2))),
    *case("pair-of-halves", "Heaviside", INNER_NULLPTR, "004", SOCS, values=x("f16")),
    # Clamps: before Ascend950 in the dtype of out, there in that of all.
    *case("float-bound-of-ints", "ClampMin", 0, None, OLD, self=x("s32"), clipValueMin=sc("f32", 0.5), out=x("s32")),
    *case("float-bound-of-ints", "ClampMin", INVALID, "012", (R,), self=x("s32"), clipValueMin=sc("f32", 0.5), out=x("s32")),
    *case("self-does-not-cast", "ClampMax", INVALID, "012", OLD, out=x("s32")),
    *case("late-for-empties", "ClampMax", 0, None, SOCS, self=x("f32", (0,)), out=x("s32", (0,))),
    *case("complex-bound", "ClampTensor", INVALID, "012", SOCS, clipValueMin=x("c64")),
    *case("listed-bound", "ClampTensor", INVALID, "012", SOCS, clipValueMax=x("c64")),
    *case("no-pair", "ClampTensor", INVALID, "011", SOCS, clipValueMax=x("u16")),
    # Three operands and choices.
    *case("end-may-be-empty", "Lerp", 0, None, SOCS, self=x("f32", (1,)), end=x("f32", (0,)), weight=x("f32", (1,)), out=x("f32", (0,))),
    *case("any-rank-of-contiguous", "Lerp", 0, None, SOCS, **{
        name: x("f32", (1, 2) * 5) for name in ("self", "end", "weight", "out")
    }),
    *case("s8-with-u8", "Addcmul", INVALID, "070", SOCS, self=x("s8"), tensor1=x("u8"), tensor2=x("u8"), out=x("s32")),
    *case("no-pair", "SWhere", INNER_NULLPTR, "ACLNN-VIEW-005", SOCS, self=x("u16"), other=x("f32")),
    *case("bools-are-not-cast", "SWhere", INNER_NULLPTR, "ACLNN-VIEW-001", SOCS, self=x("bool"), other=x("bool")),
    *case("only-950", "MaskedScale", INVALID, "003", OLD),
    *case("out-must-be-bool", "IsClose", INNER_NULLPTR, "ACLNN-VIEW-001", SOCS, out=x("f32")),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


N = 1000


def big(name, short="f32", /, **changes):
    """The call with vectors of N elements."""
    base = CALLS[name]
    sized = {
        key: t(value.dtype if value.dtype == BOOL else DTYPES[short], (N,))
        for key, value in base.args.items()
        if isinstance(value, T)
    }
    return but(base, **(sized | changes))


def v(short, **more):
    return t(DTYPES[short], (N,), **more)


EVERY_SECOND = t(F32, (N,), strides=(2,))
TWO = s(F32, 2)
ONE_F32, ONE_F16, ONE_B = padded(4 * N), padded(2 * N), padded(N)

PLANS = {
    "eq": (big("EqTensor", out=v("bool")), B, ("Equal",), 0),
    "eq-to-float": (big("EqTensor"), B, ("Equal", "Cast"), ONE_B),
    "eq-casts": (big("EqTensor", other=v("f16"), out=v("bool")), B, ("Cast", "Equal"), ONE_F32),
    "ge-strided": (big("GeTensor", self=EVERY_SECOND, out=v("bool")), B, ("Contiguous", "GreaterEqual"), ONE_F32),
    "ge-strided-950": (big("GeTensor", self=EVERY_SECOND, out=v("bool")), R, ("GreaterEqual",), 0),
    "gt-strided-950": (big("GtTensor", self=EVERY_SECOND, out=v("bool")), R, ("Contiguous", "Greater"), ONE_F32),
    "gt-bool": (big("GtTensor", self=v("bool"), other=v("bool"), out=v("bool")), B, ("Cast", "Cast", "Greater"), 2 * ONE_B),
    "gt-scalar-strided-950": (big("GtScalar", self=EVERY_SECOND, out=v("bool")), R, ("Greater",), 0),
    "gt-scalar-double": (big("GtScalar", other=s(F64, 0.5), out=v("bool")), B, ("Greater",), 0),
    "gt-scalar-wide-double": (big("GtScalar", other=s(F64, 1e300), out=v("bool")), B, ("Cast", "Greater"), padded(8 * N)),
    "le-bool": (big("LeScalar", self=v("bool"), other=s(BOOL, 1), out=v("bool")), B, ("Cast", "LessEqual"), ONE_F32),
    "le-bool-950": (big("LeScalar", self=v("bool"), other=s(BOOL, 1), out=v("bool")), R, ("LessEqual",), 0),
    "and": (big("LogicalAnd"), B, ("Cast", "Cast", "LogicalAnd", "Cast"), 3 * ONE_B),
    "or-950": (big("LogicalOr", out=v("bool")), R, ("LogicalOr",), 0),
    "or": (big("LogicalOr", out=v("bool")), B, ("Cast", "Cast", "LogicalOr"), 2 * ONE_B),
    "xor-complex": (
        big("LogicalXor", "c64", out=v("bool")), B, ("Cast", "ReduceAny", "Cast", "ReduceAny", "NotEqual"), None
    ),
    "bitand-bool": (big("BitwiseAndTensor", "bool"), B, ("LogicalAnd",), 0),
    "bitxor-bool": (big("BitwiseXorTensor", "bool"), B, ("NotEqual",), 0),
    "bitor": (big("BitwiseOrTensor", "s32"), B, ("BitwiseOr",), 0),
    "left-shift-broadcasts": (
        big("LeftShift", "s32", shiftBits=x("s32", (1,))), B, ("BroadcastTo", "LeftShift"), ONE_F32
    ),
    "left-shifts": (big("LeftShifts", "s32"), B, ("BroadcastTo", "LeftShift"), ONE_F32),
    "right-shift-broadcasts": (big("RightShift", "s32", shiftBits=x("s32", (1,))), B, ("RightShift",), 0),
    "sub": (big("Sub"), B, ("Sub",), 0),
    "sub-axpy": (big("Sub", alpha=TWO), B, ("Axpy",), 0),
    "sub-half-axpy": (big("Sub", "f16", alpha=TWO), B, ("Cast", "Cast", "Axpy", "Cast"), 3 * ONE_F32),
    "sub-half-axpy-950": (big("Sub", "f16", alpha=TWO), R, ("Axpy",), 0),
    "sub-int-alpha": (big("Sub", "s32", alpha=s(S64, 2)), B, ("Mul", "Sub"), ONE_F32),
    "sub-int-alpha-950": (big("Sub", "s32", alpha=s(S64, 2)), R, ("AxpyV2",), 0),
    "sub-double-alpha": (big("Sub", "f64", alpha=TWO), B, ("Mul", "Sub"), padded(8 * N)),
    "subs-half": (big("Subs", "f16", alpha=TWO), B, ("Axpy",), 0),
    "subs-int": (big("Subs", "s32", other=s(S64, 2), alpha=s(S64, 2)), B, ("Mul", "Sub"), padded(4)),
    "rsub": (big("Rsub", alpha=TWO), B, ("Mul", "Sub"), ONE_F32),
    "rsub-950": (big("Rsub", alpha=TWO), R, ("Axpy",), 0),
    "div-mixed": (big("Div", self=v("f16")), B, ("RealDiv",), 0),
    "div-ints": (big("Div", self=v("s64"), other=v("s64")), B, ("Cast", "Cast", "RealDiv"), 2 * ONE_F32),
    "div-int32": (big("Div", self=v("s32"), other=v("s32")), B, ("RealDiv",), 0),
    "div-int32-910": (big("Div", self=v("s32"), other=v("s32")), A, ("Cast", "Cast", "RealDiv"), 2 * ONE_F32),
    "div-strided-950": (big("Div", self=EVERY_SECOND), R, ("RealDiv",), 0),
    "divs-muls-950": (big("Divs"), R, ("Muls",), 0),
    "divs-half-muls-950": (big("Divs", "f16", other=TWO), R, ("Cast", "Muls", "Cast"), 2 * ONE_F32),
    "divs-int-950": (big("Divs", other=s(S64, 2)), R, ("RealDiv",), 0),
    "divs-mixed": (big("Divs", "f16", other=TWO), B, ("RealDiv",), 0),
    "divmod-floor-s16-950": (big("DivMod", "s16"), R, ("Cast", "Cast", "FloorDiv", "Cast"), None),
    "divmod-trunc-950": (big("DivMod", mode=1), R, ("TruncateDiv",), 0),
    "divmod-trunc": (big("DivMod", "s64", mode=1), B, ("Cast", "Cast", "RealDiv", "Trunc", "Cast"), None),
    "floor-divide-bool": (big("FloorDivide", "bool", out=v("f32")), B, ("Cast", "Cast", "FloorDiv"), 2 * ONE_F32),
    "floor-divides-half-950": (big("FloorDivides", "f16", other=TWO), R, ("Cast", "FloorDiv", "Cast"), 2 * ONE_F32),
    "remainder": (
        big("RemainderTensorTensor", other=x("f32", ())), B, ("BroadcastTo", "BroadcastTo", "FloorMod"), None
    ),
    "remainder-950": (big("RemainderTensorTensor", other=x("f32", ())), R, ("FloorMod",), 0),
    "remainder-double-950": (big("RemainderTensorScalar", "f64"), R, ("BroadcastTo", "FloorMod"), padded(8 * N)),
    "remainder-scalar": (big("RemainderTensorScalar"), B, ("BroadcastTo", "FloorMod"), ONE_F32),
    "pow-square": (big("PowTensorScalar", exponent=TWO), A, ("Square",), 0),
    "pow-pows": (big("PowTensorScalar", exponent=TWO), B, ("Pows",), 0),
    "pow-one": (big("PowTensorScalar", exponent=s(F32, 1)), B, ("TensorMove",), 0),
    "pow-one-950": (big("PowTensorScalar", exponent=s(F32, 1)), R, ("Pow",), 0),
    "pow-of-one-950": (big("PowScalarTensor", self=s(F32, 1)), R, ("Fill",), 0),
    "maximum-950-casts-first": (big("Maximum", "s32", out=v("s8")), R, ("Cast", "Cast", "Maximum"), 2 * ONE_B),
    "maximum-casts-last": (big("Maximum", "s32", out=v("s8")), B, ("Maximum", "Cast"), ONE_F32),
    "xlogy-ints": (big("XLogYTensor", "s32", out=v("f32")), B, ("Cast", "Cast", "Xlogy"), 2 * ONE_F32),
    "logaddexp-casts-to-out": (big("LogAddExp", "s32", out=v("f16")), B, ("Cast", "Cast", "LogAddExp"), 2 * ONE_F16),
    "heaviside-broadcasts": (
        but(CALLS["Heaviside"], input=x("f32"), values=x("f32", (3,)), out=x("f32")), B,
        ("BroadcastTo", "BroadcastTo", "Heaviside"), 2 * 512,
    ),
    "clamp": (big("Clamp"), B, ("ClipByValueV2",), 0),
    "clamp-casts-to-out": (big("ClampMin", self=v("f16")), B, ("Cast", "ClipByValueV2"), ONE_F32),
    "clamp-tensor": (big("ClampMinTensor"), B, ("ClipByValueV2",), 0),
    "clamp-tensor-aicpu": (
        big("ClampMinTensor", "s16", clipValueMin=x("s16", (1,))), B, ("BroadcastTo", "BroadcastTo", "ClipByValueV2"),
        2 * ONE_F16,
    ),
    "addcmul": (big("Addcmul"), B, ("Addcmul",), 0),
    "addcmul-one": (big("Addcmul", value=s(F32, 1)), B, ("AxpyV2",), 0),
    "addcmul-one-950": (big("Addcmul", value=s(F32, 1)), R, ("Addcmul",), 0),
    "where": (big("SWhere", other=v("f16")), B, ("Cast", "SelectV2"), ONE_F32),
    "masked-fill": (big("InplaceMaskedFillScalar"), B, ("MaskedFill",), 0),
    "equal-bf16": (big("Equal", "bf16", out=t(BOOL, (1,))), B, ("Cast", "Cast", "TensorEqual"), 2 * ONE_F32),
    "is-in-inverted": (
        big("IsInScalarTensor", invert=True, out=t(BOOL, ())), B, ("Equal", "ReduceAny", "LogicalNot"), ONE_B + 512
    ),
}  # fmt: skip


@pytest.mark.parametrize(("made_for", "soc", "steps", "workspace"), PLANS.values(), ids=PLANS)
def test_plan(made_for, soc, steps, workspace):
    plan = phase_1(made_for, soc).plan
    assert tuple(step.name for step in plan.steps) == steps
    if workspace is not None:
        assert plan.workspace_size == workspace
