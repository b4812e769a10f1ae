import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { and, eq, gte, relations } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { defaultTimeZone } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { hashQueue } from "#app/platform/work-queue.server.ts";
import { sendAccountEmail } from "../account-emails.server.ts";
import { passwordMaxLength, passwordMinLength, sessionLife, sessionRenewal } from "../auth.rules.ts";
import { passkeys, sessions, signInMethods, twoFactor, verifications } from "../auth.tables.server.ts";
import { recordSecurityEvent } from "../security-log.server.ts";
import { completePasswordChange } from "./end-sessions.server.ts";
import { canOpenSession, openSessionPlugin } from "./session-policy.server.ts";

/** Lifetimes of mailed links in seconds: a day to verify an address, 15 minutes to set a password. */
const verifyFor = 24 * 3600;
const resetFor = 15 * 60;

const tables = { user: users, session: sessions, account: signInMethods, verification: verifications };

/** The relations let the library read a session and its user in one query. */
const tablesAndRelations = {
  ...tables,
  ofUser: relations(users, ({ many }) => ({ accounts: many(signInMethods) })),
  ofSession: relations(sessions, ({ one }) => ({
    user: one(users, { fields: [sessions.userId], references: [users.id] }),
  })),
  ofAccount: relations(signInMethods, ({ one }) => ({
    user: one(users, { fields: [signInMethods.userId], references: [users.id] }),
  })),
};

/**
 * Returns the return path that the library put into a mailed link; undefined if none was given, for which it writes
 * "/".
 */
function returnPathIn(url: string): string | undefined {
  const to = new URL(url).searchParams.get("callbackURL");
  return to && to !== "/" ? to : undefined;
}

/**
 * Deletes passkeys that may be those of whoever else had the password: all that were added since the oldest possible
 * session of theirs began, or all before the address was proven. Tells the user to look through the rest.
 */
async function deleteYoungPasskeys(
  ctx: AppContext,
  userId: string,
  { isFirstProof }: { isFirstProof: boolean },
): Promise<void> {
  if ((await ctx.db.$count(passkeys, eq(passkeys.userId, userId))) === 0) return;
  const isYoung = isFirstProof ? undefined : gte(passkeys.createdAt, ctx.clock.ago(sessionLife * 1000));
  await ctx.db.delete(passkeys).where(and(eq(passkeys.userId, userId), isYoung));
  await sendAccountEmail(ctx, { kind: "passkeysChecked", userId });
}

function build(ctx: AppContext) {
  const { settings } = ctx;
  return betterAuth({
    appName: "Aleef",
    baseURL: settings.publicUrl,
    basePath: "/api/auth",
    secret: settings.secret,
    trustedOrigins: [settings.publicUrl],
    database: drizzleAdapter(drizzle(ctx.pool, { casing: "snake_case", schema: tablesAndRelations }), {
      provider: "pg",
      schema: tables,
      transaction: true,
    }),
    user: {
      additionalFields: {
        firstName: { type: "string", required: true },
        lastName: { type: "string", required: false },
        language: { type: "string", required: false },
        phone: { type: "string", required: false },
        verifiedPhone: { type: "string", required: false, input: false },
        role: { type: "string", required: false, defaultValue: "user", input: false },
        timeZone: { type: "string", required: false, defaultValue: defaultTimeZone },
        suspendedAt: { type: "date", required: false, input: false },
        twoFactorSince: { type: "date", required: false, input: false },
        signUpProof: { type: "string", required: false, returned: false },
        country: { type: "string", required: false },
        isDemo: { type: "boolean", required: false, defaultValue: false, input: false },
      },
    },
    session: {
      expiresIn: sessionLife,
      updateAge: sessionRenewal,
      cookieCache: { enabled: false },
      additionalFields: { phone: { type: "string", required: false, input: false } },
    },
    databaseHooks: {
      session: {
        create: {
          before: async ({ userId }, context) =>
            (await canOpenSession(ctx, userId, context?.path)) ? undefined : false,
        },
      },
    },
    plugins: [openSessionPlugin],
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength: passwordMinLength,
      maxPasswordLength: passwordMaxLength,
      password: {
        hash: (password) => hashQueue.run(() => hashPassword(password)),
        verify: (given) => hashQueue.run(() => verifyPassword(given)),
      },
      resetPasswordTokenExpiresIn: resetFor,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token, url }) =>
        sendAccountEmail(ctx, { kind: "reset", userId: user.id, token, to: returnPathIn(url) }),
      onPasswordReset: async ({ user }) => {
        // Setting a password by a mailed link proves that the address is the user's. A second factor or passkey set up
        // before the first such proof is removed; a second factor of a verified user is kept.
        const isFirstProof = !user.emailVerified;
        await deleteYoungPasskeys(ctx, user.id, { isFirstProof });
        if (isFirstProof) await ctx.db.delete(twoFactor).where(eq(twoFactor.userId, user.id));
        await ctx.db
          .update(users)
          .set({ emailVerified: true, signUpProof: null, ...(isFirstProof && { twoFactorSince: null }) })
          .where(eq(users.id, user.id));
        await completePasswordChange(ctx, user.id);
        recordSecurityEvent(ctx, "passwordReset", { userId: user.id });
      },
      onExistingUserSignUp: ({ user }) => sendAccountEmail(ctx, { kind: "known", userId: user.id }),
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: verifyFor,
      autoSignInAfterVerification: false,
      sendVerificationEmail: async ({ user, token, url }) => {
        await sendAccountEmail(ctx, { kind: "verify", userId: user.id, token, to: returnPathIn(url) });
      },
    },
    // Stored as hashes, so that a copy of the database opens no mailed link.
    verification: { storeIdentifier: "hashed" },
    advanced: {
      // Over https the `__Host-` prefix makes browsers accept the cookie only from this host and for all paths.
      cookiePrefix: settings.secure ? "__Host-aleef" : "aleef",
      // Otherwise the library adds the weaker `__Secure-` prefix.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: settings.secure },
      database: { generateId: () => createId(), joins: true },
      ipAddress: { ipAddressHeaders: ["x-client-ip"] },
    },
    // The app's own limits count per account and per network, also in actions, which the library does not see.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
}

type Auth = ReturnType<typeof build>;
const built = new WeakMap<object, Auth>();

/** Returns this process's instance of the sign-in library. It has no HTTP routes; only the app's own code calls it. */
export function getAuth(ctx: AppContext): Auth {
  let auth = built.get(ctx.pool);
  if (!auth) {
    auth = build(ctx);
    built.set(ctx.pool, auth);
  }
  return auth;
}
