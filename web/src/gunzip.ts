/** Takes the bytes of a file as they come; what is packed by gzip comes out unpacked. */

const MAGIC = [0x1f, 0x8b];

type Chunk = Uint8Array<ArrayBuffer>;

/**
 * A host may have unpacked the file already: one that sends what it takes for gzip as
 * `Content-Encoding: gzip` has the browser do it. The first two bytes tell.
 */
export class Gunzip {
  #start: Chunk[] = [];
  #length = 0;
  #sink: Sink | null = null;

  /** Whether the bytes came packed; false as long as there were too few to tell. */
  get packed(): boolean {
    return this.#sink instanceof Unpacking;
  }

  /** Rejects where the bytes are damaged. */
  async take(chunk: Chunk): Promise<void> {
    if (this.#sink !== null) {
      await this.#sink.take(chunk);
      return;
    }
    this.#start.push(chunk);
    this.#length += chunk.byteLength;
    if (this.#length >= MAGIC.length) await this.#open();
  }

  /** All bytes, unpacked. Rejects where they are damaged, or end too early. */
  async end(): Promise<Blob> {
    await this.#open();
    return (this.#sink ?? new Keeping()).end();
  }

  async #open(): Promise<void> {
    if (this.#sink !== null) return;
    const first = [...this.#start].flatMap((chunk) => [...chunk.subarray(0, MAGIC.length)]);
    this.#sink = MAGIC.every((byte, at) => first[at] === byte) ? new Unpacking() : new Keeping();
    for (const chunk of this.#start) await this.#sink.take(chunk);
    this.#start = [];
  }
}

interface Sink {
  take(chunk: Chunk): Promise<void>;
  end(): Promise<Blob>;
}

class Keeping implements Sink {
  readonly #chunks: Chunk[] = [];

  take(chunk: Chunk): Promise<void> {
    this.#chunks.push(chunk);
    return Promise.resolve();
  }

  end(): Promise<Blob> {
    return Promise.resolve(new Blob(this.#chunks));
  }
}

class Unpacking implements Sink {
  readonly #writer: WritableStreamDefaultWriter<Chunk>;
  readonly #unpacked: Promise<Blob>;

  constructor() {
    const { readable, writable } = new DecompressionStream("gzip");
    this.#writer = writable.getWriter();
    this.#unpacked = new Response(readable).blob();
    // Heard where it is awaited; until then it is no one's.
    this.#unpacked.catch(() => undefined);
  }

  async take(chunk: Chunk): Promise<void> {
    await this.#writer.write(chunk);
  }

  async end(): Promise<Blob> {
    await this.#writer.close();
    return this.#unpacked;
  }
}
