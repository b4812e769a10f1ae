export const roles = ["user", "admin"] as const;
export type Role = (typeof roles)[number];

/** Whoever is signed in, as commands see them. */
export interface Actor {
  id: string;
  role: Role;
  email: string;
  firstName: string;
  lastName: string;
  language: "en" | "ar";
  timeZone: string;
  /** Since when they sign in with a code beside the password; null without. */
  twoStepsSince: Date | null;
}

export const defaultTimeZone = "Africa/Cairo";

export function isAdmin(actor: Pick<Actor, "role"> | null | undefined): boolean {
  return actor?.role === "admin";
}

/** The name on screens; an account without one falls back to the part of the address before the @. */
export function displayName(actor: Pick<Actor, "firstName" | "lastName" | "email">): string {
  return [actor.firstName, actor.lastName].filter(Boolean).join(" ").trim() || (actor.email.split("@")[0] ?? "");
}

/** Seconds from signing in to the end of a session, however much it is used. */
export const sessionLife = 7 * 24 * 3600;

export const passwordMinLength = 8;
export const passwordMaxLength = 128;

/** At least 8 characters with a number and a special character (anything that is neither letter, number nor space). */
export function isStrongEnough(password: string): boolean {
  return [...password].length >= passwordMinLength && /\p{N}/u.test(password) && /[^\p{L}\p{M}\p{N}\s]/u.test(password);
}

/** The most characters of the reason for a suspension. */
export const longestReason = 300;

/** What narrows the list of all accounts. */
export const accountStates = ["active", "suspended", "unverified"] as const;
export type AccountState = (typeof accountStates)[number];

/** Up to 3 tries; the pause starts at 1 s, doubles, gains up to 1 s of jitter and never passes 10 s. */
export function retryPause(attempt: number, random: number): number {
  return Math.min(1000 * 2 ** attempt + random * 1000, 10_000);
}
export const adminCheckTries = 3;
export const adminCheckEvery = 60_000;
