import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { eq } from "drizzle-orm";
import * as z from "zod";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

const afterSecondStep = "/open-after-second-step";
/** Who changes a password has a session already, and gets a new one for it. */
const twoFactorExemptions: readonly (string | undefined)[] = [afterSecondStep, "/change-password"];

/** A demo account on an installation that is no demo: its password is published, so it opens nothing there. */
export function isClosedDemo(
  { settings }: { settings: Pick<AppContext["settings"], "demo"> },
  user: { isDemo?: boolean | null | undefined },
): boolean {
  return user.isDemo === true && !settings.demo;
}

/**
 * Whether the library may open a session: every way to one comes by here. None is opened for a suspended account, for a
 * demo account where the demo is off, nor for one with two-factor sign-in unless its second factor was shown.
 */
export async function canOpenSession(
  { db, settings }: AppContext,
  userId: string,
  way: string | undefined,
): Promise<boolean> {
  const [user] = await db
    .select({ suspendedAt: users.suspendedAt, twoFactorSince: users.twoFactorSince, isDemo: users.isDemo })
    .from(users)
    .where(eq(users.id, userId));
  if (!user || user.suspendedAt || isClosedDemo({ settings }, user)) return false;
  return !user.twoFactorSince || twoFactorExemptions.includes(way);
}

const opening = {
  method: "POST",
  body: z.object({ userId: z.string(), phone: z.string().nullable() }),
  metadata: { SERVER_ONLY: true },
} as const;

const createOpening = (path: string) =>
  createAuthEndpoint(path, opening, async (context) => {
    const { userId, phone } = context.body;
    const { internalAdapter } = context.context;
    const user = await internalAdapter.findUserById(userId);
    const session = user && (await internalAdapter.createSession(user.id, false, { phone }));
    if (!session) throw new APIError("UNAUTHORIZED");
    await setSessionCookie(context, { session, user });
    return context.json({ token: session.token });
  });

/**
 * The library's ways to a session for whoever has proven a number, and for whoever has shown both steps. Like all of it,
 * they are called by our code alone.
 */
export const openSessionPlugin = {
  id: "open-session",
  endpoints: {
    openAfterFirstStep: createOpening("/open-after-first-step"),
    openAfterSecondStep: createOpening(afterSecondStep),
  },
} satisfies BetterAuthPlugin;
