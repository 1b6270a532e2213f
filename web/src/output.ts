/** What a run gives, as it comes: printed text, the last expression's value, the error, the end. */

import { el, folded, icon, type Shape } from "./dom.ts";
import type { Raised, RunEnd, RunEvent } from "./protocol.ts";
import type { Strings } from "./strings.ts";
import { plain } from "./text.ts";

/** One run's output in `root`, which is emptied by the next run. */
export class Output {
  readonly #root: HTMLElement;
  readonly #strings: Strings;
  #stream: HTMLElement | null = null;
  #failed = false;
  #following = false;
  /** How far the end was last scrolled to. */
  #end = 0;

  constructor(root: HTMLElement, strings: Strings) {
    this.#root = root;
    this.#strings = strings;
  }

  clear(): void {
    this.#root.replaceChildren();
    this.#stream = null;
    this.#failed = false;
  }

  show(event: RunEvent): void {
    switch (event.e) {
      case "stdout":
      case "stderr":
        this.#write(event.e, event.text);
        break;
      case "value":
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
        this.#failed = true;
        this.#add(errorBlock(event.raised, event.traceback, this.#strings));
        break;
      case "output_cut":
        this.#add(note("alert", this.#strings.outputCut));
        break;
      case "queued":
      case "started":
        break;
    }
  }

  /** The last word on the run. */
  end(end: RunEnd): void {
    const strings = this.#strings;
    switch (end.kind) {
      case "finished":
        if (!this.#failed && this.#root.childElementCount === 0) {
          this.#add(note("check", strings.noOutput));
        }
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

  #write(kind: "stdout" | "stderr", text: string): void {
    if (this.#stream === null) {
      this.#stream = this.#add(el("pre", { class: "stream" }));
      this.#end = 0;
    }
    const stream = this.#stream;
    const last = stream.lastChild;
    if (kind === "stderr") stream.append(el("span", { class: "stderr" }, plain(text)));
    else if (last instanceof Text) last.appendData(plain(text));
    else stream.append(plain(text));
    this.#follow(stream);
  }

  /** Keeps the end in sight, once a frame: measuring at every line would cost more than the lines. */
  #follow(stream: HTMLElement): void {
    if (this.#following) return;
    this.#following = true;
    requestAnimationFrame(() => {
      this.#following = false;
      if (stream.scrollHeight <= stream.clientHeight) return;
      // Reachable by keyboard once it scrolls.
      stream.tabIndex = 0;
      // Whoever scrolled back wants to read there.
      if (stream.scrollTop < this.#end - 8) return;
      stream.scrollTop = stream.scrollHeight;
      this.#end = stream.scrollTop;
    });
  }

  #add<T extends HTMLElement>(element: T): T {
    this.#stream = null;
    this.#root.append(element);
    return element;
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
