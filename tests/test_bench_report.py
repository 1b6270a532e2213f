from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from web.bench_machine import Machine
from web.bench_notes import Notes
from web.bench_options import BenchOptions
from web.bench_report import BenchRun

OPTIONS = BenchOptions(("chromium",), 1, ("stop",), None, markdown=False)
MACHINE = Machine("Some CPU", 2, 3 * 2**30, "Linux-6", 0.25)


def fail(fault: Exception) -> None:
    raise fault


def measured(bare: float = 2000, ours: float = 80) -> Notes:
    notes = Notes("chromium")
    notes.record("bare", "stop", bare)
    notes.record("ours", "stop", ours)
    return notes


def run_of(*notes: Notes, options: BenchOptions = OPTIONS) -> BenchRun:
    return BenchRun(
        machine=MACHINE,
        begun=datetime(2026, 12, 2, 20, 46, tzinfo=UTC),
        versions={"pyodide": "314.0.8", "chromium": "156.0"},
        options=options,
        notes=notes,
        bytes_per_second=1_250_000,
        round_trip=0.04,
    )


def test_a_report_names_machine_date_versions_and_rounds() -> None:
    text = run_of(measured()).text()
    assert "2026-12-02 20:46 UTC, 1 interleaved round, Pyodide 314.0.8\n" in text
    assert "Some CPU, 2 cores, 3.0 GiB, load before 0.25\nLinux-6\n" in text
    assert "\nchromium 156.0\n" in text
    assert "Slow: 10 Mbit/s for all connections, 40 ms a round trip" in text
    assert "Medians of 1 round only" in text


def test_the_table_is_text_or_markdown() -> None:
    assert "\nStop → next result  2000 ms  80 ms  0.040  ≤ 0.05  yes\n" in run_of(measured()).text()
    told = run_of(measured(), options=replace(OPTIONS, markdown=True)).text()
    assert "\n| Stop → next result | 2000 ms | 80 ms | 0.040 | ≤ 0.05 | yes |\n" in told


@pytest.mark.parametrize(("ours", "reached"), [(100, "yes"), (1900, "NO")])
def test_a_missed_target_leaves_the_run_whole(ours: float, reached: str) -> None:
    run = run_of(measured(ours=ours))
    assert reached in run.text()
    assert run.is_whole


def test_what_went_wrong_is_told_last_and_the_run_is_not_whole() -> None:
    notes = measured()
    with notes.trying("ours, slowed"):
        fail(TimeoutError("after 300 s"))
    run = run_of(notes)
    assert not run.is_whole
    assert run.text().endswith(
        "What could not be measured:\n  chromium, round 1, ours, slowed: TimeoutError: after 300 s"
    )


def test_a_value_that_never_came_makes_a_run_not_whole_though_nothing_went_wrong() -> None:
    notes = Notes("chromium")
    notes.record("ours", "stop", 80)
    run = run_of(notes)
    assert not run.is_whole
    assert "Not measured: Stop → next result (chromium)." in run.text()


def test_a_browser_that_never_started_is_told() -> None:
    assert "\nfirefox (did not start)\n" in run_of(Notes("firefox")).text()


def test_the_json_holds_every_single_value() -> None:
    notes = measured()
    notes.begin(2)
    notes.record("ours", "stop", 60)
    notes.restless()
    told = json.loads(run_of(notes, options=replace(OPTIONS, rounds=2, json=Path("x.json"))).json())
    assert told["date"] == "2026-12-02T20:46:00+00:00"
    assert told["machine"] == {
        "cpu": "Some CPU",
        "cores": 2,
        "memory": 3 * 2**30,
        "system": "Linux-6",
        "load": 0.25,
    }
    assert (told["rounds"], told["parts"]) == (2, ["stop"])
    assert [(sample["round"], sample["page"], sample["value"]) for sample in told["samples"]] == [
        (1, "bare", 2000.0),
        (1, "ours", 80.0),
        (2, "ours", 60.0),
    ]
    (figure,) = told["figures"]
    assert (figure["bare"], figure["ours"], figure["ratio"], figure["reached"]) == (2000, 70, 0.035, True)
    assert told["remarks"] == ["chromium: did not come to rest 1×, and was measured so."]
    assert told["faults"] == []
