import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeClock, FakeWorker, see, settled, SNAPSHOT } from "./fakes.ts";
import type { Seen } from "./fakes.ts";
import { LoadError } from "./loader.ts";
import type {
  CheckEnd,
  CheckEvent,
  PageConfig,
  Part,
  PartName,
  PythonState,
  RoomFacts,
  RunEnd,
  RunEvent,
  SiteFile,
  Wheel,
  WorkerRole,
} from "./protocol.ts";
import type { Workshop } from "./python.ts";
import { Runtime } from "./python.ts";
import type { Supply } from "./room.ts";

const EXERCISES = '{"exercises": {"accuracy": {"cases.json": "[1.0]"}}}';

const CONFIG: PageConfig = {
  lesson: "metriken",
  language: "de",
  python: "3.14.2",
  script: "../assets/page.js",
  styleNonce: "",
  frame: "<!doctype html>",
  lock: "{}",
  build: "b1",
  files: {
    wasm: { url: "../python/wasm", bytes: 4 },
    snapshot: { url: "../python/snapshot", bytes: 4 },
    tree: { url: "../python/tree", bytes: 4 },
    stdlib: { url: "../python/stdlib", bytes: 4 },
    worker: { url: "../python/worker", bytes: 4 },
    exercises: { url: "exercises.json", bytes: EXERCISES.length },
  },
  wheels: [
    { name: "micropip-1-py3-none-any.whl", url: "../python/micropip", bytes: 4 },
    { name: "pruefstand-1-py3-none-any.whl", url: "../python/pruefstand", bytes: 4 },
  ],
};

const TOTAL = 3 * 4 + EXERCISES.length;

class FakeRoom implements Workshop {
  broken = false;
  closed = false;
  readonly facts: RoomFacts;
  readonly #supply: Supply;
  readonly workers: FakeWorker[] = [];

  constructor(facts: RoomFacts, supply: Supply) {
    this.facts = facts;
    this.#supply = supply;
  }

  /** What the frame gets when it says that it needs something. */
  need(name: PartName): Promise<Part> {
    return this.#supply(name);
  }

  /** The text of a part that is one file. */
  async text(name: Exclude<PartName, "wheels">): Promise<string | null> {
    const { data } = await this.need(name);
    return data === null ? null : new TextDecoder().decode(data as ArrayBuffer);
  }

  start(role: WorkerRole): ReturnType<Workshop["start"]> {
    return (listener) => {
      const worker = new FakeWorker(role, listener);
      this.workers.push(worker);
      return worker;
    };
  }

  close(): void {
    this.closed = true;
    this.broken = true;
  }
}

/** A page's Python whose files are texts and whose rooms are fakes. */
class Page {
  readonly clock = new FakeClock();
  readonly rooms: FakeRoom[] = [];
  readonly states: PythonState[] = [];
  readonly opened: string[] = [];
  /** Of the files that were opened, those past the cache. */
  readonly reloaded: string[] = [];
  /** What is sent instead of a file, by address. */
  readonly instead: Map<string, string | LoadError>;
  /** What the depot was told, in that order. */
  readonly depot: string[] = [];
  readonly python: Runtime;

  constructor(instead: Readonly<Record<string, string | LoadError>> = {}) {
    this.instead = new Map(Object.entries(instead));
    this.python = new Runtime(CONFIG, {
      openFile: (file, { again }) => {
        if (again) this.reloaded.push(file.url);
        return this.#open(file);
      },
      depot: {
        keep: (all) => {
          const names = all.map(
            ({ file, bytes }) => `${file.url} ${new TextDecoder().decode(bytes)}`,
          );
          this.depot.push(`keep ${names.join(", ")}`);
          return Promise.resolve();
        },
        clear: ({ url }) => {
          this.depot.push(`clear ${url}`);
          return Promise.resolve();
        },
      },
      openRoom: (facts, supply) => {
        const room = new FakeRoom(facts, supply);
        this.rooms.push(room);
        return room;
      },
      clock: this.clock,
      thrifty: false,
    });
    this.python.subscribe((state) => this.states.push(state));
    this.python.start();
  }

  get workers(): readonly FakeWorker[] {
    return this.rooms.flatMap(({ workers }) => workers);
  }

  /** Everything is loaded and the first worker starts, or something has failed. */
  async begun(): Promise<this> {
    for (let turn = 0; turn < 1000; turn += 1) {
      const { state } = this.python;
      if (state.kind !== "loading" || state.step !== "download") break;
      await settled();
    }
    await settled();
    return this;
  }

  async ready(): Promise<this> {
    await this.begun();
    this.workers[0]?.ready();
    for (const worker of this.workers) if (!worker.isReady) worker.ready();
    return this;
  }

  run(): Seen<RunEvent, RunEnd> {
    return see((onEvent) => this.python.run("1", "cell.py", onEvent));
  }

  check(exercise = "accuracy"): Seen<CheckEvent, CheckEnd> {
    return see((onEvent) => this.python.check(exercise, "antwort = 1", onEvent));
  }

  #open(file: SiteFile): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    this.opened.push(file.url);
    const instead = this.instead.get(file.url);
    if (instead instanceof LoadError) return Promise.reject(instead);
    const text = instead ?? (file === CONFIG.files.exercises ? EXERCISES : "true");
    return Promise.resolve(new Blob([text]).stream());
  }
}

const MISSING = new LoadError({ kind: "status", file: "wasm", status: 404 });

test("it loads with growing bytes, compiles, starts, installs, and is ready", async () => {
  const page = new Page();
  assert.deepEqual(page.python.state, {
    kind: "loading",
    step: "download",
    loaded: 0,
    total: TOTAL,
  });
  await page.begun();
  const worker = page.workers[0];
  worker?.say({ type: "step", step: "start" });
  worker?.say({ type: "step", step: "install" });
  worker?.say({ type: "ready", start: SNAPSHOT });
  const steps = page.states.map((state) => (state.kind === "loading" ? state.step : state.kind));
  assert.deepEqual([...new Set(steps)], ["download", "compile", "start", "install", "ready"]);
  const loaded = page.states.flatMap((state) => (state.kind === "loading" ? state.loaded : []));
  assert.deepEqual(
    loaded,
    loaded.toSorted((a, b) => a - b),
  );
  assert.equal(loaded.at(-1), TOTAL);
});

test("the rooms get what they need, wheels under their true names; the judge has a room of its own", async () => {
  const page = await new Page().ready();
  const [learners, judges] = page.rooms;
  assert(learners !== undefined);
  assert.deepEqual(
    [learners, judges].map((room) => room?.workers.map(({ role }) => role)),
    [["learner", "learner"], ["judge"]],
  );
  assert.deepEqual(learners.facts, { lock: "{}", build: "b1" });
  assert.equal(await learners.text("wasm"), "true");
  const { data } = await learners.need("wheels");
  assert(Array.isArray(data));
  assert.deepEqual(
    (data as readonly Wheel[]).map(({ name }) => name),
    ["micropip-1-py3-none-any.whl", "pruefstand-1-py3-none-any.whl"],
  );
});

test("what starts Python is loaded at once, the rest when it is asked for", async () => {
  const page = await new Page().begun();
  for (let turn = 0; turn < 20; turn += 1) await settled();
  const names = page.opened.map((url) => url.replace("../python/", ""));
  assert.deepEqual(names, ["exercises.json", "wasm", "worker", "snapshot"]);
  assert.equal(await page.rooms[0]?.text("stdlib"), "true");
  assert.equal(page.opened.at(-1), "../python/stdlib");
});

test("interpreters are asked for at once: they start while the files are still on their way", () => {
  const page = new Page();
  assert.deepEqual(
    page.workers.map(({ role }) => role),
    ["learner"],
  );
});

test("a check gets its exercise's files as text, under the lesson's name", async () => {
  const page = await new Page().ready();
  page.check();
  await settled();
  const judge = page.rooms[1]?.workers[0];
  assert.deepEqual(judge?.asked, {
    type: "judge",
    id: 1,
    exercise: "metriken/accuracy",
    sources: '{"cases.json":"[1.0]"}',
    rounds: "[]",
    language: "de",
  });
});

test("a check asked for before the files are there finds its exercise later", async () => {
  const page = new Page();
  const check = page.check();
  await page.ready();
  page.rooms[1]?.workers[0]?.report();
  await settled();
  assert.equal(check.end?.kind, "report");
});

test("an exercise that the lesson does not have is our fault, told in words", async () => {
  const page = await new Page().ready();
  const check = page.check("akkuratesse");
  await settled();
  assert.equal(check.end?.kind, "failed");
  assert.match(check.end.message, /metriken\/akkuratesse/);
});

test("a download that fails ends what waits, with the words; a retry fetches only the rest", async () => {
  const page = new Page({ "../python/wasm": MISSING });
  const [run, check] = [page.run(), page.check()];
  await page.begun();
  assert.equal(page.python.state.kind, "failed");
  assert.match(page.python.state.message, /„wasm“ gibt es auf dem Server nicht \(404\)/);
  assert.deepEqual(run.end, page.python.state);
  assert.deepEqual(check.end, page.python.state);
  assert(page.rooms.every(({ closed }) => closed));

  page.instead.clear();
  page.opened.length = 0;
  const { length: before } = page.workers;
  page.python.retry();
  assert.equal(page.python.state.kind, "loading");
  const again = page.run();
  await page.begun();
  page.workers[before]?.ready();
  assert.deepEqual(page.opened.slice(0, 1), ["../python/wasm"]);
  assert.deepEqual(page.reloaded, []);
  await settled();
  page.workers[before]?.finish();
  await settled();
  assert.equal(again.end?.kind, "finished");
});

test("while it has failed, a run or check ends at once, with the words", async () => {
  const page = new Page({ "../python/wasm": MISSING });
  await page.begun();
  const [run, check] = [page.run(), page.check()];
  await settled();
  assert.equal(run.end?.kind, "failed");
  assert.equal(check.end?.kind, "failed");
  assert.deepEqual(run.events, []);
});

test("an exercises file that makes no sense is told by its name", async () => {
  const page = new Page({ "exercises.json": EXERCISES.replaceAll('"', "'") });
  await page.begun();
  assert.equal(page.python.state.kind, "failed");
  assert.match(page.python.state.message, /„exercises.json“ ist beschädigt/);
});

/** The newest two workers say that they can't start. */
function refuse(page: Page): void {
  for (const worker of page.workers.slice(-1))
    worker.say({ type: "failed", detail: "CompileError" });
  for (const worker of page.workers.slice(-1))
    worker.say({ type: "failed", detail: "CompileError" });
}

test("a start that fails twice is tried without the snapshot, in new rooms, and says why", async () => {
  const page = await new Page().begun();
  refuse(page);
  assert.equal(page.python.state.kind, "loading");
  const [old, fresh] = page.rooms;
  assert(old?.closed === true && fresh !== undefined && !fresh.closed);
  assert.equal(await fresh.text("snapshot"), null);
  page.workers.at(-1)?.say({ type: "ready", start: { from: "files", refused: null } });
  assert.deepEqual(page.python.state, {
    kind: "ready",
    start: { from: "files", refused: "CompileError" },
  });
});

test("a start that fails without the snapshot too is told with the reason; a retry starts anew", async () => {
  const page = await new Page().begun();
  refuse(page);
  refuse(page);
  assert.equal(page.python.state.kind, "failed");
  assert.match(page.python.state.message, /CompileError/);
  assert(page.rooms.every(({ closed }) => closed));
  page.python.retry();
  await page.begun();
  const room = page.rooms.at(-1);
  assert.equal(await room?.text("snapshot"), "true");
  room?.workers[0]?.ready();
  assert.deepEqual(page.python.state, { kind: "ready", start: SNAPSHOT });
});

test("a snapshot that can't be had is done without; why is told", async () => {
  const page = new Page({ "../python/snapshot": MISSING });
  const [room] = page.rooms;
  assert(room !== undefined);
  assert.equal(await room.text("snapshot"), null);
  await Promise.all([room.need("stdlib"), room.need("wheels")]);
  await page.begun();
  room.workers[0]?.say({ type: "ready", start: { from: "files", refused: null } });
  assert.equal(page.python.state.kind, "ready");
  assert.equal(page.python.state.start.from, "files");
  assert.match(page.python.state.start.refused ?? "", /auf dem Server nicht \(404\)/);
});

test("a worker that refused the snapshot by itself says why", async () => {
  const page = await new Page().begun();
  const start = { from: "files", refused: "a snapshot of build 0123" } as const;
  page.workers[0]?.say({ type: "ready", start });
  assert.deepEqual(page.python.state, { kind: "ready", start });
});

test("files needed later that can't be had now are tried again, and fail nothing", async () => {
  const page = await new Page({ "../python/tree": MISSING }).ready();
  const count = (): number => page.opened.filter((url) => url === "../python/tree").length;
  const coming = page.rooms[0]?.text("tree");
  for (let turn = 0; turn < 20; turn += 1) await settled();
  assert.equal(page.python.state.kind, "ready");
  page.instead.clear();
  page.clock.pass(10_000);
  assert.equal(await coming, "true");
  assert.equal(count(), 2);
});

test("files that came whole but damaged are all fetched again on a retry, past the cache", async () => {
  const page = await new Page({ "../python/wasm": "flip" }).begun();
  assert.equal(await page.rooms.at(-1)?.text("wasm"), "flip");
  refuse(page);
  refuse(page);
  assert.equal(page.python.state.kind, "failed");
  assert.equal(page.reloaded.length, 0);

  page.instead.clear();
  page.python.retry();
  assert.deepEqual(page.python.state, {
    kind: "loading",
    step: "download",
    loaded: 0,
    total: TOTAL,
  });
  await page.begun();
  for (const name of ["wasm", "snapshot", "worker"]) {
    assert(page.reloaded.includes(`../python/${name}`));
  }
  assert.equal(await page.rooms.at(-1)?.text("wasm"), "true");
});

test("a damaged exercises file is mended by a retry", async () => {
  const page = await new Page({ "exercises.json": EXERCISES.replaceAll('"', "'") }).begun();
  assert.equal(page.python.state.kind, "failed");
  page.instead.clear();
  page.python.retry();
  await page.ready();
  assert.equal(page.python.state.kind, "ready");
  assert(page.reloaded.includes("exercises.json"));
});

test("a retry is nothing to do unless it has failed", async () => {
  const page = await new Page().ready();
  page.python.retry();
  assert.equal(page.python.state.kind, "ready");
});

test("a room that broke is replaced when the next worker is needed", async () => {
  const page = await new Page().ready();
  const [room] = page.rooms;
  assert(room !== undefined);
  room.broken = true;
  for (const worker of [...room.workers]) worker.crash("the sealed frame is gone");
  assert.equal(page.rooms.length, 3);
  assert.equal(page.python.state.kind, "loading");
  page.rooms[2]?.workers[0]?.ready();
  assert.equal(page.python.state.kind, "ready");
});

test("stopped without a spare that is ready, it says that it starts, then that it is ready", async () => {
  const page = await new Page().begun();
  page.workers[0]?.ready();
  const run = page.run();
  await settled();
  run.stop();
  await settled();
  assert.deepEqual(run.end, { kind: "stopped", lost: true });
  assert.deepEqual(page.python.state, {
    kind: "loading",
    step: "compile",
    loaded: TOTAL,
    total: TOTAL,
  });
  page.rooms[0]?.workers.at(-1)?.ready();
  assert.equal(page.python.state.kind, "ready");
});

test("whoever has unsubscribed hears nothing more", async () => {
  const page = new Page();
  const heard: PythonState[] = [];
  page.python.subscribe((state) => heard.push(state))();
  await page.ready();
  assert.deepEqual(heard, []);
});

const KEPT = "keep ../python/wasm true, ../python/worker true, ../python/snapshot true";

test("a while after the first start its files are kept, once", async () => {
  const page = await new Page().ready();
  page.clock.pass(999);
  await settled();
  assert.deepEqual(page.depot, []);
  page.clock.pass(1);
  await settled();
  page.workers[0]?.crash("out of memory");
  page.clock.pass(10_000);
  await settled();
  assert.deepEqual(page.depot, [KEPT]);
});

test("a snapshot that was refused is thrown away: the next visit brings another", async () => {
  const page = await new Page().begun();
  page.workers[0]?.say({ type: "ready", start: { from: "files", refused: "a snapshot cut off" } });
  page.clock.pass(1000);
  await settled();
  assert.deepEqual(page.depot, ["clear ../python/snapshot"]);
});

test("files that nothing could be made of are thrown away; those that a retry brings are kept", async () => {
  const page = await new Page().begun();
  refuse(page);
  refuse(page);
  assert.deepEqual(page.depot, ["clear ../python/snapshot"]);
  page.python.retry();
  await page.begun();
  page.rooms.at(-1)?.workers[0]?.ready();
  page.clock.pass(1000);
  await settled();
  assert.deepEqual(page.depot, ["clear ../python/snapshot", KEPT]);
});

test("a download that fails throws nothing away", async () => {
  const page = await new Page({ "../python/wasm": MISSING }).begun();
  assert.deepEqual(page.depot, []);
});
