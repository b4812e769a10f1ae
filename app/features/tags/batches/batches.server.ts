import { randomInt } from "node:crypto";
import { asc, count, desc, eq, inArray, sql } from "drizzle-orm";
import * as z from "zod";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { matchesSearch } from "#app/platform/db/text-search.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { pageOf } from "#app/platform/http/list-pages.server.ts";
import type { ListSort } from "#app/platform/http/list-query.ts";
import { foldDigits } from "#app/platform/i18n/text/digits.rules.ts";
import { createHoneytokens } from "../claim/honeytokens.server.ts";
import { unissued } from "../claim-code.server.ts";
import { type Chip, chipNames, fits, signedQuery, signsTaps } from "../ndef.rules.ts";
import { corrections, labelNames, printFormats } from "../printing/label-sizes.rules.ts";
import { alphabet, checkCharacter, codeLength, formatCode } from "../tag-code.rules.ts";
import { batchName } from "../tags.forms.server.ts";
import { maxInBatch } from "../tags.rules.ts";
import { tagBatches, tags } from "../tags.tables.server.ts";

/** Returns 11 random characters and the check character. Redraws a key that a spreadsheet would read as a number. */
export function createCode(): string {
  for (;;) {
    let first = "";
    while (first.length < codeLength - 1) first += alphabet[randomInt(alphabet.length)];
    const key = first + checkCharacter(first);
    if (!/^\d+(E\d+)?$/.test(key)) return key;
  }
}

/**
 * Inserts new, unassigned, active tags in the caller's transaction, retrying when a random code already exists. Returns
 * their codes.
 */
export async function createTagRows(
  tx: AppContext,
  count: number,
  values: Pick<typeof tags.$inferInsert, "batch" | "claimHash">,
): Promise<string[]> {
  const now = tx.clock.now();
  const made: string[] = [];
  while (made.length < count) {
    const keys = Array.from({ length: Math.min(500, count - made.length) }, createCode);
    const rows = keys.map((key) => ({
      ...values,
      id: createId(),
      code: formatCode(key),
      codeKey: key,
      codeKind: "generated" as const,
      createdAt: now,
      updatedAt: now,
    }));
    const inserted = await tx.db.insert(tags).values(rows).onConflictDoNothing().returning({ code: tags.code });
    made.push(...inserted.map((row) => row.code));
  }
  return made;
}

const wrongCount = { error: "batches.countRange", params: { most: maxInBatch } };

export const batchForm = z.object({
  name: batchName.min(1),
  count: z
    .string()
    .transform((typed) => Number(/^\d{1,4}$/.exec(foldDigits(typed.trim()))?.[0] ?? Number.NaN))
    .refine((count) => count >= 1 && count <= maxInBatch, wrongCount),
  chip: z.enum(chipNames as [Chip, ...Chip[]]),
  hasClaimCodes: z
    .literal("on")
    .optional()
    .transform((ticked) => ticked === "on"),
});

export const chipsForm = z.object({
  file: z.file({ error: "form.required" }).min(1, { error: "form.required" }),
  trial: z.literal("1").optional(),
});

/** Query parameters of a printed file; invalid values fall back to the defaults. */
export const printQuery = z.object({
  size: z.enum(labelNames).catch("round25"),
  correction: z.enum(corrections).catch("Q"),
  format: z.enum(printFormats).catch("pdf"),
});

export interface BatchForm {
  name: string;
  count: number;
  chip: Chip;
  hasClaimCodes: boolean;
}

/**
 * Creates a batch of 1 to 2,000 new tags of one chip, all or none, under a unique name, with the newest keys for signed
 * taps. With claim codes, its tags cannot be claimed before the codes are issued. Returns its id. Administrators only;
 * rejects a signing chip without configured keys, and a chip too small for the URL.
 */
export async function createBatch(ctx: AppContext, admin: Actor, form: BatchForm): Promise<string> {
  requireAdmin(admin);
  const { name, chip, hasClaimCodes } = form;
  if (!Number.isInteger(form.count) || form.count < 1 || form.count > maxInBatch)
    throw new AppError("batches.countRange", 400, { field: "count", params: { most: maxInBatch } });
  const keyVersion = signsTaps(chip) ? (ctx.settings.tapKeys.at(-1)?.version ?? null) : null;
  if (signsTaps(chip) && keyVersion === null) throw new AppError("batches.noKeys", 409, { field: "chip" });
  if (!fits(chip, `${ctx.settings.publicUrl}/n/${"0".repeat(12)}${signsTaps(chip) ? signedQuery : ""}`))
    throw new AppError("batches.tooLong", 409, { field: "chip" });
  return withTransaction(ctx, async (tx) => {
    const batch = { id: createId(), name, chip, keyVersion, hasClaimCodes, createdAt: ctx.clock.now() };
    const [made] = await tx.db.insert(tagBatches).values(batch).onConflictDoNothing().returning();
    if (!made) throw new AppError("batches.nameTaken", 409, { field: "name" });
    const codes = await createTagRows(tx, form.count, { batch: name, claimHash: hasClaimCodes ? unissued : null });
    await createHoneytokens(tx, name, codes);
    await recordChange(tx, admin, {
      action: "tag.generate",
      subject: { kind: "tag", id: batch.id, name },
      after: { batch: name, count: codes.length },
    });
    return batch.id;
  });
}

/** Creates a batch of this name if there is none, so that manually generated tags have one too. */
export async function getOrCreateBatch({ db, clock }: AppContext, name: string): Promise<void> {
  await db.insert(tagBatches).values({ id: createId(), name, createdAt: clock.now() }).onConflictDoNothing();
}

const pageSize = 50;

/** Columns by which the list can be sorted. */
export const batchColumns = ["made", "name"] as const;

export interface BatchSearch {
  /** Matches name and chip. */
  search?: string;
  /** Default: newest first. */
  order?: ListSort<(typeof batchColumns)[number]>;
  page?: number;
}

const searched = sql`ar_norm(${tagBatches.name} || ' ' || ${tagBatches.chip})`;

/** Lists batches with the number of their tags by state, 50 a page. Administrators only. */
export async function listBatches(ctx: AppContext, admin: Actor, asked: BatchSearch) {
  requireAdmin(admin);
  const matching = matchesSearch(searched, asked.search ?? "");
  const direction = asked.order && !asked.order.isDescending ? asc : desc;
  const order =
    asked.order?.by === "name"
      ? [direction(tagBatches.name)]
      : [direction(tagBatches.createdAt), direction(tagBatches.id)];
  const sorted = ctx.db
    .select({ id: tagBatches.id })
    .from(tagBatches)
    .where(matching)
    .orderBy(...order)
    .$dynamic();
  const total = await ctx.db.$count(tagBatches, matching);
  const { rows: batches, ...page } = await pageOf(sorted, { total, page: asked.page, size: pageSize }, (ids) =>
    withCounts(ctx)
      .where(inArray(tagBatches.id, ids))
      .orderBy(...order),
  );
  return { batches, ...page };
}

/** Returns a batch with its counts; 404 if there is none. Administrators only. */
export async function getBatch(ctx: AppContext, admin: Actor, batchId: string) {
  requireAdmin(admin);
  const [batch] = await withCounts(ctx).where(eq(tagBatches.id, batchId));
  if (!batch) throw notFound();
  return batch;
}

export type Batch = Awaited<ReturnType<typeof getBatch>>;

function withCounts({ db }: AppContext) {
  const counted = db
    .select({
      tagCount: count().as("tag_count"),
      claimedCount: count(tags.ownerId).as("claimed_count"),
      chipCount: count(tags.uid).as("chip_count"),
    })
    .from(tags)
    .where(eq(tags.batch, tagBatches.name))
    .as("counted");
  return db
    .select({
      id: tagBatches.id,
      name: tagBatches.name,
      chip: tagBatches.chip,
      keyVersion: tagBatches.keyVersion,
      hasClaimCodes: tagBatches.hasClaimCodes,
      claimCodesAt: tagBatches.claimCodesAt,
      createdAt: tagBatches.createdAt,
      tagCount: counted.tagCount,
      claimedCount: counted.claimedCount,
      chipCount: counted.chipCount,
    })
    .from(tagBatches)
    .crossJoinLateral(counted)
    .$dynamic();
}

/** Lists the codes of a batch in order of creation. */
export async function listBatchCodes({ db }: AppContext, name: string): Promise<string[]> {
  const rows = await db.select({ code: tags.code }).from(tags).where(eq(tags.batch, name)).orderBy(asc(tags.id));
  return rows.map(({ code }) => code);
}
