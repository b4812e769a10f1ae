import { formatBreed, formatSpecies } from "#app/features/pets/texts/breeds-and-colours.ts";
import { defaultTimeZone } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { findPhoto } from "#app/platform/files/photos.server.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { directionOf, type Language, otherLanguage } from "#app/platform/i18n/language.ts";
import { formatPlace } from "#app/platform/map/gazetteer.ts";
import { createPdfPicture, getAspectRatio } from "#app/platform/pdf/pdf-picture.server.ts";
import { colors, type PdfText } from "#app/platform/pdf/pdf-pieces.server.ts";
import { type Area, createPdfSheet, type Sheet } from "#app/platform/pdf/pdf-sheet.server.ts";
import { light } from "#app/platform/ui/styles/tokens.ts";
import { printedTones } from "../printed-tones.server.ts";
import { type PublicReport, toPublicReport } from "../public-report.server.ts";
import { headlineOf } from "../report-texts.ts";
import type { Report } from "../reports.server.ts";
import { type PosterOptions, posterQrText, shortAddress } from "./posters.rules.ts";

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
const gap = 10;
/** Width beside the photos from which name and appearance stand there instead of below. */
const minBeside = 205;
/** Height of the headline in the main language, and of the one below it in the other. */
const [headlineHeight, secondHeight] = [110, 52];

/** Returns the height of the row with QR card and column: the larger of both, with two lines of description. */
const rowHeight = ({ languages, report }: Poster, blocks: readonly Block[]) =>
  Math.max(
    qrSide + 36 + languages.length * 34,
    heightOf(blocks) + adviceHeight + (report.marks || report.description ? 40 : 0),
  );

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

/** Part of a column that takes `height` points. */
interface Block {
  height: number;
  draw(area: Area): void;
}

const heightOf = (blocks: readonly Block[]) => blocks.reduce((sum, block) => sum + block.height, 0);

/** Draws blocks below each other; returns the y below them. */
function drawBlocks(blocks: readonly Block[], { x, y, width }: Omit<Area, "height">): number {
  let top = y;
  for (const block of blocks) {
    block.draw({ x, y: top, width, height: block.height });
    top += block.height;
  }
  return top;
}

/** Sizes for marks and description; the largest that fits is used, and the smallest is cut where the space ends. */
const descriptionSizes = [20, 17, 14.5, 12.5];

/** What to do is printed in both languages on every poster: whoever meets the animal may read either. */
const languagesOfAdvice = ["en", "ar"] as const;
const adviceHeight = languagesOfAdvice.length * 24;

interface Photo {
  bytes: Uint8Array;
  /** Width divided by height. */
  ratio: number;
}

/** Returns the first two photos. None is drawn in their place, since a drawn animal would mislead. */
async function readPhotos({ files }: Pick<AppContext, "files">, ids: readonly string[]): Promise<Photo[]> {
  const found = await Promise.all(ids.slice(0, 2).map((id) => findPhoto(files, id, "1600.webp")));
  const all = found.flatMap((photo) => photo?.bytes ?? []);
  return Promise.all(all.map(async (bytes) => ({ bytes, ratio: await getAspectRatio(bytes) })));
}

/** Where the photos stand: their number, their height, and whether name and appearance stand beside or below them. */
interface PhotoLayout {
  photos: readonly Photo[];
  width: number;
  height: number;
  isBeside: boolean;
}

/**
 * Returns the layout that shows most of the photos, uncropped, in a box of the sheet's width. `heights` are those of
 * the box with name and appearance beside and below.
 */
function layOutPhotos(all: readonly Photo[], heights: { beside: number; below: number }): PhotoLayout {
  const layouts = [all.slice(0, 1), all].flatMap((photos) =>
    [true, false].map((isBeside): PhotoLayout => {
      const ratio = photos.reduce((sum, one) => sum + one.ratio, 0);
      const gaps = gap * (photos.length - 1);
      const most = innerWidth - gaps - (isBeside ? minBeside + 18 : 0);
      const height = Math.min(isBeside ? heights.beside : heights.below, most / ratio);
      return { photos, width: ratio * height + gaps, height, isBeside };
    }),
  );
  const areaOf = ({ width, height }: PhotoLayout) => width * height;
  return layouts.reduce((best, one) => (areaOf(one) > areaOf(best) ? one : best));
}

/**
 * Renders a poster as a one-page PDF that is read from ten metres: headline, whole photo, name, place and day; then the
 * public description, and the QR code and short URL of this series, also on tear-off strips. The phone number is
 * printed only if the reporter asks for it.
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
  const photos = await readPhotos(ctx, report.photos);
  const top = drawHeadline(poster) + gap;
  if (photos.length > 0) await drawPhotos(poster, photos, top);
  else drawNameAlone(poster, top);
  renderStrips(sheet, {
    count: size === "A4" ? 8 : 6,
    qr: posterQrText(ctx.settings.publicUrl, code),
    address: shortAddress(ctx.settings.publicUrl, code),
    name: report.petName ?? t(`lostFound.unnamed.${report.kind}.${report.type}`),
  });
  return sheet.finish();
}

/** Draws the headline as large as the sheet is wide, the other language below it. Returns the y below it. */
function drawHeadline({ sheet, ctx, report, languages }: Poster): number {
  const tone = printedTones[report.kind];
  const height = headlineHeight + (languages.length - 1) * secondHeight;
  sheet.box({ x: margin, y: margin, width: innerWidth, height }, { fill: tone.back, radius: 18 });
  for (const [index, language] of languages.entries()) {
    const text = ctx.translator(language)(`lostFound.unnamed.${report.kind}.${report.type}`).toUpperCase();
    // A line's box is higher than its letters, so it may reach over its band; Arabic letters reach further up and down.
    const [y, height, size] = index === 0 ? [margin - 15, 140, 96] : [margin + headlineHeight - 18, 74, 50];
    const from = language === "ar" ? 0.88 * size : size;
    const area = { x: margin + 10, y: language === "ar" ? y - 0.02 * size : y, width: innerWidth - 20, height };
    sheet.fit({ text, language, weight: 700, color: tone.ink, align: "center" }, area, { from, to: 24 });
  }
  return margin + height;
}

/** Returns the column of the sheet beside the QR card, and the card's own. */
function columnsOf({ languages }: Poster) {
  const isRtl = directionOf(languages[0] as Language) === "rtl";
  return {
    isRtl,
    card: { x: isRtl ? margin : margin + innerWidth - qrCard, width: qrCard },
    text: { x: isRtl ? margin + qrCard + 18 : margin, width: innerWidth - qrCard - 18 },
  };
}

/**
 * Draws the photos, uncropped, and the column beside the QR card. Name and appearance stand beside narrow photos, and else
 * first in the column.
 */
async function drawPhotos(poster: Poster, all: readonly Photo[], top: number): Promise<void> {
  const { sheet, languages } = poster;
  const { isRtl } = columnsOf(poster);
  const details = createDetails(poster);
  const name = createName(poster, columnsOf(poster).text.width, { size: 64, maxHeight: 84, appearance: 13, lines: 1 });
  const heightAbove = (blocks: readonly Block[]) => contentBottom - rowHeight(poster, blocks) - gap - top;
  const { photos, width, height, isBeside } = layOutPhotos(all, {
    beside: heightAbove(details),
    below: heightAbove([...name, ...details]),
  });
  let x = isBeside ? (isRtl ? margin + innerWidth - width : margin) : margin + (innerWidth - width) / 2;
  for (const { bytes, ratio } of photos) {
    const area = { x, y: top, width: ratio * height, height };
    sheet.picture(await createPdfPicture(bytes, area), area, 14);
    x += area.width + gap;
  }
  if (isBeside) {
    const beside = { x: isRtl ? margin : margin + width + 18, width: innerWidth - width - 18 };
    const maxHeight = height - languages.length * 56;
    const blocks = createName(poster, beside.width, { size: 64, maxHeight, appearance: 18, lines: 2 });
    drawBlocks(blocks, { ...beside, y: top + Math.max(0, (height - heightOf(blocks)) / 2) });
  }
  drawRow(poster, isBeside ? details : [...name, ...details], top + height + gap);
}

/** Draws name and appearance in the place of the photo, and the row below. */
function drawNameAlone(poster: Poster, top: number): void {
  const details = createDetails(poster);
  const rowTop = contentBottom - rowHeight(poster, details);
  const space = rowTop - gap - top;
  const maxHeight = space - poster.languages.length * 52;
  const blocks = createName(poster, innerWidth, { size: 110, maxHeight, appearance: 30, lines: 1, align: "center" });
  drawBlocks(blocks, { x: margin, width: innerWidth, y: top + Math.max(0, (space - heightOf(blocks)) / 2) });
  drawRow(poster, details, rowTop);
}

interface NameStyle {
  /** Largest size of the name, in points. */
  size: number;
  maxHeight: number;
  /** Largest size of the appearance, and its lines in each language. */
  appearance: number;
  lines: number;
  align?: "center";
}

/** Creates name and appearance for a column of `width` points. */
function createName(
  { sheet, ctx, report, languages }: Poster,
  width: number,
  { size, maxHeight, appearance, lines, align }: NameStyle,
): Block[] {
  const blocks: Block[] = [];
  if (report.petName) {
    const name: PdfText = {
      text: report.petName,
      weight: 700,
      ...(align && { align }),
      direction: align ? "auto" : directionOf(languages[0] as Language),
    };
    // A line's box is higher than its letters.
    const height = Math.min(maxHeight, sheet.heightOf({ ...name, size }, width) - 8);
    const draw = (area: Area) =>
      sheet.fit(name, { ...area, y: area.y - 9, height: height + 10 }, { from: size, to: 12 });
    blocks.push({ height, draw });
  }
  for (const language of languages) {
    const text = formatAppearance(ctx, report, language);
    const styledText: PdfText = {
      text,
      language,
      weight: 500,
      ...(align && { align }),
      color: colors.soft,
      direction: directionOf(language),
    };
    const height = Math.min(lines * appearance * 1.46, sheet.heightOf({ ...styledText, size: appearance }, width));
    const draw = (area: Area) => sheet.fit(styledText, area, { from: appearance, to: 8 });
    if (text) blocks.push({ height, draw });
  }
  return blocks;
}

function formatAppearance(ctx: Poster["ctx"], report: PublicReport, language: Language): string {
  const t = ctx.translator(language);
  const { otherType, breed, colors: coat, size, gender, age } = report;
  return [
    otherType && formatSpecies(otherType, language),
    breed && formatBreed(breed, language),
    coat.map((one) => t(`lostFound.colours.${one}`)).join(t("lostFound.comma")),
    size && t(`lostFound.sizes.${size}`),
    gender === "unknown" ? null : t(`pets.genders.${gender}`),
    age && t(`lostFound.ages.${age}`),
  ]
    .filter(Boolean)
    .join("\u00a0· ");
}

/** Creates place and day readable from ten metres, the reward's band, the whole address and date, and the number. */
function createDetails({ sheet, ctx, report, languages, phone }: Poster): Block[] {
  const blocks: Block[] = [];
  for (const language of languages) {
    const [place = ""] = formatPlace(report.area, language).split(/[,،]/, 1);
    const day = formatDate(report.seenAt, language, defaultTimeZone, "dayMonth");
    const styledText: PdfText = {
      text: `${isolate(place.trim())} · ${isolate(day)}`,
      weight: 700,
      language,
      direction: directionOf(language),
    };
    const draw = (area: Area) =>
      sheet.fit(styledText, { ...area, y: area.y - 4, height: area.height + 8 }, { from: 36, to: 9 });
    blocks.push({ height: 46, draw });
  }
  for (const language of languages.slice(0, 1)) {
    const t = ctx.translator(language);
    const when = formatDate(report.seenAt, language, defaultTimeZone, "date");
    const text = [formatPlace(report.area, language), when].map(isolate).join(t("lostFound.comma"));
    const styledText: PdfText = {
      text: `${t(`reportPage.seen.${report.kind}`)}: ${text}`,
      language,
      color: colors.soft,
      direction: directionOf(language),
    };
    blocks.push({ height: 19, draw: (area) => sheet.fit(styledText, area, { from: 12, to: 7 }) });
  }
  if (report.hasReward) {
    const text = languages
      .map((language, index) => {
        const t = ctx.translator(language);
        // What is offered is not translated, so it is printed once.
        const { reward } = index === 0 ? report : { reward: null };
        return isolate(reward ? t("lostFound.rewardOf", { reward }) : t("lostFound.reward"));
      })
      .join("  ·  ");
    const styledText: PdfText = { text, weight: 700, color: light.sunInk, align: "center" };
    const draw = ({ x, y, width }: Area) => {
      sheet.box({ x, y: y + 4, width, height: 38 }, { fill: light.sun, radius: 12 });
      sheet.fit(styledText, { x: x + 12, y: y + 4, width: width - 24, height: 38 }, { from: 24, to: 9 });
    };
    blocks.push({ height: 48, draw });
  }
  if (phone) {
    const text = `${ctx.translator(languages[0] as Language)("posterSheet.phone")} \u2066${phone}\u2069`;
    blocks.push({ height: 36, draw: (area) => sheet.fit({ text, weight: 700 }, area, { from: 24, to: 12 }) });
  }
  return blocks;
}

/**
 * Draws the QR card and a column: the blocks, marks and story in what space remains, and at the foot what to do in both
 * languages.
 */
function drawRow(poster: Poster, blocks: readonly Block[], top: number): void {
  const { sheet, ctx, report } = poster;
  const { x, width } = columnsOf(poster).text;
  drawQr(poster, top);
  const y = drawBlocks(blocks, { x, y: top, width });
  const footTop = contentBottom - adviceHeight;
  const onOneLine = (text: string) =>
    text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean)
      .join(" ");
  const descriptions = [report.marks, report.description].map((text) => text && onOneLine(text));
  const texts = descriptions.flatMap((text): PdfText[] => (text ? [{ text, direction: "auto" }] : []));
  const space = footTop - y - 8;
  const inSize = (size: number) => texts.map((text) => ({ ...text, size }));
  const size = descriptionSizes.find((one) => sheet.heightOf(inSize(one), width) <= space) ?? 12.5;
  let at = y + 2;
  for (const text of inSize(size))
    if (footTop - at >= size * 1.45) at = sheet.flow(text, { x, width, y: at, height: footTop - at });
  const photoMatters = report.photos.length > 0 || report.kind !== "found";
  for (const [index, language] of languagesOfAdvice.entries()) {
    const text = ctx.translator(language)(`posterSheet.advice.${photoMatters ? report.kind : "foundUnseen"}`);
    const area = { x, y: footTop + index * 24, width, height: 24 };
    const styledText: PdfText = { text, language, weight: 700, color: colors.brand, direction: directionOf(language) };
    sheet.fit(styledText, area, { from: 16.5, to: 8 });
  }
}

/** Draws the card with question, QR code and short URL, from `top` to the end of the row. */
function drawQr(poster: Poster, top: number): void {
  const { sheet, ctx, report, languages, code } = poster;
  const { publicUrl } = ctx.settings;
  const card = { ...columnsOf(poster).card, y: top, height: contentBottom - top };
  sheet.box(card, { fill: light.sunken, radius: 14 });
  const x = card.x + 10;
  const width = card.width - 20;
  const below = languages.length * 13 + 18;
  let y = card.y + 7;
  const space = card.height - qrSide - below - 24;
  for (const language of languages) {
    const text = ctx.translator(language)(`posterSheet.call.${report.kind}`);
    const height = space / languages.length;
    sheet.fit(
      { text, language, weight: 700, color: colors.brand, align: "center" },
      { x, y, width, height },
      { from: 26, to: 9 },
    );
    y += height;
  }
  sheet.box({ x, y: y + 2, width: qrSide, height: qrSide }, { fill: "#ffffff", radius: 8 });
  sheet.qr(posterQrText(publicUrl, code), { x, y: y + 2, width: qrSide });
  y += qrSide + 5;
  for (const language of languages) {
    const text = ctx.translator(language)("posterSheet.scan");
    const styledText: PdfText = { text, language, color: colors.soft, align: "center" };
    sheet.fit(styledText, { x, y, width, height: 12 }, { from: 9, to: 6 });
    y += 13;
  }
  const address: PdfText = { text: shortAddress(publicUrl, code), weight: 700, align: "center", direction: "ltr" };
  sheet.fit(address, { x, y, width, height: 17 }, { from: 13, to: 6 });
}
