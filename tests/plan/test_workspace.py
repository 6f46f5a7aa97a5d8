"""Order of the steps, lives and places in the workspace: by hand, and as properties of random graphs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aclnn_emu.core.dtypes import DataType
from aclnn_emu.kernels import data
from aclnn_emu.plan.graph import Buffer, Step
from aclnn_emu.plan.workspace import depth_first_order, lay_out, padded_size


def graph(*rows):
    """Steps from rows (name, names that it reads, bytes of its output).

    A name that no row makes is a user tensor; so is an output of None bytes.
    """
    made = {}
    steps = []
    for name, reads, nbytes in rows:
        size = 4 if nbytes is None else nbytes
        slot = 0 if nbytes is None else None
        output = Buffer(name, (size,), DataType.ACL_UINT8, (1,), storage_shape=(size,), slot=slot)
        inputs = tuple(
            made.get(read) or Buffer(read, (4,), DataType.ACL_UINT8, (1,), slot=1) for read in reads
        )
        made[name] = output
        steps.append(Step(name, data.copy, inputs, (output,), {}))
    return steps


# Bytes + 32, rounded up to 512.


@pytest.mark.parametrize(
    ("nbytes", "padded"),
    [
        (0, 512),
        (1, 512),
        (480, 512),
        (481, 1024),
        (512, 1024),
        (992, 1024),
        (993, 1536),
        (1024, 1536),
        (4000, 4096),
    ],
)
def test_padded_size(nbytes, padded):
    assert padded_size(nbytes) == padded


# Depth first, from the first step that needs nothing.

ORDERS = {
    "chain": ([("a", "", 4), ("b", "a", 4), ("c", "b", 4)], "a b c"),
    "one-branch-to-its-end": ([("a", "", 4), ("b", "", 4), ("c", "a", 4), ("d", "b", 4)], "a c b d"),
    "a-step-waits-for-all-it-reads": ([("a", "", 4), ("b", "", 4), ("c", "ab", 4)], "a b c"),
    "the-last-reader-goes-first": ([("a", "", 4), ("b", "a", 4), ("c", "a", 4)], "a c b"),
    "diamond": ([("a", "", 4), ("b", "a", 4), ("c", "a", 4), ("d", "bc", 4)], "a c b d"),
    "reads-one-twice": ([("a", "", 4), ("b", "aa", 4), ("c", "b", 4)], "a b c"),
    "user-tensors-are-no-edges": ([("a", "x", None), ("b", "a", 4)], "a b"),
    # Binary cross entropy backward without a weight: OnesLike, three Casts, the kernel, Cast.
    "backward": (
        [("o", "x", 4), ("g", "y", 4), ("s", "x", 4), ("t", "z", 4), ("k", "stgo", 4), ("c", "k", 4)], "o g s t k c",
    ),
    "nothing": ([], ""),
}  # fmt: skip


@pytest.mark.parametrize(("rows", "order"), ORDERS.values(), ids=ORDERS)
def test_order(rows, order):
    assert " ".join(step.name for step in depth_first_order(graph(*rows))) == order


# Places. Each row: the graph, in running order; the offset of each intermediate; the size; the size without reuse.

LAYOUTS = {
    "nothing": ([], {}, 0, 0),
    "user-output": ([("a", "x", None)], {}, 0, 0),
    "one": ([("a", "x", 100), ("out", "a", None)], {"a": 0}, 512, 512),
    "empty-costs-as-much": ([("a", "x", 0), ("out", "a", None)], {"a": 0}, 512, 512),
    "read-by-the-next-step": (
        [("a", "x", 100), ("b", "a", 600), ("out", "b", None)], {"a": 0, "b": 512}, 1536, 1536
    ),
    # a lives 0..1, b 1..2, c 2..3: c takes the place of a.
    "every-other-one-shares": (
        [("a", "x", 100), ("b", "a", 100), ("c", "b", 100), ("out", "c", None)],
        {"a": 0, "b": 512, "c": 0}, 1024, 1536,
    ),
    "a-place-grows-to-its-largest-tenant": (
        [("a", "x", 100), ("b", "a", 100), ("c", "b", 4000), ("out", "c", None)],
        {"a": 0, "b": 4096, "c": 0}, 4096 + 512, 4096 + 2 * 512,
    ),
    "a-place-does-not-shrink": (
        [("a", "x", 4000), ("b", "a", 100), ("c", "b", 100), ("out", "c", None)],
        {"a": 0, "b": 4096, "c": 0}, 4096 + 512, 4096 + 2 * 512,
    ),
    # At step 3 the places of a and b are free. The later one is taken, although the earlier would fit.
    "the-last-free-place-wins": (
        [("a", "x", 4000), ("b", "x", 100), ("c", "ab", 100), ("d", "c", 4000), ("out", "d", None)],
        {"a": 0, "b": 4096, "c": 8192, "d": 4096}, 2 * 4096 + 512, 2 * 4096 + 2 * 512,
    ),
    "a-value-nobody-reads-is-gone-after-its-step": (
        [("a", "x", 100), ("b", "x", 100), ("out", "b", None)], {"a": 0, "b": 0}, 512, 1024
    ),
    "read-late": (
        [("a", "x", 100), ("b", "a", 100), ("c", "b", 100), ("d", "ac", 100), ("out", "d", None)],
        {"a": 0, "b": 512, "c": 1024, "d": 512}, 1536, 2048,
    ),
    # Four FLOAT intermediates of 1000 elements, all alive when the kernel runs or made by it.
    "backward-of-halves": (
        [("o", "x", 4000), ("g", "y", 4000), ("t", "z", 4000), ("k", "xtgo", 4000), ("out", "k", None)],
        {"o": 0, "g": 4096, "t": 8192, "k": 12288}, 16384, 16384,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("rows", "offsets", "size", "linear"), LAYOUTS.values(), ids=LAYOUTS)
def test_layout(rows, offsets, size, linear):
    steps = graph(*rows)
    assert lay_out(steps) == (size, linear)
    outputs = [step.output for step in steps if not step.output.is_user]
    assert {output.name: output.workspace_offset for output in outputs} == offsets


def test_lives():
    a, b, c, _ = graph(("a", "x", 4), ("b", "a", 4), ("c", "b", 4), ("out", "ac", None))
    lay_out([a, b, c, _])
    assert [(step.output.first, step.output.last) for step in (a, b, c)] == [(0, 3), (1, 2), (2, 3)]


# Any graph.


@st.composite
def graphs(draw):
    rows = []
    for index in range(draw(st.integers(0, 12))):
        reads = draw(st.lists(st.integers(0, index - 1), max_size=3)) if index else []
        is_user = draw(st.integers(0, 5)) == 0
        rows.append(
            (str(index), [str(read) for read in reads], None if is_user else draw(st.integers(0, 2000)))
        )
    return graph(*rows)


@given(graphs())
def test_every_step_runs_once_and_after_what_it_reads(steps):
    order = depth_first_order(steps)
    assert sorted(map(id, order)) == sorted(map(id, steps))
    done = set()
    for step in order:
        made = {id(other.output) for other in steps if not other.output.is_user}
        assert all(id(read) in done for read in step.inputs if id(read) in made)
        done.add(id(step.output))


@given(graphs())
def test_values_that_live_together_lie_apart(steps):
    order = depth_first_order(steps)
    total, linear = lay_out(order)
    outputs = [step.output for step in order if not step.output.is_user]
    assert linear == sum(padded_size(output.nbytes) for output in outputs)
    assert total <= linear
    for place, a in enumerate(outputs):
        assert a.workspace_offset % 512 == 0
        assert a.workspace_offset + a.nbytes + 32 <= total
        for b in outputs[:place]:
            together = a.first <= b.last and b.first <= a.last
            apart = (
                a.workspace_offset + a.nbytes <= b.workspace_offset
                or b.workspace_offset + b.nbytes <= a.workspace_offset
            )
            assert apart or not together
