"""aclnn-emu explain."""

from __future__ import annotations

import pytest


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
