"""A kernel with a scalar gives the bits of the kernel with an array of that scalar."""

import numpy as np
import pytest

from aclnn_emu.core.dtypes import DataType
from aclnn_emu.kernels import arithmetic, elementwise, logic
from aclnn_emu.kernels.scalars import scalar_form

KERNELS = [
    arithmetic.sub, arithmetic.real_div, arithmetic.floor_div, arithmetic.trunc_div, arithmetic.fmod, arithmetic.floor_mod,
    arithmetic.power, arithmetic.xlogy, logic.equal, logic.less, elementwise.add,
]  # fmt: skip
each = pytest.mark.parametrize("pair", KERNELS, ids=lambda pair: pair.name)


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int32, np.int8])
@each
def test_it_is_that_of_an_array(pair, dtype):
    x = np.array([1, 2, 3, 7, 9], dtype)
    value = 3 if np.dtype(dtype).kind == "i" else 0.3
    scalar = np.full_like(x, value)
    form = scalar_form(pair)
    assert form(x, other=value).tobytes() == pair(x, scalar).tobytes()
    assert form(x, first=value).tobytes() == pair(scalar, x).tobytes()


@each
def test_it_is_described_as_the_pair_and_made_once(pair):
    form = scalar_form(pair)
    assert (form.name, form.elementwise, form.widens, form.formula) == (
        pair.name,
        True,
        pair.widens,
        pair.formula,
    )
    assert scalar_form(pair) is form
    assert form(np.array(3.0, np.float32), other=2.0).shape == ()


def test_the_scalar_may_have_a_dtype_of_its_own():
    x = np.array([5, -5], np.int32)
    found = scalar_form(arithmetic.trunc_div)(x, other=2.5, scalar_dtype=DataType.ACL_FLOAT)
    np.testing.assert_array_equal(found, [2, -2])
    assert found.dtype == np.float32
    halves = scalar_form(arithmetic.power)(np.float32([4]), other=0.5, scalar_dtype=DataType.ACL_FLOAT16)
    assert halves.dtype == np.float32


def test_attributes_are_handed_on():
    x = np.array([1, 2], np.float32)
    np.testing.assert_array_equal(scalar_form(elementwise.add)(x, first=10, alpha=-2), [8, 6])
