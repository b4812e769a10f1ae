/** Series of posters that one report may have. */
export const maxPosters = 40;
export const maxPosterPlaceLength = 80;

export const paperSizes = ["A4", "A5"] as const;
export const posterLanguages = ["en", "ar", "both"] as const;

/** How a poster is printed. */
export interface PosterOptions {
  size: (typeof paperSizes)[number];
  language: (typeof posterLanguages)[number];
  /** The reporter's phone stands on it: only when they ask for it. */
  withPhone: boolean;
}

/** Minutes within which a second look by the same visitor is the same scan. */
export const sameVisitMinutes = 30;

/** What the QR code of a poster says. Upper case keeps it in the alphanumeric mode, whose modules are larger. */
export function posterQrText(publicUrl: string, code: string): string {
  return posterUrl(publicUrl, code).toUpperCase();
}

function posterUrl(publicUrl: string, code: string): string {
  return `${publicUrl}/p/${code}`;
}

/** The address as it is printed and read aloud: without what no one types. */
export function shortAddress(publicUrl: string, code: string): string {
  return posterUrl(publicUrl, code).replace(/^https?:\/\/(www\.)?/, "");
}
