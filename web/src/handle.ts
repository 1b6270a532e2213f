/** What a caller holds of something that takes time: events, then exactly one end. */

/** `done` settles once, with the first end; events after that are dropped. */
export class Handle<Event, End> {
  readonly done: Promise<End>;
  readonly #onEvent: (event: Event) => void;
  #settle: ((end: End) => void) | null = null;

  constructor(onEvent: (event: Event) => void) {
    this.#onEvent = onEvent;
    this.done = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  get over(): boolean {
    return this.#settle === null;
  }

  tell(event: Event): void {
    if (!this.over) callSafely(this.#onEvent, event);
  }

  finish(end: End): void {
    const settle = this.#settle;
    this.#settle = null;
    settle?.(end);
  }
}

/** A listener that throws must not disturb who calls it: its error goes where uncaught ones go. */
export function callSafely<Event>(listener: (event: Event) => void, event: Event): void {
  try {
    listener(event);
  } catch (error) {
    reportError(error);
  }
}
