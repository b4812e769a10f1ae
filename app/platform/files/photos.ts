/** Widths in pixels of a photo's renditions. */
export const photoWidths = [160, 320, 480, 640, 960, 1600] as const;
export type PhotoWidth = (typeof photoWidths)[number];

/** Returns the URL of a rendition, whose content never changes. */
export function photoUrl(photoId: string, width: PhotoWidth, format: "webp" | "avif" = "webp"): string {
  return `/photos/${photoId}/${width}.${format}`;
}

/** Returns the HTML `srcset` attribute with all renditions, among which the browser chooses by `sizes`. */
export function photoSrcSet(photoId: string): string {
  return photoWidths.map((width) => `${photoUrl(photoId, width)} ${width}w`).join(", ");
}

export const photoTypes = "image/jpeg,image/png,image/webp,image/avif";
export const photoMaxBytes = 10 * 1024 * 1024;

export type PhotoFormat = "jpeg" | "png" | "webp" | "avif" | "heic";

/** Number of bytes at the beginning of a file that `detectPhotoFormat` reads. */
export const photoHeadBytes = 64;

/**
 * Returns a photo's format by its first bytes, or null if it is no photo. HEIC, which nobody but its maker's devices
 * decodes, has the container of AVIF: the brands in its `ftyp` box (ISO/IEC 14496-12) tell them apart.
 */
export function detectPhotoFormat(bytes: Uint8Array): PhotoFormat | null {
  const head = String.fromCharCode(...bytes.subarray(0, photoHeadBytes));
  if (head.startsWith("\xff\xd8\xff")) return "jpeg";
  if (head.startsWith("\x89PNG")) return "png";
  if (/^RIFF[\s\S]{4}WEBP/.test(head)) return "webp";
  const box = /^\0\0([\s\S]{2})ftyp/.exec(head);
  if (!box) return null;
  const length = box[1]!.charCodeAt(0) * 256 + box[1]!.charCodeAt(1);
  const brands = head.slice(8, length).match(/[\s\S]{4}/g) ?? [];
  if (brands.some((brand) => /^avi[fs]$/.test(brand))) return "avif";
  return brands.some((brand) => /^(he[iv][cxms]|mif1|msf1)$/.test(brand)) ? "heic" : null;
}
