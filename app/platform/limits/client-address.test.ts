// A stranger could pretend to be at another address, and limits would hit somebody else.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getClientAddress, getNetwork, maskAddress } from "./client-address.server.ts";

describe("getClientAddress", () => {
  test.each([
    ["ignores headers without trusted proxies", "203.0.113.5", "192.0.2.1", [], "203.0.113.5"],
    ["ignores a header from a client that is no proxy", "203.0.113.5", "192.0.2.1", ["10.0.0.0/8"], "203.0.113.5"],
    ["through a proxy", "10.0.0.1", "192.0.2.1", ["10.0.0.0/8"], "192.0.2.1"],
    ["through two proxies", "10.0.0.1", "192.0.2.1, 10.0.0.2", ["10.0.0.0/8"], "192.0.2.1"],
    ["ignores a forged hop before the proxy's entry", "10.0.0.1", "1.1.1.1, 192.0.2.1", ["10.0.0.0/8"], "192.0.2.1"],
    ["ignores an invalid hop before the proxy's entry", "10.0.0.1", "x, 192.0.2.1", ["10.0.0.0/8"], "192.0.2.1"],
    ["stops at an invalid nearest hop", "10.0.0.1", "192.0.2.1, x", ["10.0.0.0/8"], "10.0.0.1"],
    ["rejects a hexadecimal address", "10.0.0.1", "0x7f.1", ["10.0.0.0/8"], "10.0.0.1"],
    ["rejects an address with a leading zero", "10.0.0.1", "0300.0.0.1", ["10.0.0.0/8"], "10.0.0.1"],
    ["a proxy that sends no header", "10.0.0.1", null, ["10.0.0.0/8"], "10.0.0.1"],
    ["only proxies", "10.0.0.1", "10.0.0.2, 10.0.0.3", ["10.0.0.0/8"], "10.0.0.1"],
    ["a trusted address does not include its network", "10.0.0.1", "192.0.2.1", ["10.0.0.2"], "10.0.0.1"],
    ["IPv4 inside IPv6", "::ffff:203.0.113.5", null, [], "203.0.113.5"],
    ["an IPv4 proxy inside IPv6", "::ffff:10.0.0.1", "192.0.2.1", ["10.0.0.0/8"], "192.0.2.1"],
    ["IPv6 through a proxy", "fd00::1", "2001:db8::7", ["fd00::/8"], "2001:db8::7"],
    ["a trusted network of the other IP version", "fd00::1", "2001:db8::7", ["10.0.0.0/8"], "fd00::1"],
    ["no socket", undefined, "192.0.2.1", ["10.0.0.0/8"], "0.0.0.0"],
  ])("%s", (_what, socket, header, trusted, address) => {
    expect(getClientAddress(socket, header, trusted)).toBe(address);
  });

  test("ignores headers of clients that are no trusted proxy", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        (header) => getClientAddress("203.0.113.5", header, ["10.0.0.0/8"]) === "203.0.113.5",
      ),
    );
  });

  test("parses a very long header quickly and uses the proxy's entry", () => {
    expect(getClientAddress("10.0.0.1", `${"1.1.1.1, ".repeat(100_000)}192.0.2.1`, ["10.0.0.0/8"])).toBe("192.0.2.1");
    expect(getClientAddress("10.0.0.1", "10.0.0.2,".repeat(100_000), ["10.0.0.0/8"])).toBe("10.0.0.1");
  });
});

test.each([
  ["203.0.113.77", "203.0.113.0/24", "203.0.113.•••"],
  ["::ffff:203.0.113.77", "203.0.113.0/24", "203.0.113.•••"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48", "2001:db8:1:••••"],
  ["::1", "::/48", "0:0:0:••••"],
  ["nonsense", "unknown", ""],
  ["", "unknown", ""],
])("%s belongs to network %s and is masked as %s", (address, network, mask) => {
  expect([getNetwork(address), maskAddress(address)]).toEqual([network, mask]);
});

test("two addresses of one IPv6 household belong to the same network", () => {
  expect(getNetwork("2001:db8:1:aaaa::1")).toBe(getNetwork("2001:db8:1:bbbb::2"));
});
