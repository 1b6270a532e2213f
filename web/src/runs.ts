/** Runs of cells: one after the other, all in the learner's interpreter. */

import { Handle } from "./handle.ts";
import type { Answer, Interpreter } from "./interpreter.ts";
import type { RunEnd, RunEvent, RunHandle } from "./protocol.ts";
import type { Seat } from "./seat.ts";
import { readConsoleEvent } from "./shapes.ts";

interface Run {
  readonly code: string;
  readonly filename: string;
  readonly handle: Handle<RunEvent, RunEnd>;
}

export class Runs {
  readonly #learner: Seat;
  #waiting: Run[] = [];
  #current: { readonly run: Run; readonly interpreter: Interpreter } | null = null;

  constructor(learner: Seat) {
    this.#learner = learner;
  }

  add(code: string, filename: string, onEvent: (event: RunEvent) => void): RunHandle {
    const run: Run = { code, filename, handle: new Handle(onEvent) };
    this.#waiting.push(run);
    queueMicrotask(() => {
      this.pump();
      if (this.#waiting.includes(run)) run.handle.tell({ e: "queued" });
    });
    return {
      done: run.handle.done,
      stop: () => {
        this.#stop(run);
      },
    };
  }

  /** Starts the next run, if the interpreter is free. To be called on every change of the roles. */
  pump(): void {
    const interpreter = this.#learner.idle;
    if (this.#current !== null || interpreter === null) return;
    const run = this.#waiting.shift();
    if (run === undefined) return;
    this.#current = { run, interpreter };
    begin(run, interpreter, (end) => {
      this.#current = null;
      // Those behind it counted on its variables, and on all before.
      if (end.kind !== "finished") this.cancel({ kind: "stopped", lost: false });
      run.handle.finish(end);
    });
  }

  /** Ends all that wait. */
  cancel(end: RunEnd): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const run of waiting) run.handle.finish(end);
  }

  #stop(run: Run): void {
    if (this.#current?.run === run) {
      this.#current.interpreter.end("stopped");
    } else if (!run.handle.over) {
      this.#waiting = this.#waiting.filter((other) => other !== run);
      run.handle.finish({ kind: "stopped", lost: false });
    }
  }
}

/** Puts one run to an idle interpreter. */
function begin(run: Run, interpreter: Interpreter, finish: (end: RunEnd) => void): void {
  let ok = true;
  let seconds: number | null = null;
  interpreter.ask(
    { type: "run", code: run.code, filename: run.filename },
    {
      started() {
        run.handle.tell({ e: "started" });
      },
      event(text) {
        const event = readConsoleEvent(text);
        if (event === null || seconds !== null) {
          interpreter.end("crashed", "an unreadable event");
        } else if (event.e === "end") {
          seconds = event.seconds;
        } else if (event.e === "output_limit") {
          interpreter.end("output_limit");
        } else {
          if (event.e === "error") ok = false;
          run.handle.tell(event);
        }
      },
      answered(answer) {
        finish(endOf(answer, ok, seconds));
      },
    },
  );
}

function endOf(answer: Answer, ok: boolean, seconds: number | null): RunEnd {
  if (answer.kind === "end") return { kind: "finished", seconds: seconds ?? 0, ok };
  switch (answer.ending) {
    case "stopped":
      return { kind: "stopped", lost: true };
    case "output_limit":
      return { kind: "output_limit" };
    default:
      return { kind: "crashed" };
  }
}
