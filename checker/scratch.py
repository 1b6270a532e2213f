"""A folder of its own for a program that may leave anything behind in it."""

from __future__ import annotations

import contextlib
import secrets
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

__all__ = ["remove", "scratch"]


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    """An empty folder, and its removal whatever is in it; raises OSError when there can be none."""
    folder = Path(tempfile.mkdtemp(prefix="pruefstand-"))
    try:
        yield folder
    finally:
        remove(folder)


def remove(top: Path) -> bool:
    """Remove a folder with all that is in it; says whether it is gone.

    Needs neither recursion nor long paths, whatever the depth: a folder further down is moved up
    before it is looked into. One without rights gets them. To be called when nothing runs in there.
    """
    waiting = [top]
    try:
        while waiting:
            folder = waiting.pop()
            folder.chmod(stat.S_IRWXU)
            for entry in list(folder.iterdir()):
                if entry.is_symlink() or not entry.is_dir():
                    entry.unlink()
                    continue
                entry.chmod(stat.S_IRWXU)
                if folder != top:
                    entry = entry.rename(top / secrets.token_hex())  # noqa: PLW2901 - the same one, elsewhere
                waiting.append(entry)
            if folder != top:
                folder.rmdir()
        top.rmdir()
    except OSError:
        return False
    return True
