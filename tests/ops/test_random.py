"""Random operators: what phase 1 refuses and in which order, and the steps of the plans."""

import pytest
from _case import (
    DTYPES,
    FRACTAL_Z,
    INNER_NULLPTR,
    INVALID,
    NEW_SOCS,
    NO_KERNEL,
    NULLPTR,
    SOCS,
    Case,
    accepted_dtypes,
    but,
    outcome,
    phase_1,
    s,
    t,
)
from _draw import BF16
from _randoms import (
    BACKWARD,
    BERNOULLI,
    BERNOULLI_IN_PLACE,
    BERNOULLI_TENSOR,
    DO_MASK,
    DROPOUT,
    DROPOUT_V3,
    EXPONENTIAL,
    F16,
    F32,
    GEN_MASK,
    GEN_MASK_V2,
    GEN_MASK_V2_TENSOR,
    MULTINOMIAL,
    MULTINOMIAL_TENSOR,
    NORMAL,
    NORMAL_FF,
    NORMAL_FT,
    NORMAL_TENSOR,
    NORMAL_TF,
    NORMAL_TT,
    RANDOM,
    RANDOM_ALL,
    RANDOM_TENSOR,
    RANDPERM,
    S64,
    SHAPE,
    U8,
    UNIFORM,
    UNIFORM_TENSOR,
    V3_GRAD,
)

from aclnn_emu.core.dtypes import DataType

F64, S32, BOOL = DataType.ACL_DOUBLE, DataType.ACL_INT32, DataType.ACL_BOOL
RANK_9 = (1,) * 9
INTS = "s8 s16 s32 s64 u8"

# The literal lists: (call, parameter, on every chip, more on the chips with BF16).
LISTS = (
    (NORMAL, "selfRef", f"f16 f32 f64 bool {INTS}", "bf16"),
    (NORMAL_TENSOR, "selfRef", f"f16 f32 f64 bool {INTS}", "bf16"),
    (NORMAL_TENSOR, "seedTensor", "s64", ""),
    (NORMAL_TENSOR, "offsetTensor", "s64", ""),
    (NORMAL_TT, "mean", "f16 f32 f64 bf16", ""),
    (NORMAL_TT, "std", "f16 f32 f64 bf16", ""),
    (NORMAL_FF, "out", "f16 f32 f64 bf16", ""),
    (UNIFORM, "selfRef", f"f16 f32 f64 {INTS}", "bf16"),
    (UNIFORM_TENSOR, "selfRef", f"f16 f32 f64 {INTS}", "bf16"),
    (UNIFORM_TENSOR, "seedTensor", "s64 u64", ""),
    (RANDPERM, "out", f"f16 f32 f64 {INTS}", "bf16"),
    (MULTINOMIAL, "self", "f16 f32 f64", "bf16"),
    (MULTINOMIAL, "out", "s64", ""),
    (DROPOUT, "maskOut", "u8", ""),
    (GEN_MASK, "out", "u8", ""),
)


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize(("base", "param", "listed", "more"), LISTS)
def test_dtype_lists(base, param, listed, more, soc):
    expected = set(f"{listed} {more if soc in NEW_SOCS else ''}".split())
    assert accepted_dtypes(base, param, soc) == expected


def test_lists_of_single_chips():
    for soc in SOCS:
        complexes = set() if soc == "Ascend950" else {"c64", "c128"}
        assert accepted_dtypes(RANDOM, "selfRef", soc) == {
            "f16",
            "f32",
            "f64",
            "bf16",
            "bool",
            *INTS.split(),
            *complexes,
        }


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize(
    ("base", "param", "bf16"),
    [
        (DROPOUT, "input", ("Ascend910B", "Ascend910_93")),
        (DROPOUT_V3, "input", NEW_SOCS),
        (DO_MASK, "self", NEW_SOCS),
        (BACKWARD, "gradOutput", NEW_SOCS),
    ],
)
def test_dropout_asks_for_the_cast_before_the_list(base, param, bf16, soc):
    listed = {"f16", "f32", *(("bf16",) if soc in bf16 else ())}
    for short, dtype in DTYPES.items():
        found = outcome(but(base, **{param: t(dtype, SHAPE)}), soc)[1]
        if short in listed:
            assert found in (None, "ACLNN-PARAM-208"), short
        else:
            assert found in ("ACLNN-PARAM-003", "ACLNN-PARAM-012"), short


TRIAL_DTYPES = {
    "Ascend910": {"f16", "f32", "f64", "bool", *INTS.split()},
    "Ascend310P": set(),
    "Ascend310B": set(),
    "Ascend910B": {"f16", "f32", "f64", "bool", "bf16", *INTS.split()},
    "Ascend910_93": {"f16", "f32", "f64", "bool", "bf16", *INTS.split()},
    "Ascend950": {"f16", "f32", "f64", "bool", "bf16", "u16", "u32", "u64", *INTS.split()},
}


@pytest.mark.parametrize("soc", SOCS)
def test_trials_know_no_dtype_on_some_chips(soc):
    listed = TRIAL_DTYPES[soc]
    assert accepted_dtypes(BERNOULLI_IN_PLACE, "selfRef", soc) == listed
    probs = {"f16", "f32", "f64"} | ({"bf16"} if soc in NEW_SOCS else set()) if listed else set()
    if listed:
        assert accepted_dtypes(BERNOULLI_TENSOR, "prob", soc) == probs
        assert accepted_dtypes(BERNOULLI_TENSOR, "self", soc) == listed


SEEDS = ("seedTensor", "offsetTensor")
CASES = (
    Case("std-0", but(NORMAL, std=0.0)),
    Case("std-below-0", but(NORMAL, std=-1e-9), INVALID, "ACLNN-PARAM-201"),
    Case("std-nan", but(NORMAL, std=float("nan"))),
    Case("std-before-dtype", but(NORMAL, std=-1.0, selfRef=t(DataType.ACL_COMPLEX64, SHAPE)), INVALID, "ACLNN-PARAM-201"),
    Case("dtype-before-rank", but(NORMAL, selfRef=t(DataType.ACL_COMPLEX64, RANK_9)), INVALID, "ACLNN-PARAM-003"),
    Case("rank-9", but(NORMAL, selfRef=t(F32, RANK_9)), INVALID, "ACLNN-PARAM-002"),
    Case("empty", but(NORMAL, selfRef=t(F32, (0, 2)))),
    *(Case(f"{name}-{shape}", but(NORMAL_TENSOR, **{name: t(S64, shape)}), INVALID, "ACLNN-PARAM-202")
      for name in SEEDS for shape in ((), (2,), (1, 1), (0,))),
    Case("dtypes-before-shapes", but(NORMAL_TENSOR, seedTensor=t(S64, (2,)), offsetTensor=t(S32, (1,))), INVALID,
         "ACLNN-PARAM-003"),
    Case("seed-before-self", but(NORMAL_TENSOR, selfRef=None, seedTensor=t(S64, (2,))), INVALID, "ACLNN-PARAM-202"),
    Case("seed-null-before-self-null", but(NORMAL_TENSOR, selfRef=None, seedTensor=None), NULLPTR, "ACLNN-PARAM-001"),
    Case("broadcast", but(NORMAL_TT, std=t(F32, (3,)))),
    Case("shape-of-out", but(NORMAL_TT, out=t(F32, (3, 2))), INVALID, "ACLNN-PARAM-009"),
    Case("no-broadcast", but(NORMAL_TT, std=t(F32, (2, 2))), INVALID, "ACLNN-PARAM-008"),
    Case("shape-before-dtype", but(NORMAL_TT, out=t(S64, (3, 2))), INVALID, "ACLNN-PARAM-009"),
    Case("mean-larger-than-out", but(NORMAL_TF, mean=t(F32, (4, 2, 3))), INVALID, "ACLNN-PARAM-009"),
    Case("mean-broadcasts", but(NORMAL_TF, mean=t(F16, (3,)))),
    Case("std-must-have-out's-shape", but(NORMAL_FT, std=t(F32, (3,))), INVALID, "ACLNN-PARAM-202"),
    Case("empty-std", but(NORMAL_FT, std=t(F32, (0, 3)), out=t(F32, (0, 3))), INVALID, "ACLNN-PARAM-202"),
    Case("one-std-for-empty-out", but(NORMAL_FT, std=t(F32, (1, 1)), out=t(F32, (0, 3)))),
    *(Case(f"{name}-{shape}", but(base, **{name: t(S64, shape)}), INNER_NULLPTR, "ACLNN-PARAM-123")
      for base in (UNIFORM_TENSOR, RANDOM_TENSOR, MULTINOMIAL_TENSOR, GEN_MASK_V2_TENSOR)
      for name in SEEDS for shape in ((2,), (0,), (2, 2))),
    *(Case("one-element", but(base, seedTensor=t(S64, ()), offsetTensor=t(S64, (1, 1))))
      for base in (UNIFORM_TENSOR, RANDOM_TENSOR, MULTINOMIAL_TENSOR, GEN_MASK_V2_TENSOR)),
    Case("dtype-before-keys", but(UNIFORM_TENSOR, offsetTensor=t(F32, (2,))), INVALID, "ACLNN-PARAM-003"),
    Case("equal-ends", but(UNIFORM, **{"from": 3.0})),
    Case("reversed", but(UNIFORM, **{"from": 3.5}), INVALID, "ACLNN-PARAM-203"),
    Case("bool", but(UNIFORM, selfRef=t(BOOL, SHAPE)), INVALID, "ACLNN-PARAM-003"),
    Case("rank-before-range", but(UNIFORM, selfRef=t(F32, RANK_9), **{"from": 3.5}), INVALID, "ACLNN-PARAM-002"),
    Case("reversed-before-seed-null", but(UNIFORM_TENSOR, seedTensor=None, **{"from": 3.5}), INVALID, "ACLNN-PARAM-203"),
    Case("empty-needs-no-seed", but(UNIFORM_TENSOR, seedTensor=None, selfRef=t(F32, (0,)))),
    Case("equal-integers", but(RANDOM, **{"from": 5}), INVALID, "ACLNN-PARAM-203"),
    Case("range-also-asked-of-empty", but(RANDOM, selfRef=t(F32, (0,)), **{"from": 5}), INVALID, "ACLNN-PARAM-203"),
    Case("seed-s32", but(RANDOM_TENSOR, seedTensor=t(S32, (1,))), INVALID, "ACLNN-PARAM-003"),
    Case("no-kernel", RANDOM_ALL, NO_KERNEL, "ACLNN-PARAM-208"),
    Case("no-kernel-but-empty", but(RANDOM_ALL, selfRef=t(F32, (0,)))),
    *(Case(f"prob-{p}", but(BERNOULLI, prob=s(F32, p)), status, None if not status else "ACLNN-PARAM-200")
      for p, status in ((0, 0), (1, 0), (-0.01, INVALID), (1.01, INVALID), (float("nan"), 0))),
    Case("prob-dtype", but(BERNOULLI, prob=s(S64, 1)), INVALID, "ACLNN-PARAM-003"),
    Case("prob-dtype-before-range", but(BERNOULLI, prob=s(S64, 5)), INVALID, "ACLNN-PARAM-003"),
    Case("out-dtype", but(BERNOULLI, out=t(F16, SHAPE)), INVALID, "ACLNN-PARAM-004"),
    Case("prob-before-rank", but(BERNOULLI, prob=s(F32, 2.0), self=t(F32, RANK_9)), INVALID, "ACLNN-PARAM-200"),
    Case("out-shape", but(BERNOULLI, out=t(F32, (3, 2))), INVALID, "ACLNN-PARAM-006"),
    Case("private-format", but(BERNOULLI, self=t(F32, SHAPE, format=FRACTAL_Z)), INVALID, "ACLNN-PARAM-023"),
    Case("prob-rank-9", but(BERNOULLI_TENSOR, prob=t(F32, RANK_9)), INVALID, "ACLNN-PARAM-002"),
    Case("prob-of-one-element", but(BERNOULLI_TENSOR, prob=t(F32, (1,)))),
    Case("prob-of-three-elements", but(BERNOULLI_TENSOR, prob=t(F32, (3,))), NO_KERNEL, "ACLNN-PARAM-209"),
    Case("empty-prob", but(BERNOULLI_TENSOR, prob=t(F32, (0,)))),
    Case("n-differs", but(RANDPERM, n=5), INVALID, "ACLNN-PARAM-202"),
    Case("n-negative", but(RANDPERM, n=-6), INVALID, "ACLNN-PARAM-202"),
    Case("n-0", but(RANDPERM, n=0, out=t(S64, (0,)))),
    Case("dtype-before-n", but(RANDPERM, n=5, out=t(BOOL, (6,))), INVALID, "ACLNN-PARAM-003"),
    Case("rank-3", but(MULTINOMIAL, self=t(F32, (2, 2, 5))), INVALID, "ACLNN-PARAM-062"),
    Case("rank-0", but(MULTINOMIAL, self=t(F32, ())), INVALID, "ACLNN-PARAM-062"),
    Case("rank-of-out", but(MULTINOMIAL, out=t(S64, (3,))), INVALID, "ACLNN-PARAM-062"),
    Case("one-row", but(MULTINOMIAL, self=t(F32, (5,)), out=t(S64, (3,)))),
    Case("samples-of-out", but(MULTINOMIAL, out=t(S64, (2, 4))), INVALID, "ACLNN-PARAM-202"),
    Case("rows-of-out", but(MULTINOMIAL, out=t(S64, (4, 3))), INVALID, "ACLNN-PARAM-202"),
    Case("no-samples", but(MULTINOMIAL, numsamples=0, out=t(S64, (2, 0))), INVALID, "ACLNN-PARAM-201"),
    Case("too-many", but(MULTINOMIAL, numsamples=6, out=t(S64, (2, 6))), INVALID, "ACLNN-PARAM-206"),
    Case("as-many-as-there-are", but(MULTINOMIAL, numsamples=5, out=t(S64, (2, 5)))),
    Case("more-with-replacement", but(MULTINOMIAL, numsamples=6, replacement=True, out=t(S64, (2, 6)))),
    Case("categories", but(MULTINOMIAL, self=t(F32, (2, (1 << 24) + 1))), INVALID, "ACLNN-PARAM-207"),
    Case("most-categories", but(MULTINOMIAL, self=t(F32, (2, 1 << 24)))),
    Case("seed-of-small-self", but(MULTINOMIAL_TENSOR, seedTensor=t(S32, (1,))), INVALID, "ACLNN-PARAM-003"),
    Case("seed-of-large-self", but(MULTINOMIAL_TENSOR, seedTensor=t(S32, (1,)), self=t(F32, (2, 2501)))),
    Case("lambda-0", but(EXPONENTIAL, **{"lambda": 0.0}), INVALID, "ACLNN-PARAM-201"),
    Case("count-5", but(EXPONENTIAL, count=5), NO_KERNEL, "ACLNN-PARAM-210"),
    *(Case(f"p-{p}", but(base, **{name: p}), INVALID, "ACLNN-PARAM-200")
      for base, name in ((DROPOUT, "p"), (DROPOUT_V3, "p"), (GEN_MASK, "prob"), (DO_MASK, "prob"))
      for p in (-0.01, 1.01)),
    Case("cast-first", but(DROPOUT, out=t(S64, SHAPE), input=t(F32, RANK_9)), INVALID, "ACLNN-PARAM-012"),
    Case("p-before-shape", but(DROPOUT, p=2.0, out=t(F32, (3, 2))), INVALID, "ACLNN-PARAM-200"),
    Case("out-shape", but(DROPOUT, out=t(F32, (3, 2))), INVALID, "ACLNN-PARAM-006"),
    *(Case(f"mask-{size}", but(DROPOUT, maskOut=t(U8, (size,))), INVALID, "ACLNN-PARAM-204") for size in (15, 17, 32)),
    Case("129-elements", but(DROPOUT, input=t(F32, (129,)), out=t(F32, (129,)), maskOut=t(U8, (32,)))),
    Case("out-of-another-dtype", but(DROPOUT, out=t(F16, SHAPE))),
    Case("noise-shape", but(DROPOUT_V3, optionalNoiseShape=t(S64, (1,))), INVALID, "ACLNN-PARAM-205"),
    Case("noise-shape-before-p", but(DROPOUT_V3, p=2.0, optionalNoiseShape=t(S64, (1,))), INVALID, "ACLNN-PARAM-205"),
    Case("no-kernel", DROPOUT_V3, NO_KERNEL, "ACLNN-PARAM-208"),
    Case("nothing-dropped-anywhere", but(DROPOUT_V3, p=0.0)),
    Case("mask-of-shape", but(GEN_MASK, shape=(200,)), INVALID, "ACLNN-PARAM-204"),
    Case("prob-dtype", but(GEN_MASK_V2, probDataType=F64), INNER_NULLPTR, "ACLNN-PARAM-022"),
    Case("prob-dtype-elsewhere", but(GEN_MASK_V2, probDataType=F64), soc="Ascend950"),
    Case("whole-mask-needs-no-seed-dtype", but(GEN_MASK_V2, prob=1.0, probDataType=F64)),
    Case("larger-mask", but(DO_MASK, mask=t(U8, (40,)))),
    Case("smaller-mask", but(DO_MASK, mask=t(U8, (8,))), INVALID, "ACLNN-PARAM-204"),
    Case("empty-asks-nothing", but(DO_MASK, self=t(S64, (0,)), prob=7.0)),
    Case("empty-mask-asks-nothing", but(DO_MASK, mask=t(F32, (0,)), prob=7.0)),
    *(Case(f"scale-{scale}", but(BACKWARD, scale=scale), status, None if not status else "ACLNN-PARAM-200")
      for scale, status in ((0.0, 0), (1.0, 0), (1e9, 0), (0.5, INVALID), (-2.0, INVALID))),
    Case("chip-first", but(V3_GRAD, gradY=None), INVALID, "ACLNN-PARAM-040"),
    Case("null", but(V3_GRAD, gradY=None), NULLPTR, "ACLNN-PARAM-001", "Ascend950"),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_codes(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


STEPS = (
    (NORMAL, "Ascend910B", "DSARandomNormal"),
    (but(NORMAL, selfRef=t(S32, SHAPE)), "Ascend910B", "Cast DSARandomNormal Cast"),
    (but(NORMAL, selfRef=t(F16, SHAPE)), "Ascend910", "StatelessRandomNormalV2 Mul Add"),
    (but(NORMAL, selfRef=t(F16, SHAPE)), "Ascend950", "StatelessRandomNormalV3"),
    (but(NORMAL, selfRef=t(F64, SHAPE)), "Ascend950", "StatelessRandomNormalV2 Mul Add"),
    (NORMAL_TENSOR, "Ascend910B", "Add ConcatD DSARandomNormal"),
    (NORMAL_TENSOR, "Ascend950", "Cast Cast Add StatelessRandomNormalV3"),
    (NORMAL_TT, "Ascend910B", "StatelessRandomNormalV2 Mul Add"),
    (NORMAL_TT, "Ascend950", "StatelessRandomNormalV3"),
    (but(NORMAL_TT, mean=t(F16, SHAPE)), "Ascend910B", "Cast StatelessRandomNormalV2 Mul Add"),
    (but(UNIFORM, selfRef=t(BF16, SHAPE)), "Ascend910B", "DSARandomUniform"),
    (but(UNIFORM, selfRef=t(F64, SHAPE)), "Ascend910B", "DSARandomUniform Cast"),
    (UNIFORM, "Ascend310P", "StatelessRandomUniformV2 Muls Add"),
    (RANDOM, "Ascend910B", "DSARandomUniform Cast Cast"),
    (but(RANDOM, selfRef=t(BOOL, SHAPE)), "Ascend910B", "DSARandomUniform RoundDecimals Cast"),
    (RANDOM, "Ascend910", "StatelessRandomUniformV2 Muls Sub Muls Sub Cast Cast"),
    (BERNOULLI, "Ascend910B", "DSAGenBitMask Fill DropOutDoMask"),
    (but(BERNOULLI, prob=s(F32, 0)), "Ascend910B", "ZerosLike"),
    (but(BERNOULLI, prob=s(F32, 1)), "Ascend910B", "OnesLike"),
    (BERNOULLI, "Ascend910", "Fill StatelessBernoulli"),
    (RANDPERM, "Ascend910B", "StatelessRandperm"),
    (DROPOUT, "Ascend910B", "DSAGenBitMask DropOutDoMask"),
    (DROPOUT, "Ascend910_93", "StatelessDropOutGenMask DropOutDoMask"),
    (but(DROPOUT, train=False), "Ascend910B", "TensorMove"),
    (but(DROPOUT, p=1.0), "Ascend910B", "ZerosLike"),
    (DROPOUT_V3, "Ascend950", "DropOutV3"),
    (but(DROPOUT_V3, p=1.0), "Ascend910", "ZerosLike Fill"),
    (GEN_MASK_V2_TENSOR, "Ascend910B", "Add ConcatD DSAGenBitMask"),
)  # fmt: skip


@pytest.mark.parametrize(("base", "soc", "steps"), STEPS)
def test_steps(base, soc, steps):
    assert sorted(step.name for step in phase_1(base, soc).plan.steps) == sorted(steps.split())
