import assert from "node:assert/strict";
import { test } from "node:test";
import { unpacked } from "./gunzip.ts";

/** A gzip member, made the way the build makes them. */
async function packed(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const TEXT = "a snapshot, say, and some more of it";

test("what is packed comes unpacked, what the host has unpacked as it is", async () => {
  const plain = new TextEncoder().encode(TEXT);
  for (const bytes of [await packed(TEXT), plain]) {
    assert.equal(new TextDecoder().decode(await unpacked(bytes.buffer)), TEXT);
  }
});

test("what is too short to be packed is as it is", async () => {
  for (const bytes of [new Uint8Array(), Uint8Array.of(0x1f)]) {
    assert.deepEqual(new Uint8Array(await unpacked(bytes.buffer)), bytes);
  }
});

test("damaged bytes and bytes that end too early are refused", async () => {
  const bytes = await packed(TEXT);
  const flipped = bytes.slice();
  flipped[bytes.length - 8] = (flipped[bytes.length - 8] ?? 0) ^ 1;
  await assert.rejects(unpacked(flipped.buffer));
  for (const length of [2, 3, 10, bytes.length - 5, bytes.length - 1]) {
    await assert.rejects(unpacked(bytes.slice(0, length).buffer));
  }
});

test("a length that is not that of the bytes is refused", async () => {
  const bytes = await packed(TEXT);
  // The buffer for them is made by it.
  for (const length of [0, 1, TEXT.length - 1, TEXT.length + 1]) {
    new DataView(bytes.buffer).setUint32(bytes.length - 4, length, true);
    await assert.rejects(unpacked(bytes.buffer));
  }
});

test("what is longer than a piece comes whole", async () => {
  const text = Array.from({ length: 200_000 }, (_, index) => index.toString(36)).join(" ");
  const bytes = await packed(text);
  assert.ok(bytes.length > 300_000);
  assert.equal(new TextDecoder().decode(await unpacked(bytes.buffer)), text);
});
