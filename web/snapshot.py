"""The memory snapshot that Python starts from in the page: taken in Node, packed here.

A packed snapshot is a little-endian `u32`, so many bytes of JSON, then bytes. The JSON:

    {"build": what the page asks for, "heap": bytes of memory, "head": bytes of Pyodide's own header,
     "runs": [kind, length, kind, length, …], "switching": [[offset, bytes in base64], …]}

The header comes first; then the runs cover the memory from its start to its end. Of kind 0 (zeros) and 1
(as the wasm file's own data leaves it) nothing is stored, of kind 2 the bytes follow. This is the memory of
a Python that can't switch stacks; with what `switching` holds at its offsets it is that of one that can.
"""

from __future__ import annotations

import base64
import json
import struct
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from web.cache import cached, digest, files_below
from web.faults import HostFault
from web.node import Node
from web.process import Run, run_process

__all__ = ["SOURCES", "Picture", "Snapshot", "pack", "take_snapshot"]

SOURCES = (
    "glue.mjs",
    "snapshot.mjs",
    "snapshot.py",
    "preload.py",
    "tree.mjs",
    "src/install.ts",
    "package-lock.json",
)
"""The files in `web/` that a snapshot follows from."""

ZERO, WASM, DATA = range(3)
PAGE = 1024
"""Memory is compared by so many bytes."""

_LINE = 32
_MOST_SWITCHED = 64 * 1024
"""Bytes; two pictures that differ by more were not taken in the same way."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture of the memory, Pyodide's `header` apart; `initial` is as the wasm file's data leaves it."""

    header: bytes
    memory: bytes
    initial: bytes


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A packed snapshot, the packed `tree` of files that were installed when it was taken (`tree.mjs` tells
    how), and the `build` by which page and snapshot know that they belong together."""

    build: str
    image: bytes
    tree: bytes


def take_snapshot(root: Path, node: Node, micropip: Path, wheel: Path, run: Run = run_process) -> Snapshot:
    """The snapshot of the installed Pyodide with these wheels, taken anew when one of them changed."""
    web = root / "web"
    key = digest(root, files_below(*(web / name for name in SOURCES), micropip, wheel))

    def make(folder: Path) -> None:
        with tempfile.TemporaryDirectory(dir=folder) as scratch, ThreadPoolExecutor() as pool:
            studio = _Studio(root, node, wheel, Path(scratch), run)
            plain, switching = pool.map(studio.picture, ((), ("--experimental-wasm-jspi",)))
            (folder / "snapshot.bin").write_bytes(pack(key, plain, switching))
            studio.node("tree.mjs", folder / "tree.bin", micropip, wheel)

    folder = cached(root / ".build" / "snapshot", key, make)
    return Snapshot(key, (folder / "snapshot.bin").read_bytes(), (folder / "tree.bin").read_bytes())


def pack(build: str, plain: Picture, switching: Picture) -> bytes:
    """Both pictures in one; raises HostFault where they differ by more than the switching of stacks."""
    if len(plain.memory) != len(switching.memory) or plain.header != switching.header:
        raise HostFault("The two snapshots of Python don't fit together: their sizes or headers differ.")
    differences = list(_differences(plain.memory, switching.memory))
    if sum(len(piece) for _, piece in differences) > _MOST_SWITCHED:
        raise HostFault("The two snapshots of Python don't fit together: too much of their memory differs.")
    runs: list[int] = []
    pieces = [plain.header]
    for start in range(0, len(plain.memory), PAGE):
        page = plain.memory[start : start + PAGE]
        kind = _kind(page, plain.initial[start : start + PAGE])
        if runs and runs[-2] == kind:
            runs[-1] += len(page)
        else:
            runs += [kind, len(page)]
        if kind == DATA:
            pieces.append(page)
    about = {
        "build": build,
        "heap": len(plain.memory),
        "head": len(plain.header),
        "runs": runs,
        "switching": [[at, base64.b64encode(piece).decode()] for at, piece in differences],
    }
    text = json.dumps(about, separators=(",", ":")).encode()
    return b"".join([struct.pack("<I", len(text)), text, *pieces])


def _kind(page: bytes, initial: bytes) -> int:
    if not any(page):
        return ZERO
    return WASM if page == initial else DATA


def _differences(one: bytes, other: bytes) -> Iterator[tuple[int, bytes]]:
    """Where the second differs from the first, and what it has there; in lines of a few bytes."""
    for start in range(0, len(one), PAGE):
        if one[start : start + PAGE] == other[start : start + PAGE]:
            continue
        for at in range(start, min(start + PAGE, len(one)), _LINE):
            if one[at : at + _LINE] != other[at : at + _LINE]:
                yield at, other[at : at + _LINE]


@dataclass(frozen=True, slots=True)
class _Studio:
    """Where pictures are taken: by Node, of a Pyodide with the checker's wheel."""

    root: Path
    program: Node
    wheel: Path
    scratch: Path
    run: Run

    def picture(self, flags: Sequence[str]) -> Picture:
        folder = Path(tempfile.mkdtemp(dir=self.scratch))
        self.node(*flags, "snapshot.mjs", folder, "preload.py", self.wheel)
        snapshot = (folder / "snapshot.bin").read_bytes()
        # Pyodide's header: a magic number, its own length, and more that only Pyodide reads.
        (length,) = struct.unpack_from("<I", snapshot, 4)
        return Picture(snapshot[:length], snapshot[length:], (folder / "initial.bin").read_bytes())

    def node(self, *arguments: str | Path) -> None:
        command = [self.program.program, *arguments]
        made = self.run(command, cwd=self.root / "web", env=self.program.environment())
        if not made.ok:
            raise HostFault(f"The snapshot of Python could not be taken. Node said:\n{made.tail()}")
