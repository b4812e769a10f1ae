const loopback = ["localhost", "127.0.0.1", "[::1]"];

/** Returns our own origins: that of the public URL; if it is local, those of all local names. */
export function listOwnOrigins(publicUrl: string): Set<string> {
  const { origin, protocol, hostname, port } = new URL(publicUrl);
  if (!loopback.includes(hostname)) return new Set([origin]);
  return new Set(loopback.map((name) => new URL(`${protocol}//${name}:${port}`).origin));
}

/**
 * Returns whether a request comes from one of our pages, by `Origin` or else `Sec-Fetch-Site`. Browsers send one of
 * them with every POST, so requests with neither are rejected. `Host` is ignored, because anybody can point a name to
 * this server.
 */
export function isOwnOrigin(headers: Headers, own: ReadonlySet<string>): boolean {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  if (site && site !== "same-origin" && site !== "none") return false;
  return origin ? own.has(origin) : site === "same-origin";
}
