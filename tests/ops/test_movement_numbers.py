"""Operators that move data: each element of the result against the place that a formula names, for every layout."""

from collections.abc import Callable
from typing import Any

import attrs
import numpy as np
import pytest
from _case import DTYPES, T, but, call, ints, phase_1, s, t
from _draw import SEEDS, layouts
from _index_draws import Base, Draw, Drawn
from _movement import (
    ASSIGN,
    CHUNK_CAT,
    CONFUSION,
    DIAG,
    DIAG_FLAT,
    EXPAND,
    EYE,
    FILL_DIAGONAL,
    FILL_ONE,
    FILL_SCALAR,
    FILL_TENSOR,
    FLATTEN,
    FLIP,
    INPLACE_TRIL,
    INPLACE_TRIU,
    INTERLEAVE,
    INTERLEAVE_DIM,
    INTERLEAVE_GRAD,
    INTERLEAVE_INT,
    INTERLEAVE_INT_DIM,
    INTERLEAVE_TENSOR,
    ONLY_ON,
    PERMUTE,
    REPEAT,
    ROLL,
    SHUFFLE,
    SLICE,
    SLICE_V2,
    SPLIT,
    SPLIT_SIZES,
    STACK,
    STRIDED,
    TRIL,
    TRIU,
)
from _run import run, tensors
from hypothesis import given, settings
from hypothesis import strategies as st

from aclnn_emu.errors import RtDeviceFault

F32, F16, BF16, S32, S64 = (DTYPES[name] for name in ("f32", "f16", "bf16", "s32", "s64"))


def places(shape, pick):
    """An array whose element at each index is what `pick` says."""
    made = np.zeros(shape)
    for index in np.ndindex(shape):
        made[index] = pick(*index)
    return made


@attrs.frozen
class Row:
    """A call, and a formula for its result.

    Attributes:
        name: of the row.
        call: with tensors of FLOAT.
        expected: the result from the inputs, by parameter name.
        out: the parameter that is written.
        others: those written besides.
        fixed: what inputs hold that the test does not draw.
        soc: the chip; the first that has the operator by default.
    """

    name: str
    call: Any
    expected: Callable[[dict[str, Any]], Any]
    out: str = "out"
    others: tuple[str, ...] = ()
    fixed: dict[str, Any] = attrs.field(factory=dict)
    soc: str | None = None

    @property
    def id(self):
        return f"{self.call.op.removeprefix('aclnn')}-{self.name}"


def self_at(shape, pick):
    """Elements of self, at the index that `pick` says for one of the result."""
    return lambda x: places(shape, lambda *index: x["self"][pick(*index)])


def strided(shape, begin, end, strides, out, *, begin_mask=0, end_mask=0, ellipsis=0, new=0, shrink=0):
    return call(
        STRIDED.op, self=t(F32, shape), begin=ints(*begin), end=ints(*end), strides=ints(*strides), beginMask=begin_mask,
        endMask=end_mask, ellipsisMask=ellipsis, newAxisMask=new, shrinkAxisMask=shrink, out=t(F32, out),
    )  # fmt: skip


def chunked(x):
    """Two chunks: of 3 rows in twos, the last filled up, and of 2 rows in ones."""
    first, second = x["tensors[0]"], x["tensors[1]"]
    return places(
        (2, 6),
        lambda i, j: (
            second[i, j - 4] if j >= 4 else first[2 * i + j // 2, j % 2] if 2 * i + j // 2 < 3 else 0
        ),
    )


def counted(counts):
    """Which element each copy is of."""
    return [element for element, count in enumerate(counts) for _ in range(count)]


SIX, THREE = [1, 0, 2, 3, 1, 2], [2, 0, 3]
MATRIX, TALL = (3, 4), (7, 3)

ROWS = (
    Row("turned", but(PERMUTE, self=t(F32, (2, 3, 4)), dims=ints(2, 0, 1), out=t(F32, (4, 2, 3))),
        self_at((4, 2, 3), lambda i, j, k: (j, k, i))),
    Row("negative", but(PERMUTE, self=t(F32, (2, 3, 4)), dims=ints(-1, 0, -2), out=t(F32, (4, 2, 3))),
        self_at((4, 2, 3), lambda i, j, k: (j, k, i))),
    Row("scalar", but(PERMUTE, self=t(F32, ()), dims=ints(), out=t(F32, ())), lambda x: x["self"]),
    Row("rows", but(EXPAND, self=t(F32, (3, 1)), size=ints(2, 3, 4), out=t(F32, (2, 3, 4))),
        self_at((2, 3, 4), lambda i, j, k: (j, 0))),
    Row("scalar", but(EXPAND, self=t(F32, ()), size=ints(2), out=t(F32, (2,))), self_at((2,), lambda i: ())),
    Row("scalar-to-scalar", but(EXPAND, self=t(F32, ()), size=ints(), out=t(F32, ())), lambda x: x["self"]),
    *(Row(f"axis{axis}-{soc}", but(FLATTEN, axis=axis, out=t(F32, shape)), lambda x, s=shape: np.reshape(x["self"].tolist(), s),
          soc=soc)
      for axis, shape in ((0, (1, 24)), (1, (2, 12)), (-1, (6, 4))) for soc in ("Ascend910B", "Ascend950")),
    Row("scalar", but(FLATTEN, self=t(F32, ()), axis=0, out=t(F32, (1, 1))), self_at((1, 1), lambda i, j: ())),
    Row("pairs", SHUFFLE, self_at((1, 6, 2), lambda n, c, w: (n, (c % 2) * 3 + c // 2, w))),
    Row("transpose-first", CONFUSION, lambda x: places((6,), lambda i: x["x"][i % 2, i // 2])),
    Row("shape-first", but(CONFUSION, shape=ints(3, 2), transpose_first=False, out=t(F32, (2, 3))),
        lambda x: places((2, 3), lambda i, j: x["x"][divmod(2 * j + i, 3)])),
    *(Row(f"dim{dim}", but(STACK, dim=dim, out=t(F32, shape)),
          lambda x, s=shape, d=dim % 3: places(s, lambda *i: x[f"tensors[{i[d]}]"][i[:d] + i[d + 1:]]))
      for dim, shape in ((0, (2, 2, 3)), (1, (2, 2, 3)), (-1, (2, 3, 2)))),
    Row("one", but(STACK, tensors=[t(F32, (2, 3))], dim=1, out=t(F32, (2, 1, 3))),
        lambda x: places((2, 1, 3), lambda i, j, k: x["tensors[0]"][i, k])),
    Row("last-is-shorter", SPLIT, lambda x: (x["self"][:3], x["self"][3:]), "out[0]", ("out[1]",)),
    Row("columns", but(SPLIT, self=t(F32, (2, 4)), splitSections=2, dim=-1, out=[t(F32, (2, 2)), t(F32, (2, 2))]),
        lambda x: (x["self"][:, :2], x["self"][:, 2:]), "out[0]", ("out[1]",)),
    Row("whole", but(SPLIT, splitSections=5, out=[t(F32, (5, 3))]), lambda x: x["self"], "out[0]"),
    Row("sizes", SPLIT_SIZES, lambda x: (x["self"][:1], x["self"][1:]), "out[0]", ("out[1]",)),
    Row("one-size", but(SPLIT_SIZES, splitSize=ints(5), out=[t(F32, (5, 3))]), lambda x: x["self"], "out[0]"),
    Row("filled-up", CHUNK_CAT, chunked),
    Row("step", SLICE, self_at((2, 3), lambda i, j: (1 + 2 * i, j))),
    Row("from-behind", but(SLICE, start=-3, end=-1, step=1), self_at((2, 3), lambda i, j: (1 + i, j))),
    Row("beyond", but(SLICE, dim=-1, start=-9, end=99, step=2, out=t(F32, (4, 2))), self_at((4, 2), lambda i, j: (i, 2 * j))),
    Row("axes", SLICE_V2, self_at((2, 2), lambda i, j: (1 + 2 * i, j))),
    Row("one-axis", but(SLICE_V2, axes=ints(-1), starts=ints(-2), ends=ints(9), steps=ints(1), out=t(F32, (4, 2))),
        self_at((4, 2), lambda i, j: (i, 1 + j))),
    Row("plain", STRIDED, self_at((2, 2), lambda i, j: (1 + 2 * i, j))),
    Row("nothing", strided((2, 3), (), (), (), (2, 3)), lambda x: x["self"]),
    Row("backwards", strided((4, 3), (3, 0), (-9, 3), (-2, 1), (2, 3)), self_at((2, 3), lambda i, j: (3 - 2 * i, j))),
    Row("masks", strided((4, 3), (2, 1), (3, 2), (1, 1), (4, 2), begin_mask=1, end_mask=3), self_at((4, 2), lambda i, j: (i, 1 + j))),
    Row("shrinks", strided((4, 3), (-1, 0), (0, 9), (1, 2), (2,), shrink=1), self_at((2,), lambda j: (3, 2 * j))),
    Row("new", strided((4, 3), (0, 1), (9, 3), (1, 1), (1, 2, 3), new=1), self_at((1, 2, 3), lambda n, i, j: (1 + i, j))),
    Row("dots", strided((2, 3, 4), (0, 1), (9, 3), (1, 1), (2, 3, 2), ellipsis=1),
        self_at((2, 3, 2), lambda i, j, k: (i, j, 1 + k))),
    Row("dots-behind", strided((2, 3, 4), (1, 0), (2, 0), (1, 1), (1, 3, 4), ellipsis=2),
        self_at((1, 3, 4), lambda i, j, k: (1 + i, j, k))),
    Row("steps", ASSIGN, lambda x: places((4, 3), lambda i, j: x["inputValue"][(i - 1) // 2, j] if i % 2 and j < 2
                                          else x["varRef"][i, j]), "varRef"),
    Row("an-axis", but(ASSIGN, begin=ints(1), end=ints(3), strides=ints(1), axesOptional=ints(-1), inputValue=t(F32, (4, 2))),
        lambda x: places((4, 3), lambda i, j: x["inputValue"][i, j - 1] if j else x["varRef"][i, j]), "varRef"),
    Row("rows", FLIP, self_at((2, 3), lambda i, j: (1 - i, j))),
    Row("both", but(FLIP, dims=ints(-1, 0)), self_at((2, 3), lambda i, j: (1 - i, 2 - j))),
    Row("none", but(FLIP, dims=ints()), lambda x: x["self"]),
    Row("scalar", but(FLIP, self=t(F32, ()), dims=ints(0), out=t(F32, ())), lambda x: x["self"]),
    *(Row(f"{name}-{soc}", but(ROLL, x=t(F32, shape), shifts=ints(*shifts), dims=ints(*dims), out=t(F32, shape)),
          lambda x, s=shape, p=pick: places(s, lambda *i: x["x"][p(*i)]), soc=soc)
      for soc in ("Ascend910B", "Ascend950")
      for name, shape, shifts, dims, pick in (
          ("columns", (2, 3), (1,), (1,), lambda i, j: (i, (j - 1) % 3)),
          ("rows", (2, 3), (-5,), (0,), lambda i, j: ((i + 5) % 2, j)),
          ("two", (2, 3, 2), (1, 2), (-1, 1), lambda i, j, k: (i, (j - 2) % 3, (k - 1) % 2)),
          ("again", (5,), (1, 2), (0, 0), lambda i: ((i - 3) % 5,)),
          ("all", (2, 3), (4,), (), lambda i, j: divmod((3 * i + j - 4) % 6, 3)),
          ("a-row", (1, 4), (7, 1, 2), (0, 1, -1), lambda i, j: (0, (j - 3) % 4)),
          ("scalar", (), (3,), (), lambda: ()),
      )),
    Row("rows", REPEAT, self_at((4, 3), lambda i, j: (i % 2, j))),
    Row("new", but(REPEAT, repeats=ints(2, 1, 2), out=t(F32, (2, 2, 6))), self_at((2, 2, 6), lambda n, i, j: (i, j % 3))),
    Row("scalar", but(REPEAT, self=t(F32, ()), repeats=ints(3), out=t(F32, (3,))), self_at((3,), lambda i: ())),
    Row("scalar-once", but(REPEAT, self=t(F32, ()), repeats=ints(), out=t(F32, ())), lambda x: x["self"]),
    Row("each", INTERLEAVE, self_at((9,), lambda i: divmod(counted(SIX)[i], 3)), fixed={"repeats": SIX}),
    Row("one-for-all", but(INTERLEAVE, repeats=t(S64, (1,)), outputSize=12, out=t(F32, (12,))),
        self_at((12,), lambda i: divmod(i // 2, 3)), fixed={"repeats": [2]}),
    Row("once", but(INTERLEAVE, repeats=t(S32, ()), outputSize=6, out=t(F32, (6,))), self_at((6,), lambda i: divmod(i, 3)),
        fixed={"repeats": 1}),
    Row("a-dim", INTERLEAVE_DIM, self_at((2, 5), lambda i, j: (i, counted(THREE)[j])), fixed={"repeats": THREE}),
    Row("large-dim", but(INTERLEAVE_DIM, self=t(F32, (2, 200)), repeats=t(S64, ()), outputSize=400, out=t(F32, (2, 400))),
        self_at((2, 400), lambda i, j: (i, j // 2)), fixed={"repeats": 2}),
    *(Row(f"int-{soc}", INTERLEAVE_INT, self_at((12,), lambda i: divmod(i // 2, 3)), soc=soc) for soc in ("Ascend910B", "Ascend950")),
    Row("int-once", but(INTERLEAVE_INT, repeats=1, outputSize=6, out=t(F32, (6,))), self_at((6,), lambda i: divmod(i, 3))),
    *(Row(f"int-dim-{soc}", INTERLEAVE_INT_DIM, self_at((2, 6), lambda i, j: (i, j // 2)), soc=soc)
      for soc in ("Ascend910B", "Ascend950")),
    Row("int-dim-once", but(INTERLEAVE_INT_DIM, repeats=1, outputSize=3, out=t(F32, (2, 3))), lambda x: x["self"]),
    *(Row(f"d{d}", but(TRIL, self=t(F32, (2, *MATRIX)), diagonal=d, out=t(F32, (2, *MATRIX))),
          lambda x, d=d: places((2, *MATRIX), lambda n, i, j: x["self"][n, i, j] if j - i <= d else 0))
      for d in (-3, -1, 0, 2, 9, 2**62)),
    *(Row(f"d{d}", but(TRIU, self=t(F32, (2, *MATRIX)), diagonal=d, out=t(F32, (2, *MATRIX))),
          lambda x, d=d: places((2, *MATRIX), lambda n, i, j: x["self"][n, i, j] if j - i >= d else 0))
      for d in (-(2**62), -2, 0, 1, 3, 9)),
    Row("low", INPLACE_TRIL, lambda x: places((2, 3), lambda i, j: x["selfRef"][i, j] if j <= i else 0), "selfRef"),
    Row("high", INPLACE_TRIU, lambda x: places((2, 3), lambda i, j: x["selfRef"][i, j] if j >= i else 0), "selfRef"),
    *(Row(f"of-matrix{d}", but(DIAG, self=t(F32, MATRIX), diagonal=d, out=t(F32, (n,))),
          self_at((n,), lambda i, d=d: (i + max(-d, 0), i + max(d, 0)))) for d, n in ((0, 3), (1, 3), (3, 1), (-1, 2), (-2, 1))),
    *(Row(f"of-row{d}", but(DIAG, self=t(F32, (2,)), diagonal=d, out=t(F32, (3, 3))),
          lambda x, d=d: places((3, 3), lambda i, j: x["self"][min(i, j)] if j - i == d else 0)) for d in (1, -1)),
    Row("flat", but(DIAG_FLAT, self=t(F32, (2, 2)), diagonal=-1, out=t(F32, (5, 5))),
        lambda x: places((5, 5), lambda i, j: x["self"][divmod(j, 2)] if i - j == 1 else 0)),
    Row("wide", EYE, lambda x: places((2, 3), lambda i, j: i == j), soc="Ascend950"),
    *(Row(f"tall-{wrap}", but(FILL_DIAGONAL, selfRef=t(F32, TALL), wrap=wrap),
          lambda x, w=wrap: places(TALL, lambda i, j: 2 if (i % 4 == j if w else i == j) else x["selfRef"][i, j]), "selfRef")
      for wrap in (True, False)),
    Row("cube", but(FILL_DIAGONAL, selfRef=t(F32, (3, 3, 3))),
        lambda x: places((3, 3, 3), lambda i, j, k: 2 if i == j == k else x["selfRef"][i, j, k]), "selfRef"),
    Row("scalar", FILL_SCALAR, lambda x: np.full((2, 3), 2.0), "selfRef"),
    Row("no-dimension", but(FILL_SCALAR, selfRef=t(F32, ())), lambda x: 2.0, "selfRef"),
    Row("tensor", FILL_TENSOR, lambda x: np.full((2, 3), x["value"][0]), "selfRef"),
    Row("ones", FILL_ONE, lambda x: np.ones((2, 3)), "selfRef"),
)  # fmt: skip

DTYPE = st.sampled_from([F32, F16, BF16, S32])
KEEP = {"repeats"}  # of a dtype of its own


def relaid(data, row, dtype):
    """The call with this dtype, its tensors in drawn layouts; small whole numbers for all inputs."""
    written = {row.out, *row.others}

    def one(name, tensor):
        kept = tensor.dtype if name in KEEP else dtype
        return data.draw(layouts(kept, tensor.shape, writable=name in written | KEEP))

    args = {}
    for name, value in row.call.args.items():
        if isinstance(value, T):
            args[name] = one(name, value)
        elif isinstance(value, list):
            args[name] = [one(f"{name}[{i}]", item) for i, item in enumerate(value)]
        else:
            args[name] = value
    return call(row.call.op, **args)


@settings(max_examples=4)
@given(data=st.data(), dtype=DTYPE, seed=SEEDS)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_each_element_comes_from_its_place(row, data, dtype, seed):
    if row.call.op == CHUNK_CAT.op and dtype == S32:
        dtype = F16
    # aclnnConfusionTranspose writes its out as it lies in memory.
    made_for = row.call if row.call.op == CONFUSION.op else relaid(data, row, dtype)
    rng = np.random.default_rng(seed)
    outputs = {row.out, *row.others} - {"selfRef", "varRef"}
    values = {
        name: row.fixed.get(name, rng.integers(-50, 50, spec.shape))
        for name, spec in tensors(made_for)
        if name not in outputs
    }
    soc = row.soc or ONLY_ON.get(row.call.op, ("Ascend910B",))[0]
    found = run(made_for, values, out=(row.out, *row.others) if row.others else row.out, soc=soc)
    expected = row.expected(dict(found.inputs))
    expected = expected if isinstance(expected, tuple) else (expected,)
    np.testing.assert_array_equal(found.out.astype(np.float64), expected[0])
    for name, wanted in zip(row.others, expected[1:], strict=True):
        np.testing.assert_array_equal(found.outs[name].astype(np.float64), wanted)


def copied(d, length):
    """How often each of so many elements comes."""
    return d.rng.integers(0, 4, length)


@settings(max_examples=5)
@given(data=st.data(), seed=SEEDS)
def test_places_repeat_as_often_as_they_say(data, seed):
    d = Draw(data, np.random.default_rng(seed))
    soc, dtype = d.chip(Base(INTERLEAVE_TENSOR, ("repeats", "out")))
    length = d.number(0, 6)
    counts = copied(d, length)
    total = int(counts.sum())
    made_for = but(
        INTERLEAVE_TENSOR, repeats=d.out(dtype, (length,)), outputSize=total, out=d.out(dtype, (total,))
    )
    Drawn(made_for, soc, {"repeats": counts}, lambda _: {"out": np.array(counted(counts), int)}).check()


@settings(max_examples=5)
@given(data=st.data(), seed=SEEDS)
def test_the_gradient_sums_the_copies(data, seed):
    d = Draw(data, np.random.default_rng(seed))
    soc, dtype = d.chip(Base(INTERLEAVE_GRAD, ("yGrad", "out")))
    shape, one = d.shape(1, 8), d.flag()
    dim, axis = d.dim(shape)
    length = shape[axis]
    counts = np.full(length, d.number(0, 3)) if one else copied(d, length)
    copies = counted(counts)
    grad = (*shape[:axis], len(copies), *shape[axis + 1 :])
    made_for = but(
        INTERLEAVE_GRAD, yGrad=d.tensor(dtype, grad), repeats=d.index((1,) if one else (length,), shared=False), axis=dim,
        out=d.out(dtype, shape),
    )  # fmt: skip

    def expected(x):
        made = np.zeros(shape)
        for place in np.ndindex(*grad):
            made[(*place[:axis], copies[place[axis]], *place[axis + 1 :])] += x["yGrad"][place]
        return {"out": made}

    values = {"yGrad": d.small(dtype, grad, 1, 9), "repeats": counts[:1] if one else counts}
    Drawn(made_for, soc, values, expected, near=dtype).check()


def test_a_half_gradient_is_rounded_once():
    values = np.array([[2048.0, 1, 1, 1, 1]])
    made_for = but(INTERLEAVE_GRAD, yGrad=t(F16, (1, 5)), repeats=t(S64, (1,)), out=t(F16, (1, 1)))
    assert run(made_for, {"yGrad": values, "repeats": [5]}).out.item() == 2052


def test_eye_ignores_strides_before_950():
    made_for = but(EYE, out=t(F32, (2, 3), strides=(1, 2), storage=(6,)))
    old, new = (phase_1(made_for, soc).plan.steps for soc in ("Ascend910B", "Ascend950"))
    assert [(step.name, step.output.strides) for step in old] == [("Eye", (3, 1))]
    assert [(step.name, step.output.strides) for step in new] == [("Eye", (3, 1)), ("ViewCopy", (1, 2))]
    assert run(but(EYE, n=3, m=2, out=t(F32, (3, 2))), {}).out.tolist() == [[1, 0], [0, 1], [0, 0]]


def test_filled_values_are_converted_as_c_does():
    assert run(
        but(FILL_SCALAR, selfRef=t(S32, (2,)), value=s(F32, -1.9)), {}, out="selfRef"
    ).out.tolist() == [-1, -1]
    made_for = but(FILL_TENSOR, selfRef=t(S32, (2,)), value=t(F32, ()))
    assert run(made_for, {"value": -1.9}, out="selfRef").out.tolist() == [-1, -1]


@pytest.mark.parametrize(
    "dtype", sorted(set(DTYPES) & {"s8", "u8", "s16", "s32", "s64", "bool", "f64", "c64", "f32"})
)
def test_moves_keep_every_dtype(dtype):
    values = [[1, 0, 1], [0, 0, 1]]
    kind = DTYPES[dtype]
    for base in (FLIP, PERMUTE, REPEAT, STACK):
        args = {"self": t(kind, (2, 3))} if "self" in base.args else {"tensors": [t(kind, (2, 3))]}
        out = {"aclnnFlip": (2, 3), "aclnnPermute": (3, 2), "aclnnRepeat": (4, 3), "aclnnStack": (1, 2, 3)}[
            base.op
        ]
        expected = {"aclnnFlip": values[::-1], "aclnnPermute": [[1, 0], [0, 0], [1, 1]], "aclnnRepeat": values * 2,
                    "aclnnStack": [values]}[base.op]  # fmt: skip
        name = "self" if "self" in base.args else "tensors[0]"
        found = run(but(base, **args, out=t(kind, out)), {name: values})
        np.testing.assert_array_equal(found.out.real.astype(float), expected)


@pytest.mark.parametrize(
    ("repeats", "message"),
    [([1, 0, 2, 3, 1, 3], "ACLNN-PARAM-151"), ([1, -1, 3, 3, 1, 2], "ACLNN-PARAM-152")],
)
def test_repeats_that_do_not_fit_stop_the_stream(repeats, message):
    with pytest.raises(RtDeviceFault) as refused:
        run(INTERLEAVE, {"self": np.zeros((2, 3)), "repeats": repeats})
    assert (refused.value.status, refused.value.message_id) == (507035, message)
