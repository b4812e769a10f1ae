// A copied cookie would open an account long after its owner signed out.
import { eq, getTableColumns, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { sessions, verifications } from "#app/features/auth/auth.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { query } from "#tests/databases.ts";
import { password, signUpTestUser } from "#tests/make.ts";
import { readableOf } from "./finder-page.ts";
import { openSite } from "./site.ts";
import { Visitor } from "./visitor.ts";

const site = await openSite();

const sessionName = "aleef.session_token";
const isSignedIn = async (as: Visitor) => (await site.get("/dashboard/settings", { as })).status === 200;
const sessionsOf = (id: string) => site.ctx.db.select().from(sessions).where(eq(sessions.userId, id));

/** Returns the link in the newest e-mail with this subject to an address. */
async function mailedLink(to: string, subject: string): Promise<URL> {
  await site.runJobs();
  const message = site.emails.findLast((one) => one.to === to && one.subject === subject);
  return new URL(/https?:\/\/\S+/.exec(message?.text ?? "")![0]);
}

async function forgot(email: string, from: string) {
  await site.post("/auth/forgot", { email }, { from });
  return (await mailedLink(email, "Reset your password")).searchParams.get("token")!;
}

const reset = (token: string, secret: string) =>
  site.post(`/auth/reset?token=${token}`, { token, password: secret, confirmPassword: secret });

describe("session cookie", () => {
  test("is HttpOnly and SameSite=Lax and valid for the whole site", async () => {
    await signUpTestUser(site.ctx, "flags@example.com");
    const form = { intent: "signIn", email: "flags@example.com", password };
    const lines = (await site.post("/auth", form)).headers.getSetCookie();
    expect(lines).toHaveLength(4);
    const session = lines
      .find((line) => line.startsWith(sessionName))!
      .split("; ")
      .slice(1);
    expect(session.sort()).toEqual(["HttpOnly", "Max-Age=604800", "Path=/", "SameSite=Lax"]);
    expect(lines.find((line) => line.startsWith("aleef.known="))).toMatch(/HttpOnly; SameSite=Lax/);
    expect(lines.find((line) => line.startsWith("toast="))).toMatch(/SameSite=Lax/);
    expect(lines.find((line) => line.startsWith("waiting-address=;"))).toMatch(/Max-Age=0/);
  });

  test("pages that may be cached offline state its remaining lifetime: seven days from sign-in, regardless of use", async () => {
    const { id } = await signUpTestUser(site.ctx, "lasts@example.com");
    const as = await site.signInAs("lasts@example.com");
    const left = async (path: string) => Number((await site.get(path, { as })).headers.get("x-session-ends-in"));
    const day = 24 * 3600;
    expect(await left("/dashboard")).toBeGreaterThan(6 * day);
    expect(await left("/dashboard")).toBeLessThanOrEqual(7 * day);
    const createdAt = new Date(site.ctx.clock.now().getTime() - 6 * day * 1000);
    await site.ctx.db.update(sessions).set({ createdAt }).where(eq(sessions.userId, id));
    for (const path of ["/dashboard/pets", "/dashboard/scan-records", "/dashboard/lost-found/new"]) {
      expect(await left(path)).toBeGreaterThan(day / 2);
      expect(await left(path)).toBeLessThanOrEqual(day);
    }
    expect((await site.get("/about", { as })).headers.has("x-session-ends-in")).toBe(false);
  });

  test("changes with each sign-in and password change, after which the old one is invalid", async () => {
    await signUpTestUser(site.ctx, "rotates@example.com");
    const [here, there] = [await site.signInAs("rotates@example.com"), await site.signInAs("rotates@example.com")];
    expect(here.value(sessionName)).not.toBe(there.value(sessionName));
    const before = here.copy();
    const form = { newPassword: "Windy-walk-8", confirmPassword: "Windy-walk-8" };
    const wrong = await site.post(
      "/dashboard/settings",
      { intent: "password", currentPassword: "Wrong-walk-1", ...form },
      { as: here },
    );
    expect([wrong.status, readableOf(await wrong.text()).includes("This isn't your current password")]).toEqual([
      400,
      true,
    ]);
    const changed = await site.post(
      "/dashboard/settings",
      { intent: "password", currentPassword: password, ...form },
      { as: here },
    );
    expect(changed.status).toBe(303);
    expect([await isSignedIn(here), await isSignedIn(before), await isSignedIn(there)]).toEqual([true, false, false]);
  });

  test("is invalidated on the server at sign-out, including copies", async () => {
    const { id } = await signUpTestUser(site.ctx, "leaves@example.com");
    const here = await site.signInAs("leaves@example.com");
    const stolen = here.copy();
    const answer = await site.post("/auth/sign-out", {}, { as: here });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/"]);
    expect(here.value(sessionName)).toBeUndefined();
    expect(await isSignedIn(stolen)).toBe(false);
    expect(await sessionsOf(id)).toEqual([]);
    expect((await site.post("/auth/sign-out", {}, { as: stolen })).status).toBe(303);
  });

  test("signing out says that it failed when the session could not be deleted, and the person stays signed in", async () => {
    await signUpTestUser(site.ctx, "stays@example.com");
    const owner = site.ctx.ownerUrl;
    await query(
      owner,
      "create function keep_sessions() returns trigger language plpgsql as $$ begin raise 'no'; end $$",
    );
    await query(
      owner,
      "create trigger keep_sessions before delete on sessions for each row execute function keep_sessions()",
    );
    try {
      for (const [form, place] of [
        [{}, "/dashboard"],
        [{ from: "admin" }, "/admin"],
      ] as const) {
        const here = await site.signInAs("stays@example.com");
        const answer = await site.post("/auth/sign-out", form, { as: here });
        expect([answer.status, answer.headers.get("location")]).toEqual([303, place]);
        expect(await isSignedIn(here)).toBe(true);
      }
    } finally {
      await query(owner, "drop function keep_sessions cascade");
    }
  });

  test("“log out everywhere” invalidates all sessions of the account", async () => {
    await signUpTestUser(site.ctx, "everywhere@example.com");
    const [here, there] = [
      await site.signInAs("everywhere@example.com"),
      await site.signInAs("everywhere@example.com"),
    ];
    const answer = await site.post("/dashboard/settings", { intent: "signOutEverywhere" }, { as: here });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/"]);
    expect([await isSignedIn(here.copy()), await isSignedIn(there)]).toEqual([false, false]);
  });

  test("is invalid once expired", async () => {
    const { id } = await signUpTestUser(site.ctx, "late@example.com");
    const as = await site.signInAs("late@example.com");
    await site.ctx.db
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(sessions.userId, id));
    expect(await isSignedIn(as)).toBe(false);
  });

  test("has the current permissions of its account: demotion takes effect with the next request", async () => {
    const { id } = await signUpTestUser(site.ctx, "demoted@example.com", { role: "admin" });
    const as = await site.signInAs("demoted@example.com");
    expect((await site.get("/admin/tags", { as })).status).toBe(200);
    await site.ctx.db.update(users).set({ role: "user" }).where(eq(users.id, id));
    expect((await site.get("/admin/tags", { as })).headers.get("location")).toBe("/dashboard");
    expect((await site.post("/admin/tags", { intent: "generate", count: "1" }, { as })).headers.get("location")).toBe(
      "/dashboard",
    );
  });
});

describe("forged cookies", () => {
  test("a session cookie with any one character changed is invalid and causes no server error", async () => {
    await signUpTestUser(site.ctx, "forged@example.com");
    const right = (await site.signInAs("forged@example.com")).value(sessionName)!;
    const [token = "", signature = ""] = decodeURIComponent(right).split(".");
    const flipped = [...right].map((sign, at) => right.slice(0, at) + (sign === "A" ? "B" : "A") + right.slice(at + 1));
    // The last characters of a base64 text contain unused bits, so changing them may yield the same signature.
    const loose = right.length - "%3D".length - 1;
    const others = [
      token,
      `${token}.`,
      `.${signature}`,
      `${token}.${signature}.${signature}`,
      "x".repeat(10_000),
      "%",
      "%00",
      "null",
      "{}",
      "../../etc/passwd",
      "%F0%9F%90%BE",
    ];
    for (const value of [...flipped.filter((_, at) => at < loose), ...others]) {
      const answer = await site.get("/session", { as: new Visitor().set(sessionName, value) });
      expect([value, answer.status, await answer.text()]).toMatchObject([
        value,
        200,
        expect.stringMatching(/"user":null|null|false/),
      ]);
    }
    expect(await isSignedIn(new Visitor().set(sessionName, right))).toBe(true);
  });

  test("another user's token with one's own signature is invalid", async () => {
    await signUpTestUser(site.ctx, "mine@example.com");
    await signUpTestUser(site.ctx, "yours@example.com");
    const ownCookie = (await site.signInAs("mine@example.com")).value(sessionName)!;
    const otherCookie = (await site.signInAs("yours@example.com")).value(sessionName)!;
    const mixed = `${otherCookie.split(".")[0]}.${ownCookie.split(".")[1]}`;
    expect(await isSignedIn(new Visitor().set(sessionName, mixed))).toBe(false);
  });

  const names = ["toast", "preferred-language", "theme", "visit", "waiting-address", "admin-sidebar", sessionName];
  const values = [
    "%",
    "%E0%A4%A",
    '{"type":"success","code":"a.b","params":"x"}',
    '{"type":"error","code":"form.required","description":{"a":1}}',
    "[]",
    "\u0001",
    "x".repeat(8_000),
    "<script>alert(1)</script>",
    "; ;=;",
  ];
  test.each(names)("invalid values in the cookie %s cause no server error and run nothing", async (name) => {
    for (const value of values)
      for (const path of ["/", "/auth/check-email", "/tag/UNKN-OWNC-0DE0", "/dashboard"]) {
        const answer = await site.get(path, { headers: { cookie: `${name}=${value}` }, from: "198.18.77.7" });
        const body = await answer.text();
        expect([path, value, answer.status < 500, body.includes("<script>alert(1)")]).toEqual([
          path,
          value,
          true,
          false,
        ]);
      }
  });
});

async function readReset(token: string) {
  const html = await site.getText(`/auth/reset?token=${token}`);
  return { isExpired: html.includes("This link is no longer valid"), hasForm: html.includes('type="password"') };
}

describe("password reset", () => {
  test("gives the same response whether or not the address has an account, and sends an e-mail only if it has", async () => {
    await signUpTestUser(site.ctx, "forgets@example.com");
    await site.runJobs();
    const before = site.emails.length;
    const answers = await Promise.all(
      ["forgets@example.com", "stranger@example.com"].map((email) => site.post("/auth/forgot", { email })),
    );
    const shown = answers.map((answer) => [
      answer.status,
      answer.headers.get("location"),
      // The toast carries its time.
      answer.headers.getSetCookie().map((line) => line.replace(/\d{13}/, "")),
    ]);
    expect(shown[0]).toEqual(shown[1]);
    await site.runJobs();
    expect(site.emails.slice(before).map(({ to }) => to)).toEqual(["forgets@example.com"]);
  });

  test("link works once, ends every session and invalidates the old password", async () => {
    await signUpTestUser(site.ctx, "once@example.com");
    const old = await site.signInAs("once@example.com");
    const token = await forgot("once@example.com", "198.18.70.1");
    expect(await readReset(token)).toEqual({ isExpired: false, hasForm: true });
    const tries = await Promise.all([1, 2, 3, 4].map(() => reset(token, "Windy-walk-8")));
    expect(tries.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400]);
    const again = await reset(token, "Windy-walk-9");
    expect([again.status, (await again.text()).includes("This link is no longer valid")]).toEqual([400, true]);
    // Opening it again says so immediately, before a password is typed.
    expect(await readReset(token)).toEqual({ isExpired: true, hasForm: false });
    expect(await isSignedIn(old)).toBe(false);
    await expect(site.signInAs("once@example.com")).rejects.toThrow("401");
    expect(await isSignedIn(await site.signInAs("once@example.com", "Windy-walk-8"))).toBe(true);
  });

  test("link expires after fifteen minutes; invalid ones are rejected in the same way", async () => {
    await signUpTestUser(site.ctx, "slow@example.com");
    const token = await forgot("slow@example.com", "198.18.70.2");
    const [kept] = await site.ctx.db
      .select(getTableColumns(verifications))
      .from(verifications)
      .innerJoin(users, sql`${users.id}::text = ${verifications.value}`)
      .where(eq(users.email, "slow@example.com"));
    expect(kept!.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(15 * 60_000);
    await site.ctx.db
      .update(verifications)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(verifications.id, kept!.id));
    for (const wrong of [token, "x", "%00", "' or 1=1 --", "a\u0000b", "🐾"]) {
      const answer = await reset(encodeURIComponent(wrong), "Windy-walk-8").then(async (one) => [
        one.status,
        (await one.text()).includes("no longer valid"),
      ]);
      expect([wrong, ...answer]).toEqual([wrong, 400, true]);
    }
    expect(await isSignedIn(await site.signInAs("slow@example.com"))).toBe(true);
  });

  test.each(["evil.example", "localhost:3000@evil.example", "evil.example:3000"])(
    "a request with the host %s does not change the link in the e-mail",
    async (host) => {
      const email = `host${host.length}@example.com`;
      await signUpTestUser(site.ctx, email);
      const headers = {
        host,
        "x-forwarded-host": host,
        "x-forwarded-proto": "https",
        forwarded: `host=${host}`,
        origin: `http://${host}`,
      };
      const body = new URLSearchParams({ email });
      await site.send("http://evil.example/auth/forgot", { method: "POST", body }, { headers });
      await site.post("/auth/forgot", { email }, { headers: { host, "x-forwarded-host": host } });
      await site.runJobs();
      const emails = site.emails.filter(({ to, subject }) => to === email && subject === "Reset your password");
      expect(emails.length).toBeGreaterThan(0);
      for (const message of emails) {
        expect(message.text + message.html).not.toContain("evil");
        expect(message.text).toContain(`${site.publicUrl}/auth/reset?token=`);
      }
    },
  );
});

describe("link to verify an address", () => {
  test("verifies that address only and opens no session", async () => {
    const as = new Visitor();
    for (const email of ["second@example.com", "first@example.com"])
      await site.post("/auth", { intent: "signUp", firstName: "Mona", email, password }, { as, from: "198.18.70.3" });
    const link = await mailedLink("first@example.com", "Confirm your email address");
    const answer = await site.get(link.pathname + link.search, { as });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/auth"]);
    expect(as.value(sessionName)).toBeUndefined();
    const state = await site.ctx.db
      .select({ email: users.email, is: users.emailVerified })
      .from(users)
      .where(sql`${users.email} in ('first@example.com', 'second@example.com')`);
    expect(Object.fromEntries(state.map(({ email, is }) => [email, is]))).toEqual({
      "first@example.com": true,
      "second@example.com": false,
    });
  });

  test.each(["", "x", "a.b.c", "eyJhbGciOiJub25lIn0.eyJlbWFpbCI6InNlY29uZEBleGFtcGxlLmNvbSJ9.", "%00", "🐾"])(
    "redirects to request a new link for the token %j",
    async (token) => {
      const answer = await site.get(`/auth/verify?token=${encodeURIComponent(token)}`);
      expect([answer.status, answer.headers.get("location")]).toEqual([303, "/auth/check-email"]);
    },
  );
});
