import assert from "node:assert/strict";
import { test } from "node:test";
import { House } from "./fakes.ts";

const kinds = ({ roles }: House): string =>
  [roles.learner, roles.judge, roles.spare, roles.examinee]
    .map(({ state }) => state.kind)
    .join(" ");

test("the learner's interpreter starts alone, judge and spare after it", () => {
  const house = new House();
  assert.equal(kinds(house), "starting empty empty empty");
  assert.equal(house.workers.length, 1);
  house.workers[0]?.ready();
  assert.equal(kinds(house), "ready starting starting empty");
  house.readyAll();
  assert.equal(kinds(house), "ready ready ready empty");
  assert.equal(house.workers.length, 3);
});

test("with little memory there is no spare, and the judge only when needed", () => {
  const house = new House({ thrifty: true });
  house.readyAll();
  assert.equal(kinds(house), "ready empty empty empty");
});

test("the spare takes over from a learner's interpreter that was stopped, and is replaced", () => {
  const house = new House();
  house.readyAll();
  house.roles.learner.clear("stopped");
  assert.equal(kinds(house), "ready ready starting empty");
  assert.equal(house.workers.length, 4);
  assert.equal(house.alive.length, 3);
});

test("a spare that is still starting takes over as well, and the next one waits for it", () => {
  const house = new House();
  house.workers[0]?.ready();
  house.roles.learner.clear("stopped");
  assert.equal(kinds(house), "starting starting empty empty");
  assert.equal(house.workers.length, 3);
  house.readyAll();
  assert.equal(kinds(house), "ready ready ready empty");
});

test("without a spare a new learner's interpreter starts", () => {
  const house = new House({ thrifty: true });
  house.readyAll();
  house.roles.learner.clear("stopped");
  assert.equal(kinds(house), "starting empty empty empty");
});

test("a start that dies is tried once more, then given up, with the reason", () => {
  const house = new House();
  house.workers[0]?.crash("first");
  assert.equal(kinds(house), "starting empty empty empty");
  house.workers[1]?.crash("second");
  assert.deepEqual(house.roles.learner.state, { kind: "failed", detail: "second" });
  assert.equal(house.workers.length, 2);
  assert.equal(house.alive.length, 0);
});

test("a start that never answers is tried once more, then given up", () => {
  const house = new House();
  for (const tries of [1, 2]) {
    house.workers[tries - 1]?.say({ type: "step", step: "start" });
    house.clock.pass(120_000);
  }
  assert.equal(kinds(house), "failed empty empty empty");
  assert.equal(house.clock.waiting, 0);
});

test("a spare that dies while it waits is replaced once, and not for ever", () => {
  const house = new House();
  house.readyAll();
  house.roles.spare.idle?.end("crashed");
  assert.equal(kinds(house), "ready ready starting empty");
  house.readyAll();
  house.roles.spare.idle?.end("crashed");
  assert.equal(kinds(house), "ready ready failed empty");
});

test("a spare that can't be had does no harm: the learner's interpreter is started anew", () => {
  const house = new House();
  house.readyAll();
  house.roles.spare.idle?.end("crashed");
  house.readyAll();
  house.roles.spare.idle?.end("crashed");
  house.roles.learner.clear("stopped");
  assert.equal(kinds(house), "starting ready failed empty");
});

test("an examination takes the spare; afterwards a new one is started", () => {
  const house = new House();
  house.readyAll();
  const [, , spare] = house.workers;
  house.roles.beginExamination();
  assert.equal(kinds(house), "ready ready empty ready");
  house.roles.endExamination();
  assert.equal(kinds(house), "ready ready starting empty");
  assert(spare?.ended);
});

test("an examination without a spare starts an interpreter, and the judge if there is none", () => {
  const house = new House({ thrifty: true });
  house.readyAll();
  house.roles.beginExamination();
  assert.equal(kinds(house), "ready starting empty starting");
  house.roles.endExamination();
  assert.equal(kinds(house), "ready starting empty empty");
});

test("closed, everything is ended and nothing is started", () => {
  const house = new House();
  house.readyAll();
  house.roles.beginExamination();
  house.roles.close();
  assert.equal(kinds(house), "empty empty empty empty");
  assert.equal(house.alive.length, 0);
  assert.equal(house.clock.waiting, 0);
});

test("closed and opened again, it starts as at first, earlier failures forgotten", () => {
  const house = new House();
  house.workers[0]?.crash();
  house.workers[1]?.crash();
  house.roles.close();
  house.roles.open();
  assert.equal(kinds(house), "starting empty empty empty");
  house.readyAll();
  assert.equal(kinds(house), "ready ready ready empty");
});
