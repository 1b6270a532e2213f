/** What of a report is shown, and in which order: a pure function of it. */

import { type Place, underlined } from "./output.ts";
import type { CheckReport, ComponentReport, Outcome, Report } from "./protocol.ts";
import type { Strings } from "./strings.ts";
import { plain } from "./text.ts";

/** `ours`: the exercise or the checker is at fault. */
export type Tone = "passed" | "failed" | "ours";

/** A piece of a value's text; `differs` marks the part that is not as expected. */
export interface Piece {
  readonly text: string;
  readonly differs: boolean;
}

/** The smallest failing case: what was called (or which name looked up), what should come, what came. */
export interface Example {
  readonly title: string;
  readonly called: boolean;
  readonly call: string | null;
  readonly expected: readonly Piece[] | null;
  readonly got: readonly Piece[] | null;
  readonly differing: readonly string[];
}

/** One line of the list of all checks. */
export interface CheckLine {
  readonly title: string;
  readonly outcome: Outcome;
  readonly words: string;
}

export interface Verdict {
  readonly tone: Tone;
  readonly title: string;
  readonly counts: string;
  readonly example: Example | null;
  /** For values with names of their own, as a table; empty otherwise. */
  readonly components: readonly ComponentReport[];
  readonly message: string;
  readonly place: Place | null;
  readonly python: string;
  readonly remarks: readonly string[];
  readonly printed: string;
  readonly checks: readonly CheckLine[];
}

/** `code` is what the report is about. */
export function verdictOf(report: Report, code: string, strings: Strings): Verdict {
  const shown = shownCheck(report);
  const components = shown === null ? [] : namedValues(report, shown);
  const example =
    shown === null || components.length > 0 ? null : exampleOf(shown, report.passed > 0);
  return {
    tone: toneOf(report.verdict),
    title: strings.outcomes[report.verdict],
    counts: report.verdict === "checker_error" ? "" : strings.counts(report.passed, report.total),
    example,
    components,
    message: messageOf(report, shown),
    place: report.verdict === "passed" ? null : placeIn(report, shown, code),
    python: plain(report.python_message ?? shown?.python_message ?? ""),
    remarks: unique([...report.remarks, ...(shown?.remarks ?? [])]),
    printed: plain(printedBy(report, shown)),
    checks: report.checks.map((check) => lineOf(check, strings)),
  };
}

export function toneOf(outcome: Outcome): Tone {
  if (outcome === "passed") return "passed";
  return outcome === "checker_error" ? "ours" : "failed";
}

/** Why; of a passed submission the title says it all. */
function messageOf(report: Report, shown: CheckReport | null): string {
  if (report.verdict === "passed") return "";
  return report.message === "" ? (shown?.message ?? "") : report.message;
}

/** The check whose case is shown: the one the judge names. */
function shownCheck(report: Report): CheckReport | null {
  return report.checks.find((check) => check.name === report.shown) ?? null;
}

/** A value that is bound to a name, with its parts as a table: each is told by a check of its own. */
function namedValues(report: Report, shown: CheckReport): readonly ComponentReport[] {
  if (report.checks.length < 2 || isCall(shown)) return [];
  const rows = report.checks.map((check) => {
    // Wrong as a whole (a list, say): shown as a whole.
    if (check.components.length > 1) return null;
    // What passed is told without its value.
    const passed = { name: check.name, expected: "", got: "", passed: true };
    return check.components[0] ?? (check.outcome === "passed" ? passed : null);
  });
  const known = rows.filter((row) => row !== null);
  return known.length === rows.length ? known : [];
}

/** Whether a function was called; else the value of a name was asked for. */
function isCall(check: CheckReport): boolean {
  return check.call?.endsWith(")") === true;
}

/** Where every check fails, the one that is shown stands for all: its title would mislead. */
function exampleOf(shown: CheckReport, titled: boolean): Example | null {
  const { call, expected, got, components } = shown;
  if (call === null && expected === null && got === null) return null;
  const differing = components.filter((component) => !component.passed);
  // Where all parts differ, marking all of them tells nothing.
  const telling = differing.length < components.length ? differing : [];
  return {
    title: titled && isCall(shown) ? plain(shown.title) : "",
    called: isCall(shown),
    call: call === null ? null : plain(call),
    expected: expected === null ? null : pieces(expected, components, "expected"),
    got: got === null ? null : pieces(got, components, "got"),
    differing: telling.map((component) => component.name),
  };
}

/** A tuple's text cut into its parts, if it is made of them; in one piece otherwise. */
export function pieces(
  whole: string,
  components: readonly ComponentReport[],
  side: "expected" | "got",
): readonly Piece[] {
  const inner = components.map((component) => component[side]).join(", ");
  const differing = components.filter((component) => !component.passed).length;
  const all = differing === components.length;
  if (components.length < 2 || all || differing === 0 || whole !== `(${inner})`) {
    return [{ text: plain(whole), differs: false }];
  }
  const parts: Piece[] = [];
  components.forEach((component, index) => {
    parts.push({ text: index === 0 ? "(" : ", ", differs: false });
    parts.push({ text: plain(component[side]), differs: !component.passed });
  });
  parts.push({ text: ")", differs: false });
  return parts;
}

function placeIn(report: Report, shown: CheckReport | null, code: string): Place | null {
  const source = report.line === null && shown !== null ? shown : report;
  const frame = source.frames.at(-1);
  const line = source.line ?? frame?.line ?? null;
  if (line === null) return null;
  const known = source.frames.findLast((candidate) => candidate.line === line);
  const name = known === undefined || known.function.startsWith("<") ? "" : known.function;
  const text = underlined(known?.text ?? code.split("\n")[line - 1] ?? "", source.column);
  return { line, column: source.column, name, text };
}

/** What was printed in the case that is shown, or else by the whole program. */
function printedBy(report: Report, shown: CheckReport | null): string {
  if (shown !== null && shown.printed !== "") return shown.printed;
  return report.stdout + report.stderr;
}

function lineOf(check: CheckReport, strings: Strings): CheckLine {
  const word = check.message === "" ? strings.outcomesShort[check.outcome] : plain(check.message);
  const some = check.outcome !== "passed" && check.cases > 1;
  const cases = some ? `, ${strings.cases(check.cases_passed, check.cases)}` : "";
  return { title: plain(check.title), outcome: check.outcome, words: word + cases };
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

/** A message cut at its blank lines, and each paragraph into words and `code`. */
export function paragraphs(
  message: string,
): readonly (readonly { text: string; code: boolean }[])[] {
  return plain(message)
    .trim()
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) =>
      paragraph
        .replace(/\s*\n\s*/g, " ")
        .split(/(`[^`]+`)/)
        .filter((part) => part !== "")
        .map((part) =>
          part.length > 2 && part.startsWith("`") && part.endsWith("`")
            ? { text: part.slice(1, -1), code: true }
            : { text: part, code: false },
        ),
    );
}
