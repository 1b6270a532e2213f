/** Reads what the build packs: a little-endian `u32`, so many bytes of JSON, then the bytes it tells of. */

export interface Packed {
  readonly about: unknown;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Throws where the bytes are no such pack. */
export function unpack(buffer: ArrayBuffer): Packed {
  const length = new DataView(buffer).getUint32(0, true);
  const text = new TextDecoder().decode(new Uint8Array(buffer, 4, length));
  return { about: JSON.parse(text), bytes: new Uint8Array(buffer, 4 + length) };
}
