// A finder who holds the phone to a tag would wait through redirects, or leave the tap's secret in the address.
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { createClaimedTag, createTestPet, createTestUser } from "#tests/make.ts";
import { tapOf, tapSettings } from "#tests/taps.ts";
import { scansOf } from "./finder-page.ts";
import { openSite } from "./site.ts";
import { Visitor } from "./visitor.ts";

const site = await openSite({ ...tapSettings, LOG_LEVEL: "debug" });
const { ctx } = site;

const owner = await createTestUser(ctx);
const tag = await createClaimedTag(ctx, owner, await createTestPet(ctx, owner));
const uid = "04A1B2C3D4E5F6";
await ctx.db.update(tags).set({ uid }).where(eq(tags.id, tag.id));

test("a phone at the chip reaches the page with one redirect, its tap is verified, and no secret remains in the page or log", async () => {
  const finder = new Visitor();
  const query = tapOf(uid, 3);
  const first = await site.get(`/n/${tag.codeKey.toLowerCase()}?${query}`, { as: finder });
  expect(first.status).toBe(302);
  const page = first.headers.get("location")!;
  const opened = await site.get(page, { as: finder });
  const html = await opened.text();
  expect(opened.status).toBe(200);
  expect(opened.headers.get("referrer-policy")).toBe("strict-origin");
  expect(opened.headers.get("cache-control")).toContain("no-store");
  expect(html).toContain("history.replaceState");
  const again = await site.get(page, { as: finder });
  expect(again.status).toBe(200);
  const elsewhere = await site.get(page, { as: new Visitor() });
  expect(elsewhere.status).toBe(200);

  const scans = await scansOf(site, tag.id);
  expect(scans.map(({ evidence, medium }) => [evidence, medium])).toEqual([
    ["verified-tap", "nfc"],
    ["reopened", "nfc"],
    ["human", "nfc"],
  ]);
  expect(scans[2]!.reasons).toContain("oldTap");
  const written = query.split(/[=&]/).filter((part) => /^[0-9A-F]{16,}$/.test(part));
  expect(written).toHaveLength(2);
  for (const secret of written) {
    expect(html).not.toContain(secret);
    expect(site.logged.join("")).not.toContain(secret);
  }
});
