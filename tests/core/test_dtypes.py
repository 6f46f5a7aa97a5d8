"""Names, sizes and NumPy forms of data types and formats."""

import json
import subprocess
import sys
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

from aclnn_emu.core.dtypes import (
    DataType,
    dtype_info,
    dtype_name,
    dtype_names,
    from_numpy,
    is_complex,
    is_floating,
    is_integral,
    itemsize_bytes,
    listed_dtype,
    numpy_dtype,
)
from aclnn_emu.core.formats import PRIVATE_FORMATS, Format, format_name, is_private_format, listed_format

FACTS = Path(__file__).parents[2].parent / "shared" / "facts" / "acl_runtime_api.json"

# dtype, bytes of 1 element, bytes of 3 elements
SIZES = [
    ("ACL_FLOAT", 4, 12),
    ("ACL_FLOAT16", 2, 6),
    ("ACL_INT8", 1, 3),
    ("ACL_INT32", 4, 12),
    ("ACL_UINT8", 1, 3),
    ("ACL_INT16", 2, 6),
    ("ACL_UINT16", 2, 6),
    ("ACL_UINT32", 4, 12),
    ("ACL_INT64", 8, 24),
    ("ACL_UINT64", 8, 24),
    ("ACL_DOUBLE", 8, 24),
    ("ACL_BOOL", 1, 3),
    ("ACL_COMPLEX64", 8, 24),
    ("ACL_COMPLEX128", 16, 48),
    ("ACL_BF16", 2, 6),
    ("ACL_INT4", 1, 2),
    ("ACL_UINT1", 1, 1),
    ("ACL_COMPLEX32", 4, 12),
    ("ACL_HIFLOAT8", 1, 3),
    ("ACL_FLOAT8_E5M2", 1, 3),
    ("ACL_FLOAT8_E4M3FN", 1, 3),
    ("ACL_FLOAT8_E8M0", 1, 3),
    ("ACL_FLOAT6_E3M2", 1, 3),
    ("ACL_FLOAT6_E2M3", 1, 3),
    ("ACL_FLOAT4_E2M1", 1, 2),
    ("ACL_FLOAT4_E1M2", 1, 2),
    ("ACL_STRING", 16, 48),
    ("ACL_DT_UNDEFINED", 16, 48),
]


@pytest.mark.parametrize(("name", "one", "three"), SIZES, ids=[row[0] for row in SIZES])
def test_size(name, one, three):
    assert itemsize_bytes(DataType[name]) == one
    assert itemsize_bytes(DataType[name], 3) == three


def test_every_dtype_has_a_size_and_a_row():
    assert {row[0] for row in SIZES} == set(DataType.__members__)
    assert len({dtype_info(member).short for member in DataType}) == len(DataType)


@pytest.mark.parametrize("member", list(DataType), ids=lambda member: member.name)
def test_numpy_form_has_the_same_bytes(member):
    form = numpy_dtype(member)
    assert dtype_info(member).numpy == form
    if form is not None:
        assert form.itemsize * 8 == dtype_info(member).bits
        assert from_numpy(form) is member


def test_bfloat16_is_ml_dtypes():
    assert numpy_dtype(DataType.ACL_BF16) == np.dtype(ml_dtypes.bfloat16)


@pytest.mark.parametrize("dtype", [5, 14, 28, 42, 99, -7, 2**40])
def test_nonsense_numbers_have_facts_too(dtype):
    info = dtype_info(dtype)
    assert (info.name, info.kind, info.numpy) == (str(dtype), "other", None)
    assert dtype_name(dtype) == str(dtype)
    assert itemsize_bytes(dtype) == 16
    assert listed_dtype(dtype) is DataType.ACL_DT_UNDEFINED
    assert not any((is_complex(dtype), is_floating(dtype), is_integral(dtype, include_bool=True)))


def test_listed_dtype_and_names():
    assert listed_dtype(27) is DataType.ACL_BF16
    assert dtype_name(0) == "FLOAT"
    assert dtype_names((27, 0, 1)) == "FLOAT, FLOAT16, BF16"
    assert from_numpy(np.dtype("datetime64[s]")) is DataType.ACL_DT_UNDEFINED


def test_categories():
    assert is_floating(DataType.ACL_BF16)
    assert is_floating(DataType.ACL_FLOAT4_E1M2)
    assert is_complex(DataType.ACL_COMPLEX32)
    assert is_integral(DataType.ACL_UINT64)
    assert not is_integral(DataType.ACL_BOOL)
    assert is_integral(DataType.ACL_BOOL, include_bool=True)
    assert not is_integral(DataType.ACL_INT4)


def test_formats():
    assert is_private_format(Format.ACL_FORMAT_FRACTAL_NZ)
    assert is_private_format(33)
    assert not is_private_format(Format.ACL_FORMAT_ND)
    assert not is_private_format(99)
    assert len(PRIVATE_FORMATS) == 11
    assert format_name(Format.ACL_FORMAT_ND) == "ND"
    assert format_name(Format.ACL_FRACTAL_Z_3D) == "FRACTAL_Z_3D"
    assert format_name(99) == "99"
    assert listed_format(2) is Format.ACL_FORMAT_ND
    assert listed_format(1234) is Format.ACL_FORMAT_UNDEFINED


@pytest.mark.skipif(not FACTS.exists(), reason="the shared facts are not here")
def test_enums_are_the_headers():
    enums = {row["name"]: row["members"] for row in json.loads(FACTS.read_text())["enums"]}
    assert {m.name: m.value for m in DataType} == enums["aclDataType"]
    assert {m.name: m.value for m in Format} == enums["aclFormat"]


def test_ml_dtypes_is_imported_only_when_a_type_of_it_is_used():
    program = (
        "import sys\n"
        "from aclnn_emu.core import arrays, dtypes, formats, lists, promotion, scalar, tensor\n"
        "from aclnn_emu.kernels import data, elementwise, loss, reduction\n"
        "from_float = dtypes.numpy_dtype(0)\n"
        "assert 'ml_dtypes' not in sys.modules\n"
        "assert dtypes.numpy_dtype(27).name == 'bfloat16'\n"
        "assert 'ml_dtypes' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)  # noqa: S603 - our own program
