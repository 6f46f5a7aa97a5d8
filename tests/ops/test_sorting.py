"""Sorting and searching: dtypes, refusals and their order, plans, numbers."""

import numpy as np
import pytest
from _case import DTYPES, INVALID, NEW_SOCS, NULLPTR, SOCS, Case, but, declared_in, outcome, phase_1, s, t
from _indexing import (
    ARGSORT,
    BUCKETIZE,
    F32,
    S32,
    S64,
    SEARCH,
    SEARCH_SCALAR,
    SEARCHES,
    SORT,
    SORTS,
    TOPK,
)  # fmt: skip
from _lists import run_lists
from _run import run

from aclnn_emu.errors import RtDeviceFault

F16, BF16, F64, F8, U8, S8, C64, BOOL = (
    DTYPES[n] for n in ("f16", "bf16", "f64", "f8e5m2", "u8", "s8", "c64", "bool")
)
NULL, RANK, DTYPE, SAME, SHAPES, RESULT, SAID, PROMOTED, PRIVATE, DIM, CHIP, EXACT, EMPTY = (
    f"ACLNN-PARAM-{n:03}" for n in (1, 2, 3, 4, 6, 9, 17, 21, 23, 24, 40, 62, 127)
)
BETWEEN, LEADING, ONE_HALF = (f"ACLNN-PARAM-{n}" for n in (200, 163, 168))


PLAIN = "f32 f16 u8 s8 s16 s32 s64"
UINTS = "u16 u32 u64"
LISTS = [
    (SORT, {soc: f"{PLAIN} bf16 bool {UINTS if soc == 'Ascend950' else ''}" for soc in SOCS}),
    (ARGSORT, {soc: f"{PLAIN} {'bf16' if soc in NEW_SOCS else ''} {UINTS if soc == 'Ascend950' else ''}"
               for soc in SOCS}),
    (TOPK, {soc: f"{PLAIN} f64 {'bf16' if soc in NEW_SOCS else ''} {UINTS if soc == 'Ascend950' else ''}"
            for soc in SOCS}),
    (but(SEARCH, sorter=None), dict.fromkeys(SOCS, f"{PLAIN} f64")),
]  # fmt: skip


def retyped(base, dtype):
    names = ("self", "valuesOut", "sortedSequence", "boundaries")
    return but(base, **{name: t(dtype, base.args[name].shape) for name in names if name in base.args})


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize(("base", "listed"), LISTS, ids=lambda value: getattr(value, "op", ""))
def test_dtypes(base, listed, soc):
    for short, dtype in DTYPES.items():
        refused = outcome(retyped(base, dtype), soc) == (INVALID, DTYPE)
        assert refused == (short not in listed[soc].split()), short


def test_dtypes_of_bucketize():
    for short, dtype in DTYPES.items():
        refused = outcome(retyped(BUCKETIZE, dtype), "Ascend950") == (INVALID, DTYPE)
        assert refused == (short not in f"{PLAIN} bf16".split()), short


RANK_9 = t(F32, (1,) * 9)
CASES = [
    Case("null<dtype", but(SORT, self=t(F8, (3, 4)), indicesOut=None), NULLPTR, NULL),
    Case("values<dim", but(SORT, valuesOut=t(C64, (3, 4)), dim=2), INVALID, DTYPE),
    Case("wide-values", but(SORT, valuesOut=t(F64, (3, 4)))),
    Case("wide-values", but(SORT, valuesOut=t(F64, (3, 4))), INVALID, DTYPE, "Ascend950"),
    Case("indices", but(SORT, indicesOut=t(S32, (3, 4))), INVALID, DTYPE),
    Case("dim<shape", but(SORT, dim=2, valuesOut=t(F32, (3,))), INVALID, DIM),
    Case("shape", but(SORT, indicesOut=t(S64, (3,))), INVALID, SHAPES),
    Case("dim<dtype", but(ARGSORT, self=t(F8, (3, 4)), dim=2), INVALID, DIM),
    Case("one-half", but(ARGSORT, self=t(BF16, (3, 1)), out=t(S32, (3, 1))), INVALID, ONE_HALF),
    Case("one-half", but(ARGSORT, self=t(BF16, (3, 1)), out=t(S64, (3, 1))), soc="Ascend950"),
    Case("out<format", but(ARGSORT, self=t(F32, (3, 4), format=3), out=t(S32, (3, 4))), INVALID, DTYPE),
    Case("format<rank", but(ARGSORT, self=t(F32, (1,) * 9, format=3)), INVALID, PRIVATE),
    Case("rank<shape", but(ARGSORT, self=RANK_9), INVALID, RANK),
    Case("shape", but(ARGSORT, out=t(S64, (3,))), INVALID, SHAPES),
    Case("dim<k", but(TOPK, dim=2, k=9), INVALID, DIM),
    Case("k<dtype", but(TOPK, k=5, self=t(F8, (3, 4))), INVALID, BETWEEN),
    Case("k-below", but(TOPK, k=-1), INVALID, BETWEEN),
    Case("dtype<same", but(TOPK, self=t(F8, (3, 4))), INVALID, DTYPE),
    Case("same<indices", but(TOPK, valuesOut=t(F16, (3, 2)), indicesOut=t(S32, (3, 2))), INVALID, SAME),
    Case("indices<rank", but(TOPK, self=t(F32, (4,) * 9), indicesOut=t(S32, (3, 2))), INVALID, DTYPE),
    Case("rank", but(TOPK, self=t(F32, (4,) * 9)), INVALID, RANK),
    Case("values-shape", but(TOPK, valuesOut=t(F32, (3, 3))), INVALID, RESULT),
    Case("indices-shape", but(TOPK, indicesOut=t(S64, (3, 3))), INVALID, RESULT),
    Case("dtype<out", but(SEARCH, self=t(BOOL, (3, 4)), out=t(S32, (3, 4))), INVALID, DTYPE),
    Case("out<sorter", but(SEARCH, out=t(S32, (3, 4)), sorter=t(S32, (5,))), INVALID, SAID),
    Case("int32", but(SEARCH, out=t(S32, (3, 4)), outInt32=True)),
    Case("sorter<rank", but(SEARCH, sorter=t(S32, (5,)), self=RANK_9), INVALID, DTYPE),
    Case("rank<shape", but(SEARCH, self=RANK_9), INVALID, RANK),
    Case("out<sorter-shape", but(SEARCH, out=t(S64, (4,)), sorter=t(S64, (4,))), INVALID, SHAPES),
    Case("sorter-shape<rows", but(SEARCH, sorter=t(S64, (4,)), sortedSequence=t(F32, (2, 5))), INVALID, SHAPES),
    Case("rows", but(SEARCH, sortedSequence=t(F32, (2, 5)), sorter=None), INVALID, LEADING),
    Case("one", but(SEARCH, sortedSequence=t(F32, (1, 5)), sorter=None, self=t(F32, (1,)), out=t(S64, (1,))),
         INVALID, EXACT),
    Case("mixed", but(SEARCH, self=t(S8, (3, 4)))),
    Case("empty<dtype", but(SEARCH_SCALAR, out=t(S32, (0,))), INVALID, EMPTY),
    Case("out", but(SEARCH_SCALAR, out=t(S32, (1,))), INVALID, SAID),
    Case("larger-out", but(SEARCH_SCALAR, out=t(S64, (3,)))),
    Case("rows", but(SEARCH_SCALAR, sortedSequence=t(F32, (2, 5)), sorter=None), INVALID, EXACT),
    Case("chip<null", but(BUCKETIZE, self=None), 561000, CHIP),
    Case("dtype<out", but(BUCKETIZE, self=t(F64, (3, 4)), out=t(S32, (3, 4))), INVALID, DTYPE, "Ascend950"),
    Case("out<rank", but(BUCKETIZE, self=RANK_9, out=t(S32, (3, 4))), INVALID, SAID, "Ascend950"),
    Case("shape<boundaries", but(BUCKETIZE, out=t(S64, (3,)), boundaries=t(F32, ())), INVALID, SHAPES, "Ascend950"),
    Case("boundaries", but(BUCKETIZE, boundaries=t(F32, (5, 1))), INVALID, EXACT, "Ascend950"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.id}-{case.soc}")
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


def test_the_tables_are_complete():
    assert {base.op for base in SORTS} == declared_in("aclnn_emu.ops.sorting")
    assert {base.op for base in SEARCHES} == declared_in("aclnn_emu.ops.searching")


PLANS = [
    (SORT, "Ascend910B", "Sort Cast"),
    (SORT, "Ascend910", "Cast Sort Cast Cast"),
    (SORT, "Ascend950", "Sort"),
    (retyped(SORT, BF16), "Ascend910B", "Cast Sort Cast Cast"),
    (retyped(SORT, BOOL), "Ascend950", "Cast Sort Cast"),
    (but(SORT, dim=0), "Ascend910B", "Transpose Sort Transpose Transpose Cast"),
    (but(SORT, dim=0), "Ascend950", "Sort"),
    (but(ARGSORT, dim=0), "Ascend910B", "Transpose Sort Transpose Cast"),
    (TOPK, "Ascend910B", "TopKV2 Cast"),
    (TOPK, "Ascend910", "Cast TopKV2 Cast Cast"),
    (TOPK, "Ascend950", "TopKV2"),
    (but(SEARCH, self=t(S8, (3, 4))), "Ascend910B", "Cast SearchSorted"),
    (SEARCH_SCALAR, "Ascend910B", "Const SearchSorted"),
    (BUCKETIZE, "Ascend950", "BucketizeV2"),
    (but(BUCKETIZE, boundaries=t(F32, (0,))), "Ascend950", "Fill"),
]


@pytest.mark.parametrize(("made_for", "soc", "steps"), PLANS)
def test_plan(made_for, soc, steps):
    assert sorted(step.name for step in phase_1(made_for, soc).plan.steps) == sorted(steps.split())


def test_a_float_on_910_is_sorted_as_half():
    x = np.array([[1.0001, 1, 2, 0]] * 3)
    found = run_lists(SORT, {"self": x}, written={"valuesOut", "indicesOut"}, soc="Ascend910")
    np.testing.assert_array_equal(found["valuesOut"][0], [0, 1, 1, 2])
    np.testing.assert_array_equal(found["indicesOut"][0], [3, 0, 1, 2])


def test_what_needs_no_sort():
    scalar = but(SORT, self=t(F32, ()), valuesOut=t(F16, ()), indicesOut=t(S64, ()))
    found = run_lists(scalar, {"self": 7}, written={"valuesOut", "indicesOut"})
    assert (found["valuesOut"], found["indicesOut"]) == (7, 0)
    single = but(SORT, self=t(F32, (3, 1)), valuesOut=t(F32, (3, 1)), indicesOut=t(S64, (3, 1)))
    found = run_lists(single, {"self": [[3], [1], [2]]}, written={"valuesOut", "indicesOut"})
    np.testing.assert_array_equal(found["valuesOut"], [[3], [1], [2]])
    assert not found["indicesOut"].any()


def test_topk_of_a_scalar():
    made_for = but(TOPK, self=t(F32, ()), k=1, valuesOut=t(F32, ()), indicesOut=t(S64, (1,)))
    found = run_lists(made_for, {"self": 7}, written={"valuesOut", "indicesOut"})
    assert (found["valuesOut"], found["indicesOut"][0]) == (7, 0)


SEQUENCE = np.array([-3, 0, 0, 2, 5])


def test_what_does_not_compare_stands_at_the_end():
    made_for = but(SEARCH, sortedSequence=t(F32, (2,)), sorter=None)
    found = run(made_for, {"self": np.full((3, 4), np.nan), "sortedSequence": [1, np.nan]})
    assert (found.out == 2).all()


def test_search_edges():
    found = run(but(SEARCH_SCALAR, sorter=None, self=s(F64, 0.0)), {"sortedSequence": SEQUENCE})
    assert found.out == 1
    larger = but(SEARCH_SCALAR, sorter=None, right=True, self=s(F64, 0.0), out=t(S64, (3,)))
    assert run_lists(larger, {"sortedSequence": SEQUENCE}, written={"out"})["out"][0] == 3
    empty = but(SEARCH, sortedSequence=t(F32, (0,)), sorter=None)
    assert not run(empty, {"self": np.ones((3, 4))}).out.any()
    empty = but(BUCKETIZE, boundaries=t(F32, (0,)))
    assert not run(empty, {"self": np.ones((3, 4))}, soc="Ascend950").out.any()
    one = but(BUCKETIZE, self=t(F32, ()), boundaries=t(S8, (5,)), out=t(S64, ()))
    assert run(one, {"self": 0.5, "boundaries": SEQUENCE}, soc="Ascend950").out == 3
    with pytest.raises(RtDeviceFault):
        run(SEARCH, {"self": np.ones((3, 4)), "sortedSequence": SEQUENCE, "sorter": [0, 1, 2, 3, 5]})
