// A finder who reads Urdu would get a page in English, lose what was typed, or press a button that does nothing.
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { conversations } from "#app/features/conversations/conversations.tables.server.ts";
import { createCode } from "#app/features/tags/batches/batches.server.ts";
import { formatCode } from "#app/features/tags/tag-code.rules.ts";
import * as english from "#app/locales/english.ts";
import { isUnreviewed } from "#app/locales/words.server.ts";
import { type FinderLanguage, finderLanguageNames, finderLanguages } from "#app/platform/i18n/finder-languages.ts";
import { isLanguage, languageCookie } from "#app/platform/i18n/language.ts";
import { createClaimedTag, createTestPet, createTestTag, signUpTestUser } from "#tests/make.ts";
import { openTag, scansOf, textOf } from "./finder-page.ts";
import { openSite } from "./site.ts";
import { Visitor } from "./visitor.ts";

const site = await openSite();
const { ctx } = site;

const owner = await signUpTestUser(ctx, "owner@example.com");
const asOwner = await site.signInAs("owner@example.com");
const linked = await createClaimedTag(ctx, owner, await createTestPet(ctx, owner, { name: "Rocky" }));
const unlinked = await createClaimedTag(ctx, owner);
const free = await createTestTag(ctx);

let finders = 0;
/** A new finder on a network of their own. */
const newFinder = () => ({ as: new Visitor(), from: `198.19.${++finders}.1` });

/** Tells the family as a finder who reads this language. Returns the path of the status page. */
async function tell(language: string, form: Record<string, string>, finder = newFinder()) {
  const { token } = await openTag(site, linked.code, { language, ...finder });
  const posted = { intent: "have", scan: token, ...form };
  const answer = await site.post(`/tag/${linked.code}`, posted, { language, ...finder });
  expect(answer.status).toBe(303);
  const scan = (await scansOf(site, linked.id)).at(-1)!;
  return { path: answer.headers.get("location")!, finder, scan };
}

const languageOf = (html: string) => /<html lang="([^"]*)" dir="([^"]*)"/.exec(html)?.slice(1) ?? [];
const scriptOf = (language: string) => new Intl.Locale(language).maximize().script;
const rawKey = new RegExp(`(?<![\\w.@/-])(?:${Object.keys(english).join("|")})\\.[a-z]\\w*(?:\\.\\w+)*(?![\\w-]*[@/])`);

describe.each(finderLanguages)("%s", (language) => {
  const t = ctx.translator(language);
  /** Opens every kind of page that a finder may see. */
  async function openAll() {
    const finder = newFinder();
    const { path } = await tell(language, { note: "I have him", contact: "+971501234567" });
    const at = {
      linked: `/tag/${linked.code}`,
      unlinked: `/tag/${unlinked.code}`,
      free: `/tag/${free.code}`,
      unknown: `/tag/${formatCode(createCode())}`,
      chip: "/chip/784112003456789",
      chipSent: "/chip/784112003456789?sent",
      status: path,
      live: `${path}/live`,
      noStatus: "/f/nothing",
    };
    return Promise.all(
      Object.entries(at).map(async ([name, address]) => {
        const answer = await site.get(address, { language, ...finder });
        return { name, address, answer, html: await answer.text() };
      }),
    );
  }

  test("every page says what it says in this language and its direction, in at most 14 KB", async () => {
    for (const { name, answer, html } of await openAll()) {
      expect([name, answer.status]).toEqual([name, name === "unknown" || name === "noStatus" ? 404 : 200]);
      expect(languageOf(html)).toEqual([language, scriptOf(language) === "Arab" ? "rtl" : "ltr"]);
      expect(rawKey.exec(textOf(html))?.[0]).toBeUndefined();
      const head = [...answer.headers].map(([key, value]) => `${key}: ${value}\r\n`).join("").length;
      expect(head + gzipSync(html).byteLength).toBeLessThanOrEqual(14 * 1024);
      if (name === "live") continue;
      expect(html).toContain(t("finderPage.finder.brand"));
      for (const [, form] of html.matchAll(/<button[^>]* form="([^"]*)"/g))
        expect(html).toContain(`<form id="${form}"`);
      const choices = new Set([...html.matchAll(/class="chip" lang="([a-z]+)"/g)].map(([, one]) => one));
      expect([...choices].sort()).toEqual(finderLanguages.filter((one) => one !== language).sort());
      for (const one of finderLanguages) expect(html).toContain(finderLanguageNames[one]);
      expect(textOf(html).includes(t("finderPage.languages.unreviewed"))).toBe(isUnreviewed(language));
    }
  });

  test("a name in another script is isolated from the sentence around it", async () => {
    const { html } = await openTag(site, linked.code, { language, ...newFinder() });
    expect(html).toMatch(/<h1>(?:(?!<\/h1>).)*<bdi>Rocky<\/bdi>/);
    expect(html).toMatch(/<summary(?:(?!<\/summary>).)*<bdi>Rocky<\/bdi>/);
  });

  test("the owner reads the finder's quick reply in the own language, and the finder the owner's", async () => {
    const { path, scan, finder } = await tell(language, { say: t("finderPage.finder.say.hurt"), note: "xyz" });
    const page = `/dashboard/scan-details/${scan.id}`;
    const ownersPage = (reader: string) => site.get(page, { as: asOwner.copy().set(languageCookie, reader) });
    const english = textOf(await (await ownersPage("en")).text());
    expect(english).toContain(ctx.translator("en")("finderPage.finder.say.hurt"));
    expect(english).toContain("xyz");
    const reads = ctx.translator("en")("conversations.reads", {
      language: ctx.translator("en")(`scans.languages.${language}`),
    });
    expect(english.includes(reads)).toBe(language !== "en");
    const arabic = ctx.translator("ar");
    const answer = await site.post(
      page,
      { intent: "reply", body: arabic("conversations.quick.owner.water") },
      { as: asOwner },
    );
    expect(answer.status).toBeLessThan(400);
    const live = textOf(await site.getText(`${path}/live`, { language, ...finder }));
    expect(live).toContain(t("conversations.quick.owner.water"));
    expect(live).toContain(t("finderPage.finder.say.hurt"));
  });
});

test.each([
  ["ur-PK,ur;q=0.9,en;q=0.8", "ur", "rtl"],
  ["ur-Arab-PK;q=0.9", "ur", "rtl"],
  ["fil", "tl", "ltr"],
  ["fil-PH,en;q=0.5", "tl", "ltr"],
  ["de-DE,de;q=0.9,hi;q=0.8,en;q=0.7", "hi", "ltr"],
  ["en-GB,hi;q=0.9", "en", "ltr"],
  ["fr;q=0,ar;q=0.1", "ar", "rtl"],
  ["prs-AF", "fa", "rtl"],
  ["in-ID", "id", "ltr"],
  ["ckb-IQ", "ckb", "rtl"],
  ["ku-Arab-IQ", "ckb", "rtl"],
  ["*", "en", "ltr"],
  ["x-klingon", "en", "ltr"],
  ["x-ur", "en", "ltr"],
  ["", "en", "ltr"],
  ["ur;q=high,hi;q=0.2", "hi", "ltr"],
  ["constructor,__proto__;q=1,toString", "en", "ltr"],
  [`${"-".repeat(4000)}ur`, "en", "ltr"],
  ["UR", "ur", "rtl"],
])("a phone that asks for %j gets %s", async (header, language, direction) => {
  const { html } = await openTag(site, linked.code, { ...newFinder(), headers: { "accept-language": header } });
  expect(languageOf(html)).toEqual([language, direction]);
});

test("a chosen language is remembered on finders' pages, and the rest keeps one of its two", async () => {
  const finder = newFinder();
  await openTag(site, linked.code, { ...finder, language: "ar" }, "?lang=hi");
  const { html } = await openTag(site, linked.code, { ...finder, language: "ar" });
  expect(languageOf(html)).toEqual(["hi", "ltr"]);
  expect(languageOf(await site.getText("/store", { ...finder, language: "ar" }))).toEqual(["ar", "rtl"]);
  expect(languageOf(await site.getText("/store", { ...finder, language: "hi" }))).toEqual(["en", "ltr"]);
  for (const odd of ["xx", "../en", "ur%00", "<b>"]) {
    const page = await openTag(site, linked.code, { ...newFinder() }, `?lang=${encodeURIComponent(odd)}`);
    expect([page.answer.status, languageOf(page.html)[0]]).toEqual([200, "en"]);
    const kept = new Visitor().set(languageCookie, odd);
    expect(languageOf((await openTag(site, linked.code, { as: kept })).html)[0]).toBe("en");
  }
});

describe("choosing another language keeps what was typed, without scripts:", () => {
  /** The address of a language's button for a form. */
  const buttonOf = (html: string, language: FinderLanguage, form: string) => {
    const buttons = [...html.matchAll(/<button[^>]*>/g)].map(([button]) => button);
    const button = buttons.find((one) => one.includes(`lang="${language}"`) && one.includes(`form="${form}"`));
    return /formAction="([^"]*)"/i.exec(button ?? "")?.[1]?.replaceAll("&amp;", "&") ?? "";
  };

  test("on a tag's page, in both its forms, and tells nobody yet", async () => {
    const finder = newFinder();
    const { html, token } = await openTag(site, linked.code, finder);
    const said = await ctx.db.$count(conversations);
    const have = { intent: "have", scan: token, note: 'By the <gate> "4"', place: "", name: "", contact: "0501234567" };
    const page = await (await site.post(buttonOf(html, "ur", "have-form"), have, finder)).text();
    expect(languageOf(page)).toEqual(["ur", "rtl"]);
    expect(page).toMatch(/<details id="have" open/);
    expect(page).toMatch(/<textarea[^>]*name="note"[^>]*>By the &lt;gate&gt; &quot;4&quot;<\/textarea>/);
    expect(page).toMatch(/<input[^>]*name="contact"[^>]*value="0501234567"/);
    expect(page).toContain(`name="scan" value="${token}"`);
    expect(page).not.toContain('role="alert"');

    const place = { intent: "location", scan: token, place: "Blue door" };
    const other = await (await site.post(buttonOf(html, "am", "place-form"), place, finder)).text();
    expect(languageOf(other)).toEqual(["am", "ltr"]);
    expect(other).toMatch(/<details id="place" open/);
    expect(other).toContain('value="Blue door"');
    expect(await ctx.db.$count(conversations)).toBe(said);
    expect(finder.as.value(languageCookie)).toBe("am");
  });

  test("on the page of a conversation, whose owner then sees the new language", async () => {
    const { path, finder, scan } = await tell("en", { note: "I have him" });
    const html = await site.getText(path, finder);
    const form = { body: "Come to the", contact: "a@b.example" };
    const page = await (await site.post(buttonOf(html, "bn", "write-form"), form, finder)).text();
    expect(languageOf(page)).toEqual(["bn", "ltr"]);
    expect(page).toMatch(/<textarea[^>]*name="body"[^>]*>Come to the<\/textarea>/);
    expect(page).toContain('value="a@b.example"');
    const owners = textOf(await site.getText(`/dashboard/scan-details/${scan.id}`, { as: asOwner }));
    expect(owners).toContain("Bengali");
  });

  test("on a chip's page, before and after the message", async () => {
    const finder = newFinder();
    const at = "/chip/784112003456789";
    const html = await site.getText(at, finder);
    const visit = /name="visit" value="([^"]*)"/.exec(html)![1]!;
    const form = { intent: "chip", visit, contact: "+971 4 123 4567", name: "", note: "He is calm" };
    const page = await (await site.post(buttonOf(html, "ml", "chip-form"), form, finder)).text();
    expect(languageOf(page)).toEqual(["ml", "ltr"]);
    expect(page).toContain(`name="visit" value="${visit}"`);
    expect(page).toContain('value="+971 4 123 4567"');
    expect(page).toContain("He is calm</textarea>");
    const sent = await (await site.post(`${at}?lang=tr`, { sent: "1" }, finder)).text();
    expect(languageOf(sent)).toEqual(["tr", "ltr"]);
    expect(textOf(sent)).toContain(ctx.translator("tr")("chip.sentText"));
  });

  test("on the page of an unknown code", async () => {
    const code = formatCode(createCode());
    const { html } = await openTag(site, code, newFinder());
    const button = [...html.matchAll(/<button[^>]*>/g)].find(([one]) => one.includes('value="fa"'))?.[0];
    expect(button).toMatch(/form="code-form".*name="lang"/);
    const page = await openTag(site, code, newFinder(), "?code=7K3M-9Q&lang=fa");
    expect(languageOf(page.html)).toEqual(["fa", "rtl"]);
    expect(page.html).toContain('value="7K3M-9Q"');
  });
});

test("an owner's own tag page has the product's languages only", async () => {
  const as = asOwner.copy();
  const { html } = await openTag(site, linked.code, { as, language: "ur" });
  expect(isLanguage(languageOf(html)[0])).toBe(true);
  expect(html).not.toContain(finderLanguageNames.hi);
});
