/** Checks of exercises: one after the other, each in an interpreter that has run nothing before. */

import type { Clock } from "./clock.ts";
import { Examination } from "./examination.ts";
import type { Fault } from "./faults.ts";
import { Handle } from "./handle.ts";
import type { CheckEnd, CheckEvent, CheckHandle, Language } from "./protocol.ts";
import { Plans } from "./plans.ts";
import type { Roles } from "./roles.ts";

/**
 * What a check is about. `sources` gives the JSON text of the exercise's files by name, null if
 * there is no such exercise, undefined as long as that is not known; it is asked when the check
 * could begin.
 */
export interface Submission {
  readonly exercise: string;
  readonly sources: () => string | null | undefined;
  readonly code: string;
}

interface Check {
  readonly submission: Submission;
  readonly handle: Handle<CheckEvent, CheckEnd>;
}

export interface ChecksOptions {
  readonly roles: Roles;
  readonly clock: Clock;
  readonly language: Language;
  readonly tell: (fault: Fault) => string;
}

export class Checks {
  readonly #options: ChecksOptions;
  readonly #plans: Plans;
  #waiting: Check[] = [];
  #current: { readonly check: Check; readonly examination: Examination } | null = null;

  constructor(options: ChecksOptions) {
    this.#options = options;
    this.#plans = new Plans(options.clock, options.language);
  }

  /** These may be checked: what can be done for them beforehand is done when the judge is free. */
  expect(exercises: readonly { readonly exercise: string; readonly sources: string }[]): void {
    this.#plans.expect(exercises);
    this.pump();
  }

  add(submission: Submission, onEvent: (event: CheckEvent) => void): CheckHandle {
    const check: Check = { submission, handle: new Handle(onEvent) };
    this.#waiting.push(check);
    queueMicrotask(() => {
      this.pump();
      const begun = this.#current?.check === check && this.#current.examination.begun;
      if (!begun) check.handle.tell({ e: "queued" });
    });
    return {
      done: check.handle.done,
      stop: () => {
        this.#stop(check);
      },
    };
  }

  /** Takes the next step that is possible. To be called on every change of the roles. */
  pump(): void {
    if (this.#current === null) this.#next();
    this.#current?.examination.advance();
    const { judge } = this.#options.roles;
    if (this.#current === null && judge.idle !== null) this.#plans.make(judge.idle);
  }

  /** Ends all checks, the one that is under way included. */
  cancel(end: CheckEnd): void {
    const all = this.#waiting;
    this.#waiting = [];
    for (const check of all) check.handle.finish(end);
    this.#current?.check.handle.finish(end);
    this.#current?.examination.abandon();
  }

  #next(): void {
    const { roles, clock, language, tell } = this.#options;
    // The learner's interpreter comes first: judge and spare are started after it.
    if (roles.learner.state.kind !== "ready") return;
    const [check] = this.#waiting;
    const sources = check?.submission.sources();
    if (check === undefined || sources === undefined) return;
    this.#waiting.shift();
    const { exercise, code } = check.submission;
    if (sources === null) {
      const message = tell({ kind: "exercise", name: exercise });
      check.handle.finish({ kind: "failed", message });
      this.#next();
      return;
    }
    const examination = new Examination({
      roles,
      clock,
      language,
      submission: { exercise, sources, code },
      plan: this.#plans.of(exercise, sources),
      begun: () => {
        check.handle.tell({ e: "started" });
      },
      over: (result) => {
        this.#current = null;
        check.handle.finish(
          result.kind === "fault" ? { kind: "failed", message: tell(result.fault) } : result,
        );
        roles.endExamination();
      },
    });
    this.#current = { check, examination };
    roles.beginExamination();
  }

  #stop(check: Check): void {
    if (this.#current?.check === check) {
      this.#current.examination.abandon();
    } else if (!check.handle.over) {
      this.#waiting = this.#waiting.filter((other) => other !== check);
      check.handle.finish({ kind: "stopped" });
    }
  }
}
