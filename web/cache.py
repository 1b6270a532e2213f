"""Parts of the build that are kept in `.build/` until what they were made from changes."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

__all__ = ["cached", "digest", "files_below"]

_GENERATED = frozenset({"node_modules", "__pycache__"})


def files_below(*places: Path) -> Iterator[Path]:
    """All files in these folders, and these files; without what is hidden, generated or an editor's own."""
    for place in sorted(places):
        if place.is_dir():
            inner = [
                path
                for path in place.iterdir()
                if path.name not in _GENERATED
                and not path.name.startswith(".")
                and not path.name.endswith("~")
            ]
            yield from files_below(*inner)
        elif place.is_file():
            yield place


def digest(root: Path, files: Iterable[Path], *more: str) -> str:
    """One hash of the names (relative to `root`) and contents of files, and of further texts."""
    whole = hashlib.sha256()
    for text in more:
        whole.update(f"{len(text)} {text}\n".encode())
    for file in files:
        content = hashlib.sha256(file.read_bytes()).hexdigest()
        whole.update(f"{file.relative_to(root).as_posix()} {content}\n".encode())
    return whole.hexdigest()


def cached(shelf: Path, key: str, make: Callable[[Path], None]) -> Path:
    """The folder `shelf/key`; if it is not there, `make` fills it, and older ones are thrown away.

    A part is complete or not there: it is made under another name first.
    """
    place = shelf / key
    if place.is_dir():
        return place
    shelf.mkdir(parents=True, exist_ok=True)
    old = list(shelf.iterdir())
    with tempfile.TemporaryDirectory(prefix="new-", dir=shelf) as folder:
        fresh = Path(folder) / "part"
        fresh.mkdir()
        make(fresh)
        fresh.rename(place)
    for path in old:
        shutil.rmtree(path, ignore_errors=True)
    return place
