export const bulkItemStates = ["waiting", "done", "refused"] as const;
export type BulkItemState = (typeof bulkItemStates)[number];

/** Maximum number of rows processed within the request; larger runs are processed by a job. */
export const maxAtOnce = 50;

/** Maximum number of rows in one run. */
export const maxInRun = 20_000;

/** Maximum number of rejected rows that a page lists. */
export const maxShownRefusals = 100;
