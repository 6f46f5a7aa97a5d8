"""Index, IndexPut and slices along a dimension: dtypes, refusals and their order, numbers, indices out of range."""

import numpy as np
import pytest
from _case import (
    DTYPES,
    INNER_NULLPTR,
    INVALID,
    NEW_SOCS,
    NULLPTR,
    SOCS,
    Case,
    but,
    declared_in,
    outcome,
    phase_1,
    s,
    t,
)  # fmt: skip
from _indexing import (
    F32,
    INDEX,
    INDEX_ADD,
    INDEX_ADD_V2,
    INDEX_COPY,
    INDEX_FILL,
    INDEX_FILL_TENSOR,
    INDEX_PUT,
    INDEX_SLICES,
    INDEXED,
    INPLACE_INDEX_COPY,
    INPLACE_INDEX_FILL,
    S32,
    S64,
    strided,
)  # fmt: skip
from _run import run

from aclnn_emu.errors import RtDeviceFault

F16, BF16, F64, F8, U8, C64, BOOL = (DTYPES[n] for n in ("f16", "bf16", "f64", "f8e5m2", "u8", "c64", "bool"))
NULL, RANK, DTYPE, SAME, FORMAT, SHAPES, SPREAD, RESULT, CAST, PRIVATE, DIM, BESIDE = (
    f"ACLNN-PARAM-{n:03}" for n in (1, 2, 3, 4, 5, 6, 7, 9, 12, 23, 24, 25)
)
MODE, EXACT, REAL, COUNT, BETWEEN, MEMBERS, MASK = (
    f"ACLNN-PARAM-{n:03}" for n in (47, 62, 63, 123, 200, 166, 167)
)

BASIC = "f32 f16 s64 s32 bool s8 u8 f64 s16"
FEW = "s32 f16 f32 s64 bool"
NEW = dict.fromkeys(NEW_SOCS, "bf16")
LISTS = [
    (INDEX, BASIC, {**NEW, "Ascend950": "bf16 c64", "Ascend310B": "bf16"}),
    (INDEX_PUT, BASIC, NEW),
    (INDEX_ADD, BASIC, NEW),
    (but(INDEX_ADD_V2, alpha=s(BOOL, 1)), BASIC, dict.fromkeys(SOCS, "bf16")),
    (INDEX_COPY, f"{BASIC} c64 c128", {**NEW, "Ascend950": "bf16 u32 u64"}),
    (INPLACE_INDEX_COPY, f"{BASIC} c64 c128", {**NEW, "Ascend950": "bf16 u32 u64"}),
    (INDEX_FILL, "", {**dict.fromkeys(NEW_SOCS, f"{FEW} bf16"), "Ascend950": f"{FEW} bf16 s8 u8 s16 f64"}),
    (INDEX_FILL_TENSOR, FEW, {**NEW, "Ascend950": "bf16 s8 u8 s16 f64"}),
]


def retyped(base, dtype):
    tensors = ("self", "selfRef", "source", "values", "out", "outRef")
    return but(base, **{name: t(dtype, base.args[name].shape) for name in tensors if name in base.args})


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize(("base", "listed", "more"), LISTS, ids=lambda value: getattr(value, "op", ""))
def test_dtypes(base, listed, more, soc):
    expected = {*listed.split(), *more.get(soc, "").split()}
    for short, dtype in DTYPES.items():
        assert (outcome(retyped(base, dtype), soc) == (INVALID, DTYPE)) == (short not in expected), short


RANK_9 = t(F32, (1,) * 9)
ONE = t(S64, (5,))
CASES = [
    Case("null-member", but(INDEX, indices=[None]), NULLPTR, NULL),
    Case("same<dtype", but(INDEX, self=t(F8, (3, 4)), indices=[t(F32, (5,))]), INVALID, SAME),
    Case("index-dtype<format", but(INDEX, self=t(F32, (3, 4), format=3), indices=[t(F32, (5,))]), INVALID, DTYPE),
    Case("empty-of-any-dtype", but(INDEX, indices=[t(F32, (0,)), ONE], out=t(F32, (3, 5)))),
    Case("format<rank", but(INDEX, self=t(F32, (1,) * 9, format=3)), INVALID, PRIVATE),
    Case("rank", but(INDEX, self=RANK_9), INVALID, RANK),
    Case("result-rank", but(INDEX, indices=[t(S64, (1,) * 8)]), INVALID, RANK),
    Case("out", but(INDEX, out=t(F32, (6,))), INNER_NULLPTR, RESULT),
    Case("mask", but(INDEX, indices=[t(BOOL, (3, 4))], out=t(F32, (7,)))),
    Case("null<dtype", but(INDEX_PUT, values=None, selfRef=t(F8, (3, 4))), NULLPTR, NULL),
    Case("values<index", but(INDEX_PUT, values=t(F8, (5,)), indices=[t(F32, (5,))]), INVALID, DTYPE),
    Case("index<same", but(INDEX_PUT, values=t(F16, (5,)), indices=[t(F32, (5,))]), INVALID, DTYPE),
    Case("same<members", but(INDEX_PUT, values=t(F16, (5,)), indices=[ONE] * 3), INVALID, SAME),
    Case("members<mask", but(INDEX_PUT, indices=[t(BOOL, (9,))] * 3), INVALID, MEMBERS),
    Case("mask", but(INDEX_PUT, indices=[t(BOOL, (4,))]), INVALID, MASK),
    Case("mask-beyond", but(INDEX_PUT, indices=[t(BOOL, (3, 4)), ONE]), INVALID, MASK),
    Case("values", but(INDEX_PUT, values=t(F32, (4,))), INNER_NULLPTR, SPREAD),
    Case("nothing-given", but(INDEX_PUT, indices=[t(S64, (0,))])),
    Case("index<source", but(INDEX_ADD, index=t(F32, (2,)), source=t(F8, (3, 2))), INVALID, DTYPE),
    Case("source<same", but(INDEX_ADD, source=t(F16, (3, 2)), out=t(F8, (3, 4))), INVALID, DTYPE),
    Case("same<rank", but(INDEX_ADD, self=RANK_9, source=t(F16, (3, 2))), INVALID, SAME),
    Case("rank<dim", but(INDEX_ADD, self=RANK_9, dim=9), INVALID, RANK),
    Case("dim<source", but(INDEX_ADD, dim=2, source=t(F32, (2,))), INVALID, DIM),
    Case("source-rank", but(INDEX_ADD, source=t(F32, (2,))), INVALID, EXACT),
    Case("source-scalar", but(INDEX_ADD, source=t(F32, ()), index=t(S64, (1,)), dim=0), INVALID, EXACT),
    Case("source-scalar-for-one", but(INDEX_ADD, self=t(F32, (3,)), source=t(F32, ()), index=t(S64, (1,)), dim=0,
         out=t(F32, (3,)))),
    Case("source-size", but(INDEX_ADD, source=t(F32, (4, 2)), index=t(S64, (1, 2))), INVALID, BESIDE),
    Case("index-rank", but(INDEX_ADD, index=t(S64, (1, 2))), INVALID, RANK),
    Case("count<out", but(INDEX_ADD, index=t(S64, (3,)), out=t(F32, (3,))), INVALID, COUNT),
    Case("out", but(INDEX_ADD, out=t(F32, (3,))), INVALID, SHAPES),
    Case("scalars", but(INDEX_ADD, self=t(F32, ()), source=t(F32, ()), index=t(S64, ()), dim=-1, out=t(F32, ()))),
    Case("matrix-for-a-scalar", but(INDEX_ADD, self=t(F32, ()), source=t(F32, (2, 3)), dim=0, out=t(F32, ())),
         INNER_NULLPTR, EXACT),
    Case("matrix-for-a-scalar", but(INPLACE_INDEX_COPY, selfRef=t(F32, ()), source=t(F32, (2, 3)), dim=0),
         INNER_NULLPTR, EXACT),
    Case("scalar-dim", but(INDEX_ADD_V2, self=t(F32, ()), source=t(F32, ()), index=t(S64, ()), dim=-1,
         out=t(F32, ())), INVALID, DIM),
    Case("same<alpha", but(INDEX_ADD_V2, alpha=s(C64, 1), out=t(F16, (3, 4))), INVALID, SAME),
    Case("alpha<rank", but(INDEX_ADD_V2, alpha=s(C64, 1), dim=7), INVALID, CAST),
    Case("mode-0", but(INDEX_ADD_V2, mode=0), INNER_NULLPTR, MODE),
    Case("mode-0", but(INDEX_ADD_V2, mode=0, dim=0, source=t(F32, (2, 4)))),
    Case("index<same", but(INDEX_COPY, index=t(F32, (2,)), outRef=t(F16, (3, 4))), INVALID, DTYPE),
    Case("same<rank", but(INDEX_COPY, source=t(F16, (1,) * 9)), INVALID, SAME),
    Case("index-rank<out", but(INDEX_COPY, index=t(S64, (1, 2)), outRef=t(F32, (3,))), INVALID, RANK),
    Case("out<scalar", but(INDEX_COPY, outRef=t(F32, (3,)), source=t(F32, ())), INVALID, SHAPES),
    Case("scalar<dim", but(INDEX_COPY, source=t(F32, ()), dim=7), INVALID, COUNT),
    Case("scalar-for-a-row", but(INDEX_COPY, source=t(F32, ()), index=t(S64, (1,)), dim=0), INVALID, BESIDE),
    Case("scalar-for-one", but(INDEX_COPY, selfRef=t(F32, (3,)), source=t(F32, ()), index=t(S64, (1,)), dim=0,
         outRef=t(F32, (3,)))),
    Case("dim<size", but(INDEX_COPY, dim=2, source=t(F32, (4, 2))), INVALID, DIM),
    Case("size<format", but(INDEX_COPY, source=t(F32, (4, 2)), outRef=t(F32, (3, 4), format=0)), INVALID, BESIDE),
    Case("count", but(INDEX_COPY, index=t(S64, (3,))), INVALID, COUNT),
    Case("format", but(INDEX_COPY, outRef=t(F32, (3, 4), format=0)), INVALID, FORMAT),
    Case("same<index", but(INDEX_FILL, out=t(F16, (3, 4)), index=t(F32, (2,))), INVALID, SAME),
    Case("index<shape", but(INDEX_FILL, index=t(F32, (2,)), out=t(F32, (3,))), INVALID, DTYPE),
    Case("shape<dim", but(INDEX_FILL, out=t(F32, (3,)), dim=2), INVALID, SHAPES),
    Case("dim", but(INDEX_FILL, dim=2), INVALID, DIM),
    Case("empty", but(INDEX_FILL, self=t(F32, (0,)), dim=7)),
    Case("dim<index", but(INDEX_FILL_TENSOR, dim=2, index=(9,)), INVALID, DIM),
    Case("index<value", but(INDEX_FILL_TENSOR, index=(0, 4), value=s(C64, 1)), INVALID, BETWEEN),
    Case("below", but(INDEX_FILL_TENSOR, index=(-5,)), INVALID, BETWEEN),
    Case("value", but(INDEX_FILL_TENSOR, value=s(C64, 1)), INVALID, REAL),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


def test_the_tables_are_complete():
    assert {base.op for base in INDEXED} == declared_in("aclnn_emu.ops.index")
    assert {base.op for base in INDEX_SLICES} == declared_in("aclnn_emu.ops.index_slices")


FIRST = but(INDEX_ADD, dim=0, source=t(F32, (2, 4)))
PLANS = [
    (INDEX, "Ascend910B", "Index"),
    (but(retyped(INDEX_PUT, F16), accumulate=True), "Ascend910B", "Cast Cast IndexPutV2 Cast"),
    (but(retyped(INDEX_PUT, U8), accumulate=True), "Ascend950", "Cast Cast IndexPutV2 Cast"),
    (but(INDEX_ADD, alpha=s(F32, 1)), "Ascend910B", "InplaceIndexAdd"),
    (but(FIRST, alpha=s(F32, 1)), "Ascend910B", "InplaceScatterAdd"),
    (retyped(FIRST, BF16), "Ascend910B", "Cast InplaceIndexAddWithSorted"),
    (retyped(INDEX_ADD, BF16), "Ascend910B", "Cast Cast InplaceIndexAdd Cast"),
    (retyped(INDEX_ADD, BF16), "Ascend950", "InplaceIndexAdd"),
    (INDEX_ADD_V2, "Ascend910B", "Cast Cast InplaceIndexAdd Cast"),
    (but(INDEX_COPY, dim=0, source=t(F32, (2, 4))), "Ascend910B", "ScatterUpdate"),
    (INDEX_COPY, "Ascend910B", "Transpose Transpose ScatterUpdate Transpose"),
    (INDEX_COPY, "Ascend950", "IndexPutV2"),
    (INDEX_FILL, "Ascend910B", "IndexFill"),
    (retyped(INDEX_FILL, S64), "Ascend910B", "Transpose IndexFill Transpose"),
    (INDEX_FILL_TENSOR, "Ascend910", "IndexFillD"),
    (but(INDEX_FILL, index=t(S64, (0,))), "Ascend910B", "TensorMove"),
]


@pytest.mark.parametrize(("made_for", "soc", "steps"), PLANS)
def test_plan(made_for, soc, steps):
    assert sorted(step.name for step in phase_1(made_for, soc).plan.steps) == sorted(steps.split())


def given_of(indices):
    """Tensors for the indices, and what they hold; None is an empty one."""
    made, held = [], {}
    for place, index in enumerate(indices):
        if index is None:
            made.append(t(S64, (0,)))
        else:
            made.append(strided(BOOL if index.dtype == bool else S64, index.shape))
            held[f"indices[{place}]"] = index
    return made, held, tuple(slice(None) if index is None else index for index in indices)


def test_a_mask_that_makes_another_size_stops_the_task():
    made_for = but(INDEX, indices=[t(BOOL, (3, 4))], out=t(F32, (7,)))
    with pytest.raises(RtDeviceFault):
        run(made_for, {"self": np.zeros((3, 4)), "indices[0]": np.ones((3, 4))})
    made_for = but(INDEX_PUT, indices=[t(BOOL, (3, 4))], values=t(F32, (7,)))
    with pytest.raises(RtDeviceFault):
        run(made_for, {"selfRef": np.zeros((3, 4)), "values": np.zeros(7), "indices[0]": np.ones((3, 4))},
            out="selfRef")  # fmt: skip


WRONG_TOGETHER = [
    ([np.zeros(3, int), np.arange(4) > 1], "ACLNN-PARAM-008"),  # a mask of two places beside three integers
    ([np.eye(3, 4) > 0, np.zeros(3, int)], "ACLNN-PARAM-166"),  # no dimension is left behind the mask
    ([np.eye(3, 4) > 0, None], "ACLNN-PARAM-166"),
]


@pytest.mark.parametrize(("indices", "message"), WRONG_TOGETHER)
def test_masks_that_do_not_go_with_integers_stop_the_task(indices, message):
    made, held, _ = given_of(indices)
    with pytest.raises(RtDeviceFault) as fault:
        run(but(INDEX, indices=made, out=t(F32, (3,))), {"self": np.zeros((3, 4)), **held})
    assert fault.value.message_id == message


def test_a_fill_from_a_list_passes_through_float32():
    made_for = but(retyped(INDEX_FILL_TENSOR, S64), value=s(S64, 2**24 + 1))
    x = np.zeros((3, 4))
    assert run(made_for, {"self": x}).out[0, 0] == 2**24
    assert run(made_for, {"self": x}, soc="Ascend950").out[0, 0] == 2**24 + 1


def test_scalars():
    added = but(INDEX_ADD, self=t(F32, ()), source=t(F32, ()), index=t(S64, ()), dim=0, out=t(F32, ()))
    assert run(added, {"self": 1, "source": 2, "index": 0}).out == 5
    filled = but(INPLACE_INDEX_FILL, selfRef=t(F32, ()), index=t(S32, ()), dim=-1)
    assert run(filled, {"selfRef": 1, "index": 0}, out="selfRef").out == 2
    copied = but(INPLACE_INDEX_COPY, selfRef=t(F32, ()), source=t(F32, ()), index=t(S64, ()), dim=0)
    assert run(copied, {"selfRef": 1, "source": 7, "index": 0}, out="selfRef").out == 7


OUTSIDE = [
    (INDEX, "indices[1]", 4, "indices[1] holds 4 at position [0]; of 4 places, -4 to 3"),
    (INDEX_PUT, "indices[0]", -4, "indices[0] holds -4 at position [0]; of 3 places, -3 to 2"),
    (INDEX_ADD, "index", -1, "index holds -1 at position [0]; of 4 places, 0 to 3"),
    (INDEX_COPY, "index", 4, "index holds 4 at position [0]; of 4 places, 0 to 3"),
]


@pytest.mark.parametrize(("made_for", "param", "bad", "text"), OUTSIDE, ids=lambda v: getattr(v, "op", None))
def test_an_index_outside_the_range_stops_the_task(made_for, param, bad, text):
    held = {name: np.zeros(spec.shape) for name, spec in made_for.args.items() if hasattr(spec, "shape")}
    held |= {f"indices[{i}]": np.zeros(5) for i, _ in enumerate(made_for.args.get("indices", ()))}
    held[param].flat[0] = bad
    out = next(name for name in ("out", "outRef", "selfRef") if name in made_for.args)
    with pytest.raises(RtDeviceFault) as fault:
        run(made_for, held, out=out)
    assert text in fault.value.text
