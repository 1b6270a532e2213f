// Packs the files that an ordinary start installs, for those that start from the snapshot.
// usage: node tree.mjs OUT MICROPIP_WHEEL WHEEL…
// OUT is a little-endian u32, so many bytes of JSON [[path, bytes], …], then the files one after the other.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { loadPyodide } from "pyodide";
import { installWheels } from "./src/install.ts";

const [out, ...wheels] = process.argv.slice(2);
if (wheels.length === 0) throw new Error("usage: node tree.mjs OUT MICROPIP_WHEEL WHEEL…");

/** All files below a folder, in the order of their names. */
function* below(files, folder) {
  for (const name of files.readdir(folder).sort()) {
    const place = `${folder}/${name}`;
    if (name === "." || name === "..") continue;
    // What was compiled on the way is no part of it, and has the time in it.
    if (files.isDir(files.stat(place).mode)) name === "__pycache__" || (yield* below(files, place));
    else yield place;
  }
}

try {
  const python = await loadPyodide();
  const read = async (wheel) => ({
    name: path.basename(wheel),
    bytes: new Uint8Array(await readFile(wheel)),
  });
  await installWheels(python, await Promise.all(wheels.map(read)));
  const places = [...below(python.FS, python.runPython("import site; site.getsitepackages()[0]"))];
  const contents = places.map((place) => python.FS.readFile(place));
  const about = Buffer.from(
    JSON.stringify(places.map((place, index) => [place, contents[index].length])),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(about.length);
  await writeFile(out, Buffer.concat([length, about, ...contents]));
  process.exit(0);
} catch (fault) {
  process.stderr.write(`${String(fault)}\n`, () => process.exit(1));
}
