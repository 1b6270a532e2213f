/** What the page's first script hands on to the second; whichever of them comes first. */

import type { PageConfig, Python } from "./protocol.ts";

export interface Early {
  readonly config: PageConfig;
  readonly python: Python;
}

/** The name of the property of the window that holds it, and of the event that tells. */
const NAME = "pruefstand";

export function handOn(host: EventTarget, early: Early): void {
  Object.assign(host, { [NAME]: early });
  host.dispatchEvent(new Event(NAME));
}

/** Calls `receive` once, as soon as it was handed on. */
export function whenEarly(host: EventTarget, receive: (early: Early) => void): void {
  const early = (host as { readonly [NAME]?: Early })[NAME];
  if (early !== undefined) receive(early);
  else
    host.addEventListener(
      NAME,
      () => {
        whenEarly(host, receive);
      },
      { once: true },
    );
}
