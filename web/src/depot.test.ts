import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { test } from "node:test";
import { Depot } from "./depot.ts";
import type { CacheHost } from "./depot.ts";
import { FakeClock, FakeCaches, settled } from "./fakes.ts";
import type { OpenFile } from "./loader.ts";
import type { SiteFile } from "./protocol.ts";

const BASE = "https://school.example/kurs/metriken/";
const CACHE = "pruefstand https://school.example/kurs/python/";

function file(name: string, text: string): SiteFile {
  return { url: `../python/${name}`, bytes: packed(text).byteLength, unpacked: text.length };
}

const WASM = file("wasm", "a module");
const SNAPSHOT = file("snapshot", "a memory");

function packed(text: string): ArrayBuffer {
  return new Uint8Array(gzipSync(text)).buffer;
}

/** A page: what it asks http for, and with which caches. */
class Visit {
  readonly clock = new FakeClock();
  /** Addresses that were asked for by http, past its cache with a `!`. */
  readonly asked: string[] = [];
  readonly depot: Depot;
  readonly #open: OpenFile;

  constructor(host: CacheHost, base = BASE) {
    this.depot = new Depot(host, base, this.clock);
    this.#open = this.depot.before(({ url }, { again }) => {
      this.asked.push(url + (again ? "!" : ""));
      return Promise.resolve(new Blob(["by http"]).stream());
    });
  }

  async text(file: SiteFile, { again = false } = {}): Promise<string> {
    const { signal } = new AbortController();
    return new Response(await this.#open(file, { again, signal })).text();
  }
}

async function filled(): Promise<FakeCaches> {
  const caches = new FakeCaches();
  await new Visit({ caches }).depot.keep([
    { file: WASM, bytes: packed("a module") },
    { file: SNAPSHOT, bytes: packed("a memory") },
  ]);
  return caches;
}

test("what was kept is opened unpacked, and asked of nobody else", async () => {
  const visit = new Visit({ caches: await filled() });
  assert.equal(await visit.text(WASM), "a module");
  assert.equal(await visit.text(SNAPSHOT), "a memory");
  assert.deepEqual(visit.asked, []);
  assert.equal(visit.clock.waiting, 0);
});

test("what the host had unpacked already is kept as it is", async () => {
  const caches = new FakeCaches();
  const bytes = new TextEncoder().encode("a module").buffer;
  await new Visit({ caches }).depot.keep([{ file: WASM, bytes }]);
  assert.equal(await new Visit({ caches }).text(WASM), "a module");
});

test("a first visit gets everything by http, and makes no cache by asking", async () => {
  const caches = new FakeCaches();
  const visit = new Visit({ caches });
  assert.equal(await visit.text(WASM), "by http");
  assert.equal(await visit.text(WASM, { again: true }), "by http");
  assert.deepEqual(visit.asked, ["../python/wasm", "../python/wasm!"]);
  assert.deepEqual(await caches.keys(), []);
});

test("a file that is not packed is never looked for here", async () => {
  const caches = await filled();
  const visit = new Visit({ caches });
  assert.equal(await visit.text({ url: WASM.url, bytes: 8 }), "by http");
});

test("what proved unusable is thrown away, then comes past every cache", async () => {
  const caches = await filled();
  const visit = new Visit({ caches });
  assert.equal(await visit.text(WASM, { again: true }), "by http");
  assert.deepEqual(visit.asked, ["../python/wasm!"]);
  assert.deepEqual(await caches.addresses(CACHE), ["https://school.example/kurs/python/snapshot"]);
});

test("the files of an earlier build make room; what is there already is not written again", async () => {
  const caches = await filled();
  const memory = file("snapshot.2", "another");
  caches.written.length = 0;
  await new Visit({ caches }).depot.keep([
    { file: WASM, bytes: packed("a module") },
    { file: memory, bytes: packed("another") },
  ]);
  assert.deepEqual(await caches.addresses(CACHE), [
    "https://school.example/kurs/python/wasm",
    "https://school.example/kurs/python/snapshot.2",
  ]);
  assert.deepEqual(caches.written, ["https://school.example/kurs/python/snapshot.2"]);
});

test("another site of the same origin keeps its own, and clears only that", async () => {
  const caches = await filled();
  const other = new Visit({ caches }, "https://school.example/other/metriken/");
  assert.equal(await other.text(WASM), "by http");
  await other.depot.keep([{ file: WASM, bytes: packed("a module") }]);
  await other.depot.clear(WASM);
  assert.deepEqual(await caches.keys(), [CACHE]);
  assert.equal(await new Visit({ caches }).text(WASM), "a module");
});

test("bytes that can't be unpacked are not kept, nor is what would come after them", async () => {
  const caches = new FakeCaches();
  const damaged = packed("a module").slice(0, 20);
  await new Visit({ caches }).depot.keep([
    { file: WASM, bytes: damaged },
    { file: SNAPSHOT, bytes: packed("a memory") },
  ]);
  assert.deepEqual(await caches.addresses(CACHE), []);
});

const REFUSING: Readonly<Record<string, CacheHost>> = {
  "has none": {},
  "refuses them as soon as they are asked for": {
    get caches(): CacheStorage {
      throw new DOMException("denied", "SecurityError");
    },
  },
  "refuses every call": { caches: new FakeCaches("SecurityError") },
};

for (const [how, host] of Object.entries(REFUSING)) {
  test(`a browser that ${how} gets everything by http`, async () => {
    const visit = new Visit(host);
    await visit.depot.keep([{ file: WASM, bytes: packed("a module") }]);
    assert.equal(await visit.text(WASM), "by http");
    assert.equal(await visit.text(WASM, { again: true }), "by http");
    await visit.depot.clear(WASM);
    assert.equal(visit.clock.waiting, 0);
  });
}

test("a start does not wait for caches that never answer", async () => {
  const visit = new Visit({ caches: new FakeCaches("never") });
  for (const again of [false, true]) {
    const text = visit.text(WASM, { again });
    await settled();
    visit.clock.pass(299);
    await settled();
    assert.equal(visit.asked.length, again ? 1 : 0);
    visit.clock.pass(1);
    assert.equal(await text, "by http");
  }
});
