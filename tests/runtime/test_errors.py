"""runtime_behaviour.md section 9: error texts and the last error."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from aclnn_emu.abi.messages import all_messages
from aclnn_emu.errors import (
    AclInternal,
    AclInvalidParam,
    EmuError,
    ParamInvalid,
    RtInvalidDevice,
    RtNoContext,
)
from aclnn_emu.runtime import threads
from aclnn_emu.runtime.machine import machine
from aclnn_emu.runtime.threads import ErrorCollector

HEADER = re.compile(
    r"\[PID: (\d+)\] \d{4}-\d\d-\d\d-\d\d:\d\d:\d\d\.\d{3}\.\d{3} (\w+)\((\w+)\): \[([\w-]+)\] .+"
)


def fail(rt: Any, device_id: int = 99) -> None:
    assert rt.status(lambda: rt.aclrtSetDevice(device_id)) == 107001


def test_none_without_an_error(rt: Any) -> None:
    assert rt.aclGetRecentErrMsg() is None
    rt.aclrtSetDevice(0)
    assert rt.aclGetRecentErrMsg() is None


def test_shape(rt: Any) -> None:
    fail(rt)
    lines = rt.aclGetRecentErrMsg().splitlines()
    pid, title, code, message_id = HEADER.fullmatch(lines[0]).groups()
    assert int(pid) == os.getpid()
    assert (title, code, message_id) == ("Invalid_Argument", "EE1003", "ACL-DEV-001")
    assert lines[1].startswith("        Solution: ")
    assert "device 99" in lines[0]
    assert len(lines) == 2


def test_newest_first_with_traceback(rt: Any) -> None:
    fail(rt, 97)
    fail(rt, 98)
    fail(rt, 99)
    lines = rt.aclGetRecentErrMsg().splitlines()
    assert "device 99" in lines[0]
    assert lines[2] == "TraceBack (most recent call last):"
    assert re.match(r" {8}\[ACL-DEV-001\] .*device 98", lines[3])
    assert re.match(r" {8}\[ACL-DEV-001\] .*device 97", lines[4])
    assert len(lines) == 5


def test_duplicates_are_dropped(rt: Any) -> None:
    for _ in range(3):
        fail(rt)
    assert rt.aclGetRecentErrMsg().count("ACL-DEV-001") == 1


def test_reading_again_gives_the_same(rt: Any) -> None:
    fail(rt)
    first = rt.aclGetRecentErrMsg()
    assert rt.aclGetRecentErrMsg() == first


def test_new_text_is_put_in_front(rt: Any) -> None:
    fail(rt, 98)
    old = rt.aclGetRecentErrMsg()
    fail(rt, 99)
    new = rt.aclGetRecentErrMsg()
    assert new.endswith(f"\n{old}")
    assert new.index("device 99") < new.index("device 98")
    assert "TraceBack" not in new


def test_reading_empties_the_collector(rt: Any) -> None:
    fail(rt)
    rt.aclGetRecentErrMsg()
    fail(rt)
    assert rt.aclGetRecentErrMsg().count("ACL-DEV-001") == 2


def in_thread(work: Callable[[], Any]) -> Any:
    result: list[Any] = []
    thread = threading.Thread(target=lambda: result.append(work()))
    thread.start()
    thread.join()
    return result[0]


def test_texts_are_the_threads_own(rt: Any) -> None:
    fail(rt)
    assert in_thread(rt.aclGetRecentErrMsg) is None
    assert rt.aclGetRecentErrMsg() is not None


def test_mode_1_collects_for_the_process_and_names_threads(rt: Any, tmp_path: Path) -> None:
    path = tmp_path / "acl.json"
    path.write_text('{"err_msg_mode": "1"}')
    rt.aclInit(str(path))
    in_thread(lambda: fail(rt))
    text = rt.aclGetRecentErrMsg()
    assert "device 99" in text
    assert re.search(r"\[THREAD:\d+\]", text)


def test_inner_errors() -> None:
    collector = ErrorCollector()
    collector.add(AclInternal("ACL-INIT-001", count=2))
    first, second, *_ = collector.take().splitlines()
    assert first == "EH9999: Internal error!"
    assert HEADER.fullmatch(second).group(3) == "EH9999"


def test_a_named_error_leads_inner_ones() -> None:
    collector = ErrorCollector()
    collector.add(RtInvalidDevice("ACL-DEV-001", function="aclrtSetDevice", got=9, count=2))
    collector.add(AclInternal("ACL-INIT-001", count=2))
    lines = collector.take().splitlines()
    assert "(EE1003)" in lines[0]
    assert lines[3].startswith("        [ACL-INIT-001]")


def test_operator_errors_have_their_title() -> None:
    collector = ErrorCollector()
    name = next(key for key, row in all_messages().items() if row.code == "EZ1001")
    row = all_messages()[name]
    fields = dict.fromkeys(re.findall(r"{(\w+)", row.text + row.solution), "x")
    collector.add(ParamInvalid(name, **fields))
    assert "AclNN_Parameter_Error(EZ1001): " in collector.take()


def test_unread_texts_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "_MOST_TEXTS", 3)
    collector = ErrorCollector()
    for got in range(10):
        collector.add(RtInvalidDevice("ACL-DEV-001", function="aclrtSetDevice", got=got, count=2))
    text = collector.take()
    assert [got for got in range(10) if f"device {got} " in text] == [7, 8, 9]
    assert collector.take() == ""


def test_the_buffer_is_bounded(rt: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "_MOST_CHARACTERS", 600)
    for got in range(90, 99):
        fail(rt, got)
        text = rt.aclGetRecentErrMsg()
    assert len(text) == 600
    assert "device 98" in text


class TestLastError:
    def test_none(self, rt: Any) -> None:
        assert rt.aclrtGetLastError(0) == 0
        assert rt.aclrtPeekAtLastError(0) == 0

    def test_peek_keeps_and_get_clears(self, rt: Any) -> None:
        fail(rt)
        assert rt.aclrtPeekAtLastError(0) == 107001
        assert rt.aclrtPeekAtLastError(0) == 107001
        assert rt.aclrtGetLastError(0) == 107001
        assert rt.aclrtGetLastError(0) == 0

    def test_the_newest_counts(self, rt: Any) -> None:
        fail(rt)
        rt.status(rt.aclrtGetCurrentContext)
        assert rt.aclrtGetLastError(0) == 107002

    def test_a_success_does_not_clear(self, rt: Any) -> None:
        fail(rt)
        rt.aclrtSetDevice(0)
        assert rt.aclrtPeekAtLastError(0) == 107001

    def test_errors_of_the_acl_layer_do_not_count(self, rt: Any) -> None:
        assert rt.status(lambda: rt.aclrtFree(None)) == 100000
        assert rt.aclrtGetLastError(0) == 0

    def test_is_the_threads_own(self, rt: Any) -> None:
        fail(rt)
        assert in_thread(lambda: rt.aclrtGetLastError(0)) == 0

    @pytest.mark.parametrize("function", ["aclrtGetLastError", "aclrtPeekAtLastError"])
    @pytest.mark.parametrize("level", [1, -1])
    def test_other_levels(self, rt: Any, function: str, level: int) -> None:
        assert rt.status(lambda: getattr(rt, function)(level)) == 100000


def test_observers_hear_of_errors(rt: Any) -> None:
    heard: list[EmuError] = []

    class Ear:
        def notify(self, event: str, fields: Any) -> None:
            assert event == "error"
            heard.append(fields["error"])

    machine().listen(Ear())
    fail(rt)
    assert [type(error) for error in heard] == [RtInvalidDevice]


OWN = re.compile(r"ACL-(CALL|INIT|DEV|CTX|MEM|COPY)-\d{3}")


@pytest.mark.parametrize("name", sorted(key for key in all_messages() if OWN.fullmatch(key)))
def test_texts_are_sentences_that_say_what_to_do(name: str) -> None:
    row = all_messages()[name]
    assert row.text.endswith(".")
    assert row.solution.endswith(".")
    assert re.fullmatch(r"E[EH]\d{4}", row.code)
    assert row.code.endswith("9999") or row.code in threads._TITLES or row.code in NO_TITLE_OF_THEIR_OWN


NO_TITLE_OF_THEIR_OWN = ("EE1003", "EE1011", "EE1017", "EH0007", "EH0009")


def test_every_text_is_used() -> None:
    """Each id of these groups stands in the runtime's sources, and each id there has a text."""
    folder = Path(threads.__file__).parent
    used = {
        match.group()
        for path in folder.rglob("*.py")
        for match in OWN.finditer(path.read_text(encoding="utf-8"))
    }
    assert used == {key for key in all_messages() if OWN.fullmatch(key)}


def test_an_error_says_everything_itself() -> None:
    error = RtNoContext("ACL-CTX-001", function="aclrtMalloc")
    assert str(error).startswith("[ACL-CTX-001] aclrtMalloc needs a current context")
    assert error.solution in str(error)
    assert AclInvalidParam.status == 100000
