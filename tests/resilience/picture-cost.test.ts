// Protects everybody on the site: without a limit on what a picture costs, one anonymous upload of two kilobytes could
// take the memory of a whole process.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const run = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "aleef-pictures-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Decodes a picture in a process of its own; CPU in milliseconds, memory in MB above that of the idle process. */
async function measure(bytes: Buffer): Promise<{ result: string; cpu: number; memory: number }> {
  const file = path.join(folder, `${bytes.length}-${Math.random()}`);
  await writeFile(file, bytes);
  const { stdout } = await run(process.execPath, ["--disable-warning=ExperimentalWarning", decoder, file]);
  return JSON.parse(stdout);
}
const decoder = path.join(import.meta.dirname, "decode-picture.ts");

const flat = (side: number, channels: 3 | 4 = 3) =>
  sharp({
    create: { width: side, height: side, channels, background: { r: 180, g: 120, b: 60, alpha: 0.5 } },
    limitInputPixels: false,
  });
/** Squares of random colours, which do not compress away. */
function mosaic(side: number, squares: number): Sharp {
  const colours = Buffer.alloc(squares * squares * 3);
  for (let at = 0; at < colours.length; at++) colours[at] = (at * 7_919 + (at >> 3) * 104_729) % 256;
  return sharp(colours, { raw: { width: squares, height: squares, channels: 3 } }).resize(side, side, {
    kernel: "nearest",
  });
}
const frames = (side: number, count: number) =>
  sharp(Buffer.alloc(side * side * count * 3, 90), {
    raw: { width: side, height: side * count, channels: 3, pageHeight: side },
    limitInputPixels: false,
  });

describe("an upload of at most 10 KB", () => {
  test.each<[string, () => Promise<Buffer>]>([
    ["a flat AVIF of 40 megapixels", () => flat(6_300).avif({ quality: 1, effort: 0 }).toBuffer()],
    ["a flat AVIF of 12 megapixels", () => flat(3_500).avif({ quality: 1, effort: 0 }).toBuffer()],
    ["a transparent AVIF of 9 megapixels", () => flat(3_000, 4).avif({ quality: 1, effort: 0 }).toBuffer()],
    ["an AVIF of 1 megapixel full of detail", () => mosaic(1_000, 8).avif({ quality: 10, effort: 0 }).toBuffer()],
    ["a flat lossless WebP of 40 megapixels", () => flat(6_300, 4).webp({ lossless: true, effort: 0 }).toBuffer()],
    ["an animated WebP", () => frames(900, 20).webp({ lossless: true, effort: 0 }).toBuffer()],
    ["a PNG of two colours and 36 megapixels", () => flat(6_000).png({ palette: true, colours: 2 }).toBuffer()],
    ["an interlaced PNG", () => flat(600).png({ progressive: true }).toBuffer()],
    ["a JPEG of 1 megapixel full of detail", () => mosaic(1_000, 8).jpeg({ quality: 1 }).toBuffer()],
    ["a flat JPEG of 1 megapixel", () => flat(1_200).jpeg({ quality: 1, progressive: true }).toBuffer()],
  ])("%s costs at most 150 MB and a fraction of a second", async (_name, make) => {
    const bytes = await make();
    expect(bytes.length).toBeLessThanOrEqual(10_240);
    const { memory, cpu } = await measure(bytes);
    expect(memory).toBeLessThan(150);
    // About 150 at most on an idle machine; before the limits, 1,300 to 2,300.
    expect(cpu).toBeLessThan(600);
  });
});

const deepColour = { quality: 60, effort: 0, bitdepth: 12 } as const;

describe("no picture of any size exceeds the memory budget", () => {
  test.each<[string, () => Promise<Buffer>]>([
    ["a progressive JPEG of 39 megapixels", () => mosaic(6_300, 60).jpeg({ progressive: true }).toBuffer()],
    [
      "a progressive JPEG of 39 megapixels in CMYK",
      () => flat(6_300).toColourspace("cmyk").jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer(),
    ],
    [
      "an interlaced PNG of 36 megapixels with 16 bits",
      () => flat(6_000, 4).toColourspace("rgb16").png({ progressive: true }).toBuffer(),
    ],
    ["an AVIF of 13 megapixels", () => mosaic(3_650, 200).avif({ quality: 60, effort: 0 }).toBuffer()],
    [
      "an AVIF of 13 megapixels with 12 bits and an alpha channel",
      () => mosaic(3_650, 200).ensureAlpha(0.5).toColourspace("rgb16").avif(deepColour).toBuffer(),
    ],
    ["an animated WebP of 16 megapixels a frame", () => frames(4_000, 3).webp({ quality: 1, effort: 0 }).toBuffer()],
  ])("%s", async (_name, make) => {
    const { memory } = await measure(await make());
    expect(memory).toBeLessThan(256 + 50);
  });
});

test.each<[string, () => Promise<Buffer>]>([
  ["a phone's JPEG of 50 megapixels", () => mosaic(7_100, 120).jpeg({ quality: 70 }).toBuffer()],
  ["a phone's JPEG of 100 megapixels", () => mosaic(10_000, 120).jpeg({ quality: 40 }).toBuffer()],
  ["an AVIF of 12 megapixels", () => mosaic(3_480, 100).avif({ quality: 60, effort: 0 }).toBuffer()],
  ["a screenshot", () => mosaic(1_600, 10).png().toBuffer()],
])("%s is accepted", async (_name, make) => {
  const { result, memory } = await measure(await make());
  expect(result).toBe("accepted");
  expect(memory).toBeLessThan(256 + 50);
});
