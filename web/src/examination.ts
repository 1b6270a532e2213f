/**
 * One submission's way: the judge gives a plan, the examinee observes the program by it, the judge
 * gives another plan or the report.
 *
 *     preparing ──► judging ──► planned ──► observing ──► preparing … judging ──► over
 *
 * A plan that is known already is where it begins. `preparing` waits until the judge is free, `planned` for the
 * examinee. The time limit counts the seconds in which the program could run, over all rounds together, and
 * nothing else.
 */

import type { Clock } from "./clock.ts";
import type { Fault } from "./faults.ts";
import type { Answer, Interpreter } from "./interpreter.ts";
import type { Language, Report, Round } from "./protocol.ts";
import type { Roles } from "./roles.ts";
import { askJudge } from "./judging.ts";
import { isRecord, parseJson, readJudgeAnswer } from "./shapes.ts";

export type Result =
  | { readonly kind: "report"; readonly report: Report }
  | { readonly kind: "stopped" }
  | { readonly kind: "fault"; readonly fault: Fault };

export interface ExaminationOptions {
  readonly roles: Roles;
  readonly clock: Clock;
  readonly language: Language;
  /** `sources` is the JSON text of the exercise's files by name. */
  readonly submission: {
    readonly exercise: string;
    readonly sources: string;
    readonly code: string;
  };
  /** The judge's first plan, if it is known already. */
  readonly plan: string | null;
  /** Called with the first step. */
  readonly begun: () => void;
  /** Called once. */
  readonly over: (result: Result) => void;
}

/** Milliseconds that a submission may take. */
export const CHECK_LIMIT = 10_000;

/** Milliseconds that an idle interpreter may take to start on what it was asked. */
const START_LIMIT = 30_000;

/** A judge that fails is tried once more. */
const JUDGE_TRIES = 2;

/** A judge that asks for more rounds than this has lost its way. */
const ROUNDS_LIMIT = 8;

type Phase =
  | { readonly kind: "preparing" | "judging" | "observing" | "over" }
  | { readonly kind: "planned"; readonly plan: string };

export class Examination {
  readonly #options: ExaminationOptions;
  readonly #rounds: Round[] = [];
  #phase: Phase = { kind: "preparing" };
  #begun = false;
  #judgeFailures = 0;
  #timeLeft = CHECK_LIMIT;

  constructor(options: ExaminationOptions) {
    this.#options = options;
    if (options.plan !== null) this.#phase = { kind: "planned", plan: options.plan };
  }

  /** Whether anybody was asked for anything. */
  get begun(): boolean {
    return this.#begun;
  }

  /** Takes the next step, if those who are needed for it are there. */
  advance(): void {
    const { judge, examinee } = this.#options.roles;
    const phase = this.#phase;
    if (phase.kind !== "preparing" && phase.kind !== "planned") return;
    if (examinee.state.kind === "failed") {
      this.#finish({ kind: "fault", fault: { kind: "start", detail: examinee.state.detail } });
    } else if (phase.kind === "planned") {
      // One that died in the round before, or between the two, is of no more use.
      if (examinee.state.kind === "empty") examinee.fill();
      else if (examinee.idle !== null) this.#observe(examinee.idle, phase.plan);
    } else if (judge.state.kind === "failed") {
      this.#finish({ kind: "fault", fault: { kind: "judge", detail: judge.state.detail } });
    } else if (judge.state.kind === "empty") {
      judge.fill();
    } else if (judge.idle !== null) {
      this.#judge(judge.idle);
    }
  }

  /** The learner stops it, or the page starts anew. */
  abandon(): void {
    this.#finish({ kind: "stopped" });
  }

  #begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    this.#options.begun();
  }

  #judge(judge: Interpreter): void {
    const { clock, language, submission } = this.#options;
    this.#phase = { kind: "judging" };
    this.#begin();
    const { exercise, sources } = submission;
    askJudge(judge, { exercise, sources, rounds: this.#rounds, language }, clock, (answer) => {
      this.#judged(judge, answer);
    });
  }

  #judged(judge: Interpreter, answer: Answer): void {
    if (this.#phase.kind !== "judging") return;
    if (answer.kind === "dead") {
      this.#judgeFailed(answer.detail);
      return;
    }
    const verdict = readJudgeAnswer(answer.text);
    if (verdict === null) {
      this.#judgeFailed("an unreadable answer");
      judge.end("crashed", "an unreadable answer");
    } else if ("report" in verdict) {
      this.#finish({ kind: "report", report: verdict.report });
    } else if (this.#rounds.length >= ROUNDS_LIMIT) {
      this.#finish({ kind: "fault", fault: { kind: "judge", detail: "too many rounds" } });
    } else {
      this.#phase = { kind: "planned", plan: verdict.plan };
    }
  }

  #judgeFailed(detail: string): void {
    this.#judgeFailures += 1;
    if (this.#judgeFailures < JUDGE_TRIES) this.#phase = { kind: "preparing" };
    else this.#finish({ kind: "fault", fault: { kind: "judge", detail } });
  }

  #observe(examinee: Interpreter, plan: string): void {
    const { clock, submission } = this.#options;
    this.#begin();
    this.#phase = { kind: "observing" };
    const events: string[] = [];
    let started: number | null = null;
    let forget = clock.after(START_LIMIT, () => {
      examinee.end("crashed", "the program was never started");
    });
    examinee.ask(
      { type: "observe", source: submission.code, plan },
      {
        started: () => {
          forget();
          started = clock.now();
          forget = clock.after(this.#timeLeft, () => {
            examinee.end("timeout");
          });
        },
        event: (text) => {
          events.push(text);
          if (isOutputLimit(text)) examinee.end("output_limit");
        },
        answered: (answer) => {
          forget();
          if (this.#phase.kind !== "observing") return;
          const spent = started === null ? 0 : clock.now() - started;
          this.#timeLeft = Math.max(0, this.#timeLeft - spent);
          this.#rounds.push({ events, seconds: spent / 1000, ...endOf(answer) });
          this.#phase = { kind: "preparing" };
        },
      },
    );
  }

  #finish(result: Result): void {
    if (this.#phase.kind === "over") return;
    this.#phase = { kind: "over" };
    this.#options.over(result);
  }
}

/** How a round ended. The detail is for whoever mends our own faults; a crash needs none. */
function endOf(answer: Answer): Pick<Round, "ended" | "detail"> {
  if (answer.kind === "end") return { ended: "complete", detail: "" };
  const ended = answer.ending === "stopped" ? "crashed" : answer.ending;
  return { ended, detail: ended === "fault" ? answer.detail : "" };
}

/** Only short texts can be it: the long ones are not read here. */
function isOutputLimit(text: string): boolean {
  if (text.length > 100) return false;
  const event = parseJson(text);
  return isRecord(event) && event.e === "output_limit";
}
