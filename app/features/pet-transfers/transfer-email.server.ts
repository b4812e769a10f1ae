import { eq, lt, sql } from "drizzle-orm";
import { href } from "react-router";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { nameInEmail } from "#app/platform/i18n/plain-text.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { renderEmail } from "#app/platform/mail/email.server.ts";
import { petTransfers } from "./transfers.tables.server.ts";

export const transferEmailQueue = "transfers.email";

/**
 * Sends the offer to an address without an account: whose pet it is, and a sign-up link for this address that leads to
 * the offer.
 */
async function renderTransferEmail(ctx: AppContext, { transferId }: { transferId: string }): Promise<void> {
  const [row] = await ctx.db
    .select({ offer: petTransfers, petName: pets.name, giver: users })
    .from(petTransfers)
    .innerJoin(pets, eq(pets.id, petTransfers.petId))
    .innerJoin(users, eq(users.id, petTransfers.fromId))
    .where(eq(petTransfers.id, transferId));
  if (row?.offer.state !== "open") return;
  const { offer, giver } = row;
  const t = ctx.translator(giver.language);
  const values = { name: nameInEmail(row.petName), giver: nameInEmail(giver.firstName || giver.name) };
  const to = `${href("/auth")}?mode=sign-up&to=${encodeURIComponent(`/dashboard/transfers/${offer.id}`)}`;
  await ctx.mail.send(
    renderEmail({
      to: offer.toEmail,
      language: giver.language,
      subject: t("transferEmail.subject", values),
      paragraphs: [t("transferEmail.text", values), t("transferEmail.how")],
      action: { label: t("transferEmail.action"), url: `${ctx.settings.publicUrl}${to}` },
      footer: t("transferEmail.footer", values),
      key: offer.id,
    }),
  );
}

/** Days for which an ended offer is kept: it contains an address whose holder may never have had an account. */
const keptDays = 30;

/** Deletes offers that ended or expired more than 30 days ago. */
export async function purgeEndedOffers({ db, clock }: Pick<AppContext, "db" | "clock">): Promise<void> {
  const before = new Date(clock.now().getTime() - keptDays * 24 * 3_600_000);
  await db.delete(petTransfers).where(lt(sql`coalesce(${petTransfers.endedAt}, ${petTransfers.expiresAt})`, before));
}

export const transferJobs = [
  defineJob<AppContext, { transferId: string }>(
    transferEmailQueue,
    { retryLimit: 8, retryDelay: 2, retryDelayMax: 900 },
    renderTransferEmail,
  ),
  defineJob<AppContext, object>(
    "transfers.forget-ended",
    { cron: "57 2 * * *", expireInSeconds: 600 },
    purgeEndedOffers,
  ),
];
