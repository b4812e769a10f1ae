export interface TarEntry {
  /** A path inside the archive. */
  name: string;
  bytes: Uint8Array;
}

const block = 512;
const end = Buffer.alloc(2 * block);
/** No entry of ours comes near it; a file that claims more is not ours. */
const largest = 256 * 1024 * 1024;

/** An archive (POSIX ustar) as it is being made: one entry lies in memory at a time. Files belong to their owner alone. */
export async function* tarPieces(entries: AsyncIterable<TarEntry>, modifiedAt: Date): AsyncGenerator<Uint8Array> {
  for await (const { name, bytes } of entries) {
    yield headerOf(name, bytes.length, modifiedAt);
    yield bytes;
    yield Buffer.alloc(-bytes.length & (block - 1));
  }
  yield end;
}

/** The entries of an archive that `tarPieces` made. Throws where it breaks off or is something else. */
export async function* tarEntries(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const source = pieces[Symbol.asyncIterator]();
  const take = taking(source);
  for (;;) {
    const header = await take(block);
    if (header.equals(end.subarray(0, block))) {
      // What unpacks the archive compares its own sum only at the very end.
      while (!(await source.next()).done);
      return;
    }
    const size = Number.parseInt(textAt(header, 124, 12), 8);
    if (Number.parseInt(textAt(header, 148, 8), 8) !== sumOf(header) || !(size <= largest))
      throw new Error("This is not an archive.");
    const prefix = textAt(header, 345, 155);
    const bytes = await take(size);
    await take(-size & (block - 1));
    yield { name: `${prefix && `${prefix}/`}${textAt(header, 0, 100)}`, bytes };
  }
}

/** Gives the next so many bytes at each call. */
function taking(source: AsyncIterator<Uint8Array>) {
  let kept: Uint8Array[] = [];
  let length = 0;
  return async (wanted: number): Promise<Buffer> => {
    while (length < wanted) {
      const { done, value } = await source.next();
      if (done) throw new Error("The archive breaks off.");
      kept.push(value);
      length += value.length;
    }
    const whole = Buffer.concat(kept);
    kept = [whole.subarray(wanted)];
    length -= wanted;
    return whole.subarray(0, wanted);
  };
}

function headerOf(name: string, size: number, modifiedAt: Date): Buffer {
  const header = Buffer.alloc(block);
  const cut = Buffer.byteLength(name) <= 100 ? -1 : name.indexOf("/", name.length - 101);
  const [prefix, rest] = cut < 0 ? ["", name] : [name.slice(0, cut), name.slice(cut + 1)];
  if (Buffer.byteLength(rest) > 100 || Buffer.byteLength(prefix) > 155)
    throw new Error(`The name "${name}" is too long for the archive.`);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`;
  header.write(rest, 0);
  header.write(octal(0o600, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(size, 11), 124);
  header.write(octal(Math.floor(modifiedAt.getTime() / 1000), 11), 136);
  header.write("0", 156);
  header.write("ustar\u000000", 257);
  header.write(prefix, 345);
  header.write(`${sumOf(header).toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

/** The sum of a header's bytes, where its own place counts as eight spaces. */
function sumOf(header: Buffer): number {
  return header.reduce((sum, byte, place) => sum + (place >= 148 && place < 156 ? 32 : byte), 0);
}

function textAt(header: Buffer, start: number, length: number): string {
  const field = header.subarray(start, start + length);
  const stop = field.indexOf(0);
  return field.toString("utf8", 0, stop < 0 ? length : stop).trim();
}
