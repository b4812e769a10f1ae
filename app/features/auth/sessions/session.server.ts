import type { Actor, Role } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { createMac, type Installation, isSignedWith } from "#app/platform/crypto/secrets.server.ts";
import { sessionLife } from "../auth.rules.ts";
import { getAuth } from "../better-auth.server.ts";
import { isClosedDemo } from "./session-policy.server.ts";

const cookieName = "aleef.session_token=";
const sessionCookie = /(?<=aleef\.session_token=)[^;\s]+/g;

const signatureOf = (ctx: Installation, token: string) => createMac(ctx, token).toString("base64");

/**
 * Signs session cookies of `SECRET_PREVIOUS` anew under `SECRET`, because the sign-in library knows one secret; others
 * stay as they are.
 */
function renewSignatures(ctx: Installation, cookies: string): string {
  if (!ctx.settings.previousSecret) return cookies;
  return cookies.replace(sessionCookie, (value) => {
    const signed = safeDecode(value);
    const dot = signed.lastIndexOf(".");
    const [token, mark] = [signed.slice(0, dot), signed.slice(dot + 1)];
    const isOurs = isSignedWith(ctx, mark, (one) => signatureOf(one, token));
    return isOurs ? encodeURIComponent(`${token}.${signatureOf(ctx, token)}`) : value;
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

/** The session of a request, or null; a demo account has none where the demo is off. Its use puts off its end (see `expiresAt`) but never past seven days from signing in. */
export async function findSession(ctx: AppContext, request: Request) {
  if (!request.headers.get("cookie")?.includes(cookieName)) return null;
  const found = await getAuth(ctx).api.getSession({ headers: createAuthHeaders(ctx, request) });
  if (!found || isClosedDemo(ctx, found.user)) return null;
  return ctx.clock.now().getTime() < found.session.createdAt.getTime() + sessionLife * 1000 ? found : null;
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
