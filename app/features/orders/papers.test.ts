import { afterAll, beforeAll, expect, test } from "vitest";
import { aProduct, aUser } from "#tests/make.ts";
import { anOrder } from "#tests/make-orders.ts";
import { paperText } from "#tests/pdf.ts";
import { type TestWorld, testWorld } from "#tests/world.ts";
import { writePaper } from "./papers.server.ts";

let scene: TestWorld;
beforeAll(async () => {
  scene = await testWorld();
});
afterAll(() => scene.close());

test("the invoice and the packing slip say what was bought, in both languages", async () => {
  const { world } = scene;
  const buyer = await aUser(world);
  const productId = await aProduct(world, { priceCents: 2000 });
  const order = await anOrder(world, buyer, productId, 2);
  const { number } = order;
  const invoice = await paperText(await writePaper(world, order, "invoice", "en"));
  for (const text of [number, "$45.00", "Classic tag", "Mona Nassar", "Giza"]) expect(invoice).toContain(text);
  const arabic = await paperText(await writePaper(world, order, "invoice", "ar"));
  for (const text of [number, "$45.00"]) expect(arabic).toContain(text);
  const slip = await paperText(await writePaper(world, order, "packingSlip", "en"));
  expect(slip).toContain("SKU");
  expect(slip).not.toContain("$20.00");
});
