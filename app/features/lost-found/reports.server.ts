import { createHash } from "node:crypto";
import { and, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { href } from "react-router";
import { notifyCaregivers } from "#app/features/pets/caregivers/notify-caregivers.server.ts";
import { markFound, markLost } from "#app/features/pets/list/lost-pets.server.ts";
import { findPet, getPet } from "#app/features/pets/pets.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { isId, newId } from "#app/platform/db/uuid.server.ts";
import { countPhotos } from "#app/platform/files/photo-quota.server.ts";
import type { PictureSender } from "#app/platform/files/read-picture.server.ts";
import { AppError, notFound } from "#app/platform/http/app-error.server.ts";
import { getNetwork } from "#app/platform/http/server/client-address.server.ts";
import { type Language, languages } from "#app/platform/i18n/language.ts";
import { findPlace } from "./board/gazetteer.ts";
import { deleteConversations } from "./contact/delete-conversations.server.ts";
import { deletePhotos, withPhotos } from "./form/report-photos.server.ts";
import { queueMatching } from "./matching/queue-matching.server.ts";
import { requireNotBanned } from "./moderation/report-bans.server.ts";
import { sendReportEmail } from "./report-emails.server.ts";
import type { GuestForm, ReportForm } from "./reports.forms.server.ts";
import { canChangeReport, cellOf, lifetime, maxPhotos, type ReportKind, withoutContacts } from "./reports.rules.ts";
import { lostFoundPosts as posts } from "./reports.tables.server.ts";

const limits = {
  account: { name: "report-account", points: 10, span: 86_400 },
  network: { name: "report-network", points: 10, span: 3_600, isPerNetwork: true },
  email: { name: "report-email", points: 3, span: 86_400 },
};

export type Report = typeof posts.$inferSelect;

/** Who acts for a report: its reporter, signed in, or whoever holds the link that was mailed for that one report. */
export type Holder = { id: string } | { guestOf: string };

export const day = 24 * 3_600_000;

/** The condition that a report is there and the holder's own. */
function isHeldBy(holder: Holder, reportId: string): SQL | undefined {
  if ("id" in holder) return and(eq(posts.id, reportId), eq(posts.reporterId, holder.id));
  return and(eq(posts.id, reportId), eq(posts.id, holder.guestOf), isNull(posts.reporterId));
}

/** One's own report with all that is private; 404 for anybody else's. */
export async function getOwnReport(ctx: AppContext, holder: Holder, reportId: string): Promise<Report> {
  const [found] = isId(reportId) ? await ctx.db.select().from(posts).where(isHeldBy(holder, reportId)) : [];
  if (!found || ("id" in holder && !canChangeReport(holder, found))) throw notFound();
  return found;
}

/** Whether a report is the actor's own. */
export async function isOwnReport(
  { db }: Pick<AppContext, "db">,
  actor: { id: string },
  reportId: string,
): Promise<boolean> {
  const found = await db.select({ id: posts.id }).from(posts).where(isHeldBy(actor, reportId));
  return found.length > 0;
}

/**
 * Publishes a report of somebody signed in and returns its id. A lost pet of one's own also turns its tag's page to lost
 * mode. The same report sent again is recognised and not made twice. Refuses a second report that the same pet is lost,
 * photos that cannot be used, more than 10 reports a day from an account or an hour from a network, and somebody who is banned from reporting; 404 for others' pets.
 */
export async function createReport(
  ctx: AppContext,
  actor: Actor,
  form: ReportForm,
  from: { address: string; language: Language },
): Promise<string> {
  await ctx.limits.take(limits.network, getNetwork(from.address));
  await ctx.limits.take(limits.account, actor.id);
  await requireNotBanned(ctx, actor);
  const pet = form.petId ? await getPet(ctx, actor, form.petId) : null;
  const origin = { reporterId: actor.id, guestEmail: null, status: "open", language: from.language } as const;
  return publish(ctx, actor, form, origin, pet && photoToCopy(form, pet.photoId));
}

/**
 * Takes a guest's report of a found or sighted pet; nobody sees it before the mailed link is opened. Refuses more than
 * 10 reports an hour from a network, 3 a day for one address, and one that is banned from reporting.
 */
export async function createGuestReport(
  ctx: AppContext,
  { guestEmail, ...form }: GuestForm,
  from: { address: string; language: Language },
): Promise<string> {
  await ctx.limits.take(limits.network, getNetwork(from.address));
  await ctx.limits.take(limits.email, guestEmail);
  await requireNotBanned(ctx, { id: null, email: guestEmail });
  const guest = { reporterId: null, guestEmail, status: "waiting", language: from.language } as const;
  const id = await publish(ctx, from, { ...form, petId: null }, guest);
  await sendReportEmail(ctx, { kind: "confirm", reportId: id });
  return id;
}

type Origin = Pick<Report, "reporterId" | "guestEmail" | "status" | "language">;

/** The photo of a pet's profile goes along, unless it was ticked off or there are as many others as a report takes. */
function photoToCopy({ removePhotos: left, photos }: ReportForm, photoId: string | null): string | null {
  const isWanted = photoId !== null && !left?.includes(photoId) && (photos?.length ?? 0) < maxPhotos;
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
  const duplicate = await findDuplicate(ctx, fingerprint);
  if (duplicate) return duplicate;
  const write = (photos: string[]) =>
    transaction(ctx, async (tx) => {
      // The same form sent many times at once waits here, so that only the first is kept.
      await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${fingerprint}, 0))`);
      const earlier = await findDuplicate(tx, fingerprint);
      if (earlier) return { id: earlier, unused: photos };
      if (form.petId) await refuseSecond(tx, form.petId);
      const id = newId();
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
      return { id, unused: [] };
    });
  const written = await withPhotos(ctx, sender, form.photos ?? [], write, firstPhoto);
  await deletePhotos(ctx, written.unused);
  return written.id;
}

/** When a report of that kind ends that was said to hold at `now`. */
export function getReportEnd(kind: ReportKind, now: Date): Date {
  return new Date(now.getTime() + lifetime[kind] * day);
}

function fingerprintOf(form: ReportForm, { reporterId, guestEmail }: Origin): string {
  const { kind, type, petId, petName, breed, area, seenAt, description, marks } = form;
  const who = reporterId ?? guestEmail;
  const parts = [who, kind, type, petId, petName, breed, area, seenAt.toISOString(), description, marks];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

async function findDuplicate({ db }: Pick<AppContext, "db">, fingerprint: string): Promise<string | null> {
  const isSame = and(eq(posts.fingerprint, fingerprint), ne(posts.status, "resolved"));
  const [duplicate] = await db.select({ id: posts.id }).from(posts).where(isSame).limit(1);
  return duplicate?.id ?? null;
}

/** The report that a pet of one's own is lost, while it is not over; null when there is none. */
export async function findLostReport({ db }: Pick<AppContext, "db">, petId: string): Promise<string | null> {
  const isLost = and(eq(posts.petId, petId), eq(posts.kind, "lost"), inArray(posts.status, ["open", "expired"]));
  const [found] = await db.select({ id: posts.id }).from(posts).where(isLost).limit(1);
  return found?.id ?? null;
}

async function refuseSecond(ctx: AppContext, petId: string): Promise<void> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${petId}, 0))`);
  if (await findLostReport(ctx, petId)) throw new AppError("reportForm.alreadyReported", 409);
}

/** Tells the pet's tag whether it is lost; when that is news, those who care for the pet with its owner hear it too. */
export async function updateLostState(
  ctx: AppContext,
  report: Pick<Report, "id" | "kind" | "status" | "reporterId" | "seenAt"> &
    Partial<Report | (ReportForm & Pick<Report, "resolution">)>,
): Promise<void> {
  const { id, kind, petId, reporterId, status, seenAt, reward, showReward, additionalInfo, resolution } = report;
  if (kind !== "lost" || !petId || !reporterId) return;
  const owner = { id: reporterId };
  const pet = await findPet(ctx, owner, petId);
  const news = { petId, petName: pet?.name, topic: id, isPublic: true };
  if (status === "resolved") {
    const wasLost = await markFound(ctx, owner, petId);
    if (!wasLost) return;
    const isHome = Boolean(resolution) && resolution !== "other";
    const end = isHome ? ({ kind: "reunited" } as const) : ({ kind: "lost", isOver: true } as const);
    return notifyCaregivers(ctx, { ...news, ...end, link: href("/pet/:petId", { petId }) });
  }
  if (!pet) return;
  const shown = reward ? (showReward ? reward : "") : null;
  const isNew = await markLost(ctx, owner, petId, { since: seenAt, reward: shown, note: additionalInfo ?? null });
  if (isNew)
    await notifyCaregivers(ctx, {
      ...news,
      kind: "lost",
      link: href("/community-reports/:reportId", { reportId: id }),
    });
}

/** The columns that a form fills, with the place rounded for everybody; one that is only named may be known here. */
function columnsOf(ctx: AppContext, form: ReportForm) {
  const { version, overwrite, photos, removePhotos: _, ...columns } = form;
  const { latitude = null, longitude = null } = form;
  const known = latitude === null || longitude === null ? findPlace(form.area) : { latitude, longitude };
  return {
    ...columns,
    colors: form.colors ?? [],
    otherType: form.type === "other" ? form.otherType : null,
    cellLat: known ? cellOf(known.latitude) : null,
    cellLon: known ? cellOf(known.longitude) : null,
    words: getSearchText(ctx, form),
  };
}

/**
 * Changes a report; what it is about (kind, own pet) stays. Refuses when it was changed after the form was opened
 * (`form.version`) unless the reporter, told so, chose to `overwrite`; more than 6 photos in all, and more than may be sent in a day (`countPhotos`).
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
    transaction(ctx, async (tx) => {
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

/** The holder's report, locked until the transaction ends. */
export async function lockReport(ctx: AppContext, holder: Holder, reportId: string): Promise<Report> {
  const [found] = isId(reportId)
    ? await ctx.db.select().from(posts).where(isHeldBy(holder, reportId)).for("no key update")
    : [];
  if (!found) throw notFound();
  return found;
}

/** Deletes a report with its photos and conversations. 404 for anybody else's. */
export async function deleteReport(ctx: AppContext, holder: Holder, reportId: string): Promise<void> {
  const removed = await transaction(ctx, async (tx) => {
    const report = await lockReport(tx, holder, reportId);
    await deleteConversations(tx, [report.id]);
    await tx.db.delete(posts).where(eq(posts.id, report.id));
    await updateLostState(tx, { ...report, status: "resolved" });
    return report;
  });
  await deletePhotos(ctx, [...removed.photos, ...removed.hiddenPhotos]);
}

/**
 * What a search reads of a report: everything that is public, and kind, animal, colours and a known place in both
 * languages, so that "كلب" finds a dog that was written down in English. Numbers and addresses are left out: a search
 * must not tell whose they are.
 */
export function getSearchText({ translator }: Pick<AppContext, "translator">, form: ReportForm): string {
  const place = findPlace(form.area);
  const translated = languages.flatMap((language) => {
    const t = translator(language);
    return [
      t(`lostFound.kinds.${form.kind}`),
      t(`pets.types.${form.type}`),
      t(`lostFound.unnamed.${form.kind}.${form.type}`),
      ...(form.colors ?? []).map((colour) => t(`lostFound.colours.${colour}`)),
      place?.[language],
    ];
  });
  const own = [form.petName, form.otherType, form.breed, form.marks, form.area, form.description, form.additionalInfo];
  return withoutContacts([...own, ...translated].filter(Boolean).join(" "));
}
