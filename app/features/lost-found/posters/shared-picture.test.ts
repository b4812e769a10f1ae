// A picture passed on in a messenger would have a QR code that no phone reads, or would tell what is private.
import decodeQR from "qr/decode.js";
import sharp from "sharp";
import { expect, test } from "vitest";
import { createTestReport, createTestUser } from "#tests/make.ts";
import { drawPet } from "#tests/pet-pictures.ts";
import { createTestApp } from "#tests/test-app.ts";
import { findPublicReport } from "../public-report.server.ts";
import { sharedShapes } from "./posters.rules.ts";
import { listPosters } from "./posters.server.ts";
import { renderSharedPicture } from "./shared-picture.server.tsx";

const { ctx } = await createTestApp();

const heights = { story: 1920, post: 1350 };

/** Returns what a reader finds in a picture that a messenger compressed: 720 pixels wide, JPEG of quality 40. */
async function readCode(picture: Buffer): Promise<string> {
  const sent = await sharp(picture).resize({ width: 720 }).jpeg({ quality: 40 }).toBuffer();
  const { data, info } = await sharp(sent).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ data: new Uint8ClampedArray(data), width: info.width, height: info.height });
}

test.each([
  ["en", "Rocky", "Zamalek, Cairo", true],
  ["ar", "لونا", "المعادي", false],
  ["en", "🐕 <b>&\"'</b>".repeat(5), "x".repeat(100), true],
] as const)(
  "a report in %s named %s is a picture whose code is read after a messenger's compression",
  async (language, petName, area, hasPhoto) => {
    const owner = await createTestUser(ctx);
    const drawn = await drawPet({ place: 7, animal: 7, pose: 7 });
    const photos = hasPhoto ? [new File([new Uint8Array(drawn)], "a.png", { type: "image/png" })] : [];
    const id = await createTestReport(ctx, owner, {
      ...{ petName, area, photos, language, marks: "A white ear" },
      ...{ colors: ["black", "white"], hiddenMark: "canary", contactPhone: "+201001234567" },
    });
    const report = (await findPublicReport(ctx, id))!;
    for (const shape of sharedShapes)
      for (const shown of ["en", "ar"] as const) {
        const picture = await renderSharedPicture(ctx, report, shape, shown);
        expect(await sharp(picture).metadata()).toMatchObject({ format: "jpeg", width: 1080, height: heights[shape] });
        expect(picture.byteLength).toBeLessThan(700_000);
        const [series, ...others] = await listPosters(ctx, owner, id);
        expect(others).toEqual([]);
        expect(series).toMatchObject({ isShared: true, place: null, scans: 0 });
        expect(await readCode(picture), `${shape} in ${shown}`).toBe(
          `${ctx.settings.publicUrl}/p/${series!.code}`.toUpperCase(),
        );
      }
  },
);
