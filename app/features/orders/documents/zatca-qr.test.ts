// The shop's invoices would be refused by the tax office because their code cannot be read.
import fc from "fast-check";
import { expect, test } from "vitest";
import { taxIn } from "../orders.rules.ts";
import { createZatcaCode } from "./order-documents.server.ts";

test("encodeZatca matches the published example", () => {
  const invoice = {
    seller: "Bobs Records",
    taxNumber: "310122393500003",
    at: new Date("2022-04-25T15:30:00Z"),
    total: "1000.00",
    tax: "150.00",
  };
  expect(createZatcaCode(invoice)).toBe(
    "AQxCb2JzIFJlY29yZHMCDzMxMDEyMjM5MzUwMDAwMwMUMjAyMi0wNC0yNVQxNTozMDowMFoEBzEwMDAuMDAFBjE1MC4wMA==",
  );
});

/** Decodes the tag values, as a verification app does. */
function decode(code: string): string[] {
  const bytes = Buffer.from(code, "base64");
  const values: string[] = [];
  for (let at = 0; at < bytes.length; at += 2 + bytes[at + 1]!) {
    expect(bytes[at]).toBe(values.length + 1);
    values.push(bytes.subarray(at + 2, at + 2 + bytes[at + 1]!).toString());
  }
  return values;
}

test("encodeZatca preserves any seller's name, or as many whole characters as fit into 255 bytes", () => {
  const name = fc.string({ unit: fc.constantFrom("a", "ك", "€", "🐕"), maxLength: 200 });
  fc.assert(
    fc.property(name, (seller) => {
      const at = new Date(0);
      const [read = ""] = decode(createZatcaCode({ seller, taxNumber: "1", at, total: "0", tax: "0" }));
      expect(seller.startsWith(read)).toBe(true);
      expect(read === seller || Buffer.byteLength(read) > 251).toBe(true);
    }),
  );
});

test("taxIn returns an integer of at most the total that is correctly rounded", () => {
  const sum = fc.integer({ min: 0, max: 2_000_000_000 });
  fc.assert(
    fc.property(sum, fc.integer({ min: 0, max: 10_000 }), (total, basisPoints) => {
      const tax = taxIn(total, basisPoints);
      expect(Number.isInteger(tax)).toBe(true);
      expect(tax).toBeGreaterThanOrEqual(0);
      expect(tax).toBeLessThanOrEqual(total);
      expect(Math.abs(tax - (total * basisPoints) / (10_000 + basisPoints))).toBeLessThanOrEqual(0.5);
    }),
  );
  expect([taxIn(114_00, 1400), taxIn(115_00, 1500), taxIn(100, 0)]).toEqual([14_00, 15_00, 0]);
});
