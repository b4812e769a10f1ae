import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

export interface ZipEntry {
  /** A path inside the archive. */
  name: string;
  /** Photos and PDFs are packed already; texts are not. */
  isPacked: boolean;
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/**
 * An archive (ZIP) as it is being made: the next piece is read only when somebody takes it, so that however much goes
 * in, one piece of one entry lies in memory. `modifiedAt` is the time of all entries.
 */
export async function* createZip(entries: AsyncIterable<ZipEntry>, modifiedAt: Date): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(piece);
  });
  function* taken() {
    const pieces = ready;
    ready = [];
    yield* pieces;
  }
  for await (const { name, isPacked, pieces } of entries) {
    const entry = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name);
    entry.mtime = modifiedAt;
    zip.add(entry);
    for await (const piece of pieces) {
      entry.push(piece);
      yield* taken();
    }
    entry.push(new Uint8Array(0), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}
