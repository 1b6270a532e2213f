"""Arguments for calls: built anew from wire data, and looked at again afterwards."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Mapping

from checker.capture import capture
from checker.jsontext import json_text, parse_json
from checker.model import Wire

__all__ = ["Arguments", "Pool", "build", "numbers_in"]

# The functions below keep the builtins of this moment, whatever a program does to the shared ones.
globals()["__builtins__"] = dict(vars(builtins))

Number = Callable[..., object]

_TAG = '"t":'
_SCALARS = frozenset({type(None), bool, int, float, complex, str, bytes})


class _Before:
    """What an object that the program had before is like at the next call with it."""

    __slots__ = ("text",)

    def __init__(self, value: object) -> None:
        self.text = _text(value)


class Arguments:
    """The arguments of one call, and what they were before it."""

    __slots__ = ("_twins", "values")

    def __init__(self, values: list[object], twins: list[object]) -> None:
        self.values = values
        self._twins = twins

    def changed(self) -> list[int]:
        """The indices of those whose content is no longer what it was; never raises."""
        pairs = zip(self.values, self._twins, strict=True)
        return [index for index, (value, twin) in enumerate(pairs) if not _is_unchanged(value, twin)]


class Pool:
    """The objects that a run has been given as arguments, and those shared within one call.

    `numbers` holds the classes for the tags "fraction" and "decimal", as from `numbers_in`.
    """

    __slots__ = ("_earlier", "_numbers", "_shared")

    def __init__(self, numbers: Mapping[str, Number] | None = None) -> None:
        self._numbers = dict(numbers or {})
        self._earlier: dict[int, list[object]] = {}
        self._shared: dict[object, object] = {}

    def arguments(self, probe: int, text: str) -> Arguments:
        """The arguments of one call from the JSON text of their list; kept as those of `probe`."""
        values, twins = _wires(text), _wires(text)
        # Without a tag a wire value is the argument itself, and so it is nearly always.
        if _TAG in text:
            self._shared.clear()
            apart = Pool(self._numbers)
            values = [build(wire, self) for wire in values]
            twins = [
                _Before(value) if type(wire) is dict and wire.get("t") == "same" else build(wire, apart)
                for value, wire in zip(values, twins, strict=True)
            ]
        self._earlier[probe] = values
        return Arguments(values, twins)

    def number(self, tag: str) -> Number:
        """The class of exact numbers that a tag names."""
        return self._numbers[tag]

    def share(self, number: object, made: object) -> object:
        """Keep the object that is defined under this number; returns it."""
        if number is not None:
            self._shared[number] = made
        return made

    def shared(self, number: object) -> object:
        """The object defined under this number in the same call."""
        return self._shared[number]

    def earlier(self, probe: object, argument: object) -> object:
        """The very object that an earlier probe was given; both are indices."""
        if type(probe) is int and type(argument) is int:
            return self._earlier[probe][argument]
        raise _malformed([probe, argument])


def numbers_in(text: str) -> dict[str, Number]:
    """The classes of exact numbers that a wire text needs, to be had before a program is started."""
    numbers: dict[str, Number] = {}
    if '"fraction"' in text:
        from fractions import Fraction  # noqa: PLC0415 - slow to import, and seldom needed

        numbers["fraction"] = Fraction
    if '"decimal"' in text:
        from decimal import Decimal  # noqa: PLC0415 - as above

        numbers["decimal"] = Decimal
    return numbers


def build(wire: Wire, pool: Pool) -> object:
    """A new object for a wire value; raises ValueError for one that stands for no argument."""
    try:
        return _build(wire, pool, None)
    except (AttributeError, LookupError, TypeError, ValueError, ArithmeticError) as error:
        raise _malformed(wire) from error


def _build(wire: Wire, pool: Pool, number: object) -> object:
    """`number` is the one under which other places of the call refer to this object."""
    if type(wire) is list:
        items: list[object] = []
        pool.share(number, items)
        items.extend(_build(item, pool, None) for item in wire)
        return items
    if type(wire) is not dict:
        return wire
    tag = wire.get("t", "plain")
    if tag in ("plain", "dict"):
        pairs = wire["v"] if "t" in wire else wire.items()
        made: dict[object, object] = {}
        pool.share(number, made)
        for key, item in pairs:
            made[_build(key, pool, None)] = _build(item, pool, None)
        return made
    if tag == "def":
        return _build(wire["v"], pool, wire["id"])
    if tag == "ref":
        return pool.shared(wire["id"])
    if tag == "same":
        return pool.earlier(wire["probe"], wire["arg"])
    return pool.share(number, _tagged(tag, wire["v"], pool))


def _tagged(tag: object, content: object, pool: Pool) -> object:
    if tag == "int" and type(content) is str:
        return int(content, 16)
    if tag == "float" and type(content) is str:
        return float(content)
    if tag == "bytes" and type(content) is str:
        return bytes.fromhex(content)
    if tag == "str" and type(content) is str:
        return content
    if tag == "decimal":
        return pool.number("decimal")(content)
    if type(content) is list:
        items = [_build(item, pool, None) for item in content]
        if tag == "complex":
            real, imag = items
            if type(real) is float and type(imag) is float:
                return complex(real, imag)
        if tag == "fraction":
            return pool.number("fraction")(*(int(part, 16) for part in content))
        makers: dict[object, Callable[[list[object]], object]] = {
            "tuple": tuple,
            "list": list,
            "set": set,
            "frozenset": frozenset,
        }
        return makers[tag](items)
    raise _malformed({"t": tag})


def _wires(text: str) -> list[Wire]:
    wires = parse_json(text)
    if type(wires) is not list:
        raise _malformed(wires)
    return wires


def _malformed(wire: Wire) -> ValueError:
    return ValueError(f"this stands for no argument: {json_text(wire)[:200]}")


# --- comparing --------------------------------------------------------------------------------


def _is_unchanged(value: object, twin: object) -> bool:
    try:
        return _text(value) == twin.text if type(twin) is _Before else _is_like(value, twin)
    except BaseException:  # noqa: BLE001 - too deep, no memory, or a thread or signal of the program's
        return _text(value) == _text(twin)


def _is_like(value: object, twin: object) -> bool:
    """Whether both are built alike, looking no further than `twin` goes and running no program's code."""
    kind = type(twin)
    if type(value) is not kind:
        return False
    if kind in _SCALARS:
        return value == twin or _text(value) == _text(twin)  # the latter for nan
    if isinstance(value, (list, tuple)) and isinstance(twin, (list, tuple)):
        return len(value) == len(twin) and all(map(_is_like, value, twin))
    if isinstance(value, dict) and isinstance(twin, dict):
        return (
            len(value) == len(twin)
            and all(map(_is_like, value, twin))
            and all(map(_is_like, value.values(), twin.values()))
        )
    return _text(value) == _text(twin)


def _text(value: object) -> str:
    return json_text(capture(value))
