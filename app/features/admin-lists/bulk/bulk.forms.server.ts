import * as z from "zod";

/** Most rows that are ticked one by one: those of a page. */
const maxSelected = 500;

/** Which rows a bulk action is about: the ticked ones, or all that match the filters of the list's address. */
export const selectionForm = z.object({
  ids: z.preprocess((value) => [value ?? []].flat(), z.array(z.uuid()).max(maxSelected)),
  all: z
    .literal("1")
    .optional()
    .transform((value) => value === "1"),
});

export type Selection = z.output<typeof selectionForm>;

/** Reads a selection from an address, for what is downloaded. */
export function readSelection(query: URLSearchParams): Selection {
  const read = selectionForm.safeParse({ ids: query.getAll("ids"), all: query.get("all") ?? undefined });
  return read.success ? read.data : { ids: [], all: false };
}
