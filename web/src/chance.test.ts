/** Stories that chance tells: in any order of events everyone gets an end and no worker is forgotten. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { FakeWorker, Seen } from "./fakes.ts";
import { assertSeated, House, settled } from "./fakes.ts";
import type { CheckEnd, CheckEvent, RunEnd, RunEvent } from "./protocol.ts";

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
