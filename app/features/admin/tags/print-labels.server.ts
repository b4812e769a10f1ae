import { asc, inArray } from "drizzle-orm";
import { getBatch, listBatchCodes } from "#app/features/tags/batches/batches.server.ts";
import {
  type Correction,
  type LabelName,
  maxLabels,
  type PrintFormat,
} from "#app/features/tags/printing/label-sizes.rules.ts";
import { renderTagSheets } from "#app/features/tags/printing/print-sheet.server.ts";
import { formatFileName, formatQrText, renderQrPng, renderQrSvg } from "#app/features/tags/printing/qr.server.ts";
import { codeKey } from "#app/features/tags/tag-code.rules.ts";
import { adminTagStates } from "#app/features/tags/tags.rules.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { createZip, type ZipEntry } from "#app/platform/files/zip.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import type { Shape } from "#app/platform/pdf/shapes.ts";
import { renderShapesPdf } from "#app/platform/pdf/shapes-pdf.server.ts";
import { renderShapesSvg } from "#app/platform/pdf/shapes-svg.server.ts";
import { type AdminSearch, buildAdminTagFilter } from "./list-all-tags.server.ts";

/** Which tags to print: those of a batch, those with the typed codes, or all that match a search. */
export type PrintChoice = { batchId: string } | { codes: string } | AdminSearch;

/** Reads the choice of labels from the query string. */
export function readPrintChoice(query: URLSearchParams): PrintChoice {
  const batchId = query.get("batch-id");
  if (batchId) return { batchId };
  const codes = query.get("codes");
  if (codes !== null) return { codes };
  const state = adminTagStates.find((one) => one === query.get("state"));
  return {
    search: query.get("q") ?? "",
    state,
    batch: query.get("batch") ?? "",
    from: query.get("from") ?? "",
    to: query.get("to") ?? "",
  };
}

/**
 * Returns the display codes to print, at most 2,000, and the batch's name if there is one. Typed codes are separated by
 * line breaks, commas or semicolons, in any spelling; an unknown one is rejected by name. Administrators only.
 */
export async function listCodesToPrint(ctx: AppContext, admin: Actor, choice: PrintChoice) {
  requireAdmin(admin);
  if ("batchId" in choice) {
    const batch = await getBatch(ctx, admin, choice.batchId);
    return requireLabelCount({ name: batch.name, codes: await listBatchCodes(ctx, batch.name) });
  }
  if ("codes" in choice) return requireLabelCount({ name: null, codes: await typedCodes(ctx, choice.codes) });
  const rows = await ctx.db
    .select({ code: tags.code })
    .from(tags)
    .where(await buildAdminTagFilter(ctx, admin, choice))
    .orderBy(asc(tags.id))
    .limit(maxLabels + 1);
  return requireLabelCount({ name: null, codes: rows.map(({ code }) => code) });
}

function requireLabelCount<Found extends { codes: string[] }>(found: Found): Found {
  if (found.codes.length === 0) throw new AppError("batches.print.none", 404, { field: "codes" });
  if (found.codes.length > maxLabels)
    throw new AppError("batches.print.tooMany", 413, { field: "codes", params: { most: maxLabels } });
  return found;
}

async function typedCodes({ db }: AppContext, typed: string): Promise<string[]> {
  const entered = typed
    .split(/[\n,;]+/)
    .map((code) => code.trim())
    .filter(Boolean);
  if (entered.length > maxLabels) return entered;
  const keys = [...new Set(entered.map(codeKey))];
  const rows = await db.select({ key: tags.codeKey, code: tags.code }).from(tags).where(inArray(tags.codeKey, keys));
  const codeOf = new Map(rows.map(({ key, code }) => [key, code]));
  const missing = entered.find((code) => !codeOf.has(codeKey(code)));
  if (missing)
    throw new AppError("batches.print.unknown", 404, { field: "codes", params: { code: missing.slice(0, 40) } });
  return keys.map((key) => codeOf.get(key) as string);
}

export interface PrintOptions {
  size: LabelName;
  correction: Correction;
  format: PrintFormat;
  language: Language;
}

export interface PrintedFile {
  name: string;
  type: string;
  pieces: AsyncGenerator<Uint8Array>;
}

/** Returns the labels as a streamed file: a PDF of sheets, SVG sheets, or one file per QR code in a ZIP. */
export function createPrintFile(
  ctx: AppContext,
  { name, codes }: { name: string | null; codes: string[] },
  options: PrintOptions,
): PrintedFile {
  const { format, language, size, correction } = options;
  const t = ctx.translator(language);
  const title = name ?? t("batches.print.selection");
  const note = (page: number, pages: number) =>
    t("batches.sheet.note", { title, size: t(`batches.print.sizes.${size}`), correction, page, pages });
  const { publicUrl } = ctx.settings;
  const now = ctx.clock.now();
  const pages = () => renderTagSheets(codes, { size, correction, publicUrl, note });
  const base = `aleef-${formatFileName(name ?? "")}-${size}`;
  if (format === "pdf")
    return { name: `${base}.pdf`, type: "application/pdf", pieces: renderShapesPdf({ language, title, now }, pages()) };
  const entries = format === "svg" ? sheetEntries(pages(), language) : codeEntries(codes, publicUrl, correction);
  const file = format === "svg" ? `${base}-svg.zip` : `${base}-codes.zip`;
  return { name: file, type: "application/zip", pieces: createZip(entries, now) };
}

async function* sheetEntries(pages: Iterable<Shape[]>, language: Language): AsyncGenerator<ZipEntry> {
  let number = 0;
  for (const page of pages)
    yield {
      name: `sheet-${String(++number).padStart(3, "0")}.svg`,
      isPacked: false,
      pieces: [bytes(renderShapesSvg(page, language))],
    };
}

async function* codeEntries(codes: string[], publicUrl: string, correction: Correction): AsyncGenerator<ZipEntry> {
  for (const code of codes) {
    const text = formatQrText(publicUrl, code);
    const name = code.replace(/[^0-9A-Z-]/g, "");
    yield { name: `svg/${name}.svg`, isPacked: false, pieces: [bytes(renderQrSvg(text, correction))] };
    yield { name: `png/${name}.png`, isPacked: true, pieces: [await renderQrPng(text, correction)] };
  }
}

const bytes = (text: string) => new TextEncoder().encode(text);
