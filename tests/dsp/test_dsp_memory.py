"""Platforms and memory: regions, bytes, poison, bounds."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aclnn_emu import dsp
from aclnn_emu.dsp.memory import PAGE, POISON
from aclnn_emu.dsp.platform import platform

DDR = 0x80000000
BLOCK = 1 << 22

# platform, cores, mask of all, dtypes, documented
PLATFORMS = [
    ("FT78NE", 8, 0xFF, {"fp", "dp", "i8", "i16", "i32", "c64", "c128"}, True),
    ("MT7004", 4, 0x0F, {"hp", "fp", "i16", "i32", "c64"}, False),
]


@pytest.mark.parametrize(("name", "cores", "mask", "dtypes", "documented"), PLATFORMS)
def test_platforms(name, cores, mask, dtypes, documented):
    chip = platform(name)
    assert (chip.name, chip.cores, chip.all_cores, set(chip.dtypes)) == (name, cores, mask, dtypes)
    assert chip.documented is documented
    bounds = {region.name: (region.kind.name, region.base, region.nbytes) for region in chip.regions}
    expected = {"DDR": ("DDR", 0x80000000, 0x80000000), "SMC": ("SMC", 0x0C000000, 0x400000)}
    for core in range(cores):
        expected[f"L2 of core {core}"] = ("L2", 0x10800000 + (core << 24), 0x80000)
        assert chip.own_l2(core).core == core
    assert bounds == expected


def test_the_kinds_are_numbered_as_the_host_library_does():
    assert [kind.name for kind in sorted(dsp.MemoryKind)] == ["SMC", "DDR", "DDR36BIT", "L2"]


def test_an_unknown_platform():
    with pytest.raises(ValueError, match="there are FT78NE, MT7004"):
        dsp.Device("FT79")


def test_a_platform_of_your_own():
    regions = (
        dsp.Region("SMC", dsp.MemoryKind.SMC, 0x1000, 0x1000),
        dsp.Region("L2 of core 0", dsp.MemoryKind.L2, 0x8000, 0x800, core=0),
    )
    chip = dsp.Platform("Tiny", 1, ("fp",), regions, alias=0x100000)
    with dsp.Device(chip) as device:
        device.memory.write(0x1000, np.full(30, 0.5, np.float32))
        dsp.fp_binary_cross_entropy_grad_s(0x1000, 0x1010, 0, 0x1020, 0x1100, [4, 2, 0], 1)
        np.testing.assert_array_equal(device.memory.read(0x1100, np.float32, 4), np.zeros(4))
    assert "assumed" in device.memory.map()


DTYPES = ["<f2", "<f4", ">f4", "<f8", "i1", ">i2", "<i4", "<i8", "u1", "<c8", "?"]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("address", [DDR, DDR + 1, DDR + PAGE - 3, DDR + BLOCK - 5, 0x0C000000, 0x10810000])
def test_what_is_written_is_read(address, dtype):
    memory = dsp.Device().memory
    data = (np.arange(77) % 2 if dtype == "?" else np.arange(77)).astype(dtype)
    memory.write(address, data)
    got = memory.read(address, dtype, 77)
    assert got.dtype == np.dtype(dtype)
    np.testing.assert_array_equal(got, data)
    raw = memory.read(address, np.uint8, data.nbytes)
    assert raw.tobytes() == data.astype(data.dtype.newbyteorder("<")).tobytes()


def test_memory_is_little_endian():
    memory = dsp.Device().memory
    memory.write(DDR, np.array([0x01020304], ">i4"))
    assert memory.read(DDR, np.uint8, 4).tolist() == [4, 3, 2, 1]
    memory.write(DDR, bytes([0, 0, 0x80, 0x3F]))
    assert memory.read(DDR, np.float32, 1) == 1.0


def test_row_major_order():
    memory = dsp.Device().memory
    data = np.arange(12, dtype=np.int32).reshape(3, 4)
    memory.write(DDR, data.T)
    assert memory.read(DDR, np.int32, 12).tolist() == data.T.reshape(-1).tolist()
    memory.write(DDR, np.array(7, np.int32))
    assert memory.read(DDR, np.int32, 2).tolist() == [7, 4]


@pytest.mark.parametrize(
    "data", [bytearray(b"abc"), memoryview(b"abc"), b"abc"], ids=lambda d: type(d).__name__
)
def test_bytes_like(data):
    memory = dsp.Device().memory
    memory.write(DDR, data)
    assert memory.read(DDR, np.uint8, 4).tobytes() == b"abc\xff"


@pytest.mark.parametrize("data", [[1.0, 2.0], 3, "abc", np.array([None])], ids=repr)
def test_what_has_no_dtype_is_refused(data):
    with pytest.raises(TypeError):
        dsp.Device().memory.write(DDR, data)


def test_fresh_memory_is_poison():
    memory = dsp.Device().memory
    assert np.isnan(memory.read(0xA0000000, np.float32, 1000)).all()
    assert np.isnan(memory.read(0x0C000000, np.float16, 1000)).all()
    assert (memory.read(0x10800000, np.int64, 1000) == -1).all()
    memory.write(0xB0000004, np.zeros(1, np.float32))
    around = memory.read(0xB0000000, np.uint8, PAGE)
    assert (np.delete(around, range(4, 8)) == POISON).all()


def test_the_host_has_a_copy():
    memory = dsp.Device().memory
    memory.write(DDR, np.zeros(4, np.float32))
    got = memory.read(DDR, np.float32, 4)
    got[:] = 1
    assert not memory.read(DDR, np.float32, 4).any()


@given(st.lists(st.tuples(st.integers(0, 3 * BLOCK), st.integers(0, 3 * PAGE)), max_size=6))
def test_any_pieces(pieces):
    """Writes across pages and blocks, beside a plain array."""
    memory = dsp.Device().memory
    plain = np.full(3 * BLOCK + 3 * PAGE + 9, POISON, np.uint8)
    for number, (offset, nbytes) in enumerate(pieces):
        if number % 2:
            memory.fill(DDR + offset, nbytes, number)
        else:
            memory.write(DDR + offset, np.full(nbytes, number, np.uint8))
        plain[offset : offset + nbytes] = number
    for offset, nbytes in pieces:
        start, stop = max(offset - 9, 0), offset + nbytes + 9
        assert memory.read(DDR + start, np.uint8, stop - start).tobytes() == plain[start:stop].tobytes()


def test_only_touched_pages_are_real():
    memory = dsp.Device().memory
    for address in (0x80000000, 0xC0000000, 0xFFFFFFFF):
        memory.write(address, b"x")
    assert "192 KiB" in memory.map().splitlines()[-3]
    memory.write(0x80000000 + PAGE - 1, b"xy")
    assert "256 KiB" in memory.map().splitlines()[-3]


@pytest.mark.parametrize("name", ["FT78NE", "MT7004"])
def test_the_map(name):
    chip = platform(name)
    text = dsp.Device(name).memory.map()
    assert text.startswith(f"{name}: {chip.cores} cores (masks 0x1 to {chip.all_cores:#x})")
    for region in chip.regions:
        line = next(line for line in text.splitlines() if line.startswith(f"{region.name} "))
        assert f"{region.base:#010x}  {region.end - 1:#010x}" in line
        assert line.endswith(region.evidence)
    assert "own L2 (alias)  0x00800000  0x0087ffff" in text
    assert ("sample" in text.split("evidence:")[0]) == chip.documented


# address, bytes, code; and the same that just fits
OUTSIDE = [
    (0, 1, "UNMAPPED", DDR),
    (DDR - 1, 1, "UNMAPPED", DDR),
    (DDR - 1, 2, "UNMAPPED", DDR),
    (1 << 32, 1, "UNMAPPED", 0xFFFFFFFF),
    (-1, 1, "UNMAPPED", DDR),
    (0xFFFFFFFF, 2, "OUT_OF_RANGE", 0xFFFFFFFE),
    (0x0C3FFFFF, 2, "OUT_OF_RANGE", 0x0C3FFFFE),
    (0x1087FFFF, 2, "OUT_OF_RANGE", 0x1087FFFE),
    (0x0087FFFF, 2, "OUT_OF_RANGE", 0x0087FFFE),
    (0x00880000, 1, "UNMAPPED", 0x0087FFFF),
    (0x18800000, 1, "UNMAPPED", 0x17800000),
]


@pytest.mark.parametrize(("address", "nbytes", "code", "twin"), OUTSIDE)
@pytest.mark.parametrize("policy", ["raise", "record", "hardware"])
def test_the_host_cannot_leave_the_regions_either(address, nbytes, code, twin, policy):
    memory = dsp.Device(policy=policy).memory
    accesses = {
        "memory.read": lambda place: memory.read(place, np.uint8, nbytes),
        "memory.write": lambda place: memory.write(place, bytes(nbytes)),
        "memory.fill": lambda place: memory.fill(place, nbytes),
    }
    for function, access in accesses.items():
        with pytest.raises(dsp.DspError) as caught:
            access(address)
        entry = caught.value.entry
        assert (entry.code.name, entry.function, entry.core) == (code, function, None)
        assert (entry.address, entry.size) == (address, nbytes)
        access(twin)


def test_counts_and_values_of_the_host():
    memory = dsp.Device().memory
    with pytest.raises(ValueError, match="count is -1"):
        memory.read(DDR, np.uint8, -1)
    with pytest.raises(ValueError, match="nbytes is -1"):
        memory.fill(DDR, -1)
    with pytest.raises(ValueError, match="value 256"):
        memory.fill(DDR, 1, 256)
    assert memory.read(DDR, np.uint8, 0).size == 0


def test_devices_have_memory_of_their_own():
    first, second = dsp.Device(), dsp.Device()
    first.memory.write(DDR, bytes(4))
    assert second.memory.read(DDR, np.int32, 1) == -1


# option, wrong value
OPTIONS = [("policy", "ignore"), ("denominator", "min"), ("half_mode", "fp16")]


@pytest.mark.parametrize(("option", "value"), OPTIONS)
def test_options_have_lists(option, value):
    with pytest.raises(ValueError, match=f"{option} is '{value}'; allowed are '"):
        dsp.Device(**{option: value})
    device = dsp.Device()
    with pytest.raises(ValueError, match=option):
        setattr(device, option, value)


def test_options_can_be_changed_but_the_platform():
    device = dsp.Device()
    device.policy = "record"
    assert device.policy is dsp.Policy.RECORD
    assert repr(device) == "Device(platform=FT78NE, policy=record, denominator='page', half_mode='fp32')"
    with pytest.raises(AttributeError):
        device.platform = "MT7004"


def test_the_current_device():
    first = dsp.current_device()
    assert first.platform.name == "FT78NE"
    assert dsp.current_device() is first
    second = dsp.open_device("MT7004")
    assert dsp.current_device() is second
    with dsp.Device() as third:
        with first:
            assert dsp.current_device() is first
        assert dsp.current_device() is third
    assert dsp.current_device() is second


def test_the_environment_decides_about_the_first_device(monkeypatch):
    monkeypatch.setenv("ACLNN_EMU_DSP_PLATFORM", "MT7004")
    monkeypatch.setenv("ACLNN_EMU_DSP_POLICY", "record")
    device = dsp.current_device()
    assert (device.platform.name, device.policy) == ("MT7004", dsp.Policy.RECORD)


def test_what_is_remembered_is_bounded():
    device = dsp.open_device(policy="record")
    for _ in range(1200):
        dsp.fp_binary_cross_entropy_grad_s(0, 0, 0, 0, 0, [1, 0, 0], 1)
    assert len(device.diagnostics) == 4096


def test_the_dsp_world_does_not_load_the_other():
    import subprocess

    program = "import sys, aclnn_emu.dsp; print([m for m in sys.modules if m.startswith('aclnn_emu.')])"
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    loaded = {name.split(".")[1] for name in eval(done.stdout)}  # noqa: S307 - our own list
    assert loaded <= {"_version", "abi", "core", "dsp", "errors", "kernels"}
