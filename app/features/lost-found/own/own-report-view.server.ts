import { and, eq, gte, inArray } from "drizzle-orm";
import { findPet } from "#app/features/pets/pets.server.ts";
import { byPeople } from "#app/features/scans/scans.rules.ts";
import { scanRecords } from "#app/features/scans/scans.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { findUnprintable } from "#app/platform/pdf/text-outlines.server.ts";
import { listReportConversations } from "../conversations/report-conversations.server.ts";
import { listDuplicates } from "../duplicates/merge-reports.server.ts";
import { listMatches } from "../matching/report-matches.server.ts";
import { remindBefore } from "../reports.rules.ts";
import { getOwnReport, type Holder, type Report } from "../reports.server.ts";

/** Returns a report with its conversations and matches for its reporter. Throws 404 for someone else's. */
export async function getOwnReportView(ctx: AppContext, holder: Holder, reportId: string, language: Language) {
  const report = await getOwnReport(ctx, holder, reportId);
  const {
    fingerprint,
    words,
    search,
    contactSearch,
    hiddenPhotos,
    guestEmail,
    reporterId,
    openComplaints,
    mergedById,
    matchAskedAt,
    ...own
  } = report;
  const conversations = await listReportConversations(ctx, report);
  const left = report.expiresAt.getTime() - ctx.clock.now().getTime();
  // Of the reporter's own pet only: caregivers and guests report without one.
  const pet = "id" in holder && report.petId ? await findPet(ctx, holder, report.petId) : null;
  const vetPhone = pet?.vet?.phone;
  return {
    report: { ...own, hasReward: report.reward !== null },
    conversations: conversations.map(({ writerId, writerEmail, claimedMark, ...conversation }) => conversation),
    matches: await listMatches(ctx, report, language),
    duplicates: await listDuplicates(ctx, report),
    /** Whether a person scanned the pet's tag since it was last seen. */
    isScanned: await isScannedSince(ctx, report),
    /** Characters that the shared picture and posters cannot show. */
    unprintable: await findUnprintable([report.petName, report.marks, report.description, report.area].join()),
    /** Whether the report is public and the pet still missing. */
    isMissing: report.kind === "lost" && report.status === "open" && !report.hiddenAt,
    petGender: pet?.gender ?? null,
    contacts: pet?.contacts.map(({ name, phone }) => ({ name, phone })) ?? [],
    vet: vetPhone ? { name: pet.vet?.name || vetPhone, phone: vetPhone } : null,
    isEnding: report.status === "open" && left < remindBefore * dayMs,
    url: `${ctx.settings.publicUrl}/community-reports/${report.id}`,
    map: ctx.settings.map,
  };
}

async function isScannedSince({ db }: AppContext, { petId, reporterId, seenAt }: Report): Promise<boolean> {
  if (!petId || !reporterId) return false;
  const [scan] = await db
    .select({ id: scanRecords.id })
    .from(scanRecords)
    .where(
      and(
        eq(scanRecords.petId, petId),
        eq(scanRecords.ownerId, reporterId),
        gte(scanRecords.at, seenAt),
        inArray(scanRecords.evidence, byPeople),
      ),
    )
    .limit(1);
  return scan !== undefined;
}

export type OwnReportView = Awaited<ReturnType<typeof getOwnReportView>>;
