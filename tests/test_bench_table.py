from __future__ import annotations

import pytest

from web.bench_figures import Figure, Unit
from web.bench_table import markdown_table, text_table


def row(
    title: str,
    bare: float | None,
    ours: float | None,
    *,
    unit: Unit = "ms",
    target: str = "",
    reached: bool | None = None,
) -> Figure:
    ratio = ours / bare if bare and ours is not None else None
    return Figure("chromium", title, title, unit, bare, ours, 5, ratio, target, reached)


ROWS = [
    row("ready", 3050, 920.4, target="≤ 0.35", reached=True),
    row("Stop", 2000, 9.04, target="≤ 0.05", reached=False),
    row("sent", 13_528_000, 11_720_000, unit="bytes"),
    row("requests", 7, 10, unit="count"),
    row("Check", None, None, target="< 100 ms"),
]


def test_a_table_has_its_numbers_to_the_right() -> None:
    assert text_table(ROWS).split("\n") == [
        "              bare      ours  ratio  target    reached",
        "------------------------------------------------------",
        "ready      3050 ms    920 ms   0.30  ≤ 0.35    yes",
        "Stop       2000 ms    9.0 ms  0.005  ≤ 0.05    NO",
        "sent      13.53 MB  11.72 MB   0.87",
        "requests         7        10   1.43",
        "Check            –         –      –  < 100 ms",
    ]


def test_the_same_in_markdown() -> None:
    assert markdown_table(ROWS).split("\n") == [
        "|  | bare | ours | ratio | target | reached |",
        "| --- | ---: | ---: | ---: | --- | --- |",
        "| ready | 3050 ms | 920 ms | 0.30 | ≤ 0.35 | yes |",
        "| Stop | 2000 ms | 9.0 ms | 0.005 | ≤ 0.05 | NO |",
        "| sent | 13.53 MB | 11.72 MB | 0.87 |  |  |",
        "| requests | 7 | 10 | 1.43 |  |  |",
        "| Check | – | – | – | < 100 ms |  |",
    ]


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        (9.96, "ms", "10.0 ms"),
        (10, "ms", "10 ms"),
        (0, "ms", "0.0 ms"),
        (0, "bytes", "0.00 MB"),
        (5_000, "bytes", "0.01 MB"),
        (0, "count", "0"),
    ],
)
def test_small_amounts_are_shown_too(value: float, unit: Unit, shown: str) -> None:
    assert f"| {shown} | – |" in markdown_table([row("x", None, value, unit=unit)])
