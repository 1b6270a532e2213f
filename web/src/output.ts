/** What a run gives, as it comes: printed text, the last expression's value, the error, the end. */

import { el, folded, icon, type Shape } from "./dom.ts";
import type { Raised, RunEnd, RunEvent } from "./protocol.ts";
import type { Strings } from "./strings.ts";
import { plain } from "./text.ts";

type Stream = "stdout" | "stderr" | "stdin";

/** More of these in one run come from no honest program; what is beyond is left out. */
const RESULTS = 20;

/** Where nothing is painted no frame comes: then the output is shown this often (milliseconds). */
const HIDDEN_PAUSE = 500;

/** After so many characters a line's end begins a part that is laid out by itself. */
const PART = 4096;

/** The time between two showings is at least so many times that of the last one. */
const REST = 4;

/** What was printed and is not shown yet, in pieces of one stream each, within the page's bounds. */
export class Printed {
  /** Pieces of one run. Later text goes on in the last one, whatever stream it is of. */
  static readonly PIECES = 2000;
  /** UTF-16 units of one run: twice the characters that Python tells of. */
  static readonly UNITS = 512 * 1024;

  #waiting: { readonly stream: Stream; readonly texts: string[] }[] = [];
  #stream: Stream | null = null;
  #pieces = 0;
  #left = Printed.UNITS;

  /** Whether all of it is taken; what is beyond the bound is dropped. */
  add(stream: Stream, text: string): boolean {
    const kept = text.slice(0, this.#left);
    this.#left -= kept.length;
    if (kept !== "") {
      const kind = this.#pieces < Printed.PIECES ? stream : (this.#stream ?? stream);
      if (kind !== this.#stream) this.#pieces += 1;
      this.#stream = kind;
      const last = this.#waiting.at(-1);
      if (last?.stream === kind) last.texts.push(kept);
      else this.#waiting.push({ stream: kind, texts: [kept] });
    }
    return kept.length === text.length;
  }

  /** What came since the last time; its first piece may go on with the last one of then. */
  take(): readonly { readonly stream: Stream; readonly text: string }[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken.map(({ stream, texts }) => ({ stream, text: texts.join("") }));
  }

  /** What comes next begins a new piece. */
  part(): void {
    this.#stream = null;
  }
}

/** One run's output in `root`, which is emptied by the next run. */
export class Output {
  readonly #root: HTMLElement;
  readonly #strings: Strings;
  #printed = new Printed();
  #block: HTMLElement | null = null;
  /** The last part of the block: itself, or an element in it. */
  #part: HTMLElement | null = null;
  #partSize = 0;
  /** The last piece shown in the part, open for more of its stream. */
  #open: { readonly stream: Stream; readonly text: Text } | null = null;
  #values = 0;
  #errors = 0;
  #cut = false;
  #lacking = false;
  #awaiting = false;
  /** How long the next showing has to wait. */
  #pause = 0;
  /** The block whose end is to be kept in sight. */
  #followed: HTMLElement | null = null;
  /** How far the end was last scrolled to. */
  #end = 0;

  constructor(root: HTMLElement, strings: Strings) {
    this.#root = root;
    this.#strings = strings;
  }

  clear(): void {
    this.#root.replaceChildren();
    this.#printed = new Printed();
    this.#block = null;
    this.#closePart();
    this.#values = 0;
    this.#errors = 0;
    this.#cut = false;
    this.#lacking = false;
    this.#followed = null;
  }

  show(event: RunEvent): void {
    switch (event.e) {
      case "stdout":
      case "stderr":
      case "stdin":
        if (!this.#printed.add(event.e, event.text)) this.#showCut();
        this.#await();
        break;
      case "value":
        this.#values += 1;
        if (this.#values > RESULTS) break;
        this.#add(
          el(
            "div",
            { class: "value" },
            el("span", { class: "arrow", "aria-hidden": "true" }, "→"),
            el("span", { class: "visually-hidden" }, this.#strings.value),
            el("pre", {}, plain(event.text)),
          ),
        );
        break;
      case "error":
        this.#errors += 1;
        if (this.#errors > RESULTS) break;
        this.#add(errorBlock(event.raised, event.traceback, this.#strings));
        break;
      case "output_cut":
        this.#showCut();
        break;
      case "lacking":
        this.#lacking = true;
        break;
      case "ask":
        // Nobody answers a question that is not there to be read.
        this.#flush();
        this.#follow();
        break;
      case "queued":
      case "started":
        break;
    }
  }

  /** The last word on the run. */
  end(end: RunEnd): void {
    const strings = this.#strings;
    this.#flush();
    switch (end.kind) {
      case "finished":
        if (this.#root.childElementCount === 0) {
          this.#add(note("check", strings.noOutput));
        }
        if (this.#lacking) this.#add(note("alert", strings.lacking));
        break;
      case "stopped":
        this.#add(note("stop", end.lost ? strings.stopped : strings.notStarted));
        break;
      case "crashed":
        this.#add(note("alert", strings.crashed));
        break;
      case "output_limit":
        this.#add(note("alert", strings.outputLimit));
        break;
      case "failed":
        this.#add(note("alert", plain(end.message)));
        break;
    }
  }

  #showCut(): void {
    if (this.#cut) return;
    this.#cut = true;
    this.#add(note("alert", this.#strings.outputCut));
  }

  /** Shows what was printed with the next frame: a program prints faster than a page is laid out. */
  #await(): void {
    if (this.#awaiting) return;
    this.#awaiting = true;
    const due = (): void => {
      this.#awaiting = false;
      const begun = performance.now();
      this.#flush();
      this.#follow();
      this.#pause = REST * (performance.now() - begun);
    };
    const paint = (): void => {
      requestAnimationFrame(due);
    };
    if (document.hidden) setTimeout(due, HIDDEN_PAUSE);
    else if (this.#pause > 16) setTimeout(paint, this.#pause);
    else paint();
  }

  #flush(): void {
    for (const { stream, text } of this.#printed.take()) {
      let rest = plain(text);
      while (rest !== "") {
        const end = rest.indexOf("\n", Math.max(0, PART - this.#partSize)) + 1;
        const now = end === 0 ? rest : rest.slice(0, end);
        this.#write(stream, now);
        if (end !== 0) this.#closePart();
        rest = rest.slice(now.length);
      }
    }
  }

  #write(stream: Stream, text: string): void {
    this.#partSize += text.length;
    if (this.#open?.stream === stream) {
      this.#open.text.appendData(text);
      return;
    }
    const piece = document.createTextNode(text);
    this.#openPart().append(stream === "stdout" ? piece : el("span", { class: stream }, piece));
    this.#open = { stream, text: piece };
  }

  #openPart(): HTMLElement {
    if (this.#block === null) {
      this.#block = el("pre", { class: "stream" });
      this.#root.append(this.#block);
      this.#part = this.#block;
      this.#followed = this.#block;
      this.#end = 0;
    } else if (this.#part === null) {
      this.#part = el("div");
      this.#block.append(this.#part);
    }
    return this.#part;
  }

  #closePart(): void {
    this.#part = null;
    this.#partSize = 0;
    this.#open = null;
  }

  /** Keeps the end in sight. */
  #follow(): void {
    const block = this.#followed;
    if (block === null || block.scrollHeight <= block.clientHeight) return;
    // Reachable by keyboard once it scrolls.
    block.tabIndex = 0;
    // Whoever scrolled back wants to read there.
    if (block.scrollTop < this.#end - 8) return;
    block.scrollTop = block.scrollHeight;
    this.#end = block.scrollTop;
  }

  /** Below all that was printed so far. */
  #add(element: HTMLElement): void {
    this.#flush();
    this.#printed.part();
    this.#block = null;
    this.#closePart();
    this.#root.append(element);
  }
}

function note(shape: Shape, text: string): HTMLElement {
  return el("p", { class: "end-note" }, icon(shape), el("span", {}, text));
}

function errorBlock(raised: Raised, traceback: string, strings: Strings): HTMLElement {
  const place = placeOf(raised);
  return el(
    "div",
    { class: "error" },
    el("p", { class: "error-name" }, icon("cross"), el("span", {}, errorName(raised))),
    place === null
      ? null
      : el(
          "div",
          { class: "error-line" },
          el("p", {}, lineWords(place, strings)),
          place.text === "" ? null : el("pre", {}, plain(place.text)),
        ),
    traceback === "" ? null : folded(strings.traceback, el("pre", {}, plain(traceback))),
  );
}

/** Type and message as Python says them: `ZeroDivisionError: division by zero`. */
export function errorName(raised: Raised): string {
  return plain(raised.message === "" ? raised.type : `${raised.type}: ${raised.message}`);
}

export interface Place {
  readonly line: number;
  readonly column: number | null;
  /** The function's name, empty at the top of the program. */
  readonly name: string;
  readonly text: string;
}

/** Where in the learner's code an error came up: of a SyntaxError its place, else the innermost frame. */
export function placeOf(raised: Raised): Place | null {
  if (typeof raised.line === "number") {
    const column = raised.column ?? null;
    return { line: raised.line, column, name: "", text: underlined(raised.text ?? "", column) };
  }
  const frame = raised.frames.at(-1);
  if (frame === undefined) return null;
  const name = frame.function.startsWith("<") ? "" : frame.function;
  return { line: frame.line, column: null, name, text: frame.text.trim() };
}

/** A line with an arrow below the column that is meant. */
export function underlined(text: string, column: number | null): string {
  const line = text.trimEnd();
  if (line === "" || column === null) return line.trim();
  const indent = line.length - line.trimStart().length;
  const before = Math.max(0, Math.min(column - 1, line.length) - indent);
  return `${line.trimStart()}\n${" ".repeat(before)}^`;
}

export function lineWords(place: Place, strings: Strings): string {
  return place.name === ""
    ? strings.line(place.line)
    : strings.lineIn(place.line, plain(place.name));
}
