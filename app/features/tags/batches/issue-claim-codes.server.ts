import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { attachment } from "#app/platform/files/attachment.ts";
import { createZip, type ZipEntry } from "#app/platform/files/zip.server.ts";
import { type CsvCell, formatCsv } from "#app/platform/http/csv/csv.server.ts";
import { createStream } from "#app/platform/http/stream.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { renderShapesPdf } from "#app/platform/pdf/shapes-pdf.server.ts";
import { createClaimCode, hashClaimCode } from "../claim-code.server.ts";
import { renderClaimSheets } from "../printing/print-sheet.server.ts";
import { formatFileName } from "../printing/qr.server.ts";
import { formatCode } from "../tag-code.rules.ts";
import { maxInBatch } from "../tags.rules.ts";
import { tagBatches, tags } from "../tags.tables.server.ts";
import { getBatch } from "./batches.server.ts";

/** What claim codes are issued for: a batch, or tags that an administrator selected. */
interface Issued {
  id: string | null;
  name: string;
}

/**
 * Creates a claim code for every unclaimed tag of a batch, replacing those issued before; only hashes are stored, so
 * they can be printed only now. Rejects a batch without claim codes. Administrators only.
 */
export async function createClaimCodes(ctx: AppContext, admin: Actor, batchId: string) {
  const batch = await getBatch(ctx, admin, batchId);
  if (!batch.hasClaimCodes) throw new AppError("batches.noClaimCodes", 409);
  return issue(ctx, admin, batch, eq(tags.batch, batch.name));
}

/**
 * Like `createClaimCodes`, for the tags that match `filter` and require a claim code, at most 2,000. Rejects a selection
 * without any. Administrators only.
 */
export async function createClaimCodesOfTags(ctx: AppContext, admin: Actor, name: string, filter: SQL | undefined) {
  requireAdmin(admin);
  const found = await ctx.db
    .select({ id: tags.id })
    .from(tags)
    .where(and(filter, isOpen))
    .limit(maxInBatch + 1);
  if (found.length === 0) throw new AppError("adminTags.many.noCodes", 409);
  if (found.length > maxInBatch) throw new AppError("bulk.tooMany", 400, { params: { most: maxInBatch } });
  const ids = found.map(({ id }) => id);
  return issue(ctx, admin, { id: null, name }, inArray(tags.id, ids));
}

/** Unclaimed, active, and requiring a claim code. */
const isOpen = and(isNull(tags.ownerId), eq(tags.status, "active"), isNotNull(tags.claimHash));

async function issue(ctx: AppContext, admin: Actor, what: Issued, filter: SQL) {
  const open = and(filter, isOpen);
  const rows = await ctx.db.select({ id: tags.id, code: tags.code }).from(tags).where(open).orderBy(asc(tags.id));
  const drawn: { id: string; code: string; claimCode: string; hash: string }[] = [];
  // Hashed sequentially, so that concurrent logins do not wait behind thousands of hashes.
  for (const tag of rows) {
    const claimCode = createClaimCode();
    drawn.push({ ...tag, claimCode: formatCode(claimCode), hash: await hashClaimCode(tag.id, claimCode) });
  }
  return withTransaction(ctx, async (tx) => {
    const list = (part: "id" | "hash") => sql.param(drawn.map((one) => one[part]));
    const set = await tx.db
      .update(tags)
      .set({ claimHash: sql`issued.hash` })
      .from(sql`unnest(${list("id")}::uuid[], ${list("hash")}::text[]) as issued(id, hash)`)
      .where(and(eq(tags.id, sql`issued.id`), open))
      .returning({ id: tags.id });
    const issued = new Set(set.map(({ id }) => id));
    if (what.id)
      await tx.db.update(tagBatches).set({ claimCodesAt: ctx.clock.now() }).where(eq(tagBatches.id, what.id));
    await recordChange(tx, admin, {
      action: "tag.claimCodes",
      subject: { kind: "tag", id: what.id, name: what.name },
      after: { batch: what.name, count: issued.size },
    });
    return drawn.filter(({ id }) => issued.has(id)).map(({ code, claimCode }) => ({ code, claimCode }));
  });
}

type IssuedCodes = Awaited<ReturnType<typeof createClaimCodes>>;

/** Returns issued claim codes as a download: inner labels to print, and a list. */
export function createClaimCodesFile(ctx: AppContext, title: string, issued: IssuedCodes, language: Language) {
  const t = ctx.translator(language);
  const now = ctx.clock.now();
  const note = (page: number, pages: number) => t("batches.sheet.claim", { title, page, pages });
  async function* rows(): AsyncGenerator<CsvCell[][]> {
    yield issued.map(({ code, claimCode }) => [code, claimCode]);
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield {
      name: "inner-labels.pdf",
      isPacked: true,
      pieces: renderShapesPdf({ language, title, now }, renderClaimSheets(issued, note)),
    };
    yield {
      name: "claim-codes.csv",
      isPacked: false,
      pieces: encoded(formatCsv("machine", ["tag_code", "claim_code"], rows())),
    };
  }
  return new Response(createStream(createZip(entries(), now)), {
    headers: {
      "content-type": "application/zip",
      "content-disposition": attachment(`aleef-${formatFileName(title)}-claim-codes.zip`),
      "cache-control": "no-store",
    },
  });
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}
