import sharp from "sharp";
import { renderQueue } from "../work-queue.server.ts";

const pixelsPerPoint = 300 / 72;

interface Box {
  width: number;
  height: number;
  focus?: { x: number; y: number };
}

/**
 * Converts a picture (JPEG, PNG, WebP or AVIF) to a JPEG for a document, cropped to a box of `width` × `height` points
 * at 300 dpi around `focus` (percent from left and top).
 */
export function createPdfPicture(bytes: Uint8Array, box: Box): Promise<Buffer> {
  return renderQueue.run(() => cutOut(bytes, box));
}

async function cutOut(bytes: Uint8Array, box: Box): Promise<Buffer> {
  const { width = 1, height = 1 } = await sharp(bytes).metadata();
  const ratio = box.width / box.height;
  const cut = {
    width: Math.min(width, Math.round(height * ratio)),
    height: Math.min(height, Math.round(width / ratio)),
  };
  const { x, y } = box.focus ?? { x: 50, y: 50 };
  const within = (side: number, cutSide: number, percent: number) =>
    Math.min(side - cutSide, Math.max(0, Math.round((side * percent) / 100 - cutSide / 2)));
  return sharp(bytes)
    .extract({
      left: within(width, Math.max(1, cut.width), x),
      top: within(height, Math.max(1, cut.height), y),
      width: Math.max(1, cut.width),
      height: Math.max(1, cut.height),
    })
    .resize({ width: Math.round(box.width * pixelsPerPoint), withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: 82 })
    .toBuffer();
}

/** Returns a picture's width divided by its height. */
export async function getAspectRatio(bytes: Uint8Array): Promise<number> {
  const { width = 1, height = 1, autoOrient } = await sharp(bytes).metadata();
  return (autoOrient?.width ?? width) / (autoOrient?.height ?? height);
}
