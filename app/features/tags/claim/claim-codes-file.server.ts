import type { AppContext } from "#app/platform/app-context.server.ts";
import { createZip, type ZipEntry } from "#app/platform/files/zip.server.ts";
import { attachment } from "#app/platform/http/attachment.ts";
import { type CsvCell, formatCsv } from "#app/platform/http/csv/csv.server.ts";
import { createStream } from "#app/platform/http/stream.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { renderShapesPdf } from "#app/platform/pdf/shapes-pdf.server.ts";
import { renderClaimSheets } from "../printing/print-sheet.server.ts";
import { formatFileName } from "../printing/qr.server.ts";
import type { createClaimCodes } from "./issue-claim-codes.server.ts";

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
    yield { name: "claim-codes.csv", isPacked: false, pieces: encoded(formatCsv(["tag_code", "claim_code"], rows())) };
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
