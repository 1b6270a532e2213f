"""Where results go: files written whole or not at all, and what a terminal can show."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from checker.output import Progress, file_to_write, style_of


def test_a_fault_while_writing_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    target.write_text("before")

    def fail_half_way() -> None:
        with file_to_write(target) as stream:
            stream.write("half")
            raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        fail_half_way()
    assert target.read_text() == "before"
    assert list(tmp_path.iterdir()) == [target]


def test_a_link_stays_a_link_and_a_device_a_device(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("before")
    (tmp_path / "link.txt").symlink_to("real.txt")
    with file_to_write(tmp_path / "link.txt") as stream:
        stream.write("after")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text() == "after"
    with file_to_write(Path(os.devnull)) as stream:
        stream.write("nothing")
    assert not Path(os.devnull).is_file()


class Terminal:
    """A stream as far as is asked of one."""

    def __init__(self, *, encoding: str = "utf-8", terminal: bool = True) -> None:
        self.encoding = encoding
        self.terminal = terminal
        self.text = ""

    def isatty(self) -> bool:
        return self.terminal

    def write(self, text: str) -> None:
        self.text += text

    def flush(self) -> None:
        pass


def test_colours_are_for_terminals_and_can_be_refused() -> None:
    def colour(environment: dict[str, str], *, terminal: bool = True) -> bool:
        return style_of(Terminal(terminal=terminal), environment).colour  # type: ignore[arg-type]

    assert colour({"TERM": "xterm", "WT_SESSION": "1"})
    assert not colour({"TERM": "xterm"}, terminal=False)
    assert not colour({"NO_COLOR": "1"})
    assert not colour({"TERM": "dumb"})


def test_signs_fit_the_encoding() -> None:
    assert style_of(Terminal(), {}).signs  # type: ignore[arg-type]
    assert not style_of(Terminal(encoding="ascii"), {}).signs  # type: ignore[arg-type]
    assert not style_of(Terminal(encoding="nonsense"), {}).signs  # type: ignore[arg-type]


def test_progress_is_a_line_that_goes_away_and_for_terminals_only() -> None:
    terminal, file = Terminal(), Terminal(terminal=False)
    for stream in (terminal, file):
        progress = Progress(stream, 3)  # type: ignore[arg-type]
        progress.hide()
        progress.show(1)
        progress.hide()
    assert terminal.text == "\r\x1b[K1/3 …\r\x1b[K"
    assert file.text == ""
