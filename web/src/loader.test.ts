import assert from "node:assert/strict";
import { test } from "node:test";
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

const textOf = (bytes: ArrayBuffer): string => new TextDecoder().decode(bytes);

/** Loads, letting a second pass whenever nothing else happens. */
async function load(open: OpenFile): Promise<{ text: string } | { fault: Fault }> {
  const clock = new FakeClock();
  const loading = new Loader(open, clock, () => undefined).load(FILE).then(
    (bytes) => ({ text: textOf(bytes) }),
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
  assert.equal(textOf(await loader.load(FILE)), "abcde");
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
  assert.equal((await loader.load(FILE)).byteLength, 5);
});

test("what was forgotten is fetched again past the cache, until it has come", async () => {
  const missing = new LoadError({ kind: "status", file: "x", status: 404 });
  const { open, tries } = answers(["wrong"], missing, ["abcde"]);
  const loader = new Loader(open, new FakeClock(), () => undefined);
  assert.equal(textOf(await loader.load(FILE)), "wrong");
  loader.forget();
  assert.equal(loader.received(FILE), 0);
  await assert.rejects(loader.load(FILE));
  assert.equal(textOf(await loader.load(FILE)), "abcde");
  assert.equal(textOf(await loader.load(FILE)), "abcde");
  assert.deepEqual(tries, [false, true, true]);
});

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

test("a packed file is as long packed as unpacked by the host, and never anything else", async () => {
  const file = { url: "python/snapshot.bin", bytes: 20, unpacked: TEXT.length };
  for (const length of [20, TEXT.length]) {
    const loader = new Loader(opens(new Uint8Array(length)), new FakeClock(), () => undefined);
    assert.equal((await loader.load(file)).byteLength, length);
    assert.equal(loader.received(file), file.bytes);
  }
  for (const length of [19, TEXT.length - 1]) {
    const clock = new FakeClock();
    const failed = assert.rejects(
      new Loader(opens(new Uint8Array(length)), clock, () => undefined).load(file),
      { fault: { kind: "size", file: "snapshot.bin", received: length, expected: 20 } },
    );
    for (let turn = 0; turn < 50; turn += 1) await settled();
    clock.pass(1000);
    await failed;
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
