import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { IdleWindow } from "./errands.ts";
import { Errands } from "./errands.ts";

type Seen = (entries: readonly { target: Element; isIntersecting: boolean }[]) => void;

/** A window whose idle time and view are in the test's hand. */
class FakeWindow implements IdleWindow {
  readonly observed = new Set<Element>();
  readonly idle: (() => void)[] = [];
  readonly IntersectionObserver: typeof IntersectionObserver | undefined;
  readonly requestIdleCallback: ((callback: () => void) => unknown) | undefined;
  #seen: Seen = () => undefined;

  constructor({ observes = true, idles = true } = {}) {
    const { observed } = this;
    const listen = (seen: Seen): void => {
      this.#seen = seen;
    };
    class Observer {
      constructor(seen: Seen) {
        listen(seen);
      }
      observe(target: Element): void {
        observed.add(target);
      }
      unobserve(target: Element): void {
        observed.delete(target);
      }
    }
    this.IntersectionObserver = observes
      ? (Observer as unknown as typeof IntersectionObserver)
      : undefined;
    this.requestIdleCallback = idles ? (callback) => this.idle.push(callback) : undefined;
  }

  setTimeout(callback: () => void): void {
    this.idle.push(callback);
  }

  /** Tells the observer where a place is now. */
  show(target: Element, isIntersecting = true): void {
    this.#seen([{ target, isIntersecting }]);
  }

  /** One idle moment; says whether anything was waiting for it. */
  rest(): boolean {
    const next = this.idle.shift();
    next?.();
    return next !== undefined;
  }
}

const place = (): Element => ({}) as Element;

/** Two errands that wait; `done` tells which were done. */
function two(window: FakeWindow) {
  const errands = new Errands(window);
  const done: string[] = [];
  const [first, second] = [place(), place()];
  errands.add(first, () => done.push("first"));
  errands.add(second, () => done.push("second"));
  return { errands, done, first, second };
}

describe("errands", () => {
  it("are done when their place comes into sight, and only then", () => {
    const window = new FakeWindow();
    const { done, first, second } = two(window);
    window.show(first, false);
    assert.equal(window.rest(), false);
    assert.deepEqual(done, []);
    window.show(second);
    assert.deepEqual(done, ["second"]);
    assert.deepEqual([...window.observed], [first]);
  });

  for (const idles of [true, false]) {
    it(`are done one by one in idle time once they may begin (idle callbacks: ${String(idles)})`, () => {
      const window = new FakeWindow({ idles });
      const errands = new Errands(window);
      const done: number[] = [];
      for (const number of [1, 2, 3]) errands.add(place(), () => done.push(number));
      errands.begin();
      errands.begin();
      assert.deepEqual(done, []);
      window.rest();
      assert.deepEqual(done, [1]);
      while (window.rest());
      assert.deepEqual(done, [1, 2, 3]);
    });
  }

  it("are done once, whether seen or idle comes first", () => {
    const window = new FakeWindow();
    const { errands, done, first, second } = two(window);
    errands.begin();
    window.show(first);
    window.rest();
    window.show(second);
    while (window.rest());
    assert.deepEqual(done, ["first", "second"]);
  });

  it("that come late are done too", () => {
    const window = new FakeWindow();
    const errands = new Errands(window);
    errands.begin();
    const done: number[] = [];
    for (const number of [1, 2]) errands.add(place(), () => done.push(number));
    assert.deepEqual(done, []);
    while (window.rest());
    assert.deepEqual(done, [1, 2]);
  });

  it("do not wait to be seen where nobody can tell", () => {
    const window = new FakeWindow({ observes: false });
    const errands = new Errands(window);
    const done: number[] = [];
    errands.add(place(), () => done.push(1));
    while (window.rest());
    assert.deepEqual(done, [1]);
  });

  it("that fail leave the others in place", () => {
    const window = new FakeWindow();
    const errands = new Errands(window);
    const done: number[] = [];
    errands.add(place(), () => {
      throw new Error("broken");
    });
    errands.add(place(), () => done.push(2));
    errands.begin();
    assert.throws(() => window.rest(), /broken/);
    while (window.rest());
    assert.deepEqual(done, [2]);
  });
});
