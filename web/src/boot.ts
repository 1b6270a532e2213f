/** Boots Pyodide in a worker from what was handed in: not one request, not even an attempted one. */

import type { PyodideAPI } from "pyodide";
import { loadPyodide } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import type { StartStep, Wheel, WorkerParts } from "./protocol.ts";

/** Where Pyodide believes its files to be; a name that can't exist, should one ever be fetched. */
const NOWHERE = "https://pyodide.invalid/";

/** Bytes that an interpreter may grow to; beyond, Python raises MemoryError. */
const MEMORY_LIMIT = 512 * 1024 * 1024;

const PAGE_SIZE = 65_536;

/** Where wheels lie while they are installed. */
const WHEELS = "/tmp/wheels";

/** The part of Emscripten's file system that is used here. */
interface FileSystem {
  mkdirTree(path: string): void;
  writeFile(path: string, data: Uint8Array): void;
  unlink(path: string): void;
}

interface Micropip {
  readonly install: {
    callKwargs(requirement: string, options: { readonly deps: boolean }): Promise<unknown>;
  };
}

/** Gives a Pyodide with the wheels installed, ready to import from. */
export async function boot(
  { module, stdlib, lock, wheels }: WorkerParts,
  onStep: (step: StartStep) => void,
): Promise<PyodideAPI> {
  onStep("start");
  limitMemory(MEMORY_LIMIT);
  const python = await Promise.race([
    handOver(module, stdlib),
    loadPyodide({
      indexURL: NOWHERE,
      packageBaseUrl: NOWHERE,
      lockFileContents: lock,
      createPyodideModule,
      // Reading finds the end; what gets past Python's own streams has no place in a console.
      stdin: () => null,
      stdout: () => undefined,
      stderr: () => undefined,
    } as Parameters<typeof loadPyodide>[0]),
  ]);
  // WebKit can't end a worker in a pure wasm loop unless there is one; nobody ever writes to it.
  python.setInterruptBuffer(new Uint8Array(1));
  onStep("install");
  await installWheels(python, wheels);
  return python;
}

/**
 * Makes `fetch` and `instantiateStreaming` give what was handed in and nothing else, for good. The
 * promise rejects if the module can't be instantiated: Pyodide logs that, and waits for ever.
 */
function handOver(module: WebAssembly.Module, stdlib: Blob): Promise<never> {
  const handed = new Map([
    [`${NOWHERE}python_stdlib.zip`, stdlib],
    // Opened before instantiateStreaming is called with it, which does without.
    [`${NOWHERE}pyodide.asm.wasm`, new Blob()],
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
        return { module, instance: await WebAssembly.instantiate(module, imports) };
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

/** Installs wheels as pip would: the first is micropip, which installs the rest. */
async function installWheels(python: PyodideAPI, wheels: readonly Wheel[]): Promise<void> {
  const [micropip, ...rest] = wheels;
  if (micropip === undefined) return;
  python.unpackArchive(await micropip.data.arrayBuffer(), "wheel");
  const files = python.FS as unknown as FileSystem;
  files.mkdirTree(WHEELS);
  const { install } = python.pyimport("micropip") as Micropip;
  for (const { name, data } of rest) {
    const path = `${WHEELS}/${name}`;
    files.writeFile(path, new Uint8Array(await data.arrayBuffer()));
    await install.callKwargs(`emfs:${path}`, { deps: false });
    files.unlink(path);
  }
}
