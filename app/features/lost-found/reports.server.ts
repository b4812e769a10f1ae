import { and, eq, inArray, isNull, ne, type SQL } from "drizzle-orm";
import { href } from "react-router";
import { notifyCaregivers } from "#app/features/pets/caregivers/notify-caregivers.server.ts";
import { markFound, markLost } from "#app/features/pets/list/pet-list.server.ts";
import type { PetMove } from "#app/features/pets/move-pet.server.ts";
import { habitOf } from "#app/features/pets/pets.rules.ts";
import { findPet } from "#app/features/pets/pets.server.ts";
import { findRemovedPet } from "#app/features/pets/trash/removed-pets.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { lockInTransaction } from "#app/platform/db/advisory-locks.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { deletePhoto } from "#app/platform/files/photos.server.ts";
import { languages } from "#app/platform/i18n/language.ts";
import { findPlace } from "#app/platform/map/gazetteer.ts";
import type { ReportForm } from "./reports.forms.server.ts";
import { canChangeReport, lifetime, type ReportKind, withoutContacts } from "./reports.rules.ts";
import { lostFoundPosts as posts } from "./reports.tables.server.ts";

export type Report = typeof posts.$inferSelect;

/** Whoever may manage a report: its reporter's account, or a guest with the e-mailed link of that report. */
export type Holder = { id: string } | { guestOf: string };

/** SQL condition for a report that the holder may manage. */
function isHeldBy(holder: Holder, reportId: string): SQL | undefined {
  if ("id" in holder) return and(eq(posts.id, reportId), eq(posts.reporterId, holder.id));
  return and(eq(posts.id, reportId), eq(posts.id, holder.guestOf), isNull(posts.reporterId));
}

/** Returns the holder's own report with its private data. Throws 404 for someone else's. */
export async function getOwnReport(ctx: AppContext, holder: Holder, reportId: string): Promise<Report> {
  const [found] = await ctx.db.select().from(posts).where(isHeldBy(holder, reportId));
  if (!found || ("id" in holder && !canChangeReport(holder, found))) throw notFound();
  return found;
}

/** Returns whether a report is the actor's own. */
export async function isOwnReport(
  { db }: Pick<AppContext, "db">,
  actor: { id: string },
  reportId: string,
): Promise<boolean> {
  const found = await db.select({ id: posts.id }).from(posts).where(isHeldBy(actor, reportId));
  return found.length > 0;
}

/** Returns when a report expires that was created or renewed at `now`. */
export function getReportEnd(kind: ReportKind, now: Date): Date {
  return new Date(now.getTime() + lifetime[kind] * dayMs);
}

/** Returns the open or expired lost report of a pet, other than `except`; null if there is none. */
export async function findLostReport(
  { db }: Pick<AppContext, "db">,
  petId: string,
  except?: string,
): Promise<string | null> {
  const isLost = and(
    eq(posts.petId, petId),
    eq(posts.kind, "lost"),
    inArray(posts.status, ["open", "expired"]),
    except ? ne(posts.id, except) : undefined,
  );
  const [found] = await db.select({ id: posts.id }).from(posts).where(isLost).limit(1);
  return found?.id ?? null;
}

/** Detaches the old owner's earlier reports from a pet that moves to another owner, who may have to report it lost. */
export async function releaseReports({ db }: Pick<AppContext, "db">, { petId, fromId }: PetMove): Promise<void> {
  await db
    .update(posts)
    .set({ petId: null })
    .where(and(eq(posts.petId, petId), eq(posts.reporterId, fromId)));
}

/** Makes other transactions that create or end a report of this pet wait until this one has ended. */
async function lockReportsOfPet({ db }: Pick<AppContext, "db">, petId: string): Promise<void> {
  await lockInTransaction({ db }, "reports of a pet", petId);
}

/** Throws 409 when the pet has an open or expired lost report other than `except`. */
export async function requireNoOtherReport(ctx: AppContext, petId: string, except?: string): Promise<void> {
  await lockReportsOfPet(ctx, petId);
  if (await findLostReport(ctx, petId, except)) throw new AppError("reportForm.alreadyReported", 409);
}

/**
 * Updates the lost state of the pet's tag, also of a removed pet, which may be restored. If it changes, notifies the
 * pet's caregivers.
 */
export async function updateLostState(
  ctx: AppContext,
  report: Pick<Report, "id" | "kind" | "status" | "reporterId" | "seenAt"> &
    Partial<Report | (ReportForm & Pick<Report, "resolution">)>,
): Promise<void> {
  const { id, kind, petId, reporterId, status, seenAt, reward, showReward, additionalInfo, resolution } = report;
  if (kind !== "lost" || !petId || !reporterId) return;
  await lockReportsOfPet(ctx, petId);
  const owner = { id: reporterId };
  const live = await findPet(ctx, owner, petId);
  const pet = live ?? (await findRemovedPet(ctx, owner, petId));
  const petNotification = { petId, petName: pet?.name, topic: id, isPublic: true };
  if (status === "resolved") {
    // An older report of a pet that is lost again.
    if (await findLostReport(ctx, petId, id)) return;
    const wasLost = await markFound(ctx, owner, petId);
    if (!wasLost) return;
    const isHome = Boolean(resolution) && resolution !== "other";
    const end = isHome ? ({ kind: "reunited" } as const) : ({ kind: "lost", isOver: true } as const);
    return notifyCaregivers(ctx, { ...petNotification, ...end, link: href("/pet/:petId", { petId }) });
  }
  if (!pet) return;
  const shown = reward ? (showReward ? reward : "") : null;
  const isNew = await markLost(ctx, owner, petId, { since: seenAt, reward: shown, note: additionalInfo ?? null });
  if (isNew && live)
    await notifyCaregivers(ctx, {
      ...petNotification,
      kind: "lost",
      link: href("/community-reports/:reportId", { reportId: id }),
    });
}

/** Locks and returns the holder's report. Throws 404 for someone else's. */
export async function lockReport(ctx: AppContext, holder: Holder, reportId: string): Promise<Report> {
  const [found] = await ctx.db.select().from(posts).where(isHeldBy(holder, reportId)).for("no key update");
  if (!found) throw notFound();
  return found;
}

/**
 * Returns the searchable text of a report: all public texts, and kind, species, colours and a known place in both
 * languages, so that "كلب" finds a dog reported in English. Contact details are masked, since a search must not reveal
 * whose they are.
 */
export function getSearchText({ translator }: Pick<AppContext, "translator">, form: ReportForm): string {
  const place = findPlace(form.area);
  const habit = habitOf({ type: form.type, habit: form.habit ?? null });
  const translated = languages.flatMap((language) => {
    const t = translator(language);
    return [
      t(`lostFound.kinds.${form.kind}`),
      t(`pets.types.${form.type}`),
      t(`lostFound.unnamed.${form.kind}.${form.type}`),
      ...(form.colors ?? []).map((colour) => t(`lostFound.colours.${colour}`)),
      habit && t(`pets.habit.${habit}`),
      place?.[language],
    ];
  });
  const own = [form.petName, form.otherType, form.breed, form.marks, form.area, form.description, form.additionalInfo];
  return withoutContacts([...own, ...translated].filter(Boolean).join(" "));
}

export type Files = Pick<AppContext, "files">;

export async function deletePhotos({ files }: Files, photoIds: readonly string[]): Promise<void> {
  await Promise.all(photoIds.map((id) => deletePhoto(files, id)));
}
