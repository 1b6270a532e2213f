import assert from "node:assert/strict";
import { test } from "node:test";

import { asks, linesOf } from "./given.ts";

test("lines are split where they end, whether the last one ends or not", () => {
  assert.deepEqual(linesOf(""), []);
  assert.deepEqual(linesOf("\n"), [""]);
  assert.deepEqual(linesOf("a"), ["a"]);
  assert.deepEqual(linesOf("a\r\n\nb \n"), ["a", "", "b "]);
});

test("a program that asks is known by its words; a name that only contains them is none", () => {
  for (const code of ["x = input()", "for z in sys.stdin: ...", "int(input ('Zahl'))"])
    assert(asks(code), code);
  for (const code of ["", "my_input(1)", "inputs = 3", "print('Eingabe')"])
    assert(!asks(code), code);
});
