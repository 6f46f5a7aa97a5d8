"""Padding, its gradients and windows: refusals and their order, plans and workspace."""

import pytest
from _case import (
    DTYPES,
    INNER_NULLPTR,
    INVALID,
    NC1HWC0,
    NCHW,
    NEW_SOCS,
    NO_KERNEL,
    NULLPTR,
    SOCS,
    TILING,
    Case,
    accepted_dtypes,
    but,
    ints,
    outcome,
    padded,
    phase_1,
    s,
    t,
    with_dtypes,
)
from _movement import CONSTANT_PAD, IM2COL, KINDS, PADS, UNFOLD_GRAD

F32, F16, F64, BF16, BOOL, C64, S32, S64 = (
    DTYPES[name] for name in ("f32", "f16", "f64", "bf16", "bool", "c64", "s32", "s64")
)
R = "Ascend950"
NULL, RANK, DTYPE, SAME, FORMAT, SHAPE, RESULT, PRIVATE, DIM, TOO_LOW, RANK_IS, COUNT, FEW = (
    f"ACLNN-PARAM-{n:03}" for n in (1, 2, 3, 4, 5, 6, 9, 23, 24, 42, 62, 140, 141)
)
BOUND, SHRUNK, BATCH = "ACLNN-PARAM-146", "ACLNN-PARAM-147", "ACLNN-PARAM-148"

ALL_950 = {
    "f32",
    "s32",
    "f16",
    "s8",
    "f64",
    "s16",
    "s64",
    "u64",
    "u32",
    "u16",
    "u8",
    "bool",
    "c64",
    "c128",
    "bf16",
    "hif8",
    "f8e5m2",
    "f8e4m3fn",
    "f8e8m0",
}


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize("key", KINDS, ids=str)
def test_dtypes(key, soc):
    forward, backward = PADS[key]
    if key[0] == "Circular":
        expected = {"f32", "bf16", "f16", "s32", "s8"}
    elif soc == R:
        expected = ALL_950
    elif key[0] == "Reflection":
        expected = {"f32", "s32", "s64", "f16", "s16", "f64", "s8", "u8", "bool"}
        expected |= {"bf16", "c64", "c128"} if soc in NEW_SOCS else set()
    else:
        expected = {"f32", "s32", "s64", "f16", "s16", "f64", "s8", "u8", "c64", "c128", "bf16"}
    assert accepted_dtypes(forward, "self", soc) == accepted_dtypes(forward, "out", soc) == expected
    grad = {"f32", "f16", "bf16"} | (set() if key[0] == "Circular" else {"f64", "c64", "c128"})
    for name in ("gradOutput", "self", "gradInput"):
        assert accepted_dtypes(backward, name, soc) == grad


def test_dtypes_of_the_others():
    listed = {
        "f32",
        "s32",
        "f16",
        "s8",
        "f64",
        "s16",
        "s64",
        "u64",
        "u32",
        "u16",
        "u8",
        "bool",
        "c64",
        "c128",
    }
    small = {"hif8", "f8e5m2", "f8e4m3fn", "f8e8m0", "f4e2m1", "f4e1m2"}
    for soc in SOCS:
        found = {k for k, d in DTYPES.items() if outcome(with_dtypes(CONSTANT_PAD, d), soc)[1] != DTYPE}
        assert found == listed | ({"bf16"} if soc in NEW_SOCS else set()) | (small if soc == R else set())
        columns = {
            "s8",
            "u8",
            "s16",
            "u16",
            "s32",
            "u32",
            "s64",
            "u64",
            "bf16",
            "f16",
            "f32",
            "f64",
            "bool",
            "c32",
            "c64",
        }
        assert accepted_dtypes(IM2COL, "self", soc) == (columns if soc == R else {"f32", "f16", "bf16"})
        for name in ("gradOut", "gradIn"):
            assert accepted_dtypes(UNFOLD_GRAD, name, soc) == {"f32", "f16", "bf16"}
    for short in sorted(small):
        typed = with_dtypes(CONSTANT_PAD, DTYPES[short])
        assert outcome(typed, R) == (NO_KERNEL, "ACLNN-EXEC-009")
        cut = but(typed, pad=ints(-1, 0), out=t(DTYPES[short], (2, 2)))
        assert outcome(cut, R) == (INVALID, TOO_LOW)


def invalid(name, made_for, message, **rest):
    return Case(name, made_for, INVALID, message, **rest)


def of(key):
    """The forward call of a kind and the shape of its self."""
    forward = PADS[key][0]
    return forward, forward.args["self"].shape


def forward_cases(key):
    base, shape = of(key)
    _, dims = key
    padded_shape = base.args["out"].shape
    other = t(F16, padded_shape, format=NCHW)
    yield invalid(
        "dtype<same",
        but(base, self=t(DTYPES["string"], shape), out=other),
        FORMAT if key == ("Replication", 2) else DTYPE,
    )
    first, second = (FORMAT, SAME) if key == ("Replication", 2) else (SAME, FORMAT)
    yield invalid("same-and-format", but(base, out=other), first)
    yield invalid(
        "the-other",
        but(base, out=t(F32, padded_shape, format=NCHW) if second == FORMAT else t(F16, padded_shape)),
        second,
    )
    yield invalid("format<rank", but(base, self=t(F32, (2,)), out=t(F32, (2,), format=NCHW)), FORMAT)
    yield invalid("few", but(base, self=t(F32, (2,) * dims)), FEW)
    yield invalid("many", but(base, self=t(F32, (2,) * (dims + 3))), RANK)
    yield invalid("rank-of-out<count", but(base, out=t(F32, (2,)), padding=ints()), RANK_IS)
    yield invalid("count", but(base, padding=ints(*(0,) * (2 * dims + 1))), COUNT)
    if key[0] == "Reflection":
        yield invalid("bound<sizes", but(base, padding=ints(shape[-1], *(0,) * (2 * dims - 1))), BOUND)
        wrong = (padded_shape[0] + 1, *padded_shape[1:])
        yield invalid("other-sizes-late", but(base, out=t(F32, wrong)), RESULT)
    yield invalid("sizes", but(base, out=t(F32, (*padded_shape[:-1], 1))), RESULT)
    empty, target = (0, *shape[1:]), (0, *padded_shape[1:])
    soc = "Ascend910B"
    yield Case("empty-batch", but(base, self=t(F32, empty), out=t(F32, target)), soc=soc)
    yield invalid(
        "empty-without-batch",
        but(base, self=t(F32, (0, *shape[2:])), out=t(F32, (0, *padded_shape[2:]))),
        BATCH,
    )
    yield invalid(
        "empty-channels",
        but(base, self=t(F32, (shape[0], 0, *shape[2:])), out=t(F32, (shape[0], 0, *padded_shape[2:]))),
        BATCH,
    )
    cut = ints(-shape[-1], *(0,) * (2 * dims - 1))
    nothing = (*shape[:-1], 0)
    yield Case("out-is-empty", but(base, padding=cut, out=t(F32, nothing)), soc=soc)
    if key[0] == "Circular":
        yield invalid("private<format", but(base, self=t(F32, shape, format=NC1HWC0)), PRIVATE)
        yield Case("no-kernel", base, NO_KERNEL, "ACLNN-PARAM-208", R)


def grad_cases(key):
    base = PADS[key][1]
    dims, shape, grown = key[1], base.args["self"].shape, base.args["gradOutput"].shape
    null = INNER_NULLPTR if key == ("Circular", 3) else NULLPTR
    yield Case("null<dtype", but(base, self=None, gradOutput=t(S32, grown)), null, NULL)
    yield invalid("dtype<same", but(base, gradOutput=t(F16, grown), gradInput=t(S32, shape)), DTYPE)
    yield invalid("same<private", but(base, gradOutput=t(F16, grown, format=NC1HWC0)), SAME)
    yield invalid("private<format", but(base, gradOutput=t(F32, grown, format=NC1HWC0)), PRIVATE)
    yield invalid("format<shape", but(base, gradInput=t(F32, (1,), format=NCHW)), FORMAT)
    yield invalid("shape<rank", but(base, self=t(F32, (2,))), SHAPE)
    small, large = t(F32, (2,) * dims), t(F32, (2,) * (dims + 3))
    yield invalid("few", but(base, self=small, gradInput=small), FEW)
    yield invalid("many", but(base, self=large, gradInput=large), RANK)
    yield invalid("rank-of-grad<count", but(base, gradOutput=t(F32, (2,)), padding=ints()), RANK_IS)
    yield invalid("count", but(base, padding=ints()), COUNT)
    yield invalid("sizes", but(base, gradOutput=t(F32, (*grown[:-1], 1))), RESULT)
    wide = ints(shape[-1], *(0,) * (2 * dims - 1))
    spread = (*shape[:-1], 2 * shape[-1])
    bounded = key[0] == "Reflection" or key == ("Circular", 3)
    found = but(base, gradOutput=t(F32, spread), padding=wide)
    yield invalid("bound", found, BOUND) if bounded else Case("unbounded", found)
    batch = (grown[0] + 1, *grown[1:])
    yield Case("other-batch-late", but(base, gradOutput=t(F32, batch)), INNER_NULLPTR, "ACLNN-VIEW-001")
    zero = (0, *shape[1:])
    yield Case(
        "empty-batch",
        but(base, gradOutput=t(F32, (0, *grown[1:])), self=t(F32, zero), gradInput=t(F32, zero)),
    )
    row, padded_row = t(F32, (0, *shape[2:])), t(F32, (0, *grown[2:]))
    refused = key[0] == "Replication" or dims == 3
    found = but(base, gradOutput=padded_row, self=row, gradInput=row)
    yield invalid("empty-row", found, BATCH) if refused else Case("empty-row", found)
    if dims == 2 and key[0] != "Circular":
        yield invalid("bf16-rows", but(
            with_dtypes(base, BF16), self=t(BF16, (2, 3, 9, 9)), gradInput=t(BF16, (2, 3, 9, 9)),
            gradOutput=t(BF16, (2, 3, 10, 17)), padding=ints(8, 0, 1, 0)), "ACLNN-PARAM-154")  # fmt: skip
        yield Case("bf16-columns", but(
            with_dtypes(base, BF16), self=t(BF16, (2, 3, 9, 9)), gradInput=t(BF16, (2, 3, 9, 9)),
            gradOutput=t(BF16, (2, 3, 9, 17)), padding=ints(8, 0, 0, 0)))  # fmt: skip


@pytest.mark.parametrize(
    "case",
    [case for key in KINDS for cases in (forward_cases, grad_cases) for case in cases(key)],
    ids=lambda case: case.id,
)
def test_status_of_the_table(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


X, RANK_9 = t(F32, (2, 3)), t(F32, (1,) * 9)
CASES = (
    # aclnnConstantPadNd: one dtype, the list, format, ranks, numbers, sizes
    invalid("same<dtype", but(CONSTANT_PAD, self=t(DTYPES["string"], (2, 3))), SAME),
    invalid("dtype<format", but(with_dtypes(CONSTANT_PAD, DTYPES["string"]), self=t(DTYPES["string"], (2, 3), format=NCHW)), DTYPE),
    invalid("format<rank", but(CONSTANT_PAD, self=t(F32, (1,) * 9, format=NCHW)), FORMAT),
    Case("nd-to-any-format", but(CONSTANT_PAD, out=t(F32, (2, 4), format=NCHW))),
    invalid("rank<rank-of-out", but(CONSTANT_PAD, self=RANK_9), RANK),
    invalid("rank-of-out<count", but(CONSTANT_PAD, out=t(F32, (8,)), pad=ints(1)), RANK_IS),
    invalid("odd", but(CONSTANT_PAD, pad=ints(1)), COUNT),
    invalid("too-many", but(CONSTANT_PAD, pad=ints(*(0,) * 6)), COUNT),
    *(invalid(f"cut{pad}", but(CONSTANT_PAD, pad=ints(*pad)), SHRUNK) for pad in ((-4, 1), (1, -4), (-2, -2))),
    invalid("sizes", but(CONSTANT_PAD, pad=ints(1, 1)), RESULT),
    invalid("grows-beside-nothing", but(CONSTANT_PAD, pad=ints(-3, 0, 1, 0), out=t(F32, (3, 0))), RESULT),
    Case("nothing-left", but(CONSTANT_PAD, pad=ints(-3, 0), out=t(F32, (2, 0)))),
    # aclnnIm2col: the list, ranks, numbers, columns
    invalid("dtype<rank", but(IM2COL, self=t(F64, (1,))), DTYPE),
    *(invalid(f"rank{n}", but(IM2COL, self=t(F32, (2,) * n)), RANK_IS) for n in (2, 5)),
    invalid("empty<count", but(IM2COL, self=t(F32, (1, 0, 4, 5)), stride=ints()), BATCH),
    *(invalid(f"count-{name}", but(IM2COL, **{name: ints(1)}), COUNT) for name in ("kernelSize", "dilation", "padding", "stride")),
    *(invalid(f"low-{name}", but(IM2COL, **{name: ints(low, 1)}), TOO_LOW)
      for name, low in (("kernelSize", 0), ("dilation", 0), ("padding", -1), ("stride", 0))),
    invalid("too-large", but(IM2COL, kernelSize=ints(5, 1)), SHRUNK),
    invalid("out", but(IM2COL, out=t(F32, (1, 12, 9))), RESULT),
    Case("casts", but(IM2COL, out=t(F16, (1, 12, 10)))),
    Case("empty-batch", but(IM2COL, self=t(F32, (0, 2, 4, 5)), out=t(F32, (0, 12, 10)))),
    Case("format-of-another-rank", but(IM2COL, out=t(F32, (1, 12, 10), format=NCHW)), INNER_NULLPTR, "ACLNN-VIEW-003"),
    Case("no-kernel", IM2COL, NO_KERNEL, "ACLNN-PARAM-208", "Ascend910"),
    # aclnnUnfoldGrad
    invalid("dtype<rank", but(UNFOLD_GRAD, gradOut=RANK_9, gradIn=t(F64, (1,))), DTYPE),
    invalid("rank", but(UNFOLD_GRAD, gradOut=RANK_9), RANK),
    invalid("scalar", but(UNFOLD_GRAD, gradIn=t(F32, ())), FEW),
    invalid("count", but(UNFOLD_GRAD, inputSizes=ints(2)), COUNT),
    invalid("sizes<dim", but(UNFOLD_GRAD, inputSizes=ints(2, 6), dim=9), RESULT),
    *(invalid(f"dim{dim}", but(UNFOLD_GRAD, dim=dim, size=0), DIM) for dim in (-1, 2)),
    invalid("size", but(UNFOLD_GRAD, size=0, step=0), TOO_LOW),
    invalid("step", but(UNFOLD_GRAD, step=0), TOO_LOW),
    invalid("nz", but(UNFOLD_GRAD, gradOut=t(F32, (2, 3, 3), format=29)), PRIVATE),
    Case("other-windows", but(UNFOLD_GRAD, gradOut=t(F32, (2, 2, 3))), TILING, RESULT),
    Case("other-dtype", but(UNFOLD_GRAD, gradIn=t(F16, (2, 7))), INNER_NULLPTR, "ACLNN-VIEW-001"),
    Case("empty", but(UNFOLD_GRAD, gradOut=t(F32, (0, 3, 3)), inputSizes=ints(0, 7), gradIn=t(F32, (0, 7)))),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_status(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


FORWARD = {"Reflection": "MirrorPad", "Replication": "PadV3", "Circular": "CircularPad"}
BACKWARD = {
    ("Reflection", 1): "PadV4Grad", ("Reflection", 2): "PadV4Grad", ("Reflection", 3): "ReflectionPad3dGrad",
    ("Replication", 1): "PadV3GradReplicate", ("Replication", 2): "PadV3GradReplicate",
    ("Replication", 3): "PadV3GradReplication", ("Circular", 2): "CircularPadGrad", ("Circular", 3): "CircularPadGrad",
}  # fmt: skip
# Gradients of half types that are cast to FLOAT: (FLOAT16, BF16).
IN_FLOAT = {
    ("Reflection", 1): (True, True), ("Reflection", 2): (True, True), ("Replication", 1): (True, True),
    ("Replication", 2): (False, True),
}  # fmt: skip


@pytest.mark.parametrize("key", KINDS, ids=str)
def test_plans_of_the_table(key):
    forward, backward = PADS[key]
    assert [step.name for step in phase_1(forward).plan.steps] == [FORWARD[key[0]]]
    assert [step.name for step in phase_1(backward).plan.steps] == [BACKWARD[key]]
    assert [step.name for step in phase_1(backward, R).plan.steps] == ["PadV3Grad"]
    for dtype, cast in zip((F16, BF16), IN_FLOAT.get(key, (False, False)), strict=True):
        plan = phase_1(with_dtypes(backward, dtype)).plan
        assert [step.name for step in plan.steps] == (
            ["Cast", BACKWARD[key], "Cast"] if cast else [BACKWARD[key]]
        )
        assert (plan.workspace_size > 0) == cast
    if key[0] == "Reflection":
        assert phase_1(with_dtypes(forward, C64)).plan.steps[0].name == "PadV3"


def test_wide_padding_takes_other_kernels():
    shape, grown = (1, 1, 9, 9, 9), (1, 1, 17, 17, 17)
    for key, dtype, names in (
        (("Reflection", 3), F32, ["PadV3Grad"]),
        (("Reflection", 3), F16, ["Cast", "PadV3Grad", "Cast"]),
        (("Replication", 3), F16, ["PadV3GradReplication"]),
    ):
        made_for = but(
            PADS[key][1],
            gradOutput=t(dtype, grown),
            self=t(dtype, shape),
            gradInput=t(dtype, shape),
            padding=ints(*(8, 0) * 3),
        )
        assert [step.name for step in phase_1(made_for).plan.steps] == names


PLANS = (
    (CONSTANT_PAD, ("PadV3",), 0),
    (but(CONSTANT_PAD, pad=ints(0, 0), out=X), ("TensorMove",), 0),
    (but(CONSTANT_PAD, pad=ints(-1, 0), out=t(F32, (2, 2))), ("StridedSlice",), 0),
    (but(CONSTANT_PAD, pad=ints(-1, 2), out=t(F32, (2, 4))), ("PadV3", "StridedSlice"), padded(40)),
    (but(with_dtypes(CONSTANT_PAD, BOOL), value=s(BOOL, 1)), ("Cast", "PadV3", "Cast"), padded(6) + padded(8)),
    (but(CONSTANT_PAD, self=t(F32, (0, 3)), pad=ints(0, 0, 1, 0), out=t(F32, (1, 3))), ("Fill",), 0),
    (IM2COL, ("Im2col",), 0),
    (but(IM2COL, out=t(F16, (1, 12, 10))), ("Im2col", "Cast"), padded(480)),
    (UNFOLD_GRAD, ("UnfoldGrad",), 0),
)  # fmt: skip


@pytest.mark.parametrize(("made_for", "steps", "size"), PLANS, ids=lambda v: getattr(v, "op", None))
def test_plans_and_workspace(made_for, steps, size):
    plan = phase_1(made_for).plan
    assert (tuple(step.name for step in plan.steps), plan.workspace_size) == (steps, size)
