import ipaddr from "ipaddr.js";

/**
 * Returns the client's IP address: the first one, starting from the socket, that is not a trusted proxy. Headers only
 * count if the socket itself is one, so clients cannot choose their address. IPv4 in IPv6 is unwrapped.
 */
export function getClientAddress(socket: string | undefined, forwardedFor: string | null, trusted: string[]): string {
  const own = parseAddress(socket);
  if (!own) return "0.0.0.0";
  if (!isTrusted(own, trusted)) return own.toString();
  // Proxies append, so only the end is read: a very long header of the client cannot hide their entries.
  const hops = (forwardedFor ?? "").slice(-2_000).split(",").reverse();
  for (const hop of hops) {
    const address = parseAddress(hop.trim());
    if (!address) break;
    if (!isTrusted(address, trusted)) return address.toString();
  }
  return own.toString();
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

function parseAddress(text: string | undefined): Address | null {
  // The library also accepts `10` and `0x7f.1`, which only occur in attacks.
  if (!text || !(ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text))) return null;
  return ipaddr.process(text);
}

type Range = [network: Address, bits: number | undefined];
const ranges = new WeakMap<string[], Range[]>();

/** Returns the trusted addresses and networks, parsed once. */
function parseRanges(trusted: string[]): Range[] {
  let parsed = ranges.get(trusted);
  if (!parsed) {
    parsed = trusted.map((range) => (range.includes("/") ? ipaddr.parseCIDR(range) : [ipaddr.parse(range), undefined]));
    ranges.set(trusted, parsed);
  }
  return parsed;
}

function isTrusted(address: Address, trusted: string[]): boolean {
  return parseRanges(trusted).some(([network, bits]) => {
    if (network.kind() !== address.kind()) return false;
    return bits === undefined ? network.toString() === address.toString() : address.match([network, bits] as never);
  });
}

/** Returns whether the socket's remote address is in TRUSTED_PROXIES. */
export function isTrustedProxy(socket: string | undefined, trusted: string[]): boolean {
  const own = parseAddress(socket);
  return own !== null && isTrusted(own, trusted);
}

/**
 * Returns whether a request came through a proxy with a private or loopback address that is not in TRUSTED_PROXIES; all
 * visitors then share one address and its limits.
 */
export function isUntrustedProxy(socket: string | undefined, forwardedFor: string | null, trusted: string[]): boolean {
  const own = parseAddress(socket);
  if (!own || forwardedFor === null || isTrusted(own, trusted)) return false;
  return ["loopback", "private", "uniqueLocal", "linkLocal", "carrierGradeNat"].includes(own.range());
}

/** Returns the network of an address, /24 or /48, for rate limits and for data kept longer than 30 days. */
export function getNetwork(text: string): string {
  const address = parseAddress(text);
  if (!address) return "unknown";
  const keep = address.kind() === "ipv4" ? 3 : 6;
  const bytes = address.toByteArray().map((byte, index) => (index < keep ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${keep * 8}`;
}

/** Masks the last part of an address. */
export function maskAddress(text: string): string {
  const address = parseAddress(text);
  if (!address) return "";
  if (address.kind() === "ipv4") return `${address.toByteArray().slice(0, 3).join(".")}.•••`;
  return `${(address as ipaddr.IPv6).parts
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(":")}:••••`;
}
