"""Handles, threads and the registry of runtime functions."""

from __future__ import annotations

import inspect
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from aclnn_emu.abi.prototypes import runtime_function
from aclnn_emu.errors import RtInvalidHandle
from aclnn_emu.runtime import api as api_package
from aclnn_emu.runtime import handles
from aclnn_emu.runtime.context import Context
from aclnn_emu.runtime.handles import HandleTable, describe_value
from aclnn_emu.runtime.machine import machine, reset
from aclnn_emu.runtime.memory import is_device_address
from aclnn_emu.runtime.registry import API_FUNCTIONS
from aclnn_emu.runtime.stream import Stream

GROUPS = sorted(
    path.stem for path in Path(api_package.__file__).parent.glob("*.py") if path.stem != "__init__"
)


class TestHandles:
    def test_numbers_are_distinct_and_no_addresses(self, device: Any) -> None:
        numbers = [device.aclrtCreateStream().handle for _ in range(100)]
        assert len(set(numbers)) == 100
        assert not any(is_device_address(number) for number in numbers)
        assert all(number >= 1 << 47 for number in numbers)

    def test_numbers_are_not_used_again(self, device: Any) -> None:
        stream = device.aclrtCreateStream()
        device.aclrtDestroyStream(stream)
        assert device.aclrtCreateStream().handle != stream.handle

    def test_object_and_number_mean_the_same(self, device: Any) -> None:
        stream = device.aclrtCreateStream()
        for value in (stream, stream.handle):
            assert machine().handles.resolve(value, Stream, function="f", parameter="p") is stream

    @pytest.mark.parametrize("value", [None, 0, 77, "text", 1.5, object()], ids=lambda v: type(v).__name__)
    def test_foreign(self, value: Any) -> None:
        with pytest.raises(RtInvalidHandle, match=r"f: p is .*but a live stream is needed"):
            machine().handles.resolve(value, Stream, function="f", parameter="p")

    def test_text_of_a_destroyed_one(self, device: Any) -> None:
        stream = device.aclrtCreateStream()
        device.aclrtDestroyStream(stream)
        for value in (stream, stream.handle):
            with pytest.raises(RtInvalidHandle, match="a stream that was destroyed"):
                machine().handles.resolve(value, Stream, function="f", parameter="p")

    def test_text_of_another_kind(self, device: Any) -> None:
        context = device.aclrtGetCurrentContext()
        with pytest.raises(RtInvalidHandle, match="a context, but a live stream is needed"):
            machine().handles.resolve(context.handle, Stream, function="f", parameter="p")
        assert machine().handles.lookup(context.handle, Context) is context

    def test_releasing_twice_changes_nothing(self) -> None:
        table = HandleTable()
        handle = table.register(SimpleNamespace(alive=True))
        table.release(handle)
        table.release(handle)
        assert table.lookup(handle, SimpleNamespace) is None

    def test_old_ones_are_forgotten(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(handles, "_REMEMBERED", 2)
        table = HandleTable()
        numbers = [table.register(SimpleNamespace()) for _ in range(3)]
        for number in numbers:
            table.release(number)
        assert "no create call" in table.describe(numbers[0])
        assert "destroyed" in table.describe(numbers[1])

    def test_the_end_of_the_machine_is_theirs(self, device: Any) -> None:
        event = device.aclrtCreateEvent()
        reset()
        assert not event.alive


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (0, "0"),
        (65535, "65535"),
        (1 << 20, "0x100000"),
        (-1, "-1"),
        (b"", "<bytes>"),
        (True, "1"),
    ],
)
def test_describe_value(value: Any, text: str) -> None:
    assert describe_value(value) == text


def test_each_thread_has_its_state() -> None:
    states: list[Any] = [machine().thread()]
    threads = [threading.Thread(target=lambda: states.append(machine().thread())) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(state) for state in states}) == 4
    assert machine().thread() is states[0]


def test_many_threads_allocate_and_free(rt: Any) -> None:
    failures: list[BaseException] = []

    def work() -> None:
        try:
            rt.aclrtSetDevice(0)
            for size in range(1, 200):
                address = rt.aclrtMalloc(size, 0)
                rt.aclrtMemset(address, size, size, size)
                rt.aclrtFree(address)
            rt.aclrtResetDevice(0)
        except BaseException as error:  # noqa: BLE001 - shown by the assertion
            failures.append(error)

    rt.aclrtSetDevice(0)
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert machine().devices[0].memory.used == 0
    assert machine().devices[0].primary_references == 1


def test_load_knows_every_module_that_registers() -> None:
    api_package.load()
    homes = {entry.function.__module__.rpartition(".")[2] for entry in API_FUNCTIONS.values()}
    registering = {
        name
        for name in GROUPS
        if "@api(" in inspect.getsource(__import__(f"{api_package.__name__}.{name}", fromlist=["x"]))
    }
    assert registering <= homes
    assert registering == set(api_package._GROUPS)


@pytest.mark.parametrize("group", GROUPS)
def test_parameters_are_those_of_the_prototype(group: str, rt: Any) -> None:
    for name, entry in API_FUNCTIONS.items():
        if entry.function.__module__ != f"{api_package.__name__}.{group}":
            continue
        prototype = runtime_function(name)
        assert prototype is not None
        inputs = [parameter.name for parameter in prototype.params if not parameter.is_output]
        # Those with a default are for functions that end in this one.
        own = inspect.signature(entry.function).parameters.values()
        taken = [each.name.replace("_", "").lower() for each in own if each.default is each.empty]
        renamed = {"n": "number"}
        assert taken == [renamed.get(name.lower(), name.lower()) for name in inputs], name
