import { renderToStaticMarkup } from "react-dom/server";
import { animalIcons } from "#app/features/pets/animal-icons.ts";
import { formatBreed } from "#app/features/pets/texts/breeds-and-colours.ts";
import { defaultTimeZone } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { renderPicture } from "#app/platform/files/drawn-picture.server.ts";
import { findPhoto } from "#app/platform/files/photos.server.ts";
import { getQrPath } from "#app/platform/files/qr-code.server.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { directionOf, type Language } from "#app/platform/i18n/language.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import { formatPlace } from "#app/platform/map/gazetteer.ts";
import { renderTextOutlines } from "#app/platform/pdf/text-outlines.server.ts";
import { light } from "#app/platform/ui/styles/tokens.ts";
import { printedTones } from "../printed-tones.server.ts";
import type { PublicReport } from "../public-report.server.ts";
import { formatState, headlineOf } from "../report-texts.ts";
import { posterQrText, type SharedShape, shortAddress } from "./posters.rules.ts";
import { getSharedSeriesCode } from "./posters.server.ts";

const width = 1080;
/** Height in pixels, and the sizes of what stands below the photo. */
const shapes = {
  story: { height: 1920, headline: 78, fact: 46, qr: 320 },
  post: { height: 1350, headline: 62, fact: 38, qr: 260 },
} as const satisfies Record<SharedShape, object>;
const margin = 64;
const gap = 40;
const chipHeight = 76;

/** Returns the three facts by which a passer-by knows the animal: where, when, and a reward or how it looks. */
function factsOf(t: Translate, language: Language, report: PublicReport): string[] {
  const seen = formatDate(report.seenAt, language, defaultTimeZone, "shortDate");
  const { reward, hasReward, marks, breed, colors } = report;
  const looks = [breed && formatBreed(breed, language), ...colors.map((one) => t(`lostFound.colours.${one}`))];
  return [
    formatPlace(report.area, language),
    `${t(`reportPage.seen.${report.kind}`)} ${seen}`,
    reward
      ? t("lostFound.rewardOf", { reward })
      : (marks ?? (looks.filter(Boolean).join(" · ") || (hasReward ? t("lostFound.reward") : ""))),
  ].filter(Boolean);
}

/**
 * Renders a report as a picture for a story (1080 × 1920) or a post (1080 × 1350), in a language: photo, headline, three
 * facts and a QR code whose scans are counted (JPEG). Contains only public data.
 */
export async function renderSharedPicture(
  ctx: AppContext,
  report: PublicReport,
  shape: SharedShape,
  language: Language,
): Promise<Buffer> {
  const t = ctx.translator(language);
  const { height, headline: headlineSize, fact: factSize, qr: qrSide } = shapes[shape];
  const isRtl = directionOf(language) === "rtl";
  const [first] = report.photos;
  const photo = first ? await findPhoto(ctx.files, first, "1600.webp") : null;
  const code = await getSharedSeriesCode(ctx, report.id);
  const { publicUrl } = ctx.settings;
  const textWidth = width - 2 * margin;
  const besideQr = textWidth - qrSide - gap;
  const write = (text: string, size: number, weight: 400 | 500 | 700, maxLines: number, wide = textWidth) =>
    renderTextOutlines(text, { size, weight, language, width: wide, maxLines });
  const short = (text: string, size: number) =>
    renderTextOutlines(text, { size, weight: 700, language: "en", width: besideQr, maxLines: 1 });
  const chip = await short(formatState(t, report), 40);
  const headline = await write(headlineOf(t, report), headlineSize, 700, 2);
  const facts = [];
  for (const fact of factsOf(t, language, report)) facts.push(await write(fact, factSize, 500, 1));
  const call = await write(t(`posterSheet.call.${report.kind}`), factSize, 700, 2, besideQr);
  const scan = await write(t("posterSheet.scan"), 32, 400, 2, besideQr);
  const address = await short(shortAddress(publicUrl, code), 34);
  const brand = await short(isRtl ? "أليف" : "Aleef", 34);

  const tone = report.status === "resolved" ? { back: light.brand, ink: "#ffffff" } : printedTones[report.kind];
  /** Places an outline at the reading side of a column that is `wide`. */
  const put = (outline: { svg: string; width: number }, y: number, fill: string, start = margin, wide = textWidth) => {
    const x = isRtl ? width - start - wide : start;
    return `<g transform="translate(${x} ${y})" fill="${fill}">${outline.svg}</g>`;
  };
  /** Places an outline that is as wide as its text. */
  const putShort = (outline: { svg: string; width: number }, y: number, fill: string, start = margin) =>
    put(outline, y, fill, start, outline.width);
  const qrY = height - qrSide - 48;
  const factsHeight = facts.reduce((sum, fact) => sum + fact.height + 8, 0);
  const factsY = qrY - factsHeight - 24;
  const headlineY = factsY - headline.height - 16;
  const chipY = headlineY - chipHeight - 16;
  const photoHeight = chipY - 28;
  let y = factsY;
  const lines = facts.map((fact, index) => {
    const line = put(fact, y, index === 2 ? light.brandDeep : light.ink2);
    y += fact.height + 8;
    return line;
  });
  const chipWidth = chip.width + 64;
  const chipX = isRtl ? width - margin - chipWidth : margin;
  const qrX = isRtl ? width - margin - qrSide : margin;
  const asideStart = margin + qrSide + gap;
  const Icon = animalIcons[report.type];
  const iconSize = 420;
  const iconAt = { x: (width - iconSize) / 2, y: (photoHeight - iconSize) / 2 };
  const animal = renderToStaticMarkup(
    <Icon x={iconAt.x} y={iconAt.y} width={iconSize} height={iconSize} stroke={light.edge} strokeWidth={1} />,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="${light.paper}"/>
${photo ? "" : `<rect width="${width}" height="${photoHeight}" fill="${light.sunken}"/>${animal}`}
<rect x="${chipX}" y="${chipY}" width="${chipWidth}" height="${chipHeight}" rx="${chipHeight / 2}" fill="${tone.back}"/>
${putShort(chip, chipY + 12, tone.ink, margin + 32)}
${put(headline, headlineY, light.ink)}
${lines.join("\n")}
<rect x="${qrX}" y="${qrY}" width="${qrSide}" height="${qrSide}" rx="16" fill="#ffffff"/>
<path transform="translate(${qrX} ${qrY})" fill="#000000" d="${getQrPath(posterQrText(publicUrl, code), qrSide, "M")}"/>
${put(call, qrY + 4, light.ink, asideStart, besideQr)}
${put(scan, qrY + call.height + 12, light.ink2, asideStart, besideQr)}
${putShort(address, qrY + call.height + scan.height + 24, light.brandDeep, asideStart)}
${putShort(brand, qrY + qrSide - brand.height, light.ink3, asideStart)}
</svg>`;
  const layer = photo && { bytes: photo.bytes, left: 0, width, height: photoHeight };
  return renderPicture(svg, layer, "jpeg");
}
