import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { eq, relations } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/db/uuid.server.ts";
import { hashing } from "#app/platform/work-queue.server.ts";
import { passwordMaxLength, passwordMinLength, sessionLife, sessionRenewal } from "./auth.rules.ts";
import { sessions, signInMethods, verifications } from "./auth.tables.server.ts";
import { sendAccountEmail } from "./emails/account-emails.server.ts";
import { completePasswordChange } from "./password/password-changed.server.ts";
import { canOpenSession, openSessionPlugin } from "./sessions/session-policy.server.ts";
import { recordSecurityEvent } from "./sign-in/security-log.server.ts";
import { twoFactor } from "./two-factor.tables.server.ts";

/** How long mailed links live, in seconds: a day to verify an address, 15 minutes to set a password. */
const verifyFor = 24 * 3600;
const resetFor = 15 * 60;

const tables = { user: users, session: sessions, account: signInMethods, verification: verifications };

/** With them the library reads a session and its person in one statement. */
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

/** Where to go after a mailed link, as the library put it into its own; it writes "/" where nobody said so. */
function returnPathIn(url: string): string | undefined {
  const to = new URL(url).searchParams.get("callbackURL");
  return to && to !== "/" ? to : undefined;
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
        timeZone: { type: "string", required: false, defaultValue: "Africa/Cairo", input: false },
        suspendedAt: { type: "date", required: false, input: false },
        twoFactorSince: { type: "date", required: false, input: false },
        signUpProof: { type: "string", required: false, returned: false },
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
        hash: (password) => hashing.take(() => hashPassword(password)),
        verify: (given) => hashing.take(() => verifyPassword(given)),
      },
      resetPasswordTokenExpiresIn: resetFor,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token, url }) =>
        sendAccountEmail(ctx, { kind: "reset", userId: user.id, token, to: returnPathIn(url) }),
      onPasswordReset: async ({ user }) => {
        // Who set a password by a mailed link has shown that the address is theirs. Nothing that was set before anybody
        // had shown that stays; a second factor of somebody who had shown it does.
        const isFirstProof = !user.emailVerified;
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
    // A copy of the database opens no mailed link.
    verification: { storeIdentifier: "hashed" },
    advanced: {
      // Over https browsers take a cookie of this name only from this very host, for all of it.
      cookiePrefix: settings.secure ? "__Host-aleef" : "aleef",
      // The library would put a weaker `__Secure-` in front.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: settings.secure },
      database: { generateId: () => newId(), joins: true },
      ipAddress: { ipAddressHeaders: ["x-client-ip"] },
    },
    // Our own limiter counts per account and per network, in actions too, which the library's does not see.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
}

type Auth = ReturnType<typeof build>;
const built = new WeakMap<object, Auth>();

/** The sign-in library of this process. It has no HTTP routes of its own: only our actions call it. */
export function getAuth(ctx: AppContext): Auth {
  let auth = built.get(ctx.pool);
  if (!auth) {
    auth = build(ctx);
    built.set(ctx.pool, auth);
  }
  return auth;
}
