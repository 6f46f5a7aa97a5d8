"""aclnn-emu explain."""

from __future__ import annotations

import io

import pytest

from aclnn_emu.cli import main


@pytest.mark.parametrize(
    ("code", "name"),
    [("161002", "ACLNN_ERR_PARAM_INVALID"), ("107002", "ACL_ERROR_RT_CONTEXT_NULL"), ("0", "ACL_SUCCESS")],
)
def test_a_number_and_its_name_have_one_explanation(cli, code, name):
    by_number = cli("explain", code)
    assert by_number.status == 0
    assert by_number.out.startswith(f"{name} = {code}")
    assert cli("explain", name.lower()) == by_number


def test_an_unknown_number_is_explained_by_its_range(cli):
    status, out, _ = cli("explain", "161999")
    assert status == 1
    assert "161xxx" in out


def test_an_unknown_name_gets_suggestions(cli):
    status, out, err = cli("explain", "ACLNN_ERR_PARAM_INVALIT")
    assert status == 1
    assert not out
    assert "ACLNN_ERR_PARAM_INVALID" in err


@pytest.mark.parametrize("spelling", ["ACLNN-PARAM-001", "[aclnn-param-001]"])
def test_a_message_id(cli, spelling):
    status, out, _ = cli("explain", spelling)
    assert status == 0
    assert out.startswith("ACLNN-PARAM-001  (EZ1001)\n\n{op}: ")


def test_several_at_once(cli):
    status, out, err = cli("explain", "161001", "nonsense", "507035")
    assert status == 1
    assert "161001" in out
    assert "507035" in out
    assert "nonsense" in err


def test_a_rule_of_the_checker(capsys):
    assert main(["explain", "acl-race-101"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("ACL-RACE-101  (error of the checker): a stream reads what another one writes\n")
    assert "What to do:" in text


def test_a_code_names_the_rules_that_find_its_causes_the_most_frequent_first(capsys):
    assert main(["explain", "507035"]) == 0
    text = capsys.readouterr().out
    assert text.index("ACL-MEM-101  a descriptor") < text.index("ACL-SYNC-104") < text.index("ACL-MEM-102")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "[ERROR] aclnnAdd failed, error code is 561103; then 107002",
            ["ACLNN_ERR_INNER_NULLPTR = 561103", "= 107002"],
        ),
        (
            "EZ1001: [ACLNN-PARAM-003] aclnnNeg: parameter self has dtype UINT64",
            ["ACLNN-PARAM-003  (EZ1001)"],
        ),
        (
            "aclnn_emu check: ERROR ACL-SYNC-101: aclrtMemcpy reads ...\n  follows from it: ACL-INIT-102",
            ["ACL-SYNC-101  (error", "ACL-INIT-102  (warning"],
        ),
        ("fault kernel: vector core exception, MTE address out of range", ["By its words", "= 507035"]),
        ("worker 3 was started by fork()", ["By its words", "ACL-THREAD-103"]),
    ],
)
def test_a_pasted_text(text, found, capsys):
    assert main(["explain", text]) == 0
    answer = capsys.readouterr().out
    assert all(part in answer for part in found)


def test_a_text_without_quotes_and_one_from_standard_input(capsys, monkeypatch):
    assert main(["explain", "stream", "synchronize", "timeout"]) == 0
    quoted = capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO("stream synchronize timeout\n"))
    assert main(["explain", "-"]) == 0
    assert capsys.readouterr().out == quoted
    assert main(["explain", "all is well"]) == 1


def test_every_related_rule_exists():
    from aclnn_emu.abi.rules import all_rules
    from aclnn_emu.abi.rules.related import PHRASES, RELATED

    named = {rule for rules in RELATED.values() for rule in rules}
    named |= {meant for _, meant in PHRASES if isinstance(meant, str)}
    assert named <= set(all_rules())
