"""Side-by-side timings: the small two-phase call, BCE gradient throughput, start-up, the DSP function."""

from __future__ import annotations

import argparse
import statistics
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec

import numpy as np
import small

import aclnn_emu as emu
from aclnn_emu.capi.toolkit import ToolkitError
from aclnn_emu.core.dtypes import numpy_dtype

ACL_FLOAT, ACL_FLOAT16, ACL_BF16 = 0, 1, 27
DTYPES = {"float32": ACL_FLOAT, "float16": ACL_FLOAT16, "bfloat16": ACL_BF16}
SIZES = {"64 Ki": 1 << 16, "1 Mi": 1 << 20, "16 Mi": 1 << 24}


def median_seconds(function: Callable[[], object], *, budget: float = 1.0, least: int = 5) -> float:
    """Median of repeated runs, after one warm-up, within a time budget in seconds."""
    function()
    times = []
    started = time.perf_counter()
    while len(times) < least or (time.perf_counter() - started < budget and len(times) < 200):
        before = time.perf_counter()
        function()
        times.append(time.perf_counter() - before)
    return statistics.median(times)


def torch_or_none():
    """Torch where it is installed."""
    if find_spec("torch") is None:
        return None
    import torch

    return torch


def bench_calls() -> None:
    """A small two-phase call in parts, from Python and from C."""
    print("\nTwo-phase call, BCE gradient, 4 elements, C-named face (us of processor time)")
    print_timings(small.two_phase_call())
    torch = torch_or_none()
    if torch is None:
        print("  torch eager                         not installed")
    else:
        arrays = (torch.full((2, 2), v) for v in (0.1, 0.3, 0.5, 1.0))
        operands = tuple(arrays)
        eager = small.timed(lambda: torch.ops.aten.binary_cross_entropy_backward(*operands, 0))
        print_timings({"torch CPU eager": eager})
    print("\nFrom C++ through the toolkit (us; the first line ms)")
    try:
        found = small.c_calls()
    except (ToolkitError, subprocess.CalledProcessError) as error:
        print(f"  {error}")
        return
    for name, value in found.items():
        print(f"  {name:40} {value:8.2f}")


def print_timings(timings: dict[str, small.Timing]) -> None:
    """A line for each: best and median."""
    for name, timing in timings.items():
        print(f"  {name:35} {timing.best:8.2f} {timing.median:8.2f}")


def bench_streams() -> None:
    """Tasks with events between them, on few streams and on many."""
    for count in (10, 100, 1000):
        print(f"\n{count} streams with 100 tasks each, events between them (us a task, best and median)")
        print_timings(small.streams(count))


def bench_allocations() -> None:
    """Random malloc, free and look-up among few and many live allocations."""
    for live in (100, 1_000, 10_000, 100_000):
        print(f"\n{live:,} live allocations (us, best and median)")
        print_timings(small.allocations(live))


def bench_bce() -> None:
    """BCE gradient over sizes, dtypes, reductions, with and without weight, by the engine of the settings."""
    torch = torch_or_none()
    print("\nBCE gradient (ms); speed is plain NumPy / emulator, above 1 the emulator is faster")
    print(
        f"  {'size':6} {'dtype':9} {'reduction':9} {'weight':6} {'emulator':>9} {'plain':>9} {'speed':>6} {'torch':>9} {'copy':>8}"
    )
    for label, size in SIZES.items():
        for dtype in DTYPES:
            for reduction in (0, 1):
                for weighted in (True, False):
                    row = bce_row(torch, size, dtype, reduction, weighted=weighted)
                    print(
                        f"  {label:6} {dtype:9} {('none', 'mean')[reduction]:9} {'yes' if weighted else 'no':6} {row}"
                    )


def bce_row(torch, size: int, dtype: str, reduction: int, *, weighted: bool) -> str:
    """One line of the table."""
    np_dtype = numpy_dtype(DTYPES[dtype])
    rng = np.random.default_rng(0)
    arrays = [rng.uniform(0.05, 0.95, size).astype(np.float32).astype(np_dtype) for _ in range(4)]
    if reduction:
        arrays[0] = arrays[0][:1]
    ours = median_seconds(emulator_call(arrays, reduction, weighted=weighted))
    plain = median_seconds(lambda: plain_expression(arrays, reduction, weighted=weighted))
    target = np.empty_like(arrays[1])
    copied = median_seconds(lambda: np.copyto(target, arrays[1]))
    theirs = float("nan")
    if torch is not None:
        theirs = median_seconds(torch_call(torch, arrays, dtype, reduction, weighted=weighted))
    return f"{ours * 1e3:9.3f} {plain * 1e3:9.3f} {plain / ours:6.2f} {theirs * 1e3:9.3f} {copied * 1e3:8.3f}"


def emulator_call(arrays, reduction: int, *, weighted: bool):
    """Phase 2 of a repeatable executor, and the synchronise; the tensors are on the device already."""
    device = emu.Device(0)
    stream = device.stream()
    grad, x, y, w = (emu.Tensor.from_numpy(a) for a in arrays)
    out = emu.Tensor.empty(x.view_shape, x.dtype)
    op = emu.ops.binary_cross_entropy_backward
    status, executor = op.get_workspace_size(grad, x, y, w if weighted else None, reduction, out)
    emu.raise_on_error(status)
    executor.set_repeatable()
    workspace = device.malloc(executor.workspace_size) if executor.workspace_size else None

    def call():
        emu.run(workspace, executor, stream)
        stream.synchronize()

    return call


def plain_expression(arrays, reduction: int, *, weighted: bool):
    """What one would write in NumPy, halves computed in float32."""
    half = arrays[1].dtype != np.float32
    g, x, y, w = (a.astype(np.float32) if half else a for a in arrays)
    result = g * (x - y) / np.maximum((1 - x) * x, np.float32(1e-12))
    if weighted:
        result = result * w
    if reduction:
        result = result * np.float32(1 / x.size)
    return result.astype(arrays[1].dtype) if half else result


def torch_call(torch, arrays, dtype: str, reduction: int, *, weighted: bool):
    """The out-variant of torch's CPU operator."""
    kind = getattr(torch, dtype)
    g, x, y, w = (torch.from_numpy(a.astype(np.float32)).to(kind) for a in arrays)
    out = torch.empty_like(x)
    backward = torch.ops.aten.binary_cross_entropy_backward.grad_input
    return lambda: backward(
        g if not reduction else g[0], x, y, w if weighted else None, reduction, grad_input=out
    )


def bench_imports() -> None:
    """Start-up of a fresh interpreter, above an empty one."""
    print("\nStart-up above an empty interpreter (ms)")
    for name, value in small.start_up().items():
        print(f"  {name:27} {value:8.1f}")


def bench_dsp() -> None:
    """The DSP function beside the aclnn operator's tiled engine on the same data."""
    from aclnn_emu import dsp

    size = SIZES["16 Mi"]
    places = 0xA0000000, 0xB0000000, 0xC0000000, 0xD0000000
    dx = 0xE0000000
    rng = np.random.default_rng(0)
    x, y, weight, grad = rng.uniform(0.05, 0.95, (4, size)).astype(np.float32)
    print("\nBCE gradient, 16 Mi float32 (ms): DSP FT78NE, shared, mask 0xff; aclnn, tiled engine")
    print(f"  {'reduction':9} {'weight':6} {'dsp':>8} {'aclnn':>8} {'dsp/aclnn':>9}")
    emu.configure(engine="tiled")
    with dsp.Device("FT78NE") as device:
        for address, values in zip(places, (x, y, weight, grad), strict=True):
            device.memory.write(address, values)
        for reduction in (0, 1):
            for weighted in (True, False):
                param = size, reduction, int(weighted)
                ours = median_seconds(
                    lambda param=param: dsp.fp_binary_cross_entropy_grad_s(*places, dx, param, 0xFF)
                )
                arrays = [grad[:1] if reduction else grad, x, y, weight]
                theirs = median_seconds(emulator_call(arrays, reduction, weighted=weighted))
                print(
                    f"  {('none', 'mean')[reduction]:9} {'yes' if weighted else 'no':6}"
                    f" {ours * 1e3:8.1f} {theirs * 1e3:8.1f} {ours / theirs:9.2f}"
                )


def bench_conformance() -> None:
    """Cases a second: generated, run in process, run through the C libraries."""
    from aclnn_emu.conformance.backends import BackendError, open_backend
    from aclnn_emu.conformance.generate import generate
    from aclnn_emu.conformance.readings import READINGS
    from aclnn_emu.conformance.runner import run_cases

    before = time.perf_counter()
    cases = list(generate(sorted(READINGS), ["Ascend910B"]))
    took = time.perf_counter() - before
    print(f"conformance: {len(cases)} cases generated, {len(cases) / took:,.0f} a second")
    for name in ("emulator", "cabi"):
        try:
            backend = open_backend(name)
        except BackendError as error:
            print(f"  {name}: {error}")
            continue
        seconds = median_seconds(lambda backend=backend: list(run_cases(cases, backend)), least=3)
        print(f"  {name:<9} {len(cases) / seconds:>8,.0f} cases a second")
        backend.close()


ENGINES = ("tiled", "numba")


def interleaved(functions, *, budget: float = 3.0, least: int = 7) -> list[float]:
    """Medians in seconds of functions that are run in turn, so that a change of the machine's pace hits them all."""
    for function in functions:
        function()
    times: list[list[float]] = [[] for _ in functions]
    started = time.perf_counter()
    while len(times[0]) < least or (time.perf_counter() - started < budget and len(times[0]) < 300):
        for function, taken in zip(functions, times, strict=True):
            before = time.perf_counter()
            function()
            taken.append(time.perf_counter() - before)
    return [statistics.median(taken) for taken in times]


def triad_call(size: int):
    """a = b + 3 * c on two threads (compiled where Numba is installed, else by NumPy): 12 bytes an element."""
    a, b, c = (np.ones(size, np.float32) for _ in range(3))
    if find_spec("numba") is None:

        def part(a, b, c):
            np.multiply(c, np.float32(3), out=a)
            np.add(a, b, out=a)

    else:
        import numba

        @numba.njit("void(float32[::1], float32[::1], float32[::1])", nogil=True)
        def part(a, b, c):
            for i in range(a.size):
                a[i] = b[i] + np.float32(3) * c[i]

    pool = ThreadPoolExecutor(1)
    half = size // 2

    def call():
        other = pool.submit(part, a[:half], b[:half], c[:half])
        part(a[half:], b[half:], c[half:])
        other.result()

    return call


def engine_row(torch, size: int, dtype: str, reduction: int, engine: str) -> dict[str, float]:
    """One paired run of the BCE gradient with weight.

    Returns:
        Milliseconds of ours, plain NumPy, torch's out-variant (NaN without torch) and the triad; `bandwidth` is that of
        the operands (each read or written once) as a part of the triad's in the same run.
    """
    np_dtype = numpy_dtype(DTYPES[dtype])
    rng = np.random.default_rng(0)
    arrays = [rng.uniform(0.05, 0.95, size).astype(np.float32).astype(np_dtype) for _ in range(4)]
    if reduction:
        arrays[0] = arrays[0][:1]
    emu.reset()
    emu.configure(engine=engine)
    calls = [
        emulator_call(arrays, reduction, weighted=True),
        lambda: plain_expression(arrays, reduction, weighted=True),
        triad_call(size),
    ]
    if torch is not None:
        calls.append(torch_call(torch, arrays, dtype, reduction, weighted=True))
    ours, plain, triad, *theirs = (seconds * 1e3 for seconds in interleaved(calls))
    moved = np_dtype.itemsize * size * (4 if reduction else 5)
    return {
        "ours": ours,
        "plain": plain,
        "torch": theirs[0] if theirs else float("nan"),
        "triad": triad,
        "bandwidth": (moved / ours) / (12 * size / triad),
    }


def bench_engines() -> None:
    """The engines on the BCE gradient with weight, beside plain NumPy, torch and a triad, in turn."""
    torch = torch_or_none()
    print("\nBCE gradient with weight (ms); x: times as fast; triad: bandwidth as a part of the triad's")
    print("  size   dtype     reduction engine     ours    plain       x    torch       x   triad")
    for engine in ENGINES:
        if engine == "numba" and find_spec("numba") is None:
            print("  numba is not installed")
            continue
        for label, size in SIZES.items():
            for dtype in DTYPES:
                for reduction in (0, 1):
                    row = engine_row(torch, size, dtype, reduction, engine)
                    print(
                        f"  {label:6} {dtype:9} {('none', 'mean')[reduction]:9} {engine:6} {row['ours']:8.3f}"
                        f" {row['plain']:8.3f} {row['plain'] / row['ours']:7.2f} {row['torch']:8.3f}"
                        f" {row['torch'] / row['ours']:7.2f} {row['bandwidth']:7.2f}"
                    )


LAYOUTS = {
    "contiguous": lambda n: np.empty((n, n), np.float32),
    "transposed": lambda n: np.empty((n, n), np.float32).T,
    "padded rows": lambda n: np.empty((n, n + 64), np.float32)[:, :n],
    "every second": lambda n: np.empty((n, 2 * n), np.float32)[:, ::2],
    "one row": lambda n: np.empty((1, n), np.float32),
    "one column": lambda n: np.empty((n, 1), np.float32),
}


def bench_layouts() -> None:
    """BCE gradient, 4096 x 4096 float32, with a target that lies otherwise; times the contiguous call."""
    side = 4096
    print("\nBCE gradient, 4096 x 4096 float32: target's layout, ms, and as a multiple of contiguous")
    for engine in ENGINES:
        if engine == "numba" and find_spec("numba") is None:
            continue
        emu.reset()
        emu.configure(engine=engine)
        calls = []
        for make in LAYOUTS.values():
            view = make(side)
            view[...] = 0.5
            calls.append(layout_call(view, side))
        medians = interleaved(calls)
        for label, seconds in zip(LAYOUTS, medians, strict=True):
            print(f"  {engine:6} {label:13} {seconds * 1e3:8.1f} {seconds / medians[0]:6.2f}")


def layout_call(view, side: int):
    """Phase 2 and synchronise with a target of the view's shape and strides."""
    from aclnn_emu import aclnn

    device = emu.Device(0)
    stream = device.stream()
    grad, x, w = (emu.Tensor.from_numpy(np.full((side, side), 0.5, np.float32)) for _ in range(3))
    base = view if view.base is None else view.base
    held = emu.Tensor.from_numpy(base)
    strides = [step // view.itemsize for step in view.strides]
    target = aclnn.aclCreateTensor(
        list(view.shape), view.ndim, 0, strides, 0, 2, list(base.shape), base.ndim, held.address
    )
    out = emu.Tensor.empty((side, side), np.float32)
    status, executor = emu.ops.binary_cross_entropy_backward.get_workspace_size(grad, x, target, w, 0, out)
    emu.raise_on_error(status)
    executor.set_repeatable()
    workspace = device.malloc(executor.workspace_size) if executor.workspace_size else None

    def call():
        emu.run(workspace, executor, stream)
        stream.synchronize()
        return held

    return call


BENCHMARKS = {
    "engines": bench_engines,
    "layouts": bench_layouts,
    "calls": bench_calls,
    "streams": bench_streams,
    "allocations": bench_allocations,
    "bce": bench_bce,
    "imports": bench_imports,
    "dsp": bench_dsp,
    "conformance": bench_conformance,
}


def main() -> None:
    """Run the named benchmarks, all by default."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*BENCHMARKS, []], help="which; all by default")
    for name in parser.parse_args().names or BENCHMARKS:
        emu.reset()
        BENCHMARKS[name]()


if __name__ == "__main__":
    main()
