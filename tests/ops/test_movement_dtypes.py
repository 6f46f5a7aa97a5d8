"""Operators that move data or make it: the dtypes that they take, chip by chip."""

import pytest
from _case import DTYPES, NEW_SOCS, NO_KERNEL, SOCS, accepted_dtypes, outcome, with_dtypes
from _movement import (
    ARANGE,
    ASSIGN,
    CHUNK_CAT,
    CONFUSION,
    DIAG,
    DIAG_FLAT,
    EXPAND,
    EYE,
    FILL_DIAGONAL,
    FILL_ONE,
    FILL_SCALAR,
    FILL_TENSOR,
    FLATTEN,
    FLIP,
    INTERLEAVE,
    INTERLEAVE_GRAD,
    INTERLEAVE_INT,
    INTERLEAVE_TENSOR,
    LINSPACE,
    LOGSPACE,
    PERMUTE,
    RANGE,
    REPEAT,
    ROLL,
    SHUFFLE,
    SLICE,
    SLICE_V2,
    SPLIT,
    SPLIT_SIZES,
    STACK,
    STRIDED,
    TRIANGLES,
    TRIL,
    TRIU,
)

R = "Ascend950"

# The literal lists: `old` for 910, 310P and 310B, `b` for 910B and 910_93, `r` for 950.

INTS = "s8 s16 s32 s64 u8 u16 u32 u64"
LISTS = (
    (PERMUTE, "self", f"f32 f16 {INTS} bool f64 c64 c128 hif8 f8e5m2 f8e4m3fn", "bf16", "bf16"),
    (EXPAND, "self", "f16 f32 u8 s8 s32 s64 bool", "bf16", "bf16"),
    (FLATTEN, "self", f"f32 f16 {INTS} bool", "bf16", "bf16"),
    (SHUFFLE, "self", "f16 f32 f64 s8 u8 s16 s32 s64 bool c64 c128 bf16", "", ""),
    (STACK, "tensors", f"{INTS} f16 f32 bool f64 c64 c128", "bf16", "bf16"),
    (STACK, "out", f"{INTS} f16 f32 bool f64 c64 c128", "bf16", "bf16"),
    (SPLIT, "self", "f64 f32 f16 bf16 s64 s32 s16 s8 u8 bool c128 c64", "", "u64 u32 u16"),
    (SPLIT, "out", "f64 f32 f16 bf16 s64 s32 s16 s8 u8 bool c128 c64", "", "u64 u32 u16"),
    (SPLIT_SIZES, "self", "f64 f32 f16 bf16 s64 s32 s16 s8 u8 bool c128 c64", "", "u64 u32 u16"),
    (SLICE, "self", "f32 f16 s64 s8 s32 u8 bool", "bf16", "bf16"),
    (SLICE_V2, "self", "f32 f16 s64 s8 s32 u8 bool", "bf16", "bf16"),
    (FLIP, "self", "f32 s32 s64 f16 s16 s8 u8 bool f64 c64 c128", "bf16", "bf16 u16 u32 u64"),
    (ROLL, "x", "f32 f16 s8 u8 s32 u32 bool s64", "bf16 s16", "bf16 s16 c64"),
    (INTERLEAVE, "self", "u8 s8 s16 s32 s64 bool f16 f32", "bf16", "bf16 u16 u32 u64"),
    (INTERLEAVE, "repeats", "s64 s32", "", ""),
    (INTERLEAVE_INT, "self", "u8 s8 s16 s32 s64 bool f16 f32", "bf16", "bf16 u16 u32 u64"),
    (INTERLEAVE_TENSOR, "repeats", "s64 s32", "", ""),
    (TRIL, "self", "u8 s8 s16 s32 s64 f16 f32 f64 bool u16 u32 u64", "bf16", "bf16 c64 c32"),
    (TRIU, "self", "u8 s8 s16 s32 s64 f16 f32 f64 bool u16 u32 u64", "bf16", "bf16 c64 c32"),
    (DIAG, "self", "f16 f32 s64 s32 s16 s8 u8 f64 bool c64", "bf16", "bf16"),
    (DIAG_FLAT, "self", "f16 f32 s64 s32 s16 s8 u8 f64 bool c64", "bf16", "bf16"),
    (DIAG_FLAT, "out", "f16 f32 s64 s32 s16 s8 u8 f64 bool c64", "bf16", "bf16"),
    (EYE, "out", "f32 s32 f16 s8 s16 u8 s64 bool", "bf16", "bf16"),
    (FILL_DIAGONAL, "selfRef", "f16 f32 f64 s8 s16 s32 s64 u8 bool", "bf16", "bf16"),
    (FILL_SCALAR, "selfRef", "f32 s32 s64 f16 s16 s8 u8 f64 bool c64 c128", "bf16 u16 u32 u64", "bf16 u16 u32 u64"),
    (FILL_TENSOR, "selfRef", "f32 s32 s64 f16 s16 s8 u8 f64 bool c64 c128", "bf16", "bf16"),
    (FILL_ONE, "selfRef", "f32 f16 s8 s16 s32 s64 u8 bool f64", "bf16", "bf16"),
    (ARANGE, "out", "f16 f32 f64 s64 s32", "bf16", "bf16"),
    (RANGE, "out", "f16 f32 f64 s64 s32", "bf16", "bf16"),
    (LOGSPACE, "result", "f32 f16 bf16", "", ""),
)  # fmt: skip


# Operators that compare the dtypes with each other before they look into the list.
SAME_FIRST = (EXPAND, FLATTEN, SHUFFLE, SLICE, SLICE_V2, FLIP)


def listed(base, param, soc):
    if base not in SAME_FIRST:
        return accepted_dtypes(base, param, soc)
    return {
        k for k, dtype in DTYPES.items() if outcome(with_dtypes(base, dtype), soc)[1] != "ACLNN-PARAM-003"
    }


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize(
    ("base", "param", "old", "b", "r"),
    LISTS,
    ids=lambda v: getattr(v, "op", v if isinstance(v, str) else None),
)
def test_each_tensor_takes_the_listed_dtypes_only(base, param, old, b, r, soc):
    more = r if soc == R else b if soc in NEW_SOCS else ""
    assert listed(base, param, soc) == set(f"{old} {more}".split())


def test_lists_that_are_of_single_chips():
    repeat = {
        "f32",
        "f16",
        "f64",
        "c64",
        "c128",
        "u8",
        "s8",
        "s16",
        "s32",
        "s64",
        "bool",
        "bf16",
        "u32",
        "u64",
    }
    for soc in SOCS:
        more = set() if soc in ("Ascend910", "Ascend310B") else {"u16"}
        assert accepted_dtypes(REPEAT, "self", soc) == repeat | more | (
            {"hif8", "f8e5m2", "f8e4m3fn"} if soc == R else set()
        )
    linspace = {"f32", "f16", "s32", "s8", "u8", "f64"}
    assert (
        accepted_dtypes(LINSPACE, "out", "Ascend910")
        == accepted_dtypes(LINSPACE, "out", "Ascend310P")
        == linspace
    )
    assert accepted_dtypes(LINSPACE, "out", "Ascend910B") == linspace | {"bf16", "s16", "s64"}
    assert accepted_dtypes(LINSPACE, "out", "Ascend310B") == set()
    strided = {
        "f16",
        "f32",
        "s32",
        "u8",
        "bool",
        "s8",
        "s16",
        "s64",
        "u16",
        "u32",
        "u64",
        "bf16",
        "c32",
        "c64",
        "hif8",
        "f8e5m2",
        "f8e4m3fn",
    }
    assert accepted_dtypes(STRIDED, "self", R) == accepted_dtypes(STRIDED, "out", R) == strided
    assert accepted_dtypes(CHUNK_CAT, "out", "Ascend910B") == {"f32", "f16", "bf16"}
    assert accepted_dtypes(ASSIGN, "varRef", "Ascend910B") == {
        "f16",
        "f32",
        "bf16",
        "s32",
        "s64",
        "f64",
        "s8",
    }
    assert accepted_dtypes(CONFUSION, "x", R) == set(f"{INTS} f16 f32 bf16".split())
    assert accepted_dtypes(INTERLEAVE_GRAD, "yGrad", "Ascend910B") == {"f32", "f16", "bf16"}


NOT_EMULATED = {"hif8", "c32"}


@pytest.mark.parametrize(
    "base", [PERMUTE, FLIP, ROLL, REPEAT, *TRIANGLES, STACK, SPLIT], ids=lambda base: base.op
)
def test_every_listed_dtype_is_moved_or_refused_as_not_emulated(base):
    param = next(
        name for name, value in base.args.items() if isinstance(value, list) or hasattr(value, "shape")
    )
    for soc in ("Ascend910", "Ascend910B", R):
        for short in listed(base, param, soc):
            found = outcome(with_dtypes(base, DTYPES[short]), soc)
            assert found == ((NO_KERNEL, "ACLNN-EXEC-009") if short in NOT_EMULATED else (0, None)), (
                short,
                soc,
            )
