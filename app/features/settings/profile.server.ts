import { APIError } from "better-auth/api";
import { eq } from "drizzle-orm";
import type { PasswordForm } from "#app/features/auth/auth.forms.server.ts";
import { countPasswordGuess, recordWrongPassword } from "#app/features/auth/password/check-password.server.ts";
import { recordSecurityEvent } from "#app/features/auth/security-log.server.ts";
import { getAuth } from "#app/features/auth/sessions/better-auth.server.ts";
import { completePasswordChange, notifySessionsEnded } from "#app/features/auth/sessions/end-sessions.server.ts";
import { createAuthHeaders } from "#app/features/auth/sessions/session.server.ts";
import { lockAccount } from "#app/features/users/lock-user.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { formatPhoneForField } from "#app/platform/http/forms/fields.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import type { ProfileForm } from "./settings.forms.server.ts";

const shownColumns = {
  firstName: users.firstName,
  lastName: users.lastName,
  phone: users.phone,
  address: users.address,
  city: users.city,
  state: users.state,
  zipCode: users.zipCode,
  country: users.country,
  timeZone: users.timeZone,
};

/**
 * Returns the actor's own profile; the phone number with its country code.
 * Throws 404 when the account no longer exists.
 */
export async function getProfile(ctx: Pick<AppContext, "db">, actor: Actor) {
  const [profile] = await ctx.db.select(shownColumns).from(users).where(eq(users.id, actor.id));
  if (!profile) throw notFound();
  return { ...profile, phone: profile.phone && formatPhoneForField(profile.phone) };
}

const profileFields = [
  "firstName",
  "lastName",
  "phone",
  "address",
  "city",
  "state",
  "zipCode",
  "country",
  "timeZone",
] as const;
export type ProfileField = (typeof profileFields)[number];

type Texts = { readonly [Field in ProfileField]?: string | null | undefined };

/**
 * Returns the fields that changed in another window since a form was opened showing `base`, and that saving `mine`
 * would overwrite. Returns none when `base` is unreadable.
 */
export function listChangedElsewhere(base: unknown, current: Texts, submitted: Texts = {}): ProfileField[] {
  if (typeof base !== "object" || base === null) return [];
  const before = base as Texts;
  return profileFields.filter(
    (field) =>
      field in before &&
      (before[field] ?? "") !== (current[field] ?? "") &&
      submitted[field] !== (current[field] ?? null),
  );
}

/**
 * Updates the actor's own name, contact details and time zone. Rejects with 409 (`accountSettings.meanwhile`) when it
 * would overwrite what another window changed after the form showed `base`.
 * An unexpected error becomes `accounts.profileFailed` (500), so that the form keeps its input.
 */
export async function updateProfile(ctx: AppContext, actor: Actor, { base, ...form }: ProfileForm): Promise<void> {
  const name = `${form.firstName} ${form.lastName}`.trim();
  const submitted = { ...form, phone: form.phone && formatPhoneForField(form.phone) };
  await wrapUnexpectedErrors(ctx, actor, "accounts.profileFailed", () =>
    withTransaction(ctx, async (tx) => {
      await lockAccount(tx, actor);
      // The account's only way to sign in cannot be changed without a code.
      if (!actor.email && form.phone !== actor.phone)
        throw new AppError("accountSettings.phoneSignsIn", 409, { field: "phone" });
      if (listChangedElsewhere(base, await getProfile(tx, actor), submitted).length > 0)
        throw new AppError("accountSettings.meanwhile", 409, { field: "base" });
      await tx.db
        .update(users)
        .set({ ...form, name, updatedAt: ctx.clock.now() })
        .where(eq(users.id, actor.id));
    }),
  );
}

/** Saves the language of the actor's e-mails and notifications. */
export async function updateLanguage(ctx: AppContext, actor: Actor, language: Language): Promise<void> {
  await ctx.db.update(users).set({ language, updatedAt: ctx.clock.now() }).where(eq(users.id, actor.id));
}

/**
 * Changes the actor's password, ends all their sessions, opens a new one, sends an e-mail, and returns the new
 * session's cookies. Rejects a wrong current password and more than 10 attempts an hour.
 */
export async function updatePassword(
  ctx: AppContext,
  actor: Actor,
  form: PasswordForm,
  request: Request,
  address: string,
): Promise<string[]> {
  await countPasswordGuess(ctx, actor);
  return wrapUnexpectedErrors(ctx, actor, "accounts.passwordFailed", async () => {
    const answer = await getAuth(ctx).api.changePassword({
      body: { currentPassword: form.currentPassword, newPassword: form.newPassword, revokeOtherSessions: true },
      headers: createAuthHeaders(ctx, request, address),
      returnHeaders: true,
    });
    await completePasswordChange(ctx, actor.id, answer.response.token);
    recordSecurityEvent(ctx, "passwordChanged", { userId: actor.id, address });
    return answer.headers.getSetCookie();
  });
}

/** Ends all of the actor's sessions; returns the cookies that clear the current one. */
export async function signOutEverywhere(ctx: AppContext, actor: Actor, request: Request): Promise<string[]> {
  const answer = await getAuth(ctx).api.revokeSessions({
    headers: createAuthHeaders(ctx, request),
    returnHeaders: true,
  });
  await notifySessionsEnded(ctx, actor.id);
  recordSecurityEvent(ctx, "signedOutEverywhere", { userId: actor.id });
  return answer.headers.getSetCookie();
}

async function wrapUnexpectedErrors<T>(
  ctx: AppContext,
  actor: Actor,
  code: "accounts.profileFailed" | "accounts.passwordFailed",
  work: () => Promise<T>,
) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof APIError && error.body?.code === "INVALID_PASSWORD") throw recordWrongPassword(ctx, actor);
    ctx.log.error({ err: error }, code);
    throw new AppError(code, 500);
  }
}
