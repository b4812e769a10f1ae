import { and, eq, gt } from "drizzle-orm";
import * as z from "zod";
import { hasMicrochip } from "#app/features/pets/pet-search.server.ts";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import { listPublicPets } from "#app/features/pets/profile/public-pet.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { finderLanguages } from "#app/platform/i18n/finder-languages.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";
import { gradeVisit } from "../evidence.rules.ts";
import { insertScans } from "../recording/receive-scan.server.ts";
import type { Visit } from "../recording/request-signals.server.ts";
import { evidenceClasses, hasNotifiedOwner, reasonCodes, visitSpan } from "../scans.rules.ts";
import { scanRecords } from "../scans.tables.server.ts";
import { createScanToken, startFinderConversation } from "../submissions/finder-submissions.server.ts";

const readQueue = "scans.report-chip";
const messageQueue = "scans.report-chip-message";

/** Numbers that one network may look up: a shelter reads many, but nobody reads a list. */
const ofNetwork = { name: "chip-numbers", points: 40, span: 3600 };

const retries = { retryLimit: 8, retryDelay: 2, retryDelayMax: 900, deleteWhenDone: true };

const chipRead = z.object({
  number: z.string(),
  /** Id of the scan, if the chip is that of one pet. */
  scanId: z.uuid(),
  visit: z.uuid(),
  /** ISO 8601. */
  at: z.string(),
  userId: z.string().nullable(),
  evidence: z.enum(evidenceClasses),
  reasons: z.array(z.enum(reasonCodes)),
  language: z.enum(finderLanguages),
  address: z.string(),
  browser: z.string().nullable(),
  os: z.string().nullable(),
  device: z.string().nullable(),
});
type ChipRead = z.output<typeof chipRead>;

const chipMessage = z.object({
  visit: z.uuid(),
  note: z.string().nullable(),
  contact: z.string(),
  name: z.string().nullable(),
  language: z.enum(finderLanguages),
  address: z.string(),
});
type ChipMessage = z.output<typeof chipMessage>;

/**
 * Takes the number of a microchip that somebody typed or read. Whether it belongs to a pet of this site is found out by
 * a job, so that answers to known and unknown numbers are the same in words and time. Returns the id of the visit, for
 * `sendChipMessage`. Throws 429 after 40 numbers of one network within an hour.
 */
export async function reportChip(ctx: AppContext, number: string, visit: Visit): Promise<string> {
  await ctx.limits.take(ofNetwork, getNetwork(visit.address));
  const { browser, browserVersion, os, device } = visit.device;
  const read: ChipRead = {
    number,
    scanId: createId(),
    visit: visit.fresh,
    at: ctx.clock.now().toISOString(),
    userId: visit.userId,
    ...gradeVisit({ ...visit.signals, isOwner: false, isSameVisit: false }),
    language: visit.language,
    address: visit.address,
    browser: [browser, Math.trunc(browserVersion) || ""].join(" ").trim().slice(0, 60) || null,
    os: os || null,
    device,
  };
  await ctx.jobs.send(ctx.db, readQueue, read);
  return visit.fresh;
}

/** Sends what a finder wrote on the chip's page to the family, if there is one; see `reportChip`. */
export async function sendChipMessage(ctx: AppContext, message: ChipMessage): Promise<void> {
  await ctx.limits.take(ofNetwork, getNetwork(message.address));
  await ctx.jobs.send(ctx.db, messageQueue, message);
}

/** Records the read for each pet with this chip, and notifies its owner like a scan of its tag. */
async function recordRead(ctx: AppContext, { number, scanId, address, userId, ...rest }: ChipRead): Promise<void> {
  const read = { ...rest, at: new Date(rest.at) };
  const found = await ctx.db
    .select({ id: pets.id, ownerId: pets.ownerId })
    .from(pets)
    .where(and(hasMicrochip(number), livePet));
  if (found.length === 0) return;
  const cards = await listPublicPets(
    ctx,
    found.map(({ id }) => id),
  );
  await withTransaction(ctx, async (tx) => {
    const [done] = await tx.db.select().from(scanRecords).where(eq(scanRecords.visit, read.visit)).limit(1);
    if (done) return;
    const scans = await Promise.all(
      found.map(async ({ id: petId, ownerId }, index) => {
        const isOwner = ownerId === userId;
        const isAgain = hasNotifiedOwner(read.evidence) && (await wasJustRead(tx, petId, address, read.at));
        const row = {
          ...read,
          ...(isOwner && { evidence: "owner" as const, reasons: ["ownSession" as const] }),
          ...(!isOwner && isAgain && { evidence: "reopened" as const, reasons: ["sameVisit" as const] }),
          id: index === 0 ? scanId : createId(),
          tagId: null,
          ownerId,
          petId,
          ip: address,
          medium: "chip" as const,
        };
        return { row, tag: null, pet: cards.get(petId) ?? null, userId };
      }),
    );
    await insertScans(tx, scans);
  });
}

/** Returns whether this address has read the pet's chip within the time of a visit, for example by a reload. */
async function wasJustRead({ db }: AppContext, petId: string, address: string, at: Date): Promise<boolean> {
  const rows = await db
    .select({ id: scanRecords.id })
    .from(scanRecords)
    .where(
      and(
        eq(scanRecords.petId, petId),
        eq(scanRecords.medium, "chip"),
        eq(scanRecords.ip, address),
        gt(scanRecords.at, new Date(at.getTime() - visitSpan)),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

async function deliverMessage(
  ctx: AppContext,
  { visit, address, language, contact, ...rest }: ChipMessage,
): Promise<void> {
  const form = { contact, name: rest.name ?? undefined, note: rest.note ?? undefined };
  const scans = await ctx.db
    .select({ id: scanRecords.id })
    .from(scanRecords)
    .where(and(eq(scanRecords.visit, visit), eq(scanRecords.medium, "chip")));
  for (const { id } of scans)
    try {
      await startFinderConversation(ctx, createScanToken(ctx, id), form, { address, language });
    } catch (error) {
      // The pet was deleted, or its owner has ended the conversation, since the number was read.
      if (!(error instanceof AppError)) throw error;
    }
}

export const chipReadJob = defineJob<AppContext, ChipRead>(readQueue, { data: chipRead, ...retries }, recordRead);

export const chipMessageJob = defineJob<AppContext, ChipMessage>(
  messageQueue,
  { data: chipMessage, ...retries },
  deliverMessage,
);
