import { accountLettersAr } from "#app/features/accounts/account-letters.ar.ts";
import { papersAr } from "#app/features/orders/papers.ar.ts";
import { copyFileAr } from "#app/features/overview/copy-file.ar.ts";
import { transferLetterAr } from "#app/features/overview/transfer-letter.ar.ts";
import { carerLetterAr } from "#app/features/pets/carer-letter.ar.ts";
import { receiptsAr } from "#app/features/plans/receipts.ar.ts";
import { posterSheetAr } from "#app/features/reports/poster-sheet.ar.ts";
import { reportLettersAr } from "#app/features/reports/report-letters.ar.ts";
import { finderAr } from "#app/features/scans/finder.ar.ts";
import type { ArabicOf } from "#app/platform/i18n/words.ts";
import { offlineAr, offlinePageAr } from "./offline/offline.ar.ts";
import type { words as english } from "./words.en.ts";
import { words as account } from "./words-account.ar.ts";
import { words as admin } from "./words-admin.ar.ts";
import { words as community } from "./words-community.ar.ts";
import { words as core } from "./words-core.ar.ts";
import { words as family } from "./words-family.ar.ts";
import { words as orders } from "./words-orders.ar.ts";
import { words as owner } from "./words-owner.ar.ts";
import { words as pages } from "./words-pages.ar.ts";
import { words as plans } from "./words-plans.ar.ts";
import { words as products } from "./words-products.ar.ts";
import { words as store } from "./words-store.ar.ts";

export const words: ArabicOf<typeof english> = {
  ...core,
  ...account,
  ...owner,
  ...family,
  ...pages,
  ...plans,
  ...products,
  ...store,
  ...orders,
  ...admin,
  offline: { ...offlineAr, page: offlinePageAr },
  shell: { ...core.shell, ...owner.shell },
  receipts: receiptsAr,
  transferLetter: transferLetterAr,
  carerLetter: carerLetterAr,
  papers: papersAr,
  accounts: { ...account.accounts, ...accountLettersAr },
  overview: { ...owner.overview, ...copyFileAr },
  scans: { ...owner.scans, ...finderAr },
  reports: { ...community.reports, letters: reportLettersAr, poster: posterSheetAr },
};
