"""Scatter along a dimension: dtypes, refusals and their order, plans, numbers, indices out of range."""

import numpy as np
import pytest
from _case import DTYPES, INVALID, NEW_SOCS, NULLPTR, SOCS, Case, but, declared_in, outcome, phase_1, s, t
from _indexing import (
    F32,
    INPLACE_SCATTER,
    S64,
    SCATTER,
    SCATTER_ADD,
    SCATTER_REDUCE,
    SCATTER_VALUE,
    SCATTERS,
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


@pytest.mark.parametrize("dtype", [F16, BF16])
def test_halves_are_rounded_once(dtype):
    index = np.zeros((1, 3), int)
    made_for = retyped(but(SCATTER_ADD, index=t(S64, (1, 3)), src=t(F32, (1, 3)), dim=1), dtype)
    x, src = np.zeros((3, 4)), np.array([[256, 0.5, 0.5]])
    assert run(made_for, {"self": x, "src": src, "index": index}).out[0, 0] == (257 if dtype == F16 else 256)


@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B"])
@pytest.mark.parametrize("bad", [4, -5])
def test_an_index_outside_the_range_stops_the_task(soc, bad):
    index = np.zeros((2, 3), int)
    index[1, 2] = bad
    with pytest.raises(RtDeviceFault) as fault:
        run(SCATTER, {"self": values(F32, (3, 4)), "src": values(F32, (2, 3)), "index": index}, soc=soc)
    assert f"index holds {bad} at position [1, 2]; of 4 places, -4 to 3" in fault.value.text
