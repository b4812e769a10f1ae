import * as z from "zod";
import { asLine, asProse, readsAsLink } from "../../i18n/plain-text.ts";

/** A text of one line, up to `max` signs. */
export const line = (max: number) => z.string().overwrite(asLine).max(max);

/** A text of several lines, up to `max` signs. */
export const prose = (max: number) => z.string().overwrite(asProse).max(max);

/**
 * The name of a person or an animal, up to `max` signs. One that reads like a web address is refused: names stand in
 * letters to people who never asked for one.
 */
export const nameLine = (max: number) =>
  line(max).refine((name) => !readsAsLink(name), { error: "errors.nameLikeLink" });

/** A field left empty becomes null: nothing is known, or it was cleared. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema.optional().transform((value) => value || null);
