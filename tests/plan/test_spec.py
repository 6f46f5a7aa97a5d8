"""Declarations: the prototype, what registration refuses, and the plans that an operator remembers."""

import numpy as np
import pytest
from _calls import F16, F32, PROFILE, S32, S64, compiled, scalar, tensor

from aclnn_emu import ops
from aclnn_emu.abi import prototypes
from aclnn_emu.core.arrays import BoolArray, FloatArray, IntArray
from aclnn_emu.core.lists import ScalarList, TensorList
from aclnn_emu.errors import ParamInvalid
from aclnn_emu.ops import operator_by_name, operators
from aclnn_emu.plan.checks import not_null, same_dtype
from aclnn_emu.plan.signature import signature_of
from aclnn_emu.plan.spec import REGISTRY, Call, operator, parse_prototype, snake_case
from aclnn_emu.runtime.profile import PROFILES


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("self", "self"),
        ("gradOutput", "grad_output"),
        ("selfRef", "self_ref"),
        ("weightOptional", "weight_optional"),
        ("keepDim", "keep_dim"),
        ("KVCache", "kv_cache"),
        ("BinaryCrossEntropyBackward", "binary_cross_entropy_backward"),
        ("MeanV2", "mean_v2"),
    ],
)
def test_snake_case(name, expected):
    assert snake_case(name) == expected


# The prototype.

PARAMETERS = {
    "const aclTensor *self": ("self", "const aclTensor *", "tensor", "input"),
    "const aclTensor* self": ("self", "const aclTensor *", "tensor", "input"),
    "aclTensor *out": ("out", "aclTensor *", "tensor", "output"),
    "const aclTensor *out": ("out", "const aclTensor *", "tensor", "output"),
    "aclTensor *selfRef": ("selfRef", "aclTensor *", "tensor", "inout"),
    "const aclTensor *selfRef": ("selfRef", "const aclTensor *", "tensor", "inout"),
    "const aclTensor *weightOptional": ("weightOptional", "const aclTensor *", "tensor", "input"),
    "const aclTensorList *tensors": ("tensors", "const aclTensorList *", "tensor_list", "input"),
    "aclTensorList *outs": ("outs", "aclTensorList *", "tensor_list", "output"),
    "const aclScalar *alpha": ("alpha", "const aclScalar *", "scalar", "input"),
    "const aclScalarList *scalars": ("scalars", "const aclScalarList *", "scalar_list", "input"),
    "const aclIntArray *dim": ("dim", "const aclIntArray *", "int_array", "input"),
    "const aclFloatArray *a": ("a", "const aclFloatArray *", "float_array", "input"),
    "const aclBoolArray *mask": ("mask", "const aclBoolArray *", "bool_array", "input"),
    "char *mode": ("mode", "char *", "string", "input"),
    "const char *mode": ("mode", "const char *", "string", "input"),
    "int64_t dim": ("dim", "int64_t", "attr", "attr"),
    "bool keepDim": ("keepDim", "bool", "attr", "attr"),
    "double p": ("p", "double", "attr", "attr"),
    "const aclDataType dtype": ("dtype", "const aclDataType", "attr", "attr"),
}


@pytest.mark.parametrize(("text", "facts"), PARAMETERS.items(), ids=PARAMETERS)
def test_a_parameter(text, facts):
    _, (param,) = parse_prototype(f"aclnnSome({text})")
    assert (param.name, param.ctype, param.kind, param.role) == facts


def test_the_first_tensor_of_an_in_place_operator_is_read_and_written():
    _, params = parse_prototype("aclnnInplaceSome(const aclTensor *self, const aclTensor *other)")
    assert [param.role for param in params] == ["inout", "input"]


def test_a_prototype_over_two_lines():
    name, params = parse_prototype("aclnnSome(const aclTensor *self,\n    int64_t dim, aclTensor *out)")
    assert (name, [param.name for param in params]) == ("aclnnSome", ["self", "dim", "out"])


@pytest.mark.parametrize(
    "text",
    [
        "Add(int64_t dim)",
        "aclnnSome",
        "aclnnSome()",
        "aclnnSome(const aclTensor)",
        "aclnnSome(a b, )",
        "aclnnSome(dim)",
    ],
)
def test_no_prototype(text):
    with pytest.raises(ValueError, match="not a"):
        parse_prototype(text)


# The headers.


def normalised(ctype):
    """A C type without what two spellings of a declaration may differ in."""
    return ctype.replace(" ", "").removeprefix("const")


def is_const(ctype):
    return ctype.startswith("const ")


# Where the facts say otherwise: one bound may be null; a number has no null; the buffer is not looked at.
# FusedSgd has no momentum without its list: aclnn_fused_sgd.cpp, CheckAttr.
OTHER_NULLS = (
    "aclnnEmbeddingBag",
    "aclnnSearchSorted",
    "aclnnSearchSorteds",
    "aclnnTriangularSolve",
    "aclnnClamp",
    "aclnnClampTensor",
    "aclnnDropoutV3",
    "aclnnFusedSgd",
    "aclnnGeluV2",
    "aclnnLogSigmoidForward",
    "aclnnStd",
    "aclnnStdMeanCorrection",
    "aclnnVar",
    "aclnnVarCorrection",
    "aclnnVarMean",
)


@pytest.mark.parametrize("name", sorted(operators()))
def test_the_prototype_is_that_of_the_header(name):
    declared, header = operators()[name], prototypes.operator(name)
    assert header is not None
    assert [param.name for param in declared.params] == [param.name for param in header.params]
    assert [normalised(param.ctype) for param in declared.params] == [
        normalised(p.ctype) for p in header.params
    ]
    pointers = [pair for pair in zip(declared.params, header.params, strict=True) if "*" in pair[0].ctype]
    if name not in OTHER_NULLS:
        assert [ours.optional for ours, _ in pointers] == [theirs.optional for _, theirs in pointers]
    assert [is_const(ours.ctype) for ours, _ in pointers] == [
        is_const(theirs.ctype) for _, theirs in pointers
    ]


@pytest.mark.parametrize("name", sorted(operators()))
def test_a_declaration_is_complete(name):
    declared = operators()[name]
    assert declared.name == name
    assert declared.source.startswith(("ops-nn/", "ops-math/"))
    assert declared.source.endswith(".cpp")
    assert declared.summary.endswith(".")
    assert declared.checks
    assert all(check.text and check.kind for check in declared.checks)
    assert all(text.endswith(".") for text in declared.deviations)
    parsed = [(p.name, p.ctype, p.kind) for p in parse_prototype(declared.prototype)[1]]
    assert parsed == [(p.name, p.ctype, p.kind) for p in declared.params]
    assert declared.face_name == snake_case(name.removeprefix("aclnn"))


# What registration refuses.

PROTOTYPE = "aclnnTest(const aclTensor *self, aclTensor *out)"


def good(b, self, out):
    """out = self."""
    b.view_copy(b.contiguous(self), out)


def undocumented(b, self, out):
    b.view_copy(self, out)


def misnamed(b, x, out):
    """out = x."""


def swapped(b, out, self):
    """out = self."""


def short(b, self):
    """out = self."""


CHECKS = (not_null("self", "out"), same_dtype("self", "out"))
WRONG = {
    "no-source": (PROTOTYPE, good, {"source": ""}, "names no source"),
    "no-docstring": (PROTOTYPE, undocumented, {}, "no docstring"),
    "other-names": (PROTOTYPE, misnamed, {}, "the plan function takes"),
    "other-order": (PROTOTYPE, swapped, {}, "the plan function takes"),
    "too-few": (PROTOTYPE, short, {}, "the plan function takes"),
    "camel-case": ("aclnnTest(const aclTensor *gradOutput, aclTensor *out)", good, {}, "grad_output"),
    "unknown-check-parameter": (PROTOTYPE, good, {"checks": (not_null("self", "weight"),)}, r"\['weight'\]"),
    "not-a-prototype": ("aclnnTest", good, {}, "not a prototype"),
}


@pytest.fixture
def registry():
    """Operators declared by a test are forgotten."""
    before = dict(REGISTRY)
    yield REGISTRY
    REGISTRY.clear()
    REGISTRY.update(before)


@pytest.mark.parametrize(("prototype", "plan", "changes", "text"), WRONG.values(), ids=WRONG)
def test_registration_refuses(registry, prototype, plan, changes, text):
    facts = {"checks": CHECKS, "source": "ops-math/test.cpp"} | changes
    before = dict(registry)
    with pytest.raises(ValueError, match=text):
        operator(prototype, **facts)(plan)
    assert registry == before


def test_registration_refuses_a_second_operator_of_a_name(registry):
    declare = operator(PROTOTYPE, checks=CHECKS, source="ops-math/test.cpp", deviations=("One.",))
    declared = declare(good)
    assert registry["aclnnTest"] is declared
    assert (declared.summary, declared.deviations, declared.face_name) == ("out = self.", ("One.",), "test")
    with pytest.raises(ValueError, match="aclnnTest is declared twice"):
        declare(good)


def test_a_family_that_fails_to_load_fails_the_same_way_again(registry, monkeypatch, tmp_path):
    """A wrong row must not be hidden behind the operators that were declared before it."""
    declaration = f'operator("{PROTOTYPE}", checks=(), source="x")(plan)'
    lines = [
        "from aclnn_emu.plan.spec import operator",
        "def plan(b, self, out):",
        '    """Nothing."""',
        declaration,
        "1 / 0",
    ]
    (tmp_path / "broken.py").write_text("\n".join(lines))
    monkeypatch.setattr(ops, "__path__", [*ops.__path__, str(tmp_path)])
    monkeypatch.setattr(ops, "FAMILIES", (*ops.FAMILIES, "broken"))
    monkeypatch.setattr(ops, "_complete", False)
    before = dict(registry)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            ops.operators()
        assert registry == before


def test_a_text_parameter_has_no_life(registry):
    seen = []

    def plan(b, self, mode):
        """Nothing; mode says how."""
        seen.append(mode)

    declared = operator("aclnnTest(const aclTensor *self, char *mode)", checks=(), source="x")(plan)
    assert declared.compile((tensor((2,)), "floor"), PROFILE).plan.steps == ()
    assert seen == ["floor"]


# Arguments.


def test_a_wrong_number_of_arguments_is_the_callers_mistake():
    with pytest.raises(
        TypeError, match=r"aclnnMulGetWorkspaceSize takes 3 arguments \(self, other, out\), got 2"
    ):
        operator_by_name("aclnnMul").compile((tensor((2,)), tensor((2,))), PROFILE)


def test_objects_that_are_gone_are_refused_before_the_checks():
    gone, x = tensor((2,)), tensor((2,))
    gone.destroy()
    one = scalar(1.0)
    one.destroy()
    for args, name in (((None, gone, scalar(1.0), x), "other"), ((x, x, one, None), "alpha")):
        with pytest.raises(ParamInvalid) as refused:
            compiled("aclnnAdd", *args)
        assert refused.value.message_id == "ACLNN-TENSOR-005"
        assert refused.value.values["parameter"] == name
    with pytest.raises(ParamInvalid) as refused:
        compiled("aclnnCat", [x, gone], 0, x)
    assert refused.value.values["parameter"] == "tensors[1]"


def test_a_call_knows_its_arguments_by_name():
    call = Call(operator_by_name("aclnnMul"), {"self": None}, PROFILE)
    assert (call.promoted, call.args) == (-1, {"self": None})


# Remembered plans.


def test_a_call_with_the_same_metadata_reuses_the_plan():
    first = compiled("aclnnMul", tensor((2, 3), address=512), tensor((2, 3)), tensor((2, 3)))
    second = compiled("aclnnMul", tensor((2, 3)), tensor((2, 3), address=1024), tensor((2, 3)))
    assert first.plan is second.plan
    assert first is not second
    assert first.tensors != second.tensors


def test_a_refused_call_is_refused_again():
    for _ in range(2):
        with pytest.raises(ParamInvalid):
            compiled("aclnnMul", tensor((2,)), tensor((3,)), tensor((2,)))


def base():
    return {"self": tensor((2, 3)), "other": tensor((2, 3)), "alpha": scalar(1.0), "out": tensor((2, 3))}


DIFFERENT = {
    "dtype": {"self": tensor((2, 3), F16)},
    "shape": {"other": tensor((3,))},
    "strides": {"self": tensor((2, 3), strides=(1, 2))},
    "offset": {"self": tensor((2, 3), offset=1)},
    "storage": {"self": tensor((2, 3), storage=(7,))},
    "format": {"self": tensor((2, 3), format=0)},
    "alpha-value": {"alpha": scalar(2.0)},
    "alpha-dtype": {"alpha": scalar(1.0, 1)},
    "alpha-minus-0": {"alpha": scalar(-0.0)},
}


@pytest.mark.parametrize("changes", DIFFERENT.values(), ids=DIFFERENT)
def test_other_metadata_has_a_plan_of_its_own(changes):
    plan = compiled("aclnnAdd", *base().values()).plan
    other = {"alpha": scalar(0.0)} if "alpha" in changes and changes["alpha"].value == 0 else {}
    assert compiled("aclnnAdd", *(base() | changes).values()).plan is not plan
    assert (
        compiled("aclnnAdd", *(base() | changes).values()).plan
        is not compiled("aclnnAdd", *(base() | other).values()).plan
    )


def test_another_chip_has_a_plan_of_its_own():
    plans = {id(compiled("aclnnAdd", *base().values(), soc=soc).plan) for soc in PROFILES}
    assert len(plans) == len(PROFILES)


def test_in_place_has_a_plan_of_its_own():
    x, y = tensor((2,)), tensor((2,))
    plans = [
        compiled("aclnnMul", *args).plan
        for args in ((x, y, tensor((2,))), (x, y, x), (x, x, y), (x, y, y), (x, x, x))
    ]
    assert len(set(map(id, plans))) == 5
    assert compiled("aclnnMul", y, x, y).plan is plans[1]


def test_another_operator_has_a_plan_of_its_own():
    x = tensor((2,))
    assert compiled("aclnnInplaceMul", x, x).plan is not compiled("aclnnInplaceCopy", x, x).plan


# Remembered plans, found without looking closely.


def recalled(op, *args, soc="Ascend910B"):
    return operator_by_name(op).recall(args, PROFILES[soc])


def test_a_call_like_one_before_is_recalled():
    args = tuple(base().values())
    first = compiled("aclnnAdd", *args)
    found = recalled("aclnnAdd", *args)
    assert found is not first
    assert found.plan is first.plan
    assert found.tensors == first.tensors


@pytest.mark.parametrize("changes", DIFFERENT.values(), ids=DIFFERENT)
def test_only_what_passed_is_recalled(changes):
    args = tuple(base().values())
    compiled("aclnnAdd", *args)
    changed = tuple((base() | changes).values())
    plan = compiled("aclnnAdd", *changed).plan
    assert recalled("aclnnAdd", *changed).plan is plan
    assert recalled("aclnnAdd", *args).plan is not plan


def test_another_chip_recalls_its_own_plan():
    args = tuple(base().values())
    for soc in PROFILES:
        plan = compiled("aclnnAdd", *args, soc=soc).plan
        assert recalled("aclnnAdd", *args, soc=soc).plan is plan


def test_nothing_is_recalled_of_a_tensor_passed_twice():
    x, y, z = tensor((2,)), tensor((2,)), tensor((2,))
    for args in ((x, y, z), (x, y, x), (x, x, y), (x, y, y), (x, x, x)):
        plan = compiled("aclnnMul", *args).plan
        found = recalled("aclnnMul", *args)
        assert (found is not None and found.plan is plan) if args == (x, y, z) else found is None


def test_nothing_is_recalled_of_what_is_gone_or_never_passed():
    x, out, alpha, value = tensor((2,)), tensor((2,)), scalar(1.0), scalar(3.0)
    compiled("aclnnAdds", x, value, alpha, out)
    for foreign in (None, 0, 1.0, "x", object(), np.zeros(2), tensor((2,)), tensor((9,)), []):
        assert recalled("aclnnAdds", foreign, value, alpha, out) is None
        assert recalled("aclnnAdds", x, value, foreign, out) is None
    assert recalled("aclnnAdds", x, value, alpha, out) is not None
    alpha.destroy()
    assert recalled("aclnnAdds", x, value, alpha, out) is None
    x.destroy()
    assert recalled("aclnnAdds", x, value, scalar(1.0), out) is None


def test_a_tensor_described_anew_is_not_recalled():
    x, out = tensor((2,)), tensor((2,))
    compiled("aclnnAbs", x, out)
    x.change(view_shape=(3,), view_strides=(1,), storage_shape=(3,))
    assert recalled("aclnnAbs", x, out) is None


def test_numbers_are_recalled_by_type_and_arrays_by_value():
    x, out = tensor((2, 3)), tensor((2,))
    dims = IntArray((1,))
    for keep in (False, 0):
        compiled("aclnnReduceSum", x, dims, keep, 0, out)
    assert recalled("aclnnReduceSum", x, dims, False, 0, out) is not None
    assert recalled("aclnnReduceSum", x, dims, 0.0, 0, out) is None
    assert recalled("aclnnReduceSum", x, dims, -0.0, 0, out) is None
    assert recalled("aclnnReduceSum", x, IntArray((1,)), False, 0, out) is None  # never looked at
    dims.destroy()
    assert recalled("aclnnReduceSum", x, dims, False, 0, out) is None


VALUES = [
    1, True, 1.0, 0.0, -0.0, float("nan"), "1", None, scalar(1.0), scalar(1, S32), scalar(1, S64), scalar(True, 12),
    IntArray((1,)), IntArray((1, 1)), IntArray(()), FloatArray((1.0,)), BoolArray((True,)), ScalarList((scalar(1.0),)),
    ScalarList(()), TensorList(()), TensorList((None,)), TensorList((tensor((2,)),)), tensor((2,)), tensor(()),
]  # fmt: skip


def test_signatures_differ_where_arguments_do():
    keys = [signature_of((value,), PROFILE) for value in VALUES]
    assert None not in keys
    assert len(set(keys)) == len(VALUES)


def test_a_thing_of_no_known_kind_has_no_signature():
    assert signature_of((object(),), PROFILE) is None


def test_the_memory_for_plans_is_limited(monkeypatch, registry):
    monkeypatch.setattr("aclnn_emu.plan.spec._PLAN_LIMIT", 3)
    declared = operator(PROTOTYPE, checks=CHECKS, source="ops-math/test.cpp")(good)
    for size in range(1, 9):
        declared.compile((tensor((size,)), tensor((size,))), PROFILE)
        assert len(declared._plans) <= 3


def test_dtypes_of_a_signature_are_plain_numbers():
    """The same dtype as a number and as a member of the enum is the same call."""
    assert signature_of((tensor((2,), int(F32)),), PROFILE) == signature_of((tensor((2,), F32),), PROFILE)


def test_a_tensor_described_anew_is_another_call():
    x, out = tensor((2,)), tensor((2,))
    plan = compiled("aclnnAbs", x, out).plan
    for each in (x, out):
        each.change(view_shape=(3,), view_strides=(1,), storage_shape=(3,))
    assert compiled("aclnnAbs", x, out).plan is not plan
    assert compiled("aclnnAbs", tensor((3,)), tensor((3,))).plan is compiled("aclnnAbs", x, out).plan
    assert compiled("aclnnAbs", tensor((2,)), tensor((2,))).plan is plan


def test_what_is_dead_has_no_signature_and_is_refused():
    x, out = tensor((2,)), tensor((2,))
    compiled("aclnnAbs", x, out)
    members = [tensor((2,)), tensor((2,))]
    for args in ((x, out), (TensorList((x,)), out), (scalar(1.0), out)):
        assert signature_of(args, PROFILE) is not None
    x.destroy()
    assert signature_of((x, out), PROFILE) is None
    assert signature_of((TensorList((members[0], x)), out), PROFILE) is None
    with pytest.raises(ParamInvalid, match="destroyed"):
        compiled("aclnnAbs", x, out)


def test_a_list_that_names_a_tensor_twice_is_another_call():
    one, other = tensor((2,)), tensor((2,))
    keys = [signature_of((TensorList(items),), PROFILE) for items in ((one, other), (one, one), (other, one))]
    assert keys[0] == keys[2] != keys[1]
