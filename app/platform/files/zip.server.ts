import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

export interface ZipEntry {
  /** A path inside the archive. */
  name: string;
  /** Whether the content is compressed already, as photos and PDFs are. */
  isPacked: boolean;
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/**
 * Streams a ZIP archive; the next chunk is read only when the previous one was taken, so memory stays constant.
 * `modifiedAt` is the time of all entries.
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
