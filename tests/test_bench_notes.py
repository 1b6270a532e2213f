from __future__ import annotations

import pytest

from web.bench_figures import Sample
from web.bench_notes import Notes
from web.engine import BrowserGone, PageFault
from web.faults import HostFault


def fail(fault: Exception) -> None:
    raise fault


def test_values_belong_to_the_round_in_which_they_came() -> None:
    notes = Notes("firefox")
    notes.begin(1)
    notes.record("bare", "stop", 900)
    notes.begin(2)
    notes.record("ours", "stop", 30)
    assert notes.samples == [
        Sample("firefox", 1, "bare", "stop", 900.0),
        Sample("firefox", 2, "ours", "stop", 30.0),
    ]


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (PageFault("1+1 gave 3"), "webkit, round 3, ours, stop: 1+1 gave 3"),
        (HostFault("no taskset"), "webkit, round 3, ours, stop: no taskset"),
        (TimeoutError("after 120 s"), "webkit, round 3, ours, stop: TimeoutError: after 120 s"),
        (BrowserGone("it died"), "webkit, round 3, ours, stop: BrowserGone: it died"),
    ],
)
def test_what_goes_wrong_is_written_down_and_the_bench_goes_on(fault: Exception, told: str) -> None:
    notes = Notes("webkit")
    notes.begin(3)
    with notes.trying("ours, stop"):
        fail(fault)
    assert notes.faults == [told]


def test_a_mistake_of_the_bench_itself_is_not_swallowed() -> None:
    notes = Notes("webkit")
    with pytest.raises(KeyError), notes.trying("ours"):
        raise KeyError("ready")
    assert notes.faults == []


def test_starts_from_the_snapshot_are_nothing_to_tell() -> None:
    notes = Notes("chromium")
    notes.started("snapshot")
    assert notes.remarks() == []


def test_other_starts_and_restless_browsers_are_told() -> None:
    notes = Notes("webkit")
    for how in ("ordinary", "snapshot", "ordinary", ""):
        notes.started(how)
    notes.restless()
    notes.restless()
    assert notes.remarks() == [
        "webkit: our page did not always start from its snapshot, but: ordinary (2×), unknown (1×).",
        "webkit: did not come to rest 2×, and was measured so.",
    ]
