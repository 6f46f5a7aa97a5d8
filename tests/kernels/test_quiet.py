"""Arithmetic without warnings, and what it leaves alone."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from aclnn_emu.kernels import quiet as module
from aclnn_emu.kernels.quiet import quiet


@quiet
def divided(a: float, *, by: float = 0.0) -> np.float32:
    """1 / 0 without a warning."""
    return np.float32(a) / np.float32(by)


@pytest.mark.parametrize("by_thread", [False, True], ids=["by context", "by thread"])
def test_infinities_are_results(by_thread: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if by_thread:  # as NumPy before 2.0
        monkeypatch.setattr(module, "_context", None)
    before = np.geterr()
    with np.errstate(all="raise"):
        assert divided(1) == np.inf
        assert divided(1, by=2) == 0.5
        with pytest.raises(FloatingPointError):
            np.float32(1) / np.float32(0)
    assert np.geterr() == before


def test_exceptions_pass_and_calls_nest() -> None:
    @quiet
    def outer() -> None:
        assert divided(1) == np.inf
        assert np.float32(-1) / np.float32(0) == -np.inf
        raise KeyError("x")

    with pytest.raises(KeyError, match="x"), np.errstate(all="raise"):
        outer()


def test_every_thread_is_quiet() -> None:
    found: list[float] = []
    threads = [threading.Thread(target=lambda: found.append(divided(1))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [np.inf] * 3
