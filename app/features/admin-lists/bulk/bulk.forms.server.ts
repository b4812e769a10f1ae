import * as z from "zod";

/** Maximum number of rows selected individually: those of one page. */
const maxSelected = 500;

/** The rows of a bulk action: the selected ones, or all that match the filters in the list's URL. */
export const selectionForm = z.object({
  ids: z.preprocess((value) => [value ?? []].flat(), z.array(z.uuid()).max(maxSelected)),
  all: z
    .literal("1")
    .optional()
    .transform((value) => value === "1"),
});

export type Selection = z.output<typeof selectionForm>;

/** Reads a selection from a query string, for downloads. */
export function readSelection(query: URLSearchParams): Selection {
  const read = selectionForm.safeParse({ ids: query.getAll("ids"), all: query.get("all") ?? undefined });
  return read.success ? read.data : { ids: [], all: false };
}
