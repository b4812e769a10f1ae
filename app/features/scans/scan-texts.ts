const devices = ["mobile", "tablet", "desktop"] as const;

/** The word key's last part for a kind of device as a user agent gives it. */
export function deviceKind(device: string | null): (typeof devices)[number] | "other" {
  return devices.find((one) => one === device) ?? "other";
}

/** `30.06197, 31.21934`: five decimals are about a metre; a coarser place stays as coarse as it was kept. */
export function coordinatesInWords(latitude: number, longitude: number): string {
  return [latitude, longitude].map((degrees) => String(Number(degrees.toFixed(5)))).join(", ");
}

/** Addresses that open a place, or its description, in a map of the reader's own. */
export function mapLinks(where: { latitude: number; longitude: number } | { place: string }) {
  const query = "place" in where ? where.place : `${where.latitude},${where.longitude}`;
  const site = `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`;
  return { site, app: "place" in where ? null : `geo:${query}?q=${query}` };
}

/** How a finder's own words about being reached become a link; null when they are neither a number nor an address. */
export function contactLink(contact: string): string | null {
  const text = contact.trim();
  if (/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text)) return `mailto:${text}`;
  return /^\+?[\d\s().-]{6,20}$/.test(text) ? `tel:${text.replace(/[^\d+]/g, "")}` : null;
}

/** A name in whatever script, kept from reordering the numbers beside it where no element can hold it. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
