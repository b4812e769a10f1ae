import { createHash } from "node:crypto";
import { and, eq, ne } from "drizzle-orm";
import { getPet, lockOwnPet } from "#app/features/pets/pets.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { lockInTransaction } from "#app/platform/db/advisory-locks.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { withStoredFiles } from "#app/platform/files/files.server.ts";
import { addPhoto, copyPhoto, countPhotos } from "#app/platform/files/photos.server.ts";
import type { PictureSender } from "#app/platform/files/read-picture.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";
import { countEmail, createEmailLimits } from "#app/platform/limits/email-limits.server.ts";
import { findPlace } from "#app/platform/map/gazetteer.ts";
import { deleteConversations } from "./conversations/delete-conversations.server.ts";
import { queueMatching } from "./matching/queue-matching.server.ts";
import { requireNotBanned } from "./moderation/report-bans.server.ts";
import { sendReportEmail } from "./report-emails.server.ts";
import type { GuestForm, ReportForm } from "./reports.forms.server.ts";
import { cellOf, maxPhotos } from "./reports.rules.ts";
import {
  deletePhotos,
  type Files,
  getOwnReport,
  getReportEnd,
  getSearchText,
  type Holder,
  lockReport,
  type Report,
  requireNoOtherReport,
  updateLostState,
} from "./reports.server.ts";
import { lostFoundPosts as posts } from "./reports.tables.server.ts";

const limits = {
  account: { name: "report-account", points: 10, span: 86_400 },
  network: { name: "report-network", points: 10, span: 3_600, isPerNetwork: true },
};

/** Limits of reports to confirm that one address is e-mailed. */
const toAddress = createEmailLimits("report-email", 86_400, { fromHere: 1, shared: 2, all: 6 });

/**
 * Publishes a user's report and returns its id. For the user's own lost pet it also switches the tag's page to lost
 * mode. Submitting the same report again returns the existing one.
 * Throws 409 (`reportForm.alreadyReported`) if the pet already has a lost report, 429 after 10 reports a day by one
 * account or an hour from one network, 403 for banned users, 404 for someone else's pet, and an error for invalid
 * photos.
 */
export async function createReport(
  ctx: AppContext,
  actor: Actor,
  form: ReportForm,
  from: { address: string; language: Language },
): Promise<string> {
  await ctx.limits.take(limits.network, getNetwork(from.address));
  await ctx.limits.take(limits.account, actor.id);
  return countAccepted(
    () => ctx.limits.giveBack(limits.account, actor.id),
    async () => {
      await requireNotBanned(ctx, actor);
      const pet = form.petId ? await getPet(ctx, actor, form.petId) : null;
      const origin = { reporterId: actor.id, guestEmail: null, status: "open", language: from.language } as const;
      return publish(ctx, actor, form, origin, pet && photoToCopy(form, pet.photoId));
    },
  );
}

/** Runs `work`, which has been counted. Rejected forms, such as those with an invalid photo, do not count. */
async function countAccepted(giveBack: () => Promise<void>, work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    await giveBack();
    throw error;
  }
}

/**
 * Stores a guest's report of a found or sighted pet, which becomes public when confirmed through the e-mailed link.
 * Throws 429 after 10 reports an hour from one network, or 3 a day for one address (6 from several networks), and 403
 * for banned addresses.
 */
export async function createGuestReport(
  ctx: AppContext,
  { guestEmail, ...form }: GuestForm,
  from: { address: string; language: Language },
): Promise<string> {
  await ctx.limits.take(limits.network, getNetwork(from.address));
  const giveBack = await countEmail(ctx.limits, toAddress, { email: guestEmail, from: from.address });
  return countAccepted(giveBack, async () => {
    await requireNotBanned(ctx, { id: null, email: guestEmail });
    const guest = { reporterId: null, guestEmail, status: "waiting", language: from.language } as const;
    return publish(ctx, from, { ...form, petId: null }, guest);
  });
}

type Origin = Pick<Report, "reporterId" | "guestEmail" | "status" | "language">;

/** Returns the profile photo to copy, unless the user removed it or added the maximum number of photos. */
function photoToCopy({ removePhotos: removedPhotos, photos }: ReportForm, photoId: string | null): string | null {
  const isWanted = photoId !== null && !removedPhotos?.includes(photoId) && (photos?.length ?? 0) < maxPhotos;
  return isWanted ? photoId : null;
}

async function publish(
  ctx: AppContext,
  sender: PictureSender,
  form: ReportForm,
  origin: Origin,
  firstPhoto: string | null = null,
): Promise<string> {
  const fingerprint = fingerprintOf(form, origin);
  const askToConfirm = async (tx: AppContext, reportId: string) => {
    if (origin.guestEmail) await sendReportEmail(tx, { kind: "confirm", reportId });
    return reportId;
  };
  const duplicate = await findDuplicate(ctx, fingerprint);
  if (duplicate) return askToConfirm(ctx, duplicate);
  const write = (photos: string[]) =>
    withTransaction(ctx, async (tx) => {
      // Concurrent submissions of the same form wait here, so that only the first one is stored.
      await lockInTransaction(tx, "report form", fingerprint);
      const earlier = await findDuplicate(tx, fingerprint);
      if (earlier) return { id: await askToConfirm(tx, earlier), unused: photos };
      if (form.petId) {
        await lockOwnPet(tx, { id: origin.reporterId ?? "" }, form.petId);
        await requireNoOtherReport(tx, form.petId);
      }
      const id = createId();
      const now = ctx.clock.now();
      const isOpen = origin.status === "open";
      await tx.db.insert(posts).values({
        ...columnsOf(ctx, form),
        ...origin,
        id,
        fingerprint,
        photos,
        createdAt: now,
        updatedAt: now,
        publishedAt: isOpen ? now : null,
        expiresAt: getReportEnd(form.kind, now),
      });
      await updateLostState(tx, { ...form, id, status: origin.status, reporterId: origin.reporterId });
      if (isOpen) await queueMatching(tx, id);
      return { id: await askToConfirm(tx, id), unused: [] };
    });
  const written = await withPhotos(ctx, sender, form.photos ?? [], write, firstPhoto);
  await deletePhotos(ctx, written.unused);
  return written.id;
}

function fingerprintOf(form: ReportForm, { reporterId, guestEmail }: Origin): string {
  const { kind, type, petId, petName, breed, area, seenAt, description, marks } = form;
  const reporter = reporterId ?? guestEmail;
  const parts = [reporter, kind, type, petId, petName, breed, area, seenAt.toISOString(), description, marks];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

async function findDuplicate({ db }: Pick<AppContext, "db">, fingerprint: string): Promise<string | null> {
  const isSame = and(eq(posts.fingerprint, fingerprint), ne(posts.status, "resolved"));
  const [duplicate] = await db.select({ id: posts.id }).from(posts).where(isSame).limit(1);
  return duplicate?.id ?? null;
}

/** Returns the columns for a form, with rounded coordinates. Known place names get coordinates as well. */
function columnsOf(ctx: AppContext, form: ReportForm) {
  const { version, overwrite, photos, removePhotos: _, ...columns } = form;
  const { latitude = null, longitude = null } = form;
  const location = latitude === null || longitude === null ? findPlace(form.area) : { latitude, longitude };
  return {
    ...columns,
    colors: form.colors ?? [],
    otherType: form.type === "other" ? form.otherType : null,
    cellLat: location ? cellOf(location.latitude) : null,
    cellLon: location ? cellOf(location.longitude) : null,
    words: getSearchText(ctx, form),
  };
}

/**
 * Updates a report; its kind and pet cannot change. Throws 409 (`reportForm.changedMeanwhile`) if it was changed after
 * the form was opened (`form.version`), unless `overwrite` is set; 400 (`reportForm.tooManyPhotos`) above 6 photos; and
 * 429 above the daily photo limit (`countPhotos`).
 */
export async function updateReport(
  ctx: AppContext,
  holder: Holder,
  reportId: string,
  form: ReportForm,
  from: { address: string },
): Promise<void> {
  const { id, reporterId } = await getOwnReport(ctx, holder, reportId);
  if (form.photos?.length) await countPhotos(ctx.limits, reporterId ?? id, "photos", form.photos.length);
  const gone = await withPhotos(ctx, "id" in holder ? holder : from, form.photos ?? [], (added) =>
    withTransaction(ctx, async (tx) => {
      const current = await lockReport(tx, holder, id);
      if (current.status === "merged") throw new AppError("lostFound.notNow", 409);
      if (current.version !== form.version && !form.overwrite)
        throw new AppError("reportForm.changedMeanwhile", 409, { field: "version" });
      const removed = current.photos.filter((photo) => form.removePhotos?.includes(photo));
      const photos = [...current.photos.filter((photo) => !removed.includes(photo)), ...added];
      if (added.length > 0 && photos.length > maxPhotos)
        throw new AppError("reportForm.tooManyPhotos", 400, { field: "photos" });
      const { kind, petId } = current;
      const columns = { ...columnsOf(ctx, { ...form, kind }), kind, petId, photos };
      await tx.db
        .update(posts)
        .set({ ...columns, version: current.version + 1, updatedAt: ctx.clock.now() })
        .where(eq(posts.id, id));
      if (current.status === "open") {
        await updateLostState(tx, { ...current, ...columns });
        await queueMatching(tx, id);
      }
      return removed;
    }),
  );
  await deletePhotos(ctx, gone);
}

/** Deletes a report with its photos and conversations. Throws 404 for someone else's. */
export async function deleteReport(ctx: AppContext, holder: Holder, reportId: string): Promise<void> {
  const removed = await withTransaction(ctx, async (tx) => {
    const report = await lockReport(tx, holder, reportId);
    await deleteConversations(tx, [report.id]);
    await tx.db.delete(posts).where(eq(posts.id, report.id));
    await updateLostState(tx, { ...report, status: "resolved" });
    return report;
  });
  await deletePhotos(ctx, [...removed.photos, ...removed.hiddenPhotos]);
}

/**
 * Stores the photos in order, after a copy of the photo `first` if given, and then runs `work`. Deletes them again if
 * storing them or `work` fails.
 */
async function withPhotos<Result>(
  ctx: Files,
  sender: PictureSender,
  files: readonly File[],
  work: (photoIds: string[]) => Promise<Result>,
  first: string | null = null,
): Promise<Result> {
  const stored: string[] = [];
  return withStoredFiles(
    async () => {
      const copy = first && (await copyPhoto(ctx.files, first));
      if (copy) stored.push(copy);
      for (const file of files)
        stored.push(await addPhoto(ctx.files, sender, new Uint8Array(await file.arrayBuffer()), "photos"));
      return work(stored);
    },
    () => deletePhotos(ctx, stored),
  );
}
