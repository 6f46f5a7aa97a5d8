"""The texts of the tensor group."""

import string

import pytest

from aclnn_emu.abi.messages.tensor import MESSAGES


@pytest.mark.parametrize("row", MESSAGES, ids=lambda row: row.id)
def test_each_text_says_what_to_do(row):
    assert row.id.startswith("ACLNN-TENSOR-")
    assert row.text.endswith(".")
    assert row.solution.endswith(".")
    fields = {name for _, name, _, _ in string.Formatter().parse(row.text) if name}
    assert fields, "a text without a value says nothing"


def test_ids_count_up():
    assert [row.id[-3:] for row in MESSAGES] == [f"{i:03d}" for i in range(1, len(MESSAGES) + 1)]
