// A visitor would be served a page that was made for somebody else.
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { Clock } from "#app/platform/app-context.server.ts";
import { isPublicPage } from "#app/platform/ui/page/page-handle.ts";
import { createTestProduct, createTestReport, signUpTestUser } from "#tests/make.ts";
import { app, openSite, type RequestOptions } from "./site.ts";
import { Visitor } from "./visitor.ts";

const site = await openSite({ CDN_SECONDS: "30" });
const now = new Date();
Object.assign(site.served, { clock: new Clock(() => now) });

const owner = await signUpTestUser(site.ctx, "owner@example.com");
const reportId = await createTestReport(site.ctx, owner, { petName: "Rocky", description: "Small and brown." });
const id = await createTestProduct(site.ctx);
const soldOut = await createTestProduct(site.ctx, { stock: 0 });
const paths = Object.values(app.routes)
  .filter((route) => isPublicPage(route?.module.handle))
  .map((route) => `/${route?.path ?? ""}`.replace(":reportId", reportId).replace(":id", id));

const language = (value: string) => new Visitor().set("preferred-language", value);
const keptFor = (answer: Response) => [answer.headers.get("cdn-cache-control"), answer.headers.get("x-accel-expires")];
const kept = ["max-age=30, stale-if-error=600", "30"];

test("public pages are those that search engines may index", () => {
  expect(paths.sort()).toEqual(
    [
      ...["/", "/about", "/features", "/learn-more", "/get-started", "/privacy", "/terms", "/contact", "/t"],
      ...["/store", `/store/product/${id}`, "/community-reports", `/community-reports/${reportId}`],
    ].sort(),
  );
});

describe.each([...paths, "/store?q=tag", `/store/product/${soldOut}`, "/community-reports?view=map"])("%s", (path) => {
  test.each(["en", "ar"])("may be cached for all readers in %s: its bytes are the same for all", async (lang) => {
    const first = await site.get(path, { language: lang });
    const second = await site.get(path, {
      as: language(lang),
      language: "fr",
      from: "198.51.100.23",
      headers: {
        "user-agent": "Googlebot/2.1",
        referer: "https://example.com/",
        "x-forwarded-host": "evil.example",
        "x-original-url": "/dashboard",
        "x-react-router-spa-mode": "yes",
        "x-react-router-prerender-data": "[]",
      },
    });
    for (const answer of [first, second]) {
      expect([answer.status, ...keptFor(answer)]).toEqual([200, ...kept]);
      expect(answer.headers.get("content-language")).toBe(lang);
      expect(answer.headers.get("vary")).toBe("Accept-Language, Cookie, Accept-Encoding");
      // Caches that are not configured for this must not store the page.
      expect(answer.headers.get("cache-control")).toBe("private, no-store");
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    const html = await first.text();
    expect(await second.text()).toBe(html);
    expect(html).toContain(`<html lang="${lang}"`);
  });

  test("allows its scripts by hash and contains no nonce that others could learn", async () => {
    const answer = await site.get(path);
    const policy = answer.headers.get("content-security-policy")!;
    const html = await answer.text();
    expect(`${policy} ${html}`).not.toContain("nonce");
    const inline = [
      ...html.matchAll(/<script\b(?![^>]* src=)(?! type="application\/ld\+json")[^>]*>(.*?)<\/script>/gs),
    ];
    expect(inline.length).toBeGreaterThan(1);
    const hashes = inline.map(([, source = ""]) => `'sha256-${createHash("sha256").update(source).digest("base64")}'`);
    expect(/script-src ([^;]*)/.exec(policy)?.[1]?.split(" ").sort()).toEqual(["'self'", ...new Set(hashes)].sort());
  });
});

const signedIn = await site.signInAs("owner@example.com");
const toast = encodeURIComponent(JSON.stringify({ type: "success", code: "accounts.loggedOut" }));
test.each<[string, string, RequestOptions]>([
  ["a page of somebody signed in", "/", { as: signedIn }],
  ["a page in a chosen look", "/", { as: new Visitor().set("theme", "dark") }],
  ["a page with a message", "/about", { as: language("en").set("toast", toast) }],
  ["a page with a cookie of somebody else", "/", { as: new Visitor().set("_ga", "1") }],
  ["a page whose link chooses a language", "/?lang=ar", {}],
  ["that page asked for by a script", "/?lang=ar", { headers: { "sec-fetch-mode": "cors", accept: "*/*" } }],
  ["a page's head alone", "/", { method: "HEAD" }],
  ["a page's data", "/about.data", {}],
  ["a page that does not exist", "/nowhere", {}],
  ["a report that does not exist", "/community-reports/00000000-0000-4000-8000-000000000000", {}],
  ["a way on", "/t?code=ABCD", {}],
  ["a guard's refusal", "/dashboard", {}],
  ["a page to sign in", "/auth", {}],
  ["the cart", "/cart", {}],
  ["a form", "/community-reports/new", {}],
])("%s is not cacheable", async (_what, path, options) => {
  const answer = await site.get(path, options);
  await answer.arrayBuffer();
  expect([...keptFor(answer), answer.headers.get("cache-control")]).toEqual([null, null, "private, no-store"]);
});

test("a rejected form on a public page is not cacheable", async () => {
  const answer = await site.post("/contact", { name: "Mona" });
  expect([answer.status, ...keptFor(answer)]).toEqual([400, null, null]);
  expect(await answer.text()).toContain("Mona");
});
