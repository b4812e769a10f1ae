import { and, eq, isNull, sql } from "drizzle-orm";
import {
  hasFiles,
  type MessageFiles,
  withAttachment,
} from "#app/features/conversations/attachments/attachments.server.ts";
import {
  addFinderContact,
  addMessage,
  type Conversation,
  createConversation,
  createConversationKey,
  getConversationByKey,
  hasRecentAnswer,
  listMessages,
  type MessageOptions,
  sendFinderMessage,
} from "#app/features/conversations/conversations.server.ts";
import { describeMessage, toStoredBody } from "#app/features/conversations/translate-quick-replies.server.ts";
import { sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { notifyCaregivers } from "#app/features/pets/caregivers/notify-caregivers.server.ts";
import { getPublicPet } from "#app/features/pets/profile/public-pet.server.ts";
import { recordReplacements } from "#app/features/tags/replacements.server.ts";
import { type PhotoRefusal, photoNotSent, readPhotoRefusal } from "#app/locales/finder-words.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { createMac, type Installation, isSignedWith } from "#app/platform/crypto/secrets.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import type { FinderLanguage } from "#app/platform/i18n/finder-languages.ts";
import { runSecondaryStep } from "#app/platform/secondary-step.server.ts";
import { hasOwnerEnded, isMessageInboxOnly, lockFinderAccess } from "../conversations/finder-access.server.ts";
import { startEscalation } from "../escalation/escalation.server.ts";
import { findScan, findScanOf } from "../find-scan.server.ts";
import { type IdempotencyKey, isFirstDelivery, recordConversation } from "../recording/idempotency-keys.server.ts";
import { buildPetNotification, buildScanNotification } from "../recording/receive-scan.server.ts";
import { isInquiry, notifiesOwner, provesTag } from "../scans.rules.ts";
import { scanRecords } from "../scans.tables.server.ts";
import { type BudgetedScan, describeDevice, isOverBudget } from "../throttling/email-budget.server.ts";
import { countFinderWrite } from "../throttling/finder-limits.server.ts";

/** Creates a token that allows only this scan's page to add to the scan. Works without cookies. */
export function createScanToken(ctx: Installation, scanId: string): string {
  return `${scanId}.${createMac(ctx, `scan ${scanId}`).toString("base64url").slice(0, 22)}`;
}

/** Returns the scan id of a token. Throws 404 if the signature is not valid. */
export function readScanToken(ctx: AppContext, token: string): string {
  const [scanId = ""] = token.split(".");
  if (!isSignedWith(ctx, token, (one) => createScanToken(one, scanId))) throw notFound();
  return scanId;
}

export interface Place {
  latitude?: number | undefined;
  longitude?: number | undefined;
  accuracy?: number | undefined;
  place?: string | undefined;
}

/** Sender of a submission, and its idempotency key if it may arrive more than once. */
export interface Sender {
  address: string;
  /** Phone number of a sender on WhatsApp, who has no IP address. */
  number?: string;
  idempotencyKey?: IdempotencyKey | undefined;
}

/** Counts the write against the rate limits. A late submission was already counted when it was queued. */
async function countWrite(ctx: AppContext, from: Sender, subject: string, device?: string): Promise<void> {
  if (!from.idempotencyKey?.at) await countFinderWrite(ctx, { ...from, device }, subject);
}

async function getScanToUpdate(ctx: AppContext, token: string, from: Sender) {
  const scan = await findScan(ctx, readScanToken(ctx, token));
  await countWrite(ctx, from, scan?.tagId ?? scan?.petId ?? token, scan ? describeDevice(scan) : undefined);
  if (!scan?.ownerId) throw notFound();
  const pet = scan.petId ? await getPublicPet(ctx, scan.petId) : null;
  return { ...scan, ownerId: scan.ownerId, pet, petName: pet?.name };
}

type ScanToUpdate = Awaited<ReturnType<typeof getScanToUpdate>>;

/**
 * Records that the page was used, which proves a person: an unconfirmed visit becomes `human`, and the owner is
 * notified of the scan.
 */
async function confirmPerson(ctx: AppContext, scan: ScanToUpdate, now = ctx.clock.now()): Promise<void> {
  const newEvidence =
    notifiesOwner(scan.evidence) || scan.evidence === "owner" || scan.evidence === "reopened" ? scan.evidence : "human";
  const [changed] = await ctx.db
    .update(scanRecords)
    .set({ usedAt: now, evidence: newEvidence, reasons: sql`array_append(${scanRecords.reasons}, 'used')` })
    .where(and(eq(scanRecords.id, scan.id), isNull(scanRecords.usedAt)))
    .returning({ id: scanRecords.id });
  if (changed && scan.tagId && provesTag(newEvidence)) await recordReplacements(ctx, [scan.tagId]);
  if (!changed || newEvidence === scan.evidence) return;
  // Notifications over budget are left out: the scan is still listed, and one summary covers them all.
  if (await isOverBudget(ctx, "scans", scan)) return;
  await sendNotifications(ctx, [buildScanNotification(scan, scan.pet)]);
  await notifyCaregivers(ctx, buildPetNotification(scan, scan.petName));
}

function placeColumns(form: Place, locatedAt: Date) {
  const hasPoint = form.latitude !== undefined && form.longitude !== undefined;
  if (!hasPoint && !form.place) return null;
  return {
    ...(hasPoint ? { latitude: form.latitude, longitude: form.longitude, accuracy: form.accuracy ?? null } : {}),
    ...(form.place ? { place: form.place } : {}),
    locationSource: hasPoint ? ("gps" as const) : ("text" as const),
    locatedAt,
  };
}

/** Throws 400 (`finderPage.finder.placeNeeded`) if the form contains no location. */
export function requirePlace(form: Place): void {
  if (!placeColumns(form, new Date(0))) throw new AppError("finderPage.finder.placeNeeded", 400, { field: "place" });
}

/** Throws 400 (`finderPage.finder.fillOne`) if the form is empty. */
export function requireNonEmptyForm(form: FinderForm): void {
  if (!form.hasPhoto && !form.name && !form.contact && !form.note && !placeColumns(form, new Date(0)))
    throw new AppError("finderPage.finder.fillOne", 400, { field: "note" });
}

/**
 * Stores the finder's location (coordinates or a description) with the scan and notifies the owner. Throws 400 if
 * neither is given, and 429 after more than 30 writes from one network within ten minutes.
 */
export async function sendPlace(ctx: AppContext, token: string, form: Place, from: Sender): Promise<void> {
  requirePlace(form);
  const at = from.idempotencyKey?.at ?? ctx.clock.now();
  const scan = await getScanToUpdate(ctx, token, from);
  await withTransaction(ctx, async (tx) => {
    if (!(await isFirstDelivery(tx, from.idempotencyKey))) return;
    const { isMuted } = await lockFinderAccess(tx, scan, at);
    if (!isMuted) await confirmPerson(tx, scan, at);
    await tx.db.update(scanRecords).set(placeColumns(form, at)!).where(eq(scanRecords.id, scan.id));
    if (isMuted) return;
    const isInboxOnly = await isMessageInboxOnly(tx, scan);
    const notification = buildScanNotification(scan, scan.pet);
    await sendNotifications(tx, [
      {
        ...notification,
        kind: "location",
        params: { ...notification.params, petName: scan.petName ?? "", place: form.place ?? "" },
        isInboxOnly,
      },
    ]);
    await notifyCaregivers(tx, {
      ...buildPetNotification(scan, scan.petName, "location"),
      place: form.place,
      isInboxOnly,
    });
  });
}

export interface FinderForm extends Place {
  name?: string | undefined;
  contact?: string | undefined;
  note?: string | undefined;
  /** Whether a photo follows, which is enough to start a conversation. */
  hasPhoto?: boolean;
}

/**
 * Handles "I have this pet", and inquiries: starts a conversation with the owner and notifies them. Submitted again from the same
 * page, it adds to the same conversation; an identical note is stored once. Returns the finder's key for the status
 * page. Throws 400 if the form is empty.
 */
export async function startFinderConversation(
  ctx: AppContext,
  token: string,
  form: FinderForm,
  from: Sender & { language: FinderLanguage },
): Promise<string> {
  requireNonEmptyForm(form);
  const at = from.idempotencyKey?.at ?? ctx.clock.now();
  const scan = await getScanToUpdate(ctx, token, from);
  const columns = placeColumns(form, at);
  return withTransaction(ctx, async (tx) => {
    const isNew = await isFirstDelivery(tx, from.idempotencyKey);
    const { conversationId: earlier, isMuted } = await lockFinderAccess(tx, scan, at);
    if (earlier) {
      if (isNew) await addToConversation(tx, earlier, form, { columns, scan, at, isMuted });
      await recordConversation(tx, from.idempotencyKey, earlier);
      return createConversationKey(tx, earlier);
    }
    await confirmPerson(tx, scan, at);
    const isFromEnded = await hasOwnerEnded(tx, scan);
    const isInboxOnly = isFromEnded || (await isMessageInboxOnly(tx, scan));
    const notification = buildScanNotification(scan, scan.pet);
    const conversationId = await createConversation(tx, {
      ownerId: scan.ownerId,
      about: scan.petName ?? "",
      link: notification.link,
      finderName: form.name ?? null,
      finderContact: form.contact ?? null,
      finderLanguage: from.language,
      createdAt: at,
    });
    await recordConversation(tx, from.idempotencyKey, conversationId);
    if (form.note) await addMessage(tx, conversationId, "finder", form.note, { at });
    await tx.db
      .update(scanRecords)
      .set({ ...columns, conversationId: conversationId })
      .where(eq(scanRecords.id, scan.id));
    // Contacts are asked whatever the budget of e-mails: only the owner's own decision about this sender counts.
    if (scan.evidence !== "owner" && !isFromEnded && !isInquiry(scan))
      await startEscalation(tx, { conversationId, ownerId: scan.ownerId, petId: scan.petId });
    await sendNotifications(tx, [
      {
        ...notification,
        kind: isInquiry(scan) ? "inquiry" : "found",
        params: {
          ...notification.params,
          petName: scan.petName ?? "",
          finderName: form.name ?? "",
          text: await describeMessage(tx, scan.ownerId, { body: form.note ?? "" }),
          place: form.place ?? "",
        },
        isInboxOnly,
      },
    ]);
    if (!isInquiry(scan))
      await notifyCaregivers(tx, {
        ...buildPetNotification(scan, scan.petName, "found"),
        place: form.place,
        isInboxOnly,
      });
    return createConversationKey(tx, conversationId);
  });
}

type FoundScan = BudgetedScan & Pick<ScanToUpdate, "ownerId" | "medium">;

interface Addition {
  columns: object | null;
  scan: FoundScan;
  at: Date;
  isMuted: boolean;
}

async function addToConversation(
  ctx: AppContext,
  conversationId: string,
  form: FinderForm,
  { columns, scan, at, isMuted }: Addition,
) {
  const conversation = await getConversationByKey(ctx, createConversationKey(ctx, conversationId));
  const existingMessages = await listMessages(ctx, conversationId);
  const note = form.note && toStoredBody(form.note);
  if (form.note && !existingMessages.some(({ author, body }) => author === "finder" && body === note))
    await writeAndNotify(ctx, { conversation, scan, isMuted }, form.note, { at });
  if (form.contact) await addFinderContact(ctx, conversationId, form.contact);
  if (columns) await ctx.db.update(scanRecords).set(columns).where(eq(scanRecords.id, scan.id));
}

/** Stores the finder's message and sends it to the owner. Caregivers are notified only that there is one. */
async function writeAndNotify(
  ctx: AppContext,
  { conversation, scan, isMuted }: { conversation: Conversation; scan: FoundScan; isMuted: boolean },
  body: string,
  message: MessageOptions,
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    if (isMuted) return addMessage(tx, conversation.id, "finder", body, message);
    const isInboxOnly = (await hasRecentAnswer(tx, conversation.id)) ? false : await isMessageInboxOnly(tx, scan);
    const pet = scan.petId ? await getPublicPet(tx, scan.petId) : null;
    const kind = isInquiry(scan) ? "inquiry" : "message";
    await sendFinderMessage(tx, conversation, body, { ...message, isInboxOnly, photoId: pet?.photoId, kind });
    if (isInquiry(scan)) return;
    await notifyCaregivers(tx, { ...buildPetNotification(scan, conversation.about, "message"), isInboxOnly });
  });
}

/** Records that something on the page was used, such as the language switch, which proves a person. */
export async function recordPageUse(ctx: AppContext, token: string, from: Sender): Promise<void> {
  const scan = await getScanToUpdate(ctx, token, from);
  await withTransaction(ctx, async (tx) => {
    await lockFinderAccess(tx, scan, tx.clock.now());
    await confirmPerson(tx, scan);
  });
}

export interface FinderMessage extends MessageFiles {
  body: string;
  contact?: string | undefined;
}

/**
 * Stores another message of the finder, and optionally their contact. Throws 404 for an invalid key, 403 or 410 if the
 * conversation has ended, 429 after more than 30 writes from one network within ten minutes, and what `withAttachment`
 * throws.
 */
export async function sendMessageToFamily(
  ctx: AppContext,
  key: string,
  { body, contact, ...files }: FinderMessage,
  from: Sender,
): Promise<void> {
  await countWrite(ctx, from, key);
  const { id } = await getConversationByKey(ctx, key);
  const at = from.idempotencyKey?.at ?? ctx.clock.now();
  const open = async (tx: AppContext) => {
    const scan = await findScanOf(tx, { id });
    if (!scan?.ownerId) throw new AppError("finderPage.accessEnd.conversationOld", 410);
    return { scan: { ...scan, ownerId: scan.ownerId }, ...(await lockFinderAccess(tx, scan, at)) };
  };
  // An ended conversation takes no files either.
  if (hasFiles(files)) await withTransaction(ctx, open);
  await withAttachment(ctx, id, { address: from.number ?? from.address }, files, (attachment) =>
    withTransaction(ctx, async (tx) => {
      if (!(await isFirstDelivery(tx, from.idempotencyKey))) return;
      const { scan, isMuted } = await open(tx);
      if (contact) await addFinderContact(tx, id, contact);
      const conversation = await getConversationByKey(tx, key);
      const message = { at: from.idempotencyKey?.at, attachment };
      await writeAndNotify(tx, { conversation, scan, isMuted }, body, message);
    }),
  );
}

/**
 * Adds the photo of the first form to the conversation that its words have started: whatever becomes of the photo, the
 * family was told. Returns why it was refused, or null.
 */
export function sendPhotoToFamily(
  ctx: AppContext,
  key: string,
  photo: File,
  from: Sender,
): Promise<PhotoRefusal | null> {
  const send = async () => {
    try {
      await sendMessageToFamily(ctx, key, { body: "", photo }, from);
      return null;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return readPhotoRefusal(error.code) ?? photoNotSent;
    }
  };
  return runSecondaryStep(ctx.log, "send photo of the first form", send, photoNotSent);
}
