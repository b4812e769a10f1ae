// An owner's full address or number would be shown where only a hint of it should be.
import { expect, test } from "vitest";
import { getReachabilityState, maskContact } from "./reachability.server.ts";

const now = new Date("2026-11-21T12:00:00Z");
const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
const ways = { hasEmail: true, hasPhone: false, hasDevice: false, askedAt: null, confirmedAt: null };

test.each([
  ["with an address and never asked", ways, "ok"],
  ["asked last week", { ...ways, askedAt: ago(7) }, "ok"],
  ["asked three weeks ago", { ...ways, askedAt: ago(21) }, "unconfirmed"],
  ["confirmed after being asked", { ...ways, askedAt: ago(21), confirmedAt: ago(20) }, "ok"],
  ["confirmed before being asked again", { ...ways, askedAt: ago(21), confirmedAt: ago(200) }, "unconfirmed"],
  ["with a bounced address", { ...ways, hasEmail: false }, "unreachable"],
  ["with a bounced address and a working phone number", { ...ways, hasEmail: false, hasPhone: true }, "ok"],
  ["with a bounced address and a push device", { ...ways, hasEmail: false, hasDevice: true }, "ok"],
] as const)("state of an owner %s", (_, given, state) => expect(getReachabilityState(given, now)).toBe(state));

test.each([
  ["mona@example.com", "m•••@e•••.com"],
  ["+201001234567", "•••• 67"],
])("masks %s as %s", (contact, shown) => expect(maskContact(contact)).toBe(shown));
