/**
 * The worker: boots Python from the parts that it asks the frame for, then does what is asked on its
 * private port, one thing after the other. Python does the thinking; JSON text goes in and comes out.
 */

import "./classic.ts";
import type { PyodideAPI } from "pyodide";
import type { Booted, NeedPart } from "./boot.ts";
import { boot } from "./boot.ts";
import type {
  WorkerFacts,
  WorkerNews,
  WorkerOrder,
  WorkerPart,
  WorkerRequest,
} from "./protocol.ts";
import { seal } from "./seal.ts";
import { createService, wordsOf } from "./service.ts";

/** Python's side. */
interface ImportsModule {
  readonly needs_files: (source: string) => boolean;
}

interface RehearsalModule {
  readonly rehearse: () => void;
}

if (self.origin !== "null") throw new Error("this belongs into a sealed frame");

self.addEventListener(
  "message",
  (event: MessageEvent<WorkerFacts>) => {
    const [port, supplies] = event.ports;
    if (port !== undefined && supplies !== undefined) void live(event.data, port, supplies);
  },
  { once: true },
);

async function live(facts: WorkerFacts, port: MessagePort, supplies: MessagePort): Promise<void> {
  // Held here and nowhere else: programs can replace what hangs on globals and prototypes.
  const { parse, stringify } = JSON;
  const post = port.postMessage.bind(port);
  const say = (news: WorkerNews): void => {
    post(stringify(news));
  };
  try {
    const booted = await boot(facts, supplier(supplies), (step) => {
      say({ type: "step", step });
    });
    const { python, from, refused } = booted;
    const serve = createService(python, facts.role, say);
    if (facts.role === "learner" && !facts.hurried) rehearse(python);
    seal(self);
    say({ type: "ready", start: { from, refused } });
    // Asked for now, before any program runs: until here they would only have been in the way.
    const files = filesOf(booted);
    port.onmessage = ({ data }: MessageEvent<string>) => {
      const order = parse(data) as WorkerOrder;
      const missing = order.type === "answer" ? null : files.missingFor(order);
      if (missing === null) serve(order);
      else
        void missing.then(() => {
          serve(order);
        });
    };
    files.arrived.catch((error: unknown) => {
      say({ type: "crashed", detail: wordsOf(error) });
    });
  } catch (error) {
    say({ type: "failed", detail: wordsOf(error) });
  }
}

/** Asks the frame for parts. */
function supplier(supplies: MessagePort): NeedPart {
  const waiting = new Map<string, (data: never) => void>();
  supplies.onmessage = ({ data: { name, data } }: MessageEvent<WorkerPart>) => {
    waiting.get(name)?.(data as never);
  };
  return (name) =>
    new Promise((resolve) => {
      waiting.set(name, resolve);
      supplies.postMessage(name);
    });
}

/** So that a check need not wait for what is slow only the first time. */
function rehearse(python: PyodideAPI): void {
  (python.pyimport("checker.rehearsal") as RehearsalModule).rehearse();
}

/** The files that Python can start without: they are put in place as soon as they have come. */
function filesOf({ python, complete }: Booted): {
  readonly arrived: Promise<void>;
  readonly missingFor: (request: WorkerRequest) => Promise<void> | null;
} {
  if (complete === null) return { arrived: Promise.resolve(), missingFor: () => null };
  const { needs_files } = python.pyimport("checker.imports") as ImportsModule;
  let isThere = false;
  const arrived = complete().then(() => {
    isThere = true;
  });
  const missingFor = (request: WorkerRequest): Promise<void> | null => {
    if (isThere) return null;
    if (request.type === "run" && !needs_files(request.code)) return null;
    if (request.type === "observe" && !needs_files(request.source)) return null;
    return arrived;
  };
  return { arrived, missingFor };
}
