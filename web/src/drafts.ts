/**
 * What a learner wrote and reached, kept in the browser's storage on every change.
 *
 * A record is found by lesson and exercise name, never by address, so that a lesson may move. The
 * version is part of the key: records of another version are left alone, not misread.
 */

export const VERSION = 1;

/** The part of `Storage` that is used; what does not work throws, as in the browser. */
export type Shelf = Pick<Storage, "getItem" | "setItem">;

/** `unavailable`: nothing can be kept. `full`: the last change could not be kept. */
export type Trouble = "none" | "unavailable" | "full";

/** A code as the learner left it; `previous` is what a reset replaced, null when nothing was. */
export interface Draft {
  readonly starter: string;
  readonly text: string;
  readonly previous: string | null;
}

/**
 * How far an exercise is: `verdict` is the last outcome ("" before the first), `passed` whether it
 * ever was passed, `checked` the code that the verdict is about, `report` its report as JSON.
 */
export interface Progress {
  readonly attempts: number;
  readonly verdict: string;
  readonly passed: boolean;
  readonly checked: string | null;
  readonly report: string | null;
  readonly hints: number;
  readonly solution: boolean;
}

/** An answer in the learner's own words, and the numbers of the lines that were ticked. */
export interface Notes {
  readonly text: string;
  readonly shown: boolean;
  readonly ticks: readonly number[];
}

export const NO_PROGRESS: Progress = {
  attempts: 0,
  verdict: "",
  passed: false,
  checked: null,
  report: null,
  hints: 0,
  solution: false,
};

export const NO_NOTES: Notes = { text: "", shown: false, ticks: [] };

/** One record: read afresh every time, because another tab may have written it. */
export interface Slot<T> {
  get(): T | null;
  set(value: T): void;
  /** Calls back when another tab wrote this record. */
  onOtherTab(listener: (value: T) => void): void;
}

export class Drafts {
  readonly #lesson: string;
  readonly #shelf: Shelf | null;
  readonly #unkept = new Map<string, string>();
  readonly #watchers = new Map<string, (text: string) => void>();
  readonly #onTrouble: (trouble: Trouble) => void;
  #trouble: Trouble;

  constructor(lesson: string, shelf: Shelf | null, onTrouble: (trouble: Trouble) => void) {
    this.#lesson = lesson;
    this.#shelf = shelf;
    this.#onTrouble = onTrouble;
    this.#trouble = shelf === null ? "unavailable" : "none";
    if (shelf === null) onTrouble("unavailable");
  }

  draft(kind: "cell" | "exercise", name: string): Slot<Draft> {
    return this.#slot(`${kind}/${name}/draft`, readDraft);
  }

  progress(exercise: string): Slot<Progress> {
    return this.#slot(`exercise/${exercise}/progress`, readProgress);
  }

  notes(kind: "touchstone" | "checklist", name: string): Slot<Notes> {
    return this.#slot(`${kind}/${name}/notes`, readNotes);
  }

  /** To be told of the window's `storage` events. */
  receive(key: string | null, text: string | null): void {
    if (key === null || text === null) return;
    this.#unkept.delete(key);
    this.#watchers.get(key)?.(text);
  }

  #slot<T>(path: string, read: (value: unknown) => T | null): Slot<T> {
    const key = `pruefstand/${String(VERSION)}/${this.#lesson}/${path}`;
    return {
      get: () => parse(this.#read(key), read),
      set: (value) => {
        this.#write(key, JSON.stringify(value));
      },
      onOtherTab: (listener) => {
        this.#watchers.set(key, (text) => {
          const value = parse(text, read);
          if (value !== null) listener(value);
        });
      },
    };
  }

  #read(key: string): string | null {
    const unkept = this.#unkept.get(key);
    if (unkept !== undefined) return unkept;
    try {
      return this.#shelf?.getItem(key) ?? null;
    } catch {
      return null;
    }
  }

  #write(key: string, text: string): void {
    // What cannot be kept lives on in memory: the page works all the same until it is closed.
    this.#unkept.set(key, text);
    if (this.#shelf === null) return;
    let trouble: Trouble = "none";
    try {
      this.#shelf.setItem(key, text);
      this.#unkept.delete(key);
    } catch {
      trouble = "full";
    }
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    this.#onTrouble(trouble);
  }
}

/** The browser's storage, or null where it is switched off; one that is full can still be read. */
export function localShelf(host: { readonly localStorage: Storage }): Shelf | null {
  try {
    const storage = host.localStorage;
    storage.getItem("pruefstand/probe");
    return storage;
  } catch {
    return null;
  }
}

function parse<T>(text: string | null, read: (value: unknown) => T | null): T | null {
  if (text === null) return null;
  try {
    return read(JSON.parse(text));
  } catch {
    return null;
  }
}

function fields(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === "object" && value !== null ? { ...value } : null;
}

function readDraft(value: unknown): Draft | null {
  const { starter, text, previous } = fields(value) ?? {};
  if (typeof starter !== "string" || typeof text !== "string") return null;
  return { starter, text, previous: typeof previous === "string" ? previous : null };
}

function readProgress(value: unknown): Progress | null {
  const record = fields(value);
  if (record === null) return null;
  const { attempts, verdict, passed, checked, report, hints, solution } = record;
  return {
    attempts: typeof attempts === "number" ? attempts : 0,
    verdict: typeof verdict === "string" ? verdict : "",
    passed: passed === true,
    checked: typeof checked === "string" ? checked : null,
    report: typeof report === "string" ? report : null,
    hints: typeof hints === "number" ? hints : 0,
    solution: solution === true,
  };
}

function readNotes(value: unknown): Notes | null {
  const record = fields(value);
  if (record === null) return null;
  const { text, shown, ticks } = record;
  return {
    text: typeof text === "string" ? text : "",
    shown: shown === true,
    ticks: Array.isArray(ticks) ? ticks.filter((tick) => typeof tick === "number") : [],
  };
}
