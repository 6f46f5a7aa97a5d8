"""Curves as pictures, by matplotlib (extra ``bench``)."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aclnn_emu.bench.curves import Curve

__all__ = ["installed", "write"]

_BLUE, _ORANGE, _GREY = "#1f5f99", "#c1590c", "#8a8a8a"
_MIB = 1 << 20
_SMALLEST = 1 << 16
"""Bytes under which resident memory says nothing: it is counted in pages, and freed memory is used again."""
_SETTINGS: Any = {
    "svg.hashsalt": "aclnn_emu",  # the same curve makes the same file
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def installed() -> bool:
    """Whether matplotlib is there."""
    return find_spec("matplotlib") is not None


def write(curve: Curve, path: Path) -> None:
    """Time and peak memory over the count, logarithmic axes, each with a line of linear growth.

    Args:
        curve: what was measured.
        path: the SVG file.
    """
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with mpl.rc_context(_SETTINGS):
        figure = Figure(figsize=(9.6, 3.9), layout="constrained")
        FigureCanvasSVG(figure)
        left, right = figure.subplots(1, 2, sharex=True)
        _draw(left, [(point.count, point.seconds) for point in curve.points], _BLUE, "time")
        peaks = [(point.count, point.peak_bytes or 0) for point in curve.points]
        sizes = [(count, peak / _MIB) for count, peak in peaks if peak >= _SMALLEST]
        _draw(right, sizes, _ORANGE, "peak memory above the start's")
        left.set(xlabel=curve.unit, ylabel="seconds", xscale="log")
        right.set(xlabel=curve.unit, ylabel="MiB")
        figure.suptitle(curve.title, fontsize=11)
        figure.savefig(path, format="svg", metadata={"Date": None})


def _draw(axes: Any, points: Sequence[tuple[int, float]], color: str, label: str) -> None:
    """The points, and what they would be if each of the count cost what it costs at the end."""
    axes.grid(visible=True, which="major", color="#e4e4e4")
    if not points:
        axes.text(0.5, 0.5, f"{label}: too little to be seen", ha="center", transform=axes.transAxes)
        return
    counts, values = zip(*points, strict=True)
    linear = [values[-1] * count / counts[-1] for count in counts]
    axes.plot(counts, linear, "--", color=_GREY, label="linear growth")
    axes.plot(counts, values, "o-", color=color, label=label)
    axes.set(yscale="log", ylim=(min(values) / 3, max(values) * 3))
    axes.legend(loc="upper left", frameon=False)
