const loopback = ["localhost", "127.0.0.1", "[::1]"];

/** Returns our origins: the public URL's; for a local one, each of the machine's local names. */
export function listOwnOrigins(publicUrl: string): Set<string> {
  const { origin, protocol, hostname, port } = new URL(publicUrl);
  if (!loopback.includes(hostname)) return new Set([origin]);
  return new Set(loopback.map((name) => new URL(`${protocol}//${name}:${port}`).origin));
}

/**
 * Whether a request comes from a page of ours, by `Origin` or else `Sec-Fetch-Site`. Browsers send one with every POST,
 * so a request without both is refused. `Host` does not count: anybody can point a name here.
 */
export function isOwnOrigin(headers: Headers, own: ReadonlySet<string>): boolean {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  if (site && site !== "same-origin" && site !== "none") return false;
  return origin ? own.has(origin) : site === "same-origin";
}
