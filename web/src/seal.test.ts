import assert from "node:assert/strict";
import { test } from "node:test";
import { seal } from "./seal.ts";

class Scope {
  fetch(): string {
    return "the network";
  }
  close(): string {
    return "closed";
  }
}

test("what could reach others is gone, from the prototypes as well", () => {
  const scope = Object.assign(new Scope(), { Worker: Blob, BroadcastChannel: Blob });
  seal(scope);
  for (const name of ["Worker", "BroadcastChannel", "close"]) assert(!(name in scope), name);
});

test("a fetch is left that fails at once, and can't be taken away", async () => {
  const scope = new Scope();
  seal(scope);
  const rejected = (scope.fetch as () => unknown)();
  await assert.rejects(rejected as Promise<unknown>, /no network/);
  assert(!Reflect.deleteProperty(scope, "fetch"));
  assert.throws(() => {
    scope.fetch = () => "mine";
  }, TypeError);
});
