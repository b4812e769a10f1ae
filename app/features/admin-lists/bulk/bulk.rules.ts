export const bulkItemStates = ["waiting", "done", "refused"] as const;
export type BulkItemState = (typeof bulkItemStates)[number];

/** Up to so many rows are worked through while the administrator waits; more by a job. */
export const maxAtOnce = 50;

/** Most rows of one run. */
export const maxInRun = 20_000;

/** Most refused rows that a page names. */
export const maxShownRefusals = 100;
