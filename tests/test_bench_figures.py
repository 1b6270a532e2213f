from __future__ import annotations

import pytest

from web.bench_figures import METRICS, PARTS, Figure, Page, Sample, figures, lacking, remarks


def samples(page: Page, metric: str, *values: float, browser: str = "chromium") -> list[Sample]:
    return [Sample(browser, number, page, metric, value) for number, value in enumerate(values, 1)]


def row(found: list[Sample], metric: str, part: str, browser: str = "chromium") -> Figure:
    rows = {row.metric: row for row in figures(found, browser, [part])}
    return rows[metric]


def test_a_figure_is_the_quotient_of_two_medians() -> None:
    # Sorted 900 1000 1100 1200 9000, and 200 300 330 400 500: one outlier changes nothing.
    found = [
        *samples("bare", "ready_cold", 9000, 1000, 1100, 1200, 900),
        *samples("ours", "ready_cold", 300, 200, 400, 330, 500),
    ]
    figure = row(found, "ready_cold", "ready")
    assert (figure.bare, figure.ours, figure.rounds) == (1100, 330, 5)
    assert figure.ratio == pytest.approx(0.3)
    assert (figure.target, figure.reached) == ("≤ 0.35", True)


def test_of_an_even_number_of_rounds_the_median_lies_between() -> None:
    found = [*samples("bare", "stop", 1000, 3000), *samples("ours", "stop", 50, 150)]
    figure = row(found, "stop", "stop")
    assert (figure.bare, figure.ours, figure.ratio) == (2000, 100, 0.05)


@pytest.mark.parametrize(
    ("metric", "part", "browser", "bound"),
    [
        ("ready_cold", "ready", "chromium", 0.35),
        ("ready_cold", "ready", "firefox", 0.45),
        ("ready_cold", "ready", "webkit", 0.25),
        ("ready_warm", "ready", "chromium", 0.30),
        ("ready_warm", "ready", "firefox", 0.40),
        ("ready_warm", "ready", "webkit", 0.25),
        ("stop", "stop", "chromium", 0.05),
        ("stop", "stop", "firefox", 0.05),
        ("stop", "stop", "webkit", 0.05),
        ("slow_ready", "slow", "webkit", 0.8),
        ("gzip_idle", "bytes", "firefox", 1.9),
    ],
)
def test_a_target_is_reached_exactly_and_missed_just_above(
    metric: str, part: str, browser: str, bound: float
) -> None:
    bare = samples("bare", metric, 1000, browser=browser)
    at = row([*bare, *samples("ours", metric, bound * 1000, browser=browser)], metric, part, browser)
    above = row([*bare, *samples("ours", metric, bound * 1000 + 1, browser=browser)], metric, part, browser)
    assert (at.target, at.reached, above.reached) == (f"≤ {bound:.2f}", True, False)


def test_a_figure_without_a_target_is_neither_reached_nor_missed() -> None:
    found = [*samples("bare", "memory", 2e8), *samples("ours", "memory", 5e8)]
    figure = row(found, "memory", "memory")
    assert (figure.ratio, figure.target, figure.reached) == (2.5, "", None)


def test_what_one_page_lacks_is_not_compared() -> None:
    figure = row(samples("ours", "ready_cold", 300), "ready_cold", "ready")
    assert (figure.bare, figure.ours, figure.ratio, figure.rounds) == (None, 300, None, 0)
    assert (figure.target, figure.reached) == ("≤ 0.35", None)


@pytest.mark.parametrize("bare", [0, -12e6])
def test_nothing_is_divided_by_nothing_or_less(bare: float) -> None:
    found = [*samples("bare", "memory_page", bare), *samples("ours", "memory_page", 5e8)]
    assert row(found, "memory_page", "memory").ratio is None


def test_another_browsers_values_are_left_out() -> None:
    found = [
        *samples("bare", "stop", 1000),
        *samples("ours", "stop", 20),
        *samples("ours", "stop", 800, browser="firefox"),
    ]
    assert row(found, "stop", "stop").ours == 20


def test_only_what_was_asked_for_gets_a_row() -> None:
    found = samples("ours", "check:accuracy", 50)
    assert [row.metric for row in figures(found, "chromium", ["stop"])] == ["stop"]
    assert [row.metric for row in figures(found, "chromium", ["check"])] == ["check:accuracy"]


def test_every_metric_belongs_to_a_part() -> None:
    assert {metric.part for metric in METRICS} <= set(PARTS)
    assert len({metric.name for metric in METRICS}) == len(METRICS)


@pytest.mark.parametrize(("ours", "reached"), [(99.9, True), (100, False)])
def test_a_verdict_has_to_come_before_a_tenth_of_a_second(ours: float, reached: bool) -> None:
    figure = row(samples("ours", "check:accuracy", ours), "check:accuracy", "check")
    assert (figure.title, figure.target, figure.reached) == (
        "Check → verdict, accuracy",
        "< 100 ms",
        reached,
    )


def test_the_text_has_to_be_painted_before_the_script_in_every_round() -> None:
    painted = samples("ours", "painted_cold", 80, 90, 100)
    always = [*painted, *samples("ours", "painted_cold_script", 80, 91, 120)]
    once_late = [*painted, *samples("ours", "painted_cold_script", 500, 89, 500)]
    assert row(always, "painted_cold", "ready").reached is True
    assert row(once_late, "painted_cold", "ready").reached is False
    # The medians alone would have told otherwise.
    assert row(once_late, "painted_cold", "ready").target == "script: 500 ms"


# --- what is to be said besides -----------------------------------------------------------------


def test_what_is_lacking_is_told() -> None:
    found = [
        *samples("bare", "ready_cold", 1000),
        *samples("ours", "ready_cold", 300),
        *samples("bare", "ready_warm", 900),
        *samples("ours", "painted_cold", 80),
        *samples("ours", "painted_cold_script", 90),
    ]
    rows = figures(found, "chromium", ["ready"])
    # The text of the bare page is not compared with: nothing is missing there.
    assert [row.metric for row in lacking(rows)] == ["ready_warm"]
    assert remarks(rows, 5) == [
        "Not measured: ready, warm (chromium).",
        (
            "Measured in fewer rounds than the rest: ready, cold (chromium, 1), "
            "text painted before scripts work (chromium, 1)."
        ),
    ]


def test_a_value_of_ours_alone_lacks_the_one_to_compare_with() -> None:
    assert [row.metric for row in lacking(figures(samples("ours", "stop", 20), "chromium", ["stop"]))] == [
        "stop"
    ]


@pytest.mark.parametrize(("rounds", "told"), [(1, "1 round only"), (4, "4 rounds only"), (5, ""), (9, "")])
def test_few_rounds_are_no_figures(rounds: int, told: str) -> None:
    values = [10.0] * rounds
    rows = figures(
        [*samples("bare", "stop", *values), *samples("ours", "stop", *values)], "chromium", ["stop"]
    )
    assert [told in line for line in remarks(rows, rounds)] == ([True] if told else [])
