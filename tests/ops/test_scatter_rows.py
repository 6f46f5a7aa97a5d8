"""Slices and blocks written by indices: dtypes, refusals and their order, numbers, indices out of range."""

import numpy as np
import pytest
from _case import (
    DTYPES,
    INNER_NULLPTR,
    INVALID,
    NEW_SOCS,
    NULLPTR,
    SOCS,
    TILING,
    Case,
    but,
    declared_in,
    outcome,
    phase_1,
    t,
)  # fmt: skip
from _indexing import (
    F32,
    ONLY_ON,
    PUT,
    S64,
    SCATTER_BLOCKS,
    SCATTER_DIV,
    SCATTER_LIST,
    SCATTER_MAX,
    SCATTER_ND,
    SCATTER_ND_UPDATE,
    SCATTER_ROWS,
    SCATTER_UPDATE,
    TF_SCATTER_ADD,
    strided,
)  # fmt: skip
from _run import run

from aclnn_emu.errors import RtDeviceFault

F16, BF16, F8, S8, U8 = (DTYPES[n] for n in ("f16", "bf16", "f8e5m2", "s8", "u8"))
NULL, RANK, DTYPE, SAME, SHAPES, RESULT, ONE_OF, EMPTY_LIST, FORMAT, DIM, CHIP, FLAT, EXACT, COUNT, EMPTY = (
    f"ACLNN-PARAM-{n:03}" for n in (1, 2, 3, 4, 6, 9, 10, 18, 23, 24, 40, 45, 62, 123, 127)
)
LAST, NOTHING = "ACLNN-PARAM-164", "ACLNN-PARAM-162"
ON_950 = "Ascend950"


def retyped(base, dtype):
    return but(base, **{
        name: t(dtype, spec.shape)
        for name, spec in base.args.items()
        if name in ("varRef", "updates", "data", "out", "selfRef", "source")
    })  # fmt: skip


LISTS = [
    (SCATTER_MAX, "", {ON_950: "f16 f32 s32 s8 u8"}),
    (SCATTER_DIV, "", {ON_950: "f16 f32 s32 s8 u8"}),
    (TF_SCATTER_ADD, "f32 f16 bf16 s32 s8 u8", {"Ascend310P": "", "Ascend310B": ""}),
    (SCATTER_ND, "f16 f32 bool", dict.fromkeys(NEW_SOCS, "f16 f32 bool bf16")),
    (SCATTER_ND_UPDATE, "f32 f16 bool", {
        **dict.fromkeys(NEW_SOCS, "f32 f16 bool s16 bf16 s64 s8 s32"),
        ON_950: "f32 f16 bool bf16 s64 s8 f8e5m2 f8e4m3fn hif8 u8",
    }),
    (PUT, "f32 s32 s64 f16 s16 s8 u8 f64 c64 c128 bool",
     dict.fromkeys(NEW_SOCS, "f32 s32 s64 f16 s16 s8 u8 f64 c64 c128 bool bf16")),
    (SCATTER_UPDATE, "s8 f16 f32 s32", {
        **dict.fromkeys(NEW_SOCS, "s8 f16 f32 s32 bf16"),
        ON_950: "s8 f16 f32 s32 bf16 u8 f8e4m3fn f8e5m2 hif8",
    }),
]  # fmt: skip


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize(("base", "default", "by_soc"), LISTS, ids=lambda value: getattr(value, "op", ""))
def test_dtypes(base, default, by_soc, soc):
    expected = {*by_soc.get(soc, default).split()}
    for short, dtype in DTYPES.items():
        found = outcome(retyped(base, dtype), soc)
        assert (found in ((INVALID, DTYPE), (INVALID, CHIP))) == (short not in expected), short


def test_dtypes_of_lists():
    for short, dtype in DTYPES.items():
        changed = but(SCATTER_LIST, varRef=[t(dtype, (5, 3))] * 2, updates=t(dtype, (2, 2, 3)))
        expected = short in ["s8", "s16", "s32", "u8", "u16", "u32", "f16", "bf16", "f32"]
        assert (outcome(changed) == (INVALID, DTYPE)) == (not expected), short


RANK_9 = t(F32, (1,) * 9)
MEMBER = t(F32, (5, 3))
CASES = [
    Case("null<chip", but(SCATTER_MAX, updates=None), NULLPTR, NULL),
    Case("chip", but(SCATTER_MAX, varRef=t(F8, (3, 4))), INVALID, CHIP),
    Case("dtype<index", but(SCATTER_MAX, varRef=t(BF16, (3, 4)), indices=t(F32, (5,))), INVALID, DTYPE, ON_950),
    Case("index<same", but(SCATTER_MAX, indices=t(F32, (5,)), updates=t(F16, (1,))), INVALID, DTYPE, ON_950),
    Case("same<format", but(SCATTER_MAX, updates=t(F16, (1,), format=3)), INVALID, SAME, ON_950),
    Case("format<shape", but(SCATTER_MAX, updates=t(F32, (1,), format=3)), INVALID, FORMAT, ON_950),
    Case("shape", but(SCATTER_MAX, updates=t(F32, (5, 3))), TILING, RESULT, ON_950),
    Case("scalar", but(SCATTER_MAX, varRef=t(F32, ())), TILING, FLAT, ON_950),
    Case("same<index", but(SCATTER_ND, indices=t(F32, (5, 1)), out=t(F16, (3, 4))), INVALID, DTYPE),
    Case("same<rank", but(SCATTER_ND, data=t(F32, ()), out=t(F16, ())), INVALID, SAME),
    Case("low<high", but(SCATTER_ND, data=RANK_9, indices=t(S64, ()), out=t(F32, (1,))), INVALID, FLAT),
    Case("rank<out", but(SCATTER_ND, data=RANK_9), INVALID, RANK),
    Case("out<updates", but(SCATTER_ND, out=t(F32, (3, 3)), updates=t(F32, (5, 3))), INVALID, SHAPES),
    Case("too-deep", but(SCATTER_ND, indices=t(S64, (5, 3))), INVALID, LAST),
    Case("updates", but(SCATTER_ND, updates=t(F32, (5, 3))), INVALID, RESULT),
    Case("elements", but(SCATTER_ND, indices=t(S64, (5, 2)), updates=t(F32, (5,)))),
    Case("dtype<same", but(SCATTER_ND_UPDATE, indices=t(F32, (5, 1)), updates=t(F16, (5, 4))), INVALID, DTYPE),
    Case("same", but(SCATTER_ND_UPDATE, updates=t(F16, (5, 4))), INVALID, SAME),
    Case("shape", but(SCATTER_ND_UPDATE, updates=t(F32, (5, 3))), INNER_NULLPTR, RESULT),
    Case("empty", but(SCATTER_ND_UPDATE, updates=t(F32, (0, 9)))),
    Case("rows", but(TF_SCATTER_ADD, indices=t(S64, (5, 1)))),
    Case("neither", but(TF_SCATTER_ADD, updates=t(F32, (5, 3))), INVALID, RESULT),
    Case("no-rows", but(TF_SCATTER_ADD, varRef=t(F32, (0, 4))), INVALID, NOTHING),
    Case("one-index", but(TF_SCATTER_ADD, indices=t(S64, ()), updates=t(F32, (4,))), INVALID, FLAT),
    Case("chip", TF_SCATTER_ADD, INVALID, DTYPE, "Ascend310P"),
    Case("accumulate-half", but(retyped(PUT, BF16), accumulate=True), INVALID, DTYPE),
    Case("half", retyped(PUT, BF16)),
    Case("dtype<rank", but(PUT, selfRef=RANK_9, source=t(F16, (6,))), INVALID, SAME),
    Case("rank<count", but(PUT, selfRef=RANK_9, source=t(F32, (5,))), INVALID, RANK),
    Case("count", but(PUT, selfRef=t(F32, (0,)), source=t(F32, (5,))), INVALID, COUNT),
    Case("nothing", but(PUT, selfRef=t(F32, (0,))), INVALID, NOTHING),
    Case("empty", but(PUT, index=t(S64, (0,)), source=t(F32, (0,)))),
    Case("same<empty", but(SCATTER_UPDATE, data=t(F32, (0, 5, 3)), updates=t(F16, (2, 2, 3))), INVALID, SAME),
    Case("empty<rank", but(SCATTER_UPDATE, data=t(F32, (0, 5))), INVALID, EMPTY),
    Case("rank", but(SCATTER_UPDATE, data=t(F32, (5, 3))), INVALID, EXACT),
    Case("one-batch", but(SCATTER_UPDATE, indices=t(S64, ())), INVALID, RESULT),
    Case("indices", but(SCATTER_UPDATE, indices=t(S64, (1, 2, 1))), INVALID, RANK),
    Case("axis", but(SCATTER_UPDATE, axis=0), TILING, DIM),
    Case("shape", but(SCATTER_UPDATE, updates=t(F32, (2, 2, 4))), TILING, RESULT),
    Case("too-long", but(SCATTER_UPDATE, updates=t(F32, (2, 6, 3))), TILING, RESULT),
    Case("pairs", but(SCATTER_UPDATE, indices=t(S64, (2, 2)))),
    Case("null-member<chip", but(SCATTER_LIST, varRef=[None]), NULLPTR, NULL, "Ascend910"),
    Case("chip", SCATTER_LIST, INVALID, CHIP, "Ascend910"),
    Case("empty-list", but(SCATTER_LIST, varRef=[]), INVALID, EMPTY_LIST),
    Case("index<word", but(SCATTER_LIST, indice=t(F32, (2,)), reduceOptional="add"), INVALID, DTYPE),
    Case("mask<word", but(SCATTER_LIST, maskOptional=t(F32, (2,)), reduceOptional="add"), INVALID, DTYPE),
    Case("word<dtype", but(SCATTER_LIST, reduceOptional="add", updates=t(F16, (2, 2, 3))), INVALID, ONE_OF),
    Case("dtype<shape", but(SCATTER_LIST, updates=t(F16, (2, 2, 4))), INVALID, SAME),
    Case("members", but(SCATTER_LIST, varRef=[MEMBER, t(F32, (4, 3))]), TILING, SHAPES),
    Case("flat", but(SCATTER_LIST, updates=t(F32, (2,))), TILING, EXACT),
    Case("no-updates", but(SCATTER_LIST, updates=t(F32, (2, 0, 3))), TILING, EMPTY),
    Case("axis", but(SCATTER_LIST, axis=0), TILING, DIM),
    Case("axis-beyond", but(SCATTER_LIST, axis=3), TILING, DIM),
    Case("updates", but(SCATTER_LIST, updates=t(F32, (2, 2, 4))), TILING, RESULT),
    Case("indice", but(SCATTER_LIST, indice=t(S64, (3,))), TILING, RESULT),
    Case("mask", but(SCATTER_LIST, maskOptional=t(U8, (3,))), TILING, RESULT),
    Case("no-mask", but(SCATTER_LIST, maskOptional=None, reduceOptional=None)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


def test_the_tables_are_complete():
    assert {base.op for base in SCATTER_ROWS} == declared_in("aclnn_emu.ops.scatter_rows")
    assert {base.op for base in SCATTER_BLOCKS} == declared_in("aclnn_emu.ops.scatter_blocks")


SPACED = t(F32, (3, 4), strides=(8, 1), storage=(24,))
PLANS = [
    (SCATTER_MAX, ON_950, "ScatterMax"),
    (retyped(TF_SCATTER_ADD, BF16), "Ascend910B", "Cast Cast ScatterAdd Cast"),
    (but(TF_SCATTER_ADD, indices=t(S64, (5, 1))), "Ascend910B", "ScatterNdAdd"),
    (but(SCATTER_ND_UPDATE, varRef=SPACED), "Ascend910", "Contiguous ScatterNdUpdate ViewCopy"),
    (but(SCATTER_ND_UPDATE, varRef=SPACED), "Ascend910B", "ScatterNdUpdate ViewCopy"),
    (
        but(SCATTER_ND_UPDATE, varRef=strided(F32, (3, 4))),
        "Ascend910B",
        "Contiguous ScatterNdUpdate ViewCopy",
    ),
    (but(SCATTER_ND_UPDATE, varRef=SPACED), ON_950, "ScatterNdUpdate ViewCopy"),
    (but(PUT, accumulate=True), "Ascend910B", "ScatterNdAdd"),
    (SCATTER_UPDATE, "Ascend910B", "Scatter"),
    (SCATTER_LIST, "Ascend910B", "ScatterList ScatterList"),
]


@pytest.mark.parametrize(("made_for", "soc", "steps"), PLANS)
def test_plan(made_for, soc, steps):
    assert sorted(step.name for step in phase_1(made_for, soc).plan.steps) == sorted(steps.split())


OUTSIDE = [
    (SCATTER_MAX, "indices", -1, "indices holds -1 at position [0]; of 3 places, 0 to 2"),
    (TF_SCATTER_ADD, "indices", 3, "indices holds 3 at position [0]; of 3 places, 0 to 2"),
    (SCATTER_ND, "indices", 3, "indices holds 3 at position [0]; of 3 places, -3 to 2"),
    (PUT, "index", 12, "of 12 places, -12 to 11"),
    (SCATTER_UPDATE, "indices", 4, "indices holds 4 at position [0]; of 4 places, 0 to 3"),
]


@pytest.mark.parametrize(("made_for", "param", "bad", "text"), OUTSIDE, ids=lambda v: getattr(v, "op", None))
def test_an_index_outside_the_range_stops_the_task(made_for, param, bad, text):
    held = {name: np.zeros(spec.shape) for name, spec in made_for.args.items() if hasattr(spec, "shape")}
    held[param].flat[0] = bad
    out = next(name for name in ("out", "varRef", "selfRef", "data") if name in made_for.args)
    with pytest.raises(RtDeviceFault) as fault:
        run(made_for, held, soc=ONLY_ON.get(made_for.op, ("Ascend910B",))[-1], out=out)
    assert text in fault.value.text
