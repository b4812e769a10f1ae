import * as z from "zod";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/db/uuid.server.ts";
import { type FormArgs, handleForm } from "#app/platform/http/forms/form.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { getNetwork } from "#app/platform/http/server/client-address.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { asLine } from "#app/platform/i18n/plain-text.ts";
import { getOwnReport, type Holder } from "../reports.server.ts";
import { renderPoster } from "./poster-pdf.server.ts";
import {
  maxPosterPlaceLength,
  type PosterOptions,
  paperSizes,
  posterLanguages,
  shortAddress,
} from "./posters.rules.ts";
import { createPoster, getPoster, listPosters } from "./posters.server.ts";

/** Limits rendered posters per network, since each takes a good part of a second. */
const drawings = { name: "poster-drawings", points: 60, span: 600, isPerNetwork: true };

/** Returns a report's poster series for its reporter. Throws 404 for someone else's report. */
export async function getPostersView(ctx: AppContext, holder: Holder, reportId: string) {
  const { id, petName, kind, type, language, photos, status, hiddenAt, contactPhone } = await getOwnReport(
    ctx,
    holder,
    reportId,
  );
  const { publicUrl } = ctx.settings;
  const posters = await listPosters(ctx, holder, id);
  return {
    report: { id, petName, kind, type, language, hasPhoto: photos.length > 0, hasPhone: contactPhone !== null },
    isPublic: status === "open" && !hiddenAt,
    posters: posters.map((poster) => ({ ...poster, address: shortAddress(publicUrl, poster.code) })),
    freshKey: newId(),
  };
}

export type PostersView = Awaited<ReturnType<typeof getPostersView>>;

interface PosterParams {
  ctx: AppContext;
  holder: Holder;
  reportId: string;
  /** URL of the posters page. */
  here: string;
}

const posterForm = z.object({
  place: z
    .string()
    .overwrite(asLine)
    .max(maxPosterPlaceLength)
    .optional()
    .transform((text) => text || null),
  key: z.string().max(60).optional(),
});

/** Reads the options of a poster from a query string. Unknown values get their defaults. */
function readPosterOptions(query: URLSearchParams, defaultLanguage: PosterOptions["language"]): PosterOptions {
  const one = <Value extends string>(values: readonly Value[], given: string | null, otherwise: Value) =>
    values.find((value) => value.toLowerCase() === given?.toLowerCase()) ?? otherwise;
  return {
    size: one(paperSizes, query.get("size"), "A4"),
    language: one(posterLanguages, query.get("in"), defaultLanguage),
    withPhone: query.get("phone") === "on",
  };
}

export function handlePosterForm(args: FormArgs, { ctx, holder, reportId, here }: PosterParams) {
  return handleForm(
    args,
    posterForm,
    async (form) => {
      await createPoster(ctx, holder, reportId, form);
      return redirectWithToast(`${here}#series`, { type: "success", code: "posters.added" });
    },
    { failed: "posters.failed" },
  );
}

/**
 * Renders the PDF of one series, shown inline or, with `as=file`, as a download: `?size=A4|A5&in=en|ar|both&phone=on`.
 * Throws 429 above the rate limit.
 */
export async function createPosterFile(
  { request, context }: FormArgs,
  ctx: AppContext,
  holder: Holder,
  { reportId, posterId }: { reportId: string; posterId: string },
): Promise<Response> {
  const { poster, report } = await getPoster(ctx, holder, reportId, posterId);
  await ctx.limits.take(drawings, getNetwork(context.get(requestInfoContext).address));
  const query = new URL(request.url).searchParams;
  const look = readPosterOptions(query, report.language);
  const shown = query.get("as") === "file" ? "attachment" : "inline";
  const bytes = await renderPoster(ctx, report, poster.code, look);
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `${shown}; filename="aleef-poster-${poster.code}.pdf"`,
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
      "referrer-policy": "no-referrer",
    },
  });
}
