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
    S32,
    S64,
    SCATTER_BLOCKS,
    SCATTER_DIV,
    SCATTER_LIST,
    SCATTER_MAX,
    SCATTER_ND,
    SCATTER_ND_UPDATE,
    SCATTER_ROWS,
    SCATTER_UPDATE,
    SLICES,
    TF_SCATTER_ADD,
    picks,
    strided,
    values,
)  # fmt: skip
from _lists import run_lists
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


COMBINE = {"Max": max, "Min": min, "Mul": lambda a, b: a * b, "Div": lambda a, b: a / b}


@pytest.mark.parametrize("base", SLICES, ids=lambda base: base.op)
@pytest.mark.parametrize("layout", [t, strided])
def test_slices(base, layout):
    x, index, updates = values(F32, (3, 4)), picks(3, (5,), 3), values(F32, (5, 4), 1) + 20
    expected = x.astype(np.float64)
    for row, place in enumerate(index):
        for column in range(4):
            expected[place, column] = COMBINE[base.op[12:]](expected[place, column], updates[row, column])
    made_for = but(
        base, varRef=layout(F32, (3, 4)), indices=layout(S32, (5,)), updates=layout(F32, (5, 4))
    )  # fmt: skip
    found = run(made_for, {"varRef": x, "indices": index, "updates": updates}, soc=ON_950, out="varRef")
    np.testing.assert_allclose(found.out, expected, rtol=1e-6)


def test_division_of_integers_drops_the_fraction():
    made_for = but(
        SCATTER_DIV, varRef=t(S8, (2, 2)), indices=t(S64, (3,)), updates=t(S8, (3, 2))
    )  # fmt: skip
    x, updates = [[-7, 100], [9, 5]], [[2, 3], [2, 0], [2, -3]]
    found = run(made_for, {"varRef": x, "indices": [0, 1, 0], "updates": updates}, soc=ON_950, out="varRef")
    np.testing.assert_array_equal(found.out, [[-1, -11], [4, 0]])


@pytest.mark.parametrize("dtype", [F32, BF16, S32])
@pytest.mark.parametrize("by_rows", [False, True])
def test_tf_scatter_add(dtype, by_rows):
    x, index, updates = values(dtype, (3, 4)), picks(3, (5,), 3), values(dtype, (5, 4), 1)
    expected = x.copy()
    for row, place in enumerate(index):
        expected[place] += updates[row]
    shape = (5, 1) if by_rows else (5,)
    made_for = retyped(but(TF_SCATTER_ADD, indices=t(S64, shape)), dtype)
    found = run(made_for, {"varRef": x, "indices": index.reshape(shape), "updates": updates}, out="varRef")
    np.testing.assert_array_equal(found.out.astype(float), expected)


@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B", ON_950])
@pytest.mark.parametrize("x_of", [t(F32, (3, 4)), SPACED, strided(F32, (3, 4))])
def test_scatter_nd_update(soc, x_of):
    x, indices, updates = values(F32, (3, 4)), np.array([[2], [-3], [2]]), values(F32, (3, 4), 1)
    expected = x.copy()
    for row, place in zip(updates, indices, strict=True):
        expected[place[0]] = row
    made_for = but(SCATTER_ND_UPDATE, varRef=x_of, indices=t(S64, (3, 1)), updates=t(F32, (3, 4)))
    found = run(made_for, {"varRef": x, "indices": indices, "updates": updates}, soc=soc, out="varRef")
    np.testing.assert_array_equal(found.out, expected)


def test_scatter_nd_of_elements():
    x, indices, updates = values(F32, (3, 4)), np.array([[0, 1], [2, 3], [0, 1]]), np.array([5, 6, 7])
    made_for = but(SCATTER_ND, indices=t(S64, (3, 2)), updates=t(F32, (3,)), out=strided(F32, (3, 4)))
    found = run(made_for, {"data": x, "indices": indices, "updates": updates})
    expected = x.copy()
    expected[0, 1], expected[2, 3] = 7, 6
    np.testing.assert_array_equal(found.out, expected)


@pytest.mark.parametrize("accumulate", [False, True])
@pytest.mark.parametrize("layout", [t, strided])
def test_put(accumulate, layout):
    x, index, source = values(F32, (3, 4)), np.array([[0, -1, 5], [5, 0, 3]]), np.arange(1, 7)
    expected = x.ravel().copy()
    for place, value in zip(index.ravel(), source, strict=True):
        expected[place] = expected[place] + value if accumulate else value
    made_for = but(PUT, selfRef=layout(F32, (3, 4)), source=layout(F32, (6,)), accumulate=accumulate)
    found = run(made_for, {"selfRef": x, "index": index, "source": source}, out="selfRef")
    np.testing.assert_array_equal(found.out, expected.reshape(3, 4))


@pytest.mark.parametrize("indices", [[3, 0], [[1, 3], [0, 0]]])
@pytest.mark.parametrize("layout", [t, strided])
def test_blocks(indices, layout):
    x, updates = values(F32, (2, 5, 3)), values(F32, (2, 2, 3), 1)
    expected, pairs = x.copy(), [(0, 3), (1, 0)] if np.ndim(indices) == 1 else indices
    for block, (batch, start) in zip(updates, pairs, strict=True):
        expected[batch, start : start + 2] = block
    made_for = but(SCATTER_UPDATE, data=layout(F32, (2, 5, 3)), indices=t(S64, np.shape(indices)))
    found = run(made_for, {"data": x, "indices": indices, "updates": updates}, out="data")
    np.testing.assert_array_equal(found.out, expected)


@pytest.mark.parametrize(("indice", "mask"), [([3, 0], [1, 1]), ([3, 0], [0, 1]), ([[3, 1], [0, 2]], [1, 1])])
def test_lists(indice, mask):
    x, updates = values(F32, (5, 3)), values(F32, (2, 2, 3), 1)
    pairs = [(3, 2), (0, 2)] if np.ndim(indice) == 1 else indice
    for member in range(2):
        expected = x.copy()
        start, length = pairs[member]
        if mask[member]:
            expected[start : start + length] = updates[member, :length]
        made_for = but(SCATTER_LIST, indice=t(S64, np.shape(indice)), varRef=[MEMBER, t(F32, (5, 3))])
        others = {"indice": indice, "updates": updates, "maskOptional": mask}
        found = run_lists(made_for, {"varRef[0]": x, "varRef[1]": x, **others}, written={"varRef"})
        np.testing.assert_array_equal(found[f"varRef[{member}]"], expected)


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
