import assert from "node:assert/strict";
import { test } from "node:test";
import { Turns } from "./turns.ts";

/** Turns whose tasks are run by hand. */
function turns(): { turns: Turns; tasks: (() => void)[] } {
  const tasks: (() => void)[] = [];
  return { turns: new Turns((action) => tasks.push(action)), tasks };
}

test("work is done in order, a piece a task, and not at once", () => {
  const { turns: all, tasks } = turns();
  const done: string[] = [];
  all.add(() => done.push("a"));
  all.add(() => done.push("b"));
  assert.deepEqual([done.length, tasks.length], [0, 1]);
  tasks.shift()?.();
  assert.deepEqual(done, ["a"]);
  all.add(() => done.push("c"));
  while (tasks.length > 0) tasks.shift()?.();
  assert.deepEqual(done, ["a", "b", "c"]);
  all.add(() => done.push("d"));
  assert.equal(tasks.length, 1);
});

test("what throws holds up nothing else", () => {
  const { turns: all, tasks } = turns();
  const done: string[] = [];
  all.add(() => {
    throw new Error("a cell that can't be made");
  });
  all.add(() => done.push("b"));
  assert.throws(() => tasks.shift()?.(), /can't be made/);
  tasks.shift()?.();
  assert.deepEqual(done, ["b"]);
});
