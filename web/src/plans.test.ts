import assert from "node:assert/strict";
import { test } from "node:test";
import { readyHouse, roundsOf, settled } from "./fakes.ts";

const ACCURACY = { exercise: "metriken/accuracy", sources: "{}" };
const OTHER = { exercise: "metriken/andere", sources: "{}" };

test("the judge makes the plans while nobody asks for a check, one after the other", () => {
  const { house, judge } = readyHouse();
  house.checks.expect([ACCURACY, OTHER]);
  assert.equal(judge.requests.length, 1);
  assert.deepEqual(roundsOf(judge), []);
  judge.plan();
  assert.equal(judge.requests.length, 2);
  assert.equal(judge.asked.type === "judge" && judge.asked.exercise, OTHER.exercise);
  judge.plan();
  assert.equal(judge.requests.length, 2);
});

test("a check whose plan is made begins with the observation", async () => {
  const { house, judge, spare } = readyHouse();
  house.checks.expect([ACCURACY]);
  judge.plan('{"runs": [1.0]}');
  const check = house.check();
  await settled();
  assert.deepEqual(check.events, [{ e: "started" }]);
  assert.equal(spare.asked.type === "observe" && spare.asked.plan, '{"runs": [1.0]}');
  spare.finish();
  assert.equal(roundsOf(judge).length, 1);
  judge.report();
  await settled();
  assert.equal(check.end?.kind, "report");
});

test("a check does not wait for the plans of other exercises, only for the one being made", async () => {
  const { house, judge, spare } = readyHouse();
  house.checks.expect([ACCURACY, OTHER, OTHER]);
  judge.plan();
  const check = house.check();
  await settled();
  spare.finish();
  assert.deepEqual(roundsOf(judge), []);
  judge.plan();
  assert.equal(roundsOf(judge).length, 1);
  judge.report();
  await settled();
  assert.equal(check.end?.kind, "report");
  assert.deepEqual(roundsOf(judge), []);
});

test("of an exercise that has changed the old plan is not used", async () => {
  const { house, judge, spare } = readyHouse();
  house.checks.expect([ACCURACY]);
  judge.plan();
  house.check("antwort = 1", '{"cases.json": "[]"}');
  await settled();
  assert.equal(spare.requests.length, 0);
  assert.equal(judge.requests.length, 2);
});

test("what fails beforehand is asked again by the check, which says so", async () => {
  const { house, judge } = readyHouse();
  house.checks.expect([ACCURACY, OTHER]);
  judge.started();
  judge.answer("no JSON");
  judge.crash("out of memory");
  house.readyAll();
  const second = house.newest("judge");
  assert.notEqual(second, judge);
  assert.equal(second.requests.length, 0);
  const check = house.check();
  await settled();
  second.report({ verdict: "checker_error" });
  await settled();
  assert.equal(check.end?.kind === "report" && check.end.report.verdict, "checker_error");
});

test("a judge that never makes its plan is ended, and no plan is tried twice", () => {
  const { house, judge } = readyHouse();
  house.checks.expect([ACCURACY]);
  house.clock.pass(60_000);
  assert(judge.ended);
  house.readyAll();
  assert.equal(house.newest("judge").requests.length, 0);
  assert.equal(house.clock.waiting, 0);
});
