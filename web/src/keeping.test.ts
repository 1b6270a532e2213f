import assert from "node:assert/strict";
import { describe, test } from "node:test";

import type { Draft, Slot } from "./drafts.ts";
import { Keeping } from "./keeping.ts";
import type { Offer } from "./notice.ts";
import { LANGUAGES } from "./strings.ts";

const { de } = LANGUAGES;

/** A slot, a notice and an editor in memory. */
class Desk {
  kept: Draft | null;
  shown: string | null = null;
  text = "";
  #offers: readonly Offer[] = [];
  #otherTab: (draft: Draft) => void = () => undefined;

  constructor(kept: Draft | null = null) {
    this.kept = kept;
  }

  open(starter: string): Keeping {
    const slot: Slot<Draft> = {
      get: () => this.kept,
      set: (draft) => {
        this.kept = draft;
      },
      onOtherTab: (listener) => {
        this.#otherTab = listener;
      },
    };
    const notice = {
      show: (text: string, offers: readonly Offer[]) => {
        this.shown = text;
        this.#offers = offers;
      },
      hide: () => {
        this.shown = null;
      },
    };
    const keeping = new Keeping({
      starter,
      slot,
      notice,
      strings: de,
      read: () => this.text,
      put: (text) => {
        this.text = text;
      },
    });
    this.text = keeping.text;
    keeping.begin();
    return keeping;
  }

  type(keeping: Keeping, text: string): void {
    this.text = text;
    keeping.changed();
  }

  choose(action: string): void {
    const offer = this.#offers.find((candidate) => candidate.action === action);
    assert.ok(offer, action);
    offer.onClick();
  }

  otherTabWrites(text: string): void {
    this.#otherTab({ starter: "...", text, previous: null });
  }
}

describe("a code that was never changed", () => {
  test("begins with the starter and keeps nothing", () => {
    const desk = new Desk();
    const keeping = desk.open("...");
    assert.equal(desk.text, "...");
    assert.equal(keeping.isStarter, true);
    assert.equal(desk.kept, null);
    assert.equal(desk.shown, null);
  });

  test("follows the lesson when its starter changes", () => {
    const desk = new Desk({ starter: "old", text: "old", previous: null });
    desk.open("new");
    assert.equal(desk.text, "new");
    assert.equal(desk.shown, null);
  });
});

test("every change is kept, and found again", () => {
  const desk = new Desk();
  desk.type(desk.open("..."), "x = 1");
  assert.deepEqual(desk.kept, { starter: "...", text: "x = 1", previous: null });
  desk.open("...");
  assert.equal(desk.text, "x = 1");
});

describe("a reset", () => {
  test("gives the starter, and what stood there can be brought back", () => {
    const desk = new Desk();
    const keeping = desk.open("...");
    desk.type(keeping, "mine");
    keeping.reset();
    assert.equal(desk.text, "...");
    assert.equal(desk.shown, de.previousKept);
    desk.choose("undo");
    assert.equal(desk.text, "mine");
    assert.equal(desk.shown, null);
  });

  test("can be taken back after the page was opened anew", () => {
    const desk = new Desk({ starter: "...", text: "mine", previous: null });
    desk.open("...").reset();
    desk.open("...");
    assert.equal(desk.text, "...");
    desk.choose("undo");
    assert.equal(desk.text, "mine");
  });

  test("taken back keeps in turn what was written since", () => {
    const desk = new Desk({ starter: "...", text: "mine", previous: null });
    const keeping = desk.open("...");
    keeping.reset();
    desk.type(keeping, "later");
    desk.choose("undo");
    assert.equal(desk.text, "mine");
    desk.choose("undo");
    assert.equal(desk.text, "later");
  });

  test("is forgotten only when the learner says so", () => {
    const desk = new Desk({ starter: "...", text: "mine", previous: null });
    const keeping = desk.open("...");
    keeping.reset();
    desk.type(keeping, "later");
    assert.equal(desk.kept?.previous, "mine");
    desk.choose("drop");
    assert.equal(desk.kept.previous, null);
    assert.equal(desk.text, "later");
  });
});

describe("a starter that has changed under a draft", () => {
  const kept = { starter: "old", text: "mine", previous: null };

  test("is told, and told again until the learner decides", () => {
    const desk = new Desk(kept);
    const keeping = desk.open("new");
    assert.equal(desk.text, "mine");
    assert.equal(desk.shown, de.starterChanged);
    desk.type(keeping, "mine too");
    desk.open("new");
    assert.equal(desk.shown, de.starterChanged);
  });

  test("can be left alone", () => {
    const desk = new Desk(kept);
    desk.open("new");
    desk.choose("keep-mine");
    desk.shown = null;
    desk.open("new");
    assert.equal(desk.text, "mine");
    assert.equal(desk.shown, null);
  });

  test("can be taken, without losing the draft", () => {
    const desk = new Desk(kept);
    desk.open("new");
    desk.choose("use-starter");
    assert.equal(desk.text, "new");
    desk.choose("undo");
    assert.equal(desk.text, "mine");
  });
});

describe("what another tab writes", () => {
  test("is taken over where nothing was written here", () => {
    const desk = new Desk();
    desk.open("...");
    desk.otherTabWrites("theirs");
    assert.equal(desk.text, "theirs");
    assert.equal(desk.shown, null);
  });

  test("is offered where something was, and taking it loses nothing", () => {
    const desk = new Desk();
    desk.type(desk.open("..."), "mine");
    desk.otherTabWrites("theirs");
    assert.equal(desk.text, "mine");
    assert.equal(desk.shown, de.otherTab);
    desk.choose("use-other");
    assert.equal(desk.text, "theirs");
    desk.choose("undo");
    assert.equal(desk.text, "mine");
  });

  test("is no news when it is the same", () => {
    const desk = new Desk();
    desk.type(desk.open("..."), "mine");
    desk.otherTabWrites("mine");
    assert.equal(desk.shown, null);
  });
});
