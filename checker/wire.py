"""The wire form of a value: what crosses from the untrusted side, read strictly, and written back.

Scalars that JSON keeps exactly, exact lists, and exact dicts with text keys are themselves; all
else is an object whose "t" names a kind of `ValueKind`, or "def"/"ref"/"same" in arguments
(`calls.py`). Nothing here trusts what it reads: size, depth and every key are checked.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping

from checker.literal import source
from checker.model import Value, ValueKind, Wire

__all__ = ["MAX_DEPTH", "MAX_NODES", "MalformedWire", "read", "source", "write"]

MAX_DEPTH = 64
"""Deepest nesting that is read; capturing stops at 50, the rest is room for the cut itself."""

MAX_NODES = 20_000
"""Most values that one wire value may hold; capturing stops at 10,000."""

PLAIN_INT = 2**53
"""Ints below this size are plain JSON numbers, exact in every reader of JSON."""

_HEX = re.compile(r"-?0x[0-9a-f]{1,25001}")
_FLOAT = re.compile(r"-?(?:\d{1,40}(?:\.\d{1,40})?(?:e[+-]?\d{1,4})?|inf)|nan", re.ASCII)
_BYTES = re.compile(r"(?:[0-9a-f]{2})*")
_DECIMAL = re.compile(r"[-+0-9.EeInfiintyasN]{1,20000}")
_CLASS_NAME = 200
_SEQUENCES = {
    "tuple": ValueKind.TUPLE,
    "list": ValueKind.LIST,
    "set": ValueKind.SET,
    "frozenset": ValueKind.FROZENSET,
}
_NOTHING = Value(ValueKind.NONE)
_TRUTH = {False: Value(ValueKind.BOOL, False), True: Value(ValueKind.BOOL, True)}


class MalformedWire(ValueError):  # noqa: N818 - it names what was found
    """Not the wire form of a value: forged, damaged, or written by another version."""


def read(wire: Wire) -> Value:
    """The value that `wire` stands for; raises MalformedWire for anything else."""
    return _Reader().value(wire, 0)


class _Reader:
    """Reads one wire value, counting what it holds."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = MAX_NODES

    def value(self, wire: Wire, depth: int) -> Value:
        self.left -= 1
        if self.left < 0 or depth > MAX_DEPTH:
            raise MalformedWire("more or deeper values than are ever captured")
        if type(wire) is dict:
            return self.tagged(wire, depth) if "t" in wire else self.plain_dict(wire, depth)
        if type(wire) is list:
            items = tuple([self.value(item, depth + 1) for item in wire])
            return Value(ValueKind.LIST, items=items, length=len(items))
        return _plain(wire)

    def plain_dict(self, wire: Mapping[object, Wire], depth: int) -> Value:
        items: list[Value] = []
        for key, item in wire.items():
            items += (_text(key), self.value(item, depth + 1))
        return Value(ValueKind.DICT, items=tuple(items), length=len(wire))

    def tagged(self, wire: Mapping[object, Wire], depth: int) -> Value:
        tag = wire["t"]
        if type(tag) is str and tag in _SEQUENCES:
            _keys(wire, {"t", "v", "n"}, {"cut", "c"})
            items = tuple([self.value(item, depth + 1) for item in _list(wire["v"])])
            return _container(_SEQUENCES[tag], items, len(items), wire)
        if tag == "dict":
            _keys(wire, {"t", "v", "n"}, {"cut", "c"})
            pairs = [_list(pair, 2) for pair in _list(wire["v"])]
            items = tuple([self.value(part, depth + 1) for pair in pairs for part in pair])
            return _container(ValueKind.DICT, items, len(pairs), wire)
        if tag == "iterator":
            _keys(wire, {"t", "v"}, {"cut", "c"})
            items = tuple([self.value(item, depth + 1) for item in _list(wire["v"])])
            length = None if _cut(wire) else len(items)
            return Value(ValueKind.ITERATOR, None, items, _class_name(wire), length, _cut(wire))
        if type(tag) is str and tag in _SCALARS:
            return _SCALARS[tag](wire)
        raise MalformedWire("an unknown tag")


# --- what stands for itself -------------------------------------------------------------------


def _plain(wire: Wire) -> Value:
    if wire is None:
        return _NOTHING
    if type(wire) is bool:
        return _TRUTH[wire]
    if type(wire) is int:
        if abs(wire) >= PLAIN_INT:
            raise MalformedWire("a plain int beyond what JSON keeps")
        return Value(ValueKind.INT, wire)
    if type(wire) is float:
        return Value(ValueKind.FLOAT, _finite(wire))
    return _text(wire)


def _text(wire: object) -> Value:
    if type(wire) is not str:
        raise MalformedWire("neither a JSON value nor a text")
    return Value(ValueKind.STR, wire, length=len(wire))


# --- what carries a tag -----------------------------------------------------------------------


def _keys(wire: Mapping[object, Wire], due: set[str], possible: set[str]) -> None:
    if not due <= wire.keys() <= due | possible:
        raise MalformedWire("keys missing or unknown")


def _list(wire: Wire, length: int | None = None) -> list[Wire]:
    if type(wire) is not list or length not in (None, len(wire)):
        raise MalformedWire("no list, or not of the length due")
    return wire


def _match(pattern: re.Pattern[str], wire: Wire) -> str:
    if type(wire) is not str or pattern.fullmatch(wire) is None:
        raise MalformedWire("not written as is due")
    return wire


def _cut(wire: Mapping[object, Wire]) -> bool:
    cut = wire.get("cut", False)
    if type(cut) is not bool:
        raise MalformedWire("cut is true or not there")
    return cut


def _count(number: Wire) -> int:
    if type(number) is not int or not 0 <= number < PLAIN_INT:
        raise MalformedWire("not a count")
    return number


def _class_name(wire: Mapping[object, Wire]) -> str | None:
    name = wire.get("c")
    if name is None:
        return None
    if type(name) is not str:
        raise MalformedWire("a class name is a text")
    return name[:_CLASS_NAME]


def _length(wire: Mapping[object, Wire], held: int) -> int:
    length = _count(wire["n"])
    if length < held or (length > held and not _cut(wire)):
        raise MalformedWire("a length that does not fit")
    return length


def _container(kind: ValueKind, items: tuple[Value, ...], held: int, wire: Mapping[object, Wire]) -> Value:
    return Value(kind, None, items, _class_name(wire), _length(wire, held), _cut(wire))


def _hex(wire: Wire) -> int:
    return int(_match(_HEX, wire), 16)


def _finite(wire: Wire) -> float:
    if type(wire) is not float or not math.isfinite(wire):
        raise MalformedWire("not a finite float")
    return wire


def _read_int(wire: Mapping[object, Wire]) -> Value:
    if "bits" in wire:
        _keys(wire, {"t", "cut", "bits"}, {"c"})
        if not _cut(wire):
            raise MalformedWire("bits are given of a cut int only")
        return Value(ValueKind.INT, None, (), _class_name(wire), _count(wire["bits"]), cut=True)
    _keys(wire, {"t", "v"}, {"c"})
    return Value(ValueKind.INT, _hex(wire["v"]), class_name=_class_name(wire))


def _read_float(wire: Mapping[object, Wire]) -> Value:
    _keys(wire, {"t", "v"}, {"c"})
    return Value(ValueKind.FLOAT, float(_match(_FLOAT, wire["v"])), class_name=_class_name(wire))


def _read_complex(wire: Mapping[object, Wire]) -> Value:
    _keys(wire, {"t", "v"}, {"c"})
    real, imag = (_part(part) for part in _list(wire["v"], 2))
    return Value(ValueKind.COMPLEX, complex(real, imag), class_name=_class_name(wire))


def _part(wire: Wire) -> float:
    """A part of a complex: a plain float, or a tagged one where JSON lacks it."""
    if type(wire) is not dict:
        return _finite(wire)
    _keys(wire, {"t", "v"}, set())
    if wire["t"] != "float":
        raise MalformedWire("a part of a complex is a float")
    return float(_match(_FLOAT, wire["v"]))


def _read_fraction(wire: Mapping[object, Wire]) -> Value:
    from fractions import Fraction  # noqa: PLC0415 - rare, and slow to import in a browser

    _keys(wire, {"t", "v"}, {"c"})
    numerator, denominator = (_hex(part) for part in _list(wire["v"], 2))
    if denominator <= 0:
        raise MalformedWire("a denominator is above zero")
    return Value(ValueKind.FRACTION, Fraction(numerator, denominator), class_name=_class_name(wire))


def _read_decimal(wire: Mapping[object, Wire]) -> Value:
    from decimal import Decimal  # noqa: PLC0415 - rare, and slow to import in a browser

    _keys(wire, {"t", "v"}, {"c"})
    try:
        number = Decimal(_match(_DECIMAL, wire["v"]))
    except ArithmeticError:
        raise MalformedWire("not a decimal") from None
    return Value(ValueKind.DECIMAL, number, class_name=_class_name(wire))


def _read_str(wire: Mapping[object, Wire]) -> Value:
    _keys(wire, {"t", "v", "n"}, {"cut", "c"})
    text = wire["v"]
    if type(text) is not str:
        raise MalformedWire("a text is due")
    return Value(ValueKind.STR, text, (), _class_name(wire), _length(wire, len(text)), _cut(wire))


def _read_bytes(wire: Mapping[object, Wire]) -> Value:
    _keys(wire, {"t", "v", "n"}, {"cut", "c"})
    data = bytes.fromhex(_match(_BYTES, wire["v"]))
    return Value(ValueKind.BYTES, data, (), _class_name(wire), _length(wire, len(data)), _cut(wire))


def _read_object(wire: Mapping[object, Wire]) -> Value:
    _keys(wire, {"t", "c"}, set())
    return Value(ValueKind.OBJECT, class_name=_class_name(wire))


def _read_mark(wire: Mapping[object, Wire]) -> Value:
    _keys(wire, {"t"}, set())
    return Value(ValueKind.CYCLE if wire["t"] == "cycle" else ValueKind.CUT)


_SCALARS: Mapping[str, Callable[[Mapping[object, Wire]], Value]] = {
    "int": _read_int,
    "float": _read_float,
    "complex": _read_complex,
    "fraction": _read_fraction,
    "decimal": _read_decimal,
    "str": _read_str,
    "bytes": _read_bytes,
    "object": _read_object,
    "cycle": _read_mark,
    "cut": _read_mark,
}


# --- writing ----------------------------------------------------------------------------------


def write(value: Value) -> Wire:
    """The wire form of `value`, such that `read` gives an equal value back."""
    plain = value.class_name is None and not value.cut
    if plain and _stands_for_itself(value):
        return value.scalar
    if plain and value.kind is ValueKind.LIST:
        return [write(item) for item in value.items]
    keys, values = value.items[::2], value.items[1::2]
    if plain and value.kind is ValueKind.DICT and all(_is_plain_key(key) for key in keys):
        return {str(key.scalar): write(item) for key, item in zip(keys, values, strict=True)}
    wire: dict[str, Wire] = {"t": value.kind.value} | _content(value)
    if value.cut:
        wire["cut"] = True
    if value.class_name is not None:
        wire["c"] = value.class_name
    return wire


def _stands_for_itself(value: Value) -> bool:
    scalar = value.scalar
    if value.kind in (ValueKind.NONE, ValueKind.BOOL, ValueKind.STR):
        return True
    if value.kind is ValueKind.INT:
        return isinstance(scalar, int) and abs(scalar) < PLAIN_INT
    return value.kind is ValueKind.FLOAT and isinstance(scalar, float) and math.isfinite(scalar)


def _is_plain_key(key: Value) -> bool:
    plain = key.kind is ValueKind.STR and key.class_name is None and not key.cut
    return plain and key.scalar != "t"


def _content(value: Value) -> dict[str, Wire]:
    scalar = value.scalar
    if value.kind in (ValueKind.OBJECT, ValueKind.CYCLE, ValueKind.CUT):
        return {}
    if value.kind is ValueKind.DICT:
        pairs = zip(value.items[::2], value.items[1::2], strict=True)
        return {"v": [[write(key), write(item)] for key, item in pairs], "n": value.length}
    if value.kind is ValueKind.ITERATOR:
        return {"v": [write(item) for item in value.items]}
    if value.kind is ValueKind.STR:
        return {"v": scalar, "n": value.length}
    if isinstance(scalar, bytes):
        return {"v": scalar.hex(), "n": value.length}
    if scalar is not None:
        return {"v": _scalar(value.kind, scalar)}
    if value.kind is ValueKind.INT:
        return {"bits": value.length}
    return {"v": [write(item) for item in value.items], "n": value.length}


def _scalar(kind: ValueKind, scalar: object) -> Wire:
    if isinstance(scalar, complex):
        parts = (scalar.real, scalar.imag)
        return [part if math.isfinite(part) else {"t": "float", "v": repr(part)} for part in parts]
    if kind is ValueKind.FRACTION:
        return [hex(getattr(scalar, "numerator", 0)), hex(getattr(scalar, "denominator", 1))]
    if isinstance(scalar, int):
        return hex(scalar)
    return str(scalar) if kind is ValueKind.DECIMAL else repr(scalar)
