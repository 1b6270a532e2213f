import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { errorName, lineWords, Output, placeOf, Printed, underlined } from "./output.ts";
import { LANGUAGES } from "./strings.ts";

const { de } = LANGUAGES;

describe("an error", () => {
  test("is named as Python names it, made fit to be shown", () => {
    assert.equal(errorName({ type: "KeyError", message: "'a'", frames: [] }), "KeyError: 'a'");
    assert.equal(errorName({ type: "EOFError", message: "", frames: [] }), "EOFError");
    assert.equal(errorName({ type: "E", message: "\u001b[31mrot", frames: [] }), "E: rot");
  });

  test("is placed at the innermost of the learner's own lines", () => {
    const frames = [
      { line: 5, function: "<module>", text: "f()" },
      { line: 2, function: "f", text: "    1 / 0" },
    ];
    const place = placeOf({ type: "ZeroDivisionError", message: "", frames });
    assert.deepEqual(place, { line: 2, column: null, name: "f", text: "1 / 0" });
    assert.ok(place);
    assert.equal(lineWords(place, de), "Deine Zeile 2, in f");
  });

  test("at the top of the program is in no function", () => {
    const frames = [{ line: 1, function: "<module>", text: "1 / 0" }];
    const place = placeOf({ type: "ZeroDivisionError", message: "", frames });
    assert.ok(place);
    assert.equal(lineWords(place, de), "Deine Zeile 1");
  });

  test("of syntax is placed where Python points", () => {
    const raised = { type: "SyntaxError", message: "", frames: [], line: 4, column: 3, text: "if" };
    assert.deepEqual(placeOf(raised), { line: 4, column: 3, name: "", text: "if\n  ^" });
  });

  test("that passed no line of the learner's has no place", () => {
    assert.equal(placeOf({ type: "MemoryError", message: "", frames: [] }), null);
  });
});

describe("the arrow below a line", () => {
  test("counts from the line's own beginning, indent left out", () => {
    assert.equal(underlined("    if x\n", 5), "if x\n^");
    assert.equal(underlined("    if x\n", 9), "if x\n    ^");
  });

  test("never stands outside of the line", () => {
    assert.equal(underlined("ab", 99), "ab\n  ^");
    assert.equal(underlined("    ab", 1), "ab\n^");
    assert.equal(underlined("", 3), "");
    assert.equal(underlined("  ab", null), "ab");
  });
});

describe("what was printed", () => {
  test("is taken once, in pieces of one stream each", () => {
    const printed = new Printed();
    printed.add("stdout", "a");
    printed.add("stdout", "b");
    printed.add("stderr", "c");
    assert.deepEqual(printed.take(), [
      { stream: "stdout", text: "ab" },
      { stream: "stderr", text: "c" },
    ]);
    assert.deepEqual(printed.take(), []);
  });

  test("goes on in the last piece once there are too many", () => {
    const printed = new Printed();
    const count = 100_000;
    for (let index = 0; index < count; index += 1) {
      assert(printed.add(index % 2 === 0 ? "stdout" : "stderr", "x"));
    }
    const pieces = printed.take();
    assert.equal(pieces.length, Printed.PIECES);
    assert.equal(pieces.at(-1)?.text.length, count - Printed.PIECES + 1);
    printed.add("stdout", "y");
    assert.deepEqual(printed.take(), [{ stream: "stderr", text: "y" }]);
  });

  test("is dropped beyond the bound", () => {
    const printed = new Printed();
    assert(printed.add("stdout", "x".repeat(Printed.UNITS - 1)));
    assert(!printed.add("stderr", "ab"));
    assert(!printed.add("stdout", "c"));
    assert.equal(printed.take()[1]?.text, "a");
    assert.deepEqual(printed.take(), []);
  });
});

/** As much of an element or a text as `Output` touches. */
class FakeNode {
  static made = 0;
  readonly name: string;
  className = "";
  own = "";
  nodes: FakeNode[] = [];
  scrollHeight = 0;
  clientHeight = 0;

  constructor(name: string, own = "") {
    FakeNode.made += 1;
    this.name = name;
    this.own = own;
  }

  get childElementCount(): number {
    return this.nodes.filter(({ name }) => name !== "#text").length;
  }

  get textContent(): string {
    return this.own + this.nodes.map((node) => node.textContent).join("");
  }

  append(...nodes: readonly (FakeNode | string)[]): void {
    for (const node of nodes) {
      this.nodes.push(typeof node === "string" ? new FakeNode("#text", node) : node);
    }
  }

  appendData(text: string): void {
    this.own += text;
  }

  replaceChildren(): void {
    this.nodes = [];
  }

  setAttribute(name: string, value: string): void {
    if (name === "class") this.className = value;
  }
}

/** An output in a page that is none; `frame` paints. */
function page(): { root: FakeNode; output: Output; frames: (() => void)[]; frame: () => void } {
  const frames: (() => void)[] = [];
  const fakes = {
    document: {
      hidden: false,
      createElement: (name: string) => new FakeNode(name),
      createElementNS: (_: string, name: string) => new FakeNode(name),
      createTextNode: (text: string) => new FakeNode("#text", text),
    },
    requestAnimationFrame: (action: () => void) => frames.push(action),
  };
  Object.assign(globalThis, fakes);
  const root = new FakeNode("div");
  const output = new Output(root as unknown as HTMLElement, de);
  const frame = (): void => {
    for (const action of frames.splice(0)) action();
  };
  return { root, output, frames, frame };
}

const classes = (root: FakeNode): string[] => root.nodes.map(({ className }) => className);

describe("the output of a run", () => {
  test("comes once a frame", () => {
    const { root, output, frames, frame } = page();
    for (let index = 0; index < 1000; index += 1) output.show({ e: "stdout", text: "a" });
    assert.equal(frames.length, 1);
    assert.equal(root.textContent, "");
    frame();
    assert.equal(root.textContent, "a".repeat(1000));
    output.show({ e: "stdout", text: "b" });
    frame();
    assert.equal(root.nodes[0]?.nodes.length, 1);
    assert.equal(root.textContent, `${"a".repeat(1000)}b`);
  });

  test("is whole and bounded when the streams take turns", () => {
    const { root, output, frame } = page();
    const made = FakeNode.made;
    for (let index = 0; index < 262_144; index += 1) {
      output.show({ e: index % 2 === 0 ? "stdout" : "stderr", text: "x" });
      if (index % 5000 === 0) frame();
    }
    output.show({ e: "output_cut" });
    output.end({ kind: "output_limit" });
    assert(FakeNode.made - made < 2 * Printed.PIECES);
    assert.equal(root.nodes[0]?.textContent, "x".repeat(262_144));
    assert.deepEqual(classes(root), ["stream", "end-note", "end-note"]);
  });

  test("that is long is laid out in parts of whole lines", () => {
    const { root, output, frame } = page();
    for (let index = 0; index < 10_000; index += 1) output.show({ e: "stdout", text: "x\n" });
    frame();
    const parts = root.nodes[0]?.nodes ?? [];
    assert(parts.length > 3);
    assert(parts.every(({ textContent }) => textContent.endsWith("\n")));
    assert(parts.every(({ textContent }) => textContent.length < 5000));
    assert.equal(root.textContent, "x\n".repeat(10_000));
  });

  test("stands in order, and is all there at the end without a frame", () => {
    const { root, output } = page();
    output.show({ e: "stdout", text: "a" });
    output.show({ e: "value", text: "1" });
    output.show({ e: "stderr", text: "b" });
    output.end({ kind: "finished", seconds: 0, ok: true });
    assert.deepEqual(classes(root), ["stream", "value", "stream"]);
    assert.equal(root.nodes[2]?.textContent, "b");
  });

  test("says so where there is none", () => {
    const { root, output } = page();
    output.end({ kind: "finished", seconds: 0, ok: true });
    assert.equal(root.textContent, de.noOutput);
  });

  test("is not shown any more once it is cleared", () => {
    const { root, output, frame } = page();
    output.show({ e: "stdout", text: "a" });
    output.clear();
    frame();
    assert.deepEqual(root.nodes, []);
  });

  test("has few values and errors, and is cut once, whatever is forged", () => {
    const { root, output } = page();
    const raised = { type: "E", message: "", frames: [] };
    for (let index = 0; index < 1000; index += 1) {
      output.show({ e: "value", text: "1" });
      output.show({ e: "error", raised, traceback: "" });
      output.show({ e: "output_cut" });
      output.show({ e: "stdout", text: "x".repeat(1000) });
    }
    output.end({ kind: "crashed" });
    const count = (name: string): number => classes(root).filter((each) => each === name).length;
    assert.deepEqual([count("value"), count("error"), count("end-note")], [20, 20, 2]);
    assert(root.textContent.length < 2 * Printed.UNITS);
    output.clear();
    output.show({ e: "value", text: "1" });
    assert.deepEqual(classes(root), ["value"]);
  });
});
