from __future__ import annotations

import io
import json
import os
import shutil
import sys
import tomllib
from pathlib import Path

import pytest
from recorder import Recorder

from web import environment
from web.environment import ENTERED, ensure_environment, go_inside, is_inside, venv_python
from web.faults import HostFault
from web.process import Ran, run_process
from web.steps import Steps

ROOT = Path(__file__).resolve().parents[1]
HERE = f"{sys.version_info.major}.{sys.version_info.minor}"
PYTHON = Path("/usr/bin/some-python")
PIP = Ran(0, "pip 23.0.1 from /usr/lib (python 3.11)\n")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "requirements.lock").write_text("a==1 --hash=sha256:00\n")
    return tmp_path


def machine(pip: Ran = PIP, *, fails: str = "") -> Recorder:
    """A machine with a Python and a pip; `venv` really makes the folder, as the real one does."""

    def make_venv(command: list[str]) -> Ran:
        folder = Path(command[-1])
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "bin").mkdir(parents=True)
        return Ran(0, "")

    recorder = Recorder()
    if fails:
        recorder.when(fails, then=Ran(1, "no luck"))
    recorder.when("pip", "--version", then=pip)
    recorder.when("venv", then=make_venv)
    recorder.when("import sys; print('%d.%d' % sys.version_info[:2])", then=Ran(0, f"{HERE}\n"))
    return recorder


def ensure(root: Path, run: Recorder, version: tuple[int, int] = sys.version_info[:2]) -> tuple[bool, str]:
    out = io.StringIO()
    return ensure_environment(root, Steps(out), run, python=PYTHON, version=version), out.getvalue()


def no_pip_on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)


# --- what is run ------------------------------------------------------------------------------


def test_the_environment_is_made_without_pip_and_filled_by_the_pip_at_hand(root: Path) -> None:
    run = machine()
    did, said = ensure(root, run)
    assert did
    assert run.with_words("-m", "venv") == [
        [str(PYTHON), "-m", "venv", "--without-pip", "--clear", str(root / ".venv")]
    ]
    (install,) = run.with_words("install")
    assert install[:5] == [str(PYTHON), "-m", "pip", "--python", str(venv_python(root))]
    assert {"--require-hashes", "--only-binary", ":all:", str(root / "requirements.lock")} <= set(install)
    assert not run.with_words("ensurepip")
    assert "Making .venv" in said
    assert "Installing Python packages" in said


def test_nothing_is_done_twice(root: Path) -> None:
    ensure(root, machine())
    run = machine()
    assert ensure(root, run) == (False, "")
    assert not run.with_words("venv")
    assert not run.with_words("install")


def test_settings_that_point_pip_elsewhere_are_left_out(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_TARGET", "/somewhere")
    monkeypatch.setenv("PIP_USER", "1")
    monkeypatch.setenv("PIP_CERT", "/cert")
    run = machine()
    ensure(root, run)
    env = run.environments[run.commands.index(run.with_words("install")[0])]
    assert env is not None
    assert "PIP_TARGET" not in env
    assert (env["PIP_USER"], env["PIP_CERT"]) == ("0", "/cert")


# --- when it is made anew ---------------------------------------------------------------------


def test_another_lock_means_a_new_environment(root: Path) -> None:
    ensure(root, machine())
    (root / "requirements.lock").write_text("a==2 --hash=sha256:00\n")
    assert ensure(root, machine())[0]


def test_other_line_ends_in_the_lock_are_not_another_lock(root: Path) -> None:
    ensure(root, machine())
    content = (root / "requirements.lock").read_bytes()
    (root / "requirements.lock").write_bytes(content.replace(b"\n", b"\r\n"))
    assert not ensure(root, machine())[0]


def test_another_python_means_a_new_environment(root: Path) -> None:
    ensure(root, machine())
    assert ensure(root, machine(), version=(3, 99))[0]


def test_a_moved_checkout_is_noticed(root: Path, tmp_path: Path) -> None:
    ensure(root, machine())
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    for name in (".venv", "requirements.lock"):
        (root / name).rename(moved / name)
    assert ensure(moved, machine())[0]


def test_an_interrupted_set_up_is_noticed_and_repaired(root: Path) -> None:
    with pytest.raises(HostFault):
        ensure(root, machine(fails="install"))
    assert (root / ".venv").is_dir()
    run = machine()
    assert ensure(root, run)[0]
    assert run.with_words("venv", "--clear")


def test_a_python_that_was_replaced_behind_the_environment_is_noticed(root: Path) -> None:
    ensure(root, machine())
    for answer in (Ran(127, "gone"), Ran(0, "3.2\n")):
        broken = Recorder().when("-I", then=answer)
        broken.rules += machine().rules
        assert ensure(root, broken)[0]


def test_a_damaged_stamp_is_no_stamp(root: Path) -> None:
    ensure(root, machine())
    (root / ".venv" / "pruefstand.json").write_text("{")
    assert ensure(root, machine())[0]


# --- what can be missing ----------------------------------------------------------------------


def test_a_pip_too_old_for_the_job_is_named(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    no_pip_on_the_path(monkeypatch)
    run = machine(Ran(0, "pip 22.2.2 from /x (python 3.11)"), fails="import ensurepip")
    with pytest.raises(HostFault, match=r"Only pip 22\.2\.2 was found.*apt-get install python3-pip"):
        ensure(root, run)
    assert not (root / ".venv").exists()


def test_no_pip_at_all_is_told_with_what_to_install(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    no_pip_on_the_path(monkeypatch)
    with pytest.raises(HostFault, match=r"No pip was found.*apt-get install python3-pip"):
        ensure(root, machine(Ran(1, "No module named pip"), fails="import ensurepip"))


def test_a_pip_on_the_path_will_do(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: "/opt/pip3" if name == "pip3" else None)
    run = Recorder().when("/opt/pip3", "--version", then=Ran(0, "pip 24.0 from /opt (python 3.12)"))
    run.rules += machine(Ran(1, "No module named pip")).rules
    ensure(root, run)
    assert run.with_words("install")[0][:2] == ["/opt/pip3", "--python"]


def test_without_a_pip_pythons_own_copy_is_used(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    no_pip_on_the_path(monkeypatch)
    run = machine(Ran(1, "No module named pip"))
    ensure(root, run)
    inner = str(venv_python(root))
    assert run.with_words("-m", "ensurepip") == [[inner, "-m", "ensurepip"]]
    assert run.with_words("install")[0][:3] == [inner, "-m", "pip"]


def test_what_pip_said_is_part_of_the_message(root: Path) -> None:
    with pytest.raises(HostFault, match=r"(?s)no luck.*package index reachable"):
        ensure(root, machine(fails="install"))


def test_a_python_without_venv_is_told(root: Path) -> None:
    with pytest.raises(HostFault, match="python3-venv"):
        ensure(root, machine(fails="venv"))


def test_a_missing_lock_is_told(tmp_path: Path) -> None:
    with pytest.raises(HostFault, match=r"requirements\.lock is missing"):
        ensure(tmp_path, machine())


# --- going inside -----------------------------------------------------------------------------


def test_inside_is_where_the_prefix_is_the_environment(tmp_path: Path) -> None:
    assert is_inside(tmp_path, str(tmp_path / ".venv"))
    assert not is_inside(tmp_path, "/usr")


def test_build_py_is_started_again_with_the_environments_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[tuple[str, list[str], dict[str, str]]] = []

    def replace_process(path: str, command: list[str], env: dict[str, str]) -> None:
        started.append((path, command, env))
        raise SystemExit

    monkeypatch.delenv(ENTERED, raising=False)
    monkeypatch.setattr(os, "execve", replace_process)
    with pytest.raises(SystemExit):
        go_inside(tmp_path, ["serve", "--no-open"])
    ((path, command, env),) = started
    assert path == str(venv_python(tmp_path))
    assert command == [path, str(tmp_path / "build.py"), "serve", "--no-open"]
    assert env[ENTERED]


def test_an_environment_that_does_not_take_hold_is_told_and_no_endless_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ENTERED, "1")
    with pytest.raises(HostFault, match="PYTHONHOME"):
        go_inside(tmp_path, [])


# --- for real ---------------------------------------------------------------------------------


def test_it_works_where_python_has_no_ensurepip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = tmp_path / "hidden" / "ensurepip"
    hidden.mkdir(parents=True)
    (hidden / "__init__.py").write_text("raise ImportError('ensurepip is not available on this system')\n")
    monkeypatch.setenv("PYTHONPATH", str(hidden.parent))
    outer = environment._outer_python()
    assert "not available" in run_process([outer, "-c", "import ensurepip"]).output
    checkout = tmp_path / "check out"
    checkout.mkdir()
    # One small package of the real lock, with its hashes.
    (checkout / "requirements.lock").write_text(package_of_lock("mdurl"))
    assert ensure_environment(checkout, Steps(io.StringIO()), python=outer)
    inner = run_process([venv_python(checkout), "-c", "import mdurl, sys; print(sys.prefix)"])
    assert inner.output.strip() == str(checkout / ".venv")
    assert not ensure_environment(checkout, Steps(io.StringIO()), python=outer)


def package_of_lock(name: str) -> str:
    lines = (ROOT / "requirements.lock").read_text("utf-8").splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(f"{name}=="))
    end = next(i for i in range(start + 1, len(lines)) if not lines[i].startswith("    --hash"))
    return "\n".join(lines[start:end]) + "\n"


def test_the_stamp_names_lock_python_and_place(root: Path) -> None:
    ensure(root, machine())
    stamp = json.loads((root / ".venv" / "pruefstand.json").read_text())
    assert set(stamp) == {"lock", "python", "place"}
    assert stamp["python"] == HERE


def test_what_python_is_needed_stands_the_same_in_both_places() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["requires-python"] == ">=3.11"
    assert "MINIMUM = (3, 11)" in (ROOT / "build.py").read_text("utf-8")
