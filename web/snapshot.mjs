// Takes a picture of the memory of a started Python: the checker and the usual standard modules imported.
// usage: node [--experimental-wasm-jspi] snapshot.mjs FOLDER PRELOAD WHEEL
// PRELOAD is the Python that is run before the picture is taken, WHEEL the checker's. Whether the picture is
// of a Python that can switch stacks follows from Node's flag. Written into FOLDER:
//     snapshot.bin   as Pyodide makes it: a header of its own, then the memory
//     initial.bin    the memory as the wasm file's own data leaves it, before any code has run
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { loadPyodide } from "pyodide";
import { leanGlue } from "./glue.mjs";

const [folder, preload, wheel] = process.argv.slice(2);
if (wheel === undefined) throw new Error("usage: node snapshot.mjs FOLDER PRELOAD WHEEL");

/** Pyodide's script as the page has it: places in its table of functions stand in the memory. */
async function glue() {
  const published = fileURLToPath(import.meta.resolve("pyodide/pyodide.asm.mjs"));
  const script = path.join(folder, "glue.mjs");
  await writeFile(script, leanGlue(await readFile(published, "utf8")));
  return await import(pathToFileURL(script).href);
}

async function picture() {
  const { default: createPyodideModule } = await glue();
  let initial = new Uint8Array();
  const python = await loadPyodide({
    _makeSnapshot: true,
    // The same memory at every build, as far as that goes.
    env: { PYTHONHASHSEED: "0", HOME: "/home/pyodide" },
    createPyodideModule: (settings) => {
      const { instantiateWasm } = settings;
      settings.instantiateWasm = (imports, done) =>
        instantiateWasm(imports, (instance, module) => {
          initial = new Uint8Array(instance.exports.memory.buffer).slice();
          return done(instance, module);
        });
      return createPyodideModule(settings);
    },
  });
  const target = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(new Uint8Array(await readFile(wheel)), "wheel", { extractDir: target });
  python.runPython(await readFile(preload, "utf8"), { filename: "preload.py" });
  wipe(python._module);
  return { "snapshot.bin": python.makeMemorySnapshot(), "initial.bin": initial };
}

/**
 * Zeroes what is free: old bytes there are of no use and hard to compress. Takes all free chunks, the largest
 * first, until the memory would have to grow, and gives them back.
 */
function wipe({ _malloc: allocate, _free: free, _sbrk: end, HEAPU8: bytes }) {
  const chunks = [];
  for (let size = 1 << 20; size >= 32; size >>= 1) {
    const before = end(0);
    do {
      const chunk = allocate(size);
      bytes.fill(0, chunk, chunk + size);
      chunks.push(chunk);
    } while (end(0) === before);
  }
  for (const chunk of chunks.reverse()) free(chunk);
}

try {
  for (const [name, bytes] of Object.entries(await picture())) {
    await writeFile(path.join(folder, name), bytes);
  }
  process.exit(0);
} catch (fault) {
  // Only the message: Node would print the line of minified source that threw.
  process.stderr.write(`${String(fault)}\n`, () => process.exit(1));
}
