/**
 * Keeps a code on every change, and says what can be brought back: what a reset replaced, what
 * another tab wrote, a starter that has changed since.
 */

import type { Draft, Slot } from "./drafts.ts";
import type { Notice } from "./notice.ts";
import type { Strings } from "./strings.ts";

export interface KeepingOptions {
  /** The lesson's code today. */
  readonly starter: string;
  readonly slot: Slot<Draft>;
  readonly notice: Pick<Notice, "show" | "hide">;
  readonly strings: Strings;
  /** The code as it stands in the editor. */
  readonly read: () => string;
  /** Puts another code into the editor, without calling `changed`. */
  readonly put: (text: string) => void;
}

export class Keeping {
  /** What to begin with. */
  readonly text: string;
  readonly #options: KeepingOptions;
  #previous: string | null;
  /** The starter that the draft began from: another than today's until the learner decides. */
  #origin: string;
  /** Whether this tab has changed the code since it was opened. */
  #touched = false;

  constructor(options: KeepingOptions) {
    this.#options = options;
    const { starter, slot } = options;
    const kept = slot.get();
    // A draft that is still the starter it began from follows the lesson when that changes.
    const own = kept !== null && kept.text !== kept.starter ? kept : null;
    this.text = own?.text ?? starter;
    this.#previous = kept?.previous ?? null;
    this.#origin = own?.starter ?? starter;
  }

  /** To be called once the editor is there. */
  begin(): void {
    const { starter, slot } = this.#options;
    if (this.#origin !== starter) this.#offerStarter();
    else if (this.#previous !== null) this.#offerPrevious();
    slot.onOtherTab((draft) => {
      this.#otherTab(draft.text);
    });
  }

  get isStarter(): boolean {
    return this.#options.read() === this.#options.starter;
  }

  /** The learner changed the code. */
  changed(): void {
    this.#touched = true;
    this.#keep();
  }

  /** Back to the starter; what stood there can be brought back. */
  reset(): void {
    this.#replace(this.#options.starter);
    this.#offerPrevious();
  }

  #keep(): void {
    const { slot, starter, read } = this.#options;
    if (this.isStarter) this.#origin = starter;
    slot.set({ starter: this.#origin, text: read(), previous: this.#previous });
  }

  #replace(text: string): void {
    this.#previous = this.#options.read();
    this.#options.put(text);
    this.#keep();
  }

  /** What was offered is settled: today's code is what counts. */
  #settle(): void {
    this.#origin = this.#options.starter;
    this.#options.notice.hide();
    this.#keep();
  }

  #offerPrevious(): void {
    const { notice, strings, starter } = this.#options;
    const bringBack = () => {
      const before = this.#previous ?? starter;
      const nothingNew = this.isStarter;
      this.#replace(before);
      // What was written since is kept in turn, unless there is nothing of it.
      if (nothingNew) drop();
    };
    const drop = () => {
      this.#previous = null;
      this.#settle();
    };
    notice.show(strings.previousKept, [
      { action: "undo", label: strings.bringBack, onClick: bringBack },
      { action: "drop", label: strings.drop, onClick: drop },
    ]);
  }

  #offerStarter(): void {
    const { notice, strings } = this.#options;
    const take = () => {
      this.reset();
    };
    const keep = () => {
      this.#settle();
    };
    notice.show(strings.starterChanged, [
      { action: "use-starter", label: strings.useStarter, onClick: take },
      { action: "keep-mine", label: strings.keepMine, onClick: keep },
    ]);
  }

  /** Another tab wrote: taken over where nothing was written here, else offered. */
  #otherTab(text: string): void {
    const { notice, strings, read, put } = this.#options;
    if (text === read()) return;
    if (!this.#touched) {
      put(text);
      return;
    }
    const take = () => {
      this.#replace(text);
      this.#offerPrevious();
    };
    const keep = () => {
      this.#settle();
    };
    notice.show(strings.otherTab, [
      { action: "use-other", label: strings.useOther, onClick: take },
      { action: "keep-mine", label: strings.keepMine, onClick: keep },
    ]);
  }
}
