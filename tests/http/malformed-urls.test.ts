// Somebody with a damaged link would get a server error instead of a page that says so.
import { expect, test } from "vitest";
import { readableOf } from "./finder-page.ts";
import { createTestData, emails } from "./permission-data.ts";
import { table } from "./permission-table.ts";
import { app, openSite } from "./site.ts";
import type { Visitor } from "./visitor.ts";

const site = await openSite();

const people: Partial<Record<"owner" | "admin", Visitor>> = {};
const owned = await createTestData(site.ctx);
people.owner = await site.signInAs(emails.owner);
people.admin = await site.signInAs(emails.admin);

const hostile: Record<string, string> = {
  NUL: "a%00b",
  "half a sign": "a%ED%A0%80b",
  "a broken escape": "a%zzb",
  "10,000 characters": "a".repeat(10_000),
  "Arabic at length": encodeURIComponent("قطة ".repeat(300)),
  // Cut at an even and at an odd length.
  "characters of two units": encodeURIComponent("🐕".repeat(80)),
  "an impossible date": "2026-13-40",
  "the year 0": "0000-01-01",
  "characters of two units, shifted": encodeURIComponent(`a${"🐕".repeat(80)}`),
};
/** Query parameters of all pages, one for each kind of value: a search, a number, a date or an id. */
const names = [
  "q",
  "page",
  "status",
  "type",
  "pet",
  "from",
  "to",
  "kind",
  "sort",
  "tag",
  "user",
  "ledger",
  "near",
  "code",
  "day",
];

const readable = Object.values(app.routes).flatMap((route) =>
  route?.module.loader && table[route.id] && !table[route.id]!.isStream ? [route.id] : [],
);

const statusOf = async (path: string, as: Visitor | undefined) => {
  const answer = await site.get(path, { as: as?.copy() });
  await answer.arrayBuffer();
  return answer.status;
};

test.each(readable)("no address of %s causes a server error", async (id) => {
  const rule = table[id]!;
  const as = rule.access === "everyone" ? undefined : people[rule.access === "admins" ? "admin" : "owner"];
  const path = rule.path(owned).split("?")[0]!;
  const pattern = app.routes[id]!.path ?? "";
  for (const [what, value] of Object.entries(hostile)) {
    // Sends the value in all parameters together. The longest are sent separately, because headers are limited to 16
    // KB.
    const queries =
      value.length > 1_000
        ? names.slice(0, 2).map((name) => `${name}=${value}`)
        : [names.map((name) => `${name}=${value}`).join("&")];
    for (const query of queries) {
      expect([what, query.slice(0, 20), (await statusOf(`${path}?${query}`, as)) < 500]).toEqual([
        what,
        query.slice(0, 20),
        true,
      ]);
    }
    if (!pattern.includes(":")) continue;
    const parts = pattern.split("/").map((part) => part.replace(/^:\w+/, value.slice(0, 2_000)));
    expect([what, parts.join("/").slice(0, 60), (await statusOf(`/${parts.join("/")}`, as)) < 500]).toEqual([
      what,
      parts.join("/").slice(0, 60),
      true,
    ]);
  }
});

/** Routes without a page and with a parameter: files, mostly. */
const files = readable.filter((id) => {
  const { module, path } = app.routes[id] ?? {};
  return !module?.default && path?.includes(":");
});

test.each(files)("an address of %s that leads nowhere says so in the reader's language", async (id) => {
  const { access, path } = table[id]!;
  const as = access === "everyone" ? undefined : people[access === "admins" ? "admin" : "owner"];
  const pattern = app.routes[id]!.path ?? "";
  const parents = path(owned).split("?")[0]!.split("/").slice(1);
  // Keeps the names that the pattern leaves to its parents, such as `/admin`.
  const parts = pattern.split("/").map((part) => part.replace(/^:\w+/, "none"));
  const address = `/${[...parents.slice(0, parents.length - parts.length), ...parts].join("/")}`;
  for (const language of ["en", "ar"] as const) {
    const answer = await site.get(address, { as: as?.copy(), language });
    const text = readableOf(await answer.text());
    if (answer.status === 302) continue;
    expect([address, answer.status, /unexpected server error/i.test(text)]).toEqual([address, 404, false]);
    if (language === "ar" && text) expect(text).toMatch(/[\u0600-\u06ff]/);
  }
});

test.each([
  "/f/",
  "/help/",
  "/community-reports/conversations/",
  "/back-in-stock/",
  "/still-reachable/",
  "/contact-consent/",
])("a form sent to %s with a key of any length causes no server error", async (path) => {
  for (const intent of ["write", "reply", "confirm"]) {
    const answer = await site.post(path + "a".repeat(3_000), { intent, body: "Hello", code: "123456" });
    await answer.arrayBuffer();
    expect([intent, answer.status < 500]).toEqual([intent, true]);
  }
});

test.each(["/auth/forgot", "/auth/check-email"])("the longest possible address causes no error on %s", async (path) => {
  const [name, host] = ["a".repeat(64), `${Array(3).fill("b".repeat(60)).join(".")}.com`];
  const answer = await site.post(path, { email: `${name}@${host}` });
  await answer.arrayBuffer();
  expect(answer.status).toBe(303);
});
