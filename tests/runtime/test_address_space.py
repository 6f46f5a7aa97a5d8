"""The address space of a device: properties that hold for every sequence of allocations."""

from __future__ import annotations

import threading
import weakref
from contextlib import suppress
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, multiple, rule

from aclnn_emu.errors import EmuError, RtDeviceFault, RtMemoryAllocation, RtParamInvalid
from aclnn_emu.runtime import memory
from aclnn_emu.runtime.allocation import FILL
from aclnn_emu.runtime.memory import AddressSpace, device_of_address, is_device_address

MIB = 1 << 20
UNHURRIED = settings(deadline=None)


class Spaces(RuleBasedStateMachine):
    """Random allocations and frees; the model is a dict from address to size and content."""

    live = Bundle("live")
    freed = Bundle("freed")
    is_crowded = False

    @initialize()
    def make(self) -> None:
        self.space = AddressSpace(3, 1 << 30)
        if self.is_crowded:  # so that addresses are used again
            self.space.end = self.space.lowest + 40_000
        self.model: dict[int, tuple[int, int]] = {}
        self.next_value = 0

    @rule(
        target=live,
        nbytes=st.integers(1, 5000) | st.sampled_from([MIB, MIB + 1, 3 * MIB]),
        padded=st.booleans(),
    )
    def allocate(self, nbytes: int, padded: bool) -> int:
        try:
            address = self.space.allocate(nbytes, padded=padded)
        except RtMemoryAllocation:
            assert self.is_crowded
            return multiple()
        view = self.space.view(address, nbytes)
        assert (view == FILL).all()
        self.next_value = (self.next_value + 1) % 255
        view[:] = self.next_value
        self.model[address] = (nbytes, self.next_value)
        return address

    @rule(target=freed, address=consumes(live))
    def free(self, address: int) -> int:
        self.space.free(address)
        del self.model[address]
        return address

    @rule(address=live, data=st.data())
    def view_inside(self, address: int, data: st.DataObject) -> None:
        nbytes, value = self.model[address]
        start = data.draw(st.integers(0, nbytes - 1))
        size = data.draw(st.integers(1, nbytes - start))
        view = self.space.view(address + start, size)
        assert view.nbytes == size
        assert (view == value).all()

    @rule(address=live, past=st.integers(1, 10_000))
    def view_past_the_end(self, address: int, past: int) -> None:
        allocation = self.space.find(address)
        assert allocation is not None
        self.space.view(address, allocation.nbytes)
        with pytest.raises(RtDeviceFault):
            self.space.view(address, allocation.nbytes + past)
        with pytest.raises(RtDeviceFault):
            self.space.view(address - 1, 2)

    @rule(address=freed, offset=st.integers(0, 31))
    def freed_is_unusable(self, address: int, offset: int) -> None:
        if self.space.find(address + offset) is None:
            with pytest.raises(RtDeviceFault):
                self.space.view(address + offset, 1)
            with pytest.raises(RtParamInvalid):
                self.space.free(address)

    @rule(address=live, offset=st.integers(1, 31))
    def only_the_start_can_be_freed(self, address: int, offset: int) -> None:
        with pytest.raises(RtParamInvalid, match=f"{offset} bytes into"):
            self.space.free(address + offset)

    @invariant()
    def nothing_overlaps(self) -> None:
        blocks = self.space.allocations
        assert [block.address for block in blocks] == sorted(self.model)
        for low, high in pairwise(blocks):
            assert low.address + low.nbytes < high.address
        assert all(block.address % memory.ALIGNMENT == 0 for block in blocks)
        assert all(device_of_address(block.address) == 3 for block in blocks)

    @invariant()
    def the_account_is_right(self) -> None:
        assert self.space.used == sum(block.charged for block in self.space.allocations)


TestSpaces = Spaces.TestCase
TestSpaces.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)


class CrowdedSpaces(Spaces):
    """The same where the numbers run out."""

    is_crowded = True


TestCrowdedSpaces = CrowdedSpaces.TestCase
TestCrowdedSpaces.settings = TestSpaces.settings


def test_the_starts_of_freed_allocations_are_dropped_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_REMEMBERED", 8)
    space = AddressSpace(0, MIB)
    kept = [space.allocate(8) for _ in range(3)]
    for _ in range(100):
        space.free(space.allocate(8))
        assert [space.find(address + 3) is not None for address in kept] == [True] * 3
    assert len(space._starts) <= 2 * 3 + 8 + 1


def test_the_newest_allocation_is_found_also_when_the_freed_ones_are_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(memory, "_REMEMBERED", 8)
    space = AddressSpace(0, MIB)
    kept = []
    for size in range(1, 200):
        address = space.allocate(size)
        found = space.find(address + size)
        assert found is not None
        assert found.address == address
        if size % 20 == 0:
            kept.append(address)
        else:
            space.free(address)
        assert [space.find(address + 1) for address in kept] == list(space.allocations)


def test_what_was_prepared_of_an_allocation_goes_with_it() -> None:
    space = AddressSpace(0, MIB)
    one, other, third = (space.allocate(64) for _ in range(3))
    made = []

    def make() -> list[int]:
        made.append(1)
        return made

    assert space.prepare("both", make, (one + 5, other, 0)) is made
    space.prepare("third", make, (third,))
    assert set(space.prepared) == {"both", "third"}
    space.free(other)
    assert set(space.prepared) == {"third"}
    space.prepare("one", make, (one,))
    space.free_all(origin="aclrtResetDevice")
    assert not space.prepared


def test_prepared_things_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_MOST_PREPARED", 4)
    space = AddressSpace(0, MIB)
    address = space.allocate(64)
    for key in range(50):
        space.prepare(key, object, (address,))
        assert key in space.prepared
        assert len(space.prepared) <= 4
        assert len(space.contents[address].prepared) <= 9


@given(nbytes=st.integers(1, 1 << 40), device=st.integers(0, 15))
@UNHURRIED
def test_real_size(nbytes: int, device: int) -> None:
    space = AddressSpace(device, 1 << 62)
    plain = space.real_size(nbytes, padded=False)
    assert plain % 32 == 0
    assert nbytes <= plain < nbytes + 32
    assert space.real_size(nbytes, padded=True) == plain + 32
    assert AddressSpace(device, 1 << 62, padding=0).real_size(nbytes, padded=True) == plain


def test_addresses_are_not_used_again() -> None:
    space = AddressSpace(0, MIB)
    seen = set()
    for _ in range(1000):
        address = space.allocate(64)
        assert address not in seen
        seen.add(address)
        space.free(address)


def test_the_range_is_used_again_when_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_SPAN_BITS", 14)
    space = AddressSpace(0, 1 << 20)
    kept = space.allocate(64)
    space.view(kept, 64)[:] = 1
    for _ in range(100):
        space.free(space.allocate(3000))
    assert (space.view(kept, 64) == 1).all()
    assert all(low.address + low.nbytes < high.address for low, high in pairwise(space.allocations))


def test_the_range_can_be_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_SPAN_BITS", 13)
    space = AddressSpace(0, 1 << 20)
    count = 0
    with suppress(RtMemoryAllocation):
        for count in range(100):  # noqa: B007 - how far it came
            space.allocate(600)
    assert 0 < count < 10
    assert all(is_device_address(block.address) for block in space.allocations)
    assert all(block.address + block.nbytes <= space.end for block in space.allocations)


def test_limit_is_exact() -> None:
    space = AddressSpace(0, 128)
    address = space.allocate(96)
    assert (space.used, space.limit) == (128, 128)
    with pytest.raises(RtMemoryAllocation, match=r"1 bytes were asked for.*128 of 128 bytes are in use by 1"):
        space.allocate(1, padded=False)
    space.free(address)
    space.allocate(96)


def test_pages_count_whole() -> None:
    space = AddressSpace(0, 4 * MIB)
    space.allocate(MIB, page=2 * MIB)
    assert space.used == 2 * MIB


def test_memory_of_this_computer_can_run_out() -> None:
    space = AddressSpace(0, 1 << 62)
    with pytest.raises(RtMemoryAllocation, match="but this computer has not") as caught:
        space.allocate(1 << 60)
    assert caught.value.status == 207001
    assert space.used == 0


class TestFreshMemory:
    """Large memory is filled when it is first looked at, and nobody can tell."""

    def test_reads_the_pattern(self) -> None:
        space = AddressSpace(0, 1 << 30)
        address = space.allocate(2 * MIB)
        assert space.contents[address].fresh == 3
        assert (space.view(address + MIB, 100) == FILL).all()
        assert space.contents[address].fresh == 2
        assert (space.view(address, 2 * MIB + 32) == FILL).all()
        assert space.contents[address].fresh == 0

    def test_only_what_is_looked_at_is_filled(self) -> None:
        space = AddressSpace(0, 1 << 50)
        address = space.allocate(1 << 30, padded=False)
        assert (space.view(address + (1 << 29) - 8, 16) == FILL).all()
        space.view_to_overwrite(address, 3 * MIB)[:] = 0
        assert space.contents[address].fresh == (1 << 30) // MIB - 5
        assert space.view(address + 3 * MIB, 1)[0] == FILL
        assert space.view(address + 3 * MIB - 1, 1)[0] == 0

    def test_is_nan_in_every_float_type(self) -> None:
        import ml_dtypes

        space = AddressSpace(0, 1 << 20)
        view = space.view(space.allocate(64), 64)
        for dtype in (np.float16, np.float32, np.float64, ml_dtypes.bfloat16):
            assert np.isnan(view.view(dtype).astype(np.float64)).all()

    @given(start=st.integers(0, 3 * MIB - 1), size=st.integers(0, 3 * MIB))
    @settings(max_examples=20, deadline=None)
    def test_overwriting_fills_the_rest(self, start: int, size: int) -> None:
        space = AddressSpace(0, 1 << 30)
        address = space.allocate(3 * MIB)
        size = min(size, 3 * MIB - start)
        space.view_to_overwrite(address + start, size)[:] = 7
        whole = space.view(address, 3 * MIB)
        assert (whole[start : start + size] == 7).all()
        assert (whole[:start] == FILL).all()
        assert (whole[start + size :] == FILL).all()

    def test_first_looks_of_two_threads_do_not_lose_a_write(self) -> None:
        space = AddressSpace(0, 1 << 30)
        address = space.allocate(8 * MIB)
        barrier = threading.Barrier(4)

        def write(index: int) -> None:
            barrier.wait()
            space.view(address + index * MIB, MIB)[:] = index

        threads = [threading.Thread(target=write, args=(index,)) for index in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for index in range(4):
            assert (space.view(address + index * MIB, MIB) == index).all()


class TestTexts:
    @pytest.fixture
    def space(self) -> AddressSpace:
        return AddressSpace(1, MIB)

    def test_past_the_end(self, space: AddressSpace) -> None:
        address = space.allocate(100, origin="aclrtMallocAlign32", padded=False)
        with pytest.raises(
            RtDeviceFault, match=r"write of 130 bytes.*device 1.*last 2 bytes lie behind 100 bytes at"
        ):
            space.view(address, 130, write=True)

    def test_freed(self, space: AddressSpace) -> None:
        address = space.allocate(100)
        space.free(address, origin="aclrtFreeWithDevSync")
        with pytest.raises(
            RtDeviceFault,
            match=r"given back: 100 bytes.*allocation 1, aclrtMalloc, freed by aclrtFreeWithDevSync",
        ):
            space.view(address + 8, 4)

    def test_nothing_there(self, space: AddressSpace) -> None:
        address = space.allocate(100)
        with pytest.raises(
            RtDeviceFault, match=f"nothing is allocated there; the nearest is 100 bytes at {address:#x}"
        ):
            space.view(address + 100_000, 4)

    def test_nothing_anywhere(self, space: AddressSpace) -> None:
        with pytest.raises(RtDeviceFault, match=r"nothing is allocated there\."):
            space.view(space.lowest, 4)

    def test_other_device(self, space: AddressSpace) -> None:
        other = AddressSpace(0, MIB)
        with pytest.raises(RtDeviceFault, match="belongs to device 0"):
            space.view(other.allocate(8), 8)

    def test_no_address(self, space: AddressSpace) -> None:
        with pytest.raises(RtDeviceFault, match="no device memory"):
            space.view(0x1000, 8)

    def test_double_free(self, space: AddressSpace) -> None:
        address = space.allocate(100)
        space.free(address)
        with pytest.raises(
            RtParamInvalid, match=r"given back before.*allocation 1, aclrtMalloc, freed by aclrtFree"
        ):
            space.free(address)

    def test_old_frees_are_forgotten(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(memory, "_REMEMBERED", 2)
        space = AddressSpace(0, MIB)
        first = space.allocate(8)
        space.free(first)
        for _ in range(2):
            space.free(space.allocate(8))
        with pytest.raises(RtParamInvalid, match="nothing is allocated there"):
            space.free(first)


def test_nothing_is_touched_by_no_bytes() -> None:
    space = AddressSpace(0, MIB)
    assert space.view(0x1234, 0).nbytes == 0
    address = space.allocate(8)
    space.free(address)
    assert space.view(address, 0).nbytes == 0


def test_views_of_freed_memory_stay_valid_memory() -> None:
    space = AddressSpace(0, MIB)
    address = space.allocate(64)
    view = space.view(address, 64)
    space.free(address)
    view[:] = 3  # no crash, and nobody else's memory
    other = space.view(space.allocate(64), 64)
    assert (other == FILL).all()


@pytest.mark.parametrize("number", [0, 1, (1 << 47) - 1, 0xAC1E_0000_0000, -5, 1 << 64])
def test_numbers_outside(number: int) -> None:
    assert not is_device_address(number)
    assert device_of_address(number) == -1


def test_free_all() -> None:
    space = AddressSpace(0, MIB)
    addresses = [space.allocate(8) for _ in range(3)]
    assert len(space.free_all(origin="aclrtResetDevice")) == 3
    assert space.used == 0
    for address in addresses:
        with pytest.raises(EmuError, match="freed by aclrtResetDevice"):
            space.view(address, 1)


def test_freed_memory_goes_back_to_the_computer() -> None:
    space = AddressSpace(0, 1 << 30)
    address = space.allocate(2 * MIB)
    data = weakref.ref(space.contents[address].data)
    space.free(address)
    assert data() is None
