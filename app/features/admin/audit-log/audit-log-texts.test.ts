// Administrators would read codes instead of words in the log, or words that a stranger smuggled into it.
import { expect, test } from "vitest";
import type { Facts, SubjectKind } from "#app/features/audit-log/audit-log.rules.ts";
import { createTestApp } from "#tests/test-app.ts";
import { formatAuditLines } from "./audit-log-texts.server.ts";

const { ctx } = await createTestApp();

const read = (language: "en" | "ar", subjectKind: SubjectKind, after: Facts) =>
  formatAuditLines(ctx.translator(language), [{ subjectKind, before: null, after }])[0]?.after;

test("translates codes into both languages", () => {
  expect(read("en", "order", { status: "shipped", payment: "unpaid" })).toEqual({
    status: "Shipped",
    payment: "Not paid yet",
  });
  expect(read("ar", "user", { role: "admin", suspendedReason: "admin" })).toEqual({
    role: "مدير",
    suspendedReason: "admin",
  });
  expect(read("ar", "pet", { type: "cat", gender: "female", name: "cat" })).toEqual({
    type: "قطة",
    gender: "أنثى",
    name: "cat",
  });
  expect(read("en", "upgrade", { status: "rejected", plan: "rescue-plus", reason: "unreadable" })).toEqual({
    status: "Not approved",
    plan: "Rescue Plus",
    reason: "We can't read the screenshot, or it doesn't show the payment.",
  });
});

test("translates prices, payment details and options", () => {
  expect(
    read("en", "plan", { prices: "comfort-1: $2.99, rescue-plus-12: $53.99", payTo: "wallet: +20 1, instapay: –" }),
  ).toEqual({
    prices: "Comfort, 1 month: $2.99, Rescue Plus, 12 months: $53.99",
    payTo: "Digital wallet: +20 1, InstaPay: –",
  });
  const options = '[{"name":"color","values":["teal"]},{"name":"engraving","maxLength":20}]';
  expect(read("en", "product", { options })).toEqual({ options: "Colour (Teal), Engraving" });
});

test("leaves unknown codes, truncated lists and hostile text unchanged", () => {
  const facts = { status: "__proto__", payment: "toString", note: "{{count}} <b>" };
  expect(read("en", "order", facts)).toEqual(facts);
  const cut = { options: '[{"name":"color","val…' };
  expect(read("en", "product", cut)).toEqual(cut);
});
