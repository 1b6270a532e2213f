"""Scripts and styles: bundled with esbuild, and published under names that carry a hash of the content."""

from __future__ import annotations

import base64
import gzip
import hashlib
from dataclasses import dataclass
from pathlib import Path

from web.cache import cached, digest, files_below
from web.faults import HostFault
from web.node import Node
from web.process import Run, run_process

__all__ = ["Asset", "Bundles", "bundle", "named", "packed", "script_hash", "sealed_frame"]

HASH_LENGTH = 10


@dataclass(frozen=True, slots=True)
class Asset:
    """A file of the site: its path there, with forward slashes, and its content."""

    path: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Bundles:
    """What the browser runs: the worker's script, the sealed frame's, the page's two, and the styles."""

    worker: bytes
    frame: str
    start: bytes
    page: bytes
    style: bytes


def named(folder: str, stem: str, suffix: str, content: bytes) -> Asset:
    """An asset `folder/stem.HASH.suffix`."""
    mark = hashlib.sha256(content).hexdigest()[:HASH_LENGTH]
    return Asset(f"{folder}/{stem}.{mark}.{suffix}", content)


def packed(folder: str, stem: str, content: bytes) -> Asset:
    """An asset `folder/stem.HASH.bin`, compressed by gzip; the same content gives the same bytes."""
    # As .bin: a host may take a .gz for an encoding, and have the browser unpack it.
    return named(folder, stem, "bin", gzip.compress(content, 9, mtime=0))


def bundle(root: Path, node: Node, run: Run = run_process) -> Bundles:
    """The bundles of `web/src` and `web/styles`, made anew only when their sources changed."""
    web = root / "web"
    sources = files_below(
        web / "src",
        web / "styles",
        web / "bundle.mjs",
        web / "glue.mjs",
        web / "tsconfig.json",
        web / "package-lock.json",
    )

    def make(folder: Path) -> None:
        made = run([node.program, web / "bundle.mjs", folder], cwd=web, env=node.environment())
        if not made.ok:
            raise HostFault(f"The front end could not be bundled. esbuild said:\n{made.tail()}")

    folder = cached(root / ".build" / "bundles", digest(root, sources), make)
    return Bundles(
        worker=(folder / "worker.js").read_bytes(),
        frame=(folder / "frame.js").read_text("utf-8").strip(),
        start=(folder / "start.js").read_bytes(),
        page=(folder / "page.js").read_bytes(),
        style=(folder / "page.css").read_bytes(),
    )


def script_hash(script: str) -> str:
    """How a content security policy names an inline script."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def sealed_frame(script: str) -> str:
    """The document of the sealed frame: its own policy closes the network, and lets only `script` run."""
    if "</script" in script.lower() or "<!--" in script:
        raise HostFault("The frame's script holds text that would end it within HTML: </script or <!--.")
    policy = (
        f"default-src 'none'; script-src {script_hash(script)} blob: 'wasm-unsafe-eval'; worker-src blob:"
    )
    return (
        '<!doctype html><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}"><script>{script}</script>'
    )
