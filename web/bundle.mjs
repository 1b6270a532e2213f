// Bundles what runs in the browser. usage: node bundle.mjs FOLDER
// Writes worker.js, frame.js, start.js, page.js and page.css there.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { leanGlue } from "./glue.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const folder = process.argv[2];
if (folder === undefined) throw new Error("usage: node bundle.mjs FOLDER");

const common = {
  absWorkingDir: here,
  bundle: true,
  minify: true,
  platform: "browser",
  target: "es2022",
  logLevel: "warning",
};

/** Has Pyodide's script come in made lean. */
const lean = {
  name: "lean-glue",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]pyodide\.asm\.mjs$/ }, async (file) => ({
      contents: leanGlue(await readFile(file.path, "utf8")),
      loader: "js",
    }));
  },
};

const script = (name, entry, options = {}) =>
  build({
    ...common,
    format: "iife",
    entryPoints: [entry],
    outfile: path.join(folder, name),
    ...options,
  });

try {
  await Promise.all([
    script("worker.js", "src/worker.ts", {
      plugins: [lean],
      // Pyodide's branches for Node, never taken in a browser.
      external: ["node:*", "ws"],
      // In a sealed frame the worker must be a classic one, which has no import.meta …
      define: { "import.meta.url": "self.location.href" },
      // … and Pyodide refuses to work where it sees importScripts.
      banner: { js: "self.importScripts=undefined;" },
    }),
    script("frame.js", "src/frame.ts"),
    script("start.js", "src/start.ts"),
    script("page.js", "src/main.ts"),
    build({
      ...common,
      entryPoints: ["styles/page.css"],
      outfile: path.join(folder, "page.css"),
    }),
  ]);
} catch {
  // esbuild has said what is wrong.
  process.exit(1);
}
