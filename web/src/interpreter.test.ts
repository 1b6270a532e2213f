import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeClock, FakeWorker } from "./fakes.ts";
import type { Answer, StartWorker } from "./interpreter.ts";
import { Interpreter } from "./interpreter.ts";

const REQUEST = { type: "run", code: "1", filename: "cell.py", lines: [] } as const;

/** An interpreter over a fake worker, with all that is heard of it. */
function born(): {
  worker: FakeWorker;
  clock: FakeClock;
  interpreter: Interpreter;
  deaths: string[];
} {
  const clock = new FakeClock();
  const deaths: string[] = [];
  const workers: FakeWorker[] = [];
  const start: StartWorker = (listener) => {
    const worker = new FakeWorker("learner", listener);
    workers.push(worker);
    return worker;
  };
  const interpreter = new Interpreter(start, clock, {
    changed: () => undefined,
    died: (ending, detail) => deaths.push(`${ending}: ${detail}`),
  });
  const [worker] = workers;
  assert(worker !== undefined);
  return { worker, clock, interpreter, deaths };
}

/** As `born`, ready and asked something. */
function asked(): ReturnType<typeof born> & { heard: string[]; answers: Answer[] } {
  const all = born();
  const heard: string[] = [];
  const answers: Answer[] = [];
  all.worker.ready();
  all.interpreter.ask(REQUEST, {
    started: () => heard.push("started"),
    event: (text) => heard.push(text),
    answered: (answer) => answers.push(answer),
  });
  return { ...all, heard, answers };
}

test("it starts, is asked, tells events in order, answers once and is idle again", () => {
  const { worker, interpreter, heard, answers } = asked();
  assert.equal(interpreter.life, "busy");
  worker.started();
  worker.emit({ n: 1 }, { n: 2 });
  worker.answer("text");
  assert.deepEqual(heard, ["started", '{"n":1}', '{"n":2}']);
  assert.deepEqual(answers, [{ kind: "end", text: "text" }]);
  assert.equal(interpreter.life, "idle");
});

test("its start is told step by step", () => {
  const { worker, interpreter } = born();
  assert.equal(interpreter.step, "compile");
  worker.say({ type: "step", step: "install" });
  assert.equal(interpreter.step, "install");
  assert.equal(interpreter.life, "starting");
});

test("asked while busy it refuses, and nothing is sent", () => {
  const { worker, interpreter } = asked();
  assert.throws(() => {
    interpreter.ask(REQUEST, { answered: () => undefined });
  }, /asked while busy/);
  assert.equal(worker.requests.length, 1);
});

test("a start that never comes to an end is given up, step by step", () => {
  const { clock, worker, interpreter, deaths } = born();
  worker.say({ type: "step", step: "start" });
  clock.pass(119_999);
  worker.say({ type: "step", step: "install" });
  clock.pass(119_999);
  assert.equal(interpreter.life, "starting");
  clock.pass(1);
  assert.equal(interpreter.life, "dead");
  assert(worker.ended);
  assert.deepEqual(deaths, ["crashed: no answer within 120 s"]);
});

test("a line may be as slow as it likes", () => {
  const { clock, worker, interpreter } = born();
  clock.pass(1_000_000);
  worker.say({ type: "step", step: "start" }, { type: "step", step: "download" });
  clock.pass(1_000_000);
  assert.equal(interpreter.life, "starting");
  worker.ready();
  assert.equal(interpreter.life, "idle");
});

test("once ready, no timer is left", () => {
  const { clock, worker } = born();
  worker.ready();
  assert.equal(clock.waiting, 0);
});

test("a start that fails says why", () => {
  const { worker, deaths } = born();
  worker.say({ type: "failed", detail: "no memory" });
  assert.deepEqual(deaths, ["crashed: no memory"]);
});

test("ended while busy, who asked is answered before the death is told", () => {
  const { interpreter, worker, answers, deaths } = asked();
  interpreter.end("stopped");
  interpreter.end("timeout");
  assert.deepEqual(answers, [{ kind: "dead", ending: "stopped", detail: "" }]);
  assert.deepEqual(deaths, ["stopped: "]);
  assert(worker.ended);
});

test("what a dead worker still says is not heard", () => {
  const { interpreter, worker, heard, answers } = asked();
  interpreter.end("stopped");
  worker.started();
  worker.answer();
  worker.crash();
  assert.deepEqual(heard, []);
  assert.equal(answers.length, 1);
});

test("an exception out of Python is a fault, a MemoryError a memory limit", () => {
  for (const [error, ending] of [
    ["KeyError", "fault"],
    ["MemoryError", "memory_limit"],
  ] as const) {
    const { worker, answers } = asked();
    worker.started();
    worker.say({ type: "fault", id: worker.asked.id, error, detail: "Traceback" });
    assert.deepEqual(answers, [{ kind: "dead", ending, detail: "Traceback" }]);
    assert(worker.ended);
  }
});

test("a worker that says it can't go on is dead", () => {
  const { worker, answers } = asked();
  worker.started();
  worker.say({ type: "crashed", detail: "stack overflow" });
  assert.deepEqual(answers, [{ kind: "dead", ending: "crashed", detail: "stack overflow" }]);
});

const garbage: Readonly<Record<string, unknown>> = {
  "no text": { type: "end", id: 1, text: "" },
  "no JSON": "{",
  nothing: null,
  "a number": "7",
  "a list": '["end", 1]',
  "an unknown type": '{"type": "hello"}',
  "a name of Object's": '{"type": "constructor"}',
  "a field missing": '{"type": "event", "id": 1}',
  "a field of another type": '{"type": "event", "id": 1, "text": {}}',
  "an id that is none": '{"type": "end", "id": -1, "text": ""}',
};

for (const [name, data] of Object.entries(garbage)) {
  test(`garbage ends it as crashed: ${name}`, () => {
    const { worker, interpreter, answers } = asked();
    worker.started();
    worker.listener.message(data);
    assert.equal(interpreter.life, "dead");
    assert.equal(answers.length, 1);
    assert.equal(answers[0]?.kind === "dead" && answers[0].ending, "crashed");
  });
}

test("messages out of order end it as crashed", () => {
  const stories: ((worker: FakeWorker) => void)[] = [
    (worker) => {
      worker.emit({ before: "started" });
    },
    (worker) => {
      worker.answer();
    },
    (worker) => {
      worker.started();
      worker.started();
    },
    (worker) => {
      worker.started();
      worker.ready();
    },
    (worker) => {
      worker.started();
      worker.say({ type: "event", id: worker.asked.id + 1, text: "of a run to come" });
    },
  ];
  for (const story of stories) {
    const { worker, answers } = asked();
    story(worker);
    assert.equal(answers.length, 1, String(story));
    assert(worker.ended);
  }
});

test("a result that nobody asked for ends it as crashed", () => {
  const { worker, deaths } = born();
  worker.ready();
  worker.say({ type: "end", id: 1, text: "" });
  assert.deepEqual(deaths, ["crashed: an unexpected message: end"]);
});

test("a result during the start ends it as crashed", () => {
  const { worker, deaths } = born();
  worker.say({ type: "started", id: 0 });
  assert.deepEqual(deaths, ["crashed: an unexpected message: started"]);
});

/** An interpreter that began to observe. */
function observing(): ReturnType<typeof born> & { answers: Answer[] } {
  const all = born();
  const answers: Answer[] = [];
  all.worker.ready();
  all.interpreter.ask(
    { type: "observe", source: "", plan: "{}" },
    { answered: (answer) => answers.push(answer) },
  );
  all.worker.started();
  return { ...all, answers };
}

test("a flood of text in a run ends it as crashed", () => {
  const { worker, heard, answers } = asked();
  worker.started();
  const text = "x".repeat(8 * 1024 * 1024);
  for (let count = 0; count < 4 && answers.length === 0; count += 1) {
    worker.say({ type: "event", id: worker.asked.id, text });
  }
  assert.deepEqual(answers, [{ kind: "dead", ending: "crashed", detail: "a flood" }]);
  assert.equal(heard.length, 3);
});

test("one huge message in a run ends it unread", () => {
  const { worker, answers } = asked();
  worker.started();
  worker.listener.message("x".repeat(25 * 1024 * 1024));
  assert.deepEqual(answers, [{ kind: "dead", ending: "crashed", detail: "a flood" }]);
});

test("a run that prints all that is shown, character by character, is no flood", () => {
  const { worker, interpreter, heard, answers } = asked();
  worker.started();
  const printed = 256 * 1024;
  for (let count = 0; count < printed; count += 1) {
    // As Python writes it: in ASCII.
    const text = String.raw`{"e":"stdout","text":"\ud83d\ude00"}`;
    worker.say({ type: "event", id: worker.asked.id, text });
  }
  worker.emit({ e: "output_cut" }, { e: "value", text: "1" }, { e: "end", seconds: 1 });
  worker.answer();
  assert.deepEqual(answers, [{ kind: "end", text: "" }]);
  assert.equal(heard.length, 1 + printed + 3);
  assert.equal(interpreter.life, "idle");
});

test("a flood of messages in a run ends it as crashed", () => {
  const { worker, answers } = asked();
  worker.started();
  for (let count = 0; count < 300_000 && answers.length === 0; count += 1) worker.emit(0);
  assert.deepEqual(answers, [{ kind: "dead", ending: "crashed", detail: "a flood" }]);
});

test("each request is counted by itself", () => {
  const { worker, interpreter, answers } = asked();
  for (let request = 0; request < 4; request += 1) {
    if (request > 0) interpreter.ask(REQUEST, { answered: (answer) => answers.push(answer) });
    worker.started();
    worker.say({ type: "event", id: worker.asked.id, text: "x".repeat(8 * 1024 * 1024) });
    worker.answer();
  }
  assert.deepEqual(
    answers.map(({ kind }) => kind),
    ["end", "end", "end", "end"],
  );
});

test("an observation may tell more than a run", () => {
  const { worker, interpreter, answers } = observing();
  const text = "x".repeat(16 * 1024 * 1024);
  for (let count = 0; count < 4; count += 1) {
    worker.say({ type: "event", id: worker.asked.id, text });
  }
  assert.equal(interpreter.life, "busy");
  for (let count = 0; count < 5 && answers.length === 0; count += 1) {
    worker.say({ type: "event", id: worker.asked.id, text });
  }
  assert.equal(answers[0]?.kind === "dead" && answers[0].ending, "output_limit");
});
