from __future__ import annotations

import io
import os
import shutil
from pathlib import Path

import pytest
from recorder import Recorder

from web import node as node_module
from web.faults import HostFault
from web.node import Node, ensure_packages, find_node
from web.process import Ran, run_process
from web.steps import Steps

NODE = Node(Path("/opt/node/bin/node"), Path("/opt/node/lib/npm-cli.js"))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "web").mkdir()
    for name in ("package.json", "package-lock.json"):
        (tmp_path / "web" / name).write_text("{}\n")
    return tmp_path


def ensure(root: Path, run: Recorder) -> bool:
    return ensure_packages(root, NODE, Steps(io.StringIO()), run)


def test_the_packages_are_installed_once_from_the_lock(root: Path) -> None:
    run = Recorder()
    assert ensure(root, run)
    assert not ensure(root, run)
    assert run.commands == [
        [str(NODE.program), str(NODE.npm), "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    ]
    assert run.folders == [root / "web"]
    env = run.environments[0]
    assert env is not None
    assert env["PATH"].startswith(f"/opt/node/bin{os.pathsep}")


@pytest.mark.parametrize("name", ["package.json", "package-lock.json"])
def test_a_changed_lock_installs_them_again(root: Path, name: str) -> None:
    ensure(root, Recorder())
    (root / "web" / name).write_text('{"changed": 1}\n')
    assert ensure(root, Recorder())


def test_an_interrupted_installation_is_done_again(root: Path) -> None:
    def empty_and_fail(_: list[str]) -> Ran:
        shutil.rmtree(root / "web" / "node_modules")
        return Ran(1, "no luck")

    ensure(root, Recorder())
    (root / "web" / "package.json").write_text('{"changed": 1}\n')
    with pytest.raises(HostFault, match=r"(?s)no luck.*registry reachable"):
        ensure(root, Recorder().when("ci", then=empty_and_fail))
    assert ensure(root, Recorder())


def test_a_missing_lock_is_told(tmp_path: Path) -> None:
    with pytest.raises(HostFault, match=r"package\.json is missing"):
        ensure(tmp_path, Recorder())


def test_a_python_without_node_is_sent_to_build_py(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node_module, "find_spec", lambda name: None)
    with pytest.raises(HostFault, match=r"Start Prüfstand with build\.py"):
        find_node()


def test_the_node_found_starts_and_so_does_its_npm() -> None:
    node = find_node()
    assert run_process([node.program, "--version"]).output.startswith("v24.")
    assert run_process([node.program, node.npm, "--version"], env=node.environment()).ok
