"""How the engines walk: boxes, layouts, threads, memory, and when a loop is compiled."""

import math
import subprocess
import sys
import threading
import tracemalloc

import numpy as np
import pytest
from _calls import BF16, F16, F32, S64, U8, arrays_of, compiled, tensor

from aclnn_emu.core.dtypes import dtype_name
from aclnn_emu.core.layout import view_reach
from aclnn_emu.plan import engine
from aclnn_emu.plan.engine import chained, workers
from aclnn_emu.plan.engine import compiled as loops
from aclnn_emu.plan.engine.compiled import installed
from aclnn_emu.plan.engine.scratch import SCRATCH_BYTES
from aclnn_emu.plan.engine.space import make_space, move, padded, padded_bytes
from aclnn_emu.plan.engine.steps import Operands

needs_numba = pytest.mark.skipif(not installed(), reason="Numba, the extra fast, is not installed")
ENGINES = ("tiled", *(("numba",) if installed() else ()))


def bce(size, dtype=F32, *, shape=None, strides=None):
    """A BCE gradient with weight; `strides` of self. The plan and its arrays."""
    shape = (size,) if shape is None else shape
    operands = [tensor(shape, dtype) for _ in range(5)]
    if strides is not None:
        reach = 1 + sum((n - 1) * step for n, step in zip(shape, strides, strict=True))
        operands[1] = tensor(shape, dtype, strides=strides, storage=(reach,))
    executor = compiled("aclnnBinaryCrossEntropyBackward", *operands[:4], 0, operands[4])
    rng = np.random.default_rng(0)
    arrays = {}
    for b in executor.plan.user_buffers:
        raw = rng.uniform(0.05, 0.95, b.reach_bytes // b.np_dtype.itemsize).astype(np.float32)
        arrays[id(b)] = np.ndarray(
            b.shape, b.np_dtype, raw.astype(b.np_dtype).view(np.uint8), 0, b.byte_strides
        )
    workspace = np.empty(executor.plan.workspace_size, np.uint8)
    for b in executor.plan.intermediates:
        arrays[id(b)] = np.ndarray(b.shape, b.np_dtype, workspace, b.workspace_offset, b.byte_strides)
    return executor.plan, arrays


def result(plan, arrays, name):
    out = arrays[id(plan.steps[-1].output)]
    out.view(f"u{out.itemsize}")[...] = 0
    engine.execute(plan, arrays, name)
    return out.tobytes()


# Boxes.

LAYOUTS = {
    "flat": ((7, 5), [(20, 4), (20, 4)], (35,)),
    "transposed-together": ((7, 5), [(4, 28), (4, 28)], (35,)),
    "one-transposed": ((7, 5), [(4, 28), (20, 4)], (7, 5)),
    "rows-repeat": ((7, 5), [(0, 4), (20, 4)], (7, 5)),
    "outer-merge": ((2, 3, 5), [(60, 20, 4), (150, 50, 4)], (6, 5)),
    "backwards": ((6,), [(-4,), (4,)], (6,)),
    "ones": ((1, 1), [(8, 4), (4, 4)], (1,)),
}


def laid(shape, strides):
    reach = [step * (n - 1) for step, n in zip(strides, shape, strict=True)]
    memory = np.arange(1000, dtype=np.float32)
    start = -sum(r for r in reach if r < 0)
    return np.ndarray(shape, np.float32, memory, start, strides)


@pytest.mark.parametrize(("shape", "strides", "expected"), LAYOUTS.values(), ids=LAYOUTS)
@pytest.mark.parametrize("limit", [1, 3, 4, 7, 12, 100])
def test_boxes_cover_the_space_once(shape, strides, expected, limit):
    arrays = [laid(shape, steps) for steps in strides]
    space = make_space(shape, arrays)
    assert space.shape == expected
    seen = [[] for _ in arrays]
    for box in space.boxes(limit):
        pieces = space.pieces(box)
        assert max(piece.size for piece in pieces) <= limit
        for values, piece in zip(seen, pieces, strict=True):
            values.extend(np.broadcast_to(piece, pieces[1].shape).ravel().tolist())
    # The pairs of elements that meet are those of the whole arrays.
    pairs = zip(*(np.broadcast_to(array, shape).ravel().tolist() for array in arrays), strict=True)
    assert sorted(zip(*seen, strict=True)) == sorted(pairs)


@pytest.mark.parametrize("shape", [(3, 5), (17, 9), (130, 200)])
@pytest.mark.parametrize("dtype", [np.uint8, np.float16, np.float32, np.complex128])
@pytest.mark.parametrize("against", [True, False])
def test_pieces_are_turned_around(shape, dtype, against):
    source = np.arange(math.prod(shape)).astype(dtype).reshape(shape[::-1]).T
    target = np.zeros(shape, dtype) if against else np.zeros(shape[::-1], dtype).T
    move(source, target, np.empty(padded_bytes(source.size, source.itemsize), np.uint8))
    np.testing.assert_array_equal(target, source)
    memory = np.empty(padded_bytes(source.size, source.itemsize), np.uint8)
    assert padded(memory, shape, np.dtype(dtype)).shape == shape


# Large pieces, several threads, any layout.

SHAPES = {
    "contiguous": ((300_000,), None),
    "transposed": ((700, 500), (1, 700)),
    "every-second": ((700, 500), (1000, 2)),
    "padded": ((700, 500), (533, 1)),
    "repeated-row": ((700, 500), (0, 1)),
    "repeated-column": ((700, 500), (1, 0)),
    "four-dimensions": ((20, 7, 50, 40), (2, 40, 14000, 280)),
}


@pytest.mark.parametrize(("shape", "strides"), SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("dtype", [F32, F16, BF16], ids=["f32", "f16", "bf16"])
def test_layouts(shape, strides, dtype, monkeypatch):
    monkeypatch.setattr(chained, "THREADS_FROM", 1)
    monkeypatch.setattr(chained, "LOOP_THREADS_FROM", 1)
    monkeypatch.setattr(chained, "THREADS", 3)
    monkeypatch.setattr(chained, "CHUNK", 40_000)
    monkeypatch.setattr(loops, "PIECE", 30_011)
    monkeypatch.setattr(loops, "TILED_PIECE", (130, 300))
    plan, arrays = bce(0, dtype, shape=shape, strides=strides)
    expected = result(plan, arrays, "reference")
    for name in ENGINES:
        assert result(plan, arrays, name) == expected, name


@needs_numba
@pytest.mark.parametrize("strides", [None, (1, 700)], ids=["contiguous", "transposed"])
def test_what_was_made_for_some_arrays_runs_on_them_again(strides, monkeypatch):
    monkeypatch.setattr(chained, "LOOP_THREADS_FROM", 1)
    monkeypatch.setattr(loops, "PIECE", 5_000)
    monkeypatch.setattr(loops, "TILED_PIECE", (64, 256))
    plan, arrays = bce(0, shape=(700, 500), strides=strides)
    arrays = kept(arrays)
    target = arrays[id(plan.steps[-1].output)]
    for factor in (1, 2, 3):
        arrays[id(plan.user_buffers[0])][...] *= factor
        expected = result(plan, dict(arrays), "reference")
        assert result(plan, arrays, "numba") == expected
        assert len(arrays.ready) == len(chained._chains(plan))
    target[...] = 0
    # Streams may run it at the same time: each run takes all pieces.
    threads = [threading.Thread(target=engine.execute, args=(plan, arrays, "numba")) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert target.tobytes() == expected


def kept(arrays):
    """As device memory keeps them for the next run."""
    made = Operands()
    made.update(arrays)
    return made


# Borders of tiles (64 x 256) and of squares (8 x 8), in every layout of what is read and what is written.

ROWS, COLUMNS = 67, 275
STRIDES = {
    "row": (COLUMNS, 1),
    "turned": (1, ROWS),
    "turned-apart": (2, 2 * ROWS),
    "turned-backwards": (-1, ROWS),
    "second": (2 * COLUMNS, 2),
    "third": (3 * COLUMNS, 3),
    "backwards": (COLUMNS, -1),
    "held": (1, 0),
    "repeated": (0, 1),
}
BLOCK = 3 * ROWS * COLUMNS


def place_of(number, lies, dtype):
    """A view in the given layout of the block's third of that number."""
    strides = STRIDES[lies]
    low, _ = view_reach((ROWS, COLUMNS), strides, 0)
    return tensor(
        (ROWS, COLUMNS), dtype, strides=strides, offset=3 * BLOCK * number - low, storage=(9 * BLOCK,)
    )


def same_bits(executor, monkeypatch, *, layout_from=0):
    monkeypatch.setattr(chained, "LAYOUT_FROM", layout_from)
    monkeypatch.setattr(chained, "THREADS", 1)
    plan, left = executor.plan, []
    itemsize = plan.user_buffers[0].np_dtype.itemsize
    values = np.random.default_rng(0).integers(1, 60, 9 * BLOCK * itemsize, np.uint8)
    for name in ("reference", *ENGINES):
        block = values.copy()
        engine.execute(plan, arrays_of(plan, block), name)
        left.append(block.tobytes())
        assert left[-1] == left[0], name
    assert left[0] != values.tobytes()


@pytest.mark.parametrize("lies", STRIDES)
@pytest.mark.parametrize("dtype", [U8, F32], ids=dtype_name)
def test_layouts_of_what_is_read(lies, dtype, monkeypatch):
    operands = (place_of(number, layout, dtype) for number, layout in enumerate((lies, "row", "row")))
    same_bits(compiled("aclnnMul", *operands), monkeypatch)


@pytest.mark.parametrize("lies", [lies for lies, strides in STRIDES.items() if all(strides)])
@pytest.mark.parametrize("dtype", [BF16, S64], ids=dtype_name)
def test_layouts_of_what_is_written(lies, dtype, monkeypatch):
    operands = (place_of(number, layout, dtype) for number, layout in enumerate(("row", "row", lies)))
    same_bits(compiled("aclnnMul", *operands), monkeypatch)


@pytest.mark.parametrize("lies", [lies for lies, strides in STRIDES.items() if all(strides)])
def test_layouts_of_what_is_changed_in_place(lies, monkeypatch):
    operands = (place_of(number, layout, F32) for number, layout in enumerate((lies, "row")))
    same_bits(compiled("aclnnInplaceMul", *operands), monkeypatch)


@pytest.mark.parametrize("lies", ["turned", "second", "held"])
def test_small_tensors_are_packed(lies, monkeypatch):
    operands = (place_of(number, layout, F32) for number, layout in enumerate((lies, "row", "row")))
    same_bits(compiled("aclnnMul", *operands), monkeypatch, layout_from=BLOCK)


def test_a_helper_that_fails_fails_the_launch():
    caller = threading.current_thread()
    both_there = threading.Barrier(2)

    def work():
        both_there.wait()
        if threading.current_thread() is not caller:
            raise ValueError("helper")

    with pytest.raises(ValueError, match="helper"):
        workers.share(work, 2)


def test_helpers_after_a_fork():
    """A child has none of its parent's threads and must start its own."""
    program = """
import os, threading
from aclnn_emu.plan.engine import workers
workers.THREADS = 2
barrier = threading.Barrier(2)
workers.share(barrier.wait, 2)
child = os.fork()
if not child:
    barrier = threading.Barrier(2)
    workers.share(barrier.wait, 2)
    os._exit(7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    command = [sys.executable, "-W", "ignore", "-c", program]
    found = subprocess.run(  # noqa: S603 - our own text
        command, check=False, capture_output=True, text=True, timeout=60
    )
    assert found.stdout == "7\n", found.stderr


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("dtype", [F32, F16], ids=["f32", "f16"])
@pytest.mark.parametrize("strides", [None, (1, 2000)], ids=["contiguous", "transposed"])
def test_extra_memory(name, dtype, strides):
    """Less than 2 MiB beyond operands and workspace, with the scratch that threads keep; a temporary would be 8."""
    plan, arrays = bce(0, dtype, shape=(2000, 2000), strides=strides)
    engine.execute(plan, arrays, name)
    tracemalloc.start()
    try:
        engine.execute(plan, arrays, name)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak + workers.THREADS * SCRATCH_BYTES < 2 << 20


# Which engine.


@needs_numba
def test_auto_compiles_when_it_pays(monkeypatch):
    plan, arrays = bce(1 << 17)
    monkeypatch.setattr(loops, "_loops", {})
    monkeypatch.setattr(chained, "_without_loop", {})
    monkeypatch.setattr(chained, "COMPILE_AFTER", 3 << 17)
    expected = result(plan, arrays, "reference")
    compiled_after = []
    for _ in range(5):
        assert result(plan, arrays, "auto") == expected
        compiled_after.append(len(loops._loops))
    assert compiled_after == [0, 0, 0, 1, 1]


def test_small_tensors_never_touch_numba():
    program = """
import sys
import numpy as np
import aclnn_emu as emu
with emu.Device(0), emu.Stream() as stream:
    x = emu.Tensor.from_numpy(np.ones(1 << 16, np.float32))
    for _ in range(20):
        status, executor = emu.ops.mul.get_workspace_size(x, x, x)
        emu.run(None, executor, stream)
        stream.synchronize()
print("numba" in sys.modules)
"""
    found = subprocess.run(  # noqa: S603 - our own text
        [sys.executable, "-c", program], check=False, capture_output=True, text=True, timeout=60
    )
    assert found.stdout == "False\n", found.stderr


@needs_numba
def test_auto_goes_on_where_numba_does_not_work(monkeypatch):
    plan, arrays = bce(1 << 17)
    expected = result(plan, arrays, "reference")

    def broken(*_):
        raise ImportError("no LLVM")

    monkeypatch.setattr(loops, "_loops", {})
    monkeypatch.setattr(loops, "_load", broken)
    monkeypatch.setattr(chained, "_without_loop", {})
    monkeypatch.setattr(chained, "COMPILE_AFTER", 0)
    assert result(plan, arrays, "auto") == expected
    with pytest.raises(ImportError):
        result(plan, arrays, "numba")


@needs_numba
def test_a_spoilt_cache_is_replaced(monkeypatch, tmp_path):
    monkeypatch.setenv("ACLNN_EMU_CACHE", str(tmp_path))
    plan, arrays = bce(1000)
    expected = result(plan, arrays, "reference")
    monkeypatch.setattr(loops, "_loops", {})
    assert result(plan, arrays, "numba") == expected
    (kept,) = tmp_path.glob("loops/__pycache__/*.nbc")
    kept.write_bytes(b"spoilt")
    monkeypatch.setattr(loops, "_loops", {})
    assert result(plan, arrays, "numba") == expected
    assert not list(tmp_path.glob("loops/*.py"))  # and so the next process writes all anew


@needs_numba
def test_a_cache_that_cannot_be_written(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ACLNN_EMU_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr(loops, "_loops", {})
    plan, arrays = bce(1000)
    assert result(plan, arrays, "numba") == result(plan, arrays, "reference")
