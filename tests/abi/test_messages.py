from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from string import Formatter

import pytest

from aclnn_emu.abi import messages
from aclnn_emu.abi.messages import all_messages, message

GROUPS = sorted(
    p.stem for p in Path(messages.__file__).parent.glob("*.py") if p.stem not in {"__init__", "row"}
)


def rows() -> list[messages.Message]:
    return [row for group in GROUPS for row in import_module(f"{messages.__name__}.{group}").MESSAGES]


def fields(template: str) -> list[str]:
    return [field for _, field, _, _ in Formatter().parse(template) if field is not None]


def test_every_group_file_is_in_the_table():
    assert sorted(all_messages()) == sorted(row.id for row in rows())


def test_ids_are_unique():
    ids = [row.id for row in rows()]
    assert len(ids) == len(set(ids))


def test_ids_are_well_formed():
    wrong = [row.id for row in rows() if not re.fullmatch(r"[A-Z]+(-[A-Z0-9]+)+-\d{3}", row.id)]
    assert not wrong


def test_codes_are_those_that_cann_prints():
    wrong = [(row.id, row.code) for row in rows() if not re.fullmatch(r"E[A-Z]\d{4}", row.code)]
    assert not wrong


def test_texts_and_solutions_are_sentences():
    for row in rows():
        for text in (row.text, row.solution):
            assert text, row.id
            assert text == text.strip(), row.id
            assert "  " not in text, row.id


def test_templates_use_named_fields_only():
    for row in rows():
        for field in [*fields(row.text), *fields(row.solution)]:
            assert field.isidentifier(), (row.id, field)


def test_a_message_is_found_by_its_id():
    for row in rows():
        assert message(row.id) is row
    with pytest.raises(KeyError):
        message("NO-SUCH-000")
