/** Has a script run that the page can do without for a while: on a bad line it is asked for again. */

import type { Clock } from "./clock.ts";

/** Milliseconds between two tries. */
const PAUSE = 5000;

export function bringScript(host: Document, address: string, clock: Clock): void {
  const script = host.createElement("script");
  script.src = address;
  script.addEventListener("error", () => {
    script.remove();
    clock.after(PAUSE, () => {
      bringScript(host, address, clock);
    });
  });
  host.head.append(script);
}
