// Breaks for people whose phone or program makes files of another kind: a photo is lost, shown sideways or in wrong
// colours, or something that is no photo is stored.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { pngOf } from "#tests/png.ts";
import { createTestApp } from "#tests/test-app.ts";
import { addPhoto, findPhoto } from "./photos.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;

/** Two halves, red on the left and blue on the right, twice as wide as high. */
const halves = (() => {
  const [width, height] = [160, 80];
  const raw = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at++) raw[at * 3 + (at % width < width / 2 ? 0 : 2)] = 230;
  return () => sharp(raw, { raw: { width, height, channels: 3 } });
})();
const frames = Buffer.concat(
  ["f00", "0f0"].map((hex) => Buffer.alloc(64 * 64 * 3, Buffer.from([...hex].map((one) => (one === "f" ? 255 : 0))))),
);
const box = (type: string, ...brands: string[]) => {
  const body = Buffer.from(`${type}${brands[0]}\0\0\0\0${brands.join("")}`, "latin1");
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return Buffer.concat([length, body, Buffer.alloc(200)]);
};
const jpeg = await halves().jpeg({ quality: 95 }).toBuffer();
const avif = await halves().avif({ effort: 0 }).toBuffer();

const accepted: [string, () => Buffer | Promise<Buffer>][] = [
  ["a JPEG", () => jpeg],
  ["a progressive JPEG", () => halves().jpeg({ progressive: true }).toBuffer()],
  ["a CMYK JPEG", () => halves().toColourspace("cmyk").jpeg({ quality: 95 }).toBuffer()],
  ["a JPEG in Display P3", () => halves().withIccProfile("p3").jpeg({ quality: 95 }).toBuffer()],
  ["a JPEG with bytes after its end", () => Buffer.concat([jpeg, Buffer.from("appended")])],
  ["a PNG", () => halves().png().toBuffer()],
  ["a 16-bit PNG", () => halves().toColourspace("rgb16").png().toBuffer()],
  ["a PNG with a palette", () => halves().png({ palette: true }).toBuffer()],
  ["a transparent PNG", () => halves().ensureAlpha(1).png().toBuffer()],
  ["an interlaced PNG", () => halves().png({ progressive: true }).toBuffer()],
  ["a WebP", () => halves().webp({ quality: 95 }).toBuffer()],
  ["a lossless WebP", () => halves().webp({ lossless: true }).toBuffer()],
  ["an AVIF", () => avif],
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((orientation): [string, () => Promise<Buffer>] => [
    `a JPEG that is turned by EXIF ${orientation}`,
    () => turnedBy(orientation),
  ]),
];

/** Returns the picture stored in another orientation, with the EXIF tag that turns it back. */
async function turnedBy(orientation: number): Promise<Buffer> {
  const angle = [0, 0, 0, 180, 180, 270, 270, 90, 90][orientation]!;
  const turned = await halves().rotate(angle).png().toBuffer();
  const isMirrored = [2, 4, 5, 7].includes(orientation);
  const stored = isMirrored ? sharp(turned)[angle % 180 === 0 ? "flop" : "flip"]() : sharp(turned);
  return stored.withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
}

const refused: [string, () => Buffer | Promise<Buffer>, string][] = [
  ["a GIF", () => Buffer.from("GIF89a\u0001\0\u0001\0\0\0\0;", "latin1"), "form.photoNotImage"],
  ["a BMP", () => Buffer.concat([Buffer.from("BM"), Buffer.alloc(100)]), "form.photoNotImage"],
  ["a TIFF", () => halves().tiff().toBuffer(), "form.photoNotImage"],
  ["an SVG", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), "form.photoNotImage"],
  ["a JPEG XL", () => Buffer.from([0xff, 0x0a, ...Array(60).fill(7)]), "form.photoNotImage"],
  ["an MP4 video", () => box("ftyp", "isom", "mp42"), "form.photoNotImage"],
  ["a QuickTime video", () => box("ftyp", "qt  "), "form.photoNotImage"],
  ["a WebM video", () => Buffer.from("1a45dfa3a3428682", "hex"), "form.photoNotImage"],
  ["a WAV sound", () => Buffer.from("RIFF\0\0\0\0WAVEfmt ", "latin1"), "form.photoNotImage"],
  ["a PDF", () => Buffer.from("%PDF-1.7\n"), "form.photoNotImage"],
  ["a ZIP", () => Buffer.from("PK\u0003\u0004"), "form.photoNotImage"],
  ["a HEIC", () => box("ftyp", "heic", "mif1"), "form.photoHeic"],
  ["a JPEG cut off near its end", () => jpeg.subarray(0, -60), "errors.photoDamaged"],
  ["half an AVIF", () => avif.subarray(0, avif.length / 2), "errors.photoDamaged|form.photoNotImage"],
  ["the first bytes of a JPEG", () => jpeg.subarray(0, 12), "form.photoNotImage"],
  ["a PNG of 30,000 × 30,000", () => pngOf(30_000, 30_000), "errors.photoTooManyPixels"],
  ["11 MB", () => Buffer.concat([jpeg, Buffer.alloc(11 * 2 ** 20)]), "form.photoTooLarge"],
  ["an empty file", () => Buffer.alloc(0), "form.photoNotImage"],
];

describe("a photo field", () => {
  test.each(accepted)("takes %s: upright, in its colours, and without metadata", async (_kind, file) => {
    const id = await addPhoto(ctx.files, { id: "owner" }, await file());
    const stored = (await findPhoto(ctx.files, id, "640.webp"))!.bytes;
    const meta = await sharp(stored).metadata();
    expect(meta).toMatchObject({ format: "webp", width: 160, height: 80 });
    expect([meta.exif, meta.icc, meta.orientation]).toEqual([undefined, undefined, undefined]);
    const { data, info } = await sharp(stored).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const pixel = (x: number) => [...data.subarray((40 * info.width + x) * info.channels).subarray(0, 3)];
    const [left, right] = [pixel(30), pixel(130)];
    expect([left[0]! - left[2]! > 100, right[2]! - right[0]! > 50]).toEqual([true, true]);
  });

  test("takes an animated WebP as its first frame", async () => {
    const bytes = await sharp(frames, { raw: { width: 64, height: 128, channels: 3, pageHeight: 64 } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
    expect((await sharp(bytes, { pages: -1 }).metadata()).pages).toBe(2);
    const id = await addPhoto(ctx.files, { id: "owner" }, bytes);
    const stored = (await findPhoto(ctx.files, id, "640.webp"))!.bytes;
    expect(await sharp(stored).metadata()).toMatchObject({ width: 64, height: 64 });
  });

  test.each(refused)("refuses %s and says why", async (_kind, file, code) => {
    await expect(addPhoto(ctx.files, { id: "owner" }, await file())).rejects.toMatchObject({
      code: expect.stringMatching(new RegExp(`^(?:${code})$`)),
      field: "photo",
    });
  });
});

test("all fields for photos use this one way, in the browser and on the server", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."))
    .map((file) => ({ file, text: readFileSync(path.join("app", file), "utf8") }));
  const using = (pattern: RegExp) => files.flatMap(({ file, text }) => (pattern.test(text) ? [file] : [])).sort();
  expect(using(/type="file"/)).toEqual([
    "features/conversations/attachments/photo-button.tsx",
    // No photo.
    "features/conversations/attachments/voice-button.tsx",
    "features/lost-found/form/photos-field.tsx",
    // Work without scripts.
    "features/scans/finder-page/finder-parts.server.tsx",
    "features/scans/finder-page/finder-views.server.tsx",
    "features/scans/finder-status/finder-status.server.tsx",
    "platform/ui/forms/file-input.tsx",
  ]);
  expect(using(/\bawait readPicture\(/)).toEqual([
    "features/conversations/attachments/attachments.server.ts",
    "features/plans/upgrade-requests/payment-proofs.server.ts",
    "platform/files/photos.server.ts",
  ]);
});
