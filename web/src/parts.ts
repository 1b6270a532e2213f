/** What Python is started from: loaded when it is needed, the most needed first. */

import type { Clock } from "./clock.ts";
import type { Stock } from "./depot.ts";
import { tell, type Fault } from "./faults.ts";
import type { Loader } from "./loader.ts";
import { LoadError } from "./loader.ts";
import { FIRST_PARTS } from "./protocol.ts";
import type { PageConfig, Part, PartName, SiteFile } from "./protocol.ts";

/** What Python starts without; the rest of a bad line's patience goes here. */
const LATER: readonly PartName[] = ["stdlib", "tree"];

/** Milliseconds between two tries for what is needed later. */
const PAUSE = 10_000;

export class Parts {
  readonly #config: PageConfig;
  readonly #loader: Loader;
  readonly #clock: Clock;
  readonly #failed: (fault: Fault) => void;
  readonly #coming = new Map<PartName, Promise<Part>>();
  #noSnapshot: string | null = null;

  /** `failed` is told of each part that could not be loaded, and without which there is no Python. */
  constructor(config: PageConfig, loader: Loader, clock: Clock, failed: (fault: Fault) => void) {
    this.#config = config;
    this.#loader = loader;
    this.#clock = clock;
    this.#failed = failed;
  }

  /** Why there is no snapshot, in words for the page; null as long as there is one. */
  get noSnapshot(): string | null {
    return this.#noSnapshot;
  }

  /** The files that have to come before Python can start. */
  get firstFiles(): readonly SiteFile[] {
    const { files, wheels } = this.#config;
    const { wasm, worker, snapshot, stdlib } = files;
    return this.#noSnapshot === null ? [wasm, worker, snapshot] : [wasm, worker, stdlib, ...wheels];
  }

  /** Starts all downloads that are needed first; the others begin when they are asked for. */
  async begin(): Promise<void> {
    await Promise.all(FIRST_PARTS.map((name) => this.get(name)));
  }

  /** A part; rejects once `failed` has been told. */
  get(name: PartName): Promise<Part> {
    const known = this.#coming.get(name);
    if (known !== undefined) return known;
    const coming = this.#load(name).catch((error: unknown) => this.#giveUp(name, error));
    this.#coming.set(name, coming);
    return coming;
  }

  /** The first parts, once they have come, for keeping. */
  async stock(): Promise<readonly Stock[]> {
    const all = await Promise.all(FIRST_PARTS.map((name) => this.get(name)));
    return all.flatMap(({ name, data }) =>
      name !== "wheels" && data instanceof ArrayBuffer
        ? [{ file: this.#config.files[name], bytes: data }]
        : [],
    );
  }

  async #load(name: PartName): Promise<Part> {
    const { files, wheels } = this.#config;
    const load = (file: SiteFile): Promise<ArrayBuffer> => this.#loader.load(file);
    if (name !== "wheels") return { name, data: await load(files[name]) };
    const data = wheels.map(async (wheel) => ({ name: wheel.name, data: await load(wheel) }));
    return { name, data: await Promise.all(data) };
  }

  async #giveUp(name: PartName, error: unknown): Promise<Part> {
    if (name === "snapshot") {
      // Python starts without it too, only later.
      this.#noSnapshot = tell(faultOf(error), this.#config.language);
      return { name, data: null };
    }
    if (LATER.includes(name) && this.#noSnapshot === null) {
      // Python is at work already, and may never need it.
      await new Promise<void>((resolve) => this.#clock.after(PAUSE, resolve));
      return this.#load(name).catch((again: unknown) => this.#giveUp(name, again));
    }
    this.#failed(faultOf(error));
    throw error;
  }
}

/** What to tell of a download that failed. */
export function faultOf(error: unknown): Fault {
  return error instanceof LoadError ? error.fault : { kind: "start", detail: String(error) };
}
