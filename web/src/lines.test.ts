import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { Lines } from "./lines.ts";

/** A run that has begun with these lines; `told` is what the page heard. */
function begun(...given: string[]): { lines: Lines; told: object[] } {
  const lines = new Lines();
  const told: object[] = [];
  lines.begin(given, (event) => {
    told.push(event);
  });
  return { lines, told };
}

describe("lines given beforehand", () => {
  test("are taken in turn, then the page hears once that they were too few", () => {
    const { lines, told } = begun("a", "");
    assert.deepEqual([lines.take(), lines.take()], ["a", ""]);
    assert.equal(told.length, 0);
    assert.deepEqual([lines.take(), lines.take()], [undefined, undefined]);
    assert.deepEqual(told, [{ e: "lacking" }]);
  });

  test("are those of the run that is under way", () => {
    const { lines, told } = begun("alt");
    lines.end();
    assert.equal(lines.take(), undefined, "what a run left behind finds nothing");
    assert.equal(told.length, 0);
    lines.begin(["neu"], (event) => {
      told.push(event);
    });
    assert.equal(lines.take(), "neu");
    lines.take();
    assert.deepEqual(told, [{ e: "lacking" }]);
  });
});

describe("questions", () => {
  test("are asked and answered, with an empty line too, and null as the end", async () => {
    const { lines, told } = begun();
    for (const answer of ["Ada 🦊", "", null]) {
      const line = lines.ask("Name? ");
      lines.answer(answer);
      assert.equal(await line, answer ?? undefined);
    }
    assert.equal(told.length, 3);
    assert.deepEqual(told[0], { e: "ask", prompt: "Name? " });
  });

  test("of several tasks are asked one after the other", async () => {
    const { lines, told } = begun();
    const both = Promise.all([lines.ask("a"), lines.ask("b")]);
    assert.deepEqual(told, [{ e: "ask", prompt: "a" }]);
    lines.answer("1");
    assert.deepEqual(told.at(-1), { e: "ask", prompt: "b" });
    lines.answer("2");
    assert.deepEqual(await both, ["1", "2"]);
    assert.equal(told.length, 2);
  });

  test("that a run leaves open are over with it, and later ones are not asked", async () => {
    const { lines, told } = begun();
    const both = Promise.all([lines.ask("a"), lines.ask("b")]);
    lines.end();
    assert.deepEqual(await both, [undefined, undefined]);
    assert.equal(await lines.ask("später"), undefined);
    lines.answer("verirrt");
    assert.deepEqual(told, [{ e: "ask", prompt: "a" }]);
  });
});
