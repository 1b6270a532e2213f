/** When the text of the page can be read. */

import type { Clock } from "./clock.ts";

/** Milliseconds after which the page goes on: there are windows that are never painted. */
const PATIENCE = 3000;

/** The little of a window that is used here; what is missing in it is done without. */
export interface PaintedWindow {
  readonly document: Pick<Document, "visibilityState" | "addEventListener">;
  readonly PerformanceObserver?: typeof PerformanceObserver;
  requestAnimationFrame(callback: () => void): unknown;
}

/** Calls `then` once: as soon as text has been painted, or nobody looks at the page. */
export function whenPainted(host: PaintedWindow, clock: Clock, then: () => void): void {
  let isDue = true;
  let tidy = (): void => undefined;
  const go = (): void => {
    if (!isDue) return;
    isDue = false;
    tidy();
    then();
  };
  const { document, PerformanceObserver: Observer } = host;
  if (document.visibilityState === "hidden") {
    go();
    return;
  }
  document.addEventListener("visibilitychange", go, { once: true });
  const forgetLimit = clock.after(PATIENCE, go);
  if (Observer?.supportedEntryTypes.includes("paint") !== true) {
    tidy = forgetLimit;
    // A frame is painted right after this is called, so in the next task it has been.
    host.requestAnimationFrame(() => clock.after(0, go));
    return;
  }
  const observer = new Observer((list) => {
    if (list.getEntriesByName("first-contentful-paint").length > 0) go();
  });
  tidy = () => {
    forgetLimit();
    observer.disconnect();
  };
  observer.observe({ type: "paint", buffered: true });
}
