import { and, asc, eq, exists, gte, inArray, sql } from "drizzle-orm";
import { livePet, petContacts, pets, petVets } from "#app/features/pets/pets.tables.server.ts";
import { byPeople } from "#app/features/scans/scans.rules.ts";
import { scanRecords } from "#app/features/scans/scans.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { findUnprintable } from "#app/platform/pdf/text-outlines.server.ts";
import { listReportConversations } from "../conversations/report-conversations.server.ts";
import { listDuplicates } from "../duplicates/merge-reports.server.ts";
import { getFoundAdvice } from "../found-advice.server.ts";
import { listMatches } from "../matching/report-matches.server.ts";
import { getShareText } from "../public-report.server.ts";
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
  const pet = await findReportedPet(ctx, report);
  return {
    report: { ...own, hasReward: report.reward !== null },
    conversations: conversations.map(({ writerId, writerEmail, claimedMark, ...conversation }) => conversation),
    matches: await listMatches(ctx, report, language),
    duplicates: await listDuplicates(ctx, report),
    /** Whether a person scanned the pet's tag since it was last seen. */
    isScanned: pet?.isScanned ?? false,
    /** Characters that the shared picture and posters cannot show. */
    unprintable: await findUnprintable([report.petName, report.marks, report.description, report.area].join()),
    /** Whether the report is public and the pet still missing. */
    isMissing: report.kind === "lost" && report.status === "open" && !report.hiddenAt,
    petGender: pet?.gender ?? null,
    contacts: pet?.contacts ?? [],
    vet: pet?.vetPhone ? { name: pet.vetName || pet.vetPhone, phone: pet.vetPhone } : null,
    advice: await getFoundAdvice(ctx, language, { ...report, where: toPoint(report) }),
    isEnding: report.status === "open" && left < remindBefore * dayMs,
    url: `${ctx.settings.publicUrl}/community-reports/${report.id}`,
    shareText: getShareText(ctx, report),
    map: ctx.settings.map,
  };
}

const toPoint = ({ latitude, longitude }: Report) =>
  latitude === null || longitude === null ? null : { latitude, longitude };

/** Returns whom to tell about the reporter's own pet, and whether a person scanned it since; null for other animals. */
async function findReportedPet({ db }: AppContext, { petId, reporterId, seenAt }: Report) {
  if (!petId || !reporterId) return null;
  const contacts = db
    .select({ name: petContacts.name, phone: petContacts.phone })
    .from(petContacts)
    .where(eq(petContacts.petId, pets.id))
    .orderBy(asc(petContacts.position))
    .as("contact");
  const scans = db
    .select({ id: scanRecords.id })
    .from(scanRecords)
    .where(
      and(
        eq(scanRecords.petId, petId),
        eq(scanRecords.ownerId, reporterId),
        gte(scanRecords.at, seenAt),
        inArray(scanRecords.evidence, byPeople),
      ),
    );
  const [pet] = await db
    .select({
      gender: pets.gender,
      vetName: petVets.name,
      vetPhone: petVets.phone,
      contacts: sql<{ name: string; phone: string }[]>`(
        select coalesce(json_agg(json_build_object('name', ${contacts.name}, 'phone', ${contacts.phone})), '[]')
        from ${contacts})`,
      isScanned: sql<boolean>`${exists(scans)}`,
    })
    .from(pets)
    .leftJoin(petVets, eq(petVets.petId, pets.id))
    .where(and(eq(pets.id, petId), eq(pets.ownerId, reporterId), livePet));
  return pet ?? null;
}

export type OwnReportView = Awaited<ReturnType<typeof getOwnReportView>>;
