/** CodeMirror, set up for learners' Python: our colours by class, our keys, one marked line. */

import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentWithTab,
  toggleComment,
} from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics, setDiagnosticsEffect } from "@codemirror/lint";
import {
  Annotation,
  EditorState,
  Prec,
  Transaction,
  type Extension,
  type TransactionSpec,
} from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

export interface EditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  /** What a screen reader says of it. */
  readonly label: string;
  /** `id` of the element that tells the keys. */
  readonly describedBy: string;
  readonly numbers: boolean;
  /** The page's policy lets only style elements with this in. */
  readonly nonce: string;
  readonly onOpen: () => void;
  readonly onChange: (text: string) => void;
  readonly onRun: () => void;
  readonly onCheck?: () => void;
}

/** A place in the code, counted from 1, and what is said of it. */
export interface Mark {
  readonly line: number;
  readonly column: number | null;
  readonly message: string;
}

/** Until it is `open` it can be given text and marks, but what is seen is still whatever stood there. */
export interface Editor {
  readonly text: string;
  /** Puts it on the page. Opened again, it stays as it is. */
  open(): void;
  /** Puts in another text as one step that can be undone; `onChange` is not called. */
  replace(text: string): void;
  /** Marks a line until the next change; null takes the mark away. */
  mark(mark: Mark | null): void;
  focus(): void;
}

const quiet = Annotation.define<boolean>();

export function createEditor(options: EditorOptions): Editor {
  // Reads the code, so it is not made before it is needed.
  let begun: EditorState | null = null;
  let view: EditorView | null = null;
  const now = (): EditorState => {
    if (view !== null) return view.state;
    begun ??= EditorState.create({ doc: options.text, extensions: extensions(options) });
    return begun;
  };
  const dispatch = (change: TransactionSpec): void => {
    if (view === null) begun = now().update(change).state;
    else view.dispatch(change);
  };
  const open = (): EditorView => {
    if (view !== null) return view;
    // An editor out of sight is not measured by CodeMirror: until then the styles place its numbers.
    options.parent.classList.add("unmeasured");
    view = new EditorView({ parent: options.parent, state: now() });
    options.onOpen();
    return view;
  };
  return {
    get text() {
      return (view?.state ?? begun)?.doc.toString() ?? options.text;
    },
    open,
    replace(text) {
      dispatch({
        changes: { from: 0, to: now().doc.length, insert: text },
        annotations: [quiet.of(true), Transaction.userEvent.of("replace")],
      });
    },
    mark(mark) {
      const spots = mark === null ? [] : [spot(now(), mark)];
      dispatch(setDiagnostics(now(), spots));
    },
    focus() {
      open().focus();
    },
  };
}

function spot(state: EditorState, mark: Mark) {
  const line = state.doc.line(Math.min(Math.max(mark.line, 1), state.doc.lines));
  const indent = line.text.length - line.text.trimStart().length;
  // Python points beyond the line's end when something is missing there: mark the whole line then.
  const column = (mark.column ?? Infinity) - 1;
  const from = line.from + (column < line.length ? column : indent);
  return {
    from: Math.max(line.from, from),
    to: Math.max(line.to, from),
    severity: "error" as const,
    message: mark.message,
  };
}

/**
 * Typing over a selection, done by the editor alone: Chromium would carry the colour of what it
 * replaces over in a style attribute, which the page's policy refuses and reports.
 */
function overSelection(event: InputEvent, view: EditorView): boolean {
  const { data, inputType, isComposing } = event;
  const { from, to, empty } = view.state.selection.main;
  if (inputType !== "insertText" || data === null || isComposing || empty) return false;
  const insert = () =>
    view.state.update(view.state.replaceSelection(data), {
      userEvent: "input.type",
      scrollIntoView: true,
    });
  const handlers = view.state.facet(EditorView.inputHandler);
  if (!handlers.some((handler) => handler(view, from, to, data, insert))) view.dispatch(insert());
  event.preventDefault();
  return true;
}

function extensions(options: EditorOptions): Extension[] {
  const command = (action: () => void) => () => {
    action();
    return true;
  };
  const check = options.onCheck ?? options.onRun;
  return [
    Prec.highest(
      keymap.of([
        { key: "Mod-Shift-Enter", run: command(check) },
        { key: "Mod-Enter", run: command(options.onRun) },
        { key: "Ctrl-Enter", run: command(options.onRun) },
        { key: "Shift-Enter", run: command(options.onRun) },
      ]),
    ),
    options.nonce === "" ? [] : EditorView.cspNonce.of(options.nonce),
    lintGutter({ hoverTime: 200 }),
    options.numbers ? lineNumbers() : [],
    history(),
    drawSelection(),
    highlightSpecialChars(),
    options.numbers ? highlightActiveLine() : [],
    bracketMatching(),
    closeBrackets(),
    indentUnit.of("    "),
    EditorState.tabSize.of(4),
    python(),
    syntaxHighlighting(classHighlighter),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...historyKeymap,
      { key: "Mod-/", run: toggleComment },
      // Esc, then Tab moves on: CodeMirror's own way out, told in the hint below the editor.
      indentWithTab,
    ]),
    EditorView.contentAttributes.of({
      "aria-label": options.label,
      "aria-describedby": options.describedBy,
      autocapitalize: "off",
      autocorrect: "off",
      autocomplete: "off",
      spellcheck: "false",
      translate: "no",
      writingsuggestions: "false",
    }),
    EditorView.domEventHandlers({ beforeinput: overSelection }),
    // A marked line is about the code as it was: any change takes the mark away.
    EditorState.transactionExtender.of((transaction) =>
      transaction.docChanged ? { effects: setDiagnosticsEffect.of([]) } : null,
    ),
    EditorView.updateListener.of((update) => {
      if (update.geometryChanged) options.parent.classList.remove("unmeasured");
      if (!update.docChanged) return;
      if (update.transactions.some((transaction) => transaction.annotation(quiet) === true)) return;
      options.onChange(update.state.doc.toString());
    }),
  ];
}
