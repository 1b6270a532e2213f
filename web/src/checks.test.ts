import assert from "node:assert/strict";
import { test } from "node:test";
import { House, readyHouse, settled } from "./fakes.ts";

test("asked for during the start, a check waits for learner, judge and spare", async () => {
  const house = new House();
  const check = house.check();
  await settled();
  assert.deepEqual(check.events, [{ e: "queued" }]);
  house.workers[0]?.ready();
  assert.equal(house.workers.length, 3);
  house.newest("judge").ready();
  house.newest("judge").plan();
  assert.deepEqual(check.events, [{ e: "queued" }, { e: "started" }]);
  house.newest("learner").ready();
  house.newest("learner").finish();
  house.newest("judge").report();
  await settled();
  assert.equal(check.end?.kind, "report");
});

test("a check goes on while a cell runs, and leaves its interpreter alone", async () => {
  const { house, learner, judge, spare } = readyHouse();
  const run = house.run("while True: pass");
  await settled();
  learner.started();
  const check = house.check();
  await settled();
  judge.plan();
  spare.finish();
  judge.report();
  await settled();
  assert.equal(check.end?.kind, "report");
  assert.equal(run.end, null);
  assert(!learner.ended);
});

test("a run that is stopped during a check does not touch the check", async () => {
  const { house, learner, judge, spare } = readyHouse();
  const run = house.run();
  const check = house.check();
  await settled();
  learner.started();
  judge.plan();
  spare.started();
  run.stop();
  await settled();
  assert.deepEqual(run.end, { kind: "stopped", lost: true });
  assert(!spare.ended);
  assert.equal(house.roles.learner.state.kind, "starting");
  spare.emit({ e: "end" });
  spare.answer();
  judge.report();
  await settled();
  assert.equal(check.end?.kind, "report");
  house.readyAll();
  assert.equal(house.alive.length, 3);
});

test("two checks: the second waits, in an interpreter of its own", async () => {
  const { house, judge, spare } = readyHouse();
  const first = house.check("first");
  const second = house.check("second");
  await settled();
  assert.deepEqual(second.events, [{ e: "queued" }]);
  judge.plan();
  spare.finish();
  judge.report();
  await settled();
  assert.equal(first.end?.kind, "report");
  judge.plan();
  const fresh = house.newest("learner");
  assert.notEqual(fresh, spare);
  fresh.ready();
  assert.equal(fresh.asked.type === "observe" && fresh.asked.source, "second");
  fresh.finish();
  judge.report();
  await settled();
  assert.equal(second.end?.kind, "report");
});

test("stopped while it waits, a check is never begun", async () => {
  const house = new House();
  const check = house.check();
  check.stop();
  await settled();
  house.readyAll();
  assert.deepEqual(check.end, { kind: "stopped" });
  assert.deepEqual(check.events, []);
  assert.equal(house.newest("judge").requests.length, 0);
});

test("stopped while the program runs, its worker is ended and a new spare started", async () => {
  const { house, judge, spare } = readyHouse();
  const check = house.check();
  await settled();
  judge.plan();
  spare.started();
  for (let times = 0; times < 5; times += 1) check.stop();
  await settled();
  assert.deepEqual(check.end, { kind: "stopped" });
  assert(spare.ended);
  assert.equal(house.workers.length, 4);
  assert.equal(judge.requests.length, 1);
  assert.equal(house.clock.waiting, 0, "the program's time is not counted any more");
});

test("stopped while the judge judges, the next check waits for the judge and is judged", async () => {
  const { house, judge, spare } = readyHouse();
  const first = house.check("first");
  await settled();
  first.stop();
  const second = house.check("second");
  await settled();
  assert.deepEqual(first.end, { kind: "stopped" });
  assert.equal(judge.requests.length, 1);
  assert.deepEqual(second.events, [{ e: "queued" }]);
  judge.plan();
  assert.equal(judge.requests.length, 2);
  assert.equal(spare.requests.length, 0);
  judge.plan();
  house.newest("learner").ready();
  house.newest("learner").finish();
  judge.report();
  await settled();
  assert.equal(second.end?.kind, "report");
});

test("stopped while the interpreter for it still starts, that is ended", async () => {
  const house = new House({ thrifty: true });
  house.readyAll();
  const check = house.check();
  await settled();
  const examinee = house.newest("learner");
  check.stop();
  await settled();
  assert.deepEqual(check.end, { kind: "stopped" });
  assert(examinee.ended);
});

test("an exercise that does not exist fails, and the next check is not held up", async () => {
  const { house, judge, spare } = readyHouse();
  const missing = house.check("", null);
  const other = house.check();
  await settled();
  assert.equal(missing.end?.kind, "failed");
  judge.plan();
  spare.finish();
  judge.report();
  await settled();
  assert.equal(other.end?.kind, "report");
});
