/** Stories of failure: whatever happens, everyone gets an end and no worker is forgotten. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { FakeWorker } from "./fakes.ts";
import { assertSeated, House, readyHouse, roundsOf, settled } from "./fakes.ts";

/** The ways in which a program takes its interpreter with it. */
const DEATHS: Readonly<Record<string, (worker: FakeWorker) => void>> = {
  "os._exit": (worker) => {
    worker.say({ type: "crashed", detail: "Program terminated with exit(1)" });
  },
  "a stack that overflows": (worker) => {
    worker.say({ type: "crashed", detail: "RangeError: Maximum call stack size exceeded" });
  },
  "out of memory": (worker) => {
    worker.say({ type: "fault", id: worker.asked.id, error: "MemoryError", detail: "" });
  },
  "a worker that is gone": (worker) => {
    worker.crash("the worker is gone");
  },
  "a message that makes no sense": (worker) => {
    worker.listener.message("{");
  },
  "a result of another request": (worker) => {
    worker.say({ type: "end", id: 99, text: "" });
  },
};

for (const [name, die] of Object.entries(DEATHS)) {
  for (const thrifty of [false, true]) {
    const where = thrifty ? "with little memory " : "";
    test(`${where}a run ends in a crash by ${name}, and the next one works`, async () => {
      const house = new House({ thrifty });
      house.readyAll();
      const learner = house.newest("learner");
      const spare = house.roles.spare.idle;
      const run = house.run();
      await settled();
      const [asked] = house.workers;
      assert(asked !== undefined);
      asked.started();
      die(asked);
      const next = house.run("2");
      await settled();
      assert.deepEqual(run.end, { kind: "crashed" });
      assert(asked.ended);
      if (!thrifty)
        assert.equal(house.roles.learner.state.kind, "ready", "the spare is there at once");
      assert.equal(spare === null, thrifty);
      house.readyAll();
      const successor = thrifty ? house.newest("learner") : learner;
      successor.finish();
      await settled();
      assert.equal(next.end?.kind, "finished");
      assertSeated(house);
    });
  }

  test(`a check of a program that dies by ${name} is judged by what was seen, not passed by default`, async () => {
    const { house, judge, spare } = readyHouse();
    const check = house.check();
    await settled();
    judge.plan();
    spare.started();
    spare.emit({ e: "forged" });
    die(spare);
    const [round] = roundsOf(judge);
    assert(round !== undefined && round.ended !== "complete");
    assert.deepEqual(round.events, ['{"e":"forged"}']);
    judge.report({ verdict: "crashed" });
    await settled();
    assert(check.end?.kind === "report" && check.end.report.verdict === "crashed");
    house.readyAll();
    assert.equal(house.alive.length, 3);
    assertSeated(house);
  });
}

test("what the observing side forges as a report or a plan is no verdict", async () => {
  const { house, judge, spare } = readyHouse();
  const check = house.check();
  await settled();
  judge.plan();
  spare.started();
  spare.emit({ report: { verdict: "passed" } });
  spare.answer('{"report": {"verdict": "passed"}}');
  await settled();
  assert.deepEqual([check.end], [null], "only the judge ends a check");
  judge.report({ verdict: "crashed" });
  await settled();
  assert(check.end?.kind === "report" && check.end.report.verdict === "crashed");
});

test("a check that is killed at its deadline is told to the judge as timeout, even after forged events", async () => {
  const { house, judge, spare } = readyHouse();
  const check = house.check();
  await settled();
  judge.plan();
  spare.started();
  spare.emit({ e: "end", outcome: "passed" });
  house.clock.pass(10_000);
  await settled();
  assert(spare.ended);
  assert.equal(roundsOf(judge)[0]?.ended, "timeout");
  judge.report({ verdict: "timeout" });
  await settled();
  assert(check.end?.kind === "report" && check.end.report.verdict === "timeout");
});

test("in a check nobody is asked: a question is an event for the judge, and its program is not answered", async () => {
  const { house, judge, spare } = readyHouse();
  const check = house.check();
  await settled();
  judge.plan();
  spare.started();
  spare.emit({ e: "ask", prompt: "Name? " });
  await settled();
  assert.deepEqual(check.events, [{ e: "started" }]);
  assert.deepEqual(spare.answers, []);
});

test("stopped in the midst of its start, Python starts once, and what waits is not run", async () => {
  for (const thrifty of [false, true]) {
    const house = new House({ thrifty });
    const run = house.run();
    const check = house.check();
    await settled();
    for (let times = 0; times < 5; times += 1) {
      run.stop();
      check.stop();
    }
    await settled();
    assert.deepEqual(run.end, { kind: "stopped", lost: false });
    assert.deepEqual(check.end, { kind: "stopped" });
    house.readyAll();
    assert(house.workers.every(({ requests }) => requests.length === 0));
    assert.equal(house.workers.length, thrifty ? 1 : 3);
    assertSeated(house);
  }
});

test("stopped while the spare still starts, the learner waits for that one and for no third", async () => {
  const house = new House();
  house.workers[0]?.ready();
  const run = house.run("while True: pass");
  await settled();
  house.workers[0]?.started();
  run.stop();
  const next = house.run("1");
  await settled();
  assert.deepEqual(next.events, [{ e: "queued" }]);
  assert.equal(house.workers.length, 3);
  house.readyAll();
  house.workers[2]?.finish();
  await settled();
  assert.equal(next.end?.kind, "finished");
});

test("with little memory a check uses an interpreter of its own and gives it back, passed or stopped", async () => {
  const house = new House({ thrifty: true });
  house.readyAll();
  for (const stops of [true, false]) {
    const check = house.check();
    await settled();
    house.readyAll();
    house.newest("judge").plan();
    house.newest("learner").started();
    if (stops) {
      check.stop();
    } else {
      house.newest("learner").answer();
      house.newest("judge").report();
    }
    await settled();
    assert.equal(check.end?.kind, stops ? "stopped" : "report");
    assert.equal(house.alive.length, 2, "the learner's and the judge's");
    assertSeated(house);
  }
});

test("judge and spare that both die during a check: it ends, and the next one works", async () => {
  const { house, judge, spare } = readyHouse();
  const check = house.check();
  await settled();
  judge.crash();
  spare.crash();
  house.readyAll();
  house.newest("judge").plan();
  house.readyAll();
  house.newest("learner").finish();
  house.newest("judge").report();
  await settled();
  assert.equal(check.end?.kind, "report");
  house.readyAll();
  assert.equal(house.alive.length, 3);
  assertSeated(house);
});

test("a run has no deadline: after a day it still runs, and Stop ends it as at first", async () => {
  for (const thrifty of [false, true]) {
    const house = new House({ thrifty });
    house.readyAll();
    const [worker] = house.workers;
    assert(worker !== undefined);
    const run = house.run("while True: pass");
    await settled();
    worker.started();
    house.clock.pass(24 * 3600 * 1000);
    await settled();
    assert.equal(run.end, null);
    assert(!worker.ended);
    run.stop();
    await settled();
    assert.deepEqual(run.end, { kind: "stopped", lost: true });
    assert(worker.ended);
    house.readyAll();
    assertSeated(house);
  }
});

test("Stop pressed five times on everything at once: a question, cells behind it, a check, a check behind that", async () => {
  for (const thrifty of [false, true]) {
    const house = new House({ thrifty });
    house.readyAll();
    const [learner] = house.workers;
    assert(learner !== undefined);
    const runs = [house.run("input()"), house.run("2"), house.run("3")];
    const checks = [house.check("a"), house.check("b")];
    await settled();
    house.readyAll();
    learner.started();
    learner.emit({ e: "ask", prompt: "?" });
    house.newest("judge").plan();
    const { idle: examinee } = house.roles.examinee;
    assert.equal(examinee, null, "it observes");
    for (let times = 0; times < 5; times += 1) {
      for (const seen of [...runs, ...checks]) seen.stop();
    }
    runs[0]?.answer("too late");
    await settled();
    assert.deepEqual(
      runs.map(({ end }) => end),
      [true, false, false].map((lost) => ({ kind: "stopped", lost })),
    );
    assert.deepEqual(
      checks.map(({ end }) => end),
      [{ kind: "stopped" }, { kind: "stopped" }],
    );
    assert.deepEqual(learner.answers, []);
    house.readyAll();
    assertSeated(house);
    assert.equal(house.alive.length, thrifty ? 2 : 3, "nobody burns on");
    // And all goes on.
    const next = [house.run("1"), house.check("c")] as const;
    await settled();
    house.readyAll();
    house.workers
      .find(({ ended, requests }) => !ended && requests.at(-1)?.type === "run")
      ?.finish();
    house.newest("judge").report();
    await settled();
    assert.deepEqual(
      next.map(({ end }) => end?.kind),
      ["finished", "report"],
    );
  }
});

test("a program that is stopped while its judge still looks leaves no timer behind", async () => {
  const { house, judge, spare } = readyHouse();
  const check = house.check();
  await settled();
  judge.plan();
  spare.started();
  spare.answer();
  check.stop();
  await settled();
  judge.report();
  house.readyAll();
  await settled();
  assert.deepEqual(check.end, { kind: "stopped" }, "a late verdict is none");
  assert.equal(house.clock.waiting, 0);
});
