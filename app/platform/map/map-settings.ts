import type { Language } from "#app/platform/i18n/language.ts";

/** The configured maps; without any, the built-in outline is drawn. */
export interface MapSettings {
  tileUrl?: string | undefined;
  /** Attribution as HTML, shown with the tiles. */
  attribution: string;
  pmtilesUrl?: string | undefined;
}

/** A place on the map. */
export interface MapPoint {
  lat: number;
  lon: number;
  /** Accuracy in metres. */
  accuracy?: number | null | undefined;
  label: string;
  /** A path of this site with details. */
  href?: string | undefined;
  /** What it is about: it colours the pin. Without it the pin is the tag. */
  tone?: PinTone | undefined;
  /** The picture in the pin and on its card: a photo's address. */
  picture?: string | undefined;
  /** A second line on its card. */
  note?: string | undefined;
}

export type PinTone = "lost" | "ok" | "sun";

/** The reader's settings. */
export interface MapView {
  language: Language;
  isDark: boolean;
}
