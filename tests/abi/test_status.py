from __future__ import annotations

import re

import pytest

from aclnn_emu.abi import status
from aclnn_emu.abi.status import (
    FAMILIES,
    AclnnStatus,
    AclStatus,
    GeStatus,
    RtStatus,
    all_statuses,
    family_of,
    status_name,
)


def test_codes_are_those_of_the_facts(runtime_facts):
    expected = {c["name"]: (c["value"], c["family"], c["header"]) for c in runtime_facts["error_codes"]}
    assert len(expected) == 282
    assert {n: (int(s), s.family, s.header) for n, s in all_statuses().items()} == expected


def test_codes_are_those_of_the_real_headers(headers):
    pattern = re.compile(r"(?:#define\s+|static\s+const\s+\w+\s+)(ACL\w+)\s*=?\s*\\?\s*(\d+)U?")
    real = {name: int(value) for text in headers.values() for name, value in pattern.findall(text)}
    ours = {name: int(code) for name, code in all_statuses().items()}
    compared = {name: value for name, value in ours.items() if name in real}
    assert len(compared) > 200
    assert {name: real[name] for name in compared} == compared


@pytest.mark.parametrize(
    ("code", "name"),
    [
        (0, "ACL_SUCCESS"),
        (100000, "ACL_ERROR_INVALID_PARAM"),
        (107000, "ACL_ERROR_RT_PARAM_INVALID"),
        (107032, "ACL_ERROR_STREAM_CAPTURE_CONFLICT"),
        (145000, "ACL_ERROR_GE_PARAM_INVALID"),
        (161002, "ACLNN_ERR_PARAM_INVALID"),
        (561105, "ACLNN_ERR_INNER_KEY_CONFLICT"),
        (123456, "unknown"),
        (-1, "unknown"),
    ],
)
def test_status_name(code, name):
    assert status_name(code) == name


def test_codes_of_different_families_differ():
    families: dict[int, set[str]] = {}
    for member in all_statuses().values():
        families.setdefault(int(member), set()).add(member.family)
    assert {code: found for code, found in families.items() if len(found) > 1} == {0: {"acl", "rt", "aclnn"}}


def test_aliases_are_the_two_of_the_headers():
    aliases = {name: member.name for name, member in all_statuses().items() if member.name != name}
    assert aliases == {
        "ACL_ERROR_NONE": "ACL_SUCCESS",
        "ACLNN_ERR_INNER_KEY_CONFILICT": "ACLNN_ERR_INNER_KEY_CONFLICT",
    }


@pytest.mark.parametrize("enum", [AclStatus, RtStatus, GeStatus, AclnnStatus])
def test_every_code_lies_in_its_familys_ranges(enum):
    for member in enum:
        if member:
            family = family_of(member)
            assert family is not None
            assert family.name == member.family
            assert family.enum == enum.__name__


def test_families_have_no_range_in_common():
    ranges = [start for family in FAMILIES.values() for start in family.ranges]
    assert len(ranges) == len(set(ranges))
    assert family_of(0) is None
    assert family_of(162000) is None


def test_public_names_exist():
    assert set(status.__all__) <= set(dir(status))
    with pytest.raises(AttributeError, match="NoSuchStatus"):
        _ = status.NoSuchStatus
