"""A program in a process of its own: what is seen, what is reached, what is left."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import pytest
from hostile_processes import ENDLESS, HOSTILE

from checker import isolate
from checker.model import Ended

HERE = str(Path(__file__).parent)
SECONDS = 20.0  # tenfold room: no program here needs more than two

ALL, NO_PROCESSES, NONE = isolate.NAMESPACES, ("mounts", "network"), ()

Namespaces = tuple[str, ...]
WAYS = {"all": ALL, "no processes": NO_PROCESSES, "none": NONE}
LEAVING = ["leaves a daemon behind", "forks without end", "moves on from session to session"]

all_ways = pytest.mark.parametrize("namespaces", WAYS.values(), ids=WAYS)
both = pytest.mark.parametrize("namespaces", [ALL, NO_PROCESSES], ids=["all", "no processes"])


def run(
    source: str,
    *,
    plan: str = "{}",
    seconds: float = SECONDS,
    memory: int = 256,
    hide: tuple[str, ...] = (),
    observer: str = "observe",
    namespaces: Namespaces = ALL,
    stop: threading.Event | None = None,
) -> isolate.Seen:
    return isolate.run(
        source,
        plan,
        seconds=seconds,
        memory=memory,
        hide=hide,
        observer=f"fake_observer:{observer}",
        path=[HERE],
        namespaces=namespaces,
        stop=stop,
    )


def told(seen: isolate.Seen) -> list[str]:
    return [event for event in seen.events if not event.startswith('{"e": ')]


def processes(mark: str) -> set[int]:
    """Every living process whose command line bears a mark, as all that are forked from one do."""
    return {
        int(command.parent.name)
        for command in Path("/proc").glob("[0-9]*/cmdline")
        if mark.encode() in read(command)  # that of a zombie is empty
    }


def read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_the_events_come_back_in_order() -> None:
    seen = run("emit('a'); emit('ü'); emit('b')")
    assert seen.ended is Ended.COMPLETE
    assert told(seen) == ["a", r"\xfc", "b"]
    assert [json.loads(seen.events[0])["e"], json.loads(seen.events[-1])["e"]] == ["run", "end"]
    assert 0 <= seen.seconds < SECONDS


def test_the_child_gets_source_and_plan_and_no_environment_or_arguments(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SECRET_OF_THE_INSTRUCTOR", "1")
    seen = run(
        "import os, sys\nemit(plan)\nemit(repr((dict(os.environ), sys.argv[1:], os.listdir('.'))))",
        plan="[1]",
    )
    assert told(seen) == ["[1]", "({}, [], [])"]


@all_ways
def test_the_child_cannot_import_or_see_what_lies_beside_the_checker(namespaces: Namespaces) -> None:
    root = str(Path(isolate.__file__).parents[1])
    seen = run(f"import sys\nemit(repr({root!r} in sys.path or {HERE!r} in sys.path))", namespaces=namespaces)
    assert told(seen) == ["False"]


@all_ways
def test_what_is_to_be_hidden_is_hidden_or_said_to_be_visible(tmp_path: Path, namespaces: Namespaces) -> None:
    exercises = tmp_path / "exercises"
    exercises.mkdir()
    secret = exercises / "cases.json"
    secret.write_text("expected")
    tmp_path.chmod(0o755)
    look = f"try: emit(open({str(secret)!r}).read())\nexcept OSError: emit('hidden')"
    seen = run(look, hide=(str(exercises), str(secret)), namespaces=namespaces)
    assert seen.isolation is not None
    assert told(seen) == ["hidden" if seen.isolation.exercises_hidden else "expected"]
    assert secret.read_text() == "expected"


@all_ways
def test_the_child_imports_from_the_standard_library_while_it_runs(namespaces: Namespaces) -> None:
    seen = run("import statistics, csv, sqlite3\nemit(str(statistics.mean([1, 3])))", namespaces=namespaces)
    assert told(seen) == ["2"]


def test_without_a_network_no_connection_is_made() -> None:
    attempt = (
        "import socket, threading\nserver = socket.socket()\n"
        "try:\n    server.bind(('127.0.0.1', 0)); server.listen()\n"
        "    socket.create_connection(server.getsockname(), 2); emit('connected')\n"
        "except OSError: emit('no network')"
    )
    seen = run(attempt)
    assert seen.isolation is not None
    assert told(seen) == ["no network"] or not seen.isolation.no_network


def test_root_becomes_a_user_that_nobody_is_and_others_stay_who_they_are() -> None:
    seen = run("import os\nemit(str(min(os.getresuid())))\nemit(str(os.getgroups()))")
    assert seen.isolation is not None
    uid, groups = told(seen)
    if seen.isolation.own_user:
        assert os.geteuid() == 0
        assert int(uid) > 60_000
        assert groups == "[]"
    else:
        assert int(uid) == os.geteuid()


@both
@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_program_ends_as_it_should_and_the_next_one_works(
    what: str, namespaces: Namespaces
) -> None:
    source, expected = HOSTILE[what]
    seen = run(source, namespaces=namespaces)
    assert seen.ended in expected, seen.detail
    assert told(run("emit('next')", namespaces=namespaces)) == ["next"]


@both
@pytest.mark.parametrize("what", ENDLESS)
def test_a_program_without_end_is_ended_at_its_deadline(what: str, namespaces: Namespaces) -> None:
    begin = time.monotonic()
    seen = run(ENDLESS[what], seconds=0.5, namespaces=namespaces)
    assert seen.ended is Ended.TIMEOUT, seen.detail
    assert seen.seconds >= 0.5
    assert time.monotonic() - begin < 15


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="processes cannot be looked at here")
@both
@pytest.mark.parametrize("what", LEAVING)
def test_no_process_outlives_the_run(
    what: str, namespaces: Namespaces, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Other runs may go on beside this one, so its processes are told apart by a mark.
    mark = f"run {uuid4().hex}"
    monkeypatch.setattr(isolate, "_BOOT", f"{isolate._BOOT}  # {mark}")
    # It begins slowly, so that there is time to see it.
    source = f"import time; time.sleep(1)\n{ENDLESS.get(what) or HOSTILE[what][0]}"
    living: set[int] = set()
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(run, source, seconds=2, namespaces=namespaces)
        while not running.done():
            living |= processes(mark)
            time.sleep(0.01)
    seen = running.result()
    assert seen.isolation is not None
    assert len(living) > 1  # the warden and its child at least: the mark is one that is passed on
    assert not processes(mark) or not seen.isolation.descendants


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="processes cannot be looked at here")
def test_what_outlived_a_run_would_be_found() -> None:
    mark = f"run {uuid4().hex}"
    fork = "import os, time\nif os.fork(): os._exit(0)\nos.setsid()\ntime.sleep(100)"
    subprocess.run([sys.executable, "-c", f"{fork}  # {mark}"], check=True)
    (left,) = processes(mark)
    os.kill(left, signal.SIGKILL)


def test_nothing_is_left_of_the_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.chmod(0o755)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for what in ("leaves names that cannot be removed", "leaves a deep tree", "deletes the folder it is in"):
        for namespaces in (ALL, NONE):
            run(HOSTILE[what][0], namespaces=namespaces)
            assert list(tmp_path.iterdir()) == []


@all_ways
def test_memory_is_limited_to_what_was_given(namespaces: Namespaces) -> None:
    seen = run("try: bytearray(300 * 2**20)\nexcept MemoryError: emit('too much')", namespaces=namespaces)
    assert seen.isolation is not None
    assert told(seen) == ["too much"] or not seen.isolation.memory_limited
    assert told(run("bytearray(300 * 2**20); emit('fine')", memory=1024)) == ["fine"]


def test_an_observing_part_that_runs_out_of_memory_is_a_limit_and_not_a_fault() -> None:
    assert run("", observer="run_out_of_memory").ended is Ended.MEMORY_LIMIT


def test_an_observing_part_that_fails_is_our_fault() -> None:
    seen = run("", observer="fail")
    assert seen.ended is Ended.FAULT
    assert "observing failed" in seen.detail


def test_an_observing_part_that_is_not_there_is_our_fault() -> None:
    seen = run("", observer="no_such_thing")
    assert seen.ended is Ended.FAULT
    assert "no_such_thing" in seen.detail
    assert seen.isolation is None


def test_a_python_that_does_not_start_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/no/such/python")
    seen = run("")
    assert seen.ended is Ended.FAULT
    assert "/no/such/python" in seen.detail


def test_a_python_that_is_something_else_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/bin/echo" if Path("/bin/echo").exists() else "/usr/bin/echo")
    assert run("").ended is Ended.FAULT


def test_a_run_that_is_withdrawn_ends_at_once() -> None:
    stop = threading.Event()
    timer = threading.Timer(0.3, stop.set)
    timer.start()
    begin = time.monotonic()
    with pytest.raises(isolate.Interrupted):
        run("while True: pass", seconds=200, stop=stop)
    assert time.monotonic() - begin < 20
    timer.join()


def test_many_runs_go_side_by_side() -> None:
    results: list[list[str]] = []
    threads = [
        threading.Thread(target=lambda n=n: results.append(told(run(f"emit('{n}')")))) for n in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == [[str(n)] for n in range(8)]


def test_two_isolations_together_are_as_strong_as_the_weaker_one() -> None:
    one = isolate.Isolation(own_user=True, no_network=True)
    assert one.also(isolate.Isolation(no_network=True)) == isolate.Isolation(no_network=True)
