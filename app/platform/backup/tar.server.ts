import { buffer } from "node:stream/consumers";
import { ReadableStream } from "node:stream/web";
import { createTarDecoder, createTarPacker, type ParsedTarEntry } from "modern-tar";

export interface TarEntry {
  /** Path inside the archive. */
  name: string;
  bytes: Uint8Array;
}

/** Maximum bytes of one entry; ours are far smaller, so an archive that claims more is not ours. */
const maxEntryBytes = 256 * 1024 * 1024;

/**
 * Streams a new archive (POSIX ustar) with one entry in memory at a time; its files are readable by their owner only.
 */
export async function* createTar(entries: AsyncIterable<TarEntry>, mtime: Date): AsyncGenerator<Uint8Array> {
  const { readable, controller } = createTarPacker();
  const write = async () => {
    for await (const { name, bytes } of entries) {
      const body = controller.add({ name, size: bytes.length, mode: 0o600, mtime }).getWriter();
      await body.write(bytes);
      await body.close();
    }
    controller.finalize();
  };
  write().catch(controller.error);
  yield* readable;
}

/** Yields the files of an archive. Throws if it is truncated, damaged or not a tar archive. */
export async function* readTar(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const decoder = createTarDecoder({ strict: true });
  for await (const { header, body } of ReadableStream.from(pieces).pipeThrough<ParsedTarEntry>(decoder)) {
    if (header.size > maxEntryBytes) throw new Error(`${header.name} is too large for a backup archive.`);
    yield { name: header.name, bytes: await buffer(body) };
  }
}
