import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { loadPyodide } from "pyodide";
import { leanGlue } from "./glue.mjs";

const PUBLISHED = fileURLToPath(import.meta.resolve("pyodide/pyodide.asm.mjs"));
const published = await readFile(PUBLISHED, "utf8");

async function startWith(script) {
  const { default: createPyodideModule } = await import(pathToFileURL(script).href);
  return await loadPyodide({ createPyodideModule });
}

function emptyPlaces({ _module: { wasmTable } }) {
  const places = Array.from({ length: wasmTable.length }, (_, place) => place);
  return places.filter((place) => wasmTable.get(place) === null);
}

describe("a Python that runs on the lean script", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "glue-"));
  after(() => rm(folder, { recursive: true }));
  const script = path.join(folder, "lean.mjs");
  await writeFile(script, leanGlue(published));
  const usual = await startWith(PUBLISHED);
  const lean = await startWith(script);

  test("has every function and address of the published one", () => {
    const names = Object.keys(usual._module).filter((name) => name.startsWith("_"));
    assert.ok(names.length > 4000);
    for (const name of names) {
      const [one, other] = [usual._module[name], lean._module[name]];
      assert.equal(typeof other, typeof one, name);
      if (typeof one === "number") assert.equal(other, one, name);
    }
  });

  test("finds functions of its own by their name", () => {
    const asked = "import ctypes; ctypes.pythonapi.PyLong_AsLong(ctypes.py_object(41)) + 1";
    assert.equal(lean.runPython(asked), 42);
    assert.equal(usual.runPython(asked), 42);
  });

  test("loads a library that uses its functions and its memory", () => {
    const asked = `
import ctypes
library = ctypes.PyDLL("/library.so")
library.none.restype = library.number.restype = ctypes.py_object
library.drawing.restype = ctypes.c_size_t
repr([library.none(), library.number(41), library.drawing() > 0])`;
    for (const python of [usual, lean]) {
      python.FS.writeFile("/library.so", library());
      assert.equal(python.runPython(asked), "[None, 41, True]");
    }
  });

  test("has the functions there that the wasm file asks for by their places", () => {
    assert.deepEqual(emptyPlaces(lean), emptyPlaces(usual));
  });
});

describe("a script that does not read as expected", () => {
  for (const [what, changed] of [
    ["no assignments", published.replace("function assignWasmExports(", "function assign(")],
    ["other assignments", published.replaceAll('=Module["_', '=Module["')],
    ["no linking", published.replace("LDSO.init();loadDylibs()", "loadDylibs();LDSO.init()")],
    ["linking twice", published + "updateGOT(origExports);LDSO.init();loadDylibs();"],
    ["nothing", ""],
  ]) {
    test(what, () => {
      assert.throws(() => leanGlue(changed), /glue\.mjs expects/);
    });
  }
});

/**
 * A library for Emscripten's loader. `none()` gives None, by its address; `number(n)` Python's int, made by
 * a function called by its place in the table; `drawing()` the place of a WebGL function.
 */
function library() {
  const I32 = 0x7f;
  const text = (string) => [string.length, ...Buffer.from(string)];
  const list = (items) => [items.length, ...items.flat()];
  const section = (id, bytes) => [id, ...size(bytes.length), ...bytes];
  const size = (length) => [(length & 127) | 128, length >> 7];
  const global = (module, name) => [...text(module), ...text(name), 3, I32, 1];
  const code = (...bytes) => [bytes.length + 2, 0, ...bytes, 0x0b];
  const [GET_LOCAL, GET_GLOBAL, CALL_INDIRECT] = [0x20, 0x23, 0x11];
  return Uint8Array.from([
    ...Buffer.from("\0asm"),
    ...[1, 0, 0, 0],
    // What memory and table it needs: none.
    ...section(0, [...text("dylink.0"), 1, 4, 0, 0, 0, 0]),
    ...section(
      1,
      list([
        [0x60, ...list([[I32]]), ...list([[I32]])],
        [0x60, ...list([]), ...list([[I32]])],
      ]),
    ),
    ...section(
      2,
      list([
        [...text("env"), ...text("memory"), 2, 0, 1],
        [...text("env"), ...text("__indirect_function_table"), 1, 0x70, 0, 1],
        global("GOT.mem", "_Py_NoneStruct"),
        global("GOT.func", "PyLong_FromLong"),
        global("GOT.func", "emscripten_glActiveTexture"),
      ]),
    ),
    ...section(3, list([[1], [0], [1]])),
    ...section(
      7,
      list([
        [...text("none"), 0, 0],
        [...text("number"), 0, 1],
        [...text("drawing"), 0, 2],
      ]),
    ),
    ...section(
      10,
      list([
        code(GET_GLOBAL, 0),
        code(GET_LOCAL, 0, GET_GLOBAL, 1, CALL_INDIRECT, 0, 0),
        code(GET_GLOBAL, 2),
      ]),
    ),
  ]);
}
