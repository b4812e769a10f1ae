// Whoever shares a report in a chat would see Arabic letters that are torn apart.
import sharp from "sharp";
import { expect, test } from "vitest";
import { renderTextOutlines } from "#app/platform/pdf/text-outlines.server.ts";
import { createTestReport, createTestUser } from "#tests/make.ts";
import { plainJpeg } from "#tests/plain-picture.ts";
import { createTestApp } from "#tests/test-app.ts";
import { findPublicReport } from "../public-report.server.ts";
import { renderSharePicture } from "./share-picture.server.tsx";

const { ctx } = await createTestApp();

const photo = await plainJpeg(900, 1200);

test.each([
  ["en", "Rocky", "Zamalek, Cairo", false],
  ["ar", "لونا", "الزمالك، القاهرة", false],
  ["ar", "لونا Luna 3", "المعادي", true],
  ["en", "<b>&\"'</b>".repeat(6), "x".repeat(100), true],
] as const)("a report in %s named %s has a preview image of 1200 × 630", async (language, petName, area, hasPhoto) => {
  const owner = await createTestUser(ctx);
  const photos = hasPhoto ? [new File([photo as Uint8Array<ArrayBuffer>], "a.jpg", { type: "image/jpeg" })] : [];
  const id = await createTestReport(ctx, owner, { petName, area, photos, language });
  const report = await findPublicReport(ctx, id);
  const picture = await renderSharePicture(ctx, report!);
  expect(await sharp(picture).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
  expect(picture.byteLength).toBeLessThan(300_000);
});

test("renderTextOutlines shapes Arabic letters and truncates long texts", async () => {
  const options = { size: 60, weight: 700, language: "ar", width: 500, maxLines: 2 } as const;
  const joined = await renderTextOutlines("بيت", options);
  const apart = await renderTextOutlines("ب ي ت", options);
  const shapes = ({ svg }: { svg: string }) => new Set([...svg.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path));
  expect(shapes(joined)).not.toEqual(shapes(apart));
  const long = await renderTextOutlines("كلب بني ضاع قرب المحطة ".repeat(40), options);
  expect(long.height).toBe(2 * 78);
  expect(long.width).toBeLessThanOrEqual(500);
});
