/** Python in colour where it is only shown, by the same parser and classes as in the editor. */

import { pythonLanguage } from "@codemirror/lang-python";
import { classHighlighter, highlightCode } from "@lezer/highlight";

import { el } from "./dom.ts";

export function highlighted(code: string): HTMLElement {
  const target = el("code");
  highlightCode(
    code,
    pythonLanguage.parser.parse(code),
    classHighlighter,
    (text, classes) => {
      target.append(classes === "" ? text : el("span", { class: classes }, text));
    },
    () => {
      target.append("\n");
    },
  );
  return target;
}
