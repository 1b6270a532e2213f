/** The field in which a running program's question is answered. */

import { button, el, setDisabled } from "./dom.ts";
import type { Strings } from "./strings.ts";
import { plain } from "./text.ts";

export interface QuestionOptions {
  readonly strings: Strings;
  /** A line, or null: there are no more. */
  readonly onAnswer: (line: string | null) => void;
  /** The field goes while the keyboard's place is in it. */
  readonly onLeave: () => void;
}

/** Milliseconds that the field stays after an answer: often the next question comes at once. */
const LINGER = 400;

/** The most that a line holds, in UTF-16 units. */
const LINE = 10_000;

export class Question {
  readonly element: HTMLElement;
  readonly #options: QuestionOptions;
  readonly #field: HTMLInputElement;
  readonly #buttons: readonly HTMLButtonElement[];
  #open = false;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  constructor(options: QuestionOptions) {
    const { strings } = options;
    this.#options = options;
    this.#field = el("input", {
      type: "text",
      class: "field",
      autocomplete: "off",
      autocapitalize: "off",
      autocorrect: "off",
      spellcheck: "false",
      enterkeyhint: "send",
      maxlength: String(LINE),
      "data-part": "answer",
    });
    this.#field.addEventListener("keydown", (event) => {
      // The next Enter of an input method ends its word, not the line.
      if (event.isComposing) return;
      if (event.key === "Enter") {
        event.preventDefault();
        this.#answer(this.#field.value);
      } else if (event.ctrlKey && event.key.toLowerCase() === "d") {
        event.preventDefault();
        if (this.#field.value === "") this.#answer(null);
      }
    });
    this.#buttons = [
      button("answer", null, strings.answer, () => {
        this.#answer(this.#field.value);
      }),
      button("end-input", null, strings.endInput, () => {
        this.#answer(null);
      }),
    ];
    this.#buttons[1]?.classList.add("quiet");
    const parts = { class: "question", "data-part": "question", hidden: true };
    this.element = el("div", parts, this.#field, ...this.#buttons);
  }

  /** Asks for a line; `focus` puts the keyboard there. */
  ask(prompt: string, focus: boolean): void {
    clearTimeout(this.#leaving);
    this.#open = true;
    const words = plain(prompt).trim();
    this.#field.setAttribute("aria-label", words === "" ? this.#options.strings.inputLabel : words);
    this.#field.value = "";
    this.#allow(true);
    this.element.hidden = false;
    if (focus) this.#field.focus();
  }

  /** The run is over. */
  close(): void {
    clearTimeout(this.#leaving);
    this.#open = false;
    const focused = this.element.contains(document.activeElement);
    this.element.hidden = true;
    if (focused) this.#options.onLeave();
  }

  #answer(line: string | null): void {
    if (!this.#open) return;
    this.#open = false;
    this.#field.value = "";
    this.#allow(false);
    this.#leaving = setTimeout(() => {
      this.close();
    }, LINGER);
    this.#options.onAnswer(line);
  }

  #allow(allowed: boolean): void {
    this.#field.readOnly = !allowed;
    for (const element of this.#buttons) setDisabled(element, !allowed);
  }
}
