"""aclCreateTensor: what it refuses, what it lets pass, and what phase 1 asks of a view."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aclnn_emu.core.dtypes import DataType
from aclnn_emu.core.formats import Format
from aclnn_emu.core.lifetime import require_alive
from aclnn_emu.core.tensor import check_reach, check_view_offset, create_tensor
from aclnn_emu.errors import InnerNullptr, ParamInvalid

FLOAT, ND, NZ = DataType.ACL_FLOAT, Format.ACL_FORMAT_ND, Format.ACL_FORMAT_FRACTAL_NZ


def make(shape, strides=None, offset=0, storage=None, dtype=FLOAT, fmt=ND, address=None):
    tensor = create_tensor(shape, dtype, strides, offset, fmt, shape if storage is None else storage, address)
    assert tensor is not None
    return tensor


def test_an_ordinary_tensor():
    tensor = make((2, 3), address=0x124000000000)
    assert tensor.view_shape == (2, 3)
    assert tensor.view_strides == (3, 1)
    assert (tensor.rank, tensor.numel, tensor.nbytes, tensor.storage_nbytes) == (2, 6, 24, 24)
    assert tensor.is_contiguous
    assert not tensor.is_empty
    assert tensor.reach == (0, 6)
    assert tensor.alive
    assert tensor.describe() == "FLOAT ND [2, 3]"


def test_a_scalar_is_one_element():
    tensor = make(())
    assert (tensor.rank, tensor.numel, tensor.nbytes, tensor.is_empty) == (0, 1, 4, False)


def test_a_size_of_zero_is_empty():
    tensor = make((2, 0))
    assert tensor.is_empty
    assert tensor.is_contiguous
    assert tensor.nbytes == 0


NULLS = [
    ("null-view-with-count", {"view_dims": None, "view_dims_num": 1}, True),
    ("null-storage-with-count", {"storage_dims": None, "storage_dims_num": 2}, True),
    ("null-view-count-zero", {"view_dims": None, "view_dims_num": 0}, False),
    ("null-view-no-count", {"view_dims": None}, False),
    ("null-storage-count-zero", {"storage_dims": None, "storage_dims_num": 0}, False),
]


@pytest.mark.parametrize(("changes", "refused"), [row[1:] for row in NULLS], ids=[row[0] for row in NULLS])
def test_null_arrays(changes, refused):
    arguments = {
        "view_dims": (2,), "dtype": FLOAT, "strides": None, "offset": 0, "format": ND, "storage_dims": (2,),
        "address": None,
    } | changes  # fmt: skip
    assert (create_tensor(**arguments) is None) is refused


UNCHECKED = [
    ("dtype-99", {"dtype": 99}),
    ("dtype-undefined", {"dtype": -1}),
    ("dtype-string", {"dtype": DataType.ACL_STRING}),
    ("format-12345", {"fmt": 12345}),
    ("negative-size", {"shape": (-2, 3)}),
    ("rank-30", {"shape": (1,) * 30}),
    ("strides-beyond", {"strides": (1000, 1000)}),
    ("offset-beyond", {"offset": 10**6}),
    ("offset-negative", {"offset": -5}),
    ("view-larger-than-storage", {"shape": (100,), "storage": (1,)}),
    ("address-odd", {"address": 0x1240_0000_0001}),
    ("huge", {"shape": (2**40, 2**40)}),
]


@pytest.mark.parametrize("changes", [row[1] for row in UNCHECKED], ids=[row[0] for row in UNCHECKED])
def test_what_create_does_not_check(changes):
    tensor = make(**({"shape": (2, 3)} | changes))
    for name in ("rank", "numel", "is_empty", "is_contiguous", "nbytes", "storage_nbytes", "reach"):
        getattr(tensor, name)
    assert tensor.describe()


@given(
    st.lists(st.tuples(st.integers(-(2**63), 2**63 - 1), st.integers(-(2**63), 2**63 - 1)), max_size=9),
    st.integers(-(2**31), 2**31 - 1),
    st.integers(-(2**31), 2**31 - 1),
    st.integers(-(2**63), 2**63 - 1),
)
def test_any_numbers_make_a_tensor_with_properties(dims, dtype, fmt, offset):
    shape, strides = tuple(d[0] for d in dims), tuple(d[1] for d in dims)
    tensor = make(shape, strides, offset, shape, dtype, fmt)
    assert tensor.view_strides == strides
    assert tensor.nbytes >= 0
    assert tensor.storage_nbytes >= 0
    assert isinstance(tensor.is_contiguous, bool)
    assert tensor.describe()


def test_address_zero_is_none():
    assert make((2,), address=0).address is None


def test_numbers_beyond_64_bits_wrap():
    assert make((2**64 + 3,)).view_shape == (3,)
    assert make((2,), offset=2**63).view_offset == -(2**63)


def test_numpy_arrays_are_arrays():
    assert make(np.array([2, 3])).view_shape == (2, 3)


def test_counts_cut_longer_arrays():
    tensor = create_tensor(
        (2, 3, 4), FLOAT, (9, 8, 7, 6), 0, ND, (5, 6), None, view_dims_num=2, storage_dims_num=1
    )
    assert tensor is not None
    assert (tensor.view_shape, tensor.view_strides, tensor.storage_shape) == ((2, 3), (9, 8), (5,))


WRONG = [
    ("shorter-than-count", {"view_dims_num": 3}, "ACLNN-TENSOR-003", ("viewDimsNum is 3", "2 entries")),
    ("negative-count", {"view_dims_num": -1}, "ACLNN-TENSOR-003", ("viewDimsNum is -1",)),
    ("strides-too-short", {"strides": (1,)}, "ACLNN-TENSOR-003", ("stride has 1 entries",)),
    ("not-an-array", {"view_dims": 7}, "ACLNN-TENSOR-002", ("viewDims is 7",)),
    ("size-is-text", {"view_dims": ("a",)}, "ACLNN-TENSOR-001", ("viewDims is 'a'", "INT64")),
    ("size-is-float", {"storage_dims": (2.0,)}, "ACLNN-TENSOR-001", ("storageDims is 2.0",)),
    ("offset-is-none", {"offset": None}, "ACLNN-TENSOR-001", ("offset is None",)),
]


@pytest.mark.parametrize(
    ("changes", "message_id", "words"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG]
)
def test_arrays_that_c_would_overrun(changes, message_id, words):
    arguments = {
        "view_dims": (2, 3), "dtype": FLOAT, "strides": None, "offset": 0, "format": ND, "storage_dims": (6,),
        "address": None,
    } | changes  # fmt: skip
    with pytest.raises(ParamInvalid) as caught:
        create_tensor(**arguments)
    assert caught.value.message_id == message_id
    assert all(word in str(caught.value) for word in words)


def test_a_private_format_is_contiguous_whatever_the_strides():
    assert not make((2, 3), strides=(1, 2)).is_contiguous
    assert make((2, 3), strides=(1, 2), fmt=NZ).is_contiguous


REACH = [
    ("inside", (2, 3), (1, 2), 0, (6,), True),
    ("inside-with-offset", (2, 2), (4, 2), 1, (8,), True),
    ("last-element-exactly", (2, 2), (4, 2), 1, (2, 4), True),
    ("one-too-far", (2, 2), (4, 2), 2, (8,), False),
    ("negative-stride-inside", (4,), (-1,), 3, (4,), True),
    ("negative-stride-below", (4,), (-1,), 2, (4,), False),
    ("negative-offset", (4,), (2,), -1, (100,), False),
    ("broadcast-stride", (5, 2), (0, 1), 0, (2,), True),
    ("broadcast-beyond", (5, 2), (0, 1), 1, (2,), False),
    # What the Contiguous step does not look at:
    ("contiguous-far-beyond", (4,), (1,), 100, (4,), True),
    ("one-element-far-beyond", (1,), (9,), 100, (4,), True),
    ("empty-far-beyond", (0, 3), (9, 9), 100, (4,), True),
]


@pytest.mark.parametrize(
    ("shape", "strides", "offset", "storage", "allowed"),
    [row[1:] for row in REACH],
    ids=[row[0] for row in REACH],
)
def test_check_reach(shape, strides, offset, storage, allowed):
    tensor = make(shape, strides, offset, storage)
    if allowed:
        check_reach(tensor, op="aclnnAdd", parameter="self")
    else:
        with pytest.raises(InnerNullptr) as caught:
            check_reach(tensor, op="aclnnAdd", parameter="self")
        assert caught.value.status == 561103
        assert caught.value.message_id == "ACLNN-TENSOR-006"


def test_the_reach_message_says_all_the_numbers():
    with pytest.raises(InnerNullptr) as caught:
        check_reach(make((2, 3), (10, 1), 4, (4, 4)), op="aclnnAdd", parameter="other")
    text = str(caught.value)
    for word in ("aclnnAdd", "other", "[2, 3]", "[10, 1]", "offset 4", "4 to 16", "0 to 15", "[4, 4]"):
        assert word in text


def test_a_private_format_reaches_anywhere():
    check_reach(make((2, 3), (100, 100), 0, (6,), fmt=NZ), op="aclnnAdd", parameter="self")


@pytest.mark.parametrize(("offset", "allowed"), [(0, True), (6, True), (7, False), (-1, False)])
def test_check_view_offset(offset, allowed):
    tensor = make((2, 3), offset=offset)
    if allowed:
        check_view_offset(tensor, op="aclnnMul", parameter="self")
    else:
        with pytest.raises(InnerNullptr) as caught:
            check_view_offset(tensor, op="aclnnMul", parameter="self")
        assert caught.value.message_id == "ACLNN-TENSOR-007"
        assert f"element {offset}" in str(caught.value)


def test_destroy_ends_the_life_once():
    tensor = make((2,))
    require_alive(tensor, function="aclnnAdd", parameter="self")
    tensor.destroy()
    assert not tensor.alive
    with pytest.raises(ParamInvalid) as again:
        tensor.destroy()
    assert again.value.message_id == "ACLNN-TENSOR-004"
    with pytest.raises(ParamInvalid) as used:
        require_alive(tensor, function="aclnnAdd", parameter="self")
    assert used.value.message_id == "ACLNN-TENSOR-005"
    assert "self is an aclTensor" in str(used.value)
    require_alive(None, function="aclnnAdd", parameter="self")


def test_tensors_have_identity():
    first, second = make((2,)), make((2,))
    assert first != second
    assert len({first, second}) == 2
