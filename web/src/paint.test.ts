import assert from "node:assert/strict";
import { test } from "node:test";

import { FakeClock } from "./fakes.ts";
import type { PaintedWindow } from "./paint.ts";
import { whenPainted } from "./paint.ts";

/** A window whose document is shown, and that paints when it is told to. */
class FakeWindow {
  readonly clock = new FakeClock();
  readonly document = Object.assign(new EventTarget(), {
    visibilityState: "visible",
  });
  readonly frames: (() => void)[] = [];
  times = 0;
  observed = 0;
  /** Tells of something painted. */
  paint: (name: string) => void = () => undefined;
  PerformanceObserver: typeof PerformanceObserver | undefined;

  requestAnimationFrame(callback: () => void): void {
    this.frames.push(callback);
  }

  withObserver(...types: string[]): this {
    const observe = (callback: (list: unknown) => void): void => {
      this.observed += 1;
      this.paint = (painted) => {
        callback({
          getEntriesByName: (name: string) => (name === painted ? [{ name }] : []),
        });
      };
    };
    const disconnect = (): void => {
      this.observed -= 1;
    };
    class Observer {
      static readonly supportedEntryTypes = types;
      readonly disconnect = disconnect;
      readonly #callback: (list: unknown) => void;
      constructor(callback: (list: unknown) => void) {
        this.#callback = callback;
      }
      observe(): void {
        observe(this.#callback);
      }
    }
    this.PerformanceObserver = Observer as unknown as typeof PerformanceObserver;
    return this;
  }

  wait(): this {
    whenPainted(this as unknown as PaintedWindow, this.clock, () => {
      this.times += 1;
    });
    return this;
  }
}

test("nothing begins before text has been painted", () => {
  const host = new FakeWindow().withObserver("mark", "paint").wait();
  host.paint("first-paint");
  assert.equal(host.times, 0);
  host.paint("first-contentful-paint");
  assert.equal(host.times, 1);
  assert.equal(host.observed, 0);
  host.clock.pass(10_000);
  host.document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(host.times, 1);
});

test("where painting is not told, it is over in the task after the next frame", () => {
  for (const host of [new FakeWindow().wait(), new FakeWindow().withObserver("mark").wait()]) {
    assert.equal(host.times, 0);
    for (const frame of host.frames) frame();
    assert.equal(host.times, 0);
    host.clock.pass(0);
    assert.equal(host.times, 1);
  }
});

test("a page that nobody looks at does not wait to be painted", () => {
  const hidden = new FakeWindow().withObserver("paint");
  hidden.document.visibilityState = "hidden";
  assert.equal(hidden.wait().times, 1);

  const left = new FakeWindow().withObserver("paint").wait();
  left.document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(left.times, 1);
});

test("a window that never paints is waited for no longer than three seconds", () => {
  const host = new FakeWindow().withObserver("paint").wait();
  host.clock.pass(2999);
  assert.equal(host.times, 0);
  host.clock.pass(1);
  assert.equal(host.times, 1);
});
