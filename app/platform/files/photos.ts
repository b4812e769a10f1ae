/** Widths in pixels of a photo's stored renditions. */
export const photoWidths = [160, 640, 1600] as const;
export type PhotoWidth = (typeof photoWidths)[number];

/** Returns the URL of a rendition, whose content never changes. */
export function photoUrl(photoId: string, width: PhotoWidth, format: "webp" | "avif" = "webp"): string {
  return `/photos/${photoId}/${width}.${format}`;
}

export const photoTypes = "image/jpeg,image/png,image/webp,image/avif";
export const photoMaxBytes = 10 * 1024 * 1024;

/**
 * Returns the error of a chosen file that the browser can detect before the upload. A file whose type the browser does
 * not know, for example because its name has no extension, is left to the server, which reads its content.
 */
export function findPhotoError({ size, type }: Pick<File, "size" | "type">) {
  if (type && !photoTypes.split(",").includes(type)) return "form.photoNotImage";
  return size > photoMaxBytes ? "form.photoTooLarge" : null;
}
