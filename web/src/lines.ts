/**
 * The lines that a program reads, on the worker's side: asked of the page one after the other where
 * Python can wait for an answer, else taken from those that the run was given beforehand.
 */

interface Question {
  readonly prompt: string;
  readonly answered: (line: string | undefined) => void;
}

/** An event of a run, told to the page. */
export type TellLines = (
  event: { readonly e: "ask"; readonly prompt: string } | { readonly e: "lacking" },
) => void;

/** `undefined` as a line means that there are no more. */
export class Lines {
  #tell: TellLines | null = null;
  #given: string[] = [];
  #lacking = false;
  #questions: Question[] = [];

  /** A run begins, with the lines that it was given. */
  begin(given: readonly string[], tell: TellLines): void {
    this.#tell = tell;
    this.#given = [...given];
    this.#lacking = false;
  }

  /** The run is over: what it left behind can ask no more, and waits no longer. */
  end(): void {
    this.#tell = null;
    this.#given = [];
    const questions = this.#questions;
    this.#questions = [];
    for (const { answered } of questions) answered(undefined);
  }

  /** The next line of those given; the first time that there is none, the page is told. */
  take(): string | undefined {
    const line = this.#given.shift();
    if (line === undefined && !this.#lacking) {
      this.#lacking = true;
      this.#tell?.({ e: "lacking" });
    }
    return line;
  }

  /** Asks the page, after those who asked before (several tasks of a program may). */
  ask(prompt: string): Promise<string | undefined> {
    return new Promise((answered) => {
      if (this.#tell === null) {
        answered(undefined);
        return;
      }
      this.#questions.push({ prompt, answered });
      if (this.#questions.length === 1) this.#tell({ e: "ask", prompt });
    });
  }

  /** What the page answered: a line, or null for no more. */
  answer(line: string | null): void {
    this.#questions.shift()?.answered(line ?? undefined);
    const next = this.#questions[0];
    if (next !== undefined) this.#tell?.({ e: "ask", prompt: next.prompt });
  }
}
