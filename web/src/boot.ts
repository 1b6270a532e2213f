/**
 * Boots Pyodide in a worker from what is handed in: not one request, not even an attempted one. From
 * the memory snapshot where there is one that fits, else as Pyodide does; the same Python either way.
 */

import type { PyodideAPI } from "pyodide";
import { loadPyodide } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { fileSystem, installWheels } from "./install.ts";
import { unpacked } from "./gunzip.ts";
import { unpack } from "./packed.ts";
import type { RoomFacts, StartedFrom, StartStep, WorkerPart } from "./protocol.ts";
import type { CreateModule } from "./snapshot.ts";
import { Snapshot } from "./snapshot.ts";

/** Where Pyodide believes its files to be; a name that can't exist, should one ever be fetched. */
const NOWHERE = "https://pyodide.invalid/";

/** As where the snapshot is taken: sets of texts have the same order at every start. */
const ENV = { PYTHONHASHSEED: "0", HOME: "/home/pyodide" };

/** Bytes that an interpreter may grow to; beyond, Python raises MemoryError. */
const MEMORY_LIMIT = 512 * 1024 * 1024;

const PAGE_SIZE = 65_536;

/** Gives a part, once it is there. */
export type NeedPart = <K extends WorkerPart["name"]>(
  name: K,
) => Promise<Extract<WorkerPart, { name: K }>["data"]>;

export interface Booted {
  readonly python: PyodideAPI;
  readonly from: StartedFrom;
  /** Why the snapshot was not used; null if it was, or if there was none. */
  readonly refused: string | null;
  /** Asks for the files that Python can start without, and puts them in place; null where they are. */
  readonly complete: (() => Promise<void>) | null;
}

/** Gives a Pyodide with the checker to import from. */
export async function boot(
  facts: RoomFacts,
  need: NeedPart,
  onStep: (step: StartStep) => void,
): Promise<Booted> {
  limitMemory(MEMORY_LIMIT);
  // It is the last to come: what can be done without it is done meanwhile.
  const making: Making = { module: need("module"), onStep };
  const image = await need("snapshot");
  if (image === null) return { ...(await ordinary(facts, need, making)), refused: null };
  try {
    return await fromSnapshot(facts, image, need, making);
  } catch (error) {
    return { ...(await ordinary(facts, need, making)), refused: String(error) };
  }
}

interface Making {
  readonly module: Promise<WebAssembly.Module>;
  readonly onStep: (step: StartStep) => void;
}

async function fromSnapshot(
  { lock, build }: RoomFacts,
  image: ArrayBuffer,
  need: NeedPart,
  making: Making,
): Promise<Booted> {
  const snapshot = new Snapshot(await unpacked(image), build, "Suspending" in WebAssembly);
  const python = await start(making, new ArrayBuffer(), {
    lockFileContents: lock,
    _loadSnapshot: snapshot.header,
    createPyodideModule: snapshot.into(createPyodideModule as unknown as CreateModule),
  });
  // What is in the memory is the same at every start.
  const { seed } = python.pyimport("random") as { seed: () => void };
  seed();
  const { arrived } = python.pyimport("checker.imports") as { arrived: () => void };
  const complete = async (): Promise<void> => {
    const [stdlib, tree] = await Promise.all([need("stdlib"), need("tree")]);
    placeFiles(python, stdlib, await unpacked(tree));
    arrived();
  };
  return { python, from: "snapshot", refused: null, complete };
}

async function ordinary(
  { lock }: RoomFacts,
  need: NeedPart,
  making: Making,
): Promise<Omit<Booted, "refused">> {
  making.onStep("download");
  const [stdlib, wheels] = await Promise.all([need("stdlib"), need("wheels")]);
  const python = await start(making, stdlib, {
    lockFileContents: lock,
    createPyodideModule,
    env: ENV,
  });
  python.runPython("import os; del os.environ['PYTHONHASHSEED'], os");
  making.onStep("install");
  await installWheels(
    python,
    wheels.map(({ name, data }) => ({ name, bytes: new Uint8Array(data) })),
  );
  return { python, from: "files", complete: null };
}

async function start(
  making: Making,
  stdlib: ArrayBuffer,
  options: Readonly<Record<string, unknown>>,
): Promise<PyodideAPI> {
  const python = await Promise.race([
    handOver(making, stdlib),
    loadPyodide({
      indexURL: NOWHERE,
      packageBaseUrl: NOWHERE,
      // Reading finds the end; what gets past Python's own streams has no place in a console.
      stdin: () => null,
      stdout: () => undefined,
      stderr: () => undefined,
      ...options,
    }),
  ]);
  // WebKit can't end a worker in a pure wasm loop unless there is one; nobody ever writes to it.
  python.setInterruptBuffer(new Uint8Array(1));
  return python;
}

/**
 * Makes `fetch` and `instantiateStreaming` give what was handed in and nothing else, for good. The
 * promise rejects if the module can't be instantiated: Pyodide logs that, and waits for ever.
 */
function handOver({ module, onStep }: Making, stdlib: ArrayBuffer): Promise<never> {
  const handed = new Map([
    [`${NOWHERE}python_stdlib.zip`, stdlib],
    // Opened before instantiateStreaming is called with it, which does without.
    [`${NOWHERE}pyodide.asm.wasm`, new ArrayBuffer()],
  ]);
  self.fetch = (source) => {
    const address = source instanceof Request ? source.url : String(source);
    const file = handed.get(address);
    return file === undefined
      ? Promise.reject(new TypeError(`no network: ${address}`))
      : Promise.resolve(new Response(file));
  };
  return new Promise((_resolve, reject) => {
    WebAssembly.instantiateStreaming = async (_source, imports) => {
      try {
        const compiled = await module;
        onStep("start");
        return { module: compiled, instance: await WebAssembly.instantiate(compiled, imports) };
      } catch (error) {
        reject(new Error(String(error), { cause: error }));
        throw error;
      }
    };
  });
}

/** Pyodide asks for up to 4 GiB; a tab that does dies, and the page learns nothing. */
function limitMemory(bytes: number): void {
  const { prototype } = WebAssembly.Memory;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- is called with its own memory below
  const { grow } = prototype;
  prototype.grow = function (this: WebAssembly.Memory, pages: number): number {
    if (this.buffer.byteLength + pages * PAGE_SIZE > bytes) throw new RangeError("memory limit");
    return Reflect.apply(grow, this, [pages]);
  };
}

/** The files that an ordinary start has: the standard library's archive, and what was installed. */
function placeFiles(python: PyodideAPI, stdlib: ArrayBuffer, tree: ArrayBuffer): void {
  const files = fileSystem(python);
  const archive = files.readdir("/lib").find((name) => name.endsWith(".zip"));
  if (archive === undefined) throw new Error("no place for the standard library");
  files.writeFile(`/lib/${archive}`, new Uint8Array(stdlib));
  const { about, bytes } = unpack(tree);
  let from = 0;
  for (const [path, length] of about as readonly (readonly [string, number])[]) {
    files.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    files.writeFile(path, bytes.slice(from, from + length));
    from += length;
  }
}
