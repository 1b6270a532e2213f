/**
 * One worker as an object: it starts, is asked one thing at a time, and dies.
 *
 * What comes from the worker may be forged by the program that runs there: whatever is malformed,
 * out of order or beyond all bounds ends the interpreter as crashed, and nothing else.
 */

import type { Clock } from "./clock.ts";
import type { Request, Started, StartStep, WorkerNews, WorkerOrder } from "./protocol.ts";
import { readWorkerNews } from "./shapes.ts";

/** What an interpreter holds of its worker. `end` kills it at once, whatever it is doing. */
export interface WorkerLink {
  send(text: string): void;
  end(): void;
}

/** Where a worker's messages and its failure (it could not start, it broke) are heard. */
export interface WorkerListener {
  message(data: unknown): void;
  failure(detail: string): void;
}

/** Starts a worker. The listener is never called before this has returned. */
export type StartWorker = (listener: WorkerListener) => WorkerLink;

export type Life = "starting" | "idle" | "busy" | "dead";

/** Why an interpreter is dead: the first three by our hand. */
export type Ending = "stopped" | "timeout" | "output_limit" | "memory_limit" | "crashed" | "fault";

/** What comes of asking: exactly one of these. `text` is the judge's answer, else empty. */
export type Answer =
  | { readonly kind: "end"; readonly text: string }
  | { readonly kind: "dead"; readonly ending: Ending; readonly detail: string };

/** Hears of one request: `started`, any number of `event`, then `answered` once, then nothing. */
export interface Asker {
  started?(): void;
  event?(text: string): void;
  answered(answer: Answer): void;
}

/** Hears of an interpreter's life. On death, whoever asked is answered first. */
export interface Watcher {
  changed(): void;
  died(ending: Ending, detail: string): void;
}

/** A step of the start that takes longer than this (in milliseconds) will not come to anything. */
const START_LIMIT = 120_000;

/** What a request may bring at most: messages, and characters of them all. */
interface Bounds {
  readonly news: number;
  readonly text: number;
  /** What it comes to beyond them. */
  readonly ending: Ending;
}

/**
 * An honest run tells of 256 Ki characters (`SHOWN` in checker/cell.py), at worst of each by itself:
 * 60 around it and, twice escaped, 14 of its own. Then its end is told otherwise.
 */
const RUN_BOUNDS: Bounds = {
  news: 256 * 1024 + 100,
  text: 24 * 1024 * 1024,
  ending: "crashed",
};

/** Values of many cases may be large, and their texts are escaped twice. */
const OTHER_BOUNDS: Bounds = {
  news: 500_000,
  text: 128 * 1024 * 1024,
  ending: "output_limit",
};

export class Interpreter {
  /** Whoever is responsible at the time; the spare that becomes the learner's gets a new one. */
  watcher: Watcher;
  readonly #link: WorkerLink;
  readonly #clock: Clock;
  #forgetStartLimit: () => void = () => undefined;
  #life: Life = "starting";
  #step: StartStep = "compile";
  #started: Started | null = null;
  #served = false;
  #asked: { readonly id: number; readonly asker: Asker; started: boolean } | null = null;
  #requests = 0;
  #bounds = OTHER_BOUNDS;
  #textHeard = 0;
  #newsHeard = 0;

  constructor(start: StartWorker, clock: Clock, watcher: Watcher) {
    this.watcher = watcher;
    this.#clock = clock;
    this.#link = start({
      message: (data) => {
        this.#hear(data);
      },
      failure: (detail) => {
        this.end("crashed", detail);
      },
    });
  }

  get life(): Life {
    return this.#life;
  }

  /** How far the start has come. */
  get step(): StartStep {
    return this.#step;
  }

  /** How it started; null until it has. */
  get started(): Started | null {
    return this.#started;
  }

  /** Whether it was ever asked anything; if not, its death is nobody's program's doing. */
  get served(): boolean {
    return this.#served;
  }

  /** Asks an idle interpreter; `asker` is never called before this has returned. */
  ask(request: Request, asker: Asker): void {
    if (this.#life !== "idle") throw new Error(`asked while ${this.#life}`);
    this.#requests += 1;
    this.#served = true;
    this.#life = "busy";
    this.#asked = { id: this.#requests, asker, started: false };
    this.#bounds = request.type === "run" ? RUN_BOUNDS : OTHER_BOUNDS;
    this.#textHeard = 0;
    this.#newsHeard = 0;
    this.#send({ ...request, id: this.#requests });
  }

  /** Tells the program under way a line that it has asked for, or that there is none. */
  answer(text: string | null): void {
    const asked = this.#asked;
    if (asked !== null) this.#send({ type: "answer", id: asked.id, text });
  }

  /** Kills the worker. Once dead, this does nothing. */
  end(ending: Ending, detail = ""): void {
    if (this.#life === "dead") return;
    this.#life = "dead";
    this.#forgetStartLimit();
    this.#link.end();
    const asked = this.#asked;
    this.#asked = null;
    asked?.asker.answered({ kind: "dead", ending, detail });
    this.watcher.died(ending, detail);
  }

  #send(order: WorkerOrder): void {
    this.#link.send(JSON.stringify(order));
  }

  #hear(data: unknown): void {
    if (this.#life === "dead") return;
    // Before it is read: reading, too, would hold up the page.
    this.#newsHeard += 1;
    if (typeof data === "string") this.#textHeard += data.length;
    if (this.#newsHeard > this.#bounds.news || this.#textHeard > this.#bounds.text) {
      this.end(this.#bounds.ending, "a flood");
      return;
    }
    const news = readWorkerNews(data);
    if (news === null) {
      this.end("crashed", "an unreadable message");
    } else if (!(this.#life === "starting" ? this.#hearStart(news) : this.#hearWork(news))) {
      this.end("crashed", `an unexpected message: ${news.type}`);
    }
  }

  /** Bytes may take their time to arrive; what has them has to come to an end. */
  #limitStart(): void {
    this.#forgetStartLimit();
    if (this.#step === "download") return;
    this.#forgetStartLimit = this.#clock.after(START_LIMIT, () => {
      this.end("crashed", `no answer within ${String(START_LIMIT / 1000)} s`);
    });
  }

  /** Whether the news make sense in this state. */
  #hearStart(news: WorkerNews): boolean {
    switch (news.type) {
      case "step":
        this.#step = news.step;
        this.#limitStart();
        break;
      case "ready":
        this.#forgetStartLimit();
        this.#started = news.start;
        this.#life = "idle";
        break;
      case "failed":
      case "crashed":
        this.end("crashed", news.detail);
        return true;
      default:
        return false;
    }
    this.watcher.changed();
    return true;
  }

  #hearWork(news: WorkerNews): boolean {
    if (news.type === "crashed") {
      this.end("crashed", news.detail);
      return true;
    }
    const asked = this.#asked;
    if (asked === null || !("id" in news) || news.id !== asked.id) return false;
    if ((news.type === "started") === asked.started) return false;
    switch (news.type) {
      case "started":
        asked.started = true;
        asked.asker.started?.();
        return true;
      case "event":
        asked.asker.event?.(news.text);
        return true;
      case "end":
        this.#asked = null;
        this.#life = "idle";
        asked.asker.answered({ kind: "end", text: news.text });
        this.watcher.changed();
        return true;
      case "fault":
        this.end(news.error === "MemoryError" ? "memory_limit" : "fault", news.detail);
        return true;
      default:
        return false;
    }
  }
}
