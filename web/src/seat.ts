/**
 * A seat holds at most one interpreter and keeps it alive: one that dies before it was ever asked
 * anything is started once more, then given up.
 *
 *     empty ──fill──► starting ──► ready ──(died at work, ended)──► empty
 *                       │  ▲         │
 *                       │  └─────────┘ died unasked, first time
 *                       └──► failed      died unasked, second time; `fill` tries anew
 */

import type { Clock } from "./clock.ts";
import type { Ending, StartWorker } from "./interpreter.ts";
import { Interpreter } from "./interpreter.ts";
import type { StartStep } from "./protocol.ts";

export type SeatState =
  | { readonly kind: "empty" }
  | { readonly kind: "starting"; readonly interpreter: Interpreter }
  | { readonly kind: "ready"; readonly interpreter: Interpreter }
  | { readonly kind: "failed"; readonly detail: string };

const TRIES = 2;

export class Seat {
  readonly #start: () => StartWorker;
  readonly #clock: Clock;
  readonly #changed: () => void;
  #interpreter: Interpreter | null = null;
  #tries = 0;
  #detail: string | null = null;

  /** `start` is asked for each new worker; `changed` is told of every change but those by our callers. */
  constructor(start: () => StartWorker, clock: Clock, changed: () => void) {
    this.#start = start;
    this.#clock = clock;
    this.#changed = changed;
  }

  get state(): SeatState {
    const interpreter = this.#interpreter;
    if (interpreter !== null) {
      return { kind: interpreter.life === "starting" ? "starting" : "ready", interpreter };
    }
    return this.#detail === null ? { kind: "empty" } : { kind: "failed", detail: this.#detail };
  }

  /** The interpreter if it would answer now. */
  get idle(): Interpreter | null {
    return this.#interpreter?.life === "idle" ? this.#interpreter : null;
  }

  /** How far the start has come, if one is under way. */
  get step(): StartStep {
    return this.#interpreter?.step ?? "compile";
  }

  /** Starts an interpreter, if there is none. */
  fill(): void {
    if (this.#interpreter !== null) return;
    this.#tries = 0;
    this.#begin();
  }

  /** Takes the interpreter of another seat, which is empty then. This one must not hold any. */
  adopt(other: Seat): void {
    if (this.#interpreter !== null) throw new Error("the seat is taken");
    const interpreter = other.#interpreter;
    if (interpreter === null) return;
    this.#hold(interpreter);
    this.#tries = other.#tries;
    other.#interpreter = null;
  }

  /** Ends the interpreter, if there is one, and forgets earlier failures. */
  clear(ending: Ending, detail = ""): void {
    const interpreter = this.#interpreter;
    this.#detail = null;
    if (interpreter === null) return;
    interpreter.end(ending, detail);
  }

  #begin(): void {
    this.#tries += 1;
    this.#hold(new Interpreter(this.#start(), this.#clock, this.#watcher()));
  }

  #hold(interpreter: Interpreter): void {
    this.#interpreter = interpreter;
    this.#detail = null;
    interpreter.watcher = this.#watcher();
  }

  #watcher(): Interpreter["watcher"] {
    return {
      changed: this.#changed,
      died: (ending, detail) => {
        this.#bury(ending, detail);
        this.#changed();
      },
    };
  }

  #bury(ending: Ending, detail: string): void {
    const unasked = this.#interpreter?.served === false;
    this.#interpreter = null;
    if (!unasked || ending === "stopped") return;
    if (this.#tries < TRIES) this.#begin();
    else this.#detail = detail;
  }
}
