"""Settings, chips, and the environment variables of runtime_behaviour.md section 15."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from typing import Any

import attrs
import pytest

from aclnn_emu.errors import AclFailure, AclInvalidParam, AclNotSupported
from aclnn_emu.runtime import machine as machine_module
from aclnn_emu.runtime.config import Config
from aclnn_emu.runtime.machine import configure, machine, reset
from aclnn_emu.runtime.observe import configure_logging
from aclnn_emu.runtime.profile import PROFILES, profile


@attrs.frozen
class Setting:
    """An environment and what comes of it: changed settings, or the refusal's text."""

    id: str
    env: dict[str, str]
    changes: dict[str, Any] | None = None
    refusal: str = ""


SETTINGS = (
    Setting("empty", {}, {}),
    Setting("soc", {"ACLNN_EMU_SOC": "Ascend310P"}, {"soc": "Ascend310P"}),
    Setting("soc-short", {"ACLNN_EMU_SOC": "910b"}, {"soc": "910b"}),
    Setting("soc-unknown", {"ACLNN_EMU_SOC": "H100"}, None, "soc is H100; allowed are Ascend910, Ascend310P"),
    Setting("devices", {"ACLNN_EMU_DEVICES": "16"}, {"devices": 16}),
    Setting(
        "devices-0", {"ACLNN_EMU_DEVICES": "0"}, None, "devices is 0; allowed are a whole number from 1 to 16"
    ),
    Setting("devices-17", {"ACLNN_EMU_DEVICES": "17"}, None, "devices is 17"),
    Setting("devices-word", {"ACLNN_EMU_DEVICES": "two"}, None, "ACLNN_EMU_DEVICES is 'two'"),
    Setting("memory", {"ACLNN_EMU_MEMORY": "1048576"}, {"memory_limit": 1 << 20}),
    Setting("memory-negative", {"ACLNN_EMU_MEMORY": "-1"}, None, "memory_limit is -1"),
    Setting("memory-word", {"ACLNN_EMU_MEMORY": "1G"}, None, "ACLNN_EMU_MEMORY is '1G'"),
    Setting("schedule-seeded", {"ACLNN_EMU_SCHEDULE": "seeded:12"}, {"schedule": "seeded:12"}),
    Setting("schedule-threaded", {"ACLNN_EMU_SCHEDULE": "threaded"}, {"schedule": "threaded"}),
    Setting(
        "schedule-unknown",
        {"ACLNN_EMU_SCHEDULE": "seeded"},
        None,
        "schedule is 'seeded'; allowed are deferred",
    ),
    Setting("engine", {"ACLNN_EMU_ENGINE": "reference"}, {"engine": "reference"}),
    Setting("engine-unknown", {"ACLNN_EMU_ENGINE": "cuda"}, None, "engine is 'cuda'; allowed are auto"),
    Setting("15-launch-blocking-1", {"ASCEND_LAUNCH_BLOCKING": "1"}, {"launch_blocking": True}),
    *(
        Setting(
            f"15-launch-blocking-{text or 'empty'}",
            {"ASCEND_LAUNCH_BLOCKING": text},
            {"launch_blocking": False},
        )
        for text in ("", "0", "false", "no")
    ),
    Setting("15-visible", {"ASCEND_RT_VISIBLE_DEVICES": "1"}, {"visible_devices": "1"}),
    Setting("check-0", {"ACLNN_EMU_CHECK": "0"}, {}),
    Setting("check-1", {"ACLNN_EMU_CHECK": "1"}, {"check": True}),
    Setting("check-options", {"ACLNN_EMU_CHECK_OPTIONS": "--notes"}, {"check_options": "--notes"}),
)


@pytest.mark.parametrize("case", SETTINGS, ids=lambda case: case.id)
def test_environment(case: Setting) -> None:
    if case.changes is None:
        with pytest.raises(AclInvalidParam, match=case.refusal):
            Config.from_environment(case.env)
    else:
        assert Config.from_environment(case.env) == attrs.evolve(Config(), **case.changes)


@pytest.mark.parametrize(
    "changes", [{"devices": True}, {"devices": 1.5}, {"memory_limit": True}, {"schedule": "x"}]
)
def test_wrong_types(changes: dict[str, Any]) -> None:
    with pytest.raises(AclInvalidParam):
        configure(**changes)


def test_unknown_setting() -> None:
    with pytest.raises(AclInvalidParam, match="name is 'sock'; allowed are soc, devices"):
        configure(sock="x")


@pytest.mark.unchecked
@pytest.mark.parametrize("options", ["--strange", "--fail-on sometimes", "--ignore ACL-NOTHING", "--json"])
def test_wrong_options_of_the_checker(options: str) -> None:
    with pytest.raises(AclInvalidParam, match="check_options is"):
        configure(check=True, check_options=options)
    assert not machine().config.check


def test_check_is_switched_on_and_off() -> None:
    on = configure(check=True, check_options="--quiet")
    assert on.listeners == (on.checker,)
    assert reset().checker is on.checker
    off = configure(check=False)
    assert (off.listeners, off.checker) == ((), None)


def test_numba_needs_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aclnn_emu.runtime.config.find_spec", lambda _: None)
    with pytest.raises(AclNotSupported, match=r"Numba is not installed here.*aclnn-emu\[fast\]"):
        configure(engine="numba")
    monkeypatch.setattr("aclnn_emu.runtime.config.find_spec", lambda name: name)
    assert Config(engine="numba").engine == "numba"


@pytest.mark.parametrize("name", PROFILES)
def test_profiles(name: str) -> None:
    found = profile(name)
    assert profile(found.soc_name) is profile(name.upper()) is found
    assert profile(name.removeprefix("Ascend")) is found
    assert found.soc_name.startswith(name)
    assert found.memory_bytes > 1 << 33


def test_documented_limits() -> None:
    limits = {name: found.stream_limit for name, found in PROFILES.items()}
    assert limits == {
        "Ascend910": 2048,
        "Ascend310P": 1024,
        "Ascend910B": 1984,
        "Ascend910_93": 1984,
        "Ascend310B": 512,
        "Ascend950": 1984,
    }


def test_defaults() -> None:
    assert (Config().soc, Config().devices, Config().schedule) == ("Ascend910B", 2, "deferred")
    assert (Config().engine, Config().launch_blocking, Config().memory_limit) == ("auto", False, None)


# The machine


def test_configure_replaces_an_unused_machine() -> None:
    old = machine()
    new = configure(devices=3, soc="Ascend950")
    assert machine() is new is not old
    assert len(new.devices) == 3
    assert new.profile.name == "Ascend950"


def test_configure_adds_up() -> None:
    configure(devices=3)
    assert configure(soc="Ascend950").config.devices == 3


@pytest.mark.unchecked
def test_configure_keeps_listeners() -> None:
    heard = []

    class Ear:
        def notify(self, event, fields) -> None:
            heard.append((event, fields))

    ear = Ear()
    machine().listen(ear)
    new = configure(devices=3)
    assert new.listeners == (ear,)
    assert heard == [("machine", {"machine": new})]
    machine().leave(ear)
    assert machine().listeners == ()


def test_a_refused_setting_changes_nothing() -> None:
    old = machine()
    with pytest.raises(AclInvalidParam):
        configure(devices=99)
    assert machine() is old


USES: dict[str, str] = {
    "aclrtSetDevice": "1 contexts on device 0",
    "aclrtMallocHost": "1 blocks of page-locked memory",
    "aclrtMalloc": "1 allocations on device 0",
}


@pytest.mark.parametrize(("function", "text"), USES.items())
def test_configure_refuses_a_used_machine(function: str, text: str, rt: Any) -> None:
    rt.aclrtSetDevice(0)
    if function == "aclrtMallocHost":
        rt.aclrtMallocHost(8)
    elif function == "aclrtMalloc":
        rt.aclrtMalloc(8, 0)
    with pytest.raises(AclFailure, match=f"in use: .*{text}"):
        configure(devices=3)


def test_configure_after_everything_was_given_back(device: Any) -> None:
    device.aclrtFree(device.aclrtMalloc(8, 0))
    device.aclrtFreeHost(device.aclrtMallocHost(8))
    device.aclrtResetDevice(0)
    configure(devices=3)


@pytest.mark.trips("ACL-LIFE-108")
def test_reset_kills_everything(device: Any) -> None:
    context = device.aclrtGetCurrentContext()
    stream = device.aclrtCreateStream()
    address = device.aclrtMalloc(64, 0)
    device.aclrtMemsetAsync(address, 64, 1, 64, stream)
    old = machine()
    new = reset()
    assert new is machine() is not old
    assert new.config == old.config
    assert not context.alive
    assert not stream.alive
    assert device.status(device.aclrtGetCurrentContext) == 107002
    assert device.status(lambda: device.aclrtSetCurrentContext(context)) == 107000
    assert device.status(lambda: device.aclrtSetCurrentContext(context.handle)) == 107000
    assert device.status(lambda: device.aclrtFree(address)) == 107000


def test_the_first_machine_is_made_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_module, "current", None)
    monkeypatch.setenv("ACLNN_EMU_DEVICES", "5")
    assert len(machine().devices) == 5
    assert len(reset().devices) == 5


def test_configure_can_make_the_first_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_module, "current", None)
    monkeypatch.setenv("ACLNN_EMU_DEVICES", "5")
    assert configure(soc="Ascend910").config == Config(soc="Ascend910", devices=5)


def test_reset_can_make_the_first_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_module, "current", None)
    assert reset() is machine()


# Logging


@pytest.fixture
def logger() -> Iterator[logging.Logger]:
    found = logging.getLogger("aclnn_emu")
    before = (found.level, list(found.handlers))
    yield found
    found.setLevel(before[0])
    found.handlers[:] = before[1]


def test_logging_is_left_alone(logger: logging.Logger) -> None:
    before = list(logger.handlers)
    assert configure_logging({}) is None
    assert logger.handlers == before


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("0", logging.DEBUG),
        ("1", logging.INFO),
        ("2", logging.WARNING),
        ("3", logging.ERROR),
        ("4", 60),
        ("x", logging.ERROR),
    ],
    ids=lambda it: f"15-level-{it}",
)
def test_log_levels(text: str, level: int, logger: logging.Logger) -> None:
    root = logging.getLogger()
    before = (root.level, list(root.handlers))
    configure_logging({"ASCEND_GLOBAL_LOG_LEVEL": text})
    assert logger.level == level
    assert (root.level, root.handlers) == before


@pytest.mark.parametrize("variable", ["ASCEND_LOG_PRINT_TO_STDOUT", "ASCEND_SLOG_PRINT_TO_STDOUT"])
def test_print_to_stdout(variable: str, logger: logging.Logger) -> None:
    configure_logging({variable: "1"})
    configure_logging({variable: "1"})
    streams = [handler.stream for handler in logger.handlers if isinstance(handler, logging.StreamHandler)]
    assert streams.count(sys.stdout) == 1


def test_errors_and_calls_are_logged(
    rt: Any, logger: logging.Logger, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(machine_module, "current", None)
    monkeypatch.setenv("ASCEND_GLOBAL_LOG_LEVEL", "0")
    monkeypatch.setenv("ASCEND_LOG_PRINT_TO_STDOUT", "1")
    rt.aclrtSetDevice(0)
    rt.status(lambda: rt.aclrtSetDevice(9))
    printed = capsys.readouterr().out
    assert "[ERROR] ACL(" in printed
    assert "device 9 does not exist" in printed
    assert "[DEBUG] ACL(" in printed
    assert logger.level == logging.DEBUG


def test_level_error_logs_errors_only(
    rt: Any, logger: logging.Logger, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(machine_module, "current", None)
    monkeypatch.setenv("ASCEND_LOG_PRINT_TO_STDOUT", "1")
    rt.aclrtSetDevice(0)
    assert capsys.readouterr().out == ""
    rt.status(lambda: rt.aclrtSetDevice(9))
    assert "device 9 does not exist" in capsys.readouterr().out
    assert logger.level == logging.ERROR
