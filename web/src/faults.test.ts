import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fault } from "./faults.ts";
import { tell } from "./faults.ts";

const FAULTS: readonly Fault[] = [
  { kind: "offline", file: "a.bin" },
  { kind: "unreachable", file: "a.bin" },
  { kind: "stalled", file: "a.bin", seconds: 30 },
  { kind: "status", file: "a.bin", status: 404 },
  { kind: "status", file: "a.bin", status: 503 },
  { kind: "size", file: "a.bin", received: 3, expected: 5 },
  { kind: "content", file: "a.bin" },
  { kind: "start", detail: "RangeError: no memory" },
  { kind: "judge", detail: "RangeError: no memory" },
  { kind: "exercise", name: "metriken/accuracy" },
];

test("every fault is told in both languages, with what it is about", () => {
  for (const fault of FAULTS) {
    const [de, en] = [tell(fault, "de"), tell(fault, "en")];
    assert.notEqual(de, en);
    for (const words of [de, en]) {
      assert.match(words, /\.$/);
      assert.match(words, /a\.bin|no memory|metriken\/accuracy/);
    }
  }
});

test("numbers that tell what happened are in the words", () => {
  assert.match(tell({ kind: "status", file: "a.bin", status: 404 }, "de"), /404/);
  assert.match(tell({ kind: "status", file: "a.bin", status: 503 }, "de"), /503/);
  assert.match(
    tell({ kind: "size", file: "a.bin", received: 3, expected: 5 }, "de"),
    /3 statt 5 Bytes/,
  );
});

test("of a technical detail one line is kept, and none leaves no brackets", () => {
  const long = `${"x".repeat(500)}\nat worker.js`;
  const words = tell({ kind: "start", detail: long }, "de");
  assert(words.length < 400);
  assert.match(words, /x…\)\.$/);
  assert.doesNotMatch(words, /worker\.js/);
  assert.doesNotMatch(tell({ kind: "judge", detail: " " }, "de"), /\(/);
});

test("what to do comes before the technical detail; of a traceback the last line is told", () => {
  const detail =
    "PythonError: Traceback (most recent call last):\n" +
    '  File "<exec>", line 3, in <module>\n' +
    "zipfile.BadZipFile: File is not a zip file\n";
  assert.match(
    tell({ kind: "start", detail }, "de"),
    /Versuch es noch einmal.*aktuellen Browser\..* \(zipfile\.BadZipFile: File is not a zip file\)\.$/,
  );
  assert.match(tell({ kind: "judge", detail }, "en"), /try once more\..* \(zipfile\.BadZipFile/);
});

test("what a retry mends does not send the learner to reload first", () => {
  for (const kind of ["content", "size"] as const) {
    const fault = { kind, file: "a.bin", received: 3, expected: 5 };
    assert.doesNotMatch(tell(fault, "de"), /Lade die Seite neu/i);
    assert.doesNotMatch(tell(fault, "en"), /reload/i);
  }
});
