import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeClock, settled } from "./fakes.ts";
import type { WorkerListener } from "./interpreter.ts";
import type { FrameNews, FrameOrder, Part, PartName } from "./protocol.ts";
import { FRAME_UP } from "./protocol.ts";
import { Room } from "./room.ts";

const FACTS = { lock: "{}", build: "b1" };

/** The little of a browser that a room uses: one element, one window, messages between windows. */
class FakeBrowser extends EventTarget {
  readonly clock = new FakeClock();
  readonly attributes = new Map<string, string>();
  readonly posted: { facts: unknown; origin: string; port: MessagePort }[] = [];
  readonly orders: { order: FrameOrder; port: MessagePort | undefined }[] = [];
  /** What is brought when it is needed; nothing else can be had. */
  readonly parts = new Map<PartName, Part>();
  #room: Room | null = null;
  attached = false;
  srcdoc = "";
  readonly contentWindow = {
    postMessage: (facts: unknown, origin: string, [port]: [MessagePort]) => {
      port.onmessage = ({ data, ports }: MessageEvent<FrameOrder>) => {
        this.orders.push({ order: data, port: ports[0] });
      };
      this.posted.push({ facts, origin, port });
    },
  };

  room(): Room {
    const document = {
      defaultView: this,
      documentElement: { append: () => (this.attached = true) },
      createElement: () => this,
    };
    const supply = (name: PartName): Promise<Part> => {
      const part = this.parts.get(name);
      return part === undefined ? Promise.reject(new Error(name)) : Promise.resolve(part);
    };
    const host = document as unknown as Document;
    this.#room = new Room(FACTS, supply, "<!doctype html>", host, this.clock);
    return this.#room;
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }

  remove(): void {
    this.attached = false;
  }

  /** A message at the page's window. */
  message(data: unknown, source: unknown = this.contentWindow): void {
    this.dispatchEvent(Object.assign(new Event("message"), { data, source }));
  }

  /** The frame says something on the control port. */
  async say(news: FrameNews | string): Promise<void> {
    this.posted[0]?.port.postMessage(news);
    await arrived();
  }

  /** Ends what would keep the test running. */
  [Symbol.dispose](): void {
    this.#room?.close();
    this.posted[0]?.port.close();
    for (const { port } of this.orders) port?.close();
  }
}

/** Ports take a turn or two of the loop. */
async function arrived(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await settled();
}

function heard(): WorkerListener & { messages: unknown[]; failures: string[] } {
  const messages: unknown[] = [];
  const failures: string[] = [];
  return {
    messages,
    failures,
    message: (data) => messages.push(data),
    failure: (detail) => failures.push(detail),
  };
}

test("the frame has an origin of its own: scripts are allowed, nothing else", () => {
  using browser = new FakeBrowser();
  browser.room();
  assert.deepEqual([...browser.attributes], [["sandbox", "allow-scripts"]]);
  assert.equal(browser.srcdoc, "<!doctype html>");
  assert(browser.attached);
});

test("the facts go to the frame once, when it says that it is up, and to no one else", () => {
  using browser = new FakeBrowser();
  browser.room();
  browser.message(FRAME_UP, {});
  browser.message("hello");
  assert.equal(browser.posted.length, 0);
  browser.message(FRAME_UP);
  browser.message(FRAME_UP);
  assert.equal(browser.posted.length, 1);
  assert.equal(browser.posted[0]?.facts, FACTS);
});

test("a part is brought when the frame needs it; one that can't be had breaks nothing", async () => {
  using browser = new FakeBrowser();
  const room = browser.room();
  browser.parts.set("stdlib", { name: "stdlib", data: new ArrayBuffer(6) });
  browser.message(FRAME_UP);
  await browser.say({ type: "need", name: "stdlib" });
  await browser.say({ type: "need", name: "tree" });
  const [{ order } = assert.fail(), ...more] = browser.orders;
  assert(order.type === "part" && order.part.name === "stdlib");
  assert.deepEqual(more, []);
  assert(!room.broken);
});

test("what no Python starts without is brought unasked, once the frame is up", async () => {
  using browser = new FakeBrowser();
  browser.room();
  browser.parts.set("wasm", { name: "wasm", data: new ArrayBuffer(6) });
  browser.parts.set("snapshot", { name: "snapshot", data: null });
  await arrived();
  assert.equal(browser.orders.length, 0);
  browser.message(FRAME_UP);
  await arrived();
  assert.deepEqual(
    browser.orders.map(({ order }) => order.type === "part" && order.part.name),
    ["wasm", "snapshot"],
  );
});

test("a part that comes after the room was closed is brought to no one", async () => {
  using browser = new FakeBrowser();
  const room = browser.room();
  browser.parts.set("snapshot", { name: "snapshot", data: null });
  browser.message(FRAME_UP);
  const said = browser.say({ type: "need", name: "snapshot" });
  room.close();
  await said;
  assert.deepEqual(browser.orders, []);
});

test("a worker asked for before the frame is up is started then, and talks on its own port", async () => {
  using browser = new FakeBrowser();
  const room = browser.room();
  const listener = heard();
  const link = room.start("judge")(listener);
  link.send("early");
  browser.message(FRAME_UP);
  await arrived();
  const [start] = browser.orders;
  assert.deepEqual(start?.order, { type: "start", worker: 1, role: "judge" });
  const received: unknown[] = [];
  assert(start.port !== undefined);
  start.port.onmessage = ({ data }: MessageEvent<unknown>) => received.push(data);
  start.port.postMessage("answer");
  await arrived();
  assert.deepEqual(received, ["early"]);
  assert.deepEqual(listener.messages, ["answer"]);
  link.end();
  await arrived();
  assert.deepEqual(browser.orders[1]?.order, { type: "stop", worker: 1 });
});

test("a worker that was ended is heard no more, and is ended once", async () => {
  using browser = new FakeBrowser();
  const room = browser.room();
  browser.message(FRAME_UP);
  const listener = heard();
  const link = room.start("learner")(listener);
  await arrived();
  browser.orders[0]?.port?.postMessage("late");
  link.end();
  link.end();
  await browser.say({ type: "worker_error", worker: 1, detail: "late" });
  assert.deepEqual(listener.messages, []);
  assert.deepEqual(listener.failures, []);
  assert.equal(browser.orders.length, 2);
});

test("a worker's error reaches that worker alone", async () => {
  using browser = new FakeBrowser();
  const room = browser.room();
  browser.message(FRAME_UP);
  const [one, two] = [heard(), heard()];
  room.start("learner")(one);
  room.start("learner")(two);
  await browser.say({ type: "worker_error", worker: 2, detail: "it broke" });
  assert.deepEqual(one.failures, []);
  assert.deepEqual(two.failures, ["it broke"]);
});

test("a worker whose port closes has failed", async () => {
  using browser = new FakeBrowser();
  const room = browser.room();
  browser.message(FRAME_UP);
  const listener = heard();
  room.start("learner")(listener);
  await arrived();
  browser.orders[0]?.port?.close();
  await arrived();
  assert.deepEqual(listener.failures, ["the worker is gone"]);
});

for (const [name, story] of Object.entries<(browser: FakeBrowser) => void | Promise<void>>({
  "says that it is broken": (browser) => browser.say({ type: "broken", detail: "CompileError" }),
  "says something odd": (browser) => browser.say("what?"),
  "is gone": (browser) => {
    browser.posted[0]?.port.close();
  },
})) {
  test(`a frame that ${name} fails all its workers and is taken away`, async () => {
    using browser = new FakeBrowser();
    const room = browser.room();
    browser.message(FRAME_UP);
    const listener = heard();
    room.start("learner")(listener);
    await arrived();
    await story(browser);
    await arrived();
    assert(room.broken);
    assert.equal(listener.failures.length, 1);
    assert(!browser.attached);
    assert.equal(browser.clock.waiting, 0);
  });
}

test("a frame that does not open fails all its workers and is taken away", () => {
  using browser = new FakeBrowser();
  const room = browser.room();
  const listener = heard();
  room.start("learner")(listener);
  browser.clock.pass(90_000);
  assert(room.broken);
  assert.deepEqual(listener.failures, ["the sealed frame did not open"]);
  assert(!browser.attached);
  assert.equal(browser.clock.waiting, 0);
});

test("a frame that answers lives on", async () => {
  using browser = new FakeBrowser();
  const room = browser.room();
  browser.message(FRAME_UP);
  for (let beat = 0; beat < 30; beat += 1) {
    browser.clock.pass(5_000);
    await browser.say({ type: "pong" });
  }
  assert(!room.broken);
  assert.equal(browser.orders.filter(({ order }) => order.type === "ping").length, 30);
});

test("a frame that no longer answers fails its workers after the third question", () => {
  using browser = new FakeBrowser();
  const room = browser.room();
  browser.message(FRAME_UP);
  const listener = heard();
  room.start("learner")(listener);
  for (let beat = 0; beat < 3; beat += 1) browser.clock.pass(5_000);
  assert(!room.broken);
  browser.clock.pass(5_000);
  assert(room.broken);
  assert.deepEqual(listener.failures, ["the sealed frame does not answer"]);
  assert.equal(browser.clock.waiting, 0);
});
