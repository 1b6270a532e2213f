"""Exceptions in plain words: the learner's line, what it usually means, what may have been meant.

The words depend on what all supported Pythons have in common: the exception's type, the learner's own
line, and those parts of Python's message that no version words differently.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import Formatter

from checker.meant import COMMON_NAMES
from checker.model import Raised
from checker.rules import RULES, Rule
from checker.texts import catalogue, say

__all__ = ["code_only", "explain", "explanation", "nearest", "own_line", "python_message", "says"]

_FIELD = 60
_STRING = re.compile(r"""("|')(?:[^"'\\]|\\.|(?!\1)["'])*\1?""")


def explain(language: str, raised: Raised, names: Sequence[str] = ()) -> str:
    """What `raised` usually means, with the learner's line; `names` are those the program has bound."""
    key, fields = explanation(raised, names)
    text = say(language, f"error.{key}", **fields)
    line = own_line(raised)
    return text if line is None else say(language, "error.in_line", line=line, text=text)


def python_message(raised: Raised) -> str:
    """An exception as Python says it: "ZeroDivisionError: division by zero"."""
    return f"{raised.type}: {raised.message}" if raised.message else raised.type


def says(language: str, key: str, message: str) -> bool:
    """Whether `message` holds the words of `key`, whatever their fields were filled with."""
    parts = Formatter().parse(catalogue(language)[key])
    pattern = "".join([re.escape(text) + (".*" if field is not None else "") for text, field, *_ in parts])
    return re.search(pattern, message, re.DOTALL) is not None


def own_line(raised: Raised) -> int | None:
    """The number of the learner's line: where a SyntaxError stands, else the innermost one."""
    if raised.line is not None:
        return raised.line
    return raised.frames[-1].line if raised.frames else None


def nearest(name: str, names: Sequence[str]) -> str | None:
    """The one of `names` that `name` is likely a slip of; None when none is near."""
    # Upper and lower case are slips of their own, and the likeliest.
    others = {known.lower(): known for known in reversed(names) if known != name}
    if name.lower() in others:
        return others[name.lower()]
    from difflib import get_close_matches  # noqa: PLC0415 - slow to import, and seldom needed

    found = get_close_matches(name.lower(), others, n=1, cutoff=0.75)
    return others[found[0]] if found else None


def code_only(line: str) -> str:
    """A line of a program without what stands in its texts and comments."""
    blanked = _STRING.sub(lambda text: text.group()[0] * 2, line)
    return blanked.partition("#")[0]


def explanation(raised: Raised, names: Sequence[str] = ()) -> tuple[str, dict[str, object]]:
    """The key of the first rule that fits, and the fields of its text."""
    kind = raised.type.rpartition(".")[2]
    line = code_only(_own_text(raised))
    for rule in RULES:
        if rule.types and kind not in rule.types:
            continue
        fields = _fields(rule, kind, raised.message, line)
        if fields is None:
            continue
        if rule.instead is not None:
            fields["instead"] = rule.instead.get(fields.get("name", ""), "")
        elif rule.near:
            fields["instead"] = _meant(fields.get("name", ""), names) or ""
        if fields.get("instead") == "":
            continue
        return rule.key, {**fields}
    return "other", {"type": kind}


def _meant(name: str, names: Sequence[str]) -> str | None:
    # `liste` or `summe` is a name of the learner's own, hardly a slip of `list` or `sum`.
    common = [known for known in COMMON_NAMES if not name.startswith(known) and not known.startswith(name)]
    return nearest(name, [*names, *common])


def _fields(rule: Rule, kind: str, message: str, line: str) -> dict[str, str] | None:
    """What the rule's patterns pick out, bounded; None where one of them does not fit, or they disagree."""
    fields = {"type": kind[:_FIELD]}
    for pattern, text in ((rule.message, message), (rule.line, line)):
        if pattern is not None:
            found = re.search(pattern, text)
            if found is None:
                return None
            parts = {key: (part or "")[:_FIELD] for key, part in found.groupdict().items()}
            if any(fields.get(key, part) != part for key, part in parts.items()):
                return None
            fields |= parts
    return fields


def _own_text(raised: Raised) -> str:
    if raised.text is not None:
        return raised.text
    return raised.frames[-1].text if raised.frames else ""
