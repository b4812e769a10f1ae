import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { eq } from "drizzle-orm";
import * as z from "zod";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

const afterSecondStep = "/open-after-second-step";
/** A password change replaces an existing session. */
const twoFactorExemptions: readonly (string | undefined)[] = [afterSecondStep, "/change-password"];

/**
 * Whether this is a demo account where the demo is disabled; its password is public, so it must not be able to sign in.
 */
export function isClosedDemo(
  { settings }: { settings: Pick<AppContext["settings"], "demo"> },
  user: { isDemo?: boolean | null | undefined },
): boolean {
  return user.isDemo === true && !settings.demo;
}

/**
 * Whether the sign-in library may create a session; called for every new session. Returns false for a suspended
 * account, for a demo account where the demo is disabled, and for an account with two-factor sign-in whose second
 * factor was not verified.
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
 * Library endpoints that open a session for a user who has proven a phone number, or has verified both factors. Called
 * only by the app's own code.
 */
export const openSessionPlugin = {
  id: "open-session",
  endpoints: {
    openAfterFirstStep: createOpening("/open-after-first-step"),
    openAfterSecondStep: createOpening(afterSecondStep),
  },
} satisfies BetterAuthPlugin;
