from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
import struct
from html import unescape
from pathlib import Path

import pytest
from lesson_sample import BODY, FRONT_MATTER, write_lesson
from recorder import Recorder

from web import site as site_module
from web.assets import Asset, Bundles, script_hash
from web.faults import HostFault, LessonFault
from web.lesson import read_lessons
from web.node import Node
from web.page import Pages
from web.process import Ran
from web.python_parts import Pyodide, Wheel
from web.site import Parts, build_site, compose, publish, site_inputs
from web.snapshot import SOURCES, Snapshot
from web.steps import Steps

NODE = Node(Path("/opt/node"), Path("/opt/npm"))
BUNDLES = Bundles(b"worker", "let frame;", b"start", b"page", b"body{}")
SNAPSHOT = Snapshot("b1", b"image", b"tree")
PYODIDE = Pyodide(b"\0asm", b"PK", '{"info":{}}', "3.14.2", "0.11.1")
WHEELS = (Wheel("micropip-0.11.1-py3-none-any.whl", b"m"), Wheel("pruefstand-0.1.0-py3-none-any.whl", b"p"))
LESSON_TEMPLATE = "{{ shell.policy }}\n<title>{{ shell.title }}</title>\n{{ shell.config | safe }}\n"
INDEX_TEMPLATE = "{{ shell.language }}{% for card in cards %} {{ card.href }}{% endfor %}"


def write_templates(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "words.toml").write_text("[de]\n[en]\n")
    (folder / "lesson.html.j2").write_text(LESSON_TEMPLATE)
    (folder / "index.html.j2").write_text(INDEX_TEMPLATE)
    return folder


def composed(root: Path, bundles: Bundles = BUNDLES) -> dict[str, bytes]:
    pages = Pages.read(write_templates(root / "templates"))
    lessons = read_lessons(root / "exercises", "3.14.2")
    assets = compose(Parts(lessons, pages, bundles, PYODIDE, WHEELS, SNAPSHOT))
    files = {asset.path: asset.content for asset in assets}
    assert len(files) == len(assets)
    return files


def mark(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:10]


# --- what the site consists of ----------------------------------------------------------------


def test_every_file_that_is_not_a_page_has_a_name_of_its_content(tmp_path: Path) -> None:
    write_lesson(tmp_path / "exercises")
    files = composed(tmp_path)
    (exercises,) = (name for name in files if "exercises" in name)
    assert exercises == f"schritte/exercises.{mark(files[exercises])}.json"
    packed = {"pyodide": PYODIDE.wasm, "worker": b"worker", "snapshot": b"image", "tree": b"tree"}
    for name, content in packed.items():
        (path,) = (path for path in files if path.startswith(f"python/{name}."))
        assert path == f"python/{name}.{mark(files[path])}.bin"
        assert gzip.decompress(files.pop(path)) == content
    assert set(files) - {exercises} == {
        "index.html",
        "schritte/index.html",
        f"assets/start.{mark(b'start')}.js",
        f"assets/page.{mark(b'page')}.js",
        f"assets/page.{mark(b'body{}')}.css",
        f"python/stdlib.{mark(PYODIDE.stdlib)}.bin",
        f"python/micropip.{mark(b'm')}.bin",
        f"python/pruefstand.{mark(b'p')}.bin",
    }


def test_the_configuration_names_files_that_are_there_with_their_sizes(tmp_path: Path) -> None:
    write_lesson(tmp_path / "exercises")
    files = composed(tmp_path)
    page = files["schritte/index.html"].decode()
    config = json.loads(page.splitlines()[2])
    assert set(config) == {
        "lesson",
        "language",
        "python",
        "build",
        "script",
        "styleNonce",
        "frame",
        "lock",
        "files",
        "wheels",
    }
    assert config["build"] == "b1"
    assert (config["lesson"], config["language"], config["python"]) == ("schritte", "de", "3.14.2")
    assert set(config["files"]) == {"wasm", "stdlib", "worker", "snapshot", "tree", "exercises"}
    for entry in (*config["files"].values(), *config["wheels"]):
        assert entry["url"].startswith("../")
        content = files[entry["url"].removeprefix("../")]
        assert len(content) == entry["bytes"]
        if "unpacked" in entry:
            assert len(gzip.decompress(content)) == entry["unpacked"]
    assert [wheel["name"] for wheel in config["wheels"]] == [wheel.name for wheel in WHEELS]


def test_the_policy_knows_the_frames_script_and_the_nonce_of_the_build(tmp_path: Path) -> None:
    write_lesson(tmp_path / "exercises")
    page = composed(tmp_path)["schritte/index.html"].decode()
    config = json.loads(page.splitlines()[2])
    policy = unescape(page.splitlines()[0])
    assert f" {script_hash('let frame;')};" in policy
    assert "<script>let frame;</script>" in config["frame"]
    assert f"'nonce-{config['styleNonce']}'" in policy
    other = composed(tmp_path, Bundles(b"worker", "let frame;", b"start", b"another", b""))[
        "schritte/index.html"
    ].decode()
    assert json.loads(other.splitlines()[2])["styleNonce"] != config["styleNonce"]


def test_the_exercises_are_handed_on_as_text(tmp_path: Path) -> None:
    write_lesson(tmp_path / "exercises")
    files = composed(tmp_path)
    (name,) = (name for name in files if name.endswith(".json"))
    assert json.loads(files[name])["exercises"]["summe"]["solution.py"] == "antwort = 2\n"


def test_the_list_names_all_lessons_in_the_language_of_the_house(tmp_path: Path) -> None:
    english = FRONT_MATTER.replace("language: de", "language: en")
    body = BODY.replace("leicht", "easy")
    write_lesson(tmp_path / "exercises", "steps", front_matter=english, body=body)
    assert composed(tmp_path)["index.html"] == b"en steps/index.html"
    write_lesson(tmp_path / "exercises")
    assert composed(tmp_path)["index.html"] == b"de schritte/index.html steps/index.html"


def test_pictures_lie_beside_their_page(tmp_path: Path) -> None:
    folder = write_lesson(tmp_path / "exercises", body=f"![Kreis](kreis.svg)\n![Kreis](kreis.svg)\n\n{BODY}")
    (folder / "kreis.svg").write_text("<svg/>")
    assert composed(tmp_path)["schritte/kreis.svg"] == b"<svg/>"


def test_a_title_can_not_break_out_of_the_page(tmp_path: Path) -> None:
    write_lesson(tmp_path / "exercises", front_matter=FRONT_MATTER.replace("Erste Schritte", "'<script>'"))
    assert "<title>&lt;script&gt;</title>" in composed(tmp_path)["schritte/index.html"].decode()


# --- writing it -------------------------------------------------------------------------------


def tree(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_a_new_site_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    site, workshop = tmp_path / "site", tmp_path / ".build"
    publish([Asset("old.html", b"old"), Asset("both.html", b"1")], site, workshop)
    publish([Asset("a/new.html", b"new"), Asset("both.html", b"2")], site, workshop)
    assert tree(site) == {"a/new.html": b"new", "both.html": b"2"}
    assert list(workshop.iterdir()) == []


def test_a_site_that_can_not_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    site, workshop = tmp_path / "site", tmp_path / ".build"
    publish([Asset("old.html", b"old")], site, workshop)
    with pytest.raises(HostFault, match=r"plain hosts don't know \.mjs"):
        publish([Asset("new.html", b"new"), Asset("new.mjs", b"")], site, workshop)
    assert tree(site) == {"old.html": b"old"}


def test_when_the_swap_fails_the_old_site_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site, workshop = tmp_path / "site", tmp_path / ".build"
    publish([Asset("old.html", b"old")], site, workshop)
    rename = Path.rename

    def refuse_the_new(self: Path, target: Path) -> Path:
        if self.name == "new":
            raise PermissionError
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", refuse_the_new)
    with pytest.raises(PermissionError):
        publish([Asset("new.html", b"new")], site, workshop)
    assert tree(site) == {"old.html": b"old"}


def test_what_an_interrupted_build_left_is_cleared_away(tmp_path: Path) -> None:
    left_over = tmp_path / ".build" / "site-abc"
    left_over.mkdir(parents=True)
    publish([Asset("a.html", b"a")], tmp_path / "site", tmp_path / ".build")
    assert not left_over.exists()


# --- building it ------------------------------------------------------------------------------


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_lesson(tmp_path / "exercises")
    write_templates(tmp_path / "web" / "templates")
    (tmp_path / "web" / "wheels.lock").write_text("micropip==0.11.1 \\\n    --hash=sha256:00\n")
    pyodide = tmp_path / "web" / "node_modules" / "pyodide"
    pyodide.mkdir(parents=True)
    lock = {"info": {"python": "3.14.2"}, "packages": {"micropip": {"version": "0.11.1"}}}
    (pyodide / "pyodide-lock.json").write_text(json.dumps(lock))
    (pyodide / "pyodide.asm.wasm").write_bytes(b"\0asm")
    (pyodide / "python_stdlib.zip").write_bytes(b"PK")
    (tmp_path / "checker").mkdir()
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "web" / "src").mkdir()
    for name in SOURCES:
        (tmp_path / "web" / name).write_text("")
    return tmp_path


def tools() -> Recorder:
    def wheel(name: str, command: list[str]) -> Ran:
        (Path(command[command.index("-d") + 1]) / name).write_bytes(name.encode())
        return Ran(0, "")

    def bundles(command: list[str]) -> Ran:
        for name in ("worker.js", "frame.js", "start.js", "page.js", "page.css"):
            (Path(command[-1]) / name).write_text(name)
        return Ran(0, "")

    def picture(command: list[str]) -> Ran:
        folder = Path(command[command.index("snapshot.mjs") + 1])
        (folder / "snapshot.bin").write_bytes(struct.pack("<II", 0, 8) + b"memory")
        (folder / "initial.bin").write_bytes(b"")
        return Ran(0, "")

    def packed_tree(command: list[str]) -> Ran:
        Path(command[command.index("tree.mjs") + 1]).write_bytes(b"tree")
        return Ran(0, "")

    return (
        Recorder()
        .when("snapshot.mjs", then=picture)
        .when("tree.mjs", then=packed_tree)
        .when("download", then=lambda command: wheel("micropip-0.11.1-py3-none-any.whl", command))
        .when("hatchling", then=lambda command: wheel("pruefstand-0.1.0-py3-none-any.whl", command))
        .when(str(NODE.program), then=bundles)
    )


def build(root: Path, run: Recorder | None = None) -> tuple[bool, str]:
    out = io.StringIO()
    return build_site(root, NODE, Steps(out), run or tools()), out.getvalue()


def test_a_second_build_without_changes_does_nothing(root: Path) -> None:
    did, said = build(root)
    assert did
    assert len(re.findall(r"… \d+\.\d s\n", said)) == 4
    before = tree(root / "site")
    run = tools()
    assert build(root, run) == (False, "")
    assert run.commands == []
    assert tree(root / "site") == before


def test_a_changed_lesson_writes_pages_and_makes_nothing_else_anew(root: Path) -> None:
    build(root)
    lesson = root / "exercises" / "schritte" / "lesson.md"
    lesson.write_text(lesson.read_text("utf-8").replace("Erste Schritte", "Zweite Schritte"), "utf-8")
    run = tools()
    assert build(root, run)[0]
    assert run.commands == []
    assert "Zweite Schritte" in (root / "site" / "schritte" / "index.html").read_text("utf-8")


@pytest.mark.parametrize("damage", ["all", "a file", "a byte", "another file"])
def test_a_site_that_was_touched_is_built_again(root: Path, damage: str) -> None:
    build(root)
    before, site = tree(root / "site"), root / "site"
    if damage == "all":
        site.rename(root / "gone")
    elif damage == "a file":
        (site / "index.html").unlink()
    elif damage == "a byte":
        (site / "index.html").write_bytes(b"x")
    else:
        (site / "more.html").write_bytes(b"x")
    assert build(root)[0]
    assert tree(site) == before


def test_a_build_that_fails_leaves_the_old_site_and_is_tried_again(root: Path) -> None:
    build(root)
    before = tree(root / "site")
    lesson = root / "exercises" / "schritte" / "lesson.md"
    good = lesson.read_text("utf-8")
    lesson.write_text(good.replace("{exercise}", "{exercize}"), "utf-8")
    for _ in range(2):
        with pytest.raises(LessonFault):
            build(root)
        assert tree(root / "site") == before
    lesson.write_text(good.replace("Guten", "Schönen"), "utf-8")
    assert build(root)[0]


def test_the_same_sources_give_the_same_bytes(root: Path) -> None:
    build(root)
    before = tree(root / "site")
    (root / "site").rename(root / "gone")
    (root / ".build").rename(root / "gone-too")
    assert build(root)[0]
    assert tree(root / "site") == before


def test_packages_of_npm_are_no_input_but_their_lock_is(root: Path) -> None:
    (root / "web" / "package-lock.json").write_text("{}")
    names = {path.relative_to(root).as_posix() for path in site_inputs(root)}
    assert "web/package-lock.json" in names
    assert "exercises/schritte/summe/cases.json" in names
    assert not any("node_modules" in name for name in names)


def test_only_types_that_plain_hosts_know_are_published() -> None:
    assert {".html", ".css", ".js", ".json", ".svg", ".wasm", ".bin"} == site_module.SUFFIXES
