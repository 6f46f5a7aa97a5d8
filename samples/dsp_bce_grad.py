"""The gradient of the binary cross-entropy on the DSP FT78NE: both programs of the operator's page, with data.

The page's programs only call the function: who fills the memory and who looks at the result is left open. Here the
host does both, and compares with the formula in float64.

    aclnn-emu dsp demo
    python samples/dsp_bce_grad.py
"""

from typing import Any

import numpy as np

from aclnn_emu import dsp

Array = np.ndarray[Any, Any]


def shared_version(device: dsp.Device, host: dict[str, Array]) -> None:
    """The first program: operands in DDR, all eight cores share the work, the mean, with weights."""
    input_x = 0xA0000000  # forward input_x, DDR
    input_y = 0xB0000000  # forward input_y
    weight = 0xC0000000  # forward weight
    dloss = 0xD0000000  # upstream gradient
    dx = 0xE0000000  # output gradient dx
    fill(device, {"input_x": input_x, "input_y": input_y, "weight": weight, "dloss": dloss}, host)

    input_size = 1024
    reduction = 1  # Mean
    weight_defined = 1  # true
    param = [input_size, reduction, weight_defined]
    core_mask = 0xFF

    dsp.fp_binary_cross_entropy_grad_s(input_x, input_y, weight, dloss, dx, param, core_mask)

    print("\nfp_binary_cross_entropy_grad_s: shared, in DDR, mask 0xff, mean, with weights")
    compare(device.memory.read(dx, np.float32, input_size), host, weighted=True)
    print("who did what:")
    for part in device.trace:
        print(f"  core {part.core}: elements {part.start} to {part.stop - 1}")


def private_version(device: dsp.Device, host: dict[str, Array]) -> None:
    """The second program: operands in the L2 of core 0, which works alone, the mean, without weights."""
    input_x = 0x10810000  # forward input_x, L2
    input_y = 0x10820000  # forward input_y
    weight = 0x10830000  # forward weight
    dloss = 0x10840000  # upstream gradient
    dx = 0x10850000  # output gradient dx
    fill(device, {"input_x": input_x, "input_y": input_y, "dloss": dloss}, host)

    input_size = 1024
    reduction = 1  # Mean
    weight_defined = 0  # false
    param = [input_size, reduction, weight_defined]

    dsp.fp_binary_cross_entropy_grad_p(input_x, input_y, weight, dloss, dx, param)

    print("\nfp_binary_cross_entropy_grad_p: private, in the L2 of core 0, mean, without weights")
    compare(device.memory.read(dx, np.float32, input_size), host, weighted=False)
    print(
        f"what nobody wrote reads as {device.memory.read(weight, np.float32, 1)[0]}, and weight was not read"
    )


def misuse(device: dsp.Device) -> None:
    """What the page forbids without saying what happens: here a text, and nothing is written."""
    print("\nA private function on DDR, and a reduction that there is not:")
    try:
        dsp.fp_binary_cross_entropy_grad_p(0xA0000000, 0x10820000, 0, 0x10840000, 0x10850000, [1024, 3, 0])
    except dsp.DspError as error:
        print(error)
    print(f"device.diagnostics has {len(device.diagnostics)} entries")


def fill(device: dsp.Device, addresses: dict[str, int], host: dict[str, Array]) -> None:
    """Copy host data to the device; of dloss a mean needs one element."""
    for name, address in addresses.items():
        device.memory.write(address, host[name])


def compare(dx: Array, host: dict[str, Array], *, weighted: bool) -> None:
    """Print some elements beside the formula in float64."""
    x, y, weight, dloss = (
        host[name].astype(np.float64) for name in ("input_x", "input_y", "weight", "dloss")
    )
    expected = dloss[0] / x.size * (weight if weighted else 1.0) * (x - y) / (x * (1 - x) + 1e-12)
    print("  index        dx (fp32)         in float64")
    for index in (0, 1, 2, x.size - 1):
        print(f"  {index:5}  {dx[index]:15.9f}  {expected[index]:17.12f}")
    print(f"  largest relative difference of {x.size}: {np.max(np.abs(dx / expected - 1)):.1e}")


def main() -> None:
    """Both programs, and a wrong one."""
    rng = np.random.default_rng(42)
    host = {
        "input_x": rng.uniform(0.01, 0.99, 1024).astype(np.float32),
        "input_y": rng.integers(0, 2, 1024).astype(np.float32),
        "weight": rng.uniform(0.5, 1.5, 1024).astype(np.float32),
        "dloss": np.array([0.5], np.float32),
    }
    with dsp.Device("FT78NE") as device:
        print(device.memory.map())
        shared_version(device, host)
        private_version(device, host)
        misuse(device)


if __name__ == "__main__":
    main()
