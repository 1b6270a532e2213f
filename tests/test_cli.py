"""The command line: what it prints, where, and its exit status."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from small_lessons import DOUBLE_RIGHT, DOUBLE_WRONG, make_lessons

from checker.cli import main
from checker.options import FORMATS, Options, UsageProblem, help_text, read_options
from checker.output import Progress, file_to_write, style_of

ROOT = Path(__file__).parents[1]
ENDLESS = "while True: pass\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    make_lessons(tmp_path)
    monkeypatch.chdir(tmp_path)
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


# --- status and streams -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("files", "status"),
    [
        ({"verdoppeln": DOUBLE_RIGHT, "werte": "antwort = (6, 2)"}, 0),
        ({"verdoppeln": DOUBLE_RIGHT, "werte": "antwort = 1"}, 1),
        ({"verdoppeln": DOUBLE_RIGHT, "anna": "x = 1"}, 2),
        ({"verdoppeln": DOUBLE_WRONG, "anna": "x = 1"}, 2),
    ],
)
def test_the_exit_status_is_that_of_the_worst_file(
    here: Path, capsys: pytest.CaptureFixture[str], files: dict[str, str], status: int
) -> None:
    assert main(["check", *write(here, **files)]) == status
    out, err = capsys.readouterr()
    assert err == ""
    assert out.splitlines()[0].startswith("✓ bestanden  verdoppeln.py") or status == 2


def test_json_is_one_object_in_a_stable_order(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "abgaben").mkdir()
    write(here / "abgaben", verdoppeln_b=DOUBLE_WRONG, verdoppeln_a=DOUBLE_RIGHT, c="x = 1")
    assert main(["check", "abgaben", "missing.py", "--format", "json", "--jobs", "3"]) == 2
    found = json.loads(capsys.readouterr().out)
    assert (found["format"], found["python"]) == (1, ".".join(map(str, sys.version_info[:3])))
    assert [(Path(r["file"]).as_posix(), r["verdict"]) for r in found["reports"]] == [
        ("abgaben/c.py", "not_run"),
        ("abgaben/verdoppeln_a.py", "passed"),
        ("abgaben/verdoppeln_b.py", "failed"),
        ("missing.py", "not_run"),
    ]
    assert found["isolation"].keys() >= {"own_user", "no_network", "exercises_hidden", "descendants"}
    assert found["interrupted"] is False
    wrong = found["reports"][2]
    assert {
        "exercise",
        "passed",
        "total",
        "checks",
        "mistake",
        "message",
        "stdout",
        "seconds",
    } <= wrong.keys()
    assert wrong["checks"][0]["call"] == "verdoppeln(1)"


def test_json_of_files_that_were_never_run_is_whole_too(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "missing.py", "--format=json"]) == 2
    found = json.loads(capsys.readouterr().out)
    assert found["isolation"] is None
    assert len(found["reports"]) == 1


def test_with_an_exercise_all_files_answer_it(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = write(here, werte=DOUBLE_RIGHT, anna=DOUBLE_RIGHT)
    for name in ("verdoppeln", "klein/verdoppeln"):
        assert main(["check", *files, "--exercise", name]) == 0
    assert "2 Dateien: 2 bestanden" in capsys.readouterr().out


def test_limits_are_handed_on(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(here, verdoppeln_a=ENDLESS, verdoppeln_b=f"x = bytearray(200 * 2**20)\n{DOUBLE_RIGHT}")
    begin = time.monotonic()
    arguments = ["check", ".", "--timeout", "0.5", "--memory", "128", "--exercise", "verdoppeln"]
    assert main([*arguments, "--format", "json"]) in (1, 2)
    verdicts = {r["file"]: r["verdict"] for r in json.loads(capsys.readouterr().out)["reports"]}
    assert verdicts["verdoppeln_a.py"] == "timeout"
    assert verdicts["verdoppeln_b.py"] == "memory_limit"
    assert time.monotonic() - begin < 30


def test_the_language_is_the_lessons_or_the_one_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make_lessons(tmp_path, language="en")
    monkeypatch.chdir(tmp_path)
    files = write(tmp_path, verdoppeln=DOUBLE_WRONG)
    assert main(["check", *files]) == 1
    assert "✗ not passed" in capsys.readouterr().out
    assert main(["check", *files, "--lang", "de"]) == 1
    assert "✗ nicht bestanden" in capsys.readouterr().out


def test_a_broken_exercise_is_told_on_standard_error(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "exercises" / "klein" / "werte" / "cases.json").unlink()
    assert main(["check", *write(here, werte="antwort = 1", verdoppeln=DOUBLE_RIGHT)]) == 2
    out, err = capsys.readouterr()
    assert "? Prüfung fehlgeschlagen  werte.py" in out
    assert "✓ bestanden  verdoppeln.py" in out
    assert "klein/werte/cases.json" in err


def test_list_shows_lessons_and_exercises(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "klein  Kleine Lektion",
        "  klein/verdoppeln  Verdoppeln",
        "  klein/werte       Zwei Werte",
    ]
    assert main(["list", "--format", "json"]) == 0
    (lesson,) = json.loads(capsys.readouterr().out)["lessons"]
    assert (lesson["name"], lesson["exercises"][0]) == (
        "klein",
        {"name": "klein/verdoppeln", "title": "Verdoppeln"},
    )


# --- wrong usage ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "Es fehlt der Befehl"),
        (["frobnicate"], "frobnicate"),
        (["check"], "was geprüft werden soll"),
        (["check", "a.py", "--timeout", "soon"], "--timeout: soon ist keine Zahl"),
        (["check", "a.py", "--timeout", "nan"], "nan ist keine Zahl"),
        (["check", "a.py", "--jobs", "0"], "--jobs: 0"),
        (["check", "a.py", "--memory", "1"], "mindestens 64"),
        (["check", "a.py", "--memory"], "--memory braucht einen Wert"),
        (["check", "a.py", "--format", "xml"], "text, json"),
        (["check", "a.py", "--lang", "fr"], "de, en"),
        (["check", "a.py", "--speed", "3"], "--speed 3"),
        (["check", "a.py", "--exercise", "wertee"], "klein/werte"),
        (["check", "a.py", "--exercise", "xyz"], "klein/verdoppeln, klein/werte"),
        (["check", "exercises/klein/lesson.md/x", "--exercises", "empty"], "empty"),
        (["check", "empty"], "Keine Python-Dateien gefunden in: empty"),
        (["list", "--exercises", "nowhere"], "nowhere"),
    ],
)
def test_a_wrong_call_is_explained_on_standard_error(
    here: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    (here / "empty").mkdir()
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err
    assert "--help" in err


def test_a_wrong_call_is_explained_in_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--lang", "en"]) == 2
    assert capsys.readouterr().err.startswith("Wrong usage: What to check is missing")
    assert main(["check", "--lang=en"]) == 2
    assert capsys.readouterr().err.startswith("Wrong usage")


def test_an_exercise_of_two_lessons_has_to_be_named_in_full(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_lessons(here, "zweite")
    files = write(here, anna=DOUBLE_RIGHT, verdoppeln_x=DOUBLE_RIGHT)
    assert main(["check", *files, "--exercise", "verdoppeln"]) == 2
    assert "klein/verdoppeln, zweite/verdoppeln" in capsys.readouterr().err
    assert main(["check", *files]) == 2
    out = capsys.readouterr().out
    assert " ".join(out.split()).count("mehreren Übungen: klein/verdoppeln, zweite/verdoppeln.") == 2
    assert main(["check", *files, "--exercise", "zweite/verdoppeln"]) == 0


def test_without_lessons_it_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("checker.cli.__file__", str(tmp_path / "lib" / "checker" / "cli.py"))
    assert main(["check", "a.py"]) == 2
    assert "--exercises ORDNER" in capsys.readouterr().err


def test_lessons_are_found_from_the_file_that_is_named(
    here: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert main(["check", str(here / "exercises" / "klein" / "werte" / "solution.py")]) == 0
    (file,) = write(here, verdoppeln=DOUBLE_RIGHT)
    assert main(["check", str(here / file), "--exercises", str(here / "exercises")]) == 0


@pytest.mark.parametrize("language", ["de", "en"])
def test_help_and_version_are_shown(capsys: pytest.CaptureFixture[str], language: str) -> None:
    assert main(["--help"]) == 0
    assert main(["--version"]) == 0
    assert main(["check", "--help", "--lang", language]) == 0
    assert "pruefstand " in capsys.readouterr().out
    text = help_text("check", language)
    options = ("--exercise ", "--exercises ", "--format ", "--output ", "--timeout ", "--memory ", "--jobs ")
    assert all(option in text for option in options)
    assert "usage:" not in help_text("check", "de")


def test_options_are_understood() -> None:
    options = read_options(["check", "a", "b", "--jobs", "3", "--timeout", "2.5", "--format", "json"])
    assert options == Options("check", (Path("a"), Path("b")), jobs=3, seconds=2.5, format="json")
    assert FORMATS == ("text", "json")
    with pytest.raises(UsageProblem):
        read_options(["check", "--tim", "3", "a"])


# --- output -----------------------------------------------------------------------------------


def test_a_file_is_written_whole_or_left_as_it_was(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = write(here, verdoppeln=DOUBLE_RIGHT)
    (here / "result.json").write_text("before")
    (here / "result.json").chmod(0o640)
    assert main(["check", *files, "--format", "json", "--output", "result.json"]) == 0
    assert json.loads((here / "result.json").read_text())["reports"][0]["verdict"] == "passed"
    assert (here / "result.json").stat().st_mode & 0o777 == 0o640
    assert main(["check", *files, "--output", "no/such/folder.txt"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "no/such/folder.txt lässt sich nicht schreiben" in err
    assert sorted(path.name for path in here.iterdir()) == ["exercises", "result.json", "verdoppeln.py"]


def test_a_fault_while_writing_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    target.write_text("before")

    def fail_half_way() -> None:
        with file_to_write(target) as stream:
            stream.write("half")
            raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        fail_half_way()
    assert target.read_text() == "before"
    assert list(tmp_path.iterdir()) == [target]


def test_a_link_stays_a_link_and_a_device_a_device(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("before")
    (tmp_path / "link.txt").symlink_to("real.txt")
    with file_to_write(tmp_path / "link.txt") as stream:
        stream.write("after")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text() == "after"
    with file_to_write(Path(os.devnull)) as stream:
        stream.write("nothing")
    assert not Path(os.devnull).is_file()


class Terminal:
    """A stream as far as is asked of one."""

    def __init__(self, *, encoding: str = "utf-8", terminal: bool = True) -> None:
        self.encoding = encoding
        self.terminal = terminal
        self.text = ""

    def isatty(self) -> bool:
        return self.terminal

    def write(self, text: str) -> None:
        self.text += text

    def flush(self) -> None:
        pass


def test_colours_are_for_terminals_and_can_be_refused() -> None:
    def colour(environment: dict[str, str], *, terminal: bool = True) -> bool:
        return style_of(Terminal(terminal=terminal), environment).colour  # type: ignore[arg-type]

    assert colour({"TERM": "xterm", "WT_SESSION": "1"})
    assert not colour({"TERM": "xterm"}, terminal=False)
    assert not colour({"NO_COLOR": "1"})
    assert not colour({"TERM": "dumb"})


def test_signs_fit_the_encoding() -> None:
    assert style_of(Terminal(), {}).signs  # type: ignore[arg-type]
    assert not style_of(Terminal(encoding="ascii"), {}).signs  # type: ignore[arg-type]
    assert not style_of(Terminal(encoding="nonsense"), {}).signs  # type: ignore[arg-type]


def test_progress_is_a_line_that_goes_away_and_for_terminals_only() -> None:
    terminal, file = Terminal(), Terminal(terminal=False)
    for stream in (terminal, file):
        progress = Progress(stream, 3)  # type: ignore[arg-type]
        progress.hide()
        progress.show(1)
        progress.hide()
    assert terminal.text == "\r\x1b[K1/3 …\r\x1b[K"
    assert file.text == ""


# --- as a program -----------------------------------------------------------------------------


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
