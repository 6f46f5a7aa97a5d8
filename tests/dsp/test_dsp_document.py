"""The operator's page, where it lies beside the repository: its prototypes and its two programs."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import numpy as np
import pytest
from _dsp_world import INPUTS, draw, reference

from aclnn_emu import dsp

SEED = Path(__file__).parents[2].parent / "shared" / "seeds" / "BinaryCrossEntropyGrad.txt"
pytestmark = pytest.mark.skipif(not SEED.is_file(), reason="the page is not beside the repository")


def page() -> str:
    return SEED.read_text(encoding="utf-8")


def programs() -> list[str]:
    return re.findall(r"int main\(.*?^19\}|int main\(.*?^18\}", page(), re.MULTILINE | re.DOTALL)


def test_every_prototype_is_a_function_with_these_arguments():
    prototypes = re.findall(r"^void (\w+)\((.*?)\);?$", page(), re.MULTILINE)
    assert len(prototypes) == 4
    for name, arguments in prototypes:
        names = [argument.split()[-1].lstrip("*") for argument in arguments.split(",")]
        assert list(inspect.signature(getattr(dsp, name)).parameters) == names


@pytest.mark.parametrize("number", [0, 1])
def test_the_programs_of_the_page(number):
    """Addresses, numbers and call are read from the page; the data is ours."""
    program = programs()[number]
    known = {name: int(value, 0) for name, value in re.findall(r"(\w+) = (?:\(float \*\))?(\w+);", program)}
    function, arguments = re.findall(r"(fp_\w+)\((.*?)\);", program)[0]
    known["param"] = [known[name] for name in ("input_size", "reduction", "weight_defined")]
    data = draw(np.random.default_rng(number), "fp", known["input_size"])
    device = dsp.open_device("FT78NE")
    for name in INPUTS:
        device.memory.write(known[name], data[name])
    getattr(dsp, function)(*(known[name.strip()] for name in arguments.split(",")))
    dx = device.memory.read(known["dx"], np.float32, known["input_size"])
    assert dx.tobytes() == reference(data, known["reduction"], known["weight_defined"]).tobytes()
    assert not device.diagnostics
