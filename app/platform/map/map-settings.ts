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
}

/** The reader's settings. */
export interface MapView {
  language: Language;
  isDark: boolean;
}
