// Whoever tries the demo would see pictures that are no longer those of its pets.
import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { type DemoPhoto, encodeDemoPhoto, listDemoPhotos } from "./encode.ts";
import { fingerprintsFile, getFingerprint, readRenditions } from "./encoded-photos.ts";

const root = process.cwd();
const photos = await listDemoPhotos(root);
const fingerprints: Record<string, string> = JSON.parse(await readFile(fingerprintsFile(root), "utf8"));

describe("encoded demo photos", () => {
  test("are those of the drawings and photographs of today (`node seed/pictures/draw.ts`)", async () => {
    const found: Record<string, string> = {};
    for (const { name, source } of photos) found[name] = getFingerprint(source, await readRenditions(root, name));
    expect(found).toEqual(fingerprints);
  });

  test("have another fingerprint when the drawing, a rendition or its size changes", async () => {
    const { name, source } = photos[0]!;
    const [first, ...others] = await readRenditions(root, name);
    const changed = Buffer.from(first!.data);
    changed[99]! ^= 1;
    const all = [
      getFingerprint(source, [first!, ...others]),
      getFingerprint(Buffer.concat([source, Buffer.from(" ")]), [first!, ...others]),
      getFingerprint(source, [{ ...first!, data: changed }, ...others]),
      getFingerprint(source, [{ ...first!, width: 640 }, ...others]),
    ];
    expect(new Set(all).size).toBe(4);
  });

  // One of each kind, since drawing takes long. Pixels may differ a little between processors.
  test.each(["hoops-worn", "luna"])("look like %s encoded now", async (name) => {
    const photo = photos.find((one) => one.name === name) as DemoPhoto;
    const kept = await readRenditions(root, name);
    const now = (await encodeDemoPhoto(photo)).toSorted((one, other) => one.width - other.width);
    expect(kept.map(({ width, format }) => `${width}.${format}`).toSorted()).toEqual(
      now.map(({ width, format }) => `${width}.${format}`).toSorted(),
    );
    for (const { width, format, data } of now) {
      const same = kept.find((one) => one.width === width && one.format === format)!;
      expect(Math.abs(same.data.length / data.length - 1), "as many bytes").toBeLessThan(0.05);
      const [was, is] = await Promise.all(
        [same.data, data].map((bytes) => sharp(bytes).removeAlpha().raw().toBuffer()),
      );
      expect(was!.length).toBe(is!.length);
      const difference = was!.reduce((sum, value, index) => sum + Math.abs(value - is![index]!), 0) / is!.length;
      expect(difference).toBeLessThan(1);
    }
  });
});
