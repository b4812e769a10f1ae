import sharp from "sharp";

/** Creates a picture of one colour. */
export const plainPicture = (width: number, height: number, background = "#b9763a") =>
  sharp({ create: { width, height, channels: 3, background } });

/** Creates the JPEG of a picture of one colour. */
export const plainJpeg = (width: number, height: number, background?: string) =>
  plainPicture(width, height, background).jpeg().toBuffer();
