import type { Evidence, Reason } from "./scans.rules.ts";

/** What a request reveals about its sender. */
export interface Signals {
  method: string;
  userAgent: string;
  fetchMode: string | null;
  fetchDest: string | null;
  /** Browsers send no Fetch Metadata over plain HTTP, except to localhost. */
  isTrustworthyOrigin: boolean;
  isCrawler: boolean;
  browser: string;
  browserVersion: number;
  isOwner: boolean;
  isSameVisit: boolean;
}

export interface Grading {
  evidence: Evidence;
  reasons: Reason[];
}

/**
 * Programs that fetch pages for link previews, by the names that they give themselves. An app's name alone says
 * nothing: the browser inside the app has it in its user agent as well, and is used by a person. Names of apps count
 * only at the start, where every browser has `Mozilla/` and the app's own downloader has its name.
 */
const previews =
  /^(?:whatsapp|viber|snapchat|pinterest|signal|telegram|skype|line|kakaotalk|instagram|discord)(?:\/|$)|facebookexternalhit|facebot\b|meta-external|twitterbot|telegrambot|slackbot|slack-imgproxy|linkedinbot|discordbot|skypeuripreview|snap url preview|pinterestbot|redditbot|tiktokspider|iframely|embedly|mattermost-?bot|bitlybot|vkshare|kakaotalk-scrap|\bline-poker\b|applebot|cloudflare-alwaysonline|google-(?:safety|read-aloud|pagerenderer)|microsoftpreview|outlook-?iosshareextension|nuzzel|quora link preview|signal-desktop.*preview|\(mastodon\/|^mastodon\/|bluesky cardyb/i;
const programs =
  /^(?:curl|wget|python|go-http|java|okhttp|node|axios|got|undici|libwww|php|ruby|perl|httpie|postman|insomnia|apache-httpclient|dart|rust|reqwest|scrapy|headless)/i;

/** How the user agents of browsers begin; apps' own downloaders begin with the app's or their library's name. */
const browserLike = /^(?:mozilla|opera|ucweb|nokia|blackberry|samsung)/i;

/** First browser versions that send Fetch Metadata (W3C) with every navigation to a trustworthy origin. */
const sendsMetadataFrom: Record<string, number> = {
  Chrome: 80,
  Chromium: 80,
  "Microsoft Edge": 80,
  Opera: 67,
  Firefox: 90,
  Safari: 16.4,
  "Samsung Internet for Android": 13,
  "Android Browser": 80,
};

const grade = (evidence: Evidence, ...reasons: Reason[]): Grading => ({ evidence, reasons });

/**
 * Returns whether the visitor is a crawler. Against a navigation with Fetch Metadata, a word that resembles a crawler's
 * name does not count: a crawler also says what it is compatible with or where it is from.
 */
function isCrawler({ isCrawler, fetchMode, fetchDest, userAgent }: Signals): boolean {
  const isNavigation = fetchMode === "navigate" && fetchDest === "document";
  return isCrawler && (!isNavigation || !/^mozilla\//i.test(userAgent) || /compatible;|https?:\/\//i.test(userAgent));
}

/**
 * Grades a visit of a tag's page by its request. Never blocks a visitor: the page is always shown, but the owner is
 * only notified of visits by people.
 */
export function gradeVisit(signals: Signals): Grading {
  if (signals.method === "HEAD") return grade("preview", "headRequest");
  if (!signals.userAgent.trim()) return grade("probe", "noUserAgent");
  if (previews.test(signals.userAgent)) return grade("preview", "linkPreview");
  if (programs.test(signals.userAgent)) return grade("probe", "script");
  if (isCrawler(signals)) return grade("preview", "crawler");
  if (signals.fetchMode && signals.fetchMode !== "navigate") return grade("probe", "script");
  if (signals.fetchDest && signals.fetchDest !== "document") return grade("preview", "embedded");
  if (signals.isOwner) return grade("owner", "ownSession");
  // A rejected form re-renders the page it was sent from.
  if (signals.isSameVisit || signals.method === "POST") return grade("reopened", "sameVisit");
  const first = sendsMetadataFrom[signals.browser];
  const sendsMetadata = signals.isTrustworthyOrigin && first !== undefined && signals.browserVersion >= first;
  if ((sendsMetadata || !browserLike.test(signals.userAgent)) && !signals.fetchMode)
    return grade("unconfirmed", "noFetchMetadata");
  return grade("human", "browser");
}

/**
 * Result of checking the NFC signature in the URL: valid, valid but already used in this visit, replayed from an
 * earlier tap, signed by another chip, or invalid.
 */
export type TapVerdict = "realTap" | "sameTap" | "oldTap" | "otherChip" | "wrongTap";

/**
 * Returns whether to check the visit's NFC signature. Previews and programs must not use up the chip's one-time tap.
 */
export function canTap({ evidence }: Grading): boolean {
  return evidence !== "preview" && evidence !== "probe";
}

/**
 * Returns the grade of a visit after checking its NFC signature. A signature that verifies nothing leaves the grade
 * unchanged and adds its reason.
 */
export function gradeTap(graded: Grading, tap: TapVerdict): Grading {
  const isPerson = graded.evidence === "human" || graded.evidence === "unconfirmed";
  if (isPerson && tap === "realTap") return grade("verified-tap", tap);
  if (isPerson && tap === "sameTap") return grade("reopened", tap);
  return { ...graded, reasons: [...graded.reasons, tap] };
}
