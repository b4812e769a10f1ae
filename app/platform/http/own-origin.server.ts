/**
 * Whether a request that changes something comes from a page of ours. A browser always says where a POST comes from:
 * `Origin`, or at least `Sec-Fetch-Site`; a request that says neither is not from a browser's form and is refused.
 */
export function isOwnOrigin(headers: Headers, publicUrl: string, host: string | undefined): boolean {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  if (site && site !== "same-origin" && site !== "none") return false;
  if (!origin) return site === "same-origin";
  if (origin === new URL(publicUrl).origin) return true;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}
