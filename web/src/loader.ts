/** Fetches the files that Python needs, with progress, and says which one failed and why. */

import type { Clock } from "./clock.ts";
import type { Fault } from "./faults.ts";
import type { SiteFile } from "./protocol.ts";

/**
 * Opens a file of the site as a stream of its bytes: over http here, from the page's own text in a
 * page that is a single file. `again` says that an earlier try brought something unusable.
 */
export type OpenFile = (
  file: SiteFile,
  options: { readonly again: boolean; readonly signal: AbortSignal },
) => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;

/** What `load` rejects with. */
export class LoadError extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(`${fault.kind}: ${JSON.stringify(fault)}`);
    this.name = "LoadError";
    this.fault = fault;
  }
}

/** How long a transfer may stand still, in seconds, before it counts as failed. */
const PATIENCE = 30;

/** A passing failure is tried once more by itself, after so many milliseconds. */
const PAUSE = 1000;

/** Keeps what it has: after a failure only the rest is fetched again, unless it is told to `forget`. */
export class Loader {
  readonly #open: OpenFile;
  readonly #clock: Clock;
  readonly #onProgress: () => void;
  readonly #files = new Map<string, Promise<ArrayBuffer>>();
  readonly #received = new Map<string, number>();
  /** Addresses whose bytes proved unusable: until they come anew, no cache is asked for them. */
  readonly #distrusted = new Set<string>();

  constructor(open: OpenFile, clock: Clock, onProgress: () => void) {
    this.#open = open;
    this.#clock = clock;
    this.#onProgress = onProgress;
  }

  /** Bytes received of a file so far. */
  received(file: SiteFile): number {
    return this.#received.get(file.url) ?? 0;
  }

  /** The bytes of a file, as they came: packed, or unpacked by the host. Rejects with a `LoadError`. */
  load(file: SiteFile): Promise<ArrayBuffer> {
    const known = this.#files.get(file.url);
    if (known !== undefined) return known;
    const coming = this.#try(file, this.#distrusted.has(file.url)).catch(async (error: unknown) => {
      if (!isPassing(error)) throw error;
      await new Promise<void>((resolve) => this.#clock.after(PAUSE, resolve));
      return this.#try(file, true);
    });
    this.#files.set(file.url, coming);
    coming.then(
      () => this.#distrusted.delete(file.url),
      () => {
        this.#files.delete(file.url);
        this.#count(file, 0);
      },
    );
    return coming;
  }

  /** What came whole has proved unusable: all files are fetched again, past the cache. */
  forget(): void {
    for (const url of this.#files.keys()) this.#distrusted.add(url);
    this.#files.clear();
    this.#received.clear();
    this.#onProgress();
  }

  async #try(file: SiteFile, again: boolean): Promise<ArrayBuffer> {
    const abort = new AbortController();
    const name = fileName(file.url);
    const impatient = (): (() => void) =>
      this.#clock.after(PATIENCE * 1000, () => {
        abort.abort(new LoadError({ kind: "stalled", file: name, seconds: PATIENCE }));
      });
    let relax = impatient();
    const chunks: Uint8Array[] = [];
    let received = 0;
    try {
      this.#count(file, 0);
      const stream = await orAborted(this.#open(file, { again, signal: abort.signal }), abort);
      const reader = stream.getReader();
      for (;;) {
        const { done, value } = await orAborted(reader.read(), abort);
        if (done) break;
        relax();
        relax = impatient();
        received += value.byteLength;
        this.#count(file, Math.min(received, file.bytes));
        chunks.push(value);
      }
    } catch (error) {
      if (error instanceof LoadError) throw error;
      throw new LoadError({ kind: isOffline() ? "offline" : "unreachable", file: name });
    } finally {
      relax();
    }
    const { bytes: expected, unpacked = expected } = file;
    if (received !== expected && received !== unpacked) {
      throw new LoadError({ kind: "size", file: name, received, expected });
    }
    return joined(chunks, received);
  }

  #count(file: SiteFile, bytes: number): void {
    this.#received.set(file.url, bytes);
    this.#onProgress();
  }
}

/** Opens files over http, relative to the page. */
export const openOverHttp: OpenFile = async (file, { again, signal }) => {
  // What the cache holds may be the very thing that is unusable.
  const response = await fetch(file.url, { signal, cache: again ? "reload" : "default" });
  if (!response.ok || response.body === null) {
    throw new LoadError({ kind: "status", file: fileName(file.url), status: response.status });
  }
  return response.body;
};

function joined(chunks: readonly Uint8Array[], length: number): ArrayBuffer {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole.buffer;
}

/** The last part of an address, which is what a person can look for. */
export function fileName(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}

/** Rejects as soon as `abort` is told to, whether or not the source heeds its signal. */
async function orAborted<T>(coming: Promise<T>, abort: AbortController): Promise<T> {
  const { signal } = abort;
  let listener: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    listener = () => {
      reject(signal.reason as Error);
    };
    signal.addEventListener("abort", listener);
  });
  try {
    return await Promise.race([coming, aborted]);
  } finally {
    if (listener !== undefined) signal.removeEventListener("abort", listener);
  }
}

function isOffline(): boolean {
  return "onLine" in navigator && !navigator.onLine;
}

/** Whether a second try may go better: not if the server was clear about it. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof LoadError)) return false;
  const { fault } = error;
  return fault.kind !== "status" || fault.status >= 500 || fault.status === 429;
}
