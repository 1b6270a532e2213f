"""Any Python object as wire data.

A value is read by its exact type and through the methods of the builtin type that it derives from,
so that nothing that a program defines is asked what the value is. The one exception is an iterator,
whose items can be had in no other way.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MemberDescriptorType, WrapperDescriptorType

from checker.jsontext import json_text
from checker.model import Wire

__all__ = ["bounded", "capture", "plain", "type_name"]

# The functions below keep the builtins of this moment, whatever a program does to the shared ones.
globals()["__builtins__"] = dict(vars(builtins))

DEPTH = 50
NODES = 10_000
TEXT = 16 * 1024
BYTES = 4 * 1024
ITEMS = 20
INT_BITS = 100_000
ALL_BITS = 1_000_000
NAME = 100

_PLAIN_INT = 2**53
_TRIES = 3

# Methods of the builtin types themselves: a subclass's own are never asked.
_NAME_OF = vars(type)["__name__"].__get__
_MODULE_OF = vars(type)["__module__"].__get__
_BASES_OF = vars(type)["__mro__"].__get__
_DICT_OF = vars(type)["__dict__"].__get__
_EXACT_INT: Callable[[object], int] = vars(int)["__index__"]
_EXACT_FLOAT: Callable[[object], float] = vars(float)["__float__"]
_EXACT_COMPLEX: Callable[[object], complex] = vars(complex)["__complex__"]
_ENTRIES: Callable[[object], Iterable[tuple[object, object]]] = vars(dict)["items"]
_NEXT: Callable[[object], object] = next  # type: ignore[assignment]  # any object: it may raise TypeError

_COLLECTIONS = (tuple, list, set, frozenset)
_BLOBS = (bytes, bytearray)
_WITH_ITEMS: tuple[type, ...] = (range, type({}.keys()), type({}.values()), type({}.items()))

_LENGTH_OF: Mapping[type, Callable[[object], int]] = {
    kind: vars(kind)["__len__"] for kind in (str, dict, *_COLLECTIONS, *_BLOBS)
}
_ITEMS_OF: Mapping[type, Callable[[object], Iterator[object]]] = {
    kind: vars(kind)["__iter__"] for kind in (*_COLLECTIONS, *_WITH_ITEMS)
}

# --- names and texts --------------------------------------------------------------------------


def plain(text: str, limit: int) -> str:
    """The beginning of `text` as an exact str that every encoding can hold."""
    kept = str.__getitem__(text, slice(0, limit))
    return kept if kept.isascii() else kept.encode("utf-8", "backslashreplace").decode("utf-8")[:limit]


def bounded(text: str, limit: int) -> str:
    """Like `plain`, and in no more than `limit` characters it says that there is more."""
    kept = plain(text, limit + 1)
    return kept if len(kept) <= limit else kept[: limit - 1] + "…"


def type_name(kind: type, *, qualified: bool = False) -> str:
    """The name of a class; `qualified` puts its module before it unless that is the program's own."""
    name = plain(_NAME_OF(kind), NAME)
    if qualified:
        module = _module_name(kind)
        if module not in {"", "builtins", "__main__"}:
            return f"{module}.{name}"
    return name


def _module_name(kind: type) -> str:
    try:
        module = _MODULE_OF(kind)
    except AttributeError:
        return ""
    return plain(module, NAME) if issubclass(type(module), str) else ""


def _is_named(kind: type, module: str, name: str) -> bool:
    return plain(_NAME_OF(kind), NAME) == name and _module_name(kind) == module


# --- reading ----------------------------------------------------------------------------------


class _Reader:
    """Reads one value within its limits."""

    __slots__ = ("_bits", "_bytes", "_nodes", "_path", "_text")

    def __init__(self) -> None:
        self._nodes = NODES
        self._text = TEXT
        self._bytes = BYTES
        self._bits = ALL_BITS
        self._path: set[int] = set()

    def read(self, obj: object, depth: int = 0) -> Wire:
        self._nodes -= 1
        kind = type(obj)
        if kind is str:
            return self._string(obj, None)
        if kind is float:
            return self._float(obj, None)
        if kind is int:
            return self._int(obj, None)
        if obj is None or obj is True or obj is False:
            return obj
        if kind is list or kind is tuple or kind is set or kind is frozenset:
            return self._collection(obj, kind, None, depth)
        if kind is dict:
            return self._dict(obj, None, depth)
        if kind is bytes:
            return self._blob(bytes, obj, None)
        return self._other(obj, kind, depth)

    def _other(self, obj: object, kind: type, depth: int) -> Wire:
        for base, read in (
            (str, self._string),
            (int, self._int),
            (float, self._float),
            (complex, self._complex),
        ):
            if issubclass(kind, base):
                return read(obj, None if kind is base else self._name(kind))
        for collection in _COLLECTIONS:
            if issubclass(kind, collection):
                return self._collection(obj, collection, self._name(kind), depth)
        if issubclass(kind, dict):
            return self._dict(obj, self._name(kind), depth)
        for blob in _BLOBS:
            if issubclass(kind, blob):
                return self._blob(blob, obj, self._name(kind))
        if type(obj) is memoryview:
            return self._memory(obj)
        return self._exact_number(obj, kind) or self._iterable(obj, kind, depth) or self._opaque(kind)

    def _name(self, kind: type, *, qualified: bool = False) -> str:
        name = type_name(kind, qualified=qualified)
        self._text -= len(name)
        return name if self._text >= 0 else "…"

    def _opaque(self, kind: type) -> Wire:
        return {"t": "object", "c": self._name(kind, qualified=True)}

    # scalars

    def _string(self, obj: object, name: str | None) -> Wire:
        length = _LENGTH_OF[str](obj)
        kept: str = vars(str)["__getitem__"](obj, slice(0, max(self._text, 0)))
        self._text -= length
        if len(kept) == length and name is None:
            return kept
        return _tagged("str", kept, name, length=length, cut=len(kept) < length)

    def _int(self, obj: object, name: str | None) -> Wire:
        number = _EXACT_INT(obj)
        if name is None and -_PLAIN_INT < number < _PLAIN_INT:
            return number
        bits = number.bit_length()
        if bits > INT_BITS:
            wire: dict[str, Wire] = {"t": "int", "cut": True, "bits": bits}
            return wire if name is None else wire | {"c": name}
        self._bits -= bits
        return {"t": "cut"} if self._bits < 0 else _tagged("int", hex(number), name)

    def _float(self, obj: object, name: str | None) -> Wire:
        number = _EXACT_FLOAT(obj)
        # Only a finite number less itself is nothing: inf and nan have no JSON form.
        if name is None and number - number == 0.0:
            return number
        return _tagged("float", float.__repr__(number), name)

    def _complex(self, obj: object, name: str | None) -> Wire:
        number = _EXACT_COMPLEX(obj)
        return _tagged("complex", [self._float(number.real, None), self._float(number.imag, None)], name)

    def _blob(self, base: type, obj: object, name: str | None) -> Wire:
        length = _LENGTH_OF[base](obj)
        kept: bytes = vars(base)["__getitem__"](obj, slice(0, max(self._bytes, 0)))
        self._bytes -= length
        return _tagged("bytes", kept.hex(), name, length=length, cut=len(kept) < length)

    def _memory(self, obj: memoryview) -> Wire:
        try:
            view = obj.cast("B")
            kept = bytes(view[: max(self._bytes, 0)])
        except (TypeError, ValueError, NotImplementedError):  # released, or not one block of memory
            return self._opaque(memoryview)
        self._bytes -= len(view)
        return _tagged("bytes", kept.hex(), "memoryview", length=len(view), cut=len(kept) < len(view))

    def _exact_number(self, obj: object, kind: type) -> Wire:
        """A Fraction or Decimal, known by what only those classes have; None for anything else.

        Neither module is imported for this, and one that a program has put in place of it is never
        asked: both are read through descriptors made in C that belong to the very class.
        """
        for base in _BASES_OF(kind):
            name = None if base is kind else self._name(kind)
            if _is_named(base, "fractions", "Fraction"):
                return self._fraction(obj, base, name)
            if _is_named(base, "decimal", "Decimal"):
                return self._decimal(obj, base, name)
        return None

    def _fraction(self, obj: object, base: type, name: str | None) -> Wire:
        parts = []
        for slot in ("_numerator", "_denominator"):
            member = _DICT_OF(base).get(slot)
            if type(member) is not MemberDescriptorType or member.__objclass__ is not base:
                return None
            try:
                parts.append(_EXACT_INT(member.__get__(obj, base)))
            except (AttributeError, TypeError):
                return None
        if parts[1] <= 0:
            return None
        sizes = [part.bit_length() for part in parts]
        self._bits -= sum(sizes)
        if self._bits < 0 or max(sizes) > INT_BITS:
            return {"t": "cut"}
        return _tagged("fraction", [hex(part) for part in parts], name)

    def _decimal(self, obj: object, base: type, name: str | None) -> Wire:
        written = _DICT_OF(base).get("__str__")
        if type(written) is not WrapperDescriptorType or written.__objclass__ is not base:
            return None
        text = written.__get__(obj, base)()
        self._text -= len(text)
        return {"t": "cut"} if self._text < 0 else _tagged("decimal", text, name)

    # containers

    def _collection(self, obj: object, base: type, name: str | None, depth: int) -> Wire:
        if (instead := self._instead(obj, depth)) is not None:
            return instead
        items, cut = self._items(obj, _ITEMS_OF[base](obj), depth)
        # An iterator within may have put items in or taken some out meanwhile.
        length = max(len(items), _LENGTH_OF[base](obj))
        if base is list and name is None and not cut:
            return items
        if base is set or base is frozenset:
            items.sort(key=json_text)
        return _tagged(type_name(base), items, name, length=length, cut=cut)

    def _dict(self, obj: object, name: str | None, depth: int) -> Wire:
        if (instead := self._instead(obj, depth)) is not None:
            return instead
        flat, cut = self._items(obj, _flatten(_ENTRIES(obj)), depth)
        pairs = [flat[i : i + 2] for i in range(0, len(flat) - 1, 2)]
        length = max(len(pairs), _LENGTH_OF[dict](obj))
        if name is None and not cut:
            keyed = {key: item for key, item in pairs if type(key) is str and key != "t"}
            if len(keyed) == length:
                return keyed
        return _tagged("dict", pairs, name, length=length, cut=cut)

    def _instead(self, obj: object, depth: int) -> Wire:
        """What stands for a container that can't be entered; None when it can."""
        if id(obj) in self._path:
            return {"t": "cycle"}
        return {"t": "cut"} if depth >= DEPTH else None

    def _items(self, obj: object, source: Iterable[object], depth: int) -> tuple[list[Wire], bool]:
        """The items that fit, and whether there are more."""
        items: list[Wire] = []
        self._path.add(id(obj))
        try:
            for item in source:
                if self._nodes <= 0:
                    return items, True
                items.append(self.read(item, depth + 1))
        except (RuntimeError, _BrokenIteratorError):  # a thread may change the container meanwhile
            return items, True
        finally:
            self._path.discard(id(obj))
        return items, False

    def _iterable(self, obj: object, kind: type, depth: int) -> Wire:
        """The beginning of an iterator, a range or a view of a dict; None for anything else."""
        source = obj
        if any(kind is known for known in _WITH_ITEMS):
            source = _ITEMS_OF[kind](obj)
        elif not any("__next__" in _DICT_OF(base) for base in _BASES_OF(kind)):
            return None
        if (instead := self._instead(obj, depth)) is not None:
            return instead
        # One more than is kept is asked for: that there are more is said only when it is so.
        items, cut = self._items(obj, _beginning(source), depth)
        cut = cut or len(items) > ITEMS
        return _tagged("iterator", items[:ITEMS], self._name(kind, qualified=True), cut=cut)


class _BrokenIteratorError(Exception):
    """A program's own iterator raised something, whatever it was."""


def _beginning(source: object) -> Iterator[object]:
    for _ in range(ITEMS + 1):
        try:
            item = _NEXT(source)
        except StopIteration:
            return
        except BaseException as error:
            raise _BrokenIteratorError from error
        yield item


def _flatten(entries: Iterable[tuple[object, object]]) -> Iterator[object]:
    for key, item in entries:
        yield key
        yield item


def _tagged(
    tag: str, content: Wire, name: str | None, *, length: int | None = None, cut: bool = False
) -> Wire:
    wire: dict[str, Wire] = {"t": tag, "v": content}
    if length is not None:
        wire["n"] = length
    if cut:
        wire["cut"] = True
    if name is not None:
        wire["c"] = name
    return wire


def capture(obj: object) -> Wire:
    """The wire form of `obj`; never raises."""
    for _ in range(_TRIES):
        try:
            return _Reader().read(obj)
        except BaseException:  # noqa: BLE001, S112 - a signal, a thread's interrupt, or no memory
            continue
    return {"t": "cut"}
