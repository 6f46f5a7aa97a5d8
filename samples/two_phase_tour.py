"""A guided tour of the two-phase call: what each phase sees, does and leaves behind.

Everything it prints is computed while it runs.

    aclnn-emu demo two_phase_tour
    python samples/two_phase_tour.py
"""

from typing import Any

import numpy as np

import aclnn_emu as emu
from aclnn_emu.aclnn import (
    ACL_FLOAT,
    ACL_FORMAT_ND,
    aclCreateTensor,
    aclDataType,
    aclDestroyTensor,
    aclGetRecentErrMsg,
    aclnnBinaryCrossEntropyBackwardGetWorkspaceSize,
)
from aclnn_emu.plan.executor import Executor

BCE = emu.ops.binary_cross_entropy_backward
_numbers = iter(range(1, 100))


def section(title: str) -> None:
    """A numbered heading."""
    heading = f"{next(_numbers)}. {title}"
    print(f"\n{heading}\n{'=' * len(heading)}")


def indented(text: str) -> str:
    """The text, four blanks to the right."""
    return "\n".join(f"    {line}".rstrip() for line in text.splitlines())


def newest_error() -> str:
    """The newest of the texts that aclGetRecentErrMsg keeps for this thread; older ones follow it."""
    return indented((aclGetRecentErrMsg() or "").split("\n\n")[0])


def phase_1(*arguments: Any) -> Executor:
    """An executor for the operator; the arguments must be good."""
    status, executor = BCE.get_workspace_size(*arguments)
    emu.raise_on_error(status)
    assert executor is not None  # noqa: S101 - the status was 0
    return executor


def values_of(tensor: emu.Tensor) -> str:
    """What device memory holds now, copied to the host without waiting for any stream."""
    return np.array2string(tensor.numpy().astype(np.float64), precision=6)


def metadata_only() -> None:
    """Phase 1 of tensors that have no memory at all."""
    section("Phase 1 sees metadata only")
    print("Tensors without device memory: their address is a null pointer. Phase 1 takes them, for it reads")
    print("shapes, strides, dtypes and formats, never data.\n")
    shape = [2, 2]
    null_tensors = [
        aclCreateTensor(shape, 2, ACL_FLOAT, None, 0, ACL_FORMAT_ND, shape, 2, None) for _ in range(5)
    ]
    grad, x, target, weight, out = null_tensors
    status, size, executor = aclnnBinaryCrossEntropyBackwardGetWorkspaceSize(grad, x, target, weight, 0, out)
    print(f"  good arguments    status {status}, workspaceSize {size}, executor {executor is not None}")
    status, size, executor = aclnnBinaryCrossEntropyBackwardGetWorkspaceSize(grad, x, target, weight, 7, out)
    print(f"  reduction 7       status {status}, workspaceSize {size}, executor {executor is not None}")
    print("\naclGetRecentErrMsg says why:")
    print(newest_error())
    print(f"\n`aclnn-emu explain {status}` says what the number means:")
    print(indented(emu.explain(status).text().split("\n\n")[0]))
    for tensor in null_tensors:
        aclDestroyTensor(tensor)


def plain_call(stream: emu.Stream) -> None:
    """Plan, queued work, stale read, synchronise, consumed executor."""
    section("The executor holds the compiled plan")
    grad, x, target, weight = (
        emu.Tensor.from_numpy(np.full((2, 2), value, np.float32)) for value in (0.1, 0.3, 0.5, 1.0)
    )
    out = emu.Tensor.empty((2, 2), np.float32)
    executor = phase_1(grad, x, target, weight, 0, out)
    print("All inputs are contiguous and FLOAT, so one L0 kernel does the whole work and writes into out:\n")
    print(indented(executor.describe()))
    print(f"\nThe workspace is {executor.workspace_size} bytes, so there is none to allocate.")

    section("Phase 2 queues, it does not compute")
    print(f"out before phase 2 (the emulator fills fresh memory with NaN):\n{indented(values_of(out))}")
    status = emu.run(None, executor, stream)
    print(f"\nphase 2 returns status {status} at once.")
    stale = values_of(out)
    print(f"out after phase 2, before the synchronise, a stale read:\n{indented(stale)}")
    stream.synchronize()
    print(f"\nout after aclrtSynchronizeStream:\n{indented(values_of(out))}")

    section("An executor serves one phase 2")
    print(f"the executor is now: {executor.state.value}")
    status = emu.run(None, executor, stream)
    print(f"a second phase 2 with it: status {status}")
    print(newest_error())
    for tensor in (grad, x, target, weight, out):
        tensor.free()


def planned_call(stream: emu.Stream) -> None:
    """Broadcast, promotion and strides: a plan with several steps and a workspace."""
    section("Broadcast, promotion, strides: a plan with several steps")
    x_host = np.linspace(0.1, 0.9, 6, dtype=np.float32).reshape(3, 2)
    target_host = np.array([[0.0, -1, 1.0, -1, 0.5, -1]], np.float16)
    grad = emu.Tensor.from_numpy(np.array([0.5], np.float32))
    x = emu.Tensor.from_numpy(x_host).transpose()
    every_second = emu.Tensor.from_numpy(target_host)
    target = every_second.view((1, 3), (6, 2))
    out = emu.Tensor.empty((2, 3), np.float16)
    arguments = (
        ("gradOutput", grad, "broadcasts to self"),
        ("self", x, "a transposed view: not contiguous"),
        ("target", target, "every second element of [1, 6]; broadcasts, is promoted to FLOAT"),
        ("out", out, "the result is cast back"),
    )
    for name, tensor, remark in arguments:
        dtype = aclDataType(tensor.dtype).name.removeprefix("ACL_")
        print(f"  {name:<10}  {dtype:<7}  {list(tensor.view_shape)!s:<6}  {remark}")
    print("  weight is null: ones of self's shape stand for it; reduction is 1, mean: a factor 1/N\n")
    executor = phase_1(grad, x, target, None, 1, out)
    print(indented(executor.describe()))

    section("The workspace is the caller's, and must live until the synchronise")
    size = executor.workspace_size
    linear = executor.plan.linear_workspace_size
    print("Each intermediate costs its bytes + 32, rounded up to 512. One that nobody reads any more leaves")
    print(f"its place to a later one: that is why {size} bytes are enough, where {linear} would be needed")
    print("side by side. The caller allocates them, phase 2 only uses them.\n")
    with emu.DeviceMemory(size) as workspace:
        print(f"  {workspace!r}")
        status = emu.run(workspace, executor, stream)
        print(f"  phase 2: status {status}")
        stream.synchronize()
    p, y = x_host.T.astype(np.float64), target_host[:, ::2].astype(np.float64)
    expected = 0.5 * (p - y) / np.maximum((1 - p) * p, 1e-12) / p.size
    print(f"\nout:\n{indented(values_of(out))}")
    print(f"the formula in float64 on the host:\n{indented(np.array2string(expected, precision=6))}")
    error = np.max(np.abs(out.numpy() - expected) / np.abs(expected))
    print(f"largest relative difference {error:.1e}; one FLOAT16 rounding is up to {2.0**-11:.1e}")
    for tensor in (grad, x, target, out):
        tensor.free()


def main() -> None:
    """The tour."""
    with emu.Device(0) as device, device.stream() as stream:
        print(f"aclnn_emu {emu.__version__}, {device!r}, schedule {emu.machine().config.schedule}")
        metadata_only()
        plain_call(stream)
        planned_call(stream)


if __name__ == "__main__":
    main()
