"""Side-by-side timings: the small two-phase call, BCE gradient throughput, start-up, the DSP function."""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec

import numpy as np

import aclnn_emu as emu
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


def microseconds(function: Callable[[], object], repeats: int = 2000) -> float:
    """Median over batches of one short call, in microseconds."""
    batches = []
    for _ in range(7):
        before = time.perf_counter()
        for _ in range(repeats):
            function()
        batches.append((time.perf_counter() - before) / repeats)
    return statistics.median(batches) * 1e6


def torch_or_none():
    """Torch where it is installed."""
    if find_spec("torch") is None:
        return None
    import torch

    return torch


def bench_calls() -> None:
    """Phase 1, phase 2 and synchronise of a four-element BCE gradient."""
    with emu.Device(0), emu.Stream() as stream:
        arrays = [np.full((2, 2), v, np.float32) for v in (0.1, 0.3, 0.5, 1.0)]
        tensors = [emu.Tensor.from_numpy(a) for a in arrays]
        out = emu.Tensor.empty((2, 2), np.float32)
        op = emu.ops.binary_cross_entropy_backward

        def phase_1():
            return op.get_workspace_size(*tensors, 0, out)

        def whole():
            _, executor = phase_1()
            emu.run(None, executor, stream)
            stream.synchronize()

        _, executor = phase_1()
        executor.set_repeatable()

        def phase_2():
            emu.run(None, executor, stream)

        def phase_2_and_wait():
            phase_2()
            stream.synchronize()

        first = microseconds(phase_1)
        queued = microseconds(phase_2, repeats=500)
        stream.synchronize()
        waited = microseconds(phase_2_and_wait)
        total = microseconds(whole)
        c_total = microseconds(c_face_call(tensors, out, stream))
    print("\nTwo-phase call, BCE gradient, 4 elements (us)")
    print(f"  phase 1                     {first:8.1f}")
    print(f"  phase 2 (queue)             {queued:8.1f}")
    print(f"  phase 2 + synchronise       {waited:8.1f}")
    print(f"  whole call                  {total:8.1f}")
    print(f"  whole call, C-named face    {c_total:8.1f}")
    torch = torch_or_none()
    if torch is None:
        print("  torch eager                 not installed")
        return
    g, x, y, w = (torch.from_numpy(a) for a in arrays)
    eager = microseconds(lambda: torch.ops.aten.binary_cross_entropy_backward(g, x, y, w, 0))
    print(f"  torch CPU eager             {eager:8.1f}")


def c_face_call(tensors, out, stream):
    """The same call as a port of a C program makes it."""
    from aclnn_emu import aclnn

    phase_1 = aclnn.aclnnBinaryCrossEntropyBackwardGetWorkspaceSize
    phase_2 = aclnn.aclnnBinaryCrossEntropyBackward
    synchronize = aclnn.aclrtSynchronizeStream
    raw = stream.raw

    def call():
        _, size, executor = phase_1(*tensors, 0, out)
        phase_2(None, size, executor, raw)
        synchronize(raw)

    return call


def bench_bce() -> None:
    """BCE gradient over sizes, dtypes, reductions, with and without weight."""
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

    def start(code: str) -> float:
        command = [sys.executable, "-c", code]
        return median_seconds(lambda: subprocess.run(command, check=True), budget=5, least=9)  # noqa: S603 - our own

    empty = start("pass")
    numpy_only = start("import numpy") - empty
    package = start("import aclnn_emu") - empty
    face = start("from aclnn_emu.aclnn import aclInit, aclnnAdd") - empty
    print("\nStart-up above an empty interpreter (ms)")
    print(f"  import numpy                {numpy_only * 1e3:8.1f}")
    print(f"  import aclnn_emu            {package * 1e3:8.1f}")
    print(f"  C-named face, one operator  {face * 1e3:8.1f}")


def bench_dsp() -> None:
    """The DSP function beside the aclnn operator's fused engine on the same data."""
    from aclnn_emu import dsp

    size = SIZES["16 Mi"]
    places = 0xA0000000, 0xB0000000, 0xC0000000, 0xD0000000
    dx = 0xE0000000
    rng = np.random.default_rng(0)
    x, y, weight, grad = rng.uniform(0.05, 0.95, (4, size)).astype(np.float32)
    print("\nBCE gradient, 16 Mi float32 (ms): DSP FT78NE, shared, mask 0xff; aclnn, fused engine")
    print(f"  {'reduction':9} {'weight':6} {'dsp':>8} {'aclnn':>8} {'dsp/aclnn':>9}")
    emu.configure(engine="fused")
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


BENCHMARKS = {
    "calls": bench_calls,
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
