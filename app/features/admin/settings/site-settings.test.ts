// Protects the shop's money: what an administrator sets is used by every process at once, and only what can be right.

import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test, vi } from "vitest";
import { listChanges } from "#app/features/audit-log/audit-log.server.ts";
import { createAppContext } from "#app/platform/app-context.server.ts";
import { siteSettings } from "#app/platform/db/platform.tables.server.ts";
import { defaultShopTerms, formatMoney, setShopTerms } from "#app/platform/i18n/money.rules.ts";
import {
  defaultSiteSettings,
  loadSiteSettings,
  readSiteSettings,
  type SiteSettings,
  type SiteSettingsGroup,
} from "#app/platform/site-settings.server.ts";
import { createTestProduct, createTestUser } from "#tests/make.ts";
import { placeTestOrder } from "#tests/make-orders.ts";
import { createTestApp } from "#tests/test-app.ts";
import { siteSettingsForms } from "./site-settings.forms.server.ts";
import { updateSiteSettings } from "./site-settings.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;
const other = await createAppContext(ctx.settings, {
  databaseUrl: testApp.databaseUrl,
  log: ctx.log,
  jobKinds: [],
  topics: [],
  translator: ctx.translator,
  quiet: true,
});
await Promise.all([ctx.listener.opened, other.listener.opened]);
afterAll(async () => {
  setShopTerms(defaultShopTerms);
  await other.close();
});
const admin = await createTestUser(ctx, { role: "admin", firstName: "Amina", lastName: "Kadi" });

const versionOf = async (group: SiteSettingsGroup) => (await loadSiteSettings(ctx))[group].version;
async function update<Group extends SiteSettingsGroup>(group: Group, values: Partial<SiteSettings[Group]>) {
  const { values: before, version } = (await loadSiteSettings(ctx))[group];
  await updateSiteSettings(ctx, admin, group, { ...before, ...values, version });
}

describe("updateSiteSettings", () => {
  test("applies at once in this process and in every other one", async () => {
    expect(readSiteSettings(other)).toEqual(defaultSiteSettings);
    await update("orders", { confirmHours: 48 });
    expect(readSiteSettings(ctx).orders).toEqual({ ...defaultSiteSettings.orders, confirmHours: 48 });
    await vi.waitFor(() => expect(readSiteSettings(other).orders.confirmHours).toBe(48), 10_000);
  });

  test("a process that missed the announcement catches up when LISTEN is back", async () => {
    await other.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'aleef-listen' and datname = current_database()",
    );
    await update("orders", { openPieces: 7 });
    await vi.waitFor(() => expect(readSiteSettings(other).orders.openPieces).toBe(7), 10_000);
  });

  test("keeps every version, and an entry in the audit log with what changed", async () => {
    await update("seller", { name: "Nile Pets", taxRate: 14 });
    await update("seller", { taxRate: 15 });
    const rows = await ctx.db.select().from(siteSettings).where(eq(siteSettings.name, "seller"));
    expect(rows.map(({ version, values }) => [version, values.name, values.taxRate])).toEqual([
      [1, "Nile Pets", 14],
      [2, "Nile Pets", 15],
    ]);
    const { changes } = await listChanges(ctx, admin, { action: "settings.change" });
    expect(changes[0]).toMatchObject({
      subjectId: "seller",
      actorName: "Amina Kadi",
      before: { "seller.taxRate": 14 },
      after: { "seller.taxRate": 15 },
    });
    expect(Object.keys(changes[0]!.after ?? {})).toEqual(["seller.taxRate"]);
    await update("seller", {});
    expect(await versionOf("seller")).toBe(2);
  });

  test("of two administrators who change the same group at once, one is refused", async () => {
    const { values, version } = (await loadSiteSettings(ctx)).messages;
    const results = await Promise.allSettled(
      [1, 2, 3].map((perDay) => updateSiteSettings(ctx, admin, "messages", { ...values, perDay, version })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "adminSettings.changedMeanwhile", status: 409 },
    });
  });

  test("refuses anybody else", async () => {
    const owner = await createTestUser(ctx);
    const { values, version } = (await loadSiteSettings(ctx)).site;
    const refused = updateSiteSettings(ctx, owner, "site", { ...values, adminTwoFactor: true, version });
    await expect(refused).rejects.toMatchObject({ status: 403 });
    expect(readSiteSettings(ctx).site.adminTwoFactor).toBe(false);
  });

  test("a new price of shipping or tax rate changes no order, and the currency stays once there is one", async () => {
    await update("shop", { currency: "EGP" });
    expect(formatMoney(1000)).toContain("EGP");
    await update("shop", { currency: "USD" });
    const order = await placeTestOrder(ctx, await createTestUser(ctx), await createTestProduct(ctx), 1);
    await update("shop", { standardShippingCents: 9900, expressShippingCents: 9900 });
    await update("seller", { taxRate: 1 });
    const later = await placeTestOrder(ctx, await createTestUser(ctx), await createTestProduct(ctx), 1);
    expect([order.shippingCents, later.shippingCents]).toEqual([500, 9900]);
    const { rows } = await ctx.pool.query(
      "select total_cents, tax_cents, tax_basis_points from store_orders where id = $1",
      [order.id],
    );
    expect(rows).toEqual([
      { total_cents: order.totalCents, tax_cents: order.taxCents, tax_basis_points: order.taxBasisPoints },
    ]);
    expect([order.taxBasisPoints, later.taxBasisPoints]).toEqual([1500, 100]);
    await expect(update("shop", { currency: "KWD" })).rejects.toMatchObject({
      code: "adminSettings.currencyUsed",
      field: "currency",
    });
    expect(readSiteSettings(ctx).shop.currency).toBe("USD");
  });
});

describe("siteSettingsForms", () => {
  const errorsOf = (group: SiteSettingsGroup, form: Record<string, unknown>) =>
    siteSettingsForms[group].safeParse({ version: 0, ...form }).error?.issues.map(({ path }) => path.join(".")) ?? [];
  const shop = {
    currency: "egp",
    standardShippingCents: "٤٫٥٠",
    expressShippingCents: "EGP 12",
    freeShippingAboveCents: "0",
    freeReplacementCents: "20",
    weekend: [6, 5],
  };

  test("amounts have the decimals of the currency that is sent with them", () => {
    expect(siteSettingsForms.shop.parse({ version: 0, ...shop })).toEqual({
      version: 0,
      currency: "EGP",
      standardShippingCents: 450,
      expressShippingCents: 1200,
      freeShippingAboveCents: 0,
      freeReplacementCents: 2000,
      weekend: [5, 6],
    });
    const dinars = { ...shop, currency: "KWD", standardShippingCents: "1.250", expressShippingCents: "12" };
    expect(siteSettingsForms.shop.parse({ version: 0, ...dinars })).toMatchObject({ standardShippingCents: 1250 });
    expect(errorsOf("shop", { ...shop, currency: "JPY", expressShippingCents: "4.5" })).toEqual([
      "standardShippingCents",
      "expressShippingCents",
    ]);
    for (const wrong of ["-1", "12,50,1", "", "five", "100001"])
      expect(errorsOf("shop", { ...shop, freeReplacementCents: wrong })).toEqual(["freeReplacementCents"]);
    for (const wrong of ["POUND", "XXY", ""])
      expect(errorsOf("shop", { ...shop, currency: wrong })).toEqual(["currency"]);
    expect(errorsOf("shop", { ...shop, weekend: [1, 2, 3, 4, 5, 6, 7] })).toEqual(["weekend"]);
  });

  test.each<[SiteSettingsGroup, string, unknown[]]>([
    ["seller", "taxRate", ["101", "-1", "14.555", "a"]],
    ["seller", "email", ["nobody"]],
    ["seller", "country", ["XX"]],
    ["seller", "name", [""]],
    ["orders", "openPieces", ["0", "1.5", "100001", "1e3"]],
    ["orders", "confirmHours", ["721", "-1"]],
    ["messages", "countries", ["EG, XX", "Egypt"]],
    ["messages", "smsAfterSeconds", ["9"]],
    ["site", "socialUrls", ["http://x.com/a", "javascript:alert(1)", "https://x.com/a\nx.com", "https://"]],
    ["site", "scansKeptMonths", ["1", "2", "1000", "six"]],
  ])("%s: refuses a wrong %s", (group, field, wrong) => {
    const right: Record<SiteSettingsGroup, Record<string, unknown>> = {
      shop,
      seller: { name: "Aleef", address: " 12 Brazil Street \n\n Cairo", taxRate: "14,5" },
      orders: { openPieces: "٦٠", openValue: "1000", confirmHours: "0" },
      messages: { countries: "eg، SA\nAE", perDay: "0", codesPerCountry: "5", smsAfterSeconds: "60" },
      site: { socialUrls: "https://x.com/aleef", scansKeptMonths: "3" },
    };
    expect(errorsOf(group, right[group])).toEqual([]);
    for (const value of wrong)
      expect([value, errorsOf(group, { ...right[group], [field]: value })]).toEqual([value, [field]]);
  });

  test("lists are read from lines and commas of both scripts", () => {
    const messages = { countries: "eg، SA\nAE eg", perDay: "0", codesPerCountry: "5", smsAfterSeconds: "60" };
    expect(siteSettingsForms.messages.parse({ version: 0, ...messages }).countries).toEqual(["EG", "SA", "AE"]);
    const seller = { name: "Aleef", address: " 12 Brazil Street \n\n Cairo", taxRate: "14٫5" };
    expect(siteSettingsForms.seller.parse({ version: 0, ...seller })).toMatchObject({
      address: ["12 Brazil Street", "Cairo"],
      taxRate: 14.5,
      country: null,
    });
  });
});
