"""The binary cross entropy family: what phase 1 refuses and in which order, plans and workspace."""

import pytest
from _case import (
    FRACTAL_Z,
    INNER_NULLPTR,
    INVALID,
    NC1HWC0,
    NCHW,
    ND,
    NEW_SOCS,
    NULLPTR,
    OLD_SOCS,
    SOCS,
    Case,
    accepted_dtypes,
    but,
    call,
    declared_in,
    outcome,
    padded,
    phase_1,
    t,
    with_dtypes,
)
from _draw import BF16, F16, F32
from _losses import BCE, FAMILY, GRAD, LOGITS, LOGITS_GRAD, MEAN, NONE, SHAPE, SUM, name_of

from aclnn_emu.core.dtypes import DataType

F64, S64 = DataType.ACL_DOUBLE, DataType.ACL_INT64
RANK_9 = (1,) * 9
BEYOND = t(F32, SHAPE, strides=(4, 2), storage=SHAPE)  # reaches element 8 of 6


@pytest.fixture(params=FAMILY, ids=name_of)
def base(request):
    return request.param


# Dtypes: the literal lists, by chip.

LISTED = {soc: {"f16", "f32"} for soc in OLD_SOCS} | {soc: {"f16", "f32", "bf16"} for soc in NEW_SOCS}
UNLISTED_PARAMS = {
    ("aclnnBinaryCrossEntropyWithLogits", param) for param in ("weightOptional", "posWeightOptional")
}


@pytest.mark.parametrize("soc", SOCS)
def test_each_tensor_takes_the_listed_dtypes_only(base, soc):
    params = [name for name in base.args if name != "reduction"]
    found = {
        name: accepted_dtypes(base, name, soc) for name in params if (base.op, name) not in UNLISTED_PARAMS
    }
    assert found == dict.fromkeys(found, LISTED[soc])


@pytest.mark.parametrize("soc", SOCS)
def test_every_listed_dtype_is_computed(base, soc):
    dtypes = (F16, F32, BF16) if soc in NEW_SOCS else (F16, F32)
    for dtype in dtypes:
        assert outcome(with_dtypes(base, dtype), soc) == (0, None)


def test_weights_of_logits_may_have_any_dtype_that_casts():
    for name in ("weightOptional", "posWeightOptional"):
        for dtype in (F16, F64, S64, DataType.ACL_BOOL, DataType.ACL_COMPLEX64):
            assert outcome(but(LOGITS, **{name: t(dtype, SHAPE)})) == (0, None)


# Single faults.


def common_cases(base, null_status):
    required = [
        name for name in base.args if name != "reduction" and not name.lower().startswith(("w", "pos"))
    ]
    optional = [name for name in base.args if name.lower().startswith(("weight", "posw"))]
    yield Case("valid", base)
    for name in required:
        yield Case(f"null-{name}", but(base, **{name: None}), null_status, "ACLNN-PARAM-001")
    for name in optional:
        yield Case(f"without-{name}", but(base, **{name: None}))
    yield Case("without-weights", but(base, **dict.fromkeys(optional)))
    for reduction in (-1, 3, 2**40):
        yield Case(f"reduction{reduction}", but(base, reduction=reduction), INVALID, "ACLNN-PARAM-010")
    yield Case("target-other-shape", but(base, target=t(F32, (3, 3))), INVALID, SHAPE_MESSAGE[base.op])
    tensors = [name for name in base.args if base.args[name] is not None and name not in ("reduction", "out")]
    for name in tensors:
        shape = base.args["self"].shape
        strided = t(F32, shape, strides=(4, 2), storage=shape)
        yield Case(f"beyond-storage-{name}", but(base, **{name: strided}), INNER_NULLPTR, "ACLNN-TENSOR-006")
        enough = t(F32, shape, strides=(4, 2), storage=(9,))
        yield Case(f"strided-{name}", but(base, **{name: enough}))
    out = t(F32, SHAPE, strides=(9, 2), storage=(1,))
    yield Case("strided-out-is-not-compared-with-its-storage", but(base, out=out))
    yield Case("contiguous-tail-beyond-storage", but(base, self=t(F32, SHAPE, offset=7, storage=(3,))))


SHAPE_MESSAGE = {
    "aclnnBinaryCrossEntropy": "ACLNN-PARAM-006",
    "aclnnBinaryCrossEntropyBackward": "ACLNN-PARAM-007",
    "aclnnBinaryCrossEntropyWithLogits": "ACLNN-PARAM-006",
    "aclnnBinaryCrossEntropyWithLogitsBackward": "ACLNN-PARAM-006",
}
EMPTY = t(F32, (0, 3))
SCALAR = t(F32, ())

BCE_CASES = (
    *common_cases(BCE, INNER_NULLPTR),
    Case("mean-scalar-out", but(BCE, reduction=MEAN, out=SCALAR)),
    Case("mean-out-of-one-element", but(BCE, reduction=MEAN, out=t(F32, (1, 1)))),
    Case("mean-out-of-self's-shape", but(BCE, reduction=MEAN), INVALID, "ACLNN-PARAM-009"),
    Case("none-out-other-shape", but(BCE, out=t(F32, (3, 2))), INVALID, "ACLNN-PARAM-009"),
    Case("none-of-one-element-out-scalar", call(BCE.op, self=t(F32, (1,)), target=t(F32, (1,)), weight=None,
                                                reduction=NONE, out=SCALAR)),
    Case("dtype-target-differs", but(BCE, target=t(F16, SHAPE)), INVALID, "ACLNN-PARAM-004"),
    Case("dtype-weight-differs", but(BCE, weight=t(F16, SHAPE)), INVALID, "ACLNN-PARAM-004"),
    Case("dtype-out-differs", but(BCE, out=t(F16, SHAPE)), INVALID, "ACLNN-PARAM-004"),
    Case("no-weight-target-differs", but(BCE, weight=None, target=t(F16, SHAPE)), INNER_NULLPTR, "ACLNN-PARAM-004"),
    Case("no-weight-out-differs", but(BCE, weight=None, out=t(F16, SHAPE)), INNER_NULLPTR, "ACLNN-VIEW-001"),
    Case("weight-broadcasts", but(BCE, weight=t(F32, (3,))), INNER_NULLPTR, "ACLNN-PARAM-006"),
    Case("rank-9", call(BCE.op, self=t(F32, RANK_9), target=t(F32, RANK_9), weight=None, reduction=NONE,
                        out=t(F32, RANK_9))),
    Case("formats-differ", but(BCE, self=t(F32, SHAPE, format=NCHW), out=t(F32, SHAPE, format=ND))),
    Case("empty-none", but(BCE, self=EMPTY, target=EMPTY, weight=None, out=EMPTY)),
    Case("empty-any-out-shape", but(BCE, self=EMPTY, target=EMPTY, weight=None, out=t(F32, (7,)))),
    Case("empty-target-other", but(BCE, self=EMPTY, weight=None), INVALID, "ACLNN-PARAM-006"),
    Case("empty-other-dtype", but(BCE, self=EMPTY, target=EMPTY, weight=None, out=t(F16, (0, 3))), INNER_NULLPTR,
         "ACLNN-VIEW-001"),
    Case("f16-in-f32-out", but(BCE, self=t(F16, SHAPE), target=t(F16, SHAPE), weight=t(F16, SHAPE), reduction=MEAN,
                               out=t(F32, (1,))), INVALID, "ACLNN-PARAM-004"),
)  # fmt: skip

GRAD_CASES = (
    *common_cases(GRAD, NULLPTR),
    *(Case(f"rank-9-{name}", but(GRAD, **{name: t(F32, RANK_9)}), INVALID, "ACLNN-PARAM-002")
      for name in ("gradOutput", "self", "target", "weightOptional", "out")),
    Case("rank-8", but(with_dtypes(GRAD, F32), self=t(F32, (1,) * 8), gradOutput=SCALAR, target=t(F32, (1,)),
                       weightOptional=None, out=t(F32, (1,) * 8))),
    Case("scalars", but(GRAD, **dict.fromkeys(("gradOutput", "self", "target", "weightOptional", "out"), SCALAR))),
    Case("scalar-self-wide-grad", but(GRAD, self=SCALAR, target=SCALAR, weightOptional=None, out=SCALAR), INVALID,
         "ACLNN-PARAM-007"),
    Case("out-other-shape", but(GRAD, out=t(F32, (1, 2, 3))), INVALID, "ACLNN-PARAM-006"),
    Case("grad-does-not-broadcast", but(GRAD, gradOutput=t(F32, (2,))), INVALID, "ACLNN-PARAM-007"),
    Case("grad-enlarges", but(GRAD, gradOutput=t(F32, (4, 2, 3))), INVALID, "ACLNN-PARAM-007"),
    Case("target-broadcasts", but(GRAD, target=t(F32, (2, 1)))),
    Case("weight-does-not-broadcast", but(GRAD, weightOptional=t(F32, (3, 2))), INVALID, "ACLNN-PARAM-007"),
    Case("promotes-f16-to-f32", but(with_dtypes(GRAD, F16), out=t(F32, SHAPE))),
    Case("promotes-four-ways", but(GRAD, gradOutput=t(F16, SHAPE), target=t(BF16, SHAPE), out=t(BF16, SHAPE))),
    Case("format-target", but(GRAD, target=t(F32, SHAPE, format=NCHW)), INVALID, "ACLNN-PARAM-005"),
    Case("format-weight", but(GRAD, weightOptional=t(F32, SHAPE, format=NCHW)), INVALID, "ACLNN-PARAM-005"),
    Case("format-grad-and-out-are-not-compared",
         but(GRAD, gradOutput=t(F32, SHAPE, format=NCHW), out=t(F32, SHAPE, format=1234))),
    Case("format-out-needs-rank-4", but(GRAD, out=t(F32, SHAPE, format=NCHW)), INNER_NULLPTR, "ACLNN-VIEW-003"),
    Case("format-out-has-rank-4", call(GRAD.op, gradOutput=SCALAR, self=t(F32, (1, 2, 3, 4)), target=SCALAR,
                                       weightOptional=None, reduction=SUM, out=t(F32, (1, 2, 3, 4), format=NCHW))),
    *(Case(f"private-format-{format_}", call(
        GRAD.op, reduction=MEAN, weightOptional=None,
        **{name: t(F16, shape, format=format_) for name in ("gradOutput", "self", "target", "out")}))
      for format_, shape in ((NC1HWC0, (1, 2, 3, 4, 16)), (FRACTAL_Z, (16, 16, 16, 16)))),
    Case("empty", but(GRAD, self=EMPTY)),
    Case("empty-out-shape-unchecked", but(GRAD, self=EMPTY, out=t(F32, (7, 7)))),
    Case("empty-reduction-3", but(GRAD, self=EMPTY, reduction=3), INVALID, "ACLNN-PARAM-010"),
    Case("empty-gradOutput", but(GRAD, gradOutput=t(F32, (0,))), INVALID, "ACLNN-PARAM-007"),
)  # fmt: skip

LOGITS_CASES = (
    *common_cases(LOGITS, NULLPTR),
    *(Case(f"rank-9-{name}", but(LOGITS, **{name: t(F32, RANK_9)}), INVALID, "ACLNN-PARAM-002")
      for name in ("self", "target", "weightOptional", "posWeightOptional")),
    Case("rank-9-out", but(LOGITS, out=t(F32, RANK_9)), INVALID, "ACLNN-PARAM-006"),
    Case("dtype-out-differs", but(LOGITS, out=t(F16, SHAPE)), INVALID, "ACLNN-PARAM-004"),
    Case("dtype-self-differs", but(LOGITS, self=t(F16, SHAPE))),
    Case("target-broadcasts", but(LOGITS, target=t(F32, (3,))), INVALID, "ACLNN-PARAM-006"),
    Case("weight-broadcasts", but(LOGITS, weightOptional=t(F32, (3,)), posWeightOptional=SCALAR)),
    Case("weight-does-not-broadcast", but(LOGITS, weightOptional=t(F32, (2,))), INVALID, "ACLNN-PARAM-007"),
    Case("posWeight-does-not-broadcast", but(LOGITS, posWeightOptional=t(F32, (2,))), INVALID, "ACLNN-PARAM-007"),
    Case("weight-enlarges", but(LOGITS, weightOptional=t(F32, (4, 2, 3))), INVALID, "ACLNN-PARAM-007"),
    Case("none-out-other-shape", but(LOGITS, out=t(F32, (3, 2))), INVALID, "ACLNN-PARAM-006"),
    Case("none-one-element-is-not-a-scalar",
         call(LOGITS.op, self=t(F32, (1,)), target=t(F32, (1,)), weightOptional=None, posWeightOptional=None,
              reduction=NONE, out=SCALAR), INVALID, "ACLNN-PARAM-006"),
    *(Case(f"{word}-out-{len(shape)}d", but(LOGITS, reduction=reduction, out=t(F32, shape)))
      for word, reduction in (("mean", MEAN), ("sum", SUM)) for shape in ((), (1,))),
    Case("mean-out-of-self's-shape", but(LOGITS, reduction=MEAN), INNER_NULLPTR, "ACLNN-VIEW-001"),
    Case("formats-are-not-compared", but(LOGITS, self=t(F32, SHAPE, format=NCHW), out=t(F32, SHAPE, format=NC1HWC0))),
    Case("empty-none-out-unchecked", but(LOGITS, self=EMPTY, target=EMPTY, out=t(F32, (7,)))),
    Case("empty-weights-unchecked",
         but(LOGITS, self=EMPTY, target=EMPTY, weightOptional=t(F32, (5,)), out=EMPTY)),
    Case("empty-mean", but(LOGITS, self=EMPTY, target=EMPTY, reduction=MEAN, out=t(F32, (1,)))),
    Case("empty-sum-scalar-out-in-larger-storage",
         but(LOGITS, self=EMPTY, target=EMPTY, reduction=SUM, out=t(F32, (), storage=(1,)))),
    Case("empty-sum-out-is-a-slice", but(LOGITS, self=EMPTY, target=EMPTY, reduction=SUM,
                                         out=t(F32, (2,), storage=(5,))), INNER_NULLPTR, "ACLNN-VIEW-001"),
    Case("empty-sum-empty-out", but(LOGITS, self=EMPTY, target=EMPTY, reduction=SUM, out=EMPTY)),
)  # fmt: skip

LOGITS_GRAD_CASES = (
    *common_cases(LOGITS_GRAD, NULLPTR),
    *(Case(f"rank-9-{name}", but(LOGITS_GRAD, **{name: t(F32, RANK_9)}), INVALID, "ACLNN-PARAM-002")
      for name in ("gradOutput", "self", "target", "weightOptional", "posWeightOptional", "out")),
    Case("dtype-out-differs", but(LOGITS_GRAD, out=t(F16, SHAPE)), INVALID, "ACLNN-PARAM-004"),
    Case("dtype-posWeight-differs", but(LOGITS_GRAD, posWeightOptional=t(F16, SHAPE))),
    Case("dtype-target-and-out-f32-others-f16",
         but(with_dtypes(LOGITS_GRAD, F16), target=t(F32, SHAPE), out=t(F32, SHAPE))),
    Case("target-broadcasts", but(LOGITS_GRAD, target=t(F32, (3,))), INVALID, "ACLNN-PARAM-006"),
    Case("out-other-shape", but(LOGITS_GRAD, out=t(F32, (6,))), INVALID, "ACLNN-PARAM-006"),
    *(Case(f"{name}-does-not-broadcast", but(LOGITS_GRAD, **{name: t(F32, (2,))}), INVALID, "ACLNN-PARAM-007")
      for name in ("gradOutput", "weightOptional", "posWeightOptional")),
    *(Case(f"{name}-enlarges", but(LOGITS_GRAD, **{name: t(F32, (2, 2, 3))}), INVALID, "ACLNN-PARAM-007")
      for name in ("gradOutput", "weightOptional", "posWeightOptional")),
    Case("all-broadcast", but(LOGITS_GRAD, gradOutput=SCALAR, weightOptional=t(F32, (2, 1)),
                              posWeightOptional=t(F32, (3,)))),
    Case("format-target", but(LOGITS_GRAD, target=t(F32, SHAPE, format=NCHW)), INVALID, "ACLNN-PARAM-005"),
    Case("format-out", but(LOGITS_GRAD, out=t(F32, SHAPE, format=NCHW)), INVALID, "ACLNN-PARAM-005"),
    Case("format-weights-are-not-compared", but(LOGITS_GRAD, weightOptional=t(F32, SHAPE, format=NCHW))),
    Case("format-needs-rank-4", call(
        LOGITS_GRAD.op, gradOutput=SCALAR, weightOptional=None, posWeightOptional=None, reduction=NONE,
        **{name: t(F32, SHAPE, format=NCHW) for name in ("self", "target", "out")}), INNER_NULLPTR, "ACLNN-VIEW-003"),
    *(Case(f"private-format-{format_}", call(
        LOGITS_GRAD.op, reduction=MEAN, weightOptional=None, posWeightOptional=None,
        **{name: t(F16, shape, format=format_) for name in ("gradOutput", "self", "target", "out")}))
      for format_, shape in ((NC1HWC0, (1, 2, 3, 4, 16)), (FRACTAL_Z, (16, 16, 16, 16)))),
    Case("empty", but(LOGITS_GRAD, self=EMPTY)),
    Case("empty-reduction-3", but(LOGITS_GRAD, self=EMPTY, reduction=3), INVALID, "ACLNN-PARAM-010"),
)  # fmt: skip


# Two faults at once: the earlier check answers.

WRONG_FORMAT = t(F32, SHAPE, format=NCHW)

ORDER_CASES = (
    Case("null<dtype", but(BCE, out=None, self=t(F64, SHAPE)), INNER_NULLPTR, "ACLNN-PARAM-001"),
    Case("dtype<same-dtype", but(BCE, target=t(F16, SHAPE), weight=t(F64, SHAPE)), INVALID, "ACLNN-PARAM-003"),
    Case("same-dtype<shape", but(BCE, target=t(F16, (3,))), INVALID, "ACLNN-PARAM-004"),
    Case("shape<reduction", but(BCE, target=t(F32, (3,)), reduction=3), INVALID, "ACLNN-PARAM-006"),
    Case("reduction<storage", but(BCE, target=BEYOND, reduction=3), INVALID, "ACLNN-PARAM-010"),
    Case("storage<kernel-shape", but(BCE, target=BEYOND, weight=SCALAR), INNER_NULLPTR, "ACLNN-TENSOR-006"),
    Case("kernel-dtype<out-shape", but(BCE, weight=None, target=t(F16, SHAPE), out=SCALAR), INNER_NULLPTR,
         "ACLNN-PARAM-004"),
    Case("out-shape<out-dtype", but(BCE, weight=None, out=t(F16, (3,))), INVALID, "ACLNN-PARAM-009"),

    Case("null<rank", but(GRAD, out=None, self=t(F32, RANK_9)), NULLPTR, "ACLNN-PARAM-001"),
    Case("rank<dtype", but(GRAD, self=t(F64, SHAPE), out=t(F32, RANK_9)), INVALID, "ACLNN-PARAM-002"),
    Case("dtype<format", but(GRAD, target=WRONG_FORMAT, weightOptional=t(S64, SHAPE)), INVALID, "ACLNN-PARAM-003"),
    Case("format<shape", but(GRAD, target=WRONG_FORMAT, out=t(F32, (7,))), INVALID, "ACLNN-PARAM-005"),
    Case("out-shape<broadcast", but(GRAD, target=t(F32, (7,)), out=t(F32, (7,))), INVALID, "ACLNN-PARAM-006"),
    Case("shape<reduction", but(GRAD, gradOutput=t(F32, (7,)), reduction=3), INVALID, "ACLNN-PARAM-007"),
    Case("reduction<storage", but(GRAD, target=BEYOND, reduction=-1), INVALID, "ACLNN-PARAM-010"),
    Case("storage<reformat", but(GRAD, target=BEYOND, out=WRONG_FORMAT), INNER_NULLPTR, "ACLNN-TENSOR-006"),

    Case("null<dtype", but(LOGITS, target=None, self=t(F64, SHAPE)), NULLPTR, "ACLNN-PARAM-001"),
    Case("dtype<same-dtype", but(LOGITS, target=t(F16, SHAPE), out=t(F64, SHAPE)), INVALID, "ACLNN-PARAM-003"),
    Case("same-dtype<reduction", but(LOGITS, target=t(F16, SHAPE), reduction=3), INVALID, "ACLNN-PARAM-004"),
    Case("reduction<rank", but(LOGITS, self=t(F32, RANK_9), reduction=3), INVALID, "ACLNN-PARAM-010"),
    Case("rank<shape", but(LOGITS, target=t(F32, (3,)), weightOptional=t(F32, RANK_9)), INVALID, "ACLNN-PARAM-002"),
    Case("shape<broadcast", but(LOGITS, target=t(F32, (3,)), weightOptional=t(F32, (7,))), INVALID,
         "ACLNN-PARAM-006"),
    Case("broadcast<out-shape", but(LOGITS, weightOptional=t(F32, (7,)), out=SCALAR), INVALID, "ACLNN-PARAM-007"),
    Case("storage<out-shape", but(LOGITS, self=BEYOND, out=SCALAR), INNER_NULLPTR, "ACLNN-TENSOR-006"),

    Case("null<rank", but(LOGITS_GRAD, gradOutput=None, self=t(F32, RANK_9)), NULLPTR, "ACLNN-PARAM-001"),
    Case("rank<dtype", but(LOGITS_GRAD, gradOutput=t(F64, SHAPE), out=t(F32, RANK_9)), INVALID, "ACLNN-PARAM-002"),
    Case("dtype<same-dtype", but(LOGITS_GRAD, target=t(F16, SHAPE), out=t(F64, SHAPE)), INVALID, "ACLNN-PARAM-003"),
    Case("same-dtype<format", but(LOGITS_GRAD, target=t(F16, SHAPE, format=NCHW)), INVALID, "ACLNN-PARAM-004"),
    Case("format<shape", but(LOGITS_GRAD, target=t(F32, (7,), format=NCHW)), INVALID, "ACLNN-PARAM-005"),
    Case("shape<broadcast", but(LOGITS_GRAD, gradOutput=t(F32, (7,)), out=t(F32, (7,))), INVALID, "ACLNN-PARAM-006"),
    Case("broadcast<reduction", but(LOGITS_GRAD, gradOutput=t(F32, (7,)), reduction=3), INVALID, "ACLNN-PARAM-007"),
    Case("reduction<storage", but(LOGITS_GRAD, target=BEYOND, reduction=3), INVALID, "ACLNN-PARAM-010"),
)  # fmt: skip


@pytest.mark.parametrize(
    "case",
    [*BCE_CASES, *GRAD_CASES, *LOGITS_CASES, *LOGITS_GRAD_CASES, *ORDER_CASES],
    ids=lambda case: case.id,
)
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


# Plans and workspace. A tensor costs its bytes + 32, rounded up to 512.


N = 1000


def big(base, dtype=F32, **changes):
    sized = {name: t(dtype, (N,)) for name in base.args if name != "reduction"}
    return but(base, **(sized | changes))


NO_WEIGHTS = {"weightOptional": None, "posWeightOptional": None}
PLANS = {
    "bce": (big(BCE), "Ascend910B", ("BinaryCrossEntropy",), 0),
    "bce-mean": (big(BCE, reduction=MEAN, weight=None, out=SCALAR), "Ascend910B", ("BinaryCrossEntropy",), 0),
    "bce-strided-in": (
        big(BCE, weight=None, self=t(F32, (N,), strides=(2,))),
        "Ascend910B", ("Contiguous", "BinaryCrossEntropy"), padded(4 * N),
    ),
    "bce-strided-out": (
        big(BCE, weight=None, out=t(F32, (N,), strides=(2,))),
        "Ascend910B", ("BinaryCrossEntropy", "ViewCopy"), padded(4 * N),
    ),
    "bce-empty-mean": (but(BCE, self=EMPTY, target=EMPTY, weight=None, reduction=MEAN), "Ascend910B", ("Fill",), 0),
    "bce-empty-none": (but(BCE, self=EMPTY, target=EMPTY, weight=None, out=EMPTY), "Ascend910B", (), 0),
    "bce-empty-out-in-larger-storage": (
        but(BCE, self=EMPTY, target=EMPTY, weight=None, out=t(F32, (0, 3), storage=(5,))), "Ascend910", (), 0,
    ),
    "grad": (big(GRAD), "Ascend910B", ("BinaryCrossEntropyGrad",), 0),
    "grad-ones": (
        big(GRAD, weightOptional=None), "Ascend910B", ("OnesLike", "BinaryCrossEntropyGrad"), padded(4 * N)
    ),
    "grad-casts": (
        big(GRAD, F16, self=t(F32, (N,)), weightOptional=None), "Ascend910B",
        ("OnesLike", "Cast", "Cast", "BinaryCrossEntropyGrad", "Cast"), 4 * padded(4 * N),
    ),
    # A weight alone lifts the promotion; nothing shares, since three casts feed one kernel.
    "grad-weight-promotes": (
        big(GRAD, F16, weightOptional=t(F32, (N,)), out=t(F32, (N,))), "Ascend910B",
        ("Cast", "Cast", "Cast", "BinaryCrossEntropyGrad"), 3 * padded(4 * N),
    ),
    "grad-out-before-a-tail-on-910": (
        big(GRAD, out=t(F32, (N,), storage=(2 * N,))), "Ascend910",
        ("BinaryCrossEntropyGrad", "TensorMove"), padded(4 * N),
    ),
    "grad-empty": (but(GRAD, self=EMPTY), "Ascend910B", (), 0),
    "logits-none": (
        big(LOGITS, **NO_WEIGHTS), "Ascend910B", ("OnesLike", "SigmoidCrossEntropyWithLogitsV2"), padded(4 * N)
    ),
    "logits-none-950": (big(LOGITS, **NO_WEIGHTS), "Ascend950", ("SigmoidCrossEntropyWithLogitsV2",), 0),
    "logits-none-950-weight": (
        big(LOGITS, posWeightOptional=None), "Ascend950", ("SigmoidCrossEntropyWithLogitsV2",), 0
    ),
    "logits-none-f16": (
        big(LOGITS, F16, **NO_WEIGHTS), "Ascend950", ("SigmoidCrossEntropyWithLogitsV2", "Cast"), padded(4 * N)
    ),
    "logits-mean": (
        big(LOGITS, **NO_WEIGHTS, reduction=MEAN, out=SCALAR), "Ascend910B",
        ("OnesLike", "SigmoidCrossEntropyWithLogitsV2", "ReduceMean"), 2 * padded(4 * N),
    ),
    # The FLOAT sum of 4 bytes takes the bucket of the ones; the bucket stays as large as the ones.
    "logits-sum-f16": (
        big(LOGITS, F16, **NO_WEIGHTS, reduction=SUM, out=t(F16, ())), "Ascend910B",
        ("OnesLike", "SigmoidCrossEntropyWithLogitsV2", "ReduceSum", "Cast"), padded(2 * N) + padded(4 * N),
    ),
    "logits-mean-of-a-scalar": (
        but(LOGITS, self=SCALAR, target=SCALAR, **NO_WEIGHTS, reduction=MEAN, out=t(F32, (1,))), "Ascend950",
        ("SigmoidCrossEntropyWithLogitsV2",), 0,
    ),
    "logits-empty-sum": (
        but(LOGITS, self=EMPTY, target=EMPTY, reduction=SUM, out=t(F32, (1,))), "Ascend910B", ("Fill",), 0
    ),
    "logits-grad-ones": (
        big(LOGITS_GRAD, **NO_WEIGHTS), "Ascend910B",
        ("OnesLike", "OnesLike", "SigmoidCrossEntropyWithLogitsGradV2"), 2 * padded(4 * N),
    ),
    "logits-grad-posWeight-promotes": (
        big(LOGITS_GRAD, F16, posWeightOptional=t(F32, (N,))), "Ascend910B",
        ("Cast",) * 4 + ("SigmoidCrossEntropyWithLogitsGradV2", "Cast"), 5 * padded(4 * N),
    ),
    "logits-grad": (big(LOGITS_GRAD), "Ascend950", ("SigmoidCrossEntropyWithLogitsGradV2",), 0),
}  # fmt: skip


@pytest.mark.parametrize(("made_for", "soc", "steps", "workspace"), PLANS.values(), ids=PLANS)
def test_plan(made_for, soc, steps, workspace):
    plan = phase_1(made_for, soc).plan
    assert tuple(step.name for step in plan.steps) == steps
    assert plan.workspace_size == workspace


def test_every_loss_is_here():
    assert declared_in("aclnn_emu.ops.loss") == {base.op for base in FAMILY}
