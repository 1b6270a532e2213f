/**
 * A sealed room, seen from the page: a sandboxed frame of an opaque origin, whose own policy closes
 * the network, and the workers in it. Its script is `frame.ts`.
 */

import type { Clock } from "./clock.ts";
import type { StartWorker, WorkerLink, WorkerListener } from "./interpreter.ts";
import type { FrameNews, FrameOrder, Part, PartName, RoomFacts, WorkerRole } from "./protocol.ts";
import { FIRST_PARTS, FRAME_UP } from "./protocol.ts";
import { readFrameNews } from "./shapes.ts";

/** Brings a part; rejects where that failed, which whoever brings it has told already. */
export type Supply = (name: PartName) => Promise<Part>;

/** A frame that is not up by then (in milliseconds) will never be. */
const OPENING_LIMIT = 90_000;

/**
 * Milliseconds between two questions whether the frame still lives, and how many may go unanswered.
 * When its process dies (out of memory, say), no event tells the page.
 */
const BEAT = 5_000;
const PATIENCE = 3;

export class Room {
  readonly #frame: HTMLIFrameElement;
  readonly #window: Window;
  readonly #control: MessagePort;
  readonly #supply: Supply;
  readonly #clock: Clock;
  readonly #stopListening: () => void;
  readonly #workers = new Map<number, { readonly listener: WorkerListener; close(): void }>();
  #forgetTimer: () => void;
  #unanswered = 0;
  #broken = false;
  #started = 0;

  /** `frame` is the whole document of the sealed frame, its policy and script inside. */
  constructor(facts: RoomFacts, supply: Supply, frame: string, host: Document, clock: Clock) {
    const { defaultView } = host;
    if (defaultView === null) throw new Error("a room needs a document that is shown");
    this.#window = defaultView;
    const { port1, port2 } = new MessageChannel();
    this.#control = port1;
    this.#supply = supply;
    this.#clock = clock;
    this.#forgetTimer = clock.after(OPENING_LIMIT, () => {
      this.#break("the sealed frame did not open");
    });
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      this.#hear(readFrameNews(data));
    };
    // In the standard, and not yet in every browser.
    port1.addEventListener("close", () => {
      this.#break("the sealed frame is gone");
    });

    this.#frame = host.createElement("iframe");
    // Without allow-same-origin: nothing of the page's origin can be reached from inside.
    this.#frame.setAttribute("sandbox", "allow-scripts");
    this.#frame.hidden = true;
    this.#frame.title = "Python";
    this.#frame.srcdoc = frame;
    const whenUp = (event: MessageEvent<unknown>): void => {
      if (event.source !== this.#frame.contentWindow || event.data !== FRAME_UP) return;
      this.#window.removeEventListener("message", whenUp);
      // An opaque origin can't be named as the target; this window is ours by the line above.
      this.#frame.contentWindow?.postMessage(facts, "*", [port2]);
      for (const name of FIRST_PARTS) this.#bring(name);
      this.#watch();
    };
    this.#window.addEventListener("message", whenUp);
    this.#stopListening = () => {
      this.#window.removeEventListener("message", whenUp);
    };
    // Python starts while the page is still being read: there may be no body yet.
    host.documentElement.append(this.#frame);
  }

  get broken(): boolean {
    return this.#broken;
  }

  /** What starts a worker of that role here; the worker waits until the frame has what it needs. */
  start(role: WorkerRole): StartWorker {
    return (listener) => this.#begin(role, listener);
  }

  close(): void {
    this.#break("the sealed frame was closed");
  }

  #hear(news: FrameNews | null): void {
    switch (news?.type) {
      case "need":
        this.#bring(news.name);
        break;
      case "pong":
        this.#unanswered = 0;
        break;
      case "worker_error":
        this.#fail(news.worker, news.detail);
        break;
      case "broken":
        this.#break(news.detail);
        break;
      default:
        this.#break("an unreadable message of the sealed frame");
    }
  }

  #bring(name: PartName): void {
    this.#supply(name).then(
      (part) => {
        if (!this.#broken) this.#order({ type: "part", part });
      },
      () => undefined,
    );
  }

  /** Asks from time to time whether the frame still lives. */
  #watch(): void {
    this.#forgetTimer();
    this.#forgetTimer = this.#clock.after(BEAT, () => {
      if (this.#unanswered >= PATIENCE) {
        this.#break("the sealed frame does not answer");
        return;
      }
      this.#unanswered += 1;
      this.#order({ type: "ping" });
      this.#watch();
    });
  }

  #begin(role: WorkerRole, listener: WorkerListener): WorkerLink {
    this.#started += 1;
    const worker = this.#started;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      listener.message(data);
    };
    port1.onmessageerror = () => {
      this.#fail(worker, "a message that can't be read");
    };
    port1.addEventListener("close", () => {
      this.#fail(worker, "the worker is gone");
    });
    const close = (): void => {
      port1.onmessage = null;
      port1.close();
    };
    this.#workers.set(worker, { listener, close });
    this.#order({ type: "start", worker, role }, port2);
    return {
      send(text) {
        port1.postMessage(text);
      },
      end: () => {
        if (!this.#workers.delete(worker)) return;
        close();
        this.#order({ type: "stop", worker });
      },
    };
  }

  #order(order: FrameOrder, ...transfer: MessagePort[]): void {
    this.#control.postMessage(order, transfer);
  }

  #fail(worker: number, detail: string): void {
    this.#workers.get(worker)?.listener.failure(detail);
  }

  #break(detail: string): void {
    if (this.#broken) return;
    this.#broken = true;
    this.#forgetTimer();
    this.#stopListening();
    this.#control.onmessage = null;
    this.#frame.remove();
    this.#control.close();
    const workers = [...this.#workers.values()];
    this.#workers.clear();
    for (const worker of workers) {
      worker.close();
      worker.listener.failure(detail);
    }
  }
}
