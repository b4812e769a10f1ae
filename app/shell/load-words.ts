import type { i18n, ResourceLanguage } from "i18next";
import type { Language } from "#app/platform/i18n/language.ts";

export const wordGroups = [
  "core",
  "site",
  "pages",
  "account",
  "owner",
  "overview",
  "pets",
  "family",
  "care",
  "tags",
  "finders",
  "scan",
  "community",
  "search",
  "store",
  "orders",
  "products",
  "plans",
  "tiers",
  "admin",
] as const;
export type WordGroup = (typeof wordGroups)[number];

type Fetch = () => Promise<{ words: ResourceLanguage }>;

const chunks: Record<Language, Record<WordGroup, Fetch>> = {
  en: {
    core: () => import("./words-core.en.ts"),
    site: () => import("./words-site.en.ts"),
    pages: () => import("./words-pages.en.ts"),
    account: () => import("./words-account.en.ts"),
    owner: () => import("./words-owner.en.ts"),
    overview: () => import("./words-overview.en.ts"),
    pets: () => import("./words-pets.en.ts"),
    family: () => import("./words-family.en.ts"),
    care: () => import("./words-care.en.ts"),
    tags: () => import("./words-tags.en.ts"),
    finders: () => import("./words-finders.en.ts"),
    scan: () => import("./words-scan.en.ts"),
    community: () => import("./words-community.en.ts"),
    search: () => import("./words-search.en.ts"),
    store: () => import("./words-store.en.ts"),
    orders: () => import("./words-orders.en.ts"),
    products: () => import("./words-products.en.ts"),
    plans: () => import("./words-plans.en.ts"),
    tiers: () => import("./words-tiers.en.ts"),
    admin: () => import("./words-admin.en.ts"),
  },
  ar: {
    core: () => import("./words-core.ar.ts"),
    site: () => import("./words-site.ar.ts"),
    pages: () => import("./words-pages.ar.ts"),
    account: () => import("./words-account.ar.ts"),
    owner: () => import("./words-owner.ar.ts"),
    overview: () => import("./words-overview.ar.ts"),
    pets: () => import("./words-pets.ar.ts"),
    family: () => import("./words-family.ar.ts"),
    care: () => import("./words-care.ar.ts"),
    tags: () => import("./words-tags.ar.ts"),
    finders: () => import("./words-finders.ar.ts"),
    scan: () => import("./words-scan.ar.ts"),
    community: () => import("./words-community.ar.ts"),
    search: () => import("./words-search.ar.ts"),
    store: () => import("./words-store.ar.ts"),
    orders: () => import("./words-orders.ar.ts"),
    products: () => import("./words-products.ar.ts"),
    plans: () => import("./words-plans.ar.ts"),
    tiers: () => import("./words-tiers.ar.ts"),
    admin: () => import("./words-admin.ar.ts"),
  },
};

/** The first that fits says what is needed beside `core` and the words of the frame. */
const areas: [path: RegExp, groups: WordGroup[]][] = [
  [/^\/store(\/|$)/, ["store"]],
  [/^\/(cart|checkout)(\/|$)/, ["store", "orders", "tags"]],
  [/^\/community-reports(\/new\/?)?$/, ["community", "finders", "pets"]],
  [/^\/community-reports\//, ["community", "finders", "search", "pets"]],
  [/^\/get-started$/, ["pages", "plans", "tiers"]],
  [/^\/auth(\/|$)/, ["account"]],
  [/^\/(pet|share)\//, ["pets"]],
  [/^\/dashboard\/(pets\/[^/]+\/(transfer|carers)|transfers|care-invitations)(\/|$)/, ["family", "pets"]],
  [/^\/dashboard\/(tips|reminders)(\/|$)/, ["care", "pets"]],
  [/^\/dashboard\/tags-management\/./, ["tags", "store", "orders"]],
  [/^\/dashboard\/scan-details(\/|$)/, ["tags", "scan", "finders"]],
  [/^\/dashboard\/(tags|tags-management|scans|scan-records)(\/|$)/, ["tags", "finders"]],
  [/^\/dashboard\/settings\/my-data(\/|$)/, ["account", "overview", "tags"]],
  [/^\/dashboard\/settings(\/|$)/, ["account", "tags"]],
  [/^\/(dashboard|admin)\/orders(\/|$)/, ["store", "orders"]],
  [/^\/dashboard\/lost-found(\/new\/?)?$/, ["community", "finders", "pets"]],
  [/^\/dashboard\/lost-found\//, ["community", "finders", "search", "pets"]],
  [/^\/dashboard\/subscription(\/|$)/, ["plans"]],
  [/^\/dashboard\/?$/, ["overview", "pets", "tags", "care"]],
  [/^\/dashboard(\/|$)/, ["pets"]],
  [/^\/admin\/lost-found(\/|$)/, ["community", "finders", "search", "pets", "admin"]],
  [/^\/admin\/products(\/|$)/, ["store", "products"]],
  [/^\/admin\/upgrade-requests(\/|$)/, ["plans"]],
  [/^\/admin\/users\/./, ["admin", "orders", "pets", "tags"]],
  [/^\/admin\/pets(\/|$)/, ["admin", "community", "finders", "pets", "tags"]],
  [/^\/admin\/?$/, ["admin", "overview", "tags"]],
  [/^\/admin(\/|$)/, ["admin", "tags"]],
];

/** The words that a page at this path is made of, so that a browser fetches one language and one area, not all. */
export function groupsOf(path: string): WordGroup[] {
  const [, area] = areas.find(([pattern]) => pattern.test(path)) ?? [null, ["pages" as const]];
  if (/^\/(dashboard|admin)(\/|$)/.test(path)) return ["core", "owner", "tiers", ...area];
  return /^\/(pet|share)\//.test(path) ? ["core", ...area] : ["core", "site", ...area];
}

let instance: i18n | null = null;
const loaded = new Set<string>();

/** Fetches what is still missing of these groups in the language in use, or in `language`, and adds it. */
export async function ensureWords(groups: WordGroup[], language?: Language): Promise<void> {
  const i18n = instance;
  if (!i18n) return;
  const wanted = language ?? (i18n.language as Language);
  await Promise.all(
    groups
      .filter((group) => !loaded.has(`${wanted} ${group}`))
      .map(async (group) => {
        const { words } = await chunks[wanted][group]();
        i18n.addResourceBundle(wanted, "translation", words, true);
        loaded.add(`${wanted} ${group}`);
      }),
  );
}

/** Tells which i18next instance of this browser tab takes the words. */
export function takeWords(i18n: i18n): void {
  instance = i18n;
}

/** Everything loaded so far, in another language, before the page turns to it. */
export async function changeLanguage(language: Language): Promise<void> {
  const groups = [...loaded].filter((one) => !one.startsWith(language)).map((one) => one.split(" ")[1] as WordGroup);
  await ensureWords([...new Set<WordGroup>(["core", ...groups])], language);
  await instance?.changeLanguage(language);
}
