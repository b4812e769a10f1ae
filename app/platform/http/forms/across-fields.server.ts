import type * as z from "zod";

/**
 * Options of a check across fields: it also runs when single fields are invalid, so that all errors are shown at once.
 * An aborting check of a field (`abort: true`) would prevent it; `pipe` does not.
 */
export const always = { when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null };

/** Rejects a field in a check across fields, unless the field itself is invalid already. */
export function refuseField(context: z.core.$RefinementCtx, field: string | string[], message: string): void {
  const path = [field].flat();
  const isRefused = context.issues.some((issue) => String(issue.path ?? []) === String(path));
  if (!isRefused) context.addIssue({ code: "custom", message, path });
}
