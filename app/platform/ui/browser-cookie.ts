/** Returns the value of a cookie that scripts may read; null without one, or with one that we cannot have written. */
export function readCookie(name: string): string | null {
  const pair = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
  try {
    return pair ? decodeURIComponent(pair.slice(name.length + 1)) : null;
  } catch {
    return null;
  }
}

/** Writes a cookie of this site, for `maxAge` seconds. */
export function writeCookie(name: string, value: string, maxAge: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${maxAge}; samesite=lax`;
}

export const deleteCookie = (name: string) => writeCookie(name, "", 0);
