// A finder would be shown what the owner hides, or the picture of some other animal.
import { gzipSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { markFound, markLost } from "#app/features/pets/list/pet-list.server.ts";
import { createCode } from "#app/features/tags/batches/batches.server.ts";
import { createTag } from "#app/features/tags/batches/create-tags.server.ts";
import { formatCode } from "#app/features/tags/tag-code.rules.ts";
import { deactivateTag } from "#app/features/tags/tags.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { finderLanguages } from "#app/platform/i18n/finder-languages.ts";
import { createClaimedTag, createTestPet, createTestTag, createTestUser, signUpTestUser } from "#tests/make.ts";
import { plainJpeg } from "#tests/plain-picture.ts";
import { openTag, scansOf, textOf } from "./finder-page.ts";
import { openSite } from "./site.ts";

const site = await openSite();
const { ctx } = site;

const owner = await signUpTestUser(ctx, "owner@example.com");
const admin = await signUpTestUser(ctx, "admin@example.com", { role: "admin" });
const petId = await createTestPet(ctx, owner, { name: "Rocky" });
const linked = await createClaimedTag(ctx, owner, petId);
const unlinked = await createClaimedTag(ctx, owner);
const free = await createTestTag(ctx);
const off = await createClaimedTag(ctx, owner, petId);
await deactivateTag(ctx, owner, off.id);
const unknown = formatCode(createCode());
await signUpTestUser(ctx, "stranger@example.com");
const asStranger = await site.signInAs("stranger@example.com");
const asOwner = await site.signInAs("owner@example.com");
const asAdmin = await site.signInAs("admin@example.com");

const words = { en: ctx.translator("en"), ar: ctx.translator("ar") };

test("the owner's preview is the page of a stranger, and no scan", async () => {
  const { html } = await openTag(site, linked.code);
  const stranger = textOf(html.replace(/<details class="langs">.*?<\/details>/, ""));
  const before = await scansOf(site, linked.id);
  const preview = await site.get(`/dashboard/pets/${petId}/finder-view`, { as: asOwner });
  expect(textOf(await preview.text())).toBe(stranger);
  expect(await scansOf(site, linked.id)).toEqual(before);
});

describe.each(["en", "ar"] as const)("what a finder sees, in %s", (language) => {
  const t = words[language];
  const states = [
    [
      "linked",
      linked.code,
      undefined,
      200,
      [
        t("finderPage.finder.hi", { name: "Rocky" }),
        t("finderPage.finder.alerted"),
        t("finderPage.finder.have", { name: "Rocky" }),
        t("finderPage.finder.signInForMore"),
      ],
    ],
    [
      "linked, to its owner",
      linked.code,
      asOwner,
      200,
      [t("finderPage.finder.yours"), t("finderPage.finder.yoursText")],
    ],
    [
      "not linked",
      unlinked.code,
      undefined,
      200,
      [t("finderPage.finder.unlinkedTitle"), t("finderPage.finder.ownerAlerted"), t("finderPage.finder.haveOther")],
    ],
    ["not linked, to its owner", unlinked.code, asOwner, 200, [t("finderPage.finder.linkNow"), "Rocky"]],
    [
      "available",
      free.code,
      undefined,
      200,
      [t("finderPage.finder.availableTitle"), t("finderPage.finder.signInToClaim")],
    ],
    ["available, to somebody signed in", free.code, asOwner, 200, [t("finderPage.finder.claimAndLink"), "Rocky"]],
    [
      "deactivated",
      off.code,
      undefined,
      404,
      [t("finderPage.finder.notFoundTitle"), t("finderPage.finder.notFoundText")],
    ],
    ["unknown", unknown, undefined, 404, [t("finderPage.finder.notFoundTitle"), t("finderPage.finder.typeCode")]],
    ["unknown, to an administrator", unknown, asAdmin, 404, [t("finderPage.finder.createTitle")]],
    [
      "deactivated, to its owner",
      off.code,
      asOwner,
      404,
      [t("finderPage.finder.offTitle"), t("finderPage.finder.off")],
    ],
    ["deactivated, to an administrator", off.code, asAdmin, 404, [t("finderPage.finder.offAdmin")]],
  ] as const;

  test.each(states)("%s", async (_state, code, as, status, sentences) => {
    const { answer, html } = await openTag(site, code, {
      as,
      headers: { "accept-language": language },
      from: `198.18.${language === "en" ? 1 : 2}.1`,
    });
    expect(answer.status).toBe(status);
    expect(html).toMatch(
      new RegExp(`^<!doctype html><html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}"`, "i"),
    );
    const text = textOf(html);
    expect(sentences.filter((sentence) => !text.includes(sentence))).toEqual([]);
    // Nothing on the page depends on a script: it loads no files, and every form works without one.
    expect(
      /<script[^>]*\ssrc=|<link[^>]*rel="(?:stylesheet|modulepreload)"|https?:\/\//.test(
        html.replaceAll('xmlns="http://www.w3.org/2000/svg"', ""),
      ),
    ).toBe(false);
    const forms = [...html.matchAll(/<form\b[^>]*>/g)].map(([form]) => form);
    expect(
      forms.every((form) => /method="(?:post|get)"/.test(form) && /action="\/(?:tag|t|auth\/phone)/.test(form)),
    ).toBe(true);
    expect([...html.matchAll(/<button\b[^>]*\shidden/g)].every(([button]) => button.includes("data-locate"))).toBe(
      true,
    );
  });
});

test("only administrators see that a tag is void, and why", async () => {
  const { id, code } = await createTestTag(ctx);
  const voided = { status: "inactive" as const, voidedAt: new Date("2026-05-04T12:00:00Z") };
  await ctx.db.update(tags).set(voided).where(eq(tags.id, id));
  const seenBy = async (as: typeof asAdmin) => (await openTag(site, code, { as, from: "198.18.40.1" })).html;
  const html = await seenBy(asAdmin);
  expect(textOf(html)).toContain(words.en("finderPage.finder.voidTitle"));
  expect(textOf(html)).toContain("voided as a misprint on 4 May 2026");
  expect(textOf(html)).not.toContain(words.en("finderPage.finder.offTitle"));
  expect(html).toContain(`href="/admin/tags/${id}"`);
  expect(textOf(await seenBy(asStranger))).toContain(words.en("finderPage.finder.notFoundTitle"));
});

test("only its owner and administrators see that a tag is deactivated, and administrators are not offered to create it", async () => {
  const seenBy = async (as: typeof asOwner) => textOf((await openTag(site, off.code, { as, from: "198.18.4.1" })).html);
  expect(await seenBy(asStranger)).toContain(words.en("finderPage.finder.notFoundTitle"));
  expect(await seenBy(asStranger)).not.toContain(words.en("finderPage.finder.offTitle"));
  expect(await seenBy(asAdmin)).not.toContain(words.en("finderPage.finder.createTitle"));
});

test("shows the type of a pet without a photo, but no picture of an animal", async () => {
  const { html } = await openTag(site, linked.code, { from: "198.18.3.1" });
  const [picture = ""] = /<div class="photo.*?<div class="sheet"/s.exec(html) ?? [];
  expect(picture).toContain('class="kind"');
  expect(picture).toContain(words.en("finderPage.finder.noPhoto"));
  expect(picture).not.toMatch(/<img|fill="#/);
});

test("gives the age of a pet as rough as its date of birth, in both languages", async () => {
  const year = Number(ctx.clock.now().toISOString().slice(0, 4));
  for (const [birthdate, en, ar] of [
    [`${year - 6}`, /About [56] years/, /[56] سنوات تقريبًا/],
    [`${year}`, /Under a year/, /أقل من سنة/],
    [`${year - 6}-01`, /(?<!About )[56] years/, /[56] سنوات(?! تقريبًا)/],
  ] as const) {
    const someone = await createTestUser(ctx);
    const id = await createTestPet(ctx, someone, { birthdate });
    const { code } = await createClaimedTag(ctx, someone, id);
    for (const [language, age] of [
      ["en", en],
      ["ar", ar],
    ] as const) {
      expect(textOf((await openTag(site, code, { language, from: "198.18.3.2" })).html)).toMatch(age);
      expect(textOf(await site.getText(`/pet/${id}`, { language }))).toMatch(age);
    }
  }
});

test("a pet's own page says that it is lost, since when, its reward and its note, until it is home", async () => {
  const family = await createTestUser(ctx);
  const id = await createTestPet(ctx, family, { name: "Bunduq" });
  const read = async (language: "en" | "ar") => textOf(await site.getText(`/pet/${id}`, { language }));
  const since = new Date("2026-11-03T10:00:00Z");
  await markLost(ctx, family, id, { since, reward: "700 EGP", note: "Answers to a whistle" });
  for (const [language, day] of [
    ["en", "3 November 2026"],
    ["ar", "3 نوفمبر 2026"],
  ] as const) {
    const page = await read(language);
    expect(page).toContain(words[language]("publicPet.hiLost", { name: "Bunduq" }));
    expect(page).toContain(words[language]("publicPet.lostSince", { date: `\u2068${day}\u2069` }));
    expect(page).toContain(`${words[language]("publicPet.reward")} 700 EGP`);
    expect(page).toContain("Answers to a whistle");
  }
  await markFound(ctx, family, id);
  const home = await read("en");
  expect(home).toContain(words.en("publicPet.hi", { name: "Bunduq" }));
  expect(home).not.toMatch(/lost|700 EGP|whistle/);
});

test("the vet's name and phone are shown to signed-in people alone, and only if the owner chose so", async () => {
  for (const shown of [["vet"], []] as "vet"[][]) {
    const vet = { name: "Dr. Canary", phone: "+201005550001", clinicAddress: "Canary street" };
    const id = await createTestPet(ctx, await createTestUser(ctx), { shown, vet });
    const read = async (as?: typeof asStranger) => textOf(await site.getText(`/pet/${id}`, { as }));
    expect(await read()).not.toMatch(/Canary|5550001/);
    const seen = await read(asStranger);
    expect([/Dr\. Canary/.test(seen), /5550001/.test(seen)]).toEqual([shown.length > 0, shown.length > 0]);
    expect(seen).not.toContain("Canary street");
  }
});

test("the whole first response fits into 14 KB including headers, in every language", async () => {
  const long = "He is shy with strangers, loves bread and comes when you whistle. Please do not run after him. ".repeat(
    3,
  );
  const arabicLong = "يخاف من الغرباء قليلًا ويحب الخبز ويأتي حين تصفّر له. من فضلك لا تركض خلفه في الشارع أبدًا. ".repeat(
    3,
  );
  await ctx.db.update(users).set({ role: "user" }).where(eq(users.id, owner.id));
  const talker = await signUpTestUser(ctx, "talker@example.com");
  const sizes: Record<string, number> = {};
  for (const [language, text] of [
    ["en", long],
    ["ar", arabicLong],
  ] as const) {
    const petOwner = language === "en" ? talker : await signUpTestUser(ctx, "talker-ar@example.com");
    const photo = new File([new Uint8Array(await plainJpeg(800, 600))], "x.jpg");
    const pet = await createTestPet(ctx, petOwner, {
      name: language === "en" ? "Rocky" : "روكي",
      breed: "Golden retriever",
      color: "Light gold",
      birthdate: "2020-02-02",
      photo,
      urgentNeeds: text.slice(0, 300),
      behaviours: text,
      notes: text,
      diet: text,
      medical: { conditions: text, allergies: text, medications: text },
      shown: [
        "photo",
        "breed",
        "color",
        "age",
        "gender",
        "weight",
        "urgentNeeds",
        "behaviours",
        "notes",
        "diet",
        "medical",
      ],
      finderPhone: "+201001234567",
      showPhone: true,
    });
    const tag = await createClaimedTag(ctx, petOwner, pet);
    for (const reader of finderLanguages) {
      const options = { language: reader, headers: { "accept-encoding": "gzip" } };
      const answer = await site.get(`/tag/${tag.code}`, options);
      const head = [...answer.headers].map(([name, value]) => `${name}: ${value}\r\n`).join("").length;
      const body = Buffer.from(await answer.arrayBuffer());
      expect(answer.headers.get("content-encoding")).toBe("gzip");
      sizes[`${language} ${reader}`] = head + body.byteLength;
      const plain = await site.getText(`/tag/${tag.code}`, { language: reader });
      expect(gzipSync(plain).byteLength).toBeLessThan(14 * 1024);
    }
  }
  expect(Math.max(...Object.values(sizes))).toBeLessThanOrEqual(14 * 1024);
  expect(Math.min(...Object.values(sizes))).toBeGreaterThan(3_000);
});

describe("tag code", () => {
  test("leads to the canonical address of its tag in any notation, and only that address records a scan", async () => {
    const wanted = await createTag(ctx, admin, "FIX-10V0-7K");
    const ways = [
      "fix-10v0-7k",
      "FIX10V07K",
      "fix 10v0 7k",
      "FIX–10V0–7K",
      "FlX-lOUo-7K",
      "FIX-١٠V٠-٧K",
      "fix-۱۰v۰-۷k",
      " FIX-10V0-7K ",
      "F\u200bIX-10V0-7K",
      "ＦＩＸ-１０Ｖ０-７Ｋ",
      "%46IX-10V0-7K",
    ];
    for (const way of ways) {
      const answer = await site.get(`/tag/${way.startsWith("%") ? way : encodeURIComponent(way)}`);
      const isExact = way.startsWith("%");
      expect([way, answer.status, answer.headers.get("location")]).toEqual([
        way,
        isExact ? 200 : 302,
        isExact ? null : `/tag/${wanted}`,
      ]);
    }
    const answer = await site.get(`/tag/${linked.code.toLowerCase()}?via=qr&lang=ar`);
    expect(answer.headers.get("location")).toBe(`/tag/${linked.code}?via=qr&lang=ar`);
    const before = (await scansOf(site, linked.id)).length;
    await site.get(`/tag/${linked.code.replaceAll("-", "")}`);
    expect(await scansOf(site, linked.id)).toHaveLength(before);
  });

  test.each([
    [`/t/${linked.code}`, `/tag/${linked.code}?via=qr`],
    [`/T/${linked.code.replaceAll("-", "")}`, `/tag/${linked.code}?via=qr`],
    [`/n/${linked.code}`, `/tag/${linked.code}?via=nfc`],
    [`/N/${linked.code}?e=1`, `/tag/${linked.code}?e=1&via=nfc`],
    [`/t?code=+${linked.code.toLowerCase()}+`, `/tag/${linked.code}`],
    ["/t/%2F%2Fevil.example", "/tag/%2F%2Fevil.example?via=qr"],
  ])("%s redirects to %s", async (short, path) => {
    const answer = await site.get(short);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, path]);
  });

  test("/t leads on with the code of an address that was pasted whole", async () => {
    const address = `https://aleef.example/tag/${linked.code}`;
    for (const pasted of [`${address}?via=qr`, address.slice(8), `I found this one ${address} near the gate`])
      expect([pasted, (await site.get(`/t?code=${encodeURIComponent(pasted)}`)).headers.get("location")]).toEqual([
        pasted,
        `/t/${linked.code}`,
      ]);
    for (const typed of [
      ...[`#${linked.code}`, `Tag: ${linked.code}`, `Code:${linked.code}`, `(${linked.code})`],
      ...[`\u200FTag: ${linked.code}`, `Tag #${linked.code}`, `Tag ${linked.code}`, `رقم البطاقة ${linked.code}`],
    ])
      expect([typed, (await site.get(`/t?code=${encodeURIComponent(typed)}`)).headers.get("location")]).toEqual([
        typed,
        `/tag/${linked.code}`,
      ]);
  });

  test.each(["/t", "/t?code=", "/t?code=+"])("%s asks for the code", async (path) => {
    const answer = await site.get(path);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('name="code"');
  });

  test("records whether it was read by camera, by chip or by its address", async () => {
    const tag = await createClaimedTag(ctx, owner, petId);
    for (const first of ["/T/", "/N/", "/tag/"]) {
      let answer = await site.get(`${first}${tag.code.replaceAll("-", "")}`);
      while (answer.status === 302) answer = await site.get(answer.headers.get("location")!);
      expect(answer.status).toBe(200);
    }
    expect((await scansOf(site, tag.id)).map(({ medium }) => medium)).toEqual(["qr", "nfc", "link"]);
  });

  test("is reported as mistyped if one character is wrong, but not if it is merely unknown", async () => {
    const hint = words.en("tags.mistyped");
    const wrong = unknown.slice(0, -1) + (unknown.endsWith("7") ? "8" : "7");
    const swapped = `${unknown[1]}${unknown[0]}${unknown.slice(2)}`;
    const from = "198.18.3.1";
    expect(textOf((await openTag(site, wrong, { from })).html)).toContain(hint);
    if (unknown[0] !== unknown[1]) expect(textOf((await openTag(site, swapped, { from })).html)).toContain(hint);
    expect(textOf((await openTag(site, unknown, { from })).html)).not.toContain(hint);
    expect(textOf((await openTag(site, "REX", { from })).html)).not.toContain(hint);
  });

  test("of a deactivated tag gets exactly the response of an unknown one", async () => {
    const seen = async (code: string, as?: typeof asOwner) => {
      const { answer, html } = await openTag(site, code, { as, from: "198.18.4.1" });
      const headers = [...answer.headers].filter(
        ([name]) => !["x-request-id", "content-security-policy", "date"].includes(name),
      );
      return JSON.stringify([answer.status, headers, html.replaceAll(code, "CODE").replace(/nonce="[^"]*"/g, "")]);
    };
    expect(await seen(off.code)).toBe(await seen(unknown));
    expect(await seen(off.code, asStranger)).toBe(await seen(unknown, asStranger));
    expect(await scansOf(site, off.id)).toEqual([]);
    const post = (code: string) => site.post(`/tag/${code}`, { intent: "claim" }, { as: asAdmin, from: "198.18.4.1" });
    const [one, other] = [await post(off.code), await post(unknown)];
    expect(one.status).toBe(other.status);
  });

  test("blocks a network after twenty unknown ones, while known codes still open", async () => {
    const from = "198.18.5.1";
    const statuses = [];
    for (let miss = 0; miss < 21; miss++)
      statuses.push((await openTag(site, formatCode(createCode()), { from })).answer.status);
    expect(statuses).toEqual([...Array(20).fill(404), 429]);
    const late = await openTag(site, unknown, { from, language: "ar" });
    expect(textOf(late.html)).toContain(words.ar("finderPage.finder.tooManyText"));
    expect(Number(late.answer.headers.get("retry-after"))).toBeGreaterThan(0);
    for (const code of [linked.code, unlinked.code, free.code])
      expect((await openTag(site, code, { from })).answer.status).toBe(200);
    expect((await openTag(site, off.code, { from })).answer.status).toBe(429);
    expect((await openTag(site, unknown, { from: "198.18.5.77" })).answer.status).toBe(429);
    expect((await openTag(site, unknown, { from: "198.18.6.1" })).answer.status).toBe(404);
  });
});
