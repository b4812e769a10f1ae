// A stolen backup could be read, or an altered one would be restored as if it were ours.
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decryptPieces, encryptPieces } from "./encrypted-stream.server.ts";

const key = "a passphrase of more than thirty-two characters";
const label = "of yesterday";
const headLength = 63 + 2 + label.length + 16;
const pieceLength = 64 * 1024 + 16;

const inPieces = (bytes: Buffer, length: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / length) }, (_, at) => bytes.subarray(at * length, (at + 1) * length)),
  );
const seal = (bytes: Buffer, length = 1000) => buffer(encryptPieces(inPieces(bytes, length), key, label));
const open = (bytes: Buffer, by: string | undefined = key, length = 1000) =>
  buffer(decryptPieces(inPieces(bytes, length), by));
const text = (length: number) => Buffer.from(Array.from({ length }, (_, at) => at % 251));

test("decrypts to the original bytes for any length and chunking", async () => {
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

test("unencrypted input passes through without a passphrase and is rejected with one unless explicitly accepted", async () => {
  for (const length of [0, 3, 63, 5_000]) {
    expect((await open(text(length), "")).equals(text(length))).toBe(true);
    await expect(open(text(length))).rejects.toMatchObject({ why: "unsealed" });
    const old = await buffer(decryptPieces(inPieces(text(length), 1000), key, { acceptUnsealed: true }));
    expect(old.equals(text(length))).toBe(true);
  }
});

test("encrypting the same text twice gives different output that does not contain the text", async () => {
  const plain = Buffer.from("the secret of this folder".repeat(50));
  const [one, other] = [await seal(plain), await seal(plain)];
  expect(one.equals(other)).toBe(false);
  expect(one.includes("the secret")).toBe(false);
});

test("rejects a missing or wrong passphrase, and changed, truncated, reordered, repeated or extended data", async () => {
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
  for (const length of [64, 70, headLength - 1])
    await expect(open(whole.subarray(0, length))).rejects.toMatchObject({ why: "changedLabel" });
  await expect(open(whole.subarray(0, 30))).rejects.toMatchObject({ why: "damaged" });
});

test("the label is readable without the passphrase but cannot be changed or taken from another file", async () => {
  const [whole, other] = [await seal(text(100)), await seal(text(100))];
  expect(whole.subarray(65, 65 + label.length).toString()).toBe(label);
  for (let at = 63; at < headLength; at++) {
    const changed = Buffer.from(whole);
    changed[at]! ^= 1;
    await expect(open(changed)).rejects.toMatchObject({ why: "changedLabel" });
  }
  const taken = Buffer.concat([whole.subarray(0, 63), other.subarray(63, headLength), whole.subarray(headLength)]);
  await expect(open(taken)).rejects.toMatchObject({ why: "changedLabel" });
});

test("decrypts the older format without label", async () => {
  const before =
    "414c45454653453149920845eeabfb6c2def91213057ea523754fad8ea084487997f881e5b647ea7ec35ef98328cf39f2140e6b6435b97ebee38bf96cac72f7529575cf5f4f5183786d6c74c32c66d0da886a2be71";
  expect((await open(Buffer.from(before, "hex"))).toString()).toBe("قطة");
});
