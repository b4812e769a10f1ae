import { eq, sql } from "drizzle-orm";
import type { Actor, Role } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { createMac, type Installation, isSignedWith } from "#app/platform/crypto/secrets.server.ts";
import { prepareOnce, unnamed } from "#app/platform/db/prepare.server.ts";
import { sessionLife, sessionRenewal } from "../auth.rules.ts";
import { sessions } from "../auth.tables.server.ts";
import { getAuth } from "../better-auth.server.ts";
import { isClosedDemo } from "./session-policy.server.ts";

const sessionCookie = /(?<=aleef\.session_token=)[^;\s]+/g;
const firstOf = {
  http: /(?:^|;)\s*aleef\.session_token="?([^;\s"]+)/,
  https: /(?:^|;)\s*__Host-aleef\.session_token="?([^;\s"]+)/,
};

const signatureOf = (ctx: Installation, token: string) => createMac(ctx, token).toString("base64");

/** Splits a signed cookie, as the sign-in library writes it: the value, a dot, HMAC-SHA-256 in base64. */
function readSigned(ctx: Installation, value: string): string | null {
  const signed = safeDecode(value);
  const dot = signed.lastIndexOf(".");
  const token = signed.slice(0, Math.max(0, dot));
  return token && isSignedWith(ctx, signed.slice(dot + 1), (one) => signatureOf(one, token)) ? token : null;
}

/** The token in a request's session cookie; null without one, or when it is not signed with one of our secrets. */
function tokenOf({ settings }: Pick<AppContext, "settings">, request: Request): string | null {
  const [, value] = firstOf[settings.secure ? "https" : "http"].exec(request.headers.get("cookie") ?? "") ?? [];
  return value ? readSigned({ settings }, value) : null;
}

/**
 * Signs session cookies of `SECRET_PREVIOUS` anew under `SECRET`, because the sign-in library knows one secret; others
 * stay as they are.
 */
function renewSignatures(ctx: Installation, cookies: string): string {
  if (!ctx.settings.previousSecret) return cookies;
  return cookies.replace(sessionCookie, (value) => {
    const token = readSigned(ctx, value);
    return token ? encodeURIComponent(`${token}.${signatureOf(ctx, token)}`) : value;
  });
}

function safeDecode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Headers for the sign-in library: the cookie, the browser's name and the address that we found out ourselves. */
export function createAuthHeaders(ctx: Installation, request: Request, address = ""): Headers {
  const headers = new Headers();
  const cookies = request.headers.get("cookie");
  if (cookies) headers.set("cookie", renewSignatures(ctx, cookies));
  const browser = request.headers.get("user-agent");
  if (browser) headers.set("user-agent", browser);
  if (address) headers.set("x-client-ip", address);
  return headers;
}

const selectByToken = prepareOnce((db) =>
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
        twoFactorSince: users.twoFactorSince,
        suspendedAt: users.suspendedAt,
        isDemo: users.isDemo,
      },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.token, sql.placeholder("token")))
    .prepare(unnamed),
);

/** Whether its last use is so long ago that the sign-in library writes down a new one; true of an expired session as well. */
const isDue = ({ expiresAt }: { expiresAt: Date }) =>
  expiresAt.getTime() - (sessionLife - sessionRenewal) * 1000 <= Date.now();

/**
 * The session of a request, or null; a demo account has none where the demo is off. Its use puts off its end (see `expiresAt`)
 * but never past seven days from signing in. Read here by one statement, since each page of a member asks for it; the sign-in
 * library puts off the end, and deletes an expired one.
 */
export async function findSession(ctx: AppContext, request: Request) {
  const token = tokenOf(ctx, request);
  const [found] = token ? await selectByToken(ctx.db).execute({ token }) : [];
  if (!found || isClosedDemo(ctx, found.user)) return null;
  const { session, user } = found;
  if (isDue(session)) {
    const renewed = await getAuth(ctx).api.getSession({ headers: createAuthHeaders(ctx, request) });
    if (!renewed) return null;
    session.expiresAt = renewed.session.expiresAt;
  }
  return ctx.clock.now().getTime() < session.createdAt.getTime() + sessionLife * 1000 ? { session, user } : null;
}

/** Who is signed in, or null. A revoked, expired, forged or suspended session is nobody. */
export async function findActor(ctx: AppContext, request: Request): Promise<Actor | null> {
  return (await findSignedIn(ctx, request))?.actor ?? null;
}

/** Who is signed in, and until when at most; null as for `findActor`. */
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
    twoFactorSince: user.twoFactorSince ?? null,
  };
}
