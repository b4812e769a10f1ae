/** Maximum number of characters of the reason for a suspension. */
export const maxReasonLength = 300;

/** Maximum number of characters of a note about a user, and of an e-mail and its subject. */
export const maxNoteLength = 2_000;
export const maxEmailLengths = { subject: 120, body: 4_000 } as const;
