/** The interface's words, one catalogue a language. Python's own words never pass through here. */

import type { Outcome } from "./protocol.ts";

const outcomesDe: Readonly<Record<Outcome, string>> = {
  passed: "Bestanden",
  failed: "Noch nicht richtig",
  error: "Fehler im Programm",
  syntax_error: "Python kann deinen Code nicht lesen",
  missing: "Da fehlt noch etwas",
  timeout: "Nicht fertig geworden",
  memory_limit: "Zu viel Speicher",
  output_limit: "Zu viel Ausgabe",
  crashed: "Python ist abgestürzt",
  not_run: "Nicht geprüft",
  checker_error: "Die Prüfung hat einen Fehler, nicht dein Code",
};

const outcomesEn: Readonly<Record<Outcome, string>> = {
  passed: "Passed",
  failed: "Not right yet",
  error: "Error in the program",
  syntax_error: "Python can’t read your code",
  missing: "Something is still missing",
  timeout: "Did not finish",
  memory_limit: "Too much memory",
  output_limit: "Too much output",
  crashed: "Python crashed",
  not_run: "Not checked",
  checker_error: "The check is at fault, not your code",
};

const shortDe: Readonly<Record<Outcome, string>> = {
  passed: "bestanden",
  failed: "nicht bestanden",
  error: "Fehler",
  syntax_error: "nicht lesbar",
  missing: "fehlt",
  timeout: "nicht fertig geworden",
  memory_limit: "zu viel Speicher",
  output_limit: "zu viel Ausgabe",
  crashed: "abgestürzt",
  not_run: "nicht geprüft",
  checker_error: "Fehler der Prüfung",
};

const shortEn: Readonly<Record<Outcome, string>> = {
  passed: "passed",
  failed: "not passed",
  error: "error",
  syntax_error: "not readable",
  missing: "missing",
  timeout: "did not finish",
  memory_limit: "too much memory",
  output_limit: "too much output",
  crashed: "crashed",
  not_run: "not checked",
  checker_error: "fault of the check",
};

const de = {
  // editor
  cellName: (number: number) => `Beispiel ${String(number)}`,
  cellLabel: (number: number) => `Python-Code, Beispiel ${String(number)}`,
  exerciseLabel: (title: string) => `Dein Code: ${title}`,
  keys: (command: string) =>
    `${command}+Enter führt aus, ${command}+Umschalt+Enter prüft. Mit Esc, dann Tab verlässt du den Editor.`,
  cellKeys: (command: string) =>
    `${command}+Enter führt aus. Mit Esc, dann Tab verlässt du den Editor.`,
  commandKey: "Strg",

  // buttons
  run: "Ausführen",
  check: "Prüfen",
  stop: "Stopp",
  reset: "Zurücksetzen",
  tools: "Werkzeuge",
  /** For those who hear of a button or part without seeing where it stands. */
  of: (part: string, name: string) => `${part}: ${name}`,

  // what is going on
  queued: "wartet auf Python …",
  running: "läuft …",
  asking: "wartet auf deine Eingabe",
  checking: "prüft …",
  checkQueued: "wartet auf ein frisches Python …",
  done: "fertig",
  endedWithError: "mit Fehler beendet",

  // how a run ended
  noOutput: "Fertig, ohne Ausgabe.",
  stopped: "Gestoppt: Die Variablen dieser Seite sind weg, dein Code ist noch da.",
  notStarted: "Nicht ausgeführt: Vorher wurde gestoppt oder Python ist abgebrochen.",
  crashed: "Python ist abgestürzt: Die Variablen dieser Seite sind weg, dein Code ist noch da.",
  outputLimit:
    "Beendet, weil mehr als 8 MB ausgegeben wurden. Die Variablen dieser Seite sind weg, dein Code ist noch da.",
  checkStopped: "Prüfung gestoppt. Es gilt, was vorher galt.",

  // input
  inputLabel: "Eingabe für dein Programm",
  answer: "Eingeben",
  endInput: "Keine Eingabe mehr",
  givenLines: "Eingaben für dein Programm, eine je Zeile",
  lacking:
    "Dein Programm wollte mehr Eingaben lesen, als da waren. Dein Browser kann ein laufendes Programm nicht anhalten, um dich zu fragen: Schreib die Eingaben vorher in das Feld über der Ausgabe, eine je Zeile, und führe noch einmal aus.",

  // output
  output: "Ausgabe",
  value: "Wert",
  outputCut: "Hier ist Schluss: Es wurde mehr ausgegeben, als die Seite zeigt.",
  line: (line: number) => `Deine Zeile ${String(line)}`,
  lineIn: (line: number, name: string) => `Deine Zeile ${String(line)}, in ${name}`,
  traceback: "Die ganze Meldung von Python",

  // result of a check
  result: "Ergebnis der Prüfung",
  outcomes: outcomesDe,
  outcomesShort: shortDe,
  counts: (passed: number, total: number) =>
    total === 1
      ? passed === 1
        ? "Die Prüfung ist bestanden"
        : "Die Prüfung ist nicht bestanden"
      : passed === total
        ? `Alle ${String(total)} Prüfungen bestanden`
        : `${String(passed)} von ${String(total)} Prüfungen bestanden`,
  allChecks: (total: number) =>
    total === 1 ? "Die Prüfung im Einzelnen" : `Die ${String(total)} Prüfungen im Einzelnen`,
  cases: (passed: number, total: number) => `${String(passed)} von ${String(total)} Fällen richtig`,
  call: "Aufruf",
  name: "Name",
  expected: "Erwartet",
  got: "Deins",
  component: "Wert",
  right: "stimmt",
  differs: "weicht ab",
  differing: (names: string) => `Weicht ab: ${names}`,
  pythonSays: "Python sagt",
  printed: "Das hat dein Programm dabei ausgegeben",
  remarks: "Außerdem",
  stale: "Du hast deinen Code seither geändert. Das Ergebnis gilt für die Fassung davor.",
  earlier: (verdict: string) =>
    `Beim letzten Mal: ${verdict}. Prüfe noch einmal, um Einzelheiten zu sehen.`,

  // help
  stuck: "Kommst du nicht weiter?",
  hintNext: (number: number, total: number) => `Hinweis ${String(number)} von ${String(total)}`,
  hintsAll: (total: number) =>
    total === 1 ? "Der Hinweis ist offen" : `Alle ${String(total)} Hinweise sind offen`,
  solution: "Lösung",
  solutionShow: "Lösung zeigen",
  solutionHide: "Lösung verbergen",
  solutionLocked: "nach deinem ersten Prüfen",
  solutionLead: "So kann man es lösen. Andere Wege sind genauso gut, wenn sie bestehen.",
  solutionFailed: "Die Lösung ließ sich nicht laden. Versuch es noch einmal.",

  // drafts
  previousKept: "Deine Fassung von vorher ist aufgehoben.",
  bringBack: "Zurückholen",
  drop: "Verwerfen",
  starterChanged: "Die Vorlage wurde inzwischen geändert. Dein Code ist unverändert.",
  useStarter: "Neue Vorlage nehmen",
  keepMine: "Meins behalten",
  otherTab: "In einem anderen Tab steht inzwischen eine andere Fassung.",
  useOther: "Die andere nehmen",
  storageNone:
    "Dein Browser speichert hier nichts: Dein Code bleibt nur, solange diese Seite offen ist.",
  storageFull:
    "Der Speicher des Browsers ist voll: Was du jetzt schreibst, bleibt nur, solange diese Seite offen ist.",
  understood: "Verstanden",

  // header
  progress: (passed: number, total: number) =>
    passed === total
      ? `Alle ${String(total)} bestanden`
      : `${String(passed)} von ${String(total)} bestanden`,
  pythonDownload: (loaded: string, total: string) => `Python lädt: ${loaded} von ${total} MB`,
  pythonCompile: "Python wird vorbereitet …",
  pythonStart: "Python startet …",
  pythonInstall: "Python richtet sich ein …",
  pythonReady: "Python ist bereit",
  startedFromFiles: (reason: string | null) =>
    "Python ist diesmal ohne sein Speicherabbild gestartet. Alles geht wie sonst, nur der Start dauert länger." +
    (reason === null ? "" : ` Grund: ${reason}`),
  retry: "Erneut versuchen",

  // open questions
  answerLabel: "Deine Antwort",
  answerPlaceholder: "Schreib in zwei, drei Sätzen, was du antworten würdest.",
  answerShow: "Musterantwort zeigen",
  answerLocked: "Schreib erst selbst etwas, dann siehst du eine Musterantwort.",
  ticked: (done: number, total: number) => `${String(done)} von ${String(total)} abgehakt`,
};

export type Strings = typeof de;

const en: Strings = {
  cellName: (number) => `Example ${String(number)}`,
  cellLabel: (number) => `Python code, example ${String(number)}`,
  exerciseLabel: (title) => `Your code: ${title}`,
  keys: (command) =>
    `${command}+Enter runs, ${command}+Shift+Enter checks. Press Esc, then Tab to leave the editor.`,
  cellKeys: (command) => `${command}+Enter runs. Press Esc, then Tab to leave the editor.`,
  commandKey: "Ctrl",

  run: "Run",
  check: "Check",
  stop: "Stop",
  reset: "Reset",
  tools: "Tools",
  of: (part, name) => `${part}: ${name}`,

  queued: "waiting for Python …",
  running: "running …",
  asking: "waits for your input",
  checking: "checking …",
  checkQueued: "waiting for a fresh Python …",
  done: "done",
  endedWithError: "ended with an error",

  noOutput: "Done, nothing printed.",
  stopped: "Stopped: this page’s variables are gone, your code is still here.",
  notStarted: "Not run: before it began, something was stopped or Python broke off.",
  crashed: "Python crashed: this page’s variables are gone, your code is still here.",
  outputLimit:
    "Ended, because more than 8 MB were printed. This page’s variables are gone, your code is still here.",
  checkStopped: "Check stopped. What held before still holds.",

  inputLabel: "Input for your program",
  answer: "Enter",
  endInput: "No more input",
  givenLines: "Input for your program, one a line",
  lacking:
    "Your program wanted to read more input than there was. Your browser can’t halt a running program to ask you: write the input into the field above the output beforehand, one a line, and run again.",

  output: "Output",
  value: "Value",
  outputCut: "The rest is left out: more was printed than the page shows.",
  line: (line) => `Your line ${String(line)}`,
  lineIn: (line, name) => `Your line ${String(line)}, in ${name}`,
  traceback: "Python’s whole message",

  result: "Result of the check",
  outcomes: outcomesEn,
  outcomesShort: shortEn,
  counts: (passed, total) =>
    total === 1
      ? passed === 1
        ? "The check is passed"
        : "The check is not passed"
      : passed === total
        ? `All ${String(total)} checks passed`
        : `${String(passed)} of ${String(total)} checks passed`,
  allChecks: (total) =>
    total === 1 ? "The check in detail" : `The ${String(total)} checks in detail`,
  cases: (passed, total) => `${String(passed)} of ${String(total)} cases right`,
  call: "Call",
  name: "Under the name",
  expected: "Expected",
  got: "Yours",
  component: "Value",
  right: "right",
  differs: "differs",
  differing: (names) => `Differs: ${names}`,
  pythonSays: "Python says",
  printed: "What your program printed meanwhile",
  remarks: "Besides",
  stale: "You have changed your code since. The result is about the version before.",
  earlier: (verdict) => `Last time: ${verdict}. Check again to see details.`,

  stuck: "Stuck?",
  hintNext: (number, total) => `Hint ${String(number)} of ${String(total)}`,
  hintsAll: (total) => (total === 1 ? "The hint is open" : `All ${String(total)} hints are open`),
  solution: "Solution",
  solutionShow: "Show solution",
  solutionHide: "Hide solution",
  solutionLocked: "after your first check",
  solutionLead: "One way to solve it. Others are just as good if they pass.",
  solutionFailed: "The solution could not be loaded. Try again.",

  previousKept: "Your version from before is kept.",
  bringBack: "Bring it back",
  drop: "Discard",
  starterChanged: "The starter has changed meanwhile. Your code is as you left it.",
  useStarter: "Take the new starter",
  keepMine: "Keep mine",
  otherTab: "Another tab has a different version by now.",
  useOther: "Take the other",
  storageNone: "Your browser keeps nothing here: your code stays only while this page is open.",
  storageFull:
    "The browser’s storage is full: what you write now stays only while this page is open.",
  understood: "Understood",

  progress: (passed, total) =>
    passed === total
      ? `All ${String(total)} passed`
      : `${String(passed)} of ${String(total)} passed`,
  pythonDownload: (loaded, total) => `Loading Python: ${loaded} of ${total} MB`,
  pythonCompile: "Preparing Python …",
  pythonStart: "Starting Python …",
  pythonInstall: "Setting up Python …",
  pythonReady: "Python is ready",
  startedFromFiles: (reason) =>
    "This time Python has started without its memory snapshot. Everything works as usual, only the start takes longer." +
    (reason === null ? "" : ` Reason: ${reason}`),
  retry: "Try again",

  answerLabel: "Your answer",
  answerPlaceholder: "Write two or three sentences.",
  answerShow: "Show model answer",
  answerLocked: "Write something yourself first, then you can see a model answer.",
  ticked: (done, total) => `${String(done)} of ${String(total)} ticked`,
};

export const LANGUAGES = { de, en };

/** The words of a page's language; a language that we have no words for is served in English. */
export function stringsFor(language: string): Strings {
  return language.toLowerCase().startsWith("de") ? de : en;
}

/** A number for the interface, with the language's decimal sign: 3,2 in German. */
export function decimal(language: string, value: number, digits = 1): string {
  return new Intl.NumberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}
