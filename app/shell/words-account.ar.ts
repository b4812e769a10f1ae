import { accountsAr } from "#app/features/accounts/accounts.ar.ts";
import { twoStepsAr } from "#app/features/accounts/two-factor/two-factor.ar.ts";

/** What signing up, signing in and the settings need. */
export const words = { accounts: accountsAr, twoSteps: twoStepsAr };
