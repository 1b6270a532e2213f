"""Values as bounded Python source text, for the learner's eyes.

What is too long is shortened in its middle, so that the beginning, the end and the shape stay. Work
is bounded by the limit, not by the value: nothing is written out to be thrown away.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from checker.model import Value, ValueKind

__all__ = ["LIMIT", "call_source", "source"]

LIMIT = 300
"""Characters of a value's source text, unless told otherwise."""

GAP = "…"
_LEAST = 12
"""Fewer characters than this are never given to a part: only a gap would be left of it."""

_INT_DIGITS = 40
"""Ints of more digits are shortened; Python itself refuses to write out more than 4,300."""

_INT_END = 12
_NAME = 60
_BRACKETS = {
    ValueKind.LIST: ("[", "]"),
    ValueKind.TUPLE: ("(", ")"),
    ValueKind.SET: ("{", "}"),
    ValueKind.FROZENSET: ("frozenset({", "})"),
    ValueKind.DICT: ("{", "}"),
    ValueKind.ITERATOR: ("<iterator: ", ">"),
}
_EMPTY = {ValueKind.SET: "set()", ValueKind.FROZENSET: "frozenset()"}


class _TooLongError(Exception):
    """The text in the making grew past its limit."""


def source(value: Value, limit: int = LIMIT) -> str:
    """`value` as Python source text of about `limit` characters at most; `<…>` where there is none."""
    whole = _whole(value, limit)
    return _shortened(value, max(limit, _LEAST)) if whole is None else whole


def call_source(name: str, args: Sequence[Value], limit: int = 2 * LIMIT) -> str:
    """A call as source text; small arguments stay whole, the large ones share what is left."""
    room = limit - len(name) - 2 * len(args)
    small = [_whole(arg, room // max(1, len(args))) for arg in args]
    large = small.count(None)
    left = room - sum(len(text) for text in small if text is not None)
    share = max(_LEAST, left // max(1, large))
    texts = [source(arg, share) if text is None else text for arg, text in zip(args, small, strict=True)]
    return f"{name}({', '.join(texts)})"


# --- written out ------------------------------------------------------------------------------


def _whole(value: Value, limit: int) -> str | None:
    """The whole source text, or None when it is longer than `limit` or the value was cut."""
    pieces: list[str] = []
    try:
        _write(value, pieces, limit)
    except _TooLongError:
        return None
    return "".join(pieces)


def _write(value: Value, pieces: list[str], left: int) -> int:
    """Append the source text of `value` to `pieces` and return how much room is left."""
    if value.cut and value.kind not in (ValueKind.INT, ValueKind.ITERATOR):
        raise _TooLongError
    opening, closing = _frame(value)
    left = _put(opening, pieces, left)
    if value.kind in _BRACKETS:
        for index, item in enumerate(value.items):
            left = _put(_separator(value.kind, index), pieces, left)
            left = _write(item, pieces, left)
        if value.cut:
            left = _put(f", {GAP}", pieces, left)
    else:
        left = _put(_scalar(value, left), pieces, left)
    return _put(closing, pieces, left)


def _put(text: str, pieces: list[str], left: int) -> int:
    if len(text) > left:
        raise _TooLongError
    pieces.append(text)
    return left - len(text)


def _separator(kind: ValueKind, index: int) -> str:
    if index == 0:
        return ""
    return ": " if kind is ValueKind.DICT and index % 2 else ", "


def _frame(value: Value) -> tuple[str, str]:
    """What stands before and after the items or the scalar of `value`."""
    opening, closing = _BRACKETS.get(value.kind, ("", ""))
    if value.kind is ValueKind.ITERATOR:
        return f"<{_name(value, 'iterator')}{': ' if value.items else ''}", closing
    if not value.items and not value.cut and value.kind in _EMPTY:
        opening, closing = _EMPTY[value.kind], ""
    elif value.kind is ValueKind.TUPLE and len(value.items) == 1 and not value.cut:
        closing = ",)"
    if value.class_name is not None and value.kind is not ValueKind.OBJECT:
        return f"{_name(value, '')}({opening}", f"{closing})"
    return opening, closing


def _name(value: Value, otherwise: str) -> str:
    name = (value.class_name or otherwise)[:_NAME]
    return name if name.isprintable() else ascii(name)


def _scalar(value: Value, left: int) -> str:
    """The source text of a value without items; much longer than `left` is never written out."""
    kind, scalar = value.kind, value.scalar
    if kind is ValueKind.OBJECT and value.class_name == "ellipsis":
        return "..."
    if kind is ValueKind.OBJECT:
        return f"<{_name(value, 'object')}>"
    if kind is ValueKind.CYCLE:
        return "[...]"
    if kind is ValueKind.CUT:
        return GAP
    if kind is ValueKind.INT:
        return _int(scalar) if isinstance(scalar, int) else f"<int, {value.length} bit>"
    if isinstance(scalar, float) and not math.isfinite(scalar):
        return f"float('{scalar!r}')"
    if kind is ValueKind.FRACTION:
        return f"Fraction({_int(getattr(scalar, 'numerator', 0))}, {_int(getattr(scalar, 'denominator', 1))})"
    if isinstance(scalar, (str, bytes)) and len(scalar) > left:
        raise _TooLongError
    return repr(scalar)


def _int(number: int) -> str:
    """All digits of a small int, of a large one the first and the last."""
    digits = int(number.bit_length() * math.log10(2)) + 1
    if digits <= _INT_DIGITS:
        return repr(number)
    size = abs(number)
    first = size // 10 ** (digits - _INT_END - 1)
    first //= 10 ** (len(repr(first)) - _INT_END)
    last = size % 10**_INT_END
    return f"{'-' if number < 0 else ''}{first}{GAP}{last:0{_INT_END}d}"


# --- shortened --------------------------------------------------------------------------------


def _shortened(value: Value, limit: int) -> str:
    """The source text of a value that does not fit into `limit`, with a gap in its middle."""
    opening, closing = _frame(value)
    room = limit - len(opening) - len(closing)
    if value.kind in _BRACKETS:
        parts = _some_items(value, room) if limit > _LEAST else [GAP]
        return opening + ", ".join(parts) + closing
    if isinstance(value.scalar, (str, bytes)):
        return opening + _shortened_text(value.scalar, room, cut=value.cut) + closing
    text = _scalar(value, limit)
    end = max(1, (room - 1) // 2)
    return opening + (text if len(text) <= room else f"{text[:end]}{GAP}{text[-end:]}") + closing


def _shortened_text(text: str | bytes, room: int, *, cut: bool) -> str:
    """The beginning of a text and, unless it was cut, its end, between quotes."""
    end = max(1, (room - 4) // 2)
    first = _escaped(text[:end], end)
    last = "" if cut else _escaped(text[max(len(first), len(text) - end) :][::-1], end, backwards=True)
    return f"{'b' if isinstance(text, bytes) else ''}'{first}{GAP}{last}'"


def _escaped(text: str | bytes, room: int, *, backwards: bool = False) -> str:
    """As many characters of `text`, as they stand between single quotes, as fit into `room`."""
    pieces: list[str] = []
    for index in range(len(text)):
        # The quote in front makes Python choose single quotes whatever follows.
        piece = (
            repr(b'"' + text[index : index + 1])[1:] if isinstance(text, bytes) else repr('"' + text[index])
        )
        room -= len(piece) - 3
        if room < 0:
            break
        pieces.append(piece[2:-1])
    return "".join(reversed(pieces) if backwards else pieces)


def _some_items(value: Value, room: int) -> list[str]:
    """The first items, a gap and the last ones, as they fit; one item alone is itself shortened."""
    step = 2 if value.kind is ValueKind.DICT else 1
    parts = [value.items[start : start + step] for start in range(0, len(value.items), step)]
    if len(parts) == 1 and not value.cut:
        return [_part(parts[0], room)]
    first: list[str] = []
    left = room - len(GAP) - 2
    for part in parts:
        # The first item gets two thirds of the room, the others only what is left of that.
        text = _part(part, max(_LEAST, left * 2 // 3)) if not first else _whole_part(part, left - room // 3)
        if text is None:
            break
        first.append(text)
        left -= len(text) + 2
    last: list[str] = []
    for part in () if value.cut else reversed(parts[len(first) :]):
        text = _whole_part(part, left)
        if text is None:
            break
        last.insert(0, text)
        left -= len(text) + 2
    gap = [GAP] if value.cut or len(first) + len(last) < len(parts) else []
    return first + gap + last


def _whole_part(part: tuple[Value, ...], room: int) -> str | None:
    texts = [_whole(value, room) for value in part]
    known = [text for text in texts if text is not None]
    text = ": ".join(known)
    return text if len(known) == len(texts) and len(text) <= room else None


def _part(part: tuple[Value, ...], room: int) -> str:
    """An item, or a dict's key and value, shortened where need be."""
    if len(part) == 1:
        return source(part[0], room)
    key = source(part[0], room // 2)
    return f"{key}: {source(part[1], max(_LEAST, room - len(key) - 2))}"
