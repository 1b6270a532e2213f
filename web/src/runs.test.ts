import assert from "node:assert/strict";
import { test } from "node:test";
import { House, settled } from "./fakes.ts";

test("a run tells what Python tells, and how it ended", async () => {
  const house = new House();
  house.readyAll();
  const run = house.run("print(1)\n2");
  await settled();
  const worker = house.workers[0];
  assert.deepEqual(worker?.asked, {
    type: "run",
    code: "print(1)\n2",
    filename: "cell.py",
    lines: [],
    id: 1,
  });
  worker.finish({ e: "stdout", text: "1\n" }, { e: "value", text: "2" });
  await settled();
  assert.deepEqual(run.events, [
    { e: "started" },
    { e: "stdout", text: "1\n" },
    { e: "value", text: "2" },
  ]);
  assert.deepEqual(run.end, { kind: "finished", seconds: 0.5, ok: true });
});

test("a run whose code raises is finished, and not ok", async () => {
  const house = new House();
  house.readyAll();
  const run = house.run();
  await settled();
  const raised = { type: "NameError", message: "x", frames: [] };
  house.workers[0]?.finish({ e: "error", raised, traceback: "Traceback" });
  await settled();
  assert.deepEqual(run.events.at(-1), { e: "error", raised, traceback: "Traceback" });
  assert.deepEqual(run.end, { kind: "finished", seconds: 0.5, ok: false });
});

test("asked for before Python is ready, a run says that it waits, and runs then", async () => {
  const house = new House();
  const run = house.run();
  await settled();
  assert.deepEqual(run.events, [{ e: "queued" }]);
  house.readyAll();
  house.workers[0]?.finish();
  await settled();
  assert.deepEqual(run.events, [{ e: "queued" }, { e: "started" }]);
  assert.equal(run.end?.kind, "finished");
});

test("nothing is asked nor told before the call has returned", async () => {
  const house = new House();
  house.readyAll();
  const [learner] = house.workers;
  const run = house.run();
  assert.deepEqual(learner?.requests, []);
  await settled();
  assert.equal(learner.requests.length, 1);
  assert.deepEqual(run.events, []);
});

test("several cells run in their order, one at a time", async () => {
  const house = new House();
  const runs = ["a", "b", "c"].map((code) => house.run(code));
  await settled();
  house.readyAll();
  const [worker] = house.workers;
  for (const [index, code] of ["a", "b", "c"].entries()) {
    assert.equal(worker?.requests.length, index + 1);
    assert.equal(worker.asked.type === "run" && worker.asked.code, code);
    worker.finish();
  }
  await settled();
  assert.deepEqual(
    runs.map(({ end }) => end?.kind),
    ["finished", "finished", "finished"],
  );
});

test("stopped during the start, a run is never run, and the start goes on", async () => {
  const house = new House();
  const run = house.run();
  run.stop();
  await settled();
  assert.deepEqual(run.end, { kind: "stopped", lost: false });
  house.readyAll();
  assert.equal(house.workers[0]?.requests.length, 0);
  assert.equal(house.workers[0].ended, false);
});

test("stopped during a run, the worker is ended, the spare takes over, the next run works", async () => {
  const house = new House();
  house.readyAll();
  const [learner, , spare] = house.workers;
  const endless = house.run("while True: pass");
  await settled();
  learner?.started();
  endless.stop();
  const next = house.run("2");
  await settled();
  assert.deepEqual(endless.end, { kind: "stopped", lost: true });
  assert(learner?.ended);
  spare?.finish();
  await settled();
  assert.equal(next.end?.kind, "finished");
});

test("stopped five times, one worker is ended and one started", async () => {
  const house = new House();
  house.readyAll();
  const run = house.run();
  await settled();
  for (let times = 0; times < 5; times += 1) run.stop();
  await settled();
  run.stop();
  assert.equal(house.workers.length, 4);
  assert.equal(house.alive.length, 3);
  assert.deepEqual(run.end, { kind: "stopped", lost: true });
});

test("stopped with cells waiting, those are cancelled and told", async () => {
  const house = new House();
  house.readyAll();
  const [first, second, third] = [house.run(), house.run(), house.run()];
  await settled();
  assert.deepEqual(second.events, [{ e: "queued" }]);
  first.stop();
  await settled();
  assert.deepEqual(first.end, { kind: "stopped", lost: true });
  assert.deepEqual(second.end, { kind: "stopped", lost: false });
  assert.deepEqual(third.end, { kind: "stopped", lost: false });
  house.readyAll();
  assert(house.alive.every(({ requests }) => requests.length === 0));
});

test("stopped while it waits behind another, only that one is cancelled", async () => {
  const house = new House();
  house.readyAll();
  const [first, second, third] = [house.run("1"), house.run("2"), house.run("3")];
  await settled();
  second.stop();
  house.workers[0]?.finish();
  house.workers[0]?.finish();
  await settled();
  assert.equal(first.end?.kind, "finished");
  assert.deepEqual(second.end, { kind: "stopped", lost: false });
  assert.equal(third.end?.kind, "finished");
});

test("a worker that breaks during a run gives a crash, and the next run works", async () => {
  const house = new House();
  house.readyAll();
  const [learner, , spare] = house.workers;
  const run = house.run("import os; os._exit(1)");
  await settled();
  learner?.started();
  learner?.say({ type: "crashed", detail: "exit" });
  const next = house.run();
  await settled();
  assert.deepEqual(run.end, { kind: "crashed" });
  spare?.finish();
  await settled();
  assert.equal(next.end?.kind, "finished");
});

test("behind a crash or too much output, those that waited are ended without having begun", async () => {
  for (const kind of ["crashed", "output_limit"] as const) {
    const house = new House();
    house.readyAll();
    const [first, second] = [house.run(), house.run()];
    await settled();
    const [learner] = house.workers;
    learner?.started();
    if (kind === "crashed") learner?.say({ type: "crashed", detail: "exit" });
    else learner?.emit({ e: "output_limit" });
    await settled();
    assert.deepEqual(first.end, { kind });
    assert.deepEqual(second.events, [{ e: "queued" }]);
    assert.deepEqual(second.end, { kind: "stopped", lost: false });
  }
});

test("a worker whose port closes before it has said a word gives a crash", async () => {
  const house = new House();
  house.readyAll();
  const run = house.run();
  await settled();
  house.workers[0]?.crash("the worker is gone");
  await settled();
  assert.deepEqual(run.end, { kind: "crashed" });
});

test("an interpreter that dies between runs is replaced without a word", async () => {
  const house = new House();
  house.readyAll();
  const first = house.run();
  await settled();
  house.workers[0]?.finish();
  house.workers[0]?.crash();
  const second = house.run();
  await settled();
  house.workers[2]?.finish();
  await settled();
  assert.equal(first.end?.kind, "finished");
  assert.equal(second.end?.kind, "finished");
});

test("too much output ends the interpreter", async () => {
  const house = new House();
  house.readyAll();
  const run = house.run();
  await settled();
  house.workers[0]?.started();
  house.workers[0]?.emit({ e: "output_cut" }, { e: "output_limit" });
  await settled();
  assert.deepEqual(run.events, [{ e: "started" }, { e: "output_cut" }]);
  assert.deepEqual(run.end, { kind: "output_limit" });
  assert(house.workers[0]?.ended);
});

for (const [name, event] of Object.entries({
  "an unknown event": { e: "queued" },
  "a text that is none": { e: "stdout", text: 1 },
  "a question too long": { e: "ask", prompt: "x".repeat(2001) },
  "a question that is no text": { e: "ask", prompt: null },
  "an exception without a type": { e: "error", raised: {}, traceback: "" },
  "no object": 5,
})) {
  test(`an odd event is a crash: ${name}`, async () => {
    const house = new House();
    house.readyAll();
    const run = house.run();
    await settled();
    house.workers[0]?.started();
    house.workers[0]?.emit(event);
    await settled();
    assert.deepEqual(run.end, { kind: "crashed" });
  });
}

test("an event after the end of the program is a crash", async () => {
  const house = new House();
  house.readyAll();
  const run = house.run();
  await settled();
  house.workers[0]?.started();
  house.workers[0]?.emit({ e: "end", seconds: 1 }, { e: "stdout", text: "forged" });
  await settled();
  assert.deepEqual(run.end, { kind: "crashed" });
});

test("a listener that throws disturbs neither its run nor the next", async (t) => {
  const house = new House();
  house.readyAll();
  const reported = t.mock.fn();
  // Node has none; browsers take what it is given for an uncaught error.
  Object.assign(globalThis, { reportError: reported });
  t.after(() => Reflect.deleteProperty(globalThis, "reportError"));
  const handle = house.runs.add("1", "cell.py", ({ e }) => {
    if (e === "started") throw new Error("the page's own fault");
  });
  await settled();
  house.workers[0]?.finish();
  assert.equal((await handle.done).kind, "finished");
  assert.equal(reported.mock.callCount(), 1);
});
