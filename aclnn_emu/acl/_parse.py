"""Argument parsing as pyACL's C wrappers do it: by type, before the C function is called.

Numbers go into C variables without a check of their sign where the wrapper's format has none: a pointer or
size_t takes a Python int only (not a NumPy integer) and keeps its low 64 bits, an int32_t refuses what does not
fit, the unsigned types keep their low bits.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

__all__ = ["Parser", "parser"]

Parser = Callable[[Any], Any]

_WORD = (1 << 64) - 1
_INT_MAX = (1 << 31) - 1
_UNSIGNED = {"uint32_t": 32, "uint64_t": 64, "aclFloat16": 16}


def _pointer(value: Any) -> int:
    if not isinstance(value, int):
        raise TypeError(f"must be int, not {type(value).__name__}")
    return int(value) & _WORD


def _integer(value: Any) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"must be int, not {type(value).__name__}") from None


def _signed(value: Any) -> int:
    number = _integer(value)
    if not -_INT_MAX - 1 <= number <= _INT_MAX:
        raise OverflowError(f"is {number}, which no C int holds")
    return number


def _unsigned(bits: int) -> Parser:
    mask = (1 << bits) - 1
    return lambda value: _integer(value) & mask


def _float(value: Any) -> float:
    if isinstance(value, (str, bytes)):
        raise TypeError(f"must be a number, not {type(value).__name__}")
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"must be a number, not {type(value).__name__}") from None


def _string(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"must be str, not {type(value).__name__}")
    if "\0" in value:
        raise ValueError("has a null character in it")
    return value


def _callable(value: Any) -> Any:
    if not callable(value):
        raise TypeError(f"must be callable, not {type(value).__name__}")
    return value


def _dictionary(value: Any) -> dict[Any, Any] | None:
    """An empty dict is a null structure."""
    if not isinstance(value, dict):
        raise TypeError(f"must be dict, not {type(value).__name__}")
    return value or None


def _list(element: Parser) -> Parser:
    def parse_at(position: int, item: Any) -> Any:
        try:
            return element(item)
        except (TypeError, ValueError, OverflowError) as error:
            raise type(error)(f"has an element {position} that {error}") from None

    def parse(value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise TypeError(f"must be list, not {type(value).__name__}")
        return [parse_at(position, item) for position, item in enumerate(value)]

    return parse


def _any(value: Any) -> Any:
    return value


_KINDS: dict[str, Parser] = {
    "ptr": _pointer,
    "float": _float,
    "str": _string,
    "callable": _callable,
    "dict": _dictionary,
    "object": _any,
}


def _int_parser(ctype: str) -> Parser:
    if ctype == "size_t":
        return _pointer
    if ctype in _UNSIGNED:
        return _unsigned(_UNSIGNED[ctype])
    return _signed


def parser(kind: str, ctype: str) -> Parser:
    """The function that parses one argument.

    Args:
        kind: as the table names it: ``int``, ``ptr``, ``str``, ``list[int]``, with ``?`` where it may be left out.
        ctype: type of the C parameter behind it; decides how an ``int`` is taken.

    Returns:
        A function of the value; it raises TypeError, ValueError or OverflowError with the end of a sentence that
        begins with the argument.
    """
    if kind == "callable?":
        return lambda value: None if value is None else _callable(value)
    kind = kind.removesuffix("?")  # an argument that may be left out is parsed like any other
    if kind.startswith("list["):
        return _list(parser(kind[5:-1], "int64_t"))
    if kind == "int":
        return _int_parser(ctype)
    return _KINDS[kind]
