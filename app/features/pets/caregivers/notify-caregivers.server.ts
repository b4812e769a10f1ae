import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { href } from "react-router";
import * as z from "zod";
import type { SharedKind } from "#app/features/notifications/notifications.rules.ts";
import { type NewNotification, sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { createPreparedQuery } from "#app/platform/db/prepare.server.ts";
import { nameInEmail } from "#app/platform/i18n/text/plain-text.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { renderEmail } from "#app/platform/mail/email.server.ts";
import { canSeePet, caregiverAt } from "../caregivers.rules.ts";
import { getCaregiverState, getMoment } from "../pet-access.server.ts";
import { livePet, petCaregivers, pets } from "../pets.tables.server.ts";

/** Event about a pet to notify its caregivers of. */
export interface PetNotification {
  petId: string | null;
  kind: SharedKind | "lost";
  petName: string | undefined;
  /** Where it happened; sent only to caregivers who may read the record. */
  place?: string | undefined;
  /** The search ended without the pet coming home. */
  isOver?: boolean;
  /**
   * Link for caregivers who may read the record; the others are sent to the page of their care unless `isPublic` is
   * set.
   */
  link: string;
  isPublic?: boolean;
  topic: string;
  /** As in `NewNotification` and its params. */
  isInboxOnly?: boolean;
  times?: number;
  /** User to leave out because they know already. */
  except?: string | null;
}

const caregiverAccount = alias(users, "caregiver");

const caregiversByPet = createPreparedQuery((db) =>
  db
    .select({
      care: petCaregivers,
      photoId: pets.photoId,
      ownerId: users.id,
      ownerName: users.firstName,
      timeZone: users.timeZone,
    })
    .from(petCaregivers)
    .innerJoin(pets, and(eq(pets.id, petCaregivers.petId), eq(pets.ownerId, petCaregivers.ownerId), livePet))
    .innerJoin(users, eq(users.id, petCaregivers.ownerId))
    .innerJoin(
      caregiverAccount,
      and(eq(caregiverAccount.id, petCaregivers.caregiverId), isNull(caregiverAccount.suspendedAt)),
    )
    .where(
      and(
        eq(petCaregivers.petId, sql`any(${sql.placeholder("petIds")})`),
        isNull(petCaregivers.endedAt),
        isNotNull(petCaregivers.acceptedAt),
      ),
    ),
);

async function caregiversOf({ db, clock }: Pick<AppContext, "db" | "clock">, petIds: string[]) {
  if (petIds.length === 0) return [];
  const rows = await caregiversByPet(db).execute({ petIds });
  return rows.flatMap(({ care, timeZone, ...row }) => {
    const level = caregiverAt(care, getMoment({ clock }, { timeZone }));
    return level && care.caregiverId ? [{ userId: care.caregiverId, petId: care.petId, level, ...row }] : [];
  });
}

/**
 * Builds the notifications for all current caregivers of these pets, in addition to the owners': what happened, but
 * never what a finder wrote or how to reach them.
 */
export async function buildCaregiverNotifications(
  tx: Pick<AppContext, "db" | "clock">,
  petNotifications: PetNotification[],
): Promise<NewNotification[]> {
  const caregivers = await caregiversOf(tx, [...new Set(petNotifications.flatMap(({ petId }) => petId ?? []))]);
  return petNotifications.flatMap(
    ({ petId, kind, petName, place, isOver, link, isPublic, topic, isInboxOnly, times, except }) =>
      caregivers
        .filter((caregiver) => caregiver.petId === petId && caregiver.userId !== except)
        .map(({ userId, level, photoId, ownerId, ownerName }) => ({
          userId,
          petOwnerId: ownerId,
          petId: petId as string,
          kind,
          params: {
            ...(petName && { petName }),
            ...(photoId && canSeePet(level) && { photoId }),
            ownerName,
            ...(place && canSeePet(level) && { place }),
            ...(isOver && { isOver }),
            ...(times && { times }),
          },
          link:
            isPublic || canSeePet(level) ? link : href("/dashboard/pets/:petId/caregivers", { petId: petId as string }),
          // A topic of its own: that of the owner's notification identifies how the owner was reached.
          topic: `${topic}.caregivers`,
          ...(isInboxOnly && { isInboxOnly }),
        })),
  );
}

/** Notifies all caregivers of a pet, in the caller's transaction. */
export async function notifyCaregivers(tx: AppContext, petNotification: PetNotification): Promise<void> {
  await sendNotifications(tx, await buildCaregiverNotifications(tx, [petNotification]));
}

export const caregiverEmailQueue = "pets.send-caregiver-email";

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
      paragraphs: [t(`caregiverEmail.levels.${care.level}`, values), t("caregiverEmail.how")],
      action: { label: t("caregiverEmail.action"), url: `${ctx.settings.publicUrl}${to}` },
      footer: t("caregiverEmail.footer", values),
      key: care.id,
    }),
  );
}

export const caregiverEmailJob = defineJob<AppContext, { caregiverId: string }>(
  caregiverEmailQueue,
  { data: z.object({ caregiverId: z.uuid() }), retryLimit: 8, retryDelay: 2, retryDelayMax: 900 },
  renderCaregiverEmail,
);
