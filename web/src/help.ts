/** Help for an exercise: hints one by one, and the solution once something was tried. */

import { button, el, setDisabled, setLabel } from "./dom.ts";
import { NO_PROGRESS, type Progress, type Slot } from "./drafts.ts";
import { highlighted } from "./highlight.ts";
import type { Strings } from "./strings.ts";

export interface HelpOptions {
  /** The exercise's section, with the static `ol.hints` in it. */
  readonly section: HTMLElement;
  readonly name: string;
  readonly slot: Slot<Progress>;
  readonly strings: Strings;
  /** The text of the solution; rejects when it is not to be had. */
  readonly solution: () => Promise<string>;
}

export class Help {
  readonly element: HTMLElement;
  readonly #options: HelpOptions;
  readonly #hints: readonly HTMLElement[];
  readonly #hintButton: HTMLButtonElement;
  readonly #solutionButton: HTMLButtonElement;
  readonly #locked: HTMLElement;
  readonly #solution: HTMLElement;

  constructor(options: HelpOptions) {
    const { section, name, strings } = options;
    this.#options = options;
    this.#hints = [...section.querySelectorAll<HTMLElement>("ol.hints > li")];
    this.#hintButton = button("hint", "hint", "", () => {
      this.#openHint();
    });
    const lockedId = `locked_${name}`;
    this.#locked = el("span", { class: "reason", id: lockedId }, strings.solutionLocked);
    this.#solutionButton = button(
      "solution",
      null,
      strings.solutionShow,
      () => {
        void this.#toggleSolution();
      },
      { "aria-expanded": "false", "aria-controls": `solution_${name}` },
    );
    for (const choice of [this.#hintButton, this.#solutionButton]) choice.classList.add("quiet");
    this.element = el(
      "div",
      { class: "help", role: "group", "aria-label": strings.stuck },
      el("span", { class: "help-lead" }, strings.stuck),
      this.#hints.length === 0 ? null : this.#hintButton,
      this.#solutionButton,
      this.#locked,
    );
    this.#solution = el("div", {
      class: "solution",
      id: `solution_${name}`,
      "data-part": "solution",
      "aria-live": "polite",
      hidden: true,
    });
    section.querySelector("ol.hints")?.setAttribute("aria-live", "polite");
    section.append(this.#solution);
    const opened = this.#progress.hints;
    this.#hints.forEach((hint, index) => {
      hint.hidden = index >= opened;
    });
    this.#showHints();
    this.showLock();
  }

  /** To be called when an attempt was counted. */
  showLock(): void {
    const locked = this.#progress.attempts === 0;
    this.#solutionButton.disabled = locked;
    if (locked) this.#solutionButton.setAttribute("aria-describedby", this.#locked.id);
    else this.#solutionButton.removeAttribute("aria-describedby");
    this.#locked.hidden = !locked;
  }

  get #progress(): Progress {
    return this.#options.slot.get() ?? NO_PROGRESS;
  }

  #openHint(): void {
    const hint = this.#hints.find((candidate) => candidate.hidden);
    if (hint === undefined) return;
    hint.hidden = false;
    const details = hint.querySelector("details");
    if (details !== null) details.open = true;
    const hints = this.#hints.filter((candidate) => !candidate.hidden).length;
    this.#options.slot.set({ ...this.#progress, hints });
    this.#showHints();
    hint.scrollIntoView({ block: "nearest" });
  }

  #showHints(): void {
    const { strings } = this.#options;
    const total = this.#hints.length;
    const opened = this.#hints.filter((hint) => !hint.hidden).length;
    const all = opened === total;
    setLabel(this.#hintButton, all ? strings.hintsAll(total) : strings.hintNext(opened + 1, total));
    setDisabled(this.#hintButton, all);
  }

  async #toggleSolution(): Promise<void> {
    const { strings, slot } = this.#options;
    const opening = this.#solution.hidden;
    this.#solutionButton.setAttribute("aria-expanded", String(opening));
    setLabel(this.#solutionButton, opening ? strings.solutionHide : strings.solutionShow);
    this.#solution.hidden = !opening;
    if (!opening) return;
    slot.set({ ...this.#progress, solution: true });
    try {
      const text = await this.#options.solution();
      this.#solution.replaceChildren(
        el("p", { class: "small-head" }, strings.solution),
        el("pre", { class: "code" }, highlighted(text.trimEnd())),
        el("p", { class: "muted" }, strings.solutionLead),
      );
    } catch {
      this.#solution.replaceChildren(el("p", {}, strings.solutionFailed));
    }
  }
}
