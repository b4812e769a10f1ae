import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { opened, sealed } from "./sealed.server.ts";

const key = "a passphrase of more than thirty-two characters";
const headLength = 63;
const pieceLength = 64 * 1024 + 16;

const inPieces = (bytes: Buffer, length: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / length) }, (_, at) => bytes.subarray(at * length, (at + 1) * length)),
  );
const seal = (bytes: Buffer, length = 1000) => buffer(sealed(inPieces(bytes, length), key));
const open = (bytes: Buffer, by: string | undefined = key, length = 1000) =>
  buffer(opened(inPieces(bytes, length), by));
const text = (length: number) => Buffer.from(Array.from({ length }, (_, at) => at % 251));

test("what was sealed comes back whole, whatever its length and however it arrives", async () => {
  const lengths = fc.constantFrom(0, 1, 62, 63, 65_535, 65_536, 65_537, 131_072, 200_000);
  await fc.assert(
    fc.asyncProperty(
      lengths,
      fc.integer({ min: 7, max: 100_000 }),
      fc.integer({ min: 7, max: 100_000 }),
      async (length, a, b) => {
        const plain = text(length);
        expect((await open(await seal(plain, a), key, b)).equals(plain)).toBe(true);
      },
    ),
    { numRuns: 20 },
  );
});

test("what was never sealed is handed on as it is without a key, and refused with one unless it is said to be old", async () => {
  for (const length of [0, 3, 63, 5_000]) {
    expect((await open(text(length), "")).equals(text(length))).toBe(true);
    await expect(open(text(length))).rejects.toMatchObject({ why: "unsealed" });
    const old = await buffer(opened(inPieces(text(length), 1000), key, { acceptUnsealed: true }));
    expect(old.equals(text(length))).toBe(true);
  }
});

test("nothing is given away: the same text is sealed differently each time and stands nowhere in the file", async () => {
  const plain = Buffer.from("the secret of this folder".repeat(50));
  const [one, other] = [await seal(plain), await seal(plain)];
  expect(one.equals(other)).toBe(false);
  expect(one.includes("the secret")).toBe(false);
});

test("without the key, with another, changed, cut off, moved, repeated, shortened or lengthened it is refused", async () => {
  const whole = await seal(text(200_000));
  await expect(open(whole, "")).rejects.toMatchObject({ why: "noKey" });
  await expect(open(whole, `${key}.`)).rejects.toMatchObject({ why: "otherKey" });
  for (const at of [10, 25, 40]) {
    const changed = Buffer.from(whole);
    changed[at]! ^= 1;
    await expect(open(changed)).rejects.toMatchObject({ why: "otherKey" });
  }
  const pieces = [0, 1, 2, 3].map((number) =>
    whole.subarray(headLength + number * pieceLength, headLength + (number + 1) * pieceLength),
  ) as [Buffer, Buffer, Buffer, Buffer];
  const head = whole.subarray(0, headLength);
  const [a, b, c, d] = pieces;
  const other = await seal(text(200_000));
  const damaged = [
    [head],
    [head, a],
    [head, a, b, c],
    [head, b, a, c, d],
    [head, a, a, b, c, d],
    [head, a, c, d],
    [head, a, b, c, d, d],
    [head, a, b, c, d, Buffer.from([0])],
    [head, other.subarray(headLength, headLength + pieceLength), b, c, d],
  ];
  for (const parts of damaged) await expect(open(Buffer.concat(parts))).rejects.toMatchObject({ why: "damaged" });
  for (const at of [headLength, headLength + pieceLength, whole.length - 1]) {
    const changed = Buffer.from(whole);
    changed[at]! ^= 1;
    await expect(open(changed)).rejects.toMatchObject({ why: "damaged" });
  }
  await expect(open(whole.subarray(0, 30))).rejects.toMatchObject({ why: "damaged" });
});
