import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { Drafts, localShelf, NO_PROGRESS, type Shelf, type Trouble } from "./drafts.ts";

/** A storage in memory that can be made to refuse. */
class FakeShelf implements Shelf {
  readonly items = new Map<string, string>();
  refuses = false;

  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    if (this.refuses) throw new DOMException("full", "QuotaExceededError");
    this.items.set(key, value);
  }
}

function open(shelf: Shelf | null): { drafts: Drafts; troubles: Trouble[] } {
  const troubles: Trouble[] = [];
  const drafts = new Drafts("metriken", shelf, (trouble) => {
    troubles.push(trouble);
  });
  return { drafts, troubles };
}

const draft = { starter: "...", text: "x = 1", previous: null };

describe("drafts", () => {
  test("are found again by lesson and name", () => {
    const shelf = new FakeShelf();
    open(shelf).drafts.draft("exercise", "accuracy").set(draft);
    assert.deepEqual(open(shelf).drafts.draft("exercise", "accuracy").get(), draft);
    assert.equal(open(shelf).drafts.draft("exercise", "mrr").get(), null);
    assert.equal(open(shelf).drafts.draft("cell", "accuracy").get(), null);
    const other = new Drafts("golden_set", shelf, () => undefined);
    assert.equal(other.draft("exercise", "accuracy").get(), null);
  });

  test("carry the version in their key", () => {
    const shelf = new FakeShelf();
    open(shelf).drafts.draft("exercise", "accuracy").set(draft);
    assert.deepEqual([...shelf.items.keys()], ["pruefstand/1/metriken/exercise/accuracy/draft"]);
  });

  test("that are no drafts are not read", () => {
    const shelf = new FakeShelf();
    const key = "pruefstand/1/metriken/exercise/accuracy/draft";
    for (const text of [
      "",
      "{",
      "null",
      "[]",
      '"x"',
      '{"text": "x"}',
      '{"text": 1, "starter": 2}',
    ]) {
      shelf.items.set(key, text);
      assert.equal(open(shelf).drafts.draft("exercise", "accuracy").get(), null, text);
    }
  });

  test("say once that nothing can be kept, and work on in memory", () => {
    const { drafts, troubles } = open(null);
    assert.deepEqual(troubles, ["unavailable"]);
    drafts.draft("exercise", "accuracy").set(draft);
    assert.deepEqual(drafts.draft("exercise", "accuracy").get(), draft);
    assert.deepEqual(troubles, ["unavailable"]);
  });

  test("say when the storage is full, lose nothing, and say when it is over", () => {
    const shelf = new FakeShelf();
    const { drafts, troubles } = open(shelf);
    const slot = drafts.draft("exercise", "accuracy");
    slot.set(draft);
    shelf.refuses = true;
    slot.set({ ...draft, text: "x = 2" });
    slot.set({ ...draft, text: "x = 3" });
    assert.deepEqual(troubles, ["full"]);
    assert.equal(slot.get()?.text, "x = 3");
    shelf.refuses = false;
    slot.set({ ...draft, text: "x = 4" });
    assert.deepEqual(troubles, ["full", "none"]);
    assert.equal(open(shelf).drafts.draft("exercise", "accuracy").get()?.text, "x = 4");
  });

  test("of another tab are told to whoever shows them", () => {
    const shelf = new FakeShelf();
    const { drafts } = open(shelf);
    const seen: string[] = [];
    drafts.draft("exercise", "accuracy").onOtherTab((value) => seen.push(value.text));
    const key = "pruefstand/1/metriken/exercise/accuracy/draft";
    drafts.receive(key, JSON.stringify({ ...draft, text: "x = 5" }));
    drafts.receive(key, "nonsense");
    drafts.receive(key, null);
    drafts.receive(null, null);
    drafts.receive("something/else", "{}");
    assert.deepEqual(seen, ["x = 5"]);
  });
});

describe("progress", () => {
  test("is kept whole", () => {
    const shelf = new FakeShelf();
    const progress = {
      attempts: 2,
      verdict: "failed",
      passed: true,
      checked: "x",
      report: "{}",
      hints: 1,
      solution: true,
    };
    open(shelf).drafts.progress("accuracy").set(progress);
    assert.deepEqual(open(shelf).drafts.progress("accuracy").get(), progress);
  });

  test("with fields that are not understood has none of them", () => {
    const shelf = new FakeShelf();
    const key = "pruefstand/1/metriken/exercise/accuracy/progress";
    shelf.items.set(key, '{"attempts": "many", "verdict": 3, "passed": 1, "hints": null}');
    assert.deepEqual(open(shelf).drafts.progress("accuracy").get(), NO_PROGRESS);
  });
});

test("notes keep the answer and the numbers of what was ticked", () => {
  const shelf = new FakeShelf();
  const notes = { text: "Recall", shown: true, ticks: [1, 3] };
  open(shelf).drafts.notes("touchstone", "chef").set(notes);
  assert.deepEqual(open(shelf).drafts.notes("touchstone", "chef").get(), notes);
  const key = "pruefstand/1/metriken/touchstone/chef/notes";
  shelf.items.set(key, '{"text": "a", "ticks": [1, "2", null]}');
  assert.deepEqual(open(shelf).drafts.notes("touchstone", "chef").get(), {
    text: "a",
    shown: false,
    ticks: [1],
  });
});

describe("the browser's storage", () => {
  test("is not to be had where looking at it throws", () => {
    const host = {
      get localStorage(): Storage {
        throw new DOMException("no", "SecurityError");
      },
    };
    assert.equal(localShelf(host), null);
  });

  test("is read although it is full, and that it is full is said at the first change", () => {
    const shelf = new FakeShelf();
    const key = "pruefstand/1/metriken/cell/a/draft";
    shelf.setItem(key, JSON.stringify({ starter: "", text: "x = 1", previous: null }));
    shelf.refuses = true;
    const found = localShelf({ localStorage: shelf as unknown as Storage });
    const { drafts, troubles } = open(found);
    const slot = drafts.draft("cell", "a");
    assert.equal(slot.get()?.text, "x = 1");
    assert.deepEqual(troubles, []);
    slot.set({ starter: "", text: "x = 2", previous: null });
    assert.deepEqual(troubles, ["full"]);
    assert.equal(slot.get()?.text, "x = 2");
  });
});
