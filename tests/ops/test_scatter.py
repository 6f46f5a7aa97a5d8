"""Scatter along a dimension: dtypes, refusals and their order, plans, numbers, indices out of range."""

import itertools

import numpy as np
import pytest
from _case import DTYPES, INVALID, NEW_SOCS, NULLPTR, SOCS, Case, but, declared_in, outcome, phase_1, s, t
from _indexing import (
    F32,
    INPLACE_SCATTER,
    INPLACE_SCATTER_VALUE,
    S32,
    S64,
    SCATTER,
    SCATTER_ADD,
    SCATTER_REDUCE,
    SCATTER_VALUE,
    SCATTERS,
    picks,
    strided,
    values,
)  # fmt: skip
from _run import run

from aclnn_emu.errors import RtDeviceFault

F16, BF16, F8, S8, U8, C64, BOOL = (DTYPES[n] for n in ("f16", "bf16", "f8e5m2", "s8", "u8", "c64", "bool"))
NULL, RANK, DTYPE, SAME, SHAPES, ONE_OF, CAST, DIM, EXACT = (
    f"ACLNN-PARAM-{n:03}" for n in (1, 2, 3, 4, 6, 10, 12, 24, 62)
)
LARGER, OUTSIDE, ONE_KERNEL = (f"ACLNN-PARAM-{n}" for n in (161, 160, 165))
LISTED = {*["f32", "s32", "s64", "f16", "s16", "s8", "u8", "bool", "f64", "c64", "c128"]}
REDUCTIONS = ("none", "add", "mul", "max", "min", "mean")


def first(base):
    return "selfRef" if "selfRef" in base.args else "self"


def written(base):
    return "out" if "out" in base.args else "selfRef"


def retyped(base, dtype):
    tensors = {name: base.args[name] for name in ("self", "selfRef", "src", "out") if name in base.args}
    return but(base, **{name: t(dtype, spec.shape) for name, spec in tensors.items()})


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize("base", SCATTERS, ids=lambda base: base.op)
def test_dtypes(base, soc):
    narrow = soc in ("Ascend910B", "Ascend910_93") and "includeSelf" in base.args
    for short, dtype in DTYPES.items():
        found = outcome(retyped(base, dtype), soc)
        if narrow and short != "f32":
            assert found == (INVALID, ONE_KERNEL), short
        else:
            listed = short in LISTED or (short == "bf16" and soc in NEW_SOCS)
            assert (found == (INVALID, DTYPE)) == (not listed), short


WIDE = but(SCATTER, self=t(F32, (1,) * 9), out=t(F32, (1,) * 9), index=t(S64, (1,) * 9), src=t(F32, (1,) * 9))
CASES = [
    Case("null<dtype", but(SCATTER, self=t(F8, (3, 4)), out=None), NULLPTR, NULL),
    Case("dtype<same", but(SCATTER, self=t(F8, (3, 4))), INVALID, DTYPE),
    Case("src<index", but(SCATTER, src=t(F16, (2, 3)), index=t(F32, (2, 3))), INVALID, SAME),
    Case("index<rank", but(SCATTER, index=t(F32, (2,))), INVALID, DTYPE),
    Case("rank<shape", but(SCATTER, index=t(S64, (2,)), out=t(F32, (3,))), INVALID, EXACT),
    Case("rank-of-src", but(SCATTER, src=t(F32, (6,))), INVALID, EXACT),
    Case("out<src", but(SCATTER, out=t(F32, (4, 4)), src=t(F32, (1, 3))), INVALID, SHAPES),
    Case("src<self", but(SCATTER, src=t(F32, (1, 3)), index=t(S64, (5, 3))), INVALID, LARGER),
    Case("self<dim", but(SCATTER, src=t(F32, (5, 3)), index=t(S64, (5, 3)), dim=2), INVALID, LARGER),
    Case("rank-9<dim", but(WIDE, dim=9), INVALID, RANK),
    Case("dim", but(SCATTER, dim=2), INVALID, DIM),
    Case("dim-below", but(SCATTER, dim=-3), INVALID, DIM),
    Case("along-dim", but(SCATTER, src=t(F32, (2, 9)), index=t(S64, (2, 9)))),
    Case("larger-src", but(SCATTER, src=t(F32, (4, 5)))),
    Case("empty-index", but(SCATTER, index=t(F32, (0,)), dim=7)),
    Case("unknown-reduce", but(SCATTER, reduce=9)),
    Case("scalar", but(SCATTER, self=t(F32, ()), index=t(S64, (1,)), src=t(F32, (1,)), dim=0, out=t(F32, ())),
         INVALID, EXACT),
    Case("scalar", but(SCATTER, self=t(F32, ()), index=t(S64, (1,)), src=t(F32, (1,)), dim=0, out=t(F32, ())),
         soc="Ascend950"),
    Case("scalars", but(SCATTER, self=t(F32, ()), index=t(S64, ()), src=t(F32, ()), dim=-1, out=t(F32, ()))),
    Case("one-kernel<null", but(SCATTER_REDUCE, src=None, reduce=2), INVALID, ONE_KERNEL),
    Case("null-self<reduce", but(SCATTER_REDUCE, self=None, reduce=1), NULLPTR, NULL),
    Case("reduce<null", but(SCATTER_REDUCE, src=None, reduce=6), INVALID, ONE_OF, "Ascend910"),
    Case("without-self", but(SCATTER_REDUCE, includeSelf=False), INVALID, ONE_KERNEL),
    Case("without-self", but(SCATTER_REDUCE, includeSelf=False), soc="Ascend950"),
    Case("null<complex", but(SCATTER_VALUE, value=s(C64, 1j), out=None), NULLPTR, NULL),
    Case("complex<dtype", but(SCATTER_VALUE, value=s(C64, 1j), self=t(F8, (3, 4))), INVALID, CAST),
    Case("complex", retyped(but(SCATTER_VALUE, value=s(C64, 1j)), C64)),
    Case("empty<dtype", but(SCATTER_VALUE, index=t(F32, (0,)), out=t(F32, (3, 4)))),
    Case("dtype", but(SCATTER_VALUE, self=t(F8, (3, 4))), INVALID, DTYPE),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.id}-{case.soc}")
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


def test_the_table_is_complete():
    assert {base.op for base in SCATTERS} == declared_in("aclnn_emu.ops.scatter")


V2 = "ScatterElementsV2"
PLANS = [
    (SCATTER, "Ascend910", "ScatterElements"),
    (SCATTER, "Ascend910B", f"LinearIndex {V2}"),
    (SCATTER, "Ascend950", V2),
    (but(SCATTER, dim=0), "Ascend910B", f"Transpose Transpose Transpose LinearIndex {V2} Transpose"),
    (but(SCATTER, dim=0), "Ascend310P", "ScatterElements"),
    (but(SCATTER, dim=0), "Ascend950", V2),
    (retyped(but(SCATTER, dim=0), S64), "Ascend910B", "ScatterElements"),
    (but(SCATTER, index=t(S64, (0,))), "Ascend910B", "TensorMove"),
    (but(INPLACE_SCATTER, index=t(S64, (0,))), "Ascend910B", ""),
    (but(INPLACE_SCATTER, selfRef=strided(F32, (3, 4))), "Ascend910", "Contiguous ScatterElements ViewCopy"),
    (SCATTER_VALUE, "Ascend950", f"BroadcastTo {V2}"),
]


@pytest.mark.parametrize(("made_for", "soc", "steps"), PLANS)
def test_plan(made_for, soc, steps):
    found = [step.name for step in phase_1(made_for, soc).plan.steps]
    assert sorted(found) == sorted(steps.split())


def reference(x, index, src, dim, reduction, *, include_self=True):
    """One update after the other, in float64 or in integers."""
    out = x.astype(np.float64) if x.dtype.kind == "f" else x.copy()
    start = out.copy()
    counts = np.zeros(x.shape, int)
    for place in np.ndindex(index.shape):
        target = list(place)
        target[dim] = index[place]
        at = tuple(target)
        counts[at] += 1
        update = src[place]
        if reduction == "none" or (counts[at] == 1 and not include_self):
            out[at] = update
        elif reduction in ("add", "mean"):
            out[at] += update
        elif reduction == "mul":
            out[at] *= update
        else:
            out[at] = max(out[at], update) if reduction == "max" else min(out[at], update)
    if reduction == "mean":
        hits = counts + int(include_self)
        out = np.where(counts > 0, out / np.maximum(hits, 1), start)
        return np.floor(out) if x.dtype.kind in "iu" else out
    return out


DRAWN = list(itertools.product(REDUCTIONS, [0, -1], [(t, "Ascend910"), (strided, "Ascend950")]))


@pytest.mark.parametrize(("reduction", "dim", "where"), DRAWN)
def test_numbers(reduction, dim, where):
    layout, soc = where
    shape, size = (2, 3), (4, 5)[dim]
    x, src = values(F32, (4, 5)), values(F32, (3, 4), 1)
    index = picks(size, shape, 2, negative=True)
    made_for = but(
        SCATTER_REDUCE, self=layout(F32, (4, 5)), index=layout(S32, shape), src=layout(F32, (3, 4)),
        out=layout(F32, (4, 5)), dim=dim, reduce=REDUCTIONS.index(reduction),
    )  # fmt: skip
    for include_self in (True, False):
        found = run(but(made_for, includeSelf=include_self), {"self": x, "src": src, "index": index}, soc=soc)
        wrapped = np.where(index < 0, index + size, index)
        expected = reference(x.astype(np.float32), wrapped, src, dim, reduction, include_self=include_self)
        np.testing.assert_allclose(found.out, expected, rtol=1e-6)


@pytest.mark.parametrize("dtype", [S8, U8, S64, BOOL])
@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_integers(dtype, reduction):
    x, src, index = values(dtype, (3, 4)), values(dtype, (2, 3), 1), picks(4, (2, 3), 2)
    if dtype == BOOL:
        x, src = x > 0, src > 2
        if reduction == "mean":
            return
    made_for = retyped(but(SCATTER_REDUCE, reduce=REDUCTIONS.index(reduction)), dtype)
    found = run(made_for, {"self": x, "src": src, "index": index}, soc="Ascend910").out
    x = abs(x) if dtype == U8 else x
    expected = reference(np.asarray(x), index, np.asarray(src), 1, reduction)
    np.testing.assert_array_equal(found, expected.astype(found.dtype))


@pytest.mark.parametrize("dtype", [F16, BF16])
def test_halves_are_rounded_once(dtype):
    index = np.zeros((1, 3), int)
    made_for = retyped(but(SCATTER_ADD, index=t(S64, (1, 3)), src=t(F32, (1, 3)), dim=1), dtype)
    x, src = np.zeros((3, 4)), np.array([[256, 0.5, 0.5]])
    assert run(made_for, {"self": x, "src": src, "index": index}).out[0, 0] == (257 if dtype == F16 else 256)


def test_in_place_and_a_value():
    x, index = values(F32, (3, 4)), picks(4, (2, 3))
    made_for = but(INPLACE_SCATTER_VALUE, selfRef=strided(F32, (3, 4)), reduce=2)
    found = run(made_for, {"selfRef": x, "index": index}, out="selfRef").out
    np.testing.assert_array_equal(found, reference(x.astype(float), index, np.full((2, 3), 2.5), 1, "mul"))
    src = values(F32, (2, 3), 5)
    found = run(INPLACE_SCATTER, {"selfRef": x, "index": index, "src": src}, out="selfRef").out
    np.testing.assert_array_equal(found, reference(x, index, src, 1, "none"))
    empty = but(SCATTER, index=t(S64, (0, 3)))
    np.testing.assert_array_equal(run(empty, {"self": x, "src": src, "index": np.zeros((0, 3))}).out, x)
    scalar = but(SCATTER, self=t(F32, ()), index=t(S64, ()), src=t(F32, ()), dim=0, out=t(F32, ()))
    assert run(scalar, {"self": 1, "src": 5, "index": 0}, soc="Ascend950").out == 5


@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B"])
@pytest.mark.parametrize("bad", [4, -5])
def test_an_index_outside_the_range_stops_the_task(soc, bad):
    index = np.zeros((2, 3), int)
    index[1, 2] = bad
    with pytest.raises(RtDeviceFault) as fault:
        run(SCATTER, {"self": values(F32, (3, 4)), "src": values(F32, (2, 3)), "index": index}, soc=soc)
    assert f"index holds {bad} at position [1, 2]; of 4 places, -4 to 3" in fault.value.text
