import { eq } from "drizzle-orm";
import { twoFactor } from "#app/features/auth/auth.tables.server.ts";
import { encryptKey } from "#app/features/auth/two-factor/used-codes.server.ts";
import { addToCart } from "#app/features/cart/cart.server.ts";
import { stockAlerts } from "#app/features/catalog/products.tables.server.ts";
import { placeOrder } from "#app/features/checkout/place-order.server.ts";
import { withAttachment } from "#app/features/conversations/attachments/attachments.server.ts";
import {
  addMessage,
  createConversation,
  createConversationKey,
} from "#app/features/conversations/conversations.server.ts";
import { createReportConversation } from "#app/features/lost-found/conversations/report-conversations.server.ts";
import { createPoster, listPosters } from "#app/features/lost-found/posters/posters.server.ts";
import { createGuestReport, createReport } from "#app/features/lost-found/publish-reports.server.ts";
import { createManageKey, readWriterKey } from "#app/features/lost-found/report-emails.server.ts";
import { confirmReport } from "#app/features/lost-found/report-states.server.ts";
import type { Holder } from "#app/features/lost-found/reports.server.ts";
import { sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { getOwnOrder } from "#app/features/orders/orders.server.ts";
import { createShare, getSharePath } from "#app/features/pets/share-links/share-links.server.ts";
import { deletePet } from "#app/features/pets/trash/removed-pets.server.ts";
import { approveRequest } from "#app/features/plans/review/decide-requests.server.ts";
import { findCalendarLink, renewCalendarLink } from "#app/features/reminders/calendar/calendar.server.ts";
import { scanRecords } from "#app/features/scans/scans.tables.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import {
  createClaimedTag,
  createTestAdmin,
  createTestBatch,
  createTestCaregiver,
  createTestClinic,
  createTestPet,
  createTestProduct,
  createTestReminder,
  createTestTag,
  signUpTestUser,
} from "#tests/make.ts";
import { orderForm } from "#tests/make-orders.ts";
import { createProofImage, createTestUpgradeRequest } from "#tests/make-plans.ts";
import { petFieldValues, privateValues } from "./private-values.ts";

/** Key of the owner's authenticator app, which is not confirmed yet, so that the password alone still signs in. */
const appKey = Buffer.from("canary-key-of-20-byt");

/** Values for the addresses in the permission table. Everything belongs to `owner`. */
export interface Owned {
  ownerId: string;
  petId: string;
  removedPetId: string;
  /** Path of a share link that shows the vet and nothing else. */
  sharePath: string;
  tagId: string;
  batchId: string;
  tagCode: string;
  freeCode: string;
  scanId: string;
  /** A message with a photo in the conversation about the scan. */
  messageId: string;
  notificationId: string;
  key: string;
  productId: string;
  clinicId: string;
  reminderId: string;
  reminderDay: string;
  /** Path of the owner's secret calendar feed. */
  calendar: string;
  orderId: string;
  orderNumber: string;
  reportId: string;
  conversationId: string;
  conversationKey: string;
  manageKey: string;
  guestConversationId: string;
  poster: { id: string; code: string };
  guestPoster: { id: string };
  /** A pending request of the owner; `paidRequestId` is an approved one. Both have a proof of payment. */
  requestId: string;
  paidRequestId: string;
}

export const emails = {
  owner: privateValues.email,
  other: "other@example.com",
  caregiver: "caregiver@example.com",
  admin: "admin@example.com",
} as const;

async function createFullPet(ctx: AppContext, owner: Actor): Promise<string> {
  return createTestPet(ctx, owner, {
    name: "Rocky",
    shown: [],
    ...petFieldValues,
    breed: privateValues.hiddenBreed,
    notes: privateValues.hiddenNotes,
    diet: privateValues.hiddenDiet,
    behaviours: privateValues.hiddenBehaviours,
    urgentNeeds: privateValues.hiddenUrgent,
    finderPhone: privateValues.finderPhone,
    showPhone: false,
    medical: {
      conditions: privateValues.conditions,
      medications: privateValues.medications,
      bloodType: privateValues.bloodType,
      medicalNotes: privateValues.medicalNotes,
    },
    vet: { name: privateValues.vetName, phone: privateValues.vetPhone, clinicAddress: privateValues.clinicAddress },
    contacts: [
      { name: privateValues.contactName, phone: privateValues.contactPhone, email: privateValues.contactEmail },
    ],
  });
}

/**
 * Creates an owner with a recognisable value in every private field, another owner with a pet and a tag, a caregiver, and
 * an administrator.
 */
export async function createTestData(ctx: AppContext): Promise<Owned> {
  const owner = await signUpTestUser(ctx, emails.owner, {
    lastName: privateValues.lastName,
    name: `Mona ${privateValues.lastName}`,
    phone: privateValues.phone,
    address: privateValues.address,
  });
  const other = await signUpTestUser(ctx, emails.other, { firstName: "Omar" });
  await signUpTestUser(ctx, emails.admin, { firstName: "Amina", role: "admin" });
  await createClaimedTag(ctx, other, await createTestPet(ctx, other, { name: "Luna" }));

  const removedPetId = await createTestPet(ctx, owner, { name: privateValues.removedName });
  await deletePet(ctx, owner, removedPetId);
  const petId = await createFullPet(ctx, owner);
  const caregiver = await signUpTestUser(ctx, emails.caregiver, { firstName: "Karim" });
  await createTestCaregiver(ctx, owner, petId, caregiver, { level: "edit" });
  const tag = await createClaimedTag(ctx, owner, petId);
  const scanId = createId();
  const link = `/dashboard/scan-details/${scanId}`;
  const conversationId = await createConversation(ctx, {
    ownerId: owner.id,
    about: "Rocky",
    link,
    finderName: privateValues.finderName,
    finderContact: privateValues.finderContact,
    finderLanguage: "en",
  });
  const messageId = await withAttachment(
    ctx,
    conversationId,
    owner,
    { photo: await createProofImage("#aa6633") },
    (attachment) => addMessage(ctx, conversationId, "finder", privateValues.message, { attachment }),
  );
  await ctx.db.insert(scanRecords).values({
    id: scanId,
    tagId: tag.id,
    ownerId: owner.id,
    petId,
    at: ctx.clock.now(),
    evidence: "human",
    reasons: ["browser"],
    visit: createId(),
    medium: "qr",
    language: "en",
    ip: privateValues.wholeAddress,
    latitude: Number(privateValues.latitude),
    longitude: Number(privateValues.longitude),
    accuracy: 12,
    place: privateValues.place,
    locationSource: "gps",
    conversationId: conversationId,
  });
  const [notificationId = ""] = await sendNotifications(ctx, [
    {
      userId: owner.id,
      kind: "found",
      params: {
        petName: "Rocky",
        finderName: privateValues.finderName,
        text: privateValues.message,
        place: privateValues.place,
      },
      link,
      topic: scanId,
    },
  ]);
  await ctx.db.update(tags).set({ label: "red collar" }).where(eq(tags.id, tag.id));
  const productId = await createTestProduct(ctx);
  const clinicId = await createTestClinic(ctx);
  // Requested as a guest, before the account existed.
  const waits = { id: createId(), productId, email: emails.owner, language: "en" as const };
  await ctx.db.insert(stockAlerts).values(waits);
  await addToCart(ctx, owner, { productId, quantity: 1, attributes: {} });
  const orderNumber = await placeOrder(
    ctx,
    owner,
    orderForm({
      fullName: privateValues.orderName,
      phone: privateValues.orderPhone,
      address: privateValues.orderAddress,
    }),
  );
  const reports = await createReportData(ctx, owner, petId);
  const [kept] = await ctx.db.select().from(users).where(eq(users.id, owner.id));
  if (kept?.address !== privateValues.address) throw new Error("the private values are not in place");
  const reminderDay = "2030-01-31";
  const reminderId = await createTestReminder(ctx, owner, petId, {
    title: privateValues.reminderTitle,
    note: privateValues.reminderNote,
    day: reminderDay,
  });
  await renewCalendarLink(ctx, owner);
  await ctx.db.insert(twoFactor).values({
    userId: owner.id,
    encryptedKey: encryptKey(ctx, owner.id, appKey),
    recoveryHashes: [privateValues.recoveryHash],
    createdAt: new Date(),
  });
  const calendar = new URL((await findCalendarLink(ctx, owner)) ?? "").pathname;
  return {
    ownerId: owner.id,
    petId,
    removedPetId,
    sharePath: getSharePath(ctx, await createShare(ctx, owner, petId, { parts: ["vet"], days: 7 })),
    tagId: tag.id,
    batchId: await createTestBatch(ctx),
    tagCode: tag.code,
    freeCode: (await createTestTag(ctx)).code,
    scanId,
    messageId,
    notificationId,
    key: createConversationKey(ctx, conversationId),
    reminderId,
    reminderDay,
    calendar,
    productId,
    clinicId,
    orderId: (await getOwnOrder(ctx, owner, orderNumber)).id,
    orderNumber,
    ...reports,
    ...(await createPlanData(ctx, owner)),
  };
}

/** Creates two plan requests of the owner, each with notes, a reference and a proof. */
async function createPlanData(ctx: AppContext, owner: Actor) {
  const words = { notes: privateValues.planNotes, reference: privateValues.planReference };
  const admin = await createTestAdmin(ctx);
  const paidRequestId = await createTestUpgradeRequest(ctx, owner, {
    ...words,
    proof: await createProofImage("#117766"),
  });
  await approveRequest(ctx, admin, paidRequestId);
  return {
    paidRequestId,
    requestId: await createTestUpgradeRequest(ctx, owner, { ...words, proof: await createProofImage("#773311") }),
  };
}

/**
 * Creates a report of the owner with every private field, a stranger's conversation about it, and a guest's report with
 * a conversation.
 */
async function createReportData(ctx: AppContext, owner: Actor, petId: string) {
  const from = { address: privateValues.wholeAddress, language: "en" } as const;
  const seen = { type: "dog", seenAt: ctx.clock.now(), area: "Zamalek, Cairo" } as const;
  const reportId = await createReport(
    ctx,
    owner,
    {
      ...seen,
      kind: "lost",
      petId,
      petName: "Rocky",
      hiddenMark: privateValues.reportHiddenMark,
      microchip: privateValues.reportMicrochip,
      place: privateValues.reportPlace,
      latitude: Number(privateValues.reportLatitude),
      longitude: Number(privateValues.reportLongitude),
      contactName: privateValues.reportContactName,
      contactPhone: privateValues.reportContactPhone,
      contactEmail: privateValues.reportContactEmail,
    },
    from,
  );
  const stranger = { ...from, actor: null };
  const message = { body: privateValues.reportMessage, claimedMark: privateValues.reportClaimedMark };
  const key = await createReportConversation(ctx, reportId, message, stranger);
  const guestReportId = await createGuestReport(ctx, { ...seen, kind: "found", guestEmail: "guest@example.com" }, from);
  await confirmReport(ctx, { guestOf: guestReportId });
  const guestConversation = await createReportConversation(ctx, guestReportId, { body: "Is it Luna?" }, stranger);
  return {
    reportId,
    conversationId: readWriterKey(ctx, key)!,
    conversationKey: key,
    manageKey: createManageKey(ctx, guestReportId),
    guestConversationId: readWriterKey(ctx, guestConversation)!,
    poster: await createTestPoster(ctx, owner, reportId),
    guestPoster: await createTestPoster(ctx, { guestOf: guestReportId }, guestReportId),
  };
}

async function createTestPoster(ctx: AppContext, holder: Holder, reportId: string) {
  await createPoster(ctx, holder, reportId, { place: "id" in holder ? privateValues.posterPlace : null });
  return (await listPosters(ctx, holder, reportId))[0]!;
}
