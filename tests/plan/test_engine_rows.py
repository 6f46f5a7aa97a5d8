"""Sums and softmax in pieces: the same bits as whole, and no temporary that grows with the tensor."""

import tracemalloc
from functools import partial

import numpy as np
import pytest
from _calls import BF16, F16, F32, F64, S32, arrays_of, compiled, tensor
from ml_dtypes import bfloat16

from aclnn_emu.core.arrays import IntArray
from aclnn_emu.core.dtypes import DataType, dtype_name, numpy_dtype
from aclnn_emu.kernels import loss, loss_classes, loss_pointwise, pieces, reduction
from aclnn_emu.plan import engine
from aclnn_emu.plan.engine import rows, steps

SHAPE = (7, 5, 300)
AXES = [(), (0,), (1,), (2,), (0, 1), (1, 2), (0, 2), (-1,)]


def in_pieces(monkeypatch, elements):
    for module in (pieces, rows, steps):
        monkeypatch.setattr(module, "PIECE", elements)


def values_of(dtype, size, *, low=-3.0):
    numbers = np.random.default_rng(0).uniform(low, 3, size)
    if numpy_dtype(dtype).kind == "c":
        numbers = numbers + 1j * numbers[::-1]
    return (numbers if low else numbers / 3).astype(numpy_dtype(dtype))


def run(executor, values, kept):
    """What phase 2 leaves in the last tensor; `values` fill the block before it."""
    plan = executor.plan
    block = np.zeros(values.nbytes + kept, np.uint8)
    block[: values.nbytes] = values.view(np.uint8)
    with np.errstate(all="ignore"):
        engine.execute(plan, arrays_of(plan, block), "reference")
    return block[values.nbytes :].tobytes()


def whole_and_in_pieces(monkeypatch, executor, values, kept):
    found = []
    for elements in (1 << 20, 128):
        in_pieces(monkeypatch, elements)
        found.append(run(executor, values, kept))
    assert found[0] == found[1]
    assert any(found[0])


@pytest.mark.parametrize("axes", AXES, ids=str)
@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize("dtype", [F16, BF16, F32, F64, S32], ids=dtype_name)
def test_sums_over_axes(axes, keep, dtype, monkeypatch):
    taken = {axis % 3 for axis in axes or range(3)}
    shape = tuple(1 if i in taken else n for i, n in enumerate(SHAPE) if keep or i not in taken)
    values = values_of(dtype, np.prod(SHAPE))
    self = tensor(SHAPE, dtype, storage=(values.size,))
    out = tensor(shape, dtype, offset=values.size, storage=(2 * values.size,))
    executor = compiled("aclnnReduceSum", self, IntArray(axes), keep, dtype, out)
    whole_and_in_pieces(monkeypatch, executor, values, int(np.prod(shape)) * values.itemsize)


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("name", ["aclnnSoftmax", "aclnnLogSoftmax"])
@pytest.mark.parametrize("dtype", [F16, F32, F64], ids=dtype_name)
def test_softmax(axis, name, dtype, monkeypatch):
    values = values_of(dtype, np.prod(SHAPE))
    self = tensor(SHAPE, dtype, storage=(values.size,))
    out = tensor(SHAPE, dtype, offset=values.size, storage=(2 * values.size,))
    whole_and_in_pieces(monkeypatch, compiled(name, self, axis, out), values, values.nbytes)


@pytest.mark.parametrize("size", [1, 127, 128, 129, 1000, 4099, 65_537, 200_003])
@pytest.mark.parametrize("dtype", [F16, F32, F64, DataType.ACL_COMPLEX64, DataType.ACL_BOOL], ids=dtype_name)
def test_totals_are_numpys_pairwise_sums(size, dtype, monkeypatch):
    values = values_of(dtype, size)
    expected = np.add.reduce(pieces.widened(values), dtype=pieces.widened(values).dtype)
    for elements in (128, 1024, 1 << 16):
        in_pieces(monkeypatch, elements)
        found = reduction.reduce_sum(values, axes=(), keep_dims=False)
        assert found.tobytes() == expected.tobytes(), elements


LOSSES = {
    "bce": (partial(loss.bce_total, scale=0.001), partial(loss.bce, scale=0.001)),
    "mse": (loss_pointwise.mse_total, loss_pointwise.mse),
    "l1": (loss_pointwise.l1_total, loss_pointwise.l1),
    "smooth_l1": (
        partial(loss_pointwise.smooth_l1_total, beta=0.5),
        partial(loss_pointwise.smooth_l1, beta=0.5),
    ),
    "soft_margin": (loss_pointwise.soft_margin_total, loss_pointwise.soft_margin),
    "kl_div": (
        partial(loss_pointwise.kl_div_total, log_target=False),
        partial(loss_pointwise.kl_div, log_target=False),
    ),
}


@pytest.mark.parametrize(("total", "each"), LOSSES.values(), ids=LOSSES)
@pytest.mark.parametrize("dtype", [np.float16, bfloat16, np.float32])
def test_losses_with_a_reduction(total, each, dtype, monkeypatch):
    in_pieces(monkeypatch, 128)
    x, y = np.random.default_rng(0).uniform(0.05, 0.95, (2, 3, 1001)).astype(dtype)
    expected = np.add.reduce(each(pieces.widened(x), pieces.widened(y)).reshape(-1))
    assert total(x, y).tobytes() == expected.tobytes()


def test_an_output_in_the_memory_of_the_input_is_taken_whole(monkeypatch):
    values = values_of(F32, 2000)
    shifted = tensor((2, 1000), F32, offset=100, storage=(3000,))
    executor = compiled("aclnnSoftmax", tensor((2, 1000), F32, storage=(3000,)), 1, shifted)
    whole_and_in_pieces(monkeypatch, executor, values, 1000 * 4)


MEBI = 1 << 20
SIDE = 2048
LARGE = {
    "sum of halves": lambda: ("aclnnReduceSum", F16, (4 * MEBI,), (), lambda x, out: (x, IntArray((0,)), False, F16, out)),
    "sum over rows of halves": lambda: (
        "aclnnReduceSum", F16, (SIDE, SIDE), (SIDE,), lambda x, out: (x, IntArray((0,)), False, F16, out)
    ),
    "loss": lambda: ("aclnnMseLoss", F32, (4 * MEBI,), (), lambda x, out: (x, x, 1, out)),
    "loss of halves": lambda: ("aclnnMseLoss", F16, (4 * MEBI,), (), lambda x, out: (x, x, 1, out)),
    "softmax": lambda: ("aclnnSoftmax", F32, (SIDE, SIDE), (SIDE, SIDE), lambda x, out: (x, 1, out)),
    "softmax of halves": lambda: ("aclnnSoftmax", F16, (SIDE, SIDE), (SIDE, SIDE), lambda x, out: (x, 0, out)),
}  # fmt: skip


@pytest.mark.parametrize("make", LARGE.values(), ids=LARGE)
def test_extra_memory(make):
    """Less than 2 MiB; the whole tensor as float32 would be 16."""
    name, dtype, shape, kept, arguments = make()
    plan = compiled(name, *arguments(tensor(shape, dtype), tensor(kept, dtype))).plan
    workspace = np.zeros(plan.workspace_size, np.uint8)
    arrays = {id(b): np.zeros(b.shape, b.np_dtype) for b in plan.user_buffers}
    for b in plan.intermediates:
        arrays[id(b)] = np.ndarray(b.shape, b.np_dtype, workspace, b.workspace_offset, b.byte_strides)
    tracemalloc.start()
    try:
        engine.execute(plan, arrays, "reference")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 2 * MEBI


ROWS, CLASSES = 2048, 512
BY_ROWS = {
    "cross-entropy": lambda x, target, y: loss_classes.cross_entropy.compute_all(
        x, target, y[0], reduction="mean", ignore=3, smoothing=0.1
    ),
    "softmax-cross-entropy": lambda x, _, y: loss_classes.softmax_cross_entropy.compute_all(x, y),
}


@pytest.mark.parametrize("compute", BY_ROWS.values(), ids=BY_ROWS)
def test_losses_by_rows(compute, monkeypatch):
    """The same bits however many rows are taken at a time, and of a matrix' size only what they return."""
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(2, ROWS, CLASSES)).astype(np.float32)
    target = rng.integers(0, CLASSES, ROWS)
    tracemalloc.start()
    try:
        expected = compute(x, target, y)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < x.nbytes + 2 * MEBI
    for piece in (1, 3 * CLASSES + 1, 1 << 30):
        in_pieces(monkeypatch, piece)
        found = compute(x, target, y)
        assert [array.tobytes() for array in found] == [array.tobytes() for array in expected]
