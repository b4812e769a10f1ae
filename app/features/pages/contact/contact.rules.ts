/** Topics of a contact message. */
export const topics = ["question", "tag", "order", "report", "account", "other"] as const;

/** Maximum number of characters. */
export const maxLengths = { name: 80, body: 4_000 };
