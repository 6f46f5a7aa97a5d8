"""The table behind the pointers of opaque types."""

from __future__ import annotations

from aclnn_emu.capi.objects import ObjectTable


def test_numbers_stand_for_objects_and_are_never_used_again() -> None:
    table = ObjectTable()
    first, second = object(), object()
    a, b = table.add(first), table.add(second)
    assert (table.find(a), table.find(b), table.find(0)) == (first, second, None)
    table.retire(a)
    assert table.add(first) not in (a, b)
    assert a >> 47  # no address that a program could touch


def test_what_never_stood_for_an_object_comes_back() -> None:
    assert ObjectTable().find(0x1234) == 0x1234


def test_dead_objects_can_be_named_for_a_while() -> None:
    table = ObjectTable()
    thing = object()
    number = table.add(thing)
    table.retire(number)
    table.retire(number)
    assert table.find(number) is thing
    for _ in range(5000):
        table.retire(table.add(object()))
    assert table.find(number) == number


def test_members_die_with_their_list() -> None:
    table = ObjectTable()
    member = table.add("member")
    owner = table.add("list", (member, 0))
    table.retire(owner)
    for _ in range(5000):
        table.retire(table.add(object()))
    assert table.find(member) == member


def test_clear_forgets_everything() -> None:
    table = ObjectTable()
    number = table.add(object())
    table.clear()
    assert table.find(number) == number
    assert table.find(0) is None
