"""runtime_behaviour.md section 1: aclInit, aclFinalize, aclnnInit."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

from aclnn_emu.errors import EmuError
from aclnn_emu.runtime.machine import configure, machine


@attrs.frozen
class FileCase:
    """A configuration file, and what aclInit says to it.

    Attributes:
        id: starts with the section of the facts.
        content: the file's text or bytes; a dict is written as JSON.
        status: of aclInit.
    """

    id: str
    content: Any
    status: int = 0


NESTED_OBJECTS_10 = '{"a":' * 9 + "{}" + "}" * 9
NESTED_OBJECTS_11 = '{"a":' * 10 + "{}" + "}" * 10
NESTED_ARRAYS_10 = '{"a":' + "[" * 10 + "]" * 10 + "}"
NESTED_ARRAYS_11 = '{"a":' + "[" * 11 + "]" * 11 + "}"

FILES = (
    FileCase("1-empty-file", ""),
    FileCase("1-empty-object", "{}"),
    FileCase("1-json-that-is-no-object", "[1, 2]"),
    FileCase("1-byte-order-mark", b"\xef\xbb\xbf{}"),
    FileCase("1-no-json", "{", 100006),
    FileCase("1-no-json-constant", '{"a": NaN}', 100006),
    FileCase("1-no-text", b"\xff\xfe{", 100006),
    FileCase("1-ten-objects", NESTED_OBJECTS_10),
    FileCase("1-eleven-objects", NESTED_OBJECTS_11, 100006),
    FileCase("1-ten-arrays", NESTED_ARRAYS_10),
    FileCase("1-eleven-arrays", NESTED_ARRAYS_11, 100006),
    FileCase("1-braces-in-strings-count", {"a": "{" * 11}, 100006),
    FileCase("1-err_msg_mode-0", {"err_msg_mode": "0"}),
    FileCase("1-err_msg_mode-1", {"err_msg_mode": "1"}),
    FileCase("1-err_msg_mode-2", {"err_msg_mode": "2"}, 100000),
    FileCase("1-err_msg_mode-number", {"err_msg_mode": 1}, 100000),
    FileCase("1-err_msg_mode-null", {"err_msg_mode": None}, 100000),
    FileCase("1-event_mode-0", {"acl_graph": {"event_mode": "0"}}),
    FileCase("1-event_mode-1", {"acl_graph": {"event_mode": "1"}}),
    FileCase("1-event_mode-2", {"acl_graph": {"event_mode": "2"}}, 100000),
    FileCase("1-event_mode-number", {"acl_graph": {"event_mode": 1}}, 100000),
    FileCase("1-default_device-0", {"defaultDevice": {"default_device": "0"}}),
    FileCase("1-default_device-word", {"defaultDevice": {"default_device": "first"}}, 500001),
    FileCase("1-default_device-leading-zero", {"defaultDevice": {"default_device": "01"}}, 500001),
    FileCase("1-default_device-negative", {"defaultDevice": {"default_device": "-1"}}, 500001),
    FileCase("1-default_device-unquoted", {"defaultDevice": {"default_device": 0}}, 500001),
    FileCase("1-default_device-beyond", {"defaultDevice": {"default_device": "7"}}, 107001),
    FileCase("1-default_device-huge", {"defaultDevice": {"default_device": "9" * 30}}, 107001),
    FileCase("1-stack-size", {"StackSize": {"aicore_stack_size": 32768}}),
    FileCase("1-stack-size-word", {"StackSize": {"aicore_stack_size": "big"}}, 500001),
    FileCase("1-fifo-size", {"simt_printf_fifo_size": 1048576}),
    FileCase("1-fifo-size-zero", {"simt_printf_fifo_size": 0}, 100000),
    FileCase("1-fifo-size-string", {"simt_printf_fifo_size": "1048576"}, 100000),
    FileCase("1-unknown-entries", {"max_opqueue_num": "20000"}),
    FileCase("1-dump-not-emulated", {"dump": {"dump_list": []}}, 200001),
    FileCase("1-dump-empty", {"dump": {}}),
    FileCase("1-profiler-not-emulated", {"profiler": {"switch": "on"}}, 200001),
    FileCase(
        "1-order-mode-before-device", {"err_msg_mode": "2", "defaultDevice": {"default_device": "x"}}, 100000
    ),
    FileCase(
        "1-order-device-before-fifo",
        {"simt_printf_fifo_size": 0, "defaultDevice": {"default_device": "x"}},
        500001,
    ),
)


def write(path: Path, content: Any) -> Path:
    if isinstance(content, dict):
        content = json.dumps(content)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.parametrize("case", FILES, ids=lambda case: case.id)
def test_configuration(case: FileCase, rt: Any, tmp_path: Path) -> None:
    path = write(tmp_path / "acl.json", case.content)
    assert rt.status(lambda: rt.aclInit(str(path))) == case.status
    assert machine().init.count == (case.status == 0)


@attrs.frozen
class Sequence:
    """Calls in order and their statuses.

    Attributes:
        id: starts with the section of the facts.
        calls: names of functions without arguments, or ``aclInit`` (null path).
        statuses: one for each call.
        count: aclInit calls left at the end.
    """

    id: str
    calls: str
    statuses: tuple[int, ...]
    count: int


INIT, END, REF = "aclInit", "aclFinalize", "aclFinalizeReference"
SEQUENCES = (
    Sequence("1-init", f"{INIT}", (0,), 1),
    Sequence("1-second-init-counts", f"{INIT} {INIT}", (0, 100002), 2),
    Sequence("1-finalize-ends-all", f"{INIT} {INIT} {END}", (0, 100002, 0), 0),
    Sequence("1-second-finalize", f"{INIT} {END} {END}", (0, 0, 100037), 0),
    Sequence("1-finalize-without-init", f"{END} {END}", (0, 100037), 0),
    Sequence("1-reference-decrements", f"{INIT} {INIT} {REF}", (0, 100002, 0), 1),
    Sequence("1-reference-tears-down", f"{INIT} {INIT} {REF} {REF} {REF}", (0, 100002, 0, 0, 100037), 0),
    Sequence("1-reference-without-init", f"{REF}", (100037,), 0),
    Sequence("1-finalize-after-reference", f"{INIT} {REF} {END}", (0, 0, 100037), 0),
    Sequence("1-init-again", f"{INIT} {END} {INIT}", (0, 0, 0), 1),
    Sequence("1-init-makes-finalize-work-again", f"{END} {INIT} {END}", (0, 0, 0), 0),
)


@pytest.mark.trips("ACL-LIFE-109")
@pytest.mark.parametrize("case", SEQUENCES, ids=lambda case: case.id)
def test_counting(case: Sequence, rt: Any) -> None:
    def call(name: str) -> Callable[[], Any]:
        return (lambda: rt.aclInit(None)) if name == INIT else getattr(rt, name)

    assert tuple(rt.status(call(name)) for name in case.calls.split()) == case.statuses
    assert machine().init.count == case.count


@pytest.mark.trips("ACL-LIFE-109")
def test_reference_returns_the_new_count(rt: Any) -> None:
    rt.aclInit("")
    rt.status(lambda: rt.aclInit(""))
    assert rt.aclFinalizeReference() == 1
    assert rt.aclFinalizeReference() == 0


@pytest.mark.parametrize("path", [None, 0, "", b""], ids=["none", "zero", "empty", "empty-bytes"])
def test_null_path_is_an_empty_configuration(path: Any, rt: Any) -> None:
    rt.aclInit(path)


@pytest.mark.trips("ACL-LIFE-109")
def test_path_is_not_looked_at_while_initialised(rt: Any, tmp_path: Path) -> None:
    rt.aclInit(None)
    assert rt.status(lambda: rt.aclInit(str(tmp_path / "missing.json"))) == 100002


def test_path_may_be_bytes_or_a_path(rt: Any, tmp_path: Path) -> None:
    path = write(tmp_path / "acl.json", "{}")
    rt.aclInit(path)
    rt.aclFinalize()
    rt.aclInit(bytes(path))


def test_path_that_is_no_path(rt: Any) -> None:
    assert rt.status(lambda: rt.aclInit(3.5)) == 100000


UNREADABLE: dict[str, Callable[[Path], Path]] = {
    "1-missing": lambda folder: folder / "missing.json",
    "1-below-a-file": lambda folder: write(folder / "file", "{}") / "acl.json",
    "1-folder": lambda folder: folder,
    "1-above-10-MiB": lambda folder: write(folder / "acl.json", b" " * (10 * 1024 * 1024 + 1)),
}


@pytest.mark.parametrize("make", UNREADABLE.values(), ids=UNREADABLE)
def test_unreadable_path(make: Callable[[Path], Path], rt: Any, tmp_path: Path) -> None:
    assert rt.status(lambda: rt.aclInit(str(make(tmp_path)))) == 100003


def test_ten_mib_are_read(rt: Any, tmp_path: Path) -> None:
    rt.aclInit(str(write(tmp_path / "acl.json", b"{}" + b" " * (10 * 1024 * 1024 - 2))))


def test_path_with_a_null_character(rt: Any) -> None:
    assert rt.status(lambda: rt.aclInit("a\0b")) == 100003


class TestContentIsFixedByTheFirstInit:
    def test_other_content(self, rt: Any, tmp_path: Path) -> None:
        rt.aclInit(str(write(tmp_path / "a.json", "{}")))
        rt.aclFinalize()
        other = write(tmp_path / "b.json", '{"x": 1}')
        assert rt.status(lambda: rt.aclInit(str(other))) == 100000

    def test_same_content_elsewhere(self, rt: Any, tmp_path: Path) -> None:
        rt.aclInit(str(write(tmp_path / "a.json", "{}")))
        rt.aclFinalize()
        rt.aclInit(str(write(tmp_path / "b.json", "{}")))

    def test_nothing_counts_as_content(self, rt: Any, tmp_path: Path) -> None:
        rt.aclInit(None)
        rt.aclFinalize()
        assert rt.status(lambda: rt.aclInit(str(write(tmp_path / "a.json", "{}")))) == 100000

    def test_a_failed_init_fixes_nothing(self, rt: Any, tmp_path: Path) -> None:
        assert rt.status(lambda: rt.aclInit(str(write(tmp_path / "a.json", "{")))) == 100006
        rt.aclInit(str(write(tmp_path / "b.json", "{}")))

    def test_hash_comes_before_parsing(self, rt: Any, tmp_path: Path) -> None:
        rt.aclInit(None)
        rt.aclFinalize()
        assert rt.status(lambda: rt.aclInit(str(write(tmp_path / "a.json", "{")))) == 100000

    def test_text_names_both_files(self, rt: Any, tmp_path: Path) -> None:
        rt.aclInit(str(write(tmp_path / "first.json", "{}")))
        rt.aclFinalize()
        with pytest.raises(EmuError, match=r"second\.json.*first\.json"):
            rt.aclInit(str(write(tmp_path / "second.json", "[]")))


class TestDefaultDevice:
    @pytest.fixture
    def configured(self, rt: Any, tmp_path: Path) -> Any:
        rt.aclInit(str(write(tmp_path / "acl.json", {"defaultDevice": {"default_device": "1"}})))
        return rt

    def test_get_device(self, configured: Any) -> None:
        assert configured.aclrtGetDevice() == 1

    def test_asking_makes_no_context(self, configured: Any) -> None:
        configured.aclrtGetDevice()
        assert configured.aclrtGetPrimaryCtxState(1) == (0, 0)

    def test_calls_that_need_a_context_get_one(self, configured: Any) -> None:
        address = configured.aclrtMalloc(64, 0)
        assert machine().space_of(address) is machine().devices[1].memory
        assert configured.aclrtGetPrimaryCtxState(1) == (0, 1)

    def test_a_set_device_wins(self, configured: Any) -> None:
        configured.aclrtSetDevice(0)
        assert configured.aclrtGetDevice() == 0

    @pytest.mark.trips("ACL-THREAD-101")
    def test_none_after_a_reset(self, configured: Any) -> None:
        configured.aclrtSetDevice(0)
        configured.aclrtResetDevice(0)
        assert configured.status(lambda: configured.aclrtMalloc(64, 0)) == 107002

    def test_finalize_switches_it_off(self, configured: Any) -> None:
        configured.aclFinalize()
        assert configured.status(configured.aclrtGetDevice) == 107002


def test_finalize_leaves_devices_and_memory(device: Any) -> None:
    device.aclInit(None)
    address = device.aclrtMalloc(64, 0)
    device.aclFinalize()
    device.aclrtFree(address)
    assert device.aclrtGetDevice() == 0


def test_no_call_needs_aclInit(rt: Any) -> None:
    rt.aclrtSetDevice(0)
    rt.aclrtFree(rt.aclrtMalloc(64, 0))


@pytest.mark.parametrize(
    "path", [None, "", "/no/such/file", "{"], ids=["null", "empty", "missing", "no-path"]
)
def test_aclnn_init_never_fails(path: Any, rt: Any) -> None:
    assert rt.aclnnInit(path) is None
    assert rt.aclnnFinalize() is None
    assert rt.aclnnFinalize() is None


def test_observers_hear_of_both_ends(rt: Any) -> None:
    heard: list[str] = []

    class Ear:
        def notify(self, event: str, fields: Any) -> None:
            heard.append(f"{event} {fields['count']}")

    machine().listen(Ear())
    rt.aclInit(None)
    rt.aclFinalize()
    assert heard == ["initialize 1", "finalize 0"]


def test_initialised_counts_as_use(rt: Any) -> None:
    rt.aclInit(None)
    with pytest.raises(EmuError, match="aclInit without aclFinalize"):
        configure(devices=1)
