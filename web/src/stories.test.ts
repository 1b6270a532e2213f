/** Stories of failure, and many random ones: whatever happens, everyone gets an end and no worker is forgotten. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { FakeWorker, Seen } from "./fakes.ts";
import { House, readyHouse, roundsOf, settled } from "./fakes.ts";
import type { CheckEnd, CheckEvent, RunEnd, RunEvent } from "./protocol.ts";

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

// --- at random --------------------------------------------------------------------------------

type Any = Seen<RunEvent, RunEnd> | Seen<CheckEvent, CheckEnd>;

/** Numbers that look like chance and are the same in every run of the tests. */
function dice(seed: number): (sides: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** One house, in which anything may happen next. */
class Walk {
  readonly house: House;
  readonly #roll: (sides: number) => number;
  readonly #asked: Any[] = [];
  readonly #progress = new Map<FakeWorker, { served: number; started: boolean }>();

  constructor(seed: number) {
    this.#roll = dice(seed);
    this.house = new House({ thrifty: seed % 3 === 0 });
  }

  async go(steps: number): Promise<void> {
    for (let step = 0; step < steps; step += 1) {
      this.#step();
      if (this.#roll(3) === 0) await settled();
      this.#retry();
      assertSeated(this.house);
    }
  }

  /** From now on all goes well: everyone gets their end. */
  async comeHome(): Promise<void> {
    for (let round = 0; round < 1000 && this.#asked.some(({ end }) => end === null); round += 1) {
      await settled();
      this.#retry();
      for (const worker of this.house.alive) this.#serve(worker, true);
    }
    await settled();
    this.house.readyAll();
    for (const seen of this.#asked) assert.notEqual(seen.end, null, "someone waits for ever");
    assertSeated(this.house);
    const { learner, examinee } = this.house.roles;
    assert.equal(examinee.state.kind, "empty");
    assert.equal(learner.state.kind, "ready");
  }

  /** As the page does when Python can't be started, and its reader then. */
  #retry(): void {
    const { roles, runs, checks } = this.house;
    if (roles.learner.state.kind !== "failed") return;
    runs.cancel({ kind: "failed", message: "" });
    checks.cancel({ kind: "failed", message: "" });
    roles.close();
    roles.open();
  }

  #step(): void {
    const { house } = this;
    const roll = this.#roll;
    switch (roll(8)) {
      case 0:
        this.#asked.push(house.run());
        break;
      case 1:
        this.#asked.push(house.check());
        break;
      case 2:
        this.#asked[roll(Math.max(1, this.#asked.length))]?.stop();
        break;
      case 3:
        this.#asked
          .filter((seen) => "answer" in seen)
          .forEach((seen) => {
            if (seen.events.some(({ e }) => e === "ask")) seen.answer(null);
          });
        break;
      case 4:
        if (roll(12) === 0) house.clock.pass(130_000);
        break;
      default: {
        const worker = house.alive[roll(Math.max(1, house.alive.length))];
        if (worker !== undefined) this.#serve(worker, false);
      }
    }
  }

  /** A worker goes on; unless all is to go well, it may also break. */
  #serve(worker: FakeWorker, well: boolean): void {
    const roll = this.#roll;
    if (!well && roll(10) === 0) {
      worker.crash();
    } else if (!worker.isReady) {
      worker.ready();
    } else {
      const progress = this.#progress.get(worker) ?? { served: 0, started: false };
      this.#progress.set(worker, progress);
      if (worker.requests.length === progress.served) return;
      if (!progress.started) {
        progress.started = true;
        worker.started();
      } else if (!well && roll(2) === 0) {
        const events = [
          { e: "stdout", text: "a" },
          { e: "ask", prompt: "" },
          { e: "output_limit" },
          7,
        ];
        worker.emit(events[roll(events.length)]);
      } else {
        progress.served += 1;
        progress.started = false;
        if (worker.asked.type !== "judge") worker.answer();
        else if (well || roll(3) === 0) answerWithReport(worker);
        else worker.answer('{"plan": {}}');
      }
    }
  }
}

function answerWithReport(judge: FakeWorker): void {
  // `report` says `started` itself, which was said before.
  const said = judge.say.bind(judge);
  judge.say = (...news) => {
    said(...news.filter(({ type }) => type !== "started"));
  };
  judge.report();
  judge.say = said;
}

test("whatever happens in whatever order, everyone gets an end and every worker is seated or ended", async () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const walk = new Walk(seed);
    try {
      await walk.go(60);
      await walk.comeHome();
    } catch (error) {
      throw new Error(`walk ${String(seed)}`, { cause: error });
    }
  }
});

/** Every worker that lives sits on a seat. */
function assertSeated({ roles, alive }: House): void {
  const seats = [roles.learner, roles.judge, roles.spare, roles.examinee];
  const taken = seats.filter(({ state }) => state.kind === "starting" || state.kind === "ready");
  assert.equal(alive.length, taken.length, "a worker is left over");
}
