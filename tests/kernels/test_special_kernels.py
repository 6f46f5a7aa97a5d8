"""Special functions in double against mpmath: where their formulas change, near poles, in the tails."""

import math

import mpmath
import numpy as np
import pytest

from aclnn_emu.kernels import special

ROWS = {
    "erf": (
        special.erf, mpmath.erf,
        [-5.9, -1.25, -0.85, -0.84, 1e-300, 0.5, 0.8437, 0.8438, 1.2499, 1.2501, 2.857, 2.858, 6.1],
    ),
    "erfc": (special.erfc, mpmath.erfc, [-27.0, -1.25, -0.84, 0.84375, 1.25, 2.857, 5.0, 10.0, 26.0]),
    "erfinv": (
        special.erfinv, mpmath.erfinv, [1e-300, 1e-8, 0.49, 0.5, 0.9, 0.99, -0.9966, 1 - 1e-9, 1 - 2**-53],
    ),
    "lgamma": (
        special.lgamma, lambda x: mpmath.re(mpmath.loggamma(x)),
        [-20.3, -1.5, -0.5, -1e-9, 1e-300, 0.49, 0.51, 1.5, 9.9, 10.1, 171.5, 1e10, 1e300],
    ),
    "digamma": (
        special.digamma, mpmath.digamma,
        [-20.3, -1.4, -0.5, -1e-9, 1e-9, 0.49, 0.51, 1.5, 9.9, 10.1, 171.5, 1e10],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("kernel", "reference", "points"), ROWS.values(), ids=ROWS)
def test_in_double(kernel, reference, points):
    found = kernel(np.array(points))
    np.testing.assert_allclose(found, [float(reference(mpmath.mpf(x))) for x in points], rtol=2e-14)


@pytest.mark.parametrize(("kernel", "reference", "points"), ROWS.values(), ids=ROWS)
def test_in_float_the_result_is_rounded_once(kernel, reference, points):
    x = np.array([value for value in points if 1e-30 < abs(value) < 1e30], np.float32)
    x = x[np.abs(x) != 1]
    expected = np.array([float(reference(mpmath.mpf(float(value)))) for value in x])
    np.testing.assert_array_equal(kernel(x), expected.astype(np.float32))


@pytest.mark.parametrize(("kernel", "domain"), [(special.erf, (-6, 6)), (special.erfc, (-6, 26))])
def test_error_functions_everywhere(kernel, domain):
    x = np.linspace(*domain, 5001)
    reference = {special.erf: math.erf, special.erfc: math.erfc}[kernel]
    np.testing.assert_allclose(kernel(x), [reference(value) for value in x], rtol=1e-15, atol=1e-320)


def test_lgamma_everywhere():
    x = np.linspace(-30, 200, 23017)
    x = x[(x > 0) | (x != np.floor(x))]
    np.testing.assert_allclose(special.lgamma(x), [math.lgamma(value) for value in x], rtol=1e-13, atol=1e-13)


def test_erfinv_undoes_erf():
    x = np.linspace(-5, 5, 2001)
    np.testing.assert_allclose(special.erf(special.erfinv(special.erf(x))), special.erf(x), rtol=4e-16)
