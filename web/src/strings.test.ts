import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";

import { decimal, LANGUAGES, stringsFor } from "./strings.ts";

const { de, en } = LANGUAGES;
const keys = Object.keys(de) as (keyof typeof de)[];

/** All sources of the page but the catalogue itself and tests. */
function sources(): string {
  const folder = import.meta.dirname;
  return readdirSync(folder)
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && name !== "strings.ts")
    .map((name) => readFileSync(`${folder}/${name}`, "utf8"))
    .join("\n");
}

/** What a catalogue says under a key: functions with numbers put in, tables word by word. */
function said(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "function") {
    const say = value as (...fields: number[]) => string;
    return [say(1, 1), say(1, 3), say(3, 3)];
  }
  return Object.values(value as Record<string, string>);
}

describe("the interface's words", () => {
  test("are the same keys in both languages", () => {
    assert.deepEqual(Object.keys(en), Object.keys(de));
    assert.deepEqual(Object.keys(en.outcomes), Object.keys(de.outcomes));
    assert.deepEqual(Object.keys(en.outcomesShort), Object.keys(de.outcomesShort));
  });

  test("are never empty", () => {
    for (const catalogue of [de, en]) {
      for (const key of keys) {
        for (const text of said(catalogue[key])) {
          assert.match(text, /\S/, key);
          assert.doesNotMatch(text, /undefined|\[object/, key);
        }
      }
    }
  });

  test("are all used", () => {
    const text = sources();
    const unused = keys.filter((key) => !new RegExp(`[sS]trings\\.${key}\\b`).test(text));
    assert.deepEqual(unused, []);
  });

  test("are different in the two languages, but for what is the same word in both", () => {
    const same = keys.filter((key) => typeof de[key] === "string" && de[key] === en[key]);
    assert.deepEqual(same, []);
  });

  test("come in the page's language, in English for one that we don't have", () => {
    assert.equal(stringsFor("de"), de);
    assert.equal(stringsFor("de-CH"), de);
    assert.equal(stringsFor("en"), en);
    assert.equal(stringsFor("fr"), en);
  });

  test("count in words that fit the number", () => {
    assert.equal(de.counts(4, 7), "4 von 7 Prüfungen bestanden");
    assert.equal(de.counts(7, 7), "Alle 7 Prüfungen bestanden");
    assert.equal(de.counts(0, 1), "Die Prüfung ist nicht bestanden");
    assert.equal(de.hintsAll(1), "Der Hinweis ist offen");
  });
});

test("numbers of the interface have the language's decimal sign", () => {
  assert.equal(decimal("de", 3.21), "3,2");
  assert.equal(decimal("en", 3.21), "3.2");
  assert.equal(decimal("de", 6), "6,0");
});
