/** An open question: write first, then see a model answer and tick what one's own contains. */

import { button, el, setDisabled } from "./dom.ts";
import { NO_NOTES, type Notes, type Slot } from "./drafts.ts";
import type { Strings } from "./strings.ts";
import { createTicks } from "./ticks.ts";

export interface TouchstoneOptions {
  /** The `<py-touchstone>` with the answer and the lines to tick in it. */
  readonly root: HTMLElement;
  readonly slot: Slot<Notes>;
  readonly strings: Strings;
}

export function createTouchstone({ root, slot, strings }: TouchstoneOptions): void {
  const answer = root.querySelector<HTMLDetailsElement>("details.answer");
  if (answer === null) throw new Error("A touchstone has an answer");
  const notes = slot.get() ?? NO_NOTES;
  const keep = (change: Partial<Notes>) => {
    slot.set({ ...(slot.get() ?? NO_NOTES), ...change });
  };

  const id = `answer_${root.dataset.touchstone ?? ""}`;
  const area = el("textarea", {
    id,
    rows: "5",
    placeholder: strings.answerPlaceholder,
    "data-part": "answer",
  });
  area.value = notes.text;
  const locked = el("p", { class: "reason" }, strings.answerLocked);
  const show = button("answer", null, strings.answerShow, () => {
    open(true);
    keep({ shown: true });
  });
  const open = (shown: boolean) => {
    answer.hidden = !shown;
    answer.open = shown;
    show.hidden = shown;
    locked.hidden = shown || area.value.trim() !== "";
    setDisabled(show, area.value.trim() === "");
  };
  area.addEventListener("input", () => {
    keep({ text: area.value });
    open(!answer.hidden);
  });
  slot.onOtherTab((other) => {
    if (document.activeElement !== area) area.value = other.text;
  });

  root.prepend(
    el("label", { for: id, class: "small-head" }, strings.answerLabel),
    area,
    show,
    locked,
  );
  root.classList.add("upgraded");
  open(notes.shown);
  createTicks(root, notes.ticks, strings, (ticks) => {
    keep({ ticks });
  });
}
