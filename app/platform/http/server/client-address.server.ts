import ipaddr from "ipaddr.js";

/**
 * Walks the proxies from the socket outward and returns the first address that is not a trusted proxy. Headers count
 * only when the socket itself belongs to one, so a client cannot name its own address. IPv4 in IPv6 is unwrapped.
 */
export function getClientAddress(socket: string | undefined, forwardedFor: string | null, trusted: string[]): string {
  const own = clean(socket);
  if (!own) return "0.0.0.0";
  if (!isTrusted(own, trusted)) return own.toString();
  // Proxies add at the end: a client that sends a very long header of its own must not push what they added out of sight.
  const hops = (forwardedFor ?? "").slice(-2_000).split(",").reverse();
  for (const hop of hops) {
    const address = clean(hop.trim());
    if (!address) break;
    if (!isTrusted(address, trusted)) return address.toString();
  }
  return own.toString();
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

function clean(text: string | undefined): Address | null {
  // The library also reads `10` and `0x7f.1` as addresses; nobody writes them so but to be taken for somebody else.
  if (!text || !(ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text))) return null;
  return ipaddr.process(text);
}

function isTrusted(address: Address, trusted: string[]): boolean {
  return trusted.some((range) => {
    const [network, bits] = range.includes("/") ? ipaddr.parseCIDR(range) : [ipaddr.parse(range), undefined];
    if (network.kind() !== address.kind()) return false;
    return bits === undefined ? network.toString() === address.toString() : address.match([network, bits] as never);
  });
}

/**
 * Whether a request came through a proxy that stands beside this process and that nobody trusts: then everybody counts as
 * one visitor, and shares one budget of every limit.
 */
export function isUntrustedProxy(socket: string | undefined, forwardedFor: string | null, trusted: string[]): boolean {
  const own = clean(socket);
  if (!own || forwardedFor === null || isTrusted(own, trusted)) return false;
  return ["loopback", "private", "uniqueLocal", "linkLocal", "carrierGradeNat"].includes(own.range());
}

/** The network an address belongs to, for limits and for what is kept longer than 30 days: /24 or /48. */
export function getNetwork(text: string): string {
  const address = clean(text);
  if (!address) return "unknown";
  const keep = address.kind() === "ipv4" ? 3 : 6;
  const bytes = address.toByteArray().map((byte, index) => (index < keep ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${keep * 8}`;
}

/** An address as its owner's eyes may see it: the last part hidden. */
export function maskAddress(text: string): string {
  const address = clean(text);
  if (!address) return "";
  if (address.kind() === "ipv4") return `${address.toByteArray().slice(0, 3).join(".")}.•••`;
  return `${(address as ipaddr.IPv6).parts
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(":")}:••••`;
}
