import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { createZip, type ZipEntry } from "#app/platform/files/zip.server.ts";
import { type CsvCell, formatCsv } from "#app/platform/http/csv/csv.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { renderMarksPdf } from "#app/platform/pdf/marks-pdf.server.ts";
import type { Batch } from "../batches/batches.server.ts";
import { claimSheets } from "../printing/print-sheet.server.ts";
import { toFileName } from "../printing/qr.server.ts";
import { issueClaimCodes } from "./issue-claim-codes.server.ts";

/** Issues the claim codes of a batch and packs them once: inner labels to print, and a list. */
export async function claimCodesFile(ctx: AppContext, admin: Actor, batch: Batch, language: Language) {
  const issued = await issueClaimCodes(ctx, admin, batch.id);
  const t = ctx.translator(language);
  const now = ctx.clock.now();
  const note = (page: number, pages: number) => t("batches.sheet.claim", { title: batch.name, page, pages });
  async function* rows(): AsyncGenerator<CsvCell[][]> {
    yield issued.map(({ code, claimCode }) => [code, claimCode]);
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield {
      name: "inner-labels.pdf",
      isPacked: true,
      pieces: renderMarksPdf({ language, title: batch.name, now }, claimSheets(issued, note)),
    };
    yield { name: "claim-codes.csv", isPacked: false, pieces: encoded(formatCsv(["tag_code", "claim_code"], rows())) };
  }
  return { name: `aleef-${toFileName(batch.name)}-claim-codes.zip`, pieces: createZip(entries(), now) };
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}
