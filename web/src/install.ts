/** Installs wheels in a Pyodide as pip would. Used by the worker, and by the build in Node. */

import type { PyodideAPI } from "pyodide";

/** A wheel's bytes under its true file name. */
export interface WheelBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The part of Emscripten's file system that is used here and by whoever installs. */
export interface FileSystem {
  mkdirTree(path: string): void;
  readdir(path: string): string[];
  writeFile(path: string, data: Uint8Array): void;
  unlink(path: string): void;
}

interface Micropip {
  readonly install: {
    callKwargs(requirement: string, options: { readonly deps: boolean }): Promise<unknown>;
  };
}

const FORGET_MICROPIP = `
import pathlib, shutil, sys
for _path in pathlib.Path.cwd().glob("micropip*"):
    shutil.rmtree(_path)
for _name in [name for name in sys.modules if name.partition(".")[0] == "micropip"]:
    del sys.modules[_name]
del _name, _path, pathlib, shutil, sys
`;

/** Where wheels lie while they are installed. */
const WHEELS = "/tmp/wheels";

/** The first wheel is micropip, which installs the rest. */
export async function installWheels(
  python: PyodideAPI,
  [micropip, ...rest]: readonly WheelBytes[],
): Promise<void> {
  if (micropip === undefined) return;
  python.unpackArchive(micropip.bytes, "wheel");
  const files = fileSystem(python);
  files.mkdirTree(WHEELS);
  const { install } = python.pyimport("micropip") as Micropip;
  for (const { name, bytes } of rest) {
    const path = `${WHEELS}/${name}`;
    files.writeFile(path, bytes);
    await install.callKwargs(`emfs:${path}`, { deps: false });
    files.unlink(path);
  }
  // It has done its work, and its files lie where programs run: no program is to find it.
  python.runPython(FORGET_MICROPIP);
}

export function fileSystem(python: PyodideAPI): FileSystem {
  // Typed by a package that Pyodide does not bring along.
  return (python as unknown as { readonly FS: FileSystem }).FS;
}
