"""Cast, Cat, InplaceCopy and InplaceZero: refusals and their order, plans and workspace."""

import pytest
from _case import (
    DTYPES,
    FRACTAL_Z,
    INNER_NULLPTR,
    INVALID,
    NC1HWC0,
    NCHW,
    NO_KERNEL,
    NULLPTR,
    SOCS,
    Case,
    accepted_dtypes,
    accepted_values,
    but,
    call,
    declared_in,
    outcome,
    padded,
    phase_1,
    refused_param,
    t,
)

F32, F16, F64, BF16 = (DTYPES[name] for name in ("f32", "f16", "f64", "bf16"))
S8, S16, S32, S64, S4 = (DTYPES[name] for name in ("s8", "s16", "s32", "s64", "s4"))
U8, U16, U32, U64 = (DTYPES[name] for name in ("u8", "u16", "u32", "u64"))
C32, C64, C128, BOOL = (DTYPES[name] for name in ("c32", "c64", "c128", "bool"))
HIF8, F8, F4, STRING = (DTYPES[name] for name in ("hif8", "f8e5m2", "f4e2m1", "string"))

SHAPE = (2, 3)
CAST = call("aclnnCast", self=t(F32, SHAPE), dtype=F16, out=t(F16, SHAPE))
CAT = call("aclnnCat", tensors=[t(F32, SHAPE), t(F32, (4, 3))], dim=0, out=t(F32, (6, 3)))
COPY = call("aclnnInplaceCopy", selfRef=t(F32, SHAPE), src=t(F32, SHAPE))
ZERO = call("aclnnInplaceZero", selfRef=t(F32, SHAPE))
FAMILY = (CAST, CAT, COPY, ZERO)

# Dtypes: the literal lists, by chip.

CAST_OLD = {"f16", "f32", "f64", "s8", "u8", "s16", "s32", "s64", "u16", "u32", "u64", "bool", "c64", "c128"}
CAST_950 = CAST_OLD | {"bf16", "hif8", "f8e5m2", "f8e4m3fn", "c32", "f4e1m2", "f4e2m1"}
CAT_OLD = {"f32", "s32", "s64", "f16", "s16", "s8", "u8", "f64", "c64", "bool"}
CAT_950 = CAT_OLD | {
    "u16", "u32", "u64", "bf16", "f8e4m3fn", "f8e5m2", "hif8", "f8e8m0", "f4e1m2", "f4e2m1"
}  # fmt: skip
COPY_ALL = CAST_OLD | {"bf16", "f8e5m2", "f8e4m3fn", "hif8", "f8e8m0"}
ZERO_OLD = {"s8", "s32", "s64", "u8", "f16", "f32", "bool", "f64", "s16", "u16", "c128", "c64", "bf16"}
ZERO_950 = ZERO_OLD | {"f8e5m2", "f8e4m3fn", "hif8", "f4e1m2", "f4e2m1"}
LISTED = {
    "Ascend910": (CAST_OLD, CAT_OLD, ZERO_OLD),
    "Ascend310P": (CAST_OLD, CAT_OLD, ZERO_OLD),
    "Ascend910B": (CAST_OLD | {"bf16"}, CAT_OLD | {"bf16"}, ZERO_OLD),
    "Ascend910_93": (CAST_OLD | {"bf16"}, CAT_OLD | {"bf16"}, ZERO_OLD),
    "Ascend310B": (CAST_OLD, CAT_OLD | {"bf16"}, ZERO_OLD),
    "Ascend950": (CAST_950, CAT_950, ZERO_950),
}


@pytest.mark.parametrize("soc", SOCS)
def test_each_tensor_takes_the_listed_dtypes_only(soc):
    cast, cat, zero = LISTED[soc]
    assert accepted_dtypes(CAST, "self", soc) == cast
    assert accepted_values(CAST, "dtype", soc) == (cast | {"s4"} if soc == "Ascend950" else cast)
    assert accepted_dtypes(CAST, "out", soc) == set(DTYPES)
    assert accepted_dtypes(CAT, "tensors", soc) == accepted_dtypes(CAT, "out", soc) == cat
    assert accepted_dtypes(COPY, "selfRef", soc) == accepted_dtypes(COPY, "src", soc) == COPY_ALL
    assert accepted_dtypes(ZERO, "selfRef", soc) == zero


NOT_EMULATED = {"hif8", "f8e5m2", "f8e4m3fn", "f8e8m0", "f4e1m2", "f4e2m1", "c32"}


@pytest.mark.parametrize("soc", SOCS)
def test_every_listed_dtype_is_computed_or_refused_as_not_emulated(soc):
    cast, cat, zero = (listed - NOT_EMULATED for listed in LISTED[soc])
    for a in cast:
        for b in cast:
            made_for = but(CAST, self=t(DTYPES[a], SHAPE), dtype=DTYPES[b], out=t(DTYPES[b], SHAPE))
            assert outcome(made_for, soc) == (0, None), (a, b)
    for a in cat:
        typed = [t(DTYPES[a], SHAPE), t(DTYPES[a], (4, 3))]
        assert outcome(but(CAT, tensors=typed, out=t(DTYPES[a], (6, 3))), soc) == (0, None), a
    for a in COPY_ALL - NOT_EMULATED:
        assert outcome(but(COPY, src=t(DTYPES[a], SHAPE)), soc) == (0, None), a
    for a in zero:
        assert outcome(but(ZERO, selfRef=t(DTYPES[a], SHAPE)), soc) == (0, None), a


# Single faults.

RANK_8, RANK_9 = t(F32, (1,) * 8), t(F32, (1,) * 9)
EMPTY = t(F32, (2, 0))
SCALAR = t(F32, ())
BEYOND = t(F32, SHAPE, strides=(4, 2), storage=SHAPE)
STRIDED = t(F32, SHAPE, strides=(1, 2), storage=(6,))
R = "Ascend950"


def to(dtype, source=F32, **changes):
    """A Cast of one dtype to another."""
    return but(CAST, **({"self": t(source, SHAPE), "dtype": dtype, "out": t(dtype, SHAPE)} | changes))


CAST_CASES = (
    Case("valid", CAST),
    Case("null-self", but(CAST, self=None), NULLPTR, "ACLNN-PARAM-001"),
    Case("null-out", but(CAST, out=None), NULLPTR, "ACLNN-PARAM-001"),
    Case("rank-9", but(CAST, self=RANK_9), INVALID, "ACLNN-PARAM-002"),
    Case("rank-8", but(CAST, self=RANK_8, out=t(F16, (1,) * 8))),
    Case("out-other-shape", but(CAST, out=t(F16, (3, 2))), INVALID, "ACLNN-PARAM-006"),
    Case("scalar-is-not-one-element", but(CAST, self=SCALAR, out=t(F16, (1,))), INVALID, "ACLNN-PARAM-006"),
    Case("float-to-integer", to(S32)),
    Case("float-to-bool", to(BOOL)),
    Case("complex-to-float", to(F32, C64)),
    Case("same-dtype", to(F32)),
    Case("out-of-another-dtype", but(CAST, out=t(F32, SHAPE)), INNER_NULLPTR, "ACLNN-VIEW-001"),
    Case("empty", but(CAST, self=EMPTY, out=t(F16, (2, 0)))),
    Case("empty-out-dtype-unchecked", but(CAST, self=EMPTY, out=t(S64, (2, 0)))),
    Case("beyond-storage", but(CAST, self=BEYOND), INNER_NULLPTR, "ACLNN-TENSOR-006"),
    Case("strided", but(CAST, self=STRIDED)),
    Case("keeps-the-format", but(CAST, self=t(F32, SHAPE, format=NCHW)), INNER_NULLPTR, "ACLNN-VIEW-002"),
    Case("keeps-the-format-of-a-view", but(CAST, self=t(F32, SHAPE, strides=(1, 2), storage=(6,), format=NCHW)),
         INNER_NULLPTR, "ACLNN-VIEW-002"),
    Case("same-dtype-keeps-the-format", to(F32, self=t(F32, SHAPE, format=NCHW)), INNER_NULLPTR, "ACLNN-VIEW-002"),
    Case("same-format", but(CAST, self=t(F32, SHAPE, format=NCHW), out=t(F16, SHAPE, format=NCHW))),
    Case("nd-to-any-format", but(CAST, out=t(F16, SHAPE, format=NCHW))),
    Case("private-format", but(CAST, self=t(F32, SHAPE, format=NC1HWC0), out=t(F16, SHAPE, format=NC1HWC0))),
    # INT4 is packed, so the library wants a dense self; it asks this of out whatever the chip.
    *(Case(f"int4-out-strided-self-{soc}", but(CAST, self=STRIDED, out=t(S4, SHAPE)), INVALID, "ACLNN-PARAM-027", soc)
      for soc in SOCS),
    Case("int4-out", but(CAST, out=t(S4, SHAPE)), INNER_NULLPTR, "ACLNN-VIEW-001"),
    Case("int4-from-float", to(S4), INNER_NULLPTR, "ACLNN-VIEW-004", R),
    # What only Ascend950 casts is not emulated; what it does not cast is refused as there.
    *(Case(f"not-emulated-{a}-{b}", to(b, a), NO_KERNEL, "ACLNN-EXEC-009", R)
      for a, b in ((S32, S4), (F32, HIF8), (HIF8, F16), (F8, BF16), (F16, F4), (F4, F8), (F16, C32), (C32, C64),
                   (C64, C32))),
    *(Case(f"no-kernel-{a}-{b}", to(b, a), INNER_NULLPTR, "ACLNN-VIEW-004", R)
      for a, b in ((F8, S32), (S32, F8), (F32, C32), (F64, HIF8), (F8, DTYPES["f8e4m3fn"]))),
    Case("same-eight-bit-dtype-moves", to(F8, F8), soc=R),
)  # fmt: skip

PRIVATE = [t(F32, SHAPE, format=FRACTAL_Z), t(F32, SHAPE)]
ND_AND_NCHW = [t(F32, SHAPE), t(F32, SHAPE, format=NCHW)]
NOTHING = t(F32, (0,))


def cat(*shapes, dim=0, out=None, dtype=F32):
    return call(CAT.op, tensors=[t(dtype, shape) for shape in shapes], dim=dim, out=t(dtype, out))


def typed(*dtypes, out):
    return but(CAT, tensors=[t(dtype, SHAPE) for dtype in dtypes], out=t(out, (2 * len(dtypes), 3)))


CAT_CASES = (
    Case("valid", CAT),
    Case("null-tensors", but(CAT, tensors=None), NULLPTR, "ACLNN-PARAM-001"),
    Case("null-member", but(CAT, tensors=[t(F32, SHAPE), None]), NULLPTR, "ACLNN-PARAM-001"),
    Case("null-out", but(CAT, out=None), NULLPTR, "ACLNN-PARAM-001"),
    Case("no-members", but(CAT, tensors=[], out=None)),
    Case("no-member-counts", but(CAT, tensors=[NOTHING, t(U32, (0,))], dim=99, out=None)),
    Case("one-member-counts", but(CAT, tensors=[NOTHING, t(F32, (6, 3)), NOTHING])),
    Case("dropped-before-the-checks", but(CAT, tensors=[t(STRING, (0,), format=FRACTAL_Z), t(F32, (6, 3))])),
    Case("empty-members-stay", cat((0, 3), (2, 3), out=(2, 3))),
    Case("all-empty", cat((0, 3), (0, 3), out=(7, 7))),
    Case("all-empty-dim-is-checked", cat((0, 3), (0, 3), dim=2, out=(7, 7)), INVALID, "ACLNN-PARAM-024"),
    Case("dim-1", cat((2, 3), (2, 4), dim=1, out=(2, 7))),
    Case("dim--1", cat((2, 3), (2, 4), dim=-1, out=(2, 7))),
    Case("dim--2", cat((2, 3), (4, 3), dim=-2, out=(6, 3))),
    *(Case(f"dim-{dim}", but(CAT, dim=dim), INVALID, "ACLNN-PARAM-024") for dim in (2, -3, 2**40)),
    Case("scalars", cat((), (), out=(2,)), INVALID, "ACLNN-PARAM-024"),
    Case("other-size", cat((2, 3), (2, 4), out=(4, 3)), INVALID, "ACLNN-PARAM-025"),
    Case("other-rank", cat((2, 3), (3,), out=(3, 3)), INVALID, "ACLNN-PARAM-025"),
    Case("rank-9", cat((1,) * 9, (1,) * 9, out=(2, *(1,) * 8)), INVALID, "ACLNN-PARAM-002"),
    Case("rank-8", cat((1,) * 8, (1,) * 8, out=(2, *(1,) * 7))),
    Case("out-other-shape", but(CAT, out=t(F32, (6, 4))), INVALID, "ACLNN-PARAM-009"),
    Case("out-other-shape-one-element", cat((1,), (0,), out=())),
    Case("single-out-other-shape", but(CAT, tensors=[t(F32, SHAPE)]), INNER_NULLPTR, "ACLNN-VIEW-001"),
    Case("promotes", typed(F16, F32, out=F32)),
    Case("promotes-to-any-castable", typed(F16, S32, out=F64)),
    Case("does-not-cast", typed(F16, F32, out=S32), INVALID, "ACLNN-PARAM-012"),
    Case("bool-and-s32", typed(BOOL, S32, out=S32)),
    Case("complex128", typed(C64, F64, out=C64), INVALID, "ACLNN-PARAM-026"),
    Case("undefined", typed(U16, F32, out=F32), INVALID, "ACLNN-PARAM-011", R),
    # The member that comes later goes first into the promotion, and that is not symmetric.
    Case("complex-then-unsigned", typed(C64, U16, out=C64), soc=R),
    Case("unsigned-then-complex", typed(U16, C64, out=C64), INVALID, "ACLNN-PARAM-011", R),
    Case("private-format", but(CAT, tensors=PRIVATE), INVALID, "ACLNN-PARAM-023"),
    Case("two-formats", but(CAT, tensors=ND_AND_NCHW), INVALID, "ACLNN-PARAM-005"),
    Case("out-format", but(CAT, out=t(F32, (6, 3), format=NCHW)), INVALID, "ACLNN-PARAM-005"),
    Case("one-format", but(CAT, tensors=[t(F32, SHAPE, format=NCHW)] * 2, out=t(F32, (4, 3), format=NCHW))),
    Case("beyond-storage", but(CAT, tensors=[t(F32, SHAPE), BEYOND], out=t(F32, (4, 3))), INNER_NULLPTR,
         "ACLNN-TENSOR-006"),
    Case("the-same-twice", but(CAT, tensors=[STRIDED] * 2, out=t(F32, (4, 3)))),
    Case("not-emulated", but(CAT, tensors=[t(HIF8, SHAPE)] * 2, out=t(HIF8, (4, 3))), NO_KERNEL, "ACLNN-EXEC-009", R),
    Case("eight-bit", but(CAT, tensors=[t(F8, SHAPE)] * 2, out=t(F8, (4, 3))), soc=R),
)  # fmt: skip

COPY_CASES = (
    Case("valid", COPY),
    Case("null-selfRef", but(COPY, selfRef=None), NULLPTR, "ACLNN-PARAM-001"),
    Case("null-src", but(COPY, src=None), NULLPTR, "ACLNN-PARAM-001"),
    *(Case(f"rank-9-{name}", but(COPY, **{name: RANK_9}), INVALID, "ACLNN-PARAM-002") for name in ("selfRef", "src")),
    Case("rank-8", but(COPY, selfRef=RANK_8, src=RANK_8)),
    Case("broadcasts", but(COPY, src=t(F32, (3,)))),
    Case("scalar-broadcasts", but(COPY, src=SCALAR)),
    Case("does-not-broadcast", but(COPY, src=t(F32, (2,))), INVALID, "ACLNN-PARAM-007"),
    Case("enlarges", but(COPY, src=t(F32, (1, 2, 3))), INVALID, "ACLNN-PARAM-007"),
    Case("complex-to-real", but(COPY, src=t(C64, SHAPE))),
    Case("float-to-bool", but(COPY, selfRef=t(BOOL, SHAPE))),
    Case("empty", but(COPY, selfRef=EMPTY, src=t(F32, (2, 1)))),
    Case("empty-src-enlarges", but(COPY, src=t(F32, (0, 3))), INVALID, "ACLNN-PARAM-007"),
    Case("beyond-storage", but(COPY, src=BEYOND), INNER_NULLPTR, "ACLNN-TENSOR-006"),
    Case("strided-selfRef-is-not-compared-with-its-storage", but(COPY, selfRef=BEYOND)),
    Case("keeps-the-format", but(COPY, src=t(F32, SHAPE, format=NCHW)), INNER_NULLPTR, "ACLNN-VIEW-002"),
    Case("cast-keeps-the-format", but(COPY, src=t(F16, SHAPE, format=NCHW)), INNER_NULLPTR, "ACLNN-VIEW-002"),
    Case("broadcast-makes-nd", but(COPY, src=t(F32, (3,), format=NCHW))),
    Case("not-emulated", but(COPY, src=t(HIF8, SHAPE)), NO_KERNEL, "ACLNN-EXEC-009"),
    Case("no-cast", but(COPY, src=t(DTYPES["f8e8m0"], SHAPE)), INNER_NULLPTR, "ACLNN-VIEW-004"),
    Case("eight-bit", but(COPY, selfRef=t(F8, SHAPE), src=t(F8, (3,)))),
)  # fmt: skip

ZERO_CASES = (
    Case("valid", ZERO),
    Case("null", but(ZERO, selfRef=None), NULLPTR, "ACLNN-PARAM-001"),
    Case("scalar", but(ZERO, selfRef=SCALAR)),
    Case("empty", but(ZERO, selfRef=EMPTY)),
    Case("strided", but(ZERO, selfRef=STRIDED)),
    Case("beyond-storage", but(ZERO, selfRef=BEYOND), INNER_NULLPTR, "ACLNN-TENSOR-006"),
    Case("formats", but(ZERO, selfRef=t(F32, SHAPE, format=NCHW))),
    # Only the AI CPU's kernel limits the rank.
    Case("rank-9", but(ZERO, selfRef=RANK_9)),
    Case("rank-9-aicpu", but(ZERO, selfRef=t(S16, (1,) * 9)), INNER_NULLPTR, "ACLNN-PARAM-002"),
    Case("rank-9-bf16-910", but(ZERO, selfRef=t(BF16, (1,) * 9)), INNER_NULLPTR, "ACLNN-PARAM-002", "Ascend910"),
    Case("rank-9-bf16", but(ZERO, selfRef=t(BF16, (1,) * 9))),
    Case("not-emulated", but(ZERO, selfRef=t(HIF8, SHAPE)), NO_KERNEL, "ACLNN-EXEC-009", R),
    Case("eight-bit", but(ZERO, selfRef=t(F8, SHAPE)), soc=R),
)  # fmt: skip


# Two faults at once: the earlier check answers.

WIDE_LIST = [t(F32, (1,) * 9), t(F32, SHAPE)]
ORDER = (
    Case("null<dtype", but(CAST, self=t(STRING, SHAPE), out=None), NULLPTR, "ACLNN-PARAM-001"),
    Case("self-dtype<dtype", but(CAST, self=t(STRING, SHAPE), dtype=STRING), INVALID, "ACLNN-PARAM-003"),
    Case("dtype<rank", but(CAST, self=RANK_9, dtype=STRING), INVALID, "ACLNN-PARAM-022"),
    Case("rank<shape", but(CAST, self=RANK_9), INVALID, "ACLNN-PARAM-002"),
    Case("shape<int4", but(CAST, self=STRIDED, out=t(S4, (3,))), INVALID, "ACLNN-PARAM-006"),
    Case("int4<storage", but(CAST, self=BEYOND, out=t(S4, SHAPE)), INVALID, "ACLNN-PARAM-027"),
    Case("storage<out-dtype", but(CAST, self=BEYOND, out=t(S64, SHAPE)), INNER_NULLPTR, "ACLNN-TENSOR-006"),
    Case("null-member<null-out", but(CAT, tensors=[None], out=None), NULLPTR, "ACLNN-PARAM-001"),
    Case("null-out<dtype", but(CAT, tensors=[t(STRING, SHAPE)], out=None), NULLPTR, "ACLNN-PARAM-001"),
    Case("dtype<promotion", but(typed(C64, F64, out=F32), out=t(STRING, SHAPE)), INVALID, "ACLNN-PARAM-003"),
    Case("promotion<cast", but(typed(C64, F64, out=C64), out=t(F32, SHAPE)), INVALID, "ACLNN-PARAM-026"),
    Case("cast<format", but(CAT, tensors=PRIVATE, out=t(S32, SHAPE)), INVALID, "ACLNN-PARAM-012"),
    Case("private<two-formats", but(CAT, tensors=PRIVATE), INVALID, "ACLNN-PARAM-023"),
    Case("format<rank", but(CAT, tensors=[t(F32, (1,) * 9), t(F32, SHAPE, format=NCHW)]), INVALID, "ACLNN-PARAM-005"),
    Case("rank<dim", but(CAT, tensors=WIDE_LIST, dim=99), INVALID, "ACLNN-PARAM-002"),
    Case("dim<sizes", cat((2, 3), (2, 4), dim=2, out=(4, 3)), INVALID, "ACLNN-PARAM-024"),
    Case("sizes<storage", but(CAT, tensors=[BEYOND, t(F32, (2, 4))]), INVALID, "ACLNN-PARAM-025"),
    Case("storage<out-shape", but(CAT, tensors=[BEYOND, t(F32, SHAPE)], out=SCALAR), INNER_NULLPTR,
         "ACLNN-TENSOR-006"),
    Case("null<dtype", but(COPY, selfRef=t(STRING, SHAPE), src=None), NULLPTR, "ACLNN-PARAM-001"),
    Case("dtype<rank", but(COPY, selfRef=RANK_9, src=t(STRING, SHAPE)), INVALID, "ACLNN-PARAM-003"),
    Case("rank<broadcast", but(COPY, selfRef=t(F32, (5,)), src=RANK_9), INVALID, "ACLNN-PARAM-002"),
    Case("broadcast<storage", but(COPY, selfRef=t(F32, (5,)), src=BEYOND), INVALID, "ACLNN-PARAM-007"),
    Case("storage<format", but(COPY, src=t(F32, SHAPE, strides=(4, 2), storage=SHAPE, format=NCHW)), INNER_NULLPTR,
         "ACLNN-TENSOR-006"),
    Case("dtype<storage", but(ZERO, selfRef=t(U32, SHAPE, strides=(4, 2), storage=SHAPE)), INVALID, "ACLNN-PARAM-003"),
    Case("storage<rank", but(ZERO, selfRef=t(S16, (2, *(1,) * 8), strides=(9,) * 9, storage=(2,))), INNER_NULLPTR,
         "ACLNN-TENSOR-006"),
)  # fmt: skip


@pytest.mark.parametrize(
    "case", [*CAST_CASES, *CAT_CASES, *COPY_CASES, *ZERO_CASES, *ORDER], ids=lambda case: case.id
)
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


FIRST_NAMED = {
    "cast-null": (but(CAST, self=None, out=None), "self"),
    "cat-null": (but(CAT, tensors=None, out=None), "tensors"),
    "cat-null-members": (but(CAT, tensors=[t(F32, SHAPE), None, None]), "tensors[1]"),
    "cat-dtype": (but(CAT, tensors=[t(F32, SHAPE), t(STRING, SHAPE), t(STRING, SHAPE)]), "tensors[1]"),
    # The message counts the members as the caller does, dropped ones included.
    "cat-dtype-after-a-dropped-one": (but(CAT, tensors=[NOTHING, t(STRING, SHAPE)]), "tensors[1]"),
    "cat-size": (but(CAT, tensors=[t(F32, SHAPE), NOTHING, t(F32, (2, 9))]), "tensors[2]"),
    "copy-null": (but(COPY, selfRef=None, src=None), "selfRef"),
    "copy-dtype": (but(COPY, selfRef=t(STRING, SHAPE), src=t(STRING, SHAPE)), "selfRef"),
    "copy-rank": (but(COPY, selfRef=RANK_9, src=RANK_9), "selfRef"),
}


@pytest.mark.parametrize(("made_for", "param"), FIRST_NAMED.values(), ids=FIRST_NAMED)
def test_the_first_parameter_is_named(made_for, param):
    assert refused_param(made_for) == param


# Plans and workspace.

N = 1000
B = "Ascend910B"
EVERY_SECOND = t(F32, (N,), strides=(2,))


def vector(dtype=F32):
    return t(dtype, (N,))


def many(count, row, dtype=F32, **changes):
    """Cat of many rows along the first axis."""
    rows = [t(dtype, (1, row)) for _ in range(count)]
    return call(CAT.op, **({"tensors": rows, "dim": 0, "out": t(dtype, (count, row))} | changes))


PLANS = {
    "cast": (but(CAST, self=vector(), out=vector(F16)), B, ("Cast",), 0),
    "cast-strided": (
        but(CAST, self=EVERY_SECOND, out=vector(F16)), B, ("Contiguous", "Cast"), padded(4 * N)
    ),
    "cast-strided-out": (
        but(CAST, self=vector(), out=t(F16, (N,), strides=(2,))), B, ("Cast", "ViewCopy"), padded(2 * N)
    ),
    "cast-same": (to(F32), B, ("TensorMove",), 0),
    "cast-same-strided": (to(F32, self=STRIDED), B, ("Contiguous",), 0),
    "cast-same-strided-out": (to(F32, out=STRIDED), B, ("ViewCopy",), 0),
    "cast-one-element": (
        call(CAST.op, self=SCALAR, dtype=F16, out=t(F16, (), storage=(1,))), B, ("Cast",), 0
    ),
    "cast-before-a-tail-910": (
        but(CAST, self=vector(), out=t(F16, (N,), storage=(2 * N,))), "Ascend910", ("Cast", "TensorMove"), padded(2 * N)
    ),
    "cast-empty": (but(CAST, self=EMPTY, out=t(F16, (2, 0))), B, (), 0),
    "cat": (CAT, B, ("ConcatD",), 0),
    "cat-one": (but(CAT, tensors=[t(F32, (6, 3))]), B, ("TensorMove",), 0),
    "cat-one-cast": (but(CAT, tensors=[t(F16, (6, 3))]), B, ("Cast",), 0),
    "cat-one-left": (but(CAT, tensors=[t(F32, (0, 3)), t(F32, (6, 3))]), B, ("TensorMove",), 0),
    "cat-nothing": (but(CAT, tensors=[], out=None), B, (), 0),
    "cat-casts": (
        typed(F16, F32, out=F16), B, ("Cast", "ConcatD", "Cast"), padded(24) + padded(48)
    ),
    "cat-32": (many(32, 5), B, ("ConcatD",), 0),
    # 33 rows: 32 are joined, the last one waits for the second round.
    "cat-33": (many(33, 5), B, ("ConcatD", "ConcatD"), padded(32 * 20)),
    "cat-34": (many(34, 5), B, ("ConcatD",) * 3, padded(32 * 20) + padded(2 * 20)),
    "cat-66": (many(66, 5), B, ("ConcatD",) * 4, 2 * padded(32 * 20) + padded(2 * 20)),
    "cat-34-whole-blocks": (many(34, 8), B, ("ConcatDV2",), 0),
    "cat-34-whole-blocks-by-the-first": (many(34, 16, F16), B, ("ConcatDV2",), 0),
    # The first member's own dtype decides how many one kernel may take, the promoted one which kernel it is.
    "cat-34-whole-blocks-once-cast": (
        call(CAT.op, tensors=[t(F16, (1, 8)), *(t(F32, (1, 8)) for _ in range(33))], dim=0, out=t(F32, (34, 8))), B,
        ("Cast", "ConcatD", "ConcatD", "ConcatD"), padded(2 * 32) + padded(32 * 32),
    ),
    "cat-34-whole-blocks-until-cast": (
        call(CAT.op, tensors=[t(S64, (1, 4)), *(t(F16, (1, 4)) for _ in range(33))], dim=0, out=t(F16, (34, 4))), B,
        ("Cast", "ConcatD"), padded(8),
    ),
    "cat-32-whole-blocks": (many(32, 8), B, ("ConcatD",), 0),
    "cat-34-whole-blocks-910": (many(34, 8), "Ascend910", ("ConcatD",) * 3, padded(32 * 32) + padded(2 * 32)),
    "cat-34-whole-blocks-along-1": (
        many(34, 8, dim=1, out=t(F32, (1, 34 * 8))), B, ("ConcatD",) * 3, padded(32 * 32) + padded(2 * 32)
    ),
    "cat-34-950": (many(34, 5), R, ("ConcatD",), 0),
    "copy": (but(COPY, selfRef=vector(), src=vector()), B, ("TensorMove",), 0),
    "copy-casts": (but(COPY, selfRef=vector(), src=vector(F16)), B, ("Cast",), 0),
    "copy-strided": (but(COPY, selfRef=vector(), src=EVERY_SECOND), B, ("Contiguous",), 0),
    "copy-to-strided": (but(COPY, selfRef=EVERY_SECOND, src=vector()), B, ("ViewCopy",), 0),
    "copy-strided-to-strided": (
        but(COPY, selfRef=EVERY_SECOND, src=t(F32, (N,), strides=(3,))), B, ("Contiguous", "ViewCopy"), padded(4 * N)
    ),
    "copy-broadcasts": (but(COPY, selfRef=vector(), src=t(F32, (1,))), B, ("BroadcastTo",), 0),
    # Lives: the gathered halves 0..1, their FLOAT 1..2.
    "copy-all": (
        but(COPY, selfRef=t(F32, (3, N)), src=t(F16, (N,), strides=(2,))), B, ("Contiguous", "Cast", "BroadcastTo"),
        padded(2 * N) + padded(4 * N),
    ),
    "copy-onto-itself": (but(COPY, selfRef=STRIDED, src=STRIDED), B, ("Contiguous", "ViewCopy"), padded(24)),
    "zero": (but(ZERO, selfRef=vector()), B, ("ZerosLike",), 0),
    "zero-strided": (
        but(ZERO, selfRef=EVERY_SECOND), B, ("Contiguous", "ZerosLike", "ViewCopy"), 2 * padded(4 * N)
    ),
    "zero-empty": (but(ZERO, selfRef=EMPTY), B, (), 0),
}  # fmt: skip


@pytest.mark.parametrize(("made_for", "soc", "steps", "workspace"), PLANS.values(), ids=PLANS)
def test_plan(made_for, soc, steps, workspace):
    plan = phase_1(made_for, soc).plan
    assert tuple(step.name for step in plan.steps) == steps
    assert plan.workspace_size == workspace


def test_copying_a_tensor_onto_itself_does_nothing():
    shared = t(F32, SHAPE)
    assert phase_1(but(COPY, selfRef=shared, src=shared)).plan.steps == ()


def test_every_conversion_is_here():
    assert declared_in("aclnn_emu.ops.conversion") == {base.op for base in FAMILY}
