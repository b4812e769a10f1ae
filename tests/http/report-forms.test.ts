// A stranger's report would put links or markup into our e-mails, or lose what an honest person typed.
import { readdirSync } from "node:fs";
import path from "node:path";
import { desc } from "drizzle-orm";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { localText } from "#app/features/lost-found/local-moment.rules.ts";
import { createManageKey } from "#app/features/lost-found/report-emails.server.ts";
import { maxLengths } from "#app/features/lost-found/reports.rules.ts";
import { lostFoundPosts as posts } from "#app/features/lost-found/reports.tables.server.ts";
import { defaultTimeZone } from "#app/features/users/users.rules.ts";
import { signUpTestUser } from "#tests/make.ts";
import { plainJpeg } from "#tests/plain-picture.ts";
import { textOf } from "./finder-page.ts";
import { openSite } from "./site.ts";
import type { Visitor } from "./visitor.ts";

const site = await openSite();
const t = site.ctx.translator("en");

const hour = 3_600_000;
const at = (milliseconds: number) => localText(new Date(Date.now() + milliseconds), defaultTimeZone);
const jpeg = await plainJpeg(64, 48, "#a63");
const photo = (name = "a.jpg") => new File([jpeg as BlobPart], name, { type: "image/jpeg" });

const rows = () => site.ctx.db.select().from(posts).orderBy(desc(posts.createdAt), desc(posts.id));
const stored = () => readdirSync(path.join(site.served.settings.dataDir, "files"), { recursive: true }).sort();

let made = 0;
let network: string;
beforeEach(() => {
  network = `198.18.${++made}.7`;
});

/** Where guests and members submit a report, as whom, and with which fields besides the common ones. */
const senders = {
  guest: {
    path: "/community-reports/new",
    as: async () => undefined,
    form: () => ({ kind: "found", guestEmail: `guest${made}@aleef.test` }),
  },
  member: {
    path: "/dashboard/lost-found/new",
    as: async () => {
      const email = `member${made}@aleef.test`;
      await signUpTestUser(site.ctx, email);
      return site.signInAs(email);
    },
    form: () => ({ kind: "lost" }),
  },
} as const;

const typed = () => ({ type: "cat", petName: "Mishmish", seenAt: at(-hour), area: "Zamalek, Cairo" });

describe.each(["guest", "member"] as const)("report form of a %s", (who) => {
  const sender = senders[who];
  let as: Visitor | undefined;
  beforeEach(async () => {
    as = await sender.as();
  });

  const post = (more: Record<string, string>, files: File[] = [], from = network) => {
    const data = new FormData();
    for (const [name, value] of Object.entries({ ...typed(), ...sender.form(), ...more })) data.set(name, value);
    for (const file of files) data.append("photos", file);
    return site.post(sender.path, data, { as, from });
  };

  /** Submits an acceptable report, opens the link in the e-mail, and returns the report with its addresses. */
  async function published(more: Record<string, string>) {
    const answer = await post(more);
    expect(answer.status).toBe(303);
    await site.runJobs();
    const [report] = await rows();
    const own =
      who === "guest"
        ? `/community-reports/manage/${createManageKey(site.ctx, report!.id)}`
        : `/dashboard/lost-found/${report!.id}`;
    expect((await site.get(own, { as })).status).toBe(200);
    if (who === "guest") {
      // E-mail programs open links automatically, so the report is not public before its button is pressed.
      expect((await site.get(`/community-reports/${report!.id}`)).status).toBe(404);
      expect((await site.post(own, { intent: "publish" })).status).toBe(303);
    }
    return { report: report!, open: `/community-reports/${report!.id}`, own };
  }

  /** Expects a rejected form: its page contains the message and all input, and nothing was stored. */
  async function refused(answer: Promise<Response>, sentence: string, kept: Record<string, string>, status = 400) {
    const [before, files] = [(await rows()).length, stored()];
    const response = await answer;
    const html = await response.text();
    expect([response.status, textOf(html).includes(sentence), sentence]).toEqual([status, true, sentence]);
    for (const [name, value] of Object.entries(kept)) expect([name, html.includes(value)]).toEqual([name, true]);
    expect([(await rows()).length, stored()]).toEqual([before, files]);
    return html;
  }

  const hostile = `"><img src=x onerror=a()>{{7*7}}`;
  const texts = [
    "petName",
    "breed",
    "marks",
    "area",
    "place",
    "description",
    "additionalInfo",
    "reward",
    "contactName",
    "hiddenMark",
  ];

  test.each(["petName", "contactName"])(
    "rejects a %s that looks like a link, because e-mails contain it",
    async (field) => {
      await refused(post({ [field]: "win.evil.test/now" }), t("errors.nameLikeLink"), { [field]: "win.evil.test/now" });
    },
  );

  test("shows HTML in every field as text, on each page, in the e-mail and in the picture", async () => {
    const { open, own } = await published({
      ...Object.fromEntries(texts.map((name) => [name, `${hostile}${name}`])),
      type: "other",
      otherType: hostile,
      showReward: "on",
    });
    const answers = [open, own, `${own}/edit`, `/community-reports?q=${encodeURIComponent("onerror")}`].map((page) =>
      site.get(page, { as }),
    );
    const pages = await Promise.all((await Promise.all(answers)).map((answer) => answer.text()));
    for (const html of [...pages, ...site.emails.map((message) => message.html)]) {
      const outside = html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, "");
      expect(outside).not.toContain("<img src=x");
    }
    for (const name of ["petName", "breed", "marks", "area", "description", "additionalInfo", "reward"])
      expect([name, textOf(pages[0]!).includes(`${hostile}${name}`)]).toEqual([name, true]);
    expect(textOf(pages[3]!)).toContain(`${hostile}area`);
    const picture = await site.get(`${open}/og.png`);
    expect(await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).toMatchObject({
      width: 1200,
      height: 630,
    });
    if (who === "guest") expect(site.emails.at(-1)!.text).toContain(`${hostile}petName`);
  });

  test("removes direction marks from names and texts", async () => {
    const tricks = "\u202egpj\u2066\u200f\u2069";
    const { report, open, own } = await published(Object.fromEntries(texts.map((name) => [name, `${name}${tricks}`])));
    expect([report.petName, report.area]).toEqual(["petNamegpj", "areagpj"]);
    for (const page of [open, own]) expect(await site.getText(page, { as })).not.toMatch(/[\u202e\u2066]/);
    for (const { subject, html } of site.emails) expect(subject + html).not.toMatch(/[\u202e\u2066\r]/);
  });

  test("rejects thirty photos with the limit, keeps the input and stores nothing", async () => {
    const files = Array.from({ length: 30 }, (_, one) => photo(`${one}.jpg`));
    const kept = { petName: "Thirtyphotos", description: "He has a red collar" };
    await refused(post(kept, files), t("reportForm.tooManyPhotos"), kept);
    await refused(post(kept, [new File(["<svg/>"], "a.jpg", { type: "image/jpeg" })]), t("form.checkThese"), kept, 415);
    expect((await post(kept, files.slice(0, 6))).status).toBe(303);
    expect((await rows())[0]?.photos).toHaveLength(6);
  });

  test.each([
    ["in the future", at(3 * hour), "reportForm.timeInFuture"],
    ["next year", "2199-01-01T10:00", "reportForm.timeInFuture"],
    ["that no calendar has", "2026-02-30T10:00", "reportForm.impossibleTime"],
    ["of the last century", "1999-12-31T23:00", "reportForm.impossibleTime"],
    ["of no form", "yesterday", "reportForm.impossibleTime"],
    ["left empty", "", "form.required"],
  ] as const)("rejects a time %s and keeps it", async (_what, seenAt, key) => {
    await refused(post({ seenAt, description: "typed words" }), t(key), { seenAt, description: "typed words" });
  });

  test("ignores a pin at an impossible position", async () => {
    const wrong = [
      ["0", "0"],
      ["0.000", "-0.001"],
      ["91", "31"],
      ["30", "180.001"],
      ["-1e400", "31"],
      ["NaN", "x"],
      ["30", ""],
      ["30;drop", "31"],
    ];
    for (const [latitude = "", longitude = ""] of wrong.slice(0, who === "guest" ? 3 : 8)) {
      await published({ latitude, longitude, area: "Nowhere-on-Sea", breed: `${latitude},${longitude}` });
      expect([latitude, (await rows())[0]]).toMatchObject([
        latitude,
        { latitude: null, longitude: null, cellLat: null, cellLon: null },
      ]);
    }
  });

  test("states the maximum length of each text and keeps the input", async () => {
    const limits = {
      petName: 60,
      breed: 60,
      marks: 300,
      area: 100,
      place: 200,
      description: 2000,
      additionalInfo: 2000,
      reward: 60,
      contactName: 80,
      hiddenMark: 300,
    };
    expect(limits).toMatchObject({ petName: maxLengths.petName, description: maxLengths.prose });
    const long = Object.fromEntries(Object.entries(limits).map(([name, most]) => [name, "ق".repeat(most + 1)]));
    const html = await refused(post(long), t("form.maxLength", { length: 2000 }), long);
    for (const most of new Set(Object.values(limits)))
      expect([most, textOf(html).includes(t("form.maxLength", { length: most }))]).toEqual([most, true]);
    const fitting = Object.fromEntries(Object.entries(long).map(([name, text]) => [name, text.slice(1)]));
    expect((await post(fitting)).status).toBe(303);
  });

  test("returns an incomplete form without scripts with its input and a message per missing field", async () => {
    const kept = { description: "He limps & looks <shy>", place: "Behind the bakery", contactName: "Nour" };
    const data = new FormData();
    for (const [name, value] of Object.entries({ ...kept, colors: "black", gender: "female" })) data.set(name, value);
    data.append("colors", "white");
    const escaped = { ...kept, description: "He limps &amp; looks &lt;shy&gt;" };
    const html = await refused(site.post(sender.path, data, { as, from: network }), t("form.required"), escaped);
    for (const colour of ["black", "white"])
      expect(html).toMatch(new RegExp(`<input(?=[^>]*value="${colour}")(?=[^>]* checked="")`));
    expect(html).not.toMatch(/<input(?=[^>]*value="brown")(?=[^>]* checked="")/);
    const needed = ["kind", "type", "seenAt", "area", ...(who === "guest" ? ["guestEmail"] : [])];
    for (const name of needed)
      expect([name, html.includes(`href="#`) && new RegExp(`href="#[^"]*-${name}"`).test(html)]).toEqual([name, true]);
  });

  test("creates one report from fifty submissions; the others lead to it or are rejected with 429", async () => {
    const before = await rows();
    const answers = await Promise.all(Array.from({ length: 50 }, () => post({ petName: "Fiftytimes" }, [photo()])));
    const taken = answers.filter(({ status }) => status === 303);
    const rest = answers.filter(({ status }) => status !== 303);
    expect(taken).toHaveLength(who === "guest" ? 3 : 10);
    expect(new Set(taken.map((answer) => answer.headers.get("location"))).size).toBe(1);
    expect(new Set(rest.map(({ status }) => status))).toEqual(new Set([429]));
    const after = await rows();
    expect(after).toHaveLength(before.length + 1);
    expect(after[0]?.photos).toHaveLength(1);
    if (who === "member") return;
    await site.runJobs();
    const links = site.emails
      .filter(({ to }) => to === `guest${made}@aleef.test`)
      .map(({ text }) => /manage\/([\w-]+)/.exec(text)?.[1]);
    expect(links).toEqual(Array(3).fill(createManageKey(site.ctx, after[0]!.id)));
  });

  test("accepts ten reports per hour and network, then rejects with the time to wait and keeps the input", async () => {
    const send = async (one: number, from: string) => {
      if (who === "member" && one === 6) as = await signedIn();
      return post(
        { petName: `Flood ${one}`, ...(who === "guest" ? { guestEmail: `flood${made}-${one}@aleef.test` } : {}) },
        [],
        from,
      );
    };
    for (let one = 0; one < 10; one++)
      expect((await send(one, network.replace(/7$/, String(one + 1)))).status).toBe(303);
    const refusal = await send(10, network);
    expect([refusal.status, Number(refusal.headers.get("retry-after")) > 3_000]).toEqual([429, true]);
    const html = await refusal.text();
    expect(textOf(html)).toMatch(/Too many attempts. Try again in \d\d minutes/);
    expect(html).toContain("Flood 10");
    expect((await send(11, `198.19.${made}.7`)).status).toBe(303);
  });

  async function signedIn() {
    made++;
    const email = `another${made}@aleef.test`;
    await signUpTestUser(site.ctx, email);
    return site.signInAs(email);
  }
});

test.each(["2026-11-25 10:00", "2026-11-25T10:00Z", "2026-11-25T10", "2026-11-25x", "2026-02-31T10:00"])(
  "a form sent with the date %j comes back with a message at the field",
  async (seenAt) => {
    const form = { ...senders.guest.form(), ...typed(), seenAt };
    const answer = await site.post(senders.guest.path, form, { from: network });
    expect(answer.status).toBe(400);
    expect(textOf(await answer.text())).toContain(t("reportForm.impossibleTime"));
  },
);
