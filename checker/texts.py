"""What is said to a learner: one catalogue a language, each text under a key.

A catalogue is two TOML files in `texts/`, what exceptions mean being one of its own; their tables make
dotted keys ("kind.percent"). A text names the fields it is filled with in braces; literal braces are doubled.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

__all__ = ["LANGUAGES", "catalogue", "say"]

LANGUAGES = ("de", "en")

_FILES = ("{}.toml", "errors.{}.toml")


def say(language: str, key: str, **fields: object) -> str:
    """The text `key` in `language`, filled with `fields`.

    Raises LookupError for a language, a key or a field that is not there: a fault of ours.
    """
    return catalogue(language)[key].format(**fields)


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """All texts of a language by their dotted keys."""
    # Only who speaks needs them, and they are slow to import.
    import pkgutil  # noqa: PLC0415
    import tomllib  # noqa: PLC0415

    if language not in LANGUAGES:
        raise LookupError(f"no texts in {language!r}, only in {', '.join(LANGUAGES)}")
    # Through the package's loader: a wheel that is imported without being unpacked has no files.
    contents = [pkgutil.get_data(__package__, f"texts/{file.format(language)}") or b"" for file in _FILES]
    return {
        key: text for content in contents for key, text in _flat("", tomllib.loads(content.decode("utf-8")))
    }


def _flat(prefix: str, table: Mapping[str, object]) -> list[tuple[str, str]]:
    texts: list[tuple[str, str]] = []
    for key, found in table.items():
        if isinstance(found, dict):
            texts += _flat(f"{prefix}{key}.", found)
        else:
            texts.append((prefix + key, str(found).strip()))
    return texts
