export const bulkItemStates = ["waiting", "done", "refused"] as const;
export type BulkItemState = (typeof bulkItemStates)[number];

/** The most rows that are processed within the request; more are processed by a job. */
export const maxAtOnce = 50;

/** Most rows of one run. */
export const maxInRun = 20_000;

/** Most refused rows that a page names. */
export const maxShownRefusals = 100;
