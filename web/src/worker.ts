/**
 * The worker: boots Python from the parts that the frame hands in, then does what is asked on its
 * private port, one thing after the other. Python does the thinking; JSON text goes in and comes out.
 */

import "./classic.ts";
import type { PyodideAPI } from "pyodide";
import type { PythonError } from "pyodide/ffi";
import { boot } from "./boot.ts";
import type { WorkerNews, WorkerParts, WorkerRequest, WorkerRole } from "./protocol.ts";
import { seal } from "./seal.ts";

type Emit = (text: unknown) => void;

/** Python's side, by module. */
interface CellModule {
  readonly Console: () => {
    readonly run: (code: string, filename: string, emit: Emit) => unknown;
  };
}
interface ObserveModule {
  readonly observe: (source: string, plan: string, emit: Emit) => unknown;
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
type Serve = (request: WorkerRequest, emit: Emit) => string;

if (self.origin !== "null") throw new Error("this belongs into a sealed frame");

self.addEventListener(
  "message",
  (event: MessageEvent<WorkerParts>) => {
    const port = event.ports[0];
    if (port !== undefined) void live(event.data, port);
  },
  { once: true },
);

async function live(parts: WorkerParts, port: MessagePort): Promise<void> {
  // Held here and nowhere else: programs can replace what hangs on globals and prototypes.
  const { parse, stringify } = JSON;
  const post = port.postMessage.bind(port);
  const say = (news: WorkerNews): void => {
    post(stringify(news));
  };
  try {
    const python = await boot(parts, (step) => {
      say({ type: "step", step });
    });
    const serve = service(python, parts.role);
    const { PythonError } = python.ffi;
    const isPythonError = (error: unknown): error is PythonError => error instanceof PythonError;
    seal(self);
    port.onmessage = ({ data }: MessageEvent<string>) => {
      work(serve, parse(data) as WorkerRequest, say, isPythonError);
    };
    say({ type: "ready" });
  } catch (error) {
    say({ type: "failed", detail: wordsOf(error) });
  }
}

/** What a role can be asked. Imports all that it needs, so that nothing is left to do later. */
function service(python: PyodideAPI, role: WorkerRole): Serve {
  if (role === "judge") {
    const { judge_step } = python.pyimport("checker.session") as SessionModule;
    return (request) => {
      if (request.type !== "judge") throw new Error("the judge runs no program");
      const { sources, exercise, rounds, language } = request;
      return String(judge_step(sources, exercise, rounds, language));
    };
  }
  const { run } = (python.pyimport("checker.cell") as CellModule).Console();
  const { observe } = python.pyimport("checker.observe") as ObserveModule;
  return (request, emit) => {
    if (request.type === "run") run(request.code, request.filename, emit);
    else if (request.type === "observe") observe(request.source, request.plan, emit);
    else throw new Error("only the judge judges");
    return "";
  };
}

/** Answers one request: `started`, events, then one of `end`, `fault`, `crashed`. */
function work(
  serve: Serve,
  request: WorkerRequest,
  say: (news: WorkerNews) => void,
  isPythonError: (error: unknown) => error is PythonError,
): void {
  const { id } = request;
  let open = true;
  // What a program left behind (a timer, a callback) may still print when its run is over.
  const emit: Emit = (text) => {
    if (open && typeof text === "string") say({ type: "event", id, text });
  };
  say({ type: "started", id });
  try {
    const text = serve(request, emit);
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
function wordsOf(error: unknown): string {
  const { message } = Object(error) as { readonly message?: unknown };
  return error instanceof Error || typeof message !== "string" ? String(error) : message;
}
