from __future__ import annotations

import re
import subprocess
import sys
from enum import IntEnum

import pytest

from aclnn_emu.abi import constants, enums
from aclnn_emu.abi.enums import aclDataType, all_enums
from aclnn_emu.abi.status import all_statuses

OLD_SPELLINGS = {
    "ACL_DEV_ATTR_SUPER_POD_DEVIDE_ID": "ACL_DEV_ATTR_SUPER_POD_DEVICE_ID",
    "ACL_DEV_ATTR_LOCAL_MEM_PER_VECTOR_CORE": "ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE",
    "ACL_RT_ATOMIC_CAPABILITY_REDUCATION": "ACL_RT_ATOMIC_CAPABILITY_REDUCTION",
    "ACL_RT_LAUNCH_KERNEL_ATTR_LOCAL_MEMORY_SIZE": "ACL_RT_LAUNCH_KERNEL_ATTR_DYN_UBUF_SIZE",
    "ACL_RT_BINARY_LOAD_OPT_LAZY_MAGIC": "ACL_RT_BINARY_LOAD_OPT_MAGIC",
}


def macros() -> dict[str, int]:
    return {name: value for name, value in vars(constants).items() if name.isupper()}


def test_enums_are_those_of_the_facts(runtime_facts):
    expected = {enum["name"]: enum["members"] for enum in runtime_facts["enums"]}
    found = {
        name: {member: int(value) for member, value in enum.__members__.items()}
        for name, enum in all_enums().items()
    }
    assert found == expected


def test_docstrings_name_the_header_of_the_facts(runtime_facts):
    found = all_enums()
    for enum in runtime_facts["enums"]:
        doc = found[enum["name"]].__doc__ or ""
        assert f"Header: ``{enum['header']}``." in doc
        assert len(doc.splitlines()[0]) > 10


def test_constants_are_those_of_the_facts(runtime_facts):
    codes = {code["name"] for code in runtime_facts["error_codes"]}
    expected = {name: value for name, value in runtime_facts["macros"].items() if name not in codes}
    assert macros() == expected


def enumerators(body: str) -> dict[str, int]:
    """Members of a C enum's body; a member without a value is one more than the one before."""
    members: dict[str, int] = {}
    value = -1
    for item in re.sub(r'ACL_DEPRECATED_MESSAGE\(\s*"[^"]*"\s*\)', "", body).split(","):
        match = re.fullmatch(r"\s*(\w+)\s*(?:=\s*(.+))?", item, re.DOTALL)
        if match is None:
            continue
        written = match.group(2)
        value = value + 1 if written is None else number(written)
        members[match.group(1)] = value
    return members


def number(written: str) -> int:
    text = re.sub(r"(?<=[0-9A-Fa-f])[uUlL]+", "", written.strip().strip("()"))
    shift = re.fullmatch(r"(\w+)\s*<<\s*(\w+)", text)
    return int(shift.group(1), 0) << int(shift.group(2), 0) if shift else int(text, 0)


def test_enums_are_those_of_the_real_headers(headers):
    pattern = re.compile(r"typedef\s+enum(?:\s+\w+)?\s*\{(.*?)\}\s*(\w+)\s*;", re.DOTALL)
    real = {name: enumerators(body) for text in headers.values() for body, name in pattern.findall(text)}
    ours = all_enums()
    compared = sorted(set(real) & set(ours))
    assert len(compared) > 60
    for name in compared:
        assert {m: int(v) for m, v in ours[name].__members__.items()} == real[name], name


def test_constants_are_those_of_the_real_headers(headers):
    pattern = re.compile(r"^#define\s+(\w+)\s+\(?([-0-9xXa-fA-F]+)[uUlL]*\)?\s*$", re.MULTILINE)
    real = {name: number(value) for text in headers.values() for name, value in pattern.findall(text)}
    compared = {name: value for name, value in macros().items() if name in real}
    assert len(compared) > 40
    assert {name: real[name] for name in compared} == compared


@pytest.mark.parametrize(("old", "current"), OLD_SPELLINGS.items())
def test_an_old_spelling_is_an_alias_of_the_current_one(old, current):
    enum = next(e for e in all_enums().values() if old in e.__members__)
    assert enum[old].name == current


def test_member_names_are_unique_over_everything_a_c_program_sees():
    names = (
        [m for enum in all_enums().values() for m in enum.__members__] + list(all_statuses()) + list(macros())
    )
    assert len(names) == len(set(names))


def test_aliases_are_the_known_old_spellings_only():
    aliases = {m for enum in all_enums().values() for m, v in enum.__members__.items() if v.name != m}
    assert aliases == set(OLD_SPELLINGS)


def test_public_names_are_the_enums():
    assert set(enums.__all__) == {*all_enums(), "all_enums"}
    assert set(enums.__all__) <= set(dir(enums))


def test_an_enum_loads_once():
    assert enums.aclrtMemcpyKind is all_enums()["aclrtMemcpyKind"]
    assert issubclass(enums.aclrtMemcpyKind, IntEnum)


def test_an_unknown_enum_is_an_attribute_error():
    with pytest.raises(AttributeError, match="aclNoSuchEnum"):
        _ = enums.aclNoSuchEnum


def test_data_type_has_the_headers_gaps():
    assert {5, 14, 15}.isdisjoint(set(aclDataType))
    assert aclDataType.ACL_BF16 == 27


def test_importing_the_layer_loads_no_table():
    code = (
        "import sys, aclnn_emu.abi, aclnn_emu.abi.enums, aclnn_emu.abi.status\n"
        "loaded = {m for m in sys.modules if m.startswith('aclnn_emu.abi.')}\n"
        "print(*sorted(loaded)); assert 'json' not in sys.modules and 'attrs' not in sys.modules\n"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert set(result.stdout.split()) == {
        "aclnn_emu.abi.enums",
        "aclnn_emu.abi.enums.base",
        "aclnn_emu.abi.status",
    }
