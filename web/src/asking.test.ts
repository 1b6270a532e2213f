/** Programs that read lines, as the page's side of a run sees them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { House, readyHouse, settled } from "./fakes.ts";

test("a program asks, is answered, and asks again; what is not asked for is not sent", async () => {
  const { house, learner } = readyHouse();
  const run = house.run("input('Name? '); input()");
  await settled();
  learner.started();
  run.answer("too early");
  learner.emit({ e: "stdout", text: "<b>Name</b>? " }, { e: "ask", prompt: "<b>Name</b>? " });
  run.answer("Jürgen 🦊");
  run.answer("twice");
  learner.emit({ e: "stdin", text: "Jürgen 🦊\n" }, { e: "ask", prompt: "" });
  run.answer("");
  learner.emit({ e: "ask", prompt: "" });
  run.answer(null);
  learner.emit({ e: "end", seconds: 0.1 });
  learner.answer();
  await settled();
  assert.deepEqual(learner.answers, ["Jürgen 🦊", "", null]);
  assert.deepEqual(run.end, { kind: "finished", seconds: 0.1, ok: true });
  assert.deepEqual(
    run.events.map(({ e }) => e),
    ["started", "stdout", "ask", "stdin", "ask", "ask"],
  );
  run.answer("too late");
  assert.equal(learner.answers.length, 3);
});

test("asked, a program waits as long as it takes", async () => {
  const { house, learner } = readyHouse();
  const run = house.run();
  await settled();
  learner.started();
  learner.emit({ e: "ask", prompt: "" });
  house.clock.pass(24 * 3600 * 1000);
  await settled();
  assert.equal(run.end, null);
  assert(!learner.ended);
});

test("stopped while it asks, five times, a run ends at once and its answer goes nowhere", async () => {
  for (const thrifty of [false, true]) {
    const house = new House({ thrifty });
    house.readyAll();
    const learner = house.newest("learner");
    const [worker] = house.workers;
    const run = house.run();
    const behind = house.run();
    await settled();
    worker?.started();
    worker?.emit({ e: "ask", prompt: "" });
    for (let times = 0; times < 5; times += 1) run.stop();
    run.answer("too late");
    await settled();
    assert.deepEqual(run.end, { kind: "stopped", lost: true });
    assert.deepEqual(behind.end, { kind: "stopped", lost: false });
    assert.deepEqual(worker?.answers, []);
    const next = house.run("1");
    await settled();
    house.readyAll();
    (thrifty ? house.newest("learner") : learner).finish();
    await settled();
    assert.equal(next.end?.kind, "finished");
  }
});

test("an answer reaches the run that asked, not the one that waits behind it", async () => {
  const { house, learner } = readyHouse();
  const [first, second] = [house.run("1"), house.run("2")];
  await settled();
  learner.started();
  learner.emit({ e: "ask", prompt: "" });
  second.answer("for the wrong one");
  assert.deepEqual(learner.answers, []);
  first.answer("right");
  assert.deepEqual(learner.answers, ["right"]);
});

test("two questions at once come from no honest worker", async () => {
  const { house, learner } = readyHouse();
  const run = house.run();
  await settled();
  learner.started();
  learner.emit({ e: "ask", prompt: "a" }, { e: "ask", prompt: "b" });
  await settled();
  assert.deepEqual(run.end, { kind: "crashed" });
  assert(learner.ended);
});

test("lines given beforehand go with the run, and that they were too few is told", async () => {
  const { house, learner } = readyHouse();
  const run = house.run("input()", ["Ada", ""]);
  await settled();
  assert.deepEqual(learner.asked.type === "run" && learner.asked.lines, ["Ada", ""]);
  learner.finish({ e: "stdin", text: "Ada\n" }, { e: "lacking" });
  await settled();
  assert.deepEqual(run.events, [{ e: "started" }, { e: "stdin", text: "Ada\n" }, { e: "lacking" }]);
});
