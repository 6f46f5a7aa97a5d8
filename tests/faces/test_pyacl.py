"""The pyACL-shaped face: every function of the table, its arguments, its results."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aclnn_emu import acl
from aclnn_emu.abi.prototypes import runtime_function
from aclnn_emu.acl import _make
from aclnn_emu.boundary import api_functions

FACTS = Path(__file__).resolve().parents[2].parent / "shared" / "facts" / "pyacl_map.json"
ROWS = tuple(_make.table()["functions"])
MALLOC_HUGE_FIRST, HOST_TO_DEVICE, DEVICE_TO_HOST = 0, 1, 2

GOOD: dict[str, Any] = {
    "int": 1,
    "ptr": 0,
    "float": 1.0,
    "str": "a",
    "callable": print,
    "dict": {},
    "object": None,
}
BAD: dict[str, Any] = {"int": 1.5, "ptr": "a", "float": "a", "str": 5, "callable": 5, "dict": []}


def find(name: str) -> Callable[..., Any]:
    parent, _, short = name.rpartition(".")
    module = acl if parent == "acl" else getattr(acl, parent.removeprefix("acl."))
    function: Callable[..., Any] = getattr(module, short)
    return function


def good(kind: str) -> Any:
    kind = kind.removesuffix("?")
    return [good(kind[5:-1])] if kind.startswith("list[") else GOOD[kind]


def bad(kind: str) -> Any:
    kind = kind.removesuffix("?")
    return [bad(kind[5:-1])] if kind.startswith("list[") else BAD.get(kind)


@pytest.mark.skipif(not FACTS.is_file(), reason="the fact tables are not beside the repository")
def test_the_face_has_every_function_of_the_facts() -> None:
    facts = json.loads(FACTS.read_text())
    for entry in facts["functions"]:
        assert callable(find(entry["python"]))
    for name in facts["meta"]["not_offered"]:
        with pytest.raises(AttributeError, match="does not offer"):
            find(name)
    for name in facts["meta"]["not_covered_here"]:
        with pytest.raises(AttributeError, match="not emulated"):
            getattr(acl, name.removeprefix("acl."))


REFUSED = [name for name in ROWS if (row := _make.row(name)) and row.c not in api_functions()]


@pytest.mark.parametrize("name", [name for name in REFUSED if name != "acl.rt.get_group_info_detail"])
def test_what_is_not_emulated_answers_its_code_in_place(name: str) -> None:
    row = _make.row(name)
    assert row is not None
    result = find(name)(*(good(kind) for _, kind in row.args))
    results = result if isinstance(result, tuple) else (result,) if row.returns else ()
    assert len(results) == len(row.returns)
    for value, (_, kind) in zip(results, row.returns, strict=True):
        if kind == "status":
            prototype = runtime_function(row.c)
            assert value == (prototype.not_supported_status if prototype else 200001)
        else:
            assert not value
            assert (value is None) is (kind in ("str", "object"))
    assert "not emulated" in acl.get_recent_err_msg()
    assert row.c in acl.get_recent_err_msg()


@pytest.mark.trips("ACL-THREAD-101")
@pytest.mark.parametrize("name", [name for name in ROWS if name not in REFUSED])
def test_what_is_emulated_returns_as_many_results(name: str) -> None:
    row = _make.row(name)
    assert row is not None
    result = find(name)(*(good(kind) for _, kind in row.args))
    count = len(result) if isinstance(result, tuple) else 1
    assert count == len(row.returns)
    if row.returns[-1][1] == "status":
        status = result[-1] if isinstance(result, tuple) else result
        assert type(status) is int
        assert status != 500000, acl.get_recent_err_msg()
    if isinstance(result, tuple):
        for value, (_, kind) in zip(result, row.returns, strict=True):
            assert kind != "ptr" or type(value) is int


@pytest.mark.parametrize("name", ROWS)
def test_arguments_that_do_not_parse_raise(name: str) -> None:
    row = _make.row(name)
    assert row is not None
    function = find(name)
    arguments = [good(kind) for _, kind in row.args]
    with pytest.raises(TypeError):
        function(*arguments, 1)
    if arguments:
        with pytest.raises(TypeError):
            function(**{arg: value for (arg, _), value in zip(row.args, arguments, strict=True)})
    for i, (arg, kind) in enumerate(row.args):
        if kind == "object":
            continue
        with pytest.raises(TypeError, match=arg):
            function(*arguments[:i], bad(kind), *arguments[i + 1 :])


@pytest.mark.parametrize(
    ("name", "arguments", "error"),
    [
        ("acl.rt.malloc", (np.int64(4), 0), TypeError),
        ("acl.rt.malloc", (4, 2**31), OverflowError),
        ("acl.rt.set_device", (2**31,), OverflowError),
        ("acl.init", ("a\0b",), ValueError),
        ("acl.init", (None,), TypeError),
        ("acl.rt.wait_and_reset_notify", (0, 0, -1), TypeError),
        ("acl.rt.wait_and_reset_notify", (0, 0, 2**32), TypeError),
        ("acl.rt.ipc_mem_get_export_key", (0, 1, 1024, 0), ValueError),
        ("acl.rt.get_function_name", (0, 1024), ValueError),
        ("acl.rt.register_cpu_func", (0, "", "k"), ValueError),
        ("acl.rt.notify_batch_reset", ([1, "a"],), TypeError),
        ("acl.rt.launch_callback", (None, None, 0, 0), TypeError),
        ("acl.rt.get_group_info_detail", (0, 0, 0), RuntimeError),
    ],
)
def test_single_parse_rules(name: str, arguments: tuple[Any, ...], error: type[Exception]) -> None:
    with pytest.raises(error):
        find(name)(*arguments)


def test_numbers_wrap_where_the_format_has_no_check() -> None:
    assert acl.rt.set_device(0) == 0
    assert acl.rt.malloc(-1, 0) == (0, 100000)
    assert acl.rt.create_event_with_flag(2**32 + 1)[1] == 0


@pytest.mark.trips("ACL-LIFE-109", "ACL-LIFE-110", "ACL-LIFE-111")
def test_optional_arguments() -> None:
    assert acl.init() == 0
    assert acl.init("") == 100002
    assert acl.finalize() == 0
    assert acl.rt.set_exception_info_callback() == acl.rt.set_exception_info_callback(None)


def test_a_program_with_memory_and_copies() -> None:
    assert acl.init() == 0
    assert acl.rt.set_device(0) == 0
    data = np.arange(4, dtype=np.float32).tobytes()
    pointer, ret = acl.rt.malloc(16, MALLOC_HUGE_FIRST)
    assert (type(pointer), ret) == (int, 0)
    assert acl.rt.memcpy(pointer, 16, acl.util.bytes_to_ptr(data), 16, HOST_TO_DEVICE) == 0
    back = bytes(16)
    target = acl.util.bytes_to_ptr(back)
    assert acl.rt.memcpy(target, 16, pointer, 16, DEVICE_TO_HOST) == 0
    assert acl.util.ptr_to_bytes(target, 16) == data
    assert acl.rt.free(pointer) == 0
    assert acl.rt.free(0) == 100000


def test_page_locked_memory() -> None:
    acl.rt.set_device(0)
    host, ret = acl.rt.malloc_host(8)
    assert (type(host), ret) == (int, 0)
    device, _ = acl.rt.malloc(8, 0)
    assert acl.rt.memset(device, 8, 7, 8) == 0
    assert acl.rt.memcpy(host, 8, device, 8, DEVICE_TO_HOST) == 0
    assert acl.util.ptr_to_bytes(host, 8) == bytes([7]) * 8
    assert acl.rt.free_host(host) == 0


@pytest.mark.trips("ACL-LIFE-112")
def test_handles_are_ints() -> None:
    context, ret = acl.rt.create_context(0)
    assert (type(context), ret) == (int, 0)
    assert acl.rt.get_context() == (context, 0)
    stream, ret = acl.rt.create_stream()
    assert (type(stream), ret) == (int, 0)
    event, ret = acl.rt.create_event()
    assert acl.rt.record_event(event, stream) == 0
    assert acl.rt.stream_wait_event(stream, event) == 0
    assert acl.rt.synchronize_stream(stream) == 0
    assert acl.rt.query_event(event) == (0, 0)
    assert acl.rt.query_event_status(event)[1] == 0
    assert acl.rt.destroy_event(event) == 0
    assert acl.rt.destroy_event(event) == 107017
    assert acl.rt.destroy_stream(stream) == 0
    assert acl.rt.destroy_context(context) == 0
    assert acl.rt.get_context() == (0, 107002)


def test_structures_are_dicts() -> None:
    acl.rt.set_device(1)
    pointer, _ = acl.rt.malloc(8, 0)
    attributes, ret = acl.rt.pointer_get_attributes(pointer)
    assert ret == 0
    assert attributes["location"] == {"id": 1, "type": 1}
    assert type(attributes["location"]["type"]) is int
    assert attributes["page_size"] > 0
    assert attributes["rsv"] == [0, 0, 0, 0]
    assert acl.rt.pointer_get_attributes(0) == (
        {"location": {"id": 0, "type": 0}, "page_size": 0, "rsv": [0, 0, 0, 0]},
        100000,
    )
    assert acl.rt.malloc_with_cfg(8, 0, {})[1] == 0
    assert (
        acl.rt.malloc_with_cfg(8, 0, {"attrs": [{"attr": 2, "value": {"deviceId": 1}}], "numAttrs": 1})[1]
        == 0
    )
    assert acl.rt.malloc_with_cfg(8, 0, {"numAttrs": 1})[1] == 100000


def test_results_follow_pyacls_order() -> None:
    assert acl.rt.get_primary_ctx_state(0) == (0, 0, 0)
    acl.rt.set_device(0)
    assert acl.rt.get_primary_ctx_state(0) == (1, 0, 0)


def test_data_buffers_are_ints() -> None:
    buffer = acl.create_data_buffer(0x1000, 64)
    assert type(buffer) is int
    assert buffer
    assert acl.get_data_buffer_addr(buffer) == 0x1000
    assert acl.get_data_buffer_size(buffer) == 64
    assert acl.update_data_buffer(buffer, 0x2000, 128) == 0
    assert acl.get_data_buffer_addr(buffer) == 0x2000
    assert acl.get_data_buffer_size_v2(buffer) == 128
    assert acl.destroy_data_buffer(buffer) == 0
    assert acl.destroy_data_buffer(buffer) == 100000
    assert acl.destroy_data_buffer(0) == 100000
    assert acl.get_data_buffer_addr(0) == 0


def test_values_without_a_status() -> None:
    assert acl.get_soc_name().startswith("Ascend910B")
    assert acl.data_type_size(0) == 4
    assert acl.float16_to_float(0x3C00) == 1.0
    assert acl.float_to_float16(1.0) == 0x3C00
    assert acl.get_recent_err_msg() is None
    assert acl.get_version() == (1, 17, 0, 0)


def test_callbacks_run_in_a_thread_of_util() -> None:
    acl.rt.set_device(0)
    stream, _ = acl.rt.create_stream()
    context, _ = acl.rt.get_context()
    subscribed = threading.Event()
    seen: list[Any] = []

    def serve(arguments: list[Any]) -> None:
        acl.rt.set_context(arguments[0])
        subscribed.wait()
        seen.append(acl.rt.process_report(10_000))

    thread, ret = acl.util.start_thread(serve, [context])
    assert ret == 0
    assert acl.rt.subscribe_report(thread, stream) == 0
    subscribed.set()
    assert acl.rt.launch_callback(seen.append, ("data",), 1, stream) == 0
    assert acl.rt.synchronize_stream(stream) == 0
    assert acl.util.stop_thread(thread) == 0
    assert seen == [("data",), 0]
    assert acl.rt.unsubscribe_report(thread, stream) == 0


@pytest.mark.trips("ACL-THREAD-101")
def test_error_texts_name_the_c_function() -> None:
    assert acl.rt.synchronize_device() == 107002
    assert acl.rt.get_last_error(0) == 107002
    assert acl.rt.peek_at_last_error(0) == 0


def test_names_are_listed_and_bound_once() -> None:
    assert acl.rt.malloc is acl.rt.malloc
    assert "malloc" in dir(acl.rt)
    assert {"init", "rt", "util", "op"} <= set(dir(acl))
    assert "execute_v2" in dir(acl.op)
    for module in (acl, acl.rt, acl.op):
        with pytest.raises(AttributeError, match="nothing"):
            _ = module.nothing
    assert "aclrtMalloc" in acl.rt.malloc.__doc__
