/** The lines that a program is given beforehand, where it can't ask. Shown once one may be wanted. */

import { el } from "./dom.ts";
import type { Strings } from "./strings.ts";

/** The most that all lines hold, in UTF-16 units. */
const SIZE = 100_000;

export class Given {
  readonly element: HTMLElement;
  readonly #field: HTMLTextAreaElement;
  readonly #canAsk: boolean;

  /** `canAsk`: as a rule, programs can halt here and ask. */
  constructor(strings: Strings, canAsk: boolean) {
    this.#canAsk = canAsk;
    this.#field = el("textarea", {
      class: "field",
      rows: "3",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      maxlength: String(SIZE),
      "data-part": "lines",
    });
    const label = el("label", {}, el("span", {}, strings.givenLines), this.#field);
    this.element = el("div", { class: "given", hidden: true }, label);
  }

  get lines(): readonly string[] {
    return linesOf(this.#field.value);
  }

  /** This program may be run next. */
  expect(code: string): void {
    if (!this.#canAsk && asks(code)) this.show();
  }

  /** A program has lacked a line. */
  show(): void {
    this.element.hidden = false;
  }
}

/** A text's lines; the end of the last one may be missing. */
export function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
}

/** Whether a program looks as if it asked for something. */
export function asks(code: string): boolean {
  return /\binput\s*\(|\bstdin\b/.test(code);
}
