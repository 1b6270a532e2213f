from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from checker.model import (
    Ended,
    Observation,
    Plan,
    Probe,
    ProbeKind,
    ProbeOutcome,
    ProgramOutcome,
    RunPlan,
    ValueKind,
)
from checker.observation import MAX_EVENT, assemble

PROBE = Probe(ProbeKind.CALL, "f", ([], 1))
PLAN = Plan("f.py", (RunPlan((PROBE, PROBE)),))
TWO_RUNS = Plan("f.py", (RunPlan((PROBE,)), RunPlan((PROBE,))))

RUN = {"e": "run", "run": 0}
PROGRAM = {
    "e": "program",
    "run": 0,
    "outcome": "ran",
    "raised": None,
    "names": ["f"],
    "stdout": "los\n",
    "stderr": "",
    "seconds": 0.01,
}
CALLS = [{"e": "call", "run": 0, "probe": number} for number in range(2)]
RESULTS = [
    {
        "e": "result",
        "run": 0,
        "probe": number,
        "outcome": "value",
        "value": {"t": "tuple", "v": [0.0, 0.5], "n": 2},
        "stdout": "",
        "stderr": "",
        "mutated": [0],
        "seconds": 0.001,
    }
    for number in range(2)
]
END = {"e": "end", "python": "3.14.2", "output_cut": False}
WHOLE: list[dict[str, object]] = [RUN, PROGRAM, CALLS[0], RESULTS[0], CALLS[1], RESULTS[1], END]
FRAME = {"line": 2, "function": "f", "text": "raise"}
ERROR: dict[str, object] = {"type": "ValueError", "message": "no", "frames": [FRAME]}


def texts(*events: object) -> list[str]:
    return [event if isinstance(event, str) else json.dumps(event) for event in events]


def read(*events: object, ended: Ended = Ended.COMPLETE, plan: Plan = PLAN) -> Observation:
    return assemble(plan, texts(*events), ended, 0.5)


def outcomes(observation: Observation) -> list[ProbeOutcome]:
    return [probe.outcome for run in observation.runs for probe in run.probes]


def test_a_complete_observation_is_taken_as_it_is() -> None:
    seen = read(*WHOLE)
    assert (seen.ended, seen.python, seen.seconds, seen.output_cut) == (Ended.COMPLETE, "3.14.2", 0.5, False)
    (run,) = seen.runs
    assert (run.program.outcome, run.program.names, run.program.stdout) == (
        ProgramOutcome.RAN,
        ("f",),
        "los\n",
    )
    assert outcomes(seen) == [ProbeOutcome.VALUE, ProbeOutcome.VALUE]
    value = run.probes[0].value
    assert value is not None
    assert (value.kind, value.length) == (ValueKind.TUPLE, 2)
    assert run.probes[0].mutated == (0,)


def test_output_that_was_cut_is_remembered() -> None:
    assert read(*WHOLE[:-1], END | {"output_cut": True}).output_cut


def test_exceptions_keep_their_frames() -> None:
    failed = RESULTS[0] | {"outcome": "raised", "raised": ERROR}
    del failed["value"]
    seen = read(RUN, PROGRAM, CALLS[0], failed, CALLS[1], RESULTS[1], END)
    found = seen.runs[0].probes[0].raised
    assert found is not None
    assert (found.type, found.message, found.frames[0].line) == ("ValueError", "no", 2)


@pytest.mark.parametrize("outcome", ["no_name", "not_callable", "wrong_parameters"])
def test_a_probe_may_find_nothing_to_call(outcome: str) -> None:
    failed = RESULTS[0] | {"outcome": outcome}
    del failed["value"]
    seen = read(RUN, PROGRAM, CALLS[0], failed, CALLS[1], RESULTS[1], END)
    assert (seen.ended, outcomes(seen)[0]) == (Ended.COMPLETE, outcome)


@pytest.mark.parametrize("outcome", ["raised", "syntax_error"])
def test_a_program_that_did_not_run_ends_its_run(outcome: str) -> None:
    error = ERROR | {"line": 3, "column": 0, "text": "x ="}
    seen = read(RUN, PROGRAM | {"outcome": outcome, "raised": error}, END)
    assert seen.ended is Ended.COMPLETE
    assert outcomes(seen) == [ProbeOutcome.NOT_RUN] * 2
    found = seen.runs[0].program.raised
    assert found is not None
    assert (found.line, found.column, found.text) == (3, None, "x =")


def test_a_call_without_a_result_is_unfinished_and_the_rest_not_run() -> None:
    seen = read(RUN, PROGRAM, CALLS[0], ended=Ended.TIMEOUT)
    assert seen.ended is Ended.TIMEOUT
    assert outcomes(seen) == [ProbeOutcome.UNFINISHED, ProbeOutcome.NOT_RUN]


def test_a_program_that_never_came_to_its_end_is_unfinished() -> None:
    seen = read(RUN, ended=Ended.TIMEOUT)
    assert seen.runs[0].program.outcome is ProgramOutcome.UNFINISHED


def test_nothing_seen_at_all_is_a_crash() -> None:
    seen = read()
    assert seen.ended is Ended.CRASHED
    assert outcomes(seen) == [ProbeOutcome.NOT_RUN] * 2


def test_every_run_of_the_plan_is_there_though_only_one_was_seen() -> None:
    events = [RUN, PROGRAM, CALLS[0], RESULTS[0], {"e": "run", "run": 1}]
    seen = read(*events, ended=Ended.TIMEOUT, plan=TWO_RUNS)
    assert [run.program.outcome for run in seen.runs] == [ProgramOutcome.RAN, ProgramOutcome.UNFINISHED]
    assert outcomes(seen) == [ProbeOutcome.VALUE, ProbeOutcome.NOT_RUN]


def test_a_run_may_follow_a_program_that_did_not_start() -> None:
    failed = PROGRAM | {"outcome": "raised", "raised": ERROR}
    second = [{"e": "run", "run": 1}, PROGRAM | {"run": 1}, CALLS[0] | {"run": 1}, RESULTS[0] | {"run": 1}]
    seen = read(RUN, failed, *second, END, plan=TWO_RUNS)
    assert seen.ended is Ended.COMPLETE
    assert outcomes(seen) == [ProbeOutcome.NOT_RUN, ProbeOutcome.VALUE]


def test_the_output_limit_is_believed_and_nothing_after_it() -> None:
    for ended in (Ended.COMPLETE, Ended.CRASHED, Ended.TIMEOUT):
        seen = read(RUN, PROGRAM, CALLS[0], {"e": "output_limit"}, ended=ended)
        assert seen.ended is Ended.OUTPUT_LIMIT
    assert read(RUN, PROGRAM, {"e": "output_limit"}, CALLS[0]).ended is Ended.CRASHED


def test_an_end_without_its_end_event_is_a_crash() -> None:
    assert read(*WHOLE[:-1]).ended is Ended.CRASHED


@pytest.mark.parametrize("ended", [Ended.TIMEOUT, Ended.MEMORY_LIMIT, Ended.OUTPUT_LIMIT])
def test_half_an_event_before_the_kill_does_not_hide_the_limit(ended: Ended) -> None:
    half = json.dumps(RESULTS[0])[:30]
    assert read(RUN, PROGRAM, CALLS[0], half, ended=ended).ended is ended
    assert read(RUN, PROGRAM, CALLS[0], half, CALLS[1], ended=ended).ended is Ended.CRASHED


def test_the_hosts_own_words_are_kept() -> None:
    seen = assemble(PLAN, ["nonsense"], Ended.FAULT, 1.5, "out of paper")
    assert (seen.ended, seen.seconds, seen.detail) == (Ended.FAULT, 1.5, "out of paper")
    assert read(*WHOLE, ended=Ended.CRASHED).ended is Ended.CRASHED


@pytest.mark.parametrize("more", [[], [PROGRAM], WHOLE[1:], ["nonsense"]])
def test_a_fault_after_the_program_has_begun_is_a_crash_and_its_detail_is_dropped(more: list[object]) -> None:
    seen = assemble(PLAN, texts(RUN, *more), Ended.FAULT, 1.5, "a grade of A")
    assert (seen.ended, seen.seconds, seen.detail) == (Ended.CRASHED, 1.5, "")


def test_names_stay_on_one_line_and_texts_as_they_are() -> None:
    error = ERROR | {"type": "A\n✓ B\x1b", "message": "a\nb", "frames": [FRAME | {"function": "f\r"}]}
    found = (
        read(RUN, PROGRAM | {"outcome": "raised", "raised": error, "names": ["x\ny"]}, END).runs[0].program
    )
    assert found.raised is not None
    assert (found.raised.type, found.raised.message) == (r"A\n✓ B\x1b", "a\nb")
    assert (found.raised.frames[0].function, found.names) == (r"f\r", (r"x\ny",))


# --- what is forged, damaged or out of order -----------------------------------------------------


def without(event: dict[str, object], key: str) -> dict[str, object]:
    return {name: item for name, item in event.items() if name != key}


def nested(levels: int) -> str:
    text = json.dumps(RESULTS[1])
    return text.replace("[0.0, 0.5]", "[" * levels + "]" * levels)


BROKEN: dict[str, list[object]] = {
    "no JSON": ["{"],
    "an empty text": [""],
    "JSON that is no object": ["[]"],
    "a number": ["1"],
    "two objects": [json.dumps(RESULTS[1]) * 2],
    "an unknown event": [{"e": "verdict", "passed": True}],
    "an event without a kind": [{}],
    "an event whose kind is a list": [{"e": ["end"]}],
    "the same run again": [RUN],
    "the next run too early": [{"e": "run", "run": 1}],
    "the program again": [PROGRAM],
    "the same call again": [CALLS[1]],
    "a call that was answered": [CALLS[0]],
    "a result again": [RESULTS[0]],
    "the result of a call that was not made": [RESULTS[1] | {"probe": 2}],
    "a result of another run": [RESULTS[1] | {"run": 1}],
    "a run that is no number": [RESULTS[1] | {"run": "0"}],
    "a run that is a bool": [RESULTS[1] | {"run": False}],
    "a run that is a float": [RESULTS[1] | {"run": 0.0}],
    "the end before the last result": [END],
    "an outcome that nobody knows": [RESULTS[1] | {"outcome": "passed"}],
    "an outcome that only we give": [RESULTS[1] | {"outcome": "not_run"}],
    "an outcome of no text": [RESULTS[1] | {"outcome": None}],
    "a value missing": [without(RESULTS[1], "value")],
    "a value with an exception": [RESULTS[1] | {"outcome": "raised", "raised": ERROR}],
    "an exception missing": [without(RESULTS[1], "value") | {"outcome": "raised"}],
    "a malformed value": [RESULTS[1] | {"value": {"t": "tuple"}}],
    "an exception that is a text": [
        without(RESULTS[1], "value") | {"outcome": "raised", "raised": "ValueError"}
    ],
    "an exception without a type": [
        without(RESULTS[1], "value") | {"outcome": "raised", "raised": without(ERROR, "type")}
    ],
    "frames without end": [
        without(RESULTS[1], "value") | {"outcome": "raised", "raised": ERROR | {"frames": [FRAME] * 21}}
    ],
    "a line below zero": [
        without(RESULTS[1], "value")
        | {"outcome": "raised", "raised": ERROR | {"frames": [{"line": -1, "function": "", "text": ""}]}}
    ],
    "a gigantic line": [
        without(RESULTS[1], "value")
        | {"outcome": "raised", "raised": ERROR | {"frames": [{"line": 10**30, "function": "", "text": ""}]}}
    ],
    "output that is no text": [RESULTS[1] | {"stdout": 5}],
    "a changed argument that there is not": [RESULTS[1] | {"mutated": [2]}],
    "more changed arguments than there are": [RESULTS[1] | {"mutated": [0, 0, 0]}],
    "changed arguments as a text": [RESULTS[1] | {"mutated": "01"}],
    "a time below zero": [RESULTS[1] | {"seconds": -1}],
    "a time that is a bool": [RESULTS[1] | {"seconds": True}],
    "a time without end": [json.dumps(RESULTS[1]).replace("0.001", "Infinity")],
    "a time that is no number": [json.dumps(RESULTS[1]).replace("0.001", "NaN")],
    "a time of four hundred digits": [RESULTS[1] | {"seconds": 10**400}],
    "a time of five thousand digits": [json.dumps(RESULTS[1]).replace("0.001", "9" * 5_000)],
    "nan as JSON does not know it": [json.dumps(RESULTS[1]).replace("0.5", "NaN")],
    "brackets without end": [nested(100_000)],
    "brackets that would just be parsed": [nested(500)],
    "brackets never closed": ["[" * 100_000],
    "a string never closed": ['"' + '\\"' * 100_000 + "[" * 300],
    "objects without end": ['{"e":' * 100_000],
    "a gigantic event": [json.dumps(RESULTS[1] | {"stdout": "x" * (MAX_EVENT + 1)})],
    "an event that is no text": [],
}


@pytest.mark.parametrize("events", BROKEN.values(), ids=BROKEN)
def test_what_does_not_fit_is_a_crash_and_keeps_what_was_good_before(events: list[object]) -> None:
    told: list[str] = texts(RUN, PROGRAM, CALLS[0], RESULTS[0], CALLS[1], *events, RESULTS[1], END)
    if not events:
        told.insert(5, 5)  # type: ignore[arg-type]
    seen = assemble(PLAN, told, Ended.COMPLETE, 0.5)
    assert seen.ended is Ended.CRASHED
    assert outcomes(seen) == [ProbeOutcome.VALUE, ProbeOutcome.UNFINISHED]


EARLY: dict[str, list[object]] = {
    "a program before its run": [PROGRAM],
    "a call before its run": [CALLS[0]],
    "the end at once": [END],
    "a call before its program": [RUN, CALLS[0]],
    "the end before the program": [RUN, END],
    "a program without an outcome": [RUN, without(PROGRAM, "outcome")],
    "a program that is unfinished by its own account": [RUN, PROGRAM | {"outcome": "unfinished"}],
    "a program that ran and raised": [RUN, PROGRAM | {"raised": ERROR}],
    "a program that raised nothing": [RUN, PROGRAM | {"outcome": "raised"}],
    "names without end": [RUN, PROGRAM | {"names": ["x"] * 101}],
    "names that are numbers": [RUN, PROGRAM | {"names": [1]}],
    "a call after the program raised": [RUN, PROGRAM | {"outcome": "raised", "raised": ERROR}, CALLS[0]],
    "the end without a version": [*WHOLE[:-1], without(END, "python")],
    "the end twice": [*WHOLE, END],
    "something after the end": [*WHOLE, RUN],
}


@pytest.mark.parametrize("events", EARLY.values(), ids=EARLY)
def test_events_out_of_place_are_a_crash(events: list[object]) -> None:
    assert read(*events).ended is Ended.CRASHED


def test_texts_are_cut_to_what_is_honestly_kept() -> None:
    event = RESULTS[0] | {"stdout": "x" * 100_000}
    seen = read(RUN, PROGRAM, CALLS[0], event, CALLS[1], RESULTS[1], END)
    assert seen.ended is Ended.COMPLETE
    assert len(seen.runs[0].probes[0].stdout) == 64 * 1024


def test_a_value_nested_as_deep_as_is_captured_is_read() -> None:
    value: object = 1
    for _ in range(50):
        value = {"t": "dict", "v": [[1, value]], "n": 1}
    seen = read(RUN, PROGRAM, CALLS[0], RESULTS[0] | {"value": value}, CALLS[1], RESULTS[1], END)
    assert seen.ended is Ended.COMPLETE


def test_brackets_in_texts_are_not_nesting() -> None:
    event = RESULTS[0] | {"value": '["\\' * 1_000}
    assert read(RUN, PROGRAM, CALLS[0], event, CALLS[1], RESULTS[1], END).ended is Ended.COMPLETE


def test_endless_events_are_read_no_further_than_the_first_that_does_not_fit() -> None:
    taken = 0

    def endless(make: Callable[[], str]) -> object:
        nonlocal taken
        while True:
            taken += 1
            yield make()

    seen = assemble(PLAN, endless(lambda: json.dumps(RUN)), Ended.COMPLETE, 0.0)  # type: ignore[arg-type]
    assert (seen.ended, taken) == (Ended.CRASHED, 2)


def test_gigantic_events_are_refused_in_sum_too() -> None:
    probes = tuple([PROBE] * 30)
    plan = Plan("f.py", (RunPlan(probes),))
    padding = " " * (MAX_EVENT - 2_000)
    events = [json.dumps(RUN), json.dumps(PROGRAM)]
    for number in range(30):
        events.append(json.dumps(CALLS[0] | {"probe": number}))
        events.append(json.dumps(RESULTS[0] | {"probe": number}) + padding)
    events.append(json.dumps(END))
    seen = assemble(plan, events, Ended.COMPLETE, 0.0)
    assert seen.ended is Ended.CRASHED
    assert outcomes(seen).count(ProbeOutcome.VALUE) == 16
