import { and, asc, eq, gt } from "drizzle-orm";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type CsvCell, formatCsv } from "#app/platform/http/csv/csv.server.ts";
import { sdmOffsets, signedQuery, signsTaps } from "../ndef.rules.ts";
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

/** Numbers of the chip's keys that decrypt the identity and sign; neither is key 0, which can change the chip. */
const [metaKey, fileKey] = [2, 1];

/** Returns the URL to write to a tag's chip, with placeholders for the chip's signature if it signs. */
function nfcUrl(publicUrl: string, code: string, isSigned: boolean): string {
  return `${publicUrl}/n/${code.replaceAll("-", "")}${isSigned ? signedQuery : ""}`;
}

/**
 * Returns the factory's order file: one CSV row per tag of the batch, in chunks of 1,000. For signing chips it states
 * the offsets in the chip's file; the keys are sent separately. Administrators only.
 */
export async function exportFactoryFile(ctx: AppContext, admin: Actor, batchId: string) {
  const batch = await getBatch(ctx, admin, batchId);
  const head = signsTaps(batch.chip) ? [...columns, ...signedColumns] : columns;
  return { batch, pieces: formatCsv("machine", head, buildRows(ctx, batch)) };
}

async function* buildRows(ctx: AppContext, batch: Batch): AsyncGenerator<CsvCell[][]> {
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
