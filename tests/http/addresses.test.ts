// Readers would be shown the other language again and again, or an error page where a link leads nowhere.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createClaimedTag, createTestPet, signUpTestUser } from "#tests/make.ts";
import { openSite } from "./site.ts";
import { Visitor } from "./visitor.ts";

const site = await openSite();

const owner = await signUpTestUser(site.ctx, "owner@example.com", { role: "admin" });
const petId = await createTestPet(site.ctx, owner);
const tag = await createClaimedTag(site.ctx, owner, petId);
const as = await site.signInAs("owner@example.com");

async function languageOf(answer: Response): Promise<string> {
  const [, lang, dir] = /<html lang="(\w+)" dir="(\w+)"/.exec(await answer.text()) ?? [];
  return `${lang} ${dir}`;
}

const en = "en ltr";
const ar = "ar rtl";

describe("language of a page", () => {
  test.each([
    [null, en],
    ["", en],
    ["en", en],
    ["ar", ar],
    ["ar-EG", ar],
    ["AR-eg,en;q=0.5", ar],
    ["ar;q=0.9", ar],
    ["en;q=0.9,ar;q=0.8", en],
    ["en;q=0.8,ar;q=0.9", ar],
    ["ar;q=0.8,en;q=0.8", ar],
    ["en-US,en;q=0.9,ar;q=0.8", en],
    ["arn,en;q=0.5", en],
    ["ary", en],
    ["*", en],
    ["ar;q=0", en],
    ["ar;q=nonsense", en],
    [";;;,,,=q=q=1", en],
    [`en,${"ar,".repeat(10_000)}`, en],
  ])("for Accept-Language %j", async (header, expected) => {
    for (const path of ["/", "/auth", `/tag/${tag.code}`, "/tag/UNKN-OWNC-0DE0", `/pet/${petId}`, "/nowhere"])
      expect([path, await languageOf(await site.get(path, { headers: { "accept-language": header } }))]).toEqual([
        path,
        expected,
      ]);
  });

  test("is English for a first language that only the finder's pages have", async () => {
    const headers = { "accept-language": "fr,ar;q=0.9" };
    for (const path of ["/", "/auth", `/pet/${petId}`, "/nowhere"])
      expect([path, await languageOf(await site.get(path, { headers }))]).toEqual([path, en]);
  });

  test("prefers the URL parameter over an earlier choice, and that over the browser's setting", async () => {
    const chose = (language: string) => new Visitor().set("preferred-language", language);
    for (const path of ["/", `/tag/${tag.code}`, `/pet/${petId}`]) {
      expect(await languageOf(await site.get(path, { as: chose("ar"), language: "en" }))).toBe(ar);
      expect(await languageOf(await site.get(path, { as: chose("en"), language: "ar" }))).toBe(en);
      expect(await languageOf(await site.get(path, { as: chose("xx"), language: "ar" }))).toBe(ar);
      expect(await languageOf(await site.get(`${path}?lang=ar`, { as: chose("en") }))).toBe(ar);
      expect(await languageOf(await site.get(`${path}?lang=xx`, { as: chose("ar") }))).toBe(ar);
      expect(await languageOf(await site.get(`${path}?lang=ar%22%3E`, {}))).toBe(en);
    }
  });

  test("remembers the language of an opened link, but not of a script's request", async () => {
    const navigation = { "sec-fetch-mode": "navigate" };
    for (const path of ["/store", `/tag/${tag.code}`, `/pet/${petId}`]) {
      const visitor = new Visitor();
      await site.get(`${path}?lang=ar`, { as: visitor, headers: navigation });
      expect([path, visitor.value("preferred-language")]).toEqual([path, "ar"]);
      expect(await languageOf(await site.get("/store", { as: visitor }))).toBe(ar);
      await site.get(`${path}?lang=en`, { as: visitor, headers: { "sec-fetch-mode": "cors" } });
      expect([path, visitor.value("preferred-language")]).toEqual([path, "ar"]);
    }
  });

  test("is remembered when chosen on any page, which is shown again, and used for later e-mails", async () => {
    const answer = await site.post("/language", { language: "ar", to: "/dashboard/tags?lang=en&q=1" }, { as });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/dashboard/tags?q=1"]);
    expect(as.value("preferred-language")).toBe("ar");
    expect(await languageOf(await site.get("/dashboard/tags?q=1", { as }))).toBe(ar);
    await site.post("/auth/forgot", { email: "owner@example.com" });
    await site.runJobs();
    expect(site.emails.at(-1)?.html).toContain('lang="ar" dir="rtl"');
    for (const language of ["fr", "", "<x>"])
      expect((await site.post("/language", { language }, { as })).status).toBe(400);
    await site.post("/language", { language: "en" }, { as });
  });
});

describe("unknown addresses", () => {
  test.each([
    "/community-reports/01a1fd58-379e-7e42-89b5-78e832d41440",
    "/dashboard/pets/01a1fd58-379e-7e42-89b5-78e832d41440",
  ])("the browser's title of %s, which a layout surrounds, tells that there is no such page", async (path) => {
    await signUpTestUser(site.ctx, `title${path.length}@example.com`);
    const as = await site.signInAs(`title${path.length}@example.com`);
    const html = await site.getText(path, { as });
    expect(/<title[^>]*>([^<]*)/.exec(html)?.[1]).toBe("Page not found · Aleef");
  });

  test.each(["/nowhere", "/store/none/at/all", "/pet/not-an-id", "/pet/01a1fd58-379e-7e42-89b5-78e832d41440"])(
    "the browser's title of %s tells that there is no such page",
    async (path) => {
      expect(/<title>([^<]*)/.exec(await site.getText(path))?.[1]).toBe("Page not found · Aleef");
    },
  );

  test.each([
    ["/community-reports/talk/abc", "/community-reports/conversations/abc"],
    ["/community-reports/manage/abc/talk/1?x=2", "/community-reports/manage/abc/conversations/1?x=2"],
    ["/dashboard/lost-found/1/talk/2", "/dashboard/lost-found/1/conversations/2"],
    ["/dashboard/pets/1/carers", "/dashboard/pets/1/caregivers"],
    ["/dashboard/settings/look", "/dashboard/settings/appearance"],
    ["/admin/operator", "/admin/system"],
  ])("the earlier address %s leads to %s", async (from, to) => {
    const answer = await site.get(from, { as });
    expect([answer.status, answer.headers.get("location")]).toEqual([301, to]);
  });

  test.each([
    ["/nowhere", undefined, "Page not found"],
    ["/store/none/at/all", undefined, "Page not found"],
    ["/auth/nothing", undefined, "Page not found"],
    ["/admin/nowhere", as, "Page not found"],
    ["/dashboard/nowhere", as, "Page not found"],
    ["/pet/not-an-id", undefined, "Page not found"],
    ["/pet/01a1fd58-379e-7e42-89b5-78e832d41440", undefined, "Page not found"],
    ["/dashboard/pets/not-an-id", as, "Page not found"],
    ["/dashboard/scan-details/01a1fd58-379e-7e42-89b5-78e832d41440", as, "Page not found"],
  ])("%s shows the error page with a link to the home page", async (path, who, title) => {
    const answer = await site.get(path, { as: who });
    const body = await answer.text();
    expect([answer.status, body.includes(`<h1 class="text-2xl">${title}</h1>`), body.includes('href="/"')]).toEqual([
      404,
      true,
      true,
    ]);
    const arabic = await site.get(path, {
      as: who,
      headers: {
        "accept-language": "ar",
        ...(who
          ? { cookie: `${who.cookiesFor("/")}; preferred-language=ar`.replace(/preferred-language=en; /, "") }
          : {}),
      },
    });
    expect((await arabic.text()).includes(site.ctx.translator("ar")("common.notFound.title"))).toBe(true);
  });

  test("keep the frame of the admin area inside it", async () => {
    const body = await site.getText("/admin/nowhere", { as });
    expect([body.includes('href="/admin/upgrade-requests"'), body.includes("<footer")]).toEqual([true, false]);
    const outside = await site.getText("/nowhere");
    expect([outside.includes('href="/admin/upgrade-requests"'), outside.includes("<footer")]).toEqual([false, true]);
  });
});

describe("hostile addresses", () => {
  // The router logs a console warning for addresses that it cannot decode.
  beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => undefined));

  const long = "x".repeat(10_000);
  const pieces = [
    "%",
    "%00",
    "%0",
    "%zz",
    "%E0%A4%A",
    "%C0%AE%C0%AE",
    "%FF%FE",
    "..",
    "../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "..%5c..%5c",
    "....//....//",
    "\u202eabc",
    "%E2%80%AEabc",
    "🐾",
    "%F0%9F%90%BE",
    "قطة",
    "\u0000",
    "a\tb",
    "'",
    "%27%20or%201=1--",
    "%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
    "$%7B7*7%7D",
    "{{7*7}}",
    "__proto__",
    "constructor",
    ":petId",
    "*",
    ".data",
    "_.data",
    "%2F",
    "%5C",
    "a;b",
    "a,b",
    "null",
    "undefined",
    "-1",
    "1e999",
    "NaN",
    long,
  ];
  const places = [
    "/",
    "/tag/",
    "/t/",
    "/n/",
    "/f/",
    "/pet/",
    "/photos/",
    "/photos/x/",
    "/assets/",
    "/dashboard/pets/",
    "/dashboard/scan-details/",
    "/dashboard/tags/",
    "/alerts/",
    "/admin/",
    "/store/product/",
    "/auth/",
  ];

  test.each(places)("under %s cause no server error and run nothing", async (place) => {
    for (const piece of pieces) {
      const path = `${place}${piece}?q=${piece}&page=${piece}&before=${piece}&code=${piece}&state=${piece}&to=${piece}&v=${piece}&s=${piece}&period=${piece}&pet=${piece}`;
      const answer = await site.get(path, { as, from: "198.18.7.7" });
      const body = await answer.text();
      expect([path.slice(0, 60), answer.status < 500, /root:x:0|<script>alert\(1\)/.test(body)]).toEqual([
        path.slice(0, 60),
        true,
        false,
      ]);
    }
  });

  const lists = [
    "/dashboard/pets",
    "/dashboard/tags",
    "/dashboard/inbox",
    "/dashboard/scan-records",
    "/dashboard/scans",
    "/admin/tags",
    "/admin/tags.csv",
    "/live",
    "/session",
  ];
  test.each(lists)("%s accepts any query string", async (list) => {
    for (const piece of pieces.slice(0, -1)) {
      const names = ["q", "page", "before", "code", "state", "period", "pet", "petId", "format", "since", "lang"];
      const query = names.map((name) => `${name}=${piece}`).join("&");
      const stop = new AbortController();
      const answer = await site.get(`${list}?${query}`, { as, signal: stop.signal });
      expect([piece, answer.status < 500]).toEqual([piece, true]);
      if (list === "/live") stop.abort();
      else await answer.text();
    }
  });

  test("searches treat %, _ and \\ as ordinary characters", async () => {
    for (const [text, found] of [
      ["%25", false],
      ["_", false],
      ["%5C", false],
      [tag.code.slice(0, 6), true],
    ] as const) {
      const body = await site.getText(`/dashboard/tags?q=${text}`, { as });
      expect([text, body.includes(tag.id)]).toEqual([text, found]);
    }
  });
});
