import assert from "node:assert/strict";
import { test } from "node:test";

import { SNAPSHOT } from "./fakes.ts";
import { pythonWords, startWords } from "./status.ts";
import { LANGUAGES } from "./strings.ts";

const { de, en } = LANGUAGES;

test("loading is told with sizes, in the language's own numbers", () => {
  const state = { kind: "loading", step: "download", loaded: 3_214_000, total: 6_090_000 } as const;
  assert.equal(pythonWords(state, "de", de).words, "Python lädt: 3,2 von 6,1 MB");
  assert.equal(pythonWords(state, "en", en).words, "Loading Python: 3.2 of 6.1 MB");
});

test("the share of what is loaded stays within 0 and 1", () => {
  const share = (loaded: number, total: number) =>
    pythonWords({ kind: "loading", step: "download", loaded, total }, "de", de).share;
  assert.equal(share(0, 0), 0);
  assert.equal(share(1, 2), 0.5);
  assert.equal(share(3, 2), 1);
});

test("each later step has words of its own", () => {
  const words = (["compile", "start", "install"] as const).map(
    (step) => pythonWords({ kind: "loading", step, loaded: 2, total: 2 }, "de", de).words,
  );
  assert.equal(new Set(words).size, 3);
});

test("the end of loading has no share", () => {
  assert.deepEqual(pythonWords({ kind: "ready", start: SNAPSHOT }, "de", de), {
    words: "Python ist bereit",
    share: null,
  });
  const failed = pythonWords({ kind: "failed", message: "Kein Netz." }, "de", de);
  assert.deepEqual(failed, { words: "Kein Netz.", share: null });
});

test("a start without the snapshot is told with its reason, one from it is not worth a word", () => {
  assert.equal(startWords({ kind: "ready", start: SNAPSHOT }, de), "");
  const state = {
    kind: "ready",
    start: { from: "files", refused: "a snapshot of build 0123" },
  } as const;
  assert.match(
    startWords(state, de),
    /ohne sein Speicherabbild .* Grund: a snapshot of build 0123$/,
  );
  assert.match(startWords(state, en), /without its memory snapshot/);
  const unknown = { kind: "ready", start: { from: "files", refused: null } } as const;
  assert.doesNotMatch(startWords(unknown, de), /Grund/);
});
