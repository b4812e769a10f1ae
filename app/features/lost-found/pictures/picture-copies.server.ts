import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import * as z from "zod";
import { compareQueue, listAttachmentKeys } from "#app/features/conversations/attachments/attachments.server.ts";
import {
  conversations,
  messageAttachments,
  messages,
} from "#app/features/conversations/conversations.tables.server.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { readPhotoHashes } from "#app/features/pets/photos/photo-hashes.server.ts";
import { notifyListeners } from "#app/features/users/live-events.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { getIdTime } from "#app/platform/db/uuid.server.ts";
import { findPhoto } from "#app/platform/files/photos.server.ts";
import {
  fromHashBytes,
  hashNewPicture,
  hashPicture,
  isSamePicture,
  type PictureHashes,
  toHashBytes,
  type VariantHashes,
} from "#app/platform/files/picture-hashes.server.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { updateMatches } from "../matching/match-reports.server.ts";
import { matchQueue } from "../matching/queue-matching.server.ts";
import { lostFoundPosts as posts, reportConversations, reportPhotos } from "../reports.tables.server.ts";

/** Maximum number of the owner's own photos that are compared, the newest first. */
const maxOwnPhotos = 20;
/** Maximum number of others' pictures that are compared, the newest first. */
const maxCompared = 20_000;
const batchSize = 200;

interface StoredPicture {
  /** Increases with the time of the picture. */
  key: string;
  id: string;
  hashes: Buffer | null;
}

/** Returns the id of the newest stored picture of which the new one is a copy; null if there is none. */
async function findOriginal(
  variants: VariantHashes,
  readBefore: (key: string | null) => Promise<StoredPicture[]>,
): Promise<string | null> {
  let key: string | null = null;
  for (let compared = 0; compared < maxCompared; compared += batchSize) {
    const batch = await readBefore(key);
    const original = batch.find(({ hashes }) => hashes && isSamePicture(fromHashBytes(hashes), variants));
    if (original) return original.id;
    if (batch.length < batchSize) break;
    key = batch.at(-1)!.key;
  }
  return null;
}

const readPhoto = async ({ files }: Pick<AppContext, "files">, photoId: string) =>
  (await findPhoto(files, photoId, "640.webp"))?.bytes ?? null;

/** Hashes a photo that has no stored hashes: that of a report that is not compared yet. */
async function hashStoredPhoto(ctx: AppContext, photoId: string): Promise<PictureHashes | null> {
  const bytes = await readPhoto(ctx, photoId);
  return bytes && hashPicture(bytes);
}

/**
 * Looks for the pictures of which a finder's or writer's photo is a copy: the owner's own (pets and reports, also the one
 * that the conversation is about), and those of other people's conversations and reports. Idempotent.
 */
async function compareSentPhoto(ctx: AppContext, { messageId }: { messageId: string }): Promise<void> {
  const [sent] = await ctx.db
    .select({ fileId: messageAttachments.fileId, author: messages.author, conversation: conversations })
    .from(messageAttachments)
    .innerJoin(messages, eq(messages.id, messageAttachments.messageId))
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(eq(messageAttachments.messageId, messageId));
  const bytes = sent && (await ctx.files.find(listAttachmentKeys(sent.fileId)[1]!));
  if (!sent || !bytes) return;
  const { hashes, variants } = await hashNewPicture(bytes);
  const found = sent.author === "finder" ? await findOriginals(ctx, sent.conversation, variants) : null;
  await ctx.db
    .update(messageAttachments)
    .set({ hashes: toHashBytes(hashes), ...found })
    .where(eq(messageAttachments.messageId, messageId));
  if (found?.ownPhotoAt || found?.copyOf)
    await notifyListeners(ctx, [{ user: sent.conversation.ownerId ?? sent.conversation.id }]);
}

type Conversation = typeof conversations.$inferSelect;

async function findOriginals(ctx: AppContext, { id, ownerId }: Conversation, variants: VariantHashes) {
  const [about] = await ctx.db
    .select({ reportId: reportConversations.reportId })
    .from(reportConversations)
    .where(eq(reportConversations.conversationId, id));
  const isOwnReport = or(
    ownerId ? eq(posts.reporterId, ownerId) : undefined,
    about ? eq(posts.id, about.reportId) : undefined,
  );
  const ownPhotos = await listOwnPhotos(ctx, ownerId, isOwnReport);
  const known = await ctx.db
    .select({ photoId: reportPhotos.photoId, hashes: reportPhotos.hashes })
    .from(reportPhotos)
    .where(inArray(reportPhotos.photoId, ownPhotos));
  const ofPets = ownerId ? await readPhotoHashes(ctx, ownerId, ownPhotos) : null;
  const copied: string[] = [];
  for (const photoId of ownPhotos) {
    const stored = known.find((one) => one.photoId === photoId);
    const hashes = stored
      ? fromHashBytes(stored.hashes)
      : (ofPets?.get(photoId) ?? (await hashStoredPhoto(ctx, photoId)));
    if (hashes && isSamePicture(hashes, variants)) copied.push(photoId);
  }
  // Ids begin with their time: a report's photo may itself be a later copy of the pet's.
  const first = copied.toSorted()[0];
  const inConversations = and(
    ne(conversations.id, id),
    ownerId ? sql`${conversations.ownerId} is distinct from ${ownerId}` : undefined,
  );
  const inReports = isOwnReport && sql`${isOwnReport} is not true`;
  const copyOf =
    (await findInConversations(ctx, variants, inConversations)) ?? (await findInReports(ctx, variants, inReports));
  return { ownPhotoAt: first ? getIdTime(first) : null, copyOf };
}

async function listOwnPhotos({ db }: AppContext, ownerId: string | null, isOwnReport: SQL | undefined) {
  const ofPets = ownerId
    ? await db
        .select({ photoId: pets.photoId })
        .from(pets)
        .where(and(eq(pets.ownerId, ownerId), isNotNull(pets.photoId)))
    : [];
  const ofReports = isOwnReport ? await db.select({ photos: posts.photos }).from(posts).where(isOwnReport) : [];
  return [...ofPets.flatMap(({ photoId }) => photoId ?? []), ...ofReports.flatMap(({ photos }) => photos)]
    .toSorted()
    .toReversed()
    .slice(0, maxOwnPhotos);
}

const findInConversations = ({ db }: AppContext, variants: VariantHashes, where: SQL | undefined) =>
  findOriginal(variants, (key) =>
    db
      .select({ key: messageAttachments.messageId, id: messageAttachments.fileId, hashes: messageAttachments.hashes })
      .from(messageAttachments)
      .innerJoin(messages, eq(messages.id, messageAttachments.messageId))
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .where(
        and(
          where,
          isNotNull(messageAttachments.hashes),
          key === null ? undefined : lt(messageAttachments.messageId, key),
        ),
      )
      .orderBy(desc(messageAttachments.messageId))
      .limit(batchSize),
  );

const findInReports = ({ db }: AppContext, variants: VariantHashes, where: SQL | undefined) =>
  findOriginal(variants, (key) =>
    db
      .select({ key: reportPhotos.photoId, id: reportPhotos.photoId, hashes: reportPhotos.hashes })
      .from(reportPhotos)
      .innerJoin(posts, eq(posts.id, reportPhotos.reportId))
      .where(and(where, key === null ? undefined : lt(reportPhotos.photoId, key)))
      .orderBy(desc(reportPhotos.photoId))
      .limit(batchSize),
  );

/** Stores the hashes of a report's new photos with the report of somebody else that has the same photo. Idempotent. */
async function compareReportPhotos(ctx: AppContext, { reportId }: { reportId: string }): Promise<void> {
  const [report] = await ctx.db
    .select()
    .from(posts)
    .where(and(eq(posts.id, reportId), isNull(posts.hiddenAt)));
  if (!report) return;
  const known = await ctx.db
    .select({ photoId: reportPhotos.photoId })
    .from(reportPhotos)
    .where(eq(reportPhotos.reportId, reportId));
  const knownIds = known.map(({ photoId }) => photoId);
  const gone = knownIds.filter((id) => !report.photos.includes(id));
  if (gone.length > 0) await ctx.db.delete(reportPhotos).where(inArray(reportPhotos.photoId, gone));
  const { reporterId, guestEmail } = report;
  const isOfOthers = and(
    ne(posts.id, reportId),
    isNull(posts.mergedIntoId),
    reporterId
      ? sql`${posts.reporterId} is distinct from ${reporterId}`
      : or(isNotNull(posts.reporterId), sql`${posts.guestEmail} is distinct from ${guestEmail}`),
  );
  for (const photoId of report.photos.filter((id) => !knownIds.includes(id))) {
    const bytes = await readPhoto(ctx, photoId);
    if (!bytes) continue;
    const { hashes, variants } = await hashNewPicture(bytes);
    const original = await findInReports(ctx, variants, isOfOthers);
    const [copied] = original ? await ctx.db.select().from(reportPhotos).where(eq(reportPhotos.photoId, original)) : [];
    await ctx.db
      .insert(reportPhotos)
      .values({
        photoId,
        reportId,
        hashes: toHashBytes(hashes),
        copyOfReportId: copied?.reportId ?? null,
        createdAt: ctx.clock.now(),
      })
      .onConflictDoUpdate({ target: reportPhotos.photoId, set: { reportId } });
  }
}

/** Lists the reports of other people that have a photo of this one, for administrators. */
export function listReportsWithSamePhoto({ db }: Pick<AppContext, "db">, reportId: string) {
  const copies = db
    .select({ id: reportPhotos.reportId })
    .from(reportPhotos)
    .where(eq(reportPhotos.copyOfReportId, reportId));
  const originals = db
    .select({ id: sql<string>`${reportPhotos.copyOfReportId}` })
    .from(reportPhotos)
    .where(eq(reportPhotos.reportId, reportId));
  return db
    .select({ id: posts.id, petName: posts.petName, kind: posts.kind, type: posts.type, at: posts.createdAt })
    .from(posts)
    .where(inArray(posts.id, union(copies, originals)))
    .orderBy(desc(posts.id));
}

/** Returns the reports in which some photos are, by the photo. */
export async function findReportsOfPhotos({ db }: Pick<AppContext, "db">, photoIds: string[]) {
  const rows = photoIds.length
    ? await db
        .select({ photoId: reportPhotos.photoId, reportId: reportPhotos.reportId })
        .from(reportPhotos)
        .where(inArray(reportPhotos.photoId, photoIds))
    : [];
  return Object.fromEntries(rows.map(({ photoId, reportId }) => [photoId, reportId]));
}

/** Compares a new photo of a conversation. */
export const comparePhotoJob = defineJob<AppContext, { messageId: string }>(
  compareQueue,
  { data: z.object({ messageId: z.uuid() }), retryLimit: 5, expireInSeconds: 60 },
  compareSentPhoto,
);

/** Compares a new or changed report: with the reports it may match, and its photos with those of others. */
export const matchJob = defineJob<AppContext, { reportId: string }>(
  matchQueue,
  { data: z.object({ reportId: z.uuid() }), retryLimit: 5, expireInSeconds: 60 },
  async (ctx, job) => {
    await updateMatches(ctx, job);
    await compareReportPhotos(ctx, job);
  },
);
