"""A folder for a program, and its removal."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from checker.scratch import remove, scratch


def test_a_folder_is_there_while_it_is_needed_and_gone_afterwards() -> None:
    with scratch() as folder:
        assert list(folder.iterdir()) == []
        (folder / "a").mkdir()
        (folder / "a" / "b").write_text("")
    assert not folder.exists()


def test_a_folder_that_is_gone_already_is_no_trouble() -> None:
    with scratch() as folder:
        folder.rmdir()
    assert not folder.exists()


def test_what_links_point_to_stays(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "file").write_text("")
    with scratch() as folder:
        (folder / "link").symlink_to(tmp_path / "kept")
    assert (tmp_path / "kept" / "file").exists()


def test_a_tree_deeper_than_any_path_may_be_long_is_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    with scratch() as folder:
        monkeypatch.chdir(folder)
        for _ in range(300):
            Path("x" * 50).mkdir()
            os.chdir("x" * 50)
        monkeypatch.undo()
    assert not folder.exists()


def test_names_and_rights_are_no_obstacle() -> None:
    with scratch() as folder:
        for name in ("-rf", "a b\n*", os.fsdecode(b"\xff\xfe"), "..."):
            (folder / name).mkdir()
            (folder / name / "x").write_text("")
            (folder / name).chmod(0)
    assert not folder.exists()


def test_what_cannot_be_removed_is_said(tmp_path: Path) -> None:
    assert not remove(tmp_path / "none")
