from __future__ import annotations

from collections.abc import Iterable

import pytest

from checker.lines import Lines


class Typed:
    """Somebody who types these lines, and then nothing more."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.waiting = list(lines)
        self.asked = 0
        self.stream = Lines(self._next)

    def _next(self) -> str | None:
        self.asked += 1
        return self.waiting.pop(0) if self.waiting else None


def test_a_line_is_asked_for_only_when_it_is_wanted() -> None:
    typed = Typed(["a", "b"])
    assert typed.asked == 0
    assert typed.stream.readline() == "a\n"
    assert typed.asked == 1


def test_an_empty_line_is_not_the_end() -> None:
    typed = Typed(["", "x"])
    assert [typed.stream.readline() for _ in range(3)] == ["\n", "x\n", ""]


def test_a_loop_over_the_lines_goes_to_their_end() -> None:
    assert list(Typed(["ä", "", "🦊"]).stream) == ["ä\n", "\n", "🦊\n"]
    assert Typed(["a", "b"]).stream.readlines() == ["a\n", "b\n"]


@pytest.mark.parametrize("size", [None, -1])
def test_read_takes_all(size: int | None) -> None:
    assert Typed(["a", "b"]).stream.read(size) == "a\nb\n"


def test_what_one_way_of_reading_leaves_the_next_one_finds() -> None:
    stream = Typed(["abc", "d"]).stream
    assert stream.read(0) == ""
    assert stream.read(2) == "ab"
    assert stream.readline(0) == ""
    assert stream.readline(5) == "c\n"
    assert stream.readline(-1) == "d\n"


def test_read_asks_for_no_more_than_it_needs() -> None:
    typed = Typed(["abc", "d"])
    assert typed.stream.read(4) == "abc\n"
    assert typed.asked == 1


def test_after_the_end_nobody_is_asked_until_the_next_run() -> None:
    typed = Typed([])
    assert (typed.stream.read(), typed.stream.readline(), list(typed.stream)) == ("", "", [])
    assert typed.asked == 1
    typed.waiting = ["neu"]
    typed.stream.renew()
    assert typed.stream.readline() == "neu\n"


def test_the_rest_of_a_line_is_gone_with_the_next_run() -> None:
    typed = Typed(["abc", "d"])
    typed.stream.read(1)
    typed.stream.renew()
    assert typed.stream.readline() == "d\n"


def test_it_behaves_like_a_stream_to_read_from() -> None:
    stream = Typed(["a"]).stream
    stream.close()
    assert (stream.readable(), stream.writable(), stream.isatty(), stream.closed) == (
        True,
        False,
        False,
        False,
    )
    assert stream.readline() == "a\n"
