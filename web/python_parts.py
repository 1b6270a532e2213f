"""Python for the browser: Pyodide's files from its npm package, micropip, and the checker's own wheel."""

from __future__ import annotations

import json
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from web.cache import cached, digest, files_below
from web.faults import HostFault
from web.process import Run, run_process

__all__ = ["Pyodide", "Wheel", "build_wheel", "download_micropip", "read_pyodide"]

# A fixed moment (2020-01-01), so that the same sources give the same bytes.
_EPOCH = "1577836800"
_PIN = re.compile(r"^micropip==(\S+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Pyodide:
    """The shipped Pyodide. `lock` is its lock file without packages: none of them is ever loaded by name."""

    wasm: bytes
    stdlib: bytes
    lock: str
    python: str
    micropip: str


@dataclass(frozen=True, slots=True)
class Wheel:
    """A wheel under its true file name, which tells installers what it is."""

    name: str
    content: bytes


def read_pyodide(root: Path) -> Pyodide:
    """Pyodide's files; `python` and `micropip` are the versions that its lock names."""
    folder = root / "web" / "node_modules" / "pyodide"
    try:
        lock = json.loads((folder / "pyodide-lock.json").read_text("utf-8"))
        return Pyodide(
            wasm=(folder / "pyodide.asm.wasm").read_bytes(),
            stdlib=(folder / "python_stdlib.zip").read_bytes(),
            lock=json.dumps({"info": lock["info"], "packages": {}}),
            python=str(lock["info"]["python"]),
            micropip=str(lock["packages"]["micropip"]["version"]),
        )
    except FileNotFoundError as fault:
        raise HostFault(
            f"{fault.filename} is missing. Delete the folder web/node_modules and start again."
        ) from None


def build_wheel(root: Path, run: Run = run_process) -> Path:
    """The checker's wheel, the very one that pip installs; made anew only when its sources changed."""
    sources = files_below(root / "checker", root / "pyproject.toml", root / "requirements.lock")

    def make(folder: Path) -> None:
        made = run(
            [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
            cwd=root,
            env={**os.environ, "SOURCE_DATE_EPOCH": _EPOCH},
        )
        if not made.ok:
            raise HostFault(f"The checker's wheel could not be built. hatchling said:\n{made.tail()}")

    return _only_wheel(cached(root / ".build" / "wheel", digest(root, sources), make))


def download_micropip(root: Path, pyodide: Pyodide, run: Run = run_process) -> Path:
    """micropip's wheel as `web/wheels.lock` pins it, fetched once; it must be the one Pyodide goes with."""
    lock = root / "web" / "wheels.lock"
    pin = _PIN.search(lock.read_text("utf-8"))
    if pin is None or pin[1] != pyodide.micropip:
        raise HostFault(
            f"{lock} pins micropip {pin[1] if pin else '(nothing)'}, but the Pyodide in "
            f"web/package-lock.json goes with {pyodide.micropip}. Pin that version, with the hash that the "
            "package index gives for it."
        )

    def make(folder: Path) -> None:
        made = run(
            [
                *(sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "download"),
                # It is for the Python in the browser, not for this one.
                *("--no-deps", "--only-binary", ":all:", "--python-version", _minor(pyodide.python)),
                *("--require-hashes", "-r", lock, "-d", folder),
            ]
        )
        if not made.ok:
            raise HostFault(
                f"micropip could not be downloaded. pip said:\n{made.tail()}\n"
                "Is the package index reachable from here (proxy, PIP_INDEX_URL)?"
            )

    return _only_wheel(cached(root / ".build" / "micropip", digest(root, [lock], pyodide.python), make))


def _only_wheel(folder: Path) -> Path:
    (wheel,) = folder.glob("*.whl")
    return wheel


def _minor(version: str) -> str:
    return ".".join(version.split(".")[:2])
