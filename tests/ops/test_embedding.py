"""Embeddings: dtypes, refusals and their order, plans, numbers, indices out of range."""

import numpy as np
import pytest
from _case import (
    DTYPES,
    INVALID,
    NEW_SOCS,
    NO_KERNEL,
    NULLPTR,
    SOCS,
    Case,
    accepted_dtypes,
    but,
    declared_in,
    outcome,
    phase_1,
    t,
)
from _indexing import (
    BAG,
    DENSE_BACKWARD,
    EMBEDDING,
    EMBEDDINGS,
    F32,
    RENORM,
    S64,
    values,
)  # fmt: skip
from _lists import run_lists
from _run import run

from aclnn_emu.errors import RtDeviceFault

F16, BF16, F8, S8, S16, BOOL = (DTYPES[n] for n in ("f16", "bf16", "f8e5m2", "s8", "s16", "bool"))
NULL, RANK, DTYPE, SAME, RESULT, ONE_OF, PRIVATE, FLAT, MODE, EXACT, COUNT = (
    f"ACLNN-PARAM-{n:03}" for n in (1, 2, 3, 4, 9, 10, 23, 45, 47, 62, 123)
)
LEADING = "ACLNN-PARAM-163"

BF = dict.fromkeys(NEW_SOCS, "bf16")
LISTS = [
    (EMBEDDING, "f64 f32 f16 s64 s32 s16 s8 u8 bool c128 c64", BF),
    (DENSE_BACKWARD, "f32 f16", BF),
    (BAG, "f32 f16", {**BF, "Ascend310B": "bf16"}),
    (RENORM, "f32 f16", BF),
]


def retyped(base, dtype):
    names = ["weight", "selfRef", "grad", "output", "perSampleWeights"] + ["out"] * (base is EMBEDDING)
    return but(base, **{name: t(dtype, base.args[name].shape) for name in names if name in base.args})


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize(("base", "listed", "more"), LISTS, ids=lambda value: getattr(value, "op", ""))
def test_dtypes(base, listed, more, soc):
    expected = {*listed.split(), *more.get(soc, "").split()}
    for short, dtype in DTYPES.items():
        assert (outcome(retyped(base, dtype), soc) == (INVALID, DTYPE)) == (short not in expected), short


RANK_9 = t(F32, (1,) * 9)
MEAN = but(BAG, mode=1, perSampleWeights=None)
MAX = but(MEAN, mode=2, maxIndices=t(S64, (2, 4)))
LAST = but(BAG, includeLastOffset=True, offsets=t(S64, (3,)))
CASES = [
    Case("null<dtype", but(EMBEDDING, weight=t(F8, (3, 4)), out=None), NULLPTR, NULL),
    Case("same<index", but(EMBEDDING, out=t(F16, (2, 5, 4)), indices=t(F32, (2, 5))), INVALID, SAME),
    Case("index<rank", but(EMBEDDING, weight=RANK_9, indices=t(F32, (2, 5))), INVALID, DTYPE),
    Case("rank<shape", but(EMBEDDING, weight=RANK_9, out=t(F32, (1,))), INVALID, RANK),
    Case("out-rank", but(EMBEDDING, out=t(F32, (2, 4))), INVALID, EXACT),
    Case("out-shape", but(EMBEDDING, out=t(F32, (2, 4, 4))), INVALID, LEADING),
    Case("row-size", but(EMBEDDING, out=t(F32, (2, 5, 3))), 561103, "ACLNN-VIEW-001"),
    Case("index<out", but(DENSE_BACKWARD, indices=t(BF16, (2, 5)), out=t(F8, (3, 4))), INVALID, DTYPE),
    Case("out<rank", but(DENSE_BACKWARD, grad=RANK_9, out=t(F8, (3, 4))), INVALID, DTYPE),
    Case("rank<count", but(DENSE_BACKWARD, grad=RANK_9, indices=t(S64, (2,))), INVALID, RANK),
    Case("flat", but(DENSE_BACKWARD, grad=t(F32, ())), INVALID, FLAT),
    Case("count<out", but(DENSE_BACKWARD, indices=t(S64, (2, 4)), out=t(F32, (3,))), INVALID, COUNT),
    Case("out-rank", but(DENSE_BACKWARD, out=t(F32, (12,))), INVALID, EXACT),
    Case("out-shape<format", but(DENSE_BACKWARD, numWeights=4, out=t(F32, (3, 4), format=3)), INVALID, RESULT),
    Case("format", but(DENSE_BACKWARD, out=t(F32, (3, 4), format=3)), INVALID, PRIVATE),
    Case("mixed", but(DENSE_BACKWARD, grad=t(F16, (2, 5, 4)), indices=t(BOOL, (2, 5)))),
    Case("narrow", but(BAG, indices=t(S16, (6,)), offsets=t(S8, (2,))), INVALID, DTYPE),
    Case("one-narrow", but(BAG, indices=t(S16, (6,)))),
    Case("scale<output", but(BAG, perSampleWeights=t(F16, (6,)), bagSize=t(F32, (2,))), INVALID, SAME),
    Case("output<sizes", but(BAG, output=t(F16, (2, 4)), bagSize=t(F32, (2,))), INVALID, SAME),
    Case("sizes<rank", but(BAG, bagSize=t(F32, (2,)), weight=t(F32, (3,))), INVALID, DTYPE),
    Case("weight<indices", but(BAG, weight=t(F32, (3,)), indices=t(S64, (1, 6))), INVALID, EXACT),
    Case("indices", but(BAG, indices=t(S64, (1, 6))), INVALID, RANK),
    Case("two-dimensions", but(BAG, indices=t(S64, (1, 6))), NO_KERNEL, MODE, "Ascend950"),
    Case("flat-scale", but(BAG, perSampleWeights=t(F32, ())), INVALID, FLAT),
    Case("maxima-rank", but(MAX, maxIndices=t(S64, (2,))), INVALID, EXACT),
    Case("mean-scaled", but(BAG, mode=1, output=t(F32, (3, 4))), INVALID, ONE_OF),
    Case("scale<output-shape", but(BAG, perSampleWeights=t(F32, (5,)), output=t(F32, (3, 4))), INVALID, COUNT),
    Case("output-shape", but(BAG, output=t(F32, (3, 4))), INVALID, RESULT),
    Case("offset2bag", but(BAG, offset2bag=t(S64, (5,))), INVALID, COUNT),
    Case("no-offset2bag", but(BAG, offset2bag=t(S64, (0,)))),
    Case("last", LAST),
    Case("last-on-950", LAST, INVALID, COUNT, "Ascend950"),
    Case("last-on-950", but(LAST, bagSize=t(S64, (3,))), soc="Ascend950"),
    Case("maxima", but(MAX, maxIndices=t(S64, (2, 3))), INVALID, RESULT),
    Case("maxima-of-a-sum", but(BAG, maxIndices=t(S64, (3,))), INVALID, COUNT),
    Case("index<rank", but(RENORM, selfRef=t(F32, (3,)), indices=t(F32, (5,))), INVALID, DTYPE),
    Case("rank<indices", but(RENORM, selfRef=t(F32, (3,)), indices=t(S64, (1,) * 9)), INVALID, EXACT),
    Case("rank-9<format", but(RENORM, selfRef=t(F32, (3, 4), format=29), indices=t(S64, (1,) * 9)), INVALID, RANK),
    Case("format", but(RENORM, selfRef=t(F32, (3, 4), format=29)), INVALID, PRIVATE),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.id}-{case.soc}")
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


def test_dtypes_of_indices():
    listed = "f16 f32 f64 s8 u8 s16 s32 s64 bool"
    assert accepted_dtypes(DENSE_BACKWARD, "indices", "Ascend910B") == {*listed.split()}
    assert accepted_dtypes(BAG, "indices", "Ascend910B") == {*["s8", "u8", "s16", "s32", "s64"]}
    assert accepted_dtypes(EMBEDDING, "indices", "Ascend910B") == {"s32", "s64"}
    assert accepted_dtypes(RENORM, "indices", "Ascend910B") == {"s32", "s64"}


def test_the_table_is_complete():
    assert {base.op for base in EMBEDDINGS} == declared_in("aclnn_emu.ops.embedding")


PLANS = [
    (EMBEDDING, "Ascend910B", "GatherV2"),
    (EMBEDDING, "Ascend950", "Embedding"),
    (DENSE_BACKWARD, "Ascend910B", "Cast EmbeddingDenseGradV2"),
    (DENSE_BACKWARD, "Ascend910", "EmbeddingDenseGrad"),
    (retyped(DENSE_BACKWARD, F16), "Ascend910", "Cast EmbeddingDenseGrad"),
    (but(DENSE_BACKWARD, indices=t(DTYPES["f64"], (2, 5))), "Ascend950", "Cast EmbeddingDenseGradV2"),
    (but(DENSE_BACKWARD, grad=t(F32, (0, 4)), indices=t(S64, (0,))), "Ascend910B", "ZerosLike"),
    (BAG, "Ascend910B", "Cast Cast EmbeddingBag Cast Cast Cast"),
    (BAG, "Ascend950", "EmbeddingBag"),
    (RENORM, "Ascend910B", "GatherV2 Renorm Mul ScatterUpdate"),
    (retyped(RENORM, BF16), "Ascend950", "GatherV2 Cast Renorm Mul Cast ScatterUpdate"),
]


@pytest.mark.parametrize(("made_for", "soc", "steps"), PLANS)
def test_plan(made_for, soc, steps):
    assert sorted(step.name for step in phase_1(made_for, soc).plan.steps) == sorted(steps.split())


OUTS = {"output", "offset2bag", "bagSize", "maxIndices"}


def test_a_limit_that_is_no_number_limits_nothing():
    made_for = but(RENORM, maxNorm=float("nan"))
    x = values(F32, (3, 4))
    np.testing.assert_array_equal(run(made_for, {"selfRef": x, "indices": [0] * 5}, out="selfRef").out, x)


OUTSIDE = [
    (EMBEDDING, "indices", -1, "indices holds -1 at position [0, 0]; of 3 places, 0 to 2"),
    (DENSE_BACKWARD, "indices", 3, "indices holds 3 at position [0]; of 3 places, 0 to 2"),
    (BAG, "indices", 3, "indices holds 3 at position [0]; of 3 places, 0 to 2"),
    (BAG, "offsets", 7, "offsets holds 7 at position [0]; of 7 places, 0 to 6"),
    (RENORM, "indices", 3, "indices holds 3 at position [0]; of 3 places, 0 to 2"),
]


@pytest.mark.parametrize(("made_for", "param", "bad", "text"), OUTSIDE, ids=lambda v: getattr(v, "op", None))
def test_an_index_outside_the_range_stops_the_task(made_for, param, bad, text):
    held = {name: np.zeros(spec.shape) for name, spec in made_for.args.items() if hasattr(spec, "shape")}
    held[param].flat[0] = bad
    with pytest.raises(RtDeviceFault) as fault:
        run_lists(made_for, held, written={"out", "selfRef", *OUTS})
    assert text in fault.value.text
