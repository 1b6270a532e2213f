"""The calls of hand-written cases in wire form, and back: for the plan, for a rerun, for showing.

Beyond the wire form of values: a mutable object that stands in several places of one call is
written once as {"t": "def", "id": 1, "v": …} and then as {"t": "ref", "id": 1}; a whole argument
that is the object of an earlier call is {"t": "same", "probe": i, "arg": j}.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

from checker.model import Case, SameObject, Value, ValueKind, Wire
from checker.wire import read, write

__all__ = ["Calls", "Unwritable", "argument_values", "arguments_alone", "arguments_size", "arguments_to_wire"]

_MAX_DEPTH = 50
_MAX_BITS = 100_000
_SCALARS: Mapping[type, ValueKind] = {
    type(None): ValueKind.NONE,
    bool: ValueKind.BOOL,
    int: ValueKind.INT,
    float: ValueKind.FLOAT,
    complex: ValueKind.COMPLEX,
    str: ValueKind.STR,
    bytes: ValueKind.BYTES,
}
_BY_NAME = {"Fraction": ValueKind.FRACTION, "Decimal": ValueKind.DECIMAL}
_MUTABLE = (list, dict, set)

Calls = Sequence[tuple[Wire, ...]]
"""The arguments of every call of a run, in order."""


class Unwritable(ValueError):  # noqa: N818 - it names what was found
    """An argument that has no wire form, or names a case that is not there: for the author to mend."""


# --- Python values to wire --------------------------------------------------------------------


def arguments_to_wire(cases: Sequence[Case]) -> tuple[tuple[Wire, ...], ...]:
    """The arguments of each case in wire form, the cases being called in this order in one run.

    The same cases give the same text every time. Raises Unwritable.
    """
    probes = {case.name: index for index, case in enumerate(cases) if case.name is not None}
    calls: list[tuple[Wire, ...]] = []
    for index, case in enumerate(cases):
        writer = _Writer(case.args)
        args = [
            _same(arg, probes, index, calls) if isinstance(arg, SameObject) else writer.write(arg, 0)
            for arg in case.args
        ]
        calls.append(tuple(args))
    return tuple(calls)


def _same(arg: SameObject, probes: Mapping[str, int], index: int, calls: Calls) -> Wire:
    probe = probes.get(arg.case)
    if probe is None or probe >= index:
        raise Unwritable(f"SameObject names the case {arg.case!r}, which is no earlier case")
    if not 0 <= arg.argument < len(calls[probe]):
        raise Unwritable(f"SameObject names argument {arg.argument} of {arg.case!r}, which has none such")
    return {"t": "same", "probe": probe, "arg": arg.argument}


class _Writer:
    """Writes the arguments of one call, knowing which mutable objects stand in several places."""

    __slots__ = ("ids", "shared")

    def __init__(self, args: tuple[object, ...]) -> None:
        self.shared: set[int] = set()
        self.ids: dict[int, int] = {}
        self.count(args, set(), 0)

    def count(self, value: object, seen: set[int], depth: int) -> None:
        if depth > _MAX_DEPTH + 1:
            raise Unwritable(f"an argument is nested more than {_MAX_DEPTH} deep")
        if isinstance(value, _MUTABLE):
            if id(value) in seen:
                self.shared.add(id(value))
                return
            seen.add(id(value))
        for item in _items(value):
            self.count(item, seen, depth + 1)

    def write(self, value: object, depth: int) -> Wire:
        if depth > _MAX_DEPTH:
            raise Unwritable(f"an argument is nested more than {_MAX_DEPTH} deep")
        if id(value) not in self.shared:
            return self.content(value, depth)
        if id(value) in self.ids:
            return {"t": "ref", "id": self.ids[id(value)]}
        number = self.ids[id(value)] = len(self.ids) + 1
        return {"t": "def", "id": number, "v": self.content(value, depth)}

    def content(self, value: object, depth: int) -> Wire:
        if type(value) is list:
            return [self.write(item, depth + 1) for item in value]
        if type(value) is dict:
            return self.entries(value, depth)
        if type(value) is tuple:
            return {"t": "tuple", "v": [self.write(item, depth + 1) for item in value], "n": len(value)}
        if type(value) in (set, frozenset):
            # In the order of their texts, not of their hashes, which differ from start to start.
            items = sorted([self.write(item, depth + 1) for item in _items(value)], key=_text)
            return {"t": type(value).__name__, "v": items, "n": len(items)}
        return _scalar(value)

    def entries(self, value: Mapping[object, object], depth: int) -> Wire:
        if all(type(key) is str and key != "t" for key in value):
            return {str(key): self.write(item, depth + 1) for key, item in value.items()}
        pairs: list[Wire] = [
            [self.write(key, depth + 1), self.write(item, depth + 1)] for key, item in value.items()
        ]
        return {"t": "dict", "v": pairs, "n": len(pairs)}


def _items(value: object) -> Sequence[object]:
    if isinstance(value, dict):
        return [part for pair in value.items() for part in pair]
    return list(value) if isinstance(value, (list, tuple, set, frozenset)) else ()


def _scalar(value: object) -> Wire:
    kind = _SCALARS.get(type(value))
    if kind is None and type(value).__module__ in ("fractions", "decimal"):
        kind = _BY_NAME.get(type(value).__name__)
    if kind is None:
        where = "; SameObject stands for a whole argument only" if isinstance(value, SameObject) else ""
        raise Unwritable(f"an argument of type {type(value).__name__} cannot be written{where}")
    if isinstance(value, int) and value.bit_length() > _MAX_BITS:
        raise Unwritable(f"an int of more than {_MAX_BITS} bits cannot be written")
    return write(Value(kind, value, length=len(value) if isinstance(value, (str, bytes)) else None))


def _text(wire: Wire) -> str:
    return json.dumps(wire, sort_keys=True)


# --- wire to wire, and to values --------------------------------------------------------------


def arguments_size(args: tuple[Wire, ...]) -> int:
    """How large a call is: the length of its arguments' JSON text."""
    return len(json.dumps(list(args)))


def arguments_alone(calls: Calls, index: int) -> tuple[Wire, ...]:
    """The arguments of call `index` without the calls before: "same" becomes that object's first content."""
    writer = _Alone(calls)
    return tuple([writer.write(arg, index) for arg in calls[index]])


class _Alone:
    """Rewrites arguments so that ids of several calls meet in one, each object defined at its first use."""

    __slots__ = ("calls", "definitions", "ids")

    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.ids: dict[tuple[object, ...], int] = {}
        self.definitions: dict[int, dict[object, Wire]] = {}

    def write(self, wire: Wire, call: int) -> Wire:
        match _tag(wire), wire:
            case "same", {"probe": int(probe), "arg": int(arg)}:
                target = self.calls[probe][arg]
                if _tag(target) in ("same", "ref", "def"):
                    return self.write(target, probe)
                return self.shared(("same", probe, arg), target, probe)
            case "def" | "ref", {"id": int(number)}:
                return self.shared(("id", call, number), self.defined(call)[number], call)
        return _mapped(wire, lambda part: self.write(part, call))

    def shared(self, key: tuple[object, ...], content: Wire, call: int) -> Wire:
        if not isinstance(content, (list, dict)):
            return content
        if key in self.ids:
            return {"t": "ref", "id": self.ids[key]}
        number = self.ids[key] = len(self.ids) + 1
        return {"t": "def", "id": number, "v": _mapped(content, lambda part: self.write(part, call))}

    def defined(self, call: int) -> dict[object, Wire]:
        if call not in self.definitions:
            found = self.definitions[call] = {}
            for arg in self.calls[call]:
                _definitions(arg, found)
        return self.definitions[call]


def argument_values(calls: Calls, index: int) -> tuple[Value, ...]:
    """The arguments of call `index` as values, every reference replaced by what it stands for."""
    args = arguments_alone(calls, index)
    found: dict[object, Wire] = {}
    for arg in args:
        _definitions(arg, found)
    return tuple([read(_inlined(arg, found, ())) for arg in args])


def _inlined(wire: Wire, definitions: Mapping[object, Wire], within: tuple[object, ...]) -> Wire:
    if isinstance(wire, dict) and _tag(wire) in ("def", "ref"):
        number = wire["id"]
        if number in within:
            return {"t": "cycle"}
        return _inlined(definitions[number], definitions, (*within, number))
    return _mapped(wire, lambda part: _inlined(part, definitions, within))


def _definitions(wire: Wire, found: dict[object, Wire]) -> Wire:
    """Collect what the ids below `wire` stand for; gives `wire` back, to walk on with `_mapped`."""
    if isinstance(wire, dict) and _tag(wire) == "def":
        found[wire["id"]] = wire["v"]
        _definitions(wire["v"], found)
    else:
        _mapped(wire, lambda part: _definitions(part, found))
    return wire


def _tag(wire: Wire) -> object:
    return wire.get("t") if isinstance(wire, dict) else None


def _mapped(wire: Wire, change: Callable[[Wire], Wire]) -> Wire:
    """`wire` with each value right below it changed."""
    if isinstance(wire, list):
        return [change(item) for item in wire]
    if not isinstance(wire, dict):
        return wire
    if "t" not in wire:
        return {key: change(item) for key, item in wire.items()}
    if wire["t"] in ("tuple", "list", "set", "frozenset"):
        return wire | {"v": [change(item) for item in wire["v"]]}
    if wire["t"] == "dict":
        return wire | {"v": [[change(part) for part in pair] for pair in wire["v"]]}
    return wire
