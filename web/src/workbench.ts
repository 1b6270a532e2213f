/**
 * A piece of code to work on: editor with its draft, Run, Stop and Reset, and the output.
 *
 * Cells are nothing but that; exercises add their own work (a check) through `occupy`. One thing is
 * done at a time: while something runs or waits, only Stop can be pressed.
 */

import { button, el, required, setDisabled } from "./dom.ts";
import type { Draft, Slot } from "./drafts.ts";
import { createEditor, type Editor, type Mark } from "./editor.ts";
import type { Errands } from "./errands.ts";
import { Given } from "./given.ts";
import { Keeping } from "./keeping.ts";
import { Notice } from "./notice.ts";
import { errorName, Output, placeOf } from "./output.ts";
import type { Python, RunEvent, RunHandle } from "./protocol.ts";
import { Question } from "./question.ts";
import type { Strings } from "./strings.ts";

export interface WorkbenchOptions {
  /** The element around the static `<pre><code>`, which stays for printing. */
  readonly root: HTMLElement;
  readonly filename: string;
  /** What it is called on the page. */
  readonly name: string;
  readonly label: string;
  /** `id` of the element that tells the keys. */
  readonly describedBy: string;
  readonly numbers: boolean;
  readonly python: Pick<Python, "run">;
  readonly slot: Slot<Draft>;
  readonly strings: Strings;
  readonly nonce: string;
  readonly errands: Errands;
  /** After every change of the code, whoever made it. */
  readonly onText?: () => void;
  readonly onCheck?: () => void;
}

/** Milliseconds within which two taps are meant as one. */
const DOUBLE_TAP = 500;

export type Work = "run" | "check";

export class Workbench {
  readonly #options: WorkbenchOptions;
  readonly #editor: Editor;
  readonly #keeping: Keeping;
  readonly #pre: HTMLElement;
  readonly #output: Output;
  readonly #outputElement: HTMLElement;
  readonly #question: Question;
  readonly #given: Given;
  readonly #runButton: HTMLButtonElement;
  readonly #stopButton: HTMLButtonElement;
  readonly #resetButton: HTMLButtonElement;
  readonly #state: HTMLElement;
  readonly #idle = new Set<HTMLElement>();
  #running: RunHandle | null = null;
  #stop: (() => void) | null = null;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  constructor(options: WorkbenchOptions) {
    const { root, strings, slot, name } = options;
    const named = (part: string) => ({ "aria-label": strings.of(part, name) });
    this.#options = options;
    this.#pre = required(root, "pre");
    this.#runButton = button("run", "run", strings.run, this.run.bind(this), named(strings.run));
    this.#stopButton = button(
      "stop",
      "stop",
      strings.stop,
      this.stop.bind(this),
      named(strings.stop),
    );
    const reset = this.#reset.bind(this);
    this.#resetButton = button("reset", "reset", strings.reset, reset, named(strings.reset));
    this.#resetButton.classList.add("quiet");
    this.#stopButton.hidden = true;
    this.#idle.add(this.#runButton).add(this.#resetButton);
    this.#state = el("span", { class: "state", role: "status", "data-part": "state" });
    const place = el("div", { class: "editor" });
    const tools = { class: "toolbar", role: "group", ...named(strings.tools) };
    const output = el("div", {
      class: "output",
      role: "group",
      tabindex: "-1",
      ...named(strings.output),
      "data-part": "output",
    });
    const notice = new Notice();
    this.#given = new Given(strings, "Suspending" in WebAssembly);
    this.#question = new Question({
      strings,
      onAnswer: (line) => {
        this.works(strings.running);
        this.#running?.answer(line);
      },
      onLeave: () => {
        this.#focusOutput();
      },
    });
    root.append(
      place,
      el("div", tools, this.#runButton, this.#stopButton, this.#state, this.#resetButton),
      notice.element,
      this.#given.element,
      output,
      this.#question.element,
    );
    root.classList.add("upgraded");
    this.#outputElement = output;
    this.#output = new Output(output, strings);
    this.#keeping = new Keeping({
      starter: this.#pre.textContent.replace(/\n$/, ""),
      slot,
      notice,
      strings,
      read: () => this.text,
      put: (text) => {
        this.#editor.replace(text);
        this.#show();
      },
    });
    this.#editor = this.#createEditor(place);
    this.#show();
    this.#keeping.begin();
    // To make all editors takes longer than all else on the page.
    options.errands.add(root, () => {
      this.#editor.open();
    });
    this.#pre.addEventListener("click", () => {
      this.#editor.focus();
    });
  }

  get text(): string {
    return this.#editor.text;
  }

  get busy(): boolean {
    return this.#stop !== null;
  }

  /** Puts one more button beside Run; it can only be used while nothing is going on. */
  addButton(element: HTMLElement): void {
    this.#runButton.after(element);
    this.#idle.add(element);
  }

  mark(mark: Mark | null): void {
    this.#editor.mark(mark);
  }

  run(): void {
    if (this.busy) return;
    const { python, filename, strings } = this.#options;
    this.#output.clear();
    this.#editor.mark(null);
    let failed = false;
    const hear = (event: RunEvent): void => {
      this.#output.show(event);
      this.#tell(event);
      if (event.e === "error") failed = true;
    };
    const handle = python.run(this.text, filename, hear, this.#given.lines);
    this.#running = handle;
    const release = this.occupy("run", () => {
      handle.stop();
    });
    void handle.done.then((end) => {
      this.#running = null;
      this.#output.end(end);
      this.#question.close();
      release("");
      // The output says the rest to those who see it.
      if (end.kind === "finished") this.#say(failed ? strings.endedWithError : strings.done, true);
    });
  }

  stop(): void {
    this.#stop?.();
  }

  /** Something is going on until the returned function is called, with words on how it ended. */
  occupy(work: Work, stop: () => void): (words: string) => void {
    const { root } = this.#options;
    this.#stop = stop;
    root.dataset.busy = work;
    this.waits();
    for (const element of this.#idle) setDisabled(element, true);
    this.#showStop();
    return (words) => {
      const focused = document.activeElement === this.#stopButton;
      this.#stop = null;
      delete root.dataset.busy;
      delete root.dataset.phase;
      this.#say(words);
      for (const element of this.#idle) setDisabled(element, false);
      this.#leaveStop();
      // Not to Run: a second Enter meant for Stop must not start the program again.
      if (focused) this.#focusOutput();
    };
  }

  #focusOutput(): void {
    this.#outputElement.focus({ preventScroll: true });
  }

  #showStop(): void {
    clearTimeout(this.#leaving);
    this.#stopButton.classList.remove("leaving");
    this.#stopButton.hidden = false;
  }

  /** Stop leaves its place empty for a moment: nothing may slide under a finger that taps twice. */
  #leaveStop(): void {
    this.#stopButton.classList.add("leaving");
    this.#leaving = setTimeout(() => {
      this.#stopButton.hidden = true;
      this.#stopButton.classList.remove("leaving");
    }, DOUBLE_TAP);
  }

  /** Says that the work waits for Python. */
  waits(words = this.#options.strings.queued): void {
    this.#options.root.dataset.phase = "queued";
    this.#say(words);
  }

  /** Says that the work is under way. */
  works(words: string): void {
    this.#options.root.dataset.phase = "running";
    this.#say(words);
  }

  #createEditor(parent: HTMLElement): Editor {
    const { label, describedBy, numbers, nonce, onCheck } = this.#options;
    return createEditor({
      parent,
      text: this.#keeping.text,
      label,
      describedBy,
      numbers,
      nonce,
      onOpen: () => {
        this.#options.root.classList.add("editable");
      },
      onChange: () => {
        this.#keeping.changed();
        this.#show();
      },
      onRun: () => {
        this.run();
      },
      ...(onCheck === undefined ? {} : { onCheck }),
    });
  }

  #say(words: string, quietly = false): void {
    this.#state.classList.toggle("visually-hidden", quietly);
    this.#state.textContent = words;
  }

  #tell(event: RunEvent): void {
    if (event.e === "queued") this.waits();
    else if (event.e === "started") this.works(this.#options.strings.running);
    else if (event.e === "lacking") this.#given.show();
    else if (event.e === "ask") this.#ask(event.prompt);
    else if (event.e === "error") {
      const place = placeOf(event.raised);
      if (place === null) return;
      const { line, column } = place;
      this.#editor.mark({ line, column, message: errorName(event.raised) });
    }
  }

  #ask(prompt: string): void {
    const { root, strings } = this.#options;
    root.dataset.phase = "asking";
    this.#say(strings.asking);
    // Whoever has gone on to something else meanwhile is not called back.
    const active = document.activeElement;
    this.#question.ask(prompt, active === document.body || root.contains(active));
  }

  /** What depends on the code: the text for printing, whether there is something to reset. */
  #show(): void {
    if (!this.busy) this.#say("");
    this.#resetButton.hidden = this.#keeping.isStarter;
    this.#given.expect(this.text);
    // CodeMirror itself draws only what is in sight: on paper it is this.
    const code = this.#pre.querySelector("code") ?? this.#pre;
    if (code.textContent.replace(/\n$/, "") !== this.text) code.textContent = this.text;
    this.#options.onText?.();
  }

  #reset(): void {
    // Pressed twice: what the first one replaced is still to be brought back.
    if (this.#keeping.isStarter) return;
    this.#keeping.reset();
    this.#output.clear();
    this.#editor.focus();
  }
}
