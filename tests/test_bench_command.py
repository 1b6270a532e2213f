from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from web import bench, commands, site
from web.bench_options import BenchOptions
from web.browser import Found
from web.engine import ENGINES, EngineName
from web.environment import ENTERED
from web.faults import HostFault
from web.node import Node
from web.steps import Steps

CHROMIUM = Path("/usr/bin/chromium")


class Wired:
    """`build.py bench` with all that it calls replaced."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: list[str] = []
        self.wanted: list[tuple[EngineName, ...]] = []
        self.options: list[BenchOptions] = []
        self.find: Callable[[EngineName], Path | None] = lambda name: None
        monkeypatch.setattr(commands, "is_inside", lambda root: True)
        monkeypatch.setenv(ENTERED, "1")
        monkeypatch.setattr(commands, "find_node", lambda: Node(Path("/opt/node"), Path("/opt/npm")))
        monkeypatch.setattr(commands, "ensure_packages", lambda *_: False)
        monkeypatch.setattr(commands, "find_browsers", self._browsers)
        monkeypatch.setattr(site, "build_site", self._build)
        monkeypatch.setattr(bench, "bench_command", self._measure)

    def _browsers(self, _: Steps, names: Sequence[EngineName]) -> Found:
        self.wanted.append(tuple(names))
        return Found({"chromium": CHROMIUM}, {"webkit": "Install WebKitGTK."})

    def _build(self, *_: object) -> bool:
        self.done.append("build")
        return True

    def _measure(
        self, root: Path, options: BenchOptions, steps: Steps, find: Callable[[EngineName], Path | None]
    ) -> int:
        self.done.append("measure")
        self.options.append(options)
        self.find = find
        return 2


@pytest.fixture
def wired(monkeypatch: pytest.MonkeyPatch) -> Iterator[Wired]:
    before = signal.getsignal(signal.SIGTERM)
    yield Wired(monkeypatch)
    signal.signal(signal.SIGTERM, before)


def test_the_site_is_built_before_it_is_measured_and_the_code_is_the_benchs(
    wired: Wired, tmp_path: Path
) -> None:
    assert commands.main(tmp_path, ["bench", "--browsers", "webkit,chromium", "--only", "ready"]) == 2
    assert wired.done == ["build", "measure"]
    assert wired.wanted == [("chromium", "webkit")]
    assert wired.options == [BenchOptions(("chromium", "webkit"), 5, ("ready",), None, markdown=False)]


def test_without_names_all_are_measured_that_can_be_had(wired: Wired, tmp_path: Path) -> None:
    commands.main(tmp_path, ["bench"])
    assert wired.wanted == [()]
    assert wired.options[0].browsers == ENGINES
    assert wired.find("chromium") == CHROMIUM
    with pytest.raises(HostFault, match=r"Install WebKitGTK\."):
        wired.find("webkit")


def test_whoever_ends_the_bench_ends_what_it_started(wired: Wired, tmp_path: Path) -> None:
    commands.main(tmp_path, ["bench"])
    # An exception on its way out: every browser is ended as it passes.
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGTERM)


def test_a_slip_is_told_before_anything_is_done(
    wired: Wired, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        commands.main(tmp_path, ["bench", "--only", "speed"])
    assert caught.value.code == 2
    assert "'speed' is no part" in capsys.readouterr().err
    assert wired.done == []
