/**
 * Reads what comes from an untrusted place into the words of `protocol.ts`; null for anything odd.
 * Nothing here throws, whatever it is given.
 */

import type {
  CheckReport,
  ComponentReport,
  Frame,
  FrameNews,
  JudgeAnswer,
  Outcome,
  PartName,
  Raised,
  Report,
  RunEvent,
  Started,
  StartedFrom,
  StartStep,
  WorkerNews,
} from "./protocol.ts";

/** Says whether a value has a shape. */
type Guard<T> = (value: unknown) => value is T;

type Guards<T> = { readonly [K in keyof T]-?: Guard<Exclude<T[K], undefined>> };

const isString: Guard<string> = (value) => typeof value === "string";
const isBoolean: Guard<boolean> = (value) => typeof value === "boolean";
const isNumber: Guard<number> = (value): value is number => Number.isFinite(value);
const isCount: Guard<number> = (value): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

const oneOf =
  <T extends string>(...words: readonly T[]): Guard<T> =>
  (value): value is T =>
    (words as readonly unknown[]).includes(value);

const orNull =
  <T>(guard: Guard<T>): Guard<T | null> =>
  (value): value is T | null =>
    value === null || guard(value);

const listOf =
  <T>(guard: Guard<T>): Guard<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.every(guard);

const record =
  <T>(guards: Guards<T>, ...optional: readonly (keyof T)[]): Guard<T> =>
  (value): value is T => {
    if (!isRecord(value)) return false;
    for (const key of Object.keys(guards) as (keyof T & string)[]) {
      const absent = !Object.hasOwn(value, key);
      if (absent ? !optional.includes(key) : !guards[key](value[key])) return false;
    }
    return true;
  };

/** An object that is no list; its keys are anyone's. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of a JSON text, undefined if it is none. */
export function parseJson(text: unknown): unknown {
  if (typeof text !== "string") return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const isFrame = record<Frame>(
  { line: isCount, function: isString, text: isString, file: isString },
  "file",
);

const isRaised = record<Raised>(
  {
    type: isString,
    message: isString,
    frames: listOf(isFrame),
    line: orNull(isCount),
    column: orNull(isCount),
    text: orNull(isString),
  },
  "line",
  "column",
  "text",
);

const isOutcome = oneOf<Outcome>(
  "passed",
  "failed",
  "error",
  "syntax_error",
  "missing",
  "timeout",
  "memory_limit",
  "output_limit",
  "crashed",
  "not_run",
  "checker_error",
);

const isComponentReport = record<ComponentReport>({
  name: isString,
  expected: isString,
  got: isString,
  passed: isBoolean,
});

const isCheckReport = record<CheckReport>({
  name: isString,
  title: isString,
  outcome: isOutcome,
  message: isString,
  call: orNull(isString),
  expected: orNull(isString),
  got: orNull(isString),
  components: listOf(isComponentReport),
  kind: orNull(isString),
  line: orNull(isCount),
  column: orNull(isCount),
  python_message: orNull(isString),
  printed: isString,
  frames: listOf(isFrame),
  remarks: listOf(isString),
  cases: isCount,
  cases_passed: isCount,
});

const isReport = record<Report>({
  exercise: isString,
  verdict: isOutcome,
  passed: isCount,
  total: isCount,
  checks: listOf(isCheckReport),
  mistake: orNull(isString),
  kind: orNull(isString),
  message: isString,
  shown: orNull(isString),
  line: orNull(isCount),
  column: orNull(isCount),
  python_message: orNull(isString),
  frames: listOf(isFrame),
  remarks: listOf(isString),
  stdout: isString,
  stderr: isString,
  seconds: isNumber,
  python: isString,
});

/** What the judge answered, given as JSON text. */
export function readJudgeAnswer(text: string): JudgeAnswer | null {
  const answer = parseJson(text);
  if (!isRecord(answer)) return null;
  if (isReport(answer.report)) return { report: answer.report };
  const keys = Object.keys(answer);
  if (keys.length !== 1 || !isRecord(answer.plan)) return null;
  // The only key's value as it was written: numbers of JavaScript's would make 1.0 into 1.
  return { plan: text.slice(text.indexOf(":") + 1, text.lastIndexOf("}")).trim() };
}

/** Events of a run as Python emits them; the last two are for the page's runtime alone. */
export type ConsoleEvent =
  | Exclude<RunEvent, { e: "queued" | "started" }>
  | { readonly e: "output_limit" }
  | { readonly e: "end"; readonly seconds: number };

/**
 * The most that Python tells in one event, in UTF-16 units, of which a character may take two:
 * one `print` may write all that is shown of a run (the bounds are those of checker/cell.py).
 */
const PRINTED = 512 * 1024;
const VALUE = 20_000;
const PROMPT = 2000;
const ERROR = 64 * 1024;

/** Characters of the reason why a snapshot was refused. */
const REFUSED = 10_000;

const atMost =
  (limit: number): Guard<string> =>
  (value): value is string =>
    isString(value) && value.length <= limit;

const isBoundedRaised: Guard<Raised> = (value): value is Raised =>
  isRaised(value) && JSON.stringify(value).length <= ERROR;

const consoleEvents: Readonly<Record<ConsoleEvent["e"], Guard<ConsoleEvent>>> = {
  stdout: record({ e: oneOf("stdout"), text: atMost(PRINTED) }),
  stderr: record({ e: oneOf("stderr"), text: atMost(PRINTED) }),
  stdin: record({ e: oneOf("stdin"), text: atMost(PRINTED) }),
  ask: record({ e: oneOf("ask"), prompt: atMost(PROMPT) }),
  lacking: record({ e: oneOf("lacking") }),
  value: record({ e: oneOf("value"), text: atMost(VALUE) }),
  error: record({ e: oneOf("error"), raised: isBoundedRaised, traceback: atMost(ERROR) }),
  output_cut: record({ e: oneOf("output_cut") }),
  output_limit: record({ e: oneOf("output_limit") }),
  end: record({ e: oneOf("end"), seconds: isNumber }),
};

/** One event of a run, given as JSON text. */
export function readConsoleEvent(text: string): ConsoleEvent | null {
  return choose(consoleEvents, "e", parseJson(text));
}

const isStep = oneOf<StartStep>("download", "compile", "start", "install");

const isStarted = record<Started>({
  from: oneOf<StartedFrom>("snapshot", "files"),
  refused: orNull(atMost(REFUSED)),
});

const workerNews: Readonly<Record<WorkerNews["type"], Guard<WorkerNews>>> = {
  step: record({ type: oneOf("step"), step: isStep }),
  ready: record({ type: oneOf("ready"), start: isStarted }),
  failed: record({ type: oneOf("failed"), detail: isString }),
  started: record({ type: oneOf("started"), id: isCount }),
  event: record({ type: oneOf("event"), id: isCount, text: isString }),
  end: record({ type: oneOf("end"), id: isCount, text: isString }),
  fault: record({ type: oneOf("fault"), id: isCount, error: isString, detail: isString }),
  crashed: record({ type: oneOf("crashed"), detail: isString }),
};

/** What a worker says on its port: JSON text. */
export function readWorkerNews(data: unknown): WorkerNews | null {
  return choose(workerNews, "type", parseJson(data));
}

const isPartName = oneOf<PartName>("wasm", "worker", "snapshot", "stdlib", "tree", "wheels");

const frameNews: Readonly<Record<FrameNews["type"], Guard<FrameNews>>> = {
  need: record({ type: oneOf("need"), name: isPartName }),
  pong: record({ type: oneOf("pong") }),
  broken: record({ type: oneOf("broken"), detail: isString }),
  worker_error: record({ type: oneOf("worker_error"), worker: isCount, detail: isString }),
};

/** What the sealed frame says on its control port. */
export function readFrameNews(data: unknown): FrameNews | null {
  return choose(frameNews, "type", data);
}

/** The one whose guard, found by the word under `key`, says yes. */
function choose<T>(
  guards: Readonly<Record<string, Guard<T>>>,
  key: string,
  value: unknown,
): T | null {
  if (!isRecord(value)) return null;
  const word = value[key];
  if (typeof word !== "string" || !Object.hasOwn(guards, word)) return null;
  return guards[word]?.(value) === true ? value : null;
}

/** The texts of one exercise's files, by file name. */
export type ExerciseSources = Readonly<Record<string, string>>;

/** The exercises of a lesson by name, from the text of its exercises file. */
export function readExercises(text: string): ReadonlyMap<string, ExerciseSources> | null {
  const file = parseJson(text);
  const exercises = isRecord(file) ? file.exercises : undefined;
  if (!isRecord(exercises)) return null;
  const found = new Map<string, ExerciseSources>();
  for (const [name, sources] of Object.entries(exercises)) {
    if (!isRecord(sources) || !Object.values(sources).every(isString)) return null;
    found.set(name, sources as ExerciseSources);
  }
  return found;
}
