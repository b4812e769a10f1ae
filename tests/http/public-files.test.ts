// If these fail, caches show one visitor's language or a hidden report to others, or nobody learns where to report a hole.
import { expect, test } from "vitest";
import { hideReport } from "#app/features/lost-found/moderation/report-moderation.server.ts";
import { createReport } from "#app/features/lost-found/publish-reports.server.ts";
import { darkPaper, light } from "#app/platform/ui/styles/tokens.ts";
import { createTestAdmin, signUpTestUser } from "#tests/make.ts";
import { openSite } from "./site.ts";

const site = await openSite({ PUBLIC_URL: "https://aleef.example" });

test("the manifest has an address for each language; without it, caches keep the languages apart", async () => {
  const html = await site.getText("/", { language: "ar" });
  expect(html).toContain("/manifest.webmanifest?lang=ar");
  for (const language of ["en", "ar"] as const) {
    const answer = await site.get("/manifest.webmanifest", { language });
    expect(await answer.json()).toMatchObject({ lang: language });
    const vary = (answer.headers.get("vary") ?? "").toLowerCase().split(/,\s*/);
    expect(vary).toEqual(expect.arrayContaining(["accept-language", "cookie"]));
    expect(await (await site.get(`/manifest.webmanifest?lang=${language}`)).json()).toMatchObject({ lang: language });
  }
});

test("an app starts on the ground of the chosen theme", async () => {
  for (const [theme, ground] of [
    ["light", light.paper],
    ["dark", darkPaper],
  ] as const) {
    const html = await site.getText("/?lang=en", { headers: { cookie: `theme=${theme}` } });
    const [, address = ""] = /<link rel="manifest" href="([^"]*)"/.exec(html) ?? [];
    const manifest = await (await site.get(address.replaceAll("&amp;", "&"))).json();
    expect(manifest).toMatchObject({ background_color: ground, theme_color: ground });
  }
});

test("security.txt says where to report a problem, and until when it is valid (RFC 9116)", async () => {
  const answer = await site.get("/.well-known/security.txt");
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  const fields = (await answer.text())
    .trim()
    .split("\n")
    .map((line) => line.split(": ") as [string, string]);
  const { Contact, Expires, Canonical } = Object.fromEntries(fields);
  expect(Contact).toBe("https://aleef.example/contact");
  expect(Canonical).toBe("https://aleef.example/.well-known/security.txt");
  const days = (Date.parse(Expires ?? "") - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(90);
  expect(days).toBeLessThan(365);
});

test("a hidden report's picture is gone, and no cache keeps it for more than a minute", async () => {
  const owner = await signUpTestUser(site.ctx, "owner@example.com");
  const seen = {
    kind: "lost",
    type: "dog",
    petName: "Rocky",
    seenAt: new Date(),
    area: "Zamalek",
    description: "x",
  } as const;
  const id = await createReport(site.ctx, owner, seen, { address: "203.0.113.9", language: "en" });
  const picture = `/community-reports/${id}/og.png`;
  const answer = await site.get(picture);
  expect(answer.status).toBe(200);
  expect(Number(/max-age=(\d+)/.exec(answer.headers.get("cache-control") ?? "")?.[1])).toBeLessThanOrEqual(60);
  await hideReport(site.ctx, await createTestAdmin(site.ctx), id, "Not a real animal");
  expect((await site.get(picture)).status).toBe(404);
});
