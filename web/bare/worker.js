/** What the bench compares with: the published Pyodide, started the documented way. */

import { loadPyodide } from "./pyodide/pyodide.mjs";

const starting = loadPyodide();

self.onmessage = async ({ data }) => {
  try {
    const pyodide = await starting;
    // Without it, a loop that WebKit was told to terminate burns a core on, and slows what comes next.
    pyodide.setInterruptBuffer(new Uint8Array(1));
    self.postMessage({ value: String(pyodide.runPython(data)) });
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
};
