// The reference Python: the shipped Pyodide, started in Node.
// usage: node reference.mjs WHEEL HASH_SEED < request
// The request is JSON {"driver": Python source that defines main(text) -> text, "text": …};
// the answer is what main gave, on standard output.
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { loadPyodide } from "pyodide";

const [wheel, hashSeed] = process.argv.slice(2);

async function answer() {
  const request = JSON.parse(await text(process.stdin));
  const python = await loadPyodide({
    env: { PYTHONHASHSEED: hashSeed, HOME: "/home/pyodide" },
    // Whatever a program writes past the captured streams must not mix with the answer.
    stdout: (line) => process.stderr.write(`${line}\n`),
    stderr: (line) => process.stderr.write(`${line}\n`),
  });
  python.unpackArchive(new Uint8Array(await readFile(wheel)), "wheel");
  python.runPython(request.driver);
  return python.globals.get("main")(request.text);
}

try {
  const given = await answer();
  process.stdout.write(given, () => process.exit(0));
} catch (fault) {
  // Only the message: Node would print the line of minified source that threw.
  process.stderr.write(`${String(fault)}\n`, () => process.exit(1));
}
