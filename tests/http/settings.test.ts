// A person could not save a name in both scripts, or would have their numbers read as of another country.
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { lostFoundPosts } from "#app/features/lost-found/reports.tables.server.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import {
  deleteCalendarLink,
  findCalendarLink,
  renewCalendarLink,
} from "#app/features/reminders/calendar/calendar.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { password, signUpTestUser } from "#tests/make.ts";
import { openSite } from "./site.ts";
import type { Visitor } from "./visitor.ts";

const site = await openSite();
const t = site.ctx.translator("en");

let owner: Actor;
let as: Visitor;
const signInAsNew = async (email: string) => {
  owner = await signUpTestUser(site.ctx, email);
  as = await site.signInAs(email);
};

// Rate limits count per network, so each test uses a network of its own.
let network = 0;
let from = "";
beforeEach(() => {
  from = `198.17.${++network}.1`;
});

const kept = async ({ id } = owner) => (await site.ctx.db.select().from(users).where(eq(users.id, id)))[0]!;
const textOf = async (answer: Response) => (await answer.text()).replaceAll("&#x27;", "'");

describe("profile", () => {
  beforeAll(() => signInAsNew("profile@example.com"));
  const save = (form: Record<string, string>) =>
    site.post("/dashboard/settings", { intent: "profile", firstName: "Mona", ...form }, { as, from });
  const lines = ["firstName", "lastName", "address", "city", "state", "zipCode"] as const;

  test.each(lines)("%s: rejects a text that is too long and stores nothing", async (field) => {
    const before = await kept();
    const answer = await save({ [field]: "x".repeat(10_000) });
    expect([answer.status, (await textOf(answer)).includes("The maximum length is")]).toEqual([400, true]);
    expect(await kept()).toEqual(before);
  });

  test.each(lines)("%s: removes direction marks and NUL and escapes markup", async (field) => {
    // Names may not contain a slash, because they appear in e-mails.
    const typed = "\u202eA\u0000<b>\u2067\ufeffب<b>";
    expect((await save({ [field]: typed })).status).toBe(303);
    expect((await kept())[field]).toBe("A<b>ب<b>");
    const html = await textOf(await site.get("/dashboard/settings", { as, from }));
    expect(html).toContain("A&lt;b&gt;ب&lt;b&gt;");
    expect(html).not.toContain("A<b>ب");
  });

  test("chooses the country of phone numbers without a country code, also in the forms of pets and reports", async () => {
    const { db } = site.ctx;
    expect((await save({ country: "SA", phone: "050 123 4567" })).status).toBe(303);
    expect(await kept()).toMatchObject({ country: "SA", phone: "+966501234567" });
    const pet = { intent: "save", name: "Nour", type: "cat", showPhone: "on", finderPhone: "050 123 4567" };
    expect((await site.post("/dashboard/pets/new", pet, { as, from })).status).toBe(303);
    expect(await db.select({ phone: pets.finderPhone }).from(pets)).toEqual([{ phone: "+966501234567" }]);
    const report = {
      kind: "found",
      type: "cat",
      seenAt: "2026-11-20T10:00",
      area: "Riyadh",
      contactPhone: "0501234567",
    };
    expect((await site.post("/dashboard/lost-found/new", report, { as, from })).status).toBe(303);
    expect(await db.select({ phone: lostFoundPosts.contactPhone }).from(lostFoundPosts)).toEqual([
      { phone: "+966501234567" },
    ]);
  });

  test("accepts names with both scripts and emoji sequences", async () => {
    const name = "منى Mona 👩‍👧";
    expect((await save({ firstName: name })).status).toBe(303);
    expect(await kept()).toMatchObject({ firstName: name, name });
  });

  test.each([
    ["firstName", "\u200f \u0000"],
    ["phone", "<script>"],
    ["phone", "9".repeat(10_000)],
    ["country", "Atlantis"],
    ["timeZone", "Mars/Olympus"],
  ])("%s: rejects %.20s", async (field, value) => {
    const before = await kept();
    expect((await save({ [field]: value })).status).toBe(400);
    expect(await kept()).toEqual(before);
  });

  test("shows what another window saved before overwriting it, which the next submission does", async () => {
    const page = await textOf(await site.get("/dashboard/settings", { as, from }));
    const base = /name="base" value="([^"]*)"/.exec(page)?.[1]?.replaceAll("&quot;", '"') ?? "";
    expect((await save({ base, city: "Giza" })).status).toBe(303);
    const second = await save({ base, address: "5 Nile Street" });
    const html = await textOf(second);
    expect(second.status).toBe(409);
    expect(html).toContain(t("accountSettings.meanwhileTitle"));
    expect(html).toContain("<bdi>Giza</bdi>");
    expect(html).toContain("5 Nile Street");
    expect(await kept()).toMatchObject({ city: "Giza", address: null });
    const now = /name="base" value="([^"]*)"/.exec(html)?.[1]?.replaceAll("&quot;", '"') ?? "";
    expect((await save({ base: now, address: "5 Nile Street" })).status).toBe(303);
    expect(await kept()).toMatchObject({ city: null, address: "5 Nile Street" });
  });

  test.each(["{", "[]", "7", '"x"', `{"city":${"[".repeat(500)}${"]".repeat(500)}}`])(
    "accepts or rejects an invalid hidden field without a server error: %.20s",
    async (base) => expect([303, 409]).toContain((await save({ base, city: "Giza" })).status),
  );

  test.each(["base.a", "base[0]", "phone.a", "phone[0]"])("rejects %s without a server error", async (name) => {
    expect((await save({ [name]: "1" })).status).toBe(400);
  });
});

describe("changing the e-mail address", () => {
  beforeEach(() => signInAsNew(`mover${network}@example.com`));
  async function linksFor(email: string, who = as) {
    const form = { intent: "email", email, currentPassword: password };
    expect((await site.post("/dashboard/settings/security", form, { as: who, from })).status).toBe(303);
    await site.runJobs();
    const message = site.emails.findLast(({ to }) => to === email);
    return /token=([\w-]+)/.exec(message?.text ?? "")?.[1] ?? "";
  }
  const confirm = (token: string, options = {}) => site.post("/auth/email/confirm", { token }, { from, ...options });

  test("works once per link and requires the password of anyone not signed in to the account", async () => {
    const token = await linksFor(`new${network}@example.com`);
    const other = await signUpTestUser(site.ctx, `other${network}@example.com`);
    const asOther = await site.signInAs(other.email);
    expect((await site.get(`/auth/email/confirm?token=${token}`, { from })).status).toBe(200);
    expect((await kept()).email).toBe(owner.email);
    const refused = await confirm(token, { as: asOther });
    expect([refused.status, (await textOf(refused)).includes(t("emailLink.verify.wrongPassword"))]).toEqual([
      400,
      true,
    ]);
    expect((await kept()).email).toBe(owner.email);
    const given = { token, password };
    expect((await site.post("/auth/email/confirm", given, { from, as: asOther })).status).toBe(303);
    expect([(await kept()).email, (await kept(other)).email]).toEqual([`new${network}@example.com`, other.email]);
    const again = await confirm(token);
    expect([again.status, (await textOf(again)).includes(t("accounts.linkExpired"))]).toEqual([400, true]);
  });

  test.each([
    ["forged", (token: string) => `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`],
    ["empty", () => ""],
    ["of other signs", () => "é".repeat(43)],
    ["endless", (token: string) => token.repeat(300)],
  ])("is rejected for a link that is %s", async (_how, change) => {
    const token = await linksFor(`new${network}@example.com`);
    expect((await confirm(change(token))).status).toBe(400);
    expect((await kept()).email).toBe(owner.email);
  });
});

describe("data export", () => {
  beforeAll(() => signInAsNew("copies@example.com"));
  const file = "/dashboard/settings/my-data/file";
  const copy = (who: Visitor) =>
    site.post("/dashboard/settings/my-data", { intent: "copy", currentPassword: password }, { as: who, from });

  test("requires a ticket of one's own, not a forged one or someone else's", async () => {
    expect((await copy(as)).status).toBe(303);
    const ticket = as.cookies.get("data-ticket")!;
    const answer = await site.get(file, { as, from });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
    await answer.arrayBuffer();
    const other = await signUpTestUser(site.ctx, `lender${network}@example.com`);
    const asOther = await site.signInAs(other.email);
    const [until, signed] = ticket.value.split(".");
    for (const value of [ticket.value, `${Number(until) + 600}.${signed}`, "x.y", ""]) {
      asOther.cookies.set("data-ticket", { ...ticket, value });
      const refused = await site.get(file, { as: asOther, from });
      expect([value, refused.status, refused.headers.get("location")]).toEqual([
        value,
        303,
        "/dashboard/settings/my-data",
      ]);
    }
  });
});

describe("secret calendar link", () => {
  beforeAll(() => signInAsNew("calendar@example.com"));
  const path = async () => new URL((await findCalendarLink(site.ctx, owner)) ?? "").pathname;

  test("is invalid once renewed or revoked", async () => {
    await renewCalendarLink(site.ctx, owner);
    const first = await path();
    const answer = await site.get(first, { from });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"]);
    await renewCalendarLink(site.ctx, owner);
    const second = await path();
    expect([(await site.get(first, { from })).status, (await site.get(second, { from })).status]).toEqual([404, 200]);
    await deleteCalendarLink(site.ctx, owner);
    expect((await site.get(second, { from })).status).toBe(404);
  });

  test("can be read sixty times an hour, and guesses are limited per network", async () => {
    await renewCalendarLink(site.ctx, owner);
    const own = await path();
    const reads = await Promise.all(Array.from({ length: 61 }, () => site.get(own, { from })));
    expect(reads.filter(({ status }) => status === 429)).toHaveLength(1);
    const guesses = await Promise.all(
      Array.from({ length: 61 }, (_, at) => site.get(`/calendar/guess-${at}.ics`, { from })),
    );
    expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(60).fill(404), 429]);
  });
});
