import assert from "node:assert/strict";
import { test } from "node:test";

import { whenCalm } from "./calm.ts";
import { FakeClock, SNAPSHOT } from "./fakes.ts";
import type { PythonState, StartStep } from "./protocol.ts";

const loading = (step: StartStep): PythonState => ({ kind: "loading", loaded: 0, total: 1, step });
const READY: PythonState = { kind: "ready", start: SNAPSHOT };

/** A Python that is in the states that it is told to be in. */
class FakePython {
  state: PythonState = loading("download");
  readonly #listeners = new Set<(state: PythonState) => void>();

  subscribe(listener: (state: PythonState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  become(state: PythonState): void {
    this.state = state;
    for (const listener of [...this.#listeners]) listener(state);
  }
}

function opened(python: FakePython): { clock: FakeClock; times: () => number } {
  const clock = new FakeClock();
  let times = 0;
  whenCalm(python, clock, () => {
    times += 1;
  });
  return { clock, times: () => times };
}

test("the page waits until a worker has all that Python starts from", () => {
  const python = new FakePython();
  const { clock, times } = opened(python);
  python.become(loading("compile"));
  assert.equal(times(), 0);
  python.become(loading("start"));
  assert.equal(times(), 1);
  python.become(READY);
  clock.pass(10_000);
  assert.equal(times(), 1);
});

test("the page does not wait for a slow line", () => {
  const { clock, times } = opened(new FakePython());
  clock.pass(499);
  assert.equal(times(), 0);
  clock.pass(1);
  assert.equal(times(), 1);
});

test("the page opens at once when Python has started or failed before", () => {
  for (const state of [READY, { kind: "failed", message: "…" } as const]) {
    const python = new FakePython();
    python.state = state;
    assert.equal(opened(python).times(), 1);
  }
});
