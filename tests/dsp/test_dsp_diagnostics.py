"""Each misuse under each policy, and for each a twin that just passes."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
import pytest
from _dsp_world import MEAN, NONE, SUM, World, reference, world

from aclnn_emu import dsp
from aclnn_emu.dsp.texts import TEXTS

ERROR, COMPUTES, NOTHING = "error", "computes", "nothing"
SIZE = 100
DDR_END, SMC_END, L2_END = 0x100000000, 0x0C400000, 0x10880000
BYTES = SIZE * 4


@attrs.frozen
class Row:
    """One way to call wrongly.

    Attributes:
        name: of the case.
        message: the text's id.
        code: the finding's code.
        argument: the argument that the finding names.
        wrong: what is changed in a good call.
        twin: what is changed so that it just passes.
        hardware: what the policy of that name does with the wrong call.
        space: where the operands of the good call lie.
        reduction: of the good call.
    """

    name: str
    message: str
    code: str
    argument: str
    wrong: dict[str, Any]
    twin: dict[str, Any]
    hardware: str = ERROR
    space: str = "DDR"
    reduction: int = NONE


def param(size: int = SIZE, reduction: int = NONE, weighted: int = 1) -> dict[str, Any]:
    return {"param": [size, reduction, weighted]}


def row(
    name: str, message: str, argument: str, wrong: dict[str, Any], twin: dict[str, Any], **more: Any
) -> Row:
    return Row(name, message, TEXTS[message].code.name, argument, wrong, twin, **more)


NULLS = [
    row(f"null-{name}-{space}", "DSP-NULL-001", name, {name: 0}, {}, space=space)
    for name in ("input_x", "input_y", "dloss", "dx")
    for space in ("DDR", "L2")
]
PARAMS = [
    row("null-param", "DSP-NULL-001", "param", {"param": 0}, {"param": 0xA8000000}),
    row("null-weight", "DSP-NULL-002", "weight", {"weight": 0}, {"weight": 0, **param(weighted=0)}),
    row("param-unaligned", "DSP-ALIGN-001", "param", {"param": 0xA8000004}, {"param": 0xA8000020}),
    row("param-nowhere", "DSP-ADDRESS-001", "param", {"param": 0x7FFFFFF8}, {"param": 0xA8000000}),
    row("param-past-end", "DSP-ADDRESS-002", "param", {"param": SMC_END - 16}, {"param": SMC_END - 24}),
    row("param-by-alias", "DSP-SPACE-004", "param", {"param": 0x00860000}, {"param": 0x10860000}),
    row("size-negative", "DSP-SIZE-001", "", param(-1), {}, hardware=NOTHING),
    row("size-wraps", "DSP-SIZE-002", "", param(1 << 30), {}),
    row("size-largest", "DSP-SIZE-002", "", param((1 << 63) - 1), {}),
    row("reduction-3", "DSP-REDUCTION-001", "", param(reduction=3), param(reduction=2), hardware=COMPUTES),
    row("reduction-minus", "DSP-REDUCTION-001", "", param(reduction=-1), param(), hardware=COMPUTES),
]
MASKS = [
    row("mask-bit-8", "DSP-MASK-001", "", {"mask": 0x101}, {"mask": 0x81}, hardware=COMPUTES),
    row("mask-negative", "DSP-MASK-001", "", {"mask": -1}, {"mask": 0xFF}, hardware=COMPUTES),
    row("mask-only-others", "DSP-MASK-001", "", {"mask": 0x700}, {"mask": 0x7}, hardware=NOTHING),
    row("mask-0", "DSP-MASK-002", "dx", {"mask": 0}, {"mask": 1}, hardware=NOTHING),
]
PLACES = [
    row("nowhere", "DSP-ADDRESS-001", "input_x", {"input_x": 0x7FFFFFFC}, {"input_x": 0x80000000}),
    row("behind-smc", "DSP-ADDRESS-001", "dx", {"dx": SMC_END}, {"dx": SMC_END - BYTES}),
    row("negative", "DSP-ADDRESS-001", "input_y", {"input_y": -4}, {}),
    row("beyond-32-bit", "DSP-ADDRESS-001", "input_y", {"input_y": DDR_END}, {"input_y": DDR_END - BYTES}),
    row("past-ddr", "DSP-ADDRESS-002", "dx", {"dx": DDR_END - BYTES + 4}, {"dx": DDR_END - BYTES}),
    row("past-smc", "DSP-ADDRESS-002", "dx", {"dx": SMC_END - BYTES + 4}, {"dx": SMC_END - BYTES}),
    row("past-l2", "DSP-ADDRESS-002", "dx", {"dx": L2_END - BYTES + 4}, {"dx": L2_END - BYTES}, space="L2"),
    row("past-alias", "DSP-ADDRESS-002", "dx", {"dx": 0x00880000 - BYTES + 4}, {"dx": 0x00880000 - BYTES},
        space="L2"),
    row("dloss-past-end", "DSP-ADDRESS-002", "dloss", {"dloss": SMC_END - 4}, {"dloss": SMC_END - BYTES}),
    row("shared-in-l2", "DSP-SPACE-001", "dx", {"dx": 0x10800000}, {"dx": 0x0C000000}, hardware=COMPUTES),
    row("private-in-ddr", "DSP-SPACE-002", "dx", {"dx": 0xE0000000}, {"dx": 0x10860000}, hardware=COMPUTES,
        space="L2"),
    row("private-in-smc", "DSP-SPACE-002", "dx", {"dx": 0x0C000000}, {"dx": 0x00860000}, hardware=COMPUTES,
        space="L2"),
    row("remote-l2", "DSP-SPACE-003", "dx", {"dx": 0x11850000}, {"dx": 0x10850000}, hardware=COMPUTES,
        space="L2"),
    row("alias-in-shared", "DSP-SPACE-004", "input_y", {"input_y": 0x00810000}, {"input_y": 0x0C010000}),
    row("unaligned", "DSP-ALIGN-001", "weight", {"weight": 0xC0000002}, {"weight": 0xC0000004}),
    row("unaligned-dx", "DSP-ALIGN-001", "dx", {"dx": 0xE0000001}, {"dx": 0xE0000004}),
]  # fmt: skip
OVERLAPS = [
    row("over-x", "DSP-OVERLAP-001", "dx", {"dx": 0xA0000004}, {"dx": 0xA0000000 + BYTES}, hardware=COMPUTES),
    row("under-y", "DSP-OVERLAP-001", "dx", {"dx": 0xB0000000 - BYTES + 4}, {"dx": 0xB0000000 - BYTES},
        hardware=COMPUTES),
    row("over-dloss", "DSP-OVERLAP-001", "dx", {"dx": 0xD0000004}, {"dx": 0xD0000000}, hardware=COMPUTES),
    row("over-scalar", "DSP-OVERLAP-002", "dx", {"dx": 0xD0000000, **param(reduction=SUM)},
        {"dx": 0xD0000004, **param(reduction=SUM)}, hardware=COMPUTES),
    row("over-param", "DSP-OVERLAP-002", "dx", {"dx": 0xA8000000 - BYTES + 4, "param": 0xA8000000},
        {"dx": 0xA8000000 - BYTES, "param": 0xA8000000}, hardware=COMPUTES),
    row("by-alias", "DSP-OVERLAP-001", "dx", {"dx": 0x00810004}, {"dx": 0x00810000}, hardware=COMPUTES,
        space="L2"),
]  # fmt: skip
ROWS = NULLS + PARAMS + MASKS + PLACES + OVERLAPS


def prepared(case: Row, policy: str) -> World:
    made = world(space=case.space, policy=policy)
    numbers = np.array([SIZE, NONE, 1], np.int64)
    for place in (0xA8000000, 0xA8000020, SMC_END - 24, 0x10860000):
        made.device.memory.write(place, numbers)
    return made


def snapshot(made: World, changes: dict[str, Any]) -> bytes:
    """The bytes where the result would go, as far as there are any."""
    place = changes.get("dx") or made.at["dx"]
    found = made.device.platform.place(place, 0)
    if found is None:
        return b""
    return made.device.memory.read(place, np.uint8, min(BYTES, found.region.nbytes - found.offset)).tobytes()


@pytest.mark.parametrize("case", ROWS, ids=lambda case: case.name)
def test_raise(case):
    made = prepared(case, "raise")
    before = snapshot(made, case.wrong)
    with pytest.raises(dsp.DspError) as caught:
        made.call(case.reduction, **case.wrong)
    assert snapshot(made, case.wrong) == before
    assert list(made.device.diagnostics) == list(caught.value.entries)
    check_entry(case, made, caught.value.entry)
    assert not made.device.trace


@pytest.mark.parametrize("case", ROWS, ids=lambda case: case.name)
def test_record(case):
    made = prepared(case, "record")
    before = snapshot(made, case.wrong)
    made.call(case.reduction, **case.wrong)
    assert snapshot(made, case.wrong) == before
    check_entry(case, made, made.device.diagnostics[0])
    assert not made.device.trace


def check_entry(case: Row, made: World, entry: dsp.Entry) -> None:
    assert (entry.message_id, entry.code.name, entry.argument) == (case.message, case.code, case.argument)
    assert (entry.severity, entry.function, entry.core) == (dsp.Severity.ERROR, made.function, 0)
    if case.argument and case.argument in case.wrong:
        assert entry.address == case.wrong[case.argument]
    assert made.function in entry.text
    assert "on core 0" in entry.text
    if entry.address:
        assert f"{entry.address:#010x}" in entry.text
    if case.argument:
        assert case.argument in entry.text
    assert str(entry).startswith(f"[{case.message}] {case.code}: ")


@pytest.mark.parametrize("case", ROWS, ids=lambda case: case.name)
def test_hardware(case):
    made = prepared(case, "hardware")
    before = snapshot(made, case.wrong)
    if case.hardware == ERROR:
        with pytest.raises(dsp.DspError):
            made.call(case.reduction, **case.wrong)
    else:
        made.call(case.reduction, **case.wrong)
        assert made.device.diagnostics[0].severity is dsp.Severity.WARNING
        assert made.device.diagnostics[0].text.endswith(".")
        assert "Went on: " in made.device.diagnostics[0].text
    assert bool(made.device.trace) == (case.hardware == COMPUTES)
    assert (snapshot(made, case.wrong) == before) == (case.hardware != COMPUTES)


@pytest.mark.parametrize("policy", ["raise", "record", "hardware"])
@pytest.mark.parametrize("case", ROWS, ids=lambda case: case.name)
def test_the_twin_passes(case, policy):
    made = prepared(case, policy)
    made.call(case.reduction, **case.twin)
    assert not [e for e in made.device.diagnostics if e.severity is dsp.Severity.ERROR]
    assert set(made.codes()) <= {"NONFINITE"}  # of operands that were put where nobody wrote
    assert made.device.trace


def test_every_text_of_the_checks_is_here():
    special = {"DSP-DTYPE-001", "DSP-SIZE-003", "DSP-VALUE-001", "DSP-VALUE-002"}
    checks = {text for text in TEXTS if not text.startswith("DSP-LAUNCH")}
    assert {case.message for case in ROWS} | special == checks


@pytest.mark.parametrize("policy", ["raise", "record", "hardware"])
@pytest.mark.parametrize("space", ["DDR", "L2"])
def test_ft78ne_has_no_halves(space, policy):
    made = world("FT78NE", "fp", space, policy=policy)
    function = made.function.replace("fp_", "hp_")
    if policy == "record":
        made.call(function=function)
    else:
        with pytest.raises(dsp.DspError) as caught:
            made.call(function=function)
        assert caught.value.code is dsp.Code.UNSUPPORTED_DTYPE
    assert made.codes() == ["UNSUPPORTED_DTYPE"]
    assert "FT78NE has no hp_ version" in made.device.diagnostics[0].text
    assert "MT7004" in made.device.diagnostics[0].text
    assert np.isnan(made.dx()).all()
    twin = world("MT7004", "hp", space, policy=policy)
    twin.call()
    assert twin.codes() == []


@pytest.mark.parametrize("policy", ["raise", "record", "hardware"])
def test_no_elements_is_a_note(policy):
    made = world(policy=policy)
    made.call(param=[0, MEAN, 1], input_x=0x4, dx=0x8)  # nothing is looked at
    (entry,) = made.device.diagnostics
    assert (entry.code.name, entry.severity, entry.message_id) == (
        "BAD_SIZE",
        dsp.Severity.NOTE,
        "DSP-SIZE-003",
    )
    assert np.isnan(made.dx()).all()
    assert not made.device.trace
    made.call(param=[1, MEAN, 1])
    assert len(made.device.diagnostics) == 1
    assert np.isnan(made.dx()).sum() == made.size - 1


def test_all_errors_of_a_call_are_told_at_once():
    made = world()
    with pytest.raises(dsp.DspError) as caught:
        made.call(reduction=7, mask=0, input_x=0, input_y=0x20, dx=0xE0000002)
    assert [entry.code.name for entry in caught.value.entries] == [
        "NULL_POINTER", "BAD_REDUCTION", "BAD_CORE_MASK", "UNMAPPED", "MISALIGNED",
    ]  # fmt: skip
    assert len(str(caught.value).splitlines()) == 5
    assert made.codes() == [entry.code.name for entry in caught.value.entries]


def test_a_negative_mask_under_hardware_is_every_core():
    made = world(policy="hardware")
    made.call(mask=-1)
    assert [part.core for part in made.device.trace] == list(range(8))
    assert made.dx().tobytes() == reference(made.data).tobytes()


def test_another_reduction_under_hardware_is_the_sum():
    made = world(policy="hardware")
    made.call(17)
    assert made.dx().tobytes() == reference(made.data, SUM).tobytes()


def test_remote_l2_under_hardware_is_read_and_written():
    made = world(space="L2", core=2, policy="hardware")
    made.call()
    assert made.dx().tobytes() == reference(made.data).tobytes()
    assert made.codes() == 5 * ["REMOTE_L2"]


def test_shared_in_l2_under_hardware_works_for_all_cores():
    made = world(policy="hardware")
    made.call(dx=0x13800000)
    assert made.device.memory.read(0x13800000, np.float32, SIZE).tobytes() == reference(made.data).tobytes()


def test_the_weight_that_is_not_used_overlaps_nothing():
    made = world()
    made.call(NONE, 0, weight=made.at["dx"] + 4)
    assert made.codes() == []


@pytest.mark.parametrize("size", [SIZE, 40000])
def test_values_outside_the_unit_interval_are_told_once(size):
    made = world(size=size)
    x = made.data["input_x"]
    x[[3, 5, size - 1]] = 1.5, -0.5, np.nextafter(np.float32(1), np.float32(2))
    made.device.memory.write(made.at["input_x"], x)
    made.call()
    (entry,) = made.device.diagnostics
    assert (entry.code.name, entry.severity, entry.argument) == ("DOMAIN", dsp.Severity.WARNING, "input_x")
    assert f"3 of {size} elements of input_x lie outside [0, 1], the first at index 3 (1.5)" in entry.text
    assert made.dx().tobytes() == reference(made.data).tobytes()


def test_the_ends_of_the_unit_interval_are_inside():
    made = world()
    made.data["input_x"][[0, 1]] = made.data["input_y"][[0, 1]] = 0, 1
    made.device.memory.write(made.at["input_x"], made.data["input_x"])
    made.device.memory.write(made.at["input_y"], made.data["input_y"])
    made.call()
    assert made.codes() == []


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("name", ["input_y", "weight", "dloss"])
def test_infinite_and_nan_results_are_told_once(name, bad):
    made = world(size=40000)
    made.data[name][[7, 39999]] = bad
    made.device.memory.write(made.at[name], made.data[name])
    made.call()
    (entry,) = made.device.diagnostics
    assert (entry.code.name, entry.severity, entry.argument) == ("NONFINITE", dsp.Severity.WARNING, "dx")
    assert "2 of 40000 elements of dx are infinite or NaN, the first at index 7" in entry.text
    np.testing.assert_array_equal(made.dx(), reference(made.data))


def test_missing_initialisation_shows():
    made = world()
    made.call(input_y=0xB1000000)
    assert made.codes() == ["NONFINITE"]
    assert np.isnan(made.dx()).all()


@pytest.mark.parametrize(("platform", "prefix"), [("FT78NE", "fp"), ("MT7004", "fp"), ("MT7004", "hp")])
@pytest.mark.parametrize("size", [1, 7, 1024, 100003])
@pytest.mark.parametrize("mask", [0x1, 0xF, 0x6])
def test_bytes_around_the_result_stay(platform, prefix, size, mask):
    made = world(platform, prefix, size=size)
    itemsize = 2 if prefix == "hp" else 4
    start, nbytes = made.at["dx"] + 64, size * itemsize
    made.device.memory.fill(start - 64, nbytes + 128, 0x5A)
    made.call(mask=mask, dx=start)
    around = made.device.memory.read(start - 64, np.uint8, nbytes + 128)
    assert (around[:64] == 0x5A).all()
    assert (around[-64:] == 0x5A).all()
    assert around[64:-64].tobytes() == reference(made.data).tobytes()


def test_the_inputs_stay():
    made = world(size=1024)
    made.call(MEAN)
    for name in ("input_x", "input_y", "weight", "dloss"):
        got = made.device.memory.read(made.at[name], np.float32, 1024)
        assert got.tobytes() == made.data[name].tobytes()


def test_texts_are_sentences():
    for text in TEXTS.values():
        for words in (text.text, text.solution, text.hardware or "."):
            assert words.endswith((".", "?", "{close}.")), text.id
            assert "  " not in words
