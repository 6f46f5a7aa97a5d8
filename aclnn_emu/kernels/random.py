"""Random numbers from a documented stream: Philox 4x32, ten rounds.

The numbers of a call depend on its seed and offset and on the place of each element, on nothing else: the same call gives
the same numbers with every engine. They are not the numbers of the hardware, whose generators differ by chip.

- Key: the 64 bits of the seed. Counter: its upper 64 bits are the offset, its lower 64 bits the number of the block.
- A block gives four words of 32 bits; element i takes word i, an element of 64 bits the words 2i and 2i + 1.
- Uniform in [0, 1): the upper 24 bits of the word divided by 2**24 (11 bits for FLOAT16, 8 for BF16, so that rounding
  does not reach 1); DOUBLE takes 27 and 26 bits of its two words.
- Normal: Box and Muller's pair of two uniform numbers; element 2i is the cosine's, element 2i + 1 the sine's.

Source of the generator: Salmon, Moraes, Dror, Shaw: Parallel random numbers, as easy as 1, 2, 3 (SC 2011).
"""

from __future__ import annotations

import math

import numpy as np

from aclnn_emu.core.dtypes import DataType, numpy_dtype
from aclnn_emu.kernels.kernel import Array, kernel

__all__ = [
    "add_offset",
    "bernoulli",
    "drop_mask",
    "drop_out",
    "drop_out_grad",
    "drop_out_with_mask",
    "exponential",
    "integers",
    "multinomial",
    "normal",
    "normal_of",
    "pair_with_zero",
    "permutation",
    "philox",
    "uniform",
]

_MULTIPLIERS = (np.uint64(0xD2511F53), np.uint64(0xCD9E8D57))
_WEYL = (0x9E3779B9, 0xBB67AE85)
_LOW = np.uint64(0xFFFFFFFF)
_32 = np.uint64(32)
_MASK64 = (1 << 64) - 1


def philox(seed: int, offset: int, count: int) -> Array:
    """The first words of the stream.

    Args:
        seed: 64 bits, any sign.
        offset: 64 bits, any sign.
        count: how many words of 32 bits.

    Returns:
        uint32, of shape (count,).
    """
    seed, offset = seed & _MASK64, offset & _MASK64
    block = np.arange(-(-count // 4), dtype=np.uint64)
    c0, c1 = block & _LOW, block >> _32
    c2, c3 = np.full_like(block, offset & 0xFFFFFFFF), np.full_like(block, offset >> 32)
    k0, k1 = seed & 0xFFFFFFFF, seed >> 32
    for _ in range(10):
        p0, p1 = _MULTIPLIERS[0] * c0, _MULTIPLIERS[1] * c2
        c0, c1, c2, c3 = (
            (p1 >> _32) ^ c1 ^ np.uint64(k0),
            p1 & _LOW,
            (p0 >> _32) ^ c3 ^ np.uint64(k1),
            p0 & _LOW,
        )
        k0, k1 = (k0 + _WEYL[0]) & 0xFFFFFFFF, (k1 + _WEYL[1]) & 0xFFFFFFFF
    return np.stack((c0, c1, c2, c3), axis=1).astype(np.uint32).reshape(-1)[:count]


def _start(key: tuple[Array, ...], seed: int, offset: int) -> tuple[int, int]:
    """Seed and offset: attributes, or the first element of one tensor and the last of the other."""
    if not key:
        return seed, offset
    return int(key[0].reshape(-1)[0]), int(key[1].reshape(-1)[-1])


def _unit(start: tuple[int, int], count: int, bits: int = 24) -> Array:
    """Uniform numbers in [0, 1), multiples of 2**-bits: float64 for 53 bits, float32 for fewer."""
    if bits <= 24:
        result: Array = (philox(*start, count) >> np.uint32(32 - bits)).astype(np.float32) * np.float32(
            2.0**-bits
        )
        return result
    words = philox(*start, 2 * count).astype(np.float64).reshape(-1, 2)
    return (np.floor(words[:, 0] / 32) * 2.0**26 + np.floor(words[:, 1] / 64)) * 2.0**-53


_BITS = {DataType.ACL_FLOAT16: 11, DataType.ACL_BF16: 8, DataType.ACL_DOUBLE: 53}


@kernel(name="RandomUniform")
def uniform(
    *key: Array,
    size: tuple[int, ...],
    kind: int,
    seed: int = 0,
    offset: int = 0,
    low: float = 0,
    high: float = 1,
) -> Array:
    """low + (high - low) * u, u uniform in [0, 1) with as many bits as the dtype holds; below high."""
    u = _unit(_start(key, seed, offset), math.prod(size), _BITS.get(DataType(kind), 24)).reshape(size)
    target, number = numpy_dtype(kind) or u.dtype, u.dtype.type
    first, last = number(low), number(high)
    result: Array = (first + u * (last - first)).astype(target)
    if last > first:  # where the sum was rounded up to high
        result = np.minimum(result, np.nextafter(last.astype(target), first.astype(target)))
    return result


@kernel(name="RandomIntegers")
def integers(
    *key: Array, size: tuple[int, ...], seed: int = 0, offset: int = 0, low: int, high: int
) -> Array:
    """Integers of low .. high - 1, as INT64: low + word of 64 bits modulo their number."""
    words = philox(*_start(key, seed, offset), 2 * math.prod(size)).astype(np.uint64).reshape(-1, 2)
    word = (words[:, 0] << _32) | words[:, 1]
    span = (high - low) & _MASK64
    steps = word % np.uint64(span) if span else word
    result: Array = (steps + np.uint64(low & _MASK64)).view(np.int64).reshape(size)
    return result


def _standard_normal(start: tuple[int, int], size: tuple[int, ...], *, wide: bool) -> Array:
    count = math.prod(size)
    u = _unit(start, count + count % 2, 53 if wide else 24).reshape(-1, 2)
    # 1 - u lies in (0, 1], so that the logarithm is finite.
    radius = np.sqrt(-2 * np.log(1 - u[:, 0]))
    angle = u[:, 1] * u.dtype.type(2 * math.pi)
    return (
        np.stack((radius * np.cos(angle), radius * np.sin(angle)), axis=1).reshape(-1)[:count].reshape(size)
    )


@kernel(name="RandomNormal")
def normal(
    *key: Array,
    size: tuple[int, ...],
    seed: int = 0,
    offset: int = 0,
    mean: float = 0,
    std: float = 1,
    wide: bool = False,
) -> Array:
    """mean + std * z, z standard normal."""
    z = _standard_normal(_start(key, seed, offset), size, wide=wide)
    result: Array = z.dtype.type(mean) + z.dtype.type(std) * z
    return result


@kernel(name="StatelessRandomNormalV3")
def normal_of(
    *moments: Array,
    size: tuple[int, ...],
    seed: int,
    offset: int,
    mean: float | None = None,
    std: float | None = None,
) -> Array:
    """mean + std * z in FLOAT; what is not given by number comes as an array, mean before std."""
    given = iter(moments)
    centre, width = (next(given) if number is None else np.float32(number) for number in (mean, std))
    result: Array = centre + width * _standard_normal((seed, offset), size, wide=False)
    return result


@kernel(name="RandomExponential")
def exponential(
    *key: Array, size: tuple[int, ...], seed: int = 0, offset: int = 0, rate: float = 1, wide: bool = False
) -> Array:
    """-log(1 - u) / rate."""
    u = _unit(_start(key, seed, offset), math.prod(size), 53 if wide else 24).reshape(size)
    result: Array = -np.log(1 - u) / u.dtype.type(rate)
    return result


@kernel(name="StatelessBernoulli")
def bernoulli(prob: Array, *, size: tuple[int, ...], seed: int, offset: int) -> Array:
    """1 where u < prob, 0 elsewhere; prob has one element, or one for each of the output."""
    bits = 53 if prob.dtype == np.float64 else 24
    u = _unit((seed, offset), math.prod(size), bits).reshape(size)
    return u < (prob.reshape(-1)[0] if prob.size == 1 else prob.reshape(size))


@kernel(name="StatelessRandperm")
def permutation(*, count: int, seed: int, offset: int) -> Array:
    """The numbers 0 .. count - 1 in a random order: sorted by 64-bit words, equal ones by place."""
    words = philox(seed, offset, 2 * count).astype(np.uint64).reshape(-1, 2)
    return np.argsort((words[:, 0] << _32) | words[:, 1], kind="stable")


@kernel(name="DropOutGenMask")
def drop_mask(*key: Array, size: tuple[int, ...], seed: int = 0, offset: int = 0, keep: float) -> Array:
    """Bytes of bits that are 1 with probability keep, from the lowest on."""
    bits = _unit(_start(key, seed, offset), 8 * math.prod(size)) < np.float32(keep)
    return np.packbits(bits, bitorder="little").reshape(size)


def _bits(mask: Array, shape: tuple[int, ...]) -> Array:
    """The bits of a mask as BOOL elements of a shape."""
    count = math.prod(shape)
    return np.unpackbits(mask.reshape(-1), bitorder="little", count=count).astype(bool).reshape(shape)


@kernel(name="DropOutDoMask")
def drop_out(x: Array, mask: Array, *, keep: float) -> Array:
    """x / keep where the mask has a 1, and 0 elsewhere."""
    result: Array = np.where(_bits(mask, x.shape), x / x.dtype.type(keep), x.dtype.type(0))
    return result


@kernel(name="DropOutV3Grad")
def drop_out_grad(grad: Array, mask: Array, *, scale: float) -> Array:
    """grad * bit * scale: what is dropped keeps its sign, and NaN where it is not finite.

    Source: ops-math random/drop_out_v3_grad/op_kernel/arch35/drop_out_v3_grad.h.
    """
    result: Array = grad * _bits(mask, grad.shape).astype(grad.dtype) * grad.dtype.type(scale)
    return result


@kernel(name="DropOutV3", outputs=2)
def drop_out_with_mask(
    x: Array, *, size: tuple[int, ...], seed: int, offset: int, keep: float
) -> tuple[Array, Array]:
    """x * bit / keep for bits that are 1 with probability keep; and bytes of these bits, with zeros behind them.

    A keep of at most 2**-52 gives zeros, whatever x is.
    Source: ops-math random/drop_out_v3/op_kernel/arch35/drop_out_v3_impl.h.
    """
    keep = keep if keep > 2.0**-52 else 0
    bits = np.zeros(8 * math.prod(size), bool)
    bits[: x.size] = _unit((seed, offset), x.size) < np.float32(keep)
    kept = bits[: x.size].reshape(x.shape).astype(x.dtype)
    result = x * kept * (1 / x.dtype.type(keep)) if keep else np.zeros_like(x)
    return result, np.packbits(bits, bitorder="little").reshape(size)


@kernel(name="MultinomialWithReplacement")
def multinomial(
    weights: Array, *key: Array, count: int, replacement: bool, seed: int = 0, offset: int = 0
) -> Array:
    """Places drawn in proportion to the weights of the last dimension.

    With replacement by the inverse of the cumulated weights; without, the `count` largest of weight / exponential number.
    """
    start = _start(key, seed, offset)
    rows = weights.astype(np.float64).reshape(-1, weights.shape[-1])
    if replacement:
        share = np.cumsum(rows, axis=1)
        share /= share[:, -1:]
        u = _unit(start, len(rows) * count, 53).reshape(len(rows), count, 1)
        drawn = np.minimum((u >= share[:, np.newaxis, :]).sum(axis=2), rows.shape[1] - 1)
    else:
        e = -np.log(1 - _unit(start, rows.size, 53).reshape(rows.shape))
        drawn = np.argsort(-rows / np.maximum(e, np.finfo(np.float64).tiny), axis=1, kind="stable")[:, :count]
    result: Array = drawn.astype(np.int64).reshape(*weights.shape[:-1], count)
    return result


@kernel(name="Add", widens=False)
def add_offset(offset: Array, *, by: int) -> Array:
    """offset + by, wrapping."""
    result: Array = offset + np.int64((by + (1 << 63)) % (1 << 64) - (1 << 63)).astype(offset.dtype)
    return result


@kernel(name="ConcatD", widens=False)
def pair_with_zero(offset: Array) -> Array:
    """A zero, and the offset behind it: the counter's two halves."""
    return np.concatenate((np.zeros(1, offset.dtype), offset.reshape(-1)))
