/**
 * To be imported before Pyodide: it refuses to work in a classic worker, which it knows by this
 * function. In an opaque origin there is no other kind, and as one bundle it needs no more scripts.
 */
Object.defineProperty(self, "importScripts", { value: undefined });

export {};
