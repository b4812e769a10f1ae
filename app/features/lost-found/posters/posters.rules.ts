/** Maximum number of poster series per report. */
export const maxPosters = 40;
export const maxPosterPlaceLength = 80;

export const paperSizes = ["A4", "A5"] as const;
export const posterLanguages = ["en", "ar", "both"] as const;

/** Print options of a poster. */
export interface PosterOptions {
  size: (typeof paperSizes)[number];
  language: (typeof posterLanguages)[number];
  /** Whether the reporter's phone number is printed. */
  withPhone: boolean;
}

/** Minutes within which visits by the same visitor count as one scan. */
export const sameVisitMinutes = 30;

/** Returns the text of a poster's QR code. Upper case allows the alphanumeric mode, which has larger modules. */
export function posterQrText(publicUrl: string, code: string): string {
  return posterUrl(publicUrl, code).toUpperCase();
}

function posterUrl(publicUrl: string, code: string): string {
  return `${publicUrl}/p/${code}`;
}

/** Returns the short URL as printed and read aloud, without protocol and `www`. */
export function shortAddress(publicUrl: string, code: string): string {
  return posterUrl(publicUrl, code).replace(/^https?:\/\/(www\.)?/, "");
}

/** Shapes of the pictures that people share: 1080 × 1920 for stories, 1080 × 1350 for posts and groups. */
export const sharedShapes = ["story", "post"] as const;
export type SharedShape = (typeof sharedShapes)[number];

export const isSharedShape = (text: string): text is SharedShape => sharedShapes.some((shape) => shape === text);
