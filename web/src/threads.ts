/** Threads for workers: one takes its time to begin, so the first is made before its script is there. */

/** What a thread does first. */
const OPENING = "onmessage = ({ data }) => { onmessage = null; importScripts(data); };";

export class Threads {
  readonly #opening = scriptAddress(OPENING);
  #first: Worker | null = this.#begin();

  /** A worker that runs the script at that address; what is posted to it waits until it does. */
  run(script: string): Worker {
    const worker = this.#first ?? this.#begin();
    this.#first = null;
    worker.postMessage(script);
    return worker;
  }

  #begin(): Worker {
    // A classic one: Chromium refuses module workers of an opaque origin.
    return new Worker(this.#opening);
  }
}

export function scriptAddress(script: BlobPart): string {
  return URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
}
