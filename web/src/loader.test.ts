import assert from "node:assert/strict";
import { test } from "node:test";
import { wallClock } from "./clock.ts";
import { FakeClock, settled } from "./fakes.ts";
import type { Fault } from "./faults.ts";
import type { OpenFile } from "./loader.ts";
import { Loader, LoadError, openOverHttp } from "./loader.ts";

const FILE = { url: "../python/stdlib.0123.bin", bytes: 5 };

function streamOf(...chunks: readonly string[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
}

/** Answers one try after the other; an error is thrown, the last answer is kept. */
function answers(...all: readonly (readonly string[] | Error)[]): {
  open: OpenFile;
  tries: boolean[];
} {
  const tries: boolean[] = [];
  const open: OpenFile = (_file, { again }) => {
    const answer = all[Math.min(tries.length, all.length - 1)];
    tries.push(again);
    if (answer instanceof Error) return Promise.reject(answer);
    return Promise.resolve(streamOf(...(answer ?? [])));
  };
  return { open, tries };
}

/** Loads, letting a second pass whenever nothing else happens. */
async function load(open: OpenFile): Promise<{ text: string } | { fault: Fault }> {
  const clock = new FakeClock();
  const loading = new Loader(open, clock, () => undefined).load(FILE).then(
    async (blob) => ({ text: await blob.text() }),
    (error: unknown) => {
      assert(error instanceof LoadError);
      return { fault: error.fault };
    },
  );
  await settled();
  clock.pass(1000);
  return loading;
}

test("a file is loaded, with its progress in bytes", async () => {
  const seen: number[] = [];
  const { open } = answers(["abc", "de"]);
  const loader = new Loader(open, new FakeClock(), () => seen.push(loader.received(FILE)));
  const blob = await loader.load(FILE);
  assert.equal(await blob.text(), "abcde");
  assert.deepEqual(seen, [0, 3, 5]);
});

test("a file is loaded once, however often it is asked for", async () => {
  const { open, tries } = answers(["abcde"]);
  const loader = new Loader(open, new FakeClock(), () => undefined);
  const [one, two] = await Promise.all([loader.load(FILE), loader.load(FILE)]);
  assert.equal(one, two);
  assert.equal(await loader.load(FILE), one);
  assert.equal(tries.length, 1);
});

test("a transfer that breaks off is tried once more, past the cache", async () => {
  const { open, tries } = answers(new TypeError("network"), ["abcde"]);
  assert.deepEqual(await load(open), { text: "abcde" });
  assert.deepEqual(tries, [false, true]);
});

test("what can't be reached twice has failed, and says which file", async () => {
  const { open, tries } = answers(new TypeError("network"));
  assert.deepEqual(await load(open), { fault: { kind: "unreachable", file: "stdlib.0123.bin" } });
  assert.equal(tries.length, 2);
});

test("a device without network is told apart", async (t) => {
  Object.defineProperty(navigator, "onLine", { value: false, configurable: true });
  t.after(() => Reflect.deleteProperty(navigator, "onLine"));
  const { open } = answers(new TypeError("network"));
  assert.deepEqual(await load(open), { fault: { kind: "offline", file: "stdlib.0123.bin" } });
});

test("a file that is too short has failed, and so has one that is too long", async () => {
  for (const [chunks, received] of [
    [["abc"], 3],
    [["abc", "defgh"], 8],
  ] as const) {
    assert.deepEqual(await load(answers(chunks).open), {
      fault: { kind: "size", file: "stdlib.0123.bin", received, expected: 5 },
    });
  }
});

test("progress never goes beyond the size that was announced", async () => {
  let most = 0;
  const { open } = answers(["abcdefgh"]);
  const clock = new FakeClock();
  const loader = new Loader(open, clock, () => {
    most = Math.max(most, loader.received(FILE));
  });
  const loading = assert.rejects(loader.load(FILE));
  await settled();
  clock.pass(1000);
  await loading;
  assert.equal(most, 5);
  assert.equal(loader.received(FILE), 0);
});

test("what the server does not have is not tried again; what it can't give now is", async () => {
  for (const [status, count] of [
    [404, 1],
    [403, 1],
    [503, 2],
    [429, 2],
  ] as const) {
    const fault = { kind: "status", file: "stdlib.0123.bin", status } as const;
    const { open, tries } = answers(new LoadError(fault));
    assert.deepEqual(await load(open), { fault });
    assert.equal(tries.length, count, String(status));
  }
});

test("a transfer that stands still is given up, whether or not the source heeds it", async () => {
  const clock = new FakeClock();
  const stalled: OpenFile = () => Promise.resolve(new ReadableStream());
  const silent: OpenFile = () => new Promise(() => undefined);
  for (const open of [stalled, silent]) {
    const loading = new Loader(open, clock, () => undefined).load(FILE);
    const failed = assert.rejects(loading, {
      fault: { kind: "stalled", file: "stdlib.0123.bin", seconds: 30 },
    });
    for (const milliseconds of [30_000, 1000, 30_000]) {
      await settled();
      clock.pass(milliseconds);
    }
    await failed;
    assert.equal(clock.waiting, 0);
  }
});

test("after a failure the file is fetched anew when asked for again", async () => {
  const { open } = answers(new LoadError({ kind: "status", file: "x", status: 404 }), ["abcde"]);
  const loader = new Loader(open, new FakeClock(), () => undefined);
  await assert.rejects(loader.load(FILE));
  assert.equal((await loader.load(FILE)).size, 5);
});

test("what was forgotten is fetched again past the cache, until it has come", async () => {
  const missing = new LoadError({ kind: "status", file: "x", status: 404 });
  const { open, tries } = answers(["wrong"], missing, ["abcde"]);
  const loader = new Loader(open, new FakeClock(), () => undefined);
  assert.equal(await (await loader.load(FILE)).text(), "wrong");
  loader.forget();
  assert.equal(loader.received(FILE), 0);
  await assert.rejects(loader.load(FILE));
  assert.equal(await (await loader.load(FILE)).text(), "abcde");
  assert.equal(await (await loader.load(FILE)).text(), "abcde");
  assert.deepEqual(tries, [false, true, true]);
});

/** A gzip member, made the way the build makes them. */
async function packed(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Opens to these bytes, cut into pieces of a size. */
function opens(bytes: Uint8Array<ArrayBuffer>, piece = 3): OpenFile {
  return () =>
    Promise.resolve(
      new ReadableStream({
        start(controller) {
          for (let at = 0; at < bytes.length; at += piece) {
            controller.enqueue(bytes.slice(at, at + piece));
          }
          controller.close();
        },
      }),
    );
}

const TEXT = "a snapshot, say, and some more of it";

test("a packed file comes unpacked, whether the host has done that already or not", async () => {
  const bytes = await packed(TEXT);
  const file = { url: "snapshot.bin", bytes: bytes.length, unpacked: TEXT.length };
  for (const sent of [bytes, new TextEncoder().encode(TEXT)]) {
    for (const piece of [1, 3, 1000]) {
      const loader = new Loader(opens(sent, piece), new FakeClock(), () => undefined);
      assert.equal(await (await loader.load(file)).text(), TEXT);
      assert(loader.received(file) <= file.bytes);
    }
  }
});

test("a packed file that is damaged or cut short has failed, and says which", async () => {
  const bytes = await packed(TEXT);
  const file = { url: "python/snapshot.bin", bytes: bytes.length, unpacked: TEXT.length };
  const flipped = bytes.slice();
  flipped[bytes.length - 8] = (flipped[bytes.length - 8] ?? 0) ^ 1;
  const cases = [
    [flipped, "content"],
    [bytes.slice(0, -1), "size"],
    [new TextEncoder().encode(TEXT.slice(1)), "size"],
  ] as const;
  // Unpacking takes turns that no fake clock knows of.
  const faults = cases.map(([sent]) =>
    new Loader(opens(sent), wallClock, () => undefined).load(file).then(
      () => assert.fail("it was taken"),
      (error: unknown) => (error as LoadError).fault,
    ),
  );
  for (const [at, fault] of (await Promise.all(faults)).entries()) {
    assert.equal(fault.kind, cases[at]?.[1]);
    assert("file" in fault && fault.file === "snapshot.bin");
  }
});

test("over http, the answer's body is the file, and a refusal says its status", async (t) => {
  const fetched: unknown[] = [];
  let status = 200;
  t.mock.method(globalThis, "fetch", (url: string, options: RequestInit) => {
    fetched.push([url, options.cache]);
    return Promise.resolve(new Response("abcde", { status }));
  });
  const { signal } = new AbortController();
  const stream = await openOverHttp(FILE, { again: false, signal });
  assert.equal(await new Response(stream).text(), "abcde");
  status = 404;
  await assert.rejects(openOverHttp(FILE, { again: true, signal }), {
    fault: { kind: "status", file: "stdlib.0123.bin", status: 404 },
  });
  assert.deepEqual(fetched, [
    [FILE.url, "default"],
    [FILE.url, "reload"],
  ]);
});
