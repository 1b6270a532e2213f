"""The figures of one browser as a table: plain text for the terminal, Markdown for the README."""

from __future__ import annotations

from collections.abc import Sequence

from web.bench_figures import Figure

__all__ = ["markdown_table", "text_table"]

HEAD = ("", "bare", "ours", "ratio", "target", "reached")


def text_table(rows: Sequence[Figure]) -> str:
    """Columns of plain text, numbers to the right."""
    cells = [HEAD, *(_cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(HEAD))]
    lines = []
    for line in cells:
        first, *rest = (
            text.ljust(width) if column in {0, 4, 5} else text.rjust(width)
            for column, (text, width) in enumerate(zip(line, widths, strict=True))
        )
        lines.append("  ".join((first, *rest)).rstrip())
    lines.insert(1, "-" * (sum(widths) + 2 * (len(HEAD) - 1)))
    return "\n".join(lines)


def markdown_table(rows: Sequence[Figure]) -> str:
    """The same as a table in Markdown."""
    lines = [_markdown_line(HEAD), "| --- | ---: | ---: | ---: | --- | --- |"]
    lines += [_markdown_line(_cells(row)) for row in rows]
    return "\n".join(lines)


def _markdown_line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cells(row: Figure) -> tuple[str, ...]:
    return (
        row.title,
        _amount(row.bare, row.unit),
        _amount(row.ours, row.unit),
        "–" if row.ratio is None else f"{row.ratio:.3f}" if row.ratio < 0.1 else f"{row.ratio:.2f}",
        row.target,
        {True: "yes", False: "NO", None: ""}[row.reached],
    )


def _amount(value: float | None, unit: str) -> str:
    if value is None:
        return "–"
    match unit:
        case "ms":
            return f"{value:.0f} ms" if value >= 10 else f"{value:.1f} ms"
        case "bytes":
            return f"{value / 1e6:.2f} MB"
        case _:
            return f"{value:.0f}"
