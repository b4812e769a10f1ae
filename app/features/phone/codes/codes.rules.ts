/** What a code is asked for. One of a purpose is no good for another. */
export const codePurposes = ["verify", "signUp", "signIn"] as const;
export type CodePurpose = (typeof codePurposes)[number];
export const codeLength = 6;
/** Milliseconds. */
export const codeLife = 10 * 60_000;
/** Wrong tries after which a code is worth nothing. */
export const maxWrongTries = 5;
