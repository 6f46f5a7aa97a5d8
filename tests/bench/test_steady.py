"""Which measurements count on a machine whose pace changes. The loop's times are told, never taken."""

from __future__ import annotations

import os
from itertools import count

import pytest

from aclnn_emu.bench import bars, steady
from aclnn_emu.bench.apart import apart
from aclnn_emu.bench.timing import Share, Timing, of_counted


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What the loop takes each time that it runs; 1.0 is the least, and what it takes when the list is empty."""
    told: list[float] = []
    monkeypatch.setattr(steady, "_least", 1.0)
    monkeypatch.setattr(steady, "_LOOK_AGAIN", 0)
    monkeypatch.setattr(steady, "pace", lambda _loops: told.pop(0) if told else 1.0)
    return told


def measured(wanted: int, patience: float) -> tuple[list[int], list[int]]:
    """What counts, and all."""
    found = steady.at_full_pace(count().__next__, wanted, patience)
    return found.results, found.all


def test_measured_is_until_enough_counts(loop):
    loop += [
        1.0,
        1.1,
        1.2,
        1.9,
        1.3,
        1.4,
    ]  # before and behind each of three, of which the second is disturbed
    assert measured(3, 60) == ([0, 2, 3], [0, 1, 2, 3])


def test_the_full_pace_is_waited_for(loop):
    loop += [2.0, 1.5, 1.4, 1.0]
    assert measured(1, 60) == ([0], [0])
    assert loop == []


def test_without_patience_what_was_wanted_is_measured_and_no_more(loop):
    loop += [2.0] * 50
    assert measured(3, 0) == ([0, 1, 2], [0, 1, 2])


def test_where_too_few_were_at_full_pace_all_count(loop):
    loop += [1.0, 1.0, *[2.0] * 4]  # one of three is less than half
    assert measured(3, 0) == ([0, 1, 2], [0, 1, 2])
    loop += [*[1.0] * 4, *[2.0] * 2]
    assert measured(3, 0) == ([0, 1], [0, 1, 2])


def test_the_least_may_be_seen_later(loop, monkeypatch):
    monkeypatch.setattr(steady, "_least", 2.0)
    loop += [2.0, 2.0, 2.0, 2.0]  # at full pace, as far as is known
    numbers = count()

    def measure() -> int:
        if (number := next(numbers)) == 1:
            steady.know_least(1.0)
        return number

    assert steady.at_full_pace(measure, 1, 60) == steady.Counted([0], [0])
    # The second tells that it was not; its patience lasts for a third one.
    assert steady.at_full_pace(measure, 1, 60) == steady.Counted([2], [1, 2])
    assert steady.least() == 1.0


def test_a_loop_tells_the_pace_and_the_least(monkeypatch):
    monkeypatch.setattr(steady, "_least", float("inf"))
    found = steady.pace(3)
    assert 0 < steady.least() <= found < float("inf")


def test_what_counts_and_what_all_would_give():
    found = steady.Counted([3.0, 1.0, 2.0], [3.0, 9.0, 1.0, 8.0, 2.0])
    assert of_counted(found, float) == Timing(1.0, 2.0, Share(3, 5, 3.0))


@pytest.mark.parametrize(
    ("timing_of", "text"),
    [
        (Timing(1, 2), ""),
        (Timing(1, 2, Share(4, 4, 2)), ""),
        (Timing(1, 2, Share(3, 4, 2.5)), "; 3 of 4 counted, all 2.50"),
    ],
)
def test_the_table_says_what_counted(timing_of, text):
    assert bars._counted(timing_of) == text


def test_a_process_of_its_own_knows_the_least(monkeypatch):
    monkeypatch.setattr(steady, "_least", 0.125)
    assert apart(steady.least) == 0.125


def test_what_a_process_of_its_own_raises_is_raised():
    with pytest.raises(ValueError, match="could not convert"):
        apart(float, "no number")


def test_a_process_of_its_own_that_ends_early_is_told_of():
    with pytest.raises(RuntimeError, match=r"^_exit: "):
        apart(os._exit, 3)


def test_what_is_printed_meanwhile_does_not_disturb(capfd):
    assert apart(print, "something") is None
    assert capfd.readouterr() == ("", "")
