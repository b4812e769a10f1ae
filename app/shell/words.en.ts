import { copyFileEn } from "#app/features/account-data/data-export.en.ts";
import { accountLettersEn } from "#app/features/accounts/emails/account-emails.en.ts";
import { papersEn } from "#app/features/orders/documents/order-documents.en.ts";
import { transferLetterEn } from "#app/features/pet-transfers/transfer-email.en.ts";
import { carerLetterEn } from "#app/features/pets/caregivers/caregiver-email.en.ts";
import { receiptsEn } from "#app/features/plans/subscription/receipts.en.ts";
import { posterSheetEn } from "#app/features/reports/poster-sheet.en.ts";
import { reportLettersEn } from "#app/features/reports/report-letters.en.ts";
import { finderEn } from "#app/features/scans/finder.en.ts";
import { platformSaidEn } from "#app/platform/i18n/platform-said.en.ts";
import { offlinePageEn } from "./offline/offline.en.ts";
import { words as account } from "./words-account.en.ts";
import { words as admin } from "./words-admin.en.ts";
import { words as care } from "./words-care.en.ts";
import { words as community } from "./words-community.en.ts";
import { words as core } from "./words-core.en.ts";
import { words as family } from "./words-family.en.ts";
import { words as finders } from "./words-finders.en.ts";
import { words as orders } from "./words-orders.en.ts";
import { words as overview } from "./words-overview.en.ts";
import { words as owner } from "./words-owner.en.ts";
import { words as pages } from "./words-pages.en.ts";
import { words as pets } from "./words-pets.en.ts";
import { words as plans } from "./words-plans.en.ts";
import { words as products } from "./words-products.en.ts";
import { words as scan } from "./words-scan.en.ts";
import { words as search } from "./words-search.en.ts";
import { words as site } from "./words-site.en.ts";
import { words as store } from "./words-store.en.ts";
import { words as tags } from "./words-tags.en.ts";
import { words as tiers } from "./words-tiers.en.ts";

/** All words of the product, those of server-rendered pages included. */
export const words = {
  ...core,
  form: { ...core.form, ...platformSaidEn.form },
  site: { ...core.site, ...platformSaidEn.site },
  ...account,
  ...owner,
  ...care,
  ...family,
  ...pets,
  ...tags,
  ...pages,
  ...plans,
  ...tiers,
  ...finders,
  ...products,
  ...store,
  ...orders,
  ...admin,
  offline: { ...core.offline, page: offlinePageEn },
  shell: { ...core.shell, ...site.shell, ...owner.shell, owner: { ...core.shell.owner, ...owner.shell.owner } },
  receipts: receiptsEn,
  carerLetter: carerLetterEn,
  transferLetter: transferLetterEn,
  papers: papersEn,
  accounts: { ...account.accounts, ...accountLettersEn },
  overview: { ...overview.overview, ...copyFileEn },
  scans: { ...finders.scans, ...tags.scans, ...scan.scans, ...finderEn },
  reports: { ...community.reports, ...search.reports, letters: reportLettersEn, poster: posterSheetEn },
};
