import { accountsAr } from "#app/features/accounts/accounts.ar.ts";

/** What signing up, signing in and the settings need. */
export const words = { accounts: accountsAr };
