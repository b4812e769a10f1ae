import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Db } from "./db/connection/database.server.ts";
import type { Listener } from "./db/connection/listen.server.ts";
import { siteSettings } from "./db/platform.tables.server.ts";
import { type ShopTerms, setShopTerms } from "./i18n/money.rules.ts";

/** Settings that administrators change in the panel, by form. Amounts are in minor units of the currency. */
export interface SiteSettings {
  shop: {
    /** ISO 4217. It cannot change once there are orders or plan requests. */
    currency: string;
    standardShippingCents: number;
    expressShippingCents: number;
    /** Standard shipping is free if the goods cost more than this. */
    freeShippingAboveCents: number;
    /** Maximum price of a tag that is replaced for free, if the plan includes that. */
    freeReplacementCents: number;
    /** ISO weekdays without deliveries. */
    weekend: number[];
  };
  /** Seller as named on invoices and the about page. */
  seller: {
    name: string;
    /** Lines. */
    address: string[];
    email: string | null;
    /** ISO 3166-1. */
    country: string | null;
    taxNumber: string | null;
    /** Percentage of tax included in prices; stored with each order when it is placed. */
    taxRate: number;
  };
  orders: {
    /** Maximum pieces, and value in whole units of the currency, of one account's open cash-on-delivery orders. */
    openPieces: number;
    openValue: number;
    /**
     * Hours after which an order that the buyer has not confirmed is cancelled; 0 asks for confirmation but never
     * cancels.
     */
    confirmHours: number;
  };
  messages: {
    /** ISO 3166-1 codes of the countries to whose phone numbers messages may be sent. */
    countries: string[];
    /**
     * Maximum number of phone messages per day; the last fifth is reserved for messages that a finder or a family is
     * waiting for.
     */
    perDay: number;
    codesPerCountry: number;
    /** Seconds after which an undelivered WhatsApp message is followed by an SMS. */
    smsAfterSeconds: number;
  };
  site: {
    /** Receives messages of the contact form; null: every administrator. */
    contactEmail: string | null;
    /** Our pages on other sites, linked in the footer. */
    socialUrls: string[];
    /** Months for which scans are kept, besides the current one; 0 keeps them forever. */
    scansKeptMonths: number;
    /** Whether the admin panel requires two-factor authentication. */
    adminTwoFactor: boolean;
  };
}

export type SiteSettingsGroup = keyof SiteSettings;
const siteSettingsGroups = ["shop", "seller", "orders", "messages", "site"] as const;

/** What is in force until an administrator changes it. */
export const defaultSiteSettings: SiteSettings = {
  shop: {
    currency: "USD",
    standardShippingCents: 500,
    expressShippingCents: 1200,
    freeShippingAboveCents: 5000,
    freeReplacementCents: 2000,
    // Friday and Saturday, as in Egypt.
    weekend: [5, 6],
  },
  seller: { name: "Aleef", address: [], email: null, country: null, taxNumber: null, taxRate: 0 },
  orders: { openPieces: 60, openValue: 1000, confirmHours: 0 },
  messages: {
    countries: "EG SA AE KW QA BH OM JO LB IQ PS YE SY SD LY TN DZ MA".split(" "),
    perDay: 5000,
    codesPerCountry: 500,
    smsAfterSeconds: 60,
  },
  site: {
    contactEmail: null,
    socialUrls: ["https://www.facebook.com/", "https://www.instagram.com/", "https://www.youtube.com/"],
    scansKeptMonths: 0,
    adminTwoFactor: false,
  },
};

/** NOTIFY topic on which every change is announced. */
export const siteSettingsTopic = "aleef_site_settings";

/** This process's copy of the settings. */
export interface SiteSettingsCache {
  current: SiteSettings;
  /** Reads the settings again; after a failure, every five seconds until it succeeds. */
  refresh(): Promise<void>;
  /** Reads the settings for the first time, over any connection. Throws if they cannot be read. */
  load(from: Db): Promise<void>;
  close(): void;
}

/** Returns the settings of the panel: the copy of this process, which every change in any process renews at once. */
export function readSiteSettings(ctx: { siteSettings: SiteSettingsCache }): SiteSettings {
  return ctx.siteSettings.current;
}

/** Returns each group's newest values with its version; 0 for a group that was never changed. */
export async function loadSiteSettings({ db }: { db: Db }) {
  const rows = await db
    .selectDistinctOn([siteSettings.name])
    .from(siteSettings)
    .orderBy(siteSettings.name, sql`${siteSettings.version} desc`);
  const groups = siteSettingsGroups.map((name) => {
    const row = rows.find((one) => one.name === name);
    // A group may have got fields since it was stored.
    return [name, { version: row?.version ?? 0, values: { ...defaultSiteSettings[name], ...row?.values } }];
  });
  return Object.fromEntries(groups) as {
    [Group in SiteSettingsGroup]: { version: number; values: SiteSettings[Group] };
  };
}

function toShopTerms({ shop }: SiteSettings): ShopTerms {
  return {
    currency: shop.currency,
    shippingCents: { standard: shop.standardShippingCents, express: shop.expressShippingCents },
    freeShippingAboveCents: shop.freeShippingAboveCents,
    freeReplacementCents: shop.freeReplacementCents,
  };
}

const retryMs = 5_000;

/** Reads the settings, and again whenever a change is announced or LISTEN was interrupted. */
export function createSiteSettingsCache(db: Db, listener: Listener, log: Logger): SiteSettingsCache {
  let timer: NodeJS.Timeout | undefined;
  const load = async (from: Db) => {
    const groups = await loadSiteSettings({ db: from });
    cache.current = Object.fromEntries(siteSettingsGroups.map((name) => [name, groups[name].values])) as never;
    setShopTerms(toShopTerms(cache.current));
  };
  // One after the other, so that an older answer never replaces a newer one.
  let last = Promise.resolve();
  const cache: SiteSettingsCache = {
    current: defaultSiteSettings,
    refresh() {
      clearTimeout(timer);
      last = last
        .then(() => load(db))
        .catch((error) => {
          log.warn({ err: error }, "the settings of the panel could not be read, retrying");
          timer = setTimeout(() => void cache.refresh(), retryMs).unref();
        });
      return last;
    },
    load,
    close: () => clearTimeout(timer),
  };
  listener.on(siteSettingsTopic, () => void cache.refresh());
  listener.onReturn(() => void cache.refresh());
  // Changes between the first reading and LISTEN were not announced here.
  void listener.opened.then(() => cache.refresh());
  return cache;
}
