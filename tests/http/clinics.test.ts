// Somebody who holds an injured animal would not see whom to call, or a stranger would learn where a family lives.
import { gzipSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { addClinic } from "#app/features/admin/clinics/manage-clinics.server.ts";
import { clinics } from "#app/features/clinics/clinics.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { finderLanguages } from "#app/platform/i18n/finder-languages.ts";
import { governorates } from "#app/platform/map/governorates.ts";
import { query } from "#tests/databases.ts";
import {
  createClaimedTag,
  createTestAdmin,
  createTestClinic,
  createTestPet,
  createTestReport,
  signUpTestUser,
} from "#tests/make.ts";
import { openTag, readableOf, textOf } from "./finder-page.ts";
import { openSite } from "./site.ts";

const site = await openSite();
const { ctx } = site;

const owner = await signUpTestUser(ctx, "owner@example.com");
const ownerId = owner.id;
const tag = await createClaimedTag(ctx, owner, await createTestPet(ctx, owner, { name: "Rocky" }));
afterEach(() => ctx.db.delete(clinics));

let finders = 0;
const newFinder = () => ({ from: `198.18.${++finders}.1` });
const callLinks = (html: string) => [...html.matchAll(/href="tel:([^"]*)"/g)].map(([, phone]) => phone);
const cairo = { nameEn: "Night Vets", nameAr: "عيادة الليل", phone: "19666", isAlwaysOpen: true };
const inZamalek = { latitude: "30.0609", longitude: "31.2197", accuracy: "20" };

test("without clinics the page says nothing about them", async () => {
  await createTestClinic(ctx, { isHidden: true });
  const { html } = await openTag(site, tag.code, newFinder(), "?near=cairo");
  expect(textOf(html)).toContain(ctx.translator("en")("finderPage.advice.title"));
  expect(html).not.toContain('id="clinics"');
});

test("a finder chooses a governorate and calls, without scripts", async () => {
  await createTestClinic(ctx, { ...cairo, whatsapp: "+201001234567" });
  await createTestClinic(ctx, { governorate: "giza", phone: "+20237610000" });
  const finder = { ...newFinder(), language: "ar" };
  const first = await openTag(site, tag.code, finder);
  expect(callLinks(first.html)).toEqual([]);
  const form = /<form action="([^"#]*)#clinics" method="get">.*?<\/form>/.exec(first.html)!;
  expect([...form[0].matchAll(/<option value="([a-zA-Z]*)"/g)].map(([, one]) => one)).toEqual(["", "cairo", "giza"]);
  expect(form[0]).toContain(ctx.translator("ar")("checkout.governorates.giza"));
  const html = await site.getText(`${form[1]}?near=cairo`, finder);
  expect(callLinks(html)).toEqual(["19666"]);
  expect(html).toContain('href="https://wa.me/201001234567"');
  for (const words of ["عيادة الليل", "الزمالك", "واتساب"]) expect(textOf(html)).toContain(words);
  expect(textOf(html)).toContain(ctx.translator("ar")("finderPage.clinics.alwaysOpen"));
  for (const near of ["paris", "<script>", ""])
    expect(callLinks((await openTag(site, tag.code, finder, `?near=${encodeURIComponent(near)}`)).html)).toEqual([]);
});

test("choosing a governorate keeps what was typed, on the tag's page and on that of the conversation", async () => {
  await createTestClinic(ctx, cairo);
  await createTestClinic(ctx, { governorate: "giza", phone: "+20237610000" });
  const finder = newFinder();
  const { token, html: first } = await openTag(site, tag.code, finder);
  const button = (html: string) =>
    /<button[^>]*formAction="([^"#]*)#clinics"/i.exec(html)?.[1]?.replaceAll("&amp;", "&");
  const typed = { intent: "have", scan: token, note: "Hurt at the <gate>", near: "giza" };
  const again = await site.post(button(first)!, typed, finder);
  expect(again.status).toBe(200);
  const kept = await again.text();
  expect(callLinks(kept)).toEqual(["+20237610000"]);
  expect(kept).toContain("Hurt at the &lt;gate&gt;</textarea>");
  expect(kept).toContain('<option value="giza" selected');
  const rejected = await site.post(`/tag/${tag.code}`, { ...typed, note: "x".repeat(2001) }, finder);
  expect(callLinks(await rejected.text())).toEqual(["+20237610000"]);
  const bare = await site.post(button(first)!, { ...typed, note: "" }, finder);
  expect(bare.headers.get("location")).toBe(`/tag/${tag.code}?s=${encodeURIComponent(token)}&near=giza`);

  const status = (await site.post(`/tag/${tag.code}`, typed, finder)).headers.get("location")!;
  const page = await site.getText(status, finder);
  const written = await (
    await site.post(button(page)!, { body: "I wait here", contact: "", near: "giza" }, finder)
  ).text();
  expect(callLinks(written)).toEqual(["+20237610000"]);
  expect(written).toContain("I wait here</textarea>");
  const empty = await site.post(button(page)!, { body: "", near: "cairo" }, finder);
  expect(empty.headers.get("location")).toBe(`${new URL(status, "http://x").pathname}?near=cairo`);
});

test("a shared location leads to the clinics of its governorate, on the tag's page and on that of the conversation", async () => {
  await createTestClinic(ctx, cairo);
  await createTestClinic(ctx, { governorate: "giza", phone: "+20237610000" });
  const finder = newFinder();
  const { token } = await openTag(site, tag.code, finder);
  const placed = await site.post(`/tag/${tag.code}`, { intent: "location", scan: token, ...inZamalek }, finder);
  expect(placed.headers.get("location")).toBe(`/tag/${tag.code}?near=cairo`);
  const told = await site.post(`/tag/${tag.code}`, { intent: "have", scan: token, note: "Hurt" }, finder);
  const status = told.headers.get("location")!;
  expect(callLinks(await site.getText(status, finder))).toEqual(["19666"]);
  expect(callLinks(await site.getText(`${status}?near=giza`, finder))).toEqual(["+20237610000"]);
});

test("if the clinics cannot be read, everything else of the page is there", async () => {
  await query(ctx.ownerUrl, "alter table clinics rename to clinics_elsewhere");
  try {
    const { answer, html, token } = await openTag(site, tag.code, newFinder(), "?near=cairo");
    expect([answer.status, callLinks(html)]).toEqual([200, []]);
    const told = await site.post(`/tag/${tag.code}`, { intent: "have", scan: token, note: "Hurt" }, newFinder());
    expect((await site.get(told.headers.get("location")!)).status).toBe(200);
  } finally {
    await query(ctx.ownerUrl, "alter table clinics_elsewhere rename to clinics");
  }
  expect(site.logged.some((line) => line.includes("read clinics"))).toBe(true);
});

test("where the family lives is not told by the clinics", async () => {
  await createTestClinic(ctx, cairo);
  await createTestClinic(ctx, { governorate: "aswan" });
  const shown = async () => textOf((await openTag(site, tag.code, newFinder())).html);
  const before = await shown();
  const home = { address: "5 Corniche, Aswan", city: "Aswan", state: "Aswan", country: "EG" };
  await ctx.db.update(users).set(home).where(eq(users.id, ownerId));
  expect(await shown()).toBe(before);
});

test("a changed or hidden clinic is so on the next page", async () => {
  const id = await createTestClinic(ctx, cairo);
  const seen = async () => callLinks((await openTag(site, tag.code, newFinder(), "?near=cairo")).html);
  expect(await seen()).toEqual(["19666"]);
  await ctx.db.update(clinics).set({ phone: "19777" }).where(eq(clinics.id, id));
  expect(await seen()).toEqual(["19777"]);
  await ctx.db.update(clinics).set({ isHidden: true }).where(eq(clinics.id, id));
  expect(await seen()).toEqual([]);
});

test("the page stays within 14 KB in every language, with long names and emoji and clinics everywhere", async () => {
  const admin = await createTestAdmin(ctx);
  let number = 27350000;
  for (const governorate of governorates)
    for (const isAlwaysOpen of [true, false, false])
      await addClinic(ctx, admin, {
        governorate,
        isAlwaysOpen,
        isHidden: false,
        phone: `+202${number++}`,
        nameEn: "🐾🐈".repeat(5) + "Nile and Delta Veterinary Hospital for Small Animals".slice(0, 60),
        nameAr: "مستشفى النيل والدلتا البيطري للحيوانات الأليفة الصغيرة والطيور 🐾🐈🐕",
        area: "12 شارع مصدق، خلف مسجد أسد بن الفرات، الدقي",
        hours: "10:00–22:00, closed on Friday",
        whatsapp: "+201001234567",
      });
  for (const language of finderLanguages) {
    const { answer, html } = await openTag(site, tag.code, { ...newFinder(), language }, "?near=cairo");
    expect(callLinks(html)).toHaveLength(3);
    const head = [...answer.headers].map(([key, value]) => `${key}: ${value}\r\n`).join("").length;
    expect(head + gzipSync(html).byteLength).toBeLessThanOrEqual(14 * 1024);
    expect(textOf(html)).toContain(ctx.translator(language)("finderPage.clinics.call"));
    const names = ctx.translator(["ar", "ur", "fa", "ckb"].includes(language) ? "ar" : "en");
    expect(textOf(html)).toContain(names("checkout.governorates.cairo"));
  }
});

test("the page of a microchip shows none: it must be the same for every number", async () => {
  await createTestClinic(ctx, cairo);
  const html = await site.getText("/chip/784112003456789?near=cairo", newFinder());
  expect(callLinks(html)).toEqual([]);
});

test("an open found report shows first aid and the clinics of the place, to its reporter and to everybody", async () => {
  await createTestClinic(ctx, cairo);
  const reporter = await signUpTestUser(ctx, "reporter@example.com");
  const found = await createTestReport(ctx, reporter, { kind: "found" });
  const lost = await createTestReport(ctx, reporter, { petName: "Luna" });
  const title = ctx.translator("en")("finderPage.advice.title");
  const asReporter = await site.signInAs("reporter@example.com");
  for (const [path, as] of [
    [`/community-reports/${found}`, undefined],
    [`/dashboard/lost-found/${found}`, asReporter],
  ] as const) {
    const html = await site.getText(path, { ...newFinder(), as });
    expect(readableOf(html)).toContain(title);
    expect(callLinks(html)).toEqual(["19666"]);
  }
  const other = await site.getText(`/community-reports/${lost}`, newFinder());
  expect(textOf(other)).not.toContain(title);
  expect(callLinks(other)).toEqual([]);
});
