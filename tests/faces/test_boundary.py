"""The C-named callable around a Python function."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

import pytest

from aclnn_emu.aclnn import aclGetRecentErrMsg, aclrtGetLastError
from aclnn_emu.boundary import Call, Slot, c_function, guarded, make_call
from aclnn_emu.errors import AclInvalidParam, EmuError, ParamInvalid, RtNoContext, RuntimeFailure
from aclnn_emu.runtime.machine import Machine, machine

FAULTY = Call("aclrtFaulty", (Slot("size", "size_t"),), (Slot("devPtr", "void**"),), "aclError", aclnn=False)
FAULTY_OP = Call("aclnnFaulty", (Slot("size", "uint64_t"),), (Slot("workspaceSize", "uint64_t*"),))


def failing(error: BaseException) -> Any:
    def function(*_args: Any) -> None:
        raise error

    return function


def test_status_comes_first_and_outputs_after() -> None:
    assert c_function("aclrtGetVersion")() == (0, 1, 17, 0)
    assert c_function("aclInit")(None) == 0
    status, count = c_function("aclrtGetDeviceCount")()
    assert (status, count) == (0, 2)


def test_a_value_function_returns_its_value() -> None:
    assert c_function("aclDataTypeSize")(0) == 4
    assert isinstance(c_function("aclrtGetSocName")(), str)


def test_inputs_go_by_position_or_c_name() -> None:
    c_function("aclrtSetDevice")(deviceId=0)
    status, pointer = c_function("aclrtMalloc")(64, policy=0)
    assert status == 0
    assert pointer
    assert c_function("aclrtFree")(devPtr=pointer) == 0


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [
        ((), {}),
        ((64,), {}),
        ((64, 0, 1), {}),
        ((64,), {"size": 64}),
        ((64, 0), {"speed": 3}),
        ((64, 0), {"null_outputs": ("nothing",)}),
        ((), {"policy": 0}),
    ],
)
def test_wrong_calls_are_type_errors(args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        c_function("aclrtMalloc")(*args, **kwargs)


def test_null_outputs() -> None:
    assert c_function("aclrtMalloc")(64, 0, null_outputs=("devPtr",)) == (100000, None)
    assert "devPtr" in aclGetRecentErrMsg()
    assert c_function("aclGetViewOffset")(None, null_outputs="offset") == (161001, 0)


def test_a_nullable_output_may_be_null() -> None:
    c_function("aclInit")(None)
    outcome = c_function("aclFinalizeReference")(null_outputs=("refCount",))
    assert outcome[0] == 0


def test_a_value_that_is_no_c_value_is_a_status_with_a_text() -> None:
    assert c_function("aclrtMalloc")("64", 0) == (100000, None)
    text = aclGetRecentErrMsg()
    assert "aclrtMalloc" in text
    assert "size" in text
    assert "'64'" in text
    assert c_function("aclGetViewOffset")(7) == (161002, 0)
    assert "tensor" in aclGetRecentErrMsg()


@pytest.mark.parametrize(
    ("call", "outcome", "word"),
    [(FAULTY, (500000, None), "aclrtFaulty"), (FAULTY_OP, (561000, 0), "aclnnFaulty")],
    ids=["acl", "aclnn"],
)
def test_an_unforeseen_exception_is_the_emulators_fault(
    call: Call, outcome: tuple[int, Any], word: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert make_call(call, failing(ZeroDivisionError("boom")))(1) == outcome
    text = aclGetRecentErrMsg()
    for part in (word, "ZeroDivisionError", "boom", "fault of the emulator", "issue"):
        assert part in text
    assert "unforeseen" in caplog.text


def test_an_unforeseen_exception_of_a_value_function() -> None:
    call = Call("aclCreateFaulty", (), ret="aclTensor*", returns_value=True)
    assert make_call(call, failing(ValueError()))() is None
    call = Call("aclFaultySize", (), ret="size_t", returns_value=True, aclnn=False)
    assert make_call(call, failing(ValueError()))() == 0


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(3)], ids=["interrupt", "exit"])
def test_interrupts_pass(error: BaseException) -> None:
    with pytest.raises(type(error)):
        make_call(FAULTY, failing(error))(1)


@pytest.mark.parametrize(
    ("call", "error", "status", "last"),
    [
        (FAULTY, RtNoContext("ACL-FACE-002", function="f", parameter="p"), 107002, 107002),
        (FAULTY_OP, RtNoContext("ACL-FACE-002", function="f", parameter="p"), 361001, 107002),
        (FAULTY_OP, AclInvalidParam("ACL-FACE-002", function="f", parameter="p"), 361001, 0),
        (FAULTY_OP, ParamInvalid("ACLNN-CALL-002", function="f", parameter="p"), 161002, 0),
    ],
    ids=["runtime", "runtime-in-aclnn", "acl-in-aclnn", "aclnn"],
)
def test_which_status_and_which_last_error(call: Call, error: EmuError, status: int, last: int) -> None:
    assert make_call(call, failing(error))(1)[0] == status
    assert aclrtGetLastError(0) == last
    assert aclrtGetLastError(0) == 0


def test_a_runtime_error_behind_an_aclnn_error_is_the_last_error() -> None:
    error = RuntimeFailure("ACLNN-CALL-002", function="f", parameter="p")
    error.__cause__ = RtNoContext("ACL-FACE-002", function="f", parameter="p")
    assert make_call(FAULTY_OP, failing(error))(1)[0] == 361001
    assert aclrtGetLastError(0) == 107002


@pytest.mark.trips("ACL-THREAD-101")
def test_texts_and_last_error_are_per_thread() -> None:
    assert c_function("aclrtSynchronizeDevice")() == 107002
    seen: list[Any] = []
    thread = threading.Thread(target=lambda: seen.extend((aclGetRecentErrMsg(), aclrtGetLastError(0))))
    thread.start()
    thread.join()
    assert seen == [None, 0]
    assert "aclrtSynchronizeDevice" in aclGetRecentErrMsg() or "context" in aclGetRecentErrMsg()
    assert aclrtGetLastError(0) == 107002


def test_a_status_function_that_returns_a_code() -> None:
    assert aclrtGetLastError(1) == 100000


class Recorder:
    """A listener that keeps what boundary reports."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, Any]] = []

    def notify(self, event: str, fields: Mapping[str, Any]) -> None:
        if event.startswith("call "):
            self.seen.append((event, fields.get("args", fields.get("result"))))


def test_listeners_are_told_of_each_call(fresh_machine: Machine) -> None:
    recorder = Recorder()
    fresh_machine.listen(recorder)
    try:
        c_function("aclrtSetDevice")(0)
        c_function("aclrtSetDevice")(99)
    finally:
        fresh_machine.leave(recorder)
    assert recorder.seen == [
        ("call start", (0,)),
        ("call end", 0),
        ("call start", (99,)),
        ("call end", 107001),
    ]


def test_an_impossible_environment_is_a_status(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def impossible() -> Machine:
        raise AclInvalidParam("ACL-FACE-002", function="f", parameter="p")

    monkeypatch.setattr("aclnn_emu.runtime.machine.current", None)
    for module in ("runtime.machine", "boundary.outcome"):
        monkeypatch.setattr(f"aclnn_emu.{module}.machine", impossible)
    assert c_function("aclrtSetDevice")(0) == 100000
    assert "aclrtSetDevice" in caplog.text


def test_guarded_gives_status_and_result() -> None:
    assert guarded("aclnnAdd", lambda: 5, args=(), fallback=None) == (0, 5)
    assert guarded("aclnnAdd", lambda: 1 // 0, args=(), fallback=None) == (561000, None)
    assert guarded("aclrtMalloc", lambda: 1 // 0, args=(), fallback=0) == (500000, 0)
    assert guarded(
        "aclCreateTensor",
        failing(RtNoContext("ACL-FACE-002", function="f", parameter="p")),
        args=(),
        fallback=None,
    ) == (361001, None)


def test_an_unknown_function_is_a_lookup_error() -> None:
    with pytest.raises(LookupError):
        c_function("aclrtNothing")
    assert machine() is not None
