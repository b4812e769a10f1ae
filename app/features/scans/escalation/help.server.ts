import { and, eq, isNull } from "drizzle-orm";
import { addMessage, listMessages } from "#app/features/conversations/conversations.server.ts";
import { conversations } from "#app/features/conversations/conversations.tables.server.ts";
import { notifyFinder } from "#app/features/conversations/notify-finder.server.ts";
import { sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { notifyCaregivers } from "#app/features/pets/caregivers/notify-caregivers.server.ts";
import { notifyListeners } from "#app/features/users/live-events.server.ts";
import { displayName } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { AppError, notFound } from "#app/platform/http/app-error.server.ts";
import { readSignedId } from "#app/platform/http/signed-id.server.ts";
import { findReunion } from "../handover/handover.server.ts";
import { escalationSteps, escalations, scanRecords } from "../scans.tables.server.ts";
import { countFinderWrite } from "../throttling/finder-limits.server.ts";
import { findContactAccount, stopEscalation } from "./escalation.server.ts";

/** How long a contact's link shows anything. Milliseconds. */
const opensFor = 7 * 24 * 3_600_000;

async function readStep(ctx: AppContext, key: string) {
  const id = readSignedId(ctx, "help", key);
  const [row] = id
    ? await ctx.db
        .select({ step: escalationSteps, escalation: escalations, conversation: conversations, owner: users })
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
export async function getHelpView(ctx: AppContext, key: string) {
  const { step, escalation, conversation, owner } = await readStep(ctx, key);
  const home = await findReunion(ctx, conversation.id);
  const isOld = ctx.clock.now().getTime() - step.notifiedAt.getTime() > opensFor;
  const state = home ? "home" : step.tookAt ? "mine" : escalation.stoppedAt ? "taken" : isOld ? "old" : "asked";
  const shared = {
    state,
    petName: conversation.about,
    ownerName: owner.firstName || displayName(owner),
    contactName: step.name,
  } as const;
  if (isOld || (state !== "asked" && state !== "mine")) return { ...shared, finder: null };
  const [scan] = await ctx.db
    .select({ place: scanRecords.place, latitude: scanRecords.latitude, longitude: scanRecords.longitude })
    .from(scanRecords)
    .where(eq(scanRecords.conversationId, conversation.id));
  const messages = await listMessages(ctx, conversation.id);
  return {
    ...shared,
    finder: {
      name: conversation.finderName,
      contact: conversation.finderContact,
      place: scan?.place ?? null,
      point:
        scan?.latitude == null || scan.longitude == null
          ? null
          : { latitude: scan.latitude, longitude: scan.longitude },
      messages: messages.filter(({ author }) => author === "finder").map(({ body }) => body),
      answered: messages.filter(({ author }) => author === "owner").map(({ id, body }) => ({ id, body })),
    },
  };
}

/**
 * The contact says "I'm on it": nobody further is told, the finder sees that somebody is on it, and the owner who. Of
 * several the first is the one; saying it again, or too late, changes nothing. 404 for a wrong key.
 */
export async function acceptHelp(ctx: AppContext, key: string, address: string): Promise<void> {
  await countFinderWrite(ctx, { address }, key);
  const { step, conversation, escalation } = await readStep(ctx, key);
  if (ctx.clock.now().getTime() - step.notifiedAt.getTime() > opensFor) return;
  await transaction(ctx, async (tx) => {
    if ((await findReunion(tx, conversation.id)) || !(await stopEscalation(tx, conversation.id, "contact"))) return;
    const now = tx.clock.now();
    await tx.db.update(escalationSteps).set({ tookAt: now }).where(eq(escalationSteps.id, step.id));
    await tx.db
      .update(conversations)
      .set({ onTheWayAt: now })
      .where(and(eq(conversations.id, conversation.id), isNull(conversations.onTheWayAt)));
    await sendNotifications(tx, [
      {
        userId: escalation.ownerId,
        kind: "helper",
        params: { petName: conversation.about, finderName: step.name },
        link: conversation.link,
        topic: conversation.id,
      },
    ]);
    const news = {
      petId: escalation.petId,
      petName: conversation.about,
      link: conversation.link,
      topic: conversation.id,
    };
    await notifyCaregivers(tx, { ...news, kind: "helper", except: await findContactAccount(tx, step) });
  });
}

/**
 * The contact who is on it writes to the finder, who reads it as the family's words; the owner sees them in the
 * conversation. Refuses (409) whoever is not the one, is too late or looks after a week; a wrong key is a 404.
 */
export async function sendHelperMessage(ctx: AppContext, key: string, body: string, address: string): Promise<void> {
  await countFinderWrite(ctx, { address }, key);
  const { step, conversation, escalation } = await readStep(ctx, key);
  const isOld = ctx.clock.now().getTime() - step.notifiedAt.getTime() > opensFor;
  if (!step.tookAt || isOld) throw new AppError("finderPage.help.notYours", 409);
  await transaction(ctx, async (tx) => {
    const id = await addMessage(tx, conversation.id, "owner", body);
    await notifyFinder(tx, { id, conversationId: conversation.id, kind: "message" });
    await notifyListeners(tx, [{ user: escalation.ownerId }]);
  });
}
