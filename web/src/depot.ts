/**
 * Keeps what Python starts from in the browser, unpacked, so that the next visit has nothing to unpack. Where
 * a browser keeps nothing (over plain http, in some private windows, on a full disk) the files come as ever.
 */

import type { Clock } from "./clock.ts";
import { unpackedStream } from "./gunzip.ts";
import type { OpenFile } from "./loader.ts";
import type { SiteFile } from "./protocol.ts";

/** Where a browser has its caches; it may lack them, or refuse them as soon as they are asked for. */
export interface CacheHost {
  readonly caches?: CacheStorage;
}

/** A file and its bytes, packed or not. */
export interface Stock {
  readonly file: SiteFile;
  readonly bytes: ArrayBuffer;
}

/** Milliseconds that a start waits for an answer from the caches. */
const PATIENCE = 300;

/** Several sites may share an origin: each has a cache named after the folder of its files. */
const PREFIX = "pruefstand ";

export class Depot {
  readonly #host: CacheHost;
  readonly #base: string;
  readonly #clock: Clock;

  /** `base` is what the addresses of the files are relative to. */
  constructor(host: CacheHost, base: string, clock: Clock) {
    this.#host = host;
    this.#base = base;
    this.#clock = clock;
  }

  /** Opens from here what has been kept; all else, and what proved unusable, by `open`. */
  before(open: OpenFile): OpenFile {
    return async (file, options) => {
      // Only what is packed is better off here.
      if (file.unpacked === undefined) return open(file, options);
      if (options.again) await this.#attempt(this.#drop(file));
      const kept = options.again ? null : await this.#attempt(this.#find(file));
      return kept?.body ?? open(file, options);
    };
  }

  /** Keeps these files and, of those in the same folder, no others. Never rejects. */
  async keep(all: readonly Stock[]): Promise<void> {
    const [first] = all;
    if (first === undefined) return;
    try {
      const cache = await this.#host.caches?.open(this.#nameFor(first.file));
      if (cache === undefined) return;
      const there = new Set((await cache.keys()).map(({ url }) => url));
      const wanted = new Map(all.map((stock) => [this.#address(stock.file), stock.bytes]));
      for (const url of there) if (!wanted.has(url)) await cache.delete(url);
      // One after the other: somebody is at work on the page.
      for (const [url, bytes] of wanted) {
        if (!there.has(url)) await cache.put(url, new Response(unpackedStream(bytes)));
      }
    } catch {
      // The next visit starts a little later, which is all.
    }
  }

  /** Throws away all that lies in the folder of this file. Never rejects. */
  async clear(file: SiteFile): Promise<void> {
    try {
      await this.#host.caches?.delete(this.#nameFor(file));
    } catch {
      // A browser that refuses its caches has kept nothing either.
    }
  }

  async #find(file: SiteFile): Promise<Response | undefined> {
    return this.#host.caches?.match(this.#address(file), { cacheName: this.#nameFor(file) });
  }

  async #drop(file: SiteFile): Promise<void> {
    const name = this.#nameFor(file);
    // `open` would make it.
    if ((await this.#host.caches?.has(name)) !== true) return;
    const cache = await this.#host.caches?.open(name);
    await cache?.delete(this.#address(file));
  }

  /** What comes of it; null where that fails or takes too long. */
  async #attempt<T>(coming: Promise<T>): Promise<T | null> {
    let relax = (): void => undefined;
    const late = new Promise<null>((resolve) => {
      relax = this.#clock.after(PATIENCE, () => {
        resolve(null);
      });
    });
    try {
      return await Promise.race([coming, late]);
    } catch {
      return null;
    } finally {
      relax();
    }
  }

  #nameFor(file: SiteFile): string {
    return PREFIX + new URL(".", this.#address(file)).href;
  }

  #address(file: SiteFile): string {
    return new URL(file.url, this.#base).href;
  }
}
