import { renderToStaticMarkup } from "react-dom/server";
import { animalIcons } from "#app/features/pets/animal-icons.ts";
import { defaultTimeZone } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { renderPicture } from "#app/platform/files/drawn-picture.server.ts";
import { findPhoto } from "#app/platform/files/photos.server.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { formatPlace } from "#app/platform/map/gazetteer.ts";
import { renderTextOutlines } from "#app/platform/pdf/text-outlines.server.ts";
import { light } from "#app/platform/ui/styles/tokens.ts";
import { printedTones } from "../printed-tones.server.ts";
import type { PublicReport } from "../public-report.server.ts";
import { formatState, headlineOf } from "../report-texts.ts";

const [width, height] = [1200, 630];
const pictureWidth = 520;
const margin = 56;

/**
 * Renders the preview image of a shared link (Open Graph, 1200 × 630 PNG): photo or species, headline, place and date,
 * in the report's language. Contains only public data.
 */
export async function renderSharePicture(ctx: AppContext, report: PublicReport): Promise<Buffer> {
  const t = ctx.translator(report.language);
  const isRtl = report.language === "ar";
  const [first] = report.photos;
  const photo = first ? await findPhoto(ctx.files, first, "1600.webp") : null;
  const textWidth = width - pictureWidth - 2 * margin;
  const write = (text: string, size: number, weight: 400 | 500 | 700, maxLines: number) =>
    renderTextOutlines(text, { size, weight, language: report.language, width: textWidth, maxLines });
  const chip = await renderTextOutlines(formatState(t, report), {
    size: 30,
    weight: 700,
    language: "en",
    width: textWidth,
    maxLines: 1,
  });
  const headline = await write(headlineOf(t, report), 58, 700, 3);
  const area = await write(formatPlace(report.area, report.language), 34, 500, 1);
  const seen = await write(
    `${t(`reportPage.seen.${report.kind}`)} ${formatDate(report.seenAt, report.language, defaultTimeZone, "shortDate")}`,
    30,
    400,
    1,
  );
  const callToAction = await write(t(`reportPage.write.title.${report.kind}`), 32, 700, 1);
  const brand = await write(isRtl ? "أليف" : "Aleef", 34, 700, 1);
  const tone = report.status === "resolved" ? { back: light.brand, ink: "#ffffff" } : printedTones[report.kind];
  const textX = isRtl ? margin : pictureWidth + margin;
  const pictureX = isRtl ? width - pictureWidth : 0;
  const chipX = isRtl ? textX + textWidth - chip.width - 48 : textX;
  const at = (y: number, fill: string, svg: string, x = textX) =>
    `<g transform="translate(${x} ${y})" fill="${fill}">${svg}</g>`;
  const headlineY = 138;
  const areaY = headlineY + headline.height + 14;
  const Icon = animalIcons[report.type];
  const iconSize = 220;
  const iconAt = { x: pictureX + (pictureWidth - iconSize) / 2, y: (height - iconSize) / 2 - 30 };
  const animal = renderToStaticMarkup(
    <Icon x={iconAt.x} y={iconAt.y} width={iconSize} height={iconSize} stroke={light.edge} strokeWidth={1.25} />,
  );
  const noPhoto = await write(t("lostFound.noPhotoYet"), 28, 500, 1);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="${light.paper}"/>
${photo ? "" : `<rect x="${pictureX}" width="${pictureWidth}" height="${height}" fill="${light.sunken}"/>${animal}${at(iconAt.y + iconSize + 24, light.ink2, noPhoto.svg, pictureX + (pictureWidth - noPhoto.width) / 2)}`}
<rect x="${chipX}" y="56" width="${chip.width + 48}" height="56" rx="28" fill="${tone.back}"/>
${at(63, tone.ink, chip.svg, chipX + 24)}
${at(headlineY, light.ink, headline.svg)}
${at(areaY, light.ink2, area.svg)}
${at(areaY + area.height + 6, light.ink2, seen.svg)}
<rect x="${textX}" y="${height - 142}" width="${textWidth}" height="2" fill="${light.line}"/>
${at(height - 122, light.brand, callToAction.svg)}
${at(height - 72, light.brandDeep, brand.svg)}
</svg>`;
  const layer = photo && { bytes: photo.bytes, left: pictureX, width: pictureWidth, height };
  return renderPicture(svg, layer);
}
