"""Core masks, the split of the work, and the calling core."""

from __future__ import annotations

import threading
from itertools import pairwise

import numpy as np
import pytest
from _dsp_world import MEAN, NONE, PLATFORM_DTYPES, STORED, reference, world
from hypothesis import given
from hypothesis import strategies as st

from aclnn_emu import dsp
from aclnn_emu.dsp.spmd import LINE, slices

SIZE = 1000


def cores_of(mask: int) -> list[int]:
    return [core for core in range(8) if mask >> core & 1]


@pytest.mark.parametrize(("platform", "prefix"), PLATFORM_DTYPES)
def test_every_mask_gives_the_same_bits(platform, prefix):
    made = world(platform, prefix, "DDR", SIZE)
    expected = reference(made.data, MEAN).tobytes()
    for mask in range(1, made.device.platform.all_cores + 1):
        made.device.memory.fill(made.at["dx"], SIZE * STORED[prefix].itemsize, 0xAA)
        made.device.trace.clear()
        made.call(MEAN, mask=mask)
        assert made.dx().tobytes() == expected, hex(mask)
        trace = list(made.device.trace)
        assert [part.core for part in trace] == cores_of(mask)
        covered = [index for part in trace for index in range(part.start, part.stop)]
        assert covered == list(range(SIZE)), hex(mask)
        assert {part.function for part in trace} == {made.function}


@pytest.mark.parametrize("mask", [0x1, 0x80, 0xA5, 0xFF], ids=hex)
@pytest.mark.parametrize("size", [1, 7, 1024, 100003])
def test_masks_and_sizes(size, mask):
    made = world(size=size)
    made.call(mask=mask)
    assert made.dx().tobytes() == reference(made.data).tobytes()


@given(st.integers(1, 10**6), st.integers(1, 0xFF), st.sampled_from([1, 2, 4, 8, 16]))
def test_slices_are_disjoint_and_cover_all(count, mask, itemsize):
    cores = cores_of(mask)
    parts = slices(count, cores, itemsize)
    assert [core for core, _, _ in parts] == cores
    assert parts[0][1] == 0
    assert parts[-1][2] == count
    for (_, _, stop), (_, start, _) in pairwise(parts):
        assert stop == start
        assert start == count or start * itemsize % LINE == 0
    longest = -(-count // len(cores)) * itemsize + LINE
    assert all((stop - start) * itemsize < longest for _, start, stop in parts)


def test_late_cores_may_get_nothing():
    made = world(size=17)
    made.call(mask=0xFF)
    assert [(p.start, p.stop) for p in made.device.trace] == [(0, 16), (16, 17)] + 6 * [(17, 17)]


def test_calls_are_numbered():
    made = world()
    made.call(mask=1)
    made.call(mask=2)
    assert [(part.call, part.core) for part in made.device.trace] == [(1, 0), (2, 1)]


@pytest.mark.parametrize(
    ("platform", "core"), [("FT78NE", c) for c in range(8)] + [("MT7004", c) for c in range(4)]
)
@pytest.mark.parametrize("space", ["L2", "alias"])
def test_a_private_function_works_in_the_l2_of_its_core(platform, core, space):
    made = world(platform, space=space, core=core)
    with dsp.core(core):
        made.call(NONE)
    expected = reference(made.data).tobytes()
    at = 0x10850000 + (core << 24)
    assert made.device.memory.read(at, np.float32, made.size).tobytes() == expected
    with dsp.core(core):
        assert made.device.memory.read(0x00850000, np.float32, made.size).tobytes() == expected
    assert [(part.core, part.start, part.stop) for part in made.device.trace] == [(core, 0, made.size)]


def test_the_alias_of_another_core_is_other_memory():
    made = world(space="alias", core=3)
    assert np.isnan(made.device.memory.read(made.at["input_x"], np.float32, 1))
    with dsp.core(3):
        assert made.device.memory.read(made.at["input_x"], np.float32, 1) == made.data["input_x"][0]


def test_core_is_put_back():
    device = dsp.open_device()
    with dsp.core(3) as number:
        assert number == dsp.current_core(device.platform) == 3
        with pytest.raises(KeyError), dsp.core(5):
            raise KeyError
        assert dsp.current_core(device.platform) == 3
    assert dsp.current_core(device.platform) == 0


def test_each_thread_has_its_core():
    device = dsp.open_device()
    dsp.set_core(5)
    found = []
    thread = threading.Thread(target=lambda: found.append(dsp.current_core(device.platform)))
    thread.start()
    thread.join()
    assert found == [0]


def test_a_core_that_is_not_there():
    with pytest.raises(ValueError, match="not -1"):
        dsp.set_core(-1)
    made = world("MT7004")
    with dsp.core(4), pytest.raises(ValueError, match="MT7004 has cores 0 to 3"):
        made.call()


def test_cores_as_threads_of_the_host():
    """Eight private calls at once, each on its own core."""
    device = dsp.open_device()
    made = [world(space="L2", core=core) for core in range(8)]
    with device:
        for each in made:
            for name in ("input_x", "input_y", "weight", "dloss"):
                device.memory.write(each.at[name], each.data[name])

        def work(core: int) -> None:
            dsp.set_core(core)
            at = made[core].at
            dsp.fp_binary_cross_entropy_grad_p(*at.values(), [100, NONE, 1])

        threads = [threading.Thread(target=work, args=(core,)) for core in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for each in made:
            got = device.memory.read(each.at["dx"], np.float32, 100)
            assert got.tobytes() == reference(each.data).tobytes()
