"""The building blocks of plans: which step each makes, and which it leaves out."""

import pytest
from _calls import BF16, BOOL, F16, F32, F64, NCHW, ND, PROFILE, S32, compiled, scalar, tensor

from aclnn_emu.core.dtypes import DataType
from aclnn_emu.errors import FindKernel, InnerNullptr, ParamInvalid
from aclnn_emu.kernels import data, elementwise
from aclnn_emu.ops import operator_by_name
from aclnn_emu.plan.builder import Builder
from aclnn_emu.plan.spec import Call
from aclnn_emu.runtime.profile import PROFILES

FRACTAL_Z = 4


def building(*tensors, soc="Ascend910B"):
    """A builder for a call of aclnnMul with these tensors: self, other, out."""
    names = ("self", "other", "out")
    args = dict(zip(names, (*tensors, *[None] * 3), strict=False))
    return Builder(Call(operator_by_name("aclnnMul"), args, PROFILES[soc]))


def steps_of(builder):
    return [step.name for step in builder.finish().steps]


STRIDED = {"strides": (1, 2), "storage": (6,)}


# What does nothing makes no step.


def test_contiguous_of_a_contiguous_tensor_is_the_tensor():
    x = tensor((2, 3), offset=4, storage=(10,))
    b = building(x)
    found = b.contiguous(x)
    assert (found.is_user, found.slot, found.name, found.view_offset) == (True, 0, "self", 4)
    assert steps_of(b) == []


@pytest.mark.parametrize(
    ("shape", "strides"),
    [((2, 1, 3), (3, 77, 1)), ((1,), (9,)), ((), ()), ((0, 3), (5, 7)), ((1, 1), (-4, 0))],
)
def test_sizes_of_one_do_not_make_a_view_strided(shape, strides):
    x = tensor(shape, strides=strides)
    found = building(x).contiguous(x)
    assert found.is_user
    assert found.dense


def test_a_private_format_counts_as_contiguous_whatever_its_strides():
    x = tensor((2, 3), strides=(1, 2), format=FRACTAL_Z)
    found = building(x).contiguous(x)
    assert found.is_user
    assert found.strides == (3, 1)


def test_contiguous_gathers_a_strided_view():
    x = tensor((2, 3), format=NCHW, **STRIDED)
    b = building(x)
    found = b.contiguous(x)
    assert (found.is_user, found.shape, found.dense, found.format) == (False, (2, 3), True, NCHW)
    assert b.contiguous(x) is not found, "each Contiguous is a kernel of its own, as in the library"


def test_cast_to_the_same_dtype_is_the_source():
    x = tensor((2,))
    b = building(x)
    assert b.cast(x, F32) is b.view(x)
    found = b.cast(x, F16)
    assert (found.dtype, found.shape) == (F16, (2,))
    assert b.cast(found, F16) is found


def test_cast_keeps_the_format_and_kernels_make_nd():
    x = tensor((2,), format=NCHW)
    b = building(x)
    assert b.cast(x, F16).format == NCHW
    assert b.kernel(elementwise.sigmoid, x).format == ND
    assert b.ones_like(x).format == ND


@pytest.mark.parametrize("dtype", [DataType.ACL_STRING, DataType.ACL_DT_UNDEFINED, 4321, DataType.ACL_INT4])
def test_no_cast_kernel(dtype):
    x = tensor((2,))
    for soc in PROFILES:
        with pytest.raises(InnerNullptr) as refused:
            building(x, soc=soc).cast(x, dtype)
        assert refused.value.message_id == "ACLNN-VIEW-004"


@pytest.mark.parametrize("dtype", [DataType.ACL_FLOAT8_E5M2, DataType.ACL_HIFLOAT8, DataType.ACL_FLOAT4_E2M1])
def test_casts_of_ascend950_are_not_emulated(dtype):
    x = tensor((2,))
    with pytest.raises(FindKernel):
        building(x, soc="Ascend950").cast(x, dtype)
    with pytest.raises(InnerNullptr):
        building(x).cast(x, dtype)


@pytest.mark.parametrize("dtype", [DataType.ACL_STRING, DataType.ACL_HIFLOAT8, DataType.ACL_COMPLEX32, 4321])
def test_a_dtype_without_a_numpy_form_is_not_emulated(dtype):
    x = tensor((2,), dtype)
    with pytest.raises(FindKernel) as refused:
        building(x).contiguous(x)
    assert refused.value.values["param"] == "self"


def test_a_negative_size_is_refused():
    x = tensor((2, -3))
    with pytest.raises(ParamInvalid) as refused:
        building(x).contiguous(x)
    assert refused.value.message_id == "ACLNN-PARAM-013"


# Views that reach too far.


def test_a_strided_view_beyond_its_storage():
    x = tensor((2, 3), strides=(4, 2))
    with pytest.raises(InnerNullptr) as refused:
        building(x).contiguous(x)
    assert refused.value.message_id == "ACLNN-TENSOR-006"


def test_strided_asks_for_the_offset_and_nothing_else():
    far = tensor((2, 3), strides=(40, 20))
    assert building(far).strided(far).strides == (40, 20)
    outside = tensor((2,), offset=3)
    with pytest.raises(InnerNullptr) as refused:
        building(outside).strided(outside)
    assert refused.value.message_id == "ACLNN-TENSOR-007"


# Kernels.


def test_the_output_of_a_kernel_is_the_broadcast_of_its_inputs():
    x, y = tensor((2, 1), F16), tensor((3,), F32)
    found = building(x, y).kernel(elementwise.add, x, y)
    assert (found.shape, found.dtype, found.name) == ((2, 3), F16, "Add")
    named = building(x, y).kernel(elementwise.add, x, y, name="Axpy", shape=[6], dtype=F64, alpha=2.0)
    assert (named.shape, named.dtype, named.name) == ((6,), F64, "Axpy")


def test_a_plan_that_cannot_broadcast_is_our_mistake():
    x, y = tensor((2,)), tensor((3,))
    with pytest.raises(ValueError, match="the plan broadcasts"):
        building(x, y).kernel(elementwise.add, x, y)


def test_fill():
    b = building()
    found = b.fill([2, 3], 1.5, BF16)
    assert (found.shape, found.dtype) == ((2, 3), BF16)
    assert b.fill([0, 3], 1.5, F32).shape == (0, 3)
    assert steps_of(b) == ["Fill"]


def test_halves_are_found_where_the_kernel_widens_them():
    x, y = tensor((2,), F16), tensor((2,), F32)
    b = building(x, y)
    b.kernel(elementwise.add, x, y)
    b.kernel(elementwise.add, y, x)
    b.kernel(data.copy, x)
    assert [step.halves for step in b.finish().steps] == [(0,), (1,), ()]


# The promoted dtype.


def test_require_promoted():
    call = Call(
        operator_by_name("aclnnMul"), dict.fromkeys(("self", "other", "out")), PROFILE, promoted=int(F16)
    )
    assert Builder(call).require_promoted("other") == F16
    call.promoted = DataType.ACL_DT_UNDEFINED
    with pytest.raises(InnerNullptr):
        Builder(call).require_promoted("other")


# ReFormat.


@pytest.mark.parametrize(
    ("format_", "rank"),
    [(0, 4), (1, 4), (16, 4), (4, 4), (33, 4), (3, 5), (12, 5), (30, 5), (27, 5), (32, 6), (47, 3)],
)
def test_formats_of_a_fixed_rank(format_, rank):
    for size in range(1, 7):
        x, out = tensor((1,) * size), tensor((1,) * size, format=format_)
        b = building(x, None, out)
        result = b.kernel(elementwise.sigmoid, x)
        if size == rank:
            assert b.reformat(result, out).format == format_
        else:
            with pytest.raises(InnerNullptr) as refused:
                b.reformat(result, out)
            assert refused.value.message_id == "ACLNN-VIEW-003"


@pytest.mark.parametrize("format_", [ND, 29, 50, 35, 1234])
def test_formats_of_any_rank(format_):
    x, out = tensor((2, 3)), tensor((2, 3), format=format_)
    b = building(x, None, out)
    assert b.reformat(b.kernel(elementwise.sigmoid, x), out).format == format_


def test_reformat_does_not_touch_a_tensor_of_the_user():
    x, out = tensor((1, 1, 1, 1)), tensor((1, 1, 1, 1), format=NCHW)
    b = building(x, None, out)
    assert b.reformat(b.view(x), out).format == ND


# ViewCopy.


def finished(x, out, *, soc="Ascend910B", compute=True):
    """The plan that sends x, or the sigmoid of x, to out."""
    b = building(x, None, out, soc=soc)
    b.view_copy(b.kernel(elementwise.sigmoid, x) if compute else x, out)
    return b.finish()


TAIL = {"storage": (9,)}
VIEW_COPIES = {
    "written-directly": (tensor((2, 3)), "Ascend910B", True, ["Sigmoid"]),
    "behind-an-offset": (tensor((2, 3), offset=3, **TAIL), "Ascend910B", True, ["Sigmoid"]),
    "before-a-tail": (tensor((2, 3), **TAIL), "Ascend910B", True, ["Sigmoid"]),
    "before-a-tail-310B": (tensor((2, 3), **TAIL), "Ascend310B", True, ["Sigmoid"]),
    "before-a-tail-910": (tensor((2, 3), **TAIL), "Ascend910", True, ["Sigmoid", "TensorMove"]),
    "before-a-tail-310P": (tensor((2, 3), **TAIL), "Ascend310P", True, ["Sigmoid", "TensorMove"]),
    "up-to-the-end-910": (tensor((2, 3), offset=3, **TAIL), "Ascend910", True, ["Sigmoid"]),
    "strided": (tensor((2, 3), **STRIDED), "Ascend910B", True, ["Sigmoid", "ViewCopy"]),
    "user-to-user": (tensor((2, 3)), "Ascend910B", False, ["TensorMove"]),
    "user-to-strided": (tensor((2, 3), **STRIDED), "Ascend910B", False, ["ViewCopy"]),
}


@pytest.mark.parametrize(("out", "soc", "compute", "steps"), VIEW_COPIES.values(), ids=VIEW_COPIES)
def test_view_copy(out, soc, compute, steps):
    plan = finished(tensor((2, 3)), out, soc=soc, compute=compute)
    assert [step.name for step in plan.steps] == steps
    assert plan.steps[-1].output.slot == 2
    assert len(plan.intermediates) == len(steps) - 1


def test_a_strided_source_goes_to_a_contiguous_output_by_viewcopy():
    plan = finished(tensor((2, 3), **STRIDED), tensor((2, 3)), compute=False)
    assert [step.name for step in plan.steps] == ["ViewCopy"]


def test_a_tensor_onto_itself_is_nothing():
    x = tensor((2, 3))
    assert finished(x, x, compute=False).steps == ()


@pytest.mark.parametrize(("x", "out"), [((), (1,)), ((1,), ()), ((1, 1), (1,))])
def test_one_element_fits_one_element(x, out):
    for compute in (True, False):
        plan = finished(tensor(x), tensor(out, offset=2, storage=(3,)), compute=compute)
        target = plan.steps[-1].output
        assert (target.shape, target.slot, target.view_offset, target.reach_bytes) == (x, 2, 2, 4)


REFUSED = {
    "dtype": (tensor((2, 3), F16), "ACLNN-VIEW-001"),
    "shape": (tensor((3, 2)), "ACLNN-VIEW-001"),
    "rank": (tensor((6,)), "ACLNN-VIEW-001"),
    "empty": (tensor((0,)), "ACLNN-VIEW-001"),
}


@pytest.mark.parametrize(("out", "message"), REFUSED.values(), ids=REFUSED)
def test_what_does_not_fit(out, message):
    with pytest.raises(InnerNullptr) as refused:
        finished(tensor((2, 3)), out)
    assert refused.value.message_id == message


@pytest.mark.parametrize(
    ("source", "target", "fits"), [(ND, ND, True), (ND, NCHW, True), (NCHW, NCHW, True), (NCHW, ND, False)]
)
def test_the_format_of_a_moved_tensor_must_fit(source, target, fits):
    x, out = tensor((2, 3), format=source), tensor((2, 3), format=target)
    if fits:
        assert finished(x, out, compute=False).steps
    else:
        with pytest.raises(InnerNullptr) as refused:
            finished(x, out, compute=False)
        assert refused.value.message_id == "ACLNN-VIEW-002"


def test_a_redirected_result_that_is_read_again_is_read_from_the_output():
    x, out = tensor((2,)), tensor((2,))
    b = building(x, None, out)
    result = b.kernel(elementwise.sigmoid, x)
    b.kernel(elementwise.sigmoid, result)
    b.view_copy(result, out)
    first, second = b.finish().steps
    assert first.output is second.inputs[0]
    assert first.output.slot == 2


# Slots.


def test_slots_count_tensors_and_members_of_lists():
    members = [tensor((2, 3)), tensor((4, 3))]
    plan = compiled("aclnnCat", members, 0, tensor((6, 3))).plan
    assert {b.name: b.slot for b in plan.user_buffers} == {"tensors[0]": 0, "tensors[1]": 1, "out": 2}


def test_a_null_tensor_keeps_its_slot():
    x = tensor((2,))
    plan = compiled(
        "aclnnBinaryCrossEntropyBackward", x, tensor((2,)), tensor((2,)), None, 0, tensor((2,))
    ).plan
    assert {b.name: b.slot for b in plan.user_buffers} == {"gradOutput": 0, "self": 1, "target": 2, "out": 4}


def test_one_tensor_in_two_places_has_the_slot_of_the_first():
    x = tensor((2,))
    executor = compiled("aclnnAdd", x, x, scalar(1.0), x)
    assert [b.slot for b in executor.plan.user_buffers] == [0]
    assert executor.tensors == (x, x, x)


def test_plan_facts():
    plan = compiled("aclnnAdd", tensor((2, 3), S32), tensor((3,)), scalar(1.0), tensor((2, 3))).plan
    assert [step.name for step in plan.steps] == ["Cast", "Add"]
    assert {b.name for b in plan.written} == {"out"}
    assert {b.name for b in plan.read} == {"self", "other"}
    assert (plan.largest, plan.workspace_size, plan.moved_bytes) == (6, 512, 24 + 12 + 24 + 512)
    assert compiled("aclnnMul", tensor((0,), BOOL), tensor((0,), BOOL), tensor((0,), BOOL)).plan.largest == 0
