const loopback = ["localhost", "127.0.0.1", "[::1]"];

/**
 * The origins whose pages are ours: the one of the public address. Where that is this machine itself, as at a plain start,
 * it goes by each of its names.
 */
export function listOwnOrigins(publicUrl: string): Set<string> {
  const { origin, protocol, hostname, port } = new URL(publicUrl);
  if (!loopback.includes(hostname)) return new Set([origin]);
  return new Set(loopback.map((name) => new URL(`${protocol}//${name}:${port}`).origin));
}

/**
 * Whether a request that changes something comes from a page of ours. A browser always says where a POST comes from:
 * `Origin`, or at least `Sec-Fetch-Site`; a request that says neither is not from a browser's form and is refused. The host
 * that a request names does not count: whoever owns a name can let it lead here.
 */
export function isOwnOrigin(headers: Headers, own: ReadonlySet<string>): boolean {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  if (site && site !== "same-origin" && site !== "none") return false;
  return origin ? own.has(origin) : site === "same-origin";
}
