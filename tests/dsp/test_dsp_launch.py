"""The host's side: order of calls, allocation, copies, kernels by name."""

from __future__ import annotations

import numpy as np
import pytest
from _dsp_world import INPUTS, MEAN, NONE, PLATFORM_DTYPES, draw, reference

from aclnn_emu import dsp
from aclnn_emu.dsp.kernels import kernel_names
from aclnn_emu.dsp.texts import TEXTS

SMC, DDR, DDR36BIT, L2 = 0, 1, 2, 3


def ready(platform: str = "FT78NE", **options: str) -> dsp.Host:
    host = dsp.Host(dsp.Device(platform, **options))
    assert host.device_open() == 0
    assert host.import_library() == 0
    return host


def upload(host: dsp.Host, array: np.ndarray, kind: int = DDR, core: int = 0) -> int:
    status, address = host.malloc(kind, array.nbytes, core)
    assert status == 0
    assert host.mem_copy(array, address, array.nbytes, dsp.HOST_TO_DEVICE) == 0
    return address


def download(host: dsp.Host, address: int, like: np.ndarray) -> np.ndarray:
    result = np.empty_like(like)
    assert host.mem_copy(result, address, result.nbytes, dsp.DEVICE_TO_HOST) == 0
    return result


def run(host: dsp.Host, mask: int, name: str, args: list[int]) -> None:
    status, group = host.launch_group(mask, name, args)
    assert status == 0
    assert host.wait_group(group) == 0
    assert host.destroy_group(group) == 0


def last(host: dsp.Host) -> str:
    return host.device.diagnostics[-1].message_id


@pytest.mark.parametrize(("platform", "prefix"), PLATFORM_DTYPES)
@pytest.mark.parametrize("kind", [SMC, DDR])
def test_a_host_program(platform, prefix, kind):
    host = ready(platform)
    data = draw(np.random.default_rng(1), prefix, 1000)
    slots = [upload(host, data[name], kind) for name in INPUTS]
    status, dx = host.malloc(kind, data["input_x"].nbytes)
    assert status == 0
    param = upload(host, np.array([1000, MEAN, 1], np.int64))
    mask = host.device.platform.all_cores
    run(host, mask, f"{prefix}_binary_cross_entropy_grad_s", [*slots, dx, param])
    assert download(host, dx, data["input_x"]).tobytes() == reference(data, MEAN).tobytes()
    for address in (*slots, dx, param):
        assert host.free(address) == 0
    assert host.device_close() == 0
    assert not host.device.diagnostics
    assert [part.core for part in host.device.trace] == list(range(host.device.platform.cores))


def test_a_private_kernel_runs_on_each_core_of_the_mask():
    """By the alias each core finds its own operands."""
    host = ready()
    data = {core: draw(np.random.default_rng(core), "fp", 64) for core in (0, 3, 7)}
    for core, values in data.items():
        addresses = [upload(host, values[name], L2, core) for name in INPUTS]
        status, dx = host.malloc(L2, 256, core)
        assert status == 0
    alias = [address - (7 << 24) - 0x10000000 for address in (*addresses, dx)]
    param = upload(host, np.array([64, NONE, 1], np.int64))
    run(host, 0b10001001, "fp_binary_cross_entropy_grad_p", [*alias, param])
    for core, values in data.items():
        at = dx + ((core - 7) << 24)
        assert download(host, at, values["input_x"]).tobytes() == reference(values).tobytes()
    assert [part.core for part in host.device.trace] == [0, 3, 7]


def test_before_the_wait_nothing_has_happened():
    host = ready()
    x = upload(host, np.ones(4, np.float32))
    out = upload(host, np.zeros(4, np.float32))
    _, first = host.launch_group(1, "fp_add_s", [x, x, out, 4])
    _, second = host.launch_group(2, "fp_add_s", [out, x, out, 4])
    assert download(host, out, np.zeros(4, np.float32)).tolist() == [0] * 4
    assert host.destroy_group(first) == -1
    assert last(host) == "DSP-LAUNCH-007"
    assert host.wait_group(second) == 0  # those before it run first
    assert download(host, out, np.zeros(4, np.float32)).tolist() == [3] * 4
    assert host.wait_group(first) == 0
    assert host.wait_group(second) == 0
    assert download(host, out, np.zeros(4, np.float32)).tolist() == [3] * 4
    assert (host.destroy_group(first), host.destroy_group(second)) == (0, 0)


@pytest.mark.parametrize("platform", ["FT78NE", "MT7004"])
def test_add_of_every_dtype(platform):
    from aclnn_emu.dsp.platform import DTYPES

    for prefix in dsp.PLATFORMS[platform].dtypes:
        host = ready(platform)
        x = np.arange(100, 200).astype(DTYPES[prefix])
        place = upload(host, x)
        _, out = host.malloc(SMC, x.nbytes)
        run(host, host.device.platform.all_cores, f"{prefix}_add_s", [place, place, out, 100])
        np.testing.assert_array_equal(download(host, out, x), x + x)


@pytest.mark.parametrize(
    ("platform", "prefix", "dtype"),
    [("FT78NE", "fp", "<f4"), ("FT78NE", "dp", "<f8"), ("MT7004", "fp", "<f4"), ("MT7004", "hp", "<f2")],
)
def test_exp(platform, prefix, dtype):
    host = ready(platform)
    x = np.linspace(-4, 4, 50).astype(dtype)
    place = upload(host, x)
    _, out = host.malloc(DDR, x.nbytes)
    scales = [dsp.float_bits(0.5), dsp.float_bits(3.0)]
    run(host, 0x3, f"{prefix}_exp_s", [place, out, 50, *scales, 0])
    rtol = {"fp": 1e-6, "dp": 1e-14, "hp": 2.0**-11}[prefix]
    np.testing.assert_allclose(download(host, out, x), 3 * np.exp(0.5 * x.astype(float)), rtol=rtol)


def test_private_neighbours():
    host = ready()
    x = upload(host, np.ones(8, np.float32), L2, 2)
    run(host, 0b100, "fp_add_p", [x, x, x, 8])
    assert download(host, x, np.zeros(8, np.float32)).tolist() == [2] * 8


# slots of fp_add_s on x with 4 elements, changed -> the finding, None for good
ADDS = [
    ({}, None),
    ({"x": 0}, "NULL_POINTER"),
    ({"out": 0}, "NULL_POINTER"),
    ({"n": (1 << 64) - 1}, "BAD_SIZE"),
    ({"n": 1 << 31}, "BAD_SIZE"),
    ({"n": 0}, "BAD_SIZE"),
    ({"y": 0x10800000}, "WRONG_SPACE"),
    ({"out": 0xA0000004}, "OVERLAP"),
    ({"out": 0xA0000000}, None),
    ({"out": 0xA0000010}, None),
    ({"x": 0xB0000000}, "NONFINITE"),
]


@pytest.mark.parametrize(("changes", "code"), ADDS, ids=str)
def test_neighbours_are_checked_the_same_way(changes, code):
    host = ready(policy="record")
    host.device.memory.write(0xA0000000, np.ones(4, np.float32))
    slots = {"x": 0xA0000000, "y": 0xA0000000, "out": 0xE0000000, "n": 4} | changes
    run(host, 0xFF, "fp_add_s", list(slots.values()))
    assert {entry.code.name for entry in host.device.diagnostics} == ({code} if code else set())


def test_a_kernels_errors_come_at_the_wait():
    host = ready()
    status, group = host.launch_group(0b110, "fp_binary_cross_entropy_grad_s", [0] * 6)
    assert status == 0
    with pytest.raises(dsp.DspError) as caught:
        host.wait_group(group)
    assert [(e.argument, e.core) for e in caught.value.entries] == [
        ("input_x", 1), ("input_y", 1), ("dloss", 1), ("dx", 1), ("param", 1),
    ]  # fmt: skip
    assert host.destroy_group(group) == 0
    twin = ready(policy="record")
    run(twin, 0b110, "fp_binary_cross_entropy_grad_s", [0] * 6)
    assert len(twin.device.diagnostics) == 5


@pytest.mark.parametrize("platform", ["FT78NE", "MT7004"])
def test_the_names(platform):
    names = kernel_names(dsp.PLATFORMS[platform])
    for space in "sp":
        assert f"fp_binary_cross_entropy_grad_{space}" in names
        assert (f"hp_binary_cross_entropy_grad_{space}" in names) == (platform == "MT7004")
    assert len(names) == len(set(names))
    host = ready(platform)
    for name in names:
        slots = 4 if "_add_" in name else 6
        assert host.launch_group(1, name, [0] * slots)[0] == 0, name


UNKNOWN = [
    "hp_binary_cross_entropy_grad_s",
    "fp_binary_cross_entropy_grad",
    "binary_cross_entropy_grad_s",
    "",
    "fp_sub_s",
]


@pytest.mark.parametrize("name", UNKNOWN)
@pytest.mark.parametrize("policy", ["raise", "record", "hardware"])
def test_an_unknown_name_is_an_error(name, policy):
    host = ready(policy=policy)
    assert host.launch_group(0xFF, name, [0] * 6) == (-1, -1)
    assert last(host) == "DSP-LAUNCH-001"
    assert "fp_" in host.device.diagnostics[-1].text


@pytest.mark.parametrize(
    ("platform", "mask", "status"),
    [("FT78NE", m, 0) for m in (1, 0x80, 0xFF)]
    + [("FT78NE", m, -1) for m in (0, 0x100, 0x1FF, -1)]
    + [("MT7004", m, 0) for m in (1, 8, 0xF)]
    + [("MT7004", m, -1) for m in (0, 0x10, 0xFF)],
)
@pytest.mark.parametrize("policy", ["raise", "record", "hardware"])
def test_a_bad_mask_is_an_error(platform, mask, status, policy):
    host = ready(platform, policy=policy)
    assert host.launch_group(mask, "fp_add_s", [0] * 4)[0] == status
    assert [entry.code.name for entry in host.device.diagnostics] == (["BAD_CORE_MASK"] if status else [])


def closed() -> dsp.Host:
    return dsp.Host(dsp.Device())


def opened() -> dsp.Host:
    host = closed()
    host.device_open()
    return host


def launched(host: dsp.Host, *, waited: bool = False) -> dsp.Host:
    x = upload(host, np.ones(4, np.float32))
    host.launch_group(1, "fp_add_s", [x, x, x, 4])
    if waited:
        host.wait_group(1)
    return host


ARRAY = np.zeros(4, np.float32)
ADD = ("fp_add_s", [0x80000000] * 3 + [4])

# text, the host, what fails, what just passes
FAILURES = [
    ("DSP-LAUNCH-001", ready, lambda h: h.launch_group(1, "fp_adds_s", ADD[1]), lambda h: h.launch_group(1, *ADD)),
    ("DSP-LAUNCH-002", opened, lambda h: h.device_close() or h.import_library(), lambda h: h.import_library()),
    ("DSP-LAUNCH-002", closed, lambda h: h.malloc(DDR, 4), lambda h: h.device_open() or h.malloc(DDR, 4)),
    ("DSP-LAUNCH-002", closed, lambda h: h.launch_group(1, *ADD), lambda _: ready().launch_group(1, *ADD)),
    ("DSP-LAUNCH-002", closed, lambda h: h.device_close(), lambda h: h.device_open() or h.device_close()),
    ("DSP-LAUNCH-002", closed, lambda h: h.free(0), lambda h: h.device_open() or h.free(h.malloc(DDR, 1)[1])),
    ("DSP-LAUNCH-002", closed, lambda h: h.wait_group(1), lambda _: launched(ready()).wait_group(1)),
    ("DSP-LAUNCH-002", closed, lambda h: h.mem_copy(ARRAY, 0x80000000, 4, 0),
     lambda h: h.device_open() or h.mem_copy(ARRAY, 0x80000000, 4, 0)),
    ("DSP-LAUNCH-003", ready, lambda h: h.launch_group(1, "fp_add_s", [1] * 5), lambda h: h.launch_group(1, *ADD)),
    ("DSP-LAUNCH-004", ready, lambda h: h.launch_group(1, "fp_add_s", [1, 1, 1, 1 << 64]),
     lambda h: h.launch_group(1, "fp_add_s", [1, 1, 1, (1 << 64) - 1])),
    ("DSP-LAUNCH-004", ready, lambda h: h.launch_group(1, "fp_add_s", [-1, 1, 1, 1]),
     lambda h: h.launch_group(1, "fp_add_s", [0, 1, 1, 1])),
    ("DSP-LAUNCH-005", opened, lambda h: h.import_library("/usr/lib/dsp.dat"),
     lambda h: h.import_library("anywhere/dsp_lib.dat")),
    ("DSP-LAUNCH-006", ready, lambda h: h.wait_group(1), lambda h: launched(h).wait_group(1)),
    ("DSP-LAUNCH-006", lambda: launched(ready(), waited=True), lambda h: h.destroy_group(1) or h.destroy_group(1),
     lambda h: h.destroy_group(1)),
    ("DSP-LAUNCH-007", lambda: launched(ready()), lambda h: h.destroy_group(1),
     lambda h: h.wait_group(1) or h.destroy_group(1)),
    ("DSP-LAUNCH-008", ready, lambda h: h.malloc(DDR36BIT, 4), lambda h: h.malloc(DDR, 4)),
    ("DSP-LAUNCH-008", ready, lambda h: h.malloc(L2, 4, 8), lambda h: h.malloc(L2, 4, 7)),
    ("DSP-LAUNCH-008", ready, lambda h: h.malloc(17, 4), lambda h: h.malloc(SMC, 4, 99)),
    ("DSP-LAUNCH-009", ready, lambda h: h.malloc(SMC, (4 << 20) + 1), lambda h: h.malloc(SMC, 4 << 20)),
    ("DSP-LAUNCH-009", ready, lambda h: h.malloc(SMC, -1), lambda h: h.malloc(SMC, 0)),
    ("DSP-LAUNCH-010", ready, lambda h: h.free(h.malloc(DDR, 256)[1] + 64), lambda h: h.free(h.malloc(DDR, 256)[1])),
    ("DSP-LAUNCH-010", ready, lambda h: h.free(0), lambda h: h.free(h.malloc(L2, 256)[1])),
    ("DSP-LAUNCH-011", ready, lambda h: h.mem_copy(ARRAY, 0x80000000, 17, 0),
     lambda h: h.mem_copy(ARRAY, 0x80000000, 16, 0)),
    ("DSP-LAUNCH-011", ready, lambda h: h.mem_copy(ARRAY[::2], 0x80000000, 8, 0),
     lambda h: h.mem_copy(ARRAY[:2], 0x80000000, 8, 0)),
    ("DSP-LAUNCH-012", ready, lambda h: h.mem_copy(ARRAY, 0x80000000, 16, 2),
     lambda h: h.mem_copy(ARRAY, 0x80000000, 16, 1)),
    ("DSP-LAUNCH-014", opened, lambda h: h.launch_group(1, *ADD),
     lambda h: h.import_library() or h.launch_group(1, *ADD)),
    ("DSP-LAUNCH-015", opened, lambda h: h.device_open(), lambda h: h.device_close() or h.device_open()),
    ("DSP-ADDRESS-001", ready, lambda h: h.mem_copy(ARRAY, 0x7FFFFFFF, 16, 0),
     lambda h: h.mem_copy(ARRAY, 0x80000000, 16, 0)),
    ("DSP-ADDRESS-002", ready, lambda h: h.mem_copy(ARRAY, 0xFFFFFFF1, 16, 1),
     lambda h: h.mem_copy(ARRAY, 0xFFFFFFF0, 16, 1)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("message", "host", "wrong", "twin"), FAILURES, ids=[f"{row[0]}-{i}" for i, row in enumerate(FAILURES)]
)
def test_failures_and_their_twins(message, host, wrong, twin):
    failing = host()
    outcome = wrong(failing)
    assert outcome in {-1, (-1, 0), (-1, -1)}
    assert last(failing) == message
    outcome = twin(host())
    assert (outcome if isinstance(outcome, int) else outcome[0]) == 0


def test_every_text_of_the_launch_layer_is_here():
    tested = {row[0] for row in FAILURES} | {"DSP-LAUNCH-013"}
    assert {text for text in TEXTS if text.startswith("DSP-LAUNCH")} <= tested


def test_closing_tells_of_groups_that_are_left():
    host = launched(ready())
    assert host.device_close() == 0
    (entry,) = host.device.diagnostics
    assert (entry.message_id, entry.severity) == ("DSP-LAUNCH-013", dsp.Severity.WARNING)
    assert "1 (fp_add_s)" in entry.text
    assert not host.device.trace
    assert host.launch_group(1, *ADD) == (-1, -1)
    twin = launched(ready(), waited=True)
    assert twin.destroy_group(1) == 0
    assert twin.device_close() == 0
    assert not twin.device.diagnostics


def test_malloc_leaves_out_what_the_samples_leave_out_and_uses_gaps_again():
    host = ready()
    assert host.malloc(DDR, 100) == (0, 0xA0000000)
    assert host.malloc(DDR, 100) == (0, 0xA0000080)
    assert host.malloc(DDR, 1) == (0, 0xA0000100)
    assert host.malloc(L2, 100, 2) == (0, 0x12810000)
    assert host.malloc(SMC, 100) == (0, 0x0C000000)
    assert host.free(0xA0000080) == 0
    assert host.malloc(DDR, 129) == (0, 0xA0000140)
    assert host.malloc(DDR, 128) == (0, 0xA0000080)


def test_the_current_device_is_the_hosts_by_default():
    with dsp.Device("MT7004") as device:
        assert dsp.Host().device is device


@pytest.mark.parametrize(("value", "bits"), [(0.0, 0), (1.0, 0x3F800000), (-2.0, 0xC0000000)])
def test_float_bits(value, bits):
    assert dsp.float_bits(value) == bits
