/** The WebAssembly side of Pyodide, which `loadPyodide` would otherwise fetch by its address. */
declare module "pyodide/pyodide.asm.mjs" {
  const createPyodideModule: (settings: unknown) => Promise<unknown>;
  export default createPyodideModule;
}
