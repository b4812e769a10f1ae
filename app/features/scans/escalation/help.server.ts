import { and, eq, isNull } from "drizzle-orm";
import { addMessage, listMessages } from "#app/features/conversations/conversations.server.ts";
import { conversations } from "#app/features/conversations/conversations.tables.server.ts";
import { sendAlerts, wake } from "#app/features/notifications/notifications.server.ts";
import { tellCaregivers } from "#app/features/pets/caregivers/notify-caregivers.server.ts";
import { displayName } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { AppError, notFound } from "#app/platform/http/app-error.server.ts";
import { networkOf } from "#app/platform/http/server/client-address.server.ts";
import { readSignedId } from "#app/platform/http/signed-id.server.ts";
import { reunitedSince } from "../handover/handover.server.ts";
import { escalationSteps, escalations, scanRecords } from "../scans.tables.server.ts";
import { accountOf, stopEscalation } from "./escalation.server.ts";

const taking = { name: "help-taking", points: 30, span: 600 };

/** How long a contact's link shows anything. Milliseconds. */
const opensFor = 7 * 24 * 3_600_000;

async function readStep(ctx: AppContext, key: string) {
  const id = readSignedId(ctx, "help", key);
  const [row] = id
    ? await ctx.db
        .select({ step: escalationSteps, escalation: escalations, talk: conversations, owner: users })
        .from(escalationSteps)
        .innerJoin(escalations, eq(escalations.conversationId, escalationSteps.conversationId))
        .innerJoin(conversations, eq(conversations.id, escalationSteps.conversationId))
        .innerJoin(users, eq(users.id, escalations.ownerId))
        .where(eq(escalationSteps.id, id))
    : [];
  if (!row) throw notFound();
  return row;
}

/**
 * What an emergency contact sees behind their link: whether they are still asked, and as long as they are, or once they
 * are on it, how to reach the finder. Who came too late, or looks after a week, learns nothing more. 404 for a wrong key.
 */
export async function openHelp(ctx: AppContext, key: string) {
  const { step, escalation, talk, owner } = await readStep(ctx, key);
  const home = await reunitedSince(ctx, talk.id);
  const isOld = ctx.clock.now().getTime() - step.toldAt.getTime() > opensFor;
  const state = home ? "home" : step.tookAt ? "mine" : escalation.stoppedAt ? "taken" : isOld ? "old" : "asked";
  const shared = {
    state,
    petName: talk.about,
    ownerName: owner.firstName || displayName(owner),
    contactName: step.name,
  } as const;
  if (isOld || (state !== "asked" && state !== "mine")) return { ...shared, finder: null };
  const [scan] = await ctx.db
    .select({ place: scanRecords.place, latitude: scanRecords.latitude, longitude: scanRecords.longitude })
    .from(scanRecords)
    .where(eq(scanRecords.conversationId, talk.id));
  const messages = await listMessages(ctx, talk.id);
  return {
    ...shared,
    finder: {
      name: talk.finderName,
      contact: talk.finderContact,
      place: scan?.place ?? null,
      point:
        scan?.latitude == null || scan.longitude == null
          ? null
          : { latitude: scan.latitude, longitude: scan.longitude },
      said: messages.filter(({ author }) => author === "finder").map(({ body }) => body),
      answered: messages.filter(({ author }) => author === "owner").map(({ id, body }) => ({ id, body })),
    },
  };
}

/**
 * The contact says "I'm on it": nobody further is told, the finder sees that somebody is on it, and the owner who. Of
 * several the first is the one; saying it again, or too late, changes nothing. 404 for a wrong key.
 */
export async function takeHelp(ctx: AppContext, key: string, address: string): Promise<void> {
  await ctx.limits.take(taking, networkOf(address));
  const { step, talk, escalation } = await readStep(ctx, key);
  if (ctx.clock.now().getTime() - step.toldAt.getTime() > opensFor) return;
  await transaction(ctx, async (tx) => {
    if ((await reunitedSince(tx, talk.id)) || !(await stopEscalation(tx, talk.id, "contact"))) return;
    const now = tx.clock.now();
    await tx.db.update(escalationSteps).set({ tookAt: now }).where(eq(escalationSteps.id, step.id));
    await tx.db
      .update(conversations)
      .set({ onTheWayAt: now })
      .where(and(eq(conversations.id, talk.id), isNull(conversations.onTheWayAt)));
    await sendAlerts(tx, [
      {
        userId: escalation.ownerId,
        kind: "helper",
        params: { petName: talk.about, finderName: step.name },
        link: talk.link,
        topic: talk.id,
      },
    ]);
    const news = { petId: escalation.petId, petName: talk.about, link: talk.link, topic: talk.id };
    await tellCaregivers(tx, { ...news, kind: "helper", except: await accountOf(tx, step.email) });
  });
}

/**
 * The contact who is on it writes to the finder, who reads it as the family's words; the owner sees them in the
 * conversation. Refuses (409) whoever is not the one, is too late or looks after a week; a wrong key is a 404.
 */
export async function writeAsHelper(ctx: AppContext, key: string, body: string, address: string): Promise<void> {
  await ctx.limits.take(taking, networkOf(address));
  const { step, talk, escalation } = await readStep(ctx, key);
  const isOld = ctx.clock.now().getTime() - step.toldAt.getTime() > opensFor;
  if (!step.tookAt || isOld) throw new AppError("finderPage.help.notYours", 409);
  await transaction(ctx, async (tx) => {
    await addMessage(tx, talk.id, "owner", body);
    await wake(tx, [{ user: escalation.ownerId }]);
  });
}
