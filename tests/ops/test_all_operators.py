"""What holds for every operator; and that every operator has a table of cases."""

import _activations
import _binaries
import _foreach
import _gates
import _indexing
import _loss_calls
import _losses
import _matrices
import _movement
import _optim
import _other_calls
import _over_axes
import _over_axes_other
import _pair_arithmetic
import _pairs
import _randoms
import _reductions
import _unaries
import _unary_others
import pytest
import test_conversion
from _case import (
    INNER_NULLPTR,
    INVALID,
    NEW_SOCS,
    NO_KERNEL,
    NULLPTR,
    SOCS,
    TILING,
    T,
    but,
    objects,
    outcome,
    phase_1,
)

from aclnn_emu.errors import EmuError, ParamInvalid
from aclnn_emu.ops import FAMILIES, operators
from aclnn_emu.runtime.profile import PROFILES

PAIRS = (*_pairs.ROWS, *_pair_arithmetic.ROWS)
OVER_AXES = (*_over_axes.ROWS, *_over_axes_other.ROWS)
CALLS = (
    *(row.call for row in PAIRS),
    *_binaries.FAMILY,
    *_losses.FAMILY,
    *_loss_calls.FAMILY,
    *_other_calls.FAMILY,
    *_reductions.OVER_AXES,
    _reductions.ADD_N,
    *test_conversion.FAMILY,
    *(row.call for row in _unaries.ROWS),
    *(row.in_place for row in _unaries.IN_PLACE),
    *_unary_others.FAMILY,
    *_activations.FAMILY,
    *_gates.FAMILY,
    *_randoms.FAMILY,
    *_foreach.FAMILY,
    *_optim.FAMILY,
    *_matrices.FAMILY,
    *(row.call for row in OVER_AXES),
    *_movement.FAMILY,
    *_indexing.FAMILY,
)
# Operators that not every chip has; the refusal is checked in their own tables.
ONLY_ON = (
    {
        "aclnnSquare": ("Ascend950",),
        "aclnnNanToNum": NEW_SOCS,
        "aclnnFastGelu": NEW_SOCS,
        "aclnnFastGeluBackward": NEW_SOCS,
        "aclnnInplaceNanToNum": NEW_SOCS,
        "aclnnIsPosInf": (*NEW_SOCS, "Ascend310P"),
        "aclnnIsNegInf": (*NEW_SOCS, "Ascend310P"),
    }
    | {row.call.op: row.chips for row in (*PAIRS, *OVER_AXES) if row.chips != SOCS}
    | _randoms.ONLY_ON
    | {row.op: row.chips for row in _foreach.ROWS}
    | _optim.CHIPS
    | _loss_calls.ONLY_ON
    | _other_calls.ONLY_ON
    | _matrices.ONLY_ON
    | _movement.ONLY_ON
    | _indexing.ONLY_ON
)
# Operators that answer 561103 for a null pointer.
NULL_IS_INNER = {
    "aclnnBinaryCrossEntropy",
    "aclnnSinc",
    "aclnnInplaceSinc",
    "aclnnBitwiseNot",
    "aclnnRandperm",
    "aclnnScaledMaskedSoftmax",
    *_matrices.NULL_IS_INNER,
    *_movement.NULL_IS_INNER,
}
# The same for single parameters; and parameters that may be null although their names do not say so.
NULLS = {(row.call.op, name): status for row in PAIRS for name, status in row.null_status.items()}
OPTIONAL = {(row.call.op, name) for row in PAIRS for name in row.optional}


def socs_of(base):
    return ONLY_ON.get(base.op, SOCS)


def soc_of(base):
    """A chip that has the operator."""
    return "Ascend910B" if "Ascend910B" in socs_of(base) else socs_of(base)[0]


each = pytest.mark.parametrize("base", CALLS, ids=lambda base: base.op.removeprefix("aclnn"))


def test_every_operator_has_cases():
    assert sorted(base.op for base in CALLS) == sorted(operators())


def test_every_family_has_operators():
    modules = {declared.plan.__module__ for declared in operators().values()}
    assert modules == {f"aclnn_emu.ops.{family}" for family in FAMILIES}


@pytest.mark.parametrize("soc", SOCS)
@each
def test_a_plain_call_passes_on_every_chip_that_has_the_operator(base, soc):
    assert (outcome(base, soc) == (0, None)) == (soc in socs_of(base))


@each
def test_a_null_pointer_is_refused_unless_the_parameter_is_optional(base):
    declared = operators()[base.op]
    for param in declared.params:
        if param.kind == "attr":
            continue
        status, message = outcome(but(base, **{param.name: None}), soc_of(base))
        if param.optional or (base.op, param.name) in OPTIONAL:
            assert status == 0
        else:
            expected = INNER_NULLPTR if base.op in NULL_IS_INNER else NULLPTR
            expected = NULLS.get((base.op, param.name), expected)
            assert (status, message) == (expected, "ACLNN-PARAM-001"), param.name


@each
def test_a_destroyed_object_is_refused(base):
    declared = operators()[base.op]
    for place, param in enumerate(declared.params):
        if param.kind in ("attr", "string"):
            continue
        args = objects(base)
        if args[place] is None:
            continue
        args[place].destroy()
        with pytest.raises(ParamInvalid) as refused:
            declared.compile(args, PROFILES["Ascend910B"])
        assert refused.value.message_id == "ACLNN-TENSOR-005"


@each
def test_a_wrong_number_of_arguments_is_a_type_error(base):
    declared = operators()[base.op]
    for args in (objects(base)[:-1], (*objects(base), None), ()):
        with pytest.raises(TypeError):
            declared.compile(args, PROFILES["Ascend910B"])


@pytest.mark.parametrize("soc", SOCS)
@each
def test_the_plan_holds_together(base, soc):
    if soc not in socs_of(base):
        return
    executor = phase_1(base, soc)
    plan = executor.plan
    assert plan is phase_1(base, soc).plan, "the second call reuses the plan"
    assert plan.operator == base.op
    made = set(plan.user_buffers)
    for step in plan.steps:
        assert made.issuperset(step.inputs), "a step reads what an earlier one made"
        made.update(step.outputs)
    outputs = [p.name for p in operators()[base.op].params if p.role in ("output", "inout")]
    assert {buffer.name.partition("[")[0] for buffer in plan.written} <= set(outputs)
    assert not plan.written.isdisjoint(plan.steps[-1].outputs)
    assert all(buffer.workspace_offset >= 0 for buffer in plan.intermediates)
    assert executor.describe()
    assert executor._repr_html_()


@each
def test_every_refusal_names_the_operator_and_says_what_to_do(base):
    for name, value in base.args.items():
        without = but(base, **{name: None})
        if not isinstance(value, T) or outcome(without)[0] == 0:
            continue
        with pytest.raises(EmuError) as refused:
            phase_1(without)
        assert refused.value.text.startswith(base.op)
        assert refused.value.solution.endswith(".")


@each
def test_size_minus_one_is_refused(base):
    """A negative size reaches the plan of every operator that reads the tensor; it never computes anything."""
    for name, value in base.args.items():
        if isinstance(value, T) and value.shape:
            negative = T(value.dtype, (-1, *value.shape[1:]), storage=value.shape)
            # A shape of its own is all that aclnnEqual needs to know; the buffers are not looked at.
            unread = base.op == "aclnnEqual" or name in ("buffer", "zlossOut", "lseForZlossOut")
            status, _ = outcome(but(base, **{name: negative}), soc_of(base))
            assert unread or status in (INVALID, INNER_NULLPTR, TILING, NO_KERNEL), name
