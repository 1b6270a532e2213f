import assert from "node:assert/strict";
import { describe, test } from "node:test";

import type { CheckReport, ComponentReport, Report } from "./protocol.ts";
import { LANGUAGES } from "./strings.ts";
import { paragraphs, pieces, verdictOf } from "./verdict.ts";

const strings = LANGUAGES.de;

function part(name: string, expected: string, got: string): ComponentReport {
  return { name, expected, got, passed: expected === got };
}

function checkReport(fields: Partial<CheckReport>): CheckReport {
  return {
    name: "beispiele",
    title: "Die Beispiele",
    outcome: "failed",
    message: "",
    call: null,
    expected: null,
    got: null,
    components: [],
    kind: null,
    line: null,
    column: null,
    python_message: null,
    printed: "",
    frames: [],
    remarks: [],
    cases: 1,
    cases_passed: 0,
    ...fields,
  };
}

function report(fields: Partial<Report>): Report {
  return {
    exercise: "metriken/retrieval_metriken",
    verdict: "failed",
    passed: 0,
    total: 1,
    checks: [],
    mistake: null,
    kind: null,
    message: "",
    shown: null,
    line: null,
    column: null,
    python_message: null,
    frames: [],
    remarks: [],
    stdout: "",
    stderr: "",
    seconds: 0.1,
    python: "3.14.2",
    ...fields,
  };
}

const pair = [part("recall_at_k", "0.0", "1.0"), part("mrr", "0.5", "0.5")];

describe("a failed check", () => {
  const failed = checkReport({
    call: "f([], 1)",
    expected: "(0.0, 0.5)",
    got: "(1.0, 0.5)",
    components: pair,
    cases: 4,
    cases_passed: 2,
  });
  const passed = checkReport({ name: "leer", outcome: "passed", cases: 3, cases_passed: 3 });

  test("shows the case that the judge names, with the part that differs", () => {
    const checks = [passed, failed];
    const verdict = verdictOf(
      report({ passed: 1, total: 2, checks, shown: "beispiele" }),
      "",
      strings,
    );
    assert.equal(verdict.tone, "failed");
    assert.equal(verdict.title, "Noch nicht richtig");
    assert.equal(verdict.counts, "1 von 2 Prüfungen bestanden");
    assert.equal(verdict.example?.call, "f([], 1)");
    assert.deepEqual(verdict.example.differing, ["recall_at_k"]);
    assert.deepEqual(
      verdict.example.got?.filter((piece) => piece.differs).map((piece) => piece.text),
      ["1.0"],
    );
    assert.deepEqual(verdict.checks, [
      { title: "Die Beispiele", outcome: "passed", words: "bestanden" },
      {
        title: "Die Beispiele",
        outcome: "failed",
        words: "nicht bestanden, 2 von 4 Fällen richtig",
      },
    ]);
  });

  test("shows no case where the judge names none", () => {
    assert.equal(verdictOf(report({ checks: [failed] }), "", strings).example, null);
  });

  test("prefers the report's words to the check's, and says each remark once", () => {
    const check = checkReport({ ...failed, message: "kurz", remarks: ["a", "b"] });
    const base = { checks: [check], shown: "beispiele", remarks: ["a"] };
    assert.equal(verdictOf(report(base), "", strings).message, "kurz");
    const full = verdictOf(report({ ...base, message: "lang" }), "", strings);
    assert.equal(full.message, "lang");
    assert.deepEqual(full.remarks, ["a", "b"]);
  });

  test("shows what was printed in its case, else by the whole program", () => {
    const check = checkReport({ ...failed, printed: "im Fall" });
    const base = { stdout: "alles", stderr: "!", shown: "beispiele" };
    const inCase = verdictOf(report({ ...base, checks: [check] }), "", strings);
    assert.equal(inCase.printed, "im Fall");
    assert.equal(verdictOf(report({ ...base, checks: [failed] }), "", strings).printed, "alles!");
  });
});

describe("a value with named parts", () => {
  const recall = checkReport({
    name: "recall_at_k",
    call: "antwort",
    components: pair.slice(0, 1),
  });
  const mrr = checkReport({ name: "mrr", outcome: "passed" });

  test("is a table of all of them, those that passed without their values", () => {
    const verdict = verdictOf(report({ checks: [recall, mrr], shown: "recall_at_k" }), "", strings);
    assert.deepEqual(verdict.components, [pair[0], { ...part("mrr", "", ""), passed: true }]);
    assert.equal(verdict.example, null);
  });

  test("that is no tuple is shown as a case, under its name", () => {
    const whole = { call: "antwort", expected: "(0.0, 0.5)", got: "[0.0, 0.5]" };
    const right = pair.map((component) => ({
      ...component,
      got: component.expected,
      passed: true,
    }));
    const checks = [checkReport({ ...recall, ...whole, components: right }), mrr];
    const verdict = verdictOf(report({ checks, shown: "recall_at_k" }), "", strings);
    assert.deepEqual(verdict.components, []);
    assert.equal(verdict.example?.called, false);
    assert.equal(verdict.example.call, "antwort");
    assert.equal(verdict.example.title, "");
    assert.deepEqual(verdict.example.differing, []);
    assert.deepEqual(verdict.example.got, [{ text: "[0.0, 0.5]", differs: false }]);
  });

  test("that has but one part is shown as a case", () => {
    const check = checkReport({ expected: "1", got: "2", components: [part("x", "1", "2")] });
    const verdict = verdictOf(report({ checks: [check], shown: "beispiele" }), "", strings);
    assert.deepEqual(verdict.components, []);
    assert.deepEqual(verdict.example?.got, [{ text: "2", differs: false }]);
  });
});

describe("an error", () => {
  test("names the learner's own line and function", () => {
    const frames = [
      { line: 9, function: "<module>", text: "f(1)" },
      { line: 3, function: "f", text: "    return 1 / 0" },
    ];
    const error = report({
      verdict: "error",
      line: 3,
      frames,
      python_message: "ZeroDivisionError",
    });
    const verdict = verdictOf(error, "", strings);
    assert.deepEqual(verdict.place, { line: 3, column: null, name: "f", text: "return 1 / 0" });
    assert.equal(verdict.python, "ZeroDivisionError");
  });

  test("of syntax takes its line from the code, with an arrow at the column", () => {
    const error = report({ verdict: "syntax_error", line: 2, column: 9 });
    const verdict = verdictOf(error, "x = 1\n    if x\n", strings);
    assert.equal(verdict.place?.text, "if x\n    ^");
  });

  test("in one check has the line of that check", () => {
    const frames = [{ line: 4, function: "<lambda>", text: "x" }];
    const check = checkReport({ outcome: "error", frames, python_message: "KeyError: 1" });
    const verdict = verdictOf(report({ checks: [check], shown: "beispiele" }), "", strings);
    assert.equal(verdict.place?.line, 4);
    assert.equal(verdict.place.name, "");
    assert.equal(verdict.python, "KeyError: 1");
  });
});

test("a fault of the checker is told as ours, without a count", () => {
  const verdict = verdictOf(report({ verdict: "checker_error", total: 4 }), "", strings);
  assert.equal(verdict.tone, "ours");
  assert.equal(verdict.counts, "");
});

test("a passed report points at no line", () => {
  const verdict = verdictOf(report({ verdict: "passed", passed: 1, line: 3 }), "", strings);
  assert.equal(verdict.tone, "passed");
  assert.equal(verdict.place, null);
});

describe("the text of a tuple", () => {
  test("is cut into its parts", () => {
    assert.deepEqual(pieces("(1.0, 0.5)", pair, "got"), [
      { text: "(", differs: false },
      { text: "1.0", differs: true },
      { text: ", ", differs: false },
      { text: "0.5", differs: false },
      { text: ")", differs: false },
    ]);
  });

  test("stays in one piece where it is not made of them", () => {
    const whole = (text: string) => [{ text, differs: false }];
    assert.deepEqual(pieces("[1.0, 0.5]", pair, "got"), whole("[1.0, 0.5]"));
    assert.deepEqual(pieces("1.0", [part("x", "0.0", "1.0")], "got"), whole("1.0"));
    const wrong = [part("a", "1", "2"), part("b", "2", "1")];
    assert.deepEqual(pieces("(2, 1)", wrong, "got"), whole("(2, 1)"));
  });
});

test("messages are cut into paragraphs and code", () => {
  assert.deepEqual(paragraphs("Nimm `in`,\n  dann `x`.\n\nGut.\n"), [
    [
      { text: "Nimm ", code: false },
      { text: "in", code: true },
      { text: ", dann ", code: false },
      { text: "x", code: true },
      { text: ".", code: false },
    ],
    [{ text: "Gut.", code: false }],
  ]);
  assert.deepEqual(paragraphs("  \n \n"), []);
});
