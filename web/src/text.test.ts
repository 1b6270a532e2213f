import assert from "node:assert/strict";
import { test } from "node:test";

import { plain } from "./text.ts";

test("ordinary text stays as it is", () => {
  const text = "Größe: 3\n\tä → ✓ 😀 <b>fett</b> \\n";
  assert.equal(plain(text), text);
});

test("colours and other escape sequences of terminals are dropped", () => {
  assert.equal(plain("\u001b[31mrot\u001b[0m"), "rot");
  assert.equal(plain("\u001b[2J\u001b[1;1Hoben"), "oben");
  assert.equal(plain("\u001b]0;Titel\u0007da"), "da");
  assert.equal(plain("\u001b]8;;https://x.invalid\u001b\\Link\u001b]8;;\u001b\\"), "Link");
});

test("other control characters are shown as Python writes them", () => {
  assert.equal(plain("a\u0000b\u0007c\u007f"), "a\\x00b\\x07c\\x7f");
  assert.equal(plain("allein: \u001b"), "allein: \\x1b");
});

test("a carriage return is a line break", () => {
  assert.equal(plain("eins\r\nzwei\rdrei"), "eins\nzwei\ndrei");
});

test("marks that turn the direction of writing are shown", () => {
  assert.equal(plain("a\u202eb"), "a\\u202eb");
});

test("a lone surrogate is replaced, a pair is kept", () => {
  assert.equal(plain("\ud800 😀"), "\ufffd 😀");
});
