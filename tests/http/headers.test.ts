// A script that somebody smuggled into a page would run, or a message would show on a page nobody sees.
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createConversation, createConversationKey } from "#app/features/conversations/conversations.server.ts";
import { addPhoto } from "#app/platform/files/photos.server.ts";
import { createClaimedTag, createTestPet, signUpTestUser } from "#tests/make.ts";
import { plainPicture } from "#tests/plain-picture.ts";
import { openSite, type RequestOptions, type Site } from "./site.ts";

const site = await openSite();
const secure = await openSite({ PUBLIC_URL: "https://aleef.example" });

async function createTestData(place: Site) {
  const owner = await signUpTestUser(place.ctx, "owner@example.com", { role: "admin" });
  const petId = await createTestPet(place.ctx, owner, { notes: "</script><script>alert(1)</script><!--" });
  const tag = await createClaimedTag(place.ctx, owner, petId);
  const bytes = await plainPicture(40, 30, "#888").png().toBuffer();
  const photoId = await addPhoto(place.ctx.files, owner, bytes);
  const conversation = {
    ownerId: owner.id,
    about: "Rocky",
    link: "/x",
    finderName: null,
    finderContact: null,
    finderLanguage: "en" as const,
  };
  const key = createConversationKey(place.ctx, await createConversation(place.ctx, conversation));
  return { petId, tag, photoId, key, as: await place.signInAs("owner@example.com") };
}

const here = await createTestData(site);
const there = await createTestData(secure);
const script = readdirSync("build/client/assets").find((name) => name.endsWith(".js"));

interface Kind {
  status: number;
  path: string;
  options?: RequestOptions;
  post?: Record<string, string>;
  cache: RegExp;
  type?: RegExp;
}

const kept = /^(private, )?no-store$/;
const kindsOf = ({ tag, photoId, key, petId, as }: typeof here): Record<string, Kind> => ({
  "a page": { path: "/", status: 200, cache: kept, type: /^text\/html; charset=utf-8$/i },
  "a private page": {
    path: "/dashboard",
    status: 200,
    options: { as },
    cache: kept,
    type: /^text\/html; charset=utf-8$/i,
  },
  "a page's data": { path: "/dashboard.data", status: 200, options: { as }, cache: kept },
  "a pet's page": { path: `/pet/${petId}`, status: 200, cache: kept, type: /^text\/html/ },
  "the finder's page": { path: `/tag/${tag.code}`, status: 200, cache: kept, type: /^text\/html; charset=utf-8$/i },
  "an unknown tag": { path: "/tag/UNKN-OWNC-0DE0", status: 404, cache: kept, type: /^text\/html/ },
  "the finder's status": { path: `/f/${key}`, status: 200, cache: kept, type: /^text\/html/ },
  "its live part": { path: `/f/${key}/live`, status: 200, cache: kept, type: /^text\/html/ },
  "a short address": { path: `/t/${tag.code}`, status: 302, cache: kept },
  "a guard's refusal": { path: "/dashboard", status: 302, cache: kept },
  "a guard's refusal of data": { path: "/dashboard.data", status: 202, cache: kept },
  "a refused form": { path: "/auth", post: { intent: "signIn" }, status: 400, cache: kept, type: /^text\/html/ },
  "a form from elsewhere": {
    path: "/auth",
    post: {},
    options: { headers: { origin: "https://evil.example" } },
    status: 403,
    cache: kept,
    type: /^text\/plain/,
  },
  "an unknown page": { path: "/nowhere", status: 404, cache: kept, type: /^text\/html/ },
  "a method nobody knows": { path: "/", options: { method: "DELETE" }, status: 405, cache: kept },
  "a body too large": {
    path: "/auth",
    post: { x: "x".repeat(1_100_000) },
    status: 413,
    cache: kept,
    // The form's own page with a message.
    type: /^text\/html/,
  },
  "a script": {
    path: `/assets/${script}`,
    status: 200,
    cache: /^public, max-age=31536000, immutable$/,
    type: /javascript/,
  },
  "a picture of the site": {
    path: "/favicon.svg",
    status: 200,
    cache: /^public, max-age=3600$/,
    type: /^image\/svg\+xml/,
  },
  "a photo": {
    path: `/photos/${photoId}/640.webp`,
    status: 200,
    cache: /^public, max-age=31536000, s-maxage=3600, immutable$/,
    type: /^image\/webp$/,
  },
  "no photo": { path: "/photos/x/640.webp", status: 404, cache: kept },
  "a CSV file": {
    path: "/admin/tags.csv",
    options: { as },
    status: 200,
    cache: kept,
    type: /^text\/csv; charset=utf-8$/,
  },
  "a QR code": {
    path: `/dashboard/tags/${tag.id}/qr`,
    options: { as },
    status: 200,
    cache: kept,
    type: /^image\/svg\+xml/,
  },
  "the service worker": { path: "/sw.js", status: 200, cache: /./, type: /javascript/ },
  "the manifest": {
    path: "/manifest.webmanifest?lang=ar",
    status: 200,
    cache: /./,
    type: /^application\/manifest\+json/,
  },
  "the page for no network": { path: "/offline?lang=ar&kept=1", status: 200, cache: kept, type: /^text\/html/ },
  "the session": { path: "/session", options: { as }, status: 200, cache: kept, type: /json/ },
  "a sign of life": { path: "/healthz", status: 200, cache: kept, type: /json/ },
});

const send = (place: Site, { path, post, options }: Kind) =>
  post ? place.post(path, post, options) : place.get(path, options);

const always: Record<string, string> = {
  "x-content-type-options": "nosniff",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(self), geolocation=(self), microphone=(self), payment=(), usb=()",
  "x-frame-options": "SAMEORIGIN",
};

describe.each([
  ["http", site, here],
  ["https", secure, there],
] as const)("over %s", (scheme, place, things) => {
  const kinds = kindsOf(things);
  test.each(Object.entries(kinds))("%s has all security headers", async (_what, kind) => {
    const answer = await send(place, kind);
    const headers = Object.fromEntries(answer.headers);
    await answer.arrayBuffer();
    expect(answer.status).toBe(kind.status);
    expect(headers).toMatchObject(always);
    expect(headers["cache-control"]).toMatch(kind.cache);
    expect(headers["referrer-policy"]).toMatch(/^(strict-origin-when-cross-origin|same-origin|no-referrer)$/);
    expect(headers["x-request-id"]).toMatch(/^[0-9a-f]{16}$/);
    expect(headers["strict-transport-security"]).toBe(
      scheme === "https" ? "max-age=31536000; includeSubDomains" : undefined,
    );
    expect([headers.server, headers["x-powered-by"]]).toEqual([undefined, undefined]);
    if (kind.type) expect(headers["content-type"]).toMatch(kind.type);
    expect(headers["content-security-policy"]).toBeDefined();
  });
});

test("session cookies are Secure over https", async () => {
  const answer = await secure.post("/auth", { intent: "signIn", email: "owner@example.com", password: "Sunny-walk-7" });
  const line = answer.headers.getSetCookie().find((one) => one.includes("session_token"))!;
  expect(line).toMatch(/^__Host-aleef\.session_token=/);
  expect(line).toMatch(/; Secure/);
  expect((await secure.get("/dashboard", { as: there.as })).status).toBe(200);
  const rest = (await secure.get(`/tag/${there.tag.code}?lang=ar`)).headers.getSetCookie();
  const toast = (await secure.get("/dashboard")).headers.getSetCookie();
  expect([...rest, ...toast].filter((one) => !one.includes("Secure"))).toEqual([]);
  expect(toast).toHaveLength(1);
});

test("a request in the background leaves the toast to the page that a user sees", async () => {
  const cookie = `toast=${encodeURIComponent(JSON.stringify({ type: "success", code: "accounts.loggedOut" }))}`;
  const takesToast = async (headers: Record<string, string>) =>
    (await site.get("/about", { headers: { cookie, ...headers } })).headers
      .getSetCookie()
      .some((one) => one.startsWith("toast=;"));
  expect(await takesToast({})).toBe(true);
  expect(await takesToast({ "x-background": "1" })).toBe(false);
  // Data that a script requested may be dropped; the script deletes the toast once it has shown it.
  expect(await takesToast({ "sec-fetch-dest": "empty" })).toBe(false);
});

test("a request in the background that meets an ended session sets no toast over another one", async () => {
  const setsToast = async (headers: Record<string, string>) =>
    (await site.get("/dashboard/pets", { headers })).headers.getSetCookie().some((one) => one.startsWith("toast="));
  expect(await setsToast({})).toBe(true);
  expect(await setsToast({ "x-background": "1" })).toBe(false);
});

describe("content security policy", () => {
  const pages: [string, RequestOptions][] = [
    ["/", {}],
    ["/auth?mode=sign-up", {}],
    ["/nowhere", {}],
    ["/dashboard", { as: here.as }],
    ["/dashboard/tags", { as: here.as }],
    [`/dashboard/pets/${here.petId}`, { as: here.as }],
    ["/admin/tags", { as: here.as }],
    [`/pet/${here.petId}`, {}],
    [`/tag/${here.tag.code}`, {}],
    ["/tag/UNKN-OWNC-0DE0", {}],
    [`/f/${here.key}`, {}],
  ];

  test.each(pages)("%s runs only our own scripts", async (path, options) => {
    const nonces: string[] = [];
    for (let round = 0; round < 2; round++) {
      const answer = await site.get(path, options);
      const policy = answer.headers.get("content-security-policy")!;
      const directives = Object.fromEntries(
        policy.split("; ").map((one) => [one.split(" ")[0], one.slice(one.indexOf(" ") + 1)]),
      );
      // A page that several visitors may be sent names the hashes of its scripts instead.
      const allowed = directives["script-src"]!;
      expect(allowed).toMatch(/^'self' ('nonce-[A-Za-z0-9+/]{22}=='|'sha256-[^']+'( 'sha256-[^']+')*)$/);
      const nonce = /'nonce-(.+)'/.exec(allowed)?.[1];
      if (nonce) nonces.push(nonce);
      expect(directives).toMatchObject({
        "default-src": "'self'",
        "object-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'self'",
      });
      const html = await answer.text();
      // JSON-LD for search engines is data that browsers do not run.
      const scripts = [...html.matchAll(/<script\b(?! type="application\/ld\+json">)([^>]*)>([^<]*)/g)];
      const isAllowed = (attributes: string, source: string) =>
        (nonce && attributes.includes(`nonce="${nonce}"`)) ||
        / src="\/(?!\/)/.test(attributes) ||
        allowed.includes(createHash("sha256").update(source).digest("base64"));
      expect(scripts.filter(([, attributes, source]) => !isAllowed(attributes!, source!)).map(([tag]) => tag)).toEqual(
        [],
      );
      expect([...html.matchAll(/<[a-z][^>]*\son[a-z]+\s*=/gi)].map(([tag]) => tag)).toEqual([]);
      expect(/(?:href|action|src)="\s*(?:javascript|data:text|vbscript)/i.test(html)).toBe(false);
      expect(html.includes("<script>alert(1)")).toBe(false);
    }
    expect(new Set(nonces).size).toBe(nonces.length);
  });

  test("only the smallest rendition of a photo may be embedded by other sites, such as webmail", async () => {
    const policyOf = async (name: string) =>
      (await site.get(`/photos/${here.photoId}/${name}`)).headers.get("cross-origin-resource-policy");
    expect([await policyOf("160.webp"), await policyOf("640.webp")]).toEqual(["cross-origin", "same-origin"]);
  });

  test("photos and QR codes may not run anything", async () => {
    const photo = await site.get(`/photos/${here.photoId}/640.webp`);
    const code = await site.get(`/dashboard/tags/${here.tag.id}/qr`, { as: here.as });
    for (const answer of [photo, code])
      expect(answer.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/);
  });

  test.each([
    [{}, "img-src 'self' data: blob: https://tile.openstreetmap.org;", "tile.openstreetmap.org"],
    [{ MAP_TILE_URL: "none" }, "img-src 'self' data: blob:;", null],
    [
      { MAP_TILE_URL: "https://{s}.tiles.example/{z}/{x}/{y}.png" },
      "img-src 'self' data: blob: https://*.tiles.example;",
      "tiles.example",
    ],
    [{ MAP_TILE_URL: "https://files.example/a.pmtiles" }, "'self' https://files.example;", "files.example"],
  ])("with %o, only the map's host is allowed, and the privacy page names it", async (env, directive, host) => {
    const mapped = await openSite(env);
    const page = await mapped.get("/privacy");
    expect(page.headers.get("content-security-policy")).toContain(directive);
    const text = await page.text();
    expect(text.includes("Where the streets come from")).toBe(host !== null);
    if (host) expect(text).toContain(host);
  });
});

test("a page names its style sheets in a header, so that they are fetched before what it names above them", async () => {
  const response = await site.get("/store");
  const paths = [...(await response.text()).matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, path]) => path);
  expect(paths.length).toBeGreaterThan(0);
  expect(response.headers.get("link")).toBe(paths.map((path) => `<${path}>; rel=preload; as=style`).join(", "));
});
