/** Seconds from signing in to the end of a session, however much it is used. */
export const sessionLife = 7 * 24 * 3600;

/** Seconds after which the use of a session is written down again. */
export const sessionRenewal = 3600;

export const passwordMinLength = 8;

export const passwordMaxLength = 128;

/** At least 8 characters with a number and a special character (anything that is neither letter, number nor space). */
export function isStrongEnough(password: string): boolean {
  return [...password].length >= passwordMinLength && /\p{N}/u.test(password) && /[^\p{L}\p{M}\p{N}\s]/u.test(password);
}

/** Up to 3 tries; the pause starts at 1 s, doubles, gains up to 1 s of jitter and never passes 10 s. */
export function retryPause(attempt: number, random: number): number {
  return Math.min(1000 * 2 ** attempt + random * 1000, 10_000);
}

export const adminCheckTries = 3;

export const adminCheckEvery = 60_000;
