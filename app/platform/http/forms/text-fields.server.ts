import * as z from "zod";
import { asLine, asProse, readsAsLink } from "../../i18n/plain-text.ts";

/** Returns a schema for a single line of up to `max` characters. */
export const line = (max: number) => z.string().overwrite(asLine).max(max);

/** Returns a schema for multi-line text of up to `max` characters. */
export const prose = (max: number) => z.string().overwrite(asProse).max(max);

/**
 * Returns a schema for the name of a person or animal, up to `max` characters. Rejects names that look like a web
 * address, because names appear in e-mails to people who did not ask for any.
 */
export const nameLine = (max: number) =>
  line(max).refine((name) => !readsAsLink(name), { error: "errors.nameLikeLink" });

/** Schema for an e-mail address. Direction marks, which come along when it is copied beside Arabic, are removed. */
export const emailLine = z.string().overwrite(asLine).toLowerCase().max(254).pipe(z.email());

/** Returns a schema that turns empty fields into null. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema.optional().transform((value) => value || null);
