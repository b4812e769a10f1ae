// The packer would pack the wrong thing, or the courier could not read the buyer's number.
import { expect, test } from "vitest";
import { createTestProduct, createTestUser } from "#tests/make.ts";
import { placeTestOrder } from "#tests/make-orders.ts";
import { pdfText } from "#tests/pdf.ts";
import { withSiteSettings } from "#tests/site-settings.ts";
import { createTestApp } from "#tests/test-app.ts";
import { renderOrderDocument, renderOrderDocuments } from "./order-documents.server.ts";

const testApp = await createTestApp();

test("invoice and packing slip contain what was ordered, in both languages", async () => {
  const { ctx } = testApp;
  const buyer = await createTestUser(ctx);
  const productId = await createTestProduct(ctx, { priceCents: 2000 });
  const order = await placeTestOrder(ctx, buyer, productId, 2);
  const { number } = order;
  const invoice = await pdfText(await renderOrderDocument(ctx, order, "invoice", "en"));
  for (const text of [number, "$45.00", "Classic tag", "Mona Nassar", "Giza"]) expect(invoice).toContain(text);
  const arabic = await pdfText(await renderOrderDocument(ctx, order, "invoice", "ar"));
  for (const text of [number, "$45.00"]) expect(arabic).toContain(text);
  const slip = await pdfText(await renderOrderDocument(ctx, order, "packingSlip", "en"));
  expect(slip).toContain("SKU");
  expect(slip).not.toContain("$20.00");
});

test("the courier reads the phone number in groups of digits", async () => {
  const { ctx } = testApp;
  const productId = await createTestProduct(ctx);
  const order = { ...(await placeTestOrder(ctx, await createTestUser(ctx), productId, 1)), phone: "+201001234567" };
  for (const kind of ["packingSlip", "label"] as const)
    expect(await pdfText(await renderOrderDocument(ctx, order, kind, "en"))).toContain("010 01234567");
});

test("the packing slip and the label of an express order say so", async () => {
  const { ctx } = testApp;
  const productId = await createTestProduct(ctx, { priceCents: 2000 });
  const order = await placeTestOrder(ctx, await createTestUser(ctx), productId, 1);
  for (const kind of ["packingSlip", "label"] as const) {
    expect(await pdfText(await renderOrderDocument(ctx, order, kind, "en"))).not.toContain("Express");
    const express = await renderOrderDocument(ctx, { ...order, shipping: "express" }, kind, "en");
    expect(await pdfText(express)).toContain("Express");
  }
});

test("an invoice shows what was refunded below the total, which does not include it", async () => {
  const { ctx } = testApp;
  const productId = await createTestProduct(ctx, { priceCents: 2000 });
  const order = await placeTestOrder(ctx, await createTestUser(ctx), productId, 2);
  const invoice = await pdfText(await renderOrderDocument(ctx, { ...order, refundedCents: 2000 }, "invoice", "en"));
  expect(invoice).toMatch(/Total\s+\$45\.00\s+Refunded\s+-\$20\.00/);
});

test("each order of one file has its own page numbers and a footer in its language", async () => {
  const { ctx } = testApp;
  const buyer = await createTestUser(ctx);
  const productId = await createTestProduct(ctx, { priceCents: 2000, stock: 5 });
  const order = await placeTestOrder(ctx, buyer, productId, 2);
  const orders = [{ ...order, language: "ar" as const }, order, order];
  const options = { language: "buyers", name: "today" } as const;
  const invoices = await pdfText(await renderOrderDocuments(ctx, orders, "invoice", options));
  expect(invoices.split(ctx.translator("en")("orderDocuments.footer"))).toHaveLength(3);
  for (const kind of ["invoice", "label"] as const)
    expect(await pdfText(await renderOrderDocuments(ctx, orders, kind, options))).not.toMatch(/\d \/ \d/);
});

test("an order keeps its tax rate; the invoice states the tax, with a QR code in Saudi Arabia", async () => {
  const { ctx } = testApp;
  const seller = { name: "أليف", taxNumber: "310122393500003", country: "SA", taxRate: 15 };
  const shop = withSiteSettings(ctx, { seller });
  const order = await placeTestOrder(
    shop,
    await createTestUser(ctx),
    await createTestProduct(ctx, { priceCents: 2000 }),
    1,
  );
  expect([order.taxBasisPoints, order.taxCents]).toEqual([1500, Math.round((order.totalCents * 15) / 115)]);
  const later = withSiteSettings(shop, { seller: { taxRate: 5 } });
  const withCode = await renderOrderDocument(later, order, "invoice", "en");
  expect(await pdfText(withCode)).toContain("Includes VAT");
  expect(await pdfText(withCode)).toContain("15%");
  const abroad = withSiteSettings(later, { seller: { country: "EG" } });
  const without = await renderOrderDocument(abroad, order, "invoice", "en");
  expect(withCode.byteLength).toBeGreaterThan(without.byteLength + 500);
});

test("documents name the seller, with address and tax number if configured", async () => {
  const { ctx } = testApp;
  const order = await placeTestOrder(
    ctx,
    await createTestUser(ctx),
    await createTestProduct(ctx, { priceCents: 2000 }),
    1,
  );
  const address = ["12 Brazil Street", "Zamalek, Cairo"];
  const shop = withSiteSettings(ctx, { seller: { name: "Nile Pets LLC", address, taxNumber: "123-456-789" } });
  for (const kind of ["invoice", "packingSlip"] as const) {
    const text = await pdfText(await renderOrderDocument(shop, order, kind, "en"));
    for (const part of ["Nile Pets LLC", "12 Brazil Street", "Zamalek, Cairo", "123-456-789"])
      expect(text).toContain(part);
  }
  expect(await pdfText(await renderOrderDocument(ctx, order, "invoice", "en"))).not.toContain("Tax number");
});
