import { accountsEn } from "#app/features/accounts/accounts.en.ts";

/** What signing up, signing in and the settings need. */
export const words = { accounts: accountsEn };
