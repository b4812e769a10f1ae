const devices = ["mobile", "tablet", "desktop"] as const;

/** Returns the last part of the translation key for a device type of a user agent. */
export function deviceKind(device: string | null): (typeof devices)[number] | "other" {
  return devices.find((one) => one === device) ?? "other";
}

/** Formats coordinates as `30.06197, 31.21934`: five decimals are about a metre. Rounded coordinates are not padded. */
export function formatCoordinates(latitude: number, longitude: number): string {
  return [latitude, longitude].map((degrees) => String(Number(degrees.toFixed(5)))).join(", ");
}

/** Returns URLs that open a location or its description in the user's map apps. */
export function mapLinks(where: { latitude: number; longitude: number } | { place: string }) {
  const query = "place" in where ? where.place : `${where.latitude},${where.longitude}`;
  const site = `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`;
  return { site, app: "place" in where ? null : `geo:${query}?q=${query}` };
}

/**
 * Returns a `mailto:` or `tel:` link for the finder's contact; null if it is neither an e-mail address nor a number.
 */
export function contactLink(contact: string): string | null {
  const text = contact.trim();
  if (/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text)) return `mailto:${text}`;
  return /^\+?[\d\s().-]{6,20}$/.test(text) ? `tel:${text.replace(/[^\d+]/g, "")}` : null;
}

/** Wraps a name in Unicode isolates, so that its direction does not reorder the text beside it. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
