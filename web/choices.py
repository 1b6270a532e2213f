"""Names with commas between, as an option of a command line takes them."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import TypeVar

__all__ = ["several"]

Name = TypeVar("Name", bound=str)


def several(what: str, known: Sequence[Name]) -> Callable[[str], tuple[Name, ...]]:
    """For `type=` of argparse: gives those of `known` that are named, once and in the order of `known`.

    For another name, and for none, an error of argparse with all that there are; `what` says what they are.
    """

    def read(text: str) -> tuple[Name, ...]:
        named = [part.strip() for part in text.split(",")]
        for name in named:
            if name not in known:
                raise argparse.ArgumentTypeError(f"{name!r} is no {what}; there are {', '.join(known)}")
        return tuple(name for name in known if name in named)

    return read
