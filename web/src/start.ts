/**
 * The first script of a lesson page: reads its configuration, starts Python, and brings the second script.
 * Before the text has been painted it does nothing but wait for that: whatever it began would only keep
 * the reader waiting.
 */

import { wallClock } from "./clock.ts";
import { required } from "./dom.ts";
import { handOn } from "./early.ts";
import { whenPainted } from "./paint.ts";
import type { PageConfig } from "./protocol.ts";
import { startPython } from "./python.ts";
import { bringScript } from "./script.ts";

/** Milliseconds that the second script waits for Python, which needs the page's thread for a moment. */
const PATIENCE = 300;

whenPainted(window, wallClock, () => {
  // For tools and tests: from here on the page works.
  performance.mark("page-script");
  // Written by our own builder into the very page that this script belongs to.
  const config = JSON.parse(required(document, "#page-config").textContent) as PageConfig;
  const python = startPython(config);
  handOn(window, { config, python });
  const limit = new Promise<void>((resolve) => wallClock.after(PATIENCE, resolve));
  void Promise.race([python.supplied, limit]).then(() => {
    bringScript(document, config.script, wallClock);
  });
});
