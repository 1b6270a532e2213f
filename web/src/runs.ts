/** Runs of cells: one after the other, all in the learner's interpreter. */

import { Handle } from "./handle.ts";
import type { Answer, Interpreter } from "./interpreter.ts";
import type { RunEnd, RunEvent, RunHandle } from "./protocol.ts";
import type { Seat } from "./seat.ts";
import { readConsoleEvent } from "./shapes.ts";

interface Run {
  readonly code: string;
  readonly filename: string;
  readonly lines: readonly string[];
  readonly handle: Handle<RunEvent, RunEnd>;
}

export class Runs {
  readonly #learner: Seat;
  #waiting: Run[] = [];
  #current: { readonly run: Run; readonly interpreter: Interpreter; asking: boolean } | null = null;

  constructor(learner: Seat) {
    this.#learner = learner;
  }

  add(
    code: string,
    filename: string,
    onEvent: (event: RunEvent) => void,
    lines: readonly string[] = [],
  ): RunHandle {
    const run: Run = { code, filename, lines, handle: new Handle(onEvent) };
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
      answer: (text) => {
        this.#answer(run, text);
      },
    };
  }

  /** Starts the next run, if the interpreter is free. To be called on every change of the roles. */
  pump(): void {
    const interpreter = this.#learner.idle;
    if (this.#current !== null || interpreter === null) return;
    const run = this.#waiting.shift();
    if (run === undefined) return;
    const current = { run, interpreter, asking: false };
    this.#current = current;
    begin(run, interpreter, {
      asks() {
        const again = current.asking;
        current.asking = true;
        return !again;
      },
      finish: (end) => {
        this.#current = null;
        // Those behind it counted on its variables, and on all before.
        if (end.kind !== "finished") this.cancel({ kind: "stopped", lost: false });
        run.handle.finish(end);
      },
    });
  }

  /** Ends all that wait. */
  cancel(end: RunEnd): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const run of waiting) run.handle.finish(end);
  }

  #answer(run: Run, text: string | null): void {
    const current = this.#current;
    if (current?.run !== run || !current.asking) return;
    current.asking = false;
    current.interpreter.answer(text);
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

/** What `begin` tells of a run. */
interface Course {
  /** The program waits for a line; false if it does so already. */
  asks(): boolean;
  finish(end: RunEnd): void;
}

/** Puts one run to an idle interpreter. */
function begin(run: Run, interpreter: Interpreter, course: Course): void {
  let ok = true;
  let seconds: number | null = null;
  interpreter.ask(
    { type: "run", code: run.code, filename: run.filename, lines: run.lines },
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
        } else if (event.e === "ask" && !course.asks()) {
          interpreter.end("crashed", "asked twice at once");
        } else {
          if (event.e === "error") ok = false;
          run.handle.tell(event);
        }
      },
      answered(answer) {
        course.finish(endOf(answer, ok, seconds));
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
