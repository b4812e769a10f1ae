import * as z from "zod";
import { asLine, asProse, readsAsLink } from "../../i18n/plain-text.ts";

/** A schema for one line of up to `max` characters. */
export const line = (max: number) => z.string().overwrite(asLine).max(max);

/** A schema for several lines of up to `max` characters. */
export const prose = (max: number) => z.string().overwrite(asProse).max(max);

/**
 * A schema for the name of a person or an animal, up to `max` characters. Names that read like a web address are
 * refused: they appear in e-mails to people who never asked for one.
 */
export const nameLine = (max: number) =>
  line(max).refine((name) => !readsAsLink(name), { error: "errors.nameLikeLink" });

/** Makes an empty field null. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema.optional().transform((value) => value || null);
