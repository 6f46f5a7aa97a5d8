"""Numeric comparison under the vendor's own thresholds."""

import numpy as np
import pytest
from hypothesis import settings

from aclnn_emu.core.dtypes import DataType, numpy_dtype
from aclnn_emu.kernels.elementwise import cast

# A slow machine is no failure.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")

# dtype -> threshold of the mean relative error; the largest may be ten times that.
THRESHOLDS = {DataType.ACL_FLOAT: 2.0**-13, DataType.ACL_FLOAT16: 2.0**-10, DataType.ACL_BF16: 2.0**-7}
HALVES = (DataType.ACL_FLOAT16, DataType.ACL_BF16)


class Numerics:
    """Runs a kernel as an engine does: halves widened before, rounded once after."""

    def draw(self, rng, dtype, shape, low, high):
        """Random values that the dtype holds, in the compute dtype."""
        stored = rng.uniform(low, high, shape).astype(np.float32).astype(numpy_dtype(dtype))
        return stored.astype(np.float32) if dtype in HALVES else stored

    def store(self, result, dtype):
        return cast(result, dtype=dtype) if dtype in HALVES else result

    def check(self, result, reference, dtype):
        """Compare with a float64 reference."""
        assert result.dtype == numpy_dtype(dtype)
        assert result.shape == np.shape(reference)
        # Below the smallest normal half the spacing is absolute.
        error = np.abs(result.astype(np.float64) - reference) / np.maximum(np.abs(reference), 2.0**-14)
        assert error.mean() < THRESHOLDS[dtype], error.mean()
        assert error.max() < 10 * THRESHOLDS[dtype], error.max()


@pytest.fixture(scope="session")
def numerics():
    return Numerics()
