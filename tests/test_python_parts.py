from __future__ import annotations

import hashlib
import json
import shutil
import zipfile
from pathlib import Path

import pytest
from recorder import Recorder

from web.faults import HostFault
from web.process import Ran
from web.python_parts import Pyodide, build_wheel, download_micropip, read_pyodide

ROOT = Path(__file__).resolve().parents[1]
PYODIDE = Pyodide(b"", b"", "{}", python="3.14.2", micropip="0.11.1")


def wheel_of(name: str) -> Recorder:
    def write(command: list[str]) -> Ran:
        (Path(command[command.index("-d") + 1]) / name).write_bytes(b"wheel")
        return Ran(0, "")

    return Recorder().when("-d", then=write)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "wheels.lock").write_text("micropip==0.11.1 \\\n    --hash=sha256:00\n")
    return tmp_path


# --- Pyodide ----------------------------------------------------------------------------------


def test_pyodides_files_and_the_versions_it_names() -> None:
    pyodide = read_pyodide(ROOT)
    assert pyodide.wasm.startswith(b"\0asm")
    assert pyodide.stdlib.startswith(b"PK")
    assert pyodide.python.startswith("3.14.")
    lock = json.loads(pyodide.lock)
    assert lock["packages"] == {}
    assert lock["info"]["python"] == pyodide.python


def test_missing_files_are_told(tmp_path: Path) -> None:
    with pytest.raises(HostFault, match=r"pyodide-lock\.json is missing"):
        read_pyodide(tmp_path)


# --- micropip ---------------------------------------------------------------------------------


def test_micropip_is_fetched_once_for_the_python_in_the_browser_and_by_its_hash(root: Path) -> None:
    run = wheel_of("micropip-0.11.1-py3-none-any.whl")
    wheel = download_micropip(root, PYODIDE, run)
    assert wheel.name == "micropip-0.11.1-py3-none-any.whl"
    assert download_micropip(root, PYODIDE, run) == wheel
    (command,) = run.commands
    assert command[command.index("--python-version") + 1] == "3.14"
    assert {"download", "--no-deps", "--require-hashes", str(root / "web" / "wheels.lock")} <= set(command)


@pytest.mark.parametrize("pin", ["micropip==0.11.0 \\\n    --hash=sha256:00\n", "# nothing\n"])
def test_another_micropip_than_pyodide_goes_with_is_refused(root: Path, pin: str) -> None:
    (root / "web" / "wheels.lock").write_text(pin)
    with pytest.raises(HostFault, match=r"goes with 0\.11\.1"):
        download_micropip(root, PYODIDE, Recorder())


def test_a_download_that_fails_is_told_and_tried_again(root: Path) -> None:
    with pytest.raises(HostFault, match=r"(?s)no luck.*package index reachable"):
        download_micropip(root, PYODIDE, Recorder().when("download", then=Ran(1, "no luck")))
    assert download_micropip(root, PYODIDE, wheel_of("micropip-0.11.1-py3-none-any.whl"))


def test_our_pin_is_the_version_that_our_pyodide_goes_with() -> None:
    assert f"micropip=={read_pyodide(ROOT).micropip} " in (ROOT / "web" / "wheels.lock").read_text("utf-8")


# --- the checker's own wheel ------------------------------------------------------------------


def test_the_wheel_is_made_once_and_again_when_a_source_changed(tmp_path: Path) -> None:
    (tmp_path / "checker").mkdir()
    run = wheel_of("pruefstand-0.1.0-py3-none-any.whl")
    build_wheel(tmp_path, run)
    build_wheel(tmp_path, run)
    assert len(run.commands) == 1
    (tmp_path / "checker" / "new.py").write_text("")
    build_wheel(tmp_path, run)
    assert len(run.commands) == 2


def test_what_hatchling_says_is_part_of_the_message(tmp_path: Path) -> None:
    with pytest.raises(HostFault, match="no luck"):
        build_wheel(tmp_path, Recorder().when("hatchling", then=Ran(1, "no luck")))


def test_the_wheel_holds_all_of_the_checker_and_nothing_else(tmp_path: Path) -> None:
    digests: list[str] = []
    for name in ("one", "two"):
        copy = tmp_path / name
        shutil.copytree(ROOT / "checker", copy / "checker")
        shutil.copy(ROOT / "pyproject.toml", copy)
        wheel = build_wheel(copy)
        digests.append(hashlib.sha256(wheel.read_bytes()).hexdigest())
    # The same sources give the same bytes, whenever and wherever.
    assert digests[0] == digests[1]
    assert wheel.name.startswith("pruefstand-")
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    there = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "checker").rglob("*")
        if path.is_file() and path.suffix in {".py", ".toml", ".typed"}
    }
    assert inside == there
