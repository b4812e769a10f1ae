import { accountsAr } from "#app/features/accounts/accounts.ar.ts";
import { alertsAr } from "#app/features/alerts/alerts.ar.ts";
import { messagesAr } from "#app/features/messages/messages.ar.ts";
import { overviewAr } from "#app/features/overview/overview.ar.ts";
import { pagesAr } from "#app/features/pages/pages.ar.ts";
import { petsAr } from "#app/features/pets/pets.ar.ts";
import { plansAr } from "#app/features/plans/plans.ar.ts";
import { scansAr } from "#app/features/scans/scans.ar.ts";
import { tagsAr } from "#app/features/tags/tags.ar.ts";
import { platformAr } from "#app/platform/i18n/platform.ar.ts";
import type { ArabicOf } from "#app/platform/i18n/words.ts";
import { shellAr } from "./shell.ar.ts";
import type { words as english } from "./words.en.ts";

export const words: ArabicOf<typeof english> = {
  ...platformAr,
  shell: shellAr,
  accounts: accountsAr,
  alerts: alertsAr,
  messages: messagesAr,
  plans: plansAr,
  pets: petsAr,
  tags: tagsAr,
  scans: scansAr,
  overview: overviewAr,
  pages: pagesAr,
};
