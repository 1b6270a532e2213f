/** A question to the judge, with the time that it may take. */

import type { Clock } from "./clock.ts";
import type { Answer, Interpreter } from "./interpreter.ts";
import type { Language, Round } from "./protocol.ts";

/** Milliseconds that the judge may take for a step. */
const JUDGE_LIMIT = 60_000;

/** What the judge is to say of an exercise, given the rounds so far; `sources` is a JSON text. */
export interface Question {
  readonly exercise: string;
  readonly sources: string;
  readonly rounds: readonly Round[];
  readonly language: Language;
}

/** Asks an idle judge; one that takes too long is ended, which is its answer then. */
export function askJudge(
  judge: Interpreter,
  { rounds, ...question }: Question,
  clock: Clock,
  answered: (answer: Answer) => void,
): void {
  const forget = clock.after(JUDGE_LIMIT, () => {
    judge.end("timeout", "no answer of the judge");
  });
  judge.ask(
    { type: "judge", ...question, rounds: JSON.stringify(rounds) },
    {
      answered: (answer) => {
        forget();
        answered(answer);
      },
    },
  );
}
