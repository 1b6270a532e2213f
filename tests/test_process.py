from __future__ import annotations

import sys
import time
from pathlib import Path

from web.process import MISSING, TIMED_OUT, Ran, run_process, run_through


def test_output_and_error_come_mixed_with_the_exit_code() -> None:
    ran = run_process([sys.executable, "-c", "import sys; print('a'); sys.stderr.write('b'); sys.exit(3)"])
    assert (ran.code, sorted(ran.output.split()), ran.ok) == (3, ["a", "b"], False)


def test_a_program_that_is_not_there_is_an_answer_and_no_exception(tmp_path: Path) -> None:
    ran = run_process([tmp_path / "nothing"])
    assert ran.code == MISSING
    assert "could not be started" in ran.output


def test_the_environment_and_the_folder_are_handed_on(tmp_path: Path) -> None:
    code = "import os; print(os.getcwd(), os.environ['WORD'])"
    ran = run_process([sys.executable, "-c", code], cwd=tmp_path, env={"WORD": "hallo"})
    assert ran.output.split() == [str(tmp_path.resolve()), "hallo"]


def test_when_time_is_up_its_children_are_ended_too() -> None:
    code = (
        "import subprocess, sys, time\n"
        "print('begun', flush=True)\n"
        "subprocess.run([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
    )
    begin = time.monotonic()
    ran = run_process([sys.executable, "-c", code], seconds=2)
    # The grandchild holds our end of the pipe: were it alive, this would last ten minutes.
    assert time.monotonic() - begin < 60
    assert ran.code == TIMED_OUT
    assert "begun" in ran.output


def test_bytes_that_are_no_text_do_no_harm() -> None:
    ran = run_process([sys.executable, "-c", "import sys; sys.stdout.buffer.write(b'\\xff!')"])
    assert ran.output.endswith("!")


def test_the_tail_of_an_output_is_indented() -> None:
    assert Ran(1, "a\nb\nc\n").tail(2) == "    b\n    c"


def test_a_program_that_writes_straight_out_gives_its_exit_code() -> None:
    assert run_through([sys.executable, "-c", "raise SystemExit(4)"]) == 4
