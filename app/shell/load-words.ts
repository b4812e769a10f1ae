import type { i18n, ResourceLanguage } from "i18next";
import type { Language } from "#app/platform/i18n/language.ts";

export type WordGroup =
  | "admin"
  | "orders"
  | "core"
  | "account"
  | "community"
  | "family"
  | "offline"
  | "owner"
  | "pages"
  | "plans"
  | "store"
  | "products";

type Fetch = () => Promise<{ words: ResourceLanguage }>;

const chunks: Record<Language, Record<WordGroup, Fetch>> = {
  en: {
    core: () => import("./words-core.en.ts"),
    account: () => import("./words-account.en.ts"),
    community: () => import("./words-community.en.ts"),
    family: () => import("./words-family.en.ts"),
    offline: () => import("./words-offline.en.ts"),
    owner: () => import("./words-owner.en.ts"),
    pages: () => import("./words-pages.en.ts"),
    plans: () => import("./words-plans.en.ts"),
    store: () => import("./words-store.en.ts"),
    orders: () => import("./words-orders.en.ts"),
    products: () => import("./words-products.en.ts"),
    admin: () => import("./words-admin.en.ts"),
  },
  ar: {
    core: () => import("./words-core.ar.ts"),
    account: () => import("./words-account.ar.ts"),
    community: () => import("./words-community.ar.ts"),
    family: () => import("./words-family.ar.ts"),
    offline: () => import("./words-offline.ar.ts"),
    owner: () => import("./words-owner.ar.ts"),
    pages: () => import("./words-pages.ar.ts"),
    plans: () => import("./words-plans.ar.ts"),
    store: () => import("./words-store.ar.ts"),
    orders: () => import("./words-orders.ar.ts"),
    products: () => import("./words-products.ar.ts"),
    admin: () => import("./words-admin.ar.ts"),
  },
};

const community = /^\/(community-reports|(dashboard|admin)\/lost-found)(\/|$)/;
const aboutPeople = /^\/dashboard\/(pets\/[^/]+\/(transfer|carers)|transfers|care-invitations)(\/|$)/;
const aboutPlans = /^\/(dashboard\/subscription|admin\/upgrade-requests)(\/|$)/;

/** The words that a page at this path is made of, so that a browser fetches one language and one area, not all. */
export function groupsOf(path: string): WordGroup[] {
  if (/^\/store(\/|$)/.test(path)) return ["core", "store"];
  if (/^\/(cart|checkout)(\/|$)/.test(path)) return ["core", "store", "orders"];
  if (/^\/(dashboard|admin)\/orders(\/|$)/.test(path)) return ["core", "owner", "store", "orders"];
  if (/^\/admin\/products(\/|$)/.test(path)) return ["core", "owner", "store", "products"];
  if (/^\/dashboard\/tags-management\/./.test(path)) return ["core", "owner", "store", "orders"];
  if (path.startsWith("/dashboard/settings")) return ["core", "owner", "account"];
  if (path.startsWith("/admin/lost-found")) return ["core", "owner", "community", "admin"];
  if (community.test(path)) return ["core", "owner", "community"];
  if (aboutPeople.test(path)) return ["core", "owner", "family"];
  if (aboutPlans.test(path)) return ["core", "owner", "plans"];
  if (path === "/get-started") return ["core", "pages", "plans"];
  if (/^\/admin\/users\/./.test(path)) return ["core", "owner", "admin", "orders"];
  if (/^\/admin\/pets\/./.test(path)) return ["core", "owner", "admin", "community"];
  if (/^\/admin(\/(audit|operator|users|pets|tags)(\/|$)|\/?$)/.test(path)) return ["core", "owner", "admin"];
  if (/^\/(dashboard|admin|pet|share)(\/|$)/.test(path)) return ["core", "owner"];
  return /^\/auth(\/|$)/.test(path) ? ["core", "account"] : ["core", "pages"];
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
