/** What the tests hand in instead of workers and time. */

import assert from "node:assert/strict";
import { Checks } from "./checks.ts";
import type { Clock } from "./clock.ts";
import { tell } from "./faults.ts";
import type { WorkerLink, WorkerListener } from "./interpreter.ts";
import type {
  CheckEnd,
  CheckEvent,
  Report,
  Round,
  RunEnd,
  RunEvent,
  Started,
  WorkerNews,
  WorkerOrder,
  WorkerRequest,
  WorkerRole,
} from "./protocol.ts";
import { Roles } from "./roles.ts";
import { Runs } from "./runs.ts";

/** Time that stands still until `pass` is called. */
export class FakeClock implements Clock {
  #now = 0;
  #timers = new Map<object, { readonly due: number; readonly action: () => void }>();

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, action: () => void): () => void {
    const timer = {};
    this.#timers.set(timer, { due: this.#now + milliseconds, action });
    return () => this.#timers.delete(timer);
  }

  /** How many timers are set. */
  get waiting(): number {
    return this.#timers.size;
  }

  pass(milliseconds: number): void {
    this.#now += milliseconds;
    const due = [...this.#timers].filter(([, { due }]) => due <= this.#now);
    for (const [timer, { action }] of due) if (this.#timers.delete(timer)) action();
  }
}

/** How the fake workers say that they started. */
export const SNAPSHOT: Started = { from: "snapshot", refused: null };

/** A worker that says what the test has it say. */
export class FakeWorker implements WorkerLink {
  readonly role: WorkerRole;
  readonly requests: WorkerRequest[] = [];
  /** What its program was answered. */
  readonly answers: (string | null)[] = [];
  readonly listener: WorkerListener;
  isReady = false;
  ended = false;

  constructor(role: WorkerRole, listener: WorkerListener) {
    this.role = role;
    this.listener = listener;
  }

  send(text: string): void {
    const order = JSON.parse(text) as WorkerOrder;
    if (order.type !== "answer") this.requests.push(order);
    else if (order.id === this.asked.id) this.answers.push(order.text);
    else throw new Error("an answer to nobody");
  }

  end(): void {
    this.ended = true;
  }

  /** The request that it was sent last. */
  get asked(): WorkerRequest {
    const last = this.requests.at(-1);
    if (last === undefined) throw new Error("nothing was asked");
    return last;
  }

  say(...news: readonly WorkerNews[]): void {
    for (const item of news) this.listener.message(JSON.stringify(item));
  }

  ready(): void {
    this.isReady = true;
    this.say({ type: "step", step: "start" }, { type: "ready", start: SNAPSHOT });
  }

  started(): void {
    this.say({ type: "started", id: this.asked.id });
  }

  emit(...events: readonly unknown[]): void {
    for (const event of events) {
      this.say({ type: "event", id: this.asked.id, text: JSON.stringify(event) });
    }
  }

  answer(text = ""): void {
    this.say({ type: "end", id: this.asked.id, text });
  }

  /** A whole run of a cell: `events` between start and end. */
  finish(...events: readonly unknown[]): void {
    this.started();
    this.emit(...events, { e: "end", seconds: 0.5 });
    this.answer();
  }

  /** The judge asks for an observation. */
  plan(plan = "{}"): void {
    this.started();
    this.answer(`{"plan": ${plan}}`);
  }

  /** The judge is done. */
  report(report: Partial<Report> = {}): void {
    this.started();
    this.answer(JSON.stringify({ report: { ...REPORT, ...report } }));
  }

  crash(detail = "it broke"): void {
    this.listener.failure(detail);
  }
}

export const REPORT: Report = {
  exercise: "metriken/accuracy",
  verdict: "passed",
  passed: 1,
  total: 1,
  checks: [],
  mistake: null,
  kind: null,
  message: "",
  shown: null,
  line: null,
  column: null,
  python_message: null,
  frames: [],
  remarks: [],
  stdout: "",
  stderr: "",
  seconds: 0.25,
  python: "3.14.2",
};

/** A run or check as the page sees it. `end` is null while it goes on. */
export interface Seen<Event, End> {
  readonly events: Event[];
  readonly stop: () => void;
  /** Of a run alone. */
  readonly answer: (text: string | null) => void;
  end: End | null;
}

/** Lets everything happen that is due now. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Starts something and keeps what is heard of it; an event after the end is an error. */
export function see<Event, End>(
  start: (onEvent: (event: Event) => void) => {
    done: Promise<End>;
    stop: () => void;
    answer?: (text: string | null) => void;
  },
): Seen<Event, End> {
  const events: Event[] = [];
  const handle = start((event) => {
    if (seen.end !== null) throw new Error("an event after the end");
    events.push(event);
  });
  const answer = (text: string | null): void => {
    if (handle.answer === undefined) throw new Error("this asks nothing");
    handle.answer(text);
  };
  const seen: Seen<Event, End> = { events, stop: handle.stop, answer, end: null };
  void handle.done.then((end) => {
    seen.end = end;
  });
  return seen;
}

/** Roles, runs and checks put together as the page has them, with fake workers. */
export class House {
  readonly clock = new FakeClock();
  readonly workers: FakeWorker[] = [];
  readonly roles: Roles;
  readonly runs: Runs;
  readonly checks: Checks;

  constructor({ thrifty = false } = {}) {
    this.roles = new Roles({
      start: (role) => (listener) => {
        const worker = new FakeWorker(role, listener);
        this.workers.push(worker);
        return worker;
      },
      clock: this.clock,
      thrifty,
      changed: () => {
        this.runs.pump();
        this.checks.pump();
      },
    });
    this.runs = new Runs(this.roles.learner);
    this.checks = new Checks({
      roles: this.roles,
      clock: this.clock,
      language: "de",
      tell: (fault) => tell(fault, "de"),
    });
    this.roles.open();
  }

  /** The workers that live, in the order of their start. */
  get alive(): readonly FakeWorker[] {
    return this.workers.filter((worker) => !worker.ended);
  }

  /** The newest worker of a role. */
  newest(role: WorkerRole): FakeWorker {
    const worker = this.workers.findLast((other) => other.role === role);
    if (worker === undefined) throw new Error(`no ${role} was started`);
    return worker;
  }

  /** Readies all that start, until none does. */
  readyAll(): void {
    // Grows meanwhile: one that is ready lets others start.
    for (const worker of this.workers) if (!worker.isReady && !worker.ended) worker.ready();
  }

  run(code = "1 + 1", lines: readonly string[] = []): Seen<RunEvent, RunEnd> {
    return see((onEvent) => this.runs.add(code, "cell.py", onEvent, lines));
  }

  check(code = "antwort = 1", sources: string | null = "{}"): Seen<CheckEvent, CheckEnd> {
    const submission = { exercise: "metriken/accuracy", sources: () => sources, code };
    return see((onEvent) => this.checks.add(submission, onEvent));
  }
}

/** A house where all are ready, and its workers. */
export function readyHouse(): {
  house: House;
  learner: FakeWorker;
  judge: FakeWorker;
  spare: FakeWorker;
} {
  const house = new House();
  house.readyAll();
  const [learner, judge, spare] = house.workers;
  if (learner === undefined || judge === undefined || spare === undefined) {
    throw new Error("not all were started");
  }
  return { house, learner, judge, spare };
}

/** What the judge was told of the rounds so far. */
export function roundsOf(judge: FakeWorker): readonly Round[] {
  const { asked } = judge;
  if (asked.type !== "judge") throw new Error("the judge was asked for something else");
  return JSON.parse(asked.rounds) as Round[];
}

/** Every worker that lives sits on a seat. */
export function assertSeated({ roles, alive }: House): void {
  const seats = [roles.learner, roles.judge, roles.spare, roles.examinee];
  const taken = seats.filter(({ state }) => state.kind === "starting" || state.kind === "ready");
  assert.equal(alive.length, taken.length, "a worker is left over");
}

/** Caches as a browser has them, as far as they are used here; or ones that refuse, or never answer. */
export class FakeCaches implements CacheStorage {
  /** The addresses that were written, in that order. */
  readonly written: string[] = [];
  readonly #fault: "SecurityError" | "never" | null;
  readonly #all = new Map<string, Map<string, ArrayBuffer>>();

  constructor(fault: "SecurityError" | "never" | null = null) {
    this.#fault = fault;
  }

  /** The addresses in a cache; none where there is no such cache. */
  addresses(name: string): Promise<readonly string[]> {
    return Promise.resolve([...(this.#all.get(name)?.keys() ?? [])]);
  }

  async has(name: string): Promise<boolean> {
    await this.#answer();
    return this.#all.has(name);
  }

  async keys(): Promise<string[]> {
    await this.#answer();
    return [...this.#all.keys()];
  }

  async delete(name: string): Promise<boolean> {
    await this.#answer();
    return this.#all.delete(name);
  }

  async match(
    url: string,
    { cacheName = "" }: MultiCacheQueryOptions = {},
  ): Promise<Response | undefined> {
    await this.#answer();
    const found = this.#all.get(cacheName)?.get(url);
    return found && new Response(found);
  }

  async open(name: string): Promise<Cache> {
    await this.#answer();
    const entries = this.#all.get(name) ?? new Map<string, ArrayBuffer>();
    this.#all.set(name, entries);
    const cache: Pick<Cache, "keys" | "delete" | "put"> = {
      keys: () => Promise.resolve([...entries.keys()].map((url) => new Request(url))),
      delete: (url) => Promise.resolve(entries.delete(url as string)),
      put: async (url, response) => {
        const bytes = await response.arrayBuffer();
        entries.set(url as string, bytes);
        this.written.push(url as string);
      },
    };
    return cache as Cache;
  }

  async #answer(): Promise<void> {
    if (this.#fault === "never") await new Promise(() => undefined);
    if (this.#fault !== null) throw new DOMException("denied", this.#fault);
  }
}
