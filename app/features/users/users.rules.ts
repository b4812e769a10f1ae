export const roles = ["user", "admin"] as const;

export type Role = (typeof roles)[number];

/** Whoever is signed in, as commands see them. */
export interface Actor {
  id: string;
  role: Role;
  /** Null for an account that has named none: it signs in by its number. */
  email: string | null;
  /** E.164, once a code proved that it is theirs. */
  phone?: string | null;
  firstName: string;
  lastName: string;
  language: "en" | "ar";
  timeZone: string;
  /** Since when they sign in with a code beside the password; null without. */
  twoFactorSince: Date | null;
  /** When the session began that asks. */
  signedInAt?: Date;
}

export const defaultTimeZone = "Africa/Cairo";

export function isAdmin(actor: Pick<Actor, "role"> | null | undefined): boolean {
  return actor?.role === "admin";
}

/** The name on screens; an account without one falls back to the part of the address before the @. */
export function displayName(actor: Pick<Actor, "firstName" | "lastName" | "email">): string {
  return [actor.firstName, actor.lastName].filter(Boolean).join(" ").trim() || (actor.email?.split("@")[0] ?? "");
}

/** What an account signs in with, as screens name it: its address, or its number. */
export function signInNameOf({ email, phone }: Pick<Actor, "email" | "phone">): string {
  return email ?? phone ?? "";
}

/** What narrows the list of all accounts. */
export const accountStates = ["active", "suspended", "unverified"] as const;

export type AccountState = (typeof accountStates)[number];
