/** Maximum lifetime of a session in seconds from signing in, regardless of use. */
export const sessionLife = 7 * 24 * 3600;

/** Seconds after which the use of a session is recorded again. */
export const sessionRenewal = 3600;

export const passwordMinLength = 8;

export const passwordMaxLength = 128;

/** At least 8 characters with a number and a special character (anything that is neither letter, number nor space). */
export function isStrongEnough(password: string): boolean {
  return [...password].length >= passwordMinLength && /\p{N}/u.test(password) && /[^\p{L}\p{M}\p{N}\s]/u.test(password);
}

/**
 * Returns the pause before a retry in milliseconds: one second, doubled for each attempt, plus up to one second of
 * jitter, at most ten seconds.
 */
export function retryPause(attempt: number, random: number): number {
  return Math.min(1000 * 2 ** attempt + random * 1000, 10_000);
}

export const adminCheckTries = 3;

export const adminCheckEvery = 60_000;
