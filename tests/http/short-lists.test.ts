import { afterAll, expect, test } from "vitest";
import { createReport } from "#app/features/lost-found/reports.server.ts";
import { createTestProduct, signUpTestUser } from "#tests/make.ts";
import { placeTestOrder } from "#tests/make-orders.ts";
import { openSite } from "./site.ts";

const site = await openSite();
afterAll(() => site.close());

const owner = await signUpTestUser(site.ctx, "owner@example.com");

test("a single order can be searched for and filtered by status", async () => {
  const as = await site.signInAs("owner@example.com");
  await placeTestOrder(site.ctx, owner, await createTestProduct(site.ctx));
  const html = await (await site.get("/dashboard/orders", { as })).text();
  expect(html).toMatch(/<input[^>]* type="search"[^>]*>/);
  for (const status of ["pending", "processing", "shipped", "delivered", "cancelled", "refunded"])
    expect(html).toContain(`href="/dashboard/orders?status=${status}"`);
});

test("a board with a single report has its search, type and status filters", async () => {
  await createReport(
    site.ctx,
    owner,
    {
      kind: "lost",
      type: "dog",
      petName: "Rocky",
      seenAt: new Date(),
      area: "Zamalek",
      description: "Small and brown.",
    },
    { address: "203.0.113.9", language: "en" },
  );
  const html = await (await site.get("/community-reports")).text();
  expect(html).toMatch(/<input[^>]* type="search"[^>]*>/);
  for (const filter of [
    "kind=lost",
    "kind=found",
    "type=dog",
    "type=cat",
    "type=bird",
    "type=other",
    "status=resolved",
  ])
    expect(html).toContain(`href="/community-reports?${filter}"`);
});
