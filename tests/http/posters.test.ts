// A family would read wrong numbers of people who looked at their poster, or readers would be tracked.
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { hideReport } from "#app/features/lost-found/moderation/report-moderation.server.ts";
import { runReportExpiry } from "#app/features/lost-found/own/expiry-jobs.server.ts";
import { createPoster, listPosters } from "#app/features/lost-found/posters/posters.server.ts";
import { createReport, deleteReport } from "#app/features/lost-found/publish-reports.server.ts";
import { resolveReport } from "#app/features/lost-found/report-states.server.ts";
import { posterVisits, reportPosters } from "#app/features/lost-found/reports.tables.server.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { Clock } from "#app/platform/app-context.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestAdmin, createTestPet, createTestUser, signUpTestUser } from "#tests/make.ts";
import { textOf } from "./finder-page.ts";
import { openSite } from "./site.ts";
import { Visitor } from "./visitor.ts";

const site = await openSite();
const owner = await signUpTestUser(site.ctx, "mona@example.com");
let reports = 0;

/** Creates a report with one poster. By default of a new user, since an account may create ten reports a day. */
async function createPosterOfReport({
  place = null,
  by,
  petName = `Mishmish ${++reports}`,
}: {
  place?: string | null;
  by?: Actor;
  petName?: string;
} = {}) {
  const reporter = by ?? (await createTestUser(site.ctx));
  const form = {
    kind: "lost",
    type: "cat",
    petName,
    seenAt: new Date("2026-11-20T15:00:00Z"),
    area: "Zamalek",
  } as const;
  const reportId = await createReport(site.ctx, reporter, form, { address: `198.51.${reports}.1`, language: "en" });
  await createPoster(site.ctx, reporter, reportId, { place });
  const [poster] = await listPosters(site.ctx, reporter, reportId);
  const scans = async () => (await listPosters(site.ctx, reporter, reportId)).map((one) => one.scans);
  return { reportId, reporter, scans, code: poster!.code, id: poster!.id };
}

describe("short address of a poster", () => {
  test("leads to the report, counts a person once and stores nothing in the browser", async () => {
    const { reportId, scans, code } = await createPosterOfReport();
    const visitor = new Visitor();
    const answer = await site.get(`/p/${code.toLowerCase()}`, { as: visitor, from: "203.0.113.20" });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe(`/community-reports/${reportId}?poster`);
    expect(answer.headers.getSetCookie().join()).not.toMatch(/poster|visit/);
    for (const path of [`/p/${code}`, `/P/${code}`, `/p/${code}`]) await site.get(path, { from: "203.0.113.20" });
    expect(await scans()).toEqual([1]);
    const page = await site.getText(`/community-reports/${reportId}?poster`);
    expect(page).toContain("Thank you for stopping at the poster.");
  });

  test("counts other people, and the same person again after half an hour", async () => {
    const { scans, code } = await createPosterOfReport();
    await site.get(`/p/${code}`, { from: "203.0.113.30" });
    await site.get(`/p/${code}`, { from: "203.0.113.31" });
    expect(await scans()).toEqual([2]);
    site.later(31 * 60_000);
    await site.get(`/p/${code}`, { from: "203.0.113.30" });
    expect(await scans()).toEqual([3]);
    site.later(-31 * 60_000);
  });

  test("counts twenty simultaneous visits of one person once", async () => {
    const { scans, code } = await createPosterOfReport();
    await Promise.all(Array.from({ length: 20 }, () => site.get(`/p/${code}`, { from: "203.0.113.40" })));
    expect(await scans()).toEqual([1]);
  });

  test.each<[string, { headers?: Record<string, string | null>; method?: string }]>([
    ["a link preview", { headers: { "user-agent": "WhatsApp/2.23.20.0" } }],
    [
      "a crawler",
      { headers: { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" } },
    ],
    ["a script", { headers: { "user-agent": "curl/8.4.0" } }],
    ["nobody at all", { headers: { "user-agent": null } }],
    ["a HEAD request", { method: "HEAD" }],
    ["a frame", { headers: { "sec-fetch-dest": "image" } }],
  ])("does not count %s", async (_, options) => {
    const { scans, code } = await createPosterOfReport();
    const answer = await site.get(`/p/${code}`, options);
    expect(answer.status).toBe(302);
    expect(await scans()).toEqual([0]);
  });

  test("does not count the owner, who is still redirected to the report", async () => {
    const { scans, code } = await createPosterOfReport({ by: owner });
    const visitor = await site.signInAs("mona@example.com");
    expect((await site.get(`/p/${code}`, { as: visitor })).status).toBe(302);
    expect(await scans()).toEqual([0]);
  });

  test("is counted per poster, and visitors are forgotten after a day", async () => {
    const { reportId, reporter, scans, code } = await createPosterOfReport({ place: "Vet on Tahrir St" });
    await createPoster(site.ctx, reporter, reportId, { place: "Bakery" });
    await site.get(`/p/${code}`, { from: "203.0.113.50" });
    const posters = await listPosters(site.ctx, reporter, reportId);
    expect(posters.map(({ place, scans }) => [place, scans])).toEqual([
      ["Bakery", 0],
      ["Vet on Tahrir St", 1],
    ]);
    const tomorrow = { ...site.ctx, clock: new Clock(() => new Date(Date.now() + 25 * 3_600_000)) };
    await runReportExpiry(tomorrow);
    const { rows } = await site.ctx.pool.query("select 1 from poster_visits");
    expect(rows).toEqual([]);
    expect(await scans()).toEqual([0, 1]);
  });

  test("responds with 404 to unknown codes, and with 429 after many", async () => {
    for (const code of ["ZZZZZZ", "%00", "'; drop table", "<script>", "🐈", "x".repeat(500)])
      expect((await site.get(`/p/${encodeURIComponent(code)}`, { from: "192.0.2.77" })).status).toBe(404);
    for (let tried = 0; tried < 30; tried++) await site.get("/p/ZZZZZZ", { from: "192.0.2.77" });
    expect((await site.get("/p/ZZZZZZ", { from: "192.0.2.77" })).status).toBe(429);
  });

  test.each(["en", "ar"] as const)(
    "says that the report was deleted, and keeps nothing but the code (%s)",
    async (language) => {
      const { reportId, reporter, code } = await createPosterOfReport({ place: "Bakery" });
      await site.get(`/p/${code}`, { from: "203.0.113.60" });
      await deleteReport(site.ctx, reporter, reportId);
      const answer = await site.get(`/p/${code}`, { language });
      expect(answer.status).toBe(410);
      expect(textOf(await answer.text())).toContain(site.ctx.translator(language)("errorPage.gone.poster"));
      const [row] = await site.ctx.db.select().from(reportPosters).where(eq(reportPosters.code, code));
      expect(row).toMatchObject({ reportId: null, place: null, idempotencyKey: null, scans: 0, lastScanAt: null });
      expect(await site.ctx.db.$count(posterVisits, eq(posterVisits.posterId, row!.id))).toBe(0);
    },
  );

  test("leads to a report that has been closed", async () => {
    const { reportId, reporter, code } = await createPosterOfReport();
    await resolveReport(site.ctx, reporter, reportId, { resolution: "nearby" });
    const answer = await site.get(`/p/${code}`);
    expect((await site.get(answer.headers.get("location")!)).status).toBe(200);
  });

  test("does not reveal a report that administrators have hidden", async () => {
    const { reportId, code } = await createPosterOfReport();
    await hideReport(site.ctx, await createTestAdmin(site.ctx), reportId, "Not a real animal");
    const answer = await site.get(`/p/${code}`);
    const page = await site.get(answer.headers.get("location")!);
    expect(page.status).toBe(404);
    expect(await page.text()).not.toContain(`Mishmish ${reports}`);
  });
});

describe("posters page", () => {
  test("adds one poster for a form submitted several times, and keeps input that is too long", async () => {
    const { reportId } = await createPosterOfReport({ by: owner });
    const visitor = await site.signInAs("mona@example.com");
    const page = `/dashboard/lost-found/${reportId}/posters`;
    const key = createId();
    const sent = await Promise.all([1, 2, 3].map(() => site.post(page, { place: "‮<b>Vet</b>", key }, { as: visitor })));
    expect(sent.map(({ status }) => status)).toEqual([303, 303, 303]);
    const [newest, ...others] = await listPosters(site.ctx, owner, reportId);
    expect(others).toHaveLength(1);
    expect(newest?.place).toBe("<b>Vet</b>");
    expect(newest?.id).not.toBe(key);
    const elsewhere = await createPosterOfReport({ by: owner });
    await createPoster(site.ctx, owner, elsewhere.reportId, { place: "Bakery", key });
    expect(await listPosters(site.ctx, owner, elsewhere.reportId)).toHaveLength(2);
    const refused = await site.post(page, { place: "long ".repeat(40) }, { as: visitor });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("long long long");
    const html = await site.getText(page, { as: visitor });
    expect(html).toContain("&lt;b&gt;Vet&lt;/b&gt;");
  });

  test("names the characters that posters, the shared picture and the pet card cannot show, before one is made", async () => {
    const visitor = await site.signInAs("mona@example.com");
    const petId = await createTestPet(site.ctx, owner);
    for (const [petName, signs] of [
      ["小白 Zoë", "小 白"],
      ["ڤيڤي 🐶", null],
    ] as const) {
      const { reportId } = await createPosterOfReport({ by: owner, petName });
      await site.ctx.db.update(pets).set({ name: petName }).where(eq(pets.id, petId));
      const report = `/dashboard/lost-found/${reportId}`;
      for (const page of [`${report}/posters`, report, `/dashboard/pets/${petId}`]) {
        const html = textOf(await site.getText(page, { as: visitor }));
        const says = site.ctx
          .translator("en")("pets.unprintable", { signs: signs ?? "" })
          .slice(0, 20);
        expect(html.includes(says), page).toBe(signs !== null);
        if (signs) expect(html).toContain(signs);
      }
    }
  });

  test("prints posters for their owner with any parameters", async () => {
    const { reportId, id } = await createPosterOfReport({ by: owner });
    const visitor = await site.signInAs("mona@example.com");
    for (const query of ["", "?size=A5&in=both&phone=on", "?size=A0&in=xx&phone=%00"]) {
      const file = await site.get(`/dashboard/lost-found/${reportId}/posters/${id}.pdf${query}`, { as: visitor });
      expect(file.headers.get("content-type")).toBe("application/pdf");
      expect(new TextDecoder().decode((await file.arrayBuffer()).slice(0, 5))).toBe("%PDF-");
    }
    const elsewhere = await createPosterOfReport({ by: owner });
    const mixed = await site.get(`/dashboard/lost-found/${elsewhere.reportId}/posters/${id}.pdf`, { as: visitor });
    expect(mixed.status).toBe(404);
  });
});
