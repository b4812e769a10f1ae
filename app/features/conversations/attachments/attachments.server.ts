import { and, eq, inArray, type SQL, type SQLWrapper } from "drizzle-orm";
import * as z from "zod";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { type Files, withStoredFiles } from "#app/platform/files/files.server.ts";
import {
  addPrivatePicture,
  encodePrivatePicture,
  listPrivatePictureKeys,
  type PrivatePicture,
  sendPrivateFile,
  sendPrivatePicture,
} from "#app/platform/files/private-pictures.server.ts";
import { type PictureSender, readPicture } from "#app/platform/files/read-picture.server.ts";
import { readVoice } from "#app/platform/files/voice.server.ts";
import type { Voice } from "#app/platform/files/voice.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import type { Attachment, PhotoCopy } from "../conversations.rules.ts";
import { conversations, messageAttachments, messages } from "../conversations.tables.server.ts";

/** Files of a message's form; at most one of them is sent. */
export interface MessageFiles {
  photo?: File | undefined;
  voice?: File | undefined;
}

export const hasFiles = ({ photo, voice }: MessageFiles) => photo !== undefined || voice !== undefined;

/** A photo or voice message whose files are stored, for `addAttachment`. */
export interface StoredAttachment extends Attachment {
  fileId: string;
  format: AttachmentRow["format"];
  /** The photo as it was stored. */
  picture: Buffer | null;
}

/** Limits what both sides of one conversation send, since each file is decoded and kept. */
const perConversation = { name: "attachments", points: 60, span: 24 * 3600 };

/**
 * Stores the files of a message before `work` writes it, and deletes them if `work` fails. Rejects what `readPicture`
 * and `readVoice` reject. Throws 429 after 60 files of one conversation in a day. The caller must have checked access.
 */
export async function withAttachment<Result>(
  { files, limits }: Pick<AppContext, "files" | "limits">,
  conversationId: string,
  sender: PictureSender,
  { photo, voice }: MessageFiles,
  work: (attachment: StoredAttachment | null) => Promise<Result>,
): Promise<Result> {
  const file = photo ?? voice;
  if (!file) return work(null);
  await limits.take(perConversation, conversationId);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const stored = photo
    ? await storePhoto(files, await readPicture(bytes, sender, "photo", encodePrivatePicture))
    : await storeVoice(files, await readVoice(bytes, sender, "voice"));
  return withStoredFiles(
    () => work(stored),
    () => files.remove(listAttachmentKeys(stored.fileId)),
  );
}

async function storePhoto(files: Files, picture: PrivatePicture): Promise<StoredAttachment> {
  const { large, width, height } = picture;
  const fileId = await addPrivatePicture(files, "attachments", picture);
  return { fileId, kind: "photo", format: "webp", width, height, milliseconds: null, picture: large };
}

const voiceTypes = { webm: "audio/webm", m4a: "audio/mp4" };
const voiceKey = (fileId: string, format: Voice["format"]) => `attachments/${fileId}/voice.${format}`;

async function storeVoice(files: Files, { format, milliseconds, data }: Voice): Promise<StoredAttachment> {
  const fileId = createId();
  await files.put(voiceKey(fileId, format), data, voiceTypes[format]);
  return { fileId, kind: "voice", format, width: null, height: null, milliseconds, picture: null };
}

/** Job that looks for the pictures of which a sent photo is a copy. */
export const compareQueue = "conversations.compare-photo";

/** Records the stored attachment of a message, in the caller's transaction. */
export async function addAttachment(
  { db, clock, jobs }: Pick<AppContext, "db" | "clock" | "jobs">,
  messageId: string,
  { picture: _, ...attachment }: StoredAttachment,
): Promise<void> {
  await db.insert(messageAttachments).values({ ...attachment, messageId, createdAt: clock.now() });
  if (attachment.kind === "photo") await jobs.send(db, compareQueue, { messageId });
}

/** Returns all keys that an attachment may have in the file storage. */
export const listAttachmentKeys = (fileId: string) => [
  ...listPrivatePictureKeys("attachments", fileId),
  voiceKey(fileId, "webm"),
  voiceKey(fileId, "m4a"),
];

/** Returns the key of an attachment's file, of a photo in its largest size. */
export function getAttachmentKey({ fileId, format }: Pick<AttachmentRow, "fileId" | "format">): string {
  if (format !== "webp") return voiceKey(fileId, format);
  return listPrivatePictureKeys("attachments", fileId).at(-1)!;
}

type AttachmentRow = typeof messageAttachments.$inferSelect;

type WithCopy = Pick<AttachmentRow, keyof Attachment & keyof AttachmentRow> & PhotoCopy;

/** Returns an attachment with what it is a copy of, if anything. */
export function toOwnerAttachment({ ownPhotoAt, copyOf, ...attachment }: WithCopy): Attachment {
  return { ...attachment, copy: ownPhotoAt || copyOf ? { ownPhotoAt, copyOf } : null };
}

/** Columns of a message's attachment, to be selected with a left join on `messages.id`: null for a message without one. */
export const attachmentColumns = {
  kind: messageAttachments.kind,
  width: messageAttachments.width,
  height: messageAttachments.height,
  milliseconds: messageAttachments.milliseconds,
};

/** Those columns as the owner's side and administrators see them, for `toOwnerAttachment`. */
export const ownerAttachmentColumns = {
  ...attachmentColumns,
  ownPhotoAt: messageAttachments.ownPhotoAt,
  copyOf: messageAttachments.copyOf,
};

/** Returns the message's attachment within the conversations that `access` allows; throws 404 for any other. */
async function getAttachment(
  { db }: Pick<AppContext, "db">,
  messageId: string,
  access: SQL | undefined,
): Promise<AttachmentRow> {
  const [row] = await db
    .select({ attachment: messageAttachments })
    .from(messageAttachments)
    .innerJoin(messages, eq(messages.id, messageAttachments.messageId))
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(and(eq(messageAttachments.messageId, messageId), access));
  if (!row) throw notFound();
  return row.attachment;
}

interface Asked {
  messageId: string;
  request: Request;
}

async function send({ files }: AppContext, attachment: AttachmentRow, { request }: Asked): Promise<Response> {
  const { fileId, format } = attachment;
  if (format !== "webp") {
    const headers = {
      "content-type": voiceTypes[format],
      "content-disposition": `inline; filename="voice.${format}"`,
      "accept-ranges": "bytes",
    };
    return sendPrivateFile(files, getAttachmentKey(attachment), headers, request.headers.get("range"));
  }
  const isSmall = new URL(request.url).searchParams.has("small");
  return sendPrivatePicture(files, "attachments", fileId, isSmall ? "small" : "large");
}

/** Sends an attachment of a conversation that the caller has checked access to. Throws 404 for another's. */
export async function sendAttachmentOf(ctx: AppContext, conversationId: string, asked: Asked): Promise<Response> {
  return send(ctx, await getAttachment(ctx, asked.messageId, eq(conversations.id, conversationId)), asked);
}

/** Sends an attachment of one of the actor's own conversations. Throws 404 for any other. */
export async function sendOwnAttachment(ctx: AppContext, actor: Actor, asked: Asked): Promise<Response> {
  return send(ctx, await getAttachment(ctx, asked.messageId, eq(conversations.ownerId, actor.id)), asked);
}

/** Sends an attachment of a reported conversation. Throws 404 unless it is reported. Administrators only. */
export async function sendReportedAttachment(ctx: AppContext, admin: Actor, asked: Asked): Promise<Response> {
  requireAdmin(admin);
  return send(ctx, await getAttachment(ctx, asked.messageId, eq(conversations.state, "reported")), asked);
}

const deleteQueue = "conversations.delete-files";

/** Deletes the files of conversations once their deletion has been committed. */
export const deletedAttachmentsJob = defineJob<AppContext, { fileIds: string[] }>(
  deleteQueue,
  { data: z.object({ fileIds: z.array(z.uuid()) }) },
  ({ files }, { fileIds }) => files.remove(fileIds.flatMap(listAttachmentKeys)),
);

/** Queues the deletion of the files of conversations, which the caller's transaction deletes next. */
export async function deleteAttachments(
  tx: Pick<AppContext, "db" | "jobs">,
  conversationIds: string[] | SQLWrapper,
): Promise<void> {
  const rows = await tx.db
    .select({ fileId: messageAttachments.fileId })
    .from(messageAttachments)
    .innerJoin(messages, eq(messages.id, messageAttachments.messageId))
    .where(inArray(messages.conversationId, conversationIds));
  if (rows.length > 0) await tx.jobs.send(tx.db, deleteQueue, { fileIds: rows.map(({ fileId }) => fileId) });
}
