import { eq } from "drizzle-orm";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { nameInLetter } from "#app/platform/i18n/plain-text.ts";
import { jobKind } from "#app/platform/jobs/jobs.server.ts";
import { renderEmail } from "#app/platform/mail/email.server.ts";
import { petCaregivers } from "../caregivers.tables.server.ts";
import { stateNow } from "../pet-access.server.ts";
import { pets } from "../pets.tables.server.ts";

export const caregiverEmailQueue = "pets.carer-letter";

/** To somebody without an account, in the owner's language: whose pet it is, and that signing up with this address leads to it. */
async function writeCaregiverLetter(ctx: AppContext, { carerId }: { carerId: string }): Promise<void> {
  const [row] = await ctx.db
    .select({ care: petCaregivers, petName: pets.name, owner: users })
    .from(petCaregivers)
    .innerJoin(pets, eq(pets.id, petCaregivers.petId))
    .innerJoin(users, eq(users.id, petCaregivers.ownerId))
    .where(eq(petCaregivers.id, carerId));
  if (!row || stateNow(ctx, row.care, row.owner) !== "waiting") return;
  const { care, owner } = row;
  const say = ctx.say(owner.language);
  const values = { name: nameInLetter(row.petName), owner: nameInLetter(owner.firstName || owner.name) };
  const to = `/auth?mode=sign-up&to=${encodeURIComponent(`/dashboard/care-invitations/${care.id}`)}`;
  await ctx.mail.send(
    renderEmail({
      to: care.email,
      language: owner.language,
      subject: say("caregiverEmail.subject", values),
      paragraphs: [
        say("caregiverEmail.text", values),
        say(`caregiverEmail.levels.${care.level}`, values),
        say("caregiverEmail.how"),
      ],
      action: { label: say("caregiverEmail.action"), url: `${ctx.settings.publicUrl}${to}` },
      footer: say("caregiverEmail.footer", values),
      key: care.id,
    }),
  );
}

export const caregiverEmailJob = jobKind<AppContext, { carerId: string }>(
  caregiverEmailQueue,
  { retryLimit: 8, retryDelay: 2, retryDelayMax: 900 },
  writeCaregiverLetter,
);
