import assert from "node:assert/strict";
import { test } from "node:test";

import { FakeClock } from "./fakes.ts";
import { bringScript } from "./script.ts";

class FakeScript extends EventTarget {
  src = "";
  readonly #scripts: FakeScript[];

  constructor(scripts: FakeScript[]) {
    super();
    this.#scripts = scripts;
  }

  remove(): void {
    this.#scripts.splice(this.#scripts.indexOf(this), 1);
  }
}

test("a script that did not come is asked for again after a while, until it comes", () => {
  const clock = new FakeClock();
  const scripts: FakeScript[] = [];
  const host = {
    createElement: () => new FakeScript(scripts),
    head: { append: (script: FakeScript) => scripts.push(script) },
  } as unknown as Document;
  bringScript(host, "page.js", clock);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    assert.deepEqual(
      scripts.map(({ src }) => src),
      ["page.js"],
    );
    scripts[0]?.dispatchEvent(new Event("error"));
    assert.deepEqual(scripts, []);
    clock.pass(4000);
    assert.deepEqual(scripts, []);
    clock.pass(1000);
  }
  scripts[0]?.dispatchEvent(new Event("load"));
  assert.equal(scripts.length, 1);
  assert.equal(clock.waiting, 0);
});
