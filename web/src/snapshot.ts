/**
 * The memory snapshot: read, checked, and put back into a new interpreter. How it is packed is told
 * in `web/snapshot.py`, which packs it.
 */

import { unpack } from "./packed.ts";

/** What the pack says of itself. */
interface About {
  readonly build: string;
  readonly heap: number;
  readonly head: number;
  readonly runs: readonly number[];
  readonly switching: readonly (readonly [number, string])[];
}

const ZERO = 0;
const WASM = 1;

const PAGE_SIZE = 65_536;

/** How Emscripten has a module instantiated: `done` is called with the instance. */
type InstantiateWasm = (
  imports: WebAssembly.Imports,
  done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => unknown,
) => unknown;

/** The settings and the module of Emscripten, as far as they are used here. */
export interface Settings {
  instantiateWasm: InstantiateWasm;
}
export interface EmscriptenModule {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU32: Uint32Array;
  /** Addresses: of Python's runtime, and of where in it the trampoline's place stands. */
  readonly __PyRuntime: number;
  readonly __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET: number;
}
export type CreateModule = (settings: Settings) => Promise<EmscriptenModule>;

export class Snapshot {
  readonly #about: About;
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #switching: boolean;

  /**
   * Throws unless the snapshot belongs to this very `build`. `switching` says whether this browser
   * lets WebAssembly switch stacks: a Python in the wrong state dies at the first wait.
   */
  constructor(buffer: ArrayBuffer, build: string, switching: boolean) {
    const { about, bytes } = unpack(buffer);
    this.#about = about as About;
    this.#bytes = bytes;
    this.#switching = switching;
    const given = this.#about.build;
    if (given !== build) throw new Error(`a snapshot of build ${given.slice(0, 8)}`);
  }

  /** What Pyodide wants to see of a snapshot: its own header. The memory is put back by `into`. */
  get header(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#about.head);
  }

  /** Has `create` make a module whose memory is that of the snapshot. */
  into(create: CreateModule): CreateModule {
    return async (settings) => {
      const { instantiateWasm } = settings;
      let kept: readonly Uint8Array[] = [];
      settings.instantiateWasm = (imports, done) =>
        instantiateWasm(imports, (instance, module) => {
          const memory = instance.exports.memory as WebAssembly.Memory;
          const missing = this.#about.heap - memory.buffer.byteLength;
          // Before the first view of it is made.
          if (missing > 0) memory.grow(Math.ceil(missing / PAGE_SIZE));
          kept = this.#keep(new Uint8Array(memory.buffer));
          return done(instance, module);
        });
      const module = await create(settings);
      const trampoline = trampolineOf(module);
      this.#restore(module.HEAPU8, kept);
      trampoline.putBack();
      return module;
    };
  }

  /** Copies of what the wasm file's own data says, before its code changes it. */
  #keep(memory: Uint8Array): readonly Uint8Array[] {
    const kept: Uint8Array[] = [];
    for (const { kind, start, end } of runsOf(this.#about)) {
      if (kind === WASM) kept.push(memory.slice(start, end));
    }
    return kept;
  }

  /** Writes the whole memory: starting, the module has changed more than the stack. */
  #restore(memory: Uint8Array, kept: readonly Uint8Array[]): void {
    const { head, heap, switching } = this.#about;
    let from = head;
    let nextKept = 0;
    for (const { kind, start, end } of runsOf(this.#about)) {
      if (kind === ZERO) {
        clear(memory, start, end);
      } else if (kind === WASM) {
        memory.set(kept[nextKept] ?? [], start);
        nextKept += 1;
      } else {
        memory.set(this.#bytes.subarray(from, from + end - start), start);
        from += end - start;
      }
    }
    clear(memory, heap, memory.length);
    if (!this.#switching) return;
    for (const [offset, bytes] of switching) {
      memory.set(
        Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0)),
        offset,
      );
    }
  }
}

/**
 * The function by which Python calls others of unknown signature: made by the module as it starts, at
 * a place in the table of functions that not all browsers choose alike.
 */
function trampolineOf(module: EmscriptenModule): { putBack(): void } {
  const { HEAPU32, __PyRuntime: runtime, __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET: offset } = module;
  const at = (runtime + (HEAPU32[offset >> 2] ?? 0)) >> 2;
  const place = HEAPU32[at] ?? 0;
  return {
    putBack() {
      HEAPU32[at] = place;
    },
  };
}

function* runsOf({ runs }: About): Generator<{ kind: number; start: number; end: number }> {
  let start = 0;
  for (let index = 0; index + 1 < runs.length; index += 2) {
    const [kind = ZERO, length = 0] = runs.slice(index, index + 2);
    yield { kind, start, end: start + length };
    start += length;
  }
}

/** Zeroes only what is not: a page of memory that was never written to costs nothing. */
function clear(memory: Uint8Array, start: number, end: number): void {
  const words = new Int32Array(memory.buffer, start, (end - start) >> 2);
  for (let index = 0; index < words.length; index += 1) {
    if (words[index] !== 0) words[index] = 0;
  }
}
