/** Returns the `Content-Disposition` header for a download with this name, in any script (RFC 6266). */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]+/g, "").replaceAll(/["\\]/g, "");
  if (plain === name) return `attachment; filename="${name}"`;
  const hex = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, hex)}`;
}

/** Returns a dated file name for a download of current data: `aleef-orders-2026-11-25.csv`, by the UTC date. */
export function datedFileName(what: string, now: Date, extension: string): string {
  return `aleef-${what}-${now.toISOString().slice(0, 10)}.${extension}`;
}

/** Returns the file name in a `Content-Disposition` header; null if there is none. */
export function attachedName(disposition: string | null): string | null {
  const whole = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? "")?.[1];
  return whole ? decodeURIComponent(whole) : (/filename="([^"]+)"/.exec(disposition ?? "")?.[1] ?? null);
}
