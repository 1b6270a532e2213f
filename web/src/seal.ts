/**
 * Takes from a worker what the frame's policy can't: ways to talk to other workers of the frame, to
 * end itself unnoticed, and a network that fails late. The policy is the wall; this is the paint.
 */

const NAMES = ["BroadcastChannel", "Worker", "SharedWorker", "close", "importScripts", "fetch"];

/** To be called once Python has started, before any program runs; `scope` is the worker's global. */
export function seal(scope: object): void {
  for (const name of NAMES) {
    for (
      let holder: object | null = scope;
      holder !== null;
      holder = Object.getPrototypeOf(holder) as object | null
    ) {
      Reflect.deleteProperty(holder, name);
    }
  }
  // In WebKit a fetch that the policy forbids never settles; this one always does.
  Object.defineProperty(scope, "fetch", {
    value: () => Promise.reject(new TypeError("there is no network in here")),
  });
}
