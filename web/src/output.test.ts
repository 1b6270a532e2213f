import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { errorName, lineWords, placeOf, underlined } from "./output.ts";
import { LANGUAGES } from "./strings.ts";

const { de } = LANGUAGES;

describe("an error", () => {
  test("is named as Python names it, made fit to be shown", () => {
    assert.equal(errorName({ type: "KeyError", message: "'a'", frames: [] }), "KeyError: 'a'");
    assert.equal(errorName({ type: "EOFError", message: "", frames: [] }), "EOFError");
    assert.equal(errorName({ type: "E", message: "\u001b[31mrot", frames: [] }), "E: rot");
  });

  test("is placed at the innermost of the learner's own lines", () => {
    const frames = [
      { line: 5, function: "<module>", text: "f()" },
      { line: 2, function: "f", text: "    1 / 0" },
    ];
    const place = placeOf({ type: "ZeroDivisionError", message: "", frames });
    assert.deepEqual(place, { line: 2, column: null, name: "f", text: "1 / 0" });
    assert.ok(place);
    assert.equal(lineWords(place, de), "Deine Zeile 2, in f");
  });

  test("at the top of the program is in no function", () => {
    const frames = [{ line: 1, function: "<module>", text: "1 / 0" }];
    const place = placeOf({ type: "ZeroDivisionError", message: "", frames });
    assert.ok(place);
    assert.equal(lineWords(place, de), "Deine Zeile 1");
  });

  test("of syntax is placed where Python points", () => {
    const raised = { type: "SyntaxError", message: "", frames: [], line: 4, column: 3, text: "if" };
    assert.deepEqual(placeOf(raised), { line: 4, column: 3, name: "", text: "if\n  ^" });
  });

  test("that passed no line of the learner's has no place", () => {
    assert.equal(placeOf({ type: "MemoryError", message: "", frames: [] }), null);
  });
});

describe("the arrow below a line", () => {
  test("counts from the line's own beginning, indent left out", () => {
    assert.equal(underlined("    if x\n", 5), "if x\n^");
    assert.equal(underlined("    if x\n", 9), "if x\n    ^");
  });

  test("never stands outside of the line", () => {
    assert.equal(underlined("ab", 99), "ab\n  ^");
    assert.equal(underlined("    ab", 1), "ab\n^");
    assert.equal(underlined("", 3), "");
    assert.equal(underlined("  ab", null), "ab");
  });
});
