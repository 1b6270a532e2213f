from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from web.bench_figures import PARTS
from web.bench_options import BenchOptions, add_bench_options, read_bench_options
from web.engine import ENGINES


def read(*words: str) -> BenchOptions:
    parser = argparse.ArgumentParser()
    add_bench_options(parser)
    return read_bench_options(parser.parse_args(words))


def test_without_options_all_is_measured_in_five_rounds() -> None:
    assert read() == BenchOptions(ENGINES, 5, PARTS, None, markdown=False)


def test_all_can_be_narrowed() -> None:
    options = read(
        *("--browsers", "firefox", "--rounds", "7", "--only", "ready", "--json", "out.json", "--markdown")
    )
    assert options == BenchOptions(("firefox",), 7, ("ready",), Path("out.json"), markdown=True)


def test_names_come_in_our_order_and_once() -> None:
    options = read("--browsers", "webkit, chromium,webkit", "--only", "slow,stop,slow")
    assert (options.browsers, options.parts) == (("chromium", "webkit"), ("stop", "slow"))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--browsers", "opera"], "'opera' is no browser; there are chromium, firefox, webkit"),
        (["--browsers", ""], "'' is no browser"),
        (["--only", "ready,speed"], "'speed' is no part; there are ready, stop, check, bytes, memory, slow"),
        (["--rounds", "0"], "'0' is no number from 1 to 100"),
        (["--rounds", "101"], "'101' is no number from 1 to 100"),
        (["--rounds", "five"], "'five' is no number from 1 to 100"),
        (["--rounds", "²"], "'²' is no number from 1 to 100"),
        (["--rounds", "-1"], "from 1 to 100"),
    ],
)
def test_a_slip_is_told(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        read(*words)
    assert caught.value.code == 2
    assert told in capsys.readouterr().err
