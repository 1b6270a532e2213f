"""The command line as a process: standard streams of all kinds, signals, readers that leave."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from small_lessons import DOUBLE_RIGHT, DOUBLE_WRONG, make_lessons

ROOT = Path(__file__).parents[1]
ENDLESS = "while True: pass\n"
FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")


@pytest.fixture
def here(tmp_path: Path) -> Path:
    make_lessons(tmp_path)
    return tmp_path


def write(here: Path, **files: str) -> list[str]:
    for name, text in files.items():
        (here / f"{name}.py").write_text(text)
    return [f"{name}.py" for name in files]


def checker(*arguments: str, cwd: Path, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "checker", *arguments],
        cwd=cwd,
        env={"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"], **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


def shell(call: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "-c", f"exec {sys.executable} -m checker {call}"],
        cwd=cwd,
        env={"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"], "PYTHONUTF8": "1"},
        capture_output=True,
        check=False,
        encoding="utf-8",
    )


def test_it_runs_from_any_folder_with_the_standard_library_alone(here: Path) -> None:
    (file,) = write(here, verdoppeln=DOUBLE_RIGHT)
    command = [sys.executable, "-S", "-m", "checker", "check", file]
    done = subprocess.run(command, cwd=here, env={"PYTHONPATH": str(ROOT)}, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_terminal_that_knows_no_umlauts_gets_escapes(here: Path) -> None:
    (file,) = write(here, verdoppeln="def verdoppeln(x):\n    return 'ä'\n")
    with checker("check", file, cwd=here, PYTHONIOENCODING="ascii") as process:
        out, err = process.communicate()
    assert (process.returncode, err) == (1, "")
    assert out.startswith("x nicht bestanden")
    assert r"\xe4" in out


@FULL
@pytest.mark.parametrize("command", ["check verdoppeln.py --format json", "check .", "list", "--help"])
@pytest.mark.parametrize("output", [">/dev/full", ">&-", ">&- <&-"])
def test_a_standard_output_that_takes_nothing_is_told_in_a_sentence(
    here: Path, command: str, output: str
) -> None:
    write(here, verdoppeln=DOUBLE_RIGHT)
    done = shell(f"{command} {output}", here)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"Die Standardausgabe lässt sich nicht schreiben: [\w ]+\n", done.stderr)


@FULL
def test_without_standard_streams_the_results_still_go_to_their_file(here: Path) -> None:
    write(here, verdoppeln=DOUBLE_RIGHT)
    done = shell("check verdoppeln.py --output out.txt <&- >&- 2>&-", here)
    assert done.returncode == 0
    assert (here / "out.txt").read_text().startswith("✓ bestanden  verdoppeln.py")
    assert shell("check verdoppeln.py --output /dev/full", here).returncode == 2


@FULL
@pytest.mark.parametrize(
    ("command", "status"), [("check verdoppeln.py", 0), ("check werte.py", 2), ("check --nonsense", 2)]
)
def test_a_standard_error_that_takes_nothing_changes_nothing(here: Path, command: str, status: int) -> None:
    write(here, verdoppeln=DOUBLE_RIGHT, werte="antwort = 1")
    (here / "exercises" / "klein" / "werte" / "cases.json").unlink()
    for error in ("2>/dev/full", "2>&-"):
        assert shell(f"{command} {error}", here).returncode == status


def test_a_reader_that_has_seen_enough_is_no_error(here: Path) -> None:
    write(here, **{f"verdoppeln_{n}": DOUBLE_WRONG for n in range(6)})
    with checker("check", ".", "--jobs", "1", cwd=here) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_batch_ends_its_children_and_tells_what_was_finished(here: Path, number: int) -> None:
    (here / "a").mkdir()
    write(here / "a", verdoppeln_a=DOUBLE_RIGHT, verdoppeln_b=ENDLESS, verdoppeln_c=ENDLESS)
    with checker("check", "a", "--timeout", "300", "--format", "json", cwd=here) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        begin = process.stdout.readline()
        process.send_signal(number)
        found = json.loads(begin + process.stdout.read())
        err = process.stderr.read()
    assert found["interrupted"] is True
    assert [report["verdict"] for report in found["reports"]] == ["passed"]
    assert process.returncode == 130
    assert "1 Datei" in err


def test_an_interrupted_batch_leaves_the_old_file_and_the_finished_part_beside_it(here: Path) -> None:
    (here / "a").mkdir()
    (here / "out.json").write_text("before")
    write(here / "a", verdoppeln_a=DOUBLE_RIGHT, verdoppeln_b=ENDLESS)
    arguments = ["check", "a", "--timeout", "300", "--format", "json", "--output", "out.json"]
    with checker(*arguments, cwd=here) as process:
        until = time.monotonic() + 60
        while not any(path.stat().st_size for path in here.glob(".out.json.*")) and time.monotonic() < until:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate()
    assert process.returncode == 130
    assert (here / "out.json").read_text() == "before"
    assert json.loads((here / "out.json.part").read_text())["interrupted"] is True
    assert "out.json.part" in err
