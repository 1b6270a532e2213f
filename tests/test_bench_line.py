from __future__ import annotations

import pytest

from web.bench_line import CHUNK, SLOW, Line, Rate


class Time:
    """A clock that goes on only while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 100.0

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        assert seconds >= 0
        self.now += seconds


def line_of(rate: Rate | None) -> tuple[Line, Time]:
    time = Time()
    return Line(rate, time.clock, time.sleep), time


def test_the_slow_line_is_ten_megabits_and_forty_milliseconds() -> None:
    assert (SLOW.bytes_per_second * 8, SLOW.round_trip) == (10e6, 0.04)


def test_a_megabyte_takes_its_time_and_nothing_gets_lost() -> None:
    line, time = line_of(Rate(250_000, 0.04))
    content = bytes(range(250)) * 4000
    assert b"".join(line.carry(content)) == content
    assert time.now == pytest.approx(100 + 4)


def test_each_piece_comes_when_the_line_would_have_carried_it() -> None:
    line, time = line_of(Rate(CHUNK, 0.04))
    times = [(len(piece), time.now) for piece in line.carry(bytes(2 * CHUNK + CHUNK // 2))]
    assert [length for length, _ in times] == [CHUNK, CHUNK, CHUNK // 2]
    assert [moment for _, moment in times] == pytest.approx([101, 102, 102.5])


def test_two_that_fetch_at_once_share_the_line() -> None:
    line, time = line_of(Rate(CHUNK, 0.04))
    first, second = line.carry(bytes(2 * CHUNK)), line.carry(bytes(2 * CHUNK))
    ends = [time.now for fetched in (first, second, first, second) for _ in [next(fetched)]]
    # Four pieces of a second each, one after the other: together as slow as one alone.
    assert ends == [pytest.approx(101), pytest.approx(102), pytest.approx(103), pytest.approx(104)]


def test_an_idle_line_saves_nothing_up() -> None:
    line, time = line_of(Rate(CHUNK, 0.04))
    list(line.carry(bytes(CHUNK)))
    time.now += 50
    list(line.carry(bytes(CHUNK)))
    assert time.now == pytest.approx(100 + 1 + 50 + 1)


def test_every_question_waits_for_its_round_trip() -> None:
    line, time = line_of(SLOW)
    line.wait_round_trip()
    line.wait_round_trip()
    assert time.now == pytest.approx(100.08)


def test_without_a_rate_nothing_waits_and_the_rate_can_be_changed() -> None:
    line, time = line_of(None)
    line.wait_round_trip()
    assert list(line.carry(bytes(5 * CHUNK))) == [bytes(5 * CHUNK)]
    assert time.now == 100
    line.set_rate(Rate(CHUNK, 1))
    assert len(list(line.carry(bytes(5 * CHUNK)))) == 5
    assert time.now == pytest.approx(105)
    line.set_rate(None)
    line.wait_round_trip()
    assert time.now == pytest.approx(105)


def test_what_is_empty_takes_no_time() -> None:
    line, time = line_of(SLOW)
    assert b"".join(line.carry(b"")) == b""
    assert time.now == 100
