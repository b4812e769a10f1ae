import type { Actor, Role } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { sessionLife } from "../auth.rules.ts";
import { getAuth } from "../better-auth.server.ts";
import { isClosedDemo } from "./session-policy.server.ts";

const cookieName = "aleef.session_token=";

/** Headers for the sign-in library: the cookie, the browser's name and the address that we found out ourselves. */
export function createAuthHeaders(request: Request, address = ""): Headers {
  const headers = new Headers();
  for (const name of ["cookie", "user-agent"]) {
    const value = request.headers.get(name);
    if (value) headers.set(name, value);
  }
  if (address) headers.set("x-client-ip", address);
  return headers;
}

/** The session of a request, or null; a demo account has none where the demo is off. Its use puts off its end (see `expiresAt`) but never past seven days from signing in. */
export async function findSession(ctx: AppContext, request: Request) {
  if (!request.headers.get("cookie")?.includes(cookieName)) return null;
  const found = await getAuth(ctx).api.getSession({ headers: createAuthHeaders(request) });
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
  return { actor: actorFrom(user), endsAt: new Date(Math.min(latest, session.expiresAt.getTime())) };
}

type User = NonNullable<Awaited<ReturnType<typeof findSession>>>["user"];

function actorFrom(user: User): Actor {
  return {
    id: user.id,
    role: (user.role === "admin" ? "admin" : "user") satisfies Role,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName ?? "",
    language: user.language === "ar" ? "ar" : "en",
    timeZone: user.timeZone ?? "Africa/Cairo",
    twoFactorSince: user.twoFactorSince ?? null,
  };
}
