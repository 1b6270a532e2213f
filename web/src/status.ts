/** The page's header: how Python is, how far the learner is, whether drafts can be kept. */

import { el, icon, required } from "./dom.ts";
import type { Trouble } from "./drafts.ts";
import { Notice } from "./notice.ts";
import type { PythonState } from "./protocol.ts";
import { decimal, type Strings } from "./strings.ts";

/** What is said of a state; `share` (0 to 1) is how much has been loaded, null when that is over. */
export interface PythonWords {
  readonly words: string;
  readonly share: number | null;
}

export function pythonWords(state: PythonState, language: string, strings: Strings): PythonWords {
  switch (state.kind) {
    case "ready":
      return { words: strings.pythonReady, share: null };
    case "failed":
      return { words: state.message, share: null };
    case "loading":
      break;
  }
  switch (state.step) {
    case "download": {
      const megabytes = (bytes: number) => decimal(language, bytes / 1e6);
      const share = state.total === 0 ? 0 : Math.min(1, state.loaded / state.total);
      return {
        words: strings.pythonDownload(megabytes(state.loaded), megabytes(state.total)),
        share,
      };
    }
    case "compile":
      return { words: strings.pythonCompile, share: 1 };
    case "start":
      return { words: strings.pythonStart, share: 1 };
    case "install":
      return { words: strings.pythonInstall, share: 1 };
  }
}

/** What there is to say of a start: nothing of one from the snapshot. */
export function startWords(state: PythonState, strings: Strings): string {
  if (state.kind !== "ready" || state.start.from === "snapshot") return "";
  return strings.startedFromFiles(state.start.refused);
}

export class Status {
  readonly #language: string;
  readonly #strings: Strings;
  readonly #python: HTMLElement;
  readonly #words = el("span", { class: "python-words" });
  readonly #announcer = el("span", { class: "visually-hidden", role: "status" });
  readonly #load: HTMLProgressElement;
  readonly #retry: HTMLButtonElement;
  readonly #progress: HTMLElement;
  readonly #storage = new Notice();
  #said = "";

  /** `bar` is the header of the page's template. */
  constructor(bar: HTMLElement, language: string, strings: Strings, onRetry: () => void) {
    this.#language = language;
    this.#strings = strings;
    this.#python = required(bar, "[data-part=python-status]");
    this.#progress = required(bar, "[data-part=progress]");
    this.#load = el("progress", {
      class: "bar-load",
      max: "1",
      "aria-hidden": "true",
      hidden: true,
    });
    this.#retry = el(
      "button",
      { type: "button", class: "button small", "data-action": "retry", hidden: true },
      strings.retry,
    );
    this.#retry.addEventListener("click", onRetry);
    this.#python.replaceChildren(
      el("span", { class: "lamp", "aria-hidden": "true" }),
      this.#words,
      this.#retry,
    );
    this.#storage.element.classList.add("bar-notice");
    bar.append(this.#announcer, this.#storage.element, this.#load);
  }

  showPython(state: PythonState): void {
    const { words, share } = pythonWords(state, this.#language, this.#strings);
    tell(state);
    this.#python.dataset.kind = state.kind;
    this.#words.textContent = words;
    this.#retry.hidden = state.kind !== "failed";
    this.#load.hidden = share === null;
    if (share !== null) this.#load.value = share;
    // Every megabyte would be too much for a screen reader: only what is new in kind is announced.
    const news = state.kind === "loading" ? state.step : state.kind;
    if (news === this.#said) return;
    this.#said = news;
    this.#announcer.textContent = words;
  }

  showProgress(passed: number, total: number): void {
    this.#progress.hidden = total === 0;
    const dots = el("span", { class: "dots", "aria-hidden": "true" });
    for (let index = 0; index < total; index += 1) {
      dots.append(el("span", { class: index < passed ? "dot passed" : "dot" }));
    }
    const words = this.#strings.progress(passed, total);
    const done = total > 0 && passed === total;
    this.#progress.replaceChildren(done ? icon("check") : dots, el("span", {}, words));
  }

  showTrouble(trouble: Trouble): void {
    if (trouble === "none") {
      this.#storage.hide();
      return;
    }
    const strings = this.#strings;
    this.#storage.show(trouble === "full" ? strings.storageFull : strings.storageNone, [
      {
        action: "understood",
        label: strings.understood,
        onClick: () => {
          this.#storage.hide();
        },
      },
    ]);
  }
}

/** Tells tools and tests how Python is: on the root element, and as a mark in the browser's timeline. */
function tell(state: PythonState): void {
  const { dataset } = document.documentElement;
  if (state.kind === "ready") {
    dataset.start = state.start.from === "snapshot" ? "snapshot" : "ordinary";
    if (dataset.python !== "ready") performance.mark("python-ready");
  }
  dataset.python = state.kind;
}
