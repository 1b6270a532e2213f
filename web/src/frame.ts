/**
 * The script of the sealed frame: keeps the parts and the compiled module, starts and stops workers.
 * It never runs learner code itself, and what its workers post to it is heard by no one.
 */

import type { FrameNews, FrameOrder, RoomParts, WorkerParts } from "./protocol.ts";
import { FRAME_UP } from "./protocol.ts";

// With an origin of its own, what runs here could reach the page's storage and cookies.
if (self.origin !== "null" || parent === self) {
  throw new Error("this belongs into a sandboxed frame");
}

addEventListener("message", function receive(event: MessageEvent<RoomParts>): void {
  const control = event.ports[0];
  if (event.source !== parent || control === undefined) return;
  removeEventListener("message", receive);
  const tell = (news: FrameNews): void => {
    control.postMessage(news);
  };
  furnish(event.data, control, tell).catch((error: unknown) => {
    tell({ type: "broken", detail: String(error) });
  });
});

// The page's own address is not known here.
parent.postMessage(FRAME_UP, "*");

/** Compiles once, then takes orders. */
async function furnish(
  parts: RoomParts,
  control: MessagePort,
  tell: (news: FrameNews) => void,
): Promise<void> {
  const module = await WebAssembly.compile(await parts.wasm.arrayBuffer());
  const script = URL.createObjectURL(new Blob([parts.worker], { type: "text/javascript" }));
  const workers = new Map<number, Worker>();

  const start = (id: number, role: WorkerParts["role"], port: MessagePort): void => {
    // A classic one: Chromium refuses module workers of an opaque origin.
    const worker = new Worker(script);
    worker.onerror = (event) => {
      event.preventDefault();
      tell({ type: "worker_error", worker: id, detail: event.message });
    };
    workers.set(id, worker);
    const { stdlib, lock, wheels } = parts;
    const handed: WorkerParts = { role, module, stdlib, lock, wheels };
    worker.postMessage(handed, [port]);
  };

  control.onmessage = ({ data: order, ports }: MessageEvent<FrameOrder>) => {
    if (order.type === "ping") {
      tell({ type: "pong" });
      return;
    }
    if (order.type === "stop") {
      workers.get(order.worker)?.terminate();
      workers.delete(order.worker);
      return;
    }
    const port = ports[0];
    if (port === undefined) return;
    try {
      start(order.worker, order.role, port);
    } catch (error) {
      tell({ type: "worker_error", worker: order.worker, detail: String(error) });
    }
  };
  tell({ type: "compiled" });
}
