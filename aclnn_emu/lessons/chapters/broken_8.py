"""Exercise 8: the gradient in the L2 memory of core 0, with the private version. It should print True."""

import numpy as np

from aclnn_emu import dsp

device = dsp.Device("FT78NE")
x = np.linspace(0.1, 0.9, 16, dtype=np.float32)
target = (np.arange(16) % 2).astype(np.float32)
grad = np.ones(16, np.float32)

X, TARGET, GRAD, OUT = 0x10810000, 0xB0000000, 0x10840000, 0x10850000
for address, values in ((X, x), (TARGET, target), (GRAD, grad)):
    device.memory.write(address, values)
MEAN = 1
with device:
    dsp.fp_binary_cross_entropy_grad_p(X, TARGET, 0, GRAD, OUT, [16, MEAN, 0])
expected = (x - target) / (x * (1 - x)) / 16
print(np.allclose(device.memory.read(OUT, np.float32, 16), expected, rtol=1e-4))
