import { eq } from "drizzle-orm";
import { href } from "react-router";
import * as z from "zod";
import { sendPhoneMessage } from "#app/features/phone/phone-messages.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { safePath } from "#app/platform/http/safe-path.ts";
import { signId } from "#app/platform/http/signed-id.server.ts";
import { languages } from "#app/platform/i18n/language.ts";
import { cutText } from "#app/platform/i18n/text/plain-text.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { renderEmail } from "#app/platform/mail/email.server.ts";
import { emailChanges } from "./auth.tables.server.ts";

/** Purposes of signed links about a change of address; a link for one is not valid for the other. */
export const emailLinkPurposes = { confirm: "confirm an address", stop: "stop an address" } as const;
export type EmailLinkPurpose = keyof typeof emailLinkPurposes;

const accountEmail = z.union([
  z.object({
    kind: z.enum(["verify", "reset"]),
    userId: z.uuid(),
    token: z.string(),
    to: z.string().optional(),
  }),
  /** Second proof of a user who signs in by phone number. */
  z.object({ kind: z.literal("signInCode"), userId: z.uuid(), code: z.string() }),
  z.object({
    kind: z.enum([
      // Somebody tried to sign up with an address that already has an account.
      "known",
      "passwordChanged",
      "twoFactorOn",
      "twoFactorOff",
      "twoFactorRemoved",
      "recoveryUsed",
      "recoveryRenewed",
      // A number was verified, which gets notifications from then on.
      "phoneAdded",
      "passkeyAdded",
      "passkeyRemoved",
      // The password was reset: young passkeys are gone, older ones are the user's to check.
      "passkeysChecked",
      // Somebody entered the correct password, but only wrong codes.
      "codesTried",
      // Somebody tried to change another account's address to that of this one.
      "emailTaken",
    ]),
    userId: z.uuid(),
  }),
  /** The first is sent to the new address, the others to the old one, before and after the change. */
  z.object({ kind: z.enum(["emailConfirm", "emailAsked", "emailChanged"]), changeId: z.uuid() }),
]);
export type AccountEmail = z.output<typeof accountEmail>;

const queue = "auth.send-account-email";

/** E-mails that can be ignored by somebody who did not cause them; all others ask that person to act. */
const harmless = new Set<AccountEmail["kind"] | "unverified">([
  "verify",
  "reset",
  "known",
  "unverified",
  "emailConfirm",
  "emailTaken",
]);

/**
 * Queues the e-mail, so that the response to a sign-up takes equally long whether the address is known or not. An
 * account with a phone number and no address gets a phone message instead.
 */
export async function sendAccountEmail(ctx: AppContext, message: AccountEmail): Promise<void> {
  await ctx.jobs.send(ctx.db, queue, { ...message, id: createId() });
}

function buildLink(ctx: AppContext, message: AccountEmail): string {
  const { publicUrl } = ctx.settings;
  if ("changeId" in message) {
    const purpose = message.kind === "emailConfirm" ? "confirm" : "stop";
    return `${publicUrl}/auth/email/${purpose}?token=${signId(ctx, emailLinkPurposes[purpose], message.changeId)}`;
  }
  if (message.kind === "passkeysChecked") return `${publicUrl}${href("/dashboard/settings/security/passkeys")}`;
  if (!("token" in message)) return `${publicUrl}/auth/forgot`;
  const query = new URLSearchParams({ token: message.token });
  const to = safePath(message.to, "");
  if (to) query.set("to", to);
  return `${publicUrl}/auth/${message.kind}?${query}`;
}

/**
 * Returns the recipient of an e-mail and their address; null when the account, its address or the change of address no
 * longer exists.
 */
async function findRecipient(ctx: AppContext, message: AccountEmail) {
  if ("userId" in message) {
    const [user] = await ctx.db.select().from(users).where(eq(users.id, message.userId));
    return user?.email ? { user, to: user.email, newEmail: "" } : null;
  }
  const [row] = await ctx.db
    .select({ user: users, change: emailChanges })
    .from(emailChanges)
    .innerJoin(users, eq(users.id, emailChanges.userId))
    .where(eq(emailChanges.id, message.changeId));
  if (!row) return null;
  const { user, change } = row;
  const to = message.kind === "emailConfirm" ? change.newEmail : change.oldEmail;
  return to ? { user, to, newEmail: change.newEmail } : null;
}

/**
 * Sends the content of the e-mail as a phone message to an account that has a number and no address; never a link or
 * code that proves something.
 */
async function notifyByPhone(ctx: AppContext, message: AccountEmail & { id?: string }): Promise<void> {
  if ("changeId" in message || "token" in message || "code" in message) return;
  const [user] = await ctx.db.select().from(users).where(eq(users.id, message.userId));
  if (!user?.verifiedPhone || user.email) return;
  const { verifiedPhone: to, language } = user;
  const t = ctx.translator(language);
  const title = t(`accountEmails.${message.kind}.subject`);
  const text = t(`accountEmails.${message.kind}.text`, { email: "", code: "" });
  const link = `${ctx.settings.publicUrl}${href("/dashboard/settings/security")}`;
  await withTransaction(ctx, (tx) =>
    sendPhoneMessage(tx, {
      ...{ subject: `account:${message.id ?? createId()}`, to, userId: user.id, language },
      ...{ template: "news" as const, params: [title, cutText(text, 200), link], priority: 10 },
    }),
  );
}

export const accountEmailJob = defineJob<AppContext, AccountEmail & { id?: string | undefined }>(
  queue,
  {
    data: accountEmail.and(z.object({ id: z.uuid().optional() })),
    retryLimit: 8,
    retryDelay: 2,
    retryDelayMax: 900,
    concurrency: 2,
  },
  async (ctx, message) => {
    const recipient = await findRecipient(ctx, message);
    if (!recipient) return notifyByPhone(ctx, message);
    const { user, to, newEmail } = recipient;
    const kind = message.kind === "known" && !user.emailVerified ? "unverified" : message.kind;
    const isProven = user.emailVerified && to === user.email;
    const t = ctx.translator(user.language);
    await ctx.mail.send(
      renderEmail({
        to,
        language: user.language,
        subject: t(`accountEmails.${kind}.subject`),
        paragraphs: [
          // Unverified accounts are not greeted by name, since anybody can sign up with somebody else's address.
          isProven ? t("accountEmails.hello", { name: user.firstName }) : t("accountEmails.helloUnnamed"),
          t(`accountEmails.${kind}.text`, { email: newEmail }),
        ],
        code: "code" in message ? message.code : undefined,
        action: { label: t(`accountEmails.${kind}.action`), url: buildLink(ctx, message) },
        footer: t(harmless.has(kind) ? "accountEmails.footer" : "accountEmails.aboutAccount"),
      }),
    );
  },
);

const accountDeletedEmail = z.object({ to: z.string(), name: z.string(), language: z.enum(languages) });
type AccountDeletedEmail = z.output<typeof accountDeletedEmail>;

const deletedQueue = "auth.send-deletion-email";

/**
 * Queues the last e-mail to a user whose account is being deleted; the job carries the address, which is not stored
 * anywhere else afterwards.
 */
export async function sendAccountDeletedEmail(ctx: AppContext, deletedEmail: AccountDeletedEmail): Promise<void> {
  await ctx.jobs.send(ctx.db, deletedQueue, deletedEmail);
}

export const accountDeletedEmailJob = defineJob<AppContext, AccountDeletedEmail>(
  deletedQueue,
  { data: accountDeletedEmail, retryLimit: 8, retryDelay: 2, retryDelayMax: 900, keepFor: 60, deleteWhenDone: true },
  async (ctx, { to, name, language }) => {
    const t = ctx.translator(language);
    await ctx.mail.send(
      renderEmail({
        to,
        language,
        subject: t("accountEmails.accountDeleted.subject"),
        paragraphs: [t("accountEmails.hello", { name }), t("accountEmails.accountDeleted.text")],
        action: { label: t("accountEmails.accountDeleted.action"), url: `${ctx.settings.publicUrl}/contact` },
        footer: t("accountEmails.aboutAccount"),
      }),
    );
  },
);
