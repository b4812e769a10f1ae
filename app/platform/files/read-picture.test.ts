import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { readPicture } from "./read-picture.server.ts";

const jpeg = await sharp({ create: { width: 32, height: 20, channels: 3, background: "#b9763a" } })
  .jpeg()
  .toBuffer();

/** Pictures that are not done before they are told to be. */
function holdUp() {
  const open: (() => void)[] = [];
  let most = 0;
  const read = () =>
    readPicture(jpeg, "photo", async () => {
      await new Promise<void>((done) => {
        open.push(done);
        most = Math.max(most, open.length);
      });
      return "read";
    });
  return { read, open, mostAtOnce: () => most };
}

test("two pictures are read at a time, twenty wait, and who comes then is asked to come again", async () => {
  const { read, open, mostAtOnce } = holdUp();
  const waiting = Array.from({ length: 22 }, read);
  await expect(read()).rejects.toMatchObject({
    code: "form.photosBusy",
    status: 503,
    field: "photo",
    params: { seconds: 10 },
  });
  for (let done = 0; done < 22; done++) {
    await expect.poll(() => open.length).toBeGreaterThan(0);
    open.shift()!();
  }
  expect(await Promise.all(waiting)).toEqual(Array(22).fill("read"));
  expect(mostAtOnce()).toBe(2);
});

test("a picture that cannot be read hands its turn on, and afterwards there is room for as many as before", async () => {
  const damaged = Array.from({ length: 22 }, () => readPicture(jpeg.subarray(0, 60), "photo", async () => "read"));
  const ends = await Promise.allSettled(damaged);
  expect(ends.map(({ status }) => status)).toEqual(Array(22).fill("rejected"));
  const { read, open } = holdUp();
  const all = Array.from({ length: 22 }, read);
  for (let done = 0; done < 22; done++) {
    await expect.poll(() => open.length).toBeGreaterThan(0);
    open.shift()!();
  }
  expect(await Promise.all(all)).toHaveLength(22);
});

test.each([
  [1, 39_000_000],
  [39_000_000, 1],
  [12_001, 700],
  [100, 2_001],
])("a picture of %s × %s is refused by its head", async (width, height) => {
  await expect(readPicture(longPng(width, height), "photo", async () => "read")).rejects.toMatchObject({
    code: "form.photoTooLong",
    status: 413,
    field: "photo",
  });
});

test("a picture twenty times as long as wide is read", async () => {
  const strip = await sharp({ create: { width: 100, height: 2_000, channels: 3, background: "#b9763a" } })
    .png()
    .toBuffer();
  expect(await readPicture(strip, "photo", async () => "read")).toBe("read");
});

/** A whole PNG of one colour, in rows that pack to nothing. */
function longPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}
