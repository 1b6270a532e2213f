"""The command line: what it prints, where, and its exit status."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest
from small_lessons import DOUBLE_RIGHT, DOUBLE_WRONG, make_lessons

from checker.cli import main

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


def test_what_is_left_out_of_a_folder_is_told_and_changes_no_status(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "a").mkdir()
    for name in ("verdoppeln.py", "VERDOPPELN_B.PY", "verdoppeln.py.txt", "alles.zip", ".hidden.txt"):
        (here / "a" / name).write_text(DOUBLE_RIGHT)
    assert main(["check", "a"]) == 0
    out = capsys.readouterr().out
    assert "2 Dateien: 2 bestanden" in out
    assert "nicht geprüft, weil keine Python-Datei: 2 Dateien" in out
    assert "        a/verdoppeln.py.txt\n" in out
    assert main(["check", "a", "--format", "json", "--lang", "en"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(each["file"], each["reason"]) for each in found["skipped"]] == [
        ("a/alles.zip", "archive"),
        ("a/verdoppeln.py.txt", "other_name"),
    ]
    assert "Archives are not opened" in found["skipped"][0]["message"]
    assert found["skipped_total"] == 2


def test_where_only_such_files_are_the_reason_is_told(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "a").mkdir()
    (here / "a" / "verdoppeln.ipynb").write_text("")
    assert main(["check", "a"]) == 2
    err = capsys.readouterr().err
    assert "Keine Python-Dateien gefunden in: a. a/verdoppeln.ipynb: Notebooks werden nicht" in err


def test_of_very_many_files_left_out_not_all_are_named(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "a").mkdir()
    write(here / "a", verdoppeln=DOUBLE_RIGHT)
    for n in range(150):
        (here / "a" / f"{n}.txt").write_text("")
    assert main(["check", "a", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (len(found["skipped"]), found["skipped_total"]) == (100, 150)


def test_a_name_with_a_line_end_forges_no_line(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = here / "a\n✓ bestanden  berta.py"
    folder.mkdir()
    write(folder, **{"verdoppeln\n✓ bestanden  carl": DOUBLE_WRONG})
    assert main(["check", str(folder.relative_to(here))]) == 1
    assert main(["check", "nicht\nda.py", "--output", "no\n/such"]) == 2
    out, err = capsys.readouterr()
    assert not [line for line in out.splitlines() if line.startswith("✓")]
    assert err.splitlines() == [r"no\n/such lässt sich nicht schreiben: No such file or directory"]


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
        (["check", ""], "PATH: Hier steht ein leerer Text"),
        (["check", "a.py", "--output", ""], "--output: Hier steht ein leerer Text"),
        (["check", "a.py", "--memory"], "--memory braucht einen Wert"),
        (["check", "a.py", "--format", "xml"], "text, json"),
        (["check", "a.py", "--lang", "fr"], "de, en"),
        (["check", "a.py", "--speed", "3"], "--speed 3"),
        (["check", "a.py", "--exercise", "wertee"], "klein/werte"),
        (["check", "a.py", "--exercise", "xyz"], "klein/verdoppeln, klein/werte"),
        (["check", "a.py", "--exercise", "klein"], "eine Lektion. Nenne eine ihrer Übungen: klein/verd"),
        (["check", "a.py", "--a\nb"], r"--a\nb"),
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
