from __future__ import annotations

from pathlib import Path

import pytest

from web.cache import cached, digest, files_below


def test_files_are_found_in_order_without_what_is_hidden_or_generated(tmp_path: Path) -> None:
    kept = ["a/one.py", "a/two/three.css", "b.toml"]
    for name in [*kept, "a/.hidden", "a/__pycache__/x.pyc", "a/node_modules/x.js", "a/one.py~"]:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    found = files_below(tmp_path / "b.toml", tmp_path / "a", tmp_path / "missing")
    assert [path.relative_to(tmp_path).as_posix() for path in found] == kept


def test_the_digest_depends_on_names_contents_and_texts_alone(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1")
    first = digest(tmp_path, [tmp_path / "a"], "x")
    (tmp_path / "a").touch()
    assert digest(tmp_path, [tmp_path / "a"], "x") == first
    assert digest(tmp_path, [tmp_path / "a"], "y") != first
    (tmp_path / "a").write_text("2")
    assert digest(tmp_path, [tmp_path / "a"], "x") != first
    (tmp_path / "b").write_text("1")
    assert digest(tmp_path, [tmp_path / "b"], "x") != first


def test_a_part_is_made_once_a_key_and_older_ones_go(tmp_path: Path) -> None:
    made: list[str] = []

    def make(folder: Path) -> None:
        made.append(folder.name)
        (folder / "x").write_text("x")

    shelf = tmp_path / "shelf"
    first = cached(shelf, "one", make)
    assert cached(shelf, "one", make) == first
    assert (first / "x").read_text() == "x"
    cached(shelf, "two", make)
    assert len(made) == 2
    assert [path.name for path in shelf.iterdir()] == ["two"]


def test_a_part_that_could_not_be_made_leaves_the_old_one(tmp_path: Path) -> None:
    def fail(folder: Path) -> None:
        (folder / "half").write_text("x")
        raise KeyError

    cached(tmp_path, "one", lambda folder: None)
    with pytest.raises(KeyError):
        cached(tmp_path, "two", fail)
    assert [path.name for path in tmp_path.iterdir()] == ["one"]
