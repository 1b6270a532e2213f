/** Unpacks what the build packed by gzip. */

const MAGIC = [0x1f, 0x8b];

/**
 * The bytes of a file without gzip, as a stream. A host may have unpacked it already: one that sends what
 * it takes for gzip as `Content-Encoding: gzip` has the browser do it. The first two bytes tell.
 */
export function unpackedStream(bytes: ArrayBuffer): ReadableStream<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream();
  return isPacked(bytes) ? stream.pipeThrough(new DecompressionStream("gzip")) : stream;
}

/** The bytes of a file without gzip. Rejects where they are damaged or end too early. */
export async function unpacked(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  return isPacked(bytes) ? new Response(unpackedStream(bytes)).arrayBuffer() : bytes;
}

function isPacked(bytes: ArrayBuffer): boolean {
  const start = new Uint8Array(bytes, 0, Math.min(bytes.byteLength, MAGIC.length));
  return MAGIC.every((byte, at) => start[at] === byte);
}
