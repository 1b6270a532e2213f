/**
 * The script of the sealed frame: compiles the module, keeps the parts, starts and stops workers. It
 * never runs learner code itself; of what its workers say it hears only the names of parts.
 */

import type {
  FrameNews,
  FrameOrder,
  Part,
  PartName,
  RoomFacts,
  WorkerFacts,
  WorkerPart,
  WorkerRole,
} from "./protocol.ts";
import { unpacked, unpackedStream } from "./gunzip.ts";
import { FIRST_PARTS, FRAME_UP } from "./protocol.ts";
import { scriptAddress, Threads } from "./threads.ts";

// With an origin of its own, what runs here could reach the page's storage and cookies.
if (self.origin !== "null" || parent === self) {
  throw new Error("this belongs into a sandboxed frame");
}

type DataOf<K extends PartName> = Extract<Part, { name: K }>["data"];

const WASM = { "Content-Type": "application/wasm" };

const WORKER_PARTS: readonly WorkerPart["name"][] = [
  "module",
  "snapshot",
  "stdlib",
  "tree",
  "wheels",
];

const threads = new Threads();

addEventListener("message", function receive(event: MessageEvent<RoomFacts>): void {
  const control = event.ports[0];
  if (event.source !== parent || control === undefined) return;
  removeEventListener("message", receive);
  new Keeper(event.data, control).open();
});

// The page's own address is not known here.
parent.postMessage(FRAME_UP, "*");

class Keeper {
  readonly #facts: RoomFacts;
  readonly #control: MessagePort;
  readonly #parts = new Map<PartName, Coming>();
  readonly #workers = new Map<number, Worker>();
  /** Stopped before they were started. */
  readonly #unwanted = new Set<number>();
  #started = 0;
  #module: Promise<WebAssembly.Module> | null = null;
  #script: Promise<string> | null = null;
  /** For the worker that asks next: so it can read its script meanwhile. */
  #image: Promise<ArrayBuffer | null> | null = null;

  constructor(facts: RoomFacts, control: MessagePort) {
    this.#facts = facts;
    this.#control = control;
  }

  open(): void {
    this.#control.onmessage = ({ data, ports }: MessageEvent<FrameOrder>) => {
      this.#obey(data, ports[0]);
    };
    // The longest way first: a worker reads its script while the module is compiled.
    this.#script = this.#need("worker").then(async (worker) =>
      scriptAddress(await unpacked(worker)),
    );
    this.#module = this.#need("wasm").then((wasm) =>
      // Compiles what has been unpacked while the rest is.
      WebAssembly.compileStreaming(new Response(unpackedStream(wasm), { headers: WASM })),
    );
    this.#image = this.#unpackImage();
    Promise.all([this.#module, this.#script]).catch((error: unknown) => {
      this.#tell({ type: "broken", detail: String(error) });
    });
  }

  #tell(news: FrameNews): void {
    this.#control.postMessage(news);
  }

  /** A part, asked for once where it does not come unasked. */
  #need<K extends PartName>(name: K): Promise<DataOf<K>> {
    let coming = this.#parts.get(name);
    if (coming === undefined) {
      coming = new Coming();
      this.#parts.set(name, coming);
      if (!FIRST_PARTS.includes(name)) this.#tell({ type: "need", name });
    }
    return coming.promise as Promise<DataOf<K>>;
  }

  #obey(order: FrameOrder, port: MessagePort | undefined): void {
    switch (order.type) {
      case "ping":
        this.#tell({ type: "pong" });
        break;
      case "part":
        this.#parts.get(order.part.name)?.resolve(order.part.data);
        break;
      case "stop":
        this.#unwanted.add(order.worker);
        this.#workers.get(order.worker)?.terminate();
        this.#workers.delete(order.worker);
        break;
      case "start":
        if (port === undefined) break;
        this.#start(order.worker, order.role, port).catch((error: unknown) => {
          this.#tell({ type: "worker_error", worker: order.worker, detail: String(error) });
        });
    }
  }

  async #start(id: number, role: WorkerRole, port: MessagePort): Promise<void> {
    const script = await this.#script;
    if (script === null || this.#unwanted.has(id)) return;
    const worker = threads.run(script);
    this.#workers.set(id, worker);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#tell({ type: "worker_error", worker: id, detail: event.message });
    };
    const { port1: supplies, port2 } = new MessageChannel();
    supplies.onmessage = ({ data }: MessageEvent<unknown>) => {
      const name = WORKER_PARTS.find((known) => known === data);
      if (name === undefined) return;
      this.#pass(name).then(
        (part) => {
          // Made for this worker alone: it need not be copied.
          const transfer = name === "snapshot" && part instanceof ArrayBuffer ? [part] : [];
          supplies.postMessage({ name, data: part }, transfer);
        },
        // That the module can't be compiled has been told.
        () => undefined,
      );
    };
    // The first of all is waited for; those after it are there in case.
    const facts: WorkerFacts = { ...this.#facts, role, hurried: this.#started === 0 };
    this.#started += 1;
    worker.postMessage(facts, [port, port2]);
  }

  /** What a worker asked for. */
  #pass(name: WorkerPart["name"]): Promise<WorkerPart["data"] | null> {
    if (name === "module") return Promise.resolve(this.#module);
    if (name !== "snapshot") return this.#need(name);
    const image = this.#image ?? this.#unpackImage();
    this.#image = null;
    return image;
  }

  /** The snapshot in a buffer of its own; as it came where it can't be unpacked: the worker says why. */
  async #unpackImage(): Promise<ArrayBuffer | null> {
    const packed = await this.#need("snapshot");
    if (packed === null) return null;
    const image = await unpacked(packed).catch(() => packed);
    return image === packed ? packed.slice() : image;
  }
}

/** A part that is on its way. */
class Coming {
  resolve: (data: Part["data"]) => void = () => undefined;
  readonly promise = new Promise<Part["data"]>((resolve) => {
    this.resolve = resolve;
  });
}
