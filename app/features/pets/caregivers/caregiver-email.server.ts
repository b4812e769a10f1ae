import { eq } from "drizzle-orm";
import { href } from "react-router";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { nameInEmail } from "#app/platform/i18n/plain-text.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { renderEmail } from "#app/platform/mail/email.server.ts";
import { getCaregiverState } from "../pet-access.server.ts";
import { petCaregivers, pets } from "../pets.tables.server.ts";

export const caregiverEmailQueue = "pets.caregiver-email";

/**
 * Sends an invitation to an address without an account, in the owner's language: whose pet it is, and that signing up
 * with this address leads to it.
 */
async function renderCaregiverEmail(ctx: AppContext, { caregiverId }: { caregiverId: string }): Promise<void> {
  const [row] = await ctx.db
    .select({ care: petCaregivers, petName: pets.name, owner: users })
    .from(petCaregivers)
    .innerJoin(pets, eq(pets.id, petCaregivers.petId))
    .innerJoin(users, eq(users.id, petCaregivers.ownerId))
    .where(eq(petCaregivers.id, caregiverId));
  if (!row || getCaregiverState(ctx, row.care, row.owner) !== "waiting") return;
  const { care, owner } = row;
  const t = ctx.translator(owner.language);
  const values = { name: nameInEmail(row.petName), owner: nameInEmail(owner.firstName || owner.name) };
  const to = `${href("/auth")}?mode=sign-up&to=${encodeURIComponent(`/dashboard/care-invitations/${care.id}`)}`;
  await ctx.mail.send(
    renderEmail({
      to: care.email,
      language: owner.language,
      subject: t("caregiverEmail.subject", values),
      paragraphs: [
        t("caregiverEmail.text", values),
        t(`caregiverEmail.levels.${care.level}`, values),
        t("caregiverEmail.how"),
      ],
      action: { label: t("caregiverEmail.action"), url: `${ctx.settings.publicUrl}${to}` },
      footer: t("caregiverEmail.footer", values),
      key: care.id,
    }),
  );
}

export const caregiverEmailJob = defineJob<AppContext, { caregiverId: string }>(
  caregiverEmailQueue,
  { retryLimit: 8, retryDelay: 2, retryDelayMax: 900 },
  renderCaregiverEmail,
);
