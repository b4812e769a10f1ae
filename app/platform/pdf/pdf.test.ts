// Readers of Arabic would get posters and invoices with words in the wrong order or letters lost.
import fc from "fast-check";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { plainPicture } from "#tests/plain-picture.ts";
import { getQrRectangles } from "../files/qr-code.server.ts";
import type { Language } from "../i18n/language.ts";
import { createPdf, type Pdf } from "./pdf.server.ts";
import { formatLines, type Type } from "./pdf-lines.server.ts";
import { createPdfPicture } from "./pdf-picture.server.ts";

const now = new Date("2026-11-21T12:00:00Z");

/** Creates a document and returns its text by page and its metadata. */
async function written(language: Language, write: (pdf: Pdf) => void | Promise<void>) {
  const pdf = await createPdf({ language, title: "Luna · لونا", now });
  await write(pdf);
  const bytes = await pdf.finish();
  const read = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages: string[] = [];
  const edges: number[] = [];
  for (let number = 1; number <= read.numPages; number++) {
    const { items } = await (await read.getPage(number)).getTextContent();
    const texts = items.flatMap((item) => ("str" in item ? [item] : []));
    pages.push(texts.map(({ str }) => str).join(""));
    edges.push(
      ...texts.filter(({ str }) => str.trim()).flatMap((item) => [item.transform[4], item.transform[4] + item.width]),
    );
  }
  const { info } = (await read.getMetadata()) as { info: Record<string, unknown> };
  return { bytes, pages, info, leftmost: Math.min(...edges), rightmost: Math.max(...edges) };
}

/** A font whose characters are ten points wide. */
const type: Type = {
  subsetOf: (sign) => (/[\p{Script=Arabic}٠-٩،؟]/u.test(sign) ? "arabic" : "latin"),
  measure: ({ text }) => text.length * 10,
};
const seen = (text: string, direction: "ltr" | "rtl", width = 10_000) =>
  formatLines(text, width, direction, type).map((runs) => runs.map((run) => run.text));

describe("formatLines", () => {
  test("follows the Unicode bidirectional algorithm, keeping Arabic words whole for the shaper", () => {
    const digitsApart = ["٠", "١", "٢", " ", "–", " "];
    expect(seen("لونا (Luna) 12 kg – ٠١٢", "rtl")).toEqual([[...digitsApart, "12 kg", " ", "(", "Luna", ")", "لونا "]]);
    expect(seen("Luna لونا قطة 3", "ltr")[0]).toEqual(["Luna 3", "لونا قطة "]);
  });

  test("mirrors brackets by direction, but never digits", () => {
    expect(seen("قطة (صغيرة) 12", "rtl")[0]).toEqual(["12", " ", "(", "صغيرة", ")", "قطة "]);
    expect(seen("٠١٢٣", "rtl")[0]).toEqual(["٠", "١", "٢", "٣"]);
  });

  test("breaks between words, within a word only if necessary, and orders each line separately", () => {
    expect(seen("قطة صغيرة جدا", "rtl", 100)).toEqual([["قطة صغيرة"], ["جدا"]]);
    expect(seen("abcdefghij klm", "ltr", 40)).toEqual([["abcd"], ["efgh"], ["ij"], ["klm"]]);
  });

  test("keeps every character and never exceeds the column's width", () => {
    const unit = fc.constantFrom(..."ab1 (قط٢،) لا-\u200c\u202e\u2066x");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 80 }), fc.integer({ min: 10, max: 200 }), (text, width) => {
        const lines = seen(text, "rtl", width);
        const bare = (signs: string) =>
          [...signs.replace(/[\s\u200c\u202e\u2066]/g, "")]
            .map((sign) => ({ "(": ")" })[sign] ?? sign)
            .sort()
            .join("");
        return (
          bare(lines.flat().join("")) === bare(text) && lines.every((runs) => runs.join("").trim().length * 10 <= width)
        );
      }),
    );
  });
});

describe("createPdf", () => {
  test("embeds both scripts as text that can be searched and copied", async () => {
    const { pages, info } = await written("ar", (pdf) => {
      pdf.heading("السجل الطبي");
      pdf.text("Rocky weighs 12 kg", { direction: "auto" });
      pdf.text("+20 100 123 4567", { direction: "ltr" });
    });
    expect(pages[0]).toContain("السجل الطبي");
    expect(pages[0]).toContain("Rocky weighs 12 kg");
    expect(pages[0]).toContain("+20 100 123 4567");
    expect(info).toMatchObject({
      Title: "Luna · لونا",
      Language: "ar",
      CreationDate: expect.stringContaining("20261121"),
    });
  });

  test("aligns text to the start side of its language", async () => {
    const english = await written("en", (pdf) => pdf.text("Luna"));
    const arabic = await written("ar", (pdf) => pdf.text("لونا"));
    expect(english.leftmost).toBeCloseTo(51, 0);
    expect(arabic.rightmost).toBeCloseTo(595 - 51, 0);
  });

  test("replaces unknown characters by a question mark and drops emoji", async () => {
    const { pages } = await written("en", (pdf) => {
      pdf.text("Zoë Ťapka Đăng Мурка 👩‍👧🐕‍🦺 日本 ế \u0000\u0007\ud800 می‌خواهم \u202eabc");
      pdf.text("");
      pdf.text("\n\n \u200f \n");
    });
    expect(pages[0]).toContain("Zoë Ťapka Đăng Мурка");
    expect(pages[0]).toContain("?? e");
    expect(pages[0]).not.toContain("\0");
  });

  test("accepts any text", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: "binary", maxLength: 60 }), { maxLength: 4 }), async (texts) => {
        const pdf = await createPdf({ language: "ar", title: texts[0] ?? "", now });
        for (const text of texts) pdf.text(text, { direction: "auto" });
        return (await pdf.finish()).subarray(0, 5).toString() === "%PDF-";
      }),
      { numRuns: 25 },
    );
  });

  test("continues on further pages: ten thousand characters, one long word, and a cell taller than a page", async () => {
    const words = Array.from({ length: 2_000 }, (_, index) => `w${index}`);
    const { pages, rightmost } = await written("en", (pdf) => {
      pdf.row([{ text: words.join(" ") }, "beside"], { columns: [1, 1] });
      pdf.text("x".repeat(10_000));
    });
    expect(pages.length).toBeGreaterThan(3);
    const all = pages.join(" ");
    for (const word of words) expect(all).toContain(word);
    expect(all.match(/x/g)).toHaveLength(10_000);
    expect(rightmost).toBeLessThan(595 - 50);
  });

  test("repeats a table's head on each page and numbers the pages", async () => {
    const { pages } = await written("en", (pdf) =>
      pdf.table(
        ["Item", "Price"],
        Array.from({ length: 90 }, (_, index) => [`Collar ${index}.`, { text: "$9.00", align: "end" as const }]),
      ),
    );
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain("Item");
      expect(page).toContain(`${index + 1} / ${pages.length}`);
    }
    expect(pages.join("").match(/Collar \d+\./g)).toHaveLength(90);
  });

  test("embeds photos of any format, cropped around their focus, and QR codes as vectors", async () => {
    const half = { create: { width: 200, height: 400, channels: 3 as const, background: "#ff0000" } };
    const blue = await plainPicture(400, 400, "#0000ff").png().toBuffer();
    const photo = await plainPicture(800, 400, "#ffffff")
      .composite([
        { input: await sharp(half).png().toBuffer(), left: 0, top: 0 },
        { input: blue, left: 400, top: 0 },
      ])
      .webp()
      .toBuffer();
    const cut = await createPdfPicture(photo, { width: 50, height: 50, focus: { x: 95, y: 50 } });
    const { dominant } = await sharp(cut).stats();
    expect(await sharp(cut).metadata()).toMatchObject({ format: "jpeg", width: 208, height: 208 });
    expect(dominant.b).toBeGreaterThan(200);
    const { bytes } = await written("en", (pdf) =>
      pdf.row([
        { image: cut, width: 50, height: 50, radius: 8 },
        { qr: "https://aleef.test/pet/1", width: 60 },
      ]),
    );
    expect(bytes.includes("DCTDecode")).toBe(true);
    const dark = getQrRectangles("https://aleef.test/pet/1", 60, "M");
    expect(Math.max(...dark.map((one) => one.x + one.width))).toBeLessThan(60);
  });
});
