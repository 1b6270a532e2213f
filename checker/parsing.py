"""JSON text from elsewhere, parsed without fear of how deep it is nested.

In a browser Python runs on the stack of JavaScript: nesting that is too deep there ends the
interpreter instead of raising RecursionError. So it is measured before anything is parsed.
"""

from __future__ import annotations

import json
import re
from itertools import accumulate

__all__ = ["MAX_NESTING", "parse"]

MAX_NESTING = 240
"""Deepest nesting of brackets: 64 levels of values take at most three brackets each."""

# All that is no bracket, strings whole, even one that never ends: each character is looked at once.
_BETWEEN = re.compile(r'(?:[^"\[\]{}]++|"(?:[^"\\]++|\\.)*+(?:"|\Z|\\\Z))++', re.DOTALL)
_STEP = {"[": 1, "{": 1, "]": -1, "}": -1}


def parse(text: str) -> object:
    """The value of a JSON text; raises ValueError for anything else, and for NaN and Infinity."""
    if text.count("[") + text.count("{") > MAX_NESTING and _nesting(text) > MAX_NESTING:
        raise ValueError("nested too deep")
    return _DECODER.decode(text)


def _nesting(text: str) -> int:
    """The deepest nesting of brackets outside of strings."""
    brackets = _BETWEEN.sub("", text)
    return max(accumulate(map(_STEP.__getitem__, brackets)), default=0)


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


_DECODER = json.JSONDecoder(parse_constant=_no_constant)
