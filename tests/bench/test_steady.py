"""Which measurements count on a machine whose pace changes. The loop's times are told, never taken."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
import pytest
from _efforts import TINY

from aclnn_emu.bench import bars, steady, timing
from aclnn_emu.bench.timing import Share, Timing


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What the loop takes each time that it runs; 1.0 is the least, and what it takes when the list is empty."""
    told: list[float] = []
    monkeypatch.setattr(steady, "_least", 1.0)
    monkeypatch.setattr(steady, "_LOOK_AGAIN", 0)
    monkeypatch.setattr(steady, "pace", lambda _loops: told.pop(0) if told else 1.0)
    return told


def numbers() -> Iterator[int]:
    return iter(range(1000))


def test_what_stands_between_two_loops_at_full_pace_counts(loop):
    paces: steady.Paces[str] = steady.Paces()
    loop += [1.1, 1.8, 1.2, 1.3]
    for name in "abcd":
        paces.add(name)
    assert paces.at_full_pace() == ["a", "d"]
    assert paces.count(4) == (["a", "d"], list("abcd"))
    assert paces.count(5) == (list("abcd"), list("abcd"))  # too few for what was wanted
    assert paces.count(None) == (list("abcd"), list("abcd"))


def test_the_least_may_be_seen_later(loop, monkeypatch):
    paces: steady.Paces[str] = steady.Paces()
    paces.add("before")
    monkeypatch.setattr(steady, "_least", 0.5)  # so the machine was not at full pace, as it turns out
    loop += [0.5, 0.6]
    paces.restart()
    paces.add("then")
    assert paces.at_full_pace() == ["then"]


def test_a_loop_tells_the_pace_and_the_least(monkeypatch):
    monkeypatch.setattr(steady, "_least", float("inf"))
    found = steady.pace(3)
    assert 0 < steady._least <= found < float("inf")


def test_measured_is_until_enough_counts(loop):
    loop += [
        1.0,
        1.0,
        1.0,
        1.0,
        1.0,
        1.9,
    ]  # at the start; before and behind the first two, of which one is disturbed
    found = steady.at_full_pace(numbers().__next__, 3, seconds=60)
    assert found == ([0, 2, 3], [0, 1, 2, 3])


def test_without_patience_what_was_wanted_is_measured_and_no_more(loop):
    loop += [2.0] * 50
    found = steady.at_full_pace(numbers().__next__, 3, seconds=0)
    assert found == ([0, 1, 2], [0, 1, 2])


def test_the_full_pace_is_waited_for(loop):
    loop += [2.0, 2.0, 1.0]
    steady.Patience(60).wait_for_full_pace()
    assert loop == []
    loop += [2.0]
    steady.Patience(0).wait_for_full_pace()
    assert loop == [2.0]


def test_turns_that_were_disturbed_do_not_count(loop, monkeypatch):
    monkeypatch.setattr(timing, "_REST", 0)
    times = iter([[5.0], [7.0], [90.0], [7.0], [5.0], [80.0], [5.0], [7.0]])
    monkeypatch.setattr(timing, "_for_a_while", lambda _call: next(times))
    # Untimed and timed calls take turns; those not timed are of the same iterator.
    effort = attrs.evolve(TINY, rounds=2)
    loop += [1.0] * 2 + [1.0, 1.0, 1.0, 1.0] + [1.0, 2.0, 1.0, 1.0]
    ours, other = timing.interleaved([lambda: None, lambda: None], effort)
    assert ours == Timing(7.0, 7.0, Share(1, 2, 43.5))
    assert other == Timing(7.0, 7.0, Share(2, 2, 7.0))


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


def test_the_table_says_what_counted_of_a_ratio():
    some, every = Timing(1, 2, Share(3, 4, 5.0)), Timing(1, 2, Share(4, 4, 2.0))
    assert bars._counted_ratio(some, every) == "; 3 of 4 turns counted, all 2.50"
    assert bars._counted_ratio(every, every) == ""
    assert bars._counted_ratio(every, Timing(1, 2)) == ""
