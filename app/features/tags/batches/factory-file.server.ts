import { and, asc, eq, gt } from "drizzle-orm";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type CsvCell, formatCsv } from "#app/platform/http/csv/csv.server.ts";
import { sdmOffsets, signedQuery, signsTaps } from "../nfc/ndef.rules.ts";
import { formatQrText } from "../printing/qr.server.ts";
import { tags } from "../tags.tables.server.ts";
import { type Batch, getBatch } from "./batches.server.ts";

const columns = ["seq", "batch", "tag_code", "nfc_url", "qr_url", "chip", "read_only", "print_line1", "print_line2"];
const signedColumns = [
  "sdm_mode",
  "picc_offset",
  "mac_input_offset",
  "mac_offset",
  "meta_key_no",
  "file_key_no",
  "key_version",
];

/** Which of the chip's keys open the identity and sign; the one that may change the chip, number 0, is neither. */
const [metaKey, fileKey] = [2, 1];

/** What is written into a tag's chip: with room for the chip's own signature where it makes one. */
function nfcUrl(publicUrl: string, code: string, isSigned: boolean): string {
  return `${publicUrl}/n/${code.replaceAll("-", "")}${isSigned ? signedQuery : ""}`;
}

/**
 * The order for a factory: one row a tag of the batch, as CSV, in pieces of 1,000. For a chip that signs its taps it says
 * where in the chip's file that happens; the keys themselves travel another way. Only for administrators.
 */
export async function exportFactoryFile(ctx: AppContext, admin: Actor, batchId: string) {
  const batch = await getBatch(ctx, admin, batchId);
  const head = signsTaps(batch.chip) ? [...columns, ...signedColumns] : columns;
  return { batch, pieces: formatCsv(head, rowsOf(ctx, batch)) };
}

async function* rowsOf(ctx: AppContext, batch: Batch): AsyncGenerator<CsvCell[][]> {
  const { publicUrl } = ctx.settings;
  const isSigned = signsTaps(batch.chip);
  let after: string | undefined;
  for (let seq = 0; ; ) {
    const rows = await ctx.db
      .select({ id: tags.id, code: tags.code })
      .from(tags)
      .where(and(eq(tags.batch, batch.name), after ? gt(tags.id, after) : undefined))
      .orderBy(asc(tags.id))
      .limit(1000);
    if (rows.length === 0) return;
    yield rows.map(({ code }) => {
      const url = nfcUrl(publicUrl, code, isSigned);
      const host = new URL(publicUrl).host;
      const plain = [++seq, batch.name, code, url, formatQrText(publicUrl, code), batch.chip, "TRUE", code, host];
      if (!isSigned) return plain;
      const { identity, macInput, mac } = sdmOffsets(url);
      return [...plain, "encrypted", identity, macInput, mac, metaKey, fileKey, batch.keyVersion];
    });
    after = rows.at(-1)?.id;
  }
}
