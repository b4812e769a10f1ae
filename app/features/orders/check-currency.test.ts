import { afterAll, expect, test } from "vitest";
import { createTestUser } from "#tests/make.ts";
import { createTestUpgradeRequest } from "#tests/make-plans.ts";
import { createTestApp } from "#tests/test-app.ts";
import { checkCurrency } from "./orders.server.ts";

const app = await createTestApp();
afterAll(() => app.close());

/** Returns the context of the same installation, started with another currency. */
const startedIn = (currency: string) => ({
  ...app.ctx,
  settings: { ...app.ctx.settings, shop: { ...app.ctx.settings.shop, currency } },
});

test("the currency can change until an order or upgrade request exists; afterwards the start fails", async () => {
  await checkCurrency(app.ctx);
  await checkCurrency(startedIn("EGP"));
  await checkCurrency(startedIn("KWD"));
  await createTestUpgradeRequest(app.ctx, await createTestUser(app.ctx));
  await checkCurrency(startedIn("KWD"));
  await expect(checkCurrency(startedIn("USD"))).rejects.toThrow("use KWD. Set CURRENCY=KWD");
});
