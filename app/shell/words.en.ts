import { accountsEn } from "#app/features/accounts/accounts.en.ts";
import { alertsEn } from "#app/features/alerts/alerts.en.ts";
import { messagesEn } from "#app/features/messages/messages.en.ts";
import { overviewEn } from "#app/features/overview/overview.en.ts";
import { pagesEn } from "#app/features/pages/pages.en.ts";
import { petsEn } from "#app/features/pets/pets.en.ts";
import { plansEn } from "#app/features/plans/plans.en.ts";
import { scansEn } from "#app/features/scans/scans.en.ts";
import { tagsEn } from "#app/features/tags/tags.en.ts";
import { platformEn } from "#app/platform/i18n/platform.en.ts";
import { shellEn } from "./shell.en.ts";

export const words = {
  ...platformEn,
  shell: shellEn,
  accounts: accountsEn,
  alerts: alertsEn,
  messages: messagesEn,
  plans: plansEn,
  pets: petsEn,
  tags: tagsEn,
  scans: scansEn,
  overview: overviewEn,
  pages: pagesEn,
};
