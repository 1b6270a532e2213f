/**
 * What can go wrong that is not the learner's doing, and how it is told.
 * A fault is data; the one who must act is the learner (try again), the host or the author.
 */

import type { Language } from "./protocol.ts";

export type Fault =
  /** The device says that it has no network. */
  | { readonly kind: "offline"; readonly file: string }
  /** The server could not be reached, or the transfer broke off. */
  | { readonly kind: "unreachable"; readonly file: string }
  | { readonly kind: "stalled"; readonly file: string; readonly seconds: number }
  | { readonly kind: "status"; readonly file: string; readonly status: number }
  | {
      readonly kind: "size";
      readonly file: string;
      readonly received: number;
      readonly expected: number;
    }
  /** The file came whole and makes no sense. */
  | { readonly kind: "content"; readonly file: string }
  | { readonly kind: "start"; readonly detail: string }
  | { readonly kind: "judge"; readonly detail: string }
  | { readonly kind: "exercise"; readonly name: string };

type Words = { readonly [K in Fault["kind"]]: (fault: Extract<Fault, { kind: K }>) => string };

const de: Words = {
  offline: ({ file }) =>
    `Dein Gerät ist offline: „${file}“ fehlt noch. Stell die Verbindung her und versuche es erneut.`,
  unreachable: ({ file }) =>
    `„${file}“ war nicht zu erreichen. Prüfe deine Verbindung und versuche es erneut.`,
  stalled: ({ file, seconds }) =>
    `„${file}“ kommt nicht weiter: ${String(seconds)} Sekunden lang kam nichts an. Versuche es erneut.`,
  status: ({ file, status }) =>
    status === 404
      ? `„${file}“ gibt es auf dem Server nicht (404). Lade die Seite neu; bleibt es dabei, muss die Seite neu veröffentlicht werden.`
      : `Der Server gibt „${file}“ nicht her (${String(status)}). Versuche es später erneut.`,
  size: ({ file, received, expected }) =>
    `„${file}“ kam nicht richtig an: ${String(received)} statt ${String(expected)} Bytes. Versuche es erneut.`,
  content: ({ file }) =>
    `„${file}“ ist beschädigt. Versuch es noch einmal; bleibt es dabei, muss die Seite neu veröffentlicht werden.`,
  start: ({ detail }) =>
    `Vermutlich ist eine Datei von Python beschädigt angekommen oder dein Browser zu alt. Versuch es noch einmal; hilft das nicht, lade die Seite neu oder nimm einen aktuellen Browser. Der Browser konnte Python nicht starten${inBrackets(detail)}.`,
  judge: ({ detail }) =>
    `Das liegt nicht an deinem Code: Versuch es noch einmal. Die Prüfung ist ausgefallen${inBrackets(detail)}.`,
  exercise: ({ name }) =>
    `Die Aufgabe „${name}“ fehlt in dieser Lektion. Das liegt nicht an deinem Code.`,
};

const en: Words = {
  offline: ({ file }) =>
    `Your device is offline: “${file}” is still missing. Connect and try again.`,
  unreachable: ({ file }) => `“${file}” could not be reached. Check your connection and try again.`,
  stalled: ({ file, seconds }) =>
    `“${file}” makes no progress: nothing came for ${String(seconds)} seconds. Try again.`,
  status: ({ file, status }) =>
    status === 404
      ? `“${file}” is not on the server (404). Reload the page; if that does not help, the page has to be published again.`
      : `The server does not hand out “${file}” (${String(status)}). Try again later.`,
  size: ({ file, received, expected }) =>
    `“${file}” did not arrive in one piece: ${String(received)} instead of ${String(expected)} bytes. Try again.`,
  content: ({ file }) =>
    `“${file}” is damaged. Try again; if that does not help, the page has to be published again.`,
  start: ({ detail }) =>
    `Probably a file of Python arrived damaged, or your browser is too old. Try again; if that does not help, reload the page or use an up-to-date browser. The browser could not start Python${inBrackets(detail)}.`,
  judge: ({ detail }) =>
    `This is not your code’s fault: try once more. The check broke down${inBrackets(detail)}.`,
  exercise: ({ name }) =>
    `The exercise “${name}” is missing from this lesson. This is not your code’s fault.`,
};

const languages: Readonly<Record<Language, Words>> = { de, en };

/** A few sentences for the learner, plain text; what only a technician understands comes last. */
export function tell(fault: Fault, language: Language): string {
  const say = languages[language][fault.kind] as (fault: Fault) => string;
  return say(fault);
}

/** The most that is told of a technical detail, in characters. */
const DETAIL = 120;

/**
 * Technical details come from anywhere and may be long: one line of them, bounded, in brackets.
 * A traceback of Python says in its last line what happened, everything else in its first.
 */
function inBrackets(detail: string): string {
  const lines = detail.trim().split("\n");
  const line =
    (detail.includes("Traceback (most recent call last)") ? lines.at(-1) : lines[0]) ?? "";
  const words = line.trim();
  if (words === "") return "";
  return ` (${words.length > DETAIL ? `${words.slice(0, DETAIL)}…` : words})`;
}
