// An owner would not be alerted by a real finder, or would be frightened by a search engine.
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { notifyFloods } from "#app/features/scans/recording/notify-floods.server.ts";
import { emailBudgets, scanRecords } from "#app/features/scans/scans.tables.server.ts";
import type { Tag } from "#app/features/tags/tags.server.ts";
import { createClaimedTag, createTestPet, createTestUser, signUpTestUser, type TestUser } from "#tests/make.ts";
import { notificationsOf, openTag, scansOf, textOf } from "./finder-page.ts";
import { openSite } from "./site.ts";
import { Visitor } from "./visitor.ts";

const site = await openSite();

let owner: TestUser;
let tag: Tag;
beforeEach(async () => {
  await createTestData(await createTestUser(site.ctx));
});

async function createTestData(user: TestUser): Promise<void> {
  owner = user;
  tag = await createClaimedTag(site.ctx, owner, await createTestPet(site.ctx, owner));
}

/** Signs the owner of this test in through the page. */
async function signedInOwner(email: string): Promise<Visitor> {
  await createTestData(await signUpTestUser(site.ctx, email));
  return site.signInAs(email);
}

const evidence = async () => (await scansOf(site, tag.id)).map((scan) => scan.evidence);
const alertedText = site.ctx.translator("en")("finderPage.finder.alerted");

const notPeople: [string, Record<string, string | null>, string][] = [
  [
    "WhatsApp's preview",
    { "user-agent": "WhatsApp/2.24.1 A", "sec-fetch-mode": null, "sec-fetch-dest": null },
    "preview",
  ],
  [
    "Facebook's preview",
    { "user-agent": "facebookexternalhit/1.1", "sec-fetch-mode": null, "sec-fetch-dest": null },
    "preview",
  ],
  [
    "a search engine",
    {
      "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
      "sec-fetch-mode": null,
    },
    "preview",
  ],
  ["a frame on another page", { "sec-fetch-dest": "iframe" }, "preview"],
  ["curl", { "user-agent": "curl/8.5.0", "sec-fetch-mode": null, "sec-fetch-dest": null }, "probe"],
  ["nobody who says who it is", { "user-agent": null, "sec-fetch-mode": null, "sec-fetch-dest": null }, "probe"],
  ["a script of a page", { "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" }, "probe"],
];

describe("no notification", () => {
  test.each(notPeople)(
    "for %s: the page opens and the scan is recorded with its evidence",
    async (_who, headers, expected) => {
      const { answer } = await openTag(site, tag.code, { headers });
      expect(answer.status).toBe(200);
      expect(await evidence()).toEqual([expected]);
      expect(await notificationsOf(site, owner.id)).toEqual([]);
    },
  );

  test("for HEAD", async () => {
    const answer = await site.get(`/tag/${tag.code}`, { method: "HEAD" });
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
    expect(await evidence()).toEqual(["preview"]);
    expect(await notificationsOf(site, owner.id)).toEqual([]);
  });

  test("for the owner's own session", async () => {
    const as = await signedInOwner("tries@example.com");
    await openTag(site, tag.code, { as });
    expect(await evidence()).toEqual(["owner"]);
    expect(await notificationsOf(site, owner.id)).toEqual([]);
  });

  test("for a browser without its usual headers until it uses the page", async () => {
    const page = await openTag(site, tag.code, {
      headers: { "sec-fetch-mode": null, "sec-fetch-dest": null, "sec-fetch-site": null },
    });
    expect(await evidence()).toEqual(["unconfirmed"]);
    expect(textOf(page.html)).not.toContain(alertedText);
    expect(await notificationsOf(site, owner.id)).toEqual([]);
    const form = { intent: "location", scan: page.token, place: "By the pharmacy" };
    expect((await site.post(`/tag/${tag.code}`, form)).status).toBe(303);
    expect(await evidence()).toEqual(["human"]);
    expect((await notificationsOf(site, owner.id)).map(({ kind }) => kind)).toEqual(["scan", "location"]);
    await site.post(`/tag/${tag.code}`, { ...form, place: "Now at the corner" });
    expect((await notificationsOf(site, owner.id)).map(({ kind }) => kind)).toEqual(["scan", "location", "location"]);
  });

  test("until it at least switches the language", async () => {
    const page = await openTag(site, tag.code, { headers: { "sec-fetch-mode": null, "sec-fetch-dest": null } });
    const button = /formAction="(\/tag\/[^"]*lang=ar[^"]*)"/.exec(page.html)![1]!.replaceAll("&amp;", "&");
    const as = new Visitor();
    const answer = await site.post(button, { intent: "have", scan: page.token }, { as });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, button]);
    await site.get(button, { as });
    await site.get(button, { as });
    const [first] = await scansOf(site, tag.id);
    expect(first?.evidence).toBe("human");
    expect((await notificationsOf(site, owner.id, "scan")).filter(({ topic }) => topic === first?.id)).toHaveLength(1);
  });
});

describe("one notification", () => {
  test("for a person, written together with the scan, with an e-mail to the owner", async () => {
    const page = await openTag(site, tag.code);
    expect(textOf(page.html)).toContain(alertedText);
    const [scan] = await scansOf(site, tag.id);
    const all = await notificationsOf(site, owner.id);
    expect(all.map(({ kind, topic, link }) => [kind, topic, link])).toEqual([
      ["scan", scan?.id, `/dashboard/scan-details/${scan?.id}`],
    ]);
    await site.runJobs();
    const emails = site.emails.filter(({ to, key }) => to === owner.email && key === all[0]?.id);
    expect(emails).toHaveLength(1);
    expect(emails[0]?.text).toContain(`${site.publicUrl}/dashboard/scan-details/${scan?.id}`);
  });

  test("for an old browser that sends no fetch metadata", async () => {
    const headers = {
      "user-agent":
        "Mozilla/5.0 (iPhone; CPU iPhone OS 14_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/14.0 Mobile/15E148 Safari/604.1",
      "sec-fetch-mode": null,
      "sec-fetch-dest": null,
    };
    await openTag(site, tag.code, { headers });
    expect(await evidence()).toEqual(["human"]);
  });

  test("per visit: reopening by its cookie or by the address of a kept tab within half an hour adds none", async () => {
    const as = new Visitor();
    const { html } = await openTag(site, tag.code, { as });
    await openTag(site, tag.code, { as });
    const visit = /data-visit="([0-9a-f-]{36})"/.exec(html)?.[1];
    expect(visit).toBe((await scansOf(site, tag.id))[0]?.visit);
    const again = await openTag(site, tag.code, {}, `?v=${visit}`);
    expect(textOf(again.html)).toContain(alertedText);
    expect(await evidence()).toEqual(["human", "reopened", "reopened"]);
    expect(await notificationsOf(site, owner.id)).toHaveLength(1);
  });

  test("more after half an hour, for another tag and for another finder", async () => {
    const as = new Visitor();
    await openTag(site, tag.code, { as });
    const second = await createClaimedTag(site.ctx, owner, tag.petId ?? undefined);
    await openTag(site, second.code, { as });
    expect(await notificationsOf(site, owner.id)).toHaveLength(2);
    await openTag(site, tag.code, { as: new Visitor() });
    expect(await notificationsOf(site, owner.id)).toHaveLength(3);
    await site.ctx.db
      .update(scanRecords)
      .set({ at: new Date(Date.now() - 31 * 60_000) })
      .where(eq(scanRecords.tagId, tag.id));
    await openTag(site, tag.code, { as });
    expect(await notificationsOf(site, owner.id)).toHaveLength(4);
  });

  test("although the browser prefetched the page or sent HEAD with the same cookies", async () => {
    const as = new Visitor();
    const ahead = await site.get(`/tag/${tag.code}`, { as, headers: { "sec-purpose": "prefetch" } });
    expect([ahead.status, await ahead.text()]).toEqual([503, ""]);
    await site.get(`/tag/${tag.code}`, { as, method: "HEAD" });
    await openTag(site, tag.code, { as });
    await openTag(site, tag.code, { as });
    expect(await evidence()).toEqual(["preview", "human", "reopened"]);
    expect(await notificationsOf(site, owner.id)).toHaveLength(1);
  });

  test("for the owner who opens the tag after logging out in the same browser", async () => {
    const as = await signedInOwner("leaves@example.com");
    await openTag(site, tag.code, { as });
    await site.post("/auth/sign-out", {}, { as });
    await openTag(site, tag.code, { as });
    expect(await evidence()).toEqual(["owner", "human"]);
    expect(await notificationsOf(site, owner.id)).toHaveLength(1);
  });

  test("each for twenty of forty simultaneous finders, and one e-mail about the rest", async () => {
    const emailsTo = (email: string) => site.emails.filter(({ to }) => to === email).length;
    await Promise.all(Array.from({ length: 40 }, (_, at) => openTag(site, tag.code, { from: `203.0.${at}.113` })));
    expect(await evidence()).toEqual(Array(40).fill("human"));
    const all = await notificationsOf(site, owner.id);
    expect(new Set(all.map(({ topic }) => topic)).size).toBe(20);
    await site.runJobs();
    expect(emailsTo(owner.email)).toBe(20);
    await site.ctx.db.update(emailBudgets).set({ beganAt: new Date(site.ctx.clock.now().getTime() - 16 * 60_000) });
    await notifyFloods(site.ctx);
    await site.runJobs();
    expect(emailsTo(owner.email)).toBe(21);
  });

  test("by e-mail for six of forty scans from one network; submitting the form sends one immediately", async () => {
    const pages = [];
    for (let at = 0; at < 40; at++) pages.push(await openTag(site, tag.code, { from: `203.0.113.${at}` }));
    await site.runJobs();
    const emails = () => site.emails.filter(({ to }) => to === owner.email).map(({ subject }) => subject);
    expect(emails()).toHaveLength(6);
    const form = {
      intent: "have",
      scan: pages.at(-1)!.token,
      name: "Karim",
      contact: "",
      note: "He is fine",
      place: "",
    };
    expect((await site.post(`/tag/${tag.code}`, form, { from: "203.0.113.39" })).status).toBe(303);
    await site.runJobs();
    expect(emails()).toHaveLength(7);
    expect(emails().at(-1)).toContain("Karim");
  });

  test.each(["not-a-uuid", "00000000-0000-0000-0000-000000000000", "' or 1=1 --", "x".repeat(5_000)])(
    "although the address contains the visit %j",
    async (visit) => {
      await openTag(site, tag.code, {}, `?v=${encodeURIComponent(visit)}`);
      expect(await evidence()).toEqual(["human"]);
      expect(await notificationsOf(site, owner.id)).toHaveLength(1);
    },
  );
});

describe("data recorded about a visitor", () => {
  test("contains the address of the socket, not the one in a header, and the owner sees it masked", async () => {
    const as = await signedInOwner("reads@example.com");
    const headers = {
      "x-forwarded-for": "192.0.2.99",
      "x-real-ip": "192.0.2.99",
      forwarded: "for=192.0.2.99",
      "cf-connecting-ip": "192.0.2.99",
    };
    await openTag(site, tag.code, { from: "203.0.113.42", headers });
    const [scan] = await scansOf(site, tag.id);
    expect(scan?.ip).toBe("203.0.113.42");
    const page = await site.get(`/dashboard/scan-details/${scan?.id}`, { as });
    const html = await page.text();
    expect([html.includes("203.0.113.42"), html.includes("203.0.113.•••")]).toEqual([false, true]);
  });

  test("contains the last address that is not a proxy's when behind a trusted proxy", async () => {
    const proxied = await openSite({ TRUSTED_PROXIES: "127.0.0.0/8,10.0.0.0/8" });
    const proxiedOwner = await createTestUser(proxied.ctx);
    const { code, id } = await createClaimedTag(
      proxied.ctx,
      proxiedOwner,
      await createTestPet(proxied.ctx, proxiedOwner),
    );
    for (const from of ["127.0.0.1", "203.0.113.50"])
      await openTag(proxied, code, { from, headers: { "x-forwarded-for": "192.0.2.1, 198.51.100.7, 10.1.2.3" } });
    expect((await scansOf(proxied, id)).map(({ ip }) => ip)).toEqual(["198.51.100.7", "203.0.113.50"]);
  });

  test("truncates an oversized user agent instead of rejecting it", async () => {
    for (const agent of [
      "x".repeat(20_000),
      `Mozilla/5.0 (${"(".repeat(2_000)}`,
      "Mozilla/5.0 <script>alert(1)</script>",
      "\u00ff\u00fe",
    ]) {
      const { answer } = await openTag(site, tag.code, { headers: { "user-agent": agent } });
      expect(answer.status).toBe(200);
    }
    for (const scan of await scansOf(site, tag.id))
      expect(`${scan.browser}${scan.os}${scan.device}`.length).toBeLessThan(200);
  });
});
