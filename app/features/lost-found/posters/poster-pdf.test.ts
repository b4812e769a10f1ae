// A family would hang up posters that show their phone number unasked, or that cannot be read.
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import decode from "qr/decode.js";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { createTestUser } from "#tests/make.ts";
import { plainJpeg, plainPicture } from "#tests/plain-picture.ts";
import { createTestApp } from "#tests/test-app.ts";
import { createReport } from "../publish-reports.server.ts";
import type { ReportForm } from "../reports.forms.server.ts";
import { getOwnReport } from "../reports.server.ts";
import { renderPoster } from "./poster-pdf.server.ts";
import { type PosterOptions, paperSizes, posterLanguages } from "./posters.rules.ts";

const { ctx } = await createTestApp();

let reports = 0;
const code = "K7M3QX";
const plain: PosterOptions = { size: "A4", language: "en", withPhone: false };

/** Two plain photos, one wide and one tall. */
const photos = await Promise.all(
  [
    [900, 600],
    [600, 800],
  ].map(async ([width = 1, height = 1], index) => {
    const background = index ? "#d99152" : "#7fb7a9";
    const bytes = await plainJpeg(width, height, background);
    return new File([new Uint8Array(bytes)], `${index}.jpg`, { type: "image/jpeg" });
  }),
);

async function createPosterReport(form: Partial<ReportForm> = {}, language: "en" | "ar" = "en") {
  const owner = await createTestUser(ctx);
  const id = await createReport(
    ctx,
    owner,
    {
      kind: "lost",
      type: "cat",
      petName: "Mishmish",
      breed: "Baladi",
      colors: ["orange", "white"],
      size: "small",
      gender: "male",
      age: "adult",
      seenAt: new Date("2026-11-20T15:00:00Z"),
      area: "Zamalek, Cairo",
      place: "26 July Street, behind the bakery",
      latitude: 30.0611,
      longitude: 31.2197,
      marks: "White socks",
      description: "Shy; call me on 0100 123 4567.",
      reward: "$100",
      showReward: true,
      hiddenMark: "a scar under the chin",
      microchip: "985112003456789",
      contactName: "Mona",
      contactPhone: "+201001234567",
      contactEmail: "mona@example.com",
      ...form,
    },
    { address: `203.0.${++reports}.5`, language },
  );
  return getOwnReport(ctx, owner, id);
}

async function read(bytes: Buffer) {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const [, , width = 0, height = 0] = page.view;
  const text = items.map((item) => ("str" in item ? item.str : "")).join(" ");
  return { page, pages: document.numPages, text: text.replace(/\s+/g, " "), width, height, document };
}

/** Renders the page as a PNG with `scale` pixels per point. */
async function picture(bytes: Buffer, scale = 3) {
  const { page, document } = await read(bytes);
  const viewport = page.getViewport({ scale });
  const { canvas, context } = (
    document.canvasFactory as {
      create(w: number, h: number): { canvas: { toBuffer(type: string): Buffer }; context: unknown };
    }
  ).create(Math.round(viewport.width), Math.round(viewport.height));
  await page.render({ canvas: null, canvasContext: context as never, viewport }).promise;
  return canvas.toBuffer("image/png");
}

async function decodeIn(png: Buffer, area: { left: number; top: number; width: number; height: number }) {
  const { data, info } = await sharp(png).extract(area).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decode({ width: info.width, height: info.height, data });
}

describe("poster", () => {
  test.each(paperSizes.flatMap((size) => posterLanguages.map((language) => [size, language] as const)))(
    "of %s in %s has scannable QR codes on the sheet and on every strip",
    async (size, language) => {
      const report = await createPosterReport({ photos });
      const bytes = await renderPoster(ctx, report, code, { size, language, withPhone: false });
      const { pages, width, height, text } = await read(bytes);
      expect(pages).toBe(1);
      expect([Math.round(width), Math.round(height)]).toEqual(size === "A4" ? [595, 842] : [420, 595]);
      expect(text).toContain("localhost:3000/p/K7M3QX");
      const png = await picture(bytes);
      const { width: w = 0, height: h = 0 } = await sharp(png).metadata();
      const isRtl = language === "ar";
      const side = Math.round(w * 0.36);
      const main = { left: isRtl ? 0 : w - side, top: Math.round(h * 0.55), width: side, height: Math.round(h * 0.27) };
      expect(await decodeIn(png, main)).toBe("HTTP://LOCALHOST:3000/P/K7M3QX");
      const count = size === "A4" ? 8 : 6;
      const strip = Math.floor(w / count);
      for (const index of [0, count - 1]) {
        const left = Math.min(w - strip, Math.round(w * (0.0235 + (index * 0.953) / count)));
        const area = { left, top: Math.round(h * 0.84), width: strip, height: h - Math.round(h * 0.84) };
        expect(await decodeIn(png, area)).toBe("HTTP://LOCALHOST:3000/P/K7M3QX");
      }
    },
  );

  test("contains the public description in one or both languages", async () => {
    const report = await createPosterReport();
    const english = (await read(await renderPoster(ctx, report, code, plain))).text;
    for (const expectedText of [
      "LOST CAT",
      "Mishmish",
      "Baladi",
      "Orange, White",
      "Reward: $100",
      "Zamalek, Cairo",
      "White socks",
    ])
      expect(english).toContain(expectedText);
    expect(english).toContain("20 November 2026");
    const arabic = (await read(await renderPoster(ctx, report, code, { ...plain, language: "ar" }))).text;
    for (const expectedText of ["قطة مفقودة", "Mishmish", "هل رأيتني؟", "برتقالي"])
      expect(arabic).toContain(expectedText);
    const both = (await read(await renderPoster(ctx, report, code, { ...plain, language: "both" }))).text;
    for (const expectedText of ["LOST CAT", "قطة مفقودة", "Have you seen me?", "هل رأيتني؟"])
      expect(both).toContain(expectedText);
  });

  test("contains nothing private, and the phone number only on request", async () => {
    const report = await createPosterReport();
    for (const language of posterLanguages) {
      const { text } = await read(await renderPoster(ctx, report, code, { ...plain, language }));
      const bare = text.replace(/\s/g, "");
      for (const secret of [
        "1001234567",
        "0123456",
        "mona@",
        "Mona",
        "26July",
        "scar",
        "985112003456789",
        "30.06",
        "31.21",
      ])
        expect(bare).not.toContain(secret);
    }
    const { text } = await read(await renderPoster(ctx, report, code, { ...plain, withPhone: true }));
    expect(text).toContain("+201001234567");
    const unreachable = await createPosterReport({ contactPhone: null });
    expect((await read(await renderPoster(ctx, unreachable, code, { ...plain, withPhone: true }))).text).not.toContain(
      "Or call",
    );
  });

  test("omits a private reward amount, and has a headline for found and seen animals", async () => {
    const quiet = await createPosterReport({ showReward: false });
    const { text } = await read(await renderPoster(ctx, quiet, code, plain));
    expect(text).toContain("Reward");
    expect(text).not.toContain("$100");
    const found = await createPosterReport({ kind: "found", type: "dog", petName: null });
    expect((await read(await renderPoster(ctx, found, code, plain))).text).toContain("FOUND DOG");
    const seen = await createPosterReport({ kind: "sighting", type: "bird", petName: null });
    expect((await read(await renderPoster(ctx, seen, code, { ...plain, language: "both" }))).text).toContain(
      "BIRD SEEN",
    );
  });

  test("keeps long looks in two languages above the row with the QR code, and names the reward once", async () => {
    const report = await createPosterReport({
      petName: "Maximiliano of Zamalek and of all the bakeries on Road Nine",
      breed: "Shorthair ".repeat(6).trim(),
      colors: ["orange", "white", "black"],
    });
    const { page, text } = await read(await renderPoster(ctx, report, code, { ...plain, language: "both" }));
    const items = (await page.getTextContent()).items.flatMap((item) => ("str" in item && item.str.trim() ? item : []));
    // In the order in which they are drawn: headline, name, looks, question.
    const question = items.findIndex(({ str }) => str.includes("Have"));
    const { transform } = items[question]!;
    const lowest = Math.min(...items.slice(0, question).map((item) => item.transform[5]));
    expect(lowest).toBeGreaterThan(transform[5] + 15);
    expect(text.match(/\$100/g)).toHaveLength(1);
  });

  test("fits on one page with the longest and hostile texts, and shapes Arabic letters", async () => {
    const long = await createPosterReport(
      {
        petName: "م".repeat(60),
        breed: "<script>alert(1)</script>",
        area: "حي الزمالك ".repeat(9),
        marks: "‮evil ".repeat(50),
        description: "كلمة طويلة <b>جدا</b> ".repeat(90),
        reward: "ر".repeat(60),
      },
      "ar",
    );
    for (const size of paperSizes) {
      const bytes = await renderPoster(ctx, long, code, { size, language: "both", withPhone: true });
      const { pages, text } = await read(bytes);
      expect(pages).toBe(1);
      expect(text).toContain("قطة مفقودة");
    }
  });
});

describe("poster at ten metres", () => {
  /** Renders an A4 sheet at one pixel per point; `at` returns a pixel's colour. */
  async function pixelsOf(bytes: Buffer) {
    const { data, info } = await sharp(await picture(bytes, 1))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => {
      const [red = 0, green = 0, blue = 0] = data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3);
      return { red, green, blue };
    };
    return { at, width: info.width, rows: Array.from({ length: info.height }, (_, y) => y), height: info.height };
  }

  test("gives almost half of the sheet to the photo and at least 55 mm to the QR code", async () => {
    const report = await createPosterReport({ photos: photos.slice(0, 1) });
    const { at, width, rows, height } = await pixelsOf(await renderPoster(ctx, report, code, plain));
    // The green of the photo; headline, reward and text have other colours.
    const end = rows.findLast((y) => at(220, y).green > at(220, y).red + 40 && at(220, y).red > 100) ?? 0;
    expect(end / height).toBeGreaterThan(0.47);
    const whiteRows = rows.filter((y) => {
      const { red, green, blue } = at(width - 45, y);
      return y > height * 0.55 && y < height * 0.83 && Math.min(red, green, blue) > 250;
    });
    // Without the white gap between row and strips.
    const inCard = whiteRows.filter((y) => y < 690);
    const millimetres = (Math.max(...inCard) - Math.min(...inCard)) * (25.4 / 72);
    expect(millimetres).toBeGreaterThanOrEqual(55);
  });

  test.each([
    ["a panorama", 1800, 400],
    ["a tall photo", 500, 1400],
    ["a square", 800, 800],
  ])("shows %s whole", async (_, width, height) => {
    // A photo with corners of their own colour: none may be cut off.
    const corner = { create: { width: 60, height: 60, channels: 3 as const, background: "#0000ff" } };
    const bytes = await plainPicture(width, height, "#7fb7a9")
      .composite([
        { input: await sharp(corner).png().toBuffer(), left: Math.round(width / 2) - 30, top: 0 },
        { input: await sharp(corner).png().toBuffer(), left: Math.round(width / 2) - 30, top: height - 60 },
        { input: await sharp(corner).png().toBuffer(), left: 0, top: Math.round(height / 2) - 30 },
        { input: await sharp(corner).png().toBuffer(), left: width - 60, top: Math.round(height / 2) - 30 },
      ])
      .jpeg({ chromaSubsampling: "4:4:4" })
      .toBuffer();
    const photo = new File([new Uint8Array(bytes)], "photo.jpg", { type: "image/jpeg" });
    const report = await createPosterReport({ photos: [photo] });
    const sheet = await pixelsOf(await renderPoster(ctx, report, code, plain));
    const blue: [number, number][] = [];
    for (const y of sheet.rows)
      for (let x = 0; x < sheet.width; x++) {
        const { red, green, blue: own } = sheet.at(x, y);
        if (own > 200 && red < 90 && green < 90) blue.push([x, y]);
      }
    const xs = blue.map(([x]) => x);
    const ys = blue.map(([, y]) => y);
    const shown = (Math.max(...xs) - Math.min(...xs)) / (Math.max(...ys) - Math.min(...ys));
    expect(shown / (width / height)).toBeGreaterThan(0.93);
    expect(shown / (width / height)).toBeLessThan(1.07);
  });

  test("prints headline, name, place with day, and what to do as large as they are read from afar", async () => {
    const report = await createPosterReport({ photos: photos.slice(1), type: "dog", petName: "Rocky" });
    const { page, text } = await read(await renderPoster(ctx, report, code, plain));
    const { items } = await page.getTextContent();
    const sizeOf = (word: string) =>
      Math.max(
        ...items.flatMap((item) => ("str" in item && item.str.includes(word) ? Math.abs(item.transform[3]) : 0)),
      );
    expect(sizeOf("LOST")).toBeGreaterThanOrEqual(90);
    expect(sizeOf("Rocky")).toBeGreaterThanOrEqual(60);
    expect(sizeOf("Zamalek")).toBeGreaterThanOrEqual(34);
    expect(text).toContain("20 Nov");
    for (const line of ["Don't chase. Scan. No app.", "امسح الرمز"]) expect(text).toContain(line);
  });
});
