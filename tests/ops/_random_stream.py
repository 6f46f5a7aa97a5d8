"""The documented stream of random numbers (docs/random.md) in plain integers and doubles, one element at a time."""

from __future__ import annotations

import math
from itertools import accumulate, islice

LOW32, LOW64 = (1 << 32) - 1, (1 << 64) - 1


def block(seed: int, counter: int) -> list[int]:
    """One Philox block, as the paper writes it."""
    key = [seed & LOW32, seed >> 32]
    words = [(counter >> (32 * place)) & LOW32 for place in range(4)]
    for _ in range(10):
        high0, low0 = divmod(0xD2511F53 * words[0], 1 << 32)
        high1, low1 = divmod(0xCD9E8D57 * words[2], 1 << 32)
        words = [high1 ^ words[1] ^ key[0], low1, high0 ^ words[3] ^ key[1], low0]
        key = [(key[0] + 0x9E3779B9) & LOW32, (key[1] + 0xBB67AE85) & LOW32]
    return words


def words(seed: int, offset: int, count: int) -> list[int]:
    """The first words; seed and offset of any sign."""
    key, upper = seed & LOW64, (offset & LOW64) << 64
    return [word for place in range(-(-count // 4)) for word in block(key, upper | place)][:count]


def longs(seed: int, offset: int, count: int) -> list[int]:
    """Numbers of 64 bits, the higher word first."""
    pairs = words(seed, offset, 2 * count)
    return [pairs[place] << 32 | pairs[place + 1] for place in range(0, 2 * count, 2)]


def units(seed: int, offset: int, count: int, bits: int = 24) -> list[float]:
    """Uniform numbers in [0, 1) of so many bits; 53 are 27 of one word and 26 of the next."""
    if bits < 53:
        return [(word >> (32 - bits)) / 2**bits for word in words(seed, offset, count)]
    pairs = words(seed, offset, 2 * count)
    return [((pairs[i] >> 5) * 2**26 + (pairs[i + 1] >> 6)) / 2**53 for i in range(0, 2 * count, 2)]


def normals(seed: int, offset: int, count: int, bits: int = 24) -> list[float]:
    """Box's and Muller's numbers."""
    u = units(seed, offset, count + count % 2, bits)
    found = []
    for first, second in zip(u[::2], u[1::2], strict=True):
        radius, angle = math.sqrt(-2 * math.log1p(-first)), 2 * math.pi * second
        found += [radius * math.cos(angle), radius * math.sin(angle)]
    return found[:count]


def exponentials(seed: int, offset: int, count: int, bits: int = 24) -> list[float]:
    """Of rate 1."""
    return [-math.log1p(-u) for u in units(seed, offset, count, bits)]


def permutation(seed: int, offset: int, count: int) -> list[int]:
    """0 .. count - 1, sorted by numbers of 64 bits."""
    keys = longs(seed, offset, count)
    return sorted(range(count), key=keys.__getitem__)


def samples(
    seed: int, offset: int, rows: list[list[float]], count: int, *, replacement: bool
) -> list[list[int]]:
    """Places drawn in proportion to the weights of each row."""
    found = []
    if replacement:
        u = iter(units(seed, offset, len(rows) * count, 53))
        for row in rows:
            shares = [share / sum(row) for share in accumulate(row)]
            found.append([sum(share <= drawn for share in shares) for drawn in islice(u, count)])
        return found
    e = iter(exponentials(seed, offset, sum(map(len, rows)), 53))
    for row in rows:
        keys = [-weight / max(next(e), 5e-324) for weight in row]
        found.append(sorted(range(len(row)), key=keys.__getitem__)[:count])
    return found
