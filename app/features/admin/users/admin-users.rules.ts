/** The most characters of the reason for a suspension. */
export const maxReasonLength = 300;

/** The most characters of a note about somebody, and of an e-mail with its subject. */
export const maxNoteLength = 2_000;
export const maxEmailLengths = { subject: 120, body: 4_000 } as const;
