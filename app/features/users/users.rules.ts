export const roles = ["user", "admin"] as const;

export type Role = (typeof roles)[number];

/** The signed-in user, as commands see them. */
export interface Actor {
  id: string;
  role: Role;
  /** Null for an account without an e-mail address, which signs in by phone number. */
  email: string | null;
  /** E.164; set once verified by a code. */
  phone?: string | null;
  firstName: string;
  lastName: string;
  language: "en" | "ar";
  timeZone: string;
  /** ISO 3166-1 alpha-2 code; the country of phone numbers typed without a country code. */
  country?: string | null;
  /** When two-factor authentication was turned on; null when it is off. */
  twoFactorSince: Date | null;
  /** When the current session began. */
  signedInAt?: Date;
}

export const defaultTimeZone = "Africa/Cairo";

export function isAdmin(actor: Pick<Actor, "role"> | null | undefined): boolean {
  return actor?.role === "admin";
}

/** Returns the name to display; falls back to the local part of the e-mail address. */
export function displayName(actor: Pick<Actor, "firstName" | "lastName" | "email">): string {
  return [actor.firstName, actor.lastName].filter(Boolean).join(" ").trim() || (actor.email?.split("@")[0] ?? "");
}

/** Returns what an account signs in with, for display: its e-mail address, or else its phone number. */
export function signInNameOf({ email, phone }: Pick<Actor, "email" | "phone">): string {
  return email ?? phone ?? "";
}

/** Filter values for the list of all accounts. */
export const accountStates = ["active", "suspended", "unverified"] as const;

export type AccountState = (typeof accountStates)[number];
