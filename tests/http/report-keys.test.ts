// A stranger could change or delete a family's report, or read the messages below it.
import { readdirSync } from "node:fs";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { messages } from "#app/features/conversations/conversations.tables.server.ts";
import { createReportConversation } from "#app/features/lost-found/conversations/report-conversations.server.ts";
import { createPoster, listPosters } from "#app/features/lost-found/posters/posters.server.ts";
import { createGuestReport, createReport, deleteReport } from "#app/features/lost-found/publish-reports.server.ts";
import { createManageKey, readWriterKey } from "#app/features/lost-found/report-emails.server.ts";
import { confirmReport, resolveReport } from "#app/features/lost-found/report-states.server.ts";
import type { ReportForm } from "#app/features/lost-found/reports.forms.server.ts";
import { getOwnReport } from "#app/features/lost-found/reports.server.ts";
import { lostFoundPosts as posts } from "#app/features/lost-found/reports.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestPet, password, signUpTestUser } from "#tests/make.ts";
import { plainJpeg } from "#tests/plain-picture.ts";
import { textOf } from "./finder-page.ts";
import { openSite } from "./site.ts";
import type { Visitor } from "./visitor.ts";

const site = await openSite();
const { ctx } = site;

const jpeg = await plainJpeg(64, 48, "#a63");
const photo = () => new File([jpeg as BlobPart], "a.jpg", { type: "image/jpeg" });
let made = 0;
const from = () => ({ address: `198.18.${++made}.7`, language: "en" }) as const;
const form = (more: Partial<ReportForm> = {}): ReportForm => ({
  kind: "lost",
  type: "cat",
  petName: `Mishmish ${made}`,
  colors: ["orange"],
  seenAt: new Date(Date.now() - 24 * 3_600_000),
  area: "Zamalek",
  latitude: 30.06,
  longitude: 31.22,
  ...more,
});

interface Reported {
  id: string;
  /** The reporter's own page of the report. */
  page: string;
  conversationId: string;
  conversationKey: string;
  posterId: string;
}

async function withConversation(
  id: string,
  holder: { id: string } | { guestOf: string },
  page: string,
): Promise<Reported> {
  const conversationKey = await createReportConversation(
    ctx,
    id,
    { body: "canary-written", name: "Karim" },
    { ...from(), actor: null },
  );
  await createPoster(ctx, holder, id, { place: null });
  const [poster] = await listPosters(ctx, holder, id);
  return { id, page, conversationId: readWriterKey(ctx, conversationKey)!, conversationKey, posterId: poster!.id };
}

async function createTestReport(by: Actor, more: Partial<ReportForm> = {}): Promise<Reported> {
  const id = await createReport(ctx, by, form({ photos: [photo()], ...more }), from());
  return withConversation(id, by, `/dashboard/lost-found/${id}`);
}

async function createTestGuestReport(more: Partial<ReportForm> = {}): Promise<Reported> {
  const guestEmail = `guest${++made}@aleef.test`;
  const id = await createGuestReport(ctx, { ...form({ kind: "found", ...more }), guestEmail }, from());
  await confirmReport(ctx, { guestOf: id });
  return withConversation(id, { guestOf: id }, `/community-reports/manage/${createManageKey(ctx, id)}`);
}

/** Returns hashes of all reports, their conversations and pets. */
async function hashAll(): Promise<string> {
  const names = [
    "lost_found_posts",
    "report_conversations",
    "report_matches",
    "report_posters",
    "conversations",
    "messages",
    "pets",
  ];
  const rows = await Promise.all(
    names.map((name) =>
      ctx.db.execute(sql`select md5(string_agg(t::text, '|' order by t::text)) as h from ${sql.identifier(name)} t`),
    ),
  );
  return JSON.stringify(rows.map((one) => one.rows));
}

/** Returns the form of each action of a reporter. `other` is the id of someone else's report. */
const actionForms = (other: string): Record<string, string>[] => [
  { intent: "resolve", resolution: "report", thanks: "x" },
  { intent: "renew" },
  { intent: "dismiss", other },
  { intent: "restoreMatch", other },
  { intent: "merge", other },
  { intent: "tick", step: "search", isDone: "on" },
  { intent: "remove" },
];

const [mona, omar] = [await signUpTestUser(ctx, "mona@example.com"), await signUpTestUser(ctx, "omar@example.com")];
const [asMona, asOmar] = [await site.signInAs("mona@example.com"), await site.signInAs("omar@example.com")];
const [monas, omars] = [await createTestReport(mona), await createTestReport(omar)];

/** Submits a form as a document and as data request, and expects a rejection without any change. */
async function expectRejected(to: string, fields: Record<string, string>, as: Visitor | undefined, statuses: number[]) {
  const before = await hashAll();
  for (const one of [to, `${to}.data`]) {
    const answer = await site.post(one, fields, { as });
    await answer.arrayBuffer();
    expect({ to: one, fields, isRefused: statuses.includes(answer.status), status: answer.status }).toMatchObject({
      isRefused: true,
    });
  }
  expect(await hashAll()).toBe(before);
}

describe("someone else's report", () => {
  test("cannot be changed by any form, with its id in the path or in a field", async () => {
    for (const fields of actionForms(omars.id)) await expectRejected(monas.page, fields, asOmar, [404]);
    for (const fields of actionForms(monas.id).filter(({ other }) => other))
      await expectRejected(omars.page, fields, asOmar, [404, 409]);
    for (const id of [monas.id.toUpperCase(), `${monas.id}%20`, "..", "%00", "0"])
      await expectRejected(`/dashboard/lost-found/${id}`, { intent: "remove" }, asOmar, [400, 404, 405]);
  });

  test("cannot be created for someone else's pet, nor lose its photos through others' forms", async () => {
    const fields = { kind: "lost", type: "cat", petName: "X", seenAt: "2026-01-01T10:00", area: "Giza" };
    const petId = await createTestPet(ctx, mona);
    await expectRejected("/dashboard/lost-found/new", { ...fields, petId }, asOmar, [404]);
    const [photoId] = (await getOwnReport(ctx, mona, monas.id)).photos;
    const { version } = await getOwnReport(ctx, omar, omars.id);
    const change = { ...fields, version: String(version), removePhotos: photoId! };
    expect((await site.post(`${omars.page}/edit`, change, { as: asOmar })).status).toBe(303);
    expect((await getOwnReport(ctx, mona, monas.id)).photos).toEqual([photoId]);
    expect((await site.get(`/photos/${photoId}/640.webp`)).status).toBe(200);
  });

  test("does not expose its conversations and posters on pages of another report", async () => {
    const guests = await createTestGuestReport();
    for (const [page, as] of [
      [omars.page, asOmar],
      [guests.page, undefined],
    ] as const)
      for (const foreign of [monas, page === omars.page ? guests : omars]) {
        for (const to of [
          `${page}/conversations/${foreign.conversationId}`,
          `${page}/posters/${foreign.posterId}.pdf`,
        ]) {
          const answer = await site.get(to, { as });
          expect([to, answer.status, (await answer.text()).includes("canary-written")]).toEqual([to, 404, false]);
        }
        await expectRejected(
          `${page}/conversations/${foreign.conversationId}`,
          { intent: "reply", body: "x" },
          as,
          [404],
        );
        await expectRejected(`${page}/conversations/${foreign.conversationId}`, { intent: "share" }, as, [404]);
      }
  });
});

describe("key of a guest", () => {
  const pages = ["", "/edit", "/posters"];
  async function opensNothing(key: string, status = 404) {
    for (const page of pages)
      expect([key, page, (await site.get(`/community-reports/manage/${key}${page}`)).status]).toEqual([
        key,
        page,
        status,
      ]);
    for (const fields of actionForms(monas.id))
      await expectRejected(`/community-reports/manage/${key}`, fields, undefined, [status]);
  }

  test("opens its own report, and none if forged, truncated, extended, mixed or made for another purpose", async () => {
    const [one, two] = [await createTestGuestReport(), await createTestGuestReport()];
    const [key, other] = [one.page, two.page].map((page) => page.split("/").at(-1)!);
    for (const page of pages) expect((await site.get(one.page + page)).status).toBe(200);
    const bare = Buffer.from(one.id.replaceAll("-", ""), "hex");
    const forged = [
      Buffer.concat([bare, Buffer.alloc(16)]).toString("base64url"),
      key!.slice(0, 42),
      `${key}A`,
      key!.slice(0, 22) + other!.slice(22),
      key!.toLowerCase(),
      createManageKey({ ...ctx, settings: { ...ctx.settings, secret: "another installation's secret, 32+" } }, one.id),
      one.conversationKey,
      createManageKey(ctx, monas.id),
      one.id,
    ];
    for (const wrong of forged) await opensNothing(wrong);
    expect((await site.get(one.page)).status).toBe(200);
  });

  test("opens a closed report to read, reopen and delete it, and nothing after deletion", async () => {
    const advice = "Please do not run after it";
    const [over, gone] = [await createTestGuestReport({ additionalInfo: advice }), await createTestGuestReport()];
    expect(await site.getText(over.page)).toContain(`${advice}</p>`);
    await resolveReport(ctx, { guestOf: over.id }, over.id, { resolution: "report" });
    expect((await site.post(gone.page, { intent: "remove" })).status).toBe(303);
    const closed = await site.get(over.page);
    expect([closed.status, (await closed.text()).includes(`${advice}</p>`)]).toEqual([200, false]);
    const writers = await site.get(`/community-reports/conversations/${over.conversationKey}`);
    expect(await writers.text()).toContain("Resolved");
    const { id } = over;
    await ctx.db.execute(sql`delete from report_conversations where report_id = ${id}`);
    expect(await site.getText(over.page)).not.toContain("Share the report");
    for (const said of ["lostFound.added", "lostFound.renewed"]) {
      const answer = await site.post(over.page, { intent: "renew" });
      expect([answer.status, decodeURIComponent(String(answer.headers.get("set-cookie"))).includes(said)]).toEqual([
        303,
        true,
      ]);
    }
    expect((await site.post(over.page, { intent: "remove" })).status).toBe(303);
    for (const { page } of [over, gone]) await opensNothing(page.split("/").at(-1)!, 410);
  });
});

const stored = () =>
  readdirSync(path.join(site.served.settings.dataDir, "files", "photos"), { recursive: true }).map(String);
const conversationsWith = (text: string) =>
  ctx.db.execute(
    sql`select 1 from messages where body = ${text} union all select 1 from conversations where finder_name = ${text}`,
  );

describe("deletion", () => {
  test("of an account deletes its report, photos, matches and conversations; the other side keeps its report without the match", async () => {
    const email = "leaving@example.com";
    const reporter = await signUpTestUser(ctx, email);
    const as = await site.signInAs(email);
    const chip = "985112003456788";
    const left = await createTestReport(reporter, { microchip: chip });
    const kept = await createTestReport(mona, { kind: "found", microchip: chip });
    await site.runJobs();
    const ofBoth = () =>
      ctx.db.execute(sql`select 1 from report_matches where lost_id = ${left.id} and found_id = ${kept.id}`);
    expect((await ofBoth()).rows).toHaveLength(1);
    const [photoId] = (await getOwnReport(ctx, reporter, left.id)).photos;
    await createReportConversation(
      ctx,
      left.id,
      { body: "canary-left", name: "canary-left" },
      { ...from(), actor: null },
    );

    const answer = await site.post(
      "/dashboard/settings/my-data",
      { intent: "leave", currentPassword: password, confirm: email },
      { as },
    );
    expect(answer.status).toBe(303);
    await site.runJobs();
    for (const [to, status] of [
      [`/community-reports/${left.id}`, 404],
      [`/community-reports/${left.id}/og.png`, 404],
      [`/community-reports/conversations/${left.conversationKey}`, 410],
      [`/photos/${photoId}/640.webp`, 404],
    ] as const)
      expect([to, (await site.get(to)).status]).toEqual([to, status]);
    expect((await ofBoth()).rows).toEqual([]);
    expect((await conversationsWith("canary-left")).rows).toEqual([]);
    expect(stored().filter((name) => name.includes(photoId!))).toEqual([]);
    expect((await site.get(kept.page, { as: asMona })).status).toBe(200);
    expect(await ctx.db.select().from(posts).where(eq(posts.id, left.id))).toEqual([]);
  });

  test("of a report, by a member or guest, deletes its photos and conversations", async () => {
    for (const [report, as] of [
      [await createTestReport(mona), asMona],
      [await createTestGuestReport({ photos: [photo()] }), undefined],
    ] as const) {
      const [row] = await ctx.db.select().from(posts).where(eq(posts.id, report.id));
      await createReportConversation(
        ctx,
        report.id,
        { body: `canary ${report.id}`, name: null },
        { ...from(), actor: null },
      );
      expect((await site.post(report.page, { intent: "remove" }, { as })).status).toBe(303);
      expect((await conversationsWith(`canary ${report.id}`)).rows).toEqual([]);
      expect((await site.get(`/community-reports/conversations/${report.conversationKey}`)).status).toBe(410);
      expect(stored().filter((name) => name.includes(row!.photos[0]!))).toEqual([]);
    }
  });

  test("of an account deletes the reports made as a guest with the same address", async () => {
    const email = "guest-first@example.com";
    const id = await createGuestReport(ctx, { ...form({ kind: "found" }), guestEmail: email }, from());
    await confirmReport(ctx, { guestOf: id });
    await createReportConversation(ctx, id, { body: "canary-guest", name: null }, { ...from(), actor: null });
    await signUpTestUser(ctx, email);
    const as = await site.signInAs(email);
    await site.post(
      "/dashboard/settings/my-data",
      { intent: "leave", currentPassword: password, confirm: email },
      { as },
    );
    expect((await site.get(`/community-reports/${id}`)).status).toBe(404);
    expect((await conversationsWith("canary-guest")).rows).toEqual([]);
  });
});

describe("links to a deleted report", () => {
  test.each(["en", "ar"] as const)("say what was deleted, in %s", async (language) => {
    const t = ctx.translator(language);
    const report = await createTestGuestReport();
    const talk = `/community-reports/conversations/${report.conversationKey}`;
    const open = async (path: string) => {
      const answer = await site.get(path, { language });
      return { status: answer.status, html: await answer.text() };
    };
    expect((await open(talk)).status).toBe(200);
    await deleteReport(ctx, { guestOf: report.id }, report.id);
    for (const [path, words] of [
      [talk, t("errorPage.gone.conversation")],
      [report.page, t("errorPage.gone.report")],
      [`${report.page}/edit`, t("errorPage.gone.report")],
      [`${report.page}/conversations/${report.conversationId}`, t("errorPage.gone.report")],
    ] as const) {
      const { status, html } = await open(path);
      expect([path, status]).toEqual([path, 410]);
      expect(html).toContain(words);
    }
    const reply = await site.post(talk, { intent: "reply", body: "Are you there?" }, { language });
    expect(reply.status).toBe(410);
    expect(await reply.text()).toContain(t("errorPage.gone.conversation"));
  });
});

test("both sides of a conversation reach earlier messages than the newest 500", async () => {
  const report = await createTestGuestReport();
  const talk = `/community-reports/conversations/${report.conversationKey}`;
  const first = { id: createId(), author: "owner" as const, body: "The first answer" };
  const rows = Array.from({ length: 500 }, (_, at) => ({
    id: createId(),
    author: "finder" as const,
    body: `more ${at}`,
  }));
  const { conversationId } = report;
  await ctx.db.insert(messages).values([first, ...rows].map((row) => ({ ...row, conversationId })));
  for (const address of [talk, `${report.page}/conversations/${conversationId}`]) {
    const latest = await site.getText(address);
    expect(latest).toContain("more 499");
    expect(latest).not.toContain("The first answer");
    const search = /href="[^"]*(\?before=[\w-]+)/.exec(latest)![1];
    expect(await site.getText(address + search)).toContain("The first answer");
  }
});

test("the writer of a conversation sees that it was closed, and no form to answer, but not that it was muted", async () => {
  const report = await createTestGuestReport();
  const talk = `/community-reports/conversations/${report.conversationKey}`;
  const press = (intent: string) => site.post(`${report.page}/conversations/${report.conversationId}`, { intent });
  for (const language of ["en", "ar"] as const) {
    const closed = ctx.translator(language)("reportConversation.closed");
    const read = async () => {
      const html = await site.getText(talk, { language });
      return {
        hasForm: html.includes('name="body"'),
        isClosed: textOf(html).includes(closed),
        isMuted: html.includes("muted"),
      };
    };
    await press("mute");
    expect(await read()).toEqual({ hasForm: true, isClosed: false, isMuted: false });
    await press("close");
    expect(await read()).toEqual({ hasForm: false, isClosed: true, isMuted: false });
    const reply = await site.post(talk, { intent: "reply", body: "Still there?" }, { language });
    expect([reply.status, (await reply.text()).includes("Still there?")]).toEqual([403, true]);
    await press("reopen");
    expect((await read()).hasForm).toBe(true);
  }
});

test("the reporter of a conversation whose writer deleted the account sees that, and no form to answer", async () => {
  const email = "left-conversation@example.com";
  const writer = await signUpTestUser(ctx, email);
  const report = await createTestGuestReport();
  const key = await createReportConversation(ctx, report.id, { body: "I saw her" }, { ...from(), actor: writer });
  const page = `${report.page}/conversations/${readWriterKey(ctx, key)}`;
  for (const language of ["en", "ar"] as const) expect(await site.getText(page, { language })).toContain('name="body"');
  const as = await site.signInAs(email);
  await site.post(
    "/dashboard/settings/my-data",
    { intent: "leave", currentPassword: password, confirm: email },
    { as },
  );
  for (const language of ["en", "ar"] as const) {
    const t = ctx.translator(language);
    const html = await site.getText(page, { language });
    expect(textOf(html)).toContain(t("reportConversation.writerLeft"));
    expect(html).not.toContain('name="body"');
    const reply = await site.post(page, { intent: "reply", body: "Where?" }, { language });
    expect(reply.status).toBe(410);
    const ended = await site.get(`/community-reports/conversations/${key}`, { language });
    expect([ended.status, (await ended.text()).includes(t("errorPage.gone.ownConversation"))]).toEqual([410, true]);
  }
});

test("pages behind a link send their origin with forms, which browsers omit under `no-referrer`", async () => {
  const { page, conversationId, conversationKey } = await createTestGuestReport();
  const talk = `/community-reports/conversations/${conversationKey}`;
  for (const path of [page, `${page}/edit`, `${page}/posters`, `${page}/conversations/${conversationId}`, talk])
    expect([path, (await site.get(path)).headers.get("referrer-policy")]).toEqual([path, "same-origin"]);
});

test("a closed conversation offers its reporter to reopen it, and no form to write", async () => {
  const path = `${omars.page}/conversations/${omars.conversationId}`;
  const offers = async () => {
    const page = await site.getText(path, { as: asOmar });
    return ["reply", "reopen"].filter((intent) => page.includes(`value="${intent}"`));
  };
  expect(await offers()).toEqual(["reply"]);
  expect((await site.post(path, { intent: "report" }, { as: asOmar })).status).toBe(303);
  expect(await offers()).toEqual(["reopen"]);
});
