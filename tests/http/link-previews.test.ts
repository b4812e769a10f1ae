// A report shared in a chat would show no picture, or a private page would turn up in a search engine.
import { describe, expect, test } from "vitest";
import { hideReport } from "#app/features/lost-found/moderation/report-moderation.server.ts";
import { createTestAdmin, createTestProduct, createTestReport, signUpTestUser } from "#tests/make.ts";
import { openSite } from "./site.ts";

const site = await openSite({ PUBLIC_URL: "https://aleef.example" });

const hostile = `</script><script>alert("1")</script><b title='x'>`;
const owner = await signUpTestUser(site.ctx, "owner@example.com");
const report = (petName: string) =>
  createTestReport(site.ctx, owner, { petName, area: "Zamalek", description: hostile, language: "ar" });
const shown = await report("روكي");
const hidden = await report("Simba");
await hideReport(site.ctx, await createTestAdmin(site.ctx), hidden, "Not a real animal");
const product = await createTestProduct(site.ctx, { nameEn: hostile, salePriceCents: 990, stock: 0 });

async function headOf(path: string, language = "en") {
  const html = await site.getText(path, { language });
  const attribute = (pattern: RegExp) => pattern.exec(html)?.[1];
  return {
    html,
    canonical: attribute(/<link rel="canonical" href="([^"]*)"/),
    others: [...html.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/gi)].map(([, one, to]) => [
      one,
      to,
    ]),
    t: (name: string) => attribute(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`)),
    things: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json = ""]) =>
      JSON.parse(json),
    ),
  };
}

describe("metadata for search engines and chats", () => {
  test.each(["/", "/about", "/features", "/learn-more", "/get-started", "/store", "/community-reports", "/privacy"])(
    "%s has a description and a picture in each language",
    async (path) => {
      const url = `https://aleef.example${path}`;
      const [en, ar] = [await headOf(path), await headOf(`${path}?lang=ar`)];
      expect(en.canonical).toBe(url);
      expect(ar.canonical).toBe(`${url}?lang=ar`);
      expect(en.others).toEqual([
        ["en", `${url}?lang=en`],
        ["ar", `${url}?lang=ar`],
        ["x-default", url],
      ]);
      expect(en.t("description")?.length).toBeGreaterThan(40);
      expect(ar.t("description")).toMatch(/^[\u0600-\u06ff]/);
      expect(ar.t("og:locale")).toBe("ar_EG");
      expect(en.t("og:image")).toBe("https://aleef.example/og/en.png");
      expect(ar.t("og:image")).toBe("https://aleef.example/og/ar.png");
      expect(en.t("robots")).toBeUndefined();
    },
  );

  test.each(["/auth", "/auth/forgot", "/cart", "/community-reports/new"])("%s is excluded", async (path) => {
    const { canonical, t } = await headOf(path);
    expect(t("robots")).toBe("noindex");
    expect(canonical).toBeUndefined();
  });

  test("a report is described in its own language, and its text is escaped", async () => {
    const { t, html } = await headOf(`/community-reports/${shown}`);
    expect(t("og:title")).toBe("نبحث عن روكي");
    expect(t("og:locale")).toBe("ar_EG");
    expect(t("og:image")).toBe(`https://aleef.example/community-reports/${shown}/og.png`);
    expect(t("og:description")).toContain("الزمالك\u00a0· &lt;/script&gt;");
    expect(html).not.toContain("<script>alert");
    expect(html).toContain("<title>روكي is missing · Aleef</title>");
  });

  test("a product has its price, stock and breadcrumb", async () => {
    const { things, html } = await headOf(`/store/product/${product}`);
    const [thing, path] = things;
    expect(thing).toMatchObject({
      "@type": "Product",
      name: hostile,
      offers: { price: "9.90", priceCurrency: "USD", availability: "https://schema.org/OutOfStock" },
    });
    expect(thing.aggregateRating).toBeUndefined();
    expect(path.itemListElement.map(({ position }: { position: number }) => position)).toEqual([1, 2, 3]);
    expect(html).not.toContain("<script>alert");
  });

  test("sitemaps list only public pages", async () => {
    const map = (part: string) => site.getText(`/sitemap/${part}.xml`);
    const reports = await map("reports");
    expect(reports).toContain(`<loc>https://aleef.example/community-reports/${shown}</loc>`);
    expect(reports).not.toContain(hidden);
    expect(await map("products")).toContain(`?lang=ar"/></url>`);
    for (const [, path = ""] of (await map("pages")).matchAll(/<loc>https:\/\/aleef\.example([^<]*)/g))
      expect([path, (await site.get(path)).status]).toEqual([path, 200]);
    expect((await site.get("/sitemap/users.xml")).status).toBe(404);
    const robots = await site.getText("/robots.txt");
    expect(robots).toContain("Disallow: /tag/\n");
    expect(robots).toContain("Sitemap: https://aleef.example/sitemap.xml\n");
  });

  test.each(["en", "ar"])("the site's picture in %s is 1200 × 630", async (language) => {
    const answer = await site.get(`/og/${language}.png`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    expect((await site.get("/og/fr.png")).status).toBe(404);
  });
});
