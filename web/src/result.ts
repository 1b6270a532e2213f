/** A verdict as elements: what matters first, the rest folded. All text goes in as text. */

import { el, folded, icon, type Shape } from "./dom.ts";
import { lineWords, type Place } from "./output.ts";
import type { ComponentReport, Outcome } from "./protocol.ts";
import type { Strings } from "./strings.ts";
import { plain } from "./text.ts";
import {
  type Example,
  paragraphs,
  type Piece,
  type Tone,
  toneOf,
  type Verdict,
} from "./verdict.ts";

const SHAPES: Readonly<Record<Tone, Shape>> = { passed: "check", failed: "cross", ours: "alert" };

export function verdictElement(verdict: Verdict, strings: Strings): HTMLElement {
  return el(
    "div",
    { class: "verdict", "data-tone": verdict.tone },
    el(
      "div",
      { class: "verdict-head" },
      el("span", { class: "seal" }, icon(SHAPES[verdict.tone])),
      el("strong", { class: "verdict-title" }, verdict.title),
      verdict.counts === "" ? null : el("span", { class: "counts" }, verdict.counts),
    ),
    verdict.example === null ? null : exampleElement(verdict.example, strings),
    verdict.components.length === 0 ? null : componentTable(verdict.components, strings),
    pythonElement(verdict.place, verdict.python, strings),
    verdict.message === ""
      ? null
      : el("div", { class: "why" }, ...messageElements(verdict.message)),
    verdict.remarks.length === 0
      ? null
      : el(
          "div",
          { class: "remarks" },
          el("p", { class: "small-head" }, strings.remarks),
          el("ul", {}, ...verdict.remarks.map((text) => el("li", {}, ...inline(text)))),
        ),
    verdict.printed === ""
      ? null
      : folded(strings.printed, el("pre", { class: "stream" }, verdict.printed)),
    verdict.checks.length === 0 ? null : checkList(verdict, strings),
  );
}

function exampleElement(example: Example, strings: Strings): HTMLElement {
  const list = el("dl", { class: "trio" });
  const row = (term: string, kind: string, content: readonly Piece[] | null) => {
    if (content === null) return;
    list.append(
      el("dt", {}, term),
      el("dd", { class: kind }, el("pre", {}, el("code", {}, ...content.map(pieceElement)))),
    );
  };
  row(
    example.called ? strings.call : strings.name,
    "call",
    example.call === null ? null : [{ text: example.call, differs: false }],
  );
  row(strings.expected, "expected", example.expected);
  row(strings.got, "got", example.got);
  return el(
    "div",
    { class: "example" },
    example.title === "" ? null : el("p", { class: "small-head" }, example.title),
    list,
    example.differing.length === 0
      ? null
      : el("p", { class: "differing" }, strings.differing(example.differing.join(", "))),
  );
}

function pieceElement(piece: Piece): Node {
  if (!piece.differs) return document.createTextNode(piece.text);
  return el("mark", {}, piece.text);
}

function componentTable(components: readonly ComponentReport[], strings: Strings): HTMLElement {
  const heads = [strings.component, strings.expected, strings.got, ""];
  const rows = components.map(({ name, expected, got, passed }) =>
    el(
      "tr",
      { "data-outcome": passed ? "passed" : "failed" },
      el("th", { scope: "row" }, el("code", {}, plain(name))),
      el("td", {}, el("code", {}, expected === "" ? "–" : plain(expected))),
      el("td", {}, el("code", {}, got === "" ? "–" : plain(got))),
      el(
        "td",
        { class: "mark" },
        icon(passed ? "check" : "cross"),
        el("span", {}, passed ? strings.right : strings.differs),
      ),
    ),
  );
  return el(
    "div",
    { class: "table" },
    el(
      "table",
      { class: "components" },
      el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, ...rows),
    ),
  );
}

function pythonElement(place: Place | null, python: string, strings: Strings): HTMLElement | null {
  if (place === null && python === "") return null;
  return el(
    "div",
    { class: "python-says" },
    place === null ? null : el("p", { class: "small-head" }, lineWords(place, strings)),
    place === null || place.text === ""
      ? null
      : el("pre", { class: "their-line" }, plain(place.text)),
    python === ""
      ? null
      : el("p", { class: "python-message" }, `${strings.pythonSays}: `, el("code", {}, python)),
  );
}

function checkList(verdict: Verdict, strings: Strings): HTMLElement {
  const lines = verdict.checks.map(({ title, outcome, words }) =>
    el(
      "li",
      { "data-outcome": outcome },
      icon(shapeOf(outcome)),
      el("span", {}, title, el("span", { class: "muted" }, " · ", ...inline(words))),
    ),
  );
  return folded(strings.allChecks(lines.length), el("ul", { class: "checks" }, ...lines));
}

function shapeOf(outcome: Outcome): Shape {
  return outcome === "not_run" ? "dot" : SHAPES[toneOf(outcome)];
}

function messageElements(message: string): readonly HTMLElement[] {
  return paragraphs(message).map((parts) =>
    el("p", {}, ...parts.map(({ text, code }) => (code ? el("code", {}, text) : text))),
  );
}

function inline(text: string): readonly (Node | string)[] {
  return paragraphs(text).flatMap((parts) =>
    parts.map(({ text: part, code }) => (code ? el("code", {}, part) : part)),
  );
}
