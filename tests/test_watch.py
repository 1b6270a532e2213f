from __future__ import annotations

import io
import webbrowser
from collections.abc import Callable
from pathlib import Path
from urllib.request import urlopen

import pytest

from web import watch
from web.faults import LessonFault
from web.steps import Steps
from web.watch import has_screen, serve_site, stamps


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "exercises").mkdir()
    (tmp_path / "exercises" / "lesson.md").write_text("1")
    return tmp_path


class Author:
    """Stands for time passing: at every pause the next thing happens, after the last one Ctrl-C."""

    def __init__(self, root: Path, *events: Callable[[str], None]) -> None:
        self.root = root
        self.out = io.StringIO()
        self.builds = 0
        self._events = list(events)

    def build(self) -> bool:
        self.builds += 1
        text = (self.root / "exercises" / "lesson.md").read_text()
        if "falsch" in text:
            raise LessonFault(Path("lesson.md"), 3, "Das ist falsch.")
        (self.root / "site").mkdir(exist_ok=True)
        (self.root / "site" / "index.html").write_text(text)
        return True

    def pause(self, _: float) -> None:
        if not self._events:
            raise KeyboardInterrupt
        address = self.out.getvalue().partition(" at ")[2].partition(" ")[0]
        self._events.pop(0)(address)

    def write(self, text: str) -> Callable[[str], None]:
        def event(_: str) -> None:
            (self.root / "exercises" / "lesson.md").write_text(text)

        return event

    def serve(self, *, open_browser: bool = False) -> str:
        with pytest.raises(KeyboardInterrupt):
            serve_site(
                self.root,
                Steps(self.out),
                self.build,
                host="127.0.0.1",
                port=0,
                open_browser=open_browser,
                pause=self.pause,
            )
        return self.out.getvalue()


def page(address: str) -> str:
    with urlopen(address) as answer:
        return str(answer.read().decode())


def test_the_address_is_said_and_the_page_is_there(root: Path) -> None:
    seen: list[str] = []
    author = Author(root, lambda address: seen.append(page(address)))
    assert "Serving the lessons at http://localhost:" in author.serve()
    assert seen == ["1"]


def test_a_change_is_built_and_shown(root: Path) -> None:
    seen: list[str] = []
    author = Author(root)
    author._events = [author.write("zwei"), lambda address: seen.append(page(address))]
    assert "Built anew" in author.serve()
    assert (seen, author.builds) == (["zwei"], 2)


def test_without_a_change_nothing_is_built(root: Path) -> None:
    author = Author(root, lambda _: None, lambda _: None)
    author.serve()
    assert author.builds == 1


def test_a_fault_is_said_once_and_the_page_stays_until_it_is_mended(root: Path) -> None:
    seen: list[str] = []
    author = Author(root)
    look = lambda address: seen.append(page(address))  # noqa: E731
    author._events = [author.write("falsch!"), look, look, author.write("gut!"), look]
    said = author.serve()
    assert said.count("lesson.md:3: Das ist falsch.") == 1
    assert seen == ["1", "1", "gut!"]


def test_a_first_build_that_fails_ends_it(root: Path) -> None:
    (root / "exercises" / "lesson.md").write_text("falsch")
    author = Author(root)
    with pytest.raises(LessonFault):
        serve_site(root, Steps(author.out), author.build, host="127.0.0.1", port=0, open_browser=False)


def test_a_browser_is_opened_where_there_is_a_screen(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    for screen in (False, True):
        monkeypatch.setattr(watch, "has_screen", lambda screen=screen: screen)
        Author(root).serve(open_browser=True)
    Author(root).serve(open_browser=False)
    assert len(opened) == 1
    assert opened[0].startswith("http://localhost:")


@pytest.mark.parametrize(
    ("env", "platform", "expected"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({}, "darwin", True),
        ({"SSH_CONNECTION": "x"}, "darwin", False),
        ({}, "win32", True),
    ],
)
def test_where_there_is_a_screen(env: dict[str, str], platform: str, expected: bool) -> None:
    assert has_screen(env, platform) is expected


def test_files_that_come_and_go_are_changes(root: Path) -> None:
    before = stamps(root)
    new = root / "exercises" / "new.py"
    new.write_text("")
    assert set(stamps(root)) - set(before) == {new}
    new.unlink()
    assert stamps(root) == before
