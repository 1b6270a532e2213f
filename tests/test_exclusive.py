from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from web.exclusive import exclusive

ROOT = Path(__file__).resolve().parents[1]


def test_a_second_one_waits_until_the_first_has_ended(tmp_path: Path) -> None:
    lock = tmp_path / "deep" / "lock"
    code = (
        "import sys; from pathlib import Path; from web.exclusive import exclusive\n"
        "with exclusive(Path(sys.argv[1]), lambda: None):\n"
        "    print('held', flush=True)\n"
        "    sys.stdin.read()\n"
        "    Path(sys.argv[1]).with_name('done').write_text('done')\n"
    )
    waits: list[bool] = []
    with subprocess.Popen(
        [sys.executable, "-c", code, str(lock)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"

        def waiting() -> None:
            waits.append(lock.with_name("done").exists())
            assert other.stdin is not None
            other.stdin.close()

        with exclusive(lock, waiting):
            assert lock.with_name("done").exists()
    assert waits == [False]


def test_a_free_lock_is_taken_at_once_and_again(tmp_path: Path) -> None:
    waits: list[bool] = []
    for _ in range(2):
        with exclusive(tmp_path / "lock", lambda: waits.append(True)):
            pass
    assert waits == []
