// A copy of the family's own photo would pass as a fresh one, or an honest finder's photo be taken for a copy.
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { createRandom, drawPet } from "#tests/pet-pictures.ts";
import { alter, knownAlterations } from "#tests/picture-alterations.ts";
import { hashPicture, hashVariants, isSamePicture } from "./picture-hashes.server.ts";

const scenes = [3, 14, 27, 58].map((number) => ({ place: number, animal: number, pose: number }));

describe("copies of a picture", () => {
  it.each(Object.entries(knownAlterations))("are recognised: %s", async (_name, change) => {
    const random = createRandom(9);
    for (const scene of scenes.slice(0, 2)) {
      const stored = await hashPicture(await drawPet(scene));
      expect(isSamePicture(stored, await hashVariants(await alter(await drawPet(scene), change, random)))).toBe(true);
    }
  });

  it("are not confused with other pictures, nor with a new picture in the same place", async () => {
    const stored = await Promise.all(scenes.map(async (scene) => hashPicture(await drawPet(scene))));
    for (const [at, scene] of scenes.entries())
      for (const other of [
        { ...scene, pose: 900 + at },
        { ...scene, place: 700 + at },
        { ...scene, animal: 800 + at, pose: 800 },
      ]) {
        const variants = await hashVariants(await drawPet(other));
        expect(stored.map((one) => isSamePicture(one, variants))).toEqual([false, false, false, false]);
      }
  });

  it("are recognised whatever the shape and size of the picture", async () => {
    for (const [width, height] of [
      [60, 900],
      [900, 60],
      [3, 3],
    ] as const) {
      const picture = await sharp(await drawPet(scenes[0]!))
        .resize(width, height, { fit: "fill" })
        .png()
        .toBuffer();
      expect(isSamePicture(await hashPicture(picture), await hashVariants(picture))).toBe(true);
    }
  });
});
