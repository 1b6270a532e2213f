"""The site: read all, check all, then write; a build that fails leaves the old one as it was."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from web.assets import Asset, Bundles, bundle, named, packed, script_hash, sealed_frame
from web.cache import digest, files_below
from web.exclusive import exclusive
from web.faults import HostFault
from web.lesson import LessonFile, read_lessons
from web.model import Lesson
from web.node import Node
from web.page import Card, Pages, Shell, page_policy, script_json
from web.process import Run, run_process
from web.python_parts import Pyodide, Wheel, build_wheel, download_micropip, read_pyodide
from web.snapshot import Snapshot, take_snapshot
from web.steps import Steps

__all__ = ["Parts", "build_site", "compose", "publish", "site_inputs"]

SUFFIXES = frozenset({".html", ".css", ".js", ".json", ".svg", ".wasm", ".bin"})
"""All that is ever published: many plain hosts know no other types."""

_INDEX_TITLES = {"de": "Lektionen", "en": "Lessons"}


@dataclass(frozen=True, slots=True)
class Parts:
    """All that a site is made of."""

    lessons: Sequence[LessonFile]
    pages: Pages
    bundles: Bundles
    pyodide: Pyodide
    wheels: Sequence[Wheel]
    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class _Shared:
    """The files that all lesson pages have in common."""

    start: Asset
    script: Asset
    style: Asset
    stdlib: Asset
    packed: Mapping[str, _Packed]
    wheels: tuple[tuple[str, Asset], ...]

    def assets(self) -> tuple[Asset, ...]:
        fixed = (self.start, self.script, self.style, self.stdlib)
        return (
            fixed
            + tuple(file.asset for file in self.packed.values())
            + tuple(asset for _, asset in self.wheels)
        )


@dataclass(frozen=True, slots=True)
class _Packed:
    """A compressed file of the site, and its size without that."""

    asset: Asset
    unpacked: int

    @classmethod
    def of(cls, stem: str, content: bytes) -> _Packed:
        return cls(packed("python", stem, content), len(content))


def site_inputs(root: Path) -> list[Path]:
    """Every file that the site is made from."""
    return list(
        files_below(
            root / "exercises",
            root / "checker",
            root / "web",
            *(root / name for name in ("build.py", "pyproject.toml", "requirements.lock")),
        )
    )


def build_site(root: Path, node: Node, steps: Steps, run: Run = run_process) -> bool:
    """Build `site/` unless it is what its inputs say; gives whether there was anything to do."""
    with exclusive(root / ".build" / "site.lock", lambda: steps.say("Waiting for another build to end …")):
        inputs = digest(root, site_inputs(root))
        record = root / ".build" / "site.json"
        if _is_current(root / "site", record, inputs):
            return False
        with steps.step("Bundling scripts and styles"):
            bundles = bundle(root, node, run)
        with steps.step("Gathering Python, micropip and the checker's wheel"):
            pyodide = read_pyodide(root)
            paths = (download_micropip(root, pyodide, run), build_wheel(root, run))
            wheels = [Wheel(path.name, path.read_bytes()) for path in paths]
        with steps.step("Taking the snapshot that Python starts from"):
            snapshot = take_snapshot(root, node, *paths, run=run)
        with steps.step("Writing the pages to site/"):
            lessons = read_lessons(root / "exercises", pyodide.python)
            pages = Pages.read(root / "web" / "templates")
            assets = compose(Parts(lessons, pages, bundles, pyodide, wheels, snapshot))
            publish(assets, root / "site", root / ".build")
            sizes = {asset.path: len(asset.content) for asset in assets}
            record.write_text(json.dumps({"inputs": inputs, "files": sizes}), "utf-8")
    return True


def _is_current(site: Path, record: Path, inputs: str) -> bool:
    try:
        known = json.loads(record.read_text("utf-8"))
    except (OSError, ValueError):
        return False
    there = {
        path.relative_to(site).as_posix(): path.stat().st_size for path in site.rglob("*") if path.is_file()
    }
    return bool(known == {"inputs": inputs, "files": there})


def publish(assets: Sequence[Asset], site: Path, workshop: Path) -> None:
    """Write all files in a new folder within `workshop`, then let it take the place of `site`."""
    workshop.mkdir(parents=True, exist_ok=True)
    for left_over in workshop.glob("site-*/"):
        shutil.rmtree(left_over, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix="site-", dir=workshop) as temporary:
        fresh, old = Path(temporary) / "new", Path(temporary) / "old"
        for asset in assets:
            path = fresh / asset.path
            if path.suffix not in SUFFIXES:
                raise HostFault(f"{asset.path} can't be published: plain hosts don't know {path.suffix}.")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(asset.content)
        if site.exists():
            site.rename(old)
        try:
            fresh.rename(site)
        except BaseException:
            if old.exists():
                old.rename(site)
            raise
        shutil.rmtree(old, ignore_errors=True)


# --- what the site consists of ----------------------------------------------------------------


def compose(parts: Parts) -> list[Asset]:
    """Every file of the site, from its parts; no file is read or written."""
    bundles, pyodide = parts.bundles, parts.pyodide
    shared = _Shared(
        start=named("assets", "start", "js", bundles.start),
        script=named("assets", "page", "js", bundles.page),
        style=named("assets", "page", "css", bundles.style),
        # A zip archive: there is no more to be had.
        stdlib=named("python", "stdlib", "bin", pyodide.stdlib),
        packed={
            "wasm": _Packed.of("pyodide", pyodide.wasm),
            "worker": _Packed.of("worker", bundles.worker),
            "snapshot": _Packed.of("snapshot", parts.snapshot.image),
            "tree": _Packed.of("tree", parts.snapshot.tree),
        },
        wheels=tuple(
            (wheel.name, named("python", wheel.name.split("-")[0], "bin", wheel.content))
            for wheel in parts.wheels
        ),
    )
    files = list(shared.assets())
    for lesson in parts.lessons:
        files.extend(_lesson_files(lesson, parts, shared))
    files.append(_index(parts, shared))
    return files


def _lesson_files(file: LessonFile, parts: Parts, shared: _Shared) -> list[Asset]:
    lesson = file.lesson
    sources = json.dumps({"exercises": lesson.sources}, ensure_ascii=True, sort_keys=True).encode()
    exercises = named(lesson.name, "exercises", "json", sources)
    nonce = _nonce(shared)
    frame = parts.bundles.frame
    shell = Shell(
        language=lesson.head.language,
        title=lesson.head.title,
        description=lesson.head.summary,
        policy=page_policy(script_hash(frame), nonce),
        root="../",
        home="../index.html",
        style=f"../{shared.style.path}",
        python=parts.pyodide.python,
        start=f"../{shared.start.path}",
        script=f"../{shared.script.path}",
        config=script_json(_config(lesson, parts, shared, exercises, nonce)),
    )
    page = parts.pages.lesson(shell, lesson).encode()
    pictures = [Asset(f"{lesson.name}/{path.name}", path.read_bytes()) for path in file.pictures]
    return [Asset(f"{lesson.name}/index.html", page), exercises, *pictures]


def _config(
    lesson: Lesson, parts: Parts, shared: _Shared, exercises: Asset, nonce: str
) -> Mapping[str, object]:
    plain = {"stdlib": shared.stdlib, "exercises": exercises}
    files = {name: _address(asset) for name, asset in plain.items()}
    files |= {
        name: {**_address(file.asset), "unpacked": file.unpacked} for name, file in shared.packed.items()
    }
    return {
        "lesson": lesson.name,
        "language": lesson.head.language,
        "python": parts.pyodide.python,
        "build": parts.snapshot.build,
        "script": f"../{shared.script.path}",
        "styleNonce": nonce,
        "frame": sealed_frame(parts.bundles.frame),
        "lock": parts.pyodide.lock,
        "files": files,
        "wheels": [{"name": name, **_address(asset)} for name, asset in shared.wheels],
    }


def _address(asset: Asset) -> dict[str, str | int]:
    return {"url": f"../{asset.path}", "bytes": len(asset.content)}


def _nonce(shared: _Shared) -> str:
    # A static page can't have a new one at every visit; a new build has another.
    return hashlib.sha256(f"{shared.script.path} {shared.packed['worker'].asset.path}".encode()).hexdigest()[
        :24
    ]


def _index(parts: Parts, shared: _Shared) -> Asset:
    lessons = [file.lesson for file in parts.lessons]
    languages = {lesson.head.language for lesson in lessons}
    language = "de" if "de" in languages or not languages else languages.pop()
    shell = Shell(
        language=language,
        title=_INDEX_TITLES[language],
        description="",
        policy=page_policy(),
        root="./",
        home="index.html",
        style=shared.style.path,
        python=parts.pyodide.python,
    )
    return Asset("index.html", parts.pages.index(shell, [_card(lesson) for lesson in lessons]).encode())


def _card(lesson: Lesson) -> Card:
    head = lesson.head
    return Card(
        name=lesson.name,
        href=f"{lesson.name}/index.html",
        language=head.language,
        title=head.title,
        summary=head.summary,
        track=head.track,
        module=head.module,
        block=head.block,
        check=head.check,
        minutes=head.minutes.total,
        exercises=tuple(exercise.title for exercise in lesson.exercises),
    )
