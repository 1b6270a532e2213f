from __future__ import annotations

import os
import shutil
import sys
import time
from pathlib import Path

import pytest

from web.bench_machine import busy_core, cpu_seconds, pinned, read_machine, resident_bytes, slow_core
from web.faults import HostFault

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="cores and processes cannot be looked at here")


def write(proc: Path, name: str, text: str) -> None:
    file = proc / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


@LINUX
def test_the_machine_is_told_as_it_says_itself(tmp_path: Path) -> None:
    write(tmp_path, "cpuinfo", "processor\t: 0\nmodel name\t: Some: CPU\nprocessor\t: 1\nmodel name\t: B\n")
    write(tmp_path, "meminfo", "MemFree:  5 kB\nMemTotal:    2048 kB\n")
    machine = read_machine(tmp_path)
    assert (machine.cpu, machine.memory) == ("Some: CPU", 2048 * 1024)
    assert machine.cores == len(os.sched_getaffinity(0))
    assert machine.load >= 0


def test_without_proc_there_is_no_bench(tmp_path: Path) -> None:
    with pytest.raises(HostFault, match="needs Linux"):
        read_machine(tmp_path / "none")


def test_memory_counts_what_is_shared_once_and_no_mapped_files(tmp_path: Path) -> None:
    write(tmp_path, "11/smaps_rollup", "Rss: 900 kB\nPss: 600 kB\nPss_Anon: 300 kB\nPss_Shmem: 20 kB\n")
    write(tmp_path, "12/smaps_rollup", "Rss: 90 kB\nPss: 60 kB\nPss_Anon:  7 kB\nPss_File: 53 kB\n")
    # 13 has ended meanwhile.
    assert resident_bytes([11, 12, 13], tmp_path) == (300 + 20 + 7) * 1024


def test_cpu_time_is_that_of_user_and_kernel_together(tmp_path: Path) -> None:
    ticks = os.sysconf("SC_CLK_TCK")
    # utime and stime are the 14th and 15th; the name in front may hold anything.
    write(tmp_path, "11/stat", f"11 (a) b (c) S 1 1 1 0 -1 0 0 0 0 0 {3 * ticks} {2 * ticks} 99 99 20\n")
    write(tmp_path, "12/stat", f"12 (x) R 1 1 1 0 -1 0 0 0 0 0 {ticks} 0 99 99 20\n")
    assert cpu_seconds([11, 12, 13], tmp_path) == 6


def test_without_taskset_the_host_has_to_act(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(HostFault, match="apt-get install util-linux"):
        pinned(0)


@LINUX
def test_a_core_is_kept_busy_until_the_block_ends() -> None:
    core = slow_core()
    assert core in os.sched_getaffinity(0)
    before = children()
    with busy_core(core):
        (loop,) = children() - before
        until(lambda: cpu_seconds([loop]) >= 0.1)
        assert os.sched_getaffinity(loop) == {core}
    assert loop not in children()


def children() -> set[int]:
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = (folder / "stat").read_text("utf-8").rpartition(")")[2].split()[1]
        except OSError:
            continue
        if int(parent) == os.getpid():
            found.add(int(folder.name))
    return found


def until(reached: object) -> None:
    assert callable(reached)
    deadline = time.monotonic() + 60
    while not reached():
        assert time.monotonic() < deadline
        time.sleep(0.02)
