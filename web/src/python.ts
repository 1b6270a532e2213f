/**
 * Python as the page's elements use it: loads the files, keeps the interpreters, runs and checks.
 */

import { Checks } from "./checks.ts";
import type { Clock } from "./clock.ts";
import { wallClock } from "./clock.ts";
import type { Fault } from "./faults.ts";
import { tell } from "./faults.ts";
import { callSafely } from "./handle.ts";
import type { StartWorker } from "./interpreter.ts";
import type { OpenFile } from "./loader.ts";
import { fileName, Loader, LoadError, openOverHttp } from "./loader.ts";
import type {
  CheckEvent,
  CheckHandle,
  PageConfig,
  Python,
  PythonState,
  RoomParts,
  RunEvent,
  RunHandle,
  SiteFile,
  WorkerRole,
} from "./protocol.ts";
import { Roles } from "./roles.ts";
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
  readonly openRoom: (parts: RoomParts) => Workshop;
  readonly clock: Clock;
  /** Memory is short. */
  readonly thrifty: boolean;
}

/** Gigabytes; at or below this a second and third interpreter would hurt. */
const LITTLE_MEMORY = 2;

/** Starts Python for a page, in this window. */
export function startPython(config: PageConfig): Python {
  const { deviceMemory } = navigator as { readonly deviceMemory?: number };
  const runtime = new Runtime(config, {
    openFile: openOverHttp,
    openRoom: (parts) => new Room(parts, config.frame, document, wallClock),
    clock: wallClock,
    thrifty: deviceMemory !== undefined && deviceMemory <= LITTLE_MEMORY,
  });
  runtime.start();
  return runtime;
}

export class Runtime implements Python {
  readonly #config: PageConfig;
  readonly #host: Host;
  readonly #loader: Loader;
  readonly #roles: Roles;
  readonly #runs: Runs;
  readonly #checks: Checks;
  readonly #listeners = new Set<(state: PythonState) => void>();
  readonly #rooms = new Map<WorkerRole, Workshop>();
  #state: PythonState;
  #parts: RoomParts | null = null;
  /** The files came whole, but nothing could be made of them. */
  #unusable = false;
  #exercises: ReadonlyMap<string, ExerciseSources> = new Map();

  constructor(config: PageConfig, host: Host) {
    this.#config = config;
    this.#host = host;
    const { clock, thrifty } = host;
    this.#loader = new Loader(host.openFile, clock, () => {
      this.#progress();
    });
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

  /** Loads the files, then starts the interpreters. To be called once; `retry` does the rest. */
  start(): void {
    this.#load().then(
      (parts) => {
        this.#parts = parts;
        this.#set(this.#loading("compile"));
        this.#roles.open();
      },
      (error: unknown) => {
        this.#fail(
          error instanceof LoadError ? error.fault : { kind: "start", detail: String(error) },
        );
      },
    );
  }

  subscribe(listener: (state: PythonState) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  run(code: string, filename: string, onEvent: (event: RunEvent) => void): RunHandle {
    const handle = this.#runs.add(code, filename, onEvent);
    if (this.#state.kind === "failed") this.#runs.cancel(this.#state);
    return handle;
  }

  check(exercise: string, code: string, onEvent: (event: CheckEvent) => void): CheckHandle {
    // Before the files are there nobody knows which exercises there are.
    const sources = (): string | null => {
      const found = this.#exercises.get(exercise);
      return found === undefined ? null : JSON.stringify(found);
    };
    const name = `${this.#config.lesson}/${exercise}`;
    const handle = this.#checks.add({ exercise: name, sources, code }, onEvent);
    if (this.#state.kind === "failed") this.#checks.cancel(this.#state);
    return handle;
  }

  retry(): void {
    if (this.#state.kind !== "failed") return;
    if (this.#unusable) this.#loader.forget();
    this.#set(this.#loading("download"));
    this.start();
  }

  async #load(): Promise<RoomParts> {
    const { files, wheels, lock } = this.#config;
    const load = (file: SiteFile): Promise<Blob> => this.#loader.load(file);
    const [wasm, stdlib, worker, exercises, ...archives] = await Promise.all([
      load(files.wasm),
      load(files.stdlib),
      load(files.worker),
      load(files.exercises),
      ...wheels.map(load),
    ]);
    const found = readExercises(await exercises.text());
    if (found === null)
      throw new LoadError({ kind: "content", file: fileName(files.exercises.url) });
    this.#exercises = found;
    return {
      wasm,
      stdlib,
      worker,
      lock,
      wheels: archives.map((data, index) => ({ name: wheels[index]?.name ?? "", data })),
    };
  }

  /** The judge has a room of its own; a room that broke is replaced when the next worker is needed. */
  #room(role: WorkerRole): Workshop {
    const known = this.#rooms.get(role);
    if (known !== undefined && !known.broken) return known;
    if (this.#parts === null) throw new Error("no room before its parts");
    const room = this.#host.openRoom(this.#parts);
    this.#rooms.set(role, room);
    return room;
  }

  #progress(): void {
    if (this.#state.kind === "loading" && this.#state.step === "download") {
      this.#set(this.#loading("download"));
    }
  }

  /** After every change of the roles: what is the page to be told, who can go on? */
  #follow(): void {
    if (this.#state.kind === "failed") return;
    const { learner } = this.#roles;
    const seat = learner.state;
    if (seat.kind === "failed") {
      this.#fail({ kind: "start", detail: seat.detail });
      return;
    }
    this.#set(seat.kind === "ready" ? { kind: "ready" } : this.#loading(learner.step));
    this.#runs.pump();
    this.#checks.pump();
  }

  #fail(fault: Fault): void {
    const failed = { kind: "failed", message: tell(fault, this.#config.language) } as const;
    this.#unusable = fault.kind === "start" || fault.kind === "content";
    this.#set(failed);
    this.#runs.cancel(failed);
    this.#checks.cancel(failed);
    this.#roles.close();
    for (const room of this.#rooms.values()) room.close();
    this.#rooms.clear();
  }

  #loading(step: Extract<PythonState, { kind: "loading" }>["step"]): PythonState {
    const { files, wheels } = this.#config;
    const all = [files.wasm, files.stdlib, files.worker, files.exercises, ...wheels];
    const total = all.reduce((sum, file) => sum + file.bytes, 0);
    return { kind: "loading", loaded: this.#loader.loaded, total, step };
  }

  #set(state: PythonState): void {
    const before = this.#state;
    this.#state = state;
    if (before.kind === state.kind && JSON.stringify(before) === JSON.stringify(state)) return;
    for (const listener of [...this.#listeners]) callSafely(listener, state);
  }
}
