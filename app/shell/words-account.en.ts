import { accountsEn } from "#app/features/accounts/accounts.en.ts";
import { twoStepsEn } from "#app/features/accounts/two-factor/two-factor.en.ts";

/** What signing up, signing in and the settings need. */
export const words = { accounts: accountsEn, twoSteps: twoStepsEn };
