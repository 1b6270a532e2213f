from __future__ import annotations

import hashlib
from base64 import b64encode
from pathlib import Path

import pytest
from recorder import Recorder

from web.assets import Asset, bundle, named, script_hash, sealed_frame
from web.faults import HostFault
from web.node import Node, find_node
from web.process import Ran

ROOT = Path(__file__).resolve().parents[1]
NODE = Node(Path("/opt/node"), Path("/opt/npm"))


def bundler() -> Recorder:
    def write(command: list[str]) -> Ran:
        for name in ("worker.js", "frame.js", "start.js", "page.js", "page.css"):
            (Path(command[-1]) / name).write_text(f"{name}\n")
        return Ran(0, "")

    return Recorder().when(str(NODE.program), then=write)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "web" / "src").mkdir(parents=True)
    (tmp_path / "web" / "src" / "main.ts").write_text("1")
    return tmp_path


def test_names_carry_a_hash_of_the_content() -> None:
    mark = hashlib.sha256(b"x").hexdigest()[:10]
    assert named("assets", "page", "js", b"x") == Asset(f"assets/page.{mark}.js", b"x")


def test_bundles_are_made_once_and_again_when_a_source_changed(root: Path) -> None:
    run = bundler()
    bundles = bundle(root, NODE, run)
    assert (bundles.start, bundles.page, bundles.frame) == (b"start.js\n", b"page.js\n", "frame.js")
    assert bundle(root, NODE, run) == bundles
    assert len(run.commands) == 1
    (root / "web" / "src" / "main.ts").write_text("2")
    bundle(root, NODE, run)
    assert len(run.commands) == 2


def test_what_esbuild_says_is_part_of_the_message(root: Path) -> None:
    with pytest.raises(HostFault, match=r"(?s)could not be bundled.*no such file"):
        bundle(root, NODE, Recorder().when(str(NODE.program), then=Ran(1, "no such file")))


def test_the_frames_own_policy_lets_only_its_script_run_and_closes_the_network() -> None:
    html = sealed_frame("let a = 'ü';")
    digest = b64encode(hashlib.sha256("let a = 'ü';".encode()).digest()).decode()
    assert script_hash("let a = 'ü';") == f"'sha256-{digest}'"
    assert (
        f"content=\"default-src 'none'; script-src 'sha256-{digest}' blob: 'wasm-unsafe-eval'; "
        "worker-src blob:\"><script>let a = 'ü';</script>"
    ) in html


@pytest.mark.parametrize("script", ["'</SCRIPT>'", "'<!--'"])
def test_a_script_that_would_end_its_element_is_refused(script: str) -> None:
    with pytest.raises(HostFault, match="would end it"):
        sealed_frame(script)


def test_our_scripts_can_be_bundled() -> None:
    bundles = bundle(ROOT, find_node())
    # Chromium refuses module workers in a sealed frame.
    assert bundles.worker.startswith(b"self.importScripts=undefined;")
    for text in (bundles.worker, bundles.page, bundles.frame.encode()):
        assert b"import.meta" not in text
    sealed_frame(bundles.frame)
