import assert from "node:assert/strict";
import { test } from "node:test";
import { REPORT } from "./fakes.ts";
import {
  readConsoleEvent,
  readExercises,
  readFrameNews,
  readJudgeAnswer,
  readWorkerNews,
} from "./shapes.ts";

const FRAME = { line: 1, function: "f", text: "x" };

const CHECK = {
  name: "beispiele",
  title: "Die Beispiele",
  outcome: "failed",
  message: "",
  call: "f(1)",
  expected: "1",
  got: null,
  components: [{ name: "mrr", expected: "1", got: "2", passed: false }],
  kind: "wrong_value",
  line: null,
  column: null,
  python_message: null,
  printed: "",
  frames: [FRAME],
  remarks: ["one"],
  cases: 3,
  cases_passed: 2,
};

test("a report is read whole, whatever else stands in it", () => {
  const report = { ...REPORT, checks: [CHECK], later: "key" };
  const answer = readJudgeAnswer(JSON.stringify({ report }));
  assert.deepEqual(answer, { report });
});

test("a report with anything odd is none", () => {
  const odd: Record<string, unknown>[] = [
    { verdict: "excellent" },
    { passed: -1 },
    { total: 1.5 },
    { checks: {} },
    { checks: [{ ...CHECK, outcome: "" }] },
    { checks: [{ ...CHECK, components: [null] }] },
    { checks: [{ ...CHECK, frames: [{ ...FRAME, line: "1" }] }] },
    { message: null },
    { seconds: "1" },
    { remarks: [1] },
    { line: "3" },
  ];
  for (const change of odd) {
    const text = JSON.stringify({ report: { ...REPORT, ...change } });
    assert.equal(readJudgeAnswer(text), null, text);
  }
});

test("every key of a report is needed", () => {
  for (const key of Object.keys(REPORT)) {
    const rest = Object.fromEntries(Object.entries(REPORT).filter(([other]) => other !== key));
    assert.equal(readJudgeAnswer(JSON.stringify({ report: rest })), null, key);
  }
});

test("a plan is passed on as the text that it is, numbers and all", () => {
  const plan = '{"runs": [1.0, 1e0, "}:"]}';
  for (const text of [`{"plan": ${plan}}`, ` { "plan"\n:${plan} }\n`]) {
    assert.deepEqual(readJudgeAnswer(text), { plan });
  }
});

test("what is neither a plan nor a report is no answer", () => {
  for (const text of ['{"plan": []}', '{"plan": "{}"}', '{"plan": {}, "more": {}}', "{}", "[]"]) {
    assert.equal(readJudgeAnswer(text), null, text);
  }
});

test("events of a run are read by their kind", () => {
  const raised = { type: "E", message: "", frames: [FRAME], line: null, column: 3, text: "x" };
  for (const event of [
    { e: "stdout", text: "a" },
    { e: "stderr", text: "" },
    { e: "value", text: "1" },
    { e: "error", raised, traceback: "T" },
    { e: "error", raised: { type: "E", message: "", frames: [] }, traceback: "" },
    { e: "output_cut" },
    { e: "output_limit" },
    { e: "end", seconds: 0.1 },
  ]) {
    assert.deepEqual(readConsoleEvent(JSON.stringify(event)), event);
  }
});

test("events that are none are null", () => {
  for (const text of [
    "",
    "null",
    "[]",
    '{"e": "started"}',
    '{"e": "__proto__"}',
    '{"e": "toString"}',
    '{"e": "stdout"}',
    '{"e": "end", "seconds": null}',
    '{"e": "error", "traceback": "", "raised": {"type": "E", "message": "", "frames": [{}]}}',
  ]) {
    assert.equal(readConsoleEvent(text), null, text);
  }
});

test("events are as large as an honest program makes them, and no larger", () => {
  const raised = (size: number): object => ({ type: "E", message: "x".repeat(size), frames: [] });
  const events: Readonly<Record<string, (size: number) => object>> = {
    stdout: (size) => ({ e: "stdout", text: "x".repeat(size) }),
    stderr: (size) => ({ e: "stderr", text: "x".repeat(size) }),
    value: (size) => ({ e: "value", text: "x".repeat(size) }),
    traceback: (size) => ({ e: "error", raised: raised(0), traceback: "x".repeat(size) }),
    raised: (size) => ({ e: "error", raised: raised(size), traceback: "" }),
  };
  const sizes: readonly (readonly [string, number, number])[] = [
    ["stdout", 524_288, 524_289],
    ["stderr", 524_288, 524_289],
    ["value", 20_000, 20_001],
    ["traceback", 65_536, 65_537],
    ["raised", 60_000, 65_536],
  ];
  for (const [name, fits, tooLarge] of sizes) {
    const event = events[name];
    assert(event !== undefined);
    assert.deepEqual(readConsoleEvent(JSON.stringify(event(fits))), event(fits), name);
    assert.equal(readConsoleEvent(JSON.stringify(event(tooLarge))), null, name);
  }
  // All that is shown of a run in one `print`, of characters that take two units each.
  const emoji = JSON.stringify({ e: "stdout", text: "😀".repeat(256 * 1024) });
  assert.notEqual(readConsoleEvent(emoji), null);
});

test("a worker is understood in JSON text alone", () => {
  const ready = { type: "ready", start: { from: "files", refused: "another build" } } as const;
  assert.deepEqual(readWorkerNews(JSON.stringify(ready)), ready);
  for (const data of [ready, new Blob(), [], 1, undefined, "ready"]) {
    assert.equal(readWorkerNews(data), null);
  }
  for (const start of [
    undefined,
    null,
    {},
    { from: "thin air", refused: null },
    { from: "files" },
  ]) {
    assert.equal(readWorkerNews(JSON.stringify({ type: "ready", start })), null);
  }
});

test("the frame is understood in plain objects", () => {
  assert.deepEqual(readFrameNews({ type: "need", name: "tree" }), { type: "need", name: "tree" });
  const error = { type: "worker_error", worker: 1, detail: "" };
  assert.deepEqual(readFrameNews(error), error);
  for (const data of [
    null,
    "need",
    { type: "need", name: "cases.json" },
    { type: "worker_error", worker: "1", detail: "" },
  ]) {
    assert.equal(readFrameNews(data), null);
  }
});

test("the exercises of a lesson are read by name, texts alone", () => {
  const text = '{"exercises": {"accuracy": {"cases.json": "1.0"}, "__proto__": {}}}';
  const exercises = readExercises(text);
  assert.deepEqual(exercises?.get("accuracy"), { "cases.json": "1.0" });
  assert.deepEqual([...exercises.keys()], ["accuracy", "__proto__"]);
  for (const odd of ["", "[]", "{}", '{"exercises": []}', '{"exercises": {"a": {"b": 1}}}']) {
    assert.equal(readExercises(odd), null, odd);
  }
});
