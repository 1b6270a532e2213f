from __future__ import annotations

import io
import sys
from typing import Any

import pytest

from checker.stream import Kept, Outlet, OutputLimit


class Heard:
    """An outlet, and what came out of it."""

    def __init__(self, limit: int = 1000) -> None:
        self.pieces: list[tuple[str, str]] = []
        self.limits = 0
        self.flushes = 0
        self.outlet = Outlet(self.take, self.at_limit, self.flush, limit)

    def take(self, name: str, text: str) -> None:
        self.pieces.append((name, text))

    def at_limit(self) -> None:
        self.limits += 1

    def flush(self) -> None:
        self.flushes += 1

    @property
    def text(self) -> str:
        return "".join(text for _, text in self.pieces)


def test_print_writes_in_order_to_both_streams() -> None:
    heard = Heard()
    print("a", 1, file=heard.outlet.stdout)
    print("b", file=heard.outlet.stderr, end="")
    heard.outlet.stdout.writelines(["c", "d"])
    assert "".join(f"{name[3]}{text}" for name, text in heard.pieces if text) == "oao o1o\nebocod"


def test_writing_returns_the_number_of_characters() -> None:
    assert Heard().outlet.stdout.write("äöü") == 3


def test_it_looks_like_a_text_stream_without_a_terminal() -> None:
    stream = Heard().outlet.stdout
    assert isinstance(stream, io.TextIOBase)
    assert (stream.name, stream.mode, stream.encoding, stream.closed) == ("<stdout>", "w", "utf-8", False)
    assert (stream.isatty(), stream.writable(), stream.readable(), stream.seekable()) == (
        False,
        True,
        False,
        False,
    )
    with pytest.raises(io.UnsupportedOperation):
        stream.fileno()
    with pytest.raises(io.UnsupportedOperation):
        stream.read()
    stream.reconfigure(encoding="latin-1", line_buffering=False)


def test_bytes_can_be_written_through_the_buffer() -> None:
    heard = Heard()
    buffer: Any = heard.outlet.stdout.buffer
    assert buffer.write("ä".encode()[:1]) == 1
    assert buffer.write(bytearray("ä".encode()[1:] + b"\xff.")) == 3
    assert heard.text == "ä\\xff."
    wrapped = io.TextIOWrapper(buffer, encoding="utf-8", line_buffering=True)
    wrapped.write("ü\n")
    assert heard.text.endswith("ü\n")
    wrapped.detach()


@pytest.mark.parametrize("value", [b"a", None, 3, ["a"]])
def test_only_text_can_be_written(value: Any) -> None:
    with pytest.raises(TypeError, match="must be str, not"):
        Heard().outlet.stdout.write(value)


def test_a_kind_of_str_is_written_as_what_it_holds() -> None:
    class Text(str):
        __slots__ = ()

        def __len__(self) -> int:
            raise AssertionError("asked")

    heard = Heard()
    assert heard.outlet.stdout.write(Text("abc")) == 3
    assert type(heard.pieces[0][1]) is str


def test_a_closed_stream_refuses_text_until_it_is_renewed() -> None:
    heard = Heard()
    stream = heard.outlet.stdout
    stream.close()
    stream.close()
    stream.flush()
    assert stream.closed
    with pytest.raises(ValueError, match="closed file"):
        stream.write("a")
    heard.outlet.renew()
    stream.write("b")
    assert heard.text == "b"


def test_a_flush_is_handed_on() -> None:
    heard = Heard()
    print("a", file=heard.outlet.stdout, flush=True)
    assert heard.flushes == 1


def test_the_limit_is_told_once_and_raised_every_time() -> None:
    heard = Heard(limit=10)
    heard.outlet.stdout.write("x" * 6)
    heard.outlet.stderr.write("x" * 4)
    assert not heard.outlet.exceeded
    for _ in range(3):
        with pytest.raises(OutputLimit):
            heard.outlet.stdout.write("yy")
    assert (heard.limits, heard.text, heard.outlet.exceeded) == (1, "x" * 10, True)


def test_a_limit_passed_stays_passed_when_the_count_begins_anew() -> None:
    heard = Heard(limit=1)
    heard.outlet.stdout.write("a")
    heard.outlet.renew(limit=1)
    heard.outlet.stdout.write("b")
    with pytest.raises(OutputLimit):
        heard.outlet.stdout.write("c")
    heard.outlet.renew(limit=100)
    with pytest.raises(OutputLimit):
        heard.outlet.stdout.write("d")


def test_the_limit_is_no_exception_that_a_program_catches_by_the_way() -> None:
    assert not issubclass(OutputLimit, Exception)


def test_the_input_has_nothing() -> None:
    stdin = Heard().outlet.stdin
    stdin.close()
    assert (stdin.read(), stdin.readline(), list(stdin), stdin.isatty(), stdin.closed) == (
        "",
        "",
        [],
        False,
        False,
    )


def test_the_attributes_of_sys_are_streams_and_the_default_hooks() -> None:
    outlet = Heard().outlet
    attributes = outlet.attributes()
    assert attributes["stdout"] is attributes["__stdout__"] is outlet.stdout
    assert attributes["unraisablehook"] is sys.__unraisablehook__


def test_what_is_kept_is_taken_once() -> None:
    kept = Kept(100)
    kept("stdout", "a")
    kept("stderr", "b")
    kept("stdout", "c")
    assert kept.take() == {"stdout": "ac", "stderr": "b"}
    assert kept.take() == {"stdout": "", "stderr": ""}


def test_more_than_is_kept_is_cut_and_said_so() -> None:
    kept = Kept(3)
    kept("stdout", "ab")
    kept("stderr", "c")
    cut_before = kept.cut
    kept("stdout", "d")
    kept("stdout", "e")
    assert (cut_before, kept.cut) == (False, True)
    assert kept.take() == {"stdout": "ab", "stderr": "c"}


def test_what_is_kept_can_be_encoded() -> None:
    kept = Kept(100)
    kept("stdout", "\udc80")
    assert kept.take()["stdout"] == "\\udc80"
