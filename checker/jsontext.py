"""JSON text that a program in the same interpreter cannot disturb.

Both ways go through the C parts of the json module, held from before any program was started: what is
done to `json.dumps` or to the builtins that its Python parts use changes nothing here.
"""

from __future__ import annotations

import json
from _json import encode_basestring_ascii, make_encoder
from collections.abc import Callable

from checker.model import Wire

__all__ = ["json_text", "parse_json"]


def _refuse(what: object) -> object:
    raise ValueError(f"no JSON value: {what!r}")


_encode = make_encoder(None, _refuse, encode_basestring_ascii, None, ":", ",", False, False, False)
_scan: Callable[[str, int], tuple[Wire, int]] = vars(json.JSONDecoder(parse_constant=_refuse))["scan_once"]


def json_text(wire: Wire) -> str:
    """The JSON text of a wire value, all in ASCII."""
    return "".join(_encode(wire, 0))


def parse_json(text: str) -> Wire:
    """The wire value of a JSON text; every string value in it is a new object.

    Raises ValueError for anything but what `json_text` writes.
    """
    try:
        wire, end = _scan(text, 0)
    except StopIteration:
        raise ValueError(f"no JSON text: {text[:40]!r}") from None
    if end != len(text):
        raise ValueError(f"more than one JSON text: {text[end : end + 40]!r}")
    return wire
