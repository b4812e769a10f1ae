import type { Language } from "#app/platform/i18n/language.ts";

/** Configured map sources. The built-in outline is drawn beneath them, and alone where they cannot be had. */
export interface MapSettings {
  tileUrl?: string | undefined;
  /** Attribution as HTML, shown with the tiles. */
  attribution: string;
  pmtilesUrl?: string | undefined;
  /** The person's own area, in degrees, where the map opens. */
  around?: { latitude: number; longitude: number } | undefined;
}

export interface MapPoint {
  lat: number;
  lon: number;
  /** Accuracy in metres. */
  accuracy?: number | null | undefined;
  label: string;
  /** Path on this site with details. */
  href?: string | undefined;
  /** Kind of event, which determines the pin's colour. Without it, the pin is a tag. */
  tone?: PinTone | undefined;
  /** URL of the photo in the pin and its popup. */
  picture?: string | undefined;
  /** CSS background of a pin without a photo. */
  ground?: string | undefined;
  /** Second line of the popup. */
  note?: string | undefined;
}

export type PinTone = "lost" | "ok" | "sun";

/** Display settings of the reader. */
export interface MapView {
  language: Language;
  isDark: boolean;
}
