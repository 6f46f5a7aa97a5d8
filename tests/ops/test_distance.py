"""Distances: refusals and their order, plans, numbers against float64."""

import math

import attrs
import numpy as np
import pytest
from _case import (
    DTYPES,
    INNER_NULLPTR,
    INVALID,
    NEW_SOCS,
    NO_KERNEL,
    NULLPTR,
    SOCS,
    Case,
    but,
    declared_in,
    outcome,
    padded,
    phase_1,
    s,
    t,
    with_dtypes,
)
from _draw import BF16, F16, F32, FLOATS, SEEDS, layouts, uniform
from _matrices import CDIST, CHAMFER_GRAD, DISTANCES, PDIST, PDIST_FORWARD
from _run import check_close, run
from hypothesis import given, settings
from hypothesis import strategies as st

from aclnn_emu.errors import RtDeviceFault

RANK, DTYPE, SAME, SPREAD, RESULT, VALUE = (f"ACLNN-PARAM-{n:03}" for n in (2, 3, 4, 8, 9, 10))
RANK_IS, SPACE, LOW, NORM, CHIP, NULL, PARTLY = (
    f"ACLNN-PARAM-{n:03}" for n in (62, 84, 103, 195, 208, 1, 47)
)
S32 = DTYPES["s32"]
FEW = settings(max_examples=15)


@pytest.mark.parametrize("soc", SOCS)
def test_dtypes(soc):
    for base, expected in (
        (CDIST, {"f32", "f16", "bf16"} if soc in NEW_SOCS else set()),
        (PDIST, {"f32", "f16"}),
        (PDIST_FORWARD, {"f32", "f16"}),
    ):
        assert {
            k for k, dtype in DTYPES.items() if outcome(with_dtypes(base, dtype), soc)[0] == 0
        } == expected


FLAT = t(F32, (3,))
CASES = (
    Case("list<same", but(CDIST, out=t(S32, (2, 4))), INVALID, DTYPE),
    Case("same<rank", but(CDIST, x1=t(F16, (3,))), INVALID, SAME),
    Case("high<low", but(CDIST, x1=FLAT, out=t(F32, (1,) * 9)), INVALID, RANK),
    Case("low<space", but(CDIST, x1=t(F32, (2, 2)), out=FLAT), INVALID, LOW),
    Case("space<norm", but(CDIST, x1=t(F32, (2, 2)), p=-1.0), INVALID, SPACE),
    Case("norm", but(CDIST, p=-1.0, compute_mode=0), INVALID, NORM),
    Case("nan", but(CDIST, p=math.nan), INVALID, NORM),
    Case("mode", but(CDIST, compute_mode=1), INVALID, VALUE),
    Case("mode-of-another-norm", but(CDIST, compute_mode=1, p=1.0)),
    Case("batches", but(CDIST, x1=t(F32, (2, 2, 3)), x2=t(F32, (3, 4, 3)), out=t(F32, (3, 2, 4))), INVALID, SPREAD),
    Case("out", but(CDIST, out=t(F32, (4, 2))), INNER_NULLPTR, "ACLNN-VIEW-001"),
    Case("list<same", but(PDIST, out=t(S32, (6,))), INVALID, DTYPE),
    Case("same<rank", but(PDIST, self=t(F16, (4,))), INVALID, SAME),
    Case("rank", but(PDIST, self=t(F32, (4,))), INVALID, RANK_IS),
    Case("out<norm", but(PDIST, out=t(F32, (5,)), p=-1.0), INVALID, RESULT),
    Case("norm", but(PDIST, p=-1.0), INVALID, NORM),
    Case("nan", but(PDIST, p=math.nan), INVALID, NORM),
    Case("nan", but(PDIST_FORWARD, pScalar=s(F32, math.nan))),
    Case("norm", but(PDIST_FORWARD, pScalar=s(F32, -0.5)), INVALID, NORM),
    *(Case(f"null-{name}", but(CHAMFER_GRAD, **{name: None}), NULLPTR, NULL) for name in CHAMFER_GRAD.args),
    Case("null<list", but(CHAMFER_GRAD, gradXyz2=None, xyz1=t(S32, (2, 3, 2))), NULLPTR, NULL),
    Case("list<chip", but(CHAMFER_GRAD, gradXyz2=t(S32, (2, 3, 2))), INVALID, DTYPE, "Ascend910"),
    Case("chip<shape", but(CHAMFER_GRAD, xyz1=t(F32, (2, 3, 3))), NO_KERNEL, CHIP, "Ascend910"),
    *(Case(f"shape-{name}", but(CHAMFER_GRAD, **{name: attrs.evolve(CHAMFER_GRAD.args[name], shape=(2, 3, 3))}),
           NO_KERNEL, PARTLY) for name in ("xyz1", "xyz2", "idx1", "idx2", "gradDist1", "gradDist2")),
    Case("one-point-too-few", but(CHAMFER_GRAD, xyz2=t(F32, (2, 2, 2))), NO_KERNEL, PARTLY),
    Case("no-dimension", but(CHAMFER_GRAD, xyz1=t(F32, ())), NO_KERNEL, PARTLY),
    Case("out", but(CHAMFER_GRAD, gradXyz1=t(F32, (2, 3))), INNER_NULLPTR, "ACLNN-VIEW-001"),
    Case("empty<chip", but(CHAMFER_GRAD, idx2=t(S32, (0,))), soc="Ascend910"),
    Case("dtypes-differ", but(CHAMFER_GRAD, xyz2=t(F16, (2, 3, 2)), gradDist1=t(F16, (2, 3)))),
    Case("dtype-of-xyz1", but(CHAMFER_GRAD, xyz1=t(F16, (2, 3, 2))), INNER_NULLPTR, "ACLNN-VIEW-001"),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


SPREAD_TWICE = "BroadcastTo BroadcastTo "
HALVES = but(
    CHAMFER_GRAD,
    **{name: attrs.evolve(spec, dtype=F16) for name, spec in CHAMFER_GRAD.args.items() if spec.dtype == F32},
)
PLANS = (
    (CDIST, "Ascend910B", SPREAD_TWICE * 2 + "Cdist", None),
    (CDIST, "Ascend950", SPREAD_TWICE + "Cdist", padded(24) + padded(48)),
    (with_dtypes(CDIST, BF16), "Ascend910B", SPREAD_TWICE * 2 + "Cast Cast Cdist Cast", None),
    (but(CDIST, x1=t(F32, (2, 0)), x2=t(F32, (4, 0))), "Ascend910B", "Fill", 0),
    (but(CDIST, x1=t(F32, (0, 3)), out=t(F32, (0, 4))), "Ascend910B", "", 0),
    (PDIST, "Ascend910", "Pdist", 0),
    (CHAMFER_GRAD, "Ascend910B", "ChamferDistanceGrad", 0),
    (HALVES, "Ascend950", "Cast " * 4 + "ChamferDistanceGrad Cast Cast", None),
    (but(CHAMFER_GRAD, gradDist1=t(F32, (2, 0))), "Ascend910B", "", 0),
    (but(PDIST, self=t(F32, (4, 0))), "Ascend910", "Fill", 0),
    (but(PDIST, self=t(F32, (1, 3)), out=t(F32, (0,))), "Ascend910", "", 0),
)


@pytest.mark.parametrize(("made_for", "soc", "steps", "workspace"), PLANS)
def test_plan(made_for, soc, steps, workspace):
    plan = phase_1(made_for, soc).plan
    assert sorted(step.name for step in plan.steps) == sorted(steps.split())
    assert workspace is None or plan.workspace_size == workspace


def norms(difference, p):
    if p == 0:
        return (difference != 0).sum(axis=-1)
    return np.linalg.norm(difference, ord=p, axis=-1)


NORMS = st.sampled_from([0.0, 0.5, 1.0, 2.0, 3.5, math.inf])


@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
@FEW
@given(
    st.data(), FLOATS, NORMS, st.sampled_from([((), ()), ((2,), (1,)), ((), (2, 1)), ((3, 1), (2,))]), SEEDS
)
def test_cdist(soc, data, dtype, p, batches, seed):
    x, y = (*batches[0], 3, 4), (*batches[1], 2, 4)
    shape = (*np.broadcast_shapes(*batches), 3, 2)
    made_for = but(
        CDIST, x1=data.draw(layouts(dtype, x)), x2=data.draw(layouts(dtype, y)), p=p,
        out=data.draw(layouts(dtype, shape, writable=True)),
    )  # fmt: skip
    found = run(made_for, {"x1": uniform(seed, x, -2, 2), "x2": uniform(seed + 1, y, -2, 2)}, soc=soc)
    left, right = found.inputs["x1"], found.inputs["x2"]
    check_close(found.out, norms(left[..., :, None, :] - right[..., None, :, :], p), dtype, floor=0.5)


@FEW
@given(st.data(), st.sampled_from([F32, F16]), NORMS, st.integers(2, 5), st.booleans(), SEEDS)
def test_pdist(data, dtype, p, count, scalar, seed):
    shapes = {"self": (count, 3), "out": (count * (count - 1) // 2,)}
    made = {name: data.draw(layouts(dtype, shape, writable=name == "out")) for name, shape in shapes.items()}
    made_for = but(PDIST_FORWARD, **made, pScalar=s(F32, p)) if scalar else but(PDIST, **made, p=p)
    found = run(made_for, {"self": uniform(seed, shapes["self"], -2, 2)})
    x = found.inputs["self"]
    expected = [norms(x[i] - x[j], p) for i in range(count) for j in range(i + 1, count)]
    check_close(found.out, expected, dtype, floor=0.5)


def chamfer(x, y, near_x, near_y, grad_x, grad_y):
    """The gradients point by point."""
    of_x, of_y = np.zeros(x.shape), np.zeros(y.shape)
    for batch, point in np.ndindex(near_x.shape):
        for mine, others, near, grad, of_mine, of_others in (
            (x, y, near_x, grad_x, of_x, of_y), (y, x, near_y, grad_y, of_y, of_x)
        ):  # fmt: skip
            other = near[batch, point]
            slope = 2 * grad[batch, point] * (mine[batch, point] - others[batch, other])
            of_mine[batch, point] += slope
            of_others[batch, other] -= slope
    return of_x, of_y


@settings(max_examples=25)
@given(st.data(), st.sampled_from([F32, F16]), st.integers(1, 3), st.integers(1, 6), SEEDS)
def test_gradient_of_the_chamfer_distance(data, dtype, batches, count, seed):
    made, values = {}, {}
    for place, (name, spec) in enumerate(CHAMFER_GRAD.args.items()):
        shape = (batches, count, 2)[: len(spec.shape)]
        kind = spec.dtype if spec.dtype == S32 else dtype
        made[name] = data.draw(layouts(kind, shape, writable=name.startswith("gradXyz")))
        if kind == S32:
            values[name] = np.random.default_rng(seed + place).integers(0, count, shape)
        elif not name.startswith("gradXyz"):
            values[name] = uniform(seed + place, shape, -2, 2)
    outs = ("gradXyz1", "gradXyz2")
    found = run(but(CHAMFER_GRAD, **made), values, soc=data.draw(st.sampled_from(NEW_SOCS)), out=outs)
    for name, expected in zip(outs, chamfer(*found.inputs.values()), strict=True):
        check_close(found.outs[name], expected, dtype, floor=4)


@pytest.mark.parametrize("index", [-1, 3])
def test_a_point_that_is_none_is_a_fault_of_the_device(index):
    values = {
        "xyz1": 0,
        "xyz2": 1,
        "idx1": 0,
        "idx2": [[0, 0, index], [0, 0, 0]],
        "gradDist1": 1,
        "gradDist2": 1,
    }
    with pytest.raises(RtDeviceFault, match="idx2"):
        run(CHAMFER_GRAD, values, out=("gradXyz1", "gradXyz2"))


def test_the_table_is_complete():
    assert declared_in("aclnn_emu.ops.distance") == {base.op for base in DISTANCES}
