/** Work done in turns, one piece after the other: between them the page draws, and hears of Python. */

export class Turns {
  readonly #waiting: (() => void)[] = [];
  readonly #soon: (action: () => void) => void;

  /** `soon` calls an action in a task of its own. */
  constructor(
    soon = (action: () => void): void => {
      setTimeout(action);
    },
  ) {
    this.#soon = soon;
  }

  /** What was added first is done first; what throws holds up nothing else. */
  add(work: () => void): void {
    this.#waiting.push(work);
    if (this.#waiting.length === 1) this.#soon(this.#next);
  }

  readonly #next = (): void => {
    const [work] = this.#waiting;
    try {
      work?.();
    } finally {
      this.#waiting.shift();
      if (this.#waiting.length > 0) this.#soon(this.#next);
    }
  };
}
