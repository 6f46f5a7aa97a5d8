"""aclnn-emu dsp."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("name", ["FT78NE", "MT7004", "mt7004"])
def test_the_map_of_one_platform(cli, name):
    status, out, err = cli("dsp", "map", name)
    assert (status, err) == (0, "")
    assert out.startswith(f"{name.upper()}: ")
    assert "0x80000000" in out


def test_the_maps_of_both(cli):
    status, out, _ = cli("dsp", "map")
    assert status == 0
    assert out == f"{cli('dsp', 'map', 'FT78NE').out}\n{cli('dsp', 'map', 'MT7004').out}"


def test_an_unknown_platform_is_1(cli):
    status, out, err = cli("dsp", "map", "MT7005")
    assert (status, out) == (1, "")
    assert "there is no platform MT7005; there are MT7004" in err


def test_the_demo_is_the_sample(cli):
    status, out, err = cli("dsp", "demo")
    assert status == 0
    assert out == cli("demo", "dsp_bce_grad").out
    assert "dsp_bce_grad.py" in err


@pytest.mark.parametrize("argv", [("dsp",), ("dsp", "maps"), ("dsp", "map", "FT78NE", "MT7004")])
def test_a_wrong_command_line_is_2(cli, argv):
    status, out, err = cli(*argv)
    assert (status, out) == (2, "")
    assert err.startswith("usage: aclnn-emu")
