"""The command line of `build.py bench`; on the standard library alone, so that a slip is told at once."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from web.bench_figures import PARTS
from web.choices import several
from web.engine import ENGINES, EngineName

__all__ = ["BenchOptions", "add_bench_options", "read_bench_options"]

ROUNDS = 5
MOST = 100


@dataclass(frozen=True, slots=True)
class BenchOptions:
    """What is to be measured, and what becomes of it."""

    browsers: tuple[EngineName, ...]
    rounds: int
    parts: tuple[str, ...]
    json: Path | None
    markdown: bool


def add_bench_options(parser: argparse.ArgumentParser) -> None:
    """The options, all with defaults."""
    parser.add_argument(
        "--browsers",
        type=several("browser", ENGINES),
        default=ENGINES,
        metavar="NAME,…",
        help=f"which of {', '.join(ENGINES)} (default: all)",
    )
    parser.add_argument(
        "--rounds",
        type=_rounds,
        default=ROUNDS,
        metavar="N",
        help="how often each page is measured (default: %(default)s; fewer give no figures to quote)",
    )
    parser.add_argument(
        "--only",
        type=several("part", PARTS),
        default=PARTS,
        metavar="PART,…",
        help=f"measure only some of {', '.join(PARTS)}",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every single value there")
    parser.add_argument("--markdown", action="store_true", help="write the tables in Markdown")


def read_bench_options(options: argparse.Namespace) -> BenchOptions:
    """What argparse found, with types."""
    browsers: tuple[EngineName, ...] = tuple(name for name in ENGINES if name in options.browsers)
    return BenchOptions(browsers, options.rounds, tuple(options.only), options.json, options.markdown)


def _rounds(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or not 1 <= int(text) <= MOST:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to {MOST}")
    return int(text)
