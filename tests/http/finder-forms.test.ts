// A finder who leaves one line would reach nobody, or the family would get it three times.
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { conversations, messages } from "#app/features/conversations/conversations.tables.server.ts";
import { openFinderApp } from "./finder-app.ts";
import { notificationsOf, scansOf, textOf } from "./finder-page.ts";

const here = await openFinderApp();
const { site, open, reportFound } = here;

const t = site.ctx.translator("en");

const post = (form: Record<string, string>, more = {}) =>
  site.post(`/tag/${here.tag.code}`, form, { from: here.from, ...more });
const have = (scan: string, form: Record<string, string>, more = {}) => post({ intent: "have", scan, ...form }, more);
const listConversations = () =>
  site.ctx.db.select().from(conversations).where(eq(conversations.ownerId, here.owner.id)).orderBy(conversations.id);
const notificationsHere = async (scanId: string) =>
  (await notificationsOf(site, here.owner.id)).filter(({ topic }) => topic === scanId).map(({ kind }) => kind);
const newestScan = async () => (await scansOf(site, here.tag.id)).at(-1)!;

describe("“I have this pet”", () => {
  test("leads to the finder's own page and notifies the owner after one line", async () => {
    // A quick reply is sent by its own press, before what was typed.
    const say = t("finderPage.finder.say.safe");
    const { path, scan } = await reportFound({ say, note: "He is with me, he is fine." });
    expect(textOf(await site.getText(`${path}/live`))).toMatch(/safe with me\s+He is with me/);
    expect(path).toMatch(/^\/f\/[\w-]{43}$/);
    expect(await notificationsHere(scan.id)).toEqual(["scan", "found"]);
    await site.runJobs();
    const found = (await notificationsOf(site, here.owner.id, "found")).at(-1)!;
    const message = site.emails.find(({ key }) => key === found.id)!;
    expect([message.to, message.text.includes("He is with me, he is fine.")]).toEqual([here.owner.email, true]);
    const inbox = await site.getText(`/dashboard/scan-details/${scan.id}`, { as: here.as });
    expect(inbox).toContain("He is with me, he is fine.");
  });

  test.each([
    ["nothing", {}],
    ["spaces", { note: "   ", name: "\t", contact: " \n ", place: "\u00a0\u200f" }],
    ["a broken position", { latitude: "NaN", longitude: "", accuracy: "x" }],
  ])("rejects %s with a message and keeps the form open", async (_what, form) => {
    const { token } = await open();
    for (const language of ["en", "ar"] as const) {
      const answer = await have(token, form, { language });
      const html = await answer.text();
      expect([
        answer.status,
        textOf(html).includes(site.ctx.translator(language)("finderPage.finder.fillOne")),
      ]).toEqual([400, true]);
      expect(html).toMatch(/<details id="have" open/);
      expect(html).toContain(`name="scan" value="${token}"`);
    }
    expect(await notificationsHere((await scansOf(site, here.tag.id))[0]!.id)).toEqual(["scan"]);
  });

  test.each([
    ["note", 2000],
    ["name", 60],
    ["contact", 120],
    ["place", 300],
  ] as const)("keeps the input and states the limit for a %s of more than %i characters", async (field, most) => {
    const { token } = await open();
    const typed = { note: "Here I am", name: "Nour & Co", contact: "0100 123 4567", place: "Zamalek <corner>" };
    const long = "ق".repeat(most + 1);
    const answer = await have(token, { ...typed, [field]: long });
    const html = await answer.text();
    expect([answer.status, textOf(html).includes(t("form.maxLength", { length: most }))]).toEqual([400, true]);
    for (const [name, value] of Object.entries({ ...typed, [field]: long }))
      expect([name, html.includes(value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))]).toEqual([
        name,
        true,
      ]);
    expect((await have(token, { ...typed, [field]: long.slice(1) })).status).toBe(303);
  });

  test("creates one conversation, one notification and one link when submitted several times", async () => {
    const { token } = await open();
    const before = (await listConversations()).length;
    const form = { note: "He is here", place: "Zamalek" };
    const answers = await Promise.all([have(token, form), have(token, form), have(token, form)]);
    answers.push(await have(token, form));
    expect(new Set(answers.map((answer) => answer.headers.get("location"))).size).toBe(1);
    const all = await listConversations();
    expect(all).toHaveLength(before + 1);
    const written = await site.ctx.db
      .select()
      .from(messages)
      .where(eq(messages.conversationId, all.at(-1)!.id));
    expect(written.map(({ body }) => body)).toEqual(["He is here"]);
    expect(await notificationsHere((await scansOf(site, here.tag.id))[0]!.id)).toEqual(["scan", "found"]);
    await have(token, { note: "And he is hungry" });
    expect(await listConversations()).toHaveLength(before + 1);
    expect((await notificationsOf(site, here.owner.id, "message")).at(-1)?.params.text).toBe("And he is hungry");
  });

  test("stores a position only if it is valid", async () => {
    const wrong = [
      ["91", "0"],
      ["0", "181"],
      ["-90.001", "0"],
      ["NaN", "NaN"],
      ["1e400", "1"],
      ["", ""],
      ["30", ""],
      ["٣٠", "٣١"],
      ["30;drop", "31"],
      ["0x1e", "31x"],
    ];
    for (const [latitude = "", longitude = ""] of wrong) {
      const { token } = await open();
      expect((await have(token, { note: "x", latitude, longitude, accuracy: "-5" })).status).toBe(303);
      const scan = await newestScan();
      expect([latitude, scan.latitude, scan.longitude, scan.accuracy]).toEqual([latitude, null, null, null]);
    }
    const { token } = await open();
    await have(token, { latitude: "30.0444", longitude: "31.2357", accuracy: "12.6" });
    expect(await newestScan()).toMatchObject({
      latitude: 30.0444,
      longitude: 31.2357,
      accuracy: 13,
      locationSource: "gps",
    });
  });

  const hostile = '<script>alert(1)</script>"><img src=x onerror=alert(2)>{{7*7}}';
  test("shows hostile text as text to the owner, in the e-mail and on the finder's page", async () => {
    const { path, scan } = await reportFound({
      note: `${hostile}\u202e\u0000\u2066end`,
      name: `${"<b>N</b>"}\u202e`,
      contact: "javascript:alert(1)",
      place: hostile,
    });
    await site.runJobs();
    const pages = [
      await site.getText(`${path}/live`),
      await site.getText(path),
      await site.getText(`/dashboard/scan-details/${scan.id}`, { as: here.as }),
      await site.getText("/dashboard/inbox", { as: here.as }),
      await site.getText("/dashboard/scan-records", { as: here.as }),
      site.emails.at(-1)!.html,
    ];
    for (const html of pages) {
      const outside = html.replace(/<script nonce="[^"]*"[\s\S]*?<\/script>/g, "");
      expect([
        outside.includes("<script>alert"),
        outside.includes("<img src=x"),
        outside.includes("<b>N"),
        outside.includes('href="javascript'),
      ]).toEqual([false, false, false, false]);
      expect(/[\u202e\u2066\0]/.test(html)).toBe(false);
    }
    expect(textOf(pages[0]!)).toContain(hostile);
    expect(site.emails.at(-1)!.subject).not.toMatch(/[\r\n\u202e]/);
  });
});

describe("sending the location", () => {
  test("requires a place; an impossible position counts as none", async () => {
    const { token } = await open();
    for (const form of [
      {},
      { place: "  " },
      { latitude: "999", longitude: "999" },
      { latitude: "NaN", longitude: "NaN" },
    ] as Record<string, string>[]) {
      const answer = await post({ intent: "location", scan: token, ...form });
      const html = await answer.text();
      expect([answer.status, textOf(html).includes(t("finderPage.finder.placeNeeded"))]).toEqual([400, true]);
      expect(html).toMatch(/<details id="place" open/);
    }
    const answer = await post({
      intent: "location",
      scan: token,
      latitude: "30.04",
      longitude: "31.23",
      accuracy: "9",
    });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `/tag/${here.tag.code}?near=cairo`]);
    const scan = (await scansOf(site, here.tag.id))[0]!;
    expect([scan.latitude, scan.longitude, scan.usedAt !== null]).toEqual([30.04, 31.23, true]);
    expect(await notificationsHere(scan.id)).toEqual(["scan", "location"]);
  });

  test("allows thirty submissions in ten minutes per network, then rejects with a message and keeps the input", async () => {
    const { token } = await open();
    let last = await post({ intent: "location", scan: token, place: "0" });
    for (let write = 1; write < 31; write++)
      last = await post({ intent: "location", scan: token, place: `corner ${write}` });
    const html = await last.text();
    expect([last.status, textOf(html).includes("Too many attempts"), html.includes('value="corner 30"')]).toEqual([
      429,
      true,
      true,
    ]);
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await open()).answer.status).toBe(200);
  });
});

describe("token of a tag's page", () => {
  test("gives access to its own scan only; a forged one changes nothing", async () => {
    const ownPage = await open();
    const otherPage = await open();
    const [scan] = await scansOf(site, here.tag.id);
    const [id, mac = ""] = ownPage.token.split(".");
    const [otherId, otherMac = ""] = otherPage.token.split(".");
    const forged = [
      `${id}.${otherMac}`,
      `${otherId}.${mac}`,
      `${id}.`,
      `${id}`,
      "",
      ".",
      "x".repeat(101),
      `${id}.${mac.slice(1)}A`,
      `${id}.${mac}.${mac}`,
      `${id!.toUpperCase()}.${mac}`,
      "00000000-0000-0000-0000-000000000000.x",
      "🐾.🐾",
    ];
    const before = (await listConversations()).length;
    for (const token of forged)
      for (const intent of ["have", "location"]) {
        const answer = await post({ intent, scan: token, note: "forged", place: "forged" });
        const html = await answer.text();
        expect([token, answer.status >= 400 && answer.status < 500, html.includes("forged")]).toEqual([
          token,
          true,
          true,
        ]);
        // The page in the response can be submitted again, because it has a token of its own.
        if (token && token.length <= 100) expect(/name="scan" value="([^"]*)"/.exec(html)?.[1]).not.toBe(token);
      }
    expect((await listConversations()).length).toBe(before);
    expect((await scansOf(site, here.tag.id)).some(({ place }) => place === "forged")).toBe(false);
    expect(await notificationsHere(scan!.id)).toEqual(["scan"]);
  });
});
