import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

export interface ZipEntry {
  /** Path inside the archive. */
  name: string;
  /** Whether the content is already compressed, like photos and PDFs. */
  isPacked: boolean;
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/**
 * Streams a ZIP archive. The next chunk is only read when the previous one was consumed, so memory use stays constant.
 * `modifiedAt` is the timestamp of all entries.
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
