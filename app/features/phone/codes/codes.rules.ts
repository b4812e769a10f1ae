/** Purposes of a code. A code is valid only for its own purpose. */
export const codePurposes = ["verify", "signUp", "signIn"] as const;
export type CodePurpose = (typeof codePurposes)[number];
export const codeLength = 6;
/** Milliseconds. */
export const codeLife = 10 * 60_000;
/** Number of wrong attempts that invalidate a code. */
export const maxWrongTries = 5;
