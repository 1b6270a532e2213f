/** What the page's first script hands on to the second, which it has run after that. */

import type { PageConfig, Python } from "./protocol.ts";

export interface Early {
  readonly config: PageConfig;
  readonly python: Python;
}

/** The name of the property of the window that holds it. */
const NAME = "pruefstand";

export function handOn(host: object, early: Early): void {
  Object.assign(host, { [NAME]: early });
}

/** Throws unless it was handed on. */
export function handedOn(host: object): Early {
  const early = (host as { readonly [NAME]?: Early })[NAME];
  if (early === undefined) throw new Error("the page's first script has not run");
  return early;
}
