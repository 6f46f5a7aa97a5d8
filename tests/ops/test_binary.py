"""Additions and multiplications: what phase 1 refuses and in which order."""

import pytest
from _binaries import (
    ADD,
    ADDS,
    BF16,
    BOOL,
    C64,
    C128,
    EMPTY,
    F8,
    F16,
    F32,
    F64,
    FAMILY,
    INPLACE_ADD,
    INPLACE_ADDS,
    INPLACE_MUL,
    INPLACE_MULS,
    MUL,
    MULS,
    S8,
    S16,
    S32,
    S64,
    SCALAR,
    SHAPE,
    TWO,
    U8,
    U16,
    U32,
    U64,
    name_of,
    tensor,
)
from _case import (
    DTYPES,
    INNER_NULLPTR,
    INVALID,
    NCHW,
    NEW_SOCS,
    NULLPTR,
    OLD_SOCS,
    SOCS,
    Case,
    T,
    accepted_dtypes,
    but,
    call,
    declared_in,
    outcome,
    refused_param,
    s,
    t,
)

# Dtypes: the literal lists, by chip.

CLASSIC = {"f32", "s32", "s64", "f16", "s16", "s8", "u8", "f64", "bool", "c64", "c128"}
LISTED = dict.fromkeys(OLD_SOCS, CLASSIC) | {soc: CLASSIC | {"bf16"} for soc in NEW_SOCS}
# The output of aclnnAdd and aclnnAdds is asked only whether the result can be cast to it.
ASKED = {
    ADD.op: ("self", "other"), INPLACE_ADD.op: ("selfRef", "other"), ADDS.op: ("self",), INPLACE_ADDS.op: ("selfRef",),
    MUL.op: ("self", "other", "out"), INPLACE_MUL.op: ("selfRef", "other"), MULS.op: ("self", "out"),
    INPLACE_MULS.op: ("selfRef",),
}  # fmt: skip


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize("base", FAMILY, ids=name_of)
def test_each_tensor_takes_the_listed_dtypes_only(base, soc):
    found = {name: accepted_dtypes(base, name, soc) for name in ASKED[base.op]}
    assert found == dict.fromkeys(found, LISTED[soc])


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize("base", [ADD, ADDS], ids=name_of)
def test_the_output_of_a_sum_is_not_on_a_list(base, soc):
    assert accepted_dtypes(base, "out", soc) == set(DTYPES)


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize("base", FAMILY, ids=name_of)
def test_every_listed_dtype_is_computed(base, soc):
    for short in LISTED[soc]:
        dtype = DTYPES[short]
        scalar = {
            name: s(BOOL, True)
            for name in ("alpha", "other")
            if name in base.args and name not in ASKED[base.op]
        }
        typed = {name: t(dtype, SHAPE) for name, value in base.args.items() if isinstance(value, T)}
        assert outcome(but(base, **typed, **scalar), soc) == (0, None), short


# Single faults.

RANK_8, RANK_9 = t(F32, (1,) * 8), t(F32, (1,) * 9)
BEYOND = t(F32, SHAPE, strides=(4, 2), storage=SHAPE)  # reaches element 8 of 6
WIDE = t(F32, (4, 2, 3))


def first_of(base):
    return "selfRef" if "selfRef" in base.args else "self"


def common_cases(base):
    first = first_of(base)
    yield Case("valid", base)
    for name in base.args:
        yield Case(f"null-{name}", but(base, **{name: None}), NULLPTR, "ACLNN-PARAM-001")
    yield Case("format-is-not-looked-at", but(base, **{first: t(F32, SHAPE, format=NCHW)}))
    enough = t(F32, SHAPE, strides=(4, 2), storage=(9,))
    yield Case("strided", but(base, **{first: enough}))
    yield Case("reversed", but(base, **{first: t(F32, SHAPE, strides=(-3, 1), offset=3, storage=(6,))}))
    yield Case("repeated", but(base, **{first: t(F32, SHAPE, strides=(0, 1), storage=(3,))}))
    yield Case("beyond-storage", but(base, **{first: BEYOND}), INNER_NULLPTR, "ACLNN-TENSOR-006")
    before = t(F32, SHAPE, strides=(-3, 1), offset=2, storage=(6,))
    yield Case("before-storage", but(base, **{first: before}), INNER_NULLPTR, "ACLNN-TENSOR-006")
    yield Case("contiguous-tail-beyond-storage", but(base, **{first: t(F32, SHAPE, offset=1, storage=(3,))}))


def offset_cases(base, params):
    """aclnnAdd, aclnnMul and aclnnMuls make a view of each input first, also where they do not use it."""
    for name in params:
        for offset, status in ((-1, INNER_NULLPTR), (0, 0), (6, 0), (7, INNER_NULLPTR)):
            moved = but(base, **{name: t(F32, SHAPE, offset=offset, storage=SHAPE)})
            message = "ACLNN-TENSOR-007" if status else None
            for soc in ("Ascend910", "Ascend910B", "Ascend950"):
                yield Case(f"offset-{offset}-of-{name}-{soc}", moved, status, message, soc)


def tensor_pair_cases(base):
    first = first_of(base)
    yield Case("beyond-storage-other", but(base, other=BEYOND), INNER_NULLPTR, "ACLNN-TENSOR-006")
    yield Case("other-broadcasts", but(base, other=t(F32, (3,))))
    yield Case("other-scalar", but(base, other=SCALAR))
    message = "ACLNN-PARAM-008" if first == "self" else "ACLNN-PARAM-007"
    yield Case("no-broadcast", but(base, other=t(F32, (2,))), INVALID, message)
    message = "ACLNN-PARAM-009" if first == "self" else "ACLNN-PARAM-007"
    yield Case("other-enlarges", but(base, other=WIDE), INVALID, message)
    yield Case("strided-other", but(base, other=t(F32, SHAPE, strides=(1, 2), storage=(6,))))
    yield Case("empty", but(base, **dict.fromkeys([name for name in base.args if name != "alpha"], EMPTY)))
    both = {first: t(F32, (7, 0, 6)), "other": t(F32, (7, 1, 6))}
    yield Case("empty-first", but(base, **both, **({"out": t(F32, (7, 0, 6))} if "out" in base.args else {})))


def out_cases(base):
    yield Case("out-other-shape", but(base, out=t(F32, (3, 2))), INVALID, SHAPE_MESSAGE[base.op])
    yield Case("out-one-dimension-more", but(base, out=t(F32, (1, 2, 3))), INVALID, SHAPE_MESSAGE[base.op])
    yield Case("strided-out-is-not-compared-with-its-storage", but(base, out=BEYOND))
    yield Case("out-format-is-not-looked-at", but(base, out=t(F32, SHAPE, format=NCHW)))
    for dtype, status in ((S32, INVALID), (BOOL, INVALID), (F16, 0), (C64, 0), (F64, 0)):
        message = "ACLNN-PARAM-012" if status else None
        if base.op != MULS.op:
            yield Case(f"out-{dtype.name}", but(base, out=t(dtype, SHAPE)), status, message)


SHAPE_MESSAGE = {
    ADD.op: "ACLNN-PARAM-009",
    MUL.op: "ACLNN-PARAM-009",
    ADDS.op: "ACLNN-PARAM-006",
    MULS.op: "ACLNN-PARAM-006",
}


def alpha_cases(base):
    """Alpha must be castable to the promoted dtype."""
    rows = (
        (F32, F64, 0), (F32, S64, 0), (F32, BOOL, 0), (F32, C64, "ACLNN-PARAM-012"),
        (S32, F32, "ACLNN-PARAM-012"), (S32, S64, 0), (S32, BOOL, 0), (S32, U64, 0),
        (BOOL, F32, "ACLNN-PARAM-020"), (BOOL, C64, "ACLNN-PARAM-020"), (BOOL, S64, 0), (BOOL, U8, 0), (BOOL, BOOL, 0),
        (C64, C128, 0), (C64, F32, 0),
    )  # fmt: skip
    for dtype, alpha, message in rows:
        typed = {name: t(dtype, SHAPE) for name, value in base.args.items() if isinstance(value, T)}
        if base.op in (ADDS.op, INPLACE_ADDS.op):
            typed["other"] = s(dtype, 1)
        yield Case(
            f"alpha-{alpha.name}-for-{dtype.name}",
            but(base, **typed, alpha=s(alpha, 1)),
            INVALID if message else 0,
            message or None,
        )


BOOLS = {"self": t(BOOL, SHAPE), "out": t(BOOL, SHAPE)}
CASES = (
    *(case for base in FAMILY for case in common_cases(base)),
    *(case for base in (ADD, INPLACE_ADD, MUL, INPLACE_MUL) for case in tensor_pair_cases(base)),
    *(case for base in (ADD, ADDS, MUL, MULS) for case in out_cases(base)),
    *(case for base in (ADD, INPLACE_ADD, ADDS, INPLACE_ADDS) for case in alpha_cases(base)),
    *offset_cases(ADD, ("self", "other")), *offset_cases(MUL, ("self", "other")), *offset_cases(MULS, ("self",)),
    *offset_cases(INPLACE_ADD, ("selfRef", "other")),
    *(Case(f"offset-is-not-asked-on-{soc}", but(base, **{first_of(base): t(F32, SHAPE, offset=7, storage=SHAPE)}), soc=soc)
      for base in (INPLACE_MUL, INPLACE_MULS) for soc in SOCS),
    # aclnnAdds makes a view on Ascend950, where the kernel reads it.
    Case("offset-910B", but(ADDS, self=t(F32, SHAPE, offset=7, storage=SHAPE))),
    Case("offset-950", but(ADDS, self=t(F32, SHAPE, offset=7, storage=SHAPE)), INNER_NULLPTR, "ACLNN-TENSOR-007",
         "Ascend950"),
    Case("offset-950-axpy", but(ADDS, self=t(F32, SHAPE, offset=7, storage=SHAPE), alpha=TWO), soc="Ascend950"),
    # A kernel that reads strided views never asks how far they reach.
    *(Case("beyond-storage-950", but(base, self=BEYOND), soc="Ascend950") for base in (ADD, ADDS, MUL, MULS)),
    Case("beyond-storage-950-aicpu", but(ADD, self=t(S16, SHAPE, strides=(4, 2), storage=SHAPE), other=tensor(S16),
                                         alpha=s(S16, 1)), INNER_NULLPTR, "ACLNN-TENSOR-006", "Ascend950"),

    *(Case(f"rank-9-{name}", but(base, **{name: RANK_9}), INVALID, "ACLNN-PARAM-002")
      for base in (ADD, MUL) for name in ("self", "other")),
    *(Case("rank-9-self", but(base, self=RANK_9), INVALID, "ACLNN-PARAM-002") for base in (ADDS,)),
    *(Case("rank-9-selfRef", but(base, selfRef=RANK_9), INVALID, "ACLNN-PARAM-002") for base in (INPLACE_ADDS,)),
    Case("rank-9-selfRef", but(INPLACE_ADD, selfRef=RANK_9, other=SCALAR), INVALID, "ACLNN-PARAM-002"),
    Case("rank-9-other", but(INPLACE_ADD, other=RANK_9), INVALID, "ACLNN-PARAM-007"),
    *(Case("rank-8", but(base, self=RANK_8, other=RANK_8, out=RANK_8)) for base in (ADD, MUL)),
    *(Case("rank-8", but(base, self=RANK_8, out=RANK_8)) for base in (ADDS,)),
    # Nobody asks these for the rank.
    Case("rank-9", but(MULS, self=RANK_9, out=RANK_9)),
    Case("rank-9", but(INPLACE_MULS, selfRef=RANK_9)),
    Case("rank-9", but(INPLACE_MUL, selfRef=RANK_9, other=RANK_9)),
    *(Case("scalars", but(base, self=SCALAR, other=SCALAR, out=SCALAR)) for base in (ADD, MUL)),
    *(Case("scalars", but(base, self=SCALAR, out=SCALAR)) for base in (ADDS, MULS)),
    *(Case("empty", but(base, self=EMPTY, out=EMPTY)) for base in (ADDS, MULS)),
    *(Case("empty", but(base, selfRef=EMPTY)) for base in (INPLACE_ADDS, INPLACE_MULS)),

    # Promotion and casts.
    Case("f16+s64", but(ADD, self=tensor(F16), other=tensor(S64), out=tensor(F16))),
    Case("s8+u8-to-s8", but(ADD, self=tensor(S8), other=tensor(U8), alpha=s(S64, 1), out=tensor(S8))),
    Case("s32+s32-to-s64", but(ADD, self=tensor(S32), other=tensor(S32), alpha=s(S64, 1), out=tensor(S64))),
    Case("bool+bool-to-f16", but(ADD, self=tensor(BOOL), other=tensor(BOOL), alpha=s(BOOL, True), out=tensor(F16))),
    Case("c64-to-f32", but(ADD, self=tensor(C64)), INVALID, "ACLNN-PARAM-012"),
    Case("out-of-no-known-dtype", but(ADD, out=t(4321, SHAPE)), INNER_NULLPTR, "ACLNN-VIEW-004"),
    Case("in-place-result-does-not-cast", but(INPLACE_ADD, selfRef=tensor(S32)), INVALID, "ACLNN-PARAM-012"),
    Case("in-place-result-does-not-cast", but(INPLACE_MUL, selfRef=tensor(S32)), INVALID, "ACLNN-PARAM-012"),
    Case("in-place-result-casts-on-950", but(INPLACE_MUL, selfRef=tensor(S32)), soc="Ascend950"),
    Case("product-casts-to-integers-on-950", but(MUL, out=tensor(S32)), soc="Ascend950"),
    Case("sum-does-not-cast-to-integers-on-950", but(ADD, out=tensor(S32)), INVALID, "ACLNN-PARAM-012", "Ascend950"),

    # A tensor with a scalar.
    *(Case(f"undefined-{soc}", but(ADDS, self=tensor(BOOL), other=s(U16, 1), alpha=s(S64, 1)), INVALID, "ACLNN-PARAM-011",
           soc) for soc in SOCS),
    *(Case(f"undefined-{soc}", but(MULS, self=tensor(BOOL), other=s(U16, 1)), INNER_NULLPTR, "ACLNN-VIEW-005", soc)
      for soc in SOCS if soc != "Ascend950"),
    Case("undefined-950", but(MULS, self=tensor(BOOL), other=s(U16, 1)), INVALID, "ACLNN-PARAM-011", "Ascend950"),
    Case("undefined-complex", but(ADDS, self=tensor(C64), other=s(U32, 1), out=tensor(C64)), INVALID, "ACLNN-PARAM-011"),
    Case("undefined-complex-950", but(ADDS, self=tensor(C64), other=s(U32, 1), out=tensor(C64)), soc="Ascend950"),
    Case("s32-with-f32-to-f32", but(ADDS, self=tensor(S32), other=s(F32, 0.5))),
    Case("s32-with-f32-to-s32", but(ADDS, self=tensor(S32), out=tensor(S32)), INVALID, "ACLNN-PARAM-012"),
    Case("s32-with-f64-to-f32", but(ADDS, self=tensor(S32), other=s(F64, 0.5), alpha=s(F64, 0.5))),
    Case("s64-with-f64-alpha-to-s64", but(ADDS, self=tensor(S64), other=s(S64, 1), alpha=s(F64, 1), out=tensor(S64)),
         INVALID, "ACLNN-PARAM-012"),
    Case("f32-with-c64-to-c64", but(ADDS, other=s(C64, 1j), out=tensor(C64))),
    Case("f32-with-c64-to-f32", but(ADDS, other=s(C64, 1j)), INVALID, "ACLNN-PARAM-012"),
    Case("bool-with-s32", but(ADDS, self=tensor(BOOL), other=s(S32, 3), alpha=s(S32, 1), out=tensor(S32))),
    # Only Ascend950 asks whether the product of a tensor and a scalar fits.
    *(Case(f"s32-with-f32-to-s32-{soc}", but(MULS, self=tensor(S32), out=tensor(S32)), soc=soc)
      for soc in SOCS if soc != "Ascend950"),
    Case("s32-with-f32-to-s32-950", but(MULS, self=tensor(S32), out=tensor(S32)), INVALID, "ACLNN-PARAM-012",
         "Ascend950"),
    Case("in-place-s32-with-f32", but(INPLACE_MULS, selfRef=tensor(S32))),
    Case("in-place-s32-with-f32-950", but(INPLACE_MULS, selfRef=tensor(S32)), INVALID, "ACLNN-PARAM-012", "Ascend950"),
    Case("f32-with-c64-to-f32", but(MULS, other=s(C64, 1j))),
    Case("f8-scalar", but(MULS, other=s(F8, 0.5))),
)  # fmt: skip


# Two faults at once: the earlier check answers.

ORDER = (
    Case("null<dtype", but(ADD, self=tensor(U32), out=None), NULLPTR, "ACLNN-PARAM-001"),
    Case("dtype<alpha", but(ADD, other=tensor(U32), alpha=s(C64, 1)), INVALID, "ACLNN-PARAM-003"),
    Case("alpha<cast", but(ADD, alpha=s(C64, 1), out=tensor(S32)), INVALID, "ACLNN-PARAM-012"),
    Case("alpha<cast-bool", but(ADD, self=tensor(BOOL), other=tensor(BOOL), alpha=s(C64, 1), out=RANK_9), INVALID,
         "ACLNN-PARAM-020"),
    Case("cast<rank", but(ADD, self=RANK_9, out=tensor(S32)), INVALID, "ACLNN-PARAM-012"),
    Case("rank<broadcast", but(ADD, self=RANK_9, other=t(F32, (2,)), out=SCALAR), INVALID, "ACLNN-PARAM-002"),
    Case("broadcast<out-shape", but(ADD, other=t(F32, (2,)), out=SCALAR), INVALID, "ACLNN-PARAM-008"),
    Case("out-shape<offset", but(ADD, self=t(F32, SHAPE, offset=9, storage=(1,)), out=SCALAR), INVALID,
         "ACLNN-PARAM-009"),
    Case("offset<beyond", but(ADD, self=BEYOND, other=t(F32, SHAPE, offset=9, storage=(1,))), INNER_NULLPTR,
         "ACLNN-TENSOR-007"),
    # The in-place sum asks for its own things before those of the sum.
    Case("null-other<null-alpha", but(INPLACE_ADD, other=None, alpha=None), NULLPTR, "ACLNN-PARAM-001"),
    Case("broadcast<null-alpha", but(INPLACE_ADD, other=t(F32, (2,)), alpha=None), INVALID, "ACLNN-PARAM-007"),
    Case("broadcast<dtype", but(INPLACE_ADD, other=t(U32, (2,))), INVALID, "ACLNN-PARAM-007"),
    Case("null-alpha<dtype", but(INPLACE_ADD, other=tensor(U32), alpha=None), NULLPTR, "ACLNN-PARAM-001"),
    Case("dtype<alpha", but(INPLACE_ADD, selfRef=tensor(U32), alpha=s(C64, 1)), INVALID, "ACLNN-PARAM-003"),
    Case("cast<rank", but(INPLACE_ADD, selfRef=t(S32, (1,) * 9), other=SCALAR), INVALID, "ACLNN-PARAM-012"),
    Case("null<dtype", but(ADDS, self=tensor(U32), out=None), NULLPTR, "ACLNN-PARAM-001"),
    Case("dtype<promotion", but(ADDS, self=tensor(U32), other=s(U16, 1)), INVALID, "ACLNN-PARAM-003"),
    Case("promotion<alpha", but(ADDS, self=tensor(BOOL), other=s(U16, 1), alpha=s(C64, 1)), INVALID, "ACLNN-PARAM-011"),
    Case("alpha<cast", but(ADDS, self=tensor(BOOL), other=s(BOOL, 1), alpha=s(F32, 1), out=t(4321, SHAPE)), INVALID,
         "ACLNN-PARAM-020"),
    Case("cast<rank", but(ADDS, self=RANK_9, out=tensor(S32)), INVALID, "ACLNN-PARAM-012"),
    Case("rank<out-shape", but(ADDS, self=RANK_9), INVALID, "ACLNN-PARAM-002"),
    Case("null<dtype", but(MUL, self=tensor(U32), out=None), NULLPTR, "ACLNN-PARAM-001"),
    Case("dtype<cast", but(MUL, self=tensor(C64), out=tensor(U32)), INVALID, "ACLNN-PARAM-003"),
    Case("cast<rank", but(MUL, self=RANK_9, out=tensor(S32)), INVALID, "ACLNN-PARAM-012"),
    Case("rank<broadcast", but(MUL, self=RANK_9, other=t(F32, (2,))), INVALID, "ACLNN-PARAM-002"),
    Case("broadcast<out-shape", but(MUL, other=t(F32, (2,)), out=SCALAR), INVALID, "ACLNN-PARAM-008"),
    Case("dtype<cast", but(INPLACE_MUL, selfRef=tensor(S32), other=tensor(U32)), INVALID, "ACLNN-PARAM-003"),
    Case("cast<broadcast", but(INPLACE_MUL, selfRef=tensor(S32), other=t(F32, (2,))), INVALID, "ACLNN-PARAM-012"),
    Case("null<dtype", but(MULS, self=tensor(U32), other=None), NULLPTR, "ACLNN-PARAM-001"),
    Case("dtype<out-shape", but(MULS, out=t(U32, (3,))), INVALID, "ACLNN-PARAM-003"),
    Case("cast<out-shape-950", but(MULS, out=t(S32, (3,))), INVALID, "ACLNN-PARAM-012", "Ascend950"),
    Case("out-shape<promotion", but(MULS, self=tensor(BOOL), other=s(U16, 1), out=t(F32, (3,))), INVALID,
         "ACLNN-PARAM-006"),
    Case("offset<promotion", but(MULS, self=t(BOOL, SHAPE, offset=9, storage=(1,)), other=s(U16, 1)), INNER_NULLPTR,
         "ACLNN-TENSOR-007"),
    Case("beyond<promotion", but(INPLACE_MULS, selfRef=t(BOOL, SHAPE, strides=(4, 2), storage=SHAPE), other=s(U16, 1)),
         INNER_NULLPTR, "ACLNN-TENSOR-006"),
)  # fmt: skip


@pytest.mark.parametrize("case", [*CASES, *ORDER], ids=lambda case: case.id)
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


# Inside one check the parameters come in this order.

FIRST_NAMED = {
    "add-null": (call(ADD.op, self=None, other=None, alpha=None, out=None), "self"),
    "add-null-other": (but(ADD, other=None, alpha=None, out=None), "other"),
    "add-null-alpha": (but(ADD, alpha=None, out=None), "alpha"),
    "add-dtype": (but(ADD, self=tensor(U32), other=tensor(U32)), "self"),
    "add-rank": (but(ADD, self=RANK_9, other=RANK_9), "self"),
    "add-offset": (but(ADD, self=t(F32, SHAPE, offset=9), other=t(F32, SHAPE, offset=9, storage=(1,))), "other"),
    "inplace-add-null": (but(INPLACE_ADD, selfRef=None, other=None), "selfRef"),
    "inplace-add-dtype": (but(INPLACE_ADD, selfRef=tensor(U32), other=tensor(U32)), "selfRef"),
    "adds-null": (but(ADDS, other=None, alpha=None, out=None), "other"),
    "inplace-adds-null": (but(INPLACE_ADDS, other=None, alpha=None), "other"),
    "mul-null": (but(MUL, other=None, out=None), "other"),
    "mul-dtype": (but(MUL, other=tensor(U32), out=tensor(U32)), "other"),
    "inplace-mul-dtype": (but(INPLACE_MUL, selfRef=tensor(U32), other=tensor(U32)), "selfRef"),
    "muls-null": (but(MULS, self=None, other=None, out=None), "self"),
    "muls-dtype": (but(MULS, self=tensor(U32), out=tensor(U32)), "self"),
    "inplace-muls-null": (but(INPLACE_MULS, selfRef=None, other=None), "selfRef"),
    "contiguous": (but(ADD, self=BEYOND, other=t(F32, SHAPE, strides=(9, 9), storage=SHAPE)), "self"),
}  # fmt: skip


@pytest.mark.parametrize(("made_for", "param"), FIRST_NAMED.values(), ids=FIRST_NAMED)
def test_the_first_parameter_is_named(made_for, param):
    assert refused_param(made_for) == param


def test_every_binary_operator_is_here():
    assert declared_in("aclnn_emu.ops.binary") == {base.op for base in FAMILY}


def test_bf16_with_f16_is_computed_in_float():
    assert outcome(but(ADD, self=tensor(F16), other=tensor(BF16), alpha=s(C128, 1))) == (
        INVALID,
        "ACLNN-PARAM-012",
    )
    assert outcome(but(ADD, self=tensor(F16), other=tensor(BF16), out=tensor(F16))) == (0, None)
