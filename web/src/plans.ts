/**
 * The judge's first plans, made before anybody asks for a check: reading an exercise takes the judge longer
 * than all the rest, and it depends on nothing that a learner does.
 */

import type { Clock } from "./clock.ts";
import type { Interpreter } from "./interpreter.ts";
import { askJudge } from "./judging.ts";
import type { Language } from "./protocol.ts";
import { readJudgeAnswer } from "./shapes.ts";

interface Unread {
  readonly exercise: string;
  /** JSON text of the exercise's files by name. */
  readonly sources: string;
}

export class Plans {
  readonly #clock: Clock;
  readonly #language: Language;
  readonly #made = new Map<string, Unread & { readonly plan: string }>();
  #waiting: readonly Unread[] = [];

  constructor(clock: Clock, language: Language) {
    this.#clock = clock;
    this.#language = language;
  }

  /** From now on these are the exercises whose plans will be wanted. */
  expect(exercises: readonly Unread[]): void {
    this.#waiting = exercises;
  }

  /** The first plan for an exercise as it is in `sources`; null if it is not made yet. */
  of(exercise: string, sources: string): string | null {
    const made = this.#made.get(exercise);
    return made?.sources === sources ? made.plan : null;
  }

  /** Has an idle judge make the next one. What fails is left to the check, which tells why. */
  make(judge: Interpreter): void {
    const [next, ...rest] = this.#waiting;
    if (next === undefined) return;
    this.#waiting = rest;
    const question = { ...next, rounds: [], language: this.#language };
    askJudge(judge, question, this.#clock, (answer) => {
      const made = answer.kind === "end" ? readJudgeAnswer(answer.text) : null;
      if (made !== null && "plan" in made)
        this.#made.set(next.exercise, { ...next, plan: made.plan });
    });
  }
}
