/** What a worker does once Python is up: each order in turn, and meanwhile the answers to a program's questions. */

import type { PyodideAPI } from "pyodide";
import type { PyCallable, PythonError } from "pyodide/ffi";
import { Lines } from "./lines.ts";
import type { WorkerNews, WorkerOrder, WorkerRequest, WorkerRole } from "./protocol.ts";

type Emit = (text: unknown) => void;

/** Python's side, by module. */
interface CellModule {
  readonly Console: (ask: unknown) => { readonly run: PyCallable };
}
interface ObserveModule {
  readonly observe: (source: string, plan: string, emit: Emit) => unknown;
}
interface WaitingModule {
  readonly can_run_sync: unknown;
  readonly run_sync: unknown;
}
interface SessionModule {
  readonly judge_step: (
    sources: string,
    exercise: string,
    rounds: string,
    language: string,
  ) => unknown;
}

/** Does what a request asks for; the text is the judge's answer. */
type Serve = (request: WorkerRequest, emit: Emit) => string | Promise<string>;

/**
 * Makes of two functions of Pyodide's and two of ours the one that gives a program its lines. Only
 * Python can say whether it can wait at this point of the program: not below a callback of
 * JavaScript's, and in some browsers nowhere.
 */
const GIVES_LINES = `
lambda can_run_sync, run_sync, ask, take: lambda prompt: run_sync(ask(prompt)) if can_run_sync() else take()
`;

/** Gives what takes orders. Imports all that the role needs, so that nothing is left to do later. */
export function createService(
  python: PyodideAPI,
  role: WorkerRole,
  say: (news: WorkerNews) => void,
): (order: WorkerOrder) => void {
  const { PythonError } = python.ffi;
  const isPythonError = (error: unknown): error is PythonError => error instanceof PythonError;
  const lines = new Lines();
  const serve = role === "judge" ? judging(python) : learning(python, lines);
  let asked = -1;
  return (order) => {
    if (order.type !== "answer") {
      asked = order.id;
      void work(serve, order, say, isPythonError);
    } else if (order.id === asked) {
      // Else it came too late: the program that asked is over.
      lines.answer(order.text);
    }
  };
}

function judging(python: PyodideAPI): Serve {
  const { judge_step } = python.pyimport("checker.session") as SessionModule;
  return (request) => {
    if (request.type !== "judge") throw new Error("the judge runs no program");
    const { sources, exercise, rounds, language } = request;
    return String(judge_step(sources, exercise, rounds, language));
  };
}

function learning(python: PyodideAPI, lines: Lines): Serve {
  const run = cells(python, lines);
  const { observe } = python.pyimport("checker.observe") as ObserveModule;
  return (request, emit) => {
    if (request.type === "run") return run(request, emit);
    if (request.type !== "observe") throw new Error("only the judge judges");
    observe(request.source, request.plan, emit);
    return "";
  };
}

/** Runs cells, so that a program can wait for an answer where the browser lets it. */
function cells(
  python: PyodideAPI,
  lines: Lines,
): (request: WorkerRequest & { readonly type: "run" }, emit: Emit) => string | Promise<string> {
  const { stringify } = JSON;
  const canWait = "Suspending" in WebAssembly;
  const { can_run_sync, run_sync } = python.pyimport("pyodide.ffi") as WaitingModule;
  const givesLines = python.runPython(GIVES_LINES) as PyCallable;
  const ask: unknown = givesLines(
    can_run_sync,
    run_sync,
    (prompt: string) => lines.ask(prompt),
    () => lines.take(),
  );
  const { run } = (python.pyimport("checker.cell") as CellModule).Console(ask);
  return ({ code, filename, lines: given }, emit) => {
    lines.begin(given, (event) => {
      emit(stringify(event));
    });
    if (canWait) {
      return run.callPromising(code, filename, emit).then(
        () => {
          lines.end();
          return "";
        },
        (error: unknown) => {
          lines.end();
          throw error;
        },
      );
    }
    try {
      run(code, filename, emit);
    } finally {
      lines.end();
    }
    return "";
  };
}

/** Answers one request: `started`, events, then one of `end`, `fault`, `crashed`. */
async function work(
  serve: Serve,
  request: WorkerRequest,
  say: (news: WorkerNews) => void,
  isPythonError: (error: unknown) => error is PythonError,
): Promise<void> {
  const { id } = request;
  let open = true;
  // What a program left behind (a timer, a callback) may still print when its run is over.
  const emit: Emit = (text) => {
    if (open && typeof text === "string") say({ type: "event", id, text });
  };
  say({ type: "started", id });
  try {
    const served = serve(request, emit);
    // What needs no waiting is over before anything else can run.
    const text = typeof served === "string" ? served : await served;
    open = false;
    say({ type: "end", id, text });
  } catch (error) {
    open = false;
    const detail = wordsOf(error);
    if (isPythonError(error)) say({ type: "fault", id, error: error.type, detail });
    else say({ type: "crashed", detail });
  }
}

/** Emscripten throws objects that are no errors, but have a message. */
export function wordsOf(error: unknown): string {
  const { message } = Object(error) as { readonly message?: unknown };
  return error instanceof Error || typeof message !== "string" ? String(error) : message;
}
