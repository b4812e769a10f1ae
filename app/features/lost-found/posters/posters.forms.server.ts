import * as z from "zod";
import { asLine } from "#app/platform/i18n/plain-text.ts";
import { maxPosterPlaceLength, type PosterOptions, paperSizes, posterLanguages } from "./posters.rules.ts";

export const posterForm = z.object({
  place: z
    .string()
    .overwrite(asLine)
    .max(maxPosterPlaceLength)
    .optional()
    .transform((text) => text || null),
  key: z.string().max(60).optional(),
});

/** Reads the options of a poster from a query string. Unknown values get their defaults. */
export function readPosterOptions(query: URLSearchParams, defaultLanguage: PosterOptions["language"]): PosterOptions {
  const one = <Value extends string>(values: readonly Value[], given: string | null, otherwise: Value) =>
    values.find((value) => value.toLowerCase() === given?.toLowerCase()) ?? otherwise;
  return {
    size: one(paperSizes, query.get("size"), "A4"),
    language: one(posterLanguages, query.get("in"), defaultLanguage),
    withPhone: query.get("phone") === "on",
  };
}
