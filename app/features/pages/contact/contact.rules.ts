/** What somebody writes to the operator about. */
export const topics = ["question", "tag", "order", "report", "account", "other"] as const;

/** The most characters. */
export const maxLengths = { name: 80, body: 4_000 };
