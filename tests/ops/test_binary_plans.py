"""Additions and multiplications: the steps of their plans and the workspace."""

import pytest
from _binaries import (
    ADD,
    ADDS,
    BF16,
    BOOL,
    C64,
    C128,
    EMPTY,
    F16,
    F32,
    F64,
    INPLACE_ADD,
    INPLACE_ADDS,
    INPLACE_MUL,
    INPLACE_MULS,
    MUL,
    MULS,
    S16,
    S32,
    S64,
    SCALAR,
    TWO,
    U8,
)
from _case import (
    T,
    but,
    padded,
    phase_1,
    s,
    t,
)

N = 1000
B, R = "Ascend910B", "Ascend950"


def big(base, dtype=F32, /, **changes):
    """The same call with N elements in each tensor."""
    sized = {name: t(dtype, (N,)) for name, value in base.args.items() if isinstance(value, T)}
    return but(base, **(sized | changes))


def vector(dtype):
    return t(dtype, (N,))


EVERY_SECOND = t(F32, (N,), strides=(2,))
INT_TWO = s(S64, 2)
TRUE = s(BOOL, True)
PLANS = {
    "add": (big(ADD), B, ("Add",), 0),
    "add-nan-counts-as-1": (big(ADD, alpha=s(F32, float("nan"))), B, ("Add",), 0),
    "add-axpy": (big(ADD, alpha=TWO), B, ("Axpy",), 0),
    "add-axpy-s32": (big(ADD, S32, alpha=INT_TWO), B, ("Axpy",), 0),
    "add-axpy-v2-s32-950": (big(ADD, S32, alpha=INT_TWO), R, ("AxpyV2",), 0),
    "add-axpy-bf16-950": (big(ADD, BF16, alpha=TWO), R, ("Axpy",), 0),
    "add-mul-add-bf16": (big(ADD, BF16, alpha=TWO), B, ("Mul", "Add"), padded(2 * N)),
    "add-mul-add-s64": (big(ADD, S64, alpha=INT_TWO), B, ("Mul", "Add"), padded(8 * N)),
    "add-axpy-v2-s64-950": (big(ADD, S64, alpha=INT_TWO), R, ("AxpyV2",), 0),
    "add-mul-add-s16-950": (big(ADD, S16, alpha=INT_TWO), R, ("Mul", "Add"), padded(2 * N)),
    "add-complex-never-one-950": (big(ADD, C64), R, ("Mul", "Add"), padded(8 * N)),
    "add-complex": (big(ADD, C64), B, ("Add",), 0),
    "add-double-alpha-950": (big(ADD, F64, alpha=s(F64, 1 + 2**-40)), R, ("Mul", "Add"), padded(8 * N)),
    "add-double-alpha": (big(ADD, F64, alpha=s(F64, 1 + 2**-40)), B, ("Add",), 0),
    "add-mixed": (big(ADD, other=vector(F16)), B, ("Add",), 0),
    "add-mixed-950": (big(ADD, other=vector(BF16)), R, ("Add",), 0),
    "add-mixed-to-half": (big(ADD, F16, other=vector(F32)), B, ("Add", "Cast"), padded(4 * N)),
    "add-mixed-axpy": (big(ADD, other=vector(F16), alpha=TWO), B, ("Cast", "Axpy"), padded(4 * N)),
    "add-f16+bf16": (big(ADD, self=vector(F16), other=vector(BF16)), B, ("Cast", "Cast", "Add"), 2 * padded(4 * N)),
    "add-s32+f32": (big(ADD, self=vector(S32)), B, ("Cast", "Add"), padded(4 * N)),
    "add-strided": (big(ADD, self=EVERY_SECOND), B, ("Contiguous", "Add"), padded(4 * N)),
    "add-strided-950": (big(ADD, self=EVERY_SECOND), R, ("Add",), 0),
    "add-strided-axpy-950": (big(ADD, self=EVERY_SECOND, alpha=TWO), R, ("Contiguous", "Axpy"), padded(4 * N)),
    "add-strided-twice": (
        big(ADD, self=EVERY_SECOND, other=EVERY_SECOND), B, ("Contiguous", "Contiguous", "Add"), 2 * padded(4 * N)
    ),
    # Lives: the gathered halves 0..1, their FLOAT 1..2.
    "add-strided-cast": (
        big(ADD, self=t(F16, (N,), strides=(2,)), alpha=TWO), B, ("Contiguous", "Cast", "Axpy"),
        padded(2 * N) + padded(4 * N),
    ),
    "add-strided-out": (big(ADD, out=EVERY_SECOND), B, ("Add", "ViewCopy"), padded(4 * N)),
    "add-to-s64": (big(ADD, S32, alpha=s(S32, 1), out=vector(S64)), B, ("Add", "Cast"), padded(4 * N)),
    "add-before-a-tail": (big(ADD, out=t(F32, (N,), storage=(2 * N,))), B, ("Add",), 0),
    "add-before-a-tail-910": (
        big(ADD, out=t(F32, (N,), storage=(2 * N,))), "Ascend910", ("Add", "TensorMove"), padded(4 * N)
    ),
    "add-behind-an-offset-310P": (
        big(ADD, out=t(F32, (N,), offset=7, storage=(N + 7,))), "Ascend310P", ("Add",), 0
    ),
    "add-empty": (but(ADD, self=EMPTY, other=EMPTY, out=EMPTY), B, (), 0),
    "inplace-add": (big(INPLACE_ADD), B, ("Add",), 0),
    # Lives: the gathered view 0..1, the sum 1..2.
    "inplace-add-strided": (
        big(INPLACE_ADD, selfRef=EVERY_SECOND), B, ("Contiguous", "Add", "ViewCopy"), 2 * padded(4 * N)
    ),
    "inplace-add-casts-back": (big(INPLACE_ADD, F16, other=vector(F32)), B, ("Add", "Cast"), padded(4 * N)),
    "adds": (big(ADDS), B, ("Add",), 0),
    "adds-axpy": (big(ADDS, alpha=s(F32, 0.5)), B, ("Axpy",), 0),
    "adds-mul-add": (big(ADDS, S16, other=s(S16, 3), alpha=INT_TWO), B, ("Mul", "Add"), padded(2)),
    "adds-axpy-v2-950": (big(ADDS, U8, other=s(S16, 3), alpha=INT_TWO), R, ("AxpyV2",), 0),
    "adds-cast": (big(ADDS, self=vector(S32)), B, ("Cast", "Add"), padded(4 * N)),
    "adds-f16-with-f32": (big(ADDS, F16), B, ("Add",), 0),
    "adds-f16-that-holds-the-scalars-950": (big(ADDS, F16, alpha=s(F32, 0.5)), R, ("Axpy",), 0),
    "adds-f16-that-does-not-950": (
        big(ADDS, F16, other=s(F32, 0.1)), R, ("Cast", "Add", "Cast"), 2 * padded(4 * N)
    ),
    "adds-f16-that-does-not-hold-alpha-950": (
        big(ADDS, F16, alpha=s(S64, 4097)), R, ("Cast", "Axpy", "Cast"), 2 * padded(4 * N)
    ),
    "adds-strided": (big(ADDS, self=EVERY_SECOND), B, ("Contiguous", "Add"), padded(4 * N)),
    "adds-strided-950": (big(ADDS, self=EVERY_SECOND), R, ("Add",), 0),
    "adds-strided-axpy-950": (big(ADDS, self=EVERY_SECOND, alpha=TWO), R, ("Contiguous", "Axpy"), padded(4 * N)),
    # Lives: the sum 0..1, its FLOAT16 1..2, BOOL again 2..3, which takes the place of the sum.
    "adds-true": (
        big(ADDS, BOOL, other=TRUE, alpha=TRUE, out=vector(F16)), B, ("Add", "Cast", "Cast", "Cast"),
        padded(N) + padded(2 * N),
    ),
    "adds-true-to-bool": (big(ADDS, BOOL, other=TRUE, alpha=TRUE), B, ("Add",), 0),
    "adds-false": (big(ADDS, BOOL, other=s(BOOL, False), alpha=TRUE, out=vector(F16)), B, ("Add", "Cast"), padded(N)),
    "inplace-adds": (big(INPLACE_ADDS), B, ("Add",), 0),
    "mul": (big(MUL), B, ("Mul",), 0),
    "mul-mixed": (big(MUL, other=vector(F16)), B, ("Mul",), 0),
    "mul-mixed-to-half": (big(MUL, F16, other=vector(F32)), B, ("Mul", "Cast"), padded(4 * N)),
    "mul-casts": (big(MUL, self=vector(S32)), B, ("Cast", "Mul"), padded(4 * N)),
    "mul-strided": (big(MUL, self=EVERY_SECOND), B, ("Contiguous", "Mul"), padded(4 * N)),
    "mul-strided-950": (big(MUL, self=EVERY_SECOND), R, ("Mul",), 0),
    "mul-strided-f64-950": (big(MUL, F64, self=t(F64, (N,), strides=(2,))), R, ("Mul",), 0),
    "mul-strided-c128-950": (
        big(MUL, C128, self=t(C128, (N,), strides=(2,))), R, ("Contiguous", "Mul"), padded(16 * N)
    ),
    "mul-strided-rank-5-950": (
        but(MUL, self=t(F32, (1, 1, 1, 1, 9), strides=(0, 0, 0, 0, 2)), other=SCALAR, out=t(F32, (1, 1, 1, 1, 9))), R,
        ("Contiguous", "Mul"), 512,
    ),
    "mul-mixed-strided-rank-5-950": (
        but(MUL, self=t(F16, (1, 1, 1, 1, 9), strides=(0, 0, 0, 0, 2)), other=SCALAR, out=t(F32, (1, 1, 1, 1, 9))), R,
        ("Mul",), 0,
    ),
    "inplace-mul": (big(INPLACE_MUL), B, ("Mul",), 0),
    "inplace-mul-mixed": (
        big(INPLACE_MUL, F16, other=vector(F32)), B, ("Cast", "Mul", "Cast"), 2 * padded(4 * N)
    ),
    "inplace-mul-mixed-950": (big(INPLACE_MUL, F16, other=vector(F32)), R, ("Mul", "Cast"), padded(4 * N)),
    "inplace-mul-strided-950": (
        big(INPLACE_MUL, selfRef=EVERY_SECOND), R, ("Contiguous", "Mul", "ViewCopy"), 2 * padded(4 * N)
    ),
    "muls": (big(MULS), B, ("Mul",), 0),
    "muls-bf16": (big(MULS, BF16), B, ("Cast", "Mul", "Cast"), 2 * padded(4 * N)),
    "muls-bf16-with-f64": (big(MULS, BF16, other=s(F64, 2)), B, ("Muls",), 0),
    "muls-f16-950": (big(MULS, F16, other=s(F32, 0.1)), R, ("Muls",), 0),
    "muls-f16-with-an-integer-950": (
        big(MULS, F16, other=s(S64, 4097)), R, ("Cast", "Mul", "Cast"), 2 * padded(4 * N)
    ),
    "muls-s32-with-f32": (big(MULS, self=vector(S32)), B, ("Cast", "Mul"), padded(4 * N)),
    "muls-s32-with-f32-to-s32": (
        big(MULS, S32), B, ("Cast", "Mul", "Cast"), 2 * padded(4 * N)
    ),
    "muls-strided-950": (big(MULS, self=EVERY_SECOND), R, ("Mul",), 0),
    "muls-strided-half-950": (
        big(MULS, F16, self=t(F16, (N,), strides=(2,))), R, ("Contiguous", "Muls"), padded(2 * N)
    ),
    "inplace-muls-strided-950": (
        big(INPLACE_MULS, selfRef=EVERY_SECOND), R, ("Contiguous", "Mul", "ViewCopy"), 2 * padded(4 * N)
    ),
}  # fmt: skip


@pytest.mark.parametrize(("made_for", "soc", "steps", "workspace"), PLANS.values(), ids=PLANS)
def test_plan(made_for, soc, steps, workspace):
    plan = phase_1(made_for, soc).plan
    assert tuple(step.name for step in plan.steps) == steps
    assert plan.workspace_size == workspace
