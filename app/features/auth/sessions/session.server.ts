import { eq, sql } from "drizzle-orm";
import { parse, serialize } from "hono/utils/cookie";
import { href } from "react-router";
import type { Actor, Role } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Installation } from "#app/platform/crypto/secrets.server.ts";
import { createPreparedQuery } from "#app/platform/db/prepare.server.ts";
import { emailLine } from "#app/platform/http/forms/fields.server.ts";
import { createCookieSignature, readSessionToken, readSigned } from "#app/platform/http/session-cookie.server.ts";
import { redirectWithToast, type Toast } from "#app/platform/http/toast.server.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { sessionLife, sessionRenewal } from "../auth.rules.ts";
import { sessions } from "../auth.tables.server.ts";
import { getAuth } from "./better-auth.server.ts";
import { isClosedDemo } from "./session-policy.server.ts";

const sessionCookie = /(?<=aleef\.session_token=)[^;\s]+/g;

/**
 * Re-signs session cookies of `SECRET_PREVIOUS` with `SECRET`, because the sign-in library knows only one secret. Other
 * cookies are unchanged.
 */
function renewSignatures(ctx: Installation, cookies: string): string {
  if (!ctx.settings.previousSecret) return cookies;
  return cookies.replace(sessionCookie, (value) => {
    const token = readSigned(ctx, value);
    return token ? encodeURIComponent(`${token}.${createCookieSignature(ctx, token)}`) : value;
  });
}

/**
 * Returns the headers for the sign-in library: cookies, user agent and the client address as determined by the server.
 */
export function createAuthHeaders(ctx: Installation, request: Request, address = ""): Headers {
  const headers = new Headers();
  const cookies = request.headers.get("cookie");
  if (cookies) headers.set("cookie", renewSignatures(ctx, cookies));
  const browser = request.headers.get("user-agent");
  if (browser) headers.set("user-agent", browser);
  if (address) headers.set("x-client-ip", address);
  return headers;
}

const selectByToken = createPreparedQuery((db) =>
  db
    .select({
      session: {
        id: sessions.id,
        token: sessions.token,
        userId: sessions.userId,
        phone: sessions.phone,
        createdAt: sessions.createdAt,
        expiresAt: sessions.expiresAt,
      },
      user: {
        id: users.id,
        role: users.role,
        email: users.email,
        verifiedPhone: users.verifiedPhone,
        firstName: users.firstName,
        lastName: users.lastName,
        language: users.language,
        timeZone: users.timeZone,
        country: users.country,
        twoFactorSince: users.twoFactorSince,
        suspendedAt: users.suspendedAt,
        isDemo: users.isDemo,
      },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.token, sql.placeholder("token"))),
);

/** Whether the session is due for renewal by the sign-in library; also true when it has expired. */
const isRenewalDue = ({ expiresAt }: { expiresAt: Date }) =>
  expiresAt.getTime() - (sessionLife - sessionRenewal) * 1000 <= Date.now();

/**
 * Returns the session of a request, or null; always null for a demo account where the demo is disabled. Use extends it
 * (see `expiresAt`), but never beyond seven days after signing in. Read with one query, since every page of a signed-in
 * user needs it; the sign-in library is called only to extend or delete it.
 */
export async function findSession(ctx: AppContext, request: Request) {
  const token = readSessionToken(ctx, request.headers);
  const [found] = token ? await selectByToken(ctx.db).execute({ token }) : [];
  if (!found || isClosedDemo(ctx, found.user)) return null;
  const { session, user } = found;
  if (isRenewalDue(session)) {
    const renewed = await getAuth(ctx).api.getSession({ headers: createAuthHeaders(ctx, request) });
    if (!renewed) return null;
    session.expiresAt = renewed.session.expiresAt;
  }
  return ctx.clock.now().getTime() < session.createdAt.getTime() + sessionLife * 1000 ? { session, user } : null;
}

/** Returns the signed-in user; null for a revoked, expired or forged session and for a suspended user. */
export async function findActor(ctx: AppContext, request: Request): Promise<Actor | null> {
  return (await findSignedIn(ctx, request))?.actor ?? null;
}

/** Returns the signed-in user and when the session ends at the latest; null as for `findActor`. */
export async function findSignedIn(ctx: AppContext, request: Request): Promise<{ actor: Actor; endsAt: Date } | null> {
  const found = await findSession(ctx, request);
  if (!found || found.user.suspendedAt) return null;
  const { user, session } = found;
  const latest = session.createdAt.getTime() + sessionLife * 1000;
  return {
    actor: { ...actorFrom(user), signedInAt: session.createdAt },
    endsAt: new Date(Math.min(latest, session.expiresAt.getTime())),
  };
}

type User = NonNullable<Awaited<ReturnType<typeof findSession>>>["user"];

function actorFrom(user: User): Actor {
  return {
    id: user.id,
    role: (user.role === "admin" ? "admin" : "user") satisfies Role,
    email: user.email,
    phone: user.verifiedPhone ?? null,
    firstName: user.firstName,
    lastName: user.lastName ?? "",
    language: user.language === "ar" ? "ar" : "en",
    timeZone: user.timeZone ?? "Africa/Cairo",
    country: user.country,
    twoFactorSince: user.twoFactorSince ?? null,
  };
}

const pendingEmailCookie = "waiting-address";
const halfAnHour = 1800;

/** Creates the cookie that remembers the address just signed up in this browser, for half an hour. */
export function createPendingEmailCookie(email: string, secure: boolean): string {
  return serialize(pendingEmailCookie, email, {
    path: "/auth",
    httpOnly: true,
    sameSite: "Lax",
    maxAge: halfAnHour,
    secure,
  });
}

/** Deletes the cookie with the address; sent with every sign-in. */
const noPendingEmail = serialize(pendingEmailCookie, "", {
  path: "/auth",
  httpOnly: true,
  sameSite: "Lax",
  maxAge: 0,
});

/** Returns the address that this browser just signed up, or null. */
export function readPendingEmail(request: Request): string | null {
  const stored = parse(request.headers.get("cookie") ?? "", pendingEmailCookie)[pendingEmailCookie];
  return emailLine.safeParse(stored).data ?? null;
}

/** Toast of a completed sign-in; replaces the one that asked to log in. */
export const loggedInToast = { type: "success", code: "accounts.loggedIn", id: "session" } as const satisfies Toast;

/**
 * Returns the response headers of a completed sign-in: its cookies without the address that waited for it, and the
 * header that makes the next page replace this one in the history, so that Back does not return to it.
 */
export function createSignedInHeaders(cookies: readonly string[]): Headers {
  const headers = createCookieHeaders([...cookies, noPendingEmail]);
  headers.set("x-remix-replace", "yes");
  return headers;
}

/**
 * Redirects to `to` with a toast after a mailed link has done its work. If another account is logged in, leads to its
 * dashboard instead and says so: `to` was meant for the account of the link.
 */
export function redirectFromLink(other: Actor | null, to: string, code: WordKey, headers?: Headers): Response {
  if (!other) return redirectWithToast(to, code, headers);
  const params = { account: `\u2066${other.email ?? other.phone}\u2069` };
  const description = [{ code: "accounts.stillLoggedInAs", params } as const];
  return redirectWithToast(href("/dashboard"), { type: "success", code, description }, headers);
}

/** Returns headers that set several cookies. */
export function createCookieHeaders(cookies: readonly string[]): Headers {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return headers;
}
