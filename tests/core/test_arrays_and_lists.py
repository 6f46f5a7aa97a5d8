"""Arrays copy their values; lists own their members."""

import numpy as np
import pytest

from aclnn_emu.core.arrays import create_bool_array, create_float_array, create_int_array
from aclnn_emu.core.dtypes import DataType
from aclnn_emu.core.lists import create_scalar_list, create_tensor_list
from aclnn_emu.core.scalar import create_scalar
from aclnn_emu.core.tensor import create_tensor
from aclnn_emu.errors import ParamInvalid

FLOAT = DataType.ACL_FLOAT
CREATORS = [create_int_array, create_float_array, create_bool_array]


def tensor():
    return create_tensor((2,), FLOAT, None, 0, 2, (2,), None)


@pytest.mark.parametrize("create", CREATORS, ids=lambda f: f.__name__)
@pytest.mark.parametrize(("values", "size"), [(None, None), (None, 3), ([], None), ([1, 0], 0)])
def test_null_or_no_size_makes_an_empty_array(create, values, size):
    array = create(values, size)
    assert array.values == ()
    assert len(array) == 0
    assert array.alive


def test_values_are_copied_and_converted():
    source = [1, -2, 2**64 + 5]
    array = create_int_array(source)
    source.append(9)
    assert array.values == (1, -2, 5)
    assert create_float_array([0.1, 2]).values == (float(np.float32(0.1)), 2.0)
    assert create_bool_array([0, 2, 0.0, -1.5]).values == (False, True, False, True)
    assert create_int_array(np.array([3, 4])).values == (3, 4)
    assert create_int_array([1, 2, 3], 2).values == (1, 2)
    assert array.describe() == "[1, -2, 5]"


@pytest.mark.parametrize("create", CREATORS, ids=lambda f: f.__name__)
@pytest.mark.parametrize(
    ("values", "size", "message_id"),
    [([1], 2, "ACLNN-TENSOR-003"), (5, None, "ACLNN-TENSOR-002"), (["x"], None, "ACLNN-TENSOR-001")],
)
def test_arrays_that_do_not_fit(create, values, size, message_id):
    with pytest.raises(ParamInvalid) as caught:
        create(values, size)
    assert caught.value.message_id == message_id


def test_an_integer_array_takes_no_floats():
    with pytest.raises(ParamInvalid):
        create_int_array([1.0])


@pytest.mark.parametrize(
    "create", [*CREATORS, create_tensor_list, create_scalar_list], ids=lambda f: f.__name__
)
def test_destroy_once(create):
    thing = create([])
    thing.destroy()
    assert not thing.alive
    with pytest.raises(ParamInvalid) as caught:
        thing.destroy()
    assert caught.value.message_id == "ACLNN-TENSOR-004"
    assert thing.kind in str(caught.value)


def test_a_list_keeps_its_members_and_nulls():
    first, second = tensor(), tensor()
    group = create_tensor_list([first, None, second])
    assert group.items == (first, None, second)
    assert len(group) == 3
    assert group.describe() == "[FLOAT ND [2], null, FLOAT ND [2]]"
    assert create_tensor_list(None, 4).items == ()
    assert create_tensor_list([first], 0).items == ()
    assert create_tensor_list([first, second], 1).items == (first,)


def test_a_list_destroys_its_members():
    members = [create_scalar(1, FLOAT), None, create_scalar(2, FLOAT)]
    create_scalar_list(members).destroy()
    assert not any(member.alive for member in members if member is not None)


def test_a_member_must_not_be_destroyed_on_its_own():
    first, second = tensor(), tensor()
    group = create_tensor_list([first, second])
    second.destroy()
    with pytest.raises(ParamInvalid) as caught:
        group.destroy()
    assert caught.value.message_id == "ACLNN-TENSOR-009"
    assert "element 1" in str(caught.value)
    assert group.alive
    assert first.alive


def test_a_member_must_not_be_in_the_list_twice():
    member = tensor()
    group = create_tensor_list([member, member])
    with pytest.raises(ParamInvalid) as caught:
        group.destroy()
    assert caught.value.message_id == "ACLNN-TENSOR-009"
    assert member.alive


@pytest.mark.parametrize("create", [create_tensor_list, create_scalar_list], ids=lambda f: f.__name__)
def test_other_objects_are_refused(create):
    with pytest.raises(ParamInvalid) as caught:
        create([None, "x"])
    assert caught.value.message_id == "ACLNN-TENSOR-010"
    assert "element 1 is 'x'" in str(caught.value)
    with pytest.raises(ParamInvalid):
        create([tensor() if create is create_scalar_list else create_scalar(1, FLOAT)])
