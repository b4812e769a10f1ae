import { breedInWords, speciesInWords } from "#app/features/pets/breeds-and-colours.ts";
import { defaultTimeZone } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { findPhoto } from "#app/platform/files/photos.server.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { directionOf, type Language, otherLanguage } from "#app/platform/i18n/language.ts";
import { createPdfPicture, getAspectRatio } from "#app/platform/pdf/pdf-picture.server.ts";
import { colors, type PdfText } from "#app/platform/pdf/pdf-pieces.server.ts";
import { type Area, createPdfSheet, type Sheet } from "#app/platform/pdf/pdf-sheet.server.ts";
import { light } from "#app/platform/ui/styles/tokens.ts";
import { placeInWords } from "../gazetteer.ts";
import { type PublicReport, toPublicReport } from "../public-report.server.ts";
import { headlineOf } from "../report-texts.ts";
import type { Report } from "../reports.server.ts";
import { type PosterOptions, posterQrText, shortAddress } from "./posters.rules.ts";

/** Colours of the light theme, for paper. */
const tones = {
  lost: { back: light.lost, ink: "#ffffff" },
  found: { back: light.ok, ink: "#ffffff" },
  sighting: { back: light.sun, ink: light.sunInk },
};
const margin = 30;
const innerWidth = 595.28 - 2 * margin;
/** 62 mm including the white border: readable by a camera from two steps away. */
const qrSide = 176;
const qrCard = qrSide + 20;

const height = 136;
const bottom = 836;
/** Top of the tear-off strips, in points of A4. */
const stripsTop = bottom - height;

/** Draws rotated tear-off strips along the bottom of the page, each with name, short URL and QR code. */
function renderStrips(
  sheet: Sheet,
  { count, qr, address, name }: { count: number; qr: string; address: string; name: string },
): void {
  const margin = 14;
  const width = (sheet.width - 2 * margin) / count;
  const side = Math.min(width - 8, 74);
  const [host = "", path = ""] = address.split(/(?=\/p\/)/);
  sheet.cutLine(margin, stripsTop, sheet.width - margin, stripsTop);
  for (let index = 0; index <= count; index++)
    if (index > 0 && index < count)
      sheet.cutLine(margin + index * width, stripsTop, margin + index * width, sheet.height);
  for (let index = 0; index < count; index++)
    sheet.rotated(margin + index * width, bottom, () => {
      // Rotated by 90° counter-clockwise: x runs up the page, y from left to right.
      const middle = (width - side) / 2;
      sheet.qr(qr, { x: 2, y: middle, width: side });
      const text = { x: side + 4, width: height - side - 12 };
      const third = (width - 12) / 3;
      sheet.fit(
        { text: name, weight: 700, align: "center", direction: "auto" },
        { ...text, y: 6, height: third },
        { from: 13, to: 6 },
      );
      sheet.fit(
        { text: host, align: "center", direction: "ltr", color: colors.soft },
        { ...text, y: 6 + third, height: third },
        { from: 9, to: 4.5 },
      );
      sheet.fit(
        { text: path, weight: 700, align: "center", direction: "ltr" },
        { ...text, y: 6 + 2 * third, height: third },
        { from: 12, to: 6 },
      );
    });
}

const contentBottom = stripsTop - 12;
/** Returns the height of the row below the photo: the QR card and its lines in each language. */
const rowHeight = (languages: number) => qrSide + 36 + languages * 34;

/** Wraps part of a line in Unicode isolates, so that a place in one script does not reorder a date in the other. */
const isolate = (text: string) => `\u2068${text}\u2069`;

/** A poster being drawn. */
interface Poster {
  sheet: Sheet;
  ctx: Pick<AppContext, "translator" | "settings">;
  report: PublicReport;
  /** Languages of the poster, the main one first. */
  languages: Language[];
  /** The reporter's phone number, if they chose to print it. */
  phone: string | null;
  code: string;
}

/** Sizes for marks and description; the largest that fits is used, and the smallest is cut where the space ends. */
const descriptionSizes = [20, 17, 14.5, 12.5];

const gap = 10;
/**
 * Range of aspect ratios (width to height); other photos are cropped, so that a panorama leaves room for the second
 * one.
 */
const [minRatio, maxRatio] = [0.75, 1.5];

/**
 * Returns the first two photos, laid out side by side in the centre of an area. Empty without photos, since a drawn
 * animal would mislead.
 */
async function readPosterPictures(
  { files }: Pick<AppContext, "files">,
  ids: readonly string[],
  area: Area,
): Promise<{ image: Buffer; area: Area }[]> {
  const found = await Promise.all(ids.slice(0, 2).map((id) => findPhoto(files, id, "1600.webp")));
  const photos = found.flatMap((photo) => photo?.bytes ?? []);
  const ratios = await Promise.all(photos.map(getAspectRatio));
  const idealWidths = ratios.map((ratio) => area.height * Math.min(maxRatio, Math.max(minRatio, ratio)));
  const availableWidth = area.width - gap * (photos.length - 1);
  const scale = Math.min(1, availableWidth / idealWidths.reduce((sum, width) => sum + width, 0));
  const widths = idealWidths.map((width) => width * scale);
  let x = area.x + (availableWidth - widths.reduce((sum, width) => sum + width, 0)) / 2;
  return Promise.all(
    photos.map(async (bytes, index) => {
      const own = { ...area, x, width: widths[index] as number };
      x += own.width + gap;
      return { image: await createPdfPicture(bytes, own), area: own };
    }),
  );
}

/**
 * Renders a poster as a one-page PDF: photos over half of it, below a headline readable across a street; then the
 * public description and rounded location, and the QR code and short URL of this series, also on tear-off strips. The
 * phone number is printed only if the reporter asks for it.
 */
export async function renderPoster(
  ctx: AppContext,
  row: Report,
  code: string,
  { size, language, withPhone }: PosterOptions,
): Promise<Buffer> {
  const report = toPublicReport({ ...row, hasHiddenMark: row.hiddenMark !== null });
  const main = language === "both" ? row.language : language;
  const languages = language === "both" ? [main, otherLanguage(main)] : [main];
  const t = ctx.translator(main);
  const title = t("posterSheet.title", { headline: headlineOf(t, report) });
  const sheet = await createPdfSheet({ language: main, title, now: ctx.clock.now(), size });
  const poster = { sheet, ctx, report, languages, phone: withPhone ? row.contactPhone : null, code };
  const rowTop = contentBottom - rowHeight(languages.length);
  const photoArea = { x: margin, y: margin, width: innerWidth, height: rowTop - 10 - margin };
  const pictures = await readPosterPictures(ctx, report.photos, photoArea);
  for (const { image, area } of pictures) sheet.picture(image, area, 14);
  const hasPhoto = pictures.length > 0;
  drawHeadline(poster, hasPhoto ? 66 : 100);
  // Without a photo, name and looks are printed large in its place.
  if (!hasPhoto) drawName(poster, { x: margin, y: 150, width: innerWidth, height: rowTop - 10 - 150 }, 2.2);
  drawRow(poster, rowTop, hasPhoto);
  renderStrips(sheet, {
    count: size === "A4" ? 8 : 6,
    qr: posterQrText(ctx.settings.publicUrl, code),
    address: shortAddress(ctx.settings.publicUrl, code),
    name: report.petName ?? t(`lostFound.unnamed.${report.kind}.${report.type}`),
  });
  return sheet.finish();
}

/** Draws the headline as large as possible. */
function drawHeadline({ sheet, ctx, report, languages }: Poster, height: number): void {
  const tone = tones[report.kind];
  const band = { x: margin, y: margin, width: innerWidth, height };
  sheet.box(band, { fill: tone.back, radius: 18 });
  // English is to the left of Arabic, whichever language is first.
  const shown = languages.toSorted();
  const width = innerWidth / shown.length;
  for (const language of shown) {
    const text = ctx.translator(language)(`lostFound.unnamed.${report.kind}.${report.type}`).toUpperCase();
    const isLeft = shown.length === 1 || directionOf(language) === "ltr";
    const area = { x: margin + (isLeft ? 0 : width) + 16, y: band.y + 6, width: width - 32, height: band.height - 12 };
    sheet.fit({ text, language, weight: 700, color: tone.ink, align: "center" }, area, { from: 74, to: 24 });
  }
}

/** Draws name and looks, scaled relative to those beside a photo. Returns the y position below them. */
function drawName(poster: Poster, { y: top, height, ...space }: Area, scale: number): number {
  const { sheet, report, languages } = poster;
  const align = scale > 1 ? ("center" as const) : undefined;
  let y = top;
  if (report.petName) {
    const styledText: PdfText = { text: report.petName, weight: 700, ...(align && { align }) };
    const direction = align ? "auto" : directionOf(languages[0] as Language);
    sheet.fit({ ...styledText, direction }, { ...space, y, height: 44 * scale }, { from: 36 * scale, to: 14 });
    y += 45 * scale;
  }
  const lineHeight = Math.min(20 * scale * scale, (top + height - y) / languages.length);
  for (const language of languages) {
    const text = formatAppearance(poster, language);
    if (!text) continue;
    const styledText: PdfText = { text, language, weight: 500, ...(align && { align }), color: colors.soft };
    sheet.fit(
      { ...styledText, direction: directionOf(language) },
      { ...space, y, height: lineHeight },
      { from: 14 * scale, to: 8 },
    );
    y += lineHeight;
  }
  return y;
}

function formatAppearance({ ctx, report }: Poster, language: Language): string {
  const t = ctx.translator(language);
  const { otherType, breed, colors: coat, size, gender, age } = report;
  return [
    otherType && speciesInWords(otherType, language),
    breed && breedInWords(breed, language),
    coat.map((one) => t(`lostFound.colours.${one}`)).join(t("lostFound.comma")),
    size && t(`lostFound.sizes.${size}`),
    gender === "unknown" ? null : t(`pets.genders.${gender}`),
    age && t(`lostFound.ages.${age}`),
  ]
    .filter(Boolean)
    .join("\u00a0· ");
}

/** Draws name, reward, place, time, marks and story on one side, and what to do on the other. */
function drawRow(poster: Poster, top: number, hasPhoto: boolean): void {
  const { sheet, ctx, report, languages, phone } = poster;
  const isRtl = directionOf(languages[0] as Language) === "rtl";
  const bottom = contentBottom;
  const card = { x: isRtl ? margin : margin + innerWidth - qrCard, y: top, width: qrCard, height: bottom - top };
  drawQr(poster, card);
  const column = { x: isRtl ? margin + qrCard + 18 : margin, width: innerWidth - qrCard - 18 };
  let y = hasPhoto ? drawName(poster, { ...column, y: top - 4, height: bottom - top }, 1) + 4 : top;
  if (report.hasReward) {
    const text = languages
      .map((language, index) => {
        const t = ctx.translator(language);
        // What is offered is not translated, so it is printed once.
        const { reward } = index === 0 ? report : { reward: null };
        return isolate(reward ? t("lostFound.rewardOf", { reward }) : t("lostFound.reward"));
      })
      .join("  ·  ");
    sheet.box({ ...column, y, height: 28 }, { fill: light.sun, radius: 14 });
    const styledText: PdfText = { text, weight: 700, color: light.sunInk, align: "center" };
    sheet.fit(styledText, { x: column.x + 14, y: y + 2, width: column.width - 28, height: 24 }, { from: 16, to: 9 });
    y += 34;
  }
  for (const language of languages) {
    const t = ctx.translator(language);
    const when = formatDate(report.seenAt, language, defaultTimeZone, "date");
    const text = [placeInWords(report.area, language), when].map(isolate).join(t("lostFound.comma"));
    const styledText: PdfText = {
      text: `${t(`lostFound.page.seen.${report.kind}`)}: ${text}`,
      size: 14,
      weight: 700,
      language,
      direction: directionOf(language),
    };
    y = sheet.flow(styledText, { ...column, y, height: 41 }) + 2;
  }
  const advice = languages.map((language) => ({
    text: ctx.translator(language)(
      `posterSheet.advice.${hasPhoto || report.kind !== "found" ? report.kind : "foundUnseen"}`,
    ),
    size: 9.5,
    color: colors.soft,
    language,
  }));
  const phoneLines = phone
    ? [
        {
          text: `${ctx.translator(languages[0] as Language)("posterSheet.phone")} \u2066${phone}\u2069`,
          size: 18,
          weight: 700 as const,
        },
      ]
    : [];
  const notes = [...phoneLines, ...advice];
  const footTop = bottom - sheet.heightOf(notes, column.width);
  const onOneLine = (text: string) =>
    text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean)
      .join(" ");
  const descriptions = [report.marks, report.description].map((text) => text && onOneLine(text));
  const texts = descriptions.flatMap((text): PdfText[] => (text ? [{ text, direction: "auto" }] : []));
  const space = footTop - y - 12;
  const inSize = (size: number) => texts.map((text) => ({ ...text, size }));
  const size = descriptionSizes.find((one) => sheet.heightOf(inSize(one), column.width) <= space) ?? 12.5;
  for (const text of inSize(size))
    if (footTop - y >= 20) y = sheet.flow(text, { ...column, y: y + 3, height: footTop - y - 8 });
  sheet.write(notes, { ...column, y: footTop });
}

/** Draws the card with question, QR code and short URL. */
function drawQr({ sheet, ctx, report, languages, code }: Poster, card: Area): void {
  const { publicUrl } = ctx.settings;
  sheet.box(card, { fill: light.sunken, radius: 14 });
  const x = card.x + 10;
  const width = card.width - 20;
  let y = card.y + 7;
  for (const language of languages) {
    const text = ctx.translator(language)(`posterSheet.call.${report.kind}`);
    sheet.fit(
      { text, language, weight: 700, color: colors.brand, align: "center" },
      { x, y, width, height: 20 },
      { from: 15, to: 9 },
    );
    y += 20;
  }
  const below = languages.length * 13 + 18;
  const side = Math.min(qrSide, width, card.y + card.height - y - below - 10);
  const left = card.x + (card.width - side) / 2;
  sheet.box({ x: left, y: y + 2, width: side, height: side }, { fill: "#ffffff", radius: 8 });
  sheet.qr(posterQrText(publicUrl, code), { x: left, y: y + 2, width: side });
  y += side + 5;
  for (const language of languages) {
    const text = ctx.translator(language)("posterSheet.scan");
    const styledText: PdfText = { text, language, color: colors.soft, align: "center" };
    sheet.fit(styledText, { x, y, width, height: 12 }, { from: 9, to: 6 });
    y += 13;
  }
  const address: PdfText = { text: shortAddress(publicUrl, code), weight: 700, align: "center", direction: "ltr" };
  sheet.fit(address, { x, y, width, height: 17 }, { from: 13, to: 6 });
}
