/** Unpacks what the build packed by gzip. */

const MAGIC = [0x1f, 0x8b];

/** The last four bytes of gzip tell how long what was packed is. */
const TRAILER = 4;

/** In such pieces, so that whoever takes the unpacked bytes can begin with the first of them. */
const PIECE = 256 * 1024;

/**
 * The bytes of a file without gzip, as a stream. A host may have unpacked it already: one that sends what
 * it takes for gzip as `Content-Encoding: gzip` has the browser do it. The first two bytes tell.
 */
export function unpackedStream(bytes: ArrayBuffer): ReadableStream<Uint8Array<ArrayBuffer>> {
  const stream = streamOf(bytes);
  return isPacked(bytes) ? stream.pipeThrough(new DecompressionStream("gzip")) : stream;
}

/** The bytes of a file without gzip. Rejects where they are damaged or end too early. */
export async function unpacked(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  if (!isPacked(bytes)) return bytes;
  // Copied once, into their place: `Response` would gather them first.
  const whole = new Uint8Array(lengthOf(bytes));
  let at = 0;
  const reader = unpackedStream(bytes).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    whole.set(value, at);
    at += value.byteLength;
  }
  if (at !== whole.byteLength) throw new TypeError("a packed file of another length");
  return whole.buffer;
}

function isPacked(bytes: ArrayBuffer): boolean {
  const start = new Uint8Array(bytes, 0, Math.min(bytes.byteLength, MAGIC.length));
  return MAGIC.every((byte, at) => start[at] === byte);
}

function lengthOf(packed: ArrayBuffer): number {
  const { byteLength } = packed;
  if (byteLength < TRAILER) throw new TypeError("a packed file that is cut off");
  return new DataView(packed).getUint32(byteLength - TRAILER, true);
}

/** Not by way of a Blob, whose bytes some browsers fetch from another process. */
function streamOf(bytes: ArrayBuffer): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.byteLength) {
        controller.close();
        return;
      }
      controller.enqueue(new Uint8Array(bytes, at, Math.min(PIECE, bytes.byteLength - at)));
      at += PIECE;
    },
  });
}
