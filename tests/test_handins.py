"""Handed-in files: found in any mess, read whatever they are."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from checker.handins import LONGEST, Unreadable, find_handins, read_handin


def names(root: Path, *paths: str) -> list[str]:
    found = find_handins([root / path for path in paths or (".",)])
    return [Path(os.path.relpath(handin.path, root)).as_posix() for handin in found.handins]


def left_out(root: Path, *paths: str) -> dict[str, str]:
    """The files left out, with the reasons."""
    found = find_handins([root / path for path in paths or (".",)])
    return {
        Path(os.path.relpath(each.path, root)).as_posix(): each.unreadable.reason
        for each in found.left_out
        if each.unreadable is not None
    }


def make(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("")


def test_every_file_below_a_folder_in_a_stable_order(tmp_path: Path) -> None:
    make(tmp_path, "b.py", "a/z.py", "a/b/c.py", "a.py", "c/x.txt", "c/y.PY", "Ä.py")
    assert names(tmp_path) == ["a.py", "b.py", "Ä.py", "a/z.py", "a/b/c.py", "c/y.PY"]


def test_what_may_be_a_hand_in_but_is_no_python_file_is_told_with_the_reason(tmp_path: Path) -> None:
    make(tmp_path, "a.Py", "data.csv", "cases.json", "picture.png", "style.css", "._a.py.txt", ".git/b.txt")
    make(tmp_path, "__pycache__/a.pyc", "env/pyvenv.cfg", "env/lib/b.txt")
    other = ("a.py.txt", "a.py.bak", "a.py~", "a.PY (1)", "a.pyw", "a.py_", "a.txt", "a.TXT", "accuracy")
    make(tmp_path, *other, "sub/b.ipynb", "sub/c.zip", "sub/d.tar.gz", "sub/e.docx", "sub/f.html")
    assert names(tmp_path) == ["a.Py"]
    assert left_out(tmp_path) == {
        **dict.fromkeys(other, "other_name"),
        "sub/b.ipynb": "notebook",
        "sub/c.zip": "archive",
        "sub/d.tar.gz": "archive",
        "sub/e.docx": "document",
        "sub/f.html": "document",
    }
    assert list(left_out(tmp_path, "sub", "sub/../sub", ".")).count("sub/c.zip") == 1


def test_a_named_file_that_is_no_python_file_is_found_with_the_reason(tmp_path: Path) -> None:
    make(tmp_path, "a.ipynb", "b.py.txt", "c.csv", "D.PY")
    found = find_handins(sorted(tmp_path.iterdir()))
    assert [each.unreadable and each.unreadable.reason for each in found.handins] == [
        None,
        "notebook",
        "other_name",
        "no_python_file",
    ]
    assert found.left_out == ()


def test_a_folder_behind_a_link_is_told_because_it_is_not_looked_into(tmp_path: Path) -> None:
    make(tmp_path, "class/a.py", "elsewhere/b.py")
    (tmp_path / "class" / "more").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "class" / ".hidden").symlink_to(tmp_path / "elsewhere")
    assert names(tmp_path, "class") == ["class/a.py"]
    assert left_out(tmp_path, "class") == {"class/more": "linked_folder"}


def test_hidden_files_environments_and_caches_are_left_out(tmp_path: Path) -> None:
    make(
        tmp_path,
        "a.py",
        ".b.py",
        ".git/c.py",
        "__pycache__/d.py",
        "node_modules/e.py",
        ".venv/f.py",
        "env/pyvenv.cfg",
        "env/lib/g.py",
    )
    assert names(tmp_path) == ["a.py"]
    assert names(tmp_path, ".b.py") == [".b.py"]  # named, it counts


def test_a_file_counts_once_however_often_it_is_named(tmp_path: Path) -> None:
    make(tmp_path, "a/b.py", "a/c.py")
    assert names(tmp_path, "a/c.py", "a", "a/../a/b.py", ".") == ["a/c.py", "a/b.py"]


def test_links_in_circles_end(tmp_path: Path) -> None:
    make(tmp_path, "a/b.py")
    (tmp_path / "a" / "again").symlink_to(tmp_path)
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "circle.py").symlink_to("circle.py")
    assert names(tmp_path) == ["circle.py", "a/b.py"]
    assert names(tmp_path, "a/again") == ["a/again/circle.py", "a/again/a/b.py"]


def test_what_is_named_and_not_there_is_found_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("")
    (tmp_path / "folder.py").mkdir()
    found = {
        handin.path.name: handin.unreadable
        for handin in find_handins(
            [tmp_path / "none.py", tmp_path / "notes.md", tmp_path / "notes.md" / "x.py", tmp_path]
        ).handins
    }
    reasons = {name: reason and reason.reason for name, reason in found.items()}
    assert reasons == {
        "none.py": "not_there",
        "notes.md": "no_python_file",
        "x.py": "not_there",
        "folder.py": "folder",
    }


def test_a_folder_that_may_not_be_opened_is_told_and_the_rest_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path, "a/b.py", "c.py")
    scandir = os.scandir

    def refuse(place: str | os.PathLike[str]) -> object:
        if Path(place).name == "a":
            raise PermissionError(13, "Permission denied")
        return scandir(place)

    monkeypatch.setattr("os.scandir", refuse)
    found = find_handins([tmp_path])
    assert [(handin.path.name, handin.unreadable is None) for handin in found.handins] == [
        ("c.py", True),
        ("a", False),
    ]


def test_a_name_that_is_no_text_is_shown_with_escapes(tmp_path: Path) -> None:
    place = os.fsencode(tmp_path) + b"/a\xff.py"
    os.close(os.open(place, os.O_CREAT | os.O_WRONLY))
    (found,) = find_handins([tmp_path]).handins
    assert found.shown.endswith(r"/a\xff.py")
    assert read_handin(found.path).text == ""


# --- reading ----------------------------------------------------------------------------------


def reason(path: Path) -> str:
    with pytest.raises(Unreadable) as unreadable:
        read_handin(path)
    return unreadable.value.reason


def test_what_is_no_file_is_told_by_its_kind_and_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "dead.py").symlink_to("nowhere")
    (tmp_path / "device.py").symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket.py"))
        kinds = {path.name: reason(path) for path in sorted(tmp_path.iterdir())}
    assert kinds == {
        "dead.py": "broken_link",
        "device.py": "no_file",
        "folder.py": "folder",
        "pipe.py": "no_file",
        "socket.py": "no_file",
    }
    assert reason(tmp_path / "gone.py") == "not_there"


def test_a_file_without_the_right_to_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.py").write_text("")

    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.open", refuse)
    assert reason(tmp_path / "a.py") == "no_permission"


def test_another_error_of_the_disk_is_told_in_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.py").write_text("")

    def fail(*_: object) -> int:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("os.open", fail)
    with pytest.raises(Unreadable) as unreadable:
        read_handin(tmp_path / "a.py")
    assert unreadable.value.fields == {"detail": "Input/output error"}


def test_a_file_may_be_one_mebibyte_long_and_no_longer(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(b"#" * LONGEST)
    assert len(read_handin(path).text) == LONGEST
    path.write_bytes(b"#" * (LONGEST + 1))
    assert reason(path) == "too_long"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"x = '\xc3\xa4'\n", "x = 'ä'\n"),
        (b"\xef\xbb\xbfx = 1\n", "x = 1\n"),
        (b"# coding: latin-1\nx = '\xe4'\n", "# coding: latin-1\nx = 'ä'\n"),
        (b"#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\nx = '\x80'\n", None),
        (b"x = '\x00'\n", "x = '\x00'\n"),
        (b"", ""),
    ],
)
def test_a_program_is_decoded_as_python_does(tmp_path: Path, data: bytes, text: str | None) -> None:
    (tmp_path / "a.py").write_bytes(data)
    program = read_handin(tmp_path / "a.py")
    assert program.refused is None
    assert text is None or program.text == text


@pytest.mark.parametrize(
    ("data", "message", "line"),
    [
        (b"x = 1\ny = '\xe4'\n", r"Non-UTF-8 code starting with '\xe4' on line 2", 2),
        (b"\xff\xfex\x00", r"Non-UTF-8 code starting with '\xff' on line 1", 1),
        (b"# coding: klingon\n", "unknown encoding: klingon", 1),
        (b"# coding: rot13\nx = 1\n", "encoding problem: rot13", 1),
        (b"# coding: ascii\n#\nx = '\xe4'\n", "(unicode error) 'ascii' codec can't decode byte 0xe4", 3),
    ],
)
def test_bytes_that_are_no_text_are_a_syntax_error(
    tmp_path: Path, data: bytes, message: str, line: int
) -> None:
    (tmp_path / "a.py").write_bytes(data)
    program = read_handin(tmp_path / "a.py")
    assert program.refused is not None
    assert program.refused.type == "SyntaxError"
    assert program.refused.message.startswith(message)
    assert program.refused.line == line
    assert "x" in program.text or data.startswith(b"# coding: k")  # names can still be looked for
