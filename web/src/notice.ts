/** A line that says what happened and offers what can be done about it; no dialog, nothing is blocked. */

import { el } from "./dom.ts";

export interface Offer {
  readonly action: string;
  readonly label: string;
  readonly onClick: () => void;
}

export class Notice {
  readonly element = el("div", { class: "notice", role: "status", hidden: true });

  show(text: string, offers: readonly Offer[]): void {
    this.element.replaceChildren(el("span", {}, text));
    for (const { action, label, onClick } of offers) {
      const choice = el("button", { type: "button", class: "link", "data-action": action }, label);
      choice.addEventListener("click", onClick);
      this.element.append(choice);
    }
    this.element.hidden = false;
  }

  hide(): void {
    this.element.hidden = true;
    this.element.replaceChildren();
  }
}
