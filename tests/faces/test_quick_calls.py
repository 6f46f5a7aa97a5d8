"""The short way of calls whose arguments arrive as they are: what takes it, and that it answers as the whole way does."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from aclnn_emu.abi.enums import aclrtEventStatus, aclrtMemcpyKind
from aclnn_emu.aclnn import aclGetRecentErrMsg, aclrtGetLastError
from aclnn_emu.boundary import Call, Slot, make_call
from aclnn_emu.core.tensor import Tensor, create_tensor
from aclnn_emu.errors import RtNoContext
from aclnn_emu.runtime.host import HostPointer
from aclnn_emu.runtime.machine import machine

INPUTS = (
    Slot("ptr", "void*"),
    Slot("small", "int8_t"),
    Slot("userData", "void*"),
    Slot("tensor", "const aclTensor*"),
)
OUTPUTS = (Slot("one", "uint64_t*"), Slot("two", "void**"))
TENSOR = create_tensor((2,), 0, None, 0, 2, (2,), None)


class Both:
    """A function's callable both ways, and how often each of them was taken."""

    def __init__(self, outputs: int | None, error: BaseException | None = None) -> None:
        call = Call(
            "aclrtTwoWays",
            INPUTS,
            OUTPUTS[: outputs or 0],
            "aclError" if outputs is not None else "size_t",
            aclnn=False,
            returns_value=outputs is None,
            any_value=frozenset({"userData"}),
        )
        self.calls = self.wholes = 0
        self.got: list[tuple[Any, ...]] = []

        def function(*args: Any) -> Any:
            self.calls += 1
            self.got.append(args)
            if error is not None:
                raise error
            return {None: 7, 0: None, 1: 5, 2: (5, None)}[outputs]

        self.whole = make_call(call, function)

        def counted(*args: Any, **kwargs: Any) -> Any:
            self.wholes += 1
            return self.whole(*args, **kwargs)

        counted.__name__ = counted.__qualname__ = call.name
        counted.__doc__ = self.whole.__doc__
        self.quick = call.quick(function, counted)


class Case(NamedTuple):
    """Arguments, and whether they take the short way."""

    args: tuple[Any, ...]
    short: bool


CASES = {
    "plain": Case((1, -128, None, TENSOR), True),
    "largest": Case((2**64 - 1, 127, "any", TENSOR), True),
    "null-pointer": Case((0, 1, None, TENSOR), False),
    "none-pointer": Case((None, 1, None, TENSOR), True),
    "array": Case((np.zeros(2), 1, None, TENSOR), True),
    "page-locked": Case((HostPointer(4096), 1, None, TENSOR), True),
    "bytes": Case((b"12", 1, None, TENSOR), False),
    "numpy-number": Case((np.uint64(5), 1, None, TENSOR), False),
    "too-large": Case((1, 128, None, TENSOR), False),
    "negative-pointer": Case((-1, 1, None, TENSOR), False),
    "truth": Case((1, True, None, TENSOR), False),
    "no-tensor": Case((1, 1, None, None), True),
    "number-for-tensor": Case((1, 1, None, 5), False),
    "text": Case((1, "1", None, TENSOR), False),
}


@pytest.mark.parametrize("outputs", [None, 0, 1, 2])
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_both_ways_answer_the_same(case: Case, outputs: int | None) -> None:
    both = Both(outputs)
    assert both.quick(*case.args) == both.whole(*case.args)
    assert both.wholes == (not case.short)
    if both.got:
        assert len(both.got) == 2
        assert all(a is b or a == b for a, b in zip(*both.got, strict=True))


@pytest.mark.unchecked  # no thread has a context, and the checker says so
@pytest.mark.parametrize("outputs", [None, 0, 1, 2])
def test_failures_are_told_the_same(outputs: int | None) -> None:
    both = Both(outputs, RtNoContext("ACL-CTX-001", function="aclrtTwoWays"))
    answers = [
        (way(*CASES["plain"].args), aclrtGetLastError(0), "aclrtTwoWays" in aclGetRecentErrMsg())
        for way in (both.quick, both.whole)
    ]
    assert answers[0] == answers[1]
    assert answers[0][1:] == (107002, True)
    assert (both.calls, both.wholes) == (2, 0)


def test_a_fault_of_the_emulator_is_told(caplog: pytest.LogCaptureFixture) -> None:
    both = Both(1, ZeroDivisionError("boom"))
    assert both.quick(*CASES["plain"].args) == (500000, 0)
    assert "boom" in aclGetRecentErrMsg()
    assert "unforeseen" in caplog.text
    assert both.wholes == 0


def test_interrupts_pass() -> None:
    with pytest.raises(KeyboardInterrupt):
        Both(0, KeyboardInterrupt()).quick(*CASES["plain"].args)


def test_names_null_outputs_and_wrong_numbers_go_the_whole_way() -> None:
    both = Both(1)
    names = dict(zip(("ptr", "small", "userData", "tensor"), CASES["plain"].args, strict=True))
    assert both.quick(**names) == (0, 5)
    assert both.quick(*CASES["plain"].args, null_outputs="one") == (100000, 0)
    for wrong in ((), (1, 1, None), (1, 1, None, TENSOR, 1)):
        with pytest.raises(TypeError, match="takes 4 arguments"):
            both.quick(*wrong)
    with pytest.raises(TypeError, match="a3 cannot be passed"):
        both.quick(1, 1, None, a3=TENSOR)
    assert both.wholes == 6


def test_who_listens_hears_of_every_call() -> None:
    heard: list[Any] = []

    class Listener:
        def notify(self, event: str, fields: dict[str, Any]) -> None:
            heard.append((event, fields.get("args", fields.get("result"))))

    both, listener = Both(0), Listener()
    machine().listen(listener)
    assert both.quick(*CASES["plain"].args) == 0
    machine().leave(listener)
    assert both.quick(*CASES["plain"].args) == 0
    assert heard == [("call start", CASES["plain"].args), ("call end", 0)]
    assert both.wholes == 0


@pytest.mark.unchecked
def test_who_listens_hears_of_failures() -> None:
    ends: list[Any] = []

    class Listener:
        def on_call_end(self, name: str, result: Any) -> None:
            ends.append((name, result))

        def notify(self, event: str, fields: dict[str, Any]) -> None:
            pass

    listener = Listener()
    machine().listen(listener)
    Both(1, RtNoContext("ACL-CTX-001", function="aclrtTwoWays")).quick(*CASES["plain"].args)
    machine().leave(listener)
    assert ends == [("aclrtTwoWays", (107002, 0))]


def test_members_of_the_enum_become_numbers() -> None:
    got: list[Any] = []
    call = Call("aclrtKind", (Slot("kind", "aclrtMemcpyKind"),), aclnn=False)
    wholes: list[Any] = []
    quick = call.quick(got.append, make_call(call, wholes.append))
    for value in (aclrtMemcpyKind.ACL_MEMCPY_HOST_TO_DEVICE, 1, -3):
        assert quick(value) == 0
    assert got == [1, 1, -3]
    assert {type(value) for value in got} == {int}
    assert not wholes
    assert quick(aclrtEventStatus.ACL_EVENT_STATUS_COMPLETE) == 0  # of another enum
    assert wholes == [0]


@pytest.mark.parametrize("ctype", ["const char*", "float", "bool", "aclrtCallback"])
def test_what_is_always_converted_has_no_short_way(ctype: str) -> None:
    call = Call("aclrtConverts", (Slot("x", "size_t"), Slot("y", ctype)))
    whole = make_call(call, lambda *_args: None)
    assert call.quick(lambda *_args: None, whole) is whole


def test_a_call_without_arguments() -> None:
    call = Call("aclrtNothing", (), (Slot("count", "uint32_t*"),))
    quick = call.quick(lambda: 3, make_call(call, lambda: 4))
    machine()
    assert quick() == (0, 3)
    with pytest.raises(TypeError):
        quick(1)
    assert (quick.__name__, quick.__qualname__) == ("aclrtNothing", "aclrtNothing")
    assert isinstance(TENSOR, Tensor)
    assert "count" in (quick.__doc__ or "")
