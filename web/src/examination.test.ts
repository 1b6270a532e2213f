import assert from "node:assert/strict";
import { test } from "node:test";
import { House, readyHouse, roundsOf, settled } from "./fakes.ts";
import type { FakeWorker } from "./fakes.ts";

test("a check goes from the judge to the spare and back, and gives the report", async () => {
  const { house, judge, spare, learner } = readyHouse();
  const check = house.check("antwort = 1", '{"cases.json": "1.0"}');
  await settled();
  assert.deepEqual(judge.asked, {
    type: "judge",
    id: 1,
    sources: '{"cases.json": "1.0"}',
    exercise: "metriken/accuracy",
    rounds: "[]",
    language: "de",
  });
  judge.plan('{"runs": [1.0]}');
  assert.deepEqual(spare.asked, {
    type: "observe",
    id: 1,
    source: "antwort = 1",
    plan: '{"runs": [1.0]}',
  });
  spare.started();
  spare.emit({ e: "run", run: 0 });
  house.clock.pass(250);
  spare.answer();
  assert.deepEqual(roundsOf(judge), [
    { events: ['{"e":"run","run":0}'], ended: "complete", seconds: 0.25, detail: "" },
  ]);
  judge.report({ verdict: "failed" });
  await settled();
  assert.deepEqual(check.events, [{ e: "started" }]);
  assert.equal(check.end?.kind === "report" && check.end.report.verdict, "failed");
  assert(spare.ended);
  assert(!judge.ended);
  assert.deepEqual(learner.requests, []);
  assert.equal(house.alive.length, 3);
});

test("a second round runs in the same interpreter, and the judge sees both", async () => {
  const { house, judge, spare } = readyHouse();
  const check = house.check();
  await settled();
  judge.plan();
  spare.finish();
  judge.plan('{"second": 1}');
  assert.equal(spare.asked.type === "observe" && spare.asked.plan, '{"second": 1}');
  spare.finish();
  assert.equal(roundsOf(judge).length, 2);
  judge.report();
  await settled();
  assert.equal(check.end?.kind, "report");
});

test("a second round after one in which the interpreter died runs in a new one", async () => {
  for (const thrifty of [false, true]) {
    const house = new House({ thrifty });
    house.readyAll();
    const check = house.check();
    await settled();
    house.readyAll();
    const judge = house.newest("judge");
    judge.plan();
    house.newest("learner").started();
    house.newest("learner").crash();
    judge.plan('{"second": 1}');
    house.readyAll();
    const fresh = house.newest("learner");
    assert.equal(fresh.asked.type === "observe" && fresh.asked.plan, '{"second": 1}');
    fresh.finish();
    assert.deepEqual(
      roundsOf(judge).map(({ ended }) => ended),
      ["crashed", "complete"],
    );
    judge.report();
    await settled();
    assert.equal(check.end?.kind, "report");
    assert(fresh.ended);
  }
});

test("a program that takes too long is ended, and the judge is told timeout with what was seen", async () => {
  const { house, judge, spare } = readyHouse();
  house.check("while True: pass");
  await settled();
  judge.plan();
  spare.started();
  spare.emit({ e: "run", run: 0 });
  house.clock.pass(9_999);
  assert(!spare.ended);
  house.clock.pass(1);
  assert(spare.ended);
  assert.deepEqual(roundsOf(judge), [
    { events: ['{"e":"run","run":0}'], ended: "timeout", seconds: 10, detail: "" },
  ]);
});

test("the limit counts all rounds together, and not the judge's time", async () => {
  const { house, judge, spare } = readyHouse();
  house.check();
  await settled();
  judge.plan();
  spare.started();
  house.clock.pass(6_000);
  spare.answer();
  house.clock.pass(20_000);
  judge.plan();
  spare.started();
  house.clock.pass(3_999);
  assert(!spare.ended);
  house.clock.pass(1);
  assert.deepEqual(
    roundsOf(judge).map(({ ended, seconds }) => [ended, seconds]),
    [
      ["complete", 6],
      ["timeout", 4],
    ],
  );
});

test("the time that an interpreter needs to start does not count", async () => {
  const house = new House({ thrifty: true });
  house.readyAll();
  house.check();
  await settled();
  house.newest("judge").ready();
  house.newest("judge").plan();
  house.clock.pass(60_000);
  const examinee = house.newest("learner");
  examinee.ready();
  examinee.started();
  house.clock.pass(9_000);
  examinee.answer();
  assert.equal(roundsOf(house.newest("judge"))[0]?.ended, "complete");
});

test("a program that never starts is a crash, told to the judge", async () => {
  const { house, judge, spare } = readyHouse();
  house.check();
  await settled();
  judge.plan();
  house.clock.pass(30_000);
  assert(spare.ended);
  assert.equal(roundsOf(judge)[0]?.ended, "crashed");
});

for (const [name, ended, story] of [
  [
    "os._exit",
    "crashed",
    (w: FakeWorker) => {
      w.say({ type: "crashed", detail: "exit" });
    },
  ],
  [
    "a broken worker",
    "crashed",
    (w: FakeWorker) => {
      w.crash();
    },
  ],
  [
    "a forged message",
    "crashed",
    (w: FakeWorker) => {
      w.listener.message("passed!");
    },
  ],
  [
    "too much output",
    "output_limit",
    (w: FakeWorker) => {
      w.emit({ e: "output_limit" });
    },
  ],
  [
    "no memory",
    "memory_limit",
    (w: FakeWorker) => {
      w.say({ type: "fault", id: w.asked.id, error: "MemoryError", detail: "" });
    },
  ],
  [
    "an exception of the observing side",
    "fault",
    (w: FakeWorker) => {
      w.say({ type: "fault", id: w.asked.id, error: "KeyError", detail: "KeyError: 1" });
    },
  ],
] as const) {
  test(`the observing interpreter dies (${name}): the judge is told ${ended}`, async () => {
    const { house, judge, spare } = readyHouse();
    const check = house.check();
    await settled();
    judge.plan();
    spare.started();
    story(spare);
    assert(spare.ended);
    const [round] = roundsOf(judge);
    assert.equal(round?.ended, ended);
    assert.equal(round.detail, ended === "fault" ? "KeyError: 1" : "");
    judge.report({ verdict: "crashed" });
    await settled();
    assert.equal(check.end?.kind, "report");
    assert.equal(house.alive.length, 3);
  });
}

test("odd events are no matter of ours: the judge gets them as they came", async () => {
  const { house, judge, spare } = readyHouse();
  house.check();
  await settled();
  judge.plan();
  spare.started();
  spare.say({ type: "event", id: 1, text: "no JSON at all" });
  spare.answer();
  assert.deepEqual(roundsOf(judge)[0]?.events, ["no JSON at all"]);
});

test("a judge that dies is started anew and asked again", async () => {
  const { house, judge, spare } = readyHouse();
  const check = house.check();
  await settled();
  judge.plan();
  spare.finish();
  judge.crash();
  const next = house.newest("judge");
  assert.notEqual(next, judge);
  next.ready();
  assert.equal(roundsOf(next).length, 1);
  next.report();
  await settled();
  assert.equal(check.end?.kind, "report");
});

test("a judge that dies twice fails the check, with a reason; the next check works", async () => {
  const { house, judge } = readyHouse();
  const check = house.check();
  await settled();
  judge.crash("first");
  house.newest("judge").ready();
  house.newest("judge").crash("second");
  await settled();
  assert.equal(check.end?.kind, "failed");
  assert.match(check.end.message, /ausgefallen \(second\)/);
  const next = house.check();
  house.readyAll();
  await settled();
  house.newest("judge").report();
  await settled();
  assert.equal(next.end?.kind, "report");
});

test("a judge that answers nonsense counts as dead", async () => {
  for (const text of ["", "{}", '{"report": {"verdict": "passed"}}', '{"plan": []}']) {
    const { house, judge } = readyHouse();
    house.check();
    await settled();
    judge.started();
    judge.answer(text);
    assert(judge.ended, text);
    assert.notEqual(house.newest("judge"), judge);
  }
});

test("a judge that does not answer is ended and started anew", async () => {
  const { house, judge } = readyHouse();
  house.check();
  await settled();
  judge.started();
  house.clock.pass(60_000);
  assert(judge.ended);
  house.newest("judge").ready();
  assert.equal(house.newest("judge").requests.length, 1);
});

test("a judge that can't be started fails the check", async () => {
  const house = new House({ thrifty: true });
  house.readyAll();
  const check = house.check();
  await settled();
  house.newest("judge").crash("one");
  house.newest("judge").crash("two");
  await settled();
  assert.equal(check.end?.kind, "failed");
  assert.match(check.end.message, /two/);
});

test("a judge that asks for ever fails the check", async () => {
  const { house, judge, spare } = readyHouse();
  const check = house.check();
  await settled();
  for (let round = 0; round < 8; round += 1) {
    judge.plan();
    spare.finish();
  }
  judge.plan();
  await settled();
  assert.equal(check.end?.kind, "failed");
});

test("an interpreter for the check that can't be started fails the check", async () => {
  const house = new House({ thrifty: true });
  house.readyAll();
  const check = house.check();
  await settled();
  house.newest("learner").crash("one");
  house.newest("learner").crash("two");
  await settled();
  assert.equal(check.end?.kind, "failed");
  assert.match(check.end.message, /nicht starten \(two\)/);
});

test("a spare that dies while the judge makes the plan is replaced, and the check goes on", async () => {
  const { house, judge, spare } = readyHouse();
  const check = house.check();
  await settled();
  spare.crash();
  judge.plan();
  const next = house.newest("learner");
  next.ready();
  next.finish();
  judge.report();
  await settled();
  assert.equal(check.end?.kind, "report");
});
