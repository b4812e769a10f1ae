import { copyFileAr } from "#app/features/account-data/data-export.ar.ts";
import { accountLettersAr } from "#app/features/accounts/emails/account-emails.ar.ts";
import { papersAr } from "#app/features/orders/documents/order-documents.ar.ts";
import { transferLetterAr } from "#app/features/pet-transfers/transfer-email.ar.ts";
import { carerLetterAr } from "#app/features/pets/caregivers/caregiver-email.ar.ts";
import { receiptsAr } from "#app/features/plans/subscription/receipts.ar.ts";
import { posterSheetAr } from "#app/features/reports/poster-sheet.ar.ts";
import { reportLettersAr } from "#app/features/reports/report-letters.ar.ts";
import { finderAr } from "#app/features/scans/finder.ar.ts";
import { platformSaidAr } from "#app/platform/i18n/platform-said.ar.ts";
import type { ArabicOf } from "#app/platform/i18n/words.ts";
import { offlinePageAr } from "./offline/offline.ar.ts";
import type { words as english } from "./words.en.ts";
import { words as account } from "./words-account.ar.ts";
import { words as admin } from "./words-admin.ar.ts";
import { words as care } from "./words-care.ar.ts";
import { words as community } from "./words-community.ar.ts";
import { words as core } from "./words-core.ar.ts";
import { words as family } from "./words-family.ar.ts";
import { words as finders } from "./words-finders.ar.ts";
import { words as orders } from "./words-orders.ar.ts";
import { words as overview } from "./words-overview.ar.ts";
import { words as owner } from "./words-owner.ar.ts";
import { words as pages } from "./words-pages.ar.ts";
import { words as pets } from "./words-pets.ar.ts";
import { words as plans } from "./words-plans.ar.ts";
import { words as products } from "./words-products.ar.ts";
import { words as scan } from "./words-scan.ar.ts";
import { words as search } from "./words-search.ar.ts";
import { words as site } from "./words-site.ar.ts";
import { words as store } from "./words-store.ar.ts";
import { words as tags } from "./words-tags.ar.ts";
import { words as tiers } from "./words-tiers.ar.ts";

export const words: ArabicOf<typeof english> = {
  ...core,
  form: { ...core.form, ...platformSaidAr.form },
  site: { ...core.site, ...platformSaidAr.site },
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
  offline: { ...core.offline, page: offlinePageAr },
  shell: { ...core.shell, ...site.shell, ...owner.shell, owner: { ...core.shell.owner, ...owner.shell.owner } },
  receipts: receiptsAr,
  carerLetter: carerLetterAr,
  transferLetter: transferLetterAr,
  papers: papersAr,
  accounts: { ...account.accounts, ...accountLettersAr },
  overview: { ...overview.overview, ...copyFileAr },
  scans: { ...finders.scans, ...tags.scans, ...scan.scans, ...finderAr },
  reports: { ...community.reports, ...search.reports, letters: reportLettersAr, poster: posterSheetAr },
};
