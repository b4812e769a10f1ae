import { expect, test } from "vitest";
import { maskContact, reachStateOf } from "./reach.rules.ts";

const now = new Date("2026-11-21T12:00:00Z");
const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
const ways = { hasEmail: true, hasPhone: false, hasDevice: false, askedAt: null, confirmedAt: null };

test.each([
  ["with an address and never asked", ways, "ok"],
  ["asked last week", { ...ways, askedAt: ago(7) }, "ok"],
  ["asked three weeks ago", { ...ways, askedAt: ago(21) }, "unconfirmed"],
  ["confirmed after being asked", { ...ways, askedAt: ago(21), confirmedAt: ago(20) }, "ok"],
  ["confirmed before being asked again", { ...ways, askedAt: ago(21), confirmedAt: ago(200) }, "unconfirmed"],
  ["whose address refuses", { ...ways, hasEmail: false }, "unreachable"],
  ["whose address refuses, with a phone", { ...ways, hasEmail: false, hasPhone: true }, "ok"],
  ["whose address refuses, with a device", { ...ways, hasEmail: false, hasDevice: true }, "ok"],
] as const)("an owner %s", (_, given, state) => expect(reachStateOf(given, now)).toBe(state));

test.each([
  ["mona@example.com", "m•••@example.com"],
  ["+201001234567", "•••• 4567"],
])("%s is shown as %s", (contact, shown) => expect(maskContact(contact)).toBe(shown));
