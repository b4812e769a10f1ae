import type { Language } from "#app/platform/i18n/language.ts";

/** Which maps this installation offers; without any of them a built-in outline of the land is drawn. */
export interface MapSettings {
  tileUrl?: string | undefined;
  /** HTML, shown on the map wherever its tiles are. */
  attribution: string;
  pmtilesUrl?: string | undefined;
}

/** A place on the map. */
export interface MapPoint {
  lat: number;
  lon: number;
  /** Metres around it. */
  accuracy?: number | null | undefined;
  label: string;
  /** A path of this site that tells more. */
  href?: string | undefined;
}

/** How the map is read. */
export interface MapView {
  language: Language;
  isDark: boolean;
}
