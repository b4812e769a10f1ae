// A visitor would be shown somebody else's page, or everybody an old one after a change.
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { products } from "#app/features/catalog/products.tables.server.ts";
import { createTestProduct, createTestReport, signUpTestUser } from "#tests/make.ts";
import { openSite } from "./site.ts";
import { Visitor } from "./visitor.ts";

const site = await openSite({ PUBLIC_PAGE_CACHE_SECONDS: "60" });

const owner = await signUpTestUser(site.ctx, "owner@example.com");
const productId = await createTestProduct(site.ctx);
const reportId = await createTestReport(site.ctx, owner, { petName: "Rocky", description: "Small and brown." });
const pages = ["/", "/store", `/store/product/${productId}`, "/community-reports", `/community-reports/${reportId}`];
const stillPages = ["/about", "/features", "/learn-more", "/get-started", "/privacy", "/terms", "/contact", "/t"];

/** Changes the product as another process would: without a form that this one answers. */
const rename = (name: string) =>
  site.ctx.db.update(products).set({ nameEn: name, nameAr: name }).where(eq(products.id, productId));
const noForm = () => rename("Old name");
const someForm = () => site.post("/language", { language: "en", to: "/" });

describe.each([...pages, ...stillPages])("%s", (path) => {
  test("is the same for two visitors, and allows its scripts by hash to both", async () => {
    await someForm();
    const first = await site.get(path);
    const second = await site.get(path, { from: "198.51.100.23" });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await second.text()).toBe(await first.text());
    for (const name of ["content-security-policy", "content-type", "vary", "link", "cache-control"])
      expect(second.headers.get(name)).toBe(first.headers.get(name));
    expect(second.headers.get("content-security-policy")).toMatch(/script-src 'self' 'sha256-/);
    expect(second.headers.get("cache-control")).toBe("private, no-store");
    expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
  });

  test("is a signed-in person's own, and nobody else's afterwards", async () => {
    await someForm();
    await site.getText(path);
    const as = await site.signInAs("owner@example.com");
    const own = await site.get(path, { as });
    expect(own.headers.get("content-security-policy")).toContain("'nonce-");
    expect(await own.text()).toContain("owner@example.com");
    expect(await site.getText(path)).not.toContain("owner@example.com");
  });

  test("is in each visitor's language, theme and encoding", async () => {
    await someForm();
    expect(await site.getText(path, { language: "en" })).toContain('<html lang="en"');
    expect(await site.getText(path, { language: "ar" })).toContain('<html lang="ar"');
    expect(await site.getText(path, { as: new Visitor().set("theme", "dark") })).toContain('data-theme="dark"');
    expect(await site.getText(path)).not.toContain('data-theme="dark"');
    for (const encoding of ["br", "gzip"]) {
      const answer = await site.get(path, { headers: { "accept-encoding": encoding } });
      expect(answer.headers.get("content-encoding")).toBe(encoding);
    }
    expect((await site.get(path)).headers.get("content-encoding")).toBe(null);
  });
});

test("a page is kept for visitors without any cookie, and only for them", async () => {
  await rename("Old name");
  await someForm();
  expect(await site.getText("/store")).toContain("Old name");
  await rename("New name");
  expect(await site.getText("/store")).toContain("Old name");
  for (const cookie of [{ theme: "dark" }, { "preferred-language": "en" }, { other: "x" }]) {
    const [[name = "", value = ""] = []] = Object.entries(cookie);
    expect(await site.getText("/store", { as: new Visitor().set(name, value) })).toContain("New name");
  }
  expect(await site.getText("/store", { headers: { authorization: "Basic eDp5" } })).toContain("New name");
  expect(await site.getText("/store?page=1")).toContain("New name");
  expect(await site.getText("/store")).toContain("Old name");
});

test("after any form, everybody sees what is stored now", async () => {
  await noForm();
  await someForm();
  expect(await site.getText("/store")).toContain("Old name");
  await rename("New name");
  await someForm();
  expect(await site.getText("/store")).toContain("New name");
});

test.each(["/auth", "/cart", "/nowhere", "/dashboard", "/checkout", "/store.data", "/?lang=ar"])(
  "%s is not kept",
  async (path) => {
    const policies = [];
    for (let visit = 0; visit < 2; visit++) {
      const answer = await site.get(path);
      policies.push(answer.headers.get("content-security-policy"));
    }
    expect(policies.join()).not.toContain("sha256-");
  },
);
