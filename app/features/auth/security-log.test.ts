// The operator could not trace an attack on accounts, or the log itself would give away addresses.
import { eq, sql } from "drizzle-orm";
import { pino } from "pino";
import { beforeEach, describe, expect, test } from "vitest";
import { updatePassword } from "#app/features/settings/profile.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { soon } from "#tests/eventually.ts";
import { password, signUpTestUser, type TestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { sessions, verifications } from "./auth.tables.server.ts";
import { requestPasswordReset } from "./link-requests.server.ts";
import { resetPassword } from "./password/reset-password.server.ts";
import { purgeOldSessions } from "./purge-sessions.server.ts";
import { createPseudonym } from "./security-log.server.ts";
import { listSessions } from "./sessions/own-sessions.server.ts";
import { findActor } from "./sessions/session.server.ts";
import { signIn, signOut } from "./sign-in/sign-in.server.ts";

const lines: string[] = [];
const log = pino({ level: "info", base: null }, { write: (line: string) => void lines.push(line) });
const plain = await createTestApp({ log });
const secure = await createTestApp({ env: { PUBLIC_URL: "https://aleef.example" } });
const { ctx } = plain;

const here = "203.0.113.9";
let userCount = 0;
let owner: TestUser;
beforeEach(async () => {
  owner = await signUpTestUser(ctx, `owner${++userCount}@example.com`);
  await plain.runJobs();
  lines.length = 0;
  plain.setNow(new Date());
});

const asking = (cookies: readonly string[] = []) =>
  new Request("http://localhost:3000/auth", {
    headers: { cookie: cookies.map((line) => line.split(";")[0]).join("; ") },
  });
const signInOwner = async (secret = password, before: readonly string[] = []) =>
  (await signIn(ctx, { email: owner.email, password: secret }, asking(before), here)).cookies;
const events = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "security");
const days = (count: number) => new Date(Date.now() + count * 24 * 3600_000);

describe("security log", () => {
  test("contains event, user pseudonym and network, but no address or password", async () => {
    await signInOwner("Wrong-walk-1").catch(() => undefined);
    const cookies = await signInOwner();
    const form = { currentPassword: "Wrong-walk-2", newPassword: "Windy-walk-8", confirmPassword: "Windy-walk-8" };
    await updatePassword(ctx, owner, form, asking(cookies), here).catch(() => undefined);
    const after = await updatePassword(ctx, owner, { ...form, currentPassword: password }, asking(cookies), here);
    await signOut(ctx, asking(after));
    expect(events().map(({ event, level }) => [event, level])).toEqual([
      ["signInFailed", 40],
      ["signedIn", 30],
      ["passwordWrong", 40],
      ["passwordChanged", 30],
      ["signedOut", 30],
    ]);
    const who = createPseudonym(ctx.settings.secret, owner.id);
    expect(events().map((line) => line.who)).toEqual(Array(5).fill(who));
    expect(events()[0]).toMatchObject({ network: "203.0.113.0/24", why: "wrong password or address" });
    expect(lines.join("")).not.toMatch(new RegExp(`${owner.email}|${owner.id}|-walk-|203\\.0\\.113\\.9`));
  });

  test("contains no user for an address without an account", async () => {
    const form = { email: "stranger@example.com", password };
    await signIn(ctx, form, asking(), here).catch(() => undefined);
    expect(events()).toMatchObject([{ event: "signInFailed", network: "203.0.113.0/24" }]);
    expect(events()[0].who).toBeUndefined();
  });
});

describe("session", () => {
  test("ends when its browser signs in again, while other sessions remain", async () => {
    const [first, elsewhere] = [await signInOwner(), await signInOwner()];
    const second = await signInOwner(password, first);
    const found = await Promise.all([first, second, elsewhere].map((cookies) => findActor(ctx, asking(cookies))));
    expect(found.map((actor) => actor?.id)).toEqual([undefined, owner.id, owner.id]);
  });

  test("ends when its browser signs in twice concurrently", async () => {
    const first = await signInOwner();
    const newSessions = await Promise.all([signInOwner(password, first), signInOwner(password, first)]);
    const found = await Promise.all([first, ...newSessions].map((cookies) => findActor(ctx, asking(cookies))));
    expect(found.map((actor) => actor?.id)).toEqual([undefined, owner.id, owner.id]);
  });

  test("ends seven days after signing in regardless of use, and is then purged", async () => {
    const cookies = await signInOwner();
    await ctx.db
      .update(sessions)
      .set({ expiresAt: days(20) })
      .where(eq(sessions.userId, owner.id));
    plain.setNow(days(6.9));
    expect(await findActor(ctx, asking(cookies))).not.toBeNull();
    expect(await listSessions(ctx, owner, asking(cookies))).toHaveLength(1);
    await purgeOldSessions(ctx);
    expect(await ctx.db.$count(sessions, eq(sessions.userId, owner.id))).toBe(1);
    plain.setNow(days(7.1));
    expect(await findActor(ctx, asking(cookies))).toBeNull();
    await purgeOldSessions(ctx);
    expect(await ctx.db.$count(sessions, eq(sessions.userId, owner.id))).toBe(0);
  });

  test("has a `__Host-` cookie over https", async () => {
    const secureOwner = await signUpTestUser(secure.ctx, "owner@example.com");
    const form = { email: secureOwner.email, password };
    const { cookies } = await signIn(secure.ctx, form, new Request("https://aleef.example/auth"), here);
    expect(cookies[0]).toMatch(
      /^__Host-aleef\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect((await findActor(secure.ctx, asking(cookies)))?.id).toBe(secureOwner.id);
    const cleared = await signOut(secure.ctx, asking(cookies));
    expect(cleared.find((line) => line.startsWith("__Host-aleef.session_token="))).toMatch(
      /Max-Age=0; Path=\/.*; Secure/,
    );
    expect(await findActor(secure.ctx, asking(cookies))).toBeNull();
  });
});

test("a mailed token to set a password is not stored in plain text and works once", async () => {
  await requestPasswordReset(ctx, { email: owner.email }, new Request("http://localhost:3000/auth/forgot"), here);
  await plain.runJobs();
  const token = /token=([\w-]+)/.exec(plain.emails.findLast(({ to }) => to === owner.email)?.text ?? "")![1]!;
  const rows = await ctx.db.select().from(verifications).where(eq(verifications.value, owner.id));
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token);
  await resetPassword(ctx, token, "Windy-walk-8");
  await expect(resetPassword(ctx, token, "Windy-walk-9")).rejects.toMatchObject({ code: "accounts.linkExpired" });
  expect(await signInOwner("Windy-walk-8")).toBeDefined();
});

test("a sign-in with the old password does not survive a reset at the same moment", async () => {
  await requestPasswordReset(ctx, { email: owner.email }, new Request("http://localhost:3000/auth/forgot"), here);
  await plain.runJobs();
  const token = /token=([\w-]+)/.exec(plain.emails.findLast(({ to }) => to === owner.email)?.text ?? "")![1]!;
  const waiting = async (count: number) =>
    soon(async () => {
      const query = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      expect((await ctx.db.execute(query)).rows).toHaveLength(count);
    });
  const { signing, resetting } = await withTransaction(ctx, async (tx) => {
    // The new session waits for this lock after its password was found right; the reset waits after it is stored.
    await tx.db.select({ id: users.id }).from(users).where(eq(users.id, owner.id)).for("update");
    const signing = signInOwner().then(
      () => "signed in",
      ({ code }: { code: string }) => code,
    );
    await waiting(1);
    const resetting = resetPassword(ctx, token, "Windy-walk-8");
    await waiting(2);
    return { signing, resetting };
  });
  await resetting;
  expect(await signing).toBe("accounts.wrongPassword");
  expect(await ctx.db.$count(sessions, eq(sessions.userId, owner.id))).toBe(0);
});
