from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from web.process import run_process

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ("requirements.lock", "web/wheels.lock", "web/package-lock.json")


@pytest.mark.parametrize("version", ["3.11", "3.14"])
def test_the_lock_resolves_for_the_lowest_and_the_highest_python(version: str, tmp_path: Path) -> None:
    ran = run_process(
        [
            *(sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet"),
            *("--require-hashes", "--only-binary", ":all:", "--python-version", version),
            *("--target", tmp_path, "-r", ROOT / "requirements.lock"),
        ]
    )
    assert ran.ok, ran.output


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_holds_no_download_addresses_and_no_index(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    assert not re.search(r'"resolved"|--(extra-)?index-url|--find-links|--trusted-host', text)
    # Where a package asks for money is noted by npm; nothing is downloaded from there.
    addresses = re.findall(r'(?<!"url": ")https?://\S+', text)
    assert addresses == []


@pytest.mark.parametrize("name", ["requirements.lock", "web/wheels.lock"])
def test_every_package_is_pinned_and_has_a_hash(name: str) -> None:
    lines = (ROOT / name).read_text("utf-8").splitlines()
    entries = [i for i, line in enumerate(lines) if line and not line.startswith((" ", "#"))]
    assert entries
    for i in entries:
        assert re.match(r"[a-z0-9-]+==\S+ (; .* )?\\$", lines[i]), lines[i]
        assert lines[i + 1].startswith("    --hash=sha256:"), lines[i]
