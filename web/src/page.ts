/** The page comes to life: what stands in the text is upgraded, with what it needs handed in. */

import { createCell } from "./cell.ts";
import { el, required } from "./dom.ts";
import { Drafts, NO_NOTES, localShelf } from "./drafts.ts";
import { Errands } from "./errands.ts";
import { Exercise } from "./exercise.ts";
import type { PageConfig, Python, PythonState } from "./protocol.ts";
import { startWords, Status } from "./status.ts";
import { stringsFor } from "./strings.ts";
import { createTicks } from "./ticks.ts";
import { followReading } from "./toc.ts";
import { createTouchstone } from "./touchstone.ts";

/** Milliseconds that what is out of sight waits for Python's start. */
const PATIENCE = 3000;

export interface PageOptions {
  readonly config: Pick<PageConfig, "lesson" | "language" | "styleNonce">;
  readonly python: Python;
  /** The text of an exercise's solution; rejects when it is not to be had. */
  readonly solution: (exercise: string) => Promise<string>;
}

export function openPage({ config, python, solution }: PageOptions): void {
  const { language, lesson, styleNonce: nonce } = config;
  const strings = stringsFor(language);
  const status = new Status(required(document, "[data-part=bar]"), language, strings, () => {
    python.retry();
  });
  const diagnosis = required(document, "[data-part=diagnosis]");
  const showPython = (state: PythonState): void => {
    status.showPython(state);
    diagnosis.textContent = startWords(state, strings);
    diagnosis.hidden = diagnosis.textContent === "";
  };
  python.subscribe(showPython);
  showPython(python.state);

  const drafts = new Drafts(lesson, localShelf(window), (trouble) => {
    status.showTrouble(trouble);
  });
  window.addEventListener("storage", (event) => {
    drafts.receive(event.key, event.newValue);
  });

  const isMac = navigator.userAgent.includes("Mac");
  const command = isMac ? "⌘" : strings.commandKey;
  const cellKeys = el("p", { id: "keys_cell", hidden: true }, strings.cellKeys(command));
  document.body.append(cellKeys);

  const exercises = [...document.querySelectorAll<HTMLElement>("py-exercise[data-exercise]")];
  const names = exercises.map((element) => element.dataset.exercise ?? "");
  const showProgress = () => {
    const passed = names.filter((name) => drafts.progress(name).get()?.passed === true);
    status.showProgress(passed.length, names.length);
    for (const link of document.querySelectorAll<HTMLElement>("[data-toc-exercise]")) {
      link.toggleAttribute("data-passed", passed.includes(link.dataset.tocExercise ?? ""));
    }
  };
  showProgress();

  followReading(document);

  const errands = new Errands(window);
  let cells = 0;
  define("py-cell", (root) => {
    cells += 1;
    createCell({
      root,
      number: cells,
      python,
      drafts,
      strings,
      nonce,
      errands,
      keys: cellKeys.id,
    });
  });
  define("py-exercise", (root) => {
    new Exercise({
      root,
      python,
      drafts,
      strings,
      nonce,
      errands,
      keys: strings.keys(command),
      solution,
      onProgress: showProgress,
    });
  });
  define("py-touchstone", (root) => {
    const slot = drafts.notes("touchstone", root.dataset.touchstone ?? "");
    createTouchstone({ root, slot, strings });
  });
  define("py-checklist", (root) => {
    const slot = drafts.notes("checklist", root.dataset.checklist ?? "");
    createTicks(root, (slot.get() ?? NO_NOTES).ticks, strings, (ticks) => {
      slot.set({ ...(slot.get() ?? NO_NOTES), ticks });
    });
  });

  // What is out of sight waits until Python has started: on few cores it would keep Python waiting.
  whenStarted(python, () => {
    errands.begin();
  });
}

/** Calls `then` once Python is ready or can't be, or takes its time. */
function whenStarted(python: Python, then: () => void): void {
  const isOver = ({ kind }: PythonState): boolean => kind !== "loading";
  if (isOver(python.state)) {
    then();
    return;
  }
  const go = (): void => {
    clearTimeout(timer);
    forget();
    then();
  };
  const timer = setTimeout(go, PATIENCE);
  const forget = python.subscribe((state) => {
    if (isOver(state)) go();
  });
}

/** Upgrades every element of a name, once, now and whenever one is added. */
function define(name: string, upgrade: (root: HTMLElement) => void): void {
  customElements.define(
    name,
    class extends HTMLElement {
      #upgraded = false;

      connectedCallback(): void {
        if (this.#upgraded) return;
        this.#upgraded = true;
        upgrade(this);
      }
    },
  );
}
