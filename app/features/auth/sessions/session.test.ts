// People would be signed out while they use the site, or an expired cookie would still open an account.
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { createMac } from "#app/platform/crypto/secrets.server.ts";
import { password, signUpTestUser, type TestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { sessionLife, sessionRenewal } from "../auth.rules.ts";
import { sessions } from "../auth.tables.server.ts";
import { signIn } from "../sign-in/sign-in.server.ts";
import { getAuth } from "./better-auth.server.ts";
import { createAuthHeaders, findSession } from "./session.server.ts";

const { ctx } = await createTestApp();

const withCookies = (cookies: string) =>
  new Request("http://localhost:3000/dashboard", { headers: { cookie: cookies } });

/** Returns `name=value` of the session cookie. */
async function signInUser({ email }: TestUser): Promise<string> {
  const { cookies } = await signIn(ctx, { email, password }, new Request("http://localhost:3000/auth"), "203.0.113.9");
  return cookies.find((line) => line.startsWith("aleef.session_token="))!.split(";")[0]!;
}

const owner = await signUpTestUser(ctx, "reader@example.com");
const other = await signUpTestUser(ctx, "stranger@example.com");
const cookie = await signInUser(owner);
const otherCookie = await signInUser(other);

const signed = (token: string) => encodeURIComponent(`${token}.${createMac(ctx, token).toString("base64")}`);

/** Replaces the last character before the padding of a base64 signature. */
const forged = (value: string) => {
  const signed = decodeURIComponent(value);
  // The last two of its six bits mean nothing: "B" would be the same signature as "A".
  const letter = signed.at(-2) === "A" ? "E" : "A";
  return encodeURIComponent(`${signed.slice(0, -2)}${letter}=`);
};

describe("findSession accepts the same session cookies as the sign-in library", () => {
  const value = () => cookie.slice("aleef.session_token=".length);
  const decoded = () => decodeURIComponent(value());
  test.each<[string, () => string]>([
    ["as it was set", () => cookie],
    ["among other cookies", () => `theme=dark; ${cookie}; preferred-language=ar`],
    ["without spaces between cookies", () => `theme=dark;${cookie};x=1`],
    ["in quotes", () => `aleef.session_token="${value()}"`],
    ["without URL encoding", () => `aleef.session_token=${decoded()}`],
    ["twice, with another user's second", () => `${cookie}; ${otherCookie}`],
    ["twice, with another user's first", () => `${otherCookie}; ${cookie}`],
    ["twice, with a forged one first", () => `aleef.session_token=${forged(value())}; ${cookie}`],
    ["with a forged signature", () => `aleef.session_token=${forged(value())}`],
    ["without a signature", () => `aleef.session_token=${decoded().split(".")[0]}`],
    ["with an empty signature", () => `aleef.session_token=${decoded().split(".")[0]}.`],
    [
      "with another session's signature",
      () => `aleef.session_token=${decoded().split(".")[0]}.${otherCookie.split(".").at(-1)}`,
    ],
    ["empty", () => "aleef.session_token="],
    ["with only a dot", () => "aleef.session_token=."],
    ["with invalid URL encoding", () => "aleef.session_token=%E0%A4%A;"],
    ["with the cookie name for https", () => `__Host-aleef.session_token=${value()}`],
    ["with a longer cookie name", () => `not-aleef.session_token=${value()}`],
    ["correctly signed, for a session that does not exist", () => `aleef.session_token=${signed("0".repeat(32))}`],
  ])("%s", async (_, make) => {
    const request = withCookies(make());
    const expected = await getAuth(ctx).api.getSession({ headers: createAuthHeaders(ctx, request) });
    const actual = await findSession(ctx, request);
    expect(actual?.session.id).toBe(expected?.session.id);
    expect(actual?.user.id).toBe(expected?.user.id);
  });

  test("returns the same session and user", async () => {
    const expected = await getAuth(ctx).api.getSession({ headers: createAuthHeaders(ctx, withCookies(cookie)) });
    const { user, session } = (await findSession(ctx, withCookies(cookie)))!;
    expect(user.id).toBe(owner.id);
    expect(expected?.user).toMatchObject(user);
    expect(expected?.session).toMatchObject(session);
  });
});

describe("session expiry", () => {
  const setEnd = async (seconds: number) =>
    ctx.db
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() + seconds * 1000) })
      .where(eq(sessions.userId, other.id));
  const endOf = async () => (await ctx.db.select().from(sessions).where(eq(sessions.userId, other.id)))[0]?.expiresAt;

  test("is unchanged when the session was used within the hour", async () => {
    await setEnd(sessionLife - sessionRenewal + 60);
    const before = await endOf();
    expect((await findSession(ctx, withCookies(otherCookie)))?.session.expiresAt).toEqual(before);
    expect(await endOf()).toEqual(before);
  });

  test("is extended by a use more than an hour later", async () => {
    await setEnd(sessionLife - sessionRenewal - 60);
    const before = (await endOf())!.getTime();
    const found = await findSession(ctx, withCookies(otherCookie));
    expect(found!.session.expiresAt.getTime()).toBeGreaterThan(before + 3_000_000);
    expect(await endOf()).toEqual(found!.session.expiresAt);
  });

  test("ends the session, which the next request deletes", async () => {
    await setEnd(-1);
    expect(await findSession(ctx, withCookies(otherCookie))).toBeNull();
    expect(await endOf()).toBeUndefined();
  });
});
