"""Special functions, which NumPy does not have. They compute in double and round once.

erf and erfc: rational approximations of fdlibm (W. J. Cody's scheme; the numbers are Sun Microsystems', free to use).
lgamma and digamma: Stirling's series behind a recurrence, and the reflection formulas. erfinv: M. Giles' start value and
Newton's steps.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from aclnn_emu.kernels.kernel import Array, kernel

__all__ = ["digamma", "erf", "erfc", "erfinv", "lgamma"]

# fdlibm s_erf.c, by range of |x|: below 0.84375, to 1.25, to 1/0.35, beyond.
_PP = (
    1.28379167095512558561e-01, -3.25042107247001499370e-01, -2.84817495755985104766e-02,
    -5.77027029648944159157e-03, -2.37630166566501626084e-05,
)  # fmt: skip
_QQ = (
    1.0, 3.97917223959155352819e-01, 6.50222499887672944485e-02, 5.08130628187576562776e-03,
    1.32494738004321644526e-04, -3.96022827877536812320e-06,
)  # fmt: skip
_ERX = 8.45062911510467529297e-01
_PA = (
    -2.36211856075265944077e-03, 4.14856118683748331666e-01, -3.72207876035701323847e-01,
    3.18346619901161753674e-01, -1.10894694282396677476e-01, 3.54783043256182359371e-02,
    -2.16637559486879084300e-03,
)  # fmt: skip
_QA = (
    1.0, 1.06420880400844228286e-01, 5.40397917702171048937e-01, 7.18286544141962662868e-02,
    1.26171219808761642112e-01, 1.36370839120290507362e-02, 1.19844998467991074170e-02,
)  # fmt: skip
_RA = (
    -9.86494403484714822705e-03, -6.93858572707181764372e-01, -1.05586262253232909814e+01,
    -6.23753324503260060396e+01, -1.62396669462573470355e+02, -1.84605092906711035994e+02,
    -8.12874355063065934246e+01, -9.81432934416914548592e+00,
)  # fmt: skip
_SA = (
    1.0, 1.96512716674392571292e+01, 1.37657754143519042600e+02, 4.34565877475229228821e+02,
    6.45387271733267880336e+02, 4.29008140027567833386e+02, 1.08635005541779435134e+02,
    6.57024977031928170135e+00, -6.04244152148580987438e-02,
)  # fmt: skip
_RB = (
    -9.86494292470009928597e-03, -7.99283237680523006574e-01, -1.77579549177547519889e+01,
    -1.60636384855821916062e+02, -6.37566443368389627722e+02, -1.02509513161107724954e+03,
    -4.83519191608651397019e+02,
)  # fmt: skip
_SB = (
    1.0, 3.03380607434824582924e+01, 3.25792512996573918826e+02, 1.53672958608443695994e+03,
    3.19985821950859553908e+03, 2.55305040643316442583e+03, 4.74528541206955367215e+02,
    -2.24409524465858183362e+01,
)  # fmt: skip

# M. Giles, "Approximating the erfinv function": the start value for Newton's steps.
_CENTRAL = (
    1.50140941, 0.246640727, -0.00417768164, -0.00125372503, 0.000218580870, -4.39150654e-06, -3.5233877e-06,
    3.43273939e-07, 2.81022636e-08,
)  # fmt: skip

# B(2k) / (2k (2k - 1)) of Stirling's series and B(2k) / 2k of its derivative.
_STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156)
_DIGAMMA = (1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12)
_FAR = 10.0  # where the series are exact to double


def _horner(x: Array, coefficients: Sequence[float]) -> Array:
    result: Array = np.full_like(x, coefficients[-1])
    for coefficient in reversed(coefficients[:-1]):
        result *= x
        result += coefficient
    return result


def _near(x: Array) -> Array:
    """erf below 0.84375."""
    square = x * x
    return x + x * (_horner(square, _PP) / _horner(square, _QQ))


def _complement(a: Array) -> Array:
    """erfc of a >= 0.84375: in the middle from 1 - erf(1), beyond 1.25 by exp(-a * a) / a."""
    shifted = a - 1.0
    middle = 1.0 - _ERX - _horner(shifted, _PA) / _horner(shifted, _QA)
    inverse = 1.0 / (a * a)
    below = a < 1 / 0.35
    ratio = np.where(
        below, _horner(inverse, _RA) / _horner(inverse, _SA), _horner(inverse, _RB) / _horner(inverse, _SB)
    )
    # a with its low half cleared, so that its square is exact.
    head = np.array((a.view(np.uint64) & np.uint64(0xFFFFFFFF00000000)).view(np.float64))
    far = np.exp(-head * head - 0.5625) * np.exp((head - a) * (head + a) + ratio) / a
    far = np.where(a < 28.0, far, np.where(np.isnan(a), a, 0.0))
    return np.where(a < 1.25, middle, far)


def _wide(x: Array) -> Array:
    return np.array(x, np.float64)


def _erf(x: Array) -> Array:
    a = np.abs(x)
    return np.where(a < 0.84375, _near(x), np.copysign(1.0 - _complement(a), x))


def _erfc(x: Array) -> Array:
    a = np.abs(x)
    far = _complement(a)
    return np.where(a < 0.84375, 1.0 - _near(x), np.where(x < 0, 2.0 - far, far))


@kernel(name="Erf", elementwise=True)
def erf(x: Array) -> Array:
    """Error function of x."""
    return _erf(_wide(x)).astype(x.dtype)


@kernel(name="Erfc", elementwise=True)
def erfc(x: Array) -> Array:
    """1 - erf(x), accurate in the tail."""
    return _erfc(_wide(x)).astype(x.dtype)


@kernel(name="Erfinv", elementwise=True)
def erfinv(x: Array) -> Array:
    """The number whose error function is x; NaN beyond -1 and 1, which give the infinities."""
    wide = _wide(x)
    a = np.abs(wide)
    w = -np.log((1.0 - a) * (1.0 + a))
    far = np.maximum(
        w, 5.0
    )  # there erfc(y) is almost exp(-y * y) / (y * sqrt(pi)), and 1 - a almost exp(-w) / 2
    tail = np.sqrt(far + math.log(2.0) - 0.5 * np.log(math.pi * far))
    result = np.where(w < 5.0, _horner(w - 2.5, _CENTRAL) * a, tail)
    for _ in range(4):
        # The error by whichever of erf and erfc loses no digits, against the derivative; Halley's correction.
        error = np.where(a < 0.5, _erf(result) - a, (1.0 - a) - _erfc(result))
        step = error / (2.0 / math.sqrt(math.pi) * np.exp(-result * result))
        result = result - step / (1.0 + result * step)
    result = np.where(a == 1.0, np.inf, result)
    result = np.where(a > 1.0, np.nan, result)
    return np.copysign(result, wide).astype(x.dtype)


def _lgamma_right(x: Array) -> Array:
    """For x >= 0.5: up to the series' range by the recurrence."""
    z, product = x.copy(), np.ones_like(x)
    for _ in range(int(_FAR)):
        small = z < _FAR
        product = np.where(small, product * z, product)
        z = np.where(small, z + 1.0, z)
    inverse = 1.0 / z
    series = inverse * _horner(inverse * inverse, _STIRLING)
    result = (z - 0.5) * np.log(z) - z + 0.5 * math.log(2.0 * math.pi) + series - np.log(product)
    result = np.where((x == 1.0) | (x == 2.0), 0.0, result)
    return np.where(np.isposinf(x), np.inf, result)


@kernel(name="Lgamma", elementwise=True)
def lgamma(x: Array) -> Array:
    """Logarithm of the absolute value of the gamma function; +infinity at 0, -1, -2 ... and both infinities."""
    wide = _wide(x)
    left = wide < 0.5
    right = _lgamma_right(np.where(left, 1.0 - wide, wide))
    reflected = math.log(math.pi) - np.log(np.abs(np.sin(math.pi * (wide - np.rint(wide))))) - right
    poles = np.isneginf(wide) | ((wide <= 0) & (wide == np.floor(wide)))
    result = np.where(poles, np.inf, np.where(left, reflected, right))
    return np.array(result, x.dtype)


@kernel(name="Digamma", elementwise=True)
def digamma(x: Array) -> Array:
    """Derivative of log(gamma(x)); NaN at -1, -2 ..., and an infinity of the other sign at 0."""
    wide = _wide(x)
    left = wide < 0.5
    z = np.where(left, 1.0 - wide, wide)
    shift = np.zeros_like(z)
    for _ in range(int(_FAR)):
        small = z < _FAR
        shift = np.where(small, shift + 1.0 / z, shift)
        z = np.where(small, z + 1.0, z)
    inverse = 1.0 / (z * z)
    right = np.log(z) - 0.5 / z - inverse * _horner(inverse, _DIGAMMA) - shift
    right = np.where(np.isposinf(z), np.inf, right)
    rest = wide - np.rint(wide)
    reflected = right - math.pi / np.tan(math.pi * rest)
    result = np.where(left, reflected, right)
    result = np.where((wide < 0) & (rest == 0), np.nan, result)
    result = np.where(wide == 0, np.copysign(np.inf, -wide), result)
    return np.array(np.where(np.isneginf(wide), np.nan, result), x.dtype)
