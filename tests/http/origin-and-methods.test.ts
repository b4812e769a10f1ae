// A foreign page could send forms in the name of somebody who is signed in here.
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { findTag } from "#app/features/tags/tags.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { query } from "#tests/databases.ts";
import { createClaimedTag, createTestPet, signUpTestUser } from "#tests/make.ts";
import { readableOf } from "./finder-page.ts";
import { app, openSite } from "./site.ts";

const site = await openSite();

const owner = await signUpTestUser(site.ctx, "owner@example.com");
const petId = await createTestPet(site.ctx, owner);
const tag = await createClaimedTag(site.ctx, owner, petId);
const as = await site.signInAs("owner@example.com");
const statusOfTag = async () => (await findTag(site.ctx, tag.code))?.status;

const english = "We couldn't accept this form because it was sent from another site.";
const arabic = site.ctx.translator("ar")("errors.crossOrigin");

describe("form from another origin", () => {
  /** Other servers post to these routes: their requests are signed, or the address is a key. */
  const isSigned = (path: string | undefined) => /^(hooks|unsubscribe)\//.test(path ?? "");
  const actions = Object.values(app.routes).flatMap((route) =>
    route?.module.action && !isSigned(route.path) ? [route] : [],
  );
  const paths = actions.map((route) =>
    `/${fullPath(route.id)}`.replace(/:(\w+)\??/g, (_, name) => ({ tagCode: tag.code, petId })[name as "petId"] ?? "x"),
  );

  function fullPath(id: string): string {
    const route = app.routes[id];
    const above = route?.parentId ? fullPath(route.parentId) : "";
    return [above, route?.path].filter(Boolean).join("/");
  }

  const senders: Record<string, Record<string, string | null>> = {
    "another site": { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
    "another site with an old browser": { origin: "https://evil.example", "sec-fetch-site": null },
    "a hidden origin": { origin: "null", "sec-fetch-site": null },
    "a hidden origin of our own": { origin: "null", "sec-fetch-site": "same-origin" },
    "a sibling of our site": { origin: "https://shop.localhost:3000", "sec-fetch-site": "same-site" },
    "another port": { origin: "http://localhost:3001", "sec-fetch-site": null },
    "a name that begins like ours": { origin: "http://localhost:3000.evil.example", "sec-fetch-site": null },
    "nobody known": { origin: null, "sec-fetch-site": null },
    "a browser that says it is elsewhere": { "sec-fetch-site": "cross-site" },
    "no site at all": { origin: "nonsense", "sec-fetch-site": null },
  };

  test.each(Object.entries(senders))(
    "is rejected with a message by every action when sent from %s",
    async (_name, headers) => {
      for (const path of [...new Set(paths)])
        for (const form of [path, `${path}.data`]) {
          const answer = await site.post(form, { intent: "deactivate", tagId: tag.id }, { as: as.copy(), headers });
          expect([form, answer.status]).toEqual([form, 403]);
          expect((await answer.text()).startsWith(english)).toBe(true);
        }
      const refused = await site.post("/dashboard/tags", {}, { as: as.copy(), headers, language: "ar" });
      expect(await refused.text()).toBe(arabic);
      expect(await statusOfTag()).toBe("active");
      expect((await site.get("/dashboard", { as })).status).toBe(200);
    },
  );

  test("is accepted from our own page", async () => {
    const post = (intent: string, headers: Record<string, string | null>) =>
      site.post("/dashboard/tags", { intent, tagId: tag.id }, { as, headers });
    expect((await post("deactivate", { "sec-fetch-site": null })).status).toBe(303);
    expect(await statusOfTag()).toBe("inactive");
    expect((await post("activate", { origin: null, "sec-fetch-site": "same-origin" })).status).toBe(303);
    expect(await statusOfTag()).toBe("active");
  });
});

describe("methods", () => {
  test.each(["PUT", "PATCH", "DELETE", "PROPFIND"])("%s is allowed nowhere", async (method) => {
    for (const path of [
      "/",
      "/dashboard/tags",
      "/admin/tags",
      `/tag/${tag.code}`,
      "/photos/x/640.webp",
      "/favicon.svg",
      "/healthz",
    ]) {
      const body = method === "PROPFIND" ? null : new URLSearchParams({ intent: "deactivate", tagId: tag.id });
      const answer = await site.send(path, { method, body, headers: { origin: site.publicUrl } }, { as });
      expect([path, answer.status, answer.headers.get("allow")]).toEqual([path, 405, "GET, HEAD, POST"]);
    }
    expect(await statusOfTag()).toBe("active");
  });

  test.each(["en", "ar"] as const)("are refused in the reader's language (%s)", async (language) => {
    const t = site.ctx.translator(language);
    const answer = await site.send("/about", { method: "PUT", headers: { origin: site.publicUrl } }, { language });
    expect(await answer.text()).toBe(t("errors.method"));
  });

  test("a POST to a page without a form is told what is allowed, without the router's words", async () => {
    const answer = await site.post("/about", {}, { language: "ar" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    const main = /<main.*<\/main>/s.exec(await answer.text())?.[0] ?? "";
    expect(main).toContain(site.ctx.translator("ar")("common.error.text"));
    expect(main).not.toContain("You made a POST");
  });

  test("neither a field nor a header changes the method of a POST", async () => {
    const headers = { "x-http-method-override": "DELETE", "x-method-override": "DELETE" };
    const answer = await site.post(
      "/dashboard/tags?_method=DELETE",
      { _method: "DELETE", tagId: tag.id },
      { as, headers },
    );
    expect(answer.status).toBe(400);
    expect(await statusOfTag()).toBe("active");
  });

  test("HEAD has the status of GET and no body", async () => {
    for (const path of ["/", "/favicon.svg", "/nowhere", `/tag/${tag.code}`]) {
      const [head, get] = [await site.get(path, { method: "HEAD" }), await site.get(path)];
      expect([path, head.status, await head.text()]).toEqual([path, get.status, ""]);
      await get.text();
    }
  });

  test("OPTIONS grants nothing to other sites", async () => {
    const headers = { origin: "https://evil.example", "access-control-request-method": "POST" };
    for (const path of ["/", "/session", "/dashboard", "/photos/x/640.webp", "/favicon.svg"]) {
      const answer = await site.send(path, { method: "OPTIONS", headers });
      const cors = [...answer.headers.keys()].filter((name) => name.startsWith("access-control"));
      expect([path, answer.status < 500, cors]).toEqual([path, true, []]);
      const get = await site.get(path, { as, headers: { origin: "https://evil.example" } });
      expect([...get.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });
});

describe("bodies", () => {
  const megabyte = 1024 * 1024;
  const own = { "sec-fetch-site": "same-origin" };
  const refusals = {
    en: "That's too much to send in one go. Try a smaller photo.",
    ar: site.ctx.translator("ar")("errors.bodyTooLarge"),
  };

  test.each([
    ["a form", "application/x-www-form-urlencoded", megabyte],
    ["JSON", "application/json", megabyte],
    ["a text", "text/plain", megabyte],
    ["a form with files", "multipart/form-data; boundary=x", 25 * megabyte],
  ])("%s over its limit is rejected with a message", async (_what, type, limit) => {
    for (const language of ["en", "ar"] as const) {
      const headers = { ...own, "content-type": type, "content-length": String(limit + 1) };
      const body = new Uint8Array(limit + 1).fill(97);
      const answer = await site.send("/auth", { method: "POST", body, headers }, { language });
      expect([answer.status, await answer.text()]).toEqual([413, refusals[language]]);
    }
  });

  test.each(["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
    "an endless %s without a length is cut off at the limit",
    async (type) => {
      let sent = 0;
      const piece = new Uint8Array(64 * 1024).fill(97);
      const body = new ReadableStream({
        pull(controller) {
          sent += piece.length;
          if (sent > 60 * megabyte) controller.close();
          else controller.enqueue(piece);
        },
      });
      const answer = await site.send("/auth", {
        method: "POST",
        body,
        duplex: "half",
        headers: { ...own, "content-type": type },
      });
      expect([answer.status, readableOf(await answer.text()).includes(refusals.en)]).toEqual([413, true]);
      expect(sent).toBeLessThan(megabyte);
    },
  );

  test("a false content length does not bypass the limit", async () => {
    const body = new Uint8Array(2 * megabyte).fill(97);
    const headers = {
      ...own,
      "content-type": "application/x-www-form-urlencoded",
      "content-length": "10",
      "transfer-encoding": "chunked",
    };
    expect((await site.send("/auth", { method: "POST", body, headers })).status).toBe(413);
  });

  test.each([
    ["multipart/form-data", "no boundary"],
    ["multipart/form-data; boundary=x", "--y\r\nbroken"],
    [
      "multipart/form-data; boundary=x",
      `--x\r\nContent-Disposition: form-data; name="${"n".repeat(200_000)}"\r\n\r\nv\r\n--x--`,
    ],
    ["application/json", "{"],
    ["text/xml", "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><x>&a;</x>"],
    ["nonsense/ ;;; =", "x"],
    [
      "application/x-www-form-urlencoded",
      "%&%=%FF&intent=%00&__proto__=x&constructor=y&intent[]=1&a[9999999999]=1&a.b.c[0].d=1",
    ],
  ])("a malformed body (%s) causes no server error", async (type, body) => {
    for (const path of [
      "/auth",
      "/auth/forgot",
      "/dashboard/tags",
      "/dashboard/settings",
      "/dashboard/pets/new",
      "/push",
      "/language",
      "/theme",
      `/tag/${tag.code}`,
      "/auth/sign-out",
    ]) {
      const answer = await site.send(
        path,
        { method: "POST", body, headers: { ...own, "content-type": type } },
        { as: as.copy() },
      );
      expect([path, answer.status < 500]).toEqual([path, true]);
      if (path === "/auth/sign-out" && answer.status === 303)
        Object.assign(as, await site.signInAs("owner@example.com"));
    }
  });
});

describe("server error", () => {
  test("shows a message and the way on; neither page nor log contains the database's message", async () => {
    const away = await openSite();
    await signUpTestUser(away.ctx, "fault@example.com");
    const who = await away.signInAs("fault@example.com");
    const [user] = await away.ctx.db.select().from(users).where(eq(users.email, "fault@example.com"));
    await query(away.databaseUrl, "alter table pets rename to pets_elsewhere");
    for (const [path, language, title] of [
      ["/dashboard/pets", "en", "Something went wrong"],
      ["/dashboard/pets.data", "en", ""],
      ["/dashboard/pets", "ar", away.ctx.translator("ar")("common.error.title")],
    ] as const) {
      const answer = await away.get(path, { as: who, language });
      const body = await answer.text();
      expect([path, answer.status, body.includes(title)]).toEqual([path, 500, true]);
      expect(
        /relation|pets_elsewhere|select |node_modules|at async/i.test(body.replace(/<script[\s\S]*?<\/script>/g, "")),
      ).toBe(false);
      const id = answer.headers.get("x-request-id")!;
      if (title) expect(body.replace(/<script[\s\S]*?<\/script>/g, "")).toContain(id);
      expect(away.logged.some((line) => line.includes(id) && line.includes('"level":50'))).toBe(true);
    }
    const log = away.logged.join("");
    expect([
      log.includes(user!.id),
      log.includes("fault@example.com"),
      log.includes(who.value("aleef.session_token")!),
    ]).toEqual([false, false, false]);
  });
});
