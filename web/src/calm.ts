/**
 * When the page may take its time: bringing the parts to the sealed frame is a matter of a few moments,
 * each of which would have to wait until all editors are there. In browsers that don't give the frame a
 * process of its own it would even be held up itself.
 */

import type { Clock } from "./clock.ts";
import type { Python, PythonState } from "./protocol.ts";

/** Milliseconds; on a slow line the page comes to life while the files arrive. */
const PATIENCE = 500;

/** Calls `then` once: as soon as a worker has all that Python starts from, or that takes long. */
export function whenCalm(
  python: Pick<Python, "state" | "subscribe">,
  clock: Clock,
  then: () => void,
): void {
  if (isCalm(python.state)) {
    then();
    return;
  }
  const go = (): void => {
    unsubscribe();
    forgetLimit();
    then();
  };
  const unsubscribe = python.subscribe((state) => {
    if (isCalm(state)) go();
  });
  const forgetLimit = clock.after(PATIENCE, go);
}

function isCalm(state: PythonState): boolean {
  return state.kind !== "loading" || state.step === "start" || state.step === "install";
}
