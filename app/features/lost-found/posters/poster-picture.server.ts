import type { AppContext } from "#app/platform/app-context.server.ts";
import { findPhoto } from "#app/platform/files/photos.server.ts";
import { createPdfPicture, getAspectRatio } from "#app/platform/pdf/pdf-picture.server.ts";
import type { Area } from "#app/platform/pdf/pdf-sheet.server.ts";

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
export async function readPosterPictures(
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
