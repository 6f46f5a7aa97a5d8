"""Each test starts without a current device, on core 0."""

import pytest
from hypothesis import settings

from aclnn_emu import dsp
from aclnn_emu.dsp import device as device_module

# A slow machine is no failure.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


@pytest.fixture(autouse=True)
def no_current_device(monkeypatch):
    """Nothing is left of other tests, nor of the environment."""
    monkeypatch.delenv("ACLNN_EMU_DSP_PLATFORM", raising=False)
    monkeypatch.delenv("ACLNN_EMU_DSP_POLICY", raising=False)
    monkeypatch.setattr(device_module._Current, "device", None)
    dsp.set_core(0)
