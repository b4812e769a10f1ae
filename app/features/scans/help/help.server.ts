import { and, eq, isNull, or, sql } from "drizzle-orm";
import { acceptsMessages } from "#app/features/conversations/conversations.rules.ts";
import { addMessage, listMessagePage } from "#app/features/conversations/conversations.server.ts";
import { conversations } from "#app/features/conversations/conversations.tables.server.ts";
import { notifyFinder } from "#app/features/conversations/notify-finder.server.ts";
import { sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { notifyCaregivers } from "#app/features/pets/caregivers/notify-caregivers.server.ts";
import { petContacts } from "#app/features/pets/pets.tables.server.ts";
import { notifyListeners } from "#app/features/users/live-events.server.ts";
import { displayName } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { readSignedId } from "#app/platform/http/signed-id.server.ts";
import { findReunion } from "../conversations/reunion.server.ts";
import { endEscalation, findContactAccount } from "../escalation/escalation.server.ts";
import { findScanOf } from "../find-scan.server.ts";
import { escalationSteps, escalations } from "../scans.tables.server.ts";
import { countFinderWrite } from "../throttling/finder-limits.server.ts";

/** How long a contact's link works, in milliseconds. */
const linkLifetime = 7 * dayMs;

/** Whether the owner still lists the person of a step among the pet's emergency contacts. */
function isListed({ db }: Pick<AppContext, "db">) {
  const isSame = or(eq(petContacts.email, escalationSteps.email), eq(petContacts.phone, escalationSteps.phone));
  const listed = db
    .select({ one: sql`1` })
    .from(petContacts)
    .where(and(eq(petContacts.petId, escalations.petId), isSame));
  return sql<boolean>`exists ${listed}`.mapWith(Boolean);
}

/**
 * Returns the step of a contact's link, and whether the link has expired: after a week, or when the owner has removed
 * the contact. Throws like `getHelpView`.
 */
async function getStepByKey(ctx: AppContext, key: string) {
  const id = readSignedId(ctx, "help", key);
  const [row] = id
    ? await ctx.db
        .select({
          step: escalationSteps,
          escalation: escalations,
          conversation: conversations,
          owner: users,
          isListed: isListed(ctx),
        })
        .from(escalationSteps)
        .innerJoin(escalations, eq(escalations.conversationId, escalationSteps.conversationId))
        .innerJoin(conversations, eq(conversations.id, escalationSteps.conversationId))
        .innerJoin(users, eq(users.id, escalations.ownerId))
        .where(eq(escalationSteps.id, id))
    : [];
  if (!row) throw id ? new AppError("finderPage.help.gone", 410) : notFound();
  const age = ctx.clock.now().getTime() - row.step.notifiedAt.getTime();
  return { ...row, isOld: age > linkLifetime || !row.isListed };
}

/**
 * Returns what an emergency contact sees behind their link, with the messages before `before` (default: the latest).
 * How to reach the finder is included only while the contact is asked or once they are on it, for one week and until
 * the owner closes the conversation or removes the contact. Throws 404 for an invalid key, and 410 once the
 * conversation was deleted.
 */
export async function getHelpView(ctx: AppContext, key: string, before?: string | null) {
  const { step, escalation, conversation, owner, isOld, isListed } = await getStepByKey(ctx, key);
  const home = await findReunion(ctx, conversation.id);
  const isClosed = !acceptsMessages(conversation.state);
  const unanswered = escalation.stoppedAt && isListed ? "taken" : isOld ? "old" : "asked";
  const state = home ? "home" : isClosed ? "closed" : step.acceptedAt && isListed ? "mine" : unanswered;
  const shared = {
    state,
    petName: conversation.about,
    ownerName: owner.firstName || displayName(owner),
    contactName: step.name,
  } as const;
  if (isOld || (state !== "asked" && state !== "mine")) return { ...shared, finder: null };
  const scan = await findScanOf(ctx, conversation);
  const { messages, earlier } = await listMessagePage(ctx, conversation.id, before);
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
      messages: messages
        .filter(({ author }) => author === "finder")
        .map(({ id, body, attachment }) => ({ id, body, attachment })),
      /** `before` of the page with earlier messages. */
      earlier,
      answered: messages
        .filter(({ author }) => author === "owner")
        .map(({ id, body, attachment }) => ({ id, body, attachment })),
    },
  };
}

/**
 * Records a contact's "I'm on it": stops the escalation, notifies the owner who it is, and shows the finder that
 * somebody is on the way. Only the first of several contacts counts; repeated or late calls do nothing. Throws 404 for
 * an invalid key.
 */
export async function acceptHelp(ctx: AppContext, key: string, address: string): Promise<void> {
  await countFinderWrite(ctx, { address }, key);
  const { step, conversation, escalation, isOld } = await getStepByKey(ctx, key);
  if (isOld) return;
  await withTransaction(ctx, async (tx) => {
    if (!acceptsMessages(conversation.state) || (await findReunion(tx, conversation.id))) return;
    if (!(await endEscalation(tx, conversation.id, "contact"))) return;
    const now = tx.clock.now();
    await tx.db.update(escalationSteps).set({ acceptedAt: now }).where(eq(escalationSteps.id, step.id));
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
    const petNotification = {
      petId: escalation.petId,
      petName: conversation.about,
      link: conversation.link,
      topic: conversation.id,
    };
    await notifyCaregivers(tx, { ...petNotification, kind: "helper", except: await findContactAccount(tx, step) });
  });
}

/**
 * Sends a message from the contact who is on it to the finder, shown as a message of the family; the owner sees it in
 * the conversation. Throws 409 (`finderPage.help.notYours`) for any other contact or after a week, 403
 * (`conversations.closedForYou`) once the owner has closed the conversation, 404 for an invalid key.
 */
export async function sendHelperMessage(ctx: AppContext, key: string, body: string, address: string): Promise<void> {
  await countFinderWrite(ctx, { address }, key);
  const { step, conversation, escalation, isOld } = await getStepByKey(ctx, key);
  if (!step.acceptedAt || isOld) throw new AppError("finderPage.help.notYours", 409);
  await withTransaction(ctx, async (tx) => {
    const id = await addMessage(tx, conversation.id, "helper", body);
    await notifyFinder(tx, { id, conversationId: conversation.id, kind: "message" });
    await notifyListeners(tx, [{ user: escalation.ownerId }]);
  });
}
