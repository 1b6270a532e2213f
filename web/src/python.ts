/**
 * Python as the page's elements use it: loads the files, keeps the interpreters, runs and checks.
 */

import { Checks } from "./checks.ts";
import type { Clock } from "./clock.ts";
import { wallClock } from "./clock.ts";
import { Depot } from "./depot.ts";
import type { Fault } from "./faults.ts";
import { tell } from "./faults.ts";
import { callSafely } from "./handle.ts";
import type { Interpreter, StartWorker } from "./interpreter.ts";
import type { OpenFile } from "./loader.ts";
import { fileName, Loader, LoadError, openOverHttp } from "./loader.ts";
import type {
  CheckEvent,
  CheckHandle,
  PageConfig,
  Python,
  PythonState,
  RoomFacts,
  RunEvent,
  RunHandle,
  Started,
  StartStep,
  WorkerRole,
} from "./protocol.ts";
import { faultOf, Parts } from "./parts.ts";
import { FIRST_PARTS } from "./protocol.ts";
import { Roles } from "./roles.ts";
import type { Supply } from "./room.ts";
import { Room } from "./room.ts";
import { Runs } from "./runs.ts";
import type { ExerciseSources } from "./shapes.ts";
import { readExercises } from "./shapes.ts";

export type {
  CheckEnd,
  CheckEvent,
  CheckHandle,
  PageConfig,
  Python,
  PythonState,
  Raised,
  Report,
  RunEnd,
  RunEvent,
  RunHandle,
} from "./protocol.ts";

/** A place where workers are started; once broken it starts no more. */
export interface Workshop {
  readonly broken: boolean;
  start(role: WorkerRole): StartWorker;
  close(): void;
}

/** What the runtime needs of its host, handed in so that tests can hand in something else. */
export interface Host {
  readonly openFile: OpenFile;
  /** Where `openFile` looks first, on a later visit. */
  readonly depot: Pick<Depot, "keep" | "clear">;
  readonly openRoom: (facts: RoomFacts, supply: Supply) => Workshop;
  readonly clock: Clock;
  /** Memory is short. */
  readonly thrifty: boolean;
}

/** Gigabytes; at or below this a second and third interpreter would hurt. */
const LITTLE_MEMORY = 2;

/** Milliseconds from the start of Python until its files are kept: the other interpreters start first. */
const REST = 1000;

/** Starts Python for a page, in this window. */
export function startPython(config: PageConfig): Runtime {
  const { deviceMemory } = navigator as { readonly deviceMemory?: number };
  const depot = new Depot(window, document.baseURI, wallClock);
  const runtime = new Runtime(config, {
    openFile: depot.before(openOverHttp),
    depot,
    openRoom: (facts, supply) => new Room(facts, supply, config.frame, document, wallClock),
    clock: wallClock,
    thrifty: deviceMemory !== undefined && deviceMemory <= LITTLE_MEMORY,
  });
  runtime.start();
  return runtime;
}

export class Runtime implements Python {
  /** Resolves once the first interpreter has been given what it starts from, or there will be none. */
  readonly supplied: Promise<void>;
  readonly #config: PageConfig;
  readonly #host: Host;
  readonly #loader: Loader;
  readonly #roles: Roles;
  readonly #runs: Runs;
  readonly #checks: Checks;
  readonly #listeners = new Set<(state: PythonState) => void>();
  readonly #rooms = new Map<WorkerRole, Workshop>();
  /** What is still to be given to the first interpreter. */
  readonly #missing = new Set(FIRST_PARTS);
  #isSupplied: () => void = () => undefined;
  #state: PythonState;
  #parts: Parts;
  /** Why Python is to be started without the snapshot; null: it is to be tried. */
  #refused: string | null = null;
  /** The files came whole, but nothing could be made of them. */
  #unusable = false;
  /** The files are kept for the next visit, or will be in a moment. */
  #isKept = false;
  /** Null until they have come: nobody knows which there are. */
  #exercises: ReadonlyMap<string, ExerciseSources> | null = null;

  constructor(config: PageConfig, host: Host) {
    this.#config = config;
    this.#host = host;
    const { clock, thrifty } = host;
    this.supplied = new Promise((resolve) => {
      this.#isSupplied = resolve;
    });
    this.#loader = new Loader(host.openFile, clock, () => {
      this.#progress();
    });
    this.#parts = this.#newParts();
    this.#roles = new Roles({
      start: (role) => this.#room(role).start(role),
      clock,
      thrifty,
      changed: () => {
        this.#follow();
      },
    });
    this.#runs = new Runs(this.#roles.learner);
    this.#checks = new Checks({
      roles: this.#roles,
      clock,
      language: config.language,
      tell: (fault) => tell(fault, config.language),
    });
    this.#state = this.#loading("download");
  }

  get state(): PythonState {
    return this.#state;
  }

  /** Starts loading and the interpreters, which wait for what they need. To be called once. */
  start(): void {
    const parts = this.#parts;
    this.#loadExercises().catch((error: unknown) => {
      if (parts === this.#parts) this.#fail(faultOf(error));
    });
    // What fails of it is told to `#fail`.
    parts.begin().catch(() => undefined);
    this.#roles.open();
  }

  subscribe(listener: (state: PythonState) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  run(
    code: string,
    filename: string,
    onEvent: (event: RunEvent) => void,
    lines: readonly string[] = [],
  ): RunHandle {
    const handle = this.#runs.add(code, filename, onEvent, lines);
    if (this.#state.kind === "failed") this.#runs.cancel(this.#state);
    return handle;
  }

  check(exercise: string, code: string, onEvent: (event: CheckEvent) => void): CheckHandle {
    const sources = (): string | null | undefined => {
      if (this.#exercises === null) return undefined;
      const found = this.#exercises.get(exercise);
      return found === undefined ? null : JSON.stringify(found);
    };
    const name = this.#nameOf(exercise);
    const handle = this.#checks.add({ exercise: name, sources, code }, onEvent);
    if (this.#state.kind === "failed") this.#checks.cancel(this.#state);
    return handle;
  }

  retry(): void {
    if (this.#state.kind !== "failed") return;
    if (this.#unusable) this.#loader.forget();
    this.#refused = null;
    this.#isKept = false;
    this.#parts = this.#newParts();
    this.#set(this.#loading("download"));
    this.start();
  }

  /** What the checker calls an exercise of this lesson. */
  #nameOf(exercise: string): string {
    return `${this.#config.lesson}/${exercise}`;
  }

  #newParts(): Parts {
    const parts: Parts = new Parts(this.#config, this.#loader, this.#host.clock, (fault) => {
      if (parts === this.#parts) this.#fail(fault);
    });
    return parts;
  }

  async #loadExercises(): Promise<void> {
    const { exercises } = this.#config.files;
    const found = readExercises(new TextDecoder().decode(await this.#loader.load(exercises)));
    if (found === null) throw new LoadError({ kind: "content", file: fileName(exercises.url) });
    this.#exercises = found;
    this.#checks.expect(
      [...found].map(([exercise, sources]) => ({
        exercise: this.#nameOf(exercise),
        sources: JSON.stringify(sources),
      })),
    );
  }

  /** The judge has a room of its own; a room that broke is replaced when the next worker is needed. */
  #room(role: WorkerRole): Workshop {
    const known = this.#rooms.get(role);
    if (known !== undefined && !known.broken) return known;
    const { lock, build } = this.#config;
    const parts = this.#parts;
    const room = this.#host.openRoom({ lock, build }, async (name) => {
      const isRefused = name === "snapshot" && this.#refused !== null;
      const part = isRefused ? { name, data: null } : await parts.get(name);
      this.#missing.delete(name);
      if (this.#missing.size === 0) this.#isSupplied();
      return part;
    });
    this.#rooms.set(role, room);
    return room;
  }

  #closeRooms(): void {
    this.#roles.close();
    for (const room of this.#rooms.values()) room.close();
    this.#rooms.clear();
  }

  #progress(): void {
    if (this.#state.kind === "loading") this.#set(this.#loading(this.#roles.learner.step));
  }

  /** After every change of the roles: what is the page to be told, who can go on? */
  #follow(): void {
    if (this.#state.kind === "failed") return;
    const { learner } = this.#roles;
    const seat = learner.state;
    if (seat.kind === "failed") {
      this.#startWithout(seat.detail);
      return;
    }
    if (seat.kind === "ready") {
      const start = this.#startOf(seat.interpreter);
      this.#keep(start);
      this.#set({ kind: "ready", start });
    } else this.#set(this.#loading(learner.step));
    this.#runs.pump();
    this.#checks.pump();
  }

  /** A snapshot that ends the worker that starts from it is tried no more. */
  #startWithout(detail: string): void {
    if (this.#refused !== null || this.#parts.noSnapshot !== null) {
      this.#fail({ kind: "start", detail });
      return;
    }
    this.#closeRooms();
    this.#refused = detail;
    this.#roles.open();
  }

  /** What Python has been started from will do for the next visit too. */
  #keep({ refused }: Started): void {
    if (this.#isKept) return;
    this.#isKept = true;
    const { depot, clock } = this.#host;
    const parts = this.#parts;
    clock.after(REST, () => {
      if (parts !== this.#parts) return;
      // Refused though of the right length: next time it has to come anew.
      if (refused !== null) void depot.clear(this.#config.files.snapshot);
      else void parts.stock().then((all) => depot.keep(all));
    });
  }

  #startOf({ started }: Interpreter): Started {
    const refused = started?.refused ?? this.#refused ?? this.#parts.noSnapshot;
    return { from: started?.from ?? "files", refused };
  }

  #fail(fault: Fault): void {
    const failed = { kind: "failed", message: tell(fault, this.#config.language) } as const;
    this.#unusable = fault.kind === "start" || fault.kind === "content";
    if (this.#unusable) void this.#host.depot.clear(this.#config.files.snapshot);
    this.#isSupplied();
    this.#set(failed);
    this.#runs.cancel(failed);
    this.#checks.cancel(failed);
    this.#closeRooms();
  }

  #loading(step: StartStep): PythonState {
    const files = [...this.#parts.firstFiles, this.#config.files.exercises];
    const total = files.reduce((sum, file) => sum + file.bytes, 0);
    const loaded = files.reduce((sum, file) => sum + this.#loader.received(file), 0);
    return { kind: "loading", loaded, total, step: loaded < total ? "download" : step };
  }

  #set(state: PythonState): void {
    const before = this.#state;
    this.#state = state;
    if (before.kind === state.kind && JSON.stringify(before) === JSON.stringify(state)) return;
    for (const listener of [...this.#listeners]) callSafely(listener, state);
  }
}
