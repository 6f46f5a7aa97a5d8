from __future__ import annotations

import re

import pytest

from aclnn_emu.abi.explain import explain
from aclnn_emu.abi.meanings import all_meanings
from aclnn_emu.abi.status import all_statuses

CODES = sorted({int(code) for code in all_statuses().values()})


def test_every_code_and_no_other_is_explained():
    assert sorted(all_meanings()) == CODES


def test_no_two_codes_share_their_meaning():
    texts = [meaning.text for meaning in all_meanings().values()]
    assert len(texts) == len(set(texts))


@pytest.mark.parametrize("code", CODES)
def test_an_explanation_is_complete(code):
    found = explain(code)
    assert found.value == code
    assert found.header
    assert len(found.meaning) >= 20
    assert found.actions
    for sentence in (found.meaning, *found.causes, *found.actions):
        assert sentence == sentence.strip()
        assert sentence.endswith((".", "json.tool FILE", "aclFinalize."))
        assert "  " not in sentence
    assert not set(found.causes) & set(found.actions)


@pytest.mark.parametrize("code", CODES)
def test_the_text_is_plain_and_narrow(code):
    lines = explain(code).text().splitlines()
    assert lines[0].startswith(f"{explain(code).name} = {code}  (")
    assert "What to do:" in lines
    assert max(map(len, lines)) <= 100
    assert all(line == line.rstrip() for line in lines)
    assert explain(code).text().isascii()


@pytest.mark.parametrize("name", sorted(all_statuses()))
def test_every_name_in_any_case_finds_its_code(name):
    expected = all_statuses()[name]
    for spelling in (name, name.lower(), f" {name.title()} "):
        found = explain(spelling)
        assert (found.value, found.family) == (int(expected), expected.family)
        assert found.name == expected.name
        assert name in (found.name, *found.aliases)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (100002, ["already initialised", "aclFinalizeReference"]),
        (107002, ["thread", "aclrtSetDevice"]),
        (107003, ["context", "current"]),
        (161001, ["null pointer", "phase 1"]),
        (161002, ["aclGetRecentErrMsg", "8 dimensions", "bfloat16"]),
        (207001, ["aclrtGetMemInfo"]),
        (361001, ["107002"]),
        (507035, ["freed", "smaller", "workspace", "Synchronise"]),
        (561003, ["kernel", "not emulated"]),
        (561103, ["storageDims", "installation"]),
    ],
)
def test_important_codes_tell_the_usual_story(code, words):
    text = re.sub(r"\s+", " ", explain(code).text())
    for word in words:
        assert word in text


def test_zero_and_its_names():
    assert explain(0).name == "ACL_SUCCESS"
    assert explain("ACLNN_SUCCESS").family == "aclnn"
    assert explain("ACL_ERROR_NONE").aliases == ("ACL_ERROR_NONE",)


@pytest.mark.parametrize("text", ["507035", " 507035 "])
def test_digits_are_a_number(text):
    assert explain(text) == explain(507035)


@pytest.mark.parametrize(
    ("code", "family", "words"),
    [
        (100999, "acl", ["100xxx", "the acl layer", "caller"]),
        (107999, "rt", ["107xxx", "the runtime", "caller"]),
        (207999, "rt", ["207xxx", "resource"]),
        (507999, "rt", ["507xxx", "on the device"]),
        (345999, "ge", ["345xxx", "graph engine"]),
        (561999, "aclnn", ["561xxx", "operator API"]),
        (412345, "unknown", ["none of the families", "aclnn 161xxx"]),
        (7, "unknown", ["six digits"]),
        (-1, "unknown", ["six digits"]),
        (10**12, "unknown", ["six digits"]),
    ],
)
def test_an_unknown_number_is_explained_by_its_range(code, family, words):
    found = explain(code)
    assert (found.name, found.family, found.header) == ("unknown", family, "")
    text = re.sub(r"\s+", " ", found.text())
    for word in words:
        assert word in text


@pytest.mark.parametrize(
    ("name", "suggestion"),
    [
        ("ACL_ERROR_RT_CONTEX_NULL", "ACL_ERROR_RT_CONTEXT_NULL"),
        ("aclnn_err_param_nullpointer", "ACLNN_ERR_PARAM_NULLPTR"),
        ("vector_core_exception", "ACL_ERROR_RT_VECTOR_CORE_EXCEPTION"),
    ],
)
def test_an_unknown_name_suggests_similar_ones(name, suggestion):
    with pytest.raises(LookupError, match=suggestion):
        explain(name)


@pytest.mark.parametrize("name", ["", "   ", "no such thing", "1.5"])
def test_a_name_without_likeness_is_refused_without_suggestion(name):
    with pytest.raises(LookupError) as caught:
        explain(name)
    assert "Did you mean" not in str(caught.value)
