/**
 * The words of the page: plain readonly data, importing nothing.
 *
 * The first half is what the page's elements see of Python (`python.ts` re-exports it), the second
 * what page, sealed frame and worker say to each other.
 */

// --- Python as the page sees it ---------------------------------------------------------------

export type Language = "de" | "en";

/** Sizes are in bytes of all files together; `ready` means that a cell would run now. */
export type PythonState =
  | {
      readonly kind: "loading";
      readonly loaded: number;
      readonly total: number;
      readonly step: StartStep;
    }
  | { readonly kind: "ready"; readonly start: Started }
  | { readonly kind: "failed"; readonly message: string };

export type StartStep = "download" | "compile" | "start" | "install";

/** What Python's memory was made from: the snapshot, or the files, as Pyodide does by itself. */
export type StartedFrom = "snapshot" | "files";

/** How an interpreter started; `refused` says why without the snapshot, null where there is no need to. */
export interface Started {
  readonly from: StartedFrom;
  readonly refused: string | null;
}

/**
 * A line of the learner's own program in a traceback; `line` counts from 1. In a run `file` is the
 * file name of the cell that it stands in, which need not be the one that runs.
 */
export interface Frame {
  readonly line: number;
  readonly function: string;
  readonly text: string;
  readonly file?: string;
}

/** An exception; `line`, `column` (both from 1) and `text` are given for a SyntaxError alone. */
export interface Raised {
  readonly type: string;
  readonly message: string;
  readonly frames: readonly Frame[];
  readonly line?: number | null;
  readonly column?: number | null;
  readonly text?: string | null;
}

export type RunEvent =
  | { readonly e: "queued" }
  | { readonly e: "started" }
  | { readonly e: "stdout" | "stderr"; readonly text: string }
  /** What the program read, where a terminal would show it. */
  | { readonly e: "stdin"; readonly text: string }
  /** The program waits for `answer`; `prompt` is what stands before the cursor. */
  | { readonly e: "ask"; readonly prompt: string }
  /** The program wanted more lines than `run` was given, and nobody can be asked meanwhile. */
  | { readonly e: "lacking" }
  | { readonly e: "value"; readonly text: string }
  | { readonly e: "error"; readonly raised: Raised; readonly traceback: string }
  | { readonly e: "output_cut" };

/**
 * How a run came to its end. After `stopped`, `crashed` and `output_limit` of a run that had
 * started, the variables of all cells are gone; `lost` says so.
 */
export type RunEnd =
  | { readonly kind: "finished"; readonly seconds: number; readonly ok: boolean }
  | { readonly kind: "stopped"; readonly lost: boolean }
  | { readonly kind: "crashed" }
  | { readonly kind: "output_limit" }
  | { readonly kind: "failed"; readonly message: string };

export type CheckEvent = { readonly e: "queued" } | { readonly e: "started" };

/** `stopped` leaves the verdict as it was; `failed` is our fault or the host's, never the learner's. */
export type CheckEnd =
  | { readonly kind: "report"; readonly report: Report }
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; readonly message: string };

/** `done` settles exactly once and never rejects; `stop` may be called at any time, any number of times. */
export interface RunHandle {
  readonly done: Promise<RunEnd>;
  stop(): void;
  /** Answers what was asked with a line, or with null: no more input. If nothing was, does nothing. */
  answer(text: string | null): void;
}

/** As `RunHandle`, for a check, which asks nothing. */
export interface CheckHandle {
  readonly done: Promise<CheckEnd>;
  stop(): void;
}

/** Events never arrive before the call that asked for them has returned, nor after `done`. */
export interface Python {
  readonly state: PythonState;
  /** Calls `listener` on every change (not at once); returns what ends that. */
  subscribe(listener: (state: PythonState) => void): () => void;
  /** `lines` are what the program reads where it can't ask. */
  run(
    code: string,
    filename: string,
    onEvent: (event: RunEvent) => void,
    lines?: readonly string[],
  ): RunHandle;
  /** `exercise` is the name within the lesson, as in `<py-exercise data-exercise>`. */
  check(exercise: string, code: string, onEvent: (event: CheckEvent) => void): CheckHandle;
  /** Starts again after `failed`; keeps what was already downloaded. */
  retry(): void;
}

// --- the report, as the judge writes it (checker/model.py) ------------------------------------

export type Outcome =
  | "passed"
  | "failed"
  | "error"
  | "syntax_error"
  | "missing"
  | "timeout"
  | "memory_limit"
  | "output_limit"
  | "crashed"
  | "not_run"
  | "checker_error";

export interface ComponentReport {
  readonly name: string;
  readonly expected: string;
  readonly got: string;
  readonly passed: boolean;
}

export interface CheckReport {
  readonly name: string;
  readonly title: string;
  readonly outcome: Outcome;
  readonly message: string;
  readonly call: string | null;
  readonly expected: string | null;
  readonly got: string | null;
  readonly components: readonly ComponentReport[];
  readonly kind: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly python_message: string | null;
  readonly printed: string;
  readonly frames: readonly Frame[];
  readonly remarks: readonly string[];
  readonly cases: number;
  readonly cases_passed: number;
}

export interface Report {
  readonly exercise: string;
  readonly verdict: Outcome;
  readonly passed: number;
  readonly total: number;
  readonly checks: readonly CheckReport[];
  readonly mistake: string | null;
  readonly kind: string | null;
  readonly message: string;
  readonly shown: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly python_message: string | null;
  readonly frames: readonly Frame[];
  readonly remarks: readonly string[];
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
  readonly python: string;
}

// --- what the page is built with (`<script type="application/json" id="page-config">`) --------

/**
 * A file of the site: its address relative to the page, and its size once transferred. A file with
 * `unpacked` is compressed by gzip, and so large when it is not.
 */
export interface SiteFile {
  readonly url: string;
  readonly bytes: number;
  readonly unpacked?: number;
}

/** A wheel, shipped as .bin: `name` is its true file name, as pip and micropip need it. */
export interface WheelFile extends SiteFile {
  readonly name: string;
}

export interface PageFiles {
  readonly wasm: SiteFile;
  readonly worker: SiteFile;
  /** The memory snapshot that Python starts from. */
  readonly snapshot: SiteFile;
  readonly stdlib: SiteFile;
  /** The files that were installed where the snapshot was taken. */
  readonly tree: SiteFile;
  /** `{"exercises": {NAME: {"exercise.py": text, "cases.json": text, …}}}` */
  readonly exercises: SiteFile;
}

/** Written by the builder; more keys may stand in it, for the page's elements. */
export interface PageConfig {
  readonly lesson: string;
  readonly language: Language;
  /** The version of the Python that runs in the page, for example 3.14.2. */
  readonly python: string;
  /** By which the snapshot and what it was taken of know each other. */
  readonly build: string;
  /** The address of the page's second script. */
  readonly script: string;
  /** For the style elements of the editor (`EditorView.cspNonce`). */
  readonly styleNonce: string;
  /** The whole document of the sealed frame, its policy and its script inside. */
  readonly frame: string;
  /** Pyodide's own lock file as text, without packages. */
  readonly lock: string;
  readonly files: PageFiles;
  /** micropip first; the rest is installed with it, in this order. */
  readonly wheels: readonly WheelFile[];
}

// --- page and sealed frame --------------------------------------------------------------------

export interface Wheel {
  readonly name: string;
  readonly data: ArrayBuffer;
}

/**
 * What Python is started from, brought by the page when the frame needs it. Packed or not, as the host
 * has sent it: wasm, worker, snapshot and tree.
 */
export type Part =
  | { readonly name: "wasm"; readonly data: ArrayBuffer }
  | { readonly name: "worker"; readonly data: ArrayBuffer }
  | PassedPart;

/** The parts that the frame passes on, the snapshot unpacked. */
type PassedPart =
  /** Null: there is none that could be used. */
  | { readonly name: "snapshot"; readonly data: ArrayBuffer | null }
  | { readonly name: "stdlib"; readonly data: ArrayBuffer }
  | { readonly name: "tree"; readonly data: ArrayBuffer }
  | { readonly name: "wheels"; readonly data: readonly Wheel[] };

export type PartName = Part["name"];

/** What a worker is made of; it asks the frame for each. */
export type WorkerPart =
  PassedPart | { readonly name: "module"; readonly data: WebAssembly.Module };

/** What every room is told when it opens. */
export interface RoomFacts {
  readonly lock: string;
  readonly build: string;
}

/** `learner` runs cells and observes submissions; `judge` never runs learner code. */
export type WorkerRole = "learner" | "judge";

/**
 * What no Python starts without, brought to a frame unasked as soon as it is up. The snapshot is one of them:
 * the way without is far longer.
 */
export const FIRST_PARTS: readonly PartName[] = ["wasm", "worker", "snapshot"];

/** The one word that the frame's window sends to its parent: it is up and waits for its facts. */
export const FRAME_UP = "pruefstand-frame-up";

/** Page to frame, on the control port; `start` carries the worker's own port. */
export type FrameOrder =
  | { readonly type: "start"; readonly worker: number; readonly role: WorkerRole }
  | { readonly type: "stop"; readonly worker: number }
  | { readonly type: "part"; readonly part: Part }
  | { readonly type: "ping" };

/** Frame to page, on the control port. */
export type FrameNews =
  | { readonly type: "need"; readonly name: PartName }
  | { readonly type: "pong" }
  | { readonly type: "broken"; readonly detail: string }
  | { readonly type: "worker_error"; readonly worker: number; readonly detail: string };

/**
 * Frame to worker: its first and only message besides the port. A second port carries the names of
 * parts that the worker needs (`WorkerPart["name"]`), and brings them back.
 */
export interface WorkerFacts extends RoomFacts {
  readonly role: WorkerRole;
  /** Somebody waits for it: it is to leave out what only makes it faster later. */
  readonly hurried: boolean;
}

// --- page and worker: JSON text on the worker's private port -----------------------------------

/** What can be asked of an interpreter; `plan`, `sources` and `rounds` are JSON texts of Python's. */
export type Request =
  | {
      readonly type: "run";
      readonly code: string;
      readonly filename: string;
      /** Read by the program if it can't ask. */
      readonly lines: readonly string[];
    }
  | { readonly type: "observe"; readonly source: string; readonly plan: string }
  | {
      readonly type: "judge";
      readonly sources: string;
      readonly exercise: string;
      readonly rounds: string;
      readonly language: Language;
    };

export type WorkerRequest = Request & { readonly id: number };

/** What a worker is told: what to do, and meanwhile the line that was asked for (null: no more). */
export type WorkerOrder =
  WorkerRequest | { readonly type: "answer"; readonly id: number; readonly text: string | null };

/** What a worker says: of its start, then of the one request that it is working on. */
export type WorkerNews =
  | { readonly type: "step"; readonly step: StartStep }
  | { readonly type: "ready"; readonly start: Started }
  | { readonly type: "failed"; readonly detail: string }
  /** The program starts now: what came before was not its time. */
  | { readonly type: "started"; readonly id: number }
  /** One JSON text of Python's. */
  | { readonly type: "event"; readonly id: number; readonly text: string }
  /** `text` is the judge's answer, else empty. */
  | { readonly type: "end"; readonly id: number; readonly text: string }
  /** An exception came out of Python where none should: `error` is its type. */
  | {
      readonly type: "fault";
      readonly id: number;
      readonly error: string;
      readonly detail: string;
    }
  /** The interpreter can't go on. */
  | { readonly type: "crashed"; readonly detail: string };

/** How the observing interpreter came to its end (`Ended` of checker/model.py). */
export type Ended = "complete" | "timeout" | "memory_limit" | "output_limit" | "crashed" | "fault";

/** One observation as the judge gets it; `events` are JSON texts of the untrusted side, `detail` tells of a fault. */
export interface Round {
  readonly events: readonly string[];
  readonly ended: Ended;
  readonly seconds: number;
  readonly detail: string;
}

/** `judge_step` answers with the next plan to observe, kept as its JSON text, or with the report. */
export type JudgeAnswer = { readonly plan: string } | { readonly report: Report };
