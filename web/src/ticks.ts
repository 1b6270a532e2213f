/** Lines to tick, kept: the done-when list of a task, or what an answer of one's own contains. */

import { el } from "./dom.ts";
import type { Strings } from "./strings.ts";

/** Makes the boxes in `root` usable; `onChange` is told the numbers of all that are ticked. */
export function createTicks(
  root: HTMLElement,
  ticked: readonly number[],
  strings: Strings,
  onChange: (ticked: readonly number[]) => void,
): void {
  const boxes = [...root.querySelectorAll<HTMLInputElement>("input[data-item]")];
  if (boxes.length === 0) return;
  const count = el("p", { class: "muted ticked", role: "status" });
  const numbers = () => boxes.filter((box) => box.checked).map((box) => Number(box.dataset.item));
  const show = () => {
    count.textContent = strings.ticked(numbers().length, boxes.length);
  };
  for (const box of boxes) {
    box.disabled = false;
    box.checked = ticked.includes(Number(box.dataset.item));
    box.addEventListener("change", () => {
      show();
      onChange(numbers());
    });
  }
  show();
  boxes.at(-1)?.closest("ul")?.after(count);
}
