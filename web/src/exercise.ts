/** An exercise: a workbench with Check, its result and its help. */

import { button, el, icon } from "./dom.ts";
import { type Drafts, NO_PROGRESS, type Progress, type Slot } from "./drafts.ts";
import type { Errands } from "./errands.ts";
import { Help } from "./help.ts";
import { Notice } from "./notice.ts";
import type { CheckEnd, Python, Report } from "./protocol.ts";
import { verdictElement } from "./result.ts";
import { readJudgeAnswer } from "./shapes.ts";
import type { Strings } from "./strings.ts";
import { plain } from "./text.ts";
import { type Verdict, verdictOf } from "./verdict.ts";
import { Workbench } from "./workbench.ts";

/** A report longer than this is not kept over a reload, only its outcome is. */
const KEPT_REPORT = 40_000;

export interface ExerciseOptions {
  /** The `<py-exercise>`, within its section. */
  readonly root: HTMLElement;
  readonly python: Python;
  readonly drafts: Drafts;
  readonly strings: Strings;
  readonly nonce: string;
  readonly errands: Errands;
  /** What the keys do, for the line below. */
  readonly keys: string;
  readonly solution: (exercise: string) => Promise<string>;
  /** Called whenever the exercise may have become passed. */
  readonly onProgress: () => void;
}

export class Exercise {
  readonly #options: ExerciseOptions;
  readonly #name: string;
  readonly #section: HTMLElement;
  readonly #slot: Slot<Progress>;
  readonly #bench: Workbench;
  readonly #help: Help;
  readonly #trouble: Notice;
  readonly #result: HTMLElement;
  readonly #stale: HTMLElement;
  readonly #badge: HTMLElement;
  /** The code that the result shown is about. */
  #checked: string | null = null;

  constructor(options: ExerciseOptions) {
    const { root, drafts, strings } = options;
    this.#options = options;
    const name = root.dataset.exercise ?? "";
    const section = root.closest<HTMLElement>("section.exercise");
    if (section === null || name === "") throw new Error("An exercise stands in its section");
    this.#name = name;
    this.#section = section;
    const title = titleOf(section) || name;
    this.#slot = drafts.progress(name);

    this.#stale = el("p", { class: "stale", hidden: true }, icon("wait"), strings.stale);
    this.#result = el("div", {
      class: "result",
      role: "region",
      "aria-label": strings.of(strings.result, title),
      "aria-live": "polite",
      "data-part": "result",
    });
    this.#trouble = new Notice();
    this.#badge = el("p", { class: "badge", hidden: true }, icon("check"), strings.outcomes.passed);
    section.querySelector(".exercise-head")?.append(this.#badge);

    const keys = el("p", { class: "keys", id: `keys_${name}` }, options.keys);
    const check = (): void => {
      this.check();
    };
    const checkButton = button("check", "check", strings.check, check, {
      "aria-label": strings.of(strings.check, title),
    });
    checkButton.classList.add("primary");
    this.#bench = new Workbench({
      root,
      filename: `${name}.py`,
      name: title,
      label: strings.exerciseLabel(title),
      describedBy: keys.id,
      numbers: true,
      python: options.python,
      slot: drafts.draft("exercise", name),
      strings,
      nonce: options.nonce,
      errands: options.errands,
      onText: () => {
        this.#showStale();
      },
      onCheck: check,
    });
    this.#bench.addButton(checkButton);
    this.#help = new Help({
      section,
      name,
      slot: this.#slot,
      strings,
      solution: () => options.solution(name),
    });
    root.querySelector(".toolbar")?.after(keys);
    root.append(this.#trouble.element, this.#result, this.#help.element);
    this.#restore();
    this.#slot.onOtherTab(() => {
      this.#showProgress();
    });
  }

  check(): void {
    if (this.#bench.busy) return;
    const { python, strings } = this.#options;
    const code = this.#bench.text;
    this.#trouble.hide();
    this.#bench.mark(null);
    this.#result.setAttribute("aria-busy", "true");
    const handle = python.check(this.#name, code, (event) => {
      if (event.e === "queued") this.#bench.waits(strings.checkQueued);
      else this.#bench.works(strings.checking);
    });
    const release = this.#bench.occupy("check", () => {
      handle.stop();
    });
    void handle.done.then((end) => {
      this.#result.removeAttribute("aria-busy");
      release(end.kind === "stopped" ? strings.checkStopped : "");
      this.#end(end, code);
    });
  }

  #end(end: CheckEnd, code: string): void {
    switch (end.kind) {
      case "report":
        this.#keep(end.report, code);
        this.#showReport(end.report, code);
        this.#result.querySelector(".verdict-head")?.scrollIntoView({ block: "nearest" });
        break;
      case "failed":
        this.#trouble.show(plain(end.message), []);
        break;
      case "stopped":
        break;
    }
  }

  #keep(report: Report, code: string): void {
    const before = this.#slot.get() ?? NO_PROGRESS;
    const text = JSON.stringify({ report });
    this.#slot.set({
      ...before,
      // A fault of ours is no attempt of theirs.
      attempts: before.attempts + (report.verdict === "checker_error" ? 0 : 1),
      verdict: report.verdict,
      passed: before.passed || report.verdict === "passed",
      checked: code,
      report: text.length <= KEPT_REPORT ? text : null,
    });
  }

  #showReport(report: Report, code: string): void {
    const verdict = verdictOf(report, code, this.#options.strings);
    this.#checked = code;
    this.#section.dataset.verdict = report.verdict;
    this.#result.replaceChildren(this.#stale, verdictElement(verdict, this.#options.strings));
    this.#markLine(verdict);
    this.#showStale();
    this.#showProgress();
  }

  #markLine(verdict: Verdict): void {
    if (verdict.place === null || this.#checked !== this.#bench.text) return;
    const { line, column } = verdict.place;
    const message = verdict.python === "" ? verdict.title : verdict.python;
    this.#bench.mark({ line, column, message });
  }

  #showStale(): void {
    const stale = this.#checked !== null && this.#checked !== this.#bench.text;
    this.#stale.hidden = !stale;
    this.#result.classList.toggle("is-stale", stale);
  }

  #showProgress(): void {
    this.#help.showLock();
    this.#badge.hidden = this.#slot.get()?.passed !== true;
    this.#section.toggleAttribute("data-passed", !this.#badge.hidden);
    this.#options.onProgress();
  }

  /** What was reached before the page was opened anew. */
  #restore(): void {
    const { strings } = this.#options;
    const progress = this.#slot.get();
    const answer = progress?.report == null ? null : readJudgeAnswer(progress.report);
    if (progress?.checked != null && answer !== null && "report" in answer) {
      this.#showReport(answer.report, progress.checked);
      return;
    }
    const known = Object.entries(strings.outcomesShort).find(([key]) => key === progress?.verdict);
    if (known !== undefined) {
      this.#section.dataset.verdict = known[0];
      this.#result.replaceChildren(el("p", { class: "stale" }, strings.earlier(known[1])));
    }
    this.#showProgress();
  }
}

function titleOf(section: HTMLElement): string {
  return section.querySelector("[data-part=title]")?.textContent.trim() ?? "";
}
